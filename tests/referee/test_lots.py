"""One of what is offered is drawn by weight, and no other is asked about."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random

from referee.option import Offer, Option, Several, every
from referee.replay.lots import Lots

CARDS = {"Elk": 1, "Owl": 4, "Fox": 2}
END = Option("ana", "end", weight=3)


def offers(asked: list[str], *impossible: str) -> list[Offer]:
    """An end, and cards that may be played, of which some cannot; what is asked about is noted."""

    def ask(cards: Sequence[str]) -> Iterator[Option]:
        assert table == ["then"]
        asked.extend(cards)
        for card in cards:
            if card not in impossible:
                yield Option("ana", card, weight=CARDS[card])

    @contextmanager
    def when() -> Iterator[None]:
        table.append("then")
        yield
        table.clear()

    table: list[str] = []
    forfeit = Option("ana", "forfeit", weight=0)
    return [END, Several([*CARDS], [*CARDS.values()], ask, when), forfeit]


def drawn(*impossible: str) -> Counter[str]:
    chance = Random(7)
    found = (Lots(offers([], *impossible), chance).draw() for _ in range(5_000))
    return Counter(option.verb for option in found if option is not None)


def test_each_is_drawn_as_often_as_it_weighs() -> None:
    found = drawn()
    assert set(found) == {"end", *CARDS}
    assert all(abs(found[name] - 500 * CARDS.get(name, 3)) < 120 for name in found)


def test_what_cannot_be_is_drawn_again_without_it() -> None:
    found = drawn("Owl")
    assert set(found) == {"end", "Elk", "Fox"}
    assert all(abs(found[name] - 5_000 * CARDS.get(name, 3) / 6) < 150 for name in found)


def test_nothing_is_asked_about_but_what_is_drawn_and_that_once() -> None:
    asked: list[str] = []
    lots = Lots(offers(asked), Random(1))
    assert not asked
    found = [lots.draw() for _ in range(200)]
    assert sorted(asked) == sorted(CARDS)
    assert {option.verb for option in found if option} == {"end", *CARDS}


def test_where_there_is_nothing_nothing_is_drawn() -> None:
    _, several, forfeit = offers([], *CARDS)
    assert Lots([several, forfeit], Random(1)).draw() is None


def test_where_all_are_asked_for_all_are_asked_about_at_once() -> None:
    def ask(cards: Sequence[str]) -> list[Option]:
        return [Option("ana", "play", hint=" ".join(cards))]

    found = every([END, Several([*CARDS], [*CARDS.values()], ask)])
    assert [option.hint for option in found] == ["", "Elk Owl Fox"]
