"""Loops that DSE or ISG counts, as `for` loops."""

from __future__ import annotations

from dataclasses import dataclass
from re import findall

from generator.decompiling.events import COUNTS
from generator.decompiling.needs import Needs, place_of, value_at, ways_to
from generator.decompiling.routines import ByWord, NotWritten
from generator.decompiling.statements import (
    BREAK,
    CONTINUE,
    Assign,
    Block,
    Count,
    For,
    If,
    Loop,
    Statement,
    Text,
    ends,
    has,
    walk,
    with_inner,
)
from hp15c.numbers.number import Number
from hp15c.terms.term import Term


@dataclass(frozen=True, slots=True)
class Counter:
    """A value that a line counts: where it starts, and the range where the start is known.

    `whole` says whether the value itself is whole, and not only its integer part.
    """

    leaf: Term
    op: str
    start: Term
    limits: tuple[int, int, int] | None
    whole: bool


def counters(needs: Needs) -> dict[Term, Counter]:
    """The values that are counted in loops. ByWord where one is used in another way, too."""
    found: dict[Term, Counter] = {}
    for term, count in needs.uses.items():
        if term.op not in COUNTS or not term.args:
            continue
        leaf = term.args[0]
        if leaf.op != "input" or not place_of(leaf)[1] or " " in place_of(leaf)[1] or count > 1:
            raise _by_word(f"{term.op} counts what no loop counts", *counting_lines(needs, leaf))
        place, mark = place_of(leaf)
        values = {value_at(state, place) for _, state in ways_to(needs, mark)} - {term}
        if len(values) != 1:
            raise _by_word(f"{term.op} counts from several numbers", *counting_lines(needs, leaf))
        start = values.pop()
        known = start.number
        limits = None if known is None else counted_limits(term.op, known)
        if limits is None and term.op == "ISG":
            raise _by_word("ISG counts from a number that is not known", *counting_lines(needs, leaf))
        found[leaf] = Counter(leaf, term.op, start, limits, known is None or known.is_integer)
    return found


def _by_word(reason: str, *lines: int) -> ByWord:
    return ByWord(reason, lines, *lines)


def counting_lines(needs: Needs, leaf: Term) -> tuple[int, ...]:
    """The lines with DSE or ISG that end a loop by this value, in ascending order."""
    found = set()
    for node in needs.order:
        for edge in needs.flow.edges[node]:
            condition = edge.condition.args[0] if edge.condition.op == "not" else edge.condition
            if condition.op == "ends" and condition.args[0] is leaf:
                found.add(node.line)
    return tuple(sorted(found))


def counted_limits(op: str, start: Number) -> tuple[int, int, int]:
    """Start, stop and step of a counter n.cccii. It counts to ccc in steps of ii, or of 1 where ii is 00.
    NotWritten for a start with an exponent.
    """
    text = str(abs(start))
    if "e" in text.lower():
        raise NotWritten(f"{op} counts from {start}")
    whole, _, fraction = text.partition(".")
    fraction = fraction.ljust(5, "0")
    first = -int(whole) if start.negative else int(whole)
    last, step = int(fraction[:3]), int(fraction[3:5]) or 1
    if op == "DSE":
        return first, min(last, first - 1), -step
    return first, max(last, first) + 1, step


def with_for(block: Block) -> Block:
    """The statements with `for` loops."""
    made: list[Statement] = []
    for one in block:
        one = with_inner(one, with_for)
        made += _loop(one, made) if isinstance(one, Loop) else [one]
    return tuple(made)


def no_counts(block: Block) -> Block:
    """The statements, unchanged. ByWord where something in them is counted by DSE or ISG."""
    for one in walk(block):
        if isinstance(one, Count):
            raise _by_word(f"{one.op} counts in a loop that is left in another way, too", one.line)
    return block


def _loop(loop: Loop, before: list[Statement]) -> list[Statement]:
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
