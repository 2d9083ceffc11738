"""Whom an entry of a tournament concerns, said so that only their own devices know it.

A stream tells everybody the same. The page of a player asks again where its own mark is among
those of a message; nobody else can tell whose it is.
"""

import hmac
import secrets
from collections.abc import Iterator
from hashlib import sha256

from cli.venue.access.home_tables import Tournament, contest_at
from events.common import Adjust
from events.event import Event
from referee.tournament.state import EndedCall, OpenCall, State

_KEY = secrets.token_bytes(32)


def mark_of(person: str) -> str:
    """The mark of a person, until the venue is started anew."""
    return hmac.new(_KEY, person.encode(), sha256).hexdigest()[:12]


def marks_of(event: Event, tournament: Tournament) -> list[str]:
    """The marks of those whom an entry concerns: who is named, who sits at its table, or whose call
    it is, each with the opponent."""
    state = tournament.state
    known = _call(event, state)
    whom = {*concerned(event, state), *(() if known is None else (known.by,))}
    return sorted({mark_of(each) for each in whom})


def _call(event: Event, state: State) -> OpenCall | EndedCall | None:
    """The call that an entry is about; None where it is about none."""
    appeal = getattr(event, "appeal", 0)
    ruled = (each for each in state.rulings.values() if appeal and each.appeal == appeal)
    call = str(getattr(event, "call", 0) or next((each.call for each in ruled), 0) or "")
    return state.calls_open.get(call) or state.calls_ended.get(call)


def concerned(event: Event, state: State) -> Iterator[str]:
    """Those whom an entry concerns: who is named, or sits at its table, each with the opponent."""
    player = getattr(event, "player", "")
    number, table = getattr(event, "round", 0), getattr(event, "table", 0)
    if isinstance(event, Adjust):
        yield from (each.target.partition("/")[0] for each in event.changes)
    if (known := _call(event, state)) is not None:
        number, table = known.round, known.table
    if player:
        yield player
        number, table = state.turn, 0
    contests = [contest_at(state, number, table)] if table else []
    if player and state.rounds:
        own = state.players.get(player, player)
        contests = [c for c in state.rounds[-1].contests.values() if own in (c.a, c.b)]
    for contest in contests:
        for entrant in (contest.a, contest.b) if contest is not None else ():
            entered = state.entrants.get(entrant)
            yield from (entered.members if entered is not None else ()) or (entrant,)


__all__ = ["concerned", "mark_of", "marks_of"]
