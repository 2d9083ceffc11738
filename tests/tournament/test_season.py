"""Ratings over tournaments, and what a player has played."""

from collections.abc import Iterator
from datetime import datetime
from math import exp, sqrt
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from storage.log import Log
from storage.projection import refresh
from storage.season.contests import Met, contests
from storage.season.profile import Record, profile
from storage.season.ratings import Model, ratings
from tests.cli.test_home import Home
from tests.logbook import copied
from tests.tournament.halls import PLAYS, hall, section_8
from tests.tournament.logged import into_log, minutes

DAY = datetime(2025, 5, 1)


def met(a: str, b: str, winner: str = "", number: int = 1, **more: object) -> Met:
    base = Met("open", "chess", DAY, DAY, number, 1, a, b, winner, "played", True, 9)
    return replace(base, **more)


# -- ratings -----------------------------------------------------------------------------------


def test_one_contest_moves_both_as_weng_and_lin_say() -> None:
    """Journal of Machine Learning Research 12 (2011), algorithm 4, with two teams of one."""
    model = Model()
    variance = model.sigma**2 + model.tau**2
    c = sqrt(2 * variance + 2 * model.beta**2)
    chance = exp(model.mu / c) / (2 * exp(model.mu / c))
    gain = variance / c * (1 - chance)
    shrink = sqrt(variance) / c * (variance / c**2) * chance * (1 - chance)
    winner, loser = ratings([met("ana", "bo", "ana")])
    assert (winner.player, loser.player) == ("ana", "bo")
    assert winner.mu == pytest.approx(model.mu + gain)
    assert loser.mu == pytest.approx(model.mu - gain)
    assert winner.sigma == pytest.approx(sqrt(variance * (1 - shrink)))
    assert winner.ordinal == pytest.approx(winner.mu - 3 * winner.sigma)
    assert (winner.n, winner.wins, loser.wins) == (1, 1, 0)


def test_a_draw_moves_two_equals_nowhere_and_the_weaker_up() -> None:
    for each in ratings([met("ana", "bo")]):
        assert each.mu == pytest.approx(25)
        assert (each.draws, each.sigma < 25 / 3) == (1, True)
    found = {each.player: each.mu for each in ratings([met("ana", "bo", "ana"), met("bo", "ana")])}
    once = {each.player: each.mu for each in ratings([met("ana", "bo", "ana")])}
    assert once["bo"] < found["bo"] < found["ana"] < once["ana"]


def test_what_was_not_played_is_not_rated_and_games_are_rated_apart() -> None:
    found = ratings(
        [
            met("ana", "bo", "ana"),
            met("ana", "bo", "bo", played=False, how="no-show"),
            met("ana", "bo", "bo", plays="go", event="cup"),
        ]
    )
    assert [(each.plays, each.player, each.n, each.wins) for each in found] == [
        ("chess", "ana", 1, 1),
        ("chess", "bo", 1, 0),
        ("go", "bo", 1, 1),
        ("go", "ana", 1, 0),
    ]


def test_the_stronger_come_out_ahead_and_the_same_contests_rate_the_same() -> None:
    chance = Random(5)
    players = [f"p{number}" for number in range(8)]
    season = []
    for number in range(600):
        a, b = chance.sample(range(8), 2)
        better = chance.random() < 1 / (1 + exp(1.5 * (a - b)))
        season.append(met(players[a], players[b], players[a if better else b], number))
    found = ratings(season)
    assert found == ratings(list(season))
    assert [each.player for each in found] == players


def test_the_course_has_a_step_for_each_event_in_the_order_of_time() -> None:
    season = [
        met("ana", "bo", "ana"),
        met("ana", "cy", "ana", 2),
        met("ana", "bo", "bo", event="cup"),
    ]
    (ana,) = (each for each in ratings(season) if each.player == "ana")
    assert [step.event for step in ana.course] == ["open", "cup"]
    (before,) = (each for each in ratings(season[:2]) if each.player == "ana")
    assert (ana.course[0].mu, ana.course[0].ordinal) == (before.mu, before.ordinal)
    assert (ana.course[1].mu, ana.course[1].sigma) == (ana.mu, ana.sigma)


# -- of a log ----------------------------------------------------------------------------------

FIRST = (
    section_8().replace("post ana-bo", "lena register-deck ana red Wolf:4; post ana-bo")
    + """
    lena infraction ana 3 PE-4 warning reason=misplay
    lena close
"""
)
SECOND = """
    lena enter ana; lena enter dee; lena enter zoe
    lena register-deck ana blue Wolf:4; lena register-deck dee red Wolf:4
    post dee-zoe ana
    lena report 1 1 2 0
    post ana-dee zoe
    lena report 2 1 0 0 3 how=intentional-draw
    lena publish decks
    lena publish penalties
    lena infraction ana 2 PE-4 warning reason=misplay
"""


def two_events(path: Path) -> None:
    with Log.open(path, write=True) as log:
        first = hall(plays=PLAYS, rounds="3", decklists="closed").play(FIRST)
        second = hall(plays=PLAYS, decklists="closed").play(SECOND)
        into_log(log, "open", first.replay.events, minutes())
        into_log(log, "late", second.replay.events, minutes(7))
        refresh(log)


@pytest.fixture
def circuit(tmp_path: Path) -> Iterator[Log]:
    """The worked example, closed, and a smaller event a week later that has published its lists
    and penalties."""
    with Log.open(copied(tmp_path / "season.duckdb", two_events), write=True) as log:
        yield log


def test_contests_of_a_log_come_in_the_order_of_time(circuit: Log) -> None:
    found = contests(circuit.connection)
    assert [(m.event, m.round, m.a, m.b, m.winner, m.played) for m in found] == [
        ("open", 1, "ana", "bo", "ana", True),
        ("open", 1, "cy", "dee", "cy", True),
        ("open", 2, "ana", "cy", "ana", True),
        ("open", 2, "bo", "eva", "bo", True),
        ("open", 3, "ana", "dee", "", True),
        ("open", 3, "cy", "bo", "cy", True),
        ("late", 1, "dee", "zoe", "dee", True),
        ("late", 2, "ana", "dee", "", False),
    ]
    assert {m.plays for m in found} == {"chess"}
    assert len(contests(circuit.connection, event="late")) == 2
    assert len(contests(circuit.connection, until=DAY.date())) == 6


def test_a_struck_result_is_rated_nowhere(tmp_path: Path) -> None:
    told = hall(plays=PLAYS).play(section_8())
    told.play(f"lena strike {told.seq}")
    with Log.open(tmp_path / "season.duckdb", write=True) as log:
        into_log(log, "open", told.replay.events, minutes())
        refresh(log)
        rated = {each.player: each.n for each in ratings(contests(log.connection))}
    assert rated == {
        "ana": 3,
        "bo": 2,
        "cy": 2,
        "dee": 2,
        "eva": 1,
    }


def test_a_profile_shows_to_all_what_is_published_alone(circuit: Log) -> None:
    found = profile(circuit, "ana")
    assert found.record == Record(2, 0, 2)
    first, second = found.events
    assert (first.event, first.deck, first.record, first.place) == (
        "open",
        None,
        Record(2, 0, 1),
        1,
    )
    assert (second.deck, second.record, second.byes) == ("blue", Record(0, 0, 1), 1)
    assert (second.entrants, second.place) == (3, None)
    assert [each.event for each in found.penalties] == ["late"]
    assert [(each.deck, each.events) for each in found.decks] == [("blue", 1)]


def test_the_own_profile_shows_everything(circuit: Log) -> None:
    found = profile(circuit, "ana", own=True)
    assert [each.deck for each in found.events] == ["red", "blue"]
    assert [(p.event, p.round, p.code, p.penalty) for p in found.penalties] == [
        ("open", 3, "PE-4", "warning"),
        ("late", 2, "PE-4", "warning"),
    ]


def test_opponents_are_those_met_most_first(circuit: Log) -> None:
    found = [(each.player, each.n, each.record) for each in profile(circuit, "ana").opponents]
    assert found == [
        ("dee", 2, Record(0, 0, 2)),
        ("bo", 1, Record(1, 0, 0)),
        ("cy", 1, Record(1, 0, 0)),
    ]


def test_who_has_left_and_who_was_absent_has_lost(tmp_path: Path) -> None:
    script = "lena enter ana; lena enter bo; post ana-bo; lena report 1 1 0 0 how=no-show"
    with Log.open(tmp_path / "season.duckdb", write=True) as log:
        into_log(log, "open", hall(plays=PLAYS).play(script).replay.events, minutes())
        refresh(log)
        assert [profile(log, who).record for who in ("ana", "bo")] == [Record(0, 1, 0)] * 2


# -- the commands ------------------------------------------------------------------------------


@pytest.fixture
def home(circuit: Log, tmp_path: Path) -> Home:
    circuit.close()
    found = Home(tmp_path)
    found.log = tmp_path / "season.duckdb"
    return found


def test_ratings_are_told_with_their_model(home: Home) -> None:
    said = home.ok("tournament", "ratings")
    assert "Plackett-Luce" in said and "beta 4.16667" in said and "7 contests" in said
    told = home.json("tournament", "ratings", "--least", 3)
    assert (told["contests"], told["left_out"], told["events"]) == (7, 1, 2)
    assert [each["player"] for each in told["ratings"]] == ["ana", "cy", "dee", "bo"]
    assert told["parameters"]["mu"] == 25
    assert home.json("tournament", "ratings", "--game", "go")["ratings"] == []


def test_a_profile_says_what_is_left_out(home: Home) -> None:
    said = home.ok("tournament", "profile", "ana")
    assert "2-0-2 in 2 tournaments" in said and "not published" in said and "red" not in said
    own = home.ok("tournament", "profile", "ana", "--own")
    assert "red" in own and "not published" not in own
    told = home.json("tournament", "profile", "ana", "--own")
    assert told["record"] == {"wins": 2, "losses": 0, "draws": 2}
    assert len(told["penalties"]) == 2


def test_a_player_whom_nobody_knows_has_no_profile(home: Home) -> None:
    assert "has entered no tournament" in home.error("tournament", "profile", "nemo")


def test_statistics_of_tournaments_are_listed_by_themselves(home: Home) -> None:
    listed = home.json("stats", "--game", "tournament")["statistics"]
    assert {each["game"] for each in listed} == {"tournament"}
    assert {"field", "matchup-grid", "rounds"} <= {each["name"] for each in listed}
    rows = home.json("stats", "field", "--match", "late")["rows"]
    assert [(row["deck"], row["players"]) for row in rows] == [("", 1), ("blue", 1), ("red", 1)]
