"""Divisions with a remainder as calls of one function that gives quotient and remainder.

`d = b // 4` and `e = b % 4` divide once, and all such divisions share their lines. A call stands before the
statement that divided. That is legal because a division by a constant other than 0 never ends in an Error and
changes nothing, and because the dividend is computed from names that the statement does not change first.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, fields, replace
from typing import Final, TypeVar, cast

from generator.compiler.tree import ir
from generator.compiler.tree.nodes import changed_names, nodes, read_names

Piece = TypeVar("Piece")
LEAST: Final = 3
"""The number of remainders from which on the function is tried."""
_TOTAL: Final = frozenset(("add", "sub", "mul", "neg", "abs", "square", "intpart", "frac"))
_DIVIDING: Final = frozenset(("floordiv", "mod"))
_PARAMETERS: Final = ("dividend", "divisor")


def share_divisions(module: ir.Module) -> ir.Module:
    """The module with its divisions as calls of one function, where it has enough of them.

    Whether the function is called by GSB or copied to each place is the choice of what makes the code.
    """
    names = itertools.chain(("divided",), map("divided_{}".format, itertools.count(2)))
    name = next(one for one in names if one not in module.functions)
    work = _Dividing(module, name)
    functions = {
        key: replace(one, body=work.block(one.body, {}, _remainders(one.body)))
        for key, one in module.functions.items()
    }
    if work.count < LEAST:
        return module
    operands = tuple(map(ir.Read, _PARAMETERS))
    both = ir.Return((ir.Operation("floordiv", operands), ir.Operation("mod", operands)))
    return replace(module, functions={**functions, name: ir.Function(name, _PARAMETERS, (both,), 2)})


Known = dict[tuple[ir.Expression, ...], tuple[str, str]]


def _remainders(body: ir.Block) -> frozenset[tuple[ir.Expression, ...]]:
    """The operands of the remainders in statements."""
    return frozenset(
        node.operands for node in nodes(body) if isinstance(node, ir.Operation) and node.name == "mod"
    )


@dataclass(slots=True)
class _Dividing:
    """A module whose divisions become calls of a function. `count` is the number of calls so far."""

    module: ir.Module
    function: str
    count: int = 0
    before: list[ir.Statement] = field(default_factory=list)

    def block(self, block: ir.Block, known: Known, wanted: frozenset[tuple[ir.Expression, ...]]) -> ir.Block:
        """Statements with calls. `known` are the names of quotients and remainders that are there.

        `wanted` are the operands of which a remainder is computed somewhere.
        """
        made: list[ir.Statement] = []
        for one in block:
            self.before = []
            statement = one
            match one:
                case ir.If(test=test, body=body, orelse=orelse):
                    tested = self.put(test, known, wanted)
                    before = self.before
                    inner = [self.block(way, dict(known), wanted) for way in (body, orelse)]
                    statement = replace(one, test=tested, body=inner[0], orelse=inner[1])
                    self.before = before
                case ir.While(body=body) | ir.For(body=body):
                    statement = replace(one, body=self.block(body, {}, wanted))
                    self.before = []
                case ir.Assign(values=values):
                    statement = replace(one, values=self.put(values, known, wanted))
                case ir.Return(values=values):
                    statement = replace(one, values=self.put(values, known, wanted))
                case ir.Pause(shown=shown):
                    statement = replace(one, shown=self.put(shown, known, wanted))
            made += [*self.before, statement]
            changed = changed_names(one, self.module)
            for key in [key for key in known if changed & read_names(key, self.module)]:
                del known[key]
        return tuple(made)

    def put(self, piece: Piece, known: Known, wanted: frozenset[tuple[ir.Expression, ...]]) -> Piece:
        """A piece with names in place of divisions. Their calls go to `before`."""
        if any(isinstance(node, ir.Call | ir.Ask) for node in nodes(piece)):
            return piece
        return self._put(piece, known, wanted)

    def _put(self, piece: Piece, known: Known, wanted: frozenset[tuple[ir.Expression, ...]]) -> Piece:
        if isinstance(piece, tuple):
            put = tuple(self._put(one, known, wanted) for one in piece)
            same = all(one is other for one, other in zip(put, piece, strict=True))
            return piece if same else cast(Piece, put)
        if not isinstance(piece, ir.Node):
            return piece
        changes = {
            one.name: self._put(getattr(piece, one.name), known, wanted)
            for one in fields(piece)
            if isinstance(getattr(piece, one.name), ir.Node | tuple)
        }
        same = all(value is getattr(piece, name) for name, value in changes.items())
        made: ir.Node = piece if same else replace(piece, **changes)
        divides = isinstance(piece, ir.Operation) and piece.name in _DIVIDING and piece.operands in wanted
        if divides and isinstance(made, ir.Operation) and _cannot_fail(made):
            names = known.get(made.operands) or self._call(made, known)
            made = ir.Read(names[made.name == "mod"], place=made.place)
        return cast(Piece, made)

    def _call(self, division: ir.Operation, known: Known) -> tuple[str, str]:
        self.count += 1
        names = f"quotient {self.count}", f"remainder {self.count}"
        call = ir.Call(self.function, division.operands, place=division.place)
        targets = tuple(ir.Name(one, place=division.place) for one in names)
        self.before.append(ir.Unpack(targets, call, place=division.place))
        known[division.operands] = names
        return names


def _cannot_fail(expression: ir.Expression) -> bool:
    """Whether an expression never ends in an Error, changes nothing, and depends on no mode."""
    match expression:
        case ir.Constant() | ir.Read():
            return True
        case ir.Operation(name=name, operands=operands) if name in _TOTAL:
            return all(map(_cannot_fail, operands))
        case ir.Operation(name=name, operands=(left, ir.Constant(value=divisor))) if name in _DIVIDING:
            return not divisor.is_zero and _cannot_fail(left)
    return False
