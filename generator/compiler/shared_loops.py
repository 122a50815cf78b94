"""Equal loops over different arrays as one subroutine, where the arrays have their places.

    for i in range(n + 1, 1, -1):           fill(x, n + 1 + 0.001)
        a[i - 2] = x % 10                   fill(y, n + 20 + 0.02)
        x = x // 10
    for i in range(n + 20, 20, -1):         def fill(x, counter):
        b[i - 21] = y % 10                      for i in range(counter):    # counts by DSE to its end
            y = y // 10                             a[i - 2] = x % 10
                                                    x = x // 10

The elements of both have the number of a register that is as far from the index. The counter iiiii.eee has
the first index and the end, so that one argument is what the loops differ in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final

from generator.compiler.code.arrays import address
from generator.compiler.code.loops import LARGEST, THOUSAND
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine, constant
from generator.compiler.tree.nodes import changed_names, leaves, nodes, read_names
from generator.compiler.tree.rewriting import substitute_statement, unused_in_module, unused_name, with_body
from hp15c.numbers.number import Number

MOST_ARGUMENTS: Final = 3
"""The number of locals that a loop may get. The counter is an argument more."""
LEAST: Final = 8
"""The number of nodes of a loop's body from which on a subroutine is tried."""

_Loop = tuple[str, ir.For]


def share_loops(module: ir.Module) -> ir.Module:
    """The module with the first two equal loops as calls of one function, the same one without any."""
    loops = [(name, loop) for name, one in module.functions.items() for loop in _countable(one, module)]
    for (name, one), (other_name, other) in combinations(loops, 2):
        matched = _Match(module, {one.name: other.name})
        if matched.equal(one.body, other.body):
            made = _with_calls(module, (name, one), (other_name, other), matched.names)
            if made is not None:
                return made
    return module


def _countable(function: ir.Function, module: ir.Module) -> Iterator[ir.For]:
    """The loops of a function that count down by DSE to an end in the counter, and are worth a call."""
    for one in nodes(function.body):
        if not isinstance(one, ir.For) or one.step != -1 or not one.runs or one.counter:
            continue
        start, stop = affine(one.start), affine(one.stop)
        small = stop is not None and not stop.factors and 0 <= stop.constant <= LARGEST
        size = sum(1 for _ in nodes(one.body))
        if start is not None and small and size >= LEAST and _reaches_elements(one, module):
            inner = any(isinstance(node, ir.For | ir.While | ir.Call) for node in nodes(one.body))
            if not (inner or leaves(one.body)):
                yield one


def _reaches_elements(loop: ir.For, module: ir.Module) -> bool:
    """Whether each pass begins with the element at the index, or near it, so that the index is small."""
    first = next((one for one in nodes(loop.body[:1]) if isinstance(one, ir.Element)), None)
    where = affine(address(module, first)) if first is not None else None
    return where is not None and where.factors == ((loop.name, 1),) and isinstance(loop.body[0], ir.Assign)


@dataclass(slots=True)
class _Match:
    """The names of one loop that stand for those of another one."""

    module: ir.Module
    names: dict[str, str] = field(default_factory=dict)

    def equal(self, one: object, other: object) -> bool:
        """Whether two pieces differ in locals and places of elements only."""
        if isinstance(one, tuple) and isinstance(other, tuple):
            return len(one) == len(other) and all(map(self.equal, one, other))
        if not (isinstance(one, ir.Node) and type(one) is type(other)):
            return one == other
        if isinstance(one, ir.Name | ir.Read) and isinstance(other, ir.Name | ir.Read):
            return self._same_name(one.name, other.name)
        if isinstance(one, ir.Element) and isinstance(other, ir.Element):
            return self.equal(address(self.module, one), address(self.module, other))
        parts = (part for part in type(one).__dataclass_fields__ if part != "place")
        return all(self.equal(getattr(one, part), getattr(other, part)) for part in parts)

    def _same_name(self, one: str, other: str) -> bool:
        registers = self.module.registers
        if one in registers or other in registers:
            return one == other
        known = self.names.setdefault(one, other)
        return known == other and list(self.names.values()).count(other) == 1


def _with_calls(module: ir.Module, first: _Loop, second: _Loop, names: dict[str, str]) -> ir.Module | None:
    """The module with two loops as calls. None where they give or need too much."""
    name, loop = first
    inside = read_names(loop.body, module) | changed_names(loop.body, module)
    given = sorted(inside - {loop.name} - module.registers.keys())
    changed = changed_names(loop.body, module) - module.registers.keys() | {loop.name}
    if len(given) > MOST_ARGUMENTS:
        return None
    results = sorted(
        {one for one in changed if _is_read_outside(module, first, one)}
        | {one for one in changed if _is_read_outside(module, second, names[one])}
    )
    if len(results) > 1 or loop.name in results:
        return None
    called = unused_in_module("pass_through", module)
    counter = unused_name("counter", loop, module)
    body: ir.Block = (
        replace(loop, start=ir.Read(counter), stop=constant(0), counter=True, through=False),
        ir.Return(tuple(map(ir.Read, results))),
    )
    function = ir.Function(called, (*given, counter), body, len(results), place=loop.place)
    for place, one, meant in ((name, loop, {}), (*second, names)):
        arguments = (*(ir.Read(meant.get(local, local)) for local in given), _counter(one))
        call = ir.Call(called, arguments, place=one.place)
        statement: ir.Statement = ir.Evaluate(call, place=one.place)
        if results:
            target = ir.Name(meant.get(results[0], results[0]))
            statement = ir.Assign((target,), (call,), place=one.place)
        made = substitute_statement(module.functions[place].body, one, (statement,))
        module = with_body(module, place, made)
    return replace(module, functions={**module.functions, called: function})


def _is_read_outside(module: ir.Module, loop: _Loop, name: str) -> bool:
    """Whether a local of a loop is read outside it."""
    function, inside = module.functions[loop[0]], list(nodes(loop[1].body))
    return list(nodes(function.body)).count(ir.Read(name)) > inside.count(ir.Read(name))


def _counter(loop: ir.For) -> ir.Expression:
    """The counter of a loop: its first index, with the end as thousandths."""
    start, stop = affine(loop.start), affine(loop.stop)
    assert start is not None
    assert stop is not None
    added = Number.of(start.constant) + Number.of(stop.constant) / THOUSAND
    names = replace(start, constant=0).expression()
    if not start.factors:
        return ir.Constant(added)
    return names if added.is_zero else ir.Operation("add", (names, ir.Constant(added)))
