"""What a verification found."""

from typing import NamedTuple

from msgspec import Struct

from referee.english import counted

MOST = 1000
"""How many differences a report lists; the others are counted."""

NOTE = "note"
"""The ``what`` of what is told and is no difference."""


class Difference(Struct, frozen=True):
    """Something that is not what it should be."""

    match: str  # the match; empty where it is of the log as a whole
    seq: int  # the entry; 0 where it is of none
    # ``sequence``, ``hash``, ``columns``, ``malformed``, ``edition``, ``replay``, ``digest``,
    # ``verdict`` (in a league), ``referee``, ``head``, ``seal`` (the log kept more when it was
    # sealed), ``catalog``, ``receipt``, ``format``, ``projection``, ``venue`` (a code, a device or
    # a PIN is not as the venue wrote it), ``contest`` (a tournament and its matches do not agree)
    # or ``unreadable``; in the notes of a report ``note``
    what: str
    message: str  # how it differs
    table: str = "entries"  # the table or view of the log in which it stands
    rule: str = ""  # the rule by which two places of the log have to agree; else empty
    there: str = ""  # the other place; empty where there is none

    def __str__(self) -> str:
        entry = f"entry {self.seq}" if self.seq else ""
        table = self.table if self.table != "entries" or not self.match else ""
        said = ": ".join(filter(None, (self.match, entry, self.what, table, self.message)))
        beside = "; ".join(filter(None, (self.rule, self.there and f"see {self.there}")))
        return f"{said} ({beside})" if beside else said


class Checked(NamedTuple):
    """One match, verified."""

    match: str  # the match
    entries: int  # how many entries it has
    digests: int  # how many noted digests the replay came to
    difference: Difference | None  # the first difference of its record; None where that is exact
    depth: str = "full"  # how much is told of it


class Report(Struct):
    """What a verification found."""

    matches: int = 0  # how many matches were verified
    entries: int = 0  # how many entries they have
    digests: int = 0  # how many noted digests the replay came to
    rows: int = 0  # how many projected rows are what the replay gives
    differing: int = 0  # how many matches are not exact
    light: dict[str, int] = {}  # of how many less is told than all, by how much is
    # the first difference of each of them in its record, or else in each projected table, and what
    # is wrong with the log as a whole; up to the first thousand
    differences: list[Difference] = []
    more: int = 0  # how many differences are not listed
    quick: bool = False  # whether only numbers, hashes and heads were verified
    # what is to be known of tournaments besides, such as a post that is on trust
    notes: list[Difference] = []

    @property
    def exact(self) -> bool:
        """Whether every match is exact, and all that is kept beside them."""
        return not self.differences

    @property
    def depths(self) -> str:
        """How much is told of the matches that are light, in brackets; empty where all is of all.
        What is exact of them is the chain, the fold of what was said, the digests and the sums."""
        parts = [
            depth if count == self.matches else f"{depth}: {count:,}"
            for depth, count in sorted(self.light.items())
        ]
        return f" ({', '.join(parts)})" if parts else ""

    def add(self, checked: Checked) -> None:
        """Count one more match."""
        self.matches += 1
        self.entries += checked.entries
        self.digests += checked.digests
        if checked.depth != "full":
            self.light[checked.depth] = self.light.get(checked.depth, 0) + 1
        if checked.difference is not None:
            self.differing += 1
            self.found(checked.difference)

    def found(self, difference: Difference) -> None:
        """List one more difference, or note."""
        if difference.what == NOTE:
            if len(self.notes) < MOST:
                self.notes.append(difference)
        elif len(self.differences) < MOST:
            self.differences.append(difference)
        else:
            self.more += 1

    def __str__(self) -> str:
        if self.exact:
            said = f"{counted(self.matches, 'match')}, {counted(self.entries, 'entry')}"
            if self.quick:
                return f"WHOLE: {said}"
            rows = f", {counted(self.rows, 'projected row')}" if self.rows else ""
            return f"EXACT{self.depths}: {said}, {counted(self.digests, 'digest')}{rows}"
        return "\n".join(
            (
                f"DIFFERS: {self.differing} of {counted(self.matches, 'match')}",
                *map(str, self.differences),
            )
        )


__all__ = ["MOST", "NOTE", "Checked", "Difference", "Report"]
