"""Effects in the words of a scorekeeper: names alone, bit by bit, in another order, seats left out
(WR-2.1, 2.14, 15.3)."""

from typing import Any

import pytest

from events.warrift import Damage
from referee.games.warrift.effects.synonyms import in_one
from referee.games.warrift.values import attack_of
from referee.parts.lasting_changes import begin
from referee.verdict import Incomplete, Legal
from tests.games.warrift.effects import card, does, text, told
from tests.games.warrift.table import Match, mid

STRIKE = does('do = "damage", monster = { is = "monster" }, amount = 2')
LESSEN = does('do = "damage", monster = { is = "monster", with = { health = [1, 2] } }, amount = 2')
EACH = does(
    'do = "discard", each = "opponent", player = "it", cards = { count = 1, by = "holder" }'
)
HURT = 'do = "damage", monster = { is = "monster" }, amount = 1'
USED = does('do = "magicka", change = 1', when="used")
TWO = does('do = "discard", cards = { count = 2 }', 'do = "draw", count = 2')


def rite(effect: str, players: int = 2, **more: Any) -> Match:
    return told(effect, players=players, **more).play("ana play Rite")


def asked(match: Match, line: str) -> Incomplete:
    before = match.replay.digest()
    match._log(line)
    assert isinstance(match.verdict, Incomplete), match.verdict
    assert match.replay.digest() == before
    return match.verdict


def test_outcomes_that_differ_in_more_than_their_number_stay_two() -> None:
    two = (Damage("Ogre.1", 1), Damage("Wolf.1", 1))
    assert in_one(two) == two
    assert in_one((two[0], two[0])) == (Damage("Ogre.1", 2),)


# -- WR-2.1: the name alone, where only one can be meant -------------------------------------------


def test_wr_2_1_an_outcome_names_the_only_copy_without_its_number():
    match = rite(STRIKE)
    match.put("", "Ogre", "Wolf")
    match.play("ana effect Rite damage:Ogre:2")
    assert isinstance(match.verdict, Legal)
    assert match.thing("Ogre.1").damage == 2


def test_wr_2_1_an_outcome_of_a_text_that_is_not_told_names_it_so_too():
    match = text()
    match.put("", "Ogre")
    match.play("ana effect Text damage:Ogre:2")
    assert match.thing("Ogre.1").damage == 2


def test_wr_2_1_an_outcome_names_its_own_source_so():
    match = rite(does('do = "attack", creature = "self", change = 2, until = "turn"'))
    match.play("ana effect Rite attack:Rite:2")
    assert isinstance(match.verdict, Legal)


def test_wr_2_1_of_two_copies_it_is_asked_for():
    match = rite(STRIKE)
    match.put("", "Ogre", "Ogre")
    found = asked(match, "ana effect Rite damage:Ogre:2")
    assert found.choices == {"did": ("damage:Ogre.1:2", "damage:Ogre.2:2")}
    assert asked(text_with_two(), "ana effect Text damage:Ogre:2").choices["did"]


def text_with_two() -> Match:
    match = text()
    match.put("", "Ogre", "Ogre")
    return match


def test_wr_2_1_of_two_copies_the_one_that_fits_is_meant():
    match = rite(LESSEN)
    match.put("", "Ogre", damage=2)
    match.put("", "Ogre")
    match.play("ana effect Rite damage:Ogre")
    assert "Ogre.1" not in match.wr.zones.things
    assert match.thing("Ogre.2").damage == 0


def test_wr_15_6_what_is_not_in_play_is_refused_by_its_name():
    match = rite(STRIKE)
    match.put("", "Ogre")
    match.refuse("ana effect Rite damage:Wolf", "WR-15.6")


def test_wr_15_3_what_is_in_play_and_does_not_fit_is_refused_by_its_name():
    match = rite(LESSEN)
    match.put("", "Ogre", "Wolf")
    match.refuse("ana effect Rite damage:Ogre", "WR-15.3")


# -- bit by bit, in another order, in other words --------------------------------------------------


@pytest.mark.parametrize(
    "did",
    [
        "discard:Amage discard:Awarrior draw:1 draw:1",
        "draw:1 discard:Amage draw:1 discard:Awarrior",
        "draw:2 discard:Awarrior+Amage",
    ],
)
def test_wr_15_3_what_is_logged_bit_by_bit_is_what_the_card_says(did: str):
    match = rite(TWO)
    match.play(f"ana effect Rite {did}; ana tally hand=5 discard=2")


def test_wr_15_3_bit_by_bit_it_is_not_more_than_the_card_says():
    match = rite(TWO)
    match.refuse("ana effect Rite discard:Amage discard:Awarrior draw:1 draw:1 draw:1", "WR-15.3")
    match.refuse("ana effect Rite discard:Amage discard:Amage discard:Awarrior", "WR-15.3")


def test_wr_15_3_two_dice_are_not_one():
    match = rite(does('do = "roll", face = [0, 6]'))
    match.refuse("ana effect Rite roll:2 roll:3", "WR-15.3")


def corrupting(amount: int = 2) -> Match:
    effect = does(f'do = "damage", monster = {{ is = "monster" }}, amount = {amount}')
    rot = card("Rot", effect, words=("corrupt",))
    match = mid(2, rot).hold("ana", "Rot").play("ana play Rot")
    match.put("", "Ogre")
    return match


@pytest.mark.parametrize("did", ["counters:Ogre.1:2", "damage:Ogre.1:2", "counters:Ogre:1 " * 2])
def test_wr_14_15_the_counters_may_be_logged_in_place_of_the_damage(did: str):
    match = corrupting().play(f"ana effect Rot {did}")
    assert (match.thing("Ogre.1").damage, match.thing("Ogre.1").counters) == (0, 2)


def test_wr_14_15_not_more_counters_than_there_would_be_damage():
    corrupting().refuse("ana effect Rot counters:Ogre.1:3", "WR-15.3")


def test_wr_15_3_without_corrupt_counters_are_not_damage():
    match = rite(STRIKE)
    match.put("", "Ogre")
    match.refuse("ana effect Rite counters:Ogre.1:2", "WR-15.3")


# -- whose cards -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "did", ["discard:Nmage discard:Wmage", "discard:Wmage:cy discard:Nmage:bo"]
)
def test_wr_15_3_each_discards_in_the_order_of_the_table_or_by_name(did: str):
    match = rite(EACH, 3).play(f"ana effect Rite {did}")
    assert match.wr.zones.piles["bo.discard"] == ["Nmage"]


def test_wr_15_3_in_another_order_it_is_asked_whose_they_are():
    found = asked(rite(EACH, 3), "ana effect Rite discard:Wmage discard:Nmage")
    assert found.choices == {"player": ("bo", "cy")}


def test_wr_2_7_what_is_said_to_be_in_a_hand_and_cannot_be_is_refused():
    rite(EACH, 3).refuse("ana effect Rite discard:Wmage:bo discard:Nmage:cy", "WR-2.7")
    rite(EACH).refuse("ana effect Rite discard:Amage", "WR-2.7")


# -- Garrisons -------------------------------------------------------------------------------------


def test_wr_2_1_a_creature_is_taken_out_of_the_only_stronghold_that_holds_it():
    match = mid()
    match.put("ana", "Hut2", "Hut2")
    match.play("ana store Hut2.2 Amage; ana take Hut2 Amage; ana store Hut2.1 Amage")
    match.refuse("ana take Hut2 Awarrior", "WR-2.4")
    match.play("ana store Hut2.2 Amage; ana store Hut2.2 Awarrior")
    assert asked(match, "ana take Hut2 Amage").choices == {"stronghold": ("Hut2.1", "Hut2.2")}


# -- aims ------------------------------------------------------------------------------------------

AIMED = does(
    'do = "damage", monster = "prey", amount = 2', aims='{ prey = { what = { is = "monster" } } }'
)


@pytest.mark.parametrize(
    "line", ["ana effect Rite Ogre", "ana effect Rite Ogre.1 damage:Ogre", "ana effect Rite Ogre "]
)
def test_wr_2_1_an_aim_is_named_without_its_number(line: str):
    match = rite(AIMED)
    match.put("", "Ogre", "Wolf")
    match.play(line)
    assert match.thing("Ogre.1").damage == 2


def test_wr_2_1_an_aim_is_declared_by_its_name_and_said_again_by_its_number():
    match = told(AIMED)
    match.put("", "Ogre", "Wolf")
    match.play("ana play Rite aims=Ogre; ana effect Rite Ogre.1; ana step end")
    assert "Ogre.1" in match.wr.zones.things


def test_wr_2_1_an_aim_that_can_be_two_is_asked_for():
    match = rite(AIMED)
    match.put("", "Ogre")
    match.put("", "Ogre", damage=1)
    assert asked(match, "ana effect Rite Ogre").choices == {"aims": ("Ogre.1", "Ogre.2")}


BOTH = """when = "played"
modes = [{ name = "rich", steps = [{ do = "points", change = 2 }] },
         { name = "strong", steps = [{ do = "magicka", change = 2 }] },
         { name = "wise", steps = [{ do = "draw" }] }]"""


def test_wr_2_14_an_aim_that_the_outcomes_tell_is_not_asked_for():
    match = rite(AIMED)
    match.put("", "Ogre", "Wolf")
    match.play("ana effect Rite damage:Wolf.1:2")
    assert isinstance(match.verdict, Legal)
    assert "Wolf.1" not in match.wr.zones.things


def test_wr_2_14_several_aims_that_the_outcomes_tell_are_not_asked_for():
    aims = '{ foes = { what = { is = "monster" }, count = 2 } }'
    match = rite(does('do = "damage", each = "foes", monster = "it", amount = 1', aims=aims))
    match.put("", "Ogre", "Wolf", "Dragon1")
    match.play("ana effect Rite damage:Dragon1.1:1 damage:Ogre.1:1; ana play Amage")
    damage = [match.thing(id).damage for id in ("Ogre.1", "Wolf.1", "Dragon1.1")]
    assert damage == [1, 0, 1]


@pytest.mark.parametrize("did", ["", "damage", "damage::2", "damage:Ogre.1:3", "points:1"])
def test_wr_2_14_an_aim_that_they_do_not_tell_is_asked_for(did: str):
    match = rite(does('do = "damage", monster = "foe", amount = 2', 'do = "points", change = 1',
                      aims='{ foe = { what = { is = "monster" } } }'))  # fmt: skip
    match.put("", "Ogre", "Wolf")
    assert asked(match, f"ana effect Rite {did}").choices == {"aims": ("Ogre.1", "Wolf.1")}


@pytest.mark.parametrize(("did", "points", "magicka"), [("points:2", 2, 0), ("magicka:2", 0, 2)])
def test_wr_2_14_the_mode_that_the_outcomes_tell_is_not_asked_for(
    did: str, points: int, magicka: int
):
    match = rite(BOTH).play(f"ana effect Rite {did}; ana tally points={points} magicka={magicka}")
    assert isinstance(match.verdict, Legal)


@pytest.mark.parametrize("did", ["", "points:3"])
def test_wr_2_14_a_mode_that_they_do_not_tell_is_asked_for(did: str):
    match = rite(BOTH)
    assert asked(match, f"ana effect Rite {did}").choices == {"mode": ("rich", "strong", "wise")}


def test_wr_15_3_an_aim_that_does_not_fit_is_refused_by_its_name():
    match = rite(AIMED)
    match.put("", "Ogre")
    match.refuse("ana effect Rite Rite", "WR-15.3")


# -- none ------------------------------------------------------------------------------------------

UP_TO_TWO = 'do = "discard", cards = { count = [0, 2] }'


@pytest.mark.parametrize("did", ["none", "none:declined", "discard:none"])
def test_wr_15_3_no_card_is_one_of_the_choices_where_the_card_says_up_to_so_many(did: str):
    match = rite(does(UP_TO_TWO))
    found = asked(match, "ana effect Rite").choices["did"]
    assert found[0] == "discard:none:ana"
    match.play(f"ana effect Rite {did}; ana tally discard=0")


@pytest.mark.parametrize("said", ["none", "none points:1", "none:impossible"])
def test_wr_15_3_that_no_card_is_chosen_declines_nothing_else(said: str):
    match = rite(does(UP_TO_TWO, 'do = "points", change = 1'))
    match.refuse("ana effect Rite none:declined", "WR-15.3")
    match.play(f"ana effect Rite {said}")
    assert match.wr.sides["ana"].points == 1


MINE = '{ named = "Amage" }'
RATS = '{ is = "monster" }'


@pytest.mark.parametrize(
    ("step", "what"),
    [
        (f'do = "attack", creature = {MINE}, change = -1', "attack"),
        (f'do = "attack", each = {MINE}, creature = "it", change = -2', "attack"),
        ('do = "magicka", player = "opponent", change = -2', "magicka"),
        ('do = "points", player = "opponent", change = -2', "points"),
        (f'do = "mend", monster = {RATS}, amount = [1, 2]', "damage"),
        (f'do = "counters", monster = {RATS}, change = -1', "counters"),
        ('do = "control", thing = { is = "stronghold" }, player = "you"', "control"),
        (f'do = "grant", word = "overwhelm", thing = {MINE}', "word"),
    ],
)
def test_wr_15_3_none_is_said_where_nothing_could_come_of_it_whatever_were_chosen(
    step: str, what: str
):
    wide = card("Wide", words=("overwhelm",))
    for can in (False, True):
        match = rite(does(step), players=3, extra=wide)
        match.put("", "Ogre", "Ogre")
        if what != "word":
            match.put("ana", "Amage", "Amage", "Hut1")
        if can:
            _make_it_matter(match, what)
            match.refuse("ana effect Rite none", "WR-15.3")
        else:
            match.play("ana effect Rite none; ana step end")


def _make_it_matter(match: Match, what: str) -> None:
    match.put("ana", "Amage")
    match.put("bo", "Hut1")
    last = "Amage.1" if what == "word" else "Amage.3"
    if what == "attack":
        begin(match.t, "Rite.1", last, "add", "attack", 1)
        match.t.facts.clear()
    elif what in ("magicka", "points"):
        match.give("cy", **{what: 1})
    elif what in ("damage", "counters"):
        setattr(match.thing("Ogre.2"), what, 1)


def test_wr_15_6_an_attack_of_0_is_lessened_by_a_line_that_says_so_and_stays_0():
    match = rite(does(f'do = "attack", creature = {MINE}, change = -1'))
    match.put("ana", "Amage")
    match.play("ana effect Rite attack:Amage.1:-1")
    assert isinstance(match.verdict, Legal)
    assert attack_of(match.t, match.thing("Amage.1")) == 0


def test_wr_15_3_a_deck_without_cards_is_not_shuffled():
    match = rite(does('do = "shuffle", deck = "primary"'))
    match.t.state.zones.hidden.draw(5, "ana.primary", "bo.hand")
    match.play("ana effect Rite none; ana step end")


def test_wr_15_3_two_draws_are_logged_as_two():
    match = rite(does('do = "draw", count = 2')).play("ana effect Rite draw draw")
    match.play("ana tally hand=7")


def test_wr_14_1_the_decks_that_nobody_owns_are_offered_without_a_player():
    match = mid(2, card("Turner", alter=2)).hold("ana", "Turner").play("ana play Turner")
    for word in asked(match, "ana effect Turner").choices["did"]:
        assert '""' not in word


# -- who does not play -----------------------------------------------------------------------------


@pytest.mark.parametrize("did", ["points:1:di", "draw:1:di", "discard:Amage:di", "forcefield:di"])
def test_wr_15_6_an_outcome_of_somebody_who_does_not_play_is_refused(did: str):
    found = text(3).refuse(f"ana effect Text {did}", "WR-15.6", logged="di")
    assert found.message == "Text: di does not play (outcome 1)"


def test_wr_15_6_nor_is_it_done_by_a_card_that_is_told():
    match = rite(does('do = "points", player = "player", change = 1'), 3)
    match.refuse("ana effect Rite points:1:di", "WR-15.6", logged="di")


def test_wr_15_6_a_refusal_says_once_which_outcome_it_is():
    match = text()
    match.put("", "Ogre")
    found = match.refuse("ana effect Text mend:Ogre:1", "WR-15.6")
    assert found.message == "Text: Ogre.1 has 0 damage (outcome 1)"


# -- what would be legal ---------------------------------------------------------------------------


def test_wr_2_4_what_is_named_instead_of_a_foreign_card_can_be_used():
    lodge = card("Lodge", does('do = "draw"', when="used", uses=1), kind="strongholds")
    match = mid(2, lodge)
    match.put("ana", "Lodge", "Lodge", "Hut1")
    match.put("bo", "Lodge")
    match.play("ana effect Lodge.1")
    assert match.refuse("ana use Lodge.3", "WR-2.4").legal == "Lodge.2"


def test_wr_2_4_what_is_named_instead_of_a_foreign_stronghold_holds_that_creature():
    match = mid()
    match.put("ana", "Hut2", "Hut2")
    match.put("bo", "Hut3")
    match.play("ana store Hut2.2 Amage")
    assert match.refuse("ana take Hut3 Amage", "WR-2.4").legal == "Hut2.2"


def test_wr_14_23_how_an_attack_can_be_divided_is_named_as_it_is_typed():
    giant = card("Mire Giant", kind="monsters", health=9)
    wide = card("Wide", words=("overwhelm",), attack=2)
    match = mid(2, f"{giant}\n{wide}")
    match.put("ana", "Wide")
    match.put("", "Mire Giant", "Mire Giant")
    found = asked(match, 'ana attack Wide "Mire Giant.1" "Mire Giant.2"')
    assert found.choices == {"parts": ('"Mire Giant.1":1', '"Mire Giant.2":1')}
    match.play(f"ana attack Wide {' '.join(found.choices['parts'])}")


def test_wr_15_3_where_it_goes_on_until_a_card_is_shown_that_card_is_offered():
    until = 'do = "reveal", place = "eye", cards = { count = [1, 4], until = { is = "tier 1" } }'
    match = rite(does(until))
    assert asked(match, "ana effect Rite").choices == {"did": ("reveal:Rat:eye:ana",)}
    match.play("ana effect Rite reveal:Rat:eye:ana")


def test_wr_14_12_14_15_words_of_a_card_hold_for_what_is_consumed_and_hurt_in_one_line():
    wakes = card("Wakes", words=("awaken",))
    eats = card(
        "Eats",
        does('do = "consume", cards = { count = [0, 2] }, place = "hand"',
             'do = "damage", monster = { is = "monster" }, amount = { last = "consume", plus = 1 }'
             ),
        words=("corrupt", "overwhelm"), attack=4,
    )  # fmt: skip
    match = mid(2, f"{wakes}\n{eats}").hold("ana", "Eats", "Wakes").play("ana play Eats")
    match.put("", "Ogre", "Wolf")
    match.play("ana effect Eats damage:Ogre:3 consume:Wakes consume:Amage")
    piles = match.wr.zones.piles
    assert (piles["ana.discard"], piles["necropolis"]) == (["Wakes"], ["Amage"])
    assert match.thing("Ogre.1").counters == 3
    match.refuse("ana attack Eats Ogre:2 Wolf:1", "WR-14.23")
    match.play("ana attack Eats Ogre:1 Wolf:3; ana step end")
    assert match.wr.sides["ana"].points == 6


# -- together what could be said apart -------------------------------------------------------------


@pytest.mark.parametrize("did", ["magicka:-1 points:1", "points:1 magicka:-1", "points:1"])
def test_wr_2_14_what_was_paid_may_be_said_with_what_was_done(did: str):
    tax = does('do = "points", change = 1', when="used",
               cost='[{ do = "magicka", change = -1 }]')  # fmt: skip
    match = mid(2, card("Tax", tax, kind="strongholds")).give("ana", magicka=2)
    match.put("ana", "Tax")
    match.refuse("ana effect Tax magicka:-2 points:1", "WR-15.3")
    match.play(f"ana effect Tax {did}; ana tally magicka=1 points=1")
    assert isinstance(match.verdict, Legal)


def test_wr_2_14_cards_that_were_paid_may_be_said_with_what_was_done():
    pit = does('do = "points", change = 1', when="used",
               cost='[{ do = "discard", cards = { count = 1 } }]')  # fmt: skip
    match = mid(2, card("Pit", pit, kind="strongholds"))
    match.put("ana", "Pit")
    assert "pays" in asked(match, "ana effect Pit points:1").choices
    match.play("ana effect Pit discard:Amage points:1; ana tally discard=1 points=1")


@pytest.mark.parametrize("none", ["none", "none:declined", "none:impossible"])
def test_wr_15_3_that_nothing_is_paid_is_left_out_where_nothing_is_due(none: str):
    pit = does('do = "points", change = 1', when="used",
               cost='[{ do = "discard", cards = { count = 1 } }]')  # fmt: skip
    pits = card("Pit", pit, kind="strongholds")
    match = rite(STRIKE, extra=f"{pits}\n{card('Hum', USED, kind='strongholds')}")
    match.put("ana", "Pit", "Hum")
    match.put("", "Ogre")
    told = "nothing is paid for Rite now; leave that out"
    assert asked(match, f"ana effect Rite pays={none}").ask == told
    match.refuse("ana effect Rite pays=points:1", "WR-15.3", card="Rite")
    match.play("ana effect Rite")
    asked(match, f"ana use Hum pays={none}")
    match.play("ana use Hum; ana effect Hum; ana use Pit pays=discard:Amage")
    asked(match, f"ana effect Pit pays={none}")
    match.refuse("ana effect Pit pays=discard:Awarrior", "WR-15.3", card="Pit")
    match.play("ana effect Pit; ana tally discard=1 points=1")


def test_wr_15_3_nothing_is_paid_for_an_effect_that_could_do_nothing():
    gives = does('do = "discard", cards = { count = [0, 1] }')
    match = rite(gives)
    match.refuse("ana effect Rite none pays=points:1", "WR-15.3", card="Rite")
    match.play("ana effect Rite none")


def test_wr_15_2_two_effects_of_one_card_may_be_said_in_one_line():
    one, two = does('do = "points", change = 1', name='"one"'), does(HURT, name='"two"')
    for did in ("points:1 damage:Wolf:1", "damage:Wolf:1 points:1"):
        match = told(one, two)
        match.put("", "Ogre", "Wolf")
        match.play(f"ana play Rite; ana effect Rite {did}")
        assert isinstance(match.verdict, Legal)
        assert (match.thing("Wolf.1").damage, match.wr.sides["ana"].points) == (1, 1)
        match.refuse("ana effect Rite points:1", "WR-15.2")
