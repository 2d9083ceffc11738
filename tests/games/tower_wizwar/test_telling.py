"""What is told of an attack, of harm and of a loss: each fact in words, sums with their rules."""

from cli.screen.sentences import sums
from referee.games.tower_wizwar.facts import OWN, DamageReckoned
from referee.games.tower_wizwar.telling import WORDS
from tests.games.tower_wizwar.table import Match, turn


def told(match: Match) -> list[str]:
    return [WORDS[type(fact)](fact) for fact in match.facts if type(fact) in WORDS]


def test_every_fact_of_the_game_has_words():
    assert [fact.__name__ for fact in OWN if fact not in WORDS] == []


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
