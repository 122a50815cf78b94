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

EDGE: Final = 2
"""The most numbers beside the cases that get a label for the rest in place of a test of the range."""
TEST: Final = 3
"""The lines of a test: the number, the test, the jump. The statements after it have a label of their own."""
WHOLE: Final = 4
"""The lines that test whether a number is whole, and bring it back."""


class Compared(NamedTuple):
    """A test of a name: whether it is one of some numbers (`equal`), or none of them."""

    name: str
    numbers: tuple[Number, ...]
    equal: bool


@dataclass(frozen=True, slots=True)
class Chain:
    """The statements for whole numbers of a name, and for the `rest`. `compared` is what is known of it."""

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
    found = _comparison(test)
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
        found = _comparison(one.test)
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


def may_jump_by_number(module: ir.Module) -> bool:
    """Whether a module has tests that may be a jump by a number, and no value of its own in I."""
    in_i = "I" in module.reserved or any(one.at == "I" for one in module.registers.values())
    return not in_i and any(numbers_with_labels(one) for one in chains(module))


def numbers_with_labels(chain: Chain) -> range:
    """The numbers that get labels when a chain is a jump. There are none where tests need fewer lines."""
    span, cases = chain.compared, chain.numbers
    first, last = _end(span.low, min(cases), -1), _end(span.high, max(cases), 1)
    checks = WHOLE * (not span.whole) + TEST * ((span.low != first) + (span.high != last))
    by_number = 2 + (last + 1 - first) + checks
    by_tests = TEST * len(cases) + len(chain.bodies)
    return range(first, last + 1) if first >= 0 and by_number <= by_tests else range(0)


def _end(known: int | None, case: int, outwards: int) -> int:
    """The first or last number that gets a label: `known`, the limit of what the name may be, where it is
    close beyond the last case, or else the case.
    """
    beyond = None if known is None else (known - case) * outwards
    return case if known is None or beyond is None or beyond > EDGE else known


def _may_be_label(number: Number) -> bool:
    return number.is_integer and 0 <= int(number) <= LAST_CASE


def _comparison(test: ir.Condition) -> Compared | None:
    match test:
        case ir.Not(condition=inner):
            found = _comparison(inner)
            return found and found._replace(equal=not found.equal)
        case ir.Compare(ir.Read(name=name), "==" | "!=" as relation, ir.Constant(value=value)) | ir.Compare(
            ir.Constant(value=value), "==" | "!=" as relation, ir.Read(name=name)
        ):
            return Compared(name, (value,), relation == "==")
        case ir.Or(conditions=parts):
            several = [_comparison(one) for one in parts]
            known = [one for one in several if one is not None and one.equal]
            if len(known) == len(parts) and len({one.name for one in known}) == 1:
                return Compared(known[0].name, tuple(one for each in known for one in each.numbers), True)
    return None
