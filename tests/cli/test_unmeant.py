"""What a line at the table may not have been meant to do is asked about before it is logged."""

import pytest

from cli.reading.door import event_of
from cli.reading.matches import record_source
from cli.table.question import unmeant
from cli.table.session import Session
from events.notation import read
from referee.replay.replay import Replay
from referee.verdict import Legal, applied
from tests.cli.test_home import ROOT
from tests.games.tower_wizwar.table import Match, turn
from tests.golden import records, replayed
from tests.typist import before

DRAFT = "full-draft 3 unnamed=2"


def asked(match: Match, line: str) -> list[str]:
    """What is asked about a line that is accepted, without the line itself."""
    match.play(line)
    return [text.removesuffix(f": {line}") for text in unmeant(match.game, match.replay)]


def ending() -> Match:
    """Ana may end her turn, and bo then has nothing compulsory to do in his."""
    match = turn(phase="last")
    match.tower("bo", "Keep3")
    return match


def handed_over() -> Match:
    """Ana has ended her turn, and bo has logged nothing in his."""
    return ending().play("ana end")


def test_a_turn_in_which_nothing_was_done_is_asked_about_when_somebody_else_ends_it() -> None:
    assert asked(handed_over(), f"ana {DRAFT}") == [
        "this ends bo's turn 2, in which nothing was done"
    ]


def test_who_ends_the_own_turn_is_asked_nothing() -> None:
    assert not asked(handed_over(), "bo end")
    drafted = handed_over().play("bo full-draft 0 unnamed=2")
    assert not asked(drafted, "bo end")


def test_an_end_that_ends_the_turn_before_too_is_asked_about() -> None:
    match = ending()
    assert "this ends bo's turn 2, in which nothing was done" in asked(match, "bo end")


@pytest.mark.parametrize(
    ("record", "at", "line", "without"),
    [
        ("duel", 41, "lotte full-draft 3 unnamed=2", "enzo's turn without the attack phase"),
        ("retreat", 91, "hanne full-draft 3 unnamed=2", "lucia's turn without the cast phase"),
    ],
)
def test_a_phase_that_somebody_else_ends_is_asked_about_where_it_could_be_used(
    record: str, at: int, line: str, without: str
) -> None:
    match = before(f"tower_wizwar/{record}", at)
    event = event_of(line, match)
    assert event is not None and applied(match.add(event).verdict)
    assert list(unmeant(match.game, match)) == [f"this ends {without}: {line}"]
    later = before("tower_wizwar/duel", 43)  # the attack has been made
    later.add(read("lotte full-draft 3 unnamed=2", later.game.codec))
    assert not list(unmeant(later.game, later))


def test_a_card_that_attacks_itself_is_asked_about() -> None:
    match = turn(phase="attack")
    match.put("ana", "F1", "C3")
    assert asked(match, "ana attack C3.1 C3.1") == ["C3.1 attacks itself"]


def test_the_table_logs_it_after_a_yes() -> None:
    match = record_source(ROOT / "tests" / "records" / "tower_wizwar" / "duel.txt", None).match
    match.back(28)
    session = Session(match, "kim")
    line = 'lotte attack "Soot Ranger.1" "Soot Ranger.1"'
    reply = session.enter(line)
    assert not reply.events and session.prompt == "log it? [y/n] "
    assert "Soot Ranger.1 attacks itself" in " ".join(reply.lines)
    assert session.enter("y").events
    session = Session(match, "kim")
    session.enter(line)
    assert session.enter("n").offer == line


@pytest.mark.parametrize("record", [name for name in records() if "tournament" not in name])
def test_no_line_of_a_record_takes_a_keystroke_more(record: str) -> None:
    found = replayed(records()[record])
    match = Replay(found.replay.game, found.replay.catalog)
    for entry in found.record.entries:
        if applied(match.add(entry.event).verdict):
            assert not list(unmeant(match.game, match))


def test_a_wizard_is_given_up_by_no_slip_of_the_pen() -> None:
    assert asked(ending(), "ana forfeit") == ["this takes ana out of the match"]


def test_what_is_asked_at_the_table_is_legal_all_the_same() -> None:
    assert isinstance(ending().play("bo end").verdict, Legal)
