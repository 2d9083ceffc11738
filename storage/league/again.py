"""The facts of a league put in anew by the program of today (LG-7), where they are of an older one:
by store, game and year, each of them one commit."""

from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from storage import drawn
from storage.error import LogError
from storage.files import Scratch
from storage.league.batch import Batch
from storage.league.lake import Lake, Place, connected
from storage.league.runs import Part, Question, Run, lay, parts_of, unlike
from storage.league.staging import Bench, Chain
from storage.log import Log
from storage.pages import Progress
from storage.replays import Came, replays_by
from storage.verify.report import Difference


class Again(NamedTuple):
    """What was put in anew."""

    matches: int  # of how many matches
    entries: int  # how many entries they have
    left: list[Difference]  # the matches that are not exact, and were left as they are


def take_again(place: Place, *, jobs: int | str = 1, progress: Progress | None = None) -> Again:
    """Put the facts of those matches in anew whose facts are of another program.

    Args:
        place: the league.
        jobs: in how many processes matches are replayed, or the address of a Dask cluster.
        progress: told how many parts are done, and how many there are.

    Raises:
        LogError: the lake cannot be read or written; the parts before stay done.
    """
    moment = datetime.now(UTC).replace(tzinfo=None)
    with ExitStack() as stack:
        log = Log(place.folder, connected(stack), None, place.folder)
        folder = Path(stack.enter_context(Scratch()))
        bench = Bench(log, folder, stack.enter_context(replays_by(jobs)))
        batch = Batch(place, bench, lambda: datetime.now(UTC), again=True)
        with Lake(place, connection=log.connection, moment=f"{moment}+00") as lake:
            parts = list(parts_of(lake, Question(), besides=drawn.program()))
        left: list[Difference] = []
        entries = 0
        for number, part in enumerate(parts, 1):
            named = f"{part.publisher}:{{}}".format
            try:
                lay(place, Run("", moment, Question()), bench, part)
            except LogError as error:
                left += [Difference(e.match_id, 1, "unreadable", str(error)) for e in part.matches]
                continue
            good, wrong = _exact(bench, part)
            left += [replace(each, match=named(each.match)) for each in wrong]
            batch.add(part.publisher, "", good)
            entries += batch.entries
            batch.commit()
            if progress is not None:
                progress(number, len(parts))
        return Again(batch.taken.known, entries, left)


def _exact(bench: Bench, part: Part) -> tuple[list[tuple[Chain, Came]], list[Difference]]:
    """The matches on the bench that are what the ledger says, and what is wrong with the others."""
    good: list[tuple[Chain, Came]] = []
    wrong: list[Difference] = []
    for page in bench.chains(f"{part.publisher}:{{}}".format):
        chains = []
        for found in page:
            if isinstance(found, Difference):
                wrong.append(found)
            elif (difference := unlike(found, part)) is not None:
                wrong.append(difference)
            else:
                chains.append(found)
        for chain, came in bench.judged(chains, f"{part.publisher}:{{}}".format):
            if isinstance(came, Difference):
                wrong.append(replace(came, match=chain.id))
            else:
                good.append((chain, came))
    return good, wrong


__all__ = ["Again", "take_again"]
