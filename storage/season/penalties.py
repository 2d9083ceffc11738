"""The penalties of a person, over all matches of a log."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from events.common import Opening, Penalty
from events.entry import UtcTime
from referee.verdict import name_of

if TYPE_CHECKING:
    from storage.log import Log
    from storage.match import Match

__all__ = ["Penalised", "penalties_in", "penalties_of"]

_MATCHES = """
    SELECT DISTINCT opening.match_id
    FROM entries AS penalty
    JOIN entries AS opening ON opening.match_id = penalty.match_id AND opening.seq = 1
    WHERE penalty.type = 'penalty'
        AND list_contains(opening.payload ->> '$.event.seats[*].person', ?)
"""


class Penalised(Struct, frozen=True):
    """A penalty as it stands.

    Args:
        match: the match.
        seq: the entry.
        played_at: when it was given.
        person: the id of the person who got it.
        seat: where that person sat.
        kind: which penalty.
        rule: the rule that it names; empty where it names none.
        reason: why.
        judge: who gave it.
        authority: by what right.
        standing: the verdict on it with all rulings so far, or ``not in force``.
        undone_by: the ruling that took it out of force; null where none did.
    """

    match: str
    seq: int
    played_at: UtcTime
    person: str
    seat: str
    kind: str
    rule: str
    reason: str
    judge: str
    authority: str
    standing: str
    undone_by: int | None


def penalties_of(log: "Log", person: str) -> list[Penalised]:
    """All penalties that a person got in the matches of a log, the oldest first.

    Raises:
        LogError: the log, or a match in it, cannot be read.
    """
    found: list[Penalised] = []
    for (match_id,) in log.rows(_MATCHES, [person]):
        found += penalties_in(log.load(match_id), person)
    return sorted(found, key=lambda each: (each.played_at, each.match, each.seq))


def penalties_in(match: "Match", person: str) -> Iterator[Penalised]:
    """The penalties that a person got in one match."""
    replay = match.replay()
    opening = replay.events[0]
    seats = opening.seats if isinstance(opening, Opening) else ()
    own = {seating.seat for seating in seats if seating.person == person}
    for seq, event in enumerate(replay.events, 1):
        if not isinstance(event, Penalty) or event.seat not in own:
            continue
        standing = replay.standing(seq)
        yield Penalised(
            match.id,
            seq,
            match.entry(seq).played_at,
            person,
            event.seat,
            event.kind,
            event.rule,
            event.reason,
            event.judge,
            event.authority,
            "not in force" if standing is None else name_of(standing),
            replay.undone.get(seq),
        )
