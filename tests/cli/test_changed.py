"""How a board changed is told in the words of the board."""

import pytest

from cli.screen.changed import board_changes, changed_lines
from cli.screen.standing import standing_summary
from referee.english import spans
from referee.game import Panel
from referee.replay.compare import Difference
from referee.replay.replay import Change
from referee.verdict import LEGAL, Illegal, OnTrust
from tests.cli.test_home import Home, home
from tests.golden import RECORDS

__all__ = ["home"]


def panel(title: str, *rows: tuple[str, str]) -> Panel:
    return Panel(title, rows)


def changes(old: str, new: str, label: str = "row") -> str:
    """What is told of one row that changed, without the name of its panel."""
    told = board_changes([panel("Match", (label, old))], [panel("Match", (label, new))])
    return "|".join(told)


def test_a_player_s_changes_are_one_sentence_of_parts() -> None:
    before = panel("ana", ("deck", "38"), ("discard", "empty"), ("bench", "Gritling 50/50 health"))
    after = panel("ana", ("deck", "37"), ("discard", "Aegaryn"))
    assert board_changes([before], [after]) == [
        "ana's deck 38 -> 37; discard + Aegaryn; bench - Gritling"
    ]


def test_a_thing_with_a_row_of_its_own_comes_and_goes_whole() -> None:
    before = panel("Monsters", ("Imp.1", "1/1 health, tier 1; sings"), ("Elk.2", "2/2 health"))
    after = panel("Monsters", ("Elk.2", "1/2 health"), ("Owl.1", "3/3 health, tier 2"))
    assert board_changes([panel("Match"), before], [panel("Match"), after]) == [
        "Monsters: - Imp.1; Elk.2 2/2 -> 1/2 health; + Owl.1 3/3 health, tier 2"
    ]


def test_a_board_that_is_the_same_has_no_changes() -> None:
    same = [panel("ana", ("deck", "38"), ("bench", "Elk 1/2"), ("bench", "Elk (Elk.2) 1/2"))]
    assert board_changes(same, same) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("38", "37", "row 38 -> 37"),
        ("3 of 30 ###............", "12 of 30 ##########.....", "row 3 -> 12 of 30"),
        ("250 health, 0 units", "210 health, 1 units", "row 250 -> 210 health|row 0 -> 1 units"),
        ("Elk x2, Owl", "Elk, Imp", "row - Elk - Owl + Imp"),
        ("empty", "Elk x2", "row + Elk x2"),
        ("5", "5, known: Elk", "row known + Elk"),
        ("open", "Elk 30/40 health, power 2", "row + Elk"),
        ("Elk 30/40 health", "Elk 10/40 health", "row Elk 30/40 -> 10/40 health"),
        ("Elk 3/4 health [Oak]", "Elk 3/4 health [Oak x2]", "row Elk with + Oak"),
        ("Elk 3/4 health", "Elk 3/4 health, flat", "row Elk now flat"),
        ("Elk 3/4 health, flat", "Elk 3/4 health", "row Elk no longer flat"),
        ("Elk 3/4 health", "Owl 1/2 health", "row - Elk + Owl"),
        ("turn 2, ana, end step", "turn 3, bo, draw step",
         "row turn 2, ana, end step -> turn 3, bo, draw step"),
        ("turn 2, draw step", "turn 2, end step", "row draw step -> end step"),
        ("turn 2, ana", "over: concession, bo wins",
         "row turn 2, ana -> over: concession, bo wins"),
        ("red (ana, cy), bo", "bo, red (ana, cy)", ""),
        ("4/4 Wounds, pool 2", "defeated", "row 4/4 Wounds, pool 2 -> defeated"),
        ("none", "bo's Elk attacks Owl; ana, cy wait", "row now bo's Elk attacks Owl|ana, cy wait"),
        ("2, magicka 0", "1, magicka 3", "row 2 -> 1|magicka 0 -> 3"),
    ],
)  # fmt: skip
def test_a_row_is_compared_thing_by_thing(old: str, new: str, told: str) -> None:
    assert changes(old, new).replace("; ", "|") == told


def test_units_of_one_row_are_known_again_by_name() -> None:
    before = panel("bo", ("bench", "Elk 3/4 health"), ("bench", "Owl 2/2 health, flat"))
    after = panel("bo", ("bench", "Owl 2/2 health"), ("bench", "Elk 1/4 health"))
    assert board_changes([before], [after]) == [
        "bo's bench Elk 3/4 -> 1/4 health; bench Owl no longer flat"
    ]


def test_a_name_with_a_comma_or_a_semicolon_is_one_thing() -> None:
    def told(label: str, old: str, new: str) -> list[str]:
        names = ("Elk", "Umbra, the Long Night", "Umbra, the Short; Day")
        return board_changes([panel("bo", (label, old))], [panel("bo", (label, new))], names)

    pile = "Elk, Umbra, the Long Night"
    assert told("pile", pile, "Elk") == ["bo's pile - Umbra, the Long Night"]
    assert told("pile", "Elk", f"{pile} x2") == ["bo's pile + Umbra, the Long Night x2"]
    field = "Elk.1 1/3; Umbra, the Long Night.1 2/3"
    assert told("field", field, "Elk.1 1/3; Umbra, the Long Night.1 1/3") == [
        "bo's field Umbra, the Long Night.1 2/3 -> 1/3"
    ]
    assert told("field", field, f"{field}; Umbra, the Short; Day.1 1/1 [hurt, slow]") == [
        "bo's field + Umbra, the Short; Day.1 1/1 [hurt, slow]"
    ]


def test_another_edition_is_told_in_whole_names(home: Home) -> None:
    told = home.ok("replay", RECORDS / "grand_archive/riverside.txt", "--rules", "R26")
    assert " ".join(told.split()).endswith(
        "theo's champion life 21 -> 16 of 28; hand 4 -> 5; field + Windmill Engineer.1 1/1 "
        "[imbued]; graveyard - Imperious Galebind - Windmill Engineer"
    )


def test_what_a_refusal_tells_to_do_first_is_what_was_forgotten(home: Home) -> None:
    told = home.ok("replay", RECORDS / "grand_archive/harbour.txt", "--rules", "R25")
    assert "20 of 20 because mara's trigger is missing after entry 38; insert it" in told


def test_what_belongs_to_no_player_names_its_panel() -> None:
    before = [panel("Match", ("now", "turn 1")), panel("Terrain", ("wall", "Size 2, 3 Wounds"))]
    after = [panel("Match", ("now", "turn 2")), panel("Terrain", ("wall", "Size 2, 1 Wounds"))]
    assert board_changes(before, after) == ["now turn 1 -> 2", "Terrain: wall 3 -> 1 Wounds"]


def test_what_the_board_does_not_show_is_not_passed_over() -> None:
    assert changed_lines([], [Difference("tally", 1, 2)]) == [
        "nothing on the board; the state differs in 1 place (--json lists them)"
    ]
    assert changed_lines([], []) == []


def test_a_ruling_is_summed_up_by_what_becomes_of_entries() -> None:
    bad = Illegal("X-1", "no")
    changed = [
        *(Change(seq, bad, LEGAL) for seq in range(11, 154)),
        *(Change(seq, LEGAL, bad) for seq in (160, 162, 163, 164)),
        Change(170, LEGAL, None),
        Change(171, None, OnTrust(("a hand",))),
    ]
    assert standing_summary(changed) == (
        "143 entries legal again (11 to 153), 4 now illegal (160, 162 to 164), "
        "1 no longer in force (170), 1 in force again (171)"
    )


def test_numbers_in_a_row_are_put_together() -> None:
    assert spans([12, 7, 8, 9, 1, 2]) == "1, 2, 7 to 9, 12"
