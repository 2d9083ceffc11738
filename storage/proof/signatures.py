"""Signatures of checkpoints (TR-14.2): Ed25519, by ``cryptography``, which the extra ``sign`` has.

The id of a key is the public key itself, 32 bytes in 64 hexadecimal digits, so that a signature
can be checked with no other file. Whose key that is the organiser says elsewhere, such as on the
announcement of the tournament.
"""

from typing import TYPE_CHECKING, NamedTuple

from events.error import RefereeError

CHECKPOINT, PARCEL, PERSON, PUBLISHED, RECEIPT, RULING = (
    "checkpoint",
    "parcel",
    "person",
    "published",
    "receipt",
    "ruling",
)
_WHAT = "referee {kind} {root}"
"""What is signed: these words, so that no signature serves for anything else."""


if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


class SigningError(RefereeError, ValueError):
    """Nothing can be signed; the message says why."""


class Signed(NamedTuple):
    """A signature, and the public key that it can be checked with."""

    key_id: str  # the public key, in 64 hexadecimal digits
    signature: str  # in 128 hexadecimal digits


def can_sign() -> bool:
    """Whether ``cryptography`` is installed; without it checkpoints are unsigned, and say so."""
    try:
        import cryptography.hazmat.primitives.asymmetric.ed25519  # noqa: F401
    except ImportError:
        return False
    return True


def new_key() -> str:
    """A new private key, in PEM. Whoever has it can sign: it belongs in a file that nobody else
    reads.

    Raises:
        SigningError: ``cryptography`` is not installed.
    """
    _require_cryptography()
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    written = Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return written.decode("ascii")


def signed(root: str, key: str, kind: str = CHECKPOINT) -> Signed:
    """The signature of a root.

    Args:
        root: the root, 64 hexadecimal digits.
        key: the private key, in PEM.
        kind: what it is the root of.

    Raises:
        SigningError: ``cryptography`` is not installed, or the text is no such key.
    """
    own = _own(key)
    words = _WHAT.format(kind=kind, root=root)
    return Signed(own.public_key().public_bytes_raw().hex(), own.sign(words.encode()).hex())


def public_key(key: str) -> str:
    """The id of a private key: its public key. Errors as for :func:`signed`."""
    return _own(key).public_key().public_bytes_raw().hex()


def _own(key: str) -> "Ed25519PrivateKey":
    _require_cryptography()
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    try:
        own = serialization.load_pem_private_key(key.encode(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise SigningError(f"this is no private key in PEM without a password: {error}") from None
    if not isinstance(own, Ed25519PrivateKey):
        raise SigningError("the key is none of Ed25519")
    return own


def is_signed(root: str, key_id: str, signature: str, kind: str = CHECKPOINT) -> bool:
    """Whether a signature is of this root and this key.

    Raises:
        SigningError: ``cryptography`` is not installed.
    """
    _require_cryptography()
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key_id))
        words = _WHAT.format(kind=kind, root=root)
        public.verify(bytes.fromhex(signature), words.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def _require_cryptography() -> None:
    if not can_sign():
        raise SigningError("signing needs the extra: pip install 'tabletop-referee[sign]'")


__all__ = [
    "CHECKPOINT",
    "PARCEL",
    "PERSON",
    "PUBLISHED",
    "RULING",
    "Signed",
    "SigningError",
    "can_sign",
    "is_signed",
    "new_key",
    "public_key",
    "signed",
]
