"""What is said matters: a word of an accepted line agrees with what the referee knows, changes
something, or is refused; none is dropped."""

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from events.entry import verb
from events.event import Event
from events.notation import write
from events.outcome import Nothing
from referee.house import AnyTable
from referee.replay.fold import Fold
from referee.replay.replay import Replay, digest_of
from referee.table import Table
from referee.verdict import LEGAL, Legal, OnTrust, applied
from tests.laws.known import known
from tests.laws.law import law
from tests.laws.players import begun, played
from tests.laws.seldom import seldom
from tests.slips import Words, described

MOMENTS = 8
"""At how many entries of a match each field is changed."""

DRAWN = 4
"""How many other values are tried of what has many."""

ALIKE = 3
"""How many names that are told apart may not come to the same: a thing has two at most."""

MEASURES = (0.0, 20.0, 150.0, 9_999.0)
"""Some of these lie beyond any limit."""

FURTHER = 12
"""How many entries of the match follow at most until what waits has taken effect."""

_NUMBER = re.compile(r"\.\d+$")
_UNCOUNTED = re.compile(r"[.:]champion$")

Told = tuple[Legal | OnTrust, str, tuple[Any, ...]]
"""What comes of an accepted entry: the verdict with its notes, the state, the facts."""


@law
def what_is_said_changes_something_or_agrees(game_id: str, seed: int) -> None:
    """Of an entry each field is changed by itself: another number, another name, one thing more.

    What was not said may be said where it agrees, and only one number or name can; of what was
    said, no other number does. A thing has more than one name: two that differ change nothing.
    """
    opened, events = played(game_id, seed)
    chance = Random(f"{game_id} {seed} said")
    count = min(MOMENTS, len(events) - 1)
    moments = set(chance.sample(range(1, len(events)), count))
    match = begun(opened)
    for at, event in enumerate(events[1:], 1):
        if at in moments and type(event) in opened.game.events:
            assert_heard(match, event, chance, events[at + 1 : at + 1 + FURTHER])
            drops = known(game_id).drops(match.table)
            for each in seldom(match, chance) if not drops else ():
                assert_heard(match, each, chance)
        match.add(event)


def assert_heard(
    match: Replay, event: Event, chance: Random, further: Sequence[Event] = ()
) -> None:
    """No field of an entry that is accepted now is dropped, but those that the game lists; nor
    where what waits takes effect with the entries that follow."""
    again = Again(match, further)
    base = again(event)
    assert base is not None
    over, later = again.over, again.later(event)

    def is_dropped(other: Event, lasts: bool) -> bool:
        told = again(other)
        if told is None or told == base or (told[0], told[2]) != (base[0], base[2]):
            return told == base
        return lasts and later is not None and again.later(other) == later

    if over:  # by what came before it, perhaps, so that nobody has heard it
        return
    words = Words.of(match, match.game.options(match.table), chance)
    game = known(match.game.id)
    for path, enough, others in changes(event, words, match.state.seats, chance):
        field = path.partition(".")[0]
        name = f"{verb(event)}.{path}"
        names = {field, path, name, f"{verb(event)}.{field}"}
        if names & game.unheard.keys():
            continue
        brief, enough = names & game.brief.keys(), enough + bool(names & game.twice.keys())
        same = [other for other in others if is_dropped(other, not brief)]
        told = "; ".join(write(other) for other in same[:2])
        assert len(same) < enough, f"{write(event)}: {name} is dropped: {told}"


class Again:
    """What comes of one entry or another at the same moment of a match.

    Attributes:
        over: whether the match was over with the newest of them.
    """

    def __init__(self, match: Replay, further: Sequence[Event]) -> None:
        fold = match.fold
        assert fold is not None
        self._fold = fold
        self._further = further
        self._seq = len(match.events) + 1
        self._state = msgspec.msgpack.encode(match.state)
        self._decoder = msgspec.msgpack.Decoder(match.game.state_type)
        self.over = False

    def __call__(self, event: Event) -> Told | None:
        """The verdict, the digest of the state and the facts; None where it is not accepted."""
        fold = self._begun()
        told = _told(fold, event)
        self.over = bool(fold.table.state.over)
        return told

    def later(self, event: Event) -> list[Told] | None:
        """What comes of the entries behind an entry until nothing waits; None where that does not
        come."""
        fold = self._begun()
        _told(fold, event)
        game = known(fold.game.id)
        if game.drops(fold.table) or not game.pending(fold.table):
            return None
        found = []
        for each in self._further:
            table = fold.table
            table.seq, table.last = table.seq + 1, table.seq
            if table.state.over or type(each) not in fold.game.events:
                return None
            told = _told(fold, each)
            if told is None:
                return None
            found.append((told[0], "", told[2]))
            if not game.pending(table):
                return [*found, (LEGAL, told[1], ())]
        return None

    def _begun(self) -> Fold:
        now = self._fold.table
        state = self._decoder.decode(self._state)
        table: AnyTable = Table(state, now.catalog, now.choice, now.edition, now.logged)
        table.persons, table.opening = now.persons, now.opening
        table.seq, table.last = self._seq, now.last
        return Fold(self._fold.game, table, False)


def _told(fold: Fold, event: Event) -> Told | None:
    """What comes of an event as the next; None where it is not accepted."""
    table = fold.table
    mark = len(table.facts)
    verdict = fold.handle(type(event), event)
    if not isinstance(verdict, Legal | OnTrust):
        assert not applied(verdict)
        return None
    return verdict, digest_of(table.state), tuple(table.facts[mark:])


Changes = Iterator[tuple[str, int, list[Event]]]
"""What was changed (a field, or a part of what it lists), how many of these may not come to the
same, and the events that differ in that alone."""


def changes(event: Event, words: Words, seats: Sequence[str], chance: Random) -> Changes:
    """An event with each of its fields, and each part of what these list, changed by itself."""
    info = described(type(event))
    plain = msgspec.to_builtins(event)
    for of in info.fields[1:]:  # who writes it is no rule, where anybody may
        name = of.encode_name
        old = plain.get(name)
        for path, enough, values in _others(of.type, name, old, words, seats, chance):
            if old is not None:  # what is left out agrees with what was said
                values = [each for each in values if each != of.default]
            found = [words.read({**plain, name: value}) for value in values]
            others = {
                write(other): other for other in found if other is not None and other != event
            }
            yield path, enough, [*others.values()]


Others = Iterator[tuple[str, int, list[Any]]]


def _others(
    info: inspect.Type, path: str, old: Any, words: Words, seats: Sequence[str], chance: Random
) -> Others:
    """Other values for one of a type, and what is changed by that."""
    info = _plain(info)
    match info:
        case inspect.BoolType():
            yield path, 1, [not old]
        case inspect.LiteralType(values=values):
            yield path, 2, [each for each in values if each != old]
        case inspect.IntType():
            said = isinstance(old, int)
            numbers: list[Any] = [old - 1, old + 1, old + 4] if said else [0, 1, 2, 3, 7]
            yield path, 1 if said else 2, numbers
        case inspect.FloatType():
            yield path, len(MEASURES), [*MEASURES]  # it is held against limits
        case inspect.StrType():
            yield path, ALIKE, _names(old, words, seats, chance)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            yield from _of_list(item, path, list(old or ()), words, seats, chance)
        case inspect.StructType(fields=fields, array_like=False) if isinstance(old, dict):
            for of in fields:
                name = of.encode_name
                inner = f"{path}.{old.get('do', '')}.{name}"
                parts = _others(of.type, inner, old.get(name), words, seats, chance)
                for _, enough, others in parts:
                    yield inner, enough, [{**old, name: each} for each in others]
        case inspect.StructType(fields=fields, array_like=True) if isinstance(old, list | tuple):
            for at, (of, part) in enumerate(zip(fields, old, strict=True)):
                inner = f"{path}.{of.encode_name}"
                for _, enough, others in _others(of.type, inner, part, words, seats, chance):
                    yield inner, enough, [[*old[:at], each, *old[at + 1 :]] for each in others]
        case _:
            drawn: list[Any] = [words.value(info, "", chance) for _ in range(DRAWN)]
            yield path, 2, drawn


def _of_list(
    item: inspect.Type,
    path: str,
    old: list[Any],
    words: Words,
    seats: Sequence[str],
    chance: Random,
) -> Others:
    """One thing more, and each thing that is there another."""
    plain = _plain(item)
    if isinstance(plain, inspect.StrType):
        more: list[Any] = _names(None, words, seats, chance)
    elif isinstance(plain, inspect.UnionType) and any(
        isinstance(each, inspect.StructType) for each in plain.types
    ):
        told = [each for each in plain.types if getattr(each, "cls", None) is not Nothing]
        kinds = chance.sample(told, min(len(told), 2 * DRAWN))
        more = [words.value(each, "", chance) for each in kinds]
    else:
        more = [words.value(item, "", chance) for _ in range(DRAWN)]
    yield path, ALIKE, [[*old, each] for each in more if each not in old]
    for at, each in enumerate(old):
        kind = _of_tag(plain, each)
        for inner, enough, values in _others(kind, path, each, words, seats, chance):
            yield inner, enough, [[*old[:at], value, *old[at + 1 :]] for value in values]


def _of_tag(info: inspect.Type, value: Any) -> inspect.Type:
    """Which of several types a value is of, by its tag."""
    if isinstance(info, inspect.UnionType) and isinstance(value, dict):
        for each in info.types:
            if isinstance(each, inspect.StructType) and value.get(each.tag_field or "") == each.tag:
                return each
    return info


def _plain(info: inspect.Type) -> inspect.Type:
    """A type without its limits, and without the nothing that may stand in its place."""
    while isinstance(info, inspect.Metadata):
        info = info.type
    if isinstance(info, inspect.UnionType):
        types = [each for each in info.types if not isinstance(each, inspect.NoneType)]
        if len(types) == 1:
            return _plain(types[0])
    return info


def _names(old: Any, words: Words, seats: Sequence[str], chance: Random) -> list[str]:
    """Other names, of other things as far as names tell that; the seats are always among them."""
    found: dict[str, str] = {}
    drawn = chance.sample(words.names, min(len(words.names), DRAWN))
    for each in (*seats, *drawn):
        found.setdefault(_thing(each), each)
    return [each for key, each in found.items() if key != _thing(str(old or ""))]


def _thing(name: str) -> str:
    """A name without its number."""
    return _UNCOUNTED.sub("", _NUMBER.sub("", name)).casefold()
