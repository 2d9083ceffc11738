"""What an organiser may adjust (TR-1.1, TR-5.1, TR-5.7), and a judge in a list (TR-4.3).

======  ================  =====================================================
word    target            value
======  ================  =====================================================
rounds  all               so many rounds before the cut or the end
table   player            the table at which the player always sits; 0: at any
team    player            the team or club; none
card    player/card       copies in the deck
side    player/list/card  copies in a list beside the deck
======  ================  =====================================================
"""

from msgspec import ValidationError, convert

from events.common import Adjust
from events.tournament import Player
from referee.english import one_of
from referee.house import AnyTable, Repair, adjust_with
from referee.repair import forbid_repair, require_number
from referee.tournament.decks import adjust_card, adjust_side
from referee.tournament.handlers import handles
from referee.tournament.opening import require_option
from referee.tournament.roles import ORGANISER, require_role
from referee.tournament.state import Entrant, Hall

NONE = "none"
"""How a repair names the lack of a team."""


def _entrant(t: AnyTable, target: str) -> Entrant:
    found: Entrant | None = t.state.entrants.get(target)
    if found is None:
        forbid_repair("{target} has not entered", one_of(t.state.entrants), target=target)
    return found


def _rounds(t: AnyTable, target: str, value: str) -> None:
    """rounds:all:8  so many rounds are played before the cut or the end; 0: as many as posted."""
    if target != "all":
        forbid_repair("{target} has no rounds", "rounds:all:8", target=target)
    require_option(t, "rounds", value)
    if 0 < int(value) < t.state.turn:
        forbid_repair("round {turn} is posted", f"{t.state.turn} or more", turn=t.state.turn)
    t.item(t.state.options, "rounds", value)


def _table(t: AnyTable, target: str, value: str) -> None:
    """table:ana:5  the player sits at that table in every round; 0: at any."""
    entrant = _entrant(t, target)
    number = require_number(value, 0, 9_999)
    for player, other in t.state.entrants.items():
        if number and other.fixed == number and player != target:
            forbid_repair("{player} has table {number}", player=player, number=number)
    t.set(entrant, "fixed", number)


def _team(t: AnyTable, target: str, value: str) -> None:
    """team:ana:wolves  the player is of that team or club; none: of none."""
    entrant = _entrant(t, target)
    if entrant.members:
        forbid_repair("{target} is a team", "a player", target=target)
    try:
        team = convert(value, Player)
    except ValidationError:
        forbid_repair("{value} is no name of a team", "letters, digits, - and _", value=value)
    t.set(entrant, "team", "" if team == NONE else team)


REPAIRS: dict[str, Repair] = {
    "rounds": _rounds,
    "table": _table,
    "team": _team,
    "card": adjust_card,
    "side": adjust_side,
}
"""What can be adjusted, by its word."""

_adjust = adjust_with(REPAIRS)


@handles
def adjust(t: Hall, e: Adjust) -> None:
    """TR-1.1: the number of rounds is changed by the organiser."""
    if any(change.what == "rounds" for change in e.changes):
        require_role(t, e.judge, ORGANISER)
    _adjust(t, e)
