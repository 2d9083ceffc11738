"""A stolen key: what it has signed counts for nothing until that is judged (LG-9)."""

import json
import shutil
import signal
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage.league.lake import Lake, LeagueError, place_at
from storage.league.taking.intake import take
from storage.league.taking.rulings import ended as key_ended
from storage.league.taking.rulings import ruled
from storage.proof.signatures import new_key
from tests.league.conftest import Shared
from tests.league.stores import PLAYED, League, Store
from tests.league.test_failing import ended, started

ONE, TWO = (f"north:{PLAYED}-3-{number}" for number in (1, 2))
NEW = "north:r1"
STOLEN = datetime(2026, 3, 14, 18, tzinfo=UTC)
LEFT_OUT = {"ledger", "rulings", "people", "runs", "verified"}
"""What stays of it: that it came, who that was, and how it was judged."""
AT = "2026-03-14T18:00"
KILLED = """
import os, signal, sys
from pathlib import Path
from storage.league import lake
from storage.league.taking import rulings
kept = getattr(rulings, sys.argv[2])
def killed(*given):
    if sys.argv[3] == "after":
        kept(*given)
    os.kill(os.getpid(), signal.SIGKILL)
setattr(rulings, sys.argv[2], killed)
from datetime import UTC, datetime
rulings.ended(lake.place_at(Path(sys.argv[1])), "north", datetime(2026, 3, 14, 18, tzinfo=UTC))
"""


def facts(league: League) -> dict[str, object]:
    """All that counts of what a lake holds."""
    return {table: rows for table, rows in league.content().items() if table not in LEFT_OUT}


Robbed = tuple[League, League, Store]
"""A league that has taken what somebody sent with the key of a store, who goes on with one match
and makes another; the same before; and the store."""


@pytest.fixture(scope="module")
def robbed_once(shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> Robbed:
    """Those that each test copies."""
    league = shared.league.copy(tmp_path_factory.mktemp("robbed"))
    place, sent = place_at(league.place), [*shared.parcels.values()]
    with Lake(place, write=True) as lake:
        lake.rows("UPDATE lake.publishers SET since = '2026-01-01'")
    take(place, sent, now=lambda: STOLEN - timedelta(days=1))
    before = league.copy(tmp_path_factory.mktemp("before"))
    thief = shared.stores["north"].copy(tmp_path_factory.mktemp("thief"))
    thief.add_note(ONE.partition(":")[2], "never")
    thief.open("r1")
    done = take(place, [thief.parcel()], now=lambda: STOLEN + timedelta(days=1))
    assert (done.new, done.extended, done.known) == (1, 1, 1)
    return league, before, thief


@pytest.fixture(scope="module")
def had_before(robbed_once: Robbed) -> dict[str, object]:
    """What counted of it before."""
    return facts(robbed_once[1])


@pytest.fixture
def robbed(robbed_once: Robbed, tmp_path: Path) -> Robbed:
    """The same, for one test alone."""
    for name in ("before", "thief"):
        (tmp_path / name).mkdir()
    league, before, thief = robbed_once
    return (
        league.copy(tmp_path),
        before.copy(tmp_path / "before"),
        thief.copy(tmp_path / "thief"),
    )


def test_what_a_stolen_key_has_signed_is_set_aside_and_can_count_again(
    robbed: Robbed, had_before: dict[str, object]
) -> None:
    league, before, _ = robbed
    had = facts(league)
    at = ("--league", league.place)
    asked = ("stats", "wins-by-seat", "--entries")
    done = league.said("publisher", "end", "north", "--from", AT)
    heads = {each["match"]: each["counts"] for each in done["taken"]}
    first = before.said("show", ONE)["heads"][-1]
    assert heads == {ONE: f"{first['seq']}:{first['hash']}", NEW: None}
    assert facts(league) == had_before
    assert league.said(*asked) == before.said(*asked)
    assert league.said("verify")["exact"]
    assert [each["counts"] for each in league.said("show", ONE)["heads"]] == [False, True]
    assert [each["counts"] for each in league.said("show", NEW)["heads"]] == [False]
    assert "set aside" in league.ok("league", "show", NEW, *at)
    assert "set aside" in league.ok("league", "dispute", NEW, *at)
    # one match is judged, then all
    (head,) = league.said("show", NEW)["heads"]
    league.said("dispute", NEW, "--for", f"{head['seq']}:{head['hash']}")
    assert league.said("show", NEW)["heads"][-1]["counts"]
    again = league.said("publisher", "restore", "north")
    assert (again["matches"], again["left"]) == ([ONE], [])
    assert facts(league) == had
    assert "nothing of north was set aside" in league.error(
        *("league", "publisher", "restore", "north", *at)
    )
    assert "has no key" in league.error("league", "publisher", "end", "north", "--key", "0", *at)


def test_the_store_sends_anew_by_another_key_what_was_set_aside_and_it_counts(
    robbed: Robbed, north: Store, shared: Shared
) -> None:
    """Its own matches do; those of the thief stay aside, and do not come back by restoring."""
    league, _, thief = robbed
    told = league.ok(
        *("league", "publisher", "end", "north", "--from", AT, "--league", league.place)
    )
    assert f"set aside: {NEW}, up to entry 1; nothing of it counts" in told
    became = league.ok("league", "status", "--key", thief.key, "--league", league.place)
    assert "2 in force, taken" in became and "0 in force, 2 set aside" in became
    (refused,) = league.take(thief.parcel(into="again"), refused=True)["refused"]
    assert refused["what"] == "publisher"
    north.key.write_text(new_key())
    league.add(north)
    north.add_note(ONE.partition(":")[2], "truly")
    assert league.take(north.parcel())["extended"] == 1
    thief.key.write_text(north.key.read_text())
    assert league.take(thief.parcel("r1"))["new"] == 1, "the store vouches for it"
    assert league.said("show", NEW)["heads"][-1]["counts"]
    done = league.said("publisher", "restore", "north", ONE)
    assert (done["matches"], done["left"]) == ([], [ONE])
    assert league.said("show", ONE)["heads"][-1]["hash"] == north.chain(ONE.partition(":")[2])[-1]
    assert league.said("verify")["exact"]
    had = facts(league)
    (league.place / "catalog.ducklake").unlink()
    league.said("tidy", "--catalog")
    assert facts(league) == had


@pytest.mark.parametrize("moment", ["_put_out after", "applied after", "_keep after"])
def test_setting_aside_that_is_killed_is_done_by_the_same_again(
    moment: str, robbed: Robbed, had_before: dict[str, object]
) -> None:
    league, _, _ = robbed
    killed = started("-c", KILLED, league.place, *moment.split())
    assert ended([killed])[0][0] == -signal.SIGKILL
    (kept,) = (league.place / "rulings").iterdir()
    done = league.said("publisher", "end", "north", "--from", AT)
    assert {each["match"] for each in done["taken"]} == {ONE, NEW}
    assert facts(league) == had_before
    assert [*(league.place / "rulings").iterdir()] == [kept]
    assert json.loads(kept.read_text())["kind"] == "key"
    assert league.said("publisher", "end", "north", "--from", AT) == done


def test_what_a_stolen_key_has_signed_is_set_aside_also_where_the_head_before_cannot_be_taken(
    robbed: Robbed, had_before: dict[str, object], shared: Shared
) -> None:
    league, _, _ = robbed
    file = league.place / "parcels" / "north" / shared.parcels["north"].name / "entries.parquet"
    content = file.read_bytes()
    file.write_bytes(content[:-40])
    ending = ("publisher", "end", "north", "--from", AT)
    done = league.said(*ending, status=4)
    assert {each["match"]: each["counts"] for each in done["taken"]} == {ONE: None, NEW: None}
    assert league.rows(f"SELECT * FROM lake.verdicts WHERE match_id = '{ONE}'") == []
    told = league.ok("league", *ending, "--league", league.place, status=4)
    assert f"set aside: {ONE}" in told and "cannot be taken: entries.parquet has the hash" in told
    file.write_bytes(content)
    again = league.said(*ending)
    assert again["ruling"] == done["ruling"]
    counts = {each["match"]: each["counts"] is not None for each in again["taken"]}
    assert counts == {ONE: True, NEW: False}
    assert facts(league) == had_before


def test_what_was_judged_after_a_key_had_ended_is_not_set_aside_by_ending_it_again(
    robbed: Robbed,
) -> None:
    league, _, _ = robbed
    league.said("publisher", "end", "north", "--from", AT)
    (head,) = league.said("show", NEW)["heads"]
    league.said("dispute", NEW, "--for", f"{head['seq']}:{head['hash']}")
    had = facts(league)
    done = league.said("publisher", "end", "north", "--from", AT)
    assert [each["match"] for each in done["taken"]] == [ONE]
    assert facts(league) == had
    league.said("publisher", "restore", "north")
    had = facts(league)
    done = league.said("publisher", "end", "north", "--from", AT)
    assert (done["taken"], done["ruling"], facts(league)) == ([], None, had)


def test_a_match_whose_head_does_not_rest_on_a_stolen_key_is_left_alone(
    robbed: Robbed,
) -> None:
    """The store goes on from what was sent, by another key, and so vouches for it; that its parcel
    is here no more takes nothing from it."""
    league, _, thief = robbed
    stolen = thief.key_id
    thief.key.write_text(new_key())
    league.add(thief)
    thief.add_note(ONE.partition(":")[2], "vouched")
    sent = thief.parcel(ONE.partition(":")[2])
    assert league.take(sent)["extended"] == 1
    shutil.rmtree(league.place / "parcels" / "north" / sent.name)
    verdicts = f"SELECT * FROM lake.verdicts WHERE match_id = '{ONE}' ORDER BY seq"
    had = league.rows(verdicts)
    done = league.said("publisher", "end", "north", "--from", AT, "--key", stolen)
    assert [each["match"] for each in done["taken"]] == [NEW]
    assert had and league.rows(verdicts) == had
    assert all(each["counts"] for each in league.said("show", ONE)["heads"])


def test_a_fork_ruled_on_before_a_theft_was_known_is_judged_again(
    robbed: Robbed, north: Store
) -> None:
    """Who ruled did not know that a side is a thief's: what both sides have counts, until it is
    ruled on with that known."""
    league, _, thief = robbed
    match = TWO.partition(":")[2]
    north.add_note(match, "truly")
    thief.add_note(match, "never")
    place = place_at(league.place)
    take(place, [north.parcel(match)], now=lambda: STOLEN - timedelta(days=1))
    fork = take(place, [thief.parcel(match)], now=lambda: STOLEN + timedelta(days=1)).refused[0]
    assert fork.what == "fork"
    ruled(place, TWO, str(fork.hash), now=STOLEN + timedelta(days=1))
    assert league.said("show", TWO)["heads"][-1]["hash"] == fork.hash
    ending = ("publisher", "end", "north", "--from", AT)
    heads = {each["match"]: each["counts"] for each in league.said(*ending)["taken"]}
    both = north.chain(match)[:-1]
    assert heads[TWO] == f"{len(both)}:{both[-1]}"
    counts = [each["hash"] for each in league.said("show", TWO)["heads"] if each["counts"]]
    assert counts == [both[-1]]
    league.said("dispute", TWO, "--for", north.chain(match)[-1])
    assert league.said("show", TWO)["heads"][-1]["hash"] == north.chain(match)[-1]
    league.said(*ending)
    assert league.said("show", TWO)["heads"][-1]["counts"]
    assert league.said("verify")["exact"]


def test_a_ruling_that_cannot_be_applied_is_not_kept(
    robbed: Robbed,
) -> None:
    league, _, _ = robbed
    league.said("publisher", "end", "north", "--from", AT)
    (head,) = league.said("show", NEW)["heads"]
    shutil.rmtree(league.place / "parcels" / "north" / head["parcel"])
    kept = {*(league.place / "rulings").iterdir()}
    words = ("league", "dispute", NEW, "--for", head["hash"], "--league", league.place)
    assert f"{NEW}: " in league.error(*words)
    assert {*(league.place / "rulings").iterdir()} == kept


def test_nothing_is_set_aside_where_no_parcel_came_since(full: League) -> None:
    done = full.said("publisher", "end", "north")
    assert (done["taken"], done["ruling"]) == ([], None)
    assert not (full.place / "rulings").exists()
    with pytest.raises(LeagueError, match="no publisher west; there are: north, south"):
        key_ended(place_at(full.place), "west", STOLEN)
