"""What an effect proposes: whole lines, which are accepted whole, short, and in any order."""

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from events.outcome import Nothing, Outcome
from referee.choice import Choice, Number, OneOf, Some
from referee.parts.effects import CompiledEffect, Vocabulary, accepted_lines, declare, happen
from referee.parts.effects.accepted_lines import Holder, Proposal, by_chance, complete, proposals
from referee.parts.effects.effect_run import Doing
from referee.parts.effects.examples import LineReader
from referee.parts.effects.resolution import Settled
from referee.verdict import Illegal, Incomplete, Legal, Unsaid, Violation
from tests.referee.parts.toy import (
    EFFECT,
    VOCABULARY,
    Reveal,
    Toy,
    compiled,
    did,
    in_place,
    read_effect,
    table,
)

EFFECTS = {
    "bounds, then more": """
steps = [{ do = "damage", monster = { is = "monster", not = "ethereal" }, amount = [1, 3] },
         { do = "draw" }]""",
    "each opponent chooses": """
steps = [{ do = "discard", each = "opponent", player = "it", cards = { by = "holder" } }]""",
    "a later step counts an earlier one": """
may = true
steps = [{ do = "discard", cards = { count = [0, 2] } },
         { do = "gain", change = { last = "discard", times = 3 } }]""",
    "a roll decides": """
aims = { victim = { what = { is = ["ally"] } } }
steps = [{ do = "roll", face = [1, 6] },
         { do = "destroy", thing = "victim", if = { last = "roll", least = 5 } },
         { do = "damage", monster = "victim", amount = { last = "roll", over = 2, least = 1 } }]""",
    "X aims": """
x = [0, 3]
aims = { victims = { what = { not = "tower" }, count = { ask = "x", most = 2 } } }
steps = [{ do = "renew", each = "victims", thing = "it" },
         { do = "draw", if = { ask = "x", least = 2 } }]""",
    "modes with a cost": """
[[modes]]
name = "rich"
steps = [{ do = "gain", change = [1, 4] }]
[[modes]]
name = "wise"
cost = [{ do = "expend", thing = { is = "animal", of = "you" } }]
steps = [{ do = "draw", count = 2 }]""",
    "up to three times": """
steps = [{ do = "damage", times = [0, 3], monster = { is = "ally" }, amount = 1 },
         { do = "draw", count = { last = "damage", up_to = true } }]""",
    "one word, two steps": """
steps = [{ do = "gain", change = [1, 2] },
         { do = "gain", each = "opponent", player = "it", change = 1, may = true }]""",
    "unseen condition": """
steps = [{ do = "draw", if = { count = { is = "mage", of = "you", in = "hand" } } },
         { do = "gain", change = 1 }]""",
    "a name for what a step was about": """
steps = [{ do = "damage", monster = { is = "ally" }, amount = 1, as = "hurt" },
         { do = "gain", player = "controller of hurt", change = 1 }]""",
}


def wide() -> Toy:
    return table(
        "Ogre", "Imp", "ana: Wolf", "bo: Wolf", "cy: Pup", "Tower", hands={"ana": 4, "bo": 3}
    )


def proposed(t: Toy, effect: CompiledEffect, chance: Random) -> Proposal:
    """A proposal by chance, with hand cards that are in the deck lists for certain."""
    for _ in range(20):
        try:
            return complete(t, effect, Doing("ana", "Wolf.1"), by_chance(chance))
        except Violation:
            continue
    raise AssertionError("twenty proposals, and none is possible")


def result(effect: CompiledEffect, doing: Doing) -> bytes:
    t = wide()
    happen(t, effect, doing)
    return msgspec.msgpack.encode(t.state)


def named(outcomes: tuple[Outcome, ...]) -> list[str]:
    return sorted(map(repr, outcomes))


@pytest.mark.parametrize("text", EFFECTS.values(), ids=EFFECTS.keys())
def test_every_proposal_is_accepted_whole_short_and_in_any_order(text: str):
    effect = compiled(text)
    chance = Random(text)
    for _ in range(60):
        t = wide()
        before = msgspec.msgpack.encode(t.state)
        line = proposed(t, effect, chance)
        assert msgspec.msgpack.encode(t.state) == before
        done = result(effect, line.whole)
        assert result(effect, line.short) == done
        did = list(line.whole.did)
        chance.shuffle(did)
        result(effect, msgspec.structs.replace(line.whole, did=tuple(did)))
        assert set(named(line.short.did)) <= set(named(line.whole.did))


def test_what_the_card_says_need_not_be_typed():
    effect = compiled(EFFECTS["bounds, then more"])
    line = proposed(wide(), effect, Random(1))
    assert [type(outcome).__name__ for outcome in line.whole.did] == ["Damage", "Draw"]
    assert [type(outcome).__name__ for outcome in line.short.did] == ["Damage"]


def test_an_option_decides_its_fields_together():
    effect = compiled(EFFECTS["X aims"])
    t = wide()
    option = proposals(t, effect, Doing("ana", "Wolf.1"), Holder("activate"))
    assert option is not None and option.verb == "activate"
    chance = Random(3)
    for _ in range(40):
        fields: dict[str, Any] = option.decide(chance)
        assert len(fields.get("aims", ())) == min(fields.get("x", 0), 2)
        assert all(option.fields[name].allows(value) for name, value in fields.items())
        doing = Doing("ana", **fields)
        assert result(effect, doing)


@pytest.mark.parametrize("text", EFFECTS.values(), ids=EFFECTS.keys())
def test_an_option_as_it_is_shown_has_one_line_that_is_accepted(text: str):
    effect, t = compiled(text), wide()
    option = proposals(t, effect, Doing("ana", "Wolf.1"), Holder("activate"))
    assert option is not None
    shown = {name: choice.public() for name, choice in option.fields.items()}
    msgspec.json.encode(shown)
    fields = {name: choice.decide(Random(1)) for name, choice in shown.items()}
    said = {name: value for name, value in fields.items() if value is not msgspec.UNSET}
    assert result(effect, Doing("ana", **said))


def test_what_cannot_happen_is_no_option():
    effect = compiled('aims = { a = { what = { is = "monster" } } }\nsteps = [{ do = "draw" }]')
    assert proposals(table("Wolf"), effect, Doing("ana", "Rite"), Holder("effect")) is None
    assert proposals(table("Ogre"), effect, Doing("ana", "Rite"), Holder("effect")) is not None


def test_a_chooser_is_asked_with_the_word_the_part_and_what_it_may_be():
    asked: list[tuple[str, str, str]] = []

    def choose(word: str, part: str, choice: Choice) -> Any:
        asked.append((word, part, choice.described()))
        return choice.decide(Random(1))

    complete(wide(), compiled(EFFECTS["bounds, then more"]), Doing("ana", "Rite"), choose)
    assert asked == [("damage", "amount", "1 to 3")]


ASKED = {
    **EFFECTS,
    "two cards": 'steps = [{ do = "discard", cards = { count = 2 } }]',
    "a word": 'steps = [{ do = "discard", place = ["hand", "bin"], cards = { count = 1 } }]',
    "an opponent": 'steps = [{ do = "gain", player = "opponent", change = [1, 2] }]',
}


@pytest.mark.parametrize("text", ASKED.values(), ids=ASKED.keys())
def test_what_is_suggested_for_a_choice_that_is_missing_is_never_refused(text: str):
    effect, reader = compiled(text), LineReader(VOCABULARY)
    verdict = did(wide(), effect, source="Wolf.1")
    if isinstance(verdict, Incomplete) and "did" in verdict.choices:
        for line in verdict.choices["did"]:
            doing = reader.read(line, "ana", "Wolf.1", ())
            again = did(wide(), effect, *doing.did, source="Wolf.1")
            assert not isinstance(again, Illegal), (line, again)
            assert again != verdict, line


@pytest.mark.parametrize("text", EFFECTS.values(), ids=EFFECTS.keys())
def test_an_effect_that_is_stored_beside_the_log_is_read_back_the_same(text: str):
    effect = read_effect(text)
    assert msgspec.json.decode(msgspec.json.encode(effect), type=EFFECT) == effect


def showing(known: tuple[str, ...] = ()) -> Vocabulary:
    """Shown are cards of the deck, of which all know these to lie on top."""
    shown = replace(
        VOCABULARY.outcomes[Reveal],
        among=lambda r, values: in_place(r.t, r.seat, values["place"]),
        known=lambda r, values: known,
    )
    return replace(VOCABULARY, outcomes={**VOCABULARY.outcomes, Reveal: shown})


def test_a_line_is_proposed_of_cards_shown_until_one_fits_however_deep_it_lies():
    text = (
        'steps = [{ do = "reveal", cards = { until = { is = "tamer" }, count = [1, 8] } },'
        '{ do = "fetch", cards = "found" }]'
    )
    effect, lengths = compiled(text, vocabulary=showing()), set()
    for seed in range(30):
        proposal = complete(table(), effect, Doing("ana", "Rite"), by_chance(Random(seed)))
        shown, _ = proposal.whole.did
        assert isinstance(shown, Reveal) and shown.cards
        assert shown.cards[-1] == "Pup" and shown.cards.count("Pup") == 1
        assert isinstance(did(table(), effect, *proposal.short.did), Legal)
        lengths.add(len(shown.cards))
    assert len(lengths) > 4


def test_what_all_know_to_lie_on_top_is_shown_without_a_word():
    known = showing(("Flare", "Mage"))

    def proposed(pick: str, chance: int = 1) -> tuple[str, ...] | None:
        effect = compiled(f'steps = [{{ do = "reveal", cards = {pick} }}]', vocabulary=known)
        line = complete(table(), effect, Doing("ana", "Rite"), by_chance(Random(chance)))
        (shown,) = line.whole.did
        assert isinstance(shown, Reveal)
        return shown.cards

    two = compiled('steps = [{ do = "reveal", cards = { count = 2 } }]', vocabulary=known)
    assert isinstance(did(table(), two), Legal)
    three = compiled('steps = [{ do = "reveal", cards = { count = 3 } }]', vocabulary=known)
    assert isinstance(did(table(), three), Incomplete)
    assert proposed("{ count = 2 }") == ("Flare", "Mage")
    for seed in range(5):
        assert (proposed("{ count = 3 }", seed) or ())[:2] == ("Flare", "Mage")
    assert proposed('{ until = { is = "mage" }, count = [1, 4] }') == ("Flare", "Mage")


@pytest.mark.parametrize("text", EFFECTS.values(), ids=EFFECTS.keys())
def test_an_effect_that_is_declared_ahead_says_the_same_of_it(text: str):
    effect, doing = compiled(text), Doing("ana", "Wolf.1")
    option = proposals(wide(), effect, doing, Holder("activate"))
    ahead = proposals(wide(), effect, doing, Holder("activate"), ahead=True)
    assert option is not None and ahead is not None
    assert ahead.hint == option.hint
    assert {**ahead.fields, "did": None} == {**option.fields, "did": None}


def test_what_an_effect_does_later_need_not_be_possible_as_it_is_declared():
    effect, doing = compiled('steps = [{ do = "gain", change = -99 }]'), Doing("ana", "Wolf.1")
    assert proposals(wide(), effect, doing, Holder("activate")) is None
    assert proposals(wide(), effect, doing, Holder("activate"), ahead=True) is not None


def test_a_cost_that_cannot_be_paid_is_tried_once_with_each_aim(monkeypatch: pytest.MonkeyPatch):
    tried: list[Doing] = []

    def counted(*args: Any) -> Any:
        tried.append(args[2])
        return declare(*args)

    monkeypatch.setattr(accepted_lines, "declare", counted)
    effect = compiled(
        """
aims = { victim = { what = { is = "ally" } } }
cost = [{ do = "expend", thing = { is = "monster", of = "you" } }]
steps = [{ do = "draw" }]"""
    )
    t = table("Wolf", "Pup")
    assert proposals(t, effect, Doing("ana", "Wolf.1"), Holder("activate"), ahead=True) is None
    assert len(tried) == 2


ORDERS, ONE = Some({"a": 1, "b": 1}, 2, 2), Some({"a": 1, "b": 1, "c": 1}, 1, 1)


@pytest.mark.parametrize(
    ("choices", "ways"),
    [
        ((ORDERS, Some({"c": 1, "d": 1}, 1, 1)), 4),
        ((Number(0, 1), ORDERS, ORDERS), 8),
        ((ORDERS, Number(0, 2), ORDERS), 12),
        ((ONE, ORDERS, Number(4, 6)), 18),
        ((OneOf(("x", "y")), ORDERS, Number(1, 4)), 16),
    ],
)
def test_what_is_possible_in_one_way_alone_is_found_among_all(
    choices: tuple[Choice, ...], ways: int
):
    found = set()
    for turn in range(ways):
        chooser = accepted_lines._Turns(turn)
        found.add(tuple(chooser("", "", each) for each in choices))
        assert chooser.after == ways
    assert len(found) == ways


def test_what_was_declined_in_advance_and_has_to_be_chosen_by_now_is_asked_for():
    effect = compiled('steps = [{ do = "damage", monster = { is = "ally" }, amount = 1 }]')
    doing = Doing("ana", "Wolf.1", did=(Nothing("declined"),))
    with pytest.raises(Unsaid):
        happen(table("Wolf", "Pup"), effect, doing, late=True, settled=Settled(advance=True))
