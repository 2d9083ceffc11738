"""How a notification gets to a browser: sealed for it, and posted to its push service (RFC 8030,
8188, 8291, 8292), by a thread of its own, so that a slow service slows nothing else."""

import json
import logging
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable
from http.client import HTTPException, HTTPSConnection
from os import urandom
from queue import Empty, Full, Queue
from threading import Thread
from time import time
from urllib.parse import urlsplit

import http_ece
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from storage.venue.push import Subscription

HOSTS = re.compile(
    r"fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com"
    r"|([a-z0-9-]+\.)+push\.apple\.com|([a-z0-9-]+\.)+notify\.windows\.com"
)
"""The push services of browsers. Nothing is sent anywhere else: a phone would aim the server."""

LONGEST_ENDPOINT = 1024
"""So many characters an address has at most."""
PATIENCE = 5.0
"""So many seconds a service may take."""
LASTS = 10 * 60
"""For so many seconds a service keeps a notification for a phone that is away."""
MOST = 4096
"""So many notifications wait at most; what is beyond is dropped."""
GONE = (404, 410)
"""With these a service says that a browser takes nothing any more."""

_log = logging.getLogger(__name__)


def new_key() -> str:
    """A private key by which push services know the sender, as PEM."""
    made = Vapid02()
    made.generate_keys()
    return str(made.private_pem().decode("ascii"))


def is_subscription(endpoint: str, p256dh: str, auth: str) -> bool:
    """Whether a browser can have given this: an address of a push service that is known, and two
    keys."""
    try:
        at = urlsplit(endpoint)
        port = at.port
        key, shared = _bytes(p256dh), _bytes(auth)
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), key)
    except (ValueError, UnsupportedAlgorithm):
        return False
    return (
        len(endpoint) <= LONGEST_ENDPOINT
        and endpoint.isascii()
        and endpoint.isprintable()
        and " " not in endpoint
        and (at.scheme, port, at.username, at.password) == ("https", None, None, None)
        and HOSTS.fullmatch(at.hostname or "") is not None
        and at.netloc == at.hostname
        and len(shared) == 16
    )


def _bytes(text: str) -> bytes:
    """What base64url says, with or without its padding.

    Raises:
        ValueError: it says nothing.
    """
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


class Service:
    """Sends notifications.

    Args:
        pem: the private key by which push services know the sender.
        contact: whom a push service may write to, as ``mailto:`` or ``https:``.
        gone: called with devices whose browsers take nothing any more, from another thread.
    """

    def __init__(self, pem: str, contact: str, gone: Callable[[Iterable[str]], None]) -> None:
        self._vapid = Vapid02.from_pem(pem.encode("ascii"))
        self._contact = contact
        self._gone = gone
        self._waiting: Queue[tuple[Subscription, str] | None] = Queue(MOST)
        self._thread = Thread(target=self._run, name="push", daemon=True)
        self._thread.start()

    takes = staticmethod(is_subscription)

    @property
    def public(self) -> str:
        """The public key, as a browser asks for it: an uncompressed point, base64url."""
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).decode("ascii").rstrip("=")

    def tell(self, to: Subscription, text: str) -> None:
        """Have a text sent to a device; this waits for nobody, and what is too much is dropped."""
        try:
            self._waiting.put_nowait((to, text))
        except Full:
            _log.warning("a notification is dropped: %s wait", MOST)

    def close(self) -> None:
        """Send nothing more; what is just being sent is waited for."""
        while True:
            try:
                self._waiting.get_nowait()
            except Empty:
                break
        self._waiting.put(None)
        self._thread.join(2 * PATIENCE)

    def _run(self) -> None:
        while (each := self._waiting.get()) is not None:
            to, text = each
            try:
                status = self._sent(to, text)
                if not 200 <= status < 300 and status not in GONE:
                    status = self._sent(to, text)
            except Exception as error:  # whatever a service does, the others are told
                _log.warning("no notification: %s", error)
                continue
            if status in GONE:
                self._gone([to.session])

    def _sent(self, to: Subscription, text: str) -> int:
        """The status with which the service answers; 0 where it does not. It is not followed to
        any other address."""
        if not is_subscription(to.endpoint, to.p256dh, to.auth):
            return GONE[0]
        at = urlsplit(to.endpoint)
        body = http_ece.encrypt(
            json.dumps({"text": text}).encode(),
            salt=urandom(16),
            private_key=generate_private_key(SECP256R1()),
            dh=_bytes(to.p256dh),
            auth_secret=_bytes(to.auth),
            version="aes128gcm",
        )
        signed = self._vapid.sign(
            {"aud": f"https://{at.netloc}", "sub": self._contact, "exp": int(time()) + 12 * 3600}
        )
        headers = {**signed, "TTL": str(LASTS), "Content-Encoding": "aes128gcm", "Urgency": "high"}
        connection = HTTPSConnection(at.netloc, timeout=PATIENCE)
        try:
            path = f"{at.path or '/'}{'?' + at.query if at.query else ''}"
            connection.request("POST", path, body, headers)
            return connection.getresponse().status
        except (OSError, HTTPException) as error:
            _log.warning("%s: %s", at.netloc, error)
            return 0
        finally:
            connection.close()


__all__ = ["HOSTS", "Service", "is_subscription", "new_key"]
