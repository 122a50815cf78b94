"""How long the search goes on: the time of a clock, and what it gives at once."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from generator.compiler import front
from generator.compiler.code import Effort, Generated, generate_several
from hp15c.table.models import Model

SOURCE = (
    'from generator.language import program\n@program("A")\ndef one(x, y, z):\n'
    "    while x > y:\n        x, y, z = x - z, y + x % z, z + 1\n    return x * y, y * z, x + z\n"
)


def clock(step: float) -> Callable[[], float]:
    """A clock on which each look takes so many seconds."""
    times = count()
    return lambda: step * next(times)


def test_the_time_that_is_left_is_shared() -> None:
    times = iter((0.0, 4.0, 7.0))
    limit = Effort.of_seconds(10, lambda: next(times))
    first = limit.share(3)
    assert (first.until, first.has_clock, first.over) == (6.0, True, True)
    assert not Effort().over
    assert not Effort().share(2).has_clock


@pytest.mark.slow
def test_no_time_gives_a_listing_and_more_time_one_that_is_not_longer() -> None:
    module = front.parse(SOURCE)
    found: list[Generated] = []
    hurried = generate_several([module], Model.HP15C, "small", Effort.of_seconds(0, clock(1)), found.append)
    sizes = [len(one.program) for one in found]
    assert sizes
    assert sizes == sorted(sizes, reverse=True)
    longer = generate_several([module], Model.HP15C, "small", Effort.of_seconds(3, clock(0.1)))
    assert len(longer[0].program) <= len(hurried[0].program)
