"""What a line says beyond need agrees with what is known, or is refused; none is dropped."""

import pytest

from referee.verdict import Incomplete, Legal
from tests.games.tower_wizwar.effects import UNTOLD, card, does, told
from tests.games.tower_wizwar.table import opened, turn

LEFT = 'do = "drain", wizard = "opponent", change = 1'


def test_tw_15_16_an_order_of_blockers_goes_with_a_block():
    match = turn(phase="attack")
    match.put("ana", "F1", "C3")
    match.refuse("ana attack bo C3.1 order=C3.1", "TW-15.16")
    match.refuse("ana attack bo C3.1 order=C3.1 unblocked=yes", "TW-15.16")
    match.play("ana attack bo C3.1 unblocked=yes")


def test_tw_15_16_an_order_of_an_attack_that_is_over_is_on_trust():
    match = turn(phase="attack")
    match.put("ana", "F1", "C3")
    notes = match.play("ana attack bo C3.1; ana go-on; ana order C3.1").trusted()
    assert notes == ("that the order of C3.1 mattered in an attack that is over",)


def test_tw_12_3_nobody_accepts_a_cast_onto_the_own_map():
    match = turn().hold("ana", "C1").hold("ana", "C2", place="pool")
    match.refuse("ana cast C1 F1 C2 accepted=yes", "TW-12.3", seat="ana")
    match.play("ana cast C1 F1 C2")


def test_tw_19_11_no_entry_sets_off_what_is_activated():
    match = told(does(LEFT))
    match.refuse("ana effect Told cause=1", "TW-19.11", card="Told.1")
    match.refuse("ana use Told cause=1", "TW-19.11", card="Told.1")
    match.play("ana effect Told")


def test_what_is_said_of_a_text_that_is_not_told_is_on_trust():
    match = told(UNTOLD)
    assert len(match.play("ana effect Told").trusted()) == 1
    notes = match.play("ana effect Told bo x=2 mode=loud").trusted()
    assert [each for each in notes if "bo" in each or "2" in each or "loud" in each] == [
        "Told: what its text is aimed at, bo",
        "Told: which of its modes is chosen, loud",
        "Told: its X, 2",
    ]


def test_tw_19_9_nothing_is_paid_for_what_is_declined():
    dies = (
        'when = { on = "leaves", what = "self" }\nmay = true\nsteps = [{ do = "draw", count = 1 }]'
    )
    match = told(dies, card("Axe", does('do = "destroy", card = { is = "creature" }')))
    match.put("ana", "F2", "Axe")
    match.hold("ana", "C1", place="pool").play("ana effect Axe destroy:Told.1")
    match.refuse("ana effect Told none mana=C1", "TW-19.9", card="Told")
    match.refuse("ana effect Told none pays=drain:1", "TW-19.9", card="Told")
    match.refuse('ana effect Told none mode="a: b"', "TW-2.10", card="a: b")
    (note,) = match.play("ana effect Told none x=3").trusted()
    assert note == "Told: what is said of it, though it did nothing"


@pytest.mark.parametrize("line", ["discard:C1:hand:ana:Keep2", "draw:1:none:hand:ana:none:Keep2"])
def test_tw_9_6_no_tower_is_played_without_a_celestial(line: str):
    match = told(UNTOLD).hold("ana", "C1")
    match.refuse(f"ana effect Told {line}", "TW-9.6", tower="Keep2")
    match.play(f"ana effect Told {line.removesuffix(':Keep2')}")


def test_tw_19_5_what_does_not_come_into_play_lies_in_no_spot():
    match = told(UNTOLD).hold("ana", "C1")
    for to in ("pool", "discard"):
        match.refuse(f"ana effect Told take:C1:hand:{to}:F2", "TW-19.5", spot="F2", to=to)
    match.play("ana effect Told take:C1:hand:pool")


def test_tw_17_11_a_celestial_by_which_its_wizard_loses_does_no_more():
    match = told(does(LEFT), card("Star", does(LEFT, when="celestial"), kind="celestials"))
    match.at("movement").hold("ana", "Star", place="front")
    match.tw.zones.piles["ana.towers"] = []
    match.refuse("ana play Star drain:1:bo", "TW-17.11", seat="ana")
    match.play("ana play Star")


@pytest.mark.parametrize(("may", "accepted"), [("may = true, ", True), ("", False)])
def test_tw_19_9_a_step_that_may_be_left_is_said_to_be_left_though_it_could_not_be(
    may: str, accepted: bool
):
    more = f'do = "drain", wizard = "you", change = 1, {may}if = {{ ask = "hand", most = 0 }}'
    match = told(does(LEFT, more))
    if accepted:
        assert isinstance(match.play("ana effect Told drain:1:bo none").verdict, Legal)
    else:
        match.refuse("ana effect Told drain:1:bo none", "TW-19.9", card="Told")
    match.play("ana effect Told drain:1:bo")


@pytest.mark.parametrize("pool", [0, 1, 2])
def test_tw_11_2_cards_to_discard_that_nobody_named_are_asked_for(pool: int):
    match = turn(phase="stabilise").unseen("ana", "hand", 3)
    match._log(f"ana discard pool={pool}")
    assert isinstance(match.verdict, Incomplete)
    left = "card that is" if pool == 2 else f"{3 - pool} cards that are"
    assert match.verdict.message.startswith(f"say the {left} discarded")


# -- spellbooks ----------------------------------------------------------------------------------


def test_where_spellbooks_are_not_kept_those_said_are_not_checked():
    match = opened().at("draft")
    line = "ana full-draft 1 unnamed=2"
    match.refuse(f"{line} kept=White,Blue", "TW-20.4", have=2)
    match.refuse(f"{line} kept=Black", "TW-2.10", book="Black")
    notes = match.play(f"{line} kept=White").trusted()
    assert "spellbooks are not kept here, and those that are said are not checked" in notes


def test_tw_20_4_where_they_are_kept_they_are_those_of_the_cards():
    match = opened(backs="spellbooks").at("stabilise")
    hidden = match.tw.zones.hidden
    hidden.draw(5, "ana.deck/White", "ana.hand/White")
    hidden.draw(1, "ana.deck/Blue", "ana.hand/Blue")
    match.refuse("ana discard unnamed=1 books=White,Blue", "TW-20.4", have=2)
    match.refuse("ana discard C1 books=Blue", "TW-20.4", so="White", said="Blue")
    match.refuse("ana discard pool=1 books=White,Blue", "TW-20.4", have=2)
    match.play("ana discard pool=1 books=Blue").at("draft")
    line = "ana full-draft 3 C1 Tool1 books=White*3,Blue*2"
    match.refuse(f"{line} kept=Blue,Blue,White", "TW-11.8", book="Blue")


def test_tw_20_4_those_of_named_cards_are_said_beside_them():
    line, hand = "ana discard C1 C2", turn(phase="stabilise").hold("ana", "C1", "C2")
    hand.refuse(f"{line} books=White,Blue", "TW-20.4", so="White, White", said="White, Blue")
    assert hand.play(f"{line} books=White,White").verdict == Legal()
    pool = turn().unseen("ana", "pool", 4).hold("ana", "C1", "Tool1", place="pool").at("stabilise")
    pool.refuse("ana discard C1 Tool1 books=Blue,Blue", "TW-20.4")
    assert pool.play("ana discard C1 Tool1 books=Blue,White").verdict == Legal()
    draft = turn(phase="draft")
    draft.refuse("ana full-draft 1 C1 Tool1 books=White*5", "TW-20.4", so="White, Blue")
    draft.play("ana full-draft 1 C1 Tool1 books=White*4,Blue")
    kept = opened(backs="spellbooks").at("stabilise")
    kept.tw.zones.hidden.draw(7, "ana.deck/White", "ana.hand/White")
    kept.refuse("ana discard unnamed=2 books=Blue", "TW-20.4", book="Blue", place="hand")
    kept.play("ana discard C1 pool=1 books=White,White")
    assert kept.tw.zones.hidden.size("ana.pool/White") == 1


def test_tw_20_4_an_effect_passes_no_more_spellbooks_than_cards():
    passing = does('do = "pass", count = 1, place = "hand", to = "deck"')
    match = told(passing).unseen("ana", "hand", 2)
    line = "ana effect Told pass:1:hand:deck:ana:"
    match.refuse(f"{line}:White+Blue", "TW-20.4", have=2, outcome="pass")
    match.play(f"{line}:White")


def test_tw_19_2_of_two_aims_the_one_that_was_not_named_is_asked_for():
    lamp = does(
        'do = "shift", card = "from", other = "to", colour = "gold", count = [1, 2]',
        aims='{ from = { what = { of = "you" } }, to = { what = { of = "you" } } }',
    )
    match = told(lamp)
    match.put("ana", "F2", "C1", tokens={"gold": 2})
    match._log("ana effect Told C1 shift:C1.1:Told.1:gold:2")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {"aims": ("Told.1", "C1.1")}
