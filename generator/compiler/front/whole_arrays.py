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
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from generator.compiler.front.literals import is_number
from generator.compiler.front.made_nodes import free_name, parse_at, place_at
from generator.compiler.front.tables import numbers_of, slice_of, value_of, write_numbers
from generator.language.values import value

_EXTREME: Final = (
    "{found} = {a}[{first}]\nfor {place} in {others}:\n"
    "    if {a}[{place}] SIGN {found}:\n        {found} = {a}[{place}]\nreturn {found}"
)
_OVER: Final = {
    "sum": "{found} = 0\nfor {place} in {places}:\n    {found} += {a}[{place}]\nreturn {found}",
    "max": _EXTREME.replace("SIGN", ">"),
    "min": _EXTREME.replace("SIGN", "<"),
}
_LOOPED: Final = {
    "sum": ("found = 0\n", "found += 0", "return found"),
    "any": ("", "if 0: return True", "return False"),
    "all": ("", "if not 0: return False", "return True"),
    "min": ("found = 9.999999999e99\n", "found = min(found, 0)", "return found"),
    "max": ("found = -9.999999999e99\n", "found = max(found, 0)", "return found"),
}
"""The lines before the loop of a generator expression, in it, and after it. The 0 stands for its element."""
_FOLDED: Final[dict[str, Callable[[list[Any]], Any]]] = {"sum": sum, "max": max, "min": min, "len": len}


class WithElements(ast.NodeTransformer):
    """Writes such forms out in a module, in place. `added` are the functions that this takes."""

    def __init__(self) -> None:
        self.arrays: dict[str, int] = {}
        self.tables: dict[str, list[ast.expr]] = {}
        self.functions: dict[str, ast.FunctionDef] = {}
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
        self.functions = {one.name: one for one in ast.walk(node) if isinstance(one, ast.FunctionDef)}
        self.taken |= self.functions.keys()
        stored = (one for one in ast.walk(node) if isinstance(one, ast.Name | ast.arg))
        self.own = self.functions.keys() | {_name_stored(one) for one in stored}
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
            case ast.Call(func=ast.Name(id="sum"), args=[several, start], keywords=[]) if (
                "sum" not in self.own
            ):
                one = free_name("element", self.taken)
                text = f"[{one} for {one} in {ast.unparse(several)}]"
                whole = _expression_at(text, node) if self._piece(several) else several
                if isinstance(whole, ast.GeneratorExp | ast.ListComp) and len(whole.generators) == 1:
                    return self._loop("sum", whole, whole.generators[0], start)
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.own:
            return node
        piece = self._piece(node.args[0]) if len(node.args) == 1 and not node.keywords else None
        match node:
            case ast.Call(func=ast.Name(id="len")) if piece:
                return ast.copy_location(ast.Constant(len(piece[1])), node)
            case ast.Call(func=ast.Name(id=word)) if word in _FOLDED and piece and piece[0] in self.tables:
                numbers = [value(ast.unparse(self.tables[piece[0]][place])) for place in piece[1]]
                return _expression_at(str(_FOLDED[word](numbers)), node)
            case ast.Call(func=ast.Name(id=word)) if word in _OVER and piece and (piece[1] or word == "sum"):
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

    def _piece(self, node: ast.expr) -> tuple[str, range] | None:
        """An array or table of the module by its name, or a part of it, with the places in their order."""
        match node:
            case ast.Name(id=name) if name not in self.locals and name in self.tables.keys() | self.arrays:
                return name, range(self.arrays[name] if name in self.arrays else len(self.tables[name]))
            case ast.Subscript(value=whole, slice=ast.Slice() as ends) if piece := self._piece(whole):
                part = slice_of(ends, self._numbers())
                return None if part is None or part.step == 0 else (piece[0], piece[1][part])
            case ast.Call(func=ast.Name(id="reversed"), args=[whole]) if piece := self._piece(whole):
                return piece[0], piece[1][::-1]
        return None

    def _numbers(self) -> dict[str, float]:
        """The constants of the module that no local hides."""
        return {name: one for name, one in self.known.items() if name not in self.locals}

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """`a[-1]` is the last element of an array, and `a[2:][0]` its third one."""
        self.generic_visit(node)
        piece, index = self._piece(node.value), value_of(node.slice, self._numbers())
        if piece and isinstance(index, int) and -len(piece[1]) <= index < len(piece[1]):
            node.value = ast.copy_location(ast.Name(piece[0], ast.Load()), node.value)
            node.slice = ast.copy_location(ast.Constant(piece[1][index]), node.slice)
        return node

    def _helper(self, word: str, name: str, places: range, like: ast.AST) -> ast.Name:
        part = re.sub(r"\D+", "_", str(places)).rstrip("_") if places != range(self.arrays[name]) else ""
        helper = free_name(f"{word}_of_{name}{part}", self.taken)
        if helper not in self.added:
            first, others = (places[0], places[1:]) if places else (0, places)
            found, place = free_name("found", self.taken), free_name("place", self.taken)
            text = _OVER[word].format(
                a=name, places=places, first=first, others=others, found=found, place=place
            )
            text = text.replace("\n", "\n    ")
            (made,) = parse_at(f"def {helper}():\n    {text}", like)
            assert isinstance(made, ast.FunctionDef)
            self.added[helper] = made
        return ast.copy_location(ast.Name(helper, ast.Load()), like)

    def _loop(
        self,
        word: str,
        each: ast.GeneratorExp | ast.ListComp,
        over: ast.comprehension,
        start: ast.expr | None = None,
    ) -> ast.expr:
        """A call of a new function with the loop that a generator expression stands for. A sum may begin with
        a number `start`, which is the last argument.
        """
        names_in = [one for one in ast.walk(each) if isinstance(one, ast.Name)]
        read = {one.id for one in names_in} & self.locals - {_name_stored(one) for one in names_in}
        name, names = free_name(f"{word}_{len(self.added) + 1}", self.taken), ", ".join(sorted(read))
        total = free_name("found", self.taken)
        before, inner, after = (line.replace("found", total) for line in _LOOPED[word])
        if start is not None:
            before, names = "", ", ".join((*sorted(read), total))
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
        call = _expression_at(f"{name}({names})", each)
        if start is not None:
            assert isinstance(call, ast.Call)
            call.args[-1] = self.visit(start)
        return call

    def visit_For(self, node: ast.For) -> ast.For:
        """A loop over arrays, or over the enumeration of one, as one over places."""
        self.generic_visit(node)
        targets, several, place, start = [node.target], [node.iter], "", None
        match node:
            case ast.For(
                target=ast.Tuple(elts=[ast.Name(id=place), target]),
                iter=ast.Call(func=ast.Name(id="enumerate"), args=[array, *first], keywords=[]),
            ) if not first or (isinstance(first[0], ast.Constant) and isinstance(first[0].value, int)):
                targets, several, start = [target], [array], int(ast.unparse(first[0])) if first else 0
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
            place = free_name("place", self.taken)
            self.taken.add(place)
        count, (first_places, *others) = min(len(one) for _, one in pieces), [one for _, one in pieces]
        alike = start is None and all(one.step == first_places.step for one in others)
        passes = first_places[:count] if alike else range(start or 0, (start or 0) + count)
        taken = [
            f"    {ast.unparse(t)} = {name}[{_place_in(places, place, passes)}]"
            for t, (name, places) in zip(targets, pieces, strict=True)
        ]
        (made,) = parse_at("\n".join((f"for {place} in {passes}:", *taken)), node)
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
                    each = free_name("element", self.taken)
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
        name, found = free_name(f"is_among_{len(self.added) + 1}", self.taken), free_name("found", self.taken)
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
            case ast.Tuple(elts=several) | ast.List(elts=several) | ast.Set(elts=several):
                return several if all(isinstance(one, ast.Name) or is_number(one) for one in several) else []
        name, places = self._piece(among) or ("", range(0))
        return [self.tables[name][place] for place in places] if name in self.tables else []

    def _stores(self, node: ast.For, name: str) -> bool:
        """Whether a loop may store into an array, by itself or in a function that it calls."""
        pending, known = list[ast.AST](node.body), set[str]()
        for part in pending:
            for one in ast.walk(part):
                if isinstance(one, ast.Subscript) and isinstance(one.ctx, ast.Store) and _is(one.value, name):
                    return True
                if isinstance(one, ast.Name) and one.id in self.functions.keys() - known:
                    known.add(one.id)
                    pending.append(self.functions[one.id])
        return False


def _place_in(places: range, place: str, passes: range) -> str:
    """The place of a pass of a loop over others."""
    if places.step == passes.step:
        return f"{place}{places.start - passes.start:+}".removesuffix("+0")
    times = {1: "+", -1: "-"}.get(places.step, f"{places.step:+} * ")
    return f"{places.start}{times}{f'({place}{-passes.start:+})' if passes.start else place}"


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
