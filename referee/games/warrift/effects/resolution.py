"""What effects do, when they are owed, and when they happen by themselves (section 15)."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from events.outcome import Nothing, Outcome
from events.warrift import Forcefield, Scout
from referee.fact import CardsSeen, Fact
from referee.games.warrift.catalog import Fighter
from referee.games.warrift.effects.synonyms import as_damage, in_one
from referee.games.warrift.harm import new_moment, pay_after
from referee.games.warrift.state import (
    Announced,
    Effective,
    Gained,
    InPlay,
    Played,
    Triggered,
    WrTable,
)
from referee.games.warrift.triggers import happened
from referee.games.warrift.values import has_word
from referee.parts.effects import (
    CompiledEffect,
    Doing,
    Effect,
    OutcomeLeftOut,
    Run,
    compile_effect,
    happen,
)
from referee.parts.effects.accepted_lines import is_idle
from referee.parts.effects.catalog import compiled_effect
from referee.parts.effects.effect_run import times_used
from referee.parts.effects.pending import NOTHING_SAID, Owed, Saying, asks_of_paid, does_nothing
from referee.parts.effects.resolution import require_owed
from referee.parts.effects.schema import Select, within
from referee.verdict import Unsaid, Violation

AWAITED = {
    "eyestrike": "WR-5.5",
    "deathcrash": "WR-5.7",
    "turn_start": "WR-5.9",
    "turn_end": "WR-12.2",
}
"""The triggers that a table forgets, each with the rule that asks for its effect."""


_ASK_FOR_IT = frozenset({*AWAITED.values(), "WR-2.13", "WR-5.10", "WR-13.1", "WR-14.6"})
"""The rules by which an effect that is owed is asked for."""


FIELD = "forcefield"
"""The name of the effect that the word is."""


DECLINED = (Nothing("declined"),)


class Act(Doing, frozen=True, gc=False, omit_defaults=True):
    """What a line says of an effect; and whom it may affect though they are protected, because
    they permitted it (WR-14.20)."""

    permitted: tuple[str, ...] = ()


def name_of(t: WrTable, pending: Effective) -> str:
    """The card whose effects are to be done."""
    if isinstance(pending, Triggered):
        return pending.name
    thing = t.state.zones.things.get(pending.source)
    return thing.name if thing is not None else pending.source.rpartition(".")[0]


# -- an effect happens ---------------------------------------------------------------------------


def carry_out(t: WrTable, pending: Effective, at: int, say: Saying) -> Run:
    """One of the effects of a card happens as a line says, and as was said when it was declared.

    Raises:
        Violation: it was used up (WR-15.9), it contradicts the card (WR-15.3), or the table does
            not allow it (WR-15.6; WR-15.5 if only an outcome before it has made it impossible).
        Unsaid: a choice is missing.
    """
    found: CompiledEffect = t.catalog.compiled(name_of(t, pending))[at]
    effect = found.effect
    if pending.aims or pending.mode or pending.x is not None:
        say = _with_what_was_declared(pending, found, say)
    if say.aims and not say.did and is_field_alone(t, found):
        say = replace(say, did=field_over(say.aims), aims=())
    if not may_happen(t, found):
        t.refuse("WR-15.4", "{card} has a text that the catalog does not tell", card=found.card)
    announced = isinstance(pending, Announced)
    require_owed(t, found, say.pays, paid=announced)
    if effect.uses is not None and not announced:
        require_unused(t, pending, effect, found.card)
    late = is_declared(pending, found)
    new_moment(t)
    doing = _act(pending, say)
    try:
        return _heard(t, pending, happen(t, found, doing, late=late))
    except Unsaid:
        if effect.cost and say.did and (run := _in_other_words(t, found, doing, late)) is not None:
            return _heard(t, pending, run)
        raise
    except Violation as refused:
        if say.did and refused.rule == "WR-15.3":
            run = _in_other_words(t, found, doing, late)
            if run is not None:
                return _heard(t, pending, run)
        if refused.rule == "WR-15.6" and len(say.did) > 1 and _possible_alone(t, doing, refused):
            refused.rule = "WR-15.5"
        raise


def is_declared(pending: Effective, found: CompiledEffect) -> bool:
    """Whether its aims were chosen before, and what it costs is paid."""
    free = not found.effect.cost and not found.effect.uses
    return isinstance(pending, Announced) or bool(pending.aims and found.aims and free)


def may_happen(t: WrTable, found: CompiledEffect) -> bool:
    """Whether what an effect did may be logged: where only told texts are played, not that of a
    text that the catalog does not tell (WR-I 66)."""
    return not found.alone or t.choice["WR-I 66"] != "refused"


def _heard(t: WrTable, pending: Effective, run: Run) -> Run:
    """An Eyestrike or Deathcrash has happened, which other cards may wait for."""
    if pending.trigger in ("eyestrike", "deathcrash"):
        gone = pending.source not in t.state.zones.things
        happened(t, pending.trigger, run.compiled.card if gone else pending.source, pending.seat)
    return run


def _act(pending: Effective, say: Saying) -> Act:
    return Act(
        pending.seat,
        pending.source,
        say.did,
        say.aims,
        say.mode,
        say.x,
        say.pays,
        trigger=pending.trigger,
        cause=pending.entry,
        was=pending.was if isinstance(pending, Triggered) else None,
        permitted=tuple(pending.permitted),
    )


def as_declared(pending: Effective) -> Act:
    """What was said of its effects when it was declared, but for outcomes, and who permitted them
    (WR-14.20)."""
    return _act(pending, Saying(aims=pending.aims, mode=pending.mode, x=pending.x))


def does_nothing_anyhow(
    t: WrTable, pending: Effective, at: int, say: Saying, *, untouched: bool = False
) -> bool:
    """Whether an effect could do nothing, whatever were chosen of what a line leaves open, or has
    not even anything to do it to."""
    found = compiled_effect(t, name_of(t, pending), at)
    doing = replace(_act(pending, _with_what_was_declared(pending, found, say)), did=())
    late = is_declared(pending, found) and asks_of_paid(t)
    return is_idle(t, found, doing, late=late, untouched=untouched)


def _in_other_words(t: WrTable, found: CompiledEffect, doing: Act, late: bool) -> Run | None:
    """What was logged bit by bit, as the counters that Corrupt made of damage, or together with
    what was paid, means the same as the words of the card."""
    thing = t.state.zones.things.get(doing.source)
    words = [in_one(doing.did)]
    if thing is not None and has_word(t, thing, "corrupt"):
        words += [as_damage(doing.did), in_one(as_damage(doing.did))]
    meant = [replace(doing, did=did) for did in words if did != doing.did]
    if found.effect.cost and not doing.pays and not late:
        did = doing.did
        meant += [replace(doing, pays=did[:n], did=did[n:]) for n in range(1, len(did) + 1)]
        meant += [replace(doing, pays=did[n:], did=did[:n]) for n in range(1, len(did))]
    for each in meant:
        try:
            return happen(t, found, each, late=late)
        except (Violation, Unsaid):
            pass
    return None


def _with_what_was_declared(pending: Effective, found: CompiledEffect, say: Saying) -> Saying:
    """What the line leaves to the declaration, as far as this effect has aims, modes and X."""
    return Saying(
        say.did,
        say.aims or (pending.aims if found.aims or found.effect.name == FIELD else ()),
        say.mode or (pending.mode if found.modes else ()),
        pending.x if say.x is None and found.x is not None else say.x,
        say.pays,
    )


def is_field_alone(t: WrTable, found: CompiledEffect) -> bool:
    """Whether an effect is the Forcefield of a card that does nothing else: whom it covers may be
    said as its aim."""
    return (
        found.effect.name == FIELD and not found.aims and len(t.catalog.compiled(found.card)) == 1
    )


def field_over(aims: tuple[str, ...]) -> tuple[Outcome, ...]:
    """A Forcefield over each of these."""
    return tuple(Forcefield(player) for player in aims)


def require_unused(t: WrTable, pending: Effective, effect: Effect, card: str) -> None:
    """Uses belong to the card, whoever controls it (WR-15.9).

    Raises:
        Violation: WR-15.9, it is used up.
    """
    thing = t.state.zones.things.get(pending.source)
    if thing is not None and is_used_up(t, thing, effect):
        why = "{card} has been used as often as {per:a} allows"
        t.refuse("WR-15.9", why, card=card, most=effect.uses or 0, per=effect.per)


def is_used_up(t: WrTable, thing: InPlay, effect: Effect) -> bool:
    """Whether an effect of a card in play has been used as often as it may be (WR-15.9)."""
    return effect.uses is not None and times_used(t, thing, effect)[1] >= effect.uses


_ANYTHING = Effect(when="used", text="Anything.")


def _possible_alone(t: WrTable, doing: Act, refused: Violation) -> bool:
    """Whether an outcome was possible before the others of its line (WR-15.5)."""
    place = refused.facts.get("place")
    if not isinstance(place, int) or place < 2:
        return False
    card = str(refused.facts["card"])
    free = compile_effect(_ANYTHING, t.catalog.compiled(card)[0].vocabulary, card)
    alone = Act(doing.seat, doing.source, (doing.did[place - 1],), trigger=doing.trigger)
    return t.would(happen, t, free, alone)


def shared_out(
    t: WrTable, pending: Effective, did: tuple[Outcome, ...]
) -> Mapping[int, tuple[Outcome, ...]]:
    """The outcomes that were said with a card (WR-2.16), by those of its effects that they are of.

    Each effect takes those with words of its steps, one whose text is not told those that are
    left; where no effect takes one, the last has it, and refuses it. What was declined is an effect
    that may be, of which nothing else is said.
    """
    effects = pending.effects
    if len(effects) < 2 or does_nothing(did):
        return dict.fromkeys(effects, did)
    card = name_of(t, pending)
    words = {at: outcomes_of(compiled_effect(t, card, at)) for at in effects}
    found: dict[int, list[Outcome]] = {at: [] for at in effects}
    free = next((at for at in effects if compiled_effect(t, card, at).free), effects[-1])
    for outcome in did:
        takes = (at for at in effects if type(outcome) in words[at])
        if (outcome,) != DECLINED:
            found[next(takes, free)].append(outcome)
    for outcome in did:
        if (outcome,) == DECLINED:
            may = (
                at
                for at in (free, *effects)
                if compiled_effect(t, card, at).effect.may and not found[at]
            )
            found[next(may, free)].append(outcome)
    return {at: tuple(own) for at, own in found.items() if own}


def outcomes_of(found: CompiledEffect) -> set[type[Outcome]]:
    """The outcomes that steps of an effect may have."""
    return {step.outcome for step in found.all_steps}


# -- what is pending takes effect ----------------------------------------------------------------


def take_effect(t: WrTable, pending: Any) -> None:
    """What is pending takes effect: magicka, then the effects that leave nothing open (WR-15.2).

    Raises:
        Owed: an effect is owed, and the entry that would have passed over it is refused.
    """
    if type(pending) is Played and pending.magicka:
        give_magicka(t, pending)
    if not pending.effects:
        return
    if is_lost(t, pending):
        t.set(pending, "effects", [])
        return
    for at in list(pending.effects):
        by_itself(t, pending, at)
        t.set(pending, "effects", [each for each in pending.effects if each != at])
    pay_after(t, pending)


def give_magicka(t: WrTable, pending: Effective) -> None:
    """The magicka of a card played or hired, once (WR-6.3, 9.4)."""
    if isinstance(pending, Played) and pending.magicka:
        side = t.state.sides[pending.seat]
        t.set(side, "magicka", side.magicka + pending.magicka)
        t.set(pending, "magicka", 0)


def is_lost(t: WrTable, pending: Effective) -> bool:
    """Whether its card is no more where its trigger needs it to be (WR-5.9, 15.1)."""
    if pending.trigger in ("eyestrike", "deathcrash"):
        return False
    return pending.source not in t.state.zones.things


def by_itself(t: WrTable, pending: Effective, at: int) -> None:
    """An effect without a line: it was declined, does nothing, happens, or is owed."""
    found = compiled_effect(t, name_of(t, pending), at)
    effect = found.effect
    if effect.may or optional(t, pending):
        return
    if found.alone:
        if pending.trigger in ("eyestrike", "deathcrash") and may_happen(t, found):
            owed(t, pending, found.card)
        return
    if pending.trigger in AWAITED:
        if can_do(t, pending, at):
            owed(t, pending, found.card)
        return
    before, facts = len(t.assumptions), len(t.facts)
    try:
        with t.whole():
            carry_out(t, pending, at, NOTHING_SAID)
            if len(t.assumptions) > before and reads_hidden(t, found):
                raise _Tried
            if t.state.scouts and Scout in outcomes_of(found) and _saw(t.facts[facts:]):
                raise _Tried  # its player says whether others see the monsters (WR-14.26)
    except (_Tried, Unsaid):
        owed(t, pending, found.card)
    except Violation as refused:
        t.fact(OutcomeLeftOut(pending.seat, pending.source, "", str(refused)))


def _saw(facts: Sequence[Fact]) -> bool:
    return any(isinstance(fact, CardsSeen) and fact.count for fact in facts)


def optional(t: WrTable, pending: Effective) -> bool:
    """Whether what a card does that is played, hired or gained may be left (WR-I 27)."""
    return isinstance(pending, Played | Gained) and t.choice["WR-I 27"] == "always_optional"


def can_do(t: WrTable, pending: Effective, at: int) -> bool:
    """Whether an effect has anything to act on, as far as all can see (WR-15.2)."""
    before = len(t.assumptions)
    try:
        with t.tried():
            run = carry_out(t, pending, at, NOTHING_SAID)
            return run.acts > 0 or len(t.assumptions) > before
    except Unsaid:
        return not does_nothing_anyhow(t, pending, at, NOTHING_SAID, untouched=True)
    except Violation:
        return False


class _Tried(Exception):
    """What was only tried is taken back."""


def reads_hidden(t: WrTable, found: CompiledEffect) -> bool:
    """Whether an effect hangs on cards that nobody sees."""
    places = found.vocabulary.places
    return any(
        each.place in places and places[each.place].kind == "hidden"
        for each in within(found.effect)
        if isinstance(each, Select)
    )


def owed(t: WrTable, pending: Effective, card: str) -> None:
    """Refuse to pass over an effect, unless a judge lets the entry stand that does (WR-2.13). The
    window says by which rule, which hangs on what would pass over it.

    Raises:
        Owed: no rule that asks for it is waived.
    """
    if not t.waived.isdisjoint(_ASK_FOR_IT):
        t.fact(OutcomeLeftOut(pending.seat, pending.source, "", "it was waived"))
        return
    raise Owed("WR-2.13", pending, card, t.seq)


def enters(
    t: WrTable, thing: InPlay, seat: str, trigger: str, answers: int, kind: type[Effective]
) -> Effective:
    """What a card that came into play has to do, as something pending."""
    effects = list(t.catalog.triggered.get((thing.name, trigger), ()))
    more: dict[str, Any] = {}
    if kind is Played:
        card = t.catalog.cards[thing.name]
        more = {"magicka": card.magicka if isinstance(card, Fighter) else 0}
    return kind(t.seq, seat, thing.id, answers, trigger=trigger, effects=effects, **more)
