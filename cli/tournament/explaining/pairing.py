"""A posted round, a table or a bye of it: what it cost, and what others would have (TR-5.2)."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from cli.answers.explained import (
    PairingExplained,
    RoundExplained,
    SideShown,
    TableCost,
)
from cli.failure import Failure, Status
from cli.reading.matches import Source
from cli.screen import render
from cli.screen.columns import say_table
from referee.english import counted
from referee.tournament.explaining import pairing as taken
from referee.tournament.explaining.pairing import Meeting, Other, PostedRound, Side
from referee.tournament.pairing import ITEMS, Unpairable
from referee.tournament.stages.fixed import seeds_of
from referee.tournament.standings.ranking import shown_points
from referee.tournament.state import State

ABOVE, SQUARES = 2, 3
"""Which of them count in points, and in the squares of points."""
BYE = "the bye"
MANY = 8
"""From how many places on that change they are only counted."""


def explain_round(asked: Source, number: int, *, json: bool) -> Status:
    """Explain what the pairings of a round cost."""
    found = posted(asked, number)
    cost = found.cost
    meetings = [*found.meetings, *([Meeting(0, found.bye, "")] if found.bye else [])]
    tables = [
        TableCost(
            each.table,
            each.a,
            each.b,
            tuple(str(found.known[p].points) for p in (each.a, each.b) if p),
            found.cost_of(each),
        )
        for each in meetings
    ]
    swiss = found.round.stage == "swiss"
    proposed = found.as_proposed() if swiss else None
    if json:
        render.say_json(
            RoundExplained(
                asked.match.id,
                number,
                found.round.stage,
                found.seq,
                found.round.key,
                proposed,
                found.unit,
                cost,
                tuple(tables),
                found.awarded,
            )
        )
        return Status.DONE
    did = "repaired" if found.repaired else "posted"
    many = counted(len(found.meetings), "table")
    render.say(f"round {number}: {many}, {did} by entry {found.seq}", style="strong")
    if not swiss:
        render.say(_by_stage(found), 2)
        for each in tables:
            who = _seeded(asked.replay().state, found, filter(None, (each.a, each.b)))
            render.say(f"{f'table {each.table}' if each.table else BYE}: {who}", 2)
        return Status.DONE
    render.say(_proposed(found, proposed=bool(proposed)), 2)
    _say_cost([("the round", cost)], found.unit)
    _say_table_costs(tables, found.unit)
    if found.awarded:
        render.say(f"a bye by the entry: {', '.join(found.awarded)}", 2)
    return Status.DONE


def _say_table_costs(tables: Sequence[TableCost], unit: int) -> None:
    """The tables that cost something, and how many cost nothing."""
    costly = [each for each in tables if any(each.cost)]
    if costly:
        say_table(
            ("table", "who meets", "points", "what it cost"),
            [
                (
                    each.table or BYE,
                    f"{each.a} - {each.b}" if each.b else each.a,
                    " - ".join(shown_points(Fraction(p)) for p in each.points),
                    "; ".join(_differences(each.cost, unit)),
                )
                for each in costly
            ],
            keys=("table", "who meets"),
        )
    if left := len(tables) - len(costly):
        many = counted(left, "pair costs", "pairs cost")
        others = f"the other {many}" if costly else many
        render.say(f"{others} nothing: no rematch, and as many points", 2)


def explain_pairing(
    asked: Source, number: int, table: int, player: str, instead: str | None, *, json: bool
) -> Status:
    """Explain why two meet, or why somebody has the bye.

    Args:
        asked: the tournament.
        number: the round.
        table: the table; 0 where a player is named instead.
        player: who was paired.
        instead: whom to meet instead; ``bye`` for the bye.
        json: whether it is told for machines.

    Raises:
        Failure: there is no such table or player in the round.
    """
    found = posted(asked, number)
    meeting = _meeting(asked, found, table, player)
    pair = found.explain(meeting)
    wanted = [] if instead is None else list(_wanted(found, meeting, instead))
    proposed = found.as_proposed() if found.round.stage == "swiss" else None
    if json:
        render.say_json(_answer(asked, found, pair, proposed, [other for _, other in wanted]))
        return Status.DONE
    _say_head(asked.replay().state, found, pair)
    if pair.awarded:
        render.say("the bye was awarded at the entry, and not paired", 2)
        return Status.DONE
    if proposed is None:
        render.say(_by_stage(found), 2)
        return Status.DONE
    render.say(_proposed(found, proposed=proposed), 2)
    if pair.reason:
        render.say(f"not as proposed, because: {pair.reason}", 2)
    this = "this pair" if pair.b else BYE
    _say_cost([(this, pair.cost), ("the round", found.cost)], found.unit)
    for who, other in wanted:
        met = f"meeting {instead}" if _is_met(found, instead) else "with the bye"
        render.say(f"{who} {met} instead", style="strong")
        if other is None:
            render.say("the others could not be paired then", 2)
        else:
            _say_other(other, found.unit)
    if pair.others:
        meets = _name(pair.b.player if pair.b else "")
        render.say(f"the best rounds in which {pair.a.player} does not get {meets}", style="strong")
        for other in pair.others:
            render.say(f"{_name(other.instead)}: {_more(other.more, found.unit)}", 2)
            _say_tables(other)
    elif not wanted:
        render.say("no round without this pair could be paired", 2)
    return Status.DONE


def _meeting(asked: Source, found: PostedRound, table: int, player: str) -> Meeting:
    """The table, or that of the player.

    Raises:
        Failure: there is none in the round.
    """
    if player:
        meeting = found.meeting_of(player)
    else:
        meeting = next((each for each in found.meetings if each.table == table), None)
    if meeting is None:
        what = player or f"table {table}"
        raise Failure(
            f"{asked.match.id}: {what} was not paired in round {found.number}",
            f"referee explain {asked.match.id} r{found.number}",
        )
    return meeting


def posted(asked: Source, number: int) -> PostedRound:
    """A round as it was posted.

    Raises:
        Failure: it is not.
    """
    try:
        return PostedRound(asked.replay(), number)
    except (LookupError, KeyError):
        newest = asked.replay().state.turn
        hint = f"the newest is round {newest}" if newest else "no round is"
        raise Failure(f"{asked.match.id}: round {number} is not posted", hint) from None


def _is_met(found: PostedRound, instead: str | None) -> bool:
    """Whether a player is named, who may be called bye as well, and not the bye."""
    return instead != "bye" or instead in found.known


def _wanted(
    found: PostedRound, meeting: Meeting, instead: str
) -> Iterator[tuple[str, Other | None]]:
    """For each of the two the best round in which that one meets another."""
    other = instead if _is_met(found, instead) else ""
    if other in (meeting.a, meeting.b):
        raise Failure(f"{instead} is of this table", "name somebody else")
    if found.round.stage != "swiss":
        raise Failure(f"round {found.number} is not paired by cost", "--instead is of Swiss rounds")
    for player in filter(None, (meeting.a, meeting.b)):
        try:
            yield player, found.instead(player, other)
        except Unpairable as error:
            raise Failure(str(error), "a player of this round, or bye") from None


# -- in words ----------------------------------------------------------------------------------


def _say_head(state: State, found: PostedRound, pair: taken.PairingExplained) -> None:
    place = f"table {pair.table}" if pair.table else BYE
    who = _seeded(state, found, (each.player for each in (pair.a, pair.b) if each))
    render.say(f"round {pair.round}, {place}: {who}", style="strong")
    if not pair.awarded and found.round.stage == "swiss":
        for side in filter(None, (pair.a, pair.b)):
            render.say(_side(side, found.number), 2)


def _seeded(state: State, found: PostedRound, players: Iterable[str]) -> str:
    """Who meets, in an elimination with the seeds."""
    seeds = seeds_of(state) if found.round.stage == "elimination" else []
    return " - ".join(f"{p} (seed {seeds.index(p) + 1})" if p in seeds else p for p in players)


def _side(side: Side, number: int) -> str:
    """What was known of one before the round."""
    way = {1: "met one with more points", -1: "met one with fewer points"}
    parts = [
        f"{shown_points(side.points)} {'point' if side.points == 1 else 'points'}",
        counted(side.byes, "bye") + " so far" if side.byes else "no bye so far",
    ]
    if side.floated:
        parts.append(f"{way[side.floated]} in round {number - 1}")
    if side.group:
        parts.append(f"of {side.group}")
    return f"{side.player} (number {side.number}): {', '.join(parts)}"


def _proposed(found: PostedRound, *, proposed: bool) -> str:
    if proposed:
        return "as the engine proposes it for its key: no other round costs less (TR-5.2)"
    return "not what the engine proposes for its key: it was posted by hand (TR-5.9)"


def _by_stage(found: PostedRound) -> str:
    if found.round.stage == "round-robin":
        return "everybody meets everybody, by the circle method over the entry numbers (TR-5.11)"
    return "by the bracket: seed 1 meets the last, and the halves stay as they are (TR-12.2)"


def _say_cost(costs: Sequence[tuple[str, Sequence[int]]], unit: int) -> None:
    say_table(
        ("what counts, from the top", *(name for name, _ in costs)),
        [
            (f"{item + 1}. {ITEMS[item]}", *(_figure(item, cost[item], unit) for _, cost in costs))
            for item in range(len(ITEMS))
        ],
        keys=("what counts, from the top",),
        right=[name for name, _ in costs],
    )


def _figure(item: int, figure: int, unit: int) -> str:
    """A figure of a cost in points and their squares, whatever it is counted in."""
    if item == ABOVE:
        return shown_points(Fraction(figure, unit))
    return shown_points(Fraction(figure, unit**2)) if item == SQUARES else str(figure)


def _differences(cost: Sequence[int], unit: int) -> list[str]:
    """What is not 0 of a cost, in words."""
    return [
        f"{ITEMS[item]} {_figure(item, figure, unit)}" for item, figure in enumerate(cost) if figure
    ]


def _more(more: Sequence[int], unit: int) -> str:
    """What another round would have cost more, the item that decides first."""
    if not any(more):
        return "costs the same; the key of the round decided (TR-5.4)"
    parts = [
        f"{ITEMS[item]} {'+' if figure > 0 else '-'}{_figure(item, abs(figure), unit)}"
        for item, figure in enumerate(more)
        if figure
    ]
    first = next(figure for figure in more if figure)
    return f"{'costs more' if first > 0 else 'costs less'}: {', '.join(parts)}"


def _say_other(other: Other, unit: int) -> None:
    render.say(_more(other.more, unit), 2)
    _say_tables(other)


def _say_tables(other: Other) -> None:
    """Which tables would change, and who would meet instead."""
    if len(other.gone) > MANY:
        render.say(f"changes {len(other.gone)} places", 4, style="quiet")
        return
    gone = ", ".join(str(each.table) for each in other.gone if each.table)
    tables = f"{'table' if gone.isdecimal() else 'tables'} {gone}" if gone else ""
    bye = BYE if any(not each.table for each in other.gone) else ""
    new = ", ".join(f"{a} - {b}" if b else f"bye {a}" for a, b in other.new)
    what = " and ".join(filter(None, (tables, bye)))
    render.say(f"changes {what} to {new}", 4, style="quiet")


def _name(player: str) -> str:
    return player or BYE


# -- for machines ------------------------------------------------------------------------------


def _answer(
    asked: Source,
    found: PostedRound,
    pair: taken.PairingExplained,
    proposed: bool | None,
    wanted: Sequence[Other | None],
) -> PairingExplained:
    return PairingExplained(
        asked.match.id,
        pair.round,
        pair.table,
        found.round.stage,
        found.seq,
        found.round.key,
        proposed,
        pair.awarded,
        pair.reason,
        found.unit,
        _side_shown(pair.a),
        _side_shown(pair.b) if pair.b else None,
        pair.cost,
        found.cost,
        pair.others,
        tuple(wanted),
    )


def _side_shown(side: Side) -> SideShown:
    return SideShown(
        side.player, side.number, str(side.points), side.byes, side.floated, side.group
    )
