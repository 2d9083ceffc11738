"""The small faults that can be put into a module, and the code of the functions that hold them."""

import ast
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from types import CodeType
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ROOMS = ("events", "referee", "storage", "cli")

CHECK = re.compile(r"_?(refuse|refused|forbid|forbidden|require)(_\w+)?")
"""The names of what refuses an entry: called in a statement of its own, it is a check."""

CALLED = re.compile(r"(_?(?:refuse|forbid|require)_\w+)\(")
RULE_ID = re.compile(r"\b[A-Z]{2,3}-\d+\.\d+\b")

_TURNED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.GtE, ast.LtE),
    ast.LtE: (ast.Gt, ast.Lt),
    ast.Gt: (ast.LtE, ast.GtE),
    ast.GtE: (ast.Lt, ast.Gt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_TAKEN_OUT = ast.AugAssign | ast.Break | ast.Continue | ast.Delete | ast.Raise | ast.Return


class Mutant(NamedTuple):
    """One change of one place.

    Attributes:
        path: the module, from the root of the project.
        line: where the change is, from 1.
        function: the function that it is in, with its class.
        kind: ``comparison``, ``condition``, ``connective``, ``constant``, ``statement``, ``check``.
        change: what was there and what is there now.
        text: the line before the change.
        number: which place of its module it is.
    """

    path: str
    line: int
    function: str
    kind: str
    change: str
    text: str
    number: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.function}: {self.change}"


class _Place(NamedTuple):
    """A place in a tree; ``put`` makes the change there, ``change`` says which."""

    line: int
    function: str
    kind: str
    change: Callable[[], str]
    put: Callable[[], None]


def draw(rooms: Sequence[str], count: int, chance: Random, *, checks: bool = False) -> list[Mutant]:
    """So many mutants of these rooms (of all, where none is named), in the order of the text.

    Args:
        rooms: folders or modules, from the root of the project.
        count: how many; 0 for all.
        chance: what they are drawn with.
        checks: in place of that, every check that is taken out.
    """
    paths = [
        path.relative_to(ROOT).as_posix()
        for room in rooms or ROOMS
        for path in ([ROOT / room] if room.endswith(".py") else sorted((ROOT / room).rglob("*.py")))
    ]
    found = [(path, number) for path in paths for number in _numbers(path, checks=checks)]
    if count and not checks:
        found = sorted(chance.sample(found, min(count, len(found))))
    wanted: dict[str, set[int]] = {}
    for path, number in found:
        wanted.setdefault(path, set()).add(number)
    return [each for path, numbers in wanted.items() for each in mutants(path, numbers)]


def _numbers(path: str, *, checks: bool) -> list[int]:
    """The places of a module: in the bodies of its functions, in the order of its text.

    Defaults, decorators and annotations are left alone, as is what stands outside functions.
    """
    places = _places(ast.parse(_source(path)))
    return [number for number, each in enumerate(places) if each.kind == "check" or not checks]


def mutants(path: str, numbers: Collection[int] | None = None) -> Iterator[Mutant]:
    """What can be made of a module: all, or those of these places."""
    lines = _source(path).splitlines()
    for number, found in enumerate(_places(ast.parse(_source(path)))):
        if numbers is None or number in numbers:
            text = lines[found.line - 1].strip()
            yield Mutant(path, found.line, found.function, found.kind, found.change(), text, number)


def codes(mutant: Mutant) -> list[tuple[CodeType, CodeType]]:
    """The code of the functions that the change is in, before and after, the outermost first."""
    before = ast.parse(_source(mutant.path))
    after = deepcopy(before)
    next(p for number, p in enumerate(_places(after)) if number == mutant.number).put()
    old, new = (
        compile(tree, str(ROOT / mutant.path), "exec", dont_inherit=True)
        for tree in (before, after)
    )
    return list(_changed(old, new))


def is_check(statement: ast.stmt) -> bool:
    """Whether a statement does nothing but refuse where a rule is broken."""
    match statement:
        case ast.Expr(ast.Call(ast.Name(name) | ast.Attribute(attr=name))):
            return CHECK.fullmatch(name) is not None
    return False


def rules_of(check: Mutant) -> frozenset[str]:
    """The rules by which a check may refuse: those that its statement names, and those that the
    functions of that name do, and what these call in turn."""
    called = CALLED.search(check.change)
    return frozenset(RULE_ID.findall(check.change)).union(
        _refusing().get(called[1], ()) if called else ()
    )


@cache
def _refusing() -> dict[str, set[str]]:
    """The rules that the functions which check something name, by the names of these."""
    rules: dict[str, set[str]] = {}
    calls: dict[str, set[str]] = {}
    for path in (ROOT / "referee").rglob("*.py"):
        for each in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(each, ast.FunctionDef) and CHECK.fullmatch(each.name):
                text = ast.unparse(each)
                rules.setdefault(each.name, set()).update(RULE_ID.findall(text))
                calls.setdefault(each.name, set()).update(CALLED.findall(text))
    for _ in range(3):
        for name, others in calls.items():
            rules[name].update(*(rules.get(other, ()) for other in others))
    return rules


@cache
def _source(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def _changed(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    if before == after:
        return
    yield before, after
    old, new = (
        [each for each in code.co_consts if isinstance(each, CodeType)] for code in (before, after)
    )
    for one, other in zip(old, new, strict=False):
        if one.co_qualname == other.co_qualname:
            yield from _changed(one, other)


def _places(tree: ast.Module) -> Iterator[_Place]:
    return _of_body(tree.body, "", inside=False)


def _of_body(body: list[ast.stmt], function: str, *, inside: bool) -> Iterator[_Place]:
    """The places of a list of statements, in their order."""
    for at, statement in enumerate(body):
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                within = f"{function}.{name}".lstrip(".")
                yield from _of_body(statement.body, within, inside=True)
            case ast.ClassDef(name=name):
                within = f"{function}.{name}".lstrip(".")
                yield from _of_body(statement.body, within, inside=inside)
            case ast.Expr(ast.Constant()):
                pass  # a docstring
            case _:
                if inside:
                    yield from _taken_out(body, at, function)
                yield from _of_node(statement, function, inside=inside)


def _taken_out(body: list[ast.stmt], at: int, function: str) -> Iterator[_Place]:
    statement = body[at]
    if isinstance(statement, ast.Assign):
        # a name that is never bound breaks all that follows: no test is needed to see it
        out = all(isinstance(t, ast.Attribute | ast.Subscript) for t in statement.targets)
    else:
        out = isinstance(statement, ast.Expr | _TAKEN_OUT)
    if not out:
        return

    def put() -> None:
        body[at] = ast.copy_location(ast.Pass(), statement)

    kind = "check" if is_check(statement) else "statement"
    yield _Place(statement.lineno, function, kind, lambda: f"{_short(statement)} taken out", put)


def _of_node(node: ast.AST, function: str, *, inside: bool) -> Iterator[_Place]:
    """The places of a statement or an expression, and of what it consists of."""
    if inside:
        yield from _here(node, function)
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "type_comment"):
            continue
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
            yield from _of_body(value, function, inside=inside)
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                within = inside or (isinstance(node, ast.Lambda) and name == "body")
                yield from _of_node(child, function, inside=within)


def _here(node: ast.AST, function: str) -> Iterator[_Place]:
    def place(kind: str, field: str, new: object) -> _Place:
        def change() -> str:
            changed = deepcopy(node)
            setattr(changed, field, new)
            return f"{_short(node)} -> {_short(changed)}"

        line: int = node.lineno  # type: ignore[attr-defined]
        return _Place(line, function, kind, change, lambda: setattr(node, field, new))

    match node:
        case ast.Compare(ops=[op]):
            for turned in _TURNED[type(op)]:
                yield place("comparison", "ops", [turned()])
        case ast.BoolOp(op=ast.And()):
            yield place("connective", "op", ast.Or())
        case ast.BoolOp(op=ast.Or()):
            yield place("connective", "op", ast.And())
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            yield place("constant", "value", value + 1)
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            # of a plain comparison this is what turning it does
            if not (isinstance(test, ast.Compare) and len(test.ops) == 1):
                yield place("condition", "test", _not(test))
        case ast.comprehension(ifs=[test, *others]):
            if not (isinstance(test, ast.Compare) and len(test.ops) == 1):
                negated = [_not(test), *others]
                yield _Place(
                    test.lineno,
                    function,
                    "condition",
                    lambda: f"if {_short(test)} -> if not ({_short(test)})",
                    lambda: setattr(node, "ifs", negated),
                )


def _not(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)


def _short(node: ast.AST) -> str:
    """A statement or an expression in one line, of a block its head."""
    text = ast.unparse(node).splitlines()[0]
    return text if len(text) <= 90 else f"{text[:89]}…"
