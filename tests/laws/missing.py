"""What is missing is incomplete, never illegal: who says less accuses nobody."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from events.entry import verb
from events.event import Event
from events.notation import write
from events.outcome import Nothing
from referee.replay.replay import Replay
from referee.verdict import Illegal, Incomplete
from tests.laws.known import excused, known
from tests.laws.law import law
from tests.laws.players import begun, played

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


def shortened(event: Event) -> Iterator[tuple[str, Event]]:
    """An event without each thing that was said and need not be, and what that is."""
    info = inspect.type_info(type(event))
    assert isinstance(info, inspect.StructType)
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
    info = inspect.type_info(type(said))
    assert isinstance(info, inspect.StructType)
    for of in info.fields:
        if not of.required and getattr(said, of.name) != _default(of):
            yield of.name, msgspec.structs.replace(said, **{of.name: _default(of)})


def _default(of: inspect.Field) -> Any:
    return of.default if of.default_factory is msgspec.NODEFAULT else of.default_factory()
