"""A whole event by hand (``tests/records/tournament/club-cup.txt``), and its standings after each
round, worked out with pencil and paper from the results alone."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from events.common import Strike
from events.tournament import Appeal, Checkpoint, Cut, Decide, DeckCheck, Infraction, Post, Repair
from referee.replay.replay import Replay
from referee.tournament.stages.cut import final_places
from referee.tournament.standings.current import standings_of
from referee.tournament.standings.ranking import shown, shown_points
from referee.verdict import Illegal
from tests.cli.test_home import Home
from tests.golden import RECORDS, replayed

RECORD = RECORDS / "tournament" / "club-cup.txt"

STANDINGS = {
    1: """
        hal  3  .3300 1.0000 .3300
        ana  3  .3300  .6667 .3333
        dee  3  .3300  .6667 .3333
        fin  1  .3333  .4444 .4444
        gus  1  .3333  .4444 .4444
        cy   0 1.0000  .3333 .6667
        eva  0 1.0000  .3333 .6667
        bo   0 1.0000  .3300 1.0000
        ivy  0  .0000  .3300 .0000
    """,
    2: """
        hal  6  .5000  .8000 .5000
        fin  4  .5833  .5556 .5278
        gus  4  .4983  .5556 .4444
        bo   3 1.0000  .5000 .8000
        dee  3  .6650  .5000 .5650
        ana  3  .4983  .5000 .4444
        ivy  3  .3300 1.0000 .3300
        eva  0  .7500  .3300 .7500
        cy   0  .5833  .3333 .5278
    """,
    3: """
        hal  9  .5185  .8571 .4669
        dee  6  .6100  .5556 .5957
        ana  6  .4052  .6250 .3816
        fin  5  .5185  .4815 .4901
        bo   4  .7778  .4286 .6693
        gus  4  .6285  .4167 .5573
        ivy  3  .4983  .6000 .4428
        eva  0  .6111  .3300 .5935
        cy   0  .5556  .3333 .5208
    """,
    4: """
        hal 10  .5278  .7000 .4897
        fin  8  .5278  .5278 .4897
        gus  7  .5408  .4848 .5153
        ana  7  .5400  .5455 .4736
        dee  6  .5408  .5000 .5153
        bo   4  .7500  .4286 .6139
        eva  3  .4722  .3333 .5152
        ivy  3  .4711  .5000 .4394
        cy   0  .5833  .3333 .5152
    """,
}
"""Points, match win of opponents, game win, game win of opponents; round 2 as corrected later."""
LEVEL = {1: [{"ana", "dee"}, {"fin", "gus"}, {"cy", "eva"}]}
"""Who are level in all of it, and drawn by lot."""


@pytest.fixture(scope="module")
def cup() -> Replay:
    """The event at its end."""
    return replayed(RECORD).replay


@pytest.mark.parametrize("number", STANDINGS)
def test_standings_after_each_round_are_those_worked_out_by_hand(cup: Replay, number: int):
    expected = [line.split() for line in STANDINGS[number].split("\n") if line.strip()]
    placed = standings_of(cup.state, cup.table.catalog, number)
    found = [
        [each.player, shown_points(each.points), *map(shown, each.tiebreaks.values())]
        for each in placed
    ]
    assert sorted(found) == sorted(expected)
    by_player = {each.player: each.place for each in placed}
    for first, second in pairwise(expected):
        if {first[0], second[0]} not in LEVEL.get(number, []):
            assert by_player[first[0]] < by_player[second[0]]


def test_the_cut_and_the_final_places(cup: Replay):
    assert cup.state.cut == ["hal", "fin", "gus", "ana"]
    places = [(each.place, each.player) for each in final_places(cup.state, cup.table.catalog)]
    assert places[:5] == [(1, "gus"), (2, "hal"), (3, "fin"), (3, "ana"), (5, "dee")]
    assert cup.state.winner == "gus"


def test_the_event_holds_what_an_organiser_meets(cup: Replay):
    kinds = [type(event) for event in cup.events]
    wanted = (Repair, Appeal, DeckCheck, Decide, Cut, Checkpoint)
    assert all(kinds.count(kind) >= 1 for kind in wanted)
    assert kinds.count(Strike) == 2 and kinds.count(Post) >= 6
    given = [(each.penalty, each.standard) for each in cup.state.infractions]
    assert given == [("warning", "warning"), ("warning", "warning"), ("game-loss", "game-loss")]
    assert [e for e in cup.events if isinstance(e, Infraction) and e.penalty == "game-loss"]


def test_what_was_typed_wrongly_is_refused_by_its_rule(cup: Replay):
    refused = [v.rule for v in cup.verdicts if isinstance(v, Illegal)]
    assert refused == [
        *("TR-3.1", "TR-1.8", "TR-7.2", "TR-7.1", "TR-5.1", "TR-1.8", "TR-10.3", "TR-10.6"),
        *("TR-12.1", "TR-12.3", "TR-5.8"),
    ]


def test_the_record_is_imported_verified_and_its_pairings_made_again(tmp_path: Path):
    home = Home(tmp_path)
    home.ok("import", RECORD)
    assert "EXACT" in home.ok("verify", "club-cup")
    shown_now = home.ok("tournament", "standings", "club-cup", "--after", 4)
    assert ".5278" in shown_now and "hal" in shown_now


def test_a_record_whose_posts_are_refused_is_taken_in_and_that_is_said(tmp_path: Path) -> None:
    text = RECORD.read_text("utf-8")
    record = tmp_path / "cup.txt"
    record.write_text(re.sub(r" cost=\S+| digest=\S+", "", text))
    home = Home(tmp_path)
    said = home.run("import", record).stderr
    assert "a round is not posted, as entry 22 is refused: TR-5.9" in said
