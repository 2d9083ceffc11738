"""What is said beyond need: it agrees with what the cards ask for, or is refused (section 25a)."""

from collections.abc import Sequence
from typing import NamedTuple

from events.grand_archive import PayDown, Rest
from events.outcome import Nothing, Outcome
from referee.games.grand_archive.bare_acts import FREELY
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.effects.resolution import tag_of, tags_of
from referee.games.grand_archive.places import find
from referee.games.grand_archive.state import Activation, GaTable, Item
from referee.games.grand_archive.values import refuse_if_sure
from referee.parts.effects import CompiledEffect, Doing, happen
from referee.parts.effects.catalog import compiled_effect
from referee.parts.effects.resolution import as_one
from referee.parts.payment import Payment

# -- what pays -------------------------------------------------------------------------------------


class Due(NamedTuple):
    """A reserve cost that is no card's."""

    word: str  # what has it
    rule: str  # the rule of it
    cost: int  # how much


def paid_beside(t: GaTable, seat: str, pays: Sequence[Outcome], card: Card, owed: Due) -> list[str]:
    """What is said to pay a reserve cost that is no card's: Reservable objects, and how many cards
    of the hand; all else only a text that nobody knows can ask for, and then it is done.

    Args:
        t: the table.
        seat: who pays.
        pays: what was said.
        card: what it is paid for.
        owed: the cost.

    Returns:
        The objects that rest for it.
    """
    word, rule, cost = owed
    pays = [one for each in pays for one in _each_way(each)]
    resting = [each.thing for each in pays if isinstance(each, Rest) and each.thing]
    own = (None, seat)
    hand = [each for each in pays if isinstance(each, PayDown) and each.player in own]
    due = Payment(cost, len(resting)).short
    paid = [each.count for each in hand if each.count is not None]
    if paid and sum(paid) != due:
        refuse_if_sure(t, (word,), rule, "{due:is|are} due, {paid} paid", card=card.name, due=due,
                       paid=sum(paid), legal=f"exactly {due}")  # fmt: skip
    known = [*hand, *(x for x in pays if isinstance(x, Rest) and x.thing)] if cost else []
    other = tuple(x for x in pays if not isinstance(x, Nothing) and x not in known)
    if other:
        refuse_if_sure(t, (word,), rule, "{due:is|are} due, and nothing like this: {paid}",
                       card=card.name, due=due, paid=", ".join(map(tag_of, other)))  # fmt: skip
        happen(t, FREELY, Doing(seat, seat, other))
    return [find(t, each, seat).id for each in resting]


def _each_way(said: Outcome) -> list[Outcome]:
    """A payment of which a part rests, as what rests and the cards of the hand."""
    if not isinstance(said, PayDown) or not said.resting:
        return [said]
    count = None if said.count is None else said.count - len(said.resting)
    return [*map(Rest, said.resting), PayDown(count, said.player)]


# -- what is chosen and done -----------------------------------------------------------------------


def require_as_it_comes(t: GaTable, item: Activation) -> None:
    """What is said of an object with its card is what it does as it comes; what that is aimed at,
    and its modes, are said as it goes on the stack (GA-1.6, 16.12)."""
    name = item.card
    if t.catalog.is_untold(name):
        if item.aims or item.mode:
            t.trust(f"{name}: what its text asks for as it is played")
        return
    aims = item.aims[1:] if item.declared else item.aims
    asked = [compiled_effect(t, name, at) for at in t.catalog.triggered.get((name, "on enter"), ())]
    if (aims or item.mode) and any(each.free for each in asked):
        t.trust(f"{name}: what its text asks for as it is played")
        return
    for rule, why, said, fits in (
        ("GA-8.7", "{card} is aimed at nothing", aims, any(each.aims for each in asked)),
        ("GA-8.6", "{card} has no modes", item.mode, any(each.modes for each in asked)),
    ):
        if said and fits:
            t.incomplete(f"{name}: say that when it comes, with trigger")
        elif said:
            refuse_if_sure(t, ("activate",), rule, why, card=name)


def require_own_moment(t: GaTable, item: Activation, did: Sequence[Outcome]) -> None:
    """What an object or an attack card is said to do with its card is what it does as it comes, or
    as its attack is declared; all else is said when it happens (GA-1.6)."""
    card = t.catalog.by_name[item.card]
    if not did or item.effects or not (card.is_object or card.is_attack):
        return
    moment, happens = ("on attack", "attacks") if card.is_attack else ("on enter", "comes")
    triggered = t.catalog.triggered
    comes, own = (triggered.get((card.name, each), ()) for each in ("comes", moment))
    if t.catalog.is_untold(card.name) or (own and not t.state.asks_aims):
        return
    found = [compiled_effect(t, card.name, at) for at in (*comes, *own)]
    said = {tag_of(each) for each in did} - ({"none", "other"} if own else set())
    if said <= {tag for each in found for tag in tags_of(each.effect)}:
        return
    if own and any(each.free for each in found):
        t.trust(f"{card.name}: what it does as it {happens}")
        return
    later = [
        each for at, each in enumerate(card.effects) if each.when != "always" and at not in own
    ]
    if any(not own or said & tags_of(each) for each in later):
        t.incomplete(f"{card.name}: say what it does when that happens, with resolve")
    refuse_if_sure(t, ("activate",), "GA-1.6", "{card} does nothing as it {happens}",
                   card=card.name, happens=happens)  # fmt: skip


def _is_chosen_late(parts: Sequence[CompiledEffect]) -> bool:
    """Whether a way is chosen as a text resolves, whatever was said before (GA-11.6)."""
    return any(each.effect.later for each in parts)


def _is_so(parts: Sequence[CompiledEffect], mode: Sequence[str], before: Sequence[str]) -> bool:
    """Whether the modes that are said are those that were declared."""
    return any(set(said) == set(before) for said in (mode, *(as_one(x, mode) for x in parts)))


def require_open(t: GaTable, item: Item, mode: Sequence[str], x: int | None) -> None:
    """Modes and X that are said as something resolves were left open until then, or are those that
    were declared (GA-2.36, 8.5, 8.6)."""
    if not mode and x is None:
        return
    parts = [compiled_effect(t, item.card, at) for at in item.effects]
    if t.catalog.is_untold(item.card) or any(each.free for each in parts):
        t.trust(f"{item.card}: what its text asks for as it resolves")
        return
    card = item.card
    if mode and not any(each.modes for each in parts):
        t.refuse("GA-8.6", "{card} has no modes", card=card)
    elif mode and item.mode and not _is_so(parts, mode, item.mode) and not _is_chosen_late(parts):
        t.refuse("GA-8.6", "{card} was declared with {declared}, logged {logged}", card=card,
                 declared=", ".join(item.mode), logged=", ".join(mode),
                 since=item.entry)  # fmt: skip
    names = {each.name for found in parts for each in found.modes}
    if names and not names.issuperset(mode):
        t.refuse("GA-8.6", "{card} has no mode {logged}", card=card, legal=", ".join(sorted(names)),
                 logged=", ".join(each for each in mode if each not in names))  # fmt: skip
    if x is None or x == item.x:
        return
    if item.x is not None:
        t.refuse("GA-2.36", "X of {card} is {declared}, logged {logged}", card=card,
                 declared=item.x, logged=x, since=item.entry)  # fmt: skip
    elif not any(each.x is not None for each in parts):
        t.refuse("GA-2.36", "{card} has no X, logged {logged}", card=card, logged=x)
