"""The laws by their names, and how one is tried."""

from collections.abc import Callable

Law = Callable[[str, int], None]
"""What holds of a game, tried with a seed; it fails where it does not hold."""

LAWS: dict[str, Law] = {}
"""Every law by its name, which says what holds."""


def law(function: Law) -> Law:
    """Takes a law in."""
    LAWS[function.__name__] = function
    return function


def trial(name: str, game_id: str, seed: int) -> None:
    """Try a law; where it is broken, the error says how that is seen again."""
    try:
        LAWS[name](game_id, seed)
    except Exception as error:
        error.add_note(
            f"again: python -m tests.trials laws --game {game_id} --law {name} --first {seed} "
            "--laws 1"
        )
        raise
