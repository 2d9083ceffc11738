"""What judges do: the clock and its extensions, calls and rulings, penalties (sections 6, 10, 11).

``clock`` and ``penalties`` are pure arithmetic; the other modules ask the state and hold the
handlers.
"""
