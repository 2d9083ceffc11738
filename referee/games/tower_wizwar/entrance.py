"""The entrance of a wizard: sets, the card of the set, the first pool (section 10)."""

from collections.abc import Sequence

from events.tower_wizwar import DrawSet
from referee.fact import CardsDrawn
from referee.games.tower_wizwar.catalog import CELESTIAL, ORBITAL, SPELL
from referee.games.tower_wizwar.compulsory import SET
from referee.games.tower_wizwar.discards import Discarded, require_books, require_number, to_discard
from referee.games.tower_wizwar.drawing import take, with_books
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.places import pass_unseen, spells_in
from referee.games.tower_wizwar.state import SETS, TwTable
from referee.games.tower_wizwar.turn import act
from referee.house import require_seat

POOL = 10
"""With so many in the pool a set of spells goes to the discard whole (TW-10.6)."""
TO_POOL = 2
"""So many of a set of spells go to the pool else (TW-10.5)."""


@handles
def draw_set(t: TwTable, e: DrawSet) -> None:
    """A set of the entrance (TW-10.4 to 10.7)."""
    require_seat(t, e.seat)
    if t.state.sides[e.seat].entered:
        t.refuse("TW-10.7", "{seat} has entered", seat=e.seat, legal="no further set")
    act(t, e.seat, SETS, "TW-10.7")
    done = t.state.done
    if done.found:
        more = "{found:card that is no spell|cards that are no spells}"
        t.forbid("TW-10.7", f"the last set has {more}", found=done.found)
    backs: list[str] = list(e.backs) or [SPELL] * SET
    if len(backs) != SET:
        t.forbid(
            "TW-10.4",
            "{have:card is|cards are} drawn",
            have=len(backs),
            legal=f"exactly {SET} cards",
        )
    others = sum(back in (CELESTIAL, ORBITAL) for back in backs)
    rule = _require_discards(t, e, others)
    kinds = with_books(t, e.seat, backs, e.books, bare=bool(e.backs))
    if not t.state.books:
        require_books(t, e.books, SET, e.discards)
    take(t, e.seat, kinds, "hand", "TW-10.4")
    t.fact(CardsDrawn(e.seat, SET, "TW-10.4"))
    if others:
        if (
            e.seat == t.state.active
        ):  # a judge may let another's set stand, which is no part of this
            t.set(done, "found", others)
        return
    if rule == "TW-10.5":
        pass_unseen(t, e.seat, _left(kinds), "hand", "pool")
    to_discard(t, e.seat, "hand", Discarded(e.discards, e.unnamed), rule)


def dealt(t: TwTable, seat: str) -> bool:
    """The spells of the last set are the starting hand; the card of the set that is played next may
    change it (TW-10.8, 10.9)."""
    state, done = t.state, t.state.done
    if seat != state.active or state.sides[seat].entered or not done.found or done.chosen:
        return False
    return spells_in(t, seat, "hand") == SET - done.found


def _require_discards(t: TwTable, e: DrawSet, others: int) -> str:
    """So many cards of a set are discarded as its rule says, which is returned."""
    if others:
        if e.discards or e.unnamed:
            t.forbid("TW-10.7", "nothing is discarded of a set with other cards than spells")
        return "TW-10.7"
    full = spells_in(t, e.seat, "pool") >= POOL
    due, rule = (SET, "TW-10.6") if full else (SET - TO_POOL, "TW-10.5")
    require_number(t, due, Discarded(e.discards, e.unnamed), rule)
    return rule


def _left(kinds: Sequence[str]) -> dict[str, int]:
    """The backs of the left two of a set."""
    found: dict[str, int] = {}
    for kind in kinds[:TO_POOL]:
        found[kind] = found.get(kind, 0) + 1
    return found
