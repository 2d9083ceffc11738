"""The golden text of a record: what the referee says of every entry, and where the match ends.

Each ``tests/records/<game>/<name>.txt`` has a ``<name>.golden.txt`` beside it. A change of the
engine that changes what any of them says is seen in the difference of that text. Written anew by
``python -m tests.golden``; read the difference before you keep it. The records are left alone: a
digest that they state and that is no longer true is only named. The schema of the answers of
``--json`` is written anew as well, unless an answer would change under the number of its version;
so are what commands print in the transcripts (``tests/transcript.py``), whole events and what the
venue shows (``golden`` in ``tests/tournament`` and ``tests/venue``), and what is said in random
matches (``tests/verdicts``).
"""

import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from events.common import Opening
from events.notation import write
from referee.catalog import Catalog
from referee.fact import Fact
from referee.game import Game
from referee.games.registry import game_of
from referee.replay.replay import Outcome, Replay, digest_of
from referee.verdict import Illegal, OnTrust, Verdict, name_of
from storage.catalogs import sample
from storage.exchange.record import TextRecord, read_record
from tests.answers import write_promise
from tests.transcript import transcripts, written

RECORDS = Path(__file__).parent / "records"


class Replayed(NamedTuple):
    """A record and what its replay gave, entry by entry.

    Attributes:
        record: what the text holds.
        game: the game that it names.
        replay: the replay, at its end.
        outcomes: what each entry came to when it was logged.
        digests: the digest of the state behind each entry, by sequence number.
    """

    record: TextRecord
    game: Game
    replay: Replay
    outcomes: Sequence[Outcome]
    digests: Mapping[int, str]


def records() -> dict[str, Path]:
    """All records by game and name, such as ``wondervale/clean``."""
    found = sorted(p for p in RECORDS.glob("*/*.txt") if not p.name.endswith(".golden.txt"))
    return {f"{path.parent.name}/{path.stem}": path for path in found}


def golden_path(path: Path) -> Path:
    """Where the golden text of a record lies."""
    return path.with_suffix(".golden.txt")


def replayed(path: Path) -> Replayed:
    """A record, replayed as it was logged: each entry when all before it stood."""
    record = read_record(path.read_text(), lambda g, v: game_of(g, v).codec, path.name)
    opening = record.entries[0].event
    assert isinstance(opening, Opening)
    game = game_of(opening.game, opening.version)
    replay = Replay(game, pinned_catalog(game, opening))
    outcomes = []
    digests = {}
    for entry in record.entries:
        outcomes.append(replay.add(entry.event))
        digests[entry.seq] = digest_of(replay.state)
    return Replayed(record, game, replay, outcomes, digests)


def pinned_catalog(game: Game, opening: Opening) -> Catalog:
    """The catalog that an opening pins, shipped now or earlier.

    Raises:
        LookupError: no shipped catalog has that hash.
    """
    catalog = sample(opening.catalog, game.id)
    if catalog is None:
        raise LookupError(f"{game.id}: no shipped catalog has the hash {opening.catalog}")
    return catalog


def golden(match: Replayed) -> str:
    """The golden text of a replayed record."""
    return "\n".join([*_entries(match), *_standing(match), *_end(match)]) + "\n"


def _entries(match: Replayed) -> Iterator[str]:
    for entry, outcome in zip(match.record.entries, match.outcomes, strict=True):
        if isinstance(entry.event, Opening):
            decks = (
                f"{s.seat}{f' of {s.side}' if s.side else ''} with {s.deck_name or 'no deck'}"
                for s in entry.event.seats
            )
            line = f"opening of {entry.match}: {', '.join(decks)}"
        else:
            line = write(entry.event, match.game.codec)
        verdict = name_of(outcome.verdict)
        yield f"{entry.seq:>3} {entry.played_at:%H:%M:%S} {verdict:8}  {line}"
        yield from _rows(said(outcome.verdict))
        yield from _rows(shown(fact) for fact in outcome.facts)
        for change in outcome.changes:
            if change.seq != entry.seq:
                yield from _rows([f"entry {change.seq}: {standing(change.before, change.after)}"])
        if outcome.digest:
            yield from _rows([f"digest {outcome.digest[:16]}"])


def _standing(match: Replayed) -> Iterator[str]:
    """The entries that came to something else once all rulings were made."""
    yield ""
    yield "Standing after all rulings, where it is not what was first said"
    same = True
    for outcome in match.outcomes:
        now = match.replay.standing(outcome.seq)
        if now == outcome.verdict:
            continue
        same = False
        by = f", by {match.replay.undone[outcome.seq]}" if now is None else ""
        yield f"{outcome.seq:>3} {standing(outcome.verdict, now)}{by}"
        yield from _rows(shown(fact) for fact in match.replay.facts(outcome.seq))
    if same:
        yield "    none"


def _end(match: Replayed) -> Iterator[str]:
    yield ""
    yield "Final state"
    for panel in match.game.board(match.replay.table):
        yield panel.title
        width = max(len(label) for label, _ in panel.rows)
        yield from (f"    {label:{width}}  {text}" for label, text in panel.rows)
    yield f"digest {match.replay.digest()}"


def _rows(texts: Iterable[str]) -> Iterator[str]:
    return (f"             {text}" for text in texts)


def said(verdict: Verdict) -> Iterator[str]:
    """What a verdict says beside its name: each assumption; or the rule, what and since when."""
    if isinstance(verdict, OnTrust):
        yield from verdict.assumptions
    elif isinstance(verdict, Illegal):
        yield f"{verdict.rule}: {verdict.message}"
        if verdict.legal:
            yield f"instead: {verdict.legal}"
        if verdict.since is not None:
            yield f"since entry {verdict.since}"


def standing(before: Verdict | None, after: Verdict | None) -> str:
    """How the standing of an entry changed, such as ``illegal WV-7.15 -> legal``."""
    return f"{_brief(before)} -> {_brief(after)}"


def _brief(verdict: Verdict | None) -> str:
    if verdict is None:
        return "not in force"
    return f"illegal {verdict.rule}" if isinstance(verdict, Illegal) else name_of(verdict)


def shown(fact: Fact) -> str:
    """A fact with all its fields: ``damage-dealt: seat bo, amount 20, … [WV-7.10]``."""
    plain = msgspec.to_builtins(fact)
    kind = plain.pop("fact")
    rule = plain.pop("rule", "")
    fields = (
        f"{name.replace('_', ' ')} {_value(value)}"
        for name, value in plain.items()
        if value not in ("", (), [])
    )
    return f"{kind}: {', '.join(fields)}{f' [{rule}]' if rule else ''}"


def _value(value: Any) -> str:
    """A plain value; the terms of a total read ``die 3 + offense 2 (WV-7.8)``."""
    if not isinstance(value, list | tuple):
        return str(value)
    text = "" if value else "none"
    for item, following in zip(value, [*value[1:], None], strict=False):
        if not isinstance(item, dict) or item.keys() != {"label", "value", "rule"}:
            return ", ".join(map(str, value))
        sign = "" if not text else " - " if item["value"] < 0 else " + "
        text += f"{sign}{item['label']} {abs(item['value']) if text else item['value']}"
        if following is None or following["rule"] != item["rule"]:
            text += f" ({item['rule']})"
    return text


def untrue_digests(match: Replayed) -> list[str]:
    """The digests that a record states and that its replay does not give."""
    return [
        f"line {match.record.lines[seq]}: entry {seq} states {stated}, and it is {digest}"
        for seq, stated in match.record.digests.items()
        if (digest := match.digests[seq]) != stated
    ]


def main() -> int:
    """Write all golden texts anew; 1 where a record states a digest that is not true, or where
    an answer would break what its version promises."""
    from tests.tournament.golden_events import write_events  # they are made of what is here
    from tests.venue.golden_event import write_venue
    from tests.verdicts import write_verdicts

    wrong = 0
    write_events()
    write_venue()
    write_verdicts()
    for fault in write_promise():
        wrong = 1
        sys.stdout.write(f"raise the version of this answer: {fault}\n")
    for name, path in records().items():
        match = replayed(path)
        golden_path(path).write_text(golden(match))
        sys.stdout.write(f"{name}: {len(match.outcomes)} entries\n")
        for message in untrue_digests(match):
            wrong = 1
            sys.stdout.write(f"{path}: {message}\n")
    sys.path.append(str(Path(__file__).parent / "elsewhere"))  # as tests have it
    for name, path in transcripts().items():
        with tempfile.TemporaryDirectory() as folder:
            path.write_text(written(path.read_text(), Path(folder)))
        sys.stdout.write(f"{name}\n")
    return wrong


if __name__ == "__main__":
    raise SystemExit(main())
