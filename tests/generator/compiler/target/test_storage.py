"""Registers for the names of a module."""

from __future__ import annotations

import pytest

from generator.compiler.target.storage import storage, used_lengths
from hp15c.errors import Unsupported
from hp15c.table.models import Model
from tests.support.tree_pairs import function, module_of


def test_names_and_arrays_share_no_register() -> None:
    places = storage(module_of(function("y = x + a[0]\nreturn y + a[3]", "a")), Model.HP15C, {})
    block = set(range(places.arrays["a"], places.arrays["a"] + 4))
    assert len(set(places.scalars.values())) == 2 or places.of("f", "x") == places.of("f", "y")
    assert not {int(one) for one in places.scalars.values()} & block


def test_a_pinned_array_stands_where_it_is_wanted() -> None:
    source = 'a = array(4, at=7)\n\n@program("A")\ndef f(x):\n    return a[x] + x\n'
    places = storage(module_of(source), Model.HP15C, {})
    assert places.arrays == {"a": 7}
    assert places.highest == 10


def test_an_array_needs_registers_up_to_its_last_index() -> None:
    body = "for i in range(2):\n    a[i + 1] = x\nreturn b[x]"
    assert used_lengths(module_of(function(body, "ab"))) == {"a": 3, "b": 4}


def test_a_loop_variable_that_points_lives_in_i() -> None:
    module = module_of(function("for i in range(4):\n    a[i] = x\nreturn x", "a"))
    assert storage(module, Model.HP15C, {"f": frozenset({"i"})}).of("f", "i") == "I"


def test_more_names_than_registers_are_refused() -> None:
    names = [f"v{number}" for number in range(25)]
    body = "\n".join([f"{one} = x + {number}" for number, one in enumerate(names)])
    with pytest.raises(Unsupported, match=r"R0 to R\.9"):
        storage(module_of(function(f"{body}\nreturn {' + '.join(names)}")), Model.HP15C, {})
