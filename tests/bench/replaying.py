"""Validated replay on one core, from stored bytes; peers in the same run where installed.

eventsourcing folds an aggregate without rules; python-chess pushes moves with a check of their
legality, which are steps of another size.
"""

import importlib.util
import random
from collections.abc import Callable
from functools import cache

from referee.catalog import Catalog
from referee.game import Game
from referee.replay.replay import replay
from tests.bench.matches import Stored, long_matches, simulated
from tests.bench.measure import about, heading, rate, timed, timed_together

Work = Callable[[], object]
SLIPS, RULINGS = 0.05, 0.02
"""How often somebody logs something by mistake, and a judge rules, before an entry."""


def replay_all(game: Game, catalog: Catalog, matches: list[Stored]) -> None:
    """Bytes to verdicts, state, facts and noted digests, which are compared."""
    decode = game.codec.events_of
    for match in matches:
        result = replay(game, catalog, decode(match.payloads))
        if result.noted != match.digests:
            raise SystemExit(f"{match.match}: the digests differ")


def run(game_id: str, count: int | None = None) -> None:
    """Print the figures for one game, of so many matches."""
    about(f"replay, {game_id}")
    heading(f"validated replay, {game_id}, one core, from stored bytes")
    game, catalog, matches = simulated(game_id, count)
    _, _, disputed = simulated(game_id, count, slips=SLIPS, rulings=RULINGS)
    own = {"replay": matches, "replay with slips and rulings": disputed}
    works: dict[str, tuple[int, Work]] = {
        name: (
            sum(len(m.payloads) for m in each),
            lambda each=each: replay_all(game, catalog, each),
        )
        for name, each in own.items()
    }
    for name, (entries, _) in works.items():
        played = len(own[name])
        print(f"{name}: {played} matches, {entries:,} entries, all noted digests compared")
    works |= _peers()
    timings = timed_together({name: work for name, (_, work) in works.items()})
    theirs = {name: works[name][0] / timings[name].median for name in _peers()}
    for name, (entries, _) in works.items():
        rate(name, entries, timings[name], peers={} if name in theirs else theirs)
    for name, events in long_matches(game_id).items():
        print(f"{name}: {len(events):,} entries")
        timing = timed(lambda events=events: replay(game, catalog, events))
        rate(name, len(events), timing, peers=theirs)


@cache
def _peers() -> dict[str, tuple[int, Work]]:
    """What others do, once in a process: a class of theirs cannot be registered twice."""
    return {**_rehydrate(), **_chess()}


def _chess() -> dict[str, tuple[int, Work]]:
    if importlib.util.find_spec("chess") is None:
        print("python-chess is not installed: pip install chess")
        return {}
    import chess

    chance = random.Random(7)
    games: list[list[str]] = []
    for _ in range(20):
        board = chess.Board()
        moves: list[str] = []
        while not board.is_game_over() and len(moves) < 150:
            move = chance.choice(list(board.legal_moves))
            moves.append(move.uci())
            board.push(move)
        games.append(moves)

    def play() -> None:
        for moves in games:
            board = chess.Board()
            for move in moves:
                board.push_uci(move)

    return {"python-chess": (sum(map(len, games)), play)}


def _rehydrate() -> dict[str, tuple[int, Work]]:
    if importlib.util.find_spec("eventsourcing") is None:
        print("eventsourcing is not installed: pip install eventsourcing")
        return {}
    from eventsourcing.application import Application
    from eventsourcing.domain import Aggregate, event

    class Dog(Aggregate):
        @event("Registered")
        def __init__(self, name: str) -> None:
            self.name = name
            self.tricks: list[str] = []

        @event("TrickAdded")
        def add_trick(self, trick: str) -> None:
            self.tricks.append(trick)

    app: Application = Application()
    dog = Dog("fido")
    for number in range(2000):
        dog.add_trick(f"trick {number}")
    app.save(dog)
    return {"eventsourcing": (2001, lambda: app.repository.get(dog.id))}
