"""Forcefield: whom it protects from what, for how long, and new aims (WR-14.18 to 14.22)."""

from typing import Any

import pytest

from referee.games.warrift.effects.protection import forcefields
from referee.parts.effects import OutcomeLeftOut
from referee.parts.lasting_changes import ChangeBegan
from tests.games.warrift.effects import AMBUSH_TEXT, TEXT, card, does
from tests.games.warrift.table import Match, mid

FIELD = card("Field", words=("ambush", "forcefield"), cls="necromancer")
BOLT = card(
    "Bolt",
    does('do = "discard", player = "victim", cards = { count = 1, by = "holder" }',
         aims='{ victim = { what = "player" } }'),
)  # fmt: skip
BITER = card("Biter", does('do = "points", each = "player", player = "it", change = -1',
                           when="turn_start"), kind="monsters")  # fmt: skip
CARDS = "\n".join((TEXT, AMBUSH_TEXT, FIELD, BOLT, BITER))


def protected(players: int = 2, **more: Any) -> Match:
    """In ana's mid step bo is under the Forcefield of a card that he has just played."""
    match = mid(players, CARDS, **more).hold("bo", "Field").hold("ana", "Text", "Bolt")
    match.play("bo play Field; bo effect Field forcefield:bo; ana play Text")
    assert forcefields(match.t, "bo")
    return match


# -- what it keeps off -----------------------------------------------------------------------------

OF_PLAYER = ["magicka:1:bo", "points:1:bo", "draw:1:bo", "cost:1:summon:bo", "forcefield:bo",
             "control:Text.1:bo"]  # fmt: skip
OF_PLAY = ["control:Hut1.1:ana", "attack:N2.1:1", "devour:N2.1", "remove:N2.1:hand",
           "grant:corrupt:N2.1", "again:N2.1"]  # fmt: skip
OF_CARDS = ["discard:Nmage:bo", "consume:N3:discard:bo", "look:1:hand:bo", "reveal:Nmage:hand:bo",
            "move:N3:discard:hand::bo", "move:A3:discard:hand::ana:bo",
            "endow:ambush:Nmage:bo", "pass:1:hand:hand::bo:ana", "pass:1:hand:hand::ana:bo",
            "alter:0:primary:bo", "alter:0:class:bo", "shuffle:primary:bo",
            "move:N2:selection:discard::bo"]  # fmt: skip


def given(match: Match) -> Match:
    """Something of everything under bo's control."""
    match.put("bo", "N2", "Hut1")
    match.give("bo", points=3, magicka=3).pile("bo.discard", "N3").pile("ana.discard", "A3")
    return match


@pytest.mark.parametrize("did", [*OF_PLAYER, *OF_PLAY, *OF_CARDS])
def test_wr_14_20_another_players_card_does_nothing_to_a_protected_player(did: str):
    match = given(protected())
    match.play(f"ana effect Text {did}")
    assert "Text: its text would have to set WR-14.20 aside" in match.trusted()


@pytest.mark.parametrize(
    ("step", "did"),
    [
        ('do = "points", player = "opponent", change = -1', "points:-1:bo"),
        ('do = "magicka", player = "opponent", change = [1, 2]', "magicka:1:bo"),
        ('do = "draw", player = "opponent"', "draw:1:bo"),
        ('do = "discard", player = "opponent", cards = { count = 1 }', "discard:Nmage:bo"),
        ('do = "control", thing = { is = "stronghold" }, player = "you"', "control:Hut1.1:ana"),
        ('do = "alter", deck = "primary", player = "opponent", count = 1, bottom = [0, 1]',
         "alter:0:primary:bo"),
        ('do = "look", place = "hand", player = "opponent"', "look:1:hand:bo"),
    ],
)  # fmt: skip
def test_wr_14_20_an_outcome_on_a_protected_player_is_refused_and_may_be_missing(
    step: str, did: str
):
    cards = f"{CARDS}\n{card('Rite', does(step))}"
    match = mid(2, cards).hold("bo", "Field").hold("ana", "Rite")
    match.put("bo", "Hut1")
    match.give("bo", points=3, magicka=3)
    match.play("bo play Field; bo effect Field forcefield:bo; ana play Rite")
    since = match.wr.changes.on["bo"][0].entry
    match.refuse(f"ana effect Rite {did}", "WR-14.20", since=since, seat="bo")
    match.play("ana step end")
    assert (match.wr.sides["bo"].points, match.thing("Hut1.1").controller) == (3, "bo")


def test_wr_14_20_where_all_that_might_be_chosen_is_protected_nothing_is_offered():
    step = 'do = "control", thing = { is = "stronghold", of = "opponent" }, player = "you"'
    match = mid(2, f"{CARDS}\n{card('Rite', does(step))}").hold("bo", "Field").hold("ana", "Rite")
    match.put("bo", "Hut1")
    match.put("bo", "Hut1")
    match.play("bo play Field; bo effect Field forcefield:bo; ana play Rite")
    (offered,) = (o for o in match.game.options(match.t) if o.verb == "effect")
    assert offered.fields["did"].only() == (({"do": "none"},),)
    match.play("ana effect Rite none")


@pytest.mark.rule("WR-14.18")
def test_wr_14_18_what_is_left_out_is_told():
    taking = card("Rite", does('do = "points", player = "opponent", change = -1'))
    match = (
        mid(2, f"{CARDS}\n{taking}").hold("bo", "Field").hold("ana", "Rite").give("bo", points=3)
    )
    match.play("bo play Field; bo effect Field forcefield:bo; ana play Rite; ana effect Rite")
    assert match.one(OutcomeLeftOut).why == "bo is under a Forcefield"


def test_wr_14_18_own_cards_still_work():
    match = protected().hold("bo", "Hidden").give("bo", magicka=1)
    match.play("ana effect Text none; bo play Hidden; bo effect Hidden magicka:2:bo draw:1:bo")
    assert match.trusted() == ("Hidden: its text is not in the catalog",)
    assert match.wr.sides["bo"].magicka == 3


def test_wr_14_18_nobody_else_is_protected():
    match = protected(3).give("cy", points=2)
    match.play("ana effect Text points:-1:cy")
    assert match.wr.sides["cy"].points == 1


@pytest.mark.rule("WR-14.19")
def test_wr_14_19_monsters_still_hit_that_player():
    keep = card("Keep", kind="strongholds", words=("forcefield",))
    match = mid(2, f"{CARDS}\n{keep}").pile("offers", "Keep", *["Hut1"] * 5)
    match.put("", "Biter")
    match.play("ana gain Keep Hut1; ana effect Keep forcefield:ana; ana step end")
    match.give("ana", points=5).give("bo", points=5)
    assert forcefields(match.t, "ana")
    match.play("bo effect Biter points:-1:ana points:-1:bo")
    assert (match.wr.sides["ana"].points, match.wr.sides["bo"].points) == (4, 4)


@pytest.mark.rule("WR-14.22")
def test_wr_14_22_what_was_resolved_before_stays():
    match = mid(2, CARDS).hold("bo", "Field").hold("ana", "Text").give("bo", points=3)
    match.play("ana play Text; ana effect Text points:-1:bo; bo play Field")
    match.play("bo effect Field forcefield:bo; ana step end")
    assert match.wr.sides["bo"].points == 2


def test_wr_14_18_a_described_effect_that_sets_it_aside_gets_through():
    through = card("Piercer", does('do = "points", player = "opponent", change = -1',
                                   aside='["WR-14.20"]'))  # fmt: skip
    match = mid(2, f"{CARDS}\n{through}").hold("bo", "Field").hold("ana", "Piercer")
    match.give("bo", points=3)
    match.play("bo play Field; bo effect Field forcefield:bo; ana play Piercer; ana step end")
    assert match.wr.sides["bo"].points == 2


# -- how far, how long -----------------------------------------------------------------------------


def test_wr_i_61_only_cards_in_play_and_strongholds_are_controlled_besides():
    match = given(protected(choices={"WR-I 61": "cards_in_play_and_strongholds"}))
    told = " ".join(OF_CARDS[:3])
    match.play(f"ana effect Text {told}")
    assert match.trusted() == ("Text: its text is not in the catalog",)
    match = given(protected(choices={"WR-I 61": "cards_in_play_and_strongholds"}))
    match.play(f"ana effect Text {OF_PLAY[0]}")
    assert len(match.trusted()) == 2


def test_wr_i_60_it_lasts_while_its_source_is_in_play():
    keep = card("Keep", kind="strongholds", words=("forcefield",), cost=0)
    match = mid(2, f"{CARDS}\n{keep}").pile("offers", "Keep", *["Hut1"] * 5)
    match.play("ana gain Keep Hut1; ana effect Keep forcefield:ana; ana step end")
    match.play("bo step mid; bo step end; bo eye-roll 0 0; bo step end")
    assert forcefields(match.t, "ana")


def test_wr_i_60_it_ends_with_a_card_that_leaves_in_the_end_step():
    match = protected().play("ana effect Text none; ana step end")
    assert not forcefields(match.t, "bo")


def test_wr_i_60_it_may_last_to_the_end_of_the_turn():
    match = protected(choices={"WR-I 60": "to_end_of_turn"})
    match.play("ana effect Text devour:Field.1")
    assert forcefields(match.t, "bo")
    match.play("ana step end")
    assert not forcefields(match.t, "bo")


def test_wr_i_60_it_may_last_to_that_players_next_turn():
    match = protected(3, choices={"WR-I 60": "to_own_next_turn"})
    match.play("ana effect Text forcefield:cy; ana step end")
    assert not forcefields(match.t, "bo") and forcefields(match.t, "cy")
    match.play("bo step end")
    assert not forcefields(match.t, "cy")


@pytest.mark.parametrize(("reading", "rule"), [("no", ""), ("yes", "WR-14.20")])
@pytest.mark.parametrize(
    ("done", "more"),
    [("damage", ", amount = 2"), ("counters", ", change = 2"), ("kill", "")],
)
def test_wr_i_62_stealing_a_protected_players_kill(reading: str, rule: str, done: str, more: str):
    thief = card("Thief", does(f'do = "{done}", monster = {{ is = "monster" }}{more}'),
                 words=("ambush",))  # fmt: skip
    field = FIELD.replace('cls = "necromancer"', 'cls = "arbiter"').replace("Field", "Ward")
    choices = {"WR-I 62": reading}
    match = mid(2, f"{CARDS}\n{thief}\n{field}", choices=choices)
    match.hold("ana", "Ward").hold("bo", "Thief")
    match.put("", "Wolf", "Ogre")
    match.put("ana", "A2")
    match.play("ana play Ward; ana effect Ward forcefield:ana; ana attack A2.1 Wolf.1")
    match.play("bo play Thief answers=0")
    if rule:
        match.refuse(f"bo effect Thief {done}:Wolf.1", rule, monster="Wolf.1", source="Ward.1")
        match.play(f"bo effect Thief {done}:Ogre.1; ana step end")
        assert match.wr.sides["ana"].points == 2
    else:
        match.play(f"bo effect Thief {done}:Wolf.1")
        assert match.wr.sides["bo"].points == 2


# -- permission ------------------------------------------------------------------------------------


def test_wr_14_20_the_protected_player_permits_an_effect():
    match = given(protected()).play("bo permit; ana effect Text points:-1:bo")
    assert match.trusted() == ("Text: its text is not in the catalog",)
    assert match.wr.sides["bo"].points == 2


def test_wr_14_20_the_protected_player_is_offered_to_permit_an_effect_once():
    match = given(protected())
    offered = [each for each in match.game.options(match.t) if each.verb == "permit"]
    assert [(each.seat, each.rule) for each in offered] == [("bo", "WR-14.20")]
    match.play("bo permit")
    assert "permit" not in {each.verb for each in match.game.options(match.t)}


def test_wr_14_20_a_permission_is_for_that_effect_alone():
    match = given(protected()).play("bo permit; ana effect Text points:-1:bo")
    match.hold("ana", "Text").play("ana play Text; ana effect Text points:-1:bo")
    assert len(match.trusted()) == 2


def test_wr_14_20_there_is_nothing_to_permit_without_a_forcefield_or_an_effect():
    match = mid(2, CARDS).hold("ana", "Text").play("ana play Text")
    match.refuse("bo permit", "WR-14.20")
    match = protected().play("ana effect Text none")
    match.refuse("bo permit", "WR-14.20")


def test_wr_14_20_nobody_permits_an_effect_of_their_own_though_it_is_still_owed():
    match = mid(2, CARDS).hold("ana", "Bolt").play("ana play Bolt")
    match.refuse("ana step end", "WR-2.13")
    for line in ("ana permit", f"ana permit {match.seq - 1}"):
        match.refuse(line, "WR-14.20")


def test_wr_14_21_nobody_aims_an_effect_of_another_anew_though_it_is_still_owed():
    match = mid(2, CARDS).hold("ana", "Bolt").play("ana play Bolt")
    match.refuse("bo re-aim ana", "WR-14.21")


def test_wr_i_63_only_the_text_of_a_card_permits():
    match = protected(choices={"WR-I 63": "card_text_only"})
    match.refuse("bo permit", "WR-14.20")


# -- a new aim -------------------------------------------------------------------------------------


def answered(players: int = 3, **more: Any) -> Match:
    """Ana's Bolt is aimed at bo, who answers with a Forcefield."""
    match = mid(players, CARDS, **more).hold("bo", "Field").hold("ana", "Bolt")
    return match.play(
        "ana play Bolt aims=bo; bo play Field answers=0; bo effect Field forcefield:bo"
    )


@pytest.mark.rule("WR-14.21")
def test_wr_14_21_the_effect_is_aimed_at_another_player():
    match = answered().play("ana re-aim cy; ana effect Bolt discard:Wmage:cy")
    assert match.wr.zones.piles["cy.discard"] == ["Wmage"]


def test_wr_14_21_the_new_aim_may_be_said_with_the_effect():
    match = answered().play("ana effect Bolt cy discard:Wmage:cy")
    assert match.wr.zones.piles["cy.discard"] == ["Wmage"]


def test_wr_14_21_declined_that_part_does_nothing():
    for line in ("ana re-aim; ana step end", "ana step end", "ana effect Bolt none"):
        match = answered().play(line)
        assert match.wr.zones.hidden.size("bo.hand") == 5


def test_wr_14_21_a_new_aim_may_be_answered_anew():
    ward = FIELD.replace('name = "Field"', 'name = "Ward"').replace("necromancer", "werewolf")
    match = mid(3, f"{CARDS}\n{ward}").hold("bo", "Field").hold("ana", "Bolt").hold("cy", "Ward")
    match.play("ana play Bolt aims=bo; bo play Field answers=0; bo effect Field forcefield:bo")
    turned = match.play("ana re-aim cy").seq
    match.play(f"cy play Ward answers={turned}; cy effect Ward forcefield:cy")
    match.refuse("ana re-aim bo", "WR-14.20")
    match.play("ana effect Bolt ana discard:Amage:ana")


def test_wr_14_21_only_an_effect_that_is_kept_off_is_aimed_anew():
    match = mid(3, CARDS).hold("ana", "Bolt").play("ana play Bolt aims=bo")
    match.refuse("ana re-aim cy", "WR-14.21")
    match.refuse("ana effect Bolt cy discard:Wmage:cy", "WR-15.3")
    match = answered()
    assert match.refuse("bo re-aim cy", "WR-14.21").legal == "ana"
    match.refuse("ana re-aim bo", "WR-14.21", player="bo")
    match.refuse("ana re-aim zed", "WR-14.21", player="zed")
    match.refuse("ana effect Bolt zed discard:Amage:ana", "WR-14.21", player="zed")


def test_wr_14_21_an_attack_or_nothing_at_all_is_not_aimed_anew_or_permitted():
    match = mid(3)
    match.put("ana", "A4", turn=match.wr.turn)
    match.put("", "Ogre")
    match.refuse("ana re-aim bo", "WR-14.21")
    match.play("ana attack A4.1 Ogre.1").refuse("ana re-aim bo", "WR-14.21")
    match.refuse("bo permit", "WR-14.20", seat="bo")


@pytest.mark.parametrize("line", ["ana re-aim ana", "ana effect Bolt ana discard:Amage:ana"])
def test_wr_14_21_the_new_aim_is_one_that_the_text_allows(line: str):
    opponent = BOLT.replace('what = "player"', 'what = "opponent"')
    match = mid(3, CARDS.replace(BOLT, opponent)).hold("bo", "Field").hold("ana", "Bolt")
    match.play("ana play Bolt aims=bo; bo play Field answers=0; bo effect Field forcefield:bo")
    match.refuse(line, "WR-15.3", card="Bolt", player="ana")
    match.play("ana re-aim cy")


def test_wr_14_21_a_forcefield_of_before_gives_no_new_aim():
    match = protected(3).play("ana effect Text none; ana play Bolt aims=bo")
    match.refuse("ana re-aim cy", "WR-14.21")


def test_wr_i_64_at_any_player_whom_the_text_allows():
    answered(2).play("ana re-aim ana; ana effect Bolt discard:Amage:ana")


def test_wr_i_64_at_opponents_of_its_controller():
    match = answered(3, choices={"WR-I 64": "opponents_of_its_controller"})
    match.refuse("ana re-aim ana", "WR-14.21")
    match.play("ana re-aim cy")


@pytest.mark.parametrize("reading", ["another_player_never_an_opponent", "as_an_opponent"])
def test_wr_i_73_a_forcefield_keeps_a_teammates_cards_off_too(reading: str):
    match = mid(4, CARDS, teams=True, choices={"WR-I 73": reading})
    match.hold("ana", "Text", "Text").give("cy", points=3)
    match.play("ana play Text; ana effect Text forcefield:cy")
    match.play("ana play Text; ana effect Text points:-1:cy")
    assert len(match.trusted()) == 2


def test_wr_i_73_a_teammate_is_a_new_aim_among_opponents_only_if_it_counts_as_one():
    for reading in ("another_player_never_an_opponent", "as_an_opponent"):
        choices = {"WR-I 73": reading, "WR-I 64": "opponents_of_its_controller"}
        match = answered(4, teams=True, choices=choices)
        if reading == "as_an_opponent":
            match.play("ana re-aim cy")
        else:
            match.refuse("ana re-aim cy", "WR-14.21")


def test_wr_14_18_whom_a_forcefield_covers_may_be_said_as_its_aim():
    match = mid(2, CARDS).hold("bo", "Field", "Field")
    match.refuse("bo play Field aims=cy", "WR-14.18", aim="cy")
    match.refuse("bo play Field aims=ana,bo", "WR-15.3", count=2)
    match.refuse("bo play Field aims=ana x=2", "WR-15.3")
    match.play("bo play Field aims=ana; bo play Field; bo effect Field.2 aims=bo")
    assert forcefields(match.t, "ana")
    assert forcefields(match.t, "bo")
    began = [fact for _, fact in match.replay.all_facts() if isinstance(fact, ChangeBegan)]
    told = [match.game.words[ChangeBegan](fact) for fact in began]
    assert any("while Field.1 is in play" in each for each in told)
    assert not any("while:" in each for each in told)
