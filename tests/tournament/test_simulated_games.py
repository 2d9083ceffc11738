"""A simulated event with the games of its contests as matches, in a log, under verification."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from events.entry import Entry, canonical
from referee.games.registry import game_of
from referee.tournament.simulating import ListOf, Plan, Simulated, Tables, simulate_event
from storage.exchange.record import derived_id
from storage.exchange.transfer import import_jsonl
from storage.log import Log
from storage.verify import verify
from tests.bench.matches import edition
from tests.tournament.histories import shipped

NAME = "sat"


def event(seed: int = 1) -> tuple[Simulated, Tables]:
    """Six players, two rounds and a cut to four, with matches."""
    game, catalog, decks = edition("wondervale")
    tables = Tables(game, catalog)
    plan = Plan(players=6, rounds=2, cut=4, decks="open", infractions=0.3, mistaken=0.3)
    lists = [ListOf(deck.name, deck.cards, deck.lists) for deck in decks]
    made = simulate_event(
        game_of("tournament"),
        shipped("standard"),
        plan,
        Random(seed),
        lists,
        name=NAME,
        tables=tables,
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


def test_the_same_seed_gives_the_same_matches():
    assert event()[0].matches == event()[0].matches
