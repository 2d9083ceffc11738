"""What a league says of itself: what was refused, what it holds of a match, what became of a
parcel; and receipts for what it has taken, signed by its key.

Who has a receipt can show later that the league has had that head, from which parcel and since
when. What is signed is the SHA-256 of this text, whose lines each end with a line feed: the match
with the head, the parcel, and when it was taken, UTC::

    referee receipt 1
    north:r1-t4 96:5f0c…
    0b7d…
    2026-03-14T18:00:00

A file of receipts is what ``referee league show MATCH --json`` prints.
"""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from events.notation import write
from storage.files import Unreadable, read_text
from storage.league.lake import GIVEN, Lake, LeagueError, Place, given
from storage.league.parcels import Listed, Sent, name_of, parcels_in
from storage.league.people import NOBODY
from storage.league.refusal import Refused
from storage.league.shelf import shelf_of
from storage.proof.head import find_head
from storage.proof.signatures import RECEIPT, Signed, is_signed, signed

_REFUSED = (
    "match_id, publisher, parcel, what, why, seq, hash, entry, held_seq, held_hash, refused_at"
)


class Held(NamedTuple):
    """A head that was taken."""

    seq: int  # the last entry
    hash: str  # its hash
    publisher: str  # who sent it
    parcel: str  # in which parcel
    key_id: str  # by which key it was signed
    taken_at: datetime  # UTC, as tables keep it
    counts: bool  # whether it is not set aside


class Shown(NamedTuple):
    """What a league holds of a match."""

    match_id: str
    game: str
    opened_at: datetime  # UTC, as tables keep it; where nothing counts, when something first came
    heads: list[Held]  # every head that was taken; those set aside first, the one in force last
    refused: list[Refused]  # what came for it and was not taken
    reached: int | None  # with a head: the entry that it is of; None where it is of none


class TakenParcel(NamedTuple):
    """A parcel that was taken."""

    parcel: str  # its name
    matches: int  # how many of its heads count
    aside: int  # how many were set aside
    taken_at: datetime  # UTC, as tables keep it


class Fate(NamedTuple):
    """What became of the parcels of a store."""

    publisher: str
    parcels: list[TakenParcel]
    refused: list[Refused]
    waiting: list[str]  # of the parcel that was asked about, the matches that are not taken
    heads: dict[str, str]  # of each match the head that counts, as ``seq:hash``


def refusals(lake: Lake, where: str = "true", values: list[str] | None = None) -> list[Refused]:
    """What was refused, the first first."""
    found = lake.rows(
        f"SELECT {_REFUSED} FROM lake.refused WHERE {where} ORDER BY refused_at, parcel, match_id",
        values,
    )
    return [Refused(*row, refused_at=at) for *row, at in found]


def due(place: Place) -> list[Sent]:
    """The parcels that the league keeps and has not taken, or not as a whole for want of an
    edition."""
    with Lake(place) as lake:
        done = {
            name
            for (name,) in lake.rows(
                "SELECT parcel FROM lake.parcels WHERE parcel NOT IN "
                "(SELECT parcel FROM lake.refused WHERE what = 'edition')"
            )
        }
    return [each for each in parcels_in(shelf_of(place).at("parcels")) if name_of(each) not in done]


def shown(lake: Lake, match_id: str, head: str = "") -> Shown:
    """What a league holds of a match.

    Args:
        lake: the lake.
        match_id: the match, ``publisher:match``.
        head: a head of it, as hash or words: whether the league has it.

    Raises:
        LeagueError: nothing ever came for it.
        HeadError: that is no head.
    """
    heads = lake.rows(
        "SELECT seq, l.hash, l.publisher, l.parcel, coalesce(p.key_id, ''), l.taken_at, "
        "r.hash IS NULL FROM lake.ledger AS l LEFT JOIN lake.parcels AS p USING (parcel) "
        "LEFT JOIN lake.rulings AS r ON r.match_id = l.match_id AND r.hash = l.hash "
        "WHERE l.match_id = ? ORDER BY r.hash IS NULL, seq, l.taken_at",
        [match_id],
    )
    refused = refusals(lake, "match_id = ?", [match_id])
    if not heads and not refused:
        raise LeagueError(f"nothing of a match {match_id} has come in; expected STORE:MATCH")
    if not heads:
        return Shown(match_id, "", refused[0].refused_at, [], refused, None)
    opened = lake.rows(
        "SELECT game, opened_at FROM lake.matches WHERE match_id = ?", [match_id]
    ) or lake.rows(
        "SELECT lake_game, min(taken_at) FROM lake.ledger WHERE match_id = ? GROUP BY ALL",
        [match_id],
    )
    ((game, opened_at),) = opened
    reached = None
    if head:
        chain = lake.rows(
            "SELECT hash FROM lake.entries WHERE lake_game = ? AND match_id = ? ORDER BY seq",
            [game, match_id],
        )
        reached = find_head([row[0] for row in chain], head)
    return Shown(match_id, game, opened_at, [Held(*row) for row in heads], refused, reached)


class Line(NamedTuple):
    """An entry of a match, as the league tells it."""

    seq: int  # its number
    played_at: datetime  # when it happened, UTC, as tables keep it
    type: str  # the type of the event
    standing: str  # how it stands: legal, on trust, illegal, or not in force
    rule: str  # the rule that it broke when it was logged
    message: str  # how, or what was taken on trust
    line: str | None  # what was logged; None but for judges
    recorded_by: str | None  # who has, by the id of the store; None but for judges


def record(lake: Lake, match_id: str, *, own: bool = False) -> list[Line]:
    """What the league has of a match, entry by entry, with what the referee says of each; nothing
    where it was forgotten, or none of it counts.

    Args:
        lake: the lake.
        match_id: the match, ``publisher:match``.
        own: whether a judge asks; else it is what analysts may see.

    Raises:
        LogError: the lake cannot be read, or the edition is not there.
    """
    if "matches" not in lake.tables():
        return []
    found = lake.rows("SELECT game, version FROM lake.matches WHERE match_id = ?", [match_id])
    rows = lake.rows(
        "SELECT e.seq, e.played_at, e.type, v.standing, v.rule, v.message, e.payload, "
        "e.recorded_by FROM lake.entries AS e JOIN lake.verdicts AS v "
        "ON v.lake_game = e.lake_game AND v.match_id = e.match_id AND v.seq = e.seq "
        "WHERE e.lake_game = ? AND e.match_id = ? ORDER BY e.seq",
        [found[0][0] if found else "", match_id],
    )
    if not own:
        bare = ((*row[:5], NOBODY.sub("somebody", row[5]), None, None) for row in rows)
        return [Line._make(row) for row in bare]
    codec = lake.log().game(*found[0]).codec if found else None
    return [
        Line._make((*row[:6], write(codec.entry(row[6]).event, codec), row[7]))
        for row in rows
        if codec is not None
    ]


class Astray(NamedTuple):
    """A match that is not the one which a checkpoint of its tournament covers (TR-14.2)."""

    stream: str  # the tournament, ``publisher:match``
    seq: int  # the entry of the checkpoint
    match_id: str  # the match
    hash: str  # the hash that it had by the checkpoint, which none of its entries has

    @property
    def why(self) -> str:
        """The same in a sentence."""
        return (
            f"it covers {self.match_id} with the hash {self.hash[:12]}…, which no entry of it has"
        )


def astray(lake: Lake, of: Collection[str] | None = None) -> list[Astray]:
    """The matches that are not those which checkpoints cover, of all that a lake holds.

    A match that has not come in, or was forgotten, is none of them; one of which an older head
    alone has come is, until it goes on.

    Args:
        lake: the lake.
        of: only of these tournaments and matches; None: of all.
    """
    narrowed = "" if of is None else f"AND (c.match_id IN {GIVEN} OR c.game IN {GIVEN})"
    found = lake.rows(
        f"SELECT DISTINCT c.match_id, c.seq, c.game, c.hash FROM {lake.name}.checkpoints AS c "
        f"JOIN {lake.name}.ledger AS l ON l.match_id = c.game "
        f"ANTI JOIN {lake.name}.rulings AS r ON r.match_id = l.match_id AND r.hash = l.hash "
        f"ANTI JOIN {lake.name}.forgotten AS f ON f.match_id = c.game "
        f"WHERE true {narrowed} ORDER BY ALL",
        None if of is None else [given([*of])] * 2,
    )
    games = sorted({match_id for _, _, match_id, _ in found})
    chains = (
        {
            *lake.rows(
                f"SELECT match_id, hash FROM {lake.name}.entries WHERE match_id IN {GIVEN}",
                [given(games)],
            )
        }
        if games
        else set()
    )
    return [Astray(*row) for row in found if (row[2], row[3]) not in chains]


def fate(place: Place, key_id: str, parcel: str = "", listed: Listed | None = None) -> Fate:
    """What became of the parcels of the store that has a key.

    Args:
        place: the league.
        key_id: its key.
        parcel: the name of one parcel; empty: of all.
        listed: what that lists.

    Raises:
        LeagueError: no store may publish by that key, or the parcel is of another.
    """
    with Lake(place) as lake:
        known = lake.rows("SELECT publisher FROM lake.publishers WHERE key_id = ?", [key_id])
        if not known:
            raise LeagueError(f"no publisher has the key {key_id[:16]}… here")
        publisher = str(known[0][0])
        if listed is not None and listed.publisher != publisher:
            raise LeagueError(f"that parcel is of {listed.publisher}, and this key of {publisher}")
        one = [publisher, parcel]
        taken = lake.rows(
            "SELECT p.parcel, count(l.match_id) - count(r.hash), count(r.hash), p.taken_at "
            "FROM lake.parcels AS p LEFT JOIN lake.ledger AS l USING (parcel) "
            "LEFT JOIN lake.rulings AS r ON r.match_id = l.match_id AND r.hash = l.hash "
            "WHERE p.publisher = $1 AND $2 IN ('', p.parcel) GROUP BY ALL ORDER BY p.taken_at, 1",
            one,
        )
        refused = refusals(lake, "publisher = $1 AND $2 IN ('', parcel)", one)
        counts = lake.rows(
            "SELECT l.match_id, arg_max(seq || ':' || l.hash, seq) FROM lake.ledger AS l "
            "ANTI JOIN lake.rulings AS r ON r.match_id = l.match_id AND r.hash = l.hash "
            "WHERE publisher = ? GROUP BY l.match_id ORDER BY 1",
            [publisher],
        )
        waiting = []
        if listed is not None:
            heads = lake.rows(
                "SELECT match_id, seq || ':' || hash FROM lake.ledger WHERE publisher = ?",
                [publisher],
            )
            there = {(match_id.partition(":")[2], head) for match_id, head in heads}
            gone = {each.match_id.partition(":")[2] for each in refused}
            waiting = [
                match
                for match, head in sorted(listed.heads.items())
                if (match, head) not in there and match not in gone
            ]
    counting = {match_id.partition(":")[2]: head for match_id, head in counts}
    return Fate(publisher, [TakenParcel(*row) for row in taken], refused, waiting, counting)


# -- receipts -----------------------------------------------------------------------------------


class _Signature(Struct, frozen=True):
    key_id: str
    signature: str


class Receipted(Struct, frozen=True):
    """A head that was taken, with the receipt for it."""

    seq: int  # the last entry
    hash: str  # its hash
    parcel: str  # in which parcel it came
    taken_at: datetime  # when, UTC
    receipt: _Signature | None = None  # who has signed that, and how


class ReceiptFile(Struct, frozen=True):
    """A file of receipts."""

    match: str  # the match, ``publisher:match``
    heads: list[Receipted]  # the heads of it that were taken

    @property
    def false(self) -> list[Receipted]:
        """The heads whose receipt is not of what is said, or for which there is none."""
        return [
            each
            for each in self.heads
            if each.receipt is None
            or not is_signed(
                _receipt_root(self.match, each),
                each.receipt.key_id,
                each.receipt.signature,
                RECEIPT,
            )
        ]


def _receipt_root(match_id: str, held: Held | Receipted) -> str:
    at = held.taken_at if held.taken_at.tzinfo is None else held.taken_at.astimezone(UTC)
    lines = [f"{match_id} {held.seq}:{held.hash}", held.parcel, at.replace(tzinfo=None).isoformat()]
    return sha256(
        "".join(f"{line}\n" for line in ("referee receipt 1", *lines)).encode()
    ).hexdigest()


def receipts(place: Place, match_id: str, heads: Sequence[Held]) -> list[Signed | None]:
    """A receipt for each head; none where the key of the league cannot be read, as by somebody who
    may ask alone."""
    try:
        key = place.key
    except Unreadable:
        return [None] * len(heads)
    return [signed(_receipt_root(match_id, each), key, RECEIPT) for each in heads]


def read_receipts(path: Path) -> ReceiptFile:
    """The receipts of a file.

    Raises:
        LeagueError: it has none.
        LogError: it cannot be read.
    """
    try:
        return msgspec.json.decode(read_text(path), type=ReceiptFile)
    except msgspec.MsgspecError as error:
        raise LeagueError(
            f"{path}: no receipts: {error}; referee league show MATCH --json prints them"
        ) from None


__all__ = [
    "Astray",
    "Fate",
    "Held",
    "Line",
    "ReceiptFile",
    "Receipted",
    "Shown",
    "TakenParcel",
    "astray",
    "due",
    "fate",
    "read_receipts",
    "receipts",
    "record",
    "refusals",
    "shown",
]
