"""Standings of tournaments drawn at random: what always holds, and a second way of counting."""

from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.tournament.policy import Points, Policy, Tiebreaks
from referee.tournament.standings.ranking import Placed, compare, decided, explain, standings
from referee.tournament.standings.tiebreaks import TIEBREAKS
from tests.tournament.histories import MISSED, Contest, at_random, history

WORDS = ("omw", "gw", "ogw", "sos", "buchholz")


def policy(words: Sequence[str] = WORDS, *, byes: bool = True, chess: bool = False) -> Policy:
    """One of two kinds of points, with tiebreaks by these words."""
    points = (
        Points(win=1, draw="1/2", bye="draw", bye_games=(0, 0, 1))
        if chess
        else Points(win=3, draw=1, bye="win", bye_games=(2, 0, 0))
    )
    ties = Tiebreaks(order=tuple(words), floor="0.33", bye_in_match_win=byes)
    return Policy(game="tournament", name="any", points=points, tiebreaks=ties)


@st.composite
def tournaments(draw: st.DrawFn) -> list[list[Contest]]:
    """A few rounds of a few players, with byes and rounds that somebody missed."""
    seed = draw(st.integers(0, 1 << 32))
    return at_random(
        draw(st.integers(1, 9)),
        draw(st.integers(1, 6)),
        Random(seed),
        draw(st.sampled_from((0, 0.2))),
    )


def numbers_of(rounds: Sequence[Sequence[Contest]]) -> dict[str, int]:
    """The entrants' numbers, which are in their names."""
    return {player: int(player[1:]) for each in rounds[0] for player in each[:2] if player}


# -- the second way: from the contests, word by word as the specification has it ----------------


class Plain:
    """Counts each figure anew whenever it is asked for."""

    def __init__(self, rounds: Sequence[Sequence[Contest]], byes: bool, chess: bool) -> None:
        self.rounds = rounds
        self.byes = byes
        self.win, self.draw, self.bye = (
            (Fraction(1), Fraction(1, 2), Fraction(1, 2)) if chess else map(Fraction, (3, 1, 3))
        )
        self.bye_games = (0, 0, 1) if chess else (2, 0, 0)

    def each_round(self, who: str) -> list[tuple[str, int, int, int]]:
        """Opponent, games won, lost and drawn, by rounds."""
        found = []
        for contests in self.rounds:
            for a, b, first, second, drawn in contests:
                if who == a:
                    found.append((b, first, second, drawn))
                elif who == b:
                    found.append((a, second, first, drawn))
        return found

    def points_of(self, opponent: str, won: int, lost: int) -> Fraction:
        """The points of one round."""
        if not opponent:
            return Fraction(0) if won == MISSED else self.bye
        return self.win if won > lost else self.draw if won == lost else Fraction(0)

    def points(self, who: str) -> Fraction:
        """The sum of the points."""
        return sum((self.points_of(o, w, n) for o, w, n, _ in self.each_round(who)), Fraction(0))

    def match_win(self, who: str) -> Fraction:
        """Points by three times the rounds, at least .33."""
        got, rounds = Fraction(0), 0
        for opponent, won, lost, _ in self.each_round(who):
            if opponent or (self.byes and won != MISSED):
                got, rounds = got + self.points_of(opponent, won, lost), rounds + 1
        return max(Fraction(33, 100), got / (self.win * rounds) if rounds else Fraction(0))

    def gw(self, who: str) -> Fraction:
        """Game points by three times the games, at least .33."""
        got, games = Fraction(0), 0
        for opponent, won, lost, drawn in self.each_round(who):
            if not opponent:
                won, lost, drawn = (0, 0, 0) if won == MISSED else self.bye_games
            got, games = got + self.win * won + self.draw * drawn, games + won + lost + drawn
        return max(Fraction(33, 100), got / (self.win * games) if games else Fraction(0))

    def opponents(self, who: str) -> list[str]:
        """Whom somebody has met, as often as it was."""
        return [opponent for opponent, *_ in self.each_round(who) if opponent]

    def omw(self, who: str) -> Fraction:
        """The mean match win of the opponents."""
        met = self.opponents(who)
        return sum(map(self.match_win, met), Fraction(0)) / len(met) if met else Fraction(0)

    def ogw(self, who: str) -> Fraction:
        """The mean game win of the opponents."""
        met = self.opponents(who)
        return sum(map(self.gw, met), Fraction(0)) / len(met) if met else Fraction(0)

    def sos(self, who: str) -> Fraction:
        """The wins of the opponents."""
        wins = 0
        for met in self.opponents(who):
            for opponent, won, lost, _ in self.each_round(met):
                if opponent:
                    wins += won > lost
                elif won != MISSED and self.byes and self.bye == self.win:
                    wins += 1
        return Fraction(wins)

    def buchholz(self, who: str) -> Fraction:
        """The points of the opponents, virtual ones among them."""
        found = before = Fraction(0)
        for number, (opponent, won, lost, _) in enumerate(self.each_round(who), 1):
            got = self.points_of(opponent, won, lost)
            if opponent:
                found += self.points(opponent)
            else:
                found += before + (self.win - got) + self.draw * (len(self.rounds) - number)
            before += got
        return found

    def order(self, key: str) -> list[str]:
        """Everybody, the first first: each by how many are better."""
        players = sorted({who for each in self.rounds[0] for who in each[:2] if who})

        def better(a: str, b: str) -> bool:
            for of in (self.points, self.omw, self.gw, self.ogw, self.sos, self.buchholz):
                if of(a) != of(b):
                    return of(a) > of(b)
            one, other = (sha256(f"{key}|lot|{who[1:]}".encode()).digest() for who in (a, b))
            return one < other

        ranks = {a: sum(better(b, a) for b in players if b != a) for a in players}
        return sorted(players, key=ranks.__getitem__)


@given(tournaments(), st.booleans(), st.booleans())
def test_a_second_way_of_counting_comes_to_the_same(
    rounds: list[list[Contest]], byes: bool, chess: bool
) -> None:
    counted = policy(byes=byes, chess=chess)
    found = standings(history(counted, rounds), counted, numbers_of(rounds), key="last")
    plain = Plain(rounds, byes, chess)
    for each in found:
        assert each.points == plain.points(each.player)
        assert each.tiebreaks == {word: getattr(plain, word)(each.player) for word in WORDS}
    assert [each.player for each in found] == plain.order("last")


# -- what always holds --------------------------------------------------------------------------


def place(each: Placed) -> tuple[object, ...]:
    """All of a line but for whose it is and how the lot fell."""
    return each.points, *each.tiebreaks.values(), each.lot


@given(tournaments(), st.sampled_from([(), *((word,) for word in WORDS), WORDS]))
@pytest.mark.rule("TR-8.7")
def test_tr_8_7_standings_are_a_total_order(
    rounds: list[list[Contest]], words: tuple[str, ...]
) -> None:
    counted = policy(words)
    played, numbers = history(counted, rounds), numbers_of(rounds)
    found = standings(played, counted, numbers, key="last")
    assert sorted(each.player for each in found) == sorted(numbers)
    assert [each.place for each in found] == list(range(1, len(numbers) + 1))
    for upper, lower in pairwise(found):
        why = decided(upper, lower)
        assert (why.by == "lot") == (place(upper) == place(lower))
        if why.figures:
            assert why.figures[0] > why.figures[1]
    shared = standings(played, counted, numbers)
    for placed in shared:
        above = [each for each in shared if place(each) > place(placed)]
        assert placed.place == 1 + len(above)


@given(tournaments(), st.booleans())
@pytest.mark.rule("TR-8.1")
def test_tr_8_1_points_are_conserved(rounds: list[list[Contest]], chess: bool) -> None:
    counted = policy(chess=chess)
    worth = {who: counted.points.value(who) for who in ("win", "draw", "bye")}
    given_out = Fraction(0)
    for _, b, first, second, _ in (each for contests in rounds for each in contests):
        if b:
            given_out += worth["draw"] * 2 if first == second else worth["win"]
        elif first != MISSED:
            given_out += worth["bye"]
    found = standings(history(counted, rounds), counted, numbers_of(rounds))
    assert sum(each.points for each in found) == given_out


@given(tournaments(), st.randoms(use_true_random=False))
def test_the_order_in_which_entrants_are_handed_over_is_of_no_account(
    rounds: list[list[Contest]], random: Random
) -> None:
    counted = policy()
    played, numbers = history(counted, rounds), numbers_of(rounds)
    mixed = random.sample(sorted(played), len(played))
    for key in ("", "last"):
        assert standings(played, counted, numbers, key=key) == standings(
            {player: played[player] for player in mixed}, counted, numbers, key=key
        )


@given(tournaments(), st.randoms(use_true_random=False))
def test_other_names_permute_the_standings_but_for_the_lot(
    rounds: list[list[Contest]], random: Random
) -> None:
    counted = policy()
    numbers = numbers_of(rounds)
    other = dict(zip(numbers, random.sample(sorted(numbers), len(numbers)), strict=True))
    renamed = [
        [(other[a], other.get(b, ""), *result) for a, b, *result in contests] for contests in rounds
    ]
    before = standings(history(counted, rounds), counted, numbers, key="last")
    after = standings(history(counted, renamed), counted, numbers, key="last")
    assert [place(each) for each in after] == [place(each) for each in before]
    found = {each.player: place(each) for each in after}
    assert all(found[other[each.player]] == place(each) for each in before)


@given(tournaments(), st.booleans())
@pytest.mark.rule("TR-8.10")
def test_tr_8_10_what_is_taken_apart_adds_up(rounds: list[list[Contest]], byes: bool) -> None:
    counted = policy(byes=byes)
    played, numbers = history(counted, rounds), numbers_of(rounds)
    found = standings(played, counted, numbers, key="last")
    for at, each in enumerate(found):
        apart = explain(each.player, played, counted, numbers, key="last")
        assert apart.placed == each
        assert apart.points == sum(one.played.points for one in apart.rounds)
        for word, (added, count) in apart.sums.items():
            assert added == sum(one.adds.get(word, 0) for one in apart.rounds)
            mean = added / count if count else Fraction(0)
            assert each.tiebreaks[word] == (mean if TIEBREAKS[word].ratio else added)
        assert each.tiebreaks["gw"] == apart.game_win.value
        assert (apart.above and apart.above.upper) == (found[at - 1].player if at else None)
        last = at + 1 == len(found)
        assert (apart.below and apart.below.lower) == (None if last else found[at + 1].player)


@given(tournaments())
@pytest.mark.rule("TR-2.3")
def test_tr_2_3_before_the_first_place_that_differs_everything_is_the_same(
    rounds: list[list[Contest]],
) -> None:
    one, two = policy(), policy(("gw", "sos"))
    numbers = numbers_of(rounds)
    before, after = (
        standings(history(each, rounds), each, numbers, key="last") for each in (one, two)
    )
    found = compare(before, after)
    names = [[each.player for each in placed] for placed in (before, after)]
    same = found.first - 1 if found.first else len(numbers)
    assert names[0][:same] == names[1][:same]
    assert not found.first or names[0][same] != names[1][same]
    assert {each.player for each in found.moved} == {
        a for a, b in zip(*names, strict=True) if a != b
    } | {b for a, b in zip(*names, strict=True) if a != b}
