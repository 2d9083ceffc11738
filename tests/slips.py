"""Slips: well-formed events that somebody may log by mistake, made of the words of a match.

What is well-formed is known from the event types alone, so that the events of a new game are made
as those of any other. The same source of chance makes the same events.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import Struct, inspect

from events.common import NEVER_INSERTED, RULINGS, Adjust, Change
from events.entry import verb
from events.event import Event
from referee.game import Game
from referee.option import Option
from referee.replay.replay import Replay
from referee.replay.simulate import event_of

NUMBERS = (0, 1, 2, 3, 4, 5, 6, 7, 12, 20, 21, 60, 250, 10_000, -1, -5)
MEASURES = (0.0, 5.0, 12.7, 25.4, 50.0, 120.5, 900.0, -1.0, 0.05)
NOBODY = ("nobody", "eve", "hand", "bank", "deck", "yes", "no", "destroyed", "Nobody", "a: b, c=d")
"""Words that are names in few games, or in none."""

_MARKS = re.compile("([/>])")


@dataclass
class Words:
    """What may be said at one moment of a match.

    Args:
        game: the game.
        names: cards, units, places, seats and sides, and some that are none.
        entries: how many entries the record has.
        said: values that a field of that name held in this match, or may hold now.
    """

    game: Game
    names: Sequence[str]
    entries: int
    said: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, replay: Replay, options: Sequence[Option], chance: Random) -> "Words":
        """The words of a match as it stands."""
        game = replay.game
        said: dict[str, list[Any]] = {}
        recent = replay.events[-8:]
        offered = [event_of(game, o, chance) for o in chance.sample(options, min(4, len(options)))]
        for event in (*recent, *offered):
            if type(event) in game.events:
                for name, value in msgspec.to_builtins(event).items():
                    said.setdefault(name, []).append(value)
        names = [*game.all_names(replay.table), *replay.state.seats, *NOBODY]
        return cls(game, names, len(replay.events), said)

    def event(self, kind: type[Event], chance: Random) -> Event | None:
        """Any event of a type; None where chance made none that is well-formed."""
        info = described(kind)
        plain = {
            each.encode_name: self.value(each.type, each.encode_name, chance)
            for each in info.fields
            if each.required or chance.random() < 0.4
        }
        return self.read({"type": verb(kind), **plain})

    def altered(self, event: Event, chance: Random) -> Event | None:
        """An event with one or two fields that are off; None as for :meth:`event`."""
        info = described(type(event))
        plain = msgspec.to_builtins(event)
        for each in chance.choices(info.fields, k=chance.choice((1, 1, 2))):
            old = plain.get(each.encode_name)
            if isinstance(old, list) and chance.random() < 0.6:
                plain[each.encode_name] = self._fewer_or_more(old, each, chance)
            elif isinstance(old, int) and not isinstance(old, bool) and chance.random() < 0.6:
                plain[each.encode_name] = old + chance.choice((-2, -1, 1, 2))
            else:
                plain[each.encode_name] = self.value(each.type, each.encode_name, chance)
        return self.read(plain)

    def read(self, plain: dict[str, Any]) -> Event | None:
        """The event that a JSON object holds; None where it is not well-formed."""
        codec = self.game.codec
        try:
            return codec.event(msgspec.json.encode(plain))
        except msgspec.ValidationError:
            return None

    def value(self, info: inspect.Type, name: str, chance: Random) -> Any:
        """A value for a field of that name and type, as JSON has it."""
        if name in self.said and chance.random() < 0.5:
            return chance.choice(self.said[name])
        match info:
            case inspect.Metadata(type=inner, extra=extra):
                if (extra or {}).get("event"):
                    return self._inner(chance)
                return self.value(inner, name, chance)
            case inspect.StrType():
                return chance.choice(self.names)
            case inspect.IntType():
                seq = name in ("entry", "to", "after", "ruling", "answers")
                return chance.randint(1, self.entries + 1) if seq else chance.choice(NUMBERS)
            case inspect.FloatType():
                return chance.choice(MEASURES)
            case inspect.BoolType():
                return chance.random() < 0.5
            case inspect.LiteralType(values=values):
                return chance.choice(values)
            case inspect.UnionType(types=types):
                return self.value(chance.choice(types), "", chance)
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return [self.value(item, "", chance) for _ in range(chance.choice((0, 1, 1, 2, 3)))]
            case inspect.TupleType(item_types=items):
                return [self.value(item, "", chance) for item in items]
            case inspect.DictType(key_type=key, value_type=value):
                return {self.value(key, "", chance): self.value(value, "", chance)}
            case inspect.StructType(cls=cls) if cls is Change:
                return list(msgspec.to_builtins(self.change(chance)))
            case inspect.StructType(array_like=True, fields=fields):
                return [self.value(each.type, each.encode_name, chance) for each in fields]
            case inspect.StructType(fields=fields, tag=tag, tag_field=tag_field):
                plain = {f.encode_name: self.value(f.type, f.encode_name, chance) for f in fields}
                return {tag_field: tag, **plain} if tag_field else plain
        return None

    def change(self, chance: Random) -> Change:
        """A primitive repair: its target and value as in its description, or others."""
        what = chance.choice(sorted(self.game.repairs))
        _, target, value = (self.game.repairs[what].__doc__ or "").split()[0].split(":", 2)
        return Change(what, *(self._like(text, chance)[:96] for text in (target, value)))

    def _like(self, text: str, chance: Random) -> str:
        """Other words in the places of these, between the same marks."""
        parts = _MARKS.split(text)
        return "".join(p if _MARKS.fullmatch(p) else self._instead(p, chance) for p in parts)

    def _instead(self, word: str, chance: Random) -> str:
        if chance.random() < 0.3:
            return word
        if word.lstrip("-").isdecimal() and chance.random() < 0.8:
            return str(chance.choice(NUMBERS))
        return chance.choice(self.names)

    def _inner(self, chance: Random) -> Any:
        kinds = [kind for kind in self.game.codec.types if kind not in NEVER_INSERTED]
        event = self.event(chance.choice(kinds), chance)
        return msgspec.to_builtins(event) if event else {}

    def _fewer_or_more(self, items: list[Any], of: inspect.Field, chance: Random) -> list[Any]:
        at = chance.randrange(len(items) + 1)
        how = chance.randrange(3)
        if how == 0 or not items:
            more = self.value(of.type, "", chance)
            return [*items, *(more if isinstance(more, list) else [])]
        return items[: at - 1] + items[at:] if how == 1 else [*items, items[at - 1]]


@cache
def described(kind: type[Struct]) -> inspect.StructType:
    """What the type of an event, or of a part of one, says of its fields."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return info


def slips(
    replay: Replay,
    options: Sequence[Option],
    chance: Random,
    count: int = 3,
    way: Callable[[Replay, Event, Random], Event] | None = None,
) -> Iterator[Event]:
    """What may be logged by mistake now instead of an option: events of the game alone; with a
    way, of those that are logged in it."""
    words = Words.of(replay, options, chance)
    game = replay.game
    earlier = [event for event in replay.events[1:] if type(event) in game.events]
    for _ in range(count):
        how = chance.random()
        event: Event | None
        if how < 0.2 or not options:
            event = words.event(chance.choice(game.events), chance)
        elif how < 0.35 and earlier:
            event = chance.choice(earlier)
        else:
            meant = event_of(game, chance.choice(options), chance)
            meant = way(replay, meant, chance) if way else meant
            event = words.altered(meant, chance)
        if event is not None:
            yield event


def rulings(
    replay: Replay, options: Sequence[Option], chance: Random, count: int = 1
) -> Iterator[Event]:
    """Rulings of any kind, and what is said beside the game, in order or not."""
    words = Words.of(replay, options, chance)
    kinds = [kind for kind in replay.game.codec.types if kind not in replay.game.events]
    for _ in range(count):
        kind = chance.choice([*RULINGS, Adjust, Adjust, chance.choice(kinds)])
        event = words.event(kind, chance)
        if event is not None:
            yield event
