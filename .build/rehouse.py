"""Sources as they read inside the wheel, where the rooms stand in one package of our own.

In the tree a module says ``from events.entry import Entry``. Installed like that, ``events``
would stand in site-packages beside packages of other people, and take the place of one that has
the same name. So the wheel holds the rooms within ``tabletop_referee``, and its modules say
``from tabletop_referee.events.entry import Entry``.
"""

import ast
import re

PACKAGE = "tabletop_referee"
"""The one import name that is installed."""

ROOMS = ("events", "referee", "storage", "cli")
"""The top-level packages of the tree, in the order in which they know each other."""

_FROM = re.compile(rb"from(?:\s|\\\n)+")


def rehoused(source: bytes, name: str = "<source>") -> bytes:
    """A module's source with its imports of the rooms led into the package.

    Only import statements change, and no line moves; text that names a module stays as it is.
    A game written against the tree becomes one for the installed referee by the same means.

    Args:
        source: the module, in UTF-8.
        name: what to call it in errors.

    Raises:
        SyntaxError: it is no Python.

    Example:
        >>> rehoused(b"from events.event import Event")
        b'from tabletop_referee.events.event import Event'
    """
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    edits: list[tuple[int, int, bytes]] = []
    for node in ast.walk(ast.parse(source, name)):
        match node:
            case ast.ImportFrom(module=str(module), level=0) if _of_a_room(module):
                keyword = _FROM.match(source, starts[node.lineno - 1] + node.col_offset)
                assert keyword is not None
                edits.append((keyword.end(), keyword.end(), f"{PACKAGE}.".encode()))
            case ast.Import(names=aliases):
                for alias in aliases:
                    if _of_a_room(alias.name):
                        start = starts[alias.lineno - 1] + alias.col_offset
                        end = start + len(alias.name)
                        edits.append((start, end, _imported(alias).encode()))
            case _:
                pass
    for start, end, text in sorted(edits, reverse=True):
        source = source[:start] + text + source[end:]
    return source


def _of_a_room(module: str) -> bool:
    return module.partition(".")[0] in ROOMS


def _imported(alias: ast.alias) -> str:
    """The module of an ``import`` statement, such that the same name is bound as before."""
    inside = f"{PACKAGE}.{alias.name}"
    if alias.asname is not None:
        return inside
    room = alias.name.partition(".")[0]
    bound = f"{PACKAGE}.{room} as {room}"
    return bound if alias.name == room else f"{inside}, {bound}"
