"""Who acts at all: players of the match who have not lost, after the champions and before the
end, and nobody while something is to be settled or declared."""

from collections.abc import Callable

import pytest

from referee.games.grand_archive.namesakes_and_wither import recount
from tests.games.grand_archive.table import Match, opened, turn

PLAYED = (
    *("activate A1", "activate Bolt1", "ability A1", "attack A1"),
    *("materialize Ring0", "preserve A1", "step main", "step end", "step damage", "end"),
)
"""What a player does with the game under way."""

ACTS = (
    *PLAYED,
    *("pass", "order A1 A2", "trigger A1", "resolve", "settle A1", "loop 1 1"),
    *("place Fire", "pregame A1"),
    *("intercept A1", "retaliate A1", "damage"),
)
"""What only players do."""

SAID = (
    *("concede", "tally hand=7", "inspection hand", "act draw:1", "missed wake"),
    *("starts ana", "sideboard"),
)
"""What is said of a player."""


def table(players: int = 2) -> Match:
    """Ana and bo have the same cards in the hand and on the field."""
    match = turn(players)
    for seat in ("ana", "bo"):
        match.hold(seat, "A1", "Bolt1").put(seat, "A1")
    return match


@pytest.mark.parametrize("line", [*ACTS, *SAID])
def test_only_seats_of_the_match_do_anything(line: str):
    refused = table().refuse(f"zoe {line}", "REF-1.3", seat="zoe")
    assert refused.legal == "one of ana, bo"


@pytest.mark.parametrize("line", ["starts zoe", "activate A4 origin=graveyard owner=zoe"])
def test_nor_is_anything_done_with_what_is_nobodys(line: str):
    table().refuse(f"ana {line}", "REF-1.3", seat="zoe")


@pytest.mark.parametrize("line", ACTS)
def test_whose_side_is_out_does_nothing(line: str):
    match = table(3).play("cy concede")
    refused = match.refuse(f"cy {line}", "REF-1.3", side="cy")
    assert refused.legal == "one of ana, bo"


@pytest.mark.parametrize("line", [*ACTS, "concede"])
def test_ga_4_5_who_has_lost_does_nothing_while_an_ally_plays_on(line: str):
    match = table(4)
    match.ga.allies = {"bo": "us", "di": "us"}
    match.play("di concede").refuse(f"di {line}", "GA-4.5", seat="di", since=2)


def placing(edition: str) -> Match:
    """The first player, who has two Spirits, is yet to place one."""
    spirits = {"ana": ("Fire", "Water", "Ring0"), "bo": ("Fire", "Water")}
    match = opened(materials=spirits, format="casual", edition=edition)
    for seat in ("ana", "bo"):
        match.hold(seat, "A1", "Bolt1").put(seat, "A1")
    return match


@pytest.mark.parametrize("line", [*PLAYED, "trigger A1", "resolve"])
def test_ga_3_4_nothing_is_played_before_the_champion_is_placed(line: str):
    refused = placing("R25").refuse(f"ana {line}", "GA-3.4", seat="ana")
    assert refused.legal == "ana place"


NOBODYS = {"materialize Ring0": "GA-10.1", "preserve A1": "GA-6.24", "end": "GA-6.48"}
"""What is done in one's own turn, with the rule that says so."""


@pytest.mark.parametrize("line", [*PLAYED, "trigger A1", "resolve"])
def test_ga_3_9_nor_before_all_of_them_are(line: str):
    match = placing("R26")
    if line in NOBODYS:
        match.refuse(f"ana {line}", NOBODYS[line], active="nobody")
        return
    assert match.refuse(f"ana {line}", "GA-3.9", seat="ana").legal == "ana place"


@pytest.mark.parametrize("seat", ["ana", "bo"])
@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_ga_6_62_nor_is_a_pass_while_a_champion_is_placed(edition: str, seat: str):
    refused = placing(edition).refuse(f"{seat} pass", "GA-6.62", seat="ana")
    assert refused.legal == "ana place"


@pytest.mark.parametrize("line", ["activate A1", "attack A1", "materialize Ring0", "end"])
def test_nobody_acts_when_the_match_is_over(line: str):
    table().play("bo concede").refuse(f"ana {line}", "REF-1.4", since=2)


def with_namesakes() -> Match:
    """Ana controls two unique objects of one name."""
    match = table()
    for _ in range(2):
        match.put("ana", "King4")
    recount(match.t)
    return match


UNSETTLED = [line for line in ACTS if line != "settle A1"]


@pytest.mark.parametrize("line", UNSETTLED)
def test_ga_14_16_who_has_unique_namesakes_settles_that_first(line: str):
    refused = with_namesakes().refuse(f"ana {line}", "GA-14.16", seat="ana", count=2, name="King4")
    assert refused.legal == "ana settle King4.1"


@pytest.mark.parametrize("line", UNSETTLED)
def test_ga_20_10_and_nobody_else_acts_before(line: str):
    refused = with_namesakes().refuse(f"bo {line}", "GA-20.10", owing="ana", seat="bo")
    assert refused.legal == "ana settle King4.1"


def with_attack_to_declare() -> Match:
    """Ana's attack card is in the intent, with two targets to choose from."""
    match = table().hold("ana", "Cut2")
    match.put("ana", "A2")
    return match.play("ana activate Cut2; ana resolve")


DECLARED_FIRST = (
    *("activate A1", "activate Bolt1", "ability A1", "pass", "order A1 A2", "settle A1"),
    *("intercept A1", "retaliate A1", "damage"),
)


@pytest.mark.parametrize("seat", ["ana", "bo"])
@pytest.mark.parametrize("line", DECLARED_FIRST)
def test_ga_17_11_an_attack_card_in_the_intent_is_declared_first(seat: str, line: str):
    refused = with_attack_to_declare().refuse(f"{seat} {line}", "GA-17.11", card="Cut2", since=2)
    assert refused.legal == "ana attack ana.champion bo.champion"


@pytest.mark.parametrize("line", ["step main", "step end", "step damage", "end", "resolve"])
def test_ga_14_6_nor_does_play_go_on_before(line: str):
    refused = with_attack_to_declare().refuse(f"ana {line}", "GA-14.6", card="Cut2")
    assert refused.legal == "ana attack ana.champion bo.champion"


OWN_TURN: list[tuple[Callable[[], Match], str, str]] = [
    (turn, "materialize Ring0", "GA-10.1"),
    (turn, "preserve A1", "GA-6.24"),
    (turn, "end", "GA-6.48"),
    (turn, "step end", "GA-6.48"),
    (table, "activate A1", "GA-6.47"),
    (table, "attack A1", "GA-17.1"),
]


@pytest.mark.parametrize(("make", "line", "rule"), OWN_TURN)
def test_what_only_the_turn_player_does(make: Callable[[], Match], line: str, rule: str):
    make().refuse(f"bo {line}", rule, active="ana")
