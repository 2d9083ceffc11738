"""The facts of this game in words: one sentence each."""

import pytest

from referee.fact import Fact
from referee.games.legacy_of_conflict.facts import (
    FACTS,
    ActivationBegan,
    ActivationEnded,
    AttackResolved,
    CardSetAside,
    CardsFlipped,
    ConditionChanged,
    ContestPlaced,
    CountDiffered,
    MarkerHeld,
    OpportunityPassed,
    OrderFixed,
    TerrainChanged,
    TokensReturned,
    TokensSpent,
    UnitMoved,
    WoundsHealed,
)
from referee.games.legacy_of_conflict.words import WORDS


def moved(how: str, surface: str = "ground", strides: int = 1, mm: float = 25.4) -> UnitMoved:
    return UnitMoved("bo", "Brute", how, mm, strides, surface, "LC-14.6")


def attacked(cover: str, *, hit: bool) -> AttackResolved:
    return AttackResolved(
        "ana", "Warden", "Warden", "Halberd", "bo", "Brute", cover, 4, 7, 3, hit, 4, "LC-13.8"
    )


def placed(contest: str, rank: int, rule: str) -> ContestPlaced:
    return ContestPlaced(contest, "bo", "blue", (), 0, 5, "", rank, rank == 1, rule)


TOLD = {
    "ana flips 3S and BJ, 7 (attack), 16 cards left": CardsFlipped(
        "ana", "3S", "BJ", 7, 0.03, "attack", 16, "LC-13.4"
    ),
    "ana flips AS and JH, 0 (hazard), 1 card left": CardsFlipped(
        "ana", "AS", "JH", 0, 0.13, "hazard", 1, "LC-18.13"
    ),
    "ana sets a card aside, unseen": CardSetAside("ana", "LC-5.4"),
    "Halberd hits Brute": attacked("none", hit=True),
    "Halberd misses Brute in partial cover": attacked("partial", hit=False),
    "Warden pays 2 tokens for move, 1 left": TokensSpent(
        "ana", "Warden", "Warden", "move", 2, 1, "LC-12.2"
    ),
    "1 token comes back to Warden, 3 in the pool": TokensReturned("ana", "Warden", 1, 3, "LC-12.3"),
    "2 tokens come back to Warden, 3 in the pool": TokensReturned("ana", "Warden", 2, 3, "LC-12.3"),
    "Warden is activated": ActivationBegan("ana", "Warden", "Warden", 1, "LC-11.1"),
    "Warden's activation is over, 1 token unspent": ActivationEnded(
        "ana", "Warden", "Warden", 1, 1, "LC-11.5"
    ),
    "ana passes": OpportunityPassed("ana", 1, "LC-10.3"),
    "Brute moves 25.4 mm": moved("stride"),
    "Brute moves 25.4 mm on wall": moved("stride", "wall"),
    "Brute climbs to wall": moved("climb", "wall", 0),
    "Brute climbs to the ground, 2 Strides": moved("climb", strides=2),
    "Brute reaches keep/hall, 1 Stride": moved("feature", "keep/hall"),
    "Brute is pushed 25.4 mm": moved("push"),
    "Brute is thrown 50.8 mm": moved("throw", mm=50.8),
    "Brute falls to the ground": moved("fall"),
    "Brute gives way by 25.4 mm": moved("displaced"),
    "Brute gains slow, 2 now": ConditionChanged("bo", "Brute", "slow", 1, 2, "LC-20.7"),
    "Brute gains 2 damage over time, 2 now": ConditionChanged(
        "bo", "Brute", "dot", 2, 2, "LC-13.10"
    ),
    "Brute loses hinder, 0 now": ConditionChanged("bo", "Brute", "hinder", -1, 0, "LC-15.7"),
    "Brute heals 1 Wound, 5 left": WoundsHealed("bo", "Brute", 1, 5, "LC-13.10"),
    "gate: open": TerrainChanged("ana", "gate", "open", "LC-18.9"),
    "red holds crossing": MarkerHeld("crossing", "red", 1, "LC-10.6"),
    "nobody holds crossing": MarkerHeld("crossing", "", 1, "LC-10.6"),
    "bo is number 2 on its side": OrderFixed("bo", 2, "LC-9.5"),
    "bo's side is number 2 in the order": OrderFixed("bo", 2, "LC-9.2"),
    "blue comes to 5 for initiative, number 2": placed("initiative", 2, "LC-9.2"),
    "blue comes to 5 for initiative, number 1 by the best suit": placed("initiative", 1, "LC-6.1"),
    "blue comes to 5 for Dread and wins by the value in the best suit": placed(
        "Dread", 1, "LC-6.2"
    ),
    "blue comes to 5 for Dread and loses by the other card": placed("Dread", 2, "LC-6.3"),
    "blue comes to 5 for Dread and wins after another flip": placed("Dread", 1, "LC-6.4"),
    "Warden's tokens are counted as pool 2; the record has pool 3": CountDiffered(
        "ana", "Warden", "Warden", "pool 2", "pool 3", "LC-12.7"
    ),
}


@pytest.mark.parametrize("sentence", TOLD)
def test_a_fact_is_one_sentence(sentence: str):
    fact = TOLD[sentence]
    assert WORDS[type(fact)](fact) == sentence


def test_every_fact_of_the_game_has_its_words():
    told: set[type[Fact]] = {type(fact) for fact in TOLD.values()}
    assert told == set(FACTS) == set(WORDS)
