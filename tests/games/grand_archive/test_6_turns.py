"""Section 6: phases, windows, clean-up, what ends and skips phases."""

import pytest

from referee.fact import CardsDrawn, TurnBegan, TurnEnded
from referee.games.grand_archive.facts import PhaseBegan, Recollected
from referee.games.grand_archive.state import DRAW, END, LATE, MAIN, MATERIALIZE, RECOLLECTION, WAKE
from referee.parts.lasting_changes import begin
from tests.games.grand_archive.table import Match, opened, turn


def _card(name: str, effect: str, types: str = "action", more: str = "") -> str:
    return (
        f'[[cards]]\nname = "{name}"\ntypes = ["{types}"]\nreserve = 0\nelement = "norm"\n'
        f'elements = ["norm"]\n{more}\n[[cards.effects]]\n{effect}\n'
    )


def _ends(what: str, how: str = "end", speed: str = "fast") -> str:
    step = f'when = "played"\nsteps = [{{ do = "phase", what = "{what}", how = "{how}" }}]'
    return _card(f"{how}-{what}", step, more=f'speed = "{speed}"')


def _ally(name: str, when: str, steps: str) -> str:
    effect = f"{when}\nsteps = [{steps}]"
    return _card(name, effect, "ally", "power = 1\nlife = 2")


WAKER = _ally("Waker", 'when = { on = "turn begins" }', '{ do = "draw" }')


def phases(match: Match) -> list[str]:
    """The phases that have begun by the newest entry."""
    return [each.phase for each in match.all(PhaseBegan)]


@pytest.mark.rule("GA-6.1")
def test_ga_6_1_phases_follow_each_other():
    match = turn(seat="bo", phase="main").play("bo end")
    assert phases(match) == ["end", "wake up", "materialize"]
    match.play("ana step main")
    assert phases(match) == ["recollection", "draw", "main"]
    match.play("ana step end")
    assert phases(match) == ["end"]


def test_ga_6_1_the_phase_that_is_on_may_be_named():
    assert turn().play("ana step main").ga.phase == MAIN


@pytest.mark.parametrize("phase", ["recollection", "draw"])
def test_ga_6_1_no_phase_comes_back(phase: str):
    turn().refuse(f"ana step {phase}", "GA-6.1", phase="main")


def test_ga_6_2_a_window_is_named_to_be_acted_in():
    match = turn(phase="materialize").play("ana step recollection")
    match.hold("bo", "Bolt1").play("bo activate Bolt1")
    assert match.ga.phase == RECOLLECTION
    match.play("ana step main")
    assert match.ga.phase == MAIN


ON_RECORD = {"GA-I 19": "must_be_logged"}


@pytest.mark.parametrize(
    ("phase", "rule"), [("draw", "GA-6.2"), ("materialize", "GA-6.23"), ("wake", "GA-6.12")]
)
def test_ga_6_2_where_passes_are_on_record_nobody_acts_without_opportunity(phase: str, rule: str):
    match = turn(phase="materialize", choices=ON_RECORD).hold("ana", "Bolt1")
    match.ga.phase = {"draw": DRAW, "materialize": MATERIALIZE, "wake": WAKE}[phase]
    match.refuse("ana activate Bolt1", rule)
    match.refuse("ana pass", rule)


def test_ga_7_7_what_comes_up_on_the_way_is_no_earlier_entrys():
    hears = 'when = { on = "recollection begins", seat = "you" }'
    reader = _ally("Reader", hears, '{ do = "draw" }')
    match = turn(phase="materialize", choices=ON_RECORD, extra=reader)
    match.put("ana", "Reader")
    refused = match.refuse("ana activate A1", "GA-7.7", thing="Reader.1")
    assert (refused.since, refused.legal) == (None, "ana step recollection")
    match.play(f"{refused.legal}; ana pass")


def test_ga_7_5_where_a_phase_has_not_come_it_is_named_before_anybody_passes_in_it():
    match = turn(phase="materialize", choices=ON_RECORD)
    refused = match.refuse("ana step main", "GA-7.5", phase="recollection")
    assert refused.legal == "ana step recollection"
    match.play(refused.legal)
    assert match.refuse("ana step main", "GA-7.5").legal == "ana pass"


def test_ga_6_23_else_a_line_belongs_to_the_next_window():
    match = turn(phase="materialize").play("ana pass; bo pass")
    assert match.ga.phase == DRAW


def test_ga_6_22_a_materialization_that_has_resolved_leaves_no_window():
    match = turn(phase="materialize", choices=ON_RECORD).hold("ana", "Bolt1")
    match.play("ana materialize Ring0; ana pass; bo pass")
    match.refuse("ana activate Bolt1", "GA-6.22")


def test_ga_6_2_any_player_may_name_the_window_that_is_at_hand():
    match = turn(phase="recollection").hold("bo", "Bolt1")
    match.play("bo step recollection; bo activate Bolt1")
    assert match.ga.phase == RECOLLECTION
    match.play("bo step main")
    assert match.ga.phase == MAIN
    match.refuse("bo step end", "GA-6.48")


@pytest.mark.rule("GA-6.3")
def test_ga_6_3_a_phase_ends_when_all_have_passed_on_an_empty_stack():
    match = turn(phase="recollection")
    match.hold("ana", "Bolt1").play("ana activate Bolt1; ana pass; bo pass")
    assert match.ga.phase == RECOLLECTION
    match.play("ana pass; bo pass")
    assert match.ga.phase == DRAW


@pytest.mark.rule("GA-6.4")
def test_ga_6_4_one_phase_follows_another_without_a_gap():
    match = turn(phase="recollection").play("ana pass; bo pass")
    assert phases(match) == ["draw"]
    assert match.all(Recollected)


@pytest.mark.rule("GA-6.5")
def test_ga_6_5_triggers_of_its_beginning_wait_on_the_stack():
    hears = 'when = { on = "recollection begins" }'
    match = turn(extra=_ally("Reader", hears, '{ do = "draw" }'), phase="materialize")
    match.put("ana", "Reader")
    match.play("ana step recollection")
    assert [each.card for each in match.ga.waiting.stack] == ["Reader"]
    match.hold("bo", "Bolt1").play("bo activate Bolt1")
    assert len(match.ga.waiting.stack) == 2
    before = match.size("ana", "memory")
    match.play("ana step main")
    assert (before, match.size("ana", "memory")) == (2, 0)
    assert match.size("ana", "hand") == 7 + 1 + 2 + 1


@pytest.mark.rule("GA-6.10")
def test_ga_6_10_what_its_player_controls_wakes():
    match = turn(seat="bo")
    own = match.put("ana", "A1", rested=True)
    other = match.put("bo", "A2", rested=True)
    match.play("bo end")
    assert not match.thing(own).rested
    assert match.thing(other).rested


@pytest.mark.rule("GA-6.11")
def test_ga_6_11_what_is_awake_does_not_wake_up():
    woken = 'when = { on = "wakes" }'
    match = turn(extra=_ally("Sleeper", woken, '{ do = "draw" }'), seat="bo")
    match.put("ana", "Sleeper")
    match.play("bo end")
    assert not match.ga.waiting.stack
    match = turn(extra=_ally("Sleeper", woken, '{ do = "draw" }'), seat="bo")
    match.put("ana", "Sleeper", rested=True)
    match.play("bo end")
    assert match.ga.phase == WAKE
    assert match.ga.waiting.stack


def test_ga_6_12_what_has_triggered_in_wake_up_can_be_answered():
    match = turn(extra=WAKER, seat="bo")
    match.put("ana", "Waker")
    match.hold("bo", "Bolt1").play("bo end; bo activate Bolt1")
    assert (match.ga.phase, len(match.ga.waiting.stack)) == (WAKE, 2)
    match.play("ana materialize Ring0")
    assert match.ga.phase == MATERIALIZE


def test_ga_6_20_a_first_turn_has_no_materialize_phase():
    opened().refuse("ana materialize Ring0", "GA-6.20")
    opened().play("ana end").refuse("bo materialize Ring0", "GA-6.20")


def test_ga_6_21_one_card_that_is_a_champion_or_regalia():
    match = turn(phase="materialize")
    match.refuse("ana materialize A1", "GA-6.21", card="A1")
    match.play("ana materialize Ring0").refuse("ana materialize Blade0", "GA-10.1")


def test_ga_6_22_a_materialization_can_be_answered():
    match = turn(phase="materialize").hold("bo", "Bolt1")
    match.play("ana materialize Ring0; bo activate Bolt1")
    assert match.ga.phase == MATERIALIZE
    match.play("ana step recollection")
    assert match.thing("Ring0.1").place == "field"


@pytest.mark.rule("GA-6.24")
def test_ga_6_24_a_preserved_card_may_be_taken_instead():
    match = turn(phase="materialize").hold("ana", "A1", place="material")
    match.side("ana").preserved.append("A1")
    match.play("ana preserve A1")
    assert match.size("ana", "hand") == 8
    match.refuse("ana materialize Ring0", "GA-10.1", since=2)


def test_ga_6_24_only_what_is_preserved():
    turn(phase="materialize").refuse("ana preserve A1", "GA-6.24")
    turn().refuse("bo preserve A1", "GA-6.24")


@pytest.mark.rule("GA-6.30")
def test_ga_6_30_the_last_window_before_memory_returns():
    match = turn(phase="materialize").hold("bo", "Bolt1")
    match.play("ana step recollection; bo activate Bolt1")
    assert (match.ga.phase, match.size("ana", "memory")) == (RECOLLECTION, 2)
    match.play("ana step draw")
    assert match.size("ana", "memory") == 0


@pytest.mark.rule("GA-6.31")
def test_ga_6_31_the_memory_returns():
    match = turn(phase="recollection").play("ana step draw")
    assert match.one(Recollected) == Recollected("ana", 2)
    assert (match.size("ana", "memory"), match.size("ana", "hand")) == (0, 10)


def test_ga_6_31_at_no_other_time():
    turn(seat="bo").refuse("ana act pass:2:memory:hand", "GA-6.31")
    turn(phase="materialize").refuse("ana act pass:2:memory:hand", "GA-6.31")


@pytest.mark.rule("GA-6.32")
def test_ga_6_32_influence_stays_the_same():
    match = turn(phase="recollection")
    before = match.size("ana", "memory") + match.size("ana", "hand")
    match.play("ana pass; bo pass")
    after = match.size("ana", "hand") - sum(each.count for each in match.all(CardsDrawn))
    assert (before, match.size("ana", "memory"), after) == (9, 0, 9)


@pytest.mark.rule("GA-6.33")
@pytest.mark.parametrize(("edition", "phase"), [("R25", DRAW), ("R26", RECOLLECTION)])
def test_ga_6_33_what_recollecting_triggers(edition: str, phase: int):
    hears = 'when = { on = "recollects" }'
    match = turn(
        extra=_ally("Reader", hears, '{ do = "draw" }'), phase="recollection", edition=edition
    )
    match.put("ana", "Reader")
    match.play("ana pass; bo pass")
    assert (match.ga.phase, len(match.ga.waiting.stack)) == (phase, 1)


def test_ga_6_40_one_card_is_drawn():
    match = turn(phase="recollection").play("ana step main")
    assert match.one(CardsDrawn) == CardsDrawn("ana", 1, "GA-6.40")


def test_ga_6_40_at_no_other_time():
    turn(phase="materialize").refuse("ana act draw:1", "GA-6.40")
    turn().refuse("bo act draw:1", "GA-6.40")


@pytest.mark.rule("GA-6.45")
def test_ga_6_45_slow_and_fast_actions_in_main():
    match = turn().hold("ana", "A1", "Bolt1").play("ana activate A1; ana activate Bolt1; ana end")
    assert match.thing("A1.1").place == "field"


@pytest.mark.rule("GA-6.46")
def test_ga_6_46_main_goes_on_after_a_combat():
    match = turn()
    match.put("ana", "A2")
    match.hold("ana", "A1").play("ana attack A2 bo damage=2; ana activate A1")
    assert match.ga.phase == MAIN
    assert not match.all(PhaseBegan)


def test_ga_6_47_others_do_nothing_slow():
    turn().hold("bo", "Rite3").refuse("bo activate Rite3", "GA-6.47", active="ana")


def test_ga_6_48_only_the_turn_player_ends_main():
    turn().refuse("bo end", "GA-6.48", active="ana")
    turn().refuse("bo step end", "GA-6.48", active="ana")


def test_ga_6_48_whoever_acts_keeps_main_open():
    match = turn().hold("bo", "Bolt1").play("ana pass; bo activate Bolt1; bo pass; ana pass")
    assert match.ga.phase == MAIN
    match.play("ana pass; bo pass")
    assert match.ga.phase == END


LATE_DRAW = _ally("Dusk", 'when = { on = "end begins" }', '{ do = "draw" }')


@pytest.mark.rule("GA-6.50")
def test_ga_6_50_triggers_of_the_end_come_before_its_window():
    match = turn(extra=LATE_DRAW).hold("ana", "Bolt1")
    match.put("ana", "Dusk")
    match.play("ana step end")
    assert len(match.ga.waiting.stack) == 1
    match.put("ana", "Dusk")
    match.play("ana activate Bolt1; ana end")
    drawn = [each for each in match.all(CardsDrawn) if each.seat == "ana"]
    assert len(drawn) == 1


@pytest.mark.rule("GA-6.51")
def test_ga_6_51_there_is_a_window_before_the_turn_ends():
    match = turn().hold("bo", "Bolt1").play("ana step end; bo activate Bolt1; ana end")
    assert list(match.ga.zones.piles["bo.graveyard"]) == ["Bolt1"]
    assert match.ga.active == "bo"


def test_ga_6_52_damage_on_allies_goes():
    match = turn()
    own, other = match.put("ana", "A2", damage=1), match.put("bo", "A3", damage=2)
    match.play("ana end")
    assert match.thing(own).damage == match.thing(other).damage == 0


def test_ga_6_52_nobody_discards_without_a_limit():
    turn().hold("ana", "A1").refuse("ana settle cards=A1", "GA-6.52")
    turn().hold("bo", "A1").refuse("bo settle cards=A1", "GA-6.52", active="ana")


def test_ga_6_52_a_limit_may_be_in_a_text_that_nobody_knows():
    limit = '[[cards]]\nname = "Edict"\ntypes = ["phantasia"]\nreserve = 1\n'
    match = turn(extra=limit, partial=True)
    match.put("ana", "Edict")
    match.hold("ana", "A1").play("ana settle cards=A1")
    assert "Edict.1" in match.trusted()[0]
    assert match.size("ana", "graveyard") == 1


LIMIT = """
[[cards]]
name = "Limit"
types = ["phantasia"]
reserve = 1
[[cards.effects]]
when = "always"
text = "Nobody has more than seven cards in hand at the end of a turn."
touches = ["hand"]
"""


@pytest.mark.rule("GA-6.53")
@pytest.mark.parametrize(("edition", "damage"), [("R25", 1), ("R26", 0)])
def test_ga_6_53_what_a_discard_to_a_limit_triggers_can_be_answered(edition: str, damage: int):
    hears = 'when = { on = "discards", seat = "you" }'
    match = turn(extra=LIMIT + _ally("Heir", hears, '{ do = "draw" }'), edition=edition)
    match.put("ana", "Limit")
    match.put("ana", "Heir")
    hurt = match.put("ana", "A3", damage=1)
    match.hold("ana", "A1", "A2").play("ana settle cards=A1,A2")
    assert match.ga.active == "ana"
    assert [each.card for each in match.ga.waiting.stack] == ["Heir", "Heir"]
    assert match.thing(hurt).damage == 0
    match.thing(hurt).damage = 1
    match.hold("bo", "Bolt1").play("bo activate Bolt1; ana end")
    assert match.ga.active == "bo"
    assert match.size("ana", "hand") == 7 + 2
    assert match.thing(hurt).damage == damage


WISP = _ally("Wisp", 'when = "on death"', '{ do = "draw" }').replace("life = 2", "life = 1")


def cleaned(edition: str) -> Match:
    """A clean-up in which an ally dies whose life lasted for this turn alone; its death is heard,
    and somebody has hurt another ally since."""
    match = turn(extra=WISP, edition=edition)
    wisp = match.put("ana", "Wisp", counters={"debuff": 1})
    match.put("ana", "A3")
    begin(match.t, "A3.1", wisp, "add", "life", 1, until="turn")
    match.play("ana step end; ana pass; bo pass")
    assert wisp not in match.ga.zones.things
    assert (match.ga.phase, len(match.ga.waiting.stack)) == (END, 1)
    match.thing("A3.1").damage = 1
    return match.hold("ana", "Bolt1").play("ana activate Bolt1; ana end")


@pytest.mark.rule("GA-6.53")
def test_ga_6_53_what_clean_up_triggers_can_be_answered():
    match = cleaned("R25")
    assert match.ga.active == "bo"
    assert match.thing("A3.1").damage == 1


def test_ga_6_53_the_newer_edition_cleans_up_again():
    match = cleaned("R26")
    assert match.ga.active == "bo"
    assert match.thing("A3.1").damage == 0


@pytest.mark.rule("GA-6.54")
def test_ga_6_54_champions_keep_their_damage():
    match = turn()
    match.champion("ana").damage = 3
    match.play("ana end")
    assert match.champion("ana").damage == 3


@pytest.mark.rule("GA-25.12")
def test_ga_25_12_after_a_clean_up_no_ally_is_damaged():
    match = turn()
    match.put("bo", "A2", damage=1)
    match.play("ana end")
    things = match.ga.zones.things.values()
    assert not any(each.damage for each in things)


@pytest.mark.rule("GA-6.61")
def test_ga_6_61_nobody_is_the_source_of_what_happens_by_itself():
    match = turn(seat="bo")
    match.put("ana", "A1", rested=True)
    match.play("bo end; ana step main")
    assert match.one(CardsDrawn).rule == "GA-6.40"


def test_ga_6_62_nobody_passes_before_a_champion_is_placed():
    materials = {"ana": ("Fire", "Water", "Ring0")}
    opened(materials=materials, format="casual").refuse("ana pass", "GA-6.62")


@pytest.mark.rule("GA-6.70")
def test_ga_6_70_an_effect_ends_a_phase():
    match = turn(phase="recollection", extra=_ends("recollection"))
    match.hold("ana", "end-recollection").hold("bo", "Bolt1")
    match.play("bo activate Bolt1; ana activate end-recollection; ana resolve")
    assert match.ga.phase == DRAW
    assert match.size("ana", "memory") == 2
    assert list(match.ga.zones.piles["bo.banishment"]) == ["Bolt1"]
    assert list(match.ga.zones.piles["ana.graveyard"]) == ["end-recollection"]


@pytest.mark.rule("GA-6.71")
def test_ga_6_71_an_effect_ends_combat():
    match = turn(extra=_ends("combat")).hold("bo", "end-combat")
    match.put("ana", "A2")
    match.play("ana attack A2 bo; bo activate end-combat; bo resolve")
    assert match.ga.phase == MAIN
    assert match.champion("bo").damage == 0
    match.refuse("ana step damage", "GA-6.71")


@pytest.mark.rule("GA-6.70")
def test_ga_6_70_an_ended_combat_ends_what_is_pending_in_it():
    hears = 'when = { on = "attacks" }'
    match = turn(extra=_ends("combat") + _ally("Crier", hears, '{ do = "draw" }'))
    match.hold("bo", "end-combat", "Bolt1")
    match.put("ana", "A2")
    match.put("ana", "Crier")
    match.play("ana attack A2 bo; bo activate Bolt1 hold=yes; bo activate end-combat; bo resolve")
    assert not match.ga.waiting.stack
    assert list(match.ga.zones.piles["bo.banishment"]) == ["Bolt1"]
    assert list(match.ga.zones.piles["bo.graveyard"]) == ["end-combat"]
    assert not match.all(CardsDrawn)
    match.play("ana activate A1; ana step end")


def test_ga_6_71_outside_combat_there_is_none_to_end():
    match = turn(extra=_ends("combat")).hold("bo", "end-combat", "Bolt1")
    match.play("bo activate Bolt1 hold=yes; bo activate end-combat; bo resolve")
    assert [each.card for each in match.ga.waiting.stack] == ["Bolt1"]


@pytest.mark.rule("GA-6.72")
@pytest.mark.rule("GA-6.74")
@pytest.mark.parametrize(("reading", "left"), [("yes", 0), ("no", 1)])
def test_ga_i_3_clean_up_of_a_turn_that_an_effect_ends(reading: str, left: int):
    match = turn(extra=_ends("turn") + LATE_DRAW, choices={"GA-I 3": reading})
    match.hold("ana", "end-turn")
    match.put("ana", "Dusk")
    hurt = match.put("ana", "A2", damage=1)
    match.play("ana activate end-turn; ana resolve")
    assert match.one(TurnEnded).seat == "ana"
    assert match.one(TurnBegan).seat == "bo"
    assert match.thing(hurt).damage == left
    assert not match.all(CardsDrawn)


def test_ga_6_72_an_ended_turn_empties_the_stack():
    match = turn(extra=_ends("turn")).hold("ana", "end-turn").hold("bo", "Bolt1")
    match.play("bo activate Bolt1; ana activate end-turn; ana resolve")
    assert not match.ga.waiting.stack
    assert list(match.ga.zones.piles["bo.banishment"]) == ["Bolt1"]


def test_ga_6_74_an_ended_turn_is_cleaned_up_as_the_reading_has_it():
    match = turn(extra=_ends("turn")).hold("ana", "end-turn")
    hurt = match.put("ana", "A2", damage=1)
    match.play("ana activate end-turn; ana resolve; bo end")
    assert match.thing(hurt).damage == 0


@pytest.mark.rule("GA-6.73")
def test_ga_6_73_a_skipped_phase_does_not_exist():
    match = turn(extra=_ends("draw", "skip", "slow")).hold("ana", "skip-draw")
    match.play("ana activate skip-draw; ana end; bo end")
    match.refuse("ana step draw", "GA-6.73", phase="draw")
    match.play("ana step main")
    assert not match.all(CardsDrawn)
    match.play("ana end; bo end; ana step main")
    assert match.all(CardsDrawn)


def test_ga_6_73_a_skipped_materialize_phase():
    match = turn(extra=_ends("materialize", "skip", "slow")).hold("ana", "skip-materialize")
    match.play("ana activate skip-materialize; ana end; bo end")
    match.refuse("ana materialize Ring0", "GA-6.73")


def test_ga_6_73_a_skipped_turn():
    match = turn(extra=_ends("turn", "skip", "slow")).hold("ana", "skip-turn")
    match.play("ana activate skip-turn; ana end; bo end")
    assert match.ga.active == "bo"
    match.play("bo end")
    assert match.ga.active == "ana"


def distorted() -> Match:
    """A turn of R26 in distorted time."""
    match = turn(edition="R26", phase="materialize")
    match.side("ana").distorted = True
    return match


def test_ga_6_75_distorted_time_has_its_materialize_phase_after_main():
    match = distorted().play("ana step main")
    assert phases(match) == ["recollection", "draw", "main"]
    match.play("ana materialize Ring0")
    assert match.ga.phase == LATE
    match.play("ana end")
    assert phases(match) == ["end", "wake up", "materialize"]


def test_ga_6_75_no_recollection_or_draw_follows_it():
    match = distorted().play("ana materialize Ring0").unseen("ana", "memory", 1)
    match.refuse("ana act draw:1", "GA-6.75")
    match.refuse("ana act pass:1:memory:hand", "GA-6.75")
    match.refuse("ana act play:Ring1::materialize", "GA-6.75")


def test_ga_6_73_a_materialize_phase_after_main_is_skipped_as_well():
    match = turn(edition="R26", extra=_ends("materialize", "skip")).hold("ana", "skip-materialize")
    match.side("ana").distorted = True
    match.play("ana activate skip-materialize").refuse("ana materialize Ring0", "GA-6.73")


@pytest.mark.rule("GA-6.75")
def test_ga_6_75_distorting_again_does_nothing():
    match = turn(edition="R26", extra=_ends("materialize", "extra"))
    match.hold("ana", *["extra-materialize"] * 2)
    match.play("ana activate extra-materialize; ana resolve")
    assert match.side("ana").distorted
    match.play("ana activate extra-materialize; ana end; bo end; ana step main; ana end")
    assert match.side("ana").distorted


def test_ga_25_8_nothing_natural_happens_twice():
    match = turn(phase="recollection").play("ana step main").unseen("ana", "memory", 1)
    match.refuse("ana act draw:1", "GA-25.8")
    match.refuse("ana act pass:1:memory:hand", "GA-25.8")


def test_ga_25_8_nor_in_a_first_turn_without_it():
    match = opened(edition="R26")
    match.refuse("ana act draw:1", "GA-25.8")
    match.unseen("ana", "memory", 1).refuse("ana act pass:1:memory:hand", "GA-25.8")
