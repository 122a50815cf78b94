"""The lines of operations with matrices: RESULT is set only where it has to be."""

from __future__ import annotations

from generator.compiler import front
from generator.compiler.target.matrix_steps import lines_of
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes

SOURCE = """from generator.language import inverse, matrix, program
a = matrix('C')
b = matrix('{letter}')

@program('A')
def f(x):
    b[:] = inverse(a)
    return b[1, 1]
"""


def lines(letter: str) -> list[tuple[str, str]]:
    module = front.parse(SOURCE.format(letter=letter))
    bodies = tuple(one.body for one in module.functions.values())
    (operation,) = (one for one in nodes(bodies) if isinstance(one, ir.Operation) and one.name == "inverse")
    return list(lines_of(module, operation))


def test_results_in_a_need_no_result_line_because_cleared_memory_has_it() -> None:
    assert ("RESULT", "B") in lines("B")
    assert [row for row, _ in lines("A")] == [row for row, _ in lines("B") if row != "RESULT"]
