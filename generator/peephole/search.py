"""The enumeration that makes the table: `python -m generator.peephole.search` makes it again.

All sequences up to a bound over an alphabet of operations are run on terms, with stack lift enabled and with
it disabled before. Of the sequences with the same effect on the cells that are needed afterwards, the
cheapest is the best. Each other one gives a row, unless a part of it can be replaced. So rows alone bring any
sequence within the bound to its cheapest form: within the bound a block is proven shortest.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from multiprocessing import Pool
from operator import itemgetter
from typing import Final

from generator.peephole import live_cells as cells
from generator.peephole.costs import GOALS, SearchGoal, cost_of, example, exists_on
from generator.peephole.live_cells import LAST, LIFT, Cells, needs
from generator.peephole.symbolic import OFF, ON, Op, TermCalculator, TermState, Undetermined
from generator.peephole.table import FILE, Proposal, save, widest
from hp15c.rules.number_functions import SQUARE
from hp15c.rules.stack import CLEAR_X, ENTER, EXCHANGE, RECALL_LAST_X, ROLL_DOWN, ROLL_UP
from hp15c.table.models import Model
from hp15c.terms.term import Term

Ops = tuple[Op, ...]
StartRow = tuple[int, Ops]

UNCERTAIN: Final = 2

STACK_OPS: Final[tuple[Op, ...]] = tuple(
    (name, "")
    for name in (ENTER, EXCHANGE, ROLL_DOWN, ROLL_UP, CLEAR_X, RECALL_LAST_X, "CHS", *"+−×÷", SQUARE)
)
CELL_ROWS: Final = tuple(f"{verb} {sign}".strip() for verb in ("STO", "RCL") for sign in ("", *"+−×÷"))


def on_cell(name: str, rows: Iterable[str] = (*CELL_ROWS, "x↔")) -> tuple[Op, ...]:
    """The operations with these names on one register."""
    return tuple((row, name) for row in rows)


def subsets(names: Sequence[str]) -> Iterator[Cells]:
    """All sets of some of these names."""
    return (frozenset(some) for count in range(len(names) + 1) for some in combinations(names, count))


@dataclass(frozen=True, slots=True)
class Alphabet:
    """Operations, the registers that they name, and the most lines of a sequence over them.

    With `once` it is enumerated only for the goal `small`, with errors known by their number.
    """

    title: str
    ops: tuple[Op, ...]
    bound: int
    registers: tuple[str, ...] = ()
    once: bool = False


NUMBER: Final = ("number", "K")
FUNCTIONS: Final = (("f", ""), ("g", ""))
FEW_STACK_OPS: Final = tuple(op for op in STACK_OPS if op[0] not in (CLEAR_X, SQUARE))

ALPHABETS: Final = (
    Alphabet("stack, two functions, a number", (*STACK_OPS, *FUNCTIONS, NUMBER), 4),
    Alphabet("stack, a function", (*FEW_STACK_OPS, FUNCTIONS[0]), 5, once=True),
    Alphabet("stack, 1, 2 and 1/x", (*STACK_OPS, ("1/x", ""), ("number", "1"), ("number", "2")), 4),
    Alphabet(
        "stack, a function, a number, a register",
        (*STACK_OPS, FUNCTIONS[0], NUMBER, *on_cell("a")),
        3,
        ("a",),
    ),
    Alphabet("stack, a register", (*FEW_STACK_OPS, *on_cell("a")), 4, ("a",), once=True),
    Alphabet("stack, two registers", (*STACK_OPS, *on_cell("a"), *on_cell("b")), 3, ("a", "b")),
)


def live_sets(alphabet: Alphabet) -> tuple[Cells, ...]:
    """The sets of cells that may be needed later: X to some level, with or without the others."""
    optional = [LAST, LIFT, *(cells.register(name) for name in alphabet.registers[:1])]
    fixed = frozenset(cells.register(name) for name in alphabet.registers[1:])
    sets = []
    for depth in (4, 3, 2, 1):
        for kept in product((True, False), repeat=len(optional)):
            chosen = {cell for cell, keep in zip(optional, kept, strict=True) if keep}
            sets.append(frozenset((*cells.LEVELS[:depth], *chosen, *fixed)))
    return tuple(sets)


def smallest_cover(live: Cells, known: Sequence[Cells]) -> Cells:
    """The smallest of the known sets that holds all of `live`."""
    return min((one for one in known if live <= one), key=len, default=known[0])


class Enumeration:
    """The sequences over an alphabet, for a model, a goal, and a way to look at errors.

    `irreducible` holds, for each sequence and what stack lift is before it, the sets of needed cells (as
    bits, in the order of `lives`) for which no part of it can be replaced.
    """

    def __init__(self, alphabet: Alphabet, model: Model, exact_errors: bool, goal: SearchGoal) -> None:
        self.alphabet, self.model, self.exact_errors, self.goal = alphabet, model, exact_errors, goal
        self.machine = TermCalculator(alphabet.registers, model, exact_errors)
        self.lives = live_sets(alphabet)
        self.ops = tuple(op for op in alphabet.ops if exists_on(example(op), model))
        self.costs = {op: cost_of((example(op),), model).by(goal) for op in self.ops}
        self.everything = (1 << len(self.lives)) - 1
        self.irreducible: dict[StartRow, int] = {(lift, ()): self.everything for lift in (ON, OFF)}
        self.rows: list[Proposal] = []
        self._events: dict[tuple[object, ...], int] = {}
        self._latest = {start: self.machine.begin(start[0]) for start in self.irreducible}
        self._effects = {start: self._flat(state) for start, state in self._latest.items()}
        self._cells = frozenset(alphabet.registers)
        self._registers: dict[StartRow, Cells] = {start: frozenset() for start in self.irreducible}
        self._prices: dict[StartRow, tuple[int, ...]] = dict.fromkeys(self.irreducible, (0, 0, 0))
        self._backs: dict[tuple[Op, int | Term], tuple[int, ...]] = {}
        self._allowances: dict[tuple[Op, int | Term, int], int] = {}

    def run(self) -> list[Proposal]:
        """Find all rows of up to `alphabet.bound` operations, and return them."""
        for _ in range(self.alphabet.bound):
            self._lengthen()
            for lift in (ON, OFF):
                for number in range(len(self.lives)):
                    self._replace(lift, number)
        return self.rows

    def _lengthen(self) -> None:
        """Go on to the sequences of the next length whose parts cannot be replaced."""
        shorter, self._latest = self._latest, {}
        for (lift, sequence), state in shorter.items():
            for op in self._after(sequence):
                longer = (*sequence, op)
                bits = self._allowed_sets(self.irreducible[lift, sequence], op, state.lift)
                bits &= self._of_rest(lift, longer)
                if not bits:
                    continue
                try:
                    reached = self.machine.step(state, op)
                except Undetermined:
                    continue
                start = lift, longer
                self.irreducible[start], self._latest[start] = bits, reached
                self._effects[start] = self._flat(reached)
                price = self._prices[lift, sequence]
                self._registers[start] = self._registers[lift, sequence] | {op[1]} & self._cells
                self._prices[start] = tuple(map(sum, zip(price, self.costs[op], strict=True)))

    def _flat(self, state: TermState) -> tuple[object, ...]:
        """A state in one row: levels, LAST X, stack lift, registers, and a number for all other effects."""
        events = state[7:]
        return (*state[:6], *state.registers, self._events.setdefault(events, len(self._events)))

    def _after(self, sequence: Ops) -> tuple[Op, ...]:
        """The operations that may follow a sequence: no number or CHS stands directly after a number."""
        if sequence and sequence[-1][0] == "number":
            return tuple(op for op in self.ops if op[0] not in ("number", "CHS"))
        return self.ops

    def _of_rest(self, lift: int, sequence: Ops) -> int:
        """The entry of `irreducible` for the rest of a sequence. All sets where stack lift is uncertain."""
        first = self.machine.step(self.machine.begin(lift), sequence[0]).lift
        return self.irreducible.get((first, sequence[1:]), 0) if first in (ON, OFF) else self.everything

    def _allowed_sets(self, kept: int, op: Op, lift: int | Term) -> int:
        """The sets of needed cells after `op` for which the part before it cannot be replaced."""
        known = self._allowances.get((op, lift, kept))
        if known is None:
            known = sum((kept >> before & 1) << at for at, before in enumerate(self._back(op, lift)))
            self._allowances[op, lift, kept] = known
        return known

    def _back(self, op: Op, lift: int | Term) -> tuple[int, ...]:
        """The numbers of the sets that an operation needs before it, one for each set needed after it."""
        lift = lift if lift in (ON, OFF) else UNCERTAIN
        known = self._backs.get((op, lift))
        if known is None:
            places = {live: number for number, live in enumerate(self.lives)}
            lifted = lift if lift in (ON, OFF) else None
            known = self._backs[op, lift] = tuple(
                places[smallest_cover(needs(op, live, lifted, self.model, self.exact_errors), self.lives)]
                for live in self.lives
            )
        return known

    def _replace(self, lift: int, number: int) -> None:
        """Add rows for the sequences that are not the cheapest with their effect on the cells of a set.

        The replacement of a sequence names no other registers than the sequence.
        """
        bit, live = 1 << number, self.lives[number]
        order = (*cells.LEVELS, LAST, LIFT, *map(cells.register, self.alphabet.registers))
        seen = itemgetter(*(at for at, name in enumerate(order) if name in live), len(order))
        there = [start for start, bits in self.irreducible.items() if bits & bit and start[0] == lift]
        for names in subsets(self.alphabet.registers):
            best: dict[tuple[object, ...], StartRow] = {}
            for start in there:
                if self._registers[start] <= names:
                    known = best.setdefault(seen(self._effects[start]), start)
                    if self._prices[start] < self._prices[known]:
                        best[seen(self._effects[start])] = start
            for start in there:
                cheapest = best[seen(self._effects[start])] if self._registers[start] == names else start
                if self._prices[cheapest] < self._prices[start]:
                    self.irreducible[start] &= ~bit
                    self.rows.append(Proposal(start[1], cheapest[1], live, lift))


Job = tuple[Alphabet, Model, SearchGoal, bool]


def enumerate_rows(job: Job) -> tuple[str, list[Proposal]]:
    """The rows of an alphabet for a model, a goal and a way to look at errors, and a report in one line."""
    alphabet, model, goal, exact = job
    made = Enumeration(alphabet, model, exact, goal)
    rows = list(widest(made.run()))
    said = (
        f"{alphabet.title}: HP-{model}, {goal}, {'exact' if exact else 'plain'} errors:"
        f" {len(made.irreducible):,} sequences to {alphabet.bound} lines, {len(rows):,} rows"
    )
    return said, rows


def rows(processes: int = 1) -> Iterator[Proposal]:
    """The rows of every alphabet, model, goal and way to look at errors. It prints its progress."""
    jobs = [
        (alphabet, model, goal, exact)
        for alphabet, model, goal, exact in product(ALPHABETS, Model, GOALS, (True, False))
        if not alphabet.once or (goal == "small" and not exact)
    ]
    with Pool(processes) as pool:
        for said, some in pool.imap_unordered(enumerate_rows, jobs, chunksize=1):
            print(said, flush=True)
            yield from some


def main() -> None:
    """Enumerate, and write the table."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("-o", "--output", default=str(FILE), help="the table [default: the package's own]")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="processes [default: 1]")
    given = parser.parse_args()
    print(f"{save(rows(given.jobs), given.output):,} rows in the table")


if __name__ == "__main__":
    main()
