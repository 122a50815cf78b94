"""Numbers as they stand in the source, exactly as they were written."""

from __future__ import annotations

import ast
from contextlib import suppress
from decimal import Decimal

from generator.compiler.front.faults import Reporter
from generator.compiler.tree.ir import Constant
from hp15c.errors import InputError
from hp15c.numbers.number import DIGITS, ZERO, Number

_NO_NUMBERS = {
    str: ("text", "the calculator shows numbers only: write a number for each text, as `LOW = 1`"),
    bytes: ("bytes", "the calculator knows numbers only"),
    complex: ("a complex number", "write `z = complex_number(x, y)`"),
    type(None): ("None", "write a number that stands for nothing, such as -1, or a flag: `found = False`"),
    type(...): ("...", "write `pass`, or a number"),
}


def is_number(node: ast.expr) -> bool:
    """Whether this is a number, with or without a sign."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def literal(node: ast.Constant, report: Reporter) -> Constant:
    """The number that is written, where True is 1. A fault where it is none, or not one of ten digits."""
    if isinstance(node.value, bool):
        return Constant(Number.of(int(node.value)), place=report.place(node))
    if type(node.value) not in (int, float):
        report.on(node, *_describe(node.value))
        return Constant(ZERO, place=report.place(node))
    text = _text(node, report)
    value = Decimal(int(node.value)) if isinstance(node.value, int) else Decimal(text)
    place = report.place(node)
    try:
        number = Number.of(value)
    except InputError:
        report.on(node, f"{text} is too large", "the calculator ends at 9.999999999e99")
        return Constant(ZERO, place=place)
    if number.decimal != value:
        if number.is_zero:
            report.on(node, f"{text} is too small", "the smallest number is 1e-99")
        else:
            report.on(node, f"{text} has more than {DIGITS} digits", f"write {number}")
    return Constant(number, place=place)


def signed_number(node: ast.expr, report: Reporter) -> Constant:
    """A number for which `is_number` holds."""
    if isinstance(node, ast.UnaryOp):
        assert isinstance(node.operand, ast.Constant)
        plain = literal(node.operand, report)
        value = -plain.value if isinstance(node.op, ast.USub) else plain.value
        return Constant(value, place=report.place(node))
    assert isinstance(node, ast.Constant)
    return literal(node, report)


def _describe(value: object) -> tuple[str, str]:
    if isinstance(value, str) and value.lower().strip("+-") in ("inf", "infinity"):
        return "infinity is outside the language", "write `9.999999999e99`, the largest number"
    what, instead = _NO_NUMBERS[type(value)]
    return f"{what} is outside the language", instead


def _text(node: ast.Constant, report: Reporter) -> str:
    """The number as it stands in the source. One that was made is as Python shows it."""
    text = (ast.get_source_segment(report.source, node) or "").replace("_", "")
    with suppress(ValueError):
        if float(text) == node.value:
            return text
    return repr(node.value)
