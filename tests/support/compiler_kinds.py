"""Random programs of the kinds that owners write: menus, tables, complex numbers, recursion, roots in loops.

`match` on a number, tests of one name in a row, loops over numbers and over rows of them, groups of
statements that are written out with other numbers, functions with two results, functions that call
themselves, complex numbers in and out, SOLVE in loops, matrices row by row, flags, several zeroes at once,
modes and indices that change in the middle. One to four entry points share registers and an array.

`program` takes a `random.Random`: the same seed writes the same program in every run.
"""

from __future__ import annotations

from random import Random

Lines = list[str]

HEAD = """from generator.language import (
    array, ask, assume, clear_flag, complex_number, deg, dim, exp, first_element, fix, flag, frac, held,
    intpart, matrix, pause, program, put_next, rad, recursive, register, rnd, search, set_flag, show, sin,
    solve, sqrt, take_next,
)

"""
LABELS = ("A", "B", "C", "D", "E", "0", "3", ".2")
NUMBERS = ("0", "1", "2", "3", "5", "7", "10", "0.5", "-1", "12", "100", "0.45", "40000")
RELATIONS = ("<", ">", "<=", ">=", "==", "!=")
SETTINGS = ("deg()", "rad()", "fix(2)", "fix(0)")
HELPERS = {
    "pair": "def pair(x, y):\n    return x // y, x % y\n",
    "scaled": "def scaled(x):\n    fix(1)\n    return rnd(x / 3)\n",
    "counted": "def counted(x):\n    global p\n    p += 1\n    return x * p\n",
    "down": "@recursive(3)\ndef down(n):\n    if n < 1:\n        return 1\n    return n + 2 * down(n - 1)\n",
    "both": "@recursive(2)\ndef both(n):\n    if n <= 0:\n        return n\n"
            "    return both(n - 1) + n * both(n - 2)\n",
    "shorter": "def shorter(a, b):\n    if b < 1:\n        return a\n    return shorter(a + b, b / 10 - 1)\n",
    "larger": "def larger(x, y):\n    if x > y:\n        return x - y\n    return y\n",
    "inside": "def inside(x):\n    return x > 2 and x != 5\n",
}  # fmt: skip
CALLS = {
    "pair": "x, y = pair({0}, {1})", "scaled": "x = scaled({0})", "counted": "y = counted({0})",
    "down": "x = down({0})", "both": "y = both({0})", "shorter": "x = shorter({0}, {1})",
    "larger": "x = larger({0}, {1}) + y", "inside": "if inside({0}):\n    y = {1}",
}  # fmt: skip
CURVES = ("x * x - p", "x * x * x + x - 2", "exp(x) - 3", "x - 1 if x > p else x * x - 4")
COMPLEX = (
    "z * w", "z / w", "z + w * x", "sqrt(z)", "exp(z) - w", "z - 1 / w", "w ** 2", "sin(z)", "z * z",
    "(z + complex_number(p, q)) * w", "-w / z", "abs(w) * z", "complex_number(z.imag, w.real) / z",
)  # fmt: skip
MATRIX = "m"


class Kinds:
    """Writes one program. `used` are the helpers that it has."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.used = chance.sample(sorted(HELPERS), chance.choice((0, 1, 1, 2, 3)))
        self.runs = chance.random() < 0.2
        self.matrices = chance.random() < 0.2
        self.complex = chance.random() < 0.25
        self.stays = self.complex and chance.random() < 0.4
        self.flags = chance.random() < 0.3
        self.talks = chance.random() < 0.3
        self.names = ["x", "y", "s"]
        self.index = ""

    def part(self) -> str:
        """A name, a register, an element or a number."""
        ways = [*self.names, *self.names, "p", "q", *self.chance.sample(NUMBERS, 2), self.element()]
        return self.chance.choice(ways)

    def element(self) -> str:
        """An element by a number, or by the index of the loop around."""
        ways = [str(self.chance.randrange(4)), f"intpart(abs({self.chance.choice(self.names)})) % 4"]
        ways += [self.index, self.index, f"3 - {self.index}"] if self.index else []
        return f"a[{self.chance.choice(ways)}]"

    def value(self) -> str:
        """A value of two or three parts."""
        chance = self.chance
        kind = chance.randrange(8)
        if kind == 0:
            return f"{self.part()} if {self.test()} else {self.part()}"
        if kind == 1:
            return f"{chance.choice(('rnd', 'intpart', 'abs', 'sin', 'frac'))}({self.part()})"
        if kind <= 4:
            return f"{self.part()} {chance.choice('+-*/')} {self.part()}"
        if kind == 5:
            return f"({self.part()} {chance.choice('+-')} {self.part()}) * {self.part()}"
        return self.part()

    def test(self) -> str:
        """A comparison, or two."""
        chance = self.chance
        one = f"{self.part()} {chance.choice(RELATIONS)} {self.part()}"
        if chance.random() < 0.2:
            name = chance.choice(self.names)
            return f"{one} {chance.choice(('and', 'or'))} {name} in (1, 3, 10)"
        return f"flag(2) and {one}" if self.flags and chance.random() < 0.2 else one

    def simple(self) -> Lines:
        """A statement of a line or two."""
        chance, to = self.chance, self.chance.choice((*self.names, "p", "q"))
        ways: list[Lines] = [[f"{to} = {self.value()}"]] * 3
        ways += [[f"{to} {chance.choice('+-*')}= {self.part()}"]] * 2
        ways += [
            [f"{self.element()} = {self.value()}"], [f"x, y = y, {self.value()}"],
            [f"p = {chance.choice('01')}", "q = 0"], ["x, s = s + x, x"],
            [f"a[{number}] = 0" for number in range(chance.choice((3, 4)))],
        ]  # fmt: skip
        ways += [CALLS[name].format(self.part(), self.part()).split("\n") for name in self.used]
        ways += [CALLS[name].format(self.value(), self.part()).split("\n") for name in self.used]
        if self.flags:
            word = chance.choice(("set_flag", "clear_flag"))
            ways += [[f"{word}(2)"], [f"if {self.test()}:", f"    {word}(2)"]]
        if self.talks:
            ways += [[f"{chance.choice(self.names)} = ask({self.part()})"], [f"pause({self.value()})"],
                     [f"show({self.part()}, fix=1)"]]  # fmt: skip
        if chance.random() < 0.3:
            ways.append([chance.choice(SETTINGS)])
        return chance.choice(ways)

    def menu(self, depth: int) -> Lines:
        """`match` on a number, or tests of one name in a row."""
        chance = self.chance
        first, count = chance.choice((0, 0, 1, 1, 2)), chance.choice((3, 4, 5, 6))
        cases = list(range(first, first + count))
        chance.shuffle(cases)
        asked = chance.choice(("x", "y", "x // 1", "intpart(abs(x)) % 6", "p", "s"))
        bodies = [self.simple() for _ in cases]
        other = self.simple() if chance.random() < 0.5 else []
        if chance.random() < 0.6:
            lines = [f"match {asked}:"]
            for number, body in zip(cases, bodies, strict=True):
                spread = f"{number} | {number + 10}" if chance.random() < 0.15 else f"{number}"
                lines += _in([f"case {spread}:", *_in(body)])
            return lines + _in(["case _:", *_in(other)]) if other else lines
        lines = [f"k = {asked}"]
        for word, number, body in zip(["if", *["elif"] * count], cases, bodies, strict=False):
            lines += [f"{word} k == {number}:", *_in(body)]
        return [*lines, "else:", *_in(other)] if other else lines

    def table(self, depth: int) -> Lines:
        """A loop over numbers or rows, or the same statements written out with other numbers."""
        chance = self.chance
        count = chance.choice((3, 4, 5))
        numbers = [chance.sample(NUMBERS, count) for _ in range(2)]
        kind = chance.randrange(3)
        if kind == 2:
            group = chance.choice((
                "n = x // {0}\nx -= n * {0}\ns += n * {1} + 1",
                "if x > {0}:\n    s += (x - {0}) * {1}\n    x = {0}",
                "y = (y + {0}) * x - s\ns = s / 2 + y * {1} - {0}\na[1] += y",
            ))  # fmt: skip
            rows = zip(*numbers, strict=True)
            written = [group.format(one.replace("-1", "9"), two).split("\n") for one, two in rows]
            return [line.replace("// 0\n", "// 4") for lines in written for line in lines]
        self.names.append("c")
        body = [*self.block(0), f"s += c * {self.part()} - x / 7"]
        if kind == 0:
            lines = [f"for c in ({', '.join(numbers[0])}):", *_in(body)]
        else:
            self.names.append("d")
            rows = ", ".join(f"({one}, {two})" for one, two in zip(*numbers, strict=True))
            lines = [f"for c, d in ({rows}):", *_in([*self.simple(), *body])]
            self.names.remove("d")
        self.names.remove("c")
        return [*lines, "else:", *_in(self.simple())] if chance.random() < 0.2 else lines

    def passes(self, depth: int) -> Lines:
        """A loop over the elements, or one that counts, or one with an index that moves between accesses."""
        chance, before = self.chance, self.index
        kind = chance.randrange(4)
        if before or kind == 0:
            body = [*self.block(depth - 1), "n -= 1"] if not before else [*self.simple(), "n -= 1"]
            return [f"n = {chance.choice('123')}", f"while n > 0 and {self.test()}:", *_in(body)]
        self.index = "i"
        if kind == 1:
            lines = ["i = 0", f"a[i] = {self.value()}", "i += 1", f"a[i] = {self.value()}",
                     "if a[i - 1] > a[i]:", "    a[i], a[i - 1] = a[i - 1], a[i]", "i += 1",
                     f"a[i] += {self.part()}"]  # fmt: skip
        else:
            head = chance.choice(("range(4)", "range(3, -1, -1)", "range(1, 4)", "range(0, 4, 2)"))
            lines = [f"for i in {head}:", *_in(self.block(depth - 1))]
        self.index = before
        return lines

    def special(self, depth: int) -> Lines:
        """Complex numbers, a root, or the elements of a matrix."""
        chance = self.chance
        ways: list[Lines] = []
        if self.complex:
            made = [
                f"z = complex_number({self.part()}, {self.part()})",
                f"w = complex_number({self.part()}, {self.part()})",
                f"z = {chance.choice(COMPLEX)}",
            ]
            end = chance.choice(("x, y = z.real, z.imag", "x = abs(z)", "y = z.imag + w.real * 2"))
            one, other, then = (f"z = {value}" for value in chance.sample(COMPLEX, 3))
            ways += [
                [*made, end],
                [*made, then, end],
                [*made, "p = z.real", "q += z.imag", then, end],
                [*made, f"if {self.test()}:", *_in([one]), "else:", *_in([other]), then, end],
                [*made, "for c in range(2):", *_in([one, "p += z.imag", other]), end],
            ]
            if self.stays and self.talks:
                ways.append(["x = ask(held(y, x))"])
        if self.runs:
            call = chance.choice((
                "x = solve(curve, 0, 3)", "y = solve(curve, x, 2) + x", "x, found = search(curve, 0, 4)",
                "x, found = search(curve, y, 1)\nif found == 0:\n    x = y",
            ))  # fmt: skip
            ways += [call.split("\n")] * 2
            ways.append(["for c in range(2):", *_in([*call.split("\n"), "p += 1", "s += x * c"])])
        if self.matrices:
            loop = [
                "first_element()",
                "more = 1",
                "while more != 0:",
                f"    more = put_next(m, {self.part()})",
            ]
            read = [
                "first_element()",
                "more = 1",
                "while more != 0:",
                "    c, more = take_next(m)",
                "    s += c",
            ]
            ways += [["dim(m, 2, 2)", *loop], read, [f"m[1, 2] = {self.value()}", "y = m[2, 1] + m[1, 2]"]]
        return chance.choice(ways) if ways else self.passes(depth)

    def block(self, depth: int) -> Lines:
        """One to four statements."""
        lines: Lines = []
        for _ in range(self.chance.choice((1, 2, 2, 3, 4))):
            kind = self.chance.randrange(12) if depth > 0 else 0
            if kind <= 5:
                lines += self.simple()
            elif kind == 6:
                lines += [f"if {self.test()}:", *_in(self.block(depth - 1))]
                lines += ["else:", *_in(self.block(depth - 1))] if self.chance.random() < 0.5 else []
            else:
                lines += (self.menu, self.table, self.passes, self.special, self.special)[kind - 7](depth)
        return lines

    def entry(self, label: str) -> str:
        """An entry point with its arguments and results."""
        chance = self.chance
        parameters = ["x", "y"][: chance.choice((0, 1, 2, 2))]
        lines = ["global p, q"]
        claim = chance.choice(("assume(0 <= x <= 5)\nassume(frac(x) == 0)", "assume(x >= 0)", "", "", ""))
        lines += claim.split("\n") if "x" in parameters and claim else []
        lines += [
            f"{name} = {chance.choice(('0', 'p', '2'))}" for name in ("x", "y") if name not in parameters
        ]
        lines.append(f"s = {chance.choice(('0', 'x', 'y', 'q'))}")
        lines += ["dim(m, 2, 2)"] * (self.matrices and chance.random() < 0.8)
        lines += self.block(2)
        results = chance.choice(
            ((), ("x",), (self.value(),), ("x", "y"), ("s", self.value()), ("y", "s", "x"))
        )
        end = f"return {', '.join(results)}".rstrip()
        if self.complex and chance.random() < 0.4:
            number = f"complex_number({self.part()}, {self.part()})"
            end = f"z = {number}\nreturn z * z + 1"
        if self.stays and chance.random() < 0.5:
            end = f"return held({self.part()}, {self.part()})"
        head = [f'@program("{label}")', f"def entry_{label.strip('.').lower()}({', '.join(parameters)}):"]
        return "\n".join([*head, *_in([*lines, *end.split("\n")])]) + "\n\n"

    def text(self) -> str:
        """The whole module."""
        chance = self.chance
        places = chance.choice(("", "", "2" if self.matrices else "0", "5")), chance.choice(("", "7"))
        lines = [HEAD, f"p = register({places[0]})", f"q = register({places[1]})", "a = array(4)"]
        lines += ['m = matrix("A")'] * self.matrices
        lines += ["", *(HELPERS[name] + "\n" for name in self.used)]
        if self.runs:
            lines.append(f"def curve(x):\n    return {chance.choice(CURVES)}\n\n")
        entries = chance.sample(LABELS, chance.choice((1, 1, 2, 2, 3, 4)))
        return "\n".join([*lines, *(self.entry(label) for label in entries)])


def _in(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


def program(chance: Random) -> str:
    """A module with some of these kinds."""
    return Kinds(chance).text()
