"""What is claimed of cards that nobody has seen, and who is believed that has none."""

from dataclasses import replace
from typing import Any

import pytest

from events.outcome import Nothing
from referee.verdict import Illegal, Incomplete, OnTrust
from tests.referee.parts.toy import (
    VOCABULARY,
    Discard,
    Gain,
    Reveal,
    Toy,
    compiled,
    did,
    in_place,
    table,
)

HANDS = {"ana": 3, "bo": 3}


def duel() -> Toy:
    t = table(hands=HANDS)
    t.state.seats = ("ana", "bo")
    return t


@pytest.mark.parametrize(
    ("test", "line", "claimed"),
    [
        ("", (), True),
        ("", (Gain(),), False),
        (", least = 1", (), True),
        (", least = 2", (), False),
        (", most = 0", (Gain(),), True),
        (", most = 0", (), False),
        (", most = 1", (Gain(),), False),
    ],
)
def test_a_condition_on_unseen_cards_that_is_said_not_to_hold_is_a_claim(
    test: str, line: Any, claimed: bool
):
    claims: list[Any] = []
    vocabulary = replace(VOCABULARY, claims=lambda t, *claim: claims.append(claim))
    mages = 'count = { is = "mage", in = "hand", of = "you" }'
    if_mage = compiled(
        f'steps = [{{ do = "gain", if = {{ {mages}{test} }} }}]', vocabulary=vocabulary
    )
    assert isinstance(did(table(hands=HANDS), if_mage, *line), OnTrust)
    assert claims == ([("ana", "hand", ("Mage",))] if claimed else [])


def test_what_may_have_been_left_for_another_reason_claims_nothing():
    claims: list[Any] = []
    vocabulary = replace(VOCABULARY, claims=lambda t, *claim: claims.append(claim))
    mage = '{ count = { is = "mage", in = "hand", of = "you" } }'
    warrior = '{ count = { is = "warrior", in = "hand", of = "you" } }'
    for step in (f"if = {mage}, may = true", f"if = [{mage}, {warrior}]"):
        effect = compiled(f'steps = [{{ do = "gain", {step} }}]', vocabulary=vocabulary)
        assert isinstance(did(table(hands=HANDS), effect), OnTrust)
    assert claims == []
    holds = f'if = [{mage}, {{ count = {{ is = "monster" }} }}]'
    effect = compiled(f'steps = [{{ do = "gain", {holds} }}]', vocabulary=vocabulary)
    did(table(hands=HANDS), effect)
    assert claims == []
    did(table("Ogre", hands=HANDS), effect)
    assert len(claims) == 1


def test_a_whole_effect_that_needs_a_hand_without_some_cards_claims_so():
    claims: list[Any] = []
    vocabulary = replace(VOCABULARY, claims=lambda t, *claim: claims.append(claim))
    none = '{ count = { is = "mage", in = "hand", of = "you" }, most = 0 }'
    effect = compiled(f'if = {none}\nsteps = [{{ do = "gain" }}]', vocabulary=vocabulary)
    assert isinstance(did(table(hands=HANDS), effect), OnTrust)
    assert claims == [("ana", "hand", ("Mage",))]


def test_fewer_cards_than_asked_are_claimed_by_the_outcome():
    lacks: list[Any] = []
    outcomes = dict(VOCABULARY.outcomes)
    outcomes[Discard] = replace(
        outcomes[Discard], lacks=lambda r, values, names: lacks.append((values["player"], names))
    )
    effect = compiled(
        'steps = [{ do = "discard", place = "hand", cards = { what = { is = "mage" } } }]',
        vocabulary=replace(VOCABULARY, outcomes=outcomes),
    )
    assert isinstance(did(table(hands=HANDS), effect, Discard(())), OnTrust)
    assert lacks == [("ana", ("Mage",))]


def claiming(kind: type[Any]) -> Any:
    """The words of the toy with an outcome that claims what is said to be lacking."""

    def lacks(r: Any, values: Any, names: tuple[str, ...]) -> None:
        zone = f"{values.get('player', r.seat)}.{values['place']}"
        assert r.t.state.hidden.denies(zone, names) is None
        r.t.keep(r.t.state.hidden)
        r.t.state.hidden.claim(zone, names, r.t.seq)

    outcomes = dict(VOCABULARY.outcomes)
    outcomes[kind] = replace(outcomes[kind], lacks=lacks)
    if kind is Reveal:
        among = lambda r, values: in_place(r.t, r.seat, values["place"])  # noqa: E731
        outcomes[kind] = replace(outcomes[kind], among=among)
    return replace(VOCABULARY, outcomes=outcomes)


def test_fewer_cards_than_asked_go_and_there_are_no_more_of_them_then():
    effect = compiled(
        'steps = [{ do = "discard", place = "hand",'
        ' cards = { count = 2, what = { is = "mage" } } }]',
        vocabulary=claiming(Discard),
    )
    t = table(hands=HANDS)
    assert isinstance(did(t, effect, Discard(("Mage",))), OnTrust)
    assert t.state.bins["ana"] == ["Mage"]
    assert t.state.hidden.refuses("ana.hand", ("Mage",)) is not None


def test_fewer_cards_than_asked_are_shown_and_there_are_no_others():
    effect = compiled(
        'steps = [{ do = "reveal", place = "hand",'
        ' cards = { count = 2, what = { any = ["mage", "warrior"] } } }]',
        vocabulary=claiming(Reveal),
    )
    t = table(hands=HANDS)
    assert isinstance(did(t, effect, Reveal(("Mage",))), OnTrust)
    assert t.state.hidden.refuses("ana.hand", ("Mage",)) is None
    assert t.state.hidden.refuses("ana.hand", ("Warrior",)) is not None


@pytest.mark.parametrize("by_each", ["", ', each = "opponent", player = "it"'])
def test_who_has_no_such_card_in_hand_says_none_and_is_not_accused(by_each: str):
    lacks: list[Any] = []
    outcomes = dict(VOCABULARY.outcomes)
    outcomes[Discard] = replace(
        outcomes[Discard], lacks=lambda r, values, names: lacks.append((values["player"], names))
    )
    effect = compiled(
        'steps = [{ do = "discard", place = "hand", cards = { what = { is = "mage" } }'
        f"{by_each} }}]",
        vocabulary=replace(VOCABULARY, outcomes=outcomes),
    )
    t = duel()
    before = t.state.bins["bo"], t.state.hidden.size("bo.hand")
    for reason in (None, "impossible"):
        found = did(t, effect, Nothing(reason))  # type: ignore[arg-type]
        assert isinstance(found, OnTrust)
        assert found.assumptions == ("Rite: there is no mage",)
    assert (t.state.bins["bo"], t.state.hidden.size("bo.hand")) == before
    assert lacks == [("bo" if by_each else "ana", ("Mage",))] * 2
    assert isinstance(did(t, effect, Nothing("declined")), Illegal)
    asked = did(t, effect)
    assert isinstance(asked, Incomplete)
    assert asked.ask == "Rite: say which cards, 1 mage, or none"


def test_none_is_not_asked_for_where_such_a_card_must_be_there():
    def lacks(r: Any, values: Any, names: Any) -> None:
        r.t.refuse("T-1", "the hand must hold a Mage")

    outcomes = dict(VOCABULARY.outcomes)
    outcomes[Discard] = replace(outcomes[Discard], lacks=lacks)
    effect = compiled(
        'steps = [{ do = "discard", place = "hand", cards = { what = { is = "mage" } } }]',
        vocabulary=replace(VOCABULARY, outcomes=outcomes),
    )
    asked = did(duel(), effect)
    assert isinstance(asked, Incomplete)
    assert asked.ask == "Rite: say which cards, 1 mage"


def test_none_is_said_for_whoever_has_no_such_card():
    effect = compiled(
        'steps = [{ do = "discard", place = "hand", cards = { what = { is = "mage" } },'
        ' each = "opponent", player = "it" }]'
    )
    t = table(hands={"bo": 3, "cy": 3})
    assert isinstance(did(t, effect, Discard(("Mage",), "bo"), Nothing()), OnTrust)
    assert (t.state.bins["bo"], t.state.bins["cy"]) == (["Mage"], [])


def test_who_has_cards_does_not_say_none():
    for what in ("", "cards = { count = 2 }, "):
        any_card = compiled(f'steps = [{{ do = "discard", {what}place = "hand" }}]')
        assert isinstance(did(duel(), any_card, Nothing()), Illegal)
    seen = compiled(
        'steps = [{ do = "discard", place = "bin", '
        'cards = { what = { any = ["mage", "warrior"] } } }]'
    )
    t = duel()
    t.state.bins["ana"] += ["Mage", "Warrior", "Flare"]
    assert isinstance(did(t, seen, Nothing()), Illegal)
