"""Random programs with the calculator's own words: statistics, matrices, SOLVE, the integral, stops.

They stand in branches and loops, in functions that are called, and beside registers and arrays that stay.
`program` takes a `random.Random`: the same seed writes the same program in every run.
"""

from __future__ import annotations

from random import Random

HEAD = """from generator.language import (
    array, clear_sums, det, dim, estimate, fix, integral, integral_with_uncertainty, inverse, linreg, matrix,
    mean, program, register, rnd, sdev, search, search_with_value, show, size, solve, sum_minus, sum_plus,
    sums, transpose,
)

"""
MATRICES = ("m", "k", "w")
PAIRS = ("mean()", "sdev()", "linreg()", "estimate({0})")
WHOLE = ("{0} @ {1}", "{0} + {1}", "{1} - {0}", "2 * {0}", "{0} / 3", "{0} - 1", "inverse({0})",
         "transpose({1})", "-{0}", "{1}", "{1} / {0}", "4 - {0}")  # fmt: skip
FUNCTIONS = ("x * x - {0} - 3", "x * x * x + x - abs({0})", "2 * x + {0}", "x * x + 1")
Lines = list[str]


class Words:
    """Writes one program. `kinds` are the words that it uses."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.sums = chance.random() < 0.6
        self.matrices = chance.random() < 0.5
        self.runs = chance.random() < 0.5
        self.names = ["x", "y"]
        self.called = False

    def value(self) -> str:
        """A value of two parts."""
        return f"{self.part()} {self.chance.choice('+-*')} {self.part()}"

    def part(self) -> str:
        """A name, a register, a number, a sum or an element."""
        ways = [*self.names, *self.names, "p", "a[1]", "2", "0.7"]
        ways += ["n", "sx", "sxy"] if self.sums else []
        ways += ["m[1, 2]", "k[2, 1]", "w[1, 1]"] if self.matrices else []
        return self.chance.choice(ways)

    def statement(self) -> Lines:
        """A statement with one of the words, or an assignment."""
        chance, name = self.chance, self.chance.choice(self.names)
        ways: list[Lines] = [
            [f"{name} = {self.value()}"], [f"p {chance.choice('+-')}= {self.part()}"],
            [f"a[{chance.randrange(3)}] = {self.value()}"],
        ]  # fmt: skip
        if self.called:
            ways.append([f"{name} = helper({self.value()})"])
        if self.sums:
            pair = chance.choice(PAIRS).format(name)
            ways += [[f"sum_plus({self.part()}, {self.part()})"]] * 3
            ways += [[f"{name} = {chance.choice(('sum_plus', 'sum_minus'))}({self.part()})"],
                     ["clear_sums()"], [f"if n > 1:\n    x, y = {pair}"], [f"x, y = {pair}"]]  # fmt: skip
        if self.matrices:
            ways += [self.whole(), self.whole(), [f"{chance.choice(MATRICES)}[1, 2] = {self.value()}"],
                     [f"m[{chance.choice('12')}, 1] += {self.part()}"],
                     [f"x, y = size({chance.choice(MATRICES)})"],
                     [f"{name} = det(m, w)"], ["dim(k, 2, 2)", f"k[:] = {self.part()}"],
                     ["m[1, 1], y = k[2, 2], m[1, 2]"]]  # fmt: skip
        if self.runs:
            ways += [[f"{name} = solve(f, {chance.choice('01')}, {chance.choice('34')})"]] * 2
            ways.append(["fix(1)", f"{name} = integral(f, 0, {chance.choice('12')})"])
            ways.append(["fix(1)", f"y, x = integral_with_uncertainty(f, 0, {chance.choice('12')})"])
            ways.append([f"x, y = search(f, {chance.choice('01')}, {chance.choice('34')})"])
            ways.append([f"height, y, x, found = search_with_value(f, 0, {chance.choice('34')})"])
        return [line for one in chance.choice(ways) for line in one.split("\n")]

    def whole(self) -> Lines:
        """One operation with matrices."""
        one, other, into = self.chance.sample(MATRICES, 3)
        if self.chance.random() < 0.3:
            into = one
        return [f"{into}[:] = {self.chance.choice(WHOLE).format(one, other)}"]

    def block(self, depth: int) -> Lines:
        """Two to four statements, perhaps in a branch or a loop."""
        lines: Lines = []
        for _ in range(self.chance.choice((2, 3, 4))):
            kind = self.chance.randrange(8)
            if kind == 0 and depth:
                lines += [f"if {self.part()} {self.chance.choice('<>')} {self.part()}:", *_in(self.block(0))]
            elif kind == 1 and depth:
                lines += [f"for i in range({self.chance.choice('123')}):", *_in(self.block(0))]
            elif kind == 2:
                lines.append(f"show({self.part()}{self.chance.choice(('', ', fix=2', ', sci=1'))})")
            else:
                lines += self.statement()
        return lines

    def function(self, head: str, depth: int, results: int) -> str:
        """A function with these results."""
        lines = ["global p"]
        if self.matrices and not self.called:
            lines += [line for one in MATRICES for line in (f"dim({one}, 2, 2)", f"{one}[:] = {self.part()}")]
            lines += ["m[1, 1] = x + 1", "w[2, 2] = 5"] if "x" in self.names else []
        lines += self.block(depth)
        lines.append(f"return {', '.join(self.value() for _ in range(results))}")
        return "\n".join([head, *_in(lines)]) + "\n\n"


def _in(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


def program(chance: Random) -> str:
    """A module with one or two entry points, and perhaps a function that they call."""
    one = Words(chance)
    text = HEAD + "p = register()\na = array(3)\n"
    text += "n, sx, sxx, sy, syy, sxy = sums()\n" if one.sums else ""
    if one.matrices:
        text += "".join(
            f'{name} = matrix("{letter}")\n' for name, letter in zip(MATRICES, "ABE", strict=True)
        )
    if one.runs:
        body = chance.choice(FUNCTIONS).format(chance.choice(("p", "a[0]", "5")))
        text += f"def f(x):\n    return {body}\n\n"
    if chance.random() < 0.5:
        one.names = ["x", "y"]
        text += one.function("def helper(x):\n    y = x", 0, 1)
        one.called = True
    for label in chance.sample("ABC", chance.choice((1, 1, 2))):
        one.called, called = False, one.called
        head = f'@program("{label}")\ndef entry_{label.lower()}(x, y):'
        lines = one.function(head, 1, chance.choice((1, 2)))
        one.called = called
        text += lines
    return text
