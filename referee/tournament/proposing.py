"""The next round as it would be posted: a pure function of state, round and key (section 5).

The engine is imported for it alone; a replay never pairs.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from events.tournament import Given, Pairing, Post, Stage
from referee.tournament.pairing import Proposal, Unpairable, cost_of, propose
from referee.tournament.posting import NEEDED, active, awarded, cost_of_posted, paired
from referee.tournament.stages.fixed import fixed_pairs, fixed_round, stage_of
from referee.tournament.state import Hall, open_tables


class Swap(NamedTuple):
    """Two entrants who change places in a proposal, and why (TR-5.9)."""

    one: str
    other: str
    reason: str


def swiss(t: Hall, number: int, key: str, keep: Iterable[tuple[int, int, int]] = ()) -> Proposal:
    """The pairings of a round of Swiss (TR-5.2); awarded byes are no part of it.

    Raises:
        Unpairable: there is nobody to pair.
    """
    free = set(awarded(t.state, number))
    players = [player for player in active(t.state, number) if player not in free]
    policy = t.catalog.pairing
    known = list(paired(t, players, number).values())
    if len(known) < NEEDED <= len(free) + len(known):  # who is left beside awarded byes has one too
        bye = known[0].number if known else 0
        return Proposal((), bye, 0, cost_of(known, (), bye))
    return propose(known, key, window=policy.window, all_up_to=policy.all_up_to, keep=keep)


def proposed(t: Hall, by: str, key: str, swaps: Sequence[Swap] = ()) -> Post:
    """The post of the next round, as it would be legal now but for results that are missing.

    Args:
        t: the table of the tournament.
        by: who posts it.
        key: the key of the round.
        swaps: what is to be other than proposed; only a head judge or organiser may.

    Raises:
        Unpairable: fewer than two are active, or who is to swap has no place.
    """
    state = t.state
    number = state.turn + 1
    if (stage := stage_of(state)) != "swiss":
        return _fixed(t, by, key, stage, swaps)
    found = swiss(t, number, key)
    names = {entrant.number: player for player, entrant in state.entrants.items()}
    byes = [names[found.bye]] if found.bye else []
    places = {each.table: [names[each.a], names[each.b]] for each in found.tables}
    given = _swapped(places, byes, swaps)
    pairings = tuple(Pairing(table, a, b) for table, (a, b) in sorted(places.items()))
    byes += awarded(state, number)
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
    )


def _fixed(t: Hall, by: str, key: str, stage: Stage, swaps: Sequence[Swap]) -> Post:
    """A round of an elimination or a round-robin (TR-5.11, TR-12.2)."""
    state, number = t.state, t.state.turn + 1
    left = open_tables(state.rounds[-1]) if state.rounds else []
    if stage == "elimination" and left:
        raise Unpairable(f"tables without a winner: {', '.join(map(str, left))}")
    if swaps:
        raise Unpairable(f"nobody swaps places in the stage {stage}")
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
