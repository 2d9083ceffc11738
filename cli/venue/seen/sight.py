"""For whom a view is: what a session may look at, and which view it gets (VN-6.1)."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import NamedTuple
from urllib.parse import quote

import msgspec

from cli.venue.access.home_tables import (
    Tournament,
    contest_at,
    own_seats,
    place,
    place_of_match,
    seats_of,
)
from cli.venue.access.home_tables import sight_of as sight_at
from cli.venue.access.refused import Forbidden
from cli.venue.access.session import JUDGES, WATCHING, Session
from cli.venue.seen.delayed import Delayed, delay_of
from cli.venue.seen.entries import (
    is_sealed,
    least_depth,
    line_of,
    tournament_of,
    with_filled,
    without_verdict,
    written,
)
from cli.venue.seen.hand import with_hand
from cli.venue.seen.light import with_light, without_names
from cli.venue.seen.names import Naming, called_at, shown_names
from cli.venue.seen.offers import Offering, Offers, lists_of, verbs_of
from cli.venue.seen.unseen import Unseen
from cli.venue.seen.view import Reach, view_of, with_names
from cli.venue.seen.withheld import (
    are_closed_to,
    are_penalties_open,
    handed_in,
    is_withheld,
    kept_names,
    names_for,
    withheld,
)
from cli.venue.seen.won import games_won, with_won
from cli.venue.taps.verbs import named_since, names_in
from cli.venue.view import Button, Line, Panel, Sight, View
from events.common import CardList, Opening
from referee.games.registry import is_stream
from referee.replay.replay import Replay
from referee.tournament.decks import may_see_list
from storage.log import Log
from storage.match import Match
from storage.tournament.games import contests_of


def sight_of(log: Log, match: Match, session: Session) -> Sight:
    """For whom the view of a match is made.

    Raises:
        Forbidden: the session may not look at this match; a tournament has no view.
    """
    if is_stream(match.game.id):
        raise Forbidden(f"{match.id} is a tournament, not a match")
    sight = sight_at(session, match, tournament_of(log, match))
    if sight is None and session.role in JUDGES:
        raise Forbidden(f"{match.id} is not yours to judge", "ask at the desk")
    if sight is None:
        raise Forbidden(f"{match.id} is played at another table", "look at your own table")
    return sight


NAMED = 2.0
"""So many seconds after somebody is called otherwise, pages say so."""
COUNTED = 10.0
"""So many seconds after a game was decided anew, the ones behind it say so."""


class _Made(NamedTuple):
    """A view that was made, and of what."""

    at: int
    of: tuple[int, bool, int, bool]
    view: View


class Showing:
    """What all are shown of the matches: made once for each class of devices and change (VN-13.2).
    For the thread that has the log.

    Args:
        delayed: how far spectators are.
        names: how people are called.
        offers: where it is known what may be tapped; by default it is worked out here.
    """

    def __init__(
        self, delayed: Delayed, names: Naming = "names", offers: Offering | None = None
    ) -> None:
        self.delayed = delayed
        self.names = names
        self.made = 0
        """How many views were made."""
        self.offers: Offering = offers or Offers()
        self.unseen = Unseen()
        self._views: dict[tuple[str, Sight], _Made] = {}
        self._starts: dict[tuple[str, str, str], tuple[str, ...]] = {}
        self._won: dict[tuple[str, bool], tuple[float, Mapping[str, int]]] = {}
        self._asked = 0.0
        self._known: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {})
        self._people: Mapping[str, str] = {}
        self._published: Mapping[str, str] = {}

    def people(
        self, log: Log, *, at_once: bool = False, published: bool = False
    ) -> Mapping[str, str]:
        """What people are called, by their ids.

        Args:
            log: the log.
            at_once: also who was called otherwise just now.
            published: as they are called outside of the hall (VN-18.4).
        """
        if at_once or monotonic() >= self._asked:
            self._asked = monotonic() + NAMED
            known = (log.names(), log.unpublished())
            if known != self._known:
                self._known = known
                self._people = shown_names(known[0], self.names)
                self._published = self._people
                if self.names != "ids":
                    self._published = {**self._people, **known[1]}
        return self._published if published else self._people

    def called(self, log: Log, match: Match) -> Mapping[str, str]:
        """What those at a table are called in its hall, by their seats."""
        opening = match.entry(1).event
        seats = opening.seats if isinstance(opening, Opening) else ()
        return called_at({each.seat: each.person for each in seats}, self.people(log))

    def view(self, log: Log, match: Match, session: Session) -> View:
        """What a session is shown of a match; errors as for :func:`sight_of`."""
        sight = sight_of(log, match, session)
        shared = self.shared(log, match, sight)
        if sight == "public":
            return shared
        shown = self._own(log, match, session, sight, shared)
        return with_names(shown, self.people(log), but=shared)

    def _own(self, log: Log, match: Match, session: Session, sight: Sight, shared: View) -> View:
        """What a session is shown beside what all of its class are."""
        mine = seats_of(session, match, tournament_of(log, match))
        sits = next(iter(own_seats(session, match)), "")
        shown = msgspec.structs.replace(shared, by=session.person, mine=mine, sits=sits)
        if sight == "player":
            entries = tuple(self._for(log, match, session, line) for line in shown.entries)
            shown = msgspec.structs.replace(
                shown, own=_list_of(log, match, session), entries=entries
            )
        if not mine or not match.replay().opened:
            shown = msgspec.structs.replace(shown, lists={})
            return _ended(log, match, session, shown) if shared.over else shown
        shown = with_hand(match.replay(), shown)
        if shared.over:
            return _ended(log, match, session, shown)
        if not shared.sealed or match.replay().light:
            shown = with_light(match, shown, least_depth(log, match))
        if shown.light is not None and shown.light.depth != "key-plays":
            shown = self._with_offer(match, msgspec.structs.replace(shown, lists={}))
            shown = msgspec.structs.replace(shown, forced=())
        else:
            shown = self._with_plays(match, sight, mine, session, shown)
        return self._without_cards(log, match, session, shown)

    def nameable(
        self, log: Log, match: Match, session: Session, *, blind: bool, any_card: bool = True
    ) -> tuple[str, ...] | None:
        """What somebody may name who may not see the lists of all (TR-4.2); None: whatever there
        is. Who logs for both sides may name any card, left out where that is not wanted."""
        table = tournament_of(log, match)
        if not are_closed_to(match, table, session):
            return None
        assert table is not None
        key = match.id, session.person, session.role
        if key not in self._starts:
            opening = handed_in(match, table, session.person)
            start = Replay(match.game, match.catalog).extend([opening])
            names = match.game.all_names(start.table) if start.opened else ()
            self._starts[key] = tuple(names)
        found = names_for(match, table, session.person, self._starts[key], blind=blind)
        if session.role == "player":
            return found
        replay = match.replay()
        cards = replay.traits
        if any_card:
            return tuple(dict.fromkeys((*found, *cards)))
        # what is kept would be told by what is left of the catalog without it
        said = {*named_since(replay)}
        return tuple(n for n in found if n in said or n.partition(".")[0] not in cards)

    def kept(self, log: Log, match: Match, session: Session) -> frozenset[str]:
        """The cards that a device may not be told of, for only lists have them that are closed to
        it (TR-4.2)."""
        table = tournament_of(log, match)
        if table is None or not are_closed_to(match, table, session):
            return frozenset()
        return kept_names(match, table, session.person)

    def _with_plays(
        self, match: Match, sight: Sight, mine: Sequence[str], session: Session, shown: View
    ) -> View:
        """A view with what may be played."""
        every = verbs_of(match, mine, session.person)
        if shown.sealed and sight != "staff":
            return msgspec.structs.replace(shown, verbs=every)
        return self._with_offer(match, msgspec.structs.replace(shown, verbs=every))

    def _with_offer(self, match: Match, shown: View) -> View:
        """A view with what may be tapped, or that it is still being worked out."""
        offer = self.offers.of(match)
        if offer is None:
            return msgspec.structs.replace(shown, behind=True)
        return msgspec.structs.replace(shown, forced=offer.forced, buttons=offer.buttons)

    def shared(self, log: Log, match: Match, sight: Sight) -> View:
        """What all of a class are shown of a match: the one made before, unless something is new
        in it or in its tournament."""
        sealed = is_sealed(log, match)
        at = self.delayed.at(log, match) if sight == "public" else match.last
        people = self.people(log, published=sight == "public")
        table = tournament_of(log, match)
        of = (id(people), sealed, id(match), are_penalties_open(match, table))
        made = self._views.get((match.id, sight))
        if made is None or made.at != at or made.of != of:
            replay = self.delayed.replay(log, match) if sight == "public" else None
            kept_back = partial(is_withheld, match, tournament=table) if sight != "staff" else None
            reach = Reach(replay, kept_back, any(delay_of(log, match)))
            view = view_of(match, sight, sealed=sealed, people=people, reach=reach)
            view = with_won(view, self._games_won(log, match, table, sight))
            if sight != "public":
                filled = with_filled(log, match, view.entries)
                view = msgspec.structs.replace(view, entries=filled)
            if sight != "public" and match.replay().opened and not view.over:
                blind = sealed and sight != "staff"
                view = msgspec.structs.replace(view, lists=dict(lists_of(match, blind=blind)))
            made = self._views[match.id, sight] = _Made(at, of, with_names(view, people))
            self.made += 1
        return made.view

    def _games_won(
        self, log: Log, match: Match, table: Tournament | None, sight: Sight
    ) -> Mapping[str, int]:
        """How the contest stands, as spectators may know it or all others."""
        key, now = (match.id, sight == "public"), monotonic()
        until, won = self._won.get(key, (0.0, {}))
        if now >= until:
            public = key[1]
            won = games_won(
                log, match, table, lambda m: not public or self.delayed.at(log, m) >= m.last
            )
            self._won[key] = (now + COUNTED, won)
        return won

    def lines(
        self, log: Log, match: Match, session: Session, after: int, most: int
    ) -> Sequence[Line]:
        """The entries behind a number as a session sees them; errors as for :func:`sight_of`."""
        sight = sight_of(log, match, session)
        first = max(after, 0) + 1
        table = tournament_of(log, match)
        if sight == "public":
            replay = self.delayed.replay(log, match)
            numbers = range(first, min(len(replay.events) + 1, first + most))
            lines = (without_verdict(line_of(match, seq, replay)) for seq in numbers)
            lines = (withheld(x) if is_withheld(match, x.seq, table) else x for x in lines)
            return [msgspec.structs.replace(line, id="", by="") for line in lines]
        numbers = range(first, min(match.last + 1, first + most))
        if sight == "staff":
            return [line_of(match, seq) for seq in numbers]
        line_in = written if is_sealed(log, match) else line_of
        lines = (line_in(match, seq) for seq in numbers)
        person = session.person
        return [withheld(x) if is_withheld(match, x.seq, table, person) else x for x in lines]

    def _for(self, log: Log, match: Match, session: Session, line: Line) -> Line:
        """A line of the view of a class as a player reads it: with the own penalty (TR-10.9)."""
        table = tournament_of(log, match)
        if not is_withheld(match, line.seq, table) or is_withheld(
            match, line.seq, table, session.person
        ):
            return line
        return written(match, line.seq) if is_sealed(log, match) else line_of(match, line.seq)

    def let_go(self, match_id: str) -> None:
        """Keep nothing of a match."""
        self.delayed.let_go(match_id)
        self.offers.let_go(match_id)
        self.unseen.let_go(match_id)
        for key in [key for key in self._views if key[0] == match_id]:
            del self._views[key]
        for start in [start for start in self._starts if start[0] == match_id]:
            del self._starts[start]
        for public in (False, True):
            self._won.pop((match_id, public), None)

    def _without_cards(self, log: Log, match: Match, session: Session, shown: View) -> View:
        """The view of somebody who may not see the lists of all (TR-4.2), and no name that only
        those have, nor a button of a verb that such a card can be chosen for: it is logged by the
        verb. Of a player: the own buttons; what the other does is logged on the other's phone
        (VN-19.1)."""
        names = self.nameable(log, match, session, blind=shown.sealed, any_card=False)
        if names is None:
            return shown
        own = own_seats(session, match)
        if shown.light is not None:
            shown = msgspec.structs.replace(shown, light=without_names(shown.light, own))
            if shown.light is not None and shown.light.depth != "key-plays":
                return shown
        lists = {key: names if key == "names" else among for key, among in shown.lists.items()}
        buttons = _without(self.kept(log, match, session), shown.buttons)
        if session.role != "player":
            cards = f"/api/matches/{quote(match.id)}/cards"
            return msgspec.structs.replace(shown, buttons=buttons, lists=lists, cards=cards)
        buttons = tuple(each for each in buttons if each.seat in own)
        return msgspec.structs.replace(shown, mine=own, buttons=buttons, lists=lists, apart=True)


def _without(kept: Collection[str], buttons: Sequence[Button]) -> tuple[Button, ...]:
    """The buttons of verbs for which no card can be chosen that is kept."""

    def verb(button: Button) -> tuple[str, str]:
        return button.seat, button.group or str(button.event.get("type", button.label))

    closed = {
        verb(each)
        for each in buttons
        if any(name.partition(".")[0] in kept for name in names_in(each))
    }
    return tuple(each for each in buttons if verb(each) not in closed)


def _ended(log: Log, match: Match, session: Session, view: View) -> View:
    """A match that is over: where its table says the result, and the next game (TR-7.2)."""
    table, at = tournament_of(log, match), place_of_match(match)
    if table is None or at is None:
        return msgspec.structs.replace(view, closed=True)
    contest = contest_at(table.state, at.round, at.table)
    closed = contest is None or (contest.result is not None and not contest.disputed)
    later = at._replace(game=at.game + 1)
    games = contests_of(log, at.stream, at.round)
    following = next((name for name, said in games.items() if place(said) == later), "")
    says = view.mine and session.role in ("player", "scorekeeper")
    return msgspec.structs.replace(
        view, closed=closed, following=following, table=at.table if says else 0
    )


def _list_of(log: Log, match: Match, session: Session) -> tuple[Panel, ...]:
    """The registered list of a player who sits at the match (TR-4.2)."""
    table = tournament_of(log, match)
    if table is None or not own_seats(session, match):
        return ()
    deck = table.state.decks.get(session.person)
    if deck is None or not may_see_list(table.state, session.person, session.person):
        return ()
    lists = {deck.name or "deck": deck.cards, **deck.lists}
    return tuple(
        Panel(f"your list: {name}", _cards(cards)) for name, cards in lists.items() if cards
    )


def _cards(cards: CardList) -> tuple[tuple[str, str], ...]:
    if isinstance(cards, Mapping):
        return tuple((str(copies), card) for card, copies in sorted(cards.items()))
    return tuple(("1", card) for card in cards)


def require_topics(log: Log, topics: Sequence[str], session: Session) -> None:
    """See that a session may listen to topics.

    Raises:
        Forbidden: it may not, or there is no such topic.
    """
    for topic in topics:
        kind, _, name = topic.partition("/")
        if kind == "match":
            if session.role in WATCHING or sight_of(log, log.live(name), session) == "public":
                raise Forbidden(f"{topic}: no such topic for this device", f"public/{name}")
        elif kind == "public":
            match = log.live(name)
            if sight_of(log, match, session) not in ("public", "staff") and is_sealed(log, match):
                raise Forbidden(f"{name} is sealed for its table", f"match/{name}")
        elif kind == ("entering" if session.role == "entrant" else "tournament") and (
            name == session.stream
        ):
            log.live(name)
        else:
            raise Forbidden(f"{topic}: no such topic for this device")
