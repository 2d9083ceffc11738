"""Small faults put into the rooms, one at a time: which of them does no test find?

A mutant is one change of one place in a function (:mod:`tests.mutants.changes`). The tests run
once under coverage, so that each mutant meets only those that reach its line
(:mod:`tests.mutants.reach`), in a process of its own, where the changed code takes the place of
the function's (:mod:`tests.mutants.trial`). Tests that reach the code in another process than
theirs are not seen to reach it. What cannot be told from the original stands in
``tests/mutants/equivalent``, a file for each part of the house, each mutant with its reason::

    [[mutant]]
    path = "referee/games/warrift/time_to_act.py"
    function = "require_own_mid"
    change = "require_begun(t, seat) taken out"
    text = "require_begun(t, seat)"  # the line as it stands
    reason = "..."

``python -m tests.trials mutants [ROOM] --seed --count`` draws some; with ``--checks`` every
refusal of the rules' code is taken out in turn.
"""

from tests.mutants.changes import ROOMS, Mutant, draw
from tests.mutants.trial import Fate, Trial, equivalent, key, try_mutants

__all__ = ["ROOMS", "Fate", "Mutant", "Trial", "draw", "equivalent", "key", "try_mutants"]
