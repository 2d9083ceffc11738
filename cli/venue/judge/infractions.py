"""The infractions that a judge may find in a match, each with its standard penalty (TR-10.2)."""

from collections.abc import Sequence

from msgspec import Struct

from cli.reading.matches import Source
from cli.tournament.linked.both import opening_of
from cli.tournament.stream import Desk
from referee.tournament.judging.infractions import standard_of


class Offence(Struct, frozen=True):
    """An infraction of the policy."""

    code: str  # its code
    title: str  # what it is
    standard: dict[str, str]  # by player, the standard penalty if it were found now


def penalties_offered(desk: Desk, asked: Source) -> Sequence[Offence]:
    """The infractions of the policy, with the standard penalty of each who plays in a match."""
    hall = desk.table
    persons = [seat.person for seat in opening_of(asked.match).seats]
    return [
        Offence(
            known.code,
            known.title,
            {
                person: found.penalty
                for person in persons
                if (found := standard_of(hall.state, hall.catalog, person, known.code)) is not None
            },
        )
        for known in hall.catalog.by_code.values()
    ]
