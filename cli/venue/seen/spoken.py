"""A view in the language of who looks: what stands on the board and what has to be done (VN-15.2).

The view itself is in the words of the game, the same for all of a class; beside it stands, for
each of its texts that the catalogs have, what is shown instead.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec.structs import replace

from cli.language import LANGUAGES, Piece, laid, pieces, plainly
from cli.venue.seen.names import beside
from cli.venue.seen.view import of_panels
from cli.venue.view import View

_Find = Callable[[str, str], tuple[Piece, ...] | None]


def in_language(view: View, language: str) -> View:
    """A view with what is shown instead of its texts in a language."""
    if language == LANGUAGES[0]:
        return view
    said: dict[str, str] = {}
    for find, text in _texts(view):
        shown = view.named.get(text, text)
        found = find(language, shown)
        told = "".join(each.text for each in found or ())
        if found and told != shown and not all(each.own for each in found):
            said[text] = told
    return replace(view, said=said) if said else view


def told_beside(
    texts: Iterable[str], called: Mapping[str, str], language: str
) -> dict[str, dict[str, str]]:
    """What an answer says beside its texts: ``named`` as in :func:`~cli.venue.seen.names.beside`,
    and as ``said`` what is shown in the language of who asked."""
    texts = [text for text in texts if text]
    found = beside(texts, called)
    if language == LANGUAGES[0]:
        return found
    named = found.get("named", {})
    said = {text: plainly(language, named.get(text, text)) for text in texts}
    said = {text: told for text, told in said.items() if told != named.get(text, text)}
    return {**found, **({"said": said} if said else {})}


def _texts(view: View) -> Iterator[tuple[_Find, str]]:
    for text, _ in of_panels((*view.board, *view.own)):
        yield laid, text
    for due in view.owed:
        yield pieces, due.text
    for line in view.entries:
        if line.why:
            yield pieces, line.why
    if view.over:
        yield pieces, view.over
    if view.light is not None:
        for counter in view.light.counters:
            yield laid, counter.measure
        for asked in view.light.asks:
            yield laid, asked.label


__all__ = ["in_language", "told_beside"]
