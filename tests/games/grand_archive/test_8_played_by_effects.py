"""What is paid for a card that an effect plays is said as of any other (GA-8.9, 8.13, 9)."""

import pytest

from events.notation import read
from referee.games.grand_archive.effects.numbers import FACE_DOWN
from referee.games.grand_archive.effects.plays import playable
from referee.parts.effects import Doing, Run
from referee.parts.effects.catalog import compiled_effect
from referee.parts.lasting_changes import begin
from referee.verdict import Incomplete, applied
from tests.games.grand_archive import test_effects_played as played
from tests.games.grand_archive.table import Match, turn

CARDS = """
[[cards]]
name = "Open"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
steps = [{ do = "play", place = "graveyard", how = "activate", times = [0, 2], may = true }]

[[cards]]
name = "Call"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
steps = [{ do = "play", place = "material", how = "materialize", may = true }]

[[cards]]
name = "Must"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
[[cards.effects.steps]]
do = "play"
card = { what = { is = "action" } }
place = "graveyard"
how = "activate"

[[cards]]
name = "Shiv"
types = ["action"]
reserve = 1
speed = "fast"
keywords = ["prepare 2"]

[[cards]]
name = "Torch"
types = ["action"]
element = "fire"
reserve = 2
speed = "fast"
keywords = ["kindle 2"]

[[cards]]
name = "Chill"
types = ["action"]
reserve = 3
speed = "fast"
[[cards.effects]]
name = "chilled"
when = "otherwise"
cost = [{ do = "banish", cards = { what = { is = "ally" } }, place = "graveyard" }]
[[cards.effects]]
name = "does"
when = "played"
steps = [{ do = "draw" }]

[[cards]]
name = "Drum"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "always"
change = [{ on = "you", layer = "set", what = "plays", amount = 0 }]

[[cards]]
name = "Gong"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "always"
[[cards.effects.change]]
on = "you"
layer = "set"
what = "plays"
amount = { ask = "played this turn", times = -1, plus = 2, least = 0 }

[[cards]]
name = "Sale"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
name = "does"
when = "played"
steps = [{ do = "begin", effect = "cheap", uses = 1, until = "turn" }]
[[cards.effects]]
name = "cheap"
when = "always"
change = [{ on = "you", layer = "add", what = "materialize", amount = -1 }]
"""


def resolving(card: str, *buried: str) -> Match:
    """A card of the hand resolves next, which plays another one; these lie in the graveyard."""
    m = turn(extra=CARDS).hold("ana", card).lay("ana", "graveyard", *buried)
    return m.play(f"ana activate {card}")


def poorer(m: Match, place: str, left: int) -> Match:
    """Of a hand or a memory of ana's so many cards are left."""
    hidden, zone = m.ga.zones.hidden, f"ana.{place}"
    hidden.draw(hidden.size(zone) - left, zone, "ana.deck")
    return m


def test_ga_9_12_floating_memory_pays_for_what_an_effect_materializes() -> None:
    m = resolving("Call", "Owl1", "Owl1", "A1")
    m.play("ana resolve play:Ring1 floating=Owl1")
    assert (m.size("ana", "graveyard"), m.size("ana", "memory")) == (2 + 1, 2)
    m = resolving("Call", "A1")
    m.refuse("ana resolve play:Ring1 floating=A1", "GA-24.12", card="A1")


def test_ga_9_10_the_cards_of_the_memory_that_were_picked_for_it_are_said() -> None:
    m = resolving("Call", "Owl1")
    m.refuse("ana resolve play:Ring1 random=A2,A3", "GA-9.10", due=1, paid=2)
    m.play("ana resolve play:Ring1 random=A2")
    assert m.ga.zones.piles["ana.banishment"] == ["A2"]
    assert (m.size("ana", "memory"), m.size("ana", "facedown")) == (1, 0)


@pytest.mark.rule("GA-9.15")
def test_ga_9_15_who_may_pay_with_floating_memory_is_asked_and_not_accused() -> None:
    m = poorer(resolving("Call", "Owl1", "Owl1"), "memory", 0)
    m.play("ana resolve play:Ring1")
    assert isinstance(m.verdict, Incomplete)
    assert m.verdict.choices["floating"] == ("Owl1", "Owl1")
    m.play("ana resolve play:Ring1 floating=Owl1")
    m = poorer(resolving("Call"), "memory", 0)
    m.refuse("ana resolve play:Ring1", "GA-9.15", due=1, have=0)


def test_what_pays_for_the_only_card_is_said_without_its_name() -> None:
    m = poorer(resolving("Must", "Bolt1"), "hand", 0)
    for _ in range(2):
        m.put("ana", "Lamp1")
    m.log(read("ana resolve", m.game.codec))
    assert isinstance(m.verdict, Incomplete) and "rest" in m.verdict.choices
    m.play("ana resolve rest=Lamp1.2")
    assert (m.thing("Lamp1.1").rested, m.thing("Lamp1.2").rested) == (False, True)


def test_ga_9_12_the_grail_has_a_blade_played_that_floating_memory_alone_pays_for() -> None:
    match = played.main(material=(*played.MATERIAL, "Quicksilver Grail", "Sealed Blade"))
    match.level("ana", "Rai, Spellcrafter")
    grail = match.put("ana", "Quicksilver Grail")
    match.lay("ana", "graveyard", *["Calming Breeze"] * 3)
    match.t.state.zones.hidden.draw(1, "ana.material", "ana.facedown")
    match.thing(grail).marks = [FACE_DOWN]
    match.play(f'ana ability "{grail}" which=pour')
    line = 'ana resolve play:"Sealed Blade":facedown:materialize'
    assert isinstance(match.play(line).verdict, Incomplete)
    match.play(f'{line} floating="Calming Breeze","Calming Breeze","Calming Breeze"')
    assert match.size("ana", "graveyard") == 0
    match.play("ana resolve")
    assert match.thing("Sealed Blade.1").place == "field"


def test_ga_24_31_what_rests_for_a_card_that_an_effect_plays_is_said() -> None:
    m = resolving("Open", "Bolt2")
    lamp, other = m.put("ana", "Lamp1"), m.put("ana", "Lamp1")
    poorer(m, "hand", 1)
    m.play("ana resolve play:Bolt2")
    assert isinstance(m.verdict, Incomplete) and "rest" in m.verdict.choices
    m.play(f"ana resolve play:Bolt2 rest={other}")
    assert (m.thing(lamp).rested, m.thing(other).rested) == (False, True)
    assert m.size("ana", "hand") == 0


def test_ga_24_19_kindle_pays_for_it_as_much_as_it_may() -> None:
    m = resolving("Open", "Torch", "Fire2", "Fire2", "A1")
    hand = m.size("ana", "hand")
    m.refuse("ana resolve play:Torch kindle=A1", "GA-24.19", card="A1")
    m.play("ana resolve play:Torch kindle=Fire2*2")
    assert m.size("ana", "hand") == hand


def test_ga_24_26_it_is_prepared_where_that_is_said() -> None:
    m = resolving("Open", "Shiv")
    m.champion("ana").counters["preparation"] = 2
    m.play("ana resolve play:Shiv prepare=yes")
    assert "prepared" in m.thing("Shiv.1").marks
    assert not m.champion("ana").counters.get("preparation")


def test_ga_24_6_which_ally_performs_it_is_said() -> None:
    m = resolving("Open", "Cmd2", "Cut2")
    first, second = m.put("ana", "A1"), m.put("ana", "A1")
    m.refuse(f"ana resolve play:Cut2 attacker={first}", "GA-24.6", card="Cut2")
    m.play(f"ana resolve play:Cmd2 attacker={second}")
    assert (m.thing(first).rested, m.thing(second).rested) == (False, True)


def test_ga_24_6_who_performs_what_costs_nothing_is_said_too() -> None:
    free = CARDS.replace("may = true }]", 'free = "free", may = true }]', 1)
    m = (
        turn(extra=free)
        .hold("ana", "Open")
        .lay("ana", "graveyard", "Cmd2")
        .play("ana activate Open")
    )
    m.put("ana", "A1")
    second = m.put("ana", "A1")
    m.play(f"ana resolve play:Cmd2 attacker={second}")
    assert m.ga.waiting.stack[-1].attacker == second


def test_ga_8_5_another_cost_pays_for_it_as_the_card_says() -> None:
    m = poorer(resolving("Open", "Chill", "A1"), "hand", 0)
    m.refuse("ana resolve play:Chill pays=banish:A1:graveyard kindle=A1", "GA-9.5")
    m.play("ana resolve play:Chill pays=banish:A1:graveyard")
    assert m.ga.zones.piles["ana.banishment"] == ["A1"]
    m.play("ana resolve")
    assert m.size("ana", "hand") == 1


def test_of_two_cards_each_takes_what_it_costs() -> None:
    m = resolving("Open", "Torch", "Torch", "Fire2", "Fire2", "Fire2")
    hand = m.size("ana", "hand")
    m.play("ana resolve play:Torch play:Torch kindle=Fire2*3")
    assert m.size("ana", "hand") == hand - 1


@pytest.mark.parametrize(
    "line",
    ["none floating=Owl1", "play:Bolt1 floating=Owl1", "play:Bolt1 brew=Lamp1"],
)
def test_what_is_said_of_a_cost_pays_or_is_refused(line: str) -> None:
    m = resolving("Open", "Bolt1", "Owl1")
    m.put("ana", "Lamp1")
    before = m.replay.digest()
    m.log(read(f"ana resolve {line}", m.game.codec))
    assert m.replay.digest() == before and not applied(m.verdict)


def test_ga_8_10_nothing_is_paid_for_where_nothing_is_played() -> None:
    m = turn(extra=CARDS).hold("ana", "Sale").play("ana activate Sale")
    m.refuse("ana resolve reserved=1", "GA-8.10", card="Sale")


@pytest.mark.rule("GA-1.3")
def test_ga_1_3_what_nobody_may_play_no_effect_plays_either() -> None:
    m = resolving("Call")
    begin(m.t, "", "ana", "forbid", "materialize")
    m.refuse("ana resolve play:Ring1", "GA-1.3")
    m = resolving("Open", "Bolt1")
    m.put("ana", "Drum")
    m.refuse("ana resolve play:Bolt1", "GA-1.3", source="Drum.1")


@pytest.mark.rule("GA-8.15")
def test_ga_8_15_what_an_effect_materializes_is_played() -> None:
    m = turn(extra=CARDS).hold("ana", "Call", "Bolt1")
    m.put("ana", "Gong")
    m.play("ana activate Call; ana resolve play:Ring0; ana resolve")
    m.refuse("ana activate Bolt1", "GA-1.3", source="Gong.1")


@pytest.mark.rule("GA-10.4")
def test_ga_10_4_a_price_for_the_next_one_is_used_by_what_an_effect_materializes() -> None:
    m = turn(extra=CARDS).hold("ana", "Sale", "Call")
    m.play("ana activate Sale; ana resolve; ana activate Call; ana resolve play:Ring1")
    assert m.size("ana", "memory") == 2
    assert not m.ga.begun


def test_ga_8_9_what_could_be_paid_for_in_any_way_could_be_played() -> None:
    m = poorer(resolving("Call", "Owl1"), "memory", 0)
    run = Run(m.t, compiled_effect(m.t, "Call", 0), Doing("ana", "Call"))
    could = playable(run, {"place": "material"}).cards
    assert "Ring1" in could and "Blade2" not in could
    run.chooser = lambda word, part, choice: choice.first()
    assert "Ring1" not in playable(run, {"place": "material"}).cards


def test_ga_8_10_nothing_pays_for_what_cannot_be_played_as_an_ally_comes() -> None:
    smith = """
[[cards]]
name = "Armourer"
types = ["ally"]
reserve = 0
power = 1
life = 1
[[cards.effects]]
name = "arms"
when = "on enter"
[[cards.effects.steps]]
do = "play"
card = { what = { is = "weapon", with = { "memory cost" = 9 } } }
place = "material"
how = "materialize"
"""
    for said in ("random=A2", "reserved=1"):
        match = turn(extra=smith).hold("ana", "Armourer").play("ana activate Armourer")
        match.play("ana resolve")
        match.refuse(f"ana resolve {said}", "GA-8.10", card="Armourer")
        match.play("ana resolve")
