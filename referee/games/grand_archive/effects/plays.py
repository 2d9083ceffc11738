"""What effects play: cards that are activated or materialized because a text says so (GA-7.12, 8,
10)."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from events.grand_archive import Activate, PlayCard
from events.outcome import Outcome
from referee.choice import Number, OneOf
from referee.games.grand_archive import places
from referee.games.grand_archive.additional_payment import (
    commanded,
    mark_paid,
    prepare,
    take_empower,
)
from referee.games.grand_archive.begun_texts import let_go, used_up
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.checks import change_counters, rest
from referee.games.grand_archive.costs import pay_in_reserve, pay_of_memory, pay_of_reserve
from referee.games.grand_archive.effects.declaration import declare_item
from referee.games.grand_archive.effects.resolution import COSTS, PAID_BESIDES, PAID_WITH
from referee.games.grand_archive.elements import BANISHED, OPENED, has_elements, require_elements
from referee.games.grand_archive.further_ways import (
    Further,
    could_otherwise,
    further_way,
    is_dearer,
    pay_cost_of_text,
    tell_origin,
)
from referee.games.grand_archive.harm import wound, wounds
from referee.games.grand_archive.next_card import promise, stays_awake
from referee.games.grand_archive.part_payment import may_pay_part
from referee.games.grand_archive.payment import (
    MemoryPayment,
    could_float,
    floats_alone,
    memory_cost,
    pay_memory,
    require_x,
    reserve_cost,
)
from referee.games.grand_archive.state import (
    TOOK,
    Activation,
    GaTable,
    InPlay,
    asks_aims,
    asks_x,
    card_of,
    champion_of,
    note,
    note_activation,
    note_banished,
)
from referee.games.grand_archive.triggers import report, report_aims
from referee.games.grand_archive.values import (
    PLAYS,
    of_cards,
    price_of,
    require_card_allowed,
    require_elements_allowed,
    require_few_played,
    require_not_forbidden,
    require_own_leave,
    reservable,
)
from referee.parts.effects import Among, CompiledEffect, Doing, Run, happen
from referee.parts.effects.catalog import compiled_effect
from referee.parts.effects.effect_run import spelling
from referee.parts.effects.resolution import payable
from referee.parts.responses import pend
from referee.verdict import Unsaid, Violation

Values = Mapping[str, Any]


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
    t, owner = r.t, player or r.seat
    for at, name in enumerate(card, 1):
        found = card_of(t, name)
        _require_x(r, found, free, x)
        _require_to_play(r, found, place, how)
        _leave(r, name, owner, place, how)
        e = _as_said(r, found, mode, x)
        further = None
        if how == "activate" and free in ("paid", CHEAPER):
            left = r.doing.pays[r.done.get(PAID_BESIDES, 0) :]
            further = further_way(t, replace(e, pays=left), found)
        attacker = _performer(r, e, found, free)
        copied = how == COPY
        comes: Callable[..., InPlay] = places.LAYOUT.generate if copied else places.LAYOUT.enter
        thing = comes(
            t, name, "stack", owner=owner, controller=r.seat, token=copied, turn=t.state.turn
        )
        tell_origin(t, thing, place)
        mark_paid(t, e, found, thing)
        if how == "materialize" and is_dearer(t, name):
            pay_cost_of_text(t, r.seat, name, thing.id)
        item = _announced(r, found, thing, how, x, attacker)
        if further is not None:
            _pay_otherwise(r, further, thing)
        own = mode if further is None else further.line.mode
        _declare(r, item, aims, own, free, alone=len(card) == 1)
        if e.prepare:
            prepare(t, e, found)
        price = _Price(found, how, free, place, item.x, item.aims, further is not None)
        if free == GLIMMER:
            _pay_glimmer(r, price)
        elif free != "free":
            e = _pay(r, e, price, thing, at)
        _take(r, e, COSTS if free in ("paid", CHEAPER) else ("attacker", "prepare"))
        _pend(r, item, found, thing, place, how)
    return len(card)


def _require_x(r: Run, card: Card, free: str, x: int | None) -> None:
    """Its X can be paid, and is 0 of a card that is played free (GA-2.36)."""
    if x is None:
        return
    require_x(r.t, card, x)
    if x and "X" in (card.reserve, card.memory) and free == "free":
        r.t.refuse("GA-2.36", "{card} is played free, logged {logged} for its X", card=card.name,
                   logged=x)  # fmt: skip


def _require_to_play(r: Run, card: Card, place: str, how: str) -> None:
    """An effect may play it in that way out of that place (GA-12.5, 15.4)."""
    if how == "materialize" and card.is_champion and card.level == 0:
        r.t.refuse("GA-15.4", "{card} is Lv 0", card=card.name)
    _require_way(r, card, place, how)
    _require_allowed(r, card, how)
    if not (card.is_champion or r.sets_aside("GA-12.5")):
        require_elements(r.t, r.seat, card, "GA-12.5")


def _leave(r: Run, name: str, owner: str, place: str, how: str) -> None:
    """It leaves where it lay; a copy leaves nothing (GA-8.13)."""
    places.require_open(r.t, owner, place)
    if how == COPY:
        return
    if place == "banishment":
        places.leave_as_omens(r.t, owner, (name,), r.compiled.card)
    places.take(r.t, owner, place, (name,))
    if place == "banishment" and isinstance(r.source, InPlay):
        _is_taken_back(r.t, r.source, name)


def _announced(
    r: Run, card: Card, thing: InPlay, how: str, x: int | None, attacker: str
) -> Activation:
    """What comes onto the stack, not declared yet."""
    champion = champion_of(r.t, r.seat)
    has_x = "X" in (card.reserve, card.memory)
    return Activation(
        r.t.seq,
        r.seat,
        thing.id,
        card=card.name,
        trigger="played",
        effects=list(r.t.catalog.triggered.get((card.name, "played"), ())),
        materialized=how == "materialize",
        lineage=champion.id if champion is not None and card.is_champion else "",
        x=x or 0 if has_x else x,
        attacker=attacker,
    )


def _declare(
    r: Run, item: Activation, aims: Sequence[str], mode: Sequence[str], free: str, *, alone: bool
) -> None:
    """Its modes, aims and costs besides are declared, or may be said as it resolves."""
    pays = _besides(r, item) if free != "free" else ()
    try:
        r.t.wholly(declare_item, r.t, item, aims, mode, pays)
    except Unsaid as unsaid:
        if aims or mode or pays or "pays" in unsaid.choices or (asks_aims(r.t) and alone):
            raise
    except Violation as refused:
        if aims or mode or pays or refused.rule in UNAIMED:
            raise
        item.declared = True


def _pend(r: Run, item: Activation, card: Card, thing: InPlay, place: str, how: str) -> None:
    """It waits on the stack, and what listens hears of it."""
    t, name, owner = r.t, card.name, thing.owner
    if item.materialized:
        note(t, "materialized", r.seat)
        if PLAYS in t.state.changes.statics:  # without such a text old digests stay
            note(t, "played", r.seat)
        used_up(t, "materialize", r.seat, name)
    else:
        note_activation(t, r.seat, card)
    pend(t, None, item, triggered=True)
    if how == "activate":
        take_empower(t, r.seat, card, thing)
        promise(t, thing)
        used_up(t, OPENED.get(place, ""), r.seat, name, allowed=False)
        if place == "banishment":
            report(t, "activates banished", name, r.seat)
            let_go(t, owner, name, places.lying_banished(t, owner, name))
    report(t, "materializes" if item.materialized else "activates", name, r.seat)
    report_aims(t, item, card.is_action and how != "materialize")


def aims_to_say(r: Run, values: Values, spelled: Callable[[str], str]) -> Sequence[str]:
    """What a card is aimed at that an effect plays, which somebody says as it is played, with its
    modes where these are chosen before (GA-8.6, 8.7)."""
    cards: Sequence[str] = values.get("card") or ()
    t = r.t
    if not asks_aims(t) or len(cards) != 1:
        return ()
    aims: tuple[str, ...] = ()
    mode: tuple[str, ...] = tuple(getattr(r.logged(), "mode", None) or ())
    for _ in range(_MOST_AIMS):
        missing = _missing(r, cards[0], values.get("how", "materialize"), aims, mode)
        if missing is None:
            break
        if words := missing.choices.get("aims"):
            aims = (*aims, str(r.choose("aims", OneOf(tuple(words)), missing.ask, spelled)))
        elif words := missing.choices.get("mode"):
            said = partial(_with_mode, r, values)
            mode = (*mode, str(r.choose("mode", OneOf(tuple(words)), missing.ask, said)))
        else:
            break
    cast(dict[str, Any], values)["mode"] = mode
    return aims


def _with_mode(r: Run, values: Values, mode: str) -> str:
    """How that a card is played is written with one of its modes, and aimed at nothing yet."""
    parts = r.vocabulary.parts["play"]
    return str(spelling(parts, "play", {**values, "aims": ("none",)}, "mode")(mode))


def mode_to_say(r: Run, values: Values, spelled: Callable[[str], str]) -> Sequence[str]:
    """The modes that were chosen with that."""
    return tuple(values.get("mode") or ())


_MOST_AIMS = 12


def _missing(
    r: Run, name: str, how: str, aims: Sequence[str], mode: Sequence[str]
) -> Unsaid | None:
    """What of its aims and modes is still to be said of a card that an effect plays."""
    item = Activation(r.t.seq, r.seat, name, card=name, trigger="played",
                      effects=list(r.t.catalog.triggered.get((name, "played"), ())),
                      materialized=how == "materialize")  # fmt: skip
    try:
        with r.t.tried():
            declare_item(r.t, item, aims, mode)
    except Unsaid as unsaid:
        return unsaid
    except Violation:
        pass
    return None


def x_to_pay(r: Run, values: Values, spelled: Callable[[str], str]) -> int | None:
    """The X of a card that an effect plays for its cost, which somebody says (GA-2.36, 8.5)."""
    found = [card_of(r.t, name) for name in values.get("card") or ()]
    free, how = values.get("free") or "paid", values.get("how", "materialize")
    if free == "free" or not asks_x(r.t) or not any("X" in (x.reserve, x.memory) for x in found):
        return None
    whose, place = values.get("player") or r.seat, values.get("place", "material")

    def could(x: int) -> bool:
        prices = [_Price(card, how, free, place, x) for card in found]
        return all(price.amount(r) <= _at_most(r, price, whose) for price in prices)

    most = max((x for x in range(_MOST_X) if could(x)), default=0)
    return int(r.choose("x", Number(0, most), "say x", spelled))


_MOST_X = 40

UNAIMED = ("GA-8.7", "GA-24.33", "GA-24.41")
"""By which rules a card that has to be aimed finds no target."""


def _could_be_aimed(r: Run, card: str, how: str) -> bool:
    """Whether there is a target for a card that an effect would play, if it needs one (GA-8.7)."""
    item = Activation(r.t.seq, r.seat, card, card=card, trigger="played",
                      effects=list(r.t.catalog.triggered.get((card, "played"), ())),
                      materialized=how == "materialize")  # fmt: skip
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


def _require_allowed(r: Run, card: Card, how: str) -> None:
    """No text in force forbids that the card is played (GA-1.3)."""
    t, act = r.t, "materialize" if how == "materialize" else "activate"
    require_few_played(t, r.seat, card.name)
    require_not_forbidden(t, act, r.seat, card.name, of_cards(r.seat, card.name))
    require_card_allowed(t, act, r.seat, card.name)
    require_elements_allowed(t, r.seat, card)
    if how == "activate":
        require_own_leave(t, r.seat, card)


# -- what it costs -------------------------------------------------------------------------------


class _Price(NamedTuple):
    """Which card is played, and what its cost rests on."""

    card: Card
    how: str
    free: str
    place: str
    x: int | None = None
    aims: Sequence[str] = ()
    otherwise: bool = False  # whether something else was paid in its place (GA-8.5)

    @property
    def of_memory(self) -> bool:
        """Whether it is paid with the memory (GA-8.13)."""
        return self.card.memory is not None and self.free != GLIMMER

    def has_none(self, t: GaTable) -> bool:
        """Whether the card costs nothing of the kind, which is not 0 (GA-9.20, 9.21)."""
        if self.card.memory is not None and self.free != GLIMMER:
            return False
        whole = self.how == "materialize" and t.choice["GA-I 4"] != "pays_reserve"
        return whole or self.card.reserve is None

    def amount(self, r: Run) -> int:
        """How much that is now (GA-8.9, 8.13, 9.21)."""
        t, name = r.t, self.card.name
        act = "materialize" if self.how == "materialize" else "activate"
        if self.otherwise:
            cost = 0
        elif self.of_memory:
            cost = memory_cost(t, r.seat, self.card, self.x, act)
        else:
            cost = reserve_cost(t, r.seat, self.card, self.x, self.aims)
        cost = max(0, cost - (self.free == CHEAPER))
        if self.is_banished and not self.of_memory:
            cost = price_of(t, r.seat, BANISHED, cost, name)
        return cost

    @property
    def is_banished(self) -> bool:
        """Whether the card is activated out of banishment."""
        return self.place == "banishment" and self.how == "activate"


def _pay_otherwise(r: Run, further: Further, thing: InPlay) -> None:
    """What is paid in place of a reserve cost, as the card itself says (GA-8.5, 8.10)."""
    way, taken = further.effect, r.done.get(PAID_BESIDES, 0)
    pays = r.doing.pays[taken:] if way.cost else ()
    happen(r.t, way, Doing(r.seat, thing.id, pays=pays, trigger=way.effect.name))
    r.done[PAID_BESIDES] = taken + len(pays)


def _as_said(r: Run, card: Card, mode: Sequence[str], x: int | None) -> Activate:
    """What the line says of the cost of a card, as of any that is activated, but for what those
    that were played before it have taken."""
    said: dict[str, Any] = {}
    for each in COSTS if r.doing.line is not None else ():
        value, taken = getattr(r.doing.line, each), r.done.get(PAID_WITH + each, 0)
        if isinstance(value, tuple):
            said[each] = value[taken:]
        elif not taken:
            said[each] = value
    if r.doing.pays and may_pay_part(r.t, card):
        said["pays"] = r.doing.pays[r.done.get(PAID_BESIDES, 0) :]
    return Activate(r.seat, card.name, mode=tuple(mode), x=x, **said)


def _pay(r: Run, e: Activate, price: _Price, thing: InPlay, at: int) -> Activate:
    """What a card costs that an effect plays is paid (GA-8.13, 9.20, 9.21); of several, each takes
    as much of what is said to pay as it costs, and the last one all that is left.

    Returns:
        What of the line has paid for it.
    """
    t, card = r.t, price.card
    if price.has_none(t) and card.memory is None and price.how == "materialize":
        t.refuse("GA-9.20", "{card} has no memory cost", card=card.name)
        return e
    cost = price.amount(r)
    said = sum(len(each.card or ()) for each in r.doing.did if isinstance(each, PlayCard))
    if r.done.get("play", 0) + at < said:
        e = _part_of(e, price.of_memory, cost)
    if price.of_memory:
        pay_of_reserve(t, e, card)
        _pay_memory(t, e, card, cost)
        note_banished(t, thing, (*e.random, *e.floating))
    else:
        pay_of_memory(t, r.seat, MemoryPayment(e.random, e.floating), card, "activate")
        if price.is_banished:
            wound(t, r.seat, wounds(t, r.seat, card), card)
        pay_in_reserve(t, e, card, cost, "GA-9.1")
    return e


def _take(r: Run, e: Activate, words: Sequence[str]) -> None:
    """These words of the line have paid for a card, and pay for no further one."""
    for each in words:
        value = getattr(e, each)
        if value not in ("", (), False, None):
            count = len(value) if isinstance(value, tuple) else 1
            r.done[PAID_WITH + each] = r.done.get(PAID_WITH + each, 0) + count
    if e.pays:
        r.done[PAID_BESIDES] = r.done.get(PAID_BESIDES, 0) + len(e.pays)


def _part_of(e: Activate, of_memory: bool, cost: int) -> Activate:
    """As much of what is said to pay 1 each as one of several cards costs."""
    first, then = ("floating", "random") if of_memory else ("kindle", "rest")
    some = getattr(e, first)[:cost]
    left: dict[str, Any] = {each: () for each in ("floating", "random", "kindle", "rest")}
    return replace(e, **{**left, first: some, then: getattr(e, then)[: cost - len(some)]})


def _pay_memory(t: GaTable, e: Activate, card: Card, cost: int) -> None:
    """A memory cost is paid as said. Where nobody has said which cards were picked they are
    counted, and lie there as if face down (GA-9.10 to 9.15)."""
    have, alone = places.size(t, e.seat, "memory"), floats_alone(t, e.seat, card)
    if e.random or e.floating or (alone and cost):
        could = could_float(t, e.seat, card)
        if not e.floating and alone and cost <= len(could):
            t.incomplete(f"{card.name}: say what pays for it with floating=", floating=could)
        pay_memory(t, e.seat, cost, card, MemoryPayment(e.random, e.floating))
        return
    if cost > have:
        could = could_float(t, e.seat, card)
        if cost <= have + len(could):
            t.incomplete(f"{card.name}: say what pays for it with floating=", floating=could)
        t.forbid("GA-9.15", "{card} costs {due} of a memory of {have}", card=card.name, due=cost,
                 have=have)  # fmt: skip
    if cost:
        places.pass_unseen(t, e.seat, cost, "memory", "facedown", "GA-9.10")
        t.trust(f"{card.name}: which {cost} of the memory {'pays' if cost == 1 else 'pay'} for it")


def _is_taken_back(t: GaTable, source: InPlay, name: str) -> None:
    """A card that an object had banished is there no more."""
    if (mark := f"{TOOK}{name}") in source.marks:
        at = source.marks.index(mark)
        t.set(source, "marks", [*source.marks[:at], *source.marks[at + 1 :]])


def _performer(r: Run, e: Activate, card: Card, free: str) -> str:
    """Who performs an attack card that an effect plays: the champion, or an ally for Command. It
    rests for that, unless the card is played without its costs (GA-14.5, 24.6)."""
    command = "command" in card.words
    if e.attacker and not command:
        r.t.forbid("GA-24.6", "{card} is performed by no ally", card=card.name)
    if not card.is_attack:
        return ""
    thing = commanded(r.t, e, card) if command else champion_of(r.t, r.seat)
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


def _pay_glimmer(r: Run, price: _Price) -> None:
    """Glimmer counters of the own champion pay for a card, and nothing else (GA-9.5)."""
    champion, cost, have = champion_of(r.t, r.seat), price.amount(r), _glimmer(r)
    if champion is None or cost > have:
        r.t.forbid("GA-9.5", "{card} costs {due}, and there are {have} glimmer counters",
                   card=price.card.name, due=cost, have=have)  # fmt: skip
    change_counters(r.t, champion, GLIMMER, -cost)


def _glimmer(r: Run) -> int:
    champion = champion_of(r.t, r.seat)
    return 0 if champion is None else champion.counters.get(GLIMMER, 0)


def playable(r: Run, values: Values) -> Among:
    """The cards that could be played and paid for."""
    whose = values.get("player") or r.seat
    found = places.LAYOUT.find(r.t, whose, values.get("place", "material"))
    able = {name: n for name, n in found.cards.items() if _could_play(r, name, whose, values)}
    return Among(able, found.size, found.seen)


def in_such_a_way(r: Run, values: Values) -> int:
    """How many of the cards that could be played, or of those that are said, are played so."""
    found, said = playable(r, values).cards, getattr(r.logged(), "card", None)
    return sum(n for name, n in found.items() if said is None or name in said)


def _could_play(r: Run, name: str, whose: str, values: Values) -> bool:
    """Whether a card could be played so, as far as anybody knows; where something decides by itself
    what is open, with nothing open."""
    t, card, place = r.t, card_of(r.t, name), values.get("place", "material")
    how, free = values.get("how", "materialize"), values.get("free") or "paid"
    if card.level == 0 or not t.would(_require_way, r, card, place, how):
        return False
    if not (card.is_champion or r.sets_aside("GA-12.5") or has_elements(t, r.seat, card)):
        return False
    if not t.would(_require_allowed, r, card, how):
        return False
    if how == "materialize" and is_dearer(t, name) and not _could_pay(r, name):
        return False
    if not r.at and not _could_be_aimed(r, name, how):
        return False
    if free == "free":
        return True
    price = _Price(card, how, free, place)
    if price.has_none(t):
        return False
    if price.amount(r) > _at_most(r, price, whose) and (
        r.chooser is not None or how != "activate" or not could_otherwise(t, r.seat, name)
    ):
        return False
    found = [payable(t, each, Doing(r.seat, name)) for each in _costs_besides(r, name)]
    return False not in found and (r.chooser is None or None not in found)


def _at_most(r: Run, price: _Price, whose: str) -> int:
    """How much of its cost could be paid."""
    t, seat = r.t, r.seat
    if price.free == GLIMMER:
        return _glimmer(r)
    of = "memory" if price.of_memory else "hand"
    there = places.size(t, seat, of) - (price.place == of and whose == seat)
    if r.chooser is not None:
        return 0 if of == "memory" and floats_alone(t, seat, price.card) else there
    if of == "hand":
        return there + len(reservable(t, seat))
    more = len(could_float(t, seat, price.card))
    return more if floats_alone(t, seat, price.card) else there + more


def _could_pay(r: Run, card: str) -> bool:
    """Whether what a card costs besides could be paid, as it is materialized."""
    return bool(r.t.would(pay_cost_of_text, r.t, r.seat, card, card))
