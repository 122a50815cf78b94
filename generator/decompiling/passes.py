"""Values that only the passes of a `for` loop assign, and that are read behind it.

The listing runs each such loop at least once. Python and the compiler ask for a value before it.
"""

from __future__ import annotations

from re import findall

from generator.decompiling.printing import Condition, lines
from generator.decompiling.statements import Assign, Block, For, If, Loop, Statement, walk


def targets(block: Block) -> set[str]:
    """The names that statements assign, those in loops and conditions included."""
    return {name for one in walk(block) if isinstance(one, Assign) for name in one.targets}


def with_first_values(block: Block, condition: Condition, before: set[str], behind: set[str]) -> Block:
    """The statements with a 0 before each `for` loop for what only its passes assign.

    `before` are the names that have values at the beginning, `behind` those that are read at the end.
    `condition` writes conditions.
    """
    made: list[Statement] = []
    before = set(before)
    for place, one in enumerate(block):
        read = behind | set(findall(r"\w+", " ".join(lines(block[place + 1 :], condition))))
        if isinstance(one, If):
            arms = (with_first_values(arm, condition, before, read) for arm in (one.body, one.orelse))
            one = If(one.condition, *arms)
        elif isinstance(one, Loop | For):
            if isinstance(one, For):
                wanted = sorted((targets(one.body) & read) - before)
                made += [Assign((name,), "0") for name in wanted]
            inside = read | set(findall(r"\w+", " ".join(lines((one,), condition))))
            body = with_first_values(one.body, condition, before | targets((one,)), inside)
            one = For(body, one.name, one.head) if isinstance(one, For) else Loop(body, one.condition)
        made.append(one)
        before |= targets((one,))
    return tuple(made)
