"""What is offered at characteristic moments: the lines, their fields, what is a must."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from events.event import Event
from events.warrift import Attack, Gain, Hire, Part, Play, Step, Store, Summon, Take
from referee.choice import Choice, Fixed, OneOf, Perhaps, Some
from referee.games.warrift.due import DoEffect, RollEye
from referee.games.warrift.offered.acceptable import accepted
from referee.games.warrift.offered.choices import Faces, FirstRolls, Order, Targets
from referee.games.warrift.offered.options import obligations, options
from referee.games.warrift.setup import D6
from referee.option import Option
from referee.replay.simulate import event_of
from tests.games.warrift.effects import card, does
from tests.games.warrift.table import MONSTERS, SUPPORT, Match, begun, class_deck, mid, opened

SPLIT = card("Split", attack=4, words=("overwhelm",))
SHOWN = Counter({"2": 2, "3": 1, "4": 1, "A": 1})
HANDS = {"ana": {"Amage": 5, "Awarrior": 5}, "bo": {"Nmage": 5, "Nwarrior": 5}}
HUTS = ("Hand1", "Hand2", "Sneak1", "Hut1", "Hut2", "Hut3")
WHOLE = tuple(range(7))
STEP_END = Option("ana", "step", {"step": Fixed("end")}, "WR-4.2", weight=2, ends=True)


def left(mark: str) -> dict[str, int]:
    """What a class deck holds once its selection was laid out."""
    shown = Counter({f"{mark}{name}": count for name, count in SHOWN.items()})
    return dict(sorted((Counter(class_deck(mark)) - shown).items()))


def support_left() -> dict[str, int]:
    return dict(sorted((Counter(SUPPORT) - Counter(HUTS)).items()))


def one_of(cards: Mapping[str, int]) -> OneOf:
    """Each card as often as there are copies."""
    return OneOf(tuple(Counter(cards).elements()))


def offered(match: Match, *verbs: str) -> list[Option]:
    """What is offered, of these verbs if any are named."""
    return [each for each in options(match.t) if not verbs or each.verb in verbs]


def must(seat: str, verb: str, fields: dict[str, Choice], rule: str) -> Option:
    return Option(seat, verb, fields, rule, weight=64, must=True)


def hire(seat: str, name: str, hand: dict[str, int], count: int = 1, **more: Choice) -> Option:
    paid = {"discards": Some(dict(sorted(hand.items())), count, count)}
    return Option(seat, "hire", {"mercenary": Fixed(name), **paid, **more}, "WR-9.1", weight=2)


def trades(gives: str = "unseen", takes: str = "taken", **hand: int) -> list[Option]:
    """A card of ana's for one of bo's or none, or the other way round; by name or not."""
    named = dict(sorted((hand or HANDS["ana"]).items()))
    return [
        Option("ana", "trade", {"other": Fixed("bo"), **fields}, "WR-11.1", weight=1)
        for fields in (
            {gives: Fixed(1), takes: OneOf((0, 1))},
            {"gives": Some(named, 1, 1), "taken": Fixed(1)},
        )
    ]


# -- before the first turn -------------------------------------------------------------------------


def test_wr_3_17_every_step_of_the_setup_is_offered_and_is_a_must():
    lists = {"ana": class_deck("A"), "bo": class_deck("N")}
    assert offered(opened()) == [
        *(
            must(seat, "selection", {"cards": Order(dict(sorted(deck.items())), 5)}, "WR-3.11")
            for seat, deck in lists.items()
        ),
        must(
            "ana",
            "selection",
            {"cards": Order(dict(sorted(SUPPORT.items())), 6), "of": Fixed("support")},
            "WR-3.10",
        ),
        must("ana", "first-roll", {"rolls": FirstRolls(("ana", "bo"), WHOLE)}, "WR-3.14"),
    ]


def test_wr_i_16_who_rolls_with_what_is_offered_as_it_is_read():
    match = opened(3, choices={"WR-I 16": "d6_highest_tied_reroll"})
    rolls = {"rolls": FirstRolls(("ana", "bo", "cy"), D6)}
    assert offered(match, "first-roll") == [must("ana", "first-roll", rolls, "WR-3.14")]
    match.play("ana first-roll ana:2 bo:6 cy:6")
    rolls = {"rolls": FirstRolls(("bo", "cy"), D6)}
    assert offered(match, "first-roll") == [must("bo", "first-roll", rolls, "WR-3.14")]
    match = opened(choices={"WR-I 16": "any_roll"})
    assert offered(match, "first-roll") == [
        must(seat, "first-roll", {}, "WR-3.14") for seat in ("ana", "bo")
    ]


def test_wr_3_12_one_to_five_cards_of_each_selection_may_be_replaced_before_the_first_event():
    match = begun()
    assert offered(match, "replace") == [
        Option(
            seat,
            "replace",
            {
                "cards": Some({f"{mark}{name}": n for name, n in SHOWN.items()}, count, count),
                "flipped": Order(left(mark), count),
            },
            "WR-3.12",
            weight=1,
        )
        for seat, mark in (("ana", "A"), ("bo", "N"))
        for count in range(1, 6)
    ]
    match.play("ana eye-roll 0 0")
    assert offered(match, "replace") == []


def test_wr_5_1_the_roll_ambush_and_trades_are_offered_at_the_start():
    match = begun()
    roll = must("ana", "eye-roll", {"dice": Faces(WHOLE, 2)}, "WR-5.1")
    sneaks = [hire(seat, "Sneak1", hand) for seat, hand in HANDS.items()]
    found = [each for each in offered(match) if each.verb != "replace"]
    assert found == [roll, *sneaks, *trades()]
    assert [each for each in obligations(match.t) if each.must] == [
        RollEye("ana", "WR-5.1", match.seq, dice=2)
    ]


def test_wr_14_4_ambush_is_offered_to_who_rolls_too():
    match = begun().hold("ana", "AA").hold("bo", "NA")
    plays = {each.seat: each for each in offered(match, "play")}
    assert {seat: each.fields["cards"] for seat, each in plays.items()} == {
        "ana": Fixed(("AA",)),
        "bo": Fixed(("NA",)),
    }
    match.play("ana play AA; ana eye-roll 0 0")


# -- what is due -----------------------------------------------------------------------------------


def test_wr_5_4_the_monsters_that_may_come_out_are_offered_and_trades():
    match = begun().play("ana eye-roll 1 1")
    deck = Order(dict(sorted(MONSTERS.items())), 1)
    assert offered(match) == [must("ana", "enter", {"monsters": deck}, "WR-5.4"), *trades()]


def test_wr_2_9_of_an_eye_that_is_known_on_top_only_that_monster_is_offered():
    match = begun()
    match.t.state.zones.hidden.put_on_top("eye", ["Wolf", "Rat"])
    match.play("ana eye-roll 1 1")
    (option,) = offered(match, "enter")
    assert list(option.fields["monsters"].names()) == ["Wolf"]


def test_wr_5_6_what_comes_out_of_the_necropolis_is_a_monster_of_it():
    caller = card("Caller", does('do = "enter", count = 1, place = "necropolis"'))
    match = mid(extra=caller).hold("ana", "Caller").pile("necropolis", "A2", "Rat", "Rat")
    match.play("ana play Caller enter:1:necropolis")
    assert offered(match, "enter") == [
        must("ana", "enter", {"monsters": Order({"Rat": 2}, 1)}, "WR-5.6")
    ]


def test_wr_8_6_and_9_7_the_cards_that_may_fill_a_gap_are_offered():
    match = mid().give("ana", magicka=2).play("ana summon A2")
    refill = must("ana", "refill", {"card": one_of(left("A"))}, "WR-8.6")
    assert offered(match) == [refill, *trades()]
    match = mid().give("ana", points=1).play("ana gain Hut1")
    fields: dict[str, Choice] = {"card": one_of(support_left()), "of": Fixed("support")}
    assert offered(match) == [
        must("ana", "refill", fields, "WR-9.7"),
        hire("bo", "Sneak1", HANDS["bo"], answers=Fixed(0)),
        *trades(),
    ]


def test_wr_i_40_where_the_support_deck_is_empty_its_discard_pile_is_offered():
    match = mid().give("ana", points=1).pile("support-discard", "Hand2", "Hand2", "Hut3")
    match.t.state.zones.hidden.draw(54, "support", "away")
    match.play("ana gain Hut1")
    (option,) = offered(match, "refill")
    assert option.fields["card"] == OneOf(("Hand2", "Hand2", "Hut3"))


def test_wr_13_2_the_deal_of_the_rift_is_offered_to_the_dealer():
    match = mid().give("ana", magicka=2).play("ana summon A2 A2; ana step end; bo step end")
    assert offered(match) == [must("ana", "rift-deal", {}, "WR-13.2"), *trades()]


# -- the mid step ----------------------------------------------------------------------------------


def acting() -> Match:
    """Ana's mid step with magicka, points, two creatures and a Garrison; an Ogre and a Rat."""
    match = mid(2, SPLIT, retain="1").give("ana", magicka=3, points=2)
    match.put("ana", "Split", "Hut2", "Awarrior", turn=match.wr.turn)
    match.put("", "Ogre", "Rat")
    return match.hold("ana", "AA").hold("bo", "NA").pile("Hut2.1.garrison", "A3")


def test_wr_6_1_all_acts_of_the_mid_step_are_offered():
    hand = {**HANDS["ana"], "AA": 1}
    flipped = {"flipped": Perhaps(one_of(left("A")))}
    of_support = {"flipped": Perhaps(one_of(support_left()))}
    whole = [(("Ogre.1",),), (("Rat.1",),)]
    divided = [((("Ogre.1", n), ("Rat.1", 4 - n))) for n in (1, 2, 3)]
    assert offered(acting()) == [
        hire("ana", "Sneak1", hand),
        Option("bo", "play", {"cards": Fixed(("NA",))}, "WR-14.4", weight=2),
        hire("bo", "Sneak1", {**HANDS["bo"], "NA": 1}),
        *trades(**hand),
        Option("ana", "play", {"cards": Some(hand, 1, 1)}, "WR-6.2", weight=96),
        Option(
            "ana",
            "attack",
            # most eagerly what dies by exactly that much, then what dies of less
            {
                "creature": Fixed("Split.1"),
                "parts": Targets((*[whole[0]] * 12, *[whole[1]] * 6, *divided)),
            },
            "WR-7.1",
            weight=64,
        ),
        Option(
            "ana",
            "attack",
            {"creature": Fixed("Awarrior.1"), "parts": Targets((whole[0], *[whole[1]] * 12))},
            "WR-7.1",
            weight=64,
        ),
        Option("ana", "summon", {"card": OneOf(("A2", "A3", "AA")), **flipped}, "WR-8.2", 48),
        Option(
            "ana",
            "summon",
            {"card": OneOf(("A2", "AA")), "to": Fixed("discard"), **flipped},
            "WR-8.2",
            weight=48,
        ),
        hire("ana", "Hand1", hand),
        hire("ana", "Hand2", hand, 2),
        Option("ana", "gain", {"stronghold": Fixed("Hut1"), **of_support}, "WR-10.1", 24),
        Option("ana", "gain", {"stronghold": Fixed("Hut2"), **of_support}, "WR-10.1", 24),
        Option(
            "ana",
            "store",
            {"stronghold": Fixed("Hut2.1"), "creature": one_of(dict(sorted(hand.items())))},
            "WR-10.6",
            weight=1,
        ),
        Option(
            "ana",
            "take",
            {"stronghold": Fixed("Hut2.1"), "creature": OneOf(("A3",))},
            "WR-10.8",
            weight=2,
        ),
        STEP_END,
    ]


@pytest.mark.parametrize("lines", ["", "bo play NA", "ana trade bo taken=1; ana play AA"])
def test_what_a_rule_asks_alone_offers_what_whole_acts_would(lines: str):
    match = acting()
    match.put("ana", "Hut2", "Hut3")
    if lines:
        match.play(lines)
    state = match.t.state
    things, offers = list(state.zones.things.values()), state.zones.piles["offers"]
    hand = state.zones.hidden.candidates("ana.hand")
    acts: list[Event] = [Play("ana", (name,)) for name in hand]
    acts += [Summon("ana", name) for name in state.zones.piles["ana.selection"]]
    acts += [Gain("ana", name) for name in offers]
    acts += [Hire("ana", name, ("Amage",) * n) for name in offers[:2] for n in range(3)]
    acts += [Store("ana", thing.id, name) for thing in things for name in hand]
    acts += [Take("ana", thing.id, "A3") for thing in things]
    acts += [Attack("ana", one.id, (Part(other.id),)) for one in things for other in things]
    acts += [Step("ana", "mid"), Step("ana", "end")]
    found = options(match.t)
    assert [each for each in acts if any(allows(option, each) for option in found)] == [
        each for each in acts if accepted(match.t, each)
    ]


def allows(option: Option, event: Event) -> bool:
    """Whether an option offers an event that says nothing of what is flipped."""
    given = to_builtins(event)
    who = given.pop("seat"), given.pop("type")
    named = {name: choice for name, choice in option.fields.items() if name != "flipped"}
    same = who == (option.seat, option.verb) and given.keys() == named.keys()
    return same and all(named[name].allows(value) for name, value in given.items())


def test_wr_4_2_where_nothing_else_is_left_the_step_is_what_is_done():
    match = mid().play("ana play Amage Amage Amage Awarrior Awarrior; ana trade bo taken=1")
    match.play("ana play Nmage").pile("ana.selection").pile("offers")
    assert offered(match, "step") == [
        Option("ana", "step", {"step": Fixed("end")}, "WR-4.2", weight=64, ends=True)
    ]


def test_wr_4_5_the_mid_step_is_offered_in_the_start_step():
    match = begun(2, card("Omen", does('do = "magicka", change = 1', when="turn_start", may=True)))
    match.put("ana", "Omen")
    match.play("ana eye-roll 0 0")
    steps = [each.fields["step"] for each in offered(match, "step")]
    assert steps == [Fixed("mid"), Fixed("end")]


@pytest.mark.parametrize(
    ("reading", "creatures"),
    [
        ("hand", ("Amage", "Awarrior")),
        ("play", ("A2.1",)),
        ("hand_or_play", ("Amage", "Awarrior", "A2.1")),
    ],
)
def test_wr_i_42_what_may_be_stored_is_offered_as_it_is_read(
    reading: str, creatures: tuple[str, ...]
):
    match = mid(choices={"WR-I 42": reading})
    match.put("ana", "Hut2", "A2", turn=match.wr.turn)
    (option,) = offered(match, "store")
    assert set(option.fields["creature"].names()) == set(creatures)


# -- responses -------------------------------------------------------------------------------------


def attacked() -> Match:
    """Ana's A4 attacks a Wolf; bo could answer, and has magicka."""
    match = mid(2, SPLIT).hold("bo", "NA").give("bo", magicka=2)
    match.put("ana", "A4", "Split", turn=match.wr.turn)
    match.put("", "Wolf", "Ogre")
    return match.play("ana attack A4.1 Wolf.1")


def test_wr_14_4_what_answers_an_attack_is_offered_with_its_mark():
    found = [each for each in offered(attacked()) if each.seat == "bo"]
    hand = {**HANDS["bo"], "NA": 1}
    assert found == [
        Option("bo", "play", {"cards": Fixed(("NA",)), "answers": Fixed(0)}, "WR-14.4", 2),
        Option("bo", "play", {"cards": Fixed(("NA",))}, "WR-14.4", weight=2),
        hire("bo", "Sneak1", hand, answers=Fixed(0)),
        Option("bo", "summon", {"card": OneOf(("N2", "NA"))}, "WR-8.2", weight=48),
    ]


def test_wr_4_6_the_turn_is_offered_as_it_will_be_once_the_attack_has_struck():
    match = attacked()
    (attack,) = offered(match, "attack")
    assert attack.fields["parts"] == Targets(((("Ogre.1",),),) * 12)
    gains = [each.fields["stronghold"] for each in offered(match, "gain")]
    assert gains == [Fixed("Hut1"), Fixed("Hut2")], "the Wolf is worth 2 points"
    assert match.wr.sides["ana"].points == 0


def test_wr_14_8_the_attack_of_an_ambush_card_is_offered_as_an_answer():
    match = attacked().play("bo play NA answers=0")
    assert offered(match, "attack")[0] == Option(
        "bo",
        "attack",
        {
            "creature": Fixed("NA.1"),
            "parts": Targets((*[(("Wolf.1",),)] * 12, (("Ogre.1",),))),
            "answers": Fixed(0),
        },
        "WR-7.1",
        weight=64,
    )


def test_wr_7_9_a_new_target_is_offered_where_the_old_one_is_about_to_die():
    match = attacked()
    assert offered(match, "retarget") == []
    match.play("bo play NA answers=0; bo attack NA.1 Wolf.1 answers=0")
    fields: dict[str, Choice] = {"monster": OneOf(("Ogre.1",)), "attack": Fixed(match.seq - 2)}
    assert offered(match, "retarget") == [Option("ana", "retarget", fields, "WR-7.9", weight=16)]


# -- effects ---------------------------------------------------------------------------------------


def effects(match: Match) -> list[tuple[str, Any, Any, str, int, bool]]:
    """The effects on offer: whose, of what, by which name, the rule, the weight, whether a must."""
    return [
        (
            each.seat,
            each.fields["source"],
            each.fields.get("trigger"),
            each.rule,
            each.weight,
            each.must,
        )
        for each in offered(match, "effect")
    ]


HURT = 'do = "damage", monster = { is = "monster" }, amount = 1'
GIVE = 'do = "magicka", change = 1'


def test_wr_15_2_an_effect_that_is_owed_is_a_must_and_nothing_of_the_turn_is_offered():
    match = mid(2, card("Bolt", does(HURT))).hold("ana", "Bolt")
    match.put("", "Ogre", "Rat")
    match.play("ana play Bolt")
    assert effects(match) == [("ana", Fixed("Bolt.1"), None, "WR-15.2", 64, True)]
    assert {each.verb for each in offered(match)} == {"effect", "hire", "trade"}
    (owed,) = [each for each in obligations(match.t) if isinstance(each, DoEffect)]
    assert owed == DoEffect("ana", "WR-15.2", match.seq, source="Bolt.1", trigger="played")
    assert owed.text() == "say what Bolt.1 did (played)"


def test_wr_6_3_an_effect_that_may_be_declined_is_offered_beside_the_turn():
    match = mid(2, card("Gift", does(GIVE, may=True))).hold("ana", "Gift").play("ana play Gift")
    assert effects(match) == [("ana", Fixed("Gift.1"), None, "WR-15.2", 8, False)]
    assert STEP_END in offered(match)


def test_wr_15_1_effects_that_are_used_are_offered_each_by_its_name():
    tool = card(
        "Tool",
        does(GIVE, when="used", name='"help"'),
        does('do = "points", change = 1', when="used", name='"gain"', uses=1),
    )
    match = mid(2, tool)
    match.put("ana", "Tool")
    both = [("ana", Fixed("Tool.1"), Fixed(n), "WR-15.1", 4, False) for n in ("help", "gain")]
    assert effects(match) == both
    assert effects(match.play("ana effect Tool trigger=gain")) == both[:1]


def test_wr_12_2_equally_old_effects_of_the_end_are_offered_together():
    match = mid(2, card("Clock", does(GIVE, when="turn_end"), kind="strongholds"))
    match.put("ana", "Clock", "Clock")
    match.play("ana step end")
    assert effects(match) == [
        ("ana", Fixed(f"Clock.{n}"), None, "WR-15.2", 64, True) for n in (1, 2)
    ]


def test_wr_1_12_nothing_is_offered_or_owed_when_the_match_is_over():
    match = mid().play("bo concede")
    assert offered(match) == [] and obligations(match.t) == []


# -- what a field may hold -------------------------------------------------------------------------


def test_dice_that_are_thrown_show_their_faces():
    dice = Faces((0, 1, 1, 2, 2, 3), 2)
    assert dice.described() == "2 dice, each 0, 1, 1, 2, 2, 3"
    assert dice.allows([0, 3]) and dice.allows((1, 1))
    assert not dice.allows([0]) and not dice.allows([0, 4]) and not dice.allows("00")
    assert dice.fits("-1") and dice.fits("12") and not dice.fits("a")
    assert all(dice.allows(dice.decide(Random(seed))) for seed in range(5))
    pad = dice.pad()
    assert (pad.sides, pad.dice, pad.faces, pad.shape) == (6, 2, (0, 1, 2, 3), "throw")


def test_who_ties_for_the_highest_rolls_again():
    rolls = FirstRolls(("ana", "bo", "cy"), D6)
    once = (("ana", 6), ("bo", 4), ("cy", 6))
    assert rolls.allows([*once, ("cy", 2), ("ana", 1)])
    assert rolls.allows([("ana", 5), ("bo", 4), ("cy", 4)])
    for wrong in (
        once,
        [*once, ("bo", 2), ("ana", 1)],
        [*once, ("cy", 2), ("ana", 1), ("bo", 1)],
        [("ana", 7), ("bo", 4), ("cy", 4)],
        "ana:6",
    ):
        assert not rolls.allows(wrong)
    assert all(rolls.allows(rolls.decide(Random(seed))) for seed in range(20))
    assert rolls.described() == "a roll of each, such as ana:6; ties again"
    assert rolls.fits("ana:1") and not rolls.fits("6")
    pad = rolls.pad()
    assert (pad.sides, pad.seats, pad.faces, pad.ties) == (6, ("ana", "bo", "cy"), D6, True)
    assert pad.shape == "seated"


def test_the_parts_of_an_attack_need_no_amount_where_one_takes_the_whole():
    parts = Targets(((("Ogre.1",),), (("Ogre.1", 1), ("Rat.1", 3))))
    assert parts.allows([["Ogre.1"]]) and parts.allows([("Ogre.1", None)])
    assert parts.allows([("Ogre.1", 1), ("Rat.1", 3)])
    for wrong in ([("Rat.1",)], [("Ogre.1", 2), ("Rat.1", 2)], ["Ogre.1"], 3):
        assert not parts.allows(wrong)


def test_cards_one_after_another_are_as_many_of_each_as_there_are():
    order = Order({"Rat": 2, "Wolf": 1}, 2)
    assert order.allows(["Rat", "Rat"]) and order.allows(["Wolf", "Rat"])
    assert not order.allows(["Wolf", "Wolf"]) and not order.allows(["Rat"])
    assert all(order.allows(order.decide(Random(seed))) for seed in range(5))
    assert list(order.names()) == ["Rat", "Wolf"]
    assert order.described() == Some({"Rat": 2, "Wolf": 1}, 2, 2).described()
    assert order.several() and not Order({"Rat": 2}, 1).several()
    pile = order.pile()
    assert (pile.least, pile.most, pile.ordered) == (2, 2, True)


def test_wr_14_23_a_split_attack_is_offered_as_it_will_be_once_its_own_growth_has_come():
    grows = does('do = "attack", creature = "self", change = 2, until = "turn"')
    swift = card("Swift", grows, attack=2, words=("ambush", "overwhelm"))
    match = begun(2, swift).hold("ana", "Swift")
    match.put("", "Wolf", "Ogre")
    match.play("ana eye-roll 1 0; ana enter Rat; ana play Swift answers=0")
    attacks = [each for each in offered(match, "attack") if each.seat == "ana"]
    assert attacks
    for option in attacks:
        for seed in range(12):
            event = event_of(match.game, option, Random(seed))
            assert accepted(match.t, event), event
