"""The sentences of the program as its source has them, for the catalogs of other languages."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from cli.language import FIELD
from storage.statistics import all_statistics

ROOT = Path(__file__).parents[2]
RAISED = frozenset(
    {
        *("Refusal", "Failure", "Busy", "AccessRefused", "Forbidden", "UnknownCode", "CodeTaken"),
        *("CodeOver", "WrongPin", "refuse", "forbid", "Violation", "Unpairable", "Unposted"),
    }
)
"""What is raised with a sentence for a person."""
LOWER = re.compile(r"[a-z]{2}")


def _texts(node: ast.expr) -> list[str]:
    """The texts that an expression can be, with numbered fields where something is put in."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=parts):
            fields = iter(range(len(parts)))
            said = "".join(
                str(each.value) if isinstance(each, ast.Constant) else f"{{{next(fields)}}}"
                for each in parts
            )
            return [said]
        case ast.IfExp(body=one, orelse=other):
            return [*_texts(one), *_texts(other)]
        case ast.BoolOp(values=values):
            return [text for each in values for text in _texts(each)]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return [one + other for one in _texts(left) for other in _texts(right)]
        case _:
            return []


@cache
def _said(path: Path) -> tuple[tuple[str, ...], frozenset[str]]:
    """With what a module raises something, and all its texts; its tree, which is large, goes."""
    sentences, texts = [], set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            sentences += _raised(node)
        if isinstance(node, ast.expr):
            texts.update(_texts(node))
    return tuple(sentences), frozenset(texts)


def _raised(node: ast.Call) -> Iterator[str]:
    """The sentences of a call with which something is raised."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    name = node.func.id if isinstance(node.func, ast.Name) else name
    if name not in RAISED:
        return
    given = [*node.args, *(k.value for k in node.keywords if k.arg in ("legal", "hint"))]
    for text in (text for each in given for text in _texts(each)):
        if " " in text.strip() and LOWER.search(FIELD.sub("", text)):
            yield text


def modules(*rooms: str) -> list[Path]:
    """The modules of rooms, each a folder or a file."""
    found = [ROOT / room for room in rooms]
    return sorted(p for room in found for p in ([room] if room.is_file() else room.rglob("*.py")))


def raised(paths: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    """The sentences with which something is raised, and the hints that go with them."""
    return ((path, text) for path in paths for text in _said(path)[0])


def everything(paths: Iterable[Path]) -> str:
    """All texts of modules, one a line, without what separates words."""
    texts = {text for path in paths for text in _said(path)[1]}
    for each in all_statistics().values():
        texts |= {each.title, each.about, each.drawn_as, each.pitfall, each.sql, *each.notes}
        texts |= {*each.columns, *(f"{each.name}: {column}" for column in each.columns)}
        texts |= {each.moment}
    texts |= {text.replace("_", " ") for text in texts if "_" in text}
    return "\n".join(" ".join(each.split()) for each in texts)
