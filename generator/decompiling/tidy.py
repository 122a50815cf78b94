"""Statements as people write them: while with its condition, `for` for what DSE or ISG counts, elif, and, or,
early returns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from re import findall, fullmatch
from typing import TypeGuard

from generator.decompiling.counting import by_word
from generator.decompiling.statements import (
    BREAK,
    CONTINUE,
    Assign,
    Block,
    Condition,
    Count,
    For,
    If,
    Loop,
    Statement,
    Text,
    ends,
    has,
    lines,
    size,
    walk,
    with_inner,
)
from hp15c.terms import laws
from hp15c.terms.term import Term


def tidy(block: Block) -> Block:
    """The statements simplified until nothing changes any more."""
    block = _decide(block, {})
    while True:
        made = _block(block)
        if made == block:
            return made
        block = made


def _decide(block: Block, known: Mapping[Term, bool]) -> Block:
    """The statements without the conditions that are decided by those in which they stand.

    The values in conditions never change within one pass of a loop.
    """
    made: list[Statement] = []
    for one in block:
        if isinstance(one, If):
            condition, holds = one.condition, True
            if condition.op == "not":
                condition, holds = condition.args[0], False
            if condition in known:
                made += _decide(one.body if known[condition] is holds else one.orelse, known)
                continue
            body = _decide(one.body, {**known, condition: holds})
            made.append(If(one.condition, body, _decide(one.orelse, {**known, condition: not holds})))
        elif isinstance(one, Loop):
            made.append(Loop(_decide(one.body, known), one.condition))
        else:
            made.append(one)
    return tuple(made)


def _block(block: Block) -> Block:
    made: list[Statement] = []
    for one in block:
        if isinstance(one, If):
            made += _if(one)
        elif isinstance(one, Loop):
            made += _loop(one)
        else:
            made.append(one)
        if ends(tuple(made)):
            break
    return _join(tuple(made))


def _if(one: If) -> Block:
    condition, body, orelse = one.condition, _block(one.body), _block(one.orelse)
    if body == orelse:
        return body
    if not body:
        condition, body, orelse = laws.no(condition), orelse, ()
    tail = _same_end(body, orelse)
    if tail:
        shorter = If(condition, body[:-tail], orelse[:-tail])
        return (*(_if(shorter) if shorter.body or shorter.orelse else ()), *body[-tail:])
    if not orelse and len(body) == 1 and isinstance(body[0], If) and not body[0].orelse:
        return (If(laws.both(condition, body[0].condition), body[0].body),)
    if len(orelse) == 1 and isinstance(orelse[0], If) and orelse[0].body == body:
        return (If(laws.either(condition, orelse[0].condition), body, orelse[0].orelse),)
    if orelse and ends(orelse) and not ends(body):
        return (If(laws.no(condition), orelse), *body)
    if orelse and ends(body):
        if ends(orelse) and sum(map(size, orelse)) < sum(map(size, body)):
            return (If(laws.no(condition), orelse), *body)
        return (If(condition, body), *orelse)
    return (If(condition, body, orelse),)


def _same_end(one: Block, other: Block) -> int:
    count = 0
    while count < min(len(one), len(other)) and one[-1 - count] == other[-1 - count]:
        count += 1
    return count


def _loop(one: Loop) -> Block:
    body = _block(one.body)
    condition = one.condition
    if condition is None and body:
        first = body[0]
        if isinstance(first, If) and first.body == (BREAK,) and not first.orelse and len(body) > 1:
            return (Loop(body[1:], laws.no(first.condition)),)
    return (Loop(body, condition),)


def _join(block: Block) -> Block:
    """Conditions with the same ending, one after the other, as one condition."""
    made: list[Statement] = []
    for one in block:
        match made[-1:], one:
            case [If(before, same, ())], If(condition, body, ()) if body == same and ends(body):
                made[-1] = If(laws.either(before, condition), body)
            case _:
                made.append(one)
    return tuple(made)


def targets(block: Block) -> set[str]:
    """The names that statements assign, those in loops and conditions included."""
    return {name for one in walk(block) if isinstance(one, Assign) for name in one.targets}


def without_idle_stores(block: Block) -> Block:
    """The statements without assignments of a number or a name that others of their kind replace at once.

    CLEAR REG makes them: `r1 = 0` before `r1 = x`.
    """
    made: list[Statement] = []
    for one in reversed(block):
        one = with_inner(one, without_idle_stores)
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
        one = with_inner(one, lambda inner: with_conditions(inner, condition))
        match one:
            case If(test, (Assign(names, value),), (Assign() as other,)) if other.targets == names and {
                value,
                other.value,
            } == {"True", "False"}:
                one = Assign(names, condition(test if value == "True" else laws.no(test)))
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
        known, wanted = before, read
        if isinstance(one, For):
            made += [Assign((name,), "0") for name in sorted((targets(one.body) & read) - before)]
        if isinstance(one, Loop | For):
            known = before | targets((one,))
            wanted = read | set(findall(r"\w+", " ".join(lines((one,), condition))))
        made.append(
            with_inner(one, partial(with_first_values, condition=condition, before=known, behind=wanted))
        )
        before |= targets((one,))
    return tuple(made)


def with_for(block: Block) -> Block:
    """The statements with `for` loops."""
    made: list[Statement] = []
    for one in block:
        one = with_inner(one, with_for)
        made += _count_loop(one, made) if isinstance(one, Loop) else [one]
    return tuple(made)


def no_counts(block: Block) -> Block:
    """The statements, unchanged. ByWord where something in them is counted by DSE or ISG."""
    for one in walk(block):
        if isinstance(one, Count):
            raise by_word(f"{one.op} counts in a loop that is left in another way, too", one.line)
    return block


def _count_loop(loop: Loop, before: list[Statement]) -> list[Statement]:
    body = loop.body
    if loop.condition is not None or len(body) < 2 or not isinstance(body[-1], Count):
        return [loop]
    count, test = body[-1], body[-2]
    if not isinstance(test, If) or test.orelse or test.condition.op != "ends":
        return [loop]
    rest = body[:-2]
    if has(rest, CONTINUE) or not ends(test.body) or test.condition.args[0] is not count.leaf:
        return [loop]
    behind = () if test.body == (BREAK,) else test.body
    if behind and has(rest, BREAK):
        return [loop]
    place = _last_start(before, count.name)
    start = count.start if place is None else before.pop(place).value  # type: ignore[attr-defined]
    if count.limits is None:
        whole = Text(f"assume(frac({start}) == 0)  # so that DSE counts it down to 0")
        downwards = For(rest, count.name, f"range({start}, 0, -1)")
        return [Text(f"assume({start} >= 1)"), whole, downwards, *behind]
    first, stop, step = count.limits
    ends_and_step = (first, stop, step) if step != 1 else (first, stop) if first else (stop,)
    return [For(rest, count.name, f"range({', '.join(map(str, ends_and_step))})"), *behind]


def _last_start(before: list[Statement], name: str) -> int | None:
    """The place of the last assignment of a counter, if only other names follow. None otherwise."""
    for place in reversed(range(len(before))):
        one = before[place]
        if not isinstance(one, Assign) or name in findall(r"\w+", one.value):
            return None
        if one.targets == (name,):
            return place
    return None
