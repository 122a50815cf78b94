"""The lines that count a loop counter one step on and say whether its loop ends.

ISG and DSE count in a register and leave out the next line at the end of the loop. The counter goes to I for
that, and I gets back what it held. The 1 that is pushed becomes 0 where the loop goes on.
"""

from __future__ import annotations

from typing import Final

from generator.language.matrix_lines import MatrixOperation


def _counted(row: str) -> MatrixOperation:
    pushed = ("x↔", "I"), ("digit", "1")
    back = ("x↔y", ""), ("x↔", "I"), ("x↔y", "")
    return MatrixOperation(1, 2, (*pushed, (row, "I"), ("LN", ""), *back), changes=False)


COUNTING_OPERATIONS: Final = {"count_up": _counted("ISG"), "count_down": _counted("DSE")}
