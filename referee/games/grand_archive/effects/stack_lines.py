"""Lines about the stack: abilities, triggers, what resolves (sections 7, 11, 16)."""

from msgspec.structs import replace

from events.grand_archive import Order, Pass, PlayCard, Resolve, Trigger
from referee.games.grand_archive.beyond_need import require_open
from referee.games.grand_archive.course import (
    assumed,
    come_to,
    go_to,
    next_phase,
    require_player,
    require_whole,
)
from referee.games.grand_archive.damage_step import order_retaliators
from referee.games.grand_archive.effects.declaration import declare_item, tell_in_advance
from referee.games.grand_archive.effects.resolution import (
    Owed,
    called,
    chooses,
    may_choose,
    says_of_cost,
    tag_of,
    tags_of,
)
from referee.games.grand_archive.effects.stacked import resolve_ability, resolve_card
from referee.games.grand_archive.effects.thing_words import forgot
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.keywords import TRIGGERED
from referee.games.grand_archive.opportunity import (
    require_asked,
    require_window,
)
from referee.games.grand_archive.places import (
    find,
    meant,
    pile,
)
from referee.games.grand_archive.prevention import require_first
from referee.games.grand_archive.state import (
    LINEAGE,
    MAIN,
    OPPORTUNE,
    RECOLLECTION,
    Activation,
    Combat,
    GaTable,
    Item,
    Triggered,
    card_of,
    combat_of,
    lapses,
)
from referee.games.grand_archive.values import require_not_forbidden
from referee.games.grand_archive.window import WINDOW, let_interdiction_pass
from referee.parts.effects.catalog import compiled_effect
from referee.parts.effects.pending import Saying, does_nothing
from referee.parts.effects.schema import Effect
from referee.parts.responses import Passed, passes, pend, seats_in_turn, take_away

# -- triggers ------------------------------------------------------------------------------------


@handles
def trigger(t: GaTable, e: Trigger) -> None:
    """What a trigger is aimed at, and which modes are chosen (GA-16.12)."""
    require_player(t, e.seat)
    if t.catalog.is_encoded(_card_named(t, e.source)):
        come_to(t, e.source, TRIGGERED)
    item = _waiting(t, e)
    if item is None:
        item = _untold(t, e)
    if item.seat != e.seat:
        t.refuse("GA-16.5", "it is {seat}'s ability", seat=item.seat)
    if _is_declined(t, e, item):
        t.set(item, "declared", True)
        t.set(item, "did", e.did)
        return
    if _is_so(item, e):
        return
    declared = Triggered(
        item.entry, item.seat, item.source, card=item.card, trigger=item.trigger,
        effects=item.effects, x=e.x, was=item.was, about=item.about,
    )  # fmt: skip
    declare_item(t, declared, e.aims, e.mode)
    for name in ("aims", "shares", "mode", "x", "declared"):
        t.set(item, name, getattr(declared, name))
    if e.did:
        tell_in_advance(t, declared, e.did)
        t.set(item, "did", declared.did)
        t.set(item, "trusted", declared.trusted)
    if t.state.waiting.passed and {*seats_in_turn(t.state)} <= {*t.state.waiting.passed}:
        # all had let it wait for this word; they may answer it now that they know (GA-7.10)
        t.set(t.state.waiting, "passed", [])
        t.set(t.state.waiting, "holder", "")


def _is_so(item: Triggered, e: Trigger) -> bool:
    """Whether the modes that are said are those that it has by now, where there was no choice."""
    said = bool(e.mode) and not (e.aims or e.did) and e.x is None
    return item.declared and said and {*e.mode} == {*item.mode}


def _is_declined(t: GaTable, e: Trigger, item: Triggered) -> bool:
    """Whether all that a trigger does may be declined, and is, so that it is aimed at nothing
    (GA-11.6)."""
    effects = [compiled_effect(t, item.card, at).effect for at in item.effects]
    chosen = e.aims or e.mode or e.x is not None
    return does_nothing(e.did) and not chosen and all(each.may for each in effects)


def _card_named(t: GaTable, named: str) -> str:
    """The card of an object that is named, or the name itself."""
    thing = t.state.zones.things.get(named)
    return thing.name if thing is not None else named


def _waiting(t: GaTable, e: Trigger) -> Triggered | None:
    """The newest trigger of that source that nothing was said of; of several that one which has
    aims or modes, where these are said."""
    found = [
        each
        for each in reversed(t.state.waiting.stack)
        if isinstance(each, Triggered)
        and e.source in (each.source, each.card)
        and (not e.which or e.which in (each.trigger, *_names(t, each)))
    ]
    found.sort(key=lambda each: (each.declared, not _has(t, each, e)))
    return found[0] if found else None


def _has(t: GaTable, item: Triggered, e: Trigger) -> bool:
    """Whether a trigger has aims and modes, as far as such are said."""
    effects = [compiled_effect(t, item.card, at) for at in item.effects]
    aimed, chosen = any(x.aims for x in effects), any(x.modes for x in effects)
    return (aimed or not e.aims) and (chosen or not e.mode)


def _names(t: GaTable, item: Item) -> list[str]:
    effects = t.catalog.by_name[item.card].usable_effects
    return [effects[at].name for at in item.effects]


def _untold(t: GaTable, e: Trigger) -> Triggered:
    """A trigger of which the catalog does not tell what sets it off: it is on trust that it came
    up."""
    source, about = e.source, ""
    card = source
    effects = t.catalog.triggered.get((card, "triggered"), ())
    below = [x for x in t.state.zones.things.values() if x.place == LINEAGE]
    below = [x for x in below if x.controller == e.seat and e.source in (x.id, x.name)]
    lent = t.catalog.inherited.get((below[0].name, "triggered"), ()) if below else ()
    if lent:
        source, card, effects = below[0].under, below[0].name, lent
    elif meant(t, card, e.seat) or not effects or not _may_lie(t, e.seat, card):
        thing = find(t, e.source, e.seat, "GA-16.10")
        source, card = thing.id, thing.name
        effects = t.catalog.triggered.get((card, "triggered"), ())
    if t.catalog.is_untold(card):
        effects = (0,)
    elif not effects:
        effects, stack = _may_have_heard(t, source), t.state.waiting.stack
        about = stack[-1].source if stack else ""
    if not effects:
        t.forbid("GA-16.10", "nothing has triggered {card}", card=card)
    item = Triggered(t.seq, e.seat, source, card=card, trigger="triggered", effects=list(effects),
                     about=about)  # fmt: skip
    pend(t, None, item, triggered=True)
    t.trust(f"{card}: that its text was triggered")
    return item


def _may_have_heard(t: GaTable, source: str) -> tuple[int, ...]:
    """Which texts of an object may have heard of what is on top of the stack, as they ask what
    nobody has said of it since a repair brought it."""
    thing = t.state.zones.things.get(source)
    if thing is None:
        return ()
    return tuple(
        at
        for at, each in enumerate(t.catalog.compiled(thing.name))
        if each.listen is not None and any(forgot(t, thing, word) for word in each.recalls)
    )


def _may_lie(t: GaTable, seat: str, card: str) -> bool:
    """Whether a player may have a card where its text says that it is triggered: in the
    graveyard, in banishment, in the memory (GA-16.2)."""
    open_cards = (*pile(t, seat, "graveyard"), *pile(t, seat, "banishment"))
    return card in open_cards or card in t.state.zones.hidden.candidates(f"{seat}.memory")


@handles
def order(t: GaTable, e: Order) -> None:
    """A player puts own triggers into an order (GA-16.11), or the retaliators (GA-17.41)."""
    require_player(t, e.seat)
    stack = t.state.waiting.stack
    combat = combat_of(t.state)
    if combat is not None and combat.retaliators and set(e.sources) <= set(combat.retaliators):
        order_retaliators(t, e.seat, combat, e.sources)
        return
    own = [each for each in stack if isinstance(each, Triggered) and each.seat == e.seat]
    newest = own[-1].entry if own else 0
    own = [each for each in own if each.entry == newest]
    left = list(own)
    ordered: list[Triggered] = []
    for named in e.sources:
        found = next((x for x in left if named in (x.source, x.card)), None)
        if found is None and any(
            isinstance(each, Item) and named in (each.source, each.card) for each in stack
        ):
            t.forbid("GA-7.11", "{name} has its place on the stack", name=named)
        if found is None:
            t.forbid("GA-16.11", "{name} is no trigger of {seat}", name=named, seat=e.seat)
        left.remove(found)
        ordered.append(found)
    ordered += left
    places = iter(ordered)
    t.set(
        t.state.waiting,
        "stack",
        [next(places) if any(each is x for x in own) else each for each in stack],
    )


# -- resolving -----------------------------------------------------------------------------------


@handles
def resolve(t: GaTable, e: Resolve) -> None:
    """What is on top of the stack resolves, with what is chosen then (GA-7.7, 11.5)."""
    require_player(t, e.seat)
    come_to(t, e.source)
    stack = t.state.waiting.stack
    if not stack:
        t.forbid("GA-7.7", "nothing is on the stack")
    top = stack[-1]
    if isinstance(top, Combat):
        if e.target or e.uses or e.first:
            t.forbid("GA-7.7", "the combat of {thing} is next", thing=top.source)
        handles.play_on(t)
        return
    if e.source and e.source not in (top.source, top.card):
        t.refuse("GA-5.29", "{card} is on top of the stack", card=top.card)
    if chooses(e) and not may_choose(t, top, e):
        why = "what is chosen of {card} is {chooser}'s to say"
        t.refuse("GA-11.6", why, card=top.card, chooser=top.seat, legal=f"{top.seat} says it",
                 since=top.entry if top.entry < t.seq else None)  # fmt: skip
    if e.target or e.uses:
        _require_attack(t, top)
    if e.first:
        require_first(t, e.seat, e.first)
    if e.aims:
        _aim_now(t, top, e)
    require_open(t, top, e.mode, e.x)
    if e.pays:
        _require_payment(t, top, e)
    line = e if says_of_cost(e) else None
    if line is not None:
        _require_played(t, top, e)
    say, stage = Saying(e.did, (), e.mode, e.x, e.pays, e.first, line), top.stage
    if isinstance(top, Activation):
        if e.target or e.uses:
            t.set(top, "target", e.target)
            t.set(top, "uses", e.uses)
        resolve_card(t, top, say)
        if e.did and card_of(t, top.card).is_object and t.catalog.is_untold(top.card):
            _do_on_trust(t, top, say)
    else:
        resolve_ability(t, top, say)
    if top.stage == stage and any(each is top for each in t.state.waiting.stack):
        take_away(t, top, "took effect")
    t.set(t.state.waiting, "passed", [])
    t.set(t.state.waiting, "holder", "")


def _require_payment(t: GaTable, top: Item, e: Resolve) -> None:
    """What is paid as something resolves is paid for a card that it plays, or that an effect has
    played, where that was not said at once (GA-8.10)."""
    if t.catalog.is_untold(top.card):
        t.incomplete(f"{top.card}: say what is paid with what it does")
    parts = [compiled_effect(t, top.card, at) for at in top.effects]
    owed = not top.declared and any(each.cost or each.modes for each in parts)
    if not owed and not any(type(each) is PlayCard for each in e.did):
        t.refuse("GA-8.10", "{card}: nothing is paid for it now", card=top.card)


def _require_played(t: GaTable, top: Item, e: Resolve) -> None:
    """What is said of the cost of a card is said of one that an effect plays as it resolves
    (GA-8.10)."""
    effects = [compiled_effect(t, top.card, at).effect for at in top.effects]
    plays = [each for each in effects if "play" in tags_of(each)]
    if any(type(each) is PlayCard for each in e.did):
        if isinstance(top, Activation) and card_of(t, top.card).is_object:
            t.incomplete(f"{top.card}: say how that is paid for when its text resolves")
    elif not (plays or t.catalog.is_untold(top.card)):
        t.refuse("GA-8.10", "{card}: nothing is paid for it now", card=top.card)
    elif e.did or not any(_must_play(each) for each in plays):
        t.incomplete(f"{top.card}: say with play: what is paid for")


def _must_play(effect: Effect) -> bool:
    """Whether a card is played though nobody says so."""
    return not effect.may and any(tag_of(x) == "play" and not x.may for x in effect.steps)


def _require_attack(t: GaTable, top: Item) -> None:
    """A target is said of an attack card whose attack is still to be declared (GA-14.4, 14.6)."""
    if not card_of(t, top.card).is_attack:
        t.forbid("GA-14.4", "{card} is no attack", card=top.card)
    if not isinstance(top, Activation):
        t.forbid("GA-14.6", "the attack of {card} was declared before", card=top.card)
    if top.attacker in t.state.zones.things:
        require_not_forbidden(t, "attack", top.attacker, top.seat)


def _aim_now(t: GaTable, top: Item, e: Resolve) -> None:
    """What a card is aimed at that an effect has played, where that was not said at once (GA-7.12,
    8.7); of all else it was said before, and agrees."""
    if isinstance(top, Activation) and not top.declared:
        declared = replace(top, effects=list(top.effects))
        declare_item(t, declared, e.aims, e.mode)
        for name in ("aims", "shares", "mode", "x", "effects", "declared"):
            t.set(top, name, getattr(declared, name))
        return
    if isinstance(top, Triggered) and not top.declared:
        t.incomplete(f"{top.card}: say what it is aimed at with trigger")
    if t.catalog.is_untold(top.card) and not top.aims:
        t.trust(f"{top.card}: what its text asks for as it resolves")
        return
    said = tuple(called(t, e.seat, each) for each in e.aims)
    if said != top.aims:
        t.refuse("GA-8.7", "{card} is aimed at {declared}, logged {logged}", card=top.card,
                 declared=", ".join(top.aims) or "nothing", logged=", ".join(said),
                 since=top.entry if top.entry < t.seq else None)  # fmt: skip


def _do_on_trust(t: GaTable, top: Activation, say: Saying) -> None:
    """What an object did as it came, of which the catalog tells nothing."""
    source = top.lineage if card_of(t, top.card).is_champion else top.source
    if source in t.state.zones.things:
        item = Triggered(t.seq, top.seat, source, card=top.card, trigger="triggered", effects=[0])
        resolve_ability(t, item, say)


@handles
def pass_(t: GaTable, e: Pass) -> None:
    """A player passes, on record (GA-7.5, 7.7, 7.8)."""
    require_player(t, e.seat)
    require_whole(t)
    if let_interdiction_pass(t):
        return
    state = t.state
    if not state.waiting.stack and state.phase not in OPPORTUNE:
        require_window(t)
        go_to(t, RECOLLECTION if state.phase < RECOLLECTION else MAIN, stop=True)
    require_asked(t, e.seat, "GA-7.5")
    if (
        not state.waiting.stack
        and lapses(t)
        and state.active not in (e.seat, *state.waiting.passed)
    ):
        # a phase ends by a pass of the turn player that somebody has heard (GA-6.48)
        return
    adder = assumed(t)
    passed = state.waiting.passed
    if e.seat not in passed and adder not in ("", e.seat, *passed):
        t.push(state.waiting.passed, adder)
        t.fact(Passed(adder, state.waiting.stack[-1].entry, implied=True))
    try:
        over = t.wholly(passes, t, WINDOW, e.seat)
    except Owed:
        _let_wait(t, e.seat)
        return
    combat = combat_of(state)
    if combat is not None and combat.before == t.seq:
        t.set(combat, "asked", t.seq)
    if over:
        next_phase(t)


def _let_wait(t: GaTable, seat: str) -> None:
    """All have passed, and what is to resolve waits to be told."""
    for each in (*(x for x in seats_in_turn(t.state) if x != seat), seat):
        if each not in t.state.waiting.passed:
            t.push(t.state.waiting.passed, each)
