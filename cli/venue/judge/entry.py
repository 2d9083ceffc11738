"""One entry before a judge: why it is what it is, what may be ruled of it, what each would do."""

import dataclasses
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cli.failure import Failure
from cli.judging.effect import cascade_texts, learned_lines, result_text
from cli.judging.explained import Explained, explained
from cli.judging.remedies import proposals, rule_title
from cli.reading.matches import Source
from cli.screen import render
from cli.screen.changed import board_changes
from cli.screen.sentences import added, cited, penalty_text, sums
from cli.screen.standing import standing_summary
from cli.venue.judge.chosen import NO_PLAY
from cli.venue.judge.tables import disputes
from events.common import Contest, Note
from events.event import Event
from events.notation import write
from referee.replay.compare import Effect, what_if
from referee.rulebook import Rule
from referee.verdict import Illegal, OnTrust, Verdict
from storage.log import Log
from storage.season.penalties import penalties_of

MOST_CHANGES = 12
"""At most so many entries that would change their standing are told one by one."""


class Reason(Struct, frozen=True):
    """A verdict with all that stands behind it."""

    word: str  # legal, on trust, illegal, not in force
    why: str = ""  # what is wrong, in a sentence; empty where nothing is
    rule: Rule | None = None  # the rule that is broken
    facts: tuple[tuple[str, str], ...] = ()  # the facts compared, each with its value
    legal: str = ""  # what would be legal instead
    since: int = 0  # the entry that created the limit; 0: none
    trusted: tuple[str, ...] = ()  # on trust: what was not checked


class Doing(Struct, frozen=True):
    """What a ruling would do."""

    line: str  # the ruling as a line of notation
    reason: Reason  # the verdict on the ruling itself
    summary: str  # what happens to the standing of other entries, in a line; empty: nothing
    # those entries, each with its line, how it stands and how it would
    changes: tuple[tuple[int, str, str, str], ...]
    more: int  # how many more of them there are
    board: tuple[str, ...]  # how the board would change, in words
    beyond: int  # how many places of the state differ that no board shows
    result: str  # how the result would change; empty: not
    # what many of those come from; empty where that was not looked into
    causes: tuple[str, ...] = ()
    learned: tuple[str, ...] = ()  # of a rewind: what players have learned since, and keep


class Offered(Struct, frozen=True):
    """A remedy that the rules allow."""

    line: str  # the ruling as a line of notation
    rule: tuple[str, str]  # the rule that allows it, and its title
    why: str  # what it does, in a few words
    doing: Doing  # what it would do here


class Looked(Struct, frozen=True):
    """An entry before a judge."""

    seq: int  # its number
    line: str  # as a line of notation
    at: str  # when it was played, and by whom it was recorded
    then: Reason  # the verdict when it was logged
    now: Reason  # how it stands; the same where nothing changed it
    undone: int  # the ruling that took it out of force; 0: none
    clock: tuple[str, ...]  # what no clock that goes right can have given of its times
    texts: tuple[str, ...]  # whose consequence it is, or what followed from it
    disputes: tuple[tuple[str, str], ...]  # who disputes it, each with the reason
    odds: tuple[str, ...]  # how likely it was
    # what followed, in sentences with the rule; sums below their sentence
    followed: tuple[tuple[str, tuple[str, ...]], ...]
    changed: tuple[str, ...]  # how it changed the board
    rules: tuple[Rule, ...]  # the rules that are cited
    possible: tuple[tuple[str, tuple[str, ...]], ...]  # what else was possible, by seat
    later: tuple[tuple[int, str], ...]  # rulings and remarks on it, each with its number
    earlier: tuple[str, ...]  # earlier penalties of the same person
    offered: tuple[Offered, ...]  # the remedies that the rules allow, the preferred first


def explained_in(log: Log, asked: Source, seq: int) -> Explained:
    """All that there is to say of an entry, as to a judge.

    Raises:
        Failure: there is no such entry.
    """
    seq = asked.require_entry(seq)
    asked = dataclasses.replace(asked, received=log.received(asked.match.id))
    return explained(asked, seq, lambda person: penalties_of(log, person), exact=True)


def in_question(asked: Source) -> int:
    """The entry that a judge is most likely called for: the newest that is disputed, else that is
    illegal, else that was played; 0 where nothing was.

    Raises:
        LogError: an entry cannot be read.
    """
    replay, disputed = asked.replay(), disputes(asked.match)
    if disputed:
        return disputed[-1].entry
    played = [
        (seq, standing)
        for seq in range(asked.last, 1, -1)
        if not isinstance(asked.events[seq - 1], NO_PLAY)
        and (standing := replay.standing(seq)) is not None
    ]
    illegal = [seq for seq, standing in played if isinstance(standing, Illegal)]
    return (illegal or [seq for seq, _ in played] or [0])[0]


def look_at(log: Log, asked: Source, seq: int, judge: str) -> Looked:
    """An entry before a judge; errors as for :func:`explained_in`."""
    found = explained_in(log, asked, seq)
    event, game = found.entry.event, asked.game
    facts = found.facts or found.outcome.facts
    who = asked.person(found.entry.recorded_by)
    return Looked(
        seq,
        "the opening" if seq == 1 else asked.line(seq),
        f"{found.entry.played_at:%H:%M:%S} UTC, recorded by {who}",
        reason_of(found.outcome.verdict, asked),
        reason_of(found.standing, asked),
        found.undone_by or 0,
        tuple(found.doubts),
        tuple(found.refused),
        tuple(
            (each.seat, each.reason)
            for each in asked.events
            if isinstance(each, Contest) and each.entry == seq
        ),
        tuple(found.odds),
        tuple(
            (
                cited(fact, game.words),
                tuple(f"{whose}: {added(terms)} = {total}" for whose, terms, total in sums(fact)),
            )
            for fact in facts
        ),
        tuple(found.board),
        tuple(found.rules),
        tuple(
            (seat, tuple(dict.fromkeys(o.verb for o in found.possible if o.seat == seat)))
            for seat in dict.fromkeys(option.seat for option in found.possible)
        ),
        tuple(found.later),
        tuple(penalty_text(each) for each in found.earlier),
        () if seq == 1 or isinstance(event, Note) else tuple(_offered(asked, seq, judge)),
    )


def _offered(asked: Source, seq: int, judge: str) -> Iterable[Offered]:
    _, tried = proposals(asked, seq, judge)
    for remedy, effect in tried:
        yield Offered(
            write(remedy.ruling, asked.game.codec),
            (remedy.rule, rule_title(asked, remedy.rule)),
            remedy.why,
            _ruled(asked, remedy.ruling, effect),
        )


def tried(asked: Source, ruling: Event) -> Doing:
    """What a ruling would do; nothing is written."""
    if not asked.replay().opened:
        raise Failure(f"{asked.match.id}: it has no legal opening")
    effect = what_if(asked.game, asked.match.catalog, asked.events, ruling)
    causes = tuple(cascade_texts(effect.cascades(), len(effect.refused)))
    return replace(_ruled(asked, ruling, effect), causes=causes)


def _ruled(asked: Source, ruling: Event, effect: Effect) -> Doing:
    found = doing(asked, write(ruling, asked.game.codec), effect)
    return replace(found, learned=(*learned_lines(asked, ruling)[1:],))


def doing(asked: Source, line: str, effect: Effect) -> Doing:
    """What a ruling, or what a line says, would do, in words."""
    others = [change for change in effect.changes if change.seq <= asked.last]
    shown = tuple(
        (
            change.seq,
            asked.line(change.seq),
            render.standing_word(change.before),
            render.verdict_text(change.after),
        )
        for change in others[:MOST_CHANGES]
    )
    before, after = result_text(effect.result_before), result_text(effect.result_after)
    board = tuple(board_changes(*effect.boards, effect.names))
    return Doing(
        line,
        reason_of(effect.verdict, asked),
        standing_summary(others) if others else "",
        shown,
        len(others) - len(shown),
        board,
        0 if board else len(effect.differences),
        f"{before} → {after}" if before != after else "",
    )


def reason_of(verdict: Verdict | None, asked: Source) -> Reason:
    """A verdict with all that stands behind it."""
    word = render.standing_word(verdict)
    if isinstance(verdict, OnTrust):
        return Reason(word, trusted=tuple(verdict.assumptions))
    if not isinstance(verdict, Illegal):
        return Reason(word)
    facts: Sequence[tuple[str, object]] = [*verdict.facts.items()]
    return Reason(
        word,
        verdict.message,
        asked.game.rule(verdict.rule),
        tuple((name.replace("_", " "), str(value)) for name, value in facts),
        verdict.legal,
        verdict.since or 0,
    )
