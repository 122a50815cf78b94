"""A module in the simpler form that plain code writes: what needs a value kept gets a local for it.

Calls stand alone on the right of an assignment, several values for elements go through locals, expressions
fit on the stack, and a loop's variable that is used in other ways than counting gets a counter of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from generator.compiler import ir
from generator.compiler.dependences.affine import affine
from generator.compiler.dependences.trees import changed_names, nodes
from hp15c.errors import Unsupported

LEVELS = 4


def prepared(module: ir.Module) -> ir.Module:
    """The module with simpler statements that do the same."""
    functions = {
        name: replace(one, body=_Simpler(module, one).block(one.body))
        for name, one in module.functions.items()
    }
    return replace(module, functions=functions)


def levels(expression: ir.Expression) -> int:
    """How many levels of the stack an expression takes, from left to right."""
    match expression:
        case ir.Element(_, index):
            return levels(index)
        case ir.Operation("mod", (first, second)):
            return max(levels(first), 2 + levels(second), 3)
        case ir.Operation(_, operands) | ir.Call(_, operands):
            return max([1, *(number + levels(one) for number, one in enumerate(operands))])
        case ir.Ask(shown):
            return levels(shown)
    return 1


def _calls(piece: object) -> bool:
    return any(isinstance(node, ir.Call | ir.Ask) for node in nodes(piece))


@dataclass(slots=True)
class _Simpler:
    module: ir.Module
    function: ir.Function
    count: int = 0
    before: list[ir.Statement] = field(default_factory=list)

    def kept(self, expression: ir.Expression, place: ir.Place | None) -> ir.Expression:
        """A local that holds an expression; constants stay."""
        if isinstance(expression, ir.Constant):
            return expression
        self.count += 1
        name = f"value_{self.count}_"
        self.before.append(ir.Assign((ir.Name(name),), (expression,), place=place))
        return ir.Read(name)

    def block(self, block: ir.Block) -> ir.Block:
        result: list[ir.Statement] = []
        for statement in block:
            outer, self.before = self.before, []
            made = self.statement(statement)
            result += [*self.before, *made]
            self.before = outer
        return tuple(result)

    def statement(self, one: ir.Statement) -> ir.Block:
        place = one.place
        match one:
            case ir.Assign(targets, values):
                return self.assign(targets, values, place)
            case ir.Unpack(targets, value):
                operands = value.arguments if isinstance(value, ir.Call) else value.operands
                inner = self.operands(operands, place, 0)
                source = (
                    replace(value, arguments=inner)
                    if isinstance(value, ir.Call)
                    else replace(value, operands=inner)
                )
                return self.unpacked(targets, source, place)
            case ir.Evaluate(value):
                made = self.whole(value, place)
                return (replace(one, value=made),) if isinstance(made, ir.Call | ir.Ask) else ()
            case ir.Return(values):
                return (replace(one, values=self.operands(values, place, 0)),)
            case ir.Pause(shown):
                return (replace(one, shown=self.expression(shown, place)),)
            case ir.If(test, body, orelse):
                return (
                    ir.If(self.condition(test, place), self.block(body), self.block(orelse), place=place),
                )
            case ir.While(test, body):
                return (self.repeated(test, body, place),)
            case ir.For():
                return self.loop(one)
        return (one,)

    def assign(
        self, targets: tuple[ir.Target, ...], values: tuple[ir.Expression, ...], place: ir.Place | None
    ) -> ir.Block:
        if len(targets) == 1:
            value = self.whole(values[0], place)
            if isinstance(targets[0], ir.Element) and _calls(value):
                value = self.kept(value, place)
            return (ir.Assign((self.target(targets[0], place),), (value,), place=place),)
        simple = all(isinstance(target, ir.Name) for target in targets) and len(targets) <= LEVELS
        if (
            simple
            and not _calls(values)
            and all(number + levels(one) <= LEVELS for number, one in enumerate(values))
        ):
            return (ir.Assign(targets, values, place=place),)
        held = [self.kept(self.whole(value, place), place) for value in values]
        return tuple(
            ir.Assign((self.target(target, place),), (value,), place=place)
            for target, value in zip(targets, held, strict=True)
        )

    def unpacked(
        self, targets: tuple[ir.Target, ...], source: ir.Call | ir.Operation, place: ir.Place | None
    ) -> ir.Block:
        if all(isinstance(target, ir.Name) for target in targets):
            return (ir.Unpack(targets, source, place=place),)
        names = []
        for _ in targets:
            self.count += 1
            names.append(f"value_{self.count}_")
        assigns = (
            ir.Assign((target,), (ir.Read(name),), place=place)
            for target, name in zip(targets, names, strict=True)
        )
        return (ir.Unpack(tuple(map(ir.Name, names)), source, place=place), *assigns)

    def target(self, target: ir.Target, place: ir.Place | None) -> ir.Target:
        if isinstance(target, ir.Element) and _calls(target.index):
            return replace(target, index=self.expression(target.index, place))
        return target

    def whole(self, expression: ir.Expression, place: ir.Place | None) -> ir.Expression:
        """An expression that may be one call, with simple arguments; or anything simple."""
        if isinstance(expression, ir.Call):
            return replace(expression, arguments=self.operands(expression.arguments, place, 0))
        if isinstance(expression, ir.Ask):
            return replace(expression, shown=self.expression(expression.shown, place))
        return self.leading(expression, place) if _calls(expression) else self.expression(expression, place)

    def leading(self, expression: ir.Expression, place: ir.Place | None) -> ir.Expression:
        """An expression with nothing below it on the stack: a call may stand at its left end."""
        if isinstance(expression, ir.Operation):
            return replace(expression, operands=self.operands(expression.operands, place, 0))
        return self.whole(expression, place)

    def expression(self, expression: ir.Expression, place: ir.Place | None, below: int = 0) -> ir.Expression:
        """An expression without calls that takes no more than the stack has."""
        if not _calls(expression) and below + levels(expression) <= LEVELS:
            return expression
        match expression:
            case ir.Call() | ir.Ask():
                return self.kept(self.whole(expression, place), place)
            case ir.Element(_, index):
                return self.kept(replace(expression, index=self.expression(index, place)), place)
            case ir.Operation(_, operands):
                made = replace(expression, operands=self.operands(operands, place, below))
                return made if below + levels(made) <= LEVELS else self.kept(made, place)
        return expression

    def operands(
        self, operands: tuple[ir.Expression, ...], place: ir.Place | None, below: int
    ) -> tuple[ir.Expression, ...]:
        """Operands from left to right: with a call behind the first, or one that is too deep, all are kept."""
        fits = all(below + n + levels(one) <= LEVELS for n, one in enumerate(operands))
        if fits and not _calls(operands):
            return operands
        if fits and not below and not _calls(operands[1:]):
            return (self.leading(operands[0], place), *operands[1:])
        return tuple(self.kept(self.whole(one, place), place) for one in operands)

    def condition(self, condition: ir.Condition, place: ir.Place | None) -> ir.Condition:
        """A condition with simple operands; behind the first part of an `and` nothing may come before it."""
        match condition:
            case ir.Compare(left, relation, right):
                one, other = self.operands((left, right), place, 0)
                return ir.Compare(one, relation, other, place=condition.place)
            case ir.Not(inner):
                return replace(condition, condition=self.condition(inner, place))
            case ir.And(parts) | ir.Or(parts):
                first = self.condition(parts[0], place)
                count = len(self.before)
                rest = tuple(self.condition(part, place) for part in parts[1:])
                if len(self.before) > count:
                    raise Unsupported("plain code", ["a call behind `and` or `or`"])
                return replace(condition, conditions=(first, *rest))
        return condition

    def repeated(self, test: ir.Condition, body: ir.Block, place: ir.Place | None) -> ir.Statement:
        outer, self.before = self.before, []
        simple = self.condition(test, place)
        first, self.before = self.before, outer
        if not first:
            return ir.While(simple, self.block(body), place=place)
        leave = ir.If(simple, (), (ir.Break(),), place=place)
        return ir.While(ir.Truth(True), (*first, leave, *self.block(body)), place=place)

    def loop(self, loop: ir.For) -> ir.Block:
        start = self.expression(loop.start, loop.place)
        stop = self.expression(loop.stop, loop.place)
        changing = changed_names(loop.body, self.module)
        form = affine(stop)
        if (
            form is None
            or form.names & (changing | {loop.name})
            or not isinstance(stop, ir.Constant | ir.Read)
        ):
            stop = self.kept(stop, loop.place) if not isinstance(stop, ir.Constant) else stop
        name, body = loop.name, self.block(loop.body)
        if loop.name in changing or loop.name in self.module.registers or self.read_elsewhere(loop.name):
            self.count += 1
            name = f"value_{self.count}_"
            body = (ir.Assign((ir.Name(loop.name),), (ir.Read(name),), place=loop.place), *body)
        return (replace(loop, name=name, start=start, stop=stop, body=body),)

    def read_elsewhere(self, name: str) -> bool:
        """Whether a loop's variable is read outside of the loops that count it."""
        return _outside(self.function.body, name)


def _outside(piece: object, name: str) -> bool:
    """Whether a name is read outside the loops that have it as their variable."""
    if isinstance(piece, ir.Read):
        return piece.name == name
    if isinstance(piece, tuple):
        return any(_outside(one, name) for one in piece)
    if isinstance(piece, ir.For) and piece.name == name:
        return _outside((piece.start, piece.stop), name)
    if isinstance(piece, ir.Node):
        return any(
            _outside(getattr(piece, one), name)
            for one in piece.__dataclass_fields__
            if isinstance(getattr(piece, one), ir.Node | tuple)
        )
    return False
