"""A match as a judge reads it: turns, board, entries with verdicts, what is disputed."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from cli.reading.matches import Source
from cli.screen import render
from cli.tournament.linked.both import opening_of
from cli.venue.access.home_tables import place_of_match
from cli.venue.access.session import Session
from cli.venue.judge.calls import Called, calls_of
from cli.venue.judge.reached import desk_of
from cli.venue.judge.tables import Glance, glance
from cli.venue.seen.entries import line_of, with_filled
from cli.venue.view import Line
from events.common import RULINGS, CallJudge, CloseCall, Confirm, Contest, Note
from referee.game import Panel
from referee.replay.seek import turn_beginnings
from referee.tournament.decks import may_see_list
from referee.tournament.judging.extensions import Offer, offers
from referee.tournament.judging.infractions import seen_by
from referee.tournament.policy import Policy
from referee.tournament.state import Found, Ruled, State
from storage.log import Log
from storage.venue.probes import Probe, probes

SHOWN = 40
"""So many of the last entries are read at once; a link leads to those before."""


class Entry(Struct, frozen=True):
    """An entry as a judge reads it."""

    line: Line  # what was logged, and its verdict as it stands
    at: str  # when it was played, UTC, ``15:52:05``
    kind: str  # play, ruling or remark
    disputed: str  # why a player disputes it; empty where nobody does
    agreed: tuple[str, ...]  # the seats that have agreed up to here and no further
    own: bool  # whether it is the ruling of somebody who plays in this match


class Turn(Struct, frozen=True):
    """A turn with its entries that are shown."""

    number: int
    entries: tuple[Entry, ...]


class Player(Struct, frozen=True):
    """Who plays in a match."""

    seat: str  # the seat
    person: str  # the id
    name: str  # the name, where it is known
    score: str  # the points, where points decide
    deck: str  # what the deck is called
    cards: tuple[str, ...]  # its list, a card to a text (TR-4.2)
    infractions: tuple[tuple[Found, str], ...]  # those in force, each with its title (TR-10.9)


class Read(Struct, frozen=True):
    """A match as a judge reads it."""

    match: str  # the match
    game: str  # what is played
    round: int  # the round; 0: of no tournament
    table: int  # the table
    glance: Glance  # its figures
    players: tuple[Player, ...]  # who plays
    board: Sequence[Panel]  # the board, as it stands
    owed: tuple[str, ...]  # what somebody has to do, in words
    turns: tuple[Turn, ...]  # the turns with the entries that are shown, in order
    first: int  # the first entry that is shown
    light: bool  # whether less than all is told of it (VN-17.1)
    calls: tuple[Called, ...]  # the open calls
    offers: tuple[Offer, ...]  # the extensions that a judge may give in one tap (TR-6.3)
    # what was ruled here in the tournament, by entry, the newest first (TR-11)
    rulings: tuple[tuple[int, Ruled, str], ...]
    names: Mapping[str, str]  # by id, the people's names
    tried: tuple[Probe, ...]  # what players' devices tried and was refused, the newest first


def read_match(log: Log, session: Session, asked: Source, first: int = 0) -> Read:
    """A match as a judge reads it.

    Args:
        log: the log, in the writer's thread.
        session: the judge's device.
        asked: the match.
        first: the first entry that is shown; 0: the last ones.
    """
    match, replay = asked.match, asked.replay()
    at, desk = place_of_match(match), desk_of(log, session)
    number, table = (at.round, at.table) if at is not None else (0, 0)
    seen = glance(match, at.game if at is not None else 0)
    begin = max(first, 1) if first else max(match.last - SHOWN + 1, 1)
    here = tuple(
        each
        for each in calls_of(log, session)
        if each.match == match.id
        or (not each.match and each.table and (each.round, each.table) == (number, table))
    )
    state = desk.table.state if desk is not None else None
    policy = desk.table.catalog if desk is not None else None
    return Read(
        match.id,
        asked.game.title,
        number,
        table,
        seen,
        _players(asked, session, seen, state, policy),
        asked.board(replay),
        tuple(render.obligation_text(due) for due in asked.game.obligations(replay.table))
        if replay.opened
        else (),
        _turns(log, asked, seen, begin),
        begin,
        replay.light,
        here,
        tuple(
            each
            for each in (offers(state, policy) if state is not None and policy is not None else ())
            if (each.round, each.table) == (number, table)
        ),
        _rulings(state, match.id, number, table) if state is not None else (),
        asked.people,
        (*reversed(probes(log, match.id)),),
    )


def _players(
    asked: Source, session: Session, seen: Glance, state: State | None, policy: Policy | None
) -> tuple[Player, ...]:
    found = []
    for seat in opening_of(asked.match).seats:
        person = seat.person
        given = [each for each in seen_by(state, session.person)] if state is not None else []
        titles = policy.by_code if policy is not None else {}
        found.append(
            Player(
                seat.seat,
                person,
                asked.people.get(person, ""),
                seen.score.get(seat.side or seat.seat, ""),
                seat.deck_name,
                tuple(f"{card} x{count}" for card, count in seat.deck.items())
                if state is None or may_see_list(state, session.person, person)
                else (),
                tuple(
                    (each, titles[each.code].title if each.code in titles else "")
                    for each in given
                    if each.player == person
                ),
            )
        )
    return tuple(found)


def _turns(log: Log, asked: Source, seen: Glance, first: int) -> tuple[Turn, ...]:
    """The entries from one on, in their turns."""
    replay = asked.replay()
    began = sorted((seq, turn) for turn, seq in turn_beginnings(replay).items())
    disputed = {each.entry: f"{each.by}: {each.reason}" for each in seen.disputed}
    up_to: dict[int, tuple[str, ...]] = {}
    for seat, seq in seen.agreed.items():
        up_to[seq] = (*up_to.get(seq, ()), seat)
    turns: dict[int, list[Entry]] = {}
    numbers = range(first, asked.last + 1)
    lines = with_filled(log, asked.match, [line_of(asked.match, seq) for seq in numbers])
    for seq, line in zip(numbers, lines, strict=True):
        turn = max((n for begin, n in began if begin < seq), default=0)
        event = asked.events[seq - 1]
        kind = "play"
        if isinstance(event, RULINGS):
            kind = "ruling"
        elif isinstance(event, Note | Contest | Confirm | CallJudge | CloseCall):
            kind = "remark"
        turns.setdefault(turn, []).append(
            Entry(
                line,
                f"{asked.match.entry(seq).played_at:%H:%M:%S}",
                kind,
                disputed.get(seq, ""),
                up_to.get(seq, ()),
                kind == "ruling" and getattr(event, "judge", "") in replay.table.persons.values(),
            )
        )
    return tuple(Turn(number, tuple(entries)) for number, entries in turns.items())


def _rulings(
    state: State, match_id: str, number: int, table: int
) -> tuple[tuple[int, Ruled, str], ...]:
    """What was ruled at this table or in this match, the newest first; each with what may become
    of it: appeal, settle, replace, or nothing (TR-11.4)."""
    found = []
    for key, ruled in reversed(state.rulings.items()):
        call = state.calls_open.get(str(ruled.call)) or state.calls_ended.get(str(ruled.call))
        there = call is not None and (call.round, call.table) == (number, table)
        if ruled.match != match_id and not (there and table):
            continue
        next_step = ""
        if ruled.appeal and not ruled.settled:
            next_step = "settle"
        elif ruled.settled and not ruled.upheld and not ruled.replaced:
            next_step = "replace"
        elif not ruled.appeal and str(ruled.call) in state.calls_open:
            next_step = "appeal"
        found.append((int(key), ruled, next_step))
    return tuple(found)
