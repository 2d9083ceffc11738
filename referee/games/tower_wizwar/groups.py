"""Attackers and blockers: who may block, and how damage is assigned to a group (section 15)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.games.tower_wizwar.reckoning import allowed, forbidden, has_word, might_of, power_of
from referee.games.tower_wizwar.state import (
    InPlay,
    Strike,
    TwTable,
    controlled,
    covered,
    tower_of,
)


def defender_of(t: TwTable, attack: Strike) -> str:
    """The wizard that may block an attack: the one under attack, or who controls the card
    (TW-15.8)."""
    if attack.target in t.state.sides:
        return attack.target
    found = t.state.zones.things.get(attack.target)
    return found.controller if found is not None else ""


def aimed_at(t: TwTable, attack: Strike) -> InPlay | None:
    """The card that is attacked, the tower where a wizard with one is (TW-15.7); None for a
    wizard without a tower, and where the target is gone."""
    if attack.target in t.state.sides:
        return stands_in(t, attack.target)
    return t.state.zones.things.get(attack.target)


def stands_in(t: TwTable, seat: str) -> InPlay | None:
    """What an attack on a wizard meets instead of it (TW-14.1, I 41)."""
    tower = tower_of(t, seat)
    if tower is not None or t.choice["TW-I 41"] == "wizard":
        return tower
    there = t.state.sides[seat].map.get("T", [])
    if len(there) < 2:
        return None
    at = 0 if t.choice["TW-I 41"] == "tower" else -1
    return t.state.zones.things[there[at]]


# -- who may block -------------------------------------------------------------------------------


def why_not_block(t: TwTable, attack: Strike, thing: InPlay) -> str:
    """The rule by which a card cannot be the blocker of an attack; empty where it can."""
    seat = defender_of(t, attack)
    target = aimed_at(t, attack)
    if thing.controller != seat:
        return "TW-15.8"
    if target is thing and t.choice["TW-I 77"] == "no":
        return "TW-15.13"
    if why := _cannot(t, thing):
        return why
    if allowed(t, "block", thing, seat):
        return ""
    guardian = has_word(t, thing, "guardian")
    if attack.target in t.state.sides:
        if thing.spot[0] == "J" and t.choice["TW-I 13"] != "always":
            return "TW-5.6"
        return "" if thing.spot[0] == "S" or guardian else "TW-15.11"
    if thing.spot[0] == "J" and t.choice["TW-I 13"] == "never_blocks":
        return "TW-5.6"
    if target is not None and target.spot[0] == "F":
        return "" if guardian and thing.spot[0] == "F" else "TW-15.9"
    return "" if guardian else "TW-15.10"


def why_not_join(t: TwTable, attack: Strike, thing: InPlay) -> str:
    """The rule by which a card cannot join the blocker; empty where it can (TW-15.13)."""
    target = aimed_at(t, attack)
    if thing.controller != defender_of(t, attack):
        return "TW-15.8"
    if target is thing and t.choice["TW-I 77"] == "no":
        return "TW-15.13"
    if why := _cannot(t, thing):
        return why
    if allowed(t, "block", thing):
        return ""
    if target is not None and target.spot[0] == "F" and t.choice["TW-I 55"] != "any":
        return "TW-15.13"
    return "" if thing.spot[0] == "S" and has_word(t, thing, "guardian") else "TW-15.13"


def _cannot(t: TwTable, thing: InPlay) -> str:
    """Why a card blocks nothing at all."""
    if has_word(t, thing, "ethereal") or covered(t, thing):
        return "TW-15.12"
    if thing.expended and t.choice["TW-I 23"] == "nothing":
        return "TW-8.2"
    if forbidden(t, "block", thing.id, thing.controller):
        return "TW-19.12"
    return ""


def could_block(t: TwTable, attack: Strike) -> Iterator[InPlay]:
    """The cards that could block an attack."""
    for thing in controlled(t, defender_of(t, attack)):
        if not why_not_block(t, attack, thing):
            yield thing


# -- how damage is assigned ----------------------------------------------------------------------


class Assigned(NamedTuple):
    """What a card of a group is assigned.

    Args:
        thing: the card.
        amount: the damage.
        might: its Might.
        away: whether it is Ephemeral and goes back to a hand (TW-16.6).
    """

    thing: InPlay
    amount: int
    might: int
    away: bool


def in_turn(t: TwTable, group: Sequence[InPlay], order: Sequence[str]) -> list[InPlay]:
    """A group in the order of assignment: rising Might, equals as was said (TW-15.15, 15.16)."""
    place = {each: at for at, each in enumerate(order)}
    return sorted(group, key=lambda each: (might_of(t, each), place.get(each.id, len(place))))


def assign(
    t: TwTable, damage: int, group: Sequence[InPlay], order: Sequence[str]
) -> tuple[list[Assigned], int]:
    """How damage is assigned to a group, and what is left of it (TW-15.15, 16.5, 16.6)."""
    found: list[Assigned] = []
    left = damage
    if not damage and t.choice["TW-I 63"] == "no":
        return found, 0
    for thing in in_turn(t, group, order):
        might = might_of(t, thing)
        if might and not left:
            break
        amount = min(left, might)
        away = goes_away(t, thing, might)
        found.append(Assigned(thing, amount, might, away))
        if not (away and t.choice["TW-I 64"] == "nothing_any_might"):
            left -= amount
    return found, left


def goes_away(t: TwTable, thing: InPlay, might: int) -> bool:
    """Whether a card that is assigned damage goes back to a hand (TW-16.6, I 64)."""
    return has_word(t, thing, "ephemeral") and (not might or t.choice["TW-I 64"] != "only_might_00")


def tied(t: TwTable, damage: int, group: Sequence[InPlay], order: Sequence[str]) -> tuple[str, ...]:
    """The cards of equal Might among which damage runs out, where no order was said."""
    left = damage
    cards = in_turn(t, group, order)
    mights = [might_of(t, each) for each in cards]
    for might in sorted(set(mights)):
        equal = [each for each, own in zip(cards, mights, strict=True) if own == might]
        if len(equal) > 1 and 0 < left < might * len(equal):
            unsaid = [each.id for each in equal if each.id not in order]
            return tuple(each.id for each in equal) if len(unsaid) > 1 else ()
        left -= might * len(equal)
        if left <= 0:
            break
    return ()


def awaited_order(t: TwTable, attack: Strike) -> tuple[str, ...]:
    """The cards of an attack whose order has to be said before it goes on (TW-15.16, 15.21)."""
    things = t.state.zones.things
    if not attack.blockers:
        return ()
    if attack.stage != "damage":
        blockers = [things[each] for each in attack.blockers if each in things]
        if found := tied(t, damage_of(t, attack), blockers, attack.order):
            return found
    attackers = [things[each] for each in attack.attackers if each in things]
    return tied(t, counter_of(t, attack), attackers, attack.counter)


def damage_of(t: TwTable, attack: Strike) -> int:
    """The damage of an attack: the power of its attackers that are still in play (TW-15.14)."""
    things = t.state.zones.things
    return sum(power_of(t, things[each]) for each in attack.attackers if each in things)


def counter_of(t: TwTable, attack: Strike) -> int:
    """The damage of the counterattack: the blockers' power as declared (TW-15.21, 15.22)."""
    reading = t.choice["TW-I 61"]
    if reading == "as_declared":
        return sum(attack.powers.values())
    things = t.state.zones.things
    there = [things[each] for each in attack.powers if each in things]
    if reading == "still_unexpended_only":
        there = [each for each in there if not each.expended]
    return sum(attack.powers[each.id] for each in there)
