"""One entry in full: what was logged, the verdict and its rule, the sums, what it did."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from cli.arguments import JsonOption, LogOption, MatchArgument, commands
from cli.failure import Failure, Status
from cli.judging.explained import Explained, explained, explained_answer
from cli.judging.terms import explain_thing, places_hint
from cli.judging.unseen import hidden_answer, hidden_lines
from cli.reading.judges import JudgingOption, may_see_all
from cli.reading.log import opened_log
from cli.reading.matches import Source, source
from cli.screen import render
from cli.screen.changed import changed_lines
from cli.screen.sentences import Words, cited, penalty_text, sums
from events.common import CardList, Opening
from events.notation.words import matching
from referee.fact import Fact, Term
from referee.games.registry import is_stream
from referee.option import Option

if TYPE_CHECKING:
    from storage.season.penalties import Penalised

app = commands()


AfterOption = Annotated[
    int | None,
    typer.Option(
        "--after",
        min=0,
        metavar="ROUND",
        help="Of a tournament: a standing after that round.",
        show_default=False,
    ),
]
InsteadOption = Annotated[
    str | None,
    typer.Option(
        "--instead",
        metavar="PLAYER",
        help="Of a tournament: what it would have cost to meet that one, or bye.",
        show_default=False,
    ),
]
PlaceAtOption = Annotated[
    int | None,
    typer.Option(
        "--at",
        min=1,
        metavar="N",
        help="Of a hidden place: as it was after entry N.",
        show_default=False,
    ),
]
WhatArgument = Annotated[
    str,
    typer.Argument(
        metavar="WHAT", help="The entry, by its number; a thing in play; or a hidden place."
    ),
]


@app.command(
    epilog="Examples: referee explain r1-t4 41. referee explain r1-t4 Wolf.2 (its numbers). "
    "referee explain r1-t4 bo.hand -j lena (what it may hold). "
    "referee explain open r3t12 --instead ana."
)
def explain(
    match: MatchArgument,
    what: WhatArgument,
    after: AfterOption = None,
    instead: InsteadOption = None,
    at: PlaceAtOption = None,
    judge: JudgingOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Explain an entry: verdict, rule, arithmetic, what it changed, rulings on it.

    What followed is told as it was at the time, and again as it stands now where a ruling
    changed it. How likely it was is told exactly to a judge, and to all after the match.

    A thing in play, such as a unit or whatever stands for a player, is explained by its numbers
    as they are now: each term with its rule, and the entry that brought it.

    A hidden place, such as bo.hand or bo.deck, is explained by its cards: which are known, since
    when and by which entry, what the others may be and what they cannot, and to a judge how likely.

    Of a tournament WHAT may be a player (the standing), r3 (a round), r3t12 or r3:ana (a pairing),
    p57 (the penalty of entry 57) or cut.
    """
    asked = source(match, log, received=True)
    if is_stream(asked.game.id) and not what.isdecimal():
        from cli.tournament.explaining.things import explain_part

        return explain_part(asked, what, after=after, instead=instead, json=json)
    if after is not None or instead is not None:
        raise Failure("--after and --instead are of the players and pairings of a tournament")
    exact = may_see_all(asked, judge)
    if not what.isdecimal():
        return _part(asked, what, at, exact=exact, json=json)
    if at is not None:
        raise Failure(
            "--at is of a hidden place, such as bo.hand", "an entry is told by its number"
        )
    found = explained(
        asked, asked.require_entry(int(what[:9])), penalties_for(asked, log), exact=exact
    )
    if json:
        render.say_json(explained_answer(asked, found))
    else:
        render.say_lines(explained_lines(asked, found))
    return Status.DONE


def _part(asked: Source, what: str, at: int | None, *, exact: bool, json: bool) -> Status:
    """Explain a hidden place or a thing in play."""
    replay = asked.replay() if at is None else asked.after(at)
    places = [each.name for each in asked.game.hidden(replay.table)] if replay.opened else []
    meant = matching(what, places) if "." in what or what in places else ()
    if len(meant) != 1:
        if at is not None:
            raise Failure(f"--at {at}: no hidden place {what}", places_hint(what, places))
        return explain_thing(asked, what, places, json=json)
    found = hidden_answer(asked, replay, meant[0], exact=exact)
    if json:
        render.say_json(found)
    else:
        render.say_lines(hidden_lines(asked, found))
    return Status.DONE


def penalties_for(asked: Source, log: Path | None) -> "Callable[[str], list[Penalised]]":
    """The penalties of a person: in the log of the match, or in the record that it comes from."""

    def found(person: str) -> "list[Penalised]":
        from storage.season.penalties import penalties_in, penalties_of

        if asked.file:
            return list(penalties_in(asked.match, person))
        with opened_log(log) as opened:
            return penalties_of(opened, person)

    return found


# -- in words ----------------------------------------------------------------------------------


def explained_lines(asked: Source, found: Explained) -> Iterator[str]:
    """The explanation for the screen."""
    yield from _head_lines(asked, found)
    if isinstance(found.entry.event, Opening):
        yield from _opening_lines(found.entry.event)
    if found.odds:
        yield from _section("the chance beforehand")
        for text in found.odds:
            yield from render.wrapped(text, 2)
    if found.outcome.facts:
        yield from _section("what followed")
        yield from _fact_lines(found.outcome.facts, asked.game.words)
    if found.standing is not None and list(found.facts) != list(found.outcome.facts):
        yield from _section("what follows as it stands now")
        yield from _fact_lines(found.facts, asked.game.words)
    if found.outcome.changes:
        yield from _section("what the ruling did")
        yield from render.change_lines(found.outcome.changes, 2)
    if found.changed:
        yield from _section("what it changed")
        yield from changed_lines(found.board, found.changed, 2)
    rules = [r for r in found.rules if r.id != getattr(found.outcome.verdict, "rule", "")]
    if rules:
        yield from _section("rules")
        for rule in rules:
            yield from render.wrapped(f"{rule.id}  {rule.title}: {rule.statement}", 2, 6)
    if found.possible:
        yield from _section("what was possible")
        for seat in dict.fromkeys(option.seat for option in found.possible):
            listed = ", ".join(_offered([o for o in found.possible if o.seat == seat]))
            yield from render.wrapped(f"{seat}: {listed}", 2)
    if found.earlier:
        yield from _section(f"earlier penalties of {asked.person(found.earlier[0].person)}")
        for each in found.earlier:
            yield from render.wrapped(penalty_text(each), 2, 6)
    if found.later:
        yield from _section("rulings and remarks on it")
        for number, text in found.later:
            yield from render.wrapped(f"{number:>4}  {text}", 0, 8)


def _offered(options: Sequence[Option]) -> Iterator[str]:
    """Each verb of a seat's options with its rule, and a hint that all its options have."""
    for verb in dict.fromkeys(option.verb for option in options):
        same = [option for option in options if option.verb == verb]
        rule = f" [{same[0].rule}]" if same[0].rule else ""
        hint = f" ({same[0].hint})" if {o.hint for o in same} == {same[0].hint} != {""} else ""
        yield f"{verb}{rule}{hint}"


def _section(title: str) -> Iterator[str]:
    for line in render.wrapped(title, 0, 2):
        yield render.paint(line, "strong")


def _head_lines(asked: Source, found: Explained) -> Iterator[str]:
    entry = found.entry
    line = "opening" if isinstance(entry.event, Opening) else asked.line(entry.seq)
    for text in render.wrapped(f"{entry.match} entry {entry.seq}: {line}", 0, 4):
        yield render.paint(text, "strong")
    by = f"recorded by {asked.person(entry.recorded_by)}"
    late = (
        f" at {entry.recorded_at:%Y-%m-%d %H:%M:%S}" if entry.recorded_at != entry.played_at else ""
    )
    yield from render.wrapped(f"played {entry.played_at:%Y-%m-%d %H:%M:%S} UTC, {by}{late}", 2)
    for doubt in found.doubts:
        for text in render.wrapped(f"clock: {doubt}", 2, 4):
            yield render.paint(text, "doubt")
    if entry.seq in asked.lines:
        yield from render.wrapped(f"{asked.file}, line {asked.lines[entry.seq]}", 2)
    yield from render.verdict_lines(found.outcome.verdict, asked.game, 2, asked.line)
    if found.standing != found.outcome.verdict:
        ruling = f" by entry {found.undone_by}" if found.undone_by else ""
        text = f"now: {render.verdict_text(found.standing)}{ruling}"
        for line in render.wrapped(text, 2):
            yield render.paint(line, "doubt")
    for text in found.refused:
        yield from render.wrapped(text, 2)


def _opening_lines(opening: Opening) -> Iterator[str]:
    yield from _section("the edition")
    yield from render.wrapped(f"{opening.game} {opening.version}", 2)
    yield from render.wrapped(f"catalog {opening.catalog}", 2)
    for seat in opening.seats:
        deck = f", {seat.deck_name}: " if seat.deck_name else ": "
        cards = ", ".join(f"{card} x{count}" for card, count in seat.deck.items())
        side = f", for {seat.side}" if seat.side else ""
        sitting = f"{seat.seat}, {seat.person}{side}{deck}{cards or 'no deck'}"
        yield from render.wrapped(sitting, 2)
        yield from _list_lines(seat.seat, seat.lists)
    yield from _list_lines("the table", opening.lists)
    for person, role in opening.judges.items():
        yield from render.wrapped(f"{person}, {role}", 2)
    readings = sorted(opening.interpretations.items(), key=lambda each: (len(each[0]), each[0]))
    for key, option in (*readings, *opening.options.items()):
        yield from render.wrapped(f"{key} = {option}", 2)


def _list_lines(whose: str, lists: Mapping[str, CardList]) -> Iterator[str]:
    """Lists beside the decks: copies of each card, or names in their order."""
    for name, cards in lists.items():
        counted = cards.items() if isinstance(cards, dict) else ()
        listed = [f"{card} x{count}" for card, count in counted] or list(cards)
        yield from render.wrapped(f"{whose}, {name}: {', '.join(listed) or 'none'}", 2)


def _fact_lines(facts: Iterable[Fact], words: Words) -> Iterator[str]:
    for fact in facts:
        yield from render.wrapped(cited(fact, words), 2)
        for whose, terms, total in sums(fact):
            yield from _sum_lines(whose, terms, total)


def _sum_lines(whose: str, terms: Sequence[Term], total: int) -> Iterator[str]:
    """An itemised total, its terms one below the other with the rule of each; a long label takes
    several lines, the figure stands on the last."""
    room = render.width() - max([13 + len(term.rule) for term in terms], default=0)
    wide = min(room, max([len(term.label) for term in terms] + [len("total")]))
    yield from render.wrapped(whose, 4)
    for term in terms:
        *before, label = wrap(render.clean(term.label), wide) or [""]
        yield from (f"      {part}" for part in before)
        yield f"      {label:<{wide}} {term.value:>4}  {render.paint(term.rule, 'quiet')}"
    yield f"      {'total':<{wide}} {total:>4}"
