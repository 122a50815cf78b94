"""Chains of tests that compare one name with whole numbers: `match`, or `if` and `elif`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from hp15c.numbers.number import Number

LAST_CASE: Final = 19
"""The largest number of a label that is no letter."""
FEWEST_CASES: Final = 3
"""The number of cases from which on a jump to their labels may be shorter than tests."""


class Compared(NamedTuple):
    """A test of a name: whether it is one of some numbers (`equal`), or none of them."""

    name: str
    numbers: tuple[Number, ...]
    equal: bool


@dataclass(frozen=True, slots=True)
class Chain:
    """The statements for whole numbers that a name may be, and for the `rest`.

    `compared` is what is known of the name.
    """

    name: str
    bodies: tuple[tuple[tuple[int, ...], ir.Block], ...]
    rest: ir.Block
    compared: ir.Span
    place: ir.Place | None = None

    @property
    def numbers(self) -> list[int]:
        """The numbers of all cases."""
        return [number for numbers, _ in self.bodies for number in numbers]


def compared_name(test: ir.Condition) -> str:
    """The name that a test compares with numbers. '' where it is another test."""
    found = _compared(test)
    return found.name if found is not None else ""


def chains(module: ir.Module) -> Iterator[Chain]:
    """The chains of a module, those within chains as well."""
    found = (chain_of(one) for one in nodes(module.bodies) if isinstance(one, ir.If))
    return (one for one in found if one is not None)


def chain_of(tree: ir.If) -> Chain | None:
    """The chain that begins with an `if`. None where it has too few cases.

    Numbers that no label can have go to the rest. Of equal numbers the first one counts.
    """
    name, bodies = "", list[tuple[tuple[int, ...], ir.Block]]()
    others: list[tuple[ir.Condition, ir.Block]] = []
    seen: set[int] = set()
    rest: ir.Block = (tree,)
    while len(rest) == 1 and isinstance(one := rest[0], ir.If):
        found = _compared(one.test)
        if found is None or (name and found.name != name):
            break
        numbers = [int(number) for number in found.numbers if _may_be_label(number)]
        if numbers and len(numbers) < len(found.numbers):
            break
        name = found.name
        body, rest = (one.body, one.orelse) if found.equal else (one.orelse, one.body)
        if numbers:
            bodies.append((tuple(number for number in dict.fromkeys(numbers) if number not in seen), body))
            seen.update(numbers)
        else:
            others.append((one.test if found.equal else ir.Not(one.test), body))
    for test, body in reversed(others):
        rest = (ir.If(test, body, rest, place=test.place),)
    if len(seen) < FEWEST_CASES:
        return None
    return Chain(name, tuple(bodies), rest, tree.compared, tree.place)


def _may_be_label(number: Number) -> bool:
    return number.is_integer and 0 <= int(number) <= LAST_CASE


def _compared(test: ir.Condition) -> Compared | None:
    match test:
        case ir.Not(condition=inner):
            found = _compared(inner)
            return found and found._replace(equal=not found.equal)
        case ir.Compare(ir.Read(name=name), "==" | "!=" as relation, ir.Constant(value=value)) | ir.Compare(
            ir.Constant(value=value), "==" | "!=" as relation, ir.Read(name=name)
        ):
            return Compared(name, (value,), relation == "==")
        case ir.Or(conditions=parts):
            several = [_compared(one) for one in parts]
            known = [one for one in several if one is not None and one.equal]
            if len(known) == len(parts) and len({one.name for one in known}) == 1:
                return Compared(known[0].name, tuple(one for each in known for one in each.numbers), True)
    return None
