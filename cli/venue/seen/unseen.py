"""What those at a table are told of hidden cards: the answer of ``explain``, as all know it."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from cli.answers.judge_questions import HiddenExplained
from cli.judging.unseen import hidden_answers, hidden_rows, hidden_title, without_lists
from cli.reading.matches import Source
from cli.venue.access.home_tables import own_seats
from cli.venue.access.session import Session
from cli.venue.seen.entries import tournament_of
from cli.venue.seen.withheld import are_closed_to
from cli.venue.view import Panel
from events.common import CardList, Opening
from storage.log import Log
from storage.match import Match


class _Made(NamedTuple):
    match: Match
    last: int
    found: Sequence[HiddenExplained]


class Unseen:
    """What is known of the hidden places of each match, found once for each change. For the thread
    that has the log."""

    def __init__(self) -> None:
        self._made: dict[str, _Made] = {}

    def panels(self, log: Log, match: Match, session: Session) -> tuple[Panel, ...]:
        """Each hidden place in which cards lie, as all at the table know it. Chances are for
        judges until the match is over. Who may not see the lists of all is told no more of them
        here (TR-4.2)."""
        asked, replay = Source(match, log.people()), match.replay()
        made = self._made.get(match.id)
        if made is None or made.match is not match or made.last != match.last:
            exact = replay.opened and bool(replay.state.over)
            made = _Made(match, match.last, hidden_answers(asked, replay, exact=exact))
            self._made[match.id] = made
        table, opening = tournament_of(log, match), match.entry(1).event
        found = made.found
        if are_closed_to(match, table, session):
            assert isinstance(opening, Opening)
            found = [seen_by(own_seats(session, match), opening, each) for each in found]
        return tuple(Panel(hidden_title(each), tuple(hidden_rows(asked, each))) for each in found)

    def let_go(self, match_id: str) -> None:
        """Keep nothing of a match."""
        self._made.pop(match_id, None)


def seen_by(own: Collection[str], opening: Opening, found: HiddenExplained) -> HiddenExplained:
    """A hidden place as somebody sees it who may see no list but the own one."""
    seat, dot, _ = found.place.partition(".")
    lists: list[CardList] = []
    if not dot:
        lists += opening.lists.values()
    elif seat in own:
        for each in opening.seats:
            lists += (each.deck, *each.lists.values()) if each.seat == seat else ()
    known = {name for cards in lists for name in cards}
    said = {each.card for each in found.possible} | {each.card for each in found.impossible}
    said |= {card for each in found.denied for card in each.cards}
    return found if said <= known else without_lists(found)
