"""What prevents damage, and what happens in the place of other outcomes (sections 16c, 18)."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from referee.english import listed
from referee.games.grand_archive.state import GaTable, InPlay, card_of, champion_of
from referee.games.grand_archive.values import TEXTS, TOKENS, price_of
from referee.house import AnyTable
from referee.parts.lasting_changes import Change, Lasting
from referee.parts.replacement import Prevent, Replacing, Values, replaced
from referee.verdict import Unsaid

COMBAT, OTHER = "combat", "noncombat"
BY_OTHERS = "not-by:"
"""What is prevented by what somebody else than this player controls."""
_LAYERS = ("instead", "next", "shield")
WHO, WILLING = "who", "willing"
"""Who does what would happen, where no part of it says so; whether what may replace it does."""


def _subjects(word: str, values: Values) -> Iterator[str]:
    if word == "damage":
        yield values["thing"].id
        yield values["thing"].controller
    else:
        yield from TEXTS.subjects(word, values)


def _fits(t: AnyTable, change: Change, word: str, values: Values) -> bool:
    """A prevention of combat damage alone is about no other."""
    if not values.get(WILLING, True) and _is_optional(t, change):
        return False
    if isinstance(change, Lasting):
        of = change.word.partition(" ")[0]
        if of.startswith(BY_OTHERS):
            return bool(values.get("by", ("", "", ""))[1] != of.removeprefix(BY_OTHERS))
        return of not in (COMBAT, OTHER) or of == values.get("kind")
    return TEXTS.replaces(t, change, word, values)


def _is_optional(t: AnyTable, change: Change) -> bool:
    """Whether a text may replace something, or leave it."""
    return not isinstance(change, Lasting) and TEXTS.is_optional(t, change)


def _becomes(
    t: AnyTable, change: Change, word: str, values: Values
) -> tuple[str, Values] | Prevent:
    if not isinstance(change, Lasting):
        return TEXTS.becomes(t, change, word, values)
    if change.layer == "next" and change.word.endswith("leave"):
        return Prevent(max(0, values["amount"] - (change.amount or 0)))
    if change.layer == "next":
        return Prevent(change.amount)
    if change.word.endswith("below"):
        return Prevent(None if values["amount"] <= (change.amount or 0) else 0)
    return Prevent(change.amount)


REPLACING = Replacing(
    _subjects,
    _fits,
    _becomes,
    amounts={"damage": "amount"},
    preventable=lambda t, word, values: not values.get("unpreventable"),
)
"""Damage that is not preventable uses up what prevents once, and shrinks no shield (GA-18.12)."""


class Damage(NamedTuple):
    """Damage that is about to be dealt."""

    amount: int  # how much, before anything prevents it
    source: str  # the card that deals it
    seat: str  # whose that is
    cause: str  # attack, retaliation, or effect
    rule: str  # the rule that deals it
    unpreventable: bool = False  # whether nothing prevents it (GA-18.12)
    acts_as: str = ""  # what deals it besides what the card is, such as a spell (GA-16.17)
    by: str = ""  # the object that deals it, where one does

    @property
    def kind(self) -> str:
        """Whether it is of a combat."""
        return OTHER if self.cause == "effect" else COMBAT


def left_of(t: GaTable, thing: InPlay, damage: Damage, first: Sequence[str]) -> tuple[InPlay, int]:
    """To which object damage is dealt in the end, and how much of it is not prevented (GA-16.20,
    16.21, 18.9 to 18.14).

    Args:
        t: the table.
        thing: who would take it.
        damage: the damage.
        first: which replacements go first, as the controller of the object says.

    Raises:
        Unsaid: the order makes a difference, and nobody said it.
    """
    changes, amount = t.state.changes, damage.amount
    if not changes.on and "damage" not in changes.statics:
        return thing, amount
    by = (damage.source, damage.seat, damage.acts_as, damage.by)
    values: Values = {"thing": thing, "amount": amount, "kind": damage.kind, "by": by}
    if damage.unpreventable or is_sure(t, damage.seat, damage.by or damage.source):
        values["unpreventable"] = True
    order = [each.source for named in first for each in _replacing(t) if _is(each, named)]
    try:
        word, became = replaced(t, REPLACING, "damage", values, order, ask=True)
    except Unsaid as asked:
        asked.seat = thing.controller
        raise
    return became.get("thing", thing), int(became["amount"]) if word == "damage" else 0


SURE = "deal sure damage"
"""What a text allows the cards whose damage cannot be prevented (GA-18.12)."""


def is_sure(t: GaTable, seat: str, source: str) -> bool:
    """Whether a text lets nothing prevent the damage of a card, or of the champion of that name,
    which is of each element of its lineage (GA-15.20, 18.12)."""
    found = t.state.changes.statics.get(SURE)
    if not found:
        return False
    champion = champion_of(t, seat)
    named = champion.id if champion is not None and champion.name == source else source
    return any(TEXTS.charges(t, each, seat, named) for each in found)


def _replacing(t: GaTable) -> Iterator[Change]:
    """All that replaces or prevents something now."""
    changes = t.state.changes
    begun: list[Change] = [each for found in changes.on.values() for each in found]
    standing: list[Change] = [each for found in changes.statics.values() for each in found]
    return (each for each in (*begun, *standing) if each.layer in _LAYERS)


def _is(change: Change, named: str) -> bool:
    return named in (change.source, change.source.rpartition(".")[0], change.source.split(".")[0])


def is_replacement(t: GaTable, named: str) -> bool:
    """Whether anything of that name replaces or prevents something now."""
    return any(_is(each, named) for each in _replacing(t))


def require_first(t: GaTable, seat: str, first: Sequence[str]) -> None:
    """What is said to go first replaces or prevents something, and whose object or card is
    affected says it.

    Raises:
        Violation: GA-16.20, nothing of that name does; GA-18.14, it is another's to say.
    """
    things = t.state.zones.things
    for named in first:
        meant = [each for each in _replacing(t) if _is(each, named)]
        if not meant:
            sources = dict.fromkeys(each.source for each in _replacing(t))
            t.refuse("GA-16.20", "{name} replaces nothing", name=named, legal=listed(sources))
            continue
        on = [each.on for each in meant if isinstance(each, Lasting)]
        whose = [things[each].controller if each in things else each for each in on]
        if whose and seat not in whose:
            t.refuse(
                "GA-18.14",
                "{name} is on an object of {whose}, who says the order",
                name=named,
                whose=whose[0],
                legal=whose[0],
            )


def ability_price(t: GaTable, seat: str, card: str) -> int:
    """How much more than is printed an ability costs that a player uses, of what has it, whoever
    lends it (GA-8.9)."""
    return price_of(t, seat, "ability", 0, card)


def dearer(r: Any, count: int) -> int:
    """How much more or less than its reserve cost is paid now for an ability, by what changes
    that."""
    if r.list != "payment" or r.compiled.effect.when != "activated":
        return 0
    source = r.source
    own = card_of(r.t, source).name if isinstance(source, InPlay) else r.compiled.card
    return price_of(r.t, r.seat, "ability", count, own) - count


def require_damage(t: GaTable, seat: str, amount: int) -> None:
    """Who recovers so much as a cost has as much damage, whatever it becomes then (GA-9.23)."""
    champion = champion_of(t, seat)
    have = 0 if champion is None else champion.damage
    if have < amount:
        t.forbid("GA-9.23", "{seat} has {have} damage to recover, {amount:is|are} due",
                 seat=seat, have=have, amount=amount)  # fmt: skip


def _other_tokens(r: Any, values: dict[str, Any]) -> Any:
    """The tokens that are summoned: others, where a text of the player lets and the line says
    so."""
    said = getattr(r.logged(), "card", None)
    for static in r.t.state.changes.statics[TOKENS]:
        if said == (static.word,) and TEXTS.fits(r.t, static, values["player"]):
            return said
    return values["card"]


def instead_of(r: Any, word: str, values: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """What an effect's outcome becomes; damage is asked where it is dealt (GA-16.20)."""
    if word == "damage":
        return word, values
    if word == "summon" and TOKENS in r.t.state.changes.statics:
        return word, {**values, "card": _other_tokens(r, values)}
    if word == "pay" and (more := dearer(r, values["count"])):
        return word, {**values, "count": values["count"] + more}
    if word == "recover" and r.list == "payment":
        require_damage(r.t, values["player"], values["amount"])
    if word == "glimpse":
        values = {**values, WHO: r.seat, WILLING: r.willing}
    word, values = replaced(r.t, REPLACING, word, values, r.doing.first)
    return word, {name: each for name, each in values.items() if name not in (WHO, WILLING)}
