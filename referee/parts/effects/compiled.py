"""An effect of the catalog made ready to be read: closures in place of its tables."""

from collections.abc import Iterator, Sequence

from referee.parts.effects.in_words import tests_in, tests_in_words
from referee.parts.effects.planned import CompiledEffect, Planned, PlannedMode
from referee.parts.effects.schema import (
    Effect,
    Listen,
    Reckon,
    Select,
    Step,
    Test,
    names_read,
    within,
)
from referee.parts.effects.selectors import Reader
from referee.parts.effects.settlers import settlers
from referee.parts.effects.vocabulary import Vocabulary


def compile_effect(effect: Effect, vocabulary: Vocabulary, card: str) -> CompiledEffect:
    """An effect of a card, ready to be read. It takes a while: do it once, on first use."""
    compiled = CompiledEffect(effect, vocabulary, card)
    reader = Reader(vocabulary, effect)
    compiled.tests, compiled.claims = reader.tests(effect.tests), reader.claims(effect.tests)
    compiled.x = reader.span(effect.x) if effect.x is not None else None
    compiled.aims = tuple(reader.aim(name, aim) for name, aim in effect.aims.items())
    compiled.cost = _steps(reader, effect.cost)
    compiled.modes = tuple(
        PlannedMode(
            mode.name,
            reader.tests(mode.tests),
            _steps(reader, mode.cost),
            _steps(reader, mode.steps),
        )
        for mode in effect.modes
    )
    compiled.steps = _steps(reader, effect.steps)
    compiled.rounds = reader.span(effect.rounds) if effect.rounds != 1 else None
    if isinstance(effect.when, Listen):
        compiled.listen = reader.listen(effect.when)
    elif _lasts(effect, vocabulary):
        compiled.changes = tuple(map(reader.change, effect.change))
        if effect.instead is not None:
            compiled.changes += (reader.instead(effect.instead),)
    touches = _lasts(effect, vocabulary) if effect.touches is None else bool(effect.touches)
    if compiled.free and touches:
        compiled.changes += (reader.untold(),)
    asked = (part.about for part in within(effect) if isinstance(part, Reckon | Test))
    compiled.remembers = frozenset(filter(None, asked))
    if vocabulary.memories:
        compiled.recalls = vocabulary.memories & {*_words(effect)}
    compiled.asks = (
        bool(compiled.tests or compiled.aims or compiled.modes) or compiled.x is not None
    )
    _share(compiled.all_steps)
    return compiled


def _words(effect: Effect) -> Iterator[str]:
    """All words and numbers that an effect is read from."""
    for part in within(effect):
        if isinstance(part, str | Select | Reckon | Test):
            yield from names_read(part)


def _lasts(effect: Effect, vocabulary: Vocabulary) -> bool:
    return isinstance(effect.when, str) and effect.when in vocabulary.lasting


def _share(steps: Sequence[Planned]) -> None:
    """Which of the steps that are read together have a word in common."""
    words = [step.word for step in steps]
    for step in steps:
        step.shared = step.shared or step.each is not None or words.count(step.word) > 1


def _steps(reader: Reader, steps: Sequence[Step]) -> tuple[Planned, ...]:
    planned = tuple(_step(reader, step) for step in steps)
    for at, step in enumerate(steps):
        same = {each.called for each in steps[:at] if each.each == step.each is not None}
        named = {test.last for test in tests_in(step.tests) if test.last}
        planned[at].apiece = not named.isdisjoint(same - {""})
    _share(planned)
    return planned


def _step(reader: Reader, step: Step) -> Planned:
    word = str(step.__struct_config__.tag)
    plan = Planned(word, reader.vocabulary.types[word], reader.vocabulary.primitive(word))
    plan.tests, plan.condition = reader.tests(step.tests), tests_in_words(step.tests)
    plan.claims, plan.reads = reader.claims(step.tests), tuple(names_read(step.tests))
    plan.may, plan.called = step.may, step.called
    plan.again = bool(step.called) and any(x.last == step.called for x in tests_in(step.tests))
    if step.each is not None:
        plan.each = reader.each(step.each)
    if step.repeat != 1:
        plan.repeat = reader.span(step.repeat)
    plan.settlers = settlers(reader, step, word)
    parts = reader.vocabulary.parts[word]
    plan.asked = sum(part.kind in ("thing", "seat", "word") for part in parts)
    if not any(part.kind in ("count", "cards") for part in parts):
        plan.whether = plan.primitive.able
    return plan
