"""Rulings: every kind with its effect, who may make it, and what it would do."""

from random import Random

import pytest

from events.common import RULINGS, Adjust, Insert, Note, Overrule, Rewind, Stand, Strike
from events.common import Change as Repair
from events.event import Event
from events.notation import read
from referee.fact import MatchEnded, ScoreChanged, StateRepaired
from referee.replay.compare import Difference, differences, reread, what_if
from referee.replay.fold import Fold, digest_of
from referee.replay.replay import Change, Replay, replay
from referee.replay.timeline import Step, timeline
from referee.table import Result
from referee.verdict import LEGAL, Illegal, OnTrust, name_of
from tests import verdicts
from tests.games.wondervale.table import (
    CARDS,
    DECK,
    GAME,
    Has,
    Match,
    all_cards,
    begun,
    opened,
    opening,
    position,
)
from tests.laws.players import begun as begun_as
from tests.laws.players import played

BY_JO = OnTrust(("nobody has said that jo judges here",))
"""The verdict on a ruling in order by jo, in a match that names no judge."""


def line(text: str) -> Event:
    return read(text, GAME.codec)


def forgotten_draw() -> Match:
    """Ana forgot to draw: her deposit, entry 6, is illegal, as is what rests on it."""
    match = begun()
    match.refuse("ana deposit Aegaryn", "WV-4.3")
    match.refuse("ana lay Frostling tribes=Aegaryn", "WV-4.3")
    return match


# -- rewind ------------------------------------------------------------------------------------


def test_a_rewind_takes_all_behind_an_entry_out_of_force():
    match = begun()
    before = match.replay.digest()
    match.play("ana draw 1; ana deposit Aegaryn Juryn; ana end; bo draw 1")
    match.play("jo rewind 5 reason=backed")
    assert match.replay.digest() == before == match.outcome.digest
    assert match.state.active == "ana"
    assert match.replay.undone == dict.fromkeys((6, 7, 8, 9), 10)
    assert [match.replay.standing(seq) for seq in (5, 6, 9, 10)] == [LEGAL, None, None, BY_JO]
    assert [change.seq for change in match.outcome.changes] == [6, 7, 8, 9]
    assert match.outcome.changes[0] == Change(6, LEGAL, None)
    match.play("ana draw 1; ana deposit Juryn")


def test_a_rewind_keeps_what_was_drawn_before():
    match = begun().play("ana draw 1; ana deposit Aegaryn; jo rewind 6")
    assert match.ana.hidden.size("hand") == 8
    match.play("ana deposit Juryn")


def test_a_rewind_leaves_penalties_in_force():
    match = begun().play("ana draw 1; jo penalty bo warning; ana deposit Aegaryn; jo rewind 5")
    assert match.replay.standing(7) == BY_JO
    match = begun().play("ana draw 1; jo penalty bo game-loss; jo rewind 5")
    assert match.state.winner == "ana"


def test_a_rewind_reopens_a_match_that_was_over():
    match = begun().play("ana concede; jo rewind 5; ana draw 1")
    assert (match.state.over, match.state.winner) == ("", "")
    assert match.replay.facts(6) == ()


def test_a_rewind_after_the_first_entry_was_retracted():
    match = opened()
    assert isinstance(match.log(read("ana end", match.game.codec)).verdict, Illegal)
    match.replay.retract()
    match.play("ana standard-health; ana draw 7; jo rewind 2")
    assert match.replay.undone == {3: 4}


@pytest.mark.parametrize("target", [6, 7, 40])
def test_ref_3_1_a_rewind_names_an_earlier_entry(target: int):
    match = begun()
    match.refuse(f"jo rewind {target}", "REF-3.1", entry=target)


def test_ref_3_1_a_rewind_takes_something_back():
    begun().refuse("jo rewind 5", "REF-3.1", to=5)


# -- strike ------------------------------------------------------------------------------------


def test_a_struck_entry_never_happened():
    match = begun().play("ana draw 1; ana deposit Aegaryn")
    before = match.replay.digest()
    match.play("ana deposit Juryn; jo strike 8")
    assert match.replay.digest() == before
    assert match.replay.undone == {8: 9}
    assert match.outcome.changes == [Change(8, LEGAL, None)]


def test_what_rests_on_a_struck_entry_is_judged_again():
    match = begun().play("ana draw 1; ana deposit Aegaryn; ana lay Frostling tribes=Aegaryn")
    match.play("jo strike 7")
    assert match.ana.bench == []
    seven, eight = match.outcome.changes
    assert seven == Change(7, LEGAL, None)
    assert (eight.seq, eight.before) == (8, LEGAL)
    assert isinstance(eight.after, Illegal) and eight.after.rule == "WV-5.5"
    assert isinstance(match.replay.standing(8), Illegal)
    assert match.replay.verdicts[7] == LEGAL


@pytest.mark.parametrize("target", [1, 8, 99])
def test_ref_3_1_a_strike_names_an_entry_that_was_played(target: int):
    match = begun().play("ana draw 1; ana deposit Aegaryn")
    match.refuse(f"jo strike {target}", "REF-3.1", entry=target)


def test_ref_3_1_nothing_is_struck_twice():
    match = begun().play("ana draw 1; ana deposit Aegaryn; jo strike 7")
    refused = match.refuse("jo strike 7", "REF-3.1", entry=7)
    assert refused.message == "entry 7 is no longer in force, by entry 8"
    assert refused.since == 8


def test_ref_3_1_a_ruling_is_overruled_and_not_struck():
    match = begun().play("ana draw 1; ana deposit Aegaryn; jo strike 7")
    match.refuse("jo strike 8", "REF-3.1", entry=8)


# -- insert ------------------------------------------------------------------------------------


def test_a_forgotten_step_is_put_in_its_place():
    match = forgotten_draw()
    match.play('jo insert 5 "ana draw 1" reason="forgotten draw"')
    assert match.ana.bench[0].cards == ["Frostling"]
    assert [step.seq for step in match.replay.steps()] == [1, 2, 3, 4, 5, 8, 6, 7]
    assert [change.seq for change in match.outcome.changes] == [6, 7]
    assert match.replay.standing(6) == LEGAL
    assert [name_of(v) for v in match.replay.verdicts[5:]] == ["illegal", "illegal", "on trust"]
    straight = begun().play(
        "ana draw 1; ana deposit Aegaryn; ana lay Frostling tribes=Aegaryn; bo call-judge"
    )
    assert match.ana == straight.ana


def test_an_inserted_step_has_its_facts():
    match = forgotten_draw().play('jo insert 5 "ana draw 1"')
    assert [type(fact).__name__ for fact in match.replay.facts(8)] == ["CardsDrawn"]
    assert list(match.outcome.facts) == list(match.replay.facts(8))


def test_two_insertions_stand_in_their_order():
    match = begun()
    match.refuse("ana deposit Aegaryn", "WV-4.3")
    match.play('jo insert 5 "ana discard Juryn"; jo insert 5 "ana draw 2"')
    assert [step.seq for step in match.replay.steps()] == [1, 2, 3, 4, 5, 7, 8, 6]
    assert match.ana.bank == ["Aegaryn"]


def test_one_may_be_put_behind_an_inserted_step():
    match = begun().play("ana draw 1")
    match.play('jo insert 6 "ana deposit Aegaryn"; jo insert 7 "ana deposit Juryn"')
    assert match.ana.bank == ["Aegaryn", "Juryn"]
    assert [step.seq for step in match.replay.steps()][-3:] == [6, 7, 8]


def test_an_inserted_step_may_be_struck():
    match = forgotten_draw().play('jo insert 5 "ana draw 1"; jo strike 8')
    assert match.ana.bench == []
    assert match.replay.undone == {8: 9}


def test_ref_3_4_an_inserted_step_is_legal_at_its_place():
    match = forgotten_draw()
    verdict = match.refuse('jo insert 5 "ana draw 2"', "REF-3.4", after=5, rule="WV-4.3")
    assert "2 drawn, 1 due" in verdict.message
    match.refuse('jo insert 2 "ana draw 1"', "REF-3.4", rule="WV-3.1")


def test_ref_3_1_a_step_is_inserted_behind_an_earlier_entry():
    forgotten_draw().refuse('jo insert 8 "ana draw 1"', "REF-3.1", entry=8)


# -- stand -------------------------------------------------------------------------------------


def test_an_illegal_entry_may_be_let_stand():
    match = begun().play("ana draw 1")
    match.refuse("ana deposit Aegaryn Juryn Abyssal", "WV-4.6", have=3)
    assert match.ana.bank == []
    match.play('jo stand 7 WV-4.6 reason="noticed late"')
    assert match.ana.bank == ["Aegaryn", "Juryn", "Abyssal"]
    assert isinstance(match.replay.verdicts[6], Illegal)
    assert match.replay.standing(7) == LEGAL
    (change,) = match.outcome.changes
    assert (change.seq, change.after) == (7, LEGAL)
    match.refuse("ana deposit Juryn", "WV-4.6", have=4)


def test_what_was_played_upon_it_is_judged_again():
    match = begun().play("ana draw 1")
    match.refuse("ana deposit Aegaryn Juryn Abyssal", "WV-4.6")
    match.refuse("ana lay Frostling tribes=Abyssal", "WV-5.5")
    match.play("jo stand 7 WV-4.6")
    assert match.replay.standing(8) == LEGAL
    assert match.ana.bench[0].tribes == ["Abyssal"]


def test_ref_3_3_every_broken_rule_is_named():
    match = begun().play("ana draw 1")
    match.refuse("bo deposit Aegaryn Juryn Abyssal", "WV-4.1")
    verdict = match.refuse("jo stand 7 WV-4.1", "REF-3.3", entry=7, rule="WV-4.6")
    assert verdict.legal.startswith("waive WV-4.6 too")
    match.refuse("jo stand 7 WV-4.6", "REF-3.3", rule="WV-4.1")
    match.play("jo stand 7 WV-4.1,WV-4.6")
    assert match.bo.bank == ["Aegaryn", "Juryn", "Abyssal"]


def test_ref_3_3_what_cannot_be_followed_cannot_stand():
    match = begun().play("ana draw 1")
    match.refuse("ana lay Frostling tribes=Aegaryn", "WV-5.5")
    verdict = match.refuse("jo stand 7 WV-5.5", "REF-3.3", rule="WV-5.5")
    assert verdict.legal == "adjust the state instead"
    match.refuse("ana deposit Juryn*5", "WV-4.6")
    match.refuse("jo stand 9 WV-4.6,REF-2.1", "REF-3.3", rule="REF-2.1")


def test_ref_3_3_a_legal_entry_stands_already():
    match = begun().play("ana draw 1")
    match.refuse("jo stand 6 WV-4.3", "REF-3.3", entry=6)


@pytest.mark.parametrize("target", [1, 7, 50])
def test_ref_3_1_it_names_an_entry_that_was_played(target: int):
    begun().play("ana draw 1").refuse(f"jo stand {target} WV-4.3", "REF-3.1", entry=target)


# -- adjust ------------------------------------------------------------------------------------


def table_of_many() -> Match:
    return position(
        ana=Has(battle="Frostling [Aegaryn] -10", bench="Duneling flat", bank="Juryn"),
        bo=Has(battle="Waveling+Waveguard [Abyssal*3]", discard="Juryn"),
    )


@pytest.mark.parametrize(
    ("change", "seen"),
    [
        ("health:bo:120", lambda m: m.bo.health == 120),
        ("damage:ana/Frostling:40", lambda m: m.ana.battle.damage == 40),
        ("damage:ana/Frostling:0", lambda m: m.ana.battle.damage == 0),
        ("ready:ana/Duneling:yes", lambda m: m.ana.bench[0].vertical),
        ("defeats:ana:2", lambda m: m.ana.defeated == 2),
        ("draw:ana:2", lambda m: m.ana.hidden.size("hand") == 7),
        ("draw:ana:-3", lambda m: m.ana.hidden.size("hand") == 2),
        ("move:ana/Juryn:bank>hand", lambda m: m.ana.bank == []),
        ("move:ana/Juryn:bank>discard", lambda m: m.ana.discard == ["Juryn"]),
        ("move:bo/Juryn:discard>bank", lambda m: m.bo.bank == ["Juryn"]),
        ("move:ana/Starling:hand>discard", lambda m: m.ana.discard == ["Starling"]),
        ("move:bo/Juryn:discard>hand", lambda m: m.bo.hidden.known("hand") == {"Juryn": 1}),
        ("defeat:bo/Waveling:ana", lambda m: m.bo.battle is None and m.ana.defeated == 1),
        ("defeat:bo/Waveling:nobody", lambda m: m.bo.battle is None and m.ana.defeated == 0),
    ],
)
def test_a_repair_changes_the_state_and_no_card_is_lost(change: str, seen):
    match = table_of_many()
    everything = all_cards(match.ana), all_cards(match.bo)
    match.play(f"jo adjust {change}")
    assert seen(match)
    assert match.all(StateRepaired) == [StateRepaired(*change.split(":"))]
    assert (all_cards(match.ana), all_cards(match.bo)) == everything
    assert match.outcome.digest == match.replay.digest()


def test_a_tribe_card_is_attached_where_there_is_room():
    match = position(ana=Has(battle="Frostling", bank="Juryn*2"))
    match.play("jo adjust attach:ana/Frostling:Juryn")
    assert match.ana.battle.tribes == ["Juryn"]
    match.refuse("jo adjust attach:ana/Frostling:Juryn", "REF-3.5", unit="Frostling")


@pytest.mark.parametrize(
    ("change", "facts"),
    [
        ("wish:ana:1", {"what": "wish"}),
        ("health:cy:5", {"seat": "cy"}),
        ("health:ana:0", {"value": "0"}),
        ("health:ana:lots", {"value": "lots"}),
        ("health:ana:1000000000000001", {"value": "1000000000000001"}),
        ("damage:ana/Frostling:60", {"value": "60"}),
        ("damage:ana/Frostling:-1", {"value": "-1"}),
        ("damage:ana/Starling:1", {"target": "ana/Starling"}),
        ("damage:ana:1", {"target": "ana"}),
        ("ready:ana/Duneling:maybe", {"value": "maybe"}),
        ("ready:ana/Frostling:no", {"target": "ana/Frostling"}),
        ("defeats:ana:61", {"value": "61"}),
        ("draw:ana:-6", {"value": "-6"}),
        ("draw:ana:60", {"value": "60"}),
        ("move:ana/Juryn:bank>bank", {"value": "bank>bank"}),
        ("move:ana/Juryn:bank>moon", {"value": "bank>moon"}),
        ("move:ana/Juryn:bank", {"value": "bank"}),
        ("move:ana/Aegaryn:bank>hand", {"card": "Aegaryn", "pile": "bank"}),
        ("move:ana/Aegaryn:discard>hand", {"card": "Aegaryn", "pile": "discard"}),
        ("move:ana/Starling:hand>bank", {"card": "Starling"}),
        ("attach:ana/Frostling:Aegaryn", {"card": "Aegaryn"}),
        ("attach:ana/Frostling:Juryn", {"unit": "Frostling"}),
        ("defeat:bo/Waveling:bo", {"value": "bo"}),
        ("defeat:bo/Frostling:ana", {"target": "bo/Frostling"}),
    ],
)
def test_ref_3_5_a_repair_leaves_a_possible_state(change: str, facts):
    table_of_many().refuse(f"jo adjust {change}", "REF-3.5", **facts)


def test_ref_3_5_a_repair_is_made_whole_or_not_at_all():
    match = table_of_many()
    match.refuse("jo adjust health:ana:10 move:ana/Juryn:bank>hand health:cy:1", "REF-3.5")
    assert match.ana.health == 250
    assert match.ana.bank == ["Juryn"]
    match.play("jo adjust health:ana:10 move:ana/Juryn:bank>hand health:bo:1")
    assert (match.ana.health, match.bo.health) == (10, 1)
    assert len(match.all(StateRepaired)) == 3


def test_a_repair_may_be_taken_back_like_any_entry():
    match = table_of_many()
    before = match.replay.digest()
    match.play("jo adjust health:ana:10; jo strike 2")
    assert match.replay.digest() == before


def test_a_repair_counts_in_later_play():
    match = table_of_many().play("jo adjust defeats:ana:3; ana champion-battle 6-1")
    assert match.bo.health == 220


# -- penalty and note --------------------------------------------------------------------------


def test_a_penalty_is_on_the_record_and_may_be_overruled():
    match = begun().play('jo penalty ana game-loss reason="marked cards" rule=REF-2.1')
    assert match.one(MatchEnded).winners == ("bo",)
    match.play("jo strike 6; ana draw 1")
    assert match.state.over == ""


def test_a_note_changes_nothing():
    match = begun()
    before = match.replay.digest()
    match.play('jo note text="deck check passed"')
    assert (match.replay.digest(), match.verdict) == (before, LEGAL)


# -- overrule ----------------------------------------------------------------------------------


def test_an_overruled_ruling_was_never_made():
    match = begun().play("ana draw 1; ana deposit Aegaryn")
    before = match.replay.digest()
    match.play("jo strike 7")
    assert match.ana.bank == []
    match.play('mx overrule 8 reason="seen on video"')
    assert match.replay.digest() == before
    assert match.replay.undone == {8: 9}
    assert match.outcome.changes == [Change(7, None, LEGAL)]
    assert match.replay.standing(8) is None


@pytest.mark.parametrize(
    ("ruling", "seq"),
    [
        ("jo rewind 5", 9),
        ("jo strike 6", 9),
        ('jo insert 7 "ana deposit Juryn"', 9),
        ("jo stand 8 WV-4.6", 9),
    ],
)
def test_every_rewriting_ruling_may_be_overruled(ruling: str, seq: int):
    match = begun().play("ana draw 1; ana deposit Aegaryn")
    match.refuse("ana deposit Juryn*2", "WV-4.6")
    before = match.replay.digest()
    match.play(ruling)
    assert match.replay.digest() != before
    match.play(f"mx overrule {seq}")
    assert match.replay.digest() == before


def test_an_overruling_may_be_overruled():
    match = begun().play("ana draw 1; ana deposit Aegaryn; jo strike 7")
    struck = match.replay.digest()
    match.play("mx overrule 8; mx overrule 9")
    assert match.replay.digest() == struck
    assert match.replay.undone == {7: 8, 9: 10}
    match.play("mx overrule 10")
    assert match.ana.bank == ["Aegaryn"]


@pytest.mark.parametrize("target", [1, 6, 8, 99])
def test_ref_3_1_an_overruling_names_a_ruling_in_force(target: int):
    match = begun().play("ana draw 1; jo note text=hm")
    match.refuse(f"mx overrule {target}", "REF-3.1", entry=target)


def test_ref_3_1_nothing_is_overruled_twice_nor_what_was_refused():
    match = begun().play("ana draw 1; ana deposit Aegaryn; jo strike 7; mx overrule 8")
    match.refuse("mx overrule 8", "REF-3.1", entry=8)
    match.refuse("jo strike 99", "REF-3.1")
    match.refuse("mx overrule 11", "REF-3.1", entry=11)


# -- authority ---------------------------------------------------------------------------------


def test_a_scorekeeper_takes_back_the_newest_entry():
    match = begun().play("ana draw 1; ana deposit Aegaryn")
    match.play("tess strike 7 authority=scorekeeper; tess strike 6 authority=scorekeeper")
    assert match.ana.hidden.size("hand") == 7


@pytest.mark.parametrize(
    "ruling",
    [
        "strike 6",
        "rewind 5",
        'insert 6 "ana deposit Juryn"',
        "stand 7 WV-4.6",
    ],
)
def test_ref_3_2_and_nothing_else(ruling: str):
    match = begun().play("ana draw 1; ana deposit Aegaryn")
    verdict = match.refuse(f"tess {ruling} authority=scorekeeper", "REF-3.2", newest=7)
    assert verdict.legal == "strike 7, or a judge's ruling"


def test_ref_3_2_a_scorekeeper_strikes_the_only_entry_and_not_the_opening():
    match = opened()
    verdict = match.refuse("tess rewind 1 authority=scorekeeper", "REF-3.2", newest=1)
    assert verdict.legal == "a judge's ruling"
    match = opened().play("ana standard-health")
    verdict = match.refuse("tess rewind 1 authority=scorekeeper", "REF-3.2", newest=2)
    assert verdict.legal == "strike 2, or a judge's ruling"
    match.play("tess strike 2 authority=scorekeeper")
    assert match.replay.undone == {2: 4}


@pytest.mark.parametrize("ruling", ["adjust health:ana:10", "penalty ana game-loss"])
def test_ref_3_2_no_scorekeeper_repairs_or_penalises(ruling: str):
    begun().refuse(f"tess {ruling} authority=scorekeeper", "REF-3.2")


@pytest.mark.parametrize("authority", ["floor", "scorekeeper"])
def test_ref_3_2_only_a_head_judge_overrules(authority: str):
    match = begun().play("ana draw 1; ana deposit Aegaryn; jo strike 7")
    match.refuse(f"jo overrule 8 authority={authority}", "REF-3.2", authority=authority)
    match.play("jo overrule 8 authority=head")


# -- rulings upon rulings ----------------------------------------------------------------------


def test_rulings_of_a_long_match_fold_to_what_was_played():
    """More entries than lie between two kept copies of the state."""
    match = begun()
    for turn in range(20):
        seat = ("ana", "bo")[turn % 2]
        match.play(f"{seat} draw 1; {seat} discard {CHEAP[turn // 2]}; {seat} end")
        match.play(f"{seat} note text=ok")
    straight = match.replay.digest()
    assert match.seq > 80
    match.play('jo insert 70 "bo note text=late"; jo strike 20; jo strike 68; jo rewind 83')
    assert replay(GAME, CARDS, match.replay.events).digest() == match.replay.digest()
    match.play("mx overrule 89; mx overrule 88; mx overrule 87; mx overrule 86")
    assert match.replay.digest() == straight


CHEAP = ["Juryn", "Juryn", "Juryn", "Juryn", *["Aegaryn"] * 4, "Abyssal", "Abyssal"]


def test_a_rewind_behind_an_insertion_undoes_it():
    match = begun().play("ana draw 1")
    match.play('jo insert 6 "ana deposit Juryn"; ana call-judge; jo rewind 5')
    assert match.replay.undone == {6: 9, 7: 9}
    assert match.replay.state.calls == [8]
    match.refuse("mx overrule 7", "REF-3.1", entry=7)


def test_a_rewind_to_an_entry_keeps_what_was_inserted_behind_it():
    match = forgotten_draw().play('jo insert 5 "ana draw 1"; jo rewind 5')
    assert match.replay.undone == {6: 9, 7: 9}
    match.play("ana deposit Juryn")


def test_the_record_keeps_all_that_was_logged():
    match = begun().play("ana draw 1; jo rewind 5; bo call-judge")
    assert [type(event).__name__ for event in match.replay.events[5:]] == [
        "Draw",
        "Rewind",
        "CallJudge",
    ]


def test_the_players_keep_their_order_after_a_ruling():
    first, second = opening().seats
    zoe = type(first)("zoe", first.person, first.deck)
    match = Match(GAME, opening(seats=(zoe, second)))
    match.play("zoe note text=hm; jo strike 2; zoe standard-health")
    assert [fact.seat for fact in match.all(ScoreChanged)] == ["zoe", "bo"]


def test_a_record_without_rulings_takes_none():
    plain = Replay(GAME, CARDS, rulings=False)
    plain.extend([opening(), line("ana standard-health")])
    with pytest.raises(ValueError, match="without rulings"):
        plain.add(line("jo strike 2"))


# -- questions about a record ------------------------------------------------------------------


def events_of(match: Match) -> list[Event]:
    return list(match.replay.events)


def test_what_if_shows_a_ruling_without_making_it():
    match = begun().play("ana draw 1; ana deposit Aegaryn; ana lay Frostling tribes=Aegaryn")
    events = events_of(match)
    effect = what_if(GAME, CARDS, events, Strike("jo", 7))
    assert effect.verdict == BY_JO
    assert [change.seq for change in effect.changes] == [7, 8]
    assert {d.path for d in effect.differences} >= {"sides.ana.bench", "step"}
    assert (effect.result_before, effect.result_after) == (None, None)
    assert events_of(match) == events
    assert match.replay.undone == {}


def test_what_if_shows_another_result():
    match = begun().play("ana draw 1; ana concede")
    effect = what_if(GAME, CARDS, events_of(match), Rewind("jo", 6))
    assert effect.result_before == Result("concession", "won", ("bo",))
    assert effect.result_after is None


def test_what_if_a_ruling_is_out_of_order():
    effect = what_if(GAME, CARDS, events_of(begun()), Overrule("jo", 3))
    assert isinstance(effect.verdict, Illegal) and effect.verdict.rule == "REF-3.1"
    assert (effect.changes, effect.differences) == ((), [])


def test_what_if_a_step_is_inserted_or_the_state_repaired():
    events = events_of(begun())
    effect = what_if(GAME, CARDS, events, Insert("jo", 5, {"type": "draw", "seat": "ana"}))
    assert effect.verdict == BY_JO
    effect = what_if(GAME, CARDS, events, Adjust("jo", (Repair("health", "ana", "9"),)))
    assert effect.differences == [Difference("sides.ana.health", 250, 9)]


def test_the_state_as_it_was():
    match = begun().play("ana draw 1; ana deposit Aegaryn")
    assert replay(GAME, CARDS, events_of(match)[:6]).state.sides["ana"].bank == []
    assert replay(GAME, CARDS, events_of(match)[:7]).digest() == match.replay.digest()


def test_two_states_differ_by_path():
    before = position(ana=Has(battle="Frostling", bench="Duneling; Cityling"))
    after = position(ana=Has(battle="Frostling -10", bench="Cityling flat; Duneling", bank="Juryn"))
    found = {d.path: (d.before, d.after) for d in differences(before.state, after.state)}
    assert found["sides.ana.battle.damage"][1] == 10
    assert found["sides.ana.bench.Cityling.vertical"][0] is True
    assert found["sides.ana.bank"][1] == ["Juryn"]
    assert not [path for path in found if "Duneling" in path]
    assert list(differences(before.state, before.state)) == []


def test_a_difference_from_nothing_says_nothing_and_not_none():
    before = position(ana=Has(battle="Frostling", bench="Duneling; Cityling"))
    after = position(ana=Has(battle="Frostling -10", bench="Cityling flat; Duneling", bank="Juryn"))
    found = {d.path: (d.before, d.after) for d in differences(before.state, after.state)}
    assert found["sides.ana.battle.damage"] == (0, 10)
    assert found["sides.ana.bench.Cityling.vertical"] == (True, False)
    assert found["sides.ana.bank"] == ([], ["Juryn"])


LONE = {**DECK, "Frostling": 1, "Frostguard": 2, "Aegaryn": DECK["Aegaryn"] + 1}


def test_a_reading_that_decides_nothing_of_a_record_changes_no_entry():
    match = begun().play("ana draw 1; ana discard Juryn; ana end; bo draw 1")
    for choices in ({"WV-I 5": "no_if_possible"}, {}):
        found = reread(GAME, CARDS, events_of(match), choices)
        assert (found.verdict, found.changes, found.differences) == (LEGAL, [], [])


def test_a_reading_under_which_the_opening_is_refused_compares_nothing_else():
    events = [opening(decks=(DECK, LONE)), line("ana standard-health")]
    found = reread(GAME, CARDS, events, {"WV-I 1": "as_many"})
    assert isinstance(found.verdict, Illegal) and found.verdict.rule == "WV-1.6"
    assert not found.changes


def test_a_record_that_was_never_opened_changes_nowhere():
    events = [opening(decks=[DECK]), line("ana standard-health")]
    assert not reread(GAME, CARDS, events, {"WV-I 1": "as_many"}).changes


# -- rulings in the middle of something --------------------------------------------------------


def mid_combat() -> Match:
    """Ana has attacked and not thrown yet."""
    ana = Has(battle="Frostling", bench="Duneling")
    return position(ana=ana, bo=Has(battle="Waveling", bench="Starling")).play("ana attack")


@pytest.mark.parametrize("fallen", ["ana/Frostling:bo", "bo/Waveling:ana"])
def test_no_dice_are_due_when_a_repair_has_ended_the_combat(fallen: str):
    match = mid_combat().play(f"jo adjust defeat:{fallen}")
    assert "roll" not in match.options("ana")
    match.refuse("ana roll 6-1", "WV-7.7", seat="ana")
    match.play("ana end")


def test_no_unit_has_to_enter_when_a_repair_has_left_none():
    match = position(ana=Has(battle="Frostling"), bo=Has(bench="Waveling; Starling"))
    match.play("ana attack; jo adjust ready:bo/Waveling:no")
    (due,) = match.state.due
    assert (due.task, due.units) == ("enter", ["Starling"])
    match.play("jo adjust ready:bo/Starling:no")
    assert match.state.due == []
    match.play("ana end")


def test_nothing_is_picked_of_a_hand_that_a_repair_has_emptied():
    bo = Has(battle="Duneling -49", hand=1)
    match = position(ana=Has(battle="Frostling"), bo=bo).play("ana attack 6-1")
    match.play("jo adjust draw:bo:-1")
    assert match.due("ana") == []
    match.play("ana end")


def test_nothing_drowns_when_a_repair_has_left_no_unit():
    bo = Has(battle="Duneling -49", bench="Starling")
    match = position(ana=Has(battle="Waveling"), bo=bo).play("ana attack 6-1")
    match.play("jo adjust defeat:bo/Starling:nobody; ana end")


def test_nothing_is_taken_back_that_a_repair_has_moved():
    bo = Has(battle="Duneling+Duneguard [Juryn Aegaryn*2] -89")
    match = position(ana=Has(battle="Cityling"), bo=bo).play("ana attack 6-1")
    match.play("jo adjust move:bo/Juryn:discard>bank")
    match.refuse("bo reclaim Juryn", "WV-7.12", card="Juryn", have=0)
    match.play("bo reclaim Aegaryn")


def test_an_extra_draw_that_is_let_stand_readies_nobody():
    match = position(ana=Has(bench="Duneling flat"))
    match.refuse("ana draw 1", "WV-4.3")
    match.play("jo stand 2 WV-4.3")
    assert match.ana.hidden.size("hand") == 6
    assert not match.ana.bench[0].vertical
    match.play("ana deposit Juryn")


def test_a_draw_out_of_turn_that_is_let_stand_leaves_the_turn_alone():
    match = position(step="discard", bo=Has(bench="Duneling flat"))
    match.refuse("bo draw 2", "WV-4.3")
    match.play("jo stand 2 WV-4.3; ana draw 1")
    assert match.bo.hidden.size("hand") == 7
    assert not match.bo.bench[0].vertical


def test_more_cards_than_the_deck_has_cannot_stand():
    match = begun_setup()
    match.refuse("ana draw 60", "WV-3.3", have=60, size=53)
    match.refuse("jo stand 3 WV-3.3", "REF-3.3", rule="WV-3.3")
    match.refuse("ana draw 2", "WV-3.3", limit=0)
    match.play("jo stand 5 WV-3.3")
    assert match.ana.hidden.size("hand") == 9


def begun_setup() -> Match:
    return Match(GAME, opening()).play("ana draw 7")


def test_the_attacker_throws_though_it_was_let_stand_out_of_turn():
    match = position(ana=Has(bench="Duneling; Cityling"), bo=Has(battle="Waveling"))
    match.refuse("bo attack", "WV-4.1")
    match.play("jo stand 2 WV-4.1; ana enter Duneling; bo roll 6-1")
    assert match.ana.battle is not None and match.ana.battle.damage == 30


def test_the_start_cannot_be_made_again_by_letting_it_stand():
    match = begun()
    match.refuse("bo first-roll 6-1", "WV-3.4")
    match.refuse("jo stand 6 WV-3.4", "REF-3.3", rule="WV-3.4")
    assert (match.state.turn, match.state.active) == (1, "ana")


def test_a_turn_may_end_when_a_repair_has_forbidden_its_action():
    ana = Has(battle="Frostling")
    match = position(ana=ana, bo=Has(battle="Waveling"), choices={"WV-I 5": "no_if_possible"})
    match.refuse("ana end", "WV-7.1")
    match.play("jo adjust defeat:bo/Waveling:nobody; ana end")


def test_the_draw_of_the_turn_comes_before_one_that_a_repair_has_granted():
    match = position(ana=Has(battle="Frostling"), step="discard").play("ana discard Juryn")
    match.play("jo adjust defeat:ana/Frostling:bo; ana draw 2")
    assert match.ana.hidden.size("hand") == 6


def test_a_step_let_stand_too_late_does_not_bring_its_step_back():
    match = position(ana=Has(battle="Frostling"), bo=Has(battle="Waveling")).play("ana attack 6-1")
    match.refuse("ana deposit Juryn", "WV-4.6")
    match.play("jo stand 3 WV-4.1")
    assert match.ana.bank == ["Juryn"]
    match.refuse("ana deposit Juryn", "WV-4.6", now="action")


# -- many rulings ------------------------------------------------------------------------------


def some_ruling(chance: Random, last: int) -> Event:
    """A ruling about any entry, in order or not; as often a remark."""
    entry = chance.randint(1, last)
    return chance.choice(
        [
            Note("jo", "a remark"),
            Insert("jo", entry, {"type": "note", "by": "jo", "text": "forgotten"}),
            Insert("jo", last, {"type": "note", "by": "jo", "text": "forgotten"}),
            Strike("jo", entry),
            Strike("jo", last, authority="scorekeeper"),
            Stand("jo", entry, ("WV-4.3",)),
            Rewind("jo", max(entry, last - 9)),
            Overrule("jo", entry),
        ]
    )


@pytest.mark.parametrize("seed", range(6))
def test_rulings_one_by_one_come_to_what_all_of_them_together_come_to(seed: int):
    chance = Random(seed)
    opened, events = played("wondervale", seed)
    match = Replay(*opened[:2]).extend(events[: chance.randint(10, 90)])
    in_order: set[int] = set()
    for _ in range(90):
        event = some_ruling(chance, len(match.events))
        outcome = match.add(event)
        if isinstance(event, RULINGS) and not isinstance(outcome.verdict, Illegal):
            in_order.add(outcome.seq)
        together = timeline(match.events, in_order, GAME.codec.nested)
        assert list(match.steps()) == together.steps
        assert match.undone == together.undone
    assert match.fold is not None
    whole = match.fold.again(match.fold.steps, 1)
    assert whole.verdicts == match.fold.verdicts
    assert whole.table.facts == match.fold.table.facts
    assert digest_of(whole.table.state) == match.digest()
    assert len(in_order) > 20


@pytest.mark.parametrize("behind", [0, 30])
def test_a_run_of_rulings_on_one_place_folds_what_lies_behind_it_and_no_more(
    behind: int, monkeypatch: pytest.MonkeyPatch
):
    opened, events = played("wondervale", 1)
    match = Replay(*opened[:2]).extend(events[:90])
    folded: list[Step] = []
    add = Fold.add
    monkeypatch.setattr(Fold, "add", lambda fold, step: folded.append(step) or add(fold, step))
    remark = {"type": "note", "by": "jo", "text": "forgotten"}
    match.add(Insert("jo", 90 - behind, remark))
    folded.clear()
    for _ in range(50):
        match.add(Insert("jo", 90 - behind, remark))
    assert len(folded) == 50 * (1 + behind)


def test_striking_notes_folds_nothing_again_and_leaves_them_out_at_once(
    monkeypatch: pytest.MonkeyPatch,
):
    opened, events = played("wondervale", 1)
    first, last = len(events[:90]) + 1, len(events[:90]) + 60
    notes = [Note("jo", "a remark")] * 60
    match = Replay(*opened[:2]).extend([*events[:90], *notes])
    before = match.digest()
    folded: list[Step] = []
    add, leave_out, times = Fold.add, Fold.leave_out, list[int]()
    monkeypatch.setattr(Fold, "add", lambda fold, step: folded.append(step) or add(fold, step))
    monkeypatch.setattr(
        Fold, "leave_out", lambda fold, seqs: times.append(len(seqs)) or leave_out(fold, seqs)
    )
    for seq in range(first, last):
        outcome = match.add(Strike("jo", seq))
        assert outcome.changes == (Change(seq, LEGAL, None),)
        assert outcome.digest == before
        again = match.add(Strike("jo", seq))
        assert isinstance(again.verdict, Illegal) and again.verdict.rule == "REF-3.1"
    assert match.add(Strike("jo", last, authority="scorekeeper")).changes
    assert not folded and not times
    assert [step.seq for step in match.steps()] == [*range(1, first)]
    assert times == [60]
    assert match.standing(first) is None
    assert match.add(Strike("jo", first - 1, authority="scorekeeper")).changes
    assert match.digest() == Replay(*opened[:2]).extend(events[:89]).digest()


def test_many_strikes_are_left_out_of_the_steps_in_force_in_one_go(monkeypatch: pytest.MonkeyPatch):
    _, events = played("wondervale", 1)
    notes, strikes = [Note("jo", "a remark")] * 50, [Strike("jo", n) for n in range(11, 61)]
    record = [*events[:10], *notes, *strikes]
    monkeypatch.setattr("referee.replay.timeline.rewritten", None)
    line = timeline(record, {*range(61, 111)}, GAME.codec.nested)
    assert [step.seq for step in line.steps] == [*range(1, 11)]
    assert line.undone == dict(zip(range(11, 61), range(61, 111), strict=True))


def test_what_a_ruling_changes_is_said_of_every_entry_that_it_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("referee.replay.fold.SNAPSHOT_EVERY", 1000)  # all is folded again
    match = verdicts.match_of(verdicts.paths()["grand_archive/17"].read_text())
    kept = begun_as(match.opened, rules=True)
    for event in (line.event for line in match.lines if line.logged):
        before = [kept.standing(seq) for seq in range(1, len(kept.events) + 1)]
        changed = {change.seq for change in kept.add(event).changes}
        now = [kept.standing(seq) for seq in range(1, len(before) + 1)]
        pairs = enumerate(zip(before, now, strict=True), 1)
        assert {seq for seq, (a, b) in pairs if a != b} == changed
