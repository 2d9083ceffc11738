"""What the laws of every game ask of WarRift."""

from collections.abc import Mapping

from referee.games.warrift.places import LAYOUT
from referee.games.warrift.state import WrTable
from tests.games.warrift.truth import match, small, twins
from tests.laws import Known


def counted(t: WrTable) -> Mapping[str, int]:
    """Every card of the match, open and hidden, by its name (WR-2.3)."""
    return LAYOUT.counted(t)


KNOWN = Known(
    counted=counted,
    truth={
        "texts that leave everything open": match.trial,
        "the shipped cards": twins.trial,
        "small tables": small.trial,
    },
    agreed={"faces": ("0,0,1,1,2,3", "1,1,1,2,2,6")},
    needed={
        "answers": "without its mark it answers nothing, and lets all that is pending take effect",
        "selection.of": "without it the class selection is meant",
        **dict.fromkeys(
            ("trade.gives", "trade.takes", "trade.unseen", "trade.taken"),
            "who names and counts no card gives nothing",
        ),
    },
    unheard={
        "effect.did.alter.count": "of a deck with fewer cards, how many the text alters may be "
        "said, or how many there were",
    },
    unoffered={
        **dict.fromkeys(
            ("play.did", "hire.did", "gain.did"),
            "what a card did may be said with it, or by a line of its own",
        ),
        "effect.trigger": "the trigger may be said where there is only one",
        "effect.seat": "what a monster does is offered to whom it is about, and anybody may log it",
        "enter.seat": "monsters are offered to whose turn it is, and anybody may turn them over",
        "refill.seat": "a gap is offered to who made it, and anybody may fill that of the support",
        "refill.of": "of which selection it is may be left out where only one has a gap",
        "selection.seat": "the support selection is offered to the first, and anybody may flip it",
        "first-roll.rolls": "where any roll will do, the rolls may be said, and are on trust",
        "first-roll.seat": "what all do together is offered to the first and may be logged for any",
        "enter.monsters": "options offer one monster, and several may be named in one line",
        "play.cards": "options offer one card, and several may be named in one line",
        **dict.fromkeys(
            (f"trade.{name}" for name in ("seat", "other", "gives", "takes", "unseen", "taken")),
            "options offer one card for one or none, and any may be traded for any",
        ),
        **dict.fromkeys(
            ("play.answers", "effect.answers", "attack.answers", "hire.answers", "summon.answers"),
            "a mark that changes nothing may stand on any line",
        ),
        **dict.fromkeys(
            (
                *(
                    "store.creature",
                    "store.stronghold",
                    "take.stronghold",
                    "attack.creature",
                    "attack.parts",
                ),
                *("effect.source", "use.source", "retarget.monster", "effect.also"),
            ),
            "where one thing of a name is in play, its name will do; several are said in a line",
        ),
        **dict.fromkeys(
            ("summon.flipped", "hire.flipped", "gain.flipped"),
            "the card flipped may be said with what made the gap, or by a refill",
        ),
        "tally": "a cross-check of figures may be logged at any time",
        "draw": "a cross-check of the last draw may be logged at any time",
        "reshuffle": "a cross-check of the last new deck may be logged at any time",
        "look": "a look that no effect gave is refused",
    },
)
