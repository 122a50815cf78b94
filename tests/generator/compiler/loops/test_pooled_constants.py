"""Constants that are used often, in a local."""

from __future__ import annotations

from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.pooled_constants import pool_constants
from tests.support.tree_pairs import function, module_of, same, shown


def pooled(body: str, arrays: str = "") -> str:
    return shown(pool_constants(Candidate("it", module_of(function(body, arrays)))).module)


def test_a_pair() -> None:
    before = "y = x + 12.5\nif y > 12.5:\n    y = y - 12.5\nreturn y"
    after = "constant_12_5 = 12.5\n" + before.replace("12.5", "constant_12_5")
    assert pooled(before) == same(function(after))


def test_what_stays() -> None:
    for body in ("return (x + 12.5) * 12.5", "y = x + 5\ny = y * 5\nreturn y - 5"):
        assert pooled(body) == same(function(body))  # used twice only, or keyed in by one key


def test_indices_and_claims_keep_their_constants() -> None:
    body = "assume(x < 12)\nreturn x + 12 * a[2] - 12 + 12"
    after = "constant_12 = 12\nassume(x < 12)\nreturn x + constant_12 * a[2] - constant_12 + constant_12"
    assert pooled(body, "a") == same(function(after, "a"))
