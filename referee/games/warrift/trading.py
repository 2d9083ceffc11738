"""Trades between two players, teammates like any others (section 11, WR-1.8)."""

from collections.abc import Sequence

from msgspec import Struct, field

from events.warrift import Trade
from referee.english import listed
from referee.fact import CardMoved
from referee.games.warrift.catalog import Stronghold
from referee.games.warrift.effects import stacks
from referee.games.warrift.facts import Traded
from referee.games.warrift.handlers import handles
from referee.games.warrift.places import LAYOUT, discard_stored, garrison_zone, stored
from referee.games.warrift.state import (
    InPlay,
    WrTable,
    hand_size,
    hand_zone,
    strongholds,
)
from referee.games.warrift.time_to_act import require_begun
from referee.house import require_playing


class Given(Struct):
    """What one of the two gives."""

    seat: str  # who gives it
    unseen: int  # how many hand cards more
    cards: list[str] = field(default_factory=list)  # hand cards by name
    strongholds: list[InPlay] = field(default_factory=list)  # the strongholds

    def number(self) -> int:
        """How many cards and strongholds there are."""
        return self.unseen + len(self.cards) + len(self.strongholds)


@handles
def trade(t: WrTable, e: Trade) -> None:
    """Two players trade hand cards and strongholds (WR-11.1 to 11.5).

    All of it changes hands at once. It belongs to the last thing pending, or lets everything take
    effect, as WR-I 46 is read; neither is a step of the turn.
    """
    one, other = require_trade(t, e)
    for each in (one, other):
        stacks.take_out(t, each.seat, "hand", each.cards, "WR-2.7")
    _exchange_unseen(t, one, other)
    for each, to in ((one, other.seat), (other, one.seat)):
        LAYOUT.put_back(t, to, "hand", each.cards)
        for card in each.cards:
            t.fact(CardMoved(each.seat, card, hand_zone(each.seat), hand_zone(to), "WR-11.3"))
        for stronghold in each.strongholds:
            _change_hands(t, stronghold, to)
    t.fact(Traded(one.seat, other.seat, one.number(), other.number()))


def require_trade(t: WrTable, e: Trade) -> tuple[Given, Given]:
    """What the two give, where they may trade it now (WR-1.8, 11.1 to 11.3); the cards themselves
    are still to be shown.

    Raises:
        Violation: they may not.
        Unsaid: it is not said what is traded.
    """
    require_to_meet(t, e.seat, e.other)
    one = _given(t, e.seat, "gives", e.gives, e.unseen)
    other = _given(t, e.other, "takes", e.takes, e.taken)
    _require_numbers(t, one, other)
    return one, other


def require_to_meet(t: WrTable, seat: str, other: str) -> None:
    """Two players may trade with each other now (WR-1.8, 11.1)."""
    require_begun(t, seat)
    require_playing(t, other)
    state = t.state
    if seat == other:
        t.forbid("WR-11.1", "nobody trades with oneself", seat=seat)
    if state.begun and state.rotation == state.ending:
        t.refuse("WR-1.8", "this is the game-ending rotation", rotation=state.rotation)


def may_give_nothing(t: WrTable) -> bool:
    """Whether one of the two may give nothing (WR-I 47)."""
    return t.choice["WR-I 47"] != "both_must_give"


def may_be_counted(t: WrTable) -> bool:
    """Whether hand cards that are traded need no name (WR-I 48)."""
    return t.choice["WR-I 48"] != "named"


def may_be_named(t: WrTable) -> bool:
    """Whether hand cards that are traded may have a name (WR-I 48)."""
    return t.choice["WR-I 48"] != "count_only"


def _exchange_unseen(t: WrTable, one: Given, other: Given) -> None:
    """Hand cards that nobody else sees change hands at once (WR-2.8, 11.3)."""
    hidden = t.state.zones.hidden
    t.keep(hidden)
    if one.unseen and other.unseen:
        zones = hand_zone(one.seat), hand_zone(other.seat)
        hidden.exchange(*zones, one.unseen, other.unseen)
        return
    for each, to in ((one, other), (other, one)):
        if each.unseen:
            hidden.draw(each.unseen, hand_zone(each.seat), hand_zone(to.seat))


def _given(t: WrTable, seat: str, side: str, named: Sequence[str], unseen: int) -> Given:
    """What a player gives: strongholds of the own, hand cards, and nothing else (WR-11.2)."""
    found = Given(seat, unseen)
    hidden = t.state.zones.hidden
    own = strongholds(t, seat) if named else []
    for name in named:
        left = [each for each in own if each not in found.strongholds]
        meant = [each for each in left if name in (each.id, each.name)]
        card = t.catalog.cards.get(name)
        if len(meant) > 1:
            t.incomplete(f"say which {name} {seat} gives", **{side: [each.id for each in meant]})
        if meant:
            found.strongholds.append(meant[0])
        elif card is None or (
            isinstance(card, Stronghold) and name not in hidden.candidates(hand_zone(seat))
        ):
            ids = [each.id for each in left]
            t.forbid(
                "WR-11.2",
                "{what} cannot be traded by {seat}",
                what=name,
                seat=seat,
                legal=f"hand cards; {listed(ids)}" if ids else "hand cards",
            )
        else:
            found.cards.append(name)
    return found


def _require_numbers(t: WrTable, one: Given, other: Given) -> None:
    """Something is given, by both where that is read so (WR-I 47); hand cards are named or only
    counted, where that is read so (WR-I 48), and there are so many (WR-11.3)."""
    if not one.number() + other.number():
        t.incomplete("say what is traded")
    for each in (one, other):
        if not each.number() and not may_give_nothing(t):
            t.refuse("WR-11.1", "{seat} gives nothing", seat=each.seat)
        if each.unseen and not may_be_counted(t):
            t.refuse(
                "WR-11.3", "{seat} leaves {have:card} unnamed", seat=each.seat, have=each.unseen
            )
        if each.cards and not may_be_named(t):
            t.refuse(
                "WR-11.3",
                "cards of {seat} are named",
                seat=each.seat,
                have=len(each.cards),
                legal="their number",
            )
        have, asked = hand_size(t.state, each.seat), len(each.cards) + each.unseen
        if asked > have:
            t.forbid(
                "WR-11.3",
                "{seat} gives {asked:card} from a hand of {have}",
                seat=each.seat,
                asked=asked,
                have=have,
                legal=f"{have} in all",
            )


def _change_hands(t: WrTable, stronghold: InPlay, to: str) -> None:
    """A stronghold has another controller, and nothing more happens (WR-11.4); what it stores
    stays in it, or goes as WR-I 45 is read."""
    reading, giver, zone = t.choice["WR-I 45"], stronghold.controller, garrison_zone(stronghold)
    if reading == "discarded":
        discard_stored(t, stronghold, "WR-11.4")
    elif reading == "back_to_the_giver's_hand":
        inside = list(stored(t, stronghold))
        if inside:
            t.item(t.state.zones.piles, zone)
            LAYOUT.put_back(t, giver, "hand", inside)
        for card in inside:
            t.fact(CardMoved(giver, card, zone, hand_zone(giver), "WR-11.4"))
    t.set(stronghold, "controller", to)
