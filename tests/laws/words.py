"""Each word and each value that the type of an event allows, or its docstring, can be typed."""

import math
import re
from collections.abc import Collection, Iterable, Iterator
from random import Random
from typing import Any

from msgspec import inspect, json

from cli.reading.door import event_of
from cli.reading.door.cut_short import LeftOpen
from events.common import Opening
from events.entry import verb
from events.event import Event
from events.notation import Malformed, split_words, write
from events.notation.plan import Plan, plan_of
from events.notation.words import SEVERAL
from referee.replay.replay import Replay
from tests.laws.law import law
from tests.laws.players import played
from tests.slips import Words, described

TRIES = 60
"""How often the rest of an event is drawn until it is well-formed with a value."""
WHOLE = 2
"""In how many matches, the first, every type of event is tried; in each other one a part of them,
so that they are all tried in as many matches as there are parts: that a word can be typed is shown
by one, and to show it takes longer than most laws."""
PARTS = 40
PATTERNED = ("cup/1", "JS", "JS-JD", "AS", "jo", "a" * 64, "")
"""Words for strings with a pattern that no name fits."""
_WORD = re.compile("``([a-z][a-z-]*)``")


class Known(Words):
    """Names that are in the match alone, numbers within their bounds, and where a string has a
    pattern, what fits it."""

    def value(self, info: inspect.Type, name: str, chance: Random) -> Any:
        """A value for a field of that name and type, as JSON has it."""
        if isinstance(info, inspect.StrType) and info.pattern:
            known = (*self.names, *self.game.rulebook.rules, *PATTERNED)
            return chance.choice([each for each in known if re.search(info.pattern, each)])
        if isinstance(info, inspect.IntType | inspect.FloatType):
            least = math.ceil(info.ge or 0)
            most = min(least + 9, math.floor(info.le or least + 9))
            return chance.randint(least, most)
        return super().value(info, name, chance)


@law
def each_word_of_an_event_can_be_typed(game_id: str, seed: int) -> None:
    """Enumerated from the types of all events, none left out, and read at the door."""
    (game, catalog, first), events = played(game_id, seed)
    chance = Random(f"{game_id} {seed}")
    match = Replay(game, catalog).extend([first, *events[1 : len(events) // 2]])
    known = {*game.all_names(match.table), *match.state.seats}
    copied = {name.rpartition(".")[0] for name in known}
    known -= copied | game.called(match.table).keys() | set(_outcomes(game.codec.types))
    words = Known(game, sorted(known), len(match.events))
    kinds = [kind for kind in game.codec.types if kind is not Opening]
    kinds = kinds if seed < WHOLE else kinds[seed % PARTS :: PARTS]
    done = set[str]()
    for kind in chance.sample(kinds, len(kinds)):
        for field, value in _values_of(kind, done, words, chance):
            _assert_typed(match, kind, field, value, words, chance)
        for word in _words_told(kind, game.codec.by_verb):
            assert _is_read(match, kind, word, words, chance), f"{verb(kind)}: {word}"


def _outcomes(kinds: Iterable[type[Event]]) -> Iterator[str]:
    """The words with which outcomes begin: unquoted, a thing that is called so is one."""
    for kind in kinds:
        for field in described(kind).fields:
            of = getattr(field.type, "item_type", None)
            for each in getattr(of, "types", ()):
                if isinstance(each, inspect.StructType):
                    yield str(each.tag)


def _assert_typed(
    match: Replay, kind: type[Event], field: str, value: Any, words: Words, chance: Random
) -> None:
    for _ in range(TRIES):  # with other words where one of these leaves open which is meant
        try:
            return _assert_typed_once(match, kind, field, value, words, chance)
        except Malformed as error:
            if not error.message.startswith(SEVERAL) and not _of_no_card(error.word, words, match):
                raise
            asked = error
    raise asked


def _of_no_card(word: str, words: Words, match: Replay) -> bool:
    """Whether it is a name, and that of no card and of nobody: what names an effect alone is no
    card, and is told so where a card is asked for."""
    things = {*match.traits, *match.state.seats}
    return word in words.names and things.isdisjoint((word, word.rpartition(".")[0]))


def _assert_typed_once(
    match: Replay, kind: type[Event], field: str, value: Any, words: Words, chance: Random
) -> None:
    for _ in range(TRIES):
        plain = _plain(words.event(kind, chance)) | {"type": verb(kind), field: value}
        if plan_of(kind).who.name in plain and field != plan_of(kind).who.name:
            plain[plan_of(kind).who.name] = match.state.seats[0]
        if (event := words.read(plain)) is not None:
            break
    else:
        raise AssertionError(f"{verb(kind)} {field}={value}: never well-formed")
    line = write(event, match.game.codec)
    try:
        try:
            read = event_of(line, match)
        except LeftOpen as error:  # what stands there may be meant for another field
            read = event_of(_by_name(line, error.field, plan_of(kind)), match)
    except Malformed as error:
        error.add_note(f"{field}={value}: {line}")
        raise
    held = _plain(read)
    same = _same(held.get(field, None), value, set(words.names))
    assert same or field not in held, f"{line}: {field} is {held[field]}, not {value}"


def _by_name(line: str, field: str, plan: Plan) -> str:
    """A line in which the words up to a field have their names."""
    who, said, *rest = [word.raw for word in split_words(line)]
    places = [each.name for each in plan.positional]
    named = [f"{name}={word}" for name, word in zip(places, rest, strict=False)]
    upto = places.index(field) + 1
    return " ".join((who, said, *named[:upto], *rest[upto:]))


def _plain(event: Event | None) -> dict[str, Any]:
    """An event as JSON has it."""
    plain: dict[str, Any] = json.decode(json.encode(event)) if event is not None else {}
    return plain


def _same(one: Any, two: Any, names: set[str]) -> bool:
    """Whether two plain values are the same, but for names, which may be in full by now."""
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        return all(_same(a, b, names) for a, b in zip(one, two, strict=True))
    if isinstance(one, dict) and isinstance(two, dict):
        return all(_same(one[key], two[key], names) for key in one.keys() & two.keys())
    named = isinstance(one, str) and isinstance(two, str) and {one, two} <= names
    return bool(one == two or named)


def _values_of(
    kind: type[Event], done: set[str], words: Words, chance: Random
) -> Iterator[tuple[str, Any]]:
    """The fields of an event with each value that is worth trying; outcomes, of which there are
    many, with the first event that lists them."""
    info = described(kind)
    for field in info.fields:
        for value in _alternatives(field.type, done, words, chance):
            yield field.encode_name, value


def _alternatives(
    info: inspect.Type, done: set[str], words: Words, chance: Random
) -> Iterator[Any]:
    """Values of a type, such that each word and each kind of value that it allows is in one; none
    where it is open."""
    match info:
        case inspect.Metadata(type=inner):
            yield from _alternatives(inner, done, words, chance)
        case inspect.LiteralType(values=values):
            yield from values
        case inspect.EnumType(cls=cls):
            yield from (member.value for member in cls)
        case inspect.BoolType():
            yield from (True, False)
        case inspect.NoneType():
            yield None
        case inspect.UnionType(types=types):
            for each in types:
                yield from _alternatives(each, done, words, chance)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            for value in _alternatives(item, done, words, chance):
                yield [value] * (info.min_length or 1)
        case inspect.StructType(cls=cls) if cls.__qualname__ in done:
            return
        case inspect.StructType(cls=cls, fields=fields, tag=tag, tag_field=tag_field):
            done.add(cls.__qualname__)
            head = {tag_field: tag} if tag_field else {}
            tried: list[tuple[inspect.Field | None, Any]] = [
                (field, value)
                for field in fields
                for value in _alternatives(field.type, done, words, chance)
            ]
            for field, value in tried or ([(None, None)] if tag_field else []):
                parts = {
                    f.encode_name: words.value(f.type, f.encode_name, chance)
                    for f in fields
                    if f.required or info.array_like
                }
                parts |= {field.encode_name: value} if field else {}
                yield [*head.values(), *parts.values()] if info.array_like else head | parts


def _words_told(kind: type[Event], verbs: Collection[str]) -> list[str]:
    """The words that a docstring says a field may hold."""
    plan = plan_of(kind)
    own = {plan.who.name, *plan.by_name, *verbs}
    return [word for word in _WORD.findall(kind.__doc__ or "") if word not in own]


def _is_read(match: Replay, kind: type[Event], word: str, words: Words, chance: Random) -> bool:
    """Whether a field of an event takes a word."""
    for field in plan_of(kind).fields:
        for value in (word, [word]):
            for _ in range(TRIES // 6):
                plain = _plain(words.event(kind, chance)) | {
                    "type": verb(kind),
                    plan_of(kind).who.name: match.state.seats[0],
                    field.name: value,
                }
                if (event := words.read(plain)) is None:
                    continue
                try:
                    read = event_of(write(event, match.game.codec), match)
                except Malformed as error:
                    if error.message.startswith(SEVERAL) or _of_no_card(error.word, words, match):
                        continue
                    break
                if _plain(read).get(field.name, field.default) == value:
                    return True
    return False
