"""How much of what people play the shipped catalog tells, by 10,579 public tournament lists of
April to July 2026 (``played/usage.json``) and a thousand different ones of them
(``played/lists.json``)."""

from pathlib import Path

from tests.cli.test_home import Home, home

__all__ = ["home"]

PLAYED = Path(__file__).parent / "played"


def test_most_copies_that_people_play_are_told_in_full(home: Home) -> None:
    told = home.json("catalog", "coverage", "grand-archive", "--usage", PLAYED / "usage.json")
    assert sum(told[how] for how in ("told", "part", "alone", "plain")) == 888193
    assert told["told"] + told["plain"] >= 827_500


def test_of_a_thousand_whole_lists_as_many_copies_are_told(home: Home) -> None:
    told = home.json("catalog", "coverage", "grand-archive", "--usage", PLAYED / "lists.json")
    assert told["lists"] == 1000
    assert sum(told[how] for how in ("told", "part", "alone", "plain")) == 84028
    assert told["told"] + told["plain"] >= 78_400
    assert told["lists_told"] >= 414
