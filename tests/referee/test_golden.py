"""Whole recorded matches, replayed: every verdict, fact, ruling and digest as it has always been.

The records and their golden texts lie under ``tests/records/``; see :mod:`tests.golden`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import pytest

from events.common import Opening
from events.entry import GENESIS, canonical, seal, verb
from referee.game import Game
from referee.games.registry import game_of
from referee.replay.compare import course, parting
from referee.replay.replay import replay
from referee.verdict import Illegal, OnTrust
from storage.exchange.record import read_record, write_record
from tests.golden import (
    Replayed,
    golden,
    golden_path,
    pinned_catalog,
    records,
    replayed,
    untrue_digests,
)


class Expected(NamedTuple):
    """What a record has to come to.

    Attributes:
        illegal: the entries that were illegal when they were logged, with the rule they break.
        on_trust: the entries that rest on something unseen.
        still_illegal: those of the illegal ones that no ruling let stand or put in order.
        undone: the entries that are out of force, with the ruling that took them out.
        over: how the match ended, and who won.
        readings: where it first goes another way under another reading of an interpretation.
        rules: rules that it shows at work: in a verdict or in what followed.
        verbs: what it shows people doing.
    """

    illegal: Mapping[int, str] = {}
    on_trust: frozenset[int] = frozenset()
    still_illegal: frozenset[int] = frozenset()
    undone: Mapping[int, int] = {}
    over: tuple[str, str] = ("", "")
    readings: Mapping[tuple[str, str], int] = {}
    rules: frozenset[str] = frozenset()
    verbs: str = ""


CUP_REFUSED = {
    21: "TR-3.1",
    33: "TR-1.8",
    42: "TR-7.2",
    44: "TR-7.1",
    47: "TR-5.1",
    64: "TR-1.8",
    75: "TR-10.3",
    79: "TR-10.6",
    84: "TR-12.1",
    88: "TR-12.3",
    94: "TR-5.8",
}
"""What is typed wrongly in the cup, as people do."""

EXPECTED = {
    "wondervale/clean": Expected(
        over=("Champion at 0 health", "bo"),
        readings={
            ("WV-I 7", "unit_only"): 76,
            ("WV-I 9", "defender_wins"): 111,
            ("WV-I 10", "no"): 124,
        },
        rules=frozenset(
            {
                "WV-3.2",  # a hand without an apprentice is drawn anew
                "WV-3.3",  # the opponent's extra card
                "WV-4.2",  # the discard step
                "WV-4.5",  # the flip
                "WV-4.7",  # the hand limit
                "WV-6.3",  # guardian and hero
                "WV-7.2",  # a swap
                "WV-7.4",  # the defender chooses among ready units
                "WV-7.5",  # the only ready unit enters
                "WV-7.6",  # a direct attack
                "WV-7.8",  # combat
                "WV-7.12",  # tribe cards taken back
                "WV-7.13",  # a card for a lost unit
                "WV-8.3",  # jungle
                "WV-8.4",  # tundra
                "WV-8.5",  # mythic
                "WV-8.6",  # ocean
                "WV-9.4",  # Champion battles, one of them lost with the unit
                "WV-1.1",  # the end
            }
        ),
        verbs="chaos-health mulligan first-roll discard draw deposit lay upgrade promote swap "
        "attack enter roll direct-attack champion-battle reclaim pick graft drown confirm end",
    ),
    "wondervale/dispute": Expected(
        illegal={34: "WV-7.15", 56: "WV-4.3", 57: "WV-4.3", 73: "WV-6.3", 77: "WV-8.3"},
        # a card that nobody has shown, and the rulings: the opening names no judge
        on_trust=frozenset({54, 36, 47, 59, 60, 79, 81, 82, 83, 84}),
        still_illegal=frozenset({73}),
        undone={12: 13, 42: 47, 43: 47, 44: 47, 79: 81},
        over=("concession", "mira"),
        rules=frozenset({"REF-3.6", "REF-4.1", "WV-4.3", "WV-7.15", "WV-8.3"}),
        verbs="strike stand rewind insert penalty overrule adjust call-judge close-call contest "
        "confirm note decline concede",
    ),
    "wondervale/two-calls": Expected(
        # one draw that was forgotten, and all that was played on without it; a ruling by a judge
        # whom the record did not know yet
        illegal={
            **dict.fromkeys(range(41, 47), "WV-4.3"),
            **dict.fromkeys((47, 48, 49), "WV-4.1"),
            55: "REF-3.7",
        },
        still_illegal=frozenset({55}),
        undone={57: 61},
        over=("time called", "nika"),
        rules=frozenset({"REF-3.7", "REF-4.3", "WV-4.1", "WV-4.3", "WV-8.4", "WV-8.5", "WV-8.6"}),
        verbs="agree-health insert penalty strike overrule appoint call-judge close-call contest "
        "time-called note confirm",
    ),
    "legacy_of_conflict/rooftop": Expected(
        illegal={130: "LC-13.3"},
        on_trust=frozenset(
            {
                2,
                3,
                6,
                10,
                30,
                42,
                54,
                60,
                61,
                62,
                63,
                64,
                71,
                93,
                114,
                118,
                120,
                121,
                125,
                141,
                158,
                171,
                175,
                180,
                181,
                193,
                211,
            }
        ),
        still_illegal=frozenset({130}),
        undone={16: 17},
        over=("turn limit", "ilse"),
        readings={
            ("LC-I 1", "longest_base_mm_over_25"): 1,
            ("LC-I 2", "whole_only"): 1,
            ("LC-I 4", "exclusive"): 1,
            ("LC-I 6", "as_25"): 73,
            ("LC-I 7", "2"): 130,
            ("LC-I 10", "yes"): 4,
            ("LC-I 12", "its_controller"): 181,
            ("LC-I 16", "at_once"): 126,
            ("LC-I 17", "is_shuffled_in"): 207,
            ("LC-I 24", "each_member_best_result_counts"): 13,
            ("LC-I 25", "every_turn"): 71,
            ("LC-I 26", "top_of_the_order"): 71,
            ("LC-I 29", "no"): 24,
            ("LC-I 33", "end_of_activation"): 16,
            ("LC-I 37", "refill_every_turn"): 71,
            ("LC-I 40", "centre_to_centre"): 43,
            ("LC-I 41", "front_half_only"): 100,
            ("LC-I 43", "tokens_spent_no_attack"): 130,
            ("LC-I 44", "counted_twice"): 136,
            ("LC-I 48", "centre_of_the_base"): 136,
            ("LC-I 48", "whole_base"): 136,
            ("LC-I 51", "one_pool_of_strides"): 26,
            ("LC-I 52", "character_value_per_activation"): 29,
            ("LC-I 59", "own_size_or_less_only_free"): 60,
            ("LC-I 59", "own_size_or_less_only_at_the_difference"): 60,
            ("LC-I 60", "size_of_the_piece"): 141,
            ("LC-I 64", "centre_to_centre"): 105,
            ("LC-I 65", "as_terrain_of_their_size"): 92,
            ("LC-I 66", "counts"): 43,
            ("LC-I 76", "difficult_ground"): 92,
            ("LC-I 82", "no"): 110,
            ("LC-I 83", "whole_stride_halved"): 49,
            ("LC-I 89", "at_the_end_phase"): 70,
            ("LC-I 94", "refused_without_a_ruling"): 179,
            ("LC-I 98", "one_only"): 121,
            ("LC-I 99", "yes"): 121,
            ("LC-I 102", "after_each_step"): 121,
        },
        rules=frozenset(
            {
                "LC-4.3",  # a contest of an ability
                "LC-4.4",  # the defender's flip
                "LC-5.3",  # an ordinary refresh
                "LC-5.4",  # one card unseen
                "LC-5.6",  # a refresh between the two cards of a flip
                "LC-6.1",  # a tie broken by suit
                "LC-10.3",  # a pass
                "LC-12.3",  # tokens come back
                "LC-12.8",  # a response
                "LC-13.10",  # effects of an attack
                "LC-15.3",  # a climb
                "LC-15.7",  # Shake
                "LC-17.7",  # a fragile piece
                "LC-18.4",  # stairs and a ladder
                "LC-18.9",  # a door
                "LC-18.13",  # a hazard's flip
                "LC-18.14",  # and its harm
                "LC-19.5",  # Hinder
                "LC-20.1",  # a push
                "LC-20.5",  # a throw
                "LC-20.8",  # falls: from the crates, the roof and the hall
                "LC-20.9",  # onto somebody
                "LC-20.10",  # the impact
                "LC-20.11",  # the smaller gives way
                "LC-20.12",  # and is defeated after all of it
                "LC-21.1",  # the end
            }
        ),
        verbs="place pass flip refresh move stride climb traverse shake interact door attack use "
        "respond push throw fall choose displace tally close-turn strike note",
    ),
    "legacy_of_conflict/teams": Expected(
        illegal={50: "LC-3.4", 113: "LC-12.7"},
        on_trust=frozenset({2, 3, 4, 5, 12, 48, 51, 59, 115, 127}),
        still_illegal=frozenset({50, 113}),
        over=("the scenario's end", "blue"),
        readings={
            ("LC-I 1", "longest_base_mm_over_25"): 1,
            ("LC-I 2", "whole_only"): 1,
            ("LC-I 4", "exclusive"): 1,
            ("LC-I 10", "yes"): 6,
            ("LC-I 21", "each_player"): 1,
            ("LC-I 24", "each_member_best_result_counts"): 24,
            ("LC-I 25", "every_turn"): 102,
            ("LC-I 26", "top_of_the_order"): 102,
            ("LC-I 27", "one_member_per_visit"): 33,
            ("LC-I 31", "stop_at_once"): 127,
            ("LC-I 33", "end_of_activation"): 28,
            ("LC-I 37", "refill_every_turn"): 102,
            ("LC-I 40", "centre_to_centre"): 61,
            ("LC-I 56", "all_terrain_solid"): 65,
            ("LC-I 83", "whole_stride_halved"): 65,
        },
        rules=frozenset({"LC-3.4", "LC-9.2", "LC-9.5", "LC-10.6", "LC-12.7", "LC-21.1"}),
        verbs="order ask settle tally call-judge adjust close-call declare close-turn confirm",
    ),
    "warrift/stolen": Expected(
        # a monster's Eyestrike that all forgot, and what was played on without it
        illegal={198: "WR-5.10", 199: "WR-5.10"},
        over=("most points", "tomas"),
        readings={
            ("WR-I 12", "classless"): 140,
            ("WR-I 16", "d6_highest_tied_reroll"): 5,
            ("WR-I 16", "any_roll"): 5,
            ("WR-I 17", "moves"): 5,
            ("WR-I 18", "counterclockwise"): 26,
            ("WR-I 19", "every_turn"): 26,
            ("WR-I 20", "declared"): 1,
            ("WR-I 20", "one_to_six"): 1,
            ("WR-I 21", "highest"): 8,
            ("WR-I 23", "deathcrash_then_points"): 117,
            ("WR-I 25", "effects_first"): 7,
            ("WR-I 26", "oldest_first"): 47,
            ("WR-I 27", "always_optional"): 23,
            ("WR-I 28", "as_it_is_played"): 71,
            ("WR-I 30", "at_once_only"): 34,
            ("WR-I 31", "turn"): 38,
            ("WR-I 36", "end_of_turn"): 18,
            ("WR-I 36", "end_of_rotation"): 18,
            ("WR-I 36", "never"): 18,
            ("WR-I 37", "printed_number_and_condition"): 108,
            ("WR-I 37", "one_card"): 49,
            ("WR-I 38", "pile_of_the_discarder"): 101,
            ("WR-I 39", "end_of_turn"): 24,
            ("WR-I 39", "end_of_rotation"): 24,
            ("WR-I 39", "never"): 24,
            ("WR-I 48", "named"): 123,
            ("WR-I 48", "count_only"): 123,
            ("WR-I 49", "everyone"): 26,
            ("WR-I 51", "clockwise"): 38,
            ("WR-I 52", "as_many_as_each_summoned"): 96,
            ("WR-I 52", "equal_shares_rest_stays_in_rift"): 96,
            ("WR-I 56", "no"): 55,
            ("WR-I 60", "to_end_of_turn"): 158,
            ("WR-I 60", "to_own_next_turn"): 158,
            ("WR-I 67", "always"): 117,
        },
        rules=frozenset(
            {
                "WR-1.11",  # the end
                "WR-5.10",  # what comes before the mid step
                "WR-6.6",  # a card consumed
                "WR-9.3",  # the price of a mercenary
                "WR-11.3",  # a trade of what all see for what they do not
                "WR-12.8",  # a discard pile that becomes a deck
                "WR-14.15",  # corrupt counters
            }
        ),
        verbs="selection replace first-roll eye-roll enter effect play summon hire gain attack "
        "retarget trade tally step rift-deal call-judge insert close-call",
    ),
    "warrift/teams": Expected(
        over=("most points", "dawn"),
        readings={
            ("WR-I 5", "higher_stronghold_total_then_shared"): 336,
            ("WR-I 5", "earlier_in_last_rotation"): 336,
            ("WR-I 16", "d6_highest_tied_reroll"): 7,
            ("WR-I 16", "any_roll"): 7,
            ("WR-I 17", "moves"): 7,
            ("WR-I 18", "counterclockwise"): 19,
            ("WR-I 19", "every_turn"): 19,
            ("WR-I 20", "declared"): 1,
            ("WR-I 20", "one_to_six"): 1,
            ("WR-I 21", "highest"): 8,
            ("WR-I 22", "necropolis_monsters_shuffled_in"): 244,
            ("WR-I 23", "deathcrash_then_points"): 173,
            ("WR-I 25", "effects_first"): 7,
            ("WR-I 27", "always_optional"): 34,
            ("WR-I 28", "as_it_is_played"): 81,
            ("WR-I 30", "at_once_only"): 109,
            ("WR-I 31", "turn"): 49,
            ("WR-I 33", "active_player"): 191,
            ("WR-I 36", "end_of_turn"): 15,
            ("WR-I 36", "end_of_rotation"): 15,
            ("WR-I 36", "never"): 15,
            ("WR-I 37", "one_card"): 32,
            ("WR-I 39", "end_of_turn"): 32,
            ("WR-I 39", "end_of_rotation"): 32,
            ("WR-I 39", "never"): 32,
            ("WR-I 49", "everyone"): 19,
            ("WR-I 51", "clockwise"): 49,
            ("WR-I 52", "as_many_as_each_summoned"): 146,
            ("WR-I 52", "equal_shares_rest_stays_in_rift"): 50,
            ("WR-I 56", "no"): 179,
            ("WR-I 60", "to_end_of_turn"): 216,
            ("WR-I 60", "to_own_next_turn"): 216,
            ("WR-I 67", "always"): 191,
            ("WR-I 70", "one_player"): 299,
        },
        rules=frozenset({"WR-1.11", "WR-12.6", "WR-12.8", "WR-14.15"}),
        verbs="selection first-roll eye-roll enter effect play summon hire gain attack tally step "
        "rift-deal",
    ),
    "warrift/overrun": Expected(
        over=("monsters overrun", ""),
        readings={
            ("WR-I 16", "d6_highest_tied_reroll"): 6,
            ("WR-I 16", "any_roll"): 6,
            ("WR-I 17", "moves"): 6,
            ("WR-I 19", "every_turn"): 16,
            ("WR-I 20", "declared"): 1,
            ("WR-I 20", "one_to_six"): 1,
            ("WR-I 21", "highest"): 7,
            ("WR-I 25", "effects_first"): 6,
            ("WR-I 27", "always_optional"): 49,
            ("WR-I 30", "at_once_only"): 12,
            ("WR-I 31", "turn"): 23,
            ("WR-I 36", "end_of_turn"): 14,
            ("WR-I 36", "end_of_rotation"): 14,
            ("WR-I 36", "never"): 14,
            ("WR-I 37", "one_card"): 17,
            ("WR-I 39", "end_of_turn"): 17,
            ("WR-I 39", "end_of_rotation"): 17,
            ("WR-I 39", "never"): 17,
            ("WR-I 49", "everyone"): 16,
            ("WR-I 52", "as_many_as_each_summoned"): 62,
            ("WR-I 56", "no"): 55,
        },
        rules=frozenset({"WR-1.6", "WR-3.15", "WR-7.6", "WR-12.6"}),
        verbs="selection replace first-roll eye-roll enter effect play summon hire gain attack "
        "tally step rift-deal",
    ),
    "tower_wizwar/retreat": Expected(
        illegal={48: "TW-11.20"},
        on_trust=frozenset({73, 92, 96, 109}),
        over=("last standing", "vigil"),
        readings={
            ("TW-I 4", "limited"): 1,
            ("TW-I 14", "each_cast"): 92,
            ("TW-I 14", "nothing"): 23,
            ("TW-I 14", "each_mana_spent"): 28,
            ("TW-I 16", "after"): 26,
            ("TW-I 18", "orbitals_do"): 58,
            ("TW-I 19", "limited"): 1,
            ("TW-I 26", "exactly_three"): 63,
            ("TW-I 33", "all_one_at_a_time"): 31,
            ("TW-I 38", "no"): 23,
            ("TW-I 41", "tower"): 133,
            ("TW-I 41", "ritual"): 133,
            ("TW-I 43", "drawn"): 7,
            ("TW-I 43", "both"): 7,
            ("TW-I 44", "wound_anyway"): 3,
            ("TW-I 46", "waits_in_front"): 113,
            ("TW-I 47", "top"): 3,
            ("TW-I 50", "towers_keep_wounds"): 39,
            ("TW-I 52", "ritual_discarded"): 85,
            ("TW-I 52", "no_tower_play"): 85,
            ("TW-I 59", "adds_up_within_turn"): 133,
            ("TW-I 60", "target_too"): 31,
            ("TW-I 61", "still_unexpended_only"): 161,
            ("TW-I 65", "all_spaces"): 41,
            ("TW-I 66", "aether"): 64,
            ("TW-I 70", "cleared_all_to_aether"): 68,
            ("TW-I 72", "flat_3_no_step"): 92,
            ("TW-I 74", "own_turn"): 183,
            ("TW-I 74", "own_cast_phase"): 183,
            ("TW-I 80", "does_not"): 38,
            ("TW-I 86", "goes_on_in_retreat"): 68,
            ("TW-I 87", "named"): 73,
        },
        rules=frozenset(
            {
                "TW-11.20",  # a draw that was forgotten
                "TW-4.7",  # mana
                "TW-6.3",  # drain of an activation
                "TW-14.2",  # towers
                "TW-17.6",  # wizards lose
                "TW-18.3",  # a space is cleared
                "TW-18.7",  # drain in retreat
                "TW-18.12",  # a rebuked card
                "TW-18.13",  # three cards for it
                "TW-18.14",  # a side is gone
                "TW-20.10",  # named late
                "TW-7.6",  # coins
            }
        ),
        verbs="set play draw end discard full-draft cast effect attack call-judge insert "
        "close-call orbital move rebuke names accept no-block block inspection penalty",
    ),
    "tower_wizwar/duel": Expected(
        over=("last standing", "lotte"),
        readings={
            ("TW-I 4", "limited"): 1,
            ("TW-I 5", "when_a_draw_needs_it"): 122,
            ("TW-I 6", "yes"): 122,
            ("TW-I 14", "nothing"): 13,
            ("TW-I 14", "each_mana_spent"): 13,
            ("TW-I 16", "after"): 39,
            ("TW-I 18", "orbitals_do"): 27,
            ("TW-I 19", "limited"): 1,
            ("TW-I 23", "may_block"): 65,
            ("TW-I 23", "may_attack_and_block"): 65,
            ("TW-I 26", "exactly_three"): 58,
            ("TW-I 33", "all_one_at_a_time"): 16,
            ("TW-I 34", "one"): 41,
            ("TW-I 38", "no"): 13,
            ("TW-I 43", "drawn"): 7,
            ("TW-I 43", "both"): 7,
            ("TW-I 44", "wound_anyway"): 3,
            ("TW-I 46", "waits_in_front"): 48,
            ("TW-I 47", "top"): 3,
            ("TW-I 50", "towers_keep_wounds"): 63,
            ("TW-I 51", "tower_deck_bottom"): 43,
            ("TW-I 52", "ritual_discarded"): 145,
            ("TW-I 52", "no_tower_play"): 145,
            ("TW-I 56", "target_then_tower"): 77,
            ("TW-I 60", "target_too"): 16,
            ("TW-I 64", "only_might_00"): 63,
            ("TW-I 65", "all_spaces"): 18,
            ("TW-I 66", "aether"): 98,
            ("TW-I 74", "own_turn"): 85,
            ("TW-I 74", "own_cast_phase"): 85,
            ("TW-I 76", "tower_takes_it"): 8,
            ("TW-I 80", "does_not"): 21,
            ("TW-I 81", "go_on"): 125,
        },
        rules=frozenset(
            {
                "TW-2.13",  # a deck made anew within a draft
                "TW-6.4",  # drain
                "TW-13.6",  # what a celestial says
                "TW-13.7",  # an orbital on another
                "TW-14.2",  # a tower for another
                "TW-15.17",  # damage that is left over
                "TW-15.21",  # a blocker strikes back
                "TW-16.2",  # damage by an effect
                "TW-16.6",  # an Ephemeral card goes home
                "TW-17.1",  # harm turns
                "TW-17.2",  # a tower is destroyed
                "TW-17.6",  # the third wound
                "TW-1.7",  # the end
            }
        ),
        verbs="set play draw end full-draft cast attack move discard orbital no-block "
        "exchange effect block",
    ),
    "grand_archive/riverside": Expected(
        over=("time", ""),
        readings={
            ("GA-I 10", "activating_player"): 54,
            ("GA-I 19", "must_be_logged"): 2,
        },
        rules=frozenset(
            {
                "GA-3.2",  # who begins
                "GA-6.40",  # the draw of the turn
                "GA-9.10",  # a level paid with cards picked at random
                "GA-17.42",  # combat
                "GA-19.2",  # a buff counter counts
                "GA-20.4",  # a weapon without durability
                "GA-21.8",  # what is suppressed
                "GA-24.15",  # a card imbued
                "GA-26.6",  # a draw in time
            }
        ),
        verbs="activate end resolve attack retaliate materialize intercept trigger step time "
        "ability",
    ),
    "grand_archive/harbour": Expected(
        illegal={3: "GA-3.10", 38: "GA-12.6"},
        still_illegal=frozenset({3, 38}),
        over=("time", ""),
        readings={
            ("GA-I 10", "activating_player"): 52,
            ("GA-I 19", "must_be_logged"): 3,
        },
        rules=frozenset(
            {
                "GA-3.10",  # no attack in the first turn
                "GA-12.6",  # an exalted card
                "GA-26.6",  # a draw in time
            }
        ),
        verbs="activate attack end resolve retaliate materialize intercept trigger time ability",
    ),
    "grand_archive/final-1": Expected(
        illegal={23: "GA-17.7"},
        on_trust=frozenset({14}),  # a text that is told in part
        still_illegal=frozenset({23}),
        over=("champion died", "rika"),
        readings={
            ("GA-I 9", "no"): 56,
            ("GA-I 10", "activating_player"): 34,
            ("GA-I 19", "must_be_logged"): 3,
        },
        rules=frozenset(
            {
                "GA-3.2",  # who begins
                "GA-9.10",  # a level paid with cards picked at random
                "GA-17.7",  # an attack past Taunt
                "GA-24.22",  # a card of the lineage released
                "GA-11.10",  # what it negates
                "GA-19.4",  # enlighten counters become a card
                "GA-24.10",  # a Spell empowered
                "GA-18.5",  # life and damage
                "GA-4.5",  # a champion has died
            }
        ),
        verbs="resolve end activate attack materialize ability step",
    ),
    "grand_archive/final-2": Expected(
        illegal={50: "GA-11.5"},
        on_trust=frozenset({10, 51}),
        still_illegal=frozenset({50}),
        over=("champion died", "rika"),
        readings={
            ("GA-I 9", "no"): 58,
            ("GA-I 10", "activating_player"): 40,
            ("GA-I 19", "must_be_logged"): 5,
        },
        rules=frozenset(
            {
                "GA-26.20",  # the loser chooses
                "GA-11.10",  # an ally negated
                "GA-24.10",  # a Spell empowered
                "GA-11.5",  # a trigger that was passed over
                "GA-4.5",  # a champion has died
            }
        ),
        verbs="starts sideboard activate end resolve materialize attack ability missed",
    ),
    "grand_archive/lantern-4-1": Expected(
        over=("champion died", "mira"),
        readings={
            ("GA-I 9", "no"): 66,
            ("GA-I 10", "activating_player"): 7,
            ("GA-I 19", "must_be_logged"): 2,
        },
        rules=frozenset(
            {
                "GA-9.12",  # a card of the graveyard pays
                "GA-22.6",  # a card that was shown goes to the memory
                "GA-24.29",  # a distant attacker
                "GA-21.4",  # a weapon sacrificed as a cost
                "GA-4.5",  # a champion has died
            }
        ),
        verbs="activate resolve end ability attack materialize",
    ),
    "grand_archive/lantern-4-2": Expected(
        illegal={40: "GA-24.33"},
        still_illegal=frozenset({40}),
        undone={48: 49},
        over=("champion died", "mira"),
        readings={
            ("GA-I 9", "no"): 72,
            ("GA-I 10", "activating_player"): 8,
            ("GA-I 19", "must_be_logged"): 6,
        },
        rules=frozenset(
            {
                "GA-26.20",  # the loser chooses
                "GA-24.33",  # a weapon at which no Spell is aimed
                "GA-20.4",  # a weapon without durability
                "GA-16.32",  # one ally makes the others stronger
            }
        ),
        verbs="starts sideboard activate resolve end ability attack materialize strike",
    ),
    "grand_archive/lantern-5-1": Expected(
        illegal={4: "GA-3.10"},
        still_illegal=frozenset({4}),
        over=("champion died", "levin"),
        readings={
            ("GA-I 9", "no"): 96,
            ("GA-I 10", "activating_player"): 57,
            ("GA-I 19", "must_be_logged"): 3,
        },
        rules=frozenset(
            {
                "GA-3.10",  # no attack in the first turn
                "GA-9.12",  # a card of the graveyard pays
                "GA-20.7",  # a link that is broken
                "GA-5.3",  # a weapon goes back to its owner's material deck
            }
        ),
        verbs="activate resolve attack end materialize retaliate intercept ability trigger",
    ),
    "grand_archive/lantern-5-2": Expected(
        illegal={15: "GA-16.12"},
        on_trust=frozenset({16}),
        still_illegal=frozenset({15}),
        over=("champion died", "levin"),
        readings={
            ("GA-I 9", "no"): 88,
            ("GA-I 10", "activating_player"): 72,
            ("GA-I 19", "must_be_logged"): 4,
        },
        rules=frozenset(
            {
                "GA-26.20",  # the loser chooses
                "GA-24.15",  # a card imbued
                "GA-16.12",  # a trigger that was passed over
                "GA-21.8",  # what is suppressed
            }
        ),
        verbs="starts activate resolve end materialize attack missed trigger retaliate ability",
    ),
    "tournament/club-cup": Expected(
        illegal=CUP_REFUSED,
        on_trust=frozenset({*range(13, 21), 25}),  # lists that nobody has checked
        still_illegal=frozenset(CUP_REFUSED),
        undone={51: 52, 54: 62},
        over=("closed", "gus"),
        rules=frozenset(
            {
                "TR-3.3",  # a late entry
                "TR-3.4",  # who leaves
                "TR-6.3",  # more time for a call
                "TR-6.4",  # more time for a deck check
                "TR-7.2",  # a dispute
                "TR-9.2",  # a round paired again
                "TR-10.2",  # a penalty that rises
                "TR-11.4",  # an appeal
                "TR-12.1",  # the cut
            }
        ),
        verbs="enter post start attest report decide time repair cut checkpoint close publish "
        "call answer ruling appeal settle end-call infraction deck-check extend drop strike",
    ),
    "tournament/two-days": Expected(
        on_trust=frozenset(
            {
                *(200, 201, 202, 204, 205, 294, 295, 360, 427, 429, 430),
                *(486, 487, 488, 489, 547, 549, 550, 551),
            }
        ),  # draws that were agreed, decks without a list
        undone={321: 407, 374: 421, 501: 538},
        over=("closed", "eli4"),
        rules=frozenset(
            {
                "TR-3.2",  # who is present
                "TR-3.5",  # a player who does not show up
                "TR-3.6",  # one who is back
                "TR-10.2",  # penalties by days
            }
        ),
        verbs="enter check-in post start pause resume attest report decide strike drop reinstate "
        "call end-call ruling infraction deck-check extend arrive cut close",
    ),
}
"""Every record, and what it has to come to; a new record needs its line here."""

RECORDS = records()


@pytest.fixture(scope="module", params=RECORDS, ids=str)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def path(name: str) -> Path:
    return RECORDS[name]


@pytest.fixture(scope="module")
def match(path: Path) -> Replayed:
    return replayed(path)


@pytest.fixture
def expected(name: str) -> Expected:
    return EXPECTED[name]


def test_every_record_is_expected_to_come_to_something() -> None:
    assert RECORDS.keys() == EXPECTED.keys()


def test_a_record_replays_to_its_golden_text(match: Replayed, path: Path) -> None:
    assert golden(match) == golden_path(path).read_text(), "see python -m tests.golden"


def test_the_entries_that_break_a_rule_are_these(match: Replayed, expected: Expected) -> None:
    illegal = {
        outcome.seq: outcome.verdict.rule
        for outcome in match.outcomes
        if isinstance(outcome.verdict, Illegal)
    }
    assert illegal == expected.illegal


def test_the_entries_that_rest_on_trust_are_these(match: Replayed, expected: Expected) -> None:
    assert {o.seq for o in match.outcomes if isinstance(o.verdict, OnTrust)} == expected.on_trust


def test_the_rulings_leave_these_entries_standing(match: Replayed, expected: Expected) -> None:
    standing = {o.seq: match.replay.standing(o.seq) for o in match.outcomes}
    assert match.replay.undone == expected.undone
    assert {seq for seq, verdict in standing.items() if verdict is None} == expected.undone.keys()
    illegal = {seq for seq, verdict in standing.items() if isinstance(verdict, Illegal)}
    assert illegal == expected.still_illegal


def test_the_match_ends_so(match: Replayed, expected: Expected) -> None:
    assert (match.replay.state.over, match.replay.state.winner) == expected.over


class Asked(dict[str, str]):
    """Choices that note which of them was asked for: where another is made, nothing changes."""

    found: ClassVar[set[str]] = set()

    def __getitem__(self, id: str) -> str:
        self.found.add(id)
        return super().__getitem__(id)

    def get(self, id: str, other: object = None) -> Any:
        self.found.add(id)
        return super().get(id, other)


def test_another_reading_of_the_rules_goes_another_way_here(
    match: Replayed, expected: Expected, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, catalog = match.game, match.replay.catalog
    events = [entry.event for entry in match.record.entries]
    assert isinstance(events[0], Opening)
    in_force = game.choices(events[0].interpretations)
    monkeypatch.setattr(Game, "choices", lambda *given, plain=Game.choices: Asked(plain(*given)))
    Asked.found.clear()
    usual = list(course(game, catalog, events))
    asked = frozenset(Asked.found)
    found = {}
    for interpretation in game.rulebook.interpretations.values():
        # what was never asked for can only matter to what the opening allows
        tried = events if interpretation.id in asked else events[:1]
        for option in interpretation.playable:
            if option == in_force[interpretation.id]:
                continue  # that is how it went
            choices = {interpretation.id: option}
            differs = parting(usual, course(game, catalog, tried, choices))
            if differs is not None:
                found[interpretation.id, option] = differs.seq
    assert found == expected.readings


def test_a_record_shows_what_it_is_there_to_show(match: Replayed, expected: Expected) -> None:
    assert rules_at_work(match) >= expected.rules
    assert {verb(entry.event) for entry in match.record.entries} >= set(expected.verbs.split())


def rules_at_work(match: Replayed) -> set[str]:
    """The rules that a verdict, a fact or a term of a total cites, when it was logged or since."""
    found = {o.verdict.rule for o in match.outcomes if isinstance(o.verdict, Illegal)}
    facts = [fact for outcome in match.outcomes for fact in outcome.facts]
    for fact in (*facts, *(fact for _, fact in match.replay.all_facts())):
        found.add(getattr(fact, "rule", ""))
        found |= {term.rule for term in getattr(fact, "terms", ())}
    return found


def test_a_record_states_true_digests_and_that_of_its_end(match: Replayed) -> None:
    assert untrue_digests(match) == []
    stated, noted = match.record.digests, match.replay.noted
    assert stated.items() <= noted.items(), "the log notes no digest at some of these entries"
    assert max(noted) in stated
    assert noted[max(noted)] == match.replay.digest()


def test_a_record_comes_back_from_writing_with_the_same_hashes(match: Replayed) -> None:
    entries, codec = match.record.entries, match.game.codec
    again = read_record(
        write_record(entries, codec, match.record.digests), lambda g, v: game_of(g, v).codec
    )
    assert again.entries == entries
    assert again.digests == match.record.digests
    hashes = []
    for chain in (entries, again.entries):
        previous = GENESIS
        for entry in chain:
            previous = seal(entry, previous).hash
        hashes.append(previous)
    assert hashes[0] == hashes[1]


def test_the_stored_bytes_replay_to_the_same_end(match: Replayed) -> None:
    events = match.game.codec.events_of(canonical(entry) for entry in match.record.entries)
    assert events == [entry.event for entry in match.record.entries]
    assert isinstance(events[0], Opening)
    whole = replay(match.game, pinned_catalog(match.game, events[0]), events)
    assert whole.verdicts == match.replay.verdicts
    assert list(whole.all_facts()) == list(match.replay.all_facts())
    assert whole.noted == match.replay.noted
    assert whole.digest() == match.replay.digest()
