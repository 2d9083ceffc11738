"""A league from its key to a statistic: every command of it, as people and as programs read it."""

import json
from pathlib import Path

import pytest

from cli.answers.schema import ANSWERS, tag_of
from storage.league import lake
from storage.league.telling import published
from storage.proof.signatures import public_key
from storage.statistics import all_statistics
from tests.cli.test_answers import COMMANDS, Played
from tests.cli.test_home import Home
from tests.league.conftest import Shared
from tests.league.stores import MATCHES, PLAYED, League, Store

OWN = [command for command in COMMANDS if command.startswith("league ")]
ONE = f"{PLAYED}-3-1"
JANUARY = ("--until", "2026-01-01")


def test_a_league_is_made_fed_and_asked_and_each_answer_has_its_shape(
    shared: Shared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = {"wins-by-seat": all_statistics()["wins-by-seat"]}
    monkeypatch.setattr(published, "all_statistics", lambda: one)
    store = shared.stores["north"].copy(tmp_path)
    played = Played(tmp_path)
    played.seen, played.log = set(), store.log
    folder = tmp_path / "league"
    asked = []

    def answer(command: str, *arguments: object) -> object:
        asked.append(f"league {command}")
        at = () if command == "new" else ("--league", folder)
        return played.answer(f"league {command}", *arguments, *at)

    def parcel(*arguments: object) -> dict[str, object]:
        asked.append("league parcel")
        told: dict[str, object] = played.answer("league parcel", "--key", store.key, *arguments)
        return told

    def consent(*arguments: object) -> dict[str, object]:
        asked.append("league person consent")
        told: dict[str, object] = played.answer("league person consent", *arguments)
        return told

    answer("new", folder)
    key = parcel()["key_id"]
    answer("publisher add", "north", "--key", key)
    answer("publisher list")
    sent = parcel("--publisher", "north", "-o", tmp_path / "out")["folder"]
    again = parcel("--publisher", "north", "-o", tmp_path / "out", "--since", sent)
    assert (again["matches"], again["parcel"]) == (0, "")
    answer("take", "--inbox", tmp_path / "out")
    store.add_note(ONE)
    answer("refused")
    receipts = tmp_path / "receipts.json"
    receipts.write_text(json.dumps(answer("show", f"north:{ONE}")))
    asked.append("league receipt")
    played.answer("league receipt", receipts)
    answer("status", "--key", store.key)
    answer("status", sent, "--key", store.key)
    days = ("--from", "2026-01-01", "--until", "2026-12-31")
    answer("season add", "spring", *days)
    answer("season list")
    answer("stats", "wins-by-seat", "--season", "spring", "--entries")
    answer("stats")
    answer("ratings", "--own")
    answer("publish", "--season", "spring", "--game", PLAYED)
    answer("published")
    answer("sql")
    answer("sql", "FROM match_results", "--game", PLAYED)
    rivals = []
    for name in ("mine", "other"):
        (tmp_path / name).mkdir()
        rivals.append(store.copy(tmp_path / name))
        rivals[-1].add_note(ONE, name)
    answer("take", rivals[0].parcel(ONE))
    told = ("league", "take", rivals[1].parcel(ONE), "--league", folder)
    assert "referee league dispute" in played.ok(*told, status=3)
    answer("dispute", f"north:{ONE}")
    answer("publisher end", "north", "--from", "2026-01-01")
    answer("publisher restore", "north")
    played.ok("league", "publisher", "add", "north", "--key", key, "--league", folder)
    answer("packet", f"north:{ONE}", "-o", tmp_path / "one.packet")
    answer("verify")
    answer("verify", "--under", "WV-I 5=no_if_possible")
    answer("take", "--again")
    answer("tidy")
    answer("tidy", "--refill")
    desk = ("p-bo", "--publisher", "north", "--key", store.key)
    first = consent("p-ana", *desk[1:])["code"]
    second = consent(*desk, "--with", first)["code"]
    answer("person join", first, second)
    answer("move", tmp_path / "moved")
    answer("person forget", "north:p-ana")
    (folder / "catalog.ducklake").unlink()
    answer("tidy", "--catalog")
    cup = Store(tmp_path, "cup")
    cup.ok("tournament", "simulate", "cup", "--players", 4, "--rounds", 1, "--best-of", 1)
    asked.append("league profile")
    parcel("--publisher", "north", "-o", tmp_path / "cups", "--log", cup.log)
    at = ("--league", tmp_path / "moved")
    played.answer("league take", "--inbox", tmp_path / "cups", *at)
    played.answer("league profile", "north:ana", "--own", *at)
    assert set(asked) == set(OWN)
    assert played.seen == {tag_of(each) for command in OWN for each in ANSWERS[command]}


def test_people_are_told_the_same_in_words(full: League, north: Store, shared: Shared) -> None:
    at = ("--league", full.place)
    head = north.json("head", ONE)
    told = full.ok("league", "show", f"north:{ONE}", "--head", head["phrase"], *at)
    assert f"that of entry {head['seq']}" in told and "key" in told
    lost = full.ok("league", "show", f"north:{ONE}", "--head", "0" * 64, *at, status=4)
    assert "does not reach it" in lost
    assert f"{MATCHES} known" in full.ok("league", "take", shared.parcels["north"], *at)
    north.add_note(ONE, "mine")
    other = shared.stores["north"].copy(full.folder)
    other.add_note(ONE, "other")
    assert "gone on" in full.ok("league", "take", north.parcel(ONE), *at)
    forked = full.ok("league", "take", other.parcel(ONE), *at, status=3)
    assert "refused" in forked and "fork" in forked and "taken before" in forked
    assert "fork" in full.ok("league", "refused", "--publisher", "north", *at)
    assert "fork" in full.ok("league", "status", "--key", north.key, *at, status=3)
    assert "nothing was refused" in full.ok("league", "refused", "--publisher", "south", *at)
    assert "nothing is new" in north.ok(
        *("league", "parcel", "--publisher", "north", "--key", north.key),
        *("--since", north.parcel(), "-o", north.folder / "more"),
    )
    assert "north" in full.ok("league", "publisher", "list", *at)
    assert "no season yet" in full.ok("league", "season", "list", *at)
    days = ("--from", "2026-01-01", "--until", "2026-01-31")
    full.ok("league", "season", "add", "first", *days, "--game", PLAYED, *at)
    assert "2026-02-01" in full.ok("league", "season", "list", *at)
    ended = full.ok("league", "publisher", "end", "south", "--from", "2026-01-01", *at)
    assert "set aside: south:" in ended and "nothing of it counts" in ended
    back = full.ok("league", "publisher", "restore", "south", *at)
    assert f"{MATCHES} matches of south count again" in back


def test_a_receipt_is_of_the_head_the_parcel_and_the_moment_and_needs_no_league(
    full: League, north: Store, tmp_path: Path
) -> None:
    head = north.chain(ONE)
    file = tmp_path / "receipt.json"
    said = full.said("show", f"north:{ONE}")
    file.write_text(json.dumps(said))
    own = public_key((full.place / "league.key").read_text())
    (checked,) = north.json("league", "receipt", file, "--key", own)["heads"]
    assert (checked["hash"], checked["seq"], checked["signed"]) == (head[-1], len(head), True)
    assert checked["parcel"] == said["heads"][0]["parcel"]
    assert "SIGNED" in north.ok("league", "receipt", file)
    assert "NOT SIGNED" in north.ok("league", "receipt", file, "--key", north.key_id, status=4)
    for name, other in {
        "seq": 1,
        "hash": "0" * 64,
        "parcel": "1" * 64,
        "taken_at": "2026-01-01T00:00:00Z",
    }.items():
        (changed,) = said["heads"]
        file.write_text(json.dumps({**said, "heads": [{**changed, name: other}]}))
        assert "NOT SIGNED" in north.ok("league", "receipt", file, status=4)
    file.write_text(json.dumps({**said, "match": f"south:{ONE}"}))
    assert north.json("league", "receipt", file, status=4)["heads"][0]["signed"] is False
    # who may ask alone, and not read the key of the league, is told all the same
    (full.place / "league.key").unlink()
    told = full.said("show", f"north:{ONE}")
    assert told["heads"][0].pop("receipt") is None
    file.write_text(json.dumps(told))
    assert "NOT SIGNED" in north.ok("league", "receipt", file, status=4)
    file.write_text("{}")
    assert "no receipts" in north.error("league", "receipt", file)


@pytest.mark.parametrize(
    ("said", "typed"),
    [
        ("there is no league", ("take", "--league", "{nowhere}")),
        ("there is something already", ("new", "{league}")),
        ("no publisher west", ("publisher", "end", "west")),
        ("no such key", ("publisher", "add", "west", "--key", "abc")),
        ("no such id", ("publisher", "add", "We st", "--key", "0" * 64)),
        ("publishes by that key already", ("publisher", "add", "west", "--key", "{key}")),
        (
            "a season ends after",
            ("season", "add", "s", "--from", "2026-02-01", "--until", "2026-01-01"),
        ),
        ("--from soon", ("season", "add", "s", "--from", "soon", *JANUARY)),
        ("no season summer", ("stats", "wins-by-seat", "--season", "summer")),
        ("it was not there", ("stats", "wins-by-seat", "--as-of", "2020-01-01")),
        ("--as-of soon", ("stats", "wins-by-seat", "--as-of", "soon")),
        ("is asked, and not written to", ("sql", "COPY (SELECT 1) TO 'x.csv'")),
        ("is asked, and not written to", ("sql", "DROP VIEW entries")),
        ("are for them and for judges", ("stats", "wins-by-seat", "--person", "p-ana")),
        ("analysts ask the tables", ("sql", "FROM read_text('/etc/passwd')")),
        ("nothing of a match", ("show", "north:nothing")),
        ("there is no such folder", ("take", "{nowhere}")),
        ("there is no fork", ("dispute", f"north:{ONE}")),
        ("nothing of a match", ("dispute", "north:nothing")),
        ("no match north:nothing", ("packet", "north:nothing", "-o", "x.packet")),
        ("it is there", ("tidy", "--catalog")),
        ("does nothing else", ("tidy", "--catalog", "--now")),
        ("does nothing else", ("tidy", "--refill", "--keep", "2026-01-01")),
        ("--refill --run NAME", ("tidy", "--run", "one")),
        ("--keep soon", ("tidy", "--keep", "soon")),
        ("the store is known by its key", ("status",)),
        ("no publisher has the key", ("status", "--key", "{league}/league.key")),
        (
            "file system operations are disabled",
            ("sql", "FROM read_text('/etc/passwd')", "--own"),
        ),
    ],
)
def test_what_cannot_be_done_is_told_in_a_line(
    said: str, typed: tuple[str, ...], shared: Shared, tmp_path: Path
) -> None:
    places = {
        "nowhere": tmp_path / "nowhere",
        "league": shared.full.place,
        "key": shared.stores["north"].key_id,
    }
    words = [each.format(**places) for each in typed]
    at = () if "--league" in words or words[0] == "new" else ("--league", shared.full.place)
    assert said in shared.full.error("league", *words, *at)


def test_a_parcel_needs_a_key_and_matches_that_there_are(north: Store, tmp_path: Path) -> None:
    assert "a parcel is signed" in north.error("league", "parcel", "--publisher", "north")
    told = north.ok("league", "parcel", "--new-key", tmp_path / "new.pem")
    assert "the key of this store is" in told and "BEGIN" in (tmp_path / "new.pem").read_text()
    words = ("league", "parcel", "r9", "--publisher", "north", "--key", north.key, "-o", tmp_path)
    assert "no match 'r9'" in north.error(*words)
    assert "no such id" in north.error(*words[:2], ONE, "--publisher", "No", *words[5:])


def test_where_the_extension_is_not_there_a_line_says_what_to_install(
    shared: Shared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lake, "extension", lambda name: str(tmp_path / "none.duckdb_extension"))
    told = Home(tmp_path).error("league", "take", "--league", shared.full.place)
    assert "pip install 'tabletop-referee[league]'" in told and "INSTALL ducklake" in told


def test_a_lake_of_a_later_version_is_read_and_not_written(full: League, shared: Shared) -> None:
    with lake.Lake(lake.place_at(full.place), write=True) as opened:
        opened.rows("UPDATE lake.meta SET value = '2' WHERE key = 'format'")
    assert "a later version made it" in full.error(
        "league",
        "season",
        "add",
        "s",
        "--from",
        "2026-01-01",
        "--until",
        "2026-02-01",
        "--league",
        full.place,
    )
    assert "wins" in full.ok("league", "stats", "wins-by-seat", "--league", full.place).lower()
