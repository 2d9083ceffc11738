"""Lies about cards that are played and materialized, and what is paid for them."""

from events import grand_archive as log
from tests.games.grand_archive.truth.cards import MAIN, OF
from tests.games.grand_archive.truth.liar import Liar
from tests.games.grand_archive.truth.world import Player
from tests.games.truth import Lie

# -- cards of the hand -----------------------------------------------------------------------------


def fifth(d: Liar, p: Player) -> Lie | None:
    """A card is played of which every copy lies elsewhere, or that the deck never had."""
    able = [
        x for x in d.elsewhere(p, "hand") if d.playable(p, x) and (OF[x].reserve or 0) < len(p.hand)
    ]
    name = d.pick(able)
    if name is None:
        return None
    kind = "a copy too many" if p.registered[name] else "a card that the deck has not"
    return Lie(kind, log.Activate(p.seat, name, attacker=d.commanded(p, name)), {"GA-25.7"})


def dear(d: Liar, p: Player) -> Lie | None:
    """A card for which the hand is too small, and what could rest beside it, also of what all may
    have let take effect first."""
    rests = sum(x.has("reservable") and not x.rested for x in d.world.of(p.seat))
    rests += sum("reservable" in OF[x.name].words for x in d.world.stack if not x.trigger)
    most = len(p.hand) + rests
    name = d.pick([x for x in p.hand if d.playable(p, x) and (OF[x].reserve or 0) >= most])
    if name is None:
        return None
    event = log.Activate(p.seat, name, attacker=d.commanded(p, name))
    return Lie("too dear", event, {"GA-9.2", "GA-9.6"})


def slow(d: Liar, p: Player) -> Lie | None:
    """A slow card in another's turn."""
    name = d.pick([x for x in p.hand if not OF[x].fast])
    if name is None or p.seat == d.world.active:
        return None
    return Lie(
        "slow in another's turn", log.Activate(p.seat, name), {"GA-6.47", "GA-25.11", "GA-3.4"}
    )


def late(d: Liar, p: Player) -> Lie | None:
    """A slow card in the end phase."""
    name = d.pick([x for x in p.hand if not OF[x].fast])
    if name is None or p.seat != d.world.active or d.world.phase != "end":
        return None
    return Lie("slow in the end phase", log.Activate(p.seat, name), {"GA-4.2"})


def element(d: Liar, p: Player) -> Lie | None:
    """A card of an element that is not enabled."""
    able = [x for x in p.hand if OF[x].element not in p.elements]
    name = d.pick([x for x in able if d.free(p) and not (OF[x].fast and d.slow_only)])
    if name is None:
        return None
    return Lie("an element", log.Activate(p.seat, name), {"GA-8.4"})


def reserved(d: Liar, p: Player) -> Lie | None:
    """Another number of cards was reserved than the card costs."""
    name = d.pick([x for x in p.hand if d.playable(p, x)])
    if name is None:
        return None
    cost = OF[name].reserve or 0
    wrong = d.chance.choice([n for n in (cost - 1, cost + 1, 0) if n >= 0 and n != cost])
    event = log.Activate(p.seat, name, attacker=d.commanded(p, name), reserved=wrong)
    return Lie("reserved", event, {"GA-8.9"})


def resting(d: Liar, p: Player) -> Lie | None:
    """What is not Reservable, is rested or another's pays."""
    name = d.pick([x for x in p.hand if d.playable(p, x) and OF[x].reserve])
    thing = d.one([x for x in d.world.field if x.card.type != "champion"])
    if name is None or thing is None:
        return None
    if thing.seat == p.seat and thing.has("reservable") and not thing.rested:
        return None
    event = log.Activate(p.seat, name, attacker=d.commanded(p, name), rest=(thing.id,))
    return Lie("what pays", event, {"GA-9.5", "GA-16.7", "GA-24.31"})


def material(d: Liar, p: Player) -> Lie | None:
    """A card of the material deck is activated."""
    name = d.pick([x for x in p.material if OF[x].element in p.elements])
    if name is None or not d.free(p):
        return None
    return Lie(
        "a regalia activated",
        log.Activate(p.seat, name),
        {"GA-9.20", "GA-15.7", "GA-25.7", "GA-4.2"},
    )


def performer(d: Liar, p: Player) -> Lie | None:
    """An attack card by a champion that is rested, or Command by an ally that is."""
    name = d.pick([x for x in p.hand if OF[x].type == "attack"])
    if name is None or not d.free(p) or p.champion is None or not d.turns.fights.may_begin(p.seat):
        return None
    if "command" in OF[name].words:
        thing = d.one([x for x in d.world.of(p.seat) if x.card.type == "ally" and x.rested])
        if thing is None:
            return None
        event = log.Activate(p.seat, name, attacker=thing.id)
        return Lie("a performer", event, {"GA-24.6", "GA-21.11"})
    if not p.champion.rested:
        return None
    return Lie("a performer", log.Activate(p.seat, name), {"GA-14.5"})


# -- materializing ---------------------------------------------------------------------------------


def picked(d: Liar, p: Player) -> Lie | None:
    """Another number of cards of the memory was picked than is due."""
    name = d.pick([x for x in p.material if d.turns.may_materialize(p, x)])
    if name is None or not d.materializes(p):
        return None
    cost = OF[name].memory or 0
    able = [n for n in (cost - 1, cost + 1) if 0 < n <= len(p.memory)]
    if not able:
        return None
    picked = tuple(p.memory[: d.chance.choice(able)])
    event = log.Materialize(p.seat, name, picked)
    return Lie("a number picked", event, {"GA-9.10", "GA-9.15"})


def mispicked(d: Liar, p: Player) -> Lie | None:
    """A card was picked that cannot be in the memory."""
    able = [x for x in p.material if d.turns.may_materialize(p, x) and OF[x].memory]
    name, false = d.pick(able), d.pick(d.elsewhere(p, "memory"))
    if name is None or false is None or not d.materializes(p):
        return None
    cost = OF[name].memory or 0
    if cost > len(p.memory):
        return None
    event = log.Materialize(p.seat, name, (*p.memory[: cost - 1], false))
    return Lie("a card picked", event, {"GA-25.7"})


def floating(d: Liar, p: Player) -> Lie | None:
    """What has no Floating Memory, or is not in the graveyard, pays."""
    able = [x for x in p.material if d.turns.may_materialize(p, x) and OF[x].memory]
    name = d.pick(able)
    false = d.pick(
        [x for x in MAIN if "floating memory" not in OF[x].words or x not in p.graveyard]
    )
    if name is None or false is None or not d.materializes(p):
        return None
    cost = OF[name].memory or 0
    event = log.Materialize(p.seat, name, tuple(p.memory[: cost - 1]), floating=(false,))
    return Lie("floating", event, {"GA-9.12", "GA-24.12"})


def misfit(d: Liar, p: Player) -> Lie | None:
    """A champion of another level or lineage."""
    able = [x for x in p.material if OF[x].type == "champion" and not d.turns.fits(p, x)]
    name = d.pick(able)
    if name is None or not d.materializes(p):
        return None
    picked = tuple(p.memory[: OF[name].memory or 0])
    rules = {"GA-15.8", "GA-15.15", "GA-10.3", "GA-10.6", "GA-24.21"}
    return Lie("a level", log.Materialize(p.seat, name, picked), rules)


def unlisted(d: Liar, p: Player) -> Lie | None:
    """A regalia that is not in the material deck any more, or never was."""
    able = [x for x in OF if OF[x].regalia and x not in p.material]
    name = d.pick([x for x in able if OF[x].element in p.elements])
    if name is None or not d.materializes(p) or (OF[name].memory or 0) > len(p.memory):
        return None
    picked = tuple(p.memory[: OF[name].memory or 0])
    return Lie("a regalia", log.Materialize(p.seat, name, picked), {"GA-25.7"})


def twice(d: Liar, p: Player) -> Lie | None:
    """A second materialization, one in a first turn, or in another's turn."""
    w = d.world
    name = d.pick(p.material)
    if name is None or not w.active:
        return None
    if p.seat == w.active and p.turns > 1 and not w.materialized and w.phase == "materialize":
        return None
    if w.phase == "first":
        return None
    rules = {"GA-10.1"} if p.seat != w.active or p.turns > 1 else {"GA-6.20"}
    return Lie("materialized out of time", log.Materialize(p.seat, name), rules)
