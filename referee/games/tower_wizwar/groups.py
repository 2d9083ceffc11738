"""Attackers and blockers: who may block, and how damage is assigned to a group (section 15)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from referee.games.tower_wizwar.state import (
    InPlay,
    Strike,
    TwTable,
    card_of,
    controlled,
    covered,
    tower_of,
)
from referee.games.tower_wizwar.values import (
    forbidden,
    has_word,
    might_of,
    permits,
    power_of,
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
    if thing.controller != defender_of(t, attack):
        return "TW-15.8"
    return _why_not_block(t, attack, aimed_at(t, attack), thing)


def _why_not_block(t: TwTable, attack: Strike, target: InPlay | None, thing: InPlay) -> str:
    """The same for a card of the defender, where the target was looked up."""
    if why := _cannot(t, thing):
        return why
    own = blocker_rule(t, attack, target)
    if target is thing and not _stands_for_itself(t, thing, attack):
        return own
    if _let(t, thing) or "block" in card_of(t, thing).allows:
        return ""
    guardian = has_word(t, thing, "guardian")
    if thing.spot[0] == "J" and _not_from_beside(t, attack, target):
        return "TW-5.6"
    if attack.target in t.state.sides:
        return "" if thing.spot[0] == "S" or guardian else own
    if thing.spot[0] == "S" and not guardian:
        return "TW-5.7"
    return "" if guardian and (own != "TW-15.9" or thing.spot[0] == "F") else own


def _not_from_beside(t: TwTable, attack: Strike, target: InPlay | None) -> bool:
    """Whether nothing beside the tower blocks an attack: not on the tower, nor, by one reading, on
    a wizard whom it meets as no tower stands (TW-5.6, I 13, I 89)."""
    if t.choice["TW-I 13"] != "not_against_tower":
        return t.choice["TW-I 13"] == "never_blocks"
    if attack.target not in t.state.sides:
        return False
    return target is not None or t.choice["TW-I 89"] == "as_for_the_tower"


def blocker_rule(t: TwTable, attack: Strike, target: InPlay | None) -> str:
    """The rule of who may block for such a target (TW-15.9 to 15.11)."""
    if attack.target in t.state.sides:
        return "TW-15.11"
    return "TW-15.9" if target is not None and target.spot[0] == "F" else "TW-15.10"


def why_not_join(t: TwTable, attack: Strike, thing: InPlay) -> str:
    """The rule by which a card cannot join the blocker; empty where it can (TW-15.13)."""
    if thing.controller != defender_of(t, attack):
        return "TW-15.8"
    if why := _cannot(t, thing):
        return why
    target = aimed_at(t, attack)
    if target is thing and not _stands_for_itself(t, thing, attack):
        return "TW-15.13"
    if _let(t, thing) or "block" in card_of(t, thing).allows:
        return ""
    if thing.spot[0] == "J" and _not_from_beside(t, attack, target):
        return "TW-5.6"
    forward = blocker_rule(t, attack, target) == "TW-15.9"
    if forward and t.choice["TW-I 55"] == "not_forward_targets":
        return "TW-15.13"
    return "" if thing.spot[0] == "S" and has_word(t, thing, "guardian") else "TW-15.13"


def _stands_for_itself(t: TwTable, thing: InPlay, attack: Strike) -> bool:
    """Whether an attacked shield card may be in the blocking group (TW-I 77)."""
    return (
        t.choice["TW-I 77"] == "yes"
        and attack.target == thing.id
        and thing.spot[0] == "S"
        and has_word(t, thing, "guardian")
    )


def _let(t: TwTable, thing: InPlay) -> bool:
    """Whether an effect in force lets a card block that else could not (TW-15.12)."""
    return permits(t, "block", thing.id, thing.controller)


def _cannot(t: TwTable, thing: InPlay) -> str:
    """Why a card blocks nothing at all."""
    if forbidden(t, "block", thing.id, thing.controller):
        return "TW-19.12"
    if covered(t, thing):
        return "TW-15.12"
    if has_word(t, thing, "ethereal") and not _let(t, thing):
        return "TW-15.12"
    if thing.expended and t.choice["TW-I 23"] == "nothing" and not _let(t, thing):
        return "TW-8.2"
    return ""


def could_block(t: TwTable, attack: Strike) -> Iterator[InPlay]:
    """The cards that could block an attack; none where its target is gone."""
    seat = defender_of(t, attack)
    if not seat or not (own := controlled(t, seat)):
        return
    target = aimed_at(t, attack)
    for thing in own:
        if not _why_not_block(t, attack, target, thing):
            yield thing


def awaits_block(t: TwTable, attack: Strike) -> bool:
    """Whether it has to be said of an attack if it is blocked (TW-15.8)."""
    return attack.blocked is None and next(could_block(t, attack), None) is not None


# -- how damage is assigned ----------------------------------------------------------------------


class Assigned(NamedTuple):
    """What a card is assigned of some damage."""

    thing: InPlay  # the card
    amount: int  # the damage
    might: int  # its Might
    away: bool  # whether it is Ephemeral and goes back to a hand (TW-16.6)
    left: int  # what goes on to the next


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
    for thing in in_turn(t, group, order):
        if reaches(t, thing, damage, left):
            found.append(of_one(t, thing, left))
            left = found[-1].left
    return found, left


def reaches(t: TwTable, thing: InPlay, damage: int, left: int) -> bool:
    """Whether a card is assigned anything of what is left of some damage: where a damage of 0
    counts, a card of Might 00 is, and an Ephemeral one (TW-16.5, I 63)."""
    if left:
        return True
    if damage or t.choice["TW-I 63"] == "no":
        return False
    might = might_of(t, thing)
    return not might or goes_away(t, thing, might)


def of_one(t: TwTable, thing: InPlay, left: int) -> Assigned:
    """What one card is assigned of what is left (TW-15.15, 16.4, 16.6)."""
    might = might_of(t, thing)
    amount = min(left, might)
    away = goes_away(t, thing, might)
    soaked = 0 if away and t.choice["TW-I 64"] == "nothing_any_might" else amount
    return Assigned(thing, amount, might, away, left - soaked)


def goes_away(t: TwTable, thing: InPlay, might: int) -> bool:
    """Whether a card that is assigned damage goes back to a hand (TW-16.6, I 64)."""
    return has_word(t, thing, "ephemeral") and (not might or t.choice["TW-I 64"] != "only_might_00")


def tied(t: TwTable, damage: int, group: Sequence[InPlay], order: Sequence[str]) -> tuple[str, ...]:
    """The cards of equal Might whose order has to be said: damage runs out among them, and it
    makes a difference where (TW-15.16)."""
    left = damage
    cards = in_turn(t, group, order)
    said = {*order}
    at = 0
    while at < len(cards) and left > 0:
        thing = cards[at]
        might = might_of(t, thing)
        equal = [each for each in cards[at:] if might_of(t, each) == might]
        if thing.id not in said and len(equal) > 1 and _matters(t, left, might, equal):
            return tuple(each.id for each in equal)
        left = of_one(t, thing, left).left
        at += 1
    return ()


def _matters(t: TwTable, left: int, might: int, equal: Sequence[InPlay]) -> bool:
    """Whether it makes a difference in which order equal cards are assigned what is left: to what
    one of them comes, or to what goes on."""
    away = any(goes_away(t, each, might) for each in equal)
    if not away and left >= might * len(equal):
        return False
    return len({_outcome(t, left, order) for order in permutations(equal)}) > 1


def _outcome(t: TwTable, left: int, order: Sequence[InPlay]) -> tuple[object, ...]:
    found = []
    for thing in order:
        if not left:
            found.append((thing.id, thing.expended, False, False))
            continue
        each = of_one(t, thing, left)
        harmed = each.amount == each.might > 0 and not each.away
        found.append((thing.id, not each.away, harmed, each.away))
        left = each.left
    return (left, *sorted(found))


def awaited_order(t: TwTable, attack: Strike) -> tuple[str, ...]:
    """The cards of an attack whose order has to be said before it goes on (TW-15.16, 15.21)."""
    if attack.stage == "damage":
        return tied(t, counter_of(t, attack), there(t, attack.attackers), attack.counter)
    if not attack.blockers or is_void(t, attack):
        return ()
    return tied(t, damage_of(t, attack), there(t, attack.blockers), attack.order)


def is_void(t: TwTable, attack: Strike) -> bool:
    """Whether an attack is over because its target is gone before the damage (TW-15.23)."""
    if attack.stage == "damage" or attack.target in t.state.sides:
        return False
    gone = attack.target not in t.state.zones.things
    return gone and (t.choice["TW-I 62"] == "attack_ends" or not attack.blockers)


def there(t: TwTable, ids: Iterable[str]) -> list[InPlay]:
    """Those of these cards that are still in play."""
    things = t.state.zones.things
    return [things[each] for each in ids if each in things]


def damage_of(t: TwTable, attack: Strike) -> int:
    """The damage of an attack: the power of its attackers that are still in play (TW-15.14)."""
    return sum(power_of(t, each) for each in there(t, attack.attackers))


def strikers(t: TwTable, attack: Strike) -> list[str]:
    """Which of those that strike back are counted (TW-15.22, I 61)."""
    reading, things = t.choice["TW-I 61"], t.state.zones.things
    if reading == "as_declared":
        return list(attack.powers)
    found = [each for each in attack.powers if each in things]
    if reading == "still_unexpended_only":
        found = [each for each in found if not things[each].expended]
    return found


def counter_of(t: TwTable, attack: Strike) -> int:
    """The damage of the counterattack: what those have who strike back, or had when they left
    (TW-15.21, 15.22)."""
    things = t.state.zones.things
    return sum(
        power_of(t, things[each]) if each in things else attack.powers[each]
        for each in strikers(t, attack)
    )
