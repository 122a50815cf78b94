"""The table of replacements: rows as data in a small file of the package.

A row says that one sequence may stand for another when no other cells are needed afterwards than those
named. Registers are 'a' and 'b', functions of one number 'f' and 'g', a number 'K'. A row is a proposal:
`rewrite` proves it again for the lines at hand, and asks what they cost there.
"""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from generator.peephole.live_cells import LAST, LIFT, Cells
from generator.peephole.symbolic import OFF, ON, ON_REGISTERS, Op
from hp15c import files

FILE: Final = Path(__file__).with_name("table.txt.gz")
CELLS: Final = {"x": "X", "y": "Y", "z": "Z", "t": "T", "l": LAST, "s": LIFT, "a": "Ra", "b": "Rb"}


class Proposal(NamedTuple):
    """`right` may stand for `left` when only the cells `live` are needed afterwards.

    `lift` is the state that stack lift must have before them.
    """

    left: tuple[Op, ...]
    right: tuple[Op, ...]
    live: Cells
    lift: int


def text(ops: Iterable[Op]) -> str:
    """Operations as the table writes them: 'x↔y, STO + a, number 2'."""
    return ", ".join(f"{name} {operand}".strip() for name, operand in ops)


def ops(line: str) -> tuple[Op, ...]:
    """The operations that a text of the table stands for."""
    return tuple(map(_op, line.split(", "))) if line else ()


def _op(word: str) -> Op:
    name, _, operand = word.rpartition(" ")
    return (name, operand) if name in ON_REGISTERS or name == "number" else (word, "")


def widest(rows: Iterable[Proposal]) -> Iterator[Proposal]:
    """For each pair of sequences the largest sets of needed cells. f and g exchanged count once."""
    lives: dict[tuple[tuple[Op, ...], tuple[Op, ...], int], set[Cells]] = defaultdict(set)
    for row in rows:
        if ("g", "") not in row.left or ("f", "") in row.left[: row.left.index(("g", ""))]:
            lives[row.left, row.right, row.lift].add(row.live)
    for (left, right, lift), sets in lives.items():
        for live in sets:
            if not any(live < other for other in sets):
                yield Proposal(left, right, live, lift)


def save(rows: Iterable[Proposal], path: str | Path = FILE) -> int:
    """Write the table, the same bytes for the same rows. Returns the number of rows."""
    lines = sorted(map(row_text, widest(rows)))
    files.replace(path, gzip.compress("\n".join(lines).encode(), mtime=0))
    return len(lines)


def row_text(row: Proposal) -> str:
    """A row as a line of the table: both sequences, the needed cells, + or - for stack lift before them."""
    needed = "".join(key for key, cell in CELLS.items() if cell in row.live)
    return f"{text(row.left)}\t{text(row.right)}\t{needed}\t{'+' if row.lift == ON else '-'}"


def parse_row(line: str) -> Proposal:
    """The row that a line of the table stands for."""
    left, right, needed, lift = line.split("\t")
    live = frozenset(CELLS[key] for key in needed)
    return Proposal(ops(left), ops(right), live, ON if lift == "+" else OFF)


@cache
def load(path: Path = FILE) -> Mapping[str, tuple[str, ...]]:
    """The lines of the table, by the text of the sequence that they replace."""
    by_left: dict[str, list[str]] = defaultdict(list)
    for line in gzip.decompress(path.read_bytes()).decode().splitlines():
        by_left[line[: line.index("\t")]].append(line)
    return {left: tuple(lines) for left, lines in by_left.items()}


def replacements(left: tuple[Op, ...]) -> Iterator[Proposal]:
    """The rows for a sequence that is written with the table's symbols."""
    return map(parse_row, load().get(text(left), ()))
