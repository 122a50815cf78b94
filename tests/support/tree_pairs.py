"""Pairs of sources, before a pass and after it, as text of the compiler's tree."""

from __future__ import annotations

from collections.abc import Callable

from generator.compiler import front
from generator.compiler.loops.candidates import Candidate
from generator.compiler.tree import ir
from generator.compiler.tree.text import text, without_margin

HEAD = "from generator.language import array, ask, assume, pause, program, ran, register, sqrt\n"


def module_of(source: str) -> ir.Module:
    """The tree of a source that need not import the language."""
    return front.parse(HEAD + source)


def entries(labels: str) -> ir.Module:
    """A module whose functions bear these labels and do nothing else."""
    return module_of("\n".join(f'@program("{one}")\ndef f{one}(x):\n    return x\n' for one in labels))


def shown(module: ir.Module) -> str:
    """A module as a source again."""
    return without_margin(text(module))


def changed(change: Callable[[Candidate, str], Candidate], before: str, function: str = "f") -> str:
    """The source of a module after a pass over one of its functions. FormRefused when it does not fit."""
    return shown(change(Candidate("before", module_of(before)), function).module)


def same(source: str) -> str:
    """A source in the form in which the tree is written, to compare it with what a pass made."""
    return shown(module_of(source))


def function(body: str, arrays: str = "", parameter: str = "x") -> str:
    """The source of a function `f` with this body, indented here, after declarations of arrays of four."""
    declared = "".join(f"{name} = array(4)\n" for name in arrays)
    lines = "".join(f"    {line}\n" for line in body.strip("\n").splitlines())
    return f'{declared}\n@program("A")\ndef f({parameter}):\n{lines}'
