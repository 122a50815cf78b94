"""What is known of a routine: its nodes, the ways between them, and what its lines do besides computing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from generator.decompiling.routines import NotWritten, Routine
from generator.language.operations import FUNCTIONS, INSTRUCTIONS, operand_count
from hp15c.listing.program import Program
from hp15c.state.entry import Entry
from hp15c.table.instructions import Step
from hp15c.table.models import LIMITS
from hp15c.terms import TermState, constant, laws
from hp15c.terms.term import UNIT, Term, term

COUNTS: Final = {"ISG": "count_up", "DSE": "count_down"}
"""The words for one step of a counter."""
POINTING: Final = (0, 1)
"""The registers that point to an element where a program goes through elements."""
INDEX: Final = -1
"""The number of register I among the others."""
BY_MATRIX: Final = -10_000
"""This number, minus the line of a routine, stands for the routine followed for each matrix in X."""
_OF_X: Final = frozenset(
    INSTRUCTIONS[name] for name in FUNCTIONS & INSTRUCTIONS.keys() if operand_count(name) == 1
)


class Node(NamedTuple):
    """A line, with stack lift and the number being typed before it. Line 0 is the RTN after the last one.

    `matrix` is the letter of the matrix that X names. It is '' for a number, and where X may hold either.
    GTO I has a node for each label that it may go to, with its `case`.
    """

    line: int
    lift: bool
    entry: Entry | None
    complex: bool = False
    matrix: str = ""
    case: int = 0

    @property
    def mark(self) -> str:
        """The name of the node in messages: its line, and what it knows of stack lift and typing."""
        typed = "" if self.entry is None else f" typing {self.entry.digits}"
        mode = "complex" * self.complex + self.matrix + f" case {self.case}" * bool(self.case)
        return f"{self.line:03d}{'' if self.lift else ' overwriting'}{typed}{mode}"


@dataclass(frozen=True, slots=True)
class Event:
    """What a line does besides computing: pause, ask, set, pair, complex, ran, call, element, counted,
    clear, matrix, point, sums, raise.

    `takes` are the values that it is given, `gives` the new values, by place. `by` is the word for what calls
    a routine many times.
    """

    kind: str
    what: str = ""
    takes: Mapping[str, Term] = field(default_factory=dict)
    gives: Mapping[str, Term] = field(default_factory=dict)
    by: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A way from a node to another one, None for the end, under a condition, with the state on it."""

    target: Node | None
    condition: Term
    state: TermState


@dataclass
class Flow:
    """What is known of a routine. `before` has the state before each node, `edges` the ways from it."""

    routine: Routine
    first: Node
    begun: TermState
    before: dict[Node, TermState] = field(default_factory=dict)
    edges: dict[Node, list[Edge]] = field(default_factory=dict)
    events: dict[Node, Event] = field(default_factory=dict)
    stores: dict[Node, tuple[tuple[int, Term], ...]] = field(default_factory=dict)
    result: TermState | None = None
    ends: set[int] = field(default_factory=set)
    fails: set[Node] = field(default_factory=set)

    def targets(self, node: Node) -> list[Node]:
        """The nodes that a node leads to."""
        return [edge.target for edge in self.edges[node] if edge.target is not None]

    def ways_to(self, node: Node) -> list[tuple[Node, TermState]]:
        """The states that lead to a node, with the nodes that they come from."""
        return [
            (source, edge.state)
            for source, edges in self.edges.items()
            for edge in edges
            if edge.target == node
        ]


def value_in(state: TermState, register: int) -> Term:
    """The term of what a register, or I, holds in a state."""
    return state.i if register == INDEX else laws.register(state.memory, constant(register))


def sum_registers(program: Program) -> range:
    """The statistics registers, none where a program does not use them."""
    if not any(one.instruction.sums for one in program.steps):
        return range(0)
    return LIMITS[program.model].sums


def failing(step: Step, state: TermState, line: int) -> Term:
    """What a line that always ends in an Error computes. NotWritten for a line that is no operation."""
    two = (state.y, state.x)
    if step.name in ("+", "−", "×", "÷", "yˣ", "Py,x", "Cy,x"):
        return term(step.name, *two)
    if step.name == "1/x":
        return term("÷", UNIT, state.x)
    if step.name in _OF_X:
        return term(step.name, state.x)
    raise NotWritten("this line always ends in an Error", line)
