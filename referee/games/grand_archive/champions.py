"""Which champion card may go on top of a lineage (section 15)."""

from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.state import GaTable, InPlay, card_of
from referee.games.grand_archive.values import (
    TEXTS,
    bears_name,
    forbidden,
    permits,
    refuse_if_sure,
)

ONLY = "level up alone"
"""What a champion allows the champions into which alone it levels up."""


def champion_for(t: GaTable, seat: str, card: Card) -> InPlay:
    """The champion of a player that a card goes on top of, where nobody said which (GA-I 18).

    Raises:
        Violation: GA-15.8, there is none.
        Unsaid: it could go on several.
    """
    keys = t.state.players[seat].champions
    if not keys:
        t.forbid("GA-15.8", "{seat} has no champion", seat=seat)
    things = t.state.zones.things
    if len(keys) > 1 and t.choice["GA-I 18"] == "player_chooses":
        able = [key for key in keys if fits(t, things[key], card)]
        if len(able) > 1:
            t.incomplete(f"say which champion levels up into {card.name}", lineage=able)
        if able:
            return things[able[0]]
    return things[keys[0]]


def fits(t: GaTable, champion: InPlay, card: Card) -> bool:
    """Whether a champion card may go on top of a lineage (GA-15.8 to 15.16)."""
    only = [each for each in t.state.changes.statics.get(ONLY, ()) if each.source == champion.id]
    return (
        _is_next(t, champion, card)
        and (not card.requires or _is_of(t, card_of(t, champion), card.requires))
        and all(TEXTS.charges(t, each, champion.controller, card.name) for each in only)
    )


def _is_next(t: GaTable, champion: InPlay, card: Card) -> bool:
    """One level higher by what is printed; or of the same, where a text allows it (GA-15.8,
    15.16)."""
    now = card_of(t, champion).level or 0
    if card.level == now + 1:
        return True
    return card.level == now and permits(t, "level up", champion.id)


def require_lineage(t: GaTable, champion: InPlay, card: Card, rule: str = "GA-15.15") -> None:
    """A champion card fits on top of a lineage (GA-15.8, 15.13, 15.15); without the Lineage it
    breaks that rule, GA-24.21 where it is materialized."""
    top = card_of(t, champion)
    named = not card.requires or _is_of(t, top, card.requires)
    following = _is_next(t, champion, card)
    if not following and not named:
        refuse_if_sure(
            t,
            ("level up",),
            "GA-10.3",
            "{card} is Lv {level} with {lineage} Lineage, {top} is Lv {now}",
            card=card.name,
            level=card.level or 0,
            lineage=card.requires,
            top=top.name,
            now=top.level or 0,
        )
    elif not following:
        refuse_if_sure(
            t,
            ("level up",),
            "GA-15.8",
            "{card} is Lv {level}, {top} is Lv {now}",
            card=card.name,
            level=card.level or 0,
            top=top.name,
            now=top.level or 0,
            legal=f"Lv {(top.level or 0) + 1}",
        )
    elif not named:
        refuse_if_sure(
            t,
            ("level up",),
            rule,
            "{card} needs {lineage} Lineage, {top} is on top",
            card=card.name,
            lineage=card.requires,
            top=top.name,
        )
    only = [each for each in t.state.changes.statics.get(ONLY, ()) if each.source == champion.id]
    if not all(TEXTS.charges(t, each, champion.controller, card.name) for each in only):
        refuse_if_sure(
            t,
            ("level up",),
            "GA-15.13",
            "{top} does not level up into {card}",
            top=top.name,
            card=card.name,
        )
    if forbidden(t, "level up", champion.id, champion.controller):
        refuse_if_sure(t, ("level up",), "GA-15.13", "{thing} does not level up", thing=champion.id)


def _is_of(t: GaTable, top: Card, lineage: str) -> bool:
    """Whether a champion is of that name: what stands before the comma, or all of it; in R25 the
    name may stand within another (GA-15.15, 15.26, 15.28)."""
    return top.name.casefold() == lineage.casefold() or bears_name(t, top, lineage)
