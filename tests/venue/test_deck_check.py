"""A deck check by phone (VN-20.3): the list for judges, one entry, and the time that is offered."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.language import LANGUAGES
from cli.reading.lines import new_id
from cli.venue.web.pages import texts
from events.tournament import DeckCheck
from storage.log import Log
from tests.tournament.logged import CUP, logs
from tests.venue.watched import Devices, cup, watched

NOW = datetime(2026, 3, 14, 12, 10, tzinfo=UTC)


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Devices]:
    path = cup(tmp_path / "hall.duckdb", minutes="50", decklists="closed")
    with watched(path, clock=lambda: NOW) as at:
        yield at


def checks(at: Devices, who: str = "kim", status: int = 200, **said: Any) -> Any:
    said = {"player": "ana", "seconds": 250, "id": new_id(NOW), **said}
    path = f"/api/tournaments/{CUP}/deck-check"
    answer = at.post(who, path, msgspec.json.encode(said))
    assert answer.status_code == status, answer.text
    return answer.json()


def logged(at: Devices) -> list[DeckCheck]:
    """The deck checks of the tournament."""

    def look(log: Log) -> list[DeckCheck]:
        return [e for e in log.live(CUP).replay().events if isinstance(e, DeckCheck)]

    found: list[DeckCheck] = at.asked(lambda: at.hall.ask(look))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_vn_20_3_the_list_has_a_box_for_each_copy(at: Devices, language: str) -> None:
    page = at.get("kim", "/check/ana", **{"accept-language": language}).text
    words = texts(language)
    for n in (1, 2, 3):
        assert f'aria-label="{words["check.copy"].format("Wolf", n, 3)}"' in page
    assert page.count('type="checkbox"') == 4  # three wolves and a bear
    assert "Deck of ana" in page and words["check.found.wrong-list"] in page
    assert f'<html lang="{language}">' in page


def test_vn_20_3_one_entry_at_the_end_and_the_time_with_its_bonus_is_offered(at: Devices) -> None:
    table = next(
        each
        for each in at.get("kim", f"/api/tournaments/{CUP}/rounds/1").json()["tables"]
        if "ana" in (each["a"], each["b"])
    )["table"]
    drawn = new_id(NOW)
    for _ in range(2):  # the answer was lost: it is one entry all the same
        checks(at, id=drawn, found="wrong-deck", differs="not found: 1 Wolf")
    assert logged(at) == [
        DeckCheck("kim", "ana", 1, "random", 250, "wrong-deck", "not found: 1 Wolf")
    ]
    page = at.get("kim", "/check/ana").text
    assert "the deck is wrong" in page and "4:10" in page
    assert 'data-extend="' in page
    more = int(page.split('data-extend="')[1].split('"')[0])
    assert more >= 250 + 180, "the bonus is in it"
    said = msgspec.json.encode({"table": table, "seconds": more, "cause": "check"})
    assert at.post("kim", f"/api/tournaments/{CUP}/extend", said).status_code == 200
    assert "data-extend" not in at.get("kim", "/check/ana").text


def test_vn_20_3_what_breaks_a_rule_is_not_logged_and_says_which(at: Devices) -> None:
    assert "TR-4.6" in str(checks(at, status=422, differs="1 Wolf"))
    assert checks(at, status=422, player="zoe")
    assert checks(at, status=422, found="odd")
    assert logged(at) == []


def test_vn_20_3_lists_are_for_judges_of_the_event(at: Devices) -> None:
    for who in ("ana", "bo", "sam"):
        checks(at, who, status=403)
    assert at.get("kim", "/check/zoe").status_code == 422

    def ended(log: Log) -> None:
        logs(log, "lena appoint kim judge ends=yes")

    at.asked(lambda: at.hall.ask(ended))
    assert at.get("kim", "/check/ana").status_code == 403
    checks(at, status=403)
    assert logged(at) == []


def test_vn_20_3_without_a_list_the_check_says_so(tmp_path: Path) -> None:
    with watched(cup(tmp_path / "none.duckdb"), clock=lambda: NOW) as at:
        assert "No list is registered." in at.get("kim", "/check/ana").text
        checks(at, found="missing")
        assert [each.found for each in logged(at)] == ["missing"]
