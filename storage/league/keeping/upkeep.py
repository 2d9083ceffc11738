"""A lake is kept in order: files merged, old moments let go, what nobody needs deleted; what was
lost of it is made again of the parcels: matches whose files are gone, or all of its catalog."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from secrets import token_hex
from typing import NamedTuple

import msgspec

from storage.league.keeping import persons
from storage.league.keeping.lost import LakeFile, lost_files
from storage.league.lake import GIVEN, META, REMAKING, Lake, LeagueError, Place, given, make_catalog
from storage.league.parcels import (
    Kept,
    NoParcel,
    all_kept,
    came,
    is_kept,
    list_of,
    sweep,
)
from storage.league.patience import Effort, Patience
from storage.league.publishers import Ruling, plain
from storage.league.reckoned import fill
from storage.league.shelf import shelf_of
from storage.league.taking import rulings
from storage.league.taking.intake import Taken, take
from storage.match_pages import Progress


class Tidied(NamedTuple):
    """What was done."""

    before: int  # how many files counted before
    files: int  # how many count now
    moments: int  # how many moments can be asked no longer
    deleted: int  # how many files were deleted that no moment needs
    # how many files were deleted that no commit and no parcel knew of, as where an intake ended
    orphans: int


AGE = timedelta(days=1)
"""How old that is at the least which may be of an intake, or be read, elsewhere at this moment."""


class Rebuilt(NamedTuple):
    """A catalog that was made again."""

    taken: Taken
    keys: list[tuple[str, str]]  # each publisher with each of its keys, which have ended
    rulings: int  # how many rulings were applied


def tidy(
    place: Place,
    keep: datetime | None = None,
    *,
    now: bool = False,
    progress: Progress = lambda done, of: None,
    patience: Patience | None = None,
) -> Tidied:
    """Merge small files, and delete what no moment needs; a lake of an older program gets what this
    one keeps reckoned.

    Args:
        place: the league.
        keep: what was before that moment can be asked no longer; None: all can.
        now: to delete files at once that no moment needs; else those that are a day old, as
            somebody who asks may have them open. What an intake that was killed has left is a day
            old in any case, where another may be under way.
        progress: told how many steps are done, and how many there are.
        patience: how long servers are waited for that are away; by default not at all. It goes on
            with the first step that is not done.

    Raises:
        Away: a server stays away; the steps before stay done.
        LogError: it cannot be done.
    """
    patience = patience or Patience()
    old, shelf = datetime.now(UTC) - AGE, shelf_of(place)
    which = "cleanup_all => true" if now else f"older_than => '{plain(old)}'"
    # no intake writes to the lake where one does at a time, and this one does
    alone = "cleanup_all => true" if not place.on_server else f"older_than => '{plain(old)}'"
    expired = "" if keep is None else f"expire_snapshots('lake', older_than => '{plain(keep)}')"
    rewritten = "rewrite_data_files('lake', delete_threshold => 0.0)"
    steps: dict[str, Callable[[Lake], int]] = {
        "before": _files,
        "moments": lambda lake: _done(lake, expired) if expired else 0,
        "reckoned": fill,
        "inlined": lambda lake: _done(lake, "flush_inlined_data('lake')"),
        "rewritten": lambda lake: _done(lake, rewritten) if now else 0,
        "merged": lambda lake: _done(lake, "merge_adjacent_files('lake')"),
        "deleted": lambda lake: _done(lake, f"cleanup_old_files('lake', {which})"),
        "orphans": lambda lake: (
            _done(lake, f"delete_orphaned_files('lake', {alone})") + sweep(shelf, old)
        ),
        "files": _files,
    }
    done: dict[str, int] = {}

    def rest() -> Tidied:
        with Lake(place, write=True) as lake:
            lake.rows("SET TimeZone = 'UTC'")
            for step, act in steps.items():
                if step not in done:
                    done[step] = act(lake)
                    patience.went_on()
                    progress(len(done), len(steps))
        return Tidied(*(done[name] for name in Tidied._fields))

    return patience.over(rest)


def _done(lake: Lake, call: str) -> int:
    ((count,),) = lake.rows(f"SELECT count(*) FROM ducklake_{call}")
    return int(count)


def _files(lake: Lake) -> int:
    ((count,),) = lake.rows(
        f"SELECT count(*) FROM {META}.ducklake_data_file WHERE end_snapshot IS NULL"
    )
    return int(count)


class Refilled(NamedTuple):
    """What was made again where files were lost."""

    files: int  # how many files are gone, or cannot be read
    matches: int  # how many matches were put in anew
    entries: int  # how many entries these have
    left: dict[str, str]  # the matches that were not, and why; the next time they are due again


_BY_PARCELS = ("catalogs", "card_traits")
"""The tables without a match in each row that parcels bring."""
_ASTRAY = """
SELECT l.match_id FROM lake.ledger AS l
ANTI JOIN lake.rulings AS r ON r.match_id = l.match_id AND r.hash = l.hash
ANTI JOIN lake.forgotten AS f ON f.match_id = l.match_id
LEFT JOIN (
    SELECT match_id, count(*) AS n, arg_max(hash, seq) AS hash FROM lake.entries GROUP BY match_id
) AS e ON e.match_id = l.match_id
GROUP BY l.match_id
HAVING arg_max(l.hash, l.seq) IS DISTINCT FROM any_value(e.hash)
    OR max(l.seq) IS DISTINCT FROM any_value(e.n)
"""
"""The matches of which a lake has not the entries that the ledger says."""
_DUE = ""
"""The run under which matches stand that are to be put in anew: a run of somebody has a name."""


def refill(
    place: Place,
    run: str = "",
    progress: Progress = lambda done, of: None,
    patience: Patience | None = None,
) -> Refilled:
    """Put those matches in anew, of their parcels, whose files are gone or cannot be read, or which
    a run has found to be other than they were. Killed on its way, it is done by the same again.

    Args:
        place: the league.
        run: the run of :func:`~storage.league.anew.verification.verify` that found them;
            empty: none.
        progress: told how many files were looked at, and how many there are.
        patience: how long servers are waited for that are away; by default not at all.

    Raises:
        Away: a server stays away; what was done before stays.
        LeagueError: a file is gone that parcels do not bring; there is no such run.
        LogError: the lake cannot be written.
    """
    patience = patience or Patience()
    files: set[int] = set()
    due, forgotten = patience.over(partial(_found, place, run, progress, files))
    kept = patience.over(partial(_evidence, place, due))
    ruling = Ruling(
        "again",
        "files were lost",
        plain(datetime.now(UTC)),
        {match_id: head for match_id, head, _ in kept},
        {match_id: parcel for match_id, _, parcel in kept},
    )
    done = rulings.applied(place, ruling, patience)
    gone = {match_id for match_id, _, _ in due} - ruling.heads.keys()
    left = dict.fromkeys(gone, "its parcel is here no more; its store may send it again")
    left |= done.left
    reasons = dict.fromkeys(forgotten, "it was forgotten: what of it was lost cannot be made again")
    patience.over(partial(_note_left, place, [*left]))
    return Refilled(
        len(files), done.taken.new, done.taken.entries, dict(sorted((left | reasons).items()))
    )


_Due = list[tuple[str, str, str]]
"""Matches, each with its head and its parcel."""


def _found(place: Place, run: str, progress: Progress, files: set[int]) -> tuple[_Due, list[str]]:
    """The matches that are due, and those that were forgotten; what is lost is let go.

    Args:
        place, run, progress: as for :func:`refill`.
        files: where the numbers of lost files are put: what was let go is not found again.
    """
    with Lake(place, write=True) as lake:
        lost = lost_files(lake, place, progress)
        files |= {each.id for each in lost}
        others = sorted({e.table for e in lost if not e.game and e.table not in _BY_PARCELS})
        if others:
            raise LeagueError(
                f"files of {', '.join(others)} are gone, which parcels alone do not bring: move "
                "the catalog away; referee league tidy --catalog makes all of it again"
            )
        with lake.transaction():
            lake.rows("UPDATE lake.turn SET n = n + 1")
            _note_due(lake, lost, run)
        _let_go(lake, lost)
        with lake.transaction():
            lake.rows(
                "INSERT INTO lake.verified SELECT ?, 0, match_id, 0, 'lost', 1, '' "
                f"FROM ({_ASTRAY if 'entries' in lake.tables() else 'FROM lake.ledger LIMIT 0'})",
                [_DUE],
            )
        due = lake.rows(_DUE_HEADS, [_DUE])
        return due, [m for (m,) in lake.rows(_FORGOTTEN, [_DUE])] if files else []


def _evidence(place: Place, due: _Due) -> _Due:
    """The same with parcels that are kept, where there are any."""
    shelf = shelf_of(place)
    kept = [(m, h, p) for m, h, p in due if is_kept(shelf, Kept(m.partition(":")[0], p))]
    return kept + _sent_again(place, {m: h for m, h, _ in due} | {m: "" for m, _, _ in kept})


def _note_left(place: Place, left: list[str]) -> None:
    """Have only those stand as due that were not put in anew."""
    with Lake(place, write=True) as lake, lake.transaction():
        lake.rows("UPDATE lake.turn SET n = n + 1")
        lake.rows(
            f"DELETE FROM lake.verified WHERE run = ? AND match_id NOT IN {GIVEN}",
            [_DUE, given(left)],
        )


def _sent_again(place: Place, heads: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Matches with these heads which came in other parcels besides, that are kept: what is known
    when it is sent again is evidence all the same."""
    found = {}
    shelf = shelf_of(place)
    for each in all_kept(shelf) if any(heads.values()) else ():
        try:
            listed = list_of(shelf, each)
        except NoParcel:
            continue
        for match, head in listed.heads.items():
            match_id = f"{listed.publisher}:{match}"
            if heads.get(match_id) == head:
                found[match_id] = match_id, head, each.name
    return [*found.values()]


_DUE_HEADS = """
SELECT l.match_id, arg_max(seq || ':' || l.hash, seq), arg_max(parcel, seq)
FROM lake.ledger AS l
ANTI JOIN lake.rulings AS r ON r.match_id = l.match_id AND r.hash = l.hash
ANTI JOIN lake.forgotten AS f ON f.match_id = l.match_id
WHERE l.match_id IN (SELECT match_id FROM lake.verified WHERE run = ?)
GROUP BY l.match_id ORDER BY 1
"""


_FORGOTTEN = """
SELECT match_id FROM lake.forgotten
WHERE match_id IN (SELECT match_id FROM lake.verified WHERE run = ?)
"""


def _note_due(lake: Lake, lost: list[LakeFile], run: str) -> None:
    """Note which matches are to be put in anew, before what is lost is let go."""
    if run and not lake.rows("SELECT 1 FROM lake.runs WHERE run = ?", [run]):
        raise LeagueError(f"no run {run}; referee league verify --run {run} makes one")
    if run:
        lake.rows(
            "INSERT INTO lake.verified SELECT ?, 0, match_id, 0, 'lost', 1, '' FROM lake.verified "
            "WHERE run = ? AND what NOT IN ('', 'edition', 'checkpoint')",
            [_DUE, run],
        )
    for game, season in sorted({(each.game, each.season) for each in lost}):
        lake.rows(
            "INSERT INTO lake.verified SELECT DISTINCT ?, 0, match_id, 0, 'lost', 1, '' "
            "FROM lake.ledger WHERE ? IN ('', lake_game) AND ? IN ('', lake_season::VARCHAR)",
            [_DUE, game, season],
        )


def _let_go(lake: Lake, lost: list[LakeFile]) -> None:
    """Have the catalog know of these files no more, as DuckLake would read them to delete rows."""
    for each in lost:
        for table in ("ducklake_delete_file", "ducklake_data_file"):
            lake.rows(
                f"UPDATE {META}.{table} SET end_snapshot = "
                f"(SELECT max(snapshot_id) FROM {META}.ducklake_snapshot) "
                "WHERE data_file_id = ? AND end_snapshot IS NULL",
                [each.id],
            )


def rebuild(
    place: Place,
    progress: Progress = lambda done, of: None,
    patience: Patience | None = None,
) -> Rebuilt:
    """Make the catalog again of the parcels and the rulings that are kept. Where that was broken
    off, it begins anew.

    Each parcel is taken as it was when it was taken, in the same order, so that of a fork the same
    side is in force. Keys were checked then. They have ended now: whose key it is, parcels alone
    cannot say. Seasons are to be said again.

    Args:
        place: the league.
        progress: told how many parcels and rulings are done, and how many there are.
        patience: how long servers are waited for that are away; by default not at all.

    Raises:
        Away: a server stays away; the same again begins anew.
        LeagueError: there is a catalog.
        LogError: it cannot be made.
    """
    patience = patience or Patience()
    place = msgspec.structs.replace(place, remaking=token_hex(8))
    steps, last = patience.over(partial(_steps, place))
    patience.over(partial(make_catalog, place, last))
    patience.over(partial(persons.again, place))
    patience.over(partial(_let_publish, place, steps))
    shelf = shelf_of(place)
    whole = Taken()
    for number, (moment, step) in enumerate(steps, 1):
        if isinstance(step, Ruling):
            rulings.again(place, step, patience)
        else:
            sent = [shelf.at(step.folder)]
            effort = Effort(patience=patience)
            done = take(place, sent, effort=effort, now=partial(_same, moment))
            for count in ("parcels", "new", "extended", "known", "older", "entries", "refused"):
                setattr(whole, count, getattr(whole, count) + getattr(done, count))
        progress(number, len(steps))
    keys = patience.over(partial(_finish, place))
    return Rebuilt(whole, keys, sum(isinstance(step, Ruling) for _, step in steps))


_Step = tuple[datetime, Kept | Ruling]
"""A parcel that is taken again, or a ruling that is applied again, with the time of that, UTC."""


def _steps(place: Place) -> tuple[list[_Step], int]:
    """What is done again, in the order in which it was; and at which turn of the lake the last of
    it was. Of machines that take parcels in at once, the turn says which was first; a parcel that
    was kept and not taken is the last, as if it had come now."""
    shelf = shelf_of(place)
    kept = [(came(shelf, each), each) for each in all_kept(shelf)]
    # who was killed before the commit has noted a turn that another has had afterwards
    ends: dict[int, datetime] = {}
    for moment, _ in kept:
        if moment.turn:
            ends[moment.turn] = max(moment.at, ends.get(moment.turn, moment.at))
    taken = sorted(
        (moment.turn or 0, moment.at, each)
        for moment, each in kept
        if moment.turn is None or ends.get(moment.turn) == moment.at
    )
    done = {each for _, _, each in taken}
    steps: list[_Step] = []
    due = rulings.kept(place)
    for _, at, each in taken:
        while due and due[0].at.replace(tzinfo=UTC) < at:
            steps.append((due[0].at, due.pop(0)))
        steps.append((at, each))
    steps += [(each.at, each) for each in due]
    steps += sorted((moment.at, each) for moment, each in kept if each not in done)
    return steps, max(ends, default=0)


def _same(moment: datetime) -> datetime:
    return moment


def _let_publish(place: Place, steps: list[_Step]) -> None:
    """Have the keys of all that was taken count."""
    shelf = shelf_of(place)
    own = {(e.publisher, list_of(shelf, e).key_id) for _, e in steps if isinstance(e, Kept)}
    with Lake(place, write=True) as lake, lake.transaction():
        lake.rows("DELETE FROM lake.publishers")
        for each in sorted(own):
            lake.rows("INSERT INTO lake.publishers VALUES (?, ?, '1970-01-01', NULL)", [*each])


def _finish(place: Place) -> list[tuple[str, str]]:
    """Have keys count no more, but those stand which something was taken by; and the lake be one
    like others."""
    with Lake(place, write=True, again=True) as lake, lake.transaction():
        lake.rows(
            "DELETE FROM lake.publishers WHERE (publisher, key_id) NOT IN "
            "(SELECT (publisher, key_id) FROM lake.parcels)"
        )
        lake.rows("UPDATE lake.publishers SET until = ?", [plain(datetime.now(UTC))])
        lake.rows(f"DELETE FROM lake.meta WHERE key = '{REMAKING}'")
        found = lake.rows("SELECT publisher, key_id FROM lake.publishers ORDER BY ALL")
    return [(publisher, key_id) for publisher, key_id in found]


__all__ = ["Rebuilt", "Refilled", "Tidied", "rebuild", "refill", "tidy"]
