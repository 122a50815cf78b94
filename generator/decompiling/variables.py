"""The variables of a routine: which values have one, where it is assigned, and which values share one."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from generator.decompiling.events import Node
from generator.decompiling.needs import Needs, is_condition, operands
from generator.reading.flow import PLACES
from hp15c.terms import TermState, input_of, laws
from hp15c.terms.term import NOUGHT, Term
from hp15c.terms.text import OF_MODE


class Define(NamedTuple):
    """An assignment of a value to its variable."""

    variable: Term
    value: Term


class Copies(NamedTuple):
    """Assignments at once, where ways meet."""

    targets: tuple[Term, ...]
    values: tuple[Term, ...]


@dataclass
class Variables:
    """The variables of a routine.

    `registers` are those of the module. `defines` are the assignments of each node, `copies` those on each
    edge (None: where the routine begins). `share` has for each value with a variable the first of those that
    share it. `opposites` gives, for a value without a variable, the value with the other sign that has one.
    `inlined` has the elements of the array that are written where they are used, with their indices.
    """

    needs: Needs
    registers: frozenset[int] = frozenset()
    named: set[Term] = field(default_factory=set)
    defines: dict[Node, list[Define]] = field(default_factory=dict)
    copies: dict[tuple[Node | None, int], Copies] = field(default_factory=dict)
    share: dict[Term, Term] = field(default_factory=dict)
    homes: dict[Term, set[int]] = field(default_factory=dict)
    opposites: dict[Term, Term] = field(default_factory=dict)
    inlined: dict[Term, Term] = field(default_factory=dict)

    def share_of(self, leaf: Term) -> Term:
        """The value that stands for all that share a variable with this one."""
        return self.share.get(leaf, leaf)

    def has(self, term: Term) -> bool:
        """Whether a value has a variable."""
        return (term.op in ("input", "register") and term not in self.inlined) or term in self.named

    def leaves(self, root: Term) -> set[Term]:
        """The variables in a value as it is written."""
        found: set[Term] = set()
        waiting = [root]
        while waiting:
            term = waiting.pop()
            if term in self.inlined:
                waiting.append(self.inlined[term])
            elif self.has(term):
                found.add(term)
            elif term in self.opposites:
                found.add(self.opposites[term])
            else:
                waiting += operands(term)
        return found

    def value_leaves(self, one: Define) -> set[Term]:
        """The variables in the value of an assignment."""
        if one.variable is not one.value:
            return self.leaves(one.value)
        return {leaf for part in self.parts(one.value) for leaf in self.leaves(part)}

    def parts(self, term: Term) -> tuple[Term, ...]:
        """The operands of a value that is assigned to its variable."""
        inside = operands(term)
        if term.op == "CHS" and self.opposites.get(inside[0]) is term:
            return operands(inside[0])
        return inside


def register_variable(number: int) -> Term:
    """The variable of a register of the module."""
    return input_of(f"register {number}")


def composite(term: Term) -> bool:
    return term.op not in ("input", "register", "constant") and not is_condition(term)


def restless(term: Term) -> bool:
    """Whether it matters when a value is computed: it may fail, or depends on a mode."""
    if term.op in OF_MODE:
        return True
    if term.op == "÷":
        return laws.fails("÷", *term.args) is not laws.equal(NOUGHT, NOUGHT) and term.args[1].number is None
    return term.op not in (*laws.NEVER_FAIL, "CHS")


@lru_cache(100_000)
def size(term: Term) -> int:
    return 1 + sum(map(size, operands(term)))


@lru_cache(100_000)
def is_within(term: Term, value: Term) -> bool:
    return term is value or any(is_within(term, one) for one in operands(value))


def places(state: TermState) -> set[Term]:
    """All values that a state holds in levels, LAST X and registers."""
    found = {getattr(state, name) for name in PLACES}
    found.update(value for _, value in laws.stores(state.memory))
    return found | {flag for flag in state.flags if flag.op != "constant"}
