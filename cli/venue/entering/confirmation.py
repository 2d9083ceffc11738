"""The desk confirms those who have registered: all by one tap, or one by one (VN-18.6)."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from cli.failure import Failure
from cli.venue.desk.counter import Counter
from cli.venue.entering.lists import Judged, judged, played_at, registration_of
from cli.venue.entering.register import Register, likeness
from events import tournament as ev
from events.event import Event
from referee.tournament.entrants import next_number
from referee.tournament.state import number_of
from storage.library import distinct_names
from storage.venue.rows import RegistrationRow

AT_ONCE = 128
"""So many are confirmed by one tap at most, so that nobody else waits long."""
WORDS = ("confirm", "refuse")
"""How the lines of the desk begin that are answered here."""


class Waiting(Struct, frozen=True):
    """Somebody who waits to be confirmed."""

    person: str  # the id that was drawn
    name: str  # what they are called
    programme: str  # the id of the programme
    minor: bool  # whether a guardian has to agree
    guardian: bool  # whether one has said so on the form
    list: str  # none, right, faulty: the list that was given
    like: str  # who is called so, or has that id, too
    why: str  # why it is confirmed by itself alone; empty where it goes with all


class Entering(Struct, frozen=True):
    """How the registrations of a tournament stand, for the desk."""

    waiting: tuple[Waiting, ...]
    confirmed: int
    refused: int
    withdrawn: int
    places: int  # how many may play; 0: any number
    left: int  # how many places are free; 0 where any number may play, too
    full: bool  # whether somebody was sent away as too many wait

    @property
    def ready(self) -> int:
        """How many *confirm all* takes."""
        easy = sum(not each.why for each in self.waiting)
        return min(easy, self.left if self.places else easy, AT_ONCE)


def _register(desk: Counter) -> Register:
    assert desk.register is not None
    return desk.register


def entering_of(desk: Counter) -> Entering:
    """How the registrations of a tournament stand."""
    register, state = _register(desk), desk.table.state
    rows = register.rows_of(desk.name)
    names = desk.log.names()
    people = {each: names.get(each, "") for each in state.entrants}
    called = _called(rows, people)
    waiting = tuple(
        _waiting(desk, row, rows, people, called[row.person])
        for row in rows
        if row.standing == "waiting"
    )
    counts = {
        standing: sum(row.standing == standing for row in rows)
        for standing in ("confirmed", "refused", "withdrawn")
    }
    places = desk.table.catalog.entering.places
    left = max(0, places - len(state.entrants)) if places else 0
    return Entering(waiting, places=places, left=left, full=desk.name in register.full, **counts)


def _called(rows: Sequence[RegistrationRow], people: dict[str, str]) -> dict[str, str]:
    """What those who have registered or play are called, each otherwise than the others."""
    return distinct_names({**people, **{row.person: row.name or row.person for row in rows}})


def _waiting(
    desk: Counter,
    row: RegistrationRow,
    rows: Sequence[RegistrationRow],
    people: dict[str, str],
    called: str,
) -> Waiting:
    like = likeness(row, rows, people)
    why = f"is there already: {like}" if like else ""
    if row.minor:
        asks = desk.table.catalog.entering.minors == "guardian"
        why = "a minor: a guardian agrees?" if asks else "a minor"
    if not row.name:
        why = "the name is forgotten"
    found = list_of(desk, row.list)
    kind = "none" if found is None else "right" if found.right else "faulty"
    person, name, programme = row.person, called if row.name else "", row.programme
    return Waiting(person, name, programme, row.minor, row.guardian, kind, like, why)


def list_of(desk: Counter, text: str) -> Judged | None:
    """What a list that was given comes to; None where none was, or none are taken. It is read once
    for each text."""
    if not text:
        return None
    known = _register(desk).judged
    key = f"{desk.name}\n{text}"
    if key not in known:
        played = played_at(desk.log, desk.table.state)
        if played is None:
            return None
        if len(known) > 2_000:
            known.clear()
        known[key] = judged(played, text)
    found = known[key]
    assert isinstance(found, Judged)
    return found


# -- what is done -------------------------------------------------------------------------------


def confirm_all(desk: Counter) -> list[str]:
    """Confirm who has registered without likeness and is no minor, in order, as far as there are
    places; what became of it, in lines.

    Raises:
        Forbidden: the device may not.
        LogError: it cannot be logged.
    """
    standing = entering_of(desk)
    easy = [each.person for each in standing.waiting if not each.why][: standing.ready]
    entered, failed = [], []
    try:
        for person in easy:
            try:
                entered.append(_entered(desk, person))
            except Failure as failure:
                failed.append(f"{person}: {failure.message}")
    finally:
        _keep(desk, entered)
    left = len(standing.waiting) - len(entered)
    lines = [f"{len(entered)} confirmed; {len(desk.table.state.entrants)} in all"]
    if left:
        lines.append(f"{left} still wait" + ("" if left > len(failed) else ", as was said"))
    return [*lines, *failed[:5]]


def confirm(desk: Counter, who: str, *, guardian: bool = False) -> list[str]:
    """Confirm one; errors as for :func:`confirm_all`, and:

    Raises:
        Failure: nobody waits under that id or name, a guardian has to agree, or no place is free.
    """
    row = waiting_row(desk, who)
    entering = desk.table.catalog.entering
    if row.minor and entering.minors == "guardian" and not guardian:
        raise Failure(
            f"{row.name or row.person} is below {entering.minor_below}",
            f"confirm {row.person} guardian, where a guardian agrees",
        )
    if entering.places and len(desk.table.state.entrants) >= entering.places:
        raise Failure(f"all {entering.places} places are taken", "refuse, or enter at the desk")
    _keep(desk, [_entered(desk, row.person)])
    return [f"{row.name or row.person} plays, as {row.person}"]


def refuse(desk: Counter, who: str) -> list[str]:
    """Refuse one; errors as for :func:`confirm`."""
    row = waiting_row(desk, who)
    desk.require_may(ev.Enter(desk.person(), row.person))
    assert desk.now is not None
    _register(desk).refuse(desk.log, row, desk.now)
    return [f"{row.name or row.person} is refused"]


def waiting_row(desk: Counter, who: str) -> RegistrationRow:
    """The registration that is meant by an id or a name.

    Raises:
        Failure: nobody waits who is called that, or more than one does.
    """
    rows = _register(desk).rows_of(desk.name)
    called = _called(rows, desk.log.names())
    rows = [row for row in rows if row.standing == "waiting"]
    wanted = who.strip().casefold()
    found = [row for row in rows if row.person == who.strip()] or [
        row for row in rows if wanted and called[row.person].casefold().startswith(wanted)
    ]
    if len(found) == 1:
        return found[0]
    if found:
        named = ", ".join(called[row.person] for row in found[:5])
        raise Failure(f"{who} may be {named}", "say which one")
    waiting = ", ".join(called[row.person] for row in rows[:5]) or "nobody"
    raise Failure(f"nobody waits who is called {who or 'that'}", f"waiting: {waiting}")


def _entered(desk: Counter, person: str) -> RegistrationRow:
    """Have somebody enter, with the list where it is right, in one commit; the registration
    without what is registered by that."""
    row = _register(desk).of(desk.name, person)
    assert row is not None
    by, state = desk.person(), desk.table.state
    own = 0 if number_of(state, "teams") else next_number(state)
    entry: list[Event] = [ev.Enter(by, person, number=own)]
    found = list_of(desk, row.list)
    registers = found is not None and found.right and not state.rounds
    if registers and found is not None and found.deck is not None:
        entry.append(registration_of(by, person, found.deck))
    desk.log_all(*entry)
    return replace(row, list="") if registers else row


def _keep(desk: Counter, entered: Sequence[RegistrationRow]) -> None:
    """Note who has entered."""
    assert desk.access is not None and desk.now is not None
    _register(desk).confirm(desk.log, entered, desk.access, desk.table.state, desk.now)


def line_meant(text: str) -> bool:
    """Whether a line that is typed at the desk is answered here."""
    return text.split(" ", 1)[0].casefold() in WORDS


def typed(desk: Counter, text: str) -> list[str]:
    """Take such a line: ``confirm all``, ``confirm WHO [guardian]``, ``refuse WHO``.

    Raises:
        Failure: it cannot be understood or done.
        Forbidden: the device may not.
        LogError: it cannot be logged.
    """
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    if word.casefold() == "refuse":
        return refuse(desk, rest)
    if rest.casefold() == "all":
        return confirm_all(desk)
    if not rest:
        raise Failure("expected who is confirmed", "confirm all, confirm NAME")
    who = rest.removesuffix(" guardian")
    return confirm(desk, who, guardian=who != rest)


__all__ = [
    "Entering",
    "Waiting",
    "confirm",
    "confirm_all",
    "entering_of",
    "line_meant",
    "list_of",
    "refuse",
    "typed",
]
