"""All that there is to say of one entry: verdict and rule, what followed, what changed, rulings."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cli.answers import matches
from cli.answers.entries import (
    changes_of,
    entry_fields,
    facts_of,
    standing_of,
    verdict_fields,
)
from cli.reading.matches import Source
from cli.screen import render
from cli.screen.changed import board_changes
from cli.screen.misplays import root_texts
from cli.screen.sentences import sums
from events.common import (
    Confirm,
    Contest,
    Insert,
    Opening,
    Overrule,
    Penalty,
    Rewind,
    Stand,
    Strike,
)
from events.entry import Entry
from events.event import Event
from events.notation import write
from referee.fact import Fact
from referee.game import Game
from referee.option import Option, public
from referee.replay.causes import consequences, refusals
from referee.replay.compare import Difference, differences
from referee.replay.replay import Outcome, Replay
from referee.rulebook import Rule
from referee.verdict import Illegal, Verdict

if TYPE_CHECKING:
    from storage.season.penalties import Penalised


class Explained(NamedTuple):
    """What there is to say of an entry."""

    entry: Entry[Event]  # as it was logged
    outcome: Outcome  # its verdict and what followed at that time
    standing: Verdict | None  # its verdict with all rulings so far; None where it is not in force
    facts: Sequence[Fact]  # what follows from it as it stands now
    undone_by: int | None  # the ruling that took it out of force
    odds: Sequence[str]  # how likely its outcome was before
    changed: Sequence[Difference]  # how it changed the state, by the path of each field
    board: Sequence[str]  # how it changed the board, in words
    possible: Sequence[Option]  # what else might have been logged at that point
    # rulings and remarks that concern it, each with what it did to its standing
    later: Sequence[tuple[int, str]]
    rules: Sequence[Rule]  # the rules that are cited
    earlier: "Sequence[Penalised]"  # for a penalty, those that the same person got before
    # for what was refused, whose consequence it is, or what follows from it
    refused: Sequence[str] = ()
    doubts: Sequence[str] = ()  # what no clock that goes right can have given of its times


def explained(
    asked: Source,
    seq: int,
    penalties: "Callable[[str], Iterable[Penalised]]",
    *,
    exact: bool = False,
) -> Explained:
    """All that there is to say of an entry.

    Args:
        asked: the match.
        seq: the entry.
        penalties: all that a person got, asked for where the entry is one.
        exact: whether chances are told by all that was shown, as to a judge.
    """
    entry = asked.match.entry(seq)
    then = asked.before(seq)
    options = then.options() if then.opened else []
    possible = public(options, asked.game.codec, exact=exact)
    odds = asked.game.odds(asked.before(seq).table, entry.event, exact) if then.opened else []
    before, board = _shown(asked, then), asked.board(then)
    outcome = then.add(entry.event)
    changed = [] if seq == 1 else list(differences(before, _shown(asked, then)))
    changes = [] if seq == 1 else board_changes(board, asked.board(then), asked.names)
    now = asked.replay()
    facts = now.facts(seq)
    rules = _cited_rules(asked.game, outcome.verdict, [*outcome.facts, *facts])
    return Explained(
        entry,
        outcome,
        now.standing(seq),
        facts,
        now.undone.get(seq),
        odds,
        changed,
        changes,
        possible,
        list(_later(asked, then, seq)),
        rules,
        _earlier(asked, entry, penalties),
        list(_cause(asked, now, seq)) if isinstance(outcome.verdict, Illegal) else (),
        list(asked.doubts(seq)),
    )


def _cause(asked: Source, now: Replay, seq: int) -> Iterator[str]:
    """Whose consequence a refused entry is, or what follows from it, where there is either."""
    found = refusals(now)
    refusal = found.get(seq)
    if refusal is None:
        return
    if refusal.root != seq:
        yield f"because of entry {refusal.root}: {asked.line(refusal.root)}"
        refusal = found[refusal.root]
        steps = [write(step, asked.game.codec) for step in refusal.forgotten]
        if steps:
            yield f"forgotten before entry {refusal.seq}: {'; '.join(steps)}"
        return
    following = consequences(found)[seq]
    if following or refusal.forgotten:
        yield from root_texts(refusal, following, asked.game)


def _shown(asked: Source, replay: Replay) -> Any:
    return asked.game.shown(replay.table) if replay.opened else {}


def _later(asked: Source, then: Replay, seq: int) -> Iterator[tuple[int, str]]:
    """The later entries that name this one or change its standing."""
    for number, event in enumerate(asked.events[seq:], seq + 1):
        outcome = then.add(event)
        changes = [change for change in outcome.changes if change.seq == seq]
        if not changes and named_entry(event) != seq:
            continue
        text = asked.line(number)
        if changes:
            text += f": then {render.verdict_text(changes[0].after)}"
        elif isinstance(outcome.verdict, Illegal):
            text += f": {render.verdict_text(outcome.verdict)}"
        yield number, text


def _earlier(
    asked: Source, entry: Entry[Event], penalties: "Callable[[str], Iterable[Penalised]]"
) -> "Sequence[Penalised]":
    """Before a penalty, those of the same person."""
    if not isinstance(entry.event, Penalty):
        return ()
    opening = asked.match.entry(1).event
    seats = opening.seats if isinstance(opening, Opening) else ()
    person = next((each.person for each in seats if each.seat == entry.event.seat), "")
    here = (entry.played_at, entry.match, entry.seq)
    return [each for each in penalties(person) if (each.played_at, each.match, each.seq) < here]


def named_entry(event: Event) -> int | None:
    """The entry that a ruling or remark names."""
    match event:
        case Strike(entry=seq) | Stand(entry=seq) | Contest(entry=seq) | Confirm(entry=seq):
            return seq
        case Rewind(to=seq) | Insert(after=seq) | Overrule(ruling=seq):
            return seq
    return None


def _cited_rules(game: Game, verdict: Verdict, facts: Iterable[Fact]) -> list[Rule]:
    ids = [verdict.rule] if isinstance(verdict, Illegal) else []
    for fact in facts:
        ids.append(getattr(fact, "rule", ""))
        ids += [term.rule for _, terms, _ in sums(fact) for term in terms]
    found = (game.rule(rule_id) for rule_id in dict.fromkeys(ids))
    return [rule for rule in found if rule is not None]


# -- for machines ------------------------------------------------------------------------------


def explained_answer(asked: Source, found: Explained) -> matches.Explained:
    """The explanation for machines."""
    return matches.Explained(
        match=asked.match.id,
        standing=standing_of(found.standing),
        undone_by=found.undone_by,
        odds=tuple(found.odds),
        consequences=facts_of(found.outcome.facts),
        consequences_now=facts_of(found.facts),
        changes=changes_of(found.outcome.changes),
        changed=tuple(found.board),
        differences=tuple(found.changed),
        possible=tuple(
            matches.PossibleShown(o.seat, o.verb, o.rule, o.hint) for o in found.possible
        ),
        earlier=tuple(found.earlier),
        later=tuple(matches.LaterEntry(number, text) for number, text in found.later),
        rules=tuple(matches.RuleCited(r.id, r.title, r.statement) for r in found.rules),
        **entry_fields(found.entry, asked.game),
        **verdict_fields(found.outcome.verdict),
    )
