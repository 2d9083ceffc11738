"""What is taken from the support selection: mercenaries and strongholds (sections 9 and 10)."""

from events.warrift import Gain, Hire
from referee.english import counted, listed, one_of
from referee.games.warrift.ambush import require_may_discard
from referee.games.warrift.answered import hear_mark, require_not_struck
from referee.games.warrift.catalog import Card, Mercenary, Stronghold
from referee.games.warrift.facts import SupportTaken
from referee.games.warrift.handlers import handles
from referee.games.warrift.harm import score
from referee.games.warrift.places import LAYOUT, discard_unplayed, pile, require_listed, show
from referee.games.warrift.playing import comes, enter_play, require_ambush_time
from referee.games.warrift.selections import SUPPORT, take_out
from referee.games.warrift.state import Gained, Played, WrTable, card_of, hand_size, hand_zone
from referee.games.warrift.time_to_act import (
    begun,
    require_begun,
    require_mid,
    require_nothing_awaited,
)
from referee.games.warrift.triggers import happened
from referee.games.warrift.turn import proceed
from referee.games.warrift.values import cost_of
from referee.house import members, side_of
from referee.parts.effects.pending import Saying
from referee.parts.payment import Payment
from referee.parts.responses import Pending


@handles
def hire(t: WrTable, e: Hire) -> None:
    """A mercenary is hired for cards from hand, and comes into play (WR-9.1 to 9.5)."""
    answer, offered = require_to_hire(t, e)
    for name in e.discards:
        show(t, e.seat, "hand", name, "WR-2.7")
        discard_unplayed(t, e.seat, name, "WR-9.3")
    take_out(t, SUPPORT, e.mercenary, e.seat, e.flipped)
    ambush = "ambush" in card_of(t, e.mercenary).words
    thing = enter_play(t, e.seat, e.mercenary, "", answer, ambush=ambush)
    cost = len(e.discards)
    t.fact(SupportTaken(e.seat, thing.id, e.mercenary, cost, "mercenary", offered))
    happened(t, "hire", thing.id, e.seat)
    comes(t, thing, "played", Saying(e.did, e.aims, e.mode, e.x), answer, Played)
    proceed(t)


def require_to_hire(t: WrTable, e: Hire) -> tuple[Pending | None, tuple[str, ...]]:
    """A mercenary may be hired now for these cards, if they are in hand (WR-9.1 to 9.5, 14.9).

    Returns:
        What the hire answers, and what lies beside the mercenary.
    """
    card: Card = card_of(t, e.mercenary)
    answer = hear_mark(t, e)
    ambush = "ambush" in card.words
    _require_time_to_hire(t, e, answer, ambush=ambush)
    offered = _require_offered(t, e.seat, e.mercenary, Mercenary, "WR-9.1")
    if ambush:
        say = Saying(e.did, e.aims, e.mode, e.x)
        require_may_discard(t, e.seat, card, say, response=answer is not None)
    _require_price(t, e)
    return answer, offered


def _require_time_to_hire(t: WrTable, e: Hire, answer: Pending | None, *, ambush: bool) -> None:
    """In one's own mid step; with Ambush at any moment, in response too (WR-9.5, 14.4)."""
    if ambush:
        require_ambush_time(t, e, e.mercenary, answer)
        return
    if answer is not None:
        require_begun(t, e.seat)
        rule = "WR-14.11" if e.seat == t.state.active else "WR-9.5"
        t.refuse(rule, "{card} has no Ambush", card=e.mercenary, since=answer.entry)
    require_mid(t, e.seat, Hire)
    require_not_struck(t, e.answers)


def _require_offered(
    t: WrTable, seat: str, name: str, kind: type[Card], rule: str
) -> tuple[str, ...]:
    """The card is of that kind and lies in the support selection (WR-9.1, 10.1).

    Returns:
        What lies there beside it.
    """
    offered = list(pile(t, SUPPORT.zone))
    if name not in offered or not isinstance(card_of(t, name), kind):
        require_listed(t, name)
        t.forbid(
            rule,
            "{card} is no {what} of the support selection",
            card=name,
            what="mercenary" if kind is Mercenary else "stronghold",
            legal=_hirable(t, seat) if kind is Mercenary else one_of(payable(t, seat)),
        )
    offered.remove(name)
    return tuple(offered)


# -- the price in cards ------------------------------------------------------------------------


def _require_price(t: WrTable, e: Hire) -> None:
    """As many cards as the mercenary asks for are discarded, and such cards (WR-9.2, I 37)."""
    cost, hand = price_in_cards(t, e.seat, e.mercenary), hand_size(t.state, e.seat)
    said = Payment(cost, len(e.discards))
    if not said.paid and said.lacks(hand):
        t.incomplete(
            f"say which {counted(cost, 'card pays', 'cards pay')} for {e.mercenary}",
            discards=list(t.state.zones.hidden.candidates(hand_zone(e.seat))),
        )
    if said.short or said.over:
        t.refuse(
            "WR-9.2",
            "{card} asks for {cost:card}, {have:is|are} discarded",
            card=e.mercenary,
            cost=cost,
            have=said.paid,
            legal=f"exactly {cost}" if cost <= hand else "",
        )
    for name in e.discards:
        if not pays(t, e.mercenary, name):
            t.refuse(
                "WR-9.2",
                "{mercenary} asks for cards that are {wanted}, and {card} is not",
                mercenary=e.mercenary,
                wanted=" and ".join(card_of(t, e.mercenary).of),
                card=name,
            )


def price_in_cards(t: WrTable, seat: str, mercenary: str) -> int:
    """How many cards a player has to discard for a mercenary now (WR-9.2, I 37)."""
    printed = 1 if t.choice["WR-I 37"] == "one_card" else card_of(t, mercenary).cost
    return cost_of(t, seat, "hire", printed, mercenary)


def pays(t: WrTable, mercenary: str, card: str) -> bool:
    """Whether a card is what a mercenary asks for, where it may ask for some (WR-I 37)."""
    if t.choice["WR-I 37"] != "printed_number_and_condition":
        return True
    words = card_of(t, card).all_words
    return all(word in words for word in card_of(t, mercenary).of)


def paying(t: WrTable, mercenary: str, hand: dict[str, int]) -> dict[str, int]:
    """Which cards of a hand are what a mercenary asks for (WR-I 37)."""
    if not card_of(t, mercenary).of:
        return hand
    return {card: copies for card, copies in hand.items() if pays(t, mercenary, card)}


def _hirable(t: WrTable, seat: str) -> str:
    """Which mercenaries the hand has enough cards for, for a hint."""
    have = hand_size(t.state, seat)
    found = [
        name
        for name in dict.fromkeys(pile(t, SUPPORT.zone))
        if isinstance(card_of(t, name), Mercenary)
        and (seat == t.state.active or "ambush" in card_of(t, name).words)
        and price_in_cards(t, seat, name) <= have
    ]
    return f"a mercenary that can be paid for: {listed(found)}" if found else ""


# -- strongholds -------------------------------------------------------------------------------


@handles
def gain(t: WrTable, e: Gain) -> None:
    """A stronghold is gained for points, and enters play (WR-10.1 to 10.5)."""
    offered, cost = require_to_gain(t, e)
    _pay_in_points(t, e.seat, cost)
    take_out(t, SUPPORT, e.stronghold, e.seat, e.flipped)
    thing = LAYOUT.enter(t, e.stronghold, "play", "", e.seat, paid=cost)
    t.fact(SupportTaken(e.seat, thing.id, e.stronghold, cost, "stronghold", offered))
    happened(t, "gain", thing.id, e.seat)
    comes(t, thing, "enter_play", Saying(e.did, e.aims, e.mode, e.x), None, Gained)
    proceed(t)


def require_to_gain(t: WrTable, e: Gain) -> tuple[tuple[str, ...], int]:
    """A stronghold may be gained now: it is offered, and the points cover its cost, one's own or
    where that is agreed the team's (WR-10.1, 10.2, 17.6).

    Returns:
        What lies beside it, and what it costs.
    """
    state, card = t.state, card_of(t, e.stronghold)
    require_time_to_gain(t, e.seat, "ambush" in card.words)
    offered = _require_offered(t, e.seat, e.stronghold, Stronghold, "WR-10.1")
    cost = cost_of(t, e.seat, "gain", card.cost, e.stronghold)
    have = _points_of(t, e.seat)
    if have < cost:
        together = sum(state.sides[mate].points for mate in _payers(t, e.seat))
        t.refuse(
            "WR-17.6" if together >= cost else "WR-10.2",
            "{card} costs {cost:point}, {seat} has {have}",
            card=e.stronghold,
            cost=cost,
            seat=e.seat,
            have=have,
            legal=one_of(payable(t, e.seat)),
        )
    return offered, cost


def require_time_to_gain(t: WrTable, seat: str, ambush: bool) -> None:
    """In one's own mid step; with Ambush at any time, where that is read so (WR-10.1, I 41)."""
    if ambush and t.choice["WR-I 41"] == "any_turn_if_it_has_ambush":
        require_begun(t, seat)
        require_nothing_awaited(t, but_the_eye=True)
    else:
        require_mid(t, seat, Gain)
    begun(t)


def _payers(t: WrTable, seat: str) -> list[str]:
    """A player and then the mates, in the order in which their points pay (WR-I 72)."""
    mates = members(t.state, side_of(t.state, seat))
    return [seat, *(mate for mate in mates if mate != seat)]


def _pay_in_points(t: WrTable, seat: str, cost: int) -> None:
    """One's own points go first, then where that is agreed the team's (WR-10.2, 17.6)."""
    state, left = t.state, cost
    shared = t.choice["WR-I 72"] == "team_points"
    for mate in _payers(t, seat) if shared else (seat,):
        paid = min(left, state.sides[mate].points)
        if paid:
            score(t, mate, -paid, paid=True)
        left -= paid


def _points_of(t: WrTable, seat: str) -> int:
    """What a player can pay with: the own points, or the team's (WR-I 72)."""
    state = t.state
    if t.choice["WR-I 72"] == "own_points_only":
        return state.sides[seat].points
    return sum(state.sides[mate].points for mate in members(state, side_of(state, seat)))


def payable(t: WrTable, seat: str) -> list[str]:
    """Which strongholds of the selection a player can pay for (WR-10.2, 17.6)."""
    have = _points_of(t, seat)
    return [
        name
        for name in dict.fromkeys(pile(t, SUPPORT.zone))
        if isinstance(card := card_of(t, name), Stronghold)
        and cost_of(t, seat, "gain", card.cost, name) <= have
    ]
