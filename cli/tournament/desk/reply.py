"""What a line at the desk comes to, and whom a word of it means."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cli.failure import Failure
from events.event import Event
from referee.tournament.state import State


class Reply(NamedTuple):
    """What a line comes to."""

    lines: Sequence[str] = ()  # what to show
    events: tuple[Event, ...] = ()  # what to append to the log; then tell the session how that went
    look: bool = False  # look into the log for what others logged
    leave: bool = False  # the desk is left
    wrong: bool = False  # whether the line could not be taken


def player_meant(state: State, people: Mapping[str, str], word: str) -> str:
    """The entrant that a word means, by id or name, in other case or cut short; of several with
    one name by the part of the id that stands behind it.

    Raises:
        Failure: none, or several.
    """
    entrants = state.entrants
    if word in entrants:
        return word
    begun = word.casefold()
    whole = [each for each in entrants if begun == people.get(each, "").casefold()]
    if len(whole) == 1:
        return whole[0]
    meant = [player for player in entrants if player.casefold().startswith(begun)]
    meant = meant or [each for each in entrants if begun in people.get(each, "").casefold()]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise Failure(f"{word} may be {', '.join(meant[:8])}")
    raise Failure(f"nobody called {word} has entered")


def meant_here(state: State, people: Mapping[str, str], words: Sequence[str]) -> list[str]:
    """Who is checked in by ``ana bo``, by ``all``, or by ``all but cy``.

    Raises:
        Failure: a word means nobody, or several.
    """
    if words[0] != "all":
        return [player_meant(state, people, word) for word in words]
    if words[1:] and (words[1] != "but" or not words[2:]):
        raise Failure("expected all, or all but who is not here", "in all but cy")
    absent = {player_meant(state, people, word) for word in words[2:]}
    return [
        player
        for player, entrant in state.entrants.items()
        if player not in absent and not entrant.here and not entrant.away
    ]
