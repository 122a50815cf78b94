"""Lines with matrices are functions of what they read, also when what they read is put in anew."""

from __future__ import annotations

import pytest

from generator.compiler.validation import opaque
from hp15c.table.instructions import ROWS, Step
from hp15c.terms.substitution import MAKERS, Substitution
from hp15c.terms.term import NUMBER, input_of


def test_no_operation_of_matrices_has_the_name_of_another() -> None:
    assert not opaque.KINDS.keys() & MAKERS.keys()


@pytest.mark.parametrize(("row", "operand"), [("STO g", "A"), ("DIM", "A"), ("MATRIX", "9")])
def test_what_a_line_changes_follows_what_is_put_in(row: str, operand: str) -> None:
    step = Step(ROWS[row], operand)
    before, after = (tuple(input_of(f"{name}{k}", NUMBER) for k in range(9)) for name in "ab")
    put_in = Substitution(dict(zip(before, after, strict=True)))
    for changed, wanted in ((opaque.changed(step, one) for one in (before, after)),):
        assert {letter: put_in(term) for letter, term in changed.items()} == wanted
        assert wanted
