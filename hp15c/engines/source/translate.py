"""A Program as Python source: one function in which the stack levels are local variables.

The program is cut into traces. A trace begins where a run can arrive: at line 001, a label, the line after a
call or a stop, or the line after a skipped one. It goes on through labels, unconditional jumps and
subroutines, up to a place from which the way is not known beforehand. Almost everywhere the state of stack
lift, and the number that a row of digits types, are known while translating. An instruction that is not
translated leaves the function, and the readable machine does it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any

from hp15c.engines.source import decimals
from hp15c.engines.source.flow import HAND_OVER, LIMIT, MUCH_TEXT, TRACE_LINES, ProgramWriter
from hp15c.engines.source.trace import PLACE, SLOTS
from hp15c.listing.program import Program


@dataclass(frozen=True, slots=True)
class PythonTranslation:
    """A translated program.

    `run(core, limit)` runs a core (see `engine.Core`) and returns STOP, PAUSE, HAND_OVER or LIMIT. `heads`
    are the lines at which it can begin. `longest` is the most lines that a trace runs.
    """

    source: str
    run: Callable[[Any, int], int]
    heads: frozenset[int]
    longest: int


@lru_cache(maxsize=64)
def translate(program: Program) -> PythonTranslation:
    """The program as a Python function. It is compiled once for each program."""
    return _PythonTranslator(program).translation()


def leave(
    core: Any,
    why: int,
    line: int,
    ran: int,
    lift: bool,
    x: Decimal,
    y: Decimal,
    z: Decimal,
    t: Decimal,
    last_x: Decimal,
    i: Decimal,
    seed: int,
    place: int,
) -> int:
    """Copy the function's variables back into the core. Returns `why`."""
    core.stack = [x, y, z, t]
    core.last_x, core.i, core.seed, core.lift = last_x, i, seed, lift
    core.line, core.ran, core.place = line, ran, place
    return why


class _PythonTranslator(ProgramWriter):
    def translation(self) -> PythonTranslation:
        source = "\n".join(self._function())
        names: dict[str, Any] = {
            "Decimal": Decimal,
            "SEED_PLACE": decimals.SEED_PLACE,
            "TRAPS": decimals.TRAPS,
            "HEADS": frozenset(self.heads),
            "round_to": decimals.round_to,
            "seed_of": decimals.seed_of,
            "leave": leave,
            "recover": self._recover,
            **self.constants,
        }
        exec(compile(source, f"<{self.program.title or 'program'}>", "exec"), names)
        return PythonTranslation(source, names["run"], frozenset(self.heads), self.longest)

    def _recover(self, core: Any, text_line: int, variables: Mapping[str, Any]) -> int:
        """Leave at the program line whose Python text failed, with the calculator as it was before that
        line.
        """
        at = self.positions[text_line]
        known = {**self.constants, **variables}
        core.returns.extend(at.returns)
        lift = known["lift"] if at.lift is None else at.lift
        x, y, z, t, last_x, i = (known[at.values[slot]] for slot in SLOTS)
        ran, seed, place = known["n"] + at.done, known["seed"], abs(int(i))
        return leave(core, HAND_OVER, at.line, ran, lift, x, y, z, t, last_x, i, seed, place)

    def _function(self) -> list[str]:
        self.text = [
            "def run(core, limit):",
            "    x, y, z, t = core.stack",
            "    last_x, i, seed, lift = core.last_x, core.i, core.seed, core.lift",
            "    R, F, returns = core.registers, core.flags, core.returns",
            f"    {PLACE} = core.place",
            "    pc = core.line",
            "    n = 0",
            "SEEN",
            "    most = limit - LONGEST",
            "    try:",
            "        while True:",
        ]
        self._dispatch(self.heads, 3)
        self.text += [
            "    except TRAPS as trap:",
            "        return recover(core, trap.__traceback__.tb_lineno, locals())",
        ]
        texts = {"SEEN": f"    {' = '.join([*self.kept, 'seen'])} = None", "LONGEST": str(self.longest)}
        for word, text in texts.items():
            self.text[:10] = [line.replace(word, text) for line in self.text[:10]]
        return self.text

    def _dispatch(self, heads: list[int], depth: int) -> None:
        """Write a tree of comparisons that leads to the trace of each head."""
        if len(heads) == 1:
            self._trace(heads[0], depth)
            return
        middle = len(heads) // 2
        self.put(depth, f"if pc < {heads[middle]}:")
        self._dispatch(heads[:middle], depth + 1)
        self.put(depth, "else:")
        self._dispatch(heads[middle:], depth + 1)

    def _trace(self, head: int, depth: int) -> None:
        self.put(depth, "while True:")
        depth += 1
        trace = self.begin(head, self.slots)
        self.put(depth, f"if n > most: {self._leaving(LIMIT, head, trace)}")
        trace.enough = TRACE_LINES if len(self.text) < MUCH_TEXT else 0
        self._steps(trace, depth)
