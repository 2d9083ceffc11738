"""The steps of an effect, each read, checked and done; and what of a line no step takes."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from events.outcome import Nothing, Other, Outcome
from referee.choice import OneOf
from referee.parts.effects.effect_run import (
    ABOUT,
    NOTHING_POSSIBLE,
    Lapsed,
    Run,
    explained,
    reached,
)
from referee.parts.effects.facts import OutcomeLeftOut
from referee.parts.effects.planned import IMPOSSIBLE, Planned, Settler
from referee.parts.effects.schema import word_of
from referee.parts.thing_names import only_one, require_playing
from referee.parts.zones import Copy
from referee.verdict import Unsaid, Violation


def take_step(r: Run, step: Planned, cost: bool = False) -> None:
    """A step, as often and for as many as the card says.

    Args:
        r: the run.
        step: the step.
        cost: whether it pays for the effect, and so has to be done.
    """
    r.must = False
    if step.tests and not step.apiece and not reached(r, step):
        return
    if step.each is not None:
        found = list(step.each(r))
        for at, it in enumerate(found):
            if at and step.again and not reached(r, step):
                break
            r.it, r.left = it, len(found) - at - 1
            if step.apiece and not _reached_by_it(r, step):
                continue
            _repeated(r, step, found[at + 1 :], cost)
        r.it, r.left = r.doing.about, 0
    elif step.repeat is not None:
        _repeated(r, step, (), cost)
    else:
        _once(r, step, (), cost)


def _reached_by_it(r: Run, step: Planned) -> bool:
    """Whether a step is reached of the thing at hand, by what an earlier one did to it."""
    r.apiece = True
    try:
        return reached(r, step)
    finally:
        r.apiece = False


def _repeated(r: Run, step: Planned, later: Sequence[str], cost: bool) -> None:
    if step.repeat is None:
        _once(r, step, later, cost)
        return
    least, most = step.repeat(r)
    times = most
    if least != most:
        own = [each for each in r.log if type(each) is step.outcome]
        if step.shared:
            own = [each for each in own if accepts(r, step, each)]
        times = max(least, len(own))
        if r.chooser is not None and not r.log:
            times = r.chooser(step.word, "times", OneOf(tuple(range(least, most + 1))))
        r.must = True
        times = min(times, most)
    for left in reversed(range(times)):
        r.left = left + len(later)
        _once(r, step, later, cost)


def accepts(r: Run, step: Planned, logged: Outcome) -> bool:
    """Whether what was logged may be this step, by what it is about."""
    for settler in step.settlers:
        if settler.accepts is not None:
            value = getattr(logged, settler.name)
            if value is not None and not settler.accepts(r, value):
                return False
    return True


def _take(r: Run, step: Planned) -> Outcome | None:
    """The first logged outcome that is the step's own.

    Of several with its word and about the same, one with a number that the step can have.
    """
    wanted, log = step.outcome, r.log
    found = -1
    for at, logged in enumerate(log):
        if type(logged) is not wanted:
            continue
        if not step.shared:
            found = at
            break
        if accepts(r, step, logged):
            if found < 0:
                found = at
            if _within(r, step, logged):
                found = at
                break
    if found < 0:
        return None
    taken, log[found] = log[found], None
    r.at = found + 1
    return taken


def _within(r: Run, step: Planned, logged: Outcome) -> bool:
    for settler in step.settlers:
        if settler.within is not None:
            value = getattr(logged, settler.name)
            if value is not None and not settler.within(r, value):
                return False
    return True


def _once(r: Run, step: Planned, later: Sequence[str], cost: bool) -> None:
    """A step once: its outcome is taken, its parts are settled, and it is done."""
    r.word, r.open = step.word, False
    logged = _take(r, step) if r.log else None
    if logged is not None and r.compiled.rounds is not None and _is_impossible(r, step):
        # it was done in a later round, as when a card is discarded that an earlier one has drawn
        r.log[r.at - 1], logged = logged, None
    if logged is None:
        r.at = 0
        if step.may and not _wants(r, step):
            r.may_say_none = True
            if step.shared and r.log:
                _note_missed(r, step)
            if NOTHING_POSSIBLE in r.log and not _is_impossible(r, step):
                explained(r.t, r.compiled, NOTHING_POSSIBLE)
            return
    values: dict[str, Any] = {}
    became: tuple[str, dict[str, Any]] | None = None
    try:
        try:
            part = _settle(r, step, logged, values)
        except Violation as refused:
            if logged is not None and _may_be_of_another(r, step, logged):
                r.log[r.at - 1], logged, values = logged, None, {}
                part = _settle(r, step, None, values)
            elif logged is None or not r.vocabulary.replaces:
                raise
            else:
                part, values = None, {}
                became = _as_it_became(r, step, logged, values, refused)
    except Unsaid:
        if logged is None and r.log and not r.advance:
            _blame(r, step, later)
        raise
    except Lapsed as lapsed:
        r.after = None
        _report(r, str(lapsed))
        return
    if part is not None:
        if isinstance(part, str):
            if cost:
                r.forbid("its cost cannot be paid: {why}", why=part)
            _report(r, part)
        else:
            _leave_out(r, part, logged is not None and _said(logged, part), cost)
        return
    if logged is None and step.shared and r.log:
        r.near[step.word] = (ABOUT, _subject(values), ())
        _note_missed(r, step)
    _do(r, step, logged, values, became)


def _may_be_of_another(r: Run, step: Planned, logged: Outcome) -> bool:
    """Whether an outcome that does not say of whom it is, of those for each of whom a step is done,
    may be that of a later one: of this one nothing has to be said."""
    if step.each is None or any(
        settler.accepts is not None and getattr(logged, settler.name) is not None
        for settler in step.settlers
    ):
        return False
    try:
        return _settle(r, step, None, {}) is None
    except (Unsaid, Violation):
        return False


def _note_missed(r: Run, step: Planned) -> None:
    """Whom a step that was left would have been about, where its like is logged about another."""
    for logged in r.log:
        for settler in step.settlers if type(logged) is step.outcome else ():
            value = getattr(logged, settler.name)
            if settler.accepts is None or value is None or settler.accepts(r, value):
                continue
            try:
                whom = _subject({settler.name: settler.settle(r, None, {})})
            except (Violation, Unsaid):
                return
            if whom:
                r.near[step.word] = (ABOUT, whom, ())
            return


def _is_impossible(r: Run, step: Planned) -> bool:
    """Whether a step can do nothing now, whatever is said of it."""
    try:
        return _settle(r, step, None, {}) is not None
    except (Unsaid, Violation):
        return False


def _said(logged: Outcome, part: Settler) -> bool:
    return getattr(logged, part.name) is not None


def _settle(
    r: Run, step: Planned, logged: Outcome | None, values: dict[str, Any]
) -> Settler | str | None:
    """Settle the parts of a step; the first that nothing on the table can be, or why it is kept
    off, which is asked before its numbers and cards are."""
    settlers = step.settlers
    if logged is not None:
        for settler in settlers:
            name = settler.name
            value = settler.settle(r, getattr(logged, name), values)
            if value is IMPOSSIBLE:
                return settler
            values[name] = value
        return None
    if (kept := step.primitive.kept) is not None:
        for settler in settlers[: step.asked]:
            value = settler.settle(r, None, values)
            if value is IMPOSSIBLE:
                return settler
            values[settler.name] = value
        if why := kept(r, values):
            return why
        settlers = settlers[step.asked :]
    for settler in settlers:
        value = settler.settle(r, None, values)
        if value is IMPOSSIBLE:
            return settler
        values[settler.name] = value
    if step.whether is not None and step.whether(r, values) <= 0:
        return step.settlers[0]
    return None


def _as_it_became(
    r: Run, step: Planned, logged: Outcome, values: dict[str, Any], refused: Violation
) -> tuple[str, dict[str, Any]]:
    """What a replacement made of an outcome whose number was logged as it became."""
    numbers = [settler.name for settler in step.settlers if settler.within is not None]
    try:
        part = _settle(r, step, replace(logged, **dict.fromkeys(numbers)), values)
    except (Violation, Unsaid):
        raise refused from None
    if part is None:
        r.willing = True
        try:
            word, became = r.vocabulary.replaced(r, step.word, values)
        finally:
            r.willing = False
        if word == step.word and _agrees(logged, _outcome(r, word, became)):
            return word, became
    raise refused


def _do(
    r: Run,
    step: Planned,
    logged: Outcome | None,
    values: dict[str, Any],
    became: tuple[str, dict[str, Any]] | None,
) -> None:
    word, act = step.word, step.primitive.act
    if step.called in r.compiled.remembers and r.vocabulary.record is not None:
        for value in values.values():
            if isinstance(value, Copy):
                r.records[value.id] = r.vocabulary.record(r.t, value)
    if r.vocabulary.replaces:
        word, values = became or r.vocabulary.replaced(r, word, values)
        if word != step.word:
            act = r.vocabulary.primitive(word).act
            if logged is None:
                _take_as(r, word, values)
    if r.late and (r.advance or not r.at):
        done = _late(r, act, values)
    else:
        try:
            done = act(r, **values)
        except Violation as refused:
            _require_whose(r, step, logged)
            _require_whence(r, step, logged, values)
            _placed(r, refused)
            raise
    if r.after is not None:
        r.after()
        r.after = None
    if done is None:
        done = _amount(values)
    r.acts += 1
    r.changed = r.changed or done != 0
    counts = r.done
    counts[step.word] = counts.get(step.word, 0) + done
    r.touched += [value.id for value in values.values() if isinstance(value, Copy)]
    if step.called:
        _call(r, step, values, done)
    if r.brought:
        r.brought = []
    if r.chooser is not None:
        r.made.append((_outcome(r, word, values), r.open or r.must))


def _require_whose(r: Run, step: Planned, logged: Outcome | None) -> None:
    """What is done by several, one after the other, may be logged in another order than theirs:
    then it has to be said whose it is."""
    if step.each is None or logged is None or r.advance:
        return
    for part in r.vocabulary.parts[step.word]:
        if part.kind == "seat" and getattr(logged, part.name) is None:
            seats = list(step.each(r))
            if len(seats) > 1 and sum(type(each) is type(logged) for each in r.doing.did) > 1:
                ask = f"{r.compiled.card}: say whose {r.word} it is, outcome {r.at}"
                r.t.incomplete(ask, **{part.name: seats})


def _wants(r: Run, step: Planned) -> bool:
    """Whether a step is done that may be left, and was not logged."""
    if r.chooser is None or any(r.log):
        return False
    r.open = True
    return bool(r.chooser(step.word, "may", OneOf((True, False))))


def _late(r: Run, act: Callable[..., int | None], values: dict[str, Any]) -> int | None:
    """What has become impossible does nothing, and is told; nobody chooses that."""
    try:
        with r.t.whole():
            return act(r, **values)
    except (Violation, Lapsed) as refused:
        if r.chooser is not None and r.open:
            raise Violation(r.vocabulary.contradicts, "{why}", why=str(refused)) from None
        _report(r, str(refused))
        return 0


def _placed(r: Run, refused: Violation) -> None:
    """Say which outcome of the line the table does not allow."""
    refused.facts = {"card": r.compiled.card, "outcome": r.word, **refused.facts}
    if r.at and "{place}" not in refused.why:
        refused.why += " ({list} {place})"
        refused.facts |= {"list": r.list, "place": r.at}


def _report(r: Run, why: str) -> None:
    r.t.fact(OutcomeLeftOut(r.seat, r.doing.source, r.word, why))


def _leave_out(r: Run, part: Settler, said: bool, cost: bool) -> None:
    """What cannot be done is left out by itself and told; a cost has to be paid."""
    missing = f"no {part.wanted}" if part.wanted else "nothing"
    if cost:
        r.forbid("its cost cannot be paid: {missing} for {outcome}", missing=missing)
    if said and not r.late:
        r.contradict("there is {missing} for {word} here", missing=missing, word=r.word)
    _report(r, f"there is {missing} for it")


# -- what was logged ---------------------------------------------------------------------------


def _require_whence(
    r: Run, step: Planned, logged: Outcome | None, values: Mapping[str, Any]
) -> None:
    """Of several steps of a word that take from different places, the first is meant where none is
    said; where that cannot be, it has to be said which."""
    if logged is None or r.advance or getattr(logged, "place", "") is not None:
        return
    for each in (*(step for mode in r.modes for step in mode.steps), *r.compiled.steps):
        if each.word == step.word and not accepts(r, each, replace(logged, place=values["place"])):
            r.t.incomplete(f"{r.compiled.card}: say which place of {r.word}, outcome {r.at}")


def _blame(r: Run, step: Planned, later: Sequence[str]) -> None:
    """A choice is missing: see whether something was logged in its place that nothing takes."""
    if any(type(each) is Nothing for each in r.log):
        r.at = 1 + next(i for i, each in enumerate(r.log) if type(each) is Nothing)
        r.contradict("it may not be declined: {word}", word=step.word)
        return
    places: list[tuple[Planned, str]] = [(step, it) for it in later]
    steps = [*(each for mode in r.modes for each in mode.steps), *r.compiled.steps]
    if step in steps:
        places += [(each, "") for each in steps[steps.index(step) + 1 :] if each.word == step.word]
    own = r.it
    for at, logged in enumerate(r.log):
        if type(logged) is not step.outcome:
            continue
        for place in places:
            r.it = place[1]
            if (place[0].each is not None and not place[1]) or accepts(r, place[0], logged):
                places.remove(place)
                break
        else:
            r.it, r.at = own, at + 1
            for settler in step.settlers:
                value = getattr(logged, settler.name)
                if settler.accepts is not None and value is not None:
                    settler.settle(r, value, {})
    r.it = own


def _take_as(r: Run, word: str, values: dict[str, Any]) -> None:
    """What happened instead may have been logged as what it became."""
    outcome = r.vocabulary.types[word]
    meant = _outcome(r, word, values)
    for at, logged in enumerate(r.log):
        if type(logged) is outcome and _agrees(logged, meant):
            r.log[at], r.at = None, at + 1
            return
    r.near[word] = (ABOUT, _subject(values), ())


def _agrees(logged: Outcome, meant: Outcome) -> bool:
    """Whether nothing was logged that is not meant."""
    parts = logged.__struct_fields__
    return all(getattr(logged, p) in (None, getattr(meant, p)) for p in parts)


def _subject(values: dict[str, Any]) -> str:
    for value in values.values():
        if isinstance(value, Copy):
            return value.id
        if isinstance(value, str):
            return value
    return ""


def subject_of(logged: Outcome) -> str:
    """What an outcome is about, in the words in which it was logged."""
    for name in logged.__struct_fields__:
        value = getattr(logged, name)
        if isinstance(value, str):
            return value
    return word_of(type(logged))


def _outcome(r: Run, word: str, values: dict[str, Any]) -> Outcome:
    """What was done, as it is logged with nothing left out."""
    said = {name: v.id if isinstance(v, Copy) else v for name, v in values.items()}
    return r.vocabulary.types[word](**said)


def take_rest(r: Run) -> None:
    """What no step took: free where the text is not told, else more than the card does."""
    trusted = False
    for at, logged in enumerate(r.log):
        if logged is None:
            continue
        r.at, r.word = at + 1, word_of(type(logged))
        if not r.compiled.free or r.list == "payment":
            try:
                _forbid_rest(r, logged)
            except Lapsed:
                continue
            if type(logged) is Nothing:
                continue
        elif not trusted:
            trusted = True
            unchecked(r)
        _do_free(r, logged)


def unchecked(r: Run) -> None:
    """Of a text that is told in part, or not at all, nobody has checked the rest."""
    part = "more of its text than" if r.compiled.steps else "its text is not in"
    doubt = f"{r.compiled.card}: {part} the catalog{' tells' if r.compiled.steps else ''}"
    if doubt not in r.t.assumptions:
        r.t.trust(doubt)


def _forbid_rest(r: Run, logged: Outcome) -> None:
    """More was logged than the card does, or that nothing was done though something was."""
    if type(logged) is Nothing:
        if r.changed and not r.may_say_none:
            r.contradict("it may not be declined")
        return
    why, wanted, reads = r.near.get(r.word, ("does nothing more, logged {logged}", "", ()))
    shown = subject_of(logged) if wanted else r.word
    r.contradict(why, reads=reads, wanted=wanted, logged=shown)


def _do_free(r: Run, logged: Outcome) -> None:
    """An outcome that no step tells is done as it was logged."""
    if type(logged) is Other:
        r.t.trust(f"{r.compiled.card}: {logged.text or 'something else'}")
        return
    if type(logged) is Nothing:
        return
    primitive = r.vocabulary.primitive(r.word)
    try:
        values = _freely(r, logged, primitive.defaults)
        done = primitive.act(r, **values)
    except Violation as refused:
        _placed(r, refused)
        raise
    except Lapsed as lapsed:
        r.t.fact(OutcomeLeftOut(r.seat, r.doing.source, r.word, str(lapsed)))
        return
    if done is None:
        done = _amount(values)
    r.acts += 1
    r.changed = r.changed or done != 0
    r.done[r.word] = r.done.get(r.word, 0) + done


def _freely(r: Run, logged: Outcome, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of an outcome that no step tells, as it was logged."""
    values: dict[str, Any] = {}
    for part in r.vocabulary.parts[r.word]:
        value = getattr(logged, part.name)
        if part.kind == "text":
            continue
        if value is None:
            if part.name in defaults:
                continue
            if part.kind not in ("seat", "count"):
                r.t.incomplete(f"{r.compiled.card}: say which {part.name} of {r.word}")
            value = r.seat if part.kind == "seat" else 1
        elif part.kind == "thing":
            value = r.thing(value) or only_one(r, value)
        elif part.kind == "seat":
            require_playing(r, value)
        values[part.name] = value
    return values


def _call(r: Run, step: Planned, values: dict[str, Any], done: int) -> None:
    """Remember what a step was about, and what it was done for, by its name."""
    name = step.called
    about = [value.id for value in values.values() if isinstance(value, Copy)]
    its = about if step.each is None else [r.it]
    r.those[name] = (*r.those.get(name, ()), *its, *r.brought)
    r.done[name] = r.done.get(name, 0) + done
    if step.each is not None:
        r.done_to[name, r.it] = r.done_to.get((name, r.it), 0) + done
    for value in values.values():
        if isinstance(value, tuple):
            r.found[name] = r.found.get(name, ()) + _as_they_lie(r, values, value)
        elif isinstance(value, Copy):
            r.named[name] = value.id
            r.met[name] = (*r.met.get(name, ()), value.name)
        elif isinstance(value, str) and value in _card_names(r):
            r.found[name] = (*r.found.get(name, ()), value)


def _card_names(r: Run) -> Collection[str]:
    """The names of all cards, where the game says them."""
    names = r.vocabulary.names
    return names(r.t) if names is not None else ()


def _as_they_lie(r: Run, values: Mapping[str, Any], cards: tuple[str, ...]) -> tuple[str, ...]:
    """Cards by their names, as they are where they were."""
    seat, place = values.get("player") or r.seat, values.get("place") or ""
    return tuple(r.vocabulary.lying(r, seat, place, each) for each in cards)


def _amount(values: dict[str, Any]) -> int:
    """How much was done, where it was as much as was said."""
    for value in values.values():
        if isinstance(value, int):
            return value
        if isinstance(value, tuple):
            return len(value)
    return 1
