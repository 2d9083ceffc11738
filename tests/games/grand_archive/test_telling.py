"""What is told of a game: each fact in words; what the table shows of options and of the stack."""

import pytest

from cli.reading.door.address import Situation
from cli.reading.door.cut_short import read_part
from cli.screen.sentences import tell
from events.notation import Malformed, write
from referee.games.grand_archive.words import WORDS
from referee.games.registry import game_of
from tests.games.grand_archive.table import Match, opened, turn

GAME = game_of("grand_archive")


def told(match: Match) -> list[str]:
    return tell(match.facts, GAME.words)


def test_every_fact_of_the_game_and_of_the_parts_it_uses_has_words() -> None:
    assert [fact.__name__ for fact in GAME.facts if fact not in WORDS] == []


def typed(match: Match, line: str) -> str:
    """The notation of a line typed at the table."""
    event = read_part(line, Situation.of(GAME, match.t, "sk"))
    assert event is not None
    return write(event, GAME.codec)


def test_a_line_tells_what_took_effect_and_no_pass_that_nobody_said() -> None:
    match = turn().hold("ana", "Bolt1", "A1", "A1")
    match.play("ana activate Bolt1; ana end")
    lines = told(match)
    assert "Bolt1.1 (entry 2) takes effect" in lines
    assert [line for line in lines if "pass" in line] == []


def test_a_pass_that_was_said_is_told() -> None:
    match = turn().hold("ana", "Bolt1", "A1", "A1")
    match.play("ana activate Bolt1; bo pass")
    assert any(line.startswith("bo passes") for line in told(match))


def test_the_effect_of_a_trigger_is_told_once() -> None:
    match = opened().play("ana place Fire; ana activate A1")
    assert "Fire's effect happens: on enter" in told(match)
    assert [line for line in told(match) if "takes effect" in line] == []


def test_after_each_line_the_table_says_what_waits_on_the_stack() -> None:
    match = turn().hold("ana", "A1", "A1").hold("bo", "Bolt1", "A1")
    match.put("ana", "A2")

    def now() -> str:
        return GAME.board(match.t)[0].rows[0][1]

    assert "waits" not in now()
    match.play("ana attack A2.1 bo")
    assert now().endswith("main; the attack of A2.1 on bo.champion waits on the stack")
    match.play("bo activate Bolt1")
    assert now().endswith("; Bolt1 waits on the stack, above 1 other")


def test_a_verb_that_begins_another_is_read_as_that_where_it_means_nothing_by_itself() -> None:
    match = turn().hold("ana", "Bolt1", "A1", "A1")
    assert typed(match, "act bolt1") == typed(match, "ac bolt1") == "ana activate Bolt1"
    assert typed(match, "act draw:1:ana") == "ana act draw:1:ana"
    with pytest.raises(Malformed, match="activate leaves card open"):
        typed(match, "act")
    with pytest.raises(Malformed, match="no such name; did you mean"):
        typed(match, "act Bolt7")
    with pytest.raises(Malformed, match="expected a whole number"):
        typed(match, "act draw:lots")


@pytest.mark.parametrize(
    ("line", "full"),
    [
        ("at a2 bo", "ana attack A2.1 bo.champion"),
        ("at a2 a3", "ana attack A2.1 A3.1"),
        ("at ana bo blade1.1", "ana attack ana.champion bo.champion uses=Blade1.1"),
        ("e", "ana end"),
        ("bo ac bolt1", "bo activate Bolt1"),
    ],
)
def test_common_lines_are_short(line: str, full: str) -> None:
    match = turn().hold("ana", "A1", "A1").hold("bo", "Bolt1", "A1")
    match.put("ana", "A2")
    match.put("ana", "Blade1")
    match.put("bo", "A3")
    assert typed(match, line) == full
