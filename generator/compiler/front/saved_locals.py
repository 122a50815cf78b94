"""Recursion: what a function still needs after it calls itself is kept in an array while it does.

A GSB keeps nothing but the place to return to. So each call of the function in itself becomes a statement of
its own. The locals that are read after it go to the array before it, one after the other, and come back after
it. Those that are computed of what comes back, or of what no call changes, are computed again. A parameter
that the function only passes on to itself is the same in all calls, and stands in a register.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from generator.compiler.front.faults import Reporter
from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant
from generator.compiler.tree.ir import HEIGHT, KEPT
from generator.compiler.tree.nodes import Piece, callees_first, changed_names, names_in, nodes, with_parts
from generator.compiler.tree.rewriting import assignments
from generator.compiler.tree.substitution import substitute

MOST_OPERATIONS: Final = 3
"""The most operations of a local that is computed again rather than kept. What has no name in the source is
computed after the call only, whatever it takes.
"""
_AGAIN: Final = frozenset(
    ("add", "sub", "mul", "div", "floordiv", "mod", "neg", "abs", "sqrt", "intpart", "frac")
)
_PART: Final = "part "

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
    lasting = {name: _unchanging_parameters(one, module) for name, one in recursive.items()}
    inner = {name: f"{name} again" if one.label or lasting[name] else name for name, one in recursive.items()}
    renamed = partial(_with_calls_of, names={one: made for one, made in inner.items() if not lasting[one]})
    functions = {name: replace(one, body=renamed(one.body)) for name, one in module.functions.items()}
    changing = {name: _may_change(one, module) for name, one in recursive.items()}
    places = {
        f"{one} of {name}": ir.Register(f"{one} of {name}") for name in recursive for one in lasting[name]
    }
    module = replace(module, registers={**module.registers, **places})
    most: dict[str, int] = {}
    for name, one in recursive.items():
        in_registers = {each: ir.Read(f"{each} of {name}") for each in lasting[name]}
        given = [place for place, each in enumerate(one.parameters) if each not in in_registers]
        own = _with_calls_of(functions[name].body, inner, given) if in_registers else functions[name].body
        parameters = tuple(one.parameters[place] for place in given)
        work = _Recursion(inner[name], parameters, module.registers.keys(), changing[name], report)
        body = work.keep_all(substitute(own, in_registers))
        most[inner[name]] = one.levels * work.most
        if inner[name] != name:
            stored = (ir.Assign((ir.Name(to.name),), (ir.Read(each),)) for each, to in in_registers.items())
            outer = (*stored, *_call_of(one, inner[name], parameters))
            functions[name] = replace(one, body=outer, levels=0)
        made_one = replace(one, name=inner[name], parameters=parameters, body=body)
        functions[inner[name]] = replace(made_one, label=None, documentation="")
    if not any(most.values()):
        return replace(module, functions=functions)
    made = replace(module, functions=functions)
    begun = ir.Assign((ir.Name(HEIGHT),), (constant(0),))
    for name, one in functions.items():
        called = callees_first(made, [name])
        if one.label and any(most.get(other) for other in called):
            functions[name] = replace(one, body=(begun, *one.body))
    return replace(
        made,
        functions=functions,
        registers={**module.registers, HEIGHT: ir.Register(HEIGHT)},
        arrays={**module.arrays, KEPT: ir.Array(KEPT, sum(most.values()))},
    )


def _may_change(function: ir.Function, module: ir.Module) -> Collection[str]:
    """The registers that a call of a function may change: all of them where a person can do it at a stop."""
    called = tuple(module.functions[one].body for one in callees_first(module, [function.name]))
    stops = any(isinstance(one, ir.Ask) for one in nodes(called))
    return module.registers.keys() if stops else changed_names(called, module) & module.registers.keys()


def _unchanging_parameters(function: ir.Function, module: ir.Module) -> Locals:
    """The parameters of a function that have the same value in all calls: it never assigns them, and each of
    its calls of itself passes them on. None where other functions call an entry point.
    """
    calls = [
        one for one in nodes(function.body) if isinstance(one, ir.Call) and one.function == function.name
    ]
    others = (one.body for name, one in module.functions.items() if name != function.name)
    called = any(isinstance(one, ir.Call) and one.function == function.name for one in nodes(tuple(others)))
    if any(one.by for one in calls) or (function.label and called):
        return _NONE
    assigned = names_in(function.body, ir.Name, ir.For)
    return frozenset(
        one
        for place, one in enumerate(function.parameters)
        if not assigned[one] and all(call.arguments[place] == ir.Read(one) for call in calls)
    )


def _with_calls_of(piece: Piece, names: Mapping[str, str], given: Sequence[int] | None = None) -> Piece:
    """A piece with calls of functions by other names, with the arguments at these places only."""
    made: object = with_parts(piece, partial(_with_calls_of, names=names, given=given))
    if isinstance(made, ir.Call) and made.function in names:
        arguments = made.arguments if given is None else tuple(made.arguments[place] for place in given)
        made = replace(made, function=names[made.function], arguments=arguments)
    return made  # type: ignore[return-value]


def _call_of(function: ir.Function, inner: str, parameters: Iterable[str]) -> ir.Block:
    """The statements that return what a call of another function with these parameters gives."""
    call = ir.Call(inner, tuple(map(ir.Read, parameters)), place=function.place)
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
        self,
        name: str,
        parameters: Collection[str],
        registers: Collection[str],
        changing: Collection[str],
        report: Reporter,
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.registers = registers
        self.changing = changing
        self.report = report
        self.most = 0
        self.made = 0
        self.behind_loop: list[tuple[Locals, Locals]] = []
        self.computed: dict[str, ir.Expression] = {}
        self.often: Counter[str] = Counter()

    def keep_all(self, body: ir.Block) -> ir.Block:
        """The body of the function with its locals kept around calls.

        What is kept around the most calls is kept first, so that it may stay where it is.
        """
        body = self.separate_calls(body)
        self.computed = self._values_again(body)
        self.keep(body, _NONE)
        return self.keep(body, _NONE)[0]

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
        return ir.Name(f"{_PART}{self.made}", place=place)

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
        kept, rest = self._split_locals(behind)
        computed = (ir.Assign((ir.Name(name),), (value,), place=one.place) for name, value in rest.items())
        return (*self._save(kept), one, *self._restore(kept), *computed), behind | self._read(one)

    def _values_again(self, body: ir.Block) -> dict[str, ir.Expression]:
        """The locals with one value in a call, in the order of the source, and what they are computed of:
        parameters, registers that no call changes, and other such locals. Computed again they are the same.
        """
        assigned = names_in(body, ir.Name, ir.For)
        fixed = {one for one in self.parameters if not assigned[one]}
        fixed |= {one for one in self.registers if one not in self.changing}
        found: dict[str, ir.Expression] = {}
        for _, target, value in assignments(body):
            operations = [one for one in nodes(value) if not isinstance(one, ir.Read | ir.Constant)]
            plain = all(isinstance(one, ir.Operation) and one.name in _AGAIN for one in operations)
            if not isinstance(target, ir.Name) or assigned[target.name] > 1 or not plain:
                continue
            short = len(operations) <= MOST_OPERATIONS or target.name.startswith(_PART)
            if short and target.name not in self.registers and names_in(value, ir.Read).keys() <= fixed:
                found[target.name] = value
                fixed.add(target.name)
        return found

    def _split_locals(self, behind: Locals) -> tuple[list[str], dict[str, ir.Expression]]:
        """The locals to keep of those read after a call, and the others, with what they are computed of."""
        kept, again = set(behind), dict[str, ir.Expression]()
        for name, value in self.computed.items():
            if name in kept and self._read(value) <= (kept - {name}) | again.keys():
                kept.remove(name)
                again[name] = value
        self.often.update(kept)
        return sorted(kept, key=lambda one: (-self.often[one], one)), again

    def _read(self, piece: object) -> Locals:
        return frozenset(names_in(piece, ir.Read)) - frozenset(self.registers)

    def _save(self, names: Sequence[str]) -> ir.Block:
        self.most = max(self.most, len(names))
        made: list[ir.Statement] = []
        for name in names:
            made += [ir.Assign((_TOP,), (ir.Read(name),)), _step("add")]
        return tuple(made)

    def _restore(self, names: Sequence[str]) -> ir.Block:
        made: list[ir.Statement] = []
        for name in reversed(names):
            made += [_step("sub"), ir.Assign((ir.Name(name),), (_TOP,))]
        return tuple(made)


_TOP: Final = ir.Element(KEPT, ir.Read(HEIGHT))


def _step(operation: str) -> ir.Assign:
    """A statement that changes how much is kept by 1."""
    return ir.Assign((ir.Name(HEIGHT),), (ir.Operation(operation, (ir.Read(HEIGHT), constant(1))),))
