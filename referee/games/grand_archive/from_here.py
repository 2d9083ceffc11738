"""How a match of Grand Archive goes on from a position that all declare (REF-5.4)."""

from collections.abc import Collection, Iterator
from typing import Any

from referee.games.grand_archive.game_start import begin_play
from referee.games.grand_archive.lineages import spirits
from referee.games.grand_archive.phases import phases_of
from referee.games.grand_archive.places import pile, size
from referee.games.grand_archive.state import MATERIALIZE, PHASE_NAMES, GaTable, champion_of
from referee.games.grand_archive.values import life_of
from referee.light import Ask, FromHere, LightState


def _begun(t: GaTable, light: LightState) -> None:
    """The decks are presented, also of a later game, and of one whose opening leaves open who goes
    first."""
    if not t.state.presented:
        t.set(t.state, "first", light.first or light.now[0])
        begin_play(t)


def _before(t: GaTable, light: LightState, said: Collection[str]) -> Iterator[str]:
    """All that was drawn goes back, and the only Spirit of a list is there."""
    yield from (f"stack:{each.source}:gone" for each in reversed(t.state.waiting.stack))
    for seat in light.seats:
        for place in ("hand", "memory"):
            if count := size(t, seat, place):
                yield f"unseen:{seat}/{place}>deck:{count}"
        for place in ("graveyard", "banishment"):
            for card in pile(t, seat, place):
                yield f"move:{seat}/{card}:{place}>deck/shuffled"
        yield f"shuffle:{seat}:deck"
        if "level" not in said and champion_of(t, seat) is None and len(spirits(t, seat)) == 1:
            yield f"level:{seat}:{spirits(t, seat)[0]}"


def _after(t: GaTable, light: LightState, said: Collection[str]) -> Iterator[str]:
    if "turn" not in said:
        seat, turn = light.now
        yield f"turn:{seat}:{turn}/main"
        if MATERIALIZE in phases_of(t):
            yield f"phase:{seat}:{PHASE_NAMES[MATERIALIZE]}"
    for seat in light.seats:
        champion = champion_of(t, seat)
        whole = life_of(t, champion) if champion is not None else None
        if "damage" not in said and whole is not None:
            yield f"damage:{seat}:{max(0, whole - light.score('life', seat, whole))}"


def _asks(t: Any) -> list[Ask]:
    cards = t.catalog
    found: list[Ask] = []
    for seating in t.opening.seats:
        seat = seating.seat
        main = tuple(sorted(seating.deck))
        listed = sorted(seating.lists.get("material", ()))
        champions = tuple(name for name in listed if cards.by_name[name].is_champion)
        others = tuple(name for name in listed if name not in champions)
        found += [
            Ask(seat, "champions, the lowest first", (f"level:{seat}:{{}}",), champions, many=True),
            Ask(seat, "in play", (f"move:{seat}/{{}}:deck>field",), main, many=True),
            Ask(seat, "regalia in play", (f"move:{seat}/{{}}:material>field",), others, many=True),
            Ask(seat, "graveyard", (f"move:{seat}/{{}}:deck>graveyard",), main, many=True),
            Ask(seat, "banished", (f"move:{seat}/{{}}:deck>banishment",), main, many=True),
            Ask(seat, "in memory", (f"unseen:{seat}/deck>memory:{{}}",)),
            Ask(seat, "cards in hand", (f"unseen:{seat}/deck>hand:{{}}",)),
        ]
    return found


FROM_HERE = FromHere(_begun, _before, _after, _asks)
