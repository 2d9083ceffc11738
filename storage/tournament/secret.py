"""The secret of a tournament: in words for a paper, and found again where it is lost (TR-5.8)."""

import re
from collections.abc import Iterator
from pathlib import Path

from events.error import RefereeError
from events.notation.words import nearest
from referee.tournament.keys import commitment_of
from storage import schema
from storage.error import LogError
from storage.log import Log
from storage.proof.head import words

_DRAWN = re.compile(r"(?:[0-9a-f]{2})+")
_MOST = 200
"""In so many files beside a log a secret is looked for at most."""


class SecretError(RefereeError, ValueError):
    """Words that are not those of a secret; the message says why."""


def recovery_of(secret: str) -> str:
    """The words from which a secret that was drawn can be made again; of another one itself."""
    if not _DRAWN.fullmatch(secret):
        return secret
    return "-".join(words()[byte] for byte in bytes.fromhex(secret))


def recovered(said: str, commitment: str) -> str:
    """The secret of a tournament from its words, in any case and with any signs between them.

    Args:
        said: the words, or the secret itself.
        commitment: what its opening has committed to.

    Raises:
        SecretError: they are of no secret, or of another one.
    """
    if commitment_of(said.strip()) == commitment:
        return said.strip()
    found = [word for word in re.split(r"[\s,.-]+", said.casefold()) if word]
    for word in found:
        if word not in words():
            close = nearest(word, words())
            hint = f"; did you mean {' or '.join(close)}?" if close else ""
            raise SecretError(f"{word[:80]!r} is not a word of a secret{hint}")
    secret = bytes(words().index(word) for word in found).hex()
    if commitment_of(secret) != commitment:
        raise SecretError("these are not the words of its secret: the opening committed to another")
    return secret


def commitment(log: Log, stream: str) -> str:
    """What the opening of a tournament has committed to; empty where to nothing."""
    opened = log.rows(schema.sql("commitment"), [stream])
    return str(opened[0][0]) if opened else ""


def why_missing(log: Log, stream: str) -> str:
    """In words, why :meth:`~storage.library.Library.secret` gives none."""
    if log.kept_secret(stream) is None:
        return f"{log.path} does not have the secret of {stream}"
    return f"the secret that {log.path} keeps of {stream} is not the one committed to (TR-5.8)"


def where_kept(log: Log, stream: str) -> Path | None:
    """A log near to this one, such as a backup, which has the secret of a tournament."""
    for path, _ in zip(_beside(log.path), range(_MOST), strict=False):
        try:
            with Log.open(path, wait=0) as other:
                if _has(other, stream, commitment(log, stream)):
                    return path
        except LogError:
            continue
    return None


def secret_in(path: Path, stream: str, committed: str) -> str:
    """The secret of a tournament from another log.

    Raises:
        LogError: it does not have it, or cannot be read.
    """
    with Log.open(path) as other:
        if not _has(other, stream, committed):
            raise LogError(f"{path} does not have the secret of {stream} either")
        return str(other.kept_secret(stream))


def _has(log: Log, stream: str, committed: str) -> bool:
    kept = log.kept_secret(stream)
    return kept is not None and commitment_of(kept) == committed


def _beside(path: Path) -> Iterator[Path]:
    """The logs in the folder of a log and below it, those of a venue's copies too."""
    for pattern in ("*.duckdb", "*/*.duckdb", "*/*/*.duckdb"):
        yield from (each for each in sorted(path.parent.glob(pattern)) if each != path)


__all__ = [
    "SecretError",
    "commitment",
    "recovered",
    "recovery_of",
    "secret_in",
    "where_kept",
    "why_missing",
]
