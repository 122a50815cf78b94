"""How many registers arrays need."""

from __future__ import annotations

from generator.compiler.target.storage import used_lengths
from tests.support.tree_pairs import function, module_of


def test_an_array_needs_registers_up_to_its_last_index() -> None:
    body = "for i in range(2):\n    a[i + 1] = x\nreturn b[x]"
    assert used_lengths(module_of(function(body, "ab"))) == {"a": 3, "b": 4}
