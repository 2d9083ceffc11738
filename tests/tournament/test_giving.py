"""The commands that print a tournament and write it for others."""

import json
from pathlib import Path

import pytest

from storage.log import Log
from tests.cli.test_home import Home
from tests.logbook import copied
from tests.tournament.logged import game, logs, opened, proposed
from tests.tournament.test_paper import Page
from tests.tournament.test_tournament_files import read

NAMES = {"ana": "Ana <b>", "bo": "Bo Hill"}


def told(path: Path) -> None:
    with Log.open(path, write=True) as log:
        opened(log, {"best_of": "1"})
        logs(log, [f"lena enter {player}" for player in ("ana", "bo", "cy", "dee")])
        logs(log, [proposed(log, 1)])
        contest = log.load("cup").replay().state.rounds[0].contests["1"]
        players = (contest.a, contest.b)
        match = game(log, "cup-r1-t1-g1", players, "cup/1/1/1")
        won = match.replay().state.winner
        assert won
        seats = dict(zip(match.replay().state.seats, players, strict=True))
        winner = seats[won]
        score = "1 0" if winner == contest.a else "0 1"
        said = f"cup-r1-t1-g1:{winner}:{match.hashes[-1]}"
        logs(log, [f"lena report 1 1 {score} games={said}", "lena report 1 2 1 0"])
        for player, name in NAMES.items():
            log.name_person(player, name)


@pytest.fixture
def desk(tmp_path: Path) -> Home:
    """A tournament of four with one round and its results; the first contest has a logged game."""
    home = Home(tmp_path)
    copied(home.log, told)
    return home


def test_a_page_goes_to_the_screen_or_into_a_file(desk: Home, tmp_path: Path) -> None:
    out = tmp_path / "pairings.html"
    assert str(out.name) in desk.ok("tournament", "print", "cup", "pairings", "-o", out)
    assert out.read_text("utf-8") == desk.ok("tournament", "print", "cup", "pairings")
    assert "Ana <b> (1)" in Page(out.read_text("utf-8")).texts
    without = desk.ok("tournament", "print", "cup", "pairings", "--no-names")
    assert "ana (1)" in Page(without).texts and "Ana" not in without


def test_the_checkpoint_stands_on_the_standings_as_words(desk: Home) -> None:
    with Log.open(desk.log, write=True) as log:
        through = log.load("cup").last
        logs(log, [f"lena checkpoint {through} {'00' * 32}"])
    told = Page(desk.ok("tournament", "print", "cup", "standings")).text
    assert f"checkpoint of entries 1 to {through}: acorn-acorn-acorn-acorn-acorn-acorn" in told


def test_what_cannot_be_printed_is_said_and_nothing_is_written(desk: Home, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    for arguments, said in (
        (("print", "cup", "posters"), "expected pairings, names, map, slips"),
        (("print", "cup", "bracket"), "there is no bracket so far"),
        (("print", "cup", "slips", "--round", 4), "round 4 is not posted"),
        (("print", "cup", "slips", "--size", "a5"), "expected a4 or letter"),
        (("print", "cup", "slips", "--staff"), "--staff says nothing about slips (it is for pen"),
        (("print", "cup", "bracket", "--round", 1), "--round says nothing about bracket"),
        (("export", "cup", "trf", "--round", 1), "--round says nothing about trf"),
        (("export", "cup", "pairings", "--round", 0), "round 0 is not posted"),
        (("export", "cup", "photos"), "expected record, games, standings"),
        (("export", "cup", "pairings", "--round", 4), "round 4 is not posted"),
        (("export", "cup", "trf", "--format", "json"), "standings are csv or json"),
    ):
        assert said in desk.error("tournament", *arguments, "-o", out)
        assert not out.exists()


def test_the_standings_are_exported_exactly_as_they_are_shown(desk: Home, tmp_path: Path) -> None:
    shown = desk.json("tournament", "standings", "cup")
    exported = desk.ok("tournament", "export", "cup", "standings", "--format", "json")
    assert json.loads(exported) == shown
    out = tmp_path / "standings.csv"
    desk.ok("tournament", "export", "cup", "standings", "-o", out)
    rows = out.read_text("utf-8").splitlines()
    assert len(rows) == 5 and rows[0].startswith("place,number,player,name")
    without = desk.ok("tournament", "export", "cup", "standings", "-f", "json", "--no-names")
    assert {place["name"] for place in json.loads(without)["places"]} == {""}


def test_trf_keeps_its_line_ends_in_a_file(desk: Home, tmp_path: Path) -> None:
    out = tmp_path / "cup.trf"
    desk.ok("tournament", "export", "cup", "trf", "-o", out)
    _, players = read(out.read_bytes().decode())
    assert [players[1].name, players[3].name] == ["Ana <b>", "cy"]
    assert "Bo Hill" not in desk.ok("tournament", "export", "cup", "trf", "--no-names")


@pytest.mark.parametrize("what", ["record", "games"])
def test_tr_14_3_what_is_exported_is_imported_to_the_same_hashes(
    desk: Home, tmp_path: Path, what: str
) -> None:
    out = tmp_path / ("cup.txt" if what == "record" else "cup.jsonl")
    desk.ok("tournament", "export", "cup", what, "-o", out)
    assert "Ana" not in out.read_text("utf-8")
    other = Home(tmp_path / "other")
    other.folder.mkdir()
    other.ok("import", out)
    wanted = ["cup"] if what == "record" else ["cup", "cup-r1-t1-g1"]
    with Log.open(desk.log) as ours, Log.open(other.log) as theirs:
        for stream in wanted:
            assert theirs.load(stream).hashes == ours.load(stream).hashes
            assert theirs.load(stream).replay().digest() == ours.load(stream).replay().digest()
    alone = what == "record"  # then the games that its results name are not there
    assert ("names cup-r1-t1-g1" in other.ok("verify", status=4 if alone else 0)) is alone
    first = desk.json("tournament", "standings", "cup")
    second = other.json("tournament", "standings", "cup")
    for place in (*first["places"], *second["places"]):
        place["name"] = ""
    assert first == second
