"""Lines that correspond in two programs, and registers that they use for the same thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

from generator.reading.parts import Graph
from hp15c.listing.program import Program
from hp15c.table.instructions import Role

_WRITES = ("STO", "x↔")
_LEAST = 2
"""The least number of lines that name a register which is taken for a renamed one."""


def renamed_registers(
    old: Program, new: Program, entries: Iterable[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    """Pairs of registers of the old and the new program, where their numbers differ.

    Both programs are walked through from their entries in the same order. Registers on lines that correspond
    are taken for the same. Only registers that both programs write themselves are renamed. What its user
    stores stays where it is.
    """
    votes: dict[int, Counter[int]] = {}
    for lines in alignment(old, new, entries):
        one, other = (program.steps[line - 1] for program, line in zip((old, new), lines, strict=True))
        if one.register is not None and other.register is not None:
            votes.setdefault(one.register, Counter())[other.register] += 1
    found = {one: counter.most_common(1)[0][0] for one, counter in votes.items()}
    written = _write_counts(old), _write_counts(new)
    pairs = [
        (one, other)
        for one, other in sorted(found.items())
        if one != other and written[0][one] >= _LEAST and written[1][other] == written[0][one]
    ]
    moved = {other for _, other in pairs}
    kept = {one for one in found if one not in dict(pairs)}
    return () if len(moved) < len(pairs) or moved & kept else tuple(pairs)


def alignment(old: Program, new: Program, entries: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Pairs of lines with the same function, where both programs are walked through in the same order.

    Called subroutines are walked through where they are called.
    """
    for pair in entries:
        sides = [list(Graph(program).walk([line])) for program, line in zip((old, new), pair, strict=True)]
        names = [[one.steps[at - 1].name for at in side] for one, side in zip((old, new), sides, strict=True)]
        matcher = SequenceMatcher(None, names[0], names[1], autojunk=False)
        for first, second, count in matcher.get_matching_blocks():
            yield from zip(sides[0][first : first + count], sides[1][second : second + count], strict=True)


def registers_named(program: Program) -> tuple[int, ...]:
    """The numbers of the registers that a program names, which is what is left to its user."""
    return tuple(sorted({number for one in program.steps if (number := one.register) is not None}))


def _write_counts(program: Program) -> Counter[int]:
    """How many lines name each register that is written somewhere."""
    named: Counter[int] = Counter()
    writes: set[int] = set()
    for step in program.steps:
        if step.register is not None:
            named[step.register] += 1
            if step.name.startswith(_WRITES) or step.role is Role.COUNTS:
                writes.add(step.register)
    return Counter({number: count for number, count in named.items() if number in writes})
