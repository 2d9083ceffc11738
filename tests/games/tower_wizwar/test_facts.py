"""All that is told of a line of each kind, fact by fact, each with its rule and its figures."""

from referee.fact import (
    CardMoved,
    CardsDrawn,
    CardsSeen,
    MatchEnded,
    ScoreChanged,
    Term,
    TurnBegan,
    TurnEnded,
)
from referee.games.tower_wizwar.facts import (
    AttackBlocked,
    AttackDeclared,
    CardCast,
    CardPlayed,
    DamageAssigned,
    DamageLost,
    DamageReckoned,
    Drafted,
    DraftTurned,
    DrainMoved,
    Expended,
    HarmChanged,
    ManaSpent,
    Moved,
    PhaseBegan,
    PoolLeft,
    SpaceCleared,
    TokensChanged,
    WizardLost,
    WoundsChanged,
)
from referee.parts.effects import EffectHappened
from referee.parts.responses import Resolved
from tests.games.tower_wizwar.effects import text
from tests.games.tower_wizwar.table import opened, turn


def test_tw_12_2_a_cast_and_what_it_replaces():
    match = turn().give("ana", drain=3).hold("ana", "C2")
    match.put("ana", "F1", "C5")
    match.play("ana cast C2 F1 mana=C1,C3 unnamed=2")
    assert match.facts == [
        CardMoved("ana", "C1", "pool", "ana.discard", "TW-4.7"),
        CardMoved("ana", "C3", "pool", "ana.discard", "TW-4.7"),
        ManaSpent("ana", 4, 3, "cast", 1),
        DrainMoved("ana", 1, 4, "TW-6.4"),
        CardCast("ana", "C2.1", "C2", "minion", "F1", 3, 1, "ana"),
    ]
    match.play("ana phase movement")
    assert match.facts == [
        CardMoved("ana", "C5", "ana.play", "ana.discard", "TW-12.5"),
        Resolved(2, "ana", "C2.1", "cast", "took effect"),
        PhaseBegan("ana", "movement"),
    ]


def test_tw_11_7_and_8_the_drafts():
    match = turn(phase="draft")
    match.tower("ana", "Keep3")
    match.play("ana tower-draft spell celestial spell")
    assert match.facts == [
        CardsDrawn("ana", 3, "TW-11.7"),
        DrainMoved("ana", 2, 2, "TW-6.8"),
        Drafted("ana", "tower", 2, 2, 0),
    ]
    assert turn(phase="draft").play("ana full-draft 1 C3 unnamed=1").facts == [
        CardsDrawn("ana", 5, "TW-11.8"),
        CardMoved("ana", "C3", "drafted", "ana.discard", "TW-11.8"),
        Drafted("ana", "full", 5, 2, 1),
    ]


def test_tw_13_4_to_6_a_celestial_changes_the_tower_turns_a_harm_and_is_gone():
    match = turn(phase="movement").hold("ana", "Sun1", place="front").give("ana", harm=1)
    match.tower("ana", "Keep2")
    match.play("ana play Sun1 Keep3")
    assert match.facts[:3] == [
        CardPlayed("ana", "Sun1.1", "Sun1", "celestial"),
        CardMoved("ana", "Keep2", "ana.play", "ana.towers", "TW-14.2"),
        CardPlayed("ana", "Keep3.1", "Keep3", "tower"),
    ]
    harm, wounds = match.one(HarmChanged), match.one(WoundsChanged)
    assert (harm.target, harm.change, harm.left, harm.cause) == ("ana", -1, 0, "Sun1")
    assert (wounds.target, wounds.change, wounds.left, wounds.cause) == ("ana", 1, 1, "Sun1")
    assert match.all(ScoreChanged) == [
        ScoreChanged("ana", "harm", 0),
        ScoreChanged("ana", "wounds", 1),
    ]
    assert match.facts[-2:] == [
        Resolved(2, "ana", "Sun1.1", "effect", "took effect"),
        CardMoved("ana", "Sun1", "ana.play", "ana.aether", "TW-13.6"),
    ]


def test_tw_13_7_an_orbital_that_replaces_another():
    match = turn(phase="movement").hold("ana", "Hat1", place="front")
    match.put("ana", "J1", "Tool1")
    match.put("ana", "J2", "Hat2")
    assert match.play("ana play Hat1 J2").facts == [
        CardMoved("ana", "Hat2", "ana.play", "ana.aether", "TW-13.7"),
        CardPlayed("ana", "Hat1.1", "Hat1", "orbital"),
    ]


def test_tw_15_14_to_22_an_attack_on_a_blocked_tower():
    match = turn(phase="attack")
    match.tower("bo", "Keep3")
    match.put("ana", "F1", "C8")
    match.put("ana", "F2", "C2")
    match.put("bo", "S1", "C1")
    match.put("bo", "S2", "Guard1")
    match.play("ana attack bo F1 F2")
    assert match.facts == [
        AttackDeclared("ana", "bo", "bo", 2, 10, "TW-15.4"),
        Expended("C8.1", True, "TW-15.6"),
        Expended("C2.1", True, "TW-15.6"),
    ]
    match.play("bo block S1 S2")
    assert match.facts == [
        AttackBlocked("bo", 2, 2, "TW-15.8"),
        DamageReckoned(
            "ana",
            2,
            "attack",
            (Term("C8.1", 8, "TW-15.1"), Term("C2.1", 2, "TW-15.1")),
            10,
            "TW-15.14",
        ),
        DamageAssigned("C1.1", 1, 1, 1, "attack", "TW-15.15", 9, 2),
        Expended("C1.1", True, "TW-15.20"),
        HarmChanged("C1.1", 1, 1, "attack", "TW-15.18"),
        DamageAssigned("Guard1.1", 3, 1, 3, "attack", "TW-15.15", 6, 2),
        Expended("Guard1.1", True, "TW-15.20"),
        HarmChanged("Guard1.1", 1, 1, "attack", "TW-15.18"),
        DamageAssigned("Keep3.1", 3, 1, 3, "attack", "TW-15.17", 3, 2),
        Expended("Keep3.1", True, "TW-15.20"),
        HarmChanged("Keep3.1", 1, 1, "attack", "TW-15.18"),
        DamageLost(2, "attack", 3, "TW-15.17"),
        DamageReckoned(
            "bo",
            2,
            "counterattack",
            (Term("C1.1", 1, "TW-15.1"), Term("Guard1.1", 1, "TW-15.1")),
            2,
            "TW-15.21",
        ),
        DamageAssigned("C2.1", 2, 1, 2, "counterattack", "TW-15.15", 0, 2),
        HarmChanged("C2.1", 1, 1, "counterattack", "TW-15.18"),
        Resolved(2, "ana", "C8.1", "attack", "took effect"),
    ]
    match.play("ana end")
    assert match.facts == [
        PhaseBegan("ana", "the last stabilise"),
        HarmChanged("C2.1", -1, 0, "turn", "TW-17.1"),
        WoundsChanged("C2.1", "ana", 1, 1, "turn", "TW-17.1"),
        PoolLeft("ana", 6),
        TurnEnded("ana", 1),
        TurnBegan("bo", 2),
        PhaseBegan("bo", "stabilise"),
    ]


def test_tw_15_19_an_attack_on_a_bare_wizard():
    match = turn(phase="attack")
    match.put("ana", "F1", "C8")
    assert match.play("ana attack bo F1").facts == [
        AttackDeclared("ana", "bo", "bo", 1, 8, "TW-15.4"),
        Expended("C8.1", True, "TW-15.6"),
        DamageReckoned("ana", 2, "attack", (Term("C8.1", 8, "TW-15.1"),), 8, "TW-15.14"),
        DamageAssigned("bo", 8, 1, 7, "attack", "TW-15.19", 0, 2),
        HarmChanged("bo", 1, 1, "attack", "TW-15.19"),
        ScoreChanged("bo", "harm", 1),
        DamageLost(2, "attack", 1, "TW-15.19"),
        Resolved(2, "ana", "C8.1", "attack", "took effect"),
    ]


def test_tw_11_14_and_17_cards_and_tokens_are_moved():
    match = turn(phase="movement")
    match.put("ana", "F1", "C2", tokens={"gold": 3})
    match.put("ana", "S1", "C3")
    assert match.play("ana exchange C2.1 C3.1").facts == [
        Moved("C2.1", "ana.F1", "ana.S1"),
        Moved("C3.1", "ana.S1", "ana.F1"),
    ]
    assert match.play("ana tokens C2.1 C3.1 gold 2").facts == [
        TokensChanged("C2.1", "gold", -2, 1, "TW-11.17"),
        TokensChanged("C3.1", "gold", 2, 2, "TW-11.17"),
    ]


def test_tw_18_3_and_14_a_wizard_and_then_its_side_lose():
    match = turn(4)
    match.put("bo", "F1", "C3")
    match.tower("bo", "Keep2")
    assert match.play("bo forfeit").facts == [
        WizardLost("bo", "forfeit", "TW-17.7"),
        SpaceCleared("bo", True, "TW-18.3"),
        CardMoved("bo", "Keep2", "bo.play", "bo.aether", "TW-18.3"),
        CardMoved("bo", "C3", "bo.play", "bo.discard", "TW-18.3"),
    ]
    assert match.play("di forfeit").facts == [
        WizardLost("di", "forfeit", "TW-17.7"),
        MatchEnded(("odd",), "won", "last standing", "TW-18.14"),
    ]


def test_tw_19_an_effect_with_many_outcomes():
    match = text()
    match.put("bo", "F1", "C3")
    outcomes = "damage:C3.1:7 random:4 coin:2:Text.1 look:2:hand:bo reveal:C4:hand:bo damage:bo:8"
    assert match.play(f"ana effect Text {outcomes}").facts == [
        EffectHappened("ana", "Text.1", "Text", "", "activated", 2, "none"),
        DrainMoved("ana", 1, 1, "TW-6.3"),
        DamageAssigned("C3.1", 7, 2, 3, "Text", "TW-16.2"),
        Expended("C3.1", True, "TW-16.3"),
        HarmChanged("C3.1", 2, 2, "Text", "TW-16.2"),
        DraftTurned("ana", 4, 18, 3),
        DraftTurned("ana", 2, 17, 3),
        TokensChanged("Text.1", "bronze", 1, 1, "TW-7.6"),
        CardsSeen("ana", "bo.hand", 2, ""),
        CardsSeen("ana", "bo.hand", 1, "C4"),
        DamageAssigned("bo", 8, 1, 7, "Text", "TW-16.3"),
        HarmChanged("bo", 1, 1, "Text", "TW-16.3"),
        ScoreChanged("bo", "harm", 1),
    ]


def test_tw_10_4_to_10_an_entrance():
    match = opened().play("ana set spell*4 orbital")
    assert match.facts == [CardsDrawn("ana", 5, "TW-10.4")]
    assert match.play("ana play Hat1 J1").facts == [CardPlayed("ana", "Hat1.1", "Hat1", "orbital")]
    assert match.play("ana draw").facts == [
        PhaseBegan("ana", "the filling of the pool"),
        CardsDrawn("ana", 5, "TW-10.10"),
    ]


def test_tw_4_7_mana_that_nothing_asked_for():
    assert turn().play("bo mana C1").facts == [
        CardMoved("bo", "C1", "pool", "bo.discard", "TW-4.7"),
        ManaSpent("bo", 1, 0, "nothing"),
    ]
