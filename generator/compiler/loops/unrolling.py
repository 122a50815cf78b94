"""Writing out loops that have constant bounds: every one, as long as the code stays small enough, or those
that take fewer lines then.

Written out, an element is a register that a line names, and no line counts. So `sum(a[1:4])` is three lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.nests import is_own, title
from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant, passes
from generator.compiler.tree.nodes import leaves, nodes, with_parts
from generator.compiler.tree.rewriting import with_body
from generator.compiler.tree.substitution import substitute

MOST_PASSES = 16
LINES_OF_LOOP = 7
"""About how many lines a loop takes besides its body: its counter, a label, ISG or DSE, and GTO."""
LINES_OF_INDEX = 3
"""About how many lines a loop takes for each element that is not where its counter points."""
_LINES = {ir.Operation: 1, ir.Element: 1, ir.Ask: 1, ir.Pause: 1, ir.Compare: 2, ir.If: 2, ir.Call: 2}
"""About how many lines the parts of a body take. A loop in it takes the lines of a loop."""


def unroll_loops(candidate: Candidate) -> Iterator[Candidate]:
    """The candidate with loops of constant bounds written out: in each function, and in all at once."""
    module, changed = candidate.module, []
    for name, function in candidate.module.functions.items():
        body, told = unroll_all(function.body, module)
        if told:
            changed.append((name, body, [f"{name}: {one}" for one in told]))
    for name, body, story in changed:
        one = candidate.with_module(with_body(module, name, body), *story)
        yield replace(one, name=f"{candidate.name}, {name} unrolled")
    if len(changed) > 1:
        whole = module
        for name, body, _ in changed:
            whole = with_body(whole, name, body)
        one = candidate.with_module(whole, *(line for _, _, story in changed for line in story))
        yield replace(one, name=f"{candidate.name}, unrolled")


def write_out_short_loops(module: ir.Module) -> ir.Module:
    """The module with the loops written out that take fewer lines then, as far as their statements tell."""
    for name, function in module.functions.items():
        body, told = unroll_all(function.body, module, is_shorter_written_out)
        module = with_body(module, name, body) if told else module
    return module


def is_shorter_written_out(loop: ir.For) -> bool:
    """Whether the passes of a loop take fewer lines than a loop with its counter."""
    reached = {(one.array, one.index) for one in nodes(loop.body) if isinstance(one, ir.Element)}
    others = len(reached) - any(index == ir.Read(loop.name) for _, index in reached)
    most = _lines(loop.body) + LINES_OF_LOOP + LINES_OF_INDEX * others
    written = _passes(loop) if reached else None
    return written is not None and _lines(written) <= most


def _lines(piece: object) -> int:
    """About how many lines a piece of the tree takes.

    An element takes none as an operand, and one where another element gets its value.
    """
    total = 0
    for node in nodes(piece):
        total += LINES_OF_LOOP if isinstance(node, ir.For | ir.While) else _LINES.get(type(node), 0)
        match node:
            case ir.Element(index=index):
                total -= _lines(index)
            case ir.Operation(operands=operands) if all(isinstance(one, ir.Constant) for one in operands):
                pass  # it is a number
            case ir.Operation(operands=operands):
                total += sum(isinstance(one, ir.Constant) for one in operands)
                total -= any(isinstance(one, ir.Element) for one in operands)
            case ir.Assign(values=(ir.Element(),)):
                total -= 1
            case ir.Unpack(targets=targets):
                total += len(targets) - 1
    return total


def unroll_all(
    body: ir.Block, module: ir.Module, wanted: Callable[[ir.For], bool] = lambda _: True
) -> tuple[ir.Block, tuple[str, ...]]:
    """A function's body with those of its loops written out that are wanted, outermost first, and each of
    them in words.

    A loop whose variable is used elsewhere stays.
    """
    told: dict[str, None] = {}

    def write_out(block: ir.Block) -> ir.Block:
        made: ir.Block = ()
        for one in block:
            fits = isinstance(one, ir.For) and wanted(one) and is_own(one, body, module)
            written = _passes(one) if isinstance(one, ir.For) and fits else None
            if isinstance(one, ir.For) and written is not None:
                told[f"{title(one)} unrolled"] = None
                made += write_out(written)
            else:
                made += (with_parts(one, write_out, ("body", "orelse")),)
        return made

    return write_out(body), tuple(told)


def _passes(loop: ir.For) -> ir.Block | None:
    """The passes of a loop after each other. None for a loop that stays."""
    values = passes(loop)
    if values is None or len(values) > MOST_PASSES:
        return None
    if leaves(loop.body):
        return _passes_that_leave(loop, values)
    return tuple(one for value in values for one in substitute(loop.body, {loop.name: constant(value)}))


def _passes_that_leave(loop: ir.For, values: range) -> ir.Block | None:
    """The passes of a loop whose body is one `if` that ends with `break`, each in the `else` of the former.

    None for other loops.
    """
    test = loop.body[0]
    if len(loop.body) != 1 or not isinstance(test, ir.If) or test.orelse:
        return None
    if not test.body or not isinstance(test.body[-1], ir.Break) or leaves(test.body[:-1]):
        return None
    result: ir.Block = ()
    for value in reversed(values):
        one = substitute(test, {loop.name: constant(value)})
        result = (replace(one, body=one.body[:-1], orelse=result),)
    return result
