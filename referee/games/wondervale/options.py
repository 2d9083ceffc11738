"""What may be logged next in a match of Wondervale, and what is owed or offered."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from referee.choice import Choice, Contest, Fixed, Number, OneOf, Some
from referee.games.wondervale.ability import BANK
from referee.games.wondervale.aftermath import can_take_back, offers_of, rights_of
from referee.games.wondervale.cards import owed
from referee.games.wondervale.champion import champion_terms
from referee.games.wondervale.choices import Relay
from referee.games.wondervale.combat import meet
from referee.games.wondervale.due import (
    Abyssal,
    Aegaryn,
    DiscardDown,
    DrawCard,
    DrawCards,
    Due,
    Duneward,
    EnterBattle,
    ExtraCards,
    FirstTurnRoll,
    Juryn,
    RollDice,
    SetHealth,
    TakeBack,
    Verdari,
)
from referee.games.wondervale.possible import (
    discards_due,
    draws_anew,
    may_attack,
    may_attack_directly,
    may_battle_champion,
    may_draw_for_none,
    must_act,
    swappable,
)
from referee.games.wondervale.state import (
    ACTION,
    BENCH_LIMIT,
    DEPLOY,
    DEPOSIT,
    DISCARD,
    HAND_LIMIT,
    OPENING_HAND,
    SETUP,
    Side,
    State,
    Unit,
    WvTable,
    capacity,
    hand_size,
    opponent,
    ready_bench,
    units_of,
)
from referee.games.wondervale.turn import MOST_DEPOSITED, MOST_DISCARDED
from referee.house import AnyTable
from referee.obligation import Obligation
from referee.option import Option


def options(t: AnyTable) -> list[Option]:
    """What may be logged next, for every seat that may act."""
    state: State = t.state
    if state.over:
        return []
    if state.step == SETUP:
        return list(_setup(t))
    found: list[Option] = []
    if state.due:
        found += [o for seat in state.seats for o in _offered(t, seat)]
        found += [o for due in state.due for o in _owed(t, due)]
        if any(due.must for due in state.due):
            return found
    found += _turn(t, state.sides[state.active])
    return found


def obligations(t: AnyTable) -> list[Obligation]:
    """What is required or offered now: open choices first, then the step of the turn."""
    state: State = t.state
    if state.over:
        return []
    found: list[Obligation] = [
        due for due in state.due if not isinstance(due, TakeBack) or len(due.taken) < due.count
    ]
    if state.step == SETUP:
        if not state.health:
            found.append(SetHealth(state.seats[0], "WV-2.1", 1))
        without = [side for side in state.sides.values() if not side.hand_drawn]
        found += [
            DrawCards(side.seat, "WV-3.1", 1, count=OPENING_HAND)
            for side in without
            if side.hidden.size("deck") >= OPENING_HAND  # else a judge's repair took them
        ]
        if not without and all(due in state.due for due in found):
            found.append(FirstTurnRoll(state.seats[0], "WV-3.4", 1))
    elif state.step == DISCARD:
        found.append(DrawCards(state.active, "WV-4.3", t.seq, count=1 + state.discarded))
    elif excess := discards_due(t, state.sides[state.active]):
        found.append(DiscardDown(state.active, "WV-4.7", t.seq, must=False, count=excess))
    return found


# -- setup -------------------------------------------------------------------------------------


def _setup(t: WvTable) -> Iterator[Option]:
    state = t.state
    ready = bool(state.health)
    if not ready:
        first, second = state.seats
        yield Option(first, "standard-health", rule="WV-2.2")
        yield Option(first, "agree-health", {"amount": Number(1, 1000)}, "WV-2.3", weight=0)
        yield Option(
            first, "chaos-health", {"rolls": Relay(6, (first, second), 2)}, "WV-2.4", weight=1
        )
    for side in state.sides.values():
        if not side.hand_drawn:
            ready = False
            if side.hidden.size("deck") >= OPENING_HAND:
                yield Option(side.seat, "draw", {"count": Fixed(OPENING_HAND)}, "WV-3.1")
            continue
        no_apprentice = {
            card: count
            for card, count in side.hidden.candidates("hand").items()
            if card not in t.catalog.character or t.catalog.character[card].level != "apprentice"
        }
        size = hand_size(side)
        possible = side.hidden.known("hand").keys() <= no_apprentice.keys()
        if possible and draws_anew(side) and sum(no_apprentice.values()) >= size:
            yield Option(
                side.seat, "mulligan", {"hand": Some(no_apprentice, size, size)}, "WV-3.2", 1
            )
        offer = owed(t, side.seat, ExtraCards)
        most = min(offer.count, side.hidden.size("deck")) if offer else 0
        if most:
            yield Option(side.seat, "draw", {"count": Number(1, most)}, "WV-3.3")
    if ready:
        yield Option(state.seats[0], "first-roll", {"rolls": Contest(6)}, "WV-3.4")


# -- choices that a rule opened ----------------------------------------------------------------


def _offered(t: WvTable, seat: str) -> Iterator[Option]:
    """What a player may take back of fallen units, and what may be declined."""
    cards = can_take_back(t, seat)
    if cards:
        rights = rights_of(t, seat)
        # Of several units, cards that are possible one by one need not be possible together.
        most = rights[0].count - len(rights[0].taken) if len(rights) == 1 else 1
        yield Option(seat, "reclaim", {"cards": Some(cards, 1, most)}, "WV-7.12")
    sources = {due.source: due.rule for due in reversed(offers_of(t, seat))}
    for source, rule in sources.items():
        what = {"what": Fixed(source)} if len(sources) > 1 else {}
        yield Option(seat, "decline", dict(what), rule, weight=1)


def _owed(t: WvTable, due: Due) -> Iterator[Option]:
    state = t.state
    side = state.sides[due.seat]
    match due:
        case EnterBattle():
            yield Option(due.seat, "enter", {"unit": OneOf(tuple(due.units))}, due.rule, must=True)
        case RollDice():
            yield Option(due.seat, "roll", {"rolls": _dice(t, side)}, due.rule, must=True)
        case DrawCard():
            yield Option(due.seat, "draw", rule=due.rule)
        case Duneward():
            cards = side.hidden.candidates("hand")
            if not cards:
                cards = side.hidden.candidates("deck") or dict(Counter(side.discard))
            yield Option(due.seat, "sift", {"card": _one(cards)}, due.rule, must=True)
        case Juryn():
            yield from _juryn(t, due, side)
        case Verdari():
            yield from _verdari(t, due, side)
        case Aegaryn():
            hand = opponent(state, due.seat).hidden.candidates("hand")
            if hand:
                yield Option(due.seat, "pick", {"card": _one(hand)}, due.rule, must=due.must)
        case Abyssal():
            units = tuple(u.id for u in units_of(opponent(state, due.seat)))
            yield Option(due.seat, "drown", {"unit": OneOf(units)}, due.rule, must=True)


def _one(cards: dict[str, int]) -> OneOf:
    """One card of several, those with more copies more often."""
    return OneOf(tuple(c for c, n in cards.items() for _ in range(n)))


def _tribe_cards(t: WvTable, hand: dict[str, int]) -> dict[str, int]:
    return {c: n for c, n in hand.items() if c in t.catalog.tribe_of}


def _juryn(t: WvTable, due: Due, side: Side) -> Iterator[Option]:
    places = {u.id: u.tribes for u in units_of(side) if u.tribes}
    if side.bank:
        places[BANK] = side.bank
    in_hand = _tribe_cards(t, side.hidden.candidates("hand"))
    for place, pile in places.items():
        if in_hand:
            yield Option(
                due.seat,
                "replace",
                {"card": OneOf(tuple(pile)), "at": Fixed(place), "by": _one(in_hand)},
                due.rule,
                weight=1,
            )
    for (at, pile), (other_at, other) in combinations(places.items(), 2):
        yield Option(
            due.seat,
            "exchange",
            {
                "card": OneOf(tuple(pile)),
                "at": Fixed(at),
                "other": OneOf(tuple(other)),
                "other_at": Fixed(other_at),
            },
            due.rule,
            weight=1,
        )


def _verdari(t: WvTable, due: Due, side: Side) -> Iterator[Option]:
    onto = tuple(u.id for u in units_of(side) if len(u.tribes) < capacity(t.catalog, u))
    in_hand = _tribe_cards(t, side.hidden.candidates("hand"))
    if side.bank and onto:
        yield Option(
            due.seat,
            "graft",
            {
                "card": OneOf(tuple(side.bank)),
                "onto": OneOf(onto),
                "source": Fixed(BANK),
            },
            due.rule,
        )
    places = onto if t.choice["WV-I 7"] == "unit_only" else (*onto, BANK)
    if in_hand and places:
        yield Option(due.seat, "graft", {"card": _one(in_hand), "onto": OneOf(places)}, due.rule)
    if may_draw_for_none(t, side):
        yield Option(due.seat, "draw", rule=due.rule, weight=1)


# -- the turn ----------------------------------------------------------------------------------


def _turn(t: WvTable, side: Side) -> Iterator[Option]:
    state = t.state
    seat = side.seat
    hand = side.hidden.candidates("hand")
    if state.step == DISCARD:
        left = min(MOST_DISCARDED - state.discarded, hand_size(side))
        if left > 0:
            yield Option(seat, "discard", {"cards": Some(hand, 1, left)}, "WV-4.2", weight=1)
        yield Option(seat, "draw", {"count": Fixed(1 + state.discarded)}, "WV-4.3", weight=8)
        return
    if not state.closing:
        if state.step <= DEPOSIT:
            yield from _deposit(t, side, hand)
        if state.step <= DEPLOY:
            yield from _deployment(t, side, hand)
        if state.step <= ACTION:
            yield from _action(t, side)
    yield from _ending(t, side, hand)


def _deposit(t: WvTable, side: Side, hand: dict[str, int]) -> Iterator[Option]:
    left = MOST_DEPOSITED - t.state.deposited
    cards = _tribe_cards(t, hand) if left > 0 else {}
    if cards and hand_size(side):
        most = min(left, hand_size(side), sum(cards.values()))
        yield Option(side.seat, "deposit", {"cards": Some(cards, 1, most)}, "WV-4.6", weight=8)


def _deployment(t: WvTable, side: Side, hand: dict[str, int]) -> Iterator[Option]:
    bank = dict(Counter(side.bank))
    followed: dict[str, list[Unit]] = {}  # the units that may be upgraded, by their topmost card
    for unit in units_of(side):
        if unit.vertical and unit.upgraded != t.state.turn:
            followed.setdefault(unit.cards[-1], []).append(unit)
    for name in hand:
        card = t.catalog.character.get(name)
        if card is None:
            continue
        if card.level == "apprentice":
            if len(side.bench) < BENCH_LIMIT and card.value <= len(side.bank):
                yield Option(
                    side.seat,
                    "lay",
                    {"card": Fixed(name), "tribes": Some(bank, card.value, card.value)},
                    "WV-6.2",
                )
            continue
        for unit in followed.get(card.follows, ()):
            missing = max(0, card.value - len(unit.tribes))
            if missing <= len(side.bank):
                yield Option(
                    side.seat,
                    "upgrade",
                    {
                        "unit": Fixed(unit.id),
                        "card": Fixed(name),
                        "tribes": Some(bank, missing, missing),
                    },
                    "WV-6.3",
                    weight=8,
                )
    ready = ready_bench(side)
    if side.battle is None and ready:
        yield Option(
            side.seat,
            "promote",
            {"unit": OneOf(tuple(u.id for u in ready))},
            "WV-6.8",
            weight=12,
        )


def _action(t: WvTable, side: Side) -> Iterator[Option]:
    enemy = opponent(t.state, side.seat)
    units = tuple(unit.id for unit in swappable(t, side))
    if units:
        yield Option(side.seat, "swap", {"unit": OneOf(units)}, "WV-7.2", weight=1)
    if may_attack(t, side):
        several = enemy.battle is None and len(ready_bench(enemy)) > 1
        fields: dict[str, Choice] = {} if several else {"rolls": _dice(t, side)}
        yield Option(side.seat, "attack", fields, "WV-7.7", weight=16)
    if may_attack_directly(t, side):
        yield Option(side.seat, "direct-attack", rule="WV-7.6", weight=16)
    if may_battle_champion(t, side):
        plus, minus = champion_terms(side, enemy)
        dice = Contest(6, plus - minus, t.choice["WV-I 9"] == "reroll")
        yield Option(side.seat, "champion-battle", {"rolls": dice}, "WV-9.1", weight=24)


def _dice(t: WvTable, side: Side) -> Contest:
    """The dice of a combat against the unit that defends, or will enter by itself."""
    enemy = opponent(t.state, side.seat)
    target = enemy.battle or ready_bench(enemy)[0]
    assert side.battle is not None
    return Contest(6, meet(t.catalog, side, side.battle, enemy, target).edge)


def _ending(t: WvTable, side: Side, hand: dict[str, int]) -> Iterator[Option]:
    if must_act(t, side):
        return
    excess = hand_size(side) - HAND_LIMIT
    if excess > 0:
        yield Option(
            side.seat, "discard", {"cards": Some(hand, excess, excess)}, "WV-4.7", weight=2
        )
    if not discards_due(t, side):
        yield Option(side.seat, "end", rule="WV-4.1", weight=2, ends=True)
