"""What is installed stands beside packages of any name, and runs from any folder."""

import ast
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from zipfile import ZipFile

import pytest

from tests.packaging.conftest import ROOMS, ROOT, Environment, rehoused, run

EXAMPLES = Path(__file__).with_name("examples.py")
WHOSE = "import events, storage; print(events.WHOSE, '+', storage.WHOSE)"
STRANGERS = "the package events + the package storage"


# -- what is in it -----------------------------------------------------------------------------


def test_all_that_is_installed_is_one_package(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    assert tops == {"tabletop_referee", "tabletop_referee-0.1.0.dist-info"}


def test_every_file_of_the_rooms_comes_along(wheel: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", *ROOMS], cwd=ROOT, capture_output=True, text=True, check=True
    )
    with ZipFile(wheel) as archive:
        held = set(archive.namelist())
    wanted = {f"tabletop_referee/{name}" for name in listed.stdout.split()}
    assert wanted
    assert wanted <= held
    assert "tabletop_referee/py.typed" in held
    assert "tabletop_referee/cli/records/wondervale/dispute.txt" in held


def test_no_module_imports_a_room_from_outside_of_the_package(wheel: Path) -> None:
    led: set[str] = set()
    with ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith(".py"):
                for node in ast.walk(ast.parse(archive.read(name), name)):
                    if isinstance(node, ast.ImportFrom) and not node.level:
                        led.add(str(node.module))
                    elif isinstance(node, ast.Import):
                        led |= {alias.name for alias in node.names}
    assert {name for name in led if name.startswith("tabletop_referee.events")}
    assert not {name for name in led if name.partition(".")[0] in ROOMS}


# -- installed beside others -------------------------------------------------------------------


@pytest.fixture(scope="module")
def installed(
    tmp_path_factory: pytest.TempPathFactory, wheel: Path, strangers: list[Path]
) -> Environment:
    """The package, which came to where such packages were already."""
    environment = Environment(tmp_path_factory.mktemp("environment") / "venv")
    environment.install(*strangers)
    environment.install(wheel)
    return environment


def test_it_comes_to_packages_of_the_same_names_and_stays_when_they_go(
    installed: Environment, elsewhere: Path
) -> None:
    assert installed.say(WHOSE, installed.folder) == STRANGERS
    assert "EXACT  1 match, 96 entries, 21 noted states" in installed.referee("demo", cwd=elsewhere)
    installed.pip("uninstall", "-y", "events", "storage")
    assert "wondervale" in installed.referee("games", cwd=elsewhere)


def test_packages_of_the_same_names_come_to_it_and_stay_when_it_goes(
    elsewhere: Path, wheel: Path, strangers: list[Path]
) -> None:
    environment = Environment(elsewhere / "venv")
    environment.install(wheel)
    environment.install(*strangers)
    assert environment.say(WHOSE, environment.folder) == STRANGERS
    games = "import tabletop_referee as tr; print(*tr.games())"
    assert "wondervale" in environment.say(games, elsewhere)
    environment.pip("uninstall", "-y", "tabletop-referee")
    assert environment.say(WHOSE, environment.folder) == STRANGERS
    assert not (environment.packages / "tabletop_referee").exists()


def test_it_says_its_version_and_runs_as_a_module_too(
    installed: Environment, elsewhere: Path
) -> None:
    version = "referee 0.1.0\n"
    assert installed.referee("--version", cwd=elsewhere) == version
    command = (installed.python, "-m", "tabletop_referee", "--version")
    assert run(*command, cwd=elsewhere).stdout == version


def test_its_pages_are_opened_by_their_topics(installed: Environment, elsewhere: Path) -> None:
    told = installed.referee("help", "judging", cwd=elsewhere)
    assert told.startswith("A dispute\n")
    assert "was legal, now illegal by WV-7.15" in told


def test_an_error_is_one_line_as_in_the_tree(installed: Environment, elsewhere: Path) -> None:
    for arguments, status, said in (
        (("rules", "nosuch"), 2, "unknown game 'nosuch'"),
        (("import", "cli.py", "--log", "new.duckdb"), 2, "cli.py:2:1:"),
        (("matches", "--log", "cli.py"), 1, "cli.py: not a log"),
    ):
        line = installed.referee(*arguments, cwd=elsewhere, status=status)
        assert line.count("\n") == 1
        assert said in line


def test_a_game_written_against_the_tree_is_led_inside_and_played(
    installed: Environment, elsewhere: Path
) -> None:
    brought = elsewhere / "brought"
    copytree(ROOT / "tests" / "elsewhere", brought, ignore=ignore_patterns("__pycache__"))
    for module in brought.glob("lanterns/**/*.py"):
        module.write_bytes(rehoused(module.read_bytes()))
    command = (installed.python, "-m", "tabletop_referee")
    told = run(*command, "games", cwd=elsewhere, path=brought).stdout
    assert "lanterns" in told
    run(
        *command,
        "simulate",
        "lanterns",
        "-n",
        "3",
        "--seed",
        "7",
        "--import",
        "--log",
        "new.duckdb",
        cwd=elsewhere,
        path=brought,
    )
    verified = run(*command, "verify", "--log", "new.duckdb", cwd=elsewhere, path=brought).stdout
    assert verified.startswith("EXACT  3 matches")


# -- the library -------------------------------------------------------------------------------


def test_the_examples_of_the_library_come_true(installed: Environment, elsewhere: Path) -> None:
    check_examples(run(installed.python, EXAMPLES, cwd=elsewhere).stdout)


def check_examples(told: str) -> None:
    """See that the package, every function of its own and the page of the log had an example."""
    ran = dict(line.split(": ") for line in told.splitlines())
    assert {name.rpartition(".")[2] for name in ran} == {
        "tabletop_referee",
        "page",
        "export_record",
        "games",
        "import_record",
        "open_log",
        "query",
        "verify",
    }
    assert all(int(examples) > 1 for examples in ran.values())


def test_the_library_costs_nothing_until_it_is_used_and_no_duckdb_until_a_log_is_opened(
    installed: Environment, elsewhere: Path
) -> None:
    code = (
        "import sys, tabletop_referee as tr\n"
        "def loaded(): return [m for m in ('msgspec', 'duckdb', 'typer') if m in sys.modules]\n"
        "print(loaded()); tr.games(); tr.Match, tr.LogError; print(loaded())\n"
        "tr.open_log('new.duckdb', write=True).close(); print(loaded())"
    )
    assert installed.say(code, elsewhere).splitlines() == [
        "[]",
        "['msgspec']",
        "['msgspec', 'duckdb']",
    ]


def test_every_name_that_is_offered_is_there(installed: Environment, elsewhere: Path) -> None:
    code = (
        "import tabletop_referee as tr\n"
        "from tabletop_referee import *\n"
        "print(len({n for n in tr.__all__ if globals()[n] is getattr(tr, n)} & {*dir(tr)}))\n"
        "print(len(tr.__all__), hasattr(tr, 'nosuch'))"
    )
    same, offered, *missing = installed.say(code, elsewhere).split()
    assert (same, missing) == (offered, ["False"])
    assert int(offered) > 30


def test_type_checkers_know_what_is_offered(installed: Environment, elsewhere: Path) -> None:
    (elsewhere / "client.py").write_text(
        "import tabletop_referee as tr\n"
        "with tr.open_log('season.duckdb') as log:\n"
        "    match: tr.Match = log.load('r1-t4')\n"
        "    reveal_type(tr.verify(log).exact)\n"
        "    reveal_type(match.outcome(17).seq)\n"
        "    tr.nosuch\n"
    )
    mypy = (sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir=cache")
    told = run(
        *mypy, "--python-executable", installed.python, "client.py", cwd=elsewhere, status=1
    ).stdout
    assert told.splitlines() == [
        'client.py:4: note: Revealed type is "bool"',
        'client.py:5: note: Revealed type is "int"',
        'client.py:6: error: Module has no attribute "nosuch"  [attr-defined]',
    ]


# -- in a checkout -----------------------------------------------------------------------------


def test_a_checkout_has_the_same_package_by_its_path(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"):
        monkeypatch.delenv(name, raising=False)
    path = ROOT / ".build" / "checkout"
    check_examples(run(sys.executable, EXAMPLES, cwd=elsewhere, path=path).stdout)
    command = (sys.executable, "-m", "tabletop_referee", "rules", "wondervale", "WV-7.15")
    assert "A turn has at most three attacks" in run(*command, cwd=elsewhere, path=path).stdout
    # What was compiled is read again; none of it lies where the tree would read it as its own.
    compiled = ROOT / "storage" / "__pycache__"
    assert [*compiled.glob(f"surface.{sys.implementation.cache_tag}.inside-*.pyc")]
    assert "A turn has at most three attacks" in run(*command, cwd=elsewhere, path=path).stdout
    told = run(sys.executable, "-c", "import storage.surface as s; print(s.Match.__module__)")
    assert told.stdout == "storage.match\n"
