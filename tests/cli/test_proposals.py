"""``rule`` without a kind: what the rules of a game allow of an entry, with what each would do."""

from typing import Any

import pytest

from tests.cli.test_home import Home, home, widest

__all__ = ["home"]

DECKS = ("--seat", "ana=rai-wind", "--seat", "bo=ciel-fire")
BEGUN = (
    'ana resolve source="Spirit of Fortuitous Wind"; ana end',
    'bo activate "Liminal Guide"; bo activate "Liminal Guide"',
    'bo attack "Liminal Guide.2" ana',
)
AGAIN = 'bo attack "Liminal Guide.2" ana'


@pytest.fixture
def table(home: Home) -> Home:
    """A match in which an attack is on."""
    home.ok("new", "g1", "--game", "grand_archive", *DECKS, "--judge", "lena=head")
    for line in BEGUN:
        home.ok("log", "g1", line)
    return home


def proposals(home: Home, *of: object) -> dict[str, Any]:
    found = home.json("rule", "g1", *of)
    assert found["schema"] == "referee/rule-proposed/1"
    return {each["rule"]: each for each in found["proposals"]}


@pytest.mark.rule("GA-28.10")
def test_an_attempt_that_was_caught_at_once_is_taken_back(table: Home) -> None:
    table.ok("log", "g1", AGAIN, status=3)
    (found,) = proposals(table).values()
    assert found["rule"] == "GA-28.10"
    assert found["line"] == 'lena strike 7 reason="taken back" rule="GA-28.10"'
    assert found["effect"]["verdict"] == "legal"
    entries = table.entries("g1")
    table.ok("log", "g1", found["line"])
    assert table.entries("g1") == entries + 1


@pytest.mark.rule("GA-28.2")
def test_what_little_happened_since_is_taken_back_with_it(table: Home) -> None:
    table.ok("log", "g1", 'bo attack "Liminal Guide.1" ana')
    found = proposals(table, 6)["GA-28.2"]
    assert found["line"].startswith("lena rewind 5 ")
    gone = [each["seq"] for each in found["effect"]["changes"]]
    assert gone == [6, 7]
    assert any("stack" in text or "field" in text for text in found["effect"]["changed"])


@pytest.mark.rule("GA-28.8")
def test_what_is_too_late_is_no_simple_reversal_and_may_cost_the_game(table: Home) -> None:
    table.ok("log", "g1", AGAIN, status=3)
    table.ok("log", "g1", "bo end")
    found = proposals(table)
    assert "GA-28.2" not in found
    assert found["GA-28.8"]["effect"]["result_after"]["winners"] == ["ana"]


@pytest.mark.rule("GA-28.6")
def test_a_missed_draw_is_done_now_or_taken_back(table: Home) -> None:
    table.ok("log", "g1", "bo end")
    table.ok("log", "g1", "ana missed draw")
    lines = [each["line"] for each in table.json("rule", "g1")["proposals"]]
    assert lines == [
        'lena insert 8 "ana missed draw added=yes" reason="done now" rule="GA-28.6"',
        'lena adjust unseen:ana/hand>deck:1 reason="never done" rule="GA-28.6"',
    ]


@pytest.mark.rule("GA-28.7")
def test_a_missed_trigger_goes_on_the_stack_if_the_opponent_has_it_so(table: Home) -> None:
    table.ok("log", "g1", 'bo missed "Aithne, Spirit of Fire"')
    lines = [each["line"] for each in table.json("rule", "g1")["proposals"]]
    assert lines[0] == (
        'lena insert 7 "bo missed \\"Aithne, Spirit of Fire\\" added=yes" reason="done now" '
        'rule="GA-28.7"'
    )
    assert lines[1] == 'lena strike 7 reason="not missed" rule="GA-28.7"'


def test_the_proposals_fit_the_screen_and_write_nothing(table: Home) -> None:
    table.ok("log", "g1", AGAIN, status=3)
    before = table.log.read_bytes()
    told = table.ok("rule", "g1", "7")
    assert widest(told) <= 80
    assert "1. lena strike 7" in told
    assert "GA-28.10, Caught at once: the attempt is taken back" in told
    assert "one is made by: referee log g1 LINE" in told
    assert table.log.read_bytes() == before


def test_an_entry_that_cannot_be_ruled_on_is_a_clear_error(table: Home) -> None:
    assert "no entry 99" in table.error("rule", "g1", "99")
    assert "opens the match" in table.error("rule", "g1", "1")


def test_any_game_has_what_the_house_allows(home: Home) -> None:
    home.play()
    found = home.json("rule", "r1", "15")["proposals"]
    assert [each["rule"] for each in found] == ["REF-3.1", "REF-3.1"]
    home.ok("log", "r1", "ana lay Snowlitt", status=3)
    first = home.json("rule", "r1")["proposals"][0]
    assert first["line"].split()[1] in ("stand", "strike")
