"""Names at the table: in the order in which people say them, and as people call the things."""

import pytest

from cli.failure import Failure
from cli.reading.door.address import Situation, address
from cli.reading.door.cut_short import read_part
from cli.reading.lines import Line, read_lines
from cli.table.completion import _fields
from events.notation import split_words, write
from events.notation.plan import plan_of
from events.wondervale import Upgrade
from referee.verdict import Illegal
from tests.games.wondervale.table import GAME, Has, Match, position
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


UPGRADED = Has(
    battle="Cityling+Cityguard [Aegaryn]", bench="Duneling+Duneguard [Duneward]; Frostling"
)


def test_a_unit_answers_to_its_topmost_card() -> None:
    match = position(ana=UPGRADED, step="action")
    assert understood(match, "swap duneg") == "ana swap Duneling"
    assert understood(match, "swap duneling") == "ana swap Duneling"
    assert understood(match, "swap unit=duneguard") == "ana swap Duneling"
    match = won_by("City", UPGRADED)
    line = "exch cityg duneg aeg dunew"
    assert understood(match, line) == "ana exchange Aegaryn Cityling Duneward Duneling"


def test_a_topmost_card_completes_a_line_where_its_unit_is_on_offer() -> None:
    now = Situation.of(GAME, position(ana=UPGRADED, step="action").replay.table, "kim")
    head = address(split_words("swap"), now, ())
    found = _fields(head, plan_of(now.codec.by_verb["swap"]), now, "Du")
    assert [each.text for each in found] == ["Duneling", "Duneguard"]
    assert _fields(head, plan_of(now.codec.by_verb["swap"]), now, "City") == []


def test_a_line_of_the_log_takes_the_topmost_card_for_the_unit() -> None:
    match = position(ana=UPGRADED, step="action")
    (found,) = read_lines([Line("ana swap Duneguard", "")], match.replay)
    assert write(found.event, GAME.codec) == "ana swap Duneling"
    assert not isinstance(found.outcome.verdict, Illegal)


def test_a_card_on_top_of_two_units_is_asked_about() -> None:
    two = Has(battle="Frostling", bench="Duneling+Duneguard; Cityling+Duneguard")
    match = position(ana=two, step="action")
    with pytest.raises(Failure, match=r"more than one thing is called this.*Cityling or Duneling"):
        read_lines([Line("ana swap Duneguard", "")], match.replay)


def test_of_three_units_of_a_card_the_one_without_a_number_is_called_by_the_card_alone() -> None:
    match = position(ana=Has(battle="Cityling", bench="Frostling; Frostling; Frostling"))
    (found,) = read_lines([Line("ana upgrade unit=Frostling card=Frostguard", "")], match.replay)
    assert isinstance(found.event, Upgrade)
    assert found.event.unit == "Frostling"
