"""REF-3.5: what a judge's repair has written is taken back, byte for byte, where another fails."""

import msgspec
import pytest

from referee.games.wondervale.repair import REPAIRS
from referee.verdict import Violation
from tests.games.wondervale.table import Has, Match, position

GOOD = (
    "health:ana:10",
    "damage:ana/Frostling:20",
    "ready:ana/Duneling:no",
    "defeats:bo:2",
    "draw:bo:2",
    "draw:ana:-1",
    "move:ana/Aegaryn:discard>bank",
    "move:ana/Juryn:bank>hand",
    "move:ana/Starling:hand>discard",
    "attach:ana/Frostling:Juryn",
    "defeat:ana/Frostling:bo",
    "defeat:bo/Waveling:nobody",
)
FAILING = (
    "health:ana:0",
    "damage:ana/Frostling:500",
    "ready:ana/Duneling:perhaps",
    "defeats:bo:99",
    "draw:bo:99",
    "move:ana/Ascyr:discard>bank",
    "move:ana/Snowlitt:hand>discard",
    "move:bo/Starling:hand>discard",
    "attach:ana/Frostling:Ascyr",
    "defeat:ana/Frostling:ana",
)


def in_the_middle() -> Match:
    """Rights, an owed ability, cards in every pile; bo's hand holds no Starling."""
    ana = Has(
        battle="Frostling+Frostguard [Aegaryn] -10",
        bench="Duneling",
        bank="Juryn*2",
        known="Starling Juryn",
        discard="Aegaryn",
    )
    bo = Has(
        battle="Starling+Starguard [Ascyr*3] -119", bench="Waveling; Cityling", hidden="Juryn*20"
    )
    return position(ana=ana, bo=bo).play("ana attack 6-1")


def test_every_repair_is_tried():
    assert {change.split(":")[0] for change in GOOD} == set(REPAIRS)
    assert {change.split(":")[0] for change in FAILING} == set(REPAIRS)


@pytest.mark.parametrize("good", GOOD)
@pytest.mark.parametrize("failing", FAILING)
def test_ref_3_5_what_a_failing_repair_leaves_is_what_was_there(good: str, failing: str):
    table = in_the_middle().replay.table
    before, facts = msgspec.msgpack.encode(table.state), list(table.facts)
    first, second = (change.split(":") for change in (good, failing))
    with pytest.raises(Violation), table.whole():
        REPAIRS[first[0]](table, *first[1:])
        assert msgspec.msgpack.encode(table.state) != before
        REPAIRS[second[0]](table, *second[1:])
    assert msgspec.msgpack.encode(table.state) == before
    assert table.facts == facts


@pytest.mark.parametrize("change", GOOD)
def test_ref_3_5_a_repair_alone_stays(change: str):
    match = in_the_middle()
    before = match.replay.digest()
    match.play(f"jo adjust {change}")
    assert match.replay.digest() != before
