"""Numbers and words of what is in play: power, life, level, prices, elements, with what changes
them (sections 12, 13, 16)."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from referee.fact import Term
from referee.games.grand_archive.catalog import AS_OMEN, BASIC, EXALTED, NORM, TOGETHER, Card
from referee.games.grand_archive.state import (
    BEGUN,
    FIELD,
    LINEAGE,
    GaTable,
    InPlay,
    card_of,
    champion_of,
    combat_of,
    controlled,
    in_r26,
    lineage_of,
    mastery_of,
    texts_of,
)
from referee.house import AnyTable
from referee.parts.effects import Doing, Run, Texts
from referee.parts.lasting_changes import Changes, Static
from referee.parts.layers import Reading, has, permitted, price_now, standing, terms, value
from referee.parts.layers import require_not_forbidden as _require_not_forbidden

FORCED = "must attack"
"""What an object has that an effect forces to attack (GA-17.26)."""
WIELD, WIELD_THIS = "wield", "wield this"
"""What an ally has that may use weapons, or the weapon whose text gives it that (GA-14.11)."""
AS_ALLIES = "attack as an ally"
"""What a text lets objects do that are no units (GA-1.2, 17.1)."""
ATTACKS_ALONE = "attack alone"
"""What a text lets an object attack, and nothing else."""
ASCENDANT = "ascendant"
"""What a champion is that a text has made so."""
UNNEGATED = "not negated"
"""What a card on the stack is whose activation a text keeps from being negated."""
FROM_MEMORY = "pay with the memory"
"""What a text forbids to cards whose memory cost is paid with Floating Memory alone."""
TOKENS = "tokens instead"
"""Which tokens a text lets a player summon in place of others."""
LEVELS_BACK = "level back"
"""What a text forbids to champions into which no card levels up, but goes back to its deck."""
DECK_OUT, BURIED = "lose by drawing", "graveyard"
"""What a text forbids to who draws from an empty deck, and to what would enter a graveyard."""
GAIN_STEALTH, OUT_OF_MATERIAL = "gain stealth", "leave the material deck"
"""What a text forbids to units, and to the cards of a material deck."""
GAINED = "element "
"""What an effect gives a champion, before the name of an element that it is beside its others."""
UNUSED = "use in an attack"
"""What a text forbids with weapons and other objects."""
COMES_ELSEWHERE = "come from elsewhere"
"""What a text forbids to players: objects that come, not from the stack, are banished instead."""
COMES_OTHERWISE = "under your control"
"""What a text lets come onto the field under its own player's control instead."""
DRAWS, PLAYS, INFLUENCE = "draws", "plays", "influence"
"""What a text limits for players: how many more cards they may draw now, and play; how many cards
hand and memory hold together as their turn ends."""
CARDISTRY = "cardistry"
"""What a text makes cheaper of the abilities of that label (GA-24.40)."""
STAYS_AWAKE = "attack unrested"
"""What a text allows the cards whose attacker does not rest for them."""
PAYS_MEMORY = "pay memory"
"""What a text allows an object that may be banished to pay 1 of a memory cost."""
BLANK = "without abilities"
"""What an object is that has lost those that it had."""

TEXTS = Texts(
    lambda t: t.state.zones.things,
    lambda t, card: t.catalog.compiled(card),
    named=lambda t, thing: thing.name if not thing.marks else TOGETHER.join(texts_of(t, thing)),
)
"""What the texts of the things in play change while they are there (GA-16.30)."""

FOE_AIMS = "attacks what the opponent says"
"""What an object has whose attacks go on what an opponent chooses."""
NEXT_ATTACK = "attack"
"""What ends a text that is for the next attack of an object, until that is declared."""
ABILITIES = "abilities"
"""What a text takes of the cards in a place."""


def is_mute(t: AnyTable, thing: InPlay) -> bool:
    """Whether a text takes the abilities of a card that lies in a lineage (GA-16.30, 24.17); or
    whether it is for an attack that is still to be declared, while another goes on."""
    if thing.place == BEGUN:
        return t.state.begun.get(thing.id) == NEXT_ATTACK and combat_of(t.state) is not None
    if thing.place != LINEAGE:
        return False
    found = t.state.changes.statics.get(ABILITIES, ())
    return any(TEXTS.fits(t, each, thing.id) for each in found)


TEXTS.muted = is_mute

ATTACKS = "attack power"
_STATS = ("power", "life", "durability", "level")


def _printed(t: AnyTable, thing: str, what: str) -> int | None:
    found = t.state.zones.things.get(thing)
    if found is None:
        return None
    card = card_of(t, found)
    if what in _STATS:
        stat: int | None = getattr(card, what)
        return stat
    if what == ATTACKS:
        return 0
    return keyword(t, found, what, card)


def keyword(t: GaTable, thing: InPlay, word: str, card: Card | None = None) -> int:
    """The number of a keyword as it is printed on a card, 1 where it has none; 0 without it, or
    where what it is printed under does not hold (GA-13.1)."""
    if BLANK in thing.marks:
        return 0
    card = card or card_of(t, thing)
    number = own_keyword(t, thing.controller, card, word)
    if word in t.catalog.inherited_words and card.is_champion and thing.place == FIELD:
        for each in lineage_of(t, thing):
            below = card_of(t, each)
            if word in below.inherited_words and not is_mute(t, each):
                number += own_keyword(t, thing.controller, below, word)
    return number


def own_keyword(t: GaTable, seat: str, card: Card, word: str) -> int:
    """The number of a keyword that a card would have for a player, 1 where it has none; 0 without
    it, or where what it is printed under does not hold (GA-13.1)."""
    found = card.words.get(word)
    if found is None:
        return 0
    ways = card.ways.get(word)
    if ways is not None and not any(holds(t, seat, card, way) for way in ways):
        return 0
    return int(found) or 1


def holds(t: GaTable, seat: str, card: Card, conditions: Iterable[str], empowered: int = 0) -> bool:
    """Whether the conditions hold under which something is printed on a card (GA-13.2 to 13.7,
    24.4, 24.20), for a Spell that is empowered by so many levels (GA-24.10)."""
    return all(_holds(t, seat, card, each, empowered) for each in conditions)


def _holds(t: GaTable, seat: str, card: Card, condition: str, empowered: int) -> bool:
    champion = champion_of(t, seat)
    word, _, number = condition.rpartition(" ")
    if number.endswith("+") and number[:-1].isdecimal():
        least = int(number[:-1])
        if word == "level":
            return champion is not None and level_of(t, champion) + empowered >= least
        if word == "memory":
            return t.state.zones.hidden.size(f"{seat}.memory") >= least
        if champion is not None and word == "damage":
            return champion.damage >= least
        mastery = t.state.zones.things.get(mastery_of(seat))
        if word == "sheen" and mastery is not None:
            return mastery.counters.get("sheen", 0) >= least
        return word == "sheen" and bool(t.state.players[seat].mastery)
    if champion is None:
        return False
    top = card_of(t, champion)
    if condition == "class bonus":
        return not set(card.classes).isdisjoint(classes_of(t, champion))
    if condition == "element bonus":
        return not set(card.elements).isdisjoint(elements_of(t, champion))
    if condition.endswith(" bonus"):
        return bears_name(t, top, condition.removesuffix(" bonus"))
    return False


def bears_name(t: GaTable, champion: Card, name: str) -> bool:
    """Whether a champion is of a character: by its name without the title; R25 knows a name that
    stands within the name too (GA-15.26, 15.28)."""
    own, wanted = champion.name_of_character.casefold(), name.casefold()
    return own == wanted or (not in_r26(t) and f" {wanted} " in f" {own} ")


def _bears(t: AnyTable, thing: str, word: str) -> bool:
    found = t.state.zones.things.get(thing)
    if found is None:
        return False
    card = card_of(t, found)
    if word in card.words or word in t.catalog.inherited_words:
        return keyword(t, found, word, card) > 0 or word in found.marks
    if card.is_champion and (word in t.catalog.elements or word == NORM):
        return word in elements_of(t, found)
    return word in card.all_words or word in found.marks


def _counters(t: AnyTable, thing: str, what: str) -> int:
    """Buff, debuff and level counters (GA-19.2, 19.5), and the durability that is left."""
    found = t.state.zones.things.get(thing)
    if found is None or not found.counters:
        return 0
    counters: dict[str, int] = found.counters
    if what in ("power", "life"):
        change = counters.get("buff", 0) - counters.get("debuff", 0)
        if change and t.choice["GA-I 11"] == "before_other_changes" and _is_set(t, thing, what):
            return 0
        return change
    return counters.get("level", 0) if what == "level" else 0


def _is_set(t: AnyTable, thing: str, what: str) -> bool:
    """Whether a change sets a number of an object, over whatever was changed before (GA-I 11)."""
    changes: Changes = t.state.changes
    if any(each.layer == "set" and each.what == what for each in changes.on.get(thing, ())):
        return True
    statics = changes.statics.get(what, ())
    return any(each.layer == "set" and TEXTS.fits(t, each, thing) for each in statics)


READING = Reading(
    printed=_printed,
    bears=_bears,
    fits=TEXTS.fits,
    amount=TEXTS.amount,
    counters=_counters,
    charges=TEXTS.charges,
    rules={"printed": "GA-2.32", "set": "GA-16.32", "add": "GA-16.32", "counters": "GA-19.2"},
)


def _changed(t: GaTable, thing: InPlay, what: str) -> bool:
    """Whether anything could change that number of it."""
    changes = t.state.changes
    if what in changes.statics or thing.id in changes.on:
        return True
    counters = thing.counters
    if not counters:
        return bool(thing.last)
    if what == "level":
        return "level" in counters
    return "buff" in counters or "debuff" in counters or bool(thing.last)


def _as_last_known(t: GaTable, thing: InPlay, what: str, printed: int | None) -> int | None:
    """A number of an object that has left: as printed, with the counters that it had (GA-5.10)."""
    if what in thing.last:
        return thing.last[what]
    if printed is None:
        return None
    return printed + thing.counters.get("buff", 0) - thing.counters.get("debuff", 0)


def as_it_was(t: GaTable, thing: InPlay) -> InPlay:
    """An object as it is now, for what is asked of it when it is gone, with its power and life as
    they are changed (GA-5.10)."""
    changes, last = t.state.changes, {}
    if thing.place == FIELD and (thing.id in changes.on or changes.statics):
        for what, number in (("power", power_of), ("life", life_of)):
            if _changed(t, thing, what) and (now := number(t, thing)) is not None:
                last[what] = now
    return replace(
        thing, counters=dict(thing.counters), uses=dict(thing.uses), marks=[*thing.marks], last=last
    )


def power_of(t: GaTable, thing: InPlay) -> int | None:
    """The power of an object; None where it has no such stat (GA-17.3)."""
    if not _changed(t, thing, "power"):
        return card_of(t, thing).power
    if thing.id not in t.state.zones.things:
        return _as_last_known(t, thing, "power", card_of(t, thing).power)
    if card_of(t, thing).power is not None:
        return value(t, READING, thing.id, "power")
    found = terms(t, READING, thing.id, "power")
    return sum(each.value for each in found) if found else None


def power_terms(t: GaTable, thing: InPlay) -> tuple[Term, ...]:
    """The power of an object, term by term."""
    if not _changed(t, thing, "power"):
        power = card_of(t, thing).power
        return () if power is None else (Term(thing.id, power, READING.rules["printed"]),)
    return _itemised(t, thing, "power", thing.id)


def life_terms(t: GaTable, thing: InPlay) -> tuple[Term, ...]:
    """The life that is left to an object, term by term (GA-25.13)."""
    if _changed(t, thing, "life"):
        found = _itemised(t, thing, "life", thing.name)
    else:
        found = (Term(thing.name, card_of(t, thing).life or 0, READING.rules["printed"]),)
    return (*found, Term("damage", -thing.damage, "GA-18.5")) if thing.damage else found


def _itemised(t: GaTable, thing: InPlay, what: str, own: str) -> tuple[Term, ...]:
    """A number of an object with what is printed first, under a name of its own."""
    return tuple(
        Term(own if each.label == "printed" else f"{thing.id}, {each.label}", each.value,
             each.rule or "GA-16.32")
        for each in terms(t, READING, thing.id, what)
    )  # fmt: skip


def omen_terms(t: GaTable, thing: InPlay, omens: Sequence[str]) -> Iterator[Term]:
    """What the texts of omens add to the power of the attacks of a unit (GA-19.8)."""
    for name in omens:
        for at in t.catalog.triggered.get((name, AS_OMEN), ()):
            compiled = TEXTS.effects_of(t, name)[at]
            r = Run(t, compiled, Doing(thing.controller, name))
            if not all(test(r) for test in compiled.tests):
                continue
            for change in compiled.changes:
                if change.what == ATTACKS and change.concerns(r, thing.id):
                    yield Term(f"{thing.id}, {name}", change.amount(r)[0], "GA-19.8")


def attack_power_terms(t: GaTable, thing: InPlay) -> tuple[Term, ...]:
    """What changes the power of the attacks of a unit, term by term (GA-16.32, 17.42)."""
    if not _changed(t, thing, ATTACKS):
        return ()
    return tuple(
        Term(f"{thing.id}, {each.label}", each.value, each.rule or "GA-16.32")
        for each in terms(t, READING, thing.id, ATTACKS)
        if each.value
    )


def attack_power_of(t: GaTable, thing: InPlay) -> int:
    """By how much the attacks of a unit are stronger than what makes them."""
    return value(t, READING, thing.id, ATTACKS) if _changed(t, thing, ATTACKS) else 0


def life_of(t: GaTable, thing: InPlay, card: Card | None = None) -> int | None:
    """The life of an object, whatever damage it has; None where it has no such stat."""
    if not _changed(t, thing, "life"):
        return (card or card_of(t, thing)).life
    if thing.id not in t.state.zones.things:
        return _as_last_known(t, thing, "life", card_of(t, thing).life)
    if card_of(t, thing).life is not None:
        return value(t, READING, thing.id, "life")
    found = terms(t, READING, thing.id, "life")
    return sum(each.value for each in found) if found else None


def level_of(t: GaTable, champion: InPlay) -> int:
    """The level of a champion with all that changes it; it may be below 0 (GA-13.10)."""
    if not _changed(t, champion, "level"):
        return card_of(t, champion).level or 0
    return value(t, READING, champion.id, "level")


def level_of_player(t: GaTable, seat: str) -> int:
    """The level of a player's champion; 0 without one."""
    champion = champion_of(t, seat)
    return level_of(t, champion) if champion is not None else 0


def number_of(t: GaTable, thing: InPlay, word: str) -> int:
    """The number of a keyword of an object, with what gives it more; 0 without it."""
    if not _changed(t, thing, word):
        return keyword(t, thing, word)
    bears = has(t, READING, thing.id, word)
    if not bears and keyword(t, thing, word):
        return 0
    return value(t, READING, thing.id, word) or int(bears)


def highest_of(t: GaTable, thing: InPlay, word: str) -> int:
    """The highest number of a keyword of which copies do not add up; 0 without it (24.28)."""
    found = keyword(t, thing, word)
    if not _changed(t, thing, word):
        return found
    if not has(t, READING, thing.id, word):
        return 0
    return max((each.value for each in terms(t, READING, thing.id, word)), default=found)


def has_word(t: GaTable, thing: InPlay, word: str) -> bool:
    """Whether an object has a word: a type, an element, a keyword that works, one that was
    granted."""
    changes = t.state.changes
    if word in changes.statics or thing.id in changes.on:
        return has(t, READING, thing.id, word)
    return _bears(t, thing.id, word)


def remembered(t: GaTable, thing: InPlay) -> InPlay:
    """The same, with its words as they are changed."""
    changes, was = t.state.changes, as_it_was(t, thing)
    if thing.id in changes.on or changes.statics:
        words = {each.what for each in changes.on.get(thing.id, ()) if each.layer in _GIVE}
        words |= {
            what
            for what, found in changes.statics.items()
            if any(each.layer in _GIVE for each in found)
        }
        was.last |= {word: int(has_word(t, thing, word)) for word in sorted(words)}
    return was


_GIVE = ("grant", "lose")


def had_word(t: GaTable, thing: InPlay, word: str) -> bool:
    """Whether an object that is gone, as it is remembered, had a word."""
    if word in thing.last:
        return bool(thing.last[word])
    card = card_of(t, thing)
    if word in card.words:
        return keyword(t, thing, word, card) > 0 or word in thing.marks
    return word in card.all_words or word in thing.marks


def reservable(t: GaTable, seat: str) -> list[str]:
    """The objects that could be rested to pay (GA-24.31)."""
    return [
        each.id
        for each in controlled(t, seat)
        if not each.rested and has_word(t, each, "reservable")
    ]


def is_ally(t: GaTable, thing: InPlay) -> bool:
    """Whether an object is an ally, by what is printed or by an effect (GA-14.18)."""
    changes = t.state.changes
    if "ally" in changes.statics or thing.id in changes.on:
        return has(t, READING, thing.id, "ally")
    return card_of(t, thing).is_ally


def is_unit(t: GaTable, thing: InPlay) -> bool:
    """Whether an object is a champion or an ally (GA-14.20)."""
    changes = t.state.changes
    if "ally" in changes.statics or thing.id in changes.on:
        return card_of(t, thing).is_champion or has(t, READING, thing.id, "ally")
    return card_of(t, thing).is_unit


# -- champions and elements ----------------------------------------------------------------------


def classes_of(t: GaTable, champion: InPlay) -> frozenset[str]:
    """The classes of a champion: those of the top card (GA-13.3, 15.19)."""
    return frozenset(card_of(t, champion).classes)


def elements_of(t: GaTable, champion: InPlay) -> frozenset[str]:
    """The elements of a champion: those of all champion cards in the lineage, and those that it was
    given (GA-15.20)."""
    found = set(card_of(t, champion).elements)
    for each in lineage_of(t, champion):
        found.update(card_of(t, each).elements)
    for change in t.state.changes.on.get(champion.id, ()):
        if change.layer == "grant" and change.what.startswith(GAINED):
            found.add(change.what.removeprefix(GAINED))
    return frozenset(found)


def enabled(t: GaTable, seat: str) -> frozenset[str]:
    """The elements that a player may play (GA-12.2 to 12.6)."""
    found = {NORM}
    for each in t.state.players[seat].champions:
        found |= elements_of(t, t.state.zones.things[each])
    if found - BASIC - {NORM, EXALTED} or not in_r26(t):
        found.add(EXALTED)
    elif in_r26(t):
        found.discard(EXALTED)
    for change in t.state.changes.on.get(seat, ()):
        kind, _, element = change.what.partition(" ")
        if kind == "element" and change.layer == "permit":
            found.add(element)
        elif kind == "element" and change.layer == "forbid":
            found.discard(element)
    return frozenset(found | {NORM})


# -- what is permitted and forbidden (GA-1.3) ----------------------------------------------------


def _concerns(changes: Changes, what: str, things: tuple[str, ...]) -> bool:
    if what in changes.statics:
        return True
    return bool(changes.on) and any(each in changes.on for each in things)


def permits(t: GaTable, what: str, *things: str) -> bool:
    """Whether an effect in force allows something to any of these objects and players."""
    concerned = _concerns(t.state.changes, what, things)
    return concerned and permitted(t, READING, what, *things) is not None


def forbidden(t: GaTable, what: str, *things: str) -> bool:
    """Whether an effect in force forbids something to any of these objects and players."""
    concerned = _concerns(t.state.changes, what, things)
    return concerned and bool(standing(t, READING, "forbid", what, *things))


def may_attack(t: GaTable, thing: InPlay) -> bool:
    """Whether an object is a unit, or attacks as if it were one (GA-17.1)."""
    return is_unit(t, thing) or permits(t, AS_ALLIES, thing.id)


def limit_of(t: GaTable, seat: str, what: str) -> tuple[int, str] | None:
    """The lowest that texts in play set for a player, with the source of that; None where none
    does (GA-1.3)."""
    found = [
        (TEXTS.amount(t, each, seat), each.source)
        for each in t.state.changes.statics.get(what, ())
        if each.layer == "set" and TEXTS.fits(t, each, seat)
    ]
    return min(found, default=None)


def require_few_played(t: GaTable, seat: str, card: str) -> None:
    """No text in play keeps a player from activating or materializing another card (GA-1.3)."""
    most = limit_of(t, seat, PLAYS)
    if most is not None and most[0] < 1:
        refuse_if_sure(
            t, ("activate", "materialize"), "GA-1.3", "by {source} {seat} plays no further card",
            source=most[1], seat=seat, card=card,
        )  # fmt: skip


def of_cards(seat: str, card: str) -> str:
    """What a change is on that is about the cards of one name that a player plays."""
    return f"{seat} {card}"


def of_element(element: str) -> str:
    """What is forbidden where nobody plays cards of an element."""
    return f"cards of {element}"


def require_elements_allowed(t: GaTable, seat: str, card: Card) -> None:
    """No effect in force forbids cards of an element of it (GA-1.3)."""
    if t.state.changes.on.get(seat):
        for element in card.elements:
            require_not_forbidden(t, of_element(element), seat)


def require_card_allowed(t: GaTable, act: str, seat: str, card: str) -> None:
    """No text forbids that to cards such as this one (GA-1.3)."""
    for each in t.state.changes.statics.get(act, ()):
        if each.layer == "forbid" and TEXTS.charges(t, each, seat, card):
            t.refuse("GA-1.3", "{source} forbids {seat} to {act} {card}", source=each.source,
                     seat=seat, act=act, card=card, since=each.entry)  # fmt: skip


def require_not_forbidden(t: GaTable, what: str, *things: str) -> None:
    """Refuse what an effect in force forbids; the refusal names its entry (GA-1.3)."""
    if _concerns(t.state.changes, what, things):
        _require_not_forbidden(t, READING, "GA-1.3", what, *things)


def require_own_leave(t: GaTable, seat: str, card: Card) -> None:
    """A card that says itself when it may be activated may be so now (GA-1.3).

    Raises:
        Violation: GA-1.3, its own text forbids it.
    """
    if (card.name, "activate") not in t.catalog.own_prices:
        return
    if any(change.layer == "forbid" for change, _ in TEXTS.own(t, card.name, seat, "activate")):
        t.refuse("GA-1.3", "{card} says that it may not be activated now", card=card.name)


def price_of(
    t: GaTable, seat: str, act: str, printed: int, card: str, aims: Sequence[str] = ()
) -> int:
    """What an act costs now, by the card's own texts and its aims too (GA-8.9, 10.4)."""
    if not price_varies(t, seat, act, card):
        return max(0, printed)
    own = TEXTS.own(t, card, seat, act, aims) if (card, act) in t.catalog.own_prices else ()
    return price_now(t, READING, seat, act, printed, card, own)


def price_varies(t: GaTable, seat: str, act: str, card: str) -> bool:
    """Whether anything could make an act cost something else than is printed."""
    changes = t.state.changes
    if act in changes.statics or (card, act) in t.catalog.own_prices:
        return True
    return any(each.what == act for at in (seat, card) for each in changes.on.get(at, ()))


# -- what nobody knows ---------------------------------------------------------------------------


def doubt(t: GaTable, *words: str) -> str:
    """What in play has a text that the catalog does not tell, and that may change one of these
    words; empty where there is nothing."""
    for word in words:
        found = TEXTS.clouded(t, word)
        if found:
            return found
    return ""


def own_doubt(t: GaTable, name: str, *words: str) -> str:
    """A card, where the catalog does not tell what its own text changes of how it is played; empty
    where it does."""
    if t.catalog.is_untold(name):
        return name
    card = t.catalog.by_name.get(name)
    if card is None or not card.effects:
        return ""
    whens = ("always", "played") if card.is_object else ("always",)
    begun = t.catalog.begins.get(name, ())
    for each in card.effects:
        of_playing = each.when in whens and each.name not in begun
        if of_playing and (each.text_alone or each.rest):
            touches = words if each.touches is None else each.touches
            if not set(words).isdisjoint(touches):
                return name
    return ""


DOUBT = "may allow it"
"""What is on trust because of a text that nobody tells ends so."""


def refuse_if_sure(
    t: GaTable,
    words: tuple[str, ...],
    rule: str,
    why: str,
    /,
    *,
    legal: str = "",
    since: int | None = None,
    **facts: int | str,
) -> None:
    """Refuse by a rule what no text in play can explain, nor that of the card that is played; what
    one may is on trust.

    Args:
        t: the table.
        words: the numbers, words and acts that the refusal rests on.
        rule: the rule that is broken.
        why: what is wrong, with the facts in braces.
        legal: what would have been right.
        since: the entry that it rests on.
        facts: what was compared; ``card`` is the card that is played.
    """
    if t.state.looped:
        t.trust(f"{rule}: what entry {t.state.looped} repeated {DOUBT}")
        return
    cloud = doubt(t, *words) or own_doubt(t, str(facts.get("card", "")), *words)
    if cloud:
        t.trust(f"{rule}: the text of {cloud} {DOUBT}")
        return
    t.refuse(rule, why, legal=legal, since=since, **facts)


def works(t: AnyTable, static: Static) -> bool:
    """Whether the source of a text is where it works."""
    found = t.state.zones.things.get(static.source)
    return found is not None and found.place == FIELD
