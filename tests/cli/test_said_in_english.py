"""What refusals, questions and boards say of one thing, and of what begins with a vowel."""

from cli.reading.door import event_of
from referee.parts.effects.pending import EffectDue
from referee.replay.replay import Replay
from referee.verdict import Illegal, Incomplete
from tests.typist import before


def said(line: str, match: Replay) -> tuple[str, str]:
    """What is said of a line, and what would be legal instead."""
    event = event_of(line, match)
    assert event is not None
    verdict = match.would(event)
    if isinstance(verdict, Incomplete):
        return verdict.ask, ""
    assert isinstance(verdict, Illegal)
    return verdict.message, verdict.legal


def test_an_orbital_is_not_cast() -> None:
    match = before("tower_wizwar/duel", 72)
    assert said("enzo cast Mitre F3 Almsbearer", match)[0] == "an orbital is not cast"


def test_a_duty_is_told_as_whose_it_is() -> None:
    told, legal = said("enzo end", before("tower_wizwar/duel", 71))
    assert told.startswith("enzo first has to ")
    assert legal == f"enzo: {told.removeprefix('enzo first has to ')}"


def test_several_sets_are_over() -> None:
    told, _ = said("lotte set 5", before("tower_wizwar/duel", 6))
    assert told == "the sets of the entrance are over, now it is the last stabilise"


def test_a_figure_by_the_record_is_told_with_its_name() -> None:
    assert said("rina tally points=99", before("warrift/stolen", 60)) == (
        "points: 3 by the record, not 99",
        "points=3",
    )
    assert said("rina draw 9", before("warrift/stolen", 60))[1].isdecimal()


def test_a_step_of_a_text_is_told_in_words() -> None:
    due = EffectDue("ana", "WR-2.13", 7, source="Citadel.1", trigger="turn_start")
    assert due.text() == "say what Citadel.1 did (turn start)"


def test_one_retaliates_and_something_is_attacked() -> None:
    match = before("grand_archive/harbour", 9)
    board = str(match.game.board(match.table))
    assert "Baby Red Slime.1 retaliates (" in board


def test_a_line_that_is_repeated_is_one_line() -> None:
    told, _ = said("theo loop 3 2", before("grand_archive/harbour", 40))
    assert told == "1 line was logged in this phase, 3 are to be repeated"
