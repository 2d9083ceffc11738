"""What of a tournament is to be explained, by the name that people have for it."""

import re

from cli.failure import Failure, Status
from cli.reading.matches import Source
from cli.tournament.explaining.cut import explain_cut
from cli.tournament.explaining.pairing import explain_pairing, explain_round
from cli.tournament.explaining.penalty import explain_given
from cli.tournament.explaining.standings import explain_standing
from events.notation.words import nearest
from referee.tournament.state import State

_ROUND = re.compile(r"r(?P<round>[1-9]\d?)(?:t(?P<table>\d{1,4})|:(?P<player>.+))?")
_PENALTY = re.compile(r"p(?P<seq>\d{1,9})")
CUT = "cut"
FORMS = "a player, r3, r3t12, r3:PLAYER, p57, cut, or an entry by its number"


def explain_part(
    asked: Source, what: str, *, after: int | None = None, instead: str | None = None, json: bool
) -> Status:
    """Explain a standing (``ana``), a round (``r3``), a pairing (``r3t12``, ``r3:ana``), a penalty
    (``p57``, by its entry) or the cut (``cut``).

    Args:
        asked: the tournament.
        what: its name; that of an entrant comes first.
        after: after which round a standing is asked; None for now.
        instead: whom those of a pairing would have met.
        json: whether it is told for machines.

    Raises:
        Failure: there is nothing of that name, or what else is asked does not go with it.
    """
    if not asked.replay().opened:
        raise Failure(f"{asked.match.id}: it has no legal opening", "referee explain MATCH 1")
    state: State = asked.replay().state
    entrant = state.players.get(what, what)
    found = _ROUND.fullmatch(what)
    paired = found is not None and (found["table"] or found["player"]) is not None
    if instead is not None and (entrant in state.entrants or not paired):
        raise Failure("--instead goes with a pairing, such as r3t12 or r3:ana")
    if after is not None and entrant not in state.entrants:
        raise Failure("--after goes with a player")
    if entrant in state.entrants:
        if after is not None and after > state.turn:
            raise Failure(f"round {after} is not posted", f"the newest is round {state.turn}")
        return explain_standing(asked, entrant, after, json=json)
    if what == CUT:
        return explain_cut(asked, json=json)
    if penalty := _PENALTY.fullmatch(what):
        return explain_given(asked, int(penalty["seq"]), json=json)
    if found is None:
        near = nearest(what, list(state.entrants))[:1]
        hint = f"did you mean {near[0]}? " if near else ""
        raise Failure(f"{asked.match.id}: nothing is called {what}", f"{hint}expected {FORMS}")
    number = int(found["round"])
    if not paired:
        return explain_round(asked, number, json=json)
    player = found["player"] or ""
    player = state.players.get(player, player)
    return explain_pairing(asked, number, int(found["table"] or 0), player, instead, json=json)
