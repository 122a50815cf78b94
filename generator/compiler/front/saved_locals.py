"""Recursion: what a function still needs after it calls itself is kept in an array while it does.

A GSB keeps nothing but the place to return to. So each call of the function in itself becomes a statement of
its own. The locals that are read after it go to the array before it, one after the other, and come back after
it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import Final

from generator.compiler.front.faults import Reporter
from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant
from generator.compiler.tree.nodes import Piece, callees_first, changed_names, names_in, nodes, with_parts

KEPT: Final = "kept locals"
HEIGHT: Final = "number of kept locals"
"""The array of what is kept, and the register that says how much it is. No source can have these names."""

Locals = frozenset[str]
_NONE: Final[Locals] = frozenset()


def keep_locals(module: ir.Module, report: Reporter) -> ir.Module:
    """The module with the locals kept that functions need after they call themselves.

    An entry point that calls itself becomes one that calls a subroutine. A call of itself that cannot be a
    statement of its own is reported.
    """
    recursive = {name: one for name, one in module.functions.items() if one.levels}
    if not recursive:
        return module
    inner = {name: f"{name} again" if one.label else name for name, one in recursive.items()}
    renamed = partial(_with_calls_of, names=inner)
    functions = {name: replace(one, body=renamed(one.body)) for name, one in module.functions.items()}
    length = 0
    for name, one in recursive.items():
        work = _Recursion(inner[name], module.registers.keys(), _may_change(one, module), report)
        body, _ = work.keep(work.separate_calls(functions[name].body), _NONE)
        length += one.levels * work.most
        if one.label:
            functions[name] = replace(one, body=_call_of(one, inner[name]), levels=0)
        functions[inner[name]] = replace(one, name=inner[name], body=body, label=None, documentation="")
    if not length:
        return replace(module, functions=functions)
    made = replace(module, functions=functions)
    begun = ir.Assign((ir.Name(HEIGHT),), (constant(0),))
    for name, one in functions.items():
        called = callees_first(made, [name])
        if one.label and any(functions[other].levels for other in called):
            functions[name] = replace(one, body=(begun, *one.body))
    pinned = module.arrays or any(one.at == "I" for one in module.registers.values())
    height = ir.Register(HEIGHT, None if pinned else "I")
    return replace(
        made,
        functions=functions,
        registers={**module.registers, HEIGHT: height},
        arrays={**module.arrays, KEPT: ir.Array(KEPT, length)},
    )


def _may_change(function: ir.Function, module: ir.Module) -> Collection[str]:
    """The registers that a call of a function may change: all of them where a person can do it at a stop."""
    called = tuple(module.functions[one].body for one in callees_first(module, [function.name]))
    stops = any(isinstance(one, ir.Ask) for one in nodes(called))
    return module.registers.keys() if stops else changed_names(called, module) & module.registers.keys()


def _with_calls_of(piece: Piece, names: dict[str, str]) -> Piece:
    """A piece with calls of functions by other names."""
    made: object = with_parts(piece, partial(_with_calls_of, names=names))
    if isinstance(made, ir.Call) and made.function in names:
        made = replace(made, function=names[made.function])
    return made  # type: ignore[return-value]


def _call_of(function: ir.Function, inner: str) -> ir.Block:
    """The statements that return what a call of another function with the same parameters gives."""
    call = ir.Call(inner, tuple(map(ir.Read, function.parameters)), place=function.place)
    if function.results == 1:
        return (ir.Return((call,), place=function.place),)
    names = [f"result {number}" for number in range(function.results)]
    got = ir.Unpack(tuple(map(ir.Name, names)), call) if names else ir.Evaluate(call)
    return (got, ir.Return(tuple(map(ir.Read, names)), place=function.place))


class _Recursion:
    """A function that calls itself. `most` is the largest number of locals that one call has to keep.

    A call of it may change the registers that are `changing`. The others are read when they are wanted.
    """

    def __init__(
        self, name: str, registers: Collection[str], changing: Collection[str], report: Reporter
    ) -> None:
        self.name = name
        self.registers = registers
        self.changing = changing
        self.report = report
        self.most = 0
        self.made = 0
        self.behind_loop: list[tuple[Locals, Locals]] = []

    # calls as statements

    def separate_calls(self, block: ir.Block) -> ir.Block:
        """A block with each call of the function in a statement of its own."""
        return tuple(made for one in block for made in self._separate(one))

    def _separate(self, one: ir.Statement) -> ir.Block:
        before: list[ir.Statement] = []
        match one:
            case ir.Unpack(targets=targets, value=ir.Call() as call) if self._is(call) and any(
                isinstance(target, ir.Element) for target in targets
            ):  # an index is read after the call, when the locals are back
                results = tuple(self._new_name(call.place) for _ in targets)
                made = [
                    ir.Assign((target,), (ir.Read(result.name),), place=one.place)
                    for target, result in zip(targets, results, strict=True)
                ]
                return (*self._separate(replace(one, targets=results)), *made)
            case ir.Unpack(value=ir.Call() as call) | ir.Evaluate(value=ir.Call() as call) if self._is(call):
                arguments = self._parts(call.arguments, before)
                one = replace(one, value=replace(call, arguments=arguments))
                return (*before, one)
            case ir.Assign(targets=(ir.Name() as target,), values=(ir.Call() as call,)) if self._is(call):
                arguments = self._parts(call.arguments, before)
                return (*before, ir.Unpack((target,), replace(call, arguments=arguments), place=one.place))
            case ir.Assign(values=values) | ir.Return(values=values):
                one = replace(one, values=self._parts(values, before))
            case ir.Unpack():
                one = replace(one, value=self._value(one.value, before))
            case ir.Evaluate():
                one = replace(one, value=self._value(one.value, before))
            case ir.Pause(shown=shown):
                one = replace(one, shown=self._value(shown, before))
            case ir.If(test=ir.Compare(left=left, right=right) as test):
                left, right = self._parts((left, right), before)
                one = replace(one, test=replace(test, left=left, right=right))
            case ir.For() if self._calls(one.body):
                self._report(one, "a call of itself within `for` is outside the language", "write a `while`")
                return (one,)
        one = with_parts(one, self.separate_calls, ("body", "orelse"))
        if self._calls(one.test if isinstance(one, ir.If | ir.While) else one):
            self._report(one, "a call of itself here is outside the language", "give its result a name first")
        return (*before, one)

    def _report(self, one: ir.Statement, what: str, instead: str) -> None:
        place = next((node.place for node in nodes(one) if isinstance(node, ir.Call)), one.place)
        self.report.at(place, what, instead)

    def _is(self, node: object) -> bool:
        return isinstance(node, ir.Call) and node.function == self.name and not node.by

    def _calls(self, piece: object) -> bool:
        return any(self._is(node) for node in nodes(piece))

    def _parts(
        self, parts: tuple[ir.Expression, ...], before: list[ir.Statement]
    ) -> tuple[ir.Expression, ...]:
        """Expressions in their order, without calls. What comes before a call gets a name."""
        last = max((number for number, one in enumerate(parts) if self._calls(one)), default=0)
        made = []
        for number, one in enumerate(parts):
            value = self._value(one, before)
            stays = isinstance(value, ir.Read) and value.name not in self.changing
            if number < last and not stays and not isinstance(value, ir.Constant):
                value = self._name(value, before)
            made.append(value)
        return tuple(made)

    def _value(self, tree: Piece, before: list[ir.Statement]) -> Piece:
        """An expression without calls of the function. The calls go to `before`."""
        if not self._calls(tree):
            return tree
        made: object = tree
        match tree:
            case ir.Call(arguments=arguments):
                made = replace(tree, arguments=self._parts(arguments, before))
                made = self._name(made, before) if self._is(tree) else made
            case ir.Operation(operands=operands):
                made = replace(tree, operands=self._parts(operands, before))
            case ir.Element(index=index):
                made = replace(tree, index=self._value(index, before))
            case ir.Ask(shown=shown):
                made = replace(tree, shown=self._value(shown, before))
        return made  # type: ignore[return-value]

    def _name(self, value: ir.Expression, before: list[ir.Statement]) -> ir.Expression:
        """A name for a value that is computed in a statement before."""
        place = value.place
        name = self._new_name(place)
        if isinstance(value, ir.Call):
            before.append(ir.Unpack((name,), value, place=place))
        else:
            before.append(ir.Assign((name,), (value,), place=place))
        return ir.Read(name.name, place=place)

    def _new_name(self, place: ir.Place | None) -> ir.Name:
        self.made += 1
        return ir.Name(f"part {self.made}", place=place)

    # locals

    def keep(self, block: ir.Block, behind: Locals) -> tuple[ir.Block, Locals]:
        """A block with its locals kept around calls, and the locals that are read from its start on.

        `behind` are those that are read after it.
        """
        made: list[ir.Statement] = []
        for one in reversed(block):
            statements, behind = self._keep(one, behind)
            made[:0] = statements
        return tuple(made), behind

    def _keep(self, one: ir.Statement, behind: Locals) -> tuple[ir.Block, Locals]:
        match one:
            case ir.If(test=test):
                body, before = self.keep(one.body, behind)
                orelse, other = self.keep(one.orelse, behind)
                return (replace(one, body=body, orelse=orelse),), before | other | self._read(test)
            case ir.While(test=test):
                again = behind | self._read(test)
                while True:
                    self.behind_loop.append((behind, again))
                    body, before = self.keep(one.body, again)
                    self.behind_loop.pop()
                    if before <= again:
                        return (replace(one, body=body),), again
                    again |= before
            case ir.For():
                return (one,), behind | self._read(one)
            case ir.Break():
                return (one,), self.behind_loop[-1][0]
            case ir.Continue():
                return (one,), self.behind_loop[-1][1]
            case ir.Return():
                return (one,), self._read(one)
        targets = one.targets if isinstance(one, ir.Assign | ir.Unpack) else ()
        behind -= {target.name for target in targets if isinstance(target, ir.Name)}
        call = getattr(one, "value", None)
        if not self._is(call) or not behind:
            return (one,), behind | self._read(one)
        return (*self._save(behind), one, *self._restore(behind)), behind | self._read(one)

    def _read(self, piece: object) -> Locals:
        return frozenset(names_in(piece, ir.Read)) - frozenset(self.registers)

    def _save(self, names: Locals) -> ir.Block:
        self.most = max(self.most, len(names))
        made: list[ir.Statement] = []
        for name in sorted(names):
            made += [ir.Assign((_TOP,), (ir.Read(name),)), _step("add")]
        return tuple(made)

    def _restore(self, names: Locals) -> ir.Block:
        made: list[ir.Statement] = []
        for name in sorted(names, reverse=True):
            made += [_step("sub"), ir.Assign((ir.Name(name),), (_TOP,))]
        return tuple(made)


_TOP: Final = ir.Element(KEPT, ir.Read(HEIGHT))


def _step(operation: str) -> ir.Assign:
    """A statement that changes how much is kept by 1."""
    return ir.Assign((ir.Name(HEIGHT),), (ir.Operation(operation, (ir.Read(HEIGHT), constant(1))),))
