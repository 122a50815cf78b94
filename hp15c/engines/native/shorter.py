"""Functions of lanes for which there is shorter LLVM text than that of their Python: division by 10**k,
counting digits.

The quotient of n < 2**63 by d is the high half of 2n times M, shifted by s. Here 2**(s-1) < d <= 2**s, and M
is 2**(63+s) / d rounded up. The error of M is less than 1, which makes less than n / 2**(63+s) < 1/d in the
quotient (Granlund and Montgomery, "Division by invariant integers using multiplication", 1994).
"""

from __future__ import annotations

from typing import Final

_POWERS: Final = [10**places for places in range(19)]
_SHIFTS: Final = [(power - 1).bit_length() for power in _POWERS]
_FACTORS: Final = [-(-(1 << 63 + shift) // power) for power, shift in zip(_POWERS, _SHIFTS, strict=True)]


def _table(name: str, values: list[int]) -> str:
    row = ", ".join(f"i64 {value}" for value in values)
    return f"@{name} = private unnamed_addr constant [{len(values)} x i64] [{row}]"


TABLES: Final = "\n".join([_table("factors", _FACTORS), _table("shifts", _SHIFTS), _table("powers", _POWERS)])

_CUT: Final = """
define internal i64 @cut(i64 %digits, i64 %places) alwaysinline nounwind {
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
}
"""

# 1233 / 4096 is a little more than log10(2). It gives the number of digits, or one less.
_LACKING: Final = """
define internal i64 @lacking(i64 %digits) alwaysinline nounwind {
  %zeros = call i64 @llvm.ctlz.i64(i64 %digits, i1 true)
  %bits = sub i64 64, %zeros
  %scaled = mul i64 %bits, 1233
  %guess = lshr i64 %scaled, 12
  %power.at = getelementptr i64, ptr @powers, i64 %guess
  %power = load i64, ptr %power.at
  %less = icmp ult i64 %digits, %power
  %one = zext i1 %less to i64
  %less.one = sub i64 %guess, %one
  %places = sub i64 9, %less.one
  ret i64 %places
}
declare i64 @llvm.ctlz.i64(i64, i1)
"""

_TEN: Final = """
define internal i64 @ten(i64 %places) alwaysinline nounwind {
  %power.at = getelementptr i64, ptr @powers, i64 %places
  %power = load i64, ptr %power.at
  ret i64 %power
}
"""

SHORTER: Final = {"ten": _TEN, "cut": _CUT, "lacking": _LACKING}
