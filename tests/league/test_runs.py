"""All of a league judged again, by a run that may be killed; and read under other readings."""

import os
import signal
from typing import Any

import pytest

from storage.league.anew import runs
from storage.league.lake import Lake, place_at
from storage.replays import processes
from tests.league.conftest import Shared
from tests.league.stores import MATCHES, PLAYED, League
from tests.league.test_failing import ended, started

OTHERWISE = "WV-I 5=no_if_possible"
"""A reading by which matches of both stores are judged otherwise, and one ends otherwise."""
STOPPED = """
import os, signal, sys
from pathlib import Path
from storage.league import lake
from storage.league.anew import other_reading, runs, verification
from storage.verify.reread import Reading
runs.PART = runs.TOGETHER = 1
kept = runs._keep
def keep(source, run, kind, done):
    if done[0][0].number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    kept(source, run, kind, done)
runs._keep = keep
place = lake.place_at(Path(sys.argv[1]))
if sys.argv[2] == "verified":
    verification.verify(place, "spring")
else:
    reading = Reading("", {"WV-I 5": "no_if_possible"})
    other_reading.reread_league(place, {"wondervale": reading}, "spring")
"""


@pytest.mark.parametrize(("table", "asked"), [("verified", ()), ("reread", ("--under", OTHERWISE))])
def test_a_run_that_is_killed_goes_on_to_the_same(
    table: str, asked: tuple[str, ...], full: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ended([started("-c", STOPPED, full.place, table)])[0][0] == -signal.SIGKILL
    rows = f"SELECT * EXCLUDE (run) FROM lake.{table} WHERE run = '{{}}' ORDER BY ALL"
    assert len(full.rows(rows.format("spring"))) == 2
    monkeypatch.setattr(runs, "PART", 1)
    done = full.said("verify", *asked, "--run", "spring")
    assert done["matches"] == 2 * MATCHES
    assert full.said("verify", *asked, "--run", "other")["entries"] == done["entries"]
    assert full.rows(rows.format("spring")) == full.rows(rows.format("other"))


def test_of_a_match_with_other_digests_the_first_verdict_that_differs_is_told(full: League) -> None:
    other = "UPDATE lake.entries SET digest = repeat('0', 64) WHERE match_id = '{}' AND {}"
    noted = "digest IS NOT NULL"
    judged, same = "north:wondervale-3-1", "south:wondervale-3-1"
    with Lake(place_at(full.place), write=True) as lake:
        lake.rows(other.format(judged, noted))
        lake.rows(other.format(same, noted))
        lake.rows(
            "UPDATE lake.verdicts SET verdict = 'illegal', rule = 'WV-1.1' "
            f"WHERE match_id = '{judged}' AND seq = 5"
        )
    found = {each["match"]: each for each in full.said("verify", status=4)["differ"]}
    assert found.keys() == {judged, same}
    assert (found[judged]["entry"], found[judged]["what"]) == (5, "verdict")
    assert found[judged]["why"].startswith("illegal WV-1.1 then, legal now; entry ")
    assert found[same]["what"] == "digest"
    assert found[same]["why"].endswith("; each verdict is as it was")
    beside = full.said("verify", "--jobs", 2, status=4)["differ"]
    assert beside == [found[judged], found[same]]


def test_a_worker_that_is_killed_changes_nothing(
    full: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it was doing is done by another, once."""
    due = full.said("verify")
    monkeypatch.setattr(processes, "TOGETHER", 1)
    send = processes.Replays._send
    killed: list[int] = []

    def sent(self: processes.Replays, do: Any) -> Any:
        future = send(self, do)
        if not killed and self._pool is not None:
            killed.extend([*self._pool._processes][:1])
            os.kill(killed[0], signal.SIGKILL)
        return future

    monkeypatch.setattr(processes.Replays, "_send", sent)
    done = full.said("verify", "--jobs", 2)
    assert killed
    own = {"run", "moment"}
    assert {k: v for k, v in done.items() if k not in own} == {
        k: v for k, v in due.items() if k not in own
    }
    twice = "SELECT match_id FROM lake.verified GROUP BY run, match_id HAVING count(*) > 1"
    assert full.rows(twice) == []


def test_under_another_reading_a_league_comes_to_what_its_logs_come_to(
    full: League, shared: Shared
) -> None:
    before = shared.content
    done = full.said("verify", "--under", OTHERWISE, "--run", "otherwise")
    by_store = {each["publisher"]: each for each in done["by_store"]}
    results: list[dict[str, Any]] = []
    for name, store in shared.stores.items():
        alone = store.json("verify", "--under", OTHERWISE)
        told = by_store[name]
        assert alone["changed"] > 0
        assert (told["matches"], told["changed"]) == (alone["matches"], alone["changed"])
        assert (told["by_rule"], told["results"]) == (alone["by_rule"], len(alone["results"]))
        results += [{**each, "match": f"{name}:{each['match']}"} for each in alone["results"]]
    assert done["results"] == results != []
    assert done["under"] == {PLAYED: {"WV-I 5": "no_if_possible"}}
    counted = ("matches", "first", "refused", "allowed", "results")
    for each in done["by_rule"]:
        apart = [r for s in by_store.values() for r in s["by_rule"] if r["rule"] == each["rule"]]
        assert all(each[name] == sum(r[name] for r in apart) for name in counted)
    after = full.content()
    kept = {"runs", "reread"}
    assert {k: v for k, v in after.items() if k not in kept} == {
        k: v for k, v in before.items() if k not in kept
    }, "nothing that is in force changes"
    said = full.ok("league", "verify", "--under", OTHERWISE, "--league", full.place)
    assert "store  matches  differ  results" in said


def test_facts_of_an_older_program_are_put_in_anew(full: League, shared: Shared) -> None:
    """And until then statistics say that they are of several."""
    before = shared.content
    match = f"north:{PLAYED}-3-1"
    with Lake(place_at(full.place), write=True) as lake:
        lake.rows("UPDATE lake.ledger SET program = 'older' WHERE publisher = 'north'")
        lake.rows(f"DELETE FROM lake.verdicts WHERE match_id = '{match}' AND seq > 9")
        lake.rows(f"UPDATE lake.seats SET seat = 'eve' WHERE match_id = '{match}'")
    asked = full.run("league", "stats", "wins-by-seat", "--league", full.place)
    assert "these facts are by 2 programs" in asked.stderr
    done = full.said("take", "--again")
    assert (done["matches"], done["left"]) == (MATCHES, [])
    assert full.content() == before
    assert (
        "programs" not in full.run("league", "stats", "wins-by-seat", "--league", full.place).stderr
    )
    assert full.said("take", "--again")["matches"] == 0
    with Lake(place_at(full.place), write=True) as lake:
        lake.rows("UPDATE lake.ledger SET program = 'older'")
        lake.rows(f"UPDATE lake.entries SET recorded_by = 'eve' WHERE match_id = '{match}'")
    done = full.said("take", "--again", status=4)
    assert (done["matches"], [each["match"] for each in done["left"]]) == (2 * MATCHES - 1, [match])
    assert "no parcels" in full.error(
        *("league", "take", "--again", "--inbox", full.folder, "--league", full.place)
    )


def test_a_season_alone_is_judged_again_and_a_run_asks_one_thing(full: League) -> None:
    for name, days in (("long", ("2000-01-01", "2999-12-31")), ("past", ("2000-01-01",) * 2)):
        full.ok(
            *("league", "season", "add", name, "--from", days[0], "--until", days[1]),
            *("--league", full.place),
        )
    assert full.said("verify", "--season", "long", "--run", "one")["matches"] == 2 * MATCHES
    assert full.said("verify", "--season", "past")["matches"] == 0
    assert full.said("verify", "--season", "past", "--under", OTHERWISE)["matches"] == 0
    where = ("--league", full.place)
    asked = ("league", "verify", "--run", "one", *where)
    assert "the run one asks --season long; expected the same" in full.error(*asked)
    assert "no season summer; there are: " in full.error(
        "league", "verify", "--season", "summer", *where
    )
    assert "no game has an interpretation" in full.error(
        "league", "verify", "--under", "X=y", *where
    )
    assert full.said("verify", "--rules", "grand_archive=R26", "--run", "two")["matches"] == 0
