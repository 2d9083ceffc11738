"""What is offered and owed at characteristic moments: verbs, choices, rules, words."""

from collections.abc import Sequence
from typing import Any

import pytest

from cli.reading.door import event_of
from cli.venue.taps.buttons import buttons
from events.grand_archive import Ability, Materialize
from referee.choice import Choice, Fixed, Number, OneOf, Some
from referee.games.grand_archive.offered import acts
from referee.games.grand_archive.offered.acceptable import accepted
from referee.games.grand_archive.offered.together import Wish
from referee.games.grand_archive.state import GaTable
from referee.parts.layered import put_seen, put_unseen
from referee.replay.replay import Replay
from referee.verdict import Incomplete, Legal, applied
from tests.games.grand_archive.table import Match, action, ally, hint, opened, turn
from tests.laws.players import played

CARDS = "".join(
    (
        """
[[cards]]
name = "Well"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "activated"
steps = [{ do = "draw" }]
""",
        ally(
            "Echo",
            '{ do = "damage", thing = "unit", amount = 1 }',
            aims='{ unit = { what = { is = "ally" } } }',
        ),
        """
[[cards]]
name = "Ward"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "activated"
steps = [
    { do = "prevent", thing = { is = "champion", of = "you" }, amount = 1, until = "turn" },
]

[[cards]]
name = "Lens"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "activated"
steps = [{ do = "damage", thing = { is = "ally" }, amount = 1 }]
""",
    )
)

ON_RECORD = {"GA-I 19": "must_be_logged"}
SPIRITS = {"ana": ("Fire", "Water"), "bo": ("Fire", "Water")}
DECK = {"A1": 4, "Bolt1": 4, "Rite3": 4, "Ember2": 4, "Wave2": 4, "Cut2": 4}


def _said(choice: Choice) -> str:
    """A choice in a word or two."""
    match choice:
        case Fixed(value):
            return _word(value)
        case OneOf(values):
            return "|".join(dict.fromkeys(map(_word, values)))
        case Number(least, most):
            return f"{least}..{most}"
        case Some(cards, least, most):
            return f"{least}..{most} of {'+'.join(sorted(cards))}"
    return type(choice).__name__


def _word(value: Any) -> str:
    if isinstance(value, tuple):
        return "+".join(map(_word, value)) or "nothing"
    return value if isinstance(value, str) else type(value).__name__


def offered(match: Match, *verbs: str) -> list[str]:
    """The options of these verbs, or of all, as lines with the choices that they leave."""
    found = []
    for each in match.game.options(match.replay.table):
        if not verbs or each.verb in verbs:
            fields = " ".join(f"{name}={_said(c)}" for name, c in each.fields.items())
            marks = " must" * each.must + " ends" * each.ends
            found.append(f"{each.seat} {each.verb} {fields} {each.rule}{marks}".replace("  ", " "))
    return found


def owed(match: Match) -> list[tuple[str, str, str, int]]:
    """What is owed: by whom, by which rule, in words, and since which entry."""
    return [
        (each.seat, each.rule, each.text(), each.since)
        for each in match.game.obligations(match.replay.table)
    ]


def table(**more: Any) -> Match:
    """Ana has an ally, a weapon and an item, bo two allies; few cards are in their decks."""
    decks = {seat: {**DECK, "A2": 36} for seat in ("ana", "bo")}
    match = turn(extra=CARDS, decks=decks, format="casual", **more)
    for seat, name in (("ana", "A1"), ("ana", "Blade0"), ("ana", "Well")):
        match.put(seat, name)
    for name in ("A2", "Page2"):
        match.put("bo", name)
    return match


OFTEN = ("attack", "ability", "retaliate", "intercept", "trigger", "damage", "step", "pass", "end")
TARGETS = "target=bo.champion|A2.1|Page2.1"
WELL = "ana ability source=Well.1 GA-16.6"
CHAMPION = f"ana attack attacker=ana.champion {TARGETS} uses=Blade0.1 GA-17.1"
ALLY = f"ana attack attacker=A1.1 {TARGETS} GA-17.1"
END = "ana end GA-6.48 ends"


@pytest.mark.parametrize(
    ("phase", "before", "found"),
    [
        ("main", "", [WELL, CHAMPION, ALLY, END]),
        ("draw", "", [WELL, CHAMPION, ALLY, END]),
        ("recollection", "", [WELL, CHAMPION, ALLY, END]),
        ("materialize", "", [WELL, CHAMPION, ALLY, END]),
        ("materialize", "ana materialize Ring0", [WELL, CHAMPION, ALLY, END]),
        ("main", "ana step end", [WELL, END]),
        ("main", "jo adjust rested:A1.1:yes", [WELL, CHAMPION, END]),
        ("main", "jo adjust rested:ana:yes", [WELL, ALLY, END]),
        ("main", "ana attack A1 bo", [WELL, "bo intercept ally=Page2.1 GA-24.18", CHAMPION, END]),
        ("main", "ana attack A1 A2", [WELL, "bo retaliate units=A2.1 GA-17.32", CHAMPION, END]),
        ("main", "ana attack A1 A2; bo retaliate A2", [WELL, CHAMPION, END]),
        ("main", "ana attack A1 A2; ana step damage", [WELL, CHAMPION, END]),
        ("main", "ana attack A1 A2; ana step damage; bo concede", []),
    ],
)
def test_what_is_offered_in_a_turn(phase: str, before: str, found: list[str]) -> None:
    match = table(phase=phase).play(before)
    assert offered(match, *OFTEN) == found
    assert owed(match) == []


@pytest.mark.parametrize(
    ("phase", "before", "found"),
    [
        ("main", "", [WELL, "ana pass GA-7.5", CHAMPION, ALLY, "ana step to=main GA-6.1"]),
        ("materialize", "", ["ana step to=recollection GA-6.1"]),
        (
            "main",
            "ana attack A1 bo",
            [WELL, "ana pass GA-7.5", "bo intercept ally=Page2.1 GA-24.18"],
        ),
    ],
)
def test_what_is_offered_with_passes_on_record(phase: str, before: str, found: list[str]) -> None:
    match = table(phase=phase, choices=ON_RECORD).play(before)
    assert offered(match, *OFTEN) == found


def test_cards_are_offered_that_could_be_in_the_hand_and_paid_for() -> None:
    match = table()
    assert offered(match, "activate") == [
        "ana activate card=A1 GA-8.3",
        "ana activate card=A2 GA-8.3",
        "ana activate card=Bolt1 GA-8.3",
        f"ana activate card=Cut2 {TARGETS} GA-8.3",
        "ana activate card=Ember2 GA-8.3",
        "ana activate card=Rite3 GA-8.3",
        "bo activate card=Bolt1 GA-8.3",
        "bo activate card=Ember2 GA-8.3",
    ]
    match.play("ana activate Bolt1")
    answers = [f"{seat} activate card={card} GA-8.3" for seat in ("ana", "bo")
               for card in ("Bolt1", "Ember2")]  # fmt: skip
    assert offered(match, "activate")[:4] == answers


def test_what_is_materialized_costs_as_many_cards_of_the_memory() -> None:
    match = table(phase="materialize")
    memory = "A1+A2+Bolt1+Cut2+Ember2+Rite3+Wave2"
    assert offered(match, "materialize") == [
        f"ana materialize card={card}{cost and f' random={cost}..{cost} of {memory}'} GA-6.21"
        for card, cost in (
            ("Blade0", ""), ("Blade1", "1"), ("Blade2", "2"), ("Kai, One", "1"), ("Mo, One", "1"),
            ("Pact", "1"), ("Ring0", ""), ("Ring1", "1"),
        )
    ]  # fmt: skip
    assert offered(match.play("ana materialize Ring0"), "materialize") == []


# -- what is owed --------------------------------------------------------------------------------


@pytest.mark.rule("GA-14.6")
@pytest.mark.parametrize("before", ["ana activate Cut2", "ana activate Cut2; ana resolve"])
def test_ga_14_6_the_attack_of_a_card_is_to_be_declared(before: str) -> None:
    match = table().hold("ana", "Cut2").play(before)
    declared = f"ana attack attacker=ana.champion {TARGETS} GA-14.6"
    assert set(offered(match, "attack")) == {declared}
    assert owed(match) == [("ana", "GA-14.6", "declare the attack of Cut2", 2)]


def test_where_passes_are_on_record_nothing_is_owed_that_still_waits_for_them() -> None:
    match = table(choices=ON_RECORD).hold("ana", "Cut2").hold("bo", "Bolt1")
    match.play("ana activate Cut2; ana pass; bo activate Bolt1")
    assert owed(match) == []
    match.play("bo pass; ana pass; ana pass; bo pass")
    assert [due[1] for due in owed(match)] == ["GA-14.6"]


@pytest.mark.rule("GA-16.12")
def test_ga_16_12_what_a_trigger_is_aimed_at_is_to_be_said() -> None:
    match = table().hold("ana", "Echo").play("ana activate Echo; ana resolve")
    assert offered(match, *OFTEN) == [WELL, "ana trigger source=Echo.1 aims=Line did=Line GA-11.5"]
    assert owed(match) == [("ana", "GA-16.12", "say what Echo is aimed at (on enter)", 3)]
    assert owed(match.play("ana trigger Echo A1")) == []


def test_ga_7_10_what_waited_for_a_word_is_passed_on_anew_once_that_is_said() -> None:
    match = table(choices=ON_RECORD).hold("ana", "Echo")
    match.play("ana activate Echo; ana pass; bo pass; ana pass; bo pass")
    assert owed(match)[0][:2] == ("ana", "GA-16.12")
    match.play("ana trigger Echo A2 did=damage:A2.1:1; ana pass")
    assert len(match.ga.waiting.stack) == 1
    match.play("bo pass")
    assert not match.ga.waiting.stack
    assert match.thing("A2.1").damage == 1


@pytest.mark.rule("GA-7.7")
def test_ga_7_7_what_a_trigger_turns_up_is_offered_when_all_have_passed() -> None:
    mill = '{ do = "mill", player = "one", cards = { count = 1 } }'
    digger = ally("Digger", mill, aims='{ one = { what = "player" } }')
    m = turn(extra=digger + CARDS, choices=ON_RECORD).hold("ana", "Digger")
    m.put("bo", "Well")
    m.play("ana activate Digger; ana pass; bo pass; ana pass; bo pass")
    assert offered(m, "trigger") == ["ana trigger source=Digger.1 aims=Line GA-11.5"]
    m.play("ana trigger Digger bo; ana pass; bo ability Well; ana pass; ana pass; bo pass")
    assert offered(m, "resolve") == ["ana resolve did=Line source=Digger GA-11.5"]
    m.play("ana resolve mill:Bolt1:bo")


def test_what_is_still_to_be_said_is_offered_though_something_was_said_before() -> None:
    match = table().hold("ana", "Echo").play("ana activate Echo did=other:sings")
    assert offered(match, "trigger") == ["ana trigger source=Echo.1 aims=Line did=Line GA-11.5"]
    match.play("ana trigger Echo A2 did=damage:A2.1:1")
    assert offered(match, "trigger", "resolve") == []


def test_what_resolves_is_offered_by_its_id_where_several_are_of_its_card() -> None:
    match = table()
    match.put("ana", "Lens")
    match.put("bo", "A2")
    match.play("ana ability Lens.1")
    assert offered(match, "resolve") == ["ana resolve did=Line source=Lens GA-11.5"]
    match.put("bo", "Lens")
    (line,) = offered(match, "resolve")
    assert line == "ana resolve did=Line source=Lens.1 GA-11.5"
    match.play("ana resolve damage:A2.1:1 source=Lens.1")
    assert match.thing("A2.1").damage == 1


def test_ga_18_14_which_of_two_preventions_goes_first_is_to_be_said() -> None:
    match = table()
    for _ in range(2):
        match.put("bo", "Ward")
    match.play("bo ability Ward.1; bo ability Ward.2; ana attack A1 bo")
    assert offered(match, "damage") == []


def test_ga_14_16_all_namesakes_but_one_are_to_be_sacrificed() -> None:
    match = turn().hold("ana", "King4")
    match.put("ana", "King4")
    match.play("jo adjust move:ana/King4:hand>field")
    assert offered(match) == ["ana settle objects=King4.2|King4.1 GA-14.16 must"]
    words = "keep one of King4.1, King4.2 and sacrifice the others"
    assert owed(match) == [("ana", "GA-14.16", words, 2)]


def test_ga_19_7_wither_is_to_be_paid_for() -> None:
    match = turn(phase="recollection")
    match.put("ana", "A2", counters={"wither": 1})
    match.put("ana", "A1", counters={"wither": 2})
    assert owed(match) == []
    match.play("ana step main")
    assert offered(match) == ["ana settle objects=A2.1+A1.1|nothing|A2.1 GA-19.7 must"]
    assert owed(match) == [("ana", "GA-19.7", "pay for A2.1, A1.1, or sacrifice them", 2)]


@pytest.mark.parametrize(
    ("edition", "rule", "seats"), [("R25", "GA-3.4", ["ana"]), ("R26", "GA-3.9", ["ana", "bo"])]
)
def test_ga_3_4_whoever_has_a_choice_places_a_champion(
    edition: str, rule: str, seats: list[str]
) -> None:
    match = opened(materials=SPIRITS, format="casual", edition=edition)
    assert offered(match) == [f"{seat} place champion=Fire|Water {rule} must" for seat in seats]
    words = "place a Lv 0 champion: Fire, Water"
    assert [due[:3] for due in owed(match)] == [(seat, rule, words) for seat in seats]


@pytest.mark.parametrize(
    ("lost", "choosing"), [("first", ["ana"]), ("nobody", ["ana", "bo"]), ("drawn", [])]
)
def test_ga_26_20_the_loser_of_the_game_before_says_who_begins(
    lost: str, choosing: list[str]
) -> None:
    match = opened(contest="cup/1/1/2", lost=lost)
    starts = [f"{seat} starts first=ana|bo GA-26.20" for seat in choosing]
    assert offered(match, "starts", "end") == [*starts, END]


def test_ga_19_4_three_enlighten_counters_are_for_a_card() -> None:
    match = turn()
    match.champion("ana").counters["enlighten"] = 2
    assert offered(match, "ability") == []
    match.champion("ana").counters["enlighten"] = 3
    found = "ana ability source=ana.champion which=enlighten GA-19.4"
    assert offered(match, "ability") == [found]


def test_what_a_coming_object_leaves_to_settle_is_due_before_what_waits_below_it() -> None:
    m = turn(extra=CHOICE).hold("ana", "Drop").hold("bo", "Flash King")
    m.put("bo", "Flash King")
    m.play('ana activate Drop; bo activate "Flash King"')
    due = m.game.obligations(m.replay.table)
    assert [(each.seat, each.rule) for each in due] == [("bo", "GA-14.16")]


def test_what_comes_with_the_next_pass_alone_leaves_nothing_to_settle_yet() -> None:
    m = turn(extra=CHOICE, choices=ON_RECORD).hold("bo", "Flash King").hold("ana", "Bolt1")
    m.put("bo", "Flash King")
    m.play('ana activate Bolt1; ana pass; bo activate "Flash King"; bo pass')
    assert owed(m) == []
    assert [rule for _, rule, *_ in owed(m.play("ana pass"))] == ["GA-14.16"]


CHOICE = "".join(
    (
        action("Drop", '{ do = "discard" }'),
        """
[[cards]]
name = "Flash King"
types = ["ally"]
supertypes = ["unique"]
keywords = ["fast activation"]
reserve = 0
power = 1
life = 1
""",
    )
)


WORN = """
[[cards]]
name = "Worn"
types = ["ally"]
reserve = 1
power = 1
life = 1
[[cards.effects]]
when = "in graveyard"
cost = [{ do = "banish", cards = { what = { named = "Worn" } }, place = "graveyard" }]
steps = [{ do = "draw" }]
"""


@pytest.mark.rule("GA-16.2")
def test_ga_16_2_an_ability_that_works_in_the_graveyard_is_offered_there() -> None:
    match = turn(extra=WORN).lay("ana", "graveyard", "Worn", "Worn").lay("bo", "graveyard", "A1")
    assert offered(match, "ability") == ["ana ability source=Worn pays=Line GA-16.6"]
    match.play("ana ability Worn; ana resolve")
    assert match.ga.zones.piles["ana.banishment"] == ["Worn"]
    assert offered(match.play("ana ability Worn; ana resolve"), "ability") == []


@pytest.mark.parametrize(
    ("before", "legal"),
    [
        ("ana activate Echo; ana resolve", "ana trigger Echo.1 A1.1"),
        ("ana activate Pick; ana resolve", "ana resolve mode=heal"),
        ("ana activate Toss", "ana resolve discard:A1:ana:hand"),
        ("ana activate Cut2", "ana attack ana.champion bo.champion"),
    ],
)
def test_what_is_owed_is_told_as_a_line_that_is_accepted(before: str, legal: str) -> None:
    match = turn(extra=CARDS + OWING).hold("ana", "Echo", "Pick", "Toss", "Cut2", "A1")
    match.put("bo", "A1")
    match.play(before)._log("ana end")
    assert hint(match.verdict) == legal
    match.play(f"{legal}; ana end")


HEAL = '{ name = "heal", steps = [{ do = "recover", amount = 1 }] }'
DRAW = '{ name = "draw", steps = [{ do = "draw" }] }'
OWING = ally("Pick", modes=f"[{HEAL}, {DRAW}]") + action("Toss", '{ do = "discard" }')

BARE = "".join(
    (
        action("Bare", '{ do = "reveal", cards = { count = 3 }, place = "memory" }'),
        """
[[cards]]
name = "Purge"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
x = [0, 1]
[[cards.effects.steps]]
do = "banish"
place = "memory"
cards = { count = [0, 2], what = { any = ["domain", "phantasia"] } }
""",
    )
)


def with_a_known_part(match: Match) -> Match:
    """Ana's memory holds two of five cards that all have seen, and one of the deck."""
    hidden = match.ga.zones.hidden
    hidden.draw(7, "ana.hand", "ana.deck")
    hidden.draw(1, "ana.memory", "ana.deck")
    hidden.shuffle("ana.deck")
    match.hold("ana", "Rite3", "Slash3", "Stone2", "Vigor2", "Wall3")
    hidden.draw(2, "ana.hand", "ana.memory")
    return match


def test_cards_of_a_hidden_place_that_are_offered_can_be_there_together() -> None:
    match = with_a_known_part(turn(extra=BARE)).hold("ana", "Bare").play("ana activate Bare")
    assert offered(match, "resolve") == ["ana resolve did=Line source=Bare GA-11.5"]
    match._log("ana resolve")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.ask == "Bare: say which cards, 3 cards"
    (told,) = match.verdict.choices["did"]
    match.play(f"ana resolve {told}")


def test_every_line_that_is_told_of_hidden_cards_is_accepted() -> None:
    match = with_a_known_part(turn(extra=BARE)).hold("ana", "Purge")
    match.play("ana activate Purge x=1")
    (option,) = (o for o in match.game.options(match.replay.table) if o.verb == "resolve")
    lines = [line["did"][0].cards for line in option.together() or ()]
    assert sorted(lines) == [(), ("Hill3",), ("Mist2",)]


LATER = action(
    "Later",
    '{ do = "discard", by = "opponent", cards = { count = [0, 9] } }',
    '{ do = "draw", player = "whose", may = true }',
    '{ do = "discard", cards = { count = [0, 9] } }',
    aims='{ whose = { what = "player" } }',
)


def test_what_is_chosen_as_a_card_resolves_makes_no_second_line_of_what_is_declared() -> None:
    match = turn(extra=LATER).hold("ana", "Later")
    options = match.game.options(match.replay.table)
    (option,) = (
        o for o in options if o.verb == "activate" and o.fields["card"].only() == ("Later",)
    )
    assert option.together() == [{"aims": ("ana",)}, {"aims": ("bo",)}]
    labels = [button.label for button in buttons([option], match.game.codec)]
    assert labels == ["activate Later: ana", "activate Later: bo"]


COMER = ally(
    "Comer", '{ do = "draw", player = "whose", may = true }', aims='{ whose = { what = "player" } }'
)


def test_where_passes_are_on_record_a_trigger_is_offered_once_for_each_aim() -> None:
    match = turn(extra=COMER, choices=ON_RECORD).hold("ana", "Comer")
    match.play("ana activate Comer; ana pass; bo pass")
    (option,) = (o for o in match.game.options(match.replay.table) if o.verb == "trigger")
    assert option.together() == [{"aims": ("ana",)}, {"aims": ("bo",)}]


def test_ga_10_4_what_costs_memory_is_offered_with_cards_that_can_be_there() -> None:
    match = with_a_known_part(turn(phase="materialize", materials={"ana": ("Fire", "Blade2")}))
    assert len(offered(match, "materialize")) == 1


CHURN = action("Dig", '{ do = "glimpse", count = 3 }') + action(
    "Churn",
    '{ do = "mill", player = "whose", cards = { count = 9 } }',
    aims='{ whose = { what = "player" } }',
)


def test_of_a_deck_with_layers_such_cards_are_offered_as_can_lie_on_top_together() -> None:
    match = turn(extra=CHURN).hold("ana", "Dig", "Churn")
    match.play("ana activate Dig; ana resolve glimpse:3:3; ana activate Churn ana")
    assert offered(match, "resolve") == ["ana resolve did=Line source=Churn GA-11.5"]


SONG = action(
    "Song",
    '{ do = "reveal", place = "deck", cards = { count = [1, 99], until = { is = "ally" } } }',
)


def test_what_all_know_below_an_unseen_card_comes_next_where_cards_are_shown_until_one_fits():
    match = turn(extra=SONG).hold("ana", "Song")
    zones = match.ga.zones
    known = ("Bolt1", "Slash3", "Slash3", "Bolt1")
    put_seen(match.t, zones, "ana.deck", known, "top")
    zones.hidden.put("away", ["Slash3"])
    put_unseen(match.t, zones, "away", 1, "ana.deck", "top")
    match.play("ana activate Song")
    assert offered(match, "resolve") == ["ana resolve did=Line source=Song GA-11.5"]
    (option,) = (o for o in match.game.options(match.replay.table) if o.verb == "resolve")
    (shown,) = option.fields["did"].such
    assert shown.cards[:5] == ("Slash3", *known)


def test_of_two_effects_that_need_a_word_the_first_is_offered():
    pair = """
[[cards]]
name = "Pair"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
name = "one"
when = "played"
steps = [{ do = "discard" }]
[[cards.effects]]
name = "two"
when = "played"
steps = [{ do = "sacrifice", thing = { is = "ally", of = "you" } }]
"""
    match = turn(extra=pair).hold("ana", "Pair")
    match.put("ana", "A1")
    match.put("ana", "A2")
    match.play("ana activate Pair")
    asked = [o for o in match.game.options(match.t) if o.verb == "resolve"]
    assert [o.fields["did"].told for o in asked] == [
        "played (one): you discard 1 card from the hand"
    ]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_asked_together_is_what_is_accepted_alone(
    seed: int, monkeypatch: pytest.MonkeyPatch
):
    able_to_activate, tried = acts.able_to_activate, 0

    def activated(t: GaTable, wishes: Sequence[Wish]) -> list[bool]:
        nonlocal tried
        able = able_to_activate(t, wishes)
        assert able == [accepted(t, each.event) for each in wishes]
        tried += len(wishes)
        return able

    def compared(name: str) -> None:
        able_to = getattr(acts, name)

        def same(t: GaTable, event: Ability | Materialize, *more: Any) -> bool:
            able: bool = able_to(t, event, *more)
            assert able == accepted(t, event)
            return able

        monkeypatch.setattr(acts, name, same)

    monkeypatch.setattr(acts, "able_to_activate", activated)
    compared("able_to_use")
    compared("able_to_materialize")
    (game, catalog, _), events = played("grand_archive", seed)
    match = Replay(game, catalog)
    for event in events[:60]:
        match.add(event)
        if not match.state.over:
            game.options(match.table)
    assert tried


def _twins(kind: str, price: str) -> str:
    """Two cards that differ in name, and in that one of them wants a champion of a class."""
    return "".join(
        f"""
[[cards]]
name = "{name}"
types = ["action"]
classes = ["Cleric"]
reserve = 0
speed = "{kind}"
{words}
[[cards.effects]]
when = "played"
{price}
steps = [{{ do = "draw" }}]
"""
        for name, words in (("Open", ""), ("Locked", 'keywords = ["class locked"]'))
    )


@pytest.mark.rule("GA-13.9")
@pytest.mark.parametrize(
    ("kind", "price", "before"),
    [
        ("fast", "", ""),
        ("fast", 'cost = [{ do = "mill", cards = { count = 1 } }]', ""),
        ("fast", "", "ana activate Bolt1; ana pass"),
    ],
    ids=["plain", "at a price", "after what waits"],
)
def test_ga_13_9_a_locked_card_is_not_offered_where_its_unlocked_twin_is(
    kind: str, price: str, before: str
) -> None:
    deck = {**DECK, "Open": 1, "Locked": 1, "A2": 34}
    match = turn(
        edition="R26", extra=_twins(kind, price), decks={"ana": deck}, format="casual"
    ).hold("ana", "Bolt1", "Ember2")
    match.play(before)
    found = " ".join(offered(match, "activate"))
    assert "card=Open" in found
    assert "card=Locked" not in found


@pytest.mark.parametrize("foes", [("bo",), ("bo", "cy")])
def test_a_cleave_is_offered_and_typed_at_each_opponent(foes: Sequence[str]) -> None:
    reaper = '[[cards]]\nname = "Reaper, the Last"\ntypes = ["ally"]\nreserve = 0\npower = 1\n'
    match = turn(1 + len(foes), extra=f'{reaper}life = 1\nkeywords = ["cleave"]\n')
    match.hold("ana", "Sweep4")
    for seat, card in (("ana", "Reaper, the Last"), ("ana", "A2"), ("bo", "Page2")):
        match.put(seat, card)
    targets = {}
    for each in match.game.options(match.t):
        if each.seat == "ana" and "target" in each.fields:
            (said,) = each.fields["attacker" if each.verb == "attack" else "card"].only() or ()
            targets[said] = {*values(each.fields["target"])}
    assert targets["Reaper, the Last.1"] == targets["Sweep4"] == {*foes}
    assert "bo.champion" in targets["A2.1"]
    for line in ("ana attack reaper bo", "ana activate sweep bo", "ana activate Sweep4 bo"):
        assert applied(match.replay.would(event_of(line, match.replay))), line


def test_the_attack_of_a_card_with_cleave_is_offered_at_opponents() -> None:
    match = turn(3).hold("ana", "Sweep4")
    match.put("bo", "Page2")
    match.play("ana activate Sweep4")
    (option,) = (each for each in match.game.options(match.t) if each.seat == "ana")
    assert values(option.fields["target"]) == ("bo", "cy")
    assert match.replay.would(event_of("attack bo", match.replay)) == Legal()


def values(choice: Choice) -> Sequence[Any]:
    """What a choice of one may be."""
    assert isinstance(choice, OneOf)
    return choice.values
