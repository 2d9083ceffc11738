"""What was played at a tournament: the contests of each round, the bracket, the lists."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from cli.answers.tournament import (
    Bracket,
    BracketMeeting,
    Contests,
    ContestShown,
    Lists,
    ListShown,
    RoundShown,
)
from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.screen import render
from cli.screen.columns import say_table
from cli.tournament.paper.sheet import score_text
from cli.tournament.paper.standings import round_name
from cli.tournament.printer import given
from cli.tournament.stream import Desk, StreamArgument, at_desk
from events.common import CardList
from referee.english import counted
from referee.tournament.decks import may_see_list
from referee.tournament.stages.fixed import bracket_of, knock_outs, seeds_of
from referee.tournament.standings.current import standings_of
from referee.tournament.state import Contest, open_tables, winner_of
from storage.tournament.games import contests_of

if TYPE_CHECKING:
    from datetime import datetime

app = commands()


@app.command(epilog="Example: referee tournament contests open --round 3")
def contests(
    event: StreamArgument,
    number: Annotated[
        int | None, typer.Option("--round", min=1, max=99, help="Only this round.")
    ] = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """List who met whom in each round, with results, times and games."""
    with at_desk(event, log) as desk:
        found = contests_shown(desk)
        if number is not None and number > len(found.rounds):
            raise Failure(f"round {number} is not posted", f"{counted(len(found.rounds), 'round')}")
        rounds = found.rounds if number is None else found.rounds[number - 1 : number]
        if json:
            render.say_json(Contests(event, rounds))
            return Status.DONE
        for each in rounds:
            say_table(
                ("table", "first", "second", "result", "reported"),
                [
                    (c.table, desk.named(c.a), desk.named(c.b), c.score, _clock(c.reported_at))
                    for c in each.contests
                ],
                title=f"{event}, round {each.round}: {each.stage}",
                keys=("table",),
            )
            for player in each.byes:
                render.say(f"{desk.named(player)} had a bye")
    return Status.DONE


def _clock(at: "datetime | None") -> str:
    return f"{at:%H:%M}" if at is not None else ""


def contests_shown(desk: Desk) -> Contests:
    """Who met whom in every round, and how it ended."""
    return Contests(desk.name, tuple(_rounds(desk)))


def _rounds(desk: Desk) -> Iterator[RoundShown]:
    of, match = given(desk), desk.source.match
    stood: dict[tuple[int, int], int] = {}
    for call in desk.table.state.calls_ended.values():
        at = (call.round, call.table)
        stood[at] = stood.get(at, 0) + call.seconds
    for number, played in enumerate(desk.table.state.rounds, 1):
        games: dict[int, list[str]] = {}
        for game, said in sorted(
            contests_of(desk.log, desk.name, number).items(), key=lambda each: each[1]
        ):
            games.setdefault(int(said.split("/")[-2]), []).append(game)
        shown = tuple(
            ContestShown(
                contest.table,
                contest.a,
                contest.b,
                score_text(of, number, contest.table),
                winner_of(contest),
                contest.result.score.how if contest.result is not None else "",
                bool(contest.disputed),
                _reported(desk, contest),
                sum(each.seconds for each in contest.extended),
                stood.get((number, contest.table), 0),
                tuple(games.get(contest.table, ())),
            )
            for contest in sorted(played.contests.values(), key=lambda each: each.table)
        )
        yield RoundShown(
            number,
            played.stage,
            match.entry(played.posted).played_at,
            played.started,
            played.time,
            max((each.reported_at for each in shown if each.reported_at), default=None),
            tuple(open_tables(played)),
            tuple(played.byes),
            shown,
        )


def _reported(desk: Desk, contest: Contest) -> "datetime | None":
    if contest.result is None:
        return None
    return desk.source.match.entry(contest.result.seq).played_at


@app.command(epilog="Example: referee tournament bracket open")
def bracket(event: StreamArgument, log: LogOption = None, json: JsonOption = False) -> Status:
    """Show the bracket: who met whom, who goes on."""
    with at_desk(event, log) as desk:
        found = bracket_shown(desk)
        if json:
            render.say_json(found)
            return Status.DONE
        if not found.seeds:
            raise Failure("there is no bracket so far", "it follows the cut")
        say_table(
            ("", "upper", "lower", "result"),
            [
                (m.stage, *(desk.named(p) if p else "-" for p in (m.a, m.b)), m.score)
                for m in found.meetings
            ],
            title=f"{event}: bracket of {counted(len(found.seeds), 'player')}",
            keys=("",),
        )
    return Status.DONE


def bracket_shown(desk: Desk) -> Bracket:
    """The bracket from its first round to the final; nothing where there is none."""
    seeds = seeds_of(desk.table.state)
    return Bracket(desk.name, tuple(seeds), tuple(_meetings(desk, seeds)) if seeds else ())


def _meetings(desk: Desk, seeds: list[str]) -> Iterator[BracketMeeting]:
    of, state = given(desk), desk.table.state
    numbers = knock_outs(state)
    rounds = (len(seeds) - 1).bit_length()
    for at in range(rounds):
        number = (*numbers, state.turn + 1, *[0] * at)[at]
        pairs = bracket_of(state, number) if number else []
        pairs += [("", "")] * ((1 << rounds - at - 1) - len(pairs))
        posted = state.rounds[number - 1] if at < len(numbers) else None
        for a, b in pairs:
            met = next(
                (c for c in (posted.contests.values() if posted else ()) if {c.a, c.b} == {a, b}),
                None,
            )
            alone = posted is not None and a in posted.byes
            yield BracketMeeting(
                number if posted else 0,
                round_name(rounds, at),
                met.table if met else 0,
                a,
                seeds.index(a) + 1 if a else 0,
                b,
                seeds.index(b) + 1 if b else 0,
                score_text(of, number, met.table) if met else "",
                a if alone else winner_of(met) if met and not met.disputed else "",
            )


@app.command(epilog="Example: referee tournament lists open --top 8 --json")
def lists(
    event: StreamArgument,
    top: Annotated[
        int | None, typer.Option("--top", min=1, max=9999, help="Only so many, the best first.")
    ] = None,
    viewer: Annotated[
        str,
        typer.Option(
            "--for", metavar="PERSON", help="Who asks; by default anybody.", show_default=False
        ),
    ] = "",
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Show the registered lists in the order of the standings, as far as they may be seen.

    Lists are for their players and for judges until decks are published.
    """
    with at_desk(event, log) as desk:
        found = lists_shown(desk, viewer, top)
        if json:
            render.say_json(found)
            return Status.DONE
        for each in found.lists:
            render.say(f"{each.place}. {desk.named(each.player)}: {each.deck}", style="strong")
            render.say(cards_text(each.cards), 2, 4)
            for name, cards in each.lists.items():
                render.say(f"{name}: {cards_text(cards)}", 2, 4)
        if found.withheld:
            kept = counted(found.withheld, "list")
            render.say(f"kept back until decks are published: {kept}", style="quiet")
        elif not found.lists:
            render.say("no list is registered")
    return Status.DONE


def lists_shown(desk: Desk, viewer: str = "", top: int | None = None) -> Lists:
    """The lists that somebody may see (TR-4.2), the best first.

    Args:
        desk: the tournament.
        viewer: who asks; empty for anybody.
        top: at most how many.
    """
    state = desk.table.state
    placed = {each.player: each.place for each in standings_of(state, desk.table.catalog)}
    of = {p: placed.get(state.players.get(p, p), 0) for p in state.decks}
    best = sorted(of, key=lambda p: (of[p] or len(of) + 1, p))[:top]
    seen = [player for player in best if may_see_list(state, viewer, player)]
    return Lists(
        desk.name,
        len(best) - len(seen),
        tuple(
            ListShown(player, of[player], deck.name, deck.cards, _beside(deck.lists))
            for player in seen
            for deck in (state.decks[player],)
        ),
    )


def _beside(lists: Mapping[str, CardList]) -> dict[str, dict[str, int] | tuple[str, ...]]:
    return {
        name: dict(cards) if isinstance(cards, Mapping) else tuple(cards)
        for name, cards in lists.items()
    }


def cards_text(cards: dict[str, int] | tuple[str, ...]) -> str:
    """The cards of a list in a line, such as ``3 Elk, Wolf``."""
    if not isinstance(cards, dict):
        return ", ".join(cards)
    return ", ".join(f"{n} {card}" if n > 1 else card for card, n in sorted(cards.items()))


__all__ = ["bracket_shown", "cards_text", "contests_shown", "lists_shown"]
