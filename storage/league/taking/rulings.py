"""Rulings on which heads count, signed by the key of the league: on a side of a fork (LG-5.3), and
on what a stolen key has signed, which counts for nothing until it is judged.

Each ruling is a file under ``rulings`` too, so that a catalog can be made again from what is kept.
What is signed is the SHA-256 of this text, whose lines each end with a line feed: what it is about,
why, the moment, and each match with the head that counts, or none, in the order of their ids::

    referee ruling 1 fork
    another side of the fork counts
    2026-03-14T18:00:00
    north:r1-t4 96:5f0c…
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

import msgspec

from storage.league.lake import GIVEN, Lake, LeagueError, Place, given
from storage.league.parcels import Kept, is_kept, name_of
from storage.league.patience import Effort, Patience
from storage.league.publishers import (
    Ruling,
    Signed,
    end_publisher,
    plain,
    require_known,
    set_aside,
    signed_since,
)
from storage.league.refusal import Refused
from storage.league.rows import Where, out_of_lake
from storage.league.shelf import shelf_of
from storage.league.taking.batch import held_of
from storage.league.taking.intake import Taken, take
from storage.league.telling.league_answers import Shown, shown
from storage.proof.head import find_head
from storage.proof.signatures import RULING, is_signed, public_key, signed


class Doubtful(NamedTuple):
    """A head that was signed by a key when that counted no more, and is set aside."""

    match_id: str
    seq: int
    hash: str
    instead: str  # the head of the match that counts in its place, as ``seq:hash``; empty: none


class Ended(NamedTuple):
    """A store that may publish no longer."""

    doubtful: list[Doubtful]  # what its keys have signed since
    ruling: Ruling | None  # by which that is set aside; None where there is nothing
    left: dict[str, str]  # the matches of which what is to count could not be taken, and why


class Restored(NamedTuple):
    """What was set aside and counts again."""

    ruling: Ruling | None  # by which it does; None where nothing does
    left: list[str]  # the matches that do not: another came in meanwhile, or they were forgotten


# -- forks ---------------------------------------------------------------------------------------


def disputed(place: Place, match_id: str, *, open_: bool = True) -> tuple[Shown, list[Refused]]:
    """A match with the forks of it that were refused.

    Args:
        place: the league.
        match_id: the match, ``publisher:match``.
        open_: whether there is to be something to rule on.

    Raises:
        LeagueError: nothing of it has come in, or there is nothing to rule on.
    """
    with Lake(place) as lake:
        found = shown(lake, match_id)
    forks = [each for each in found.refused if each.what == "fork"]
    if open_ and not forks and all(each.counts for each in found.heads):
        raise LeagueError(f"{match_id}: there is no fork of it, and nothing set aside")
    return found, forks


def ruled(place: Place, match_id: str, head: str, now: datetime | None = None) -> Ruling:
    """Rule that a side of a fork counts, or what was set aside, and take it in.

    Raises:
        LeagueError: there is no such side, or it is in force already.
        HeadError: that is no head.
        LogError: it cannot be written.
    """
    found, forks = disputed(place, match_id)
    said = head.rpartition(":")[2]
    sides = [(each.seq, each.hash or "", each.parcel) for each in forks]
    sides += [(each.seq, each.hash, each.parcel) for each in found.heads]
    side = next((each for each in sides if find_head([each[1]], said) == 1), None)
    if side is None:
        raise LeagueError(f"{match_id}: no side of the fork has that head")
    seq, chained, parcel = side
    held = found.heads[-1] if found.heads else None
    if held is not None and held.counts and held.hash == chained:
        raise LeagueError(f"{match_id}: that side is in force already")
    why = "this side counts, as the league has ruled"
    made = _signed(place, "fork", why, {match_id: f"{seq}:{chained}"}, {match_id: parcel}, now)
    file = _keep(place, made)
    left = applied(place, made).left
    if left:
        shelf_of(place).delete([file])
        raise LeagueError(f"{match_id}: {left[match_id]}")
    return made


# -- keys ----------------------------------------------------------------------------------------


NOTHING_ASIDE = Ended([], None, {})


def ended(
    place: Place, publisher: str, since: datetime, key_id: str = "", now: datetime | None = None
) -> Ended:
    """Let a store publish no longer, and set aside what its keys have signed since.

    Of each match the head counts that does not rest on them; where there is none, or it cannot be
    taken again, nothing of the match does. A match of which that head counts already is left alone,
    and so is one on which the league has ruled after a key had ended. Where this was killed on its
    way, or something could not be taken, it is done by the same again, by the same ruling.

    Args:
        place: the league.
        publisher: the store.
        since: from when on its keys count no more, UTC.
        key_id: that key alone; empty: all that it has.
        now: the time of the league.

    Raises:
        LeagueError: there is no such publisher or key.
        LogError: the lake cannot be written.
    """
    with Lake(place, write=True) as lake:
        end_publisher(lake, publisher, since, key_id)
        signed_by = signed_since(lake, publisher, since, key_id)
    before, shelf = kept(place), shelf_of(place)
    resting = _resting(signed_by, _judged(before))
    parcels = {
        match_id: sound.parcel
        for match_id, sound in resting.items()
        if sound is not None and is_kept(shelf, Kept(publisher, sound.parcel))
    }
    heads = {m: sound.head if sound and m in parcels else "" for m, sound in resting.items()}
    by = f"the key {key_id[:16]}…" if key_id else "any key"
    why = f"what was signed by {by} of {publisher} since {plain(since)} UTC is set aside"
    same = (each for each in before if each.kind == "key" and each.why == why)
    made = next((each for each in same if heads.items() <= each.heads.items()), None)
    due = {*heads}
    if made is not None:
        due |= _waiting(place, made, before)
    elif heads:
        made = _signed(place, "key", why, heads, parcels, now)
        _keep(place, made)
    else:
        return NOTHING_ASIDE
    left = applied(place, _of(made, due)).left
    with Lake(place) as lake:
        signed_by = signed_since(lake, publisher, since, key_id)
    doubtful = [
        Doubtful(each.match_id, each.seq, each.hash, made.heads[match_id])
        for match_id, own in signed_by.items()
        for each in own
        if match_id in made.heads and each.doubtful and each.aside
    ]
    return Ended(doubtful, made if doubtful else None, left)


def _judged(rulings: Sequence[Ruling]) -> set[tuple[str, str]]:
    """The matches on which the league has ruled after a key had ended, with the heads that count by
    it."""
    asked: set[str] = set()
    found: set[tuple[str, str]] = set()
    for each in rulings:
        if each.kind == "key":
            asked |= each.heads.keys()
        else:
            found |= {(match_id, head) for match_id, head in each.heads.items() if head}
    return {each for each in found if each[0] in asked}


def _resting(
    signed_by: Mapping[str, Sequence[Signed]], judged: Collection[tuple[str, str]]
) -> dict[str, Signed | None]:
    """The matches whose head in force rests on a key alone, with the highest that does not."""
    found: dict[str, Signed | None] = {}
    for match_id, own in signed_by.items():
        standing = [each for each in own if not each.aside]
        sound = [e for e in standing if not e.doubtful or (match_id, e.head) in judged]
        if standing and (not sound or sound[-1] is not standing[-1]):
            found[match_id] = sound[-1] if sound else None
    return found


def _waiting(place: Place, ruling: Ruling, rulings: Sequence[Ruling]) -> set[str]:
    """The matches of a ruling, the last on them, of which what is to count was not taken."""
    last = {match_id: each for each in rulings for match_id in each.heads}
    with Lake(place) as lake:
        held = held_of(lake, [*ruling.parcels])
    return {match_id for match_id in ruling.parcels.keys() - held if last[match_id] is ruling}


def _of(ruling: Ruling, matches: Collection[str]) -> Ruling:
    """What a ruling says of some matches."""
    heads = {match_id: ruling.heads[match_id] for match_id in matches}
    parcels = {m: parcel for m, parcel in ruling.parcels.items() if m in heads}
    return msgspec.structs.replace(ruling, heads=heads, parcels=parcels)


def restored(
    place: Place, publisher: str, matches: Sequence[str] = (), now: datetime | None = None
) -> Restored:
    """Let count again what was set aside as a key of a store had ended.

    Args:
        place: the league.
        publisher: the store.
        matches: which of its matches, ``publisher:match``; all where there are none.
        now: the time of the league.

    Raises:
        LeagueError: there is no such publisher, or nothing of it, or of one of them, is set aside.
        LogError: the lake cannot be written.
    """
    own = [each.signature for each in kept(place) if each.kind == "key"]
    with Lake(place) as lake:
        require_known(lake, publisher)
        found = lake.rows(
            "SELECT l.match_id, arg_max(seq || ':' || l.hash, seq), arg_max(parcel, seq) "
            "FROM lake.ledger AS l JOIN lake.rulings AS r "
            f"ON r.match_id = l.match_id AND r.hash = l.hash AND r.signature IN {GIVEN} "
            f"WHERE publisher = ? AND (? OR l.match_id IN {GIVEN}) GROUP BY l.match_id ORDER BY 1",
            [given(own), publisher, not matches, given(matches)],
        )
    heads = {match_id: head for match_id, head, _ in found}
    absent = [each for each in matches if each not in heads]
    if absent or not heads:
        raise LeagueError(f"nothing of {absent[0] if absent else publisher} was set aside")
    parcels = {match_id: parcel for match_id, _, parcel in found}
    shelf = shelf_of(place)
    gone = {m for m in heads if not is_kept(shelf, Kept(publisher, parcels[m]))}
    going = {match_id: head for match_id, head in heads.items() if match_id not in gone}
    if not going:
        return Restored(None, sorted(gone))
    why = f"what was set aside of {publisher} counts again"
    made = _signed(place, "restored", why, going, parcels, now)
    _keep(place, made)
    left = applied(place, made).left
    return Restored(made, sorted(gone | left.keys()))


# -- signed, applied, kept -----------------------------------------------------------------------


def _signed(
    place: Place,
    kind: str,
    why: str,
    heads: dict[str, str],
    parcels: dict[str, str],
    now: datetime | None,
) -> Ruling:
    moment = (now or datetime.now(UTC)).astimezone(UTC).replace(tzinfo=None)
    own = {match_id: parcels[match_id] for match_id, head in heads.items() if head}
    bare = Ruling(kind, why, moment, heads, own)  # type: ignore[arg-type]
    sign = signed(bare.root, place.key, RULING)
    return msgspec.structs.replace(bare, key_id=sign.key_id, signature=sign.signature)


class Applied(NamedTuple):
    """What came of a ruling."""

    taken: Taken
    left: dict[str, str]  # the matches of which what is to count was not taken, and why


def applied(place: Place, ruling: Ruling, patience: Patience | None = None) -> Applied:
    """Have a ruling be in force; what a key has signed is set aside in any case.

    Args:
        place: the league.
        ruling: the ruling.
        patience: how long servers are waited for that are away; by default not at all.

    Raises:
        Away: a server stays away.
        LogError: the lake cannot be written.
    """
    patience = patience or Patience()
    nothing = [match_id for match_id, head in ruling.heads.items() if not head]
    patience.over(partial(_put_out, place, ruling, nothing))
    shelf = shelf_of(place)
    due = {m: shelf.at(Kept(m.partition(":")[0], p).folder) for m, p in ruling.parcels.items()}
    if not due:
        return Applied(Taken(), {})
    at = ruling.at.replace(tzinfo=UTC)
    sent = sorted({*due.values()})
    done = take(place, sent, effort=Effort(patience=patience), ruling=ruling, now=lambda: at)
    whole = {each.parcel: each.why for each in done.refused if not each.match_id}
    wrong = {each.match_id: each.why for each in done.refused if each.match_id in due}
    left = {
        match_id: wrong.get(match_id) or whole.get(name_of(parcel)) or _ELSE[ruling.kind]
        for match_id, parcel in due.items()
        if match_id not in done.applied
    }
    if ruling.kind == "key":
        patience.over(partial(_put_out, place, ruling, [*left]))
    return Applied(done, left)


_ELSE = dict.fromkeys(("fork", "key", "again"), "its parcel does not hold it") | {
    "restored": "another came in meanwhile"
}
"""Why a match was not taken of which nothing was refused."""


def _put_out(place: Place, ruling: Ruling, matches: Sequence[str]) -> None:
    """Take matches out of which nothing counts."""
    if not matches:
        return
    with Lake(place, write=True) as lake, lake.transaction():
        lake.rows("UPDATE lake.turn SET n = n + 1")
        found = lake.rows(
            "SELECT DISTINCT match_id, lake_game, lake_season FROM lake.ledger "
            f"WHERE match_id IN {GIVEN}",
            [given(matches)],
        )
        out_of_lake(lake, [Where(*row) for row in found])
        for match_id in matches:
            set_aside(lake, ruling, match_id)


def _keep(place: Place, ruling: Ruling) -> str:
    """Keep a ruling, before it is applied: where that is killed, it can be done again."""
    name = f"rulings/{ruling.root}.json"
    shelf_of(place).write(name, msgspec.json.encode(ruling) + b"\n")
    return name


def again(place: Place, ruling: Ruling, patience: Patience | None = None) -> None:
    """Apply a ruling that was kept.

    Raises:
        Away: a server stays away.
        LeagueError: the league has not signed it.
    """
    own = public_key(place.key)
    if ruling.key_id != own or not is_signed(ruling.root, own, ruling.signature, RULING):
        named = ", ".join(sorted(ruling.heads)[:3])
        raise LeagueError(f"{named}: a ruling that the key of the league has not signed")
    applied(place, ruling, patience)


def kept(place: Place) -> list[Ruling]:
    """The rulings that are kept, the first first.

    Raises:
        LeagueError: a file is none.
    """
    found, shelf = [], shelf_of(place)
    for name in shelf.names("rulings/*.json"):
        try:
            found.append(msgspec.json.decode(shelf.read(name) or b"", type=Ruling))
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise LeagueError(f"{shelf.at(name)}: {error}") from None
    return sorted(found, key=lambda each: each.at)


__all__ = [
    "Applied",
    "Doubtful",
    "Ended",
    "Restored",
    "Ruling",
    "again",
    "applied",
    "disputed",
    "ended",
    "kept",
    "restored",
    "ruled",
]
