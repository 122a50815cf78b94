"""Random programs of Python's short forms: what the front writes out before anything is proved.

Each form is a template. `<number>` stands for one of the templates of numbers, and so on. The words of
`Forms._special` stand for names, for statements inside others and for what such statements may name. All
functions that forms call change a register or draw a number, so that another order of calls, a call too much
or one too few shows.

`program` takes a `random.Random`: the same seed writes the same program in every run.
"""

from __future__ import annotations

import re
from random import Random
from typing import Final

HEAD: Final = """from generator.language import *

r = register(3)
q = register(0)
a = array(4, at=5)
b = array(3)
N = 3
DAYS = (31, 28, 30, 27)
EVEN = (2, 4, 6, 8)
PRICES = {1: 2.5, 4: -3, 2: 0.1}
RATES = ((10, 0.2, 1), (20, 0.4, -2), (15, 3, 0.5))


def tick(v):
    global r
    r = r * 2 + v // 1 % 7
    return v


def mixed(v, w=2, u=-0.5):
    global r
    r = r * 3 % 1000 + v // 1 % 5
    return v * w - u


def over(v, limit=2):
    global r
    r = (r + 1) * 2 % 1000
    return v > limit


def pair(v, w):
    global r
    r = r * 2 % 1000 + 1
    return w - 1, v // 2


def skip():
    global r
    r += 1


def turn(v):
    global q
    q = q * 2 % 100 - v // 1 % 5
    a[1] = q
    return v


def drawn(v):
    return v * ran() + N


"""
"""What every program begins with."""

GRAMMAR: Final[dict[str, list[str]]] = {
    "atom": [
        "<name>",
        "<name>",
        "<name>",
        "<digit>",
        "<constant>",
        "q",
        "r",
        "N",
        "a[<place>]",
        "b[<third>]",
    ],
    "digit": ["0", "1", "2", "3", "4", "5"],
    "constant": ["0.5", "-1", "-3", "7", "10", "2.5", "-1.5", "100", "1e9", "0.25", "-7", "12345"],
    "place": ["<digit4>", "-<digit4up>", "intpart(abs(<atom>)) % 4", "tick(<digit4>)"],
    "third": ["0", "1", "2", "-1", "-3", "intpart(abs(<atom>)) % 3"],
    "digit4": ["0", "1", "2", "3"],
    "step": ["1", "2", "3", "-1", "-2"],
    "digit4up": ["1", "2", "3", "4"],
    "ends": [":", "1:", ":2", "1:3", "-2:", ":-1", "0:N", ":-3", "2:9", "-9:2"],
    "relation": ["==", "!=", "<", "<=", ">", ">="],
    "numbers": [
        "range(4)",
        "range(1, 5)",
        "range(5, 0, -2)",
        "range(0)",
        "range(N)",
        "range(intpart(abs(<atom>)) % 4)",
        "DAYS",
        "EVEN[<ends>]",
        "PRICES",
        "PRICES.values()",
        "(1, 2, 5)",
        "a",
        "a[<ends>]",
        "a[::2]",
        "EVEN[::-2]",
        "reversed(range(3))",
        "reversed(range(1, 4))",
        "reversed(range(<digit>, <digit>, <step>))",
        "reversed(range(<digit>, tick(<digit4>)))",
        "reversed(DAYS)",
        "reversed(a)",
    ],
    "items": ["(<number>, <number>, <number>)", "(<atom>, <atom>)"],
    "pairs": [
        "enumerate(a)",
        "PRICES.items()",
        "enumerate(DAYS, 2)",
        "enumerate(EVEN[<ends>])",
        "enumerate(EVEN[N - 2 :], -2)",
        "enumerate(b, -N)",
        "zip(a, DAYS)",
        "zip(a, b)",
        "zip(DAYS, EVEN)",
        "zip(a[<ends>], EVEN)",
        "zip(reversed(a), EVEN[::2])",
        "enumerate(a[::-2], 1)",
        "enumerate(reversed(a), 3)",
        "zip(reversed(b), a)",
        "((1, 2), (3, -4), (0.5, 6))",
    ],
    "sum": [
        "sum(<number> for <new> in <numbers>)",
        "sum(<condition> for <new> in <numbers>)",
        "sum(<number> for <new> in <numbers> if <condition>)",
        "sum([<number> for <new> in <numbers> if <condition> if <condition>])",
        "len([<same> for <new> in <numbers> if <condition>])",
        "max(<number> for <new> in (1, 2, 5))",
        "min(<number> for <new> in range(4))",
        "sum(<number> for <new>, <new> in <pairs>)",
        "sum((<number> for <new> in <numbers>), <name>)",
        "sum((<number> for <new> in a), <number>)",
    ],
    "number": [
        "(drawn(q) - 2 * drawn(q))",
        "drawn(<atom>)",
        "<atom>",
        "<atom>",
        "tick(<number>)",
        "turn(<number>)",
        "<number> + <number>",
        "<number> - <number>",
        "(<number>) * (<number>)",
        "(<number>) / (<number>)",
        "(<number>) // (<number>)",
        "(<number>) % (<number>)",
        "<atom> // <constant>",
        "<atom> % <constant>",
        "-(<number>)",
        "(<number>) ** 2",
        "abs(<number>)",
        "int(<number>)",
        "round(<number>)",
        "round(<number>, 1)",
        "round(<number>, -2)",
        "pow(<atom>, 2)",
        "divmod(<number>, <number>)[0]",
        "divmod(<number>, <number>)[1]",
        "min(<number>, <number>)",
        "max(<number>, <number>, <number>)",
        "sum((<number>, <number>, <number>))",
        "max([<number>, <number>])",
        "(<number> if <condition> else <number>)",
        "(<name> or <number>)",
        "(<name> and <number>)",
        "(<number> or <number>)",
        "(<number> and <number>)",
        "(<condition>) + (<condition>)",
        "(<condition>) * (<number>)",
        "-(<condition>) // ((<condition>) + (<condition>))",
        "(not <number>)",
        "mixed(<number>)",
        "mixed(<number>, <number>)",
        "mixed(<number>, u=<number>)",
        "mixed(w=<atom>, v=<atom>)",
        "mixed(u=<atom>, v=<atom>, w=<digit>)",
        "over(<number>) + <number>",
        "DAYS[intpart(abs(<atom>)) % 4]",
        "DAYS[-<digit4up>]",
        "DAYS[tick(<digit4>)]",
        "(9, 8, <constant>, 6)[<place>]",
        "PRICES[4]",
        "PRICES.get(<number>, <number>)",
        "PRICES[(1, 2, 4)[intpart(abs(<atom>)) % 3]]",
        "RATES[<third>][<third>]",
        "RATES[-<third3>][<third>]",
        "sum(a[<ends>])",
        "sum(a[::-2], <name>)",
        "sum(a, <number>)",
        "sum((<number>, <number>), <name>)",
        "sum(DAYS[<ends>])",
        "max(a)",
        "min(DAYS[1:])",
        "len(a[<ends>])",
        "len(EVEN[<ends>]) / len(b)",
        "<sum>",
        "<inner>",
        "(<name> := <number>)",
        "float(<number>)",
        "bool(<number>)",
        "flag(<bit>)",
    ],
    "bit": ["0", "1"],
    "third3": ["1", "2", "3"],
    "condition": [
        "<number> <relation> <number>",
        "<number> <relation> <number>",
        "<atom> <relation> <number>",
        "<number> < <simple> <= <number>",
        "<number> > <simple> != <number>",
        "not <condition>",
        "(<condition>) and (<condition>)",
        "(<condition>) or (<condition>)",
        "<condition> and <condition> or <condition>",
        "over(<number>)",
        "over(<number>, <number>)",
        "over(limit=<atom>, v=<atom>)",
        "<name> in (1, 2, 5)",
        "<number> in (1, <name>, 5)",
        "<number> not in DAYS",
        "<number> in a",
        "<number> in PRICES",
        "<number> in range(<digit>, <constant>)",
        "<name> not in range(<digit>)",
        "<number> in range(<constant>, <digit>, <step>)",
        "(<name> := <number>) <relation> <number>",
        "<name> not in a[<ends>]",
        "<name> in (-1, <name>, 0.5)",
        "any(<condition> for <new> in <numbers>)",
        "all(<condition> for <new> in <numbers>)",
        "<number>",
        "(<simple> > <simple>) == (<simple> < <simple>)",
        "(<simple> > <simple>) != (<simple> < <simple>)",
        "not <name>",
        "<name> and not <name>",
    ],
    "simple": ["<name>", "<digit>", "<name> + <digit>", "DAYS[1]", "q"],
    "statement": [
        "<name> = <number>",
        "<name> = <number>",
        "<name> = <condition>",
        "<name> <operator>= <number>",
        "<name> += <condition>",
        "a[<place>] += <condition>",
        "q <operator>= <number>",
        "a[<place>] = <number>",
        "a[<place>] <operator>= <number>",
        "b[<third>] += <condition>",
        "<name> = q = <number>",
        "<name> = a[<place>] = <name> = <number>",
        "a[<place>] = b[<third>] = <number>",
        "<name>, <name2> = <number>, <number>",
        "<name>, a[<place>] = <number>, <number>",
        "(<name>, a[<place>]), <name2> = (<number>, <number>), <number>",
        "x, y = y, x",
        "a[<place>], a[<place>] = a[<place>], a[<place>]",
        "i = intpart(abs(<atom>)) % 3\na[i], a[i + 1] = a[i + 1], a[i]",
        "i = <digit4>\ni, a[i] = <digit4>, <number>\na[i] += i",
        "i = <digit4>\na[i], i = <number>, <digit4>\nb[i // 2] = i",
        "<name>, <name2> = pair(<number>, <number>)",
        "<name>, <name2> = divmod(<number>, <number>)",
        "<name>, <name2> = sorted((<number>, <number>))",
        "x, y, s = sorted((<number>, <number>, <number>), reverse=True)",
        "skip()",
        "set_flag(<bit>)",
        "if <condition>:\n    set_flag(<bit>)\nelse:\n    clear_flag(<bit>)",
        "z = pair(<number>, <number>)\n<name> = z[0] - z[1]",
        "c = (<number>, <number>, <name>)\n<name> = sum(c) + c[-1]\nfor j in c:\n    s += j",
        "mixed(<number>, <number>)",
        "pause(<number>)",
        "if <condition>:\n<block>",
        "if <condition>:\n<block>\nelse:\n<block>",
        "if <condition>:\n<block>\nelif <condition>:\n<block>\nelse:\n<block>",
        "if (<name> := <number>) <relation> <number>:\n<block>",
        "if <condition> and (<name> := <number>) <relation> <number>:\n<block>\nelse:\n<block>",
        "n = 0\nwhile n < 3 and (<condition> or (<name> := tick(n)) > 1):\n    n += 1\n<passes>",
        "for <new> in <numbers>:\n<block>",
        "for <new> in <numbers>:\n<passes>",
        "for <new> in <numbers>:\n<passes>\nelse:\n<block>",
        "for <new>, <new> in <pairs>:\n<block>",
        "for <new>, (<new>, <new>) in enumerate(<pairs>):\n<block>",
        "for (<new>, <new>), <new> in zip(<pairs>, b):\n<block>",
        "for <new> in a:\n    a[<digit4>] = <number>\n<block>",
        "for <new>, <new> in enumerate(reversed(a)):\n    a[<digit4>] += <number>\n<block>",
        "for <new> in <items>:\n<block>",
        "n = <digit>\nwhile n > 0:\n    n -= 1\n<passes>",
        "n = <digit>\nwhile n > 0 and <condition>:\n    n -= 1\n<passes>\nelse:\n<block>",
        "n = 0\nwhile (<name> := <number>) <relation> n:\n    n += 1\n    if n > 3:\n        break\n<block>",
        "match <number>:\n    case 1 | 2:\n<case>\n    case -1:\n<case>\n    case _:\n<case>",
        "match <name>:\n    case 0:\n<case>\n    case v if v > <atom>:\n<case>\n    case 2:\n<case>",
        "match q:\n    case 1 if <condition>:\n<case>\n    case v if <condition>:\n<case>",
        "for v in (7, 2, 5):\n<passes>\n    v += <number>\n<name> = v",
        "for v, w in ((7, 1), (2, 3), (5, 0.5)):\n<block>\n<name> = v - w",
        "for k in range(3):\n    if <name> < EVEN[k]:\n<case>\n        return EVEN[k] + <number>",
        "for k in range(3):\n    if <name> < EVEN[k]:\n        <leave>\n        return EVEN[k]",
        "k = 0\nwhile k < 3 and <name> > EVEN[k]:\n    k += 1\n<name> = EVEN[k] + <number>",
        "<define>",
        "<define>",
        "if <condition>:\n    return <number>",
    ],
    "operator": ["+", "-", "*", "//", "%", "/"],
    "define": [
        "def <function>(<new>):\n    return <number>",
        "<function> = lambda <new>: <number>",
        "<function> = lambda x: <number>",
        "def <function>(v, t=<digit>):\n    x = <number>\n    return x - t * v",
        "def <function>(<new>):\n    nonlocal t, x\n    t += <number>\n    x = t\n    return <number>",
        "def <function>(<new>):\n    if <condition>:\n        return <number>\n    return <number>",
    ],
    "leave": [
        "if <condition>:\n    break",
        "if <condition>:\n    continue",
        "if <condition>:\n    return <number>",
    ],
}
"""The templates of each kind. The first ones of numbers, conditions and statements are the simplest."""

SIMPLEST: Final = {"number": 2, "condition": 1, "statement": 2, "place": 3, "third": 5}
"""How many templates of a kind are simple enough for the inside of others. All of other kinds are."""

STARTED: Final = ("x", "y", "s", "t", "u", "v", "w", "n", "i", "total", "found", "first", "place", "index")
"""The locals that have a number from the beginning. What is written out has some of these names, too."""


class Forms:
    """Writes one program. `names` and `functions` are those that may be read at this place."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.names = ["x", "y", *chance.sample(STARTED, 2)]
        self.functions: list[str] = []
        self.count = 0

    def write(self, kind: str, depth: int) -> str:
        """One of the templates of a kind, with its parts. Those that name new names end with them."""
        ways = GRAMMAR[kind]
        if depth <= 0:
            ways = ways[: SIMPLEST.get(kind, len(ways))]
        before = list(self.names)
        text = self._fill(self.chance.choice(ways), r"<(numbers|pairs|items)>", depth)
        while "<new>" in text:  # after what a loop runs over, which cannot name them
            self.names.append(self._new("ijk"))
            text = text.replace("<new>", self.names[-1], 1)
        text = text.replace("<same>", self.names[-1])
        if "<function>" in text:
            name = self._new("f")
            text = self._fill(text.replace("<function>", name), r"<(\w+)>", depth)
            self.functions.append(name)
        text = self._fill(text, r"<(\w+)>", depth)
        self.names = before
        return text

    def _fill(self, template: str, words: str, depth: int) -> str:
        return re.sub(words, lambda found: self._part(found[1], depth - 1), template)

    def _new(self, letters: str) -> str:
        """A new name, or now and then one that is not new."""
        self.count += 1
        return self.chance.choice(letters) + (str(self.count) if self.chance.random() < 0.85 else "")

    def _part(self, word: str, depth: int) -> str:
        """What stands for a word of a template."""
        match word:
            case "name":
                return self.chance.choice(self.names)
            case "name2":
                return self.chance.choice("uvw")
            case "inner":
                known = self.chance.choice(self.functions or ["abs"])
                return f"{known}({self.write('number', depth)})"
            case "block" | "passes":
                return self.block(word, depth)
            case "case":
                return indented(self.block(word, depth))
            case "leave":
                return indented(indented(self.write(word, depth))).lstrip()
        return self.write(word, depth)

    def block(self, kind: str, depth: int) -> str:
        """One to three statements, and in the passes of a loop a way out of it."""
        functions = list(self.functions)
        lines = [self.write("statement", depth) for _ in range(self.chance.choice((1, 1, 2, 3)))]
        if kind == "passes" and self.chance.random() < 0.4:
            lines.insert(self.chance.randrange(len(lines) + 1), self.write("leave", depth))
        self.functions = functions
        return indented("\n".join(lines))

    def text(self, size: int, depth: int) -> str:
        """The whole module."""
        lines = [f"global q\n{' = '.join(STARTED[2:])} = 0"]
        lines += [self.write("statement", depth) for _ in range(size)]
        lines.append(f"return {self.write('number', depth)}")
        return f'{HEAD}@program("A")\ndef entry(x, y):\n' + indented("\n".join(lines)) + "\n"


def indented(text: str) -> str:
    """A block of statements."""
    return "\n".join(f"    {line}" for line in text.split("\n"))


def program(chance: Random, size: int = 3, depth: int = 2) -> str:
    """A module with so many statements, each with parts within parts up to a depth."""
    return Forms(chance).text(chance.randint(1, size), depth)
