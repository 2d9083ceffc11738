"""Sections 4 to 6: the steps of a turn, and deployment."""

from events.event import Event
from events.wondervale import Deposit, Discard, Draw, End, Lay, Promote, Upgrade
from referee.fact import (
    CardMoved,
    TurnBegan,
    TurnEnded,
    UnitEntered,
    UnitsReadied,
)
from referee.games.wondervale.cards import draw, from_bank, in_hand, known_cards, owed, take
from referee.games.wondervale.due import DrawCard, TakeBack, Verdari
from referee.games.wondervale.handlers import handles
from referee.games.wondervale.setup import opening_draw
from referee.games.wondervale.state import (
    ACTION,
    BENCH_LIMIT,
    DEPLOY,
    DEPOSIT,
    DISCARD,
    HAND_LIMIT,
    LIMIT,
    SETUP,
    STEP_NAMES,
    Side,
    State,
    Unit,
    WvTable,
    capacity,
    find_unit,
    hand_size,
    has_ready_unit,
    opponent,
    ready_bench,
    top,
    turns_completed,
    units_of,
)
from referee.house import require_seat

MOST_DISCARDED = 2
MOST_DEPOSITED = 2


# -- what every step asks ----------------------------------------------------------------------


def nothing_due(t: WvTable, event: Event) -> None:
    """A step that a rule asks for holds everything else up."""
    for due in t.state.due:
        if due.must:
            t.refuse(
                due.rule,
                "{seat} has to {task} first",
                seat=due.seat,
                task=due.told(),
                legal=f"{due.seat}: {due.told()}",
                since=due.since,
            )


def on_turn(t: WvTable, event: Event, seat: str, step: int) -> Side:
    """The player on turn takes a step in its order (WV-4.1, 4.3); returns that player's side."""
    state = t.state
    if seat != state.active:
        require_seat(t, seat)
        if not state.active:
            t.forbid("WV-4.1", "the first turn has not begun", legal="set the match up first")
        t.refuse(
            "WV-4.1",
            "it is {active}'s turn",
            active=state.active,
            seat=seat,
            legal=f"{state.active} acts",
        )
    if state.due:
        nothing_due(t, event)
    if state.step == DISCARD and step > DISCARD:
        t.refuse(
            "WV-4.3",
            "{seat} has not drawn; {due} due",
            seat=seat,
            due=1 + state.discarded,
            legal=f"{seat} draw {1 + state.discarded}",
        )
    if step < state.step:
        t.refuse(
            "WV-6.1" if step == DEPLOY else "WV-4.1",
            "the {step} step is over; this is the {now} step",
            step=STEP_NAMES[step],
            now=STEP_NAMES[state.step],
        )
    if state.closing and step < LIMIT:
        t.refuse("WV-9.5", "the turn is over", since=state.closing, legal="end")
    return state.sides[seat]


def go_on(state: State, step: int) -> None:
    """Play goes on: the step is reached, and offers that nobody took lapse."""
    if step > state.step:
        state.step = step
    if state.due:
        state.due.clear()


# -- discard, draw, flip, deposit --------------------------------------------------------------


@handles
def discard(t: WvTable, e: Discard) -> None:
    """The discard step (WV-4.2), or the hand limit once cards were drawn (WV-4.7)."""
    state = t.state
    before_drawing = state.step == DISCARD
    side = on_turn(t, e, e.seat, DISCARD if before_drawing else LIMIT)
    if before_drawing:
        count = state.discarded + len(e.cards)
        if count > MOST_DISCARDED:
            t.refuse(
                "WV-4.2",
                "{have} cards discarded in this step, limit {limit}",
                have=count,
                limit=MOST_DISCARDED,
            )
    else:
        size = hand_size(side)
        excess = max(0, size - HAND_LIMIT)
        if len(e.cards) != excess:
            t.refuse(
                "WV-4.7",
                "{have} discarded from a hand of {size}, limit {limit}",
                have=len(e.cards),
                size=size,
                limit=HAND_LIMIT,
                legal=f"exactly {excess}" if excess else "no discard",
            )
        action_taken(t, side)
    in_hand(t, side, e.cards)
    rule = "WV-4.2" if before_drawing else "WV-4.7"
    side.hidden.show("hand", e.cards)
    side.discard += e.cards
    if before_drawing:
        state.discarded += len(e.cards)
    else:
        go_on(state, LIMIT)
    for card in e.cards:
        t.fact(CardMoved(e.seat, card, "hand", "discard", rule))


@handles
def draw_cards(t: WvTable, e: Draw) -> None:
    """The draw of the turn with the flip (WV-4.3 to 4.5), or one that a rule grants."""
    state = t.state
    if state.step == SETUP:
        require_seat(t, e.seat)
        opening_draw(t, e)
        return
    offer = (owed(t, e.seat, DrawCard) or owed(t, e.seat, Verdari)) if state.due else None
    of_the_turn = state.step == DISCARD and e.seat == state.active
    if offer is not None and not (of_the_turn and e.count == 1 + state.discarded):
        granted_draw(t, e, offer)
        return
    if not of_the_turn:
        require_seat(t, e.seat)
        t.refuse(
            "WV-4.3",
            "no draw is due to {seat}",
            seat=e.seat,
            legal="one draw at the start of a turn, or one that a rule grants",
        )
        # A judge lets it stand: cards are drawn, and no step of a turn is taken.
        draw(t, state.sides[e.seat], e.count, "WV-4.3")
        return
    side = on_turn(t, e, e.seat, DISCARD)
    due = 1 + state.discarded
    if e.count != due:
        t.refuse("WV-4.3", "{have} drawn, {due} due", have=e.count, due=due, legal=f"draw {due}")
    draw(t, side, e.count, "WV-4.3")
    flipped = 0
    for unit in units_of(side):
        if not unit.vertical:
            unit.vertical = True
            flipped += 1
    if flipped:
        t.fact(UnitsReadied(e.seat, flipped, "WV-4.5"))
    go_on(state, DEPOSIT)


def granted_draw(t: WvTable, e: Draw, due: DrawCard | Verdari) -> None:
    """One card that a rule lets a player draw (WV-7.13, 8.3, 8.4)."""
    state = t.state
    side = state.sides[e.seat]
    if e.count != 1:
        t.refuse(due.rule, "{have} drawn, 1 granted", have=e.count, legal="draw 1")
    if type(due) is Verdari:
        no_tribe_card(t, side)
    state.due.remove(due)
    if type(due) is DrawCard:
        # Drawing may shuffle the discard pile; what could be taken back from it was not.
        state.due = [d for d in state.due if d.seat != e.seat or type(d) is not TakeBack]
    draw(t, side, e.count, due.rule, optional=True)


def no_tribe_card(t: WvTable, side: Side) -> None:
    """WV-8.3: a card is drawn only where hand and bank hold no tribe card; the hand is unseen."""
    if side.bank:
        t.refuse(
            "WV-8.3",
            "the bank holds {have} tribe cards",
            have=len(side.bank),
            legal="lay one of them, or decline",
        )
    tribe_cards = sorted(t.catalog.tribe_of)
    found = side.hidden.denies("hand", tribe_cards)
    if found is not None:
        t.refuse(
            "WV-8.3",
            "{seat} is known to hold {card}",
            seat=side.seat,
            card=found.card,
            legal="lay a tribe card, or decline",
        )
        return
    side.hidden.claim("hand", tribe_cards, t.seq)
    t.trust(f"{side.seat}'s hand of {hand_size(side)} holds no tribe card")


@handles
def deposit(t: WvTable, e: Deposit) -> None:
    """WV-4.6."""
    state = t.state
    side = on_turn(t, e, e.seat, DEPOSIT)
    count = state.deposited + len(e.cards)
    if count > MOST_DEPOSITED:
        t.refuse(
            "WV-4.6",
            "{have} tribe cards deposited this turn, limit {limit}",
            have=count,
            limit=MOST_DEPOSITED,
        )
    known_cards(t, e.cards)
    for card in e.cards:
        if card not in t.catalog.tribe_of:
            t.forbid("WV-4.6", "{card} is no tribe card", card=card, legal="tribe cards")
    in_hand(t, side, e.cards)
    side.hidden.show("hand", e.cards)
    side.bank += e.cards
    state.deposited = count
    go_on(state, DEPOSIT)
    for card in e.cards:
        t.fact(CardMoved(e.seat, card, "hand", "bank", "WV-4.6"))


# -- deployment --------------------------------------------------------------------------------


@handles
def lay(t: WvTable, e: Lay) -> None:
    """WV-6.2: an apprentice goes to the bench, paid from the bank (WV-5.2, 5.5, 5.6)."""
    side = on_turn(t, e, e.seat, DEPLOY)
    known_cards(t, (e.card,))
    character = t.catalog.character.get(e.card)
    if character is None or character.level != "apprentice":
        t.forbid(
            "WV-6.2",
            "{card} is {level}",
            card=e.card,
            level=f"a {character.level}" if character else "a tribe card",
            legal="an apprentice; upgrade for a guardian or hero",
        )
    if len(side.bench) >= BENCH_LIMIT:
        t.refuse(
            "WV-5.2",
            "the bench holds {have}, limit {limit}",
            have=len(side.bench),
            limit=BENCH_LIMIT,
        )
    if len(e.tribes) != character.value:
        t.refuse(
            "WV-5.6",
            "{have} tribe cards attached, value {value}",
            have=len(e.tribes),
            value=character.value,
            legal=f"exactly {character.value}",
        )
    from_bank(t, side, e.tribes, "WV-5.5")
    in_hand(t, side, (e.card,))
    side.hidden.show("hand", (e.card,))
    take(side.bank, e.tribes)
    number = side.laid.get(e.card, 0) + 1
    side.laid[e.card] = number
    unit = Unit(e.card if number == 1 else f"{e.card}.{number}", [e.card], list(e.tribes))
    side.bench.append(unit)
    go_on(t.state, DEPLOY)
    t.fact(UnitEntered(e.seat, unit.id, e.card, "laid", "WV-6.2"))


@handles
def upgrade(t: WvTable, e: Upgrade) -> None:
    """WV-6.3 to 6.7: a guardian or hero on the card that it follows."""
    state = t.state
    side = on_turn(t, e, e.seat, DEPLOY)
    known_cards(t, (e.card,))
    unit = own_unit(t, side, e.unit, "WV-6.3")
    character = t.catalog.character.get(e.card)
    if character is None or not character.follows:
        t.forbid(
            "WV-6.3",
            "{card} is {level}",
            card=e.card,
            level="an apprentice" if character else "a tribe card",
            legal="a guardian or hero",
        )
    if character.level in (t.catalog.character[c].level for c in unit.cards):
        t.refuse(
            "WV-6.7",
            "{unit} has a {level} already",
            unit=unit.id,
            level=character.level,
            legal="one card of each level",
        )
    if character.follows != unit.cards[-1]:
        t.refuse(
            "WV-6.3",
            "{card} goes on {follows}; the topmost card of {unit} is {top}",
            card=e.card,
            follows=character.follows,
            unit=unit.id,
            top=unit.cards[-1],
            legal=f"a unit with {character.follows} on top",
        )
    if not unit.vertical:
        t.refuse("WV-5.4", "{unit} is horizontal", unit=unit.id, legal="a vertical unit")
    if unit.upgraded == state.turn:
        t.refuse("WV-6.6", "{unit} was upgraded this turn", unit=unit.id, legal="next turn")
    missing = max(0, character.value - len(unit.tribes))
    if len(e.tribes) != missing:
        t.refuse(
            "WV-6.4",
            "{have} tribe cards added to {attached}, value {value}",
            have=len(e.tribes),
            attached=len(unit.tribes),
            value=character.value,
            legal=f"exactly {missing}",
        )
    from_bank(t, side, e.tribes, "WV-5.5")
    in_hand(t, side, (e.card,))
    side.hidden.show("hand", (e.card,))
    take(side.bank, e.tribes)
    unit.cards.append(e.card)
    unit.tribes += e.tribes
    unit.upgraded = state.turn
    go_on(state, DEPLOY)
    t.fact(UnitEntered(e.seat, unit.id, e.card, "upgraded", "WV-6.3"))


@handles
def promote(t: WvTable, e: Promote) -> None:
    """WV-6.8: to the open battle position (WV-5.1, 5.4)."""
    side = on_turn(t, e, e.seat, DEPLOY)
    unit = own_unit(t, side, e.unit, "WV-6.8")
    if side.battle is not None:
        t.forbid(
            "WV-5.1",
            "{unit} holds the battle position",
            unit=side.battle.id,
            legal="swap, as the action",
        )
    if not unit.vertical:
        t.refuse("WV-5.4", "{unit} is horizontal", unit=unit.id, legal="a vertical unit")
    side.bench.remove(unit)
    side.battle = unit
    go_on(t.state, DEPLOY)
    t.fact(UnitEntered(e.seat, unit.id, unit.cards[-1], "promoted", "WV-6.8"))


def own_unit(t: WvTable, side: Side, unit_id: str, rule: str) -> Unit:
    """A unit on a player's own battlefield."""
    unit = find_unit(side, unit_id)
    if unit is None:
        t.forbid(
            rule,
            "{seat} has no unit {unit}",
            seat=side.seat,
            unit=unit_id,
            legal=f"one of {', '.join(u.id for u in units_of(side)) or 'none'}",
        )
    return unit


def has_room(t: WvTable, unit: Unit) -> bool:
    """Whether one more tribe card fits (WV-5.8)."""
    return len(unit.tribes) < capacity(t.catalog, unit)


# -- the end of a turn -------------------------------------------------------------------------


def action_taken(t: WvTable, side: Side) -> None:
    """WV-I 5: under that reading a possible action may not be skipped (WV-7.1)."""
    state = t.state
    if t.choice["WV-I 5"] == "yes" or state.closing:
        return
    if not (state.swapped or state.attacks or state.champion_attacks) and action_possible(t, side):
        t.refuse("WV-7.1", "no action was taken, and one is possible", legal="swap or attack")


def action_possible(t: WvTable, side: Side) -> bool:
    """Whether a swap, an attack or a Champion battle could be made now."""
    state = t.state
    if side.battle is None or state.step > ACTION:
        return False
    enemy = opponent(state, side.seat)
    if ready_bench(side) or (side.defeated >= 3 and not state.attacked_unit):
        return True
    direct = turns_completed(state) >= 2 and side.defeated < 3
    return not state.defeat and (has_ready_unit(enemy) or direct)


@handles
def end_turn(t: WvTable, e: End) -> None:
    """WV-4.1 and 4.7: the turn passes to the other player."""
    state = t.state
    side = on_turn(t, e, e.seat, LIMIT)
    size = hand_size(side)
    if size > HAND_LIMIT and not (state.closing and t.choice["WV-I 11"] == "no"):
        t.refuse(
            "WV-4.7",
            "{seat} holds {have}, limit {limit}",
            seat=e.seat,
            have=size,
            limit=HAND_LIMIT,
            legal=f"discard {size - HAND_LIMIT} first",
        )
    action_taken(t, side)
    t.fact(TurnEnded(e.seat, state.turn))
    state.due.clear()
    state.turn += 1
    state.active = opponent(state, e.seat).seat
    state.step = DISCARD
    state.discarded = state.deposited = state.attacks = state.attacked_unit = 0
    state.direct_attacks = state.champion_attacks = state.swapped = 0
    state.defeat = state.closing = 0
    t.fact(TurnBegan(state.active, state.turn))


__all__ = [
    "ACTION",
    "deposit",
    "discard",
    "draw_cards",
    "end_turn",
    "has_room",
    "lay",
    "on_turn",
    "own_unit",
    "promote",
    "top",
    "upgrade",
]
