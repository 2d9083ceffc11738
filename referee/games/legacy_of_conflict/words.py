"""The facts of this game in words: one sentence each, without the rule it cites."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.english import counted
from referee.fact import Fact
from referee.games.legacy_of_conflict import facts
from referee.games.legacy_of_conflict.scenarios import GROUND

_CONDITIONS = {"dot": "damage over time"}


def _cards_flipped(f: facts.CardsFlipped) -> str:
    return (
        f"{f.seat} flips {f.first} and {f.second}, {f.total} ({f.purpose}), "
        f"{counted(f.left, 'card')} left"
    )


def _card_set_aside(f: facts.CardSetAside) -> str:
    return f"{f.seat} sets a card aside, unseen"


def _attack_resolved(f: facts.AttackResolved) -> str:
    cover = f" in {f.cover} cover" if f.cover != "none" else ""
    return f"{f.attack} {'hits' if f.hit else 'misses'} {f.target}{cover}"


def _tokens_spent(f: facts.TokensSpent) -> str:
    return f"{f.unit} pays {counted(f.count, 'token')} for {f.action}, {f.left} left"


def _tokens_returned(f: facts.TokensReturned) -> str:
    come = "comes" if f.count == 1 else "come"
    return f"{counted(f.count, 'token')} {come} back to {f.unit}, {f.pool} in the pool"


def _activation_began(f: facts.ActivationBegan) -> str:
    return f"{f.unit} is activated"


def _activation_ended(f: facts.ActivationEnded) -> str:
    return f"{f.unit}'s activation is over, {counted(f.idle, 'token')} unspent"


def _opportunity_passed(f: facts.OpportunityPassed) -> str:
    return f"{f.seat} passes"


def _unit_moved(f: facts.UnitMoved) -> str:
    place = "the ground" if f.surface == GROUND else f.surface
    match f.how:
        case "stride":
            where = "" if f.surface == GROUND else f" on {f.surface}"
            return f"{f.unit} moves {f.mm:g} mm{where}"
        case "climb":
            cost = f", {counted(f.strides, 'Stride')}" if f.strides else ""
            return f"{f.unit} climbs to {place}{cost}"
        case "feature":
            return f"{f.unit} reaches {place}, {counted(f.strides, 'Stride')}"
        case "push":
            return f"{f.unit} is pushed {f.mm:g} mm"
        case "throw":
            return f"{f.unit} is thrown {f.mm:g} mm"
        case "fall":
            return f"{f.unit} falls to {place}"
        case _:
            return f"{f.unit} gives way by {f.mm:g} mm"


def _condition_changed(f: facts.ConditionChanged) -> str:
    condition = _CONDITIONS.get(f.condition, f.condition)
    does = "gains" if f.change > 0 else "loses"
    many = f"{abs(f.change)} " if abs(f.change) > 1 else ""
    return f"{f.unit} {does} {many}{condition}, {f.count} now"


def _wounds_healed(f: facts.WoundsHealed) -> str:
    return f"{f.unit} heals {counted(f.amount, 'Wound')}, {f.left} left"


def _terrain_changed(f: facts.TerrainChanged) -> str:
    return f"{f.piece}: {f.how}"


def _marker_held(f: facts.MarkerHeld) -> str:
    return f"{f.side or 'nobody'} holds {f.marker}"


def _order_fixed(f: facts.OrderFixed) -> str:
    if f.rule == "LC-9.5":
        return f"{f.seat} is number {f.rank} on its side"
    return f"{f.seat}'s side is number {f.rank} in the order"


_STEPS = {
    "LC-6.1": "by the best suit",
    "LC-6.2": "by the value in the best suit",
    "LC-6.3": "by the other card",
    "LC-6.4": "after another flip",
}
"""How a tie is broken, by the rule of its last step."""


def _contest_placed(f: facts.ContestPlaced) -> str:
    place = f", number {f.rank}"
    if f.contest != "initiative":
        place = " and wins" if f.won else " and loses"
    tie = f" {_STEPS[f.rule]}" if f.rule in _STEPS else ""
    return f"{f.participant} comes to {f.total} for {f.contest}{place}{tie}"


def _count_differed(f: facts.CountDiffered) -> str:
    return f"{f.unit}'s tokens are counted as {f.counted}; the record has {f.recorded}"


WORDS: Mapping[type[Fact], Callable[[Any], str]] = {
    facts.CardsFlipped: _cards_flipped,
    facts.CardSetAside: _card_set_aside,
    facts.AttackResolved: _attack_resolved,
    facts.TokensSpent: _tokens_spent,
    facts.TokensReturned: _tokens_returned,
    facts.ActivationBegan: _activation_began,
    facts.ActivationEnded: _activation_ended,
    facts.OpportunityPassed: _opportunity_passed,
    facts.UnitMoved: _unit_moved,
    facts.ConditionChanged: _condition_changed,
    facts.WoundsHealed: _wounds_healed,
    facts.TerrainChanged: _terrain_changed,
    facts.MarkerHeld: _marker_held,
    facts.OrderFixed: _order_fixed,
    facts.ContestPlaced: _contest_placed,
    facts.CountDiffered: _count_differed,
}
"""Every fact type of this game."""
