"""What the laws of every game ask of Tower-WizWar."""

from collections.abc import Mapping

from referee.games.tower_wizwar.places import LAYOUT
from referee.games.tower_wizwar.state import TwTable
from tests.games.tower_wizwar.truth import match, small, twins
from tests.laws import Known


def counted(t: TwTable) -> Mapping[str, int]:
    """Every card that was registered, open and hidden, by its name; what effects have added is
    none of these (TW-20.1)."""
    added = t.state.zones.generated
    found = {name: n - added.get(name, 0) for name, n in LAYOUT.counted(t).items()}
    return {name: n for name, n in found.items() if n}


KNOWN = Known(
    counted=counted,
    needed={
        "backs": "without them the cards drawn are spells alone, as many as are due",
        "discard.pool": "a number says how many of the excess go to the pool, and else none does",
    },
    unoffered={
        **dict.fromkeys(
            [
                f"{verb}.unnamed"
                for verb in ("cast", "discard", "full-draft", "set", "accept", "rebuke", "effect")
            ],
            "options name the cards, and so many that nobody names will do",
        ),
        **dict.fromkeys(
            ("set.discards", "discard.cards", "full-draft.discards", "rebuke.mana", "accept.mana"),
            "options name as many as are due, and some of these need no name",
        ),
        **dict.fromkeys(
            ("cast.mana", "effect.mana", "orbital.mana"),
            "options pay what is asked for, and more is lost",
        ),
        **dict.fromkeys(
            (
                *("cast.did", "cast.aims", "cast.mode", "cast.x"),
                *("play.did", "play.aims", "play.mode", "play.x"),
                *("orbital.did", "orbital.aims", "orbital.mode", "orbital.x"),
                *("effect.did", "effect.aims", "effect.mode", "effect.x", "effect.pays"),
            ),
            "what a card did may be said with it or by a line of its own, and of a card of which "
            "nothing is told anything, on trust",
        ),
        "cast.accepted": "that the ally has accepted already may be said with the cast",
        "mana": "mana may be made at any time, for nothing",
        "tally": "a cross-check of figures may be logged at any time",
        "reshuffle": "a cross-check of the newest deck may be logged at any time",
        "names": "cards that nobody named may be named at any time",
        "inspection": "hidden cards may be laid open at any time",
        "phase": "a phase may be said to begin; options offer what is done in it",
        "use": "an effect may be announced before it is said what it did",
    },
    truth={
        "texts that leave everything open": match.trial,
        "the shipped cards": twins.trial,
        "small tables": small.trial,
    },
)
