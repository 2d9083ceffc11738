"""What effects show of cards that nobody sees, and what there is to pick from (section 20)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.english import listed
from referee.fact import CardsSeen
from referee.games.tower_wizwar.decks import DECK
from referee.games.tower_wizwar.drawing import drawn_from, likely_books, spells_left
from referee.games.tower_wizwar.effects.play import require_standing
from referee.games.tower_wizwar.places import (
    LAYOUT,
    backs_of,
    books_in,
    keeps_books,
    show,
    size,
)
from referee.parts.effects import Among, Run

HIDDEN = ("hand", "pool", "deck", "front")

Values = Mapping[str, Any]
Spelled = Callable[[str], str]


def _require_hidden(r: Run, place: str) -> None:
    if place == "aether":
        r.t.forbid("TW-4.5", "nobody looks through an aether")
    if place not in HIDDEN:
        r.forbid("the cards of {where} lie face up", where=place)


def require_on_top(r: Run, seat: str, cards: Sequence[str]) -> None:
    """Cards come off the top of a deck in this order, as far as all know what lies there.

    Raises:
        Violation: TW-20.6, others are known to lie on top.
    """
    backs, hidden = backs_of(r.t, seat), r.t.state.zones.hidden
    named = [card for card in cards if card in backs.of]
    for place, group in backs.by_zone(f"{seat}.deck", named).items():
        known = hidden.zones.get(place)
        if known is None or not known.top:
            continue
        top = known.top[: len(group)]
        if group[: len(top)] != top:
            r.t.forbid("TW-20.6", "{top} lie on top of {seat}'s deck", seat=seat,
                       top=", ".join(top), legal=listed(top))  # fmt: skip


def reveal(r: Run, cards: Sequence[str], wizard: str, place: str = "hand") -> int:
    """Hidden cards are shown to all, a deck's from the top, and stay (TW-20.3 to 20.7)."""
    require_standing(r, wizard, retreat=True)
    _require_hidden(r, place)
    if place == "deck":
        require_on_top(r, wizard, cards)
    show(r.t, wizard, place, cards)
    LAYOUT.put_back(r.t, wizard, place, tuple(cards), "top" if place == "deck" else "anywhere")
    r.t.fact(CardsSeen(r.seat, f"{wizard}.{place}", len(cards), ",".join(cards)))
    return len(cards)


def look(r: Run, wizard: str, count: int = 1, place: str = "hand") -> int:
    """Hidden cards are looked at by one."""
    require_standing(r, wizard, retreat=True)
    _require_hidden(r, place)
    have = size(r.t, wizard, place)
    if count < 0:
        r.forbid("nobody looks at {count:card}", count=count)
    if count > have:
        r.t.forbid("TW-20.2", "{seat}'s {place} holds {have:card}", seat=wizard, place=place,
                   have=have)  # fmt: skip
    r.t.fact(CardsSeen(r.seat, f"{wizard}.{place}", count, ""))
    return count


def shuffle(r: Run, wizard: str, deck: str = "deck") -> int:
    """A deck of magic is shuffled; or the draft deck, all its cards with it."""
    if deck == "draft":
        r.t.set(r.t.state, "turned", [])
        return 1
    require_standing(r, wizard, retreat=True)
    shuffle_deck(r, wizard)
    return 1


# -- what there is to pick -------------------------------------------------------------------------


def among(r: Run, values: Values) -> Among:
    """The cards that are picked from."""
    seat, place = values["wizard"], values.get("place", "hand")
    if place in ("play", "aether"):
        return Among({}, 0, True)
    found = LAYOUT.find(r.t, seat, place)
    if place == "discard" and (more := size(r.t, seat, "unnamed")):
        unnamed = LAYOUT.find(r.t, seat, "unnamed").cards
        cards = {name: found.cards.get(name, 0) + unnamed.get(name, 0)
                 for name in sorted({*found.cards, *unnamed})}  # fmt: skip
        return Among(cards, found.size + more, False)
    return found


def addable(r: Run, values: Values) -> Among:
    """The cards that could be added: every spell that there is, any number of times."""
    spells = dict.fromkeys((card.name for card in r.t.catalog.spells), DECK)
    return Among(spells, sum(spells.values()), True)


def there(r: Run, values: Values) -> int:
    """How many cards there are to pick."""
    place = values.get("place", "hand")
    if place in HIDDEN:
        return size(r.t, values["wizard"], place)
    return among(r, values).size


def lacks(r: Run, values: Values, names: tuple[str, ...]) -> None:
    """It is claimed that a hidden place holds no more of these (TW-20.3)."""
    claim(r.t, values["wizard"], values.get("place", "hand"), names)


def claim(t: Any, seat: str, place: str, names: tuple[str, ...]) -> None:
    """A hidden place is said to hold none of these cards.

    Raises:
        Violation: TW-20.6, it must hold one.
    """
    if place not in HIDDEN:
        return
    backs, hidden = backs_of(t, seat), t.state.zones.hidden
    found = backs.denies(hidden, f"{seat}.{place}", names)
    if found is not None:
        t.forbid("TW-20.6", "{seat}'s {place} must hold {card}", seat=seat, place=place,
                 card=found.card)  # fmt: skip
    t.keep(hidden)
    backs.claim(hidden, f"{seat}.{place}", names, t.seq)


def shuffle_deck(r: Run, seat: str) -> None:
    """A deck of magic is shuffled, and no order in it is known."""
    drawn_from(r.t, r.t.state.sides[seat])
    hidden = r.t.state.zones.hidden
    r.t.keep(hidden)
    backs_of(r.t, seat).shuffle(hidden, f"{seat}.deck")


# -- what a line that is made up says of unseen cards ----------------------------------------------


def books_drawn(r: Run, values: Values, spelled: Spelled) -> tuple[str, ...]:
    """The spellbooks of what is drawn, where a line is made up and the match keeps them."""
    if r.chooser is None or not keeps_books(r.t, values["wizard"]):
        return ()
    r.open, seat = True, values["wizard"]
    return likely_books(r.t, seat, min(values["count"], spells_left(r.t, seat)))


def books_passed(r: Run, values: Values, spelled: Spelled) -> tuple[str, ...]:
    """The spellbooks of what goes from one hidden place to another, in the same way."""
    if r.chooser is None or not keeps_books(r.t, values["wizard"]):
        return ()
    r.open = True
    held = Counter(books_in(r.t, values["wizard"], values["place"]))
    return tuple(held.elements())[: values["count"]]
