"""The league: a season's mix taken in from several stores, a correction, judging again, statistics,
bytes an entry; statistics before and after a merge; several who take in at once.

A store's season is 35 matches of Wondervale and 5 each of Legacy, WarRift and Grand Archive, with
slips and rulings. ``--entries 5000000`` makes the long form: those entries are replayed, too.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from events.common import Note
from events.entry import entry_id
from storage.exchange.transfer import import_jsonl
from storage.league.anew.verification import verify
from storage.league.keeping.upkeep import tidy
from storage.league.lake import Lake, Place, make, place_at
from storage.league.parcels import Chosen, Sender, pack
from storage.league.publishers import add_publisher, publishers
from storage.league.taking.intake import take
from storage.league.telling.queries import asked
from storage.log import Draft, Log
from storage.proof.signatures import new_key, public_key
from storage.statistics import all_statistics
from storage.statistics import run as statistic
from tests.bench.archive import enlarge
from tests.bench.matches import simulated
from tests.bench.measure import about, duration, heading, once, rate, timed, value
from tests.league.servers import postgres

MIX = {"wondervale": 35, "legacy_of_conflict": 5, "warrift": 5, "grand_archive": 5}
SLIPS, RULINGS = 0.025, 0.015
ASKED = ("wins-by-seat", "wins-by-deck", "advantage")
ALLOWED, SLOWEST = 0.2, 12
"""How many seconds of the processor a statistic may take a million entries, and how many are told
by name."""
LONG = 500_000
"""Over how many entries that is told: over fewer a statistic takes what it takes over none."""
REPLAYING = ("otherwise",)
"""The models that replay matches."""
INTAKES, COMMITS = 4, 5
"""How many take in at once, and how often each commits."""
INTAKE = """
import json, sys
from pathlib import Path
from storage.league import lake
from storage.league.taking import batch, intake
done = []
commit = batch.committed
def counted(place, connection, act):
    done.append(0)
    def counting(lake):
        done[-1] += 1
        act(lake)
    commit(place, connection, counting)
batch.committed, intake.BATCH = counted, 1
place, *sent = map(Path, sys.argv[1:])
taken = intake.take(lake.place_at(place), sent)
assert not taken.refused, taken.refused
print(json.dumps([len(done), sum(done) - len(done), taken.entries]))
"""
"""An intake that tells how often it has committed, how often again, and how many entries."""


def run(entries: int) -> None:
    """Print the figures of the league.

    Args:
        entries: about how many entries are taken in altogether.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        about("league")
        place = _made(folder)
        lines = {game: _season(folder / f"{game}.duckdb", game) for game in MIX}
        copies = max(1, entries // sum(lines.values()))
        total, parcels = copies * sum(lines.values()), []
        for number, game in enumerate(MIX):
            path, store = folder / f"{game}.duckdb", f"store-{number}"
            if copies > 1:
                enlarge(path, copies)
            key = new_key()
            add_publisher(place, store, public_key(key), datetime.now(UTC))
            with Log.open(path) as log:
                found = log.rows("SELECT match_id FROM matches ORDER BY ALL")
                ids = [match for (match,) in found]
                for at in range(copies):
                    parcel = pack(
                        log, Sender(store, key), folder / "out", Chosen(ids[at::copies])
                    ).parcel
                    assert parcel is not None
                    parcels.append(parcel.folder)
        heading(f"{total:,} entries of a season's mix, in {len(parcels)} parcels")
        value("entries of a season's mix", total, "entries")
        taking = once(lambda: _take(place, parcels))
        rate("take in: chain, replay, facts, commit", total, taking)
        sent = sum(f.stat().st_size for p in parcels for f in p.iterdir())
        value("bytes an entry in parcels", sent / (total), "bytes")
        with Log.open(path, write=True) as log:
            moment = datetime.now(UTC)
            number = entry_id(int(moment.timestamp() * 1000), b"0123456789")
            log.append(ids[0], [Draft(Note("jo", "late"), number, moment, moment, "jo")])
            parcel = pack(log, Sender(store, key), folder / "out", Chosen([ids[0]])).parcel
        assert parcel is not None
        duration("one match that went on", once(lambda: _take(place, [parcel.folder])))
        rate("verify: chain and replay", total, once(lambda: verify(place)))
        for when in ("as it was taken", "after tidy"):
            if when == "after tidy":
                duration("tidy", once(lambda: tidy(place, datetime.now(UTC), now=True)))
            with asked(place) as log:
                for each in ASKED:
                    timing = timed(lambda n=each, log=log: statistic(log.connection, n), runs=3)
                    duration(f"stats {each}, {when}", timing)
                if when == "after tidy" and total >= LONG:
                    _every(log, total)
        kept = sum(f.stat().st_size for f in (place.folder / "data").rglob("*.parquet"))
        value("bytes an entry in the lake, after tidy", kept / (total), "bytes")
        _several(folder, place, parcels)


def _every(log: Log, total: int) -> None:
    """What each statistic takes a million entries, but for those that replay: the slowest, and how
    many take more than they may."""
    spent = {
        name: once(lambda n=name: statistic(log.connection, n)).median * 1e6 / total
        for name, found in all_statistics().items()
        if found.model not in REPLAYING
    }
    value("statistics asked, all but those that replay", len(spent), "statistics")
    over = sum(seconds > ALLOWED for seconds in spent.values())
    value(f"of these over {ALLOWED} s a million entries", over, "statistics")
    value("half of them take less, a million entries", median(spent.values()), "s")
    for name in sorted(spent, key=lambda each: -spent[each])[:SLOWEST]:
        value(f"stats {name}, a million entries", spent[name], "s")


def _several(folder: Path, place: Place, parcels: Sequence[Path]) -> None:
    """Several intakes at once, each of its own parcels: how many commits are done again, as another
    was quicker. The catalog is in PostgreSQL, as one in a file has one writer at a time."""
    sent = parcels[: INTAKES * COMMITS]
    heading(f"{len(sent)} parcels by {INTAKES} intakes at once, a commit for each parcel")
    with postgres() as server:
        address = server.address()
        make(folder / "served", f"postgres:{address}")
        served = place_at(folder / "served")
        with Lake(place) as lake:
            known = publishers(lake)
        for publisher, key, since, _ in known:
            add_publisher(served, publisher, key, since.replace(tzinfo=UTC))
        took: list[list[int]] = []

        def work() -> None:
            words = (sys.executable, "-c", INTAKE, str(served.folder))
            running = [
                subprocess.Popen(
                    [*words, *map(str, sent[number::INTAKES])], stdout=subprocess.PIPE, text=True
                )
                for number in range(INTAKES)
            ]
            took.extend(json.loads(each.communicate()[0]) for each in running)

        taking = once(work)
        rate("take in, several at once", sum(entries for _, _, entries in took), taking)
        commits, again = (sum(counts) for counts in list(zip(*took, strict=True))[:2])
        value("commits, several at once", commits, "commits")
        value("of these done again", again, "commits")


def _made(folder: Path) -> Place:
    make(folder / "league")
    return place_at(folder / "league")


def _season(path: Path, game_id: str) -> int:
    """A log of a game's part of the mix; how many entries it has."""
    _, catalog, matches = simulated(game_id, MIX[game_id], slips=SLIPS, rulings=RULINGS)
    with Log.open(path, write=True) as log:
        log.add_catalog(catalog)
        file = path.with_suffix(".jsonl")
        file.write_bytes(b"\n".join(p for m in matches for p in m.payloads) + b"\n")
        import_jsonl(log, file)
        ((lines,),) = log.rows("SELECT count(*) FROM entries")
    return int(lines)


def _take(place: Place, parcels: list[Path]) -> None:
    done = take(place, parcels)
    if done.refused:
        raise SystemExit(f"refused: {done.refused[0]}")
