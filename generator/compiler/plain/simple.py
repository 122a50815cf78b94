"""Statements made simple enough for plain code: values that do not fit on the stack get names of their own.

Values are kept in the order of the source. A value that has to wait for a call, or has no room on the four
levels, gets a name. A bound that changes inside its loop is saved before the loop. A loop variable that is
used beyond its loop is copied from a count of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.compiler.tree import ir
from generator.compiler.tree.affine import Affine, affine
from generator.compiler.tree.nodes import changed_names, nodes
from hp15c.numbers.number import ONE, ZERO

LEVELS = 4
_BESIDE_A_VALUE = 2  # levels for the index of an element that is stored

StatementList = list[ir.Statement]


def simple(module: ir.Module) -> ir.Module:
    """The module with the same effect, each of its statements within what plain code can hold."""
    return replace(
        module,
        functions={name: _SimpleFunction(module, one).made() for name, one in module.functions.items()},
    )


def need(value: ir.Expression) -> int:
    """How many levels of the stack plain code uses to push a value."""
    match value:
        case ir.Element(index=index):
            return 1 if isinstance(index, ir.Constant) else 1 + need(index)
        case ir.Operation(name="mod", operands=(first, second)):
            return max(need(first), 3, 2 + need(second))
        case ir.Operation(operands=operands) | ir.Call(arguments=operands):
            return max(1, room(operands))
        case ir.Ask(shown=shown):
            return need(shown)
    return 1


def room(values: Sequence[ir.Expression]) -> int:
    """How many levels are used to push values after each other."""
    return max((below + need(one) for below, one in enumerate(values)), default=0)


def waits(value: ir.Expression) -> bool:
    """Whether a value holds a call or a question, for which nothing may be pending on the stack."""
    return any(isinstance(node, ir.Call | ir.Ask) for node in nodes(value))


@dataclass(slots=True)
class _SimpleFunction:
    module: ir.Module
    function: ir.Function
    count: int = 0

    def made(self) -> ir.Function:
        return replace(self.function, body=self.block(self.function.body))

    def name(self) -> str:
        """A name that no source can have."""
        self.count += 1
        return f"kept {self.count}"

    def block(self, body: ir.Block) -> ir.Block:
        made: StatementList = []
        for statement in body:
            self.statement(statement, made)
        return tuple(made)

    # values

    def kept(self, value: ir.Expression, before: StatementList, place: ir.Place | None) -> ir.Expression:
        """A value under a name of its own, computed before."""
        if isinstance(value, ir.Constant):
            return value
        name = self.name()
        before.append(ir.Assign((ir.Name(name),), (self.value(value, before),), place=place))
        return ir.Read(name, place=place)

    def value(self, value: ir.Expression, before: StatementList) -> ir.Expression:
        """A value in a form that can be computed with nothing pending.

        The statements that it needs come before.
        """
        if not waits(value) and need(value) <= LEVELS:
            return value
        match value:
            case ir.Operation(operands=operands):
                return replace(value, operands=self.several(operands, before, extra=value.name == "mod"))
            case ir.Call(arguments=arguments):
                return replace(value, arguments=self.several(arguments, before))
            case ir.Ask(shown=shown):
                return replace(value, shown=self.value(shown, before))
            case ir.Element(index=index):
                return replace(value, index=self.kept(index, before, value.place))
        return value

    def several(
        self, values: Sequence[ir.Expression], before: StatementList, *, extra: bool = False
    ) -> tuple[ir.Expression, ...]:
        """Values that can be pushed after each other. `extra`: the first one is pushed twice."""
        operands = list(values)
        last = max((i for i, one in enumerate(operands) if waits(one)), default=-1)
        if last == 0 and not extra:
            operands[0] = self.value(operands[0], before)
        else:
            for i in range(last + 1):
                operands[i] = self._settled(operands[i], before)
        level = room(operands) if not extra else need(ir.Operation("mod", (operands[0], operands[1])))
        if level > LEVELS:
            operands = [self._settled(one, before) for one in operands]
        return tuple(operands)

    def _settled(self, value: ir.Expression, before: StatementList) -> ir.Expression:
        """A value that nothing later in the statement can change."""
        if isinstance(value, ir.Read) and value.name not in self.module.registers:
            return value
        return self.kept(value, before, value.place)

    # conditions

    def condition(self, condition: ir.Condition, before: StatementList) -> ir.Condition:
        match condition:
            case ir.Compare(left=left, right=right):
                first, second = self.several((left, right), before)
                return replace(condition, left=first, right=second)
            case ir.Not(condition=inner):
                return replace(condition, condition=self.condition(inner, before))
            case ir.And(conditions=parts) | ir.Or(conditions=parts):
                return self._parts(condition, parts, before)
        return condition

    def _parts(
        self, condition: ir.And | ir.Or, parts: Sequence[ir.Condition], before: StatementList
    ) -> ir.Condition:
        first = self.condition(parts[0], before)
        later: list[tuple[StatementList, ir.Condition]] = []
        for part in parts[1:]:
            own: StatementList = []
            later.append((own, self.condition(part, own)))
        if not any(own for own, _ in later):
            return replace(condition, conditions=(first, *(one for _, one in later)))
        both = isinstance(condition, ir.And)
        name, place = self.name(), condition.place
        zero, one = ir.Constant(ZERO), ir.Constant(ONE)
        body: ir.Block = (ir.Assign((ir.Name(name),), (one if both else zero,), place=place),)
        for own, part in reversed([([], first), *later]):
            body = (*own, ir.If(part if both else ir.Not(part), body, place=place))
        before += [ir.Assign((ir.Name(name),), (zero if both else one,), place=place), *body]
        return ir.Compare(ir.Read(name), "!=", zero, place=place)

    # statements

    def statement(self, statement: ir.Statement, made: StatementList) -> None:
        match statement:
            case ir.Assign(targets=(target,), values=(value,)):
                self._store(target, self.value(value, made), statement, made)
            case ir.Assign(targets=targets, values=values):
                self._stores(statement, targets, values, made)
            case ir.Unpack(targets=targets, value=value):
                self._unpack(statement, targets, value, made)
            case ir.Evaluate(value=value):
                simpler = self.value(value, made)
                assert not isinstance(simpler, ir.Constant | ir.Read | ir.Element)
                made.append(replace(statement, value=simpler))
            case ir.Return(values=values):
                made.append(replace(statement, values=self.several(values, made)))
            case ir.Pause(shown=shown):
                made.append(replace(statement, shown=self.value(shown, made)))
            case ir.If(test=test, body=body, orelse=orelse):
                simpler_test = self.condition(test, made)
                made.append(
                    replace(statement, test=simpler_test, body=self.block(body), orelse=self.block(orelse))
                )
            case ir.While():
                made.append(self._while(statement))
            case ir.For():
                self._for(statement, made)
            case _:
                made.append(statement)

    def _store(
        self, target: ir.Target, value: ir.Expression, statement: ir.Assign, made: StatementList
    ) -> None:
        if isinstance(target, ir.Element) and (waits(target.index) or need(target.index) > _BESIDE_A_VALUE):
            value = self.kept(value, made, statement.place)
            target = replace(target, index=self.kept(target.index, made, statement.place))
        made.append(ir.Assign((target,), (value,), place=statement.place))

    def _stores(
        self,
        statement: ir.Assign,
        targets: Sequence[ir.Target],
        values: Sequence[ir.Expression],
        made: StatementList,
    ) -> None:
        if _plain(targets) and not any(map(waits, values)) and room(values) <= LEVELS:
            made.append(statement)
            return
        if exchanges(targets, values):
            made.append(statement)
            return
        kept = [self.kept(one, made, statement.place) for one in values]
        for target, value in zip(targets, kept, strict=True):
            self._store(target, value, statement, made)

    def _unpack(
        self,
        statement: ir.Unpack,
        targets: Sequence[ir.Target],
        value: ir.Call | ir.Operation,
        made: StatementList,
    ) -> None:
        if isinstance(value, ir.Call):
            value = replace(value, arguments=self.several(value.arguments, made))
        else:
            value = replace(value, operands=self.several(value.operands, made))
        if _plain(targets):
            made.append(replace(statement, value=value))
            return
        names = [self.name() for _ in targets]
        made.append(ir.Unpack(tuple(map(ir.Name, names)), value, place=statement.place))
        for target, name in zip(targets, names, strict=True):
            plain = ir.Assign((target,), (ir.Read(name),), place=statement.place)
            self._store(target, ir.Read(name), plain, made)

    def _while(self, loop: ir.While) -> ir.While:
        before: StatementList = []
        test = self.condition(loop.test, before)
        body = self.block(loop.body)
        if not before:
            return replace(loop, test=test, body=body)
        # the statements that the test needs stand in front of it, so the test stands at the start of each
        # pass
        leave = ir.If(ir.Not(test, place=loop.place), (ir.Break(place=loop.place),), place=loop.place)
        return replace(loop, test=ir.Truth(True), body=(*before, leave, *body), runs=False)

    def _for(self, loop: ir.For, made: StatementList) -> None:
        changed = changed_names(loop.body, self.module)
        read = {node.name for node in nodes(loop.stop) if isinstance(node, ir.Read)}
        moves = affine(loop.stop) is None or waits(loop.stop) or bool(read & (changed | {loop.name}))
        start = self.value(loop.start, made)
        if moves:
            start = self._settled(start, made) if waits(loop.stop) else start
            stop = self.kept(loop.stop, made, loop.place)
        else:
            stop = self.value(loop.stop, made)
        body = self.block(loop.body)
        name = loop.name
        if name in changed or self._outside(name):
            name = self.name()
            copied = ir.Assign((ir.Name(loop.name),), (ir.Read(name),), place=loop.place)
            body = (copied, *body)
        made.append(replace(loop, name=name, start=start, stop=stop, body=body))

    def _outside(self, name: str) -> bool:
        """Whether a loop variable is used outside of its loops, or is a parameter."""
        loops = [node for node in nodes(self.function.body) if isinstance(node, ir.For) and node.name == name]
        nested = sum(_uses(loop.body, name) for loop in loops)
        return name in self.function.parameters or _uses(self.function.body, name) != nested


def exchanges(targets: Sequence[ir.Target], values: Sequence[ir.Expression]) -> bool:
    """Whether an assignment exchanges two elements whose indices are computed sums."""
    return (
        len(targets) == 2
        and (values[1], values[0]) == (targets[0], targets[1])
        and all(isinstance(one, ir.Element) for one in targets)
        and all(form is not None and form.factors for form in map(_sum, targets))
        and all(need(one.index) <= _BESIDE_A_VALUE for one in targets if isinstance(one, ir.Element))
    )


def _sum(target: ir.Target) -> Affine | None:
    return affine(target.index) if isinstance(target, ir.Element) else None


def _uses(piece: object, name: str) -> int:
    return sum(isinstance(node, ir.Read | ir.Name) and node.name == name for node in nodes(piece))


def _plain(targets: Sequence[ir.Target]) -> bool:
    """Whether targets can be written from the stack in any order: names, each once."""
    return all(isinstance(one, ir.Name) for one in targets) and len(set(targets)) == len(targets)
