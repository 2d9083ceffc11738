"""What an effect does: its line is read against the card, checked and applied, whole or not at all.

Steps are read in the order of the text, whatever the order of the line. Each takes the first
logged outcome that is its own; what nobody logged is as the card says.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, combinations, product
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.outcome import Nothing, Outcome
from referee.choice import Choice, Number, OneOf, Some
from referee.english import a_or_an, listed
from referee.house import AnyTable
from referee.parts.effects.effect_run import Chooser, Doing, Lapsed, Run, explained
from referee.parts.effects.effect_steps import take_rest, take_step, unchecked
from referee.parts.effects.facts import EffectHappened, OutcomeLeftOut
from referee.parts.effects.piled import split
from referee.parts.effects.planned import CompiledEffect, PlannedAim, PlannedMode
from referee.parts.effects.vocabulary import FREE
from referee.parts.thing_names import aims_named
from referee.verdict import Unsaid, Violation


class Settled(NamedTuple):
    """What of an effect was settled before it happens."""

    advance: bool = False  # its outcomes were said; none of them is refused any more
    fixed: Collection[int] = ()  # which of its conditions, by place, are not asked again
    # its modes were chosen; of these what they ask for is asked again, and one that fails it does
    # nothing. None where they are chosen now
    locked: Collection[str] | None = None


NOTHING_SETTLED = Settled()


def happen(
    t: AnyTable,
    compiled: CompiledEffect,
    doing: Doing,
    *,
    late: bool = False,
    settled: Settled = NOTHING_SETTLED,
    chooser: Chooser | None = None,
) -> Run:
    """An effect happens as a line says.

    An aim or a mode that nobody named is the only one that the outcomes of the line fit, where
    there is such a one. What was said wrongly is refused before what is missing is asked for.

    Args:
        t: the table.
        compiled: the effect.
        doing: what the line says of it.
        late: whether it was declared before, by :func:`declare`: it is paid for, and what has
            become impossible since does nothing.
        settled: what of it was settled then.
        chooser: decides what the line leaves open.

    Raises:
        Violation: it contradicts the card, or the table does not allow it; nothing is changed.
        Unsaid: a choice is missing; nothing is changed.
    """
    r = Run(t, compiled, doing)
    r.chooser, r.late = chooser, late
    r.advance, r.fixed, r.locked = settled
    try:
        t.wholly(_happen, r)
    except Unsaid as unsaid:
        meant = None if late or r.advance or chooser else _with_aims_of_outcomes(r, unsaid)
        if meant is not None:
            return happen(t, compiled, meant)
        of_it = doing.did and not (r.advance or chooser or unsaid.choices.keys() & _DECLARED)
        if of_it and (wrong := _wrong_anyhow(r)) is not None:
            raise wrong from None
        raise
    return r


_DECLARED = {"aims", "mode"}
"""What is settled before the outcomes, which are read by it."""


def _wrong_anyhow(r: Run) -> Violation | None:
    """Why an outcome of the line is refused whatever answers what is missing in it; None where some
    answer makes it right, or there are too many of them to see that none does."""
    every, wrong = _Every(), None
    for _ in range(_WAYS):
        try:
            with r.t.tried():
                settled = Settled(fixed=r.fixed, locked=r.locked)
                happen(r.t, r.compiled, r.doing, late=r.late, settled=settled, chooser=every)
            return None
        except Violation as refused:
            if "place" not in refused.facts:
                return None
            wrong = wrong or refused
        except (_TooMany, Unsaid):
            return None
        if not every.next():
            return wrong
    return None


class _TooMany(Exception):
    """A choice has more answers than can be tried."""


class _Every:
    """Chooses in every way that there is, one after the other."""

    def __init__(self) -> None:
        self._path: list[tuple[int, int]] = []  # which of how many answers is given, for each
        self._at = 0

    def __call__(self, word: str, part: str, choice: Choice) -> Any:
        answers = _answers(choice)
        if self._at == len(self._path):
            self._path.append((0, len(answers)))
        self._at += 1
        return answers[self._path[self._at - 1][0]]

    def next(self) -> bool:
        """Whether there is another way; it is chosen next."""
        self._at = 0
        while self._path:
            given, many = self._path.pop()
            if given + 1 < many:
                self._path.append((given + 1, many))
                return True
        return False


def _answers(choice: Choice) -> Sequence[Any]:
    match choice:
        case OneOf(values) if values:
            return values
        case Number(least, most) if most - least < _WAYS:
            return range(least, most + 1)
        case Some(cards, least, most) if sum(cards.values()) <= _FEW:
            pile = sorted(Counter(cards).elements())
            counts = range(least, min(most, len(pile)) + 1)
            return sorted({some for n in counts for some in combinations(pile, n)})
    raise _TooMany


_FEW = 6
"""Of so many cards all ways to choose some are tried."""


def payable(t: AnyTable, compiled: CompiledEffect, doing: Doing) -> bool | None:
    """Whether what an effect costs could be paid now; None where it could, and somebody has to say
    with what."""
    try:
        with t.tried():
            _pay(Run(t, compiled, doing))
    except Unsaid:
        return None
    except Violation:
        return False
    return True


def require_owed(
    t: AnyTable, compiled: CompiledEffect, pays: tuple[Outcome, ...], *, paid: bool = False
) -> None:
    """What is said to pay for an effect pays a cost that was not paid as it was announced; that
    nothing pays for what costs nothing is left out.

    Raises:
        Violation: by the rule for what contradicts a card, it has been paid for.
        Unsaid: nothing is to be paid, and nothing is said to pay.
    """
    if not pays or (compiled.all_costs and not paid):
        return
    if all(type(each) is Nothing for each in pays):
        t.incomplete(f"nothing is paid for {compiled.card} now; leave that out")
    if paid:
        rule = compiled.vocabulary.contradicts
        t.forbid(rule, "{card}: nothing is paid for it now", card=compiled.card)


def _happen(r: Run) -> None:
    compiled, doing, late = r.compiled, r.doing, r.late
    effect = compiled.effect
    if not late and effect.uses is not None:
        _use(r)
    asks = compiled.asks or doing.aims or doing.mode or doing.x is not None
    begun = not asks or _begins(r)
    seat, source, trigger = doing.seat, doing.source, doing.trigger
    report = EffectHappened(
        seat, source, compiled.card, effect.name, trigger, doing.cause, compiled.whole
    )
    r.t.fact(report)
    if not begun or (effect.may and _declined(r)):
        if doing.pays:
            r.contradict("nothing is paid for what was not done")
        return
    if not late and (compiled.cost or r.modes or doing.pays):
        _pay(r)
    _apply(r)


def _with_aims_of_outcomes(r: Run, unsaid: Unsaid) -> Doing | None:
    """The line with the only aims and modes that fit its outcomes; None where several do, or where
    something else is missing."""
    if not unsaid.choices.keys() & _DECLARED or all(type(x) in FREE for x in r.doing.did):
        return None
    found: list[Doing] = []
    for at, (aims, mode) in enumerate(product(_ways_to_aim(r), _ways_to_choose(r))):
        meant = replace(r.doing, aims=aims, mode=mode)
        try:
            with r.t.tried():
                r.t.wholly(_happen, Run(r.t, r.compiled, meant))
            found.append(meant)
        except Unsaid:
            found.append(meant)
        except Violation:
            pass
        if len(found) > 1 or at == _WAYS:
            return None
    return found[0] if found and found[0] != r.doing else None


def _ways_to_aim(r: Run) -> Iterable[tuple[str, ...]]:
    if r.doing.aims:
        return (r.doing.aims,)
    own = [combinations(aim.options(r), aim.count(r)[0]) for aim in r.compiled.aims]
    return (tuple(chain.from_iterable(each)) for each in product(*own))


def _ways_to_choose(r: Run) -> Iterable[tuple[str, ...]]:
    if r.doing.mode:
        return (r.doing.mode,)
    names = [mode.name for mode in r.compiled.modes]
    return combinations(names, min(r.compiled.effect.choose, len(names)))


def declare(
    t: AnyTable, compiled: CompiledEffect, doing: Doing, chooser: Chooser | None = None
) -> Run:
    """An effect is declared that happens later: its use is counted, its cost is paid.

    Outcomes that are said in advance are tried and taken back, so that what contradicts the card
    is refused at its own entry.

    Args:
        t: the table.
        compiled: the effect.
        doing: what the line says of it.
        chooser: decides what the line leaves open.

    Raises:
        Violation: as for :func:`happen`.
        Unsaid: an aim or a choice of its cost is missing.
    """
    r = Run(t, compiled, doing)
    r.chooser, r.declaring = chooser, True
    t.wholly(_declare, r)
    return r


def _declare(r: Run) -> None:
    _use(r)
    _begins(r)
    _pay(r)
    r.declaring = False
    if r.doing.did:
        _try(r)


_WAYS = 64
"""How many aims and modes are held against the outcomes of a line."""


def _try(r: Run) -> None:
    with suppress(Unsaid), r.t.tried():
        _apply(r)


# -- before anything happens -------------------------------------------------------------------


def _use(r: Run) -> None:
    """Count the use, within the bounds of the card; it belongs to the copy."""
    effect, source = r.compiled.effect, r.source
    if effect.uses is None or source is None or source is r.doing.was:
        return
    moment, count = r.used()
    if count >= effect.uses:
        r.contradict("used {used:time}, at most {most} {per:a}", used=count + 1,
                     most=effect.uses, per=effect.per)  # fmt: skip
    r.t.item(source.uses, effect.name, (moment, count + 1))


def _begins(r: Run) -> bool:
    """Conditions, X, aims and modes; no only where it was declared and they fail it by now."""
    try:
        _begin(r)
    except Lapsed as lapsed:
        r.t.fact(OutcomeLeftOut(r.seat, r.doing.source, "", str(lapsed)))
        return False
    return True


def _begin(r: Run) -> None:
    compiled, doing = r.compiled, r.doing
    if compiled.tests:
        if doing.x is not None and compiled.effect.x is not None:
            r.x = doing.x  # what set it off may have said how much it was
        for at, (test, claims) in enumerate(zip(compiled.tests, compiled.claims, strict=True)):
            if at in r.fixed:
                continue
            held = test(r)
            if held is None:
                r.t.trust(f"{compiled.card}: nobody sees whether its condition holds")
                if claims[0] is not None:
                    claims[0](r)
            elif not held and r.late and all(type(each) is Nothing for each in doing.did):
                raise Lapsed("its condition does not hold")
            elif not held:
                r.contradict("its condition does not hold", reads=compiled.effect.tests)
    if compiled.x is not None:
        least, most = compiled.x(r)
        if doing.x is None:
            number = OneOf(tuple(range(least, most + 1)))
            r.x = least if least == most else r.choose("x", number, "say x")
        else:
            r.x = doing.x
            if not least <= r.x <= most:
                r.contradict("X is {least} to {most}, logged {logged}", reads=compiled.effect.x,
                             least=least, most=most, logged=r.x)  # fmt: skip
    elif doing.x is not None and not compiled.free:
        r.contradict("it has no X, logged {logged}", logged=doing.x)
    choosing = bool(compiled.modes) and not _says_no(r)
    if r.declaring and compiled.effect.later and not doing.mode:
        choosing = False
    ahead = choosing and any(aim.modes for aim in compiled.effect.aims.values())
    if ahead:
        _choose_modes(r)
    if compiled.aims or doing.aims:
        _aim(r)
    if choosing and not ahead:
        _choose_modes(r)
    elif doing.mode and not choosing and not compiled.free:
        _mischosen(r, "it has no modes, logged {logged}", logged=", ".join(doing.mode))


def _aim(r: Run) -> None:
    """Each aim takes its own of what was aimed at, in order."""
    at = 0
    logged = r.doing.aims and aims_named(r, [aim.fits for aim in r.compiled.aims])
    for aim in r.compiled.aims:
        least, most = aim.count(r)
        own: list[str] = []
        while at < len(logged) and len(own) < most:
            if len(own) >= least and _is_of_later(r, aim, logged[at:]):
                break
            if not aim.fits(r, logged[at]) and not _lost(r, aim, logged[at]):
                _misaimed(
                    r,
                    "{aim} is {wanted}, logged {logged}",
                    legal=listed(aim.options(r)),
                    reads=aim.reads,
                    aim=aim.name,
                    wanted=a_or_an(aim.in_words),
                    logged=logged[at],
                )
            piled = aim.piled
            own.append(logged[at] if piled is None else piled.known(r, logged[at]))
            at += 1
        if aim.by != "you" and own:
            r.decided(aim.by)
        if len(own) < least and not r.late and not _says_no(r):
            more = _open_aims(r, aim, own, least, most)
            own += more if aim.piled is None else [aim.piled.known(r, one) for one in more]
        r.aims[aim.name] = tuple(one for one in own if not r.late or aim.fits(r, one))
        if aim.piled is not None:
            r.found[aim.name] = tuple(split(r, one)[1] for one in r.aims[aim.name])
        if len(set(own)) < len(own):
            _misaimed(r, "{aim} names one twice", aim=aim.name)
    if not r.compiled.aims and not r.compiled.free and not r.late:
        r.t.incomplete(f"{r.compiled.card}: it is aimed at nothing beforehand; say what it did")
    if at < len(logged) and not r.compiled.free and not r.late:
        count = sum(map(len, r.aims.values()))
        _misaimed(
            r,
            "it is aimed at {most}, logged {logged}",
            most=count,
            logged=", ".join(logged),
        )
    elif r.compiled.free and not r.compiled.aims:
        r.aims["aim"] = logged
    elif at < len(logged) and not r.late:
        r.t.trust(f"{r.compiled.card}: what more of its text is aimed at {', '.join(logged[at:])}")


def _is_of_later(r: Run, aim: PlannedAim, logged: Sequence[str]) -> bool:
    """Whether an aim that may be left takes nothing of what is still there.

    Raises:
        Unsaid: a later one, which may be left as well, could take it.
    """
    later = r.compiled.aims[r.compiled.aims.index(aim) + 1 :]
    takes = [each for each in later if each.count(r)[1] and each.fits(r, logged[0])]
    if not aim.fits(r, logged[0]):
        return not r.late or bool(takes)
    if takes and not r.late and len(logged) < 1 + len([each for each in later if each.count(r)[1]]):
        both = f"{aim.name} and {takes[0].name}"
        r.t.incomplete(f"{r.compiled.card}: say what {both} are, or one mode")
    return False


def _lost(r: Run, aim: PlannedAim, logged: str) -> bool:
    """Whether an aim that was good once is so no more, when its effect resolves."""
    if r.late:
        r.t.fact(OutcomeLeftOut(r.seat, r.doing.source, aim.name, f"{logged} is no aim any more"))
    return r.late


def _open_aims(r: Run, aim: PlannedAim, own: list[str], least: int, most: int) -> Sequence[str]:
    """The aims that nobody named."""
    r.could = aim.options(r)
    options = [one for one in r.could if one not in own]
    missing = least - len(own)
    if len(options) < missing and r.vocabulary.aimless:
        return options
    if len(options) < missing:
        _misaimed(r, "there is no {wanted} to aim at", wanted=aim.in_words)
        return ()
    if len(options) == missing:
        return options
    found: list[str] = []
    for _ in range(missing):
        choice = OneOf(tuple(one for one in options if one not in found))
        found.append(r.choose("aims", choice, f"say which {aim.name}", by=aim.by))
    if aim.by != "you":
        r.decided(aim.by)
    return found


def _choose_modes(r: Run) -> None:
    compiled = r.compiled
    logged: Sequence[str] = r.doing.mode
    by_name = {mode.name: mode for mode in compiled.modes}
    held = {
        mode.name: mode
        for mode in compiled.modes
        if all(test(r) is not False for test in mode.tests)
    }
    if compiled.effect.unchosen and r.locked is None:
        held = {name: mode for name, mode in held.items() if _chosen_key(r, name) not in _uses(r)}
    if r.locked is not None:
        fixed = {name: mode for name, mode in by_name.items() if name not in r.locked}
        r.modes = tuple(_still_chosen(r, {**held, **fixed}))
        return
    logged = as_one(compiled, logged)
    chosen = list(logged)
    for name in logged:
        if name not in held:
            known = name in by_name
            why = "its mode {logged} is not possible now" if known else "it has no mode {logged}"
            _mischosen(r, why, legal=listed(held), logged=name)
    wanted = min(compiled.effect.choose, len(held))
    if len(logged) > compiled.effect.choose or len(set(logged)) < len(logged):
        _mischosen(
            r,
            "{most} of its modes, logged {logged}",
            most=compiled.effect.choose,
            logged=", ".join(logged),
        )
    by_somebody = bool(logged)
    while len(chosen) < wanted:
        rest = [name for name in held if name not in chosen]
        if len(rest) == wanted - len(chosen):
            chosen += rest
        else:
            ask = "say which mode"
            chosen.append(r.choose("mode", OneOf(tuple(rest)), ask, by=compiled.effect.by))
            by_somebody = True
    if not held:
        _mischosen(r, "none of its modes is possible now")
    if by_somebody and compiled.effect.by != "you":
        r.decided(compiled.effect.by)
    r.modes = tuple(mode for mode in compiled.modes if mode.name in chosen)
    if compiled.effect.unchosen and r.source is not None and r.source is not r.doing.was:
        for mode in r.modes:
            r.t.item(r.source.uses, _chosen_key(r, mode.name), (0, 1))


def as_one(compiled: CompiledEffect, logged: Sequence[str]) -> Sequence[str]:
    """Several modes that are named where a card lets more of them be chosen than usual: the one
    that tells all of them, where the card has such a one."""
    modes = compiled.effect.modes
    own = [mode for mode in modes if mode.name in logged]
    if len(logged) <= compiled.effect.choose or len(own) < len(logged):
        return logged
    name, steps = " and ".join(mode.name for mode in own), [x for mode in own for x in mode.steps]
    whole = (mode.name for mode in modes if mode.name == name or [*mode.steps] == steps)
    return [found] if (found := next(whole, "")) else logged


def _uses(r: Run) -> Mapping[str, Any]:
    return r.source.uses if r.source is not None else {}


def _chosen_key(r: Run, mode: str) -> str:
    """The name under which a copy keeps that a mode of it was chosen."""
    return f"{r.compiled.effect.name} {mode}"


def _still_chosen(r: Run, able: Mapping[str, PlannedMode]) -> Iterator[PlannedMode]:
    """The modes that were chosen as it was declared, but for those that are not possible now."""
    for mode in r.compiled.modes:
        if mode.name in r.doing.mode and mode.name in able:
            yield mode
        elif mode.name in r.doing.mode:
            why = f"its mode {mode.name} is not possible now"
            r.t.fact(OutcomeLeftOut(r.seat, r.doing.source, "", why))


def _misaimed(r: Run, why: str, /, **more: Any) -> None:
    r.contradict(why, rule=r.vocabulary.aiming, **more)


def _mischosen(r: Run, why: str, /, **more: Any) -> None:
    r.contradict(why, rule=r.vocabulary.choosing, **more)


def _says_no(r: Run) -> bool:
    """Whether the line says that the whole is declined, so that there is nothing to choose."""
    did = r.doing.did
    return r.compiled.effect.may and len(did) == 1 and type(did[0]) is Nothing


def _declined(r: Run) -> bool:
    """Whether it was said that nothing was done, where that is the player's to say."""
    did = r.doing.did
    if r.chooser is not None and r.compiled.effect.may and not did:
        if r.chooser("", "may", OneOf((True, False))):
            return False
        r.made.append((Nothing("declined"), True))
        return True
    if not _says_no(r):
        return False
    explained(r.t, r.compiled, did[0])
    return True


# -- cost and steps ----------------------------------------------------------------------------


def _pay(r: Run) -> None:
    """The cost, in the outcomes that pay it."""
    if not r.compiled.cost and not r.modes and not r.doing.pays:
        return
    r.list, r.log = "payment", list(r.doing.pays)
    for step in r.compiled.cost:
        take_step(r, step, True)
    for mode in r.modes:
        for step in mode.cost:
            take_step(r, step, True)
    if r.doing.pays:
        take_rest(r)
    r.paid, r.made = r.made, []


def _apply(r: Run) -> None:
    """The steps of the modes, then those of the effect, then what is free."""
    r.list, r.log = "outcome", list(r.doing.did)
    r.acts, r.may_say_none, r.changed = 0, False, False
    if r.near:
        r.near = {}
    for mode in r.modes:
        for step in mode.steps:
            take_step(r, step)
    rounds = r.compiled.rounds
    for _ in range(1 if rounds is None else rounds(r)[1]):
        for step in r.compiled.steps:
            take_step(r, step)
    if r.log:
        take_rest(r)
    if r.compiled.effect.rest and r.acts and any(type(x) is not Nothing for x in r.doing.did):
        unchecked(r)
    elif r.compiled.alone and not r.log:
        r.t.trust(f"{r.compiled.card}: its text is not in the catalog")
