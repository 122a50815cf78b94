"""Values of the calculator as terms, equal exactly when a law says so for every number.

A term is an int: 0 is the number zero, a positive int a node, and its negative the same value with the other
sign. CHS of a term is exactly its negative, because a number is a sign and a magnitude, and zero has no sign
(MATH 0.1). Each node is kept once, so that equal terms are equal ints. The laws, each from MATH 0.4 and 1.1
to 1.7, hold for all numbers, overflow and underflow included:

- a + b = b + a and a × b = b × a, a − b = a + (−b), and −(a + b) = (−a) + (−b),
- signs move out of × and ÷: (−a) × b = −(a × b),
- a + 0 = a, a × 1 = a, a ÷ 1 = a, a × 0 = 0,
- a − a = 0, and when the divisor is not 0 also 0 ÷ a = 0 and a ÷ a = 1,
- a + a = 2 × a, because a sum of equal numbers and a product with 2 are cut at the same digit,
- a × a = x², and 1 ÷ a is 1/x,
- INT and FRAC are odd and idempotent, and one of the other is 0. ABS does not depend on the sign.

Sums are not associative and products are not either: their last digits depend on the order.
"""

from __future__ import annotations

from hp15c.numbers.number import Number
from hp15c.rules.computing import result

ZERO = 0
ODD = frozenset(("INT", "FRAC"))
NEVER_OVERFLOWS = frozenset(("INT", "FRAC", "ABS"))

TermNode = tuple[str, int, int]


class Terms:
    """The nodes made so far. `one` and `two` are the numbers 1 and 2."""

    def __init__(self) -> None:
        self.nodes: list[TermNode] = [("", 0, 0)]
        self.names: list[str] = [""]
        self._ids: dict[TermNode, int] = {}
        self._numbers: dict[int, Number] = {}
        self._of_numbers: dict[Number, int] = {}
        self._of_names: dict[str, int] = {}
        self.one = self.number(Number.of(1))
        self.two = self.number(Number.of(2))

    def atom(self, name: str) -> int:
        """The term of an unknown number with a name, the same for the same name."""
        term = self._of_names.get(name)
        if term is None:
            term = self._of_names[name] = self._new(("atom", 0, 0), name)
        return term

    def number(self, value: Number) -> int:
        """The term of a number."""
        if value.is_zero:
            return ZERO
        magnitude = abs(value)
        term = self._of_numbers.get(magnitude)
        if term is None:
            term = self._of_numbers[magnitude] = self._new(("number", 0, 0), str(magnitude))
            self._numbers[term] = magnitude
        return -term if value.negative else term

    def value(self, term: int) -> Number | None:
        """The number that a term is known to be, None when it is not known."""
        if term == ZERO:
            return Number.of(0)
        known = self._numbers.get(abs(term))
        return -known if known is not None and term < 0 else known

    def node(self, name: str, first: int, second: int = 0) -> int:
        """The term of a node without laws of its own."""
        key = name, first, second
        term = self._ids.get(key)
        if term is None:
            term = self._ids[key] = self._new(key, name)
        return term

    def add(self, a: int, b: int) -> int:
        """The term of a + b as `+` computes it."""
        if not a or not b:
            return a or b
        if a == -b:
            return ZERO
        if a == b:
            return self.multiply(a, self.two)
        folded = self._fold("+", a, b)
        if folded is not None:
            return folded
        if abs(a) > abs(b):
            a, b = b, a
        return self.node("+", a, b) if a > 0 else -self.node("+", -a, -b)

    def multiply(self, a: int, b: int) -> int:
        """The term of a × b."""
        if not a or not b:
            return ZERO
        negative, a, b = (a < 0) != (b < 0), abs(a), abs(b)
        if a == self.one or b == self.one:
            term = b if a == self.one else a
        else:
            folded = self._fold("×", a, b)
            term = self.node("×", min(a, b), max(a, b)) if folded is None else folded
        return -term if negative else term

    def divide(self, a: int, b: int) -> int:
        """The term of a ÷ b, where b is not 0."""
        if not a:
            return ZERO
        negative, a, b = (a < 0) != (b < 0), abs(a), abs(b)
        if a == b:
            term = self.one
        elif b == self.one:
            term = a
        else:
            folded = self._fold("÷", a, b)
            term = self.node("÷", a, b) if folded is None else folded
        return -term if negative else term

    def apply(self, name: str, a: int) -> int:
        """The term of a function of one number that has no other law than those of INT, FRAC and ABS."""
        if name == "ABS":
            return abs(a) if not a or self.nodes[abs(a)][0] in ("ABS", "number") else self.node(name, abs(a))
        if name not in ODD:
            return self.node(name, a)
        if not a:
            return ZERO
        inner = self.nodes[abs(a)][0]
        if inner in ODD:
            return a if inner == name else ZERO
        return self.node(name, a) if a > 0 else -self.node(name, -a)

    def may_be_zero(self, term: int) -> bool:
        """Whether a term is not known to be a number other than 0."""
        return term == ZERO or abs(term) not in self._numbers

    def atoms(self, term: int) -> frozenset[str]:
        """The names of the unknown numbers in a term."""
        names: set[str] = set()
        waiting = [abs(term)]
        while waiting:
            one = waiting.pop()
            name, first, second = self.nodes[one]
            if name == "atom":
                names.add(self.names[one])
            elif one:
                waiting += [abs(first), abs(second)]
        return frozenset(names)

    def text(self, term: int) -> str:
        """A term as a person writes it: 'X + 2', '−INT(Y)'."""
        if term == ZERO:
            return "0"
        if term < 0:
            return f"−{self._inner(-term)}"
        name, first, second = self.nodes[term]
        if name in ("atom", "number"):
            return self.names[term]
        if name == "+":
            sign, other = ("−", -second) if second < 0 else ("+", second)
            return f"{self._inner(first)} {sign} {self._inner(other)}"
        if name in ("×", "÷"):
            return f"{self._inner(first)} {name} {self._inner(second)}"
        return f"{name}({self.text(first)})"

    def _inner(self, term: int) -> str:
        text = self.text(term)
        compound = term < 0 or self.nodes[term][0] in ("+", "×", "÷")
        return f"({text})" if compound else text

    def _fold(self, sign: str, a: int, b: int) -> int | None:
        """The result for two known numbers, unless it overflows."""
        x, y = self.value(a), self.value(b)
        if x is None or y is None:
            return None
        done = result(sign, x, y)
        return None if done is None or done[1] else self.number(done[0][0])

    def _new(self, node: TermNode, name: str) -> int:
        self.nodes.append(node)
        self.names.append(name)
        return len(self.nodes) - 1
