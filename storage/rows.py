"""The rows that a match gives to the projected tables, as JSON lines."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import starmap
from typing import Any

import msgspec
from msgspec import Struct

from events.common import RULINGS, CardList, Opening
from events.notation import write
from referee.fact import Fact
from referee.hidden import pooled
from referee.replay.causes import refusals
from referee.replay.replay import Replay
from referee.verdict import LEGAL, Illegal, Incomplete, OnTrust, Verdict, name_of
from storage.error import LogError

Line = tuple[str, bytes]
"""A table and a row of it, a JSON object with its line break."""
Lines = tuple[int, bytes]
"""How many rows, and these."""
_Of = tuple[str, Mapping[str, Any], Sequence[Struct]]
"""A table, what its rows have in common beside the match, and what they have each."""

_RULINGS = frozenset(RULINGS)
_encoder = msgspec.json.Encoder()
_encode, _encode_lines = _encoder.encode, _encoder.encode_lines


class _Seat(Struct, gc=False):
    seat: str
    place: int
    person: str
    deck_name: str
    side: str


class _Contest(Struct, gc=False):
    contest: str


class _DeckCard(Struct, gc=False):
    card: str
    copies: int


class _Verdict(Struct, gc=False):
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


def rows_of(match_id: str, replay: Replay, tables: Mapping[type[Fact], str]) -> dict[str, Lines]:
    """All rows of a match, by their tables.

    Args:
        match_id: the match.
        replay: its replay.
        tables: the table of each fact type of its game.

    Raises:
        LogError: the game gives a fact that it does not declare.
    """
    head = b'{"match_id":%b,"seq":' % _encode(match_id)
    found = {"verdicts": (len(replay.verdicts), b"".join(_verdicts(match_id, head, replay)))}
    beside: defaultdict[str, list[Lines]] = defaultdict(list)
    for table, common, rows in (*_seats(replay), *_pools(replay)):
        beside[table].append(_behind({"match_id": match_id, **common}, rows))
    for table, several in beside.items():
        found[table] = sum(count for count, _ in several), b"".join(rows for _, rows in several)
    facts: defaultdict[type[Fact], list[bytes]] = defaultdict(list)
    told = _encode_lines(replay.table.facts)[1:-1].split(b"\n{") if replay.opened else ()
    for place, ((seq, fact), rest) in enumerate(zip(replay.all_facts(), told, strict=False), 1):
        facts[type(fact)].append(b'%b%d,"place":%d,%b\n' % (head, seq, place, rest))
    for kind, of_kind in facts.items():
        if kind not in tables:
            raise LogError(f"{replay.game.id} does not declare the fact {kind.__name__}")
        found[tables[kind]] = (len(of_kind), b"".join(of_kind))
    return found


def _behind(common: Mapping[str, Any], rows: Sequence[Struct]) -> Lines:
    """Rows that have fields in common, which stand first."""
    head = b"\n%b," % _encode(common)[:-1]
    return len(rows), (b"\n" + _encode_lines(rows)).replace(b"\n{", head)[1:]


def _seats(replay: Replay) -> Iterator[_Of]:
    opening = replay.events[0]
    if not isinstance(opening, Opening):
        return
    seats = [
        _Seat(s.seat, place, s.person, s.deck_name, s.side or s.seat)
        for place, s in enumerate(opening.seats, 1)
    ]
    yield "seats", {}, seats
    for s in opening.seats:
        yield from _cards(s.seat, {"": s.deck, **s.lists})
    yield from _cards("", opening.lists)
    if opening.contest:
        yield "contests", {}, [_Contest(opening.contest)]


def _pools(replay: Replay) -> Iterator[_Of]:
    """What is known of each registered deck when the match is over, and all is logged."""
    opening = replay.events[0]
    if not isinstance(opening, Opening) or not replay.state.over:
        return
    game, ended = replay.game, replay.state.ended
    places = game.hidden(replay.table)
    for s in opening.seats:
        if s.deck:
            common = {"seq": ended, "seat": s.seat}
            yield "pool_at_end", common, [*pooled(places, game.hands, s.seat, s.deck)]


def _cards(seat: str, lists: Mapping[str, CardList]) -> Iterator[_Of]:
    for name, cards in lists.items():
        copies_of = cards if isinstance(cards, dict) else Counter(cards)
        if copies_of:
            common = {"seat": seat, "list": name}
            yield "deck_cards", common, [*starmap(_DeckCard, copies_of.items())]


def _verdicts(match_id: str, head: bytes, replay: Replay) -> list[bytes]:
    ruled = not _RULINGS.isdisjoint(map(type, replay.events))
    row = _Verdict(match_id, 0, "legal", "", "", "legal", None, None, None, None, None)
    legal = b"%b%%d%b\n" % (head.replace(b"%", b"%%"), _encode(row)[len(head) + 1 :])
    found = [*map(legal.__mod__, range(1, len(replay.verdicts) + 1))]
    refused = refusals(replay)
    for seq, verdict in enumerate(replay.verdicts, 1):
        standing = replay.standing(seq) if ruled else verdict
        if verdict is LEGAL and standing is LEGAL:
            continue
        row.seq = seq
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
        found[seq - 1] = _encode(row) + b"\n"
    return found


def _message(verdict: Verdict) -> str:
    if isinstance(verdict, Illegal | Incomplete):
        return verdict.message
    return "; ".join(verdict.assumptions) if isinstance(verdict, OnTrust) else ""
