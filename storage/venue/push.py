"""Where the browsers of players take notifications (VN-18.15), as rows beside the chain."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from msgspec import Struct

from storage import schema

if TYPE_CHECKING:
    from storage.log import Log


class Subscription(Struct, frozen=True):
    """What a browser gives to whoever may send it notifications."""

    session: str  # the device
    endpoint: str  # the address at the push service of the browser
    p256dh: str  # the public key of the browser, base64url
    auth: str  # what it shares with the sender, base64url
    language: str  # the language of the texts


def key_of(log: "Log", make: Callable[[], str]) -> str:
    """The private key by which push services know this log again, as PEM.

    Args:
        log: the log, open for writing.
        make: makes one, where the log has none.

    Raises:
        LogError: the log cannot be written.
    """
    _make_tables(log)
    if found := log.rows("SELECT pem FROM venue_push_key"):
        return str(found[0][0])
    pem = make()
    log.rows("INSERT INTO venue_push_key VALUES (?)", [pem])
    return pem


def subscribe(log: "Log", made: Subscription) -> None:
    """Keep where a device takes notifications, in the place of what it gave before.

    Raises:
        LogError: the log cannot be written.
    """
    _make_tables(log)
    values = [made.session, made.endpoint, made.p256dh, made.auth, made.language]
    log.rows("INSERT OR REPLACE INTO venue_push VALUES (?, ?, ?, ?, ?)", values)


def unsubscribe(log: "Log", sessions: Iterable[str]) -> None:
    """Let go of what devices gave.

    Raises:
        LogError: the log cannot be written.
    """
    if log.has_table("venue_push"):
        log.rows("DELETE FROM venue_push WHERE list_contains(?, session)", [[*sessions]])


def subscriptions(log: "Log", stream: str, now: datetime) -> dict[str, list[Subscription]]:
    """The devices of a tournament that take notifications and have not ended, by their person.

    Args:
        log: the log.
        stream: the tournament.
        now: when, UTC.

    Raises:
        LogError: the log cannot be read.
    """
    found: dict[str, list[Subscription]] = {}
    if log.has_table("venue_push"):
        for person, *values in log.rows(
            "SELECT person, session, endpoint, p256dh, auth, language FROM venue_push "
            "JOIN venue_devices USING (session) WHERE stream = ? AND until > ? ORDER BY session",
            [stream, now.replace(tzinfo=None)],
        ):
            found.setdefault(person, []).append(Subscription(*values))
    return found


def _make_tables(log: "Log") -> None:
    if not log.has_table("venue_push"):
        log.rows(schema.sql("venue"))
