"""What "legal:" suggests beside a refusal is itself accepted, in random matches full of slips."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from events.event import Event
from events.notation import read
from events.notation.words import split_words
from referee.replay.replay import Replay
from referee.replay.simulate import event_of, simulate
from referee.verdict import Illegal
from tests.games.wondervale.table import GAME, Has, position
from tests.laws import drawn
from tests.slips import slips

VERBS = frozenset(GAME.codec.by_verb)


def lines_in(hint: str, seats: Sequence[str]) -> Iterator[str]:
    """The lines of notation that a hint is made of; "ana: ..." is told in words, and is none."""
    for part in hint.split(" or "):
        words = [word.text for word in split_words(part)]
        if len(words) > 1 and words[0] in seats:
            yield part
        elif words:
            assert words[0] not in VERBS, f"{hint}: half a line"


def instead_of(event: Event, verdict: Illegal) -> Iterator[Event]:
    """The event with each name that a hint "..." lists in the place of the wrong one."""
    if not verdict.legal.startswith("one of "):
        return
    wrong = verdict.facts.get("unit") or verdict.facts.get("what")
    for name in verdict.legal.removeprefix("one of ").split(", "):
        for field in event.__struct_fields__[1:]:
            if getattr(event, field) == wrong:
                yield msgspec.structs.replace(event, **{field: name})


@pytest.mark.parametrize("seed", range(12))
def test_what_a_hint_suggests_is_accepted(seed: int):
    chance = Random(seed)
    game, catalog, first = drawn("wondervale", chance)
    events = simulate(game, catalog, first, chance).events
    seen: set[str] = set()
    match = Replay(game, catalog).extend(events[:1])
    for event in events[1:120]:
        match.add(event)
        options = game.options(match.table)
        for slip in [*slips(match, options, chance, 4), *bare_steps(match, chance)]:
            for hint, better in hinted(match, slip):
                seen.add(hint)
                verdict = match.would(better)
                assert not isinstance(verdict, Illegal), f"{slip}: {hint}, but {verdict}"
    assert len(seen) > 5


def hinted(match: Replay, slip: Event) -> Iterator[tuple[str, Event]]:
    """What the refusal of a slip suggests instead, each as an event; nothing if it is accepted."""
    verdict = match.would(slip)
    if isinstance(verdict, Illegal) and verdict.rule.startswith("WV"):
        for line in lines_in(verdict.legal, match.state.seats):
            yield line, read(line, GAME.codec)
        for better in instead_of(slip, verdict):
            yield verdict.legal, better


def bare_steps(match: Replay, chance: Random) -> Iterator[Event]:
    """What might have been logged at another time."""
    for seat in match.state.seats:
        verb = chance.choice(("attack", "direct-attack", "end", "decline", "draw"))
        yield read(f"{seat} {verb}", GAME.codec)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_offered_for_a_choice_is_legal(seed: int):
    """Every option, decided by chance; several hidden cards need not be possible together."""
    chance = Random(seed)
    game, catalog, first = drawn("wondervale", chance)
    events = simulate(game, catalog, first, chance).events
    for at in range(2, len(events), 7):
        match = Replay(game, catalog).extend(events[:at])
        for option in game.options(match.table):
            for _ in range(50 if option.several() else 1):
                verdict = match.would(event_of(game, option, chance))
                if not isinstance(verdict, Illegal):
                    break
            assert not isinstance(verdict, Illegal), option


def test_a_hint_is_what_is_possible_now():
    match = position(ana=Has(battle="Frostling", hand=9), bo=Has(battle="Waveling"))
    assert match.refuse("bo end", "WV-4.1").legal == "ana: discard 2 cards"
    match.play("ana attack")
    assert match.refuse("ana end", "WV-7.7").legal == "ana: roll for the attack on Waveling"
    match = position(ana=Has(bench="Frostling flat"), bo=Has(battle="Waveling"))
    assert match.refuse("ana attack", "WV-7.3").legal == "ana end"
    match = position(ana=Has(bench="Frostling; Duneling"), bo=Has(battle="Waveling"))
    hint = match.refuse("ana attack", "WV-7.3").legal
    assert hint == "ana promote Frostling or ana promote Duneling"


FIGHT = {
    "ana": Has(battle="Frostling", bench="Duneling; Starling flat"),
    "bo": Has(battle="Waveling"),
}
REFUSALS = [
    (
        FIGHT,
        [
            (
                "ana swap Duneling; ana swap Frostling",
                "WV-7.1: a swap was already made this turn (since 2)",
                "ana end",
            ),
            (
                "ana attack 3-6; ana swap Duneling",
                "WV-7.1: an attack was made this turn",
                "ana attack",
            ),
            (
                "ana swap Frostling",
                "WV-7.2: Frostling is in the battle position",
                "ana swap Duneling or ana attack",
            ),
            ("ana swap Starling", "WV-5.4: Starling is horizontal", "Duneling"),
            (
                "ana swap Duneling; ana attack 6-1",
                "WV-7.1: a swap was made this turn (since 2)",
                "ana end",
            ),
            ("bo enter Waveling", "WV-7.4: no unit of bo has to enter battle", "ana end"),
            ("ana roll 6-1", "WV-7.7: no dice of ana are due", "ana end"),
            ("ana direct-attack", "WV-7.6: bo has a ready unit", "ana swap Duneling or ana attack"),
            (
                "ana promote Duneling",
                "WV-5.1: Frostling holds the battle position",
                "ana swap Duneling",
            ),
            ("ana promote Starling", "WV-5.1: Frostling holds the battle position", "ana end"),
            ("ana drown Waveling", "WV-8.6: ana has no abyssal ability to use now", "ana end"),
            ("ana sift Juryn", "WV-8.1: ana has no duneward ability to use now", "ana end"),
            ("ana decline", "WV-7.13: ana has nothing to decline", "ana end"),
            ("bo reclaim Juryn", "WV-7.12: bo has no tribe cards to take back now", ""),
            ("bo end", "WV-4.1: it is ana's turn", "ana end"),
        ],
    ),
    (
        {
            "ana": Has(battle="Frostling+Frostguard+Frostlord", bench="Duneling"),
            "bo": Has(battle="Waveling"),
        },
        [
            (
                "ana attack 1-6; ana attack 1-6; ana attack 1-6; ana swap Duneling",
                "WV-7.1: an attack was made this turn",
                "ana end",
            ),
        ],
    ),
    (
        {"ana": Has(bench="Duneling; Starling flat; Frostling")},
        [
            (
                "ana swap Duneling",
                "WV-7.2: the battle position is open",
                "ana promote Duneling or ana promote Frostling",
            ),
        ],
    ),
    (
        {"ana": Has(battle="Frostling -40", bench="Duneling"), "bo": Has(battle="Starling")},
        [
            ("ana attack 1-6; ana attack 6-1", "WV-7.3: ana's battle position is open", "ana end"),
        ],
    ),
    (
        {"ana": Has(battle="Fernling", known="Juryn"), "bo": Has(battle="Starling -49")},
        [
            ("ana attack 6-1; ana draw 2", "WV-8.3: 2 drawn; 1 granted", "ana decline graft"),
            (
                "ana attack 6-1; ana draw 1",
                "WV-8.3: ana is known to hold Juryn",
                "ana decline graft",
            ),
        ],
    ),
    (
        {"ana": Has(battle="Frostling", bench="Starling flat")},
        [
            ("ana swap Starling", "WV-5.4: Starling is horizontal", ""),
        ],
    ),
    (
        {"ana": Has(bench="Duneling flat"), "bo": Has(battle="Waveling")},
        [
            ("ana attack 6-1", "WV-7.3: ana's battle position is open", "ana end"),
        ],
    ),
    (
        {
            "ana": Has(battle="Starling", bench="Duneling"),
            "bo": Has(battle="Waveling -40", bench="Frostling"),
        },
        [
            (
                "ana attack 6-1; ana attack 6-1",
                "WV-7.15: a unit was defeated this turn (since 2)",
                "ana end",
            ),
        ],
    ),
    (
        {"ana": Has(battle="Starling", bench="Duneling")},
        [
            (
                "ana attack 6-1",
                "WV-7.4: bo has no unit that can defend",
                "ana swap Duneling or ana direct-attack",
            ),
            (
                "ana direct-attack; ana direct-attack",
                "WV-7.6: 1 direct attack made this turn; at most 1",
                "ana end",
            ),
        ],
    ),
    (
        {"ana": Has(battle="Starling", bench="Duneling"), "turn": 1},
        [
            ("ana attack", "WV-7.4: bo has no unit that can defend", "ana swap Duneling"),
        ],
    ),
    (
        {"ana": Has(battle="Starling", defeated=3)},
        [
            ("ana attack", "WV-7.4: bo has no unit that can defend", "a Champion battle"),
            (
                "ana direct-attack",
                "WV-7.6: 3 units defeated; at most 2 for a direct attack",
                "a Champion battle",
            ),
        ],
    ),
    (
        {"ana": Has(battle="Starling"), "bo": Has(bench="Duneling; Waveling; Frostling flat")},
        [
            (
                "ana attack 6-1",
                "WV-7.4: bo chooses between 2 ready units before any dice",
                "ana attack",
            ),
        ],
    ),
    (
        {"ana": Has(battle="Starling", bench="Duneling"), "turn": 2},
        [
            ("ana direct-attack", "WV-7.6: 1 turn completed; 2 needed", "ana swap Duneling"),
        ],
    ),
    (
        {"ana": Has(battle="Starling", defeated=2)},
        [
            ("ana champion-battle 6-1", "WV-9.1: 2 units defeated; 3 needed", "ana direct-attack"),
        ],
    ),
    (
        {"ana": Has(battle="Starling", defeated=3), "bo": Has(battle="Waveling")},
        [
            (
                "ana attack 6-1; ana champion-battle 6-1",
                "WV-9.1: a unit was attacked this turn (since 2)",
                "ana attack",
            ),
            (
                "ana champion-battle 6-1; ana champion-battle 6-1; ana champion-battle 6-1",
                "WV-9.2: 2 Champion battles fought this turn; at most 2",
                "ana attack",
            ),
        ],
    ),
    (
        {
            "ana": Has(battle="Starling", defeated=3),
            "bo": Has(battle="Waveling"),
            "choices": {"WV-I 12": "counted"},
        },
        [
            (
                "ana champion-battle 6-1; ana champion-battle 6-1; ana attack 6-1; ana attack 6-1",
                "WV-7.15: 3 attacks made this turn; at most 3",
                "ana end",
            ),
        ],
    ),
    (
        {
            "ana": Has(battle="Starling", defeated=3),
            "bo": Has(battle="Waveling"),
            "choices": {"WV-I 13": "no"},
        },
        [
            (
                "ana champion-battle 6-1; ana attack 6-1",
                "WV-9.1: a Champion battle was fought this turn",
                "a Champion battle",
            ),
        ],
    ),
    (
        {"ana": Has(battle="Starling", defeated=3), "choices": {"WV-I 9": "defender_wins"}},
        [
            (
                "ana champion-battle 2-3 6-1",
                "WV-9.3: 2 throws; a tie is not thrown again",
                "one throw",
            ),
        ],
    ),
    (
        {"ana": Has(bench="Starling flat; Duneling; Frostling")},
        [
            (
                "ana promote Starling",
                "WV-5.4: Starling is horizontal",
                "one of Duneling, Frostling",
            ),
        ],
    ),
    (
        {"ana": Has(bench="Starling" + "; Starling" * 6, bank="Juryn")},
        [
            ("ana lay Frostling tribes=Juryn", "WV-5.2: the bench holds 7 units; at most 7", ""),
        ],
    ),
    (
        {"ana": Has(bank="Juryn*3")},
        [
            (
                "ana lay Frostguard tribes=Juryn*3",
                "WV-6.2: Frostguard is a guardian; only apprentices are laid from hand",
                "",
            ),
            (
                "ana lay Aegaryn tribes=Juryn*3",
                "WV-6.2: Aegaryn is a tribe card; only apprentices are laid from hand",
                "",
            ),
            (
                "ana lay Frostling tribes=Juryn*2",
                "WV-5.6: 2 tribe cards added to 0, value 1",
                "exactly 1",
            ),
            (
                "ana lay Frostling tribes=Aegaryn",
                "WV-5.5: 1 of Aegaryn asked for; the bank has 0 (Juryn, Juryn, Juryn)",
                "",
            ),
        ],
    ),
    (
        {},
        [
            (
                "ana lay Frostling tribes=Aegaryn",
                "WV-5.5: 1 of Aegaryn asked for; the bank has 0 (empty)",
                "",
            ),
            (
                "ana deposit Juryn; ana deposit Juryn Aegaryn",
                "WV-4.6: 3 tribe cards deposited this turn; at most 2",
                "at most 1 more",
            ),
            (
                "ana draw 1",
                "WV-4.3: no draw is due to ana",
                "one draw at the start of a turn, or one that a rule grants",
            ),
        ],
    ),
    (
        {"ana": Has(bench="Frostling")},
        [
            (
                "ana upgrade Frostling Starling",
                "WV-6.3: Starling is an apprentice; a unit is upgraded with a guardian or a hero",
                "",
            ),
            (
                "ana upgrade Frostling Juryn",
                "WV-6.3: Juryn is a tribe card; a unit is upgraded with a guardian or a hero",
                "",
            ),
            (
                "ana upgrade Frostling Frostlord",
                "WV-6.3: Frostlord goes on Frostguard; the topmost card of Frostling is Frostling",
                "",
            ),
            ("ana upgrade Waveling Frostguard", "WV-6.3: ana has no unit Waveling", ""),
        ],
    ),
    (
        {"ana": Has(bench="Frostling+Frostguard")},
        [
            ("ana upgrade Frostling Reefguard", "WV-6.7: Frostling already has a guardian", ""),
        ],
    ),
    (
        {"ana": Has(bench="Frostling flat")},
        [
            ("ana upgrade Frostling Frostguard", "WV-5.4: Frostling is horizontal", ""),
        ],
    ),
    (
        {"ana": Has(bench="Frostling [Juryn]", bank="Juryn*3")},
        [
            (
                "ana upgrade Frostling Frostguard tribes=Juryn*3",
                "WV-6.4: 3 tribe cards added to 1, value 3",
                "exactly 2",
            ),
        ],
    ),
    (
        {"step": "discard"},
        [
            (
                "ana discard Juryn; ana discard Juryn Aegaryn",
                "WV-4.2: 3 cards discarded in this step; at most 2",
                "at most 1 more",
            ),
            ("ana discard Juryn; ana draw 3", "WV-4.3: 3 drawn, 2 due", "ana draw 2"),
            ("ana discard Juryn; ana end", "WV-4.3: ana has not drawn yet; 2 due", "ana draw 2"),
        ],
    ),
    (
        {"ana": Has(hand=9)},
        [
            ("ana discard Juryn", "WV-4.7: 1 discarded from a hand of 9, limit 7", "exactly 2"),
        ],
    ),
    (
        {"ana": Has(hand=6)},
        [
            ("ana discard Juryn", "WV-4.7: 1 discarded from a hand of 6, limit 7", "no discard"),
        ],
    ),
    (
        {"ana": Has(bench="Duneling")},
        [
            (
                "ana promote Duneling; ana deposit Juryn",
                "WV-4.6: the deposit step is over; this is the deployment step",
                "ana end",
            ),
        ],
    ),
    (
        {"ana": Has(battle="Duneling", bench="Frostling", bank="Juryn")},
        [
            (
                "ana swap Frostling; ana lay Frostling tribes=Juryn",
                "WV-6.1: the deployment step is over; this is the action step",
                "ana end",
            ),
        ],
    ),
    (
        {"ana": Has(battle="Frostling"), "bo": Has(battle="Starling -49")},
        [
            (
                "ana attack 6-1; ana pick Juryn; bo draw 3",
                "WV-7.13: 3 drawn; 2 granted (since 2)",
                "bo draw 2",
            ),
        ],
    ),
    (
        {"ana": Has(battle="Fernling"), "bo": Has(battle="Starling -49")},
        [
            ("ana attack 6-1; ana draw 2", "WV-8.3: 2 drawn; 1 granted", "ana draw 1"),
            (
                "ana attack 6-1; ana graft Juryn Fernling deck",
                "WV-8.3: an extra tribe card comes from hand or bank, not from deck",
                "",
            ),
            (
                "ana attack 6-1; bo decline graft",
                "WV-7.13: nothing is offered to bo for graft",
                "bo decline Starling",
            ),
        ],
    ),
    (
        {"ana": Has(battle="Fernling", bank="Juryn Abyssal"), "bo": Has(battle="Starling -49")},
        [
            ("ana attack 6-1; ana draw 2", "WV-8.3: 2 drawn; 1 granted", "ana decline graft"),
            (
                "ana attack 6-1; ana draw 1",
                "WV-8.3: the bank holds tribe cards: Abyssal, Juryn",
                "ana decline graft",
            ),
        ],
    ),
    (
        {"ana": Has(battle="Fernling", bank="Juryn"), "bo": Has(battle="Starling -49")},
        [
            (
                "ana attack 6-1; ana graft Juryn bank bank",
                "WV-8.3: a card from bank cannot go to the bank",
                "",
            ),
        ],
    ),
    (
        {"ana": Has(battle="Fernling [Juryn]", bank="Juryn"), "bo": Has(battle="Starling -49")},
        [
            (
                "ana attack 6-1; ana graft Juryn Fernling bank",
                "WV-5.8: Fernling holds 1 tribe card; at most 1",
                "",
            ),
        ],
    ),
    (
        {"ana": Has(battle="Frostling"), "bo": Has(battle="Starling -49", hand=0)},
        [
            ("ana attack 6-1; ana pick Juryn", "WV-8.4: bo's hand is empty", "ana end"),
        ],
    ),
    (
        {
            "ana": Has(battle="Waveling"),
            "bo": Has(battle="Starling -49", bench="Frostling; Duneling"),
        },
        [
            (
                "ana attack 6-1; ana drown Waveling",
                "WV-8.6: bo has no unit Waveling",
                "one of Frostling, Duneling",
            ),
            (
                "ana attack 6-1; ana decline",
                "WV-8.6: ana has nothing to decline",
                "ana: drown a unit (Abyssal; Frostling, Duneling)",
            ),
        ],
    ),
    (
        {
            "ana": Has(battle="Starling"),
            "bo": Has(battle="Waveling+Waveguard [Juryn Ascyr Abyssal] -89", discard="Aegaryn"),
        },
        [
            (
                "ana attack 6-1; bo reclaim Aegaryn",
                "WV-7.12: 1 of Aegaryn taken back; Waveling left 0 (since 2)",
                "",
            ),
            (
                "ana attack 6-1; bo reclaim Juryn Ascyr",
                "WV-7.12: 2 taken back; "
                "at most 1 for the guardians and heroes of Waveling (since 2)",
                "at most 1",
            ),
        ],
    ),
    (
        {"ana": Has(battle="Frostling", bench="Duneling", defeated=3)},
        [
            (
                "ana champion-battle 1-6; ana swap Duneling",
                "WV-9.5: the turn is over (since 2)",
                "ana end",
            ),
        ],
    ),
    (
        {**{**FIGHT, "choices": {"WV-I 5": "no_if_possible"}}},
        [
            (
                "ana end",
                "WV-7.1: no action was taken, although one is possible",
                "ana swap Duneling or ana attack",
            ),
        ],
    ),
    (
        {
            "ana": Has(battle="Frostling", hand=8, defeated=3),
            "bo": Has(battle="Starling"),
            "choices": {"WV-I 5": "no_if_possible"},
        },
        [
            (
                "ana discard Juryn",
                "WV-7.1: no action was taken, although one is possible",
                "ana attack or a Champion battle",
            ),
        ],
    ),
]
"""Positions, with what is played in each: the last line is refused, with what it says is compared
and what would be legal."""


@pytest.mark.parametrize(
    ("given", "lines", "said", "legal"),
    [(given, *row) for given, rows in REFUSALS for row in rows],
)
def test_a_refusal_says_what_was_compared_and_what_is_legal_instead(
    given: dict[str, Any], lines: str, said: str, legal: str
):
    *before, line = lines.split("; ")
    verdict = position(**given).play("; ".join(before)).refuse(line, said.partition(":")[0])
    since = f" (since {verdict.since})" if verdict.since else ""
    assert (f"{verdict.rule}: {verdict.message}{since}", verdict.legal) == (said, legal)
