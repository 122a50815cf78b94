"""Functions: their results, their locals, and which calls which."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from inspect import cleandoc

from generator.compiler.front.declarations import MOST_ON_STACK
from generator.compiler.front.expressions import Expressions
from generator.compiler.front.faults import Reporter
from generator.compiler.front.names import ModuleNames, Signature
from generator.compiler.front.statements import Statements
from generator.compiler.tree.ir import Function
from generator.language.operations import FUNCTIONS, result_count


def function(signature: Signature, names: ModuleNames, report: Reporter) -> Function:
    """A function of the module, with its body."""
    node = signature.node
    declared = _declared(node, names, report)
    assigned = frozenset(_assigned(node)) - declared
    assigned = frozenset(name for name in assigned if not names.kind(name))
    values = Expressions(names, report, assigned | set(signature.parameters))
    documentation = ast.get_docstring(node, clean=False)
    return Function(
        node.name,
        signature.parameters,
        Statements(values, declared).block(node.body),
        signature.results or 0,
        signature.label,
        cleandoc(documentation) if documentation else "",
        place=report.place(node),
    )


def count_results(names: ModuleNames, report: Reporter) -> None:
    """Give each signature the number of its results. Recursion and unequal returns are faults."""
    pending: list[str] = []
    done: set[str] = set()

    def visit(name: str) -> None:
        if name in done:
            return
        signature = names.functions[name]
        pending.append(name)
        for call in _calls(signature.node, names):
            if call.func.id in pending:  # type: ignore[attr-defined]
                ring = " -> ".join((*pending[pending.index(call.func.id) :], call.func.id))  # type: ignore[attr-defined]
                report.on(call, f"recursion is outside the language ({ring})", "write a loop")
            else:
                visit(call.func.id)  # type: ignore[attr-defined]
        signature.results = _results(signature, names, report)
        pending.pop()
        done.add(name)

    for name in names.functions:
        visit(name)


def _results(signature: Signature, names: ModuleNames, report: Reporter) -> int | None:
    """The number of results that the returns of a function give."""
    counts: list[int] = []
    for node in _walk(signature.node):
        if isinstance(node, ast.Return):
            count = _returned(node.value, names)
            if counts and count is not None and count != counts[0]:
                report.on(
                    node,
                    f"{signature.node.name} returns {count} results here and {counts[0]} before",
                    "return as many everywhere",
                )
            elif count is not None and count > MOST_ON_STACK:
                report.on(node, "the stack holds four results", "leave the others in registers")
            if count is not None:
                counts.append(count)
    return counts[0] if counts else 0


def _returned(value: ast.expr | None, names: ModuleNames) -> int | None:
    if value is None:
        return 0
    if isinstance(value, ast.Tuple):
        return len(value.elts)
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        called = value.func.id
        if called in names.functions:
            return names.functions[called].results
        if names.language.get(called) in FUNCTIONS:
            return result_count(names.language[called])
    return 1


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes within a function, in the order of the source, without those of functions inside it."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef | ast.AsyncFunctionDef):
            yield from _walk(child)


def _calls(node: ast.FunctionDef, names: ModuleNames) -> Iterator[ast.Call]:
    for one in _walk(node):
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id in names.functions:
            yield one


def _declared(node: ast.FunctionDef, names: ModuleNames, report: Reporter) -> frozenset[str]:
    """The names that a function says `global` of."""
    declared: set[str] = set()
    for one in _walk(node):
        if isinstance(one, ast.Global):
            for name in one.names:
                if name not in names.registers and name not in names.arrays and not names.kind(name):
                    report.on(one, f"the module has no {name}", f"declare `{name} = register()` at its level")
            declared |= set(one.names)
    return frozenset(declared)


def _assigned(node: ast.FunctionDef) -> set[str]:
    """The names that a function assigns."""
    return {one.id for one in _walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
