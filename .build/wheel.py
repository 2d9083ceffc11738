"""Builds the wheel: every room within the one package that is installed (hatchling's hook)."""

import runpy
import shutil
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_HERE = Path(__file__).parent
_REHOUSE = runpy.run_path(str(_HERE / "rehouse.py"))
PACKAGE, ROOMS, rehoused = (_REHOUSE[name] for name in ("PACKAGE", "ROOMS", "rehoused"))


class CustomBuildHook(BuildHookInterface):
    """Lays the package out in a folder of its own, and has the wheel made of that.

    An editable installation holds no files: it puts ``.build/checkout`` on the path.
    """

    _staged: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the wheel is made."""
        if version == "editable":
            return
        root = Path(self.root)
        self._staged = Path(mkdtemp(prefix=f"{PACKAGE}-"))
        package = self._staged / PACKAGE
        _lay(_HERE / PACKAGE, package)
        for room in ROOMS:
            _lay(root / room, package / room)
        _lay(root / "tests" / "records", package / "cli" / "records")
        build_data["force_include"][str(package)] = PACKAGE

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called when the wheel is made."""
        if self._staged is not None:
            shutil.rmtree(self._staged)


def _lay(source: Path, target: Path) -> None:
    """Copy a folder with all that it holds, its modules with their imports led inside."""
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.iterdir()):
        if path.name.startswith(".") or path.name == "__pycache__":
            continue
        if path.is_dir():
            _lay(path, target / path.name)
        elif path.suffix == ".py":
            (target / path.name).write_bytes(rehoused(path.read_bytes(), str(path)))
        else:
            shutil.copyfile(path, target / path.name)
