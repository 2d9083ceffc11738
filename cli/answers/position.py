"""Where a match stands, as answers show it: whose turn, what is owed, what may come next."""

from typing import Annotated, Any, TypeAlias

from msgspec import Meta

from cli.answers.answer import UNSET, Answer, UnsetType
from cli.answers.calls import OpenCall, open_calls
from referee.fact import Ending
from referee.house import judges, members, sides
from referee.obligation import Obligation
from referee.replay.replay import Replay
from referee.table import result_of

AnyDue: TypeAlias = Annotated[
    dict[str, Any],
    Meta(
        description="What somebody has to do, or may: the task and the text say it in words; seat, "
        "rule, since (the entry that created it) and must; and fields of the task's own.",
        extra_json_schema={
            "properties": {
                "task": {"type": "string"},
                "text": {"type": "string"},
                "seat": {"type": "string"},
                "rule": {"type": "string"},
                "since": {"type": "integer"},
                "must": {"type": "boolean"},
            },
            "required": ["task", "text", "seat", "rule", "since", "must"],
        },
    ),
]


class Positioned(Answer, frozen=True, kw_only=True):
    """An answer that ends with where the match stands.

    Args:
        open: whether the match has a legal opening; the following is only there if so.
        turn: how many turns have begun.
        active: the seat whose turn it is; empty before the first.
        sides: each side with its seats.
        out: the sides that have left the match.
        over: how the match ended; empty while it is on.
        result: with what result; null while it is on.
        winners: the sides that won.
        calls: the entries that called a judge and are not closed.
        open_calls: the same calls, each with who called and what it is about.
        judges: each person who may rule, with the authority.
        due: what is required or offered, oldest first.
        next: for each seat, the verbs that may be logged next.
    """

    open: bool
    turn: int | UnsetType = UNSET
    active: str | UnsetType = UNSET
    sides: dict[str, tuple[str, ...]] | UnsetType = UNSET
    out: tuple[str, ...] | UnsetType = UNSET
    over: str | UnsetType = UNSET
    result: Ending | UnsetType | None = UNSET
    winners: tuple[str, ...] | UnsetType = UNSET
    calls: tuple[int, ...] | UnsetType = UNSET
    open_calls: tuple[OpenCall, ...] | UnsetType = UNSET
    judges: dict[str, str] | UnsetType = UNSET
    due: tuple[AnyDue, ...] | UnsetType = UNSET
    next: dict[str, tuple[str, ...]] | UnsetType = UNSET


def position_fields(replay: Replay) -> dict[str, Any]:
    """The fields of a :class:`Positioned`."""
    if not replay.opened:
        return {"open": False}
    state, game = replay.state, replay.game
    result = result_of(state)
    verbs: dict[str, dict[str, None]] = {}
    for option in replay.options():
        verbs.setdefault(option.seat, {})[option.verb] = None
    return {
        "open": True,
        "turn": state.turn,
        "active": state.active,
        "sides": {side: tuple(members(state, side)) for side in sides(state)},
        "out": tuple(state.out),
        "over": state.over,
        "result": result.result if result is not None else None,
        "winners": result.winners if result is not None else (),
        "calls": tuple(state.calls),
        "open_calls": tuple(open_calls(replay)),
        "judges": judges(state),
        "due": tuple(_due(due) for due in game.obligations(replay.table)),
        "next": {seat: tuple(found) for seat, found in verbs.items()},
    }


def _due(due: Obligation) -> AnyDue:
    """What somebody has to do, in words and in fields, with those at their default."""
    fields = {name: getattr(due, name) for name in due.__struct_fields__}
    return {"task": due.task, "text": due.text(), **fields}
