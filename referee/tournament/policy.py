"""Policies: all that differs between organised-play programmes, as data (TR-2.1).

A policy is the catalog of a tournament. Times are whole seconds unless a name says minutes;
points are whole numbers or the text of an exact one, such as ``"1/2"`` or ``"0.33"``.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from events.event import Name
from referee.catalog import Catalog

GAME = "tournament"
"""The id under which a tournament is registered."""

PenaltyKind = Literal["caution", "warning", "game-loss", "match-loss", "disqualification"]
PENALTIES: tuple[PenaltyKind, ...] = get_args(PenaltyKind)
"""The kinds of penalties in rising order (TR-10.1)."""

Outcome = Literal["win", "draw", "loss", "bye", "missed"]
"""How a round ended for a player."""

Remedy = Literal["simple-backup", "partial-fix", "full-backup", "leave"]
"""The kinds of rulings that repair a state (TR-11.2)."""

Tiebreak = Literal[
    "omw",
    "gw",
    "ogw",
    "sos",
    "margin",
    "buchholz",
    "buchholz-c1",
    "buchholz-c2",
    "sonneborn",
    "sonneborn-c1",
    "direct",
    "stayed",
    "entry",
    "lot",
]
"""What separates players who are level on points: match wins of opponents, own game wins, those
of opponents, wins of opponents, own margin, points of opponents (all, or without the one or two
least), the same times what was scored against them, the contests among those who are level, the
last round with a place, the order of entry, the lot."""

Number = int | Annotated[str, Meta(pattern=r"^\d{1,6}(/[1-9]\d{0,5}|\.\d{1,6})?$")]
"""An exact number that is not negative."""
Count = Annotated[int, Meta(ge=0, le=10_000)]
Seconds = Annotated[int, Meta(ge=0, le=86_400)]
Difference = Annotated[int, Meta(ge=0, le=1_000_000)]


class _Table(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A table of a policy's file."""


class GamePoints(_Table, frozen=True, kw_only=True, dict=True):
    """What a game gives (TR-8.2)."""

    win: Number
    draw: Number
    loss: Number = 0


class Points(_Table, frozen=True, kw_only=True, dict=True):
    """What a contest gives (TR-8.1)."""

    win: Number  # to the winner; what match win is measured by (TR-8.3)
    draw: Number  # to each
    loss: Number = 0  # to the loser, and for a missed round
    bye: Literal["win", "draw", "none"] = "win"  # as what a bye counts
    bye_points: Number | None = None  # what a bye gives, where it is not what ``bye`` says
    bye_games: tuple[Count, Count, Count] = (0, 0, 0)  # the games of a bye: won, lost, drawn
    game: GamePoints | None = None  # what a game gives; the same as a contest unless said
    # as what a contest without a result counts, in which no game was played to its end: a draw, a
    # loss of both, or as if they had not met; a draw unless said
    no_result: Literal["draw", "loss", "void"] | UnsetType = UNSET

    def value(self, outcome: Outcome) -> Fraction:
        """The points for a round that ended so.

        Example:
            >>> Points(win=1, draw="1/2").value("draw")
            Fraction(1, 2)
        """
        return self._values[outcome]

    def games(self, won: int, lost: int, drawn: int) -> Fraction:
        """The game points of so many games."""
        return self.game_win * won + self._game[1] * drawn + self._game[2] * lost

    @property
    def game_win(self) -> Fraction:
        """The points of a won game; what game win is measured by (TR-8.5)."""
        return self._game[0]

    @cached_property
    def _values(self) -> Mapping[Outcome, Fraction]:
        win, draw, loss = Fraction(self.win), Fraction(self.draw), Fraction(self.loss)
        bye = {"win": win, "draw": draw, "none": Fraction()}[self.bye]
        if self.bye_points is not None:
            bye = Fraction(self.bye_points)
        return {"win": win, "draw": draw, "loss": loss, "bye": bye, "missed": loss}

    @cached_property
    def _game(self) -> tuple[Fraction, Fraction, Fraction]:
        of: Points | GamePoints = self.game or self
        return Fraction(of.win), Fraction(of.draw), Fraction(of.loss)

    def faults(self) -> Iterator[str]:
        """What is wrong with it."""
        for place, of in (("points", self), ("points.game", self.game)):
            if of is not None:
                win, draw, loss = Fraction(of.win), Fraction(of.draw), Fraction(of.loss)
                if not win >= draw >= loss or not win:
                    yield f"{place}: a win gives more than 0, and no less than a draw or a loss"


class Tiebreaks(_Table, frozen=True, kw_only=True, dict=True):
    """What separates players who are level on points (TR-8.3 to 8.7)."""

    order: tuple[Tiebreak, ...] = ()  # from the first; what all of them leave level is drawn by lot
    floor: Number = 0  # the least match win and game win that count (TR-8.6)
    # whether byes count in the points and rounds of match win (TR-8.3)
    bye_in_match_win: bool = False
    # whether the own game win counts without the floor, which that of an opponent always has
    own_games_plain: bool | UnsetType = UNSET
    # whether a round that was lost without an opponent counts in match win, where its player had a
    # place again later; unless said one without a place does not, and a bye as byes do
    lost_alone_in_match_win: bool | UnsetType = UNSET
    # what a round without a contest brings to the tiebreaks of points of opponents (TR-8.9): a
    # virtual opponent unless said; one with the own points, and one with no more points than a draw
    # in each round gives, or than who was not there has; or nothing, where who meets whom is fixed
    unplayed: Literal["own", "capped", "nothing"] | UnsetType = UNSET

    @cached_property
    def least(self) -> Fraction:
        """The floor as a number."""
        return Fraction(self.floor)

    def faults(self) -> Iterator[str]:
        """What is wrong with it."""
        yield from _twice("tiebreaks.order", self.order)
        if self.least > 1:
            yield f"tiebreaks.floor: {self.floor} is more than 1"
        for word in ("entry", "lot"):
            if word in self.order[:-1]:
                yield f"tiebreaks.order: nothing is level after {word}, which can only be the last"


Band = tuple[Difference, Number, Number]
"""From which difference on, what the better and what the worse get."""


class Score(_Table, frozen=True, kw_only=True, dict=True):
    """What the numbers of a result are (TR-8.8)."""

    # games won, or the scores of one game whose difference gives the points
    kind: Literal["games", "margin"] = "games"
    bands: tuple[Band, ...] = ()  # for scores: each from its difference up to the next

    def points(self, a: int, b: int) -> tuple[Fraction, Fraction]:
        """The points of two scores, in their order."""
        better, worse = banded(self.bands, abs(a - b))
        return (better, worse) if a >= b else (worse, better)

    def faults(self) -> Iterator[str]:
        """What is wrong with it."""
        if (self.kind == "margin") != bool(self.bands):
            yield 'score: bands go with kind = "margin", and it needs them'
            return
        starts = [band[0] for band in self.bands]
        if starts and starts[0] != 0:
            yield f"score.bands: the first begins at a difference of {starts[0]}, not of 0"
        if any(later <= earlier for earlier, later in pairwise(starts)):
            yield "score.bands: their differences do not rise from one to the next"
        shares = [(Fraction(better), Fraction(worse)) for _, better, worse in self.bands]
        if len({better + worse for better, worse in shares}) > 1:
            yield "score.bands: the points of two players do not have the same sum in all bands"
        if self.bands and shares[0][0] != shares[0][1]:
            yield "score.bands: equal scores do not give both players the same points"
        if any(better < worse for better, worse in shares):
            yield "score.bands: the better score gets fewer points than the worse"


def banded(bands: Sequence[Band], difference: int) -> tuple[Fraction, Fraction]:
    """The points of a difference of scores: the better's, the worse's (TR-8.8).

    Example:
        >>> [int(points) for points in banded([(0, 10, 10), (2, 11, 9)], 5)]
        [11, 9]
    """
    better, worse = [each[1:] for each in bands if each[0] <= difference][-1]
    return Fraction(better), Fraction(worse)


class Byes(_Table, frozen=True, kw_only=True, dict=True):
    """Byes that nobody is paired for."""

    late: bool = False  # rounds missed by a late entry are byes, not losses (TR-3.3)
    most: Count = 0  # how many byes an entry may award at most


class RoundsFor(_Table, frozen=True, kw_only=True, dict=True):
    """How many rounds of Swiss so many players play; ``up_to = 0``: all larger fields."""

    up_to: Count
    rounds: Annotated[int, Meta(ge=1, le=100)]


class Clock(_Table, frozen=True, kw_only=True, dict=True):
    """The times of a round (TR-3.5, section 6)."""

    # of a round; 0: untimed, or as the opening says
    minutes: Annotated[int, Meta(ge=0, le=1_440)] = 0
    call_after: Seconds = 0  # from which duration on a judge call offers an extension (TR-6.3)
    # an extension is rounded up to a multiple of these seconds: a minute
    step: Annotated[int, Meta(ge=1, le=3_600)] = 60
    check_bonus: Seconds = 0  # what a deck check gives beside its duration (TR-6.4)
    # the most that the extensions of a contest may sum up to; 0: no bound (TR-6.5)
    cap: Seconds = 0
    check_cap: Seconds = 0  # the same where a deck check is among them
    no_show_after: Seconds = 0  # when an absent player loses the contest; 0: never by the clock

    def faults(self) -> Iterator[str]:
        """What is wrong with it."""
        if self.check_cap and not 0 < self.cap <= self.check_cap:
            yield "clock: check_cap goes with a cap, and is no less than it"


class Overtime(_Table, frozen=True, kw_only=True, dict=True):
    """What is played after time (TR-6.6); where both are given, whichever ends first."""

    turns: Count = 0
    seconds: Seconds = 0


class Draws(_Table, frozen=True, kw_only=True, dict=True):
    """Intentional draws. In an elimination there is none in any case (TR-12.3)."""

    intentional: bool = True  # whether players may agree on one at all
    within: Seconds = 0  # only in so many seconds from the start of the round; 0: at any time
    before_first_game: bool = False  # only before their first game begins
    # the games it is recorded with: a's, b's, drawn; as reported unless said
    recorded: tuple[Count, Count, Count] | None = None

    def faults(self) -> Iterator[str]:
        """What is wrong with it."""
        if self.recorded is not None and self.recorded[0] != self.recorded[1]:
            yield "draws.recorded: a draw has as many games for one player as for the other"


class Pairing(_Table, frozen=True, kw_only=True, dict=True):
    """What a proposal goes by (TR-5.2, TR-5.5)."""

    apart: Literal["", "team"] = ""  # whose members are kept apart, if anybody's
    all_up_to: Count = 0  # up to how many players every pair is looked at
    window: Count = 0  # above that, how many places apart two can be paired; 0: every pair


class Elimination(_Table, frozen=True, kw_only=True, dict=True):
    """Who plays first, or chooses, in an elimination (TR-12.4)."""

    chooser: Literal["higher-seed", "random"] = "random"


class Registration(_Table, frozen=True, kw_only=True, dict=True):
    """Who may register by phone, and how (VN-18.3)."""

    # below which age somebody is a minor; 0: nobody is asked
    minor_below: Annotated[int, Meta(ge=0, le=99)] = 0
    # whether minors play: as anybody, where a guardian agrees, or not
    minors: Literal["allowed", "guardian", "refused"] = "allowed"
    places: Count = 0  # how many may play; 0: any number

    def faults(self) -> Iterator[str]:
        """What is wrong with it."""
        if self.minors != "allowed" and not self.minor_below:
            yield f'registration: minors = "{self.minors}" needs minor_below'


class First(_Table, frozen=True, kw_only=True, dict=True):
    """Who sits first and begins, where the seats say who does (VN-18.14)."""

    # in game 1: drawn by the key of the round, told by the two as the game has it, or the better
    # seed; as posted unless said
    game_1: Literal["", "draw", "roll", "seed"] = ""
    # in later games: who lost the one before is asked, drawn again, or in turns; as the game has it
    # unless said
    later: Literal["", "loser", "draw", "alternate"] = ""


class PenaltyPath(_Table, frozen=True, kw_only=True, dict=True):
    """How penalties rise (TR-10.2)."""

    id: Name  # by which infractions name it
    # the standard penalty of the first, the second and so on; the last one stays
    steps: Annotated[tuple[PenaltyKind, ...], Meta(min_length=1, max_length=20)]
    # which infractions are counted: those of this path, or of the same code
    counts: Literal["path", "code"] = "path"
    # those of the whole event, or of the day (the date of the last ``start``)
    within: Literal["event", "day"] = "event"

    def step(self, count: int) -> PenaltyKind:
        """The standard penalty of the infraction that is so many-th, from 1."""
        return self.steps[min(count, len(self.steps)) - 1]


class Infraction(_Table, frozen=True, kw_only=True, dict=True):
    """What a player can do wrong."""

    code: Name  # the stable id that an infraction in the log has
    title: Annotated[str, Meta(min_length=1, max_length=120)]  # a few words
    path: Name  # how its penalty rises
    remedies: tuple[Remedy, ...] = ()  # the rulings that can go with it
    # the code with which it is counted as one, where a graver or milder case of the same infraction
    # has a code of its own
    counts_as: str = ""


class Policy(Catalog, frozen=True, kw_only=True, dict=True):
    """The rules of an organised-play programme, or of one organiser.

    Example:
        >>> policy = Policy(game="tournament", name="club-night", points=Points(win=3, draw=1))
        >>> policy.points.value("bye"), policy.faults()
        (Fraction(3, 1), [])
    """

    source: Annotated[str, Meta(max_length=400)] = ""  # what it follows
    dated: date | None = None  # of which day that is
    only_head_judge: tuple[PenaltyKind, ...] = ()  # the penalties that nobody else gives
    points: Points
    tiebreaks: Tiebreaks = Tiebreaks()
    score: Score = Score()
    byes: Byes = Byes()
    rounds: tuple[RoundsFor, ...] = ()
    clock: Clock = Clock()
    overtime: Overtime = Overtime()
    draws: Draws = Draws()
    pairing: Pairing = Pairing()
    elimination: Elimination = Elimination()
    registration: Registration | UnsetType = UNSET
    first: First | UnsetType = UNSET
    paths: tuple[PenaltyPath, ...] = ()
    infractions: tuple[Infraction, ...] = ()

    @cached_property
    def by_code(self) -> Mapping[str, Infraction]:
        """The infractions by their codes."""
        return {each.code: each for each in self.infractions}

    @cached_property
    def by_path(self) -> Mapping[str, PenaltyPath]:
        """The penalty paths by their ids."""
        return {each.id: each for each in self.paths}

    @property
    def entering(self) -> Registration:
        """Who may register by phone; everybody where it does not say."""
        return self.registration if isinstance(self.registration, Registration) else Registration()

    @property
    def begins(self) -> First:
        """Who begins."""
        return self.first if isinstance(self.first, First) else First()

    def rounds_for(self, players: int) -> int:
        """How many rounds of Swiss the table gives for so many players; 0: it says nothing."""
        fitting = (each.rounds for each in self.rounds if players <= each.up_to or not each.up_to)
        return next(fitting, 0)

    def faults(self) -> list[str]:
        """What is wrong with it as a whole, each in a sentence that names the place."""
        found = [] if self.game == GAME else [f'game: expected "{GAME}", got "{self.game}"']
        for table in (self.points, self.tiebreaks, self.score, self.clock, self.draws):
            found += table.faults()
        found += self.entering.faults()
        if "margin" in self.tiebreaks.order and self.score.kind != "margin":
            found.append('tiebreaks.order: margin needs score.kind = "margin"')
        sizes = [each.up_to or float("inf") for each in self.rounds]
        if any(later <= earlier for earlier, later in pairwise(sizes)):
            found.append("rounds: up_to does not rise from one line to the next (0: all larger)")
        return found + list(self._faults_of_penalties())

    def _faults_of_penalties(self) -> Iterator[str]:
        yield from _twice("paths", (path.id for path in self.paths))
        yield from _twice("infractions", (each.code for each in self.infractions))
        for path in self.paths:
            ranks = [PENALTIES.index(step) for step in path.steps]
            if ranks != sorted(ranks):
                yield f"paths: {path.id}: a step is milder than the one before it"
        for each in self.infractions:
            if each.path not in self.by_path:
                listed = ", ".join(self.by_path) or "none"
                yield f"infractions: {each.code}: no path {each.path}; there are: {listed}"
            if each.counts_as:
                meant = self.by_code.get(each.counts_as)
                if meant is None or meant.counts_as:
                    yield (
                        f"infractions: {each.code}: counts_as {each.counts_as}: expected the code"
                        " of an infraction that is counted by itself"
                    )


def _twice(place: str, names: Iterable[str]) -> Iterator[str]:
    for name, count in Counter(names).items():
        if count > 1:
            yield f"{place}: {name} appears {count} times"
