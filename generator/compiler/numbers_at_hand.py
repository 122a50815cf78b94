"""Numbers that are made from one that a register holds, in place of those that take more lines to key in.

1, 9, ., 0, 1, 9     is     ., 0, 1, 9, RCL + .0     where R.0 holds 19
1, 0, 0              is     RCL 1                    where R1 holds 100

The result has the same ten digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.compiler.early_stores import Cut, StoredNumber, replace_lines, stored_numbers
from generator.compiler.repeats import Passed
from generator.compiler.tree.ir import Module
from generator.peephole.items import keys
from generator.peephole.live_cells import LAST
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.rules.number_functions import result
from hp15c.table.instructions import Step, step


def with_numbers_at_hand(
    program: Program, sources: Sequence[int], module: Module, registers: Mapping[str, str] | None
) -> Passed:
    """A program with numbers that are at hand, the source line of each line, and what was done in words.

    `registers` has the register of each name.
    """
    told: list[str] = []
    while True:
        cuts = (cut for one in stored_numbers(program, module, registers) for cut in _cuts(one))
        best = max(cuts, key=lambda cut: cut[1] - cut[0] - len(cut[2]), default=None)
        if best is None:
            return program, tuple(sources), told
        told.append(f"Line {best[0] + 1}: a number from one that a register holds")
        program, sources = replace_lines(program, sources, [best])


def _cuts(stored: StoredNumber) -> Iterator[Cut]:
    """The places where a register holds a number, with lines for another one that is keyed in there."""
    flow, known = stored.flow, stored.known()
    for place, item in enumerate(flow.items):
        kind, number = item.op or ("", "")
        if kind != "number" or len(item.steps) < 2 or not known[place] or flow.follows_test(place):
            continue
        found = list(_lines_for(number, stored, LAST in flow.needed[place + 1]))
        best = min(found, key=len, default=item.steps)
        if len(best) < len(item.steps) and all(one.exists_on(flow.model) for one in best):
            yield flow.lines[place] - 1, flow.lines[place] - 1 + len(item.steps), best


def _lines_for(number: str, stored: StoredNumber, last_x: bool) -> Iterator[tuple[Step, ...]]:
    """Lines for a number from one that a register holds, without arithmetic where LAST X is needed."""
    wanted, held = Number.of(number), Number.of(stored.number)
    if wanted == held:
        yield (step("RCL", stored.name),)
    elif not last_x:
        for sign, back in (("+", "−"), ("−", "+")):
            found = result(back, wanted, held)
            assert found is not None
            (typed,), too_large = found
            if not too_large and not typed.is_zero and result(sign, typed, held) == ((wanted,), False):
                yield (*keys(str(typed)), step(f"RCL {sign}", stored.name))
