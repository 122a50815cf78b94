"""The last changes of statements: names for conditions, first values before `for` loops, and no idle stores.

A value that only the passes of a `for` loop assign may be read after it. The listing runs each such loop at
least once. Python and the compiler ask for a value before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from re import findall, fullmatch
from typing import TypeGuard

from generator.decompiling.printing import Condition, lines
from generator.decompiling.statements import Assign, Block, For, If, Loop, Statement, walk
from hp15c.terms import laws


def targets(block: Block) -> set[str]:
    """The names that statements assign, those in loops and conditions included."""
    return {name for one in walk(block) if isinstance(one, Assign) for name in one.targets}


def without_idle_stores(block: Block) -> Block:
    """The statements without assignments of a number or a name that others of their kind replace at once.

    CLEAR REG makes them: `r1 = 0` before `r1 = x`.
    """
    made: list[Statement] = []
    for one in reversed(block):
        if isinstance(one, If):
            one = If(one.condition, without_idle_stores(one.body), without_idle_stores(one.orelse))
        elif isinstance(one, Loop):
            one = Loop(without_idle_stores(one.body), one.condition)
        elif isinstance(one, For):
            one = For(without_idle_stores(one.body), one.name, one.head)
        if not (_is_plain(one) and _is_replaced(one, made[::-1])):
            made.append(one)
    return tuple(reversed(made))


def _is_plain(one: Statement) -> TypeGuard[Assign]:
    return isinstance(one, Assign) and len(one.targets) == 1 and bool(fullmatch(r"-?[\w.]+", one.value))


def _is_replaced(one: Assign, behind: Sequence[Statement]) -> bool:
    """Whether plain assignments follow, of which one has the same target and none reads it."""
    for other in behind:
        if not _is_plain(other) or other.value == one.targets[0]:
            return False
        if other.targets == one.targets:
            return True
    return False


def with_conditions(block: Block, condition: Condition) -> Block:
    """The statements with `small = x < 0` for a condition that decides between True and False."""
    made: list[Statement] = []
    for one in block:
        if isinstance(one, If):
            body, orelse = (with_conditions(arm, condition) for arm in (one.body, one.orelse))
            one = If(one.condition, body, orelse)
            if len(body) == len(orelse) == 1:
                first, second = body[0], orelse[0]
                if (
                    isinstance(first, Assign)
                    and isinstance(second, Assign)
                    and first.targets == second.targets
                    and {first.value, second.value} == {"True", "False"}
                ):
                    holds = one.condition if first.value == "True" else laws.no(one.condition)
                    one = Assign(first.targets, condition(holds))
        elif isinstance(one, Loop):
            one = Loop(with_conditions(one.body, condition), one.condition)
        elif isinstance(one, For):
            one = For(with_conditions(one.body, condition), one.name, one.head)
        made.append(one)
    return tuple(made)


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
