"""What is built into a wheel besides the sources: the page that the server shows."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    """Builds the page before a wheel is packed; an editable install is served what `make` built."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        tool = Path(self.root) / "tools" / "build_web.py"
        if version != "editable" and tool.is_file() and (Path(self.root) / "web").is_dir():
            runpy.run_path(str(tool))["build"]()
