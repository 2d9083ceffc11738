"""What a page of a table is told of its match, as data: the board, the log, and what may be tapped.

The page knows no game and no notation. A button holds the event that it logs, but for the fields
that are asked for first; each step says how a field is asked, and what its answers are in JSON.
"""

from typing import Any, Literal

from msgspec import Struct

Sight = Literal["table", "player", "staff", "public"]
"""For whom a view is (VN-6.1): both players at the table, one of them, the staff, spectators."""


# -- what is asked for a field (VN-7.4) --------------------------------------------------------


class Step(Struct, frozen=True, omit_defaults=True, tag_field="ask"):
    """A field of an event that is still open.

    Args:
        field: its name; the answer goes there.
        title: what is asked, in a few words; empty where the name of the field says it.
        optional: whether it stands beside what is asked and holds nothing up: the field is left
            out where nobody taps it.
        later: whether it may be left for later by a button of its own, as dice may.
    """

    field: str
    title: str = ""
    optional: bool = False
    later: bool = False


class Value(Struct, frozen=True, omit_defaults=True):
    """An answer that stands on a button.

    Args:
        text: what stands on it.
        value: what goes into the event.
        when: the values of earlier fields without which it is not on offer, by field.
    """

    text: str
    value: Any
    when: dict[str, Any] = {}


class Pick(Step, frozen=True, tag="pick"):
    """One of these; ``among`` names a list of the view instead."""

    values: tuple[Value, ...] = ()
    among: str = ""


class Several(Step, frozen=True, tag="several"):
    """Several of these, each at most so often: a tap adds, a tap on the chip removes; it is sent
    when there are ``most``.

    Args:
        values: what there is.
        among: a list of the view instead.
        counts: how often each value may be taken; empty: as often as one likes.
        least: how few will do.
        most: how many are too many after it.
        ordered: whether their order says something.
    """

    values: tuple[Value, ...] = ()
    among: str = ""
    counts: tuple[int, ...] = ()
    least: int = 0
    most: int = 1
    ordered: bool = False


class Throw(Step, frozen=True, tag="dice"):
    """Dice, as they fall: a pair is one tap in a grid, own die down, the other across.

    Args:
        sides: of each die.
        faces: what a die can show, where that is not 1 to ``sides``.
        dice: how many are in one throw.
        again: the throws after which there is another one.
        seats: who throws in turn; empty where all throws belong together.
        open: whether any number of throws may follow, and *done* sends.
        ties: whether those of the seats who tie for the highest throw again, until one is highest.
        shape: what goes into the event: the ``face`` of one die, one ``throw`` as a list, all
            ``throws`` as a list of lists, or ``seated`` pairs of seat and face.
    """

    sides: int = 6
    faces: tuple[int, ...] = ()
    dice: int = 1
    again: tuple[tuple[int, ...], ...] = ()
    seats: tuple[str, ...] = ()
    open: bool = False
    ties: bool = False
    shape: Literal["face", "throw", "throws", "seated"] = "face"


class Length(Step, frozen=True, tag="mm"):
    """A distance in mm with at most one decimal: usual ones as buttons, any other by a pad."""

    least: float = 0
    most: float = 0
    usual: tuple[float, ...] = ()


class Whole(Step, frozen=True, tag="number"):
    """A whole number: by buttons where there are few, else by a pad."""

    least: int = 0
    most: int = 0


class Turned(Step, frozen=True, tag="turned"):
    """Cards that are turned over one after the other, no card twice.

    Args:
        offers: for each in order, those that it may be.
        mark: what is written between them; the answer is one text.
    """

    offers: tuple[tuple[str, ...], ...] = ()
    mark: str = ""


class Words(Step, frozen=True, tag="words"):
    """Free text."""

    most: int = 0


class Typed(Step, frozen=True, tag="typed"):
    """What only the notation can say: typed, and read by the server, which answers with the value.

    Args:
        such_as: an example.
    """

    such_as: str = ""


AnyStep = Pick | Several | Throw | Length | Whole | Turned | Words | Typed


class Button(Struct, frozen=True, omit_defaults=True):
    """Something that may be logged, or a menu: it opens others and logs nothing.

    Args:
        label: what stands on it, its full name.
        event: what it logs, without the fields that are asked for; empty for a menu.
        steps: what is asked first, in order; none: one tap sends.
        opens: of a menu, what it opens.
        seat: whose step it is.
        group: what stands before several of a kind, the verb.
        due: whether nothing else is accepted before it.
        more: whether it stands under *more*: what ends a match or a turn early (VN-7.4).
        hint: a few words for whoever chooses.
    """

    label: str
    event: dict[str, Any]
    steps: tuple[AnyStep, ...] = ()
    opens: tuple["Button", ...] = ()
    seat: str = ""
    group: str = ""
    due: bool = False
    more: bool = False
    hint: str = ""


# -- a match -----------------------------------------------------------------------------------


class Line(Struct, frozen=True, omit_defaults=True):
    """An entry of the log.

    Args:
        seq: its number.
        id: the id that it was logged under.
        line: the entry in the notation; an opening in a few words.
        verdict: ``legal``, ``on trust`` or ``illegal``; empty where that may not be seen.
        rule: the rule that refuses it.
        why: why, or what it rests on.
        undone: the ruling that took it out of force; 0: none.
        by: who wrote it down.
    """

    seq: int
    id: str
    line: str
    verdict: str = ""
    rule: str = ""
    why: str = ""
    undone: int = 0
    by: str = ""


class Panel(Struct, frozen=True, omit_defaults=True):
    """A titled part of the board: rows of label and text, and those that lie as a map."""

    title: str
    rows: tuple[tuple[str, str], ...] = ()
    grid: tuple[tuple[str, ...], ...] = ()


class Owed(Struct, frozen=True, omit_defaults=True):
    """What somebody has to do, or may."""

    seat: str
    text: str
    must: bool = True


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat, and who sits there as the organiser wants it shown (VN-7.9)."""

    seat: str
    name: str = ""
    score: str = ""


class View(Struct, frozen=True, omit_defaults=True):
    """All that a page of a table shows.

    Args:
        match: the match.
        game: the title of its game.
        at: the entry after which it is shown: the number to expect.
        sight: for whom it is.
        sealed: whether players are told no verdicts and no options (VN-6.2).
        seats: the seats in order.
        mine: the seats that this device logs for.
        by: whose device it is.
        turn: how many turns have begun.
        active: whose turn it is.
        over: how it ended; empty while it is on.
        board: the board.
        entries: the last entries, the newest last.
        owed: what is required or offered.
        forced: the steps that alone are possible, in order: greyed, each an entry of its own that
            goes with the next tap (VN-7.5).
        buttons: what may come after them, in the order of VN-7.4 (h).
        verbs: every verb with every candidate that public knowledge gives (VN-6.2): all there is
            where it is sealed, else behind *other*.
        own: what the player of this device alone sees, such as the registered list (TR-4.2).
        lists: the names that steps share, by the name of the list: each says itself.
        calls: the entries that called a judge and are open.
        agreed: up to which entry each seat has agreed (VN-10.4).
        sits: the seat of whose device it is, who agrees there (VN-10.4); empty: of none.
        ended: the entry up to which players are asked to agree: the last one of a turn or of the
            match, or a ruling.
        table: the table whose result this device says once it is over; 0: of none (TR-7.2).
        following: the match that is the next game of the contest, once it is open.
        closed: whether it is over and its result is in.
        apart: whether each player logs the own side on the own phone, as lists are closed (TR-4.2).
        recording: whether this device records; others watch (VN-10.1).
        recorder: whose device records.
    """

    match: str
    game: str
    at: int
    sight: Sight
    sealed: bool = False
    seats: tuple[Seat, ...] = ()
    mine: tuple[str, ...] = ()
    by: str = ""
    turn: int = 0
    active: str = ""
    over: str = ""
    board: tuple[Panel, ...] = ()
    entries: tuple[Line, ...] = ()
    owed: tuple[Owed, ...] = ()
    forced: tuple[Button, ...] = ()
    buttons: tuple[Button, ...] = ()
    verbs: tuple[Button, ...] = ()
    own: tuple[Panel, ...] = ()
    lists: dict[str, tuple[str, ...]] = {}
    calls: tuple[int, ...] = ()
    agreed: dict[str, int] = {}
    sits: str = ""
    ended: int = 0
    table: int = 0
    following: str = ""
    closed: bool = False
    apart: bool = False
    recording: bool = False
    recorder: str = ""
