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

Where the limits too rise by the same step, a quotient is the count:

    if points >= 90:                reached = intpart((points - 60) / 10)
        return 3                    if reached < 0:
    if points >= 80:                    reached = 0
        return 2                    if reached > 3:
    if points >= 70:                    reached = 3
        return 1                    return reached
    return 0
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Context, Decimal
from itertools import count, pairwise
from typing import Final

from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant
from generator.compiler.tree.nodes import with_parts
from generator.compiler.tree.rewriting import unused_in_module, unused_name
from generator.compiler.tree.substitution import with_constants_put_in
from hp15c.errors import InputError
from hp15c.numbers.number import ONE, Number
from hp15c.rules.number_functions import result

LEAST_TESTS: Final = 3
MOST_TESTS: Final = 16
"""The most tests of a chain that is changed, because the search takes time for each call."""
_MACHINE: Final = Context(prec=10)
"""Rounds to ten digits as the calculator does. Numbers near 0 do not matter here."""
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

    @property
    def quotient(self) -> Quotient | None:
        """The quotient that is the count. None where the steps are not those of one.

        The difference and the quotient never fall where the number rises. So it is enough that they are
        right at each limit, and at the number before it. All multiples of the step have to be exact.
        """
        limits = sorted(one.value.decimal for one in self.limits)
        sizes = {other - one for one, other in pairwise(limits)}
        step, size = self.step, min(sizes)
        if step is None or len(sizes) > 1 or size < 1 or self.relation not in ("<", ">="):
            return None
        multiples = [step.decimal * number for number in range(len(self.ends))]
        rising = self.relation == "<"
        least, slope = _number(self.ends[0 if rising else -1]).value, step if rising else -step
        firsts = {int(least), 0} if slope == ONE and least.is_integer and not least.negative else {0}
        with suppress(InputError):  # a number that is too large
            if any(Number.of(one).decimal != one for one in multiples):
                return None
            for first in sorted(firsts, reverse=True):
                start = Number.of(limits[0] - (first + 1) * size)
                found = Quotient(start, Number.of(size), first)
                if all(map(found.reaches, limits, count(first + 1))):
                    plain = slope == ONE and first == least
                    return found if plain else replace(found, least=least, slope=slope)
        return None


@dataclass(frozen=True, slots=True)
class Quotient:
    """The whole part of (x − start) ÷ size, at least `first`. With a slope the result is `least` plus that
    number times the slope.
    """

    start: Number
    size: Number
    first: int
    least: Number | None = None
    slope: Number = ONE

    def reaches(self, limit: Decimal, number: int) -> bool:
        """Whether the quotient, as the calculator rounds it, reaches a number just at a limit."""
        below = _MACHINE.next_minus(limit) if limit else Decimal("-1e-99")
        return self._quotient_of(below) < number <= self._quotient_of(limit)

    def _quotient_of(self, number: Decimal) -> Decimal:
        value = Number.of(number)
        for line, operands in (("−", (self.start,)), ("÷", (self.size,)), ("INT", ())):
            found = result(line, value, *operands)
            assert found is not None
            ((value,), _) = found
        return value.decimal

    def expression(self, name: str) -> ir.Expression:
        """The quotient of a name."""
        sign = "add" if self.start.negative else "sub"
        value: ir.Expression = ir.Read(name)
        if not self.start.is_zero:
            value = ir.Operation(sign, (value, ir.Constant(abs(self.start))))
        if self.size != ONE:
            value = ir.Operation("div", (value, ir.Constant(self.size)))
        return ir.Operation("intpart", (value,))

    def result(self, count: str) -> ir.Expression:
        """What a count gives."""
        value: ir.Expression = ir.Read(count)
        if self.least is None:
            return value
        if abs(self.slope) != ONE:
            value = ir.Operation("mul", (value, ir.Constant(abs(self.slope))))
        return ir.Operation("sub" if self.slope.negative else "add", (ir.Constant(self.least), value))


def count_classes(module: ir.Module) -> tuple[ir.Module, tuple[str, ...]]:
    """A module with its chains of rising limits as counts, and what was done in words.

    It is the same module where it has none.
    """
    counting = _Counting(module)
    functions: dict[str, ir.Function] = {}
    for name, one in module.functions.items():
        if one.levels or name in module.routines:
            functions[name] = one
            continue
        known = with_constants_put_in(one.body, module)
        body = counting.block(known)
        functions[name] = one if body is known else replace(one, body=body)
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
    """The chain with which a block begins. None where it begins with something else."""
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
        if chain.quotient:
            return self._divide(chain, chain.quotient)
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

    def _divide(self, chain: Chain, quotient: Quotient) -> list[ir.Statement]:
        """The statements with a quotient in place of comparisons."""
        place, end = chain.place, chain.ends[-1]
        assert isinstance(end, ir.Return | ir.Assign)
        name = unused_in_module("reached", self.module)
        most = quotient.first + len(chain.limits)
        self.told.append(f"{chain.name} is divided in place of {len(chain.limits)} comparisons")

        def give(value: ir.Expression) -> ir.Assign:
            return ir.Assign((ir.Name(name),), (value,), place=place)

        def limit(relation: ir.Relation, number: ir.Constant) -> ir.If:
            test = ir.Compare(ir.Read(name), relation, number, place=place)
            return ir.If(test, (give(number),), place=place)

        return [
            give(quotient.expression(chain.name)),
            limit("<", constant(quotient.first)),
            limit(">", constant(most)),
            replace(end, values=(quotient.result(name),)),
        ]

    def _register(self, name: str) -> str:
        """The register of the compared or the counted number."""
        found = unused_in_module(name, self.module)
        if found not in self.registers:
            self.registers.append(found)
        return found

    def _function(self, key: tuple[str, str, Number], reached: str, place: ir.Place | None) -> str:
        """The subroutine that compares with one limit."""
        if key in self._counters:
            return self._counters[key]
        compared, relation, step = key
        taken = {*self.module.functions, *self.functions, *self.module.arrays}
        name = unused_name("limit_reached", tuple(map(ir.Name, taken)), self.module)
        limit = unused_name("limit", (ir.Read(compared), ir.Read(reached)), self.module)
        test = ir.Compare(ir.Read(compared), _OPPOSITE[relation], ir.Read(limit), place=place)
        sign, size = ("sub", abs(step)) if step.negative else ("add", step)
        value = ir.Operation(sign, (ir.Read(reached), ir.Constant(size)), place=place)
        body = ir.If(test, (ir.Assign((ir.Name(reached),), (value,), place=place),), place=place)
        self.functions[name] = ir.Function(name, (limit,), (body,), 0, place=place)
        self._counters[key] = name
        return name
