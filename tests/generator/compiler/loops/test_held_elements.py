"""Elements held in locals, and conditions that are decided: pairs before and after, and what stays."""

from __future__ import annotations

import pytest

from generator.compiler.loops.held_elements import hold_elements, without_decided
from generator.compiler.loops.nests import FormRefused
from tests.support.tree_pairs import changed, function, module_of, same


def source(body: str) -> str:
    return function(body, "abc")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "s = 0\nfor i in range(4):\n    a[i] = x % 9\n    x = 7 * x\n    s = s + a[i] * a[i]\nreturn s",
            "s = 0\nfor i in range(4):\n    one_a = x % 9\n    x = 7 * x\n"
            "    s = s + one_a * one_a\nreturn s",
        ),
        (
            "for i in range(4):\n    a[i] = 0\n    if b[i] == x:\n        a[i] = 1\n        b[i] = 3\n"
            "    if a[i] == 0:\n        c[i] = x\nreturn x",
            "for i in range(4):\n    if b[i] == x:\n        b[i] = 3\n    else:\n        c[i] = x\nreturn x",
        ),
    ],
    ids=["a digit", "a mark"],
)
def test_pairs(before: str, after: str) -> None:
    assert changed(hold_elements, source(before)) == same(source(after))


@pytest.mark.parametrize(
    "body",
    [
        "for i in range(4):\n    a[i] = x\n    x = x + a[0]\nreturn x",
        "for i in range(1, 4):\n    a[i] = x\n    x = x + a[i - 1]\nreturn x",
        "for i in range(4):\n    x = x + a[i]\n    a[i] = x\nreturn x",
        "for i in range(4):\n    a[i] = a[i] + x\nreturn x",
        "for i in range(4):\n    if x > i:\n        a[i] = x\n    x = x + a[i]\nreturn x",
        "for i in range(4):\n    a[i] = x\nfor i in range(4):\n    x = x + a[i]\nreturn x",
        "for i in range(4):\n    a[i] = x\n    i = 2\n    x = x + a[i]\nreturn x",
        "a[0] = x\nreturn a[0]",
    ],
    ids=[
        "another element", "one before", "read first", "of itself", "perhaps", "two loops", "it moves",
        "no loop",
    ],
)  # fmt: skip
def test_what_stays(body: str) -> None:
    with pytest.raises(FormRefused):
        changed(hold_elements, source(body))


def test_an_array_that_another_function_or_a_person_reads_stays() -> None:
    loop = "for i in range(4):\n    a[i] = x\n    x = x + a[i]\nreturn x"
    other = '\n@program("B")\ndef g(y):\n    return a[y]\n'
    with pytest.raises(FormRefused):
        changed(hold_elements, source(loop) + other)
    with pytest.raises(FormRefused):
        changed(hold_elements, source(loop).replace("a = array(4)", "a = array(4, at=2)"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "m = 0\nif x > 3:\n    m = 1\nif m == 0:\n    x = 5\nif m != 0:\n    x = 6\nreturn x",
            "if x > 3:\n    x = 6\nelse:\n    x = 5\nreturn x",
        ),
        (
            "m = 0\nif x > 3:\n    m = 1\nif m == 0:\n    m = 2\nreturn m",
            "m = 0\nif x > 3:\n    m = 1\nelse:\n    m = 2\nreturn m",
        ),
    ],
    ids=["twice", "it is given"],
)
def test_a_condition_that_is_decided_joins_the_one_before(before: str, after: str) -> None:
    module = module_of(source(before))
    assert without_decided(module.functions["f"].body, module) == module_of(source(after)).functions["f"].body


@pytest.mark.parametrize(
    "body",
    [
        "m = x\nif x > 3:\n    m = 1\nif m == 0:\n    x = 5\nreturn x",
        "m = 0\nif x > 3:\n    m = x\nif m == 0:\n    x = 5\nreturn x",
        "m = 0\nif x > 3:\n    m = 1\nx = 4\nif m == 0:\n    x = 5\nreturn x",
        "m = 0\nif x > 3:\n    m = 1\nif m < 2:\n    x = 5\nreturn x",
        "m = 0\nif x > 3:\n    return 7\nif m == 0:\n    x = 5\nreturn x",
        "m = 0\nwhile x > 3:\n    if x > 5:\n        m = 1\n    if m == 0:\n        x = 2\nreturn x",
    ],
    ids=["not known", "not known then", "not next", "on both ways", "it ends", "another pass"],
)
def test_a_condition_that_is_not_decided_stays(body: str) -> None:
    module = module_of(source(body))
    assert without_decided(module.functions["f"].body, module) == module.functions["f"].body
