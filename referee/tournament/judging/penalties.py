"""What a penalty must be: counts, standards, deviations (section 10), on plain records.

A record is of an infraction in force; what was struck or overruled is not among them. Records are
in the order of the log, and only those of the same player are ever counted together.
"""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct, structs

from referee.tournament.policy import PENALTIES, Infraction, PenaltyKind, PenaltyPath, Policy

SAME_ERROR = "same error"
"""The deviation by which an infraction is noted that another one of the same error outweighs."""


class Given(Struct, frozen=True):
    """An infraction in force."""

    seq: int  # its entry
    player: str  # whose
    code: str  # what it is, in the policy
    penalty: PenaltyKind  # what was given for it
    day: str = ""  # the date of the last ``start`` before it; empty before the first
    same_error: bool = False  # whether it was noted beside a graver one of the same error (TR-10.4)


class Standard(Struct, frozen=True):
    """The standard penalty of an infraction, and what it is made of (TR-10.2)."""

    penalty: PenaltyKind  # the step of the path at the count
    path: str  # its path
    steps: tuple[PenaltyKind, ...]  # the steps of that path
    counts: Literal["path", "code"]  # whether infractions of the path are counted, or of the code
    within: Literal["event", "day"]  # whether those of the whole event, or of the day
    counted: tuple[int, ...] = ()  # the entries counted before this one

    @property
    def count(self) -> int:
        """Which one it is, itself included."""
        return len(self.counted) + 1

    def without(self, seqs: Container[int]) -> "Standard":
        """The standard where some of the entries counted are not."""
        counted = tuple(seq for seq in self.counted if seq not in seqs)
        penalty = self.steps[min(len(counted), len(self.steps) - 1)]
        return structs.replace(self, penalty=penalty, counted=counted)

    def in_words(self) -> str:
        """The path, the count and the entries counted, in one sentence.

        Example:
            >>> steps = ("warning", "warning", "game-loss")
            >>> print(Standard("warning", "play-error", steps, "path", "event", (12,)).in_words())
            warning: number 2 of the path play-error (warning, warning, game-loss) in this event, \
after entry 12
        """
        entries = ", ".join(map(str, self.counted))
        after = f", after {'entry' if len(self.counted) == 1 else 'entries'} {entries}"
        what = "of the path" if self.counts == "path" else "of its code, on the path"
        when = "in this event" if self.within == "event" else "on this day"
        return (
            f"{self.penalty}: number {self.count} {what} {self.path} ({', '.join(self.steps)})"
            f" {when}{after if entries else ''}"
        )


class Shift(Struct, frozen=True):
    """An infraction whose standard penalty is another one after a change of the log (TR-10.5)."""

    given: Given  # the infraction, which keeps its penalty
    was: Standard  # the standard before
    now: Standard  # the standard after


Objection = Literal["head judge only", "deviation", "nothing graver"]
"""Why a penalty cannot be given so: the policy leaves it to the head judge; it is not the standard
one and no head judge deviates; nothing of the same error outweighs the infraction."""


def rank(penalty: PenaltyKind) -> int:
    """How severe a penalty is; higher is more (TR-10.1)."""
    return PENALTIES.index(penalty)


def standard_penalty(
    policy: Policy, infraction: Infraction, player: str, day: str, given: Iterable[Given]
) -> Standard:
    """What an infraction gives, with those in force before it (TR-10.2).

    Args:
        policy: the policy in force.
        infraction: one of the policy's.
        player: who commits it.
        day: the date of the last ``start``; empty before the first.
        given: the infractions in force before it.
    """
    path = policy.by_path[infraction.path]
    counted = tuple(
        each.seq
        for each in given
        if each.player == player
        and not each.same_error
        and (path.within == "event" or each.day == day)
        and _counts_with(policy, path, infraction, each.code)
    )
    penalty = path.step(len(counted) + 1)
    return Standard(penalty, path.id, path.steps, path.counts, path.within, counted)


def _counts_with(policy: Policy, path: PenaltyPath, infraction: Infraction, code: str) -> bool:
    """Whether an earlier infraction of this code counts together with one on the path."""
    other = policy.by_code.get(code)
    if other is None:
        return False
    if path.counts == "path":
        return other.path == path.id
    return (other.counts_as or code) == (infraction.counts_as or infraction.code)


def objection(
    policy: Policy,
    standard: Standard,
    penalty: PenaltyKind,
    deviation: str,
    *,
    head: bool,
    beside: Collection[Given] = (),
) -> Objection | None:
    """Why a penalty cannot be given so; None where it can (TR-10.3, TR-10.4).

    Args:
        policy: the policy in force.
        standard: of the infraction.
        penalty: what is to be given.
        deviation: the reason for another penalty than the standard one; empty without.
        head: whether a head judge gives it, or an organiser.
        beside: the player's other infractions in force in the same round, at the same table.
    """
    if penalty in policy.only_head_judge and not head:
        return "head judge only"
    if deviation == SAME_ERROR:
        own = rank(standard.without({each.seq for each in beside}).penalty)
        if rank(penalty) > own or all(rank(each.penalty) < own for each in beside):
            return "nothing graver"
        return None
    if penalty != standard.penalty and not (head and deviation):
        return "deviation"
    return None


def standards(policy: Policy, given: Sequence[Given]) -> Mapping[int, Standard]:
    """The standard penalty of each infraction in force, by its entry.

    Left out is one that the policy has not, as can be under another policy than the pinned one.
    """
    return {
        each.seq: standard_penalty(policy, infraction, each.player, each.day, given[:at])
        for at, each in enumerate(given)
        if (infraction := policy.by_code.get(each.code)) is not None
    }


def shifts(policy: Policy, before: Sequence[Given], after: Sequence[Given]) -> tuple[Shift, ...]:
    """The infractions whose standard penalty a change of the log changes (TR-10.5).

    Args:
        policy: the policy in force.
        before: the infractions in force without the change.
        after: those in force with it.
    """
    was, now = standards(policy, before), standards(policy, after)
    return tuple(
        Shift(each, was[each.seq], now[each.seq])
        for each in after
        if each.seq in was and each.seq in now and was[each.seq].penalty != now[each.seq].penalty
    )
