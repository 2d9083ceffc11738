"""The numbers that a text may read."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events.grand_archive import COUNTER_KINDS, ChangePhase, Damage, Negate, PayDown
from events.notation.words import quote
from referee.games.grand_archive.catalog import (
    ACTIVATED,
    ALLY_SUPPRESSED,
    BANISHED_BY,
    CHAMPION_HIT,
    CHARGED,
    CHOSEN_NAME,
    HIT,
    IS_OMEN,
    KEPT_SO,
    KEPT_STILL,
    SHARED,
    TO_SHARE,
    USED,
)
from referee.games.grand_archive.changed_cards import ANY_OMEN, OF_ONE_PILE, Lying, card_there
from referee.games.grand_archive.combat import new_targets
from referee.games.grand_archive.effects.fizzling import could_be_instead
from referee.games.grand_archive.effects.stands import OWNER, bearer
from referee.games.grand_archive.payment import empowering, keyword_works, reserve_cost
from referee.games.grand_archive.places import influence, omens, pile, size
from referee.games.grand_archive.state import (
    CHOSEN_X,
    DIRECTIONS,
    END,
    FIELD,
    LAST_USED,
    LINEAGE,
    MAIN,
    NAMED,
    RECOLLECTION,
    STACK,
    TOOK,
    Activation,
    GaTable,
    InPlay,
    Item,
    Triggered,
    card_of,
    champion_of,
    combat_of,
    controlled,
    lineage_of,
    mastery_of,
)
from referee.games.grand_archive.values import (
    CARDISTRY,
    READING,
    attack_power_of,
    has_word,
    holds,
    is_unit,
    level_of,
    life_of,
    number_of,
    power_of,
    price_of,
)
from referee.parts.effects import Run
from referee.parts.effects.effect_run import Read, of_thing
from referee.parts.effects.piled import split
from referee.parts.effects.schema import Reckon
from referee.parts.layered import known_top, layers_of
from referee.parts.layers import base

BANISHED_OF = "banished of "
"""What stands before a player for how many cards of theirs the effect at hand has banished."""
FACE_DOWN = "facedown"
"""What an object is once for each card that it has banished face down."""
COUNTERS = tuple("level counters" if kind == "level" else kind for kind in COUNTER_KINDS)
"""The kinds of counters as a text asks how many there are (section 19)."""


def _level(r: Run, about: Any) -> int:
    return max(0, _signed_level(r, about))


def _signed_level(r: Run, about: Any) -> int:
    """The level as it is, which below 0 makes dearer what it makes cheaper else (GA-9.22)."""
    seat = r.seat_of(about)
    champion = champion_of(r.t, seat)
    if champion is None:
        return 0
    return level_of(r.t, champion) + (_empowered(r) if seat == r.seat else 0)


def _empowered(r: Run) -> int:
    """By how many levels the Spell is empowered that is activated or resolves, or whose own text
    says what it costs (GA-24.10)."""
    thing = r.t.state.zones.things.get(r.doing.source)
    if thing is None and r.doing.source == r.compiled.card:
        # what it costs itself, before it is activated
        return empowering(r.t, r.seat, card_of(r.t, r.compiled.card)) if _prices(r) else 0
    if thing is None or thing.place != STACK:
        return 0
    levels: int = thing.empowered
    if levels or any(each.source == thing.id for each in r.t.state.waiting.stack):
        return levels
    return empowering(r.t, r.seat, card_of(r.t, thing))


def _prices(r: Run) -> bool:
    """Whether a text changes what its own card costs to activate."""
    return any(each.own and each.what == "activate" for each in r.compiled.changes)


def _cost(which: str) -> Read:
    def number(r: Run, about: Any) -> int:
        found = None if about is None else getattr(card_of(r.t, about), which)
        return found if isinstance(found, int) else 0

    return number


def _cost_there(r: Run, about: Any) -> int:
    """The reserve cost of a card; on the stack an X in it is what was chosen (GA-2.36)."""
    if isinstance(about, InPlay) and about.place == STACK and card_of(r.t, about).reserve == "X":
        items = (x for x in r.t.state.waiting.stack if isinstance(x, Activation))
        return next((x.x or 0 for x in items if x.source == about.id), 0)
    return _cost("reserve")(r, about)


def _costs_as_shown(r: Run, about: Any) -> int:
    """1 for a card, or one that was activated, of as much reserve cost as that which the effect has
    shown; X is what was chosen on the stack, and 0 elsewhere (GA-2.36)."""
    shown = [name for names in r.found.values() for name in names]
    if about is None or not shown or card_of(r.t, about).reserve is None:
        return 0
    return int(_cost_there(r, about) == _cost("reserve")(r, shown[-1]))


def _dearest_spell(r: Run, about: Any) -> int:
    """The highest reserve cost among the Spell cards that opponents have on the stack."""
    things, against = r.t.state.zones.things.values(), r.opponents()
    spells = (x for x in things if x.place == STACK and x.controller in against)
    return max((_cost_there(r, x) for x in spells if has_word(r.t, x, "spell")), default=0)


def _any_cost(r: Run, about: Any) -> int:
    if about is None:
        return 0
    card = card_of(r.t, about)
    found = card.reserve if card.reserve is not None else card.memory
    return found if isinstance(found, int) else 0


def _counters(kind: str) -> Read:
    kind = kind.removesuffix(" counters")

    def number(r: Run, about: Any) -> int:
        if not isinstance(about, InPlay) or about.place != FIELD:
            about = champion_of(r.t, r.seat_of(about))
        return about.counters.get(kind, 0) if about is not None else 0

    return number


def _of_mastery(kind: str) -> Read:
    """The counters on the mastery of a player."""

    def number(r: Run, about: Any) -> int:
        mastery = r.t.state.zones.things.get(mastery_of(r.seat_of(about)))
        return mastery.counters.get(kind, 0) if mastery is not None else 0

    return number


def _has_mastery(name: str) -> Read:
    return lambda r, about: int(r.t.state.players[r.seat_of(about)].mastery == name)


def _facing(direction: str) -> Read:
    """1 while the Shifting Currents of a player face that way."""
    return lambda r, about: int(r.t.state.players[r.seat_of(about)].direction == direction)


def _condition(condition: str) -> Read:
    """1 where a restriction holds for the card whose text it is (section 13), else 0."""

    def number(r: Run, about: Any) -> int:
        name = r.source.name if r.source is not None else r.compiled.card
        place = PILES.get(str(r.compiled.effect.when)) if r.source is None else None
        card = card_there(r.t, r.seat, place, name) if place else card_of(r.t, name)
        return int(holds(r.t, r.seat, card, (condition,)))

    return number


PILES = {"in graveyard": "graveyard", "in banishment": "banishment"}
"""Where a card lies whose ability works there, by what that ability is."""


def _damage(r: Run, about: Any) -> int:
    on_field = isinstance(about, InPlay) and about.place == FIELD
    thing = about if on_field else champion_of(r.t, r.seat_of(about))
    return thing.damage if thing is not None else 0


def _champions_damage(r: Run, about: Any) -> int:
    champion = champion_of(r.t, r.seat_of(about))
    return champion.damage if champion is not None else 0


def _small(most: int, memory: int = 0) -> Read:
    """1 for a card of at most so much reserve or memory cost; X counts as 0 (GA-2.36)."""

    def number(r: Run, about: Any) -> int:
        if about is None:
            return 0
        card = card_of(r.t, about)
        if card.memory is not None:
            return int(card.memory == "X" or card.memory <= memory)
        return int(card.reserve is not None and (card.reserve == "X" or card.reserve <= most))

    return number


def _of_an_opponent(of: Callable[[GaTable, str], int]) -> Read:
    """The most that any one opponent has of something."""
    return lambda r, about: max((of(r.t, seat) for seat in r.opponents()), default=0)


def _least_of_an_opponent(of: Callable[[GaTable, str], int]) -> Read:
    """The least that any one opponent has of something."""
    return lambda r, about: min((of(r.t, seat) for seat in r.opponents()), default=0)


def _buried(t: GaTable, seat: str) -> int:
    """How many cards the graveyard of a player holds."""
    return len(pile(t, seat, "graveyard"))


def _hit_by_it(r: Run, about: Any) -> int:
    """1 for an object that the source has hit in this turn (GA-17.44)."""
    if not isinstance(about, InPlay):
        return 0
    return int(f"{HIT} {r.doing.source} {about.id}" in r.t.state.done.happened)


def _hit_by_champion(r: Run, about: Any) -> int:
    """1 for an object to which your champion has dealt combat damage in this turn (GA-18.1)."""
    champion = champion_of(r.t, r.seat)
    if champion is None or not isinstance(about, InPlay):
        return 0
    return int(f"{HIT} {champion.id} {about.id}" in r.t.state.done.happened)


def _agility(r: Run, about: Any) -> int:
    """The Agility that a player has, or the own champion (GA-24.1)."""
    seat = r.seat_of(about)
    champion = champion_of(r.t, seat)
    own = number_of(r.t, champion, "agility") if champion is not None else 0
    found = r.t.state.changes.on.get(seat, ())
    return own + sum(x.amount or 0 for x in found if (x.layer, x.what) == ("add", "agility"))


def _chosen_x(r: Run, about: Any) -> int:
    """The X that the source was paid for with, such as of Prepare X."""
    marks = r.source.marks if isinstance(r.source, InPlay) else ()
    said = (each.removeprefix(CHOSEN_X) for each in marks if each.startswith(CHOSEN_X))
    return int(next(said, 0))


def _met_before(r: Run, about: Any) -> int:
    """1 for an object that an earlier step of the effect was about."""
    return int(isinstance(about, InPlay) and about.id in r.touched)


def _of_its_bearer(r: Run, about: Any) -> int:
    """1 while the player at hand controls what has a text that an effect began."""
    has_it = r.t.state.zones.things.get(bearer(r))
    return int(has_it is not None and has_it.controller == r.it)


def _is_of_its_owner(r: Run, about: Any) -> int:
    """1 for the player whose cards a text was begun with."""
    return int(isinstance(r.source, InPlay) and r.source.owner == r.it)


def _power_and_life(r: Run, about: Any) -> int:
    """The power and the life, together, of what has set the text off, as it was."""
    about = r.remembered(r.doing.about)
    return of_thing(power_of)(r, about) + of_thing(life_of)(r, about)


def _base_power(r: Run, about: Any) -> int:
    """The power of an object before anything is added to it (GA-16.32)."""
    if not isinstance(about, InPlay):
        return 0 if about is None else card_of(r.t, about).power or 0
    return base(r.t, READING, about.id, "power") or 0


def _within_level(r: Run, about: Any) -> int:
    """1 for a card whose reserve cost is no more than your level; X counts as 0 (GA-2.36)."""
    if about is None:
        return 0
    cost = card_of(r.t, about).reserve
    return int(cost is not None and (0 if cost == "X" else cost) <= _level(r, None))


def _curses_lead(r: Run, about: Any) -> int:
    """How many more Curse cards are in your lineage than your influence is, or how many less."""
    return _curses(r, about) - influence(r.t, r.seat)


def _units(t: GaTable, seat: str) -> int:
    """How many units a player controls."""
    return sum(is_unit(t, each) for each in controlled(t, seat))


def _allies(t: GaTable, seat: str) -> int:
    """How many allies a player controls."""
    return sum(has_word(t, each, "ally") for each in controlled(t, seat))


def _rested_units(t: GaTable, seat: str) -> int:
    """How many rested units a player controls."""
    return sum(is_unit(t, each) and each.rested for each in controlled(t, seat))


def _chosen_name(r: Run, about: Any) -> int:
    """1 for a card, or a thing, of a name that was chosen for the source (GA-23.10)."""
    if about is None or not isinstance(r.source, InPlay):
        return 0
    name = about.name if isinstance(about, InPlay) else str(about)
    return int(f"{NAMED}{name}" in r.source.marks)


def _balance(r: Run, about: Any) -> int:
    """1 while the hand and the memory of a player hold as many cards."""
    seat = r.seat_of(about)
    return int(size(r.t, seat, "hand") == size(r.t, seat, "memory"))


def _on_enter(r: Run, about: Any) -> int:
    """How many On Enter triggers of an object are on the stack."""
    stack = r.t.state.waiting.stack if isinstance(about, InPlay) else ()
    items = (each for each in stack if isinstance(each, Item) and each.source == about.id)
    return sum(each.trigger == "on enter" for each in items)


def _omens_alike(r: Run, about: Any) -> int:
    """How many of your omens cost as much as a card (GA-19.8)."""
    return 0 if about is None else _omens(r, None).count(_any_cost(r, about))


def _activated(r: Run, about: Any) -> int:
    played: int = r.t.state.done.played
    return played


def _lead(r: Run, about: Any) -> int:
    """By how much the influence of the player aimed at is greater than yours (GA-5.34)."""
    seats = r.t.state.players
    aimed = next((one for aim in r.aims.values() for one in aim if one in seats), r.seat)
    return influence(r.t, aimed) - influence(r.t, r.seat)


def _costs(word: str) -> Callable[[Run, Any], list[int]]:
    """The reserve costs of the objects with a word that a player controls, of those that have one;
    X counts as 0 (GA-2.31, 2.36)."""

    def costs(r: Run, about: Any) -> list[int]:
        of = (each for each in controlled(r.t, r.seat_of(about)) if has_word(r.t, each, word))
        found = (card_of(r.t, each).reserve for each in of)
        return [0 if cost == "X" else cost for cost in found if cost is not None]

    return costs


_SUITED = _costs("suited")
_RANKS = {6: 1, 10: 2, 21: 4}
"""What the aces have of a total reserve cost of suited objects, and of no other."""


def _cardistry(r: Run, about: Any) -> int:
    """How much less a Cardistry ability costs: 1 for each reserve cost among your suited objects,
    and what texts make it cheaper by."""
    cheaper = _MUCH - price_of(r.t, r.seat, CARDISTRY, _MUCH, r.compiled.card)
    return len(set(_SUITED(r, about))) + cheaper


_MUCH = 999


def _distortion_power(r: Run, about: Any) -> int:
    """The printed power, together, of the Distortion weapons that a player controls."""
    weapons = (
        each
        for each in controlled(r.t, r.seat_of(about))
        if has_word(r.t, each, "distortion") and has_word(r.t, each, "weapon")
    )
    return sum(card_of(r.t, each).power or 0 for each in weapons)


def _in_main_phase(r: Run, about: Any) -> int:
    return int(r.t.state.phase == MAIN and r.t.state.active == r.seat_of(about))


def _shown_cost(r: Run, about: Any) -> int:
    """The reserve costs, together, of the cards that the effect has shown or taken before."""
    return sum(_cost("reserve")(r, name) for names in r.found.values() for name in names)


def _face_down(r: Run, about: Any) -> int:
    """How many cards the source has banished face down that lie there still."""
    return r.source.marks.count(FACE_DOWN) if isinstance(r.source, InPlay) else 0


def _costs_x(r: Run, about: Any) -> int:
    """1 for a card whose reserve cost is X."""
    has_one = about is not None and card_of(r.t, about).reserve is not None
    return int(has_one and _cost_there(r, about) == r.x)


def _banished_namesakes(r: Run, about: Any) -> int:
    """How many cards of the name of a card lie in the banishment of anybody."""
    name = about.name if isinstance(about, InPlay) else str(about or "")
    return sum(list(pile(r.t, seat, "banishment")).count(name) for seat in r.t.state.seats)


def _paired(r: Run, about: Any) -> int:
    """1 for an object of which its player controls another of that name; once an earlier step was
    about one, for those of the name of that."""
    if not isinstance(about, InPlay):
        return 0
    if before := [name for names in r.met.values() for name in names]:
        return int(about.name in before)
    return int(sum(each.name == about.name for each in controlled(r.t, about.controller)) > 1)


def _namesake(r: Run, about: Any) -> int:
    """1 for a card, or an object, of the name of one that an earlier step was about, or that has
    set the text off."""
    name = about.name if isinstance(about, InPlay) else str(about or "")
    met = r.remembered(r.it)
    return int((met is not None and met.name == name) or any(name in x for x in r.met.values()))


def _namesakes_gone(r: Run, about: Any) -> int:
    """How many cards of the name of the source lie in your graveyard and banishment."""
    piles = (*pile(r.t, r.seat, "graveyard"), *pile(r.t, r.seat, "banishment"))
    return piles.count(r.compiled.card)


def _to_share(r: Run, about: Any) -> int:
    """How much of the damage that is split, as a step has it, is dealt to nobody yet."""
    return max(0, r.done.get(SPLIT, 0) - _shared(r, about))


def _shared(r: Run, about: Any) -> int:
    """How much of the damage that is split is not for the one at hand: what was dealt, and what
    others have of it; where its own share is said, that is held against the whole with theirs."""
    dealt = r.done.get(SHARED, 0)
    if r.word != "damage":
        return dealt  # it is asked whether any is left
    said = getattr(r.logged(), "amount", None) is not None
    return 0 if said else dealt + for_others(r)


def for_others(r: Run) -> int:
    """How much damage is for those that have none of it yet: what is said, and 1 for each other;
    those that are no aim any more had 1, too, and nobody gets that (GA-8.7)."""
    said = [x.amount for x in r.log if isinstance(x, Damage) and x.amount is not None]
    gone = len(r.doing.aims) - sum(map(len, r.aims.values()))
    return sum(said) + max(0, r.left - len(said)) + max(0, gone)


def _share_declared(r: Run, about: Any) -> int:
    """How much of the damage that is split was declared for a target as the card was activated, or
    for all of them together; the one target that there was has all of it."""
    shares = shares_declared(r)
    return (
        shares.get(about.id, 0)
        if isinstance(about, InPlay) and about is not r.source
        else (sum(shares.values()))
    )


def shares_declared(r: Run) -> Mapping[str, int]:
    """How much of the damage that is split each target has, by its id, as it was declared; none
    where it is said on resolution."""
    aims, whole = r.doing.aims, split_of(r)
    if len(aims) == 1:
        return {aims[0]: whole}
    item = pending(r, r.doing.source)
    said = [x for x in item.did if isinstance(x, Damage)] if item is not None else []
    shares: dict[str, int] = {}
    for aim in aims:
        own = next((x for x in said if x.thing in (None, aim, aim.rpartition(".")[0])), None)
        if own is None or own.amount is None:
            return {}
        said.remove(own)
        shares[aim] = own.amount
    return shares


def split_of(r: Run) -> int:
    """How much damage a step says is split among what the text is aimed at."""
    amounts = (getattr(each, "amount", None) for each in r.compiled.effect.steps)
    of = (each for each in amounts if isinstance(each, Reckon) and each.ask == SHARED)
    return next((each.plus for each in of), 0)


SPLIT, DECLARED = "split", "share declared"
"""What a step is called that says how much damage is split, and how much of it was declared."""


def _kin_gone(r: Run, about: Any) -> int:
    """1 for an object that has a type that a card in your banishment has, too."""
    if not isinstance(about, InPlay):
        return 0
    gone = {kind for name in pile(r.t, r.seat, "banishment") for kind in card_of(r.t, name).types}
    return int(not gone.isdisjoint(card_of(r.t, about).types))


HAPPENED = ("negated", "materialized", "suppressed", ALLY_SUPPRESSED, "champion attacked",
            "spells activated", "melodies activated", "mage actions activated",
            "commands activated", "drawn", "played", "leveled up", "champion damage",
            "advanced activated")  # fmt: skip
"""What is counted of a turn, for each player."""


def _happened(what: str) -> Read:
    return lambda r, about: r.t.state.done.happened.get(f"{what} {r.seat_of(about)}", 0)


def _past(what: str) -> Callable[[Run, str], Sequence[str]]:
    return lambda r, seat: r.t.state.done.cards.get(f"{what} {seat}", ())


HISTORY: Mapping[str, Callable[[Run, str], Sequence[str]]] = {
    f"{what} this turn": _past(what) for what in ("activated", "entered")
}
"""The cards that a player has activated in this turn, and the objects that have come under that
player's control, by their names."""


def _glimmer_lacking(r: Run, about: Any) -> int:
    """By how many the glimmer counters on your champion are fewer than your phantasias."""
    phantasias = sum(has_word(r.t, each, "phantasia") for each in controlled(r.t, r.seat))
    return max(0, phantasias - _counters("glimmer")(r, champion_of(r.t, r.seat)))


def _of_one_pile(r: Run, about: Any) -> int:
    """1 for a card of a pile in which all lies that is aimed at."""
    if not isinstance(about, Lying):
        return 0
    there = pile(r.t, about.seat, about.place)
    aims = (split(r, each) for each in r.doing.aims)
    return int(all(seat in ("", about.seat) and name in there for seat, name in aims))


def _activated_before(r: Run, about: Any) -> int:
    """1 once you have activated a card of the name of the source in this game."""
    return int(r.compiled.card in r.t.state.players[r.seat_of(None)].activated)


def _banished_power(r: Run, about: Any) -> int:
    """The power, together, of the ally, attack and weapon cards in your banishment."""
    cards = (card_of(r.t, each) for each in pile(r.t, r.seat, "banishment"))
    return sum(x.power or 0 for x in cards if x.is_ally or x.is_attack or x.is_weapon)


def _is_omen(r: Run, about: Any) -> int:
    """1 for a card that is one of your omens (GA-19.8)."""
    return int(about is not None and str(about) in omens(r.t, r.seat))


def _is_any_omen(r: Run, about: Any) -> int:
    """1 for a card that is an omen of whoever's banishment it lies in (GA-19.8)."""
    seat = about.seat if isinstance(about, Lying) else r.seat
    return int(about is not None and str(about) in omens(r.t, seat))


def _is_kept(r: Run, about: Any) -> int:
    """1 for a card that a text was begun with."""
    source = r.source
    return int(isinstance(source, InPlay) and about is not None and str(about) in source.marks)


def _is_kept_so(r: Run, about: Any) -> int:
    """1 for that card among those that a text was begun with whose place is that of the way which
    your Shifting Currents face."""
    source, way = r.source, r.t.state.players[r.seat].direction
    if not isinstance(source, InPlay) or not way:
        return 0
    at = DIRECTIONS.index(way)
    return int(source.marks[at : at + 1] == [str(about)])


def _banished_by(r: Run, about: Any) -> int:
    """1 for a card that the source has banished, or that was banished to pay for it."""
    source = r.source
    if not isinstance(source, InPlay) or about is None:
        return 0
    return int(f"{TOOK}{about}" in source.marks)


def _bears_it(r: Run, about: Any) -> int:
    """1 for the object that has a text which an effect began."""
    return int(isinstance(about, InPlay) and about.id == bearer(r))


def _is_preserved(r: Run, about: Any) -> int:
    """1 for a card that lies preserved in your material deck (GA-24.27)."""
    return int(about is not None and str(about) in r.t.state.players[r.seat].preserved)


def _of_the_material_deck(r: Run, about: Any) -> int:
    """1 for a card that may have come out of your material deck: it is on that list, where there is
    one, or was preserved (GA-24.27)."""
    listed = r.t.state.lists.get(r.seat, {}).get("material", {})
    name, preserved = str(about), r.t.state.players[r.seat].preserved
    return int(not listed or name in listed or name in preserved)


def _faces(r: Run, about: Any) -> int:
    """1 for who has Shifting Currents, whatever way they face."""
    return int(bool(r.t.state.players[r.seat_of(about)].direction))


def _printed_reserve(r: Run, about: Any) -> int:
    """The reserve cost of an object; -1 where it has none, X being 0 (GA-2.36)."""
    found = None if about is None else card_of(r.t, about).reserve
    return -1 if found is None else found if isinstance(found, int) else 0


def _used(kind: str) -> Read:
    """How many weapons of a kind the attack uses, or the last one has used."""

    def number(r: Run, about: Any) -> int:
        combat = combat_of(r.t.state)
        used = combat.uses if combat is not None else r.t.state.done.cards.get(LAST_USED, ())
        names = (each.rpartition(".")[0] for each in used)
        return sum(kind in card_of(r.t, name).subtypes for name in names)

    return number


def _came_with_it(r: Run, about: Any) -> int:
    """1 for an object that came with the same entry as that which set the effect off."""
    it = r.thing(r.it)
    return int(isinstance(about, InPlay) and isinstance(it, InPlay) and about.since == it.since)


def _is_looked_at(r: Run, about: Any) -> int:
    """1 for a card that may be one of those of a deck that the effect has looked at."""
    deck, count = f"{r.named.get(LOOKED, '')}.deck", r.done.get("look", 0)
    zones = r.t.state.zones
    known = known_top(zones, deck)
    if len(known) >= count:
        return int(about in known[:count])
    return int(about in zones.hidden.candidates(layers_of(zones, deck)[0]))


LOOKED = "is looked at"
"""The number that is 1 for a card of a deck that the effect has looked at; and what names whose
deck that is."""


def pending(r: Run, key: str) -> Item | None:
    """What is on the stack of that source; no trigger where the text is not aimed at one."""
    found = [x for x in r.t.state.waiting.stack if isinstance(x, Item) and x.source == key]
    if any(aim.untriggered for aim in r.compiled.effect.aims.values()):
        found = [x for x in found if not isinstance(x, Triggered)]
    return found[-1] if found else None


def _may_be_replaced(r: Run, about: Any) -> int:
    """1 for a target of what the text is aimed at that the source could be in place of (GA-8.7)."""
    item = pending(r, next((one for aim in r.aims.values() for one in aim), ""))
    if item is None or not (isinstance(about, InPlay) and isinstance(r.source, InPlay)):
        return 0
    return int(about.id in item.aims and could_be_instead(r.t, item, about.id, r.source))


def _may_be_attacked(r: Run, about: Any) -> int:
    """1 for an object that the attack that is on could be put on (GA-17.10)."""
    return int(isinstance(about, InPlay) and about in new_targets(r.t))


def _paid_for(r: Run, about: Any) -> int:
    """1 for what a step called ``paid`` was done for."""
    return int(isinstance(about, InPlay) and about.id in r.those.get("paid", ()))


def _later_turn(r: Run, about: Any) -> int:
    """1 in any turn after that in which a text was begun."""
    source = r.source
    return int(isinstance(source, InPlay) and source.since < r.t.state.turned[0])


def _same_level(r: Run, about: Any) -> int:
    """1 for a card of a lineage on which one of its own level has just come to lie."""
    source = r.source
    champion = champion_of(r.t, r.seat)
    if not isinstance(source, InPlay) or champion is None:
        return 0
    inner = lineage_of(r.t, champion)
    if not inner or inner[-1] is not source:
        return 0
    return int(card_of(r.t, source).level == card_of(r.t, champion).level)


def _floats(r: Run, about: Any) -> int:
    """1 for a card of a graveyard, or banished out of one, whose Floating Memory works for its
    owner (GA-13.1, 24.12); without another that is you."""
    owner = r.named.get(OWNER, r.seat)
    if about is None:
        return 0
    card = card_there(r.t, owner, "graveyard", str(about))
    return int(keyword_works(r.t, owner, card, "floating memory"))


ONE = "the same"
"""What a step is called that is about one object however often it is done."""


def _the_same(r: Run, about: Any) -> int:
    """1 for the object that a step was about before, and for all while it was about none."""
    return int(isinstance(about, InPlay) and r.named.get(ONE, about.id) == about.id)


def _curses(r: Run, about: Any) -> int:
    """How many Curse cards lie in the lineages of your champions."""
    things = r.t.state.zones.things.values()
    below = (each for each in things if each.place == LINEAGE and each.controller == r.seat)
    return sum("curse" in card_of(r.t, each).subtypes for each in below)


def _was_prepared(r: Run, about: Any) -> int:
    """1 for a card that was prepared as you have activated it, of which that is the newest."""
    things = r.t.state.zones.things
    for each in reversed(r.t.state.waiting.stack):
        if isinstance(each, Activation) and each.seat == r.seat and each.card == str(about):
            return int(each.source in things and "prepared" in things[each.source].marks)
    return 0


def _bearer_is_yours(r: Run, about: Any) -> int:
    """1 while you control the object that has a text which an effect began."""
    thing = r.thing(bearer(r))
    return int(thing is not None and thing.place == FIELD and thing.controller == r.seat)


def _still_yours(r: Run, about: Any) -> int:
    """1 while you control what the text comes from."""
    thing = r.t.state.zones.things.get(r.doing.source)
    return int(thing is not None and thing.place == FIELD and thing.controller == r.seat)


def _defended(r: Run, about: Any) -> int:
    """1 for an object of the player who is attacked (GA-17.5)."""
    combat = combat_of(r.t.state)
    if combat is None or not isinstance(about, InPlay):
        return 0
    things = r.t.state.zones.things
    seats = {things[each].controller for each in combat.targets if each in things}
    return int(about.controller in (seats or r.opponents()))


def _least_influence(r: Run, about: Any) -> int:
    """1 for a player whose influence is the least, or as little as that of another."""
    seat = r.seat_of(about)
    own = influence(r.t, seat)
    return int(all(own <= influence(r.t, each) for each in r.players() if each != seat))


def _least_fatestone(r: Run, about: Any) -> int:
    """1 for a card of which no Fatestone regalia of your material deck is known to have a lower
    memory cost."""
    hidden, zone = r.t.state.zones.hidden, f"{r.seat}.material"
    if about is None:
        return 0
    own = _any_cost(r, about)
    cards = (card_of(r.t, name) for name in hidden.candidates(zone))
    least = [x.name for x in cards if {"fatestone", "regalia"} <= x.all_words]
    lower = tuple(name for name in least if _any_cost(r, name) < own)
    return int(not lower or hidden.denies(zone, lower) is None)


def _first_turn(r: Run, about: Any) -> int:
    """1 in the first turn of a player in the game."""
    state, seat = r.t.state, r.seat_of(about)
    return int(state.active == seat and state.players[seat].begun == 1)


def _next_turn(r: Run, about: Any) -> int:
    """1 in the first turn of a player that comes after the source has come."""
    state, seat = r.t.state, r.seat_of(about)
    since = r.source.turn if isinstance(r.source, InPlay) else 0
    return int(state.active == seat and state.turn > since >= state.players[seat].ended)


def _weapons_used(r: Run, about: Any) -> int:
    """How many weapons take part in the attack that is on."""
    combat, things = combat_of(r.t.state), r.t.state.zones.things
    uses = () if combat is None else combat.uses
    return sum(x in things and has_word(r.t, things[x], "weapon") for x in uses)


def _price_now(r: Run, about: Any) -> int:
    """What the card whose text it is costs now (GA-8.9)."""
    return reserve_cost(r.t, r.seat, card_of(r.t, r.compiled.card), r.x)


def _even_levels(r: Run, about: Any) -> int:
    """1 while there is an even number of level counters."""
    return int(_counters("level counters")(r, about) % 2 == 0)


def _in_phase(phase: int, own: bool) -> Read:
    """1 in that phase of a turn of one's own, or of somebody else's."""

    def number(r: Run, about: Any) -> int:
        state = r.t.state
        return int(state.phase == phase and (state.active == r.seat) == own)

    return number


def _aims_at_champion(r: Run, about: Any) -> int:
    """1 for a card on the stack whose activation is aimed at your champion; what is materialized,
    such as a Link, is not activated (GA-10.5)."""
    champion = champion_of(r.t, r.seat)
    if champion is None or not isinstance(about, InPlay):
        return 0
    stack = (x for x in r.t.state.waiting.stack if isinstance(x, Activation))
    own = (x for x in stack if x.source == about.id and not x.materialized)
    return int(any(champion.id in x.aims for x in own))


def _is_activated(r: Run, about: Any) -> int:
    """1 for a card on the stack that was activated, and is not materialized (GA-10.5)."""
    stack = (x for x in r.t.state.waiting.stack if isinstance(x, Activation))
    own = {x.source for x in stack if not x.materialized}
    return int(isinstance(about, InPlay) and about.id in own)


def _may_be_paid_for(meant: Read) -> Read:
    """1 for a card on the stack that is meant and not said to be negated, for which its player may
    be said to pay so that it is not; for each of them while nobody is said to pay.

    Args:
        meant: 1 for the cards that are negated where nobody pays.

    Raises:
        Unsaid: fewer of them, and of the attack on it where that may be paid for, are paid for
            than are not said to be negated or ended.
    """

    def number(r: Run, about: Any) -> int:
        said = r.doing.did
        unpaid = not any(isinstance(x, PayDown) for x in said)
        if unpaid or not isinstance(about, InPlay):
            return int(unpaid)
        things = r.t.state.zones.things.values()
        own = [x for x in things if x.place == STACK and x.controller == about.controller]
        names = [x.name for x in own]
        gone = {x.item for x in said if isinstance(x, Negate)}
        left = [
            x
            for x in own
            if meant(r, x)
            and x.id not in gone
            and not (x.name in gone and names.count(x.name) == 1)
        ]
        paid = [x for x in said if isinstance(x, PayDown) and x.player in (None, about.controller)]
        pays = sum(x.thing is None for x in paid)
        spared = pays == len(paid) and _may_spare_the_attack(r, about.controller)
        if 0 < pays < len(left) + spared and r.chooser is not None:
            return int(about in left[:pays])  # which of them makes no difference to what was said
        if 0 < pays < len(left) + spared:
            ask = f"{r.compiled.card}: say which is negated"
            did = [f"negate:{quote(x.id)}" for x in left]
            if spared:
                ask, did = f"{ask}, or that the combat ends", [*did, "phase:combat:end"]
            r.t.incomplete(ask, did=did)
        return int(about in left)

    return number


def _may_spare_the_attack(r: Run, seat: str) -> bool:
    """Whether a player may pay for an attack on your champion to go on, and it is not said that the
    combat ends."""
    combat, champion = combat_of(r.t.state), champion_of(r.t, r.seat)
    if combat is None or champion is None or champion.id not in combat.targets:
        return False
    ends = any(step.outcome is ChangePhase for mode in r.modes for step in mode.steps)
    said = any(isinstance(x, ChangePhase) for x in r.doing.did)
    return ends and not said and combat.seat == seat


def _omens(r: Run, about: Any) -> list[int]:
    """The reserve costs of the omens of a player (GA-19.8)."""
    return [_any_cost(r, each) for each in omens(r.t, r.seat_of(about))]


def _omens_of(kind: str) -> Read:
    """How many omens of a type a player has (GA-19.8)."""
    return lambda r, about: sum(
        kind in card_of(r.t, each).types for each in omens(r.t, r.seat_of(about))
    )


NUMBERS: Mapping[str, Read] = {
    "omens": lambda r, about: len(_omens(r, about)),
    **{f"{kind} omens": _omens_of(kind) for kind in ("attack", "ally")},
    "omens of cost 1": lambda r, about: _omens(r, about).count(1),
    "looked at and left": lambda r, about: max(0, r.done.get("look", 0) - r.done.get("play", 0)),
    "aimed at your champion": _aims_at_champion,
    "may be paid for": _may_be_paid_for(_aims_at_champion),
    "one may be paid for": _may_be_paid_for(_is_activated),
    "end phase of another": _in_phase(END, False),
    IS_OMEN: _is_omen,
    ANY_OMEN: _is_any_omen,
    "is kept": _is_kept,
    KEPT_STILL: _is_kept,
    KEPT_SO: _is_kept_so,
    "floats": _floats,
    "bears it": _bears_it,
    BANISHED_BY: _banished_by,
    "preserved": lambda r, about: len(r.t.state.players[r.seat_of(about)].preserved),
    "is preserved": _is_preserved,
    "of the material deck": _of_the_material_deck,
    "facing": _faces,
    "own reserve cost": _printed_reserve,
    "later turn": _later_turn,
    "paid for": _paid_for,
    "may be attacked": _may_be_attacked,
    LOOKED: _is_looked_at,
    "may be replaced": _may_be_replaced,
    "own champion": lambda r, about: int(about is not None and about is champion_of(r.t, r.seat)),
    "came with it": _came_with_it,
    "intent power": lambda r, about: 0,
    "opponents": lambda r, about: len(r.opponents()),
    "same level above": _same_level,
    **{f"{kind}{USED}": _used(kind) for kind in ("polearm", "sword", "dagger", "axe")},
    ACTIVATED: _activated_before,
    "banished power": _banished_power,
    "glimmer lacking": _glimmer_lacking,
    "omens of its cost": _omens_alike,
    "printed power": lambda r, about: card_of(r.t, about).power or 0 if about is not None else 0,
    **{f"{what} this turn": _happened(what) for what in HAPPENED},
    "least influence": _least_influence,
    OF_ONE_PILE: _of_one_pile,
    "least fatestone": _least_fatestone,
    "defended": _defended,
    "still yours": _still_yours,
    "bearer is yours": _bearer_is_yours,
    "curses": _curses,
    "was prepared": _was_prepared,
    ONE: _the_same,
    "dearest spell": _dearest_spell,
    "was paid": lambda r, about: int("paid" in r.done),  # be it 0
    "x and paid": lambda r, about: r.x + sum(r.doing.paid.values()),
    "odd reserve cost": lambda r, about: _cost_there(r, about) % 2,
    "odd life": lambda r, about: (of_thing(life_of)(r, about) or 0) % 2,
    "balance": _balance,
    CHOSEN_NAME: _chosen_name,
    "on enter triggers": _on_enter,
    "highest influence": lambda r, about: max(
        (influence(r.t, each) for each in r.opponents()), default=0
    ),
    "cheap 5": _small(5, memory=1),
    "omen cost": lambda r, about: sum(_omens(r, about)),
    "omen least": lambda r, about: min(_omens(r, about), default=0),
    "omens alike": lambda r, about: len(found := _omens(r, about)) - len(set(found)),
    TO_SHARE: _to_share,
    SHARED: _shared,
    DECLARED: _share_declared,
    "kin gone": _kin_gone,
    "omen kinds": lambda r, about: len(set(_omens(r, about))),
    "banished face down": _face_down,
    "costs x": _costs_x,
    CHARGED: lambda r, about: r.t.state.players[r.seat].charged.count(r.compiled.card),
    "banished of it": lambda r, about: r.done.get(f"{BANISHED_OF}{r.it}", 0),
    "banished namesakes": _banished_namesakes,
    "paired": _paired,
    "namesake": _namesake,
    "namesakes gone": _namesakes_gone,
    "shown cost": _shown_cost,
    "costs as shown": _costs_as_shown,
    "influence lead": _lead,
    "distortion power": _distortion_power,
    "suited cost": lambda r, about: sum(_SUITED(r, about)),
    "suited rank": lambda r, about: _RANKS.get(sum(_SUITED(r, about)), 0),
    CARDISTRY: _cardistry,
    "suited kinds": lambda r, about: len(set(_SUITED(r, about))),
    "own main phase": _in_main_phase,
    "even level counters": _even_levels,
    "first turn": _first_turn,
    "next turn": _next_turn,
    "attacks this turn": lambda r, about: (
        r.t.state.done.attacks if r.t.state.active == r.seat_of(about) else 0
    ),
    "weapons in combat": _weapons_used,
    "price now": _price_now,
    "own turn": lambda r, about: int(r.t.state.active == r.seat),
    "own end phase": _in_phase(END, True),
    "recollection phase of another": _in_phase(RECOLLECTION, False),
    "attack power": of_thing(attack_power_of),
    "level": _level,
    "signed level": _signed_level,
    "your hand": lambda r, about: size(r.t, r.seat, "hand"),
    "hand": lambda r, about: size(r.t, r.seat_of(about), "hand"),
    "memory": lambda r, about: size(r.t, r.seat_of(about), "memory"),
    "memory of an opponent": _of_an_opponent(lambda t, seat: size(t, seat, "memory")),
    "allies of an opponent": _of_an_opponent(_allies),
    "units of an opponent": _of_an_opponent(_units),
    "rested units of an opponent": _of_an_opponent(_rested_units),
    "graveyard of an opponent": _of_an_opponent(_buried),
    "least graveyard of an opponent": _least_of_an_opponent(_buried),
    HIT: _hit_by_it,
    CHAMPION_HIT: _hit_by_champion,
    "met before": _met_before,
    "agility": _agility,
    "chosen x": _chosen_x,
    "is of its bearer": _of_its_bearer,
    "is of its owner": _is_of_its_owner,
    "power and life": _power_and_life,
    "base power": _base_power,
    "within level": _within_level,
    "curses less influence": _curses_lead,
    "influence": lambda r, about: influence(r.t, r.seat_of(about)),
    "deck": lambda r, about: size(r.t, r.seat_of(about), "deck"),
    "graveyard": lambda r, about: len(pile(r.t, r.seat_of(about), "graveyard")),
    "banishment": lambda r, about: len(pile(r.t, r.seat_of(about), "banishment")),
    "class bonus": _condition("class bonus"),
    "element bonus": _condition("element bonus"),
    "power": of_thing(power_of),
    "life": of_thing(life_of),
    "damage": _damage,
    "champion damage": _champions_damage,
    "activated": _activated,
    **{f"small {most}": _small(most) for most in range(2, 7)},
    "base level": lambda r, about: card_of(r.t, about).level or 0 if about is not None else 0,
    "reserve cost": _cost("reserve"),
    "memory cost": _cost("memory"),
    "cost": _any_cost,
    **{kind: _counters(kind) for kind in COUNTERS},
    "sheen of the mastery": _of_mastery("sheen"),
    "haunt of the mastery": _of_mastery("haunt"),
    **{f"facing {each}": _facing(each) for each in DIRECTIONS},
    "fractured memories": _has_mastery("Fractured Memories"),
    "phantasmagoria": _has_mastery("Phantasmagoria"),
}
"""The numbers of a player, of a thing or card."""
