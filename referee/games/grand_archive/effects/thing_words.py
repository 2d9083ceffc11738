"""The words of things and cards that a text may ask for."""

from collections.abc import Callable, Mapping

from events.notation.words import quote
from referee.games.grand_archive.catalog import (
    BANISHED_BY,
    CHOSEN_NAME,
    LENDS,
    LENT,
    ORIGINS,
    UNRESERVED,
    Cards,
)
from referee.games.grand_archive.changed_cards import EPHEMERATE, Lying, card_there
from referee.games.grand_archive.damage_step import UNPREVENTABLE
from referee.games.grand_archive.effects.numbers import FACE_DOWN
from referee.games.grand_archive.elsewhere import STARCALLED
from referee.games.grand_archive.lineages import UNPLAYED
from referee.games.grand_archive.payment import keyword_works
from referee.games.grand_archive.state import (
    CHOSEN_X,
    FIELD,
    INTENT,
    LOADED,
    NAMED,
    STACK,
    TOOK,
    Activation,
    GaTable,
    InPlay,
    card_of,
    combat_of,
)
from referee.games.grand_archive.triggers import TWICE
from referee.games.grand_archive.values import (
    ABILITIES,
    ASCENDANT,
    FOE_AIMS,
    FORCED,
    WIELD,
    WIELD_THIS,
    had_word,
    has_word,
    is_unit,
)
from referee.parts.effects import Run
from referee.parts.zones import Copy


def _is_activated(t: GaTable, thing: InPlay) -> bool:
    """Whether a card on the stack is there as an activation, and is not materialized (GA-10.5)."""
    return thing.place == STACK and any(
        isinstance(each, Activation) and each.source == thing.id and not each.materialized
        for each in t.state.waiting.stack
    )


STATES: Mapping[str, Callable[[GaTable, InPlay], bool]] = {
    "rested": lambda t, thing: thing.rested,
    "awake": lambda t, thing: not thing.rested,
    "new": lambda t, thing: thing.turn == t.state.turn,
    "damaged": lambda t, thing: thing.damage > 0,
    "damaged this turn": lambda t, thing: 0 < thing.hurt == t.state.turn,
    "used in the attack": lambda t, thing: (
        (c := combat_of(t.state)) is not None and thing.id in c.uses
    ),
    "attacking": lambda t, thing: (
        # an attacker that has nothing left to attack attacks no more (GA-17.71)
        (c := combat_of(t.state)) is not None and c.source == thing.id and not c.gone
    ),
    "defending": lambda t, thing: (c := combat_of(t.state)) is not None and thing.id in c.targets,
    "token": lambda t, thing: thing.token,
    "imbued": lambda t, thing: "imbued" in thing.marks,
    "prepared": lambda t, thing: "prepared" in thing.marks,
    "brewed": lambda t, thing: "brewed" in thing.marks,
    "empowered": lambda t, thing: thing.empowered > 0,
    UNRESERVED: lambda t, thing: UNRESERVED in thing.marks,
    STARCALLED: lambda t, thing: STARCALLED in thing.marks,
    "ephemeral": lambda t, thing: "ephemeral" in thing.marks,
    "fostered": lambda t, thing: "fostered" in thing.marks,
    UNPLAYED: lambda t, thing: f"unplayed {thing.name}" in thing.marks,
    "distant": lambda t, thing: "distant" in thing.marks,
    "unit": is_unit,
    "loaded": lambda t, thing: any(
        each.under == thing.id and each.place == LOADED for each in t.state.zones.things.values()
    ),
    "on the field": lambda t, thing: thing.place == FIELD,
    "activated": lambda t, thing: _is_activated(t, thing),
    "in the intent": lambda t, thing: thing.place == INTENT,
}
"""The words for what an object has met with, and what it is."""


def element_of(r: Run, name: str) -> str:
    """The element of a card, as it is where it lies."""
    if isinstance(name, Lying):
        return card_there(r.t, name.seat, name.place, name).element
    return card_of(r.t, name).element


_SAID_OF = (
    *(UNPREVENTABLE, ABILITIES, LENT, LENDS, TWICE, FOE_AIMS, ASCENDANT),
    *("element memory", "open deck"),
)
"""What texts give and take beside the words of cards."""


def words(catalog: Cards) -> frozenset[str]:
    """All words that a text may ask of a card of a catalog."""
    return catalog.all_words | {*ORIGINS, *STATES, *_SAID_OF, FORCED, WIELD, WIELD_THIS, EPHEMERATE}


def has(t: GaTable, thing: Copy | str, word: str) -> bool:
    """Whether a thing in play, or a card of that name, has a word."""
    if isinstance(thing, str):
        if isinstance(thing, Lying):
            card = card_there(t, thing.seat, thing.place, thing)
            if word == "floating memory":  # that does not work is none
                return keyword_works(t, thing.seat, card, word)
        else:
            card = card_of(t, thing)
        return card.is_unit if word == "unit" else word in card.all_words
    state = STATES.get(word)
    if state is not None:
        return isinstance(thing, InPlay) and state(t, thing)
    return isinstance(thing, InPlay) and has_word(t, thing, word)


def had(t: GaTable, thing: Copy, word: str) -> bool:
    """Whether a thing that is gone had a word, as it is remembered."""
    if word == "unit":
        return any(had(t, thing, each) for each in ("ally", "champion"))
    state = STATES.get(word)
    if state is not None:
        return isinstance(thing, InPlay) and state(t, thing)
    return isinstance(thing, InPlay) and had_word(t, thing, word)


# -- what an object bears of what became of it, and how a repair says it (REF-3.5) ---------------

LINKED = "linked"
"""What stands for the object that another is linked to."""

_SELVES = ("imbued", "prepared", "brewed", "fostered", "distant", UNRESERVED, STARCALLED, *ORIGINS)
"""The words that are marks themselves."""

BORNE: Mapping[str, str] = {
    "banished face down": FACE_DOWN,
    BANISHED_BY: TOOK,
    CHOSEN_NAME: NAMED,
    "chosen x": CHOSEN_X,
    **{word: word for word in _SELVES},
}
"""How the mark begins by which an object bears what such a number or word asks."""

MEMORIES = frozenset({*BORNE, LINKED})
"""All that texts ask of what became of an object before."""

_SAID = {TOOK: f"{TOOK}CARD", NAMED: f"{NAMED}CARD", CHOSEN_X: f"{CHOSEN_X}1"}


def forgot(t: GaTable, thing: InPlay, word: str) -> str:
    """The repair that would say what a word asks of an object that a repair has brought, and of
    which nobody has said it; empty where it is known."""
    if thing.since not in t.repaired or thing.place != FIELD:
        return ""
    if word == LINKED:
        unsaid = not thing.link and "link" in card_of(t, thing).words
        return quote(f"link:{thing.id}:OBJECT") if unsaid else ""
    begins = BORNE[word]
    if any(mark.startswith(begins) for mark in thing.marks):
        return ""
    return quote(f"mark:{thing.id}/{_SAID.get(begins, begins)}:yes")
