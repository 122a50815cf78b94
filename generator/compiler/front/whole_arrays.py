"""What Python does with a whole array, by its elements: `len`, `sum`, `min`, `max`, and loops over it.

    for x in a:                      for place in range(5):
        total += x                       x = a[place]
                                         total += x

A loop may also run over an array from its end (`reversed`), over its enumeration, over several arrays
and tables at once (`zip`), and over slices of them, `a[1:4]`. The element `a[-1]` is the last one. `sum`,
`any`, `all`, `min` and `max` of a generator expression are loops, too, in a function of their own. Numbers
of the module that are computed from others, `WIDTH = 2 * HALF`, are written out, and tests for one of several
numbers are comparisons.

Python's loop over an array takes each number when its pass begins, and a slice is a copy. So a loop over a
slice that stores into the array stays as it is and is refused.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from generator.compiler.front.inner_assignments import assigns_inside
from generator.compiler.front.literals import is_number
from generator.compiler.front.made_nodes import (
    all_names,
    call_at,
    call_of_new,
    calls_any,
    declared_names,
    expression_at,
    free_name,
    function_at,
    functions_called,
    is_name,
    late_name,
    loops_of,
    names_in,
    own_names,
    parameters_in,
    parse_at,
    place_at,
)
from generator.compiler.front.tables import numbers_of, place_in, slice_of, value_of, write_numbers
from generator.language.values import value
from hp15c.graphs import reach

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
    "sum": ("found = 0\n", "found += ELEMENT", "return found"),
    "any": ("", "if ELEMENT: return True", "return False"),
    "all": ("", "if not ELEMENT: return False", "return True"),
    "min": ("found = 9.999999999e99\n", "found = min(found, ELEMENT)", "return found"),
    "max": ("found = -9.999999999e99\n", "found = max(found, ELEMENT)", "return found"),
}
"""The lines before the loop of a generator expression, in it, and after it."""
_BETTER: Final = "number = ELEMENT\nif seen == 0 or number > {best}:\n    {best} = number\n    seen = 1"
_BEST: Final = {
    "default": ("seen = 0\n", _BETTER.format(best="found"), "return found"),
    "key": ("best = seen = 0\n", _BETTER.format(best="best") + "\n    found = MEASURED", "return found"),
}
"""The same for `max` with a default, which is in `found` at first, and with a key, which is the element."""
MOST_COMPUTED: Final = 4
"""A number is compared with fewer than so many others that are computed: the stack holds all of them."""
_FOLDED: Final[dict[str, Callable[[list[Any]], Any]]] = {"sum": sum, "max": max, "min": min, "len": len}


_Column = tuple[ast.expr, tuple[str, range] | int]


class WithElements(ast.NodeTransformer):
    """Writes what Python does with whole arrays out by elements, in place, with the functions `added`."""

    def __init__(self) -> None:
        self.arrays: dict[str, int] = {}
        self.tables: dict[str, list[ast.expr]] = {}
        self.functions: dict[str, ast.FunctionDef] = {}
        self.own: set[str] = set()
        self.taken: set[str] = set()
        self.added: dict[str, ast.FunctionDef] = {}
        self.locals: set[str] = set()
        self.within: ast.AST = ast.Module([], [])
        self.known: Mapping[str, float] = {}

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """Find the arrays and tables, and write out all functions."""
        self.known = write_numbers(node)
        for one in node.body:
            match one:
                case ast.Assign(
                    [ast.Name(name)],
                    ast.Call(ast.Name("array"), [ast.Constant(int(size)), *_]),
                ):
                    self.arrays[name] = size
                case ast.Assign([ast.Name(name)], value) if numbers := numbers_of(value):
                    self.tables[name] = numbers
        parts = list(ast.walk(node))
        self.taken = {one.id for one in parts if isinstance(one, ast.Name)}
        self.functions = {one.name: one for one in parts if isinstance(one, ast.FunctionDef)}
        self.taken |= self.functions.keys()
        self.own = self.functions.keys() | parameters_in(parts)
        self.own |= names_in(parts, ast.Store) | {
            one.asname for one in parts if isinstance(one, ast.alias) and one.asname
        }
        self.generic_visit(node)
        node.body += self.added.values()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Write out what stands for whole arrays in a function, also in one that was added on the way."""
        outside, self.within, self.locals = (self.within, self.locals), node, own_names(node)
        self.generic_visit(node)
        self.within, self.locals = outside
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """The length of an array or table, or a call of the function that goes through an array."""
        match node:
            case ast.Call(ast.Name("len") as called, [ast.ListComp() as counted]) if "len" not in self.own:
                called.id, counted.elt = "sum", ast.copy_location(ast.Constant(1), node)
        match node:
            case ast.Call(ast.Name(word), [several]) if word in _LOOPED and (
                self._span(several)
                or (node.keywords and not isinstance(several, ast.GeneratorExp | ast.ListComp))
            ):
                node.args = [self._each(several, node)]
        match node:
            case ast.Call(ast.Name(word), [ast.GeneratorExp() | ast.ListComp() as each], []) if (
                word in _LOOPED and self._is_loop(word, each)
            ):
                return self._loop(word, each)
            case ast.Call(
                ast.Name("min" | "max" as word),
                [ast.GeneratorExp() | ast.ListComp() as each],
                [ast.keyword("key" | "default") as first, *rest],
            ) if self._is_loop(word, each) and all(one.arg == "default" for one in rest):
                default = next((one.value for one in node.keywords if one.arg == "default"), ast.Constant(0))
                return self._loop(word, each, default, _BEST["key" if first.arg == "key" else "default"])
            case ast.Call(ast.Name("sum"), [several, start], []):
                whole = self._each(several, node) if self._piece(several) or self._span(several) else several
                if isinstance(whole, ast.GeneratorExp | ast.ListComp) and self._is_loop("sum", whole):
                    acts = functions_called(start, own=self.own) or assigns_inside(start)
                    if not acts or _is_same_later(whole):
                        return self._loop("sum", whole, start)
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.own:
            return node
        piece = self._piece(node.args[0]) if len(node.args) == 1 and not node.keywords else None
        match node:
            case ast.Call(ast.Name("len")) if piece:
                return ast.copy_location(ast.Constant(len(piece[1])), node)
            case ast.Call(ast.Name(word)) if word in _FOLDED and piece and piece[0] in self.tables:
                numbers = [value(ast.unparse(self.tables[piece[0]][place])) for place in piece[1]]
                return expression_at(str(_FOLDED[word](numbers)), node)
            case ast.Call(ast.Name(word)) if word in _OVER and piece and (piece[1] or word == "sum"):
                return self._of_all(word, *piece, node)
            case ast.Call(ast.Name("reversed"), [ast.Call(ast.Name("range"), ends) as whole]) if 1 <= len(
                ends
            ) <= 3 and (turned := self._backwards(ends)):
                return place_at(ast.Call(whole.func, turned, []), node)
        return node

    def _each(self, several: ast.expr, like: ast.AST) -> ast.expr:
        """The generator expression with all numbers of something that a loop runs over."""
        one = free_name("element", self.taken)
        return expression_at(f"({one} for {one} in {ast.unparse(several)})", like)

    def _is_loop(self, word: str, each: ast.GeneratorExp | ast.ListComp) -> bool:
        """Whether a function of Python goes through it, and nothing else has the names that it assigns."""
        assigned = {one.target.id for one in ast.walk(each) if isinstance(one, ast.NamedExpr)}
        inside = {id(one) for one in ast.walk(each)}
        others = {
            one.id for one in ast.walk(self.within) if isinstance(one, ast.Name) and id(one) not in inside
        }
        known = word in self.own or any(one.is_async for one in each.generators)
        return not known and assigned.isdisjoint({*others, *declared_names(self.within)})

    def _backwards(self, ends: list[ast.expr]) -> list[ast.expr] | None:
        """The ends and the step of a range that runs through another one from its end.

        None where they cannot be written with the numbers of the other one, or where functions would be
        called in another order.
        """
        whole = ends if len(ends) == 3 else [*([ast.Constant(0)] * (2 - len(ends))), *ends, ast.Constant(1)]
        numbers: list[Any] = [value_of(one, self._numbers()) for one in whole]
        written, step = [one for one in numbers if isinstance(one, int)], numbers[2]
        if len(written) == len(whole) and step:
            turned = range(*written)[::-1]
            return [ast.Constant(one) for one in (turned.start, turned.stop, turned.step)]
        if step in (1, -1) and (is_number(whole[0]) or not calls_any(*whole)):
            first, last = (ast.BinOp(one, ast.Sub(), ast.Constant(step)) for one in whole[1::-1])
            return [first, last, ast.Constant(-step)]
        if step is None and all(isinstance(one, ast.Name) or is_number(one) for one in whole):
            begin, end, by = map(ast.unparse, whole)
            top = f"{begin} + (({end} - {begin} + {by} - 1) // {by} - 1) * {by}"
            return [expression_at(one, ends[0]) for one in (top, f"{begin} - 1", f"-{by}")]
        return None

    def _piece(self, node: ast.expr) -> tuple[str, range] | None:
        """An array or table of the module by its name, or a part of it, with the places in their order."""
        match node:
            case ast.Name(name) if name not in self.locals and name in self.tables.keys() | self.arrays:
                return name, range(self.arrays[name] if name in self.arrays else len(self.tables[name]))
            case ast.Subscript(whole, ast.Slice() as ends) if piece := self._piece(whole):
                part = slice_of(ends, self._numbers())
                return None if part is None or part.step == 0 else (piece[0], piece[1][part])
            case ast.Call(ast.Name("reversed"), [whole]) if piece := self._piece(whole):
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

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """`p, q = a` and `a[:2] = p, q` with the elements of an array, as many as there are names."""
        self.generic_visit(node)
        places = self._elements(node.targets[0], ast.Store())
        match node.targets, node.value:
            case [ast.Tuple(names)], value if (given := self._elements(value)) and len(given) == len(names):
                node.value = place_at(ast.Tuple(given, ast.Load()), value)
            case [ast.Subscript()], value if places:
                given = self._elements(value) or (
                    value.elts if isinstance(value, ast.Tuple | ast.List) else []
                )
                if len(given) == len(places):
                    node.targets = [place_at(ast.Tuple(places, ast.Store()), node.targets[0])]
                    node.value = place_at(ast.Tuple(given, ast.Load()), value)
        return node

    def _elements(self, node: ast.expr, context: ast.expr_context | None = None) -> list[ast.expr]:
        """The elements of an array, or of a part of one that is written. Nothing for something else."""
        name, places = self._piece(node) or ("", range(0))
        if name not in self.arrays:
            return []
        array = ast.Name(name, ast.Load())
        return [ast.Subscript(array, ast.Constant(place), context or ast.Load()) for place in places]

    def _of_all(self, word: str, name: str, places: range, like: ast.AST) -> ast.Call:
        """A call of the function that goes through these places of an array."""
        part = re.sub(r"\D+", "_", str(places)).rstrip("_") if places != range(self.arrays[name]) else ""
        helper = free_name(f"{word}_of_{name}{part}", self.taken)
        first, others = (places[0], places[1:]) if places else (0, places)
        found, place = free_name("found", self.taken), free_name("place", self.taken)
        text = _OVER[word].format(a=name, places=places, first=first, others=others, found=found, place=place)
        return call_of_new(self.added, helper, [], text, [], like)

    def _loop(
        self,
        word: str,
        each: ast.GeneratorExp | ast.ListComp,
        start: ast.expr | None = None,
        lines: tuple[str, str, str] | None = None,
    ) -> ast.expr:
        """A call of a new function with the loops that a generator expression stands for. A sum may begin
        with a number `start`, which is the last argument.
        """
        parts = list(ast.walk(each))
        read = names_in(parts, ast.Load) & self.locals - names_in(parts, ast.Store)
        name = free_name(f"{word}_{len(self.added) + 1}", self.taken)
        before, inner, after = lines or _LOOPED[word]
        text = f"{before if lines or start is None else ''}LOOPS\n{after}"
        inside = inner.replace(">", "<" if word == "min" else ">")
        for own in ("found", "number", "best", "seen"):
            text, inside = (re.sub(rf"\b{own}\b", free_name(own, self.taken), one) for one in (text, inside))
        pair = each.elt.elts if "MEASURED" in inner and isinstance(each.elt, ast.Tuple) else [each.elt]
        element = dict(zip(("ELEMENT", "MEASURED"), pair, strict=False))
        loops = loops_of(each, parse_at(inside, each, **element))
        given = [*sorted(read), *([] if start is None else [free_name("found", self.taken)])]
        made = function_at(name, given, parse_at(text, each, LOOPS=loops), each)
        self.added[name] = made
        self.visit(made)
        arguments = [late_name(one, each) for one in sorted(read)]
        return call_at(name, [*arguments, *([] if start is None else [self.visit(start)])], each)

    def visit_For(self, node: ast.For) -> ast.For:
        """A loop over arrays, or over the enumeration of one, as one over places."""
        self.generic_visit(node)
        if over := self._over_spans(node):
            return over
        columns = self._columns(node.target, node.iter) or []
        places = [(target, one[1]) for target, one in columns if not isinstance(one, int)]
        counts = [(target, one) for target, one in columns if isinstance(one, int)]
        arrays = self.arrays.keys() & {one[0] for _, one in columns if not isinstance(one, int)}
        copied = any(isinstance(one, ast.Slice) for one in ast.walk(node.iter))
        if not arrays or (copied and any(self._stores(node, one) for one in arrays)):
            return node
        first_places, count = places[0][1], min(len(one) for _, one in places)
        alike = not counts and all(one.step == first_places.step for _, one in places)
        start = counts[0][1] if counts else 0
        passes = first_places[:count] if alike else range(start, start + count)
        match counts:
            case [(ast.Name(place), _), *counts]:
                pass
            case _:
                place = free_name("place", self.taken)
        self.taken.add(place)
        taken = [f"    {ast.unparse(t)} = {place_in(range(n, n + 1), place, passes)}" for t, n in counts]
        taken += [
            f"    {ast.unparse(target)} = {one[0]}[{place_in(one[1], place, passes)}]"
            for target, one in columns
            if not isinstance(one, int)
        ]
        text = "\n".join((f"for {place} in {passes}:", *taken, "    BODY\nelse:\n    ELSE"))
        (made,) = parse_at(text, node, BODY=node.body, ELSE=node.orelse)
        assert isinstance(made, ast.For)
        return made

    def _span(self, node: ast.expr) -> tuple[str, ast.expr, ast.expr] | None:
        """An array of the module, and where a part of it begins and ends that is not written in numbers."""
        match node:
            case ast.Subscript(ast.Name(name), ast.Slice(lower=lower, upper=upper, step=None)) if (
                name in self.arrays.keys() - self.locals and self._piece(node) is None
            ):
                first, last = lower or ast.Constant(0), upper or ast.Constant(self.arrays[name])
                if all((value_of(one, self._numbers()) or 0) >= 0 for one in (first, last)):
                    return name, first, last
        return None

    def _over_spans(self, node: ast.For) -> ast.For | None:
        """A loop over computed parts of arrays with one end, as a loop over places. None for another loop."""
        several, targets, counted, start = node.iter, [node.target], [], 0
        match node:
            case ast.For(
                target=ast.Tuple([counter, target]),
                iter=ast.Call(ast.Name("enumerate"), [several, *rest], []),
            ) if not rest or isinstance(rest[0], ast.Constant):
                targets, counted, start = [target], [counter], ast.literal_eval(rest[0]) if rest else 0
        turned, parts = False, [several]
        match several:
            case ast.Call(ast.Name("zip"), parts) if isinstance(targets[0], ast.Tuple):
                targets = targets[0].elts
            case ast.Call(ast.Name("reversed"), parts):
                turned = True
        spans = [span for part in parts if (span := self._span(part))]
        lows = [value_of(first, self._numbers()) for _, first, _ in spans]
        alike = len({ast.unparse(first) for _, first, _ in spans}) == 1
        if (
            not len(spans) == len(parts) == len(targets)
            or len({ast.unparse(last) for _, _, last in spans}) > 1
            or any(self._stores(node, name) for name, _, _ in spans)
            or (None in lows and (counted or not alike))
            or (turned and counted)
        ):
            return None
        steps = [0 if one is None else int(one) for one in lows]
        top = max(steps)
        whole: list[ast.expr] = [spans[steps.index(top)][1], spans[0][2]]
        if (ends := self._backwards(whole) if turned else whole) is None:
            return None
        place = free_name("place", self.taken)
        self.taken.add(place)
        texts = [f"{name}[{place}{step - top:+}]" for (name, _, _), step in zip(spans, steps, strict=True)]
        texts += [f"{place}{start - top:+}" for _ in counted]
        made = ast.For(ast.Name(place, ast.Store()), call_at("range", ends, node), [], node.orelse)
        for one, text in zip([*targets, *counted], texts, strict=True):
            made.body += parse_at(f"{ast.unparse(one)} = {text.replace('+0', '')}", node)
        made.body += node.body
        return place_at(made, node)

    def _columns(self, target: ast.expr, several: ast.expr) -> list[_Column] | None:
        """The targets of a loop, each with the part of an array or table that gives its numbers, or with the
        number from which it counts. None for a loop over something else.
        """
        if piece := self._piece(several):
            return [(target, piece)]
        inner: list[tuple[ast.expr, ast.expr]] = []
        made: list[_Column] = []
        match target, several:
            case (
                ast.Tuple([counted, rest]),
                ast.Call(ast.Name("enumerate"), [one, *first], []),
            ) if not first or (isinstance(first[0], ast.Constant) and isinstance(first[0].value, int)):
                made = [(counted, int(ast.unparse(first[0])) if first else 0)]
                inner = [(rest, one)]
            case ast.Tuple(targets), ast.Call(ast.Name("zip"), parts) if len(targets) == len(parts):
                inner = list(zip(targets, parts, strict=True))
        for inner_target, part in inner:
            columns = self._columns(inner_target, part)
            if columns is None:
                return None
            made += columns
        return made or None

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """`n in (1, 3, 5)` is `n == 1 or n == 3 or n == 5`. In an array it is a loop. In a range n is whole
        and between the ends.

        What is not a name becomes the argument of a function, so that it is computed once.
        """
        match node:
            case ast.Compare(left, [ast.In() | ast.NotIn() as sign], [among]):
                several, piece = self._several(among), self._piece(among)
                within = (piece is not None and piece[0] in self.arrays) or self._span(among) is not None
                ranged = self._in_range(among, left)
                if isinstance(among, ast.Tuple) and not several and 1 < len(among.elts) < MOST_COMPUTED:
                    return self._tested_once(node, left, among)
                if not isinstance(left, ast.Name) and (within or ranged or len(several) > 1):
                    return self._tested_once(node, left)
                if within or ranged:
                    each = free_name("element", self.taken)
                    found = f"any({each} == {ast.unparse(left)} for {each} in {ast.unparse(among)})"
                    holds = self.visit(expression_at(ranged or found, node))
                    return (
                        holds if isinstance(sign, ast.In) else place_at(ast.UnaryOp(ast.Not(), holds), node)
                    )
                if len(several) > 1:
                    equal, join = (
                        (ast.Eq(), ast.Or()) if isinstance(sign, ast.In) else (ast.NotEq(), ast.And())
                    )
                    tests = [ast.Compare(copy.copy(left), [equal], [one]) for one in several]
                    return place_at(ast.BoolOp(join, list(tests)), node)
        return self.generic_visit(node)

    def _in_range(self, among: ast.expr, left: ast.expr) -> str:
        """The condition that a number is in a range whose step is written. '' for something else."""
        match among:
            case ast.Call(ast.Name("range"), [_, *_] as ends) if not calls_any(*ends):
                step = value_of(ends[2], self._numbers()) if len(ends) == 3 else 1
                number, (first, last) = ast.unparse(left), ["0", *map(ast.unparse, ends[:2])][-2:]
                if len(ends) > 3 or not isinstance(step, int) or step == 0 or "range" in self.own:
                    return ""
                between = f"{first} <= {number} < {last}" if step > 0 else f"{last} < {number} <= {first}"
                steps = f" and ({number} - ({first})) % {abs(step)} == 0" if abs(step) > 1 else ""
                return f"{between} and {number} % 1 == 0{steps}"
        return ""

    def _tested_once(self, node: ast.Compare, left: ast.expr, among: ast.Tuple | None = None) -> ast.AST:
        """A call of a new function with a comparison. Its last arguments are what is compared and, where they
        are computed, the numbers `among` which it may be.
        """
        name, found = free_name(f"is_among_{len(self.added) + 1}", self.taken), free_name("found", self.taken)
        several = [] if among is None else among.elts
        computed = {
            found if not place else f"{found}_{place}": one for place, one in enumerate([left, *several])
        }
        if among is not None:
            among.elts = [ast.copy_location(ast.Name(one, ast.Load()), among) for one in [*computed][1:]]
        names = all_names(node.comparators[0]) & self.locals - computed.keys()
        node.left = expression_at(found, left)
        made = function_at(name, [*sorted(names), *computed], [ast.Return(node)], node)
        self.added[name] = made
        self.visit(made)
        arguments = [late_name(one, node) for one in sorted(names)]
        arguments += [self.visit(one) for one in computed.values()]
        return call_at(name, arguments, node)

    def _several(self, among: ast.expr) -> list[ast.expr]:
        """The numbers and names of a tuple that stands here, or of a table."""
        match among:
            case ast.Tuple(several) | ast.List(several) | ast.Set(several):
                return several if all(isinstance(one, ast.Name) or is_number(one) for one in several) else []
        name, places = self._piece(among) or ("", range(0))
        return [self.tables[name][place] for place in places] if name in self.tables else []

    def _stores(self, node: ast.For, name: str) -> bool:
        """Whether a loop may store into an array, by itself or in a function that it calls."""

        def callees(part: ast.AST) -> list[ast.AST]:
            return [self.functions[one] for one in all_names(part) & self.functions.keys()]

        parts = (one for part in reach(list[ast.AST](node.body), callees) for one in ast.walk(part))
        elements = (one for one in parts if isinstance(one, ast.Subscript) and is_name(one.value, name))
        return any(isinstance(one.ctx, ast.Store) for one in elements)


def _is_same_later(each: ast.GeneratorExp | ast.ListComp) -> bool:
    """Whether Python computes the numbers of a sum after its start, too: where they are no list, and run over
    a whole array or table, or a range between numbers.
    """
    several = each.generators[0].iter
    plain = isinstance(several, ast.Name) or names_in(ast.walk(several), ast.Load) <= {"range"}
    return plain and isinstance(each, ast.GeneratorExp)
