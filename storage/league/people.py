"""People in a league: what follows from matches has pseudonyms, never the ids of the stores.

A pseudonym is the HMAC of publisher and person under the league's key: the same person of the same
store is the same pseudonym, and nobody without the key can tell whose it is. Payloads stay as they
were hashed; one table leads from a pseudonym back to the id, and its rows can be deleted.

Pseudonyms are put into the rows of a match as these are written, wherever an id of somebody is
told there: in a column or in a sentence of the referee. What a store calls a seat stays in the
columns of seats, by which facts and entries are joined, also where it is called as its person is.
"""

import hmac
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from referee.games.registry import is_stream, stream_ids
from storage.fact_tables import quoted
from storage.league.lake import Lake, Place
from storage.log import Log
from storage.rows import Lines

_COLUMNS = ("player", "a", "b", "winner", "judge", "by")
"""The columns of a tournament's facts in which people stand; beside a winner, ``by`` says on whose
word a result rests: a slip or a judge."""
_TELLS = re.compile(rb'"(?:by|judge|person|player|team|winner)":"((?:[^"\\]|\\.)+)"')
"""Where an entry names somebody by an id, or a seat."""
_LOGGED = re.compile(rb'"recorded_by":"((?:[^"\\]|\\.)+)"')
"""Where it says who logged it, of whom the referee never speaks."""
_LISTS = re.compile(
    rb'"(?:bye|half|zero|seeds)":\[([^\]]+)\]|\[(?:\d+|"[a-e]"),("[\w-]+","[\w-]+")'
)
"""The same in a list: of players, or of those who meet at a table or a board."""
_WORDS = {b"judge"}
"""What the referee calls somebody who is not named: an id that is no other tells nothing."""
_IN = {
    False: (
        # neither the match, nor on whose word a result rests, nor the name of a column
        rb'(?m)^\{"match_id":"[^"]*"|"by":"(?:slip|attested|judge)"|'
        rb'(?<![\w\x80-\xff-])(%b)(?![\w\x80-\xff-])(?!":)'
    ),
    True: rb'(?<="person":")(%b)(?=")',
}
"""Where an id stands in rows, and in those of seats alone."""


def pseudonym_of(place: Place, publisher: str, person: str) -> str:
    """The pseudonym of a person of a store."""
    made = hmac.new(place.key.encode(), f"{publisher}:{person}".encode(), "sha256")
    return f"p{made.hexdigest()[:24]}"


def person_columns(columns: Mapping[str, Mapping[str, str]]) -> list[tuple[str, str]]:
    """The tables and columns in which people stand.

    Args:
        columns: the columns of projected tables, with their types.
    """
    streams = tuple(f"fact_{each}__" for each in stream_ids())
    return [("seats", "person")] * ("seats" in columns) + [
        (table, column)
        for table, own in columns.items()
        if table.startswith(streams)
        for column in _COLUMNS
        if own.get(column) == "VARCHAR" and not (column == "by" and "winner" in own)
    ]


class _Seat(Struct):
    seat: str
    person: str = ""


class _Event(Struct):
    seats: list[_Seat] = []
    judges: dict[str, str] = {}


class _Opening(Struct):
    event: _Event


class Persons(NamedTuple):
    """Who is told of in a match, by the ids of the store as JSON has them."""

    everywhere: set[bytes]  # whose ids stand in any row
    in_words: set[bytes]  # whose stand in sentences of the referee alone: judges, and who is called
    # as their seat is


def persons_of(game: str, payloads: Sequence[str]) -> Persons:
    """Who is told of in the entries of a match, the opening first."""
    event = msgspec.json.decode(payloads[0], type=_Opening).event
    sit = {_plain(each.person) for each in event.seats if each.person}
    told = "\n".join(payloads).encode()
    named = {*map(_plain, event.judges), *_TELLS.findall(told)} - _WORDS
    if is_stream(game):
        lists = b",".join(one or other for one, other in _LISTS.findall(told))
        return Persons(
            sit | named | {each.strip(b'"') for each in lists.split(b",") if each}, set()
        )
    seats = {_plain(each.seat) for each in event.seats}
    return Persons(sit - seats, (named - seats - sit) | (sit & seats))


def _plain(text: str) -> bytes:
    return msgspec.json.encode(text)[1:-1]


def _whom(persons: Persons, table: str) -> set[bytes]:
    """Whose ids may stand in a table: in two are matches and contests alone."""
    if table in ("checkpoints", "contests"):
        return set()
    in_words = table in ("seats", "verdicts")
    return persons.everywhere | (persons.in_words if in_words else set())


def unnamed(place: Place, bench: Log, publisher: str, match: str, text: str) -> str:
    """What is said of a match that lies on a bench by its id in the store, whatever its entries
    are, with pseudonyms in the place of ids."""
    rows = bench.rows("SELECT payload, recorded_by FROM entries WHERE match_id = ?", [match])
    told = {_plain(by) for _, by in rows if by}
    for payload, _ in rows:
        told.update(_TELLS.findall(payload.encode()), _LOGGED.findall(payload.encode()))
    return Aliases(place).said(publisher, told, text)


class Aliases:
    """The pseudonyms that a batch has put in place.

    Args:
        place: the league.
    """

    def __init__(self, place: Place) -> None:
        self.place = place
        self.rows: dict[str, tuple[str, str]] = {}  # publisher and person of each
        self._known: dict[tuple[str, bytes], bytes] = {}

    def put(self, match_id: str, persons: Persons, rows: Mapping[str, Lines]) -> dict[str, Lines]:
        """The rows of a match, with pseudonyms in the place of ids."""
        publisher = match_id.partition(":")[0]
        return {
            table: (
                count,
                self._put(publisher, _whom(persons, table), lines, _IN[table == "seats"]),
            )
            for table, (count, lines) in rows.items()
        }

    def said(self, publisher: str, persons: set[bytes], text: str) -> str:
        """A sentence with pseudonyms in the place of ids; none of them is kept."""
        found = self._put(publisher, persons, msgspec.json.encode(text), keep=False)
        return str(msgspec.json.decode(found))

    def _put(
        self,
        publisher: str,
        persons: set[bytes],
        lines: bytes,
        pattern: bytes = _IN[False],
        keep: bool = True,
    ) -> bytes:
        there = sorted((each for each in persons if each in lines), key=len, reverse=True)
        if not there:
            return lines

        def instead(found: "re.Match[bytes]") -> bytes:
            return found[0] if found[1] is None else self._of(publisher, found[1], keep)

        either = b"|".join(map(re.escape, there))
        return re.sub(pattern % either, instead, lines)

    def _of(self, publisher: str, person: bytes, keep: bool) -> bytes:
        own = publisher, person
        if own not in self._known:
            said = str(msgspec.json.decode(b'"%b"' % person))
            self._known[own] = pseudonym_of(self.place, publisher, said).encode()
        made = self._known[own]
        if keep:
            self.rows[made.decode()] = publisher, str(msgspec.json.decode(b'"%b"' % person))
        return made

    def lay(self, log: Log) -> None:
        """Lay the pseudonyms beside the projected tables, for :func:`keep_people`."""
        found = [(pseudonym, *own) for pseudonym, own in sorted(self.rows.items())]
        log.rows(
            "CREATE OR REPLACE TEMP TABLE alias AS SELECT r[1] AS pseudonym, r[2] AS publisher, "
            "r[3] AS person FROM (SELECT unnest(from_json(?, '[[\"VARCHAR\"]]')) AS r)",
            [msgspec.json.encode(found).decode()],
        )
        self.rows = {}


_NO_WORDS = {"checkpoints", "entries", "ledger", "matches"}
"""Tables of matches that have no word of the referee's and no seat."""


def clear(lake: Lake, place: Place, publisher: str, person: str) -> None:
    """Put pseudonyms in the place of ids wherever an older program has left these: in what follows
    from the matches of the table ``gone``, whose entries can tell for the last time who is spoken
    of, and in what was refused or found of any match of their store."""
    of_store = f"starts_with(match_id, {quoted(f'{publisher}:')})"
    persons = {person, *_spoken_of(lake)}
    for table, columns in lake.types().items():
        if table in ("refused", "verified"):
            _clear_table(lake, place, publisher, table, ["why"], of_store, persons)
        elif "lake_game" in columns and table not in _NO_WORDS:
            own = [
                name
                for name, kind in columns.items()
                if kind in ("VARCHAR", "LIST")
                and name not in ("match_id", "lake_game", "contest", "rule")
            ]
            whose = f"{of_store} AND match_id IN (FROM gone)"
            _clear_table(lake, place, publisher, table, own, whose, persons)


def _spoken_of(lake: Lake) -> set[str]:
    """Who is told of in the entries of the matches of the table ``gone``."""
    if "entries" not in lake.tables():
        return set()
    found: set[bytes] = set()
    for game, payloads in lake.rows(
        "SELECT lake_game, list(payload ORDER BY seq) FROM lake.entries "
        "WHERE match_id IN (FROM gone) GROUP BY match_id, lake_game"
    ):
        found.update(*persons_of(game, payloads))
    return {str(msgspec.json.decode(b'"%b"' % each)) for each in found}


def _clear_table(
    lake: Lake,
    place: Place,
    publisher: str,
    table: str,
    columns: Sequence[str],
    whose: str,
    persons: set[str],
) -> None:
    if not columns:
        return
    word = r"(^|[^\w-])({})($|[^\w-])"
    either = word.format("|".join(sorted(map(re.escape, persons))))
    there = ", ".join(
        f'coalesce(bool_or(regexp_matches("{name}"::VARCHAR, $1)), false)' for name in columns
    )
    ((*found,),) = lake.rows(f'SELECT {there} FROM lake."{table}" WHERE {whose}', [either])
    # twice, as two that stand side by side share what is between them
    twice = "regexp_replace(regexp_replace({0}, $1, $2, 'g'), $1, $2, 'g')"
    for name in (name for name, is_there in zip(columns, found, strict=True) if is_there):
        instead = twice.format(f'"{name}"')
        if name == "winners":
            instead = f'list_transform("{name}", lambda one: {twice.format("one")})'
        for person in sorted(persons, key=len, reverse=True):
            lake.rows(
                f'UPDATE lake."{table}" SET "{name}" = {instead} WHERE {whose} '
                f'AND regexp_matches("{name}"::VARCHAR, $1)',
                [word.format(re.escape(person)), rf"\1{pseudonym_of(place, publisher, person)}\3"],
            )


def keep_people(lake: Lake) -> None:
    """Keep whom the pseudonyms of a bench stand for, in the transaction of its matches."""
    lake.rows(
        "INSERT INTO lake.people FROM alias WHERE pseudonym NOT IN "
        "(SELECT pseudonym FROM lake.people)"
    )


__all__ = [
    "Aliases",
    "Persons",
    "clear",
    "keep_people",
    "person_columns",
    "persons_of",
    "pseudonym_of",
    "unnamed",
]
