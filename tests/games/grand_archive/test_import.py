"""Catalogs made of the publisher's card interface: every form of its answers, and what is kept."""

import json
from typing import Any

import msgspec
import pytest

from events.bounds import TooMuch
from referee.catalog import CatalogError, read_catalog
from referee.catalog_import import Imported, written
from referee.games.grand_archive.catalog import Card, Cards
from referee.games.grand_archive.catalog_import import imported
from referee.games.grand_archive.printed import hash_of

RITE = {"when": "played", "text": "A rite that was written by hand."}
NEWEST: dict[str, Any] = {
    "uuid": "zz00test01",
    "name": "Practice Lanternbearer",
    "slug": "practice-lanternbearer",
    "types": ["UNIQUE", "ALLY"],
    "subtypes": ["MAGE", "HUMAN"],
    "classes": ["MAGE"],
    "element": "EXALTED",
    "elements": ["EXALTED", "FIRE"],
    "cost": {"type": "reserve", "value": "3"},
    "cost_memory": None,
    "cost_reserve": 3,
    "level": None,
    "power": 2,
    "life": 3,
    "durability": None,
    "speed": None,
    "effect": None,
    "effect_raw": None,
    "effect_html": None,
    "flavor": None,
    "rule": None,
    "legality": {"DRAFT": {"limit": 0}},
    "references": [],
    "referenced_by": [],
    "created_at": "2026-01-01T00:00:00.000Z",
    "last_update": "2026-01-02T00:00:00.000Z",
    "editions": [{"uuid": "zz00ed0001", "orientation": None, "other_orientations": []}],
    "result_editions": [],
}
"""The newest form of a card."""


def answered(name: str = "Practice Lanternbearer", /, **fields: Any) -> dict[str, Any]:
    """A card in the newest form, each under an id of its own."""
    return {**NEWEST, "uuid": f"id-{name}", "name": name, **fields}


def without(card: dict[str, Any], *fields: str, **more: Any) -> dict[str, Any]:
    """A card without some fields."""
    return {key: value for key, value in {**card, **more}.items() if key not in fields}


def before(*cards: Card) -> Cards:
    """The catalog before."""
    return Cards(game="grand_archive", name="invented", cards=cards)


def told(value: Any, old: Cards | None = None, **more: Any) -> Imported[Cards]:
    """What one file comes to."""
    return imported({"cards.json": json.dumps(value)}, old or before(), **more)


def one(**fields: Any) -> Card:
    """The only card of a file."""
    (card,) = told([answered(**fields)]).catalog.cards
    return card


FLAT = without(
    NEWEST, "cost", "elements", "references", "referenced_by", "created_at", "effect_html"
)
FORMS = {
    "2022": without({**FLAT, "attack": 2}, "power", "last_update", "legality"),
    "2023": {**FLAT, "related_ids": []},
    "2025": without(NEWEST, "cost", "elements"),
    "2025 elements": without(NEWEST, "cost"),
    "2026": NEWEST,
}


@pytest.mark.parametrize("form", FORMS)
def test_a_card_is_the_same_in_the_form_of_every_year(form: str) -> None:
    (card,) = told(FORMS[form]).catalog.cards
    assert (card.name, card.types, card.supertypes) == (
        "Practice Lanternbearer",
        ("ally",),
        ("unique",),
    )
    assert (card.classes, card.subtypes) == (("mage",), ("human",))
    assert (card.reserve, card.memory, card.power, card.life) == (3, None, 2, 3)
    assert (card.element, card.deck) == ("exalted", "main")
    assert card.elements == (("exalted", "fire") if "elements" in FORMS[form] else ("exalted",))
    assert card.limits == ({"limited": 0} if form != "2022" else {})


def test_a_file_is_a_card_a_list_a_page_or_several_pages() -> None:
    page = {"data": [NEWEST], "total_pages": 1, "has_more": False}
    two = [page, {**page, "data": [answered("Second")], "total_pages": 2}]
    for form in (NEWEST, [NEWEST], page, [page]):
        assert [card.name for card in told(form).catalog.cards] == ["Practice Lanternbearer"]
    assert len(told(two).catalog.cards) == 2
    files = {"1.json": json.dumps(NEWEST), "2.json": json.dumps([answered("Second")])}
    assert len(imported(files, before()).catalog.cards) == 2


@pytest.mark.parametrize(
    ("page", "doubt"),
    [
        ({"total_pages": 3}, "it holds 1 of 3 pages"),
        ({"has_more": True}, "more pages follow its last"),
    ],
)
def test_pages_that_are_missing_are_told(page: dict[str, Any], doubt: str) -> None:
    assert told({"data": [NEWEST], **page}).doubts == (f"cards.json: {doubt}",)


@pytest.mark.parametrize(
    ("fields", "cost"),
    [
        ({"cost": {"type": "reserve", "value": "X"}, "cost_reserve": 9}, ("X", None)),
        ({"cost": {"type": "memory", "value": "0"}, "cost_reserve": 9}, (None, 0)),
        ({"cost": {"type": "none", "value": None}, "cost_reserve": 9}, (None, None)),
        ({"cost": None, "cost_reserve": -1}, ("X", None)),
        ({"cost": None, "cost_reserve": None, "cost_memory": 2}, (None, 2)),
    ],
)
def test_ga_2_31_a_cost_is_taken_from_its_newest_form(
    fields: dict[str, Any], cost: tuple[Any, Any]
) -> None:
    card = one(types=["ITEM"], **fields)
    assert (card.reserve, card.memory) == cost


@pytest.mark.parametrize(
    ("said", "speed"),
    [(True, "fast"), (False, "slow"), (None, None), ("Fast", "fast"), ("slow", "slow")],
)
def test_speed_was_said_in_several_ways(said: Any, speed: str | None) -> None:
    assert one(types=["ACTION"], speed=said).speed == speed


@pytest.mark.parametrize(
    ("types", "fields", "deck"),
    [
        (["ALLY"], {}, "main"),
        (["TOKEN", "ALLY"], {}, "none"),
        (["MASTERY"], {}, "none"),
        (["LESSER BOON"], {}, "none"),
        (["REGALIA", "ITEM"], {"cost": {"type": "memory", "value": "1"}}, "material"),
        (["CHAMPION"], {"cost": {"type": "memory", "value": "1"}, "level": 1}, "material"),
    ],
)
def test_where_a_card_begins_follows_from_what_it_is(
    types: list[str], fields: dict[str, Any], deck: str
) -> None:
    assert one(types=types, **fields).deck == deck


TEXT = """[Class Bonus] [Level 2+] **Stealth** *(It is hard to see.)*

Ranged 2, True Sight (It sees (far) away.)

**On Enter:** Something happens, with taunt, intercept.
[Ilse Bonus] Pride 3
[Class Bonus] Pride 3
[Class Bonus] Ranged 2
Ilse Lineage
Inherited Effect \u2014 Cleave
Ally Link (It holds on to it.)
Units you control have vigor.
This card costs less for each card in your champion's lineage."""


def test_keywords_are_lines_of_keywords_and_labels_with_their_conditions() -> None:
    card = one(effect_raw=TEXT)
    assert card.keywords == (
        "stealth",
        "ranged 2",
        "true sight",
        "on enter",
        "pride 3",
        "ilse lineage",
        "inherited effect",
        "cleave",
        "link",
    )
    assert card.conditions == {
        "stealth": (("class bonus", "level 2+"),),
        "pride 3": (("ilse bonus",), ("class bonus",)),
    }
    assert card.requires == "Ilse"
    assert card.named == {"link": ("ally",)}


@pytest.mark.parametrize(("text", "keyword", "named"), [
    ("Brew \u2014 One Leafling, Two Roots with different names (It tells.)", "brew",
     ("leafling", "root", "root", "different names")),
    ("Brew \u2014 Three Herbs with the same name", "brew", ("herb", "herb", "herb", "same name")),
    ("Brew \u2014 A handful of Herbs", "brew", ()),
    ("Item or Weapon Link", "link", ("item", "or", "weapon")),
    ("Command Knight (It tells.)", "command", ("knight",)),
    ("Starcalling \u2014 (2) (It tells.)", "starcalling 2", ()),
    ("Ephemerate \u2014 (3), Discard a card", "ephemerate", ()),
    ("[Class Bonus] Ephemerate \u2014 (1)", "ephemerate 1", ()),
])  # fmt: skip
def test_what_a_keyword_names_or_costs_is_read_with_it(
    text: str, keyword: str, named: tuple[str, ...]
) -> None:
    card = one(effect_raw=text)
    assert card.keywords == (keyword,)
    assert card.named == ({keyword: named} if named else {})


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("", True),
        ("[Class Bonus] Stealth (It hides.)\n\nRanged 2, True Sight", True),
        ("Stealth\n\nIt hides well.", False),
        ("On Enter: Draw a card.", False),
        ("Ally Link (It holds on to it.)", False),
        ("Starcalling \u2014 (2)", False),
    ],
)
def test_a_card_is_plain_if_its_text_says_no_more_than_its_keywords(text: str, plain: bool) -> None:
    found = told([answered(effect_raw=text)]).catalog
    assert found.cards[0].plain == plain
    assert found.is_untold("Practice Lanternbearer") != plain


def test_the_oldest_layout_has_its_conditions_in_bubbles() -> None:
    text = '<span class="effect__bubble">Class Bonus</span><span class="effect__label">Taunt</span>'
    card = one(effect=text, effect_raw=None)
    assert card.conditions == {"taunt": (("class bonus",),)}


def test_a_text_is_nowhere_in_the_catalog_but_by_its_hash() -> None:
    found = told([answered(effect_raw="Something secret happens.")])
    assert found.catalog.cards[0].text == hash_of("Something  secret\nhappens.")
    assert "secret" not in written(found.catalog)


def test_the_other_face_is_a_part_of_its_card() -> None:
    beast = answered("Practice Beast", types=["ALLY"], effect_raw="Vigor", power=4)
    front = {"orientation": "front", "other_orientations": [beast]}
    stone = answered("Practice Stone", types=["ITEM"], editions=[front])
    lone = {**beast, "editions": [{"orientation": "back"}]}
    found = told([lone, stone])
    (card,) = found.catalog.cards
    assert card.back is not None
    assert (card.back.name, card.back.power, card.back.deck) == ("Practice Beast", 4, "none")
    assert card.back.keywords == ("vigor",)
    assert found.doubts == ()
    (doubt,) = told([lone, NEWEST]).doubts
    assert "Practice Beast is an other face of which the front is missing" in doubt


def test_several_cards_of_a_name_are_what_all_of_them_say() -> None:
    pair = [
        answered("Nobody", uuid="a", classes=["MAGE"]),
        answered("Nobody", uuid="b", classes=["CLERIC"], subtypes=["CLERIC", "HUMAN"]),
    ]
    found = told(pair)
    assert (found.catalog.cards[0].classes, found.catalog.cards[0].life) == ((), 3)
    assert found.doubts[0].startswith("Nobody: several cards of this name differ in classes")


def test_of_one_card_the_newest_answer_counts() -> None:
    old, new = answered(power=1, last_update=None), answered(power=2)
    for both in ([old, new], [new, old]):
        found = told(both)
        assert (found.catalog.cards[0].power, found.doubts) == (2, ())


def test_what_is_new_gone_and_changed_is_named() -> None:
    old = told([NEWEST, answered("Old One")]).catalog
    found = told([{**NEWEST, "life": 4}, answered("New One")], old)
    assert (found.added, found.gone) == (("New One",), ("Old One",))
    (change,) = found.changed
    assert (change.card, change.field) == ("Practice Lanternbearer", "life")
    assert (change.before, change.after) == ("3", "4")
    assert found.catalog.dated == "2026-01-02" and found.catalog.name == "invented-2026-01-02"


def test_what_the_rules_do_not_know_is_named_with_what_that_means() -> None:
    found = told(
        [
            answered("Old Cart", types=["VEHICLE", "ITEM"], elements=["FIRE", "VOID"]),
            answered("New Cart", types=["VEHICLE"], effect_raw="[Class Bonus] Hemoflux 2 (A rule)"),
            answered("Well", effect_raw="Hemoflux: Draw a card.\nGlimpse 3\nOn Enter: Recover 2."),
            answered("Bell", effect_raw="Banish Bell: Draw a card.\nTaunt, Vigor\nGather."),
        ]
    )
    words = {(each.kind, each.word): each.cards for each in found.words}
    assert words == {
        ("element", "void"): ("Old Cart",),
        ("keyword", "hemoflux"): ("New Cart", "Well"),
        ("type", "vehicle"): ("New Cart", "Old Cart"),
    }
    assert ("element", "exalted") not in words  # an advanced element (GA-12.1)
    assert all(each.means for each in found.words)
    again = told([answered("New Cart", types=["VEHICLE"])], found.catalog, others=True)
    assert ("type", "vehicle") not in {(each.kind, each.word) for each in again.words}


def test_it_is_counted_how_far_new_cards_are_told() -> None:
    text = "On Enter: Deal 2 damage to target unit."
    effect = {"when": "played", "steps": [{"do": "draw", "count": 1}]}
    rite = {"name": "Rite of Ash", "types": ["action"], "effects": [effect]}
    taught = before(msgspec.convert(rite, Card))
    found = told(
        [
            answered("Rite of Ash", effect_raw=text),
            answered("Rite of Dust", effect_raw="On Enter: Deal 4 damage to target unit."),
            answered("Rite of Salt", effect_raw="On Enter: Deal 4 damage to target ally."),
            answered("Guard", effect_raw="Taunt, Vigor"),
        ],
        taught,
    )
    assert found.plain == ("Guard",)
    assert found.alike == ("Rite of Dust",)
    assert found.added == ("Guard", "Rite of Dust", "Rite of Salt")
    effect["text"] = "It says more."
    effect["rest"] = True
    assert (
        told(
            [answered("Rite of Ash", effect_raw=text), answered("Rite of Dust", effect_raw=text)],
            before(msgspec.convert(rite, Card)),
        ).alike
        == ()
    )


def test_cards_of_before_may_stay() -> None:
    old = told([NEWEST, answered("Old One")]).catalog
    found = told([{**NEWEST, "life": 4}], old, others=True)
    assert [card.name for card in found.catalog.cards] == ["Old One", "Practice Lanternbearer"]
    assert found.gone == ()
    later = msgspec.structs.replace(old, dated="2026-02-01")
    assert told([NEWEST], later, others=True).catalog.dated == "2026-02-01"
    assert told([NEWEST], later).catalog.dated == "2026-01-02"


def test_effects_stay_while_the_text_is_the_same() -> None:
    shipped = before(
        msgspec.convert({"name": "Rite", "types": ["action"], "effects": [RITE]}, Card)
    )
    first = told([answered("Rite", types=["ACTION"], effect_raw="Draw a card.")], shipped)
    assert (first.unread, first.kept, first.dropped) == (("Rite",), (), ())
    assert first.catalog.by_name["Rite"].effects == shipped.by_name["Rite"].effects
    laid_out = answered("Rite", types=["ACTION"], effect_raw="**Draw** a\n\ncard.")
    second = told([laid_out], first.catalog)
    assert (second.unread, second.kept, second.dropped) == ((), ("Rite",), ())
    third = told([{**laid_out, "effect_raw": "Draw two cards."}], second.catalog)
    assert (third.unread, third.kept, third.dropped) == ((), (), ("Rite",))
    assert third.catalog.by_name["Rite"].effects == ()
    assert [change.field for change in third.changed] == ["text"]


def test_effects_that_do_not_fit_the_cards_any_more_are_left_out_and_told() -> None:
    effect = {"when": "played", "steps": [{"do": "draw", "count": 1}]}
    rite = msgspec.convert({"name": "Rite", "types": ["action"], "effects": [effect]}, Card)

    class Picky(Cards, frozen=True, kw_only=True, dict=True):
        def faults(self) -> list[str]:
            named = {card.name for card in self.with_effects}
            gone = "Old One" not in {card.name for card in self.cards}
            return ["Rite, effect 1: no card is named Old One"] if named and gone else []

    old = Picky(game="grand_archive", name="invented", cards=(rite,))
    found = told([answered("Rite", types=["ACTION"])], old)
    assert (found.dropped, found.unread) == (("Rite",), ())
    assert found.doubts == ("Rite, effect 1: no card is named Old One",)
    assert found.catalog.with_effects == ()
    assert told([answered("Rite", types=["ACTION"]), answered("Old One")], old).dropped == ()


def test_a_day_that_is_none_is_left_out() -> None:
    assert told([answered(last_update="soon")]).catalog.dated == ""


def test_ga_2_13_what_one_format_allows_in_no_deck_is_banned_there_with_its_day() -> None:
    banned = {"legality": {"STANDARD": {"limit": 0}}}
    old = before(*told([answered("First", **banned)]).catalog.cards)
    old = msgspec.structs.replace(old, bans={"standard": {"First": "2025-12-01"}})
    drafted = {"legality": {"STANDARD": {"limit": 0}, "DRAFT": {"limit": 0}}}
    two = [answered("First", **banned), answered("Second", **banned)]
    found = told([*two, answered("Third", **drafted)], old)
    assert found.catalog.bans == {"standard": {"First": "2025-12-01", "Second": "2026-01-02"}}


def test_what_is_written_is_read_as_the_same_catalog() -> None:
    made = told([answered(effect_raw=TEXT), answered("Second")]).catalog
    assert read_catalog(written(made), Cards) == made


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "cards.json: Input data was truncated"),
        ("{'name': 1}", "cards.json: JSON is malformed"),
        ("[" * 100_000, "cards.json: "),
        ("3", "cards.json: expected a card with name and types"),
        ("[]", "cards.json: no card in it"),
        ('{"data": [{"name": "A"}]}', "cards.json.data[0]: expected a card"),
        ('[{"name": "A", "types": "ALLY"}]', r"cards.json[0].types: Expected `array"),
        ('[{"name": "A", "types": ["ALLY"], "life": "x"}]', "cards.json[0].life: Expected `int"),
        ('[{"name": 3, "types": ["ALLY"]}]', "cards.json[0].name: Expected `str`"),
        ('[{"name": "A", "types": ["ALLY"], "speed": "soon"}]', "cards.json[0].speed: soon"),
        ('[{"name": "A", "types": ["ALLY"], "life": -4}]', "cards.json[0]: Expected `int` >= 0"),
        (
            '[{"name": "A", "types": ["ALLY"], "cost": {"type": "reserve", "value": "Y"}}]',
            "cards.json[0].cost.value: Y",
        ),
        ('[{"name": "A", "types": ["CHAMPION"]}]', "cards.json: A: champions have a level"),
    ],
)
def test_a_file_that_is_no_answer_is_refused_with_the_place(text: str, said: str) -> None:
    with pytest.raises(CatalogError) as refused:
        imported({"cards.json": text}, before())
    assert said in str(refused.value)


def test_a_file_of_answers_is_read_up_to_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("events.bounds.MOST_TEXT", 100)
    with pytest.raises(TooMuch, match=r"^cards\.json: 101 characters; at most 100"):
        imported({"cards.json": json.dumps([]).ljust(101)}, before())
