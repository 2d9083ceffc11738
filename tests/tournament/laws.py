"""What is known of whole tournaments of which everything is known."""

from collections.abc import Callable, Mapping
from random import Random

from referee.games.registry import game_of
from referee.tournament.simulating import Plan, Simulated, simulate_event
from tests.laws import Known
from tests.tournament.histories import shipped
from tests.tournament.lies import lie

POLICIES = ("standard", "grand-archive", "margin", "chess-like")
LIES = 0.2
"""How often something false is tried before an entry that is true."""


def plan_of(seed: int, lies: float = 0.0) -> Plan:
    """An event of any size and kind, the same for the same seed."""
    chance = Random(seed)
    players = chance.choice((*range(2, 13), 16, 17, 24, 33, 64))
    return Plan(
        players=players,
        rounds=chance.choice((0, 0, 1, 3, 5)),
        best_of=chance.choice((1, 3, 3, 3, 5)),
        check_in=chance.random() < 0.5,
        late=chance.choice((0.0, 0.1, 0.4)),
        drops=chance.choice((0.0, 0.03, 0.2)),
        absent=chance.choice((0.0, 0.02, 0.1)),
        disputed=chance.choice((0.02, 0.2)),
        mistaken=chance.choice((0.02, 0.2)),
        infractions=chance.choice((0.0, 0.05, 0.3)),
        calls=chance.choice((0.0, 0.1, 0.4)),
        cut=chance.choice((0, 0, 2, 4, 5, 8)),
        decks=chance.choice(("none", "closed", "open")),
        lies=lies,
        lie=lie,
    )


def event_of(policy: str, seed: int, lies: float = 0.0) -> Simulated:
    """The event of a seed under a shipped policy."""
    made = plan_of(seed, lies)
    return simulate_event(game_of("tournament"), shipped(policy), made, Random(seed))


def _trial(policy: str) -> Callable[[int, int], Mapping[str, int]]:
    def play(seed: int, longest: int) -> Mapping[str, int]:
        event = event_of(policy, seed, LIES)
        kinds = {f"({kind})": count for kind, count in sorted(event.lied.items())}
        return {"entries": len(event.events), "lies": event.lied.total(), **kinds}

    return play


KNOWN = Known(truth={f"events under {policy}": _trial(policy) for policy in POLICIES})
