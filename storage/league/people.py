"""People in a league: what follows from matches has pseudonyms, never the ids of the stores.

A pseudonym is the HMAC of publisher and person under the league's key: the same person of the same
store is the same pseudonym, and nobody without the key can tell whose it is. Payloads stay as they
were hashed; one table leads from a pseudonym back to the id, and its rows can be deleted.

Pseudonyms are put into the rows of a match as these are written: in columns in which an id stands,
and in sentences, where somebody is spoken of. Which columns these are is declared here, once; no
other has an id of somebody, whatever word an id may be. What a store calls a seat stays in the
columns of seats, by which facts and entries are joined, also where it is called as its person is.
"""

import hmac
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from events.entry import EventCodec
from events.event import Event, Person
from referee.games.registry import UnknownGame, game_of, is_stream, stream_ids
from storage.fact_tables import quoted
from storage.league.lake import Lake, Place
from storage.log import Log
from storage.rows import Lines


class Columns(NamedTuple):
    """Where people are told of in a table."""

    persons: tuple[str, ...] = ()  # columns in which an id stands, or several
    sentences: tuple[str, ...] = ()  # columns in which somebody may be spoken of


_OF_MATCHES = {
    "seats": Columns(("person",)),
    "verdicts": Columns((), ("message", "forgotten")),
}
"""The tables of all matches that tell of people; seats have other columns."""
_OF_STREAMS = {
    "fact_match_ended": Columns(("winners",)),
    "fact_state_repaired": Columns((), ("target", "value")),
}
"""The facts of all games that do where they are of a tournament, which knows no seats."""
OWN_OF_STREAMS = Columns(
    ("player", "a", "b", "winner", "judge", "by"), ("about", "deviation", "outcome")
)
"""The columns of a tournament's own facts; beside a winner, ``by`` says on whose word a result
rests: a slip or a judge."""
OF_THE_LEAGUE = {"refused": Columns((), ("why",)), "verified": Columns((), ("why",))}
"""What the league itself says of matches."""
_STREAM_TABLES = tuple(f"fact_{each}__" for each in stream_ids())

_TELLS = re.compile(rb'"(?:by|judge|person|player|team|winner)":"((?:[^"\\]|\\.)+)"')
"""Where an entry names somebody by an id, or a seat, or a thing."""
_LOGGED = re.compile(rb'"recorded_by":"((?:[^"\\]|\\.)+)"')
"""Where it says who logged it, of whom the referee never speaks."""
_LISTS = re.compile(
    rb'"(?:bye|half|zero|seeds)":\[([^\]]+)\]|\[(?:\d+|"[a-e]"),("[\w-]+","[\w-]+")'
)
"""The same in a list: of players, or of those who meet at a table or a board."""
_WORDS = {"judge"}
"""What the referee calls somebody who is not named: an id that is no other tells nothing."""


PSEUDONYM = "p[0-9a-f]{24}"
"""What a pseudonym looks like, as a pattern."""
NOBODY = re.compile(rf"\b{PSEUDONYM}\b")
"""Where a sentence speaks of somebody, whom it is not to tell apart from others."""


def pseudonym_of(place: Place, publisher: str, person: str) -> str:
    """The pseudonym of a person of a store."""
    made = hmac.new(place.key.encode(), f"{publisher}:{person}".encode(), "sha256")
    return f"p{made.hexdigest()[:24]}"


def columns_of(table: str, names: Collection[str], *, stream: bool) -> Columns:
    """Where people are told of in a table.

    Args:
        table: the table.
        names: its columns.
        stream: whether it is about the rows of tournaments.
    """
    own = _OF_MATCHES.get(table) or OF_THE_LEAGUE.get(table)
    if own is None and stream:
        own = OWN_OF_STREAMS if table.startswith(_STREAM_TABLES) else _OF_STREAMS.get(table)
    persons, sentences = own or Columns()
    on_whose_word = {"by"} if "winner" in names else set()
    return Columns(
        tuple(each for each in persons if each in names and each not in on_whose_word),
        tuple(each for each in sentences if each in names),
    )


def person_columns(columns: Mapping[str, Mapping[str, str]]) -> list[tuple[str, str]]:
    """The tables and columns in which persons stand, one or a list of them.

    Args:
        columns: the columns of projected tables, with their types.
    """
    return [
        (table, column)
        for table, own in columns.items()
        for column in columns_of(table, own, stream=True).persons
    ]


# -- who is told of --------------------------------------------------------------------------------


class Mentions(NamedTuple):
    """Who is told of in a match, by the ids of the store."""

    persons: set[str]  # whose ids stand in columns
    words: dict[str, str]  # whom a word of a sentence means: an id, or a seat that is called so


class _Seat(Struct):
    seat: str
    person: str = ""
    side: str = ""


class _Event(Struct):
    seats: list[_Seat] = []
    judges: dict[str, str] = {}


class _Opening(Struct):
    event: _Event


def mentions_of(game: str, payloads: Sequence[str]) -> Mentions:
    """Who is told of in the entries of a match, the opening first."""
    event = msgspec.json.decode(payloads[0], type=_Opening).event
    sit = {each.person for each in event.seats if each.person}
    if is_stream(game):
        text = "\n".join(payloads).encode()
        lists = b",".join(one or other for one, other in _LISTS.findall(text))
        named = {*map(_plain, _TELLS.findall(text))}
        named |= {each for each in msgspec.json.decode(b"[%b]" % lists) if isinstance(each, str)}
        persons = (sit | named | {*event.judges}) - _WORDS
        return Mentions(persons, {each: each for each in persons})
    named = {*event.judges, *_named_in(game, payloads)} - _WORDS
    persons = sit | (named - {name for each in event.seats for name in (each.seat, each.side)})
    words = {each: each for each in persons}
    # the referee speaks of seats: one that is called as somebody means who sits there
    words |= {each.seat: each.person for each in event.seats if each.seat in sit and each.person}
    return Mentions(persons, words)


def _plain(text: bytes) -> str:
    return str(msgspec.json.decode(b'"%b"' % text))


def _named_in(game: str, payloads: Sequence[str]) -> Iterator[str]:
    """Whom the events of a game for a table name by their ids."""
    fields = _fields_of(game)
    some = re.compile(f'"(?:{"|".join(sorted({e for own in fields.values() for e in own}))})":')
    for payload in payloads:
        if some.search(payload):
            yield from _named(msgspec.json.decode(payload), fields)


def _named(value: Any, fields: Mapping[str, Sequence[str]]) -> Iterator[str]:
    if isinstance(value, dict):
        for field in fields.get(str(value.get("type")), ()):
            if isinstance(found := value.get(field), str):
                yield found
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _named(each, fields)


@cache
def _fields_of(game: str) -> Mapping[str, Sequence[str]]:
    """The fields of each event of a game in which the id of a person stands."""
    try:
        codec = game_of(game).codec
    except UnknownGame:
        codec = EventCodec(())

    def persons(kind: type[Event]) -> list[str]:
        own = msgspec.structs.fields(kind)
        return [each.encode_name for each in own if each.type == Person]

    return {verb: persons(kind) for verb, kind in codec.by_verb.items()}


def unnamed(place: Place, bench: Log, publisher: str, match: str, text: str) -> str:
    """What is said of a match that lies on a bench by its id in the store, whatever its entries
    are, with pseudonyms in the place of ids."""
    rows = bench.rows("SELECT payload, recorded_by FROM entries WHERE match_id = ?", [match])
    named = {by for _, by in rows if by}
    for payload, _ in rows:
        for found in (*_TELLS.findall(payload.encode()), *_LOGGED.findall(payload.encode())):
            try:
                named.add(_plain(found))
            except msgspec.MsgspecError:  # it is no JSON: nobody can say it in a sentence
                continue
    return Aliases(place).said(publisher, {each: each for each in named - _WORDS}, text)


# -- put in their place ----------------------------------------------------------------------------

Naming = Callable[[str], str]
"""The pseudonym of a person of a store."""


def _persons(value: Any, name: Naming) -> Any:
    """What stands in a column of persons, with pseudonyms."""
    if isinstance(value, list):
        return [_persons(each, name) for each in value]
    return name(value) if value and value not in _WORDS else value


@lru_cache(256)
def _word(words: frozenset[str]) -> re.Pattern[str]:
    """Where one of these words stands as a whole: not within a longer word, an id with a hyphen, or
    a number with a point; before an apostrophe, whichever it is, it does."""
    either = "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))
    return re.compile(rf"(?<![\w-])(?<!\d\.)(?:{either})(?![\w-]|\.\d)")


def _sentence(text: Any, words: Mapping[str, str], name: Naming) -> Any:
    """A sentence, with pseudonyms."""
    if not text or not words:
        return text
    return _word(frozenset(words)).sub(lambda found: name(words[found[0]]), text)


def is_spoken_of(person: str, text: str) -> bool:
    """Whether a text speaks of somebody by an id."""
    return _word(frozenset({person})).search(text) is not None


class Aliases:
    """The pseudonyms that a batch has put in place.

    Args:
        place: the league.
    """

    def __init__(self, place: Place) -> None:
        self.place = place
        self.rows: dict[str, tuple[str, str]] = {}  # publisher and person of each
        self._known: dict[tuple[str, str], str] = {}

    def put(
        self, match_id: str, game: str, mentions: Mentions, rows: Mapping[str, Lines]
    ) -> dict[str, Lines]:
        """The rows of a match, with pseudonyms in the place of ids."""
        publisher, stream = match_id.partition(":")[0], is_stream(game)

        def name(person: str) -> str:
            made = self._of(publisher, person)
            self.rows[made] = publisher, person
            return made

        words = [msgspec.json.encode(each)[1:-1] for each in mentions.words]
        return {
            table: (count, _put(table, lines, mentions, words, name, stream=stream))
            for table, (count, lines) in rows.items()
        }

    def said(self, publisher: str, words: Mapping[str, str], text: str) -> str:
        """A sentence with pseudonyms in the place of ids; none of them is kept."""
        return str(_sentence(text, words, lambda person: self._of(publisher, person)))

    def _of(self, publisher: str, person: str) -> str:
        own = publisher, person
        if own not in self._known:
            self._known[own] = pseudonym_of(self.place, publisher, person)
        return self._known[own]

    def lay(self, log: Log) -> None:
        """Lay the pseudonyms beside the projected tables, for :func:`keep_people`."""
        found = [(pseudonym, *own) for pseudonym, own in sorted(self.rows.items())]
        log.rows(
            "CREATE OR REPLACE TEMP TABLE alias AS SELECT r[1] AS pseudonym, r[2] AS publisher, "
            "r[3] AS person FROM (SELECT unnest(from_json(?, '[[\"VARCHAR\"]]')) AS r)",
            [msgspec.json.encode(found).decode()],
        )
        self.rows = {}


def _put(
    table: str,
    lines: bytes,
    mentions: Mentions,
    words: Sequence[bytes],
    name: Naming,
    *,
    stream: bool,
) -> bytes:
    """Rows of a table, as JSON lines, with pseudonyms in the place of ids."""
    first = msgspec.json.decode(lines[: lines.find(b"\n") + 1]) if lines else {}
    own = columns_of(table, first, stream=stream)
    spoken = own.sentences if any(each in lines for each in words) else ()
    if not own.persons and not spoken:
        return lines
    rows = msgspec.json.Decoder().decode_lines(lines)
    for row in rows:
        for column in own.persons:
            row[column] = _persons(row[column], name)
        for column in spoken:
            row[column] = _sentence(row[column], mentions.words, name)
    return msgspec.json.Encoder().encode_lines(rows)


# -- left by an older program ----------------------------------------------------------------------


def clear(lake: Lake, place: Place, publisher: str, person: str) -> None:
    """Put pseudonyms in the place of ids wherever an older program has left these: in what follows
    from the matches of the table ``gone``, whose entries can tell for the last time who is spoken
    of, and in what was refused or found of any match of their store."""
    of_store = f"starts_with(match_id, {quoted(f'{publisher}:')})"
    by_match = _spoken_of(lake)
    everybody = {person}.union(*(mentions.persons for mentions in by_match.values()))
    anybody = Mentions(everybody, {each: each for each in everybody})
    called = partial(pseudonym_of, place, publisher)
    for table, names in lake.columns().items():
        own = columns_of(table, names, stream=True)
        if table in OF_THE_LEAGUE:
            _clear_table(lake, table, own, of_store, lambda match_id: anybody, called)
        elif "lake_game" in names:
            whose = f"{of_store} AND match_id IN (FROM gone)"
            if table not in _OF_MATCHES:
                whose += f" AND lake_game IN ({', '.join(map(quoted, stream_ids()))})"
            mentions = partial(_mentions_in, by_match, anybody)
            _clear_table(lake, table, own, whose, mentions, called)


def _spoken_of(lake: Lake) -> dict[str, Mentions]:
    """Who is told of in the entries of each match of the table ``gone``."""
    if "entries" not in lake.tables():
        return {}
    found = lake.rows(
        "SELECT match_id, lake_game, list(payload ORDER BY seq) FROM lake.entries "
        "WHERE match_id IN (FROM gone) GROUP BY match_id, lake_game"
    )
    return {match_id: mentions_of(game, payloads) for match_id, game, payloads in found}


def _mentions_in(by_match: Mapping[str, Mentions], anybody: Mentions, match_id: str) -> Mentions:
    return by_match.get(match_id, anybody)


def _clear_table(
    lake: Lake,
    table: str,
    own: Columns,
    whose: str,
    mentions_in: Callable[[str], Mentions],
    called: Callable[[str], str],
) -> None:
    """Put what people are called in the place of their ids, in the rows of a table."""
    for column in (*own.persons, *own.sentences):
        changed = []
        for match_id, was in lake.rows(
            f'SELECT DISTINCT match_id, "{column}" FROM lake."{table}" WHERE {whose}'
        ):
            mentions = mentions_in(match_id)

            def name(each: str, among: Collection[str] = mentions.persons) -> str:
                return called(each) if each in among else each

            now = (
                _persons(was, name)
                if column in own.persons
                else _sentence(was, mentions.words, name)
            )
            if now != was:
                changed.append({"match_id": match_id, "was": was, "now": now})
        if changed:
            kind = ["VARCHAR"] if isinstance(changed[0]["was"], list) else "VARCHAR"
            shape = msgspec.json.encode([{"match_id": "VARCHAR", "was": kind, "now": kind}])
            lake.rows(
                "CREATE OR REPLACE TEMP TABLE changed AS SELECT r.match_id, r.was, r.now FROM "
                f"(SELECT unnest(from_json(?, {quoted(shape.decode())})) AS r)",
                [msgspec.json.encode(changed).decode()],
            )
            lake.rows(
                f'UPDATE lake."{table}" AS t SET "{column}" = c.now FROM changed AS c '
                f'WHERE t.match_id = c.match_id AND t."{column}" = c.was'
            )


def keep_people(lake: Lake) -> None:
    """Keep whom the pseudonyms of a bench stand for, in the transaction of its matches."""
    lake.rows(
        "INSERT INTO lake.people FROM alias WHERE pseudonym NOT IN "
        "(SELECT pseudonym FROM lake.people)"
    )


__all__ = [
    "Aliases",
    "Columns",
    "Mentions",
    "clear",
    "columns_of",
    "is_spoken_of",
    "keep_people",
    "mentions_of",
    "person_columns",
    "pseudonym_of",
    "unnamed",
]
