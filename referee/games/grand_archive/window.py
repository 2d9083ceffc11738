"""The effects stack, and what an event is to what lies on it (sections 7, 11)."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from events import grand_archive as ev
from events.common import Begins
from events.notation.words import quote
from events.outcome import Outcome
from referee.games.grand_archive.attack_targets import attackable
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.checks import check
from referee.games.grand_archive.combat import begin_damage
from referee.games.grand_archive.course import refuse_unpassed
from referee.games.grand_archive.damage_step import go_on
from referee.games.grand_archive.effects.resolution import (
    chooses,
    may_choose,
    tag_of,
    tags_of,
)
from referee.games.grand_archive.effects.stacked import resolve_ability, resolve_card
from referee.games.grand_archive.elsewhere import is_called
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.intent import is_plain
from referee.games.grand_archive.keywords import TRIGGERED
from referee.games.grand_archive.namesakes_and_wither import guard, require_settled, unsettled
from referee.games.grand_archive.opportunity import is_fast, require_asked
from referee.games.grand_archive.payment import keyword_works
from referee.games.grand_archive.state import (
    FIELD,
    INTENT,
    MATERIALIZE,
    STACK,
    Activation,
    AnyPending,
    Combat,
    GaTable,
    Item,
    State,
    Triggered,
    Used,
    asks,
    card_of,
    combat_of,
    in_r26,
    lapses,
)
from referee.parts.effects.schema import Select, word_of
from referee.parts.responses import Bearing, Effect, Reaches, Window, let_by, resolve

_APART = (
    *(ev.Tally, ev.Inspection, ev.Time, ev.Missed, ev.Act, ev.Loop, ev.Starts, ev.Sideboard),
    *(ev.Order, ev.Pass, ev.PlaceChampion, Begins),
)
_ACTS = (
    ev.Activate,
    ev.Ability,
    ev.Pass,
    ev.Order,
    ev.Settle,
    ev.Intercept,
    ev.Retaliate,
    ev.CombatDamage,
)
"""What is done by players who act, or may act, now."""
_OF_COMBAT = (ev.Retaliate, ev.CombatDamage, ev.Intercept)


def _bearing(t: GaTable, e: Any) -> Bearing:
    """Fast actions go on top of what is pending; what needs an empty stack lets all of it take
    effect first. Where passes are on record, nothing does so without them (GA-I 19)."""
    if getattr(e, "seat", t.state.active) not in t.state.players:
        return "apart"
    guard(t, e)
    if type(e) in _ACTS:
        _require_declared(t)
    if type(e) in _APART:
        return "apart"
    return _reading(t, e) if lapses(t) else _on_record(t, e)


def _on_record(t: GaTable, e: Any) -> Bearing:
    """What an event is to the stack where every pass is on record: nothing resolves for it."""
    if type(e) in (ev.Activate, ev.Ability):
        return _fast(t, e) if _reads_fast(t, e) else "apart"
    stack = t.state.waiting.stack
    if type(e) in _OF_COMBAT and stack and not isinstance(stack[-1], Combat):
        refuse_unpassed(t, stack[-1].source, stack[-1].entry)
    return "apart"


def _reading(t: GaTable, e: Any) -> Bearing:
    """What an event is to the stack where nobody has to say that a window was let go by."""
    kind = type(e)
    if kind in _OF_COMBAT:
        return _of_combat(t)
    if kind is ev.Settle:
        return _of_settling(t)
    if kind is ev.Trigger:
        return _of_trigger(t, e)
    if kind is ev.Resolve:
        return _of_resolve(t, e)
    if kind in (ev.Activate, ev.Ability):
        return _fast(t, e) if _reads_fast(t, e) else "ends"
    if kind is ev.Attack:
        return _of_attack(t, e)
    if kind is ev.Step and e.to == "damage":
        return _of_combat(t)
    return "ends"


def _require_declared(t: GaTable) -> None:
    """Nothing is done between an attack card's coming into the intent and its declaration
    (GA-17.11); one that could be of one target only goes without saying."""
    stack = t.state.waiting.stack
    top = stack[-1] if stack else None
    if isinstance(top, Activation) and top.stage == INTENT:
        things = t.state.zones.things
        attacker = things.get(top.attacker)
        targets: list[str] = []
        if attacker is not None:
            if is_plain(t, top.seat, attacker, things[top.source]):
                resolve(t, WINDOW)
                return
            parts = (things[top.source],)
            targets += [quote(x.id) for x in attackable(t, top.seat, attacker, parts=parts)]
        t.refuse(
            "GA-17.11",
            "the attack of {card} is to be declared",
            card=top.card,
            since=top.entry,
            legal=" ".join((top.seat, "attack", quote(top.attacker), *targets[:1])),
        )


def _reads_fast(t: GaTable, e: ev.Activate | ev.Ability) -> bool:
    """Whether an act is one for whoever has Opportunity; what somebody plays in another's turn can
    be nothing else."""
    if isinstance(e, ev.Ability) or e.seat != t.state.active or is_called(t, e):
        return True
    card = t.catalog.by_name.get(e.card)
    return card is None or is_fast(t, e.seat, card)


def _fast(t: GaTable, e: ev.Activate | ev.Ability) -> Bearing:
    """An answer to what is pending. In an event a player's own line before it has resolved unless
    it was held (GA-7.15); a turn player's own materialization has, unless it was held."""
    if isinstance(e, ev.Activate) and is_called(t, e):
        return "answer" if t.state.waiting.stack else "apart"
    let_interdiction_pass(t, e.aims)
    if asks(t) and lapses(t) and not e.aims and _answers_alone(t, e):
        _require_aims(t, e)
    return _to_own(t, e)


def _to_own(t: GaTable, e: ev.Activate | ev.Ability) -> Bearing:
    """What a fast action is to what its player has on the stack."""
    state = t.state
    if not lapses(t):
        require_asked(t, e.seat, "GA-7.3")
    elif _has_materialized(state, e):
        return "ends"
    else:
        while not state.over and (
            _has_shown(state.waiting.stack, e) or (state.event and _is_over(t, e))
        ):
            resolve(t, WINDOW)
    stack = state.waiting.stack
    if stack and isinstance(top := stack[-1], Combat) and top.retaliators and not top.stage:
        # whoever acts after a retaliation acts in the damage step
        begin_damage(t, top)
    return "answer" if stack else "apart"


def _answers_alone(t: GaTable, e: ev.Activate | ev.Ability) -> bool:
    """Whether anything of a card is aimed at what waits, and at nothing else."""
    card = _played(t, e)
    return card is not None and is_answer(card)


def _played(t: GaTable, e: ev.Activate | ev.Ability) -> Card | None:
    """The card of an act; None of what the catalog does not have."""
    if isinstance(e, ev.Activate):
        return t.catalog.by_name.get(e.card)
    thing = t.state.zones.things.get(e.source)
    return t.catalog.by_name.get(thing.name if thing is not None else e.source)


def is_answer(card: Card) -> bool:
    """Whether anything of a card is aimed at what waits, and at nothing else."""
    aims = (aim for each in card.usable_effects for aim in each.aims.values())
    return any(
        aim.what == "pending" or (isinstance(aim.what, Select) and aim.what.place == STACK)
        for aim in aims
    )


def _require_aims(t: GaTable, e: ev.Activate | ev.Ability) -> None:
    """Who does not say what an answer is aimed at is asked, where it can be nothing but what of the
    own cards would have taken effect by then (GA-7.15, 8.7)."""

    def done(e: ev.Activate | ev.Ability) -> None:
        bearing = _to_own(t, e)
        while bearing == "ends" and t.state.waiting.stack and not t.state.over:
            resolve(t, WINDOW)
        handles[type(e)](t, e)

    own = [each for each in t.state.waiting.stack if isinstance(each, Item) and each.seat == e.seat]
    aimed = [replace(e, aims=(each.source,)) for each in own]
    able = [each.aims[0] for each in aimed if t.would(done, each)]
    if able and not t.would(done, e):
        t.incomplete("say what it is aimed at", aims=[quote(each) for each in able])


def _has_materialized(state: State, e: ev.Activate | ev.Ability) -> bool:
    """Whether a turn player's materialization waits, which nobody has answered, nor does this
    line."""
    if state.phase != MATERIALIZE or e.seat != state.active:
        return False
    items = [each for each in state.waiting.stack if not isinstance(each, Triggered)]
    return bool(items) and all(
        isinstance(each, Activation)
        and each.materialized
        and each.seat == e.seat
        and not each.hold
        and each.source not in e.aims
        and each.card not in e.aims
        for each in items
    )


def _is_over(t: GaTable, e: ev.Activate | ev.Ability) -> bool:
    """Whether the newest that was put on the stack is the player's own, is not held, and is not
    what this line is aimed at, on the stack."""
    for each in reversed(t.state.waiting.stack):
        if isinstance(each, Triggered):
            continue
        if not isinstance(each, Item) or each.seat != e.seat or each.hold:
            return False
        aimed = each.source in e.aims or each.card in e.aims
        return not aimed or not _may_be_aimed_at_stack(t, e)
    return False


def _may_be_aimed_at_stack(t: GaTable, e: ev.Activate | ev.Ability) -> bool:
    """Whether a card is aimed at what waits, or nobody knows at what; what else is aimed at a card
    that was played says that it has come."""
    card = _played(t, e)
    return card is None or is_answer(card) or not any(x.aims for x in card.usable_effects)


def _has_shown(stack: list[AnyPending], e: ev.Activate | ev.Ability) -> bool:
    """Whether the newest on the stack, at which this line is not aimed, is said to have turned up
    cards of a deck: nobody knew them before it resolved."""
    top = stack[-1] if stack else None
    return (
        isinstance(top, Item)
        and top.source not in e.aims
        and top.card not in e.aims
        and any(map(_turns_up, top.did))
    )


def _turns_up(did: Outcome) -> bool:
    """Whether an outcome names the cards that lay on top of a deck."""
    if isinstance(did, ev.Reveal | ev.Banish):
        return did.place == "deck" and bool(did.cards)
    return isinstance(did, ev.Mill | ev.Scavenge) and bool(did.cards)


def let_interdiction_pass(t: GaTable, aims: Sequence[str] = ()) -> bool:
    """While an activation with Interdiction waits nobody has Opportunity: it resolves, and only
    then may somebody act (GA-7.13).

    Args:
        t: the table.
        aims: what an act is aimed at, which tells when it was done.

    Returns:
        Whether there was one.

    Raises:
        Violation: GA-7.13, the act is aimed at what waits.
    """
    found = False
    while in_r26(t) and not t.state.over:
        stack = t.state.waiting.stack
        waiting = next((x for x in stack if isinstance(x, Activation) and _interdicts(t, x)), None)
        if waiting is None:
            break
        for each in stack[stack.index(waiting) :]:
            if isinstance(each, Item) and (each.source in aims or each.card in aims):
                t.refuse("GA-7.13", "{card} has Interdiction", card=waiting.card,
                         since=waiting.entry)  # fmt: skip
                return found
        resolve(t, WINDOW)
        found = True
    return found


def _interdicts(t: GaTable, item: Activation) -> bool:
    return keyword_works(t, item.seat, card_of(t, item.card), "interdiction")


def _of_combat(t: GaTable) -> Bearing:
    """The combat that is on, or that the attack card on the stack brings about."""
    while combat_of(t.state) is None and t.state.waiting.stack and not t.state.over:
        resolve(t, WINDOW)
    combat = combat_of(t.state)
    return Reaches(combat) if combat is not None else "ends"


def _of_settling(t: GaTable) -> Bearing:
    """What is pending takes effect until there is something to settle."""
    while not unsettled(t) and t.state.waiting.stack and not t.state.over:
        resolve(t, WINDOW)
    return "apart"


def _of_resolve(t: GaTable, e: ev.Resolve) -> Bearing:
    """What is above the thing that resolves takes effect first. What is said of a card that does
    nothing itself as it resolves belongs to what its coming triggers, what is said of an attack to
    what its damage triggers."""
    chosen = chooses(e)
    stack = t.state.waiting.stack
    while chosen and stack and isinstance(stack[-1], Combat) and not t.state.over:
        resolve(t, WINDOW)
        stack = t.state.waiting.stack
    found = _meant(t, e)
    while (e.did or e.mode) and _says_nothing_of(t, e, found) and not t.state.over:
        resolve(t, WINDOW)
        found = _meant(t, e)
    if chosen and isinstance(found, Activation):
        card = card_of(t, found.card)
        own = _is_of_coming(t, e, card.name)
        if card.is_object and t.catalog.is_encoded(card.name) and not own:
            while any(each is found for each in t.state.waiting.stack) and not t.state.over:
                resolve(t, WINDOW)
            found = _meant(t, e)
    while e.source and found is None and t.state.waiting.stack and not t.state.over:
        let_by(t, WINDOW)
        found = _meant(t, e)
    while found is not None and _is_below(t, found):
        let_by(t, WINDOW)
    return "apart" if found is None or not e.source else Reaches(found)


def _is_of_coming(t: GaTable, e: ev.Resolve, card: str) -> bool:
    """Whether some of what is said is chosen as the object comes, and not by what that triggers."""
    comes = t.catalog.triggered.get((card, "comes"), ())
    effects = [t.catalog.by_name[card].effects[at] for at in comes]
    if e.mode and any(each.modes for each in effects):
        return True
    does = {tag for each in effects for tag in tags_of(each)}
    return any(tag_of(each) in does for each in e.did)


def _is_below(t: GaTable, item: Item) -> bool:
    """Whether something on the stack is still above this."""
    stack = t.state.waiting.stack
    return not t.state.over and any(each is item for each in stack[:-1])


def _says_nothing_of(t: GaTable, e: ev.Resolve, top: Item | None) -> bool:
    """Whether none of what is said is what the trigger that is meant does, but what something below
    it does: then that trigger, which leaves nothing to choose, has taken effect (GA-11.5)."""
    said = {*e.mode, *(str(type(each).__struct_config__.tag) for each in e.did)}
    if not isinstance(top, Triggered) or not top.effects or said & _deeds(t, top):
        return False
    return any(
        isinstance(each, Item)
        and each is not top
        and (not e.source or e.source in (each.source, each.card))
        and said & _deeds(t, each)
        for each in t.state.waiting.stack
    )


def _deeds(t: GaTable, item: Item) -> set[str]:
    """What the effects of an item do, as outcomes are written, and the names of their modes; of
    keywords and of texts that are not told, nothing."""
    if item.trigger in TRIGGERED or not t.catalog.is_encoded(item.card):
        return set()
    effects = [t.catalog.by_name[item.card].usable_effects[at] for at in item.effects]
    modes = {mode.name for each in effects for mode in each.modes}
    return modes | {word_of(type(step)) for each in effects for step in each.all_steps}


def _meant(t: GaTable, e: ev.Resolve) -> Item | None:
    """The newest on the stack, or the newest of that source; where something is chosen, the newest
    of these of which it is the player's to choose, if there is one (GA-11.6)."""
    found: Item | None = None
    for each in reversed(t.state.waiting.stack):
        if not isinstance(each, Item):
            if not e.source:
                break
        elif not e.source or e.source in (each.source, each.card):
            if not chooses(e) or may_choose(t, each, e):
                return each
            found = found or each
    return found


def _of_trigger(t: GaTable, e: ev.Trigger) -> Bearing:
    """What is pending takes effect until that trigger waits; of one that the catalog does not tell
    nobody knows when it came up."""
    state = t.state
    thing = state.zones.things.get(e.source)
    is_encoded = t.catalog.is_encoded(thing.name if thing is not None else e.source)
    while is_encoded and state.waiting.stack and not state.over and not _has_triggered(t, e.source):
        resolve(t, WINDOW)
    while not is_encoded and not state.over and _is_to_come(t, e.source):
        resolve(t, WINDOW)
    return "apart"


def _is_to_come(t: GaTable, source: str) -> bool:
    """Whether what is named is on the stack alone, as a card that is to become an object."""
    things = t.state.zones.things.values()
    return any(
        isinstance(each, Activation)
        and source in (each.source, each.card)
        and card_of(t, each.card).is_object
        for each in t.state.waiting.stack
    ) and not any(each.place == FIELD and source in (each.id, each.name) for each in things)


def _has_triggered(t: GaTable, source: str) -> bool:
    return any(
        isinstance(each, Triggered)
        and each.trigger not in TRIGGERED
        and source in (each.source, each.card)
        for each in t.state.waiting.stack
    )


def _of_attack(t: GaTable, e: ev.Attack) -> Bearing:
    """The declaration of an attack card that waits for it; else all takes effect."""
    for each in t.state.waiting.stack:
        if not isinstance(each, Activation) or each.seat != e.seat or each.target:
            continue
        if card_of(t, each.card).is_attack:
            return Reaches(each)
    return "ends"


def _later(t: GaTable, e: Any) -> bool:
    """Whether an act that cannot answer what is pending may have come after it: it is read at the
    earliest moment at which it is legal (GA-7.7). What is held was answered by its player; what is
    chosen of a card may be of another of its effects that waits or is still to be set off."""
    if getattr(e, "seat", "") not in t.state.players or not lapses(t):
        return False
    if type(e) is ev.Resolve:
        return chooses(e) and (bool(e.source) or _is_of_one(t, t.state.waiting.stack))
    if type(e) not in (ev.Activate, ev.Ability) or (type(e) is ev.Activate and is_called(t, e)):
        return False
    top = t.state.waiting.stack[-1]
    return not (isinstance(top, Item) and top.hold and top.seat == e.seat)


def _is_of_one(t: GaTable, stack: list[AnyPending]) -> bool:
    """Whether all that waits, or is still to be set off, is of one card that comes or has come."""
    cards = {each.card if isinstance(each, Item) else "" for each in stack}
    if len(cards) != 1 or "" in cards:
        return False
    return len(stack) > 1 or card_of(t, min(cards)).is_object


def _settled(effect: Effect) -> Effect:
    """An effect that waits until what a state check leaves open is settled (GA-20.10)."""

    def waiting(t: GaTable, pending: Any) -> None:
        require_settled(t)
        effect(t, pending)

    return waiting


WINDOW = Window(
    bearing=_bearing,
    effects={
        Activation: _settled(resolve_card),
        Used: _settled(resolve_ability),
        Triggered: _settled(resolve_ability),
        Combat: _settled(go_on),
    },
    passing=True,
    settle=check,
    later=_later,
    hidden=lambda t: t.state.zones.hidden,
)


def _play_on(t: GaTable) -> None:
    resolve(t, WINDOW)


handles.play_on = _play_on
handles.follows = check
handles.guard = guard
