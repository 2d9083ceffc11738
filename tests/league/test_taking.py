"""What comes into a league, and what is refused: nothing of a parcel is believed (LG-4, LG-5)."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from events.entry import GENESIS, link
from storage.league.lake import META, Lake, place_at
from storage.league.people import Aliases
from storage.league.taking import batch, intake
from storage.proof.signatures import new_key
from tests.league.conftest import Shared
from tests.league.stores import MATCHES, PLAYED, League, Store, forged, new_league

ONE, TWO = (f"{PLAYED}-3-{number}" for number in (1, 2))


def told(league: League, match: str = f"north:{ONE}") -> Any:
    """What the league holds of a match."""
    return league.said("show", match)


# -- taken ---------------------------------------------------------------------------------------


def test_two_stores_that_call_their_matches_alike_are_told_apart(full: League) -> None:
    ids = {row[0] for row in full.rows("SELECT match_id FROM lake.matches")}
    assert ids == {f"{store}:{match}" for store in ("north", "south") for match in (ONE, TWO)}
    assert len(full.rows("SELECT DISTINCT person FROM lake.seats")) == 4
    assert full.rows("SELECT count(*) FROM lake.seats WHERE person LIKE '%ana%'") == [(0,)]


def test_of_each_table_statistics_are_kept_also_where_it_has_no_rows(
    league: League, full: League
) -> None:
    """Else DuckLake asks its catalog for those of each column whenever such a table is read."""
    bare = "ANTI JOIN {0}.ducklake_table_stats AS s USING (table_id) WHERE t.end_snapshot IS NULL"
    for each in (league, full):
        assert each.rows(f"FROM {META}.ducklake_table AS t {bare.format(META)}") == []
    assert [*league.content()] == [], "and there is nothing in them"
    assert not [*league.place.rglob("*.parquet")]


def test_what_was_sent_before_is_known_and_stays_once(full: League, shared: Shared) -> None:
    before = shared.content
    again = full.take(*shared.parcels.values(), shared.parcels["north"])
    assert (again["new"], again["known"], again["entries"]) == (0, 3 * MATCHES, 0)
    assert full.content() == before


def test_the_same_content_is_the_same_parcel(shared: Shared, north: Store) -> None:
    assert north.parcel(into="again").name == shared.parcels["north"].name


def test_a_correction_appends_what_is_new_and_its_facts_take_the_place_of_the_old(
    full: League, north: Store, shared: Shared
) -> None:
    north.ok("rule", ONE, "penalty", "ana", "warning", "-j", "lena", "--reason", "slow")
    sent = north.parcel("--since", shared.parcels["north"])
    told_ = full.take(sent)
    assert (told_["extended"], told_["new"], told_["entries"]) == (1, 0, 1)
    heads = told(full)["heads"]
    assert [each["seq"] for each in heads] == [len(north.chain(ONE)) - 1, len(north.chain(ONE))]
    count = f"SELECT count(*) FROM lake.{{}} WHERE match_id = 'north:{ONE}'"
    (entries,), (verdicts,), (seats,) = (
        full.rows(count.format(table))[0] for table in ("entries", "verdicts", "seats")
    )
    assert (entries, verdicts, seats) == (len(north.chain(ONE)), len(north.chain(ONE)), 2)
    older = full.take(shared.parcels["north"])
    assert (older["older"], older["known"]) == (1, MATCHES - 1)


def test_of_a_match_that_goes_on_what_stays_the_same_is_not_written_anew(
    full: League, shared: Shared, north: Store
) -> None:
    before = shared.content
    north.add_note(ONE)
    full.take(north.parcel(ONE))
    changes = full.rows(
        f"SELECT max_by(changes_made, snapshot_id) FROM {META}.ducklake_snapshot_changes"
    )
    tables = dict(full.rows(f"SELECT table_id::VARCHAR, table_name FROM {META}.ducklake_table"))
    written = {tables[number] for number in re.findall(r"[0-9]+", changes[0][0])}
    reckoned = {"decisions", "logged", "turns"}
    assert written == {"entries", "ledger", "parcels", "projected", "turn", "verdicts"} | reckoned
    now = full.content()
    for table in before.keys() - written:
        assert now[table] == before[table]


def test_of_a_match_that_goes_on_the_lake_is_read_only_where_its_facts_are_of_another_program(
    full: League, north: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A replay up to where it was comes to its rows sooner than tables are opened."""
    read: list[int] = []
    compared = batch.unchanged
    monkeypatch.setattr(batch, "unchanged", lambda *a: (read.append(len(a[-1])), compared(*a))[1])
    north.add_note(ONE)
    assert full.take(north.parcel(ONE))["extended"] == 1 and read == []
    with Lake(place_at(full.place), write=True) as lake, lake.transaction():
        lake.rows("UPDATE lake.ledger SET program = 'older'")
    north.add_note(ONE, "again")
    north.add_note(TWO)
    before = full.content()
    assert full.take(north.parcel())["extended"] == 2 and read == [2]
    now = full.content()
    differ = {table for table in now if now[table] != before[table]}
    assert differ == {"entries", "ledger", "projected", "verdicts", "decisions", "logged"}


def test_a_parcel_without_digests_comes_to_the_same(
    league: League, shared: Shared, tmp_path: Path
) -> None:
    sent = shared.parcels["north"]
    key = shared.stores["north"].key.read_text()
    bare = forged(sent, tmp_path, key, "UPDATE t SET digest = NULL")
    league.take(bare, shared.parcels["south"])
    assert league.content() == shared.content
    assert league.take(sent)["known"] == MATCHES


def test_batches_of_any_size_come_to_the_same(
    league: League, shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "BATCH", 1)
    league.take(*shared.parcels.values())
    assert league.content() == shared.content


def test_what_lies_with_the_league_and_is_not_taken_is_due(league: League, shared: Shared) -> None:
    for name, parcel in shared.parcels.items():
        shutil.copytree(parcel, league.place / "parcels" / name / parcel.name)
    assert league.take()["new"] == 2 * MATCHES
    assert league.content() == shared.content
    assert league.take()["parcels"] == 0


# -- refused -------------------------------------------------------------------------------------

ALTERED = {
    "hash": "UPDATE t SET payload = replace(payload, 'simulator', 'simulated')",
    "columns": "UPDATE t SET recorded_by = 'somebody'",
    "digest": "UPDATE t SET digest = repeat('0', 64) WHERE digest IS NOT NULL",
    "sequence": "DELETE FROM t",
    "head": "DELETE FROM t",
}
"""By the kind of refusal, what was done to the entries; of the second match alone."""
WHERE = {
    "sequence": f"match_id = '{TWO}' AND seq = 7",
    "head": f"match_id = '{TWO}' AND seq = (SELECT max(seq) FROM t WHERE match_id = '{TWO}')",
}


@pytest.mark.parametrize("what", ALTERED)
def test_a_match_that_was_altered_is_refused_and_the_others_are_taken(
    what: str, league: League, shared: Shared, tmp_path: Path
) -> None:
    where = WHERE.get(what, f"match_id = '{TWO}' AND seq > 6")
    both = " AND " if "WHERE" in ALTERED[what] else " WHERE "
    key = shared.stores["north"].key.read_text()
    sent = forged(shared.parcels["north"], tmp_path, key, f"{ALTERED[what]}{both}{where}")
    done = league.take(sent, refused=True)
    assert done["new"] == MATCHES - 1
    (refused,) = done["refused"]
    assert (refused["match_id"], refused["what"]) == (f"north:{TWO}", what)
    assert refused["entry"] is not None and refused["entry"] >= 6
    if what == "head":  # what is refused again is listed once
        assert league.take(sent, refused=True)["known"] == MATCHES - 1
    assert [each["what"] for each in league.said("refused")["refused"]] == [what]


def test_a_known_match_whose_payload_was_altered_is_refused_all_the_same(
    full: League, shared: Shared, tmp_path: Path
) -> None:
    key = shared.stores["north"].key.read_text()
    change = f"{ALTERED['hash']} WHERE match_id = '{TWO}' AND seq = 6"
    done = full.take(forged(shared.parcels["north"], tmp_path, key, change), refused=True)
    assert [(each["what"], each["entry"]) for each in done["refused"]] == [("hash", 6)]
    assert done["known"] == MATCHES - 1


def test_other_bytes_of_the_same_entry_are_refused(
    league: League, shared: Shared, tmp_path: Path
) -> None:
    """A chain over a space more is whole, and not what anybody has logged."""
    key = shared.stores["north"].key.read_text()
    space = "UPDATE t SET payload = replace(payload, '{\"match\"', '{ \"match\"')"
    heads = dict[str, str]()

    def listed(said: dict[str, Any]) -> None:
        said["heads"] = heads

    with duckdb.connect() as connection:
        file = shared.parcels["north"] / "entries.parquet"
        rows = connection.execute(
            f"SELECT match_id, seq, payload FROM read_parquet('{file}') ORDER BY ALL"
        ).fetchall()
    changes = [space]
    before = GENESIS
    for match, seq, payload in rows:
        before = link(
            GENESIS if seq == 1 else before, payload.replace('{"match"', '{ "match"', 1).encode()
        )
        heads[match] = f"{seq}:{before}"
        changes.append(f"UPDATE t SET hash = '{before}' WHERE match_id = '{match}' AND seq = {seq}")
    sent = forged(shared.parcels["north"], tmp_path, key, ";".join(changes), listed=listed)
    done = league.take(sent, refused=True)
    assert {(each["what"], each["entry"]) for each in done["refused"]} == {("canonical", 1)}


def test_a_catalog_that_is_another_is_refused(
    league: League, shared: Shared, tmp_path: Path
) -> None:
    key = shared.stores["north"].key.read_text()
    change = "UPDATE t SET payload = payload || ' '"
    sent = forged(shared.parcels["north"], tmp_path, key, change, table="catalogs")
    done = league.take(sent, refused=True)
    assert [each["what"] for each in done["refused"]] == ["catalog"] * MATCHES


def test_an_edition_that_is_not_there_waits_until_it_is(
    league: League, shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.games.registry import UnknownGame
    from storage import library

    def gone(game: str, version: str | None = None) -> Any:
        raise UnknownGame(f"{game}: no version {version}")

    with monkeypatch.context() as patch:
        patch.setattr(library, "game_of", gone)
        done = league.take(shared.parcels["north"], refused=True)
    assert [each["what"] for each in done["refused"]] == ["edition"] * MATCHES
    assert league.take()["new"] == MATCHES


Listing = Callable[[dict[str, Any]], object]
LISTED: dict[str, Listing] = {
    "head": lambda said: said["heads"].pop(ONE),
    "missing": lambda said: said["heads"].update({"other": f"1:{'0' * 64}"}),
}


@pytest.mark.parametrize("case", LISTED)
def test_heads_and_matches_of_a_parcel_are_the_same(
    case: str, league: League, shared: Shared, tmp_path: Path
) -> None:
    key = shared.stores["north"].key.read_text()
    sent = forged(shared.parcels["north"], tmp_path, key, listed=LISTED[case])
    (refused,) = league.take(sent, refused=True)["refused"]
    assert refused["what"] == "head"
    assert refused["match_id"] == ("north:other" if case == "missing" else f"north:{ONE}")


def test_a_parcel_that_is_not_what_its_publisher_signed_is_refused_whole(
    league: League, shared: Shared, tmp_path: Path
) -> None:
    """Each by itself: what comes with it is taken."""
    came = shared.parcels["north"]
    sent = {case: tmp_path / case / came.name for case in ("bytes", "parcel", "signature")}
    for case in ("bytes", "parcel"):
        shutil.copytree(came, sent[case])
        file = sent[case] / ("entries.parquet" if case == "bytes" else "parcel.json")
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        file.write_bytes(content if case == "bytes" else b"{}")
    own, others = (shared.stores[name].key.read_text() for name in ("north", "south"))
    # by nobody's key, and by that of south in the name of north
    for case, key in (("stranger", new_key()), ("borrowed", others), ("signature", own)):
        (tmp_path / case).mkdir()
        sent[case] = forged(came, tmp_path / case, key)
    said = json.loads((sent["signature"] / "parcel.json").read_text())
    said["signature"] = "0" * 128
    (sent["signature"] / "parcel.json").write_text(json.dumps(said))
    sent["signature"] = sent["signature"].rename(tmp_path / "resigned")
    done = league.take(*sent.values(), shared.parcels["south"], refused=True)
    whats = [case if case in ("bytes", "parcel", "signature") else "publisher" for case in sent]
    refused = [(each["match_id"], each["what"]) for each in done["refused"]]
    assert refused == [("", what) for what in whats]
    assert done["new"] == MATCHES


def test_a_match_whose_rows_cannot_be_kept_is_refused_alone(
    league: League, shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = Aliases.put

    def broken(aliases: Aliases, match_id: str, *given: Any) -> Any:
        rows = put(aliases, match_id, *given)
        if match_id != f"north:{ONE}":
            return rows
        count, lines = rows["verdicts"]
        return rows | {"verdicts": (count, lines.replace(b'"seq":1,', b'"seq":"one",'))}

    with monkeypatch.context() as patch:
        patch.setattr(Aliases, "put", broken)
        done = league.take(*shared.parcels.values(), refused=True)
    (refused,) = done["refused"]
    assert (refused["match_id"], refused["what"]) == (f"north:{ONE}", "replay")
    assert "what follows from it cannot be kept: verdicts: " in refused["why"]
    assert done["new"] == 2 * MATCHES - 1
    count = f"SELECT count(*) FROM lake.entries WHERE match_id = 'north:{ONE}'"
    assert league.rows(count) == [(0,)]
    assert league.take(shared.parcels["north"])["new"] == 1


# -- forks, keys -----------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["mine", "other"])
def test_a_fork_is_refused_in_either_order_and_both_sides_are_shown(
    first: str, league: League, shared: Shared, sides: tuple[Path, Path, Store]
) -> None:
    mine, _, store = sides
    store.add_note(ONE, "more")
    other = store.parcel(ONE)
    before_it, after = (mine, other) if first == "mine" else (other, mine)
    assert league.take(before_it)["new"] == 1
    before = league.content()
    (refused,) = league.take(after, refused=True)["refused"]
    forked = len(shared.stores["north"].chain(ONE)) + 1
    assert (refused["what"], refused["entry"]) == ("fork", forked)
    assert {refused["held_seq"], refused["seq"]} == {forked, forked + 1}
    assert league.content() == before
    assert told(league)["refused"][0]["held_hash"] == told(league)["heads"][-1]["hash"]


def test_two_sides_of_a_fork_in_one_batch_are_a_fork(
    league: League, sides: tuple[Path, Path, Store]
) -> None:
    done = league.take(*sides[:2], refused=True)
    assert (done["new"], [each["what"] for each in done["refused"]]) == (1, ["fork"])


def test_a_key_that_has_ended_publishes_no_longer_and_what_came_since_is_listed(
    full: League, north: Store
) -> None:
    ended = full.said("publisher", "end", "north", "--from", "2026-01-01")
    assert {each["match"] for each in ended["taken"]} == {f"north:{ONE}", f"north:{TWO}"}
    north.add_note(ONE)
    (refused,) = full.take(north.parcel(), refused=True)["refused"]
    assert refused["what"] == "publisher" and "has ended" in refused["why"]
    north.key.write_text(new_key())
    full.add(north)
    assert full.take(north.parcel())["new"] == MATCHES, "what was set aside comes anew"


def test_of_a_match_that_goes_on_the_facts_of_its_own_game_are_there_once(tmp_path: Path) -> None:
    store = Store(tmp_path, "north")
    store.key.write_text(new_key())
    for game in ("legacy_of_conflict", "warrift"):
        store.ok("simulate", game, "-n", 1, "--seed", 3, "--import")
    league = new_league(tmp_path, store)
    league.take(store.parcel())
    before = league.content()
    own = {table for table in before if "__" in table}
    assert {table.split("__")[0] for table in own} == {"fact_legacy_of_conflict", "fact_warrift"}
    for game in ("legacy_of_conflict", "warrift"):
        store.add_note(f"{game}-3-1")
    assert league.take(store.parcel())["extended"] == 2
    after = league.content()
    assert {table: after[table] for table in own} == {table: before[table] for table in own}
