"""A match told from its first entry to its last, and the same record under another edition."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import typer
from msgspec import UNSET

from cli.answers import matches
from cli.answers.boards import Boards, boards_after
from cli.answers.entries import (
    EntryReplayed,
    entry_fields,
    facts_of,
    refusal_fields,
    standing_of,
    verdict_fields,
)
from cli.arguments import JsonOption, LogOption, MatchArgument, commands
from cli.failure import Failure, Status
from cli.judging.effect import effect_lines
from cli.judging.remedies import effect_fields
from cli.reading.matches import Source, option_pairs, source
from cli.reading.selection import CardOption, IllegalOption, SeatOption, TurnOption, chosen
from cli.screen import render
from cli.screen.changed import board_changes
from cli.screen.misplays import root_lines
from cli.screen.sentences import tell
from cli.screen.trusted import Trusted
from events.common import RULINGS, Opening, Stand
from referee.fact import Fact, TurnBegan, TurnEnded
from referee.games.registry import game_of
from referee.replay.causes import Refusal, consequences, refusals
from referee.replay.compare import reread
from referee.replay.replay import Change, Replay
from referee.verdict import LEGAL, Illegal, Violation, applied

app = commands()
_INDENT = 16


OneUnderOption = Annotated[
    list[str] | None,
    typer.Option(
        "--under",
        metavar="ID=OPTION",
        help="Ask how it would have gone under another interpretation.",
    ),
]
OtherVersionOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="VERSION",
        help="Ask how it would have gone under another version of the rules.",
        show_default=False,
    ),
]
BoardsOption = Annotated[
    bool, typer.Option("--boards", help="Tell how the board changed behind each entry.")
]


@app.command(epilog='Example: referee replay r1-t4 --under "XX-I 5=no"')
def replay(
    match: MatchArgument,
    first: Annotated[int, typer.Option("--from", min=1, metavar="N", help="From here.")] = 1,
    last: Annotated[
        int | None, typer.Option("--to", min=1, metavar="N", help="Up to here.", show_default=False)
    ] = None,
    under: OneUnderOption = None,
    rules: OtherVersionOption = None,
    turn: TurnOption = None,
    seat: SeatOption = None,
    illegal: IllegalOption = False,
    card: CardOption = None,
    boards: BoardsOption = False,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Tell a match, entry by entry, with every verdict and what followed."""
    asked = source(match, log)
    narrowed = turn is not None or seat is not None or illegal or card is not None
    if boards and (narrowed or under or rules):
        raise Failure("--boards are of entries that follow each other", "--from, --to narrow them")
    if under or rules:
        return _under(asked, option_pairs(under or [], "--under"), rules, json)
    end = asked.last if last is None else asked.require_entry(last)
    asked.require_entry(first)
    if boards:
        return _boards(asked, first, end, json)
    among = range(first, end + 1)
    only = None
    if narrowed:
        only = chosen(asked, among, turn, seat, illegal, card)
    if json:
        now = asked.replay()
        refused = refusals(now)
        following = consequences(refused)
        render.say_json(
            matches.Replayed(
                match=asked.match.id,
                game=asked.game.id,
                entries=tuple(
                    EntryReplayed(
                        known=only[seq] if card is not None and only else UNSET,
                        **_entry_fields(asked, now, seq),
                        **refusal_fields(refused.get(seq), following, asked.game),
                    )
                    for seq in (among if only is None else only)
                ),
            )
        )
        return Status.DONE
    render.say_lines(story_lines(asked, first, end, only))
    if only is not None and not only:
        render.say("no such entry")
    return Status.DONE


def _boards(asked: Source, first: int, last: int, json: bool) -> Status:
    """How the board changed behind each entry, or for programs what it became."""
    if json:
        moments = tuple(boards_after(asked, first, last))
        render.say_json(Boards(asked.match.id, asked.game.id, moments))
        return Status.DONE
    trial = asked.before(first)
    before = asked.board(trial)
    for seq in range(first, last + 1):
        trial.add(asked.match.entry(seq).event)
        after = asked.board(trial)
        line = asked.line(seq) if seq > 1 else _opening_text(asked)
        render.say(f"{seq:>4}  {line}", 0, 8, style="strong")
        for text in board_changes(before, after, asked.names) if before else ():
            render.say(text, 6, 8)
        if not before:
            render.say_lines(f"      {line}".rstrip() for line in render.board_lines(after))
        before = after
    return Status.DONE


def story_lines(
    asked: Source, first: int, last: int, only: Mapping[int, bool] | None = None
) -> Iterator[str]:
    """The entries from ``first`` to ``last`` in words, with their verdicts.

    Args:
        asked: the match.
        first: the first entry.
        last: the last.
        only: of these, the entries to tell; those that are only possibly meant (false) stand
            apart, behind the others.
    """
    now = asked.replay()
    refused = refusals(now)
    following = consequences(refused)
    stood = _let_stand(now)
    changes = ruled_changes(asked)
    trusted = Trusted()
    day = None
    for seq in range(first, last + 1):
        if only is not None and not only.get(seq):
            continue
        played = asked.match.entry(seq).played_at
        if played.date() != day:
            day = played.date()
            yield render.paint(f"{day.isoformat()} UTC", "quiet")
        ruling = now.undone.get(seq) or stood.get(seq)
        yield from _entry_lines(asked, now, seq, ruling, trusted)
        if seq in refused:
            yield from _refused_lines(refused[seq], following, asked)
        yield from render.change_lines(changes.get(seq, ()), _INDENT)
        if only is None:
            yield from _turn_heads(now.facts(seq))
    yield from _possible_lines(asked, [seq for seq, known in (only or {}).items() if not known])


def _possible_lines(asked: Source, possible: Sequence[int]) -> Iterator[str]:
    """The entries by which cards moved that nobody saw, each in a line."""
    if possible:
        title = "possibly, among cards that moved unseen"
        yield render.paint(title, "strong")
    for seq in possible:
        clock = f"{asked.match.entry(seq).played_at:%H:%M:%S}"
        yield from render.wrapped(f"{seq:>4}  {clock}  {asked.line(seq)}", 0, _INDENT + 2)


def _refused_lines(
    refusal: Refusal, following: Mapping[int, Sequence[int]], asked: Source
) -> Iterator[str]:
    """Whose consequence a refused entry is, or what follows from it."""
    if refusal.root != refusal.seq:
        yield from render.wrapped(f"because of entry {refusal.root}", _INDENT)
    elif following[refusal.seq]:
        yield from root_lines(refusal, following[refusal.seq], asked.game, _INDENT)


def ruled_changes(asked: Source) -> dict[int, Sequence[Change]]:
    """For every ruling, the entries whose standing it changed when it was made."""
    if not any(type(event) in RULINGS for event in asked.events):
        return {}
    trial = asked.before(1)
    outcomes = [trial.add(event) for event in asked.events]
    return {outcome.seq: outcome.changes for outcome in outcomes if outcome.changes}


def _let_stand(now: Replay) -> dict[int, int]:
    """The entries that were let stand, each with the ruling."""
    return {
        event.entry: seq
        for seq, event in enumerate(now.events, 1)
        if isinstance(event, Stand) and applied(now.standing(seq))
    }


def _entry_lines(
    asked: Source, now: Replay, seq: int, ruling: int | None, trusted: Trusted
) -> Iterator[str]:
    entry = asked.match.entry(seq)
    verdict, standing = now.verdicts[seq - 1], now.standing(seq)
    line = _opening_text(asked) if isinstance(entry.event, Opening) else asked.line(seq)
    head = f"{seq:>4}  {entry.played_at:%H:%M:%S}  "
    start, *rest = render.wrapped(line, _INDENT, _INDENT + 2)
    yield head + render.paint(start.lstrip(), "quiet" if standing is None else "strong")
    yield from rest
    if verdict != LEGAL:
        style: render.Style = "bad" if isinstance(verdict, Illegal) else "doubt"
        shown = trusted.shorter(seq, entry.event, verdict)
        for text in render.wrapped(render.verdict_text(shown), _INDENT, _INDENT + 2):
            yield render.paint(text, style)
    if standing != verdict:
        by = f" (entry {ruling})" if ruling else ""
        text = f"now {render.verdict_text(standing)}{by}"
        for line in render.wrapped(text, _INDENT, _INDENT + 2):
            yield render.paint(line, "doubt")
    facts = [f for f in now.facts(seq) if not isinstance(f, TurnBegan | TurnEnded)]
    if facts:
        yield from render.wrapped("; ".join(tell(facts, asked.game.words)), _INDENT, _INDENT)


def _turn_heads(facts: Sequence[Fact]) -> Iterator[str]:
    for fact in facts:
        if isinstance(fact, TurnBegan):
            whose = f", {fact.seat}" if fact.seat else ""
            yield render.paint(f"-- turn {fact.turn}{whose} --", "strong")


def _opening_text(asked: Source) -> str:
    opening = asked.match.entry(1).event
    assert isinstance(opening, Opening)
    seats = ", ".join(
        seat.seat
        + (f" ({seat.side})" if seat.side else "")
        + (f" with {seat.deck_name}" if seat.deck_name else "")
        for seat in opening.seats
    )
    usual = {name: values[0] for name, values in asked.game.agreed(asked.match.catalog).items()}
    agreed = "".join(
        f"; {name} {value}" for name, value in opening.options.items() if value != usual.get(name)
    )
    return f"opening: {asked.game.title} {opening.version}, {seats}{agreed}"


def _entry_fields(asked: Source, now: Replay, seq: int) -> dict[str, Any]:
    return {
        **entry_fields(asked.match.entry(seq), asked.game),
        **verdict_fields(now.verdicts[seq - 1]),
        "standing": standing_of(now.standing(seq)),
        "undone_by": now.undone.get(seq),
        "consequences": facts_of(now.facts(seq)),
        "told": tuple(tell(now.facts(seq), asked.game.words)),
    }


# -- another edition ---------------------------------------------------------------------------


def _under(asked: Source, chosen: dict[str, str], rules: str | None, json: bool) -> Status:
    """Which entries would be judged otherwise, what the board and the result would be."""
    game = asked.game
    other = game_of(game.id, rules) if rules else game
    try:
        other.choices(chosen)
    except Violation as violation:
        hint = f"expected {violation.legal}" if violation.legal else f"referee rules {game.id}"
        raise Failure(f"--under: {violation}", hint) from None
    effect = reread(game, asked.match.catalog, asked.events, chosen, other)
    if json:
        render.say_json(
            matches.ReplayedUnder(
                match=asked.match.id,
                under=chosen,
                rules=rules or game.version,
                **effect_fields(other, effect),
            )
        )
        return Status.DONE
    edition = ", ".join([*(f"{k} = {v}" for k, v in chosen.items()), *([rules] if rules else [])])
    render.say(f"{asked.match.id} under {edition}", style="strong")
    if not applied(effect.verdict):
        render.say("it could not be opened so")
        render.say_lines(render.verdict_lines(effect.verdict, other, 2))
    elif effect.changes or effect.differences:
        render.say_lines(effect_lines(asked, effect))
    else:
        render.say("every entry comes out the same, and so do the board and the result")
    return Status.DONE
