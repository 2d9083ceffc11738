"""All that follows from a line of each kind, in the order in which it happens."""

import pytest

from referee.fact import (
    CardMoved,
    CardsDrawn,
    CardsSeen,
    DamageDealt,
    DeckRebuilt,
    DieRolled,
    Fact,
    FirstPlayer,
    ScoreChanged,
    SideLeft,
    TurnBegan,
    TurnEnded,
)
from referee.games.warrift.facts import (
    CardPlayed,
    CardSummoned,
    ClassTaken,
    CountersChanged,
    DifficultySet,
    EyeOpened,
    MagickaLost,
    MonsterEntered,
    MonsterKilled,
    RiftDealt,
    RotationBegan,
    RotationEnded,
    SupportTaken,
    Traded,
)
from referee.parts.responses import Resolved
from tests.games.warrift.effects import text
from tests.games.warrift.table import Match, begun, mid, opened

WHOLE = (0, 1, 2, 3, 4, 5, 6)


def after(match: Match, line: str) -> list[Fact]:
    """What follows from a line that is accepted."""
    return match.play(line).facts


def struck(seat: str, source: str, target: str, amount: int, left: int) -> DamageDealt:
    card = target.partition(".")[0]
    return DamageDealt(seat, source, "", target, card, amount, left, "damage", "WR-7.6")


def test_the_opening_tells_difficulty_classes_and_points():
    assert opened(3, difficulty="hard", retain="2").facts == [
        DifficultySet("hard", 9, 2),
        ClassTaken("ana", "arbiter"),
        ScoreChanged("ana", "points", 0),
        ClassTaken("bo", "necromancer"),
        ScoreChanged("bo", "points", 0),
        ClassTaken("cy", "werewolf"),
        ScoreChanged("cy", "points", 0),
    ]


def test_the_first_roll_begins_the_first_turn():
    assert begun().facts == [
        DieRolled("ana", 7, 6, "first player", WHOLE),
        DieRolled("bo", 7, 5, "first player", WHOLE),
        FirstPlayer("ana", "WR-3.15"),
        RotationBegan("ana", 1, False),
        TurnBegan("ana", 1),
    ]


def test_the_eye_is_rolled_for_and_its_monsters_come_out():
    match = begun()
    assert after(match, "ana eye-roll 2 0") == [
        DieRolled("ana", 7, 2, "eye", WHOLE),
        DieRolled("ana", 7, 0, "eye", WHOLE),
        EyeOpened("ana", 2),
    ]
    assert after(match, "ana enter Rat Wolf") == [
        MonsterEntered("Rat.1", "Rat", "the Eye"),
        MonsterEntered("Wolf.1", "Wolf", "the Eye"),
    ]


def test_cards_are_played_and_take_effect_one_after_the_other():
    match = mid().hold("ana", "A4", "N2")
    assert after(match, "ana play A4 N2") == [
        CardPlayed("ana", "A4.1", "A4", False, "ana"),
        Resolved(match.seq, "ana", "A4.1", "card", "took effect"),
        CardPlayed("ana", "N2.1", "N2", False, "bo"),
    ]


def test_an_attack_that_nobody_answers_strikes_before_the_next_line():
    match = mid().give("ana", magicka=2)
    match.put("ana", "A4", turn=match.wr.turn)
    match.put("", "Wolf")
    assert after(match, "ana attack A4.1 Wolf.1") == []
    entry = match.seq
    assert after(match, "ana summon A2 A2") == [
        struck("ana", "A4", "Wolf.1", 4, 0),
        MonsterKilled("ana", "Wolf.1", "Wolf", 2, "A4.1", ""),
        ScoreChanged("ana", "points", 2),
        Resolved(entry, "ana", "A4.1", "attack", "took effect"),
        CardSummoned("ana", "A2", 2, "rift", ("A2", "A3", "A4", "AA")),
    ]


def test_a_stolen_kill_is_told_with_whose_it_would_have_been():
    match = mid().hold("bo", "NA")
    match.put("ana", "A4", turn=match.wr.turn)
    match.put("", "Wolf", "Wolf")
    match.play("ana attack A4.1 Wolf.1; bo play NA answers=0; bo attack NA.1 Wolf.1 answers=0")
    entry = match.seq
    assert after(match, "ana play Amage") == [
        struck("bo", "NA", "Wolf.1", 2, 0),
        MonsterKilled("bo", "Wolf.1", "Wolf", 2, "NA.1", "ana"),
        ScoreChanged("bo", "points", 2),
        Resolved(entry, "bo", "NA.1", "attack", "took effect"),
        Resolved(entry - 2, "ana", "A4.1", "attack", "its target is gone"),
        CardPlayed("ana", "Amage.1", "Amage", False, "ana"),
    ]


def test_an_attack_on_another_monster_steals_nothing():
    match = mid().hold("bo", "NA")
    match.put("ana", "A4", turn=match.wr.turn)
    match.put("", "Wolf", "Ogre")
    match.play("ana attack A4.1 Ogre.1; bo play NA answers=0; bo attack NA.1 Wolf.1 answers=0")
    match.play("ana play Amage")
    assert [(each.thing, each.stolen) for each in match.all(MonsterKilled)] == [
        ("Wolf.1", ""),
        ("Ogre.1", ""),
    ]


def test_mercenaries_and_strongholds_are_paid_for():
    match = mid().give("ana", points=3)
    assert after(match, "ana hire Hand1 Amage flipped=Hut1") == [
        CardMoved("ana", "Amage", "hand", "ana.discard", "WR-9.3"),
        SupportTaken(
            "ana", "Hand1.1", "Hand1", 1, "mercenary", ("Hand2", "Sneak1", "Hut1", "Hut2", "Hut3")
        ),
    ]
    hired = match.seq
    assert after(match, "ana gain Hut2 Hut1") == [
        Resolved(hired, "ana", "Hand1.1", "card", "took effect"),
        ScoreChanged("ana", "points", 1),
        SupportTaken(
            "ana", "Hut2.1", "Hut2", 2, "stronghold", ("Hand2", "Sneak1", "Hut1", "Hut3", "Hut1")
        ),
    ]


def test_creatures_are_stored_and_taken_out():
    match = mid()
    match.put("ana", "Hut2")
    assert after(match, "ana store Hut2 Amage") == [
        CardMoved("ana", "Amage", "hand", "Hut2.1.garrison", "WR-10.6")
    ]
    assert after(match, "ana take Hut2 Amage") == [
        CardMoved("ana", "Amage", "Hut2.1.garrison", "hand", "WR-10.8")
    ]


def test_named_cards_of_a_trade_are_told_and_how_many_there_were():
    match = mid()
    match.put("bo", "Hut1")
    assert after(match, "ana trade bo gives=Amage,Awarrior taken=1 takes=Hut1") == [
        CardMoved("ana", "Amage", "ana.hand", "bo.hand", "WR-11.3"),
        CardMoved("ana", "Awarrior", "ana.hand", "bo.hand", "WR-11.3"),
        Traded("ana", "bo", 2, 2),
    ]


def test_the_end_of_a_turn_takes_magicka_draws_and_begins_the_next():
    match = mid().play("ana play Amage Amage Awarrior")
    played = match.seq
    assert after(match, "ana step end") == [
        Resolved(played, "ana", "Awarrior.1", "card", "took effect"),
        MagickaLost("ana", 2),
        CardsDrawn("ana", 3, "WR-12.6"),
        TurnEnded("ana", 1),
        TurnBegan("bo", 2),
    ]


def test_wr_12_8_a_new_deck_is_made_amid_the_draw():
    match = mid().pile("ana.discard", "A2", "A3")
    match.t.state.zones.hidden.draw(4, "ana.primary", "away")
    match.play("ana play Amage Amage Awarrior")
    assert after(match, "ana step end")[2:4] == [
        DeckRebuilt("ana", 5, "WR-12.8"),
        CardsDrawn("ana", 3, "WR-12.6"),
    ]


def test_the_deal_of_the_rift_ends_the_rotation():
    match = mid().give("ana", magicka=2).give("bo", magicka=2)
    match.play("ana summon A2 A2; bo summon N2 N2; ana step end; bo step end")
    assert after(match, "ana rift-deal") == [
        RiftDealt("bo", 1, 1, 2),
        RiftDealt("ana", 1, 1, 2),
        RotationEnded(1, 0, 12),
        RotationBegan("bo", 2, False),
        TurnBegan("bo", 3),
    ]


def test_the_game_ending_rotation_is_told_as_it_begins():
    match = mid().give("ana", points=30)
    match.wr.ending = 2
    match.put("", "Rat")
    match.play("ana step end")
    assert after(match, "bo step end") == [
        TurnEnded("bo", 2),
        RotationEnded(1, 1, 12),
        RotationBegan("bo", 2, True),
        TurnBegan("bo", 3),
    ]


@pytest.mark.parametrize(
    ("did", "fact"),
    [
        ("counters:Ogre.1:2", CountersChanged("Ogre.1", 2, 3, "Text.1")),
        ("counters:Ogre.1:-1", CountersChanged("Ogre.1", -1, 0, "Text.1")),
        ("damage:Ogre.1:1", struck("ana", "Text", "Ogre.1", 1, 2)),
        ("points:2:bo", ScoreChanged("bo", "points", 2)),
        ("draw:2:bo", CardsDrawn("bo", 2, "WR-15.6")),
        ("discard:Nmage:bo", CardMoved("bo", "Nmage", "hand", "bo.discard", "WR-15.6")),
        ("consume:Nmage:hand:bo", CardMoved("bo", "Nmage", "hand", "necropolis", "WR-6.6")),
        ("move:N3:discard:hand::bo", CardMoved("bo", "N3", "discard", "bo.hand", "WR-15.6")),
        ("move:Rat:necropolis:eye", CardMoved("ana", "Rat", "necropolis", "eye", "WR-15.6")),
        ("look:2:primary:bo", CardsSeen("ana", "bo.primary", 2, "")),
        ("reveal:Nmage:hand:bo", CardsSeen("ana", "bo.hand", 1, "Nmage")),
        ("scout:2", CardsSeen("ana", "eye", 2, "")),
        ("scout:2:Rat+Wolf", CardsSeen("ana", "eye", 2, "Rat,Wolf")),
        ("alter:1:eye::3", CardsSeen("ana", "eye", 3, "")),
        ("roll:4", DieRolled("ana", 7, 4, "Text", WHOLE)),
    ],
)
def test_an_outcome_is_told(did: str, fact: Fact):
    match = text().pile("bo.discard", "N3").pile("necropolis", "Rat")
    match.put("", "Ogre", counters=1)
    assert fact in after(match, f"ana effect Text {did}")


def test_wr_i_6_who_leaves_is_told_and_the_next_turn_begins():
    match = mid(3, choices={"WR-I 6": "others_go_on"}).give("ana", magicka=1)
    assert after(match, "ana concede") == [
        SideLeft("ana", "concession", "REF-4.1"),
        MagickaLost("ana", 1),
        TurnEnded("ana", 1),
        TurnBegan("bo", 2),
    ]


def test_the_last_rotation_is_told_as_it_ends_whether_won_or_lost():
    match = mid(difficulty="rekt")
    match.put("", *["Rat"] * 4)
    match.play("ana step end; bo step end")
    assert match.one(RotationEnded) == RotationEnded(1, 4, 3)
    match = mid()
    match.wr.ending = 1
    match.play("ana step end; bo step end")
    assert match.one(RotationEnded) == RotationEnded(1, 0, 12)
