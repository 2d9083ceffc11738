"""Sections 1, 5 and 25: zones, what is known, what is cross-checked."""

import pytest

from referee.fact import CardMoved
from referee.games.grand_archive.places import influence
from referee.parts.lasting_changes import begin
from referee.verdict import Incomplete, Legal, OnTrust
from tests.games.grand_archive.laws import counted
from tests.games.grand_archive.table import MATERIAL, Match, action, opened, turn


def _ally(name: str, effect: str, more: str = "") -> str:
    return (
        f'[[cards]]\nname = "{name}"\ntypes = ["ally"]\nreserve = 1\npower = 1\nlife = 1\n'
        f'element = "norm"\nelements = ["norm"]\n{more}\n[[cards.effects]]\n{effect}\n'
    )


def _action(name: str, steps: str) -> str:
    return (
        f'[[cards]]\nname = "{name}"\ntypes = ["action"]\nreserve = 0\nspeed = "fast"\n'
        f'element = "norm"\nelements = ["norm"]\n[[cards.effects]]\nwhen = "played"\n'
        f"{steps}\n"
    )


@pytest.mark.rule("GA-1.2")
def test_ga_1_2_a_text_beats_a_rule():
    match = turn(extra=_action("Return", 'steps = [{ do = "draw", place = "memory" }]'))
    match.hold("ana", "Return").play("ana activate Return; ana resolve")
    assert match.size("ana", "memory") == 3


def test_ga_1_3_what_is_forbidden_is_not_made_possible():
    match = turn()
    key = match.put("ana", "A2")
    begin(match.t, "ana.champion", key, "forbid", "attack", until="turn")
    begin(match.t, "ana.champion", key, "permit", "attack", until="turn")
    match.refuse("ana attack A2 bo", "GA-1.3")


def test_ga_1_6_a_card_does_what_its_text_in_force_says():
    match = turn(extra=_action("Two", 'steps = [{ do = "draw", count = 2 }]')).hold("ana", "Two")
    match.refuse("ana activate Two did=draw:3", "GA-1.6")
    match.play("ana activate Two did=draw:2; ana resolve")
    assert match.size("ana", "hand") == 9


@pytest.mark.rule("GA-1.8")
def test_ga_1_8_parts_are_rounded_down():
    half = _action("Half", 'steps = [{ do = "draw", count = { ask = "influence", over = 2 } }]')
    match = turn(extra=half).hold("ana", "Half")
    match.play("ana activate Half; ana resolve")
    assert match.size("ana", "hand") == 7 + 9 // 2


def zero(edition: str) -> Match:
    """A draw of 0 beside somebody who hears draws."""
    hears = _ally("Ear", 'when = { on = "recovers" }\nsteps = [{ do = "draw" }]')
    match = turn(
        extra=hears + _action("Nil", 'steps = [{ do = "recover", amount = 0 }]'), edition=edition
    )
    match.put("ana", "Ear")
    return match.hold("ana", "Nil").play("ana activate Nil; ana resolve")


@pytest.mark.rule("GA-1.9")
def test_ga_1_9_what_is_done_by_0_was_not_done():
    assert not zero("R26").ga.waiting.stack


@pytest.mark.rule("GA-5.2")
def test_ga_5_2_a_card_is_in_one_place():
    match = turn().hold("ana", "A1").play("ana activate A1; ana step end")
    assert match.size("ana", "hand") == 6
    assert match.thing("A1.1").place == "field"


def test_a_text_puts_a_card_into_the_lineage_of_its_player():
    step = '{ do = "fetch", place = "graveyard", to = "lineage", cards = { count = 1 } }'
    match = turn(extra=action("Sink", step)).hold("ana", "Sink").lay("ana", "graveyard", "A1")
    match.play("ana activate Sink; ana resolve fetch:A1:graveyard:lineage")
    sunk = match.thing("A1.1")
    assert (sunk.place, sunk.under) == ("lineage", "ana.champion")
    assert match.size("ana", "graveyard") == 1


def test_ga_5_2_a_card_that_is_elsewhere_is_not_found():
    match = opened().play("ana step main").lay("ana", "banishment", "Ring0")
    match.ga.zones.hidden.take("ana.material", ("Ring0",))
    left = [each for each in MATERIAL if each not in ("Fire", "Ring0", "Pact")]
    shown = " ".join(f'"{each}"' for each in [*left, "Ring0"])
    match.refuse(f"ana inspection material {shown}", "GA-5.2", card="Ring0")


@pytest.mark.rule("GA-5.3")
def test_ga_5_3_a_card_goes_to_its_owner():
    match = turn()
    match.put("bo", "A1", controller="ana", damage=1)
    match.play("ana step end")
    assert list(match.ga.zones.piles["bo.graveyard"]) == ["A1"]


@pytest.mark.rule("GA-5.4")
@pytest.mark.rule("GA-5.8")
def test_ga_5_4_a_card_turns_up_and_down():
    match = turn().unseen("ana", "hand", 1)
    match.play("ana activate A3")
    assert match.thing("A3.1").name == "A3"
    assert match.size("ana", "memory") == 5
    assert "A3" not in match.ga.zones.hidden.known("ana.memory")


def test_ga_5_8_hidden_cards_may_be_any():
    match = turn()
    assert len(match.ga.zones.hidden.candidates("ana.hand")) > 10


@pytest.mark.parametrize("place", ["top", "bottom"])
def test_ga_5_6_nobody_rearranges_a_deck(place: str):
    turn().refuse(f"ana act pass:1:deck:deck::{place}", "GA-5.6")


@pytest.mark.rule("GA-5.9")
def test_ga_5_9_counters_stay_behind():
    match = turn()
    key = match.put("bo", "A1", damage=1, counters={"level": 2})
    match.play("ana step end")
    assert key not in match.ga.zones.things
    assert match.thing(match.put("bo", "A1")).counters == {}


@pytest.mark.rule("GA-5.10")
def test_ga_5_10_what_leaves_is_seen_as_it_was():
    text = 'when = "on death"\nsteps = [{ do = "draw", count = { ask = "power", about = "self" } }]'
    match = turn(extra=_ally("Last", text))
    key = match.put("ana", "Last", counters={"buff": 2}, damage=3)
    match.play("ana step end")
    assert key not in match.ga.zones.things
    match.play("ana end")
    assert match.size("ana", "hand") == 10


@pytest.mark.parametrize("did", ["look:1:deck", "shuffle"])
def test_ga_5_20_nobody_looks_through_a_deck_or_shuffles_it(did: str):
    turn().refuse(f"ana act {did}", "GA-5.20")


@pytest.mark.rule("GA-5.23")
def test_ga_5_23_the_memory_goes_to_the_hand_in_recollection():
    match = turn(phase="recollection").play("ana step draw")
    assert match.size("ana", "memory") == 0
    assert match.size("bo", "memory") == 2


@pytest.mark.rule("GA-5.24")
def test_ga_5_24_objects_arrive_awake():
    match = turn().hold("ana", "A1", "Slow2")
    match.play("ana activate A1; ana activate Slow2; ana step end")
    assert not match.thing("A1.1").rested
    assert match.thing("Slow2.1").rested


@pytest.mark.rule("GA-5.25")
def test_ga_5_25_a_done_action_goes_to_the_graveyard():
    match = turn().hold("ana", "Bolt1").play("ana activate Bolt1; ana resolve")
    assert list(match.ga.zones.piles["ana.graveyard"]) == ["Bolt1"]
    assert match.one(CardMoved).target == "ana.graveyard"


@pytest.mark.rule("GA-5.26")
def test_ga_5_26_banishment_is_open_but_for_cards_face_down():
    match = turn(phase="materialize").hold("ana", "A1", place="memory")
    match.play("ana materialize Ring1 A1; ana step main")
    assert list(match.ga.zones.piles["ana.banishment"]) == ["A1"]
    match.unseen("ana", "facedown", 1).play("ana tally banishment=2")
    assert isinstance(match.verdict, Legal)


HIDE = _action("Hide", 'text = "It hides."')


def hidden(by: str) -> Match:
    """A card of bo that an effect of a player has put face down into banishment."""
    match = turn(extra=HIDE).hold(by, "Hide")
    return match.play(f"{by} activate Hide; {by} resolve pass:1:hand:facedown:bo")


def test_ga_5_27_who_has_no_leave_does_not_look_at_a_card_face_down():
    hidden("bo").refuse("ana act look:1:facedown:bo", "GA-5.27")
    hidden("ana").play("ana act look:1:facedown:bo")


def test_ga_5_28_whoever_lost_control_of_it_looks_no_more():
    hidden("ana").refuse("bo act look:1:facedown:bo", "GA-5.28")
    hidden("bo").play("bo act look:1:facedown:bo")


@pytest.mark.rule("GA-5.29")
def test_ga_5_29_the_newest_resolves_first():
    match = turn().hold("ana", "Bolt1").hold("bo", "Bolt2")
    match.play("ana activate Bolt1; bo activate Bolt2")
    match.play("ana resolve; ana resolve")
    assert not match.ga.waiting.stack


@pytest.mark.rule("GA-5.30")
def test_ga_5_30_an_attack_card_is_an_intent_in_combat_alone():
    match = turn().hold("ana", "Cut2").play("ana activate Cut2 target=bo; ana resolve")
    assert match.thing("Cut2.1").place == "intent"
    match.play("ana end")
    assert list(match.ga.zones.piles["ana.graveyard"]) == ["Cut2"]


@pytest.mark.rule("GA-5.31")
def test_ga_5_31_the_inner_lineage_is_not_on_the_field():
    match = turn().level("ana", "Kai, One")
    inner = [each for each in match.ga.zones.things.values() if each.place == "lineage"]
    assert [each.name for each in inner] == ["Fire"]
    assert match.champion("ana").name == "Kai, One"


@pytest.mark.rule("GA-5.32")
@pytest.mark.rule("GA-5.33")
def test_ga_5_33_what_lies_beneath_goes_to_the_graveyard():
    match = turn()
    weapon = match.put("ana", "Blade1")
    loaded = match.put("ana", "A1", place="loaded", under=weapon)
    assert loaded
    match.thing(weapon).counters["durability"] = 0
    match.play("ana step end")
    assert list(match.ga.zones.piles["ana.graveyard"]) == ["A1"]
    assert list(match.ga.zones.piles["ana.banishment"]) == ["Blade1"]


def test_ga_5_32_loaded_cards_join_the_attack():
    match = turn()
    weapon = match.put("ana", "Blade1")
    loaded = match.put("ana", "A1", place="loaded", under=weapon)
    match.play("ana attack champion bo uses=Blade1.1")
    assert match.thing(loaded).place == "intent"


@pytest.mark.rule("GA-5.34")
def test_ga_5_34_influence_is_hand_and_memory():
    match = turn()
    assert influence(match.t, "ana") == 9


def test_ga_5_40_a_card_fetched_for_a_property_is_shown():
    turn().refuse("ana act pass:1:deck:hand", "GA-5.40")


@pytest.mark.rule("GA-5.41")
def test_ga_5_41_a_revealed_card_is_as_secret_as_before():
    show = _action("Show", 'text = "It shows."')
    match = turn(extra=show).hold("ana", "Show")
    match.play("ana activate Show; ana resolve reveal:A1:hand")
    assert match.size("ana", "hand") == 7
    match.play("ana end")
    assert not match.ga.over


def test_ga_5_43_with_an_open_top_each_card_drawn_is_shown():
    match = turn(extra=_action("Two", 'steps = [{ do = "draw", count = 2 }]')).hold("ana", "Two")
    begin(match.t, "ana.champion", "ana.champion", "grant", "open deck", until="turn")
    match.play("ana activate Two")
    match.refuse("ana resolve draw:2", "GA-5.43", count=2)
    match.t.state.zones.hidden.take("ana.deck", ("A1", "A2"))
    match.t.state.zones.hidden.put_on_top("ana.deck", ("A1", "A2"))
    match.play("ana resolve draw:2")
    assert match.ga.zones.hidden.known("ana.hand") == {"A1": 1, "A2": 1}


@pytest.mark.parametrize(
    ("said", "have"), [("hand=6", 7), ("memory=0", 2), ("deck=1", 51), ("graveyard=1", 0)]
)
def test_ga_5_42_numbers_are_open_to_all(said: str, have: int):
    turn().refuse(f"ana tally {said}", "GA-5.42", have=have)


@pytest.mark.rule("GA-5.42")
def test_ga_5_42_figures_that_agree_are_legal():
    match = turn().play("ana tally hand=7 memory=2 level=0 life=15 damage=0 phase=main")
    assert match.verdict == Legal()
    match.refuse("ana tally phase=draw", "GA-5.42")
    match.refuse("ana inspection hand A1", "GA-5.42", have=7, count=1)
    match.refuse("ana inspection graveyard A1", "GA-5.42")


@pytest.mark.rule("GA-5.42")
def test_ga_5_42_counters_are_counted_by_their_kind():
    match = turn()
    match._log("ana tally counters=2")
    assert (
        isinstance(match.verdict, Incomplete)
        and match.verdict.ask == "say which counters with kind="
    )
    match.play("ana tally counters=0; ana tally kind=enlighten counters=0")


@pytest.mark.rule("GA-5.42")
def test_ga_5_42_who_has_no_champion_has_no_figures_of_one():
    match = turn(3).play("ana concede")
    match.refuse("ana tally damage=2", "GA-5.42", name="damage")


def test_ga_5_42_what_nobody_has_to_log_may_have_followed():
    match = opened().play("ana tally hand=7")
    assert match.size("ana", "hand") == 7
    match = turn(seat="bo").play("bo end; ana tally hand=10 memory=0 phase=main")
    assert match.size("ana", "hand") == 10
    match = turn(seat="bo").play("bo end; ana tally hand=7 memory=2")
    match.play("ana materialize Ring0")
    match.refuse("ana tally hand=11", "GA-5.42", have=7, said=11)


@pytest.mark.rule("GA-25.7")
def test_ga_25_7_cards_are_conserved():
    match = turn()
    before = counted(match.t)
    match.hold("ana", "A1")
    generated = counted(match.t)
    match.play("ana activate A1; ana end; bo end")
    assert counted(match.t) == generated
    assert generated["A1"] == before["A1"] + 1


def test_ga_25_7_a_card_of_no_list_is_found_nowhere():
    match = turn()
    cards = " ".join(['"Kai, Four"'] * 7)
    match.refuse(f"ana inspection hand {cards}", "GA-25.7", card="Kai, Four")
    match.refuse("ana act banish:A1", "GA-25.7")


def test_ga_9_1_any_card_of_the_hand_is_reserved_also_before_one_that_was_returned_to_it():
    back = _action("Back", 'aims = { ally = { what = { is = "ally" } } }\n'
                   'steps = [{ do = "return", thing = "ally", to = "hand" }]')  # fmt: skip
    match = turn(extra=back).hold("ana", "Back")
    match.put("ana", "King4")
    match.play("ana activate Back King4; ana resolve; ana activate A1; ana step end")
    assert match.size("ana", "memory") == 3
    assert match.ga.zones.hidden.known("ana.memory") == {}


@pytest.mark.rule("GA-25.9")
def test_ga_25_9_a_lineage_counts_up_from_0():
    match = turn().level("ana", "Kai, One", "Kai, Two")
    levels = [
        match.t.catalog.by_name[each.name].level
        for each in match.ga.zones.things.values()
        if each.place == "lineage"
    ]
    assert levels == [0, 1]


@pytest.mark.rule("GA-25.13")
def test_ga_25_13_life_left_is_life_less_damage():
    match = turn().level("ana", "Kai, One")
    match.champion("ana").damage = 19
    match.play("ana tally life=1 damage=19")
    match.champion("ana").damage = 20
    match.play("ana step end")
    assert match.ga.over


def test_an_act_that_an_unknown_text_may_explain_is_on_trust_and_done():
    match = turn(extra='[[cards]]\nname = "Secret"\ntypes = ["phantasia"]\nreserve = 1\n',
                 partial=True)  # fmt: skip
    match.put("ana", "Secret")
    match.play("ana act draw:2")
    assert isinstance(match.verdict, OnTrust)
    assert match.size("ana", "hand") == 9


def test_ga_5_an_exact_account_tells_apart_where_cards_of_two_shuffles_lie():
    for account, refused in (("exact", True), ("rough", False)):
        hidden = turn(account=account).ga.zones.hidden
        hidden.shuffle("ana.deck", {"Returned": 3})
        hidden.draw(2, "ana.deck", "ana.hand")
        hidden.draw(3, "ana.hand", "ana.memory")
        assert hidden.refuses("ana.memory", ["Returned"] * 2) is None
        assert (hidden.refuses("ana.memory", ["Returned"] * 3) is not None) == refused
        assert hidden.widened != refused


def test_ga_5_a_match_of_today_has_an_exact_account_and_keeps_it_after_sideboarding():
    match = opened(contest="c/2", account="exact")
    match.play("ana sideboard")
    assert match.ga.zones.hidden.exact
