"""A tournament and the matches that belong to it, gathered from a log to be held together."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from events.common import Adjust
from events.event import Event
from events.tournament import Call, Checkpoint, Infraction, Post, RegisterDeck, Ruling
from referee.replay.replay import Replay
from referee.tournament.next_round import Rest, proposed
from referee.tournament.pairing import Unpairable
from referee.tournament.policy import Policy
from referee.tournament.posts import given_byes, is_drawn
from referee.tournament.state import Contest, Deck, Result, State
from referee.verdict import Illegal, Violation
from storage.match import Match
from storage.tournament.checkpoint import root_of
from storage.tournament.played import Played, in_force
from storage.verify.report import Difference

_OF_DECKS = ("card", "side")
"""The words by which a judge adjusts a list."""


class Place(NamedTuple):
    """A table of a round, and what was posted and reported there."""

    round: int  # the number of the round
    contest: Contest  # who meets; at a board of a contest of teams, the two players
    result: Result | None  # how it ended
    # which board; empty where there are none, and for a contest of teams as a whole
    board: str = ""

    def __str__(self) -> str:
        board = f", board {self.board}" if self.board else ""
        return f"round {self.round}, table {self.contest.table}{board}"


class Walked(NamedTuple):
    """What a tournament was at earlier entries."""

    roots: Mapping[int, str]  # the root through each entry that a checkpoint covers
    # for each post, the proposal made again from the state before it; in words, why none can be
    # made
    proposals: Mapping[int, Post | str]
    lists: Mapping[str, Sequence[Deck]]  # for each player, every list that ever was registered


class Stream:
    """A tournament of a log.

    Attributes:
        match: the stream as the log has it.
        replay: its replay.
        games: the matches that belong to it, as far as they can be replayed.
        chains: of matches that have gone on since a result named them, the hash of every entry.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.replay: Replay = match.replay()
        self.games: dict[str, Played] = {}
        self.chains: dict[str, frozenset[str]] = {}

    @property
    def id(self) -> str:
        """The id of the stream."""
        return self.match.id

    @property
    def state(self) -> State:
        """The tournament as it stands."""
        found: State = self.replay.state
        return found

    @property
    def policy(self) -> Policy:
        """Its policy."""
        found: Policy = self.replay.table.catalog
        return found

    def places(self) -> Iterator[Place]:
        """Every table that is posted, and every board of it that has a result."""
        for number, played in enumerate(self.state.rounds, 1):
            for contest in played.contests.values():
                yield Place(number, contest, contest.result)
                for board, own in contest.boards.items():
                    yield Place(number, own, own.result, board)

    def named(self) -> set[str]:
        """The matches that its entries in force name."""
        found = {
            game.match for place in self.places() if place.result for game in place.result.games
        }
        for _, event in in_force(self.replay, Call, Ruling, Infraction):
            assert isinstance(event, Call | Ruling | Infraction)
            found.add(event.match)
        return found - {""}

    def said(
        self, seq: int, rule: str, message: str, there: str = "", *, what: str = "contest"
    ) -> Difference:
        """Something that an entry of the stream and another place do not agree about.

        Args:
            seq: the entry; 0 where the stream has none.
            rule: the rule by which they have to.
            message: how they differ.
            there: the other place: a match and its entry.
            what: ``contest``, or ``note`` for what is told and is no disagreement.
        """
        return Difference(self.id, seq, what, message, rule=rule, there=there)

    def walked(self, *, pairings: bool) -> Walked:
        """The tournament entry by entry, for what only the state of that time tells.

        Args:
            pairings: whether to make the proposals again.
        """
        events = self.replay.events
        covered = {event.through for event in events if isinstance(event, Checkpoint)}
        found = in_force(self.replay, Post) if pairings else ()
        posts = {seq for seq, event in found if isinstance(event, Post) and is_drawn(event)}
        adjusted = {seq for seq, event in enumerate(events, 1) if _adjusts_decks(event)}
        roots: dict[int, str] = {}
        proposals: dict[int, Post | str] = {}
        lists: dict[str, list[Deck]] = {}
        for seq, event in enumerate(events, 1):
            if isinstance(event, RegisterDeck) and not _refused(self.replay, seq):
                deck = Deck(event.name, dict(event.cards), dict(event.lists), seq)
                lists.setdefault(event.player, []).append(deck)
        walk = Replay(self.match.game, self.match.catalog)
        last = max(covered | posts | adjusted, default=0)
        for seq, event in enumerate(events[:last], 1):
            if seq in posts and isinstance(event, Post):
                proposals[seq] = _proposal(walk, event)
            walk.add(event)
            if seq in covered and walk.opened:
                roots[seq] = root_of(self.id, seq, self.match.hashes[seq - 1], walk.state)
            if seq in adjusted and walk.opened:
                for player, deck in walk.state.decks.items():
                    copy = Deck(deck.name, dict(deck.cards), dict(deck.lists), deck.seq)
                    lists.setdefault(player, []).append(copy)
        for player, deck in self.state.decks.items():
            lists.setdefault(player, []).append(deck)
        return Walked(roots, proposals, lists)


def _adjusts_decks(event: Event) -> bool:
    return isinstance(event, Adjust) and any(each.what in _OF_DECKS for each in event.changes)


def _refused(replay: Replay, seq: int) -> bool:
    return isinstance(replay.verdicts[seq - 1], Illegal)


def _proposal(before: Replay, event: Post) -> Post | str:
    """The proposal that was to be posted; in words, why there is none."""
    rests = [Rest(player, "full", "") for player in given_byes(before.state, event)]
    try:
        return proposed(before.table, event.by, event.key, rests=rests)
    except (Unpairable, Violation, LookupError) as error:
        return str(error)


__all__ = ["Place", "Stream", "Walked"]
