"""What an object bears of what became of it before, and how a repair says it (REF-3.5)."""

from collections.abc import Mapping

from events.notation.words import quote
from referee.games.grand_archive.catalog import BANISHED_BY, CHOSEN_NAME, ORIGINS, UNRESERVED
from referee.games.grand_archive.effects.numbers import FACE_DOWN
from referee.games.grand_archive.elsewhere import STARCALLED
from referee.games.grand_archive.state import CHOSEN_X, FIELD, NAMED, TOOK, GaTable, InPlay, card_of

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
