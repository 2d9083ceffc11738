"""The numbers and words that a text may read (section 15, and what each kind of card has)."""

import pytest

from referee.games.warrift.effects.numbers import WORDS, has
from referee.verdict import Legal
from tests.games.warrift.effects import card, does, text, told
from tests.games.warrift.table import mid


@pytest.mark.parametrize(
    ("number", "value"),
    [
        ("night", 1),
        ("rotation", 1),
        ("monsters", 2),
        ("magicka", 3),
        ("points", 4),
        ("hand", 5),
        ("strongholds", 1),
        ("attack", 1),
        ("cost", 2),
        ("tier", 2),
        ("health", 0),
    ],
)
def test_wr_15_3_a_number_of_the_table_of_you_or_of_the_card_itself(number: str, value: int):
    match = told(does(f'do = "points", change = {{ ask = "{number}", times = 10 }}'))
    match.put("", "Rat", "Ogre")
    match.put("ana", "Hut1")
    match.put("bo", "Hut2")
    match.give("ana", magicka=3, points=4)
    match.wr.night = True
    match.play("ana play Rite; ana step end")
    assert match.wr.sides["ana"].points == 4 + 10 * value


@pytest.mark.parametrize(
    ("number", "value"),
    [("health", 5), ("damage", 2), ("counters", 1), ("tier", 6), ("attack", 0), ("cost", 0)],
)
def test_wr_15_3_a_number_of_what_is_aimed_at(number: str, value: int):
    aim = '{ foe = { what = { is = "monster" } } }'
    asked = f'{{ ask = "{number}", about = "foe", times = 10 }}'
    match = told(does(f'do = "points", change = {asked}', 'do = "mend", monster = "foe"', aims=aim))
    match.put("", "Dragon1", damage=2, counters=1)
    match.play("ana play Rite; ana play Amage")
    assert match.wr.sides["ana"].points == 10 * value


def test_wr_15_3_a_number_of_each_player_is_that_players_own():
    match = told(
        does('do = "points", each = "player", player = "it", change = { ask = "magicka" }')
    ).give("ana", magicka=1)
    match.give("bo", magicka=3).play("ana play Rite; ana step end")
    assert (match.wr.sides["ana"].points, match.wr.sides["bo"].points) == (1, 3)


def test_wr_15_3_a_deathcrash_reads_what_its_monster_was():
    crash = card("Crash", does('do = "points", change = { ask = "counters", about = "self" }',
                               when="deathcrash"), kind="monsters", health=3)  # fmt: skip
    match = text(extra=crash)
    match.put("", "Crash", counters=2)
    match.play("ana effect Text damage:Crash.1:1; ana effect Crash")
    assert match.wr.sides["ana"].points == 1 + 2
    assert isinstance(match.verdict, Legal)


def test_wr_6_8_words_tell_kinds_tiers_classes_and_what_a_thing_has_met_with():
    match = mid()
    match.put("", "Ogre", damage=1, counters=1)
    match.put("ana", "AL1", "Amage", "Hut2", "Hand1", attacks=1)
    words = {
        "Ogre.1": {"monster", "creature", "tier 3", "damaged", "corrupted"},
        "AL1.1": {"class card", "creature", "arbiter", "legendary", "attacked"},
        "Amage.1": {"starting card", "creature", "arbiter", "mage", "tier 1", "attacked"},
        "Hut2.1": {"stronghold", "tier 2", "garrison", "attacked"},
        "Hand1.1": {"mercenary", "creature", "tier 1", "attacked"},
    }
    for id, own in words.items():
        assert {word for word in WORDS if has(match.t, match.thing(id), word)} == own


def test_wr_6_8_all_words_of_all_cards_may_be_asked_for():
    assert {word for one in mid().t.catalog.all() for word in one.all_words} <= WORDS


PACK = card("Pack", 'when = "always"\nchange = [{ on = { is = "creature", of = "you", other = '
            'true }, layer = "add", what = "attack", amount = 2 }]')  # fmt: skip
CURSE = card("Curse", 'when = "always"\nchange = [{ on = { is = "monster" }, layer = "add", what '
             '= "health", amount = -3 }]')  # fmt: skip


def test_wr_15_3_attack_and_health_are_read_as_they_are_now():
    aim = '{ foe = { what = { is = "monster" } } }'
    both = (
        'do = "points", change = { ask = "attack" }',
        'do = "magicka", change = { ask = "health", about = "foe" }',
    )
    match = told(does(*both, aims=aim), extra=f"{PACK}\n{CURSE}")
    match.put("ana", "Pack", "Curse")
    match.put("", "Dragon1")
    match.play("ana play Rite; ana play Awarrior")
    assert (match.wr.sides["ana"].points, match.wr.sides["ana"].magicka) == (1 + 2, 8 - 3)


@pytest.mark.parametrize("number", ["health", "damage", "counters", "tier", "attack", "cost"])
def test_wr_15_3_a_number_of_what_nothing_was_aimed_at_is_0(number: str):
    aim = '{ foe = { what = { is = "monster" } } }'
    match = told(
        does(f'do = "points", change = {{ ask = "{number}", about = "foe", plus = 2 }}', aims=aim)
    )
    match.play("ana play Rite; ana effect Rite points:2; ana play Amage")
    assert match.wr.sides["ana"].points == 2


@pytest.mark.parametrize(
    ("number", "span", "card_named", "fits"),
    [
        ("attack", "[3, 3]", "A3", True),
        ("attack", "[3, 3]", "A2", False),
        ("cost", "[4, 9]", "A4", True),
        ("cost", "[4, 9]", "A3", False),
        ("tier", "[6, 6]", "AL1", True),
        ("tier", "[6, 6]", "A5", False),
        ("health", "[2, 2]", "Wolf", True),
        ("health", "[2, 2]", "Ogre", False),
        ("damage", "[0, 0]", "Wolf", True),
        ("damage", "[1, 9]", "Wolf", False),
    ],
)
def test_wr_15_3_a_number_of_a_card_that_is_not_in_play_is_the_printed_one(
    number: str, span: str, card_named: str, fits: bool
):
    step = (
        'do = "consume", place = "discard", cards = { count = [0, 1], '
        f"what = {{ with = {{ {number} = {span} }} }} }}"
    )
    match = told(does(step)).pile("ana.discard", card_named).play("ana play Rite")
    line = f"ana effect Rite consume:{card_named}:discard"
    if fits:
        match.play(line)
        assert match.wr.zones.piles["necropolis"] == [card_named]
    else:
        match.refuse(line, "WR-15.3", logged=card_named)


@pytest.mark.parametrize(
    ("first", "logged", "came_to"),
    [
        ('do = "roll", face = [0, 6]', "roll:4", 4),
        ('do = "draw", count = [0, 3]', "draw:3", 3),
        ('do = "draw", count = 9', "draw:5", 5),
        ('do = "magicka", change = 2', "magicka:2", 2),
        ('do = "magicka", player = "opponent", change = -3', "", -1),
        ('do = "points", player = "opponent", change = -3', "", -2),
        ('do = "damage", monster = { is = "monster" }, amount = [1, 3]', "damage:Dragon1.1:2", 2),
        ('do = "mend", monster = { is = "monster" }, amount = [1, 3]', "mend:Dragon1.1:1", 1),
        ('do = "counters", monster = { is = "monster" }, change = 2', "counters:Dragon1.1:2", 2),
        ('do = "counters", monster = { is = "monster" }, change = -3', "", -1),
        ('do = "health", monster = { is = "monster" }, change = 3', "health:Dragon1.1:3", 3),
        ('do = "attack", creature = { is = "mercenary" }, change = 3', "attack:Hand1.1:3", 3),
        ('do = "attack", creature = { is = "mercenary" }, change = -3', "attack:Hand1.1:-3", -1),
        ('do = "enter", count = 2, place = "eye"', "enter:2", 2),
        ('do = "scout", count = 2', "scout:2", 2),
        ('do = "look", place = "hand", player = "opponent", count = 2', "look:2:hand:bo", 2),
        ('do = "pass", place = "hand", to = "primary", where = "top", count = 2',
         "pass:2:hand:primary:top", 2),
        ('do = "consume", cards = { count = [0, 2] }', "consume:Amage+Amage", 2),
        ('do = "discard", cards = { count = [0, 2] }', "discard:Amage", 1),
        ('do = "shuffle", deck = "eye"', "shuffle:eye", 1),
        ('do = "token", side = "night"', "token:night", 1),
        ('do = "token", side = "day"', "token:day", 0),
        ('do = "cost", act = "hire", change = -1', "cost:-1:hire", -1),
        ('do = "control", thing = { is = "stronghold" }, player = "you"', "control:Hut1.1:ana", 1),
        ('do = "grant", word = "corrupt", thing = { is = "mercenary" }', "grant:corrupt:Hand1.1",
         1),
    ],
)  # fmt: skip
def test_wr_15_3_a_later_step_reads_what_an_earlier_one_came_to(
    first: str, logged: str, came_to: int
):
    word = first.partition('"')[2].partition('"')[0]
    match = told(does(first, f'do = "points", change = {{ last = "{word}" }}'))
    match.put("ana", "Hand1")
    match.put("bo", "Hut1")
    match.put("", "Dragon1", damage=1, counters=1)
    match.give("ana", points=9).give("bo", points=2, magicka=1)
    match.play(f"ana play Rite; ana effect Rite {logged}")
    assert match.wr.sides["ana"].points == 9 + came_to
