"""For readers of catalogs: print beside what is told, and what two readers found of each card."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.test_authoring import CHANT, RITE, ROCK, SONG, file
from tests.cli.test_home import Home, home
from tests.cli.toybox import brought_in

__all__ = ["home"]

HEAD = "card,set,text,effects,first,first_on,second,second_on"


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with brought_in():
        yield


def printed(home: Home, **texts: str) -> tuple[str, str]:
    path = home.folder / "printed.json"
    path.write_text(json.dumps(texts))
    return "--printed", str(path)


def found(home: Home, *lines: str) -> tuple[str, str]:
    path = home.folder / "found.csv"
    path.write_text("\n".join(lines))
    return "--found", str(path)


def rows(home: Home) -> list[str]:
    return (home.folder / "proofread.csv").read_text().splitlines()


def cards_of(home: Home) -> Path:
    return file(home, RITE, CHANT, SONG, ROCK)


def test_print_stands_beside_what_is_told(home: Home):
    text = printed(home, Rite="Hurt a monster.\nDraw.")
    shown = home.ok("catalog", "read", cards_of(home), "Rite", *text)
    assert shown.startswith("Rite (TOY)")
    assert "print: Hurt a monster." in shown and "print: Draw." in shown
    assert "ruled: So it was ruled." in shown
    assert "told:  played" in shown and "text:  Hurt a monster a little" in shown
    assert "nobody has read it" in shown
    (card,) = home.json("catalog", "read", cards_of(home), "Rite", *text)["cards"]
    assert (card["card"], card["set"], card["proofread"]) == ("Rite", "TOY", "unread")
    assert card["printed"] == "Hurt a monster.\nDraw."
    assert card["effects"][0]["how"] == "told"


def test_all_that_have_effects_are_listed_so_many_at_a_time(home: Home):
    told = home.json("catalog", "read", cards_of(home), "-n", 2)
    assert [card["card"] for card in told["cards"]] == ["Chant", "Rite"]
    assert told["left"] == 1
    shown = home.ok("catalog", "read", cards_of(home), "-n", 2)
    assert "1 more: -n 3" in shown and "print: none was given" in shown


def test_what_two_readers_found_is_kept_and_counted(home: Home):
    cards, text = cards_of(home), printed(home, Rite="One.", Chant="Two.")
    first = home.json("catalog", "read", cards, *text, *found(home, "Rite,right", "Chant,looser"))
    assert (first["first"], first["second"]) == (2, 0)
    assert first["proofread"] == {"twice": 0, "once": 2, "unread": 0}
    again = home.ok("catalog", "read", cards, *text, *found(home, "Rite,stricter"))
    assert "0 cards read first, 1 again" in " ".join(again.split())
    head, chant, rite = rows(home)
    assert head == HEAD
    assert chant.startswith("Chant,TOY,") and chant.endswith(",,") and ",looser," in chant
    assert ",right," in rite and ",stricter," in rite
    covered = home.json("catalog", "coverage", cards)
    assert covered["proofread"] == {"twice": 1, "once": 1, "unread": 0}
    assert "1 by two readers, 1 by one, 0 by none" in " ".join(
        home.ok("catalog", "coverage", cards).split()
    )
    usage = home.folder / "played.json"
    usage.write_text('{"cards": [{"card": "Rite", "copies": 9, "lists": 3}]}')
    played = home.json("catalog", "coverage", cards, "--usage", usage)
    assert played["proofread"] == {"twice": 9, "once": 0, "unread": 0}
    left = home.json("catalog", "read", cards, *text, "--unread")["cards"]
    assert [card["card"] for card in left] == ["Chant", "Song"]
    assert "read: looser on " in home.ok("catalog", "read", cards, "Chant", *text)


@pytest.mark.parametrize("changed", ["text", "effects"])
def test_of_a_card_that_was_changed_since_nobody_has_read_anything(home: Home, changed: str):
    text = printed(home, Rite="One.")
    for _ in range(2):
        home.ok("catalog", "read", cards_of(home), *text, *found(home, "Rite,right"))
    cards = cards_of(home)
    if changed == "text":
        text = printed(home, Rite="Another.")
    else:
        cards = file(home, RITE.replace("[1, 3]", "[1, 4]"))
    (card,) = home.json("catalog", "read", cards, "Rite", *text)["cards"]
    assert (card["first"], card["second"], card["proofread"]) == ("right", "right", "unread")
    assert "changed since" in home.ok("catalog", "read", cards, "Rite", *text)
    home.ok("catalog", "read", cards, *text, *found(home, "Rite,looser"))
    assert ",looser," in rows(home)[1] and rows(home)[1].endswith(",,")


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (["Rite"], "line 1: expected card,word with right, looser, stricter, wrong"),
        (["Rite,fine"], "line 1: expected card,word with right, looser, stricter, wrong"),
        (["Rite,right", "Rite,wrong"], "line 2: Rite was right on a line before"),
        (["Rote,right"], "no card is named Rote; did you mean Rite?"),
        (["Song,right"], "no file has the text of Song; expected --printed FILE with it"),
    ],
)
def test_what_a_reader_found_is_taken_whole_or_not_at_all(home: Home, said: list[str], says: str):
    text = printed(home, Rite="One.")
    refused = home.error("catalog", "read", cards_of(home), *text, *found(home, *said))
    assert says.split("; ")[0] in " ".join(refused.split())
    assert not (home.folder / "proofread.csv").exists()


def test_a_table_that_is_none_and_a_game_that_has_no_print_are_told(home: Home):
    (home.folder / "proofread.csv").write_text(f"{HEAD}\nRite,TOY,a,b,good,2026-01-01,,\n")
    assert "line 2: Invalid enum value" in home.error("catalog", "read", cards_of(home))
    assert "not both" in home.error(
        "catalog", "read", cards_of(home), "Rite", *found(home, "Rite,right")
    )
