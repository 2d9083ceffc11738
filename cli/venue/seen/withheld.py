"""What of an entry is kept from those who do not judge: lists (TR-4.2) and penalties (TR-10.9)."""

from collections.abc import Sequence

from msgspec import json
from msgspec.structs import replace

from cli.venue.access.home_tables import Tournament, place_of_match
from cli.venue.access.session import Session
from cli.venue.taps.verbs import named_since, names_in
from cli.venue.view import Line
from events.common import Opening, Penalty, Seating
from referee.tournament.decks import are_lists_closed, may_see_list
from referee.tournament.judging.infractions import is_published
from storage.match import Match

RULED = "ruling"
"""What a penalty is called while nobody but its player may read it."""


def are_penalties_open(match: Match, tournament: Tournament | None) -> bool:
    """Whether all may read the penalties of a match: those of its round are published, or it is of
    no tournament."""
    at = place_of_match(match)
    return tournament is None or at is None or is_published(tournament.state, at.round)


def is_withheld(match: Match, seq: int, tournament: Tournament | None, person: str = "") -> bool:
    """Whether an entry is a penalty that somebody may not read (TR-10.9).

    Args:
        match: the match.
        seq: the number of the entry.
        tournament: the tournament of the match as it stands; None where it is of none.
        person: who reads; empty: anybody but its player and judges.
    """
    event = match.entry(seq).event
    if not isinstance(event, Penalty) or are_penalties_open(match, tournament):
        return False
    opening = match.entry(1).event
    assert isinstance(opening, Opening)
    return not any(s.person == person and s.seat == event.seat for s in opening.seats)


def withheld(line: Line) -> Line:
    """The line of an entry that is not told: that a judge ruled, and no more."""
    return replace(line, line=f"{line.line.partition(' ')[0]} {RULED}", verdict="", rule="", why="")


def event_bytes(match: Match, seq: int, tournament: Tournament | None, person: str) -> bytes:
    """An entry's event for the device of a player or scorekeeper, as JSON: of an opening who sits
    where and no lists, of a penalty that is withheld no more than that."""
    event = match.entry(seq).event
    if isinstance(event, Opening):
        seats = tuple(Seating(each.seat, each.person, side=each.side) for each in event.seats)
        event = replace(event, seats=seats, lists={})
    elif is_withheld(match, seq, tournament, person):
        return json.encode({"type": RULED})
    return json.encode(event)


def sees_all_lists(match: Match, table: Tournament | None, viewer: str) -> bool:
    """Whether somebody may see the lists of all who play a match (TR-4.2)."""
    if table is None or not are_lists_closed(table.state):
        return True
    opening = match.entry(1).event
    seats = opening.seats if isinstance(opening, Opening) else ()
    return all(may_see_list(table.state, viewer, each.person) for each in seats)


def are_closed_to(match: Match, table: Tournament | None, session: Session) -> bool:
    """Whether a device may not be told what is in the lists of all who play a match: a player's,
    a scorekeeper's, who logs for both sides and judges neither, and that of a judge who plays in
    the event, too (TR-4.2)."""
    return not sees_all_lists(match, table, session.person)


def handed_in(match: Match, table: Tournament, viewer: str) -> Opening:
    """The opening as it would be if those whose lists somebody may not see had handed in a list
    that the viewer may see; without one, none."""
    opening = match.entry(1).event
    assert isinstance(opening, Opening)
    seen = [each for each in opening.seats if may_see_list(table.state, viewer, each.person)]
    deck, lists = (seen[0].deck, seen[0].lists) if seen else ({}, {})
    seats = tuple(
        each if each in seen else replace(each, deck=deck, lists=lists) for each in opening.seats
    )
    return replace(opening, seats=seats)


def names_for(
    match: Match, table: Tournament, viewer: str, start: Sequence[str], *, blind: bool
) -> tuple[str, ...]:
    """What may be named by somebody who may not see the lists of all, so that nothing of it hangs
    on what is in those (VN-19.5).

    Args:
        match: the match.
        table: its tournament.
        viewer: who may name it.
        start: what could be named at the start of a match that was opened so, see
            :func:`handed_in`.
        blind: whether nothing of the state is told (VN-6.2).
    """
    replay = match.replay()
    if blind:
        named = named_since(replay)
    else:
        kept = kept_names(match, table, viewer)
        every = match.game.all_names(replay.table)
        named = [name for name in every if name.partition(".")[0] not in kept]
        named += [name for name in named_since(replay) if name in replay.traits]
    return tuple(dict.fromkeys((*start, *sorted(named))))


def kept_names(match: Match, table: Tournament, viewer: str) -> frozenset[str]:
    """The cards of lists that somebody may not see (TR-4.2), but for those that were named in the
    match since, and those of the own list."""
    opening = match.entry(1).event
    assert isinstance(opening, Opening)
    hidden: set[str] = set()
    seen: set[str] = set()
    for seating in opening.seats:
        may = may_see_list(table.state, viewer, seating.person)
        cards = {*seating.deck, *(card for cards in seating.lists.values() for card in cards)}
        (seen if may else hidden).update(cards)
    if not hidden:
        return frozenset()
    named = {name for event in match.replay().events[1:] for name in names_in(event)}
    return frozenset(hidden - seen - named)
