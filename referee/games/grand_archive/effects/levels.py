"""What effects do with lineages, with what is loaded or gathered, and with tokens (GA-10.3, 24)."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.grand_archive import lineages, places
from referee.games.grand_archive.champions import champion_for, fits, require_lineage
from referee.games.grand_archive.lineages import tell_unplayed
from referee.games.grand_archive.state import (
    BEGUN,
    LOADED,
    InPlay,
    card_of,
    champion_of,
)
from referee.games.grand_archive.values import (
    LEVELS_BACK,
    forbidden,
    refuse_if_sure,
)
from referee.parts.effects import Among, Run

Values = Mapping[str, Any]


def level(r: Run, card: Sequence[str], player: str) -> int:
    """A champion levels up by an effect (GA-15.6 to 15.15)."""
    t = r.t
    for name in card:
        found = card_of(t, name)
        if not found.is_champion:
            t.forbid("GA-15.6", "{card} is no champion", card=name)
        champion = champion_for(t, player, found)
        require_lineage(t, champion, found)
        if forbidden(t, LEVELS_BACK, champion.id):
            return 0
        places.require_open(t, player, "material")
        places.take(t, player, "material", (name,))
        lineages.level_up(t, champion, name)
        tell_unplayed(t, champion, name)
    return len(card)


def next_champions(r: Run, values: Values) -> Among:
    """The champions that could come on top."""
    player = values.get("player") or r.seat
    champion = champion_of(r.t, player)
    there = places.LAYOUT.find(r.t, player, "material")
    if champion is None or places.is_shut(r.t, player, "material"):
        return Among({}, 0, False)
    able = {
        name: count
        for name, count in there.cards.items()
        if card_of(r.t, name).is_champion and fits(r.t, champion, card_of(r.t, name))
    }
    return Among(able, there.size, False)


def delevel(r: Run, player: str) -> int:
    """The top card of a lineage goes back to the material deck (GA-15.30, 15.31)."""
    t = r.t
    champion = champion_of(t, player)
    if champion is None:
        r.forbid("{seat} has no champion", seat=player)
    if lineages.delevel(t, champion):
        return 1
    if t.choice["GA-I 7"] == "refused":
        t.refuse("GA-15.34", "{card} is all of its lineage", card=champion.name)
        return 0
    places.goes(t, places.Parting(champion, "returned", "GA-15.34", "material"))
    return 1


def load(r: Run, thing: InPlay, cards: Sequence[str] | None = None, place: str = "hand") -> int:
    """Cards come to lie under a loadable object; where a text loads none, its source does
    (GA-5.32)."""
    t = r.t
    if cards is not None:
        for name in cards:
            places.require_open(t, r.seat, place)
            places.take(t, r.seat, place, (name,))
            places.LAYOUT.enter(t, name, LOADED, r.seat, under=thing.id)
        return len(cards)
    source = t.state.zones.things.get(r.doing.source)
    if isinstance(r.source, InPlay) and r.source.place == BEGUN:
        source = t.state.zones.things.get(r.source.under)  # what has the text that was begun
    if source is None:
        return 0
    if card_of(t, source).is_champion:
        t.incomplete(f"{r.compiled.card}: say which cards are loaded")
    t.set(source, "place", LOADED)
    t.set(source, "under", thing.id)
    return 1


def is_itself(r: Run, logged: Sequence[str]) -> bool:
    """Whether no card is said to be loaded, or that alone whose text it is."""
    source = r.source
    bearer = r.thing(source.under) if isinstance(source, InPlay) and source.under else None
    own = (r.compiled.card, bearer.name if bearer is not None else "")
    return not logged or (len(logged) == 1 and logged[0] in own)


def gather(r: Run, card: Sequence[str]) -> int:
    """An ingredient token enters at random (GA-22.10)."""
    for name in card:
        if "herb" not in card_of(r.t, name).all_words:
            refuse_if_sure(r.t, ("gather",), "GA-22.10", "{card} is no ingredient", card=name)
        places.enter(r.t, name, r.seat, r.seat, places.Coming(token=True))
    return len(card)


def ingredients(r: Run, values: Values) -> Among:
    """The ingredient tokens that there are."""
    found = {name: 9 for name in r.t.catalog.tokens if "herb" in card_of(r.t, name).all_words}
    return Among(found, sum(found.values()), True)


def tokens(r: Run, values: Values) -> Among:
    """The tokens that there are."""
    return Among(dict.fromkeys(r.t.catalog.tokens, 9), 9 * len(r.t.catalog.tokens), True)
