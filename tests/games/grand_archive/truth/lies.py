"""What can be proved to be a lie at a moment of a true match; each has to be refused."""

from collections.abc import Callable

from tests.games.grand_archive.truth import lies_fought as fought
from tests.games.grand_archive.truth import lies_played as played
from tests.games.grand_archive.truth.cards import OF
from tests.games.grand_archive.truth.liar import Liar
from tests.games.grand_archive.truth.world import Player
from tests.games.truth import Lie


def a_lie(d: Liar, *, free: bool = False) -> Lie | None:
    """A lie that can be proved now, if one comes to mind.

    Args:
        d: who lies.
        free: whether only what the turn player does at leisure, before which all that is
            pending has taken effect.
    """
    w = d.world
    d.slow_only = free
    seat = w.active if free else d.chance.choice(w.standing())
    fights = w.fight is not None or any(OF[each.name].type == "attack" for each in w.stack)
    kinds = FREE if free else IN_FIGHTS if fights else KINDS
    for kind in d.chance.sample(kinds, min(6, len(kinds))):
        found = kind(d, w.players[seat])
        if found is not None:
            return found._replace(rules=found.rules | d.before())
    return None


Kind = Callable[[Liar, Player], Lie | None]
KINDS: tuple[Kind, ...] = (
    *(
        played.fifth,
        played.fifth,
        played.fifth,
        played.dear,
        played.dear,
        played.slow,
        played.late,
        played.element,
        played.reserved,
        played.resting,
    ),
    *(
        played.material,
        played.performer,
        played.picked,
        played.mispicked,
        played.floating,
        played.misfit,
        played.unlisted,
        played.twice,
    ),
    *(
        fought.attacker,
        fought.attacker,
        fought.champion,
        fought.target,
        fought.target,
        fought.weapon,
        fought.untimely,
    ),
    *(fought.retaliator, fought.retaliator, fought.interceptor, fought.damage, fought.damage),
    *(
        fought.tally,
        fought.thing,
        fought.opened,
        fought.ended,
        fought.back,
        fought.settled,
        fought.drawn,
        fought.again,
    ),
)

IN_FIGHTS: tuple[Kind, ...] = (fought.retaliator, fought.interceptor, fought.damage)
"""While a fight is on, other lines let it take its course first."""

FREE: tuple[Kind, ...] = (
    *(
        played.fifth,
        played.dear,
        played.element,
        played.reserved,
        played.resting,
        played.material,
        played.performer,
    ),
    *(fought.attacker, fought.champion, fought.target, fought.weapon, fought.untimely),
)
"""What a turn player may say at leisure, whatever went unsaid before."""
