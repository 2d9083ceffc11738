"""Section 25a: what is said beyond need agrees, or is refused with both figures."""

from collections.abc import Callable

import pytest

from cli.reading.door import event_of
from referee.parts.lasting_changes import begin
from referee.verdict import Incomplete
from tests.games.grand_archive.table import Match, action, ally, turn

CARDS = """
[[cards]]
name = "Way"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
[[cards.effects.modes]]
name = "one"
steps = [{ do = "recover", amount = 1 }]
[[cards.effects.modes]]
name = "two"
steps = [{ do = "draw", count = 1 }]

[[cards]]
name = "Zap"
types = ["action"]
reserve = 1
speed = "fast"
[[cards.effects]]
when = "played"
aims = { unit = { what = { is = "ally" } } }
steps = [{ do = "damage", thing = "unit", amount = 1 }]

[[cards]]
name = "Blaze"
types = ["action"]
reserve = "X"
speed = "fast"
[[cards.effects]]
when = "played"
x = [0, 9]
steps = [{ do = "recover", amount = "X" }]

[[cards]]
name = "Open"
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
free = "free"

[[cards]]
name = "Herald"
types = ["ally"]
reserve = 1
power = 1
life = 1
[[cards.effects]]
name = "call"
when = "activated"
steps = [{ do = "draw", count = 1 }]

[[cards]]
name = "Crest"
types = ["regalia", "item"]
memory = 0
deck = "material"
[[cards.effects]]
when = "on enter"
aims.unit = { what = { is = "ally" } }
steps = [{ do = "damage", thing = "unit", amount = 1 }]
"""


def spare() -> Match:
    """Ana's main phase, with all that could be said of a line and is not asked for."""
    m = turn(extra=CARDS).hold("ana", "A1", "Bolt1", "Cut2").lay("ana", "graveyard", "Owl1")
    for seat, name in (("ana", "Herald"), ("ana", "A2"), ("bo", "Lamp1")):
        m.put(seat, name)
    m.champion("ana").counters["enlighten"] = 3
    return m


def materializing() -> Match:
    """Ana's materialize phase."""
    return turn(extra=CARDS, phase="materialize")


ENLIGHTEN = "ability ana which=enlighten"
RING = "materialize Ring0"
BEYOND_NEED: list[tuple[Callable[[], Match], str, str, dict[str, int | str]]] = [
    (spare, "activate A1 floating=Owl1", "GA-9.14", {"card": "A1", "paid": 1}),
    (spare, "activate A1 random=A2,A3", "GA-9.14", {"card": "A1", "paid": 2}),
    (spare, "activate Cut2 target=bo hold=yes", "GA-7.6", {"card": "Cut2"}),
    (spare, "activate Cut2 target=bo did=draw:1", "GA-1.6", {"card": "Cut2"}),
    (spare, "ability Herald floating=Owl1", "GA-9.14", {"card": "Herald", "paid": 1}),
    (spare, "ability Herald rest=Herald", "GA-24.31", {"thing": "Herald.1"}),
    (spare, "ability Herald rest=Lamp1", "GA-9.5", {"thing": "Lamp1.1"}),
    (spare, "ability Herald which=sing", "GA-16.6", {"which": "sing"}),
    (spare, "attack A2 bo pays=discard:A1", "GA-17.4", {"due": 0, "paid": "discard"}),
    (spare, "attack A2 bo pays=pay:1", "GA-17.4", {"due": 0, "paid": 1}),
    (spare, f"{ENLIGHTEN} aims=bo", "GA-8.7", {}),
    (spare, f"{ENLIGHTEN} x=1", "GA-2.36", {}),
    (spare, f"{ENLIGHTEN} mode=one", "GA-8.6", {}),
    (spare, f"{ENLIGHTEN} rest=ana", "GA-19.4", {}),
    (spare, f"{ENLIGHTEN} pays=discard:A1", "GA-19.4", {}),
    (spare, f"{ENLIGHTEN} did=draw:2", "GA-19.4", {}),
    (materializing, f"{RING} reserved=2", "GA-9.20", {"card": "Ring0", "paid": 2}),
    (materializing, f"{RING} pays=discard:A1", "GA-8.10", {"due": 0, "paid": "discard"}),
    (materializing, f"{RING} method=die", "GA-9.11", {"method": "die"}),
    (materializing, f"{RING} aims=bo", "GA-8.7", {"card": "Ring0"}),
    (materializing, f"{RING} mode=one", "GA-8.6", {"card": "Ring0"}),
    (materializing, f"{RING} did=draw:1", "GA-1.6", {"card": "Ring0"}),
]


@pytest.mark.rule("GA-17.4")
@pytest.mark.parametrize(("make", "line", "rule", "compared"), BEYOND_NEED)
def test_what_is_not_asked_for_is_not_said(
    make: Callable[[], Match], line: str, rule: str, compared: dict[str, int | str]
) -> None:
    make().refuse(f"ana {line}", rule, **compared)


@pytest.mark.parametrize(
    ("make", "line"),
    [
        (spare, "activate Cut2 target=bo"),
        (spare, "ability Herald which=call"),
        (spare, "attack A2 bo pays=none"),
        (spare, f"{ENLIGHTEN} pays=counter:enlighten:-3 did=draw:1"),
        (materializing, f"{RING} reserved=0"),
    ],
)
def test_what_is_said_beyond_need_and_agrees_is_accepted(
    make: Callable[[], Match], line: str
) -> None:
    make().play(f"ana {line}")


def test_what_an_object_does_later_is_said_when_it_does_it() -> None:
    m = spare().hold("ana", "Herald")
    m._log("ana activate Herald did=draw:1")
    assert isinstance(m.verdict, Incomplete)
    assert m.verdict.message == "Herald: say what it does when that happens, with resolve"
    m.play("ana activate Herald")


def test_ga_9_20_of_what_a_text_lets_be_activated_for_memory_nothing_is_reserved() -> None:
    m = turn().hold("ana", "Ring1").hold("ana", "A1", place="memory")
    begin(m.t, "bo.champion", "ana", "permit", "activate", None, until="turn")
    m.refuse("ana activate Ring1 random=A1 reserved=1", "GA-9.20", card="Ring1", paid=1)
    m.play("ana activate Ring1 random=A1")


def test_ga_9_14_a_text_that_nobody_knows_may_ask_for_cards_of_the_memory() -> None:
    m = turn(extra=CARDS, partial=True).hold("ana", "A1").lay("ana", "graveyard", "Owl1")
    m.play("ana activate A1 floating=Owl1")
    assert "GA-9.14: the text of A1 may allow it" in m.trusted()
    assert m.size("ana", "graveyard") == 0 and m.size("ana", "banishment") == 1


def test_ga_9_20_a_text_that_nobody_knows_may_ask_for_what_pays_a_reserve_cost() -> None:
    def paid(line: str, **more: str) -> Match:
        m = turn(extra=CARDS, partial=True, phase="materialize", **more)
        m.hold("ana", "A1").lay("ana", "graveyard", "Ember2").put("ana", "A1")
        return m.play(f"ana {line}")

    m = turn(extra=CARDS, partial=True).lay("ana", "graveyard", "Ember2").hold("ana", "Ring1")
    m.hold("ana", "A2", place="memory").put("ana", "A1")
    begin(m.t, "bo.champion", "ana", "permit", "activate", None, until="turn")
    m.refuse("ana activate Ring1 random=A2 kindle=Bolt1", "GA-24.19")
    m.play("ana activate Ring1 random=A2 kindle=Ember2")
    assert any(each.startswith("GA-9.20: the text of") for each in m.trusted())
    assert m.size("ana", "graveyard") == 0 and m.size("ana", "banishment") == 2
    before = paid(RING).size("ana", "hand")
    assert paid(f"{RING} reserved=2").size("ana", "hand") == before - 2
    assert paid(f"{RING} reserved=2", unsaid="all asked").size("ana", "hand") == before


def test_ga_16_12_what_a_regalia_is_aimed_at_as_it_comes_is_said_with_its_trigger() -> None:
    m = turn(extra=CARDS, phase="materialize", materials={"ana": ("Fire", "Crest")})
    m.put("bo", "A2")
    m._log("ana materialize Crest aims=A2")
    assert isinstance(m.verdict, Incomplete)


def test_ga_8_6_a_mode_that_was_locked_is_not_another_as_it_resolves() -> None:
    m = turn(extra=CARDS).hold("ana", "Way").play("ana activate Way mode=one")
    m.refuse("ana resolve mode=two", "GA-8.6", since=2, declared="one",
             logged="two")  # fmt: skip
    m.play("ana resolve mode=one")


def test_ga_8_6_what_has_no_modes_and_no_x_is_given_none_as_it_resolves() -> None:
    m = turn(extra=CARDS).hold("ana", "Bolt1").play("ana activate Bolt1")
    m.refuse("ana resolve mode=two", "GA-8.6", card="Bolt1")
    m.refuse("ana resolve x=3", "GA-2.36", card="Bolt1", logged=3)


def test_ga_2_36_x_is_the_number_that_was_declared() -> None:
    m = turn(extra=CARDS).hold("ana", "Blaze").play("ana activate Blaze x=2")
    m.refuse("ana resolve x=3", "GA-2.36", declared=2, logged=3)
    m.play("ana resolve x=2")


def test_ga_2_36_a_card_played_free_has_an_x_of_0() -> None:
    m = turn(extra=CARDS).hold("ana", "Open").lay("ana", "graveyard", "Blaze")
    m.play("ana activate Open; ana resolve play:Blaze")
    m.refuse("ana resolve x=3", "GA-2.36", declared=0, logged=3)
    m.play("ana resolve x=0")


PAID = CARDS.replace('free = "free"', 'free = "paid"')


@pytest.mark.rule("GA-2.36")
def test_ga_2_36_x_of_a_card_that_an_effect_plays_for_its_cost_is_said_with_that() -> None:
    for said, x in (("", 0), (":::2", 2), (":::0", 0)):
        m = turn(extra=PAID, unsaid="all asked" if said else "asked")
        m.hold("ana", "Open").lay("ana", "graveyard", "Blaze")
        m.champion("ana").damage = 3
        m.play(f"ana activate Open; ana resolve play:Blaze:graveyard:activate:paid{said}")
        assert m.size("ana", "memory") == 2 + x
        m.refuse(f"ana resolve x={x + 1}", "GA-2.36", declared=x, logged=x + 1)
        m.play("ana resolve")
        assert m.champion("ana").damage == 3 - x
    m = turn(extra=PAID).hold("ana", "Open").lay("ana", "graveyard", "Bolt1")
    m.play("ana activate Open")
    m.refuse("ana resolve play:Bolt1:graveyard:activate:paid:::2", "GA-2.36", card="Bolt1")
    m = turn(extra=CARDS).hold("ana", "Open").lay("ana", "graveyard", "Blaze")
    m.play("ana activate Open")
    m.refuse("ana resolve play:Blaze:graveyard:activate:free:::2", "GA-2.36", logged=2)


@pytest.mark.rule("GA-8.5")
def test_ga_8_5_x_of_a_card_that_an_effect_plays_for_its_cost_is_asked() -> None:
    m = turn(extra=PAID).hold("ana", "Open").lay("ana", "graveyard", "Blaze")
    m.play("ana activate Open; ana resolve play:Blaze:graveyard:activate:paid")
    assert isinstance(m.verdict, Incomplete)
    asked = m.verdict.choices["did"]
    assert len(asked) == m.size("ana", "hand") + 1
    m.play(f"ana resolve {asked[-1]}")
    assert m.size("ana", "hand") == 0


def test_ga_1_6_where_a_card_may_lie_is_hinted_at_as_it_is_typed() -> None:
    toss = action("Toss", '{ do = "discard", place = ["hand", "memory"] }')
    m = turn(extra=toss).hold("ana", "Toss").lay("ana", "graveyard", "A1")
    m.play("ana activate Toss")
    refused = m.refuse("ana resolve discard:A1:ana:graveyard", "GA-1.6", logged="graveyard")
    assert refused.legal == "hand, memory"


@pytest.mark.rule("GA-8.7")
def test_ga_8_7_an_effect_plays_no_card_that_finds_no_target() -> None:
    m = turn(extra=CARDS).hold("ana", "Open").lay("ana", "graveyard", "Zap")
    m.play("ana activate Open")
    m.refuse("ana resolve play:Zap:graveyard:activate:free", "GA-8.7", wanted="ally")
    m.play("ana resolve")
    assert m.size("ana", "graveyard") == 2
    m = turn(extra=CARDS, unsaid="all asked").hold("ana", "Open")
    m.lay("ana", "graveyard", "Zap", "Way").play("ana activate Open; ana resolve")
    assert [item.card for item in m.ga.waiting.stack] == ["Way"]


def test_ga_19_7_as_much_is_paid_for_wither_as_is_due() -> None:
    m = turn(phase="recollection")
    m.put("ana", "A3", counters={"wither": 2})
    m.put("ana", "Lamp1")
    m.refuse("ana settle pays=pay:1", "GA-19.7", due=2, paid=1)
    m.refuse("ana settle pays=pay:2,rest:Lamp1", "GA-19.7", due=1, paid=2)
    m.refuse("ana settle pays=discard:A1", "GA-19.7", paid="discard")
    before = m.play("ana step main").size("ana", "hand")
    m.play("ana settle pays=rest:Lamp1,pay:1")
    assert m.size("ana", "hand") == before - 1


@pytest.mark.rule("GA-7.12")
def test_ga_7_12_a_card_that_an_effect_plays_is_aimed_with_that_line_or_as_it_resolves() -> None:
    for lines in (
        "ana resolve play:Zap:graveyard:activate:free:A4; ana resolve",
        "ana resolve play:Zap:graveyard:activate:free:A4; ana resolve aims=A4",
        "ana resolve play:Zap:graveyard:activate:free; ana resolve aims=A4",
        "ana resolve play:Zap:graveyard:activate:free; ana resolve damage:A4:1",
    ):
        m = played_by_an_effect("Zap", unsaid="all asked").play(lines)
        assert (m.thing("A4.1").damage, m.thing("A3.1").damage) == (1, 0), lines
    m = played_by_an_effect("Zap")
    m.refuse("ana resolve play:Zap:graveyard:activate:free:bo", "GA-8.7", logged="bo.champion")
    m.play("ana resolve play:Zap:graveyard:activate:free:A4")
    m.refuse("ana resolve aims=A3", "GA-8.7", declared="A4.1", logged="A3.1")
    m = played_by_an_effect("Zap", unsaid="all asked")
    m.play("ana resolve play:Zap:graveyard:activate:free")
    assert [each.verb for each in m.game.options(m.replay.table) if "aims" in each.fields] == [
        "resolve"
    ]


@pytest.mark.rule("GA-8.6")
def test_ga_8_6_a_card_that_an_effect_plays_has_its_modes_with_that_line_or_as_it_resolves() -> (
    None
):
    for lines in (
        "ana resolve play:Way:graveyard:activate:free:none:two; ana resolve",
        "ana resolve play:Way:graveyard:activate:free; ana resolve mode=two",
    ):
        m = played_by_an_effect("Way", unsaid="all asked")
        before = m.size("ana", "hand")
        assert m.play(lines).size("ana", "hand") == before + 1, lines
    m = played_by_an_effect("Way")
    m.play("ana resolve play:Way:graveyard:activate:free:none:two")
    m.refuse("ana resolve mode=one", "GA-8.6", declared="two", logged="one")


@pytest.mark.parametrize(("card", "said"), [("Zap", "A4.1"), ("Way", "none:two")])
def test_ga_8_7_what_a_card_is_aimed_at_that_an_effect_plays_is_asked_as_it_is_played(
    card: str, said: str
) -> None:
    m = played_by_an_effect(card)
    line = f"ana resolve play:{card}:graveyard:activate:free"
    assert isinstance(m.play(line).verdict, Incomplete)
    hints = [each for each in m.verdict.choices["did"] if f":{said}" in each]
    assert len(hints) == 1 and len(m.verdict.choices["did"]) == 2
    (top,) = m.play(f"ana resolve {hints[0]}").ga.waiting.stack
    assert (top.aims, top.mode) == ((("A4.1",), ()) if card == "Zap" else ((), ("two",)))


def played_by_an_effect(card: str, **agreed: str) -> Match:
    """A match in which Open resolves next, that plays a card of the graveyard."""
    m = turn(extra=CARDS, **agreed).hold("ana", "Open").lay("ana", "graveyard", card)
    m.put("bo", "A4")
    m.put("bo", "A3")
    return m.play("ana activate Open")


def test_ga_14_7_who_performs_an_attack_card_does_not_pay_for_it_with_itself() -> None:
    m = turn(partial=True)
    m.refuse("ana activate Cut2 target=bo brew=ana", "GA-14.7", thing="ana.champion")


@pytest.mark.parametrize(
    "line", ["ana activate A1 did=draw:1", "ana activate Slash3 target=bo did=draw:1"]
)
def test_ga_1_6_what_an_unknown_text_did_is_said_with_its_card(line: str) -> None:
    m = turn(partial=True)
    before = m.size("ana", "hand")
    cost = 1 if "A1" in line else 2
    m.play(f"{line}; ana end")
    assert m.size("ana", "hand") == before - 1 - cost + 1


def test_ga_25_7_cards_that_go_to_an_open_place_are_named() -> None:
    m = turn(partial=True)
    m.refuse("ana activate Rite3 did=pass:1:hand:graveyard", "GA-11.5", where="graveyard")
    m.play("ana activate Rite3").refuse("ana resolve pass:1:hand:field", "GA-11.5", where="field")


def test_ga_8_10_what_an_unknown_text_asks_for_is_paid_as_said() -> None:
    m = turn(partial=True)
    m.put("ana", "A2")
    m.play("ana activate Bolt1 pays=sacrifice:A2")
    assert m.trusted() and m.size("ana", "graveyard") == 1


def test_ga_17_4_what_an_unknown_text_asks_for_an_attack_is_paid_as_said() -> None:
    m = turn(partial=True)
    m.put("ana", "A2")
    m.put("ana", "A1")
    m.play("ana attack A2 bo pays=sacrifice:A1")
    assert m.trusted() and m.size("ana", "graveyard") == 1


def unknown(kind: str) -> Match:
    """Ana holds Odd, of whose text the catalog says nothing."""
    odd = f'[[cards]]\nname = "Odd"\n{kind}\nreserve = 0\ntext = "It does something."'
    return turn(extra=odd, partial=True).hold("ana", "Odd")


def test_what_an_unknown_object_did_as_it_came_is_done_on_trust():
    match = unknown('types = ["item"]').play("ana activate Odd")
    hand = match.size("ana", "hand")
    match.play("ana resolve draw:1")
    assert match.size("ana", "hand") == hand + 1
    assert match.trusted() == ("Odd: its text is not in the catalog",)


def test_what_an_unknown_text_is_aimed_at_is_on_trust():
    match = unknown('types = ["item"]').play("ana activate Odd bo")
    assert match.trusted() == ("Odd: what its text asks for as it is played",)
    match = unknown('types = ["action"]\nspeed = "fast"').play("ana activate Odd")
    match.play("ana resolve aims=bo")
    assert match.trusted()[0] == "Odd: what its text asks for as it resolves"


def test_an_imbue_that_no_card_in_play_is_known_to_allow_is_on_trust():
    match = unknown('types = ["item"]').hold("ana", "A1", "Fire2")
    match.put("ana", "Odd")
    match.play("ana activate A1 imbue=Fire2")
    assert match.trusted() == ("GA-24.15: the text of Odd.1 may allow it",)
    assert not match.thing("A1.1").marks


@pytest.mark.parametrize(("omens", "marked"), [("there", []), ("named", ["Way"])])
def test_ga_19_1_a_card_that_leaves_banishment_leaves_its_omen_counter(
    omens: str, marked: list[str]
) -> None:
    banished = CARDS.replace('place = "graveyard"', 'place = "banishment"')
    m = turn(extra=banished, omens=omens).hold("ana", "Open").lay("ana", "banishment", "Way")
    m.side("ana").omens = ["Way"]
    m.play("ana activate Open; ana resolve play:Way:banishment:activate:free:none:one")
    assert m.side("ana").omens == marked


OBJECTS = (
    CARDS
    + ally("Drone", '{ do = "recover", amount = 1 }', when='"activated"')
    + ally("Sprite", '{ do = "recover", amount = 1 }')
    + ally(
        "Tap",
        '{ do = "recover", amount = "X" }',
        when='"activated"',
        cost='[{ do = "pay", count = "X" }]',
        x="[0, 9]",
    )
    + """
[[cards]]
name = "Chime"
types = ["regalia", "item"]
memory = 0
deck = "material"
[[cards.effects]]
when = "on enter"
steps = [{ do = "recover", amount = 1 }]
[[cards.effects]]
name = "toll"
when = "activated"
steps = [{ do = "draw", count = 1 }]
"""
)


@pytest.mark.rule("GA-1.6")
def test_ga_1_6_what_its_text_does_not_do_is_not_said_as_a_card_is_materialized() -> None:
    m = turn(extra=OBJECTS, phase="materialize", materials={"ana": ("Fire", "Chime")})
    m.refuse("ana materialize Chime did=mill:A1", "GA-1.6", card="Chime")
    m._log("ana materialize Chime did=draw")
    assert isinstance(m.verdict, Incomplete)  # its ability does that, when it is used
    m.champion("ana").damage = 3
    m.play("ana materialize Chime did=recover:1; ana step main")
    assert m.champion("ana").damage == 2


@pytest.mark.rule("GA-2.36")
def test_ga_2_36_what_has_no_x_is_not_used_with_one() -> None:
    m = turn(extra=OBJECTS)
    m.put("ana", "Drone")
    m.refuse("ana ability Drone.1 x=2", "GA-2.36", card="Drone", logged=2)
    m.hold("ana", "Sprite").play("ana activate Sprite")
    m.refuse("ana trigger Sprite x=2", "GA-2.36", card="Sprite", logged=2)


@pytest.mark.rule("GA-2.36")
def test_ga_2_36_the_x_of_an_ability_is_said_as_it_is_used() -> None:
    m = turn(extra=OBJECTS).hold("ana", "Tap")
    m._log("ana activate Tap x=2")
    assert isinstance(m.verdict, Incomplete)
    m.champion("ana").damage = 3
    m.play("ana activate Tap; ana ability Tap.1 x=2; ana resolve")
    assert m.champion("ana").damage == 1


def test_what_is_laid_open_or_counted_without_its_figures_is_asked_for() -> None:
    match = turn(unsaid="all asked at once").hold("bo", "A1")
    match.put("ana", "Blade1")
    for line, ask in (
        ("bo inspection hand", "say all 8 cards of bo's hand"),
        ("ana tally kind=durability", "say how many durability counters there are with counters="),
        ("ana tally ana", "say what was counted of ana: damage, level, life, power, counters"),
    ):
        event = event_of(line, match.replay)
        assert event is not None
        verdict = match.replay.would(event)
        assert isinstance(verdict, Incomplete) and verdict.ask == ask
    match.play("ana tally; ana tally ana life=15; ana tally ana kind=durability counters=0")
    before = turn(unsaid="all asked").hold("bo", "A1")
    before.put("ana", "Blade1")
    before.refuse("bo inspection hand", "GA-5.42", have=8, count=0)
    before.play("ana tally kind=durability; ana tally ana")
