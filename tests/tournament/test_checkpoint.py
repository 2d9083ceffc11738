"""Checkpoints: the root over a stream and its matches, and its signature (TR-14.2)."""

import sys
from hashlib import sha256
from pathlib import Path

import pytest

from storage.log import Log, LogError
from storage.proof.signatures import SigningError, can_sign, is_signed, new_key, signed
from storage.tournament.checkpoint import checkpoint_of
from tests.tournament.logged import CUP, game, logs, opened, proposed

ROOT = "5f" * 32


@pytest.fixture
def log(tmp_path: Path):
    with Log.open(tmp_path / "log.duckdb", write=True) as log:
        opened(log)
        logs(log, "lena enter ana; lena enter bo")
        logs(log, [proposed(log, 1)])
        yield log


def reported(log: Log) -> str:
    """A result that names the two games of the contest; returns the lines of its games."""
    (contest,) = log.load(CUP).replay().state.rounds[0].contests.values()
    names, lines = [], []
    for number, match in enumerate(("z-last", "a-first"), 1):
        played = game(log, match, (contest.a, contest.b), f"{CUP}/1/1/{number}", seed=3)
        seat = played.replay().state.winner
        won = {each.seat: each.person for each in played.entries[0].event.seats}[seat]
        names.append(f"{match}:{won}:{played.hashes[-1]}")
        lines.append(f"{match} {played.hashes[-1]}\n")
    assert won
    score = "2 0" if won == contest.a else "0 2"
    logs(log, [f"lena report 1 1 {score} games={','.join(names)}"])
    return "".join(sorted(lines))


@pytest.mark.rule("TR-14.2")
def test_tr_14_2_the_root_covers_the_stream_and_the_matches_its_results_name(log: Log):
    games = reported(log)
    stream = log.load(CUP)
    found = checkpoint_of(stream)
    assert found.through == stream.last
    text = f"referee checkpoint 1\n{CUP} {stream.last} {stream.hashes[-1]}\n{games}"
    assert found.hash == sha256(text.encode()).hexdigest()
    assert len(found.phrase.split("-")) == 6


def test_an_earlier_entry_has_the_root_that_it_had_then(log: Log):
    before = checkpoint_of(log.load(CUP))
    reported(log)
    stream = log.load(CUP)
    assert checkpoint_of(stream, before.through) == before
    assert checkpoint_of(stream).hash != before.hash
    for through in (0, stream.last + 1):
        with pytest.raises(LogError, match=f"no entry {through}"):
            checkpoint_of(stream, through)


def test_tr_14_2_a_signature_is_of_one_root_and_one_key():
    one, other = new_key(), new_key()
    found = signed(ROOT, one)
    assert is_signed(ROOT, found.key_id, found.signature)
    assert not is_signed("60" * 32, found.key_id, found.signature)
    assert not is_signed(ROOT, signed(ROOT, other).key_id, found.signature)
    assert not is_signed(ROOT, "", found.signature)
    assert not is_signed(ROOT, found.key_id, found.signature[:-1] + "?")


def test_a_text_that_is_no_key_signs_nothing():
    with pytest.raises(SigningError, match="no private key"):
        signed(ROOT, "a lantern")


def test_without_the_extra_nothing_is_signed_and_it_is_said(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "cryptography", None)
    for module in [each for each in sys.modules if each.startswith("cryptography.")]:
        monkeypatch.delitem(sys.modules, module)
    assert not can_sign()
    with pytest.raises(SigningError, match=r"tabletop-referee\[sign\]"):
        new_key()
