"""What Python does with a whole array, by its elements: `len`, `sum`, `min`, `max`, and loops over it.

    for x in a:                      for place in range(5):
        total += x                       x = a[place]
                                         total += x

`sum`, `any` and `all` of a generator expression are loops, too, in a function of their own. The length of an
array may be a name that stands for a whole number in the module.

Python's loop over an array runs over the numbers that were in it before. So a loop that stores into the array
stays as it is and is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final, TypeVar

from generator.compiler.front.tables import numbers_of

Tree = TypeVar("Tree", bound=ast.AST)
_OVER: Final[dict[str, Callable[[str, int], str]]] = {
    "sum": lambda a, size: f"total = 0\nfor place in range({size}):\n    total += {a}[place]\nreturn total",
    "max": lambda a, size: _extreme(a, size, ">"),
    "min": lambda a, size: _extreme(a, size, "<"),
}
_LOOPED: Final = {
    "sum": ("total = 0\n", "total += 0", "return total"),
    "any": ("", "if 0: return True", "return False"),
    "all": ("", "if not 0: return False", "return True"),
}
"""The lines before the loop of a generator expression, in it, and after it. The 0 stands for its element."""


def _extreme(a: str, size: int, sign: str) -> str:
    return (
        f"found = {a}[0]\nfor place in range(1, {size}):\n"
        f"    if {a}[place] {sign} found:\n        found = {a}[place]\nreturn found"
    )


class WithElements(ast.NodeTransformer):
    """Writes such forms out in a module, in place. `added` are the functions that this takes."""

    def __init__(self) -> None:
        self.arrays: dict[str, int] = {}
        self.tables: dict[str, int] = {}
        self.functions: set[str] = set()
        self.own: set[str] = set()
        self.taken: set[str] = set()
        self.added: dict[str, ast.FunctionDef] = {}
        self.locals: set[str] = set()

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """Find the arrays and tables, and write out all functions."""
        _write_lengths(node)
        for one in node.body:
            match one:
                case ast.Assign(
                    targets=[ast.Name(id=name)],
                    value=ast.Call(func=ast.Name(id="array"), args=[ast.Constant(value=int(size)), *_]),
                ):
                    self.arrays[name] = size
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if numbers := numbers_of(value):
                    self.tables[name] = len(numbers)
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
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)], keywords=[]):
                size = self.arrays.get(name, self.tables.get(name))
                if size is not None:
                    return ast.copy_location(ast.Constant(size), node)
            case ast.Call(func=ast.Name(id=word), args=[ast.Name(id=name)], keywords=[]) if (
                word in _OVER and name in self.arrays
            ):
                return ast.copy_location(ast.Call(self._helper(word, name, node), [], []), node)
        return node

    def _helper(self, word: str, name: str, like: ast.AST) -> ast.Name:
        helper = self._free(f"{word}_of_{name}")
        if helper not in self.added:
            text = _OVER[word](name, self.arrays[name]).replace("\n", "\n    ")
            (made,) = ast.parse(f"def {helper}():\n    {text}").body
            assert isinstance(made, ast.FunctionDef)
            self.added[helper] = _at(made, like)
        return ast.copy_location(ast.Name(helper, ast.Load()), like)

    def _loop(self, word: str, each: ast.GeneratorExp, over: ast.comprehension) -> ast.expr:
        """A call of a new function with the loop that a generator expression stands for."""
        names_in = [one for one in ast.walk(each) if isinstance(one, ast.Name)]
        read = {one.id for one in names_in} & self.locals - {_name_stored(one) for one in names_in}
        name, names = self._free(f"{word}_{len(self.added) + 1}"), ", ".join(sorted(read))
        before, inner, after = _LOOPED[word]
        text = f"{before}for x in x:\n    if True:\n        {inner}\n{after}".replace("\n", "\n    ")
        (made,) = ast.parse(f"def {name}({names}):\n    {text}").body
        assert isinstance(made, ast.FunctionDef)
        _at(made, each)
        loop = made.body[-2]
        assert isinstance(loop, ast.For)
        (choice,) = loop.body
        assert isinstance(choice, ast.If)
        loop.target, loop.iter = over.target, over.iter
        match choice.body:
            case [ast.AugAssign() as step]:
                step.value = each.elt
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
        return _at(ast.parse(f"{name}({names})", mode="eval").body, each)

    def visit_For(self, node: ast.For) -> ast.For:
        """A loop over an array or its enumeration as one over its places."""
        self.generic_visit(node)
        match node:
            case ast.For(target=ast.Name() as element, iter=ast.Name(id=name)):
                place = ast.Name(self._free("place"), ast.Store())
                self.taken.add(place.id)
            case ast.For(
                target=ast.Tuple(elts=[ast.Name() as place, ast.Name() as element]),
                iter=ast.Call(func=ast.Name(id="enumerate"), args=[ast.Name(id=name)], keywords=[]),
            ):
                pass
            case _:
                return node
        if name not in self.arrays or self._stores(node, name):
            return node
        text = f"for {place.id} in range({self.arrays[name]}):\n    {element.id} = {name}[{place.id}]"
        (made,) = ast.parse(text).body
        assert isinstance(made, ast.For)
        _at(made, node)
        made.body += node.body
        made.orelse = node.orelse
        return made

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


def _write_lengths(node: ast.Module) -> None:
    """Write the number for a name that stands for one and is the length of an array, in place."""
    numbers: dict[str, ast.Constant] = {}
    for one in node.body:
        match one:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int()) as number):
                numbers[name] = number
            case ast.Assign(
                value=ast.Call(func=ast.Name(id="array"), args=[ast.Name(id=name), *_] as args)
            ) if name in numbers:
                args[0] = ast.copy_location(ast.Constant(numbers[name].value), args[0])


def _at(made: Tree, like: ast.AST) -> Tree:
    """A new piece of the tree at the place of another one."""
    for one in ast.walk(made):
        if "lineno" in one._attributes:
            ast.copy_location(one, like)
    return made


def _name_stored(node: ast.Name | ast.arg) -> str:
    """The name that is assigned or is a parameter here, '' where one is read."""
    if isinstance(node, ast.arg):
        return node.arg
    return node.id if isinstance(node.ctx, ast.Store) else ""


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
