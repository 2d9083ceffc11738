"""The rows that a match gives to the projected tables, as JSON lines."""

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from events.common import RULINGS, CardList, Opening
from events.notation import write
from referee.fact import Fact
from referee.replay.causes import refusals
from referee.replay.replay import Replay
from referee.verdict import LEGAL, Illegal, Incomplete, OnTrust, Verdict, name_of
from storage.error import LogError

Line = tuple[str, bytes]
"""A table and a row of it, a JSON object with its line break."""

_RULINGS = frozenset(RULINGS)
_encode = msgspec.json.Encoder().encode


class _Seat(Struct):
    match_id: str
    seat: str
    place: int
    person: str
    deck_name: str
    side: str


class _Contest(Struct):
    match_id: str
    contest: str


class _DeckCard(Struct):
    match_id: str
    seat: str
    list: str
    card: str
    copies: int


class _Verdict(Struct):
    match_id: str
    seq: int
    verdict: str
    rule: str
    message: str
    standing: str
    undone_by: int | None
    root: int | None
    forgotten: str | None
    remedy: str | None
    remedied_by: int | None


class _Projected(Struct):
    match_id: str
    seq: int
    fault: str | None


def projected(match_id: str, last: int, fault: str | None) -> Line:
    """The row that says how far a match is projected."""
    return "projected", _encode(_Projected(match_id, last, fault)) + b"\n"


def rows_of(match_id: str, replay: Replay, tables: Mapping[type[Fact], str]) -> Iterator[Line]:
    """All rows of a match.

    Args:
        match_id: the match.
        replay: its replay.
        tables: the table of each fact type of its game.

    Raises:
        LogError: the game gives a fact that it does not declare.
    """
    yield from _seats(match_id, replay)
    yield from _verdicts(match_id, replay)
    head = f'{{"match_id":{_encode(match_id).decode()},"seq":'
    for place, (seq, fact) in enumerate(replay.all_facts(), 1):
        table = tables.get(type(fact))
        if table is None:
            raise LogError(f"{replay.game.id} does not declare the fact {type(fact).__name__}")
        start = f'{head}{seq},"place":{place},'
        yield table, b"%b%b\n" % (start.encode(), _encode(fact)[1:])


def _seats(match_id: str, replay: Replay) -> Iterator[Line]:
    opening = replay.events[0]
    if not isinstance(opening, Opening):
        return
    for place, s in enumerate(opening.seats, 1):
        seat = _Seat(match_id, s.seat, place, s.person, s.deck_name, s.side or s.seat)
        yield "seats", _encode(seat) + b"\n"
        yield from _cards(match_id, s.seat, {"": s.deck, **s.lists})
    yield from _cards(match_id, "", opening.lists)
    if opening.contest:
        yield "contests", _encode(_Contest(match_id, opening.contest)) + b"\n"


def _cards(match_id: str, seat: str, lists: Mapping[str, CardList]) -> Iterator[Line]:
    for name, cards in lists.items():
        copies_of = cards if isinstance(cards, dict) else Counter(cards)
        for card, copies in copies_of.items():
            yield "deck_cards", _encode(_DeckCard(match_id, seat, name, card, copies)) + b"\n"


def _verdicts(match_id: str, replay: Replay) -> Iterator[Line]:
    ruled = not _RULINGS.isdisjoint(map(type, replay.events))
    row = _Verdict(match_id, 0, "", "", "", "", None, None, None, None, None)
    refused = refusals(replay)
    for seq, verdict in enumerate(replay.verdicts, 1):
        standing = replay.standing(seq) if ruled else verdict
        row.seq = seq
        if verdict is LEGAL and standing is LEGAL:
            row.verdict = row.standing = "legal"
            row.rule = row.message = ""
        else:
            row.verdict = name_of(verdict)
            row.rule = verdict.rule if isinstance(verdict, Illegal) else ""
            row.message = _message(verdict)
            row.standing = "not in force" if standing is None else name_of(standing)
        row.undone_by = replay.undone.get(seq)
        refusal = refused.get(seq)
        row.root = row.forgotten = row.remedy = row.remedied_by = None
        if refusal is not None:
            row.root = refusal.root
            row.forgotten = "; ".join(write(step, replay.game.codec) for step in refusal.forgotten)
            row.remedy, row.remedied_by = refusal.remedy, refusal.remedied_by
        yield "verdicts", _encode(row) + b"\n"


def _message(verdict: Verdict) -> str:
    if isinstance(verdict, Illegal | Incomplete):
        return verdict.message
    return "; ".join(verdict.assumptions) if isinstance(verdict, OnTrust) else ""
