"""Whether each local has a value where it is read, and each way through a function returns its results."""

from __future__ import annotations

from dataclasses import replace
from operator import is_
from typing import NamedTuple

from generator.compiler.front.faults import Reporter
from generator.compiler.front.names import ModuleNames
from generator.compiler.front.shadows import HIDING
from generator.compiler.tree import ir
from generator.compiler.tree.affine import passes
from generator.compiler.tree.nodes import nodes, with_parts
from hp15c.numbers.number import ZERO, Number


class Told(NamedTuple):
    """A name that has this number."""

    name: str
    number: Number


Facts = frozenset[str | Told]
"""The names that have a value, and the numbers that are known of them."""
KnownLocals = Facts | None
"""None after a return, break or continue."""


def with_values(function: ir.Function, names: ModuleNames, report: Reporter) -> ir.Function:
    """Report a local that may have no value, and an end of a function that gives no results although a return
    does. Returns the function with a 0 before each loop for what the loop or its `else` assigns in any case.
    """
    checker = _Checker(names, report)
    end = checker.block(function.body, frozenset(function.parameters))
    if end is not None and function.results:
        report.at(
            function.place,
            f"{function.name} may end without its {function.results} result{'s' * (function.results > 1)}",
            "return at the end of every way",
        )

    def with_zeroes(block: ir.Block) -> ir.Block:
        made: list[ir.Statement] = []
        for one in block:
            first = (
                ir.Assign((ir.Name(name),), (ir.Constant(ZERO),)) for name in checker.begun.get(id(one), ())
            )
            made += [*first, with_parts(one, with_zeroes, ("body", "orelse"))]
        return block if len(made) == len(block) and all(map(is_, made, block)) else tuple(made)

    return with_parts(function, with_zeroes, ("body",))


class _Checker:
    def __init__(self, names: ModuleNames, report: Reporter) -> None:
        self.registers = frozenset(names.registers)
        self.report = report
        self.breaks: list[list[Facts]] = []
        self.continues: list[list[Facts]] = []
        self.exits: list[Facts] = []
        self.begun: dict[int, list[str]] = {}
        """The names that begin with 0 before loops, by the identity of the loop."""

    def block(self, statements: ir.Block, known: KnownLocals) -> KnownLocals:
        for before, statement in zip((None, *statements), statements, strict=False):
            if known is None:
                return None
            if isinstance(statement, ir.If) and isinstance(before, ir.For | ir.While):
                first, second = self._told_by(statement.test, known)
                gained = (first | second) - known - self.registers
                self.begun[id(before)] = sorted(one for one in gained if isinstance(one, str))
                known = _both(self.block(statement.body, first), self.block(statement.orelse, second))
            else:
                known = self.statement(statement, known)
        return known

    def _told_by(self, test: ir.Condition, known: Facts) -> tuple[Facts, Facts]:
        """The locals with a value behind a loop where a test of one name holds, and where it does not. A
        loop's `else` is written so: the name tells whether it was left by a break.
        """
        self.values(test, known)
        match test:
            case ir.Not(condition=inner):
                return self._told_by(inner, known)[::-1]
            case ir.Compare(relation="!="):
                return self._told_by(replace(test, relation="=="), known)[::-1]
            case ir.Compare(left=ir.Read(name=name), relation="==", right=ir.Constant(value=number)):
                told = Told(name, number)
                equal = [one for one in self.exits if told in one]
                others = [one for one in self.exits if told not in one]
                if equal and others and all(_told_of(name, one) for one in others):
                    return known | frozenset.intersection(*equal), known | frozenset.intersection(*others)
        return known, known

    def statement(self, statement: ir.Statement, known: Facts) -> KnownLocals:
        match statement:
            case ir.Assign(targets=targets, values=read) | ir.Unpack(targets=targets, value=read):
                self.values(read, known)
                for target in targets:
                    self.values(target, known)
                    if isinstance(target, ir.Name):
                        known = known - _told_of(target.name, known) | {target.name}
                match statement:
                    case ir.Assign(targets=(ir.Name(name=name),), values=(ir.Constant(value=number),)) if (
                        name not in self.registers  # a function may change it
                    ):
                        known |= {Told(name, number)}
                return known
            case ir.Return(values=read):
                self.values(read, known)
                return None
            case ir.If():
                self.values(statement.test, known)
                return _both(self.block(statement.body, known), self.block(statement.orelse, known))
            case ir.While():
                return self._while(statement, known)
            case ir.For():
                return self._for(statement, known)
            case ir.Break():
                if self.breaks:
                    self.breaks[-1].append(known)
                return None
            case ir.Continue():
                if self.continues:
                    self.continues[-1].append(known)
                return None
            case _:
                self.values(statement, known)
        return known

    def _while(self, loop: ir.While, known: Facts) -> KnownLocals:
        self.values(loop.test, known)
        ends, breaks = self._pass(loop.body, known)
        self.exits = breaks if loop.test == ir.Truth(True) else [known, *ends, *breaks]
        return frozenset.intersection(*self.exits) if self.exits else None

    def _for(self, loop: ir.For, known: Facts) -> KnownLocals:
        """Check a loop, and return the locals that have a value after it.

        After a loop whose bounds lead to at least one pass, the names assigned in it have a value.
        """
        self.values((loop.start, loop.stop), known)
        ends, breaks = self._pass(loop.body, known | {loop.name})
        self.exits = [*([] if passes(loop) else [known]), *ends, *breaks]
        return frozenset.intersection(*self.exits) if self.exits else None

    def _pass(self, body: ir.Block, known: Facts) -> tuple[list[Facts], list[Facts]]:
        """The names with a value at each end of a pass, and at each `break`."""
        self.breaks.append([])
        self.continues.append([])
        end = self.block(body, known)
        ends = self.continues.pop()
        return ends if end is None else [*ends, end], self.breaks.pop()

    def values(self, piece: object, known: Facts) -> None:
        """Report what is read in expressions, conditions and indices and has no value."""
        for one in nodes(piece):
            if isinstance(one, ir.Read) and one.name not in known | self.registers:
                instead = "assign it on every way before"
                if one.name.endswith(HIDING):
                    instead = f"to change that of the module, write `{one.name} = register()` there"
                    instead += f" and `global {one.name}` here"
                self.report.at(one.place, f"{one.name} may have no value here", instead)


def _told_of(name: str, known: Facts) -> Facts:
    """What is known of the number of a name."""
    return frozenset(one for one in known if isinstance(one, Told) and one.name == name)


def _both(first: KnownLocals, second: KnownLocals) -> KnownLocals:
    if first is None or second is None:
        return second if first is None else first
    return first & second
