"""What is damaged at random: the file of a log, and what referee salvage makes of it; a journal, a
backup, a packet and lines of matches, none of which may be taken for what it was."""

import random
import shutil
from collections import Counter
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path

from events.error import RefereeError
from storage.database import journal_path
from storage.exchange.salvage import acknowledged, salvage
from storage.exchange.transfer import export_jsonl, import_jsonl
from storage.log import Log, LogError
from storage.proof.packet import packet_of, prove_packet
from storage.verify import verify
from storage.verify.journal import journal
from tests.corruption import make_log
from tests.logbook import content, note


def damaged(folder: Path, rounds: int, first: int, bits: int) -> Counter[str]:
    """How often everything came back, something was missed by name, or nothing could be read.

    Raises:
        AssertionError: an entry came back changed, or one is gone and nothing says so.
    """
    whole = make_log(folder)
    text = whole.read_bytes()
    with Log.open(whole) as log:
        before = {match.id: log.load(match.id).hashes for match in log.matches()}
    found = Counter[str]()
    for seed in range(first, first + rounds):
        chance = random.Random(seed)
        other = bytearray(text)
        for bit in chance.sample(range(8 * len(text)), bits):
            other[bit // 8] ^= 1 << bit % 8
        bad, new = folder / "damaged.duckdb", folder / f"new-{seed}.duckdb"
        bad.write_bytes(other)
        try:
            made = salvage(bad, new)
        except LogError:
            found["nothing could be read"] += 1
            continue
        with Log.open(new) as log:
            after = {match.id: log.load(match.id).hashes for match in log.matches()}
        new.unlink()
        lost = {each.match: each.first for each in made.lost}
        for match_id, hashes in before.items():
            taken = after.get(match_id, [])
            assert taken == hashes[: len(taken)], f"seed {seed}: {match_id} was changed"
            said = match_id in lost or match_id in made.faults or made.unread
            assert taken == hashes or said, f"seed {seed}: {match_id} is cut and nothing says so"
        found["all came back" if after == before else "some is missing, by name"] += 1
    return found


SAME, TOLD, BACKUP, SILENT = "as it was", "told", "told by a backup alone", "silent"


def changed(text: bytes, chance: random.Random) -> bytes:
    """With a bit flipped, a piece overwritten or left out, or the end cut off."""
    at, long = chance.randrange(len(text)), chance.choice((1, 8, 100, 4096))
    piece = text[at : at + long]
    return chance.choice(
        (
            text[:at] + bytes([text[at] ^ 1 << chance.randrange(8)]) + text[at + 1 :],
            text[:at] + chance.randbytes(len(piece)) + text[at + long :],
            text[:at] + bytes(len(piece)) + text[at + long :],
            text[:at] + text[at + long :],
            text[:at],
        )
    )


def _journal(whole: Path, path: Path) -> str:
    """A journal that is opened is as it was, or names what is not safe; where its end is cut off
    between two commits, a backup alone knows."""
    found = journal(path)
    if found is None or found.damage or found.behind:
        return TOLD
    with Log.open(path) as log, Log.open(whole) as before:
        same = content(log) == content(before)
    if same:
        return SAME
    return BACKUP if acknowledged(found.safe.lasts, [whole]) else SILENT


def _backup(whole: Path, path: Path) -> str:
    with Log.open(path) as log, Log.open(whole) as before:
        if content(log) == content(before):
            return SAME
        return SILENT if verify(log).exact else TOLD


def _packet(whole: Path, path: Path) -> str:
    return SAME if prove_packet(path) == prove_packet(whole) else SILENT


def _lines(whole: Path, path: Path) -> str:
    new = path.with_suffix(".duckdb")
    with Log.open(new, write=True) as log:
        import_jsonl(log, path)
        out = path.with_suffix(".out")
        export_jsonl(log, out)
        if out.read_bytes() == whole.read_bytes():
            return SAME
        return SILENT if verify(log).exact else TOLD


KEPT: dict[str, Callable[[Path, Path], str]] = {
    "journal": _journal,
    "backup": _backup,
    "packet": _packet,
    "lines": _lines,
}
"""How each that is kept is looked at, beside what it was."""


def _look(kind: str, whole: Path, path: Path, out: Path) -> None:
    try:
        out.write_text(KEPT[kind](whole, path))
    except RefereeError:
        out.write_text(TOLD)


def _written(folder: Path) -> dict[str, Path]:
    """One of each kind, and beside each what it is to be."""
    season = make_log(folder, projected=False)
    paths = {kind: folder / kind for kind in KEPT}
    with Log.open(season) as log:
        paths["packet"].write_bytes(packet_of(log.load("m1")))
        export_jsonl(log, paths["lines"], ["m1"])
    shutil.copy(season, paths["backup"])
    with Log.open(season, write=True) as log:
        match = log.load("m1")
        for number in range(1000, 1020):
            log.append("m1", [note(number)], match=match)
        shutil.copy(season, paths["journal"])  # nothing is written meanwhile
        shutil.copy(journal_path(season), journal_path(paths["journal"]))
    return paths


def handed_on(folder: Path, rounds: int, first: int) -> Counter[tuple[str, str]]:
    """What came of each kind that was damaged, each looked at by a process that may end by it."""
    paths, found = _written(folder), Counter[tuple[str, str]]()
    for seed in range(first, first + rounds):
        for kind, whole in paths.items():
            place = folder / f"{kind}-{seed}"
            place.mkdir()
            path, out = place / "damaged", place / "said"
            shutil.copy(whole, path)
            bad = path
            if kind == "journal":
                bad = journal_path(path)
                shutil.copy(journal_path(whole), bad)
            bad.write_bytes(changed(bad.read_bytes(), random.Random(f"{kind} {seed}")))
            process = get_context("spawn").Process(target=_look, args=(kind, whole, path, out))
            process.start()
            process.join()
            said = out.read_text() if out.exists() else TOLD  # it ended, and said so by that
            found[kind, f"{said} (seed {seed})" if said == SILENT else said] += 1
            shutil.rmtree(place)
    return found


__all__ = ["KEPT", "SILENT", "damaged", "handed_on"]
