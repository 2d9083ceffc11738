"""What an outcome has done, as a later step of the same text counts it."""

import pytest

from tests.games.grand_archive.table import action, opened, turn

HERB = """
[[cards]]
name = "Sage"
types = ["item"]
supertypes = ["token"]
subtypes = ["herb"]
deck = "none"

[[cards]]
name = "Saint"
types = ["ally"]
reserve = 1
power = 1
life = 1
keywords = ["immortality"]
"""

DONE = [
    ("draw", "count = 2", "", 2),
    ("recover", "amount = 3", "", 3),
    ("recover", "amount = 9", "", 4),
    ("damage", 'thing = "champion", amount = 3', "", 3),
    ("damage", "thing = { is = 'taunt' }, amount = 2", "", 2),
    ("counter", 'kind = "level", thing = "champion", change = 2', "", 2),
    ("counter", 'kind = "charge", thing = "champion", change = -1', "", 1),
    ("glimpse", "count = 3", "", 3),
    ("mill", "cards = { count = 2 }", "mill:A3+A4", 2),
    ("discard", "cards = { count = 2 }", "discard:A1+A2", 2),
    ("reserve", "count = 2", "", 2),
    ("pass", 'count = 2, place = "memory", to = "hand"', "", 2),
    ("pass", 'count = 3, place = "deck", to = "deck"', "", 3),
    ("look", "count = 2", "", 2),
    ("banish", 'cards = { count = 2 }, place = "graveyard"', "banish:Bolt1+Bolt2", 2),
    ("reveal", "cards = { count = 2 }", "reveal:A1+A2", 2),
    ("fetch", "cards = { count = 2 }", "fetch:Eye2+Wall3", 2),
    ("scavenge", 'count = 4, kind = "ally"', "scavenge:Rite3+Eye2", 2),
    ("summon", "card = { count = 1 }, count = 3", "summon:Imp:3", 3),
    ("gather", "card = { count = 2 }", "gather:Sage+Sage", 2),
    ("generate", "cards = { count = 2 }", "generate:A1+A2", 2),
    ("empower", "amount = 2", "", 2),
    ("destroy", "thing = { is = 'taunt' }", "", 1),
    ("destroy", "thing = { is = 'immortality' }", "", 0),
    ("sacrifice", "thing = { is = 'taunt', of = 'you' }", "", 1),
    ("sacrifice", "thing = { is = 'immortality', of = 'you' }", "", 0),
    ("banish-object", "thing = { is = 'taunt' }", "", 1),
    ("suppress", "thing = { is = 'taunt' }", "", 1),
    ("return", "thing = { is = 'taunt' }", "", 1),
    ("rest", "thing = { is = 'taunt' }", "", 1),
    ("wake", "thing = { is = 'stealth' }", "", 1),
    ("transform", "thing = { is = 'taunt' }", "", 0),
    ("control", "thing = { is = 'taunt' }, player = 'opponent'", "", 1),
    ("delevel", "", "", 1),
    ("shuffle", "", "", 1),
    ("random", "", "random:4", 4),
    ("modify", 'what = "level", change = 2, thing = "champion", until = "turn"', "", 2),
    ("set", 'what = "life", amount = 9, thing = "champion", until = "turn"', "", 9),
    ("grant", 'word = "taunt", thing = "champion", until = "turn"', "", 1),
    ("grant", 'word = "pride", amount = 3, thing = "champion", until = "turn"', "", 1),
    ("lose", 'word = "taunt", thing = "champion", until = "turn"', "", 1),
    ("prevent", 'thing = "champion", amount = 3', "", 3),
]


def test_one_player_who_loses_by_a_text_counts_as_one() -> None:
    text = action(
        "Doom",
        '{ do = "lose-game", player = "target" }',
        '{ do = "draw", count = { last = "lose-game" } }',
        aims='{ target = { what = "opponent" } }',
    )
    match = turn(3, extra=text).hold("ana", "Doom")
    hand = match.size("ana", "hand")
    match.play("ana activate Doom bo; ana resolve")
    assert match.size("ana", "hand") == hand


def test_a_player_whose_champion_has_not_come_recovers_nothing() -> None:
    text = action(
        "Balm",
        '{ do = "recover", player = "opponent", amount = 2 }',
        '{ do = "draw", count = { last = "recover" } }',
    )
    match = opened(extra=text).at("main").hold("ana", "Balm")
    hand = match.size("ana", "hand")
    match.play("ana activate Balm; ana resolve")
    assert match.side("bo").champions == []
    assert match.size("ana", "hand") == hand - 1


@pytest.mark.parametrize(("word", "fields", "said", "counted"), DONE)
def test_a_later_step_counts_what_was_done(word: str, fields: str, said: str, counted: int) -> None:
    step = ", ".join(filter(None, (f'do = "{word}"', fields)))
    gems = f'do = "counter", kind = "gem", thing = "champion", change = {{ last = "{word}" }}'
    text = (
        '[[cards]]\nname = "Gauge"\ntypes = ["action"]\nreserve = 0\nspeed = "fast"\n'
        f'[[cards.effects]]\nwhen = "played"\nsteps = [{{ {step} }}, {{ {gems} }}]\n'
    )
    match = turn(extra=HERB + text).level("ana", "Kai, One")
    match.champion("ana").damage = 4
    match.champion("ana").counters["charge"] = 1
    match.put("ana", "Guard2")
    match.put("ana", "Shade2", rested=True)
    match.put("ana", "Saint")
    match.lay("ana", "graveyard", "Bolt1", "Bolt2")
    match.hold("ana", "Gauge", "A1", "A2")
    match.play(f"ana activate Gauge; ana resolve {said}")
    assert match.champion("ana").counters.get("gem", 0) == counted


@pytest.mark.parametrize(("word", "rested"), [("rest", True), ("wake", False)])
def test_what_was_so_before_was_not_done(word: str, rested: bool) -> None:
    text = action(
        "Turn",
        f'{{ do = "{word}", thing = "one" }}',
        f'{{ do = "draw", count = {{ last = "{word}" }} }}',
        aims='{ one = { what = { is = "ally" } } }',
    )
    match = turn(extra=text).hold("ana", "Turn")
    match.put("ana", "A1", rested=rested)
    hand = match.size("ana", "hand")
    match.play(f"ana activate Turn A1; ana resolve {word}:A1.1")
    assert match.size("ana", "hand") == hand - 1


@pytest.mark.parametrize("number", ["level", "gem", "damage", "champion damage"])
def test_a_number_of_a_champion_that_has_not_come_is_0(number: str) -> None:
    count = f'{{ ask = "{number}" }}'
    draw = f'{{ do = "draw", each = "opponent", player = "it", count = {count} }}'
    match = opened(extra=action("Weigh", draw)).at("main").hold("ana", "Weigh")
    match.play("ana activate Weigh; ana resolve")
    assert match.side("bo").champions == []
    assert match.size("bo", "hand") == 0
