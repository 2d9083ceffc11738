"""What may be logged next, with all that may stand in it, and what is owed or offered."""

import pytest

from referee.choice import Contest, OneOf, Some
from referee.games.wondervale.choices import Relay
from referee.pad import DicePad
from tests.games.wondervale.table import DECK, GAME, Has, Match, opened, position, position_with

DICE = "dice own-other, such as 3-6; ties again"


def offered(match: Match, seat: str) -> list[str]:
    """Each option of a seat: the verb, its fields, its rule, how eagerly chance takes it."""
    return [
        " ".join(
            [
                option.verb,
                *(f"{name}={choice.described()}" for name, choice in option.fields.items()),
                f"({option.rule})",
                f"x{option.weight}",
                *(["must"] if option.must else []),
                *(["ends"] if option.ends else []),
            ]
        )
        for option in GAME.options(match.t)
        if option.seat == seat
    ]


def choice(match: Match, verb: str, name: str):
    """What a field of the only option with that verb may hold."""
    (option,) = [o for o in GAME.options(match.t) if o.verb == verb]
    return option.fields[name]


def owing(match: Match) -> list[tuple[str, str, bool, str]]:
    """All that is owed or offered: of whom, by which rule, whether it must be, and what."""
    return [(due.seat, due.rule, due.must, due.text()) for due in GAME.obligations(match.t)]


# -- setup -------------------------------------------------------------------------------------


def test_at_the_start_health_is_set_and_hands_are_drawn():
    match = opened()
    assert offered(match, "ana") == [
        "standard-health (WV-2.2) x4",
        "agree-health amount=1 to 1000 (WV-2.3) x0",
        "chaos-health rolls=dice such as ana:6, on until 2 or more (WV-2.4) x1",
        "draw count=7 (WV-3.1) x4",
    ]
    assert offered(match, "bo") == ["draw count=7 (WV-3.1) x4"]
    assert {due.since for due in GAME.obligations(match.t)} == {1}
    assert owing(match) == [
        ("ana", "WV-2.1", True, "set the Champions' health"),
        ("ana", "WV-3.1", True, "draw 7 cards"),
        ("bo", "WV-3.1", True, "draw 7 cards"),
    ]


def test_the_roll_for_the_first_turn_waits_for_health_and_for_both_hands():
    match = opened().play("ana draw 7; bo draw 7")
    assert owing(match) == [("ana", "WV-2.1", True, "set the Champions' health")]
    assert "first-roll" not in match.options("ana")
    match.play("ana standard-health")
    assert owing(match) == [("ana", "WV-3.4", True, "roll for the first turn")]
    assert [due.since for due in GAME.obligations(match.t)] == [1]
    assert offered(match, "ana")[-1] == f"first-roll rolls={DICE} (WV-3.4) x4"
    match = opened().play("ana standard-health; ana draw 7")
    assert owing(match) == [("bo", "WV-3.1", True, "draw 7 cards")]
    assert "first-roll" not in match.options("ana")


def test_extra_cards_are_offered_besides_the_roll():
    hand = "Aegaryn*4 Juryn*3"
    match = opened().play(f"ana standard-health; ana draw 7; bo draw 7; ana mulligan {hand}")
    assert owing(match) == [
        ("bo", "WV-3.3", False, "draw up to 1 extra card"),
        ("ana", "WV-3.4", True, "roll for the first turn"),
    ]
    assert offered(match, "bo")[-1] == "draw count=1 (WV-3.3) x4"
    match.play(f"ana mulligan {hand}")
    assert offered(match, "bo")[-1] == "draw count=1 to 2 (WV-3.3) x4"
    assert offered(match, "ana")[-1] == f"first-roll rolls={DICE} (WV-3.4) x4"
    assert owing(match)[0][-1] == "draw up to 2 extra cards"


def test_the_hand_that_is_drawn_anew_is_offered_whole_and_without_apprentices():
    match = opened().play("ana draw 7")
    dull = {name: n for name, n in DECK.items() if not name.endswith("ling")}
    assert choice(match, "mulligan", "hand") == Some(dict(sorted(dull.items())), 7, 7)
    assert offered(match, "ana")[-1].endswith("(WV-3.2) x1")


def test_wv_3_2_a_hand_in_which_an_apprentice_is_known_is_not_drawn_anew():
    match = opened().play("ana draw 7; jo adjust move:ana/Juryn:hand>discard")
    match.play("jo adjust move:ana/Juryn:discard>hand")
    assert "mulligan" in match.options("ana")
    match.play("jo adjust move:ana/Frostling:hand>discard")
    match.play("jo adjust move:ana/Frostling:discard>hand")
    assert "mulligan" not in match.options("ana")


# -- the health that dice set ------------------------------------------------------------------

RELAY = Relay(6, ("ana", "bo"), 2)


@pytest.mark.parametrize(
    ("thrown", "allowed"),
    [
        ([("ana", 2)], True),
        ([("ana", 6)], True),
        ([("ana", 1), ("bo", 5)], True),
        ([("ana", 1), ("bo", 1), ("ana", 2)], True),
        ([("ana", 1)], False),
        ([("bo", 2)], False),
        ([("ana", 7)], False),
        ([("ana", 0)], False),
        ([("ana", 2), ("bo", 3)], False),
        ([("ana", 1), ("ana", 3)], False),
        ([("ana", 1), ("bo", 1)], False),
        ([("ana", 0), ("bo", 3)], False),
        ([], False),
        ("ana:2", False),
        ([("ana", 2, 2)], False),
        (["ana"], False),
    ],
)
def test_wv_2_4_players_throw_by_turns_until_a_die_shows_2_or_more(thrown, allowed: bool):
    assert RELAY.allows(thrown) is allowed


def test_wv_2_4_the_dice_are_typed_with_who_threw_them():
    assert RELAY.names() == ("ana", "bo")
    assert RELAY.fits("ana:3")
    assert not RELAY.fits("3")
    assert RELAY.pad() == DicePad(6, 1, ((1,),), ("ana", "bo"), shape="seated")


class Dice:
    """A chance that is known: what the dice show, one after the other."""

    def __init__(self, *shown: int) -> None:
        self.shown = list(shown)

    def randint(self, least: int, most: int) -> int:
        assert (least, most) == (1, 6)
        return self.shown.pop(0)


def test_wv_2_4_by_chance_each_throws_in_turn_until_it_is_settled():
    assert RELAY.decide(Dice(2, 6)) == [("ana", 2)]
    assert RELAY.decide(Dice(1, 1, 1, 4)) == [("ana", 1), ("bo", 1), ("ana", 1), ("bo", 4)]


# -- the steps of a turn -----------------------------------------------------------------------

FOUR = Has(hidden="Juryn*2 Frostling Frostguard", hand=3)


def test_the_discard_step_offers_two_cards_at_most_and_the_draw():
    match = position(ana=FOUR, step="discard")
    assert offered(match, "ana") == [
        "discard cards=1-2 of Frostguard, Frostling, Juryn*2 (WV-4.2) x1",
        "draw count=1 (WV-4.3) x8",
    ]
    assert owing(match) == [("ana", "WV-4.3", True, "draw 1 card")]
    match.play("ana discard Juryn")
    assert offered(match, "ana") == [
        "discard cards=1 of Frostguard, Frostling, Juryn (WV-4.2) x1",
        "draw count=2 (WV-4.3) x8",
    ]
    match.play("ana discard Juryn")
    assert offered(match, "ana") == ["draw count=3 (WV-4.3) x8"]
    assert owing(match) == [("ana", "WV-4.3", True, "draw 3 cards")]
    assert offered(match, "bo") == []


def test_no_more_is_discarded_than_is_in_hand():
    match = position(ana=Has(hidden="Juryn*3", hand=1), step="discard")
    assert offered(match, "ana")[0] == "discard cards=1 of Juryn (WV-4.2) x1"
    match = position(ana=Has(hidden="Juryn*3", hand=0), step="discard")
    assert offered(match, "ana") == ["draw count=1 (WV-4.3) x8"]


BUILDING = Has(
    hidden="Juryn*2 Frostling Frostguard Bulkling",
    hand=3,
    bank="Aegaryn*2 Juryn",
    bench="Frostling [Aegaryn]; Duneling flat; Cityling",
)


def test_deposits_deployment_and_the_end_are_offered_side_by_side():
    match = position(ana=BUILDING)
    assert offered(match, "ana") == [
        "deposit cards=1-2 of Juryn*2 (WV-4.6) x8",
        "lay card=Bulkling tribes=2 of Aegaryn*2, Juryn (WV-6.2) x4",
        "upgrade unit=Frostling card=Frostguard tribes=2 of Aegaryn*2, Juryn (WV-6.3) x8",
        "lay card=Frostling tribes=1 of Aegaryn*2, Juryn (WV-6.2) x4",
        "promote unit=Frostling, Cityling (WV-6.8) x12",
        "end (WV-4.1) x2 ends",
    ]
    assert owing(match) == []
    match.play("ana deposit Juryn")
    assert offered(match, "ana")[0] == "deposit cards=1 of Juryn (WV-4.6) x8"
    match.play("ana deposit Juryn")
    assert "deposit" not in match.options("ana")


def test_one_tribe_card_of_several_unseen_ones_may_be_all_that_is_in_hand():
    one_card = position(ana=Has(hidden="Juryn*3 Frostling", hand=1))
    assert offered(one_card, "ana")[0] == "deposit cards=1 of Juryn (WV-4.6) x8"
    one_tribe_card = position(ana=Has(hidden="Juryn Frostling*3", hand=3))
    assert offered(one_tribe_card, "ana")[0] == "deposit cards=1 of Juryn (WV-4.6) x8"
    assert "deposit" not in position(ana=Has(hidden="Frostling*3", hand=3)).options("ana")
    assert "deposit" not in position(ana=Has(hidden="Juryn*3", hand=0)).options("ana")


@pytest.mark.parametrize(
    ("changed", "without"),
    [
        ({"bank": ""}, {"lay", "upgrade"}),
        ({"bank": "Juryn"}, {"upgrade"}),
        ({"bench": "Frostling [Aegaryn] flat; Duneling flat"}, {"upgrade", "promote"}),
        ({"bench": "Duneling"}, {"upgrade"}),
        ({"bench": "Frostling [Aegaryn]" + "; Cityling" * 5}, set()),
        ({"bench": "Frostling [Aegaryn]" + "; Cityling" * 6}, {"lay"}),
        ({"hand": 0}, {"deposit", "lay", "upgrade"}),
        ({"battle": "Waveling"}, {"promote"}),
    ],
)
def test_what_cannot_be_deployed_is_not_offered(changed: dict[str, str], without: set[str]):
    match = position(ana=Has(**{**vars(BUILDING), **changed}))
    found = match.options("ana") - {"swap", "direct-attack"}
    assert found == {"deposit", "lay", "upgrade", "promote", "end"} - without


def test_wv_6_6_a_unit_that_was_upgraded_is_not_offered_another():
    ana = Has(hidden="Frostguard Frostlord", hand=2, bank="Aegaryn*5", bench="Frostling")
    match = position(ana=ana).play("ana upgrade Frostling Frostguard tribes=Aegaryn*3")
    assert "upgrade" not in match.options("ana")
    match.play("ana end; bo draw 1; bo end; ana draw 1")
    assert "upgrade unit=Frostling card=Frostlord tribes=2 of Aegaryn*2 (WV-6.3) x8" in offered(
        match, "ana"
    )


def test_an_upgrade_that_needs_no_more_tribe_cards_is_offered_with_none():
    ana = Has(hidden="Frostguard", hand=1, bench="Frostling [Aegaryn*3]")
    lines = offered(position(ana=ana), "ana")
    assert "upgrade unit=Frostling card=Frostguard tribes=none (WV-6.3) x8" in lines


# -- the action --------------------------------------------------------------------------------

ALONE = Has(hidden="Frostling", hand=1, battle="Frostling")
GUARDED = Has(battle="Duneling")


def test_the_battle_unit_swaps_or_attacks():
    ana = Has(**{**vars(ALONE), "bench": "Frostling; Duneling flat; Cityling"})
    match = position(ana=ana, bo=GUARDED)
    assert offered(match, "ana") == [
        "swap unit=Frostling.2, Cityling (WV-7.2) x1",
        f"attack rolls={DICE} (WV-7.7) x16",
        "end (WV-4.1) x2 ends",
    ]
    # offense 1 and strong against Duneward, against defense 2
    assert choice(match, "attack", "rolls") == Contest(6, 0)


def test_the_dice_are_left_out_where_the_defender_has_to_choose():
    bo = Has(bench="Duneling; Starling; Waveling flat")
    match = position(ana=ALONE, bo=bo)
    assert offered(match, "ana")[0] == "attack (WV-7.7) x16"
    match.play("ana attack")
    assert offered(match, "ana") == []
    assert offered(match, "bo") == ["enter unit=Duneling, Starling (WV-7.4) x4 must"]
    assert owing(match) == [
        ("bo", "WV-7.4", True, "choose which unit enters battle (Duneling, Starling)")
    ]
    match.play("bo enter Starling")
    assert offered(match, "ana") == [f"roll rolls={DICE} (WV-7.7) x4 must"]
    # offense 1 and vulnerable to Ascyr, against defense 2
    assert choice(match, "roll", "rolls") == Contest(6, -2)
    assert owing(match) == [("ana", "WV-7.7", True, "roll for the attack on Starling")]


@pytest.mark.parametrize(
    "bo", [Has(bench="Waveling; Starling flat"), Has(battle="Waveling", bench="Starling; Duneling")]
)
def test_the_dice_are_thrown_at_once_where_it_is_clear_who_defends(bo: Has):
    match = position(ana=ALONE, bo=bo)
    assert choice(match, "attack", "rolls") == Contest(6, -1)


def test_a_direct_attack_is_offered_in_place_of_an_attack():
    match = position(ana=ALONE, bo=Has(bench="Waveling flat"))
    assert offered(match, "ana") == ["direct-attack (WV-7.6) x16", "end (WV-4.1) x2 ends"]


@pytest.mark.parametrize(
    ("given", "offers"),
    [
        ({"turn": 2}, False),
        ({"turn": 3}, True),
        ({"bo": Has(bench="Waveling")}, False),
        ({"ana": Has(**{**vars(ALONE), "defeated": 2})}, True),
        ({"ana": Has(**{**vars(ALONE), "defeated": 3})}, False),
    ],
)
def test_wv_7_6_a_direct_attack_is_offered_where_it_is_allowed(given, offers: bool):
    match = position(**{"ana": ALONE, "bo": Has(bench="Waveling flat"), **given})
    assert ("direct-attack" in match.options("ana")) is offers


def test_a_champion_battle_is_offered_with_what_is_added_to_the_dice():
    ana = Has(**{**vars(ALONE), "defeated": 4})
    match = position(ana=ana, bo=Has(defeated=1))
    assert offered(match, "ana") == [
        f"champion-battle rolls={DICE} (WV-9.1) x24",
        "end (WV-4.1) x2 ends",
    ]
    assert choice(match, "champion-battle", "rolls") == Contest(6, 2)
    match = position_with("WV-I 9", "defender_wins", ana=ana, bo=Has(defeated=3))
    assert choice(match, "champion-battle", "rolls") == Contest(6, 1, again=False)


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("swap Duneling", {"end"}),
        ("attack 1-6", {"attack", "end"}),
        ("attack 6-1", {"end"}),
        ("champion-battle 6-1", {"attack", "champion-battle", "end"}),
    ],
)
def test_wv_7_1_what_was_done_leaves_less_to_do(line: str, left: set[str]):
    ana = Has(hidden="", hand=0, battle="Starling", bench="Duneling", defeated=3)
    bo = Has(battle="Waveling -20", hidden="", hand=0)
    match = position(ana=ana, bo=bo).play(f"ana {line}")
    assert match.options("ana") == left


# -- the end of a turn -------------------------------------------------------------------------


def test_a_hand_above_the_limit_is_discarded_down_before_the_end():
    match = position(ana=Has(hidden="Juryn*9", hand=9))
    assert offered(match, "ana") == [
        "deposit cards=1-2 of Juryn*9 (WV-4.6) x8",
        "discard cards=2 of Juryn*9 (WV-4.7) x2",
    ]
    assert owing(match) == [("ana", "WV-4.7", False, "discard 2 cards before the turn ends")]
    match.play("ana discard Juryn*2")
    assert offered(match, "ana") == ["end (WV-4.1) x2 ends"]
    assert owing(match) == []


def test_wv_4_7_a_hand_of_seven_owes_nothing():
    match = position(ana=Has(hidden="Frostling*7", hand=7), bo=Has(hidden="Juryn*9", hand=9))
    assert owing(match) == []
    assert offered(match, "ana") == ["end (WV-4.1) x2 ends"]


@pytest.mark.parametrize(("reading", "owes"), [("yes", True), ("no", False)])
def test_wv_i_11_what_the_limit_does_not_ask_for_is_not_owed(reading: str, owes: bool):
    ana = Has(battle="Frostling", defeated=3, hand=9)
    match = position_with("WV-I 11", reading, ana=ana).play("ana champion-battle 1-6")
    assert ("WV-4.7" in [rule for _, rule, _, _ in owing(match)]) is owes
    assert ("end" in match.options("ana")) is not owes


# -- after a defeat ----------------------------------------------------------------------------

BO = Has(hidden="Juryn", hand=1, bench="Cityling", battle="Waveling+Waveguard [Juryn*2 Ascyr] -89")
BO_OFFERED = [
    "reclaim cards=1 of Ascyr, Juryn (WV-7.12) x4",
    "decline (WV-7.12) x1",
    "draw (WV-7.13) x4",
]
BO_MAY = [
    ("bo", "WV-7.12", False, "take back up to 1 tribe card of Waveling (Ascyr, Juryn)"),
    ("bo", "WV-7.13", False, "draw a card for Waveling"),
]
BENCH = "Duneling [Duneward]; Starling; Duneling+Duneguard [Ascyr]"
ENDS = "end (WV-4.1) x2 ends"

ABILITIES = {
    "Dune": (
        ["sift card=Aegaryn, Juryn (WV-8.1) x4 must"],
        ("ana", "WV-8.1", True, "sift: draw a card, then discard one (Duneward)"),
    ),
    "City": (
        [
            "decline (WV-8.2) x1",
            "replace card=Duneward at=Duneling by=Aegaryn, Juryn (WV-8.2) x1",
            "replace card=Ascyr at=Duneling.2 by=Aegaryn, Juryn (WV-8.2) x1",
            "replace card=Abyssal at=bank by=Aegaryn, Juryn (WV-8.2) x1",
            "exchange card=Duneward at=Duneling other=Ascyr other_at=Duneling.2 (WV-8.2) x1",
            "exchange card=Duneward at=Duneling other=Abyssal other_at=bank (WV-8.2) x1",
            "exchange card=Ascyr at=Duneling.2 other=Abyssal other_at=bank (WV-8.2) x1",
            ENDS,
        ],
        ("ana", "WV-8.2", False, "exchange two tribe cards, or replace one from hand (Juryn)"),
    ),
    "Fern": (
        [
            "decline (WV-8.3) x1",
            "graft card=Abyssal onto=Fernling, Starling, Duneling.2 source=bank (WV-8.3) x4",
            "graft card=Aegaryn, Juryn onto=Fernling, Starling, Duneling.2, bank (WV-8.3) x4",
            ENDS,
        ],
        (
            "ana",
            "WV-8.3",
            False,
            "graft a tribe card, or draw a card if there is none (Verdari)",
        ),
    ),
    "Frost": (
        ["pick card=Juryn (WV-8.4) x4 must"],
        ("ana", "WV-8.4", True, "pick a card of the opponent's hand (Aegaryn)"),
    ),
    "Wave": (
        ["drown unit=Cityling (WV-8.6) x4 must"],
        ("ana", "WV-8.6", True, "drown a unit (Abyssal; Cityling)"),
    ),
}


def victorious(tribe: str, **changed: str | int) -> Match:
    """Ana's apprentice of that tribe has just defeated bo's guardian."""
    have = {"hidden": "Juryn*2 Aegaryn", "hand": 2, "bench": BENCH, "bank": "Abyssal*2"}
    ana = Has(**{**have, "battle": f"{tribe}ling", **changed})
    return position(ana=ana, bo=BO).play("ana attack 6-1")


@pytest.mark.parametrize("tribe", ABILITIES)
def test_what_a_defeat_offers_both_and_the_winner_s_tribe_asks(tribe: str):
    match = victorious(tribe)
    lines, due = ABILITIES[tribe]
    assert offered(match, "ana") == lines
    assert offered(match, "bo") == BO_OFFERED
    assert owing(match) == [*BO_MAY, due]


def test_wv_8_5_an_ability_without_a_choice_leaves_nothing_to_be_done():
    match = victorious("Star")
    assert offered(match, "ana") == [ENDS]
    assert owing(match) == BO_MAY


def test_wv_8_3_a_card_is_drawn_where_there_may_be_no_tribe_card():
    match = victorious("Fern", hidden="Frostling*2", bank="")
    assert offered(match, "ana") == ["decline (WV-8.3) x1", "draw (WV-8.3) x1", ENDS]
    match = victorious("Fern", hidden="Frostling Juryn", hand=1, bank="", bench="")
    assert offered(match, "ana") == [
        "decline (WV-8.3) x1",
        "graft card=Juryn onto=Fernling, bank (WV-8.3) x4",
        "draw (WV-8.3) x1",
        ENDS,
    ]


def test_wv_8_3_the_bank_alone_is_full_of_room():
    match = victorious("Fern", battle="Fernling [Juryn]", bench="Duneling [Duneward]")
    assert offered(match, "ana")[1:-1] == ["graft card=Aegaryn, Juryn onto=bank (WV-8.3) x4"]


def test_wv_i_7_the_bank_is_offered_under_one_reading_alone():
    ana = Has(battle="Fernling", hidden="Juryn", hand=1)
    match = position_with("WV-I 7", "unit_only", ana=ana, bo=BO).play("ana attack 6-1")
    assert "graft card=Juryn onto=Fernling (WV-8.3) x4" in offered(match, "ana")
    ana = Has(battle="Fernling [Aegaryn]", hidden="Juryn", hand=1)
    match = position_with("WV-I 7", "unit_only", ana=ana, bo=BO).play("ana attack 6-1")
    assert "graft" not in match.options("ana")


def test_wv_8_1_a_card_yet_to_be_drawn_is_offered_where_the_hand_is_empty():
    match = victorious("Dune", hand=0)
    assert choice(match, "sift", "card") == OneOf(("Aegaryn", "Juryn", "Juryn"))
    match = victorious("Dune", hidden="", hand=0, discard="Ascyr Juryn*2")
    assert choice(match, "sift", "card") == OneOf(("Ascyr", "Juryn", "Juryn"))


def test_cards_with_more_copies_are_offered_more_often():
    assert choice(victorious("Dune"), "sift", "card") == OneOf(("Aegaryn", "Juryn", "Juryn"))


def test_wv_7_12_of_two_fallen_units_cards_are_offered_one_by_one():
    bo = Has(
        hidden="Juryn",
        hand=1,
        battle="Waveling+Waveguard [Juryn*3] -89",
        bench="Cityling+Cityguard [Juryn Aegaryn] -89",
    )
    match = position(ana=Has(battle="Waveling"), bo=bo)
    match.play("ana attack 6-1; ana drown Cityling")
    assert offered(match, "bo") == [
        "reclaim cards=1 of Juryn*2, Aegaryn (WV-7.12) x4",
        "decline what=Cityling (WV-7.12) x1",
        "decline what=Waveling (WV-7.12) x1",
        "draw (WV-7.13) x4",
        "draw (WV-7.13) x4",
    ]
    assert owing(match) == [
        ("bo", "WV-7.12", False, "take back up to 1 tribe card of Waveling (Juryn)"),
        ("bo", "WV-7.13", False, "draw a card for Waveling"),
        ("bo", "WV-7.12", False, "take back up to 1 tribe card of Cityling (Aegaryn, Juryn)"),
        ("bo", "WV-7.13", False, "draw a card for Cityling"),
    ]
    match.play("bo reclaim Aegaryn")
    assert [rule for _, rule, _, _ in owing(match)] == ["WV-7.12", "WV-7.13", "WV-7.13"]


def test_wv_7_12_what_is_left_of_a_hero_s_two_is_offered():
    bo = Has(battle="Waveling+Waveguard+Wavelord [Juryn*3 Ascyr*2] -139")
    match = position(ana=Has(battle="Starling+Starguard"), bo=bo).play("ana attack 6-1")
    assert offered(match, "bo")[0] == "reclaim cards=1-2 of Ascyr*2, Juryn*2 (WV-7.12) x4"
    match.play("bo reclaim Juryn")
    assert offered(match, "bo")[0] == "reclaim cards=1 of Ascyr, Juryn (WV-7.12) x4"
    assert owing(match)[0] == (
        "bo",
        "WV-7.12",
        False,
        "take back up to 1 tribe card of Waveling (Ascyr, Juryn)",
    )


def test_wv_8_4_the_draw_in_exchange_is_called_after_what_was_picked():
    match = victorious("Frost").play("ana pick Juryn")
    assert owing(match)[-1] == (
        "bo",
        "WV-8.4",
        False,
        "draw a card for the one that was picked",
    )
    assert "decline what=picked (WV-8.4) x1" in offered(match, "bo")


def test_after_the_match_nothing_is_offered_or_owed():
    match = position(ana=ALONE, bo=Has(health=30)).play("ana direct-attack")
    assert GAME.options(match.t) == []
    assert owing(match) == []
    conceded = opened().play("ana concede")
    assert GAME.options(conceded.t) == []
    assert owing(conceded) == []
