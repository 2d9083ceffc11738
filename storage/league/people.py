"""People in a league: what follows from matches has pseudonyms, never the ids of the stores.

A pseudonym is the HMAC of publisher and person under the league's key: the same person of the same
store is the same pseudonym, and nobody without the key can tell whose it is. Payloads stay as they
were hashed; one table leads from a pseudonym back to the id, and its rows can be deleted.
"""

import hmac
from collections.abc import Mapping

import msgspec

from referee.games.registry import stream_ids
from storage.league.lake import Lake, Place
from storage.log import Log

_COLUMNS = ("player", "a", "b", "winner", "judge", "by")
"""The columns of a tournament's facts in which people stand; beside a winner, ``by`` says on whose
word a result rests: a slip or a judge."""


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


def replace_people(
    log: Log, place: Place, columns: Mapping[str, Mapping[str, str]]
) -> list[tuple[str, str, str]]:
    """Put pseudonyms into the projected tables of a bench, whose ids of matches begin with that of
    the publisher; and the publisher before the contests, which are told apart by streams.

    Returns:
        Each pseudonym with the publisher and the person.
    """
    places = person_columns(columns)
    named = " UNION ".join(
        f'SELECT DISTINCT split_part(match_id, \':\', 1), "{column}" FROM "{table}" '
        f"WHERE \"{column}\" <> ''"
        for table, column in places
    )
    found = [
        (pseudonym_of(place, publisher, person), publisher, person)
        for publisher, person in log.rows(f"{named} ORDER BY ALL")
    ]
    log.rows(
        "CREATE OR REPLACE TEMP TABLE alias AS SELECT r[1] AS pseudonym, r[2] AS publisher, "
        "r[3] AS person FROM (SELECT unnest(from_json(?, '[[\"VARCHAR\"]]')) AS r)",
        [msgspec.json.encode(found).decode()],
    )
    for table, column in places:
        log.rows(
            f'UPDATE "{table}" AS t SET "{column}" = alias.pseudonym FROM alias '
            "WHERE alias.publisher = split_part(match_id, ':', 1) "
            f'AND alias.person = t."{column}"'
        )
    log.rows("UPDATE contests SET contest = split_part(match_id, ':', 1) || ':' || contest")
    return found


def keep_people(lake: Lake) -> None:
    """Keep whom the pseudonyms of a bench stand for, in the transaction of its matches."""
    lake.rows(
        "INSERT INTO lake.people FROM alias WHERE pseudonym NOT IN "
        "(SELECT pseudonym FROM lake.people)"
    )


__all__ = ["keep_people", "person_columns", "pseudonym_of", "replace_people"]
