"""Short expressions of Python, written out: conditions as numbers, choices, tables, `min`, `max` and `round`,
defaults and named arguments. What is more than an operation becomes a call of a function that is added.
"""

from __future__ import annotations

import ast
import copy
from functools import reduce
from typing import Final

from generator.compiler.front.expressions import is_condition
from generator.compiler.front.faults import Reporter
from generator.compiler.front.made_nodes import (
    all_names,
    all_of,
    call_at,
    call_of_new,
    free_name,
    function_at,
    functions_called,
    may_be_entry,
    parameters_in,
    place_at,
    values_in,
)
from generator.compiler.front.refused import INNER_ASSIGNMENT
from generator.compiler.front.tables import ENTRY_OF, entry, from_begin, numbers_of, value_of
from generator.language.operations import FUNCTIONS, result_count

MOST_DECIMALS: Final = 9
COMPLEX: Final = frozenset(("complex_number", "held"))
"""The words that make a local complex. Such a local stays in its function."""


class ShortExpressions(ast.NodeTransformer):
    """Writes out expressions within a function. `added` are the functions that this takes."""

    within: ast.FunctionDef
    """The function that is written out."""

    def __init__(self, tree: ast.Module, report: Reporter, defined: dict[str, ast.FunctionDef]) -> None:
        self.report = report
        self.defined = defined
        self.defaults = {name: list(one.args.defaults) for name, one in defined.items()}
        self.added: dict[str, ast.FunctionDef] = {}
        self.locals: set[str] = set()
        self.declared: set[str] = set()
        used = all_names(tree)
        imported = [one for stmt in tree.body if isinstance(stmt, ast.ImportFrom) for one in stmt.names]
        self.hidden = {*defined, *(one.asname for one in imported)}
        self.complex = any(one.name in COMPLEX and (one.asname or one.name) in used for one in imported)
        self.module_tables: dict[str, ast.expr] = {
            name: value for name, value in values_in(tree) if isinstance(value, ast.Tuple | ast.List)
        }
        self.fixed = {name for name, value in values_in(tree) if not _is_register(value)}.union(defined)
        self.own_tables: dict[str, ast.expr] = {}
        self.named: dict[str, ast.expr] = {}
        self.count = 0
        self.taken = used | defined.keys() | parameters_in(ast.walk(tree))

    def _free(self, name: str) -> str:
        """This name, or a similar one that the source does not have."""
        return free_name(name, self.taken)

    def _new_local(self, name: str) -> str:
        self.count += 1
        name = self._free(f"{name}_{self.count}")
        self.locals.add(name)
        return name

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements of a block, written out."""
        raise NotImplementedError

    def _number(self, node: ast.expr) -> ast.expr:
        """An expression where a number is wanted: 1 or 0 for a condition."""
        match node:
            case ast.BoolOp(sign, [first, *others]) if not is_condition(node):
                test, one = first, copy.copy(first)
                if is_condition(first):
                    one = ast.Constant(int(isinstance(sign, ast.Or)))
                elif not isinstance(first, ast.Name):
                    one = ast.Name(self._free("first"), ast.Load())
                    test = ast.NamedExpr(ast.Name(one.id, ast.Store()), first)
                rest = all_of(sign, others, node)
                ways = (one, rest) if isinstance(sign, ast.Or) else (rest, one)
                return place_at(ast.IfExp(test, *ways), node)
        if isinstance(node, ast.Constant) or not is_condition(node):
            return node
        return place_at(ast.IfExp(node, ast.Constant(1), ast.Constant(0)), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        node.left, node.right = self._number(node.left), self._number(node.right)
        return self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        if not isinstance(node.op, ast.Not):
            node.operand = self._number(node.operand)
        return self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        node.elts = list(map(self._number, node.elts))
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """Two conditions may be compared. One that is compared with a number is 1 or 0, and so are those in
        which something is called. What such a call gives in the middle of a chain is an argument.
        """
        self.generic_visit(node)
        parts = [node.left, *node.comparators]
        equal = len(parts) == 2 and isinstance(node.ops[0], ast.Eq | ast.NotEq)
        if not (equal and all(map(is_condition, parts))) or self._functions_called(*parts):
            parts = [
                self.visit(self._number(one)) if isinstance(one, ast.BoolOp) or is_condition(one) else one
                for one in parts
            ]
            node.left, *node.comparators = parts
        if len(parts) == 2 or not self._functions_called(*parts[1:-1]):
            return node
        names = [self._free(one) for one in ("first", "middle")]
        first, middle, again = (ast.Name(one, ast.Load()) for one in (*names, names[1]))
        rest = ast.Compare(again, node.ops[1:], parts[2:])
        test = ast.BoolOp(ast.And(), [ast.Compare(first, node.ops[:1], [middle]), rest])
        read = self._read(rest)
        made = self._function("in_order", [*read, *names], [ast.Return(test)], node)
        return call_at(made, [*(ast.Name(one, ast.Load()) for one in read), *parts[:2]], node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """A call of a function that chooses. What `_number` names with := is its last argument."""
        read, last = self._read(node), []
        match node.test:
            case ast.NamedExpr(target=ast.Name(given), value=value) if given not in self.locals:
                node.test, last = ast.Name(given, ast.Load()), [(given, self.visit(self._number(value)))]
        choice = ast.If(node.test, [ast.Return(node.body)], [ast.Return(node.orelse)])
        name = self._function("chosen", [*read, *(one for one, _ in last)], [choice], node)
        return call_at(name, [*(ast.Name(one, ast.Load()) for one in read), *(one for _, one in last)], node)

    def _function(self, name: str, parameters: list[str], body: list[ast.stmt], like: ast.AST) -> str:
        """A new function of the module with one of these statements, which are written out."""
        for one in (one for statement in body for one in ast.walk(statement)):
            if isinstance(one, ast.NamedExpr) and one.target.id in self.locals | self.declared:
                self.report.on(one, *INNER_ASSIGNMENT)
                body = [ast.Return(ast.Constant(0))]
        made = function_at("", parameters, body, like)
        made.body = self.block(made.body)
        made.name = self._free(f"{name}_{len(self.added) + 1}")
        self.added[made.name] = made
        return made.name

    def _functions_called(self, *parts: ast.AST) -> set[str]:
        """The functions that are called there, without those of the language that only compute."""
        return functions_called(*parts, own=self.hidden)

    def _acts(self, *parts: ast.AST) -> bool:
        """Whether something is called there that may change a register, stop, or draw a number."""
        called = self._functions_called(*parts)
        return not called <= self.added.keys() or any(self._acts(self.added[one]) for one in called)

    def _read(self, node: ast.expr) -> list[str]:
        """The locals that an expression reads."""
        return sorted(all_names(node) & self.locals)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """An entry of a table is a call of the function that gives it, and so is one of several results. An
        index that is a condition is 1 or 0.
        """
        node.slice = self._number(node.slice)
        self.generic_visit(node)
        match node:
            case ast.Subscript(ast.Call(ast.Name(name)) as call) if name not in self.locals:
                return self._one_of_results(node, call, value_of(node.slice, {}))
        name = node.value.id if isinstance(node.value, ast.Name) else ""
        table = node.value if name in self.locals else self.named.get(name, node.value)
        numbers = numbers_of(table)
        name = name or "_".join(map(ast.unparse, numbers or ()))
        if not numbers or not isinstance(node.ctx, ast.Load) or isinstance(node.slice, ast.Slice | ast.Tuple):
            return node
        at = value_of(node.slice, {})
        if isinstance(at, int) and -len(numbers) <= at < len(numbers):
            return ast.copy_location(copy.deepcopy(numbers[at]), node)
        own = self.within.name if name in self.own_tables else ""
        helper = self._entries("_".join(filter(None, (name, own))), numbers, node)
        return call_at(helper, [from_begin(node.slice, len(numbers))], node)

    def _one_of_results(self, node: ast.Subscript, call: ast.Call, column: float | None) -> ast.expr:
        """The result at a place of a function that gives several, or the same where it gives no such one."""
        name = ast.unparse(call.func)
        parts = ast.walk(self.defined[name]) if name in self.defined else ()
        returned = [one.value for one in parts if isinstance(one, ast.Return)]
        count = result_count(name) if name in FUNCTIONS - self.defined.keys() else 0
        match returned:
            case [ast.Tuple(several), *_]:
                count = len(several)
        if call.keywords or not isinstance(column, int) or count < 2 or not -count <= column < count:
            return node
        given = [self._free(f"given_{place}") for place in range(len(call.args))]
        results = ", ".join(self._free(f"result_{place}") for place in range(count))
        text = f"{results} = {name}({', '.join(given)})\nreturn {results.split(', ')[column]}"
        helper = self._free(f"{name}_at_{column % count}")
        return call_of_new(self.added, helper, given, text, call.args, node)

    def _entries(self, name: str, numbers: list[ast.expr], like: ast.AST) -> str:
        """The function that gives the entries of a table."""
        helper = self._free(ENTRY_OF + name)
        if helper not in self.added:
            index = self._free("index")
            body = self.block(entry(index, numbers, like))
            self.added[helper] = function_at(helper, [index], body, like)
        return helper

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name != "assume":
            node.args = list(map(self._number, node.args))
            for one in node.keywords:
                one.value = self._number(one.value)
        self.generic_visit(node)
        if name in self.locals:
            return node
        if name in self.defined:
            self._named_arguments(node, name)
            return node
        match node:
            case ast.Call(ast.Name("min" | "max"), [_, _, *_] as several, []):
                helper, sign = ("smaller_of", "<") if name == "min" else ("larger_of", ">")
                text = f"if {{1}} {sign} {{0}}:\n    return {{1}}\nreturn {{0}}"
                return reduce(lambda one, other: self._help(node, helper, text, [one, other]), several)
            case ast.Call(ast.Name("round"), [_] | [_, _], []):
                return self._round(node)
            case ast.Call(ast.Name("divmod"), [_, _], []):
                text = "return {0} // {1}, {0} % {1}"
                return self._help(node, "quotient_and_remainder", text, node.args)
        return node

    def _named_arguments(self, node: ast.Call, name: str) -> None:
        """Put named arguments and defaults in their places, where all of them are known."""
        parameters = [one.arg for one in self.defined[name].args.args]
        defaults = self.defaults[name]
        if may_be_entry(self.defined[name]) or any(isinstance(one, ast.Starred) for one in node.args):
            return
        given: dict[str, ast.expr] = (
            dict(zip(parameters[-len(defaults) :], defaults, strict=True)) if defaults else {}
        )
        given |= {one.arg: one.value for one in node.keywords if one.arg}
        rest = parameters[len(node.args) :]
        named = [one.arg for one in node.keywords]
        acts = self._acts(*(one.value for one in node.keywords))
        in_order = named == [one for one in rest if one in named] or not acts
        if in_order and all(one in given for one in rest) and {one.arg for one in node.keywords} <= set(rest):
            node.args += [copy.deepcopy(given[one]) for one in rest]
            node.keywords = []

    def _help(self, node: ast.Call, name: str, text: str, arguments: list[ast.expr]) -> ast.Call:
        """A call of a new function of these statements, in which {0} and {1} are its parameters."""
        names = [self._free(one) for one in ("first", "second")[: len(arguments)]]
        return call_of_new(self.added, self._free(name), names, text.format(*names), arguments, node)

    def _round(self, node: ast.Call) -> ast.expr:
        decimals = value_of(node.args[1], {}) if len(node.args) > 1 else 0
        if not isinstance(decimals, int) or isinstance(decimals, bool) or abs(decimals) > MOST_DECIMALS:
            self.report.on(
                node, f"round takes a number of decimals from 0 to {MOST_DECIMALS}", "write `round(x, 2)`"
            )
            return node.args[0]
        name = f"rounded_{decimals}".replace("-", "to_")
        return self._help(
            node, name, _round_function(decimals, *map(self._free, ("scaled", "half"))), node.args[:1]
        )


def _round_function(decimals: int, scaled: str, half: str) -> str:
    """The statements that round a number to `decimals` decimals, a 5 away from 0, as `Value.__round__`
    does. `scaled` and `half` are names that are free.

    The whole part of x - 0.5 is 0 for x from 0 to 0.5, so one test serves for the sign and the half.
    """
    power = 10 ** abs(decimals)
    times, over = (f" * {power}", f" / {power}") if decimals else ("", "")
    if decimals < 0:
        times, over = over, times
    sign = f"{half} = 1 / 2\nif {scaled} < {half}:\n    {half} = -{half}"
    return f"{scaled} = {{0}}{times}\n{sign}\nreturn ({scaled} + {half}) // 1{over}"


def _is_register(node: ast.expr) -> bool:
    """Whether a value of the module may be a register, which a function can change."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) not in ("array", "matrix", "routine")
