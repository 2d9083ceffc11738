"""What the next card that a player activates comes with, by an effect that said so before
(GA-16.20)."""

from collections.abc import Iterator

from referee.games.grand_archive.begun_texts import used, used_up
from referee.games.grand_archive.state import GaTable, InPlay
from referee.games.grand_archive.values import STAYS_AWAKE, TEXTS, UNNEGATED, forbidden
from referee.parts.lasting_changes import Static

KINDS = ("buff", "distant")
"""What it may come with: counters of a kind, or distant."""
_COMES = "comes with "


def is_promised_once(t: GaTable, static: Static) -> bool:
    """Whether it is for the next card alone."""
    state = t.state
    return static.source in state.begun and "uses" in state.zones.things[static.source].counters


def promise(t: GaTable, thing: InPlay) -> None:
    """A card is activated, by its player or as an effect says so: it is the next one, whether it
    comes to the field or not, for all that effects have said of that."""
    for kind in KINDS if t.state.begun else ():
        for static in list(t.state.changes.statics.get(kind, ())):
            if is_promised_once(t, static) and TEXTS.charges(
                t, static, thing.controller, thing.name
            ):
                count = TEXTS.amount(t, static, thing.id)
                t.set(thing, "marks", [*thing.marks, f"{_COMES}{count} {kind}"])
                used(t, static.source)
    if t.state.begun and forbidden(t, "negate", thing.controller):
        t.set(thing, "marks", [*thing.marks, UNNEGATED])
    for act in ("negate", "activate", STAYS_AWAKE):
        used_up(t, act, thing.controller, thing.name)


def stays_awake(t: GaTable, seat: str, card: str) -> bool:
    """Whether a text lets the attacker of a card not rest for it (GA-14.5)."""
    found = t.state.changes.statics.get(STAYS_AWAKE, ())
    return any(TEXTS.charges(t, each, seat, card) for each in found)


def promised(t: GaTable, thing: InPlay) -> Iterator[tuple[str, int]]:
    """What was promised to a card that comes, by its kinds, which is kept then."""
    if not any(each.startswith(_COMES) for each in thing.marks):
        return
    said = [each.removeprefix(_COMES) for each in thing.marks if each.startswith(_COMES)]
    t.set(thing, "marks", [each for each in thing.marks if not each.startswith(_COMES)])
    for each in said:
        count, _, kind = each.partition(" ")
        yield kind, int(count)
