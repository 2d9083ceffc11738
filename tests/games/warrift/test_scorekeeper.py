"""What a scorekeeper of WarRift types, and what the screen says before it."""

from statistics import median

import pytest

from cli.reading.door.address import Situation
from cli.reading.door.cut_short import read_part
from cli.table.screen import (
    board_lines,
    help_lines,
    option_lines,
    said_before,
    status_lines,
)
from events.notation import Malformed, read, write
from events.warrift import Effect
from referee.games.registry import game_of
from referee.replay.replay import Replay
from referee.verdict import Illegal
from tests.games.warrift.table import mid
from tests.typist import before, keystrokes, typed

GAME = game_of("warrift")


def screen(replay: Replay) -> str:
    """What stands below the board, as one line."""
    now = Situation.of(GAME, replay.table, "kim")
    return " ".join(" ".join(status_lines(replay, now.groups())).split())


def test_five_cards_two_summons_and_an_attack_are_at_most_40_keystrokes():
    line = "pl g g b g t;su sh li;su ma ba;at b dr"
    assert len(line) + len("\r") <= 40
    assert typed(before("warrift/stolen", 27), line) == [
        'tomas play "Grave Novice" "Grave Novice" "Bone Thrall" "Grave Novice" "Tallow Novice"',
        'tomas summon "Shroud Weaver" "Lich Regent"',
        'tomas summon "Marrow Knight" "Barrow Hound"',
        'tomas attack "Bone Thrall.1" "The Dread Idol.1"',
    ]


@pytest.mark.parametrize(
    ("record", "turns", "most"), [("overrun", 7, 240), ("stolen", 19, 210), ("teams", 33, 150)]
)
def test_half_of_the_turns_of_a_match_are_within_so_many_keystrokes_with_all_its_monsters(
    record: str, turns: int, most: int
):
    keys = keystrokes(f"warrift/{record}")
    assert len(keys) == turns
    assert median(keys) <= most


def test_what_is_awaited_is_said_in_words_with_whose_it_is():
    assert "tomas must: roll 3 dice for the Eye [WR-5.1]" in screen(before("warrift/stolen", 40))
    assert "tomas must: 10 more monsters come in [WR-5.4]" in screen(before("warrift/stolen", 41))
    shown = screen(before("warrift/stolen", 42))
    assert "tomas must: say what Storm Drake.1 did (eyestrike) [WR-15.2]" in shown
    assert shown.count("to summon or hire costs you 1 more (until end of turn)") == 1
    assert "rina must: shuffle the Rift and deal it to" in screen(before("warrift/stolen", 39))
    replay = before("warrift/stolen", 27)
    typed(replay, "pl g g b g t;su sh")
    assert "tomas must: flip a card into the class selection [WR-8.6]" in screen(replay)


def test_what_may_be_answered_is_said_on_the_board_and_above_the_options():
    replay = before("warrift/stolen", 55)
    said = "tomas's Court Alchemist.1 attacks Vault Hydra.1"
    assert f"turn 4, tomas, mid step; may be answered: {said}" in screen(replay)
    board = " ".join(" ".join(board_lines(GAME.board(replay.table), replay.state.seats)).split())
    assert f"{said}; rina, wanda may answer" in board


def test_a_monster_in_play_is_shown_with_what_it_still_does():
    board = " ".join(
        " ".join(board_lines(GAME.board(before("warrift/stolen", 55).table), ("rina",))).split()
    )
    assert "Storm Drake.1 5/5 health, tier 3" in board
    assert "to summon or hire costs" not in board
    assert "Leech Nurse.1 3/3 health, tier 2; deathcrash: take 1 to 2 damage off" in board
    assert "Vault Hydra.2 4/4 health, tier 3; turn start: roll 0 to 6" in board


def test_outcomes_need_no_name_where_one_card_alone_owes_them():
    replay = before("warrift/stolen", 10)
    assert typed(replay, "eff disc:squ") == ['rina effect "Pilfer Sprite.1" discard:Squire']
    with pytest.raises(Malformed, match="effect leaves source open"):
        typed(before("warrift/stolen", 47), "eff roll:4")


def test_a_word_of_several_names_on_offer_is_told_to_be_one_of_them():
    with pytest.raises(Malformed, match="more than one name on offer has a word like this"):
        typed(before("warrift/stolen", 47), "eff hyd roll:4")


@pytest.mark.parametrize("creature", ["aba", '"Abacus Clerk"'])
def test_of_creatures_that_are_alike_the_first_is_meant(creature: str):
    line = f"at {creature} storm; at {creature} storm"
    assert typed(before("warrift/overrun", 20), line) == [
        'nils attack "Abacus Clerk.1" "Storm Drake.1"',
        'nils attack "Abacus Clerk.2" "Storm Drake.1"',
    ]


def test_creatures_just_played_are_alike_though_the_last_may_still_be_answered():
    """It has no effect; what it gives comes before the attack, whichever attacks."""
    match = mid()
    match.put("", "Ogre", "Wolf")
    match.play("ana play Awarrior Awarrior")
    assert typed(match.replay, "at awar ogre; at awar wolf") == [
        "ana attack Awarrior.1 Ogre.1",
        "ana attack Awarrior.2 Wolf.1",
    ]
    match.play("ana play Amage Amage")
    assert typed(match.replay, "at ama wolf") == ["ana attack Amage.1 Wolf.1"]


def test_of_creatures_of_which_one_has_an_effect_pending_it_is_said_which_attacks():
    with pytest.raises(Malformed, match="more than one name on offer") as raised:
        typed(before("warrift/teams", 41), "at gate chapel")
    assert list(raised.value.suggestions) == ["Gate Watch.1", "Gate Watch.2"]


def test_of_two_just_played_the_first_attacks_though_the_other_may_be_answered():
    match = mid().play("ana play Awarrior Amage Awarrior")
    match.put("", "Ogre", "Wolf")
    assert typed(match.replay, "at awar ogre; at awar wolf") == [
        "ana attack Awarrior.1 Ogre.1",
        "ana attack Awarrior.2 Wolf.1",
    ]


@pytest.mark.parametrize(
    ("parts", "logged"),
    [
        ("wol:2 wol:2", "Wolf.1:2 Wolf.2:2"),
        ("Wolf.1:2 wol:2", "Wolf.1:2 Wolf.2:2"),
        ("wol:2 Wolf.1:2", "Wolf.2:2 Wolf.1:2"),
        ("wol:2 wolf.2:2", "Wolf.1:2 Wolf.2:2"),
    ],
)
def test_of_things_that_are_alike_one_that_the_line_does_not_name_is_meant(parts: str, logged: str):
    card = '[[class_cards]]\nname = "Over"\ncls = "arbiter"\ntier = 2\ncost = 2\nattack = 4\n'
    match = mid(extra=f'\n{card}words = ["overwhelm"]\n')
    match.put("", "Wolf", "Wolf")
    match.put("ana", "Over")
    assert typed(match.replay, f"at over {parts}") == [f"ana attack Over.1 {logged}"]


def test_things_are_alike_beside_one_whose_name_ends_like_theirs():
    match = mid(extra='\n[[monsters]]\nname = "Big Wolf"\ntier = 2\nhealth = 3\n')
    match.put("", "Wolf", "Wolf", "Big Wolf")
    assert match.game.alike(match.t, ["Wolf.1", "Wolf.2"])


def test_the_only_monster_in_play_need_not_be_named():
    match = mid()
    match.put("", "Ogre")
    match.put("ana", "Awarrior")
    assert typed(match.replay, "at a") == ["ana attack Awarrior.1 Ogre.1"]


def test_a_line_without_a_seat_accuses_nobody_to_whom_nothing_like_it_is_offered():
    match = mid().play("ana play Amage Amage Amage Awarrior Awarrior")
    now = Situation.of(match.replay.game, match.t, "kim")
    assert {o.seat for o in now.options if o.verb == "hire"} == {"bo"}
    told = [read_part(line, now) for line in ("hire Hand1 Amage", "hire Sneak1 Nmage")]
    seats = [getattr(event, "seat", "") for event in told]
    assert seats == ["ana", "bo"]


def test_help_says_nothing_of_dice_that_this_game_does_not_throw():
    told = " ".join(help_lines(events=GAME.events))
    assert "own-other" not in told
    assert "{" not in told


@pytest.mark.parametrize("line", ["eff gil", "eff tick magicka:1", 'effect "Gilded Tick.2"'])
def test_an_effect_that_is_done_is_read_as_that_though_another_is_owed(line: str):
    replay = before("warrift/stolen", 48)
    event = read_part(line, Situation.of(GAME, replay.table, "kim"))
    assert isinstance(event, Effect)
    assert event.source in ("Gilded Tick", "Gilded Tick.2")
    said = said_before(replay, event, lambda seq: write(replay.events[seq - 1], GAME.codec))
    assert said == ['  entry 46 says the same: tomas effect "Gilded Tick"']
    assert isinstance(replay.add(event).verdict, Illegal)


def test_what_was_done_in_an_earlier_turn_or_by_another_is_not_the_same():
    replay = before("warrift/stolen", 62)
    for line in ('tomas effect "Gilded Tick"', 'rina effect "Vault Hydra.2"'):
        event = read(line, GAME.codec)
        assert not said_before(replay, event, str)


def test_a_part_of_a_name_is_the_card_of_the_selection_that_the_others_are_of():
    replay = before("warrift/stolen", 2)
    with pytest.raises(Malformed, match="Glass Citadel"):
        typed(replay, "rina selection Glass")
    assert typed(replay, "rina selection Glass Oath Oath Oath Oath") == [
        'rina selection "Glass Paladin" "Oath Knight" "Oath Knight" "Oath Knight" "Oath Knight"'
    ]


def test_a_part_of_a_name_is_a_card_with_its_only_copy():
    replay = before("warrift/stolen", 13)
    event = read_part("rina eff tick", Situation.of(GAME, replay.table, "kim"))
    assert isinstance(event, Effect)
    assert event.source == "Gilded Tick"


@pytest.mark.parametrize(
    ("line", "full"),
    [
        ("rina attack page.2 idol", 'rina attack Page.2 "The Dread Idol.1"'),
        ("rina attack page.2 mudl.3:1 tick", 'rina attack Page.2 Mudling.3:1 "Gilded Tick"'),
        ("rina attack page.2 tomas", "rina attack Page.2 tomas"),
    ],
)
def test_what_is_attacked_may_be_cut_short_though_no_such_attack_is_on_offer(line: str, full: str):
    replay = before("warrift/stolen", 21)
    event = read_part(line, Situation.of(GAME, replay.table, "kim"))
    assert event == read(full, GAME.codec)
    assert event is not None
    assert isinstance(replay.add(event).verdict, Illegal)


def test_asked_for_the_options_of_a_verb_tell_the_cards_of_each_selection():
    replay = before("warrift/stolen", 2)
    groups = Situation.of(GAME, replay.table, "kim").groups()
    asked = " ".join(" ".join(option_lines(groups, GAME, "selection")).split())
    assert '5 of "Aurelise, Voice of the Court"' in asked
    assert '; or 6 of "Alley Knife"*3' in asked
    briefly = option_lines(groups, GAME)
    assert any("selection ..." in line for line in briefly)
