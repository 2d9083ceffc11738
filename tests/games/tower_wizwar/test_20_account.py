"""Section 20: what can be in hands, pools, fronts and decks, by all that was seen of them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.reading.door.address import Situation
from cli.reading.door.cut_short import read_part
from events.notation import write
from referee.games.tower_wizwar.places import LAYOUT
from referee.verdict import LEGAL, Illegal, Incomplete
from tests.games.tower_wizwar.asking import asks
from tests.games.tower_wizwar.table import DECK, Match, opened, turn
from tests.games.tower_wizwar.test_9_drawing import short, sizes
from tests.tiers import examples


def renewed() -> Match:
    """Ana's deck was made anew of all three C8 and of two C7, which are generation 1; her hand
    holds three cards of the first deck and two of this one, her pool one of the first."""
    match = short(0, discard="C8*3,C7*2")
    return match.play("ana draw; ana end; bo end")


@pytest.mark.rule("TW-20.1")
def test_tw_20_1_all_zones_together_hold_the_cards_registered():
    match = turn(phase="draft")
    before = LAYOUT.counted(match.t)
    assert {name: count for name, count in before.items() if "Keep" not in name} == {
        name: 2 * count for name, count in sorted(DECK.items())
    }
    match.play("ana full-draft 1 C1 unnamed=1; ana cast C2 F1 mana=C3,C4; ana mana C5 unnamed=1")
    match.hold("ana", place="front").play("ana end; bo end")
    assert LAYOUT.counted(match.t) == before


def test_tw_20_1_a_tally_that_differs_is_refused():
    match = turn().give("ana", drain=2, harm=1)
    match.play("ana tally hand=5 pool=6 deck=49 front=0 discard=0 drain=2 harm=1 wounds=0")
    match.refuse("ana tally pool=5", "TW-20.1", have=6, said=5)
    match.play("ana cast C1 F1 mana=C2; ana cast C2 F1 mana=C3,C4,C5; ana tally hand=3 discard=5")
    match.play("bo tally hand=5 pool=6")


def test_tw_20_2_no_zone_gives_more_cards_than_it_holds():
    match = turn()
    match.refuse("ana mana unnamed=7", "TW-20.2", have=6)
    match.refuse("ana mana C1,C2,C3,C4,C5,C6,C7", "TW-20.2", have=6, asked=7)
    match.refuse("ana mana C1,C2,C3,C4,C5 unnamed=2", "TW-20.2")
    match.refuse("ana names C1", "TW-20.2")


def test_tw_20_3_a_name_needs_a_copy_that_nobody_sees():
    match = turn().play("ana mana Rite3")
    refusal = match.refuse("ana mana Rite3", "TW-20.3", card="Rite3")
    assert "no copy of Rite3" in refusal.message
    match.refuse("ana mana C1*4", "TW-20.3", card="C1")
    match.play("ana cast C1 F1 mana=C1").refuse("ana mana C1*2", "TW-20.3")
    match.play("bo mana Rite3")  # another wizard has an own copy


def test_tw_20_4_the_back_of_a_name_is_among_those_of_the_zone():
    match = turn().hold("ana", place="front")
    match.refuse("ana mana Sun1", "TW-20.4", card="Sun1")
    match.at("last").hold("ana", "C1").refuse("ana discard Hat1", "TW-20.4")


def test_tw_20_4_where_spellbooks_are_kept_they_have_to_fit():
    match = opened(backs="spellbooks").play(
        "ana set spell*4 orbital books=White,White,White,Blue; ana play Hat1 J1;"
        "ana draw books=Blue*5; ana orbital"
    )
    match.refuse("ana mana C1", "TW-20.4", card="C1")
    match.play("ana mana Tool1; ana mana Blue")
    assert match.trusted() == ("1 card of ana without a name",)
    match.refuse("ana cast Rite1 T mana=Tool1", "TW-12.10")
    match.play("ana cast C1 F1 mana=Rite1")


def test_tw_20_5_a_name_is_of_a_generation_that_its_zone_may_hold():
    match = renewed()
    assert match.side("ana").reshuffled == 1
    match.refuse("ana mana C8", "TW-20.5", card="C8")  # the pool is all of the first deck
    match.play("ana mana C6")
    match.at("last").hold("ana", "C1").play("ana discard C8")


def test_tw_20_5_after_a_face_down_move_both_zones_may_hold_both():
    match = renewed().at("last")
    match.unseen("ana", "hand", 2)
    match.play("ana discard unnamed=0 pool=2")
    match.at("cast").play("ana mana C8; ana mana C6")
    both = renewed().at("last").unseen("ana", "hand", 2)
    both.play("ana discard pool=2; ana end; bo end; ana inspection hand=C8,C8,C7,C6,C5")


def test_tw_20_6_a_card_known_to_lie_somewhere_is_nowhere_else():
    match = turn()
    match.t.state.zones.hidden.show("ana.hand/spell", ["Rite3"])
    match.hold("ana", "Rite3")  # it came back to the hand before all eyes
    match.refuse("ana mana Rite3", "TW-20.6", card="Rite3")
    match.at("last").unseen("ana", "hand", 1).play("ana discard pool=1; ana end; bo end")
    match.play("ana mana Rite3")  # after a move that nobody saw it may be in either


def test_tw_20_6_an_artifact_put_into_the_pool_is_known_there():
    match = turn()
    match.t.state.zones.hidden.show("ana.hand/spell", ["Relic2"])
    relic = match.put("ana", "F1", "Relic2")
    match.play("ana draw; bo cast Relic2 F1 mana=C1,C2; bo draw; bo end")
    assert relic not in match.tw.zones.things
    assert match.tw.zones.hidden.known("ana.pool/spell") == {"Relic2": 1}
    match.play("ana mana Relic2")


def test_tw_20_7_no_more_of_a_generation_are_named_than_were_drawn_of_it():
    match = renewed().at("last").hold("ana", "C1", "C2", "C3")
    match.refuse("ana discard C8*3", "TW-20.7", card="C8")
    match.play("ana discard C8,C7,C8")  # one C7 is of the first deck


# -- in the end ----------------------------------------------------------------------------------


def test_tw_20_9_what_is_laid_open_is_what_was_registered():
    match = turn().play("ana mana C1,C2; bo forfeit")
    match.refuse("ana inspection hand=C1,C2,C3,C4", "TW-20.9", have=5, count=4)
    match.refuse("ana inspection hand=C1*3,C2,C3", "TW-20.9", card="C1")
    match.refuse("ana inspection pool=C1,C2,C3,Sun1", "TW-20.9")
    match.play("ana inspection hand=C1,C1,C2,C3,C4")
    match.refuse("ana inspection pool=C1,C2,C3,C4", "TW-20.9", card="C1")
    left = dict(DECK)
    for card in ("C1", "C2", "C1", "C1", "C2", "C3", "C4", "C2", "C3", "C4", "C5"):
        left[card] -= 1
    deck = ",".join(f"{card}*{count}" for card, count in left.items() if count)
    match.play(f"ana inspection pool=C2,C3,C4,C5 deck={deck}")
    swapped = deck.replace("C8*3", "C8*2,C2")
    match.refuse(f"ana inspection deck={swapped}", "TW-20.9", card="C2")
    match._log("ana inspection")
    assert isinstance(match.verdict, Incomplete)


# -- numbers for names ---------------------------------------------------------------------------


def test_tw_20_10_a_number_may_stand_for_names():
    match = turn().play("ana mana C1 unnamed=2")
    assert match.trusted() == ("2 cards of ana without a name",)
    assert sizes(match, "unnamed", "pool") == [2, 3]
    match.refuse("ana names C1,Rite3,Rite3", "TW-20.2")
    match.refuse("ana names Rite3,Rite3", "TW-20.3")
    match.play("ana names Rite3,C1")
    assert sorted(match.tw.zones.piles["ana.discard"]) == ["C1", "C1", "Rite3"]
    match.refuse("ana mana Rite3", "TW-20.3")


def test_tw_20_10_an_unnamed_card_may_be_any_copy_through_shuffles_too():
    match = short(0, discard="C8,C8 unnamed=3").play("ana draw; ana end; bo end")
    assert (match.side("ana").faded, sizes(match, "deck", "unnamed")) == (3, [3, 0])
    match.at("last").hold("ana", "C1")
    match.play("ana discard Guard1; ana end; bo end")  # of the first deck, or one unnamed


def test_tw_20_10_a_cast_that_a_card_without_a_name_may_have_used_up_is_on_trust():
    match = turn().play("ana mana unnamed=1; ana cast C1 F1 mana=C3")
    assert match.verdict == LEGAL  # three copies cannot all be one card
    match.play("ana cast Mist1 F2 mana=C4,C5")
    assert match.trusted() == ("no card of ana without a name was the Mist1",)
    match.refuse("ana names Mist1", "TW-20.3", since=match.seq)
    match.play("ana names C6")


def test_tw_20_8_what_a_full_draft_discards_is_of_the_five_where_generations_prove_it():
    for account, refused in (("exact", True), ("rough", False)):
        match = turn(phase="draft", account=account)
        hidden = match.tw.zones.hidden
        hidden.draw(hidden.size("ana.deck/spell"), "ana.deck/spell", "ana.unseen/spell")
        for _ in range(2):
            hidden.shuffle("ana.deck/spell", {"C8": 3, "C7": 3})
        if refused:
            refusal = match.refuse("ana full-draft 1 C8,C1", "TW-9.4")
            assert "C1" in refusal.message
        match.play("ana full-draft 1 C8,C7" if refused else "ana full-draft 1 C8,C1")


def test_tw_20_10_names_for_cards_that_are_in_a_new_deck_are_on_trust():
    match = short(0, discard="C8 unnamed=3").play("ana draw; ana names C1,C2,C3")
    assert match.trusted() == ("cards of ana were named after a shuffle",)
    match.refuse("ana names C1,C2,C3,C4", "TW-20.2", have=3)
    match.refuse("ana names Cq", "TW-2.10")


@pytest.mark.parametrize("reading", ["numbers_allowed", "named"])
def test_tw_i_87_whether_discards_are_named(reading: str):
    match = turn(choices={"TW-I 87": reading})
    if reading == "named":
        match.refuse("ana mana C1 unnamed=1", "TW-20.10", count=1)
        match.refuse("ana cast C1 F1 unnamed=1", "TW-20.10")
    else:
        match.play("ana mana C1 unnamed=1")


def test_tw_i_2_the_lists_are_known_during_play():
    sealed = turn().game.rulebook.interpretations["TW-I 2"]
    assert (sealed.default, sealed.playable) == ("open", ("open",))


# -- laws ----------------------------------------------------------------------------------------

WORDS = st.lists(st.sampled_from(["spell", "celestial", "orbital"]), max_size=8)
NAMES = st.lists(st.sampled_from([*DECK, "Keep2"]), max_size=4)


@settings(max_examples=examples(80))
@given(
    verb=st.sampled_from(["draw", "set", "tower-draft", "full-draft 1 backs=", "discard", "mana"]),
    backs=WORDS,
    names=NAMES,
    unnamed=st.integers(0, 3),
    left=st.tuples(st.integers(0, 6), st.integers(0, 2), st.integers(0, 2)),
    entered=st.booleans(),
)
def test_a_refused_draw_or_discard_changes_nothing_and_no_entry_loses_a_card(
    verb: str,
    backs: list[str],
    names: list[str],
    unnamed: int,
    left: tuple[int, int, int],
    entered: bool,
):
    match = short(*left, discard="C1,C2") if entered else opened()
    before, digest = LAYOUT.counted(match.t), match.replay.digest()
    counted = f" unnamed={unnamed}" if unnamed else ""
    if verb in ("discard", "mana"):
        line = f"ana {verb} {','.join(names)}{counted}"
    elif verb == "set":
        listed = f" discards={','.join(names)}" if names else ""
        line = f"ana set {','.join(backs)}{listed}{counted}"
    elif verb.endswith("="):
        line = f"ana {verb}{','.join(backs)}{counted}" if backs else f"ana full-draft 1{counted}"
    else:
        line = f"ana {verb} {','.join(backs)}"
    match._log(line)
    if isinstance(match.verdict, Illegal | Incomplete):
        assert match.replay.digest() == digest, line
    assert LAYOUT.counted(match.t) == before, line


def test_tw_20_10_unnamed_mana_of_a_rebuked_cast_stays_in_the_pool():
    match = turn(4, phase="cast").play("ana forfeit").at("cast")
    before = LAYOUT.counted(match.t)
    match.play("ana mana unnamed=1; ana cast C2 F1 ally=cy mana=C3 unnamed=1")
    match.play("cy rebuke unnamed=3")
    assert sizes(match, "pool", "unnamed") == [5, 1]
    assert match.tw.zones.hidden.known("ana.pool/spell") == {"C3": 1}
    assert LAYOUT.counted(match.t) == before


def test_of_several_faults_the_number_comes_before_the_names():
    match = turn(choices={"TW-I 87": "named"}).play("ana mana Rite3")
    match.refuse("ana mana Rite3*4 unnamed=4", "TW-20.2", have=5, asked=8)
    turn().play("ana mana Rite3").refuse("ana mana Rite3 unnamed=5", "TW-20.2", asked=6)
    match.refuse("ana mana Rite3 unnamed=4", "TW-20.10")
    match.refuse("ana mana Rite3,Sun1", "TW-20.3")
    held = short(0, discard="C1,C2")
    held.refuse("ana draw orbital spell*3 place=pool", "TW-1.3")
    held.refuse("ana draw orbital*5 spell*2 place=pool", "TW-9.1")
    first = opened()
    first.refuse("ana set orbital*2 spell*2 discards=C1", "TW-10.4")
    first.refuse("ana set orbital spell*4 discards=C1", "TW-10.7")
    first.refuse("ana set orbital spell*4", "TW-10.1")
    empty = short(4).at("draft")
    empty.refuse("ana full-draft 0 C1 backs=spell*4,orbital", "TW-9.3")


def test_an_artifact_that_a_cast_has_put_in_the_pool_may_be_among_unnamed_mana():
    match = turn()
    match.t.state.zones.hidden.show("ana.hand/spell", ["Relic2"])
    match.put("ana", "F1", "Relic2")
    match.play("ana draw; bo cast Relic2 F1 mana=C1,C2; ana mana unnamed=1; bo draw; bo end")
    assert sizes(match, "pool", "unnamed") == [6, 1]
    match.play("ana names Relic2; ana mana C1; ana tally pool=5")


def test_what_a_cast_has_replaced_is_in_a_deck_made_anew_right_after_it():
    match = turn(choices={"TW-I 5": "when_a_draw_needs_it"}).at("cast")
    for back in ("spell", "celestial", "orbital"):
        match.unseen("ana", "unseen", match.tw.zones.hidden.size(f"ana.deck/{back}"), back)
    match.put("ana", "F1", "C8")
    match.play("ana mana C1; ana cast C0 F1; ana reshuffle; ana tally deck=2 discard=0")


def test_who_is_asked_for_names_is_told_that_a_number_will_do():
    """TW-20.10; not where names are agreed (TW-I 87)."""
    match = opened()
    asks(match, "ana set")
    assert match.verdict.message == "say the 3 cards that are discarded, or unnamed=3"
    match = turn(choices={"TW-I 87": "named"})
    asks(match, "ana cast C2 F1")
    assert "unnamed" not in match.verdict.message


@pytest.mark.parametrize(
    ("phase", "line", "full"),
    [
        ("cast", "cast c2 f1 un=2", "ana cast C2 F1 unnamed=2"),
        ("draft", "full-draft 3 un=2", "ana full-draft 3 unnamed=2"),
    ],
)
def test_at_the_table_a_number_stands_for_the_names_that_are_offered(
    phase: str, line: str, full: str
):
    match = turn(phase=phase)
    event = read_part(line, Situation.of(match.game, match.replay.table, "kim"))
    assert event is not None
    assert write(event, match.game.codec) == full
    match.play(full)
