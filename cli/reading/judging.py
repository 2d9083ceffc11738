"""Who judges a match, as it is said at the terminal, and names that nobody has said to judge."""

from collections.abc import Sequence

from cli.failure import Failure
from cli.reading.matches import Source
from events.common import Appoint, JudgeRole
from events.entry import verb
from events.event import Event
from events.notation import quote
from referee.house import judges, signers


def named_judges(given: Sequence[str]) -> dict[str, JudgeRole]:
    """Who judges a match, each from ``name`` or ``name=head``.

    Raises:
        Failure: one has another form, or is given twice.
    """
    found: dict[str, JudgeRole] = {}
    for each in given:
        name, sign, right = (part.strip() for part in each.partition("="))
        if not name or (sign and right != "head"):
            raise Failure(f"--judge {each}: expected NAME or NAME=head")
        if name in found:
            raise Failure(f"--judge {each}: {name} is given twice")
        found[name] = "head-judge" if sign else "judge"
    return found


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
