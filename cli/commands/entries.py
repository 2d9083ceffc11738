"""Opening a match, logging what happens, and asking whether something would be legal."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from cli.answers import matches
from cli.answers.entries import (
    EntryDoubted,
    outcome_of,
    refusal_fields,
    standing_of,
    verdict_fields,
)
from cli.answers.position import position_fields
from cli.arguments import (
    AgreedOption,
    BeganOption,
    ByOption,
    CatalogOption,
    JsonOption,
    ListOption,
    LoggedArgument,
    LogOption,
    MatchArgument,
    OpaqueOption,
    RulesOption,
    SideOption,
    commands,
    complete_game,
    complete_seat,
    complete_words,
)
from cli.failure import Failure, Status
from cli.reading.decks import chosen_catalog, chosen_deck, still_to_name, table_lists
from cli.reading.door import Writer
from cli.reading.judges import named_judges, require_known_judges
from cli.reading.lines import (
    Begun,
    Line,
    T,
    file_lines,
    ids_from,
    moment_of,
    new_id,
    read_arguments,
    read_lines,
    read_until_refused,
)
from cli.reading.log import log_path, opened_log
from cli.reading.matches import Source, is_file, loaded, option_pairs, side_of_seats, source
from cli.screen import render
from cli.screen.misplays import root_lines
from cli.screen.recorded import entries_of, say_logged
from cli.screen.trusted import Trusted
from events.bounds import MOST_SEATS
from events.common import ContestId, Depth, Opening, SeatId, Seating, SideId
from events.entry import MatchId
from events.error import ProgramFault
from events.notation import write
from referee.catalog import catalog_hash
from referee.game import Game
from referee.games.registry import game_of, is_stream
from referee.replay.causes import consequences, refusals
from referee.replay.replay import Replay
from referee.verdict import Illegal, Verdict

if TYPE_CHECKING:
    pass

app = commands()

LinesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="LINES",
        help="What happened: one line in each argument, several with ; between them. "
        "Or the words of one line. Or - for standard input.",
        autocompletion=complete_words,
        show_default=False,
    ),
]
FileOption = Annotated[
    Path | None,
    typer.Option(
        "--file", "-f", metavar="FILE", help="Lines from a file, or - for standard input."
    ),
]
SeatOption = Annotated[
    str | None,
    typer.Option("--seat", "-s", help="Who did it, where a line does not say."),
]

SeatsOption = Annotated[
    list[str],
    typer.Option(
        "--seat",
        "-s",
        metavar="SEAT[=DECK]",
        help="A seat, in order, with the file of its deck or the name of a shipped one.",
        autocompletion=complete_seat,
    ),
]
PersonsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--person", metavar="SEAT=ID", help="Who sits there; by default the seat's own name."
    ),
]
JudgesOption = Annotated[
    list[str] | None,
    typer.Option("--judge", "-j", metavar="NAME[=head]", help="Who judges the match."),
]
DepthOption = Annotated[
    Depth,
    typer.Option(
        "--record",
        metavar="DEPTH",
        help="How much is told: result, life, key-plays, or full: all of it.",
    ),
]


@app.command(
    epilog="Example: referee new r1-t4 --game GAME --seat ana=DECK --seat bo=my-deck.toml",
)
def new(
    match: Annotated[str, typer.Argument(metavar="MATCH", help="What to call the match.")],
    game: Annotated[
        str, typer.Option("--game", "-g", help="The game.", autocompletion=complete_game)
    ],
    seat: SeatsOption,
    person: PersonsOption = None,
    opaque: OpaqueOption = False,
    choices: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="ID=OPTION",
            help="An interpretation; referee rules GAME lists them.",
        ),
    ] = None,
    options: AgreedOption = None,
    rules: RulesOption = None,
    sides: SideOption = None,
    lists: ListOption = None,
    judge: JudgesOption = None,
    record: DepthOption = "full",
    contest: Annotated[
        str,
        typer.Option(metavar="STREAM/ROUND/TABLE/GAME", help="The contest that this is a game of."),
    ] = "",
    catalog: CatalogOption = None,
    at: BeganOption = None,
    by: ByOption = "scorekeeper",
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Open a match; the log file is made where there is none.

    An opening that breaks a rule is refused, and nothing is written.
    """
    from storage.log import Draft, Log

    if is_file(match):
        raise Failure(f"{match}: reads as a file", "name the match without / and .txt")
    if is_stream(game):
        raise Failure(f"{game} is no game for a table", f"referee {game} new opens one")
    played = game_of(game, rules)
    now = datetime.now(UTC)
    people = option_pairs(person or [], "--person")
    seats = _seatings(played, seat, people, opaque=opaque)
    _require_form("--contest", contest, ContestId, "STREAM/ROUND/TABLE/GAME", "as open/3/17/1")
    cards = chosen_catalog(played, catalog, [deck.catalog for _, deck in seats if deck])
    seated = _sided([seating for seating, _ in seats], sides or [])
    opening = Opening(
        by=by,
        game=played.id,
        version=played.version,
        catalog=catalog_hash(cards),
        seats=_hidden(seated, people) if opaque else seated,
        interpretations=played.choices_of_new(option_pairs(choices or [], "--set")),
        options=played.agreements(cards, option_pairs(options or [], "--option")),
        contest=contest,
        lists=table_lists(played, cards, lists or []),
        judges=named_judges(judge or []),
        record="" if record == "full" else record,
    )
    opening = _checked(opening, match)
    trial = Replay(played, cards)
    refused = trial.add(opening).verdict
    if isinstance(refused, Illegal):
        undecked = [seating.seat for seating, deck in seats if deck is None]
        _say_refused(refused, played, still_to_name(played, undecked, opening.lists), json)
        return Status.ILLEGAL
    draft = Draft(opening, new_id(now), moment_of(at, now), now, by)
    with Log.open(log_path(log), write=True) as opened:
        if opened.has(match):
            raise Failure(f"{opened.path}: a match {match} already exists")
        recorded = opened.open_match(draft, match, cards)
        if opaque:
            known_people = {*people.values()}
            opened.name_people({s.person: s.seat for s, _ in seats if s.person not in known_people})
    if json:
        entry = outcome_of(recorded.outcome, opening, played)
        render.say_json(matches.Opened(match, (entry,), **position_fields(trial)))
        return Status.DONE
    on_sides = render.sides_text(trial.state)
    render.say(f"{match} is open: {played.title}, {on_sides}", style="strong")
    for own, (typed, _) in zip(opening.seats, seats, strict=True):
        if own.seat != typed.seat:
            render.say(f"{typed.seat} sits at {own.seat}", 2)
    render.say_lines(render.verdict_lines(recorded.outcome.verdict, played))
    render.say_lines(render.next_lines(trial))
    return Status.DONE


def _seatings(
    game: Game, given: Sequence[str], people: Mapping[str, str], *, opaque: bool
) -> list[tuple[Seating, Any]]:
    """The seats that are given, each with its deck file where it has one."""
    if len(given) > MOST_SEATS:
        raise Failure(
            f"--seat is given {len(given):,} times; a match has at most {MOST_SEATS} seats"
        )
    seats = [_seating(game, each, people, opaque=opaque) for each in given]
    named = [seating.seat for seating, _ in seats]
    for each in people:
        if each not in named:
            raise Failure(f"--person {each}: no such seat", f"seats are {', '.join(named)}")
    return seats


def _sided(seats: Sequence[Seating], sides: Sequence[str]) -> tuple[Seating, ...]:
    """The seats, on the sides that are given."""
    side_of = side_of_seats(sides, [each.seat for each in seats])
    for side in side_of.values():
        _require_form("--side", side, SideId, *_A_NAME)
    return tuple(msgspec.structs.replace(each, side=side_of.get(each.seat, "")) for each in seats)


def _seating(
    game: Game, given: str, people: Mapping[str, str], *, opaque: bool
) -> tuple[Seating, Any]:
    """A seat from ``seat=deck``, with its deck file where it has one."""
    from storage.library import drawn_person

    seat, sign, name = given.partition("=")
    if sign and not name:
        raise Failure(f"--seat {given}: expected SEAT=DECK")
    _require_form("--seat", seat, SeatId, *_A_NAME)
    deck = chosen_deck(game, name) if name else None
    person = people.get(seat) or (drawn_person() if opaque else seat)
    if deck is None:
        return Seating(seat, person), None
    return Seating(seat, person, dict(deck.cards), deck.name, lists=deck.lists), deck


def _hidden(seats: tuple[Seating, ...], people: Mapping[str, str]) -> tuple[Seating, ...]:
    """The seats, counted where an id was drawn, so that none is called as who sits there; who is
    told with --person has a seat of a name that was chosen."""
    free = (f"p{number}" for number in count(1) if f"p{number}" not in people)
    return tuple(
        each if each.seat in people else msgspec.structs.replace(each, seat=next(free))
        for each in seats
    )


_A_NAME = ("a name of small letters, digits, _ and -", "beginning with a letter, at most 32")


def _require_form(option: str, given: str, form: Any, expected: str, hint: str) -> None:
    """Refuse what is given with an option and has not the form of its type."""
    try:
        msgspec.convert(given, form)
    except msgspec.ValidationError:
        raise Failure(f"{option} {given}: expected {expected}", hint) from None


def _checked(opening: Opening, match: str) -> Opening:
    """The opening as the log would read it.

    Raises:
        Failure: a name or id in it has another form.
    """
    try:
        msgspec.convert(match, MatchId)
    except msgspec.ValidationError:
        raise Failure(
            f"{match!r} cannot be the name of a match", "letters, digits, . _ and -; at most 64"
        ) from None
    try:
        return msgspec.convert(msgspec.to_builtins(opening), Opening)
    except msgspec.ValidationError as error:
        raise Failure(f"this is not an opening: {error}") from None


def _say_refused(verdict: Illegal, game: Game, hints: Iterable[str], json: bool) -> None:
    if json:
        render.say_json(matches.NotOpened(None, standing_of(verdict)))
        return
    render.say("refused; nothing is written")
    render.say_lines(render.verdict_lines(verdict, game))
    for hint in hints:
        render.say(hint, 0, 2)


HappenedOption = Annotated[
    str | None,
    typer.Option("--at", metavar="TIME", help="When it happened, UTC; by default now."),
]
ExpectOption = Annotated[
    int | None,
    typer.Option("--expect", min=1, metavar="N", help="Refuse unless entry N is the last so far."),
]
FirstIdOption = Annotated[
    str | None,
    typer.Option(
        "--id", metavar="UUID", help="The id of the first entry: sent again, it is no second."
    ),
]


@app.command(epilog="Example: referee log r1-t4 'ana draw 2; ana end'")
def log(
    match: LoggedArgument,
    lines: LinesArgument = None,
    file: FileOption = None,
    seat: SeatOption = None,
    at: HappenedOption = None,
    expect: ExpectOption = None,
    on: Annotated[
        bool, typer.Option("--all", help="Log on behind a line that breaks a rule.")
    ] = False,
    first_id: FirstIdOption = None,
    by: ByOption = "scorekeeper",
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Log what happened, and say what the rules make of it.

    All lines must be understood before any is written. What breaks a rule is recorded with its
    verdict and not applied, and what stands behind it is not logged; the exit status is 3 then.
    """
    from storage.log import Draft

    now = datetime.now(UTC)
    played_at = moment_of(at, now)
    given = _given(lines, file)
    ids = ids_from(new_id(now) if first_id is None else first_id)
    with opened_log(log, write=True) as opened:
        logged = loaded(opened, match)
        known = logged.match.ids.get(first_id or "")
        taking = _read_all if on else read_until_refused
        readings, left = _read(given, logged, Writer(by, seat), taking, known)
        if known is None:
            require_known_judges(logged, [reading.event for reading in readings])
        drafts = [Draft(r.event, next(ids), played_at, now, by) for r in readings]
        recorded = opened.append(match, drafts, expected=expect, match=logged.match)
    status = _status([each.outcome.verdict for each in recorded])
    try:
        say_logged(logged, recorded, left, json)
        sys.stdout.flush()
    except OSError as error:
        reason = error.strerror or str(error)
        seen_enough = isinstance(error, BrokenPipeError)
        raise Failure(
            f"{entries_of(match, recorded)}; the answer cannot be printed: {reason}",
            f"referee show {match}",
            status if seen_enough else Status.ENVIRONMENT,
        ) from error
    if again := [each for each in recorded if each.known]:
        render.warn(f"note: {entries_of(match, again)} already")
    return status


def _read_all(lines: Sequence[Line], trial: Replay, writer: Writer) -> Begun:
    return Begun(read_lines(lines, trial, writer), ())


@app.command(epilog="Example: referee check r1-t4 'ana end' # or: referee check ./final.txt")
def check(
    match: MatchArgument,
    lines: LinesArgument = None,
    file: FileOption = None,
    seat: SeatOption = None,
    by: ByOption = "scorekeeper",
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Ask whether something would be legal now; nothing is written.

    Without lines, the whole match or text record is checked: every entry in force that is not
    legal is listed.
    """
    if not lines and file is None:
        return _check_all(source(match, log, received=True), json)
    given = _given(lines, file)
    asked = source(match, log)
    readings = _read(given, asked, Writer(by, seat), read_lines)
    require_known_judges(asked, [reading.event for reading in readings])
    if json:
        entries = tuple(outcome_of(r.outcome, r.event, asked.game) for r in readings)
        render.say_json(matches.Checked(asked.match.id, entries))
    else:
        line_of = asked.lines_with([reading.event for reading in readings])
        for event, outcome in readings:
            for line in render.wrapped(write(event, asked.game.codec), 0, 2):
                print(render.paint(line, "strong"))
            render.say_lines(render.verdict_lines(outcome.verdict, asked.game, 2, line_of))
            render.say_lines(render.change_lines(outcome.changes, 2))
    return _status([reading.outcome.verdict for reading in readings])


def _check_all(asked: Source, json: bool) -> Status:
    """Every entry in force that is not legal, and whether noted digests hold."""
    replay = asked.replay()
    standing = {seq: replay.standing(seq) for seq in range(1, asked.last + 1)}
    refused = refusals(replay)
    following = consequences(refused)
    differing = [s for s, d in asked.match.digests.items() if replay.noted.get(s, d) != d]
    illegal = [seq for seq, verdict in standing.items() if isinstance(verdict, Illegal)]
    if json:
        listed = tuple(
            EntryDoubted(
                seq=seq,
                line=asked.line(seq),
                **verdict_fields(verdict),
                **refusal_fields(refused.get(seq), following, asked.game),
            )
            for seq, verdict in standing.items()
            if verdict is not None and render.standing_word(verdict) != "legal"
        )
        render.say_json(matches.MatchChecked(asked.match.id, asked.last, listed, tuple(differing)))
    else:
        trusted = Trusted()
        for seq, verdict in standing.items():
            if verdict is None or render.standing_word(verdict) == "legal":
                continue
            if seq in refused and refused[seq].root != seq:
                continue
            render.say(f"{seq:>4}  {asked.line(seq) if seq > 1 else 'opening'}", 0, 8)
            shown = trusted.shorter(seq, asked.events[seq - 1], verdict)
            render.say_lines(render.verdict_lines(shown, asked.game, 6, asked.line))
            if isinstance(verdict, Illegal):
                render.say_lines(root_lines(refused[seq], following[seq], asked.game, 6))
        for seq in differing:
            render.say(f"{seq:>4}  the state differs from the digest that was noted", 0, 6)
        counts: dict[str, int] = {}
        for seq, verdict in standing.items():
            word = render.standing_word(verdict)
            if isinstance(verdict, Illegal) and refused[seq].root != seq:
                word = "refused because of these" if len(following) > 1 else "refused because of it"
            counts[word] = counts.get(word, 0) + 1
        for doubt in (each for seq in standing for each in asked.doubts(seq)):
            render.warn(f"note: {doubt}")
        summary = ", ".join(f"{count} {word}" for word, count in counts.items())
        render.say(f"{asked.match.id}: {render.counted(asked.last, 'entry')}: {summary}")
    if illegal:
        return Status.ILLEGAL
    return Status.NOT_EXACT if differing else Status.DONE


def _given(arguments: list[str] | None, file: Path | None) -> list[str] | list[Line]:
    """What is to be read: arguments, or the lines of a file or of standard input.

    Raises:
        Failure: both are given, or there is nothing in the file.
    """
    if file is not None and arguments:
        raise Failure("lines come from arguments or from --file, not from both")
    if file is None and arguments != ["-"]:
        return arguments or []
    found = file_lines(file or Path("-"))
    if not found:
        raise Failure(f"{file or '-'}: there is no event here")
    return found


def _read(
    given: list[str] | list[Line],
    asked: Source,
    writer: Writer,
    taking: Callable[[Sequence[Line], Replay, Writer], T],
    known: int | None = None,
) -> T:
    """The events that were given, folded on a trial: of the match as it stands, or as it stood
    before an entry where they are known from there on."""
    replay, seat = asked.replay(), writer.seat
    if seat is not None and replay.opened and seat not in replay.state.seats:
        raise Failure(f"--seat {seat}: no such seat", f"seats are {', '.join(replay.state.seats)}")
    typed = [each for each in given if isinstance(each, str)]
    lines = [each for each in given if isinstance(each, Line)]

    def trial() -> Replay:
        return asked.trial() if known is None else asked.before(known)

    try:
        if lines:
            return taking(lines, trial(), writer)
        return read_arguments(typed, trial, writer, taking)
    except ProgramFault as fault:
        raise ProgramFault(f"{asked.match.id}: {fault}; nothing was written") from fault


def _status(verdicts: Sequence[Verdict]) -> Status:
    illegal = any(isinstance(verdict, Illegal) for verdict in verdicts)
    return Status.ILLEGAL if illegal else Status.DONE
