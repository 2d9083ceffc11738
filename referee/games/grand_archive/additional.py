"""Keywords of a card that is activated: what else may be paid for it, and what it is by that
(section 24)."""

from collections.abc import Sequence

from events.grand_archive import Activate
from referee.games.grand_archive.catalog import NORM, Card
from referee.games.grand_archive.checks import change_counters
from referee.games.grand_archive.paying import empowering, keyword_works
from referee.games.grand_archive.reckoning import BASIC, EXALTED, refuse_if_sure
from referee.games.grand_archive.state import GaTable, InPlay, card_of, champion_of

IMBUED, PREPARED, BREWED = "imbued", "prepared", "brewed"
"""What a card on the stack is by the way it was paid for, and the object that it becomes
(GA-5.10)."""


# -- Kindle, Prepare -------------------------------------------------------------------------------


def require_kindle(t: GaTable, seat: str, card: Card, named: Sequence[str]) -> None:
    """A card has Kindle, and no more fire cards pay than it says (GA-24.19).

    Raises:
        Violation: GA-9.5 without Kindle, GA-24.19 for too many or for other cards.
    """
    if not keyword_works(t, seat, card, "kindle"):
        refuse_if_sure(t, ("activate",), "GA-9.5", "{card} has no Kindle", card=card.name)
        return
    most = int(card.words["kindle"])
    if len(named) > most:
        t.refuse(
            "GA-24.19",
            "{card} has Kindle {most}, {count} cards are banished",
            card=card.name,
            most=most,
            count=len(named),
            legal=f"at most {most}",
        )
    for name in named:
        if "fire" not in card_of(t, name).elements:
            t.refuse("GA-24.19", "{card} is no fire card", card=name, legal="fire cards")


def prepare(t: GaTable, e: Activate, card: Card) -> None:
    """Preparation counters are removed from the champion (GA-19.6, 24.26).

    Raises:
        Violation: GA-24.26 for a card without Prepare, GA-19.6 for too few counters.
    """
    champion = champion_of(t, e.seat)
    if champion is None or not keyword_works(t, e.seat, card, "prepare"):
        t.forbid("GA-24.26", "{card} has no Prepare", card=card.name)
    number = int(card.words["prepare"])
    have = champion.counters.get("preparation", 0)
    if have < number:
        t.forbid(
            "GA-19.6",
            "{thing} has {have} preparation counters, Prepare takes {number}",
            thing=champion.id,
            have=have,
            number=number,
            legal=f"{number} counters",
        )
    change_counters(t, champion, "preparation", -number)


# -- what a card is by that ------------------------------------------------------------------------


def mark_paid(t: GaTable, e: Activate, card: Card, thing: InPlay) -> None:
    """What a card on the stack is by what was paid: prepared, brewed, imbued (GA-24.3, 24.15,
    24.26).

    Raises:
        Violation: GA-24.15, cards were shown for a card that has no Imbue.
    """
    marks = []
    if e.prepare:
        marks.append(PREPARED)
    if e.brew:
        marks.append(BREWED)
    if e.imbue and _is_imbued(t, e, card):
        marks.append(IMBUED)
    if marks:
        t.set(thing, "marks", [*thing.marks, *marks])


def take_empower(t: GaTable, seat: str, card: Card, thing: InPlay) -> None:
    """The next Spell of the turn takes with it what its player is empowered by (GA-24.10)."""
    levels = empowering(t, seat, card)
    if levels:
        t.set(thing, "empowered", levels)
        t.set(t.state.players[seat], "empower", 0)


def _is_imbued(t: GaTable, e: Activate, card: Card) -> bool:
    """Whether enough of the cards that were shown match: of an element of the card, for Advanced
    Imbue of an advanced element (GA-24.15)."""
    for word in ("imbue", "advanced imbue"):
        if keyword_works(t, e.seat, card, word):
            matching = [name for name in e.imbue if _matches(t, card, name, word)]
            return len(matching) >= card.words[word]
    refuse_if_sure(t, ("imbue",), "GA-24.15", "{card} has no Imbue", card=card.name)
    return False


def _matches(t: GaTable, card: Card, shown: str, word: str) -> bool:
    elements = set(card_of(t, shown).elements)
    if word == "advanced imbue":
        return bool(elements - BASIC - {NORM, EXALTED})
    return not elements.isdisjoint(card.elements)
