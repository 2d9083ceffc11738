"""What may be taken as a target, and what an object is linked to (section 24)."""

import re
from collections.abc import Sequence

from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.places import find
from referee.games.grand_archive.state import FIELD, GaTable, InPlay, Item, card_of, in_r26
from referee.games.grand_archive.values import TEXTS, has_word, refuse_if_sure

_COPY = re.compile(r"\.\d+$")
"""The number of a copy."""

# -- Spellshroud, Omnishroud -----------------------------------------------------------------------


SPELL = "spell"


def is_spell(t: GaTable, item: Item) -> bool:
    """Whether what is on the stack is a Spell: as its card is, or as the ability says of itself,
    which the publisher has ruled for R25 too (GA-16.16, 16.17, 24.33)."""
    if SPELL in card_of(t, item.card).subtypes:
        return True
    effects = t.catalog.by_name[item.card].usable_effects
    return any(effects[at].acts_as == SPELL for at in item.effects)


def shroud_of(t: GaTable, item: Item, thing: InPlay) -> str:
    """Which keyword keeps an object from being the target of an item; empty where none does
    (GA-24.33, 24.41)."""
    if in_r26(t) and has_word(t, thing, "omnishroud"):
        return "omnishroud"
    if is_spell(t, item) and has_word(t, thing, "spellshroud"):
        return "spellshroud"
    return ""


def _is_shrouded(t: GaTable, item: Item, seat: str) -> bool:
    """Whether a player has Spellshroud against an item."""
    if not is_spell(t, item):
        return False
    changes = t.state.changes
    return any(
        change.what == "spellshroud" and change.layer == "grant"
        for change in changes.on.get(seat, ())
    ) or any(
        each.layer == "grant" and TEXTS.fits(t, each, seat)
        for each in changes.statics.get("spellshroud", ())
    )


def require_targetable(t: GaTable, item: Item, aims: Sequence[str]) -> None:
    """No Spell takes a target with Spellshroud, and nothing one with Omnishroud (GA-24.33, 24.41).

    Raises:
        Violation: by these, the object cannot be a target; what the catalog does not tell of may
            have chosen it without targeting it.
    """
    for aim in aims:
        thing = t.state.zones.things.get(aim)
        if aim in t.state.players:
            word = "spellshroud" if _is_shrouded(t, item, aim) else ""
        elif thing is not None and thing.place == FIELD:
            word = shroud_of(t, item, thing)
        else:
            if thing is None and _name(t, aim) not in t.catalog.by_name:
                t.forbid("GA-8.7", "{card} is aimed at {name}, which is nothing", card=item.card,
                         name=aim)  # fmt: skip
            continue
        if not word:
            continue
        rule = "GA-24.33" if word == "spellshroud" else "GA-24.41"
        if t.catalog.is_untold(item.card):
            t.trust(f"{rule}: {item.card} does not target {aim}")
            continue
        refuse_if_sure(
            t, (word,), rule, "{thing} has {word}", thing=aim, word=word.title(), of=item.card
        )


def _name(t: GaTable, aim: str) -> str:
    """The card of an aim: of a card in a pile without whose that is."""
    name, of, seat = aim.rpartition(" of ")
    return name if of and seat in t.state.players else _COPY.sub("", aim)


# -- Link ------------------------------------------------------------------------------------------


def is_linking(card: Card, trigger: str) -> bool:
    """Whether a card on the stack, activated or materialized, arrives linked (GA-24.23)."""
    return trigger in ("", "played") and "link" in card.words and card.is_object


def require_link(t: GaTable, item: Item, aims: Sequence[str]) -> str:
    """What a card with Link is aimed at: an object such as its Link names (GA-24.23).

    Returns:
        The object, by its id.

    Raises:
        Violation: GA-8.7, it is no such object.
        Unsaid: nobody said which.
    """
    card = card_of(t, item.card)
    wanted = card.named.get("link", ())
    if not aims:
        able = [
            each.id
            for each in t.state.zones.things.values()
            if each.place == FIELD and _fits(t, each, wanted) and not shroud_of(t, item, each)
        ]
        if not able:
            t.forbid("GA-8.7", "there is nothing that {card} could be linked to", card=card.name)
        t.incomplete(f"say what {card.name} is linked to", aims=able)
    thing = find(t, aims[0], item.seat, "GA-8.7")
    if not _fits(t, thing, wanted):
        refuse_if_sure(
            t,
            ("type", *wanted),
            "GA-8.7",
            "{card} has {wanted} Link, {thing} is none",
            card=card.name,
            wanted=" ".join(wanted).title(),
            thing=thing.id,
        )
    return thing.id


def links_to(t: GaTable, item: Item, thing: InPlay) -> bool:
    """Whether an object is such as the Link of a card names (GA-24.23)."""
    return _fits(t, thing, card_of(t, item.card).named.get("link", ()))


def _fits(t: GaTable, thing: InPlay, wanted: Sequence[str]) -> bool:
    """Whether an object is what a Link names: words that it has all, or after an ``or`` others."""
    ways: list[list[str]] = [[]]
    for word in wanted:
        if word == "or":
            ways.append([])
        else:
            ways[-1].append(word)
    return any(all(_is(t, thing, word) for word in way) for way in ways)


def _is(t: GaTable, thing: InPlay, word: str) -> bool:
    return card_of(t, thing).is_unit if word == "unit" else has_word(t, thing, word)


def link(t: GaTable, item: Item, thing: InPlay) -> None:
    """An object arrives linked to what its card was aimed at (GA-24.23)."""
    if is_linking(card_of(t, item.card), item.trigger) and item.aims:
        t.set(thing, "link", item.aims[0])
