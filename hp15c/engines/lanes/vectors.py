"""What LLVM text has for several lanes side by side: a vector with one number for each of `LANES` lanes.

The module also has the functions of lanes for which there is shorter LLVM text than that of their Python:
division by 10**k and counting digits, for one lane and for several.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hp15c.engines.lanes.layout import MASK
from hp15c.numbers.number import DIGITS

LANES: Final = 16
KIND: Final = f"<{LANES} x i64>"
TRUTHS: Final = f"<{LANES} x i1>"
BITS: Final = f"i{LANES}"
_REALS: Final = f"<{LANES} x double>"
_ADDRESSES: Final = f"<{LANES} x ptr>"


def splat(value: str | int, kind: str = "i64") -> str:
    """An LLVM constant that holds the value for each lane."""
    return f"<{', '.join([f'{kind} {value}'] * LANES)}>"


def _looked_up(kind: str, short: str, values: list[Any]) -> str:
    """The LLVM text that computes %found: a number of a table of sixteen, for each lane by the last four bits
    of its place.
    """
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
    """The function `costs.significant_digits`. It takes trailing zeros away by fives, twos and ones.

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


def _lacking(before: str, kind: str, truths: str, suffix: str, constant: Callable[[int], str]) -> str:
    """The function `arithmetic.lacking`, for one lane or for several.

    1233 / 4096 is a little more than log10(2). It gives the number of digits, or one less.
    """
    return f"""define internal {kind} @{before}lacking({kind} %digits) alwaysinline nounwind {{
  %zeros = call {kind} @llvm.ctlz.{suffix}({kind} %digits, i1 false)
  %bits = sub {kind} {constant(64)}, %zeros
  %scaled = mul {kind} %bits, {constant(1233)}
  %guess = lshr {kind} %scaled, {constant(12)}
  %power = call {kind} @{before}ten({kind} %guess)
  %less = icmp ult {kind} %digits, %power
  %most = sub {kind} {constant(9)}, %guess
  %more = add {kind} %most, {constant(1)}
  %places = select {truths} %less, {kind} %more, {kind} %most
  ret {kind} %places
}}"""


def _near_root(before: str, kind: str, real: str, suffix: str) -> str:
    """The function `arithmetic.near_root`, for one lane or for several."""
    return f"""define internal {kind} @{before}near_root({kind} %m, {kind} %scale) alwaysinline nounwind {{
  %a = sitofp {kind} %m to {real}
  %b = sitofp {kind} %scale to {real}
  %product = fmul {real} %a, %b
  %root = call {real} @llvm.sqrt.{suffix}({real} %product)
  %whole = fptosi {real} %root to {kind}
  ret {kind} %whole
}}
declare {real} @llvm.sqrt.{suffix}({real})"""


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
{_lacking("wide.", KIND, TRUTHS, f"v{LANES}i64", splat)}
{_near_root("wide.", KIND, _REALS, f"v{LANES}f64")}
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

# one lane

# The quotient of n < 2**63 by d is the high half of 2n times M, shifted by s. Here 2**(s-1) < d <= 2**s, and
# M is 2**(63+s) / d rounded up. The error of M is less than 1, which makes less than n / 2**(63+s) < 1/d in
# the quotient (Granlund and Montgomery, "Division by invariant integers using multiplication", 1994).
_POWERS: Final = [10**places for places in range(19)]
_SHIFTS: Final = [(power - 1).bit_length() for power in _POWERS]
_FACTORS: Final = [-(-(1 << 63 + shift) // power) for power, shift in zip(_POWERS, _SHIFTS, strict=True)]


def _table(name: str, values: list[int]) -> str:
    row = ", ".join(f"i64 {value}" for value in values)
    return f"@{name} = private unnamed_addr constant [{len(values)} x i64] [{row}]"


_TABLES_OF_ONE: Final = map(_table, ("factors", "shifts", "powers"), (_FACTORS, _SHIFTS, _POWERS))

ONE_LANE: Final = (
    "\n".join(_TABLES_OF_ONE)
    + f"""
define internal i64 @ten(i64 %places) alwaysinline nounwind {{
  %power.at = getelementptr i64, ptr @powers, i64 %places
  %power = load i64, ptr %power.at
  ret i64 %power
}}
define internal i64 @cut(i64 %digits, i64 %places) alwaysinline nounwind {{
  %factor.at = getelementptr i64, ptr @factors, i64 %places
  %shift.at = getelementptr i64, ptr @shifts, i64 %places
  %factor = load i64, ptr %factor.at
  %shift = load i64, ptr %shift.at
  %twice = shl i64 %digits, 1
  %a = zext i64 %twice to i128
  %b = zext i64 %factor to i128
  %c = mul i128 %a, %b
  %d = lshr i128 %c, 64
  %e = trunc i128 %d to i64
  %f = lshr i64 %e, %shift
  ret i64 %f
}}
{_lacking("", "i64", "i1", "i64", str)}
{_near_root("", "i64", "double", "f64")}
declare i64 @llvm.ctlz.i64(i64, i1)"""
)

_OF_BOTH: Final = ("ten", "cut", "lacking", "near_root")
GIVEN: Final = {True: (*_OF_BOTH, "significant_digits"), False: _OF_BOTH}
"""The functions that stand in TABLES and, for one lane, in ONE_LANE."""
