"""Who may log what (TR-1.8), and which common events have no place here (TR-1.9)."""

from typing import NoReturn

from events.common import (
    AgreeResult,
    Begins,
    CallJudge,
    CloseCall,
    Concede,
    Confirm,
    Contest,
    Penalty,
    Record,
    Score,
    TimeCalled,
)
from events.entry import verb
from referee.english import one_of
from referee.tournament.handlers import handles
from referee.tournament.state import Hall

DESK = ("organiser", "head-judge", "scorekeeper")
JUDGES = ("organiser", "head-judge", "judge")
HEAD = ("organiser", "head-judge")
ORGANISER = ("organiser",)
STAFF = ("organiser", "head-judge", "judge", "scorekeeper")


def has_role(t: Hall, person: str, roles: tuple[str, ...]) -> bool:
    """Whether somebody has one of these roles."""
    return not set(roles).isdisjoint(t.state.roles.get(person, ()))


def require_role(t: Hall, person: str, roles: tuple[str, ...]) -> None:
    """Refuse an entry of somebody who has none of these roles (TR-1.8)."""
    if not has_role(t, person, roles):
        able = [who for who in t.state.roles if has_role(t, who, roles)]
        t.refuse(
            "TR-1.8",
            "{by} is not {roles} here",
            by=person,
            roles=" or ".join(roles),
            legal=one_of(sorted(able)) if able else f"appoint {roles[-1]}",
        )


def require_role_or(t: Hall, person: str, roles: tuple[str, ...], player: str) -> None:
    """The same, but for what players may also log of themselves."""
    if person != player:
        require_role(t, person, roles)


_MEANT = {
    Concede: "report with how=concession, or drop",
    AgreeResult: "attest, or report",
    TimeCalled: "time",
    CallJudge: "call",
    CloseCall: "end-call",
    Contest: "attest, or appeal",
    Confirm: "attest",
    Penalty: "infraction",
    Score: "a score in the game itself, or report",
    Begins: "a turn in the game itself",
    Record: "how much is told of the game itself, or option=record of the opening",
}


@handles
def no_place(
    t: Hall,
    e: Concede
    | AgreeResult
    | TimeCalled
    | CallJudge
    | CloseCall
    | Contest
    | Confirm
    | Penalty
    | Score
    | Begins
    | Record,
) -> NoReturn:
    """TR-1.9: what is of a match has another name here."""
    t.forbid(
        "TR-1.9",
        "{verb} is of a match, not of a tournament",
        verb=verb(e),
        legal=_MEANT[type(e)],
    )
