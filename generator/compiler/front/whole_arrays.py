"""What Python does with a whole array, by its elements: `len`, `sum`, `min`, `max`, and loops over it.

    for x in a:                      for place in range(5):
        total += x                       x = a[place]
                                         total += x

A loop may also run over an array from its end (`reversed`), over its enumeration, and over several arrays
and tables at once (`zip`). `sum`, `any`, `all`, `min` and `max` of a generator expression are loops, too, in
a function of their own. Numbers of the module that are computed from others, `WIDTH = 2 * HALF`, are written
out, and tests for one of several numbers are comparisons.

Python's loop over an array runs over the numbers that were in it before. So a loop that stores into the array
stays as it is and is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from generator.compiler.front.made_nodes import parse_at, place_at
from generator.compiler.front.tables import numbers_of, write_numbers
from generator.language.values import value

_OVER: Final[dict[str, Callable[[str, int], str]]] = {
    "sum": lambda a, size: f"total = 0\nfor place in range({size}):\n    total += {a}[place]\nreturn total",
    "max": lambda a, size: _extreme(a, size, ">"),
    "min": lambda a, size: _extreme(a, size, "<"),
}
_LOOPED: Final = {
    "sum": ("total = 0\n", "total += 0", "return total"),
    "any": ("", "if 0: return True", "return False"),
    "all": ("", "if not 0: return False", "return True"),
    "min": ("found = 9.999999999e99\n", "found = min(found, 0)", "return found"),
    "max": ("found = -9.999999999e99\n", "found = max(found, 0)", "return found"),
}
"""The lines before the loop of a generator expression, in it, and after it. The 0 stands for its element."""
_FOLDED: Final[dict[str, Callable[[list[Any]], Any]]] = {"sum": sum, "max": max, "min": min, "len": len}


def _extreme(a: str, size: int, sign: str) -> str:
    return (
        f"found = {a}[0]\nfor place in range(1, {size}):\n"
        f"    if {a}[place] {sign} found:\n        found = {a}[place]\nreturn found"
    )


class WithElements(ast.NodeTransformer):
    """Writes such forms out in a module, in place. `added` are the functions that this takes."""

    def __init__(self) -> None:
        self.arrays: dict[str, int] = {}
        self.tables: dict[str, list[ast.expr]] = {}
        self.functions: set[str] = set()
        self.own: set[str] = set()
        self.taken: set[str] = set()
        self.added: dict[str, ast.FunctionDef] = {}
        self.locals: set[str] = set()

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """Find the arrays and tables, and write out all functions."""
        write_numbers(node)
        for one in node.body:
            match one:
                case ast.Assign(
                    targets=[ast.Name(id=name)],
                    value=ast.Call(func=ast.Name(id="array"), args=[ast.Constant(value=int(size)), *_]),
                ):
                    self.arrays[name] = size
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if numbers := numbers_of(value):
                    self.tables[name] = numbers
        self.taken = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
        self.functions = {one.name for one in ast.walk(node) if isinstance(one, ast.FunctionDef)}
        self.taken |= self.functions
        stored = (one for one in ast.walk(node) if isinstance(one, ast.Name | ast.arg))
        self.own = self.functions | {_name_stored(one) for one in stored}
        self.generic_visit(node)
        node.body += self.added.values()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Write out a function, which may be one that is added."""
        stored = {_name_stored(one) for one in ast.walk(node) if isinstance(one, ast.Name | ast.arg)}
        declared = {name for one in ast.walk(node) if isinstance(one, ast.Global) for name in one.names}
        outside, self.locals = self.locals, stored - declared
        self.generic_visit(node)
        self.locals = outside
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """The length of an array or table, or a call of the function that goes through an array."""
        match node:
            case ast.Call(
                func=ast.Name(id=word), args=[ast.GeneratorExp(generators=[over]) as each], keywords=[]
            ) if word in _LOOPED and word not in self.own and not over.is_async:
                return self._loop(word, each, over)
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.own:
            return node
        match node:
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]) if name in self.arrays:
                return ast.copy_location(ast.Constant(self.arrays[name]), node)
            case ast.Call(func=ast.Name(id=word), args=[ast.Name(id=name)], keywords=[]) if (
                word in _FOLDED and name in self.tables and name not in self.locals
            ):
                number = _FOLDED[word]([value(ast.unparse(one)) for one in self.tables[name]])
                return _expression_at(str(number), node)
            case ast.Call(
                func=ast.Name(id="reversed"),
                args=[ast.Call(func=ast.Name(id="range"), args=[_] | [_, _] as ends) as whole],
            ):
                ends = [*([ast.Constant(0)] if len(ends) == 1 else []), *ends]
                first, last = (ast.BinOp(one, ast.Sub(), ast.Constant(1)) for one in reversed(ends))
                backwards = ast.Call(whole.func, [first, last, ast.UnaryOp(ast.USub(), ast.Constant(1))], [])
                return place_at(backwards, node)
            case ast.Call(func=ast.Name(id=word), args=[ast.Name(id=name)], keywords=[]) if (
                word in _OVER and name in self.arrays
            ):
                return ast.copy_location(ast.Call(self._helper(word, name, node), [], []), node)
        return node

    def _helper(self, word: str, name: str, like: ast.AST) -> ast.Name:
        helper = self._free(f"{word}_of_{name}")
        if helper not in self.added:
            text = _OVER[word](name, self.arrays[name]).replace("\n", "\n    ")
            (made,) = parse_at(f"def {helper}():\n    {text}", like)
            assert isinstance(made, ast.FunctionDef)
            self.added[helper] = made
        return ast.copy_location(ast.Name(helper, ast.Load()), like)

    def _loop(self, word: str, each: ast.GeneratorExp, over: ast.comprehension) -> ast.expr:
        """A call of a new function with the loop that a generator expression stands for."""
        names_in = [one for one in ast.walk(each) if isinstance(one, ast.Name)]
        read = {one.id for one in names_in} & self.locals - {_name_stored(one) for one in names_in}
        name, names = self._free(f"{word}_{len(self.added) + 1}"), ", ".join(sorted(read))
        before, inner, after = _LOOPED[word]
        text = f"{before}for x in x:\n    if True:\n        {inner}\n{after}".replace("\n", "\n    ")
        (made,) = parse_at(f"def {name}({names}):\n    {text}", each)
        assert isinstance(made, ast.FunctionDef)
        loop = made.body[-2]
        assert isinstance(loop, ast.For)
        (choice,) = loop.body
        assert isinstance(choice, ast.If)
        loop.target, loop.iter = over.target, over.iter
        match choice.body:
            case [ast.AugAssign() as step]:
                step.value = each.elt
            case [ast.Assign(value=ast.Call() as step)]:
                step.args[1] = each.elt
            case [ast.If(test=ast.UnaryOp() as test)]:
                test.operand = each.elt
            case [ast.If() as step]:
                step.test = each.elt
        if over.ifs:
            choice.test = ast.copy_location(ast.BoolOp(ast.And(), [choice.test, *over.ifs]), each)
        else:
            loop.body = choice.body
        self.added[name] = made
        self.visit(made)
        return _expression_at(f"{name}({names})", each)

    def visit_For(self, node: ast.For) -> ast.For:
        """A loop over arrays, or over the enumeration of one, as one over places."""
        self.generic_visit(node)
        targets, several = [node.target], [node.iter]
        place, places, start = "", "range({0}, {1})", 0
        match node:
            case ast.For(
                target=ast.Tuple(elts=[ast.Name(id=place), target]),
                iter=ast.Call(func=ast.Name(id="enumerate"), args=[array, *first], keywords=[]),
            ) if not first or (isinstance(first[0], ast.Constant) and isinstance(first[0].value, int)):
                targets, several, start = [target], [array], int(ast.unparse(first[0])) if first else 0
            case ast.For(iter=ast.Call(func=ast.Name(id="reversed"), args=[array])):
                several, places = [array], "range({1} - 1, {0} - 1, -1)"
            case ast.For(
                target=ast.Tuple(elts=targets), iter=ast.Call(func=ast.Name(id="zip"), args=several)
            ):
                pass
        names = [one.id for one in several if isinstance(one, ast.Name) and one.id not in self.locals]
        lengths = {one: len(self.tables[one]) for one in names if one in self.tables} | self.arrays
        arrays = self.arrays.keys() & names
        known = len(targets) == len(several) == len(names) and lengths.keys() >= {*names}
        if not (arrays and known) or any(self._stores(node, one) for one in arrays):
            return node
        if not place:
            place = self._free("place")
            self.taken.add(place)
        index = f"{place} - {start}" if start else place
        taken = [f"    {ast.unparse(t)} = {one}[{index}]" for t, one in zip(targets, names, strict=True)]
        ends = places.format(start, start + min(lengths[one] for one in names))
        (made,) = parse_at("\n".join((f"for {place} in {ends}:", *taken)), node)
        assert isinstance(made, ast.For)
        made.body += node.body
        made.orelse = node.orelse
        return made

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """`n in (1, 3, 5)` is `n == 1 or n == 3 or n == 5`, for a name and a tuple or table of numbers."""
        match node:
            case ast.Compare(
                left=ast.Name(id=name), ops=[ast.In() | ast.NotIn() as sign], comparators=[among]
            ) if len(several := self._several(among)) > 1:
                equal, join = (ast.Eq(), ast.Or()) if isinstance(sign, ast.In) else (ast.NotEq(), ast.And())
                tests = [ast.Compare(ast.Name(name, ast.Load()), [equal], [one]) for one in several]
                return place_at(ast.BoolOp(join, list(tests)), node)
        return self.generic_visit(node)

    def _several(self, among: ast.expr) -> list[ast.expr]:
        """The numbers and names of a tuple that stands here, or of a table."""
        match among:
            case ast.Name(id=name) if name not in self.locals:
                return self.tables.get(name, [])
            case ast.Tuple(elts=several) | ast.List(elts=several) | ast.Set(elts=several):
                return several if all(isinstance(one, ast.Constant | ast.Name) for one in several) else []
        return []

    def _stores(self, node: ast.For, name: str) -> bool:
        """Whether a loop may store into an array, by itself or in a function that it calls."""
        return any(
            (isinstance(one, ast.Name) and one.id in self.functions)
            or (isinstance(one, ast.Subscript) and isinstance(one.ctx, ast.Store) and _is(one.value, name))
            for statement in node.body
            for one in ast.walk(statement)
        )

    def _free(self, name: str) -> str:
        while name in self.taken:
            name += "_"
        return name


def _expression_at(text: str, like: ast.AST) -> ast.expr:
    (made,) = parse_at(text, like)
    assert isinstance(made, ast.Expr)
    return made.value


def _name_stored(node: ast.Name | ast.arg) -> str:
    """The name that is assigned or is a parameter here, '' where one is read."""
    if isinstance(node, ast.arg):
        return node.arg
    return node.id if isinstance(node.ctx, ast.Store) else ""


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
