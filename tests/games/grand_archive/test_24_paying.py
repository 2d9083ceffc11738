"""Keywords of what is paid for a card, and what the card is by that (section 24)."""

import pytest

from referee.games.grand_archive.facts import CardActivated
from referee.verdict import Incomplete
from tests.games.grand_archive.table import Match, action, ally, turn


def spell(name: str, reserve: int, *keywords: str, **more: str) -> str:
    """An action without a text, of class mage, as the champions are."""
    element = more.pop("element", "norm")
    lines = [
        f'[[cards]]\nname = "{name}"\ntypes = ["action"]\nsubtypes = ["spell"]\nspeed = "slow"',
        f"classes = ['mage']\nreserve = {reserve}\nelement = '{element}'\nelements = ['{element}']",
        f"keywords = {list(keywords)}",
        *(f"{key} = {value}" for key, value in more.items()),
    ]
    return "\n".join(lines) + "\n"


SPELLS = "\n".join(
    (
        spell("Glow", 4, "kindle 2", element="fire"),
        spell("Deal", 3, "efficiency"),
        spell("Pact4", 4, "efficiency", conditions='{ efficiency = [["class bonus"]] }')
        .replace("['mage']", "['warrior']"),
        spell("Flash", 1, "fast activation", conditions='{"fast activation" = [["level 1+"]]}'),
        spell("Warm", 3, "imbue 2", element="fire"),
        spell("Grand", 3, "advanced imbue 1"),
        spell("Spark", 1, element="arcane"),
        spell("Noble", 1, element="exalted"),
        spell("Plot", 1, "prepare 2"),
        spell("Drift", 1, "floating memory", conditions='{"floating memory" = [["level 1+"]]}'),
    )
)  # fmt: skip


def paid(match: Match) -> tuple[int, int]:
    """What a card cost, and how many cards of the hand paid."""
    fact = match.one(CardActivated)
    return fact.cost, fact.reserved


# -- Efficiency ------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.9")
def test_ga_24_9_efficiency_takes_the_champions_level_off_the_cost():
    match = turn(extra=SPELLS).level("ana", "Kai, One", "Kai, Two").hold("ana", "Deal")
    assert paid(match.play("ana activate Deal")) == (1, 1)


@pytest.mark.rule("GA-24.4")
def test_ga_24_4_efficiency_under_a_class_bonus_wants_a_champion_of_the_class():
    match = turn(extra=SPELLS).level("ana", "Kai, One", "Kai, Two").hold("ana", "Pact4")
    assert paid(match.play("ana activate Pact4")) == (4, 4)


# -- Fast Activation -------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.11", "GA-24.20")
def test_ga_24_11_fast_activation_makes_a_slow_card_fast_while_its_condition_holds():
    match = turn(extra=SPELLS).hold("bo", "Flash")
    match.refuse("bo activate Flash", "GA-6.47")
    match = turn(extra=SPELLS).hold("bo", "Flash").level("bo", "Kai, One")
    match.play("ana activate A1; bo activate Flash")


# -- Kindle ----------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.19")
def test_ga_24_19_fire_cards_of_the_graveyard_pay_up_to_the_number_of_kindle():
    match = turn(extra=SPELLS).hold("ana", "Glow", "Rite3")
    match.lay("ana", "graveyard", "Fire2", "Fire2", "Ember2", "A1")
    match.refuse("ana activate Glow kindle=Fire2,Fire2,Ember2", "GA-24.19", most=2, count=3)
    match.refuse("ana activate Glow kindle=A1", "GA-24.19", card="A1")
    match.refuse("ana activate Rite3 kindle=Fire2", "GA-9.5", card="Rite3")
    assert paid(match.play("ana activate Glow kindle=Fire2,Ember2")) == (4, 2)
    assert sorted(match.ga.zones.piles["ana.banishment"]) == ["Ember2", "Fire2"]
    assert match.ga.zones.piles["ana.graveyard"] == ["Fire2", "A1"]


def test_ga_24_19_what_does_not_lie_in_the_graveyard_kindles_nothing():
    match = turn(extra=SPELLS).hold("ana", "Glow")
    match.refuse("ana activate Glow kindle=Fire2", "GA-24.19", card="Fire2")


# -- Reservable ------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.31")
def test_ga_24_31_a_reservable_object_is_rested_for_one_of_the_cost():
    match = turn()
    lamp, ally = match.put("ana", "Lamp1"), match.put("ana", "A1")
    match.hold("ana", "A3")
    match.refuse(f"ana activate A3 rest={ally}", "GA-24.31", thing=ally)
    assert paid(match.play(f"ana activate A3 rest={lamp}")) == (3, 2)
    assert match.thing(lamp).rested
    match.hold("ana", "A2").refuse(f"ana activate A2 rest={lamp}", "GA-16.7", thing=lamp)


PRICED = "".join(
    (
        ally("Smith", '{ do = "draw" }', when='"activated"', cost='[{ do = "pay", count = 2 }]'),
        ally(
            "Idler",
            '{ do = "draw" }',
            when='"activated"',
            cost='[{ do = "rest", thing = "self" }]',
        ),
        ally(
            "Beacon",
            '{ do = "draw" }',
            when='"activated"',
            cost='[{ do = "pay", count = 2 }, { do = "rest", thing = "self" }]',
        ).replace("power = 1", 'power = 1\nkeywords = ["reservable"]'),
        action(
            "Toll",
            '{ do = "pay", player = "controller of card", count = 2, may = true, as = "paid" }',
            '{ do = "negate", item = "card", if = { last = "paid", most = 0 } }',
            aims='{ card = { what = { in = "stack", other = true } } }',
        ),
    )
)  # fmt: skip


def poor(hand: int) -> Match:
    """Ana's turn with a smith and a lamp that could rest, and few cards in hand."""
    match = turn(extra=PRICED)
    hidden = match.t.state.zones.hidden
    hidden.draw(match.size("ana", "hand") - hand, "ana.hand", "ana.memory")
    for name in ("Smith", "Idler", "Lamp1"):
        match.put("ana", name)
    return match.hold("bo", "Toll")


def left(match: Match) -> tuple[int, bool]:
    """How many cards ana's hand has left, and whether her lamp rests."""
    return match.size("ana", "hand"), match.thing("Lamp1.1").rested


@pytest.mark.rule("GA-9.5", "GA-24.31")
def test_ga_24_31_a_reservable_object_pays_for_an_ability_too():
    for said in ("", " pays=pay:2"):
        assert left(poor(2).play(f"ana ability Smith{said}")) == (0, False)
    said = ["", " rest=Lamp1", " pays=pay:1 rest=Lamp1", " pays=pay:1,rest:Lamp1.1"]
    for each in (*said, " pays=pay:2:ana:Lamp1.1"):
        assert left(poor(1).play(f"ana ability Smith{each}")) == (0, True), each


def test_ga_24_31_which_objects_rest_is_asked_for_where_several_could():
    match = poor(1)
    match.put("ana", "Lamp1")
    match.play("ana ability Smith")
    choices = {"pays": ("pay:2:ana:Lamp1.1", "pay:2:ana:Lamp1.2")}
    assert match.verdict == Incomplete("Smith: say what rests for it", choices, "ana")
    assert left(match.play("ana ability Smith pays=pay:2:ana:Lamp1.1")) == (0, True)
    poor(0).refuse("ana ability Smith", "GA-9.1", have=0, asked=2)


@pytest.mark.rule("GA-8.10")
def test_ga_8_10_nothing_rests_for_an_ability_beyond_its_cost():
    poor(2).refuse("ana ability Smith pays=pay:2 rest=Lamp1", "GA-1.6", logged=3)
    poor(2).refuse("ana ability Smith rest=Lamp1,Lamp1", "GA-16.7", thing="Lamp1.1")
    poor(2).refuse("ana ability Idler rest=Lamp1", "GA-1.6", logged="Lamp1.1")


def test_ga_24_31_who_pays_lest_a_card_be_negated_may_rest_a_reservable_object():
    def taxed(hand: int) -> Match:
        return poor(hand).play("ana activate A1").play("bo activate Toll A1")

    assert left(taxed(4).play("bo resolve pay:2:ana")) == (0, False)
    for said in ("pay:1:ana rest:Lamp1.1", "pay:2:ana:Lamp1.1"):
        assert left(taxed(4).play(f"bo resolve {said}")) == (1, True), said
    taxed(3).refuse("bo resolve pay:1:ana", "GA-1.6", logged=1)  # not in part
    taxed(2).refuse("bo resolve pay:2:ana:Lamp1.1", "GA-9.1")


def test_ga_11_6_a_price_is_paid_whole_or_not_at_all():
    match = poor(3)
    match.thing("Lamp1.1").rested = True
    match.play("ana activate A1").play("bo activate Toll A1")
    assert match.size("ana", "hand") == 1
    match.refuse("bo resolve pay:1:ana", "GA-1.6", logged=1)
    match.play("bo resolve none")
    assert left(match) == (1, True)


def test_ga_9_5_no_more_objects_rest_than_are_due():
    match = poor(2)
    more = [match.put("ana", "Lamp1") for _ in range(2)]
    line = f"ana ability Smith pays=pay:2:ana:Lamp1.1+{'+'.join(more)}"
    match.refuse(line, "GA-9.5", count=2)
    hand = match.size("ana", "hand")
    match.let_stand(line, "GA-9.5")  # then they rest, and no card of the hand pays
    assert match.size("ana", "hand") == hand and all(match.thing(each).rested for each in more)


def test_ga_24_31_what_rests_as_a_cost_of_its_own_pays_for_nothing_else():
    match = poor(2)
    match.put("ana", "Beacon")
    match.play("ana ability Beacon pays=pay:2,rest:Beacon.1")
    assert match.thing("Beacon.1").rested and left(match) == (0, False)


@pytest.mark.rule("GA-19.7")
def test_ga_19_7_what_rests_for_wither_may_be_said_within_what_is_paid():
    for said in ("pay:2:ana:Lamp1.1", "pay:1,rest:Lamp1.1"):
        match = poor(1)
        match.thing("Smith.1").counters["wither"] = 2
        match.at("recollection")
        match.play(f"ana settle pays={said}")
        assert match.thing("Lamp1.1").rested and not match.thing("Smith.1").counters


# -- Floating Memory -------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.12")
def test_ga_24_12_a_card_with_floating_memory_is_banished_for_one_of_a_memory_cost():
    match = turn(phase="materialize", extra=SPELLS)
    match.lay("ana", "graveyard", "Owl1", "A1", "Drift").hold("ana", "A4", place="memory")
    match.refuse("ana materialize Blade2 A4 floating=A1", "GA-24.12", card="A1")
    match.refuse("ana materialize Blade2 A4 floating=Drift", "GA-24.12", card="Drift")
    match.play("ana materialize Blade2 A4 floating=Owl1")
    assert match.ga.zones.piles["ana.banishment"] == ["Owl1", "A4"]


# -- Imbue -----------------------------------------------------------------------------------------


def imbued(match: Match, card: str) -> bool:
    """Whether the card on the stack is imbued."""
    return "imbued" in match.thing(f"{card}.1").marks


@pytest.mark.rule("GA-24.15")
def test_ga_24_15_as_many_cards_shown_that_match_imbue_the_card():
    match = turn(extra=SPELLS).hold("ana", "Warm", "Fire2", "Ember2", "A1", "A1")
    match.play("ana activate Warm imbue=Fire2,A1,Ember2")
    assert imbued(match, "Warm")
    assert (match.size("ana", "memory"), match.size("ana", "hand")) == (5, 8)


def test_ga_24_15_too_few_that_match_do_not_imbue_it():
    match = turn(extra=SPELLS).hold("ana", "Warm", "Fire2", "A1")
    match.play("ana activate Warm imbue=Fire2,A1")
    assert not imbued(match, "Warm")


def test_ga_24_15_advanced_imbue_wants_advanced_elements():
    match = turn(extra=SPELLS).hold("ana", "Grand", "Spark", "Fire2")
    match.play("ana activate Grand imbue=Spark,Fire2")
    assert imbued(match, "Grand")
    match = turn(extra=SPELLS).hold("ana", "Grand", "Fire2")
    assert not imbued(match.play("ana activate Grand imbue=Fire2"), "Grand")


@pytest.mark.rule("GA-12.1")
@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_ga_12_1_exalted_is_an_advanced_element(edition: str):
    match = turn(extra=SPELLS, edition=edition).hold("ana", "Grand", "Noble")
    assert imbued(match.play("ana activate Grand imbue=Noble"), "Grand")


def test_ga_24_15_cards_are_shown_for_imbue_alone_and_no_more_than_are_reserved():
    match = turn(extra=SPELLS).hold("ana", "Rite3", "Warm", *["Fire2"] * 4)
    match.refuse("ana activate Rite3 imbue=Fire2", "GA-24.15", card="Rite3")
    match.refuse("ana activate Warm imbue=Fire2,Fire2,Fire2,Fire2", "GA-24.15", due=3)


# -- Prepare ---------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.26")
def test_ga_24_26_preparation_counters_prepare_the_card():
    match = turn(extra=SPELLS).hold("ana", "Plot", "Plot", "Rite3")
    match.champion("ana").counters["preparation"] = 3
    match.refuse("ana activate Rite3 prepare=yes", "GA-24.26", card="Rite3")
    match.play("ana activate Plot prepare=yes")
    assert match.thing("Plot.1").marks == ["prepared"]
    assert match.champion("ana").counters == {"preparation": 1}
    match.refuse("ana activate Plot prepare=yes", "GA-19.6", have=1, number=2)
    match.play("ana activate Plot")
    assert match.thing("Plot.2").marks == []


# -- Brew ------------------------------------------------------------------------------------------

HERBS = "\n".join(
    (
        *(
            f'[[cards]]\nname = "{name}"\ntypes = ["item"]\nsupertypes = ["token"]\ndeck = "none"\n'
            f'subtypes = ["herb", "{kind}"]\nkeywords = {words}'
            for name, kind, words in (
                ("Sage", "leaf", []),
                ("Mint", "leaf", []),
                ("Beet", "root", []),
                ("Everroot", "root", ["immortality"]),
            )
        ),
        spell("Tonic", 6, "brew", named='{ brew = ["herb", "sage"] }'),
        spell("Pair", 6, "brew", named='{ brew = ["leaf", "leaf", "same name"] }'),
        spell("Mix", 6, "brew", named='{ brew = ["herb", "herb", "different names"] }'),
        spell("Secret", 6, "brew"),
    )
)


@pytest.mark.rule("GA-24.3")
def test_ga_24_3_the_ingredients_of_a_brew_are_sacrificed_for_its_cost():
    match = turn(extra=HERBS).hold("ana", "Tonic", "Rite3")
    sage, mint, beet = (match.put("ana", name) for name in ("Sage", "Mint", "Beet"))
    other = match.put("bo", "Sage")
    match.refuse(f"ana activate Tonic brew={mint},{beet}", "GA-24.3", card="Tonic")
    match.refuse(f"ana activate Tonic brew={sage}", "GA-24.3")
    match.refuse(f"ana activate Tonic brew={sage},{sage}", "GA-24.3")
    match.refuse(f"ana activate Tonic brew={other},{mint}", "GA-21.4", thing=other)
    match.refuse(f"ana activate Rite3 brew={sage}", "GA-9.5", card="Rite3")
    match.play(f"ana activate Tonic brew={sage},{beet}")
    assert match.thing("Tonic.1").marks == ["brewed"]
    assert match.size("ana", "memory") == 2, "nothing is reserved"
    assert sage not in match.ga.zones.things and mint in match.ga.zones.things


def test_ga_24_3_ingredients_may_have_to_be_alike_or_to_differ():
    match = turn(extra=HERBS).hold("ana", "Pair", "Mix")
    one, two, mint = (match.put("ana", name) for name in ("Sage", "Sage", "Mint"))
    match.refuse(f"ana activate Pair brew={one},{mint}", "GA-24.3", card="Pair")
    match.refuse(f"ana activate Mix brew={one},{two}", "GA-24.3", card="Mix")
    match.play(f"ana activate Mix brew={one},{mint}; ana resolve")


def test_ga_24_3_ingredients_that_the_catalog_does_not_tell_are_on_trust():
    match = turn(extra=HERBS).hold("ana", "Secret")
    match.play(f"ana activate Secret brew={match.put('ana', 'Sage')}")
    assert match.trusted() == ("Secret: that these are the ingredients of its Brew",)


@pytest.mark.rule("GA-24.16")
def test_ga_24_16_what_is_immortal_is_no_ingredient():
    match = turn(extra=HERBS).hold("ana", "Tonic")
    sage, root = match.put("ana", "Sage"), match.put("ana", "Everroot")
    match.refuse(f"ana activate Tonic brew={sage},{root}", "GA-24.16", thing=root)
