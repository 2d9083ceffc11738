"""The view of a match for a class of devices: made from the live match (VN-6.1)."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from cli.venue.seen.entries import line_of, without_verdict, written
from cli.venue.seen.names import in_names
from cli.venue.seen.withheld import withheld
from cli.venue.taps.entries import in_words
from cli.venue.view import AnyStep, Button, Line, Owed, Panel, Pick, Seat, Several, Sight, View
from events.common import Confirm, Opening
from referee.fact import MatchEnded, TurnBegan, TurnEnded
from referee.light import figures
from referee.replay.replay import Replay
from referee.verdict import applied
from storage.match import Match

SHOWN = 12
"""So many of the last entries are told; the page shows two until the log is opened."""


class Reach(NamedTuple):
    """How far a class of devices sees into a match."""

    replay: Replay | None = None  # the match as far as they see it; None: as it stands
    # whether they may not read an entry (TR-10.9); None: they may read all
    kept_back: Callable[[int], bool] | None = None
    delayed: bool = False  # whether spectators are behind (VN-6.5)


EVERYTHING = Reach()


def view_of(
    match: Match,
    sight: Sight,
    *,
    sealed: bool = False,
    people: Mapping[str, str] | None = None,
    reach: Reach = EVERYTHING,
) -> View:
    """What devices of a class are shown of a match, but for what is the device's own.

    While a match is sealed, those at its table are told what they wrote down and no more
    (VN-6.2): a board, a score or a turn that does not move would tell of an entry that it was
    refused, as a verdict does. So it is with spectators who are not behind: one of them may stand
    beside a player.

    Args:
        match: the match.
        sight: for whom it is.
        sealed: whether players are told no verdicts and no options.
        people: names as the organiser wants them shown, by the ids of people.
        reach: how far they see.
    """
    replay, game, names = reach.replay or match.replay(), match.game, people or {}
    opening = match.entry(1).event
    assert isinstance(opening, Opening)
    blind = sealed and (sight in ("table", "player") or (sight == "public" and not reach.delayed))
    known = View(
        match=match.id,
        game=game.title,
        at=len(replay.events),
        sight=sight,
        sealed=sealed,
        seats=tuple(Seat(s.seat, names.get(s.person, s.person)) for s in opening.seats),
        entries=tuple(_entries(match, sight, replay, reach.kept_back, blind=blind)),
    )
    if sight != "public" and replay.opened:
        calls = tuple(replay.state.calls)
        ended = _newest(replay) if blind else max(replay.noted, default=0)
        agreed = _agreed(replay)
        known = msgspec.structs.replace(known, agreed=agreed, ended=ended, calls=calls)
    if not replay.opened:
        return known
    if blind:
        return msgspec.structs.replace(known, over=replay.state.over)
    return _with_board(known, match, replay)


def _with_board(known: View, match: Match, replay: Replay) -> View:
    """A view with the scores, the board and, but for spectators, what is owed."""
    game, table, state = match.game, replay.table, replay.state
    scores, (used, began) = game.scores(table) or figures(game, table), _times(match, replay)
    found = msgspec.structs.replace(
        known,
        seats=tuple(
            msgspec.structs.replace(
                seat, score=str(scores.get(seat.seat, "")), used=used.get(seat.seat, 0)
            )
            for seat in known.seats
        ),
        turn=state.turn,
        active=state.active,
        began=began,
        over=state.over,
        board=tuple(Panel(each.title, each.rows, each.grid) for each in game.board(table)),
    )
    if known.sight == "public":
        return found
    owed = tuple(Owed(due.seat, due.text(), due.must) for due in game.obligations(table))
    return msgspec.structs.replace(found, owed=owed)


def with_names(view: View, people: Mapping[str, str], but: View | None = None) -> View:
    """A view with what is shown instead of its texts in which people are called by their ids.

    Args:
        view: the view.
        people: what people are called who are at no seat, such as judges, by their ids.
        but: a view whose texts have that already, of which this one was made.
    """
    called = {each.seat: each.name for each in view.seats}
    known = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, called))})(?![\w-])")
    found = {seat: name for seat, name in called.items() if name != seat and but is None}

    def name(text: str, verb: str = "") -> None:
        if known.search(text) and text not in found:
            head = f"{verb} " if verb and text.startswith(f"{verb} ") else ""
            named = head + in_names(text[len(head) :], called)
            if named != text:
                found[text] = named

    for field, texts in _TEXTS.items():
        part = getattr(view, field)
        if but is None or part is not getattr(but, field):
            for text, verb in texts(part):
                name(text, verb)
    if but is None or view.entries is not but.entries:
        everybody = called if view.sight == "public" else {**people, **called}
        for line in view.entries:
            named = entry_in_names(line.line, called, everybody)
            if named != line.line:
                found[line.line] = named
    return msgspec.structs.replace(view, named={**view.named, **found}) if found else view


def entry_in_names(line: str, called: Mapping[str, str], everybody: Mapping[str, str]) -> str:
    """An entry in names and words, without the signs of the notation.

    Args:
        line: the entry in the notation.
        called: what players are called, by their seats.
        everybody: what all are called who may have written it, by their ids.

    Example:
        >>> entry_in_names("bo stride ahead=no to=ana", {"ana": "Ana"}, {"bo": "Bo Li"})
        'Bo Li: stride, not ahead, to Ana'
    """
    who, _, said = line.partition(" ")
    if who not in everybody:
        return in_names(line, called)
    return f"{everybody[who]}:{in_names(in_words(f' {said}'.replace(chr(34), '')), called)}"


def of_panels(panels: Sequence[Panel]) -> Iterator[tuple[str, str]]:
    """The texts of parts of a board."""
    for panel in panels:
        for text in (panel.title, *chain(*panel.rows), *chain(*panel.grid)):
            yield text, ""


def _of_buttons(buttons: Sequence[Button]) -> Iterator[tuple[str, str]]:
    for button in buttons:
        yield button.label, button.group
        yield button.hint, ""
        for step in button.steps:
            yield from of_step(step)
        yield from _of_buttons(button.opens)


def of_step(step: AnyStep) -> Iterator[tuple[str, str]]:
    """The texts of what is asked."""
    yield step.title, ""
    for value in step.values if isinstance(step, Pick | Several) else ():
        yield value.text, ""


_TEXTS: dict[str, Callable[[Any], Iterator[tuple[str, str]]]] = {
    "over": lambda text: iter([(text, "")]),
    "board": of_panels,
    "owed": lambda owed: ((each.text, "") for each in owed),
    "entries": lambda lines: ((line.why, "") for line in lines),
    "forced": _of_buttons,
    "buttons": _of_buttons,
    "verbs": _of_buttons,
    "lists": lambda lists: ((text, "") for text in chain(*lists.values())),
}
"""The texts of each part of a view; of a button with its verb, which is nobody's name."""


def _times(match: Match, replay: Replay) -> tuple[dict[str, int], int]:
    """For how many seconds the turns of each seat have gone on, by when their entries were played,
    and when the one that goes on began, in seconds since 1970; 0 where none does."""
    used: dict[str, int] = {}
    whose, began = "", 0
    for seq, fact in replay.all_facts():
        if not isinstance(fact, TurnBegan | TurnEnded | MatchEnded):
            continue
        at = int(match.entry(seq).played_at.timestamp())
        if whose:
            used[whose] = used.get(whose, 0) + max(0, at - began)
        whose, began = (fact.seat, at) if isinstance(fact, TurnBegan) else ("", 0)
    return used, began


def _entries(
    match: Match,
    sight: Sight,
    replay: Replay,
    kept_back: Callable[[int], bool] | None,
    *,
    blind: bool,
) -> list[Line]:
    """The last entries, as they are shown there."""
    at = len(replay.events)
    numbers = range(max(at - SHOWN, 0) + 1, at + 1)
    if blind:
        lines = [_taken_back(written(match, seq), replay) for seq in numbers]
    else:
        lines = [line_of(match, seq, replay) for seq in numbers]
    if kept_back is not None:
        lines = [withheld(line) if kept_back(line.seq) else line for line in lines]
    if sight == "public":
        lines = [msgspec.structs.replace(without_verdict(line), id="", by="") for line in lines]
    return lines


def _taken_back(line: Line, replay: Replay) -> Line:
    return msgspec.structs.replace(line, undone=replay.undone.get(line.seq, 0))


def _newest(replay: Replay) -> int:
    """The newest entry that players may agree to; where it is sealed, one that ends a turn is not
    told from others."""
    return max(seq for seq, event in enumerate(replay.events, 1) if not isinstance(event, Confirm))


def _agreed(replay: Replay) -> dict[str, int]:
    """Up to which entry each seat has agreed to what was logged (VN-10.4)."""
    found: dict[str, int] = {}
    for seq, event in enumerate(replay.events, 1):
        if isinstance(event, Confirm) and applied(replay.standing(seq)):
            found[event.seat] = max(found.get(event.seat, 0), event.entry)
    return found
