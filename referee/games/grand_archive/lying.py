"""Cards that lie in a place whose cards a text changes: of another element, or without abilities
(GA-1.3, 16.30); and objects that have lost theirs for good."""

from msgspec.structs import replace

from referee.games.grand_archive.catalog import NORM, Card
from referee.games.grand_archive.reckoning import BLANK, TEXTS
from referee.games.grand_archive.state import GaTable, InPlay, card_of
from referee.parts import lasting, triggers
from referee.parts.effects import Run

ABILITIES, ELEMENT = "abilities", "element"
"""What a text changes of the cards in a place: it takes their abilities, or sets their element."""


class Lying(str):
    """The name of a card, with where it lies."""

    seat: str
    place: str


def as_it_lies(r: Run, seat: str, place: str, name: str) -> str:
    """A card's name, with its place where a text changes the cards there."""
    if not (place and changes_cards(r.t)):
        return name
    lying = Lying(name)
    lying.seat, lying.place = seat, place
    return lying


def changes_cards(t: GaTable) -> bool:
    """Whether any text changes cards that are no objects."""
    changes = t.state.changes
    statics = changes.statics
    return ABILITIES in statics or ELEMENT in statics or any(map(changes.on.get, t.state.seats))


def card_there(t: GaTable, seat: str, place: str, name: str) -> Card:
    """The card of a name as it is while it lies in a place of a player."""
    card = card_of(t, name)
    if is_blank(t, seat, place, name):
        card = replace(card, keywords=(), effects=())
    if is_norm(t, seat, place, name):
        card = replace(card, element=NORM, elements=(NORM,))
    return card


def is_blank(t: GaTable, seat: str, place: str, card: str) -> bool:
    """Whether a card in a place of a player has no abilities."""
    return _is_changed(t, ABILITIES, seat, place, str(card))


def is_norm(t: GaTable, seat: str, place: str, card: str) -> bool:
    """Whether a card in a place of a player is of no element but norm."""
    return _is_changed(t, ELEMENT, seat, place, str(card))


def _is_changed(t: GaTable, what: str, seat: str, place: str, card: str) -> bool:
    changes = t.state.changes
    if any(TEXTS.fits_place(t, each, seat, place, card) for each in changes.statics.get(what, ())):
        return True
    return any(each.what == f"{what} {place}" for each in changes.on.get(seat, ()))


def lose_abilities(t: GaTable, thing: InPlay) -> None:
    """An object has none of the abilities any more that it has by now (GA-16.30)."""
    if BLANK not in thing.marks:
        lasting.silence(t, thing.id)
        triggers.silence(t, thing.id)
    t.set(thing, "marks", [*thing.marks, BLANK])
