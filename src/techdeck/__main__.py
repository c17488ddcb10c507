"""So that `python -m techdeck` does what `techdeck` does."""

import sys

from techdeck.terminal.app import main

sys.exit(main())
