"""Section 16: sight and cover, from the pieces that the players declare to lie between."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from math import floor

from referee.fact import Term
from referee.games.legacy_of_conflict.scenarios import GROUND
from referee.games.legacy_of_conflict.state import Figure, LcTable, piece_at, record_of, sets_aside
from referee.games.legacy_of_conflict.surfaces import height, require_piece

PARTIAL = 1
FULL = 2
COVER_NAMES = {0: "none", PARTIAL: "partial", FULL: "full"}
_COVER_RULES = {PARTIAL: "LC-16.3", FULL: "LC-16.4"}
_AS_RECORDED = {"none": 0, "partial": PARTIAL, "full": FULL}


@lru_cache(maxsize=64)
def cover_term(cover: int) -> Term:
    """The cover of all that lies between as a term of the defense total (LC-16.3 to 16.6)."""
    name = COVER_NAMES.get(cover, "added")
    return Term(f"{name} cover", cover, _COVER_RULES.get(cover, "LC-16.6"))


def size_in_sight(t: LcTable, figure: Figure) -> float:
    """A character's Size for sight; LC-I 72 may add the height that it stands at."""
    size = record_of(t, figure).size
    return size + height(t, figure.on) if t.choice["LC-I 72"] == "yes" else size


def size_compared(t: LcTable, attacker: Figure, target: Figure | None, own: float) -> float:
    """LC-I 67: the Size that terrain is compared with; ``own`` is a terrain target's."""
    theirs = own if target is None else size_in_sight(t, target)
    match t.choice["LC-I 67"]:
        case "target":
            return theirs
        case "attacker":
            return size_in_sight(t, attacker)
        case _:
            return min(theirs, size_in_sight(t, attacker))


def hides(t: LcTable, name: str) -> Figure | None:
    """The character of that name, where characters between give cover and hide (LC-I 65)."""
    figure = None if t.choice["LC-I 65"] == "no" else t.state.figures.get(name)
    return None if figure is None or figure.down else figure


def cover_of(t: LcTable, name: str, size: float) -> int | None:
    """The Defense that what may lie between gives (LC-16.3, 16.4); None where it obscures
    (LC-16.5)."""
    if (figure := hides(t, name)) is not None:
        return _cover_by_size(t, record_of(t, figure).size, size)
    piece = t.catalog.of_surface[name]
    ground = t.state.ground[piece.name]
    if ground.destroyed or ground.door == "open":
        return 0
    if ground.door == "closed":
        return None
    if piece.cover != "by_size":
        return _AS_RECORDED.get(piece.cover)
    return _cover_by_size(t, t.catalog.height[name], size)


def _cover_by_size(t: LcTable, terrain: float, size: float) -> int | None:
    """LC-16.3 to 16.6: what a Size between gives, to a character of another; None to hide it."""
    if terrain < 1 and t.choice["LC-I 71"] == "no":
        return 0
    if t.choice["LC-I 70"] == "compare_categories":
        below: float = floor(size) - floor(terrain)
    else:
        below = round(size - terrain, 6)
    if below <= 0:
        return None
    swapped = t.choice["LC-I 68"] == "swapped"
    if below >= 2:
        return PARTIAL if swapped else FULL
    if below == 1:
        return FULL if swapped else PARTIAL
    return 0


def require_between(t: LcTable, between: Sequence[str]) -> None:
    """Refuse what is declared to lie between and cannot be there: no terrain piece on the table,
    and no character that counts (LC-16.1, LC-I 65)."""
    for name in between:
        if hides(t, name) is None:
            require_piece(t, name, "LC-16.1")


def beyond(t: LcTable, between: Sequence[str], *figures: Figure) -> list[str]:
    """What lies between, each once, without these themselves, and without the pieces that they
    stand on unless those count (LC-I 66)."""
    found = list(dict.fromkeys(between))
    for figure in figures:
        if t.choice["LC-I 65"] != "no":
            found = [name for name in found if name != figure.id]
        if figure.on != GROUND and t.choice["LC-I 66"] == "ignored":
            under = piece_at(t, figure.on)
            found = [name for name in found if piece_at(t, name) is not under]
    return found


def cover_between(
    t: LcTable,
    between: Sequence[str],
    size: float,
    *,
    needed: bool = True,
    changes: Sequence[Collection[str]] = (),
) -> int:
    """LC-16.6: the cover of all that lies between (LC-I 69).

    Args:
        size: the Size that the pieces are compared with.
        needed: whether line of sight is needed at all.
        changes: the core rules that the attack and its character set aside: with LC-16.5 what
            would obscure is seen through; a closed door is not.

    Raises:
        Violation: there is no sight (LC-13.3, LC-18.10).
    """
    best = 0
    added = 0
    for name in between:
        cover = cover_of(t, name, size)
        if cover is None and not needed:
            continue
        if cover is None:
            figure = hides(t, name)
            if figure is None and t.state.ground[name.partition("/")[0]].door == "closed":
                t.forbid(
                    "LC-18.10",
                    "{piece} is closed; nothing is seen through it",
                    piece=name,
                    legal="another target, or open it first",
                )
            if sets_aside(t, "LC-16.5", *changes):
                continue
            own = t.catalog.height[name] if figure is None else record_of(t, figure).size
            t.forbid(
                "LC-13.3",
                "{piece}, of Size {have}, hides a target of Size {limit}",
                piece=name,
                have=f"{own:g}",
                limit=f"{size:g}",
                legal="a target in sight",
            )
        if cover > best:
            best = cover
        added += cover
    return best if t.choice["LC-I 69"] == "best_one_counts_any_obscures" else added


def other_level(figure: Figure, target: Figure) -> bool:
    """LC-18.2: whether they stand on different levels, one of them of a piece with levels."""
    return figure.on != target.on and ("/" in figure.on or "/" in target.on)


def require_clear_path(t: LcTable, figure: Figure, target: Figure, said: str) -> None:
    """LC-16.1, 18.2: between different levels a clear path is declared.

    Raises:
        Violation: nothing is declared (LC-16.1), or there is none (LC-18.2).
    """
    if other_level(figure, target):
        require_path(t, figure, target.id, target.on, said)


def require_path(t: LcTable, figure: Figure, target: str, on: str, said: str) -> None:
    """The clear path from a character to a target on another level, as it is declared.

    Raises:
        Violation: nothing is declared (LC-16.1), or there is none (LC-18.2).
    """
    if said == "unsaid":
        t.forbid(
            "LC-16.1",
            "{unit} is on {on}, {target} on {other}, and a clear path is not declared",
            unit=figure.id,
            on=figure.on,
            target=target,
            other=on,
            legal="clear_path=yes or clear_path=no",
        )
    if said == "no":
        t.forbid(
            "LC-18.2",
            "{unit} is on {on}, {target} on {other}, without a clear path",
            unit=figure.id,
            on=figure.on,
            target=target,
            other=on,
            legal="a target in sight",
        )
