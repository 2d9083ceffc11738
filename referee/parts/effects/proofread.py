"""Which cards were held against print, by whom nobody knows: what two readers found, apart.

The table lies beside the effects as ``proofread.csv``, a row for each card. It holds the card and a
set that it is printed in, the hash of the printed text and that of the effects as they were read,
and what each reader found, with the day. Of a card whose text or effects are others by now, a row
says nothing any more.
"""

import csv
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.parts.effects.schema import Effect

Found = Literal["right", "looser", "stricter", "wrong"]
"""What a reader found: the effects allow what print allows; more without a mark; less; or another
thing."""

Proofread = Literal["twice", "once", "unread"]
"""How often a card was read as it is now."""

Day = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")]


class Proof(Struct, frozen=True):
    """What two readers found of one card."""

    card: str
    set: str  # one that the card is printed in
    text: str  # the first 16 digits of the SHA-256 of the printed text, whatever its layout
    effects: str  # the same of the effects that were read
    first: Found
    first_on: Day
    second: Found | Literal[""] = ""
    second_on: Annotated[str, Meta(pattern=r"^(\d{4}-\d\d-\d\d)?$")] = ""


def mark_of(effects: Sequence[Effect]) -> str:
    """By what the effects of a card are known again: 16 hexadecimal digits."""
    encoded = msgspec.json.encode(effects, order="deterministic")
    return hashlib.sha256(encoded).hexdigest()[:16]


def how_often(proof: Proof | None, effects: Sequence[Effect], text: str = "") -> Proofread:
    """How often a card was read as it is now.

    Args:
        proof: what was found of it, if it was read at all.
        effects: its effects.
        text: the hash of its text, where that is known.
    """
    if proof is None or proof.effects != mark_of(effects):
        return "unread"
    if text and proof.text != text[:16]:
        return "unread"
    return "twice" if proof.second else "once"


def proofs_in(content: str) -> dict[str, Proof]:
    """The rows of a table, by card.

    Raises:
        ValueError: a line is none; says which, and what was expected.
    """
    found: dict[str, Proof] = {}
    for number, row in enumerate(csv.DictReader(content.splitlines()), 2):
        try:
            proof = msgspec.convert(row, Proof)
        except msgspec.ValidationError as error:
            raise ValueError(f"line {number}: {error}") from None
        if proof.card in found:
            raise ValueError(f"line {number}: {proof.card} was on a line before")
        found[proof.card] = proof
    return found


def table_of(proofs: Iterable[Proof]) -> str:
    """The table of these rows, by card."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(Proof.__struct_fields__)
    writer.writerows(msgspec.structs.astuple(each) for each in sorted(proofs, key=_card))
    return out.getvalue()


def _card(proof: Proof) -> str:
    return proof.card


def results_in(content: str) -> dict[str, Found]:
    """What one reader found, as lines of a card and a word.

    Raises:
        ValueError: a line is none; says which, and what was expected.
    """
    found: dict[str, Found] = {}
    for number, row in enumerate(csv.reader(content.splitlines()), 1):
        if not row:
            continue
        if len(row) != 2 or row[1] not in get_args(Found):
            raise ValueError(f"line {number}: expected card,word with {', '.join(get_args(Found))}")
        if found.setdefault(row[0], msgspec.convert(row[1], Found)) != row[1]:
            raise ValueError(f"line {number}: {row[0]} was {found[row[0]]} on a line before")
    return found


def with_results(
    proofs: Mapping[str, Proof],
    results: Mapping[str, Found],
    fresh: Mapping[str, Proof],
    cards: Mapping[str, Sequence[Effect]],
) -> dict[str, Proof]:
    """The table with what one more reader found.

    Args:
        proofs: the table before.
        results: what was found of each card.
        fresh: the row of each of these cards as it would be, had nobody read it before.
        cards: the effects of all cards.
    """
    found = dict(proofs)
    for card in results:
        row, before = fresh[card], proofs.get(card)
        if before is None or how_often(before, cards[card], row.text) != "once":
            found[card] = row
        else:
            found[card] = replace(before, second=row.first, second_on=row.first_on)
    return found
