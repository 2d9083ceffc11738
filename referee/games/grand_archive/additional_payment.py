"""Keywords of a card that is activated: what else may be paid for it, and what it is by that
(section 24)."""

from collections.abc import Sequence

from events.grand_archive import Activate
from referee.games.grand_archive.catalog import BASIC, NORM, Card
from referee.games.grand_archive.changed_cards import card_there
from referee.games.grand_archive.checks import change_counters
from referee.games.grand_archive.combat import obeys
from referee.games.grand_archive.facts import KeywordWorked
from referee.games.grand_archive.payment import empowering, keyword_works
from referee.games.grand_archive.places import Parting, find, goes
from referee.games.grand_archive.state import (
    CHOSEN_X,
    GaTable,
    InPlay,
    card_of,
    champion_of,
    controlled,
)
from referee.games.grand_archive.triggers import report
from referee.games.grand_archive.values import has_word, refuse_if_sure

MARKS = {
    "prepare": ("prepared", "GA-24.26"),
    "brew": ("brewed", "GA-24.3"),
    "imbue": ("imbued", "GA-24.15"),
}
"""What a card on the stack is by the way it was paid for, and the object that it becomes (GA-5.10),
with the rule of the keyword."""


# -- Command ---------------------------------------------------------------------------------------


def commanded(t: GaTable, e: Activate, card: Card) -> InPlay:
    """The ally that performs a Command card: an obedient one, such as the card names; the only one
    where none was said (GA-24.6).

    Raises:
        Violation: GA-24.6, it may not.
        Unsaid: several could, and none was said.
    """
    wanted = card.named.get("command", ())
    if not e.attacker:
        able = [
            each
            for each in controlled(t, e.seat)
            if card_of(t, each).is_ally
            and not each.rested
            and obeys(t, each)
            and all(has_word(t, each, word) for word in wanted)
        ]
        if len(able) > 1:
            t.incomplete(f"say who performs {card.name}", attacker=[each.id for each in able])
        if not able:
            t.forbid("GA-24.6", "{seat} has no ally for {card}", seat=e.seat, card=card.name)
        return able[0]
    thing = find(t, e.attacker, e.seat, "GA-24.6")
    if not card_of(t, thing).is_ally or thing.controller != e.seat:
        t.forbid("GA-24.6", "{thing} is no ally of {seat}", thing=thing.id, seat=e.seat)
    if not all(has_word(t, thing, word) for word in wanted):
        refuse_if_sure(
            t,
            ("type", *wanted),
            "GA-24.6",
            "{card} is for {wanted:a}, {thing} is none",
            card=card.name,
            wanted=" ".join(wanted),
            thing=thing.id,
        )
    if not obeys(t, thing):
        refuse_if_sure(t, ("level", "pride"), "GA-24.6", "{thing} does not obey", thing=thing.id)
    return thing


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
            "{card} has Kindle {most}, {count:card is|cards are} banished",
            card=card.name,
            most=most,
            count=len(named),
            legal=f"at most {most}",
        )
    for name in named:
        if "fire" not in card_there(t, seat, "graveyard", name).elements:
            t.refuse("GA-24.19", "{card} is no fire card", card=name, legal="fire cards")


def prepare(t: GaTable, e: Activate, card: Card) -> None:
    """Preparation counters are removed from the champion (GA-19.6, 24.26).

    Raises:
        Violation: GA-24.26 for a card without Prepare or for an X of 0, GA-19.6 for too few
            counters.
        Unsaid: it is an X, and nobody said how many.
    """
    champion = champion_of(t, e.seat)
    if champion is None or not keyword_works(t, e.seat, card, "prepare"):
        t.forbid("GA-24.26", "{card} has no Prepare", card=card.name)
    number = int(card.words["prepare"]) or e.x
    if number is None:
        t.incomplete(f"{card.name}: say x, how many preparation counters go", x=["1", "2", "3"])
    if not number:
        t.refuse("GA-24.26", "{card} is prepared with no counter", card=card.name,
                 legal="one counter or more")  # fmt: skip
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


# -- Brew ------------------------------------------------------------------------------------------

ALIKE, UNLIKE = "same name", "different names"
"""What the ingredients of a Brew may have to be together, beside each by itself."""


def brew(t: GaTable, seat: str, card: Card, named: Sequence[str]) -> None:
    """The ingredients of a Brew are sacrificed in place of a reserve cost (GA-24.3).

    Raises:
        Violation: GA-9.5 without Brew, GA-24.3 for other ingredients, GA-21.4 for another's,
            GA-24.16 for what cannot be sacrificed.
    """
    if not keyword_works(t, seat, card, "brew"):
        refuse_if_sure(t, ("activate",), "GA-9.5", "{card} has no Brew", card=card.name)
    things = [find(t, each, seat, "GA-24.3") for each in named]
    for thing in things:
        if thing.controller != seat:
            t.forbid("GA-21.4", "{thing} is not {seat}'s", thing=thing.id, seat=seat)
        if has_word(t, thing, "immortality"):
            refuse_if_sure(t, ("immortality",), "GA-24.16", "{thing} is immortal", thing=thing.id)
    if len({thing.id for thing in things}) < len(things):
        t.forbid("GA-24.3", "one of the ingredients is named twice")
    wanted = card.named.get("brew")
    if wanted is None:
        t.trust(f"{card.name}: that these are the ingredients of its Brew")
    elif not _are_ingredients(t, things, wanted):
        said = ", ".join(wanted)
        refuse_if_sure(
            t,
            ("type", *wanted),
            "GA-24.3",
            "{card} is brewed of {wanted}",
            card=card.name,
            wanted=said,
            legal=said,
        )
    for thing in things:
        goes(t, Parting(thing, "sacrificed", "GA-24.3"))
    report(t, "brews", card.name, seat)


def _are_ingredients(t: GaTable, things: Sequence[InPlay], wanted: Sequence[str]) -> bool:
    """Whether objects are all the ingredients, one for each."""
    names = {thing.name for thing in things}
    if (ALIKE in wanted and len(names) > 1) or (UNLIKE in wanted and len(names) < len(things)):
        return False
    each = [word for word in wanted if word not in (ALIKE, UNLIKE)]
    return len(each) == len(things) and _match(t, list(things), each)


def _match(t: GaTable, things: list[InPlay], wanted: list[str]) -> bool:
    """Whether each of the words can have an object of its own."""
    if not wanted:
        return True
    for at, thing in enumerate(things):
        fits = thing.name.casefold() == wanted[0] or has_word(t, thing, wanted[0])
        if fits and _match(t, [*things[:at], *things[at + 1 :]], wanted[1:]):
            return True
    return False


# -- what a card is by that ------------------------------------------------------------------------


def mark_paid(t: GaTable, e: Activate, card: Card, thing: InPlay) -> None:
    """What a card on the stack is by what was paid: prepared, brewed, imbued (GA-24.3, 24.15,
    24.26).

    Raises:
        Violation: GA-24.15, cards were shown for a card that has no Imbue.
    """
    worked = (
        ("prepare", e.prepare),
        ("brew", bool(e.brew)),
        ("imbue", bool(e.imbue) and _is_imbued(t, e, card)),
    )
    if e.x is not None and not e.prepare and card.words.get("prepare") == 0:
        t.incomplete(f"{card.name}: its x is how many counters prepare it", prepare=["yes"])
    if e.x and e.prepare and card.words.get("prepare") == 0:
        t.set(thing, "marks", [*thing.marks, f"{CHOSEN_X}{e.x}"])
    for word, works in worked:
        if works:
            mark, rule = MARKS[word]
            t.set(thing, "marks", [*thing.marks, mark])
            t.fact(KeywordWorked(e.seat, thing.id, word, 0, rule))


def take_empower(t: GaTable, seat: str, card: Card, thing: InPlay) -> None:
    """The next Spell of the turn takes with it what its player is empowered by (GA-24.10)."""
    levels = empowering(t, seat, card)
    if levels:
        t.set(thing, "empowered", levels)
        t.set(t.state.players[seat], "empower", 0)
        t.fact(KeywordWorked(seat, thing.id, "empower", levels, "GA-24.10"))


def _is_imbued(t: GaTable, e: Activate, card: Card) -> bool:
    """Whether enough of the cards that were shown match: of an element of the card, or one that
    its Imbue names, for Advanced Imbue of an advanced element (GA-24.15)."""
    for word in ("imbue", "advanced imbue"):
        if keyword_works(t, e.seat, card, word):
            matching = [name for name in e.imbue if _matches(t, e.seat, card, name, word)]
            if not card.words[word] and e.x is None:  # its number is X
                t.incomplete(f"{card.name}: say x", x=[str(len(matching))])
            return len(matching) >= (card.words[word] or e.x or 0)
    refuse_if_sure(t, ("imbue",), "GA-24.15", "{card} has no Imbue", card=card.name)
    return False


def _matches(t: GaTable, seat: str, card: Card, shown: str, word: str) -> bool:
    """Whether a card that was shown matches, as it is in the memory (GA-1.3, 24.15)."""
    elements = set(card_there(t, seat, "memory", shown).elements)
    if word == "advanced imbue":
        return bool(elements - BASIC - {NORM})
    return not elements.isdisjoint(card.named.get(word) or card.elements)
