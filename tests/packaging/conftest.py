"""The wheel as it is built, and environments that it is installed in."""

import os
import runpy
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from shutil import copyfile
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("events", "referee", "storage", "cli")
REHOUSE = runpy.run_path(str(ROOT / ".build" / "rehouse.py"))
rehoused: Callable[[bytes], bytes] = REHOUSE["rehoused"]
SCRIPTS = "Scripts" if os.name == "nt" else "bin"


def run(
    *command: object, cwd: Path = ROOT, status: int = 0, path: Path | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run a command in a process of its own, which leaves with that status.

    Args:
        command: the command.
        cwd: the folder that it runs in.
        status: the exit status.
        path: a folder to look for modules in first.
    """
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "REFEREE_LOG")}
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={**environment, "NO_COLOR": "1", "TERM": "dumb"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done


class Environment:
    """A virtual environment of its own; what the project depends on, it has from this one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        venv.create(folder, with_pip=False, symlinks=os.name != "nt")
        self.python = folder / SCRIPTS / "python"
        base = {"base": str(folder), "platbase": str(folder)}
        self.packages = Path(sysconfig.get_path("purelib", "venv", vars=base))
        depended_on = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
        (self.packages / "depended-on.pth").write_text("\n".join(depended_on))

    def pip(self, *arguments: object) -> None:
        """Run pip upon it."""
        run(sys.executable, "-m", "pip", "-q", "--python", self.python, *arguments)

    def install(self, *wheels: Path) -> None:
        """Install wheels and nothing else; what is run is compiled then."""
        alone = ("--no-index", "--no-deps", "--ignore-installed", "--no-compile")
        self.pip("install", *alone, *wheels)

    def referee(self, *arguments: object, cwd: Path, status: int = 0) -> str:
        """What the installed command prints."""
        command = self.folder / SCRIPTS / "referee"
        done = run(command, *arguments, cwd=cwd, status=status)
        return done.stderr if status else done.stdout

    def say(self, code: str, cwd: Path) -> str:
        """What a program prints."""
        return run(self.python, "-c", code, cwd=cwd).stdout.strip()


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the tree, made by pip; offline where hatchling is installed already."""
    folder = tmp_path_factory.mktemp("wheel")
    offline = ("--no-build-isolation",) if find_spec("hatchling") else ()
    run(sys.executable, "-m", "pip", "-q", "wheel", ROOT, "--no-deps", *offline, "-w", folder)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def strangers(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Wheels of packages that are called as rooms are."""
    folder = tmp_path_factory.mktemp("strangers")
    return [_stranger(folder, name) for name in ("events", "storage")]


def _stranger(folder: Path, name: str) -> Path:
    path = folder / f"{name}-1.0-py3-none-any.whl"
    about = f"{name}-1.0.dist-info"
    files = {
        f"{name}/__init__.py": f"WHOSE = 'the package {name}'\n",
        f"{name}/entry.py": "",
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files[f"{about}/RECORD"] = "".join(f"{each},,\n" for each in (*files, f"{about}/RECORD"))
    with ZipFile(path, "w") as archive:
        for each, text in files.items():
            archive.writestr(each, text)
    return path


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder to work in, which holds a record, and modules that are called as rooms are."""
    (tmp_path / "events").mkdir()
    for module in ("events/__init__.py", "referee.py", "storage.py", "cli.py"):
        (tmp_path / module).write_text("raise SystemExit('the wrong module')\n")
    copyfile(ROOT / "tests/records/wondervale/dispute.txt", tmp_path / "dispute.txt")
    return tmp_path
