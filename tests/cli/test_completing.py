"""What the shell completes: the words of a command, as the log and the games have them."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from tests.cli.test_home import Home, home, process

__all__ = ["home"]

FISH = {"_REFEREE_COMPLETE": "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
NO_LOG = Path("/nowhere/at/all.duckdb")


def asked(*words: str) -> dict[str, str]:
    """What the shell asks with."""
    return {**FISH, "_TYPER_COMPLETE_ARGS": " ".join(("referee", *words))}


def completed(*words: str, log: Path = NO_LOG) -> list[str]:
    """What the shell is told that the last word may become."""
    told = CliRunner().invoke(app, [], env={**asked(*words), "REFEREE_LOG": str(log)})
    assert told.stderr == ""
    return told.stdout.split()


def test_the_shell_asks_a_process_of_its_own() -> None:
    done = process(environment=asked("new", "r1", "--seat", "ana=frost"))
    assert done.stdout.decode().split() == ["ana=frost-and-sand"]


def test_the_shell_completes_the_decks_of_a_seat() -> None:
    found = completed("new", "r1", "--game", "wondervale", "--seat", "ana=fr")
    assert found == ["ana=frost-and-sand"]
    assert completed("new", "r1", "--seat", "ana=frost") == ["ana=frost-and-sand"]
    of_another = completed("new", "r1", "--game", "legacy_of_conflict", "--seat", "ana=frost")
    assert of_another == []
    assert completed("new", "r1", "--game", "nosuch", "--seat", "ana=frost") == []
    assert completed("new", "r1", "--seat", "an") == []


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("catalog", "new-effect", "wondervale", "Snowl"), ["Snowlitt"]),
        (("catalog", "new-effect", "nosuch", "Gl"), []),
        (("rules", "wond"), ["wondervale"]),
        (("stats", "wins-by-d"), ["wins-by-deck"]),
        (("schema", "matc"), ["matches"]),
        (("rule", "r1", "rew"), ["rewind"]),
        (("tournament", "print", "open", "sl"), ["slips"]),
    ],
    ids=lambda each: " ".join(each),
)
def test_the_shell_completes_what_needs_no_log(words: tuple[str, ...], found: list[str]) -> None:
    assert completed(*words) == found


def test_the_shell_completes_what_is_in_the_log(home: Home) -> None:
    home.open("r1", "--judge", "lena", "--judge", "sato")
    home.open("q1")

    def told(*words: str) -> list[str]:
        return completed(*words, log=home.log)

    assert told("show", "r") == ["r1"]
    assert told("verify", "q") == ["q1"]
    assert told("rule", "r1", "strike", "3", "--judge", "l") == ["lena"]
    assert told("log", "r1", "b") == ["bo"]
    assert told("log", "r1", "ana", "st") == ["standard-health"]
    assert told("log", "r1", "nobody", "prom") == ["promote"]
    assert told("log", "r1", "ana", "lay", "Snowl") == ["Snowlitt"]


def test_the_shell_completes_nothing_where_there_is_no_log() -> None:
    assert completed("show", "r") == []
    assert completed("log", "r1", "b") == []
    assert completed("rule", "r1", "strike", "3", "--judge", "l") == []
