"""Whether each local has a value where it is read, and each way through a function returns its results."""

from __future__ import annotations

from generator.compiler.front.faults import Reporter
from generator.compiler.front.names import ModuleNames
from generator.compiler.tree.affine import passes
from generator.compiler.tree.ir import (
    And,
    Ask,
    Assign,
    Assume,
    Block,
    Break,
    Call,
    Compare,
    Condition,
    Continue,
    Element,
    Evaluate,
    Expression,
    For,
    Function,
    If,
    Not,
    Operation,
    Or,
    Pause,
    Read,
    Return,
    Statement,
    Target,
    Truth,
    Unpack,
    While,
)

KnownLocals = frozenset[str] | None  # the names that have a value, or None behind a return, break or continue


def report_missing_values(function: Function, names: ModuleNames, report: Reporter) -> None:
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

    def block(self, statements: Block, known: KnownLocals) -> KnownLocals:
        for statement in statements:
            if known is None:
                return None
            known = self.statement(statement, known)
        return known

    def statement(self, statement: Statement, known: frozenset[str]) -> KnownLocals:
        match statement:
            case Assign(targets=targets, values=values):
                for value in values:
                    self.expression(value, known)
                return self._write(targets, known)
            case Unpack(targets=targets, value=value):
                self.expression(value, known)
                return self._write(targets, known)
            case Evaluate(value=value) | Pause(shown=value):
                self.expression(value, known)
            case Return(values=values):
                for value in values:
                    self.expression(value, known)
                return None
            case Assume(condition=claim):
                self.condition(claim, known)
            case If():
                self.condition(statement.test, known)
                return _both(self.block(statement.body, known), self.block(statement.orelse, known))
            case While():
                return self._while(statement, known)
            case For():
                return self._for(statement, known)
            case Break():
                if self.breaks:
                    self.breaks[-1].append(known)
                return None
            case Continue():
                if self.continues:
                    self.continues[-1].append(known)
                return None
        return known

    def _while(self, loop: While, known: frozenset[str]) -> KnownLocals:
        self.condition(loop.test, known)
        ends = self._pass(loop.body, known)[1]
        if loop.test != Truth(True):
            ends.append(known)
        return frozenset.intersection(*ends) if ends else None

    def _for(self, loop: For, known: frozenset[str]) -> KnownLocals:
        """Check a loop.

        Behind a loop whose bounds lead to at least one pass, the names assigned in it have a value.
        """
        self.expression(loop.start, known)
        self.expression(loop.stop, known)
        ends, breaks = self._pass(loop.body, known | {loop.name})
        if not passes(loop):
            return known
        return frozenset.intersection(*ends, *breaks) if ends or breaks else None

    def _pass(self, body: Block, known: frozenset[str]) -> tuple[list[frozenset[str]], list[frozenset[str]]]:
        """The names with a value at each end of a pass, and at each `break`."""
        self.breaks.append([])
        self.continues.append([])
        end = self.block(body, known)
        ends = self.continues.pop()
        return ends if end is None else [*ends, end], self.breaks.pop()

    def _write(self, targets: tuple[Target, ...], known: frozenset[str]) -> frozenset[str]:
        for target in targets:
            if isinstance(target, Element):
                self.expression(target.index, known)
            else:
                known |= {target.name}
        return known

    def condition(self, condition: Condition, known: frozenset[str]) -> None:
        match condition:
            case Compare(left=left, right=right):
                self.expression(left, known)
                self.expression(right, known)
            case Not(condition=inner):
                self.condition(inner, known)
            case And(conditions=parts) | Or(conditions=parts):
                for part in parts:
                    self.condition(part, known)

    def expression(self, value: Expression, known: frozenset[str]) -> None:
        match value:
            case Read(name=name) if name not in known and name not in self.registers:
                self.report.at(value.place, f"{name} may have no value here", "assign it on every way before")
            case Element(index=index):
                self.expression(index, known)
            case Operation(operands=operands) | Call(arguments=operands):
                for operand in operands:
                    self.expression(operand, known)
            case Ask(shown=shown):
                self.expression(shown, known)


def _both(first: KnownLocals, second: KnownLocals) -> KnownLocals:
    if first is None or second is None:
        return second if first is None else first
    return first & second
