"""The CodeMaker with two loops, the source on which most passes over loops are tried."""

from __future__ import annotations

from generator.compiler import front
from generator.compiler.loops import merging
from generator.compiler.tree import ir
from tests import ROOT

TWO_LOOPS = ROOT / "programs" / "compiled" / "codemaker_two_loops.py"


def source() -> str:
    """The source as it is shipped."""
    return TWO_LOOPS.read_text("utf-8")


def claimed() -> ir.Module:
    """The source's tree with the claim that secret and guess are whole numbers of eight digits."""
    claims = "    assume(0 <= number <= 99999999)\n    assume(frac(number) == 0)\n"
    text = source().replace("import array, ", "import array, assume, frac, ")
    for head in ("    global length, turn\n", "    global turn\n"):
        assert head in text
        text = text.replace(head, head + claims)
    return front.parse(text)


def parsed(old: str = "", new: str = "") -> ir.Module:
    """The source's tree, with a piece of its text replaced."""
    text = source()
    assert old in text
    return front.parse(text.replace(old, new, 1) if old else text)


def pair(module: ir.Module) -> merging.LoopPair:
    """The two loops of `score` that can be merged."""
    body = module.functions["score"].body
    first, second = merging.mergeable(body)
    return merging.pair(body[first], body[second])
