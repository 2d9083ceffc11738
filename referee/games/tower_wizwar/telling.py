"""The facts of this game in words: one sentence each, without the rule it cites."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.fact import Fact
from referee.games.tower_wizwar import facts
from referee.parts import telling
from referee.wording import counted


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


def _cards_seen(f: facts.CardsSeen) -> str:
    named = f": {f.cards.replace(',', ', ')}" if f.cards else ", unshown"
    return f"{f.seat} sees {counted(f.count, 'card')} of {f.zone}{named}"


WORDS: Mapping[type[Fact], Callable[[Any], str]] = {
    **telling.WORDS,
    facts.PhaseBegan: _phase_began,
    facts.Drafted: _drafted,
    facts.CardCast: _card_cast,
    facts.CardPlayed: _card_played,
    facts.ManaSpent: _mana_spent,
    facts.DrainMoved: _drain_moved,
    facts.Expended: _expended,
    facts.Moved: _moved,
    facts.TokensChanged: _tokens_changed,
    facts.DraftTurned: _draft_turned,
    facts.Cancelled: _cancelled,
    facts.CardsSeen: _cards_seen,
}
