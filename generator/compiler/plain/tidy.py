"""Saving lines without looking at values: labels next to each other, jumps to jumps, equal tails."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from generator.compiler.plain.buffer import DIGIT_KEYS, BufferedLine, Label
from hp15c.table.instructions import ROWS, OperandKind, Role
from hp15c.table.step import Lift

SHORTEST_TAIL = 2


def tidied(lines: Sequence[BufferedLine], entries: frozenset[Label]) -> list[BufferedLine]:
    """The lines with the same effect, fewer of them."""
    result = list(lines)
    while True:
        before = len(result), _jumps(result)
        result = _without_idle_jumps(_threaded(_joined_labels(result, entries), entries))
        result = _shared_tail(_without_unused(result, entries))
        if (len(result), _jumps(result)) == before:
            return result


def without_idle_stores(lines: Sequence[BufferedLine], own: frozenset[str]) -> list[BufferedLine]:
    """The lines without STO to registers of `own` that no other line names.

    STO also enables stack lift, ends a number that is keyed in, and can be what a test skips. It stays where
    that may count.
    """
    read = {line.operand for line in lines if line.name != "STO" and _names_register(line)}
    kept: list[BufferedLine] = []
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else None
        idle = line.name == "STO" and line.operand in own - read
        if not (idle and kept and _may_follow(kept[-1], following)):
            kept.append(line)
    return kept


def _names_register(line: BufferedLine) -> bool:
    return line.name in ROWS and ROWS[line.name].names is OperandKind.REGISTER


def _may_follow(before: BufferedLine, after: BufferedLine | None) -> bool:
    """Whether a line may stand right behind another, with no STO between that enables stack lift."""
    row = ROWS.get(before.name)
    if row is None or before.name in DIGIT_KEYS | {"CHS"}:
        return False
    if row.role in (Role.CALLS, Role.LABEL):
        return after is not None and after.name.startswith("STO")
    return row.role is Role.COMPUTES and row.lift is Lift.ENABLE


def _jumps(lines: Sequence[BufferedLine]) -> list[Label | None]:
    return [line.label for line in lines]


def _joined_labels(lines: list[BufferedLine], entries: frozenset[Label]) -> list[BufferedLine]:
    """Replace labels that stand right behind each other by one."""
    same: dict[Label, Label] = {}
    for one, other in itertools.pairwise(lines):
        if (
            one.name == other.name == "LBL"
            and one.label
            and other.label
            and one.label not in entries | same.keys()
        ):
            same[one.label] = other.label
    kept = [line for line in lines if not (line.name == "LBL" and line.label in same)]
    return [_to(line, same) for line in kept]


def _to(line: BufferedLine, same: dict[Label, Label]) -> BufferedLine:
    label = line.label
    while label in same:
        label = same[label]
    return line if label is line.label else replace(line, label=label)


def _threaded(lines: list[BufferedLine], entries: frozenset[Label]) -> list[BufferedLine]:
    """Let a jump to a label with a jump behind it go to the last target at once."""
    target = {
        one.label: other.label
        for one, other in itertools.pairwise(lines)
        if one.name == "LBL" and other.name == "GTO" and one.label and other.label is not one.label
    }
    result = []
    for line in lines:
        seen = {line.label}
        while line.name == "GTO" and line.label in target and target[line.label] not in seen:
            line = replace(line, label=target[line.label])
            seen.add(line.label)
        result.append(line)
    return result


def _without_idle_jumps(lines: list[BufferedLine]) -> list[BufferedLine]:
    """Jumps to the next line, and lines that nothing reaches, left out."""
    result: list[BufferedLine] = []
    unreachable = False
    for number, line in enumerate(lines):
        if line.name == "LBL":
            unreachable = False
        following = lines[number + 1] if number + 1 < len(lines) else None
        conditional = bool(result) and _skips(result[-1])
        idle = (
            line.name == "GTO"
            and following is not None
            and following.name == "LBL"
            and following.label is line.label
        )
        if unreachable or (idle and not conditional):
            continue
        result.append(line)
        unreachable = line.name in ("GTO", "RTN") and not conditional
    return result


def _without_unused(lines: list[BufferedLine], entries: frozenset[Label]) -> list[BufferedLine]:
    used = {line.label for line in lines if line.name != "LBL"} | entries
    return [line for line in lines if line.name != "LBL" or line.label in used]


def _skips(line: BufferedLine) -> bool:
    return not line.name.isdigit() and ROWS[line.name].role in (Role.TESTS, Role.COUNTS, Role.EVALUATES)


def _shared_tail(lines: list[BufferedLine]) -> list[BufferedLine]:
    """The longest saving among equal lines before jumps to one label and before the label itself."""
    best: tuple[int, list[int], int, int] | None = None
    for place, line in enumerate(lines):
        if line.name != "LBL":
            continue
        ends = [
            n for n, one in enumerate(lines) if one.name == "GTO" and one.label is line.label and n < place
        ]
        ends = [n for n in ends if n and not _skips(lines[n - 1])]
        for length in range(SHORTEST_TAIL, 12):
            ends = [n for n in ends if _same_tail(lines, n, place, length)]
            if not ends or not _whole(lines, place, length):
                continue
            saved = len(ends) * length - 1
            if saved > 0 and (best is None or saved > best[0]):
                best = (saved, ends, place, length)
    if best is None:
        return lines
    _, ends, place, length = best
    label = Label(used=True)
    result = list(lines)
    result.insert(place - length, BufferedLine("LBL", "", label, lines[place - length].source))
    for end in sorted(ends, reverse=True):
        result[end - length : end + 1] = [replace(result[end], label=label)]
    return result


def _same_tail(lines: Sequence[BufferedLine], end: int, place: int, length: int) -> bool:
    """Whether the lines before a jump equal those before its label, and none of them is a label or a jump."""
    if end < length or place - length <= end:
        return False
    pairs = zip(lines[end - length : end], lines[place - length : place], strict=True)
    equal = all((a.name, a.operand) == (b.name, b.operand) and a.label is b.label is None for a, b in pairs)
    return equal and _whole(lines, end, length)


def _whole(lines: Sequence[BufferedLine], end: int, length: int) -> bool:
    """Whether a tail starts neither behind a test nor inside a number that is keyed in."""
    start = end - length
    before = lines[start - 1] if start else None
    if before is None:
        return True
    keyed = before.name in DIGIT_KEYS | {"CHS"} and lines[start].name in DIGIT_KEYS | {"CHS"}
    return not keyed and not _skips(before)
