"""Who may rule in a match: by its opening, by an appointment, or because nobody has said."""

import msgspec
import pytest

from events.common import Strike
from events.notation import read, write
from referee.house import judges
from referee.replay.replay import replay
from referee.verdict import LEGAL, OnTrust
from tests.games.wondervale.table import CARDS, GAME, Match, begun, opening

RULINGS = (
    "strike 7",
    "rewind 6",
    'insert 5 "tess note text=late"',
    "adjust health:ana:10",
    "penalty ana caution",
    "time-called",
)
FLOOR = {"lena": "judge"}
BOTH = {"lena": "judge", "sato": "head-judge"}


def judged(**judges: str) -> Match:
    named = {person.replace("_", "-"): role for person, role in judges.items()}
    return begun(judges=named).play("ana draw 1; ana deposit Aegaryn")


# -- where nobody is named ---------------------------------------------------------------------


@pytest.mark.parametrize("ruling", RULINGS)
def test_ref_3_7_where_nobody_is_named_a_ruling_is_on_trust(ruling: str):
    match = judged().play(f"lena {ruling}")
    assert match.trusted() == ("nobody has said that lena judges here",)
    assert match.replay.standing(match.seq) == match.verdict


def test_ref_3_7_a_let_stand_and_an_overruling_are_on_trust_as_well():
    match = judged()
    match.refuse("ana deposit Juryn Abyssal", "WV-4.6")
    assert match.play("lena stand 8 WV-4.6").trusted()
    assert match.play("sato overrule 9").trusted() == ("nobody has said that sato judges here",)
    assert match.replay.undone == {9: 10}


def test_ref_3_7_an_adjustment_on_trust_can_be_overruled():
    match = judged().play("lena adjust health:ana:10; sato overrule 8")
    assert match.ana.health == 250


@pytest.mark.parametrize("who", ["ana", "p-ana"])
def test_ref_3_7_a_ruling_of_a_player_is_on_trust_and_says_so(who: str):
    match = judged().play(f"{who} strike 7")
    assert match.trusted() == (
        f"{who} plays in this match, and nobody has said that {who} judges it",
    )


@pytest.mark.parametrize("who", ["bo", "p-bo"])
def test_ref_3_7_no_player_rules_as_head_judge(who: str):
    match = judged().play("lena strike 7")
    match.refuse(f"{who} overrule 8", "REF-3.7", judge=who)
    match.refuse(f"{who} adjust health:ana:10 authority=head", "REF-3.7", judge=who)


def test_what_a_scorekeeper_takes_back_needs_no_judge():
    for named in ({}, FLOOR):
        match = judged(**named).play("ana strike 7 authority=scorekeeper")
        assert match.verdict == LEGAL


# -- where judges are named --------------------------------------------------------------------


@pytest.mark.parametrize("ruling", RULINGS)
def test_ref_3_7_where_judges_are_named_no_other_rules(ruling: str):
    verdict = judged(**BOTH).refuse(f"lenna {ruling}", "REF-3.7", judge="lenna")
    assert verdict.legal == "lena or sato"
    assert judged(**BOTH).play(f"lena {ruling}").verdict == LEGAL


def test_ref_3_7_no_other_closes_a_call():
    match = judged(**FLOOR).play("ana call-judge")
    match.refuse("kim close-call", "REF-3.7", judge="kim")
    assert match.play("lena close-call").verdict == LEGAL


def test_ref_3_2_a_judge_has_not_the_authority_of_a_head_judge():
    match = judged(**BOTH)
    verdict = match.refuse("lena strike 7 authority=head", "REF-3.2", judge="lena")
    assert verdict.legal == "sato"
    match.play("lena strike 7")
    match.refuse("lena overrule 9", "REF-3.2", judge="lena")
    assert match.play("sato overrule 9").verdict == LEGAL
    assert match.play("sato strike 7 authority=floor").verdict == LEGAL


@pytest.mark.parametrize("signed", ["ana", "p-ana"])
def test_a_player_whom_the_match_names_rules_as_head_judge(signed: str):
    match = judged(p_ana="head-judge").play(f"{signed} strike 7; {signed} overrule 8")
    assert match.verdict == LEGAL


def test_a_judge_may_let_stand_a_penalty_of_somebody_who_is_none():
    match = judged(**FLOOR)
    match.refuse("kim penalty ana game-loss", "REF-3.7")
    match.play("lena stand 8 REF-3.7")
    assert match.state.winner == "bo"


# -- appointments ------------------------------------------------------------------------------


def test_ref_3_8_whom_an_entry_appoints_judges_from_there_on():
    match = judged().play("lena penalty bo caution; kim appoint lena judge")
    assert match.trusted() == ("nobody has said that kim appoints here",)
    assert match.play("lena strike 7").verdict == LEGAL
    match.refuse("kim strike 6", "REF-3.7", judge="kim")
    assert isinstance(match.replay.standing(8), OnTrust)


def test_ref_3_8_where_a_head_judge_or_an_organiser_is_named_they_alone_appoint():
    match = judged(**BOTH)
    match.refuse("kim appoint kim judge", "REF-3.8", by="kim")
    match.refuse("lena appoint kim judge", "REF-3.8", by="lena")
    assert match.play("sato appoint kim organiser").verdict == LEGAL
    assert match.play("kim appoint moe judge").verdict == LEGAL
    assert judges(match.state) == {"lena": "floor", "sato": "head", "kim": "head", "moe": "floor"}


def test_ref_3_8_who_plays_appoints_nobody_at_the_own_seat():
    match = judged(**FLOOR)
    match.refuse("ana appoint p-ana head-judge", "REF-3.8", by="ana")
    assert match.play("bo appoint sato head-judge").trusted()


def test_ref_3_8_a_role_is_taken_back_from_who_has_it():
    match = judged(**BOTH)
    match.refuse("sato appoint lena head-judge ends=yes", "REF-3.8", person="lena")
    match.play("sato appoint lena head-judge; sato appoint lena judge ends=yes")
    assert judges(match.state) == {"lena": "head", "sato": "head"}
    match.play("sato appoint lena head-judge ends=yes")
    match.refuse("lena strike 7", "REF-3.7", judge="lena")


def test_an_organiser_alone_leaves_open_who_judges():
    match = judged().play("kim appoint olga organiser; lena penalty bo caution")
    assert match.trusted() == ("nobody has said that lena judges here",)
    assert match.play("olga overrule 9").verdict == LEGAL


def test_a_rewind_leaves_appointments_and_they_may_come_after_the_end():
    match = judged().play("kim appoint lena judge; lena rewind 5")
    assert judges(match.state) == {"lena": "floor"}
    assert match.play("ana concede; lena appoint moe judge; moe rewind 9").verdict == LEGAL


# -- the record --------------------------------------------------------------------------------


def test_an_opening_that_names_no_judge_has_the_bytes_and_the_state_that_it_always_had():
    plain = opening()
    assert b"judges" not in msgspec.json.encode(plain)
    assert b'"judges":{"lena":"judge"}' in msgspec.json.encode(opening(judges=FLOOR))
    named = replay(GAME, CARDS, [opening(judges=FLOOR)])
    assert named.state.roles == {"lena": ["judge"]}
    assert named.digest() != replay(GAME, CARDS, [plain]).digest()


@pytest.mark.parametrize(
    "line", ["kim appoint lena judge", "kim appoint lena head-judge ends=yes", "jo close-call 7"]
)
def test_a_line_reads_back(line: str):
    assert write(read(line, GAME.codec), GAME.codec) == line


def test_a_ruling_is_judged_by_who_judged_when_it_was_made():
    match = judged(**BOTH).play("lena strike 7; sato appoint lena judge ends=yes")
    assert match.replay.standing(8) == LEGAL
    again = replay(GAME, CARDS, match.replay.events)
    assert again.digest() == match.replay.digest()
    assert again.verdicts == match.replay.verdicts
    assert isinstance(match.replay.events[7], Strike)
