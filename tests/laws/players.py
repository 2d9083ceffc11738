"""Who plays the matches that the laws are tried on: openings of any kind, and entries by the
options."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from events.common import Opening
from events.entry import GENESIS, Entry, Sealed, entry_id, seal
from events.event import Event
from events.notation import write
from referee.catalog import Catalog, DeckFile, read_catalog, read_deck
from referee.game import ANY, Game
from referee.games.registry import game_of
from referee.option import Option
from referee.replay.dealt import Dealt
from referee.replay.replay import Outcome, Replay, replay
from referee.replay.simulate import SEATS, Terms, choose, event_of, opening, play_on, simulate
from referee.verdict import Illegal, Violation, applied
from storage.catalogs import catalog_text
from tests.laws.known import Known, Way, known

LONGEST = 110
"""How many entries the matches have at most that a law plays itself."""

KEPT = 60
"""How often somebody tries to log the next entry in a way of the game before others are tried."""

# -- openings ----------------------------------------------------------------------------------


class Opened(NamedTuple):
    """A match that may be played: the game by its edition, the catalog, the opening."""

    game: Game
    catalog: Catalog
    first: Opening


def drawn(game_id: str, chance: Random, decks: Sequence[DeckFile] = ()) -> Opened:
    """An opening that is in order, of any edition, catalog, decks, sides, readings, agreements.

    What does not go together is drawn anew.

    Args:
        game_id: of which game.
        chance: what it is drawn by.
        decks: what is played with; by default the shipped ones.
    """
    for _ in range(500):
        version = chance.choice(game_of(game_id).versions)
        game = game_of(game_id, version)
        catalog = _catalog(chance.choice(game.sample_catalogs()), game.catalog_type)
        try:
            first = _opening(game, catalog, known(game_id), chance, decks)
        except Violation:
            continue
        if applied(Replay(game, catalog).add(first).verdict):
            return Opened(game, catalog, first)
    raise AssertionError(f"{game_id}: no opening is in order")


def usual(game_id: str, chance: Random) -> Opened:
    """An opening of today with the usual readings, for two to four players as chance has it; where
    they cannot play each alone, in two sides."""
    game = game_of(game_id)
    catalog = _catalog(game.sample_catalogs()[0], game.catalog_type)
    files = [read_deck(path.read_text()) for path in game.sample_decks()]
    decks = [deck for deck in files if deck.catalog in ("", catalog.name)]
    for _ in range(500):
        seats = SEATS[: chance.randint(game.players[0], min(game.players[1], 4))]
        enough = len(decks) >= len(seats)
        chosen = chance.sample(decks, len(seats)) if enough else chance.choices(decks, k=len(seats))
        sides = {seat: "red" if at % 2 else "blue" for at, seat in enumerate(seats)}
        first = opening(
            game,
            catalog,
            [(deck.name, deck.cards) for deck in chosen],
            seats,
            terms=Terms(sides=sides if chance.random() < 0.5 else {}),
            lists=[deck.lists for deck in chosen],
        )
        if applied(Replay(game, catalog).add(first).verdict):
            return Opened(game, catalog, first)
    raise AssertionError(f"{game_id}: no opening is in order")


@cache
def _catalog(path: Path, kind: type[Catalog]) -> Catalog:
    return read_catalog(catalog_text(path), kind)


def _opening(
    game: Game, catalog: Catalog, own: Known, chance: Random, given: Sequence[DeckFile]
) -> Opening:
    fewest, most = game.players
    seats = SEATS[: chance.choice((fewest, fewest, chance.randint(fewest, most)))]
    decks = [*given] or [read_deck(path.read_text()) for path in game.sample_decks()]
    decks = [deck for deck in decks if deck.catalog in ("", catalog.name)]
    none = DeckFile(game.id, "none", {})
    others = len(decks) >= len(seats) and chance.random() < 0.5
    chosen = (
        chance.sample(decks, len(seats))
        if others
        else [chance.choice(decks or [none]) for _ in seats]
    )
    teams = chance.choice(({}, {}, {s: chance.choice(("red", "blue")) for s in seats}))
    alone = chance.choice(seats)
    terms = Terms(
        interpretations={
            reading.id: chance.choice(reading.playable)
            for reading in game.rulebook.interpretations.values()
            if chance.random() < 0.2
        },
        sides={s: side for s, side in teams.items() if s != alone or chance.random() < 0.8},
        options={
            name: chance.choice([v for v in (*values, *own.agreed.get(name, ())) if v != ANY])
            for name, values in game.agreed(catalog).items()
            if chance.random() < 0.5
        },
    )
    return opening(
        game,
        catalog,
        [(deck.name if deck is not none else "", deck.cards) for deck in chosen],
        seats,
        lists=[deck.lists for deck in chosen],
        terms=terms,
    )


# -- the players -------------------------------------------------------------------------------


@lru_cache(16)
def played(game_id: str, seed: int) -> tuple[Opened, tuple[Event, ...]]:
    """A whole random match, by the options alone."""
    chance = Random(f"{game_id} {seed}")
    opened = drawn(game_id, chance)
    return opened, tuple(simulate(*opened, chance).events)


@lru_cache(2)
def offered(game_id: str, seed: int) -> Sequence[Sequence[Option]]:
    """What is offered before each entry of that match but the opening, and after the last: to be
    looked at, as what is drawn from an option is drawn for the table as it stands."""
    opened, events = played(game_id, seed)
    match, found = begun(opened), []
    for event in events[1:]:
        before = match.digest()
        found.append(match.options())
        assert match.digest() == before, "a look changed the state"
        match.add(event)
    return [*found, match.options()]


@lru_cache(2)
def replayed(game_id: str, seed: int) -> Replay:
    """That match in one go, which nobody goes on with."""
    opened, events = played(game_id, seed)
    return replay(*opened[:2], events)


def begun(opened: Opened, *, rules: bool = False) -> Replay:
    """A replay that holds the opening; with ``rules`` it takes rulings, too."""
    return Replay(opened.game, opened.catalog, rulings=rules).extend([opened.first])


def go_on(match: Replay, chance: Random, way: Way | None = None) -> Event:
    """One more entry of those that are offered, which is accepted.

    Cards of a hidden hand that are possible one by one need not be possible together; such a
    choice is made again, and so is one that is logged in a way of its own.
    """
    options = match.options()
    for attempt in range(200):
        keeps = attempt < KEPT or chance.random() < 0.5
        option = choose(options, chance) if keeps else chance.choice(options)
        event = event_of(match.game, option, chance)
        logged = way(match, event, chance) if way and keeps else event
        outcome = match.add(logged)
        if applied(outcome.verdict):
            return logged
        told = in_words(match, logged, outcome)
        excused = any(words in told for words in known(match.game.id).refused)
        assert excused or logged != event or option.several(), f"offered, and {told}"
        match.retract()
    raise AssertionError(f"offered, and never accepted: {option}")


def a_way(game_id: str, chance: Random) -> Way | None:
    """How the events of a match are logged: as the options have them, or in a way of the game."""
    return chance.choice((None, *known(game_id).ways))


def in_words(match: Replay, event: Event, outcome: Outcome) -> str:
    """An entry as a line, with what the referee says of it."""
    verdict = outcome.verdict
    said = f"{verdict.rule}: {verdict.message}" if isinstance(verdict, Illegal) else str(verdict)
    return f"entry {outcome.seq}, {write(event, match.game.codec)}: {said}"


def steps(opened: Opened, chance: Random) -> Iterator[tuple[Replay, list[Option]]]:
    """A random match, at every step the replay and the options that are open."""
    match = Dealt(*opened, chance)
    while not match.public.state.over:
        yield match.public, opened.game.options(match.public.table)
        play_on(match, chance)


def chained(events: Sequence[Event]) -> list[Sealed]:
    """The events as the entries of a log, one every 20 seconds."""
    found: list[Sealed] = []
    for seq, event in enumerate(events, 1):
        at = datetime(2026, 3, 14, 10, tzinfo=UTC) + timedelta(seconds=20 * seq)
        number = entry_id(int(at.timestamp() * 1000), seq.to_bytes(10, "big"))
        entry = Entry("m", seq, number, at, at + timedelta(seconds=2), "sk", event)
        found.append(seal(entry, found[-1].hash if found else GENESIS))
    return found
