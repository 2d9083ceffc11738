"""Taking parcels in: nothing of them is believed, and what is not exact is refused, match by match.

Matches are judged beside the lake and committed in few large batches (LG-5).
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct, field

from storage.error import LogError
from storage.files import Scratch
from storage.league.lake import GIVEN, Lake, Place, connected, given
from storage.league.parcels import (
    Listed,
    NoParcel,
    Parcel,
    Sent,
    is_by_key,
    keep,
    name_of,
    opened,
)
from storage.league.patience import ALONE, Effort, Patience
from storage.league.people import unnamed
from storage.league.publishers import Ruling, plain
from storage.league.refusal import Refusal
from storage.league.shelf import shelf_of
from storage.league.taking.batch import (
    Batch,
    Held,
    Taken,
    copied,
    held_of,
    item_of,
    standing_of,
)
from storage.league.taking.staged_matches import Bench, Chain
from storage.league.telling.league_answers import astray
from storage.log import Log
from storage.proof.head import Head
from storage.replays import Came, replays_by
from storage.verify.report import Difference

BATCH = 100_000
"""How many entries are committed together: a commit costs by table and partition (LG-5.2)."""


def take(
    place: Place,
    parcels: Sequence[Sent],
    *,
    effort: Effort = ALONE,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ruling: Ruling | None = None,
) -> Taken:
    """Take parcels in.

    Args:
        place: the league.
        parcels: where the parcels lie.
        effort: how it is done, parcel by parcel. Where servers were waited for it goes on with the
            first parcel that is not committed.
        now: the time of the league, by which keys are valid; stores' own clocks are not asked.
        ruling: take what it says counts, and nothing else, in the place of what was in force of
            these matches; the parcels were looked at when they came in, so their keys may have
            ended since.

    Raises:
        Away: a server stays away; what was committed before stays.
        LogError: the lake cannot be written; what was committed before stays.
    """
    patience = effort.patience or Patience()
    effort = effort._replace(patience=patience)
    done = _Committed()

    def rest() -> Taken:
        with ExitStack() as stack:
            intake = _Intake(place, stack, effort, now, ruling, done)
            for number in range(done.taken.parcels, len(parcels)):
                intake.look_at(parcels[number])
                effort.said(number + 1, len(parcels))
            intake.commit()
            intake.compare()
            return intake.batch.taken

    return patience.over(rest)


class _Committed(Struct):
    """What of an intake is in the lake."""

    taken: Taken = field(default_factory=Taken)
    gone_on: set[str] = set()


class _Intake:
    """Parcels on their way into the lake, a batch at a time."""

    def __init__(
        self,
        place: Place,
        stack: ExitStack,
        effort: Effort,
        now: Callable[[], datetime],
        ruling: Ruling | None,
        done: _Committed,
    ) -> None:
        self.place = place
        self.shelf = shelf_of(place)
        self.done = done
        self.effort = effort
        self.ruling = ruling
        self.now = now
        log = Log(place.folder, connected(stack, place), None, place.folder)
        folder = Path(stack.enter_context(Scratch()))
        self.bench = Bench(log, folder, stack.enter_context(replays_by(effort.jobs)))
        self.batch = Batch(place, self.bench, now, ruling)
        self.batch.taken = copied(done.taken)
        self.batch.gone_on = {*done.gone_on}
        self._seen = stack.enter_context(ExitStack())
        self._open: Lake | None = None

    def look_at(self, sent: Sent) -> None:
        """Judge what is in a parcel; a full batch is committed."""
        try:
            with opened(sent) as parcel:
                self._look_into(parcel)
        except NoParcel as error:
            self._refuse_parcel(name_of(sent), error.listed, error.what, str(error))
        self.batch.taken.parcels += 1
        if self.batch.entries >= BATCH:
            self.commit()

    def commit(self) -> None:
        """Commit the batch; what is looked at next stands to the lake as it is then."""
        self._seen.close()
        if self.batch.commit():
            self.effort.went_on()
        self.done.taken = copied(self.batch.taken)
        self.done.gone_on = {*self.batch.gone_on}

    @property
    def _lake(self) -> Lake:
        """The lake as it was when the batch began: to open it for each parcel takes as long as a
        thousand entries do. When the batch is committed the ledger is asked again."""
        if self._open is None:
            self._open = self._seen.enter_context(
                Lake(self.place, connection=self.bench.log.connection)
            )
            self._seen.callback(self._close)
        return self._open

    def _close(self) -> None:
        self._open = None

    def _look_into(self, parcel: Parcel) -> None:
        named = f"{parcel.listed.publisher}:{{}}".format
        if any(named(match) in self.batch.items for match in parcel.listed.heads):
            self.commit()
        wrong = None if self.ruling else self._unpublished(self._lake, parcel)
        if wrong is not None:
            self._refuse_parcel(parcel.name, parcel.listed, *wrong)
            return
        try:
            self.bench.lay(parcel.folder)
        except LogError as error:
            self._refuse_parcel(parcel.name, parcel.listed, "columns", str(error))
            return
        keep(parcel, self.shelf, self.now())
        self.batch.parcels[parcel.name] = parcel, len(parcel.listed.heads)
        self._judge(self._lake, parcel, named)

    def compare(self) -> None:
        """Compare the checkpoints of tournaments with the matches that they cover (TR-14.2), once
        all is in: one may have come before the other."""
        if self.batch.gone_on:
            with Lake(self.place, connection=self.bench.log.connection) as lake:
                self.batch.taken.astray = astray(lake, self.batch.gone_on)

    def _unpublished(self, lake: Lake, parcel: Parcel) -> tuple[str, str] | None:
        """Why a parcel is not of somebody who may publish now."""
        listed = parcel.listed
        keys = lake.rows(
            "SELECT since, until FROM lake.publishers WHERE publisher = ? AND key_id = ?",
            [listed.publisher, listed.key_id],
        )
        now = plain(self.now())
        if not keys:
            return "publisher", f"{listed.publisher} has no key {listed.key_id[:16]}… here"
        if not any(since <= now and (until is None or now < until) for since, until in keys):
            return "publisher", f"the key {listed.key_id[:16]}… of {listed.publisher} has ended"
        if not is_by_key(parcel):
            return "signature", "the signature is not of these heads and this key"
        gone = lake.rows(
            f"SELECT min(match_id) FROM lake.forgotten WHERE match_id IN {GIVEN}",
            [given([f"{listed.publisher}:{match}" for match in listed.heads])],
        )
        if gone[0][0] is not None:
            return "forgotten", (
                f"{gone[0][0]} was forgotten: send a parcel without it; at the store, referee "
                "people opt-out leaves a person's matches out"
            )
        return None

    def _judge(self, lake: Lake, parcel: Parcel, named: Callable[[str], str]) -> None:
        listed = parcel.listed
        held = held_of(lake, [named(match) for match in listed.heads])
        seen: set[str] = set()
        for page in self.bench.chains(named):
            due: list[Chain] = []
            for found in page:
                match = found.id if isinstance(found, Chain) else found.match
                seen.add(match)
                wrong = _unlisted(found, match, listed)
                if wrong is not None:
                    self._refuse(parcel, named(match), wrong)
                    continue
                assert isinstance(found, Chain)
                item = item_of(found, listed.publisher, parcel.name)
                if self.ruling is not None:
                    due += [found] if self.batch.is_ruled(item) else []
                    continue
                standing = standing_of(lake, item, held)
                if standing in ("new", "extended"):
                    due.append(found)
                else:
                    self.batch.counted(lake, item, standing, held)
            self._replay(parcel, named, due, held)
        for match in sorted(listed.heads.keys() - seen):
            missing = Difference(match, 1, "head", "the parcel lists it, and has no entry of it")
            self._refuse(parcel, named(match), missing)

    def _replay(
        self,
        parcel: Parcel,
        named: Callable[[str], str],
        due: Sequence[Chain],
        held: Mapping[str, Held],
    ) -> None:
        """Have the referee see matches; those that are exact go into the batch."""
        good: list[tuple[Chain, Came]] = []
        for chain, came in self.bench.judged(due, named):
            if isinstance(came, Difference):
                self._refuse(parcel, named(chain.id), came)
            else:
                good.append((chain, came))
        self.batch.add(parcel.listed.publisher, parcel.name, good, held)

    def _refuse_parcel(self, name: str, listed: Listed | None, what: str, why: str) -> None:
        publisher = "" if listed is None else listed.publisher
        nothing = (None,) * 5  # no head, no entry, and no other side
        self.batch.refuse(Refusal("", publisher, name, what, why, *nothing))

    def _refuse(self, parcel: Parcel, match_id: str, found: Difference) -> None:
        head = parcel.listed.heads.get(found.match)
        seq, _, chained = (head or "").partition(":")
        whose = parcel.listed.publisher
        why = unnamed(self.place, self.bench.log, whose, found.match, found.message)
        self.batch.refuse(
            Refusal(
                match_id,
                whose,
                parcel.name,
                found.what,
                why,
                int(seq) if seq else None,
                chained or None,
                found.seq or None,
                None,
                None,
            )
        )


def _unlisted(found: Chain | Difference, match: str, listed: Listed) -> Difference | None:
    """What is wrong with a match before it is replayed."""
    if isinstance(found, Difference):
        return found
    head = str(Head(len(found.hashes), found.hashes[-1]))
    due = listed.heads.get(match)
    if due == head:
        return None
    said = "is not listed" if due is None else f"is listed with the head {due}"
    return Difference(match, len(found.hashes), "head", f"it {said}, and comes to {head}")


__all__ = ["Taken", "take"]
