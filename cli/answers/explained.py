"""The answers to why something of a tournament is as it is.

A figure is exact, as a fraction such as ``13/27``, and has four decimals beside it.
"""

from msgspec import Struct

from cli.answers.answer import Answer
from referee.tournament.explaining.cut import Passed
from referee.tournament.explaining.pairing import Other


class Figure(Struct, frozen=True):
    """A number of the standings.

    Args:
        exact: as a whole number or a fraction.
        shown: as people read it, ratios with four decimals, half to even.
    """

    exact: str
    shown: str


class RatioShown(Struct, frozen=True):
    """Match win or game win.

    Args:
        won: the points that were won.
        possible: those that could be won in the rounds or games that count.
        plain: the one by the other, without the floor.
        value: as it counts.
        raised: whether the floor is used.
    """

    won: str
    possible: str
    plain: Figure
    value: Figure
    raised: bool


class RoundPlayed(Struct, frozen=True):
    """A round as the entrant has it behind them.

    Args:
        round: its number.
        opponent: who was met; empty for a bye or a round that was missed.
        outcome: win, draw, loss, bye or missed.
        how: how it ended, as it was reported.
        points: what it gave.
        won: games won.
        lost: games lost.
        drawn: games drawn or not finished.
        score: the own score, where one game has scores.
        conceded: the opponent's.
        counts: whether the round is in the own match win.
        match_win: that of the opponent; null without one.
        game_win: that of the opponent; null without one.
        adds: what the round adds to each tiebreak that is a sum or a mean, by its word.
    """

    round: int
    opponent: str
    outcome: str
    how: str
    points: Figure
    won: int
    lost: int
    drawn: int
    score: int
    conceded: int
    counts: bool
    match_win: RatioShown | None
    game_win: RatioShown | None
    adds: dict[str, Figure]


class TiebreakShown(Struct, frozen=True):
    """A tiebreak of an entrant.

    Args:
        word: the policy's word for it.
        told: what it is.
        figure: the figure; null for who has no place.
        sum: of what the rounds add; null where it is not made of rounds.
        rounds: how many rounds have a part in it, by which a mean divides.
    """

    word: str
    told: str
    figure: Figure | None
    sum: Figure | None
    rounds: int


class DecidedShown(Struct, frozen=True):
    """Why one stands above another.

    Args:
        upper: who is above.
        lower: who is below.
        by: what decides: points, a tiebreak, entry, lot; empty where they share the place.
        upper_figure: the figure of the upper; null where there is none.
        lower_figure: that of the lower.
    """

    upper: str
    lower: str
    by: str
    upper_figure: Figure | None
    lower_figure: Figure | None


class StandingExplained(Answer, frozen=True, tag="referee/explain-standing/1"):
    """A line of the standings, taken apart.

    Args:
        match: the tournament.
        player: whose.
        number: the number.
        after: the last round that counts.
        place: the place; null for who has none.
        places: how many have one.
        points: the sum of what the rounds gave.
        match_win: the own one.
        game_win: the own one.
        rounds: each round.
        tiebreaks: in their order.
        above: why the one before stands above; null for the first.
        below: why this one stands above the next; null for the last.
        penalties: the entries that note infractions of the player, those in force.
    """

    match: str
    player: str
    number: int
    after: int
    place: int | None
    places: int
    points: Figure
    match_win: RatioShown
    game_win: RatioShown
    rounds: tuple[RoundPlayed, ...]
    tiebreaks: tuple[TiebreakShown, ...]
    above: DecidedShown | None
    below: DecidedShown | None
    penalties: tuple[int, ...]


class SideShown(Struct, frozen=True):
    """An entrant as it was when a round was paired.

    Args:
        player: who.
        number: the number.
        points: exactly.
        byes: how many byes it had had.
        floated: 1 where the opponent of the round before had more points then, -1 where fewer.
        group: the team or club that is kept apart; empty for none.
    """

    player: str
    number: int
    points: str
    byes: int
    floated: int
    group: str


class PairingExplained(Answer, frozen=True, tag="referee/explain-pairing/1"):
    """A posted table, or a bye, taken apart.

    Args:
        match: the tournament.
        round: the round.
        table: the table; 0 for a bye.
        stage: swiss, round-robin or elimination.
        entry: the entry that posted it, or repaired the round.
        key: the key of the round.
        as_proposed: whether the whole round is what the engine proposes; null where a round is not
            paired by cost.
        awarded: whether the bye was awarded at the entry.
        reason: why the table was not as proposed; empty where that was not said.
        unit: how many units a point has in item 3; in item 4 it has the square of it.
        a: who was posted first, or has the bye.
        b: the other; null for a bye.
        cost: items 1 to 6 of this table alone.
        round_cost: those of the whole round.
        others: the best rounds with another opponent for the first.
        asked: the best rounds with the opponent that was asked for; null where there is none.
    """

    match: str
    round: int
    table: int
    stage: str
    entry: int
    key: str
    as_proposed: bool | None
    awarded: bool
    reason: str
    unit: int
    a: SideShown
    b: SideShown | None
    cost: tuple[int, ...]
    round_cost: tuple[int, ...]
    others: tuple[Other, ...]
    asked: tuple[Other | None, ...]


class TableCost(Struct, frozen=True):
    """What a table of a round cost.

    Args:
        table: its number; 0 for the bye.
        a: who was posted first, or has the bye.
        b: the other; empty for the bye.
        points: of the two before the round.
        cost: items 1 to 6.
    """

    table: int
    a: str
    b: str
    points: tuple[str, ...]
    cost: tuple[int, ...]


class RoundExplained(Answer, frozen=True, tag="referee/explain-round/1"):
    """The pairings of a round and what they cost.

    Args:
        match: the tournament.
        round: the round.
        stage: swiss, round-robin or elimination.
        entry: the entry that posted it, or repaired it.
        key: its key.
        as_proposed: whether it is what the engine proposes; null where it is not paired by cost.
        unit: how many units a point has in item 3; in item 4 it has the square of it.
        cost: items 1 to 6 of the round.
        tables: each table, and the bye that was paired.
        awarded: who had a bye by the entry.
    """

    match: str
    round: int
    stage: str
    entry: int
    key: str
    as_proposed: bool | None
    unit: int
    cost: tuple[int, ...]
    tables: tuple[TableCost, ...]
    awarded: tuple[str, ...]


class WithoutShown(Struct, frozen=True):
    """What a standard penalty would be without an entry.

    Args:
        entry: an infraction that is counted.
        penalty: the standard if it were overruled.
    """

    entry: int
    penalty: str


class ShiftShown(Struct, frozen=True):
    """An infraction whose standard penalty would be another; it keeps its penalty.

    Args:
        entry: the infraction.
        player: whose.
        code: what it is.
        given: the penalty that was given.
        was: the standard before.
        now: the standard after.
    """

    entry: int
    player: str
    code: str
    given: str
    was: str
    now: str


class PenaltyExplained(Answer, frozen=True, tag="referee/explain-penalty/1"):
    """A penalty taken apart.

    Args:
        match: the tournament.
        entry: the entry that notes it.
        player: whose.
        judge: who gave it.
        round: in which round.
        code: the infraction.
        title: what the policy calls it.
        given: the penalty that was given.
        deviation: why it is not the standard one; empty where it is.
        standard: the standard penalty; empty where the policy does not have the infraction.
        path: the path of the infraction.
        steps: the steps of the path.
        counts: whether infractions of the path are counted, or of the code.
        within: whether those of the whole event, or of the day.
        count: which one it is, itself included.
        counted: the entries that are counted before it.
        without: what it would be if one of those were overruled.
        later: what would shift if this one were overruled.
    """

    match: str
    entry: int
    player: str
    judge: str
    round: int
    code: str
    title: str
    given: str
    deviation: str
    standard: str
    path: str
    steps: tuple[str, ...]
    counts: str
    within: str
    count: int
    counted: tuple[int, ...]
    without: tuple[WithoutShown, ...]
    later: tuple[ShiftShown, ...]


class PlaceShown(Struct, frozen=True):
    """A place in the standings.

    Args:
        place: the place.
        player: whose.
        points: exactly.
    """

    place: int
    player: str
    points: str


class CutExplained(Answer, frozen=True, tag="referee/explain-cut/1"):
    """A cut taken apart.

    Args:
        match: the tournament.
        size: how many play on.
        made: who plays on, the first seed first; empty while no cut was made.
        due: who plays on by the standings as they are.
        passed: who stands above the last of them and does not.
        out: who comes next.
        line: why the last who is in stands above the first who is out; null where nobody is out.
    """

    match: str
    size: int
    made: tuple[str, ...]
    due: tuple[PlaceShown, ...]
    passed: tuple[Passed, ...]
    out: tuple[PlaceShown, ...]
    line: DecidedShown | None


EXPLAINED = (StandingExplained, PairingExplained, RoundExplained, PenaltyExplained, CutExplained)
"""What ``explain`` answers of a tournament."""
