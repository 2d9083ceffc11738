"""Every figure on a page is in the answer of the command below its table; nothing is loaded."""

from base64 import b64encode
from hashlib import sha256

import pytest

from tests.cli.test_home import Home
from tests.report.conftest import read
from tests.report.pages import Read, disagreeing

DISPUTED = "vale-open-r4-t1-g2"
ASKED = [
    ("shipped", (DISPUTED,)),
    ("shipped", (DISPUTED, "--view", "judge")),
    ("shipped", ("riverside-open-final-1",)),
    ("shipped", ("club-cup",)),
    ("event", ("open",)),
    ("season", ("--season",)),
    ("event", ("--season", "--simulated")),
]


@pytest.mark.parametrize(
    ("log", "asked"), ASKED, ids=lambda each: each if isinstance(each, str) else " ".join(each)
)
def test_every_figure_is_in_the_answer_of_its_command(
    request: pytest.FixtureRequest, log: str, asked: tuple[str, ...]
) -> None:
    home: Home = request.getfixturevalue(log)
    page = read(home, *asked)
    assert sum(len(each.rows) for each in page.sections.values()) > 10
    assert not list(disagreeing(page, home))


@pytest.mark.parametrize(
    ("log", "asked"), ASKED[::4], ids=lambda each: each if isinstance(each, str) else " ".join(each)
)
def test_a_figure_that_is_another_is_found(
    request: pytest.FixtureRequest, log: str, asked: tuple[str, ...]
) -> None:
    home: Home = request.getfixturevalue(log)
    page = read(home, *asked)
    section = next(each for each in page.sections.values() if "n" in each.columns)
    at = section.columns.index("n")
    section.rows[0][at] = str(int(section.rows[0][at]) + 1)
    assert len(list(disagreeing(page, home))) == 1


@pytest.mark.parametrize(
    ("log", "asked"), ASKED[::2], ids=lambda each: each if isinstance(each, str) else " ".join(each)
)
def test_a_page_is_whole_in_itself_and_may_load_nothing(
    request: pytest.FixtureRequest, log: str, asked: tuple[str, ...]
) -> None:
    page: Read = read(request.getfixturevalue(log), *asked)
    hashes = {
        name: b64encode(sha256(page.found[name].encode()).digest()).decode()
        for name in ("style", "script")
    }
    assert page.policy.split("; ") == [
        "default-src 'none'",
        f"style-src 'sha256-{hashes['style']}'",
        f"script-src 'sha256-{hashes['script']}'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    assert len(page.ids) == len({*page.ids})
    assert "http" not in page.found["style"] + page.found["script"]


def test_judges_are_told_together_on_a_page_and_apart_where_somebody_asks(shipped: Home) -> None:
    page = read(shipped, "club-cup")
    rows = shipped.json("stats", "appeals", "--event", "club-cup")["rows"]
    judges = {row["judge"] for row in rows} - {"(all)"}
    assert judges
    for name in ("appeals", "judge-waits"):
        section = page.sections[name]
        assert "judge" not in section.columns
        assert "single judges are left out: the command below tells them" in section.text
        assert not judges & {cell for row in section.rows for cell in row}


def test_what_nothing_tells_has_no_part_of_a_page(shipped: Home) -> None:
    """Of a few matches no advantage is told, and no rate of a match alone is drawn."""
    page = read(shipped, DISPUTED)
    assert "advantage" not in page.sections
    assert page.sections["card-performance"].pictures == 0
    assert page.sections["score-by-turn"].pictures == 1
