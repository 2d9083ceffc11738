"""The facts of this game in words: one sentence each, without the rule it cites."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.english import counted
from referee.fact import Fact
from referee.games.warrift import facts
from referee.parts import words


def _difficulty_set(f: facts.DifficultySet) -> str:
    retain = f", to retain costs {f.retain}" if f.retain else ""
    return f"difficulty {f.difficulty}: at most {counted(f.limit, 'monster')}{retain}"


def _class_taken(f: facts.ClassTaken) -> str:
    return f"{f.seat} plays the {f.cls}"


def _rotation_began(f: facts.RotationBegan) -> str:
    last = ", the game-ending one" if f.ending else ""
    return f"rotation {f.rotation} begins with {f.seat}{last}"


def _rotation_ended(f: facts.RotationEnded) -> str:
    have = counted(f.monsters, "monster")
    return f"rotation {f.rotation} ends with {have} in play, at most {f.limit}"


def _eye_opened(f: facts.EyeOpened) -> str:
    come = "comes" if f.count == 1 else "come"
    return f"{f.seat} rolls for the Eye: {counted(f.count, 'monster')} {come} out"


def _monster_entered(f: facts.MonsterEntered) -> str:
    return f"{f.thing} comes out, by {f.source}"


def _monster_killed(f: facts.MonsterKilled) -> str:
    if not f.seat:
        return f"{f.thing} dies of {f.source}, nobody's kill"
    stolen = f", taken from {f.stolen}" if f.stolen else ""
    return f"{f.seat} kills {f.thing} with {f.source} for {counted(f.points, 'point')}{stolen}"


def _card_played(f: facts.CardPlayed) -> str:
    return f"{f.seat} plays {f.card} as {f.thing}{', by Ambush' if f.ambush else ''}"


def _card_summoned(f: facts.CardSummoned) -> str:
    where = "to the Rift" if f.target == "rift" else "and retains it"
    return f"{f.seat} summons {f.card} {where} for {f.cost} magicka"


def _support_taken(f: facts.SupportTaken) -> str:
    if f.kind == "mercenary":
        return f"{f.seat} hires {f.card} as {f.thing} for {counted(f.cost, 'card')}"
    return f"{f.seat} gains {f.card} as {f.thing} for {counted(f.cost, 'point')}"


def _rift_dealt(f: facts.RiftDealt) -> str:
    own = f"{f.summoned} summoned"
    return f"{f.seat} is dealt {counted(f.count, 'card')} of {f.total} in the Rift, {own}"


def _magicka_lost(f: facts.MagickaLost) -> str:
    return f"{f.seat} loses {f.amount} magicka unspent"


def _traded(f: facts.Traded) -> str:
    return f"{f.seat} gives {f.other} {f.gave} and takes {f.took}"


def _counters_changed(f: facts.CountersChanged) -> str:
    change = counted(abs(f.change), "corrupt counter")
    way = "put on" if f.change > 0 else "taken off"
    return f"{change} {way} {f.thing} by {f.source}, {f.left} there now"


def _cards_passed(f: facts.CardsPassed) -> str:
    return f"{counted(f.count, 'unseen card')} of {f.source} to {f.target}, by {f.seat}"


def _token_turned(f: facts.TokenTurned) -> str:
    return f"{f.seat} turns the token to {f.side}" if f.seat else f"the token shows {f.side}"


WORDS: Mapping[type[Fact], Callable[[Any], str]] = {
    **words.WORDS,
    facts.DifficultySet: _difficulty_set,
    facts.ClassTaken: _class_taken,
    facts.RotationBegan: _rotation_began,
    facts.RotationEnded: _rotation_ended,
    facts.EyeOpened: _eye_opened,
    facts.MonsterEntered: _monster_entered,
    facts.MonsterKilled: _monster_killed,
    facts.CardPlayed: _card_played,
    facts.CardSummoned: _card_summoned,
    facts.SupportTaken: _support_taken,
    facts.RiftDealt: _rift_dealt,
    facts.MagickaLost: _magicka_lost,
    facts.Traded: _traded,
    facts.CountersChanged: _counters_changed,
    facts.CardsPassed: _cards_passed,
    facts.TokenTurned: _token_turned,
}
