"""Section 11: what resolves, fizzles and is negated (GA-I 5, I 6)."""

import pytest

from referee.fact import CardsDrawn
from referee.games.grand_archive.facts import Fizzled
from referee.parts.responses import ENDED_BEFORE, Resolved
from referee.verdict import Illegal, Incomplete, Legal, OnTrust
from tests.games.grand_archive.table import DECK, Match, action, ally, hint, opened, turn

EFFECTS = "".join(
    (
        action(
            "Option", '{ do = "draw", may = true }', '{ do = "recover", amount = 1, may = true }'
        ),
        action("Partly", '{ do = "draw" }', '{ do = "recover", amount = 1, may = true }'),
        ally(
            "Offer",
            '{ do = "damage", thing = "ally", amount = 1 }',
            life=9,
            may="true",
            aims='{ ally = { what = { is = "ally" } } }',
        ),
        action(
            "Aim",
            '{ do = "damage", thing = "unit", amount = 1 }',
            '{ do = "draw", count = 1 }',
            aims='{ unit = { what = { is = "ally" } } }',
        ),
        action(
            "Pair",
            '{ do = "damage", each = "units", thing = "it", amount = 1 }',
            aims='{ units = { what = { is = "ally" }, count = 2 } }',
        ),
        action(
            "Some",
            '{ do = "damage", each = "units", thing = "it", amount = 1 }',
            aims='{ units = { what = { is = "ally" }, count = [0, 2] } }',
        ),
        action(
            "Tired",
            '{ do = "damage", thing = "unit", amount = 1 }',
            aims='{ unit = { what = { is = ["ally", "rested"] } } }',
        ),
        action(
            "Rouse", '{ do = "wake", thing = "unit" }', aims='{ unit = { what = { is = "ally" } } }'
        ),
        action("Nix", '{ do = "negate", item = "item" }', aims='{ item = { what = "pending" } }'),
        action(
            "Void",
            '{ do = "negate", item = "item", to = "banishment" }',
            aims='{ item = { what = "pending" } }',
        ),
        action(
            "Shatter",
            '{ do = "destroy", thing = "unit", as = "done" }',
            '{ do = "draw", if = { last = "done" } }',
            aims='{ unit = { what = { is = "ally" } } }',
        ),
        ally(
            "Spirit",
            when='"always"',
            instead='{ of = "destroy", what = "self", become = "banish-object" }',
        ),
        action("Perhaps", '{ do = "draw", count = 1 }', may="true"),
        action("Must", '{ do = "discard", player = "you", place = "hand", cards = { count = 1 } }'),
        ally(
            "Herald",
            '{ do = "damage", thing = "unit", amount = 1 }',
            aims='{ unit = { what = { is = "ally" } } }',
        ),
        ally(
            "Glutton", '{ do = "discard", player = "you", place = "hand", cards = { count = 1 } }'
        ),
        """
[[cards]]
name = "Crumble"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "activated"
cost = [{ do = "sacrifice", thing = "self" }]
steps = [{ do = "draw", count = 1 }]
""",
        action("Fall", '{ do = "delevel", player = "opponent" }'),
        """
[[cards]]
name = "Class"
types = ["action"]
classes = ["mage"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
if = { ask = "class bonus" }
aims = { unit = { what = { is = "ally" } } }
steps = [{ do = "damage", thing = "unit", amount = 1 }]
""",
    )
)


def game(*hand: str, **more: object) -> Match:
    m = turn(extra=EFFECTS, **more)  # type: ignore[arg-type]
    for each in ("ana", "bo"):
        m.hold(each, "A1", "A2", "Bolt1", *hand)
    return m


def pile(m: Match, place: str = "ana.graveyard") -> list[str]:
    return list(m.t.state.zones.piles.get(place, ()))


# -- fizzling ------------------------------------------------------------------------------------


@pytest.mark.rule("GA-11.1", "GA-11.2", "GA-11.8", "GA-11.9")
def test_ga_11_2_what_has_lost_its_target_does_nothing() -> None:
    m = game("Aim")
    m.put("bo", "A1")
    m.play("ana activate Aim A1; bo activate Aim A1; ana step end")
    assert m.one(Fizzled).card == "Aim"
    assert m.one(Fizzled).rule == "GA-11.2"
    assert pile(m) == ["Aim"] and pile(m, "bo.graveyard") == ["Aim", "A1"]


@pytest.mark.rule("GA-11.1")
def test_ga_11_1_what_a_text_that_nobody_knows_was_aimed_at_is_missed_where_it_left() -> None:
    missed = "Bolt1: what it does without all it was aimed at"
    m = turn(partial=True).hold("ana", "Bolt1").hold("bo", "Bolt2")
    ally = m.put("bo", "A2")
    m.play(f"ana activate Bolt1 {ally}; bo activate Bolt2 did=destroy:A2; ana step end")
    assert missed in m.trusted()
    card = turn(partial=True).hold("ana", "Bolt1").lay("ana", "graveyard", "Owl1")
    assert missed not in card.play("ana activate Bolt1 Owl1; ana step end").trusted()


@pytest.mark.rule("GA-11.1")
def test_ga_11_1_a_target_that_is_there_and_does_not_fit_any_more_is_lost() -> None:
    m = game("Tired", "Rouse")
    m.put("bo", "A2", rested=True)
    m.play("ana activate Tired A2; bo activate Rouse A2; ana step end")
    assert m.one(Fizzled).card == "Tired"
    assert m.thing("A2.1").damage == 0


@pytest.mark.rule("GA-11.1")
def test_ga_11_1_what_fizzles_did_nothing_that_could_be_said() -> None:
    m = game("Aim")
    m.put("bo", "A1")
    m.play("ana activate Aim A1; bo activate Aim A1; ana resolve")
    refused = m.refuse("ana resolve damage:A1.1:1", "GA-11.2", thing="Aim")
    m.play(f"{refused.legal}; ana end")
    m = game("Tired", "Rouse")
    m.put("bo", "A2", rested=True)
    m.play("ana activate Tired A2; bo activate Rouse A2; ana resolve; ana resolve damage:A2:1")
    assert m.trusted() == ("Tired: that it does nothing, as A2.1 is no legal target any more",)
    m = game("Aim", unsaid="refused")
    m.put("bo", "A1")
    m.play("ana activate Aim A1; bo activate Aim A1; ana resolve; ana resolve damage:A1.1:1")
    assert m.one(Fizzled).card == "Aim"


def test_optional_targets_never_cause_a_fizzle() -> None:
    m = game("Some", "Aim")
    m.put("bo", "A1")
    m.put("bo", "A2")
    m.play("ana activate Some A1 A2; bo activate Aim A1; ana resolve")
    m.play("ana step end")
    assert not m.all(Fizzled)


@pytest.mark.rule("GA-11.3")
@pytest.mark.parametrize(
    ("edition", "reading", "rule"),
    [
        ("R25", "any_missing_fizzles", "GA-11.2"),
        ("R26", "any_missing_fizzles", "GA-11.3"),
        ("R25", "all_missing_fizzles", ""),
        ("R26", "all_missing_fizzles", ""),
    ],
)
def test_ga_i_5_some_required_targets_are_gone(edition: str, reading: str, rule: str) -> None:
    m = game("Pair", "Aim", edition=edition, choices={"GA-I 5": reading})
    m.put("bo", "A1")
    m.put("bo", "A2")
    m.play("ana activate Pair A1 A2; bo activate Aim A1; ana resolve source=Pair")
    assert [each.rule for each in m.all(Fizzled)] == ([rule] if rule else [])
    assert m.thing("A2.1").damage == (0 if rule else 1)


@pytest.mark.rule("GA-11.3")
def test_ga_11_3_with_some_targets_gone_the_match_says_what_comes_of_it() -> None:
    m = game("Pair", "Aim", edition="R26", choices={"GA-I 5": "all_missing_fizzles"})
    m.put("bo", "A1")
    m.put("bo", "A2")
    m.play("ana activate Pair A1 A2; bo activate Aim A1; ana resolve source=Pair")
    assert m.thing("A2.1").damage == 1


@pytest.mark.rule("GA-11.9")
def test_ga_11_9_what_fizzles_goes_to_the_graveyard_and_is_not_negated() -> None:
    m = game("Aim")
    m.put("bo", "A1")
    m.play("ana activate Aim A1; bo activate Aim A1; ana step end")
    assert "negated" not in [each.how for each in m.all(Resolved)]
    assert pile(m) == ["Aim"]


@pytest.mark.rule("GA-11.4")
@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_ga_11_4_a_champion_fits_once_more_as_it_resolves(edition: str) -> None:
    m = game("Fall", phase="materialize", edition=edition).level("ana", "Kai, One")
    m.hold("ana", "A1", "A2", place="memory")
    m.play('ana materialize "Kai, Two" A1 A2; bo activate Fall; ana step main')
    assert m.one(Fizzled).rule == "GA-11.4"
    assert m.champion("ana").name == "Fire"
    assert sorted(pile(m, "ana.banishment")) == ["A1", "A2", "Kai, Two"], "GA-10.8"


# -- resolving -----------------------------------------------------------------------------------


@pytest.mark.rule("GA-11.5")
def test_ga_11_5_a_text_is_done_in_its_order_before_the_state_is_checked() -> None:
    m = game("Aim")
    m.put("bo", "A1")
    m.play("ana activate Aim A1; ana resolve")
    kinds = [type(each).__name__ for each in m.facts]
    assert kinds.index("CardsDrawn") < kinds.index("ObjectLeft")


def test_ga_11_6_what_is_no_may_is_not_declined() -> None:
    m = game("Must", "Perhaps").play("ana activate Must")
    m.refuse("ana resolve none", "GA-11.6")
    m.play("ana resolve discard:A1; ana activate Perhaps; ana resolve none")


def test_ga_11_6_what_could_not_be_done_was_not_declined() -> None:
    m = game("Must")
    hidden = m.ga.zones.hidden
    hidden.draw(hidden.size("ana.hand") - 1, "ana.hand", "ana.deck")
    m.play("ana activate Must").refuse("ana resolve none:declined", "GA-11.6", card="Must")
    m.play("ana resolve none:impossible")


STEAL = action("Steal", '{ do = "banish", player = "player" }', '{ do = "recover", amount = 1 }')


def test_ga_11_6_of_players_of_whom_nobody_has_what_it_takes_none_is_named() -> None:
    def stolen() -> Match:
        m = turn(extra=STEAL).hold("ana", "Steal", "A1").hold("bo", "A1")
        return m.play("ana activate Steal")

    stolen().play("ana resolve")
    stolen().play("ana resolve none")
    assert stolen().refuse("ana resolve none:declined", "GA-11.6").legal == "ana resolve none"
    m = turn(extra=STEAL).hold("ana", "Steal", "A1").hold("bo", "A1")
    assert m.refuse("ana activate Steal did=none:declined", "GA-11.6").legal == ""


def test_ga_11_6_of_players_the_one_is_meant_who_has_what_it_takes() -> None:
    m = turn(extra=STEAL).hold("ana", "Steal")
    m.lay("bo", "graveyard", "A1").play("ana activate Steal; ana resolve")
    assert pile(m, "bo.banishment") == ["A1"]


HEALING = "".join(
    (
        action("Heal", '{ do = "recover", amount = 1 }'),
        action(
            "Salve",
            '{ do = "recover", amount = 1 }',
            '{ do = "draw", may = true, if = { ask = "influence", most = 0 } }',
        ),
    )
)


@pytest.mark.rule("GA-11.6")
@pytest.mark.parametrize("card", ["Heal", "Salve"])
def test_ga_11_6_that_nothing_was_done_said_in_advance_stops_nothing(card: str) -> None:
    m = turn(extra=HEALING).hold("ana", card).play(f"ana activate {card} did=none")
    m.champion("ana").damage = 3
    m.play("ana step end")
    assert m.champion("ana").damage == 2


@pytest.mark.rule("GA-11.6")
@pytest.mark.parametrize(
    ("card", "line", "hand", "damage"),
    [
        ("Option", "ana resolve none", 0, 9),
        ("Option", "ana resolve draw:1 none", 1, 9),
        ("Option", "ana resolve none recover:1", 0, 8),
        ("Partly", "ana resolve none", 1, 9),
        ("Partly", "ana resolve draw:1 none", 1, 9),
        ("Partly", "ana resolve draw:1 recover:1", 1, 8),
    ],
)
def test_ga_11_6_what_a_player_may_do_is_declined_in_a_word(
    card: str, line: str, hand: int, damage: int
) -> None:
    m = game(card)
    m.champion("ana").damage = 9
    m.play(f"ana activate {card}")
    before = m.size("ana", "hand")
    m.play(line)
    assert (m.size("ana", "hand") - before, m.champion("ana").damage) == (hand, damage)


TWO = """
[[cards]]
name = "Hex"
reserve = 0
types = ["action"]
speed = "fast"
[[cards.effects]]
name = "must"
when = "played"
steps = [{ do = "recover", amount = 1 }]
[[cards.effects]]
name = "may"
when = "played"
may = true
steps = [{ do = "draw", count = 1 }]
"""


@pytest.mark.rule("GA-11.6")
@pytest.mark.parametrize("harmed", [0, 3])
@pytest.mark.parametrize(
    ("said", "drawn"),
    [
        ("", 0),
        ("none:declined", 0),
        ("recover:1 none:declined", 0),
        ("draw:1", 1),
        ("recover:1 draw:1", 1),
        ("draw:1 recover:1", 1),
    ],
)
def test_ga_11_6_of_two_effects_each_has_what_is_its_own(
    said: str, drawn: int, harmed: int
) -> None:
    m = turn(extra=TWO).hold("ana", "Hex")
    m.champion("ana").damage = harmed
    before = m.size("ana", "hand")
    m.play(f"ana activate Hex; ana resolve {said}")
    assert m.size("ana", "hand") == before - 1 + drawn
    assert m.champion("ana").damage == max(0, harmed - 1)


def test_of_two_effects_one_that_does_nothing_is_told_before_the_other_that_is_done() -> None:
    m = turn(extra=TWO).hold("ana", "Hex").play("ana activate Hex; ana resolve none draw:1")
    assert m.one(CardsDrawn).count == 1


def test_what_is_wrong_of_the_second_effect_is_counted_in_the_line() -> None:
    m = turn(extra=TWO).hold("ana", "Hex").play("ana activate Hex")
    m.refuse("ana resolve recover:1 draw:2", "GA-1.6", place=2, most=1, logged=2)
    m.champion("ana").damage = 1
    m.refuse("ana resolve none:declined draw:1", "GA-11.6")


@pytest.mark.rule("GA-11.6")
@pytest.mark.parametrize("may", ["true", "false"])
def test_ga_11_6_that_nothing_was_possible_is_on_trust_where_it_may_be_declined(may: str) -> None:
    steps = '{ do = "discard", cards = { count = [0, 2], what = { is = "ally" } } }'
    m = turn(extra=action("Perhaps", steps, may=may)).hold("ana", "Perhaps")
    m.play("ana activate Perhaps; ana resolve none:impossible")
    assert m.trusted() == ("Perhaps: nothing of it was possible",)
    m.hold("ana", "Perhaps").play("ana activate Perhaps; ana resolve none:declined")
    assert m.verdict == Legal()


@pytest.mark.rule("GA-11.6")
def test_ga_11_6_that_no_step_was_possible_is_on_trust_where_each_may_be_left() -> None:
    one = '{ do = "discard", cards = { what = { is = "ally" } }, may = true }'
    other = '{ do = "recover", amount = 1, may = true }'
    m = turn(extra=action("Perhaps", one, other)).hold("ana", "Perhaps")
    m.play("ana activate Perhaps; ana resolve none:impossible")
    assert m.trusted()[-1] == "Perhaps: nothing of it was possible"


def test_what_is_owed_below_something_else_is_asked_for_by_its_name() -> None:
    extra = action("Pick", '{ do = "discard", cards = { count = 1 } }')
    extra += action("Look", '{ do = "draw", count = 1 }')
    m = turn(extra=extra).hold("ana", "Pick", "Look")
    m.play("ana activate Pick hold=yes; ana activate Look")
    assert len(m.ga.waiting.stack) == 2
    m._log("ana end")
    assert isinstance(m.verdict, Incomplete)
    line = m.verdict.ask.partition(": ")[2]
    assert line.startswith("ana resolve discard:")
    assert line.endswith(" source=Pick")
    m.play(line)
    assert not m.ga.waiting.stack


@pytest.mark.rule("GA-11.6")
def test_ga_11_6_what_is_said_in_advance_of_a_second_effect_is_done() -> None:
    m = turn(extra=TWO).hold("ana", "Hex").play("ana activate Hex did=draw:1; ana resolve")
    assert m.one(CardsDrawn).count == 1


@pytest.mark.rule("GA-11.6")
@pytest.mark.parametrize("line", ["ana resolve draw:1", "resolve draw:1"])
@pytest.mark.parametrize("above", ["Perhaps", "Bolt1"])
def test_ga_11_6_what_a_player_chooses_is_of_that_players_own_card(line: str, above: str) -> None:
    extra = action("Perhaps", '{ do = "draw", count = 1 }', may="true")
    m = turn(extra=extra).hold("ana", "Perhaps").hold("bo", "Perhaps", "Bolt1")
    m.play(f"ana activate Perhaps; bo activate {above}")
    held = m.size("ana", "hand"), m.size("bo", "hand")
    m.play(line)
    assert not m.ga.waiting.stack
    assert (m.size("ana", "hand"), m.size("bo", "hand")) == (held[0] + 1, held[1])


@pytest.mark.rule("GA-11.6")
def test_ga_11_6_nobody_chooses_for_another_player() -> None:
    extra = action("Perhaps", '{ do = "draw", count = 1 }', may="true")
    m = turn(extra=extra).hold("bo", "Perhaps").play("bo activate Perhaps")
    for said in ("draw:1", "none", "none:declined", "draw:1 source=Perhaps"):
        m.refuse(f"ana resolve {said}", "GA-11.6", chooser="bo")
    m.play("resolve none")
    assert not m.ga.waiting.stack
    m.hold("bo", "Perhaps").play("bo activate Perhaps; ana resolve")
    assert not m.ga.waiting.stack


@pytest.mark.rule("GA-11.6")
def test_ga_11_6_an_opponent_who_is_to_choose_may_say_it() -> None:
    steps = '{ do = "discard", player = "opponent", cards = { by = "opponent" } }'
    m = turn(extra=action("Tax", steps)).hold("ana", "Tax").hold("bo", "A1")
    m.play("ana activate Tax; bo resolve discard:A1:bo")
    assert m.ga.zones.piles["bo.graveyard"] == ["A1"]


@pytest.mark.rule("GA-11.6")
def test_ga_11_6_a_trigger_that_may_be_declined_is_aimed_at_nothing_then() -> None:
    m = game("Offer")
    m.put("bo", "A4")
    m.play("ana activate Offer; ana trigger Offer did=none; ana end")
    assert m.thing("A4.1").damage == 0 and m.t.state.turn == 6


@pytest.mark.rule("GA-11.6")
def test_a_may_that_nobody_logged_is_declined() -> None:
    m = game("Perhaps")
    hand = m.size("ana", "hand")
    m.play("ana activate Perhaps; ana activate A1; ana end")
    assert m.size("ana", "hand") == hand - 3


def test_ga_11_5_what_is_still_to_be_said_holds_up_the_next_line_and_accuses_nobody() -> None:
    m = game("Must").play("ana activate Must")
    m._log("ana end")
    line = "ana resolve discard:A1:ana:hand"
    assert m.verdict == Incomplete(f"what Must does is still to be said: {line}", seat="ana")
    m.play(f"{line}; ana end")


def test_ga_11_5_who_agreed_on_no_other_reading_is_refused_as_of_old() -> None:
    m = game("Must", unsaid="refused").play("ana activate Must")
    refused = m.refuse("ana end", "GA-11.5", since=2)
    assert refused.legal == "ana resolve discard:A1:ana:hand"


def test_ga_11_5_what_a_ruling_leaves_unsaid_was_passed_over() -> None:
    m = opened(extra=EFFECTS, decks={"ana": {**DECK, "Must": 4}})
    m.play("ana end; bo end; ana activate Must; ana resolve discard:A1; ana end; judge strike 5")
    assert [(each.seq, each.after) for each in m.outcome.changes] == [
        (5, None),
        (6, Illegal("GA-11.5", "what {card} does is still to be said", {"card": "Must"},
                    "ana resolve discard:A1:ana:hand", 4)),
    ]  # fmt: skip


NAMED = (('"a b"', '"draw"'), ('"c"', '"recover", amount = 1'), ('"d"', '"glimpse", count = 1'))
BOTH = ally(
    "Two Aims",
    '{ do = "damage", thing = "u", amount = 1 }',
    '{ do = "damage", thing = "v", amount = 1 }',
    aims='{ u = { what = { is = "ally" } }, v = { what = { is = "ally" } } }',
) + ally(
    "Two Ways",
    choose="2",
    modes=f"[{', '.join(f'{{ name = {name}, steps = [{{ do = {do} }}] }}' for name, do in NAMED)}]",
)


@pytest.mark.parametrize("card", ["Two Aims", "Two Ways"])
def test_what_is_suggested_of_a_trigger_says_all_that_is_asked_and_is_typed_as_it_stands(
    card: str,
) -> None:
    for before in ("", "; ana resolve"):  # what sets it off, and what comes after that
        m = turn(extra=BOTH).hold("ana", card)
        m.put("ana", "A1")
        m.play(f'ana activate "{card}"{before}')
        m._log("ana end")
        assert m.play(hint(m.verdict)).verdict == Legal()


def test_ga_8_6_a_trigger_has_the_modes_of_its_text() -> None:
    m = turn(extra=BOTH).hold("ana", "Two Ways").play('ana activate "Two Ways"; ana resolve')
    m.refuse("ana resolve mode=zork", "GA-8.6", card="Two Ways", logged="zork")


OFF = action(
    "Off",
    '{ do = "damage", thing = "unit", amount = 1 }',
    aims='{ unit = { what = { is = "ally" } } }',
    **{"if": '{ ask = "influence", most = 0 }'},
)


def test_ga_8_7_what_a_card_would_be_aimed_at_is_not_named_where_its_text_is_off() -> None:
    m = turn(extra=OFF).hold("ana", "Off").unseen("ana", "memory", 1)
    m.put("ana", "A1")
    m.refuse("ana activate Off A1", "GA-8.7", card="Off", most=0, logged="A1")
    m.play("ana activate Off")


def test_ga_7_7_what_is_said_of_an_effect_is_not_said_of_a_combat() -> None:
    m = turn()
    m.put("ana", "A1")
    m.put("bo", "A2")
    m.play("ana attack A1 A2").refuse("ana resolve first=A1", "GA-7.7", thing="A1.1")


PURGE = action(
    "Purge",
    '{ do = "discard", cards = { count = 1, what = { is = "ally" } }, place = "memory" }',
)


def test_ga_11_6_who_says_that_none_is_there_is_held_to_it() -> None:
    m = turn(extra=PURGE).hold("ana", "Purge", "Purge").unseen("ana", "memory", 2)
    m.play("ana activate Purge").play("ana resolve none")
    assert m.trusted() == ("Purge: there is no ally",)
    m.play("ana activate Purge")
    m.refuse("ana resolve discard:A1:ana:memory", "GA-25.7", since=3, card="A1", entry=3)


def test_ga_22_6_nobody_leaves_out_what_all_know_to_be_there() -> None:
    m = turn(extra=PURGE.replace("count = 1", "count = 2")).hold("ana", "Purge")
    m.hold("ana", "A1", "A2", place="memory").play("ana activate Purge")
    m.refuse("ana resolve discard:A1:ana:memory", "GA-22.6", place="memory", card="A2")
    m.play("ana resolve discard:A1+A2:ana:memory")


def test_a_pass_is_no_fault_where_the_other_player_owes_a_word() -> None:
    m = game("Must").play("ana activate Must; bo pass")
    assert [each.source for each in m.ga.waiting.stack] == ["Must.1"]
    m._log("bo activate Bolt1")
    assert isinstance(m.verdict, Incomplete)
    m.play("ana resolve discard:A1; bo activate Bolt1")


def test_what_is_said_of_a_trigger_lets_what_is_pending_before_it_take_effect() -> None:
    m = game("Herald")
    m.put("bo", "A4")
    m.play("ana activate Herald; bo activate Bolt1; ana trigger Herald A4; ana end")
    assert m.t.state.turn == 6
    m = game("Herald")
    m.put("bo", "A4")
    m.play("ana activate Herald").refuse("ana activate A1", "GA-16.12")


REAPER = """
[[cards]]
name = "Reaper"
types = ["ally"]
reserve = 0
power = 1
life = 1
[[cards.effects]]
name = "reaps"
when = { on = "enters", what = { is = "ally" } }
steps = [{ do = "recover", amount = 1 }]
[[cards.effects]]
name = "comes"
when = "on enter"
may = true
modes = [
    { name = "draw", steps = [{ do = "draw" }] },
    { name = "weigh", steps = [{ do = "recover", amount = 2 }] },
]
"""


def test_ga_11_5_of_two_triggers_of_a_card_a_mode_is_that_of_the_one_that_has_it() -> None:
    for line in (
        "ana resolve source=Reaper mode=weigh",
        "ana resolve mode=weigh",
        "ana trigger Reaper mode=weigh; ana resolve; ana resolve recover:2",
    ):
        m = turn(extra=REAPER).hold("ana", "Reaper").play("ana activate Reaper; ana resolve")
        assert [each.trigger for each in m.ga.waiting.stack] == ["on enter", "enters"]
        m.champion("ana").damage = 9
        m.play(line)
        assert m.champion("ana").damage == 6 and not m.ga.waiting.stack, line


def test_ga_14_6_what_an_attack_triggers_has_no_target_of_its_own() -> None:
    m = turn(extra=LUNGE).hold("ana", "Lunge").play("ana activate Lunge target=bo")
    m.refuse("ana resolve target=bo", "GA-14.6", card="Lunge")


LUNGE = """
[[cards]]
name = "Lunge"
types = ["attack"]
reserve = 0
power = 1
[[cards.effects]]
when = "on attack"
steps = [{ do = "recover", amount = 1 }]
"""


def test_what_is_said_of_a_card_that_comes_is_what_its_coming_triggers() -> None:
    for line in ("ana resolve discard:A2", "ana resolve discard:A2 source=Glutton"):
        m = game("Glutton").play(f"ana activate Glutton; {line}")
        assert pile(m) == ["A2"] and not m.ga.waiting.stack
    m = game("Glutton").play("ana activate Glutton did=discard:A2; ana step end")
    assert pile(m) == ["A2"]


GIFT = ally("Gift", '{ do = "draw" }', text='"You draw, and something more."', rest="true")


def test_ga_11_5_what_was_said_in_advance_and_lacks_something_stops_nothing() -> None:
    m = turn(extra=GIFT).hold("ana", "Gift")
    hand = m.size("ana", "hand")
    m.play("ana activate Gift did=phase::extra; ana step end")
    assert m.size("ana", "hand") == hand
    assert not m.ga.waiting.stack


BURST = action(
    "Burst",
    '{ do = "damage", thing = "unit", amount = 1 }',
    aims='{ unit = { what = { is = "ally" } } }',
    rest="true",
)


def test_ga_11_5_what_was_said_in_advance_of_what_is_gone_by_then_stops_nothing() -> None:
    m = turn(extra=EFFECTS + BURST).hold("ana", "Burst").hold("bo", "Aim")
    m.put("bo", "A1")
    m.put("bo", "A4")
    m.play("ana activate Burst A4 did=damage:A4.1:1,damage:A1.1:1; bo activate Aim A1; bo resolve")
    m.play("ana step end")
    assert m.thing("A4.1").damage == 1


@pytest.mark.rule("GA-11.7")
def test_ga_11_7_who_controls_the_item_controls_the_object() -> None:
    m = game().play("ana activate A2; ana step end")
    assert m.thing("A2.1").controller == "ana"


# -- negation ------------------------------------------------------------------------------------


@pytest.mark.rule("GA-11.10", "GA-11.11")
def test_ga_11_10_a_negated_card_is_paid_for_and_gone() -> None:
    m = game("Nix").play("ana activate A2; bo activate Nix A2; ana step end")
    assert [each.how for each in m.all(Resolved)] == ["negated", "took effect"]
    assert pile(m) == ["A2"]
    assert m.size("ana", "memory") == 4


def test_ga_11_10_what_was_negated_from_above_does_not_resolve_though_that_is_said() -> None:
    m = game("Nix").play("ana activate A2; bo activate Nix A2")
    m.refuse("ana resolve source=A2", "GA-7.7")
    assert len(m.ga.waiting.stack) == 2


@pytest.mark.rule("GA-11.11")
def test_ga_11_11_a_negated_card_goes_to_the_graveyard_unless_the_text_sends_it_elsewhere() -> None:
    m = game("Nix", "Void").play("ana activate A2; bo activate Nix A2; bo resolve")
    assert (pile(m), pile(m, "ana.banishment")) == (["A2"], [])
    m.play("ana activate A1; bo activate Void A1; bo resolve")
    assert (pile(m), pile(m, "ana.banishment")) == (["A2"], ["A1"])


@pytest.mark.rule("GA-11.13")
def test_ga_11_13_what_was_done_in_another_way_counts_as_done() -> None:
    m = game("Shatter", edition="R26")
    m.put("bo", "Spirit")
    hand = m.size("ana", "hand")
    m.play("ana activate Shatter Spirit; ana resolve")
    assert pile(m, "bo.banishment") == ["Spirit"]
    assert m.size("ana", "hand") == hand - 1 + 1


@pytest.mark.rule("GA-10.8")
def test_ga_10_8_a_negated_regalia_is_banished() -> None:
    m = game("Nix", phase="materialize")
    m.play("ana materialize Ring0; bo activate Nix Ring0; ana step main")
    assert pile(m, "ana.banishment") == ["Ring0"]


@pytest.mark.rule("GA-11.12")
def test_ga_11_12_an_ability_needs_its_source_no_more() -> None:
    m = game()
    m.put("ana", "Crumble")
    hand = m.size("ana", "hand")
    m.play("ana ability Crumble; ana step end")
    assert m.size("ana", "hand") == hand + 1


@pytest.mark.rule("GA-7.14")
def test_ga_7_14_an_activation_without_its_card_fizzles() -> None:
    m = game("Aim", edition="R26")
    m.put("bo", "A4")
    m.play("ana activate Aim A4")
    m.t.state.zones.things.pop("Aim.1")
    m.play("ana step end")
    assert m.one(Fizzled).rule == "GA-7.14"
    assert m.thing("A4.1").damage == 0


# -- restrictions --------------------------------------------------------------------------------


@pytest.mark.rule("GA-13.8")
@pytest.mark.parametrize(
    ("edition", "reading", "damage"),
    [
        ("R25", "by_edition", 1),
        ("R26", "by_edition", 0),
        ("R26", "fixed_at_activation", 1),
        ("R25", "tested_again", 0),
    ],
)
def test_ga_i_6_a_restriction_is_lost_while_its_item_waits(
    edition: str, reading: str, damage: int
) -> None:
    m = game("Class", "Fall", edition=edition, choices={"GA-I 6": reading})
    m.level("ana", "Kai, One").put("bo", "A4")
    m.play("ana activate Class A4; bo activate Fall; ana step end")
    assert m.champion("ana").name == "Fire"
    assert m.thing("A4.1").damage == damage


LEARN = '{ name = "learn", if = { ask = "level", least = 1 }, steps = [{ do = "draw" }] }'
HEAL = '{ name = "heal", steps = [{ do = "recover", amount = 1 }] }'
HARM = LEARN.replace("learn", "harm")
WAYS = action("Ways", choose="2", modes=f"[{HEAL}, {LEARN}]") + action(
    "Way", modes=f"[{HARM}, {LEARN}]"
)


@pytest.mark.rule("GA-13.8")
@pytest.mark.parametrize(("edition", "drawn"), [("R25", 1), ("R26", 0)])
def test_ga_13_8_a_locked_mode_that_is_possible_no_more_stops_nothing(
    edition: str, drawn: int
) -> None:
    for line, healed in (("Ways mode=heal,learn", 1), ("Way mode=learn", 0)):
        m = turn(extra=EFFECTS + WAYS, edition=edition).hold("bo", "Fall")
        m.hold("ana", "Way", "Way", "Ways").level("ana", "Kai, One")
        m.champion("ana").damage = 3
        m.play(f"ana activate {line}; bo activate Fall; bo resolve; ana step end")
        assert not m.ga.waiting.stack
        assert m.champion("ana").damage == 3 - healed
        assert sum(each.count for each in m.all(CardsDrawn)) == drawn
    m.refuse("ana activate Way mode=learn", "GA-8.6")


LEVEL = '{ ask = "level", least = 1 }'
ALLIES = '{ count = { is = "ally", of = "you" }, least = 2 }'


@pytest.mark.rule("GA-13.8")
@pytest.mark.parametrize(
    ("edition", "asked", "drawn"),
    [("R25", LEVEL, 1), ("R26", LEVEL, 0), ("R25", ALLIES, 1), ("R26", ALLIES, 1)],
)
def test_ga_13_8_when_an_ability_may_be_activated_is_asked_then_alone(
    edition: str, asked: str, drawn: int
) -> None:
    able = ally("Able", '{ do = "draw" }', when='"activated"', **{"if": asked})
    m = turn(extra=EFFECTS + able, edition=edition).hold("bo", "Fall", "Aim")
    m.level("ana", "Kai, One").put("ana", "Able")
    m.put("ana", "A1")
    m.play("ana ability Able; bo activate Fall; bo resolve; bo activate Aim A1; ana step end")
    assert m.champion("ana").name == "Fire"
    assert "A1.1" not in m.t.state.zones.things
    by_aim = 1
    assert sum(each.count for each in m.all(CardsDrawn)) == drawn + by_aim
    m.refuse("ana ability Able", "GA-1.6")


@pytest.mark.rule("GA-13.1")
def test_a_text_whose_restriction_does_not_hold_chooses_nothing() -> None:
    m = game("Class")
    m.put("bo", "A4")
    m.play("ana activate Class; ana step end")
    assert m.thing("A4.1").damage == 0
    assert pile(m) == ["Class"]


def test_ga_11_6_who_takes_none_of_up_to_so_many_has_not_said_that_there_is_none() -> None:
    discard = (
        '{ do = "discard", place = "memory", cards = { count = [0, 2], what = { is = "ally" } } }'
    )
    match = turn(extra=action("Sift", discard)).hold("ana", "Sift")
    match.play("ana activate Sift; ana resolve none")
    assert match.verdict == Legal()
    assert "A1" in match.ga.zones.hidden.candidates("ana.memory")


SAGE = ally("Sage", '{ do = "draw" }', when='"activated"')


@pytest.mark.parametrize("damage", [13, 14])
def test_ga_1_6_what_was_not_so_is_not_passed_over_because_a_blow_ends_the_match(
    damage: int,
) -> None:
    m = turn(extra=SAGE)
    m.champion("bo").damage = damage
    m.play(f"ana attack {m.put('ana', 'Sage')} bo.champion; ana ability Sage.1")
    m.refuse("ana resolve draw:2 source=Sage", "GA-1.6")
    m.play("ana resolve draw:1 source=Sage; ana end")
    assert bool(m.ga.over) == (damage == 14)


def test_ga_4_8_what_nobody_heard_because_the_match_was_over_first_is_named() -> None:
    m = turn(extra=SAGE)
    m.champion("bo").damage = 14
    m.play(f"ana attack {m.put('ana', 'Sage')} bo.champion; ana resolve draw:1 source=Sage")
    assert m.ga.over
    assert m.verdict == OnTrust(
        (f'{ENDED_BEFORE}: ana resolve draw:1 source="Sage" was not heard',)
    )


def test_ga_1_6_what_no_text_of_an_object_says_is_not_dropped_as_it_comes() -> None:
    m = game("Glutton")
    m.refuse("ana activate Glutton did=draw:2", "GA-1.6", card="Glutton", kind="draw")
    m.refuse("ana activate Glutton did=discard:A2,draw:2", "GA-1.6", kind="draw")
    m.play("ana activate Glutton did=discard:A2,other:burps")
