"""The tree itself: what a loop knows of its last value."""

from __future__ import annotations

from generator.compiler.tree.affine import constant
from generator.compiler.tree.ir import For, Operation, Read, last_of


def test_the_last_value_is_known_where_the_stop_is_written_as_it_plus_one() -> None:
    stop = Operation("add", (Read("n"), constant(1)))
    assert last_of(For("i", constant(0), stop, 1, (), through=True)) == Read("n")
    assert last_of(For("i", constant(0), stop, 1, ())) is None
    assert last_of(For("i", constant(0), Read("n"), 1, (), through=True)) is None
