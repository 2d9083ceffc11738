"""``tabletop_referee`` in a checkout: the rooms as they stand there, under their installed names.

``pip install -e .`` puts the folder of this package on the path. A module is read from the tree
at each import and led inside as the wheel would have it, so that no room is on the path itself.
"""

import runpy
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Never

_ROOT = Path(__file__).parents[3]
_REHOUSE = runpy.run_path(str(_ROOT / ".build" / "rehouse.py"))


class _Rehoused(SourceFileLoader):
    """Loads a module of the tree with its imports led into the package."""

    def get_data(self, path: str) -> bytes:
        data = super().get_data(path)
        return bytes(_REHOUSE["rehoused"](data, path)) if path.endswith(".py") else data

    def path_stats(self, path: str) -> Never:
        raise OSError(f"{path}: not to be cached, for the tree's own bytecode lies there")


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
