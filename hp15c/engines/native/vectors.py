"""Functions of `straight` as LLVM text over vectors, one number for each of `LANES` lanes.

Where the function gives a pair of which the second says whether the first is right, lanes for which it is not
are computed one after the other by a function of one lane.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from typing import Any, Final

from hp15c.engines.lanes import arithmetic, costs, memo
from hp15c.engines.lanes.packed import MASK
from hp15c.engines.native import straight, usual
from hp15c.engines.native.functions import COMPARISONS, OPERATIONS, LlvmModule, returns_two
from hp15c.numbers.number import DIGITS

LANES: Final = 16
KIND: Final = f"<{LANES} x i64>"
TRUTHS: Final = f"<{LANES} x i1>"
PAIR: Final = f"{{ {KIND}, {KIND} }}"
BITS: Final = f"i{LANES}"
_REALS: Final = f"<{LANES} x double>"
_ADDRESSES: Final = f"<{LANES} x ptr>"

VectorFunction = Callable[..., Any]

STRAIGHT: Final[dict[VectorFunction, VectorFunction]] = {
    arithmetic.magnitude: straight.magnitude,
    arithmetic.integer_part: straight.integer_part,
    arithmetic.fraction_part: straight.fraction_part,
    memo.key_of: memo.key_of,
    costs.of_moving: straight.of_moving,
    costs.of_sum: straight.of_sum,
    costs.of_product: straight.of_product,
    costs.of_splitting: straight.of_splitting,
    costs.of_counter: straight.of_counter,
    costs.of_index: straight.of_index,
    straight.of_index_found: straight.of_index_found,
}
"""Functions of one lane, and those that give the same for many."""

MOSTLY: Final[dict[VectorFunction, VectorFunction]] = {
    usual.add_usual: straight.add,
    usual.multiply_usual: straight.multiply,
    usual.divide_usual: straight.divide,
    usual.counted_usual: straight.next_count,
    costs.of_quotient: straight.of_quotient,
    costs.of_display: straight.of_display,
}
"""The same where some lanes may have to be asked one by one."""


def splat(value: str | int, kind: str = "i64") -> str:
    """An LLVM constant that holds the value for each lane."""
    return f"<{', '.join([f'{kind} {value}'] * LANES)}>"


def word(value: str | int) -> str:
    """A value as an operand: a vector's name, or a constant."""
    return value if isinstance(value, str) else splat(value)


def _looked_up(kind: str, short: str, values: list[Any]) -> str:
    """%found: a number of a table of sixteen, for each lane by the last four bits of its place."""
    halves = [f"<{', '.join(f'{kind} {value}' for value in part)}>" for part in (values[:8], values[8:])]
    eight, lines, made = f"<8 x {kind}>", [], []
    for first in range(0, LANES, 8):
        lanes = ", ".join(f"i32 {lane}" for lane in range(first, first + 8))
        lines += [
            f"%p{first} = shufflevector {KIND} %places, {KIND} undef, <8 x i32> <{lanes}>",
            f"%f{first} = call {eight} @llvm.x86.avx512.vpermi2var.{short}.512"
            f"({eight} {halves[0]}, <8 x i64> %p{first}, {eight} {halves[1]})",
        ]
        made.append(f"{eight} %f{first}")
    every = ", ".join(f"i32 {lane}" for lane in range(LANES))
    joined = made if len(made) > 1 else [*made, f"{eight} undef"]
    return "\n  ".join([*lines, f"%found = shufflevector {', '.join(joined)}, <{LANES} x i32> <{every}>"])


def _significant_digits() -> str:
    """The function `straight.significant_digits`. It takes trailing zeros away by fives, twos and ones.

    Take the product of n and the inverse of 5**k modulo 2**64, and put its last k bits in front. This is
    n / 10**k where that is an integer, and else more than the greatest of these (Granlund and Montgomery
    1994, section 9).
    """
    lines = [f"%size = call {KIND} @llvm.abs.v{LANES}i64({KIND} %x, i1 false)"]
    lines.append(f"%m0 = and {KIND} %size, {splat(MASK)}")
    lines.append(f"%d0 = add {KIND} {splat(DIGITS)}, zeroinitializer")
    for stage, zeros in enumerate((5, 2, 2, 1)):
        inverse, most = pow(5**zeros, -1, 1 << 64), ((1 << 64) - 1) // 10**zeros
        lines += [
            f"%p{stage} = mul {KIND} %m{stage}, {splat(inverse)}",
            f"%q{stage} = call {KIND} @llvm.fshr.v{LANES}i64({KIND} %p{stage}, {KIND} %p{stage},"
            f" {KIND} {splat(zeros)})",
            f"%whole{stage} = icmp ule {KIND} %q{stage}, {splat(most)}",
            f"%fewer{stage} = sub {KIND} %d{stage}, {splat(zeros)}",
            f"%m{stage + 1} = select {TRUTHS} %whole{stage}, {KIND} %q{stage}, {KIND} %m{stage}",
            f"%d{stage + 1} = select {TRUTHS} %whole{stage}, {KIND} %fewer{stage}, {KIND} %d{stage}",
        ]
    body = "\n  ".join([*lines, f"ret {KIND} %d4"])
    return (
        f"define internal {KIND} @wide.significant_digits({KIND} %x) alwaysinline nounwind {{\n  {body}\n}}"
    )


# n / 10**k is n + 1/2 times 1/10**k, cut off. It lies at least 1/2 of 1/10**k from any integer. The two
# roundings err by 2**-52 of it at most, which is less for n below 2**51.
TABLES: Final = f"""
define internal {KIND} @wide.ten({KIND} %places) alwaysinline nounwind {{
  {_looked_up("i64", "q", [10**places for places in range(16)])}
  ret {KIND} %found
}}
define internal {KIND} @wide.cut({KIND} %digits, {KIND} %places) alwaysinline nounwind {{
  {_looked_up("double", "pd", [f"{10.0**-places:.17e}" for places in range(16)])}
  %real = sitofp {KIND} %digits to {_REALS}
  %above = fadd {_REALS} %real, {splat("0.5", "double")}
  %product = fmul {_REALS} %above, %found
  %whole = fptosi {_REALS} %product to {KIND}
  ret {KIND} %whole
}}
define internal {KIND} @wide.lacking({KIND} %digits) alwaysinline nounwind {{
  %zeros = call {KIND} @llvm.ctlz.v{LANES}i64({KIND} %digits, i1 false)
  %bits = sub {KIND} {splat(64)}, %zeros
  %scaled = mul {KIND} %bits, {splat(1233)}
  %guess = lshr {KIND} %scaled, {splat(12)}
  %power = call {KIND} @wide.ten({KIND} %guess)
  %less = icmp ult {KIND} %digits, %power
  %most = sub {KIND} {splat(9)}, %guess
  %more = add {KIND} %most, {splat(1)}
  %places = select {TRUTHS} %less, {KIND} %more, {KIND} %most
  ret {KIND} %places
}}
declare <8 x i64> @llvm.x86.avx512.vpermi2var.q.512(<8 x i64>, <8 x i64>, <8 x i64>)
declare <8 x double> @llvm.x86.avx512.vpermi2var.pd.512(<8 x double>, <8 x i64>, <8 x double>)
declare {KIND} @llvm.masked.gather.v{LANES}i64.v{LANES}p0({_ADDRESSES}, {TRUTHS}, {KIND})
declare void @llvm.masked.scatter.v{LANES}i64.v{LANES}p0({KIND}, {_ADDRESSES}, {TRUTHS})
declare {KIND} @llvm.ctlz.v{LANES}i64({KIND}, i1)
{_significant_digits()}
declare {KIND} @llvm.fshr.v{LANES}i64({KIND}, {KIND}, {KIND})
declare {KIND} @llvm.abs.v{LANES}i64({KIND}, i1)
declare i16 @llvm.vector.reduce.umin.v{LANES}i16(<{LANES} x i16>)
declare {BITS} @llvm.cttz.{BITS}({BITS}, i1)
declare {KIND} @llvm.smin.v{LANES}i64({KIND}, {KIND})
declare {KIND} @llvm.smax.v{LANES}i64({KIND}, {KIND})
"""
_GIVEN: Final = ("ten", "cut", "lacking", "significant_digits")


class Vectors:
    """Functions over vectors, as text. Those of one lane that they need go to `module`."""

    def __init__(self, module: LlvmModule) -> None:
        self.module = module
        self._texts: dict[str, str] = {}

    @property
    def text(self) -> str:
        """The tables and all functions as LLVM text."""
        return "\n".join([TABLES, *self._texts.values()])

    def add(self, function: VectorFunction) -> str:
        """The name of what does a function of one lane for many."""
        if function in STRAIGHT:
            return self.straight(STRAIGHT[function])
        if function in MOSTLY:
            return self._mostly(function, MOSTLY[function])
        return self._each(function)

    def straight(self, function: VectorFunction) -> str:
        """The name of the compiled form of a function of `straight`, which is written where it is missing."""
        plain = getattr(function, "py_func", function)
        name = f"wide.{plain.__name__}"
        if name not in self._texts and plain.__name__ not in _GIVEN:
            self._texts[name] = ""
            self._texts[name] = _Straight(self, plain, name).text()
        return name

    def _mostly(self, function: VectorFunction, of_most: VectorFunction) -> str:
        """A function of `straight`, and one lane after the other when it is not right for all."""
        name = f"mostly.{of_most.__name__}"
        if name not in self._texts:
            two = returns_two(function)
            wrong = arithmetic.NOT_COUNTED if two else 0
            names = parameters(function)
            listed, given = _arguments(names, "%"), _arguments(names, "%")
            kind = PAIR if two else KIND
            result = "%both" if two else "%found"
            self._texts[name] = f"""
define internal {kind} @{name}({listed}) nounwind {{
  %both = call {PAIR} @{self.straight(of_most)}({given})
  %found = extractvalue {PAIR} %both, 0
  %right = extractvalue {PAIR} %both, 1
  %differs = icmp ne {KIND} %right, {splat(wrong)}
  %bits = bitcast {TRUTHS} %differs to {BITS}
  %all = icmp eq {BITS} %bits, -1
  br i1 %all, label %done, label %one.by.one, !prof !1
done:
  ret {kind} {result}
one.by.one:
  %each = call {kind} @{self._each(function)}({given})
  ret {kind} %each
}}"""
        return name

    def _each(self, function: VectorFunction) -> str:
        """A function of one lane for each of them."""
        name = f"each.{getattr(function, 'py_func', function).__name__}"
        if name not in self._texts:
            names, two = parameters(function), returns_two(function)
            lines = []
            kind, one = (PAIR, "{ i64, i64 }") if two else (KIND, "i64")
            made = ["undef", "undef"]
            for lane in range(LANES):
                for place, _ in enumerate(names):
                    lines.append(f"%e{lane}.{place} = extractelement {KIND} %{names[place]}, i64 {lane}")
                given = ", ".join(f"i64 %e{lane}.{place}" for place in range(len(names)))
                lines.append(f"%c{lane} = call {one} @{self.module.add(function)}({given})")
                for part in range(1 + two):
                    value = f"%c{lane}"
                    if two:
                        value = f"%c{lane}.{part}"
                        lines.append(f"{value} = extractvalue {one} %c{lane}, {part}")
                    lines.append(
                        f"%r{lane}.{part} = insertelement {KIND} {made[part]}, i64 {value}, i64 {lane}"
                    )
                    made[part] = f"%r{lane}.{part}"
            if two:
                lines.append(f"%p = insertvalue {PAIR} undef, {KIND} {made[0]}, 0")
                lines.append(f"%q = insertvalue {PAIR} %p, {KIND} {made[1]}, 1")
            body = "\n".join(lines)
            result = "%q" if two else made[0]
            self._texts[name] = (
                f"define internal {kind} @{name}({_arguments(names, '%')}) noinline cold nounwind {{\n"
                f"{body}\nret {kind} {result}\n}}"
            )
        return name


def parameters(function: VectorFunction) -> list[str]:
    """The names of a function's parameters."""
    return list(inspect.signature(getattr(function, "py_func", function)).parameters)


def _arguments(names: list[str], prefix: str) -> str:
    return ", ".join(f"{KIND} {prefix}{name}" for name in names)


class _Straight:
    """One function without branches: every name stands for one value, a vector of numbers or of truths."""

    def __init__(self, vectors: Vectors, function: VectorFunction, name: str) -> None:
        self.vectors, self.function, self.name = vectors, function, name
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[-1]
        assert isinstance(tree, ast.FunctionDef)
        self.tree = tree
        self.names: dict[str, Any] = function.__globals__
        self.values: dict[str, tuple[str, bool]] = {}
        self.body: list[str] = []

    def text(self) -> str:
        names = [argument.arg for argument in self.tree.args.args]
        self.values = {name: (f"%a.{name}", False) for name in names}
        kind = PAIR if returns_two(self.function) else KIND
        for statement in self.tree.body:
            self._statement(statement)
        head = f"define internal {kind} @{self.name}({_arguments(names, '%a.')}) nounwind {{"
        return "\n".join([head, *self.body, "}"])

    def _do(self, formula: str) -> str:
        name = f"%v{len(self.body)}"
        self.body.append(f"{name} = {formula}")
        return name

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(value=ast.Constant()):
                pass
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.values[name] = self._value(value)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                made = [self._value(value) for value in values]
                for one, given in zip(names, made, strict=True):
                    assert isinstance(one, ast.Name)
                    self.values[one.id] = given
            case ast.Return(value=ast.Tuple(elts=[first, second])):
                half = self._do(f"insertvalue {PAIR} undef, {KIND} {self._number(first)}, 0")
                pair = self._do(f"insertvalue {PAIR} {half}, {KIND} {self._number(second)}, 1")
                self.body.append(f"ret {PAIR} {pair}")
            case ast.Return(value=ast.expr() as value):
                self.body.append(f"ret {KIND} {self._number(value)}")
            case _:
                raise NotImplementedError(ast.unparse(node))

    def _number(self, node: ast.expr) -> str:
        value, truth = self._value(node)
        return self._do(f"zext {TRUTHS} {value} to {KIND}") if truth else value

    def _truth(self, node: ast.expr) -> str:
        value, truth = self._value(node)
        return value if truth else self._do(f"icmp ne {KIND} {value}, zeroinitializer")

    def _value(self, node: ast.expr) -> tuple[str, bool]:
        """A vector's name, and whether it holds truths."""
        match node:
            case ast.Constant(value=bool() | int() as number):
                return splat(int(number)), False
            case ast.Name(id=name) if name in self.values:
                return self.values[name]
            case ast.Name() | ast.Attribute():
                return splat(int(self._module_value(node))), False
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return splat(-int(self._module_value(operand))), False
            case ast.BinOp(left=left, op=op, right=right):
                first, second = self._number(left), self._number(right)
                return self._do(f"{OPERATIONS[type(op)]} {KIND} {first}, {second}"), False
            case ast.Compare(left=left, ops=[relation], comparators=[right]):
                first, second = self._number(left), self._number(right)
                return self._do(f"icmp {COMPARISONS[type(relation)]} {KIND} {first}, {second}"), True
            case ast.BoolOp(op=op, values=values):
                return self._join("and" if isinstance(op, ast.And) else "or", values), True
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                truth, first, second = self._truth(test), self._number(body), self._number(otherwise)
                return self._do(f"select {TRUTHS} {truth}, {KIND} {first}, {KIND} {second}"), False
            case ast.Subscript(value=ast.Name(id=name), slice=place):
                return self._element(name, place), False
            case ast.Call(func=func, args=arguments):
                return self._call(func, [self._number(argument) for argument in arguments]), False
            case _:
                raise NotImplementedError(ast.unparse(node))

    def _join(self, operation: str, nodes: list[ast.expr]) -> str:
        first, *others = map(self._truth, nodes)
        for other in others:
            first = self._do(f"{operation} {TRUTHS} {first}, {other}")
        return first

    def _module_value(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Attribute):
            return getattr(self._module_value(node.value), node.attr)
        assert isinstance(node, ast.Name)
        return self.names[node.id]

    def _element(self, name: str, place: ast.expr) -> str:
        table = self.vectors.module.table(f"{name}.{len(self.names[name])}", self.names[name])
        where = self._do(f"getelementptr i64, ptr {table}, {KIND} {self._number(place)}")
        mask = f"{TRUTHS} {splat('true', 'i1')}, {KIND} zeroinitializer"
        return self._do(
            f"call {KIND} @llvm.masked.gather.v{LANES}i64.v{LANES}p0({_ADDRESSES} align 8 {where}, {mask})"
        )

    def _call(self, func: ast.expr, values: list[str]) -> str:
        called = ast.unparse(func)
        listed = ", ".join(f"{KIND} {value}" for value in values)
        if called == "abs":
            return self._do(f"call {KIND} @llvm.abs.v{LANES}i64({listed}, i1 false)")
        if called in ("min", "max"):
            return self._do(f"call {KIND} @llvm.s{called}.v{LANES}i64({listed})")
        return self._do(f"call {KIND} @{self.vectors.straight(self._module_value(func))}({listed})")
