"""What effects do to objects (the table of section 25a)."""

from collections.abc import Mapping
from typing import Any

from referee.fact import CardMoved
from referee.games.grand_archive import checks, harm
from referee.games.grand_archive.catalog import ALLY_SUPPRESSED, SHARED
from referee.games.grand_archive.combat_roles import change_control
from referee.games.grand_archive.effects.cards import aimed_champion
from referee.games.grand_archive.effects.fizzling import could_be_instead, fizzles
from referee.games.grand_archive.effects.numbers import (
    DECLARED,
    SPLIT,
    for_others,
    pending,
    shares_declared,
    split_of,
)
from referee.games.grand_archive.effects.stands import ARRIVED, OWNER
from referee.games.grand_archive.lineages import into_lineage
from referee.games.grand_archive.places import (
    LAYOUT,
    PRESERVED,
    Coming,
    Parting,
    bound_for,
    detach,
    enter,
    goes,
    goes_under,
    omens,
    pile,
    preserve,
    take,
    turn_over,
    unlink,
)
from referee.games.grand_archive.prevention import Damage
from referee.games.grand_archive.retaliation import redirect as redirect_to
from referee.games.grand_archive.state import (
    FIELD,
    INTENT,
    LINEAGE,
    STACK,
    InPlay,
    card_of,
    champion_of,
    combat_of,
    in_r26,
    mastery_of,
    note,
)
from referee.games.grand_archive.triggers import set_off
from referee.games.grand_archive.values import (
    forbidden,
    has_word,
    is_ally,
    is_unit,
    refuse_if_sure,
    require_not_forbidden,
)
from referee.parts.effects import Run
from referee.parts.effects.schema import Reckon
from referee.parts.layered import lower

FOURTH = "fourth"
"""The fourth place from the top of a deck."""
Values = Mapping[str, Any]


def require_there(r: Run, thing: InPlay) -> None:
    """A thing is an object on the field.

    Raises:
        Violation: GA-1.6, it is not.
    """
    if thing.place == INTENT and r.list == "payment":
        rule = "GA-16.9" if in_r26(r.t) else "GA-16.6"
        r.t.forbid(rule, "{thing} is a card of the intent, no object", thing=thing.id)
    if thing.place != FIELD:
        r.forbid("{thing} is not on the field", thing=thing.id)


def damage(r: Run, thing: InPlay, amount: int, how: str | None = None) -> int:
    """Damage that is not of a combat (GA-18.1 to 18.8)."""
    require_there(r, thing)
    _share(r, max(0, amount))
    source = r.source
    on_field = isinstance(source, InPlay) and source.place == FIELD
    dealt = Damage(
        max(0, amount),
        r.compiled.card,
        r.seat,
        "effect",
        "GA-18.1",
        how == "unpreventable",
        r.compiled.effect.acts_as,
        r.doing.source if on_field else "",
    )
    return harm.deal(r.t, thing, dealt, r.doing.first)[1]


def _share(r: Run, amount: int) -> None:
    """Of damage that is split, all is dealt once any is, and no more (GA-1.6)."""
    if r.compiled.card not in r.t.catalog.splits:
        return
    r.done[SHARED] = shared = r.done.get(SHARED, 0) + amount
    whole = r.done.get(SPLIT, 0)
    is_there = whole > 0
    if not whole and not _is_declared(r):
        whole = split_of(r)
        is_there = sum(map(len, r.aims.values())) == len(r.doing.aims)  # all of it, still
    shared += for_others(r)
    if whole and (shared > whole or (is_there and not r.left and shared < whole)):
        r.at = 0  # none of the outcomes is wrong by itself
        r.contradict("{whole} damage is split, {shared} of it is dealt", whole=whole, shared=shared)


def _is_declared(r: Run) -> bool:
    """Whether it was declared how the damage is split, and each has its own share."""
    steps = (getattr(each, "amount", None) for each in r.compiled.effect.steps)
    asked = any(isinstance(each, Reckon) and each.ask == DECLARED for each in steps)
    return asked and bool(shares_declared(r))


def recover(r: Run, amount: int, player: str) -> int:
    """A champion recovers (GA-18.6), unless an effect in force forbids it (GA-1.3)."""
    if amount < 0:
        r.forbid("nobody recovers {amount}", amount=amount)
    require_not_forbidden(r.t, "recover", player)
    return harm.recover(r.t, player, amount)


def kept_from_recovering(r: Run, values: Values) -> str:
    """Why a player cannot recover; empty where nothing forbids it (GA-1.3)."""
    player = values["player"]
    return f"{player} may not recover" if forbidden(r.t, "recover", player) else ""


def counter(r: Run, kind: str, thing: InPlay, change: int = 1) -> int:
    """Counters come onto an object or a mastery, or go (section 19)."""
    if thing.id != mastery_of(thing.controller):
        require_there(r, thing)
    if kind == "damage":
        r.forbid("damage counters come by damage", kind=kind)
    have = thing.counters.get(kind, 0)
    if have + change < 0:
        r.forbid("{thing} has {have} {kind} counters", thing=thing.id, have=have, kind=kind)
    checks.change_counters(r.t, thing, kind, change)
    return abs(change)


def counters_there(r: Run, values: Values) -> int:
    """How many of the counters could come or go."""
    thing = values.get("thing")
    if not isinstance(thing, InPlay):
        return 0
    if values.get("change", 1) >= 0:
        return 9_999
    return thing.counters.get(values.get("kind", ""), 0)


def destroy(r: Run, thing: InPlay) -> int:
    """An object is destroyed (GA-21.1, 21.3)."""
    require_there(r, thing)
    if has_word(r.t, thing, "immortality"):
        return 0
    how = "died" if is_unit(r.t, thing) else "destroyed"
    goes(r.t, Parting(thing, how, "GA-21.1", by=r.doing.source))
    return 1


def sacrifice(r: Run, thing: InPlay) -> int:
    """A player's own object is sacrificed (GA-21.4)."""
    require_there(r, thing)
    if r.list == "payment" and thing.controller != r.seat:
        r.t.forbid("GA-21.4", "{thing} is not {seat}'s", thing=thing.id, seat=r.seat)
    if has_word(r.t, thing, "immortality"):
        if r.list == "payment":
            refuse_if_sure(r.t, ("immortality",), "GA-24.16", "{thing} is immortal", thing=thing.id)
        return 0
    goes(r.t, Parting(thing, "sacrificed", "GA-21.4", by=r.doing.source))
    return 1


def banish_object(r: Run, thing: InPlay, kind: str | None = None) -> int:
    """An object, or a card of the intent, goes to banishment (GA-21.6); or what resolves, as it
    does (GA-11.8); with an omen counter it is an omen (GA-19.8)."""
    name, owner = thing.name, thing.owner
    if _resolves(r, thing) or (thing.place == INTENT and thing.id == r.doing.source):
        done = _off_elsewhere(r, thing, "banishment")
    else:
        require_there(r, thing)
        r.named[OWNER] = owner
        goes(r.t, Parting(thing, "banished", "GA-21.6", "banishment", by=r.doing.source))
        done = 1
    if kind == "omen" and name in pile(r.t, owner, "banishment"):
        side = r.t.state.players[owner]
        r.t.set(side, "omens", [*omens(r.t, owner), name])
    return done


def _resolves(r: Run, thing: InPlay) -> bool:
    """Whether it is the card on the stack whose text this is."""
    return thing.place == STACK and thing.id == r.doing.source


def _off_elsewhere(r: Run, thing: InPlay, to: str, where: Any = "top") -> int:
    """A card that resolves goes elsewhere than to the graveyard, or one of the intent before the
    combat ends: to a lineage, that of the champion that it is aimed at, or one's own."""
    place, rule = (STACK, "GA-11.8") if thing.place == STACK else (INTENT, "GA-5.3")
    if to == LINEAGE:
        return _below(r, thing, place)
    if thing.token:
        LAYOUT.leave(r.t, thing)
        return 1
    goal = bound_for(r.t, thing.name, to)
    r.t.fact(CardMoved(thing.owner, thing.name, place, f"{thing.owner}.{goal}", rule))
    if where == PRESERVED:
        preserve(r.t, thing.owner, thing.name)
        where = "anywhere"
    if goal == "deck" and where == FOURTH:
        LAYOUT.leave(r.t, thing, thing.owner, goal)
        lower(r.t, r.t.state.zones, f"{thing.owner}.deck", 3)
    else:
        LAYOUT.leave(r.t, thing, thing.owner, goal, where)
    return 1


def _below(r: Run, thing: InPlay, place: str) -> int:
    """A card goes to the bottom of the lineage of the champion that it is aimed at, or one's
    own."""
    things = r.t.state.zones.things
    aimed = [things[one] for aim in r.aims.values() for one in aim if one in things]
    champion = aimed[0] if aimed else champion_of(r.t, r.seat)
    if champion is None or not card_of(r.t, champion).is_champion:
        return 0
    r.t.fact(CardMoved(thing.owner, thing.name, place, LINEAGE, "GA-11.8"))
    detach(r.t, thing)
    into_lineage(r.t, thing, champion)
    return 1


def suppress(r: Run, thing: InPlay) -> int:
    """An object is banished until the next end phase (GA-21.8)."""
    require_there(r, thing)
    owner, name, token, ally = thing.owner, thing.name, thing.token, is_ally(r.t, thing)
    goes(r.t, Parting(thing, "banished", "GA-21.8", "banishment", by=r.doing.source))
    if not token:
        side = r.t.state.players[owner]
        r.t.set(side, "suppressed", [*side.suppressed, name])
    for seat in r.t.state.seats:
        note(r.t, "suppressed", seat)
        if ally:
            note(r.t, ALLY_SUPPRESSED, seat)
    return 1


def put_back(r: Run, thing: InPlay, to: str = "hand", where: str = "top") -> int:
    """An object goes back to its owner's hand, memory or deck (GA-14.17); or what resolves, as it
    does (GA-11.8)."""
    end: Any = "anywhere" if where == "shuffled" else where
    if where == FOURTH and not (_resolves(r, thing) and to == "deck"):
        r.forbid("only what resolves goes so deep into a deck")
    if _resolves(r, thing) or thing.place == INTENT:
        return _off_elsewhere(r, thing, to, end)
    if where == PRESERVED:
        r.forbid("{thing} is no card that resolves", thing=thing.id)
    require_there(r, thing)
    if to == FIELD:
        return _banish_and_return(r, thing)
    if to == LINEAGE:
        return _under_a_champion(r, thing)
    goes(r.t, Parting(thing, "returned", "GA-5.3", to, end, by=r.doing.source))
    return 1


def _under_a_champion(r: Run, thing: InPlay) -> int:
    """An object leaves the field for the bottom of a lineage: that of the champion that is aimed
    at, or one's own (GA-15.17)."""
    champion = aimed_champion(r)
    if champion is None:
        return 0
    goes_under(r.t, thing, champion, by=r.doing.source)
    return 1


def _banish_and_return(r: Run, thing: InPlay) -> int:
    """An object is banished and comes back rested as another one under its owner's control, if it
    has come to banishment (GA-5.24, 21.6)."""
    owner, name, token = thing.owner, thing.name, thing.token
    goes(r.t, Parting(thing, "banished", "GA-21.6", "banishment", by=r.doing.source))
    if not token and name in pile(r.t, owner, "banishment"):
        take(r.t, owner, "banishment", (name,))
        back = enter(r.t, name, owner, owner, Coming(rested=True))
        unlink(r.t, back)
        r.named[ARRIVED] = back.id
    return 1


def rest(r: Run, thing: InPlay) -> int:
    """An awake object is rested (GA-21.9); as a cost it has to be awake (GA-16.7)."""
    require_there(r, thing)
    if thing.rested:
        if r.list == "payment":
            r.t.forbid("GA-16.7", "{thing} is rested", thing=thing.id, since=thing.spent or None)
        return 0
    checks.rest(r.t, thing)
    return 1


def wake(r: Run, thing: InPlay) -> int:
    """A rested object wakes up (GA-21.9)."""
    require_there(r, thing)
    if not thing.rested or forbidden(r.t, "wake", thing.id, thing.controller):
        return 0
    checks.wake(r.t, thing)
    return 1


def is_awake(r: Run, values: Values) -> int:
    """Whether an object could be rested."""
    thing = values.get("thing")
    return int(isinstance(thing, InPlay) and (not thing.rested or r.list == "payment"))


def is_rested(r: Run, values: Values) -> int:
    """Whether an object could wake."""
    thing = values.get("thing")
    return int(isinstance(thing, InPlay) and thing.rested)


def transform(r: Run, thing: InPlay) -> int:
    """A double-faced object turns over (GA-23.8, 23.9)."""
    require_there(r, thing)
    if r.t.catalog.by_name[thing.name].back is None:
        return 0
    turn_over(r.t, thing)
    return 1


def control(r: Run, thing: InPlay, player: str) -> int:
    """An object comes under another player's control (GA-21.10)."""
    require_there(r, thing)
    change_control(r.t, thing, player)
    return 1


def link(r: Run, thing: InPlay) -> int:
    """The source is linked to an object (GA-24.23)."""
    require_there(r, thing)
    source = r.t.state.zones.things.get(r.doing.source)
    if source is not None:
        r.t.set(source, "link", thing.id)
    return 1


def summon(r: Run, card: tuple[str, ...], player: str, count: int = 1, state: str = "awake") -> int:
    """Tokens enter the field (GA-23.1)."""
    for name in card:
        if not card_of(r.t, name).is_token:
            r.forbid("{name} is no token", name=name)
        for left in reversed(range(count)):
            coming = Coming(state == "rested", token=True, more=left > 0)
            thing = enter(r.t, name, player, player, coming)
            r.named[ARRIVED] = thing.id
            r.brought.append(thing.id)
    return count


def trigger_again(r: Run, thing: InPlay, moment: str) -> int:
    """The abilities of an object that a moment sets off are triggered (GA-16.10)."""
    require_there(r, thing)
    set_off(r.t, thing, moment)
    return 1


def redirect(r: Run, thing: InPlay, item: Any = None, instead: InPlay | None = None) -> int:
    """The attack has another target now, in place of one of several where that is said (GA-17.10);
    or what is on the stack, in place of one of the player's other objects, the first where the text
    lets nobody choose (GA-8.7)."""
    if item is not None:
        return _aim_at(r, item.id if isinstance(item, InPlay) else str(item), thing, instead)
    combat = combat_of(r.t.state)
    if combat is None:
        r.forbid("no attack is on")
    require_there(r, thing)
    if instead is not None and instead.id not in combat.targets:
        r.t.forbid("GA-17.10", "{thing} is not attacked", thing=instead.id)
    redirect_to(r.t, combat, thing, "" if instead is None else instead.id)
    return 1


def _aim_at(r: Run, key: str, thing: InPlay, instead: InPlay | None) -> int:
    """What is on the stack is aimed at an object in place of another one of the player's, if it
    can be (GA-8.7, 17.15)."""
    item = pending(r, key)
    if item is None:
        r.forbid("{item} is not on the stack", item=key)
    if instead is not None:
        if instead.id not in item.aims:
            r.t.forbid("GA-8.7", "{card} is not aimed at {thing}", card=item.card, thing=instead.id)
        if not could_be_instead(r.t, item, instead.id, thing):
            rule = "GA-17.15" if in_r26(r.t) and thing.id in item.aims else "GA-8.7"
            r.t.refuse(rule, "{card} cannot be aimed at {thing} in place of {instead}",
                       card=item.card, thing=thing.id, instead=instead.id)  # fmt: skip
        after = tuple(thing.id if each == instead.id else each for each in item.aims)
        r.t.set(item, "aims", after)
        return 1
    things = r.t.state.zones.things
    aims = [things[each] for each in item.aims if each in things]
    own = [x for x in aims if x.controller == r.seat and not card_of(r.t, x).is_champion]
    if not own or thing in aims:
        return 0
    before = item.aims
    r.t.set(item, "aims", tuple(thing.id if each == own[0].id else each for each in before))
    if fizzles(r.t, item) is not None:
        r.t.set(item, "aims", before)
        return 0
    return 1
