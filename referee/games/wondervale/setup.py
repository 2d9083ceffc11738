"""Sections 1 to 3: opening, Champion health, opening hands, who begins."""

from collections import Counter

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
    HandReturned,
    ScoreChanged,
    TurnBegan,
)
from referee.games.wondervale.cards import owed, require_known
from referee.games.wondervale.catalog import known_faults
from referee.games.wondervale.due import ExtraCards
from referee.games.wondervale.handlers import handles
from referee.games.wondervale.possible import draws_anew, opening_hand, way_on
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
from referee.parts.decks import require_decks

STANDARD_HEALTH = 250
CHAOS_FACTOR = 50


def open_match(t: WvTable, e: Opening) -> State:
    """The state before the first die: two players (WV-1.2) with legal decks (WV-1.3 to 1.7)."""
    if len(e.seats) != 2:
        t.forbid(
            "WV-1.2", "{have:player takes|players take} part", have=len(e.seats), legal="exactly 2"
        )
    side = allies(e)
    first, second = (side.get(s.seat, s.seat) for s in e.seats)
    if first == second:
        t.forbid("WV-1.2", "both play for {side}", side=first, legal="one against one")
    require_decks(t, e, known_faults)
    state = State(seats=tuple(s.seat for s in e.seats), allies=side)
    state.sides = {s.seat: Side(s.seat, HiddenCards.opened(s.deck)) for s in e.seats}
    return state


def require_setting_up(t: WvTable, seat: str) -> None:
    """Only before the first turn (WV-3.4)."""
    require_seat(t, seat)
    if t.state.step != SETUP:
        t.forbid("WV-3.4", "the match has begun; it is set up no more", legal=way_on(t))


def _set_health(t: WvTable, amount: int) -> None:
    state = t.state
    state.health = amount
    for side in state.sides.values():
        side.health = amount
        t.fact(ScoreChanged(side.seat, "health", amount))


def require_no_health(t: WvTable, seat: str) -> None:
    """Health is set once, for both alike (WV-2.1)."""
    require_setting_up(t, seat)
    if t.state.health:
        t.refuse(
            "WV-2.1",
            "health is already set, to {have} for both",
            have=t.state.health,
            legal=way_on(t),
        )


@handles
def standard_health(t: WvTable, e: StandardHealth) -> None:
    """WV-2.2."""
    require_no_health(t, e.seat)
    _set_health(t, STANDARD_HEALTH)


@handles
def agree_health(t: WvTable, e: AgreeHealth) -> None:
    """WV-2.3."""
    require_no_health(t, e.seat)
    if e.amount < 1:
        t.forbid("WV-2.3", "{amount} is not a starting health", amount=e.amount, legal="1 or more")
    _set_health(t, e.amount)


@handles
def chaos_health(t: WvTable, e: ChaosHealth) -> None:
    """WV-2.4: throws alternate until one shows 2 or more."""
    require_no_health(t, e.seat)
    _require_throws(t, e)
    for roll in e.rolls:
        t.fact(DieRolled(roll.seat, 6, roll.die, "chaos health"))
    _set_health(t, CHAOS_FACTOR * e.rolls[-1].die)


def _require_throws(t: WvTable, e: ChaosHealth) -> None:
    """WV-2.4: the players throw by turns, as long as a throw shows 1 and no longer."""
    thrower = e.rolls[0].seat
    require_seat(t, thrower)
    for number, roll in enumerate(e.rolls, 1):
        if roll.seat != thrower:
            t.refuse(
                "WV-2.4",
                "throw {number} is by {seat}, but it is {thrower} who throws",
                number=number,
                seat=roll.seat,
                thrower=thrower,
            )
        if roll.die > 1 and number < len(e.rolls):
            t.refuse(
                "WV-2.4",
                "throw {number} shows {die}, which settles it; more were logged",
                number=number,
                die=roll.die,
            )
        thrower = opponent(t.state, thrower).seat
    if e.rolls[-1].die == 1:
        t.forbid(
            "WV-2.4",
            "the last throw shows 1",
            legal=f"{thrower} throws, and so on until it shows 2 or more",
        )


def opening_draw(t: WvTable, e: Draw) -> None:
    """WV-3.1, and the extra cards of WV-3.3."""
    side = t.state.sides[e.seat]
    size = side.hidden.size("deck")
    rule = "WV-3.3" if side.hand_drawn else "WV-3.1"
    if e.count > size:
        t.forbid(
            rule,
            "{seat} draws {have} from a deck of {size}",
            seat=e.seat,
            have=e.count,
            size=size,
            legal=way_on(t) if side.hand_drawn else opening_hand(side),
        )
    if side.hand_drawn:
        _draw_extra(t, e)
    elif e.count != OPENING_HAND:
        t.refuse(rule, "{seat} draws {have}", seat=e.seat, have=e.count, legal=opening_hand(side))
    side.hand_drawn = True
    side.hidden.draw(e.count)
    t.fact(CardsDrawn(e.seat, e.count, rule))


def _draw_extra(t: WvTable, e: Draw) -> None:
    """WV-3.3: one card for each hand that the opponent drew anew."""
    offer = owed(t, e.seat, ExtraCards)
    limit = offer.count if offer else 0
    if e.count > limit:
        t.refuse(
            "WV-3.3",
            "{seat} draws {have} more; {limit} granted",
            seat=e.seat,
            have=e.count,
            limit=limit,
            legal=f"{e.seat} draw {limit}" if limit else way_on(t),
        )
    if offer is not None:
        offer.count -= e.count
        if offer.count <= 0:
            t.state.due.remove(offer)


@handles
def mulligan(t: WvTable, e: Mulligan) -> None:
    """WV-3.2: the whole hand is shown, and none of it is an apprentice."""
    require_setting_up(t, e.seat)
    side = t.state.sides[e.seat]
    _show_hand(t, side, e)
    side.hidden.shuffle("deck", Counter(e.hand))
    side.hidden.draw(OPENING_HAND)
    for card, copies in Counter(e.hand).items():
        t.fact(HandReturned(e.seat, card, copies, "WV-3.2"))
    t.fact(DeckRebuilt(e.seat, side.hidden.size("deck") + OPENING_HAND, "WV-3.2"))
    t.fact(CardsDrawn(e.seat, OPENING_HAND, "WV-3.2"))
    other = opponent(t.state, e.seat).seat
    offer = owed(t, other, ExtraCards)
    if offer is None:
        t.state.due.append(ExtraCards(other, "WV-3.3", t.seq, must=False, count=1))
    else:
        offer.count += 1


def _show_hand(t: WvTable, side: Side, e: Mulligan) -> None:
    """WV-3.2: an opening hand, the whole of it, without an apprentice, from that deck. The last
    check is that they can be there, and shows them."""
    if not side.hand_drawn:
        t.forbid(
            "WV-3.2",
            "{seat} has no opening hand yet",
            seat=e.seat,
            legal=opening_hand(side),
        )
    require_known(t, e.hand)
    size = hand_size(side)
    if len(e.hand) > size:
        t.forbid(
            "WV-3.2",
            "{have:card} shown of a hand of {size}",
            have=len(e.hand),
            size=size,
            legal="the whole hand",
        )
    if not draws_anew(side):
        t.forbid(
            "WV-3.2",
            "hand and deck of {seat} have {have:card} together",
            seat=e.seat,
            have=size + side.hidden.size("deck"),
            legal=way_on(t),
        )
    for card in e.hand:
        character = t.catalog.character.get(card)
        if character is not None and character.level == "apprentice":
            t.refuse("WV-3.2", "the hand holds an apprentice, {card}", card=card)
    if len(e.hand) < size:
        t.incomplete(f"say all {size} cards of the hand")
    found = side.hidden.take("hand", e.hand)
    if found is not None:
        t.forbid(
            "WV-3.2",
            "the deck cannot supply {asked} of {card}",
            asked=found.asked,
            card=found.card,
            have=found.have,
        )


@handles
def first_roll(t: WvTable, e: FirstRoll) -> None:
    """WV-3.4: the higher die begins; equal dice are thrown again."""
    require_setting_up(t, e.seat)
    state = t.state
    _require_set_up(t)
    _require_decided(t, e)
    rival = opponent(state, e.seat).seat
    for mine, theirs in e.rolls:
        t.fact(DieRolled(e.seat, 6, mine, "first turn"))
        t.fact(DieRolled(rival, 6, theirs, "first turn"))
    own, other = e.rolls[-1]
    state.active = e.seat if own > other else rival
    state.due.clear()
    state.turn = 1
    state.step = DISCARD
    t.fact(FirstPlayer(state.active, "WV-3.4"))
    t.fact(TurnBegan(state.active, 1))


def _require_set_up(t: WvTable) -> None:
    """Health is set (WV-2.1), and both have their opening hands (WV-3.1)."""
    if not t.state.health:
        t.refuse("WV-2.1", "Champion health is not set", legal=way_on(t))
    for side in t.state.sides.values():
        if not side.hand_drawn:
            t.refuse(
                "WV-3.1",
                "{seat} has not drawn an opening hand",
                seat=side.seat,
                legal=opening_hand(side),
            )


def _require_decided(t: WvTable, e: FirstRoll) -> None:
    """WV-3.4: equal dice are followed by another throw, and only they."""
    for number, (own, other) in enumerate(e.rolls, 1):
        if own != other and number < len(e.rolls):
            t.refuse(
                "WV-3.4",
                "throw {number}, {own} to {other}, settles it; more were logged",
                number=number,
                own=own,
                other=other,
            )
    own, other = e.rolls[-1]
    if own == other:
        t.forbid(
            "WV-3.4",
            "both show {own} in the last throw",
            own=own,
            legal="throw again, and log that throw behind the tie",
        )
