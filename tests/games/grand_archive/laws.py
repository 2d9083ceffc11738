"""What the laws of every game ask of Grand Archive."""

from collections.abc import Mapping

from referee.games.grand_archive.places import LAYOUT
from referee.games.grand_archive.state import GaTable
from tests.games.grand_archive.truth import match, shipped, small
from tests.laws import Known


def counted(t: GaTable) -> Mapping[str, int]:
    """Every card that was registered, open and hidden, by its name; what effects have generated is
    none of these (GA-25.7)."""
    added = t.state.zones.generated
    found = {name: n - added.get(name, 0) for name, n in LAYOUT.counted(t).items()}
    return {name: n for name, n in found.items() if n}


_UNTOLD = "what a text that the catalog does not tell may allow is on trust, and not offered"
_OPEN = (
    *("attack", "activate", "ability", "materialize", "trigger"),
    *("retaliate", "intercept", "resolve"),
)
_NAMING = ("seat", "first", "card", "source", "target", "attacker", "units", "ally", "which")
_PAYING = ("pays", "rest", "floating", "random", "reserved", "prepare", "imbue", "kindle", "brew")

KNOWN = Known(
    counted=counted,
    needed={
        "ability.which": "without it what every champion may do is meant",
        "aims": "what is aimed at nothing on the stack comes after it",
        "attack.uses": "without weapons the unit attacks by itself",
        "did.banish.place": "without a place the cards are of a hand",
        "resolve.source": "without it the newest that waits is meant",
    },
    unoffered={
        **dict.fromkeys(
            [
                f"{verb}.{field}"
                for verb in ("activate", "materialize", "ability")
                for field in _PAYING
            ],
            "options pay in the plain way; there are others",
        ),
        **dict.fromkeys(
            [
                f"{verb}.{field}"
                for verb in ("activate", "materialize", "ability", "trigger", "resolve")
                for field in ("did", "aims", "mode", "x", "hold", "damage", "method", "origin")
            ],
            "what a card did may be said with it, and of a card of which nothing is told anything",
        ),
        **dict.fromkeys(_OPEN, _UNTOLD),
        **dict.fromkeys([f"{verb}.{field}" for verb in _OPEN for field in _NAMING], _UNTOLD),
        "activate.uses": "weapons that join an attack card may be said with it",
        "attack.pays": "what else a declaration costs may be said",
        "attack.uses": "options use one weapon or none",
        "attack.damage": "a cross-check",
        "attack.tried": "an attack that an effect forces may be tried",
        "resolve": "what is on top of the stack may resolve at any time",
        "activate.owner": "whose card it is may be said of one's own",
        **dict.fromkeys(
            ("step", "step.seat", "step.to"),
            "a window may be named by any player; options offer what is done in it",
        ),
        "pass": "a player may pass on record",
        "order": "triggers and retaliators may be put into an order",
        "retaliate.units": "options retaliate one by one",
        "damage": "the damage step may be logged",
        **dict.fromkeys(
            ("place", "place.champion", "place.seat"), "a champion that placed itself may be named"
        ),
        "tally": "a cross-check of figures may be logged at any time",
        "inspection": "hidden cards may be laid open at any time",
        "missed": "what was missed may be noted at any time",
        "act": "what nothing gave may be written down",
        "time": "time may be called at any time",
        "loop": "lines may be repeated",
        **dict.fromkeys(
            ("settle", "settle.objects", "settle.pays"), "what is left open may be settled"
        ),
    },
    unheard={
        "materialize.method": "how the pick was made is kept in the log, in any words",
    },
    truth={
        "texts that leave nothing open": match.trial,
        "the shipped cards": shipped.trial,
        "small tables": small.trial,
    },
)
