"""The opening of a match of Lanterns, and a handler for each event."""

from events.common import Opening
from lanterns.cards import deck_faults
from lanterns.events import Douse, Light, Pass
from lanterns.state import LaTable, Player, PutAway, State, bright_enough, opponents
from referee.fact import (
    CardMoved,
    CardsDrawn,
    Fact,
    FirstPlayer,
    ScoreChanged,
    TurnBegan,
    TurnEnded,
)
from referee.hidden import HiddenCards
from referee.house import Handlers, allies, require_seat
from referee.parts.decks import require_decks
from referee.parts.showings import forbid_showing

NIGHTS, HAND = 3, 3

handles = Handlers()


class NightEnded(Fact, frozen=True):
    """A night is over.

    Args:
        seat: who lit the newest lantern.
        lanterns: how many were lit.
        rule: the rule that ends the night.
    """

    seat: str
    lanterns: int
    rule: str


def night_in_words(fact: NightEnded) -> str:
    """The end of a night in a sentence."""
    return f"the night goes to {fact.seat}: {fact.lanterns} lit"


def open_match(t: LaTable, e: Opening) -> State:
    """The state before the first turn (LA-1.1, 1.2)."""
    require_decks(t, e, deck_faults)
    players = {}
    for seating in e.seats:
        cards = HiddenCards.opened(seating.deck)
        cards.draw(HAND)
        players[seating.seat] = Player(seating.seat, cards)
        t.fact(CardsDrawn(seating.seat, HAND, "LA-1.2"))
        t.fact(ScoreChanged(seating.seat, "points", 0))
    first = e.seats[0].seat
    t.fact(FirstPlayer(first, "LA-2.1"))
    t.fact(TurnBegan(first, 1))
    seats = tuple(seating.seat for seating in e.seats)
    return State(seats, turn=1, active=first, players=players, allies=allies(e))


@handles
def light(t: LaTable, e: Light) -> None:
    """LA-2.2, 2.4 to 2.6: a lantern is lit, and a card drawn for it."""
    player = require_turn(t, e.seat)
    lantern = t.catalog.lantern.get(e.lantern)
    if lantern is None:
        t.forbid("REF-2.1", "{name} is not a lantern", name=e.lantern)
    lit = t.state.lit
    newest = t.catalog.lantern[lit[-1]] if lit else None
    if newest is not None and lantern.bright < newest.bright:
        t.refuse(
            "LA-2.2",
            "{name} has {have}, the newest lantern {least}",
            name=lantern.name,
            have=lantern.bright,
            least=newest.bright,
            legal=f"{newest.bright} or more",
        )
    if newest is lantern and t.edition == "1.1":
        t.refuse("LA-2.6", "{name} is the newest lantern", name=lantern.name, legal="another")
    require_in_hand(t, player, e.lantern)
    others = opponents(t.state, e.seat)
    at = e.at
    if lantern.storm and not at and len(others) > 1:
        t.incomplete("say whom it threatens", at=others)
    if at and not (lantern.storm and at in others):
        t.forbid("LA-2.5", "{name} cannot threaten {at}", name=lantern.name, at=at)
    player.cards.show("hand", [e.lantern])
    t.state.lit.append(e.lantern)
    t.state.by, t.state.passes = e.seat, 0
    t.fact(CardMoved(e.seat, e.lantern, "hand", "table", "LA-2.2"))
    if player.cards.size("deck"):
        player.cards.draw(1)
        t.fact(CardsDrawn(e.seat, 1, "LA-2.4"))
    if lantern.storm and others:
        t.state.due.append(PutAway(at or others[0], "LA-2.5", t.seq))
    next_turn(t)


@handles
def pass_(t: LaTable, e: Pass) -> None:
    """LA-2.3: nobody sees the hand, so that it is on trust, and a later showing may disprove it."""
    player = require_turn(t, e.seat)
    names = bright_enough(t)
    found = player.cards.denies("hand", names)
    if found is not None:
        t.refuse("LA-2.3", "{seat} holds {name}", seat=e.seat, name=found.card, legal="light it")
    elif player.cards.size("hand"):
        player.cards.claim("hand", names, t.seq)
        t.trust(f"{e.seat} has no lantern that is bright enough")
    t.state.passes += 1
    if t.state.passes == len(t.state.seats):
        end_night(t)
    if not t.state.over:
        next_turn(t)


@handles
def douse(t: LaTable, e: Douse) -> None:
    """LA-2.5: a threatened player puts a lantern away."""
    require_seat(t, e.seat)
    due = next((due for due in t.state.due if due.seat == e.seat), None)
    if due is None:
        t.forbid("LA-2.5", "{seat} is not threatened", seat=e.seat)
    player = t.state.players[e.seat]
    require_in_hand(t, player, e.lantern)
    player.cards.show("hand", [e.lantern])
    player.away.append(e.lantern)
    t.state.due.remove(due)
    t.fact(CardMoved(e.seat, e.lantern, "hand", "away", "LA-2.5"))


def require_turn(t: LaTable, seat: str) -> Player:
    """The player acts in turn, and nothing is due before (LA-2.1, 2.5)."""
    state = t.state
    require_seat(t, seat)
    if seat != state.active:
        legal = f"{state.active} acts"
        t.refuse("LA-2.1", "it is the turn of {active}", active=state.active, legal=legal)
    for due in state.due:
        t.refuse("LA-2.5", "{seat} is threatened", seat=due.seat, since=due.since)
    return state.players[seat]


def require_in_hand(t: LaTable, player: Player, lantern: str) -> None:
    """The card can be in that hand, by all that was shown and claimed (REF-2.1)."""
    found = player.cards.refuses("hand", [lantern])
    if found is None:
        return
    if found.kind != "claim":
        forbid_showing(t, player.seat, found)
    t.forbid(
        "LA-2.3",
        "{seat} shows {name}, but entry {entry} rests on a hand without it",
        seat=player.seat,
        name=lantern,
        entry=found.since or 0,
        since=found.since,
    )


def next_turn(t: LaTable) -> None:
    """The next player acts (LA-2.1)."""
    state = t.state
    t.fact(TurnEnded(state.active, state.turn))
    at = state.seats.index(state.active) + 1
    state.active, state.turn = state.seats[at % len(state.seats)], state.turn + 1
    t.fact(TurnBegan(state.active, state.turn))


def end_night(t: LaTable) -> None:
    """LA-2.7 and 3.1: the points of a night, and after the third one the end."""
    state = t.state
    if state.by:
        player = state.players[state.by]
        player.points += len(state.lit)
        t.fact(NightEnded(state.by, len(state.lit), "LA-2.7"))
        t.fact(ScoreChanged(state.by, "points", player.points))
    state.lit, state.by, state.passes = [], "", 0
    state.nights += 1
    if state.nights == NIGHTS:
        most = max(player.points for player in state.players.values())
        best = [player.seat for player in state.players.values() if player.points == most]
        alone = len(best) == 1 or t.choice["LA-I 1"] == "shared"
        t.end_match(best if alone else (), "three nights", "LA-3.1")
