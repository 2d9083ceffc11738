"""People are called as the organiser wants it on every page, and known by all their names."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cli.language import LANGUAGES
from cli.venue.access.entitled import AT_EVENT
from cli.venue.access.session import Invitation
from cli.venue.seen.names import Naming
from cli.venue.web.pages import texts
from storage.log import Log
from tests.tournament.logged import contests, logs
from tests.venue.watched import MATCH, Devices, at_table, cup, watched

PAGES = ("/api/me", "/r/1", "/desk/part/results", "/desk/part/standings", "/desk/part/people")


def said(at: Devices, who: str, path: str) -> str:
    answer: Any = at.get(who, path)
    assert answer.status_code == 200, (path, answer.text)
    return str(answer.text)


@pytest.mark.parametrize(("names", "shown"), [("names", True), ("ids", False)])
def test_vn_7_9_names_are_shown_as_the_organiser_wants_on_every_page(
    tmp_path: Path, names: Naming, shown: bool
) -> None:
    path = cup(tmp_path / "cup.duckdb")
    with Log.open(path) as log:
        player, _ = at_table(log)
    with watched(path, names=names) as at:
        for address in PAGES:
            who = "lena" if address.startswith("/desk") else player
            assert ("Example" in said(at, who, address)) is shown, address
        assert ("Example" in said(at, "lena", "/api/tournaments/cup/rounds/1")) is shown


def test_vn_7_9_a_code_says_whose_device_it_makes_as_the_organiser_wants(tmp_path: Path) -> None:
    path = cup(tmp_path / "cup.duckdb")
    with watched(path, names="initials") as at:

        async def invited() -> str:
            seat = Invitation("player", "ana", "cup", ends=1)
            return await at.hall.ask(lambda log: at.hall.access.invite(log, seat))

        told = said(at, "", f"/j/{at.asked(invited)}")
        assert "A. E." in told and "Ana Example" not in told


def test_vn_19_10_judges_read_who_is_at_turn_and_who_has_agreed_by_their_names(
    tmp_path: Path,
) -> None:
    path = cup(tmp_path / "cup.duckdb", entries=10_000)
    with watched(path) as at:
        glance = said(at, "kim", f"/judge/{MATCH}/now").partition("<dl>")[2].partition("</dl>")[0]
        figures = re.sub(r"<dt>.*?</dt>", "", glance)
        assert re.findall(r"\b(?:ana|bo|cy|di)\b", figures) == []
        assert re.search(r"\w+ Example wins", figures)
        tables = re.sub(r"<[^>]*>", " ", said(at, "kim", "/judge/tables"))
        assert re.search(r"\w+ Example wins", tables)


def test_vn_19_10_what_the_desk_has_to_do_names_people(tmp_path: Path) -> None:
    with watched(cup(tmp_path / "cup.duckdb")) as at:
        part = said(at, "lena", "/desk/part/now")
        assert re.search(r"no result: .*?\(\w+ Example, \w+ Example\)", part), part


def test_vn_19_10_texts_are_shown_in_names_and_sent_as_they_are(tmp_path: Path) -> None:
    """Whoever taps reads a name; what is tapped and typed has the id, which alone is taken."""
    path = cup(tmp_path / "cup.duckdb", entries=10)
    with Log.open(path) as log:
        player, _ = at_table(log)
    with watched(path) as at:
        view = at.get(player, f"/api/matches/{MATCH}").json()
        named, seats = view.pop("named"), {each["seat"]: each["name"] for each in view.pop("seats")}
        assert all(name.endswith(" Example") for name in seats.values())
        assert {seat: named[seat] for seat in seats} == seats
        for line in (each["line"] for each in view["entries"]):
            who = line.split()[0]
            assert who not in seats or named[line].startswith(f"{seats[who]}:"), line
        assert " Example" not in json.dumps(view)


def test_vn_19_10_a_judge_reads_names_and_rules_in_ids(tmp_path: Path) -> None:
    with watched(cup(tmp_path / "cup.duckdb", entries=10_000)) as at:
        page = said(at, "kim", f"/judge/{MATCH}/entries/0")
        assert " Example " in re.sub(r"<[^>]*>", " ", page)
        options = dict(re.findall(r'<option value="([^"]+)">([^<]*)</option>', page))
        assert {each for each in options.values() if each.endswith(" Example")}
        assert not [each for each in re.findall(r'value="([^"]*)"', page) if " Example" in each]
        now = said(at, "kim", f"/judge/{MATCH}/now")
        lines = re.findall(r'<span class="what" lang="en">(.*?)</span>', now)
        assert lines and all(re.match(r"\w+ Example |opened|kim ", each) for each in lines), lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_vn_19_10_the_desk_reads_what_is_to_do_and_what_came_in_in_names_and_its_language(
    tmp_path: Path, language: str
) -> None:
    """Also of people whose names are two words, which no catalog of sentences foresees."""
    path = cup(tmp_path / "cup.duckdb", decklists="closed", minutes="50")
    with Log.open(path, write=True) as log:
        one, two = contests(log, 1)
        logs(
            log,
            f"lena start 1 2026-03-14T12:00:00Z; {one.a} call 1 1 about=Wolf; "
            f"{two.a} attest 1 2 2 0; {two.b} attest 1 2 0 2; kim decide 1 2 2 1 reason=slips; "
            f"lena drop {two.b} after=1; kim deck-check {one.a} 1 seconds=60; "
            "kim extend 1 1 60 other",
        )
    with watched(path) as at:
        for part in ("now", "log"):
            answer = at.get("lena", f"/desk/part/{part}", **{"accept-language": language})
            text = re.sub(r"<q.*?</q>|<time.*?</time>|<[^>]*>", " ", answer.text)
            assert 'lang="en"' not in answer.text.replace(">Wolf<", ""), answer.text
            assert re.findall(r"\b(?:ana|bo|cy|di)\b", text) == [], text
        known = {(kind.__struct_config__.tag) for kind in AT_EVENT}
        catalog = {each.removeprefix("desk.came.") for each in texts(language)}
        assert known <= {*catalog, "penalty"}, "which is of matches"


def test_vn_19_10_the_desk_reads_whose_each_device_is(tmp_path: Path) -> None:
    path = cup(tmp_path / "cup.duckdb")
    with watched(path) as at:

        def joins(log: Log) -> None:
            access = at.hall.access
            code = access.invite(log, Invitation("player", "ana", "cup", ends=1))
            access.bind(log, code, "a phone", at.hall.clock())

        at.asked(lambda: at.hall.ask(joins))
        assert "<td>Ana Example <small>ana</small></td>" in said(at, "lena", "/desk/part/devices")
