"""What a tournament gives to others: TRF16 read back by a reader of columns, and tables as CSV."""

import csv
from collections.abc import Mapping
from io import StringIO
from typing import NamedTuple

import pytest

from referee.tournament.standings.current import standings_of
from storage.exchange.tournament import Tournament, pairings_csv, standings_csv
from storage.exchange.trf import TrfError, trf
from tests.tournament.halls import HOSTILE, Hall, hall

SIX = "; ".join(f"lena enter {player}" for player in ("ana", "bo", "cy", "dee", "eva", "fay"))


class Line(NamedTuple):
    """A player as the columns of the format have it, counted from 1."""

    rank: int
    name: str
    points: str
    place: str
    rounds: tuple[tuple[int, str, str], ...]


def read(text: str) -> tuple[dict[str, str], dict[int, Line]]:
    """A file by the published columns, knowing nothing of who wrote it."""
    assert text.endswith("\r\n")
    head: dict[str, str] = {}
    players: dict[int, Line] = {}
    for line in text.split("\r\n")[:-1]:
        assert "\n" not in line and "\r" not in line
        if not line.startswith("001"):
            head[line[:3]] = line[4:]
            continue
        rounds = []
        for at in range(91, len(line), 10):
            assert line[at - 2 : at] == "  " and line[at + 4] == line[at + 6] == " "
            rounds.append((int(line[at : at + 4]), line[at + 5], line[at + 7]))
        rank = int(line[4:8])
        assert line[47:80].strip() == ""  # neither rating nor federation nor day of birth
        players[rank] = Line(
            rank, line[14:47].strip(), line[80:84].strip(), line[85:89].strip(), tuple(rounds)
        )
    return head, players


def scored(codes: Mapping[str, float], line: Line) -> float:
    """The points of a player by the codes of the rounds alone."""
    return sum(codes[result] for _, _, result in line.rounds)


CHESS = {"1": 1, "=": 0.5, "0": 0, "+": 1, "-": 0, "U": 1, "F": 1, "H": 0.5, "Z": 0}
CARDS = {code: {1: 3, 0.5: 1, 0: 0}[points] for code, points in CHESS.items()}


def played() -> Hall:
    """Six players; eva has left after a round, so that there is a bye, and one did not show up."""
    event = hall(rounds=5, minutes=50).play(SIX + "; lena appoint jo head-judge; post")
    event.play("lena start 1 2026-03-14T09:00:00Z").report("2 0", "1 1 1 how=time", "1 2")
    event.play("lena drop eva 1; post")
    return event.report("2 0 how=no-show", "0 2 how=concession")


def test_trf_is_read_back_to_the_same_rounds_points_and_places() -> None:
    event = played()
    state = event.state
    head, players = read(trf(event.told()))
    assert [players[n].name for n in sorted(players)] == ["ana", "bo", "cy", "dee", "eva", "fay"]
    number = {line.name: rank for rank, line in players.items()}
    for at, posted in enumerate(state.rounds):
        for contest in posted.contests.values():
            a, b = number[contest.a], number[contest.b]
            assert players[a].rounds[at][:2] == (b, "w")
            assert players[b].rounds[at][:2] == (a, "b")
            assert contest.result is not None
            score = contest.result.score
            codes = "+-" if score.how == "no-show" else "10" if score.a > score.b else "01"
            codes = "==" if score.a == score.b else codes
            assert players[a].rounds[at][2] + players[b].rounds[at][2] == codes
        for player in posted.byes:
            assert players[number[player]].rounds[at] == (0, "-", "U")
    assert players[number["eva"]].rounds[1] == (0, "-", "Z")
    for placed in standings_of(state, event.replay.catalog):
        line = players[number[placed.player]]
        assert float(line.points) == placed.points == scored(CARDS, line)
        assert int(line.place) == placed.place
    assert (head["012"], head["062"], head["102"]) == ("open-26", "6", "jo")
    assert (head["042"], head["052"]) == ("2026/03/14", "2026/03/14")
    assert head["132"][87:95] == "26/03/14"
    assert head["XXR"] == "5"
    assert (float(head["BBW"]), float(head["BBD"]), float(head["BBU"])) == (3, 1, 3)
    assert "WW=3.0" in head["XXS"] and "PAB=3.0" in head["XXS"]


def test_trf_of_points_as_in_chess_says_nothing_of_points() -> None:
    event = (
        hall("", "chess-like", rounds=5, best_of="1")
        .play(SIX + "; post")
        .report("1 0", "0 0 1", "0 1")
    )
    head, players = read(trf(event.told()))
    assert not [code for code in head if code.startswith("BB") or code == "XXS"]
    assert sorted(scored(CHESS, line) for line in players.values()) == [0, 0, 0.5, 0.5, 1, 1]
    assert all(float(line.points) == scored(CHESS, line) for line in players.values())


def test_trf_has_complete_rounds_only_and_none_of_the_elimination() -> None:
    event = hall(rounds=1, cut=4).play(SIX + "; post")
    assert all(not line.rounds for line in read(trf(event.told()))[1].values())
    event.report("2 0", "2 0", "2 0")
    seeds = [each.player for each in standings_of(event.state, event.replay.catalog)][:4]
    event.play(f"lena cut 4 {' '.join(seeds)}").play("post").report("2 0", "2 0")
    assert all(len(line.rounds) == 1 for line in read(trf(event.told()))[1].values())


def test_byes_that_were_awarded_and_points_of_a_late_entry_have_their_codes() -> None:
    event = hall(rounds=5, late=3).play("lena enter gus byes=1; " + SIX)
    event.play("post").report("2 0", "2 0", "2 0")
    event.play("post").report("2 0", "2 0", "2 0")
    event.play("lena enter hal points=4; lena enter ivo points=3; post")
    event.report("2 0", "2 0", "2 0", "2 0")
    players = {line.name: line for line in read(trf(event.told()))[1].values()}
    assert players["gus"].rounds[0] == (0, "-", "F")
    assert [code for _, _, code in players["hal"].rounds[:2]] == ["F", "H"]
    assert [code for _, _, code in players["ivo"].rounds[:2]] == ["F", "Z"]
    assert all(float(line.points) == scored(CARDS, line) for line in players.values())


def test_what_no_code_of_trf_can_say_is_refused() -> None:
    event = hall(rounds=5, late=2).play(SIX + "; post").report("2 0", "2 0", "2 0")
    event.play("lena enter hal points=2; post").report("2 0", "2 0", "2 0")
    with pytest.raises(TrfError, match="hal: what was given"):
        trf(event.told())
    with pytest.raises(TrfError, match="scores with bands"):
        trf(hall("", "margin", rounds=5, best_of="1").play(SIX).told())


def test_starting_ranks_have_no_gaps_and_names_end_no_line() -> None:
    event = (
        hall(rounds=5).play("lena enter ana number=7; lena enter bo number=9; post").report("2 0")
    )
    players = read(trf(event.told({"ana": f"Ana\r\n{HOSTILE}" + "x" * 60})))[1]
    assert sorted(players) == [1, 2]
    assert players[1].name.startswith("Ana  <script>") and len(players[1].name) == 33
    assert players[1].rounds == (
        (
            2,
            "w" if event.state.rounds[0].contests["1"].a == "ana" else "b",
            players[1].rounds[0][2],
        ),
    )


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


def test_standings_as_csv_are_the_standings() -> None:
    event = played()
    rows = table(standings_csv(event.told({"ana": "Ana Example"})))
    placed = standings_of(event.state, event.replay.catalog)
    assert [(int(row["place"]), row["player"]) for row in rows] == [
        (each.place, each.player) for each in placed
    ]
    assert [row["name"] for row in rows if row["player"] == "ana"] == ["Ana Example"]
    for row, each in zip(rows, placed, strict=True):
        assert float(row["points"]) == each.points
        for word, figure in each.tiebreaks.items():
            assert abs(float(row[word]) - figure) <= 0.00005
    assert {row["points"] for row in table(standings_csv(event.told(), 1))} == {"3", "1", "0"}


def test_pairings_as_csv_have_each_table_with_its_result_and_the_byes() -> None:
    rows = table(pairings_csv(played().told(), 2))
    assert [row["table"] for row in rows] == ["1", "2", ""]
    assert [row["how"] for row in rows] == ["no-show", "concession", "bye"]
    assert [(row["a_won"], row["b_won"]) for row in rows] == [("2", "0"), ("0", "2"), ("", "")]


def test_a_name_is_no_formula_in_a_spreadsheet() -> None:
    names = {"ana": "=HYPERLINK(1)", "bo": "@x", "cy": "a\x1b[2J"}
    for text in (standings_csv(played().told(names)), pairings_csv(played().told(names), 1)):
        cells = [value for row in table(text) for value in row.values()]
        assert "'=HYPERLINK(1)" in cells and "'@x" in cells and "\x1b" not in text


def test_tr_14_4_without_names_there_are_ids_only() -> None:
    event = played()
    names = {player: f"Secret {player}" for player in event.state.entrants}
    named, without = event.told(names), event.told()
    for made in (standings_csv, trf, lambda of: pairings_csv(of, 1)):
        assert "Secret" in made(named) and "Secret" not in made(without)
    assert isinstance(named, Tournament)
