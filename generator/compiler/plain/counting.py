"""Counted loops: by DSE where the count goes down to 1, by a comparison otherwise."""

from __future__ import annotations

from collections.abc import Callable

from generator.compiler import ir
from generator.compiler.dependences.affine import affine, constant
from generator.compiler.plain.buffer import Label
from generator.compiler.plain.conditions import branch
from generator.compiler.plain.expressions import Writer, value
from hp15c.instructions import step

Body = Callable[[Writer, ir.Block], None]


def for_loop(writer: Writer, loop: ir.For, body: Body) -> None:
    """The lines of a counted loop whose variable only counts (see `simple`)."""
    to_zero = loop.step == -1 and affine(loop.stop) == affine(constant(0))
    if to_zero and step("DSE", writer.register(loop.name)).exists_on(writer.model):
        _counted_down(writer, loop, body)
    else:
        _compared(writer, loop, body)


def _counted_down(writer: Writer, loop: ir.For, body: Body) -> None:
    """`range(n, 0, -1)`: DSE leaves the loop when the count is 0. The variable is not read afterwards."""
    buffer, again, end, following = writer.buffer, Label(), Label(), Label()
    register = writer.register(loop.name)
    _start(writer, loop)
    first = affine(loop.start)
    if not loop.runs and (first is None or first.factors or first.constant < 1):
        branch(writer, ir.Compare(ir.Read(loop.name), "<=", constant(0)), end, True)
    buffer.place(again, loop=True)
    _passes(writer, loop, body, end, following)
    buffer.place(following)
    if buffer.reachable:
        buffer.changed("DSE", register)
        buffer.skipping = True
        buffer.jump(again)
    buffer.place(end)


def _compared(writer: Writer, loop: ir.For, body: Body) -> None:
    """Any other count: the variable is compared with the bound before each pass."""
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


def _compared_behind(writer: Writer, loop: ir.For, body: Body) -> None:
    """A loop that makes a pass: the variable is compared with the bound behind each."""
    buffer, again, end, following = writer.buffer, Label(), Label(), Label()
    buffer.place(again, loop=True)
    _passes(writer, loop, body, end, following)
    buffer.place(following)
    if buffer.reachable:
        _step(writer, loop, writer.register(loop.name))
        relation: ir.Relation = "<" if loop.step > 0 else ">"
        branch(writer, ir.Compare(ir.Read(loop.name), relation, loop.stop), again, True)
    buffer.place(end)


def _step(writer: Writer, loop: ir.For, register: str) -> None:
    """The next value of the variable: by arithmetic into its register where the model has it."""
    line = "STO +" if loop.step > 0 else "STO −"
    if writer.buffer.reachable and not step(line, register).exists_on(writer.model):
        value(writer, ir.Operation("add", (ir.Read(loop.name), constant(loop.step))))
        writer.buffer.stored(register)
        return
    value(writer, constant(abs(loop.step)))
    writer.buffer.changed(line, register)


def _start(writer: Writer, loop: ir.For) -> None:
    value(writer, loop.start)
    register = writer.register(loop.name)
    if register not in writer.buffer.known.x:
        writer.buffer.stored(register)


def _passes(writer: Writer, loop: ir.For, body: Body, end: Label, following: Label) -> None:
    writer.leaving.append((end, following))
    body(writer, loop.body)
    writer.leaving.pop()
