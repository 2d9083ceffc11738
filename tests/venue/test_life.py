"""A table of the venue whose record is light (VN-17): what its phones are told and may post."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from cli.venue.access.access import Access
from cli.venue.access.session import Session
from cli.venue.hall.hall import Hall
from events.common import AgreeResult, Begins, Change, Record, Score, Strike
from events.event import Event
from referee.games.registry import game_ids
from storage.log import Log
from tests.golden import records
from tests.laws.players import drawn
from tests.logbook import draft
from tests.tournament.logged import contests
from tests.venue.at_life import told_at_life
from tests.venue.desks import body, device, log_of, venue
from tests.venue.halls import joined, match_at
from tests.venue.lent import client_of
from tests.venue.lifes import life_hall
from tests.venue.phones import Device, fresh
from tests.venue.robot import recorded
from tests.venue.spoken import unspoken

Json = dict[str, Any]
HERE = ("draw:ana:7", "draw:bo:6")


class Phones:
    """The phones of a table, and a judge's, at one venue."""

    def __init__(self, client: TestClient[Litestar], match: str, people: tuple[str, str]) -> None:
        self.client, self.match, self.people = client, match, people
        self.sent = 1

    def view(self, who: str) -> Json:
        found: Json = self.client.get(f"/api/matches/{self.match}", headers={"X-Who": who}).json()
        return found

    def post(self, who: str, *events: Event, status: int = 200) -> Json:
        """What a phone is answered to entries."""
        drafts = []
        for event in events:
            self.sent += 1
            drafts.append(draft(event, self.sent, 9))
        answer = self.client.post(
            f"/api/matches/{self.match}/entries",
            content=body(drafts, None, if_legal=True),
            headers={"X-Who": who},
        )
        assert answer.status_code == status, answer.text
        found: Json = answer.json()
        return found


@contextmanager
def phones(path: Path) -> Iterator[Phones]:
    with Log.open(path, write=True) as log:
        contest = contests(log, 1)[0]
        access = Access.load(log)
        known: dict[str, Session] = {
            who: joined(access, log, who)[1] for who in (contest.a, contest.b, "kim", "sam")
        }
        match = match_at(1, contest.table)
    with client_of(Hall(path), lambda c: known.get(c.headers.get("X-Who", ""))) as client:
        yield Phones(client, match, (contest.a, contest.b))


def declares(by: str, *changes: str) -> Record:
    return Record(by, "full", tuple(Change(*each.split(":")) for each in changes))


def test_vn_17_8_a_table_is_shown_two_counters_and_who_goes_first(tmp_path: Path):
    with phones(life_hall(tmp_path / "hall.duckdb")) as table:
        a, b = table.people
        light = table.view(a)["light"]
        assert light["depth"] == "life"
        assert [(c["owner"], c["measure"], c["value"]) for c in light["counters"]] == [
            ("ana", "health", 250),
            ("bo", "health", 250),
        ]
        table.post(a, Begins("ana", "drawn"), Score("bo", 17))
        view = table.view(a)
        assert (view["light"]["first"], view["light"]["counters"][1]["value"]) == ("ana", 17)
        assert "won" not in view["light"]
        table.post(b, Score("bo", 0))
        assert table.view(b)["light"]["won"] == "ana"
        asked = table.post(a, AgreeResult(a, "ana"))
        assert "unmeant" in asked  # what ends a match is asked about


def test_vn_17_9_both_phones_record_also_where_lists_are_closed(tmp_path: Path):
    with phones(life_hall(tmp_path / "hall.duckdb")) as table:
        a, b = table.people
        table.post(a, Score("bo", 200))
        for who in (a, b):
            view = table.view(who)
            assert view["recording"]
            assert "recorder" not in view
        table.post(b, Score("ana", 100), Begins("ana"))
        table.post(b, Strike(b, 3, authority="scorekeeper"), status=200)


def test_vn_17_11_and_12_whoever_plays_says_how_much_is_told_and_a_position_takes_both(
    tmp_path: Path,
):
    with phones(life_hall(tmp_path / "hall.duckdb")) as table:
        a, b = table.people
        assert table.view(a)["depths"] == ["result", "key-plays", "full"]
        table.post(a, Record(b, "full"), status=403)
        for who in ("sam", "kim", "hal"):
            table.post("sam", Record(who, "result"), status=403)
        table.post(a, Begins("bo"), declares(a, *HERE))
        light = table.view(b)["light"]
        assert (light["declared"], light["changes"]) == (["ana"], [*HERE])
        table.post(b, declares(b, *HERE))
        view = table.view(b)
        assert "light" not in view
        assert view["turn"] == 1
        assert view["depths"] == ["result", "life", "key-plays"]
        table.post(b, Record(b, "life"))
        assert table.view(b)["light"]["depth"] == "life"
        table.post("kim", Record("kim", "result"))
        assert table.view("kim")["light"]["depth"] == "result"


def test_vn_19_2_a_scorekeeper_says_for_the_players_how_much_is_told(tmp_path: Path):
    with phones(life_hall(tmp_path / "hall.duckdb", least="life")) as table:
        a, b = table.people
        assert table.view("sam")["depths"] == ["key-plays", "full"]
        assert table.post("sam", Record("ana", "key-plays"))["recorded"]
        assert table.view(a)["light"]["depth"] == "key-plays"
        table.post("sam", Record(b, "life"), Begins("bo"), declares(a, *HERE))
        assert table.view(b)["light"]["declared"] == ["ana"]
        table.post("sam", declares(b, *HERE))
        assert "light" not in table.view(a)
        table.post("sam", Record(b, "result"), status=403)


def test_vn_17_13_cards_of_the_other_are_named_by_the_other_where_lists_are_closed(tmp_path: Path):
    with phones(life_hall(tmp_path / "hall.duckdb")) as table:
        for who, own in zip(table.people, ("ana", "bo"), strict=True):
            for asked in table.view(who)["light"]["asks"]:
                named = asked["label"] not in ("defeats", "cards in hand")
                assert bool(asked.get("answers")) == (named and asked["seat"] == own)
                assert asked.get("typed", False) == (named and asked["seat"] != own)
        everything = str(table.view(table.people[0]))
        theirs = {
            name
            for asked in table.view(table.people[1])["light"]["asks"]
            for name in asked.get("answers", ())
        }
        mine = {
            name
            for asked in table.view(table.people[0])["light"]["asks"]
            for name in asked.get("answers", ())
        }
        assert not [name for name in theirs - mine if name in everything]


def test_vn_17_14_where_no_position_can_be_declared_nothing_offers_it(tmp_path: Path):
    path = life_hall(tmp_path / "hall.duckdb", game="legacy_of_conflict")
    with phones(path) as table:
        view = table.view(table.people[0])
        assert view["depths"] == ["result", "key-plays"]
        assert not view["light"].get("asks")


def test_vn_17_16_an_event_says_how_much_is_told_at_the_least(tmp_path: Path):
    with phones(life_hall(tmp_path / "hall.duckdb", "life", "life")) as table:
        a, _ = table.people
        assert table.view(a)["depths"] == ["key-plays", "full"]
        table.post(a, Record(a, "result"), status=403)
        table.post("kim", Record("kim", "result"))


def test_vn_20_2_of_a_light_record_a_judge_sees_what_was_said_and_no_hand(tmp_path: Path):
    with phones(life_hall(tmp_path / "hall.duckdb")) as table:
        table.post(table.people[0], Score("bo", 17))
        asks = {"X-Who": "kim"}
        page = table.client.get(f"/judge/{table.match}", headers=asks).text
        assert "a light record: scores and turns" in page
        assert "ana.hand" not in page
        assert '<th scope="row">all else</th><td>not recorded</td>' in page
        for asked in ("What is known of hidden cards", "Who played this card, and when?"):
            assert f"{asked}: <strong>not recorded</strong>" in page
        board = table.client.get(f"/judge/{table.match}/board/2", headers=asks).text
        assert "<td>17</td>" in board
        hidden = table.client.get(f"/api/matches/{table.match}/hidden", headers=asks).json()
        assert hidden == {"places": []}


def test_vn_17_20_the_page_of_a_match_follows_its_result(tmp_path: Path):
    path = life_hall(tmp_path / "hall.duckdb")
    with phones(path) as table:
        a, _ = table.people
        keep = f"/keep/{table.match}"
        assert table.client.get(keep, headers={"X-Who": a}).status_code == 404
    with venue(log_of(tmp_path / "whole.duckdb", ("m1", 1, None)), device()) as client:
        page = client.get("/keep/m1")
        assert page.status_code == 200
        assert "src=" not in page.text.replace('src="data:', "")
        assert len(gzip.compress(page.content)) <= 60 * 1024  # as it is sent and kept in a zip
        german = client.get("/keep/m1", headers={"accept-language": "de"})
        assert "Das Spielfeld, Eintrag für Eintrag" in german.text
        assert unspoken(german.text, "de", ["ana", "bo", "city and canopy frost sand"]) == []
        assert "diese Seite speichern" in german.text and 'download="m1.html"' in page.text
        alone = client.get("/keep/m1?alone=true").text
        assert "download" not in alone and len(alone) < len(page.text)
        assert client.get("/keep/m1").text == page.text


# -- VN-17.9: two who tell scores ----------------------------------------------------------------


def score(seat: str, value: int, measure: str = "") -> Json:
    event: Json = {"type": "score", "seat": seat, "value": value}
    return {**event, **({"measure": measure} if measure else {})}


def entry(seq: int, event: Json) -> Json:
    return {"seq": seq, "id": f"theirs-{seq}", "event": event, "line": str(event)}


def stale(mine: Json, *theirs: Json) -> Device:
    """A phone whose score comes after what the other has told."""
    device = Device()
    item = {**fresh("mine", device.now, event=mine), "line": "mine", "if_legal": True}
    device.happens("tap", items=[item], expected=5)
    entries = [entry(6 + at, each) for at, each in enumerate(theirs)]
    return device.answered(409, error="stale", hint="", last=entries[-1]["seq"], entries=entries)


@pytest.mark.parametrize(
    "theirs",
    [
        [score("bo", 12)],
        [score("ana", 3, "harm")],
        [{"type": "begins", "seat": "bo"}, score("bo", 1)],
        [{"type": "note", "by": "bo", "text": "hello"}],
    ],
)
def test_a_score_that_another_left_alone_is_sent_again_by_itself(theirs: list[Json]):
    device = stale(score("ana", 17), *theirs)
    assert device.shown["question"] is None
    assert device.body()["expected"] == 5 + len(theirs)


def test_the_same_score_with_the_same_figure_is_one_and_with_another_it_is_asked():
    same = stale(score("ana", 17), score("bo", 1), score("ana", 17))
    assert (same.shown["question"], same.records) == (None, {})
    other = stale(score("ana", 17), score("bo", 1), score("ana", 16))
    assert other.shown["question"]["kind"] == "different"
    assert other.shown["question"]["number"] == 7


LONG = {"tower_wizwar/retreat": 51, "warrift/teams": 65}
"""Matches that take longer where each turn is told, which four players are not asked for."""


def test_vn_17_8_a_recorded_match_is_told_at_life_in_fewer_than_forty_taps():
    took = {
        name: told_at_life(*recorded(name))
        for name in records()
        if not name.startswith("tournament/")
    }
    assert {name: each.taps for name, each in took.items() if each.taps >= 40} == {}
    turns = {name: each.with_turns for name, each in took.items()}
    assert {name: taps for name, taps in turns.items() if taps > LONG.get(name, 40)} == {}


@pytest.mark.parametrize("game", game_ids())
def test_vn_17_6_what_a_figure_turns_into_is_counted_too_for_each_who_has_it(game: str):
    opened = drawn(game, Random(1))
    found = {each.measure: each for each in opened.game.tracks(opened.catalog, opened.first)}
    for each in found.values():
        assert not each.into or {*each.owners} <= {*found[each.into].owners}
