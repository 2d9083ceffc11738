"""What is missing is incomplete, never illegal: who says less accuses nobody."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from events.entry import verb
from events.event import Event
from events.notation import write
from referee.house import AnyTable
from referee.replay.fold import Fold
from referee.replay.replay import Replay
from referee.table import Table
from referee.verdict import Illegal, Incomplete, Verdict, applied
from tests.laws.known import known
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
    moments = set(chance.sample(range(1, len(events)), min(MOMENTS, len(events) - 1)))
    match = begun(opened)
    for at, event in enumerate(events[1:], 1):
        if at in moments and type(event) in opened.game.events:
            assert_no_breach(match, event)
        match.add(event)


def assert_no_breach(match: Replay, event: Event) -> None:
    """Nothing that is left out makes an accepted entry a breach of a rule."""
    tried = Tried(match)
    if not applied(tried(event)):
        return
    excepted = known(match.game.id).needed
    for path, shorter in shortened(event):
        part = path.rpartition(".")[2]
        if {path, part, f"{verb(event)}.{path}"} & excepted.keys():
            continue
        verdict = tried(shorter)
        told = f"{verdict.rule}: {verdict.message}" if isinstance(verdict, Illegal) else ""
        assert not told, f"{write(event)} without {path}: {write(shorter)}: {told}"


class Tried:
    """What comes of one entry or another at the same moment of a match."""

    def __init__(self, match: Replay) -> None:
        assert match.fold is not None
        self._fold = match.fold
        self._seq = len(match.events) + 1
        self._state = msgspec.msgpack.encode(match.state)
        self._decoder = msgspec.msgpack.Decoder(match.game.state_type)

    def __call__(self, event: Event) -> Verdict | Incomplete:
        fold, now = self._fold, self._fold.table
        state = self._decoder.decode(self._state)
        table: AnyTable = Table(
            state, now.catalog, now.choice, now.edition, now.persons, now.logged
        )
        table.seq = self._seq
        other = Fold(fold.handlers, fold.decoder, table, False, fold.after, fold.over_rule)
        return other.handle(type(event), event)


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
