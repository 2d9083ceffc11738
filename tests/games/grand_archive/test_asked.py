"""What a judge or an onlooker asks: the table at a glance, numbers term by term, remedies."""

import pytest

from referee.itemised import Part
from referee.remedies import Wrong
from tests.games.grand_archive.table import Match, opened, turn

CARDS = """
[[cards]]
name = "Tome"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "activated"
text = "it does something"

[[cards]]
name = "Riddle"
types = ["ally"]
reserve = 1
power = 1
life = 1
[[cards.effects]]
when = "triggered"
text = "something happens"
"""

# -- the table at a glance -----------------------------------------------------------------------


def panels(match: Match) -> dict[str, dict[str, str]]:
    """The board, panel by panel."""
    return {each.title: dict(each.rows) for each in match.game.board(match.t)}


def test_the_table_of_a_player() -> None:
    match = turn(extra=CARDS).level("ana", "Kai, One")
    match.put("ana", "A4", damage=1, rested=True, counters={"buff": 1}, marks=["distant"])
    match.put("ana", "Blade1")
    match.put("ana", "Tome")
    match.champion("ana").damage = 3
    match.lay("ana", "graveyard", "A1", "A1", "Bolt1").lay("ana", "banishment", "Owl1")
    match.unseen("ana", "facedown", 2)
    match.side("ana").mastery, match.side("ana").direction = "Sky", "east"
    assert panels(match)["ana"] == {
        "champion": "Kai, One, Lv 1, life 17 of 20",
        "lineage": "Fire",
        "elements": "fire",
        "hand": "7; memory 2",
        "decks": "main 49, material 10",
        "field": "A4.1 5/5 (1 damage) [rested, 1 buff, distant]; Blade1.1 2 [2 durability]; Tome.1",
        "graveyard": "A1 x2, Bolt1",
        "banishment": "Owl1, 2 face down",
        "mastery": "Sky east",
    }
    assert panels(match)["bo"] == {
        "champion": "Fire, Lv 0, life 15 of 15",
        "elements": "fire",
        "hand": "7; memory 2",
        "decks": "main 51, material 11",
        "field": "empty",
        "graveyard": "empty",
    }


def test_what_all_know_of_a_hand_and_a_memory_is_shown() -> None:
    match = turn(extra=CARDS)
    match.t.state.zones.hidden.reveal("ana.hand", ["Bolt1"])
    match.t.state.zones.hidden.reveal("ana.memory", ["A1"])
    assert panels(match)["ana"]["hand"] == "7 (known: Bolt1); memory 2 (known: A1)"


def test_a_player_without_a_champion() -> None:
    spirits = {"ana": ("Fire", "Water")}
    match = opened(3, materials=spirits, format="casual")
    assert panels(match)["ana"]["champion"] == "none yet"
    assert panels(match)["ana"]["elements"] == "norm only"
    match.play("cy concede").unseen("ana", "facedown", 1)
    assert panels(match)["cy"]["champion"] == "lost"
    assert panels(match)["ana"]["banishment"] == "1 face down"


def now(match: Match) -> str:
    return panels(match)["Match"]["now"]


def test_where_a_match_stands() -> None:
    spirits = {"ana": ("Fire", "Water"), "bo": ("Fire", "Water")}
    assert now(opened(edition="R26", materials=spirits, format="casual")) == "before the first turn"
    assert now(turn()) == "turn 5, ana, main"
    assert now(turn().play("bo concede")) == "over: concession, ana wins"
    drawn = turn()
    for seat in ("ana", "bo"):
        drawn.champion(seat).damage = 15
    assert now(drawn.play("ana step end")) == "over: champion died"
    called = panels(turn().play("jo time"))
    assert called["Match"]["overtime"] == "3 turns after this one"
    late = opened(contest="final/2", lost="drawn").play("jo time")  # GA-26.6
    assert panels(late)["Match"]["overtime"] == "time was called, and no game begins"


def test_what_is_on_the_stack_newest_first() -> None:
    match = turn(extra=CARDS).hold("ana", "Bolt1").hold("bo", "Bolt1")
    match.put("ana", "A1")
    match.put("bo", "A2")
    assert "Stack, newest first" not in panels(match)
    match.play("ana attack A1 A2")
    assert panels(match)["Stack, newest first"] == {
        "waits": "A1.1 attacks A2.1 (retaliation) (entry 2)"
    }
    assert now(match) == "turn 5, ana, main; the attack of A1.1 on A2.1 waits on the stack"
    match.play("bo retaliate A2; bo activate Bolt1")
    (shown,) = [each for each in match.game.board(match.t) if each.title.startswith("Stack")]
    assert shown.rows == (
        ("waits", "bo: Bolt1 (entry 4)"),
        ("waits", "A1.1 attacks A2.1, A2.1 retaliates (damage) (entry 2)"),
    )
    assert now(match) == "turn 5, ana, main; Bolt1 waits on the stack, above 1 other"


# -- numbers term by term ------------------------------------------------------------------------


def itemised(match: Match, named: str, *lines: str) -> dict[str, list[Part]]:
    """The numbers of a thing after these lines."""
    history = []
    for line in lines:
        match.play(line)
        history += [(match.seq, fact) for fact in match.facts]
    return {each.what: list(each.parts) for each in match.game.itemises(match.t, named, history)}


def test_the_life_power_and_level_of_a_champion() -> None:
    match = turn(extra=CARDS)
    match.put("ana", "A3")
    match.put("bo", "Tome")
    found = itemised(
        match,
        "bo",
        "ana attack A3 bo damage=3",
        "bo ability Tome",
        "bo resolve recover:1",
        "jo adjust damage:bo:6",
        "jo adjust damage:bo.champion:5",
        "bo ability Tome",
        'bo resolve level:"Kai, One" counter:level:1:bo.champion',
    )
    assert found == {
        "life left": [
            Part("Kai, One", 20, "GA-2.32", 8),
            Part("A3, attack", -3, "GA-17.42", 2),
            Part("recovered", 1, "GA-18.6", 4),
            Part("a judge's repair", -4, "REF-3.5", 5),
            Part("a judge's repair", 1, "REF-3.5", 6),
        ],
        "level": [Part("Kai, One", 1, "GA-2.32", 8), Part("counters", 1, "GA-19.2", 8)],
    }


def test_damage_on_an_ally_is_that_of_the_turn() -> None:
    match = turn(extra=CARDS)
    match.put("ana", "A3", damage=1)
    match.put("ana", "Tome")
    found = itemised(match, "A3", "ana ability Tome", "ana resolve damage:A3:1 counter:buff:1:A3")
    assert found == {
        "life left": [
            Part("A3", 3, "GA-2.32", 1),
            Part("counters", 1, "GA-19.2", 3),
            Part("Tome, effect", -1, "GA-18.1", 3),
            Part("other damage", -1, "GA-18.5"),
        ],
        "power": [Part("A3", 3, "GA-2.32", 1), Part("counters", 1, "GA-19.2", 3)],
    }


def test_damage_of_another_turn_is_no_part_of_it() -> None:
    match = turn(extra=CARDS)
    match.put("ana", "A3")
    match.put("ana", "Tome")
    found = itemised(match, "A3", "ana ability Tome", "ana resolve damage:A3:1", "ana end")
    assert found["life left"] == [Part("A3", 3, "GA-2.32", 1)]


def test_the_durability_of_a_weapon() -> None:
    match = turn()
    match.put("ana", "Blade1")
    match.thing("Blade1.1").counters["durability"] = 4
    found = itemised(match, "Blade1", "ana attack ana.champion bo uses=Blade1 damage=2")
    assert found["durability"] == [
        Part("Blade1", 2, "GA-2.32", 1),
        Part("counters", -1, "GA-19.1", 2),
        Part("other counters", 2, "GA-19.1"),
    ]
    assert itemised(match, "Nobody") == {}


# -- remedies ------------------------------------------------------------------------------------


def remedies(match: Match, line: str, later: int = 0) -> list[tuple[str, str, str]]:
    """The rulings proposed on a line: their kind, their rule, why."""
    match._log(line)
    event = match.replay.events[-1]
    wrong = Wrong(match.seq, event, match.verdict, "jo", later, match.facts)
    return [
        (type(each.ruling).__name__, each.rule, each.why)
        for each in match.game.remedies(match.t, wrong)
    ]


ACCEPTED = ("Stand", "GA-28.8", "it is accepted, GA-6.48 is waived")
REVERSED = ("Rewind", "GA-28.2", "it and all since is taken back, the newest first")
NOW = ("Insert", "GA-28.6", "it is done now")
ON_THE_STACK = ("Insert", "GA-28.7", "the opponent has it go on the Stack")
NOT_MISSED = ("Strike", "GA-28.7", "it was not missed")
TAKEN_BACK = ("Adjust", "GA-28.6", "what is reckoned as done is taken back")


@pytest.mark.rule("GA-28.8", "GA-28.10")
@pytest.mark.parametrize(
    ("later", "found"),
    [
        (0, [("Strike", "GA-28.10", "the attempt is taken back to before it"), ACCEPTED]),
        (3, [REVERSED, ACCEPTED]),
        (4, [ACCEPTED, ("Penalty", "GA-28.8", "too late, and bo has won much by it")]),
    ],
)
def test_ga_28_8_of_an_illegal_line(later: int, found: list[tuple[str, str, str]]) -> None:
    assert remedies(turn(), "bo end", later) == found


@pytest.mark.rule("GA-28.2")
def test_ga_28_2_what_nobody_has_learnt_by_is_reversed() -> None:
    assert remedies(turn().hold("ana", "Bolt1"), "ana activate Bolt1") == [REVERSED]
    assert remedies(turn(), "ana end") == []
    assert remedies(turn(phase="recollection"), "ana step draw") == []


@pytest.mark.rule("GA-28.6", "GA-28.7")
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("ana missed wake", [NOW, REVERSED]),
        ("ana missed wake added=yes", [REVERSED]),
        ("ana missed draw", [NOW, TAKEN_BACK, REVERSED]),
        ("ana missed recollection added=yes", [REVERSED]),
        ("ana missed Riddle", [ON_THE_STACK, NOT_MISSED, REVERSED]),
        ("ana missed Riddle added=yes", [REVERSED]),
    ],
)
def test_ga_28_7_of_what_was_missed(line: str, found: list[tuple[str, str, str]]) -> None:
    match = turn(extra=CARDS)
    match.put("ana", "Riddle")
    assert remedies(match, line) == found
