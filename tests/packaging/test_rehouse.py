"""Sources are led into the package by their import statements, and by nothing else."""

import pytest

from tests.packaging.conftest import REHOUSE, ROOMS, ROOT, rehoused


def test_the_rooms_are_those_of_the_tree() -> None:
    assert REHOUSE["ROOMS"] == ROOMS
    assert {path.parent.name for path in ROOT.glob("*/__init__.py")} == {*ROOMS, "tests"}


@pytest.mark.parametrize(
    ("written", "installed"),
    [
        ("from events import x", "from tabletop_referee.events import x"),
        (
            "from events.entry import a, b as c",
            "from tabletop_referee.events.entry import a, b as c",
        ),
        ("if x: from cli import y", "if x: from tabletop_referee.cli import y"),
        ("from \\\n  storage.log import Log", "from \\\n  tabletop_referee.storage.log import Log"),
        ("s = 'ä'; from referee import x", "s = 'ä'; from tabletop_referee.referee import x"),
        ("import events", "import tabletop_referee.events as events"),
        ("import os, cli.main as m", "import os, tabletop_referee.cli.main as m"),
        (
            "import storage.log",
            "import tabletop_referee.storage.log, tabletop_referee.storage as storage",
        ),
        (
            "def f():\n    import cli; from events import (\n        x,\n    )",
            "def f():\n    import tabletop_referee.cli as cli; "
            "from tabletop_referee.events import (\n        x,\n    )",
        ),
    ],
)
def test_an_import_of_a_room_leads_into_the_package(written: str, installed: str) -> None:
    assert rehoused(written.encode()).decode() == installed


@pytest.mark.parametrize(
    "written",
    [
        "from .events import x",
        "from . import events",
        "from eventsourcing import events",
        "import os.path, events_of_today",
        "'from events import x'",
        "x = 1  # import events",
        "events = storage.cli",
    ],
)
def test_all_else_stays_as_it_is(written: str) -> None:
    assert rehoused(written.encode()).decode() == written


def test_lines_stay_where_they_are_and_end_as_they_did() -> None:
    written = b"import os\r\nfrom events.entry import (\r\n    verb,\r\n)\r\nx = verb\r\n"
    assert rehoused(written) == written.replace(b"events", b"tabletop_referee.events")
