"""Trading: section 11, and WR-1.8."""

from collections import Counter
from random import Random
from typing import ClassVar

import pytest

from referee.fact import CardMoved
from referee.games.warrift.facts import Traded
from referee.verdict import Incomplete
from tests.games.warrift.table import LAYOUT, Match, begun, mid, opened

LURKER = """
[[monsters]]
name = "Lurker"
tier = 1
health = 1
[[monsters.effects]]
when = "eyestrike"
steps = [{ do = "points", player = "player", change = 1 }]

[[strongholds]]
name = "Gate"
tier = 1
cost = 2
[[strongholds.effects]]
when = "enter_play"
steps = [{ do = "points", change = 5 }]
"""


def table(players: int = 2, extra: str = "", **more: object) -> Match:
    """Ana's mid step; ana and bo have cards and strongholds to trade."""
    match = mid(players, extra, **more).hold("ana", "A2", "A3").hold("bo", "N2")
    match.put("ana", "Hut1", "Hut2")
    match.put("bo", "Hut3")
    return match


def sizes(match: Match) -> tuple[int, int]:
    hidden = match.wr.zones.hidden
    return hidden.size("ana.hand"), hidden.size("bo.hand")


def known(match: Match, seat: str) -> dict[str, int]:
    return match.wr.zones.hidden.known(f"{seat}.hand")


# -- when, and by whom -------------------------------------------------------------------------


def test_wr_1_8_no_trade_in_the_game_ending_rotation():
    match = table()
    match.wr.ending = 2
    match.play("ana step end; bo step end; ana trade bo gives=A2")
    match.play("bo eye-roll 0 0")
    match.refuse("ana trade bo gives=A3", "WR-1.8", rotation=2)
    match.refuse("ana trade bo gives=Hut1", "WR-1.8")


def test_wr_1_8_an_earlier_trade_is_none_of_that_rotation():
    match = table()
    match.wr.ending = 2
    match.play("ana trade bo gives=A2 takes=N2; ana step end; bo trade ana gives=A2")


@pytest.mark.rule("WR-11.1")
def test_wr_11_1_on_anybodys_turn_and_in_any_step():
    match = begun(3).play("bo trade cy unseen=1 taken=1; ana eye-roll 0 0 0")
    match.play("cy trade ana unseen=2; ana step mid; bo trade ana taken=1; ana step end")


def test_wr_11_1_nobody_trades_alone():
    table().refuse("ana trade ana gives=A2", "WR-11.1", seat="ana")


def test_wr_11_1_only_with_a_player_of_the_match():
    table().refuse("ana trade zed gives=A2", "REF-1.3", seat="zed")


def test_wr_11_1_not_before_the_match_has_begun():
    opened().refuse("ana trade bo unseen=1", "WR-3.17")


def test_wr_11_1_what_is_traded_is_asked_for():
    match = table()
    match._log("ana trade bo")
    assert isinstance(match.verdict, Incomplete)


def test_wr_i_46_any_time_lets_nothing_take_effect():
    match = table()
    fighter, rat = match.put("ana", "A2", turn=1)[0], match.put("", "Rat")[0]
    match.play(f"ana attack {fighter} {rat}; ana trade bo gives=A3")
    assert match.wr.waiting.stack and rat in match.wr.zones.things


def test_wr_i_46_any_time_is_while_something_is_awaited():
    match = table().give("ana", magicka=9)
    match.play("ana summon A2; ana trade bo gives=A3")
    assert match.due("ana") == [("fill gap", "WR-8.6")]


def test_wr_i_46_nothing_pending_lets_everything_take_effect():
    match = table(choices={"WR-I 46": "nothing_pending"})
    fighter, rat = match.put("ana", "A2", turn=1)[0], match.put("", "Rat")[0]
    match.play(f"ana attack {fighter} {rat}; ana trade bo gives=A3")
    assert not match.wr.waiting.stack and rat not in match.wr.zones.things


def test_wr_i_46_nothing_pending_is_refused_while_an_effect_is_owed():
    extra, reading = LURKER, {"WR-I 46": "nothing_pending"}
    match = begun(extra=extra, choices=reading).play("ana eye-roll 1 0")
    match.wr.zones.hidden.put_on_top("eye", ["Lurker"])
    match.play("ana enter Lurker")
    match.refuse("ana trade bo unseen=1", "WR-2.13")
    match.play("ana effect Lurker points:1:bo; ana trade bo unseen=1")


def test_wr_i_47_gift_allowed_takes_nothing_for_it():
    match = table().play("ana trade bo gives=A2")
    assert match.one(Traded) == Traded("ana", "bo", 1, 0)


@pytest.mark.parametrize("line", ["ana trade bo gives=A2", "ana trade bo takes=N2"])
def test_wr_i_47_both_must_give_something(line: str):
    match = table(choices={"WR-I 47": "both_must_give"})
    match.refuse(line, "WR-11.1")
    match.play("ana trade bo gives=A2 takes=N2")


# -- what --------------------------------------------------------------------------------------


def test_wr_11_2_hand_cards_and_own_strongholds_are_traded():
    match = table().play("ana trade bo gives=A2,Hut1.1 takes=Hut3")
    assert (match.thing("Hut1.1").controller, match.thing("Hut3.1").controller) == ("bo", "ana")
    assert known(match, "bo") == {"A2": 1, "N2": 1}
    assert match.one(Traded) == Traded("ana", "bo", 2, 1)


@pytest.mark.parametrize(
    "what", ["points", "magicka:2", "Hut3", "Hut3.1", "Rat.1", "A5.1", "Hut2.9"]
)
def test_wr_11_2_nothing_else_is_traded(what: str):
    match = table()
    match.put("", "Rat")
    match.put("ana", "A5", turn=1)
    refusal = match.refuse(f"ana trade bo gives={what} takes=N2", "WR-11.2", seat="ana", what=what)
    assert refusal.legal == "hand cards; Hut1.1, Hut2.1"


def test_wr_11_2_which_of_two_strongholds_is_asked_for():
    match = table()
    match.put("ana", "Hut1")
    match._log("ana trade bo gives=Hut1")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {"gives": ("Hut1.1", "Hut1.2")}
    match.play("ana trade bo gives=Hut1.1,Hut1.2")


def test_wr_11_2_what_is_in_a_garrison_is_not_traded():
    match = table().play("ana store Hut2 A2")
    match.refuse("ana trade bo gives=A2", "WR-2.7")


def test_wr_11_3_cards_that_are_named_are_possible_in_that_hand():
    match = table()
    match.refuse("ana trade bo gives=A4 takes=N2", "WR-2.7", card="A4")
    match.refuse("ana trade bo gives=A2,A2", "WR-2.7", card="A2")


def test_wr_11_3_not_more_cards_are_given_than_the_hand_has():
    match = table()
    refusal = match.refuse("ana trade bo unseen=8", "WR-11.3", have=7, asked=8)
    assert refusal.legal == "7 in all"
    match.refuse("ana trade bo gives=A2 unseen=7", "WR-11.3", asked=8)
    match.refuse("ana trade bo unseen=1 taken=7", "WR-11.3", seat="bo", have=6)
    match.play("ana trade bo unseen=7 taken=6")


def test_wr_11_3_a_card_that_is_counted_may_be_any_of_the_hand():
    match = mid().play("ana trade bo unseen=1; bo trade ana gives=Amage")
    match = mid().play("ana trade bo unseen=1; bo trade ana gives=Nmage; bo trade ana unseen=1")
    assert sizes(match) == (6, 4)


def test_wr_11_3_a_counted_card_of_two_kinds_is_only_one_of_them():
    match = mid().play("ana trade bo unseen=1; bo trade ana gives=Amage")
    match.refuse("bo trade ana gives=Awarrior", "WR-2.7")


def test_wr_11_3_hand_counts_change_by_the_numbers_given():
    match = table().play("ana trade bo gives=A2,A3 unseen=2 taken=1")
    assert sizes(match) == (7 - 4 + 1, 6 + 4 - 1)


def test_wr_11_3_a_named_card_is_known_in_the_hand_that_it_comes_to():
    match = table().play("ana trade bo gives=A2 takes=N2")
    assert known(match, "bo")["A2"] == 1
    moved = {(fact.card, fact.source, fact.target) for fact in match.all(CardMoved)}
    assert moved == {("A2", "ana.hand", "bo.hand"), ("N2", "bo.hand", "ana.hand")}


def test_wr_11_3_nobody_gives_back_what_the_same_trade_brings():
    table().refuse("ana trade bo gives=A2,N2 takes=N2", "WR-2.7", card="N2")


def test_wr_i_48_either_is_decided_card_by_card():
    table().play("ana trade bo gives=A2 unseen=1 taken=1; ana trade bo gives=A3 takes=N2")


def test_wr_i_48_named_cards_only():
    match = table(choices={"WR-I 48": "named"})
    match.refuse("ana trade bo gives=A2 taken=1", "WR-11.3", seat="bo")
    match.play("ana trade bo gives=A2,Hut1 takes=N2")


def test_wr_i_48_count_only():
    match = table(choices={"WR-I 48": "count_only"})
    match.refuse("ana trade bo gives=A2 taken=1", "WR-11.3", seat="ana")
    match.play("ana trade bo gives=Hut1 unseen=1 taken=1")


# -- what follows ------------------------------------------------------------------------------


@pytest.mark.rule("WR-11.4")
def test_wr_11_4_a_traded_stronghold_does_not_enter_play_again():
    match = table(extra=LURKER)
    match.put("ana", "Gate")
    match.play("ana trade bo gives=Gate; ana step end")
    assert match.thing("Gate.1").controller == "bo"
    assert match.wr.sides["bo"].points == 0


def stored(reading: str) -> Match:
    match = table(choices={"WR-I 45": reading}).hold("ana", "N4")
    match.play("ana store Hut2 A2; ana store Hut2 N4")
    before = LAYOUT.counted(match.t)
    match.play("ana trade bo gives=Hut2")
    assert LAYOUT.counted(match.t) == before
    assert match.thing("Hut2.1").controller == "bo"
    return match


def test_wr_i_45_stay_in_it():
    match = stored("stay_in_it").play("ana step end; bo take Hut2 A2")
    assert match.wr.zones.piles["Hut2.1.garrison"] == ["N4"]
    assert known(match, "bo")["A2"] == 1


def test_wr_i_45_back_to_the_giver_s_hand():
    match = stored("back_to_the_giver's_hand")
    assert Counter(known(match, "ana")) == Counter({"A2": 1, "A3": 1, "N4": 1})
    match.play("ana step end")
    match.refuse("bo take Hut2 A2", "WR-2.4")


def test_wr_i_45_discarded():
    match = stored("discarded")
    assert match.wr.zones.piles["ana.discard"] == ["A2"]
    assert match.wr.zones.piles["bo.discard"] == ["N4"]


@pytest.mark.rule("WR-11.5")
def test_wr_11_5_a_traded_card_keeps_its_class():
    match = table().play("ana trade bo gives=A2; ana step end; bo play A2; bo step end")
    assert "A2" in match.wr.zones.piles["ana.discard"]


def test_no_card_comes_or_goes_by_a_trade():
    match = table()
    before = LAYOUT.counted(match.t)
    match.play("ana trade bo gives=A2,Hut1 unseen=2 takes=N2,Hut3 taken=3")
    assert LAYOUT.counted(match.t) == before


# -- a table where all cards are known ---------------------------------------------------------


class Truth:
    """Three players with starting cards alone, who play and trade as they like.

    It knows every card, and says of them what a scorekeeper would log.
    """

    SEATS = ("ana", "bo", "cy")
    MARKS: ClassVar = dict(zip("ANW", SEATS, strict=True))

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.hands: dict[str, list[str]] = {}
        self.decks: dict[str, list[str]] = {}
        self.piles: dict[str, list[str]] = {seat: [] for seat in self.SEATS}
        self.played: list[str] = []
        for mark, seat in self.MARKS.items():
            cards = [f"{mark}mage", f"{mark}warrior"] * 5
            self.chance.shuffle(cards)
            self.hands[seat], self.decks[seat] = cards[:5], cards[5:]

    def leave(self, seat: str, count: int) -> list[str]:
        """So many cards leave a hand."""
        self.chance.shuffle(self.hands[seat])
        found = self.hands[seat][:count]
        del self.hands[seat][:count]
        return found

    def trade(self) -> str:
        """A trade of cards that are named and cards that are not."""
        one, other = self.chance.sample(self.SEATS, 2)
        line, moves = f"{one} trade {other}", []
        for seat, to, named, counted in (
            (one, other, "gives", "unseen"),
            (other, one, "takes", "taken"),
        ):
            cards = self.leave(seat, self.chance.randint(1, 2))
            shown = cards[: self.chance.randint(0, len(cards))]
            line += f" {named}={','.join(shown)} {counted}={len(cards) - len(shown)}"
            moves.append((to, cards))
        for to, cards in moves:
            self.hands[to] += cards
        return line

    def play(self, seat: str) -> str:
        """Some cards are played."""
        cards = self.leave(seat, self.chance.randint(1, 3))
        self.played += cards
        return f"{seat} play {' '.join(cards)}"

    def end(self, seat: str) -> str:
        """What was played goes to the piles of its classes, and the hand is drawn up."""
        for card in self.played:
            self.piles[self.MARKS[card[0]]].append(card)
        self.played.clear()
        while len(self.hands[seat]) < 5:
            if not self.decks[seat]:
                self.decks[seat], self.piles[seat] = self.piles[seat], []
                self.chance.shuffle(self.decks[seat])
            if not self.decks[seat]:
                break
            self.hands[seat].append(self.decks[seat].pop())
        return f"{seat} step end"


@pytest.mark.parametrize("seed", range(4))
def test_a_truthful_table_that_trades_is_never_accused(seed: int):
    truth, match = Truth(seed), begun(3)
    for turn in range(9):
        seat = match.wr.active
        if not turn % 3:
            match.play(f"{seat} eye-roll 0 0 0")
        for _ in range(3):
            if all(truth.hands.values()):
                match.play(truth.trade())
            if truth.hands[seat]:
                match.play(truth.play(seat))
        match.play(truth.end(seat))
        for each in truth.SEATS:
            assert match.wr.zones.hidden.size(f"{each}.hand") == len(truth.hands[each])


def test_wr_2_7_one_copy_too_many_is_refused_as_not_in_that_hand():
    match = mid().hold("ana", "A2")
    match.refuse("ana trade bo gives=Amage,Amage,Amage,Amage,Amage,Amage", "WR-2.7")
