"""What waits to take effect, and may be answered before it does: one stack, and when it closes.

A game whose things may be answered keeps a :class:`Waiting` in the field ``waiting`` of its state
and gives its :class:`Window` to the referee. Ahead of each handler :func:`before` asks the window
what the event is to what is pending. What is answered takes effect last first. A window closes by
the next entry that ends it or, where players pass, when all have passed in succession.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct, field

from events.common import COMMON
from events.event import Event, kebab
from events.notation import write
from referee.fact import Fact
from referee.hidden import HiddenCards
from referee.house import (
    AFTER_THE_END,
    AnyState,
    AnyTable,
    Handler,
    remaining,
    require_playing,
    side_of,
)
from referee.parts.showings import say_what_passed
from referee.verdict import Unsaid, Violation


class Pending(Struct, omit_defaults=True, tag_field="pending", tag=kebab, gc=False):
    """Something that was declared and has not taken effect; a game has a class for each kind.

    A subclass holds what was declared with it, such as aims and outcomes, and its tag is the
    kind.
    """

    entry: int  # the entry that began it
    seat: str  # who did
    source: str = ""  # what it is of: a card, a copy in play
    answers: int = 0  # the entry that it answers; 0 where it answers none
    stage: str = ""  # how far it has come, where it takes effect in several moments
    # which moment of its entry it belongs to, from 0; what became pending at one moment is equally
    # old
    number: int = 0
    # what its declaration was on trust for, which is not said a second time
    trusted: tuple[str, ...] = ()


P = TypeVar("P")


class Waiting(Struct, Generic[P], omit_defaults=True):
    """What is pending, and who has passed."""

    # what is pending, oldest first; ``P`` is the union of the game's kinds
    stack: list[P] = field(default_factory=list)
    # who may act or pass next, where players pass; empty where it is the active seat
    holder: str = ""
    passed: list[str] = field(default_factory=list)  # who has passed in succession


class Passed(Fact, frozen=True):
    """A seat let something take effect, or a step end.

    Args:
        seat: who passed.
        entry: the entry that began what takes effect; 0 where nothing was pending.
        implied: whether nobody said so, but what was done then could not be done before.
    """

    seat: str
    entry: int
    implied: bool


class Resolved(Fact, frozen=True):
    """What became of something that was pending.

    Args:
        entry: the entry that began it.
        seat: who did.
        source: what it is of.
        kind: what kind of thing it was: attack, effect …
        how: ``took effect``, what the game says of one that did not, or the stage that it reached.
    """

    entry: int
    seat: str
    source: str
    kind: str
    how: str


FACTS: tuple[type[Fact], ...] = (Passed, Resolved)
"""The facts that a game with a window can give, beside its own."""


class Reaches(Struct, frozen=True):
    """An event that acts on something pending: what became pending later takes effect first."""

    pending: Pending


Bearing = Literal["apart", "answer", "ends"] | Reaches
"""What an event is to what is pending: it changes nothing there, goes on top, lets all of it
take effect, or reaches one of it."""

Effect = Callable[[AnyTable, Any], None]
"""Does what a pending thing does. It writes through the table's journal. It may take the thing
away itself (:func:`take_away`), or set its next stage, and the thing stays pending. It refuses
nothing that the table has made impossible meanwhile: that does nothing and is told. Only what
still lacks an entry of its own may refuse, and then the entry that would have closed it is."""


def _nothing(t: AnyTable) -> None:
    """Nothing follows."""


@dataclass(frozen=True)
class Window:
    """How a game's pending things are answered, and when they take effect."""

    # what an event of the game is to what is pending; it may refuse an event that answers nothing.
    # The common events are apart, and it is not asked of them.
    bearing: Callable[[AnyTable, Any], Bearing]
    effects: Mapping[type[Pending], Effect]  # what each kind of pending thing does
    # whether something takes effect when all seats have passed in succession, in the order of the
    # turn; else when an entry ends it
    passing: bool = False
    # what follows each time that something has taken effect: state checks, triggers
    settle: Callable[[AnyTable], None] = _nothing
    # whether an event that cannot answer what is pending may have been done after it: then the
    # newest takes effect, and the event is read again; None: no event may
    later: Callable[[AnyTable, Any], bool] | None = None
    # the account of hidden cards, of which may have to be said what it let pass
    hidden: Callable[[AnyTable], HiddenCards] | None = None


# -- what is pending ---------------------------------------------------------------------------


def pend(t: AnyTable, window: Window | None, *pending: Pending, triggered: bool = False) -> None:
    """Put what became pending at one moment on top, the last of it uppermost.

    Where players pass, whoever declared it may act on, and nobody has passed; who may act stays
    as it is where it came up by itself (``triggered``). A game in which nobody passes need not
    give its window.
    """
    waiting: Waiting[Any] = t.state.waiting
    stack = waiting.stack
    if stack and stack[-1].entry == pending[-1].entry:
        for each in pending:
            each.number = stack[-1].number + 1
    t.push(stack, *pending)
    if window is not None and window.passing and not triggered:
        t.set(waiting, "holder", pending[-1].seat)
    if waiting.passed:
        t.set(waiting, "passed", [])


def pending_of(t: AnyTable, entry: int) -> Any | None:
    """The newest that an entry began and that is still pending; None where there is none."""
    return next((each for each in reversed(t.state.waiting.stack) if each.entry == entry), None)


def take_away(t: AnyTable, pending: Pending, how: str) -> None:
    """Something pending is gone: cancelled, negated, without an aim; or it took effect."""
    waiting: Waiting[Any] = t.state.waiting
    stack = waiting.stack
    only = len(stack) == 1 and stack[0] is pending
    t.set(waiting, "stack", [] if only else [each for each in stack if each is not pending])
    _tell(t, pending, how)


def _tell(t: AnyTable, pending: Pending, how: str) -> None:
    kind = type(pending)
    what = _KINDS.get(kind) or _KINDS.setdefault(kind, str(kind.__struct_config__.tag))
    t.fact(Resolved(pending.entry, pending.seat, pending.source, what, how))


_KINDS: dict[type[Pending], str] = {}
"""The words for what is pending."""


def dry_run(t: AnyTable, act: Callable[[], object]) -> tuple[str, ...]:
    """Try what was said in advance, and take it back: a contradiction is refused at once.

    Args:
        t: the table.
        act: does it, through the table's journal.

    Returns:
        What it rests on that nobody has shown. The entry is on trust for that now; whoever
        keeps it as ``trusted`` of the pending thing does not say it again later.
    """
    trusted: tuple[str, ...] = ()
    said = len(t.assumptions)
    with t.tried():
        act()
        trusted = tuple(t.assumptions[said:])
    for each in trusted:
        t.trust(each)
    return trusted


# -- closing -----------------------------------------------------------------------------------


def before(t: AnyTable, window: Window, event: Any) -> None:
    """What takes effect ahead of an event, by what it is to what is pending.

    It is called within a block ``t.whole()`` that holds the handler of the event too, so that a
    refused event lets nothing take effect.
    """
    if type(event) in _APART:
        return
    bearing = window.bearing(t, event)
    if bearing == "apart":
        return
    if bearing == "answer":
        if window.passing:
            _opportunity(t, window, event.seat)
        return
    waiting: Waiting[Any] = t.state.waiting
    floor = (0, 0)
    if isinstance(bearing, Reaches):
        floor = (bearing.pending.entry, bearing.pending.number)
    while waiting.stack and not t.state.over:
        top = waiting.stack[-1]
        if (top.entry, top.number) <= floor:
            break
        let_by(t, window)
    if waiting.passed and not waiting.stack:
        _ask_anew(t)


ENDED_BEFORE = "the match ended when what was pending took effect; nothing follows this"
"""What is said of an event that came too late to be judged."""


def answered(
    window: Window, handler: Handler, after: frozenset[type[Event]] = AFTER_THE_END
) -> Handler:
    """A handler ahead of which what is pending takes effect; it is all done whole, or not at all.

    Where the match ends by that, the event comes after the end and changes nothing, unless it is
    one of ``after``: it showed that nobody answers, and is on trust, with what it said. A line
    that was refused when it could be heard is not read as one that comes after the end.
    """

    def at_last(t: AnyTable, event: Event) -> None:
        before(t, window, event)
        if t.state.over and type(event) not in after:
            t.trust(f"{ENDED_BEFORE}: {write(event)} was not heard")
        else:
            handler(t, event)

    def heard(t: AnyTable, event: Event, refused: Violation) -> None:
        before(t, window, event)
        if t.state.over and type(event) not in after:
            raise refused
        handler(t, event)

    def handle(t: AnyTable, event: Event) -> None:
        done(t, event)
        if window.hidden is not None and (hidden := window.hidden(t)).since:
            say_what_passed(t, hidden)

    def done(t: AnyTable, event: Event) -> None:
        waiting = t.state.waiting
        if not (waiting.stack or waiting.passed):
            t.wholly(handler, t, event)
            return
        try:
            t.wholly(at_last, t, event)
        except Violation as refused:
            if window.later is None:
                raise
            t.wholly(afterwards, t, event, window.later, refused)

    def afterwards(
        t: AnyTable, event: Event, later: Callable[[AnyTable, Any], bool], refused: Violation
    ) -> None:
        # the first reading is the one that is refused, where no later one is accepted
        while t.state.waiting.stack and later(t, event):
            try:
                _imply(t, seats_in_turn(t.state) if window.passing else [])
                resolve(t, window)
            except (Violation, Unsaid):
                break
            if t.state.over:
                break
            try:
                t.wholly(heard, t, event, refused)
            except Violation:
                continue
            return
        raise refused

    return handle


def let_by(t: AnyTable, window: Window) -> None:
    """Nobody answers the newest of what is pending, though nobody says so, and it takes effect."""
    if window.passing:
        _imply(t, seats_in_turn(t.state))
    resolve(t, window)


def resolve(t: AnyTable, window: Window) -> None:
    """The newest of what is pending takes effect, and what follows from that follows.

    What the declaration was on trust for is not said again.
    """
    waiting: Waiting[Any] = t.state.waiting
    top = waiting.stack[-1]
    stage, said = top.stage, len(t.assumptions)
    window.effects[type(top)](t, top)
    if top.trusted:
        t.assumptions[said:] = [each for each in t.assumptions[said:] if each not in top.trusted]
    if (waiting.stack and waiting.stack[-1] is top) or any(each is top for each in waiting.stack):
        if top.stage == stage:
            take_away(t, top, "took effect")
        else:
            _tell(t, top, top.stage)
    if not t.state.over:
        window.settle(t)
    if window.passing:
        _ask_anew(t)


# -- passing -----------------------------------------------------------------------------------


def seats_in_turn(state: AnyState) -> list[str]:
    """The seats that are in the match, the active one first."""
    seats = [seat for seat in state.seats if state.plays_on(seat)]
    if state.out:
        left = remaining(state)
        seats = [seat for seat in seats if side_of(state, seat) in left]
    at = seats.index(state.active) if state.active in seats else 0
    return seats[at:] + seats[:at]


def passes(t: AnyTable, window: Window, seat: str) -> bool:
    """A seat passes; who would have been asked before it has passed too.

    When all have passed in succession the newest of what is pending takes effect. To pass twice
    is to pass once.

    Returns:
        Whether all have passed on nothing pending, so that the step or phase ends.

    Raises:
        Violation: REF-1.3 for a seat that is not in the match.
    """
    waiting: Waiting[Any] = t.state.waiting
    require_playing(t, seat)
    if seat in waiting.passed:
        return False
    _imply(t, _asked_before(t, seat))
    _pass(t, seat, implied=False)
    order = seats_in_turn(t.state)
    if any(each not in waiting.passed for each in order):
        t.set(waiting, "holder", order[(order.index(seat) + 1) % len(order)])
        return False
    if waiting.stack:
        resolve(t, window)
        return False
    _ask_anew(t)
    return True


def _ask_anew(t: AnyTable) -> None:
    """Nobody has passed, and the active seat is asked first."""
    waiting: Waiting[Any] = t.state.waiting
    if waiting.passed:
        t.set(waiting, "passed", [])
    if waiting.holder:
        t.set(waiting, "holder", "")


def _opportunity(t: AnyTable, window: Window, seat: str) -> None:
    """A seat acts. Who would have been asked before it has passed; where it has passed itself,
    all others have since, and the newest has taken effect."""
    require_playing(t, seat)
    if not t.state.plays_on(seat):
        return  # the game refuses what is done by whoever has left
    waiting: Waiting[Any] = t.state.waiting
    if seat not in waiting.passed:
        _imply(t, _asked_before(t, seat))
    elif waiting.stack:
        _imply(t, seats_in_turn(t.state))
        resolve(t, window)
        _imply(t, _asked_before(t, seat))


def _asked_before(t: AnyTable, seat: str) -> list[str]:
    """Who is asked from the holder on, up to a seat."""
    order, holder = seats_in_turn(t.state), t.state.waiting.holder
    start = order.index(holder) if holder in order else 0
    order = order[start:] + order[:start]
    return order[: order.index(seat)]


def _imply(t: AnyTable, seats: list[str]) -> None:
    """These have passed, as far as nobody said so."""
    passed = t.state.waiting.passed
    for seat in seats:
        if seat not in passed:
            _pass(t, seat, implied=True)


def _pass(t: AnyTable, seat: str, *, implied: bool) -> None:
    waiting: Waiting[Any] = t.state.waiting
    t.push(waiting.passed, seat)
    t.fact(Passed(seat, waiting.stack[-1].entry if waiting.stack else 0, implied))


_APART: frozenset[type[Event]] = frozenset(COMMON)
