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
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def modules(*rooms: str) -> list[Path]:
    """The modules of rooms, each a folder or a file."""
    found = [ROOT / room for room in rooms]
    return sorted(p for room in found for p in ([room] if room.is_file() else room.rglob("*.py")))


def raised(paths: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    """The sentences with which something is raised, and the hints that go with them."""
    for path in paths:
        for node in ast.walk(_parsed(path)):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            name = node.func.id if isinstance(node.func, ast.Name) else name
            if name not in RAISED:
                continue
            given = [*node.args, *(k.value for k in node.keywords if k.arg in ("legal", "hint"))]
            for text in (text for each in given for text in _texts(each)):
                if " " in text.strip() and LOWER.search(FIELD.sub("", text)):
                    yield path, text


def everything(paths: Iterable[Path]) -> str:
    """All texts of modules, one a line, without what separates words."""
    nodes = (node for path in paths for node in ast.walk(_parsed(path)))
    texts = {text for node in nodes if isinstance(node, ast.expr) for text in _texts(node)}
    for each in all_statistics().values():
        texts |= {each.title, each.about, each.drawn_as, each.pitfall, each.sql, *each.notes}
        texts |= {*each.columns, *(f"{each.name}: {column}" for column in each.columns)}
        texts |= {each.moment}
    texts |= {text.replace("_", " ") for text in texts if "_" in text}
    return "\n".join(" ".join(each.split()) for each in texts)
