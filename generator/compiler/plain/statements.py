"""Statements, one after the other. Each begins and ends with nothing pending on the stack."""

from __future__ import annotations

from dataclasses import replace

from generator.compiler.plain.buffer import Buffer, Label
from generator.compiler.plain.conditions import branch, tested
from generator.compiler.plain.counting import for_loop
from generator.compiler.plain.expressions import CodeWriter, call, direct, operate, point, pure, value, worked
from generator.compiler.plain.simple import exchanges
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import leaves, nodes
from generator.language.operations import ANGLE_MODES, CHANGING_SUMS, SETTINGS

_ARITHMETIC = {"add": "+", "sub": "−", "mul": "×", "div": "÷"}


def block(writer: CodeWriter, statements: ir.Block) -> None:
    """Write the lines of statements after each other."""
    skip = False
    for number, statement in enumerate(statements):
        if skip:
            skip = False
            continue
        with writer.buffer.at(statement.place.line if statement.place else 0):
            following = statements[number + 1] if number + 1 < len(statements) else None
            skip = _remainder_and_quotient(writer, statement, following)
            if not skip:
                _statement(writer, statement)


def _statement(writer: CodeWriter, statement: ir.Statement) -> None:
    buffer = writer.buffer
    match statement:
        case ir.Assign(targets, values):
            _assign(writer, targets, values)
        case ir.Unpack(targets, source):
            _unpack(writer, targets, source)
        case ir.Evaluate(ir.Operation() as effect):
            worked(writer, effect)
        case ir.Evaluate(effect):
            value(writer, effect)
        case ir.If():
            _if(writer, statement)
        case ir.While():
            _while(writer, statement)
        case ir.For():
            for_loop(writer, statement, block)
        case ir.Break():
            buffer.jump(writer.leaving[-1][0])
        case ir.Continue():
            buffer.jump(writer.leaving[-1][1])
        case ir.Return(values):
            for below, one in enumerate(values):
                value(writer, one, below)
            buffer.ends("RTN")
        case ir.Pause(shown):
            value(writer, shown)
            buffer.line("PSE")
        case ir.Setting(name, digits):
            if name in ANGLE_MODES:
                buffer.line(ANGLE_MODES[name])
            else:
                buffer.line(SETTINGS[name], str(digits))


def _assign(writer: CodeWriter, targets: tuple[ir.Target, ...], values: tuple[ir.Expression, ...]) -> None:
    if len(targets) == 1:
        if not _in_place(writer, targets[0], values[0]):
            _store(writer, targets[0], values[0])
        return
    first, second = targets[:2]
    if isinstance(first, ir.Element) and isinstance(second, ir.Element) and exchanges(targets, values):
        value(writer, first)
        point(writer, second, 1)
        writer.buffer.line("x↔", "(i)")
        point(writer, first, 1)
        _keep(writer, first)
        return
    for below, one in enumerate(values):
        value(writer, one, below)
    _from_stack(writer, targets)


def _from_stack(writer: CodeWriter, targets: tuple[ir.Target, ...]) -> None:
    """Store the values on the stack in their targets, the last one from X."""
    for number, target in enumerate(reversed(targets)):
        if number:
            writer.buffer.line("R↓")
        if isinstance(target, ir.Element):
            raise AssertionError("results go to names first")
        writer.buffer.stored(writer.register(target.name))


def _unpack(writer: CodeWriter, targets: tuple[ir.Target, ...], source: ir.Call | ir.Operation) -> None:
    if isinstance(source, ir.Call):
        call(writer, source)
    else:
        worked(writer, source)
        if source.name in CHANGING_SUMS:
            # the line disables stack lift, and the first of the sums is its result
            writer.buffer.recalled(writer.register(writer.module.sums[0]))
    _from_stack(writer, targets)


def _store(writer: CodeWriter, target: ir.Target, source: ir.Expression) -> None:
    """`target = source`."""
    if isinstance(target, ir.Name) or direct(writer, target) is not None:
        value(writer, source)
        _keep(writer, target)
        return
    if (
        any(isinstance(node, ir.Element) and direct(writer, node) is None for node in nodes(source))
        or any(isinstance(node, ir.Call) for node in nodes(source))
        or not pure(source)
    ):
        value(writer, source)
        point(writer, target, 1)
    else:
        point(writer, target, 0)
        value(writer, source)
    _keep(writer, target)


def _keep(writer: CodeWriter, target: ir.Target) -> None:
    """Store X in a target. If the target has an address, it is in I."""
    register = writer.register(target.name) if isinstance(target, ir.Name) else direct(writer, target)
    if register is not None:
        writer.buffer.stored(register)
        return
    before = writer.buffer.known
    writer.buffer.line("STO", "(i)")
    writer.buffer.known = before


def _in_place(writer: CodeWriter, target: ir.Target, source: ir.Expression) -> bool:
    """Write `x = x + e` as STO + where that has the same operands. Returns whether it was written."""
    if not isinstance(target, ir.Name) or not isinstance(source, ir.Operation):
        return False
    sign = _ARITHMETIC.get(source.name)
    if sign is None:
        return False
    first, second = source.operands
    own = ir.Read(target.name)
    if second == own and source.name in ("add", "mul"):
        first, second = second, first
    register = writer.register(target.name)
    if first != own or own in nodes(second) or not pure(second) or not _takes(writer, sign, register):
        return False
    value(writer, second)
    writer.buffer.changed(f"STO {sign}", register)
    return True


def _takes(writer: CodeWriter, sign: str, register: str) -> bool:
    """Whether the model has arithmetic into this register."""
    from hp15c.table.instructions import step

    return step(f"STO {sign}", register).exists_on(writer.model)


def _remainder_and_quotient(writer: CodeWriter, one: ir.Statement, other: ir.Statement | None) -> bool:
    """`d = r % c` and `r = r // c` with one division. False, without a line, for other statements."""
    match one, other:
        case (
            ir.Assign((target,), (ir.Operation("mod", (ir.Read(name), size)),)),
            ir.Assign((ir.Name(again),), (ir.Operation("floordiv", (ir.Read(old), by)),)),
        ) if name == again == old and size == by and isinstance(size, ir.Constant | ir.Read):
            pass
        case _:
            return False
    if ir.Read(name) in (*nodes(target), size) or target in (
        ir.Name(name),
        ir.Name(getattr(size, "name", "")),
    ):
        return False
    buffer, register = writer.buffer, writer.register(name)
    if isinstance(target, ir.Element) and direct(writer, target) is None:
        point(writer, target, 0)
    value(writer, ir.Read(name))
    value(writer, ir.Read(name), 1)
    operate(writer, "div", size, 2)
    buffer.line("INT")
    buffer.stored(register)
    operate(writer, "mul", size, 2)
    buffer.line("−")
    _keep(writer, target)
    return True


def _if(writer: CodeWriter, statement: ir.If) -> None:
    if _one_line(writer, statement):
        return
    buffer, otherwise, end = writer.buffer, Label(), Label()
    body = statement.body
    if len(body) == 1 and isinstance(body[0], ir.Break | ir.Continue) and not statement.orelse:
        branch(writer, statement.test, writer.leaving[-1][isinstance(body[0], ir.Continue)], True)
        return
    branch(writer, statement.test, otherwise, False)
    block(writer, body)
    if statement.orelse:
        buffer.jump(end)
    buffer.place(otherwise)
    if statement.orelse:
        block(writer, statement.orelse)
        buffer.place(end)


def _one_line(writer: CodeWriter, statement: ir.If) -> bool:
    """Write a body of one line right behind the test, without a jump. Returns whether that was possible."""
    if statement.orelse or not isinstance(statement.test, ir.Compare) or leaves(statement.body):
        return False
    trial = replace(writer, buffer=Buffer(list(writer.buffer.lines), writer.buffer.known))
    trial.buffer.source = writer.buffer.source
    if not tested(trial, statement.test, True):
        return False
    before, count = trial.buffer.known, len(trial.buffer.lines)
    trial.buffer.skipping = False
    block(trial, statement.body)
    lines = trial.buffer.lines[count:]
    if len(lines) != 1 or lines[0].label is not None or not trial.buffer.reachable:
        return False
    writer.buffer.lines = trial.buffer.lines
    writer.buffer.known = before.common(trial.buffer.known)
    return True


def _while(writer: CodeWriter, loop: ir.While) -> None:
    buffer, again, end, following = writer.buffer, Label(), Label(), Label()
    buffer.place(again, loop=True)
    if not loop.runs:
        branch(writer, loop.test, end, False)
        following = again
    writer.leaving.append((end, following))
    block(writer, loop.body)
    writer.leaving.pop()
    if loop.runs:
        buffer.place(following)
        if buffer.reachable:
            branch(writer, loop.test, again, True)
    else:
        buffer.jump(again)
    buffer.place(end)
