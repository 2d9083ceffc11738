"""The facts of this game in words: one sentence each, without the rule it cites."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.english import counted, joined_again, moment_in_words
from referee.fact import CardsSeen
from referee.games.grand_archive import begun_texts, facts
from referee.parts import words
from referee.parts.responses import Resolved


def _phase(f: facts.PhaseBegan) -> str:
    return f"{f.seat}: {f.phase}"


def _activated(f: facts.CardActivated) -> str:
    place = "" if f.zone == "hand" else f" from {f.zone}"
    paid = f", {counted(f.reserved, 'card')} reserved" if f.reserved else ""
    return f"{f.seat} activates {f.card}{place}{paid}"


def _materialized(f: facts.CardMaterialized) -> str:
    paid = f", {counted(f.banished, 'card')} banished for it" if f.banished else ""
    return f"{f.seat} materializes {f.card}{paid}"


def _picked(f: facts.BanishedAtRandom) -> str:
    return f"{f.card} is picked at random from {counted(f.of, 'card')} in {f.seat}'s memory"


def _used(f: facts.AbilityActivated) -> str:
    which = f": {f.ability}" if f.ability else ""
    return f"{f.seat} uses {f.thing}{which}"


def _fizzled(f: facts.Fizzled) -> str:
    return f"{f.card} is negated" if f.why == "negated" else f"{f.card} fizzles: {f.why}"


def _recollected(f: facts.Recollected) -> str:
    return f"{f.seat} recollects {counted(f.count, 'card')}"


def _glimpsed(f: facts.Glimpsed) -> str:
    return f"{f.seat} glimpses {f.count}, {f.bottom} to the bottom"


def _seen(f: CardsSeen) -> str:
    what = joined_again(f.cards) if f.cards else counted(f.count, "card")
    return f"{f.seat} {'shows' if f.cards else 'looks at'} {what} of {f.zone}"


def _random(f: facts.RandomResult) -> str:
    return f"{f.source}: a random {f.number}"


def _missed(f: facts.TriggerMissed) -> str:
    of = f" of entry {f.cause}" if f.cause else ""
    return f"{f.seat} missed {f.what}{of}" + (", which is done now" if f.added else "")


def _stood(f: facts.TurnStood) -> str:
    return (
        f"{f.seat} after turn {f.turn}: Lv {f.level}, {f.life} life, influence {f.influence}, "
        f"{f.deck} in the main deck"
    )


def _tie_broken(f: facts.TieBroken) -> str:
    return f"{f.seat} is ahead by {f.figure}: {f.own} to {f.next}"


def _leveled(f: facts.ChampionLeveled) -> str:
    if f.how == "placed":
        return f"{f.seat} places {f.card}"
    way = "up into" if f.how == "leveled up" else "down to"
    return f"{f.seat} levels {way} {f.card}, Lv {f.level}"


def _declared(f: facts.AttackDeclared) -> str:
    means = [counted(f.weapons, "weapon")] if f.weapons else []
    means += [counted(f.intents, "card") + " in the intent"] if f.intents else []
    by = f" with {' and '.join(means)}" if means else ""
    return f"{f.thing} attacks {f.target}{by}"


def _redirected(f: facts.AttackRedirected) -> str:
    return f"the attack of {f.thing} goes on {f.target} now"


def _retaliated(f: facts.Retaliated) -> str:
    return f"{f.thing} retaliates against {f.target}"


def _struck(f: facts.StrikeReckoned) -> str:
    return f"{f.thing} strikes {f.target} for {f.total}"


def _life(f: facts.LifeReckoned) -> str:
    return f"{f.thing} has {f.total} life left"


def _combat_ended(f: facts.CombatEnded) -> str:
    why = {"without a target": ", without a target", "ended": ", by an effect"}.get(f.how, "")
    return f"the combat of {f.thing} is over{why}"


def _left(f: facts.ObjectLeft) -> str:
    if f.how == "died":
        return f"{f.thing} dies"
    return f"{f.thing} is {f.how}"


def _counters(f: facts.CountersChanged) -> str:
    what = counted(abs(f.change), f"{f.kind} counter")
    if f.change > 0:
        return f"{what} onto {f.thing}, {f.left} there now"
    return f"{what} off {f.thing}, {f.left} left"


def _recovered(f: facts.Recovered) -> str:
    return f"{f.seat} recovers {f.amount}"


def _resolved(f: Resolved) -> str:
    what = f.source if f.kind == "card" and f.source else f"the {f.kind} of {f.source or f.seat}"
    what = f"{what} (entry {f.entry})"
    return f"{what} takes effect" if f.how == "took effect" else f"{what}: {f.how}"


def _text_began(f: begun_texts.TextBegan) -> str:
    on = f" on {f.on}" if f.on else ""
    until = f" until {moment_in_words(f.until)}" if f.until else ""
    times = f", {counted(f.uses, 'time')}" if f.uses else ""
    return f"the text {f.effect} of {f.card} holds{on} for {f.seat}{until}{times}"


def _text_ended(f: begun_texts.TextEnded) -> str:
    return f"the text {f.effect} of {f.card} is over for {f.seat}"


_KEYWORDS = {
    "agility": "{seat} takes {cards} from memory to hand by Agility",
    "vigor": "{thing} wakes by Vigor",
    "foster": "{thing} is fostered",
    "on charge": "{thing} has {counters} now",
    "imbue": "{thing} is imbued",
    "prepare": "{thing} is prepared",
    "brew": "{thing} is brewed",
    "empower": "{thing} is empowered by {amount}",
    "aethercalling": "{thing} is loaded out of a glimpse",
    "ephemerate": "{thing} is ephemeral",
    "starcalling": "{seat} calls {thing} out of a glimpse",
}
"""What keywords do by themselves."""


def _keyword(f: facts.KeywordWorked) -> str:
    return _KEYWORDS.get(f.word, "{word} of {thing}").format(
        word=f.word,
        seat=f.seat,
        thing=f.thing,
        amount=f.amount,
        cards=counted(f.amount, "card"),
        counters=counted(f.amount, "charge counter"),
    )


WORDS: Mapping[type[Any], Callable[[Any], str]] = {
    **words.WORDS,
    facts.PhaseBegan: _phase,
    facts.CardActivated: _activated,
    facts.CardMaterialized: _materialized,
    facts.BanishedAtRandom: _picked,
    facts.AbilityActivated: _used,
    facts.Fizzled: _fizzled,
    facts.Recollected: _recollected,
    facts.Glimpsed: _glimpsed,
    CardsSeen: _seen,
    facts.RandomResult: _random,
    facts.TriggerMissed: _missed,
    facts.KeywordWorked: _keyword,
    facts.TurnStood: _stood,
    facts.TieBroken: _tie_broken,
    facts.ChampionLeveled: _leveled,
    facts.AttackDeclared: _declared,
    facts.AttackRedirected: _redirected,
    facts.Retaliated: _retaliated,
    facts.StrikeReckoned: _struck,
    facts.LifeReckoned: _life,
    facts.CombatEnded: _combat_ended,
    facts.ObjectLeft: _left,
    facts.CountersChanged: _counters,
    facts.Recovered: _recovered,
    Resolved: _resolved,
    begun_texts.TextBegan: _text_began,
    begun_texts.TextEnded: _text_ended,
}
"""For each fact of this game and of the shared parts, the sentence."""
