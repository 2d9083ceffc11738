"""Plays of cards of the shipped catalog that two readers held against print once more."""

from typing import Any

import pytest

from referee.games.grand_archive import begun_texts, combat_roles
from referee.games.grand_archive.begun_texts import TextBegan
from referee.games.grand_archive.facts import BanishedAtRandom, Fizzled
from referee.games.grand_archive.places import Parting, goes
from referee.games.grand_archive.state import combat_of
from referee.games.grand_archive.values import UNNEGATED, price_of
from referee.parts.lasting_changes import begin
from referee.verdict import Incomplete
from tests.games.grand_archive import test_effects_played as played
from tests.games.grand_archive.table import Match

DECK = dict.fromkeys(
    (
        *("Fireball", "Gray Wolf", "Ordinary Bear", "Giant Tortoise", "Song of Frost"),
        *("Guided Starlight", "Arcane Disposition", "Strategem of Myriad Ice", "Slime King"),
        *("Red Slime", "Blue Slime", "Green Slime", "Warrior of the Fae Realm", "Clean Cut"),
        *("Auravolt Current", "Hidden Secrets", "Peaceful Reunion", "Potion Infusion: Seal"),
        *("Horticounter", "Glimmering Refusal", "Cremation Ritual", "Slime Calling"),
        *("Regulus Blitz", "Reclaim"),
    ),
    4,
)
MATERIAL = (
    *("Spirit of Fire", "Spirit of Wind", "Rai, Spellcrafter", "Sword of Seeking"),
    *(
        "Mordred, Aurelian Regent",
        "Lorraine, Wandering Warrior",
        "Silvie, Wilds Whisperer",
        "Merlin, Kingslayer",
    ),
)
WORDS = ("water", "wind", "fire", "astra", "arcane", "tera", "crux", "umbra", "luxem")


def main(*levels: str, **more: Any) -> Match:
    """A main phase of ana's in which each may play cards of all elements."""
    match = played.main(deck=DECK, material=MATERIAL, **more)
    for seat in ("ana", "bo"):
        for word in WORDS:
            begin(match.t, "", seat, "permit", f"element {word}", None)
    return match.level("ana", *levels) if levels else match


@pytest.mark.rule("GA-17.71")
@pytest.mark.parametrize(("edition", "ends"), [("R25", False), ("R26", True)])
def test_ga_17_71_an_attacker_whose_target_is_gone_attacks_no_more(
    edition: str, ends: bool
) -> None:
    match = main(edition=edition)
    sword, wolf = match.put("ana", "Sword of Seeking"), match.put("bo", "Gray Wolf")
    match.hold("bo", "Song of Frost")
    match.play(f'ana attack ana.champion "{wolf}" uses="{sword}"')
    goes(match.t, Parting(match.thing(wolf), "died", "GA-21.1"))
    combat_roles.check_roles(match.t)
    match.play('bo activate "Song of Frost"')
    if not ends:
        match.refuse("bo resolve phase:combat:end", "GA-1.6")
    match.play("bo resolve")
    assert (combat_of(match.ga) is None) == ends


def test_ga_16_31_what_is_for_the_next_attack_is_not_for_the_one_that_goes_on() -> None:
    match = main("Lorraine, Wandering Warrior")
    sword, wolf = match.put("ana", "Sword of Seeking"), match.put("bo", "Giant Tortoise")
    match.hold("ana", "Guided Starlight", "Guided Starlight")
    begin(match.t, "", wolf, "grant", "intercept", until="game")
    line = f'ana attack ana.champion bo.champion uses="{sword}"'
    match.play(f'{line}; ana activate "Guided Starlight"; ana resolve')
    match.play(f'bo intercept "{wolf}"; ana step main')
    match.champion("ana").rested = match.thing(wolf).rested = False
    match.thing(wolf).damage = 0
    match.play(line)
    match.refuse(f'bo intercept "{wolf}"', "GA-24.38")


@pytest.mark.rule("GA-16.5")
@pytest.mark.parametrize("owner", ["ana", "bo"])
def test_ga_16_5_what_an_object_gains_is_of_who_controls_it(owner: str) -> None:
    match = main().hold("ana", "Potion Infusion: Seal").hold("bo", "Fireball")
    potion = match.put(owner, "Explosive Concoction", rested=False)
    match.play(f'ana activate "Potion Infusion: Seal" "{potion}"; ana resolve')
    match.play("bo activate Fireball ana.champion")
    goes(match.t, Parting(match.thing(potion), "sacrificed", "GA-21.4"))
    (heard,) = match.ga.heard
    assert (heard.card, heard.seat) == ("Potion Infusion: Seal", owner)


def test_ga_8_6_modes_that_were_chosen_stay_when_what_let_them_be_chosen_is_gone() -> None:
    match = main(edition="R26").hold("ana", *["Hidden Secrets"] * 3)
    domain = match.put("ana", "Palatial Concourse")
    wolf = match.put("ana", "Gray Wolf")
    match.play(f'ana activate "Hidden Secrets" "{wolf}" mode=stealth,draw hold=yes')
    assert match.ga.waiting.stack[-1].mode == ("both",)
    goes(match.t, Parting(match.thing(domain), "destroyed", "GA-21.1"))
    match.ga.heard.clear()
    before = match.size("ana", "memory")
    match.play("ana resolve mode=draw,stealth")
    assert match.size("ana", "memory") == before + 1
    match.refuse(f'ana activate "Hidden Secrets" "{wolf}" mode=stealth,draw', "GA-8.6")


@pytest.mark.rule("GA-14.7")
def test_ga_14_7_an_attack_card_may_be_activated_though_its_attack_is_forbidden() -> None:
    match = main("Lorraine, Wandering Warrior").hold("ana", "Clean Cut", "Clean Cut")
    sword = match.put("ana", "Sword of Seeking")
    begin(match.t, "", "ana", "forbid", "attack", until="turn")
    match.refuse(f'ana attack ana.champion bo.champion uses="{sword}"', "GA-1.3")
    match.refuse('ana activate "Clean Cut" target=bo.champion', "GA-1.3")
    match.play('ana activate "Clean Cut"')
    match.refuse("ana attack ana.champion bo.champion", "GA-1.3")
    match.refuse("ana resolve target=bo.champion", "GA-1.3")
    match.play("ana resolve")
    assert match.one(Fizzled).rule == "GA-14.7" and combat_of(match.ga) is None
    assert match.champion("ana").rested and match.size("ana", "graveyard") == 1


def test_ga_14_7_an_attack_card_on_the_stack_does_not_attack_once_that_is_forbidden() -> None:
    match = main("Lorraine, Wandering Warrior").hold("ana", "Clean Cut")
    match.play('ana activate "Clean Cut"')
    begin(match.t, "", match.champion("ana").id, "forbid", "attack", until="turn")
    match.play("ana resolve")
    assert match.one(Fizzled).rule == "GA-14.7" and combat_of(match.ga) is None


@pytest.mark.rule("GA-14.7")
def test_ga_14_7_an_attack_that_is_forbidden_once_its_card_waits_is_not_paid_for() -> None:
    match = main("Lorraine, Wandering Warrior").hold("ana", "Clean Cut").unseen("ana", "hand", 4)
    match.put("bo", "Gray Wolf")
    begin(match.t, "", match.champion("ana").id, "add", "attack", 2)
    match.play('ana activate "Clean Cut"; ana resolve')
    assert match.thing("Clean Cut.1").place == "intent"
    begin(match.t, "", match.champion("ana").id, "forbid", "attack", until="turn")
    before = match.size("ana", "hand")
    match.ga.waiting.stack[-1].target = "bo.champion"
    match.play("ana resolve")
    assert match.one(Fizzled).rule == "GA-14.7"
    assert match.size("ana", "hand") == before


def test_ga_25_14_what_is_picked_by_a_player_is_not_told_as_picked_at_random() -> None:
    match = main().hold("ana", "Auravolt Current").unseen("bo", "memory", 3)
    match.play('ana activate "Auravolt Current" bo')
    match.play("ana resolve banish:Fireball+Fireball:memory:bo")
    assert match.size("bo", "banishment") == 2 and not match.all(BanishedAtRandom)


@pytest.mark.parametrize("card", ["Horticounter x=0", "Glimmering Refusal"])
@pytest.mark.parametrize("pays", ["pay:0:bo", "pay", ""])
def test_ga_11_5_a_price_of_0_that_may_be_paid_is_paid_when_that_is_said(
    card: str, pays: str
) -> None:
    match = main(active="bo").hold("bo", "Fireball")
    name, _, x = card.partition(" x=")
    match.hold("ana", name).play("bo activate Fireball ana.champion")
    match.play(f'ana activate "{name}" "Fireball" {f"x={x}" if x else ""}')
    if pays:
        match.refuse("ana resolve pay:1:bo", "GA-1.6")
    match.play(f"ana resolve {pays}")
    assert match.size("bo", "banishment") == (0 if pays else 1)


@pytest.mark.parametrize("active", ["ana", "bo"])
def test_ga_22_7_who_forgets_discards_the_own_hand_whoever_ends_the_turn(active: str) -> None:
    match = main(active=active).hold("ana", "Arcane Disposition")
    begin(match.t, "", "ana", "permit", "fast activation", None)
    if active == "bo":
        begun_texts.begin(match.t, TextBegan("ana", "Arcane Disposition", "forgets", "", "", 1))
    else:
        match.play('ana activate "Arcane Disposition"; ana resolve')
    match.unseen("ana", "hand", 2)
    names = ["Fireball"] * 4 + ['"Giant Tortoise"'] * 4 + ['"Arcane Disposition"']
    names = names[-1:] + names if active == "bo" else names
    have = match.size("ana", "hand")
    match.play(f"{active} step end; ana resolve discard:{'+'.join(names[:have])}")
    assert match.size("ana", "hand") == 0


@pytest.mark.rule("GA-9.22")
@pytest.mark.parametrize(("change", "cost"), [(0, 6), (-2, 8)])
def test_ga_9_22_a_level_below_0_makes_dearer(change: int, cost: int) -> None:
    match = main()
    match.side("ana").mastery, match.side("ana").direction = "Shifting Currents", "east"
    begin(match.t, "", "ana.champion", "add", "level", change, until="turn")
    assert price_of(match.t, "ana", "activate", 6, "Strategem of Myriad Ice") == cost


@pytest.mark.parametrize("whose", ["ana", "bo"])
def test_ga_21_2_of_what_a_king_has_banished_as_much_returns_as_was(whose: str) -> None:
    match = main("Silvie, Wilds Whisperer").lay("ana", "banishment", "Red Slime")
    match.lay("ana", "graveyard", "Red Slime", "Blue Slime", "Green Slime").hold(
        "ana", "Slime King"
    )
    slimes = 'banish:"Red Slime"+"Blue Slime"+"Green Slime"'
    match.play(f'ana activate "Slime King" pays={slimes}; ana resolve')
    if whose == "bo":
        combat_roles.change_control(match.t, match.thing("Slime King.1"), "bo")
    match.thing("Slime King.1").damage = 4
    for seat in ("ana", "bo"):
        begin(match.t, "", match.champion(seat).id, "grant", "element tera", until="game")
    match.unseen("ana", "hand", 3).hold("ana", "Fireball").play(
        'ana activate Fireball "Slime King.1"; ana resolve'
    )
    match.refuse(f'{whose} resolve fetch:"Red Slime"+"Red Slime":banishment:field', "GA-1.6")
    match.play(f'{whose} resolve fetch:"Red Slime"+"Green Slime":banishment:field')
    assert match.thing("Red Slime.1").controller == whose
    assert match.thing("Red Slime.1").owner == "ana"


def test_ga_16_31_what_was_banished_for_a_later_turn_is_activated_once_and_while_it_is_yours() -> (
    None
):
    match = main("Lorraine, Wandering Warrior").hold("ana", "Warrior of the Fae Realm", "Clean Cut")
    match.play('ana activate "Warrior of the Fae Realm"; ana resolve')
    match.play('ana resolve banish:"Clean Cut":hand').lay("ana", "banishment", "Clean Cut")
    line = 'ana activate "Clean Cut" origin=banishment'
    match.refuse(line, "GA-8.1")
    match.ga.turned, match.ga.turn = (match.seq + 1, *match.ga.turned[1:]), match.ga.turn + 1
    warrior = match.thing("Warrior of the Fae Realm.1")
    combat_roles.change_control(match.t, warrior, "bo")
    match.refuse(line, "GA-8.1")
    combat_roles.change_control(match.t, warrior, "ana")
    match.play(f"{line}; ana resolve; ana attack ana.champion bo.champion; ana step main")
    match.champion("ana").rested = False
    match.refuse(line, "GA-8.1")


def test_ga_16_31_each_of_two_keeps_its_own_card_of_a_name() -> None:
    name = "Warrior of the Fae Realm"
    match = main("Lorraine, Wandering Warrior").hold("ana", name, name, "Clean Cut", "Clean Cut")
    for _ in range(2):
        match.play(f'ana activate "{name}"; ana resolve; ana resolve banish:"Clean Cut":hand')
    match.ga.turned, match.ga.turn = (match.seq + 1, *match.ga.turned[1:]), match.ga.turn + 1
    match.unseen("ana", "hand", 8)
    line = 'ana activate "Clean Cut" origin=banishment'
    for _ in range(2):
        match.play(f"{line}; ana resolve; ana attack ana.champion bo.champion; ana step main")
        match.champion("ana").rested = False
    match.refuse(line, "GA-8.1")


def test_ga_16_31_a_text_that_lasts_while_a_thing_is_yours_ends_as_it_is_anothers() -> None:
    match = main()
    wolf = match.put("ana", "Gray Wolf")
    until = begun_texts.while_yours(wolf)
    begun_texts.begin(match.t, TextBegan("ana", "Warrior of the Fae Realm", "open", "", until, 1))
    combat_roles.change_control(match.t, match.thing(wolf), "bo")
    assert not match.ga.begun


@pytest.mark.parametrize("early", [False, True])
def test_ga_16_31_what_was_banished_for_a_later_turn_is_shut_once_its_object_is_gone(
    early: bool,
) -> None:
    name = "Warrior of the Fae Realm"
    match = main("Lorraine, Wandering Warrior").hold("ana", name, "Clean Cut")
    match.play(f'ana activate "{name}"; ana resolve')
    if early:
        goes(match.t, Parting(match.thing(f"{name}.1"), "died", "GA-21.1"))
    match.play('ana resolve banish:"Clean Cut":hand')
    assert bool(match.ga.begun) is not early
    if not early:
        goes(match.t, Parting(match.thing(f"{name}.1"), "died", "GA-21.1"))
        assert not match.ga.begun
    match.ga.turned, match.ga.turn = (match.seq + 1, *match.ga.turned[1:]), match.ga.turn + 1
    match.put("ana", name)
    match.refuse('ana activate "Clean Cut" origin=banishment', "GA-8.1")


def crowned(*cards: str, **more: Any) -> Match:
    """A main phase in which ana has a Coronal that has banished these cards."""
    match = main(**more).lay("ana", "banishment", *cards).unseen("ana", "hand", 4)
    marks = [f"banished {each}" for each in cards]
    match.put("ana", "Coronal of Rejuvenation", rested=False, marks=marks)
    match.play('ana ability "Coronal of Rejuvenation"')
    return match


@pytest.mark.rule("GA-8.10")
def test_ga_8_10_a_card_that_an_effect_plays_is_paid_for_besides() -> None:
    match = crowned("Cremation Ritual")
    line = 'ana resolve play:"Cremation Ritual":banishment:activate'
    match.refuse(line, "GA-8.10")
    wolf, bear = match.put("ana", "Gray Wolf"), match.put("ana", "Ordinary Bear")
    match._log(line)
    assert isinstance(match.verdict, Incomplete) and "pays" in match.verdict.choices
    match.refuse(f'{line} pays=sacrifice:"{wolf}",sacrifice:"{bear}"', "GA-8.10")
    match.play(f'{line} pays=sacrifice:"{wolf}"')
    assert wolf not in match.ga.zones.things and bear in match.ga.zones.things


def test_ga_8_10_nothing_is_paid_for_what_costs_nothing_besides() -> None:
    match = crowned("Gray Wolf")
    wolf = match.put("ana", "Gray Wolf")
    line = 'ana resolve play:"Gray Wolf":banishment:activate'
    match.refuse(f'{line} pays=sacrifice:"{wolf}"', "GA-8.10")
    match.refuse(f'ana resolve none pays=sacrifice:"{wolf}"', "GA-8.10")
    match.play(line)


def test_ga_1_3_a_card_that_an_effect_plays_says_itself_when_it_may_be_activated() -> None:
    match = crowned("Peaceful Reunion")
    line = 'ana resolve play:"Peaceful Reunion":banishment:activate::bo'
    match.ga.done.attacks = 1
    match.refuse(line, "GA-1.3")
    match.ga.done.attacks = 0
    match.play(line)


def test_ga_8_10_a_king_that_is_called_costs_three_slimes() -> None:
    match = (
        main("Silvie, Wilds Whisperer", active="bo").at("end", "bo").hold("ana", "Slime Calling")
    )
    match.unseen("ana", "hand", 4)
    slimes = ("Red Slime", "Blue Slime", "Green Slime")
    match.play('ana activate "Slime Calling"')
    line = 'ana resolve play:"Slime King":deck'
    match.refuse(line, "GA-8.10")
    match.lay("ana", "graveyard", *slimes, "Red Slime")
    match.play(f'{line} pays=banish:"Red Slime"+"Blue Slime"+"Green Slime"')
    assert match.size("ana", "banishment") == 3


def test_ga_16_31_a_ward_for_the_next_card_is_for_one_that_an_effect_plays() -> None:
    match = crowned("Gray Wolf")
    begun_texts.begin(match.t, TextBegan("ana", "Spellward Scepter", "ward", "", "turn", 1))
    match.play('ana resolve play:"Gray Wolf":banishment:activate')
    assert UNNEGATED in match.thing("Gray Wolf.1").marks and not match.ga.begun


@pytest.mark.parametrize(("uses", "left"), [(3, 2), (1, 0)])
def test_ga_16_31_a_price_of_the_next_cards_is_used_by_one_that_an_effect_plays(
    uses: int, left: int
) -> None:
    match = crowned("Gray Wolf")
    began = TextBegan("ana", "Seething Intercession", "price", "", "turn", uses)
    text = begun_texts.begin(match.t, began).id
    hand = match.size("ana", "hand")
    match.play('ana resolve play:"Gray Wolf":banishment:activate')
    cost = match.t.catalog.by_name["Gray Wolf"].reserve
    assert match.size("ana", "hand") == hand - (cost - 1)
    assert (text in match.ga.begun) is bool(left)
    assert not left or match.thing(text).counters["uses"] == left


def test_ga_16_31_an_effect_that_plays_a_card_uses_no_leave_of_another_text() -> None:
    match = crowned("Clean Cut").lay("ana", "banishment", "Clean Cut")
    fae, cut = "Warrior of the Fae Realm", ("Clean Cut",)
    begun_texts.begin(match.t, TextBegan("ana", fae, "open", match.put("ana", fae), "", 1), cut)
    match.play('ana resolve play:"Clean Cut":banishment:activate')
    match.play("ana attack ana.champion bo.champion; ana step main")
    (text,) = match.ga.begun
    assert match.thing(text).marks == ["Clean Cut"]


def test_ga_16_31_the_leave_for_a_card_goes_with_it_as_an_effect_plays_it() -> None:
    match = crowned("Gray Wolf")
    fae = "Warrior of the Fae Realm"
    began = TextBegan("ana", fae, "open", match.put("ana", fae), "", 1)
    begun_texts.begin(match.t, began, ("Gray Wolf",))
    match.play('ana resolve play:"Gray Wolf":banishment:activate')
    (text,) = match.ga.begun
    assert match.thing(text).marks == [""]


def blitzed(*bo: str) -> Match:
    """Ana's Regulus Blitz attacks; bo has activated these cards, and ana has answered with it."""
    match = main("Lorraine, Wandering Warrior", "Mordred, Aurelian Regent")
    match.unseen("ana", "hand", 3).hold("ana", "Regulus Blitz")
    match.unseen("bo", "hand", 14).hold("bo", *bo).lay("ana", "graveyard", "Reclaim")
    match.play('ana activate "Regulus Blitz" target=bo.champion')
    for name in bo:
        match.play(f'bo activate "{name}" hold=yes')
    return match.play('ana ability "Regulus Blitz.1" pays=banish:Reclaim')


TWO = ("Song of Frost", "Song of Frost")


@pytest.mark.parametrize(
    ("did", "left"),
    [
        ("", ()),
        ("none", ()),
        ('negate:"Song of Frost.1"', ()),
        ('pay:2:bo negate:"Song of Frost.1"', ("Song of Frost.2",)),
        ('pay:2:bo negate:"Song of Frost.2"', ("Song of Frost.1",)),
        ("pay:2:bo pay:2:bo", ("Song of Frost.1", "Song of Frost.2")),
    ],
)
def test_ga_11_10_who_pays_for_one_of_two_says_which_is_negated(
    did: str, left: tuple[str, ...]
) -> None:
    match = blitzed(*TWO)
    memory = match.size("bo", "memory")
    match.play(f"ana resolve {did}")
    assert match.size("bo", "memory") == memory + 2 * len(left)
    assert [each.source for each in match.ga.waiting.stack if each.seat == "bo"] == [*left]


def test_ga_11_10_where_one_of_two_is_paid_for_it_is_asked_which_is_negated() -> None:
    match = blitzed(*TWO).play("ana resolve pay:2:bo")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {"did": tuple(f'negate:"Song of Frost.{n}"' for n in (1, 2))}


def test_ga_11_10_what_is_paid_for_is_not_negated() -> None:
    match = blitzed("Song of Frost")
    match.refuse('ana resolve pay:2:bo negate:"Song of Frost.1"', "GA-1.6")
    match.play("ana resolve pay:2:bo")
    assert [each.source for each in match.ga.waiting.stack if each.seat == "bo"]


@pytest.mark.parametrize("said", [":::", "::activate:"])
def test_ga_9_20_a_card_is_played_in_the_one_way_in_which_it_has_a_cost(said: str) -> None:
    match = crowned("Fireball", "Training Sword")
    match.refuse("ana resolve play:Fireball:banishment:materialize", "GA-9.20", card="Fireball")
    match.play(f"ana resolve play:Fireball{said}:bo.champion")
    (played,) = match.ga.waiting.stack
    assert (played.card, played.materialized) == ("Fireball", False)


def test_ga_7_12_who_is_asked_how_a_card_is_played_loses_nothing_of_what_was_said() -> None:
    match = crowned("Training Sword").play('ana resolve play:"Training Sword"')
    assert isinstance(match.verdict, Incomplete)
    ways = match.verdict.choices["did"]
    assert [way[:40] for way in ways] == [
        'play:"Training Sword":banishment:activat',
        'play:"Training Sword":banishment:materia',
    ]
    match.play(f"ana resolve {ways[1]}")
    assert match.ga.waiting.stack[-1].materialized


def test_ga_14_5_who_attacks_with_a_card_that_an_effect_plays_may_not_rest_for_it() -> None:
    match = crowned("Clean Cut")
    begun_texts.begin(match.t, TextBegan("ana", "Regulus Blitz", "tireless", "", "turn", 1))
    match.champion("ana").rested = True
    match.play('ana resolve play:"Clean Cut":banishment:activate')
    match.play("ana attack ana.champion bo.champion")
    assert not match.ga.begun and combat_of(match.ga) is not None


def test_ga_24_10_the_next_spell_is_empowered_also_where_an_effect_plays_it() -> None:
    match = crowned("Fireball")
    match.side("ana").empower = 2
    match.play("ana resolve play:Fireball:banishment:activate::bo.champion; ana resolve")
    assert match.side("ana").empower == 0 and match.champion("bo").damage == 1 + 2


def test_ga_16_6_an_ability_of_an_attack_is_told_from_one_of_a_card_in_hand() -> None:
    match = main("Lorraine, Wandering Warrior", "Mordred, Aurelian Regent")
    match.unseen("ana", "hand", 3).hold("ana", "Regulus Blitz", "Regulus Blitz")
    match.lay("ana", "graveyard", "Reclaim", "Reclaim")
    match.play('ana activate "Regulus Blitz" target=bo.champion')
    line = 'ana ability "Regulus Blitz"'
    match._log(f"{line} pays=banish:Reclaim")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {"which": ("swift", "blitz")}
    match.refuse(f"{line} which=swift pays=none", "GA-1.6", list="payment")
    match._log(f"{line} which=swift")
    assert isinstance(match.verdict, Incomplete) and "none" not in match.verdict.ask
    match.play(f"{line} pays=banish:Reclaim which=blitz")
    assert match.size("ana", "banishment") == 1
