"""Whether what is about to resolve still has what it was aimed at (GA-11.1 to 11.3)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.games.grand_archive.effects.resolution import doing_of
from referee.games.grand_archive.state import FIELD, GaTable, InPlay, Item, in_r26
from referee.games.grand_archive.targets import links_to, shroud_of
from referee.parts.effects import Run
from referee.parts.effects.catalog import compiled_effect
from referee.parts.effects.pending import Saying
from referee.parts.effects.planned import PlannedAim


class Lost(NamedTuple):
    """What an item fizzles for."""

    why: str  # in words
    rule: str  # by which rule
    # whether a target is out of reach, and not only as its text does not want it any more
    sure: bool


def fizzles(t: GaTable, item: Item) -> Lost | None:
    """Why an item fizzles; None where it does not. Required targets have to be legal still,
    optional ones never count (GA-I 5). Of a text that is not told nobody knows."""
    if not item.aims or not item.declared:
        return None
    if not item.effects and t.catalog.is_untold(item.card):
        if any(_is_gone(t, item, each) for each in item.aims):
            t.trust(f"{item.card}: what it does without all it was aimed at")
        return None
    required = list(_required(t, item))
    lost = [aim for aim, legal in required if not legal]
    if not lost:
        return None
    mixed = len(lost) < len(required)
    if mixed and t.choice["GA-I 5"] == "all_missing_fizzles":
        return None
    why = f"{', '.join(lost)} is no legal target any more"
    rule = "GA-11.3" if mixed and in_r26(t) else "GA-11.2"
    return Lost(why, rule, any(_is_gone(t, item, aim) for aim in lost))


def _required(t: GaTable, item: Item) -> Iterator[tuple[str, bool]]:
    """What has to be a legal target still, and whether it is."""
    if not item.shares:
        yield from ((aim, not _is_gone(t, item, aim)) for aim in item.aims)
        return
    begins = 0
    for at, count in item.shares:
        own = item.aims[begins : begins + count]
        begins += count
        if at < 0:
            yield from ((aim, not _is_gone(t, item, aim)) for aim in own)
        elif at in item.effects:
            yield from _of_effect(t, item, at, own)


def _of_effect(t: GaTable, item: Item, at: int, own: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    found = compiled_effect(t, item.card, at)
    if found.free:
        return
    run = Run(t, found, doing_of(t, item, Saying(), at))
    run.x = item.x or 0
    left = list(own)
    for aim in found.aims:
        least, most = aim.count(run)
        mine = left[:most] if aim is not found.aims[-1] else left
        left = left[len(mine) :]
        if least == most:
            yield from (
                (each, not _is_gone(t, item, each) and aim.fits(run, each)) for each in mine
            )


def could_be_instead(t: GaTable, item: Item, aim: str, thing: InPlay) -> bool:
    """Whether an object could be a target of an item in place of one that it has, which an aim of
    its text took, be it one that might have taken none (GA-8.7, 17.15)."""
    if thing.id in item.aims or _is_gone(t, item, thing.id):
        return False
    begins = 0
    for at, count in item.shares:
        own = item.aims[begins : begins + count]
        begins += count
        if aim not in own:
            continue
        if at < 0:
            return links_to(t, item, thing)
        found = compiled_effect(t, item.card, at)
        if not found.aims:
            return True  # what the text asks for nobody knows
        run = Run(t, found, doing_of(t, item, Saying(), at))
        run.x = item.x or 0
        run.modes = tuple(mode for mode in found.modes if mode.name in item.mode)
        return _its_aim(run, own, aim).fits(run, thing.id)
    return True


def _its_aim(run: Run, own: Sequence[str], aim: str) -> PlannedAim:
    """Which aim of a text took a target: each takes its own in order, as far as they fit it."""
    left = list(own)
    for planned in run.compiled.aims:
        least, most = planned.count(run)
        for taken in range(most):
            if not left or (taken >= least and not planned.fits(run, left[0])):
                break
            if left.pop(0) == aim:
                return planned
    return run.compiled.aims[-1]


def _is_gone(t: GaTable, item: Item, aim: str) -> bool:
    """Whether a target is there no more, or is out of reach (GA-24.33). An ability is there as
    long as it is pending, whatever has become of its source."""
    state = t.state
    if aim in state.players:
        return bool(state.players[aim].lost)
    thing = state.zones.things.get(aim)
    if thing is not None and thing.place == FIELD:
        return bool(shroud_of(t, item, thing))
    if thing is None and "." not in aim:
        return False
    return all(each.source != aim for each in state.waiting.stack)
