"""Checkpoints of tournaments are taken along, and compared with the matches that they cover."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from events.entry import entry_id
from events.tournament import Checkpoint
from storage.log import Draft, Log
from storage.proof.signatures import new_key, public_key
from storage.tournament.checkpoint import Root, checkpoint_of
from tests.league.stores import PLAYED, League, Store, new_league

PLAY = ("--players", 4, "--rounds", 1, "--best-of", 1, "--game", PLAYED)
CUP, GAME = "north:cup", "north:cup-r1-t1-g1"


@pytest.fixture(scope="module")
def north(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """A store with a tournament, of which a checkpoint hangs on the wall."""
    return played(tmp_path_factory.mktemp("cup"), 1)


@pytest.fixture(scope="module")
def other(north: Store, tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Another tournament of that store, whose games are called alike."""
    store = played(tmp_path_factory.mktemp("other"), 2)
    store.key.write_text(north.key.read_text())
    return store


@pytest.fixture(scope="module")
def league_once(north: Store, tmp_path_factory: pytest.TempPathFactory) -> League:
    return new_league(tmp_path_factory.mktemp("league"), north)


@pytest.fixture
def league(league_once: League, tmp_path: Path) -> League:
    """A league in which that store may publish."""
    return league_once.copy(tmp_path)


def played(folder: Path, seed: int) -> Store:
    store = Store(folder, "north")
    store.key.write_text(new_key())
    store.ok("tournament", "simulate", "cup", *PLAY, "--seed", seed)
    store.ok("tournament", "checkpoint", "cup", "--by", "hugo", "--key", store.key)
    return store


def copied(store: Store, folder: Path) -> Store:
    folder.mkdir()
    return store.copy(folder)


def test_what_checkpoints_cover_is_what_came_in(
    north: Store, league: League, tmp_path: Path
) -> None:
    done = league.take(north.parcel())
    assert (done["checkpoints"], done["refused"]) == ([], [])
    chains = {row[0] for row in league.rows("SELECT DISTINCT match_id FROM lake.entries")}
    covered = league.rows("SELECT match_id, game FROM lake.checkpoints ORDER BY ALL")
    assert {stream for stream, _ in covered} == {CUP}
    assert [game for _, game in covered] == sorted(chains - {CUP})
    assert league.said("verify")["exact"]
    # a tournament that goes on has each of its rows once, and its games may go on, too
    store = copied(north, tmp_path / "later")
    store.ok("tournament", "checkpoint", "cup", "--by", "hugo")
    store.add_note(GAME.partition(":")[2])
    assert league.take(store.parcel())["checkpoints"] == []
    assert league.rows("SELECT match_id, game FROM lake.checkpoints ORDER BY ALL") == covered


@pytest.mark.parametrize("first", ["tournament", "game"])
def test_a_game_that_is_not_the_one_of_the_checkpoint_is_told_in_either_order(
    first: str, north: Store, other: Store, league: League
) -> None:
    sent = [north.parcel("cup"), other.parcel(GAME.partition(":")[2])]
    ((due,),) = [[north.chain(GAME.partition(":")[2])[-1]]]
    before, after = sent if first == "tournament" else reversed(sent)
    assert league.take(before)["checkpoints"] == []
    done = league.said("take", after, status=3)
    entry = len(north.chain("cup"))
    told = {"tournament": CUP, "entry": entry, "match": GAME, "hash": due}
    assert (done["checkpoints"], done["refused"], done["new"]) == ([told], [], 1)
    judged = league.said("verify", status=4)
    assert [(e["match"], e["entry"], e["what"]) for e in judged["differ"]] == [
        (CUP, entry, "checkpoint")
    ]
    assert f"it covers {GAME} with the hash {due[:12]}" in judged["differ"][0]["why"]
    at = ("--league", league.place)
    assert "NOT EXACT" in league.ok("league", "verify", *at, status=4)
    league.said("publisher", "end", "north", "--from", "2026-01-01")
    assert league.said("verify")["exact"], "what is set aside accuses nobody"


Made = Callable[[Root, str], Checkpoint]
FALSE: dict[str, Made] = {
    "made again it is": lambda root, _: Checkpoint("hugo", root.through, "0" * 64),
    "the signature is not of this root": lambda root, key: Checkpoint(
        "hugo", root.through, root.hash, key, "0" * 128
    ),
}


@pytest.mark.parametrize("said", FALSE)
def test_a_checkpoint_that_is_not_what_its_stream_comes_to_is_refused(
    said: str, north: Store, league: League, tmp_path: Path
) -> None:
    store = copied(north, tmp_path / "false")
    with Log.open(store.log, write=True) as log:
        made = FALSE[said](checkpoint_of(log.load("cup")), public_key(store.key.read_text()))
        now = datetime.now(UTC)
        number = entry_id(int(now.timestamp() * 1000), b"0123456789")
        log.append("cup", [Draft(made, number, now, now, "hugo")])
    done = league.take(store.parcel(), refused=True)
    (refused,) = done["refused"]
    assert (refused["match_id"], refused["what"]) == (CUP, "checkpoint")
    assert refused["entry"] == len(store.chain("cup")) and said in refused["why"]
    assert done["new"] == 2


def test_people_are_told_in_a_line(north: Store, other: Store, league: League) -> None:
    sent = (north.parcel("cup"), other.parcel(GAME.partition(":")[2]))
    told = league.ok("league", "take", *sent, "--league", league.place, status=3)
    assert f"differs  {CUP}, entry" in told and f"it covers {GAME}" in told
