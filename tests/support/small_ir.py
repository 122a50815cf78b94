"""A small interpreter of the compiler's tree over whole numbers, which notes what each statement touches.

It is the independent truth for the analyses of dependences and for the loop forms: it knows nothing of
either. Numbers are Python's ints and Fractions. `//` and `%` are INT(a / b) and a - b * (a // b).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from generator.compiler.tree import ir

Value = int | Fraction


class _Break(Exception):
    pass


class _Continue(Exception):
    pass


class _Return(Exception):
    def __init__(self, values: tuple[Value, ...]) -> None:
        super().__init__()
        self.values = values


@dataclass(frozen=True, slots=True)
class Touch:
    """One use of a place: by which statement, in which passes of the loops around, which element."""

    statement: int
    passes: tuple[Value, ...]
    name: str
    element: int | None
    writes: bool


def _exact(value: Fraction) -> Value:
    return int(value) if value.denominator == 1 else value


def _floordiv(a: Value, b: Value) -> Value:
    return int(Fraction(a) / Fraction(b))


OPERATIONS: Mapping[str, Callable[..., Value]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: _exact(Fraction(a) / Fraction(b)),
    "floordiv": _floordiv,
    "mod": lambda a, b: a - b * _floordiv(a, b),
    "neg": lambda a: -a,
    "abs": abs,
}
RELATIONS: Mapping[str, Callable[[Value, Value], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


@dataclass
class Run:
    """The state of a module: registers, arrays, what was shown, and the touches so far.

    Touches are noted for the statements whose `id` is in `units`.
    """

    module: ir.Module
    registers: dict[str, Value] = field(default_factory=dict)
    arrays: dict[str, list[Value]] = field(default_factory=dict)
    shown: list[Value] = field(default_factory=list)
    touches: list[Touch] = field(default_factory=list)
    locals: dict[str, Value] = field(default_factory=dict)
    units: frozenset[int] = frozenset()
    statement: int = 0
    passes: tuple[Value, ...] = ()

    def __post_init__(self) -> None:
        for name in self.module.registers:
            self.registers.setdefault(name, 0)
        for name, array in self.module.arrays.items():
            self.arrays.setdefault(name, [0] * array.length)

    def call(self, name: str, *arguments: Value) -> tuple[Value, ...]:
        """Run a function of the module. Returns its results."""
        function = self.module.functions[name]
        outer, self.locals = self.locals, dict(zip(function.parameters, arguments, strict=True))
        try:
            self.block(function.body)
        except _Return as done:
            return done.values
        finally:
            self.locals = outer
        return ()

    def note(self, name: str, element: int | None, writes: bool) -> None:
        self.touches.append(Touch(self.statement, self.passes, name, element, writes))

    def read(self, name: str) -> Value:
        self.note(name, None, False)
        return self.registers[name] if name in self.registers else self.locals[name]

    def element(self, element: ir.Element) -> tuple[list[Value], int]:
        index = self.value(element.index)
        assert isinstance(index, int)
        array = self.arrays[element.array]
        assert 0 <= index < len(array), f"{element.array}[{index}]"
        return array, index

    def value(self, expression: ir.Expression) -> Value:
        match expression:
            case ir.Constant(value):
                return _exact(Fraction(value.decimal))
            case ir.Read(name):
                return self.read(name)
            case ir.Element(array=name):
                array, index = self.element(expression)
                self.note(name, index, False)
                return array[index]
            case ir.Operation(name, operands):
                return OPERATIONS[name](*map(self.value, operands))
            case ir.Call(function, arguments):
                return self.call(function, *map(self.value, arguments))[0]
        raise AssertionError(expression)

    def holds(self, condition: ir.Condition) -> bool:
        match condition:
            case ir.Compare(left, relation, right):
                return RELATIONS[relation](self.value(left), self.value(right))
            case ir.Not(inner):
                return not self.holds(inner)
            case ir.And(parts):
                return all(self.holds(part) for part in parts)
            case ir.Or(parts):
                return any(self.holds(part) for part in parts)
            case ir.Truth(value):
                return value

    def write(self, target: ir.Target, value: Value) -> None:
        if isinstance(target, ir.Element):
            array, index = self.element(target)
            self.note(target.array, index, True)
            array[index] = value
        else:
            self.note(target.name, None, True)
            places = self.registers if target.name in self.registers else self.locals
            places[target.name] = value

    def block(self, block: ir.Block) -> None:
        for statement in block:
            self.step(statement)

    def step(self, statement: ir.Statement) -> None:
        outer = self.statement
        whole = outer or (id(statement) in self.units and not self.holds_units(statement))
        if id(statement) in self.units and not outer:
            self.statement = id(statement)
        try:
            if isinstance(statement, ir.If) and not whole:
                body = statement.body if self.holds(statement.test) else statement.orelse
                self.statement = outer
                self.block(body)
            else:
                self.statement = self.statement if whole else outer
                self.execute(statement)
        finally:
            self.statement = outer

    def holds_units(self, statement: ir.Statement) -> bool:
        """Whether statements inside this one are units themselves."""
        match statement:
            case ir.If(_, body, orelse):
                inside = (*body, *orelse)
            case ir.For(body=body) | ir.While(_, body):
                inside = body
            case _:
                inside = ()
        return any(id(one) in self.units or self.holds_units(one) for one in inside)

    def execute(self, statement: ir.Statement) -> None:
        match statement:
            case ir.Assign(targets, values):
                results = [self.value(value) for value in values]
                for target, result in zip(targets, results, strict=True):
                    self.write(target, result)
            case ir.Unpack(targets, ir.Call(function, arguments)):
                results = list(self.call(function, *map(self.value, arguments)))
                for target, result in zip(targets, results, strict=True):
                    self.write(target, result)
            case ir.Evaluate(ir.Call(function, arguments)):
                self.call(function, *map(self.value, arguments))
            case ir.If(test, body, orelse):
                self.block(body if self.holds(test) else orelse)
            case ir.While(test, body):
                self.loop_while(test, body)
            case ir.For():
                self.loop_for(statement)
            case ir.Break():
                raise _Break
            case ir.Continue():
                raise _Continue
            case ir.Return(values):
                raise _Return(tuple(map(self.value, values)))
            case ir.Pause(shown):
                self.shown.append(self.value(shown))
            case ir.Assume(condition):
                assert self.holds(condition)
            case _:
                raise AssertionError(statement)

    def loop_while(self, test: ir.Condition, body: ir.Block) -> None:
        while self.holds(test):
            try:
                self.block(body)
            except _Continue:
                continue
            except _Break:
                break

    def loop_for(self, loop: ir.For) -> None:
        start, stop = self.value(loop.start), self.value(loop.stop)
        assert isinstance(start, int)
        assert isinstance(stop, int)
        outer = self.passes
        places = self.registers if loop.name in self.registers else self.locals
        try:
            for one in range(start, stop, loop.step):
                places[loop.name] = one
                self.passes = (*outer, one)
                try:
                    self.block(loop.body)
                except _Continue:
                    continue
                except _Break:
                    break
        finally:
            self.passes = outer
