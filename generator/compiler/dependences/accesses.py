"""The accesses of a statement: the places that it reads and writes, in the order in which that happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from generator.compiler.code.tables import FAILING, INSTRUCTIONS
from generator.compiler.tree import ir
from generator.compiler.tree.affine import Affine, Resolve, affine, condition_text
from generator.compiler.tree.nodes import changed_names
from generator.language.matrix_lines import MATRIX_OPERATIONS
from generator.language.operations import (
    CHANGING_MATRICES,
    CHANGING_SUMS,
    FLAG_OPERATIONS,
    KEYED,
    OF_SEED,
    OF_SUMS,
)

ERRORS = "Error n"
DISPLAY = "the display"
MODES = "the settings"
SEED = "the random numbers"
MATRICES = "the matrices"
LEAVING = "leaving the loop"

Where = Affine | Literal["scalar", "anywhere"]


@dataclass(frozen=True, slots=True)
class Access:
    """One use of a place by a unit.

    `where` is the index of an array's element, 'anywhere' when it is not a sum of loop variables and
    parameters, 'scalar' for what is no array. `conditions` are constraints that hold when it happens. It is
    not `certain` when it may also be left out. Besides the names of the program there are other places: the
    display, the settings, the random numbers, and the error in which a program can end.
    """

    name: str
    writes: bool
    where: Where
    certain: bool = True
    conditions: tuple[str, ...] = ()


_MAY_FAIL = frozenset(name for name, row in INSTRUCTIONS.items() if row in FAILING) | OF_SUMS
_HAS_MODE = frozenset(("sin", "cos", "tan", "asin", "acos", "atan", "polar", "rect", "rnd"))


def may_fail(operation: ir.Operation) -> bool:
    """Whether an operation can end in Error n: a division by a constant other than 0 cannot."""
    if operation.name in ("div", "floordiv", "mod"):
        divisor = operation.operands[1]
        return not (isinstance(divisor, ir.Constant) and not divisor.value.is_zero)
    return operation.name in _MAY_FAIL


def _unknown(name: str) -> Affine | None:
    return None


@dataclass(slots=True)
class Reader:
    """Collects the accesses of one statement.

    `resolve` gives the meaning of a name in an index, `asked` its meaning in a condition (None where it may
    have a fraction). `private` tells whether a name is the variable of a surrounding loop, which is a
    coordinate and no place. `inside` are the functions that are being read, which may call themselves.
    """

    module: ir.Module
    resolve: Resolve
    asked: Resolve
    private: Callable[[str], bool]
    certain: bool = True
    conditions: tuple[str, ...] = ()
    inside: frozenset[str] = frozenset()

    def _access(self, name: str, writes: bool, where: Where = "scalar") -> Access:
        return Access(name, writes, where, self.certain, self.conditions)

    def _element(self, element: ir.Element, writes: bool) -> Iterator[Access]:
        yield from self.expression(element.index)
        yield self._access(element.array, writes, affine(element.index, self.resolve) or "anywhere")

    def expression(self, expression: ir.Expression) -> Iterator[Access]:
        """The accesses of an expression."""
        match expression:
            case ir.Read(name):
                if not self.private(name):
                    yield self._access(name, False)
            case ir.Element():
                yield from self._element(expression, False)
            case ir.Operation(name, operands):
                for operand in operands:
                    yield from self.expression(operand)
                yield from self._operation(expression)
            case ir.Call(function, arguments):
                for argument in arguments:
                    yield from self.expression(argument)
                yield from self._call(function)
            case ir.Ask(shown):
                yield from self.expression(shown)
                yield self._access(DISPLAY, True)

    def _operation(self, operation: ir.Operation) -> Iterator[Access]:
        if operation.name in OF_SEED:
            yield self._access(SEED, True)
        if operation.name in MATRIX_OPERATIONS:
            yield self._access(MATRICES, operation.name in CHANGING_MATRICES)
        if operation.name in KEYED:
            yield self._access(ERRORS, True)
        for names, writes in ((OF_SUMS | CHANGING_SUMS, False), (CHANGING_SUMS, True)):
            for name in self.module.sums if operation.name in names else ():
                yield self._access(name, writes)
        if operation.name in _HAS_MODE or operation.name in FLAG_OPERATIONS:
            yield self._access(MODES, False)
        if may_fail(operation):
            yield self._access(ERRORS, True)

    def _call(self, name: str) -> Iterator[Access]:
        """The accesses of a called function to registers and arrays. Its locals are not seen outside."""
        if name in self.inside:
            return
        function = self.module.functions[name]
        within = self.inside | {name}
        inner = Reader(self.module, _unknown, _unknown, lambda _: False, False, self.conditions, within)
        seen = {*self.module.registers, *self.module.arrays, ERRORS, DISPLAY, MODES, SEED, MATRICES}
        yield from (access for access in inner.block(function.body) if access.name in seen)

    def condition(self, condition: ir.Condition) -> Iterator[Access]:
        """The accesses of a condition. After the first comparison of an `and` they are uncertain."""
        match condition:
            case ir.Compare(left, _, right):
                yield from self.expression(left)
                yield from self.expression(right)
            case ir.Not(inner):
                yield from self.condition(inner)
            case ir.And(parts) | ir.Or(parts):
                reader = self
                for part in parts:
                    yield from reader.condition(part)
                    reader = reader.under(part, isinstance(condition, ir.And))

    def under(self, condition: ir.Condition, holds: bool) -> Reader:
        """The reader of statements that are run when a condition holds, or when it does not."""
        text = condition_text(condition, self.asked, holds=holds)
        if text is None:
            return replace(self, certain=False)
        return replace(self, conditions=(*self.conditions, text))

    def block(self, block: ir.Block) -> Iterator[Access]:
        """The accesses of statements after each other."""
        for statement in block:
            yield from self.statement(statement)

    def statement(self, statement: ir.Statement) -> Iterator[Access]:
        """The accesses of a statement. Those in an inner loop are uncertain, with the index 'anywhere'."""
        match statement:
            case ir.Assign(targets, values):
                for value in values:
                    yield from self.expression(value)
                yield from self._targets(targets)
            case ir.Unpack(targets, value):
                yield from self.expression(value)
                yield from self._targets(targets)
            case ir.Evaluate(value):
                yield from self.expression(value)
            case ir.If(test, body, orelse):
                yield from self.condition(test)
                yield from self.under(test, True).block(body)
                yield from self.under(test, False).block(orelse)
            case ir.While() | ir.For():
                yield from self._loop(statement)
            case _:
                yield from self._other_statement(statement)

    def _targets(self, targets: tuple[ir.Target, ...]) -> Iterator[Access]:
        for target in targets:
            if isinstance(target, ir.Element):
                yield from self._element(target, True)
            else:
                yield self._access(target.name, True)

    def _loop(self, loop: ir.While | ir.For) -> Iterator[Access]:
        inside = changed_names(loop, self.module)
        inner = replace(
            self,
            resolve=lambda name: None if name in inside else self.resolve(name),
            asked=lambda name: None if name in inside else self.asked(name),
            private=lambda name: name not in inside and self.private(name),
            certain=False,
        )
        if isinstance(loop, ir.While):
            yield from self.condition(loop.test)
            yield from inner.condition(loop.test)
        else:
            yield from self.expression(loop.start)
            yield from self.expression(loop.stop)
            yield inner._access(loop.name, True)
        yield from inner.block(loop.body)

    def _other_statement(self, statement: ir.Statement) -> Iterator[Access]:
        match statement:
            case ir.Pause(shown):
                yield from self.expression(shown)
                yield self._access(DISPLAY, True)
            case ir.Setting():
                yield self._access(MODES, True)
            case ir.Break() | ir.Continue():
                yield self._access(LEAVING, True)
            case ir.Return(values):
                for value in values:
                    yield from self.expression(value)
                yield self._access(LEAVING, True)
