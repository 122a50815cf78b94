"""Functions of Python and expressions of the module that operators and other functions say.

`pow(x, y)` is a power, `divmod(a, b)[1]` a remainder, `sum((a, b))` a sum, and `sorted((a, b, c))` puts up to
four numbers in order. A number of the module that is computed from pi or a root, `TURN = 2 * pi`, is computed
where it is used. An entry `D[i][j]` of a table of rows is one of a table with all its numbers.
"""

from __future__ import annotations

import ast
import copy
from functools import reduce
from typing import Final

from generator.compiler.front.made_nodes import free_name, parse_at, place_at
from generator.compiler.front.nested_functions import own_names
from generator.compiler.front.tables import from_begin, rows_of, value_of

_FIXED: Final = frozenset(("sqrt", "exp", "ln", "log10"))
"""Functions that give the same in every mode."""
MOST_SORTED: Final = 4


class SpelledOut(ast.NodeTransformer):
    """Writes such forms out in a module, in place."""

    def __init__(self) -> None:
        self.own: set[str] = set()
        self.taken: set[str] = set()
        self.formulas: dict[str, ast.expr] = {}
        self.rows: dict[str, list[list[ast.expr]]] = {}
        self.added: dict[str, ast.stmt] = {}
        self.locals: set[str] = set()

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """Take the formulas out of a module, and write out its functions."""
        self.own = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
        self.taken = self.own | {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
        for one in tuple(node.body):
            match one:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if self._is_formula(value):
                    self.formulas[name] = self.visit(value)
                    node.body.remove(one)
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if rows := rows_of(value, {}):
                    self.rows[name] = rows
        self.generic_visit(node)
        node.body += self.added.values()
        return node

    def _is_formula(self, node: ast.expr) -> bool:
        """Whether an expression is computed from pi or a function that is the same in every mode."""
        parts = list(ast.walk(node))
        names = {one.id for one in parts if isinstance(one, ast.Name)} - self.own
        kinds = (
            ast.Constant,
            ast.Name,
            ast.Call,
            ast.BinOp,
            ast.UnaryOp,
            ast.operator,
            ast.unaryop,
            ast.Load,
        )
        calls = {ast.unparse(one.func) for one in parts if isinstance(one, ast.Call)}
        used = {"pi", *_FIXED, *self.formulas}
        return all(isinstance(one, kinds) for one in parts) and calls <= _FIXED and bool(names & used)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Write out a function. Its locals hide names of the module."""
        self.locals = own_names(node)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A formula of the module is written where it is used."""
        if node.id in self.locals or node.id not in self.formulas:
            return node
        made = copy.deepcopy(self.formulas[node.id])
        for one in ast.walk(made):
            ast.copy_location(one, node)
        return made

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """One of the two results of divmod, or an entry of a table of rows, as one of all its numbers."""
        self.generic_visit(node)
        match node:
            case ast.Subscript(value=ast.Subscript(value=ast.Name(id=name), slice=row), slice=column) if (
                name in self.rows and name not in self.locals
            ):
                rows = self.rows[name]
                if not (_is_in(row, len(rows)) and _is_in(column, len(rows[0]))):
                    return node
                row, column = from_begin(row, len(rows)), from_begin(column, len(rows[0]))
                first = ast.BinOp(row, ast.Mult(), ast.Constant(len(rows[0])))
                whole = ast.Tuple([one for each in rows for one in each], ast.Load())
                place = ast.BinOp(first, ast.Add(), column)
                return place_at(ast.Subscript(whole, place, ast.Load()), node)
            case ast.Subscript(
                value=ast.Call(func=ast.Name(id="divmod"), args=[one, other], keywords=[]),
                slice=ast.Constant(value=0 | 1 as place),
            ) if "divmod" not in self.own:
                return place_at(ast.BinOp(one, ast.Mod() if place else ast.FloorDiv(), other), node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A power, and a sum, the extremes or the order of numbers that are written in one tuple."""
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in self.own | self.locals:
            return node
        match node.args:
            case [base, power] if name == "pow" and not node.keywords:
                return place_at(ast.BinOp(base, ast.Pow(), power), node)
            case [ast.Tuple(elts=several) | ast.List(elts=several), start] if (
                name == "sum" and several and isinstance(start, ast.Constant | ast.Name)
            ):
                return reduce(lambda one, other: _sum(one, other, node), [start, *several])
            case [ast.Tuple(elts=several) | ast.List(elts=several)] if len(several) > 1:
                order = ast.unparse(node.keywords[0].value) if len(node.keywords) == 1 else ""
                if name == "sum" and not node.keywords:
                    return reduce(lambda one, other: _sum(one, other, node), several)
                if name in ("min", "max") and not node.keywords:
                    node.args = several
                if name == "sorted" and len(several) <= MOST_SORTED and order in ("", "False", "True"):
                    node.func = self._sorting(len(several), ">" if order == "True" else "<", node)
                    node.args, node.keywords = several, []
        return node

    def _sorting(self, count: int, sign: str, like: ast.AST) -> ast.expr:
        """The function that gives so many numbers in their order."""
        name = free_name(f"sorted_{count}" if sign == "<" else f"sorted_{count}_downwards", self.taken)
        names = [free_name(f"number_{place}", self.taken) for place in range(count)]
        pairs = [(place, place + 1) for last in range(count - 1, 0, -1) for place in range(last)]
        swaps = "".join(
            f"    if {names[b]} {sign} {names[a]}:\n        {names[a]}, {names[b]} = {names[b]}, {names[a]}\n"
            for a, b in pairs
        )
        several = ", ".join(names)
        (self.added[name],) = parse_at(f"def {name}({several}):\n{swaps}    return {several}", like)
        return ast.copy_location(ast.Name(name, ast.Load()), like)


def _sum(one: ast.expr, other: ast.expr, like: ast.AST) -> ast.expr:
    return place_at(ast.BinOp(one, ast.Add(), other), like)


def _is_in(index: ast.expr, count: int) -> bool:
    """Whether an index is one of so many entries. One that is no number may be."""
    number = value_of(index, {})
    return number is None or -count <= number < count
