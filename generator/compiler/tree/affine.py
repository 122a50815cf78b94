"""Index expressions as sums of variables times whole numbers, as the library of integer sets reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from generator.compiler.tree import ir
from generator.compiler.tree.relations import NEGATED
from hp15c.numbers.number import Number


@dataclass(frozen=True, slots=True)
class Affine:
    """`constant` plus each variable times its factor. Factors are never 0."""

    factors: tuple[tuple[str, int], ...]
    constant: int = 0

    @classmethod
    def of(cls, factors: Mapping[str, int], constant: int) -> Affine:
        """The sum with these factors, in one order, without those that are 0."""
        return cls(tuple(sorted((name, factor) for name, factor in factors.items() if factor)), constant)

    def plus(self, other: Affine, times: int = 1) -> Affine:
        """This sum and `times` another one."""
        factors = dict(self.factors)
        for name, factor in other.factors:
            factors[name] = factors.get(name, 0) + times * factor
        return Affine.of(factors, self.constant + times * other.constant)

    def scale(self, factor: int) -> Affine:
        """This sum, multiplied by a whole number."""
        return Affine(()).plus(self, factor)

    @property
    def names(self) -> frozenset[str]:
        """The variables in it."""
        return frozenset(name for name, _ in self.factors)

    def __str__(self) -> str:
        """As isl and people read it: `2*i - n + 1`."""
        terms = [
            (factor, name if abs(factor) == 1 else f"{abs(factor)}*{name}") for name, factor in self.factors
        ]
        terms.sort(key=lambda term: term[0] < 0)
        if self.constant or not terms:
            terms.append((self.constant, str(abs(self.constant))))
        text = "".join(f" {'-' if factor < 0 else '+'} {shown}" for factor, shown in terms)
        return (
            text.removeprefix(" + ").removeprefix(" ").replace("- ", "-", 1 if text.startswith(" -") else 0)
        )

    def expression(self) -> ir.Expression:
        """The sum as an expression of the tree, positive terms first."""
        result: ir.Expression | None = None
        for name, factor in sorted(self.factors, key=lambda item: item[1] < 0):
            term: ir.Expression = ir.Read(name)
            if abs(factor) != 1:
                term = ir.Operation("mul", (constant(abs(factor)), term))
            if result is None:
                result = term if factor > 0 else ir.Operation("neg", (term,))
            else:
                result = ir.Operation("add" if factor > 0 else "sub", (result, term))
        if result is None:
            return constant(self.constant)
        if self.constant:
            name = "add" if self.constant > 0 else "sub"
            result = ir.Operation(name, (result, constant(abs(self.constant))))
        return result


def constant(value: int) -> ir.Constant:
    """A whole number as an expression."""
    return ir.Constant(Number.of(value))


def whole(number: Number) -> int | None:
    """A number as an int, None when it has a fraction."""
    value = number.decimal
    return int(value) if value == value.to_integral_value() else None


Resolve = Callable[[str], Affine | None]


def affine(expression: ir.Expression, resolve: Resolve | None = None) -> Affine | None:
    """An expression as a sum. None when it is not one.

    `resolve` says what a name stands for: a loop variable or a parameter, None for a name that changes.
    Without it each name stands for itself.
    """
    match expression:
        case ir.Constant(value):
            number = whole(value)
            return None if number is None else Affine((), number)
        case ir.Read(name):
            return Affine(((name, 1),)) if resolve is None else resolve(name)
        case ir.Operation("neg", (operand,)):
            inner = affine(operand, resolve)
            return None if inner is None else inner.scale(-1)
        case ir.Operation("add" | "sub" | "mul" as name, (first, second)):
            left, right = affine(first, resolve), affine(second, resolve)
            return None if left is None or right is None else _combine(name, left, right)
    return None


def _combine(name: str, left: Affine, right: Affine) -> Affine | None:
    if name != "mul":
        return left.plus(right, 1 if name == "add" else -1)
    if not left.factors:
        return right.scale(left.constant)
    return None if right.factors else left.scale(right.constant)


def passes(loop: ir.For) -> range | None:
    """The values of a loop's variable when its bounds are constants, None when they are not."""
    start, stop = affine(loop.start), affine(loop.stop)
    if start is None or stop is None or start.factors or stop.factors:
        return None
    return range(start.constant, stop.constant, loop.step)


_ISL = {"==": "="}


def condition_text(condition: ir.Condition, resolve: Resolve, *, holds: bool = True) -> str | None:
    """A condition (or with `holds` False its opposite) as a constraint of isl. None when it is not affine."""
    match condition:
        case ir.Truth(value):
            return "true" if value is holds else "false"
        case ir.Not(inner):
            return condition_text(inner, resolve, holds=not holds)
        case ir.Compare(left, relation, right):
            one, other = affine(left, resolve), affine(right, resolve)
            if one is None or other is None:
                return None
            sign = relation if holds else NEGATED[relation]
            return f"{one} {_ISL.get(sign, sign)} {other}"
        case ir.And(parts) | ir.Or(parts):
            texts = [condition_text(part, resolve, holds=holds) for part in parts]
            joint = " and " if isinstance(condition, ir.And) is holds else " or "
            return None if None in texts else joint.join(f"({text})" for text in texts)
    return None


def reach(loop: ir.For, offset: int) -> tuple[Affine, Affine] | None:
    """The lowest and the highest value of the variable of a loop by 1 or −1, with a number added.

    None where the bounds are no such sums.
    """
    start, stop = affine(loop.start), affine(loop.stop)
    if start is None or stop is None:
        return None
    first, last = start.plus(Affine((), offset)), stop.plus(Affine((), offset - loop.step))
    return (first, last) if loop.step > 0 else (last, first)
