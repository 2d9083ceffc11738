"""The entry: an event in one match's log, its canonical bytes, and the chain of hashes."""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from typing import Annotated, Any, Generic, TypeVar, Union, get_args

import msgspec
from msgspec import Meta, Struct

from events.common import COMMON, NEVER_INSERTED, Insert
from events.event import Event, Person, Seq

E = TypeVar("E")

MatchId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$(?!\n)")]
EntryId = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$(?!\n)",
        description="a UUID version 7, lower case",
    ),
]
UtcTime = Annotated[datetime, Meta(tz=True)]

GENESIS = "0" * 64
"""What stands before the first entry of a match in the chain."""


class Entry(Struct, Generic[E], frozen=True, forbid_unknown_fields=True):
    """An event in one match's log. The order of the fields is the order of canonical bytes.

    Args:
        match: the id of the match.
        seq: its number in that match, without gaps from 1.
        id: made where it was logged; the same id again is the same entry.
        played_at: when it happened, UTC.
        recorded_at: when it was written down, UTC.
        recorded_by: the id of the person who wrote it down.
        event: what happened.
    """

    match: MatchId
    seq: Seq
    id: EntryId
    played_at: UtcTime
    recorded_at: UtcTime
    recorded_by: Person
    event: E


class Sealed(Struct, frozen=True):
    """An entry as it is kept: the canonical JSON that the hash covers, and its chain link."""

    entry: Entry[Event]
    payload: bytes
    previous: str
    hash: str


class _Bare(Struct, Generic[E], frozen=True, gc=False):
    """The part of a stored entry that a replay reads."""

    event: E


class EventCodec:
    """JSON both ways for the events of one game and the common ones.

    Args:
        types: the event types of the game; the common ones are added.

    Example:
        >>> codec = EventCodec(())
        >>> codec.event(b'{"type":"concede","seat":"ana"}')
        Concede(seat='ana')
    """

    def __init__(self, types: Iterable[type[Event]]) -> None:
        self.types: tuple[type[Event], ...] = (*COMMON, *types)
        union: Any = Union[self.types]  # noqa: UP007 - built at run time
        self.union = union
        self.by_verb: dict[str, type[Event]] = {verb(t): t for t in self.types}
        self._event: msgspec.json.Decoder[Event] = msgspec.json.Decoder(union)
        self._entry: msgspec.json.Decoder[Entry[Event]] = msgspec.json.Decoder(Entry[union])
        self._bare: msgspec.json.Decoder[list[_Bare[Event]]] = msgspec.json.Decoder(
            list[_Bare[union]]
        )

    def event(self, text: bytes | str) -> Event:
        """The event that a JSON object holds.

        Raises:
            msgspec.ValidationError: it is no event of this game; names the field.
            msgspec.DecodeError: it is no JSON.
        """
        return self._whole(self._event.decode(text))

    def entry(self, text: bytes | str) -> Entry[Event]:
        """The entry that a JSON object holds; errors as for :meth:`event`."""
        entry = self._entry.decode(text)
        event = self._whole(entry.event)
        played, recorded = entry.played_at, entry.recorded_at
        if event is entry.event and played.tzinfo is UTC and recorded.tzinfo is UTC:
            return entry
        return msgspec.structs.replace(
            entry,
            event=event,
            played_at=played.astimezone(UTC),
            recorded_at=recorded.astimezone(UTC),
        )

    def events_of(self, payloads: Iterable[bytes | str]) -> list[Event]:
        """The events of many stored entries, in order: the quick way in for a replay."""
        joined = b",".join(p.encode() if isinstance(p, str) else p for p in payloads)
        return [bare.event for bare in self._bare.decode(b"[" + joined + b"]")]

    def nested(self, insert: Insert) -> Event:
        """The event that an ``insert`` ruling puts in its place; errors as for :meth:`event`.

        A ruling cannot be inserted.
        """
        kind = self.by_verb.get(str(insert.event.get("type")))
        if kind is None or kind in NEVER_INSERTED:
            raise msgspec.ValidationError(
                "Expected an event of play or a remark - at `$.event.type`"
            )
        return settled(msgspec.convert(insert.event, kind))

    def _whole(self, event: Event) -> Event:
        """The event as it is written: defaults left out, also in an event within."""
        if type(event) is Insert:
            inner = msgspec.json.decode(_encoder.encode(self.nested(event)))
            event = msgspec.structs.replace(event, event=inner)
        return settled(event)


@cache
def _defaults(kind: type[Struct]) -> tuple[tuple[str, Any], ...]:
    """The fields of a Struct that have a default which an equal value need not be.

    What is empty is one object, but for 0.0.
    """
    return tuple(
        (field.name, field.default)
        for field in msgspec.structs.fields(kind)
        if field.default is not msgspec.NODEFAULT
        and (field.default or isinstance(field.default, float))
    )


@cache
def _filled(kind: type[Struct]) -> tuple[str, ...]:
    """The fields of an event type that hold Structs of which such a default may be left out."""
    return tuple(
        field.name
        for field in msgspec.structs.fields(kind)
        if any(_defaults(each) for each in _structs(field.type))
    )


def _structs(annotation: Any) -> Iterator[type[Struct]]:
    """The Structs that a type of a field names and that leave their defaults out."""
    found = isinstance(annotation, type) and issubclass(annotation, Struct)
    if found and annotation.__struct_config__.omit_defaults:
        yield annotation
    for each in get_args(annotation):
        yield from _structs(each)


S = TypeVar("S", bound=Struct)


def settled(event: S) -> S:
    """The event with defaults that were written out as if they had been left out.

    Encoding leaves a default out only where the value is that very object; an equal one would
    give the same event other canonical bytes. So it is for the Structs that an event holds.
    """
    kind = type(event)
    written_out = {
        name: default
        for name, default in _defaults(kind)
        if (value := getattr(event, name)) == default and value is not default
    }
    for name in _filled(kind):
        held = getattr(event, name)
        if isinstance(held, tuple):
            items = tuple(settled(each) if isinstance(each, Struct) else each for each in held)
            if any(new is not old for new, old in zip(items, held, strict=True)):
                written_out[name] = items
    return msgspec.structs.replace(event, **written_out) if written_out else event


def verb(event: type[Event] | Event) -> str:
    """The verb of an event or event type: its tag in JSON and its word in the notation."""
    return str(event.__struct_config__.tag)


def canonical(entry: Entry[Event]) -> bytes:
    """The bytes that the hash covers: compact JSON, fields in their order, defaults left out."""
    return _encoder.encode(entry)


_encoder = msgspec.json.Encoder(order="deterministic")


def link(previous: str, payload: bytes) -> str:
    """The hash of an entry: SHA-256 over the previous hash (as text) and the canonical bytes."""
    return hashlib.sha256(previous.encode() + payload).hexdigest()


def seal(entry: Entry[Event], previous: str) -> Sealed:
    """The entry with its canonical bytes and its link in the chain."""
    entry = msgspec.structs.replace(entry, event=settled(entry.event))
    payload = canonical(entry)
    return Sealed(entry, payload, previous, link(previous, payload))


def entry_id(milliseconds: int, entropy: bytes) -> str:
    """A UUID version 7 from a Unix time in milliseconds and 10 bytes of anything unique.

    Raises:
        ValueError: fewer than 10 bytes.
    """
    if len(entropy) < 10:
        raise ValueError("an entry id needs 10 bytes besides its time")
    number = (milliseconds & (1 << 48) - 1) << 80 | int.from_bytes(entropy[:10], "big")
    number = number & ~(0xF << 76) | 0x7 << 76
    number = number & ~(0x3 << 62) | 0x2 << 62
    h = f"{number:032x}"
    return f"{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}"
