"""Lv 0 champions come onto the field (GA-3.4, 3.9, 15.3)."""

from referee.games.grand_archive.lineages import enter_champion
from referee.games.grand_archive.places import take
from referee.games.grand_archive.state import GaTable, card_of


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
