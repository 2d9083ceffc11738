"""What others wrote, made safe to show: names, decks, remarks and whatever else a record holds.

Whatever is printed goes through here: text through :func:`clean` (as SVG and HTML do too, whose
markup the XML library escapes), JSON through :func:`json_shown`. Cells of CSV, which also leave
the program in files, go through :mod:`storage.exchange.spreadsheet`.
"""

from json import dumps


def clean(text: str) -> str:
    """The text without characters that would move the cursor or change the terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def json_shown(text: str) -> str:
    """JSON that says the same, with an escape for each character that cannot be seen.

    Example:
        >>> json_shown('{"name": "a\\u202eb"}')
        '{"name": "a\\\\u202eb"}'
    """
    if text.replace("\n", "").isprintable():
        return text
    return "\n".join(line if line.isprintable() else _escaped(line) for line in text.split("\n"))


def _escaped(line: str) -> str:
    return "".join(c if c.isprintable() else dumps(c)[1:-1] for c in line)


__all__ = ["clean", "json_shown"]
