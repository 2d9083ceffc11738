"""Who judges a match, as it is said at the terminal, and names that nobody has said to judge."""

from collections.abc import Sequence
from typing import Annotated

import typer

from cli.arguments import complete_judge
from cli.failure import Failure
from cli.reading.matches import Source
from events.common import Appoint, JudgeRole
from events.entry import verb
from events.event import Event
from events.notation import quote
from referee.house import judges, seat_of, signers

_HEAD = ("head", "head-judge")
"""A head judge, in short and in the word of the record."""


def named_judges(given: Sequence[str]) -> dict[str, JudgeRole]:
    """Who judges a match, each from ``name`` or ``name=head``.

    Raises:
        Failure: one has another form, or is given twice.
    """
    found: dict[str, JudgeRole] = {}
    for each in given:
        name, sign, right = (part.strip() for part in each.partition("="))
        if not name or (sign and right not in (*_HEAD, "judge")):
            raise Failure(f"--judge {each}: expected NAME or NAME=head")
        if name in found:
            raise Failure(f"--judge {each}: {name} is given twice")
        found[name] = "head-judge" if right in _HEAD else "judge"
    return found


JudgingOption = Annotated[
    str | None,
    typer.Option(
        "--judge",
        "-j",
        metavar="NAME",
        help="A judge who asks: chances are exact, by all that was shown.",
        autocompletion=complete_judge,
    ),
]
"""Who looks at a match: a judge, where it is one."""


def may_see_all(asked: Source, judge: str | None) -> bool:
    """Whether whoever asks may be told what the players of a match that goes on are not.

    Args:
        judge: the judge who asks; nobody for a player.

    Raises:
        Failure: that is a player, or the match names its judges and this is none of them.
    """
    replay = asked.replay()
    if judge is None or not replay.opened:
        return replay.opened and bool(replay.state.over)
    named = judges(replay.state)
    if named and judge not in named and replay.table.persons.get(judge) not in named:
        raise Failure(
            f"--judge {judge}: not a judge of this match", f"judges are {', '.join(named)}"
        )
    if not named and seat_of(replay.table, judge):
        raise Failure(f"--judge {judge}: plays in this match", "a judge who does not")
    return True


def require_known_judges(logged: Source, events: Sequence[Event]) -> None:
    """Refuse a line that begins with a name that the match does not have before a judge's verb:
    a slip of the pen is no judge.

    Raises:
        Failure: there is one.
    """
    if not logged.replay().opened:
        return
    state = logged.replay().state
    known = {*state.seats, *state.roles, *signers(logged.events)}
    for event in events:
        if isinstance(event, Appoint):
            known.add(event.person)
        name = getattr(event, "judge", "")
        if name and name not in known:
            judging = ", ".join(judges(state)) or "nobody is named"
            kind = verb(type(event))
            raise Failure(
                f"{name} {kind}: {name} is neither a seat nor a judge of this match ({judging})",
                f"name a judge first: BY appoint {quote(name)} judge; or referee rule --judge",
            )
