"""The codes and devices of a venue: in memory, and written through to the log's side tables.

What writes is for the thread that has the log; what only asks may be called from any.
"""

import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from cli.venue.access import pins
from cli.venue.access.codes import draw_code
from cli.venue.access.limits import Limits
from cli.venue.access.refused import CodeOver, CodeTaken, Forbidden, UnknownCode, WrongPin
from cli.venue.access.roles import over, require_standing
from cli.venue.access.session import HEAD, LASTS, MANY, Invitation, Role, Session, hashed
from storage.venue import marks, push, rows
from storage.venue.rows import CodeRow, DeviceRow, PinRow, RegistrationRow

if TYPE_CHECKING:
    from storage.log import Log

MOST_LABEL = 64
"""How many characters of what a device calls itself are kept."""
ENDED = "ended"
"""What the row of a code for any number of devices says in the place of one, where it was ended."""
AGAIN = timedelta(minutes=1)
"""For how long a page that was sent twice joins as one device."""


class _Code(Struct):
    invitation: Invitation
    session: str = ""
    once: str = ""


class Access:
    """Who may join the venue, and who has.

    Attributes:
        limits: how often something may be tried.
        changed: called when a code, a device or a PIN was written.

    Example:
        >>> access = Access.load(log)                                    # doctest: +SKIP
        >>> code = access.invite(log, Invitation("judge", "kim", "open"))
        >>> token, session = access.bind(log, code, "Kim's phone", now)
        >>> access.session(token, now) == session
        True
    """

    def __init__(self) -> None:
        self.limits = Limits()
        self.changed: Callable[[], None] = lambda: None
        self._codes: dict[str, _Code] = {}
        self._unused: dict[Invitation, str] = {}
        self._ended: dict[Invitation, str] = {}
        self._sessions: dict[str, Session] = {}
        self._tokens: dict[str, str] = {}
        self._hashes: dict[str, str] = {}
        self._pins: dict[tuple[str, str], PinRow] = {}
        self._proved: dict[str, datetime] = {}

    @classmethod
    def load(cls, log: "Log") -> "Access":
        """What a log keeps: devices that had joined before go on (VN-11.3). What the venue has not
        written itself counts for nothing.

        Raises:
            LogError: the log cannot be read.
        """
        access = cls()
        amiss = {(each.table, each.key) for each in marks.amiss(log)}
        if ("venue_marks", "") in amiss:
            return access
        for code in rows.codes(log):
            if ("venue_codes", code.code) in amiss:
                continue
            role: Role = code.role  # type: ignore[assignment]
            invitation = Invitation(
                role, code.person, code.stream, code.match_id, code.tables, code.ends
            )
            access._hold_code(code.code, _Code(invitation, code.session))
        for device in rows.devices(log):
            if ("venue_devices", device.session) in amiss:
                continue
            access._hold(_session_of(device), device.token)
        for pin in rows.pins(log):
            if ("venue_pins", f"{pin.stream} {pin.person}") in amiss:
                pin = PinRow(pin.stream, pin.person, "", "")  # no PIN fits, until it is forgotten
            access._pins[pin.stream, pin.person] = pin
        return access

    def _keep(self, log: "Log", **changed: Any) -> None:
        """Write through, and say that something changed that no entry tells of."""
        rows.keep(log, **changed)
        self.changed()

    # -- codes ----------------------------------------------------------------------------

    def invite(self, log: "Log", invitation: Invitation) -> str:
        """A code for it; see :meth:`invite_all`."""
        return self.invite_all(log, [invitation])[0]

    def invite_all(self, log: "Log", invitations: Sequence[Invitation]) -> list[str]:
        """A code for each, in one commit: the one there is as long as no device has joined with
        it, so that a sheet may be printed again (VN-5.2).

        Once a device has, only the desk asks for another one.

        Raises:
            Forbidden: somebody is to join as what the tournament or match does not say.
            LogError: the log cannot be written.
        """
        new: dict[Invitation, str] = {}
        for each in dict.fromkeys(invitations):
            require_standing(log, each)
            if each not in self._unused:
                new[each] = self._draw(new.values())
        if new:
            gone = [self._ended[each] for each in new if each in self._ended]
            made = [_code_row(code, _Code(each)) for each, code in new.items()]
            self._keep(log, codes=made, gone=gone)
            for each, code in new.items():
                self._ended.pop(each, None)
                self._hold_code(code, _Code(each))
        return [self._unused[each] for each in invitations]

    def invitation(self, code: str) -> Invitation | None:
        """What a code is for; None where there is no such code."""
        found = self._codes.get(code)
        return found.invitation if found else None

    def taken(self, code: str) -> bool:
        """Whether no other device may join with a code. One to watch is for any number."""
        found = self._codes.get(code)
        return found is not None and bool(found.session)

    def _draw(self, others: Iterable[str]) -> str:
        while True:
            code = draw_code()
            if code not in self._codes and code not in others:
                return code

    def code_for(self, invitation: Invitation) -> str:
        """The code that is out for something and not taken; empty where there is none."""
        return self._unused.get(invitation, "")

    def end_code(self, log: "Log", code: str) -> None:
        """End a code: nobody joins with it any more. That one for any number of devices was ended
        is kept, so that a venue that is started again makes none by itself.

        Raises:
            LogError: the log cannot be written.
        """
        found = self._codes.get(code)
        if found is None:
            return
        many = found.invitation.role in MANY
        ended = replace(found, session=ENDED)
        self._keep(log, codes=[_code_row(code, ended)] if many else (), gone=[code])
        del self._codes[code]
        if self._unused.get(found.invitation) == code:
            del self._unused[found.invitation]
        if many:
            self._hold_code(code, ended)

    def was_ended(self, invitation: Invitation) -> bool:
        """Whether the code for any number of devices was ended, and none was made since."""
        return invitation in self._ended

    # -- devices --------------------------------------------------------------------------

    def admit(self, log: "Log", row: RegistrationRow, session: Session, token: str) -> None:
        """A device registers somebody: both are kept, in one commit (VN-18.1).

        Args:
            log: the log, open for writing.
            row: the registration.
            session: the device.
            token: what it sends from now on.

        Raises:
            LogError: the log cannot be written.
        """
        self._keep(log, devices=[_device_row(session, hashed(token))], registrations=[row])
        self._hold(session, hashed(token))

    def confirm(self, log: "Log", rows: Sequence[RegistrationRow], now: datetime) -> None:
        """Keep registrations that were confirmed, and make their devices those of players, in one
        commit; but for devices that have ended.

        Raises:
            LogError: the log cannot be written.
        """
        found = (self._sessions.get(row.session) for row in rows)
        made = [
            replace(each, role="player", until=now + LASTS)
            for each in found
            if each is not None and each.until > now
        ]
        devices = [_device_row(each, self._hashes[each.id]) for each in made]
        self._keep(log, devices=devices, registrations=rows)
        for each in made:
            self._hold(each, self._hashes[each.id])

    def bind(
        self, log: "Log", code: str, label: str, now: datetime, *, once: str = ""
    ) -> tuple[str, Session]:
        """A device joins; the token that it sends from now on, and what it has joined as.

        Args:
            log: the log, open for writing.
            code: the code, as :func:`~cli.venue.access.codes.read_code` has it.
            label: what the device calls itself.
            now: when, UTC.
            once: what the page that joins was given; the same again within a minute is the same
                device, whose answer was lost.

        Raises:
            UnknownCode: there is no such code.
            CodeTaken: another device has joined with it; the desk makes another one.
            CodeOver: its round or event is over, or its person is no longer what it is for.
            LogError: the log cannot be written.
        """
        found = self._codes.get(code)
        if found is None:
            raise UnknownCode("there is no such code", "read it again, or ask at the desk")
        known = self._sessions.get(found.session)
        again = (
            known is not None
            and once != ""
            and found.once == hashed(once)
            and now - known.bound_at <= AGAIN
            and known.until > now
        )
        if found.session and not again:
            raise CodeTaken("another device has joined with this code", "ask at the desk")
        if over(log, found.invitation):
            raise CodeOver("this code was for what is over now", "the next slip has another code")
        try:
            require_standing(log, found.invitation)
        except Forbidden as error:
            raise CodeOver(str(error), error.hint) from None
        token = secrets.token_urlsafe(32)
        session = known if again and known else _joined(found.invitation, label, now)
        single = found.invitation.role not in MANY
        kept = _Code(found.invitation, session.id if single else "", hashed(once) if once else "")
        self._keep(
            log, codes=[_code_row(code, kept)], devices=[_device_row(session, hashed(token))]
        )
        self._hold_code(code, kept)
        self._hold(session, hashed(token))
        return token, session

    def session(self, token: str, now: datetime) -> Session | None:
        """The device that sends this token; None where none has it, or not any more."""
        found = self._sessions.get(self._tokens.get(hashed(token), ""))
        return found if found is not None and now < found.until else None

    def known(self, session_id: str) -> Session | None:
        """A device by its id, also one that has ended; None where there is none."""
        return self._sessions.get(session_id)

    def has_ended(self, session: Session, now: datetime) -> bool:
        """Whether a device has been ended since it asked."""
        found = self._sessions.get(session.id)
        return found is not None and found.until <= now

    def devices(self, event: str, now: datetime) -> list[Session]:
        """The devices that have joined a tournament, or a match of none: by role, then person."""
        found = [each for each in self._sessions.values() if each.event == event]
        order = [*Role.__args__]  # type: ignore[attr-defined]
        return sorted(
            (each for each in found if now < each.until),
            key=lambda each: (order.index(each.role), each.person, each.bound_at),
        )

    def end(self, log: "Log", session: str, now: datetime) -> Session | None:
        """End a device, such as a lost phone (VN-5.3); None where there is none of that id.

        Raises:
            LogError: the log cannot be written.
        """
        found = self._sessions.get(session)
        if found is None or found.until <= now:
            return found
        ended = replace(found, until=now)
        self._keep(log, devices=[_device_row(ended, self._hashes[session])])
        push.unsubscribe(log, [session])
        self._hold(ended, self._hashes[session])
        self._proved.pop(session, None)
        return ended

    def retire(self, log: "Log", event: str, now: datetime) -> list[Session]:
        """End the devices of those who are no longer what they had joined a tournament or match
        as: who was a judge sees and does from now on what everybody may (VN-5.1).

        Raises:
            LogError: the log cannot be read or written.
        """
        ended = []
        for each in self.devices(event, now):
            invitation = Invitation(each.role, each.person, each.stream, each.match)
            try:
                require_standing(log, invitation)
            except Forbidden:
                self.end(log, each.id, now)
                ended.append(each)
        return ended

    # -- PINs -----------------------------------------------------------------------------

    def has_pin(self, whose: Session | Invitation) -> bool:
        """Whether a person has chosen a PIN."""
        return (whose.event, whose.person) in self._pins

    def set_pin(self, log: "Log", session: Session, pin: str, now: datetime) -> None:
        """Keep a PIN, hashed; who has one has to have given it within 15 minutes. What another
        device of that person has proved with the one before counts no more.

        Raises:
            WrongPin: it is not 4 to 12 digits; or the PIN there is was not given.
            LogError: the log cannot be written.
        """
        require_pin(pin)
        if self.has_pin(session) and not self._is_proved(session, now):
            raise WrongPin("there is a PIN already", "give that first")
        kept = pins.salted(session.event, session.person, pin)
        self._keep(log, pins=[kept])
        self._pins[kept.stream, kept.person] = kept
        for each in self._sessions.values():
            if (each.event, each.person) == (session.event, session.person):
                self._proved.pop(each.id, None)
        self._proved[session.id] = now

    def prove(self, session: Session, pin: str, now: datetime) -> bool:
        """Whether it is the person's PIN; if so it counts for 15 minutes. Takes about 50 ms."""
        kept = self._pins.get((session.event, session.person))
        if kept is None or not pins.is_pin(pin) or not pins.fits(pin, kept):
            return False
        self._proved[session.id] = now
        return True

    def needs_pin(self, session: Session, now: datetime) -> bool:
        """Whether a PIN has to be given before this device rules or posts (VN-5.7)."""
        return session.role in HEAD and not self._is_proved(session, now)

    def _is_proved(self, session: Session, now: datetime) -> bool:
        at = self._proved.get(session.id)
        return at is not None and now - at <= pins.LASTS

    # -- in memory ------------------------------------------------------------------------

    def _hold_code(self, code: str, kept: _Code) -> None:
        if kept.session == ENDED:
            self._ended[kept.invitation] = code
            return
        self._codes[code] = kept
        if not kept.session:
            self._unused[kept.invitation] = code
        elif self._unused.get(kept.invitation) == code:
            del self._unused[kept.invitation]

    def _hold(self, session: Session, token: str) -> None:
        self._tokens.pop(self._hashes.get(session.id, ""), None)
        self._sessions[session.id] = session
        self._hashes[session.id] = token
        self._tokens[token] = session.id


def require_pin(typed: str) -> None:
    """See that it can be a PIN.

    Raises:
        WrongPin: it is not 4 to 12 digits.
    """
    if not pins.is_pin(typed):
        raise WrongPin("a PIN is 4 to 12 digits")


def _joined(invitation: Invitation, label: str, now: datetime) -> Session:
    return Session(
        secrets.token_hex(8),
        invitation.person,
        invitation.role,
        invitation.stream,
        invitation.match,
        invitation.tables,
        label[:MOST_LABEL],
        now,
        now + LASTS,
    )


def _session_of(row: DeviceRow) -> Session:
    role: Role = row.role  # type: ignore[assignment]
    return Session(
        row.session,
        row.person,
        role,
        row.stream,
        row.match_id,
        row.tables,
        row.label,
        row.bound_at,
        row.until,
    )


def _code_row(code: str, kept: _Code) -> CodeRow:
    its = kept.invitation
    return CodeRow(
        code, its.role, its.person, its.stream, its.match, its.tables, its.ends, kept.session
    )


def _device_row(session: Session, token: str) -> DeviceRow:
    return DeviceRow(
        session.id,
        token,
        session.role,
        session.person,
        session.stream,
        session.match,
        session.tables,
        session.label,
        session.bound_at,
        session.until,
    )
