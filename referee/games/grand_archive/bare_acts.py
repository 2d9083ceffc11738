"""What was done though nothing in the log gave it, written down as done (25a)."""

from typing import Any

from msgspec import convert

from events import grand_archive as ev
from events.grand_archive import Shuffle as ShuffleDeck
from events.outcome import Nothing, Outcome
from referee.games.grand_archive.catalog import EffectOfGame
from referee.games.grand_archive.effects.vocabulary import VOCABULARY
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.phases import FIRST, is_distorted, is_first, phases_of
from referee.games.grand_archive.places import size
from referee.games.grand_archive.state import BEFORE, LATE, GaTable, combat_of, in_r26
from referee.games.grand_archive.values import refuse_if_sure
from referee.house import require_seat
from referee.parts.effects import Doing, compile_effect, happen

_DONE: Any = convert(
    {"when": "activated", "text": "It was done though nothing gave it."}, EffectOfGame
)
FREELY = compile_effect(_DONE, VOCABULARY, "act")
"""What was done is done: where no rule refuses it for certain, or a ruling lets it stand."""

OF_WORDS: dict[type[Outcome], str] = {
    ev.Delevel: "GA-15.30",
    ev.Discard: "GA-21.7",
    ev.LevelUp: "GA-15.7",
    ev.Redirect: "GA-17.10",
    ev.Sacrifice: "GA-21.4",
    ShuffleDeck: "GA-5.20",
    ev.Reserve: "GA-8.12",
    ev.PayDown: "GA-8.12",
}
"""The rules of what is always the same thing; all else is GA-25.7."""


@handles
def act(t: GaTable, e: ev.Act) -> None:
    """Something was done though nothing in the log gave it: it is refused by the rule of what it
    was, unless a text that nobody knows may explain it (GA-1.6)."""
    require_seat(t, e.seat)
    did = tuple(each for each in e.did if not isinstance(each, Nothing))
    if not did:
        return
    if _is_mulligan(t, did):
        if t.choice["GA-I 2"] == "agreed_by_both":
            t.trust("both players agreed to the redraw")
        else:
            _refuse(t, e.seat, did[0], "GA-3.13", "no hand is drawn anew")
    else:
        for each in did:
            rule = rule_of(t, e.seat, each)
            if rule:
                _refuse(t, e.seat, each, rule, "nothing in the log gives {seat} {word}")
    happen(t, FREELY, Doing(e.seat, e.seat, did))


def _refuse(t: GaTable, seat: str, done: Outcome, rule: str, why: str) -> None:
    word = _word(done)
    refuse_if_sure(t, (word,), rule, why, seat=seat, word=word)


def _word(done: Outcome) -> str:
    return str(done.__struct_config__.tag)


def is_opening(t: GaTable) -> bool:
    """Whether no player has done anything yet but place a champion (GA-3.12)."""
    state = t.state
    return is_first_of(t) and not state.done.played and not state.done.attacks


def is_first_of(t: GaTable) -> bool:
    """Whether it is somebody's first turn, or none has begun."""
    return t.state.phase == BEFORE or is_first(t)


def _is_mulligan(t: GaTable, did: tuple[Outcome, ...]) -> bool:
    """Whether a hand goes back to the deck, and another is drawn, before anything is played."""
    back = any(
        isinstance(each, ev.PassCards) and (each.place or "hand") == "hand" and each.to == "deck"
        for each in did
    )
    return back and any(isinstance(each, ev.DrawCards) for each in did) and is_opening(t)


def rule_of(t: GaTable, seat: str, done: Outcome) -> str:
    """The rule by which something may not just be done; empty where it may."""
    if isinstance(done, ev.DrawCards):
        return _of_draw(t, done.player or seat, 1 if done.count is None else done.count)
    if isinstance(done, ev.PassCards):
        return _of_passing(t, done.player or seat, done.place or "hand", done.to or "deck")
    if isinstance(done, ev.LookAt):
        return _of_look(t, seat, done.player or seat, done.place or "hand")
    if isinstance(done, ev.Banish) and done.place == "memory":
        return "GA-9.13"
    if isinstance(done, ev.PlayCard):
        return _of_playing(t, done)
    if isinstance(done, ev.Negate) and (combat := combat_of(t.state)) is not None:
        # a declaration is not answered
        return "GA-17.23" if done.item in (combat.source, None) else "GA-25.7"
    return OF_WORDS.get(type(done), "GA-25.7")


def _of_playing(t: GaTable, done: ev.PlayCard) -> str:
    """A card that is just played: a Lv 0 champion comes by a special action alone (GA-1.4), a
    materialization in distorted time after main (GA-6.75)."""
    cards = [t.catalog.by_name.get(name) for name in done.card or ()]
    if any(card is not None and card.is_champion and card.level == 0 for card in cards):
        return "GA-1.4"
    distorted = bool(t.state.active) and is_distorted(t)
    return "GA-6.75" if distorted and done.how == "materialize" else "GA-7.12"


def _lacking(t: GaTable) -> str:
    """The rule by which a first turn lacks phases, of what is done in it all the same."""
    if in_r26(t):
        return "GA-25.8"
    return "GA-3.6" if phases_of(t) == FIRST else "GA-3.7"


def _of_draw(t: GaTable, seat: str, count: int) -> str:
    """An extra draw (GA-3.6, 3.12, 6.40, 6.75, 22.1, 25.8)."""
    state = t.state
    if count > 1 and is_opening(t):
        return "GA-3.12"
    if count > 1 or not state.active:
        return "GA-22.1"
    if seat != state.active:
        return "GA-6.40"
    if is_first(t) and phases_of(t) == FIRST:
        return _lacking(t)
    if is_distorted(t) and state.phase >= LATE:
        return "GA-6.75"
    return "GA-25.8" if state.done.drew else "GA-6.40"


def _of_passing(t: GaTable, seat: str, place: str, to: str) -> str:
    """Cards that go unseen from one place to another (GA-5.6, 5.40, 6.31, 8.12, 9.3)."""
    state = t.state
    if (place, to) == ("memory", "hand"):
        if state.active and seat == state.active:
            if is_first(t):
                return _lacking(t)
            if is_distorted(t) and state.phase >= LATE:
                return "GA-6.75"
            if state.done.recollected:
                return "GA-25.8"
        return "GA-6.31"
    if place == "deck":
        return "GA-5.6" if to == "deck" else "GA-5.40"
    if (place, to) == ("hand", "memory"):
        return "GA-8.12"
    return "GA-9.3" if place == "memory" else "GA-25.7"


def _of_look(t: GaTable, seat: str, player: str, place: str) -> str:
    """A look at hidden cards (GA-5.20, 5.27, 5.28, 5.42)."""
    if place == "deck":
        return "GA-5.20"
    if place == "facedown":
        keepers = t.state.players[player].keepers
        if seat in keepers or not size(t, player, place):
            return ""
        if seat != player:
            return "GA-5.27"
        return "GA-5.28" if keepers else ""
    return "" if seat == player else "GA-5.42"
