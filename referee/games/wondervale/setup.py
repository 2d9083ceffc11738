"""Sections 1 to 3: opening, Champion health, opening hands, who begins."""

from events.common import Opening
from events.wondervale import (
    AgreeHealth,
    ChaosHealth,
    Draw,
    FirstRoll,
    Mulligan,
    StandardHealth,
)
from referee.fact import (
    CardsDrawn,
    DeckRebuilt,
    DieRolled,
    FirstPlayer,
    ScoreChanged,
    TurnBegan,
)
from referee.games.wondervale.cards import known_cards, owed
from referee.games.wondervale.catalog import deck_faults
from referee.games.wondervale.due import ExtraCards
from referee.games.wondervale.handlers import handles
from referee.games.wondervale.state import (
    DISCARD,
    OPENING_HAND,
    SETUP,
    Side,
    State,
    WvTable,
    hand_size,
    opponent,
)
from referee.hidden import HiddenCards
from referee.house import allies, require_seat

STANDARD_HEALTH = 250
CHAOS_FACTOR = 50


def open_match(t: WvTable, e: Opening) -> State:
    """The state before the first die: two players (WV-1.2) with legal decks (WV-1.3 to 1.7)."""
    if len(e.seats) != 2:
        t.forbid("WV-1.2", "{have} players", have=len(e.seats), legal="exactly 2")
    side = allies(e)
    first, second = (side.get(s.seat, s.seat) for s in e.seats)
    if first == second:
        t.forbid("WV-1.2", "both play for {side}", side=first, legal="one against one")
    for seating in e.seats:
        key = (t.choice["WV-I 1"], frozenset(seating.deck.items()))
        if key in t.catalog.legal_decks:
            continue
        for fault in deck_faults(t.catalog, seating, t.choice):
            t.forbid(
                fault.rule,
                f"{seating.seat}: {fault.why}",
                legal=fault.legal,
                since=None,
                **fault.facts,
            )
        t.catalog.legal_decks.add(key)
    state = State(seats=tuple(s.seat for s in e.seats), allies=side)
    state.sides = {s.seat: Side(s.seat, HiddenCards.opened(s.deck)) for s in e.seats}
    return state


def _setting_up(t: WvTable, seat: str) -> None:
    require_seat(t, seat)
    if t.state.step != SETUP:
        t.forbid("WV-3.4", "the match has begun; nothing is set up any more")


def _set_health(t: WvTable, amount: int) -> None:
    state = t.state
    state.health = amount
    for side in state.sides.values():
        side.health = amount
        t.fact(ScoreChanged(side.seat, "health", amount))


def _once(t: WvTable, seat: str) -> None:
    """Health is set once, for both alike (WV-2.1)."""
    _setting_up(t, seat)
    if t.state.health:
        t.refuse("WV-2.1", "health is set already, to {have} for both", have=t.state.health)


@handles
def standard_health(t: WvTable, e: StandardHealth) -> None:
    """WV-2.2."""
    _once(t, e.seat)
    _set_health(t, STANDARD_HEALTH)


@handles
def agree_health(t: WvTable, e: AgreeHealth) -> None:
    """WV-2.3."""
    _once(t, e.seat)
    if e.amount < 1:
        t.forbid("WV-2.3", "{amount} health", amount=e.amount, legal="1 or more")
    _set_health(t, e.amount)


@handles
def chaos_health(t: WvTable, e: ChaosHealth) -> None:
    """WV-2.4: throws alternate until one shows 2 or more."""
    _once(t, e.seat)
    thrower = e.rolls[0].seat
    require_seat(t, thrower)
    for number, roll in enumerate(e.rolls, 1):
        if roll.seat != thrower:
            t.refuse(
                "WV-2.4",
                "throw {number} is by {seat}",
                number=number,
                seat=roll.seat,
                legal=f"{thrower} throws",
            )
        if roll.die > 1 and number < len(e.rolls):
            t.refuse(
                "WV-2.4",
                "throw {number} shows {die} and settles it; more were logged",
                number=number,
                die=roll.die,
            )
        thrower = opponent(t.state, thrower).seat
    last = e.rolls[-1]
    if last.die == 1:
        t.forbid(
            "WV-2.4", "the last throw shows 1", legal=f"{thrower} throws until it shows 2 or more"
        )
    for roll in e.rolls:
        t.fact(DieRolled(roll.seat, 6, roll.die, "chaos health"))
    _set_health(t, CHAOS_FACTOR * last.die)


def opening_draw(t: WvTable, e: Draw) -> None:
    """WV-3.1, and the extra cards of WV-3.3."""
    side = t.state.sides[e.seat]
    size = side.hidden.size("deck")
    if e.count > size:
        t.forbid(
            "WV-3.3" if side.hand_drawn else "WV-3.1",
            "{seat} draws {have} from a deck of {size}",
            seat=e.seat,
            have=e.count,
            size=size,
        )
    if not side.hand_drawn:
        if e.count != OPENING_HAND:
            t.refuse(
                "WV-3.1",
                "{seat} draws {have}",
                seat=e.seat,
                have=e.count,
                legal=f"exactly {OPENING_HAND}",
            )
        side.hand_drawn = True
        side.hidden.draw(e.count)
        t.fact(CardsDrawn(e.seat, e.count, "WV-3.1"))
        return
    offer = owed(t, e.seat, ExtraCards)
    if offer is None or e.count > offer.count:
        t.refuse(
            "WV-3.3",
            "{seat} draws {have} more, {limit} offered",
            seat=e.seat,
            have=e.count,
            limit=offer.count if offer else 0,
            legal="one card for each hand that the opponent drew anew",
        )
    side.hidden.draw(e.count)
    if offer is not None:
        offer.count -= e.count
        if offer.count <= 0:
            t.state.due.remove(offer)
    t.fact(CardsDrawn(e.seat, e.count, "WV-3.3"))


@handles
def mulligan(t: WvTable, e: Mulligan) -> None:
    """WV-3.2: the whole hand is shown, and none of it is an apprentice."""
    _setting_up(t, e.seat)
    state = t.state
    side = state.sides[e.seat]
    if not side.hand_drawn:
        t.forbid("WV-3.2", "{seat} has no opening hand yet", seat=e.seat, legal="draw 7")
    known_cards(t, e.hand)
    size = hand_size(side)
    if len(e.hand) != size:
        t.forbid(
            "WV-3.2",
            "{have} cards are shown of a hand of {size}",
            have=len(e.hand),
            size=size,
            legal="the whole hand is shown",
        )
    for card in e.hand:
        character = t.catalog.character.get(card)
        if character is not None and character.level == "apprentice":
            t.refuse(
                "WV-3.2",
                "the hand holds an apprentice, {card}",
                card=card,
                legal="keep the hand",
            )
    found = side.hidden.refuses("hand", e.hand)
    if found is not None:
        t.forbid(
            "WV-3.2",
            "the deck cannot supply {asked} of {card}",
            asked=found.asked,
            card=found.card,
            have=found.have,
        )
    side.hidden.show("hand", e.hand)
    shown: dict[str, int] = {}
    for card in e.hand:
        shown[card] = shown.get(card, 0) + 1
    side.hidden.shuffle("deck", shown)
    side.hidden.draw(OPENING_HAND)
    t.fact(DeckRebuilt(e.seat, side.hidden.size("deck") + OPENING_HAND, "WV-3.2"))
    t.fact(CardsDrawn(e.seat, OPENING_HAND, "WV-3.2"))
    other = opponent(state, e.seat).seat
    offer = owed(t, other, ExtraCards)
    if offer is None:
        state.due.append(ExtraCards(other, "WV-3.3", t.seq, must=False, count=1))
    else:
        offer.count += 1


@handles
def first_roll(t: WvTable, e: FirstRoll) -> None:
    """WV-3.4: the higher die begins; equal dice are thrown again."""
    _setting_up(t, e.seat)
    state = t.state
    if not state.health:
        t.refuse("WV-2.1", "Champion health is not set", legal="standard-health and the like")
    for side in state.sides.values():
        if not side.hand_drawn:
            t.refuse(
                "WV-3.1",
                "{seat} has drawn no opening hand",
                seat=side.seat,
                legal=f"{side.seat} draw {OPENING_HAND}",
            )
    for number, (own, other) in enumerate(e.rolls, 1):
        if own != other and number < len(e.rolls):
            t.refuse(
                "WV-3.4",
                "throw {number} is {own} to {other} and settles it; more were logged",
                number=number,
                own=own,
                other=other,
            )
    own, other = e.rolls[-1]
    if own == other:
        t.forbid("WV-3.4", "the last throw is {own} all", own=own, legal="throw again")
    rival = opponent(state, e.seat).seat
    for mine, theirs in e.rolls:
        t.fact(DieRolled(e.seat, 6, mine, "first turn"))
        t.fact(DieRolled(rival, 6, theirs, "first turn"))
    state.active = e.seat if own > other else rival
    state.due.clear()
    state.turn = 1
    state.step = DISCARD
    t.fact(FirstPlayer(state.active, "WV-3.4"))
    t.fact(TurnBegan(state.active, 1))
