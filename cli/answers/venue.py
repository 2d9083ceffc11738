"""The answers of the commands of a venue."""

from msgspec import Struct, field

from cli.answers.answer import Answer, Moment


class LastRestored(Struct, frozen=True):
    """The newest entry that was written behind the copy.

    Args:
        match: the match.
        seq: its number.
        received_at: when it came in.
    """

    match: str
    seq: int
    received_at: Moment


class CopySetAside(Struct, frozen=True):
    """Something newer that could not be used.

    Args:
        file: its name.
        why: what is wrong with it.
    """

    file: str
    why: str


class LeftOut(Struct, frozen=True):
    """Entries whose lines do not follow on what was restored.

    Args:
        match: the match.
        seq: the last of them.
    """

    match: str
    seq: int


class Restored(Answer, frozen=True, tag="referee/venue-restore/1"):
    """A log made anew from its copies.

    Args:
        log: the log.
        copy: the copy that it was made from.
        exact: true: it was verified.
        matches: how many matches it has.
        entries: how many entries.
        copied: how many of them the copy had; the others come from the lines after it.
        last: the newest of those others; null where there are none. What came in later is missing.
        left_out: entries that are lost, by match.
        unreadable: how many lines could not be read.
        set_aside: newer copies that could not be used.
    """

    log: str
    copy: str
    exact: bool
    matches: int
    entries: int
    copied: int
    last: LastRestored | None
    left_out: tuple[LeftOut, ...]
    unreadable: int
    set_aside: tuple[CopySetAside, ...]


class VenueCode(Struct, frozen=True):
    """A code with which a device joins.

    Args:
        for: whom it is for, in words.
        role: as what the device joins.
        person: whose device it is; empty: anybody's.
        event: the tournament or match.
        code: the code as it is printed.
        address: where the device goes.
    """

    for_: str = field(name="for")
    role: str
    person: str
    event: str
    code: str
    address: str


class VenueOpen(Answer, frozen=True, tag="referee/venue-open/1"):
    """A venue is open; the command goes on until it is stopped.

    Args:
        address: where it is.
        codes: the codes of its roles.
    """

    address: str
    codes: tuple[VenueCode, ...]


class FloorShown(Answer, frozen=True, tag="referee/venue-floor/1"):
    """Where the tables of a tournament stand.

    Args:
        event: the tournament.
        rows: the tables by their numbers, row by row; 0: none stands there.
    """

    event: str
    rows: tuple[tuple[int, ...], ...]


class StepDone(Struct, frozen=True):
    """A step of a rehearsal that was done.

    Args:
        step: which one.
        seconds: how long it took.
    """

    step: str
    seconds: float


class Rehearsed(Answer, frozen=True, tag="referee/venue-rehearsed/1"):
    """A rehearsal that has ended.

    Args:
        event: the tournament.
        done: the steps that were done, in their order.
        left_out: the steps that the tournament does not know, such as a late entry where nobody
            enters late.
        remain: the steps that were not done.
    """

    event: str
    done: tuple[StepDone, ...]
    left_out: tuple[str, ...]
    remain: tuple[str, ...]
