"""What ``--json`` prints: the same answers as plain values for programs."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from events.entry import Entry
from events.event import Event
from events.notation import write
from referee.fact import Fact
from referee.game import Game
from referee.house import judges, members, sides
from referee.obligation import Obligation
from referee.replay.causes import Refusal
from referee.replay.compare import Difference
from referee.replay.replay import Change, Outcome, Replay
from referee.table import result_of
from referee.verdict import Verdict, as_json


def verdict_json(verdict: Verdict | None) -> dict[str, Any]:
    """A verdict; None stands for not in force."""
    return {"verdict": "not in force"} if verdict is None else as_json(verdict)


def refusal_json(
    refusal: Refusal | None, following: Mapping[int, Sequence[int]], game: Game
) -> dict[str, Any]:
    """Of an entry that was or is illegal: whose consequence it is, or what followed from it."""
    if refusal is None:
        return {}
    return {
        "root": refusal.root,
        "followed": list(following.get(refusal.seq, ())),
        "forgotten": [write(step, game.codec) for step in refusal.forgotten],
        "remedy": refusal.remedy,
        "remedied_by": refusal.remedied_by,
    }


def facts_json(facts: Sequence[Fact]) -> list[dict[str, Any]]:
    """Facts with all their fields; ``fact`` names the type."""
    return [msgspec.to_builtins(fact) for fact in facts]


def changes_json(changes: Sequence[Change]) -> list[dict[str, Any]]:
    """Entries whose standing changed."""
    return [
        {"seq": c.seq, "before": verdict_json(c.before), "after": verdict_json(c.after)}
        for c in changes
    ]


def differences_json(differences: Sequence[Difference]) -> list[dict[str, Any]]:
    """Places where two states differ; null stands for not there."""
    return [msgspec.to_builtins(each) for each in differences]


def outcome_json(outcome: Outcome, event: Event, game: Game) -> dict[str, Any]:
    """An entry with its verdict and all that followed."""
    return {
        "seq": outcome.seq,
        "line": write(event, game.codec),
        "event": msgspec.to_builtins(event),
        **verdict_json(outcome.verdict),
        "consequences": facts_json(outcome.facts),
        "changes": changes_json(outcome.changes),
    }


def entry_json(entry: Entry[Event], game: Game) -> dict[str, Any]:
    """An entry as it was logged."""
    return {
        "seq": entry.seq,
        "id": entry.id,
        "played_at": entry.played_at,
        "recorded_at": entry.recorded_at,
        "recorded_by": entry.recorded_by,
        "line": write(entry.event, game.codec),
        "event": msgspec.to_builtins(entry.event),
    }


def position_json(replay: Replay) -> dict[str, Any]:
    """Where a match stands: whose turn, what is owed, how it ended, which verbs come next."""
    if not replay.opened:
        return {"open": False}
    state, game = replay.state, replay.game
    result = result_of(state)
    verbs: dict[str, list[str]] = {}
    for option in game.options(replay.table):
        found = verbs.setdefault(option.seat, [])
        if option.verb not in found:
            found.append(option.verb)
    return {
        "turn": state.turn,
        "active": state.active,
        "sides": {side: members(state, side) for side in sides(state)},
        "out": state.out,
        "over": state.over,
        "result": result.result if result is not None else None,
        "winners": result.winners if result is not None else (),
        "calls": state.calls,
        "judges": judges(state),
        "due": [_due(due) for due in game.obligations(replay.table)],
        "next": verbs,
    }


def _full(struct: msgspec.Struct) -> dict[str, Any]:
    """A Struct with its defaults, which its own encoding may leave out."""
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def _due(due: Obligation) -> dict[str, Any]:
    """What somebody has to do, in words and in fields."""
    return {"task": due.task, "text": due.told(), **_full(due)}
