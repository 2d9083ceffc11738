"""What the table shows: a compact board, numbered options, what was logged, what is wrong."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from cli.reading.door.address import Group
from cli.screen.grid import grid_lines
from cli.screen.render import (
    call_lines,
    change_lines,
    clean,
    flowing,
    obligation_text,
    paint,
    verdict_lines,
    width,
    wrapped,
)
from cli.screen.sentences import about_event, cited, result_words, tell
from cli.screen.trusted import Trusted
from events.common import AgreeResult, CallJudge, CloseCall, Concede, Opening, Penalty, TimeCalled
from events.entry import Entry
from events.entry import verb as entry_verb
from events.event import Event
from events.notation import Malformed, outcomes, usage, write
from events.notation.kinds import Dice, Items
from events.notation.plan import plan_of
from referee.choice import Choice, Fixed, Measure
from referee.game import Game, Panel
from referee.replay.replay import Outcome, Replay
from referee.replay.seek import turn_beginnings
from referee.table import result_of
from referee.verdict import Illegal, OnTrust, Verdict, applied

_MOST, _ALL, _APART = 8, 10_000, 3

_BRIEFLY = [(most, hints) for hints in (True, False) for most in range(_MOST, 0, -1)]
"""How much of an option is told, the most first: how many candidates, and whether their hints."""

HELP = """\
Type what happened, several events with ; between them:   VERB WORDS; VERB; VERB
Words may be cut short, the seat left out; what can only be one thing is filled
in. A seat before the verb says who did it. A number is the option of that
number, and what it leaves open follows it.{dice}
An entry without a verdict under it is legal.

Enter      the board, and what others logged; of two maps the next one
o [VERB]   all that may be logged now
w [N]      why: the last verdict, or entry N
u [N]      take the newest entry back, or N of them; a ruling alone
log [N]    the last entries
? [VERB]   this help, or what a verb takes
Tab        complete the word
Ctrl-C     empty the line
q          leave; all that was logged is kept

A ruling begins with the judge who makes it:   lena rewind 12 reason="..."
A remark needs no quotes:   note the deck was cut again"""

_ANY_TIME = (CallJudge, CloseCall, Concede, AgreeResult, TimeCalled, Penalty)
"""What ends a match and what calls a judge: never a step of play, and never out of place."""


def board_lines(
    panels: Sequence[Panel], seats: Sequence[str], before: Sequence[Panel] = ()
) -> list[str]:
    """The board, short rows side by side; a first row of the match itself is left out.

    Args:
        panels: the board.
        seats: the seats of the match.
        before: the board as it was last shown; only what differs from it is shown.
    """
    lines: list[str] = []
    was = _rows(before, seats)
    maps = {panel.title: panel.grid for panel in panels if panel.grid and panel.title not in was}
    for title, rows in _rows(panels, seats).items():
        shown = _changed_rows(rows, was[title]) if title in was else rows
        if shown or title not in was:
            lines.append(paint(clean(title), "strong"))
            mapped = {label for labels in maps.get(title, ()) for label in labels}
            drawn = grid_lines(maps.get(title, ()), dict(shown), width())
            if drawn is not None:
                shown = [row for row in shown if row[0] not in mapped]
            lines += flowing([f"{label} {text or '-'}" for label, text in shown], 2)
            lines += drawn or ()
    return lines


_Rows: TypeAlias = Sequence[tuple[str, str]]


def _rows(panels: Sequence[Panel], seats: Sequence[str]) -> dict[str, _Rows]:
    """The rows of each panel by its title, without those of the match itself."""
    found: dict[str, _Rows] = {panel.title: panel.rows for panel in panels}
    if _header(panels, seats):
        title, rows = panels[0].title, panels[0].rows[1:]
        found = {**found, title: rows} if rows else {t: r for t, r in found.items() if t != title}
    return found


def _changed_rows(rows: _Rows, before: _Rows) -> _Rows:
    """The rows of the labels that say something else than before, or nothing any more."""

    def said(of: _Rows, label: str) -> list[str]:
        return [text for name, text in of if name == label]

    now = [row for row in rows if said(rows, row[0]) != said(before, row[0])]
    gone = dict.fromkeys(label for label, _ in before if not said(rows, label))
    return [*now, *((label, "") for label in gone)]


def _header(panels: Sequence[Panel], seats: Sequence[str]) -> str:
    """Where the match stands: the first row of the first panel, if that is no player's."""
    first = panels[0] if panels else None
    if first is None or first.title in seats or not first.rows:
        return ""
    return first.rows[0][1]


def over_line(replay: Replay) -> str:
    """How the match ended; empty while it is on."""
    result = result_of(replay.state)
    if result is None:
        return ""
    return f"the match is over: {result_words(result)} ({result.how}, entry {replay.state.ended})"


def hand_lines(replay: Replay) -> list[str]:
    """How a hand may be told, for statistics: the one that is kept while it is as it was dealt, and
    when a match is over the one that is left (REF-2.2, 2.3); nothing in between, and where none is
    unseen."""
    game, table, state = replay.game, replay.table, replay.state
    hands = {place.name.removesuffix(".hand"): place for place in game.hidden(table)}
    unseen = [
        seat
        for seat in state.seats
        if seat in hands and hands[seat].unseen() and (state.over or game.dealt(table, seat))
    ]
    if not unseen:
        return []
    verb = "shows-hand" if state.over else "kept-hand"
    return wrapped(f"a hand may be told, for statistics: {unseen[0]} {verb} CARD ...", 0, 2)


def status_lines(replay: Replay, groups: Sequence[Group]) -> list[str]:
    """Whose step it is, what is owed or offered, and what may be logged, numbered."""
    game, table = replay.game, replay.table
    lines: list[str] = []
    if now := _header(game.board(table), table.state.seats):
        lines += [paint(line, "strong") for line in wrapped(now)]
    for due in game.obligations(table):
        lines += wrapped(obligation_text(due), 0, 2)
    return lines + call_lines(replay) + option_lines(groups, game)


def option_lines(
    groups: Sequence[Group], game: Game, verb: str = "", *, whole: bool = False
) -> list[str]:
    """The options, each with its number, on one line; with all candidates where asked for.

    What others than the first may do takes a third of the lines at most, unless asked for.
    """
    several = len({group.seat for group in groups}) > 1
    own: list[str] = []
    others: list[str] = []
    briefly: list[str] = []
    for number, group in enumerate(groups, 1):
        if verb and group.verb != verb:
            continue
        head = f"{number:>2}  {group.seat + ' ' if several else ''}{group.verb}"
        kind = game.codec.by_verb[group.verb]
        ways = [(_ALL, True)] if whole or verb else _BRIEFLY
        for most, hints in ways:
            text = f"{head} {_fields(group, kind, most, hints=hints)}".rstrip()
            text_lines = wrapped(text, 0, 6)
            if len(text_lines) <= (1 if hints else 2):
                break
        if group.seat == groups[0].seat:
            own += text_lines
        else:
            others += text_lines
            briefly.append(f"{number} {group.seat} {group.verb}")
    room = len(others) if whole or verb else max(1, len(own) // 2)
    if len(others) <= room:
        return own + others
    for shown in range(len(briefly), -1, -1):
        left = len(briefly) - shown
        others = flowing([*briefly[:shown], *[f"o: {left} more"] * bool(left)], 1)
        if len(others) <= room:
            break
    return own + others


def any_time_lines(verb: str = "") -> list[str]:
    """What may be logged beside the options: the end of a match, a call for a judge."""
    kinds = [kind for kind in _ANY_TIME if verb in ("", entry_verb(kind))]
    usages = [line for kind in kinds for line in wrapped(usage(kind), 4)]
    return ["at any time", *usages] if usages else []


def _fields(group: Group, kind: type[Event], most: int, *, hints: bool = True) -> str:
    """What may stand behind the verb: what tells its options apart, then what they leave open."""
    fields: list[list[str]] = [[] for _ in group.options]
    left: list[str] = []
    alike: list[str] = []
    shown = []
    for field in plan_of(kind).fields:
        choices = [option.fields.get(field.name) for option in group.options]
        here = [choice for choice in choices if choice is not None]
        if here and not (field.named and all(choice.only() for choice in here)):
            shown.append((field, choices, here))
    alone = len(shown) == 1
    for field, choices, here in shown:
        one = dict.fromkeys(c.described(most) for c in choices if c) if None not in choices else {}
        if len(shown) > 1 and len(one) == 1 and isinstance(here[0], Fixed) and not field.named:
            alike.append(next(iter(one)))
        elif len(group.options) > 1 and all(isinstance(c, Fixed) for c in here):
            for words, choice in zip(fields, choices, strict=True):
                words += [choice.described(most)] if choice else []
        elif None not in choices or (most == _ALL and not _in_hints(group, field.name)):
            label = "" if alone else f"{field.name}=" if field.named else f"{field.name}: "
            left.append(label + _together(here, most))
    shared = _shared_hint(group)
    for words, option in zip(fields, group.options, strict=True):
        words += [f"({option.hint})"] if words and option.hint and hints and not shared else []
    known = " ".join(left)
    left += [f"({hint})" for hint in shared if (hints or not any(fields)) and hint not in known]
    apart = [" ".join(words) for words in dict.fromkeys(map(tuple, fields)) if words]
    more = f", {len(apart) - most} more" if len(apart) > most else ""
    same = " ".join(alike) + ":" * bool(alike and apart)
    several = ", ".join(apart[:most]) + more
    return "  ".join(filter(None, [" ".join(filter(None, [same, several])), *left]))


def _in_hints(group: Group, name: str) -> bool:
    """Whether the hints of the options say all that a field may hold."""
    return all(
        choice.described(_ALL) == option.hint
        for option in group.options
        if (choice := option.fields.get(name)) is not None
    )


def _shared_hint(group: Group) -> list[str]:
    """The hint that all options of a group have."""
    hints = {option.hint for option in group.options}
    return [hint for hint in hints if hint and len(hints) == 1]


def _together(choices: Sequence[Choice], most: int) -> str:
    """Choices of several options in a few words; dots where they differ, unless all is told."""
    distinct = list(dict.fromkeys(choice.described(most) for choice in choices))
    if len(distinct) == 1:
        return distinct[0]
    if most == _ALL and len(distinct) <= _APART:
        return "; or ".join(distinct)
    spans = [span for choice in choices if (span := choice.span()) is not None]
    if len(spans) < len(choices):
        return "..."
    return Measure(min(least for least, _ in spans), max(most for _, most in spans)).described()


# -- what was typed ----------------------------------------------------------------------------


def malformed_lines(line: str, error: Malformed) -> list[str]:
    """The line with a caret under the word, what is wrong, and the nearest words."""
    shown = "".join(c if c.isprintable() else "?" for c in line)
    at = max(0, min(error.column - 1, len(shown)))
    room = width() - 4
    start = max(0, at - room * 2 // 3) if len(shown) > room else 0
    word = error.word if shown.startswith(error.word, at) else ""
    caret = "^" * max(1, min(len(word), start + room - at))
    return [
        f"  {shown[start : start + room]}",
        f"  {' ' * (at - start)}{paint(caret, 'bad')}",
        *wrapped(f"not understood, not logged: {error.detail}", 2),
    ]


def refused_lines(
    event: Event, verdict: Verdict, game: Game, line_of: Callable[[int], str]
) -> list[str]:
    """An event that breaks a rule, before it is logged: the rule, the facts, what is legal."""
    lines = wrapped(write(event, game.codec), 2)
    return [*lines, *_verdict_lines(verdict, game, 2, line_of)]


def said_before(replay: Replay, event: Event, line_of: Callable[[int], str]) -> list[str]:
    """The entry of this turn that says what a refused event says, where there is one."""
    first = max(turn_beginnings(replay).values(), default=1)
    for seq in range(len(replay.events), first, -1):
        if applied(replay.standing(seq)) and _says_as_much(replay.events[seq - 1], event):
            return wrapped(f"entry {seq} says the same: {line_of(seq)}", 2)
    return []


def _says_as_much(logged: Event, event: Event) -> bool:
    """Whether an entry says all that an event does but for its outcomes."""
    if type(logged) is not type(event):
        return False
    plan = plan_of(type(event))
    for field in (plan.who, *(f for f in plan.fields if not f.outcome)):
        said, again = (getattr(each, field.attribute) for each in (logged, event))
        if not field.at_default(again) and not _same(said, again):
            return False
    return True


def _same(said: object, again: object) -> bool:
    """Whether two values are the same, or a name with and without the number of a copy."""
    shorter, longer = sorted((str(said), str(again)), key=len)
    head, _, number = longer.rpartition(".")
    return said == again or (head == shorter != "" and number.isdecimal())


def _verdict_lines(
    verdict: Verdict, game: Game, indent: int, line_of: Callable[[int], str]
) -> list[str]:
    """The verdict, with the facts compared that its message does not say already."""
    lines = verdict_lines(verdict, game, indent, line_of)
    facts = verdict.facts.items() if isinstance(verdict, Illegal) else ()
    untold = [f"{k} {v}" for k, v in facts if str(v) not in getattr(verdict, "message", "")]
    return lines + (wrapped(f"compared: {', '.join(untold)}", indent + 9) if untold else [])


# -- what was logged ---------------------------------------------------------------------------


def logged_lines(
    entry: Entry[Event],
    outcome: Outcome,
    game: Game,
    line_of: Callable[[int], str],
    trusted: Trusted,
    *,
    own: bool,
) -> list[str]:
    """An entry, its verdict unless it is legal, and what followed in one paragraph.

    Args:
        entry: the entry.
        outcome: what it came to.
        game: whose rules the verdict cites.
        line_of: the notation of an entry.
        trusted: what the entries rest on that were told before.
        own: whether it was logged here, and its rule has been shown in full already; of others it
            is said who logged it.
    """
    event = entry.event
    verdict = trusted.shorter(outcome.seq, event, outcome.verdict)
    number = f"{outcome.seq:>4}  "
    who = "" if own or not entry.recorded_by else f"   (logged by {entry.recorded_by})"
    first, *more = wrapped(write(event, game.codec) + who, len(number), len(number) + 2)
    lines = [number + paint(first.lstrip(), "strong"), *more]
    if isinstance(verdict, Illegal | OnTrust):
        reasons = verdict_lines(verdict, game, len(number), line_of)
        lines += reasons[:1] if own and isinstance(verdict, Illegal) else reasons
    if facts := tell(outcome.facts, game.words):
        lines += wrapped("; ".join(facts), len(number), len(number) + 2)
    return lines + change_lines(outcome.changes, len(number))


def history_lines(replay: Replay, first: int, line_of: Callable[[int], str]) -> list[str]:
    """The entries from one on, each on a line with its standing unless it is legal."""
    lines: list[str] = []
    for seq in range(first, len(replay.events) + 1):
        standing = replay.standing(seq)
        mark = ""
        if standing is None:
            mark = f"   [undone by {replay.undone.get(seq, '?')}]"
        elif isinstance(standing, Illegal):
            mark = f"   [illegal, {standing.rule}]"
        elif isinstance(standing, OnTrust):
            mark = "   [on trust]"
        said = "the opening" if isinstance(replay.events[seq - 1], Opening) else line_of(seq)
        lines += wrapped(f"{seq:>4}  {said}{mark}", 0, 8)
    return lines


def why_lines(replay: Replay, seq: int, line_of: Callable[[int], str]) -> list[str]:
    """An entry explained: its verdict, what followed, and every rule that this cites."""
    game = replay.game
    lines = wrapped(f"{seq:>4}  {line_of(seq)}", 0, 8)
    standing = replay.standing(seq)
    if standing is None:
        ruling = replay.undone.get(seq)
        because = f" by entry {ruling}: {line_of(ruling)}" if ruling else ""
        return [*lines, *wrapped(f"not in force{because}", 6)]
    lines += _verdict_lines(standing, game, 6, line_of)
    facts = replay.facts(seq)
    for fact in facts:
        lines += wrapped(cited(fact, game.words), 6)
    for key in dict.fromkeys(str(getattr(fact, "rule", "")) for fact in facts):
        if rule := game.rule(key):
            lines += [
                paint(line, "quiet") for line in wrapped(f"{key} {rule.title}: {rule.statement}", 6)
            ]
    return lines


def help_lines(kind: type[Event] | None = None, events: Iterable[type[Event]] = ()) -> list[str]:
    """How to type at the table, or what one verb takes and means.

    Args:
        kind: the event of the verb.
        events: those of the game, whose dice are told where they are thrown against each other.
    """
    if kind is None:
        dice = " Dice are own-other: 3-6 2-2." if any(map(_throws_pairs, events)) else ""
        always = ", ".join(entry_verb(each) for each in _ANY_TIME)
        keys = HELP.format(dice=dice).splitlines()
        return [*keys, *wrapped(f"At any time:   {always}", 0, 2)]
    about = [*wrapped(usage(kind), 2), *wrapped(about_event(kind), 2)]
    for field, shapes in outcomes(kind).items():
        about += wrapped(f"{field}: {', '.join(shapes)}", 2)
    return about


def _throws_pairs(kind: type[Event]) -> bool:
    """Whether an event holds dice that are thrown against each other."""
    kinds = (field.kind for field in plan_of(kind).fields)
    return any(isinstance(k.item if isinstance(k, Items) else k, Dice) for k in kinds)


__all__ = [
    "any_time_lines",
    "board_lines",
    "hand_lines",
    "help_lines",
    "history_lines",
    "logged_lines",
    "malformed_lines",
    "option_lines",
    "over_line",
    "refused_lines",
    "said_before",
    "status_lines",
    "why_lines",
]
