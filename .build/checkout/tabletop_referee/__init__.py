"""``tabletop_referee`` in a checkout: the rooms as they stand there, under their installed names.

``pip install -e .`` puts the folder of this package on the path. A module is read from the tree
and led inside as the wheel would have it, so that no room is on the path itself; its bytecode lies
beside the tree's own, under another name.
"""

import runpy
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any
from zlib import crc32

_ROOT = Path(__file__).parents[3]
_HOW = _ROOT / ".build" / "rehouse.py"
_REHOUSE = runpy.run_path(str(_HOW))
_BYTECODE = f".inside-{crc32(_HOW.read_bytes()):08x}.pyc"


class _Rehoused(SourceFileLoader):
    """Loads a module of the tree with its imports led into the package."""

    def get_data(self, path: str) -> bytes:
        data = super().get_data(_own(path))
        return bytes(_REHOUSE["rehoused"](data, path)) if path.endswith(".py") else data

    def path_stats(self, path: str) -> Mapping[str, Any]:
        return {**super().path_stats(path), "size": None}  # it has another when it is led inside

    def set_data(self, path: str, data: Any, *, _mode: int = 0o666) -> None:
        super().set_data(_own(path), data, _mode=_mode)


def _own(path: str) -> str:
    """Where the bytecode of a module led inside lies; a source is where it is."""
    return path.removesuffix(".pyc") + _BYTECODE if path.endswith(".pyc") else path


class _Rooms(MetaPathFinder):
    """Finds the rooms in the tree."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, *parts = name.split(".")
        if package != __name__ or not parts or parts[0] not in _REHOUSE["ROOMS"]:
            return None
        folder = _ROOT.joinpath(*parts[:-1])
        return FileFinder(str(folder), (_Rehoused, [".py"])).find_spec(name)


sys.meta_path.insert(0, _Rooms())
__path__ = [str(_ROOT / ".build" / __name__)]
_INSTALLED = Path(__path__[0], "__init__.py")
exec(compile(_INSTALLED.read_bytes(), _INSTALLED, "exec"))
