"""A fork is ruled on (LG-5.3): the league says which side counts, signed by its own key.

Each ruling is a file under ``rulings`` too, so that a catalog can be made again from what is kept.
What is signed is the SHA-256 of this text, whose lines each end with a line feed: the match, the
head that counts, and the moment::

    referee ruling 1
    north:r1-t4
    96:5f0c…
    2026-03-14T18:00:00
"""

import os
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from storage.database import fault
from storage.files import Scratch, read_text
from storage.league.intake import Taken, take
from storage.league.lake import LeagueError, Place
from storage.league.looking import Refused, Shown, shown
from storage.league.registry import Ruling
from storage.proof.head import find_head
from storage.proof.signatures import RULING, is_signed, public_key, signed


def disputed(place: Place, match_id: str) -> tuple[Shown, list[Refused]]:
    """A match with the forks of it that were refused and are not in force.

    Raises:
        LeagueError: nothing of it has come in, or there is no fork of it.
    """
    found = shown(place, match_id)
    forks = [each for each in found.refused if each.what == "fork"]
    if not forks:
        raise LeagueError(f"{match_id}: there is no fork of it")
    return found, forks


def ruled(place: Place, match_id: str, head: str, now: datetime | None = None) -> Ruling:
    """Rule that a refused side of a fork counts, and take it in.

    Raises:
        LeagueError: there is no such side, or it is in force already.
        HeadError: that is no head.
        LogError: it cannot be written.
    """
    found, forks = disputed(place, match_id)
    said = head.rpartition(":")[2]
    side = next((each for each in forks if find_head([each.hash or ""], said) == 1), None)
    if side is None:
        raise LeagueError(f"{match_id}: no side of the fork has that head")
    moment = (now or datetime.now(UTC)).astimezone(UTC).replace(tzinfo=None)
    bare = Ruling(match_id, f"{side.seq}:{side.hash}", side.parcel, side.publisher, moment)
    if found.heads[-1].hash == bare.hash:
        raise LeagueError(f"{match_id}: that side is in force already")
    sign = signed(bare.root, place.key, RULING)
    made = msgspec.structs.replace(bare, key_id=sign.key_id, signature=sign.signature)
    _applied(place, made)
    try:
        place.rulings.mkdir(exist_ok=True)
        with Scratch(place.rulings) as scratch:
            file = Path(scratch) / "ruling"
            file.write_bytes(msgspec.json.encode(made) + b"\n")
            os.replace(file, place.rulings / f"{made.root}.json")
    except OSError as error:
        raise fault(place.rulings, error) from error
    return made


def again(place: Place, ruling: Ruling) -> None:
    """Apply a ruling that was kept.

    Raises:
        LeagueError: the league has not signed it.
    """
    own = public_key(place.key)
    if ruling.key_id != own or not is_signed(ruling.root, own, ruling.signature, RULING):
        raise LeagueError(f"{ruling.match_id}: a ruling that the key of the league has not signed")
    _applied(place, ruling)


def kept(place: Place) -> list[Ruling]:
    """The rulings that are kept, the first first.

    Raises:
        LeagueError: a file is none.
    """
    found = []
    for path in sorted(place.rulings.glob("*.json")) if place.rulings.is_dir() else []:
        try:
            found.append(msgspec.json.decode(read_text(path), type=Ruling))
        except msgspec.MsgspecError as error:
            raise LeagueError(f"{path}: {error}") from None
    return sorted(found, key=lambda each: each.at)


def _applied(place: Place, ruling: Ruling) -> None:
    parcel: Path = place.parcels / ruling.publisher / ruling.parcel
    done: Taken = take(place, [parcel], ruling=ruling, now=lambda: ruling.at.replace(tzinfo=UTC))
    wrong = [each for each in done.refused if each.match_id in ("", ruling.match_id)]
    if wrong or done.extended + done.new != 1:
        why = wrong[0].why if wrong else "the parcel does not have it"
        raise LeagueError(f"{ruling.match_id}: {why}")


__all__ = ["Ruling", "again", "disputed", "kept", "ruled"]
