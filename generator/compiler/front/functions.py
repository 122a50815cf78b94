"""Functions: their results, their locals, and which calls which."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from inspect import cleandoc

from generator.compiler.front.declarations import MOST_ON_STACK
from generator.compiler.front.expressions import Expressions
from generator.compiler.front.faults import Reporter
from generator.compiler.front.made_nodes import names_in
from generator.compiler.front.matrices import CALLED
from generator.compiler.front.names import ModuleNames, Signature
from generator.compiler.front.statements import Statements
from generator.compiler.tree.ir import Call, Function
from generator.compiler.tree.nodes import nodes
from generator.language.operations import FUNCTIONS, INTEGRALS, RUNS, result_count


def function(signature: Signature, names: ModuleNames, report: Reporter) -> Function:
    """A function of the module, with its body."""
    node = signature.node
    declared = _global_names(node, names, report)
    assigned = frozenset(names_in(_walk(node), ast.Store)) - declared
    assigned = frozenset(name for name in assigned if not names.kind(name))
    values = Expressions(names, report, assigned | set(signature.parameters))
    documentation = ast.get_docstring(node, clean=False)
    return Function(
        node.name,
        signature.parameters,
        Statements(values, declared, signature.results or 0).block(node.body),
        signature.results or 0,
        signature.label,
        cleandoc(documentation) if documentation else "",
        signature.levels,
        place=report.place(node),
    )


def count_results(names: ModuleNames, report: Reporter) -> None:
    """Give each signature the number of its results.

    Recursion without `@recursive`, unequal returns and calls of functions that return a matrix are faults.
    """
    pending: list[str] = []
    done: set[str] = set()

    def visit(name: str) -> None:
        if name in done:
            return
        signature = names.functions[name]
        signature.results = None
        pending.append(name)
        for call, called in _calls(signature.node, names):
            if signature.levels and isinstance(call.func, ast.Name) and call.func.id == name:
                continue
            if called in pending:
                ring = " -> ".join((*pending[pending.index(called) :], called))
                report.on(
                    call,
                    f"recursion is outside the language ({ring})",
                    "write `@recursive(7)` before it, for at most 7 calls at once, or a loop"
                    if called == name
                    else "write one function that calls itself, or a loop",
                )
            else:
                visit(called)
                if _returns_matrix(names.functions[called].node, names):
                    report.on(
                        call,
                        f"{called} returns a matrix, so that no function can call it",
                        "leave its return out, and name the matrix where it is wanted",
                    )
        signature.results = _results(signature, names, report)
        pending.pop()
        done.add(name)

    for name in names.functions:
        visit(name)


def _results(signature: Signature, names: ModuleNames, report: Reporter) -> int | None:
    """The number of results that a function's returns give: 0 without one, None where not yet known."""
    counts: list[int] = []
    for node in _walk(signature.node):
        if isinstance(node, ast.Return):
            count = _result_count(node.value, names)
            if counts and count is not None and count != counts[0]:
                several = f"{count} result{'s' * (count != 1)} here and {counts[0]} before"
                report.on(node, f"{signature.node.name} returns {several}", "return as many everywhere")
            elif count is not None and count > MOST_ON_STACK:
                report.on(node, "the stack holds four results", "leave the others in registers")
            if count is not None:
                counts.append(count)
    return counts[0] if counts else 0


def _result_count(value: ast.expr | None, names: ModuleNames) -> int | None:
    if value is None:
        return 0
    if isinstance(value, ast.Tuple):
        return len(value.elts)
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        called = value.func.id
        if called in names.functions:
            return names.functions[called].results
        if names.language.get(called) in FUNCTIONS | CALLED.keys():
            return result_count(names.language[called])
    return 1


def _returns_matrix(node: ast.FunctionDef, names: ModuleNames) -> bool:
    values = (one.value for one in _walk(node) if isinstance(one, ast.Return))
    return any(isinstance(value, ast.Name) and value.id in names.matrices for value in values)


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes within a function, in the order of the source, without those of functions inside it."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef | ast.AsyncFunctionDef):
            yield from _walk(child)


def _calls(node: ast.FunctionDef, names: ModuleNames) -> Iterator[tuple[ast.Call, str]]:
    """The calls in a function, with the function that each calls, also through SOLVE and the integral."""
    for one in _walk(node):
        if not isinstance(one, ast.Call) or not isinstance(one.func, ast.Name):
            continue
        named = one.args[0] if names.language.get(one.func.id) in RUNS and one.args else one.func
        if isinstance(named, ast.Name) and named.id in names.functions:
            yield one, named.id


def report_nested_runs(functions: Mapping[str, Function], report: Reporter) -> None:
    """Report a SOLVE within the function of a SOLVE, and an integral within that of an integral."""

    def runs_within(name: str, word: str) -> bool:
        found = (one for one in nodes(functions[name].body) if isinstance(one, Call))
        return any(
            (one.by and (one.by in INTEGRALS) == (word in INTEGRALS))
            or (one.function != name and runs_within(one.function, word))
            for one in found
        )

    for function in functions.values():
        for one in nodes(function.body):
            if isinstance(one, Call) and one.by and runs_within(one.function, one.by):
                report.at(
                    one.place,
                    f"{one.function} has a {one.by} of its own, and the calculator nests none in another",
                    "write a loop in place of one of them",
                )


def _global_names(node: ast.FunctionDef, names: ModuleNames, report: Reporter) -> frozenset[str]:
    """The names that a function declares as `global`."""
    declared: set[str] = set()
    for one in _walk(node):
        if isinstance(one, ast.Global):
            for name in one.names:
                if name not in names.registers and name not in names.arrays and not names.kind(name):
                    report.on(one, f"the module has no {name}", f"declare `{name} = register()` at its level")
            declared |= set(one.names)
    return frozenset(declared)
