"""What is known of a hidden place: which cards, since when, what is possible, and how likely."""

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from cli.reading.matches import record_source
from referee.hidden import HiddenCards, HiddenPlace, Pooled, pooled
from referee.replay.unseen import accounted
from tests.cli.test_home import ROOT, Home, home

__all__ = ["home"]

RECORDS = ROOT / "tests" / "records"
STOLEN = RECORDS / "warrift" / "stolen.txt"
ROOFTOP = RECORDS / "legacy_of_conflict" / "rooftop.txt"
ALL = sorted(path for path in RECORDS.glob("*/*.txt") if "golden" not in path.name
             and path.parent.name != "tournament")  # fmt: skip


def cut(record: Path, last: int, folder: Path) -> Path:
    """The record up to an entry, as if the match still went on."""
    path = folder / "cut.txt"
    path.write_text(record.read_text("utf-8").partition(f"\n{last + 1} ")[0] + "\n", "utf-8")
    return path


# -- what is told ------------------------------------------------------------------------------


def test_a_hand_is_told_with_the_entry_by_which_each_card_is_known(home: Home) -> None:
    told = home.ok("explain", STOLEN, "rina.hand", "--at", 181)
    assert told.startswith("rina.hand after entry 181: 5 cards, 1 known, 4 unseen\n")
    assert "known          Gate Watch, since entry 149: rina step end" in told
    assert "newest         4 cards, by entry 149: rina step end" in told
    assert "impossible     Briar Shaman, since entry 71" in told


def test_cards_that_came_as_others_left_are_told_with_their_entry(home: Home) -> None:
    """As many lie there as before, and they are not the same."""
    home.ok("new", "w", "--game", "warrift", "--seat", "ana=arbiter", "--seat", "bo=necromancer")
    lines = (
        'ana selection "Oath Knight" "Oath Knight" "Bell Ringer" "Bell Ringer" "Hedge Chaplain"',
        'bo selection "Pale Bargain" "Pale Bargain" "Barrow Hound" "Barrow Hound" "Blight Carrier"',
        'ana selection "Lamp Boy" "Lamp Boy" "Alley Knife" "Alley Knife" "Watch Hill" "Watch Hill"'
        " of=support",
        "first-roll ana:5 bo:2; ana eye-roll 0 0; ana trade bo unseen=2 taken=2",
    )
    home.ok("log", "w", *lines)
    told = home.ok("explain", "w", "ana.hand")
    assert "newest         2 cards, by entry 7: ana trade bo unseen=2 taken=2" in told
    assert "older          came by entry 1" in told


def test_chances_are_for_judges_while_the_match_goes_on(home: Home) -> None:
    record = cut(STOLEN, 181, home.folder)
    to_all = home.json("explain", record, "rina.hand")
    assert to_all["possible"] and {each["chance"] for each in to_all["possible"]} == {None}
    assert "chances" not in home.ok("explain", record, "rina.hand")
    page = home.json("explain", record, "rina.hand", "-j", "fj-lind")["possible"][4]
    assert (page["card"], page["most"], page["chance"]) == ("Page", 3, pytest.approx(0.786, 0.01))
    assert "Page up to 3 79%" in home.ok("explain", record, "rina.hand", "-j", "fj-lind")
    assert "not a judge" in home.error("explain", record, "rina.hand", "-j", "kim")


def test_where_counting_does_not_tell_chances_a_judge_is_told_so(home: Home) -> None:
    told = home.json("explain", STOLEN, "rina.hand", "--at", 70)
    assert told["uncounted"] and {each["chance"] for each in told["possible"]} == {None}
    line = "chances        not told: counting alone does not tell them here"
    assert line in home.ok("explain", STOLEN, "rina.hand", "--at", 70)
    record = cut(STOLEN, 70, home.folder)
    assert not home.json("explain", record, "rina.hand")["uncounted"]


def test_what_the_rules_keep_from_the_players_a_judge_is_told(home: Home) -> None:
    record = cut(ROOFTOP, 100, home.folder)
    kept = home.json("explain", record, "ilse.deck")
    assert (kept["withheld"], kept["size"], kept["possible"], kept["impossible"]) == (
        True, 2, [], [],
    )  # fmt: skip
    words = home.ok("explain", record, "ilse.deck")
    assert "-j NAME" in words and "2 cards" in words and "unseen" not in words
    told = home.json("explain", record, "ilse.deck", "-j", "sk-nele")
    assert [each["card"] for each in told["possible"] if each["certain"]] == ["3C", "JD"]


def test_another_name_is_answered_by_the_places_that_there_are(home: Home) -> None:
    assert "hidden places are rina.hand, " in home.error("explain", STOLEN, "rina.hnad")
    assert "no hidden place rina.hnad" in home.error("explain", STOLEN, "rina.hnad", "--at", 9)
    assert "did you mean rina.hand?" in home.error("explain", STOLEN, "rina.hnad", "--at", 9)
    assert "did you mean rina.hand?" in home.error("explain", STOLEN, "rina.hnd")
    assert home.json("explain", STOLEN, "Rina.ha") == home.json("explain", STOLEN, "rina.hand")
    harbour = RECORDS / "grand_archive/harbour.txt"
    assert home.ok("explain", harbour, "aella") == home.ok(
        "explain", harbour, "Aella, Zephyr's Hand.1"
    )
    assert "did you mean" in home.error("explain", harbour, "Aella.7")
    assert "several have a hand (one of rina.hand, " in home.error("explain", STOLEN, "hand")


@pytest.mark.parametrize("record", ALL, ids=lambda path: path.stem)
def test_the_places_of_every_game_add_up(record: Path) -> None:
    asked = record_source(record, None)
    replay = asked.after(asked.last * 2 // 3)
    places = asked.game.hidden(replay.table)
    assert len({place.name for place in places}) == len(places) > 1
    for place in places:
        found = accounted(replay, place.name)
        since = {card: len(seqs) for card, seqs in found.since.items()}
        assert since == place.known()
        assert sum(count for _, count in found.came) == place.unseen()
        assert place.size() == place.unseen() + sum(since.values())
        assert bool(place.possible()) == bool(place.unseen())
        assert not found.gone.keys() & place.possible().keys()


# -- what is possible --------------------------------------------------------------------------


def test_a_chance_is_the_share_of_the_deals_in_which_a_card_is_there() -> None:
    cards = {"Elk": 2, "Owl": 1, "Fox": 3}
    account = HiddenCards.opened(cards)
    account.draw(2)
    hand = HiddenPlace("ana.hand", account, ("hand",))
    deck = [card for card, copies in cards.items() for _ in range(copies)]
    deals = list(combinations(deck, 2))
    assert hand.chances() == {
        card: Fraction(sum(card in deal for deal in deals), len(deals)) for card in sorted(cards)
    }


def test_of_a_registered_deck_it_is_told_what_was_drawn_for_sure_and_how_likely_else() -> None:
    deck = {"Elk": 2, "Owl": 1, "Fox": 1}
    account = HiddenCards.of_lists({"ana.deck": deck})
    account.draw(2, "ana.deck", "ana.hand")
    account.reveal("ana.hand", ["Owl"])
    places = [HiddenPlace(name, account, (name,)) for name in ("ana.deck", "ana.hand")]
    assert [*pooled(places, {"hand"}, "ana", deck)] == [
        Pooled("Elk", 2, 0, 0, 3, 1, 2 / 3),
        Pooled("Fox", 1, 0, 0, 3, 1, 1 / 3),
        Pooled("Owl", 1, 1, 1, 3, 1, 1.0),
    ]


def test_two_backs_are_two_deals() -> None:
    lists = {"d/red": {"Elk": 1, "Owl": 1}, "d/blue": {"Fox": 1, "Elk": 1}}
    account = HiddenCards.of_lists(lists)
    for back in ("red", "blue"):
        account.draw(1, f"d/{back}", f"h/{back}")
    hand = HiddenPlace("h", account, ("h/blue", "h/red"))
    assert hand.chances() == {
        "Elk": Fraction(3, 4), "Fox": Fraction(1, 2), "Owl": Fraction(1, 2),
    }  # fmt: skip
    assert hand.certain() == []


def test_a_card_is_certain_where_too_few_others_are_left() -> None:
    account = HiddenCards.opened({"Elk": 3, "Owl": 1})
    account.draw(2)
    hand = HiddenPlace("h", account, ("hand",))
    assert hand.certain() == ["Elk"]
    account.reveal("hand", ["Owl"])
    assert (hand.known(), hand.unseen(), hand.possible()) == ({"Owl": 1}, 1, {"Elk": 1})


def test_what_was_denied_is_named_by_its_entry() -> None:
    account = HiddenCards.opened({"Elk": 3, "Owl": 2})
    account.draw(2)
    account.claim("hand", ["Owl"], 7)
    hand = HiddenPlace("h", account, ("hand",))
    assert hand.claims() == {7: ["Owl"]}
    assert hand.possible() == {"Elk": 2}


def test_where_hands_have_mingled_no_chance_is_told_and_denials_still_are() -> None:
    """A chance that is counted would be wrong: which card was given was chosen."""
    lists = {"ana.deck": {"Elk": 3, "Owl": 3}, "bo.deck": {"Fox": 6}}
    account = HiddenCards.of_lists(lists, most=200_000)
    for seat in ("ana", "bo"):
        account.draw(3, f"{seat}.deck", f"{seat}.hand")
    for _ in range(2):
        account.exchange("ana.hand", "bo.hand", 1, 1)
    account.claim("ana.hand", ["Owl"], 7)
    hand = HiddenPlace("ana.hand", account, ("ana.hand",))
    assert hand.possible() == {"Elk": 3, "Fox": 2}
    assert hand.chances() == {}
    assert hand.claims() == {7: ["Owl"]}
    assert HiddenPlace("bo.deck", account, ("bo.deck",)).claims() == {}


def test_a_known_order_is_told_from_the_ends() -> None:
    account = HiddenCards.opened({"Elk": 3, "Owl": 2})
    account.show("deck", ["Elk", "Owl"])
    account.put_on_top("deck", ["Owl"])
    account.put_on_bottom("deck", ["Elk"])
    deck = HiddenPlace("d", account, ("deck",))
    assert (deck.on_top(), deck.at_bottom(), deck.unseen()) == (["Owl"], ["Elk"], 3)
