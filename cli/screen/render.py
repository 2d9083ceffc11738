"""What the commands print: lines of text, verdicts, boards, options, tables.

Functions that end in ``_lines`` return lines that fit the width, in colour where the terminal
has it; :func:`say` prints. Nothing here knows a game. Rich is loaded for tables and progress
alone, so that a verdict is on the screen without waiting for it.
"""

import io
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from time import monotonic
from typing import IO, Any, Literal

import msgspec

from cli.answers.calls import open_calls
from cli.safe import clean, json_shown
from cli.screen.grid import grid_lines
from cli.screen.sentences import result_words, tell
from cli.screen.standing import FEW, standing_summary
from cli.screen.trusted import Trusted
from events.event import Event
from events.notation import write
from referee.english import counted
from referee.game import Game, Panel
from referee.house import AnyState, members, sides
from referee.obligation import Obligation
from referee.replay.replay import Change, Outcome, Replay
from referee.table import result_of
from referee.verdict import Illegal, Incomplete, OnTrust, Verdict, name_of

Style = Literal["good", "doubt", "bad", "quiet", "strong"]
_CODES: dict[Style, str] = {"good": "32", "doubt": "33", "bad": "31;1", "quiet": "2", "strong": "1"}
_NARROWEST, _WIDEST = 40, 110
_BETWEEN_LINES = 2.0
"""How many seconds lie between lines of progress, where there is no terminal for a bar."""
_PAGE = ContextVar("_PAGE", default=False)
"""Whether lines are for a page, see :func:`for_a_page`."""
_WORD = 10
"""The room for the word of a verdict, to the left of its reasons."""


# -- text ------------------------------------------------------------------------------------


def coloured(stream: IO[str] | None = None) -> bool:
    """Whether a stream is a terminal that wants colour; ``NO_COLOR`` says no."""
    stream = stream or sys.stdout
    if _PAGE.get():
        return False
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def terminal_width() -> int:
    """How many columns there are: those of the terminal, else 80."""
    return max(_NARROWEST, shutil.get_terminal_size((80, 24)).columns)


def width() -> int:
    """How many columns a text has: those of the terminal, as far as a line reads well."""
    return sys.maxsize if _PAGE.get() else min(_WIDEST, terminal_width())


@contextmanager
def for_a_page() -> Iterator[None]:
    """Lines are made whole and without colour meanwhile, for a page that breaks them itself."""
    before = _PAGE.set(True)
    try:
        yield
    finally:
        _PAGE.reset(before)


def paint(text: str, style: Style) -> str:
    """The text in a style, where standard output has colour."""
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if text and coloured() else text


class _Wrapper(textwrap.TextWrapper):
    """Breaks lines at spaces, and JSON between its parts: an id or a figure is never broken."""

    wordsep_simple_re = re.compile(r'([\t\n ]+)|(?<=,|:)(?<!\[:)(?=["{\[])')


def wrapped(text: str, indent: int = 0, hang: int | None = None) -> list[str]:
    """The text in lines that fit; ``hang`` is the indent of the lines after the first: where none
    is given, two more than that of an indented first.

    A word that is longer than a line stands on one of its own, whole.
    """
    wrapper = _Wrapper(
        width(),
        initial_indent=" " * indent,
        subsequent_indent=" " * ((indent and indent + 2) if hang is None else hang),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wrapper.wrap(clean(text)) or [""]


def flowing(items: Sequence[str], indent: int) -> list[str]:
    """Items with a mark between them, as many on a line as fit."""
    lines: list[str] = []
    held = ""
    for item in map(clean, items):
        joined = f"{held} | {item}" if held else item
        if held and len(joined) > width() - indent:
            lines += wrapped(held, indent, indent + 2)
            joined = item
        held = joined
    return lines + (wrapped(held, indent, indent + 2) if held else [])


def say(
    text: str = "", indent: int = 0, hang: int | None = None, style: Style | None = None
) -> None:
    """Print a paragraph, wrapped to the width."""
    for line in wrapped(text, indent, hang):
        print(paint(line, style) if style else line)


def say_lines(lines: Iterable[str]) -> None:
    """Print lines that are ready."""
    for line in lines:
        print(line)


def line_by_line() -> None:
    """Have every line leave as it is said, where a command goes on and its reader waits.

    A pipe or a file gets the lines of all others together: so who reads only the first of them,
    as ``head`` does, changes neither what a command does nor its status.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)


def warn(text: str) -> None:
    """One line to standard error, for what is no part of the answer."""
    print(clean(text), file=sys.stderr)


def say_json(answer: msgspec.Struct) -> None:
    """Print the answer of a command as JSON, as :func:`json_text` has it."""
    print(json_text(answer))


def json_text(answer: Any) -> str:
    """An answer or a part of one as JSON, indented; every time in it ends in Z, for UTC."""
    plain = _in_utc(msgspec.to_builtins(answer, builtin_types=(datetime,), str_keys=True))
    return json_shown(msgspec.json.format(msgspec.json.encode(plain), indent=2).decode())


def say_schema(document: Any) -> None:
    """Print a JSON Schema as JSON, indented."""
    print(json_shown(msgspec.json.format(msgspec.json.encode(document), indent=2).decode()))


def _in_utc(value: Any) -> Any:
    """The value with the time zone at each time: the log keeps UTC without saying so."""
    kind = type(value)
    if kind is dict:
        return {n: v if type(v) in _PLAIN else _in_utc(v) for n, v in value.items()}
    if kind is list or kind is tuple:
        return [v if type(v) in _PLAIN else _in_utc(v) for v in value]
    if isinstance(value, datetime):
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    return value


_PLAIN = frozenset({str, int, float, bool, type(None)})


# -- verdicts --------------------------------------------------------------------------------

_VERDICT_STYLES: dict[str, Style] = {"legal": "good", "on trust": "doubt", "illegal": "bad"}


def standing_word(verdict: Verdict | None) -> str:
    """``legal``, ``on trust``, ``illegal`` or, for None, ``not in force``."""
    return "not in force" if verdict is None else name_of(verdict)


def painted_standing(verdict: Verdict | None) -> str:
    """The word of :func:`standing_word` in its colour."""
    word = standing_word(verdict)
    return paint(word, _VERDICT_STYLES.get(word, "quiet"))


def verdict_text(verdict: Verdict | None) -> str:
    """The verdict in one sentence, with the rule and what would be legal."""
    if isinstance(verdict, OnTrust):
        return f"on trust: {'; '.join(verdict.assumptions)}"
    if isinstance(verdict, Illegal):
        legal = f"; legal: {verdict.legal}" if verdict.legal else ""
        since = f"; since entry {verdict.since}" if verdict.since else ""
        return f"illegal by {verdict.rule}: {verdict.message}{legal}{since}"
    if isinstance(verdict, Incomplete):
        return f"incomplete: {verdict.message}"
    return standing_word(verdict)


def reason_lines(
    verdict: Verdict | None,
    game: Game,
    indent: int = 0,
    line_of: Callable[[int], str] | None = None,
) -> list[str]:
    """What stands behind a verdict: assumptions, or the rule, the facts and what is legal.

    Args:
        verdict: the verdict.
        game: whose rules it cites.
        indent: how far to the right it stands.
        line_of: the notation of an entry, to quote the entry that created a limit.
    """
    if isinstance(verdict, OnTrust):
        return wrapped("; ".join(verdict.assumptions), indent, indent + 2)
    if isinstance(verdict, Incomplete):
        return wrapped(verdict.message, indent, indent + 2)
    if not isinstance(verdict, Illegal):
        return []
    rule = game.rule(verdict.rule)
    title = f", {rule.title}" if rule else ""
    lines = wrapped(f"{verdict.rule}{title}: {verdict.message}", indent, indent + 2)
    if rule:
        stated = wrapped(f"rule: {rule.statement}", indent, indent + 2)
        lines += [paint(line, "quiet") for line in stated]
    if verdict.legal:
        lines += wrapped(f"legal: {verdict.legal}", indent, indent + 2)
    if verdict.since:
        quoted = f": {line_of(verdict.since)}" if line_of and verdict.since > 1 else ""
        lines += wrapped(f"since entry {verdict.since}{quoted}", indent, indent + 2)
    return lines


def verdict_lines(
    verdict: Verdict,
    game: Game,
    indent: int = 0,
    line_of: Callable[[int], str] | None = None,
) -> list[str]:
    """The verdict with its reasons to the right of its word; for the rest see above."""
    word = " " * indent + painted_standing(verdict)
    reasons = reason_lines(verdict, game, indent + _WORD, line_of)
    if not reasons:
        return [word]
    gap = " " * (_WORD - len(name_of(verdict)))
    return [word + gap + reasons[0].lstrip(), *reasons[1:]]


def outcome_lines(
    outcome: Outcome,
    event: Event,
    game: Game,
    line_of: Callable[[int], str] | None = None,
    trusted: Trusted | None = None,
) -> list[str]:
    """An entry with its verdict and what followed, as after logging it."""
    verdict = outcome.verdict
    if trusted is not None:
        verdict = trusted.shorter(outcome.seq, event, verdict)
    indent = 6 + _WORD
    first, *more = wrapped(write(event, game.codec), indent, indent + 2)
    gap = " " * (_WORD - len(name_of(outcome.verdict)))
    lines = [
        f"{outcome.seq:>4}  {painted_standing(outcome.verdict)}{gap}"
        + paint(first.lstrip(), "strong"),
        *more,
        *reason_lines(verdict, game, indent, line_of),
    ]
    for sentence in tell(outcome.facts, game.words):
        lines += wrapped(sentence, indent, indent + 2)
    return lines + change_lines(outcome.changes, indent)


def change_lines(changes: Sequence[Change], indent: int = 0) -> list[str]:
    """The entries whose standing a ruling changed; where they are more than a few, summed up."""
    if len(changes) > FEW:
        return wrapped(standing_summary(changes), indent, indent + 2)
    lines: list[str] = []
    for change in changes:
        text = f"entry {change.seq}: was {standing_word(change.before)}, "
        lines += wrapped(text + f"now {verdict_text(change.after)}", indent, indent + 2)
    return lines


# -- where the match stands -------------------------------------------------------------------


def board_lines(panels: Iterable[Panel]) -> list[str]:
    """A board: each panel with its title, labels on the left; what lies there as a map is drawn
    below, where there is room."""
    lines: list[str] = []
    for panel in panels:
        mapped = {label for labels in panel.grid for label in labels}
        texts = {label: text for label, text in panel.rows if label in mapped}
        drawn = grid_lines(panel.grid, texts, width())
        rows = panel.rows if drawn is None else [r for r in panel.rows if r[0] not in mapped]
        wide = max((len(label) for label, _ in rows), default=0)
        lines.append(paint(clean(panel.title), "strong"))
        before = None
        for label, text in rows:
            shown = "" if label == before else label
            first, *rest = wrapped(text or "-", wide + 4)
            lines += [f"  {paint(f'{shown:<{wide}}', 'quiet')}  {first.lstrip()}", *rest]
            before = label
        lines += drawn or ()
    return lines


def obligation_text(due: Obligation) -> str:
    """What somebody has to do, or may do, in one line."""
    text = f"{due.seat} {'must' if due.must else 'may'}: {due.text()}"
    return f"{text} [{due.rule}]" if due.rule else text


def sides_text(state: AnyState) -> str:
    """Who plays: ``ana, bo``, or with sides ``red (ana, cy), bo``."""
    return ", ".join(
        f"{side} ({', '.join(members(state, side))})" if side in state.allies.values() else side
        for side in sides(state)
    )


def call_lines(replay: Replay) -> list[str]:
    """The calls for a judge that are open, each by its number, as ``close-call`` takes it."""
    return [
        line
        for call in open_calls(replay)
        for line in wrapped(f"open call {call.entry}, by {call.seat}: {call.about}", 0, 2)
    ]


def next_lines(replay: Replay) -> list[str]:
    """What is owed or offered now, which verbs may be logged next, which calls are open."""
    state, game, table = replay.state, replay.game, replay.table
    result = result_of(state)
    if result is not None:
        over = f"the match is over: {result.how}; {result_words(result)}"
        return [*wrapped(over), *call_lines(replay)]
    lines = [
        paint(line, "doubt" if due.must else "quiet")
        for due in game.obligations(table)
        for line in wrapped(obligation_text(due), 0, 2)
    ]
    verbs: dict[str, list[str]] = {}
    for option in replay.options():
        verbs.setdefault(option.seat, []).append(option.verb)
    for seat, offered in verbs.items():
        text = f"next: {seat} {' | '.join(dict.fromkeys(offered))}"
        lines += [paint(line, "quiet") for line in wrapped(text, 0, 6)]
    return lines + call_lines(replay)


# -- progress --------------------------------------------------------------------------------


Step = Callable[[int, int | None], None]
"""Takes how much is done and, where that is known by then, of how much."""


@contextmanager
def progress(label: str, total: int | None = None) -> Iterator[Step]:
    """A bar on standard error while something takes long; a line now and then where that is no
    terminal.

    Example:
        >>> with progress("verifying", 10) as step:
        ...     step(1, None)
    """
    if not sys.stderr.isatty():
        yield _by_lines(label, total)
        return
    from rich import progress as bars
    from rich.console import Console

    bar = bars.Progress(
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeRemainingColumn(),
        console=Console(stderr=True, no_color=not coloured(sys.stderr)),
        transient=True,
    )
    with bar:
        task = bar.add_task(label, total=total)
        yield lambda done, of: bar.update(task, completed=done, total=of or total)


def _by_lines(label: str, total: int | None) -> Step:
    """Progress for a file or a pipe: nothing of what is soon done, then a line at intervals."""
    shown_at = monotonic()

    def step(done: int, of: int | None) -> None:
        nonlocal shown_at
        now = monotonic()
        if now - shown_at >= _BETWEEN_LINES:
            shown_at, whole = now, of or total
            print(f"{label}: {done:,}{f' of {whole:,}' if whole else ''}", file=sys.stderr)

    return step


__all__ = [
    "Step",
    "Style",
    "board_lines",
    "call_lines",
    "change_lines",
    "clean",
    "coloured",
    "counted",
    "flowing",
    "line_by_line",
    "next_lines",
    "obligation_text",
    "outcome_lines",
    "paint",
    "painted_standing",
    "progress",
    "reason_lines",
    "say",
    "say_json",
    "say_lines",
    "say_schema",
    "sides_text",
    "standing_word",
    "terminal_width",
    "verdict_lines",
    "verdict_text",
    "warn",
    "width",
    "wrapped",
]
