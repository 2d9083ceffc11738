"""The house stands as it was drawn: its rooms, what knows what, and who may name a game."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache, cached_property
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

from msgspec import to_builtins

from referee.catalog import read_catalog
from referee.games.registry import game_ids, game_of, package_of
from storage.catalogs import catalog_text

ROOT = Path(__file__).parents[1]
ROOMS = ("events", "referee", "storage", "cli")
"""Each knows only those before it."""
TOP_LEVEL = {*ROOMS, "tests", "pyproject.toml", "README.md", "LICENSE"}
"""All that stands at the top, beside files whose names begin with a dot."""

REGISTRY = "referee.games.registry"
GAMES = [game for game in game_ids() if package_of(game).startswith("referee.games.")]
"""The shipped ones."""

LETTER = re.compile("[a-z]")
WORD = re.compile(r"(?<![A-Za-z0-9_-])(?=(\w..))")
"""Where a word begins, and how."""
FENCED = re.compile(r"^```\w*\n.*?^```$", re.MULTILINE | re.DOTALL)
MOST_LINES, MOST_MODULES = 700, 20
LONG = {
    "events/grand_archive.py": "the events of a game are one module, here with 49 outcomes",
    "events/tower_wizwar.py": "the events of a game are one module, here with 33 outcomes",
    "referee/games/grand_archive/effects/numbers.py": "one table: the numbers that texts ask for",
    "referee/hidden/ways.py": "one class: the ways that are told apart, and what becomes of them",
    "referee/hidden/worlds.py": "one class: what claims leave possible",
}
"""Modules that are longer, each with the reason."""
FULL = {
    "referee/games/grand_archive": "a module a part of its rulebook; effects, options have rooms",
    "referee/games/legacy_of_conflict": "a module a part of its rulebook",
    "referee/games/tower_wizwar": "a module a part of its rulebook; effects and options have rooms",
    "referee/games/warrift": "a module a part of its rulebook; effects and options have rooms",
    "referee/games/wondervale": "one more: a module a part of its rulebook",
    "referee/parts/effects": "one more: the language of effects, for catalogs, tables and authors",
}
"""Folders that hold more modules, each with the reason."""
NOUNS = {
    "counting", "matching", "opening", "pairing", "pending", "ranking", "reading", "ruling",
    "standing",
}  # fmt: skip
"""Words in -ing that name a thing: the field's, or the glossary's."""


@dataclass(frozen=True)
class Module:
    """A module of the rooms."""

    path: Path

    @cached_property
    def name(self) -> str:
        """As Python imports it."""
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def package(self) -> str:
        """The package that relative names start from."""
        return self.name if self.path.stem == "__init__" else self.name.rpartition(".")[0]

    @cached_property
    def text(self) -> str:
        """What is written in it."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        """The same as Python reads it."""
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> list[ast.Import | ast.ImportFrom | ast.ClassDef | ast.Constant]:
        """Its imports, classes and constants, wherever in it they are: to walk through all that
        is written takes longer than to read it."""
        kinds = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.Constant)
        return [node for node in ast.walk(self.tree) if isinstance(node, kinds)]

    @property
    def classes(self) -> list[ast.ClassDef]:
        """Its classes, those within others too."""
        return [node for node in self.nodes if isinstance(node, ast.ClassDef)]

    @cached_property
    def imports(self) -> set[str]:
        """The modules of the rooms that it imports, wherever in it that is written: for types
        alone, within a function, or by a name that begins with a dot, such as ``".log"``."""
        found = set()
        for node in self.nodes:
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                base = resolve_name("." * node.level + (node.module or ""), self.package)
                inside = {f"{base}.{alias.name}" for alias in node.names} & modules().keys()
                found |= inside or {base}
            elif isinstance(node, ast.Constant) and re.fullmatch(r"\.[a-z][\w.]*", str(node.value)):
                found.add(resolve_name(str(node.value), self.package))
        return (found & modules().keys()) - {self.name}


@cache
def modules() -> dict[str, Module]:
    """The modules of the rooms by their names."""
    found = [Module(path) for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    return {module.name: module for module in found}


def arrows() -> Iterator[tuple[str, str]]:
    """Who imports whom."""
    for module in modules().values():
        for target in sorted(module.imports):
            yield module.name, target


def game_of_module(name: str) -> str | None:
    """The game whose own module that is: its events, or one of its package."""
    for game in GAMES:
        if name == f"events.{game}" or f"{name}.".startswith(f"{package_of(game)}."):
            return game
    return None


def files_of_all_games(*endings: str) -> list[Path]:
    """The files of the rooms that belong to no game."""
    owned = [ROOT / "referee" / "games" / game for game in GAMES]
    owned += [ROOT / "events" / f"{game}.py" for game in GAMES]
    owned += [ROOT / "referee" / "tournament" / "sample"]  # a policy names whose rules it follows
    found = [ROOT / "pyproject.toml"]
    for room in ROOMS:
        found += [path for path in (ROOT / room).rglob("*.*") if path.suffix in endings]
    return [path for path in found if not any(path.is_relative_to(own) for own in owned)]


def proper_words(game: str) -> set[str]:
    """Words that only this game says: its id and title, how the ids of its rules begin, the names
    in its catalogs, its classes with names of two words or more, and the verbs of such events."""
    found = {game, game_of(game).title}
    found |= {rule.partition("-")[0] + "-" for rule in game_of(game).rulebook.rules}
    for name, module in modules().items():
        if game_of_module(name) == game:
            for words in (re.findall(r"[A-Z][a-z]+", each.name) for each in module.classes):
                if len(words) > 1:
                    found.add("".join(words))
                    if name.startswith("events."):
                        found.add("-".join(words).lower())
    for path in game_of(game).sample_catalogs():
        catalog = read_catalog(catalog_text(path), game_of(game).catalog_type)
        names = set(_names(to_builtins(catalog)))
        found |= {name for name in names if len(name) > 4 and name[0].isupper()}
    return found - shared_names()


@cache
def shared_names() -> set[str]:
    """The names of classes that belong to no game."""
    return {
        node.name
        for name, module in modules().items()
        if game_of_module(name) is None
        for node in module.classes
    }


def _names(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("name"), str):
            yield value["name"]
        for each in value.values():
            yield from _names(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _names(each)


def test_the_top_level_holds_the_rooms_the_tests_and_three_files():
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    found = {
        path.name
        for path in ROOT.iterdir()
        if not path.name.startswith(".")
        and not any(fnmatch(path.name, pattern.rstrip("/")) for pattern in ignored)
    }
    assert found == TOP_LEVEL


def test_no_room_imports_from_one_to_its_right():
    def rank(name: str) -> int:
        return ROOMS.index(name.partition(".")[0])

    assert [(m, t) for m, t in arrows() if rank(t) > rank(m)] == []


def test_lines_are_read_at_the_one_door():
    readers = {
        module.name
        for module in modules().values()
        for node in module.nodes
        if isinstance(node, ast.ImportFrom) and node.module == "events.notation"
        if any(alias.name == "read" for alias in node.names)
    }
    assert {name for name in readers if name.startswith("cli.")} == {
        "cli.reading.door.cut_short",
        "cli.reading.door.event_of_line",
        "cli.reading.lines",
    }


def test_no_modules_import_each_other_in_a_circle():
    graph = {module.name: module.imports for module in modules().values()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" -> ".join(error.args[1][::-1])) from None


def test_only_its_own_modules_and_the_registry_know_a_game():
    assert [
        (name, target)
        for name, target in arrows()
        if game_of_module(target) not in (None, game_of_module(name)) and name != REGISTRY
    ] == []


def test_what_games_stand_on_knows_neither_games_nor_their_registry():
    assert [
        (name, target)
        for name, target in arrows()
        if name.startswith("referee.") and not game_of_module(target) and name != REGISTRY
        if f"{target}.".startswith("referee.games.")
    ] == []


def test_events_and_the_account_of_hidden_cards_know_nothing_of_replay_and_games():
    assert [
        (name, target)
        for name, target in arrows()
        if name.startswith(("referee.hidden", "referee.parts"))
        and target.startswith(("referee.replay", "referee.games", "referee.game"))
    ] == []


def test_no_game_is_named_outside_its_package_its_events_and_the_registry():
    found = []
    texts = {
        path: path.read_text(encoding="utf-8")
        for path in files_of_all_games(".py", ".sql", ".toml", ".md")
    }
    for path in texts:
        if path.name == "README.md":  # what a page shows is of a match that is shipped
            texts[path] = FENCED.sub("", texts[path])
    begun: dict[str, set[str]] = {}
    for name in {name for game in GAMES for name in proper_words(game)}:
        begun.setdefault(name[:3], set()).add(name)
    for path, text in texts.items():
        for word in WORD.finditer(text):
            at = word.start()
            for name in begun.get(word[1], ()):
                if text.startswith(name, at) and not LETTER.match(text, at + len(name)):
                    place = f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, at) + 1}"
                    if path != modules()[REGISTRY].path or name not in GAMES:
                        found.append((place, name))
    assert found == []


def test_a_module_fits_on_a_few_screens():
    lines = {
        str(module.path.relative_to(ROOT)): module.text.count("\n") for module in modules().values()
    }
    long = {path for path, count in lines.items() if count > MOST_LINES}
    assert long == LONG.keys()


def test_a_folder_holds_few_enough_modules_to_be_read_as_a_list():
    counts: dict[str, int] = {}
    for module in modules().values():
        folder = str(module.path.parent.relative_to(ROOT))
        counts[folder] = counts.get(folder, 0) + 1
    assert {folder for folder, count in counts.items() if count > MOST_MODULES} <= FULL.keys()


def test_a_module_is_named_by_a_noun_or_as_its_rulebook_names_an_action():
    found = []
    for name, module in modules().items():
        word = module.path.stem.rpartition("_")[2]
        if word.endswith("ing") and word not in NOUNS:
            game = game_of_module(name)
            page = ROOT / "referee" / "games" / (game or "") / "rulebook.md"
            headings = re.findall(r"^#.*", page.read_text(encoding="utf-8") if game else "", re.M)
            if not re.search(rf"\b{word}\b", " ".join(headings), re.IGNORECASE):
                found.append(name)
    assert found == []


def test_the_first_page_names_every_folder_of_the_rooms():
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    table = page[page.index("## How it is built") :]
    packages = {path.parent for room in ROOMS for path in (ROOT / room).glob("*/__init__.py")}
    assert [path.name for path in packages if f"`{path.name}`" not in table] == []


def test_nothing_is_left_for_later():
    here = Path(__file__)
    left = re.compile(r"TODO\b|FIXME\b|XXX\b|HACK\b|x[f]ail\b|importorskip\b|mark\.skip")
    found = []
    for room in (*ROOMS, "tests", ".build"):
        for path in sorted((ROOT / room).rglob("*.*")):
            if path.suffix in (".py", ".sql", ".toml", ".md") and path != here:
                text = path.read_text(encoding="utf-8")
                found += [(str(path.relative_to(ROOT)), hit[0]) for hit in left.finditer(text)]
    assert found == []


def test_what_is_public_says_what_it_is_for():
    assert [place for module in modules().values() for place in _undocumented(module)] == []


def _undocumented(module: Module) -> Iterator[str]:
    """The public things without a docstring: the module, its classes and functions, and the
    methods of its classes, but for those that a documented one of a base class explains."""
    path = module.path.relative_to(ROOT)
    if not ast.get_docstring(module.tree):
        yield str(path)
    for node in _public(module.tree):
        if not ast.get_docstring(node):
            yield f"{path}:{node.lineno} {node.name}"
        if isinstance(node, ast.ClassDef):
            told = _told(node.name)
            for method in _public(node):
                if method.name not in told:
                    yield f"{path}:{method.lineno} {node.name}.{method.name}"


def _public(
    node: ast.Module | ast.ClassDef,
) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    for each in node.body:
        named = isinstance(each, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        if named and not each.name.startswith("_"):
            yield each


@cache
def _told(name: str) -> frozenset[str]:
    """The methods of a class that have a docstring, or a base class with one for them."""
    found: set[str] = set()
    for node in _classes().get(name, ()):
        found |= {each.name for each in _public(node) if ast.get_docstring(each)}
        for base in node.bases:
            while isinstance(base, ast.Subscript):
                base = base.value
            if isinstance(base, (ast.Name, ast.Attribute)):
                known = base.id if isinstance(base, ast.Name) else base.attr
                found |= _told(known) if known != name else set()
    return frozenset(found)


@cache
def _classes() -> dict[str, list[ast.ClassDef]]:
    """The classes of the rooms by their names, which several may have."""
    found: dict[str, list[ast.ClassDef]] = {}
    for module in modules().values():
        for node in module.classes:
            found.setdefault(node.name, []).append(node)
    return found
