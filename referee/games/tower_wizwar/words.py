"""The facts of this game in words: one sentence each, without the rule it cites."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.english import counted
from referee.fact import Fact
from referee.games.tower_wizwar import facts
from referee.games.tower_wizwar.state import TwTable
from referee.parts import words


def _phase_began(f: facts.PhaseBegan) -> str:
    return f"{f.seat}: {f.phase}"


def _drafted(f: facts.Drafted) -> str:
    spells = counted(f.spells, "spell")
    if f.kind == "tower":
        return f"{f.seat} drafts {spells} by the tower into the pool"
    return f"{f.seat} drafts {spells}: {f.hand} to the hand, {f.pool} to the pool"


def _card_cast(f: facts.CardCast) -> str:
    more = f", {f.surcharge} of it surcharge" if f.surcharge else ""
    return f"{f.seat} casts {f.card} into {f.on}.{f.spot} for {f.cost} mana{more}"


def _card_played(f: facts.CardPlayed) -> str:
    return f"{f.seat} plays the {f.kind} {f.card}"


def _mana_spent(f: facts.ManaSpent) -> str:
    lost = f", {f.made - f.used} lost" if f.made > f.used else ""
    return f"{f.seat} makes {f.made} mana for {f.purpose}{lost}"


def _pool_left(f: facts.PoolLeft) -> str:
    return f"{f.seat} has {counted(f.spells, 'spell')} left in the pool"


def _drain_moved(f: facts.DrainMoved) -> str:
    way = "rises" if f.change > 0 else "falls"
    return f"the drain of {f.seat} {way} by {abs(f.change)} to {f.left}"


def _expended(f: facts.Expended) -> str:
    return f"{f.thing} is {'expended' if f.expended else 'renewed'}"


def _moved(f: facts.Moved) -> str:
    return f"{f.thing} goes from {f.source} to {f.target}"


def _tokens_changed(f: facts.TokensChanged) -> str:
    way = "comes onto" if f.change > 0 else "leaves"
    return f"{abs(f.change)} {f.colour} {way} {f.thing}, {f.left} there now"


def _draft_turned(f: facts.DraftTurned) -> str:
    return f"{f.seat} turns a draft card: {f.number}"


def _cancelled(f: facts.Cancelled) -> str:
    return f"{f.seat}'s {f.kind} of entry {f.entry} is cancelled"


# -- attacks, harm and losing ------------------------------------------------------------------


def _attack_declared(f: facts.AttackDeclared) -> str:
    whose = f" of {f.defender}" if f.defender not in ("", f.target) else ""
    cards = counted(f.attackers, "card")
    return f"{f.seat} attacks {f.target}{whose} with {cards}, power {f.power}"


def _attack_blocked(f: facts.AttackBlocked) -> str:
    if not f.blockers:
        return f"{f.seat} does not block"
    return f"{f.seat} blocks with {counted(f.blockers, 'card')}"


def _damage_reckoned(f: facts.DamageReckoned) -> str:
    return f"the {f.kind} of {f.seat} comes to {f.total} damage"


def _damage_assigned(f: facts.DamageAssigned) -> str:
    harm = f"{f.harm} harm" if f.harm else "no harm"
    left = f", {f.left} left" if f.left else ""
    return f"{f.amount} damage of {f.source} on {f.target}, Might {f.might}: {harm}{left}"


def _damage_lost(f: facts.DamageLost) -> str:
    return f"{f.amount} damage of the {f.source} is lost"


def _harm_changed(f: facts.HarmChanged) -> str:
    way = "comes onto" if f.change > 0 else "leaves"
    return f"{abs(f.change)} harm {way} {f.target}, {f.left} there now ({_cause(f.cause)})"


def _wounds_changed(f: facts.WoundsChanged) -> str:
    way = "gets" if f.change > 0 else "loses"
    many = counted(abs(f.change), "wound")
    return f"{f.target} {way} {many}, {f.left} in all ({_cause(f.cause)})"


def _cause(cause: str) -> str:
    return "the turn ends" if cause == "turn" else cause


def _wizard_lost(f: facts.WizardLost) -> str:
    return f"{f.seat} loses: {f.cause}"


def _space_cleared(f: facts.SpaceCleared) -> str:
    then = "plays on in retreat" if f.retreat else "is out"
    return f"the map of {f.seat} is cleared; {f.seat} {then}"


WORDS: Mapping[type[Fact], Callable[[Any], str]] = {
    **words.WORDS,
    facts.PhaseBegan: _phase_began,
    facts.Drafted: _drafted,
    facts.CardCast: _card_cast,
    facts.CardPlayed: _card_played,
    facts.ManaSpent: _mana_spent,
    facts.PoolLeft: _pool_left,
    facts.DrainMoved: _drain_moved,
    facts.Expended: _expended,
    facts.Moved: _moved,
    facts.TokensChanged: _tokens_changed,
    facts.DraftTurned: _draft_turned,
    facts.Cancelled: _cancelled,
    facts.SpaceCleared: _space_cleared,
    facts.AttackDeclared: _attack_declared,
    facts.AttackBlocked: _attack_blocked,
    facts.DamageReckoned: _damage_reckoned,
    facts.DamageAssigned: _damage_assigned,
    facts.DamageLost: _damage_lost,
    facts.HarmChanged: _harm_changed,
    facts.WoundsChanged: _wounds_changed,
    facts.WizardLost: _wizard_lost,
}


def exactly(count: int, *uncounted: int) -> str:
    """How many cards are legal, for a hint; all together, where some of a line are only counted."""
    return f"{count} in all" if any(uncounted) else f"exactly {count}"


def or_unnamed(t: TwTable, count: int) -> str:
    """That a number stands for the names that are asked for, where it may (TW-20.10)."""
    return f", or unnamed={count}" if t.choice["TW-I 87"] == "numbers_allowed" else ""
