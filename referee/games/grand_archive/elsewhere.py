"""Keywords by which a card is activated out of another place than the hand: Starcalling in a
glimpse, Ephemerate from the graveyard (GA-24.34, 24.41)."""

from collections.abc import Sequence

from events.grand_archive import Activate
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.changed_cards import EPHEMERATE, card_there
from referee.games.grand_archive.facts import KeywordWorked
from referee.games.grand_archive.payment import keyword_works
from referee.games.grand_archive.places import EPHEMERAL, LAYOUT, pile
from referee.games.grand_archive.state import (
    LOADED,
    GaTable,
    InPlay,
    card_of,
    controlled,
    in_r26,
)
from referee.games.grand_archive.values import TEXTS, has_word, price_of, refuse_if_sure
from referee.parts.lasting_changes import Static

STARCALLING, AETHERCALLING = "starcalling", "aethercalling"
STARCALLED = "starcalled"
"""What a card on the stack is that was called in a glimpse, where a text asks for it."""


# -- which way -------------------------------------------------------------------------------------


def way_of(t: GaTable, e: Activate, card: Card) -> str:
    """By which keyword a card is activated from where it is; empty where by none."""
    if e.owner not in ("", e.seat):
        return ""
    if e.origin == "deck" and t.state.players[e.seat].called == e.card:
        return STARCALLING
    given = EPHEMERATE in t.state.changes.statics  # by a text, which also the older edition knows
    if e.origin == "graveyard" and (given or (in_r26(t) and EPHEMERATE in card.words)):
        there = e.card in pile(t, e.seat, "graveyard")
        card = card_there(t, e.seat, "graveyard", e.card)
        return EPHEMERATE if there and keyword_works(t, e.seat, card, EPHEMERATE) else ""
    return ""


def is_called(t: GaTable, e: Activate) -> bool:
    """Whether a card is activated while it is glimpsed, at whatever moment that is (GA-24.34)."""
    return bool(t.state.players[e.seat].called) and way_of(t, e, card_of(t, e.card)) == STARCALLING


def cost_of(t: GaTable, e: Activate, card: Card, way: str) -> int:
    """What a card costs by a keyword: the number of that (GA-8.5, 8.9).

    Raises:
        Unsaid: the catalog does not tell it, and nobody said how much was paid.
    """
    if way == EPHEMERATE:
        card = card_there(t, e.seat, "graveyard", card.name)
    printed = card.words[way]
    if way == STARCALLING and (text := _for_nothing(t, e.seat, card)) is not None:
        usual = (
            e.reserved if printed is True else price_of(t, e.seat, "activate", printed, card.name)
        )
        if e.reserved is None and not e.rest and usual != 0:
            either = ["0"] if usual is None else ["0", str(usual)]
            t.incomplete(f"{card.name} may be called for nothing: say reserved=", reserved=either)
        if e.reserved == 0 and not e.rest and usual != 0:
            TEXTS.use(t, text)
            return 0
    if printed is not True:
        return price_of(t, e.seat, "activate", printed, card.name)
    if e.reserved is None:
        t.incomplete(f"say what {card.name} costs by {way.title()}: reserved=", reserved=["1"])
    t.trust(f"{card.name} costs {e.reserved} by {way.title()}")
    return e.reserved


def _for_nothing(t: GaTable, seat: str, card: Card) -> Static | None:
    """The text in play by which a player may pay nothing for a card that is called (GA-8.10)."""
    found = t.state.changes.statics.get(STARCALLING, ())
    fits = (x for x in found if x.layer == "free" and TEXTS.charges(t, x, seat, card.name))
    return next((each for each in fits if TEXTS.is_left(t, each)), None)


def follow(t: GaTable, e: Activate, way: str, thing: InPlay) -> None:
    """A card that was called is no longer; one that was ephemerated is ephemeral (GA-24.41)."""
    if way == STARCALLING:
        t.set(t.state.players[e.seat], "called", "")
        if STARCALLED in t.catalog.numbers_asked:
            t.set(thing, "marks", [*thing.marks, STARCALLED])
        t.fact(KeywordWorked(e.seat, thing.id, way, 0, "GA-24.34"))
    elif way == EPHEMERATE:
        t.set(thing, "marks", [*thing.marks, EPHEMERAL])
        t.fact(KeywordWorked(e.seat, thing.id, way, 0, "GA-24.41"))


# -- a glimpse -------------------------------------------------------------------------------------


def call(t: GaTable, seat: str, name: str) -> None:
    """A card that is seen in a glimpse is called: it may be activated next (GA-24.34).

    Raises:
        Violation: GA-24.34, it has no Starcalling.
    """
    if not keyword_works(t, seat, card_of(t, name), STARCALLING):
        refuse_if_sure(
            t, (STARCALLING,), "GA-24.34", "{card} has no Starcalling", card=name, of=name
        )
    t.set(t.state.players[seat], "called", name)


def is_aethercall(t: GaTable, seat: str, names: Sequence[str]) -> bool:
    """Whether cards that are seen in a glimpse may be loaded at once (R26, GA-24.41)."""
    return in_r26(t) and all(keyword_works(t, seat, card_of(t, x), AETHERCALLING) for x in names)


def aethercall(t: GaTable, seat: str, names: Sequence[str], onto: InPlay | None) -> None:
    """Cards seen in a glimpse are loaded into an Aetherwing weapon of the player's (GA-24.41).

    Raises:
        Violation: GA-24.41, it is no such weapon.
        Unsaid: there are several, and nobody said which.
    """
    able = [each for each in controlled(t, seat) if has_word(t, each, "aetherwing")]
    wing = onto if onto is not None else able[0] if len(able) == 1 else None
    if wing is None and able:
        t.incomplete("say onto which Aetherwing", onto=[each.id for each in able])
    if wing is None:
        t.forbid("GA-24.41", "{seat} has no Aetherwing", seat=seat)
    if wing not in able:
        refuse_if_sure(t, ("type",), "GA-24.41", "{thing} is no Aetherwing", thing=wing.id)
    for name in names:
        LAYOUT.enter(t, name, LOADED, seat, under=wing.id)
        t.fact(KeywordWorked(seat, wing.id, AETHERCALLING, 0, "GA-24.41"))
