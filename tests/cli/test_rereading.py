"""A whole log under another reading: what would be judged otherwise, and who would have won."""

from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import game_of
from storage.log import Log
from tests.cli.test_answers import validator
from tests.cli.test_home import OPENED, Home, home, widest
from tests.golden import RECORDS

__all__ = ["home"]

DEFENDS = "WV-I 5=no_if_possible"
"""Who has a unit that can defend may not end without; the random matches often do."""


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A log of six random matches of Wondervale and one of another game, with mistakes."""
    found = Home(tmp_path_factory.mktemp("season"))
    slips = ("--slips", 0.03, "--rulings", 0.02)
    found.ok("simulate", "wondervale", "-n", 6, "--seed", 7, *slips, "--import")
    found.ok("simulate", "legacy_of_conflict", "-n", 1, "--seed", 7, "--import")
    return found


def one_by_one(season: Home, game: str, *question: object) -> dict[str, Any]:
    """What replay says of each match of a game."""
    listed = [each["id"] for each in season.json("matches")["matches"] if each["game"] == game]
    return {match: season.json("replay", match, *question) for match in listed}


def refused(change: dict[str, Any]) -> str:
    """The rule that would refuse an entry."""
    after = change["after"]
    return after["rule"] if after and after["verdict"] == "illegal" else ""


def test_a_log_under_another_reading_is_what_its_matches_are_one_by_one(season: Home) -> None:
    alone = one_by_one(season, "wondervale", "--under", DEFENDS)
    told = season.json("verify", "--under", DEFENDS)
    validator("verify").validate(told)
    assert told["under"] == {"wondervale": {"WV-I 5": "no_if_possible"}} and told["rules"] == {}
    assert told["matches"] == len(alone) == 6
    differing = {match: each for match, each in alone.items() if each["changes"]}
    assert told["changed"] == len(differing) > 0
    assert told["verdicts"] == sum(len(each["changes"]) for each in alone.values())
    ended = {
        match: (each["changes"][0]["seq"], each["result_before"], each["result_after"])
        for match, each in alone.items()
        if each["result_before"] != each["result_after"]
    }
    found = {e["match"]: (e["seq"], e["before"], e["after"]) for e in told["results"]}
    assert found == ended and ended
    by_rule = {each["rule"]: each for each in told["by_rule"]}
    first = by_rule["WV-7.1"]
    assert told["by_rule"][0] == first and first["first"] == first["matches"] == len(differing)
    assert first["results"] == len(ended)
    for rule in filter(None, by_rule):
        changes = [change for each in alone.values() for change in each["changes"]]
        assert by_rule[rule]["refused"] == sum(refused(change) == rule for change in changes)
        matches = [e for e in alone.values() if any(refused(c) == rule for c in e["changes"])]
        assert by_rule[rule]["matches"] >= len(matches)
    assert sum(each["first"] for each in told["by_rule"]) == told["changed"]
    assert sum(each["results"] for each in told["by_rule"]) == len(ended)


def test_what_the_usual_reading_refused_and_another_allows_is_counted(home: Home) -> None:
    home.open("r1", "--set", DEFENDS)
    home.ok("log", "r1", *OPENED)
    home.ok("log", "r1", "ana end", status=3)
    told = home.json("verify", "--under", "WV-I 5=yes")
    assert (told["changed"], told["verdicts"], told["results"]) == (1, 1, [])
    (rule,) = told["by_rule"]
    assert (rule["rule"], rule["refused"], rule["allowed"]) == ("WV-7.1", 0, 1)


def test_a_log_under_another_version_of_the_rules_is_told_by_rule(home: Home) -> None:
    home.ok("import", RECORDS / "grand_archive" / "riverside.txt")
    alone = home.json("replay", home.json("matches")["matches"][0]["id"], "--rules", "R26")
    told = home.json("verify", "--rules", "grand_archive=R26")
    assert told["rules"] == {"grand_archive": "R26"} and told["under"] == {}
    assert told["changed"] == 1 and told["verdicts"] == len(alone["changes"]) > 0
    assert "grand_archive under R26" in home.ok("verify", "--rules", "grand_archive=R26")


def test_some_matches_are_asked_about_and_unknown_ones_are_none(season: Home) -> None:
    told = season.json("verify", "wondervale-7-2", "wondervale-7-3", "--under", DEFENDS)
    assert told["matches"] == 2
    assert "no match 'nosuch'" in season.error("verify", "nosuch", "--under", DEFENDS)


def test_a_reading_that_changes_nothing_says_so(season: Home) -> None:
    told = season.ok("verify", "--under", "WV-I 5=yes")
    assert "6 matches" in told and "all come out the same" in told
    version = season.json("rules", "legacy_of_conflict")["version"]
    told = season.ok("verify", "--rules", f"legacy_of_conflict={version}")
    assert "1 match," in told and "all come out the same" in told


def test_a_log_under_another_reading_is_told_as_a_table(season: Home) -> None:
    told = season.ok("verify", "--under", f"wondervale:{DEFENDS}")
    assert widest(told) <= 80
    assert "wondervale under WV-I 5 = no_if_possible" in told
    assert "WV-7.1" in told and ", then on" in told


def test_reading_a_log_anew_writes_nothing(season: Home) -> None:
    before = season.log.read_bytes()
    season.ok("verify", "--under", DEFENDS)
    assert season.log.read_bytes() == before


def test_what_cannot_be_asked_of_a_log(season: Home) -> None:
    def asked(*words: str) -> str:
        return season.error("verify", *words)

    assert "expected one of" in asked("--under", "WV-I 5=maybe")
    assert "no game has" in asked("--under", "WV-I 99=yes")
    assert "not an interpretation" in asked("--under", "wondervale:WV-I 99=yes")
    assert "unknown game" in asked("--under", "chess:WV-I 5=yes")
    assert "unknown rules version" in asked("--rules", "wondervale=9.9")
    assert "expected name=value" in asked("--rules", "wondervale")
    version = game_of("tournament").version
    assert "no game for a table" in asked("--rules", f"tournament={version}")
    for more in (["--quick"], ["--pairings"]):
        assert "no other question" in asked("--under", DEFENDS, *more)


def test_a_match_that_cannot_be_replayed_is_told_and_the_others_are_read(
    season: Home, tmp_path: Path
) -> None:
    damaged = Home(tmp_path)
    damaged.log.write_bytes(season.log.read_bytes())
    with Log.open(damaged.log, write=True) as log:
        log.rows("UPDATE entries SET payload = '{}' WHERE match_id = 'wondervale-7-2' AND seq = 9")
    found = damaged.run("verify", "--under", DEFENDS, "--json")
    assert found.exit_code == 4
    assert "referee: wondervale-7-2 cannot be replayed and is not counted" in found.stderr
    assert '"matches": 5' in found.stdout
