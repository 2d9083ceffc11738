"""The facts of the shared parts in words, for the ``words`` of a game that uses them."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.english import counted, joined_again, moment_in_words
from referee.fact import CardsSeen, Fact
from referee.parts.effects.facts import EffectHappened, OutcomeLeftOut, PickedBy
from referee.parts.lasting_changes import ChangeBegan, ChangeEnded, while_it_is_there
from referee.parts.replacement import Replaced
from referee.parts.responses import Passed, Resolved

_LAYERS = {
    "set": "is set",
    "grant": "is granted",
    "lose": "is lost",
    "add": "changes",
    "free": "is free",
    "swap": "is swapped",
    "permit": "is permitted",
    "forbid": "is forbidden",
    "instead": "is replaced",
    "shield": "is prevented",
    "next": "is prevented once",
}

_PARTLY = ("instead", "shield", "next")
"""Layers whose amount is how much of something they are about."""


def _effect_happened(f: EffectHappened) -> str:
    which = f" ({f.effect})" if f.effect else ""
    how = {"part": ", told in part", "none": ", by its text alone"}.get(f.told, "")
    return f"{f.card}'s effect{which} happens: {(f.trigger or 'used').replace('_', ' ')}{how}"


def _outcome_left_out(f: OutcomeLeftOut) -> str:
    what = f"{f.outcome} of {f.source}" if f.outcome else f.source
    card = f.source.rpartition(".")[0] or f.source
    return f"{what} does nothing: {f.why.removeprefix(f'{card}: ')}"


def _picked_by(f: PickedBy) -> str:
    return f"{f.by} decides for {f.source}: {f.outcome}"


def _cards_seen(f: CardsSeen) -> str:
    named = f": {joined_again(f.cards)}" if f.cards else ", unshown"
    return f"{f.seat} sees {counted(f.count, 'card')} of {f.zone}{named}"


def _passed(f: Passed) -> str:
    about = f"on entry {f.entry}" if f.entry else "with nothing pending"
    return f"{f.seat} {'has passed' if f.implied else 'passes'} {about}"


def _resolved(f: Resolved) -> str:
    of = f" of {f.source}" if f.source else ""
    return f"{f.seat}'s {f.kind}{of} from entry {f.entry}: {f.how}"


def _until(moment: str) -> str:
    """How long a change lasts, in words."""
    if source := while_it_is_there(moment):
        return f" while {source} is in play"
    return f" until {moment_in_words(moment)}"


def _change_began(f: ChangeBegan) -> str:
    what, by = f.what, ""
    if f.amount is not None:
        if f.layer in ("add", "set"):
            by = f" by {f.amount:+}" if f.layer == "add" else f" to {f.amount}"
        else:  # so much of the damage is prevented; a word that has a number is granted
            what = f"{f.amount} {what}" if f.layer in _PARTLY else f"{what} {f.amount}"
    until = _until(f.until) if f.until else ""
    return f"{what} of {f.target} {_LAYERS.get(f.layer, f.layer)}{by}{until}, by {f.source}"


def _change_ended(f: ChangeEnded) -> str:
    return f"what {f.source} did to {f.what} of {f.target} is over"


def _replaced(f: Replaced) -> str:
    if f.prevented or f.was == f.became:
        return f"{f.source} prevents {f.prevented} of {f.was}"
    return f"{f.source}: {f.became} instead of {f.was}"


WORDS: Mapping[type[Fact], Callable[[Any], str]] = {
    EffectHappened: _effect_happened,
    OutcomeLeftOut: _outcome_left_out,
    PickedBy: _picked_by,
    CardsSeen: _cards_seen,
    Passed: _passed,
    Resolved: _resolved,
    ChangeBegan: _change_began,
    ChangeEnded: _change_ended,
    Replaced: _replaced,
}
"""Each in a sentence, without the rule that it cites."""
