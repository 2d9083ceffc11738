"""The names that stand for an object in a text."""

from collections.abc import Callable, Mapping

from referee.games.grand_archive.catalog import THEIR_CHAMPION
from referee.games.grand_archive.state import Activation, InPlay, champion_of, combat_of, mastery_of
from referee.parts.effects import Run

ARRIVED, OWNER = "arrived", "owner of what is gone"
"""What stands for the object that an earlier step put onto the field, and for the owner of one
that it banished."""


def _champion_id(r: Run) -> str:
    champion = champion_of(r.t, r.seat)
    return champion.id if champion is not None else ""


def _attacker(r: Run) -> str:
    combat = combat_of(r.t.state)
    return combat.source if combat is not None else ""


def _defender(r: Run) -> str:
    combat = combat_of(r.t.state)
    return combat.targets[0] if combat is not None and combat.targets else ""


def _linked(r: Run) -> str:
    return r.source.link if isinstance(r.source, InPlay) else ""


def bearer_of(r: Run) -> str:
    """What has the text that an effect began, or lies above the source."""
    return r.source.under if isinstance(r.source, InPlay) else ""


def _aimed(r: Run) -> str:
    pending = r.t.state.waiting.stack
    own = (each for each in pending if isinstance(each, Activation))
    on_stack = next((each.aims for each in own if each.source == r.doing.source), ())
    return next(iter(r.doing.aims or on_stack), "")


def _their_champion(r: Run) -> str:
    """The champion of who controls what a text is about, or else what it is aimed at."""
    aimed = (one for aim in r.aims.values() for one in aim)
    for each in (r.it, *aimed, _aimed(r)):
        seat = each if each in r.t.state.players else ""
        if not seat and (thing := r.remembered(each)) is not None:
            seat = thing.controller
        champion = champion_of(r.t, seat) if seat else None
        if champion is not None:
            return champion.id
    return ""


def _arrived(r: Run) -> str:
    return r.named.get(ARRIVED, "")


STANDS: Mapping[str, Callable[[Run], str]] = {
    "champion": _champion_id,
    "attacker": _attacker,
    "defender": _defender,
    "linked": _linked,
    "bearer": bearer_of,
    "aimed": _aimed,
    "mastery": lambda r: mastery_of(r.seat),
    THEIR_CHAMPION: _their_champion,
    ARRIVED: _arrived,
}
"""The names that stand for an object: what a card is aimed at that is paid for, your champion, the
attacker, what it attacks, what the source is linked to, what has a text that an effect began, or a
card that lies under it, your mastery, the champion of who controls what the text is about or aimed
at, and what an earlier step put onto the field."""
