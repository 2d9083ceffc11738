"""What people wait for: options, replay with facts, random play, and what a phone at the table is
shown after an entry. The rest of it, replay and a line at the table, has parts of its own.

While options are timed, the collector leaves alone what was there before: else the slowest would be
a pause in which it went through all the matches that wait to be measured.
"""

import gc
import statistics
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from cli.venue.seen.offers import Offers, lists_of, verbs_of
from cli.venue.seen.view import view_of
from events.entry import entry_id
from events.event import Event
from referee.catalog import Catalog
from referee.game import Game
from referee.replay.replay import Replay
from storage.log import Draft, Log
from storage.replays import Asked, Replays
from tests.bench.matches import Stored, simulated, spent
from tests.bench.measure import Timing, about, duration, heading, once, rate
from tests.bench.replaying import RULINGS, SLIPS
from tests.bench.table import ENTRIES

STATES = 400
"""In how many states of random matches the options are asked for."""
FEW = 500
"""About how many entries are replayed with their facts."""


def run(game_id: str, count: int | None = None) -> None:
    """Print what one game makes people wait, in processor time.

    Args:
        game_id: the game.
        count: how many matches to simulate; None: enough of them.
    """
    game, catalog, matches = simulated(game_id, count)
    _, _, disputed = simulated(game_id, count, slips=SLIPS, rulings=RULINGS)
    about(f"waiting, {game_id}")
    heading(f"what people wait for, {game_id}: processor time")
    gc.collect()
    gc.freeze()
    seconds = _options(game, catalog, matches)
    gc.unfreeze()
    duration("options, mean", Timing([statistics.fmean(seconds)]))
    duration("options, median", Timing([statistics.median(seconds)]))
    duration("options, slowest", Timing([max(seconds)]))
    for label, each in (("", _few(matches)), (" with slips and rulings", _few(disputed))):
        asked = [
            Asked(m.match, game, catalog, [p.decode() for p in m.payloads], len(m.payloads))
            for m in each
        ]
        entries = sum(len(m.payloads) for m in each)
        rate(f"replay{label} and its facts", entries, once(lambda a=asked: _facts(a)))
    played, took = spent(game_id)
    rate("random play", played, Timing([took]))
    events = min((match.events for match in matches), key=lambda e: abs(len(e) - ENTRIES))
    duration("what a phone at the table is shown", Timing(_views(game, catalog, events)))


def _few(matches: Sequence[Stored]) -> list[Stored]:
    """The first of the matches that hold enough entries together."""
    before = accumulate((len(match.events) for match in matches), initial=0)
    return [match for match, entries in zip(matches, before, strict=False) if entries < FEW]


def _options(game: Game, catalog: Catalog, matches: Sequence[Stored]) -> list[float]:
    """The seconds that the options of each state took."""
    found: list[float] = []
    for match in matches:
        replay = Replay(game, catalog, rulings=False)
        for event in match.events:
            replay.add(event)
            begun = time.process_time()
            game.options(replay.table)
            found.append(time.process_time() - begun)
            if len(found) == STATES:
                return found
    return found


def _facts(asked: Sequence[Asked]) -> None:
    with Replays() as replays:
        for came in replays.of(asked):
            if came.fault is not None or not came.rows:
                raise SystemExit(f"a match of the benchmark gives no facts: {came.fault}")


def _views(game: Game, catalog: Catalog, events: Sequence[Event]) -> list[float]:
    """The seconds that the view of a table took after each entry, with all that may be tapped."""
    found: list[float] = []
    with TemporaryDirectory() as name, Log.open(Path(name) / "log", write=True) as log:
        log.open_match(_draft(events[0]), "m1", catalog)
        match, offers = log.load("m1"), Offers()
        seats = list(match.replay().state.seats)
        for event in events[1:]:
            log.append("m1", [_draft(event)], match=match)
            begun = time.process_time()
            seen = view_of(match, "table")
            if not seen.over:
                shown = (offers.of(match), verbs_of(match, seats, "kim"))
                msgspec.json.encode((seen, dict(lists_of(match, blind=False)), shown))
            found.append(time.process_time() - begun)
    return found


def _draft(event: Event) -> Draft:
    now = datetime.now(UTC)
    return Draft(event, entry_id(int(now.timestamp() * 1000), b"viewsbench"), now, now, "bench")
