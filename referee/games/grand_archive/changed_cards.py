"""Cards that lie in a place whose cards a text changes: of another element, or without abilities
(GA-1.3, 16.30); and objects that have lost theirs for good."""

from collections.abc import Collection
from functools import partial

from msgspec.structs import replace

from referee.games.grand_archive.catalog import NORM, Card
from referee.games.grand_archive.printed import keyword_of
from referee.games.grand_archive.state import GaTable, InPlay, card_of, texts_of
from referee.games.grand_archive.values import ABILITIES, BLANK, TEXTS
from referee.parts import lasting_changes, triggers
from referee.parts.effects import CompiledEffect, Run
from referee.parts.effects.schema import Select

ELEMENT = "element"
"""What a text sets of the cards in a place."""

OF_ONE_PILE, ANY_OMEN = "of one pile", "is anybody's omen"
"""The numbers that are 1 for a card of a pile in which all lies that is aimed at, and for one that
is an omen of whoever's banishment it lies in."""


EPHEMERATE = "ephemerate"
GIVEN = ("floating memory", EPHEMERATE)
"""The keywords that a text may give to cards in a graveyard."""


class Lying(str):
    """The name of a card, with where it lies."""

    seat: str
    place: str


def as_it_lies(r: Run, seat: str, place: str, name: str) -> str:
    """A card's name, with its place where a text changes the cards there, asks whether their
    Floating Memory works there (GA-13.1, 24.12), or whether all of them lie in one."""
    asked = changes_cards(r.t) or r.compiled.card in r.t.catalog.asks_what_floats
    if not (place and (asked or _asks_where(r))):
        return name
    lying = Lying(name)
    lying.seat, lying.place = seat, place
    return lying


def _asks_where(r: Run) -> bool:
    """Whether the text is aimed at cards of which it asks in whose pile they lie."""
    kinds = (aim.what for aim in r.compiled.effect.aims.values())
    asked = {OF_ONE_PILE, ANY_OMEN}
    return any(isinstance(what, Select) and not asked.isdisjoint(what.numbers) for what in kinds)


def changes_cards(t: GaTable) -> bool:
    """Whether any text changes cards that are no objects."""
    changes = t.state.changes
    statics = changes.statics
    if ABILITIES in statics or ELEMENT in statics or any(map(changes.on.get, t.state.seats)):
        return True
    return any(word in statics for word in GIVEN)


def card_there(t: GaTable, seat: str, place: str, name: str) -> Card:
    """The card of a name as it is while it lies in a place of a player."""
    card = card_of(t, name)
    for word in GIVEN:
        if word in t.state.changes.statics and _is_given(t, word, seat, place, name):
            card = _with_keyword(card, word)
    if is_blank(t, seat, place, name):
        card = replace(card, keywords=(), effects=())
    if is_norm(t, seat, place, name):
        card = replace(card, element=NORM, elements=(NORM,))
    return card


def _is_given(t: GaTable, word: str, seat: str, place: str, name: str) -> bool:
    """Whether a text gives a card in a place of a player a keyword."""
    return any(
        each.layer == "grant"
        and TEXTS.fits_place(t, each, seat, place, str(name))  # as it is printed
        for each in t.state.changes.statics[word]
    )


def _with_keyword(card: Card, word: str) -> Card:
    """A card that has a keyword whatever is printed; Ephemerate is for its reserve cost."""
    others = [each for each in card.keywords if keyword_of(each)[0] != word]
    conditions = {key: ways for key, ways in card.conditions.items() if keyword_of(key)[0] != word}
    if word == EPHEMERATE and card.reserve is None:
        return card
    numbered = word == EPHEMERATE and isinstance(card.reserve, int)
    printed = f"{word} {card.reserve}" if numbered else word
    return replace(card, keywords=(*others, printed), conditions=conditions)


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


def lose_abilities(t: GaTable, thing: InPlay, until: str = "") -> None:
    """An object has none of the abilities any more that it has by now, for good or until a moment
    (GA-16.30)."""
    if BLANK in thing.marks:
        return
    lasting_changes.silence(t, thing.id)
    triggers.silence(t, thing.id)
    for_now = [f"{_UNTIL}{until}"] if until else []
    t.set(thing, "marks", [*thing.marks, BLANK, *for_now])


_UNTIL = "blank until "


def give_back(t: GaTable, moment: str) -> None:
    """A moment has come at which objects have their abilities again."""
    mark = f"{_UNTIL}{moment}"
    for thing in [each for each in t.state.zones.things.values() if mark in each.marks]:
        t.set(thing, "marks", [each for each in thing.marks if each not in (mark, BLANK)])
        names = texts_of(t, thing)
        begun = {each for name in names for each in t.catalog.begins.get(name, ())}
        TEXTS.attach(t, thing, only=partial(_is_not, begun))


def _is_not(begun: Collection[str], compiled: CompiledEffect) -> bool:
    return compiled.effect.name not in begun
