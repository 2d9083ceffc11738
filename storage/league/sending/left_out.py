"""What a store does not publish (LEAGUE 8): matches of who has opted out, of minors for whom nobody
has agreed, and matches that tell who somebody is.

Who has registered by phone as a minor, or was entered as one at the desk or by a file, is in no
parcel by default. ``meta`` keeps what was said: by a row for each person, who is out, who is a
minor, and for whom a guardian has agreed. A registration is let go in time, and leaves such a row
behind (:func:`storage.venue.rows.keep`).
"""

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from storage.fact_tables import quoted
from storage.league.lake import GIVEN, LeagueError, given
from storage.library import DRAWN, OPTED_OUT
from storage.log import Log

Why = Literal["opted out", "minor"]


class LeftOut(NamedTuple):
    """The matches that go into no parcel."""

    opted_out: set[str]  # as somebody in them wants to be in none
    minors: set[str]  # as a minor is in them, for whom nobody has agreed
    named: dict[str, int]  # as an entry has the name of somebody, each with the first that does
    seats: dict[str, str]  # as a seat is called as who sits there, each with the seat

    @property
    def matches(self) -> set[str]:
        """All of them."""
        return self.opted_out | self.minors | self.named.keys() | self.seats.keys()


_PERSONS = """
SELECT match_id, person
FROM (
    SELECT match_id, unnest(from_json(payload ->> '$.event.seats', '["JSON"]')) ->> '$.person'
        AS person
    FROM entries
    WHERE seq = 1
    UNION ALL
    SELECT match_id, payload ->> '$.event.player' FROM entries WHERE type = 'enter'
)
WHERE person IS NOT NULL
"""
"""Who sits in which match, by its opening, and who has entered which tournament: what is projected
may be behind."""


_CALLED = f"""
{_PERSONS}
UNION ALL
SELECT match_id, unnest([recorded_by, payload ->> '$.event.by', payload ->> '$.event.judge'])
FROM entries
"""
"""The same, with those who record and judge."""
_NAMES = """
SELECT '(?i)(?:^|[^\\pL])(?:' || string_agg(DISTINCT regexp_escape(trim(name)), '|')
    || ')(?:[^\\pL]|$)'
FROM people
WHERE contains(trim(name), ' ')
"""
"""The names of two words or more that a log knows; one word alone may be the name of a card."""


_TELLING = f"""
SELECT match_id, min(seat ->> '$.seat')
FROM (
    SELECT match_id, unnest(from_json(payload ->> '$.event.seats', '["JSON"]')) AS seat
    FROM entries
    WHERE seq = 1 AND match_id IN {GIVEN}
)
WHERE NOT regexp_full_match(seat ->> '$.seat', {quoted(DRAWN.pattern)}) AND (
    (seat ->> '$.seat') = lower(seat ->> '$.person')
    OR (seat ->> '$.seat') IN (SELECT lower(trim(name)) FROM people)
)
GROUP BY match_id ORDER BY match_id
"""


def left_out(log: Log, match_ids: Collection[str], *, telling: bool = False) -> LeftOut:
    """The matches of these that go into no parcel; each for one reason, the first that there is.

    Args:
        log: the log.
        match_ids: the matches.
        telling: whether a match goes into one in which a seat is called as who sits there.
    """
    out = kept_out(log)
    found: dict[Why, set[str]] = {"opted out": set(), "minor": set()}
    for match_id, person in _sitting(log, [*out]):
        if match_id in match_ids:
            found[out[person]].add(match_id)
    found["minor"] -= found["opted out"]
    rest = [each for each in match_ids if not any(each in own for own in found.values())]
    named = _names_in_texts(log, rest)
    seats = {} if telling else telling_seats(log, [each for each in rest if each not in named])
    return LeftOut(found["opted out"], found["minor"], named, seats)


def kept_out(log: Log) -> dict[str, Why]:
    """Who is in no parcel, and why."""
    said = {
        person: str(value)
        for person, value in log.rows(
            "SELECT substr(key, ?), value FROM meta WHERE starts_with(key, ?)",
            [len(OPTED_OUT) + 1, OPTED_OUT],
        )
    }
    if log.has_table("venue_registrations"):
        minors = log.rows("SELECT person FROM venue_registrations WHERE minor")
        said = dict.fromkeys((person for (person,) in minors), "minor") | said
    found: dict[str, Why] = {}
    for person, value in sorted(said.items()):
        if value != _AGREED:
            found[person] = "minor" if value == "minor" else "opted out"
    return found


_OUT, _AGREED = "no parcel", "agreed"
"""What is noted of somebody who is in no parcel by their own wish, and of who may be; of a minor it
is ``minor``."""


def opt_out(log: Log, person: str, out: bool = True) -> int:
    """Note that matches of a person go into no parcel, or may; how many there are.

    Raises:
        LogError: the log cannot be written.
    """
    said = [OPTED_OUT + person, _OUT if out else _AGREED]
    log.rows("INSERT OR REPLACE INTO meta VALUES (?, ?)", said)
    return len({match_id for match_id, _ in _sitting(log, [person])})


def has_person(log: Log, person: str) -> bool:
    """Whether somebody has played in a log under that id."""
    return bool(_sitting(log, [person]))


def _sitting(log: Log, persons: Sequence[str]) -> list[tuple[str, str]]:
    """The matches in which these people sit, and the tournaments that they have entered."""
    if not persons:
        return []
    asked = f"SELECT DISTINCT match_id, person FROM ({_PERSONS}) WHERE person IN {GIVEN}"
    return [(match_id, person) for match_id, person in log.rows(asked, [given(persons)])]


def telling_seats(log: Log, match_ids: Sequence[str]) -> dict[str, str]:
    """The matches in which a seat is called by the id of who sits there, or by a name that the log
    knows, each with the seat: facts are told by seats, so that no pseudonym hides who that is. An
    id that was drawn tells nothing here either."""
    return dict(log.rows(_TELLING, [given(match_ids)]))


def _names_in_texts(log: Log, match_ids: Sequence[str]) -> dict[str, int]:
    """The matches in which somebody is called by name, as in a note, a reason, or what a deck is
    called, each with the first entry that does."""
    ((pattern,),) = log.rows(_NAMES)
    if pattern is None:
        return {}
    found = log.rows(
        "SELECT match_id, min(seq) FROM entries WHERE regexp_matches(payload, ?) "
        f"AND match_id IN {GIVEN} GROUP BY match_id",
        [pattern, given(match_ids)],
    )
    return dict(sorted(found))


def require_no_names(log: Log, match_ids: Sequence[str]) -> None:
    """See that nobody is called in these matches by what the log knows as a name.

    Raises:
        LeagueError: somebody is.
    """
    found = log.rows(
        f"SELECT min(person), count(DISTINCT match_id) FROM ({_CALLED}) "
        "WHERE lower(trim(person)) IN (SELECT lower(trim(name)) FROM people WHERE name <> '') "
        f"AND match_id IN {GIVEN} HAVING count(*) > 0",
        [given(match_ids)],
    )
    for person, count in found:
        raise LeagueError(
            f"{person} is a name, and stands as an id in {count} of these matches: what is "
            "published keeps it; leave these out, or referee people opt-out keeps them here"
        )


__all__ = [
    "LeftOut",
    "Why",
    "has_person",
    "kept_out",
    "left_out",
    "opt_out",
    "require_no_names",
    "telling_seats",
]
