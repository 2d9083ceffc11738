"""What is compulsory: in the phases of a turn, in an attack, of casts and effects (TW-11.1)."""

from collections.abc import Iterator, Sequence

from referee.games.tower_wizwar.catalog import CELESTIAL, ORBITAL
from referee.games.tower_wizwar.drawing import can_draw, cards_left
from referee.games.tower_wizwar.due import (
    AnswerCast,
    CarryOutOrbital,
    DoEffect,
    DraftFive,
    DrawASet,
    DrawUp,
    PlayFront,
    PlayOfSet,
    SayBlock,
    SayOrder,
    Shed,
    rule_of,
)
from referee.games.tower_wizwar.groups import awaited_order, awaits_block, defender_of
from referee.games.tower_wizwar.places import size, spells_in
from referee.games.tower_wizwar.prices import surcharge
from referee.games.tower_wizwar.state import (
    BEFORE,
    CAST,
    DRAFT,
    FILL,
    HAND,
    JUXTAPOSE,
    LAST,
    MOVEMENT,
    SETS,
    SPOTS,
    STABILISE,
    Announced,
    Casting,
    Doings,
    Strike,
    TwTable,
    card_of,
    covered,
    following,
    phases_of,
)
from referee.obligation import Obligation

POOL = 10
"""With so many cards in a pool two of them are discarded (TW-11.11)."""
SET = 5
"""So many cards are a set of the entrance (TW-10.4)."""
DRAFTED = 5
"""A full draft is a draw of five (TW-1.4)."""
FULL_POOL = 5
"""With fewer cards than that the pool is filled after the entrance (TW-10.10)."""


def duties(t: TwTable) -> Sequence[Obligation]:
    """What has to be done before the turn, or an attack or cast, goes on; the rule is in each."""
    state = t.state
    found = of_phase(t) if state.phase else ()
    if found and (reach := state.done.reach):
        found = [duty for duty in found if reach <= _moment(state.phase, duty.rule)]
    stack = state.waiting.stack
    return [*of_what_waits(t), *found] if stack else found


def of_what_waits(t: TwTable) -> Iterator[Obligation]:
    """What has to be done of what is pending, the newest first."""
    for pending in reversed(t.state.waiting.stack):
        if isinstance(pending, Strike):
            yield from _of_attack(t, pending)
        elif isinstance(pending, Casting) and pending.awaits:
            card = t.state.zones.things[pending.source].name
            yield AnswerCast(pending.on, "TW-18.11", pending.entry, card=card)
        elif isinstance(pending, Announced) and not pending.declared:
            yield from _of_effects(t, pending)


def _of_effects(t: TwTable, pending: Announced) -> Iterator[Obligation]:
    """The effects that something set off, that are described and compulsory (TW-19.13)."""
    card = pending.source.rpartition(".")[0]
    effects = t.catalog.cards[card].all_effects
    for at in pending.effects:
        if not effects[at].may and not effects[at].text_alone:
            trigger, entry = pending.trigger, pending.entry
            rule = rule_of(trigger, effects[at])
            yield DoEffect(pending.seat, rule, entry, source=pending.source, trigger=trigger)


def _of_attack(t: TwTable, attack: Strike) -> Iterator[Obligation]:
    if awaits_block(t, attack):
        seat = defender_of(t, attack)
        yield SayBlock(seat, "TW-15.8", attack.entry, target=attack.target)
        return
    cards = awaited_order(t, attack)
    if cards:
        seat = t.state.zones.things[cards[0]].controller
        yield SayOrder(seat, "TW-15.16", attack.entry, cards=cards)


def of_phase(t: TwTable) -> Sequence[Obligation]:
    """What is compulsory in the phase that is on."""
    state = t.state
    seat, done = state.active, state.done
    phase, side = state.phase, state.sides[state.active]
    if phase in (STABILISE, LAST):
        return _stabilising(t, seat)
    if phase == SETS:
        if not done.found:
            whole = cards_left(t, seat) >= SET  # else nobody can draw one
            return (DrawASet(seat, "TW-10.7", state.came),) if whole else ()
        if not done.chosen and size(t, seat, "front"):
            return (PlayOfSet(seat, "TW-10.8", state.came),)
    elif phase == FILL:
        asked = not done.filled and spells_in(t, seat, "pool") < FULL_POOL
        if asked and can_draw(t, seat, FULL_POOL):
            return (DrawUp(seat, "TW-10.10", state.came, count=FULL_POOL, place="pool"),)
    elif phase == DRAFT:
        asked = side.retreat or t.choice["TW-I 28"] == "no"
        if asked and not done.drafted and can_draw(t, seat, DRAFTED):
            either = not side.retreat and t.choice["TW-I 29"] != "extra"
            rule = "TW-18.8" if side.retreat else "TW-11.6"
            return (DraftFive(seat, rule, state.came, either=either),)
    elif phase == CAST:
        return _casting(t, seat)
    elif phase == MOVEMENT and must_play_front(t, seat):
        return (PlayFront(seat, "TW-11.13", state.came),)
    return ()


def _casting(t: TwTable, seat: str) -> Sequence[Obligation]:
    done, came = t.state.done, t.state.came
    found: list[Obligation] = []
    if done.fetch and can_draw(t, seat, done.fetch):
        found.append(DrawUp(seat, "TW-18.13", came, count=done.fetch, place="hand"))
    if must_use_orbital(t, seat):
        orbitals = usable_orbitals(t, seat)
        found.append(CarryOutOrbital(seat, "TW-11.9", came, orbitals=orbitals))
    if must_trim(t, seat):
        found.append(Shed(seat, "TW-11.11", came, count=2, place="pool"))
    return found


def _stabilising(t: TwTable, seat: str) -> Sequence[Obligation]:
    if t.state.done.stabilised or (have := spells_in(t, seat, "hand")) == HAND:
        return ()
    if have > HAND:
        return (Shed(seat, stabilise_rule(t), t.state.came, count=have - HAND),)
    if can_draw(t, seat, HAND - have):
        return (DrawUp(seat, stabilise_rule(t), t.state.came, count=HAND - have),)
    return ()


def stabilise_rule(t: TwTable) -> str:
    """The rule of the stabilise step that is on."""
    side = t.state.sides[t.state.active]
    if side.retreat:
        return "TW-18.5"
    if t.state.phase == STABILISE:
        return "TW-11.2"
    return "TW-11.20" if side.entered else "TW-10.12"


def must_use_orbital(t: TwTable, seat: str) -> bool:
    """Whether an orbital has to be used before anything else in the cast phase (TW-11.9)."""
    done = t.state.done
    if done.reach > _moment(CAST):
        return False
    if done.orbital or done.cast or t.state.sides[seat].retreat or t.choice["TW-I 31"] == "may":
        return False
    return bool(usable_orbitals(t, seat))


def orbital_price(t: TwTable, seat: str) -> int:
    """The mana that the use of an orbital costs, where it costs any (TW-6.10, I 18)."""
    return surcharge(t, seat) if t.choice["TW-I 18"] == "orbitals_do" else 0


def usable_orbitals(t: TwTable, seat: str) -> tuple[str, ...]:
    """The orbitals of a wizard that can be used: those not expended (TW-11.9), if what that costs
    can be paid."""
    price = orbital_price(t, seat)
    if price and price > spells_in(t, seat, "pool") + t.state.sides[seat].mana:
        return ()
    there = t.state.sides[seat].map
    things = t.state.zones.things
    found = []
    for spot in JUXTAPOSE if t.choice["TW-I 35"] != "any_spot" else SPOTS:
        for id in there.get(spot, ()):
            thing = things[id]
            if not thing.expended and card_of(t, thing).kind == ORBITAL and not covered(t, thing):
                found.append(id)
    return tuple(found)


def must_trim(t: TwTable, seat: str) -> bool:
    """Whether two of the pool have to be discarded as the cast phase ends (TW-11.11)."""
    done = t.state.done
    if done.trimmed or (done.rebuked and t.choice["TW-I 73"] == "no"):
        return False
    return spells_in(t, seat, "pool") >= POOL


def must_play_front(t: TwTable, seat: str) -> bool:
    """Whether a card of the front has to be played now (TW-11.13, I 32, I 33). What comes to the
    front after the first move, or once tokens have ended the part for cards (I 90), waits for the
    next turn, and so does an orbital for which there is no room (I 46)."""
    done = t.state.done
    if done.reach > _moment(MOVEMENT):
        return False
    if done.moved or done.tokens or (done.fronted and t.choice["TW-I 33"] == "one"):
        return False
    if t.choice["TW-I 32"] == "may_in_movement":
        return False
    hidden = t.state.zones.hidden
    if hidden.size(f"{seat}.front/{CELESTIAL}"):
        return True
    return bool(hidden.size(f"{seat}.front/{ORBITAL}") and spots_for_orbital(t, seat))


def spots_for_orbital(t: TwTable, seat: str) -> tuple[str, ...]:
    """Where an orbital can be played: a free spot beside the tower; if both are taken, either, or
    none (TW-13.7, I 46)."""
    spots = t.state.sides[seat].map
    free = tuple(spot for spot in JUXTAPOSE if spot not in spots)
    return free or (JUXTAPOSE if t.choice["TW-I 46"] == "replaces_one" else ())


# -- what may be over ----------------------------------------------------------------------------

_NEVER = 2 * LAST + 2
"""Later than all moments of a turn."""


def _moment(phase: int, rule: str = "") -> int:
    """When in a turn something is compulsory: as its phase begins, or, with the cut of the pool, as
    it ends. What a rebuke asks for is never over before it is done."""
    if rule == "TW-18.13":
        return _NEVER
    return 2 * phase + (rule == "TW-11.11")


def note_reach(t: TwTable) -> None:
    """An effect is about to be logged, which tells nothing of the phase that is on (TW-11.23): how
    far the turn, and the next one, may have come without an entry. What the effect makes
    compulsory before that was perhaps over already, and then it is not asked for."""
    state, done = t.state, t.state.done
    if any(isinstance(each, Strike | Casting) for each in state.waiting.stack):
        return
    reach = reach_of(t, state.active, done, state.phase)
    if reach > done.reach:
        t.set(done, "reach", reach)
    if reach == _NEVER:
        after = reach_of(t, following(state, state.active), Doings(), BEFORE)
        if after > done.after:
            t.set(done, "after", after)


def reach_of(t: TwTable, seat: str, done: Doings, now: int) -> int:
    """The first moment of a turn, from a phase on, at which something is compulsory now."""
    for phase in phases_of(t.state, seat):
        if phase >= now:
            for moment in _asking(t, seat, done, phase, later=phase > now):
                if moment >= done.reach:
                    return moment
    return _NEVER


def _asking(t: TwTable, seat: str, done: Doings, phase: int, *, later: bool) -> Iterator[int]:
    """The moments of a phase at which something is compulsory, as things are."""
    if phase in (STABILISE, LAST):
        if (later or not done.stabilised) and spells_in(t, seat, "hand") != HAND:
            yield _moment(phase)
    elif phase == CAST:
        if not done.cast and not done.orbital and _has_orbital(t, seat):
            yield _moment(phase)
        if not done.trimmed and spells_in(t, seat, "pool") >= POOL:
            yield _moment(phase, "TW-11.11")
    elif phase == MOVEMENT:
        past = done.moved or done.tokens or done.fronted
        if not past and size(t, seat, "front"):
            yield _moment(phase)
    elif phase == DRAFT:
        asked = t.state.sides[seat].retreat or t.choice["TW-I 28"] == "no"
        if asked and not done.drafted:
            yield _moment(phase)
    elif phase in (SETS, FILL):
        yield _moment(phase)


def _has_orbital(t: TwTable, seat: str) -> bool:
    things = t.state.zones.things
    there = t.state.sides[seat].map.values()
    return any(card_of(t, things[id]).kind == ORBITAL for ids in there for id in ids)
