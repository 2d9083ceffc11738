"""What a judge may rule of an entry, proposed by the rules of its game with what each would do."""

from collections.abc import Sequence
from typing import Any

from cli.answers.entries import changes_of, standing_of, verdict_fields
from cli.answers.judge_questions import Proposal, Proposed
from cli.answers.matches import Cause, Outcome, WhatIf
from cli.failure import Failure, Status
from cli.judging.effect import learned_before, result_text
from cli.reading.matches import Source
from cli.screen import render
from cli.screen.changed import board_changes, changed_lines
from cli.screen.standing import standing_summary
from events.common import RULINGS
from events.event import Event
from events.notation import write
from referee.game import Game
from referee.house import judges
from referee.remedies import Remedy, Wrong
from referee.replay.causes import Cascade
from referee.replay.compare import Effect, what_if
from referee.table import Result
from referee.verdict import Illegal, Verdict, applied


def propose(asked: Source, entry: str | None, judge: str | None, *, json: bool) -> Status:
    """List what the rules of the game allow a judge to rule of an entry, with what each would do.

    Args:
        asked: the match.
        entry: the entry; without one, the newest that is illegal, or the newest.
        judge: who rules.
        json: whether it is told for machines.

    Raises:
        Failure: there is no such entry, or nothing was played.
    """
    seq = asked.require_entry(int(entry[:9])) if entry else newest_wrong(asked)
    standing, tried = proposals(asked, seq, judge or somebody(asked))
    if json:
        render.say_json(proposed_answer(asked, seq, standing, tried))
        return Status.DONE
    render.say(f"entry {seq}: {asked.line(seq)}", 0, 4, style="strong")
    if standing is not None:
        render.say_lines(render.verdict_lines(standing, asked.game, 2, asked.line))
    for number, (each, effect) in enumerate(tried, 1):
        title = rule_title(asked, each.rule)
        render.say(f"{number}. {write(each.ruling, asked.game.codec)}", 0, 4, style="strong")
        render.say(f"{each.rule}, {title}: {each.why}", 4)
        _say_effect(asked, effect)
    render.say(
        f"nothing is written; one is made by: referee log {asked.match.id} LINE"
        if tried
        else "the rules allow no ruling of it here",
        style="quiet",
    )
    return Status.DONE


def proposals(
    asked: Source, seq: int, judge: str
) -> tuple[Verdict | None, list[tuple[Remedy, Effect]]]:
    """How an entry stands, and what the rules of the game allow a judge to rule of it, the
    preferred first, each with what it would do.

    Raises:
        Failure: nothing was played, or the entry opens the match.
    """
    require_open(asked)
    replay, game = asked.replay(), asked.game
    if seq == 1:
        raise Failure("entry 1 opens the match", "an entry that was played")
    later = [n for n in range(seq + 1, asked.last + 1) if replay.standing(n) is not None]
    facts = [fact for n in (seq, *later) for fact in replay.facts(n)]
    standing, event = replay.standing(seq), asked.events[seq - 1]
    wrong = Wrong(seq, event, standing, judge, len(later), facts)
    tried = [
        (each, what_if(game, asked.match.catalog, asked.events, each.ruling))
        for each in game.remedies(replay.table, wrong)
    ]
    return standing, [(each, effect) for each, effect in tried if applied(effect.verdict)]


def require_open(asked: Source) -> None:
    """See that a match has begun.

    Raises:
        Failure: it has not.
    """
    if not asked.replay().opened:
        raise Failure(f"{asked.match.id}: it has no legal opening", "referee explain MATCH 1")


def newest_wrong(asked: Source) -> int:
    """The newest entry that is illegal; without one, the newest that is in force.

    Raises:
        Failure: nothing was played.
    """
    require_open(asked)
    replay = asked.replay()
    played = [
        (seq, standing)
        for seq in range(asked.last, 1, -1)
        if not isinstance(asked.events[seq - 1], RULINGS)
        and (standing := replay.standing(seq)) is not None
    ]
    illegal = [seq for seq, standing in played if isinstance(standing, Illegal)]
    if not played:
        raise Failure(f"{asked.match.id}: nothing was played that could be ruled on")
    return illegal[0] if illegal else played[0][0]


def rule_title(asked: Source, rule: str) -> str:
    """A rule in a few words."""
    found = asked.game.rule(rule)
    return found.title if found is not None else rule


def _say_effect(asked: Source, effect: Effect) -> None:
    """What a ruling would do, in a few lines."""
    others = [change for change in effect.changes if change.seq <= asked.last]
    if others:
        render.say(standing_summary(others), 4)
    before, after = result_text(effect.result_before), result_text(effect.result_after)
    if before != after:
        render.say(f"result: {before} -> {after}", 4)
    changed = board_changes(*effect.boards, effect.names)
    render.say_lines(changed_lines(changed, effect.differences, 4))
    if not changed and not effect.differences:
        render.say("the state stays as it is", 4)


# -- what would be --------------------------------------------------------------------------------


def proposed_answer(
    asked: Source,
    seq: int,
    standing: Verdict | None,
    tried: Sequence[tuple[Remedy, Effect]],
) -> Proposed:
    """What may be ruled of an entry, for machines."""
    offered = (
        Proposal(
            write(each.ruling, asked.game.codec),
            each.rule,
            rule_title(asked, each.rule),
            each.why,
            what_if_answer(asked, each.ruling, effect, causes=False),
        )
        for each, effect in tried
    )
    return Proposed(asked.match.id, asked.line(seq), seq, standing_of(standing), (*offered,))


def what_if_answer(asked: Source, event: Event, effect: Effect, *, causes: bool = True) -> WhatIf:
    """What a ruling would do, for machines; causes may take seconds to find."""
    return WhatIf(
        match=asked.match.id,
        line=write(event, asked.game.codec),
        learned=(*learned_before(asked, event),),
        **effect_fields(asked.game, effect, causes=causes),
    )


def effect_fields(game: Game, effect: Effect, *, causes: bool = True) -> dict[str, Any]:
    """What a ruling or another reading would do, as the fields of an answer."""
    return {
        "changes": changes_of(effect.changes),
        "causes": tuple(_cause(game, each) for each in (effect.cascades() if causes else ())),
        "result_before": _outcome(effect.result_before),
        "result_after": _outcome(effect.result_after),
        "changed": tuple(board_changes(*effect.boards, effect.names)),
        "differences": tuple(effect.differences),
        **verdict_fields(effect.verdict),
    }


def _cause(game: Game, found: Cascade) -> Cause:
    return Cause(
        root=found.root,
        following=found.following,
        rule=found.refused.rule,
        message=found.refused.message,
        forgotten=tuple(write(step, game.codec) for step in found.forgotten),
        after=found.after or None,
        due=found.due.text() if found.due else "",
        gone=found.gone,
    )


def _outcome(result: Result | None) -> Outcome | None:
    return None if result is None else Outcome(result.how, result.result, result.winners)


def somebody(asked: Source) -> str:
    """Who rules where a question does not say so: a judge of the match, the head judge first."""
    named = judges(asked.replay().state) if asked.replay().opened else {}
    return next(iter(sorted(named, key=lambda person: named[person] != "head")), "judge")
