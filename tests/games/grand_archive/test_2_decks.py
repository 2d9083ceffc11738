"""Section 2: what decks of each format hold, each fault named with its rule."""

from collections.abc import Mapping
from functools import cache

import msgspec
import pytest
from msgspec.structs import replace

from events.common import Opening, Seating
from referee.catalog import Catalog
from referee.games.grand_archive.decks import (
    Decks,
    deck_faults,
    exchanged,
    faults_after_sideboarding,
)
from referee.games.registry import game_of
from referee.verdict import Illegal, Violation
from tests.games.grand_archive.invented import MATERIAL, PLAIN, cards
from tests.table import Match

SINGLES = {f"Extra {n:02}": 1 for n in range(1, 61)}
BLESSINGS = {"Small Blessing": 1, "Large Blessing": 1}


def found(
    main: Mapping[str, int] = PLAIN,
    material: Mapping[str, int] = MATERIAL,
    side: Mapping[str, int] | None = None,
    boons: Mapping[str, int] | None = None,
    format: str = "standard",
    edition: str = "R26",
    **choice: str,
) -> list[Violation]:
    """What is wrong with what somebody registers; by the first of it an opening is refused."""
    lists = {"material": dict(material), "sideboard": dict(side or {}), "boons": dict(boons or {})}
    seating = Seating("ana", "Ana", dict(main), lists=lists)
    terms = {"format": format, "edition": edition, **choice}
    faults = deck_faults(cards(), seating, terms)
    match = opened(seating, format, edition, choice)
    if faults:
        match.refused(faults[0].rule, seat="ana", **faults[0].facts)
    else:
        assert not isinstance(match.verdict, Illegal), match.verdict
    return faults


@cache
def catalog() -> Catalog:
    """The same cards, as a match has them."""
    kind = game_of("grand_archive").catalog_type
    return msgspec.convert(msgspec.to_builtins(cards()), kind)


def opened(seating: Seating, format: str, edition: str, choice: Mapping[str, str]) -> Match:
    """A match of as many as the format is for, all with the same decks."""
    game = game_of("grand_archive", edition)
    seats = ("ana", "bo", "cy")[: 3 if format == "pantheon" else 2]
    first = Opening(
        by="desk",
        game=game.id,
        version=edition,
        catalog=catalog().hash,
        seats=tuple(replace(seating, seat=seat, person=seat) for seat in seats),
        interpretations=game.choices_of_new(choice),
        options=game.agreements(catalog(), {"format": format}),
    )
    return Match(game, catalog(), first)


def rules(*args: Mapping[str, int], **more: object) -> list[str]:
    """The rules that are broken."""
    return [fault.rule for fault in found(*args, **more)]  # type: ignore[arg-type]


def without(deck: Mapping[str, int], name: str, **more: int) -> dict[str, int]:
    """A deck without a card."""
    return {key: count for key, count in {**deck, **more}.items() if key != name}


@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_a_deck_that_holds_to_all_of_it_has_no_fault(edition: str) -> None:
    side = {f"Extra {n}": 4 for n in (20, 21, 22)} | {"Relic 20": 1}
    assert rules(PLAIN, MATERIAL, side, edition=edition) == []


def test_ga_2_1_a_main_deck_has_sixty_cards_or_more() -> None:
    (fault,) = found({**PLAIN, "Extra 01": 3})
    assert (fault.rule, fault.facts, fault.legal) == ("GA-2.1", {"have": 59}, "at least 60")
    assert rules({**PLAIN, "Extra 16": 4, "Extra 17": 1}) == []


def test_ga_2_2_a_main_deck_has_four_cards_of_a_name_at_most() -> None:
    (fault,) = found({**PLAIN, "Extra 01": 5})
    assert (fault.rule, fault.facts) == ("GA-2.2", {"have": 5, "name": "Extra 01"})


def test_ga_2_3_a_material_deck_has_twelve_cards_at_most() -> None:
    (fault,) = found(material={**MATERIAL, "Relic 12": 1})
    assert (fault.rule, fault.facts) == ("GA-2.3", {"have": 13})
    assert rules(material={"Ilse, Lost Lamp": 1}) == []


def test_ga_2_4_no_two_cards_of_a_material_deck_share_a_name() -> None:
    material = without(MATERIAL, "Relic 01") | {"Relic 02": 2}
    (fault,) = found(material=material)
    assert (fault.rule, fault.facts) == ("GA-2.4", {"have": 2, "name": "Relic 02"})


def test_ga_2_5_a_material_deck_has_a_champion_of_level_0() -> None:
    assert rules(material=without(MATERIAL, "Ilse, Lost Lamp")) == ["GA-2.5"]
    higher = without(MATERIAL, "Ilse, Lost Lamp") | {"Ilse, Lamp of Dusk": 1}
    assert rules(material=higher) == ["GA-2.5"]


def test_ga_2_6_champions_begin_in_the_material_deck() -> None:
    (fault,) = found({**PLAIN, "Ilse, Lamp of Dusk": 1})
    assert (fault.rule, fault.facts) == ("GA-2.6", {"name": "Ilse, Lamp of Dusk"})


def test_ga_2_7_regalia_begin_in_the_material_deck_and_nothing_of_the_main_deck_does() -> None:
    assert rules({**PLAIN, "Relic 20": 1}) == ["GA-2.7"]
    assert rules(material=without(MATERIAL, "Relic 01") | {"Extra 01": 1}) == ["GA-2.7"]


def test_ga_2_8_a_material_deck_has_one_divine_relic_at_most() -> None:
    one = without(MATERIAL, "Relic 01") | {"Divine 1": 1}
    assert rules(material=one) == []
    (fault,) = found(material=without(one, "Relic 02") | {"Divine 2": 1})
    assert (fault.rule, fault.facts) == ("GA-2.8", {"have": 2, "names": "Divine 1, Divine 2"})


def test_ga_2_9_a_sideboard_has_fifteen_cards_at_most() -> None:
    side = {f"Extra {n}": 4 for n in range(20, 24)}
    faults = found(side=side)
    assert [(each.rule, each.facts) for each in faults] == [("GA-2.9", {"have": 16})] * 2
    assert rules(side={**side, "Extra 20": 3}) == []


def test_ga_2_9_a_regalia_or_champion_costs_three_points_of_fifteen() -> None:
    five = {f"Relic {n}": 1 for n in range(14, 19)}
    assert rules(side=five) == []
    (fault,) = found(side={**five, "Extra 20": 1})
    assert (fault.rule, fault.facts) == ("GA-2.9", {"have": 16})
    four = without(five, "Relic 14") | {"Ilse, Lamp of Dusk": 1}
    assert rules(side=four) == []
    assert rules(side={**four, "Extra 20": 1}) == ["GA-2.9"]


def test_ga_2_10_copies_are_counted_over_deck_and_sideboard() -> None:
    (fault,) = found(side={"Extra 01": 1})
    assert (fault.rule, fault.facts) == ("GA-2.10", {"have": 5, "name": "Extra 01"})
    (fault,) = found(side={"Relic 01": 1})
    assert (fault.rule, fault.facts) == ("GA-2.10", {"have": 2, "name": "Relic 01"})
    assert rules({**PLAIN, "Extra 01": 3, "Extra 16": 1}, side={"Extra 01": 1}) == []


def test_ga_2_11_a_name_is_one_of_the_catalog() -> None:
    (fault,) = found({**PLAIN, "Forbiden Rite": 1})
    assert (fault.rule, fault.facts) == ("GA-2.11", {"name": "Forbiden Rite"})
    assert fault.legal == 'did you mean "Forbidden Rite"?'


@pytest.mark.parametrize("name", ["Practice Token", "Practice Tide", "Small Blessing"])
def test_ga_2_12_what_only_effects_make_is_in_no_deck(name: str) -> None:
    assert rules({**PLAIN, name: 1}) == ["GA-2.12"]
    assert rules(side={name: 1}) == ["GA-2.12"]


def test_ga_2_12_a_card_of_two_faces_is_registered_by_its_default_side() -> None:
    assert rules({**PLAIN, "Practice Stone": 4}) == []
    (fault,) = found({**PLAIN, "Practice Beast": 1})
    assert (fault.rule, fault.legal) == ("GA-2.12", "Practice Stone")


def test_ga_2_13_a_banned_name_is_in_no_deck_and_the_list_has_a_day() -> None:
    (fault,) = found({**PLAIN, "Forbidden Rite": 1})
    assert fault.rule == "GA-2.13"
    assert fault.facts == {"name": "Forbidden Rite", "format": "standard", "day": "2026-06-29"}
    assert rules(side={"Forbidden Rite": 1}) == ["GA-2.13"]


def test_ga_2_13_a_name_may_be_limited_over_deck_and_sideboard() -> None:
    assert rules({**PLAIN, "Rare Rite": 1}) == []
    (fault,) = found({**PLAIN, "Rare Rite": 1}, side={"Rare Rite": 1})
    assert (fault.rule, fault.facts["have"], fault.legal) == ("GA-2.13", 2, "at most 1")
    assert rules({**PLAIN, "Drafted Rite": 1}) == ["GA-2.13"]


def test_ga_2_13_binds_in_the_newer_edition_alone() -> None:
    assert rules({**PLAIN, "Forbidden Rite": 1, "Rite of Many": 1}, edition="R25") == []


def test_ga_2_13_a_deck_is_held_against_the_bans_of_a_day() -> None:
    """What is known of a later day alone is no breach, and is named (GA-2.13)."""
    asked = {**PLAIN, "Forbidden Rite": 1, "Drafted Rite": 1}
    listed = Seating("ana", "Ana", asked, lists={"material": dict(MATERIAL)})
    terms = {"format": "standard", "edition": "R26"}
    broken = {}
    for day in ("2026-06-28", "2026-06-29", "2026-06-30"):
        held, unknown = cards().on_day(day, asked)
        broken[day] = [fault.facts["name"] for fault in deck_faults(held, listed, terms)]
        assert [each for each in unknown if "Forbidden Rite" in each] == (
            [
                "Forbidden Rite is banned in standard by the list of 2026-06-29; whether it was "
                "on 2026-06-28 is not known"
            ]
            if day == "2026-06-28"
            else []
        )
    assert broken["2026-06-28"] == ["Drafted Rite"]
    assert sorted(broken["2026-06-29"]) == ["Drafted Rite", "Forbidden Rite"]
    assert sorted(broken["2026-06-30"]) == ["Drafted Rite", "Forbidden Rite"]
    assert cards().on_day("2026-06-28", PLAIN)[1] == []


def test_ga_2_13_what_is_banned_after_the_last_list_is_not_known() -> None:
    dated = replace(cards(), dated="2026-06-29")
    assert dated.on_day("2026-06-29", PLAIN)[1] == []
    (unknown,) = dated.on_day("2026-06-30", PLAIN)[1]
    assert unknown == "what was banned after 2026-06-29 is not known"


def test_ga_2_20_a_limited_deck_has_thirty_cards_and_ten_of_material() -> None:
    thirty = {f"Extra {n:02}": 1 for n in range(1, 31)}
    ten = without(without(MATERIAL, "Relic 01"), "Relic 02")
    rest = {f"Extra {n}": 9 for n in range(40, 50)}
    assert rules(thirty, ten, rest, format="limited") == []
    (fault,) = found(without(thirty, "Extra 01"), ten, format="limited")
    assert (fault.rule, fault.facts, fault.legal) == ("GA-2.20", {"have": 29}, "at least 30")
    (fault,) = found(thirty, {**ten, "Relic 01": 1}, format="limited")
    assert (fault.rule, fault.facts, fault.legal) == ("GA-2.20", {"have": 11}, "at most 10")
    spiritless = without(ten, "Ilse, Lost Lamp")
    assert rules(thirty, spiritless, format="limited") == ["GA-2.20"]


def test_ga_i_1_any_number_of_a_name_in_limited_where_the_event_says_so() -> None:
    many, ten = {"Extra 01": 30}, {"Ilse, Lost Lamp": 1}
    assert rules(many, ten, format="limited", **{"GA-I 1": "unlimited"}) == []


def test_ga_2_21_four_of_a_name_in_limited_and_one_in_the_material_deck() -> None:
    many, ten = {"Extra 01": 30}, {"Ilse, Lost Lamp": 1}
    assert rules(many, ten, format="limited") == ["GA-2.21"]
    twice = {**ten, "Relic 01": 2}
    assert rules({**PLAIN}, twice, format="limited") == ["GA-2.21"]


def test_ga_2_22_a_pantheon_deck_has_one_of_each_twelve_of_material_and_two_boons() -> None:
    assert rules(SINGLES, boons=BLESSINGS, format="pantheon") == []
    assert rules({**SINGLES, "Extra 01": 2}, boons=BLESSINGS, format="pantheon") == ["GA-2.22"]
    eleven = without(MATERIAL, "Relic 01")
    assert rules(SINGLES, eleven, boons=BLESSINGS, format="pantheon") == ["GA-2.22"]
    side = {"Extra 70": 1}
    assert rules(SINGLES, MATERIAL, side, BLESSINGS, format="pantheon") == ["GA-2.22"]
    few = {"Small Blessing": 1}
    assert rules(SINGLES, boons=few, format="pantheon") == ["GA-2.22"]
    two = {"Small Blessing": 2, "Large Blessing": 1}
    assert rules(SINGLES, boons=two, format="pantheon") == ["GA-2.22"]
    assert rules({**SINGLES, "Rite of Many": 1}, boons=BLESSINGS, format="pantheon") == []


def test_ga_2_12_boons_are_for_pantheon() -> None:
    assert rules(boons=BLESSINGS) == ["GA-2.12"]


@pytest.mark.parametrize("format", ["standard", "limited"])
def test_ga_2_25_what_is_marked_for_pantheon_is_legal_there_alone(format: str) -> None:
    material = {"Ilse, Lost Lamp": 1}
    assert rules({**PLAIN, "Rite of Many": 1}, material, format=format) == ["GA-2.25"]


def test_ga_2_23_a_deck_of_a_team_has_no_sideboard() -> None:
    assert rules(format="team") == []
    assert rules(side={"Extra 20": 1}, format="team") == ["GA-2.23"]


@pytest.mark.rule("GA-2.24")
def test_ga_2_24_the_bans_of_standard_do_not_bind_limited() -> None:
    material = {"Ilse, Lost Lamp": 1}
    assert rules({**PLAIN, "Forbidden Rite": 1}, material, format="limited") == []


def test_ga_2_11_in_a_casual_game_any_cards_are_played_that_there_are() -> None:
    assert rules({"Forbidden Rite": 9}, {}, format="casual") == []
    assert rules({"Nobody Knows It": 1, "Practice Token": 1}, {}, format="casual") == [
        "GA-2.11",
        "GA-2.12",
    ]


def test_faults_are_told_all_at_once_a_name_that_there_is_not_first() -> None:
    told = rules({"Extra 01": 9, "Nobody Knows It": 1}, {"Relic 01": 2})
    assert told == ["GA-2.11", "GA-2.1", "GA-2.2", "GA-2.4", "GA-2.5"]


def swapped(out: tuple[str, ...], into: tuple[str, ...], **side: int) -> list[str]:
    """The rules that decks break after an exchange with a sideboard."""
    lists = {
        "material": MATERIAL,
        "sideboard": {key.replace("_", " "): n for key, n in side.items()},
    }
    decks = exchanged(cards(), Decks(PLAIN, lists), out, into)
    terms = {"format": "standard", "edition": "R26"}
    return [fault.rule for fault in faults_after_sideboarding(cards(), decks, terms)]


def test_ga_26_22_cards_go_and_come_each_where_it_belongs() -> None:
    side = {"Extra 20": 2, "Relic 20": 1}
    before = Decks(PLAIN, {"material": MATERIAL, "sideboard": side})
    out, into = ("Extra 01", "Relic 01"), ("Extra 20", "Relic 20")
    after = exchanged(cards(), before, out, into)
    assert after.deck == {**PLAIN, "Extra 01": 3, "Extra 20": 1}
    assert after.lists["material"] == without(MATERIAL, "Relic 01") | {"Relic 20": 1}
    assert after.lists["sideboard"] == {"Extra 20": 1, "Extra 01": 1, "Relic 01": 1}
    assert exchanged(cards(), after, into, out).deck == PLAIN


@pytest.mark.parametrize("exchange", [(("Extra 20",), ()), ((), ("Extra 20",) * 2)])
def test_ga_26_22_only_what_is_there_is_exchanged(
    exchange: tuple[tuple[str, ...], tuple[str, ...]],
) -> None:
    with pytest.raises(Violation) as refused:
        swapped(*exchange, Extra_20=1)
    assert refused.value.rule == "GA-26.22"


def test_ga_26_22_decks_keep_all_limits_after_sideboarding() -> None:
    assert swapped(("Extra 01",), ("Extra 20",), Extra_20=1) == []
    assert swapped(("Extra 01",), (), Extra_20=1) == ["GA-26.22"]
    assert swapped(("Relic 01", "Relic 02"), ("Divine 1", "Divine 2"), **DIVINE) == ["GA-24.8"]
    assert swapped((), ("Relic 20",), Relic_20=1) == ["GA-26.22"]


DIVINE = {"Divine_1": 1, "Divine_2": 1}
