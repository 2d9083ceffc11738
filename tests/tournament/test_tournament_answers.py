"""Every command of the desk answers programs in the shape that its schema says."""

from pathlib import Path

import pytest

from cli.answers.schema import ANSWERS, tag_of
from tests.cli.test_answers import COMMANDS, Played

OWN = [command for command in COMMANDS if command.startswith("tournament ")]


@pytest.fixture
def played(tmp_path: Path) -> Played:
    """An empty log, and what was answered upon it."""
    found = Played(tmp_path)
    found.seen = set()
    return found


def test_every_answer_of_the_desk_has_the_shape_that_the_schema_says(
    played: Played, tmp_path: Path
):
    asked: list[str] = []

    def answer(command: str, *arguments: object) -> None:
        asked.append(f"tournament {command}")
        played.answer(f"tournament {command}", "open", *arguments)

    answer(
        "new",
        "--by",
        "lena",
        "--game",
        "wondervale",
        "--cut",
        2,
        "--option",
        "decklists=closed",
        "--option",
        "check_in=yes",
        "--option",
        "late=1",
    )
    answer("enter", "ana", "bo", "cy", "dee")
    answer("check-in", "--all")
    answer("deck", "ana", "frost-and-sand")
    answer("propose")
    answer("post")
    played.ok("tournament", "enter", "open", "eva", "--here")
    answer("repair")
    played.ok("tournament", "drop", "open", "eva")
    answer("start", "--at", "2026-05-02T10:00:00Z")
    answer("report", 1, 2, 1)
    answer("report", 2, 2, 0)
    answer("time", "--at", "2026-05-02T10:50:00Z")
    answer("contests")
    answer("bracket")
    answer("lists", "--for", "ana")
    answer("standings")
    answer("standings", "--policy", "chess-like-2026-1")
    played.ok("log", "open", 'ana call 1 1 about="the order of triggers"')
    answer("calls")
    answer("checks", "--count", 1)
    answer("end-call", "--seconds", 30)
    answer("call", "bo", "--table", 0)
    answer("infraction", "ana", "PE-4")
    answer("post", 2)
    answer("report", 1, 2, 1)
    answer("report", 2, 2, 0)
    answer("cut")
    answer("post", 3)
    answer("report", 1, 2, 1)
    answer("drop", "dee")
    answer("checkpoint")
    answer("close")
    played.ok("tournament", "new", "small", "--by", "lena", "--game", "wondervale")
    played.ok("tournament", "enter", "small", "ana", "bo")
    played.ok("tournament", "post", "small")
    named = ("--deck", "ana=frost-and-sand", "--deck", "bo=city-and-canopy")
    played.answer("tournament game", "small", 1, *named)
    asked.append("tournament game")
    played.answer("tournament simulate", "other", "--players", 8)
    asked.append("tournament simulate")
    (tmp_path / "friday.csv").write_text("1,1,Ana,Bo,2,0\n1,,Cy,,2,0\nx\n")
    played.answer("tournament import", tmp_path / "friday.csv")
    asked.append("tournament import")
    answer("verify")
    played.answer("tournament ratings")
    played.answer("tournament profile", "ana")
    asked += ["tournament ratings", "tournament profile"]
    assert sorted(set(asked)) == OWN
    of_desk = set(OWN) - {"tournament verify"}  # packets are answered in test_answers
    assert {tag_of(kind) for command in of_desk for kind in ANSWERS[command]} <= played.seen
