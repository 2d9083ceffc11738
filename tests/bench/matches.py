"""Simulated matches as stored bytes: the material of the benchmarks."""

import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random
from typing import NamedTuple

from events.common import Opening
from events.entry import Entry, entry_id, seal
from events.event import Event
from events.notation import read
from referee.catalog import Catalog, DeckFile, read_catalog, read_deck
from referee.game import Game
from referee.games.registry import game_of
from referee.replay.simulate import Mishaps, opening, simulate
from storage.catalogs import catalog_text

LONG = {"wondervale": ("ana agree-health 1000", "ana agree-health 10000")}
"""How the matches of a game begin that take long."""
BACKED_UP = 0.7
"""How often a judge rules in a match that takes long in any game."""

ENOUGH, MOST = 2_000, 300
"""How many entries the matches of a game hold together, and how many matches those may be at most,
where neither is asked for: games differ by ten times in what it costs to simulate one."""
TOLD_EVERY = 5.0
"""After how many seconds of simulating it is said how far that is."""

START = datetime(2026, 3, 14, 10, tzinfo=UTC)


class Stored(NamedTuple):
    """One match as the log keeps it."""

    match: str
    events: list[Event]
    payloads: list[bytes]
    hashes: list[str]
    digests: dict[int, str]


_SIMULATED: dict[tuple[str, int, float, float], list[Stored]] = {}
_SPENT: Counter[tuple[str, int, float, float]] = Counter()
"""The nanoseconds of the processor in which they were played."""


def spent(game_id: str, seed: int = 7) -> tuple[int, float]:
    """How many entries of a game were played at random in this process, without slips and rulings,
    and in how many seconds of the processor."""
    key = game_id, seed, 0.0, 0.0
    return sum(len(match.events) for match in _SIMULATED[key]), _SPENT[key] / 1e9


def edition(game_id: str) -> tuple[Game, Catalog, list[DeckFile]]:
    """A game with its shipped catalog and decks."""
    game = game_of(game_id)
    catalog = read_catalog(catalog_text(game.sample_catalogs()[0]), game.catalog_type)
    return game, catalog, [read_deck(path.read_text("utf-8")) for path in game.sample_decks()]


def begun(game: Game, catalog: Catalog, decks: list[DeckFile], number: int = 0) -> Opening:
    """A match with a deck for each of as few players as the game takes, others for the next."""
    places = range(number, number + game.players[0])
    dealt = [decks[place % len(decks)] for place in places] if decks else []
    named = [(deck.name, deck.cards) for deck in dealt] or [("", {})] * game.players[0]
    return opening(game, catalog, named, lists=[deck.lists for deck in dealt])


def simulated(
    game_id: str,
    count: int | None = None,
    seed: int = 7,
    *,
    slips: float = 0.0,
    rulings: float = 0.0,
) -> tuple[Game, Catalog, list[Stored]]:
    """Random matches, sealed entry by entry, ten seconds apart; none is simulated twice.

    Args:
        game_id: the game.
        count: how many; as many as hold :data:`ENOUGH` entries where None.
        seed: of the first; each further one has the next.
        slips: as in :func:`~referee.replay.simulate.simulate`.
        rulings: as there.
    """
    game, catalog, decks = edition(game_id)
    found = _SIMULATED.setdefault((game_id, seed, slips, rulings), [])
    told = time.monotonic()
    for number in range(MOST if count is None else count):
        if count is None and sum(len(each.events) for each in found[:number]) >= ENOUGH:
            return game, catalog, found[:number]
        if number < len(found):
            continue
        first = begun(game, catalog, decks, number)
        chance = Random(seed + number)
        begins = time.process_time_ns()
        replay = simulate(game, catalog, first, chance, mishaps=Mishaps(slips, rulings))
        _SPENT[game_id, seed, slips, rulings] += time.process_time_ns() - begins
        found.append(stored(f"m{number:06}", replay.events, replay.noted))
        if time.monotonic() - told > TOLD_EVERY:
            told = time.monotonic()
            print(f"simulating {game_id}: {len(found)} matches so far", file=sys.stderr)
    return game, catalog, found[:count]


def long_matches(game_id: str, seed: int = 7) -> dict[str, list[Event]]:
    """Matches of many entries, to see whether the cost of one grows with their number."""
    game, catalog, decks = edition(game_id)
    first = begun(game, catalog, decks)
    lines = {line: [read(line, game.codec)] for line in LONG.get(game_id, ())}
    found = {
        f"one match with {line!r}": simulate(game, catalog, first, Random(seed), then).events
        for line, then in lines.items()
    }
    backed_up = (
        simulate(
            game, catalog, first, Random(seed + more), mishaps=Mishaps(rulings=BACKED_UP)
        ).events
        for more in range(2)
    )
    return {**found, "one long match, backed up often": max(backed_up, key=len)}


def stored(match: str, events: list[Event], digests: dict[int, str]) -> Stored:
    """Seal a match's events."""
    payloads, hashes, previous = [], [], "0" * 64
    for seq, event in enumerate(events, 1):
        at = START + timedelta(seconds=10 * seq)
        milliseconds = int(at.timestamp() * 1000)
        ident = entry_id(milliseconds, f"{match[-6:]}{seq:04}".encode())
        sealed = seal(Entry(match, seq, ident, at, at, "bench", event), previous)
        previous = sealed.hash
        payloads.append(sealed.payload)
        hashes.append(sealed.hash)
    return Stored(match, events, payloads, hashes, dict(digests))
