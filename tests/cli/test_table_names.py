"""Names at the table: in the order in which people say them, and as people call the things."""

import pytest

from cli.table.address import Situation
from cli.table.line import read_part
from events.notation import write
from tests.games.wondervale.table import GAME, Match
from tests.games.wondervale.test_8_abilities import CITY, won_by


def understood(match: Match, line: str) -> str:
    """What a hurried line means, in full."""
    event = read_part(line, Situation.of(GAME, match.replay.table, "kim"))
    assert event is not None
    return write(event, GAME.codec)


@pytest.mark.parametrize(
    "line",
    [
        "exch city dunel aeg dunew",
        "exch dunel city dunew aeg",
        "exch aeg dunew city dunel",
        "exch aeg city dunew dunel",
        "ana exch cityling duneling duneward aegaryn",
    ],
)
def test_an_exchange_is_understood_in_whatever_order_it_is_said(line: str) -> None:
    match = won_by("City", CITY)
    assert understood(match, line) == "ana exchange Aegaryn Cityling Duneward Duneling"
