"""What holds of every match of this game, beside the laws of every game (``tests/laws.py``)."""

from random import Random

import pytest

from events.common import Opening
from events.legacy_of_conflict import EVENTS
from referee.replay.simulate import Terms, opening, simulate
from referee.verdict import Illegal
from tests.games.legacy_of_conflict.table import DECKS, FORCES, GAME
from tests.laws import drawn, played, with_slips

CONFIGURATIONS: dict[str, tuple[str, dict[str, str]]] = {
    "1v1": ("ana bo", {}),
    "1v1v1": ("ana bo cy", {}),
    "1v1v1v1": ("ana bo cy di", {}),
    "2v1": ("ana bo cy", {"ana": "red", "cy": "red"}),
    "2v2": ("ana bo cy di", {"ana": "red", "bo": "blue", "cy": "red", "di": "blue"}),
}
SCENARIOS = tuple(FORCES.scenario)


def opening_of(configuration: str, scenario: str) -> Opening:
    """An opening of that configuration, each player with a full force."""
    seats, sides = CONFIGURATIONS[configuration]
    options = {"scenario": scenario, **({"points": "324"} if sides else {})}
    decks = [list(DECKS.items())[i % 2] for i in range(len(seats.split()))]
    return opening(GAME, FORCES, decks, seats.split(), terms=Terms(sides=sides, options=options))


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_random_matches_are_played_to_their_end(configuration: str, scenario: str):
    for seed in range(3):
        first = opening_of(configuration, scenario)
        played = simulate(GAME, FORCES, first, Random(seed))
        assert played.state.over in {
            "last side standing",
            "points",
            "turn limit",
            "the scenario's end",
        }
        assert all(not isinstance(v, Illegal) for v in played.verdicts)


def test_every_kind_of_entry_comes_up_in_random_matches():
    rare = {"Deck", "Look", "Ask", "Settle", "Tally", "Differ", "Transfer", "Remove"}
    missing = {kind.__name__ for kind in EVENTS} - rare
    for seed in (96, *range(150)):  # the first of them has the seldom one, an order
        if missing:
            missing -= {type(event).__name__ for event in played(GAME.id, seed)[1]}
    assert not missing


def test_random_slips_meet_matches_with_positions():
    """In half of the matches of the laws somebody logs where everybody stands."""
    placed, said, refused = 0, 0, set()
    for seed in range(8):
        chance = Random(f"{GAME.id} {seed}")
        match = with_slips(drawn(GAME.id, chance), chance, keep=True)
        placed += sum(figure.at is not None for figure in match.state.figures.values())
        for event, verdict in zip(match.events, match.verdicts, strict=True):
            if getattr(event, "at", None) is not None:
                said += 1
                refused |= {verdict.rule} if isinstance(verdict, Illegal) else set()
    assert placed > 10
    assert said > 60
    assert {"LC-14.8", "LC-21.7"} <= refused
