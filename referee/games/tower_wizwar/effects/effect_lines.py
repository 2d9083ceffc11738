"""Lines that say what effects did (TW-19.1 to 19.11)."""

from contextlib import suppress

from events.tower_wizwar import Did, Effect, PayMana, Use
from referee.games.tower_wizwar.compulsory import note_reach
from referee.games.tower_wizwar.due import rule_of
from referee.games.tower_wizwar.effects.cancel import require_answered
from referee.games.tower_wizwar.effects.resolution import (
    by_spot,
    carry_out,
    could_be_cancelled,
    do,
    done,
    meant,
    name_of,
    require_aims,
)
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.places import find_in_play
from referee.games.tower_wizwar.state import (
    CAST,
    Announced,
    Effective,
    InPlay,
    TwTable,
    card_of,
    covered,
    keeps_announced,
    stands,
)
from referee.games.tower_wizwar.triggers import may_be_set_off
from referee.games.tower_wizwar.turn import require_no_duty, step
from referee.games.tower_wizwar.values import require_not_forbidden
from referee.house import require_playing
from referee.parts.effects import Doing, declare
from referee.parts.effects.catalog import compiled_effect
from referee.parts.effects.pending import Saying
from referee.parts.effects.resolution import require_owed
from referee.parts.responses import dry_run, pend
from referee.verdict import Unsaid, Violation

BY_RULE = ("on cast", "orbital", "celestial", "on loss")
"""The triggers that a rule pulls; all that is due of them waits to be done."""


@handles
def effect(t: TwTable, e: Effect) -> None:
    """What an effect of a card did (TW-19.1)."""
    require_playing(t, e.seat)
    require_answered(t, e)
    pending = waiting_for(t, e)
    if pending is not None:
        _finish(t, e, pending)
        return
    note_reach(t)
    unasked = _happened_unasked(t, e)  # in a later moment something else may have happened so
    try:
        _now_or_later(t, e)
    except Violation as refused:
        if refused.rule in _NOT_SET_OFF and unasked:
            t.incomplete(f"what {e.source} does has happened by itself; leave this line out")
        raise


_NOT_SET_OFF = ("TW-5.9", "TW-17.11", "TW-17.12", "TW-19.2", "TW-19.11")
"""By what an effect is refused that nothing has set off, or whose card is gone."""


def _happened_unasked(t: TwTable, e: Effect) -> bool:
    """Whether it is an effect that left nothing open and has been done: who logs it all the same
    is not accused of that (TW-19.13)."""
    _, sources = t.state.unasked or (0, ())
    meant = by_spot(t, e.seat, e.source)
    return any(meant in (each, each.rpartition(".")[0]) for each in sources)


# -- what was announced or set off before --------------------------------------------------------


def waiting_for(t: TwTable, e: Effect | Use) -> Announced | None:
    """What was announced, or set off, and is carried out by this: the newest of that card."""
    found = None
    for each in reversed(t.state.waiting.stack):
        if not isinstance(each, Announced) or not _means(t, e, each) or _is_another(t, e, each):
            continue
        if each.seat == e.seat:
            return each
        found = found or each
    return found


def _is_another(t: TwTable, e: Effect | Use, pending: Announced) -> bool:
    """Whether a line pays, and so is of another use than one that was announced and paid before,
    of which only a text says what it does: that takes effect first (TW-19.1)."""
    if not (pending.declared and pending.effects and _pays(t, e)):
        return False
    effects = card_of(t, name_of(t, pending)).usable_effects
    return all(effects[at].text_alone for at in pending.effects)


def _means(t: TwTable, e: Effect | Use, pending: Announced) -> bool:
    things = t.state.zones.things
    named = (pending.source, name_of(t, pending))
    source = things.get(pending.source)
    spots = (source.spot, f"{source.controller}.{source.spot}") if source is not None else ()
    if e.source not in (*named, *spots):
        return False
    effects = card_of(t, name_of(t, pending)).usable_effects
    words = (pending.trigger, *(effects[at].name for at in pending.effects))
    return not e.trigger or e.trigger in words


def _finish(t: TwTable, e: Effect, pending: Announced) -> None:
    if pending.seat != e.seat:
        legal = f"{pending.seat} says it"
        t.refuse("TW-19.1", "it is an effect of {seat}", seat=pending.seat, legal=legal)
    if e.cause and e.cause != pending.entry:
        why = "entry {entry} has set it off"
        t.refuse("TW-19.11", why, entry=pending.entry, legal=f"cause={pending.entry}")
    say = _saying(t, e)
    _one_done(t, pending, e.trigger, say)
    t.set(t.state, "latest", (t.seq, "effect"))
    if not pending.effects:
        done(t, pending)


def _one_done(t: TwTable, pending: Announced, named: str, say: Saying) -> None:
    """One of its effects is done: the one of that name, else the first still to be done; where the
    line cannot be what that one did, the first of which it can be."""
    effects = t.catalog.cards[name_of(t, pending)].usable_effects
    meant = [at for at in pending.effects if named and effects[at].name == named]
    first, *others = meant or pending.effects
    try:
        t.wholly(_done, t, pending, first, say)
    except (Unsaid, Violation):
        for at in others if say.did else ():
            with suppress(Unsaid, Violation):
                t.wholly(_done, t, pending, at, say)
                return
        raise


def _done(t: TwTable, pending: Announced, at: int, say: Saying) -> None:
    do(t, pending, at, say)
    if at in pending.effects:
        carry_out(t, pending, at, say)
        t.set(pending, "effects", [each for each in pending.effects if each != at])


def _saying(t: TwTable, e: Effect) -> Saying:
    return Saying(e.did, e.aims, e.mode, e.x, _pays(t, e))


def _pays(t: TwTable, e: Effect | Use) -> tuple[Did, ...]:
    """What pays for it; the mana of a line is one of that."""
    pays = meant(t, e.seat, e.pays)
    return (*pays, PayMana(e.mana, None, e.unnamed or None)) if e.mana or e.unnamed else pays


# -- now, or later -------------------------------------------------------------------------------


def _now_or_later(t: TwTable, e: Effect) -> None:
    """An effect happens now, or, where that is impossible, at the next moment at which it is
    possible and which nothing compulsory stands before (TW-11.23)."""
    first: Violation | None = None
    turn, answering = t.state.turn, bool(t.state.waiting.stack)
    while True:
        try:
            with t.whole():
                _used(t, e)
            return
        except Violation as refused:
            first = first or refused
        if answering or (t.state.turn > turn and t.state.phase >= CAST):
            raise first
        try:
            require_no_duty(t)
        except Violation:
            raise first from None
        step(t)
        pending = waiting_for(t, e)
        if pending is not None:
            _finish(t, e, pending)
            return


def _used(t: TwTable, e: Effect) -> None:
    """An effect of a card in play that is used at will, or that a text alone has set off."""
    thing, at = _usable(t, e)
    pending = Effective(t.seq, e.seat, thing.id, trigger=_when(t, thing, at), effects=[at])
    say = _saying(t, e)
    if pending.trigger == "activated" and could_be_cancelled(t, "effect", e.seat):
        trusted = dry_run(t, lambda: carry_out(t, pending, at, say))
        _announce(t, e, thing, at, say.did, trusted)
        return
    carry_out(t, pending, at, say)
    t.set(t.state, "latest", (t.seq, "effect"))


@handles
def use(t: TwTable, e: Use) -> None:
    """An effect is announced and paid for (TW-19.3)."""
    require_playing(t, e.seat)
    require_answered(t, e)
    note_reach(t)
    thing, at = _usable(t, e)
    _announce(t, e, thing, at)


def _announce(
    t: TwTable,
    e: Effect | Use,
    thing: InPlay,
    at: int,
    did: tuple[Did, ...] = (),
    trusted: tuple[str, ...] = (),
) -> None:
    """An effect is paid for, and waits for the next entry."""
    when = _when(t, thing, at)
    aims = tuple(by_spot(t, e.seat, each) for each in e.aims)
    found = compiled_effect(t, thing.name, at)
    doing = Doing(e.seat, thing.id, (), aims, e.mode, e.x, _pays(t, e), trigger=when)
    require_owed(t, found, doing.pays)
    run = declare(t, found, doing)
    require_aims(t, run)
    aims = tuple(one for each in run.aims.values() for one in each)
    untold = found.free and keeps_announced(t)
    pending = Announced(
        t.seq,
        e.seat,
        thing.id,
        trigger=when,
        effects=[at],
        aims=aims,
        mode=tuple(mode.name for mode in run.modes) or (e.mode if untold else ()),
        x=run.x if found.x is not None else e.x if untold else None,
        did=did,
        declared=True,
        trusted=trusted,
    )
    pend(t, None, pending)


def _when(t: TwTable, thing: InPlay, at: int) -> str:
    return str(card_of(t, thing).usable_effects[at].when)


def _usable(t: TwTable, e: Effect | Use) -> tuple[InPlay, int]:
    """The card, and which of its effects, that can be used now (TW-19.2, 19.3, 19.11).

    Raises:
        Violation: it cannot.
        Unsaid: several effects can be meant.
    """
    thing = _source(t, e)
    if not card_of(t, thing).all_effects and t.catalog.tells_effects:
        t.forbid("TW-19.9", "{card} has no effect", card=thing.name)
    at = _meant(t, thing, e.trigger)
    when = _when(t, thing, at)
    if when == "activated":
        if e.cause:
            t.refuse("TW-19.11", "{card} is activated, which no entry sets off", card=thing.id)
        if thing.expended:
            t.refuse("TW-8.2", "{card} is expended", card=thing.id, since=thing.spent or None)
        if covered(t, thing):
            t.refuse("TW-19.2", "{card} lies under another", card=thing.id)
        require_not_forbidden(t, "activate", thing.id, e.seat)
        _require_time(t, e.seat)
    else:
        word = _word(card_of(t, thing).usable_effects[at].when)
        if word in ("on loss", "loses"):
            t.forbid(rule_of(word), "nobody loses at this moment", card=thing.id)
        _require_cause(t, thing, at, e)
    return thing, at


def _require_time(t: TwTable, seat: str) -> None:
    """When effects may be activated (TW-I 74)."""
    reading = t.choice["TW-I 74"]
    state = t.state
    if reading == "any_time":
        return
    if seat != state.active:
        t.refuse("TW-19.3", "effects are activated in one's own turn", seat=seat)
    elif reading == "own_cast_phase" and state.phase != CAST:
        t.refuse("TW-19.3", "effects are activated in the cast phase", seat=seat)


def _require_cause(t: TwTable, thing: InPlay, at: int, e: Effect | Use) -> None:
    """A triggered effect names what set it off, unless that was the last entry (TW-19.11). What the
    catalog tells of triggers waits by itself; only a text alone is said to have been set off, or
    what may be declined and was passed over."""
    when, cause = _when(t, thing, at), e.cause or t.seq - 1
    if not 1 <= cause < t.seq:
        t.forbid(
            "TW-19.11", "entry {entry} is none before", entry=e.cause, legal="an earlier entry"
        )
    if when in BY_RULE:
        text_alone = all(each.text_alone for each in card_of(t, thing).usable_effects)
        if when != "on cast" or not text_alone or thing.since not in (cause, cause - 1):
            t.refuse("TW-19.11", "nothing has set it off", card=thing.id, trigger=when)
        return
    if when != "triggered":
        if not e.cause or not card_of(t, thing).usable_effects[at].may:
            t.refuse("TW-19.11", "nothing has set it off", card=thing.id)
        t.trust(f"{thing.name}: entry {cause} set it off, and it was not done at once")
    if thing.id in t.state.zones.things and not may_be_set_off(t, thing, (cause,)):
        t.refuse("TW-8.2", "{card} is expended", card=thing.id, since=thing.spent or None)


def _source(t: TwTable, e: Effect | Use) -> InPlay:
    """A face-up card on the own map; or one that the entry named has made leave play (TW-19.2)."""
    gone = t.state.gone.get(e.source)
    if gone is not None and e.source not in t.state.zones.things:
        entry, seat = gone
        if seat == e.seat and entry == (e.cause or t.seq - 1):
            return InPlay(id=e.source, name=e.source.rpartition(".")[0], owner=seat)
        t.forbid("TW-19.2", "{thing} left play with entry {entry}", thing=e.source, entry=entry,
                 since=entry)  # fmt: skip
    if not stands(t.state, e.seat):
        t.forbid("TW-17.11", "{seat} has lost", seat=e.seat, since=t.state.sides[e.seat].lost)
    thing = find_in_play(t, e.source, e.seat)
    if not thing.spot:
        t.forbid("TW-5.9", "{thing} is on no map", thing=thing.id)
    if thing.controller != e.seat:
        t.forbid("TW-19.2", "{thing} is not on {seat}'s map", thing=thing.id, seat=e.seat)
    if covered(t, thing) and card_of(t, thing).kind == "tower":
        t.forbid("TW-19.2", "{thing} lies under a ritual", thing=thing.id)
    return thing


def _meant(t: TwTable, thing: InPlay, named: str) -> int:
    """Which effect of a card is meant: of several that are used at will one has to be said."""
    effects = card_of(t, thing).usable_effects
    able = [at for at, each in enumerate(effects) if each.when != "always"]
    if named:
        if not card_of(t, thing).all_effects:
            return 0
        by_name = [at for at in able if effects[at].name == named]
        able = by_name or [at for at in able if _word(effects[at].when) == named]
        able = [at for at in able if not effects[at].name] or able
    if not able:
        t.forbid("TW-19.9", "{card} has no such effect", card=thing.name, legal="another card")
    for word in ("activated", "triggered"):
        own = [at for at in able if effects[at].when == word]
        if own:
            able = own
            break
    if len(able) > 1:
        names = [effects[at].name for at in able]
        t.incomplete(f"say which effect of {thing.name}", trigger=names)
    return able[0]


def _word(when: object) -> str:
    return when if isinstance(when, str) else str(getattr(when, "on", ""))
