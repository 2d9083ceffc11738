"""A light record at the command line: opened, logged, shown, explained, verified, counted."""

import pytest

from storage.statistics import all_statistics
from tests.cli.test_home import Home, home

__all__ = ["home"]

TOLD = (
    "ana begins how=rolled; bo score 190",
    "bo begins; ana score 200; ana begins; bo score 0; ana agree-result ana",
)


@pytest.fixture
def light(home: Home) -> Home:
    home.ok("new", "l1", "--game", "wondervale", "--seat", "ana", "--seat", "bo", "--record",
            "life")  # fmt: skip
    home.ok("log", "l1", *TOLD)
    return home


def test_a_match_is_told_by_scores_and_turns_and_ends_by_what_is_agreed(light: Home):
    shown = light.ok("show", "l1")
    assert "a light record: scores and turns" in shown
    assert light.json("show", "l1")["board"][1] == {
        "title": "health",
        "rows": [["ana", "200"], ["bo", "0"]],
    }
    assert "nobody checks" in light.ok("explain", "l1", 3)
    for command in (("cards", "l1"), ("replay", "l1"), ("what-if", "l1", "lena strike 3")):
        assert light.run(*command).exit_code in (0, 2), command


def test_verify_says_how_much_is_told(light: Home):
    assert light.ok("verify").startswith("EXACT (life)  1 match, 8 entries")
    assert light.json("verify")["light"] == {"life": 1}
    light.play("r1")
    assert light.ok("verify").startswith("EXACT (life: 1)  2 matches")


def test_a_statistic_counts_light_records_where_they_tell_enough(light: Home):
    light.ok("new", "l2", "--game", "wondervale", "--seat", "ana", "--seat", "bo", "--record",
             "result")  # fmt: skip
    light.ok("log", "l2", "bo concede")
    light.play("r1")

    def counted(name: str) -> int:
        found: int = light.json("stats", name)["matches"]
        return found

    assert counted("endings") == 3  # every match
    assert counted("pace") == 2  # turns were told of it
    assert counted("illegal-entries") == 1  # all was told


def test_every_statistic_says_on_what_it_rests():
    rests = {name: each.rests for name, each in all_statistics().items()}
    assert {name for name, found in rests.items() if found == "every"} == {
        "archetypes", "clocks", "endings", "first-by-matchup", "matchup-fair", "matchups",
        "wins-by-deck", "wins-by-seat", "wins-by-start", "wins-by-trait",
    }  # fmt: skip
    for name in ("dice-fairness", "damage-by-card", "illegal-entries", "rulings", "card-drawn"):
        assert rests[name] == "all"
    assert rests["score-by-turn"] == rests["time-per-turn"] == "turns"


def test_a_record_goes_out_and_comes_back_to_the_same_hashes(light: Home):
    text = light.folder / "l1.txt"
    text.write_text(light.ok("export", "l1"))
    assert "record" in text.read_text()
    other = Home(light.folder / "other")
    other.folder.mkdir()
    other.ok("import", text)
    assert other.ok("export", "l1") == text.read_text()
    assert other.ok("verify").startswith("EXACT (life)")


def test_a_table_is_led_by_its_figures(light: Home):
    light.ok("new", "l3", "--game", "wondervale", "--seat", "ana", "--seat", "bo", "--record",
             "life")  # fmt: skip
    screen = light.ok("table", "l3", input="ana begins\nsc 200\nbo score 0\nq\n")
    assert "is the match over?" in screen
    assert "agree-result" in screen


def test_a_depth_that_there_is_not_is_said_in_one_line(home: Home):
    told = home.run("new", "l1", "--game", "wondervale", "--seat", "ana", "--seat", "bo",
                    "--record", "all")  # fmt: skip
    assert told.exit_code == 2
    assert "Traceback" not in told.stderr
