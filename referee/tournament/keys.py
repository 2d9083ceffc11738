"""The organiser's secret: what it commits to, and the keys of the rounds (TR-5.8)."""

import hmac
from hashlib import sha256


def commitment_of(secret: str) -> str:
    """What is shown of a secret at the opening: its SHA-256.

    Example:
        >>> commitment_of("lantern")[:16]
        'c5220b3c4266890f'
    """
    return sha256(secret.encode()).hexdigest()


def key_of(secret: str, number: int) -> str:
    """The key of a round: HMAC-SHA-256 of its number, in decimal digits, under the secret."""
    return hmac.new(secret.encode(), str(number).encode(), sha256).hexdigest()
