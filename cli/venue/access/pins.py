"""PINs of head judges and organisers: asked for again before rulings and posts (VN-5.7)."""

import re
import secrets
from datetime import timedelta
from hashlib import scrypt
from hmac import compare_digest

from storage.venue.rows import PinRow

LASTS = timedelta(minutes=15)
"""For how long a PIN that was given counts."""

_PIN = re.compile(r"[0-9]{4,12}")


def is_pin(typed: str) -> bool:
    """Whether it can be a PIN: 4 to 12 digits."""
    return _PIN.fullmatch(typed) is not None


def salted(stream: str, person: str, pin: str) -> PinRow:
    """What is kept of a PIN."""
    salt = secrets.token_bytes(16)
    return PinRow(stream, person, salt.hex(), _hash(pin, salt).hex())


def fits(pin: str, kept: PinRow) -> bool:
    """Whether it is the PIN that is kept."""
    return compare_digest(_hash(pin, bytes.fromhex(kept.salt)), bytes.fromhex(kept.hash))


def _hash(pin: str, salt: bytes) -> bytes:
    """16 MB and about 50 ms, so that few digits are not tried out by whoever has a backup."""
    return scrypt(pin.encode(), salt=salt, n=1 << 14, r=8, p=1, dklen=32)
