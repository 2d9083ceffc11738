"""The scripts of the pages, run by node: one process for the whole run, a line for each call."""

import atexit
import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import cli.venue

STATIC = Path(cli.venue.__file__).parent / "static"

_LOOP = """
import { createInterface } from "node:readline";
const modules = {};
for (const name of %s) modules[name] = await import(`%s/${name}.js`);
const { queue } = modules;
const states = {};
const calls = {
  begin: (phone, ...args) => { states[phone] = queue.begin(...args); return null; },
  step: (phone, happening) => {
    const before = JSON.stringify(states[phone]);
    const { state, effects } = queue.step(states[phone], happening);
    if (JSON.stringify(states[phone]) !== before) throw new Error("the state before was changed");
    states[phone] = state;
    return effects;
  },
  compared: (mine, theirs) => {
    const { settled, first } = queue.compare(mine, theirs);
    return { settled: [...settled.keys()], first: first?.seq ?? null };
  },
};
for await (const line of createInterface({ input: process.stdin })) {
  const [module, name, args] = JSON.parse(line);
  let said;
  try {
    const value = await (module ? modules[module][name] : calls[name])(...args);
    said = { value: value ?? null };
  } catch (error) {
    said = { error: String(error.stack) };
  }
  process.stdout.write(JSON.stringify(said) + "\\n");
}
"""


class Node:
    """A running node that has the scripts."""

    def __init__(self, program: str) -> None:
        names = ["queue", "stamp", "draw", "steps"]
        loop = _LOOP % (json.dumps(names), STATIC.as_uri())
        command = [program, "--input-type=module", "-e", loop]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        atexit.register(self._process.kill)

    def call(self, module: str, name: str, *args: object) -> Any:
        """What a function of a script answers; of no module: ``begin``, ``step``, ``compared``."""
        out, back = self._process.stdin, self._process.stdout
        assert out is not None and back is not None
        out.write(json.dumps([module, name, args]) + "\n")
        out.flush()
        said = json.loads(back.readline())
        if "error" in said:
            raise AssertionError(said["error"])
        return said["value"]


@cache
def _node() -> Node | None:
    program = shutil.which("node")
    return Node(program) if program else None


def node() -> Node:
    """The running node; the test is skipped where there is none."""
    found = _node()
    if found is None:
        pytest.skip("node is not installed here")
    return found
