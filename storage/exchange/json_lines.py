"""JSON lines on their way in: many at a time, whatever games they are of and however mixed.

Of each line first the match alone is read, which says the game, or for a new match the opening
does. Then the lines of each game are read together. A line that is laid out in another way than
the one that is exported is read by itself, and so are all where one is wrong: then each is
judged, in order, until that one is named.
"""

import re
from collections.abc import Sequence
from datetime import UTC
from typing import Annotated, Any, Generic

import msgspec
from msgspec import Meta, Struct

from events.common import Insert, Opening
from events.entry import E, Entry, EventCodec, MatchId, canonical, settled, verb
from events.event import Event
from referee.games.registry import UnknownGame, game_ids, game_of
from storage.exchange.intake import Intake
from storage.proof.head import WrittenHead, written_head

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="64 hexadecimal digits")]


class Line(Entry[E], Generic[E], frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of JSON lines: an entry, the digest of the state that is noted at it, and the
    head of the match with its first entry."""

    digest: Digest | None = None
    head: WrittenHead | None = None


class _Kind(Struct, frozen=True):
    """What of an event says the game, in an opening; in others these fields may be anything."""

    type: str = ""
    game: Any = None
    version: Any = None


class _Start(Struct, frozen=True):
    """What of a line says of which game it is."""

    match: MatchId
    seq: int = 0
    event: _Kind = _Kind()


_starts = msgspec.json.Decoder(_Start)
_encoder = msgspec.json.Encoder(order="deterministic")
_OPENING = verb(Opening)
_BEFORE_DIGEST = -len(b',"digest":""}') - 64
_BEFORE_HEAD = -len(b',"head":""}')
_BYTE = re.compile(r"\(byte (\d+)\)")


class LineReader:
    """Reads JSON lines into an intake.

    Args:
        taking: what takes the entries.
    """

    def __init__(self, taking: Intake) -> None:
        self.taking = taking
        self._decoders: dict[EventCodec, msgspec.json.Decoder[Line[Event]]] = {}
        self._codecs: dict[str, EventCodec] = {}

    def take(self, lines: Sequence[bytes], before: int) -> None:
        """Take lines, of which ``before`` stand before the first.

        Raises:
            ImportFault: a line cannot be imported; names it.
        """
        taking = self.taking
        try:
            starts = _starts.decode_lines(b"".join(lines))
        except (ValueError, RecursionError):
            starts = []
        if len(starts) != len(lines):
            found: list[Line[Event] | None] = [None] * len(lines)
        else:
            taking.expect({start.match for start in starts})
            found = self._together(lines, [self._codec(start) for start in starts])
        for number, (line, entry) in enumerate(zip(lines, found, strict=True), before + 1):
            if entry is None:
                if line.strip():
                    self._take_one(line, number)
                continue
            payload = line[:-1]
            if entry.head is not None:
                taking.expect_head(entry.match, written_head(entry.head))
                payload = payload[: _BEFORE_HEAD - len(entry.head)] + b"}"
            if entry.digest is not None:
                payload = payload[:_BEFORE_DIGEST] + b"}"
            taking.take(entry, payload, entry.digest, number)

    def _codec(self, start: _Start) -> EventCodec | None:
        """The codec of the game of a line; None where nothing says which that is."""
        match_id = start.match
        if match_id not in self._codecs:
            game, event = self.taking.game(match_id), start.event
            if game is None and start.seq == 1 and event.type == _OPENING:
                try:
                    game = game_of(event.game, event.version)
                except (UnknownGame, TypeError):
                    return None
            if game is None:
                return None
            self._codecs[match_id] = game.codec
        return self._codecs[match_id]

    def _together(
        self, lines: Sequence[bytes], codecs: Sequence[EventCodec | None]
    ) -> list[Line[Event] | None]:
        """The entries of those lines that are laid out as they are exported, game by game."""
        found: list[Line[Event] | None] = [None] * len(lines)
        places: dict[EventCodec, list[int]] = {}
        for at, codec in enumerate(codecs):
            if codec is not None:
                places.setdefault(codec, []).append(at)
        for codec, own in places.items():
            text = b"".join([lines[at] for at in own])
            try:
                entries = self._decoder(codec).decode_lines(text)
                written = _encoder.encode_lines(entries).splitlines(keepends=True)
            except (ValueError, RecursionError):
                continue
            if not len(own) == len(entries) == len(written):
                continue  # several objects on one line, or an empty one
            for at, entry, line in zip(own, entries, written, strict=True):
                if line == lines[at] and _is_settled(entry):
                    found[at] = entry
        return found

    def _decoder(self, codec: EventCodec) -> msgspec.json.Decoder[Line[Event]]:
        """The decoder of the lines of one game."""
        if codec not in self._decoders:
            self._decoders[codec] = msgspec.json.Decoder(Line[codec.union])  # type: ignore[name-defined]
        return self._decoders[codec]

    def _take_one(self, text: bytes, number: int) -> None:
        """Take one line, however it is laid out."""
        taking = self.taking
        try:
            start = _starts.decode(text)
            match_id = start.match
            taking.expect([match_id])
            codec = self._codec(start)
            if codec is None:
                if taking.game(match_id) is None and start.seq and start.event.type:
                    taking.opens(match_id, start.seq, start.event.type, number)
                codec = game_of(game_ids()[0]).codec  # an opening reads the same in every game
            line = self._decoder(codec).decode(text)
            entry: Entry[Event] = Entry(
                line.match,
                line.seq,
                line.id,
                line.played_at,
                line.recorded_at,
                line.recorded_by,
                line.event,
            )
            entry = codec.entry(canonical(entry))
        except (ValueError, OverflowError, RecursionError) as error:
            at = _BYTE.search(str(error))
            raise taking.fault(number, str(error), int(at[1]) + 1 if at else 0) from error
        if line.head is not None:
            taking.expect_head(line.match, written_head(line.head))
        taking.take(entry, canonical(entry), line.digest, number)


def _is_settled(line: Line[Event]) -> bool:
    """Whether a line that is laid out as they are exported says its entry as the log does."""
    return (
        line.played_at.tzinfo is UTC
        and line.recorded_at.tzinfo is UTC
        and type(line.event) is not Insert
        and settled(line.event) is line.event
    )


__all__ = ["Line", "LineReader"]
