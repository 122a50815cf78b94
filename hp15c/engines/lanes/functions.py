"""The functions of lanes as LLVM functions: their Python source, read as it stands, becomes LLVM's text.

A function is written for one lane, or for several side by side with a vector for each variable. The subset of
Python that it takes is what those functions are written in: whole numbers of 64 bits, tests, loops, calls of
one another, constants of their modules, and numbers of a table or an array. Within `int` numbers are real.
`//` and `%` become unsigned divisions: no operand of these functions is negative. Anything else is refused
with NotImplementedError.

Side by side, `if` becomes a choice between values, so that both ways are always computed. There are no loops.
Only `if usual:` is also a branch: what follows is left out where all lanes are usual.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any, Final

from hp15c.engines.lanes import vectors
from hp15c.engines.lanes.arithmetic import cut, cut_by_reals, ten
from hp15c.engines.lanes.vectors import BITS, LANES, row, splat

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
_TRUE: Final = ast.Constant(value=1)
_FALSE: Final = ast.Constant(value=0)


class LlvmModule:
    """Functions as LLVM text, for one lane or for LANES of them. Each brings along those that it calls."""

    def __init__(self, functions: Iterable[Callable[..., Any]] = (), side_by_side: bool = False) -> None:
        self.side_by_side = side_by_side
        self.lanes = LANES if side_by_side else 1
        self.kind, self.truths = (vectors.KIND, vectors.TRUTHS) if side_by_side else ("i64", "i1")
        self.real = vectors.REALS if side_by_side else "double"
        self.suffix, self.real_suffix = (f"v{LANES}i64", f"v{LANES}f64") if side_by_side else ("i64", "f64")
        self._texts: dict[str, str] = {}
        for function in functions:
            self.add(function)

    @property
    def text(self) -> str:
        """The whole module as LLVM text: the functions and their tables."""
        return "\n".join(self._texts.values())

    def add(self, function: Callable[..., Any]) -> str:
        """The name of a function. It is written into the module unless it is there."""
        if self.side_by_side and function is cut:
            function = cut_by_reals
        name = f"wide.{function.__name__}" if self.side_by_side else function.__name__
        if name not in self._texts:
            self._texts[name] = ""  # it has its place before those that it calls
            self._texts[name] = _LlvmFunction(self, function, name).text()
        return name

    def table(self, name: str, kind: str, values: tuple[float, ...]) -> str:
        """The name of a table of numbers for one lane."""
        of_kind = f"[{len(values)} x {kind}] [{row(values, kind)}]"
        self._texts[f"@{name}"] = f"@{name} = private unnamed_addr constant {of_kind}"
        return f"@{name}"

    def word(self, value: str | int) -> str:
        """A value as an operand: a name, or a constant for all lanes."""
        return splat(value) if self.side_by_side and not isinstance(value, str) else str(value)


def returns_two(function: Callable[..., Any]) -> bool:
    """Whether a function returns a pair of numbers, by its annotation."""
    return str(function.__annotations__["return"]).startswith("tuple")


class LlvmText:
    """The text of a function while it is written. Values have numbers, blocks have labels.

    Under a `mask` only the lanes change for which it holds.
    """

    def __init__(self, module: LlvmModule) -> None:
        self.module, self.kind, self.truths = module, module.kind, module.truths
        self.pair = f"{{ {self.kind}, {self.kind} }}"
        self.lines: list[str] = []
        self.values = 0
        self.mask: str | None = None

    def put(self, text: str) -> None:
        """Write an instruction without a value."""
        self.lines.append(text)

    def do(self, formula: str) -> str:
        """Write an instruction, and return the name of its value."""
        self.values += 1
        name = f"%v{self.values}"
        self.lines.append(f"{name} = {formula}")
        return name

    def label(self) -> str:
        """A label that the function has not used."""
        self.values += 1
        return f"L{self.values}"

    def at(self, label: str) -> None:
        """Begin the block with this label."""
        self.lines.append(f"{label}:")

    def go(self, label: str) -> None:
        """End the block: go to a label."""
        self.put(f"br label %{label}")

    def branch(self, truth: str, holds: str, otherwise: str, likely: bool | None = None) -> None:
        """End the block: go to one label or the other."""
        weight = "" if likely is None else f", !prof !{1 if likely else 2}"
        self.put(f"br i1 {truth}, label %{holds}, label %{otherwise}{weight}")

    def binary(self, operation: str, left: str | int, right: str | int) -> str:
        """The result of an instruction on two numbers."""
        return self.do(f"{operation} {self.kind} {self.module.word(left)}, {self.module.word(right)}")

    def select(self, truth: str, value: str | int, otherwise: str | int) -> str:
        """The name of one value where a truth holds, and of the other elsewhere."""
        one, other = self.module.word(value), self.module.word(otherwise)
        return self.do(f"select {self.truths} {truth}, {self.kind} {one}, {self.kind} {other}")

    def address(self, array: str, place: str | int) -> str:
        """The address of a number in an array of one lane's numbers."""
        return self.do(f"getelementptr i64, ptr {array}, i64 {place}")

    def number_in(self, array: str, place: str | int) -> str:
        """A number in an array of one lane's numbers."""
        return self.do(f"load i64, ptr {self.address(array, place)}")

    def negation(self, truth: str) -> str:
        """The name of a value that is true for the lanes where a truth does not hold."""
        every = splat("true", "i1") if self.module.side_by_side else "true"
        return self.do(f"xor {self.truths} {truth}, {every}")

    def all_bits(self, truth: str) -> str:
        """The name of the one truth that a truth holds for each lane."""
        return self.do(f"icmp eq {BITS} {self.bits(truth)}, -1")

    def bits(self, truth: str) -> str:
        """The truths of all lanes as one number."""
        return self.do(f"bitcast {self.truths} {truth} to {BITS}")


class _LlvmFunction(LlvmText):
    """One function as text. Every variable has a place on the stack, which LLVM turns into a register.

    `results` are what some lanes have returned already.
    """

    def __init__(self, module: LlvmModule, function: Callable[..., Any], name: str) -> None:
        super().__init__(module)
        self.name = name
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self.tree = tree
        self.names: dict[str, Any] = function.__globals__
        self.result = self._kind_of(function)
        self.places: dict[str, None] = {}
        self.results: list[tuple[str, list[str]]] = []

    def _kind_of(self, function: Callable[..., Any]) -> str:
        return self.pair if returns_two(function) else self.kind

    def text(self) -> str:
        arguments = [argument.arg for argument in self.tree.args.args]
        for name in arguments:
            self._set(name, f"%a.{name}")
        self._block(self.tree.body)
        self.put("unreachable")
        places = [f"%p.{name} = alloca {self.kind}" for name in self.places]
        head = ", ".join(f"{self.kind} %a.{name}" for name in arguments)
        lines = [
            f"define internal {self.result} @{self.name}({head}) nounwind {{",
            *places,
            *self.lines,
            "}",
        ]
        return "\n".join(lines)

    # parts

    def _get(self, name: str) -> str:
        return self.do(f"load {self.kind}, ptr %p.{name}")

    def _set(self, name: str, value: str) -> None:
        if self.mask is not None and name in self.places:
            value = self.select(self.mask, value, self._get(name))
        self.places[name] = None
        self.put(f"store {self.kind} {value}, ptr %p.{name}")

    # statements

    def _block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(ast.Constant()):
                pass
            case ast.Return(ast.expr() as value):
                self._return(self._values(value))
            case ast.Assign([ast.Name(name)], value):
                self._set(name, self._value(value))
            case ast.Assign([ast.Tuple(names)], value):
                for one, given in zip(names, self._values(value), strict=True):
                    assert isinstance(one, ast.Name)
                    self._set(one.id, given)
            case ast.AugAssign(ast.Name(name) as target, op, value):
                read = ast.Name(id=target.id, ctx=ast.Load())
                self._set(name, self._value(ast.BinOp(left=read, op=op, right=value)))
            case ast.If(test=test, body=body, orelse=otherwise):
                (self._choose if self.module.side_by_side else self._if)(test, body, otherwise)
            case ast.While(test=test, body=body) if not self.module.side_by_side:
                again, inside, behind = self.label(), self.label(), self.label()
                self.go(again)
                self.at(again)
                self.branch(self._truth(test), inside, behind)
                self.at(inside)
                self._block(body)
                self.go(again)
                self.at(behind)
            case _:
                raise NotImplementedError(ast.unparse(node))

    def _return(self, values: list[str]) -> None:
        if self.mask is not None:
            self.results.append((self.mask, values))
            return
        for truth, earlier in reversed(self.results):
            pairs = zip(earlier, values, strict=True)
            values = [self.select(truth, value, otherwise) for value, otherwise in pairs]
        result = values[0]
        if len(values) > 1:
            half = self.do(f"insertvalue {self.pair} undef, {self.kind} {values[0]}, 0")
            result = self.do(f"insertvalue {self.pair} {half}, {self.kind} {values[1]}, 1")
        self.put(f"ret {self.result} {result}")
        self.at(self.label())

    def _if(self, test: ast.expr, body: list[ast.stmt], otherwise: list[ast.stmt]) -> None:
        first, second, behind = self.label(), self.label(), self.label()
        self.branch(self._truth(test), first, second)
        for label, statements in ((first, body), (second, otherwise)):
            self.at(label)
            self._block(statements)
            self.go(behind)
        self.at(behind)

    def _choose(self, test: ast.expr, body: list[ast.stmt], otherwise: list[ast.stmt]) -> None:
        """Write `if` side by side: each way is done for the lanes that go it."""
        outer, truth = self.mask, self._truth(test)
        for holds, statements in ((True, body), (False, otherwise)):
            if statements:
                going = truth if holds else self.negation(truth)
                self.mask = going if outer is None else self.do(f"and {self.truths} {outer}, {going}")
                self._block(statements)
        self.mask = outer
        if isinstance(test, ast.Name) and test.id == "usual":
            self._return_usual()

    def _return_usual(self) -> None:
        """Return here where all lanes have a result."""
        (first, values), *others = reversed(self.results)
        for truth, _ in others:
            first = self.do(f"or {self.truths} {first}, {truth}")
        now, later = self.label(), self.label()
        self.branch(self.all_bits(first), now, later, True)
        self.at(now)
        kept, self.results = self.results, self.results[:-1]
        self._return(values)
        self.results = kept
        self.go(later)
        self.at(later)

    # conditions

    def _truth(self, node: ast.expr) -> str:
        match node:
            case ast.Compare(left, [op], [right]):
                return self.binary(f"icmp {COMPARISONS[type(op)]}", self._value(left), self._value(right))
            case ast.Compare(left, ops, others):
                pairs = zip(pairwise((left, *others)), ops, strict=True)
                return self._truth(
                    ast.BoolOp(ast.And(), [ast.Compare(one, [op], [other]) for (one, other), op in pairs])
                )
            case ast.BoolOp(op, [first, *others]):
                operation = "and" if isinstance(op, ast.And) else "or"
                truth = self._truth(first)
                for other in others:
                    truth = self.do(f"{operation} {self.truths} {truth}, {self._truth(other)}")
                return truth
            case ast.UnaryOp(ast.Not(), operand):
                return self.negation(self._truth(operand))
            case _:
                return self.binary("icmp ne", self._value(node), self.module.word(0))

    # values

    def _values(self, node: ast.expr) -> list[str]:
        """A value, or the two of a pair."""
        if isinstance(node, ast.Tuple):
            return [self._value(one) for one in node.elts]
        value = self._value(node)
        called = self.names.get(ast.unparse(node.func)) if isinstance(node, ast.Call) else None
        if called is None or not returns_two(called):
            return [value]
        return [self.do(f"extractvalue {self.pair} {value}, {place}") for place in (0, 1)]

    def _value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(bool() | int() as number):
                return self.module.word(int(number))
            case ast.Name(name) if name in self.places:
                return self._get(name)
            case ast.BinOp(ast.Constant(10), ast.Pow(), right) if not self._is_known(right):
                return self._result_of(ten, self._value(right))
            case ast.Name() | ast.Attribute() | ast.BinOp(op=ast.Pow()):
                return self.module.word(self._constant(node))
            case ast.BinOp(ast.BinOp(left, ast.Mult(), right), ast.RShift(), ast.Constant(64)):
                return self._high_half(self._value(left), self._value(right))
            case ast.BinOp(left, op, right):
                return self._operation(self._value(left), op, right)
            case ast.UnaryOp(ast.USub(), operand):
                return self.binary("sub", self.module.word(0), self._value(operand))
            case ast.Compare(ops=[_]):
                return self.do(f"zext {self.truths} {self._truth(node)} to {self.kind}")
            case ast.IfExp(test, body, otherwise):
                return self._choice(test, body, otherwise)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(ast.Not()):
                return self._choice(node, _TRUE, _FALSE)
            case ast.Subscript(table, ast.Tuple([row, column])):
                return self._element(self._value(table), row, column)
            case ast.Subscript(ast.Name(name), place) if len(self.names[name]) == LANES:
                return self._number_at(name, place)
            case ast.Subscript(ast.Name(name), place):
                none, one = self.names[name]
                return self._choice(place, ast.Constant(value=one), ast.Constant(value=none))
            case ast.Call(ast.Attribute(number, "bit_length")):
                call = f"@llvm.ctlz.{self.module.suffix}({self.kind} {self._value(number)}, i1 false)"
                zeros = self.do(f"call {self.kind} {call}")
                return self.binary("sub", self.module.word(64), zeros)
            case ast.Call(ast.Name("int"), [real]) if _is_real(real):
                return self.do(f"fptosi {self.module.real} {self._real(real)} to {self.kind}")
            case ast.Call(func, arguments):
                return self._call(func, arguments)
            case _:
                raise NotImplementedError(ast.unparse(node))

    def _operation(self, first: str, op: ast.operator, right: ast.expr) -> str:
        """An operation. Side by side a division by a power of ten cuts digits off."""
        if self.module.side_by_side and isinstance(op, ast.FloorDiv):
            places = self._places_of(right)
            if places:
                return self._result_of(cut, first, self.module.word(places))
        return self.binary(OPERATIONS[type(op)], first, self._value(right))

    def _high_half(self, left: str, right: str) -> str:
        """The upper 64 bits of the product of two numbers without signs, for one lane."""
        wide = [self.do(f"zext i64 {value} to i128") for value in (left, right)]
        product = self.do(f"mul i128 {', '.join(wide)}")
        return self.do(f"trunc i128 {self.do(f'lshr i128 {product}, 64')} to i64")

    def _element(self, table: str, row: ast.expr, column: ast.expr) -> str:
        """A number of a table with COLUMNS columns, which is given by its address."""
        columns = self.module.word(self.names["COLUMNS"])
        place = self.binary("add", self.binary("mul", self._value(row), columns), self._value(column))
        return self.number_in(self.do(f"inttoptr i64 {table} to ptr"), place)

    def _real(self, node: ast.expr) -> str:
        """A value as a real number."""
        real = self.module.real
        match node:
            case ast.Constant(float() as number):
                return splat(number, "double") if self.module.side_by_side else f"{number:.17e}"
            case ast.BinOp(left, op, right):
                return self.do(f"f{OPERATIONS[type(op)]} {real} {self._real(left)}, {self._real(right)}")
            case ast.Call(ast.Name("sqrt"), [square]):
                function = f"@llvm.sqrt.{self.module.real_suffix}"
                return self.do(f"call {real} {function}({real} {self._real(square)})")
            case ast.Subscript(ast.Name(name), place):
                return self._number_at(name, place, "double")
            case ast.Call(ast.Name("float"), [whole]):
                return self._real(whole)
            case _:
                return self.do(f"sitofp {self.kind} {self._value(node)} to {real}")

    def _number_at(self, name: str, place: ast.expr, kind: str = "i64") -> str:
        """A number of a table of sixteen. Side by side it is taken by the last four bits of its place."""
        values, at = self.names[name], self._value(place)
        if self.module.side_by_side:
            return self._looked_up(kind, values, at)
        table = self.module.table(name, kind, values)
        return self.do(f"load {kind}, ptr {self.do(f'getelementptr {kind}, ptr {table}, i64 {at}')}")

    def _looked_up(self, kind: str, values: tuple[float, ...], places: str) -> str:
        half = LANES // 2
        eight, of_places = f"<{half} x {kind}>", f"<{half} x i64>"
        low, high = (f"<{row(part, kind)}>" for part in (values[:half], values[half:]))
        made = []
        for first in (0, half):
            lanes = f"<{half} x i32> <{row(range(first, first + half), 'i32')}>"
            part = self.do(f"shufflevector {self.kind} {places}, {self.kind} undef, {lanes}")
            call = f"@llvm.x86.avx512.vpermi2var.{'q' if kind == 'i64' else 'pd'}.512"
            made.append(self.do(f"call {eight} {call}({eight} {low}, {of_places} {part}, {eight} {high})"))
        both = f"{eight} {made[0]}, {eight} {made[1]}"
        return self.do(f"shufflevector {both}, <{LANES} x i32> <{row(range(LANES), 'i32')}>")

    def _result_of(self, function: Callable[..., Any], *values: str) -> str:
        listed = ", ".join(f"{self.kind} {value}" for value in values)
        return self.do(f"call {self._kind_of(function)} @{self.module.add(function)}({listed})")

    def _places_of(self, node: ast.expr) -> int:
        """The number k of a constant 10**k, 0 for everything else."""
        digits = str(self._constant(node)) if self._is_known(node) else ""
        return len(digits) - 1 if digits.rstrip("0") == "1" else 0

    def _is_known(self, node: ast.expr) -> bool:
        """Whether a number has nothing in it but names of the module."""
        names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
        return names.isdisjoint(self.places)

    def _constant(self, node: ast.expr) -> Any:
        """The value of what has only names of the module in it."""
        return self.names[node.id] if isinstance(node, ast.Name) else eval(ast.unparse(node), self.names)

    def _choice(self, test: ast.expr, body: ast.expr, otherwise: ast.expr) -> str:
        if self.module.side_by_side:
            return self.select(self._truth(test), self._value(body), self._value(otherwise))
        place = f"c{self.values}"
        self.places[place] = None
        assign = [ast.Assign(targets=[ast.Name(id=place)], value=value) for value in (body, otherwise)]
        self._if(test, [assign[0]], [assign[1]])
        return self._get(place)

    def _call(self, func: ast.expr, arguments: list[ast.expr]) -> str:
        called = ast.unparse(func)
        values = [self._value(argument) for argument in arguments]
        if called == "int":
            return values[0]
        listed = ", ".join(f"{self.kind} {value}" for value in values)
        if called == "abs":
            return self.do(f"call {self.kind} @llvm.abs.{self.module.suffix}({listed}, i1 false)")
        if called in ("min", "max"):
            return self.do(f"call {self.kind} @llvm.s{called}.{self.module.suffix}({listed})")
        return self._result_of(self._constant(func), *values)


def _is_real(node: ast.expr) -> bool:
    """Whether a value is a real number: one is in it, or the function `float`."""
    return any(
        (isinstance(one, ast.Constant) and isinstance(one.value, float))
        or (isinstance(one, ast.Name) and one.id == "float")
        for one in ast.walk(node)
    )
