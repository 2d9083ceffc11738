"""How effects come about: by rules, by what they listen for, by a text alone (TW-19.1 to 19.13)."""

import pytest

from referee.parts.effects import EffectHappened
from referee.verdict import Incomplete
from tests.games.tower_wizwar.asking import asks
from tests.games.tower_wizwar.effects import TEXT, card, does, text, told
from tests.games.tower_wizwar.table import Match, turn

SELF = '{ on = "wounded", what = "self" }'
COIN = 'do = "coin", card = "self", colour = "gold"'
STRIKES = 'do = "damage", card = { is = "creature", of = "opponent" }, amount = 2'


def gold(match: Match, thing: str = "Told.1") -> int:
    return match.thing(thing).tokens.get("gold", 0)


def heard(on: str, what: str = "", seat: str = "any", steps: str = COIN, **more: object) -> Match:
    """In ana's cast phase, with Told in F1, which listens, and Text in F5."""
    about = f", what = {what}" if what else ""
    effect = does(steps, when=f'{{ on = "{on}"{about}, seat = "{seat}" }}', **more)
    match = told(effect, extra=TEXT)
    match.put("ana", "F5", "Text")
    return match


# -- happenings ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "line"),
    [
        ("harmed", "harm:Told.1:1"),
        ("wounded", "wound:Told.1:1"),
        ("damaged", "damage:Told.1:1"),
        ("expended", "expend:Told.1"),
        ("expended", "damage:Told.1:1"),
    ],
)
def test_a_text_hears_what_happens_to_its_own_card(on: str, line: str):
    match = heard(on, '"self"').play(f"ana effect Text {line}")
    assert gold(match) == 1


@pytest.mark.parametrize(
    ("on", "line"),
    [
        ("wizard harmed", "harm:bo:1"),
        ("wizard wounded", "wound:bo:1"),
        ("draws", "draw:1:::bo"),
        ("plays", "tower:Keep3:bo"),
        ("enters", "take:C3:deck:play:F2:bo"),
    ],
)
def test_a_text_hears_what_happens_to_another_wizard(on: str, line: str):
    match = heard(on, seat="opponent").play(f"ana effect Text {line}")
    assert gold(match) == 1
    mine = line.replace("bo", "ana") if ":bo" in line else line
    match.play(f"ana effect Text {mine}")
    assert gold(match) == 1


def test_a_text_hears_casts_of_such_cards():
    match = heard("casts", '{ is = "monster" }', seat="you").hold("ana", "C4", "C1")
    match.play("ana cast C1 F2 unnamed=1")
    assert gold(match) == 0
    match.play("ana cast C4 F3 unnamed=4")
    assert gold(match) == 1


def test_a_text_hears_a_card_leave_play_and_its_own_too():
    match = heard("leaves", '{ is = "creature" }')
    match.put("bo", "F1", "C3")
    match.play("ana effect Text destroy:C3.1")
    assert gold(match) == 1
    match = heard("leaves", '"self"', steps='do = "damage", wizard = "opponent", amount = 7')
    match.play("ana effect Text destroy:Told.1")
    assert match.side("bo").harm == 1


def test_a_text_hears_turns_begin_and_end():
    match = heard("turn begins", seat="opponent")
    match.play("ana discard unnamed=1; ana end")
    assert gold(match) == 1
    match = heard("turn ends", seat="you").play("ana discard unnamed=1; ana end")
    assert gold(match) == 1


def test_a_text_hears_attacks_and_blocks():
    match = heard("attacks", '{ is = "creature" }', seat="you")
    match.put("bo", "S1", "Guard1")
    match.play("ana attack bo Told.1")
    assert gold(match) == 1
    match = heard("blocks", '{ is = "guardian" }', seat="opponent")
    match.put("bo", "S1", "Guard1")
    match.play("ana attack bo Told.1; bo block Guard1.1")
    assert gold(match) == 1


def test_what_an_attack_sets_off_comes_before_its_damage():
    match = heard("attacks", '"self"', steps='do = "modify", card = "self", what = "power", '
                  'change = 6, until = "turn"')  # fmt: skip
    match.play("ana attack bo Told.1")
    assert match.side("bo").harm == 1


@pytest.mark.rule("TW-19.13")
def test_tw_19_13_a_compulsory_effect_that_leaves_a_choice_is_due():
    match = heard("wounded", '"self"', steps=STRIKES)
    match.put("bo", "F1", "C3")
    match.put("bo", "F2", "C4")
    match.play("ana effect Text wound:Told.1:1")
    due = [each.text() for each in match.game.obligations(match.t)]
    assert due[0] == "say what Told.1 did (wounded)"
    match.refuse("ana phase movement", "TW-19.9", since=2)
    match.play("ana effect Told damage:C3.1:2")
    assert match.thing("C3.1").expended
    match.play("ana phase movement")


def test_tw_19_13_an_effect_that_may_be_declined_is_and_another_is_not():
    strikes = 'do = "damage", card = { is = "creature" }, amount = 2'
    for may in (True, False):
        match = heard("wounded", '"self"', steps=strikes, may=may)
        match.play("ana effect Text wound:Told.1:1")
        if may:
            match.play("ana effect Told none")
        else:
            match.refuse("ana effect Told none", "TW-19.9", card="Told")


def test_an_effect_that_may_be_declined_is_not_due():
    match = heard("wounded", '"self"', steps=STRIKES, may=True)
    match.put("bo", "F1", "C3")
    match.put("bo", "F2", "C4")
    match.play("ana effect Text wound:Told.1:1; ana phase movement")
    match = heard("wounded", '"self"', steps=STRIKES, may=True)
    match.put("bo", "F1", "C3")
    match.play("ana effect Text wound:Told.1:1; ana effect Told damage:C3.1:2")
    assert match.thing("C3.1").expended


def test_a_declined_effect_is_logged_as_nothing_where_it_may_be():
    match = heard("wounded", '"self"', steps=STRIKES)
    match.put("bo", "F1", "C3")
    match.put("bo", "F2", "C4")
    match.play("ana effect Text wound:Told.1:1")
    match.refuse("ana effect Told none", "TW-19.9")


def test_tw_19_11_another_entry_is_not_named_as_the_cause():
    match = heard("wounded", '"self"', steps=STRIKES)
    match.put("bo", "F1", "C3")
    match.put("bo", "F2", "C4")
    match.play("ana effect Text wound:Told.1:1")
    match.refuse("ana effect Told damage:C3.1:2 cause=1", "TW-19.11", entry=2)
    match.play("ana effect Told damage:C3.1:2 cause=2")


def test_tw_19_1_an_effect_is_logged_by_its_controller():
    match = heard("wounded", '"self"', steps=STRIKES)
    match.put("bo", "F1", "C3")
    match.put("bo", "F2", "C4")
    match.play("ana effect Text wound:Told.1:1")
    match.refuse("bo effect Told damage:C3.1:2", "TW-19.1")


def test_tw_19_2_an_expended_card_hears_only_what_has_expended_it():
    match = heard("wounded", '"self"')
    match.thing("Told.1").expended = True
    match.play("ana effect Text wound:Told.1:1")
    assert gold(match) == 0


def test_tw_19_2_an_attacker_hears_what_its_attack_does():
    match = heard("wizard harmed", seat="opponent")
    match.put("ana", "F2", "C7")
    match.play("ana attack bo C7.1 Told.1")
    assert gold(match) == 1


def test_a_use_a_turn_is_counted_for_triggers_too():
    match = heard("wounded", '"self"', uses=1)
    match.play("ana effect Text wound:Told.1:1; ana effect Text wound:Told.1:1")
    assert gold(match) == 1


# -- rules that set effects off -----------------------------------------------------------------


def cast(effect: str, extra: str = "", **more: str) -> Match:
    match = turn(extra=f"{card('Told', effect)}\n{extra}", choices=more or None)
    return match.unseen("ana", "hand", 1).hold("ana", "Told")


def test_an_effect_on_being_cast_happens_with_the_next_entry():
    match = cast(does('do = "damage", wizard = "opponent", amount = 7', when="on cast"))
    match.play("ana cast Told F1 unnamed=1")
    assert match.side("bo").harm == 0
    match.play("ana phase movement")
    assert match.side("bo").harm == 1
    assert match.one(EffectHappened).trigger == "on cast"


def test_an_effect_on_being_cast_is_said_with_the_cast_or_after_it():
    match = cast(does(STRIKES, when="on cast"))
    match.put("bo", "F1", "C3")
    match.put("bo", "F2", "C4")
    match.play("ana cast Told F1 damage:C4.1:2 unnamed=1; ana phase movement")
    assert match.thing("C4.1").expended
    match = cast(does(STRIKES, when="on cast"))
    match.put("bo", "F1", "C3")
    match.put("bo", "F2", "C4")
    match.play("ana cast Told F1 unnamed=1; ana effect Told damage:C4.1:2")
    assert match.thing("C4.1").expended


@pytest.mark.parametrize("said", ["none", "none:impossible"])
def test_tw_19_9_who_finds_no_such_card_in_a_deck_says_so_and_does_the_rest(said: str):
    ritual = 'cards = { count = 1, what = { is = "ritual" } }'
    take = f'do = "take", {ritual}, place = "deck", to = "hand"'
    match = cast(does(take, 'do = "shuffle"', when="on cast"))
    match.play("ana cast Told F1 unnamed=1")
    match.refuse("ana effect Told none:declined", "TW-19.9")
    match.play(f"ana effect Told {said}")
    assert "Told: there is no ritual" in match.trusted()
    assert not match.tw.waiting.stack


def test_tw_6_10_an_effect_on_being_cast_pays_no_surcharge_and_moves_no_counter():
    match = cast(does(COIN, when="on cast")).give("ana", drain=4)
    match.play("ana cast Told F1 unnamed=2; ana phase movement")
    assert match.side("ana").drain == 5


def test_tw_i_78_a_card_under_another_is_not_activated_where_it_does_nothing_there():
    for reading in ("active", "inactive"):
        match = text(choices={"TW-I 78": reading})
        match.put("ana", "F1", "C3")
        if reading == "active":
            match.play("ana effect Text.1 drain:1")
        else:
            match.refuse("ana effect Text.1 drain:1", "TW-19.2", card="Text.1")


def test_tw_19_9_an_effect_is_one_that_its_card_has():
    aura = 'when = "always"\nchange = [{ on = "self", layer = "add", what = "power", amount = 1 }]'
    match = told(does(COIN), extra=card("Aura", aura))
    match.put("ana", "F2", "Aura")
    match.refuse("ana effect Aura drain:1", "TW-19.9", card="Aura")
    match.refuse("ana effect Told trigger=orbital", "TW-19.9", card="Told")


def test_tw_19_9_nothing_is_said_of_a_cast_that_has_no_effect_on_being_cast():
    match = cast(does(COIN, when="activated")).hold("ana", "C0")
    for line in ("ana cast C0 F1 drain:1", "ana cast C0 F1 aims=bo", "ana cast C0 F1 x=1"):
        match.refuse(line, "TW-19.9", card="C0", trigger="on cast")
    match.refuse("ana cast Told F1 coin:::gold unnamed=1", "TW-19.9", card="Told")


def test_tw_19_9_nothing_is_said_of_a_celestial_or_an_orbital_that_has_no_effect():
    match = turn(extra=card("Told", does(COIN, when="activated")))
    match.hold("ana", "Sun1", place="front").put("ana", "J1", "Hat1")
    match.refuse("ana orbital drain:1", "TW-19.9", card="Hat1", trigger="orbital")
    match.play("ana orbital")
    match.refuse("ana play Sun1 Keep3 drain:1", "TW-19.9", card="Sun1", trigger="celestial")
    match.play("ana play Sun1 Keep3")


def test_tw_19_13_a_text_alone_on_being_cast_may_go_unlogged():
    match = cast('when = "on cast"\ntext = "Something."')
    match.play("ana cast Told F1 unnamed=1; ana phase movement")
    match = cast('when = "on cast"\ntext = "Something."')
    match.play("ana cast Told F1 unnamed=1; ana effect Told harm:bo:1")
    assert match.side("bo").harm == 1
    assert match.trusted()


def test_tw_13_6_the_text_of_a_celestial_is_carried_out_and_it_goes_to_the_aether():
    sun = card("Flare", does('do = "damage", wizard = "opponent", amount = 7', when="celestial"),
               kind="celestials")  # fmt: skip
    match = turn(extra=sun, phase="movement").hold("ana", "Flare", place="front")
    match.play("ana play Flare Keep3")
    assert match.side("bo").harm == 1
    assert match.tw.zones.piles["ana.aether"] == ["Flare"]


def test_tw_13_6_a_celestial_with_a_choice_is_due_and_then_goes_to_the_aether():
    sun = card("Flare", does(STRIKES, when="celestial"), kind="celestials")
    match = turn(extra=sun, phase="movement").hold("ana", "Flare", place="front")
    match.put("bo", "F1", "C3")
    match.put("bo", "F2", "C4")
    match.play("ana play Flare Keep3")
    match.refuse("ana phase attack", "TW-13.6", since=2)
    match.play("ana effect Flare damage:C3.1:2; ana phase attack")
    assert match.tw.zones.piles["ana.aether"] == ["Flare"]


def test_tw_11_9_the_text_of_an_orbital_is_carried_out_with_its_entry():
    hat = card("Cap", does('do = "draw", count = 2', when="orbital"), kind="orbitals")
    match = turn(extra=hat)
    match.put("ana", "J1", "Cap")
    match.play("ana orbital")
    assert match.tw.zones.hidden.size("ana.hand/spell") == 7


def test_tw_13_8_an_orbital_is_not_activated():
    hat = card("Cap", does('do = "draw", count = 2', when="orbital"), kind="orbitals")
    match = turn(extra=hat)
    match.put("ana", "J1", "Cap")
    match.refuse("ana effect Cap", "TW-19.11")


# -- a text alone that something sets off -------------------------------------------------------


UNTOLD = 'when = "triggered"\ntext = "When something happens."'


def test_tw_19_11_a_text_alone_names_an_earlier_entry():
    match = told(UNTOLD)
    match.play("ana effect Told harm:bo:1")
    assert match.trusted()
    match.refuse("ana effect Told harm:bo:1 cause=9", "TW-19.11", entry=9)
    match.play("ana effect Told harm:bo:1 cause=2")


def test_tw_19_2_a_text_alone_of_an_expended_card_is_refused_unless_its_cause_expended_it():
    match = told(UNTOLD, extra=TEXT)
    match.put("ana", "F5", "Text")
    match.play("ana effect Text expend:Told.1; ana effect Told harm:bo:1")
    match.refuse("ana effect Told harm:bo:1", "TW-8.2")
    match.play("ana effect Told harm:bo:1 cause=2")


def test_tw_19_2_a_card_that_has_left_play_is_a_source_for_what_made_it_leave():
    match = told(UNTOLD, extra=TEXT)
    match.put("ana", "F5", "Text")
    match.play("ana effect Text destroy:Told.1; ana effect Told.1 harm:bo:1")
    assert match.side("bo").harm == 1
    match.refuse("ana effect Told.1 harm:bo:1", "TW-19.2", entry=2)


def test_tw_5_9_a_card_on_no_map_is_no_source():
    match = told(UNTOLD)
    match.refuse("ana effect C3 harm:bo:1", "TW-5.9")


def test_tw_19_2_another_wizards_card_is_no_source():
    told(UNTOLD).refuse("bo effect Told.1 harm:ana:1", "TW-19.2")


def test_tw_19_2_a_tower_under_a_ritual_is_no_source():
    match = turn(extra=card("Spire", does(COIN), kind="towers"), phase="movement")
    tower = match.put("ana", "T", "Spire")
    match.put("ana", "T", "Rite1")
    match.unseen("ana", "hand", 1)
    match.refuse(f"ana effect {tower}", "TW-19.2", thing=tower)


def test_tw_i_75_a_text_alone_is_refused_where_that_is_played():
    match = told('when = "activated"\ntext = "Anything."', choices={"TW-I 75": "refused"})
    match.refuse("ana effect Told harm:bo:1", "TW-19.9")
    assert "effect" not in {option.verb for option in match.game.options(match.t)}


def test_tw_i_75_where_no_text_is_told_any_kind_of_effect_may_be_named():
    match = turn()
    match.put("ana", "F1", "C3")
    match.play("ana effect C3 trigger=activated harm:bo:1")
    assert match.side("bo").harm == 1


def test_several_effects_of_a_card_are_told_apart_by_their_names():
    one, two = does(COIN, name='"shine"'), does('do = "drain", change = 1', name='"flow"')
    match = turn(extra=card("Told", one, two))
    match.put("ana", "F1", "Told")
    match.play("ana effect Told")
    assert isinstance(match.verdict, Incomplete)
    match.play("ana effect Told trigger=shine")
    assert gold(match) == 1


def test_tw_19_9_a_card_without_an_effect_has_none_where_others_have():
    match = told(UNTOLD)
    match.put("ana", "F2", "C3")
    match.refuse("ana effect C3 harm:bo:1", "TW-19.9")


def test_tw_19_9_cards_of_a_catalog_that_tells_no_effects_are_on_trust():
    match = turn().unseen("ana", "hand", 1).hold("ana", "C1")
    match.put("ana", "F1", "C3")
    match.play("ana effect C3 harm:bo:1")
    assert match.trusted()
    assert match.side("ana").drain == 1
    match.play("ana cast C1 F2 harm:bo:1 unnamed=1; ana phase movement")
    assert match.side("bo").harm == 2
    refused = turn(choices={"TW-I 75": "refused"}).unseen("ana", "hand", 1)
    refused.put("ana", "F1", "C3")
    refused.refuse("ana effect C3 harm:bo:1", "TW-19.9")


def test_cards_are_named_by_their_spots_in_aims_and_outcomes():
    bolt = does('do = "damage", card = "victim", amount = 3',
                aims='{ victim = { what = { of = "opponent" } } }')  # fmt: skip
    match = told(bolt, extra=TEXT)
    match.put("ana", "F5", "Text")
    match.put("bo", "F1", "C3")
    match.put("bo", "F2", "C4")
    match.play("ana effect F1 bo.F2; ana effect F5 damage:bo.F1:3")
    assert match.thing("C4.1").expended
    assert match.thing("C3.1").harm == 1


def test_a_spot_names_the_card_that_lay_there_before_the_outcomes_of_its_line():
    match = text()
    match.put("ana", "F2", "C3")
    match.put("ana", "F3", "C4")
    match.play("ana effect Text exchange:F2:F3 harm:F2:1 move:F3:F4 harm:F3:2")
    assert [match.thing(each).harm for each in ("C3.1", "C4.1")] == [1, 2]


def test_tw_19_11_what_listens_is_not_used_at_will_beside_an_activation():
    listens = does(COIN, when='{ on = "wounded", what = "self" }', name='"bleed"')
    match = turn(extra=card("Told", does('do = "drain", change = 1'), listens))
    match.put("ana", "F1", "Told")
    match.unseen("ana", "hand", 1)
    match.refuse("ana effect Told trigger=bleed", "TW-19.11")
    match.refuse("ana effect Told trigger=wounded cause=1", "TW-19.11")
    match.play("ana effect Told")


def test_tw_19_11_what_may_be_declined_is_on_trust_when_it_is_named_later():
    match = heard("wounded", '"self"', steps=STRIKES, may=True)
    match.put("bo", "F1", "C3")
    match.play("ana effect Text wound:Told.1:1; ana effect Text drain:1:bo")
    match.refuse("ana effect Told damage:C3.1:2", "TW-19.11")
    match.play("ana effect Told damage:C3.1:2 cause=2")
    assert match.trusted()


def test_what_happened_by_itself_and_is_logged_all_the_same_is_nobodys_fault():
    """TW-19.13: nobody has to log it; a line about it is left out, not refused."""
    sentry = card(
        "Sentry",
        does(
            'do = "drain", each = "opponent", wizard = "it", change = 1',
            when='{ on = "attacked", what = "self" }',
        ),
    )
    match = turn(extra=sentry, phase="attack")
    match.put("ana", "F1", "C3")
    match.put("bo", "F1", "Sentry")
    match.play("ana attack Sentry.1 C3.1")
    assert match.side("ana").drain == 1
    for source in ("Sentry.1", "Sentry", "F1"):
        assert asks(match, f"bo effect {source} drain:1") == {}
        assert "by itself" in match.verdict.message
    assert match.side("ana").drain == 1
    match.refuse("bo effect C3.1 drain:1", "TW-19.2")


@pytest.mark.parametrize("before", ["", "ana end"])
def test_tw_19_9_what_a_turn_sets_off_comes_first_however_the_turn_before_it_ends(before: str):
    aims = '{ victim = { what = { is = "creature" } } }'
    bolt = does('do = "damage", card = "victim", amount = 1', aims=aims,
                when='{ on = "turn begins", seat = "you" }')  # fmt: skip
    match = turn(extra=card("Dry", bolt), phase="last")
    match.put("bo", "F1", "Dry")
    match.put("ana", "F1", "C2")
    match.tw.zones.hidden.draw(1, "bo.hand/spell", "bo.deck/spell")
    match.play(before).refuse("bo draw", "TW-19.9")
    match.play("bo effect Dry C2.1; bo draw")


def test_what_another_card_would_do_in_the_next_turn_is_no_matter_to_that():
    """The line is tried at later moments, too, and there bo's Watch is heard."""
    sun = card("Flare", does('do = "drain", change = 1', when="celestial"), kind="celestials")
    begins = does(COIN, when='{ on = "turn begins", seat = "you" }')
    match = turn(extra=f"{sun}\n{card('Watch', begins)}", phase="movement")
    match.put("bo", "F1", "Watch")
    match.hold("ana", "Flare", place="front").play("ana play Flare Keep3")
    assert match.side("ana").drain == 1
    assert asks(match, "ana effect Flare drain:1") == {}


def test_an_effect_of_a_loss_or_of_a_card_that_left_is_not_asked_for_twice():
    kiln = card("Kiln", does('do = "drain", wizard = "you", change = 1', when="on loss"))
    gone = card("Gone", does('do = "drain", change = 1', when='{ on = "leaves", what = "self" }'))
    match = text(4, extra=f"{kiln}\n{gone}")
    match.put("bo", "S1", "Kiln")
    match.put("ana", "F2", "Gone")
    match.play("ana effect Text.1 destroy:Gone.1")
    assert asks(match, "ana effect Gone.1 drain:1") == {}
    match.play("ana effect Text.1 wound::3:bo")
    assert asks(match, "bo effect Kiln.1 drain:1") == {}


KILL = does(
    'do = "destroy", card = "x"',
    when="on cast",
    name='"must"',
    aims='{ x = { what = { is = "minion" } } }',
)
DRAW = does('do = "draw", count = 1', when="on cast", name='"may"', may="true")


@pytest.mark.parametrize("texts", [(KILL, DRAW), (DRAW, KILL)])
@pytest.mark.parametrize("said", ["none", "none:declined", "draw:1"])
def test_tw_19_9_a_line_is_of_the_effect_that_it_can_be_of(texts: tuple[str, ...], said: str):
    match = turn(extra=card("Rite", *texts)).unseen("ana", "pool", 2).at("cast").hold("ana", "Rite")
    match.put("ana", "F2", "C1")
    match.play(f"ana cast Rite F1 unnamed=1; ana effect Rite {said}")
    match.refuse("ana effect Rite none:declined", "TW-19.9", card="Rite")
    match.play("ana effect Rite destroy:C1.1")
    assert not match.tw.waiting.stack
