"""What is told about dependences: in the names of the source, and as data."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.loops.dependence_report import dependence_facts, dependence_lines
from tests.support.two_loops import parsed


@pytest.mark.slow
def test_dependences_are_told_in_the_names_of_the_source() -> None:
    told = "\n".join(dependence_lines(parsed()))
    for line in (
        "correct[i] -> displaced[i, k] through matched_secret (flow, output)",
        "correct[i] -> displaced[j, i] through matched_guess (flow, output)",
        "displaced[j, k] -> displaced[j, k'] through matched_secret for k' > k, distance (0, +)",
        "displaced[j, k] -> displaced[j', k] through matched_guess for j' > j, distance (+, 0)",
        "displaced[j, k] -> displaced[j', k'] through displaced for j' > j, distance (+, *)",
        "displaced[j, k] -> displaced[j, k'] through displaced for k' > k, distance (0, +)",
    ):
        assert line in told


def test_the_dependences_as_data() -> None:
    """A sum that runs along an array: each pass reads what the one before it wrote."""
    module = front.parse(
        "from generator.language import array, program\n"
        "a = array(8)\n"
        '@program("A")\n'
        "def sums():\n"
        "    for i in range(1, 8):\n"
        "        a[i] = a[i] + a[i - 1]\n"
        "    return a[7]\n",
        "sums.py",
    )
    (one,) = dependence_facts(module)
    assert (one["kind"], one["through"], one["distance"], one["certain"]) == ("flow", "a", ["1"], True)
    assert one["source"] == one["sink"] == {"statement": "a", "coordinates": ["i"]}
    assert len(one["pieces"]) == 1
