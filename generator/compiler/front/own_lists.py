"""Lists of a function, as arrays of the module.

A list with a length that is written, `[0] * 5`, is an array at once. One that begins empty and grows by
`append` is an array with its length beside it, where the source says how long it can become:

    found = []                            length_of_found = 0
    for k in range(9):                    for k in range(9):
        if k * k % 7 == n:                    if k * k % 7 == n:
            found.append(k)                       found[length_of_found] = k
                                                  length_of_found += 1
    return found[-1]                      return found[length_of_found - 1]
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

from generator.compiler.front.inner_assignments import in_order
from generator.compiler.front.literals import is_number
from generator.compiler.front.made_nodes import (
    assignment_at,
    call_at,
    declared_names,
    expression_at,
    functions_in,
    is_name,
    loops_of,
    names_in,
    own_names,
    parameters_in,
    parse_at,
    place_at,
    rename,
)
from generator.compiler.front.shadows import HIDING, name_within
from generator.compiler.front.tables import value_of, write_numbers
from hp15c.graphs import reach


def with_lists_as_arrays(tree: ast.Module) -> None:
    """Make arrays of the module of the lists that functions keep numbers in, in place.

    Such a list is used by its elements or in a loop, after it got its name. It has a length that is written,
    `[0] * 5`, `[x, y, 0]` or `[i * x for i in range(4)]`, or grows up to a length that is known. Numbers that
    are only read, by an index that is computed, become a table. Functions that call themselves keep their
    lists. Lists of one length are one array where no function that has one
    calls another.
    """
    arrays = _OwnArrays(tree)
    functions = functions_in(tree)
    for function in functions if all(one.name != "array" for one in functions) else ():
        arrays.replace_lists(function)
    if arrays.made:
        imported = ast.ImportFrom("generator.language", [ast.alias("array")], 0)
        tree.body[1:1] = [place_at(imported, arrays.made[0]), *arrays.made]


class _OwnArrays:
    """The arrays that lists of functions become, `made` at the level of the module.

    `owners` has the length of each, and the functions that use it. `reads` has the names that each function
    and each value of the module reads. Of the `function` at hand `numbers` and `others` are the constants and
    the lengths of the module that it does not hide.
    """

    function: ast.FunctionDef
    parts: list[ast.AST]
    numbers: Mapping[str, float]
    others: Mapping[str, int]

    def __init__(self, tree: ast.Module) -> None:
        self.known, self.lengths = write_numbers(tree), dict(_lengths_of(tree))
        self.reads = {
            name: names_in(ast.walk(one), ast.Load)
            for one in tree.body
            for name in (
                [one.name] if isinstance(one, ast.FunctionDef) else names_in(ast.walk(one), ast.Store)
            )
        }
        self.owners: dict[str, tuple[int, set[str]]] = {}
        self.made: list[ast.stmt] = []

    def replace_lists(self, function: ast.FunctionDef) -> None:
        """Write a function with arrays, in place. One that calls itself, or has such a function, stays."""
        self.function, self.parts = function, list(ast.walk(function))
        inner = (one for one in self.parts if isinstance(one, ast.FunctionDef))
        if any(one.name in names_in(ast.walk(one), ast.Load) for one in inner):
            return
        names, declared = own_names(function), declared_names(function)
        self.numbers = {name: one for name, one in self.known.items() if name not in names}
        self.others = {name: one for name, one in self.lengths.items() if name not in names}
        for block in [getattr(one, part, []) for one in self.parts for part in ("body", "orelse")]:
            for one in tuple(block) if isinstance(block, list) else ():
                match one:
                    case ast.Assign([ast.Name(name)]) if name not in declared and one in block:
                        if length := self._replace(block, one, name):
                            self._share(name, length, one)

    def _replace(self, block: list[ast.stmt], node: ast.Assign, name: str) -> int:
        """Write a list that a statement of a block begins as an array, from there on. The length of the
        array, 0 where the list stays.
        """
        at = block.index(node)
        rest = block[at + 1 :]
        if _keeps_numbers(name, self.parts, rest):
            stored, reached = _elements_used(name, self.parts, self.numbers)
            if reached and not stored and _is_table(node.value):
                del block[at]
                self._keep_table(name, node)
                return 0
            filled = _fill(name, node.value, self.numbers, reached=reached)
            if filled:
                block[at : at + 1] = [place_at(each, node) for each in filled[1]]
                return filled[0]
        block[at:] = [*_by_append(node, name, rest), *rest]
        length = _most(name, block[at:], self.function, self.numbers, self.others)
        whole = ast.Module(block[at:], [])
        block[at:] = _Grown(name, self.numbers).visit(whole).body if length else [node, *rest]
        return length

    def _share(self, name: str, length: int, like: ast.AST) -> None:
        """Name the array that a list becomes: one of this length that no function has which may run at once,
        or a new one.
        """
        own = self.function.name
        free = (
            array
            for array, (size, users) in self.owners.items()
            if size == length and not any(self._calls(own, other) for other in users)
        )
        array = next(free, name_within(name, own))
        if array not in self.owners:
            self.owners[array] = (length, set())
            self.made.append(assignment_at(array, call_at("array", [ast.Constant(length)], like), like))
        self.owners[array][1].add(own)
        rename(self.function, {name: array, name + HIDING: array})

    def _keep_table(self, name: str, node: ast.Assign) -> None:
        """Make a table of the module of numbers that are only read."""
        table = name_within(name, self.function.name)
        self.made.append(assignment_at(table, node.value, node))
        rename(self.function, {name: table})

    def _calls(self, one: str, other: str) -> bool:
        """Whether one of two functions may call the other."""
        return any(
            {one, other} <= {*reach([first], lambda name: self.reads.get(name, ()))} for first in (one, other)
        )


def _by_append(node: ast.Assign, name: str, rest: list[ast.stmt]) -> list[ast.stmt]:
    """The statements that fill a list which a comprehension gives, unless it grows later. Another assignment
    stays.
    """
    parts = (each for one in rest for each in ast.walk(one))
    grows = any(isinstance(one, ast.Attribute) and is_name(one.value, name) for one in parts)
    if grows or not isinstance(node.value, ast.ListComp):
        return [node]
    each = copy.deepcopy(node.value)
    counted = {one for part in each.generators for one in names_in(ast.walk(part.target), ast.Store)}
    outside = {id(one) for one in ast.walk(each.generators[0].iter)}
    for one in ast.walk(each):
        if isinstance(one, ast.Name) and one.id in counted and id(one) not in outside:
            one.id += HIDING
    appended = parse_at("LIST.append(ELEMENT)", node, LIST=ast.Name(name, ast.Load()), ELEMENT=each.elt)
    return [*parse_at(f"{name} = []", node), *(place_at(one, node) for one in loops_of(each, appended))]


def _lengths_of(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The arrays and tables of a module, with their lengths."""
    for one in tree.body:
        match one:
            case ast.Assign([ast.Name(name)], ast.Tuple(several) | ast.List(several)):
                yield name, len(several)
            case ast.Assign(
                [ast.Name(name)],
                ast.Call(ast.Name("array"), [ast.Constant(int(length)), *_]),
            ):
                yield name, length


def _elements_used(name: str, parts: list[ast.AST], known: Mapping[str, float]) -> tuple[bool, bool]:
    """Whether an element of a list is stored, and whether one is stored, or read by a computed index."""
    elements = [one for one in parts if isinstance(one, ast.Subscript) and is_name(one.value, name)]
    stored = any(isinstance(one.ctx, ast.Store) for one in elements)
    indices = [one.slice for one in elements if not isinstance(one.slice, ast.Slice)]
    return stored, stored or any(value_of(one, known) is None for one in indices)


def _is_table(value: ast.expr) -> bool:
    """Whether these are several numbers that are written out."""
    return isinstance(value, ast.List | ast.Tuple) and bool(value.elts) and all(map(is_number, value.elts))


def _keeps_numbers(name: str, parts: list[ast.AST], after: list[ast.stmt]) -> bool:
    """Whether a list is assigned once, and used by its elements or in a loop only, all in what comes after it
    in its block, so that it has its numbers there.
    """
    inside = sum(is_name(one, name) for each in after for one in ast.walk(each))
    uses = Counter(ast.unparse(each) for one in parts for each in _wholes_in(one))
    names = [one for one in parts if is_name(one, name)]
    given = name in parameters_in(parts)
    stored = sum(isinstance(one.ctx, ast.Store) for one in names)
    return not given and stored == 1 and uses[name] == inside == len(names) - 1 > 0


def _wholes_in(node: ast.AST) -> list[ast.expr]:
    """What a node uses as a whole list."""
    match node:
        case ast.Subscript(whole) | ast.For(iter=whole) | ast.comprehension(iter=whole):
            return [whole]
        case ast.Call(ast.Name("len" | "sum" | "min" | "max" | "reversed" | "enumerate" | "zip"), wholes):
            return wholes
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=wholes):
            return wholes
    return []


def _fill(
    name: str, value: ast.expr, known: Mapping[str, float], *, reached: bool
) -> tuple[int, list[ast.stmt]] | None:
    """The length of a list that is written here, and the statements that fill an array of this name. None
    for something else, and for a list of values that are only read, by indices that are known.
    """
    place = f"place{HIDING}"
    match value:
        case ast.BinOp(
            ast.List([ast.Name() | ast.Constant() | ast.UnaryOp() as number]),
            ast.Mult(),
            times,
        ) if not isinstance(number, ast.UnaryOp) or is_number(number):
            length, filled = value_of(times, known), number
        case ast.ListComp(
            elt=filled,
            generators=[
                ast.comprehension(
                    target=ast.Name(counted),
                    iter=ast.Call(ast.Name("range"), [times], []),
                    ifs=[],
                )
            ],
        ):
            place, length = counted + HIDING, value_of(times, known)
            filled = copy.deepcopy(filled)
            for one in ast.walk(filled):
                if isinstance(one, ast.Name) and one.id == counted:
                    one.id = place
        case ast.List([_, *_] as values) | ast.Tuple([_, *_] as values) if reached and not any(
            isinstance(one, ast.Starred) for one in values
        ):
            names = ", ".join(f"{name}[{at}]" for at in range(len(values)))
            whole = parse_at(f"{names}, = 0", value)
            assert isinstance(whole[0], ast.Assign)
            whole[0].value = place_at(ast.Tuple(values, ast.Load()), value)
            return len(values), whole
        case _:
            return None
    if not isinstance(length, int) or length < 1:
        return None
    text = f"for {place} in range({length}):\n    LIST[{place}] = NUMBER"
    return length, parse_at(text, value, LIST=ast.Name(name, ast.Load()), NUMBER=filled)


def _passes(several: ast.expr, numbers: Mapping[str, float], lengths: Mapping[str, int]) -> float:
    """The passes of a loop over this, with the lengths of arrays and tables. No end where it is not known."""
    match several:
        case ast.Call(ast.Name("range"), ends):
            known = [value_of(one, numbers) for one in ends]
            whole: list[Any] = [one for one in known if isinstance(one, int)]
            return len(range(*whole)) if len(whole) == len(known) else inf
        case ast.Call(ast.Name("reversed" | "enumerate"), [inner, *_]):
            return _passes(inner, numbers, lengths)
        case ast.Tuple(each) | ast.List(each):
            return len(each)
    return lengths.get(ast.unparse(several), inf)


def _most(
    name: str,
    block: list[ast.stmt],
    function: ast.FunctionDef,
    numbers: Mapping[str, float],
    lengths: Mapping[str, int],
) -> int:
    """How long a list becomes that begins empty in the first statement of a block, as `assume` says or by the
    passes of loops. 0 where it is not known, and where something else is done with it.
    """

    def uses(*parts: ast.AST) -> set[ast.Name]:
        whole = (one for part in parts for one in ast.walk(part))
        return {one for one in whole if isinstance(one, ast.Name) and one.id == name}

    def count_appended(node: ast.AST) -> float:
        match node:
            case ast.Attribute(whole, "append") if is_name(whole, name):
                return 1
            case ast.If(body=body, orelse=orelse):
                return max(sum(map(count_appended, each)) for each in (body, orelse))
        inside = sum(map(count_appended, ast.iter_child_nodes(node)))
        if inside and isinstance(node, ast.For | ast.While):
            return inside * (_passes(node.iter, numbers, lengths) if isinstance(node, ast.For) else inf)
        return inside

    inner = (one for one in ast.walk(function) if isinstance(one, ast.Lambda | ast.FunctionDef))
    given = name in parameters_in(ast.walk(function))
    copied = ast.Module(copy.deepcopy(block), [])
    grown = _Grown(name, numbers)
    grown.visit(copied)
    elsewhere = uses(function) - uses(*block) or uses(*(one for one in inner if one is not function))
    if uses(copied) or given or elsewhere or not grown.begun:
        return 0
    claimed: list[float] = []
    for one in ast.walk(function):
        match one:
            case ast.Call(ast.Name("assume"), [ast.Compare(long, [ast.LtE()]) as claim]) if (
                isinstance(long, ast.Call) and ast.unparse(long) == f"len({name})"
            ):
                claimed.append(value_of(claim.comparators[0], numbers) or 0)
    longest = max(claimed, default=sum(map(count_appended, block)))
    return 0 if longest == inf else int(longest)


class _Grown(ast.NodeTransformer):
    """Writes the uses of a list that begins empty with an array of the same name with a letter behind it, and
    with a local for its length. What has no such form keeps the name.
    """

    def __init__(self, name: str, numbers: Mapping[str, float]) -> None:
        self.name, self.numbers = name, numbers
        self.array, self.length = name + HIDING, f"{name}{HIDING}_length{HIDING}"
        self.begun, self.part = False, f"{self.array}[:{self.length}]"
        self.popped: dict[ast.AST, str] = {}

    def _change(self, node: ast.stmt) -> list[ast.stmt] | None:
        """The statements for one that changes the list. None for another one."""
        last = f"{self.array}[{self.length}]"
        match node:
            case ast.Assign([target], ast.List([])) if is_name(target, self.name):
                self.begun = True
                return parse_at(f"{self.length} = 0", node)
            case ast.Expr(ast.Call(ast.Attribute(whole, word), given)) if is_name(whole, self.name):
                match word, given:
                    case "append", [number]:
                        text = f"{last} = NUMBER\n{self.length} += 1"
                        return parse_at(text, node, NUMBER=self.visit(number))
                    case "clear", []:
                        return parse_at(f"{self.length} = 0", node)
                    case "pop", []:
                        return parse_at(f"{self.length} -= 1", node)
        return None

    def _pops(self, node: ast.expr) -> list[ast.expr]:
        """The calls `found.pop()` that surely come in an expression, in their order."""
        match node:
            case ast.Call(ast.Attribute(whole, "pop"), []) if is_name(whole, self.name):
                return [node] if node not in self.popped else []
        return [one for part in in_order(node) for one in self._pops(part)]

    def _pop_first(self, node: ast.AST) -> list[ast.stmt]:
        """What stands before a statement whose values pop from the list: the list is shorter there already,
        and each call of `pop` is the element behind it. Nothing where the list has another use there.
        """
        uses: ast.AST = node
        match node:
            case ast.If(test=value) | ast.Return(ast.expr() as value):
                uses = value
            case ast.Assign(value=value) | ast.AugAssign(value=value) | ast.Expr(value):
                pass
            case _:
                return []
        pops = self._pops(value)
        grown = isinstance(value, ast.Call) and ast.unparse(value.func) == f"{self.name}.append"
        named = sum(is_name(one, self.name) for one in ast.walk(uses))
        if not pops or named != len(pops) + grown or (pops == [value] and isinstance(node, ast.Expr)):
            return []
        for behind, one in enumerate(reversed(pops)):
            self.popped[one] = f"{self.array}[{self.length}{f' + {behind}' if behind else ''}]"
        return parse_at(f"{self.length} -= {len(pops)}", node)

    def visit(self, node: ast.AST) -> Any:
        """Write the whole list as the part of the array that it takes, where such a part may stand. Where it
        is a condition, it is its length.
        """
        if node in self.popped:
            return expression_at(self.popped[node], node)
        if before := self._pop_first(node):
            made = self.visit(node)
            return [*before, *(made if isinstance(made, list) else [made])]
        match node:
            case ast.Expr() | ast.Assign() if (changed := self._change(node)) is not None:
                return changed
            case ast.Call(ast.Name("reversed" | "enumerate" | "zip" | "sum" | "min" | "max" | "any" | "all")):
                node.args = [self._write(one, self.part) for one in node.args]
            case ast.For() | ast.comprehension() if not self._changes(node):
                node.iter = self._write(node.iter, self.part)
            case ast.Compare(ops=[ast.In() | ast.NotIn()]):
                node.comparators = [self._write(one, self.part) for one in node.comparators]
            case ast.If() | ast.While() | ast.IfExp():
                node.test = self._write(node.test, self.length)
            case ast.UnaryOp(ast.Not(), test):
                node.operand = self._write(test, self.length)
            case ast.BoolOp(values=tests):
                node.values = [self._write(one, self.length) for one in tests]
            case ast.Call(ast.Name("len"), [whole]) if is_name(whole, self.name):
                return expression_at(self.length, node)
        return super().visit(node)

    def _write(self, node: ast.expr, text: str) -> ast.expr:
        return expression_at(text, node) if is_name(node, self.name) else node

    def _changes(self, loop: ast.For | ast.comprehension) -> bool:
        """Whether the body of a loop changes the list."""
        inside = [one for each in getattr(loop, "body", []) for one in ast.walk(each)]
        found = (one for one in inside if isinstance(one, ast.Attribute | ast.Subscript))
        return any(
            is_name(one.value, self.name)
            and (isinstance(one, ast.Attribute) or isinstance(one.ctx, ast.Store))
            for one in found
        )

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """`found[-1]` counts from the end of what is there, and so does `found[1:-1]`."""
        self.generic_visit(node)
        at = value_of(node.slice, self.numbers)
        match node.slice if is_name(node.value, self.name) else None:
            case None | ast.Tuple():
                return node
            case ast.Slice(lower=lower, upper=upper, step=None) as ends:
                first, last = (value_of(one, self.numbers) if one else None for one in (lower, upper))
                if (first or 0) < 0 or (last is not None and last >= 0):
                    return node
                if last is not None or upper is None:
                    back = f" - {int(-last)}" if last else ""
                    ends.upper = expression_at(self.length + back, node)
            case ast.Slice():
                return node
            case _ if at is not None and at < 0:
                node.slice = expression_at(f"{self.length} - {int(-at)}", node)
        node.value = expression_at(self.array, node)
        return node
