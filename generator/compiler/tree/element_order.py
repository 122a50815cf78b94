"""Loops over all elements of a matrix, written as one pass in the order in which the calculator goes on.

    dim(a, 2, n)                              dim(a, 2, n)
    for i in range(1, 3):                     if n >= 1:
        for j in range(1, n + 1):                 first_element()
            a[i, j] = ask(i + j / 10)             while True:
                                                      more = put_next(a, ask(row() + column() / 10))
                                                      if more == 0:
                                                          break

Elements that are read or stored one by one in this order, from the first one on, are `take(a)` and
`put(a, x)`. A statement reads its elements in this order before it begins: a, b = c[1, 1], c[2, 1].

R0 and R1 are the row and the column then, so they have to be free. The size of the matrix has to be known
where the loops begin: from what the same function does before, or because no function of the module gives the
matrix another size. The names of the loops are read inside only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple, TypeGuard, cast

from generator.compiler.tree import ir
from generator.compiler.tree.affine import Affine, affine
from generator.compiler.tree.nodes import (
    Piece,
    callees_first,
    changed_names,
    flags_used,
    leaves,
    nodes,
    parts_of,
    uses_pointers,
    with_parts,
)
from generator.compiler.tree.rewriting import unused_name, with_body
from generator.compiler.tree.substitution import replaced_node, substitute
from generator.language.matrix_lines import FLAG, MATRIX_OPERATIONS
from hp15c.numbers.number import ONE, ZERO

POINTERS: Final = frozenset({"0", "1"})
Place = tuple[Affine, Affine]
"""A row and a column, from 1 on."""
Pointers = tuple[int, int]
"""A row and a column in numbers: what R0 and R1 hold."""
_AT_FIRST: Final = (1, 1)
_UNIT: Final = Affine((), 1)
_ROW: Final = ir.Operation("row", ())
_COLUMN: Final = ir.Operation("column", ())
_FIRST: Final = ir.Evaluate(ir.Operation("first_element", ()))
_ELEMENTS: Final = frozenset({"element", "set_element"})
_KEEPING: Final = _ELEMENTS | {"fill", "negative", "size", "norm", "row_norm"}
"""Operations that leave the sizes of all matrices as they are."""
_LIKE_NEXT: Final = frozenset(
    {
        *("copy", "det", "inverse", "matrix_quotient", "matrix_sum", "matrix_difference"),
        *("scaled", "divided", "raised", "lowered", "taken_from"),
    }
)
"""Operations that give their first matrix the size of the next one that they name."""


def with_elements_in_order(module: ir.Module) -> ir.Module:
    """The module with its loops over all elements of a matrix as passes. The same one if there are none."""
    return _in_order(module, only_sizes(module))


def relies_on_sizes(module: ir.Module) -> bool:
    """Whether a pass needs that a matrix keeps between two runs the only size that the module gives it."""
    return with_elements_in_order(module) != _in_order(module, {})


def _in_order(module: ir.Module, sizes: Mapping[str, Size]) -> ir.Module:
    """The module with passes, where matrices have these sizes at the beginning of every function."""
    if not _has_pointers_free(module):
        return module
    made = module
    for name, function in module.functions.items():
        body = _Passes(module, function, sizes).block(function.body, sizes)
        if body is not function.body:
            made = with_body(made, name, body)
    return made if made is module else replace(made, reserved=made.reserved | POINTERS)


def _has_pointers_free(module: ir.Module) -> bool:
    """Whether the module has matrices and nothing that uses R0, R1 or the flag of elements."""
    pinned = module.reserved | {one.at for one in module.registers.values()}
    first = [one.at for one in module.arrays.values() if one.at is not None]
    recursive = any(one.levels for one in module.functions.values())
    words = {one.name for one in nodes(module.bodies) if isinstance(one, ir.Operation)}
    return bool(module.matrices) and not (
        pinned & POINTERS
        or min(first, default=2) < 2
        or recursive
        or module.routines
        or uses_pointers(module)
        or "dim_registers" in words
        or int(FLAG) in flags_used(module)
    )


class Size(NamedTuple):
    """The rows and the columns of a matrix. Where they were `asked` of it, both are 0 or neither is.

    Where it is not `sure`, the matrix may have no elements yet.
    """

    parts: Place
    asked: bool = False
    sure: bool = True

    @property
    def names(self) -> frozenset[str]:
        """The names in it."""
        return self.parts[0].names | self.parts[1].names


class _Use(NamedTuple):
    """An element used at a place in numbers, and the place behind it, None for the last element."""

    node: ir.Operation
    here: Pointers
    behind: Pointers | None


@dataclass(frozen=True, slots=True)
class _Nest:
    """Loops over rows (0), columns (1) or both, and the statements of a pass."""

    loops: Mapping[int, ir.For]
    body: ir.Block

    @property
    def names(self) -> frozenset[str]:
        """The names of the loops."""
        return frozenset(one.name for one in self.loops.values())

    @property
    def place(self) -> Place:
        """The place of an element as the source writes it inside, from 1 on."""
        row, column = (self._index(part) for part in range(2))
        return row, column

    def _index(self, part: int) -> Affine:
        if part not in self.loops:
            return _UNIT
        start = affine(self.loops[part].start)
        assert start is not None
        return Affine(((self.loops[part].name, 1),), 1 - start.constant)

    def covers(self, size: Size) -> bool:
        """Whether the loops go over all places of a matrix of this size."""
        return all(
            _passes(self.loops[part]) == count if part in self.loops else count == _UNIT
            for part, count in enumerate(size.parts)
        )


def _nests(loop: ir.For) -> Iterator[_Nest]:
    """The ways to see a loop as one over rows and columns."""
    match loop.body:
        case (ir.For() as inner,) if inner.name != loop.name:
            yield _Nest({0: loop, 1: inner}, inner.body)
        case body:
            yield _Nest({0: loop}, body)
            yield _Nest({1: loop}, body)


def _passes(loop: ir.For) -> Affine | None:
    """The passes of a loop that counts by 1 from 0 or 1, none where below 1. None for another loop."""
    start, stop = affine(loop.start), affine(loop.stop)
    if loop.step != 1 or start not in (Affine(()), _UNIT) or start is None or stop is None:
        return None
    return stop.plus(start, -1)


class _Passes:
    """The passes of one function. `sizes` are those that matrices have in the whole module."""

    def __init__(self, module: ir.Module, function: ir.Function, sizes: Mapping[str, Size]) -> None:
        self.module = module
        self.function = function
        self.sizes = sizes
        self.more = unused_name("more", function, module)
        self.element = unused_name("element", function, module)
        self.taken = 1

    def block(self, block: ir.Block, sizes: Mapping[str, Size]) -> ir.Block:
        """A block with passes, where matrices have these sizes before it."""
        known = dict(sizes)
        at: Pointers | None = None
        guard: ir.If | None = None
        result: list[ir.Statement] = []
        changed = False
        for number, statement in enumerate(block, 1):
            made = self._pass(statement, known) if isinstance(statement, ir.For) else None
            if made is not None:
                test, passed = made
                changed = True
                if test is None:
                    result += [passed] if at == _AT_FIRST else [_FIRST, passed]
                    at, guard = _AT_FIRST, None
                elif guard is not None and guard.test == test:
                    guard = result[-1] = replace(guard, body=(*guard.body, passed))
                else:
                    body = (passed,) if at == _AT_FIRST else (_FIRST, passed)
                    guard = ir.If(test, body, place=statement.place)
                    result.append(guard)
                    at = None
                continue
            guard = None
            if uses := self._uses(statement, known):
                statements, at = self._by_place(statement, uses, self._next_places(block[number:], known), at)
            else:
                inside = self._sizes_after(known, statement)
                statements = [with_parts(statement, partial(self.block, sizes=inside), ("body", "orelse"))]
                if isinstance(statement, ir.If | ir.While | ir.For) or self._calls(statement):
                    at = None
            known = self._sizes_after(known, statement)
            changed |= statements != [statement]
            result += statements
        return tuple(result) if changed else block

    def _uses(self, statement: ir.Statement, known: Mapping[str, Size]) -> list[_Use]:
        """The elements at places in numbers that a statement uses: those that it reads, in the order of their
        places, and the one that it stores. What it reads after a stop is left out, and where the matrix may
        have no elements, what it reads after something else may have failed.
        """
        if isinstance(statement, ir.If | ir.While | ir.For) or self._calls(statement):
            return []
        found = list(nodes(statement))
        acting = [one for one in found if isinstance(one, ir.Ask | ir.Call)]
        early: object = statement
        if acting:
            early = acting[0].shown if len(acting) == 1 and isinstance(acting[0], ir.Ask) else ()
        plain = all(one.name in _ELEMENTS for one in found if isinstance(one, ir.Operation))
        sizes = {name: size for name, size in known.items() if size.sure or plain}
        read = dict.fromkeys(_use_of(one, sizes) for one in nodes(early) if not _stores(one))
        stored = (_use_of(one, known) for one in found if _stores(one))  # the whole of an `Evaluate`
        ordered = sorted(filter(None, read), key=lambda one: (one.node.matrices, one.here))
        return [*ordered, *filter(None, stored)]

    def _next_places(self, rest: ir.Block, known: Mapping[str, Size]) -> list[Pointers]:
        """The places of the elements that are used next, while the sizes of matrices stay."""
        found: list[Pointers] = []
        for one in rest:
            uses = self._uses(one, known)
            found += [use.here for use in uses]
            ends = isinstance(one, ir.If | ir.While | ir.For) or self._calls(one)
            if ends or any(_is_of_matrices(node) and node.name not in _KEEPING for node in nodes(one)):
                break
        return found

    def _by_place(
        self, statement: ir.Statement, uses: Sequence[_Use], later: Sequence[Pointers], at: Pointers | None
    ) -> tuple[list[ir.Statement], Pointers | None]:
        """A statement whose elements are used at R0 and R1 where these are there already, or at the first
        element when the next one follows. Also the place where R0 and R1 are after it.

        R0 and R1 go on to an element that is used later. They stay at the last element of a matrix.
        """
        before: list[ir.Statement] = []
        places = [*(use.here for use in uses), *later]
        for number, use in enumerate(uses, 1):
            coming = places[number] if number < len(places) else None
            if at != use.here:
                if use.here != _AT_FIRST or use.behind is None or coming != use.behind:
                    continue
                before.append(_FIRST)
            goes_on = use.behind is not None and coming != use.here and use.behind in places[number:]
            at = use.behind if goes_on else use.here
            if _stores(use.node):
                assert isinstance(statement, ir.Evaluate)
                assert isinstance(statement.value, ir.Operation)
                word, given = "put_on" if goes_on else "put_here", statement.value.operands[:1]
                statement = replace(statement, value=replace(statement.value, name=word, operands=given))
                continue
            name = ir.Name(unused_name(f"element_{self.taken}", self.function, self.module))
            self.taken += 1
            if goes_on:
                taken = ir.Operation("take_on", (), use.node.matrices)
                before.append(ir.Unpack((name,), taken, place=statement.place))
            else:
                here = ir.Operation("here", (), use.node.matrices)
                before.append(ir.Assign((name,), (here,), place=statement.place))
            statement = replaced_node(statement, use.node, ir.Read(name.name))
        return [*before, statement], at

    def _pass(self, loop: ir.For, known: Mapping[str, Size]) -> tuple[ir.Condition | None, ir.While] | None:
        """A loop over all elements as a pass, tested where there may be none. None for another loop."""
        for nest in _nests(loop):
            covered = (one for one in self._matrices_walked(nest) if one in known and nest.covers(known[one]))
            main = next((one for one in covered if known[one].sure or _is_always_used(nest, one)), None)
            if main is not None and self._is_legal(nest, known[main]):
                return self._guard(known[main], nest), self._write_pass(nest, main)
        return None

    def _matrices_walked(self, nest: _Nest) -> list[str]:
        """The matrices whose element at the place of the loops is used, those first that get one."""
        used = [one for one in nodes(nest.body) if _is_at(one, nest.place)]
        found = [one for one in used if isinstance(one, ir.Operation)]
        return [one.matrices[0] for one in sorted(found, key=lambda one: one.name != "set_element")]

    def _is_legal(self, nest: _Nest, size: Size) -> bool:
        """Whether passes go to their end, change neither the size nor the loops, and use elements only."""
        if any(_passes(one) is None for one in nest.loops.values()) or leaves(nest.body):
            return False
        changed = changed_names(nest.body, self.module)
        fixed = nest.names | size.names
        inside = list(nodes(nest.body))
        return not (
            fixed & changed
            or nest.names & (size.names | self.module.registers.keys())
            or any(_reads_outside(self.function.body, one) for one in nest.names)
            or any(_is_of_matrices(one) and one.name not in _ELEMENTS for one in inside)
            or any(isinstance(one, ir.Call) and one.by for one in inside)
            or self._calls(nest.body)
        )

    def _calls(self, piece: object) -> bool:
        """Whether a piece calls a function that works on matrices."""
        called = (one.function for one in nodes(piece) if isinstance(one, ir.Call))
        bodies = (self.module.functions[one].body for one in callees_first(self.module, called))
        return any(map(_is_of_matrices, nodes(tuple(bodies))))

    def _guard(self, size: Size, nest: _Nest) -> ir.Condition | None:
        """The condition that there is an element, None where numbers say so."""
        tests: dict[ir.Condition, None] = {}
        for part in nest.loops:
            count = size.parts[part]
            if size.asked:
                return ir.Compare(count.expression(), ">", ir.Constant(ZERO))
            if count.names or count.constant < 1:
                tests[ir.Compare(count.expression(), ">=", ir.Constant(ONE))] = None
        if len(tests) > 1:
            return ir.And(tuple(tests))
        return next(iter(tests), None)

    def _write_pass(self, nest: _Nest, main: str) -> ir.While:
        """The loop of a pass. What stores the last element of a pass goes on to the next place."""
        body = tuple(self._at_pointers(one, nest) for one in nest.body)
        more, last = ir.Name(self.more), body[-1]
        match last:
            case ir.Evaluate(ir.Operation("put_here", operands, matrices)) if matrices == (main,):
                on = ir.Unpack((more,), ir.Operation("put_next", operands, (main,)), place=last.place)
                body = body[:-1]
            case _:
                taken = ir.Operation("take_next", (), (main,))
                on = ir.Unpack((ir.Name(self.element), more), taken, place=last.place)
        end = ir.If(ir.Compare(ir.Read(self.more), "==", ir.Constant(ZERO)), (ir.Break(),), place=last.place)
        return ir.While(ir.Truth(True), (*body, on, end), place=nest.body[0].place)

    def _at_pointers(self, statement: ir.Statement, nest: _Nest) -> ir.Statement:
        """A statement of the loops with the row and the column of the pointers."""
        made = _by_pointers(statement, nest.place)
        for part, loop in nest.loops.items():
            pointer = (_ROW, _COLUMN)[part]
            value: ir.Expression = pointer
            if affine(loop.start) != _UNIT:
                value = ir.Operation("sub", (pointer, ir.Constant(ONE)))
                above = ir.Operation("add", (ir.Read(loop.name), ir.Constant(ONE)))
                made = replaced_node(made, above, pointer)
            made = substitute(made, {loop.name: value})
        return made

    # sizes

    def _sizes_after(self, known: Mapping[str, Size], statement: ir.Statement) -> dict[str, Size]:
        """The sizes that are known after a statement, and inside one that holds others."""
        if self._calls(statement):
            return dict(self.sizes)
        changed = changed_names(statement, self.module)
        kept = {name: one for name, one in known.items() if not changed & one.names}
        after = dict(kept)
        for one in nodes(statement):
            if _is_of_matrices(one) and one.name not in _KEEPING:
                for name in one.matrices[:1] or known:
                    after.pop(name, None)
        return {**self.sizes, **after, **_sizes_made(statement, kept)}


def only_sizes(module: ir.Module) -> dict[str, Size]:
    """The sizes in numbers of matrices to which the module gives no other size."""
    own = [one for one in nodes(module.bodies) if isinstance(one, ir.Evaluate | ir.Unpack)]
    making = [one for one in own if _is_of_matrices(one.value) and one.value.name not in _KEEPING]
    others = set[str]()
    while True:
        sizes: dict[str, Size] = {}
        for _ in making:
            for one in making:
                made = _sizes_made(one, sizes)
                unsure = {name: size._replace(sure=False) for name, size in made.items()}
                sizes |= {name: size for name, size in unsure.items() if name not in others}
        changing = set[str]()
        for one in making:
            assert isinstance(one.value, ir.Operation)
            for name in one.value.matrices[:1]:
                size = _sizes_made(one, sizes).get(name)
                same = size is not None and name in sizes and size.parts == sizes[name].parts
                if not same or size is None or size.names or min(part.constant for part in size.parts) < 1:
                    changing.add(name)
        if changing <= others:
            return {name: one for name, one in sizes.items() if name not in others}
        others |= changing


def _sizes_made(statement: ir.Statement, known: Mapping[str, Size]) -> dict[str, Size]:
    """The size that a statement gives a matrix, or asks for."""
    match statement:
        case ir.Evaluate(ir.Operation("dim", (rows, columns), (name,))):
            first, second = affine(rows), affine(columns)
            return {} if first is None or second is None else {name: Size((first, second))}
        case ir.Unpack((ir.Name(rows), ir.Name(columns)), ir.Operation("size", (), (name,))) if (
            rows != columns
        ):
            return {name: Size((Affine(((rows, 1),)), Affine(((columns, 1),))), asked=True)}
        case ir.Evaluate(ir.Operation("matrix_product", (), (into, left, right))):
            if left not in known or right not in known:
                return {}
            sure = known[left].sure and known[right].sure
            return {into: Size((known[left].parts[0], known[right].parts[1]), sure=sure)}
        case ir.Evaluate(ir.Operation("transpose", (), (into,))):
            return {into: known[into]._replace(parts=known[into].parts[::-1])} if into in known else {}
        case ir.Evaluate(ir.Operation(word, _, (into, like, *_))) | ir.Unpack(
            _, ir.Operation(word, _, (into, like, *_))
        ) if word in _LIKE_NEXT and like in known:
            return {into: known[like]}
    return {}


def _is_of_matrices(node: ir.Node) -> TypeGuard[ir.Operation]:
    return isinstance(node, ir.Operation) and node.name in MATRIX_OPERATIONS


def _is_at(node: ir.Node, place: Place) -> bool:
    """Whether a node reads or stores the element at a place."""
    if not isinstance(node, ir.Operation) or node.name not in _ELEMENTS:
        return False
    return tuple(map(affine, node.operands[-2:])) == place


def _stores(node: ir.Node) -> bool:
    return isinstance(node, ir.Operation) and node.name == "set_element"


def _use_of(node: ir.Node, known: Mapping[str, Size]) -> _Use | None:
    """The use of an element at a place in numbers. None for other nodes, and where the size is unknown."""
    if not isinstance(node, ir.Operation) or node.name not in _ELEMENTS or node.matrices[0] not in known:
        return None
    places = (*known[node.matrices[0]].parts, *map(affine, node.operands[-2:]))
    whole = [one.constant for one in places if one is not None and not one.names]
    if len(whole) < len(places):
        return None
    rows, columns, row, column = whole
    if not (1 <= row <= rows and 1 <= column <= columns):
        return None
    behind = (row, column + 1) if column < columns else (row + 1, 1)
    return _Use(node, (row, column), behind if behind[0] <= rows else None)


def _is_always_used(nest: _Nest, matrix: str) -> bool:
    """Whether each pass uses the element of a matrix at its place, whatever it tests."""
    plain: list[ir.Node] = [one for one in nest.body if not isinstance(one, ir.If | ir.While | ir.For)]
    tests = [one.test for one in nest.body if isinstance(one, ir.If)]
    plain += [one for one in tests if isinstance(one, ir.Compare)]
    found = (one for one in nodes(tuple(plain)) if _is_at(one, nest.place))
    return any(isinstance(one, ir.Operation) and one.matrices[0] == matrix for one in found)


def _by_pointers(piece: Piece, place: Place) -> Piece:
    """A piece of the tree in which elements at a place are reached by the pointers R0 and R1."""
    made = with_parts(piece, lambda part: _by_pointers(part, place))
    if isinstance(made, ir.Operation) and _is_at(made, place):
        name = "here" if made.name == "element" else "put_here"
        return cast(Piece, replace(made, name=name, operands=made.operands[:-2]))
    return made


def _reads_outside(piece: object, name: str) -> bool:
    """Whether a name is read where no loop over it counts."""
    if isinstance(piece, ir.For) and piece.name == name:
        return _reads_outside((piece.start, piece.stop), name)
    if isinstance(piece, ir.Read):
        return piece.name == name
    return any(_reads_outside(one, name) for one in parts_of(piece))
