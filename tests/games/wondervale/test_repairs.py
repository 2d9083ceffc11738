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


IMPOSSIBLE = {
    "health:cy:10": ("cy has no seat", "one of ana, bo"),
    "health:ana:0": ("0 is not a whole number from 1 to 1000000000000000", "1 to 1000000000000000"),
    "damage:ana/Waveling:10": (
        "ana/Waveling is not a unit",
        "one of ana/Frostling, ana/Duneling",
    ),
    "damage:ana/Frostling:100": ("100 is not a whole number from 0 to 99", "0 to 99"),
    "ready:ana/Frostling:no": ("ana/Frostling is in battle, and ready", "yes"),
    "ready:ana/Duneling:perhaps": ("perhaps is neither yes nor no", "yes or no"),
    "defeats:bo:61": ("61 is not a whole number from 0 to 60", "0 to 60"),
    "defeats:bo:-1": ("-1 is not a whole number from 0 to 60", "0 to 60"),
    "draw:bo:16": ("16 is not a whole number from -5 to 15", "-5 to 15"),
    "draw:bo:-6": ("-6 is not a whole number from -5 to 15", "-5 to 15"),
    "move:ana/Juryn:bank>bank": ("bank>bank is not a move", "two of hand, bank, discard"),
    "move:ana/Juryn:bank>deck": ("bank>deck is not a move", "two of hand, bank, discard"),
    "move:ana/Juryn:deck>bank": ("deck>bank is not a move", "two of hand, bank, discard"),
    "move:ana/Starling:hand>bank": (
        "Starling is not a tribe card",
        "only tribe cards lie in the bank",
    ),
    "move:ana/Starling:bank>hand": (
        "Starling is not a tribe card",
        "only tribe cards lie in the bank",
    ),
    "move:ana/Aegaryn:bank>hand": ("Aegaryn is not in the bank", "a card that is there"),
    "move:ana/Juryn:discard>hand": ("Juryn is not in the discard", "a card that is there"),
    "attach:ana/Duneling:Aegaryn": ("Aegaryn is not in the bank", "a card that is there"),
    "attach:bo/Waveling:Ascyr": (
        "Waveling holds as many tribe cards as it can",
        "a unit with room",
    ),
    "defeat:ana/Frostling:ana": ("ana cannot be credited", "one of bo, or nobody"),
}


@pytest.mark.parametrize("change", IMPOSSIBLE)
def test_ref_3_5_what_cannot_be_repaired_says_why_and_what_could_be(change: str):
    match = in_the_middle()
    match.bo.bank.append("Ascyr")
    match.bo.bench[0].tribes.append("Abyssal")
    verdict = match.refuse(f"jo adjust {change}", "REF-3.5")
    assert (verdict.message, verdict.legal) == IMPOSSIBLE[change]
