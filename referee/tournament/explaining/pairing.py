"""Why two meet: what a posted pairing cost, and what others would have cost (TR-5.2)."""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from events.tournament import Post, Repair
from referee.replay.replay import Replay
from referee.tournament.pairing import (
    BYE,
    Alternative,
    Pair,
    Paired,
    Search,
    Unpairable,
    alternative,
    cost_of,
    propose,
    unit_of,
)
from referee.tournament.posts import awarded, paired
from referee.tournament.state import Contest, Round
from referee.verdict import applied

Cost = tuple[int, ...]
MOST = 3
"""How many other opponents are looked for."""


class Side(Struct, frozen=True):
    """One of a pairing, as the entrant was before the round."""

    player: str  # who
    number: int  # the number
    points: Fraction  # exactly
    byes: int  # how many byes were given before
    floated: int  # 1 where the opponent of the round before had more points then, -1 where fewer
    group: str  # the team or club that is kept apart; empty for none


class Meeting(Struct, frozen=True):
    """A posted table.

    Args:
        table: its number; 0 for the bye.
        a: who was posted first, or has the bye.
        b: the other; empty for the bye.
    """

    table: int
    a: str
    b: str


class Other(Struct, frozen=True):
    """The best round in which an entrant has another opponent.

    Args:
        player: whose opponent it is.
        instead: whom the entrant would have met; empty for the bye.
        cost: items 1 to 6 of that round.
        more: by how much each is more than posted; the first that is not 0 decides.
        gone: the tables that would change.
        new: who would have met then; the second is empty for the bye.
    """

    player: str
    instead: str
    cost: Cost
    more: Cost
    gone: tuple[Meeting, ...]
    new: tuple[tuple[str, str], ...]


class PairingExplained(Struct, frozen=True):
    """A contest or a bye of a posted round, taken apart."""

    round: int  # the round
    table: int  # the table; 0 for the bye
    a: Side  # who was posted first, or has the bye
    b: Side | None  # the other; None for the bye
    cost: Cost  # items 1 to 6 of this pair alone
    reason: str  # why it was not as proposed; empty where that was not said
    awarded: bool  # whether the bye was awarded at the entry, and so not paired
    # the best rounds with another opponent for the first, the cheapest first
    others: tuple[Other, ...]


class PostedRound:
    """A round as it was posted, with what was known then.

    Args:
        replay: the tournament as it stands.
        number: a round that is posted.

    Raises:
        LookupError: no entry in force posted it.
    """

    def __init__(self, replay: Replay, number: int) -> None:
        self.number = number
        self.seq = _posting(replay, number)
        """The entry that posted it, or that repaired it last."""
        then = Replay(replay.game, replay.catalog).extend(replay.events[: self.seq - 1])
        settings = then.table.catalog.pairing
        self._search = Search(settings.window, settings.all_up_to)
        free = set(awarded(then.state, number))
        event = replay.events[self.seq - 1]
        posted = event if isinstance(event, Post) else None
        self.repaired = posted is None
        """Whether it was repaired since."""
        contests = _contests(replay, number)
        byes: Sequence[str] = replay.state.rounds[number - 1].byes
        if posted is not None:  # who entered since has no place in what was paired
            contests = [Contest(p.table, p.a, p.b) for p in posted.pairings]
            byes = posted.bye
        self.awarded = tuple(player for player in byes if player in free)
        """Who had a bye by the entry."""
        charged = [player for player in byes if player not in free]
        self.bye = charged[0] if charged else ""
        """Who had the bye that was paired; empty for nobody."""
        players = [p for c in contests for p in (c.a, c.b)] + charged[:1]
        self.known: dict[str, Paired] = paired(then.table, players, number)
        """What was known of each."""
        self.meetings = tuple(Meeting(c.table, c.a, c.b) for c in contests)
        """Who met."""
        self.round: Round = replay.state.rounds[number - 1]
        self._all = list(self.known.values())
        self._names = {each.number: player for player, each in self.known.items()} | {BYE: ""}
        self.unit = unit_of(self._all)
        """How many units a point has in the cost."""

    @property
    def pairs(self) -> list[Pair]:
        """The numbers of those who met."""
        return [(self.known[m.a].number, self.known[m.b].number) for m in self.meetings]

    @property
    def bye_number(self) -> int:
        """The number of who had the bye; 0 for nobody."""
        return self.known[self.bye].number if self.bye else BYE

    @property
    def cost(self) -> Cost:
        """Items 1 to 6 of the whole round."""
        return cost_of(self._all, self.pairs, self.bye_number)

    def as_proposed(self) -> bool:
        """Whether the engine proposes what was posted."""
        try:
            found = propose(self._all, self.round.key, search=self._search)
        except Unpairable:
            return False
        posted = {tuple(sorted(pair)) for pair in self.pairs}
        return set(found.pairs) == posted and found.bye == self.bye_number

    def cost_of(self, meeting: Meeting) -> Cost:
        """Items 1 to 6 of one pair, or of the bye."""
        a = self.known[meeting.a].number
        if not meeting.b:
            return cost_of(self._all, [], a)
        return cost_of(self._all, [(a, self.known[meeting.b].number)], BYE)

    def meeting_of(self, player: str) -> Meeting | None:
        """Whom an entrant met; None for who had no place."""
        if player == self.bye or player in self.awarded:
            return Meeting(0, player, "")
        return next((m for m in self.meetings if player in (m.a, m.b)), None)

    def side(self, player: str) -> Side:
        """What was known of an entrant."""
        known = self.known[player]
        return Side(player, known.number, known.points, known.byes, known.floated, known.group)

    def explain(self, meeting: Meeting) -> PairingExplained:
        """A contest or the bye taken apart."""
        reason = ""
        if str(meeting.table) in self.round.contests:
            reason = self.round.contests[str(meeting.table)].reason
        if meeting.a in self.awarded:
            side = Side(meeting.a, BYE, Fraction(), 0, 0, "")
            return PairingExplained(self.number, 0, side, None, (0,) * 6, "", True, ())
        return PairingExplained(
            self.number,
            meeting.table,
            self.side(meeting.a),
            self.side(meeting.b) if meeting.b else None,
            self.cost_of(meeting),
            reason,
            False,
            tuple(self._others(meeting)) if self.round.stage == "swiss" else (),
        )

    def instead(self, player: str, other: str) -> Other | None:
        """The best round in which these two meet; the second is empty for the bye. None where there
        is none.

        Raises:
            Unpairable: one has no place in the round.
        """
        for each in (player, other):
            if each and each not in self.known:
                raise Unpairable(f"{each} was not paired in round {self.number}")
        pair = (self.known[player].number, self.known[other].number if other else BYE)
        found = self._best(together=pair)
        return None if found is None else self._other(player, other, found)

    def _others(self, meeting: Meeting) -> Iterator[Other]:
        """The best rounds with another opponent for the first, each without those before."""
        own = self.known[meeting.a].number
        apart = [(own, self.known[meeting.b].number if meeting.b else BYE)]
        while len(apart) <= MOST:
            try:
                found = self._best(apart=apart)
            except Unpairable:
                return
            if found is None:
                return
            (other,) = (sum(pair) - own for pair in found.new if own in pair)
            yield self._other(meeting.a, self._names[other], found)
            apart.append((own, other))

    def _best(
        self, *, apart: Collection[Pair] = (), together: Pair | None = None
    ) -> Alternative | None:
        posted = [*self.pairs, *([(BYE, self.bye_number)] if self.bye else [])]
        return alternative(
            self._all,
            self.round.key,
            posted,
            apart=apart,
            together=together,
            search=self._search,
        )

    def _other(self, player: str, instead: str, found: Alternative) -> Other:
        tables = {
            frozenset((self.known[m.a].number, self.known[m.b].number)): m for m in self.meetings
        }
        tables[frozenset((BYE, self.bye_number))] = Meeting(0, self.bye, "")
        gone = sorted((tables[frozenset(pair)] for pair in found.gone), key=lambda m: m.table)
        new = tuple((self._names[b], "") if a == BYE else self._both(a, b) for a, b in found.new)
        return Other(player, instead, found.cost, found.more, tuple(gone), new)

    def _both(self, a: int, b: int) -> tuple[str, str]:
        return self._names[a], self._names[b]


def _contests(replay: Replay, number: int) -> list[Contest]:
    return sorted(replay.state.rounds[number - 1].contests.values(), key=lambda each: each.table)


def _posting(replay: Replay, number: int) -> int:
    """The newest entry in force that posted or repaired a round."""
    for step in reversed(replay.steps()):
        event = step.event
        if isinstance(event, Post | Repair) and event.round == number:
            standing = replay.standing(step.seq)
            if standing is not None and applied(standing):
                return step.seq
    raise LookupError(f"round {number} was not posted")
