"""Values that DSE or ISG counts in loops: where they start, and the range that they go through."""

from __future__ import annotations

from dataclasses import dataclass

from generator.decompiling.events import COUNTS
from generator.decompiling.needs import Needs, place_of, value_at, ways_to
from generator.decompiling.routines import ByWord, NotWritten
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
            raise by_word(f"{term.op} counts what no loop counts", *counting_lines(needs, leaf))
        place, mark = place_of(leaf)
        values = {value_at(state, place) for _, state in ways_to(needs, mark)} - {term}
        if len(values) != 1:
            raise by_word(f"{term.op} counts from several numbers", *counting_lines(needs, leaf))
        start = values.pop()
        known = start.number
        limits = None if known is None else counted_limits(term.op, known)
        if limits is None and term.op == "ISG":
            raise by_word("ISG counts from a number that is not known", *counting_lines(needs, leaf))
        found[leaf] = Counter(leaf, term.op, start, limits, known is None or known.is_integer)
    return found


def by_word(reason: str, *lines: int) -> ByWord:
    """What is raised where these lines with DSE or ISG are written as calls of `count_down` or `count_up`."""
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
