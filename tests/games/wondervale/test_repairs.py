"""REF-3.5: what a judge's repair has written is taken back, byte for byte, where another fails."""

import msgspec
import pytest

from referee.games.wondervale.repair import REPAIRS
from referee.games.wondervale.state import BENCH_LIMIT
from referee.verdict import Violation
from tests.games.wondervale.table import Has, Match, opened, position, position_with

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
    "enter:ana/Starling:bench",
    "upgrade:ana/Duneling:Duneguard",
    "attach:ana/Frostling:Juryn",
    "turn:bo:7/deposit",
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
    "enter:ana/Frostling:field",
    "upgrade:ana/Frostling:Frostguard",
    "attach:ana/Frostling:Ascyr",
    "turn:ana:7/battle",
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
    "move:ana/Juryn:bank>bank": ("bank>bank is not a move", "two of hand, bank, discard, defeated"),
    "move:ana/Juryn:bank>deck": ("bank>deck is not a move", "two of hand, bank, discard, defeated"),
    "move:ana/Juryn:deck>bank": ("deck>bank is not a move", "two of hand, bank, discard, defeated"),
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
    "move:ana/Juryn:bank>defeated": ("Juryn is a tribe card", "only characters are defeated"),
    "enter:ana/Duneling:battle": ("Frostling is in battle", "bench, for it first"),
    "enter:ana/Duneling:bench": ("Duneling is on the bench", "battle"),
    "enter:ana/Juryn:bench": ("Juryn begins no unit", "an apprentice"),
    "enter:ana/Starling.61:bench": ("Starling.61 names no copy", "Starling"),
    "enter:ana/Starling.01:bench": ("Starling.01 names no copy", "Starling"),
    "upgrade:ana/Duneling:Dunelord": (
        "Dunelord goes on Duneguard; the topmost card of Duneling is Duneling",
        "a card that goes on Duneling",
    ),
    "upgrade:ana/Frostling:Frostguard": (
        "Frostling has Frostguard already",
        "a card on top of it",
    ),
    "upgrade:ana/Duneling:Starling": ("Starling does not lie on a unit", "a guardian or a hero"),
    "attach:ana/Duneling:Aegaryn": ("Aegaryn is not in the bank", "a card that is there"),
    "attach:bo/Waveling:Ascyr": (
        "Waveling holds as many tribe cards as it can",
        "a unit with room",
    ),
    "defeat:ana/Frostling:ana": ("ana cannot be credited", "bo, or nobody"),
}


@pytest.mark.parametrize("change", IMPOSSIBLE)
def test_ref_3_5_what_cannot_be_repaired_says_why_and_what_could_be(change: str):
    match = in_the_middle()
    match.bo.bank.append("Ascyr")
    match.bo.bench[0].tribes.append("Abyssal")
    verdict = match.refuse(f"jo adjust {change}", "REF-3.5")
    assert (verdict.message, verdict.legal) == IMPOSSIBLE[change]


@pytest.mark.parametrize("change", ["enter:ana/Nobody:bench", "upgrade:ana/Duneling:Nobody"])
def test_wv_1_7_a_repair_with_a_card_that_is_not_in_the_catalog_says_so(change: str):
    verdict = in_the_middle().refuse(f"jo adjust {change}", "WV-1.7")
    assert verdict.message == "Nobody is not in the catalog"


def test_ref_3_5_a_full_bench_takes_no_unit():
    match = position(ana=Has(battle="Frostling", bench="; ".join(["Duneling"] * BENCH_LIMIT)))
    verdict = match.refuse("jo adjust enter:ana/Starling:bench", "REF-3.5")
    assert (verdict.message, verdict.legal) == ("the bench holds 7 units", "battle")


def test_ref_3_5_no_turn_is_set_before_the_health_is():
    verdict = opened().refuse("jo adjust turn:bo:1/action", "REF-3.5")
    assert verdict.message == "the Champions' health is not set"
    assert verdict.legal == "health:bo:200 first"
    opened().play("jo adjust health:bo:200 turn:bo:1/action")


# -- what is owed after a repair ---------------------------------------------------------------

SEVERAL = Has(bench="Duneling; Starling; Waveling flat")
FALLING = Has(battle="Duneling+Duneguard+Dunelord [Juryn*3 Ascyr*2] -139", hidden="Juryn", hand=1)
CHOOSE = ("bo", "choose which unit enters battle (Duneling, Starling)")
ROLL = ("ana", "roll for the attack on Starling")
TAKE_BACK = ("bo", "take back up to 2 tribe cards of Duneling (Ascyr, Juryn)")
DRAW = ("bo", "draw a card for Duneling")
SIFT = ("ana", "sift: draw a card, then discard one (Duneward)")
EXCHANGE = ("ana", "exchange two tribe cards, or replace one from hand (Juryn)")
GRAFT = ("ana", "graft a tribe card, or draw a card if there is none (Verdari)")
PICK = ("ana", "pick a card of the opponent's hand (Aegaryn)")


def guard(tribe: str, **more: str | int) -> Has:
    """A guardian of that tribe in battle."""
    return Has(**{"battle": f"{tribe}ling+{tribe}guard [Juryn]", "hidden": "", "hand": 0, **more})


@pytest.mark.parametrize(
    ("ana", "bo", "before", "repair", "owed"),
    [
        (guard("Star"), SEVERAL, "ana attack", "health:bo:10", [CHOOSE]),
        (
            guard("Star"),
            SEVERAL,
            "ana attack",
            "ready:bo/Waveling:yes",
            [("bo", "choose which unit enters battle (Duneling, Starling, Waveling)")],
        ),
        (
            guard("Star"),
            SEVERAL,
            "ana attack",
            "ready:bo/Duneling:no",
            [("bo", "choose which unit enters battle (Starling)")],
        ),
        (guard("Star"), SEVERAL, "ana attack", "ready:bo/Duneling:no ready:bo/Starling:no", []),
        (
            guard("Star", battle="Starling"),
            SEVERAL,
            "ana attack",
            "defeat:ana/Starling:nobody",
            [("ana", "draw a card for Starling")],
        ),
        (guard("Star"), SEVERAL, "ana attack; bo enter Starling", "health:bo:10", [ROLL]),
        (
            guard("Star", battle="Frostling"),
            SEVERAL,
            "ana attack; bo enter Starling",
            "defeat:ana/Frostling:bo",
            [("ana", "draw a card for Frostling")],
        ),
        (
            guard("Frost"),
            SEVERAL,
            "ana attack; bo enter Starling",
            "defeat:bo/Starling:ana",
            [("bo", "draw a card for Starling")],
        ),
        (guard("Star"), FALLING, "ana attack 6-1", "health:bo:10", [TAKE_BACK, DRAW]),
        (
            guard("Star"),
            FALLING,
            "ana attack 6-1",
            "move:bo/Juryn:discard>bank " * 2,
            [TAKE_BACK, DRAW],
        ),
        (
            guard("Star"),
            FALLING,
            "ana attack 6-1",
            "move:bo/Juryn:discard>bank " * 3,
            [("bo", "take back up to 2 tribe cards of Duneling (Ascyr)"), DRAW],
        ),
        (
            guard("Star"),
            FALLING,
            "ana attack 6-1",
            "move:bo/Juryn:discard>bank " * 3 + "move:bo/Ascyr:discard>bank",
            [("bo", "take back up to 1 tribe card of Duneling (Ascyr)"), DRAW],
        ),
        (
            guard("Star"),
            FALLING,
            "ana attack 6-1; bo reclaim Ascyr",
            "move:bo/Juryn:discard>bank " * 3,
            [("bo", "take back up to 1 tribe card of Duneling (Ascyr)"), DRAW],
        ),
        (
            guard("Star"),
            FALLING,
            "ana attack 6-1",
            "move:bo/Juryn:discard>bank " * 3 + "move:bo/Ascyr:discard>bank " * 2,
            [DRAW],
        ),
        (
            guard("Dune", hidden="Juryn", hand=1),
            FALLING,
            "ana attack 6-1",
            "health:bo:10",
            [TAKE_BACK, DRAW, SIFT],
        ),
        (
            guard("Dune", hidden="Juryn", hand=1),
            FALLING,
            "ana attack 6-1",
            "move:ana/Juryn:hand>bank",
            [TAKE_BACK, DRAW],
        ),
        (
            guard("City"),
            FALLING,
            "ana attack 6-1",
            "health:bo:10",
            [TAKE_BACK, DRAW, EXCHANGE],
        ),
        (guard("Fern"), FALLING, "ana attack 6-1", "health:bo:10", [TAKE_BACK, DRAW, GRAFT]),
        (guard("Frost"), FALLING, "ana attack 6-1", "health:bo:10", [TAKE_BACK, DRAW, PICK]),
        (
            guard("Frost"),
            FALLING,
            "ana attack 6-1",
            "move:bo/Juryn:hand>bank",
            [TAKE_BACK, DRAW],
        ),
        (
            guard("Wave"),
            Has(**{**vars(FALLING), "bench": "Starling; Fernling"}),
            "ana attack 6-1",
            "defeat:bo/Starling:ana",
            [
                TAKE_BACK,
                DRAW,
                ("ana", "drown a unit (Abyssal; Fernling)"),
                ("bo", "draw a card for Starling"),
            ],
        ),
        (
            guard("Wave"),
            Has(**{**vars(FALLING), "bench": "Starling"}),
            "ana attack 6-1",
            "defeat:bo/Starling:ana",
            [TAKE_BACK, DRAW, ("bo", "draw a card for Starling")],
        ),
        (
            guard("Star"),
            SEVERAL,
            "ana attack",
            "enter:bo/Starling.2:battle",
            [("ana", "roll for the attack on Starling.2")],
        ),
        (
            guard("Star"),
            SEVERAL,
            "ana attack; bo enter Starling",
            "defeat:bo/Starling:nobody enter:bo/Starling:battle",
            [("bo", "draw a card for Starling")],
        ),
    ],
)
def test_ref_3_5_what_a_repair_makes_impossible_is_owed_no_more(
    ana: Has, bo: Has, before: str, repair: str, owed: list[tuple[str, str]]
):
    match = position(ana=ana, bo=bo).play(before)
    match.play(f"jo adjust {repair}")
    assert [(due.seat, due.text()) for due in match.state.due] == owed


def test_wv_8_4_an_empty_hand_that_may_be_drawn_into_is_offered_still_after_a_repair():
    match = position(ana=guard("Frost"), bo=Has(**{**vars(FALLING), "hand": 0}))
    match.play("ana attack 6-1; jo adjust health:bo:10")
    assert [(due.seat, due.text()) for due in match.state.due] == [TAKE_BACK, DRAW, PICK]


@pytest.mark.parametrize(("repair", "must"), [("health:bo:10", True), ("attach", False)])
def test_wv_i_15_an_exchange_is_owed_while_two_places_hold_tribe_cards(repair: str, must: bool):
    ana = guard("City", bank="Ascyr")
    match = position_with("WV-I 15", "compulsory", ana=ana, bo=FALLING).play("ana attack 6-1")
    assert match.state.due[-1].must
    match.play(f"jo adjust {'attach:ana/Cityling:Ascyr' if repair == 'attach' else repair}")
    assert match.state.due[-1].must is must


def test_ref_3_5_a_repair_moves_what_it_says():
    match = in_the_middle().play(f"jo adjust {' '.join(GOOD[:-2])}")
    assert (match.ana.health, match.bo.defeated) == (10, 2)
    assert (match.ana.battle.damage, match.ana.bench[0].vertical) == (20, False)
    assert match.ana.battle.tribes == ["Aegaryn", "Juryn"]
    assert (match.ana.bank, match.ana.discard) == (["Aegaryn"], ["Starling"])
    # the card that went back to the deck unseen may have been one of those that were known
    assert match.ana.hidden.known("hand") == {"Juryn": 1}
    assert (match.bo.hidden.size("hand"), match.bo.hidden.size("deck")) == (7, 13)
    match.play("jo adjust defeat:ana/Frostling:bo defeat:bo/Waveling:nobody")
    assert (match.ana.battle, match.bo.bench[0].id) == (None, "Cityling")
    assert (match.bo.defeated, match.ana.defeated) == (3, 1)
    assert match.ana.defeat_pile == ["Frostling", "Frostguard"]
