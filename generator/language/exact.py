"""Make functions of a module compute as the calculator does, also with numbers that are written in them.

Python itself computes `1 / 3` and `-7 // 2`, with 17 digits or rounded down. So the code of each function is
compiled again from its source, with every number in it made a Value. Files, lines and names stay, so that
tracebacks and debuggers show the source as it is.
"""

from __future__ import annotations

import ast
import linecache
import warnings
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from inspect import unwrap
from types import CodeType, FunctionType
from typing import Any, Final

from generator.language.functions import intpart
from generator.language.machine import machine
from generator.language.memory import GrowingList, Rows, StoredArray, Table
from generator.language.statistics import StatisticsSum
from generator.language.values import Value, value

_NUMBERS: Final = "__hp15c_numbers__"
_EXACT: Final = "__hp15c_exact__"
_WHOLE: Final = "__hp15c_whole__"
_ABOVE: Final = "__hp15c_above_zero__"
_STORED: Final = "__hp15c_stored__"
_GROWING: Final = "__hp15c_growing__"
_PLAIN: Final = (int, float, Decimal, Value)
_COUNTING: Final = frozenset(("all", "any", "len", "max", "min", "sum"))
"""Functions of Python that give a plain int where they count, or where they add up conditions."""
MOST_WHOLE: Final = 10**9
_DONE: Final = "__hp15c_done__"


def make_exact(module: dict[str, Any]) -> None:
    """Compile the functions of a module's namespace again, so that they compute as the calculator does.

    Functions for which that has been done stay as they are. A list of zeroes becomes an array.
    """
    for name, one in tuple(module.items()):
        if type(one) is list and one and all(type(each) is int and each == 0 for each in one):
            module[name] = StoredArray(len(one))
    done: set[CodeType] = module.setdefault(_DONE, set())
    for function in tuple(_functions(module)):
        if function.__code__ not in done:
            _make_exact(function)
            done.add(function.__code__)


def _functions(module: dict[str, Any]) -> Iterator[FunctionType]:
    """The functions that were defined in a namespace, including those under `program`."""
    for one in tuple(module.values()):
        one = unwrap(one) if callable(one) else one
        if isinstance(one, FunctionType) and one.__globals__ is module:
            yield one


def _make_exact(function: FunctionType) -> None:
    code, names = function.__code__, function.__globals__
    source = "".join(linecache.getlines(code.co_filename, names))
    if not source:
        warnings.warn(
            f"{code.co_name}: its source is not there, so plain numbers in it are Python's; put it in a file",
            stacklevel=4,
        )
        return
    numbers: list[Value] = names.setdefault(_NUMBERS, [])
    names |= {_EXACT: exact, _WHOLE: whole, _ABOVE: above_zero, _STORED: array_of, _GROWING: GrowingList}
    names |= {_hidden_names(word): one for word, one in _OWN.items()}
    tree = _Numbers(source, numbers, names).visit(ast.parse(source))
    compiled = compile(ast.fix_missing_locations(tree), code.co_filename, "exec")
    for constant in compiled.co_consts:
        if isinstance(constant, CodeType) and _place(constant) == _place(code):
            function.__code__ = constant


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_name, code.co_firstlineno


def exact(one: Any) -> Any:
    """A number as a Value, True and False as 1 and 0, and a sum as the number that it is now.

    Tuples and lists of numbers are tables, also those in another one. So are dictionaries, whose keys and
    entries are Values. Anything else is returned as it is.
    """
    if type(one) is dict:
        return {exact(key): exact(entry) for key, entry in one.items()}
    if isinstance(one, StatisticsSum):
        return one.now
    if type(one) in (tuple, list) and one:
        if all(type(entry) in _PLAIN for entry in one):
            return Table(one)
        if all(type(entry) in (tuple, list) for entry in one):
            return Rows(map(exact, one))
    return value(one) if type(one) in (int, float, Decimal, bool) else one


def array_of(numbers: Any) -> Any:
    """An array of a function with these numbers."""
    made = StoredArray(len(numbers))
    made[:] = numbers
    return made


def whole_range(start: Any, stop: Any = None, step: Any = 1) -> Iterator[Value]:
    """`range` over whole numbers as Values. TypeError for a fraction."""
    if stop is None:
        start, stop = 0, start
    for number in range(*(value(one).__index__() for one in (start, stop, step))):
        machine().tick()
        yield value(number)


def whole(part: Any) -> Any:
    """A part of a sum that is an end of `range` or the index of an array.

    TypeError for a fraction and ValueError for a number above 10⁹, either of which may get lost in the sum.
    """
    if abs(value(part).__index__()) > MOST_WHOLE:
        raise ValueError(f"{part} is too large here; the most is {MOST_WHOLE}")
    return part


def above_zero(step: Any) -> Any:
    """The computed step of a `range`. ValueError for one that is not above 0."""
    if not value(step) > 0:
        raise ValueError(
            f"a computed step is above 0, and {step} is not: write `-step` for a range downwards"
        )
    return step


def whole_places(several: Iterable[Any], start: Any = 0) -> Iterator[tuple[Value, Any]]:
    """`enumerate` with places as Values."""
    return ((value(place), one) for place, one in enumerate(several, value(start).__index__()))


def from_the_end(several: Any) -> Iterator[Any]:
    """`reversed`, also of a range of Values."""
    yield from reversed(several if hasattr(several, "__getitem__") else tuple(several))


_OWN: Final[Mapping[str, Any]] = {
    "range": whole_range,
    "int": intpart,
    "float": exact,
    "bool": lambda one: exact(bool(one)),
    "enumerate": whole_places,
    "reversed": from_the_end,
}
"""What stands for functions of Python."""


def _hidden_names(word: str) -> str:
    return f"__hp15c_{word}__"


def _placed_like(node: ast.expr, made: ast.expr) -> ast.expr:
    """An expression, with the place of another one in the source."""
    return ast.fix_missing_locations(ast.copy_location(made, node))


def _call(word: str, *given: ast.expr, like: ast.expr) -> ast.expr:
    """A call of one of the hidden functions, with the place of another expression in the source."""
    return _placed_like(like, ast.Call(ast.Name(word, ast.Load()), [*given], []))


class _Numbers(ast.NodeTransformer):
    """Replaces numbers, `range` and the names of the module within functions."""

    def __init__(self, source: str, numbers: list[Value], module: Mapping[str, Any]) -> None:
        self.source, self.module = source, module
        self.numbers = numbers
        self.locals: set[str] = set()
        self.tests: set[int] = set()
        self.changed: set[str] = set()
        self.lists: set[str] = set()

    def visit(self, node: ast.AST) -> Any:
        """Change a node. A condition that is no test is a number, 1 or 0, and so is what Python counts."""
        match node:
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test):
                self.tests.add(id(test))
            case ast.BoolOp(values=tests) if id(node) in self.tests:
                self.tests |= {*map(id, tests)}
            case ast.UnaryOp(ast.Not(), test) | ast.keyword(value=test):
                self.tests.add(id(test))
        condition = isinstance(node, ast.Compare | ast.BoolOp) or (
            isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        )
        counted = isinstance(node, ast.Call) and self._meaning(node.func) in _COUNTING
        made = super().visit(node)
        if (condition or counted) and id(node) not in self.tests:
            assert isinstance(node, ast.expr)
            return _call(_EXACT, made, like=node)
        return made

    def _meaning(self, called: ast.expr) -> str:
        """The name of a function of Python that is called, '' for another one."""
        name = called.id if isinstance(called, ast.Name) else ""
        return "" if name in self.locals | self.module.keys() else name

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """Change the functions of a module, and leave all else as it is."""
        self.changed = {name for one in ast.walk(node) if isinstance(one, ast.Global) for name in one.names}
        for one in node.body:
            if isinstance(one, ast.FunctionDef):
                self._function(one)
            elif isinstance(one, ast.Assign) and isinstance(one.value, ast.Lambda):
                self.locals = {each.arg for each in ast.walk(one.value) if isinstance(each, ast.arg)}
                one.value.body = self.visit(one.value.body)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Keep an index that is written in whole numbers. What stands in a tuple is a table. The parts of a
        sum that is the index of an array are whole.
        """
        written = self._is_whole(node.slice)
        match node.value:
            case ast.Name(name) if name in self.lists or (
                name not in self.locals and type(self.module.get(name)) is StoredArray
            ):
                node.slice = node.slice if written else self._with_whole_parts(node.slice)
        table = isinstance(node.value, ast.Tuple | ast.List)
        node.value = self.visit(node.value)
        if table:
            node.value = _call(_EXACT, node.value, like=node.value)
        node.slice = node.slice if written else self.visit(node.slice)
        return node

    def visit_Slice(self, node: ast.Slice) -> ast.Slice:
        """Keep ends that are written in whole numbers: Python counts those below 0 from the end."""
        ends = (one if one is None or self._is_whole(one) else self.visit(one)
                for one in (node.lower, node.upper, node.step))  # fmt: skip
        node.lower, node.upper, node.step = ends
        return node

    def _is_whole(self, node: ast.expr) -> bool:
        """Whether an index is written in whole numbers and constants of the module. Python computes it, so
        that one below 0 counts from the end.
        """
        match node:
            case ast.Constant(number):
                return type(number) is int
            case ast.Name(name):
                constant = name not in self.locals and self._is_constant(name)
                return constant and type(self.module[name]) is int
            case ast.UnaryOp(ast.USub(), operand):
                return self._is_whole(operand)
            case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult(), right):
                return self._is_whole(left) and self._is_whole(right)
        return False

    def _function(self, node: ast.FunctionDef) -> None:
        parameters = [one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
        declared = {name for one in ast.walk(node) if isinstance(one, ast.Global) for name in one.names}
        stored = {
            one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        }
        self.locals = (stored | set(parameters)) - declared
        self.lists = {
            one.value.id
            for one in ast.walk(node)
            if isinstance(one, ast.Subscript) and isinstance(one.value, ast.Name)
            if isinstance(one.ctx, ast.Store) and one.value.id in stored - declared
        }
        body = [self.visit(one) for one in node.body]
        node.body = [self._convert(name, node) for name in parameters] + body

    def _convert(self, name: str, node: ast.FunctionDef) -> ast.stmt:
        """`name = exact(name)`, at the place of the first statement."""
        call = ast.Call(ast.Name(_EXACT, ast.Load()), [ast.Name(name, ast.Load())], [])
        made = ast.Assign([ast.Name(name, ast.Store())], call)
        return ast.fix_missing_locations(ast.copy_location(made, node.args.args[0]))

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """A number becomes `numbers[n]`."""
        if type(node.value) not in (int, float, bool) or id(node) in self.tests:
            return node
        self.numbers.append(value(self._decimal(node) if type(node.value) is float else node.value))
        place = ast.Constant(len(self.numbers) - 1)
        made = ast.Subscript(ast.Name(_NUMBERS, ast.Load()), place, ast.Load())
        return _placed_like(node, made)

    def _decimal(self, node: ast.Constant) -> Decimal:
        """A number with a point or an exponent as it is written, not as Python's binary number."""
        text = ast.get_source_segment(self.source, node) or repr(node.value)
        return Decimal(text.replace("_", ""))

    def visit_MatchValue(self, node: ast.MatchValue) -> ast.MatchValue:
        """Keep a number of a pattern: Python takes no other value there."""
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        """Tuples and lists of numbers that get a name are tables, or arrays where an element is stored."""
        self.generic_visit(node)
        if isinstance(node.value, ast.List) and not node.value.elts:
            node.value = _call(_GROWING, like=node.value)
        several = node.value.left if isinstance(node.value, ast.BinOp) else node.value
        if isinstance(node.targets[0], ast.Name) and isinstance(several, ast.Tuple | ast.List | ast.ListComp):
            word = _STORED if node.targets[0].id in self.lists else _EXACT
            node.value = _call(word, node.value, like=node.value)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Keep an exponent that is written as 2: it means the key x². The length of a list stays, too."""
        long = isinstance(node.left, ast.List) and self._is_whole(node.right)
        node.left = self.visit(node.left)
        node.right = node.right if long else self._right(node.op, node.right)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """See `visit_BinOp`."""
        node.target, node.value = self.visit(node.target), self._right(node.op, node.value)
        return node

    def _right(self, op: ast.operator, node: ast.expr) -> ast.expr:
        """The second operand of an operation."""
        square = isinstance(op, ast.Pow) and isinstance(node, ast.Constant) and node.value == 2
        made: ast.expr = ast.copy_location(ast.Constant(2), node) if square else self.visit(node)
        return made

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Keep the name of what is called. Some functions of Python are exceptions: `int` is the key INT."""
        if self._meaning(node.func) == "range":
            node.args = [*map(self._with_whole_parts, node.args[:2]), *map(self._step, node.args[2:])]
        if isinstance(node.func, ast.Name):
            if node.func.id in _OWN and node.func.id not in self.locals | self.module.keys():
                node.func = ast.copy_location(ast.Name(_hidden_names(node.func.id), ast.Load()), node.func)
        else:
            node.func = self.visit(node.func)
        match node:
            case ast.Call(ast.Name("pow"), [base, power], []) if (
                "pow" not in self.locals | self.module.keys()
            ):
                return self.visit_BinOp(ast.copy_location(ast.BinOp(base, ast.Pow(), power), node))
        node.args = [self.visit(one) for one in node.args]
        node.keywords = [self.visit(one) for one in node.keywords]
        return node

    def _step(self, node: ast.expr) -> ast.expr:
        """The step of a range. One that is computed is above 0, with or without a minus sign before it."""
        match node:
            case ast.UnaryOp(ast.USub(), operand):
                node.operand = self._step(operand)
                return node
            case ast.Constant():
                return node
            case ast.Name(name) if name not in self.locals and self._is_constant(name):
                return node
        return _call(_ABOVE, node, like=node)

    def _is_constant(self, name: str) -> bool:
        """Whether a name of the module stands for a number that no function changes."""
        return type(self.module.get(name)) in (int, float) and name not in self.changed

    def _with_whole_parts(self, node: ast.expr) -> ast.expr:
        """An end of `range` or an index, whose parts are whole where it is written as a sum."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            parts = (self._with_whole_parts(one) for one in (node.left, node.right))
            node.left, node.right = (_call(_WHOLE, one, like=one) for one in parts)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Convert a name of the module, which may stand for a plain number."""
        if node.id in self.locals:
            return node
        if isinstance(node.ctx, ast.Store) and isinstance(self.module.get(node.id), StatisticsSum):
            return _placed_like(node, ast.Attribute(ast.Name(node.id, ast.Load()), "now", ast.Store()))
        if not isinstance(node.ctx, ast.Load):
            return node
        return _call(_EXACT, node, like=node)
