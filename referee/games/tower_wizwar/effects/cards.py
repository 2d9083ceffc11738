"""What effects do to cards that are not in play (the table of TW-19)."""

from collections.abc import Sequence

from referee.games.tower_wizwar.drawing import draw
from referee.games.tower_wizwar.facts import CardsSeen
from referee.games.tower_wizwar.paying import count_use, pay
from referee.games.tower_wizwar.places import LAYOUT, size, to_discard
from referee.games.tower_wizwar.reckoning import surcharge
from referee.parts.effects import Run


def mana(r: Run, count: int = 0, cards: Sequence[str] = (), unnamed: int = 0) -> int:
    """Mana is paid: of an activation with the surcharge (TW-6.5)."""
    t = r.t
    activation = r.doing.trigger == "activated"
    extra = 0
    if activation or t.choice["TW-I 15"] == "every_payment":
        extra = surcharge(t, r.seat)
    purpose = "activation" if activation else "payment"
    made = pay(t, r.seat, count + extra, cards, unnamed, purpose, "TW-6.5", extra)
    if not activation:
        count_use(t, r.seat, count + extra, purpose)
    return made


def draw_cards(
    r: Run, wizard: str, count: int = 1, backs: Sequence[str] = (), place: str = "hand"
) -> int:
    """A wizard draws (TW-9.1 to 9.4)."""
    return draw(r.t, wizard, count, place, "TW-19.6", backs)


def discard(r: Run, cards: Sequence[str], wizard: str, place: str = "hand") -> int:
    """Cards of a hand or a pool go to the discard."""
    to_discard(r.t, wizard, place, cards, 0, "TW-19.6")
    return len(cards)


def reveal(r: Run, cards: Sequence[str], wizard: str, place: str = "hand") -> int:
    """Hidden cards are shown to all, and stay."""
    LAYOUT.show(r.t, wizard, place, cards)
    r.t.fact(CardsSeen(r.seat, f"{wizard}.{place}", len(cards), ",".join(cards)))
    return len(cards)


def look(r: Run, wizard: str, count: int = 1, place: str = "hand") -> int:
    """Hidden cards are looked at by one."""
    have = size(r.t, wizard, place)
    if not 0 <= count <= have:
        r.forbid("there are {have} cards in {where}", have=have, where=place)
    r.t.fact(CardsSeen(r.seat, f"{wizard}.{place}", count, ""))
    return count
