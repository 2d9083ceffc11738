"""What a ruling does to the standing of entries, in one line."""

from collections.abc import Sequence

from referee.english import spans
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
