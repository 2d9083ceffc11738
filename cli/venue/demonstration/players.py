"""Those who play in the demonstration: their matches go on, and the desk with the rounds."""

import asyncio
import logging
from random import Random

from cli.failure import Failure
from cli.reading.lines import new_id
from cli.reading.matches import Source
from cli.tournament.linked.results import compared, counted
from cli.tournament.results import reported
from cli.tournament.rounds import proposal
from cli.tournament.stream import Desk, now_at
from cli.venue.access.home_tables import place_of_match
from cli.venue.demonstration.tournament import EVENT, ORGANISER, SCOREKEEPER, open_games
from cli.venue.hall.busy import Busy
from cli.venue.hall.hall import Hall
from events.common import CallJudge
from events.event import Event
from events.tournament import Start
from referee.replay.simulate import choose, event_of
from storage.error import IncompleteEntry, LogError
from storage.log import Answer, Draft, Item, Log, Receipt
from storage.match import Match

SLIPS, CALLS = 0.02, 0.004
"""How often something is logged again by mistake, and how often a judge is called."""
ABOUT = ("is this allowed?", "we cannot agree on the number of cards", "a die fell off the table")

_log = logging.getLogger(__name__)


class Players:
    """All who play in the demonstration.

    A table at which a device has joined as a player is left to whoever that is.

    Args:
        hall: the hall in which they play.
        pace: about how many seconds lie between two entries of a table.
        chance: the source of chance.
        event: the tournament.
        scorekeeper: who logs what no player does.
        led: whether people are at the desk: then the players log without slips, call nobody, and
            leave results and rounds to others.
    """

    def __init__(
        self,
        hall: Hall,
        pace: float,
        chance: Random,
        event: str = EVENT,
        scorekeeper: str = SCOREKEEPER,
        *,
        led: bool = False,
    ) -> None:
        self._hall = hall
        self._pace = pace
        self._chance = chance
        self._event, self._scorekeeper, self._led = event, scorekeeper, led

    async def play(self) -> None:
        """Play until the tournament has no further round; what fails is tried again."""
        while True:
            on: list[str] = []
            try:
                on, waiting = await self._hall.ask(self._matches)
                idle = not on and not waiting and not self._led
                if idle and not await self._hall.ask(self._go_on):
                    return
                if on:
                    await self._log_in(self._chance.choice(on))
            except (Busy, Failure, LogError) as error:
                _log.info("%s", error)
            await asyncio.sleep(self._pace / max(len(on), 1))

    def _matches(self, log: Log) -> tuple[list[str], int]:
        """The matches that play themselves and are on; how many are left to visitors."""
        table = log.live(self._event).replay().table
        taken = {
            each.person
            for each in self._hall.access.devices(self._event, self._hall.clock())
            if each.role == "player"
        }
        on, visited = [], 0
        for match in [*log.at_hand.values()]:
            place = place_of_match(match) if match.id != self._event else None
            if place is None or place.round != table.state.turn or match.replay().state.over:
                continue
            if taken & {*match.replay().table.persons.values()}:
                visited += 1
            else:
                on.append(match.id)
        return on, visited

    async def _log_in(self, match_id: str) -> None:
        """One more entry in a match."""

        def make(log: Log, match: Match) -> Item:
            event, sure = self._next(match)
            now = self._hall.clock()
            by = match.replay().table.persons.get(getattr(event, "seat", ""), self._scorekeeper)
            draft = Draft(event, new_id(now), now, now, by)
            return Item(match.id, [draft], match.last, not sure, Receipt(now, "demonstration"))

        def tell(log: Log, match: Match, answer: Answer) -> None:
            if answer.error is not None and not isinstance(answer.error, IncompleteEntry):
                raise answer.error

        await self._hall.post(match_id, make, tell)

    def _next(self, match: Match) -> tuple[Event, bool]:
        """What is logged next, and whether it is logged whatever the rules say."""
        replay, chance = match.replay(), self._chance
        own = [event for event in replay.events[1:] if type(event) in match.game.events]
        what = 0.5 if self._led else chance.random()
        if own and what < SLIPS:
            return chance.choice(own[-12:]), True
        if what > 1 - CALLS and not replay.state.calls:
            return CallJudge(chance.choice(replay.state.seats), chance.choice(ABOUT)), True
        return event_of(match.game, choose(match.game.options(replay.table), chance), chance), False

    # -- the desk ------------------------------------------------------------------------------

    def _go_on(self, log: Log) -> bool:
        """Report what has ended, and begin the next round; whether there is one."""
        source = Source(log.live(EVENT), log.people())
        desk = Desk(log, source, SCOREKEEPER)
        rounds = desk.table.state.rounds
        for contest in rounds[-1].contests.values():
            if contest.result is None and not contest.disputed:
                slip, how = counted(desk, str(contest.table), "played", None)
                entry = compared(desk, reported(desk, slip, how), naming=True, sure=True)
                desk.record(entry)
        if len(rounds) >= int(desk.table.state.options["rounds"]):
            return False
        head = Desk(log, source, ORGANISER)
        head.record(proposal(head, None, (), ""))
        head.record(Start(ORGANISER, head.table.state.turn, now_at(None)))
        open_games(desk)
        return True
