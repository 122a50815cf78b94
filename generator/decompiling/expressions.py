"""Terms as expressions of Python, in the words of `generator.language`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from generator.decompiling.routines import NotWritten
from generator.language.operations import FUNCTIONS, INSTRUCTIONS
from hp15c.numbers.number import Number
from hp15c.terms import laws
from hp15c.terms.term import NOUGHT, UNIT, Term

_OR, _AND, _NOT, _COMPARED, _SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(9)
_NAMES: Final = {INSTRUCTIONS[name]: name for name in FUNCTIONS} | {"ABS": "abs"}
_RELATIONS: Final = {"=": ("==", "!="), "<": ("<", ">=")}
_TURNED: Final = {"==": "==", "!=": "!=", "<": ">", ">=": "<=", ">": "<", "<=": ">="}
PI: Final = Number.of("3.141592654")

Name = Callable[[Term], str | None]
"""The name of a value that has a variable, None for one that is written out."""


class Expressions:
    """Writes terms. `used` are the names of the language that were needed."""

    def __init__(self, name: Name) -> None:
        self._name = name
        self.used: set[str] = set()

    def of(self, term: Term, *, out: bool = False) -> str:
        """The text of a value. With `out` its own name is not used: its assignment is written."""
        return self._written(term, out)[0]

    def condition(self, term: Term) -> str:
        """The text of a condition."""
        return self._condition(term, True)[0]

    def _inside(self, term: Term, tight: int) -> str:
        text, holds = self._written(term)
        return text if holds >= tight else f"({text})"

    def _written(self, term: Term, out: bool = False) -> tuple[str, int]:
        name = None if out else self._name(term)
        if name is not None:
            return name, _ATOM
        op, args = term.op, term.args
        if op == "constant" and isinstance(term.payload, bool):
            return str(term.payload), _ATOM
        if term.number is not None:
            return self._number(term.number)
        if op == "+":
            return self._sum(*args), _SUM
        if op == "×":
            return self._product(*args)
        if op == "÷":
            return f"{self._inside(args[0], _PRODUCT)} / {self._inside(args[1], _SIGN)}", _PRODUCT
        if op == "CHS":
            return self._negative(args[0])
        if op == "yˣ":
            if args[1] is laws.TWO:
                raise NotWritten("yˣ with 2, which is not the key x² in the last digit")
            return f"{self._inside(args[0], _ATOM)} ** {self._inside(args[1], _SIGN)}", _POWER
        if op == "10ˣ":
            return f"10 ** {self._inside(args[0], _SIGN)}", _POWER
        if op == "settle":
            return self._written(args[0])
        if op in _NAMES:
            return self._called(op, args), _ATOM
        if term.op in ("not", "or", "=", "<"):
            return self._condition(term, True)
        raise NotWritten(f"the language has no word for {op}")

    def _number(self, number: Number) -> tuple[str, int]:
        if number == PI:
            self.used.add("pi")
            return "pi", _ATOM
        text = str(number)
        return text, _SIGN if text.startswith("-") else _ATOM

    def _called(self, op: str, args: tuple[Term, ...]) -> str:
        name = _NAMES[op]
        if name != "abs":
            self.used.add(name)
        count = 2 if name in ("comb", "perm") else 1
        return f"{name}({', '.join(self.of(one) for one in args[:count])})"

    def _sum(self, a: Term, b: Term) -> str:
        if _negative(a) and not _negative(b):
            a, b = b, a
        size = _without_sign(b)
        if size is not b:
            return f"{self._inside(a, _SUM)} - {self._inside(size, _PRODUCT)}"
        return f"{self._inside(a, _SUM)} + {self._inside(b, _PRODUCT)}"

    def _product(self, a: Term, b: Term) -> tuple[str, int]:
        if a is b:
            return f"{self._inside(a, _ATOM)} ** 2", _POWER
        if b.number is not None and not (b.number == PI):
            a, b = b, a
        return f"{self._inside(a, _PRODUCT)} * {self._inside(b, _SIGN)}", _PRODUCT

    def _negative(self, size: Term) -> tuple[str, int]:
        if size.op == "+" and self._name(size) is None:
            return self._sum(*map(laws.negate, size.args)), _SUM
        return f"-{self._inside(size, _SIGN)}", _SIGN

    # conditions

    def _condition(self, term: Term, holds: bool) -> tuple[str, int]:
        if term.op == "not":
            return self._condition(term.args[0], not holds)
        if term.op == "or":
            word, tight = (" or ", _OR) if holds else (" and ", _AND)
            parts = [self._condition(one, holds) for one in term.args]
            return word.join(text if one > tight else f"({text})" for text, one in parts), tight
        if term.op == "constant":
            return str((term.payload is True) == holds), _ATOM
        if term.op in _RELATIONS:
            return self._compared(term, holds), _COMPARED
        name = self._name(term)
        if name is None:
            raise NotWritten(f"the language has no condition {term.op}")
        return (name, _ATOM) if holds else (f"not {name}", _NOT)

    def _compared(self, term: Term, holds: bool) -> str:
        a, b = term.args
        sign = _RELATIONS[term.op][0 if holds else 1]
        if a.op == "CHS" and b is NOUGHT:
            a, b, sign = b, a.args[0], sign
        if a.op == "constant" or (_negative(a) and _negative(b)):
            if _negative(a) and _negative(b):
                a, b = laws.negate(a), laws.negate(b)
            a, b, sign = b, a, _TURNED[sign]
        return f"{self._inside(a, _SUM)} {sign} {self._inside(b, _SUM)}"


def _negative(term: Term) -> bool:
    known = term.number
    return term.op == "CHS" or (known is not None and known.negative)


def _without_sign(term: Term) -> Term:
    return laws.negate(term) if _negative(term) else term


__all__ = ["UNIT", "Expressions"]
