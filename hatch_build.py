"""What is built into a wheel besides the sources: the page that the server shows, and the compiled core.

The page is built with npm; where that fails, the wheel is without it, and `techdeck serve` says so.
The core is compiled where a C compiler is at hand; where none is, or it fails, the wheel holds the sources alone, which
play the same games more slowly.  TECHDECK_COMPILE=no leaves it out in any case, TECHDECK_LEVEL says how hard the C
compiler tries, from 0 to 4.
"""

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageAndCore(BuildHookInterface[Any]):
    """Builds both before a wheel is packed; an editable install is served what `make` built."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self.build_page()
        extensions = self.extensions()
        if extensions:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            build_data["force_include"].update(extensions)
            self.app.display_success("techdeck: this is the compiled build.")

    def build_page(self) -> None:
        if not self.run("build_web.py"):
            self.app.display_warning(
                "techdeck: the page for browsers could not be built; all else works, and programs can play on the "
                "server. It takes npm and the network: run `python tools/build_web.py` to see what is wrong, and "
                "install again.")

    def run(self, tool: str, *words: str) -> bool:
        """Whether one of the tools did its work."""
        try:
            done = subprocess.run([sys.executable, str(Path(self.root) / "tools" / tool), *words], check=False)
        except OSError:
            return False
        return done.returncode == 0

    def extensions(self) -> dict[str, str]:
        """The compiled modules, and where they belong in the wheel; none if they cannot be had."""
        if os.environ.get("TECHDECK_COMPILE", "yes") == "no":
            self.app.display_info("techdeck: this is the interpreted build, as TECHDECK_COMPILE=no asks for.")
            return {}
        tool = Path(self.root) / "tools" / "compile.py"
        target = Path(self.root) / "build" / "compiled"
        level = os.environ.get("TECHDECK_LEVEL", "3")
        if not self.run(tool.name, "--level", level, "--to", str(target)):
            self.app.display_warning(
                "techdeck: the core could not be compiled, so this is the interpreted build. It plays the same games, "
                "more slowly. It takes a C compiler and the header files of Python; what else is wrong is said above.")
            return {}
        suffix = runpy.run_path(str(tool))["extension_suffix"]()
        return {str(path): str(path.relative_to(target)) for path in sorted(target.rglob(f"*{suffix}"))}
