"""The board at the table, a player's map at a time where they do not fit the screen together."""

import re
import shutil
from collections.abc import Sequence

from cli.screen.render import flowing, paint, width
from cli.table import screen
from referee.game import Panel
from referee.house import AnyState

_NUMBERED = re.compile(r"\s{0,2}\d+  ")
_OPTIONS = "o: what may be logged"
_LEAST = 20
"""No terminal is taken to have fewer lines."""


class Pages:
    """Whose map is shown: that of whoever acts, then by turns the others', until more is logged."""

    def __init__(self) -> None:
        self._last = 0
        self._page = -1

    def lines(
        self, panels: Sequence[Panel], state: AnyState, status: Sequence[str], last: int
    ) -> list[str]:
        """The whole board and what comes next; or as much as fits the screen, with one map.

        Args:
            panels: the board.
            state: the state that it shows.
            status: what stands below it.
            last: the last entry.
        """
        room = max(_LEAST, shutil.get_terminal_size((80, 24)).lines) - 1
        whole = [*screen.board_lines(panels, state.seats), *status]
        seated = [panel for panel in panels if panel.title in state.seats]
        mapped = seated if any(panel.grid for panel in panels) else []
        if len(mapped) < 2 or len(whole) <= room:
            return whole
        mapped.sort(key=lambda panel: panel.title != state.active)
        self._page = (self._page + 1) % len(mapped) if last == self._last else 0
        self._last = last
        here, after = mapped[self._page], mapped[(self._page + 1) % len(mapped)]
        shown = [panel for panel in panels if panel not in mapped] + [here]
        turn = f"Enter: the map of {after.title}"
        first = (n for n, line in enumerate(status) if _NUMBERED.match(line))
        above = status[: next(first, len(status))]
        whole_below = [paint(turn, "quiet"), *status]
        brief_below = [*above, *flowing([turn, _OPTIONS], 0)]
        line, half = width() - 4, width() // 2 - 4
        ways = [
            (shown, 0, whole_below),
            (shown, line, whole_below),
            (shown, 0, brief_below),
            (shown, line, brief_below),
            (shown, half, brief_below),
            ([here], half, brief_below),
        ]
        for of, most, below in ways:
            board = screen.board_lines([_cut(panel, most) for panel in of], state.seats)
            if len(board) + len(below) <= room:
                break
        return [*board, *below]


def _cut(panel: Panel, most: int) -> Panel:
    """A panel of which no row is longer than that, but for those of its map."""
    of_map = {label for labels in panel.grid for label in labels}
    rows = []
    for label, text in panel.rows:
        room = most - len(label) - 1
        if most and label not in of_map and len(text) > room:
            text = f"{text[: room - 3].rpartition(', ')[0]}, …".removeprefix(", ")
        rows.append((label, text))
    return Panel(panel.title, tuple(rows), panel.grid)
