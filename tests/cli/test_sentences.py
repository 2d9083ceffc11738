"""Facts in words."""

import pytest
from msgspec import Struct

from cli.screen import render
from cli.screen.sentences import added, cited, counted, sentence, sums, tell
from referee import fact as facts
from referee.fact import FACTS, Fact, Term
from referee.games.registry import game_ids, game_of, stream_ids
from referee.parts import words


class TowerMoved(Fact, frozen=True):
    """A fact of a game that the command line has never heard of."""

    seat: str
    tower: str
    how_far: int
    glad: bool
    along: tuple[str, ...] = ()
    terms: tuple[Term, ...] = ()
    rule: str = "TM-1.1"


def _sample(kind: type[Fact]) -> Fact:
    term = Term("die", 3, "X-1.1")
    values: dict[object, object] = {
        str: "word",
        int: 7,
        float: 7.0,
        bool: True,
        tuple[Term, ...]: (term,),
        tuple[str, ...]: ("word",),
        tuple[int, ...]: (7,),
        int | None: 7,
        facts.Ending: "won",
    }
    return kind(**{name: values[hint] for name, hint in _hints(kind).items()})


def _hints(kind: type[Struct]) -> dict[str, object]:
    from typing import get_type_hints

    return {name: get_type_hints(kind)[name] for name in kind.__struct_fields__}


def test_every_common_fact_has_words_of_its_own() -> None:
    for kind in FACTS:
        told = sentence(_sample(kind))
        assert "word" in told or "7" in told
        assert f"{kind.__struct_config__.tag}".replace("-", " ") + ":" not in told


@pytest.mark.parametrize("game_id", [*game_ids(), *stream_ids()])
def test_every_fact_of_a_game_has_words_of_its_own(game_id: str) -> None:
    game = game_of(game_id)
    assert [kind for kind in game.facts if kind not in game.words] == []
    assert game.words.keys() - set(game.facts) <= words.WORDS.keys()
    for kind in game.facts:
        told = sentence(_sample(kind), game.words)
        assert "word" in told or "7" in told
        assert f"{kind.__struct_config__.tag}".replace("-", " ") + ":" not in told


def test_an_unknown_fact_is_told_by_its_fields() -> None:
    fact = TowerMoved("ana", "red", 3, True, ("a1", "a2"), (Term("push", 2, "X-1.1"),))
    assert sentence(fact) == (
        "ana, tower moved: tower red, how far 3, glad yes, along a1 a2, terms push 2"
    )
    assert cited(fact).endswith("[TM-1.1]")
    assert sums(fact) == [("terms", fact.terms, 2)]


def test_dice_that_stand_in_a_total_are_not_told_twice() -> None:
    dice = [facts.DieRolled("ana", 6, 3, "combat"), facts.DieRolled("bo", 6, 5, "combat")]
    total = facts.TotalsCompared(
        "combat", "ana", "A", (Term("die", 3, "X-1"), Term("weak", -1, "X-2")), 2,
        "bo", "B", (Term("die", 5, "X-1"),), 5, "bo", "X-3",
    )  # fmt: skip
    assert tell(dice) == ["combat: ana rolls 3, bo rolls 5"]
    assert tell([*dice, total]) == ["combat: ana's A 2 (die 3 - weak 1) loses to bo's B 5 (die 5)"]


def test_a_score_that_damage_has_named_is_not_told_twice() -> None:
    hit = facts.DamageDealt("ana", "A", "bo", "King", "King", 30, 70, "direct", "X-1")
    told = [hit, facts.ScoreChanged("bo", "health", 70), facts.ScoreChanged("ana", "health", 70)]
    assert tell(told) == ["ana's A deals 30 to bo's King (direct), 70 left", "ana's health is 70"]


def test_cards_that_took_the_same_way_are_told_together() -> None:
    moved = [facts.CardMoved("ana", card, "hand", "bank", "X-1") for card in ("Oak", "Elm")]
    assert tell(moved) == ["ana's Oak, Elm go from hand to bank"]
    assert tell(moved[:1]) == ["ana's Oak goes from hand to bank"]


def test_sums_and_counts_read_well() -> None:
    assert added((Term("weak", -1, "X"), Term("die", 3, "X"))) == "weak -1 + die 3"
    assert [counted(1, "entry"), counted(2, "entry"), counted(1200, "card")] == [
        "1 entry", "2 entries", "1,200 cards",
    ]  # fmt: skip


def test_what_would_change_the_terminal_is_spelled_out() -> None:
    assert render.clean("a\x1b[2Jb\u202e") == "a\\x1b[2Jb\\u202e"
