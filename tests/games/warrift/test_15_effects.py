"""When effects are owed, happen by themselves, fit their cards, and what follows (section 15)."""

from random import Random

import pytest

from cli.reading.door import event_of
from events.notation import write
from referee.fact import CardsSeen
from referee.games.warrift.facts import MonsterKilled
from referee.games.warrift.values import attack_of, cost_of, has_word, health_left
from referee.parts.effects import EffectHappened
from referee.replay.simulate import event_of as drawn
from referee.verdict import Incomplete, Legal
from tests.games.warrift.effects import UNTOLD, card, does, text, told
from tests.games.warrift.table import MONSTERS, SUPPORT, Match, begun, mid

HURT = 'do = "damage", monster = { is = "monster" }, amount = [1, 3]'
GIVE = 'do = "magicka", change = 2'


def entering(*names: str, extra: str, players: int = 2, **more: object) -> Match:
    """So many monsters are to come in by the Eye, and are shown on top of their deck."""
    match = begun(players, extra, **more)  # type: ignore[arg-type]
    match.t.state.zones.hidden.put_on_top("eye", names)
    dice = [len(names), *[0] * (players - 1)]
    return match.play(f"ana eye-roll {' '.join(map(str, dice))}")


# -- WR-15.1 ---------------------------------------------------------------------------------------


def test_wr_15_1_the_source_is_in_play_under_its_controller():
    match = mid(2, card("Tool", does(GIVE, when="used")))
    match.refuse("ana effect Tool", "WR-15.1", source="Tool")
    match.put("bo", "Tool")
    match.refuse("ana effect Tool", "WR-15.1", seat="ana", source="Tool")
    match.refuse("ana effect Tool.1", "WR-15.1", seat="ana", source="Tool.1")
    match.refuse("ana effect Tole", "WR-2.2", card="Tole")
    match.refuse("ana effect Tole.1", "WR-2.2", card="Tole.1")


def test_wr_15_1_an_effect_is_one_that_the_card_has():
    match = mid(2, card("Tool", does(GIVE, when="used", name='"help"')))
    match.put("ana", "Tool", "A2")
    match.refuse("ana effect Tool trigger=harm", "WR-15.1", card="Tool", named="harm")
    match.refuse("ana use Tool trigger=harm", "WR-15.1", card="Tool")
    match.refuse("ana use A2.1", "WR-15.1", card="A2")
    match.play("ana effect Tool trigger=help")


def test_wr_2_4_what_is_used_is_in_play_under_ones_control():
    match = mid(2, card("Tool", does(GIVE, when="used")))
    match.put("ana", "Tool", "A2")
    match.put("bo", "Tool", "Hut1")
    for line, rule, facts in (
        ("ana use Tool.2", "WR-2.4", {"seat": "ana", "thing": "Tool.2"}),
        ("ana use Hut1", "WR-2.4", {"seat": "ana", "thing": "Hut1"}),
        ("ana use A5", "WR-2.4", {"thing": "A5"}),
        ("ana use Tool.3", "WR-2.1", {"card": "Tool", "number": 3, "last": 2}),
    ):
        assert match.refuse(line, rule, **facts).legal == "Tool.1"


def test_wr_15_1_an_effect_of_a_moment_has_its_moment():
    match = mid(2, card("Clock", does(GIVE, when="turn_start")))
    match.put("ana", "Clock")
    match.refuse("ana effect Clock", "WR-15.1")


def test_wr_15_1_an_effect_is_used_in_the_mid_step_or_when_the_card_says():
    slow, fast = (
        card("Slow", does(GIVE, when="used")),
        card("Fast", does(GIVE, when="used", speed='"fast"')),
    )
    match = mid(2, f"{slow}\n{fast}")
    match.put("bo", "Slow", "Fast")
    match.refuse("bo effect Slow", "WR-4.3")
    match.play("bo effect Fast")
    assert match.wr.sides["bo"].magicka == 2
    match.put("ana", "A2", turn=match.wr.turn)
    match.put("", "Ogre")
    match.play("ana attack A2.1 Ogre.1").refuse("bo use Slow answers=0", "WR-15.1", card="Slow")
    match.play("bo use Fast answers=0")


def test_wr_15_1_what_has_left_play_has_no_effect_any_more():
    match = told(does(HURT), extra=card("Claw", UNTOLD, words=("ambush",))).hold("bo", "Claw")
    match.put("", "Ogre", "Rat")
    match.play("ana play Rite; bo play Claw answers=0; bo effect Claw devour:Rite.1")
    match.refuse("ana effect Rite.1 damage:Ogre.1:1", "WR-15.1")
    match.play("ana step end")
    assert match.thing("Ogre.1").damage == 0


@pytest.mark.parametrize("copies", [2, 3])
def test_wr_2_1_of_several_copies_with_an_effect_of_that_moment_one_has_to_be_told(copies: int):
    match = begun(2, card("Clock", does(GIVE, when="turn_start"), kind="strongholds"))
    match.put("ana", *["Clock"] * copies)
    match.play("ana eye-roll 0 0")._log("ana effect Clock")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {
        "source": tuple(f"Clock.{number + 1}" for number in range(copies))
    }
    for number in range(copies - 1):
        match.play(f"ana effect Clock.{number + 1}")
    match.play("ana effect Clock; ana step mid")


def test_wr_15_1_another_players_effect_is_not_ones_own():
    match = told(does(HURT))
    match.put("", "Ogre", "Rat")
    match.play("ana play Rite")
    match.refuse("bo effect Rite damage:Ogre.1:1", "WR-15.1")


# -- WR-15.2 ---------------------------------------------------------------------------------------


def test_wr_15_2_an_effect_happens_once_for_each_cause():
    match = text().play("ana effect Text magicka:1")
    match.refuse("ana effect Text magicka:1", "WR-15.2")


@pytest.mark.parametrize("trigger", ["turn_start", "turn_end"])
def test_wr_15_2_an_effect_of_a_turns_start_or_end_is_awaited_though_it_leaves_nothing_open(
    trigger: str,
):
    match = begun(2, card("Clock", does(GIVE, when=trigger), kind="strongholds"))
    match.put("ana", "Clock")
    match.play("ana eye-roll 0 0")
    if trigger == "turn_start":
        match.refuse("ana step mid", "WR-5.10")
        match.play("ana effect Clock; ana step mid")
    else:
        match.play("ana step end")
        match.refuse("bo step mid", "WR-12.2")
        match.play("ana effect Clock; bo step mid")


def test_wr_15_2_an_eyestrike_is_awaited():
    drake = card("Drake", does('do = "points", each = "player", player = "it", change = -1',
                               when="eyestrike"), kind="monsters")  # fmt: skip
    match = entering("Drake", extra=drake).give("bo", points=2)
    match.play("ana enter Drake")
    match.refuse("ana step mid", "WR-5.10")
    match.play("ana effect Drake; ana step mid")
    assert match.wr.sides["bo"].points == 1


def test_wr_15_2_it_is_not_awaited_where_all_can_see_that_it_has_nothing_to_act_on():
    drake = card("Drake", does('do = "devour", thing = { is = "stronghold" }', when="eyestrike"),
                 kind="monsters")  # fmt: skip
    match = entering("Drake", extra=drake)
    match.play("ana enter Drake; ana step mid")


def test_wr_15_2_nor_where_nothing_that_could_be_chosen_is_anything_to_act_on():
    nurse = card("Nurse", does('do = "mend", monster = { is = "monster" }, amount = 1',
                               when="eyestrike"), kind="monsters")  # fmt: skip
    match = entering("Nurse", extra=nurse)
    match.put("", "Ogre", "Ogre")
    match.play("ana enter Nurse; ana step mid")
    match = entering("Nurse", extra=nurse)
    match.put("", "Ogre", "Ogre")
    match.thing("Ogre.2").damage = 1
    match.play("ana enter Nurse").refuse("ana step mid", "WR-5.10")


def test_wr_15_2_if_it_can_do_nothing_that_may_be_said():
    drake = card("Drake", does('do = "devour", thing = "victim"', when="eyestrike",
                               aims='{ victim = { what = { is = "stronghold" } } }'),
                 kind="monsters")  # fmt: skip
    match = entering("Drake", extra=drake)
    match.play("ana enter Drake; ana effect Drake none; ana step mid")
    match = entering("Drake", extra=drake)
    match.put("ana", "Hut1", "Hut2")
    match.play("ana enter Drake")
    match.refuse("ana effect Drake none", "WR-15.3")
    match.play("ana effect Drake Hut1.1; ana step mid")
    assert "Hut1.1" not in match.wr.zones.things


@pytest.mark.parametrize(
    "effect",
    [
        does(HURT),
        does('do = "damage", monster = "foe", amount = 1',
             aims='{ foe = { what = { is = "monster" } } }'),
        does('do = "roll", face = [0, 6]'),
        does('do = "discard", cards = { count = 1 }'),
        does('do = "magicka", if = { count = { in = "hand", of = "you", is = "mage" } }'),
    ],
)  # fmt: skip
def test_wr_15_2_an_aim_a_choice_a_die_or_a_hidden_card_has_to_be_logged(effect: str):
    match = told(effect)
    match.put("", "Ogre", "Wolf")
    match.play("ana play Rite")
    match.refuse("ana step end", "WR-2.13")
    match.refuse("ana play Amage", "WR-2.13")


@pytest.mark.parametrize("said", ["", " none"])
def test_wr_15_2_where_its_condition_fails_it_does_nothing_however_short_the_line(said: str):
    by_night = card("Owl", does(GIVE, **{"if": '{ ask = "night" }'}), words=("ambush",))
    match = mid(2, by_night, choices={"WR-I 56": "yes"}).hold("ana", "Owl").play("ana play Owl")
    match.play(f"ana effect Owl{said}")
    assert not match.wr.waiting.stack
    assert match.wr.sides["ana"].magicka == 0


def test_wr_15_2_an_effect_that_leaves_nothing_open_needs_no_line():
    match = told(does(GIVE)).play("ana play Rite; ana play Amage")
    assert match.wr.sides["ana"].magicka == 2
    assert match.all(EffectHappened)[0].source == "Rite.1"


def test_wr_15_2_with_one_monster_alone_nothing_is_open():
    match = told(does('do = "damage", monster = { is = "monster" }, amount = 2'))
    match.put("", "Ogre")
    match.play("ana play Rite; ana play Amage")
    assert match.thing("Ogre.1").damage == 2


def test_wr_15_2_without_any_monster_nothing_is_owed():
    told(does(HURT)).play("ana play Rite; ana play Amage")


def test_wr_15_2_a_may_without_a_line_was_declined():
    match = told(does(GIVE, may=True)).play("ana play Rite; ana step end")
    assert match.all(EffectHappened) == []


def test_wr_15_3_who_declines_need_not_say_what_it_would_be_aimed_at():
    aim = '{ foe = { what = { is = "monster" } } }'
    match = told(does('do = "kill", monster = "foe"', may=True, aims=aim))
    match.put("", "Wolf")
    match.put("", "Ogre")
    match.play("ana play Rite; ana effect Rite none")
    assert match.verdict == Legal() and match.due("ana") == []
    assert match.thing("Wolf.1") and match.thing("Ogre.1")


def test_wr_15_3_of_what_is_declined_nothing_is_paid_and_more_is_on_trust():
    match = told(does(GIVE, may=True)).play("ana play Rite")
    match.refuse("ana effect Rite none:declined pays=magicka:1", "WR-15.3")
    match.refuse("ana effect Rite none:declined mode=Nonsense", "WR-2.2", card="Nonsense")
    match.play("ana effect Rite none:declined x=2")
    assert match.trusted() == ("Rite: what is said of it, though it did nothing",)


def test_wr_15_2_of_texts_that_are_not_told_eyestrikes_and_deathcrashes_are_awaited():
    odd = card("Odd", 'when = "eyestrike"\ntext = "Odd."', kind="monsters")
    match = entering("Odd", extra=odd).play("ana enter Odd")
    match.refuse("ana step mid", "WR-5.10")
    match.play("ana effect Odd none; ana step mid")
    text().play("ana step end")
    odd = card("Odd", 'when = "deathcrash"\ntext = "Odd."', kind="monsters", health=1)
    match = text(extra=odd)
    match.put("", "Odd")
    match.play("ana effect Text kill:Odd.1")
    match.refuse("ana step end", "WR-2.13")
    match.play("ana effect Odd magicka:1; ana step end")


@pytest.mark.parametrize("reading", ["unless_may", "always_optional"])
def test_wr_i_27_whether_a_played_cards_effects_must_be_carried_out(reading: str):
    match = told(does(HURT), choices={"WR-I 27": reading})
    match.put("", "Ogre", "Rat")
    match.play("ana play Rite")
    if reading == "unless_may":
        match.refuse("ana step end", "WR-2.13")
        match.refuse("ana effect Rite none", "WR-15.3")
    else:
        match.play("ana effect Rite none; ana step end")
        match = told(does(HURT), choices={"WR-I 27": reading})
        match.put("", "Ogre", "Rat")
        match.play("ana play Rite; ana step end")


# -- WR-15.3 ---------------------------------------------------------------------------------------


def test_wr_15_3_the_outcomes_fit_the_description():
    match = told(does(HURT, 'do = "draw"'))
    match.put("", "Ogre", "Wolf")
    match.put("ana", "A2")
    match.play("ana play Rite")
    match.refuse("ana effect Rite damage:Ogre.1:4", "WR-15.3", logged=4)
    match.refuse("ana effect Rite damage:Ogre.1:0", "WR-15.3")
    match.refuse("ana effect Rite damage:A2.1:1", "WR-15.3")
    match.refuse("ana effect Rite damage:Ogre.1:1 draw:2", "WR-15.3")
    match.refuse("ana effect Rite damage:Ogre.1:1 points:1", "WR-15.3")
    match.play("ana effect Rite draw damage:Ogre.1:3")


def test_wr_15_3_a_choice_that_is_missing_is_asked_for():
    match = told(does(HURT))
    match.put("", "Ogre", "Wolf")
    match.play("ana play Rite; ana effect Rite")
    assert isinstance(match.verdict, Incomplete)


def test_wr_15_3_a_card_without_an_effect_has_none():
    match = mid()
    match.put("ana", "A2")
    match.refuse("ana effect A2 magicka:1", "WR-15.3", card="A2")


@pytest.mark.parametrize("said", ["aims=bo", "mode=loud", "x=2"])
def test_wr_15_3_nothing_is_said_of_a_card_that_it_does_not_ask(said: str):
    match = told(does(GIVE)).hold("ana", "A2")
    match.refuse(f"ana play A2 {said}", "WR-15.3", card="A2")
    match.refuse(f"ana play Rite {said}", "WR-15.3", card="Rite")


def test_wr_15_3_x_is_within_its_bounds_and_holds_as_it_was_declared():
    match = told(does('do = "points", change = "X"', x="{ least = 0, most = 5 }"))
    match.refuse("ana play Rite x=6", "WR-15.3", card="Rite", least=0, most=5, logged=6)
    match.play("ana play Rite x=3; ana effect Rite")
    assert match.wr.sides["ana"].points == 3


def test_wr_2_7_a_hand_that_is_known_to_hold_such_a_card_is_not_said_to_hold_none():
    match = told(does('do = "discard", player = "opponent", cards = { count = 1, by = "holder", '
                      'what = { is = "class card" } }')).hold("bo", "N2")  # fmt: skip
    match.play("ana play Rite").refuse("ana effect Rite none", "WR-2.7", seat="bo", card="N2")
    match.play("ana effect Rite discard:N2:bo; ana step end")


def test_wr_15_3_what_nobody_can_see_is_taken_on_trust():
    match = told(does('do = "discard", player = "opponent", cards = { count = 1, what = { is = '
                      '"mage" }, by = "holder" }'))  # fmt: skip
    match.play("ana play Rite; ana effect Rite discard:none:bo")
    assert match.trusted()
    match.play("ana step end; bo step mid")
    match.refuse("bo play Nmage", "WR-2.7")


def test_wr_15_3_several_effects_of_one_card_are_told_apart():
    cards = (does(HURT, name='"bolt"'), does('do = "draw", count = [0, 2]', name='"study"'))
    match = told(*cards)
    match.put("", "Ogre", "Wolf")
    match.play("ana play Rite; ana effect Rite trigger=study draw:2")
    match.refuse("ana step end", "WR-2.13")
    match.play("ana effect Rite damage:Ogre.1:1; ana step end")
    match = told(*cards)
    match.put("", "Ogre", "Wolf")
    match.play("ana play Rite; ana effect Rite draw:2; ana effect Rite damage:Ogre.1:1")
    match.play("ana step end")


# -- WR-15.4, 15.7 ---------------------------------------------------------------------------------


@pytest.mark.rule("WR-15.4")
def test_wr_15_4_of_a_text_that_is_not_told_the_possible_is_on_trust():
    match = text().play("ana effect Text magicka:3 draw:2")
    assert match.trusted() == ("Text: its text is not in the catalog",)


def test_wr_i_66_a_text_that_is_not_told_may_be_refused():
    match = text(choices={"WR-I 66": "refused"})
    match.refuse("ana effect Text magicka:3", "WR-15.4")
    effects = [option for option in match.game.options(match.t) if option.verb == "effect"]
    assert [option.fields["did"].only() for option in effects] == [(({"do": "none"},),)]
    used = told('when = "used"\ntext = "Anything."', choices={"WR-I 66": "refused"})
    used.play("ana play Rite")
    used.refuse("ana effect Rite magicka:3", "WR-15.4")
    assert "effect" not in {option.verb for option in used.game.options(used.t)}


def test_wr_15_4_more_of_a_text_than_is_told_is_on_trust():
    match = told(does(GIVE, rest=True)).play("ana play Rite; ana effect Rite draw:2")
    assert match.trusted() == ("Rite: more of its text than the catalog tells",)
    assert match.wr.sides["ana"].magicka == 2


def test_wr_15_4_the_mark_names_the_rule_that_the_text_would_have_to_set_aside():
    claw = card("Claw", UNTOLD, words=("ambush",))
    match = mid(2, claw).hold("bo", "Claw")
    match.play("bo play Claw; bo effect Claw discard:Amage:ana")
    assert "Claw: its text would have to set WR-14.9 aside" in match.trusted()


@pytest.mark.parametrize("reading", ["only_rules_the_catalog_lists", "always", "never"])
@pytest.mark.parametrize("aside", ["", '["WR-14.9"]'])
def test_wr_i_67_whether_a_text_beats_a_general_rule(reading: str, aside: str):
    taker = does('do = "discard", player = "opponent", cards = { count = 1 }',
                 **({"aside": aside} if aside else {}))  # fmt: skip
    match = mid(2, card("Taker", taker, words=("ambush",), cls="necromancer"),
                choices={"WR-I 67": reading}).hold("bo", "Taker")  # fmt: skip
    match.play("bo play Taker")
    if reading == "always" or (aside and reading != "never"):
        match.play("bo effect Taker discard:Amage:ana")
    else:
        match.refuse("bo effect Taker discard:Amage:ana", "WR-14.9")


def test_wr_i_67_never_holds_for_texts_that_are_not_told_too():
    claw = card("Claw", UNTOLD, words=("ambush",))
    match = mid(2, claw, choices={"WR-I 67": "never"}).hold("bo", "Claw")
    match.play("bo play Claw")
    match.refuse("bo effect Claw discard:Amage:ana", "WR-14.9")


def test_wr_15_2_what_a_rule_has_voided_is_not_awaited():
    taker = does('do = "discard", player = "opponent", cards = { count = 1 }')
    match = mid(2, card("Taker", taker, words=("ambush",), cls="necromancer")).hold("bo", "Taker")
    match.play("bo play Taker; ana play Amage; ana step end")


# -- WR-15.5, 15.8 ---------------------------------------------------------------------------------


def test_wr_15_5_a_described_effect_applies_in_the_order_of_its_text():
    match = told(
        does(HURT, 'do = "counters", monster = { is = "monster" }, change = 1'),
    )
    match.put("", "Ogre", "Dragon1")
    match.play("ana play Rite; ana effect Rite counters:Dragon1.1 damage:Ogre.1:2")
    assert match.thing("Dragon1.1").counters == 1


def test_wr_15_5_what_is_not_described_applies_as_logged():
    match = text()
    match.put("", "Ogre", damage=1)
    match.play("ana effect Text mend:Ogre.1:1 damage:Ogre.1:4")
    assert match.one(MonsterKilled).thing == "Ogre.1"


@pytest.mark.rule("WR-15.8")
def test_wr_15_8_deathcrashes_wait_until_the_whole_effect_has_been_applied():
    crash = card("Crash", does('do = "magicka", change = 1', when="deathcrash"), kind="monsters",
                 health=1)  # fmt: skip
    other = crash.replace('"Crash"', '"Smash"')
    match = text(extra=f"{crash}\n{other}")
    match.put("", "Crash", "Smash")
    match.play("ana effect Text kill:Smash.1 kill:Crash.1 draw:1")
    match.refuse("ana effect Crash", "WR-5.7")
    match.play("ana effect Smash; ana effect Crash; ana step end")


# -- WR-15.9 ---------------------------------------------------------------------------------------


def test_wr_15_9_uses_are_counted_for_each_turn():
    match = mid(2, card("Mill", does(GIVE, when="used", uses=1), kind="strongholds"))
    match.put("ana", "Mill")
    match.play("ana effect Mill")
    match.refuse("ana effect Mill", "WR-15.9", most=1)
    match.play("ana step end; bo step mid; bo step end; bo eye-roll 0 0; bo step end; ana step mid")
    match.play("ana effect Mill")


def test_wr_15_9_a_stronghold_that_was_used_is_used_for_its_new_controller_too():
    mill = card("Mill", does(GIVE, when="used", uses=1, speed='"fast"'), kind="strongholds")
    match = text(extra=mill)
    match.put("ana", "Mill")
    match.play("ana effect Text magicka:1; ana effect Mill")
    match.t.set(match.thing("Mill.1"), "controller", "bo")
    match.refuse("bo effect Mill", "WR-15.9")


# -- WR-15.10 --------------------------------------------------------------------------------------


@pytest.mark.rule("WR-15.10")
@pytest.mark.parametrize(("reading", "killer"), [("nobody", ""), ("active_player", "ana")])
def test_wr_15_10_and_wr_i_33_a_monster_that_dies_because_a_change_stops(reading: str, killer: str):
    match = text(choices={"WR-I 33": reading})
    match.put("", "Ogre", counters=4)
    match.thing("Ogre.1").counters = 0
    match.play("ana effect Text health:Ogre.1:3 counters:Ogre.1:5 ; ana step end")
    killed = match.one(MonsterKilled)
    assert (killed.seat, killed.points) == (killer, 4 if killer else 0)


@pytest.mark.parametrize(("reading", "points"), [("nobody", 0), ("active_player", 1)])
def test_wr_i_33_a_monster_that_dies_of_its_own_effect(reading: str, points: int):
    bomb = card("Bomb", does('do = "kill", monster = "self"', when="eyestrike"), kind="monsters")
    match = entering("Bomb", extra=bomb, choices={"WR-I 33": reading})
    match.play("ana enter Bomb; ana effect Bomb")
    assert match.wr.sides["ana"].points == points


def test_wr_15_10_a_monster_dies_when_the_text_that_gave_it_health_has_left():
    shaman = card("Shaman", 'when = "always"\nchange = [{ on = { is = "monster", other = true }, '
                  'layer = "add", what = "health", amount = 2 }]', kind="monsters")  # fmt: skip
    match = text(extra=shaman)
    match.put("", "Shaman", "Rat", "Ogre")
    match.put("ana", "A4")
    assert health_left(match.t, match.thing("Rat.1")) == 3
    match.play("ana effect Text damage:Rat.1:2")
    assert "Rat.1" in match.wr.zones.things
    match.play("ana attack A4.1 Shaman.1; ana step end")
    assert [(fact.thing, fact.seat) for fact in match.all(MonsterKilled)] == [
        ("Shaman.1", "ana"),
        ("Rat.1", ""),
    ]


# -- WR-15.11 --------------------------------------------------------------------------------------

PACK = card("Pack", 'when = "always"\nchange = [{ on = { is = "creature", of = "you", other = '
            'true }, layer = "add", what = "attack", amount = 2 }]')  # fmt: skip
CURSE = card("Curse", 'when = "always"\nchange = [{ on = { is = "monster" }, layer = "add", what '
             '= "health", amount = -1 }]')  # fmt: skip
DEAL = card("Deal", 'when = "always"\nchange = [{ on = "you", layer = "add", what = "summon", '
            'amount = -1 }]', kind="strongholds")  # fmt: skip


@pytest.mark.rule("WR-15.11")
def test_wr_15_11_a_standing_change_of_attack_holds_while_its_card_is_in_play():
    match = mid(2, PACK).hold("ana", "Pack")
    match.put("ana", "A2")
    match.play("ana play Pack")
    assert attack_of(match.t, match.thing("A2.1")) == 4
    assert attack_of(match.t, match.thing("Pack.1")) == 1
    match.play("ana step end")
    assert not match.wr.changes.statics


def test_wr_15_11_a_standing_change_of_health_kills_for_its_controller():
    match = mid(2, CURSE).hold("ana", "Curse")
    match.put("", "Rat", "Ogre")
    match.play("ana play Curse")
    killed = match.one(MonsterKilled)
    assert (killed.thing, killed.seat, killed.points) == ("Rat.1", "ana", 1)
    assert health_left(match.t, match.thing("Ogre.1")) == 3


def test_wr_15_11_a_standing_change_of_costs_holds_for_its_controller():
    match = mid(2, DEAL)
    match.put("ana", "Deal")
    assert cost_of(match.t, "ana", "summon", 2, "A2") == 1
    assert cost_of(match.t, "bo", "summon", 2, "N2") == 2
    match.give("ana", magicka=1).play("ana summon A2 A3")
    assert match.wr.sides["ana"].magicka == 0


def test_wr_15_11_no_line_is_logged_for_what_holds_by_itself():
    match = mid(2, PACK)
    match.put("ana", "Pack", "A2")
    match.refuse("ana effect Pack attack:A2.1:2", "WR-15.11")


def test_wr_15_11_of_two_standing_effects_the_one_that_is_named_is_meant():
    odd = PACK.replace("Pack", "Odd").replace("when", 'name = "aura"\nwhen', 1)
    match = mid(2, f'{odd}\n[[class_cards.effects]]\nname = "whim"\nwhen = "always"\ntext = "Odd."')
    match.put("ana", "Odd", "A2")
    match.refuse("ana effect Odd magicka:1", "WR-15.11", card="Odd")
    match.refuse("ana effect Odd trigger=aura magicka:1", "WR-15.11", card="Odd")
    match.play("ana effect Odd trigger=whim magicka:1")
    assert match.wr.sides["ana"].magicka == 1


def test_wr_15_11_one_that_is_not_described_is_logged_when_it_acts():
    match = mid(2, card("Odd", 'when = "always"\ntext = "Odd."'))
    match.put("ana", "Odd", "A2")
    match.play("ana effect Odd attack:A2.1:2")
    assert match.trusted()
    assert attack_of(match.t, match.thing("A2.1")) == 4


def test_wr_15_11_what_an_untold_standing_text_may_explain_is_held_against_nobody():
    match = told(does(HURT), extra=card("Odd", 'when = "always"\ntext = "Odd."'))
    match.put("ana", "Odd")
    match.put("", "Ogre", "Wolf")
    match.play("ana play Rite; ana effect Rite damage:Ogre.1:4")
    assert match.trusted()


def test_wr_15_11_a_word_is_granted_as_long_as_the_card_is_there():
    hall = card("Hall", 'when = "always"\nchange = [{ on = { is = "creature", of = "you" }, layer '
                '= "grant", what = "corrupt" }]', kind="strongholds")  # fmt: skip
    match = mid(2, hall)
    match.put("ana", "Hall", "A2")
    match.put("bo", "N2")
    assert has_word(match.t, match.thing("A2.1"), "corrupt")
    assert not has_word(match.t, match.thing("N2.1"), "corrupt")


# -- what is said with a card (WR-2.16) ------------------------------------------------------------


def test_wr_2_16_outcomes_said_with_a_card_are_shared_out_among_its_effects():
    match = told(does(HURT, name='"bolt"'), does('do = "draw", count = [0, 2]', name='"study"'))
    match.put("", "Ogre", "Wolf")
    match.play("ana play Rite draw:2 damage:Ogre.1:1; ana step end")
    assert match.thing("Ogre.1").damage == 0
    assert match.wr.sides["ana"].rebuilt == 0


def test_wr_2_16_an_outcome_that_none_of_its_effects_has_is_refused():
    match = told(does(HURT, name='"bolt"'), does('do = "draw", count = [0, 2]', name='"study"'))
    match.put("", "Ogre", "Wolf")
    match.refuse("ana play Rite draw:2 damage:Ogre.1:1 points:3", "WR-15.3")


FREE = f'name = "free"\n{UNTOLD}'
BOLT = does(HURT, name='"bolt"')


@pytest.mark.parametrize("texts", [(FREE, BOLT), (BOLT, FREE)])
def test_wr_2_16_what_no_told_effect_has_is_of_the_one_that_is_not_told(texts: tuple[str, ...]):
    match = told(*texts)
    match.put("", "Ogre")
    match.play("ana play Rite points:3 damage:Ogre.1:1")
    assert (match.wr.sides["ana"].points, match.thing("Ogre.1").damage) == (3, 1)


def test_wr_15_3_what_a_card_is_aimed_at_when_it_is_played_fits_it():
    aimed = does('do = "damage", monster = "foe", amount = 1',
                 aims='{ foe = { what = { is = "monster" } } }')  # fmt: skip
    match = told(aimed)
    match.put("", "Ogre", "Wolf")
    match.put("ana", "A2")
    match.refuse("ana play Rite aims=A2.1", "WR-15.3")
    match.play("ana play Rite aims=Wolf.1; ana play Amage")
    assert match.thing("Wolf.1").damage == 1


def test_wr_15_3_an_aim_that_has_gone_meanwhile_does_nothing():
    aimed = does('do = "damage", monster = "foe", amount = 1',
                 aims='{ foe = { what = { is = "monster" } } }')  # fmt: skip
    match = told(aimed, extra=card("Claw", UNTOLD, words=("ambush",))).hold("bo", "Claw")
    match.put("", "Ogre", "Wolf")
    match.play("ana play Rite aims=Wolf.1; bo play Claw answers=0; bo effect Claw kill:Wolf.1")
    match.play("ana play Amage")
    assert match.thing("Ogre.1").damage == 0


def test_wr_5_6_monsters_of_an_eyestrike_come_in_before_those_of_the_eye():
    herald = card("Herald", does('do = "enter", count = 1', when="eyestrike"), kind="monsters")
    match = entering("Herald", "Rat", "Wolf", extra=herald)
    match.play("ana enter Herald; ana effect Herald")
    assert [due.source for due in match.wr.due] == ["", "Herald"]
    match.play("ana enter Rat; ana enter Wolf")
    match.play("ana enter Rat; ana step mid")


def test_wr_15_1_which_of_several_effects_is_used_its_outcomes_tell():
    forge = card("Forge", does('do = "magicka", change = 1', when="used", name='"heat"', uses=1),
                 does('do = "points", change = 1', when="used", name='"tax"', uses=1),
                 kind="strongholds")  # fmt: skip
    match = mid(2, forge)
    match.put("ana", "Forge")
    match.play("ana effect Forge points:1; ana effect Forge")
    match.refuse("ana effect Forge points:1", "WR-15.9")
    match.play("ana tally points=1 magicka=1")


def test_wr_2_9_a_card_that_all_know_to_lie_on_top_is_shown_without_a_word():
    match = told(does('do = "reveal", place = "eye", cards = { count = 1 }'))
    match.wr.zones.hidden.put_on_top("eye", ["Wolf"])
    match.play("ana play Rite; ana step end")
    assert [each.cards for each in match.all(CardsSeen)] == ["Wolf"]


def test_wr_4_6_who_passes_over_an_effect_hears_of_the_monsters_that_come_before_it():
    sting = card("Sting", does('do = "draw", count = [0, 2]', when="eyestrike"), kind="monsters")
    horn = card("Horn", does('do = "enter", count = 1'), words=("ambush",))
    match = entering("Sting", extra=f"{sting}\n{horn}").hold("ana", "Horn")
    match.play("ana enter Sting; ana play Horn answers=0")
    refused = match.refuse("ana step mid", "WR-5.10")
    assert refused.legal == "ana: 1 more monster comes in"
    match.play("ana enter Rat; ana effect Sting draw:0; ana step mid")


# -- a judge lets an effect be passed over ---------------------------------------------------------


def forgetful(when: str, entries: str) -> Match:
    """Monsters of Tier 1 are Imps, whose effect is to be logged."""
    imp = card("Imp", does('do = "points", change = 3', when=when), kind="monsters", health=1)
    monsters = {("Imp" if name == "Rat" else name): count for name, count in MONSTERS.items()}
    lists = {"monsters": monsters, "support": SUPPORT}
    return begun(2, imp, lists=lists).play(f"ana eye-roll 1 0; ana enter Imp; {entries}")


@pytest.mark.parametrize(
    ("when", "entries", "line", "rule", "late"),
    [
        ("eyestrike", "", "ana step mid", "WR-5.10", "WR-15.2"),
        (
            "deathcrash",
            "ana play Awarrior; ana attack Awarrior Imp",
            "ana play Amage",
            "WR-2.13",
            "WR-15.1",
        ),
        ("turn_end", "ana step end", "bo step mid", "WR-12.2", "WR-12.1"),
    ],
)
def test_wr_2_13_what_was_passed_over_stands_where_a_judge_lets_it(
    when: str, entries: str, line: str, rule: str, late: str
):
    match = forgetful(when, entries)
    match.refuse(line, rule)
    refused = match.seq
    match.play(f"jo stand {refused} {rule}")
    assert match.replay.standing(refused) == Legal()
    assert match.wr.sides["ana"].points == (1 if when == "deathcrash" else 0)
    match.refuse("ana effect Imp", late)


def test_wr_2_13_a_waiver_of_another_rule_lets_nothing_be_passed_over():
    match = forgetful("eyestrike", "")
    match.refuse("ana step mid", "WR-5.10")
    match.refuse(f"jo stand {match.seq} WR-4.2", "REF-3.3", rule="WR-5.10")


def test_wr_2_13_a_waiver_is_for_one_entry_and_offers_nothing_after_it():
    match = forgetful("turn_end", "ana step end")
    match.refuse("bo step mid", "WR-12.2")
    match.play(f"jo stand {match.seq} WR-12.2; bo step end")
    assert match.options("ana") | match.options("bo") >= {"effect"}
    assert "eye-roll" not in match.options("bo")
    match.refuse("bo eye-roll 0 0", "WR-12.2")


# -- what is declined of several effects ---------------------------------------------------------


KILL = does(
    'do = "kill", monster = "x"', name='"must"', aims='{ x = { what = { is = "monster" } } }'
)
DRAW = does('do = "draw", count = 1', name='"may"', may="true")


@pytest.mark.parametrize("texts", [(KILL, DRAW), (DRAW, KILL)])
@pytest.mark.parametrize("said", ["none", "none:declined"])
def test_wr_15_3_what_is_declined_is_the_effect_that_may_be(texts: tuple[str, ...], said: str):
    match = told(*texts)
    match.put("", "Wolf")
    match.play(f"ana play Rite; ana effect Rite {said}")
    match.refuse("ana effect Rite none:declined", "WR-15.3")
    match.play("ana effect Rite kill:Wolf.1")
    assert not match.state.waiting.stack


@pytest.mark.parametrize("texts", [(KILL, DRAW), (DRAW, KILL)])
def test_wr_15_3_one_effect_is_done_and_another_declined_in_one_line(texts: tuple[str, ...]):
    match = told(*texts)
    match.put("", "Wolf")
    match.play("ana play Rite; ana effect Rite kill:Wolf.1 none:declined")
    assert not match.state.waiting.stack


# -- what was paid for is said ---------------------------------------------------------------------


def lodging(*monsters: str, **more: str) -> Match:
    """ana has paid for what her Lodge does to a monster."""
    hit = does('do = "damage", monster = { is = "monster" }, amount = 1', when="used", uses=1,
               cost='[{ do = "magicka", change = -1 }]')  # fmt: skip
    match = mid(2, card("Lodge", hit, kind="strongholds"), **more).give("ana", magicka=1)
    match.put("ana", "Lodge")
    match.put("", *monsters)
    return match.play("ana use Lodge")


def test_wr_15_3_what_was_paid_for_and_can_be_done_is_neither_declined_nor_passed_over():
    match = lodging("Ogre", "Ogre")
    match.refuse("ana effect Lodge none", "WR-15.3", card="Lodge")
    match.refuse("ana step end", "WR-2.13", card="Lodge")
    match.play("ana effect Lodge damage:Ogre.2:1; ana step end")


def test_wr_15_2_what_was_paid_for_is_offered_to_be_said():
    match = lodging("Ogre", "Ogre")
    (offered,) = [each for each in match.replay.options() if each.verb == "effect"]
    said = drawn(match.replay.game, offered, Random(1))
    match.log(said)
    assert write(said).startswith("ana effect Lodge.1 damage:Ogre.")
    assert not match.wr.waiting.stack


def test_wr_15_2_that_nothing_was_done_is_filled_in():
    match = told(does(GIVE, **{"if": '{ ask = "night" }'})).play("ana play Rite")
    event = event_of("effect", match.replay)
    assert event is not None and write(event) == "ana effect Rite.1 none"


def test_wr_15_2_nothing_comes_of_what_was_paid_for_where_nothing_can_be_done():
    lodging().play("ana effect Lodge none; ana step end")
    lodging().play("ana step end")


def test_wr_15_3_in_a_match_of_an_earlier_day_what_was_paid_for_may_be_declined():
    match = lodging("Ogre", "Ogre", unsaid="lapses").play("ana effect Lodge none; ana step end")
    assert match.thing("Ogre.1").damage == 0
