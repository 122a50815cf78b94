"""The laws that hold for all numbers, overflow and underflow included: how terms are made.

Each function gives the term of an operation in its simplest form. The laws, from MATH 0.4 and 1.1 to 1.7:

- a + b = b + a and a × b = b × a, also for complex numbers, a − b = a + (−b), and −(a + b) = (−a) + (−b),
- signs move out of × and ÷: (−a) × b = −(a × b),
- a + 0 = a, a × 1 = a, a ÷ 1 = a, a × 0 = 0,
- a − a = 0, and when the divisor is not 0 also 0 ÷ a = 0 and a ÷ a = 1,
- a ÷ 10ⁿ is a × 10⁻ⁿ, which are the same digits,
- a × c is a ÷ n where c × n is exactly 1, as in 0.5 and 2: products and quotients are cut at the same digit
  of the exact result, which is the same,
- a + a = 2 × a, because a sum of equal numbers and a product with 2 are cut at the same digit,
- x² is x × x, and 1/x is 1 ÷ x,
- INT and FRAC are odd and idempotent, and one of the other is 0. ABS does not depend on the sign,
- a known number of per cent of a is a product with a hundredth of that number, unless this is too small,
- 10 to the power of a is the key 10ˣ of a,
- a function of known numbers is a known number,
- comparisons turn round with the signs of both sides.

Sums are not associative and products are not either: their last digits depend on the order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Context
from functools import cache
from typing import Final

from hp15c.numbers.number import ONE, Number
from hp15c.rules.number_functions import (
    AS_OPERATIONS,
    ERRORS,
    IN_COMPLEX_MODE,
    OPERATIONS,
    RESULTS,
    SQUARE,
    WHOLE,
    result,
)
from hp15c.terms.term import (
    FALSE,
    MATRIX,
    NEGATIVE_ZERO,
    NOUGHT,
    NUMBER,
    OTHER,
    TRUE,
    UNIT,
    Term,
    constant,
    term,
)

TWO: Final = constant(Number.of(2))
TEN: Final = constant(Number.of(10))
HUNDRED: Final = constant(Number.of(100))
_EXACT: Final = Context(prec=20)
_ODD: Final = ("INT", "FRAC")
_COMPUTING: Final = ("+", "×", "÷")
_BY_PARTS: Final = {"complex +": "+", "complex −": "−"}
NEVER_OVERFLOW: Final = frozenset(
    (
        *("INT", "FRAC", "ABS", "RND", "√x", "SIN", "COS", "LN", "LOG", "SIN⁻¹", "COS⁻¹", "TAN⁻¹", "RAN#"),
        *("HYP TAN", "HYP⁻¹ SIN", "HYP⁻¹ COS", "→RAD", "→H", "→H.MS", "slope"),
    )
)
"""Functions whose result is never too large."""
NEVER_FAIL: Final = frozenset(
    (
        *("+", "−", "×", SQUARE, "INT", "FRAC", "ABS", "RND", "SIN", "COS", "TAN", "TAN⁻¹", "RAN#", "x!"),
        *("%", "eˣ", "10ˣ", "HYP SIN", "HYP COS", "HYP TAN", "HYP⁻¹ SIN", "→RAD", "→DEG", "→H", "→H.MS"),
        *("complex +", "complex −", "complex ×", IN_COMPLEX_MODE[SQUARE], "complex ABS", "Σ+", "Σ−"),
        *("→P", "→R", "→R 11C", "complex →P", "complex →R", "complex √x", "complex eˣ", "complex 10ˣ"),
        *("complex SIN", "complex COS", "complex HYP SIN", "complex HYP COS"),
    )
)
"""Functions that have a result for all numbers."""


# numbers


def negate(a: Term) -> Term:
    """The number with the other sign."""
    known = a.number
    if known is not None:
        return constant(-known)
    return a.args[0] if a.op == "CHS" else term("CHS", settle(a))


def settle(a: Term) -> Term:
    """A value without the sign of a negative zero."""
    if not a.kind & NEGATIVE_ZERO:
        return a
    if a.op == "constant":
        return NOUGHT
    return term("settle", a, kind=a.kind & ~NEGATIVE_ZERO | NUMBER)


def _sign(a: Term) -> tuple[bool, Term]:
    """Whether a term begins with a sign, and the term without it."""
    known = a.number
    if known is not None:
        return known.negative, constant(abs(known))
    return (True, a.args[0]) if a.op == "CHS" else (False, a)


def _with_sign(negative: bool, a: Term) -> Term:
    return negate(a) if negative else a


def add(a: Term, b: Term) -> Term:
    """a + b."""
    a, b = settle(a), settle(b)
    if a is NOUGHT or b is NOUGHT:
        return b if a is NOUGHT else a
    (left, a_size), (right, b_size) = _sign(a), _sign(b)
    if a_size is b_size:
        return multiply(a, TWO) if left == right else NOUGHT
    known = _known_result("+", a, b)
    if known is not None:
        return known
    if a_size.order > b_size.order:
        left, right, a, b, a_size, b_size = right, left, b, a, b_size, a_size
    return negate(term("+", a_size, _with_sign(not right, b_size))) if left else term("+", a, b)


def multiply(a: Term, b: Term) -> Term:
    """a × b."""
    a, b = settle(a), settle(b)
    if a is NOUGHT or b is NOUGHT:
        return NOUGHT
    (left, a), (right, b) = _sign(a), _sign(b)
    if a is UNIT or b is UNIT:
        size = b if a is UNIT else a
    elif (known := _known_result("×", a, b)) is not None:
        size = known
    else:
        size = _product(a, b)
    return _with_sign(left != right, size)


def _product(a: Term, b: Term) -> Term:
    """A product of terms without signs that is no known number."""
    for one, other in ((a, b), (b, a)):
        if one.number is not None and (inverse := whole_inverse(one.number)) is not None:
            return divide(other, constant(inverse))
    return term("×", a, b) if a.order <= b.order else term("×", b, a)


@cache
def whole_inverse(number: Number) -> Number | None:
    """The whole number n by which a number that is not whole gives exactly 1. None where there is none.

    Powers of ten have none here, because a ÷ 10ⁿ is written as a product.
    """
    if number.is_zero or number.is_integer or number.mantissa == ONE.mantissa:
        return None
    done = result("÷", ONE, number)
    inverse = done[0][0] if done else number
    exact = inverse.is_integer and _EXACT.multiply(inverse.decimal, number.decimal) == 1
    return inverse if exact else None


def divide(a: Term, b: Term) -> Term:
    """a ÷ b, where b is not 0."""
    a, b = settle(a), settle(b)
    if a is NOUGHT:
        return NOUGHT
    (left, a), (right, b) = _sign(a), _sign(b)
    if a is b:
        size = UNIT
    elif b is UNIT:
        size = a
    elif (
        b.number is not None
        and b.number.mantissa == ONE.mantissa
        and (inverse := _known_result("÷", UNIT, b))
    ):
        size = multiply(a, inverse)
    elif b.number is not None and a.number is None and (turned := whole_inverse(b.number)) is not None:
        size = multiply(a, constant(turned))
    else:
        known = _known_result("÷", a, b)
        size = term("÷", a, b) if known is None else known
    return _with_sign(left != right, size)


def compute(name: str, *operands: Term) -> Term:
    """The number that a function with one result gives, where it does not fail."""
    if name in ("+", "−"):
        return add(operands[0], operands[1] if name == "+" else negate(operands[1]))
    if name in ("×", SQUARE):
        return multiply(operands[0], operands[-1])
    if name == "÷":
        return divide(*operands)
    if name == "1/x":
        return divide(UNIT, operands[0])
    a = operands[0]
    if name == "%" and (part := _hundredth(operands)) is not None:
        return part
    if name == "yˣ" and a is TEN:
        return _plain("10ˣ", operands[1:])
    if name == "ABS":
        a = _sign(a)[1]
        if a.op == "ABS":
            return a
    elif name in _ODD:
        negative, a = _sign(a)
        if a.op in _ODD:
            return _with_sign(negative, a) if a.op == name else NOUGHT
        return _with_sign(negative, _plain(name, (a,)))
    return _plain(name, (a, *operands[1:]))


def _hundredth(operands: tuple[Term, ...]) -> Term | None:
    """x per cent of y as a product. None unless a hundredth of one of them is a known number."""
    for one, other in (operands, operands[::-1]):
        if one.number is not None and (known := divide(one, HUNDRED)).number and not other.number:
            return multiply(known, other)
    return None


def _plain(name: str, operands: tuple[Term, ...]) -> Term:
    known = _known_result(name, *operands)
    return term(name, *operands) if known is None else known


def _known_result(name: str, *operands: Term) -> Term | None:
    """The result for known operands, None where one is not known or the function fails."""
    done = _result(name, operands)
    return constant(done[0][0]) if done else None


def _result(name: str, operands: tuple[Term, ...]) -> tuple[tuple[Number, ...], bool] | None:
    if not _are_known_numbers(operands):
        return None
    return result(name, *(one.payload for one in operands))


def _are_known_numbers(operands: Iterable[Term]) -> bool:
    """Whether all operands are known, and none is a matrix's descriptor."""
    return all(one.op == "constant" and one.kind != MATRIX for one in operands)


def results(name: str, *operands: Term) -> tuple[Term, ...]:
    """The numbers that a function with several results gives, where it does not fail."""
    operands = _in_order(name, operands)
    done = _result(name, operands)
    if done:
        return tuple(map(constant, done[0]))
    if name in _BY_PARTS:
        return tuple(compute(_BY_PARTS[name], *operands[part::2]) for part in (0, 1))
    if name == "complex ABS":
        return term(name, *operands, payload=0), NOUGHT
    signed = name == "→R 11C"
    return tuple(
        term(name, *operands, payload=place, kind=NUMBER | NEGATIVE_ZERO if signed and place else NUMBER)
        for place in range(RESULTS[name])
    )


def _in_order(name: str, operands: tuple[Term, ...]) -> tuple[Term, ...]:
    """The operands of a function. Those of a product of complex numbers are in order (MATH 21.1)."""
    turned = name == "complex ×" and [one.order for one in operands[:2]] > [one.order for one in operands[2:]]
    return (*operands[2:], *operands[:2]) if turned else operands


def whole(name: str, *operands: Term) -> Term:
    """The whole number or mode that a function gives."""
    if _are_known_numbers(operands):
        return constant(WHOLE[name](*(one.payload for one in operands)))
    if name == "magnitude":
        operands = (_sign(operands[0])[1],)
    return term(name, *operands, kind=OTHER)


# Errors and overflow


def overflows(name: str, *operands: Term) -> Term:
    """The condition that a function overflows."""
    if name in NEVER_OVERFLOW:
        return FALSE
    if name == "yˣ" and operands[0] is TEN:
        name, operands = "10ˣ", operands[1:]
    operands = _in_order(name, operands)
    done = _result(name, operands)
    if done:
        return constant(done[1])
    if name in _BY_PARTS:
        return either(*(overflows(_BY_PARTS[name], *operands[part::2]) for part in (0, 1)))
    if name in (*OPERATIONS, *AS_OPERATIONS) or (name == "%" and _hundredth(operands) is not None):
        size = _sign(compute(name, *operands))[1]
        if size.op not in _COMPUTING or any(size is _sign(settle(one))[1] for one in operands):
            return FALSE  # a known number, or an operand itself
        name, operands = size.op, size.args
    return term("overflows", *operands, payload=name, kind=OTHER)


def fails(name: str, *operands: Term) -> Term:
    """The condition that a function ends in its Error."""
    if name in NEVER_FAIL or (name == "yˣ" and operands[0] is TEN):
        return FALSE
    x = operands[-1]
    if name in ("÷", "1/x"):
        return equal(settle(x), NOUGHT)
    if name == "Δ%":
        return equal(settle(operands[0]), NOUGHT)
    if name in ("complex ÷", "complex 1/x"):
        return both(equal(settle(operands[-2]), NOUGHT), equal(x, NOUGHT))
    x = operands[0]
    if name == "√x":
        return below(x, NOUGHT)
    if name in ("LN", "LOG"):
        return no(below(NOUGHT, x))
    if name in ("SIN⁻¹", "COS⁻¹", "HYP⁻¹ TAN"):
        return below(UNIT, compute("ABS", x))
    if _are_known_numbers(operands):
        return constant(_result(name, operands) is None)
    return term("fails", *operands, payload=name, kind=OTHER)


def error_of(name: str) -> int:
    """The number of a function's Error."""
    return ERRORS.get(name, 0)


# conditions


def equal(a: Term, b: Term) -> Term:
    """The condition that two values are equal."""
    if a is b:
        return TRUE
    if a.op == b.op == "constant":
        return FALSE
    if not a.kind & b.kind:
        return FALSE
    if not (a.kind | b.kind) & (MATRIX | NEGATIVE_ZERO | OTHER):
        (left, a), (right, b) = _sign(a), _sign(b)
        if a is b:
            return equal(a, NOUGHT)  # only 0 is its own negative
        a, b = (a, b) if a.order <= b.order else (b, a)
        return term("=", a, _with_sign(left != right, b), kind=OTHER)
    a, b = (a, b) if a.order <= b.order else (b, a)
    return term("=", a, b, kind=OTHER)


def below(a: Term, b: Term) -> Term:
    """The condition that one number is less than another."""
    a, b = settle(a), settle(b)
    if a is b:
        return FALSE
    left, right = a.number, b.number
    if left is not None and right is not None:
        return constant(left < right)
    if (b is NOUGHT and a.op == "ABS") or (a is NOUGHT and b.op == "CHS" and b.args[0].op == "ABS"):
        return FALSE
    if (a.op == "CHS" and (b.op == "CHS" or right is not None)) or (b.op == "CHS" and left is not None):
        return below(negate(b), negate(a))
    turned = negate(b), negate(a)
    if "CHS" in (a.op, b.op) and [one.order for one in turned] < [a.order, b.order]:
        a, b = turned
    return term("<", a, b, kind=OTHER)


def at_least(a: Term, b: Term) -> Term:
    """The condition that one whole number is as large as another, or larger."""
    if a is b:
        return TRUE
    left, right = a.whole, b.whole
    if left is not None and right is not None:
        return constant(left >= right)
    if right is not None and right <= 0:
        return TRUE  # whole numbers have no sign
    return term("at least", a, b, kind=OTHER)


def is_matrix(a: Term) -> Term:
    """The condition that a value is a descriptor."""
    if not a.kind & MATRIX:
        return FALSE
    return TRUE if a.kind == MATRIX else term("matrix", a, kind=OTHER)


def no(a: Term) -> Term:
    """The condition that another does not hold."""
    if a.op == "constant":
        return FALSE if a is TRUE else TRUE
    return a.args[0] if a.op == "not" else term("not", a, kind=OTHER)


def either(*conditions: Term) -> Term:
    """The condition that one of these holds."""
    found: set[Term] = set()
    for one in conditions:
        found.update(one.args if one.op == "or" else (one,))
    found.discard(FALSE)
    if TRUE in found or any(no(one) in found for one in found):
        return TRUE
    if len(found) < 2:
        return next(iter(found), FALSE)
    return term("or", *sorted(found, key=lambda one: one.order), kind=OTHER)


def both(*conditions: Term) -> Term:
    """The condition that all of these hold."""
    return no(either(*map(no, conditions)))


def choose(condition: Term, a: Term, b: Term) -> Term:
    """One value where a condition holds, and another elsewhere."""
    if condition.op == "constant" or a is b:
        return b if condition is FALSE else a
    if condition.op == "not":
        condition, a, b = condition.args[0], b, a
    return term("choose", condition, a, b, kind=a.kind | b.kind)


# memories


def register(memory: Term, number: Term) -> Term:
    """The value of a register of a memory."""
    while memory.op == "stored":
        before, place, value = memory.args
        if place is number:
            return value
        if place.op != "constant" or number.op != "constant":
            break
        memory = before
    if memory.op == "cleared":
        return NOUGHT
    return term("register", memory, number, kind=memory.kind)


def stores(memory: Term) -> Iterator[tuple[Term, Term]]:
    """The changed registers of a memory as their numbers and values, the last change first."""
    while memory.op == "stored":
        memory, number, value = memory.args
        yield number, value


def changes(memory: Term) -> tuple[Term, set[int]]:
    """The memory before all last changes of known registers, and the numbers of these registers."""
    numbers: set[int] = set()
    while memory.op == "stored" and (number := memory.args[1].whole) is not None:
        numbers.add(number)
        memory = memory.args[0]
    return memory, numbers


def store(memory: Term, number: Term, value: Term) -> Term:
    """A memory with one register changed. Changes of known registers stand in the order of their numbers."""
    if register(memory, number) is value:
        return memory
    above: list[tuple[Term, Term]] = []
    while memory.op == "stored":
        before, place, kept = memory.args
        if place is number:
            memory = before
            break
        if place.op != "constant" or number.op != "constant" or (place.whole or 0) < (number.whole or 0):
            break
        above.append((place, kept))
        memory = before
    for place, kept in ((number, value), *reversed(above)):
        if register(memory, place) is not kept:
            memory = term("stored", memory, place, kept, kind=memory.kind | kept.kind)
    return memory


def zeros() -> Term:
    """A memory whose registers are all 0."""
    return term("cleared", kind=NUMBER)
