"""What a ruling or another reading would do to a match, in words."""

from collections.abc import Iterator, Sequence

from cli.reading.matches import Source
from cli.screen import render
from cli.screen.changed import board_changes, changed_lines
from cli.screen.sentences import result_words
from cli.screen.standing import FEW, standing_summary
from events.entry import verb
from events.event import Event
from referee.english import spans
from referee.replay import learned
from referee.replay.causes import Cascade
from referee.replay.compare import Effect
from referee.replay.learned import Learned
from referee.table import Result

MOST_CAUSES = 3
"""So many causes are told."""

MOST_LEARNED = 12
"""So many lines of what players have learned are told."""


def effect_lines(asked: Source, effect: Effect) -> Iterator[str]:
    """Which entries would be judged otherwise and why; how result and board would differ."""
    yield from _change_lines(asked, effect)
    before, after = result_text(effect.result_before), result_text(effect.result_after)
    same = before == after
    yield from render.wrapped(
        f"result: {before}, unchanged" if same else f"result: {before} -> {after}"
    )
    if effect.differences:
        yield render.paint("the state would differ", "strong")
        yield from changed_lines(board_changes(*effect.boards, effect.names), effect.differences, 2)


def learned_before(asked: Source, ruling: Event) -> list[Learned]:
    """What players have learned that a ruling would undo, for a ruling that backs a match up."""
    since = learned.undone_by(ruling)
    if since is None or not 1 <= since <= asked.last:
        return []
    return learned.learned(asked.replay(), since)


def learned_lines(asked: Source, ruling: Event) -> list[str]:
    """The same in words, the newest of many left out; a head line first. Empty for nothing."""
    found = [*learned.lines(learned_before(asked, ruling), asked.replay().state.seats)]
    if not found:
        return []
    more = len(found) - MOST_LEARNED
    listed = found if more <= 1 else [*found[:MOST_LEARNED], f"and {more} more (--json)"]
    return ["players keep what they have learned since:", *listed]


def result_text(result: Result | None) -> str:
    """How a match ended, in a few words."""
    return f"{result_words(result)} ({result.how})" if result is not None else "still on"


def _change_lines(asked: Source, effect: Effect) -> Iterator[str]:
    others = [change for change in effect.changes if change.seq <= asked.last]
    if not others:
        yield "no other entry changes its standing"
        return
    found = effect.cascades()
    shown = others
    if len(others) > FEW:
        for line in render.wrapped(standing_summary(others), 0, 2):
            yield render.paint(line, "strong")
    for text in cascade_texts(found, len(effect.refused)):
        yield from render.wrapped(text, 2)
    if len(others) > FEW:
        following = {seq for each in found for seq in each.following}
        judged = (change for change in others if change.after is not None)
        shown = [change for change in judged if change.seq not in following][:FEW]
    if shown:
        some = "where it begins"
        title = some if len(shown) < len(others) else "entries that change their standing"
        yield render.paint(title, "strong")
    for change in shown:
        yield from render.wrapped(f"{change.seq:>4}  {asked.line(change.seq)}", 2, 8)
        was, now = render.standing_word(change.before), render.verdict_text(change.after)
        yield from render.wrapped(f"was {was}, now {now}", 8)


def cascade_texts(found: Sequence[Cascade], refused: int) -> Iterator[str]:
    """The causes, each as a sentence.

    Args:
        found: the causes, the largest first.
        refused: how many entries are refused in all.
    """
    for each in found[:MOST_CAUSES]:
        yield f"{len(each.following) + 1} of {refused} because {_why(each)}"


def _why(each: Cascade) -> str:
    if each.gone:
        many = "entry" if len(each.gone) == 1 else "entries"
        return f"{many} {spans(each.gone)} would not be in force"
    if not each.forgotten:
        refused = each.refused
        return f"entry {each.root} is refused by {refused.rule}: {refused.message}"
    first = each.forgotten[0]
    steps = ", then ".join(verb(type(step)).replace("-", " ") for step in each.forgotten)
    whose = f"{seat}'s {steps}" if (seat := getattr(first, "seat", "")) else steps
    if each.due is None:
        return f"{whose} is missing after entry {each.after}; insert it"
    rule = f" [{each.due.rule}]" if each.due.rule else ""
    owed = f"{each.due.text()}{rule}"
    return f"{whose} was due after entry {each.after} and is not in the log ({owed}); insert it"
