"""Who may log what: looked at before the log sees an entry (VN-5.5).

The referee judges whether an entry is right. Here it is only seen that it comes from whom it says:
a device logs in the name of its own person, for its own table, and by its own role.
"""

from collections.abc import Callable, Iterable
from itertools import chain

from cli.venue.access.home_tables import (
    Tournament,
    contest_at,
    is_of_contest,
    judges_alone,
    own_seats,
    seats_of,
)
from cli.venue.access.refused import Forbidden
from cli.venue.access.roles import stands
from cli.venue.access.session import HEAD, JUDGES, WATCHING, Role, Session
from cli.venue.seen.concerned import concerned
from cli.venue.seen.withheld import sees_all_lists
from events import tournament as ev
from events.common import (
    RULINGS,
    Appoint,
    Begins,
    Concede,
    Confirm,
    Contest,
    Note,
    Opening,
    Record,
    Rewind,
    Score,
    Strike,
)
from events.entry import verb
from events.event import Event
from referee.house import sides as sides_of
from referee.light import DEPTHS
from referee.tournament import roles
from storage.match import Match

Sender = Callable[[int], str]
"""The device that an entry of the match came in from; empty: from none."""

_DESK: frozenset[Role] = frozenset(roles.DESK)  # type: ignore[arg-type]
_STAFF: frozenset[Role] = frozenset(roles.STAFF)  # type: ignore[arg-type]
_PLAYER: frozenset[Role] = frozenset({"player"})
_ORGANISER: frozenset[Role] = frozenset({"organiser"})

AT_EVENT: dict[type[Event], frozenset[Role]] = {
    Appoint: HEAD,
    Note: _STAFF | _PLAYER,
    ev.Enter: _DESK,
    ev.CheckIn: _DESK | _PLAYER,
    ev.Drop: _STAFF | _PLAYER,
    ev.Reinstate: HEAD,
    ev.RegisterDeck: _DESK | _PLAYER,
    ev.DeckCheck: JUDGES,
    ev.Post: _DESK,
    ev.Repair: HEAD,
    ev.Start: _DESK,
    ev.Pause: _DESK,
    ev.Resume: _DESK,
    ev.Time: _DESK,
    ev.Extend: JUDGES,
    ev.Arrive: _STAFF,
    ev.Attest: _PLAYER,
    ev.Report: _DESK,
    ev.Decide: JUDGES,
    ev.Boards: _DESK | _PLAYER,
    ev.Call: _STAFF | _PLAYER,
    ev.Answer: JUDGES,
    ev.EndCall: JUDGES,
    ev.Ruling: JUDGES,
    ev.Appeal: _PLAYER,
    ev.Settle: HEAD,
    ev.Infraction: JUDGES,
    ev.Cut: _DESK,
    ev.Publish: _DESK,
    ev.Checkpoint: _DESK,
    ev.Close: _ORGANISER,
    **dict.fromkeys(RULINGS, JUDGES),
    Rewind: _ORGANISER,  # which takes back whatever came since
}
"""Who may log each event of a tournament."""

RESULTS = (ev.Attest, ev.Report, ev.Boards)
"""What a judge takes back without having logged the like: the judge decides it."""

JUDGED = (
    ev.DeckCheck,
    ev.Extend,
    ev.Decide,
    ev.Answer,
    ev.EndCall,
    ev.Ruling,
    ev.Settle,
    ev.Infraction,
    *RULINGS,
)
"""What nobody logs of the own contest who plays there."""

DROPS: dict[str, frozenset[Role]] = {
    "own": _DESK | _PLAYER,
    "cut": _DESK | _PLAYER,
    "no-show": _STAFF,
    "disqualified": HEAD,
}
"""Who may log that a player leaves, by the cause."""

INVITES: dict[Role, frozenset[Role]] = {
    "organiser": frozenset(
        {
            "organiser",
            "head-judge",
            "judge",
            "scorekeeper",
            "player",
            "spectator",
            "screen",
            "entrant",
        }
    ),
    "head-judge": frozenset({"judge", "scorekeeper", "player", "spectator", "screen", "entrant"}),
    "scorekeeper": frozenset({"player", "spectator", "screen", "entrant"}),
}
"""For whom somebody at the desk may make a code, and whose device end: never one that may more."""

SPOKEN = (Confirm, Contest, Concede)
"""What a player says for the own seat alone, whoever has the log in hand (VN-19.2)."""


def who(event: Event) -> tuple[str, str]:
    """The field that says who did it, which is the first of every event, and whom it names."""
    field = event.__struct_fields__[0]
    return field, getattr(event, field)


# -- in a match ---------------------------------------------------------------------------------


def require_may_log(
    session: Session,
    event: Event,
    match: Match,
    tournament: Tournament | None,
    sender: Sender,
) -> None:
    """See that a device may log an event in a match.

    Args:
        session: the device.
        event: what it sends.
        match: the match.
        tournament: the tournament of the match as it stands; None where it is of none.
        sender: from which device each entry of the match came; one that the match does not have
            yet comes with this request.

    Raises:
        Forbidden: it may not.
    """
    if session.role in WATCHING:
        raise Forbidden(f"a {session.role} only watches", "join with the code of a seat")
    if isinstance(event, Opening):
        raise Forbidden("a match is opened at the desk, not at the table", "ask at the desk")
    seats = seats_of(session, match, tournament)
    if not seats:
        raise Forbidden(f"{match.id} is not at a table of yours", "look at your own table")
    field, named = who(event)
    if field == "seat":
        _require_seat(session, event, named, match, seats)
        _require_own_list(session, event, named, match, tournament)
        return
    spoken_for = isinstance(event, Record) and session.role == "scorekeeper"
    if spoken_for:
        _require_player(named, match)
    elif named != session.person:
        raise Forbidden(
            f"this device is {session.person}'s, not {named}'s", f"{field}={session.person}"
        )
    if field == "judge":
        _require_judge(session, event, match, sender)
    elif isinstance(event, Appoint):
        _require_role(session, event, HEAD)
    elif isinstance(event, Record):
        _require_depth(session, event, match, tournament)


def _require_seat(
    session: Session, event: Event, seat: str, match: Match, seats: tuple[str, ...]
) -> None:
    sides = sides_of(match.replay().state) if isinstance(event, Score) else ()
    if seat not in seats and seat not in sides:
        raise Forbidden(f"{seat} is not a seat at this table", f"one of {', '.join(seats)}")
    if session.role == "player" and isinstance(event, SPOKEN):
        own = own_seats(session, match)
        if seat not in own:
            raise Forbidden(
                f"only {seat} says {verb(event)} for {seat}", f"as {' or '.join(own) or 'yours'}"
            )


def _require_player(named: str, match: Match) -> None:
    """See that somebody plays in a match: by the id, or by the seat."""
    persons = match.replay().table.persons
    if named not in persons and named not in persons.values():
        raise Forbidden(f"{named} does not play in {match.id}", f"one of {', '.join(persons)}")


def _require_own_list(
    session: Session, event: Event, seat: str, match: Match, tournament: Tournament | None
) -> None:
    """VN-19.1: where lists are closed a player's device logs for the own seat alone; what becomes
    of a card that another might play would tell whether it is in that player's list."""
    own = own_seats(session, match)
    if session.role != "player" or seat in own or tournament is None:
        return
    if isinstance(event, Score | Begins):  # what all at the table see
        return
    if not sees_all_lists(match, tournament, session.person):
        raise Forbidden(
            f"lists are closed: what {seat} does is logged on the device of {seat}",
            "there, or at the desk",
        )


def _require_judge(session: Session, event: Event, match: Match, sender: Sender) -> None:
    """VN-5.5: a ruling is a judge's, but for the strike by the device that sent the entry; whether
    that is the newest one the referee says (REF-3.2)."""
    authority = getattr(event, "authority", "floor")
    if authority == "scorekeeper" and isinstance(event, Strike):
        if event.entry <= match.last and sender(event.entry) != session.id:
            raise Forbidden(
                f"entry {event.entry} came from another device",
                "take it back there, or call a judge",
            )
        return
    _require_role(session, event, JUDGES)
    if authority == "head" and session.role not in HEAD:
        raise Forbidden(f"{session.person} is not a head judge", "authority=floor, or a head judge")


def _require_depth(
    session: Session, event: Record, match: Match, tournament: Tournament | None
) -> None:
    """VN-17.16, VN-19.2: who plays says how much is told, or a scorekeeper for who plays, no less
    than the event asks for; a judge may."""
    if session.role in JUDGES:
        return
    if session.role == "player" and not own_seats(session, match):
        _require_role(session, event, JUDGES)
    least = tournament.state.options.get("record", "result") if tournament is not None else "result"
    if DEPTHS.index(event.depth) < DEPTHS.index(least):
        raise Forbidden(f"at this event {least} is told at the least", f"record {least}")


def _require_role(session: Session, event: Event, able: frozenset[Role]) -> None:
    if session.role not in able:
        raise Forbidden(
            f"{verb(event)} is not for a {session.role}", f"for {' or '.join(sorted(able))}"
        )


# -- in a tournament ----------------------------------------------------------------------------


def require_may_log_at_event(
    session: Session, event: Event, tournament: Tournament, ruled: Event | None = None
) -> None:
    """See that a device may log an event in the stream of its tournament: in its person's name, by
    its role, a player only of the player's own and at the own table, and a judge only of others.

    Args:
        session: the device, which has joined this tournament.
        event: what it sends.
        tournament: the tournament as it stands.
        ruled: of a ruling, the entry that it is on; None: it names none.

    Raises:
        Forbidden: it may not.
    """
    if session.role in WATCHING:
        raise Forbidden(f"a {session.role} only watches", "join with a code of the desk")
    if session.role == "entrant":
        raise Forbidden("this registration is not confirmed yet", "the desk confirms it")
    able = _able(event)
    if able is None:
        raise Forbidden(f"{verb(event)} is not logged in a tournament from here", "")
    _require_role(session, event, able)
    if not stands(session.role, session.person, tournament.state):
        raise Forbidden(f"{session.person} is not {session.role} here any more", "ask at the desk")
    field, named = who(event)
    if named != session.person:
        raise Forbidden(
            f"this device is {session.person}'s, not {named}'s", f"{field}={session.person}"
        )
    if getattr(event, "authority", "floor") == "head" and session.role not in HEAD:
        raise Forbidden(f"{session.person} is not a head judge", "authority=floor, or a head judge")
    if session.role == "player":
        _require_own(session, event, tournament)
    else:
        require_table(session, getattr(event, "table", 0))
    if isinstance(event, JUDGED):
        _require_apart(session, (event, ruled), tournament)
    if ruled is not None and not isinstance(ruled, RESULTS) and session.role != "organiser":
        _require_role(session, ruled, _able(ruled) or _ORGANISER)


def _able(event: Event) -> frozenset[Role] | None:
    """Who may log an event of a tournament; None: nobody."""
    if isinstance(event, Strike) and event.authority == "scorekeeper":
        return _DESK | JUDGES
    return DROPS[event.cause] if isinstance(event, ev.Drop) else AT_EVENT.get(type(event))


def _require_apart(
    session: Session, events: Iterable[Event | None], tournament: Tournament
) -> None:
    """See that nobody judges the own contest, unless nobody else could (VN-20.5)."""
    told = (concerned(each, tournament.state) for each in events if each is not None)
    whom = {*chain.from_iterable(told)}
    if session.person in whom and not judges_alone(session, whom, tournament):
        why = f"{session.person} plays there: the own contest is another's to judge"
        raise Forbidden(why, "ask another judge")


def require_table(session: Session, table: int) -> None:
    """See that a device of a scorekeeper of some tables is for one; 0 is none.

    Raises:
        Forbidden: it is for others.
    """
    if session.tables and table not in (0, *session.tables):
        tables = ", ".join(map(str, session.tables))
        raise Forbidden(f"this device is not for table {table}", f"for {tables}, or at the desk")


def _require_own(session: Session, event: Event, tournament: Tournament) -> None:
    if isinstance(event, ev.CheckIn | ev.Drop | ev.RegisterDeck) and event.player != session.person:
        raise Forbidden(f"{session.person} cannot say that of {event.player}", "ask at the desk")
    if isinstance(event, ev.Attest | ev.Boards | ev.Call) and event.table:
        state = tournament.state
        contest = contest_at(state, event.round, event.table)
        if contest is None or not is_of_contest(session.person, contest, state):
            raise Forbidden(
                f"table {event.table} of round {event.round} is not {session.person}'s",
                "the own table",
            )
