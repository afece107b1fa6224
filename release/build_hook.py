"""Builds the wheel: everything below `parley`, with the page and a kernel for this platform inside.

Hatchling loads this file by its path. An editable install takes the checkout as it is.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ParleyBuildHook(BuildHookInterface[Any]):
    """`force_include` is all that the wheel holds beside its metadata."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or self.target_name != "wheel":
            return
        sys.path.insert(0, self.root)
        from release.kernels import add_kernels
        from release.staging import stage

        self._folder = tempfile.TemporaryDirectory()
        package = stage(Path(self.root), Path(self._folder.name))
        build_data["force_include"][str(package)] = package.name
        build_data["tag"] = f"py3-none-{add_kernels(package)}"
        build_data["pure_python"] = False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_folder"):
            self._folder.cleanup()
