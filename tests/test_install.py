"""Installed as people do it, into an environment of its own: compiled where that is possible, and never a failure."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from techdeck import __version__

ROOT = Path(__file__).resolve().parents[1]
PARTS = ["src", "tools", "web", "docs", "pyproject.toml", "README.md", "LICENSE", "hatch_build.py"]
COMPILERS = ("cc", "gcc", "clang", "tcc", "c89", "c99", "x86_64-", "aarch64-")

pytestmark = pytest.mark.skipif(
    not os.environ.get("TECHDECK_INSTALL"), reason="takes minutes; make test-install runs it")


def installed(folder: Path, has_page: bool = True, /, **more: str) -> tuple[Path, str]:
    """Install a copy of the project, with the page as built here or not; the environment, and all that pip said."""
    left = ["node_modules", "__pycache__", *([] if has_page else ["static"])]
    project, home = folder / "project", folder / "environment"
    project.mkdir()
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, project / part, ignore=shutil.ignore_patterns(*left))
        else:
            shutil.copy(ROOT / part, project)
    venv.create(home, with_pip=False)
    limits = str(ROOT / "constraints.txt")
    environment = {
        **os.environ, "PIP_CONSTRAINT": limits, "PIP_BUILD_CONSTRAINT": limits, "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "TECHDECK_LEVEL": "0", **more,
    }
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(home / "bin" / "python"), "install", "-v", "--no-cache-dir",
         str(project)],
        cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return home, done.stdout + done.stderr


def test_without_npm_it_is_installed_without_the_page_and_says_so(tmp_path: Path) -> None:
    """Nothing can be fetched, and nothing was before."""
    home, told = installed(
        tmp_path, False, TECHDECK_COMPILE="no", npm_config_registry="http://127.0.0.1:9",
        npm_config_cache=str(tmp_path / "cache"), npm_config_fetch_retries="0")
    assert "the page for browsers could not be built" in told
    assert said(home, "--version") == f"techdeck {__version__} (interpreted)\n"
    assert not list(home.rglob("static/index.html"))


def said(home: Path, *words: str) -> str:
    """What the installed program says, far from the sources."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [str(home / "bin" / "techdeck"), *words], cwd=home, env=environment, capture_output=True, text=True, check=True,
    ).stdout


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_with_a_compiler_it_is_the_compiled_build(tmp_path: Path) -> None:
    home, told = installed(tmp_path)
    assert "techdeck: this is the compiled build." in told
    assert "-none-any.whl" not in told.split("Created wheel for techdeck")[1].splitlines()[0]
    assert said(home, "--version") == f"techdeck {__version__} (compiled)\n"
    assert "games             3\n" in said(home, "measure", "grid-poker", "--games", "3")
    assert "Grid Poker" in said(home, "rules", "grid-poker")


def path_without_compilers(folder: Path) -> str:
    """All programs of the usual folders, but no C compiler."""
    folder.mkdir()
    for place in ("/bin", "/usr/bin", "/usr/local/bin"):
        for program in Path(place).glob("*"):
            is_compiler = program.name.startswith(COMPILERS)
            if not is_compiler and not (folder / program.name).exists():
                (folder / program.name).symlink_to(program)
    return str(folder)


@pytest.mark.parametrize("reason", ["no compiler", "a compiler that fails", "nobody wants it"])
def test_without_one_it_is_the_interpreted_build_and_no_failure(tmp_path: Path, reason: str) -> None:
    more = {"TECHDECK_COMPILE": "no"}
    if reason == "no compiler":
        more = {"PATH": path_without_compilers(tmp_path / "bin")}
    elif reason == "a compiler that fails":
        more = {"CC": "false"}
    home, told = installed(tmp_path, **more)
    assert "this is the interpreted build" in told
    assert "-py3-none-any.whl" in told.split("Created wheel for techdeck")[1].splitlines()[0]
    assert said(home, "--version") == f"techdeck {__version__} (interpreted)\n"
    assert "games             3\n" in said(home, "measure", "grid-poker", "--games", "3")
