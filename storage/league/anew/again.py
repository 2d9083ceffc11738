"""The facts of a league put in anew by the program of today (LG-7), where they are of an older one:
by store, game and year, each of them one commit."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from storage import drawn
from storage.error import LogError
from storage.files import Scratch
from storage.league.anew.runs import Part, Question, judged_of, lay, parts_of, read_from
from storage.league.lake import Lake, Place, connected
from storage.league.patience import ALONE, Effort, Patience
from storage.league.taking.batch import Batch
from storage.league.taking.staged_matches import Bench
from storage.log import Log
from storage.replays import replays_by
from storage.verify.report import Difference


class Again(NamedTuple):
    """What was put in anew."""

    matches: int  # of how many matches
    entries: int  # how many entries they have
    left: list[Difference]  # the matches that are not exact, and were left as they are


def take_again(place: Place, effort: Effort = ALONE) -> Again:
    """Put the facts of those matches in anew whose facts are of another program.

    Args:
        place: the league.
        effort: how it is done. Where servers were waited for it goes on with the first part that is
            not committed.

    Raises:
        Away: a server stays away; the parts before stay done.
        LogError: the lake cannot be read or written; the parts before stay done.
    """
    patience = effort.patience or Patience()
    matches = entries = 0

    def rest() -> Again:
        nonlocal matches, entries
        left: list[Difference] = []
        for part in _put_in(place, effort):
            matches, entries = matches + part.matches, entries + part.entries
            left += part.left
            patience.went_on()
        return Again(matches, entries, left)

    return patience.over(rest)


def _put_in(place: Place, effort: Effort) -> Iterator[Again]:
    """Put the facts in anew that are of another program, part by part, each of which is committed
    when it is given."""
    moment = datetime.now(UTC).replace(tzinfo=None)
    with ExitStack() as stack:
        log = Log(place.folder, connected(stack, place), None, place.folder)
        folder = Path(stack.enter_context(Scratch()))
        bench = Bench(log, folder, stack.enter_context(replays_by(effort.jobs)))
        batch = Batch(place, bench, lambda: datetime.now(UTC), again=True)
        source = stack.enter_context(read_from(place, log.connection, f"{moment}+00"))
        parts = list(parts_of(source, Question(), besides=drawn.program()))
        for number, part in enumerate(parts, 1):
            yield _put_in_part(batch, source, part)
            effort.said(number, len(parts))


def _put_in_part(batch: Batch, source: Lake, part: Part) -> Again:
    try:
        lay(batch.bench, source, part)
    except LogError as error:
        wrong = [Difference(each.match_id, 1, "unreadable", str(error)) for each in part.matches]
        return Again(0, 0, wrong)
    found = list(judged_of(batch.bench, part, rows=True))
    left = [each for each in found if isinstance(each, Difference)]
    batch.add(part.publisher, "", [each for each in found if not isinstance(each, Difference)])
    entries, known = batch.entries, batch.taken.known
    batch.commit()
    refused = batch.taken.refused
    left += [Difference(each.match_id, 1, each.what, each.why) for each in refused]
    refused.clear()
    return Again(batch.taken.known - known, entries, left)


__all__ = ["Again", "take_again"]
