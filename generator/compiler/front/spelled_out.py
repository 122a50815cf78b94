"""Functions of Python, and expressions of the module, that can be written with operators and other functions.

`pow(x, y)` is a power, `divmod(a, b)[1]` a remainder, `sum((a, b))` a sum, and `sorted((a, b, c))` puts up to
four numbers in order. A number of the module that is computed from pi or a root, `TURN = 2 * pi`, is computed
where it is used. An entry `D[i][j]` of a table of rows is one of a table with all its numbers. A dictionary
of the module, `PRICES = {1: 2.5, 7: 4}`, is a table too: `PRICES[k]` has a case for each key.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import Any, Final

from generator.compiler.front.inner_assignments import assigns_inside
from generator.compiler.front.literals import is_number
from generator.compiler.front.made_nodes import (
    Filled,
    all_names,
    call_at,
    call_of_new,
    calls_any,
    free_name,
    functions_in,
    is_name,
    own_names,
    parameters_in,
    place_at,
)
from generator.compiler.front.tables import ENTRY_OF, from_begin, rows_of, value_of, write_numbers
from generator.language.operations import PAIRS

_FIXED: Final = frozenset(("sqrt", "exp", "ln", "log10"))
"""Functions that give the same in every mode."""
MOST_SORTED: Final = 4


class SpelledOut(ast.NodeTransformer):
    """Writes functions of Python and numbers of the module out by operators, in place."""

    def __init__(self) -> None:
        self.own: set[str] = set()
        self.known: Mapping[str, float] = {}
        self.taken: set[str] = set()
        self.formulas: dict[str, ast.expr] = {}
        self.rows: dict[str, list[list[ast.expr]]] = {}
        self.dictionaries: dict[str, dict[Any, ast.expr]] = {}
        self.added: dict[str, ast.FunctionDef] = {}
        self.parts: dict[str, list[str]] = {}
        self.results: dict[str, int] = {}
        self.locals: set[str] = set()

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """Take the formulas out of a module, and write out its functions."""
        self.known = write_numbers(node)
        self.own = {one.name for one in functions_in(node)}
        self.taken = self.own | all_names(node)
        for function in functions_in(node):
            for inner in ast.walk(function):
                if isinstance(inner, ast.Return) and isinstance(inner.value, ast.Tuple):
                    self.results[function.name] = len(inner.value.elts)
        for one in tuple(node.body):
            match one:
                case ast.Assign([ast.Name(name)], value) if self._is_formula(value):
                    self.formulas[name] = self.visit(value)
                    node.body.remove(one)
                case ast.Assign([ast.Name(name)], value) if rows := rows_of(value, {}):
                    self.rows[name] = rows
                case ast.Assign([ast.Name(name)], ast.Dict(keys=keys, values=values)) if all(
                    key and (is_number(key) or isinstance(key, ast.Constant)) for key in keys
                ) and all(map(is_number, values)):
                    pairs = zip(keys, values, strict=True)
                    self.dictionaries[name] = {ast.literal_eval(key): one for key, one in pairs if key}
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
        """Write out a function. Its locals hide names of the module. A tuple of values with a name is written
        where this name is read, with a name for each value. What is written with constants of the module
        becomes a number: an index below 0, the ends of a slice, and the start of `enumerate`.
        """
        self.locals = own_names(node)
        self.parts = {}
        known = {name: one for name, one in self.known.items() if name not in self.locals}
        for one in [*ast.walk(node)]:
            match one:
                case ast.Subscript(slice=ast.Slice() as ends):
                    ends.lower, ends.upper = (
                        each and _as_whole(each, known) for each in (ends.lower, ends.upper)
                    )
                case ast.Subscript(slice=index) if (value_of(index, known) or 0) < 0:
                    one.slice = _as_whole(index, known)
                case ast.Call(ast.Name("enumerate"), [_, start]):
                    one.args[1] = _as_whole(start, known)
        for one in [one for one in ast.walk(node) if isinstance(one, ast.Assign)]:
            match one:
                case ast.Assign([ast.Name(name) as target], value) if (
                    count := self._count(value)
                ) > 1 and _is_only_read(name, target, value, node):
                    self.parts[name] = [free_name(f"{name}_{place}", self.taken) for place in range(count)]
                    self.taken |= {*self.parts[name]}
                    parts: list[ast.expr] = [ast.Name(part, ast.Store()) for part in self.parts[name]]
                    one.targets = [place_at(ast.Tuple(parts, ast.Store()), target)]
        self.locals |= {part for parts in self.parts.values() for part in parts}
        return self.generic_visit(node)

    def _count(self, value: ast.expr) -> int:
        """How many values an expression gives. 1 for a table of numbers."""
        match value:
            case ast.Tuple(values) | ast.List(values):
                return 1 if all(map(is_number, values)) else len(values)
            case ast.Call(ast.Name("sorted"), [ast.Tuple() | ast.List() as values]) if (
                "sorted" not in self.own
            ):
                return len(values.elts)
            case ast.Call(ast.Name(name)) if name not in self.locals:
                return self.results.get(name, 2 if name in {"divmod", *PAIRS} - self.own else 1)
        return 1

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Write `(a, b), c = (x, y), z` as `a, b, c = x, y, z`, where both sides have the same form."""
        match node:
            case ast.Assign([ast.Tuple() as target], ast.Tuple() as value) if len(target.elts) == len(
                value.elts
            ):
                pairs = list(_pairs_of(target, value))
                target.elts, value.elts = [one for one, _ in pairs], [one for _, one in pairs]
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A formula of the module is written where it is used, as values are. A dictionary is its keys."""
        if node.id in self.parts:
            return _tuple((ast.Name(part, ast.Load()) for part in self.parts[node.id]), node)
        if isinstance(node.ctx, ast.Load) and (keys := self._dictionary(node)):
            return _tuple(map(ast.Constant, keys), node)
        if node.id in self.locals or node.id not in self.formulas:
            return node
        made = copy.deepcopy(self.formulas[node.id])
        for one in ast.walk(made):
            ast.copy_location(one, node)
        return made

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """One of the two results of divmod, or an entry of a dictionary or of a table of rows."""
        if (entries := self._dictionary(node.value)) and isinstance(node.ctx, ast.Load):
            return self._entry(node, ast.unparse(node.value), entries, self.visit(node.slice))
        self.generic_visit(node)
        match node:
            case ast.Subscript(ast.Tuple(parts) | ast.List(parts), place, ast.Load()) if not all(
                map(is_number, parts)
            ):
                known = {name: one for name, one in self.known.items() if name not in self.locals}
                index = value_of(place, known)
                if not isinstance(index, int) or not -len(parts) <= index < len(parts):
                    return node
                others = (one for one in parts if one is not parts[index])
                if all(isinstance(one, ast.Name) or is_number(one) for one in others):
                    return parts[index]
                names = self._parameters(len(parts))
                return self._call_of(
                    f"part_{index % len(parts)}_of_{len(parts)}", names, names[index], parts, node
                )
            case ast.Subscript(ast.Subscript(ast.Name(name), row), column) if (
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
                ast.Call(ast.Name("divmod"), [one, other], []),
                ast.Constant(0 | 1 as place),
            ) if "divmod" not in self.own:
                return place_at(ast.BinOp(one, ast.Mod() if place else ast.FloorDiv(), other), node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Write out a call: a power, a question to a dictionary, a sum, extremes or an order."""
        match node:
            case ast.Call(ast.Name("len"), [ast.Name(name) as whole], []) if (
                counted := self.parts.get(name)
                or [*self._dictionary(whole)]
                or (self.rows.get(name) if name not in self.locals else None)
            ):
                return ast.copy_location(ast.Constant(len(counted)), node)
            case ast.Call(ast.Attribute(ast.Name(name) as one, word), arguments, []) if (
                entries := self._dictionary(one)
            ):
                match word, [self.visit(each) for each in arguments]:
                    case "get", [key, default]:
                        return self._entry(node, name, entries, key, default)
                    case "keys", []:
                        return _tuple(map(ast.Constant, entries), node)
                    case "values", []:
                        return _tuple(map(copy.deepcopy, entries.values()), node)
                    case "items", []:
                        return _tuple(
                            (ast.Tuple([ast.Constant(key), copy.deepcopy(number)], ast.Load())
                             for key, number in entries.items()), node)  # fmt: skip
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in self.own | self.locals:
            return node
        match node.keywords:
            case [ast.keyword("ndigits" | "start", last)] if name in ("round", "sum"):
                node.args, node.keywords = [*node.args, last], []
        match node.args:
            case [number] if name == "float" and not node.keywords:
                return number
            case [number] if name == "bool" and not node.keywords:
                return place_at(ast.Compare(number, [ast.NotEq()], [ast.Constant(0)]), node)
            case [base, power] if name == "pow" and not node.keywords:
                return place_at(ast.BinOp(base, ast.Pow(), power), node)
            case [ast.Tuple(several) | ast.List(several), start] if name == "sum" and several:
                if self._stays(start, several):
                    return reduce(lambda one, other: _sum(one, other, node), [start, *several])
                names = self._parameters(len(several) + 1)
                total = " + ".join((names[-1], *names[:-1]))
                return self._call_of(f"sum_of_{len(several)}", names, total, [*several, start], node)
            case [ast.Tuple(several) | ast.List(several)] if len(several) > 1:
                order = ast.unparse(node.keywords[0].value) if len(node.keywords) == 1 else ""
                if name == "sum" and not node.keywords:
                    return reduce(lambda one, other: _sum(one, other, node), several)
                if name in ("min", "max") and not node.keywords:
                    node.args = several
                if name == "sorted" and len(several) <= MOST_SORTED and order in ("", "False", "True"):
                    return self._order(several, ">" if order == "True" else "<", node)
        return node

    def _stays(self, start: ast.expr, several: list[ast.expr]) -> bool:
        """Whether a number is the same before and after others are computed."""
        if not isinstance(start, ast.Name):
            return isinstance(start, ast.Constant)
        return not assigns_inside(*several) and (start.id in self.locals or not calls_any(*several))

    def _dictionary(self, node: ast.expr) -> dict[Any, ast.expr]:
        """The entries of a dictionary of the module, by their keys. It is empty for something else."""
        name = node.id if isinstance(node, ast.Name) and node.id not in self.locals else ""
        return self.dictionaries.get(name, {})

    def _entry(
        self,
        node: ast.expr,
        name: str,
        entries: dict[Any, ast.expr],
        key: ast.expr,
        default: ast.expr | None = None,
    ) -> ast.expr:
        """The entry of a dictionary with a key, or a number where there is no such key."""
        plain = default is None or is_number(default) or isinstance(default, ast.Name)
        if is_number(key) or isinstance(key, ast.Constant):
            known = entries.get(ast.literal_eval(key))
            if known is None or plain:  # another default is computed, also where it is not taken
                return place_at(copy.deepcopy(known or default or node), node)
        if not all(isinstance(one, int | float) for one in entries):
            return node
        first = min(int(one) for one in entries if isinstance(one, int | float))
        several = [entries.get(first + place) for place in range(len(entries))]
        if default is None and None not in several:
            place = ast.BinOp(key, ast.Sub(), ast.Constant(first)) if first else key
            table = ast.Tuple([copy.deepcopy(one) for one in several if one], ast.Load())
            return place_at(ast.Subscript(table, place, ast.Load()), node)
        helper = free_name(f"{ENTRY_OF}{name}" if default is None else f"{name}_or_another", self.taken)
        keys, numbers = [*map(str, entries)], [*map(ast.unparse, entries.values())]
        if default is None:
            keys[-1] = "_"
        else:
            keys, numbers = [*keys, "_"], [*numbers, "another"]
        cases = (f"    case {a}:\n        return {b}\n" for a, b in zip(keys, numbers, strict=True))
        given = {"key": key} | ({"another": default} if default else {})
        text = f"match key:\n{''.join(cases)}"
        return call_of_new(self.added, helper, [*given], text, [*given.values()], node)

    def _parameters(self, count: int) -> list[str]:
        return [free_name(f"number_{place}", self.taken) for place in range(count)]

    def _call_of(
        self, name: str, names: list[str], result: str, arguments: list[ast.expr], like: ast.AST
    ) -> ast.expr:
        """A call of a new function that returns an expression of its parameters `names`."""
        name = free_name(name, self.taken)
        return call_of_new(self.added, name, names, f"return {result}", arguments, like)

    def _order(self, numbers: list[ast.expr], sign: str, like: ast.AST) -> ast.expr:
        """A call of a new function that gives numbers in their order."""
        count = len(numbers)
        name = free_name(f"sorted_{count}" if sign == "<" else f"sorted_{count}_downwards", self.taken)
        names = self._parameters(count)
        pairs = [(names[at], names[at + 1]) for last in range(count - 1, 0, -1) for at in range(last)]
        swaps = "".join(f"if {b} {sign} {a}:\n    {a}, {b} = {b}, {a}\n" for a, b in pairs)
        text = f"{swaps}return {', '.join(names)}"
        return call_of_new(self.added, name, names, text, numbers, like)


def with_keys(tree: ast.Module) -> None:
    """Write, in place, the elements of `max(a, key=f)` as pairs of what f gives and the element, for the loop
    that finds the largest.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Name("min" | "max"), [several], [*words]) if key := next(
                (one for one in words if one.arg == "key"), None
            ):
                loops: list[ast.comprehension] = []
                element: ast.expr = ast.Name("element", ast.Load())
                if isinstance(several, ast.GeneratorExp | ast.ListComp):
                    loops, element = several.generators, several.elt
                match key.value, element:
                    case ast.Lambda(args=ast.arguments(args=[ast.arg(arg=name)]), body=measured), ast.Name():
                        if loops:
                            measured = Filled({name: element}).visit(measured)
                        element = element if loops else ast.Name(name, ast.Load())
                    case ast.Name(name), ast.Name():
                        measured = call_at(name, [element], node)
                    case _:
                        continue
                if not loops:
                    loops = [ast.comprehension(ast.Name(element.id, ast.Store()), several, [], 0)]
                node.args = [ast.GeneratorExp(ast.Tuple([measured, element], ast.Load()), loops)]
                node.keywords.remove(key)
                node.keywords.insert(0, ast.keyword("key", ast.Constant(1)))
                place_at(node, node)


def _tuple(several: Iterable[ast.expr], like: ast.AST) -> ast.expr:
    return place_at(ast.Tuple([*several], ast.Load()), like)


def _sum(one: ast.expr, other: ast.expr, like: ast.AST) -> ast.expr:
    return place_at(ast.BinOp(one, ast.Add(), other), like)


def _pairs_of(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The targets of an assignment with the value of each, where tuples on both sides are taken apart."""
    match target, value:
        case (
            ast.Tuple(targets) | ast.List(targets),
            ast.Tuple(values) | ast.List(values),
        ) if len(targets) == len(values):
            for one, other in zip(targets, values, strict=True):
                yield from _pairs_of(one, other)
        case _:
            yield target, value


def _as_whole(node: ast.expr, known: Mapping[str, float]) -> ast.expr:
    """The whole number that an expression is, or the expression where it is none that is known."""
    number = value_of(node, known)
    return ast.copy_location(ast.Constant(int(number)), node) if isinstance(number, int) else node


def _is_only_read(name: str, target: ast.Name, value: ast.expr, function: ast.FunctionDef) -> bool:
    """Whether a local that names several values is assigned once, and is read only where a tuple can be."""
    above = {id(child): one for one in ast.walk(function) for child in ast.iter_child_nodes(one)}
    uses = [one for one in ast.walk(function) if is_name(one, name)]
    given = name in parameters_in(ast.walk(function))
    for one in uses if not given else ():
        match above[id(one)]:
            case ast.Subscript(ctx=ast.Load(), slice=place) if isinstance(value_of(place, {}), int):
                continue
            case ast.Call(ast.Name("sum" | "min" | "max" | "len" | "sorted"), [whole]) if whole is one:
                continue
            case ast.For(iter=whole) | ast.comprehension(iter=whole) if whole is one:
                continue
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[whole]) if whole is one:
                continue
            case ast.Return() | ast.Assign([ast.Tuple()]) if not isinstance(value, ast.List):
                continue
        if one is not target:
            return False
    return not given


def _is_in(index: ast.expr, count: int) -> bool:
    """Whether an index is that of one of `count` entries. One that is no number may be."""
    number = value_of(index, {})
    return number is None or -count <= number < count
