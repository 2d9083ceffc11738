"""A tournament of 1,024 players over ten rounds: folded from stored bytes, old results struck, and
new ones acknowledged one by one."""

import os
import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory

from events.common import Strike
from events.entry import entry_id
from events.event import Event
from events.tournament import Report
from referee.games.registry import game_of
from referee.replay.replay import Replay, replay
from referee.tournament.policy import Policy
from referee.tournament.simulating import Plan, Simulated, simulate_event
from storage.log import Draft, Log
from tests.bench.matches import Stored, stored
from tests.bench.measure import Timing, about, duration, heading, timed
from tests.tournament.histories import shipped

PLAYERS, ROUNDS = 1_024, 10
ACKNOWLEDGED = 300
"""So many results are logged with a commit each."""
GAME = game_of("tournament")


def run() -> None:
    """Print what a large tournament costs."""
    about("tournament")
    heading(f"a tournament of {PLAYERS:,} players over {ROUNDS} rounds")
    policy = shipped("standard")
    for label, mistaken in (("", 0.0), (", results put right", 0.01)):
        plan = Plan(players=PLAYERS, rounds=ROUNDS, attested=1.0, mistaken=mistaken, infractions=0)
        event = simulate_event(GAME, policy, plan, Random(1))
        kept = stored("sunday", event.events, event.replay.noted)
        strikes = sum(isinstance(each, Strike) for each in event.events)
        print(f"{len(event.events):,} entries, {strikes} of them strikes")
        timing = timed(lambda kept=kept: _folded(kept, policy), runs=3)
        duration(f"fold of the whole{label}", timing)
    _struck(event)
    _acknowledged(event)


def _folded(kept: Stored, policy: Policy) -> None:
    """Bytes to verdicts, state, facts and noted digests, which are compared."""
    if replay(GAME, policy, GAME.codec.events_of(kept.payloads)).noted != kept.digests:
        raise SystemExit("the digests differ")


def _struck(event: Simulated) -> None:
    """A judge strikes a result, of an early round and of the last."""
    whole = Replay(GAME, event.replay.catalog).extend(event.events[:-1])
    for number in (1, ROUNDS // 2, ROUNDS):
        contests = iter(whole.state.rounds[number - 1].contests.values())
        seconds = []
        for contest in [c for c in contests if c.result and not c.disputed][:3]:
            start = time.perf_counter()
            whole.add(Strike("hugo", contest.result.seq, "head"))
            seconds.append(time.perf_counter() - start)
        duration(f"strike of a result of round {number}", Timing(seconds))


def _acknowledged(event: Simulated) -> None:
    """Results of the last round come in, with a commit each."""
    posted = event.replay.state.rounds[-1].posted
    with TemporaryDirectory() as folder, Log.open(Path(folder) / "log", write=True) as log:
        catalog = event.replay.catalog
        log.open_match(_draft(event.events[0]), "open", catalog)
        match = log.load("open")
        log.append("open", [_draft(each) for each in event.events[1:posted]], match=match)
        contests = match.replay().state.rounds[-1].contests.values()
        left = [c.table for c in contests if c.result is None][:ACKNOWLEDGED]
        seconds = []
        for table in left:
            made = [_draft(Report("sam", ROUNDS, table, 2, 0))]
            start = time.perf_counter()
            log.append("open", made, match=match)
            seconds.append(time.perf_counter() - start)
    duration(f"report acknowledged, median of {len(left)}", Timing(seconds))
    duration("report acknowledged, p99", Timing([quantiles(seconds, n=100)[-1]]))


def _draft(event: Event) -> Draft:
    now = datetime.now(UTC)
    return Draft(event, entry_id(int(now.timestamp() * 1000), os.urandom(10)), now, now, "bench")
