"""Texts that wait for something to happen: "whenever ..." (WR-15.1, 15.2)."""

import pytest

from referee.catalog import CatalogError
from referee.games.warrift.triggers import HAPPENINGS
from referee.parts.effects import effect_in_words
from referee.verdict import Legal
from tests.games.warrift.effects import TEXT, card, does
from tests.games.warrift.table import MONSTERS, SUPPORT, Match, begun, catalog, mid

POINT = 'do = "points", change = 1'
HURT = 'do = "damage", monster = { is = "monster" }, amount = 1'


def waits(on: str, *steps: str, kind: str = "strongholds", more: str = "", name: str = "Shrine",
          **fields: str) -> str:  # fmt: skip
    """A card that waits for something to happen."""
    said = "".join(f"\n{key.rstrip('_')} = {value}" for key, value in fields.items())
    told = ", ".join(f"{{ {each} }}" for each in steps)
    effect = f'when = {{ on = "{on}"{more} }}{said}\nsteps = [{told}]'
    return card(name, effect, kind=kind)


def shrine(on: str, *steps: str, players: int = 2, extra: str = "", **fields: str) -> Match:
    """In ana's mid step, with a Shrine of hers that waits for that, and Text in her hand."""
    match = mid(players, f"{waits(on, *steps, **fields)}\n{TEXT}\n{extra}").hold("ana", "Text")
    match.put("ana", "Shrine")
    return match


STRIKES = card("Striker", does(POINT, when="eyestrike"), kind="monsters", health=1)
CRASHES = card("Crasher", does(POINT, when="deathcrash"), kind="monsters", health=1)
CASES = {
    "kill": "ana attack A5 Rat",
    "damage": "ana attack A5 Dragon1",
    "counter": "ana play Text; ana effect Text counters:Dragon1.1:1",
    "enter": "ana play Text; ana effect Text enter:1; ana enter Wolf",
    "eyestrike": "ana play Text; ana effect Text enter:1; ana enter Striker; ana effect Striker",
    "deathcrash": "ana attack A5 Crasher; ana effect Crasher",
    "play": "ana play Amage",
    "attack": "ana attack A5 Dragon1",
    "hire": "ana hire Hand1 Amage flipped=Hand1",
    "gain": "ana gain Hut1 Hut1",
    "summon": "ana summon A2 A2",
    "draw": "ana play Text; ana effect Text draw:2",
    "discard": "ana play Text; ana effect Text discard:Amage",
    "consume": "ana play Text; ana effect Text consume:Amage",
}


@pytest.mark.parametrize("word", CASES)
def test_wr_15_1_what_happens_sets_off_once_what_waits_for_it(word: str):
    waiting = waits(word, 'do = "magicka", change = 5')
    monsters = {("Striker" if name == "Rat" else name): n for name, n in MONSTERS.items()}
    lists = {"monsters": monsters, "support": SUPPORT}
    match = mid(2, "\n".join((waiting, TEXT, STRIKES, CRASHES)), lists=lists)
    match.hold("ana", "Text", "Amage").put("ana", "Shrine", "A5")
    match.put("", "Rat", "Dragon1", "Crasher")
    match.give("ana", magicka=2, points=1)
    match.play(f"{CASES[word]}; ana tally")
    spent = {"summon": 2, "play": -1}.get(word, 0)
    assert match.wr.sides["ana"].magicka == 7 - spent


def test_wr_15_1_every_happening_is_tried():
    assert {*CASES, "lead"} == set(HAPPENINGS)


def test_wr_15_1_the_start_of_a_rotation_is_waited_for_beside_what_a_turn_begins_with():
    match = begun(2, waits("lead", POINT, more=', seat = "you"'))
    match.put("bo", "Shrine")
    match.play("ana eye-roll 0 0; ana step end; bo step end; bo eye-roll 0 0; bo step mid")
    assert match.wr.sides["bo"].points == 1
    match.play("bo step end; ana step end")
    assert match.wr.sides["bo"].points == 1


def test_wr_15_2_what_leaves_something_open_is_awaited():
    match = shrine("kill", HURT)
    match.put("", "Rat", "Ogre", "Wolf")
    match.put("ana", "A5")
    match.play("ana attack A5 Rat")
    match.refuse("ana step end", "WR-2.13")
    match.refuse("ana effect Shrine damage:Ogre.1:2", "WR-15.3")
    match.play("ana effect Shrine damage:Ogre.1; ana step end")
    assert isinstance(match.verdict, Legal)


def test_wr_15_2_what_may_be_left_is_declined_by_going_on():
    match = shrine("kill", POINT, may="true")
    match.put("", "Rat", "Rat")
    match.put("ana", "A5", "A4")
    match.play("ana attack A5 Rat.1; ana play Amage")
    assert match.wr.sides["ana"].points == 1
    match.play("ana attack A4 Rat; ana effect Shrine points:1")
    assert match.wr.sides["ana"].points == 3


def test_wr_15_2_at_most_once_for_each_thing_that_happened():
    match = shrine("kill", POINT, may="true")
    match.put("", "Rat")
    match.put("ana", "A5")
    match.refuse("ana effect Shrine", "WR-15.2")
    match.play("ana attack A5 Rat; ana effect Shrine points:1")
    match.refuse("ana effect Shrine points:1", "WR-15.2")


def test_wr_15_1_a_text_hears_only_what_it_is_about():
    match = shrine("kill", POINT, more=', what = { is = "tier 3" }, seat = "you"')
    match.put("", "Rat", "Ogre", "Ogre")
    match.put("ana", "A5", "A4")
    match.put("bo", "NA", ambush=match.wr.turn, turn=match.wr.turn)
    match.play("ana attack A5 Rat; ana play Amage")
    assert match.wr.sides["ana"].points == 1
    match.thing("Ogre.1").damage = 2
    match.play("bo attack NA Ogre.1; ana play Amage")
    assert match.wr.sides["ana"].points == 1
    match.play("ana attack A4 Ogre.2; ana play Awarrior")
    assert match.wr.sides["ana"].points == 1 + 4 + 1


def test_wr_11_4_whoever_controls_it_then_has_its_effect():
    match = shrine("play", POINT, more=', seat = "you"')
    match.play("ana trade bo gives=Shrine; ana play Amage; ana step end")
    assert match.wr.sides["ana"].points == match.wr.sides["bo"].points == 0
    match.play("bo play Nmage; bo step end")
    assert match.wr.sides["bo"].points == 1


def test_wr_15_1_what_has_left_play_hears_no_more():
    match = shrine("play", POINT)
    match.play("ana play Text; ana effect Text remove:Shrine.1:support-discard; ana play Amage")
    match.play("ana step end")
    assert match.wr.sides["ana"].points == 0


def test_wr_4_4_it_may_be_logged_before_the_effect_of_the_card_that_set_it_off():
    match = shrine("play", HURT)
    match.put("", "Ogre", "Wolf")
    match.play("ana play Text; ana effect Shrine damage:Ogre.1; ana effect Text points:1")
    match.play("ana play Amage; ana effect Shrine damage:Ogre.1; ana step end")


def test_wr_5_8_of_a_monster_that_waits_you_is_the_active_player():
    watcher = waits("play", 'do = "points", change = -1', more=', seat = "you"', kind="monsters",
                    name="Watcher")  # fmt: skip
    match = mid(2, watcher)
    match.put("", "Watcher")
    match.give("ana", points=5).give("bo", points=5)
    match.play("ana play Amage; bo effect Watcher points:-1; ana step end; bo play Nmage")
    match.play("bo step end")
    assert (match.wr.sides["ana"].points, match.wr.sides["bo"].points) == (4, 4)


def test_wr_5_7_beside_a_deathcrash_it_may_be_logged_first_or_last():
    two = does(HURT, when="deathcrash")
    for order in (("Shrine", "Boomer"), ("Boomer", "Shrine")):
        boomer = card("Boomer", two, kind="monsters", health=1)
        match = shrine("kill", 'do = "mend", monster = { is = "monster" }, amount = 1',
                       extra=boomer)  # fmt: skip
        match.put("", "Boomer")
        match.put("", "Ogre", "Ogre", damage=1)
        match.put("ana", "A5")
        match.play("ana attack A5 Boomer")
        does_what = {"Shrine": "mend:Ogre.1:1", "Boomer": "damage:Ogre.2:1"}
        for name in order:
            match.play(f"ana effect {name} {does_what[name]}")
        match.play("ana play Amage")


def test_wr_15_9_uses_are_counted():
    match = shrine("play", POINT, uses="1")
    match.play("ana play Amage; ana play Amage; ana play Awarrior; ana step end")
    assert match.wr.sides["ana"].points == 1


def test_wr_15_4_a_text_alone_that_waits_is_accepted_when_it_was_set_off():
    match = mid(2, card("Shrine", 'when = { on = "kill" }\ntext = "Something."',
                        kind="strongholds"))  # fmt: skip
    match.put("ana", "Shrine", "A5")
    match.put("", "Rat")
    match.refuse("ana effect Shrine points:2", "WR-15.2")
    match.play("ana attack A5 Rat; ana effect Shrine points:2")
    assert match.trusted()
    assert match.wr.sides["ana"].points == 3


def test_a_catalog_that_waits_for_nothing_that_happens_is_refused():
    with pytest.raises(CatalogError, match="nothing happens named kil; did you mean kill"):
        catalog(waits("kil", POINT))


def test_the_board_and_the_options_tell_what_waits_and_what_is_awaited():
    match = shrine("kill", HURT, more=', seat = "you"')
    match.put("", "Rat", "Ogre", "Wolf")
    match.put("ana", "A5")
    board = str(match.game.board(match.t))
    assert "when you kill: 1 damage to a monster" in board
    match.play("ana attack A5 Rat; bo tally")
    assert match.options("ana") >= {"effect"}


def test_a_text_that_waits_is_read_back_in_words():
    told = catalog(waits("kill", POINT, more=', what = { is = "monster" }, seat = "you"'))
    (effect,) = told.cards["Shrine"].all_effects
    assert effect_in_words(effect, told.compiled("Shrine")[0].vocabulary).startswith(
        "when you kill a monster"
    )


def test_wr_4_6_a_line_is_of_what_came_up_newest_though_that_came_up_by_it():
    match = shrine("kill", HURT)
    match.put("", "Rat", "Wolf", "Ogre", "Ogre")
    match.put("bo", "NA", ambush=match.wr.turn, turn=match.wr.turn)
    match.play("ana play Text; ana effect Text kill:Rat; bo attack NA Wolf answers=0")
    match.refuse("ana step end", "WR-2.13")
    match.play("ana effect Shrine damage:Ogre.1")
    assert match.wr.sides["bo"].points == 2
    match.refuse("ana step end", "WR-2.13")
    match.play("ana effect Shrine damage:Ogre.2; ana step end")
