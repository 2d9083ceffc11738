"""How a match of WarRift goes on from a position that all declare (REF-5.4)."""

from collections.abc import Collection, Iterator
from typing import Any

from referee.games.warrift.state import WrTable, hand_size, seats_from
from referee.light import Ask, FromHere, LightState


def _before(t: WrTable, light: LightState, said: Collection[str]) -> Iterator[str]:
    state = t.state
    seat, turn = light.now
    rotation = (turn - 1) // len(state.seats) + 1
    first = light.first or seat
    holder = seats_from(state, first)[(rotation - 1) % len(state.seats)]
    back = t.choice["WR-I 18"] == "counterclockwise"
    taken = seats_from(state, holder, back=back).index(seat)
    yield f"rotation:{first}:1"
    yield f"rotation:{holder}:{rotation}"
    if "turn" not in said:
        yield f"turn:{seat}:{(rotation - 1) * len(state.seats) + taken + 1}/eye"
    for seat in state.seats:
        yield f"points:{seat}:{max(0, light.score('points', seat))}"
        if "unseen" not in said and (held := hand_size(state, seat)):
            yield f"unseen:{seat}/hand>{seat}/primary:{held}"


def _asks(t: Any) -> list[Ask]:
    found = [
        Ask("", "token", ("token:table:{}",), ("day", "night")),
    ]
    for seat in t.state.seats:
        found += [
            Ask(seat, "magicka", (f"magicka:{seat}:{{}}",)),
            Ask(seat, "cards in hand", (f"draw:{seat}:{{}}",)),
        ]
    return found


FROM_HERE = FromHere(before=_before, asks=_asks)
