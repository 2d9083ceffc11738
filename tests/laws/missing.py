"""What is missing is incomplete, never illegal: who says less accuses nobody."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from cli.reading.door import event_of
from events.entry import verb
from events.event import Event
from events.notation import Malformed, Word, split_words, write
from events.notation.plan import place_of, plan_of
from events.outcome import Nothing
from referee.replay.replay import Replay
from referee.verdict import Illegal, Incomplete
from tests.laws.known import excused, known
from tests.laws.law import law
from tests.laws.players import begun, played
from tests.laws.seldom import seldom
from tests.slips import described

MOMENTS = 8
"""At how many entries of a match something is left out."""


@law
def what_is_missing_is_no_breach(game_id: str, seed: int) -> None:
    """Of an accepted entry each thing that may be left out is left out by itself: what is left is
    accepted, or incomplete."""
    opened, events = played(game_id, seed)
    chance = Random(f"{game_id} {seed} missing")
    fuller = [
        at
        for at, event in enumerate(events)
        if type(event) in opened.game.events and any(True for _ in shortened(event))
    ]
    moments = set(chance.sample(fuller, min(MOMENTS, len(fuller))))
    match = begun(opened, rules=True)
    for at, event in enumerate(events[1:], 1):
        if at in moments:
            assert_no_breach(match, event)
            for each in seldom(match, chance):
                assert_no_breach(match, each)
        match.add(event)


@law
def what_is_missing_from_a_line_is_no_breach(game_id: str, seed: int) -> None:
    """Of an accepted line each word is left out by itself, and the rest is typed at the door: it is
    asked what is missing, with its place, or the line is accepted with what is filled in, or as
    what else it says."""
    opened, events = played(game_id, seed)
    chance = Random(f"{game_id} {seed} typed")
    moments = set(chance.sample(range(1, len(events)), min(MOMENTS, len(events) - 1)))
    match = begun(opened, rules=True)
    for at, event in enumerate(events[1:], 1):
        if at in moments:
            assert_typed_without(match, event)
            for each in seldom(match, chance):
                assert_typed_without(match, each)
        match.add(event)


@law
def none_is_accepted_where_it_is_asked_for(game_id: str, seed: int) -> None:
    """Who is asked for cards "or none" can say that there are none."""
    opened, events = played(game_id, seed)
    match = begun(opened, rules=True)
    for event in events[1:]:
        if getattr(event, "did", ()):
            asked = match.would(msgspec.structs.replace(event, **{"did": ()}))
            if isinstance(asked, Incomplete) and asked.ask.endswith("or none"):
                none = msgspec.structs.replace(event, **{"did": (Nothing(),)})
                assert not isinstance(told := match.would(none), Illegal), f"{write(none)}: {told}"
        match.add(event)


def assert_no_breach(match: Replay, event: Event) -> None:
    """Nothing that is left out makes an accepted entry a breach of a rule."""
    for path, shorter in shortened(event):
        verdict = match.would(shorter)
        if isinstance(verdict, Illegal):
            told = f"{verdict.rule}: {verdict.message}"
            needed = known(match.game.id).needed
            assert excused(match.game.id, needed, {path, f"{verb(event)}.{path}"}), (
                f"{write(event)} without {path}: {write(shorter)}: {told}"
            )


def assert_typed_without(match: Replay, event: Event) -> None:
    """No word that is left out of an accepted line makes it a breach of a rule."""
    game = match.game
    line = write(event, game.codec)
    words = split_words(line)
    for at, of in enumerate(_fields_of(words, event, match)):
        less = " ".join(word.raw for word in (*words[:at], *words[at + 1 :]))
        try:
            meant = event_of(less, match)
        except Malformed as asked:
            assert asked.column, f"{less}: {asked}"
            continue
        assert meant is not None, less
        if of == "verb" and type(meant) is not type(event):
            continue  # the next word is a verb, too, as of ``step end``
        verdict = match.would(meant)
        if isinstance(verdict, Illegal):
            told = f"{write(meant, game.codec)}: {verdict.rule}: {verdict.message}"
            names = {of, f"{verb(event)}.{of}"}
            assert excused(game.id, known(game.id).needed, names), f"{line}: {less}: {told}"


def _fields_of(words: Sequence[Word], event: Event, match: Replay) -> Iterator[str]:
    """Which field each word of a line is of."""
    plan, place = plan_of(type(event)), 0
    yield from (plan.who.name, "verb")
    for word in words[2:]:
        if named := word.named():
            yield named[0]
            continue
        place = place_of(plan.positional, place, word, match.game.all_names(match.table))
        yield plan.positional[place].name
        place += not plan.positional[place].variadic


def shortened(event: Event) -> Iterator[tuple[str, Event]]:
    """An event without each thing that was said and need not be, and what that is."""
    info = described(type(event))
    for of in info.fields[1:]:
        said = getattr(event, of.name)
        if not of.required and said != _default(of):
            yield of.name, msgspec.structs.replace(event, **{of.name: _default(of)})
        if not isinstance(said, tuple):
            continue
        for at, each in enumerate(said):
            if not isinstance(each, msgspec.Struct):
                continue
            for part, less in _less(each):
                parts = (*said[:at], less, *said[at + 1 :])
                path = f"{of.name}.{each.__struct_config__.tag}.{part}"
                yield path, msgspec.structs.replace(event, **{of.name: parts})


def _less(said: Any) -> Iterator[tuple[str, Any]]:
    info = described(type(said))
    for of in info.fields:
        if not of.required and getattr(said, of.name) != _default(of):
            yield of.name, msgspec.structs.replace(said, **{of.name: _default(of)})


def _default(of: inspect.Field) -> Any:
    return of.default if of.default_factory is msgspec.NODEFAULT else of.default_factory()
