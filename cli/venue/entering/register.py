"""Who has registered by phone: in memory, and written through to the log's side table (VN-18.2).

For the thread that has the log. A row names somebody and is in no view and no export; what the log
has of a person is the id that was drawn, and, once confirmed, the name in ``people``.
"""

import re
import secrets
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from cli.failure import Failure
from cli.reading.decks import MOST_LINES, MOST_TEXT
from cli.venue.access.access import Access
from cli.venue.access.refused import CodeOver
from cli.venue.access.session import LASTS, Session
from cli.venue.hall.busy import Busy
from referee.tournament.policy import Registration
from referee.tournament.state import Hall as Tournament
from referee.tournament.state import State, number_of
from storage.library import drawn_person
from storage.venue import marks, rows
from storage.venue.rows import RegistrationRow

if TYPE_CHECKING:
    from storage.log import Log

MOST_NAME, MOST_PROGRAMME = 60, 32
MOST_OPEN = 4_096
"""At most so many rows wait in a tournament, and four for each place."""
LEAST_ONCE = 32
"""A page gives each form so many characters at least, by which it is known again."""
ENDED = timedelta(hours=24)
"""For so long a row stays that was refused or withdrawn."""
AFTERWARDS = timedelta(days=30)
"""For so long after the close the others do."""

_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffd]")
_UNSEEN = re.compile("[\u00ad\u034f\u115f\u1160\u200b\u2060-\u2064\u2800\u3164\ufeff\uffa0]")
"""What nobody sees: a name with it looks like another's, or like none."""
_HEAPED = re.compile(r"(?:[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]){4}")
"""More accents on a letter than any language has, which run over what stands around."""


class Form(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody who registers says."""

    name: str
    programme: str = ""
    minor: bool | None = None
    guardian: bool = False
    publish: bool = False
    list: str = ""


def new_device(stream: str, label: str, now: datetime) -> Session:
    """What the device of somebody who registers joins as, before it is known who that is."""
    return Session(
        secrets.token_hex(8), "", "entrant", stream, "", (), label[:64], now, now + LASTS
    )


class Wrong(Failure):
    """A form that cannot be taken.

    Args:
        field: the field that is wrong.
        key: the text that says why, in the catalog of the language.
        values: what belongs into it.
    """

    def __init__(self, field: str, key: str, *values: object) -> None:
        super().__init__(f"{field}: {key.rpartition('.')[2].replace('-', ' ')}")
        self.field = field
        self.key = key
        self.values = values


class Register:
    """The registrations of all tournaments of a log.

    Attributes:
        full: the tournaments in which a registration was sent away, as too many wait.
    """

    def __init__(self, found: Iterable[RegistrationRow] = ()) -> None:
        self._rows = {row.key: row for row in found}
        self.full: set[str] = set()
        self.named = 0
        """How often it was changed what people are called."""
        self.judged: dict[str, object] = {}
        """What each list that was given comes to, by the tournament and its text."""

    @classmethod
    def load(cls, log: "Log", access: Access, now: datetime) -> "Register":
        """What a log keeps, but for what the venue has not written itself. Who entered just before
        the venue was killed is confirmed."""
        amiss = {(each.table, each.key) for each in marks.amiss(log)}
        if ("venue_marks", "") in amiss:
            return cls()
        found = rows.registrations(log)
        table = "venue_registrations"
        register = cls(row for row in found if (table, " ".join(row.key)) not in amiss)
        for stream in {row.stream for row in register._rows.values() if log.has(row.stream)}:
            replay = log.live(stream).replay()
            waiting = register.rows_of(stream, "waiting") if replay.opened else []
            entered = [row for row in waiting if row.person in replay.state.entrants]
            register.confirm(log, entered, access, replay.state, now)
        return register

    def of(self, stream: str, person: str) -> RegistrationRow | None:
        """What somebody has registered; None where nobody has under that id."""
        return self._rows.get((stream, person))

    def rows_of(self, stream: str, *standing: str) -> list[RegistrationRow]:
        """The registrations of a tournament in their order; of these standings alone, if any is
        named."""
        return [
            row
            for row in self._rows.values()
            if row.stream == stream and (not standing or row.standing in standing)
        ]

    # -- by phone -----------------------------------------------------------------------------

    def register(
        self, log: "Log", access: Access, form: Form, once: str, device: Session
    ) -> tuple[str, Session]:
        """Somebody registers: the row and the device's session, in one commit (VN-18.1).

        The token comes from what the page was given, so that the same form sent again is the same
        device, in parallel and after a crash.

        Args:
            log: the log, open for writing.
            access: who has joined.
            form: what was said.
            once: what the page was given.
            device: what the device joins as, which is nobody's yet.

        Raises:
            Wrong: the form cannot be taken; names the field.
            CodeOver: nobody enters any more.
            Busy: too many wait.
            LogError: the log cannot be written.
        """
        if len(once) < LEAST_ONCE:
            raise Wrong("once", "enter.wrong.page")
        stream, now = device.stream, device.bound_at
        token = sha256(f"{stream} {once}".encode()).hexdigest()
        known = access.session(token, now)
        if known is not None:
            return token, known
        table: Tournament = log.live(stream).replay().table
        require_open(table.state)
        sound = checked(form, table.catalog.entering)
        waiting = len(self.rows_of(stream, "waiting"))
        places = table.catalog.entering.places
        if waiting >= (min(MOST_OPEN, 4 * places) if places else MOST_OPEN):
            self.full.add(stream)
            raise Busy("too many registrations wait; the desk is told")
        waits = {row.person for row in self._rows.values() if row.stream == stream}
        person = drawn_person(log.people(), table.state.entrants, table.state.roles, waits)
        session = replace(device, person=person)
        row = RegistrationRow(stream, person, session.id, now, "waiting", now, **sound)
        access.admit(log, row, session, token)
        self._rows[row.key] = row
        return token, session

    def mend(
        self, log: "Log", row: RegistrationRow, form: Form, table: Tournament, now: datetime
    ) -> RegistrationRow:
        """A player mends the own row: all of it while it waits, later the programme and whether the
        name may be published (VN-18.5).

        Raises:
            Wrong: the form cannot be taken; names the field.
            CodeOver: nobody enters any more.
            LogError: the log cannot be written.
        """
        entering = table.catalog.entering
        if row.standing == "confirmed":
            agrees = row.guardian or form.guardian
            said = replace(form, name="0", minor=row.minor, guardian=agrees, list="")
            sound = checked(said, entering)
            kept = ("programme", "guardian", "publish")
            mended = replace(row, **{each: sound[each] for each in kept})
            self._keep(log, mended)
            self._publish(log, mended, table.state)
            return mended
        require_open(table.state)
        if row.standing == "refused":
            raise CodeOver("the desk has refused this registration", "ask at the desk")
        sound = {**checked(form, entering), "list": row.list}
        mended = replace(row, standing="waiting", changed_at=now, **sound)
        self._keep(log, mended)
        return mended

    def withdraw(self, log: "Log", row: RegistrationRow, now: datetime) -> RegistrationRow:
        """A player withdraws what waits; who is confirmed drops instead.

        Raises:
            Wrong: it does not wait.
            LogError: the log cannot be written.
        """
        if row.standing == "withdrawn":
            return row
        if row.standing != "waiting":
            raise Wrong("standing", "enter.wrong.confirmed")
        return self._stands(log, row, "withdrawn", now)

    def draft(self, log: "Log", row: RegistrationRow, text: str) -> None:
        """Keep a list that is not registered yet, or empty where it is by now."""
        self._keep(log, replace(row, list=text))

    # -- at the desk --------------------------------------------------------------------------

    def confirm(
        self,
        log: "Log",
        found: Sequence[RegistrationRow],
        access: Access,
        state: State,
        now: datetime,
    ) -> None:
        """Note that these have entered, and make their devices those of players.

        Args:
            log: the log, open for writing.
            found: the registrations; a list that is registered by now is no longer in them.
            access: the devices.
            state: the tournament, which has them.
            now: what time it is, UTC.

        Raises:
            LogError: the log cannot be written.
        """
        if not found:
            return
        if names := {row.person: row.name for row in found if row.name}:
            log.name_people(names)
        called = {
            row.person: f"Player {state.entrants[row.person].number}"
            for row in found
            if not row.publish and row.person in state.entrants
        }
        rows.call_unpublished(log, called)
        self.named += 1
        made = [replace(row, standing="confirmed", changed_at=now) for row in found]
        access.confirm(log, made, now)
        self._rows |= {row.key: row for row in made}

    def refuse(self, log: "Log", row: RegistrationRow, now: datetime) -> RegistrationRow:
        """The desk refuses what waits."""
        return self._stands(log, row, "refused", now)

    def _publish(self, log: "Log", row: RegistrationRow, state: State) -> None:
        """Note whether somebody is called by name outside of the hall (VN-18.4)."""
        entrant = state.entrants.get(row.person)
        if entrant is None:
            return
        self.named += 1
        if row.publish:
            rows.call_unpublished(log, {}, [row.person])
        else:
            rows.call_unpublished(log, {row.person: f"Player {entrant.number}"})

    def _stands(
        self, log: "Log", row: RegistrationRow, standing: Any, now: datetime
    ) -> RegistrationRow:
        made = replace(row, standing=standing, changed_at=now)
        self._keep(log, made)
        return made

    def _keep(self, log: "Log", row: RegistrationRow) -> None:
        rows.keep(log, registrations=[row])
        self._rows[row.key] = row

    # -- in time ------------------------------------------------------------------------------

    def forget(self, person: str) -> None:
        """Know nothing more of a person than the log does."""
        for key, row in [*self._rows.items()]:
            if row.person == person:
                self._rows[key] = replace(row, name="", programme="", list="")

    def tidy(self, log: "Log", access: Access, now: datetime) -> Sequence[str]:
        """Let rows go whose time is over, and end the devices of those who are no players once
        their tournament is closed (VN-18.5); the devices that were ended.

        Raises:
            LogError: the log cannot be read or written.
        """
        gone, ended = [], []
        for row in [*self._rows.values()]:
            closed = closed_at(log, row.stream)
            off = row.standing in ("refused", "withdrawn") and now - row.changed_at >= ENDED
            if off or (closed is not None and now - closed >= AFTERWARDS):
                gone.append(row)
            if (closed is not None and row.standing != "confirmed") or row in gone:
                session = access.known(row.session)
                if session is not None and session.role == "entrant" and session.until > now:
                    access.end(log, row.session, now)
                    ended.append(row.session)
        if gone:
            rows.let_go(log, [row.key for row in gone])
            for row in gone:
                del self._rows[row.key]
        return ended


def closed_at(log: "Log", stream: str) -> datetime | None:
    """When a tournament was closed; None while it is not, or where the log has it not."""
    if not log.has(stream):
        return None
    match = log.live(stream)
    if not match.replay().opened or not match.replay().state.over:
        return None
    return match.entry(match.last).recorded_at


def require_open(state: State) -> None:
    """See that somebody may still enter.

    Raises:
        CodeOver: nobody does any more.
    """
    if state.over:
        raise CodeOver("this event is over")
    if number_of(state, "teams"):
        raise CodeOver("teams enter at the desk", "ask there")
    if state.cut or state.turn > number_of(state, "late"):
        raise CodeOver("nobody enters any more", "ask at the desk")


def checked(form: Form, entering: Registration) -> dict[str, Any]:
    """The fields of a form as they are kept.

    Raises:
        Wrong: one of them cannot be taken.
    """
    name = _worded("name", form.name, MOST_NAME)
    if not any(map(str.isalnum, name)):
        raise Wrong("name", "enter.wrong.name-missing")
    programme = _worded("programme", form.programme, MOST_PROGRAMME)
    asked = bool(entering.minor_below)
    if asked and form.minor is None:
        raise Wrong("minor", "enter.wrong.minor-missing", entering.minor_below)
    minor = asked and bool(form.minor)
    if minor and entering.minors == "refused":
        raise Wrong("minor", "enter.wrong.minor-refused", entering.minor_below)
    if minor and form.publish and not form.guardian:
        raise Wrong("publish", "enter.wrong.publish-guardian")
    if len(form.list.encode("utf-8", "replace")) > MOST_TEXT:
        raise Wrong("list", "enter.wrong.list-long", MOST_TEXT // 1024, MOST_LINES)
    if len(form.list.splitlines()) > MOST_LINES or "\0" in form.list:
        raise Wrong("list", "enter.wrong.list-long", MOST_TEXT // 1024, MOST_LINES)
    return {
        "name": name,
        "programme": programme,
        "minor": minor,
        "guardian": minor and form.guardian,
        "publish": form.publish,
        "list": form.list.strip(),
    }


def _worded(field: str, text: str, most: int) -> str:
    """A name in one line, as it is shown to others (VN-18.2).

    Raises:
        Wrong: it is too long, or has characters that command or turn what is written.
    """
    found = unicodedata.normalize("NFC", _UNSEEN.sub("", text)).strip()
    if len(found) > most:
        raise Wrong(field, "enter.wrong.long", most)
    categories = {unicodedata.category(each) for each in found}
    if categories & {"Cc", "Cs", "Zl", "Zp"} or _DIRECTION.search(found) or _HEAPED.search(found):
        raise Wrong(field, "enter.wrong.characters")
    return found


# -- who is like whom ---------------------------------------------------------------------------


def likeness(
    row: RegistrationRow, others: Iterable[RegistrationRow], people: Mapping[str, str]
) -> str:
    """Who else has the name or the id of the programme that a row has; empty where nobody has.

    Args:
        row: the registration.
        others: the other registrations of the tournament that are not refused.
        people: what those are called who play already.
    """
    own = _compared(row.name)
    for other in others:
        if other.person == row.person or other.standing in ("refused", "withdrawn"):
            continue
        if row.programme and row.programme.casefold() == other.programme.casefold():
            return other.name
        if own == _compared(other.name):
            return other.name
    return next(
        (
            name
            for person, name in people.items()
            if person != row.person and own == _compared(name)
        ),
        "",
    )


def _compared(name: str) -> str:
    """A name without accents, case, signs and the order of its words."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    words = re.findall(r"\w+", "".join(c for c in plain if not unicodedata.combining(c)))
    return " ".join(sorted(words)) or name


__all__ = [
    "Form",
    "Register",
    "Wrong",
    "checked",
    "likeness",
    "require_open",
]
