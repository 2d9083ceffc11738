"""What the README shows as output is what the commands print."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.test_home import Home, home  # noqa: F401 - the fixture
from tests.venue.test_serving import serving

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
CUP = "tournament/club-cup.txt"
SHOWN = re.findall(r"^```\n\$ referee (.+)\n((?:.*\n)*?)```$", README, re.MULTILINE)


def test_the_readme_shows_a_dispute() -> None:
    assert {shlex.split(command)[0] for command, _ in SHOWN} >= {"explain", "what-if", "verify"}


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_shown_output_is_printed_in_that_order(
    home: Home,  # noqa: F811 - the fixture
    command: str,
    output: str,
) -> None:
    cup = "club-cup" in command
    home.ok("import", ROOT / "tests/records" / (CUP if cup else "wondervale/dispute.txt"))
    printed = home.ok(*shlex.split(command)).splitlines()
    at = -1
    for line in output.splitlines():
        if line.strip() != "...":
            assert line in printed[at + 1 :], line
            at = printed.index(line, at + 1)


def test_what_the_table_shows_of_a_stack_is_printed_in_that_order(
    home: Home,  # noqa: F811 - the fixture
) -> None:
    (shown,) = re.findall(r"^```\n(\d bo> ac .*\n(?:.*\n)*?)```$", README, re.MULTILINE)
    seats = ("--seat", "ana=lorraine-wind", "--seat", "bo=silvie-fire")
    home.ok("new", "r1", "--game", "grand_archive", *seats)
    home.ok("log", "r1", "ana end")
    typed = re.findall(r"^\d bo> (.*)$", shown, re.MULTILINE)
    printed = iter(home.ok("table", "r1", input="\n".join([*typed, "q", ""])).splitlines())
    assert [line for line in shown.splitlines() if line not in printed] == []


def test_a_round_at_the_desk_is_what_the_shown_commands_lead_to(
    home: Home,  # noqa: F811 - the fixture
    tmp_path: Path,
) -> None:
    (opening,) = re.findall(r"^```\n((?:referee tournament .*\n)+)```$", README, re.MULTILINE)
    (shown,) = re.findall(r"^```\n(\d entered> .*\n(?:.*\n)*?)```$", README, re.MULTILINE)
    listed = tmp_path / "players.csv"
    listed.write_text("id,name,club\nana,Ana Hill,wolves\nbo,,\ncy,,\ndee,,\neva,,\n", "utf-8")
    new, enter, check_in = opening.replace("players.csv", str(listed)).splitlines()
    home.ok(*shlex.split(new)[1:], "--secret", "lantern")
    home.ok(*shlex.split(enter)[1:])
    home.ok(*shlex.split(check_in)[1:])
    typed = re.findall(r"^(?:\d entered|r\d, \d open|.*\[y/n\])[> ] ?(.*)$", shown, re.MULTILINE)
    lines = [*typed[:2], "", *typed[2:]]  # the clock is started by an empty line, which is left out
    result = home.run("tournament", "desk", "spring", input="\n".join([*lines, ""]))
    printed, at = result.output.splitlines(), -1
    for line in shown.splitlines():
        if line != "...":
            assert line in printed[at + 1 :], line
            at = printed.index(line, at + 1)


def test_what_is_done_before_the_doors_open_leads_to_a_venue_with_codes_for_its_staff(
    home: Home,  # noqa: F811 - the fixture
    tmp_path: Path,
) -> None:
    (shown,) = re.findall(
        r"^```\n((?:referee .*\n)+)referee venue serve (.*)\n```$", README, re.MULTILINE
    )
    players, lists, stick = tmp_path / "players.csv", tmp_path / "lists", tmp_path / "stick"
    players.write_text("id,name\nana,Ana Hill\nbo,\n", "utf-8")
    lists.mkdir()
    stick.mkdir()
    for player in ("ana", "bo"):
        deck = ROOT / "referee/games/wondervale/sample/decks/all-six.toml"
        (lists / f"{player}.toml").write_bytes(deck.read_bytes())
    for command in shown[0].splitlines():
        said = command.replace("players.csv", str(players)).replace(" lists", f" {lists}")
        home.ok(*shlex.split(said)[1:])
    options = shlex.split(shown[1].replace("/media/stick", str(stick)))
    with serving(home.log, "--host", "127.0.0.1", *options) as opened:
        roles = [line.partition("  ")[0] for line in opened if "http://referee.lan:" in line]
    assert {"organiser lena", "head-judge hugo", "judge kim", "scorekeeper sam"} < set(roles)


def test_the_two_blocks_that_set_everything_up_come_first() -> None:
    blocks = re.findall(r"^```sh\n(.*?)```$", README, re.MULTILINE | re.DOTALL)
    assert "referee demo" in blocks[0]
    assert "pytest" in blocks[1]
