"""What people read: the board at characteristic moments, and each fact of this game in words."""

from typing import Any

import pytest

from referee.fact import CardsSeen, Fact
from referee.games.warrift import facts
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.view import called, names, scores, traits
from referee.games.warrift.words import WORDS
from referee.parts import layered
from tests.games.warrift.effects import TEXT, card, does
from tests.games.warrift.table import Match, begun, mid, opened

SUPPORT = (
    "Hand1 (1 card), Hand2 (2 cards), Sneak1 (1 card), "
    "Hut1 (1 point), Hut2 (2 points), Hut3 (3 points)"
)


def rows(match: Match, title: str) -> dict[str, str]:
    """A panel of the board: what is said of what."""
    (panel,) = [each for each in match.game.board(match.t) if each.title == title]
    return dict(panel.rows)


def titles(match: Match) -> list[str]:
    return [each.title for each in match.game.board(match.t)]


# -- the match -------------------------------------------------------------------------------------


def test_before_the_first_turn_there_is_no_race():
    match = opened(2, retain="2")
    assert titles(match) == ["Match", "Monsters", "Table", "ana", "bo"]
    assert rows(match, "Match") == {
        "now": "setup",
        "monsters": "0 of 12 in play",
        "retain": "2 magicka more than a card costs",
    }
    assert rows(match, "Monsters") == {"none": ""}
    assert rows(match, "Table") == {
        "support": "none",
        "Rift": "empty",
        "decks": "monsters 60, support 60",
        "support pile": "empty",
        "Necropolis": "empty",
    }
    assert rows(match, "bo") == {
        "class": "necromancer",
        "points": "0, magicka 0",
        "hand": "5; deck 5",
        "selection": "none",
        "discard": "empty",
    }


def test_a_turn_is_told_with_its_step_the_token_and_the_limit():
    match = begun(3)
    assert titles(match) == ["Match", "Points", "Monsters", "Table", "ana", "bo", "cy"]
    assert rows(match, "Match") == {
        "now": "turn 1, ana, start step",
        "rotation": "1",
        "token": "ana, day",
        "score": "kept by ana",
        "monsters": "0 of 12 in play",
    }
    match.play("ana eye-roll 1 0 0; ana enter Rat; ana step mid; ana step end")
    assert rows(match, "Match")["now"] == "turn 2, bo, start step"
    match.play("bo step end; cy step end; bo eye-roll 1 0 0")
    assert rows(match, "Match") | {"score": ""} == {
        "now": "turn 4, bo, start step",
        "rotation": "2",
        "token": "bo, night",
        "score": "",
        "monsters": "1 of 12 in play",
    }


def test_the_game_ending_rotation_is_announced_and_has_no_limit():
    match = mid()
    match.put("", "Rat")
    match.wr.ending = 2
    assert rows(match, "Match")["rotation"] == "1, the one before the game-ending one"
    assert rows(match, "Match")["monsters"] == "1 of 12 in play"
    match.wr.ending = 1
    assert rows(match, "Match")["rotation"] == "1, the game-ending one"
    assert rows(match, "Match")["monsters"] == "1 in play"


def test_how_a_match_ended_is_told():
    assert rows(mid().play("bo concede"), "Match")["now"] == "over: concession"
    for points, won in ((1, "ana wins"), (0, "ana and bo win")):
        match = mid().give("ana", points=points)
        match.wr.ending = 1
        match.play("ana step end; bo step end")
        assert rows(match, "Match")["now"] == f"over: most points, {won}"


def test_wr_1_3_points_are_a_race_to_thirty():
    match = mid().give("ana", points=10).give("bo", points=45)
    assert rows(match, "Points") == {
        "ana": f" 10 of 30 {'#' * 10}{'.' * 20}",
        "bo": f" 45 of 30 {'#' * 30}",
    }
    assert scores(match.t) == {"ana": 10, "bo": 45}


def test_wr_17_3_a_team_runs_to_sixty_together():
    match = mid(4, teams=True).give("ana", points=20).give("cy", points=13)
    assert rows(match, "Points") == {
        "odd": f" 33 of 60 {'#' * 16}{'.' * 14}",
        "even": f"  0 of 60 {'.' * 30}",
    }
    assert scores(match.t) == {"odd": 33, "even": 0}


# -- what is pending -------------------------------------------------------------------------------


def test_what_may_be_answered_is_told_the_newest_first_and_by_whom():
    match = mid(3, card("Split", attack=4, words=("overwhelm",))).hold("bo", "NA")
    match.put("ana", "Split", turn=match.wr.turn)
    match.put("", "Wolf", "Ogre")
    match.play("ana attack Split.1 Wolf.1:1 Ogre.1:3; bo play NA answers=0")
    at = match.seq
    assert rows(match, "Pending, newest first") == {
        f"entry {at}": "bo's NA.1, played; ana, cy may answer",
        f"entry {at - 1}": "ana's Split.1 attacks Wolf.1 for 1, Ogre.1 for 3; bo, cy may answer",
    }
    assert rows(match, "Match")["now"] == (
        "turn 1, ana, mid step; may be answered: bo's NA.1, played"
    )
    match.play("bo attack NA.1 Wolf.1 answers=0")
    assert "bo's NA.1 attacks Wolf.1; ana, cy may answer" in (
        rows(match, "Pending, newest first").values()
    )


# -- what is in play -------------------------------------------------------------------------------

NURSE = card(
    "Nurse",
    does('do = "draw"', when="eyestrike", name='"sting"'),
    does('do = "points", change = -1', when="turn_start", name='"nag"'),
    kind="monsters",
    tier=2,
    health=5,
)


def test_a_monster_is_told_with_its_health_and_what_it_still_does():
    match = mid(extra=NURSE)
    match.put("", "Nurse", damage=1, counters=2)
    match.put("", "Ogre")
    assert rows(match, "Monsters") == {
        "Nurse.1": "2/5 health, tier 2, 2 corrupt; turn start (nag): you lose 1 point",
        "Ogre.1": "4/4 health, tier 3",
    }


def test_what_a_player_controls_is_told_with_its_attack_its_words_and_its_garrison():
    cards = "\n".join(
        (
            card("Split", attack=4, words=("overwhelm", "corrupt")),
            card("Tool", does('do = "magicka", change = 1', when="used", uses=1), attack=0),
            TEXT,
        )
    )
    match = mid(extra=cards)
    match.put("ana", "Split", "Tool", "Hut1", "Hut2", "Hut2", "Text")
    match.put("", "Rat")
    match.pile("Hut2.1.garrison", "A3", "A3").play("ana attack Tool.1 Rat.1")
    found = rows(match, "ana")
    assert {label: text for label, text in found.items() if "." in label} == {
        "Split.1": "attack 4, overwhelm, corrupt",
        "Tool.1": "attack 0, has attacked; used [once a turn]: you gain 1 magicka",
        "Hut1.1": "",
        "Hut2.1": "Garrison 2/2: A3 x2",
        "Hut2.2": "Garrison 0/2",
        "Text.1": "attack 1; Anything.",
    }
    assert called(match.t)["Hut2"] == ["Hut2.1", "Hut2.2"]


def test_a_player_is_told_with_points_magicka_hand_and_selection():
    match = mid().give("ana", points=3, magicka=2).hold("ana", "AA", "AA")
    match.pile("ana.discard", "A3", "A2", "A3").pile("ana.selection", "A5", "A2")
    assert rows(match, "ana") == {
        "class": "arbiter",
        "points": "3, magicka 2",
        "hand": "7, known: AA x2; deck 5",
        "selection": "A5 (5), A2 (2)",
        "discard": "A2, A3 x2",
    }


def test_wr_13_4_cards_dealt_on_top_of_a_deck_are_told():
    match = mid().give("ana", magicka=2)
    match.play("ana summon A2 A2; ana step end; bo step end; ana rift-deal")
    assert rows(match, "ana")["hand"] == "5; deck 6 (1 dealt on top)"


def test_wr_i_8_of_a_pile_of_which_only_the_top_is_seen_the_number_is_told():
    match = mid(choices={"WR-I 8": "top_card_only"}).pile("bo.discard", "N2", "N3")
    assert rows(match, "bo")["discard"] == "2 cards, N3 on top"
    assert rows(match.pile("bo.discard", "N2"), "bo")["discard"] == "N2"


def test_the_shared_places_are_told_with_who_summoned_what_and_what_is_known():
    match = mid().give("ana", magicka=2).play("ana summon A2 A2")
    match.pile("support-discard", "Hand1", "Hand1").pile("necropolis", "Rat", "A2", "Rat")
    layered.put_seen(match.t, match.wr.zones, "eye", ["Wolf"], "top")
    assert rows(match, "Table") == {
        "support": SUPPORT,
        "Rift": "A2 (ana)",
        "decks": "monsters 61, support 54, known: Wolf",
        "support pile": "Hand1 x2",
        "Necropolis": "A2, Rat x2",
    }


def test_a_scorekeeper_may_name_cards_seats_what_is_in_play_and_what_an_attack_is_still_on():
    match = mid()
    match.put("ana", "A4", turn=match.wr.turn)
    match.put("", "Wolf", "Ogre")
    match.play("ana attack A4.1 Wolf.1")
    LAYOUT.leave(match.t, match.thing("Wolf.1"), "", "necropolis")
    assert {"A4.1", "Ogre.1", "Wolf.1", "ana", "bo", "Rat"} <= set(names(match.t))
    assert names(match.t) == sorted(names(match.t))


def test_cards_are_grouped_by_kind_tier_class_and_role():
    found = traits(mid().t.catalog)
    assert [found[name] for name in ("AL1", "Nmage", "Ogre", "Hand2", "Hut3")] == [
        {"kind": "class card", "tier": "legendary", "cls": "arbiter"},
        {"kind": "starting card", "tier": "1", "cls": "necromancer", "role": "mage"},
        {"kind": "monster", "tier": "3"},
        {"kind": "mercenary", "tier": "2"},
        {"kind": "stronghold", "tier": "3"},
    ]


# -- facts in words --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (facts.DifficultySet("normal", 12, 0), "difficulty normal: at most 12 monsters"),
        (
            facts.DifficultySet("rekt", 1, 2),
            "difficulty rekt: at most 1 monster, to retain costs 2",
        ),
        (facts.ClassTaken("ana", "arbiter"), "ana plays the arbiter"),
        (facts.RotationBegan("bo", 2, False), "rotation 2 begins with bo"),
        (facts.RotationBegan("bo", 3, True), "rotation 3 begins with bo, the game-ending one"),
        (facts.RotationEnded(1, 1, 12), "rotation 1 ends with 1 monster in play, at most 12"),
        (facts.EyeOpened("ana", 1), "ana rolls for the Eye: 1 monster comes out"),
        (facts.EyeOpened("ana", 3), "ana rolls for the Eye: 3 monsters come out"),
        (facts.MonsterEntered("Rat.1", "Rat", "the Eye"), "Rat.1 comes out, by the Eye"),
        (
            facts.MonsterKilled("", "Rat.1", "Rat", 0, "Thorn.1", ""),
            "Rat.1 dies of Thorn.1, nobody's kill",
        ),
        (
            facts.MonsterKilled("ana", "Rat.1", "Rat", 1, "A2.1", ""),
            "ana kills Rat.1 with A2.1 for 1 point",
        ),
        (
            facts.MonsterKilled("bo", "Ogre.1", "Ogre", 4, "NA.1", "ana"),
            "bo kills Ogre.1 with NA.1 for 4 points, taken from ana",
        ),
        (facts.CardPlayed("ana", "A2.1", "A2", False), "ana plays A2 as A2.1"),
        (facts.CardPlayed("bo", "NA.1", "NA", True), "bo plays NA as NA.1, by Ambush"),
        (
            facts.CardSummoned("ana", "A2", 2, "rift", ()),
            "ana summons A2 to the Rift for 2 magicka",
        ),
        (
            facts.CardSummoned("ana", "A2", 3, "discard", ()),
            "ana summons A2 and retains it for 3 magicka",
        ),
        (
            facts.SupportTaken("ana", "Hand2.1", "Hand2", 2, "mercenary", ()),
            "ana hires Hand2 as Hand2.1 for 2 cards",
        ),
        (
            facts.SupportTaken("ana", "Hut1.1", "Hut1", 1, "stronghold", ()),
            "ana gains Hut1 as Hut1.1 for 1 point",
        ),
        (
            facts.RiftDealt("ana", 2, 1, 3),
            "ana is dealt 2 cards of 3 in the Rift, 1 summoned",
        ),
        (facts.MagickaLost("ana", 2), "ana loses 2 magicka unspent"),
        (facts.Traded("ana", "bo", 1, 0), "ana gives bo 1 and takes 0"),
        (
            facts.CountersChanged("Ogre.1", 2, 3, "Text.1"),
            "2 corrupt counters put on Ogre.1 by Text.1, 3 there now",
        ),
        (
            facts.CountersChanged("Ogre.1", -1, 0, "Text.1"),
            "1 corrupt counter taken off Ogre.1 by Text.1, 0 there now",
        ),
        (CardsSeen("ana", "eye", 2, ""), "ana sees 2 cards of eye, unshown"),
        (CardsSeen("ana", "eye", 2, "Rat,Wolf"), "ana sees 2 cards of eye: Rat, Wolf"),
        (
            facts.CardsPassed("ana", "bo.hand", "ana.hand", 1),
            "1 unseen card of bo.hand to ana.hand, by ana",
        ),
        (facts.TokenTurned("ana", "night"), "ana turns the token to night"),
        (facts.TokenTurned("", "day"), "the token shows day"),
    ],
)
def test_a_fact_in_words(fact: Fact, words: str):
    said: Any = WORDS[type(fact)]
    assert said(fact) == words
