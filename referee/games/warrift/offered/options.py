"""What may be logged next in a match of WarRift, and what is owed or offered.

What a rule decides is asked of the rule itself (``trying``); what is open is made here.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import combinations, islice
from typing import Any

from msgspec.structs import replace

from events.warrift import (
    Attack,
    Gain,
    Hire,
    Part,
    Play,
    Retarget,
    Step,
    Store,
    Summon,
    Take,
    Trade,
)
from referee.choice import Choice, Fixed, OneOf, Some
from referee.games.warrift.acting import still_coming
from referee.games.warrift.due import (
    DoEffect,
)
from referee.games.warrift.effects.happening import name_of, told
from referee.games.warrift.hiring import pays, price_in_cards
from referee.games.warrift.matching import answered
from referee.games.warrift.offered.choices import Targets
from referee.games.warrift.offered.due import (
    AWAITED_WEIGHT,
    due_options,
    flipping,
    one_of,
    replacing,
)
from referee.games.warrift.offered.trying import accepted, as_if, owing, settle, settled
from referee.games.warrift.places import pile, stored
from referee.games.warrift.reckoning import attack_of, has_ambush, has_word, health_left
from referee.games.warrift.state import (
    SETUP,
    Effective,
    InPlay,
    State,
    Strike,
    WrTable,
    card_of,
    controlled,
    hand_size,
    hand_zone,
    monsters,
    strongholds,
)
from referee.games.warrift.trading import require_trade
from referee.house import AnyTable
from referee.obligation import Obligation
from referee.option import Option
from referee.parts.effects import Doing
from referee.parts.effects.proposing import proposals


def options(t: AnyTable) -> list[Option]:
    """What may be logged next, for every seat that may act."""
    state: State = t.state
    if state.over:
        return []
    owed = [
        option
        for each in owing(t)
        if still_coming(t, each) is None
        for option in _effects_of(t, each, must=True)
    ]
    found = owed or [option for due in state.due for option in due_options(t, due)]
    if not state.begun:
        found += [option for seat in state.seats for option in replacing(t, seat)]
    if state.phase == SETUP:
        return found
    hands = {seat: _hand(t, seat) for seat in state.seats}
    for seat in state.seats:
        found += _at_any_time(t, seat, hands[seat])
    found += _trades(t, hands)
    if not owed and not any(due.must for due in state.due):
        found += _offered(t)
        waits = bool(state.waiting.stack)
        with as_if(t):
            settle(t)
            if not state.over and any(due.must for due in state.due):
                found += [option for due in state.due for option in due_options(t, due)]
            elif not state.over:
                seat = state.active
                found += list(_turn(t, seat, _hand(t, seat) if waits else hands[seat]))
    return found


def obligations(t: AnyTable) -> list[Obligation]:
    """What is required or offered now: what is due, then the effects that are owed."""
    if t.state.over:
        return []
    found: list[Obligation] = list(t.state.due)
    last = t.seq
    for each in owing(t):
        since = min(each.entry, last)
        found.append(
            DoEffect(each.seat, "WR-15.2", since, source=each.source, trigger=each.trigger)
        )
    return found


# -- effects -----------------------------------------------------------------------------------


def _effects_of(t: WrTable, pending: Effective, *, must: bool = False) -> Iterator[Option]:
    """What may be logged of the effects that something pending has."""
    card = name_of(t, pending)
    for at in pending.effects:
        made = told(t, card, at)
        doing = Doing(
            pending.seat,
            pending.source,
            aims=pending.aims,
            mode=pending.mode,
            x=pending.x,
            trigger=pending.trigger,
            cause=pending.entry,
        )
        fields: dict[str, Choice] = {}
        several = len(t.catalog.cards[card].all_effects) > 1
        if several:
            fields["trigger"] = Fixed(made.effect.name or pending.trigger)
        when = partial(settled, t) if must else nullcontext
        option = proposals(t, made, doing, "effect", when, fields)
        if option is None:
            nothing = {"source": Fixed(pending.source), **fields, "did": Fixed(({"do": "none"},))}
            option = Option(pending.seat, "effect", nothing)
        yield replace(option, rule="WR-15.2", weight=AWAITED_WEIGHT if must else 8, must=must)


def _offered(t: WrTable) -> list[Option]:
    """Effects that may be declined, of what became pending last."""
    stack = t.state.waiting.stack
    if not stack or isinstance(stack[-1], Strike):
        return []
    top = stack[-1]
    same = [
        each
        for each in stack
        if isinstance(each, Effective)
        and each.entry == top.entry
        and getattr(each, "moment", 0) == getattr(top, "moment", 0)
    ]
    return [option for each in same for option in _effects_of(t, each)]


# -- at any time -------------------------------------------------------------------------------


def _hand(t: WrTable, seat: str) -> dict[str, int]:
    return t.state.zones.hidden.candidates(hand_zone(seat)) if hand_size(t.state, seat) else {}


def _at_any_time(t: WrTable, seat: str, hand: dict[str, int]) -> Iterator[Option]:
    """Ambush, attacks by it, trades, summoning on another's turn, new targets."""
    state = t.state
    answers = (0,) if answered(t, seat, 0) is not None else ()
    for name in hand:
        if not has_ambush(t, seat, name):
            continue
        for mark in (*answers, None):
            if mark is None and seat == state.active and not state.waiting.stack:
                continue
            if accepted(t, Play(seat, (name,), answers=mark)):
                fields: dict[str, Choice] = {"cards": Fixed((name,))}
                if mark is not None:
                    fields["answers"] = Fixed(mark)
                yield Option(seat, "play", fields, "WR-14.4", weight=2)
    for name in dict.fromkeys(pile(t, "offers")):
        if "ambush" in card_of(t, name).words and card_of(t, name).kind == "mercenary":
            for mark in answers or (None,):
                yield from _hire(t, seat, name, hand, mark)
    yield from _attacks(t, seat, answers, ambush=True)
    strikes = [each for each in state.waiting.stack if isinstance(each, Strike)]
    for each in strikes:
        if each.seat == seat:
            targets = tuple(
                thing.id
                for thing in monsters(t)
                if accepted(t, Retarget(seat, thing.id, each.entry))
            )
            if targets:
                fields = {"monster": OneOf(targets)}
                if len(strikes) > 1:
                    fields["attack"] = Fixed(each.entry)
                yield Option(seat, "retarget", fields, "WR-7.9", weight=16)
    if seat != state.active and state.sides[seat].magicka:
        yield from _summons(t, seat)


def _trades(t: WrTable, hands: dict[str, dict[str, int]]) -> Iterator[Option]:
    """Trades of a card for one or none between any two who have cards; what one pair may do, all
    may."""
    gifts: bool | None = None
    swaps: bool | None = None
    shown = False
    for one, other in combinations(hands, 2):
        fuller = hand_size(t.state, one) >= hand_size(t.state, other)
        giver, gives, takes = (one, "unseen", "taken") if fuller else (other, "taken", "unseen")
        if not hands[giver]:
            continue
        both = hands[one] and hands[other]
        if gifts is None:
            gifts = _may_trade(t, replace(Trade(one, other), **{gives: 1}))
        if both and swaps is None:
            swaps = _may_trade(t, Trade(one, other, unseen=1, taken=1))
            shown = _may_trade(t, Trade(one, other, (next(iter(hands[one])),), taken=1))
        fields: dict[str, Choice] = {"other": Fixed(other)}
        back = (*((0,) if gifts else ()), *((1,) if both and swaps else ()))
        if back:
            unseen: dict[str, Choice] = {gives: Fixed(1), takes: OneOf(back)}
            yield Option(one, "trade", fields | unseen, "WR-11.1", weight=1)
        if both and shown:
            named: dict[str, Choice] = {"gives": Some(hands[one], 1, 1), "taken": Fixed(1)}
            yield Option(one, "trade", fields | named, "WR-11.1", weight=1)


def _may_trade(t: WrTable, event: Trade) -> bool:
    """Whether cards that may be in these hands may be traded now."""
    if t.state.waiting.stack:  # hands may be others when it has taken effect
        return accepted(t, event)
    return t.refusal(partial(require_trade, t, event)) is None


def _attacks(
    t: WrTable, seat: str, answers: Sequence[int] = (), *, ambush: bool = False
) -> Iterator[Option]:
    """Attacks of a player's creatures; of those with Ambush alone where it is not their turn."""
    turn, targets = t.state.turn, monsters(t)
    for creature in controlled(t, seat):
        if not targets or (ambush and creature.ambush != turn):
            continue
        for mark in (*answers, None) if ambush else (None,):
            first = Attack(seat, creature.id, (Part(targets[0].id),), mark)
            if not accepted(t, first):
                continue
            fields: dict[str, Choice] = {"creature": Fixed(creature.id)}
            full = attack_of(t, creature)
            if t.state.waiting.stack:
                hit = [Attack(seat, creature.id, (Part(each.id),), mark) for each in targets]
                ids = [event.parts[0].monster for event in hit if accepted(t, event)]
                targets = [each for each in targets if each.id in ids]
            parts: list[Any] = [
                ((each.id,),) for each in targets for _ in range(_eager(t, each, full))
            ]
            if full > 1 and len(targets) > 1 and has_word(t, creature, "overwhelm"):
                one, other = targets[0].id, targets[-1].id
                split = [(Part(one, n), Part(other, full - n)) for n in range(1, full)]
                if t.state.waiting.stack:  # what takes effect first may change the attack
                    split = [e for e in split if accepted(t, Attack(seat, creature.id, e, mark))]
                parts += [tuple((p.monster, p.amount) for p in each) for each in split]
            fields["parts"] = Targets(tuple(parts))
            if mark is not None:
                fields["answers"] = Fixed(mark)
            yield Option(seat, "attack", fields, "WR-7.1", weight=64)
            break


def _eager(t: WrTable, monster: InPlay, attack: int) -> int:
    """How eagerly a random player attacks a monster: most of all what dies by it."""
    left = health_left(t, monster)
    return 1 if left > attack else 12 if left == attack else 6


# -- the turn ----------------------------------------------------------------------------------


def _alike(t: WrTable, seat: str, hand: dict[str, int]) -> list[dict[str, int]]:
    """The cards of a hand by what may be done with them: those with Ambush, and the others."""
    ambush = {name: n for name, n in hand.items() if has_ambush(t, seat, name)}
    others = {name: n for name, n in hand.items() if name not in ambush}
    return [each for each in (others, ambush) if each]


def _turn(t: WrTable, seat: str, hand: dict[str, int]) -> Iterator[Option]:
    """What the active player may do in the mid step, and the steps themselves: the end, most of
    all where nothing else is left."""
    acts = list(_acts(t, seat, hand))
    yield from acts
    for step in ("mid", "end"):
        if accepted(t, Step(seat, step)):
            weight = 1 if step == "mid" else 2 if acts else AWAITED_WEIGHT
            to: dict[str, Choice] = {"step": Fixed(step)}
            yield Option(seat, "step", to, "WR-4.2", weight=weight, ends=step == "end")


def _acts(t: WrTable, seat: str, hand: dict[str, int]) -> Iterator[Option]:
    playable: dict[str, int] = {}
    for alike in _alike(t, seat, hand):
        if accepted(t, Play(seat, (next(iter(alike)),))):
            playable |= alike
    if playable:
        yield Option(seat, "play", {"cards": Some(playable, 1, 1)}, "WR-6.2", weight=96)
    yield from _attacks(t, seat)
    yield from _summons(t, seat)
    yield from _support(t, seat, hand)
    yield from _garrisons(t, seat, hand)
    yield from _used(t, seat)


def _summons(t: WrTable, seat: str) -> Iterator[Option]:
    selection = dict.fromkeys(pile(t, f"{seat}.selection"))
    for to in ("rift", "discard") if t.state.retain else ("rift",):
        cards = tuple(card for card in selection if accepted(t, Summon(seat, card, to=to)))
        if cards:
            fields: dict[str, Choice] = {"card": OneOf(cards)}
            if to != "rift":
                fields["to"] = Fixed(to)
            if seat == t.state.active:
                fields |= flipping(t, seat, "class")
            yield Option(seat, "summon", fields, "WR-8.2", weight=48)


def _support(t: WrTable, seat: str, hand: dict[str, int]) -> Iterator[Option]:
    """Mercenaries and strongholds of the support selection."""
    for name in dict.fromkeys(pile(t, "offers")):
        card = card_of(t, name)
        if card.kind == "stronghold":
            if accepted(t, Gain(seat, name)):
                fields = {"stronghold": Fixed(name), **flipping(t, seat, "support")}
                yield Option(seat, "gain", fields, "WR-10.1", weight=24)
        elif "ambush" not in card.words:
            yield from _hire(t, seat, name, hand, None)


def _hire(
    t: WrTable, seat: str, name: str, hand: dict[str, int], mark: int | None
) -> Iterator[Option]:
    """A mercenary that may be hired for cards that fit."""
    count = price_in_cards(t, seat, name)
    fitting = {card: copies for card, copies in hand.items() if pays(t, name, card)}
    paid = tuple(Counter(fitting).elements())[:count]
    if not accepted(t, Hire(seat, name, paid, answers=mark)):
        return
    fields: dict[str, Choice] = {"mercenary": Fixed(name)}
    if count:
        fields["discards"] = Some(fitting, count, count)
    if mark is not None:
        fields["answers"] = Fixed(mark)
    yield Option(seat, "hire", fields, "WR-9.1", weight=2)


def _garrisons(t: WrTable, seat: str, hand: dict[str, int]) -> Iterator[Option]:
    reading = t.choice["WR-I 42"]
    held = {n: c for n, c in hand.items() if card_of(t, n).kind != "stronghold"}
    for thing in strongholds(t, seat):
        cards: dict[str, int] = {}
        # what one card of a hand may, all of them may, but where hands may be others by then
        tried = held if t.state.waiting.stack else dict(islice(held.items(), 1))
        if reading != "play":
            cards = {n: c for n, c in tried.items() if accepted(t, Store(seat, thing.id, n))}
            if cards and tried is not held:
                cards = dict(held)
        if reading != "hand":
            own = [each.id for each in controlled(t, seat)]
            cards |= {n: 1 for n in own if accepted(t, Store(seat, thing.id, n))}
        if cards:
            fields: dict[str, Choice] = {"stronghold": Fixed(thing.id), "creature": one_of(cards)}
            yield Option(seat, "store", fields, "WR-10.6", weight=1)
        inside = [n for n in stored(t, thing) if accepted(t, Take(seat, thing.id, n))]
        if inside:
            fields = {"stronghold": Fixed(thing.id), "creature": OneOf(tuple(inside))}
            yield Option(seat, "take", fields, "WR-10.8", weight=2)


def _used(t: WrTable, seat: str) -> Iterator[Option]:
    """Effects that a player may use of what is in play."""
    for thing in controlled(t, seat):
        for at in t.catalog.triggered.get((thing.name, "used"), ()):
            made = told(t, thing.name, at)
            fields: dict[str, Choice] = {}
            if len(card_of(t, thing).all_effects) > 1:
                fields["trigger"] = Fixed(made.effect.name or "used")
            doing = Doing(seat, thing.id, trigger="used")
            option = proposals(t, made, doing, "effect", partial(settled, t), fields)
            if option is not None:
                yield replace(option, rule="WR-15.1", weight=4)
