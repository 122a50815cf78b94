"""Whether each local has a value where it is read, and each way through a function returns its results."""

from __future__ import annotations

from generator.compiler.front.faults import Reporter
from generator.compiler.front.names import ModuleNames
from generator.compiler.front.shadows import HIDING
from generator.compiler.tree import ir
from generator.compiler.tree.affine import passes
from generator.compiler.tree.nodes import nodes

KnownLocals = frozenset[str] | None  # the names that have a value, or None after a return, break or continue


def report_missing_values(function: ir.Function, names: ModuleNames, report: Reporter) -> None:
    """Report a local that may have no value, and an end of a function that gives no results although a return
    does.
    """
    checker = _Checker(names, report)
    end = checker.block(function.body, frozenset(function.parameters))
    if end is not None and function.results:
        report.at(
            function.place,
            f"{function.name} may end without its {function.results} result{'s' * (function.results > 1)}",
            "return at the end of every way",
        )


class _Checker:
    def __init__(self, names: ModuleNames, report: Reporter) -> None:
        self.registers = frozenset(names.registers)
        self.report = report
        self.breaks: list[list[frozenset[str]]] = []
        self.continues: list[list[frozenset[str]]] = []

    def block(self, statements: ir.Block, known: KnownLocals) -> KnownLocals:
        for statement in statements:
            if known is None:
                return None
            known = self.statement(statement, known)
        return known

    def statement(self, statement: ir.Statement, known: frozenset[str]) -> KnownLocals:
        match statement:
            case ir.Assign(targets=targets, values=read) | ir.Unpack(targets=targets, value=read):
                self.values(read, known)
                for target in targets:
                    self.values(target, known)
                    known |= {target.name} if isinstance(target, ir.Name) else set()
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

    def _while(self, loop: ir.While, known: frozenset[str]) -> KnownLocals:
        self.values(loop.test, known)
        ends = self._pass(loop.body, known)[1]
        if loop.test != ir.Truth(True):
            ends.append(known)
        return frozenset.intersection(*ends) if ends else None

    def _for(self, loop: ir.For, known: frozenset[str]) -> KnownLocals:
        """Check a loop, and return the locals that have a value after it.

        After a loop whose bounds lead to at least one pass, the names assigned in it have a value.
        """
        self.values((loop.start, loop.stop), known)
        ends, breaks = self._pass(loop.body, known | {loop.name})
        if not passes(loop):
            return known
        return frozenset.intersection(*ends, *breaks) if ends or breaks else None

    def _pass(
        self, body: ir.Block, known: frozenset[str]
    ) -> tuple[list[frozenset[str]], list[frozenset[str]]]:
        """The names with a value at each end of a pass, and at each `break`."""
        self.breaks.append([])
        self.continues.append([])
        end = self.block(body, known)
        ends = self.continues.pop()
        return ends if end is None else [*ends, end], self.breaks.pop()

    def values(self, piece: object, known: frozenset[str]) -> None:
        """Report what is read in expressions, conditions and indices and has no value."""
        for one in nodes(piece):
            if isinstance(one, ir.Read) and one.name not in known | self.registers:
                instead = "assign it on every way before"
                if one.name.endswith(HIDING):
                    instead = f"to change that of the module, write `{one.name} = register()` there"
                    instead += f" and `global {one.name}` here"
                self.report.at(one.place, f"{one.name} may have no value here", instead)


def _both(first: KnownLocals, second: KnownLocals) -> KnownLocals:
    if first is None or second is None:
        return second if first is None else first
    return first & second
