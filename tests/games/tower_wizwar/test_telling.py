"""What is told of an attack, of harm and of a loss: each fact in words, sums with their rules."""

import pytest

from cli.screen.sentences import sums
from referee.fact import CardsSeen, Fact
from referee.games.tower_wizwar import facts
from referee.games.tower_wizwar.facts import OWN, DamageReckoned
from referee.games.tower_wizwar.words import WORDS
from tests.games.tower_wizwar.table import Match, turn


def told(match: Match) -> list[str]:
    return [WORDS[type(fact)](fact) for fact in match.facts if type(fact) in WORDS]


def test_every_fact_of_the_game_has_words():
    assert [fact.__name__ for fact in OWN if fact not in WORDS] == []


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (facts.PhaseBegan("ana", "draft"), "ana: draft"),
        (facts.Drafted("ana", "tower", 1, 1, 0), "ana drafts 1 spell by the tower into the pool"),
        (
            facts.Drafted("ana", "full", 5, 2, 1),
            "ana drafts 5 spells: 1 to the hand, 2 to the pool",
        ),
        (
            facts.CardCast("ana", "Ogre.1", "Ogre", "monster", "F2", 5, 1, "cy"),
            "ana casts Ogre into cy.F2 for 5 mana, 1 of it surcharge",
        ),
        (
            facts.CardCast("ana", "Imp.1", "Imp", "minion", "F1", 0, 0, "ana"),
            "ana casts Imp into ana.F1 for 0 mana",
        ),
        (facts.CardPlayed("ana", "Hat.1", "Hat", "orbital"), "ana plays the orbital Hat"),
        (facts.ManaSpent("ana", 3, 2, "cast"), "ana makes 3 mana for cast, 1 lost"),
        (facts.ManaSpent("ana", 2, 2, "cast"), "ana makes 2 mana for cast"),
        (facts.PoolLeft("ana", 1), "ana has 1 spell left in the pool"),
        (facts.DrainMoved("ana", 1, 4, "TW-6.4"), "the drain of ana rises by 1 to 4"),
        (facts.DrainMoved("ana", -3, 1, "TW-11.5"), "the drain of ana falls by 3 to 1"),
        (facts.Expended("Imp.1", True), "Imp.1 is expended"),
        (facts.Expended("Imp.1", False), "Imp.1 is renewed"),
        (facts.Moved("Imp.1", "ana.F1", "bo.F2"), "Imp.1 goes from ana.F1 to bo.F2"),
        (facts.TokensChanged("Imp.1", "gold", 2, 3), "2 gold comes onto Imp.1, 3 there now"),
        (facts.TokensChanged("Imp.1", "gold", -2, 1), "2 gold leaves Imp.1, 1 there now"),
        (facts.DraftTurned("ana", 5, 18, 3), "ana turns a draft card: 5"),
        (facts.Cancelled("ana", 7, "cast"), "ana's cast of entry 7 is cancelled"),
        (
            CardsSeen("ana", "bo.hand", 2, "Imp,Ogre"),
            "ana sees 2 cards of bo.hand: Imp, Ogre",
        ),
        (CardsSeen("ana", "bo.hand", 1, ""), "ana sees 1 card of bo.hand, unshown"),
        (
            facts.AttackDeclared("ana", "Imp.1", "bo", 2, 5),
            "ana attacks Imp.1 of bo with 2 cards, power 5",
        ),
        (facts.AttackDeclared("ana", "bo", "bo", 1, 3), "ana attacks bo with 1 card, power 3"),
        (facts.AttackDeclared("ana", "Imp.1", "", 1, 3), "ana attacks Imp.1 with 1 card, power 3"),
        (facts.AttackBlocked("bo", 4, 0), "bo does not block"),
        (facts.AttackBlocked("bo", 4, 2), "bo blocks with 2 cards"),
        (facts.DamageLost(4, "attack", 2, "TW-15.17"), "2 damage of the attack is lost"),
        (
            facts.HarmChanged("bo", -1, 0, "turn", "TW-17.1"),
            "1 harm leaves bo, 0 there now (the turn ends)",
        ),
        (facts.HarmChanged("bo", 2, 3, "Bolt"), "2 harm comes onto bo, 3 there now (Bolt)"),
        (
            facts.WoundsChanged("Imp.1", "bo", -1, 1, "Salve"),
            "Imp.1 loses 1 wound, 1 in all (Salve)",
        ),
        (
            facts.WoundsChanged("bo", "bo", 2, 2, "turn"),
            "bo gets 2 wounds, 2 in all (the turn ends)",
        ),
        (facts.WizardLost("bo", "three wounds", "TW-17.6"), "bo loses: three wounds"),
        (
            facts.SpaceCleared("bo", True, "TW-18.3"),
            "the map of bo is cleared; bo plays on in retreat",
        ),
        (facts.SpaceCleared("bo", False, "TW-18.3"), "the map of bo is cleared; bo is out"),
    ],
)
def test_each_fact_is_told_in_a_sentence(fact: Fact, words: str):
    assert WORDS[type(fact)](fact) == words


def test_an_attack_is_told_from_its_power_to_what_is_lost():
    match = turn(phase="attack")
    match.put("ana", "F1", "C8")
    match.put("bo", "S1", "Guard1")
    match.put("bo", "F1", "C2")
    match.put("bo", "F2", "Guard2")
    match.play("ana attack C2.1 F1; bo block F2")
    assert told(match)[:-1] == [
        "bo blocks with 1 card",
        "the attack of ana comes to 8 damage",
        "3 damage of attack on Guard2.1, Might 3: 1 harm, 5 left",
        "Guard2.1 is expended",
        "1 harm comes onto Guard2.1, 1 there now (attack)",
        "2 damage of attack on C2.1, Might 2: 1 harm, 3 left",
        "C2.1 is expended",
        "1 harm comes onto C2.1, 1 there now (attack)",
        "3 damage of the attack is lost",
        "the counterattack of bo comes to 1 damage",
        "1 damage of counterattack on C8.1, Might 8: no harm",
    ]


def test_the_sum_of_an_attack_cites_a_rule_for_each_term():
    match = turn(phase="attack")
    match.put("ana", "F1", "C3")
    match.put("ana", "F2", "C4")
    match.play("ana attack bo F1 F2")
    ((_, terms, total),) = sums(match.one(DamageReckoned))
    assert [(each.label, each.value, each.rule) for each in terms] == [
        ("C3.1", 3, "TW-15.1"),
        ("C4.1", 4, "TW-15.1"),
    ]
    assert total == 7
    assert told(match)[0] == "ana attacks bo with 2 cards, power 7"


def test_wounds_and_a_loss_are_told():
    match = turn(4).give("ana", wounds=2)
    match.put("ana", "F1", "C3", harm=1)
    match.play("ana end")
    assert "C3.1 gets 1 wound, 1 in all (the turn ends)" in told(match)
    match.play("ana forfeit")
    assert told(match)[0] == "ana loses: forfeit"
    assert "the map of ana is cleared; ana plays on in retreat" in told(match)
