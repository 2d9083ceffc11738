"""Section 2: what the referee keeps of hidden cards, and the figures that check it."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from events.notation import read
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.window import let_all
from referee.hidden import KINDS
from referee.parts import layered
from referee.verdict import LEGAL, Illegal, OnTrust
from tests.games.warrift.effects import text
from tests.games.warrift.table import MONSTERS, SUPPORT, Match, begun, class_deck, mid, opened

EXTRA = """
[[class_cards]]
name = "Mixer"
cls = "arbiter"
tier = 2
cost = 2
[[class_cards.effects]]
when = "played"
steps = [{ do = "shuffle", deck = ["eye", "primary"] }]

[[class_cards]]
name = "Seer"
cls = "arbiter"
tier = 2
cost = 2
scout = 2

[[class_cards]]
name = "Turner"
cls = "arbiter"
tier = 2
cost = 2
alter = 2

[[class_cards]]
name = "Sinker"
cls = "arbiter"
tier = 2
cost = 2
[[class_cards.effects]]
when = "played"
steps = [{ do = "pass", count = 1, place = "hand", to = "primary", where = "bottom" }]
"""


def table(players: int = 2, **more: Any) -> Match:
    return mid(players, EXTRA, **more).hold("ana", "Mixer", "Seer", "Turner", "Sinker")


def next_eye(match: Match, dice: str) -> Match:
    """The rest of the rotation, and the next roll."""
    return match.play(f"ana step end; bo step end; bo eye-roll {dice}")


# -- conservation ------------------------------------------------------------------------------


def test_wr_2_3_sixty_of_each_class_of_monsters_and_of_support_cards():
    match = opened(3)
    counted = Counter(LAYOUT.counted(match.t))
    assert counted == (
        Counter(MONSTERS)
        + Counter(SUPPORT)
        + sum((Counter({f"{m}mage": 5, f"{m}warrior": 5}) for m in "ANW"), Counter())
        + sum((Counter(class_deck(mark)) for mark in "ANW"), Counter())
    )
    assert sum(counted.values()) == 60 * 5


class Truth:
    """A table that knows all its cards, and logs only what is public."""

    def __init__(self, seed: int, players: int) -> None:
        self.chance = random.Random(seed)
        self.match = opened(players)
        self.whole = LAYOUT.counted(self.match.t)
        self.marks = dict(zip(self.match.wr.seats, "ANWG", strict=False))
        self.eye, self.support = self.shuffled(MONSTERS), self.shuffled(SUPPORT)
        self.classes = {x: self.shuffled(class_deck(m)) for x, m in self.marks.items()}
        decks = {x: self.shuffled({f"{m}mage": 5, f"{m}warrior": 5}) for x, m in self.marks.items()}
        self.hands = {seat: deck[:5] for seat, deck in decks.items()}
        self.decks = {seat: deck[5:] for seat, deck in decks.items()}
        for seat, deck in self.classes.items():
            self.log(f"{seat} selection {' '.join(deck[:5])}")
            del deck[:5]
        self.log(f"ana selection {' '.join(self.support[:6])} of=support")
        rolls = " ".join(f"{seat}:{6 - at}" for at, seat in enumerate(self.marks))
        self.log(f"ana first-roll {rolls}")

    def log(self, line: str) -> None:
        """A line that is accepted; what might follow it is not asked for."""
        verdict = self.match.replay.add(read(line, self.match.game.codec)).verdict
        assert not isinstance(verdict, Illegal), f"{line}: {verdict.message}"

    def shuffled(self, cards: Mapping[str, int] | Sequence[str]) -> list[str]:
        found = list(Counter(cards).elements())
        self.chance.shuffle(found)
        return found

    @property
    def piles(self) -> dict[str, list[str]]:
        return self.match.wr.zones.piles

    def turn(self) -> None:
        """The Eye, all cards but some, attacks, what can be paid for, the draw."""
        match, seat = self.match, self.match.wr.active
        if match.due(seat):
            dice = [self.chance.choice((0, 0, 1)) for _ in self.marks]
            self.log(f"{seat} eye-roll {' '.join(map(str, dice))}")
            for _ in range(sum(dice)):
                self.log(f"{seat} enter {self.eye.pop(0)}")
        hand = self.hands[seat]
        for _ in range(self.chance.randint(3, len(hand))):
            self.log(f"{seat} play {hand.pop(self.chance.randrange(len(hand)))}")
        self.fight(seat)
        if self.chance.random() < 0.2 and hand:
            other = self.chance.choice([each for each in self.marks if each != seat])
            self.hands[other].append(hand.pop())
            self.log(f"{seat} trade {other} unseen=1")
        self.summon(seat)
        pile = list(self.piles.get(f"{seat}.discard", ()))
        gone = [x for x in match.wr.zones.things.values() if x.turn]
        self.log(f"{seat} step end")
        self.draw(seat, [*pile, *(x.name for x in gone if x.owner == seat)])
        if any(due.task == "deal rift" for due in match.wr.due):
            self.deal()

    def fight(self, seat: str) -> None:
        things = self.match.wr.zones.things
        for creature in [x.id for x in things.values() if x.controller == seat]:
            monsters = [x.id for x in things.values() if not x.controller]
            if monsters:
                self.log(f"{seat} attack {creature} {self.chance.choice(monsters)}")
                let_all(self.match.t)

    def summon(self, seat: str) -> None:
        let_all(self.match.t)
        for card in self.shuffled(self.piles[f"{seat}.selection"]):
            if self.match.t.catalog.cards[card].cost <= self.match.wr.sides[seat].magicka:
                self.log(f"{seat} summon {card} {self.classes[seat].pop(0)}")

    def draw(self, seat: str, pile: list[str]) -> None:
        hand, deck = self.hands[seat], self.decks[seat]
        while len(hand) < 5:
            if not deck:
                deck += self.shuffled(pile)
            hand.append(deck.pop(0))

    def deal(self) -> None:
        rift = self.shuffled(self.piles["rift"])
        to = next(due.recipients for due in self.match.wr.due if due.task == "deal rift")
        for at, card in enumerate(rift):
            self.decks[to[at % len(to)]].insert(0, card)
        self.log(f"{self.match.wr.first} rift-deal")


@pytest.mark.parametrize("seed", range(6))
def test_wr_2_3_nothing_appears_or_vanishes_and_no_truthful_table_is_accused(seed: int):
    truth = Truth(seed, 2 + seed % 3)
    for _ in range(24):
        if truth.match.wr.over:
            break
        truth.turn()
        zones = truth.match.wr.zones
        assert LAYOUT.counted(truth.match.t) == truth.whole
        for seat in truth.marks:
            hand = truth.hands[seat]
            assert len(hand) == zones.hidden.size(f"{seat}.hand")
            assert len(truth.decks[seat]) == layered.size_of(zones, f"{seat}.primary")
            assert zones.hidden.refuses(f"{seat}.hand", hand) is None
    assert truth.match.wr.rotation > 4


# -- flips -------------------------------------------------------------------------------------


def test_wr_2_5_what_is_flipped_has_a_copy_that_can_be_in_the_deck():
    match = opened()
    match.refuse("ana selection A2 A2 A2 AL1 AL1", "WR-2.5", card="AL1")
    match.refuse("ana selection A2 A2 A2 A3 N2", "WR-2.5", card="N2")
    match.play("ana selection A2 A2 A3 A4 AL1")
    match.refuse("ana selection HutL1 HutL1 Hut1 Hut1 Hut2 Hand1 of=support", "WR-2.5")
    match = mid().give("ana", magicka=9)
    match.refuse("ana summon A4 N4", "WR-2.5")
    match.play("ana summon A4")
    match.refuse("ana refill Amage", "WR-2.5")
    match.play("ana refill AL1")


def test_wr_2_5_copies_that_are_known_elsewhere_are_not_in_the_deck():
    match = begun().play("ana eye-roll 1 1; ana enter Dragon1")
    match.refuse("ana enter Dragon1", "WR-2.5", card="Dragon1")


# -- pools and hands ---------------------------------------------------------------------------


@pytest.mark.rule("WR-2.6")
def test_wr_2_6_each_shuffle_makes_a_pool():
    match = mid().play("ana play Amage Amage Amage Amage Amage; ana step end; bo step end")
    assert match.wr.zones.hidden.candidates("ana.hand") == {"Awarrior": 5}
    match.play("bo eye-roll 0 0; bo step end; ana play Awarrior; ana step end")
    hidden = match.wr.zones.hidden
    assert hidden.size("ana.primary") == 5
    assert hidden.candidates("ana.primary") == {"Amage": 5, "Awarrior": 1}
    assert hidden.candidates("ana.hand") == {"Amage": 1, "Awarrior": 5}


def test_wr_2_7_a_sixth_mage_is_in_no_starting_deck():
    match = mid().play("ana play Amage Amage Amage; ana step end; bo step end")
    match.play("bo eye-roll 0 0; bo step end; ana play Amage Amage")
    match.refuse("ana play Amage", "WR-2.7", card="Amage")
    match.refuse("ana play Nmage", "WR-2.7", card="Nmage")


def dealt() -> Match:
    """An A2 lies on top of ana's deck, and it is her turn."""
    match = mid().give("ana", magicka=2).play("ana summon A2 A2; ana step end; bo step end")
    return match.play("ana rift-deal; bo eye-roll 0 0; bo step end")


def test_wr_2_7_cards_shown_must_fit_together():
    match = dealt().play("ana play Amage Amage; ana step end; ana eye-roll 0 0")
    match.refuse("ana play A2 A2", "WR-2.7", place=2)
    match.play("ana play A2 Awarrior")


def test_wr_2_7_what_is_still_in_the_deck_is_in_no_hand():
    match = dealt()
    match.refuse("ana play A2", "WR-2.7")
    match.play("ana play Amage; ana step end; ana eye-roll 0 0; ana play A2")


@pytest.mark.rule("WR-2.8")
def test_wr_2_8_unseen_cards_shuffled_in_may_be_any_of_them():
    match = table().play("ana play Sinker pass:1; ana play Mixer shuffle:primary:ana")
    zones = match.wr.zones
    assert layered.layers_of(zones, "ana.primary") == ("ana.primary",)
    assert layered.size_of(zones, "ana.primary") == 6
    could = {"Amage": 5, "Awarrior": 5, "Seer": 1, "Turner": 1}
    assert zones.hidden.candidates("ana.primary") == could


# -- known order -------------------------------------------------------------------------------


def test_wr_2_9_cards_shown_on_top_come_off_in_that_order():
    match = next_eye(table().play("ana play Seer scout:2:Wolf+Ogre"), "1 1")
    match.refuse("bo enter Ogre", "WR-2.9", card="Ogre")
    match.play("bo enter Wolf")
    match.refuse("bo enter Rat", "WR-2.9")
    match.play("bo enter Ogre")


def test_wr_2_9_until_the_deck_is_shuffled():
    match = table().play("ana play Seer scout:2:Wolf+Ogre; ana play Mixer shuffle:eye")
    next_eye(match, "1 0").play("bo enter Rat")


def test_wr_2_9_after_alter_they_are_on_top_or_at_the_bottom():
    match = table().play("ana play Seer scout:2:Dragon1+Dragon2; ana play Turner alter:1:eye")
    next_eye(match, "1 1")
    match.refuse("bo enter Rat", "WR-2.9")
    match.play("bo enter Dragon2")
    match.refuse("bo enter Dragon1", "WR-2.9")
    match.play("bo enter Rat")


def test_wr_2_9_who_looks_a_deck_through_may_put_it_back_in_any_order():
    match = text().play("ana effect Text reveal:Rat+Wolf:eye consume:Ogre:eye")
    match.play("ana step end; bo step end; bo eye-roll 1 0; bo enter Dragon1")


# -- figures -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("figure", "right", "wrong"),
    [
        ("points", 0, 1),
        ("magicka", 0, 1),
        ("hand", 5, 4),
        ("primary", 5, 6),
        ("discard", 0, 1),
        ("deck", 45, 44),
        ("monsters", 0, 1),
        ("eye", 60, 59),
        ("support", 54, 55),
    ],
)
def test_wr_2_10_a_figure_that_differs_is_refused(figure: str, right: int, wrong: int):
    match = mid()
    match.refuse(f"ana tally {figure}={wrong}", "WR-2.10", have=right, said=wrong)
    match.play(f"ana tally {figure}={right}")


def test_wr_2_10_the_last_draw_and_the_side_of_the_token():
    match = mid().play("ana play Amage; ana step end")
    match.refuse("ana draw 2", "WR-2.10", have=1)
    match.refuse("ana tally token=night", "WR-2.10")
    match.play("ana draw 1; ana tally token=day hand=5 primary=4 discard=1")


def test_wr_2_10_the_first_draw_is_that_of_the_opening():
    match = opened()
    match.refuse("ana draw 4", "WR-2.10", have=5)
    match.play("ana draw 5; bo draw 5")


def test_wr_2_10_no_card_leaves_an_empty_hand_or_deck():
    match = mid().play("ana play Amage Amage Amage Awarrior Awarrior")
    match.refuse("ana play Amage", "WR-2.10")
    match = begun()
    for name, count in MONSTERS.items():
        match.wr.zones.hidden.show("eye", [name] * count)
    match.play("ana eye-roll 6 6")
    match.refuse("ana enter Rat", "WR-5.4")


def test_wr_2_11_only_ones_own_hand_is_looked_at_without_an_effect():
    match = mid().play("ana look hand 3")
    match.refuse("ana look primary 1", "WR-2.11")
    match.refuse("ana look hand 1 player=bo", "WR-2.11")
    match.refuse("ana look eye 1", "WR-2.11")
    match.refuse("ana look hand 6", "WR-2.10")
    match.play("ana look discard 1; ana look selection 5 player=bo")


@pytest.mark.parametrize("option", ["open", "top_card_only"])
def test_wr_i_8_how_much_of_a_discard_pile_is_seen(option: str):
    match = mid(choices={"WR-I 8": option}).pile("bo.discard", "N2", "N3")
    rows = dict(next(p.rows for p in match.game.board(match.replay.table) if p.title == "bo"))
    assert ("N2" in rows["discard"]) == (option == "open")
    assert "N3" in rows["discard"]
    match.refuse("bo tally discard=1", "WR-2.10", have=2)


# -- unseen among unseen -----------------------------------------------------------------------

TRADED = "ana eye-roll 0 0 0; ana trade bo unseen=1 taken=1; ana trade bo unseen=1 taken=1"
"""Two cards of bo may be ana's by now."""


def test_wr_2_7_no_more_cards_of_another_class_come_out_of_a_hand_than_can_have_come_into_it():
    match = begun(3).play(TRADED)
    match.refuse("ana play Nmage Nmage Nmage", "WR-2.7")
    match.play("ana play Nmage Nmage")
    match.refuse("ana play Nwarrior", "WR-2.7")


def test_wr_2_7_where_ways_are_too_many_a_card_is_on_trust_by_the_entry_that_made_them_so(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setitem(KINDS, "complete", 2)
    match = begun(3).play("ana eye-roll 0 0 0; ana trade bo unseen=1 taken=1")
    verdict = match.play("ana play Amage").replay.verdicts[-1]
    assert verdict == LEGAL
    made = len(match.play("ana trade bo unseen=1 taken=1").replay.events)
    verdict = match.play("bo trade cy unseen=1 taken=1; ana play Nmage").replay.verdicts[-1]
    assert isinstance(verdict, OnTrust)
    assert any(f"since entry {made} unseen cards" in each for each in verdict.assumptions)


def test_wr_2_7_a_match_of_an_earlier_day_keeps_its_account():
    match = begun(3, account="rough").play(TRADED)
    assert match.play("ana play Nmage Nmage Nmage").replay.verdicts[-1] == LEGAL


@pytest.mark.parametrize(
    ("account", "most"),
    [("rough", 0), ("exact", 5_000), ("thorough", 100_000), ("full", 120_000)],
)
def test_wr_2_7_as_many_ways_are_told_apart_as_on_the_day_of_the_match(account: str, most: int):
    assert begun(3, account=account).replay.state.zones.hidden.most_ways == most
    assert begun(3).replay.state.zones.hidden.most_ways > most


# -- the right place ---------------------------------------------------------------------------


def test_wr_2_4_what_one_acts_with_is_where_the_action_needs_it():
    match = mid().give("ana", points=5).hold("ana", "A2")
    match.put("bo", "Hut2", "N2")
    match.put("ana", "Hut2")
    match.refuse("ana take Hut2.2 A2", "WR-2.4")
    match.refuse("ana take Hut2.1 A2", "WR-2.4")
    match.pile("Hut2.1.garrison", "N2")
    match.refuse("ana take Hut2.1 N2", "WR-2.4", thing="Hut2.1")
