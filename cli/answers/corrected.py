"""The answers to what a correction of a tournament would change."""

from msgspec import Struct

from cli.answers.answer import Answer
from cli.answers.entries import Change, Standing
from cli.answers.explained import ShiftShown
from referee.tournament.explaining.pairing import Meeting


class EntryTried(Struct, frozen=True):
    """An entry of a correction.

    Args:
        line: in notation.
        standing: its verdict.
    """

    line: str
    standing: Standing


class PointsShown(Struct, frozen=True):
    """Points that would change.

    Args:
        player: whose.
        before: as they are; null for who has not entered.
        after: as they would be; null for who would not have entered.
    """

    player: str
    before: str | None
    after: str | None


class MovedShown(Struct, frozen=True):
    """A place that would change.

    Args:
        player: whose.
        before: the place as it is; null for none.
        after: as it would be; null for none.
    """

    player: str
    before: int | None
    after: int | None


class OtherwiseShown(Struct, frozen=True):
    """A posted round that would have been paired otherwise.

    Args:
        round: its number.
        gone: who was to meet and would not.
        new: who would have met; the second is empty for the bye.
        results_in: the tables of those whose results are in.
        as_proposed: whether the round was posted as it was proposed; where not, two proposals are
            compared.
    """

    round: int
    gone: tuple[Meeting, ...]
    new: tuple[tuple[str, str], ...]
    results_in: tuple[int, ...]
    as_proposed: bool


class SeedMoved(Struct, frozen=True):
    """A seed that would change.

    Args:
        player: whose.
        before: as it is by the standings.
        after: as it would be.
    """

    player: str
    before: int
    after: int


class CutMoved(Struct, frozen=True):
    """What would change in the cut, by the standings.

    Args:
        size: how many play on.
        made: whether it was made.
        comes_in: who would be in it and is not.
        goes_out: who is in it and would not be.
        seeds: who would have another seed.
    """

    size: int
    made: bool
    comes_in: tuple[str, ...]
    goes_out: tuple[str, ...]
    seeds: tuple[SeedMoved, ...]


class CorrectionTried(Answer, frozen=True, tag="referee/what-if-tournament/1"):
    """What a correction of a tournament would change; nothing was written.

    Args:
        match: the tournament.
        entries: the entries of the correction, each with its verdict.
        changes: the entries of the record whose standing would change.
        points: whose points would change.
        first_place: the first place that would change; 0 for none.
        places: whose place would change.
        rounds: the posted rounds that would have been paired otherwise, had it been right then.
        cut: what would change in the cut; null for nothing.
        penalties: the infractions whose standard penalty would be another.
        champion: who has won; empty while that is open.
        champion_then: who would have won.
    """

    match: str
    entries: tuple[EntryTried, ...]
    changes: tuple[Change, ...]
    points: tuple[PointsShown, ...]
    first_place: int
    places: tuple[MovedShown, ...]
    rounds: tuple[OtherwiseShown, ...]
    cut: CutMoved | None
    penalties: tuple[ShiftShown, ...]
    champion: str
    champion_then: str
