"""Measure bots; this works on the compiled build too, where `python -m` cannot run measure.py itself."""

import sys

from techdeck.bots.measure import main

if __name__ == "__main__":  # the processes that share the work import this as well
    sys.exit(main())
