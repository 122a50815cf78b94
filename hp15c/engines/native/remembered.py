"""Looking up a function's result in the table of lanes, as LLVM text: the same as `lanes.memo.place_of`."""

from __future__ import annotations

from typing import Final

from hp15c.engines.lanes import memo

REMEMBERED: Final = "remembered"

TEXT: Final = f"""
define internal ptr @{REMEMBERED}(ptr %table, i64 %key, i64 %left, i64 %right) nounwind {{
  %a = xor i64 %key, %left
  %b = mul i64 %a, {memo.MIX}
  %c = ashr i64 %b, {memo.FOLD}
  %d = xor i64 %c, %right
  %e = xor i64 %d, %b
  %f = mul i64 %e, {memo.MIX}
  %g = ashr i64 %f, {memo.FOLD}
  br label %look
look:
  %h = phi i64 [ %g, %0 ], [ %next, %other ]
  %place = and i64 %h, {memo.PLACES - 1}
  %row = getelementptr [{memo.COLUMNS} x i64], ptr %table, i64 %place
  %found = load i64, ptr %row
  %empty = icmp eq i64 %found, 0
  br i1 %empty, label %done, label %compare
compare:
  %left.at = getelementptr i64, ptr %row, i64 {memo.LEFT}
  %right.at = getelementptr i64, ptr %row, i64 {memo.RIGHT}
  %l = load i64, ptr %left.at
  %r = load i64, ptr %right.at
  %x = xor i64 %found, %key
  %y = xor i64 %l, %left
  %z = xor i64 %r, %right
  %xy = or i64 %x, %y
  %xyz = or i64 %xy, %z
  %same = icmp eq i64 %xyz, 0
  br i1 %same, label %done, label %other
other:
  %next = add i64 %place, 1
  br label %look
done:
  ret ptr %row
}}
"""
