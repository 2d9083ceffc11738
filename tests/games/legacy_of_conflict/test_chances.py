"""Exact chances are told to judges, and to all after the match; players are told what they may
count (LC-5.2, LC-I 15). Nothing that players see depends on which cards were flipped before."""

from collections.abc import Mapping
from typing import Any

import pytest

from cli.commands.position import option_shown
from cli.reading.door.address import Situation
from cli.screen.render import next_lines
from cli.table.screen import board_lines, option_lines, status_lines
from events.notation import read
from referee.option import public
from referee.replay.replay import Replay
from tests.cli.test_home import Home, home
from tests.games.legacy_of_conflict.table import GAME, Match, set_up

__all__ = ["home"]

FLIPS = ("3S-BJ", "3S-3H")
OTHERS = ("2S-3D", "JS-JH")
"""Other cards for initiative, by which the same side is first."""
ATTACK = "ana attack Halberd Brute 5 AC-AD"


def activated(flips: tuple[str, str], **choices: str) -> Match:
    """The Warden is activated, after these flips for initiative."""
    one, other = flips
    match = set_up(choices={"LC-I 15": "counts_only", **choices})
    return match.play(f"ana flip {one}; bo flip {other}; ana activate Warden")


def seen(match: Match) -> Mapping[str, Any]:
    """All that views tell players of where a match stands."""
    t = match.replay.table
    shown = public(GAME.options(t), GAME.codec)
    situation = Situation.of(GAME, t, "sk")
    return {
        "options": [option_shown(option, GAME, bool) for option in shown],
        "table": status_lines(match.replay, situation.groups()),
        "all of it": option_lines(situation.groups(), GAME, whole=True),
        "board": board_lines(GAME.board(t), match.state.seats),
        "next": next_lines(match.replay),
        "names": GAME.names(t),
        "state": GAME.shown(t),
        "odds": odds(match, exact=False),
    }


def odds(match: Match, *, exact: bool) -> list[str]:
    """What is said of the chance of an attack before it is logged."""
    before = Replay(GAME, match.replay.catalog).extend(match.replay.events)
    return GAME.odds(before.table, read(ATTACK, GAME.codec), exact)


def hints(match: Match, *, exact: bool) -> list[str]:
    """What the options say beside themselves."""
    found = public(GAME.options(match.replay.table), GAME.codec, exact=exact)
    return [option.hint for option in found]


@pytest.mark.rule("LC-5.2")
def test_what_players_see_does_not_depend_on_the_cards_that_were_flipped():
    one, other = activated(FLIPS), activated(OTHERS)
    assert seen(one) == seen(other)
    declared = f"{ATTACK.rpartition(' ')[0]} tokens=2"
    assert seen(one.play(declared)) == seen(other.play(declared))


def test_a_judge_is_told_the_exact_chance():
    one, other = activated(FLIPS), activated(OTHERS)
    assert hints(one, exact=True) != hints(other, exact=True)
    assert odds(one, exact=True) != odds(other, exact=True)
    assert "from a fresh deck" not in "".join(hints(one, exact=True))


def test_players_are_told_it_too_where_they_see_all_flips():
    agreed = {"LC-I 15": "all_flips_since_refresh"}
    one, other = activated(FLIPS, **agreed), activated(OTHERS, **agreed)
    assert hints(one, exact=False) == hints(one, exact=True) != hints(other, exact=False)
    assert odds(one, exact=False) == odds(one, exact=True)


LINES = (
    "ana agree; ana shuffle; bo agree; bo shuffle",
    "ana place Warden Slinger Colossus; bo place Brute Stalker Stalker.2 Seer",
    "ana flip 3S-BJ; bo flip 3S-3H; ana activate Warden",
    f"{ATTACK} tokens=2",
)
FRESH = "Brute: needed 1 or more: 78 %, from a fresh deck"
EXACT = "Brute: needed 1 or more: 72 %"


def logged(home: Home, *more: str) -> None:
    """A match in the log, whose entry 11 is an attack."""
    seats = ("--seat", "ana=ironwatch", "--seat", "bo=wildpack")
    home.ok("new", "r1", "--game", GAME.id, *seats, *more)
    home.ok("log", "r1", *LINES)
    assert "attack Halberd" in home.ok("explain", "r1", 11)


def test_explain_tells_a_judge_what_it_does_not_tell_others(home: Home):
    logged(home, "--judge", "lena")
    assert home.json("explain", "r1", 11)["odds"] == [FRESH]
    assert home.json("explain", "r1", 11, "--judge", "lena")["odds"] == [EXACT]
    told = [option["hint"] for option in home.json("explain", "r1", 11)["possible"]]
    assert any("from a fresh deck" in hint for hint in told)
    for name in ("ana", "jo"):
        assert "judges are lena" in home.error("explain", "r1", 11, "--judge", name)
        assert "judges are lena" in home.error("options", "r1", "--judge", name)


def test_options_tell_a_judge_what_they_do_not_tell_others(home: Home):
    logged(home)
    home.ok(
        "log",
        "r1",
        "ana push Brute 25.4; ana end; bo activate Brute; bo end; ana activate Colossus",
    )
    assert "from a fresh deck" in home.ok("options", "r1")
    assert "from a fresh deck" not in home.ok("options", "r1", "--judge", "lena")
    assert "plays in this match" in home.error("options", "r1", "--judge", "bo")


def test_after_the_match_everybody_is_told(home: Home):
    logged(home)
    home.ok("log", "r1", "bo concede")
    assert home.json("explain", "r1", 11)["odds"] == [EXACT]
    assert "from a fresh deck" not in home.ok("options", "r1", "--at", 10)
