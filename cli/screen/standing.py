"""What a ruling does to the standing of entries, in one line."""

from collections.abc import Iterable, Sequence

from referee.replay.replay import Change
from referee.verdict import Illegal, applied

FEW = 5
"""How many entries may change their standing by a ruling before it is summed up and asked about."""


def standing_summary(changes: Sequence[Change]) -> str:
    """What a ruling does to the standing of entries, in one line.

    Example: ``143 entries legal again (11 to 153), 4 now illegal (160, 162 to 164)``.
    """
    kinds: dict[str, list[int]] = {}
    for change in changes:
        kinds.setdefault(_turned(change), []).append(change.seq)
    texts = [f"{len(seqs):,} {kind} ({spans(seqs)})" for kind, seqs in kinds.items()]
    first, *rest = texts or ["0 change their standing"]
    number, _, what = first.partition(" ")
    return ", ".join((f"{number} {'entry' if number == '1' else 'entries'} {what}", *rest))


def _turned(change: Change) -> str:
    if change.after is None:
        return "no longer in force"
    if applied(change.after) and not applied(change.before):
        return "in force again" if change.before is None else "legal again"
    if isinstance(change.after, Illegal) and not isinstance(change.before, Illegal):
        return "now illegal"
    return "judged otherwise"


def spans(numbers: Iterable[int]) -> str:
    """Numbers, three or more in a row put together.

    Example:
        >>> spans([7, 9, 10, 11])
        '7, 9 to 11'
    >>> spans([1, 2, 4])
    '1, 2, 4'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join(
        f"{run[0]} to {run[-1]}" if run[-1] - run[0] > 1 else ", ".join(map(str, run))
        for run in runs
    )
