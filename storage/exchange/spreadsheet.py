"""Cells of CSV that a spreadsheet opens: none of them is a formula, none changes a terminal.

A text that a spreadsheet would take for a formula begins with an apostrophe, which it takes for
the sign of a text. Characters that would move a cursor or turn the direction of writing stand as
``\\u202e``. Parquet, JSON and records hold the text as it is.
"""

import re

_FORMULA = r"^[=+\-@\t\r]"
_UNSEEN = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\x{061c}\x{200e}\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}]"
_formula = re.compile(_FORMULA)
_unseen = re.compile(re.sub(r"\\x\{(\w+)\}", r"\\u\1", _UNSEEN))


def cell(value: object) -> object:
    """A value as it stands in CSV; what is no text stands as it is.

    Example:
        >>> cell("=1+1"), cell("a\\x1bb"), cell(-3)
        ("'=1+1", 'a\\\\u001bb', -3)
    """
    if not isinstance(value, str):
        return value
    shown = _unseen.sub(lambda found: f"\\u{ord(found[0]):04x}", value)
    return f"'{shown}" if _formula.match(value) else shown


def cell_sql(column: str) -> str:
    """The same in SQL, of a column of texts.

    Args:
        column: the column, quoted where it has to be.
    """
    escaped = (
        f"list_aggregate([CASE WHEN regexp_matches(c, '{_UNSEEN}') "
        "THEN printf('\\u%04x', unicode(c)) ELSE c END "
        f"FOR c IN regexp_extract_all({column}, '(?s).')], 'string_agg', '')"
    )
    shown = f"CASE WHEN regexp_matches({column}, '{_UNSEEN}') THEN {escaped} ELSE {column} END"
    return f"CASE WHEN regexp_matches({column}, '{_FORMULA}') THEN '''' ELSE '' END || ({shown})"


__all__ = ["cell", "cell_sql"]
