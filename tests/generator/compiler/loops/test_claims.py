"""The claim `unordered`: it is tried before it is believed."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.loops.claims import try_claims
from generator.compiler.loops.proof import FormRefused

ORDER_MATTERS = """
from generator.language import array, program, unordered

a = array(5)


@program("A")
def f(x):
    for i in range(5):
        a[i] = x + i
    last = 0
    for j in unordered(range(5)):
        {body}
    return last
"""


def test_a_claim_that_does_not_hold_is_found() -> None:
    module = front.parse(ORDER_MATTERS.format(body="last = a[j]"))
    with pytest.raises(FormRefused, match=r"the claim unordered does not hold: .* gives .* in another order"):
        try_claims(module, "f")


def test_a_claim_that_holds_is_told_with_what_supports_it() -> None:
    module = front.parse(ORDER_MATTERS.format(body="last += 1"))
    assert "no result changed" in str(try_claims(module, "f"))
