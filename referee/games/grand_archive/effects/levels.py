"""What effects play, level up and load (sections 7, 15)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events.grand_archive import Activate
from events.outcome import Outcome
from referee.choice import Number
from referee.games.grand_archive import lineages, places
from referee.games.grand_archive.additional import commanded, take_empower
from referee.games.grand_archive.begun import let_go, used_up
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.champions import champion_for, fits, require_lineage
from referee.games.grand_archive.checks import change_counters, rest
from referee.games.grand_archive.effects.declaring import declare_item
from referee.games.grand_archive.effects.happening import PAID_BESIDES, compiled_effect
from referee.games.grand_archive.elements import BANISHED, OPENED, has_elements, require_elements
from referee.games.grand_archive.further import is_dearer, pay_as_told, tell_origin
from referee.games.grand_archive.hearing import report, report_aims
from referee.games.grand_archive.lineages import tell_unplayed
from referee.games.grand_archive.paying import (
    memory_cost,
    pay_reserve,
    require_x,
    reserve_cost,
)
from referee.games.grand_archive.promising import promise, stays_awake
from referee.games.grand_archive.reckoning import (
    LEVELS_BACK,
    forbidden,
    of_cards,
    price_of,
    refuse_if_sure,
    require_card_allowed,
    require_not_forbidden,
    require_own_leave,
)
from referee.games.grand_archive.state import (
    BEGUN,
    LOADED,
    TOOK,
    Activation,
    GaTable,
    InPlay,
    asks_x,
    card_of,
    champion_of,
    note,
    note_activation,
)
from referee.parts.effects import Among, CompiledEffect, Doing, Run
from referee.parts.effects.happening import payable
from referee.parts.responses import pend
from referee.verdict import Unsaid, Violation

Values = Mapping[str, Any]


def level(r: Run, card: Sequence[str], player: str) -> int:
    """A champion levels up by an effect (GA-15.6 to 15.15)."""
    t = r.t
    for name in card:
        found = card_of(t, name)
        if not found.is_champion:
            t.forbid("GA-15.6", "{card} is no champion", card=name)
        champion = champion_for(t, player, found)
        require_lineage(t, champion, found)
        if forbidden(t, LEVELS_BACK, champion.id):
            return 0
        places.require_open(t, player, "material")
        places.take(t, player, "material", (name,))
        lineages.level_up(t, champion, name)
        tell_unplayed(t, champion, name)
    return len(card)


def next_champions(r: Run, values: Values) -> Among:
    """The champions that could come on top."""
    player = values.get("player") or r.seat
    champion = champion_of(r.t, player)
    there = places.LAYOUT.find(r.t, player, "material")
    if champion is None or places.is_shut(r.t, player, "material"):
        return Among({}, 0, False)
    able = {
        name: count
        for name, count in there.cards.items()
        if card_of(r.t, name).is_champion and fits(r.t, champion, card_of(r.t, name))
    }
    return Among(able, there.size, False)


def delevel(r: Run, player: str) -> int:
    """The top card of a lineage goes back to the material deck (GA-15.30, 15.31)."""
    t = r.t
    champion = champion_of(t, player)
    if champion is None:
        r.forbid("{seat} has no champion", seat=player)
    if lineages.delevel(t, champion):
        return 1
    if t.choice["GA-I 7"] == "refused":
        t.refuse("GA-15.34", "{card} is all of its lineage", card=champion.name)
        return 0
    places.goes(t, champion, "returned", "GA-15.34", "material")
    return 1


def play(
    r: Run,
    card: Sequence[str],
    place: str = "material",
    how: str = "materialize",
    free: str = "paid",
    aims: Sequence[str] = (),
    mode: Sequence[str] = (),
    x: int | None = None,
    player: str | None = None,
) -> int:
    """A card is played because an effect says so, aimed and with modes and X as any (GA-7.12, 8.5
    to 8.7, 8.13, 10.1). Aims and modes that nobody said then are said as it resolves; the X of a
    card played free is 0 (GA-2.36)."""
    t = r.t
    for name in card:
        found = card_of(t, name)
        has_x = "X" in (found.reserve, found.memory)
        if x is not None:
            require_x(t, found, x)
            if x and has_x and free == "free":
                t.refuse("GA-2.36", "{card} is played free, logged {logged} for its X", card=name,
                         logged=x)  # fmt: skip
        if how == "materialize" and found.is_champion and found.level == 0:
            t.refuse("GA-15.4", "{card} is Lv 0", card=name)
        _require_way(r, found, place, how)
        if how != "materialize":
            require_not_forbidden(t, "activate", r.seat, of_cards(r.seat, name))
            require_card_allowed(t, "activate", r.seat, name)
        if how == "activate":
            require_own_leave(t, r.seat, found)
        if not (found.is_champion or r.sets_aside("GA-12.5")):
            require_elements(t, r.seat, found, "GA-12.5")
        copied = how == COPY
        owner = player or r.seat
        places.require_open(t, owner, place)
        if not copied:
            places.take(t, owner, place, (name,))
            if place == "banishment" and isinstance(r.source, InPlay):
                _is_taken_back(t, r.source, name)
        attacker = _performer(r, found, free) if found.is_attack else ""
        thing = places.LAYOUT.enter(
            t, name, "stack", owner, r.seat, generated=copied, token=copied, turn=t.state.turn
        )
        tell_origin(t, thing, place)
        if free == GLIMMER:
            _pay_glimmer(r, found, x)
        elif free != "free":
            _pay(r, found, how, x, int(free == CHEAPER), place)
        if how == "materialize" and is_dearer(t, name):
            pay_as_told(t, r.seat, name, thing.id)
        champion = champion_of(t, r.seat)
        lineage = champion.id if champion is not None and found.is_champion else ""
        item = Activation(
            t.seq,
            r.seat,
            thing.id,
            card=name,
            trigger="played",
            effects=list(t.catalog.triggered.get((name, "played"), ())),
            materialized=how == "materialize",
            lineage=lineage,
            x=x or 0 if has_x else x,
            attacker=attacker,
        )
        pays = _besides(r, item) if free != "free" else ()
        try:
            t.wholly(declare_item, t, item, aims, mode, pays)
        except Unsaid as unsaid:
            if aims or mode or pays or "pays" in unsaid.choices:
                raise
        except Violation as refused:
            if aims or mode or pays or refused.rule in UNAIMED:
                raise
            item.declared = True
        if item.materialized:
            note(t, "materialized", r.seat)
        else:
            note_activation(t, r.seat, found)
        pend(t, None, item, triggered=True)
        if how == "activate":
            take_empower(t, r.seat, found, thing)
            promise(t, thing)
            used_up(t, OPENED.get(place, ""), r.seat, name, allowed=False)
            if place == "banishment":
                report(t, "activates banished", name, r.seat)
                let_go(t, owner, name, places.lying_banished(t, owner, name))
        report(t, "materializes" if item.materialized else "activates", name, r.seat)
        report_aims(t, item, found.is_action and how != "materialize")
    return len(card)


def x_to_pay(r: Run, values: Values, spelled: Callable[[str], str]) -> int | None:
    """The X of a card that an effect plays for its cost, which somebody says (GA-2.36, 8.5)."""
    found = [card_of(r.t, name) for name in values.get("card") or ()]
    free = values.get("free") or "paid"
    if free == "free" or not asks_x(r.t) or not any("X" in (x.reserve, x.memory) for x in found):
        return None
    could = [x for x in range(_MOST_X) if all(_could_afford(r, card, free, x) for card in found)]
    return int(r.choose("x", Number(0, could[-1] if could else 0), "say x", spelled))


_MOST_X = 40

UNAIMED = ("GA-8.7", "GA-24.33", "GA-24.41")
"""By which rules a card that has to be aimed finds no target."""


def _could_be_aimed(r: Run, card: str, values: Values) -> bool:
    """Whether there is a target for a card that an effect would play, if it needs one (GA-8.7)."""
    item = Activation(r.t.seq, r.seat, card, card=card, trigger="played",
                      effects=list(r.t.catalog.triggered.get((card, "played"), ())),
                      materialized=values.get("how", "materialize") == "materialize")  # fmt: skip
    return bool(r.t.would(_require_targets, r.t, item))


def _require_targets(t: GaTable, item: Activation) -> None:
    try:
        declare_item(t, item, (), ())
    except Unsaid:
        pass
    except Violation as refused:
        if refused.rule in UNAIMED:
            raise


def _besides(r: Run, item: Activation) -> tuple[Outcome, ...]:
    """What is said to pay for what a card costs besides, as an effect plays it: of several such
    cards each takes as much as it asks for (GA-8.10).

    Raises:
        Violation: GA-8.10, it cannot be paid.
    """
    costs = _costs_besides(r, item.card)
    if any(payable(r.t, each, Doing(r.seat, item.source, x=item.x)) is False for each in costs):
        r.t.forbid("GA-8.10", "{card}: what it costs besides cannot be paid", card=item.card)
    taken = r.done.get(PAID_BESIDES, 0)
    left = r.doing.pays[taken:] if costs else ()
    asked = [step for each in costs for step in each.cost]
    own = left if any(step.repeat or step.each for step in asked) else left[: len(asked)]
    r.done[PAID_BESIDES] = taken + len(own)
    return own


def _costs_besides(r: Run, card: str) -> list[CompiledEffect]:
    """The texts of a card that say what it costs besides, as far as they are there (GA-13.1)."""
    effects = [
        compiled_effect(r.t, card, at) for at in r.t.catalog.triggered.get((card, "played"), ())
    ]
    read = ((each, Run(r.t, each, Doing(r.seat, card))) for each in effects if each.cost)
    return [each for each, run in read if all(test(run) is not False for test in each.tests)]


def _require_way(r: Run, card: Card, place: str, how: str) -> None:
    """A hidden card is shown to be one that can be played the way the effect says: what comes
    onto the field is materialized, and what is no champion activated (GA-16.22)."""
    if place in places.HIDDEN:
        if how == "materialize" and not card.is_object:
            r.t.refuse("GA-16.22", "{card} cannot be materialized", card=card.name)
        elif how == "activate" and card.is_champion:
            r.t.refuse("GA-16.22", "{card} cannot be activated", card=card.name)


def _pay(r: Run, card: Card, how: str, x: int | None, less: int = 0, place: str = "") -> None:
    """What a card costs that an effect plays (GA-8.13, 9.20, 9.21)."""
    t = r.t
    if card.memory is None:
        if how == "materialize" and t.choice["GA-I 4"] != "pays_reserve":
            t.refuse("GA-9.20", "{card} has no memory cost", card=card.name)
            return
        due = max(0, reserve_cost(t, r.seat, card, x) - less)
        if place == "banishment" and how == "activate":
            due = price_of(t, r.seat, BANISHED, due, card.name)
        pay_reserve(t, r.seat, due, card, rule="GA-9.1")
        return
    cost = memory_cost(t, r.seat, card, x)
    have = places.size(t, r.seat, "memory")
    if cost > have:
        t.forbid("GA-9.15", "{card} costs {due} of a memory of {have}", card=card.name, due=cost,
                 have=have)  # fmt: skip
    if cost:
        # nobody has said which: they are counted, and lie there as if face down
        places.pass_unseen(t, r.seat, cost, "memory", "facedown", "GA-9.10")
        t.trust(f"{card.name}: which {cost} of the memory pay for it")


def _is_taken_back(t: GaTable, source: InPlay, name: str) -> None:
    """A card that an object had banished is there no more."""
    if (mark := f"{TOOK}{name}") in source.marks:
        at = source.marks.index(mark)
        t.set(source, "marks", [*source.marks[:at], *source.marks[at + 1 :]])


def _performer(r: Run, card: Card, free: str) -> str:
    """Who performs an attack card that an effect plays: the champion, or an ally for Command. It
    rests for that, unless the card is played without its costs (GA-14.5, 24.6)."""
    champion = champion_of(r.t, r.seat)
    thing = (
        commanded(r.t, Activate(r.seat, card.name), card) if "command" in card.words else champion
    )
    if thing is None:
        r.forbid("{seat} has no champion", seat=r.seat)
    if free != "free" and not stays_awake(r.t, r.seat, card.name):
        if thing.rested:
            r.t.forbid("GA-14.5", "{thing} is rested", thing=thing.id, since=thing.spent or None)
        rest(r.t, thing)
    return thing.id


COPY, CHEAPER = "copy", "cheaper"
"""A copy of a card is activated; it costs 1 less."""
GLIMMER = "glimmer"
"""What an effect lets pay a reserve cost: glimmer counters of the own champion, no more."""


def _pay_glimmer(r: Run, card: Card, x: int | None) -> None:
    """Glimmer counters of the own champion pay for a card, and nothing else (GA-9.5)."""
    champion, cost = champion_of(r.t, r.seat), reserve_cost(r.t, r.seat, card, x)
    have = champion.counters.get(GLIMMER, 0) if champion is not None else 0
    if champion is None or cost > have:
        r.t.forbid("GA-9.5", "{card} costs {due}, and there are {have} glimmer counters",
                   card=card.name, due=cost, have=have)  # fmt: skip
    change_counters(r.t, champion, GLIMMER, -cost)


def playable(r: Run, values: Values) -> Among:
    """The cards that could be played and paid for."""
    whose = values.get("player") or r.seat
    found = places.LAYOUT.find(r.t, whose, values.get("place", "material"))
    paid = values.get("free") or "paid"
    barred = places.HIDDEN if values.get("how", "materialize") == "materialize" else ()
    able = {
        name: n
        for name, n in found.cards.items()
        if _could_play(r, card_of(r.t, name), paid)
        and _has_a_price(r, card_of(r.t, name), values.get("how", "materialize"), paid)
        and _may_be_activated(r, name, values)
        and (barred == () or not is_dearer(r.t, name) or _could_pay(r, name))
        and (card_of(r.t, name).is_object or values.get("place", "material") not in barred)
        and (r.at > 0 or _could_be_aimed(r, name, values))
    }
    return Among(able, found.size, found.seen)


def in_such_a_way(r: Run, values: Values) -> int:
    """How many of the cards that could be played, or of those that are said, are played so."""
    found, said = playable(r, values).cards, getattr(r.logged(), "card", None)
    return sum(n for name, n in found.items() if said is None or name in said)


def _has_a_price(r: Run, card: Card, how: str, paid: str) -> bool:
    """Whether a card has a cost of the kind that is paid as it is played in that way (GA-9.20)."""
    of_memory = how != "materialize" or paid == "free" or r.t.choice["GA-I 4"] == "pays_reserve"
    return of_memory or card.memory is not None


def _may_be_activated(r: Run, card: str, values: Values) -> bool:
    """Whether a card that would be activated lets itself be now, and what it costs besides could be
    paid; where something decides by itself what is open, with nothing open."""
    if values.get("how", "materialize") != "activate":
        return True
    if not r.t.would(require_own_leave, r.t, r.seat, card_of(r.t, card)):
        return False
    if (values.get("free") or "paid") == "free":
        return True
    found = [payable(r.t, each, Doing(r.seat, card)) for each in _costs_besides(r, card)]
    return False not in found and (r.chooser is None or None not in found)


def _could_pay(r: Run, card: str) -> bool:
    """Whether what a card costs besides could be paid, as it is materialized."""
    return bool(r.t.would(pay_as_told, r.t, r.seat, card, card))


def _could_play(r: Run, card: Card, paid: str) -> bool:
    if card.level == 0:
        return False
    if not (card.is_champion or r.sets_aside("GA-12.5") or has_elements(r.t, r.seat, card)):
        return False
    return paid == "free" or _could_afford(r, card, paid)


def _could_afford(r: Run, card: Card, paid: str, x: int | None = None) -> bool:
    """Whether there is as much as a card costs, with that X."""
    t = r.t
    if paid == GLIMMER:
        champion = champion_of(t, r.seat)
        have = champion.counters.get(GLIMMER, 0) if champion is not None else 0
        return card.reserve is not None and reserve_cost(t, r.seat, card, x) <= have
    if card.memory is not None:
        return memory_cost(t, r.seat, card, x) <= places.size(t, r.seat, "memory")
    less = int(paid == CHEAPER)
    return reserve_cost(t, r.seat, card, x) - less <= places.size(t, r.seat, "hand")


def load(r: Run, thing: InPlay, cards: Sequence[str] = (), place: str = "hand") -> int:
    """Cards, or the source, come to lie under a loadable object (GA-5.32)."""
    t = r.t
    for name in cards:
        places.require_open(t, r.seat, place)
        places.take(t, r.seat, place, (name,))
        places.LAYOUT.enter(t, name, LOADED, r.seat, under=thing.id)
    source = t.state.zones.things.get(r.doing.source)
    if isinstance(r.source, InPlay) and r.source.place == BEGUN:
        source = t.state.zones.things.get(r.source.under)  # what has the text that was begun
    if not cards and source is not None:
        if card_of(t, source).is_champion:
            return 0  # its text loads cards, and none was found
        t.set(source, "place", LOADED)
        t.set(source, "under", thing.id)
    return 1


def is_itself(r: Run, logged: Sequence[str]) -> bool:
    """Whether no card is said to be loaded, or that alone whose text it is."""
    source = r.source
    bearer = r.thing(source.under) if isinstance(source, InPlay) and source.under else None
    own = (r.compiled.card, bearer.name if bearer is not None else "")
    return not logged or (len(logged) == 1 and logged[0] in own)


def gather(r: Run, card: Sequence[str]) -> int:
    """An ingredient token enters at random (GA-22.10)."""
    for name in card:
        if "herb" not in card_of(r.t, name).all_words:
            refuse_if_sure(r.t, ("gather",), "GA-22.10", "{card} is no ingredient", card=name)
        places.enter(r.t, name, r.seat, r.seat, token=True)
    return len(card)


def ingredients(r: Run, values: Values) -> Among:
    """The ingredient tokens that there are."""
    found = {name: 9 for name in r.t.catalog.tokens if "herb" in card_of(r.t, name).all_words}
    return Among(found, sum(found.values()), True)


def tokens(r: Run, values: Values) -> Among:
    """The tokens that there are."""
    return Among(dict.fromkeys(r.t.catalog.tokens, 9), 9 * len(r.t.catalog.tokens), True)
