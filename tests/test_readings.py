"""What the rules' code asks of interpretations is on their page: each id, and each reading that it
is compared with. A type checker takes any text for either."""

import ast
import re
from collections.abc import Iterator

import pytest

from referee.games.registry import game_of
from tests.test_house import GAMES, Module, game_of_module, modules

ID = re.compile(r"[A-Z]{2,4}-I \d+")


def asked_of(node: ast.AST) -> str | None:
    """The interpretation whose reading an expression takes, such as ``t.choice["WV-I 1"]``."""
    match node:
        case ast.Subscript(ast.Attribute(attr="choice") | ast.Name("choice"), ast.Constant(id)):
            return str(id)
        case ast.Call(
            ast.Attribute(ast.Attribute(attr="choice") | ast.Name("choice"), "get"),
            [ast.Constant(id), *_],
        ):
            return str(id)
    return None


def texts(node: ast.AST) -> Iterator[str]:
    """The texts that an expression or a pattern is made of, one or several."""
    match node:
        case ast.Constant(str(text)):
            yield text
        case ast.Tuple(parts) | ast.Set(parts) | ast.List(parts) | ast.MatchOr(parts):
            for part in parts:
                yield from texts(part)
        case ast.MatchValue(value):
            yield from texts(value)


def compared(function: ast.AST) -> Iterator[tuple[int, str, str]]:
    """In which line the reading of which interpretation is compared with which text."""
    held = {
        node.targets[0].id: asked_of(node.value)
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }

    def asked(node: ast.AST) -> str | None:
        return held.get(node.id) if isinstance(node, ast.Name) else asked_of(node)

    for node in ast.walk(function):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.Match):
            sides = [node.subject, *(case.pattern for case in node.cases)]
        else:
            continue
        for id in filter(None, map(asked, sides)):
            yield from ((node.lineno, id, text) for side in sides for text in texts(side))


def unknown(module: Module, readings: dict[str, tuple[str, ...]]) -> list[str]:
    """The ids and readings in a module that are not on the page of its game."""
    where = module.path.name
    named = {
        (node.lineno, str(node.value))
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Constant) and ID.fullmatch(str(node.value))
    }
    found = [f"{where}:{line}: {id}" for line, id in sorted(named) if id not in readings]
    for function in ast.walk(module.tree):
        if isinstance(function, ast.FunctionDef):
            for line, id, text in compared(function):
                if ID.fullmatch(id) and text not in readings.get(id, ()):
                    found.append(f"{where}:{line}: {id}={text}")
    return found


@pytest.mark.parametrize("game", GAMES)
def test_an_interpretation_that_the_code_asks_for_and_its_readings_are_on_the_page(game):
    page = game_of(game).rulebook.interpretations
    readings = {id: each.options for id, each in page.items()}
    own = [module for name, module in modules().items() if game_of_module(name) == game]
    assert [fault for module in own for fault in unknown(module, readings)] == []


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("t.choice['WR-I 1'] == 'yes'", ""),
        ("t.choice['WR-I 92'] == 'yes'", "2: WR-I 92"),
        ("t.choice['WR-I 1'] != 'yess'", "2: WR-I 1=yess"),
        ("r.t.choice['WR-I 1'] in ('yes', 'now')", "2: WR-I 1=now"),
        ("choice.get('WR-I 1') == 'now'", "2: WR-I 1=now"),
        ("reading = t.choice['WR-I 1']\n return reading == 'now'", "3: WR-I 1=now"),
        ("match t.choice['WR-I 1']:\n  case 'yes' | 'now': pass", "2: WR-I 1=now"),
    ],
)
def test_what_is_not_on_the_page_is_found(tmp_path, line, fault):
    path = tmp_path / "acts.py"
    path.write_text(f"def act(t, choice):\n {line}\n")
    found = unknown(Module(path), {"WR-I 1": ("yes", "no")})
    assert fault in (found or [""])[0]
    assert bool(found) == bool(fault)
