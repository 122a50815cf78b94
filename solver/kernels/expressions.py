"""Writes LLVM's code of the expressions of a kernel. What is constant is computed meanwhile."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from solver.kernels.kernel import KERNELS, OPERATIONS
from solver.kernels.values import (
    BOOL,
    FLOAT,
    WORD,
    Array,
    NotCompiled,
    Number,
    Packed,
    Record,
    Writer,
    form_of,
    is_constant,
    leaf_types,
    leaves,
    value_of,
)
from solver.kernels.vectors import declare

_SIGNS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Expressions(Writer):
    """Writes the code of expressions. A name stands for a number in memory, another value or a global one."""

    def __init__(
        self, builder: Any, function_for: Callable[..., tuple[Any, Any]], known: dict[str, Any]
    ) -> None:
        """`function_for` gives the function of LLVM's for a kernel and the forms of its arguments."""
        super().__init__(builder)
        self.function_for, self.known = function_for, known
        self.names: dict[str, Any] = {}
        self.rooms: dict[str, tuple[Any, Any]] = {}

    def end(self, after: Any) -> None:
        """End the block at hand, if it has no end, by going to another."""
        if not self.builder.block.is_terminated:
            self.builder.branch(after)

    def value(self, node: Any) -> Any:
        """The value of an expression."""
        return getattr(self, f"_{type(node).__name__.lower()}")(node)

    def _constant(self, node: ast.Constant) -> Any:
        return node.value

    def _name(self, node: ast.Name) -> Any:
        if node.id in self.names:
            return self.names[node.id]
        if node.id in self.rooms:
            kind, room = self.rooms[node.id]
            return Number(kind, self.builder.load(room))
        return self.known[node.id]

    def _tuple(self, node: ast.Tuple) -> Any:
        return tuple(self.value(one) for one in node.elts)

    def _attribute(self, node: ast.Attribute) -> Any:
        return self.read(self.place(node))

    def _subscript(self, node: ast.Subscript) -> Any:
        return self.read(self.place(node))

    def place(self, node: Any) -> Any:
        """What an attribute or an index selects, where `write` may write and `read` reads."""
        if isinstance(node, ast.Attribute):
            whole = self.value(node.value)
            if isinstance(whole, Record):
                return self.field(whole, node.attr)
            return self.part(whole, node.attr) if isinstance(whole, Packed) else getattr(whole, node.attr)
        whole = self.value(node.value)
        index = node.slice
        places = [self._index(one) for one in (index.elts if isinstance(index, ast.Tuple) else [index])]
        return self.element(whole, tuple(places)) if isinstance(whole, Array) else whole[places[0]]

    def _index(self, node: ast.expr) -> Any:
        if not isinstance(node, ast.Slice):
            return self.value(node)
        return slice(*(one and self.value(one) for one in (node.lower, node.upper)))

    def _binop(self, node: ast.BinOp) -> Any:
        return self.binary(type(node.op).__name__, self.value(node.left), self.value(node.right))

    def _unaryop(self, node: ast.UnaryOp) -> Any:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            truth = self.truth(value)
            return not truth if isinstance(truth, bool) else Number(BOOL, self.builder.not_(truth))
        if is_constant(value):
            return ~value if isinstance(node.op, ast.Invert) else -value
        if isinstance(node.op, ast.Invert):
            return self.binary("BitXor", value, np.uint64(~np.uint64(0)) if value.kind == WORD else -1)
        return self.binary("Sub", 0, value)

    def _compare(self, node: ast.Compare) -> Any:
        values = [self.value(one) for one in (node.left, *node.comparators)]
        results = [
            self.compare(_SIGNS[type(sign)], one, other)
            for sign, one, other in zip(node.ops, values[:-1], values[1:], strict=True)
        ]
        whole = results[0]
        for result in results[1:]:
            whole = self.binary("BitAnd", whole, result)
        return whole

    def _boolop(self, node: ast.BoolOp) -> Any:
        decides = isinstance(node.op, ast.Or)
        after = self.builder.append_basic_block()
        found: list[tuple[Any, Any]] = []
        for number, one in enumerate(node.values, 1):
            truth = self.truth(self.value(one))
            found.append((truth, self.builder.block))
            if number < len(node.values):
                following = self.builder.append_basic_block()
                self.builder.cbranch(truth, *((after, following) if decides else (following, after)))
                self.builder.position_at_end(following)
        self.end(after)
        return self._join(after, found, BOOL)

    def _join(self, after: Any, found: list[tuple[Any, Any]], kind: Any) -> Number:
        """The one of LLVM's values that was found on the way to a block."""
        self.builder.position_at_end(after)
        value = self.builder.phi(found[0][0].type)
        for one, block in found:
            value.add_incoming(one, block)
        return Number(kind, value)

    def _ifexp(self, node: ast.IfExp) -> Any:
        test = self.truth(self.value(node.test))
        then, other, after = (self.builder.append_basic_block() for _ in range(3))
        self.builder.cbranch(test, then, other)
        found = []
        for block, one in ((then, node.body), (other, node.orelse)):
            self.builder.position_at_end(block)
            found.append((self.value(one), self.builder.block))
            self.builder.branch(after)
        (first, _), (second, _) = found
        if form_of(first) != form_of(second):
            raise NotCompiled(f"either {form_of(first)} or {form_of(second)}")
        blocks = [block for _, block in found]
        values = [
            self._join(after, list(zip(pair, blocks, strict=True)), None).value
            for pair in zip(leaves(first), leaves(second), strict=True)
        ]
        return value_of(form_of(first), iter(values))

    def _call(self, node: ast.Call) -> Any:
        called = self.value(node.func)
        given = [self.value(one) for one in node.args]
        if called in KERNELS:
            function, form = self.function_for(called, [form_of(value) for value in given])
            result = self.builder.call(function, [leaf for value in given for leaf in leaves(value)])
            if form is None:
                return None
            count = len(leaf_types(form))
            if count == 1:
                return value_of(form, iter([result]))
            return value_of(form, (self.builder.extract_value(result, n) for n in range(count)))
        if called in OPERATIONS:
            return OPERATIONS[called](self, *given)
        if called is len:
            return given[0].shape[0] if isinstance(given[0], Array) else len(given[0])
        if called in (min, max):
            return self.extreme("<" if called is min else ">", *given)
        if called is abs:
            value = given[0]
            return self.extreme(">", value, self.binary("Sub", 0.0 if value.kind == FLOAT else 0, value))
        if called in (int, bool) or (isinstance(called, type) and issubclass(called, np.generic)):
            if all(map(is_constant, given)):
                return called(*given)
            return self.cast(given[0], np.dtype("i8" if called is int else called))
        if called is np.log2:
            number = self.cast(given[0], FLOAT).value
            return Number(
                FLOAT,
                self.builder.call(declare(self.builder, "llvm.log2.f64", number.type, number.type), [number]),
            )
        if isinstance(called, type) and issubclass(called, tuple):
            return called(*given)
        raise NotCompiled(f"{called!r} is called")
