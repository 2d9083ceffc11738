"""Champions on their lineages: how they come, level up and level down (section 15)."""

from referee.fact import ScoreChanged
from referee.games.grand_archive.facts import ChampionLeveled
from referee.games.grand_archive.places import LAYOUT, attach, detach, entered, moved, put, take
from referee.games.grand_archive.state import (
    FIELD,
    LINEAGE,
    GaTable,
    InPlay,
    card_of,
    lineage_of,
    note,
)
from referee.games.grand_archive.triggers import report, set_off
from referee.games.grand_archive.values import elements_of, life_of
from referee.parts.lasting_changes import silence
from referee.parts.triggers import silence as silence_listeners


def enter_champion(t: GaTable, seat: str, name: str, *, rested: bool = False) -> InPlay:
    """A champion comes onto the field: the object keeps its id for as long as it is there."""
    champion = lay_down(t, seat, name, rested=rested)
    entered(t, champion)
    return champion


def lay_down(t: GaTable, seat: str, name: str, *, rested: bool = False) -> InPlay:
    """A card that is out is a champion from now on; nothing is triggered by that."""
    side = t.state.players[seat]
    number, key = 1, f"{seat}.champion"
    while key in t.state.zones.things:
        number += 1
        key = f"{seat}.champion.{number}"
    champion = InPlay(
        id=key,
        name=name,
        owner=seat,
        controller=seat,
        place=FIELD,
        since=t.seq,
        rested=rested,
        turn=t.state.turn,
    )
    t.item(t.state.zones.things, key, champion)
    t.set(side, "champions", [*side.champions, key])
    t.set(side, "had", True)
    attach(t, champion)
    level = card_of(t, name).level or 0
    t.fact(ChampionLeveled(seat, key, name, level, "placed"))
    note_life(t, seat)
    return champion


def into_lineage(t: GaTable, thing: InPlay, champion: InPlay) -> None:
    """A card that has an id already comes to lie at the bottom of a champion's lineage, where its
    Inherited Effects work (GA-15.17, 24.17)."""
    t.set(thing, "place", LINEAGE)
    t.set(thing, "controller", champion.controller)
    t.set(thing, "under", champion.id)
    attach(t, thing)


def level_up(t: GaTable, champion: InPlay, name: str) -> None:
    """A card that is out comes on top of a lineage (GA-15.6, 15.21, 15.22)."""
    lay_on(t, champion, name)
    note(t, "leveled up", champion.controller)
    set_off(t, champion, "on enter")
    report(t, "levels up", champion.id)


UNPLAYED = "top not played"
"""What a champion is whose top card came there by an effect, and was not played."""


def tell_unplayed(t: GaTable, champion: InPlay, name: str) -> None:
    """A card came on top of a lineage that was not played, where a text asks for that."""
    mark = f"unplayed {name}"
    if UNPLAYED in t.catalog.numbers_asked and mark not in champion.marks:
        t.set(champion, "marks", [*champion.marks, mark])


def may_be_unplayed(t: GaTable, champion: InPlay, mark: str) -> bool:
    """Whether a mark says of a card of this lineage that it was not played."""
    names = [champion.name, *(each.name for each in lineage_of(t, champion))]
    return mark in {f"unplayed {name}" for name in names}


def was_unplayed(t: GaTable, mark: str) -> bool:
    """Whether a mark says of any champion card that it was not played: it stays when that card has
    left the lineage again."""
    name = mark.removeprefix("unplayed ")
    return name != mark and name in t.catalog.by_name and card_of(t, name).is_champion


def tell_played(t: GaTable, champion: InPlay, name: str) -> None:
    """A card came on top of a lineage that was played."""
    if (mark := f"unplayed {name}") in champion.marks:
        t.set(champion, "marks", [each for each in champion.marks if each != mark])


def lay_on(t: GaTable, champion: InPlay, name: str) -> None:
    """A card that is out lies on top of a lineage from now on; nothing is triggered by that."""
    below = champion.name
    _turn_top(t, champion, name)
    LAYOUT.enter(t, below, LINEAGE, champion.owner, champion.controller, under=champion.id)
    level = card_of(t, name).level or 0
    t.fact(ChampionLeveled(champion.controller, champion.id, name, level, "leveled up"))
    note_life(t, champion.controller)


def delevel(t: GaTable, champion: InPlay) -> bool:
    """The top card of a lineage goes back to the material deck; whether there was one below
    (GA-15.31, 15.32)."""
    lifted = lift_off(t, champion)
    if lifted and t.choice["GA-I 8"] == "triggers":
        set_off(t, champion, "on enter")
    return lifted


def lift_off(t: GaTable, champion: InPlay) -> bool:
    """The same, but for what it triggers."""
    inner = [each for each in lineage_of(t, champion) if card_of(t, each).is_champion]
    if not inner:
        return False
    top, below = champion.name, inner[-1]
    _forget_uses(t, champion, top)
    detach(t, below)
    t.item(t.state.zones.things, below.id)
    _turn_top(t, champion, below.name)
    for element in set(card_of(t, top).elements) - elements_of(t, champion):
        t.item(t.state.players[champion.controller].unlearned, element, t.seq)
    put(t, champion.owner, "material", (top,))
    moved(t, champion.owner, (top,), FIELD, "material", "GA-15.31")
    level = card_of(t, champion).level or 0
    t.fact(ChampionLeveled(champion.controller, champion.id, champion.name, level, "deleveled"))
    note_life(t, champion.controller)
    return True


def _forget_uses(t: GaTable, champion: InPlay, card: str) -> None:
    """A card that comes on top again is a fresh instance: what was used of it, and which of its
    modes were chosen, is forgotten (GA-15.33)."""
    for name in (each.name for each in t.catalog.by_name[card].effects):
        for key in [key for key in champion.uses if key == name or key.startswith(f"{name} ")]:
            t.item(champion.uses, key)


def _turn_top(t: GaTable, champion: InPlay, name: str) -> None:
    """Another card is on top: its texts work, those of the former top do no more, and what is on
    the object stays."""
    if champion.name in t.catalog.standing:
        silence(t, champion.id)
        silence_listeners(t, champion.id)
    t.set(champion, "name", name)
    attach(t, champion)


def life_left(t: GaTable, seat: str) -> int:
    """The life that the champions of a player have left together."""
    champions = [t.state.zones.things[key] for key in t.state.players[seat].champions]
    return sum(max(0, (life_of(t, each) or 0) - each.damage) for each in champions)


def note_life(t: GaTable, seat: str) -> None:
    """Report the life that is left to a player now."""
    t.fact(ScoreChanged(seat, "life", life_left(t, seat)))


def spirits(t: GaTable, seat: str) -> list[str]:
    """The Lv 0 champions that a player may place."""
    names = t.state.zones.hidden.candidates(f"{seat}.material")
    return [name for name in names if (card := card_of(t, name)).is_champion and card.level == 0]


def only_spirit(t: GaTable, seat: str) -> str:
    """The only Lv 0 champion of a player.

    Raises:
        Unsaid: there are several.
    """
    able = spirits(t, seat)
    if len(able) != 1:
        t.incomplete("say which champion is placed", champion=able)
    return able[0]


def place_champion(t: GaTable, seat: str, name: str) -> None:
    """A Lv 0 champion of the material deck comes onto the field."""
    card = card_of(t, name)
    if not card.is_champion or card.level != 0:
        t.forbid("GA-15.3", "{card} is no Lv 0 champion", card=name, legal="a Lv 0 champion")
    take(t, seat, "material", (name,))
    enter_champion(t, seat, name)
    t.set(t.state.done, "placed", True)


def place_if_plain(t: GaTable, seat: str) -> None:
    """Whoever has one Lv 0 champion only places that: nobody has to log it."""
    if not t.state.players[seat].had and len(able := spirits(t, seat)) == 1:
        place_champion(t, seat, able[0])
