"""Each act at the wrong time, or by the wrong player: by which rule it is refused, and what the
refusal says is open instead."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.games.legacy_of_conflict.characters import Ability, Effect
from referee.games.legacy_of_conflict.deck import deck_size
from tests.games.legacy_of_conflict.table import (
    CARDS,
    TEAMS,
    Match,
    begun,
    changed,
    forces,
    set_up,
)

LEND = Ability("Lend", targets=("friend",), transfers=2)
MEND = Ability("Mend", targets=("self",), effects=(Effect("heal", to="self", amount=1),))
CATALOG = forces(changed("Warden", abilities=(LEND, MEND)))

SETUP = ("agree", "shuffle", "place Warden")
TURN = ("activate Warden", "pass")
ACTIONS = (
    "end",
    "move",
    "stride 10",
    "climb wall 5",
    "traverse steps keep/hall",
    "shake slow",
    "interact well",
    "door gate open",
    "attack Halberd Brute 10",
    "use Mend",
    "transfer Lend Warden Slinger 1",
)
OWED = (
    "push Stalker 25.4",
    "throw Stalker 25.4",
    "fall Warden ground",
    "displace Warden 5",
    "choose Warden slow",
    "remove Warden slow",
)
CLOSE = ("close-turn crossing:nobody",)
ANSWERS = ("respond Warden Brace",)
COUNTS = ("tally Warden 3", "differ Warden 2")
REST = (
    "flip AS-AH",
    "order ana",
    f"deck {' '.join(CARDS)}",
    "refresh",
    "look ana",
    "declare nightfall",
    'ask about="what now?"',
)
SETTLE = ("settle outcome=so ana bo",)
ALL = (*SETUP, *TURN, *ACTIONS, *OWED, *CLOSE, *ANSWERS, *COUNTS, *REST, *SETTLE)


def moving() -> Match:
    """Ana's Warden is in a Move Action."""
    return begun(catalog=CATALOG).play("ana activate Warden; ana move")


def one_has_left() -> Match:
    return begun("ana bo cy").play("cy concede")


def contest() -> Match:
    return begun(catalog=CATALOG).play("ana pass; bo activate Seer; bo use Dread Warden 20")


def team_without_order() -> Match:
    match = set_up("ana bo cy di", sides=TEAMS, options={"points": "324"})
    return match.play("ana flip 3S-BJ; bo flip 3S-3H")


def turn_over(**more: Any) -> Match:
    decks = {"ana": {"Warden": 1}, "bo": {"Brute": 1}}
    match = begun(decks=decks, catalog=CATALOG, **more).play("ana activate Warden; ana end")
    return match.play("bo activate Brute; bo end")


@pytest.mark.rule("REF-1.3")
@pytest.mark.parametrize("seat", ["cy", "zed"])
def test_ref_1_3_nothing_is_done_by_who_is_not_in_the_match(seat: str):
    match = one_has_left()
    figures = {"side": "cy"} if seat == "cy" else {"seat": "zed"}
    for line in ALL:
        if line not in OWED:
            verdict = match.refuse(f"{seat} {line}", "REF-1.3", **figures)
            assert verdict.legal == ("one of ana, bo" if seat == "cy" else "one of ana, bo, cy")
    match.refuse(f"ana look {seat}", "REF-1.3", **figures)


@pytest.mark.rule("LC-3.4")
@pytest.mark.parametrize("before", ["initiative", "an action", "cleanup"])
def test_lc_3_4_nothing_but_its_ruling_while_a_question_is_open(before: str):
    positions = {"initiative": set_up, "an action": moving, "cleanup": turn_over}
    match = positions[before]().play("bo ask about=sight")
    asked = match.seq
    for line in ALL:
        if line not in SETTLE:
            verdict = match.refuse(f"ana {line}", "LC-3.4", since=asked)
            assert verdict.legal == "settle it, with every player's consent"
    match.play(f"ana {SETTLE[0]}")
    assert not match.state.question


@pytest.mark.rule("LC-9.1")
@pytest.mark.parametrize("line", SETUP)
def test_lc_9_1_nothing_is_set_up_after_setup(line: str):
    for match in (set_up(catalog=CATALOG), begun(catalog=CATALOG), turn_over()):
        assert match.refuse(f"ana {line}", "LC-9.1").legal == "go on with play"


@pytest.mark.rule("LC-9.1")
@pytest.mark.parametrize("line", [*TURN, *ACTIONS, *ANSWERS, *CLOSE])
def test_lc_9_1_no_turn_before_initiative(line: str):
    verdict = set_up(catalog=CATALOG).refuse(f"ana {line}", "LC-9.1", who="ana, bo")
    assert verdict.legal == "two cards of each"


@pytest.mark.rule("LC-9.5")
def test_lc_9_5_nor_before_a_team_has_its_order():
    match = team_without_order()
    for line in (*TURN, *ANSWERS, *CLOSE):
        assert match.refuse(f"ana {line}", "LC-9.5").legal == "order"
    for line in ACTIONS:
        assert match.refuse(f"ana {line}", "LC-9.5", seat="ana").legal == "ana order"


@pytest.mark.rule("LC-11.1")
def test_lc_11_1_no_action_before_a_character_is_named():
    match = begun(catalog=CATALOG)
    for line in ACTIONS:
        rule = "LC-10.2" if line == "end" else "LC-11.1"
        assert match.refuse(f"ana {line}", rule).legal == "activate a character first"


@pytest.mark.rule("LC-9.7")
@pytest.mark.parametrize("named", [False, True])
def test_lc_9_7_no_action_in_anothers_opportunity(named: bool):
    match = moving() if named else begun(catalog=CATALOG)
    for line in ACTIONS:
        assert match.refuse(f"bo {line}", "LC-9.7", seat="bo", active="ana").legal == "ana acts"


@pytest.mark.rule("LC-10.1")
def test_lc_10_1_a_turn_that_has_not_begun_or_is_over_is_not_ended():
    night = {"scenario": "breakthrough"}
    match = set_up(options=night)
    match.refuse("ana declare nightfall", "LC-9.1", who="ana, bo")
    match = begun(options=night).play("ana declare nightfall")
    told = match.refuse("ana declare nightfall", "LC-10.1").legal
    assert told == "ana close-turn"


WAITING: dict[str, tuple[Callable[[], Match], str, str, str]] = {
    "cards of an attack": (
        lambda: moving().play("ana attack Halberd Brute 10"),
        "ana",
        "LC-13.1",
        "the two cards of the attack",
    ),
    "a push": (
        lambda: moving().play("ana attack Halberd Brute 10 3C-3D"),
        "ana",
        "LC-20.1",
        "ana push",
    ),
    "cards for a hazard": (
        lambda: moving().play("ana stride 50 into=embers"),
        "ana",
        "LC-18.13",
        "ana flip",
    ),
    "a contest": (contest, "bo", "LC-4.3", "two cards of each"),
}


@pytest.mark.parametrize("what", WAITING)
def test_nothing_is_done_while_something_is_awaited(what: str):
    position, seat, rule, legal = WAITING[what]
    match = position()
    owed = OWED if rule == "LC-18.13" else ()
    for line in (*TURN, *ACTIONS, *owed):
        assert match.refuse(f"{seat} {line}", rule).legal == legal
    verdict = match.refuse(f"{seat} {CLOSE[0]}", "LC-10.1", seat=seat)
    assert verdict.legal == "an activation, or a pass where that is open"


@pytest.mark.rule("LC-10.7")
def test_lc_10_7_nothing_of_the_next_turn_before_cleanup():
    match = turn_over()
    close = "ana: close the turn, and say who holds crossing"
    for line in ACTIONS:
        assert match.refuse(f"ana {line}", "LC-10.7", seat="ana").legal == close
    assert match.refuse("ana pass", "LC-10.7").legal == close
    for line in ("activate Warden", *ANSWERS):
        assert match.refuse(f"ana {line}", "LC-10.1").legal == close


@pytest.mark.rule("LC-10.7")
def test_lc_10_7_what_a_ruling_has_brought_about_comes_before_the_next_turn_too():
    match = turn_over(on={"Warden": "wall", "Brute": "wall"})
    match.play("jo adjust terrain:wall:destroyed")
    close = f"ana {CLOSE[0]}"
    assert match.refuse(close, "LC-17.5", seat="ana").legal == "ana fall"
    match.play("ana fall Warden ground into=embers")
    assert match.refuse(close, "LC-18.13", piece="embers").legal == "ana flip"
    match.play("ana flip 2S-2H")
    assert match.refuse(close, "LC-17.5").legal == "ana fall"
    match.play("ana fall Brute ground")
    match.refuse(close, "LC-20.7")
    match.play(f"ana choose Warden slow; bo choose Brute slow; {close}")


@pytest.mark.rule("LC-5.3")
def test_lc_i_16_an_empty_deck_comes_before_the_next_turn():
    match = turn_over(choices={"LC-I 16": "at_once"})
    player = match.state.players["bo"]
    player.cards.draw(deck_size(player), "deck", "discard")
    assert match.refuse(f"ana {CLOSE[0]}", "LC-5.3", seat="bo").legal == "bo refresh"
    match.play(f"bo refresh; ana {CLOSE[0]}")


def test_what_follows_from_nothing_is_not_logged():
    match = begun(catalog=CATALOG)
    rules = ("LC-20.1", "LC-20.5", "LC-20.6", "LC-20.11", "LC-20.7", "LC-19.7")
    legal = ("what an attack or ability does",) * 2 + (
        "nobody falls now",
        "nobody gives way now",
        "no choice is open",
        "no choice is open",
    )
    for line, rule, hint in zip(OWED, rules, legal, strict=True):
        assert match.refuse(f"ana {line}", rule).legal == hint
    assert match.refuse("ana flip AS-AH", "LC-4.1", seat="ana").legal == "what is due"
    assert match.refuse("ana order ana", "LC-9.5").legal == "after initiative, for a team"
    refusal = match.refuse("ana refresh", "LC-5.3", seat="ana", have=16)
    assert refusal.legal == "a refresh when the deck is empty"
    assert match.refuse(f"ana {SETTLE[0]}", "LC-3.4").legal == "ask first"


@pytest.mark.rule("LC-15.2")
@pytest.mark.parametrize(
    "line", ["end", "attack Halberd Brute 10 AS-AH", "use Mend", "transfer Lend Warden Slinger 1"]
)
def test_lc_15_2_no_other_action_where_it_cannot_stand(line: str):
    match = moving().play("ana stride 50 over=fence stands=no")
    verdict = match.refuse(f"ana {line}", "LC-15.2", since=match.seq)
    assert verdict.legal == "another Stride, to where it can stand"
    match.play(f"ana stride 20; ana {line}")


@pytest.mark.rule("LC-15.2")
def test_lc_15_2_nor_another_move_action():
    match = moving().play("ana stride 50 over=fence stands=no; jo adjust tokens:Warden/move:0")
    match.refuse("ana move", "LC-15.2")
    match.play("ana stride 20; ana move")


@pytest.mark.rule("LC-12.5")
@pytest.mark.parametrize("line", ["use Mend", "transfer Lend Warden Slinger 1"])
def test_lc_12_5_an_ability_is_not_used_twice(line: str):
    match = begun(catalog=CATALOG).play(f"ana activate Warden; ana {line}")
    verdict = match.refuse(f"ana {line}", "LC-12.5", unit="Warden", action=line.split()[1], have=1)
    assert verdict.legal == "an action with a clear slot"


@pytest.mark.rule("LC-11.6")
@pytest.mark.parametrize(
    ("first", "line"),
    [
        ("use Mend", "transfer Lend Warden Slinger 1"),
        ("transfer Lend Slinger Warden 1", "use Mend"),
    ],
)
def test_lc_i_35_nor_two_abilities_where_one_action_of_each_kind_is_taken(first: str, line: str):
    match = begun(catalog=CATALOG, choices={"LC-I 35": "one_of_each_kind"})
    match.play(f"ana activate Warden; ana {first}")
    verdict = match.refuse(f"ana {line}", "LC-11.6", unit="Warden", kind="ability")
    assert verdict.legal == "an action of another kind, or the end of the activation"
