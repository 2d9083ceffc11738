"""The house rules: what holds in every match of every game, and the handlers of common events."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar, get_args

from events import common as ev
from events.event import Event
from referee.english import one_of
from referee.fact import HandKept, HandShown, SideLeft, StateRepaired
from referee.hidden import HiddenPlace
from referee.measure import Measure, note_changes, scored
from referee.rulebook import rulebook_of
from referee.table import MatchState, Table, Unwon

AnyTable = Table[Any, Any]
AnyState = MatchState[Any]
Handler = Callable[[AnyTable, Any], None]
Repair = Callable[[AnyTable, str, str], None]
"""A primitive repair of a target to a value; its docstring is an example and what it does."""
E = TypeVar("E", bound=Event)


class Handlers(dict[type[Event], Handler]):
    """The handlers of a game, each found by the event that it takes.

    Example:
        >>> handles = Handlers()
        >>> @handles
        ... def concede(t: AnyTable, e: Concede) -> None:
        ...     t.end_match((), "concession", "REF-4.1", "all lost")
        >>> list(handles)
        [<class 'events.common.Concede'>]
    """

    def __call__(self, handler: Callable[[Any, E], None]) -> Callable[[Any, E], None]:
        """Take a handler in, for the event or the union of events in its second annotation.

        Raises:
            TypeError: an event has a handler already, or the annotation names no event.
        """
        kinds = list(handler.__annotations__.values())[1]
        for kind in get_args(kinds) or (kinds,):
            if not isinstance(kind, type) or not issubclass(kind, Event) or kind in self:
                raise TypeError(
                    f"{handler.__name__}: {kind} is not an event, or already has a handler"
                )
            self[kind] = handler
        return handler


_SIGNED = (*ev.RULINGS, ev.TimeCalled, ev.CloseCall)
_AUTHORITY = {"organiser": "head", "head-judge": "head", "judge": "floor"}
_LEADING = frozenset({"organiser", "head-judge"})
_JUDGING = frozenset({"judge", "head-judge"})
Leave = Callable[[AnyTable, str], None]
"""Takes the things of a side off the table that is out of a match which goes on."""

HOUSE = rulebook_of(__package__)
"""The rules of the house, the page ``rulebook.md`` of this package."""


def require_seat(t: AnyTable, seat: str) -> None:
    """Refuse a seat that the match does not have (REF-1.3)."""
    if seat not in t.state.seats:
        t.forbid(
            "REF-1.3",
            "{seat} is not a seat in this match",
            legal=one_of(t.state.seats),
            seat=seat,
        )


def require_playing(t: AnyTable, seat: str) -> None:
    """Refuse a seat that the match does not have, or whose side has left it (REF-1.3)."""
    if not t.state.out and seat in t.state.seats:
        return
    require_seat(t, seat)
    side = side_of(t.state, seat)
    if side in t.state.out:
        t.forbid(
            "REF-1.3",
            "{side} is out of the match",
            legal=one_of(remaining(t.state)),
            side=side,
        )


def allies(opening: ev.Opening) -> dict[str, str]:
    """The side of each seat that plays for a named one, as a state keeps it."""
    return {seating.seat: seating.side for seating in opening.seats if seating.side}


def side_of(state: AnyState, seat: str) -> str:
    """The side that a seat plays for: a named one, or its own."""
    return state.allies.get(seat, seat)


def sides(state: AnyState) -> list[str]:
    """All sides, in the order in which their first players sit."""
    return list(dict.fromkeys(side_of(state, seat) for seat in state.seats))


def members(state: AnyState, side: str) -> list[str]:
    """The seats that play for a side, in their order."""
    return [seat for seat in state.seats if side_of(state, seat) == side]


def remaining(state: AnyState) -> list[str]:
    """The sides that are still in the match."""
    return [side for side in sides(state) if side not in state.out]


def judges(state: AnyState) -> dict[str, str]:
    """Who judges the match, as far as it says so, each with the highest authority."""
    return {
        person: "head" if "head" in found else "floor"
        for person, roles in state.roles.items()
        if (found := {_AUTHORITY[role] for role in roles if role in _AUTHORITY})
    }


def signers(events: Iterable[Event]) -> set[str]:
    """All who have signed as judge what was logged, in order or not."""
    return {event.judge for event in events if isinstance(event, _SIGNED)}


def seat_of(t: AnyTable, person: str) -> str:
    """The seat at which a person sits, who may be called by it; empty where it is none."""
    if person in t.state.seats:
        return person
    return next((seat for seat, sits in t.persons.items() if sits == person), "")


_SETTLED = {
    "drawn": "lots were drawn for who goes first",
    "rolled": "dice were rolled for who goes first",
    "chosen": "who goes first was chosen",
    "ruled": "a judge ruled who goes first",
}


def goes_first_as_said(t: AnyTable, e: ev.Begins) -> None:
    """How it was settled who goes first is taken on trust, where it is said."""
    if e.how:
        t.trust(_SETTLED[e.how])


def require_judge(t: AnyTable, judge: str, authority: str = "floor") -> None:
    """Refuse a ruling of somebody who does not judge the match, or not with that authority
    (REF-3.2, REF-3.7); where nobody has said who judges it, the ruling is on trust."""
    if authority == "scorekeeper":
        t.forbid(
            "REF-3.2",
            "a scorekeeper may only strike the newest entry",
            legal="a judge's ruling",
        )
    able = judges(t.state)
    right = able.get(judge) or able.get(t.persons.get(judge, ""))
    if right is not None:
        if authority == "head" and right != "head":
            t.refuse(
                "REF-3.2",
                "{judge} is a judge here, but not a head judge",
                legal=_one_of(each for each, right in able.items() if right == "head"),
                judge=judge,
            )
        return
    plays = seat_of(t, judge)
    if any(not _JUDGING.isdisjoint(roles) for roles in t.state.roles.values()):
        t.refuse(
            "REF-3.7", "{judge} is not a judge of this match", legal=_one_of(able), judge=judge
        )
    elif plays and authority == "head":
        t.refuse(
            "REF-3.7",
            "{judge} plays in this match, and nobody has made {judge} its head judge",
            legal=_one_of(()),
            judge=judge,
        )
    elif plays:
        t.trust(f"{judge} plays in this match, and nobody has said that {judge} judges it")
    else:
        t.trust(f"nobody has said that {judge} judges here")


def _one_of(named: Iterable[str]) -> str:
    """Who may, for a hint; in one order, whatever the order in which an opening names them."""
    return " or ".join(sorted(named)) or "a head judge, whom an appointment names"


def _appoint(t: AnyTable, e: ev.Appoint) -> None:
    """REF-3.8: who appoints, and what there is to take back."""
    roles = t.state.roles
    leading = [person for person, held in roles.items() if not _LEADING.isdisjoint(held)]
    plays = seat_of(t, e.by)
    if e.by not in leading:
        if leading:
            t.refuse(
                "REF-3.8", "{by} may not appoint anybody here", legal=_one_of(leading), by=e.by
            )
        elif plays and plays == seat_of(t, e.person):
            t.refuse(
                "REF-3.8",
                "{by} plays in this match and cannot appoint {person}",
                by=e.by,
                person=e.person,
                legal="an appointment by somebody else",
            )
        else:
            t.trust(f"nobody has said that {e.by} appoints here")
    held = roles.get(e.person, [])
    if e.ends and e.role not in held:
        t.forbid(
            "REF-3.8",
            "{person} is not {role} here",
            person=e.person,
            role=e.role,
            legal=", ".join(f"{p}: {' and '.join(r)}" for p, r in sorted(roles.items())),
        )
    if e.ends:
        left = [role for role in held if role != e.role]
        if left:
            roles[e.person] = left
        else:
            del roles[e.person]
    elif e.role not in held:
        roles[e.person] = [*held, e.role]


def _require_winner(t: AnyTable, winner: str) -> None:
    """Refuse a winner that is neither a side nor a seat, or is out of the match (REF-1.3)."""
    if winner:
        require_playing(t, next(iter(members(t.state, winner)), winner))


def _require_winners(t: AnyTable, e: ev.AgreeResult | ev.TimeCalled) -> tuple[str, ...]:
    """All who win by what was logged; none where nobody does (REF-1.3)."""
    named = tuple(filter(None, (e.winner, *e.sharing)))
    for winner in named:
        _require_winner(t, winner)
    if named and e.unwon:
        t.forbid(
            "REF-4.2" if isinstance(e, ev.AgreeResult) else "REF-4.3",
            "{winner} cannot win a match that ends in {unwon}",
            winner=named[0],
            unwon=e.unwon.replace("-", " "),
            legal="a winner, or none",
        )
    return named


def _end(t: AnyTable, e: ev.AgreeResult | ev.TimeCalled, how: str, rule: str) -> None:
    named = _require_winners(t, e)
    t.end_match(named, how, rule, _UNWON.get(e.unwon))


def _agree_result(t: AnyTable, e: ev.AgreeResult) -> None:
    _end(t, e, "agreed result", "REF-4.2")


def _time_called(t: AnyTable, e: ev.TimeCalled) -> None:
    require_judge(t, e.judge)
    _end(t, e, "time called", "REF-4.3")


def _call_judge(t: AnyTable, e: ev.CallJudge) -> None:
    require_seat(t, e.seat)
    t.state.calls.append(t.seq)


def _close_call(t: AnyTable, e: ev.CloseCall) -> None:
    calls = t.state.calls
    if judges(t.state):
        require_judge(t, e.judge)
    if not calls:
        t.refuse("REF-4.4", "no judge call is open")
        return
    if e.call and e.call not in calls:
        t.forbid(
            "REF-4.4",
            "entry {call} is not an open judge call",
            call=e.call,
            legal=one_of(map(str, calls)),
        )
    if not e.call and len(calls) > 1:
        t.incomplete("say which call is closed", call=[str(call) for call in calls])
    calls.remove(e.call or calls[0])


def _note(t: AnyTable, e: ev.Note) -> None:
    pass


def _remark(t: AnyTable, e: ev.Contest | ev.Confirm) -> None:
    require_seat(t, e.seat)
    if e.entry >= t.seq:
        t.forbid(
            "REF-1.5",
            "entry {entry} is not in the record, which ends at {last}",
            entry=e.entry,
            last=t.seq - 1,
        )


def _reopen(t: AnyTable, e: ev.Opening) -> None:
    t.forbid("REF-1.1", "this match is already open; only entry 1 opens it")


def hands_with(
    hidden: Callable[[AnyTable], Sequence[HiddenPlace]], dealt: Callable[[AnyTable, str], bool]
) -> dict[type[Event], Handler]:
    """The handlers of hands that are told whole, for a game with these hidden places, that says
    whether the hand of a seat is still the one that it was dealt."""

    def show(t: AnyTable, e: ev.KeptHand | ev.ShowsHand, rule: str) -> None:
        require_seat(t, e.seat)
        named = f"{e.seat}.hand"
        hand = next((place for place in hidden(t) if place.name == named), None)
        if hand is None:
            t.forbid(rule, "{seat} has no hidden hand", seat=e.seat)
        if len(e.cards) < hand.size():
            all_of_it = "the card" if hand.size() == 1 else f"all {hand.size()} cards"
            ask = f"say {all_of_it} of {e.seat}'s hand"
            t.incomplete(ask, cards=sorted(hand.able()))
        if len(e.cards) > hand.size():
            t.forbid(rule, "{seat}'s hand holds {have:card}, {shown:is|are} named", seat=e.seat,
                     have=hand.size(), shown=len(e.cards))  # fmt: skip
        refused = hand.refuses(e.cards)
        if refused is not None:
            t.forbid("REF-2.1", "{seat}'s hand cannot hold {asked} {card}", seat=e.seat,
                     asked=refused.asked, card=refused.card, since=refused.since)  # fmt: skip
        t.keep(hand.account)
        hand.reveal(e.cards)

    def kept_hand(t: AnyTable, e: ev.KeptHand) -> None:
        require_seat(t, e.seat)
        if dealt(t, e.seat):
            show(t, e, "REF-2.2")
        else:  # nobody sees by now what of it is still in the hand
            t.trust(f"{e.seat}'s opening hand, told when it may have been another")
        for card, copies in Counter(e.cards).items():
            t.fact(HandKept(e.seat, card, copies))

    def shows_hand(t: AnyTable, e: ev.ShowsHand) -> None:
        show(t, e, "REF-2.3")
        for card, copies in Counter(e.cards).items():
            t.fact(HandShown(e.seat, card, copies, bool(t.state.over)))

    return {ev.KeptHand: kept_hand, ev.ShowsHand: shows_hand}


def adjust_with(repairs: Mapping[str, Repair], measures: Sequence[Measure] = ()) -> Handler:
    """The handler of ``adjust`` for a game that allows these primitive repairs (REF-3.5), and that
    has these measures, which a repair may change."""

    def adjust(t: AnyTable, e: ev.Adjust) -> None:
        require_judge(t, e.judge, e.authority)
        before, mark = scored(t, measures), len(t.facts)
        with t.whole():
            t.repairs()
            for change in e.changes:
                repair = repairs.get(change.what)
                if repair is None:
                    t.forbid(
                        "REF-3.5",
                        "{what} is not a repair of this game",
                        legal=one_of(sorted(repairs)),
                        what=change.what,
                    )
                repair(t, change.target, change.value)
                t.fact(StateRepaired(change.what, change.target, change.value))
        note_changes(t, measures, before, t.facts[mark:])

    return adjust


def part(t: AnyTable, side: str, how: str, rule: str, leave: Leave) -> None:
    """A side is out. One side that is left wins; where more are, the match goes on without it."""
    state = t.state
    others = [other for other in remaining(state) if other != side]
    if len(others) < 2:
        t.end_match(others[0] if others else "", how, rule)
        return
    state.out.append(side)
    state.due[:] = [due for due in state.due if side_of(state, due.seat) != side]
    t.fact(SideLeft(side, how, rule))
    leave(t, side)


def parting_with(leave: Leave) -> dict[type[Event], Handler]:
    """The handlers of what takes a side out of the match, for a game with this hook."""

    def concede(t: AnyTable, e: ev.Concede) -> None:
        require_playing(t, e.seat)
        part(t, side_of(t.state, e.seat), "concession", "REF-4.1", leave)

    def penalty(t: AnyTable, e: ev.Penalty) -> None:
        require_judge(t, e.judge, e.authority)
        require_seat(t, e.seat)
        side = side_of(t.state, e.seat)
        lost = e.kind in ev.TAKING
        if lost and not t.state.over and side not in t.state.out:
            part(t, side, e.kind, "REF-3.6", leave)

    return {ev.Concede: concede, ev.Penalty: penalty}


COMMON_HANDLERS: Mapping[type[Event], Handler] = {
    ev.Opening: _reopen,
    ev.Appoint: _appoint,
    ev.AgreeResult: _agree_result,
    ev.TimeCalled: _time_called,
    ev.CallJudge: _call_judge,
    ev.CloseCall: _close_call,
    ev.Note: _note,
    ev.Contest: _remark,
    ev.Confirm: _remark,
}

_UNWON: dict[str, Unwon] = {"all-lost": "all lost", "no-result": "no result"}

AFTER_THE_END: frozenset[type[Event]] = frozenset(
    {
        ev.Appoint,
        ev.ShowsHand,
        ev.CallJudge,
        ev.CloseCall,
        ev.Note,
        ev.Contest,
        ev.Confirm,
        ev.Penalty,
        ev.Adjust,
    }
)
"""What may still be recorded when a match of any game is over (REF-1.4); rulings may too."""
