"""What a judge chose on a page, as an event: a remedy that was proposed, or a kind of ruling."""

from collections.abc import Mapping
from typing import get_args

from msgspec.structs import replace

from cli.failure import Failure
from cli.judging.ruling import ruling_line, waived_rules
from cli.reading.lines import Line, read_lines
from cli.reading.matches import Source
from cli.venue.access.session import HEAD, Session
from events import common as ev
from events.event import Event
from events.notation import quote
from events.tournament import RulingKind

REMEDY = "remedy"
"""The kind that stands for a ruling that was proposed, given as its line."""
KINDS: tuple[tuple[str, type[Event], str], ...] = (
    ("strike", ev.Strike, "it was mis-logged and never happened"),
    ("rewind", ev.Rewind, "back to before it: all played since is taken back"),
    ("insert", ev.Insert, "a step was forgotten: it goes in before it"),
    ("stand", ev.Stand, "it stands as played, its rule is waived"),
    ("adjust", ev.Adjust, "the state is repaired"),
    ("penalty", ev.Penalty, "a penalty in this match"),
    ("note", ev.Note, "a remark for the record"),
    ("overrule", ev.Overrule, "an earlier ruling is set aside"),
)
"""The kinds of ruling by their words, in the order in which they are offered."""
SAID: tuple[str, ...] = get_args(RulingKind)
"""What a ruling is called in a tournament (TR-11.2)."""
NO_PLAY = (ev.Note, ev.CallJudge, ev.CloseCall, ev.Contest, ev.Confirm, ev.Penalty, *ev.RULINGS)
"""Entries that are no play."""

Form = Mapping[str, str]
"""What a page sends, by the names of its fields."""


def event_of(asked: Source, session: Session, form: Form) -> Event:
    """The ruling that a judge has chosen.

    Args:
        asked: the match.
        session: the judge's device.
        form: ``kind`` and, by kind: ``entry``, ``line`` (a remedy, or the step of an insert),
            ``changes``, ``seat``, ``penalty``; ``reason``, ``rule``, ``authority`` with any.

    Raises:
        Failure: something is missing or cannot be read; names the field.
    """
    kind, reason = form.get("kind", ""), form.get("reason", "").strip()
    head = session.role in HEAD and form.get("authority") == "head"
    if kind == REMEDY:
        event = _read(asked, form.get("line", ""))
        if not isinstance(event, ev.RULINGS) or getattr(event, "judge", "") != session.person:
            raise Failure("line: this is no ruling of yours", "choose one of those proposed")
        event = replace(event, reason=reason) if reason else event
        return replace(event, authority="head") if head else event
    if kind not in {word for word, _, _ in KINDS}:
        raise Failure(f"kind: {kind or 'nothing'} is no ruling", "choose what is ruled")
    words, rules = _words(asked, kind, form), form.get("rule", "").split()
    if kind == "note":
        if not reason:
            raise Failure("reason: a note says something", "dictate or type it")
        rules = []
    waived = waived_rules(asked, kind, words, rules)
    authority = "head" if head and kind != "note" else None
    return _read(asked, ruling_line(session.person, kind, words, reason or None, waived, authority))


def _words(asked: Source, kind: str, form: Form) -> list[str]:
    """What stands behind the kind in the line of a ruling."""
    if kind == "note":
        return []
    if kind == "adjust":
        return [given(form, "changes", "such as draw:ana:1")]
    if kind == "penalty":
        return [given(form, "seat", "whose"), given(form, "penalty", "which one")]
    said = given(form, "entry", "of which entry")
    if not said.isdecimal() or len(said) > 9:
        raise Failure(f"entry: {said} is no number of an entry")
    seq = asked.require_entry(int(said))
    if kind == "rewind":
        return [str(seq - 1)]
    if kind == "insert":
        step = given(form, "line", "the step that was forgotten")
        return [str(seq - 1), quote(step, always=True)]
    return [str(seq)]


def given(form: Form, field: str, hint: str) -> str:
    """A field that has to be filled in.

    Raises:
        Failure: it is not.
    """
    found = form.get(field, "").strip()
    if not found:
        raise Failure(f"{field}: nothing is given", hint)
    return found


def _read(asked: Source, line: str) -> Event:
    if not line:
        raise Failure("line: nothing is given", "choose one of those proposed")
    (reading,) = read_lines([Line(line, "")], asked.trial())
    return reading.event


def said_of(asked: Source, event: Event) -> RulingKind:
    """What a ruling in a match is called in its tournament (TR-11.2)."""
    match event:
        case ev.Rewind(to=to):
            return "full-backup" if _played_after(asked, to + 1) else "simple-backup"
        case ev.Strike(entry=seq):
            return "partial-fix" if _played_after(asked, seq) else "simple-backup"
        case ev.Insert() | ev.Adjust() | ev.Overrule():
            return "partial-fix"
        case ev.Stand():
            return "leave"
        case _:
            return "information"


def _played_after(asked: Source, seq: int) -> bool:
    """Whether anything was played after an entry that is in force."""
    replay = asked.replay()
    return any(
        replay.standing(later) is not None and not isinstance(asked.events[later - 1], NO_PLAY)
        for later in range(seq + 1, asked.last + 1)
    )
