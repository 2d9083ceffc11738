"""What a scorekeeper of Tower-WizWar types at the table."""

import pytest

from cli.table.address import Situation
from cli.table.line import read_part
from events.notation import Malformed, write
from tests.games.tower_wizwar.table import GAME, Match, turn


def typed(match: Match, line: str) -> str:
    """A line as it stands in full, logged."""
    event = read_part(line, Situation.of(GAME, match.replay.table, "kim"))
    assert event is not None
    match.play(write(event, GAME.codec))
    return write(event, GAME.codec)


def test_cards_that_pay_are_counted_where_nobody_names_them():
    """TW-20.10: a number stands for the names, though the names are what is offered."""
    match = turn()
    with pytest.raises(Malformed, match="leaves mana open"):
        typed(match, "cast c2 f1")
    assert typed(match, "cast c2 f1 un=2") == "ana cast C2 F1 unnamed=2"
    typed(match, "phase movement")
    assert match.tw.zones.hidden.size("ana.pool/spell") == 4


def test_discards_are_counted_where_nobody_names_them():
    match = turn(phase="draft")
    assert typed(match, "full-draft 3 un=2") == "ana full-draft 3 unnamed=2"
    match = turn().unseen("ana", "pool", 4)
    assert typed(match, "discard un=2") == "ana discard unnamed=2"
    match = turn(phase="last").unseen("ana", "hand", 3)
    assert typed(match, "discard un=1 pool=2") == "ana discard pool=2 unnamed=1"
