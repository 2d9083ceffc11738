"""What may be logged next in a match of WarRift, and what is owed or offered.

What a rule decides is asked of the rule itself (``acceptable``); what is open is made here.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import chain, combinations, islice, repeat, starmap
from typing import Any, Literal, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from events import warrift as ev
from events.outcome import Nothing
from referee.choice import Choice, Fixed, OneOf, Some
from referee.games.warrift.answered import answered
from referee.games.warrift.attacks import ATTACKERS, require_to_attack
from referee.games.warrift.catalog import Stronghold
from referee.games.warrift.due import (
    DoEffect,
    FillGap,
)
from referee.games.warrift.effects.protection import forcefields
from referee.games.warrift.effects.resolution import (
    as_declared,
    is_declared,
    is_used_up,
    may_happen,
    name_of,
)
from referee.games.warrift.garrisons import has_room, require_time_to_store, require_to_store
from referee.games.warrift.hiring import (
    payable,
    paying,
    price_in_cards,
    require_time_to_gain,
    require_to_hire,
)
from referee.games.warrift.offered.acceptable import (
    accepted,
    ahead_of,
    as_if,
    may,
    owed_with,
    owing,
    settle,
    settled,
)
from referee.games.warrift.offered.choices import Targets
from referee.games.warrift.offered.due import (
    AWAITED_WEIGHT,
    due_options,
    flipping,
    one_of,
    replacing,
)
from referee.games.warrift.places import pile, stored
from referee.games.warrift.playing import require_playable
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
)
from referee.games.warrift.steps import is_before_mid, require_step
from referee.games.warrift.summoning import affordable, require_to_summon
from referee.games.warrift.time_to_act import require_mid, still_coming
from referee.games.warrift.trading import (
    may_be_counted,
    may_be_named,
    may_give_nothing,
    require_to_meet,
)
from referee.games.warrift.values import ambushing, attack_of, has_word, health_left
from referee.games.warrift.window import changed, target_gone
from referee.house import AnyTable
from referee.obligation import Obligation
from referee.option import Option
from referee.parts.acceptable import next_would
from referee.parts.effects import Doing
from referee.parts.effects.accepted_lines import Holder, Line, late_proposals, proposals
from referee.parts.effects.catalog import compiled_effect


def options(t: AnyTable) -> list[Option]:
    """What may be logged next, for every seat that may act."""
    state: State = t.state
    if state.over:
        return []
    hands = {seat: _hand(t, seat) for seat in state.seats}
    ambushes = {seat: ambushing(t, seat, hand) for seat, hand in hands.items()}
    later = _later(t, hands, ambushes)
    found = [*later.owed, *(_gaps(t) if later.owed else _due(t))]
    if not state.begun:
        found += [option for seat in state.seats for option in replacing(t, seat)]
    if state.phase == SETUP:
        return found
    cards, printed = t.catalog.cards, t.catalog.ambushes
    there = [n for n in dict.fromkeys(pile(t, "offers")) if n in printed]
    offered = [name for name in there if cards[name].kind == "mercenary"]
    ambushed = [x for x in state.zones.things.values() if x.ambush == state.turn]
    for seat in state.seats:
        found += _at_any_time(t, seat, hands[seat], ambushes[seat], offered, ambushed, later)
    found += _trades(t, hands)
    if not later.owed and not any(due.must for due in state.due):
        found += _offered(t)
        found += later.turn
    return found


def _due(t: WrTable) -> Iterator[Option]:
    for due in t.state.due:
        yield from due_options(t, due)


def _gaps(t: WrTable) -> Iterator[Option]:
    """The gaps that may be filled before an effect is logged that is owed: those that were made
    since it came up (WR-2.13)."""
    for due in t.state.due:
        if isinstance(due, FillGap):
            of: Literal["class", "support"] = "class" if due.of == "class" else "support"
            for option in due_options(t, due):
                cards = option.fields["card"].names()  # none, where nothing is left to draw
                if cards and accepted(t, ev.Refill(due.seat, cards[0], of)):
                    yield option


class _Later(NamedTuple):
    """What is found when everything pending has taken effect."""

    ends: bool  # whether all of it does: nothing owes an effect of its own
    # the cards with Ambush that each player may play then, where anything was pending
    plays: dict[str, list[str]]
    owed: list[Option]  # the effects that are owed
    turn: list[Option]  # what may be logged of the turn, where nothing is owed or due now


def _later(t: WrTable, hands: dict[str, dict[str, int]], ambushes: dict[str, list[str]]) -> _Later:
    """What is found when everything pending has taken effect, as far as it does by itself.

    Args:
        t: the table.
        hands: the cards that each player may have in hand now.
        ambushes: which of them have Ambush.
    """
    state = t.state
    waits, awaits = bool(state.waiting.stack), any(due.must for due in state.due)
    owed: list[Option] = []
    turn: list[Option] = []
    plays: dict[str, list[str]] = {}
    with as_if(t):
        owes = settle(t)
        if waits and owes is None:
            plays = {seat: _playable_then(t, seat, names) for seat, names in ambushes.items()}
        for each in owed_with(t, owes) if owes is not None else ():
            if still_coming(t, each) is None:
                owed += _effects_of(t, each, must=True)
        if owed or awaits or state.over or state.phase == SETUP:
            pass
        elif any(due.must for due in state.due):
            turn += [option for due in state.due for option in due_options(t, due)]
        else:
            seat = state.active
            turn += _turn(t, seat, _hand(t, seat) if waits else hands[seat])
    return _Later(owes is None, plays, owed, turn)


def _playable_then(t: WrTable, seat: str, names: list[str]) -> list[str]:
    """Which of these cards that were in hand are there and may be played, where everything has
    taken effect; all, where that has ended the match."""
    hidden, zone = t.state.zones.hidden, hand_zone(seat)
    return [
        name
        for name in names
        if t.state.over or (_may_play(t, seat, name) and hidden.refuses(zone, (name,)) is None)
    ]


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
        made = compiled_effect(t, card, at)
        doing = as_declared(pending)
        fields: dict[str, Choice] = {}
        several = len(t.catalog.cards[card].all_effects) > 1
        if several:
            fields["trigger"] = Fixed(made.effect.name or pending.trigger)
        when = partial(settled, t) if must else nullcontext
        offer = late_proposals if is_declared(pending, made) else proposals
        happens = may_happen(t, made)
        option = offer(t, made, doing, Holder("effect", when, fields)) if happens else None
        if option is None or _is_asked_back(t, option):
            nothing = {"source": Fixed(pending.source), **fields, "did": Fixed(({"do": "none"},))}
            option = Option(pending.seat, "effect", nothing)
        yield replace(option, rule="WR-15.2", weight=AWAITED_WEIGHT if must else 8, must=must)


def _is_asked_back(t: WrTable, option: Option) -> bool:
    """Whether a line in which nothing is chosen, as nothing can be, is asked what it leaves open:
    all that might be chosen is under a Forcefield (WR-14.20)."""
    lines = [each for each in option.fields.values() if isinstance(each, Line)]
    if not any(each.walk.chose for each in lines) or any(e.such is not UNSET for e in lines):
        return False
    said = {name: c.value for name, c in option.fields.items() if isinstance(c, Fixed)}
    none = ev.Effect(option.seat, **said, did=(Nothing(),))
    return not accepted(t, ev.Effect(option.seat, **said)) and accepted(t, none)


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


def _at_any_time(
    t: WrTable,
    seat: str,
    hand: dict[str, int],
    ambushes: list[str],
    offered: list[str],
    ambushed: list[InPlay],
    later: _Later,
) -> Iterator[Option]:
    """Ambush, attacks by it, summoning on another's turn, new targets; as answers, and where all
    that is pending takes effect without another entry after it too.

    Args:
        t: the table.
        seat: who does it.
        hand: the cards that may be in hand.
        ambushes: which of them have Ambush.
        offered: the mercenaries with Ambush that may be hired.
        ambushed: what came by Ambush this turn.
        later: what is found when everything pending has taken effect.
    """
    state = t.state
    in_turn = seat == state.active and not any(due.must for due in state.due)
    waits = bool(state.waiting.stack)
    answers: tuple[int, ...] = (0,) if waits and answered(t, seat, 0) is not None else ()
    marks: tuple[int | None, ...] = (*answers, None) if later.ends else answers
    for name in ambushes:
        for mark in marks:
            if mark is None and in_turn and not waits:
                continue
            then = mark is None and waits
            if name in later.plays[seat] if then else _may_play(t, seat, name, mark):
                fields: dict[str, Choice] = {"cards": Fixed((name,))}
                if mark is not None:
                    fields["answers"] = Fixed(mark)
                yield Option(seat, "play", fields, "WR-14.4", weight=2)
    for name in offered if marks else ():
        able = partial(_may_hire, t, seat, name, marks[0])
        yield from _hire(t, seat, name, hand, able, marks[0])
    if ambushed:
        yield from _attacks(t, seat, [x for x in ambushed if x.controller == seat], marks)
    strikes = [each for each in state.waiting.stack if isinstance(each, Strike)]
    for each in strikes:
        if each.seat == seat and target_gone(t, each):
            targets = tuple(
                thing.id
                for thing in monsters(t)
                if accepted(t, ev.Retarget(seat, thing.id, each.entry))
            )
            if targets:
                fields = {"monster": OneOf(targets)}
                if len(strikes) > 1:
                    fields["attack"] = Fixed(each.entry)
                yield Option(seat, "retarget", fields, "WR-7.9", weight=16)
    if waits and forcefields(t, seat):
        yield from _permits(t, seat)
    if seat != state.active and state.sides[seat].magicka:
        yield from _summons(t, seat)


def _permits(t: WrTable, seat: str) -> Iterator[Option]:
    """A player under a Forcefield lets the effect of another through (WR-14.20)."""
    found = changed(t, ev.Permit(seat))
    if (
        isinstance(found, Effective)
        and seat not in found.permitted
        and accepted(t, ev.Permit(seat))
    ):
        yield Option(seat, "permit", {}, "WR-14.20", weight=1)


def _may_play(t: WrTable, seat: str, name: str, mark: int | None = None) -> bool:
    """Whether a card that may be in hand may be played now, as an answer where it is marked."""
    answer = None if mark is None else answered(t, seat, mark)
    return may(t, ev.Play(seat, (name,), answers=mark), require_playable, name, answer)


def _trades(t: WrTable, hands: dict[str, dict[str, int]]) -> Iterator[Option]:
    """Trades of a card for one or none between any two who have cards; what one pair may do, all
    may."""
    # hands may be others by then
    whole = t.state.waiting.stack and t.choice["WR-I 46"] == "nothing_pending"
    counted = may_be_counted(t)
    met: dict[str, bool] = {}

    def may_trade(event: ev.Trade, reads: bool) -> bool:
        if whole or not reads:
            return bool(whole) and accepted(t, event)
        pair = f"{event.seat} {event.other}"
        if pair not in met:
            met[pair] = next_would(t, require_to_meet, t, event.seat, event.other)
        return met[pair]

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
            gift = ev.Trade(one, other, unseen=int(fuller), taken=int(not fuller))
            gifts = may_trade(gift, counted and may_give_nothing(t))
        if both and swaps is None:
            swaps = may_trade(ev.Trade(one, other, unseen=1, taken=1), counted)
            named = ev.Trade(one, other, (next(iter(hands[one])),), taken=1)
            shown = may_trade(named, counted and may_be_named(t))
        fields: dict[str, Choice] = {"other": Fixed(other)}
        back = (*((0,) if gifts else ()), *((1,) if both and swaps else ()))
        if back:
            unseen: dict[str, Choice] = {gives: Fixed(1), takes: OneOf(back)}
            yield Option(one, "trade", fields | unseen, "WR-11.1", weight=1)
        if both and shown:
            fields |= {"gives": Some(hands[one], 1, 1), "taken": Fixed(1)}
            yield Option(one, "trade", fields, "WR-11.1", weight=1)


def _attacks(
    t: WrTable, seat: str, own: Sequence[InPlay], marks: Sequence[int | None] = (None,)
) -> Iterator[Option]:
    """Attacks of a player's creatures that may attack at this time, or came by Ambush this turn."""
    turn, waits = t.state.turn, t.state.waiting.stack
    targets = monsters(t) if own else []
    left: dict[str, int] = {}
    for creature in own if targets else ():
        if not waits and not ATTACKERS.hold(t, creature):
            continue
        full = attack_of(t, creature)
        asked = creature.ambush == turn
        for mark in marks:
            struck, split = _struck(t, seat, creature, full, mark, targets, asked=asked)
            if not struck:
                continue
            targets = struck
            left = left or {each.id: health_left(t, each) for each in targets}
            parts: list[Any] = [
                ((each.id,),) for each in targets for _ in range(_eager(left[each.id], full))
            ]
            parts += [tuple((p.monster, p.amount) for p in each) for each in split]
            fields: dict[str, Choice] = {"creature": Fixed(creature.id)}
            fields["parts"] = Targets(tuple(parts))
            if mark is not None:
                fields["answers"] = Fixed(mark)
            yield Option(seat, "attack", fields, "WR-7.1", weight=64)
            break


def _struck(
    t: WrTable,
    seat: str,
    creature: InPlay,
    full: int,
    mark: int | None,
    targets: list[InPlay],
    *,
    asked: bool,
) -> tuple[list[InPlay], list[tuple[ev.Part, ev.Part]]]:
    """Which of these monsters a creature may attack, if it may the first, and how it may divide
    the attack between the first and the last of them.

    Args:
        t: the table.
        seat: who attacks.
        creature: the creature.
        full: its attack.
        mark: what the attack answers.
        targets: the monsters.
        asked: whether it is still to be asked if this is the time for it.
    """
    first = ev.Attack(seat, creature.id, (ev.Part(targets[0].id),), mark)
    over = full > 1 and len(targets) > 1 and has_word(t, creature, "overwhelm")
    divisions = range(1, full if over else 1)

    def divided(among: list[InPlay]) -> list[tuple[ev.Part, ev.Part]]:
        one, other = among[0].id, among[-1].id
        several = divisions if one != other else ()
        return [(ev.Part(one, n), ev.Part(other, full - n)) for n in several]

    if not t.state.waiting.stack:
        may_attack = not asked or next_would(t, require_to_attack, t, first)
        return (targets, divided(targets)) if may_attack else ([], [])

    def strikes(*parts: ev.Part) -> bool:
        return bool(t.state.over) or t.would(require_to_attack, t, replace(first, parts=parts))

    with ahead_of(t, first) as heard:
        if not heard or not strikes(*first.parts):
            return [], []
        others = [each for each in targets[1:] if strikes(ev.Part(each.id))]
        found = [targets[0], *others]
        return found, [each for each in divided(found) if strikes(*each)]


def _eager(left: int, attack: int) -> int:
    """How eagerly a random player attacks a monster with so much health left: most of all what
    dies by it."""
    return 1 if left > attack else 12 if left == attack else 6


# -- the turn ----------------------------------------------------------------------------------


def _alike(t: WrTable, seat: str, hand: dict[str, int]) -> list[dict[str, int]]:
    """The cards of a hand by what may be done with them: those with Ambush, and the others."""
    ambush = {name: hand[name] for name in ambushing(t, seat, hand)}
    others = {name: n for name, n in hand.items() if name not in ambush}
    return [each for each in (others, ambush) if each]


def _turn(t: WrTable, seat: str, hand: dict[str, int]) -> Iterator[Option]:
    """What the active player may do in the mid step, and the steps themselves: the end, most of
    all where nothing else is left."""
    acts = list(_acts(t, seat, hand))
    yield from acts
    steps: Sequence[Literal["mid", "end"]] = ("mid", "end") if is_before_mid(t) else ("end",)
    for step in steps:
        if may(t, ev.Step(seat, step), require_step):
            weight = 1 if step == "mid" else 2 if acts else AWAITED_WEIGHT
            to: dict[str, Choice] = {"step": Fixed(step)}
            yield Option(seat, "step", to, "WR-4.2", weight=weight, ends=step == "end")


def _acts(t: WrTable, seat: str, hand: dict[str, int]) -> Iterator[Option]:
    mid = next_would(t, require_mid, t, seat)
    playable: dict[str, int] = {}
    for alike in _alike(t, seat, hand):
        if _may_play(t, seat, next(iter(alike))):
            playable |= alike
    if playable:
        yield Option(seat, "play", {"cards": Some(playable, 1, 1)}, "WR-6.2", weight=96)
    own, turn = controlled(t, seat), t.state.turn
    yield from _attacks(t, seat, own if mid else [x for x in own if x.ambush == turn])
    if mid:
        for to in _ways_to_summon(t):
            yield from _summon(t, seat, to, affordable(t, seat, to))
    yield from _support(t, seat, hand, mid=mid)
    yield from _garrisons(t, seat, own, hand)
    yield from _used(t, seat, own)


def _ways_to_summon(t: WrTable) -> Sequence[Literal["rift", "discard"]]:
    return ("rift", "discard") if t.state.retain else ("rift",)


def _summons(t: WrTable, seat: str) -> Iterator[Option]:
    """What is summoned on another's turn."""
    waits = bool(t.state.waiting.stack)
    for to in _ways_to_summon(t):
        # what takes effect ahead of it may change what is covered
        shown = dict.fromkeys(pile(t, f"{seat}.selection")) if waits else affordable(t, seat, to)
        cards = [c for c in shown if may(t, ev.Summon(seat, c, to=to), require_to_summon)]
        yield from _summon(t, seat, to, cards)


def _summon(t: WrTable, seat: str, to: str, cards: list[str]) -> Iterator[Option]:
    if cards:
        fields: dict[str, Choice] = {"card": OneOf(tuple(cards))}
        if to != "rift":
            fields["to"] = Fixed(to)
        if seat == t.state.active:
            fields |= flipping(t, seat, "class")
        yield Option(seat, "summon", fields, "WR-8.2", weight=48)


def _support(t: WrTable, seat: str, hand: dict[str, int], *, mid: bool) -> Iterator[Option]:
    """Mercenaries without Ambush and strongholds of the support selection.

    Args:
        t: the table, where nothing is pending.
        seat: who takes them.
        hand: the cards that may be in hand.
        mid: whether what is done in the own mid step may be done now.
    """
    gained = payable(t, seat)
    flipped = flipping(t, seat, "support") if gained else {}
    known: dict[tuple[str, ...], bool] = {}

    def there(cards: tuple[str, ...]) -> bool:
        if cards not in known:
            known[cards] = _are_there(t, seat, cards)
        return known[cards]

    for name in dict.fromkeys(pile(t, "offers")):
        card = card_of(t, name)
        ambush = name in t.catalog.ambushes
        if card.kind == "stronghold":
            if name in gained and next_would(t, require_time_to_gain, t, seat, ambush):
                fields = {"stronghold": Fixed(name), **flipped}
                yield Option(seat, "gain", fields, "WR-10.1", weight=24)
        elif mid and not ambush:
            yield from _hire(t, seat, name, hand, there)


def _hire(
    t: WrTable,
    seat: str,
    name: str,
    hand: dict[str, int],
    able: Callable[[tuple[str, ...]], bool],
    mark: int | None = None,
) -> Iterator[Option]:
    """A mercenary that may be hired for cards that fit, if it may for some of them."""
    count = price_in_cards(t, seat, name)
    fitting = paying(t, name, hand)
    paid = tuple(islice(chain.from_iterable(starmap(repeat, fitting.items())), count))
    if (len(paid) < count and not t.state.waiting.stack) or not able(paid):
        return
    fields: dict[str, Choice] = {"mercenary": Fixed(name)}
    if count:
        fields["discards"] = Some(fitting, count, count)
    if mark is not None:
        fields["answers"] = Fixed(mark)
    yield Option(seat, "hire", fields, "WR-9.1", weight=2)


def _may_hire(t: WrTable, seat: str, name: str, mark: int | None, paid: tuple[str, ...]) -> bool:
    """Whether a mercenary with Ambush may be hired now for cards that may be in hand one by one."""
    event = ev.Hire(seat, name, paid, answers=mark)
    if t.state.waiting.stack and mark is None:  # hands may be others by then
        return accepted(t, event)
    return may(t, event, require_to_hire) and _are_there(t, seat, paid)


def _are_there(t: WrTable, seat: str, cards: tuple[str, ...]) -> bool:
    """Whether cards that may be in a hand one by one may be there together."""
    return len(cards) < 2 or t.state.zones.hidden.refuses(hand_zone(seat), cards) is None


def _garrisons(
    t: WrTable, seat: str, own: Sequence[InPlay], hand: dict[str, int]
) -> Iterator[Option]:
    """Creatures that go into the Garrisons of what a player controls, or come out."""
    reading, known = t.choice["WR-I 42"], t.catalog.cards
    there = [each for each in own if isinstance(known[each.name], Stronghold)]
    stores = bool(there) and next_would(t, require_time_to_store, t, seat)
    held: dict[str, int] = {}
    if stores and reading != "play":
        held = {n: c for n, c in hand.items() if known[n].kind != "stronghold"}
    for thing in there:
        lies = stored(t, thing)
        takes = stores and has_room(t, thing, lies)
        cards = held if takes else {}
        if takes and reading != "hand":
            cards = held | {x.id: 1 for x in own if _may_store(t, seat, thing, x.id)}
        if cards:
            fields: dict[str, Choice] = {"stronghold": Fixed(thing.id), "creature": one_of(cards)}
            yield Option(seat, "store", fields, "WR-10.6", weight=1)
        inside = [n for n in lies if accepted(t, ev.Take(seat, thing.id, n))]
        if inside:
            fields = {"stronghold": Fixed(thing.id), "creature": OneOf(tuple(inside))}
            yield Option(seat, "take", fields, "WR-10.8", weight=2)


def _may_store(t: WrTable, seat: str, stronghold: InPlay, creature: str) -> bool:
    return may(t, ev.Store(seat, stronghold.id, creature), require_to_store)


def _used(t: WrTable, seat: str, own: Sequence[InPlay]) -> Iterator[Option]:
    """Effects that a player may use of what is in play."""
    for thing in own:
        for at in t.catalog.triggered.get((thing.name, "used"), ()):
            made = compiled_effect(t, thing.name, at)
            if not may_happen(t, made) or is_used_up(t, thing, made.effect):
                continue
            fields: dict[str, Choice] = {}
            if len(card_of(t, thing).all_effects) > 1:
                fields["trigger"] = Fixed(made.effect.name or "used")
            doing = Doing(seat, thing.id, trigger="used")
            option = proposals(t, made, doing, Holder("effect", partial(settled, t), fields))
            if option is not None:
                yield replace(option, rule="WR-15.1", weight=4)
