"""What effects copy: what is on the stack, and objects (section 23)."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from referee.games.grand_archive import places
from referee.games.grand_archive.effects.fizzling import fizzles
from referee.games.grand_archive.effects.resolution import called
from referee.games.grand_archive.effects.stands import ARRIVED
from referee.games.grand_archive.state import (
    FIELD,
    STACK,
    Activation,
    GaTable,
    InPlay,
    Item,
    card_of,
    in_r26,
)
from referee.parts.effects import Run
from referee.parts.responses import pend

PROPERTIES = ("imbued", "brewed", "prepared")
"""What an object has of how its card was paid for, and R25 copies with it (GA-23.11)."""


def copy(r: Run, item: Any, aims: Sequence[str] = (), how: str = "same") -> int:
    """What is on the stack is copied (GA-23.3, 23.4); an object as a token (GA-23.2).

    Args:
        r: the run.
        item: what is copied.
        aims: the targets of the copy, where they are not those of the original.
        how: ``new`` where the text allows other targets; ``rested`` of an object whose copy comes
            rested.

    Raises:
        Violation: GA-1.6, it is neither; GA-23.3, the copy cannot have these targets.
    """
    key = item.id if isinstance(item, InPlay) else str(item)
    original = _on_the_stack(r, key)
    if original is not None and (_aims_at_stack(r) or not _is_object(item)):
        _copy_item(r, original, aims, how)
    elif isinstance(item, InPlay) and _is_object(item):
        _copy_object(r, item, rested=how == "rested")
    else:
        r.forbid("{item} is not on the stack", item=key)
    return 1


def _is_object(item: Any) -> bool:
    return isinstance(item, InPlay) and item.place == FIELD


def _aims_at_stack(r: Run) -> bool:
    """Whether the text means what is on the stack, and not the object that it is of."""
    return any(aim.what == "pending" for aim in r.compiled.effect.aims.values())


def _on_the_stack(r: Run, key: str) -> Item | None:
    """The newest on the stack of that source, but for what copies it."""
    for each in reversed(r.t.state.waiting.stack):
        own = each.source == r.doing.source and each.entry == r.doing.cause
        if isinstance(each, Item) and each.source == key and not own:
            return each
    return None


def _copy_item(r: Run, original: Item, aims: Sequence[str], how: str) -> None:
    """A copy goes on top, with the modes, X, targets and properties of the original; nobody has
    activated it (GA-23.3). That of a card is a token (GA-23.4)."""
    t = r.t
    source = original.source
    if isinstance(original, Activation):
        source = _token_of(r, t.state.zones.things[source]).id
    copied = replace(
        original,
        entry=t.seq,
        number=0,
        seat=r.seat,
        source=source,
        answers=0,
        stage="",
        trusted=(),
        effects=list(original.effects),
        did=(),
        hold=False,
        tried=False,
    )
    if isinstance(copied, Activation) and isinstance(original, Activation) and in_r26(t):
        copied.copies = original.copies or original.source
    if aims:
        _aim_anew(t, original, copied, aims, how)
    pend(t, None, copied, triggered=True)


def has_copies(t: GaTable, card: str) -> bool:
    """Whether copies of the activation of a card wait, which keep it on the stack in R26
    (GA-7.14)."""
    return any(isinstance(x, Activation) and x.copies == card for x in t.state.waiting.stack)


def let_card_go(t: GaTable, item: Activation) -> None:
    """With the last activation of a card that was copied, the card leaves the stack (GA-7.14)."""
    card = t.state.zones.things.get(item.copies)
    if card is None or card.place != STACK:
        return
    others = (x for x in t.state.waiting.stack if isinstance(x, Activation) and x is not item)
    if not any(card.id in (each.source, each.copies) for each in others):
        places.LAYOUT.leave(t, card)


def _token_of(r: Run, original: InPlay) -> InPlay:
    """What stands on the stack for the copy of a card; R26 copies with it that it is empowered
    (GA-23.12)."""
    return places.LAYOUT.generate(
        r.t,
        original.name,
        STACK,
        owner=r.seat,
        token=True,
        marks=list(original.marks),
        turn=r.t.state.turn,
        empowered=original.empowered if in_r26(r.t) else 0,
    )


def _aim_anew(t: GaTable, original: Item, copied: Item, aims: Sequence[str], how: str) -> None:
    """The copy has targets of its own, if the text lets it (GA-23.3)."""
    new = tuple(called(t, copied.seat, each) for each in aims)
    if new == original.aims:
        return
    legal = ", ".join(original.aims)
    if how != "new":
        t.refuse("GA-23.3", "the copy has the targets of {card}", card=copied.card, legal=legal)
        return
    copied.aims = new
    if len(new) != len(original.aims) or fizzles(t, copied) is not None:
        t.refuse("GA-23.3", "{aims} cannot be the targets of {card}", aims=", ".join(new),
                 card=copied.card, legal=legal)  # fmt: skip


def _copy_object(r: Run, thing: InPlay, *, rested: bool = False) -> None:
    """An object is copied as a token: the face that is up, as printed (GA-23.2, 23.11)."""
    if card_of(r.t, thing).is_champion:
        r.t.trust(f"{thing.id}: what the copy of a champion is")
        return
    kept = ("back",) if in_r26(r.t) else (*PROPERTIES, "back")
    marks = [each for each in thing.marks if each in kept]
    token = places.enter(r.t, thing.name, r.seat, r.seat, places.Coming(rested, True, marks))
    r.named[ARRIVED] = token.id
