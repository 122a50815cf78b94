"""What LLVM text has for several lanes side by side: a vector with one number for each of `LANES` lanes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LANES: Final = 16
KIND: Final = f"<{LANES} x i64>"
REALS: Final = f"<{LANES} x double>"
TRUTHS: Final = f"<{LANES} x i1>"
ADDRESSES: Final = f"<{LANES} x ptr>"
BITS: Final = f"i{LANES}"


def row(values: Iterable[str | float], kind: str) -> str:
    """Values as LLVM lists them."""
    return ", ".join(f"{kind} {one:.17e}" if isinstance(one, float) else f"{kind} {one}" for one in values)


def splat(value: str | float, kind: str = "i64") -> str:
    """An LLVM constant that holds the value for each lane."""
    return f"<{row([value] * LANES, kind)}>"


DECLARED: Final = f"""
declare double @llvm.sqrt.f64(double)
declare {REALS} @llvm.sqrt.v{LANES}f64({REALS})
declare i64 @llvm.ctlz.i64(i64, i1)
declare {KIND} @llvm.ctlz.v{LANES}i64({KIND}, i1)
declare i64 @llvm.abs.i64(i64, i1)
declare {KIND} @llvm.abs.v{LANES}i64({KIND}, i1)
declare i64 @llvm.smin.i64(i64, i64)
declare {KIND} @llvm.smin.v{LANES}i64({KIND}, {KIND})
declare i64 @llvm.smax.i64(i64, i64)
declare {KIND} @llvm.smax.v{LANES}i64({KIND}, {KIND})
declare i16 @llvm.vector.reduce.umin.v{LANES}i16(<{LANES} x i16>)
declare {BITS} @llvm.cttz.{BITS}({BITS}, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare {KIND} @llvm.masked.gather.v{LANES}i64.v{LANES}p0({ADDRESSES}, {TRUTHS}, {KIND})
declare void @llvm.masked.scatter.v{LANES}i64.v{LANES}p0({KIND}, {ADDRESSES}, {TRUTHS})
declare <8 x i64> @llvm.x86.avx512.vpermi2var.q.512(<8 x i64>, <8 x i64>, <8 x i64>)
declare <8 x double> @llvm.x86.avx512.vpermi2var.pd.512(<8 x double>, <8 x i64>, <8 x double>)
!0 = !{{}}
!1 = !{{!"branch_weights", i32 100000, i32 1}}
!2 = !{{!"branch_weights", i32 1, i32 100000}}
"""
"""What functions need that LLVM has, and how likely their branches are."""
