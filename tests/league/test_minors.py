"""Minors are in no parcel, unless a guardian agrees (LEAGUE 8)."""

from pathlib import Path
from typing import Any

import pytest

from storage.log import Log
from storage.proof.signatures import new_key
from storage.venue import rows
from storage.venue.marks import hide
from storage.venue.rows import RegistrationRow
from tests.league.stores import PLAYED, Store
from tests.venue.halls import NOW

KIM, BO, LOU = "p-0a1b2c3d", "p-9x8y7z6w", "p-22222222"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store in which kim, who has registered as a minor, and bo have played; lou only once."""
    store = Store(tmp_path, "north")
    store.key.write_text(new_key())
    for match, one, other in (("a", KIM, BO), ("b", KIM, BO), ("c", BO, LOU)):
        decks = (f"{one}=frost-and-sand", f"{other}=city-and-canopy")
        store.ok("new", match, "--game", PLAYED, "-s", decks[0], "-s", decks[1])
    with Log.open(store.log, write=True) as log:
        rows.keep(log, registrations=[registered(KIM, minor=True), registered(BO)])
    return store


def registered(person: str, *, minor: bool = False) -> RegistrationRow:
    return RegistrationRow(
        *("open", person, f"device of {person}", NOW, "confirmed", NOW, "Kim Hill"), minor=minor
    )


def sent(store: Store, *arguments: object) -> dict[str, Any]:
    own = ("--publisher", "north", "--key", store.key, "-o", store.folder / "out")
    told: dict[str, Any] = store.json("league", "parcel", *arguments, *own)
    return told


def test_a_minor_is_in_no_parcel_until_a_guardian_agrees(store: Store) -> None:
    told = sent(store)
    assert (told["matches"], told["minors"], told["opted_out"]) == (1, 2, 0)
    store.ok("people", "opt-out", LOU)
    told = sent(store)
    assert (told["matches"], told["minors"], told["opted_out"]) == (0, 2, 1)
    own = ("--publisher", "north", "--key", store.key, "-o", store.folder / "out")
    said = store.run("league", "parcel", *map(str, own))
    assert "2 matches left out: somebody in them is a minor" in said.stderr
    assert "1 match left out: somebody in them has opted out" in said.stderr
    assert "nothing is new" in said.stdout
    assert store.json("people", "list")["kept_out"] == {KIM: "minor", LOU: "opted out"}
    assert f"{LOU}" in store.ok("people", "list")
    assert "2 of this log" in store.ok("people", "opt-out", KIM, "--end")
    assert sent(store)["matches"] == 2
    store.ok("people", "opt-out", KIM)
    told = sent(store)
    assert (told["minors"], told["opted_out"]) == (0, 3)


@pytest.mark.parametrize("how", ["forgotten", "over"])
def test_a_minor_stays_in_no_parcel_when_the_registration_is_let_go(how: str, store: Store) -> None:
    if how == "forgotten":
        store.ok("people", "forget", KIM)
    else:
        with Log.open(store.log, write=True) as log:
            rows.let_go(log, [("open", KIM), ("open", BO)])
    with Log.open(store.log) as log:
        assert not any(each.minor for each in rows.registrations(log))
    assert sent(store)["minors"] == 2


def test_who_is_entered_as_a_minor_is_known_as_one_by_word_and_by_file(store: Store) -> None:
    """What a guardian has agreed to before stays."""
    store.ok("people", "opt-out", LOU, "--end")
    file = store.folder / "players.csv"
    file.write_text(
        f"id,name,minor\n{BO},Bo Hill,YES\n{LOU},Lou Lee,yes\nana,Ana May,no\neva,Eva,\n"
    )
    enter = ("tournament", "enter", "cup")
    store.ok("tournament", "new", "cup", "--by", "lena", "--game", PLAYED)
    store.ok(*enter, "--file", file, "--by", "lena")
    store.ok(*enter, "gus", "--minor", "--by", "lena")
    store.ok(*enter, "ida", "--by", "lena")
    out = store.json("people", "list")["kept_out"]
    assert out == {KIM: "minor", BO: "minor", "gus": "minor"}
    assert sent(store)["minors"] == 4  # the event, too
    file.write_text("id,minor\nzoe,perhaps\n")
    told = store.error(*enter, "--file", file, "--by", "lena")
    assert told == f"{file}:2: minor is perhaps (expected yes or no)"
    assert store.json("people", "list")["kept_out"] == out


def test_minors_are_known_in_a_copy_that_a_venue_gives_without_registrations(store: Store) -> None:
    """Of which a parcel is made while it is open."""
    copy = store.folder / "copy.duckdb"
    with Log.open(store.log) as log:
        log.copy_to(copy)
    with Log.open(copy, write=True) as log:
        hide(log)
        assert not log.has_table("venue_registrations")
    told = sent(store, "--log", copy)
    assert (told["matches"], told["minors"]) == (1, 2)


def test_what_a_guardian_has_agreed_to_holds_when_the_registration_is_let_go(store: Store) -> None:
    store.ok("people", "opt-out", KIM, "--end")
    store.ok("people", "forget", KIM)
    assert sent(store)["matches"] == 3
