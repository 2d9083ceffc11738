"""What a tournament or match says of a person: the venue adds no right (VN-5.1)."""

from typing import TYPE_CHECKING, Any

from cli.venue.access.refused import Forbidden
from cli.venue.access.session import WATCHING, Invitation, Role
from referee.house import judges
from referee.table import MatchState, Table
from referee.tournament.state import State

if TYPE_CHECKING:
    from storage.log import Log


def plays(person: str, state: State) -> bool:
    """Whether somebody plays in a tournament, alone or in a team."""
    return person in state.players or (person in state.entrants and not _is_team(person, state))


def _is_team(entrant: str, state: State) -> bool:
    return bool(state.entrants[entrant].members)


def stands(role: Role, person: str, state: State) -> bool:
    """Whether a tournament says that a person is what a device is used as."""
    if role in WATCHING or role == "entrant":
        return True
    if role == "player":
        return plays(person, state)
    return role in state.roles.get(person, ())


def stands_in_match(role: Role, person: str, table: "Table[Any, Any]") -> bool:
    """The same of a match that is of no tournament. Where it does not say who judges it, anybody
    may, and the referee takes it on trust."""
    state: MatchState[Any] = table.state
    if role in WATCHING:
        return True
    if role == "entrant":
        return False  # nobody registers for a match alone
    if role == "player":
        return person in table.persons.values()
    held = state.roles.get(person, ())
    if role == "scorekeeper":
        return role in held or not any("scorekeeper" in each for each in state.roles.values())
    return role in held or (not judges(state) and person not in table.persons.values())


def require_standing(log: "Log", invitation: Invitation) -> None:
    """See that somebody is what a code is for.

    Raises:
        Forbidden: the tournament or match does not say so.
        LogError: there is no such tournament or match.
    """
    role, person = invitation.role, invitation.person
    match = log.live(invitation.event)
    if not match.replay().opened:
        raise Forbidden(f"{match.id} has no legal opening")
    table = match.replay().table
    if invitation.stream:
        if not stands(role, person, table.state):
            raise Forbidden(f"{person} is not {role} of {match.id}", "appoint, or enter, first")
    elif not stands_in_match(role, person, table):
        raise Forbidden(f"{person} is not {role} of {match.id}", "its opening says who is")


def over(log: "Log", invitation: Invitation) -> bool:
    """Whether what a code is for has ended: its round, its event, or its match (VN-5.2).

    Raises:
        LogError: there is no such tournament or match.
    """
    state = log.live(invitation.event).replay().state
    if not invitation.stream:
        return False  # a match that is over may be read, and disputed
    return bool(state.over) or bool(invitation.ends and state.turn > invitation.ends)
