"""What effects do with cards that nobody sees on their way."""

from referee.games.grand_archive.effects.cards import turn_over
from referee.games.grand_archive.effects.numbers import FACE_DOWN
from referee.games.grand_archive.places import HIDDEN, pass_unseen, require_open, size
from referee.games.grand_archive.state import FIELD, InPlay
from referee.parts.effects import Run
from referee.parts.effects.schema import Reckon
from referee.parts.effects.selectors import Reader


def pass_cards(
    r: Run,
    player: str,
    count: int = 1,
    place: str = "hand",
    to: str = "deck",
    where: str = "top",
) -> int:
    """So many cards go unseen from one private place to another."""
    if (place, to) == ("deck", "deck"):
        turn_over(r, player, count, count if where == "bottom" else 0)
        return count
    if seen := [each for each in (place, to) if each not in HIDDEN]:
        r.forbid("the cards of the {where} are seen, and are named", where=seen[0])
    require_open(r.t, player, place)
    _pass(r, player, count, place, to)
    if isinstance(r.source, InPlay) and r.source.place == FIELD:
        _mark_face_down(r, r.source, count, place, to)
    if to == "facedown":
        keepers = r.t.state.players[player].keepers
        r.t.item(keepers, r.seat, keepers.get(r.seat, 0) + count)
    return count


def _pass(r: Run, player: str, count: int, place: str, to: str) -> None:
    """So many cards go unseen; of those that come to lie face down all may know that they are of
    the kind that the text says (GA-5.26)."""
    barred = _barred(r, player, place) if to == "facedown" and r.t.state.fitting else ()
    if not (barred and count):
        pass_unseen(r.t, player, count, place, to, "GA-25.7")
        return
    hidden, between = r.t.state.zones.hidden, f"{player}.{place}>{to}"
    r.t.keep(hidden)
    if not 0 < count <= size(r.t, player, place):
        r.forbid("{seat}'s {where} holds no {count:card}", seat=player, where=place, count=count)
    hidden.draw(count, f"{player}.{place}", between, barred)
    if hidden.denies(between, barred) is not None:
        r.contradict("there are no {count} of that kind", count=count)
    else:
        hidden.claim(between, barred, r.t.seq)
    hidden.draw(count, between, f"{player}.{to}")
    del hidden.zones[between]


def _barred(r: Run, player: str, place: str) -> tuple[str, ...]:
    """The cards in a hidden place that are not of the kind of which an effect says that some go
    unseen, where it does."""
    amounts = (getattr(each, "count", None) for each in r.compiled.effect.all_steps)
    kinds = (each.count for each in amounts if isinstance(each, Reckon) and each.count)
    of = next((each for each in kinds if each.place == place), None)
    fits = None if of is None else Reader(r.vocabulary, r.compiled.effect).card_fits(of)
    if fits is None:
        return ()
    there = r.t.state.zones.hidden.candidates(f"{player}.{place}")
    return tuple(name for name in there if not fits(r, name))


def _mark_face_down(r: Run, source: InPlay, count: int, place: str, to: str) -> None:
    """An object whose text asks for the cards that it has banished face down keeps their number."""
    if to == "facedown" and r.compiled.card in r.t.catalog.asks_face_down:
        r.t.set(source, "marks", [*source.marks, *[FACE_DOWN] * count])
    elif place == "facedown":
        left = list(source.marks)
        for _ in range(min(count, left.count(FACE_DOWN))):
            left.remove(FACE_DOWN)
        r.t.set(source, "marks", left)
