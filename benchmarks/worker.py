"""One measurement in a process of its own: python -m benchmarks.worker BUILD CONTESTANT SEED SECONDS, to JSON."""

import json
import sys

from benchmarks.clock import pin


def main() -> None:
    build, contestant, seed, seconds = sys.argv[1:]
    pin()
    if build == "peer":
        from benchmarks import peers

        measures = peers.CONTESTANTS[contestant](int(seed), float(seconds))
    else:
        from benchmarks import growth, own
        from techdeck import table

        imported = "interpreted" if str(table.__file__).endswith(".py") else "compiled"
        if imported != build:
            sys.exit(f"The {imported} package was imported where the {build} one was to be measured.")
        measures = (own.CONTESTANTS | growth.contestants())[contestant](int(seed), float(seconds))
    print(json.dumps(measures))


if __name__ == "__main__":
    main()
