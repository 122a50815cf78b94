"""Chains of comparisons with rising limits, as a count of the limits that are reached.

    if wind < 1:                    compared = wind
        return 0                    reached = 0
    if wind < 6:                    limit_reached(1)
        return 1                    limit_reached(6)
    if wind < 12:                   limit_reached(12)
        return 2                    return reached
    return 3

The numbers that the chain gives rise or fall by the same step. Each comparison that holds implies the next
one, so the place of the first that holds is the number of those that do not hold. The subroutine compares one
limit, and adds the step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from generator.compiler.tree import ir
from generator.compiler.tree.nodes import with_parts
from generator.compiler.tree.rewriting import unused_name
from hp15c.numbers.number import Number

LEAST_TESTS: Final = 3
MOST_TESTS: Final = 16
"""Longer chains stay as they are written, because the search takes time for each call."""
_OPPOSITE: Final[dict[str, ir.Relation]] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


@dataclass(frozen=True, slots=True)
class Chain:
    """Comparisons of one name with `limits`, and the statement that each way ends with.

    `ends` are all of one kind: each returns a number, or assigns one to the same name. There is one more than
    there are limits. `length` is the number of statements of the block.
    """

    name: str
    relation: str
    limits: tuple[ir.Constant, ...]
    ends: tuple[ir.Statement, ...]
    length: int
    place: ir.Place | None

    @property
    def step(self) -> Number | None:
        """By how much the numbers rise from each way to the next. None where a count does not give them."""
        numbers = [_number(end).value for end in self.ends]
        steps = {other.decimal - one.decimal for one, other in pairwise(numbers)}
        limits = [one.value.decimal for one in self.limits]
        in_order = limits == sorted(limits, reverse=self.relation in (">", ">="))
        if len(steps) != 1 or not in_order or not LEAST_TESTS <= len(limits) <= MOST_TESTS:
            return None
        step = Number.of(str(*steps))
        return step if {step.decimal} == steps and not step.is_zero else None


def count_classes(module: ir.Module) -> tuple[ir.Module, tuple[str, ...]]:
    """A module with such chains as counts, and what was done in words. It is the same module where it has
    none.
    """
    counting = _Counting(module)
    functions: dict[str, ir.Function] = {}
    for name, one in module.functions.items():
        body = one.body if one.levels or name in module.routines else counting.block(one.body)
        functions[name] = one if body is one.body else replace(one, body=body)
    if not counting.told:
        return module, ()
    registers = {**module.registers, **{name: ir.Register(name) for name in counting.registers}}
    made = replace(module, registers=registers, functions={**functions, **counting.functions})
    return made, tuple(counting.told)


def _number(end: ir.Statement) -> ir.Constant:
    """The number that a way of a chain gives."""
    assert isinstance(end, ir.Return | ir.Assign)
    (value,) = end.values
    assert isinstance(value, ir.Constant)
    return value


def _gives_number(statement: ir.Statement) -> bool:
    match statement:
        case ir.Return(values=(ir.Constant(),), error=None):
            return True
        case ir.Assign(targets=(ir.Name(),), values=(ir.Constant(),)):
            return True
    return False


def _chain(block: Sequence[ir.Statement]) -> Chain | None:
    """The chain with which a block begins."""
    match block:
        case [
            ir.If(
                test=ir.Compare(left=ir.Read(name=name), relation=relation, right=ir.Constant() as limit),
                body=(end,),
                orelse=orelse,
            ) as first,
            *behind,
        ] if relation in _OPPOSITE and _gives_number(end):
            others = (*orelse, *behind) if isinstance(end, ir.Return) else orelse
        case _:
            return None
    rest = _chain(others)
    if rest is None and others and _gives_number(others[0]):
        rest = Chain(name, relation, (), (others[0],), 1, None)
    if rest is None or (rest.name, rest.relation) != (name, relation) or not _alike(end, rest.ends[0]):
        return None
    if isinstance(end, ir.Assign) and rest.length != len(orelse):
        return None
    length = 1 + max(0, rest.length - len(orelse))
    return Chain(name, relation, (limit, *rest.limits), (end, *rest.ends), length, first.place)


def _alike(one: ir.Statement, other: ir.Statement) -> bool:
    """Whether both return a number, or both assign one to the same name."""
    return type(one) is type(other) and getattr(one, "targets", ()) == getattr(other, "targets", ())


class _Counting:
    """Changes the blocks of a module. The registers and functions that it needs are made once."""

    def __init__(self, module: ir.Module) -> None:
        self.module = module
        self.told: list[str] = []
        self.registers: list[str] = []
        self.functions: dict[str, ir.Function] = {}
        self._counters: dict[tuple[str, str, Number], str] = {}

    def block(self, block: ir.Block) -> ir.Block:
        """A block with its chains as counts."""
        made: list[ir.Statement] = []
        at = 0
        while at < len(block):
            chain = _chain(block[at:])
            step = chain and chain.step
            if chain and step:
                made += self._count(chain, step)
                at += chain.length
            else:
                made.append(with_parts(block[at], self._part, ("body", "orelse")))
                at += 1
        same = len(made) == len(block) and all(one is other for one, other in zip(made, block, strict=True))
        return block if same else tuple(made)

    def _part(self, part: ir.Block) -> ir.Block:
        return self.block(part)

    def _count(self, chain: Chain, step: Number) -> list[ir.Statement]:
        """The statements that stand for a chain."""
        place = chain.place
        compared = chain.name if chain.name in self.module.registers else self._register("compared")
        reached = self._register("reached")
        function = self._function((compared, chain.relation, step), reached, place)
        first: list[tuple[str, ir.Expression]] = [(reached, _number(chain.ends[0]))]
        if compared != chain.name:
            first.insert(0, (compared, ir.Read(chain.name, place=place)))
        self.told.append(f"{chain.name} is compared with {len(chain.limits)} limits by one subroutine")
        end = chain.ends[-1]
        assert isinstance(end, ir.Return | ir.Assign)
        return [
            *(ir.Assign((ir.Name(name),), (value,), place=place) for name, value in first),
            *(ir.Evaluate(ir.Call(function, (limit,)), place=limit.place) for limit in chain.limits),
            replace(end, values=(ir.Read(reached, place=end.place),)),
        ]

    def _register(self, name: str) -> str:
        """The register of the compared or the counted number."""
        taken = {*self.module.arrays, *self.module.matrices, *self.module.functions}
        found = unused_name(name, (*self.module.bodies, *map(ir.Name, {*self.module.registers, *taken})))
        if found not in self.registers:
            self.registers.append(found)
        return found

    def _function(self, key: tuple[str, str, Number], reached: str, place: ir.Place | None) -> str:
        """The subroutine that compares with one limit."""
        if key in self._counters:
            return self._counters[key]
        compared, relation, step = key
        taken = {*self.module.functions, *self.functions, *self.module.registers, *self.module.arrays}
        name = unused_name("limit_reached", tuple(map(ir.Name, taken)))
        test = ir.Compare(ir.Read(compared), _OPPOSITE[relation], ir.Read("limit"), place=place)
        sign, size = ("sub", abs(step)) if step.negative else ("add", step)
        value = ir.Operation(sign, (ir.Read(reached), ir.Constant(size)), place=place)
        body = ir.If(test, (ir.Assign((ir.Name(reached),), (value,), place=place),), place=place)
        self.functions[name] = ir.Function(name, ("limit",), (body,), 0, place=place)
        self._counters[key] = name
        return name
