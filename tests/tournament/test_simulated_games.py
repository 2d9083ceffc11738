"""A simulated event with the games of its contests as matches, in a log, under verification."""

import json
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from events.entry import Entry, canonical
from referee.games.registry import game_of
from referee.replay.replay import Replay
from referee.replay.simulate import SimulationError, simulate
from referee.tournament.simulating import ListOf, Plan, Simulated, Tables, logged, simulate_event
from storage.exchange.record import derived_id
from storage.exchange.transfer import import_jsonl
from storage.log import Log
from storage.verify import verify
from tests.bench.matches import edition
from tests.cli.test_home import DISPUTE, Home, home
from tests.tournament.histories import shipped

__all__ = ["home"]

NAME = "sat"


def event(seed: int = 1) -> tuple[Simulated, Tables]:
    """Six players, two rounds and a cut to four, with matches."""
    game, catalog, decks = edition("wondervale")
    plan = Plan(players=6, rounds=2, cut=4, decks="open", infractions=0.3, mistaken=0.3)
    lists = [ListOf(deck.name, deck.cards, deck.lists) for deck in decks]
    tables = Tables(game, catalog, lists)
    made = simulate_event(
        game_of("tournament"), shipped("standard"), plan, Random(seed), name=NAME, tables=tables
    )
    return made, tables


def lines(made: Simulated) -> Iterator[bytes]:
    """The event as a file of the log's entries, with all its matches."""
    for each in made.matches:
        for sealed in each.entries:
            yield sealed.payload
    for seq, (happened, at) in enumerate(zip(made.events, made.times, strict=True), 1):
        ident = derived_id(NAME, seq, at, happened)
        yield canonical(Entry(NAME, seq, ident, at, at, "sam", happened))


def test_an_event_and_its_matches_say_the_same(tmp_path: Path):
    made, tables = event()
    file = tmp_path / "event.jsonl"
    file.write_bytes(b"".join(line + b"\n" for line in lines(made)))
    with Log.open(tmp_path / "log.duckdb", write=True) as log:
        log.add_catalog(made.replay.catalog)
        log.add_catalog(tables.catalog)
        import_jsonl(log, file)
        report = verify(log, pairings=True)
        assert report.exact, report.differences
        assert {each.rule for each in report.notes} <= {"TR-5.9"}  # a result was put right later
        for each in made.matches:
            assert log.load(each.match).hashes[-1] == each.hash
        assert log.load(NAME).replay().digest() == made.replay.digest()
    assert len(made.matches) > 8


def stuck_once(at: int) -> Callable[..., Replay]:
    """The simulator of matches, of which one cannot go on."""
    played = count(1)

    def simulated(*given: Any, **rates: Any) -> Replay:
        if next(played) == at:
            raise SimulationError("what was offered is refused")
        return simulate(*given, **rates)

    return simulated


def test_a_game_that_cannot_go_on_is_played_again_and_told(monkeypatch: pytest.MonkeyPatch):
    usual = event()[0]
    monkeypatch.setattr(logged, "simulate", stuck_once(2))
    made, _ = event()
    assert usual.faults == []
    (fault,) = made.faults
    assert fault.startswith("sat/1/") and fault.endswith(": what was offered is refused")
    names = [each.match for each in made.matches]
    assert names[:2] == [each.match for each in usual.matches[:2]] and len({*names}) == len(names)


def test_who_simulates_an_event_is_told_of_games_that_could_not_go_on(
    home: Home, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(logged, "simulate", stuck_once(1))
    asked = ["tournament", "simulate", "open", "--players", 4, "--rounds", 1, "-g", "wondervale"]
    found = home.run(*asked, "--json")
    assert found.exit_code == 1
    assert "referee: a game could not go on, and was played again: open/1/" in found.stderr
    told = json.loads(found.stdout)
    assert len(told["faults"]) == 1 and told["matches"] >= 2
    assert "EXACT" in home.ok("verify")


def test_an_event_of_which_no_game_can_go_on_ends_there(monkeypatch: pytest.MonkeyPatch):
    def stuck(*given: Any, **rates: Any) -> Replay:
        raise SimulationError("what was offered is refused")

    monkeypatch.setattr(logged, "simulate", stuck)
    with pytest.raises(SimulationError, match="what was offered"):
        event()


def test_the_same_seed_gives_the_same_matches():
    assert event()[0].matches == event()[0].matches


def test_games_of_an_event_have_slips_and_rulings_where_they_are_asked_for_and_are_marked(
    home: Home,
):
    asked = ["tournament", "simulate", "open", "--players", 4, "--rounds", 1, "-g", "wondervale"]
    assert "give --game too" in home.error(*asked[:-2], "--slips", 0.1)
    home.ok(*asked, "--slips", 0.05, "--rulings", 0.02)
    found = home.json("sql", "SELECT count(*) AS n FROM illegal_entries")["rows"]
    assert found[0]["n"] > 0
    assert home.json("stats", "rulings")["rows"]
    home.ok("import", DISPUTE)
    told = home.json("stats", "endings")
    assert told["matches"] == 1
    assert "left out; --simulated counts them too." in told["notes"][-1]
    assert home.json("stats", "field")["matches"] == 1  # nobody else's event is beside it
    assert "EXACT" in home.ok("verify")
