"""Where a match stands, what may be logged next, and how two moments of it differ."""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from typing import Annotated, Any

import msgspec
import typer
from msgspec import UNSET

from cli.answers import matches
from cli.answers.entries import EntryLogged, entry_fields
from cli.answers.position import position_fields
from cli.arguments import AtOption, JsonOption, LogOption, MatchArgument, commands
from cli.failure import Failure, Status
from cli.reading.judges import JudgingOption, may_see_all
from cli.reading.matches import Source, source
from cli.reading.selection import (
    CardOption,
    IllegalOption,
    SeatOption,
    TurnOption,
    card_named,
    check_seat,
    chosen,
    turn_of,
)
from cli.screen import render
from cli.screen.changed import board_changes, changed_lines
from events.common import Opening
from events.event import Event
from events.notation import write
from events.notation.plan import plan_of
from referee.choice import Choice
from referee.english import spans
from referee.game import Game, Panel
from referee.house import judges
from referee.option import Accepts, Option, public
from referee.replay.compare import differences
from referee.replay.replay import Replay, digest_of
from referee.replay.seek import entries_touching, names
from referee.replay.simulate import event_of
from referee.verdict import applied

app = commands()

_MOST_TRIED = 24
"""In how many ways an option is tried for a line that is accepted."""


DrawingOption = Annotated[
    Path | None,
    typer.Option("--svg", metavar="FILE", help="Draw the table from above, as SVG; - prints it."),
]


@app.command(epilog="Example: referee show r1-t4 --at 41")
def show(
    match: MatchArgument,
    at: AtOption = None,
    turn: TurnOption = None,
    seat: SeatOption = None,
    illegal: IllegalOption = False,
    card: CardOption = None,
    svg: DrawingOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Show where a match stands: the board, what is owed, what may come next.

    With --turn as it stood when that turn began, with --illegal when the last misplay was logged;
    --seat and --card leave the rest of the board out.
    """
    shown = source(match, log, received=True)
    seq = _moment(shown, at, turn, illegal)
    replay = shown.replay() if seq == shown.last else shown.after(seq)
    if not replay.opened:
        raise Failure(f"{shown.match.id}: it has no legal opening", "referee explain MATCH 1")
    game = shown.game
    if svg is not None:
        drawn = _drawing(shown, replay, seq)
        if str(svg) == "-" and json:
            raise Failure("--svg - and --json both print", "--svg FILE writes the drawing")
        if str(svg) == "-":
            print(drawn.encode("ascii", "xmlcharrefreplace").decode(), end="")
            return Status.DONE
        svg.write_text(drawn, encoding="utf-8")
    panels = game.board(replay.table)
    if seat is not None:
        check_seat(shown, seat)
        panels = [panel for panel in panels if panel.title == seat]
    touched: dict[int, bool] = {}
    if card is not None:
        card = card_named(shown, card)
        touched = {s: k for s, k in entries_touching(shown.replay(), card).items() if s <= seq}
        panels = _naming(panels, card)
    if json:
        render.say_json(
            matches.Shown(
                match=shown.match.id,
                game=game.id,
                version=game.version,
                at=seq,
                entries=shown.last,
                board=tuple(matches.BoardPanel(p.title, p.rows) for p in panels),
                state=game.shown(replay.table),
                digest=digest_of(replay.state),
                touched=UNSET if card is None else touched,
                **position_fields(replay),
            )
        )
        return Status.DONE
    _say_head(shown, replay, seq)
    render.say_lines(render.board_lines(panels))
    if card is not None:
        _say_touched(card, touched)
    _say_last(shown, seq)
    render.say_lines(render.next_lines(replay))
    if svg is not None:
        render.say(f"drawn: {svg}")
    return Status.DONE


def _say_head(shown: Source, replay: Replay, seq: int) -> None:
    """Which match it is, who plays, who judges."""
    then = "" if seq == shown.last else f" of {shown.last}"
    render.say(f"{shown.match.id}: {shown.game.title}, after entry {seq}{then}", style="strong")
    render.say(", ".join(_seated(shown).values()))
    if named := judges(replay.state):
        shown_judges = (f"{shown.person(p)}{' (head)' * (r == 'head')}" for p, r in named.items())
        render.say(f"judges: {', '.join(shown_judges)}")
    render.say()


def _say_touched(card: str, touched: Mapping[int, bool]) -> None:
    """The entries that touched a card, or may have."""
    for how, known in (("touched", True), ("possibly touched", False)):
        seqs = spans(s for s, k in touched.items() if k is known)
        render.say(f"{card}: {how} by entries {seqs or 'none'}", 0, 2)


def _say_last(shown: Source, seq: int) -> None:
    """What was logged last, and what is odd about its time."""
    render.say()
    last = shown.match.entry(seq)
    line = shown.line(seq) if seq > 1 else "the opening"
    render.say(f"last: {seq} {last.played_at:%H:%M:%S} {line}", 0, 6)
    for doubt in shown.doubts(seq):
        render.say(f"clock: {doubt}", 0, 6, style="doubt")


def _moment(shown: Source, at: int | None, turn: int | None, illegal: bool) -> int:
    """The entry after which the match is shown.

    Raises:
        Failure: there is no such moment, or several are asked for.
    """
    if sum((at is not None, turn is not None, illegal)) > 1:
        raise Failure("--at, --turn and --illegal each say when", "give one of them")
    if turn is not None:
        return turn_of(shown, turn).start - 1
    if illegal:
        roots = chosen(shown, range(1, shown.last + 1), illegal=True)
        if not roots:
            raise Failure(f"{shown.match.id}: no entry is a misplay")
        return max(roots)
    return shown.last if at is None else shown.require_entry(at)


def _naming(panels: Sequence[Panel], card: str) -> list[Panel]:
    """The rows of a board that name a card."""
    found = [
        Panel(panel.title, tuple(row for row in panel.rows if names(row, card))) for panel in panels
    ]
    return [panel for panel in found if panel.rows]


def _drawing(shown: Source, replay: Replay, seq: int) -> str:
    """The table from above as SVG.

    Raises:
        Failure: the game has no drawing, or nothing is known of where things stand.
    """
    from cli.screen.picture import picture_svg

    game, match = shown.game, shown.match.id
    if game.drawing is None:
        raise Failure(f"--svg: {game.title} has no positions to draw", "show prints the board")
    picture = game.drawing(replay.table)
    if picture is None:
        raise Failure(f"--svg: {match} has no positions at entry {seq}", "show prints the board")
    turn = f"turn {replay.state.turn}" if replay.state.turn else "before the first turn"
    then = "" if seq == shown.last else f" of {shown.last}"
    title = f"{match}: {game.title}, {turn}, after entry {seq}{then}"
    return picture_svg(picture, title, _seated(shown))


def _seated(shown: Source) -> dict[str, str]:
    """For each seat, words that name the person who sits there."""
    opening = shown.match.entry(1).event
    seats = opening.seats if isinstance(opening, Opening) else ()
    return {
        s.seat: f"{s.seat}{f' ({s.side})' if s.side else ''}: {shown.person(s.person)}"
        + (f" with {s.deck_name}" if s.deck_name else "")
        for s in seats
    }


@app.command(epilog="Example: referee options r1-t4 --seat ana")
def options(
    match: MatchArgument,
    at: AtOption = None,
    seat: Annotated[str | None, typer.Option("--seat", "-s", help="Only this seat.")] = None,
    judge: JudgingOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """List what may be logged next, with what each field may hold.

    Remarks, concessions and rulings may always be logged and are not listed.
    """
    asked = source(match, log)
    replay = asked.replay() if at is None else asked.after(at)
    if not replay.opened:
        raise Failure(f"{asked.match.id}: it has no legal opening", "referee explain MATCH 1")
    seats = replay.state.seats
    if seat is not None and seat not in seats:
        raise Failure(f"--seat {seat}: no such seat", f"seats are {', '.join(seats)}")
    exact = may_see_all(asked, judge)
    possible = public(replay.options(), asked.game.codec, exact=exact)
    found = [o for o in possible if seat in (None, o.seat)]

    def accepts(event: Event) -> bool:
        return applied(replay.would(event))

    if json:
        render.say_json(
            matches.Options(
                match=asked.match.id,
                at=asked.last if at is None else at,
                options=tuple(option_shown(option, asked.game, accepts) for option in found),
            )
        )
        return Status.DONE
    if not found:
        whose = f"for {seat}" if seat else "but remarks and rulings"
        render.say(f"nothing may be logged next {whose}")
    render.say_lines(option_lines(found, asked.game, accepts))
    if replay.state.over or not found:
        render.say_lines(render.next_lines(replay))
    return Status.DONE


def option_shown(option: Option, game: Game, accepts: Accepts) -> matches.OptionShown:
    """An option for machines: its fields, the pads for what is physical, and one line."""
    plain = msgspec.structs.asdict(option)
    del plain["exact"], plain["ends"], plain["veiled"]
    plain["fields"] = {name: msgspec.to_builtins(each) for name, each in option.fields.items()}
    pads = {name: msgspec.to_builtins(pad) for name, pad in option.pads().items()}
    return matches.OptionShown(**plain, pads=pads, such_as=such_as(option, game, accepts))


def option_lines(options: Sequence[Option], game: Game, accepts: Accepts) -> list[str]:
    """Options by seat and verb, each with what its fields may hold and one line that it allows.

    What several options of a verb have in common is said once, before what tells them apart.
    """
    lines: list[str] = []
    groups: dict[str, dict[str, list[Option]]] = {}
    for option in options:
        groups.setdefault(option.seat, {}).setdefault(option.verb, []).append(option)
    for seat, verbs in groups.items():
        lines.append(render.paint(render.clean(seat), "strong"))
        for verb, several in verbs.items():
            first = several[0]
            common = {
                name: choice
                for name, choice in first.fields.items()
                if all(option.fields.get(name) == choice for option in several)
            }
            rules = dict.fromkeys(option.rule for option in several if option.rule)
            must = ", must" if all(option.must for option in several) else ""
            head = f"{verb}{must}" + (f" [{', '.join(rules)}]" if rules else "")
            own = list(dict.fromkeys(_held(option, set(common)) for option in several))
            if len(own) == 1:
                head += own.pop()
            lines += render.wrapped(head + _fields(common, first.hint), 2, 6)
            for line in own:
                lines += render.wrapped(line.lstrip() or "or no more", 6, 10)
            if first.fields:
                such = f"such as: {such_as(first, game, accepts)}"
                lines += [render.paint(line, "quiet") for line in render.wrapped(such, 6)]
    return lines


def _fields(fields: Mapping[str, Choice], hint: str) -> str:
    """What each field may hold; what the hint says of it is not said again."""
    described = {name: choice.described() for name, choice in fields.items()}
    held = [f"{name}: {text}" for name, text in described.items() if text != hint]
    if same := [name for name, text in described.items() if text == hint]:
        held.append(f"{', '.join(same)}: by that text")
    return f"  {'; '.join(held)}" if held else ""


def _held(option: Option, common: Collection[str]) -> str:
    """What an option has beside what it shares with others, and its hint."""
    own = {name: c for name, c in option.fields.items() if name not in common}
    held = _fields(own, option.hint)
    return held + (f"  ({option.hint})" if option.hint else "")


def such_as(option: Option, game: Game, accepts: Accepts) -> str:
    """One line that the option allows and that is accepted now, always the same.

    Things that are possible one by one need not be possible together; then others are taken. What
    only the referee remembers is left out or, where the line needs it, not looked at: cards that
    are accepted would tell which are left in a deck.
    """
    plan = plan_of(game.codec.by_verb[option.verb])
    needed = {field.name for field in plan.fields if field.required}
    said = {n: c for n, c in option.fields.items() if n in needed or n not in option.veiled}
    option = msgspec.structs.replace(option, fields=said)
    chance = Random(0)
    first = event_of(game, option, chance)
    if needed.intersection(option.veiled):
        return write(first, game.codec)
    others = (event_of(game, option, chance) for _ in range(_MOST_TRIED))
    return write(next(filter(accepts, chain([first], others)), first), game.codec)


@app.command(epilog="Example: referee diff r1-t4 40 43")
def diff(
    match: MatchArgument,
    first: Annotated[int, typer.Argument(metavar="N", min=1, help="After this entry.")],
    second: Annotated[int, typer.Argument(metavar="M", min=1, help="And after this one.")],
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Show how the state after entry M differs from the state after entry N."""
    asked = source(match, log)
    before, after = (asked.after(seq) for seq in (first, second))
    found = list(differences(_state(asked, before), _state(asked, after)))
    changed = board_changes(asked.board(before), asked.board(after), asked.names)
    if json:
        low, high = sorted((first, second))
        between = (asked.match.entry(seq) for seq in range(low + 1, high + 1))
        render.say_json(
            matches.Diff(
                match=asked.match.id,
                from_=first,
                to=second,
                changed=tuple(changed),
                differences=tuple(found),
                entries=tuple(EntryLogged(**entry_fields(e, asked.game)) for e in between),
            )
        )
        return Status.DONE
    render.say(f"{asked.match.id}: from entry {first} to entry {second}", style="strong")
    render.say_lines(changed_lines(changed, found))
    if not found:
        render.say("the state is the same")
    return Status.DONE


def _state(asked: Source, replay: Replay) -> Any:
    return asked.game.shown(replay.table) if replay.opened else {}
