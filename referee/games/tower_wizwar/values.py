"""Numbers and words of what is in play: power, Might, costs, with what changes them."""

from referee.fact import Term
from referee.games.tower_wizwar.state import InPlay, TwTable, card_of, covered
from referee.house import AnyTable
from referee.parts.effects import Texts
from referee.parts.lasting_changes import Change, Changes, Lasting, Static
from referee.parts.layers import Reading, has, permitted, standing, terms, value
from referee.parts.layers import require_not_forbidden as _require_not_forbidden

WIZARD = (0, 7)
"""The power and Might of a wizard, which has no card (TW-15.3)."""
NO_STAT_LINE = (0, 1)
"""The power and Might of a corporeal card that prints none (TW-15.3), so also of one that is
Ethereal no more."""


def _printed(t: AnyTable, thing: str, what: str) -> int | None:
    found = t.state.zones.things.get(thing)
    if found is None:
        return None
    stats: tuple[int, int] | None = card_of(t, found).stats
    if stats is None and not has(t, READING, thing, "ethereal"):
        stats = NO_STAT_LINE
    return None if stats is None else stats[what == "might"]


def _bears(t: AnyTable, thing: str, word: str) -> bool:
    found = t.state.zones.things.get(thing)
    return found is not None and word in card_of(t, found).all_words


TEXTS = Texts(lambda t: t.state.zones.things, lambda t, card: t.catalog.compiled(card))
"""What the texts of the things in play change while they are there (TW-19.10)."""


def works(t: TwTable, thing: InPlay, *, expended: bool = False) -> bool:
    """Whether the text of a card works, which lies on a map.

    Args:
        t: the table.
        thing: the card.
        expended: whether it works though it is expended: that is asked elsewhere.
    """
    if thing.expended and not expended and t.choice["TW-I 81"] == "suspended":
        return False
    return not covered(t, thing)


def _silent(t: AnyTable, source: str) -> bool:
    """Whether the lasting text of a card does nothing, because the card is expended (TW-I 81) or
    lies under another (TW-12.12, I 78)."""
    found = t.state.zones.things.get(source)
    return found is not None and not works(t, found)


def _asleep(t: AnyTable, change: Lasting) -> bool:
    """Whether a change is suspended that lasts while its source stays (TW-19.10, I 81)."""
    return change.until.startswith("while:") and _silent(t, change.source)


def _fits(t: AnyTable, static: Static, thing: str) -> bool:
    return not _silent(t, static.source) and TEXTS.fits(t, static, thing)


def _charges(t: AnyTable, change: Change, seat: str, card: str) -> bool:
    lasting = not isinstance(change, Static)
    return (lasting or not _silent(t, change.source)) and TEXTS.charges(t, change, seat, card)


READING = Reading(
    printed=_printed,
    bears=_bears,
    fits=_fits,
    amount=TEXTS.amount,
    charges=_charges,
    asleep=_asleep,
    least={"power": 0, "might": 0},
    rules={"printed": "TW-15.1", "add": "TW-19.10"},
)


def _changed(t: TwTable, thing: InPlay, what: str) -> bool:
    """Whether anything could change that printed number of it, which an Ethereal card has not."""
    changes = t.state.changes
    statics = changes.statics
    return thing.id in changes.on or what in statics or "ethereal" in statics


def power_of(t: TwTable, thing: InPlay) -> int:
    """The attack power of a card now (TW-15.1)."""
    if not _changed(t, thing, "power"):
        stats = card_of(t, thing).stats
        return stats[0] if stats else 0
    return 0 if has(t, READING, thing.id, "ethereal") else value(t, READING, thing.id, "power")


def power_terms(t: TwTable, thing: InPlay) -> tuple[Term, ...]:
    """The attack power of a card now, term by term: as printed, and what changes it."""
    card = card_of(t, thing)
    rule = "TW-15.1" if card.power is not None else "TW-15.3"
    if not _changed(t, thing, "power") or has(t, READING, thing.id, "ethereal"):
        return (Term(thing.id, power_of(t, thing), rule),)
    shares = terms(t, READING, thing.id, "power")
    return tuple(
        Term(thing.id, each.value, rule)
        if each.label == "printed"
        else Term(f"{thing.id}, {each.label}", each.value, each.rule or "TW-19.10")
        for each in shares
    )


def might_of(t: TwTable, thing: InPlay) -> int:
    """The Might of a card now (TW-15.1)."""
    if not _changed(t, thing, "might"):
        stats = card_of(t, thing).stats
        return stats[1] if stats else 0
    return 0 if has(t, READING, thing.id, "ethereal") else value(t, READING, thing.id, "might")


def has_word(t: TwTable, thing: InPlay, word: str) -> bool:
    """Whether a card in play has a word: printed, or granted."""
    changes = t.state.changes
    if word not in changes.statics and thing.id not in changes.on:
        return word in card_of(t, thing).all_words
    return has(t, READING, thing.id, word)


# -- what is permitted and forbidden (TW-19.12) --------------------------------------------------


def allowed(t: TwTable, what: str, thing: InPlay, *others: str) -> bool:
    """Whether a text allows something to a card: its own, or one in force on it or on others."""
    return what in card_of(t, thing).allows or permits(t, what, thing.id, *others)


def _concerns(changes: Changes, what: str, things: tuple[str, ...]) -> bool:
    """Whether anything in force could allow or forbid that to any of these."""
    if what in changes.statics:
        return True
    if changes.on:
        for each in things:
            if each in changes.on:
                return True
    return False


def permits(t: TwTable, what: str, *things: str) -> bool:
    """Whether an effect in force allows something to any of these cards and wizards."""
    if not _concerns(t.state.changes, what, things):
        return False
    return permitted(t, READING, what, *things) is not None


def forbidden(t: TwTable, what: str, *things: str) -> bool:
    """Whether an effect in force forbids something to any of these cards and wizards."""
    if not _concerns(t.state.changes, what, things):
        return False
    return bool(standing(t, READING, "forbid", what, *things))


def require_not_forbidden(t: TwTable, what: str, *things: str) -> None:
    """Refuse what an effect in force forbids; the refusal names its entry (TW-19.12)."""
    if _concerns(t.state.changes, what, things):
        _require_not_forbidden(t, READING, "TW-19.12", what, *things)
