"""Divisions with a remainder as calls of one function that gives quotient and remainder.

`d = b // 4` and `e = b % 4` divide once, and all such divisions share their lines. A call stands before the
statement that divided. That is legal because a division by a constant other than 0 never ends in an Error and
changes nothing, and because the dividend is computed from names that the statement does not change first.

A remainder of a number near 10¹⁰⁰ may overflow, which stops an HP-11C. There a statement takes part only if
it computes the remainder on all ways, and nothing in it may end in an Error before.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, cast

from generator.compiler.ranges.shorter import harmless
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import Piece, changed_names, nodes, read_names, with_parts
from hp15c.table.models import Model

LEAST: Final = 3
"""The number of remainders from which on the function is tried."""
_DIVIDING: Final = frozenset(("floordiv", "mod"))
_PARAMETERS: Final = ("dividend", "divisor")


def share_divisions(module: ir.Module, model: Model) -> ir.Module:
    """The module for a model with its divisions as calls of one function, where it has enough of them.

    Whether the function is called by GSB or copied to each place is decided where the code is made.
    """
    names = itertools.chain(("divided",), map("divided_{}".format, itertools.count(2)))
    name = next(one for one in names if one not in module.functions)
    work = _Dividing(module, name, model is Model.HP11C)
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


def _remainders(body: tuple[ir.Node, ...]) -> frozenset[tuple[ir.Expression, ...]]:
    """The operands of the remainders in statements or conditions."""
    return frozenset(
        node.operands for node in nodes(body) if isinstance(node, ir.Operation) and node.name == "mod"
    )


@dataclass(slots=True)
class _Dividing:
    """A module whose divisions become calls of a function. `count` is the number of calls so far.

    `stops` says that an overflow stops the program.
    """

    module: ir.Module
    function: str
    stops: bool
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
                    tested = self.put_names(test, known, self._in_time(test, wanted))
                    before = self.before
                    inner = [self.block(way, dict(known), wanted) for way in (body, orelse)]
                    statement = replace(one, test=tested, body=inner[0], orelse=inner[1])
                    self.before = before
                case ir.While(body=body) | ir.For(body=body):
                    statement = replace(one, body=self.block(body, {}, wanted))
                    self.before = []
                case ir.Assign() | ir.Return() | ir.Pause():
                    put = partial(self.put_names, known=known, wanted=self._in_time(one, wanted))
                    statement = with_parts(one, put, ("values", "shown"))
            made += [*self.before, statement]
            changed = changed_names(one, self.module)
            for key in [key for key in known if changed & read_names(key, self.module)]:
                del known[key]
        return tuple(made)

    def _in_time(
        self, piece: ir.Statement | ir.Condition, wanted: frozenset[tuple[ir.Expression, ...]]
    ) -> frozenset[tuple[ir.Expression, ...]]:
        """Those of the operands whose remainder may be computed before a statement or a test."""
        if not self.stops:
            return wanted
        plain = all(
            harmless(node) if isinstance(node, ir.Operation) else not isinstance(node, ir.And | ir.Or)
            for node in nodes(piece)
        )
        return wanted & _remainders((piece,)) if plain else frozenset()

    def put_names(self, piece: Piece, known: Known, wanted: frozenset[tuple[ir.Expression, ...]]) -> Piece:
        """A piece with names in place of divisions. Their calls go to `before`."""
        if any(isinstance(node, ir.Call | ir.Ask) for node in nodes(piece)):
            return piece
        return self._put_names(piece, known, wanted)

    def _put_names(self, piece: Piece, known: Known, wanted: frozenset[tuple[ir.Expression, ...]]) -> Piece:
        made: object = with_parts(piece, lambda part: self._put_names(part, known, wanted))
        divides = isinstance(piece, ir.Operation) and piece.name in _DIVIDING and piece.operands in wanted
        if divides and isinstance(made, ir.Operation) and harmless(made):
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
