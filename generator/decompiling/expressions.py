"""Terms as expressions of Python, in the words of `generator.language`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

from generator.compiler.tree.ir import Relation
from generator.compiler.tree.relations import MIRRORED
from generator.decompiling.routines import NotWritten
from generator.language.operations import FUNCTIONS, INSTRUCTIONS
from hp15c.numbers.number import Number
from hp15c.terms import laws
from hp15c.terms.term import NOUGHT, UNIT, Term, constant
from hp15c.terms.text import enclose

_OR, _AND, _NOT, _COMPARED, _SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(9)
_NAMES: Final = {INSTRUCTIONS[name]: name for name in FUNCTIONS & INSTRUCTIONS.keys()} | {
    "ABS": "abs",
    "%": "percent",
    "Δ%": "percent_change",
}
_OF_TWO: Final = ("comb", "perm", "percent", "percent_change")
_RELATIONS: Final[dict[str, tuple[Relation, Relation]]] = {"=": ("==", "!="), "<": ("<", ">=")}
MOST_WHOLE: Final = 400
_RECIPROCALS: Final = [laws.divide(UNIT, constant(Number.of(one or 1))).number for one in range(MOST_WHOLE)]
PI: Final = Number.of("3.141592654")
MOST_TIMES: Final = 20


def _of_pi() -> Iterator[tuple[Number, str]]:
    """Multiples and parts of π, and how a person writes them."""
    for whole in (*range(2, MOST_WHOLE), 3600):
        part = constant(Number.of(whole))
        for found, text in (
            (laws.divide(constant(PI), part), f"pi / {whole}"),
            (laws.multiply(constant(PI), part), f"{whole} * pi"),
        ):
            if found.number is not None and ("/" in text or whole <= MOST_TIMES):
                yield found.number, text


_OF_PI: Final = dict(_of_pi())

_NONE: Final[Mapping[Term, Term]] = {}
Name = Callable[[Term], str | None]
"""The name of a value that has a variable, None for one that is written out."""


class Expressions:
    """Writes terms. `used` are the names of the language that were needed."""

    def __init__(
        self,
        name: Name,
        opposites: Mapping[Term, Term] = _NONE,
        counted: Collection[Term] = (),
        whole: Collection[Term] = (),
        cut: Collection[Term] = (),
    ) -> None:
        self._name = name
        self._opposites = opposites
        self._counted, self._whole, self._cut = counted, whole, cut
        self.used: set[str] = set()

    def of(self, term: Term, *, out: bool = False) -> str:
        """The text of a value, which is the name of its variable if it has one.

        With `out` the value is written out, as it stands in the assignment to that variable.
        """
        return self._write(term, out)[0]

    def plain(self, leaf: Term) -> str:
        """The name of the variable for the value that a loop counts. It is empty where there is none."""
        return self._name(leaf) or ""

    def index(self, term: Term) -> str:
        """The text of an index, which is taken to be whole."""
        if term.op == "+" and self._name(term) is None:
            found = laws.add(*map(self._settle, term.args))
            # A variable that holds this sum may be assigned later only.
            return self.of(found, out=found is not term and found.op == "+")
        return self.of(self._settle(term))

    def _settle(self, term: Term) -> Term:
        """An index without INT, where that cuts no fraction off."""
        if term.op != "INT" and self._name(term) is not None:
            return term
        if term.op == "+":
            found = laws.add(*map(self._settle, term.args))
            return term if found is not term and self._name(found) is not None else found
        if term.op == "INT" and term.args[0] not in (*self._counted, *self._cut):
            return self._settle(term.args[0])
        return term

    def condition(self, term: Term) -> str:
        """The text of a condition."""
        return self._condition(term, True)[0]

    def _inside(self, term: Term, tight: int) -> str:
        return enclose(self._write(term), tight)

    def _write(self, term: Term, out: bool = False) -> tuple[str, int]:
        if term.op == "INT" and term.args[0] in self._counted:
            return self.plain(term.args[0]), _ATOM
        if term.op == "INT" and self._is_whole(term.args[0]):
            return self._write(term.args[0])
        if term in self._counted:
            raise NotWritten("the number that a loop counts is used with its limit")
        name = None if out else self._name(term)
        if name is not None:
            return name, _ATOM
        if term in self._opposites and not out:
            return f"-{self._name(self._opposites[term])}", _SIGN
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
            return self._opposite(args[0], out)
        if op == "yˣ":
            if args[1] is laws.TWO:
                raise NotWritten("yˣ with 2, which is not the key x² in the last digit")
            return f"{self._inside(args[0], _ATOM)} ** {self._inside(args[1], _SIGN)}", _POWER
        if op == "10ˣ":
            return f"10 ** {self._inside(args[0], _SIGN)}", _POWER
        if op == "settle":
            return self._write(args[0])
        if op in _NAMES:
            return self._call(op, args), _ATOM
        if term.op in ("not", "or", "=", "<"):
            return self._condition(term, True)
        raise NotWritten(f"the language has no word for {op}")

    def _is_whole(self, term: Term) -> bool:
        """Whether a value is known to have no fraction."""
        if term.number is not None:
            return term.number.is_integer
        if term.op in ("+", "CHS", "×"):
            return all(map(self._is_whole, term.args))
        return term.op == "INT" or term in self._whole

    def _number(self, number: Number) -> tuple[str, int]:
        if number == PI:
            self.used.add("pi")
            return "pi", _ATOM
        if abs(number) in _OF_PI:
            self.used.add("pi")
            return ("-" if number.negative else "") + _OF_PI[abs(number)], _PRODUCT
        for whole in range(3, MOST_WHOLE):
            if abs(number) == _RECIPROCALS[whole] and number.mantissa % 1000:
                sign = "-" if number.negative else ""
                return f"{sign}1 / {whole}", _PRODUCT
        text = str(number)
        return text, _SIGN if text.startswith("-") else _ATOM

    def _call(self, op: str, args: tuple[Term, ...]) -> str:
        name = _NAMES[op]
        if name != "abs":
            self.used.add(name)
        count = 2 if name in _OF_TWO else 1
        if name == "abs":
            args = (self._opposites.get(args[0], args[0]),)
        return f"{name}({', '.join(self.of(one) for one in args[:count])})"

    def _sum(self, a: Term, b: Term) -> str:
        if self._negative(a) and not self._negative(b):
            a, b = b, a
        size = self._without_sign(b)
        if size is not b:
            return f"{self._inside(a, _SUM)} - {self._inside(size, _PRODUCT)}"
        left, right = self._write(a), self._write(b)
        left, right = (right, left) if right[1] == _SUM != left[1] else (left, right)
        return f"{enclose(left, _SUM)} + {enclose(right, _PRODUCT)}"

    def _product(self, a: Term, b: Term) -> tuple[str, int]:
        if a is b:
            a = self._opposites.get(a, a)
            return f"{self._inside(a, _ATOM)} ** 2", _POWER
        if b.number is not None and b.number != PI:
            a, b = b, a
        return _multiply(self._write(a), self._write(b))

    def _negative(self, term: Term) -> bool:
        """Whether a value is written with a sign."""
        if term.op == "CHS" and self._name(term) is None:
            return term.args[0] not in self._opposites
        known = term.number
        return term in self._opposites or (known is not None and known.negative)

    def _without_sign(self, term: Term) -> Term:
        if not self._negative(term):
            return term
        return self._opposites[term] if term in self._opposites else laws.negate(term)

    def _opposite(self, size: Term, out: bool) -> tuple[str, int]:
        """The text of a value with the other sign."""
        if size in self._opposites and not out:
            return self._write(self._opposites[size])
        if self._name(size) is None and (size.op == "+" or self._turns(size)):
            return self._turn(size)
        if out and size in self._opposites:
            return self._turn(size) if self._turns(size) else (f"-({self._write(size, True)[0]})", _SIGN)
        return f"-{self._inside(size, _SIGN)}", _SIGN

    def _turns(self, term: Term) -> bool:
        """Whether a formula with the other sign needs no sign in front: x - 1 turns to 1 - x."""
        if term.op == "+":
            return any(map(self._negative, term.args))
        return term.op in ("×", "÷") and any(map(self._operand_turns, term.args))

    def _operand_turns(self, term: Term) -> bool:
        return self._negative(term) or (self._name(term) is None and self._turns(term))

    def _turn(self, term: Term) -> tuple[str, int]:
        if term.op == "+":
            return self._sum(*map(laws.negate, term.args)), _SUM
        one, other = term.args
        if self._operand_turns(one):
            first, second = self._turn_operand(one), self._write(other)
        else:
            first, second = self._write(one), self._turn_operand(other)
        if term.op == "×":
            return _multiply(first, second)
        return f"{enclose(first, _PRODUCT)} / {enclose(second, _SIGN)}", _PRODUCT

    def _turn_operand(self, term: Term) -> tuple[str, int]:
        return self._write(self._without_sign(term)) if self._negative(term) else self._turn(term)

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
            return self._comparison(term, holds), _COMPARED
        name = self._name(term)
        if name is None:
            raise NotWritten(f"the language has no condition {term.op}")
        return (name, _ATOM) if holds else (f"not {name}", _NOT)

    def _comparison(self, term: Term, holds: bool) -> str:
        a, b = term.args
        sign = _RELATIONS[term.op][0 if holds else 1]
        if term.op == "=" and b is NOUGHT:
            a = self._opposites.get(a, a)
        if self._negative(a) and self._negative(b):
            a, b, sign = self._without_sign(a), self._without_sign(b), MIRRORED[sign]
        if a.op == "constant":
            a, b, sign = b, a, MIRRORED[sign]
        return f"{self._inside(a, _SUM)} {sign} {self._inside(b, _SUM)}"


def _multiply(a: tuple[str, int], b: tuple[str, int]) -> tuple[str, int]:
    """The text of a product: another product stands in front, where it needs no parentheses."""
    first, second = sorted((a, b), key=lambda one: one[1] != _PRODUCT)
    return f"{enclose(first, _PRODUCT)} * {enclose(second, _SIGN)}", _PRODUCT
