"""What effects do, when they are owed, and when they happen by themselves (section 19)."""

from typing import Any

from msgspec.structs import replace

from events.tower_wizwar import Did
from referee.games.tower_wizwar.due import rule_of
from referee.games.tower_wizwar.places import goes, require_known
from referee.games.tower_wizwar.state import (
    Announced,
    Casting,
    Effective,
    InPlay,
    Triggered,
    TwTable,
)
from referee.games.tower_wizwar.values import require_not_forbidden
from referee.parts.effects import CompiledEffect, Doing, OutcomeLeftOut, Run, happen
from referee.parts.effects.accepted_lines import is_idle
from referee.parts.effects.catalog import compiled_effect
from referee.parts.effects.pending import NOTHING_SAID, Owed, Saying, asks_of_paid, does_nothing
from referee.parts.effects.resolution import require_owed
from referee.parts.responses import pend, take_away
from referee.verdict import Unsaid, Violation


def meant(t: TwTable, seat: str, did: tuple[Did, ...]) -> tuple[Did, ...]:
    """Outcomes as they are meant: about a wizard, though it was said where a card is, and about
    cards that were named by their spots.

    Args:
        t: the table.
        seat: whose line it is.
        did: the outcomes.
    """
    return tuple([_about(t, seat, each) for each in did]) if did else did


def _about(t: TwTable, seat: str, said: Did) -> Did:
    """One outcome as it is meant."""
    for part in ("card", "other"):
        name = getattr(said, part, None)
        if name is None or name in t.state.zones.things:
            continue
        if name in t.state.sides and getattr(said, "wizard", name) is None:
            said = replace(said, card=None, wizard=name)
        elif (found := by_spot(t, seat, name)) != name:
            said = replace(said, **{part: found})
    return said


def by_spot(t: TwTable, seat: str, named: str) -> str:
    """The topmost card of a spot, ``bo.F2`` or one's own ``F2``; any other name as it is."""
    whose, _, spot = named.rpartition(".")
    side = t.state.sides.get(whose or seat)
    there = side.map.get(spot.upper()) if side is not None else None
    return there[-1] if there else named


def name_of(t: TwTable, pending: Effective) -> str:
    """The card whose effects are to be done."""
    thing = t.state.zones.things.get(pending.source)
    return thing.name if thing is not None else pending.source.rpartition(".")[0]


def carry_out(t: TwTable, pending: Effective, at: int, say: Saying) -> Run:
    """One of the effects of a card happens as a line says, and as was said when it was declared.

    Raises:
        Violation: it contradicts the card (TW-19.9), or the table does not allow it (TW-19.6, or
            the rule that the primitive names); what an effect in force forbids (TW-19.12).
        Unsaid: a choice is missing.
    """
    found = compiled_effect(t, name_of(t, pending), at)
    if not may_happen(t, found):
        t.refuse("TW-19.9", "{card} has a text that the catalog does not tell", card=found.card)
    doing = _doing(t, pending, say)
    declared = is_declared(pending)
    require_owed(t, found, say.pays, paid=declared)
    run = happen(t, found, doing, late=declared)
    if found.free:  # what was declared was trusted then
        _trust_what_is_not_encoded(t, found, say if declared else doing)
    if not declared:
        require_aims(t, run)
    return run


def is_declared(pending: Effective) -> bool:
    """Whether it was announced, and paid for."""
    return isinstance(pending, Announced) and pending.declared


def may_happen(t: TwTable, found: CompiledEffect) -> bool:
    """Whether what an effect did may be logged: where only told texts are played, not that of a
    text that the catalog does not tell (TW-I 75)."""
    return not found.effect.text_alone or t.choice["TW-I 75"] != "refused"


def _trust_what_is_not_encoded(t: TwTable, found: CompiledEffect, said: Doing | Saying) -> None:
    """What a line says beforehand of a text that the catalog does not tell."""
    if said.aims and not found.aims:
        t.trust(f"{found.card}: what its text is aimed at, {', '.join(said.aims)}")
    if said.mode and not found.modes:
        t.trust(f"{found.card}: which of its modes is chosen, {', '.join(said.mode)}")
    if said.x is not None and found.x is None:
        t.trust(f"{found.card}: its X, {said.x}")


def _doing(t: TwTable, pending: Effective, say: Saying) -> Doing:
    """What a line says of an effect, with what was said when it was declared."""
    aims = say.aims or pending.aims
    return Doing(
        pending.seat,
        pending.source,
        meant(t, pending.seat, say.did or pending.did),
        tuple([by_spot(t, pending.seat, each) for each in aims]) if aims else (),
        say.mode or pending.mode,
        pending.x if say.x is None else say.x,
        say.pays,
        trigger=pending.trigger,
        cause=pending.entry,
        was=pending.was if isinstance(pending, Triggered) else None,
    )


def does_nothing_anyhow(t: TwTable, pending: Effective, at: int) -> bool:
    """Whether an effect could do nothing, whatever were chosen of what it leaves open."""
    found, doing = compiled_effect(t, name_of(t, pending), at), _doing(t, pending, NOTHING_SAID)
    return is_idle(t, found, doing, late=is_declared(pending) and asks_of_paid(t))


def require_aims(t: TwTable, run: Run) -> None:
    """Nothing is aimed at what an effect in force keeps from that (TW-19.12)."""
    changes = t.state.changes
    if changes.on or changes.statics:
        for aims in run.aims.values():
            for each in aims:
                require_not_forbidden(t, "target", each)


# -- what sets effects off -----------------------------------------------------------------------


def set_off(t: TwTable, thing: InPlay, trigger: str, seat: str, say: Saying) -> None:
    """The effects of a card that a rule sets off: what leaves nothing open happens, the rest is
    owed (TW-19.13). A celestial goes to the aether when its own are done (TW-13.6).

    Raises:
        Violation: TW-19.9, something is said of a card without such an effect.
    """
    effects = list(t.catalog.triggered.get((thing.name, trigger), ()))
    if not effects and say != NOTHING_SAID and not does_nothing(say.did):
        if t.catalog.tells_effects:
            t.refuse("TW-19.9", "{card} has no effect {trigger}", card=thing.name, trigger=trigger)
        effects = [0]
    pending = Announced(t.seq, seat, thing.id, trigger=trigger, effects=effects)
    if not effects:
        done(t, pending)
        return
    pend(t, None, pending)
    for at in effects:
        do(t, pending, at, say)
    if not pending.effects:
        done(t, pending)


def follow(t: TwTable) -> None:
    """What was set off and leaves nothing open happens, the oldest of a moment first."""
    while not t.state.over:
        for found in t.state.waiting.stack:
            if isinstance(found, Triggered) and not found.tried:
                break
        else:
            return
        t.set(found, "tried", True)
        for at in list(found.effects):
            do(t, found, at, NOTHING_SAID)
        if not found.effects:
            done(t, found)


def do(t: TwTable, pending: Effective, at: int, say: Saying) -> None:
    """One effect happens as said; without a word only if it leaves nothing open."""
    found = compiled_effect(t, name_of(t, pending), at)
    if say.did or say.aims or say.mode or say.x is not None or say.pays:
        more = say != Saying(say.did)
        if not does_nothing(say.did) or (more and found.effect.text_alone):
            carry_out(t, pending, at, say)
        elif not found.effect.may and not (
            found.effect.text_alone
            or does_nothing_anyhow(t, pending, at)
            or found_nothing(t, pending, at, say)
        ):
            t.refuse("TW-19.9", "{card}: it may not be declined", card=found.card)
        elif say.pays:
            t.refuse("TW-19.9", "{card}: nothing is paid for what was not done", card=found.card)
        elif more:
            modes = [mode.name for mode in found.modes]
            said = [each for each in (*say.aims, *say.mode) if each not in (*modes, *t.state.sides)]
            require_known(t, pending.seat, *said)
            t.trust(f"{found.card}: what is said of it, though it did nothing")
    elif found.effect.may or found.effect.text_alone or not happened_by_itself(t, pending, at):
        return
    t.set(pending, "effects", [each for each in pending.effects if each != at])


def found_nothing(t: TwTable, pending: Effective, at: int, say: Saying) -> bool:
    """Whether an effect is done though its wizard took no card: out of hiding it may be that there
    was none."""
    try:
        with t.whole():
            carry_out(t, pending, at, say)
    except (Unsaid, Violation):
        return False
    return True


def happened_by_itself(t: TwTable, pending: Effective, at: int) -> bool:
    """Whether an effect without a word is done with: it leaves nothing open, or is impossible."""
    try:
        with t.whole():
            carry_out(t, pending, at, NOTHING_SAID)
    except Unsaid:
        return does_nothing_anyhow(t, pending, at)
    except Violation as refused:
        t.fact(OutcomeLeftOut(pending.seat, pending.source, "", str(refused)))
    entry, sources = t.state.unasked or (0, ())
    before = sources if entry == t.seq else ()
    t.set(t.state, "unasked", (t.seq, (*before, pending.source)))
    return True


def done(t: TwTable, pending: Effective) -> None:
    """All that a card had to do is done."""
    take_away(t, pending, "took effect")
    if pending.trigger == "celestial":
        thing = t.state.zones.things.get(pending.source)
        if thing is not None:
            goes(t, thing, "TW-13.6")


def take_effect(t: TwTable, pending: Any) -> None:
    """What was announced or set off takes effect, as far as nothing more has to be said.

    Raises:
        Violation: an effect is owed (TW-19.9; of a celestial TW-13.6, of a loss TW-17.11).
    """
    for at in list(pending.effects):
        found = compiled_effect(t, name_of(t, pending), at)
        if not pending.declared and (found.effect.may or found.effect.text_alone):
            continue
        if not happened_by_itself(t, pending, at):
            raise Owed(rule_of(pending.trigger, found.effect), pending, found.card, t.seq)
    t.set(pending, "effects", [])
    t.set(t.state, "latest", (pending.entry, "effect"))
    if pending.trigger == "celestial":
        done(t, pending)


def could_be_cancelled(t: TwTable, kind: str, seat: str) -> bool:
    """Whether a card in play could cancel an attack or effect of a wizard, so that this waits for
    the next entry.

    Args:
        t: the table.
        kind: attack or effect.
        seat: whose it is.
    """
    cancels = t.catalog.cancels
    if not cancels:
        return False
    for each in t.state.zones.things.values():
        if each.name not in cancels or kind not in cancels[each.name]:
            continue
        if each.controller != seat and each.place == "play" and not each.expended:
            return True
    return False


def comes_into_play(t: TwTable, casting: Casting, thing: InPlay) -> None:
    """A card was cast: its effects on being cast (TW-19.1)."""
    say = Saying(casting.did, casting.aims, casting.mode, casting.x)
    t.set(casting, "did", ())
    take_away(t, casting, "took effect")
    if casting.effects:
        set_off(t, thing, "on cast", casting.seat if not casting.on else casting.on, say)
