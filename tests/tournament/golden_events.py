"""The golden texts of whole events: all that each logs, what came of it, how it ends.

They lie in ``tests/tournament/golden``; ``python -m tests.golden`` writes them anew. Where chance
is asked once more or once less than before, the whole event is another one: then look at how it
reads, not at each line.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from typing import NamedTuple

from events.notation import write
from referee.games.registry import game_of
from referee.replay.replay import Replay
from referee.tournament.pairing import Unpairable
from referee.tournament.simulating import ListOf, Plan, Simulated, Tables, simulate_event
from referee.tournament.standings.current import standings_of
from referee.verdict import Verdict, name_of
from tests.golden import said, shown
from tests.tournament.halls import GAME, Hall, opening, posted
from tests.tournament.histories import shipped
from tests.tournament.laws import LIES
from tests.tournament.lies import lie

FOLDER = Path(__file__).parent / "golden"


class Kind(NamedTuple):
    """An event that is told whole.

    Attributes:
        policy: the shipped policy.
        plan: what it is like.
        seed: of its chance.
        logged: whether its games are logged, as matches of the shipped game of examples.
    """

    policy: str
    plan: Plan
    seed: int
    logged: bool = False


BUSY = Plan(
    players=9,
    rounds=4,
    cut=4,
    overnight=2,
    decks="closed",
    awarded=0.15,
    late=0.2,
    drops=0.08,
    back=0.5,
    absent=0.08,
    agreed=0.1,
    disputed=0.2,
    mistaken=0.2,
    unfinished=0.4,
    given=0.3,
    repaired=0.5,
    calls=0.3,
    appeals=0.5,
    checks=0.2,
    infractions=0.25,
    paused=0.5,
)
"""Much of all that can happen."""

EVENTS: Mapping[str, Kind] = {
    "small": Kind("standard", Plan(players=5, rounds=2), 11),
    "busy": Kind("standard", BUSY, 1),
    "lies": Kind("standard", Plan(players=8, rounds=3, cut=2, decks="open", lies=LIES, lie=lie), 5),
    "margin": Kind("margin", Plan(players=7, rounds=3, best_of=1, mistaken=0.2), 2),
    "chess": Kind("chess-like", Plan(players=12, rounds=5, best_of=1, late=0.2, drops=0.1), 3),
    "final": Kind("grand-archive", Plan(players=8, rounds=3, cut=4, infractions=0.2), 4),
    "logged": Kind(
        "standard",
        Plan(players=4, rounds=2, cut=2, decks="open", infractions=0.3, mistaken=0.3),
        1,
        logged=True,
    ),
    "crowd": Kind(
        "standard", Plan(players=20, cut=8, lies=0.05, lie=lie, awarded=0.1, unfinished=0.3), 6
    ),
}
FORMATS: Mapping[str, Mapping[str, str | int]] = {
    "round-robin": {"format": "round-robin"},
    "elimination": {"format": "elimination"},
    "teams": {"teams": 2, "rounds": 2},
}
"""The options of what is played in other ways than simulated events are."""
SIX = "ana bo cy dee eva fay"


def golden_path(name: str) -> Path:
    """Where the golden text of an event lies."""
    return FOLDER / f"{name}.txt"


def event_text(name: str) -> str:
    """The golden text of an event as it is played now."""
    if name in FORMATS:
        replay = _by_format(FORMATS[name])
        return "\n".join([*_entries(replay), *_standings(replay), *_board(replay)]) + "\n"
    event = _played(EVENTS[name])
    lines = (
        *_entries(event.replay, event.times, event.lies),
        *_standings(event.replay),
        *_truth(event),
        *_board(event.replay),
    )
    return "\n".join(lines) + "\n"


def _played(kind: Kind) -> Simulated:
    game, policy, chance = game_of("tournament", "1"), shipped(kind.policy), Random(kind.seed)
    if not kind.logged:
        return simulate_event(game, policy, kind.plan, chance)
    from tests.bench.matches import edition

    played, catalog, decks = edition("wondervale")
    lists = [ListOf(deck.name, deck.cards, deck.lists) for deck in decks]
    tables = Tables(played, catalog, lists)
    return simulate_event(game, policy, kind.plan, chance, name="sat", tables=tables)


def _by_format(options: Mapping[str, str | int]) -> Replay:
    """Six entrants, or four teams, play until there is no further round."""
    chance, match = Random(8), Hall(GAME, shipped(), opening(shipped(), **options))
    names = SIX.split() if "teams" not in options else ["red", "blue", "green", "grey"]
    for name in names:
        members = [f"{name}{n} team={name}" for n in (1, 2)] if "teams" in options else [name]
        match.play("; ".join(f"lena enter {each}" for each in members))
    while True:
        try:
            posted(match)
        except (Unpairable, AssertionError):
            return match.replay
        number = match.state.turn
        for contest in list(match.state.rounds[-1].contests.values()):
            for board in ("a", "b") if "teams" in options else ("",):
                score = chance.choice(("2 0", "2 1", "1 2", "0 2"))
                match.play(
                    f"lena report {number} {contest.table} {score}{board and f' board={board}'}"
                )
        if number == 2 and options.get("format") == "round-robin":
            match.play(f"lena drop {names[2]}")


def _entries(
    replay: Replay, times: Sequence[datetime] = (), lies: Collection[int] = ()
) -> Iterator[str]:
    codec = game_of("tournament", "1").codec
    for seq, each in enumerate(replay.events, 1):
        verdict = replay.verdicts[seq - 1]
        line = write(each, codec) if seq > 1 else "opening"
        at = f" {times[seq - 1]:%d %H:%M:%S}" if times else ""
        yield f"{seq:>3}{at} {name_of(verdict):8}  {line}{' (false)' if seq in lies else ''}"
        yield from (f"                {text}" for text in said(verdict))
        yield from (f"                {shown(fact)}" for fact in replay.facts(seq))
        now = replay.standing(seq)
        if _name(now) != _name(verdict):
            yield f"                in the end: {_name(now)}"


def _name(verdict: Verdict | None) -> str:
    return "not in force" if verdict is None else name_of(verdict)


def _standings(replay: Replay) -> Iterator[str]:
    yield ""
    yield "Standings"
    for each in standings_of(replay.state, replay.table.catalog):
        figures = "  ".join(f"{word} {value}" for word, value in each.tiebreaks.items())
        by = " by lot" if each.lot else " shared" if each.shared else ""
        yield f"{each.place:>3} {each.player:8} {each.points!s:>5}  {figures}{by}"


def _truth(event: Simulated) -> Iterator[str]:
    yield ""
    yield "What is true"
    points, games = event.tally.points(), event.tally.games()
    for player in sorted(points):
        won, lost, drawn = games[player]
        yield f"    {player:8} {points[player]!s:>5}  games {won}-{lost}-{drawn}"
    if event.lied:
        yield ""
        yield "What was false"
        yield from (f"    {kind}: {count}" for kind, count in sorted(event.lied.items()))
    for match in event.matches:
        yield f"match {match.match}: {len(match.entries)} entries, {match.hash[:16]}"


def _board(replay: Replay) -> Iterator[str]:
    yield ""
    for panel in replay.game.board(replay.table):
        yield panel.title
        yield from (f"    {label}  {text}" for label, text in panel.rows)
    yield f"digest {replay.digest()}"


def write_events() -> None:
    """Write all of them anew."""
    FOLDER.mkdir(exist_ok=True)
    for name in (*EVENTS, *FORMATS):
        golden_path(name).write_text(event_text(name), encoding="utf-8")
