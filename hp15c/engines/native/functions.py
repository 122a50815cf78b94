"""The arithmetic of lanes as LLVM functions: their Python source, read as it stands, becomes LLVM's text.

The subset of Python that it takes is what those functions are written in: whole numbers of 64 bits, tests,
loops, calls of one another, constants and tables of their modules. `//` and `%` become unsigned divisions: no
operand of these functions is negative. Anything else is refused with NotImplementedError.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import numpy as np

from hp15c.engines.native.shorter import SHORTER, TABLES

OPERATIONS: Final[dict[type, str]] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.FloorDiv: "udiv",
    ast.Mod: "urem",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "ashr",
}
COMPARISONS: Final[dict[type, str]] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "slt",
    ast.LtE: "sle",
    ast.Gt: "sgt",
    ast.GtE: "sge",
}


class LlvmModule:
    """Functions and tables as LLVM text. A function brings along those that it calls."""

    def __init__(self, functions: Iterable[Callable[..., Any]]) -> None:
        self._texts: dict[str, str] = {}
        self._tables: dict[str, str] = {}
        for function in functions:
            self.add(function)

    @property
    def text(self) -> str:
        """The whole module as LLVM text: the tables, then the functions."""
        return "\n".join([TABLES, *self._tables.values(), *self._texts.values()])

    def add(self, function: Callable[..., Any]) -> str:
        """The name of a function. It is added to the module unless it is there."""
        plain = getattr(function, "py_func", function)
        name: str = plain.__name__
        if name not in self._texts and name in SHORTER:
            self._texts[name] = SHORTER[name]
        if name not in self._texts:
            self._texts[name] = ""
            self._texts[name] = _LlvmFunction(self, plain).text()
        return name

    def table(self, name: str, values: Sequence[int] | np.ndarray) -> str:
        """The name of a constant table of whole numbers."""
        if name not in self._tables:
            row = ", ".join(f"i64 {int(value)}" for value in values)
            self._tables[name] = f"@{name} = private unnamed_addr constant [{len(values)} x i64] [{row}]"
        return f"@{name}"


def returns_two(function: Callable[..., Any]) -> bool:
    """Whether a function returns a pair of numbers, by its annotation."""
    return str(getattr(function, "py_func", function).__annotations__["return"]).startswith("tuple")


class _LlvmFunction:
    """One function as text. Every variable has a place on the stack.

    LLVM turns these places into registers.
    """

    def __init__(self, module: LlvmModule, function: Callable[..., Any]) -> None:
        self.module, self.function = module, function
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self.tree = tree
        self.names: dict[str, Any] = function.__globals__
        self.kind = "{ i64, i64 }" if returns_two(function) else "i64"
        self.body: list[str] = []
        self.places: dict[str, None] = {}
        self.count = 0

    def text(self) -> str:
        arguments = [argument.arg for argument in self.tree.args.args]
        for name in arguments:
            self._set(name, f"%a.{name}")
        self._block(self.tree.body)
        self.body.append("unreachable")
        places = [f"%p.{name} = alloca i64" for name in self.places]
        head = ", ".join(f"i64 %a.{name}" for name in arguments)
        lines = [
            f"define internal {self.kind} @{self.tree.name}({head}) nounwind {{",
            *places,
            *self.body,
            "}",
        ]
        return "\n".join(lines)

    # parts

    def _new(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def _label(self) -> str:
        self.count += 1
        return f"L{self.count}"

    def _do(self, formula: str) -> str:
        name = self._new()
        self.body.append(f"{name} = {formula}")
        return name

    def _set(self, name: str, value: str) -> None:
        self.places[name] = None
        self.body.append(f"store i64 {value}, ptr %p.{name}")

    def _go(self, label: str) -> None:
        self.body.append(f"br label %{label}")

    def _at(self, label: str) -> None:
        self.body.append(f"{label}:")

    # statements

    def _block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(value=ast.Constant()):
                pass
            case ast.Return(value=ast.expr() as value):
                self._return(value)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self._set(name, self._value(value))
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=value):
                values = self._pair(value)
                for one, given in zip(names, values, strict=True):
                    assert isinstance(one, ast.Name)
                    self._set(one.id, given)
            case ast.AugAssign(target=ast.Name(id=name) as target, op=op, value=value):
                read = ast.Name(id=target.id, ctx=ast.Load())
                self._set(name, self._value(ast.BinOp(left=read, op=op, right=value)))
            case ast.If(test=test, body=body, orelse=otherwise):
                self._if(test, body, otherwise)
            case ast.While(test=test, body=body):
                again, inside, behind = self._label(), self._label(), self._label()
                self._go(again)
                self._at(again)
                self._branch(test, inside, behind)
                self._at(inside)
                self._block(body)
                self._go(again)
                self._at(behind)
            case _:
                raise NotImplementedError(ast.unparse(node))

    def _return(self, value: ast.expr) -> None:
        if self.kind == "i64":
            self.body.append(f"ret i64 {self._value(value)}")
        else:
            first, second = self._pair(value)
            one = self._do(f"insertvalue {self.kind} undef, i64 {first}, 0")
            two = self._do(f"insertvalue {self.kind} {one}, i64 {second}, 1")
            self.body.append(f"ret {self.kind} {two}")
        self._at(self._label())

    def _if(self, test: ast.expr, body: list[ast.stmt], otherwise: list[ast.stmt]) -> None:
        first, second, behind = self._label(), self._label(), self._label()
        self._branch(test, first, second)
        for label, statements in ((first, body), (second, otherwise)):
            self._at(label)
            self._block(statements)
            self._go(behind)
        self._at(behind)

    def _pair(self, node: ast.expr) -> list[str]:
        if isinstance(node, ast.Tuple):
            return [self._value(one) for one in node.elts]
        pair = self._value(node)
        return [self._do(f"extractvalue {{ i64, i64 }} {pair}, {place}") for place in (0, 1)]

    # conditions

    def _branch(self, node: ast.expr, holds: str, otherwise: str) -> None:
        match node:
            case ast.BoolOp(op=op, values=values):
                for value in values[:-1]:
                    behind = self._label()
                    self._branch(
                        value, *((behind, otherwise) if isinstance(op, ast.And) else (holds, behind))
                    )
                    self._at(behind)
                self._branch(values[-1], holds, otherwise)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self._branch(operand, otherwise, holds)
            case ast.Compare(left=left, ops=[first, *ops], comparators=[middle, *others]) if ops:
                one = ast.Compare(left=left, ops=[first], comparators=[middle])
                rest = ast.Compare(left=middle, ops=ops, comparators=others)
                self._branch(ast.BoolOp(op=ast.And(), values=[one, rest]), holds, otherwise)
            case _:
                truth = self._truth(node)
                self.body.append(f"br i1 {truth}, label %{holds}, label %{otherwise}")

    def _truth(self, node: ast.expr) -> str:
        if isinstance(node, ast.Compare):
            (op,), (right,) = node.ops, node.comparators
            first, second = self._value(node.left), self._value(right)
            return self._do(f"icmp {COMPARISONS[type(op)]} i64 {first}, {second}")
        return self._do(f"icmp ne i64 {self._value(node)}, 0")

    # values

    def _value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=bool() | int() as number):
                return str(int(number))
            case ast.Name(id=name) if name in self.places:
                return self._do(f"load i64, ptr %p.{name}")
            case ast.Name() | ast.Attribute():
                return str(int(self._module_value(node)))
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                return str(int(self._module_value(left)) ** int(self._module_value(right)))
            case ast.BinOp(left=left, op=op, right=right):
                first, second = self._value(left), self._value(right)
                return self._do(f"{OPERATIONS[type(op)]} i64 {first}, {second}")
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._do(f"sub i64 0, {self._value(operand)}")
            case ast.Compare(ops=[_]):
                return self._do(f"zext i1 {self._truth(node)} to i64")
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                return self._choice(test, body, otherwise)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return self._choice(node, ast.Constant(value=1), ast.Constant(value=0))
            case ast.Subscript(value=table, slice=place):
                return self._element(table, place)
            case ast.Call(func=func, args=arguments):
                return self._call(func, arguments)
            case _:
                raise NotImplementedError(ast.unparse(node))

    def _module_value(self, node: ast.expr) -> Any:
        """The value of a name of the module."""
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return self.names[name]
            case ast.Attribute(value=value, attr=name):
                return getattr(self._module_value(value), name)
            case _:
                raise NotImplementedError(ast.unparse(node))

    def _choice(self, test: ast.expr, body: ast.expr, otherwise: ast.expr) -> str:
        place = f"c{self.count}"
        self.places[place] = None
        assign = [ast.Assign(targets=[ast.Name(id=place)], value=value) for value in (body, otherwise)]
        self._if(test, [assign[0]], [assign[1]])
        return self._do(f"load i64, ptr %p.{place}")

    def _element(self, table: ast.expr, place: ast.expr) -> str:
        assert isinstance(table, ast.Name)
        values = self.names[table.id]
        name = self.module.table(f"{table.id}.{len(values)}", values)
        where = self._do(f"getelementptr i64, ptr {name}, i64 {self._value(place)}")
        return self._do(f"load i64, ptr {where}, !invariant.load !0")

    def _call(self, func: ast.expr, arguments: list[ast.expr]) -> str:
        called = ast.unparse(func)
        values = [self._value(argument) for argument in arguments]
        if called in ("int", "np.uint64"):
            return values[0]
        if called == "abs":
            return self._do(f"call i64 @llvm.abs.i64(i64 {values[0]}, i1 false)")
        listed = ", ".join(f"i64 {value}" for value in values)
        if called in ("min", "max"):
            return self._do(f"call i64 @llvm.s{called}.i64({listed})")
        function = self._module_value(func)
        kind = "{ i64, i64 }" if returns_two(function) else "i64"
        return self._do(f"call {kind} @{self.module.add(function)}({listed})")
