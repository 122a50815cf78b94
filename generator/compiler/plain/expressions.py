"""Expressions: lines that bring their value into X, with a number of pending values below it."""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.compiler.plain.buffer import Address, Buffer, KnownRegisters, Label
from generator.compiler.target.calling import CALLING
from generator.compiler.target.entry import keys_of
from generator.compiler.target.matrix_steps import lines_of
from generator.compiler.target.storage import NAMED, POINTER, Storage
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine, constant
from generator.compiler.tree.nodes import nodes
from generator.compiler.tree.substitution import plus
from generator.language.complex_lines import KEYED
from generator.language.operations import CHANGING_SUMS, INSTRUCTIONS
from hp15c.errors import Unsupported
from hp15c.table.models import Model

LEVELS = 4
_ARITHMETIC = {"add": "+", "sub": "−", "mul": "×", "div": "÷"}


@dataclass(slots=True)
class CodeWriter:
    """The base of all parts of the code generator: the module, the places, the lines."""

    module: ir.Module
    model: Model
    places: Storage
    buffer: Buffer = field(default_factory=Buffer)
    function: str = ""
    entries: dict[str, Label] = field(default_factory=dict)
    leaving: list[tuple[Label, Label]] = field(default_factory=list)

    def register(self, name: str) -> str:
        """The register of a name."""
        return self.places.of(self.function, name)


def pure(expression: object) -> bool:
    """Whether an expression only gives a value and has no effect."""
    return not any(
        isinstance(node, ir.Call | ir.Ask) or (isinstance(node, ir.Operation) and node.name == "ran")
        for node in nodes(expression)
    )


def value(writer: CodeWriter, expression: ir.Expression, below: int = 0) -> None:
    """Push the value of an expression. With nothing `below` it, X may be overwritten."""
    if below >= LEVELS:
        raise Unsupported("plain code", ["an expression needs more than the four levels of the stack"])
    buffer = writer.buffer
    match expression:
        case ir.Constant(number):
            if below or f"={number}" not in buffer.known.x:
                buffer.digits(keys_of(number))
                buffer.equals(f"={number}")
        case ir.Read(name):
            register = writer.register(name)
            if below or register not in buffer.known.x:
                buffer.recalled(register)
        case ir.Element():
            _element(writer, expression, below)
        case ir.Operation():
            _operation(writer, expression, below)
        case ir.Call():
            call(writer, expression, below)
        case ir.Ask(shown):
            if below:
                raise Unsupported("plain code", ["ask inside an expression that is half computed"])
            value(writer, shown)
            buffer.line("R/S")


def worked(writer: CodeWriter, operation: ir.Operation) -> None:
    """Write an operation with its operands, with nothing pending. What it gives is left on the stack."""
    buffer = writer.buffer
    for below, one in enumerate(operation.operands):
        value(writer, one, below)
    keys(writer, operation)
    if operation.name in CHANGING_SUMS:
        buffer.known = KnownRegisters()


def keys(writer: CodeWriter, operation: ir.Operation) -> None:
    """Write the lines of an operation whose operands are on the stack."""
    lines = lines_of(writer.module, operation) if operation.name in KEYED else ()
    for row, operand in lines or ((INSTRUCTIONS[operation.name], ""),):
        writer.buffer.line(row, operand)


def call(writer: CodeWriter, one: ir.Call, below: int = 0) -> None:
    """GSB with the arguments on the stack. SOLVE and the integral with their guesses or limits."""
    if below:
        raise Unsupported("plain code", ["a call inside an expression that is half computed"])
    for number, argument in enumerate(one.arguments):
        value(writer, argument, number)
    (calling, _), *behind = CALLING[one.by]
    writer.buffer.calls(writer.entries[one.function], calling)
    for row, operand in behind:
        writer.buffer.line(row, operand)


def address(writer: CodeWriter, element: ir.Element) -> ir.Expression:
    """The register number of an element."""
    return plus(constant(writer.places.arrays[element.array]), element.index)


def direct(writer: CodeWriter, element: ir.Element) -> str | None:
    """The register of an element when a line can name it."""
    place = address(writer, element)
    if isinstance(place, ir.Constant) and int(place.value) < len(NAMED):
        return NAMED[int(place.value)]
    return None


def point(writer: CodeWriter, element: ir.Element, below: int) -> None:
    """Point I to an element, unless it points there already. A pending value stays in X."""
    where = address(writer, element)
    if isinstance(where, ir.Read) and writer.register(where.name) == POINTER:
        return
    known = _known_address(writer, where)
    if known is not None and writer.buffer.known.pointer == known:
        return
    value(writer, where, below)
    writer.buffer.stored(POINTER)
    writer.buffer.points(known)
    if below:
        writer.buffer.line("R↓")


def _known_address(writer: CodeWriter, where: ir.Expression) -> Address | None:
    """An address in a form that can be compared with a later one. None when it is no sum."""
    form = affine(where)
    if form is None:
        return None
    return Address(form, tuple(writer.register(name) for name in sorted(form.names)))


def _element(writer: CodeWriter, element: ir.Element, below: int) -> None:
    register = direct(writer, element)
    if register is not None:
        value_of(writer, register, below)
        return
    point(writer, element, below)
    writer.buffer.line("RCL", "(i)")


def value_of(writer: CodeWriter, register: str, below: int) -> None:
    """RCL of a register, unless it is in X already."""
    if below or register not in writer.buffer.known.x:
        writer.buffer.recalled(register)


def _operation(writer: CodeWriter, operation: ir.Operation, below: int) -> None:
    buffer, name, operands = writer.buffer, operation.name, operation.operands
    if name in _ARITHMETIC and _combined(writer, name, operands, below):
        return
    if name in ("floordiv", "mod"):
        _division(writer, name, operands, below)
        return
    for number, operand in enumerate(operands):
        if number and operand == operands[0] and pure(operand):
            buffer.line("ENTER")
        else:
            value(writer, operand, below + number)
    keys(writer, operation)


def _combined(writer: CodeWriter, name: str, operands: tuple[ir.Expression, ...], below: int) -> bool:
    """Add `RCL + n` for an operand that stands in a register, and return whether that was possible.

    It exists on the HP-15C only.
    """
    first, second = operands
    if writer.model is not Model.HP15C:
        return False
    if name in ("add", "mul") and _register(writer, first) and not _register(writer, second) and pure(second):
        first, second = second, first
    register = _register(writer, second)
    if register is None:
        return False
    value(writer, first, below)
    writer.buffer.line(f"RCL {_ARITHMETIC[name]}", register)
    return True


def operate(writer: CodeWriter, name: str, operand: ir.Expression, below: int) -> None:
    """Combine X with an operand: by `RCL ÷ n` where the operand stands in a register."""
    register = _register(writer, operand)
    if register is not None and writer.model is Model.HP15C:
        writer.buffer.line(f"RCL {_ARITHMETIC[name]}", register)
        return
    value(writer, operand, below)
    writer.buffer.line(_ARITHMETIC[name])


def _register(writer: CodeWriter, expression: ir.Expression) -> str | None:
    """The register that holds an operand, None when it has to be computed."""
    if isinstance(expression, ir.Read):
        return writer.register(expression.name)
    return direct(writer, expression) if isinstance(expression, ir.Element) else None


def _division(writer: CodeWriter, name: str, operands: tuple[ir.Expression, ...], below: int) -> None:
    """INT(a ÷ b), and a − b × INT(a ÷ b)."""
    buffer = writer.buffer
    value(writer, operands[0], below)
    if name == "floordiv":
        operate(writer, "div", operands[1], below + 1)
        buffer.line("INT")
        return
    for _ in range(2):  # the number typed after ENTER overwrites the copy in X
        buffer.line("ENTER")
    if below + 3 > LEVELS:
        raise Unsupported("plain code", ["a remainder needs more than the four levels of the stack"])
    value(writer, operands[1], below + 2)
    for line in ("÷", "LSTx", "x↔y", "INT", "×", "−"):
        buffer.line(line)
