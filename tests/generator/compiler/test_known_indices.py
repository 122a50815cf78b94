"""Functions that are called with the indices of elements as numbers: the module before and after."""

from __future__ import annotations

import pytest

from generator.compiler.known_indices import know_indices
from tests.support.tree_pairs import module_of, shown

HEAD = "a = array(6)\n\n"
END = "@program('A')\ndef f(x):\n    return {}\n"
MINOR = "def g(i, j):\n    return a[i] * a[j + 3] - a[j] / 2\n\n"


def test_there_is_a_function_for_each_of_the_numbers() -> None:
    before = HEAD + MINOR + END.format("g(0, 1) + g(2, 1) / g(0, 1)")
    after = (
        HEAD
        + END.format("g_0_1() + g_2_1() / g_0_1()")
        + "\ndef g_0_1():\n    return a[0] * a[4] - a[1] / 2\n"
        + "\ndef g_2_1():\n    return a[2] * a[4] - a[1] / 2\n"
    )
    module, told = know_indices(module_of(before))
    assert shown(module) == shown(module_of(after))
    assert told == ("g is a function for each of the indices with which it is called",)


def test_other_parameters_stay_and_calls_within_calls_follow() -> None:
    inner = "def h(k, y):\n    return a[k] * y\n\ndef g(i, y):\n    return h(i, y) + a[i + 1]\n\n"
    module, _ = know_indices(module_of(HEAD + inner + END.format("g(2, x)")))
    assert {"g_2", "h_2", "f"} == module.functions.keys()
    assert module.functions["h_2"].parameters == ("y",)


@pytest.mark.parametrize(
    "stays",
    [
        MINOR + END.format("g(0, x)"),
        "def g(i):\n    i = i + 1\n    return a[i]\n\n" + END.format("g(0) * g(2)"),
        "def g(i):\n    return a[2] * i\n\n" + END.format("g(0) * g(2)"),
    ],
    ids=["an index that is computed", "a parameter that changes", "no index"],
)
def test_others_stay(stays: str) -> None:
    module = module_of(HEAD + stays)
    assert know_indices(module) == (module, ())
