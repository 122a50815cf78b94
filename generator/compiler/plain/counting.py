"""Counted loops: by DSE where the count goes down to 1, by a comparison otherwise."""

from __future__ import annotations

from collections.abc import Callable

from generator.compiler.plain.buffer import Label
from generator.compiler.plain.conditions import branch
from generator.compiler.plain.expressions import CodeWriter, address, value
from generator.compiler.target.pointers import only_points
from generator.compiler.target.storage import POINTER
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine, constant
from generator.compiler.tree.substitution import minus
from hp15c.numbers.number import Number
from hp15c.table.instructions import step

Body = Callable[[CodeWriter, ir.Block], None]


def for_loop(writer: CodeWriter, loop: ir.For, body: Body) -> None:
    """Write the lines of a counted loop whose variable only counts (see `simple`)."""
    to_zero = loop.step == -1 and affine(loop.stop) == affine(constant(0))
    if to_zero and step("DSE", writer.register(loop.name)).exists_on(writer.model):
        _counted_down(writer, loop, body)
    elif (counter := _counter(writer, loop)) is not None:
        _counted_to_end(writer, loop, counter, body)
    else:
        _compared(writer, loop, body)


def _counted_down(writer: CodeWriter, loop: ir.For, body: Body) -> None:
    """Write a loop over `range(n, 0, -1)`: DSE leaves it when the count is 0. The variable is not read
    afterwards.
    """
    end = Label()
    register = writer.register(loop.name)
    _start(writer, loop)
    first = affine(loop.start)
    if not loop.runs and (first is None or first.factors or first.constant < 1):
        branch(writer, ir.Compare(ir.Read(loop.name), "<=", constant(0)), end, True)
    _counted(writer, loop, body, ("DSE", register), end)


def _counter(writer: CodeWriter, loop: ir.For) -> ir.Expression | None:
    """The counter iiiii.eee of ISG before the first pass, where the variable is I and only points."""
    good = loop.runs and loop.short and loop.step == 1 and writer.register(loop.name) == POINTER
    if not (good and only_points(loop, lambda element: address(writer, element))):
        return None
    first, stop = affine(loop.start), affine(loop.stop)
    if first is not None and stop is not None and not first.factors and not stop.factors:
        return ir.Constant(Number.of(f"{first.constant}.{stop.constant - 1:03d}"))
    last = minus(loop.stop, constant(1))
    goal = ir.Operation("div", (last, constant(1000)))
    return goal if first == affine(constant(0)) else ir.Operation("add", (goal, loop.start))


def _counted_to_end(writer: CodeWriter, loop: ir.For, counter: ir.Expression, body: Body) -> None:
    """Write a loop by ISG: the end stands in the fraction of the counter."""
    value(writer, counter)
    writer.buffer.stored(POINTER)
    _counted(writer, loop, body, ("ISG", POINTER), Label())


def _counted(writer: CodeWriter, loop: ir.For, body: Body, line: tuple[str, str], end: Label) -> None:
    """Write the passes of a loop, each ended by DSE or ISG of a register."""
    buffer, again, following = writer.buffer, Label(), Label()
    buffer.place(again, loop=True)
    _passes(writer, loop, body, end, following)
    buffer.place(following)
    if buffer.reachable:
        buffer.changed(*line)
        buffer.skipping = True
        buffer.jump(again)
    buffer.place(end)


def _compared(writer: CodeWriter, loop: ir.For, body: Body) -> None:
    """Write any other loop: the variable is compared with the bound before each pass."""
    buffer, again, end, following = writer.buffer, Label(), Label(), Label()
    register = writer.register(loop.name)
    _start(writer, loop)
    if _runs(loop):
        _compared_behind(writer, loop, body)
        return
    buffer.place(again, loop=True)
    relation: ir.Relation = ">=" if loop.step > 0 else "<="
    branch(writer, ir.Compare(ir.Read(loop.name), relation, loop.stop), end, True)
    _passes(writer, loop, body, end, following)
    buffer.place(following)
    _step(writer, loop, register)
    buffer.jump(again)
    buffer.place(end)


def _runs(loop: ir.For) -> bool:
    """Whether a loop is known to make a pass."""
    if loop.runs:
        return True
    first, stop = affine(loop.start), affine(loop.stop)
    known = first is not None and stop is not None and not first.factors and not stop.factors
    return known and bool(range(first.constant, stop.constant, loop.step))  # type: ignore[union-attr]


def _compared_behind(writer: CodeWriter, loop: ir.For, body: Body) -> None:
    """Write a loop that makes at least one pass: the variable is compared with the bound behind each pass."""
    buffer, again, end, following = writer.buffer, Label(), Label(), Label()
    buffer.place(again, loop=True)
    _passes(writer, loop, body, end, following)
    buffer.place(following)
    if buffer.reachable:
        _step(writer, loop, writer.register(loop.name))
        relation: ir.Relation = "<" if loop.step > 0 else ">"
        branch(writer, ir.Compare(ir.Read(loop.name), relation, loop.stop), again, True)
    buffer.place(end)


def _step(writer: CodeWriter, loop: ir.For, register: str) -> None:
    """Write the next value of the variable, by arithmetic into its register where the model has it."""
    line = "STO +" if loop.step > 0 else "STO −"
    if writer.buffer.reachable and not step(line, register).exists_on(writer.model):
        value(writer, ir.Operation("add", (ir.Read(loop.name), constant(loop.step))))
        writer.buffer.stored(register)
        return
    value(writer, constant(abs(loop.step)))
    writer.buffer.changed(line, register)


def _start(writer: CodeWriter, loop: ir.For) -> None:
    value(writer, loop.start)
    register = writer.register(loop.name)
    if register not in writer.buffer.known.x:
        writer.buffer.stored(register)


def _passes(writer: CodeWriter, loop: ir.For, body: Body, end: Label, following: Label) -> None:
    writer.leaving.append((end, following))
    body(writer, loop.body)
    writer.leaving.pop()
