"""How a match of Tower-WizWar goes on from a position that all declare (REF-5.4)."""

from collections.abc import Collection, Iterator
from typing import Any

from referee.games.tower_wizwar.catalog import BACKS, CELESTIAL, ORBITAL
from referee.games.tower_wizwar.repair import PHASES
from referee.games.tower_wizwar.state import TwTable, phases_of
from referee.light import Ask, FromHere, LightState


def _after(t: TwTable, light: LightState, said: Collection[str]) -> Iterator[str]:
    if "entered" not in said:
        yield from (f"entered:{seat}:yes" for seat in light.seats)
    if "turn" not in said:
        seat, turn = light.now
        begins = phases_of(t.state, seat)[0]
        first = next(word for word, each in PHASES.items() if each == begins)
        yield f"turn:{seat}:{turn}/{first}"
    for seat in light.seats:
        for what in ("harm", "wounds"):
            if what not in said:
                yield f"{what}:{seat}:{light.score(what, seat)}"


def _asks(t: Any) -> list[Ask]:
    found: list[Ask] = []
    books = t.opening.options.get("backs") == "spellbooks"
    backs = (*t.catalog.books, CELESTIAL, ORBITAL) if books else BACKS
    for seat in t.state.seats:
        for place in ("hand", "pool"):
            for back in backs:
                made = f"draw:{seat}/{place}/{back}:{{}}"
                found.append(Ask(seat, f"{place}: {back}", (made,)))
        found.append(Ask(seat, "drain", (f"drain:{seat}:{{}}",)))
    return found


FROM_HERE = FromHere(after=_after, asks=_asks)
