"""A judge's ruling as a line: its kind, the rules that it waives, its words."""

from collections.abc import Sequence

from cli.failure import Failure
from cli.reading.lines import one_line
from cli.reading.matches import Source
from events.common import RULINGS, Note, Stand
from events.entry import verb
from events.notation import quote
from events.notation.words import matching
from referee.verdict import Illegal

KINDS = (*(verb(kind) for kind in RULINGS), verb(Note))
"""What a judge may enter with ``rule``."""

_STAND, _NOTE = verb(Stand), verb(Note)


def ruling_kind(given: str) -> str:
    """A kind of ruling by its word, or by its beginning.

    Raises:
        Failure: no kind, or several, begin so.
    """
    found = matching(given, KINDS)
    if len(found) != 1:
        raise Failure(f"{given}: no such ruling", f"expected {', '.join(KINDS)}")
    return found[0]


def waived_rules(
    logged: Source, kind: str, words: Sequence[str], rules: Sequence[str]
) -> Sequence[str]:
    """The rules of a ruling; for an entry let stand, the one it broke where none is named.

    Raises:
        Failure: a rule that no rulebook has, or rules that the kind does not take.
    """
    if kind == _NOTE and rules:
        raise Failure("a note cites no rule", "write it in the text")
    if kind != _STAND and len(rules) > 1:
        raise Failure(f"{kind} cites one rule", "only stand takes several")
    for rule in rules:
        if logged.game.rule(rule) is None:
            raise Failure(f"--rule {rule}: no such rule", f"referee rules {logged.game.id}")
    if kind != _STAND:
        return rules
    if rules or len(words) != 1 or not words[0].isdecimal() or len(words[0]) > 9:
        return rules
    seq = logged.require_entry(int(words[0]))
    standing = logged.replay().standing(seq)
    if not isinstance(standing, Illegal):
        raise Failure(f"entry {seq} is not illegal; there is nothing to let stand")
    return [standing.rule]


def ruling_line(
    judge: str,
    kind: str,
    words: Sequence[str],
    reason: str | None,
    rules: Sequence[str],
    authority: str | None,
) -> str:
    """The ruling as a line of notation."""
    parts = [quote(judge), kind]
    if kind == _NOTE:
        if words and not words[0].startswith("text="):
            words = [f"text={quote(' '.join(words), always=True)}"]
        elif reason is not None and not words:
            words, reason = [f"text={quote(reason, always=True)}"], None
    if words:
        parts.append(one_line(words))
    if kind == _STAND:
        parts += [quote(each) for each in rules]
    elif rules:
        parts.append(f"rule={quote(rules[0], always=True)}")
    if authority is not None:
        parts.append(f"authority={quote(authority)}")
    if reason is not None:
        parts.append(f"reason={quote(reason, always=True)}")
    return " ".join(parts)
