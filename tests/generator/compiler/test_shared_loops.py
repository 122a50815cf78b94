"""Equal loops over different arrays as one subroutine: the trees, what stays, and listings that agree."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from generator.compiler.loops.entered_together import with_loops_together
from generator.compiler.shared_loops import share_loops
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from tests.support.searched import agree, all_searched
from tests.support.tree_pairs import function, module_of, shown

ONE = "for i in range(n, 0, -1):\n    a[i - 1] = x % 10\n    x = x // 10\n"
OTHER = "for j in range(n + 3, 3, -1):\n    b[j - 4] = y % 10\n    y = y // 10\n"
BODY = "n = 3\nif x == 7:\n    n = 2\ny = x * 3\n" + ONE + OTHER + "return 10 * a[0] + b[1]"


def placed(body: str) -> ir.Module:
    """A module whose arrays a and b begin at R1 and R4, and that enters its loops together."""
    module = with_loops_together(module_of(function(body, "ab")))
    places = {"a": 1, "b": 4}
    arrays = {name: replace(one, length=3, at=places[name]) for name, one in module.arrays.items()}
    return replace(module, arrays=arrays)


def test_two_loops_become_calls() -> None:
    made = share_loops(placed(BODY))
    assert "pass_through(x, n)" in shown(made)
    assert "pass_through(y, n + 3.003)" in shown(made)
    loops = [one for one in nodes(made.bodies) if isinstance(one, ir.For)]
    assert [one.counter for one in loops] == [True]
    assert share_loops(made) == made


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("y % 10", "y % 7"),
        ("y % 10", "x % 10"),
        ("b[j - 4]", "b[j - 3]"),  # as far from another register
        ("range(n + 3, 3, -1)", "range(n + 3, 2, -1)"),  # another number of passes: no test for both
        ("for j in range(n + 3, 3, -1)", "for j in range(4, 4 + n)"),
        ("y = y // 10\n", "y = y // 10\n    if y > 4:\n        break\n"),
        ("return", "return i + j +"),  # the variable of a loop is used
    ],
)
def test_others_stay(old: str, new: str) -> None:
    body = BODY.replace(old, new) if old != "return" else BODY.replace("n = 3\n", "n = 3\ni = j = 0\n")
    module = placed(body.replace("return", new) if old == "return" else body)
    assert share_loops(module) == module


def test_one_local_may_be_used_after_the_loops() -> None:
    made = share_loops(placed(BODY.replace("return", "return x +")))
    assert "x = pass_through(x, n)" in shown(made)
    assert "y = pass_through(y, n + 3.003)" in shown(made)


@pytest.mark.parametrize("end", ["return", "return x +"])
def test_listings_agree(end: str) -> None:
    source = BODY.replace("range(n + 3, 3, -1)", "range(n, 0, -1)").replace("[j - 4]", "[j - 1]")
    module = module_of(function(source.replace("return", end), "ab"))
    shared = share_loops(placed(BODY.replace("return", end)))
    assert len(shared.functions) == 2
    for made in islice(all_searched(shared), 4):
        agree(module, made.program, least=20)
