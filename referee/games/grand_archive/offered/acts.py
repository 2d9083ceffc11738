"""What players may do by themselves, as options: play cards, use abilities, attack."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import compress
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from events.entry import verb
from events.event import Event
from events.grand_archive import (
    Ability,
    Activate,
    Attack,
    Intercept,
    Materialize,
    Retaliate,
)
from referee.choice import Choice, Fixed, Number, OneOf, Some
from referee.games.grand_archive.attack_targets import attackable, named_targets
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.combat import armed, taking_part
from referee.games.grand_archive.effects.abilities import (
    ELSEWHERE,
    cards_of,
    lent_abilities,
    own_abilities,
)
from referee.games.grand_archive.elements import is_ignored
from referee.games.grand_archive.enlighten import ENLIGHTEN, PRICE
from referee.games.grand_archive.intent import attacks_too_early
from referee.games.grand_archive.offered.acceptable import accepted
from referee.games.grand_archive.offered.together import (
    Moments,
    Wish,
    able_to_activate,
    able_to_materialize,
    able_to_use,
    as_played,
    is_able,
    is_decided_by_aims,
    is_sure,
)
from referee.games.grand_archive.opportunity import FAST, is_fast
from referee.games.grand_archive.payment import memory_cost, reserve_cost
from referee.games.grand_archive.places import LAYOUT, size
from referee.games.grand_archive.retaliation import may_retaliate
from referee.games.grand_archive.state import (
    FIELD,
    INTENT,
    LINEAGE,
    MAIN,
    RETALIATION,
    Activation,
    Combat,
    GaTable,
    InPlay,
    card_of,
    champion_of,
    controlled,
)
from referee.games.grand_archive.values import enabled, has_word, may_attack, own_keyword
from referee.option import Option, Several
from referee.parts.effects import Doing
from referee.parts.effects.accepted_lines import Holder, When, proposals
from referee.parts.effects.catalog import compiled_effect
from referee.verdict import Violation

# -- cards ---------------------------------------------------------------------------------------


def activations(
    t: GaTable,
    seat: str,
    moments: Moments,
    *,
    fast_only: bool,
    fast: bool = True,
    when: When = nullcontext,
) -> Iterator[Several]:
    """The cards that could be in a hand and that may be activated now (GA-8)."""
    if not t.state.plays_on(seat):
        return
    have = size(t, seat, "hand")
    if not have:
        return
    elements = enabled(t, seat)
    lent = FAST in t.state.changes.statics  # a text may lend it to any card
    wishes: list[Activate] = []
    weights: list[int] = []
    for name in t.state.zones.hidden.candidates(f"{seat}.hand"):
        if fast_only and not lent and name not in t.catalog.fast_at_times:
            continue
        card = card_of(t, name)
        quick = is_fast(t, seat, card)
        if (fast_only and not quick) or (quick and not fast):
            continue
        if _is_within_reach(t, seat, card, have, elements):
            wishes.append(Activate(seat, name))
            weights.append(_eagerness(card, quick))
    yield Several(wishes, weights, partial(_activated, t, moments, have, when), when)


def _eagerness(card: Card, quick: bool) -> int:
    """How eagerly a random player activates a card."""
    return 16 if card.is_attack else 2 if quick else 8


def _activated(
    t: GaTable, moments: Moments, have: int, when: When, wishes: Sequence[Activate]
) -> Iterator[Option]:
    """Those of some cards that may be activated; ``have``: how many are in the hand."""
    found: list[Option] = []
    tried: list[Wish] = []
    for each in wishes:
        seat, card = each.seat, card_of(t, each.card)
        quick = is_fast(t, seat, card)
        moment = moments.of(seat, "" if quick else card.name)
        if moment == "never" and not is_decided_by_aims(t, seat, card.name, card):
            continue
        asked: dict[Event, bool] = {}
        wish = Wish(each, card, quick, moment)
        for option in _activation(t, wish, have, asked, when):
            event = Activate(seat, **such(option.fields))
            found.append(option)
            tried.append(wish._replace(event=event, able=asked.get(event)))
    yield from compress(found, able_to_activate(t, tried))


def _is_within_reach(
    t: GaTable, seat: str, card: Card, have: int, elements: frozenset[str]
) -> bool:
    """Whether a card could be paid for, as printed or now, its elements are enabled, and its
    attacker is awake: of any other nothing has to be tried."""
    if card.reserve is None:
        return False
    if not elements.issuperset(card.elements) and not is_ignored(t, seat, card):
        return False
    if card.is_attack:
        champion = champion_of(t, seat)
        if champion is None or champion.rested:
            return False
    return card.reserve == "X" or int(card.reserve) < have or reserve_cost(t, seat, card) < have


def _activation(
    t: GaTable, wish: Wish, have: int, asked: dict[Event, bool], when: When
) -> Iterator[Option]:
    """A card that is activated; ``asked`` is told of each line of it that was tried."""
    seat, card = wish.event.seat, wish.card
    fields: dict[str, Choice] = {"card": Fixed(card.name)}
    if card.reserve == "X":
        fields["x"] = Number(0, max(0, have - 1))
    if card.is_attack:
        attacker = champion_of(t, seat)
        if attacker is None:
            return
        cleaves = bool(own_keyword(t, seat, card, "cleave"))
        targets = named_targets(t, seat, attacker, cleaves=cleaves)
        if not targets:
            return
        fields["target"] = OneOf(tuple(targets))

    def stands(event: Any) -> bool:
        able = is_able(t, wish._replace(event=event))
        if able is None and wish.moment == "now":
            return True
        asked[event] = accepted(t, event) if able is None else able
        return asked[event]

    def fits(event: Any) -> bool:
        able = is_able(t, wish._replace(event=event))
        return accepted(t, event) if able is None else able

    hint = ""
    effects = as_played(t, card).effects
    alone = sum(not words for _, words in effects) == 1
    for made, words in effects:
        if words:
            hint = words
            continue
        doing = Doing(seat, card.name, trigger="played")
        holder = _holder(Activate(seat, **such(fields)), when, fits, stands, whole=alone)
        option = proposals(t, made, doing, holder, ahead=True)
        if option is None:
            return
        more = {name: c for name, c in option.fields.items() if name not in ("source", "did")}
        fields |= more
        hint = option.hint
    yield Option(seat, "activate", fields, "GA-8.3", weight=_eagerness(card, wish.quick), hint=hint)


def _holder(
    said: Event,
    when: When,
    fits: Callable[[Event], bool],
    stands: Callable[[Event], bool],
    *,
    whole: bool = True,
) -> Holder:
    """The line of an effect is accepted where it is declared, with what else is said: what it is
    aimed at may be out of its reach (GA-24.33).

    Args:
        said: what else is said.
        when: as the holder has it.
        fits: whether an event is accepted.
        stands: the same of the one line that stands for all.
        whole: whether nothing else is said by then.
    """

    def asks(asked: Callable[[Event], bool], line: Mapping[str, Any]) -> bool:
        return asked(replace(said, **{x: value for x, value in line.items() if x != "did"}))

    return Holder(verb(type(said)), when, fits=partial(asks, fits), stands=partial(asks, stands),
                  whole=whole)  # fmt: skip


def such(fields: dict[str, Choice]) -> dict[str, Any]:
    """Values that the fields allow, to try a line with."""
    found: dict[str, Any] = {}
    for name, choice in fields.items():
        match choice:
            case Fixed(value):
                found[name] = value
            case OneOf(values):
                found[name] = values[0]
            case Number(least, _):
                found[name] = least
            case Some():
                found[name] = choice.first()
            case _:
                such = getattr(choice, "such", UNSET)
                if such is not UNSET:
                    found[name] = such
    return found


def declarations(t: GaTable, item: Activation) -> Iterator[Option]:
    """The attack of an attack card that has come into the intent (GA-14.6)."""
    attacker = t.state.zones.things.get(item.attacker)
    if attacker is None or item.target or item.stage != INTENT:
        return
    thing = t.state.zones.things[item.source]
    targets = named_targets(t, item.seat, attacker, (thing,))
    if len(targets) > 1:
        fields: dict[str, Choice] = {
            "attacker": Fixed(attacker.id),
            "target": OneOf(tuple(targets)),
        }
        yield Option(item.seat, "attack", fields, "GA-14.6", weight=64)


def materializations(t: GaTable, seat: str, when: When = nullcontext) -> Iterator[Several]:
    """The cards of a material deck that may be materialized now (GA-10)."""
    names = [*t.state.zones.hidden.candidates(f"{seat}.material")]
    weights = [_eagerness_of_deck(card_of(t, name)) for name in names]
    yield Several(names, weights, partial(_materialized, t, seat), when)


def _eagerness_of_deck(card: Card) -> int:
    """How eagerly a random player materializes a card."""
    return 48 if card.is_champion else 8


def _materialized(t: GaTable, seat: str, names: Sequence[str]) -> Iterator[Option]:
    """Those of some cards that may be materialized."""
    memory = LAYOUT.find(t, seat, "memory")
    paid: set[int] = set()
    for name in names:
        card = card_of(t, name)
        try:
            cost = memory_cost(t, seat, card, 0)
        except Violation:
            continue
        if cost > size(t, seat, "memory"):
            continue
        fields: dict[str, Choice] = {"card": Fixed(name)}
        if cost:
            fields["random"] = Some.of_hidden(memory.cards, cost, cost, memory.together)
        event = Materialize(seat, **such(fields))
        if able_to_materialize(t, event, card, cost in paid):
            paid.add(cost)
            eager = _eagerness_of_deck(card)
            yield Option(seat, "materialize", fields, "GA-6.21", weight=eager)


# -- abilities -----------------------------------------------------------------------------------


def abilities(
    t: GaTable, seat: str, moments: Moments, when: When = nullcontext
) -> Iterator[Several]:
    """The activated abilities of a player's objects and inner lineages, and of cards with such as
    work where they lie (GA-16.2, 16.6)."""
    if not t.state.plays_on(seat):
        return
    found: list[_Usable] = []
    for thing in list(t.state.zones.things.values()):
        if thing.controller != seat or thing.place not in (FIELD, LINEAGE):
            continue
        if thing.counters.get(ENLIGHTEN, 0) >= PRICE and card_of(t, thing).is_champion:
            found.append(_Usable(thing.id, thing.name, _ENLIGHTENING))
        if thing.place == FIELD:
            texts = (*own_abilities(t, thing), *lent_abilities(t, thing))
            found += [_Usable(thing.id, *each) for each in texts]
            continue
        for at in t.catalog.triggered.get((thing.name, "lineage release"), ()):
            found.append(_Usable(thing.id, thing.name, at))
    for place, kind in ELSEWHERE.items():
        able = t.catalog.set_off_by.get(kind, frozenset())
        there = cards_of(t, seat, place) if able else ()
        for card in () if able.isdisjoint(there) else there:
            for at in t.catalog.triggered.get((card, kind), ()):
                found.append(_Usable(card, card, at))
    weights = [4 if each.at == _ENLIGHTENING else 2 for each in found]
    yield Several(found, weights, partial(_usable, t, seat, moments, when), when)


def _usable(
    t: GaTable, seat: str, moments: Moments, when: When, abilities: Sequence["_Usable"]
) -> Iterator[Option]:
    """Those of some abilities that may be used."""
    never = bool(abilities) and moments.of(seat) == "never"
    for each in abilities:
        if never and not is_decided_by_aims(t, seat, each.source, card_of(t, each.card)):
            continue
        if each.at != _ENLIGHTENING:
            yield from _ability(t, seat, each, moments, when)
        elif accepted(t, Ability(seat, each.source, which=ENLIGHTEN)):
            fields: dict[str, Choice] = {"source": Fixed(each.source), "which": Fixed(ENLIGHTEN)}
            yield Option(seat, "ability", fields, "GA-19.4", weight=4)


_ENLIGHTENING = -1
"""Stands for the ability that enlighten counters give, which is no effect of a card."""


class _Usable(NamedTuple):
    """An activated ability that a player may have."""

    source: str  # the object, or the card, that has it
    card: str  # whose text it is
    at: int  # which of its effects


def _ability(
    t: GaTable, seat: str, usable: _Usable, moments: Moments, when: When
) -> Iterator[Option]:
    source, card, at = usable
    made = compiled_effect(t, card, at)
    fields: dict[str, Choice] = {"source": Fixed(source)}
    if made.effect.name:
        fields["which"] = Fixed(made.effect.name)
    asked: dict[Event, bool] = {}

    def stands(event: Any) -> bool:
        found = asked[event] = able_to_use(t, event, at, moments)
        return found

    hint = ""
    if not made.effect.text_alone:
        doing = Doing(seat, source, trigger="activated")
        holder = _holder(Ability(seat, **such(fields)), when, stands, stands)
        option = proposals(t, made, doing, holder, ahead=True)
        if option is None:
            return
        fields |= {name: c for name, c in option.fields.items() if name not in ("source", "did")}
        hint = option.hint
    event = Ability(seat, **such(fields))
    if asked[event] if event in asked else stands(event):
        yield Option(seat, "ability", fields, "GA-16.6", weight=2, hint=hint)


# -- combat --------------------------------------------------------------------------------------


def attacks(t: GaTable, seat: str, when: When = nullcontext) -> Iterator[Several]:
    """The attacks that may be declared (GA-17.1)."""
    if attacks_too_early(t, seat):
        return
    own = controlled(t, seat)
    weapons = [each for each in own if has_word(t, each, "weapon")]
    ways: list[tuple[str, tuple[str, ...]]] = []  # a unit, and the weapons that it uses
    for unit in own:
        if unit.rested or not may_attack(t, unit):
            continue
        ways.append((unit.id, ()))
        if card_of(t, unit).is_champion:
            ways += [(unit.id, (each.id,)) for each in weapons]
    yield Several(ways, [16] * len(ways), partial(_declared, t, seat), when)


def _declared(
    t: GaTable, seat: str, ways: Sequence[tuple[str, tuple[str, ...]]]
) -> Iterator[Option]:
    """Those of some attacks that may be declared."""
    for attacker, uses in ways:
        unit = t.state.zones.things[attacker]
        if not attackable(t, seat, unit):
            continue
        if t.state.phase == MAIN and not is_sure(t, armed, t, seat, unit, uses):
            continue
        able = _able(t, unit, uses)
        if not able:
            continue
        fields: dict[str, Choice] = {
            "attacker": Fixed(attacker),
            "target": OneOf(tuple(_eager(t, able))),
        }
        if uses:
            fields["uses"] = Fixed(uses)
        yield Option(seat, "attack", fields, "GA-17.1", weight=16)


def _able(t: GaTable, unit: InPlay, uses: tuple[str, ...]) -> list[str]:
    """What a unit may attack with these weapons. Where it may attack one, and not all of a player
    at once, what it sees and who taunts it is all that decides on the others."""
    seat, things = unit.controller, t.state.zones.things
    parts = taking_part(t, unit, [things[each] for each in uses])
    seen = named_targets(t, seat, unit, parts)

    def is_accepted(target: str) -> bool:
        return accepted(t, Attack(seat, unit.id, target, uses))

    if not things.keys() >= {*seen}:  # opponents, whom a Cleave attacks
        return [each for each in seen if is_accepted(each)]
    return seen if any(map(is_accepted, seen)) else []


def _eager(t: GaTable, targets: list[str]) -> Iterator[str]:
    """The targets, champions several times: a random player rather attacks these."""
    for each in targets:
        thing = t.state.zones.things.get(each)
        champion = thing is not None and card_of(t, thing).is_champion
        yield from [each] * (3 if champion else 1)


def reactions(t: GaTable, combat: Combat) -> Iterator[Option]:
    """What defenders may do in a combat: intercept, retaliate (GA-17.32, 24.18)."""
    if combat.stage != RETALIATION:
        return
    for unit in may_retaliate(t, combat):
        event: Event = Retaliate(unit.controller, (unit.id,))
        if accepted(t, event):
            fields: dict[str, Choice] = {"units": Fixed((unit.id,))}
            yield Option(unit.controller, "retaliate", fields, "GA-17.32", weight=8)
    for thing in list(t.state.zones.things.values()):
        if thing.place == FIELD and has_word(t, thing, "intercept") and not thing.rested:
            event = Intercept(thing.controller, thing.id)
            if thing.controller != combat.seat and accepted(t, event):
                fields = {"ally": Fixed(thing.id)}
                yield Option(thing.controller, "intercept", fields, "GA-24.18", weight=8)
