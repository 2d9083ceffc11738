"""Elements that a play needs (section 12)."""

from referee.games.grand_archive.catalog import EXALTED, Card
from referee.games.grand_archive.state import GaTable
from referee.games.grand_archive.values import TEXTS, enabled, refuse_if_sure

ANY_ELEMENT = "any element"
"""What a text in play permits whose cards are played whatever their elements."""


def require_elements(t: GaTable, seat: str, card: Card, rule: str = "GA-8.4") -> None:
    """All elements of a card are enabled (GA-8.4, 12.5, 12.6, 12.8).

    Raises:
        Violation: GA-12.8 for an element that deleveling took away, GA-12.6 for Exalted, otherwise
            that rule.
    """
    if has_elements(t, seat, card):
        return
    missing = sorted(set(card.elements) - enabled(t, seat))
    lost = t.state.players[seat].unlearned
    since = next((lost[each] for each in missing if each in lost), None)
    if since is not None:
        rule = "GA-12.8"
    elif missing == [EXALTED]:
        rule = "GA-12.6"
    refuse_if_sure(
        t,
        ("element",),
        rule,
        "{element} is not enabled for {seat}",
        element=" and ".join(missing),
        seat=seat,
        card=card.name,
        since=since,
    )


def has_elements(t: GaTable, seat: str, card: Card) -> bool:
    """Whether all elements of a card are enabled, or ignored (GA-12.5)."""
    return enabled(t, seat).issuperset(card.elements) or is_ignored(t, seat, card)


BANISHED, BURIED_PLAYED = "activate banished", "activate buried"
DECK_PLAYED, KEPT_PLAYED = "activate the top card", "activate face down"
"""What a text allows with cards in banishment, in a graveyard, on top of a deck, and face
down in banishment, where an effect of the same player has put them."""
OPENED = {"banishment": BANISHED, "graveyard": BURIED_PLAYED, "deck": DECK_PLAYED}


def opened_by(t: GaTable, seat: str, card: str, place: str) -> str:
    """The text that lets a player activate a card that lies there, by its id; empty where none does
    (GA-8.1)."""
    for each in t.state.changes.statics.get(OPENED.get(place, ""), ()):
        if each.layer != "permit" or not TEXTS.charges(t, each, seat, card):
            continue
        begun = each.source in t.state.begun
        if not begun or t.state.zones.things[each.source].owner == seat:  # whose cards it is about
            return each.source
    return ""


def is_opened_whole(t: GaTable, text: str) -> bool:
    """Whether a text that was begun lets cards be played whatever their elements (GA-8.4)."""
    if text not in t.state.begun:
        return False
    copy = t.state.zones.things[text]
    at = t.catalog.begins.get(copy.name, {}).get(copy.link)
    return at is not None and "GA-8.4" in t.catalog.by_name[copy.name].effects[at].aside


def is_ignored(t: GaTable, seat: str, card: Card) -> bool:
    """Whether a text in play, or its own, ignores the elements that a card needs (GA-1.3, 12.5)."""
    found = t.state.changes.statics.get(ANY_ELEMENT, ())
    if any(TEXTS.charges(t, each, seat, card.name) for each in found):
        return True
    own = (card.name, ANY_ELEMENT) in t.catalog.own_prices
    return own and bool(TEXTS.own(t, card.name, seat, ANY_ELEMENT))
