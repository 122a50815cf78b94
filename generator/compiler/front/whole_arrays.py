"""What Python does with a whole array, by its elements: `len`, `sum`, `min`, `max`, and loops over it.

    for x in a:                      for place in range(5):
        total += x                       x = a[place]
                                         total += x

A loop may also run over an array from its end (`reversed`), over its enumeration, over several arrays
and tables at once (`zip`), and over slices of them, `a[1:4]`. The element `a[-1]` is the last one. `sum`,
`any`, `all`, `min` and `max` of a generator expression are loops, too, in a function of their own. Numbers
of the module that are computed from others, `WIDTH = 2 * HALF`, are written out, and tests for one of several
numbers are comparisons.

Python's loop over an array runs over the numbers that were in it before. So a loop that stores into the array
stays as it is and is refused.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Mapping
from typing import Any, Final

from generator.compiler.front.made_nodes import parse_at, place_at
from generator.compiler.front.tables import numbers_of, slice_of, value_of, write_numbers
from generator.language.values import value

Ends = tuple[int, int]
_OVER: Final[dict[str, Callable[[str, Ends], str]]] = {
    "sum": lambda a, ends: f"total = 0\nfor place in range{ends}:\n    total += {a}[place]\nreturn total",
    "max": lambda a, ends: _extreme(a, ends, ">"),
    "min": lambda a, ends: _extreme(a, ends, "<"),
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


def _extreme(a: str, ends: Ends, sign: str) -> str:
    return (
        f"found = {a}[{ends[0]}]\nfor place in range{(ends[0] + 1, ends[1])}:\n"
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
        self.known: Mapping[str, float] = {}

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """Find the arrays and tables, and write out all functions."""
        self.known = write_numbers(node)
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
            case ast.Call(func=ast.Name(id="len") as called, args=[ast.ListComp() as counted]) if (
                "len" not in self.own
            ):
                called.id, counted.elt = "sum", ast.copy_location(ast.Constant(1), node)
        match node:
            case ast.Call(
                func=ast.Name(id=word),
                args=[ast.GeneratorExp(generators=[over]) | ast.ListComp(generators=[over]) as each],
                keywords=[],
            ) if word in _LOOPED and word not in self.own and not over.is_async:
                return self._loop(word, each, over)
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.own:
            return node
        piece = self._piece(node.args[0]) if len(node.args) == 1 and not node.keywords else None
        match node:
            case ast.Call(func=ast.Name(id="len")) if piece:
                return ast.copy_location(ast.Constant(len(range(*piece[1]))), node)
            case ast.Call(func=ast.Name(id=word)) if word in _FOLDED and piece and piece[0] in self.tables:
                numbers = self.tables[piece[0]][slice(*piece[1])]
                return _expression_at(str(_FOLDED[word]([value(ast.unparse(one)) for one in numbers])), node)
            case ast.Call(func=ast.Name(id=word)) if word in _OVER and piece and range(*piece[1]):
                return ast.copy_location(ast.Call(self._helper(word, *piece, node), [], []), node)
            case ast.Call(
                func=ast.Name(id="reversed"),
                args=[ast.Call(func=ast.Name(id="range"), args=[_] | [_, _] as ends) as whole],
            ):
                ends = [*([ast.Constant(0)] if len(ends) == 1 else []), *ends]
                first, last = (ast.BinOp(one, ast.Sub(), ast.Constant(1)) for one in reversed(ends))
                backwards = ast.Call(whole.func, [first, last, ast.UnaryOp(ast.USub(), ast.Constant(1))], [])
                return place_at(backwards, node)
        return node

    def _piece(self, node: ast.expr) -> tuple[str, Ends] | None:
        """An array or table of the module by its name, or a slice of it, with its first place and the one
        after its last.
        """
        lengths = {name: len(numbers) for name, numbers in self.tables.items()} | self.arrays
        match node:
            case ast.Name(id=name) if name in lengths and name not in self.locals:
                return name, (0, lengths[name])
            case ast.Subscript(value=ast.Name(id=name) as whole, slice=ast.Slice(step=None) as ends):
                part = slice_of(ends, self._numbers()) if self._piece(whole) else None
                if part is not None:
                    first, last, _ = part.indices(lengths[name])
                    return name, (first, max(first, last))
        return None

    def _numbers(self) -> dict[str, float]:
        """The constants of the module that no local hides."""
        return {name: one for name, one in self.known.items() if name not in self.locals}

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """`a[-1]` is the last element of an array."""
        self.generic_visit(node)
        piece, index = self._piece(node.value), value_of(node.slice, self._numbers())
        if piece and isinstance(index, int) and -piece[1][1] <= index < 0:
            node.slice = ast.copy_location(ast.Constant(piece[1][1] + index), node.slice)
        return node

    def _helper(self, word: str, name: str, ends: Ends, like: ast.AST) -> ast.Name:
        part = "" if ends == (0, self.arrays[name]) else "_{}_{}".format(*ends)
        helper = self._free(f"{word}_of_{name}{part}")
        if helper not in self.added:
            text = _OVER[word](name, ends).replace("\n", "\n    ")
            (made,) = parse_at(f"def {helper}():\n    {text}", like)
            assert isinstance(made, ast.FunctionDef)
            self.added[helper] = made
        return ast.copy_location(ast.Name(helper, ast.Load()), like)

    def _loop(self, word: str, each: ast.GeneratorExp | ast.ListComp, over: ast.comprehension) -> ast.expr:
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
        place, start, backwards = "", None, False
        match node:
            case ast.For(
                target=ast.Tuple(elts=[ast.Name(id=place), target]),
                iter=ast.Call(func=ast.Name(id="enumerate"), args=[array, *first], keywords=[]),
            ) if not first or (isinstance(first[0], ast.Constant) and isinstance(first[0].value, int)):
                targets, several, start = [target], [array], int(ast.unparse(first[0])) if first else 0
            case ast.For(iter=ast.Call(func=ast.Name(id="reversed"), args=[array])):
                several, backwards = [array], True
            case ast.For(iter=ast.Subscript(value=array, slice=each)) if ast.unparse(each) == "::-1":
                several, backwards = [array], True
            case ast.For(
                target=ast.Tuple(elts=targets), iter=ast.Call(func=ast.Name(id="zip"), args=several)
            ):
                pass
        pieces = [one for one in map(self._piece, several) if one]
        arrays = self.arrays.keys() & {name for name, _ in pieces}
        known = len(targets) == len(several) == len(pieces)
        if not (arrays and known) or any(self._stores(node, one) for one in arrays):
            return node
        if not place:
            place = self._free("place")
            self.taken.add(place)
        begin = pieces[0][1][0] if start is None else start
        ends = range(begin, begin + min(len(range(*one)) for _, one in pieces))
        taken = [
            f"    {ast.unparse(t)} = {name}[{place}{first - begin:+}]".replace("+0]", "]")
            for t, (name, (first, _)) in zip(targets, pieces, strict=True)
        ]
        (made,) = parse_at("\n".join((f"for {place} in {ends[::-1] if backwards else ends}:", *taken)), node)
        assert isinstance(made, ast.For)
        made.body += node.body
        made.orelse = node.orelse
        return made

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """`n in (1, 3, 5)` is `n == 1 or n == 3 or n == 5`. In an array it is a loop.

        What is not a name becomes the argument of a function, so that it is computed once.
        """
        match node:
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as sign], comparators=[among]):
                several, piece = self._several(among), self._piece(among)
                within = piece is not None and piece[0] in self.arrays
                if not isinstance(left, ast.Name) and (within or len(several) > 1):
                    return self._tested_once(node, left)
                if within:
                    each = self._free("element")
                    test = f"any({each} == {ast.unparse(left)} for {each} in {ast.unparse(among)})"
                    call = self.visit(_expression_at(test, node))
                    return call if isinstance(sign, ast.In) else place_at(ast.UnaryOp(ast.Not(), call), node)
                if len(several) > 1:
                    equal, join = (
                        (ast.Eq(), ast.Or()) if isinstance(sign, ast.In) else (ast.NotEq(), ast.And())
                    )
                    tests = [ast.Compare(copy.copy(left), [equal], [one]) for one in several]
                    return place_at(ast.BoolOp(join, list(tests)), node)
        return self.generic_visit(node)

    def _tested_once(self, node: ast.Compare, left: ast.expr) -> ast.AST:
        """A call of a new function with a comparison. Its last argument is what is compared."""
        names = {one.id for one in ast.walk(node.comparators[0]) if isinstance(one, ast.Name)} & self.locals
        name, found = self._free(f"is_among_{len(self.added) + 1}"), self._free("found")
        parameters = ", ".join((*sorted(names), found))
        (made,) = parse_at(f"def {name}({parameters}):\n    return 0", node)
        assert isinstance(made, ast.FunctionDef)
        node.left = ast.copy_location(ast.Name(found, ast.Load()), left)
        made.body = [ast.copy_location(ast.Return(node), node)]
        self.added[name] = made
        self.visit(made)
        arguments = [*(ast.Name(one, ast.Load()) for one in sorted(names)), self.visit(left)]
        return place_at(ast.Call(ast.Name(name, ast.Load()), arguments, []), node)

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
