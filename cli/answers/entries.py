"""Entries as answers show them: what was logged, the verdict, what followed."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from cli.answers.answer import UNSET, AnyEvent, AnyFact, Moment, UnsetType
from events.entry import Entry
from events.event import Event
from events.notation import write
from referee.fact import Fact
from referee.game import Game
from referee.replay import causes, replay
from referee.verdict import Verdict, as_json


class Standing(Struct, frozen=True, kw_only=True):
    """A verdict on an entry.

    Args:
        verdict: the verdict; ``not in force`` where a ruling took the entry out.
        assumptions: on trust: what was not seen.
        message: illegal: why, in words; incomplete: what has to be said.
        rule: illegal: the id of the rule that is broken.
        facts: illegal: the facts compared.
        legal: illegal: what would be legal instead; empty where that is not known.
        since: illegal: the earlier entry that created the limit; null where none did.
        ask: incomplete: the question.
        choices: incomplete: the fields that may answer, each with the words that would do.
        seat: incomplete: whose choice it is, where it is that of one seat.
    """

    verdict: Literal["legal", "on trust", "illegal", "incomplete", "not in force"]
    assumptions: tuple[str, ...] | UnsetType = UNSET
    message: str | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    facts: dict[str, int | str] | UnsetType = UNSET
    legal: str | UnsetType = UNSET
    since: int | UnsetType | None = UNSET
    ask: str | UnsetType = UNSET
    choices: dict[str, tuple[str, ...]] | UnsetType = UNSET
    seat: str | UnsetType = UNSET


class Change(Struct, frozen=True):
    """An entry whose standing changed.

    Args:
        seq: the entry.
        before: how it stood.
        after: how it stands since.
    """

    seq: int
    before: Standing
    after: Standing


class EntryOutcome(Standing, frozen=True):
    """An entry with its verdict and all that followed.

    Args:
        seq: its number in the match.
        line: the event as a line of notation.
        event: the event.
        consequences: what followed from it.
        changes: the other entries whose standing it changed.
    """

    seq: int
    line: str
    event: AnyEvent
    consequences: tuple[AnyFact, ...]
    changes: tuple[Change, ...]


class EntryLogged(Struct, frozen=True):
    """An entry as it was logged.

    Args:
        seq: its number in the match.
        id: the id that it was given where it was logged.
        played_at: when it happened.
        recorded_at: when it was written down.
        recorded_by: the id of the person who did that.
        line: the event as a line of notation.
        event: the event.
    """

    seq: int
    id: str
    played_at: Moment
    recorded_at: Moment
    recorded_by: str
    line: str
    event: AnyEvent


class EntryNow(Standing, frozen=True):
    """An entry as it was logged, its verdict of that time, and how it stands now.

    Args:
        seq: its number in the match.
        id: the id that it was given where it was logged.
        played_at: when it happened.
        recorded_at: when it was written down.
        recorded_by: the id of the person who did that.
        line: the event as a line of notation.
        event: the event.
        standing: the verdict with all rulings so far.
        undone_by: the ruling that took it out of force; null where none did.
        consequences: what followed from it.
    """

    seq: int
    id: str
    played_at: Moment
    recorded_at: Moment
    recorded_by: str
    line: str
    event: AnyEvent
    standing: Standing
    undone_by: int | None
    consequences: tuple[AnyFact, ...]


class EntryReplayed(EntryNow, frozen=True, kw_only=True):
    """An entry of a match that is told from its beginning.

    Args:
        told: what followed, in words.
        known: with a card asked for: false where the entry only may have touched it.
        root: of an entry that was or is illegal: the misplay that it follows from, or itself.
        followed: of a misplay: the entries that were refused because of it.
        forgotten: of a misplay: the steps whose absence it is, as lines.
        remedy: what a ruling made of it; empty where nothing.
        remedied_by: that ruling.
    """

    told: tuple[str, ...]
    known: bool | UnsetType = UNSET
    root: int | UnsetType = UNSET
    followed: tuple[int, ...] | UnsetType = UNSET
    forgotten: tuple[str, ...] | UnsetType = UNSET
    remedy: str | UnsetType = UNSET
    remedied_by: int | UnsetType | None = UNSET


class EntryDoubted(Standing, frozen=True):
    """An entry in force that is not legal.

    Args:
        seq: its number in the match.
        line: the event as a line of notation.
        root: where it is illegal: the misplay that it follows from, or itself.
        followed: of a misplay: the entries that were refused because of it.
        forgotten: of a misplay: the steps whose absence it is, as lines.
        remedy: what a ruling made of it; empty where nothing.
        remedied_by: that ruling.
    """

    seq: int
    line: str
    root: int | UnsetType = UNSET
    followed: tuple[int, ...] | UnsetType = UNSET
    forgotten: tuple[str, ...] | UnsetType = UNSET
    remedy: str | UnsetType = UNSET
    remedied_by: int | UnsetType | None = UNSET


# -- from what the referee says ----------------------------------------------------------------


def verdict_fields(verdict: Verdict | None) -> dict[str, Any]:
    """The fields of a :class:`Standing`; None stands for not in force."""
    return {"verdict": "not in force"} if verdict is None else as_json(verdict)


def standing_of(verdict: Verdict | None) -> Standing:
    """A verdict as answers show it; None stands for not in force."""
    return Standing(**verdict_fields(verdict))


def refusal_fields(
    refusal: causes.Refusal | None, following: Mapping[int, Sequence[int]], game: Game
) -> dict[str, Any]:
    """Of an entry that was or is illegal: whose consequence it is, or what followed from it."""
    if refusal is None:
        return {}
    return {
        "root": refusal.root,
        "followed": tuple(following.get(refusal.seq, ())),
        "forgotten": tuple(write(step, game.codec) for step in refusal.forgotten),
        "remedy": refusal.remedy,
        "remedied_by": refusal.remedied_by,
    }


def facts_of(facts: Sequence[Fact]) -> tuple[AnyFact, ...]:
    """Facts with all their fields; ``fact`` names the type."""
    return tuple(msgspec.to_builtins(fact) for fact in facts)


def changes_of(changes: Sequence[replay.Change]) -> tuple[Change, ...]:
    """Entries whose standing changed."""
    return tuple(Change(c.seq, standing_of(c.before), standing_of(c.after)) for c in changes)


def outcome_of(outcome: replay.Outcome, event: Event, game: Game) -> EntryOutcome:
    """An entry with its verdict and all that followed."""
    return EntryOutcome(
        seq=outcome.seq,
        line=write(event, game.codec),
        event=msgspec.to_builtins(event),
        consequences=facts_of(outcome.facts),
        changes=changes_of(outcome.changes),
        **verdict_fields(outcome.verdict),
    )


def entry_fields(entry: Entry[Event], game: Game) -> dict[str, Any]:
    """The fields of an :class:`EntryLogged`."""
    return {
        "seq": entry.seq,
        "id": entry.id,
        "played_at": entry.played_at,
        "recorded_at": entry.recorded_at,
        "recorded_by": entry.recorded_by,
        "line": write(entry.event, game.codec),
        "event": msgspec.to_builtins(entry.event),
    }
