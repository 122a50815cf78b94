"""Lines with words of their own: counters, flags, percentages, random numbers, two numbers keyed in.

ISG and DSE count in a register and leave out the next line at the end of the loop. The counter goes to I for
that, and I gets back what it held. The 1 that is pushed becomes 0 where the loop goes on. A clear flag leaves
out 10ˣ, which makes 1 of 0.
"""

from __future__ import annotations

from typing import Final

from generator.language.matrix_lines import MatrixOperation
from hp15c.rules.stack import EXCHANGE


def _count(row: str) -> MatrixOperation:
    pushed = ("x↔", "I"), ("digit", "1")
    back = (EXCHANGE, ""), ("x↔", "I"), (EXCHANGE, "")
    return MatrixOperation(1, 2, (*pushed, (row, "I"), ("LN", ""), *back), changes=False)


COUNTING_OPERATIONS: Final = {"count_up": _count("ISG"), "count_down": _count("DSE")}
PERCENT_OPERATIONS: Final = {
    name: MatrixOperation(2, 1, ((row, ""),), changes=False)
    for name, row in (("percent", "%"), ("percent_change", "Δ%"))
}
"""The operations of per cent, which leave Y as it is."""
RANDOM_OPERATIONS: Final = {
    "set_random": MatrixOperation(1, 0, (("STO RAN#", ""),)),
    "last_random": MatrixOperation(0, 1, (("RCL RAN#", ""),)),
}
ASKING_OPERATIONS: Final = {"ask_two": MatrixOperation(1, 2, (("R/S", ""),))}
FLAGS: Final = range(8)
FLAG_OPERATIONS: Final = {
    f"flag_{number}": MatrixOperation(0, 1, (("digit", "0"), ("F?", str(number)), ("10ˣ", "")), changes=False)
    for number in FLAGS
}
"""`flag(number)` of the language, by the flags of programs."""
