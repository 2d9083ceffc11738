"""The parts of a step that no card says: what stands in their place, and what contradicts it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.english import listed
from referee.parts.effects.effect_run import Run
from referee.parts.effects.planned import Settler
from referee.parts.effects.schema import Part
from referee.parts.effects.vocabulary import Able
from referee.parts.thing_names import only_one, require_playing

Values = dict[str, Any]
Spelled = Callable[[str], str]


def absent(name: str, default: Any) -> Settler:
    """A part that the outcome does not have, as it has another in its place."""

    def settle(r: Run, logged: Any, values: Values) -> Any:
        if logged is not None:
            other(r, name, "", str(logged))
        return default

    return Settler(name, settle, lambda r, logged: False)


def unspoken(name: str, default: Any, says_as_much: Callable[[Run, Any], bool]) -> Settler:
    """A part that the card does not say, and that may be logged only as it is without a word."""

    def settle(r: Run, logged: Any, values: Values) -> Any:
        if logged is not None and not says_as_much(r, logged):
            other(r, name, "", ", ".join(logged) if isinstance(logged, tuple) else str(logged))
        return default

    return Settler(name, settle, says_as_much)


def asked(
    part: Part,
    ask: Callable[[Run, Mapping[str, Any], Spelled], Any],
    spelled: Callable[[Run, Mapping[str, Any]], Spelled],
) -> Settler:
    """A part that is as it was logged, and else as the game says."""

    def settle(r: Run, logged: Any, values: Values) -> Any:
        if logged is None:
            return ask(r, values, spelled(r, values))
        if part.kind == "thing":
            return r.thing(logged) or only_one(r, logged)
        if part.kind == "seat":
            require_playing(r, logged)
        return logged

    return Settler(part.name, settle, None)


def picker(name: str, word: str) -> Settler:
    """Who picked the cards, which the card says."""

    def settle(r: Run, logged: Any, values: Values) -> Any:
        if logged is not None and logged != word:
            why = "picked by {meant}, logged {logged}"
            r.contradict(why, legal=word, part=name, meant=word, logged=logged)
            return logged
        return word

    return Settler(name, settle, None)


def possible(
    r: Run, can: Able | None, values: Values, name: str, options: Sequence[Any]
) -> list[Any]:
    """Those of several things, seats or words with which an outcome could be done, as far as that
    hangs on what is settled by now."""
    if can is None:
        return list(options)
    try:
        return [each for each in options if can(r, {**values, name: each}) > 0]
    except KeyError:
        return list(options)


def other(r: Run, part: str, meant: str | Sequence[str], logged: str, reads: str = "") -> None:
    """Something else was logged than the card means, which may be one of several."""
    if meant:
        each = (meant,) if isinstance(meant, str) else meant
        why = "about {meant} here, logged {logged}"
        r.contradict(
            why, legal=listed(each), reads=reads, part=part, meant=" or ".join(each), logged=logged
        )
    else:
        why = "there is nothing for it here, logged {logged}"
        r.contradict(why, reads=reads, part=part, logged=logged)


def doubt(r: Run, declined: bool, why: str) -> None:
    """Nobody saw that no further hidden card fits, unless it was enough to take none."""
    if not declined:
        r.t.trust(f"{r.compiled.card}: {why}")
