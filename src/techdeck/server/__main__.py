"""python -m techdeck.server: the same as techdeck serve."""

import sys

from techdeck.terminal.app import main

sys.exit(main(["serve", *sys.argv[1:]]))
