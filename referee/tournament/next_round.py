"""The next round as it would be posted: a pure function of state, round and key (section 5).

The engine is imported for it alone; a replay never pairs.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal, NamedTuple

from events.tournament import Given, Pairing, Post, Repair, Stage
from referee.tournament.pairing import Proposal, Search, Unpairable, cost_of, propose
from referee.tournament.posts import NEEDED, active, awarded, cost_of_posted, paired
from referee.tournament.stages.fixed import fixed_pairs, fixed_round, stage_of
from referee.tournament.stages.paired_again import late_repair, waiting
from referee.tournament.state import Hall, is_active, open_tables


class Swap(NamedTuple):
    """Two entrants who change places in a proposal, and why (TR-5.9)."""

    one: str
    other: str
    reason: str


class Rest(NamedTuple):
    """An entrant who has a bye because one is given, as what it counts, and why (TR-5.1)."""

    player: str
    worth: Literal["full", "half", "zero"]
    reason: str


def swiss(
    t: Hall,
    number: int,
    key: str,
    keep: Iterable[tuple[int, int, int]] = (),
    without: Collection[str] = (),
) -> Proposal:
    """The pairings of a round of Swiss (TR-5.2); byes that are awarded or given are no part of it.

    Raises:
        Unpairable: there is nobody to pair.
    """
    free = {*awarded(t.state, number), *without}
    players = [player for player in active(t.state, number) if player not in free]
    policy = t.catalog.pairing
    known = list(paired(t, players, number).values())
    if len(known) < NEEDED <= len(free) + len(known):  # who is left beside awarded byes has one too
        bye = known[0].number if known else 0
        return Proposal((), bye, 0, cost_of(known, (), bye))
    return propose(known, key, search=Search(policy.window, policy.all_up_to), keep=keep)


def proposed(
    t: Hall, by: str, key: str, swaps: Sequence[Swap] = (), rests: Sequence[Rest] = ()
) -> Post:
    """The post of the next round, as it would be legal now but for results that are missing.

    Args:
        t: the table of the tournament.
        by: who posts it.
        key: the key of the round.
        swaps: what is to be other than proposed; only a head judge or organiser may.
        rests: who has a bye that is given, in the same way.

    Raises:
        Unpairable: fewer than two are active, or who is to swap or to rest has no place.
    """
    state = t.state
    number = state.turn + 1
    if (stage := stage_of(state)) != "swiss":
        return _fixed(t, by, key, stage, [*swaps, *rests])
    playing, free = active(state, number), awarded(state, number)
    for rest in rests:
        if rest.player not in playing or rest.player in free:
            raise Unpairable(f"{rest.player} has no place in this round, or a bye already")
    found = swiss(t, number, key, without=[rest.player for rest in rests])
    names = {entrant.number: player for player, entrant in state.entrants.items()}
    byes = [names[found.bye]] if found.bye else []
    places = {each.table: [names[each.a], names[each.b]] for each in found.tables}
    given = _swapped(places, byes, swaps)
    pairings = tuple(Pairing(table, a, b) for table, (a, b) in sorted(places.items()))
    byes += [*free, *(rest.player for rest in rests)]
    if rests:
        given[0] = "; ".join(dict.fromkeys(rest.reason for rest in rests))
    missing = open_tables(state.rounds[-1]) if state.rounds else []
    return Post(
        by,
        number,
        key=key,
        window=found.window,
        cost=found.cost if not given else cost_of_posted(t, number, pairings, byes),
        pairings=pairings,
        bye=tuple(byes),
        given=tuple(Given(table, given[table]) for table in sorted(given)),
        missing=tuple(missing),
        half=tuple(rest.player for rest in rests if rest.worth == "half"),
        zero=tuple(rest.player for rest in rests if rest.worth == "zero"),
    )


def repaired(t: Hall, by: str, key: str, tables: Collection[int], reason: str) -> Repair:
    """The repair of the round that is on: these tables are paired again, with who has come late
    (TR-9.2); without tables it takes those in alone (TR-9.4). All other tables are kept.

    Raises:
        Unpairable: there is nothing to repair, a table is not there, or the round is not Swiss.
    """
    state = t.state
    if not state.rounds or state.rounds[-1].stage != "swiss":
        raise Unpairable("no round of Swiss is on")
    if not tables:
        if (late := late_repair(t, by, reason or "late entry")) is None:
            raise Unpairable("nobody waits for a place; name the tables that are paired again")
        return late
    number, played = state.turn, state.rounds[-1]
    contests = {contest.table: contest for contest in played.contests.values()}
    for table in tables:
        if table not in contests:
            raise Unpairable(f"round {number} has no table {table}")
    kept = [contest for table, contest in contests.items() if table not in tables]
    awaited = [c for table in tables for c in (contests[table].a, contests[table].b)]
    again = [p for p in awaited if is_active(state.entrants[p], number)] + waiting(state)
    free = set(awarded(state, number))
    byes = [player for player in played.byes if player not in free]
    if len(again) % 2:
        again += byes
        byes = []
    numbers = {player: entrant.number for player, entrant in state.entrants.items()}
    names = {numbered: player for player, numbered in numbers.items()}
    keep = [(each.table, numbers[each.a], numbers[each.b]) for each in kept]
    keep += [(0, numbers[player], 0) for player in byes]
    players = [player for each in kept for player in (each.a, each.b)]
    known = list(paired(t, [*players, *byes, *again], number).values())
    policy = t.catalog.pairing
    found = propose(known, key, search=Search(policy.window, policy.all_up_to), keep=keep)
    pairings = [Pairing(each.table, names[each.a], names[each.b]) for each in found.tables]
    stay = {each.table for each in kept}
    meet = {frozenset((each.a, each.b)) for each in pairings}
    if meet == {frozenset((each.a, each.b)) for each in contests.values()}:
        raise Unpairable("these tables would be paired as they are")
    rest = [player for player in played.byes if player in free]
    bye = [names[found.bye], *rest] if found.bye else rest
    return Repair(
        by,
        number,
        tuple(pairing for pairing in pairings if pairing.table not in stay),
        reason,
        keep=tuple(sorted(stay)),
        bye=tuple(bye),
        cost=cost_of_posted(t, number, pairings, bye),
    )


def _fixed(t: Hall, by: str, key: str, stage: Stage, changes: Sequence[Swap | Rest]) -> Post:
    """A round of an elimination or a round-robin (TR-5.11, TR-12.2)."""
    state, number = t.state, t.state.turn + 1
    left = open_tables(state.rounds[-1]) if state.rounds else []
    if stage == "elimination" and left:
        raise Unpairable(f"tables without a winner: {', '.join(map(str, left))}")
    if changes:
        raise Unpairable(f"nobody swaps places or rests in the stage {stage}")
    playing = active(state, number)
    if len(playing) < NEEDED:
        raise Unpairable(f"to be paired: {len(playing)}; expected {NEEDED} or more")
    pairings, byes = fixed_round(fixed_pairs(state, number, playing))
    return Post(by, number, stage, key=key, pairings=pairings, bye=byes, missing=tuple(left))


def _swapped(
    places: dict[int, list[str]], byes: list[str], swaps: Sequence[Swap]
) -> dict[int, str]:
    """Change places as asked; the tables that are not as proposed, each with the reason."""
    given: dict[int, str] = {}
    for swap in swaps:
        seats = {
            player: (table, at)
            for table, held in [*places.items(), (0, byes)]
            for at, player in enumerate(held)
        }
        for player in (swap.one, swap.other):
            if player not in seats:
                raise Unpairable(f"{player} has no place in this round")
        for player, instead in ((swap.one, swap.other), (swap.other, swap.one)):
            table, at = seats[player]
            (places[table] if table else byes)[at] = instead
            if table:
                given[table] = swap.reason
    return given
