"""Matrices: their declaration, their elements, what is assigned to all of one, and what is asked of one."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final, Protocol

from generator.compiler.front.faults import Reporter
from generator.compiler.front.names import ModuleNames
from generator.compiler.tree.ir import Constant, Evaluate, Expression, Operation, Statement
from generator.language.matrix_lines import MATRIX_OPERATIONS
from hp15c.numbers.number import ZERO
from hp15c.table.instructions import LETTERS

CALLED: Final = {
    word: MATRIX_OPERATIONS[word].takes
    for word in (
        *("dim", "size", "det", "row_norm", "norm"),
        *("put", "put_next", "put_here", "take", "take_next", "here"),
        *("double_complex", "halve_complex", "part_complex", "join_complex"),
    )
}
"""The words that are called with a matrix, and how many numbers follow it."""
MAKING: Final = frozenset({"inverse", "transpose", "transposed_product", "residual"})
"""The words that make a matrix of others."""
_TWO: Final[dict[type[ast.operator], str]] = {
    ast.MatMult: "matrix_product",
    ast.Div: "matrix_quotient",
    ast.Add: "matrix_sum",
    ast.Sub: "matrix_difference",
}
_WITH_NUMBER: Final[dict[type[ast.operator], str]] = {
    ast.Mult: "scaled",
    ast.Div: "divided",
    ast.Add: "raised",
    ast.Sub: "lowered",
}
_NUMBER_FIRST: Final[dict[type[ast.operator], str]] = {
    ast.Mult: "scaled",
    ast.Add: "raised",
    ast.Sub: "taken_from",
}


class Expressions(Protocol):
    """What makes expressions within a function."""

    names: ModuleNames
    report: Reporter

    def of(self, node: ast.expr) -> Expression:
        """The expression of a syntax tree, which must give one number."""

    def fault(self, node: ast.AST, message: str, hint: str = "") -> Constant:
        """Note a fault at a node. Returns 0 in the place of what is faulty."""


def declare_matrix(node: ast.AST, name: str, value: ast.Call, names: ModuleNames, report: Reporter) -> None:
    """Declare the matrix of `a = matrix("A")`. A letter that is missing, wrong or taken is a fault."""
    letter = value.args[0].value if len(value.args) == 1 and isinstance(value.args[0], ast.Constant) else None
    if not isinstance(letter, str) or letter not in LETTERS or value.keywords:
        report.on(node, "a matrix has a letter from A to E", f'write `{name} = matrix("A")`')
        letter = next((one for one in LETTERS if one not in names.matrices.values()), "A")
    elif letter in names.matrices.values():
        other = next(one for one, held in names.matrices.items() if held == letter)
        report.on(node, f"{other} and {name} are both matrix {letter}", "give one another letter")
    names.matrices[name] = str(letter)


def is_element(node: ast.expr, names: ModuleNames) -> bool:
    """Whether this is an element of a matrix, or all of one."""
    match node:
        case ast.Subscript(ast.Name(name)):
            return name in names.matrices
    return False


def matrix_element(node: ast.Subscript, values: Expressions) -> Operation:
    """The operation that reads `a[row, column]`."""
    assert isinstance(node.value, ast.Name)
    return Operation("element", _place(node, values), (node.value.id,), place=values.report.place(node))


def _place(node: ast.Subscript, values: Expressions) -> tuple[Expression, ...]:
    """The row and the column in brackets."""
    if isinstance(node.slice, ast.Tuple) and len(node.slice.elts) == 2:
        return tuple(values.of(one) for one in node.slice.elts)
    whole = isinstance(node.slice, ast.Slice)
    what = "all of a matrix is no number" if whole else "an element of a matrix has a row and a column"
    values.report.on(node.slice, what, f"write `{ast.unparse(node.value)}[1, 1]`")
    return (Constant(ZERO), Constant(ZERO))


def stored_element(node: ast.Subscript, value: Expression, values: Expressions) -> Sequence[Statement]:
    """The statement that does `a[row, column] = value`."""
    assert isinstance(node.value, ast.Name)
    operation = Operation("set_element", (value, *_place(node, values)), (node.value.id,))
    return (Evaluate(operation, place=values.report.place(node)),)


def is_whole(node: ast.Subscript) -> bool:
    """Whether the brackets hold `:` alone."""
    one = node.slice
    return isinstance(one, ast.Slice) and one.lower is one.upper is one.step is None


def assigned_matrix(target: ast.Subscript, node: ast.expr, values: Expressions) -> Sequence[Statement]:
    """`c[:] = ...`: one operation of the calculator with its result in c, a copy, or one number."""
    assert isinstance(target.value, ast.Name)
    into, place = target.value.id, values.report.place(target)
    made = _value(into, node, values)
    if isinstance(made, Operation) and made.name in ("transpose", "negative") and made.matrices != (into,):
        copied = Operation("copy", (), (into, *made.matrices))
        there = Operation(made.name, (), (into,))
        return Evaluate(copied, place=place), Evaluate(there, place=place)
    return (Evaluate(made, place=place),) if made is not None else ()


def _value(target: str, node: ast.expr, values: Expressions) -> Operation | None:
    """The operation that is assigned to all of a matrix. None where matrices have no such operation."""
    names = values.names.matrices
    match node:
        case ast.Name(name) if name in names:
            return Operation("copy", (), (target, name))
        case ast.UnaryOp(ast.USub(), ast.Name(name)) if name in names:
            return Operation("negative", (), (name,))
        case ast.Call(args=[ast.Name(name)]) if (
            name in names and (word := _word(node, values.names)) in MAKING
        ):
            return Operation(word, (), (name,) if word == "transpose" else (target, name))
        case ast.Call(args=[ast.Name(left), ast.Name(right)]) if {left, right} <= names.keys():
            if (word := _word(node, values.names)) in MAKING:
                return Operation(word, (), (target, left, right))
        case ast.BinOp(ast.Name(left), op, ast.Name(right)) if {left, right} <= names.keys():
            if type(op) in _TWO:
                return Operation(_TWO[type(op)], (), (target, left, right))
        case ast.BinOp(ast.Name(left), op, right) if left in names and type(op) in _WITH_NUMBER:
            if not _holds_matrix(right, values.names):
                return Operation(_WITH_NUMBER[type(op)], (values.of(right),), (target, left))
        case ast.BinOp(left, op, ast.Name(right)) if right in names and type(op) in _NUMBER_FIRST:
            if not _holds_matrix(left, values.names):
                return Operation(_NUMBER_FIRST[type(op)], (values.of(left),), (target, right))
    if not _holds_matrix(node, values.names):
        return Operation("fill", (values.of(node),), (target,))
    values.report.on(
        node,
        "the calculator does one operation with matrices at a time",
        "write `c[:] = a @ b`, `a + b`, `2 * a`, `b / a`, `inverse(a)` or `transpose(a)` after each other",
    )
    return None


def _holds_matrix(node: ast.expr, names: ModuleNames) -> bool:
    """Whether a matrix as a whole is part of an expression."""
    if is_element(node, names) or (isinstance(node, ast.Call) and _word(node, names) in CALLED):
        return False
    if isinstance(node, ast.Name):
        return node.id in names.matrices
    return any(_holds_matrix(one, names) for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr))


def _word(node: ast.Call, names: ModuleNames) -> str:
    return names.language.get(node.func.id, "") if isinstance(node.func, ast.Name) else ""


def matrix_call(word: str, node: ast.Call, values: Expressions) -> Expression:
    """`dim(a, rows, columns)`, `size(a)`, `put(a, x)`, `det(a)` and `det(a, work)`."""
    more = CALLED.get(word)
    if more is None:
        return values.fault(node, f"{word} gives a matrix, no number", f"assign it: `b[:] = {word}(a)`")
    count = 2 if word == "det" and len(node.args) == 2 else 1
    letters = [one.id for one in node.args[:count] if isinstance(one, ast.Name)]
    known = [one for one in letters if one in values.names.matrices]
    if len(known) != count or len(node.args) != count + more or node.keywords:
        return values.fault(
            node,
            f"{word} takes a matrix{('', ' and a number', ' and its rows and columns')[more]}",
            f"write `{word}({('a', 'a, x', 'a, rows, columns')[more]})` "
            'with `a = matrix("A")` at the level of the module',
        )
    numbers = tuple(values.of(one) for one in node.args[count:])
    matrices = (known[-1], known[0]) if word == "det" else tuple(known)
    return Operation(word, numbers, matrices, place=values.report.place(node))


def shown_matrix(node: ast.expr, name: str, values: Expressions) -> Operation | None:
    """`pause(a)`, `ask(a)` and `return a` show the descriptor of a matrix. None for what is no matrix."""
    if not isinstance(node, ast.Name) or node.id not in values.names.matrices:
        return None
    return Operation(f"matrix_{name}", (), (node.id,), place=values.report.place(node))
