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
    """A field of an event that is still open."""

    field: str  # its name; the answer goes there
    title: str = ""  # what is asked, in a few words; empty where the name of the field says it
    # whether it stands beside what is asked and holds nothing up: the field is left out where
    # nobody taps it
    optional: bool = False
    later: bool = False  # whether it may be left for later by a button of its own, as dice may


class Value(Struct, frozen=True, omit_defaults=True):
    """An answer that stands on a button."""

    text: str  # what stands on it
    value: Any  # what goes into the event
    # the values of earlier fields without which it is not on offer, by field
    when: dict[str, Any] = {}


class Pick(Step, frozen=True, tag="pick"):
    """One of these; ``among`` names a list of the view instead."""

    values: tuple[Value, ...] = ()
    among: str = ""


class Several(Step, frozen=True, tag="several"):
    """Several of these, each at most so often: a tap adds, a tap on the chip removes; it is sent
    when there are ``most``.
    """

    values: tuple[Value, ...] = ()  # what there is
    among: str = ""  # a list of the view instead
    counts: tuple[int, ...] = ()  # how often each value may be taken; empty: as often as one likes
    least: int = 0  # how few will do
    most: int = 1  # how many are too many after it
    ordered: bool = False  # whether their order says something


class Throw(Step, frozen=True, tag="dice"):
    """Dice, as they fall: a pair is one tap in a grid, own die down, the other across."""

    sides: int = 6  # of each die
    faces: tuple[int, ...] = ()  # what a die can show, where that is not 1 to ``sides``
    dice: int = 1  # how many are in one throw
    again: tuple[tuple[int, ...], ...] = ()  # the throws after which there is another one
    seats: tuple[str, ...] = ()  # who throws in turn; empty where all throws belong together
    open: bool = False  # whether any number of throws may follow, and *done* sends
    # whether those of the seats who tie for the highest throw again, until one is highest
    ties: bool = False
    # what goes into the event: the ``face`` of one die, one ``throw`` as a list, all ``throws`` as
    # a list of lists, or ``seated`` pairs of seat and face
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
    """Cards that are turned over one after the other, no card twice."""

    offers: tuple[tuple[str, ...], ...] = ()  # for each in order, those that it may be
    mark: str = ""  # what is written between them; the answer is one text


class Words(Step, frozen=True, tag="words"):
    """Free text."""

    most: int = 0


class Typed(Step, frozen=True, tag="typed"):
    """What only the notation can say: typed, and read by the server, which answers the value."""

    such_as: str = ""  # an example


class Way(Step, frozen=True, tag="way"):
    """The line of an effect, which can be said in more ways than stand on buttons: the server is
    asked for each choice after those before it, and in the end for the event.

    Its ``field`` is no field of the event. It may be left for ``later`` where nothing has to be
    said.
    """

    typed: tuple[Typed, ...] = ()  # the fields that it fills, as they are typed otherwise


AnyStep = Pick | Several | Throw | Length | Whole | Turned | Words | Typed | Way


class Button(Struct, frozen=True, omit_defaults=True):
    """Something that may be logged, or a menu: it opens others and logs nothing."""

    label: str  # what stands on it, its full name
    event: dict[str, Any]  # what it logs, without the fields that are asked for; empty for a menu
    steps: tuple[AnyStep, ...] = ()  # what is asked first, in order; none: one tap sends
    opens: tuple["Button", ...] = ()  # of a menu, what it opens
    seat: str = ""  # whose step it is
    group: str = ""  # what stands before several of a kind, the verb
    due: bool = False  # whether nothing else is accepted before it
    more: bool = False  # whether it stands under *more*: what ends a match or a turn early (VN-7.4)
    hint: str = ""  # a few words for whoever chooses


# -- a match -----------------------------------------------------------------------------------


class Line(Struct, frozen=True, omit_defaults=True):
    """An entry of the log."""

    seq: int  # its number
    id: str  # the id that it was logged under
    line: str  # the entry in the notation; an opening in a few words
    verdict: str = ""  # ``legal``, ``on trust`` or ``illegal``; empty where that may not be seen
    rule: str = ""  # the rule that refuses it
    why: str = ""  # why, or what it rests on
    undone: int = 0  # the ruling that took it out of force; 0: none
    by: str = ""  # who wrote it down
    # whether the page filled it in before a tap, as it alone was possible (VN-17.17)
    filled: bool = False


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
    used: int = 0  # for how many seconds its turns that are over have gone on
    won: int = 0  # how many games of the contest it has won before this one


class Counter(Struct, frozen=True, omit_defaults=True):
    """A figure of a light record (VN-17.8)."""

    owner: str  # the seat that has it, or the side
    measure: str  # what is counted
    value: int | None = None  # what it is; None where nobody has said it
    steps: tuple[int, ...] = ()  # by how much a tap changes it, the likeliest first
    into: str = ""  # the measure of the same owner that it turns into, one for one; empty: none


class Asked(Struct, frozen=True, omit_defaults=True):
    """What is asked of a position from which all is to be told (VN-17.13)."""

    seat: str  # whose it is; empty for the table's
    label: str  # what is asked
    # the repairs that each answer makes, ``what:target:value`` with ``{}`` for the answer
    makes: tuple[str, ...]
    answers: tuple[str, ...] = ()  # the answers to choose from; none: a number
    many: bool = False  # whether several may be chosen
    typed: bool = False  # whether the answer is a name that this device may not be shown


class Light(Struct, frozen=True, omit_defaults=True):
    """What a table is shown while less is told of the match than all."""

    depth: str  # how much is told
    counters: tuple[Counter, ...] = ()  # the figures, those of the first measure before the others
    first: str = ""  # the seat that goes first
    turns: bool = False  # whether turns are told
    began: int = 0  # when the match was opened, in seconds since 1970
    won: str = ""  # the side that would have won by the figures; empty where they do not say so
    asks: tuple[Asked, ...] = ()  # what is asked of a position, in order
    declared: tuple[str, ...] = ()  # the sides that have declared the position that waits
    declared_at: int = 0  # the newest entry that did
    changes: tuple[str, ...] = ()  # that position


class View(Struct, frozen=True, omit_defaults=True):
    """All that a page of a table shows."""

    match: str  # the match
    game: str  # the title of its game
    at: int  # the entry after which it is shown: the number to expect
    sight: Sight  # for whom it is
    sealed: bool = False  # whether players are told no verdicts and no options (VN-6.2)
    seats: tuple[Seat, ...] = ()  # the seats in order
    mine: tuple[str, ...] = ()  # the seats that this device logs for
    by: str = ""  # whose device it is
    turn: int = 0  # how many turns have begun
    active: str = ""  # whose turn it is
    began: int = 0  # when that turn began, in seconds since 1970; 0: none goes on
    over: str = ""  # how it ended; empty while it is on
    board: tuple[Panel, ...] = ()  # the board
    entries: tuple[Line, ...] = ()  # the last entries, the newest last
    # what is shown instead of a text of this view in which people are called by their ids: theirs
    # is what is sent and typed (VN-19.10)
    named: dict[str, str] = {}
    # what is shown in the language of the page instead of a text of the board, of what is required,
    # or of why an entry is what it is
    said: dict[str, str] = {}
    owed: tuple[Owed, ...] = ()  # what is required or offered
    # the steps that alone are possible, in order: greyed, each an entry of its own that goes with
    # the next tap (VN-7.5)
    forced: tuple[Button, ...] = ()
    buttons: tuple[Button, ...] = ()  # what may come after them, in the order of VN-7.4 (h)
    # whether these two are still being worked out; it is told when they are (VN-19.8)
    behind: bool = False
    # every verb with every candidate that public knowledge gives (VN-6.2): all there is where it is
    # sealed, else behind *other*
    verbs: tuple[Button, ...] = ()
    # what the player of this device alone sees, such as the registered list (TR-4.2)
    own: tuple[Panel, ...] = ()
    # the names that steps share, by the name of the list: each says itself
    lists: dict[str, tuple[str, ...]] = {}
    # the address of further names for the list ``names``, which stay as they are; empty: none
    cards: str = ""
    calls: tuple[int, ...] = ()  # the entries that called a judge and are open
    agreed: dict[str, int] = {}  # up to which entry each seat has agreed (VN-10.4)
    sits: str = ""  # the seat of whose device it is, who agrees there (VN-10.4); empty: of none
    # the entry up to which players are asked to agree: the last one of a turn or of the match, or a
    # ruling
    ended: int = 0
    table: int = 0  # the table whose result this device says once it is over; 0: of none (TR-7.2)
    following: str = ""  # the match that is the next game of the contest, once it is open
    closed: bool = False  # whether it is over and its result is in
    # whether each player logs the own side on the own phone, as lists are closed (TR-4.2)
    apart: bool = False
    light: Light | None = None  # what is shown while less is told than all (VN-17)
    depths: tuple[str, ...] = ()  # how much else may be told from here
    hand: Button | None = None  # by which the player of this device tells the own hand (REF-2.2)
    recording: bool = False  # whether this device records; others watch (VN-10.1)
    recorder: str = ""  # whose device records
