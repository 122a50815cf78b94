"""Each construct of Python outside the language is refused by name, with its place and a way out."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.driver import compile_module
from generator.compiler.front import SourceError
from hp15c.errors import Fault, InputError

HEAD = (
    "from generator.language import array, ask, assume, deg, fix, pause, pi, polar, program, ran"
    ", register, sqrt, unordered\n"
)
MODULE = "kept = register(1)\ndigits = array(4)\nLIMIT = 12\nTABLE = (1, 2)\nGRID = ((1, 2), (3, 4))\n"
HELPERS = "def helper(a):\n    return a + 1\ndef pair(a):\n    return a, a\ndef nothing(a):\n    pause(a)\n"


def faults_of(text: str) -> tuple[Fault, ...]:
    with pytest.raises(SourceError) as raised:
        front.parse(text, "file.py")
    return raised.value.faults


def in_function(body: str) -> str:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f'{HEAD}{MODULE}{HELPERS}@program("A")\ndef one(x, y):\n{lines}'


# body of a function, the marked text, what is named, what to write instead
IN_FUNCTIONS = [
    # expressions
    ("return sum((x := v) for v in digits) + x", "x := v", ":=", "statement before"),
    ("d = {1: 2}\nreturn x", "{1: 2}", "dictionary", "array"),
    ("d = {1, 2}\nreturn x", "{1, 2}", "a set", "array"),
    ("d = [1, 2]\nreturn x", "[1, 2]", "a list", "array"),
    ("d = (1, 2)\nreturn x", "(1, 2)", "tuple", "names of their own"),
    ("d = [i for i in range(x)]\nreturn x", "[i for i in range(x)]", "comprehension", "for loop"),
    ("d = {i for i in range(3)}\nreturn x", "{i for i in range(3)}", "comprehension", "for loop"),
    ("d = {i: 1 for i in range(3)}\nreturn x", "{i: 1 for i in range(3)}", "comprehension", "for loop"),
    ("d = (i for i in range(3))\nreturn x", "(i for i in range(3))", "generator", "for loop"),
    ("yield x", "yield x", "yield", "pause"),
    ("yield from x", "yield from x", "yield", "pause"),
    ('return f"{x}"', 'f"{x}"', "f-string", "pause"),
    ('return "text"', '"text"', "text", "numbers only"),
    ('return float("-inf")', '"-inf"', "infinity", "9.999999999e99"),
    ("return sum(map(abs, digits))", "map", "map", "abs(v) for v in a"),
    ("a, b = (i * x for i in range(2))\nreturn b", "(i * x for i in range(2))", "generator", "each value"),
    ('return b"text"', 'b"text"', "bytes", "numbers only"),
    ("return 2j", "2j", "complex", "complex_number(x, y)"),
    ("return None", "None", "None", "number"),
    ("return ...", "...", "...", "pass"),
    ("return x.real", "x.real", "attribute", "a name of its own"),
    ("return x.conjugate()", "x.conjugate", "attribute", "a name of its own"),
    ("return y.sqrt(x)", "y.sqrt", "attribute", "import sqrt"),
    ("return max(x, y, key=abs)", "max", "Python's max", "`max(a, b)`"),
    ("return x + (lambda: 3)", "lambda: 3", "no number", "`(lambda: 3)()`"),
    ("f = lambda v: v\nreturn f + x", "f", "a function, no number", "`f(...)`"),
    ("return ask('how many?')", "'how many?'", "text", "a number"),
    ("return x * math.pi", "math.pi", "attribute", "from generator.language import pi"),
    ("a, *b = x, y\nreturn a", "*b", "star", "name"),
    ("return helper(*x)", "*x", "star", "name"),
    ("return helper(b=x)", "b=x", "named argument", "order"),
    ("return helper(**x)", "x", "**", "order"),
    (
        "for a, b in ((1, 2), (3,)):\n    x += a\nreturn x",
        "((1, 2), (3,))",
        "over numbers",
        "as each row has",
    ),
    ("return digits[1:2]", "1:2", "slice", "for loop"),
    ("return digits[1, 2]", "1, 2", "index with several parts", "for loop"),
    ("return digits[4]", "4", "no element 4", "last one is 3"),
    ("return x[0]", "x", "no array", "array(8)"),
    ("return digits", "digits", "is an array", "digits[0]"),
    ("return helper", "helper", "a function", "helper(...)"),
    ("return sqrt", "sqrt", "a name of the language", "sqrt(...)"),
    ("return GRID[x]", "GRID", "no array", "`match`"),
    ("return TABLE", "TABLE", "no number", ""),
    ("return 1 < x < (y := 2)", "y := 2", ":=", "statement before"),
    ("return x @ y", "x @ y", "@", "for loop"),
    ("return x << 2", "x << 2", "<<", "multiply"),
    ("return x >> 2", "x >> 2", ">>", "//"),
    ("return x | y", "x | y", "|", "or"),
    ("return x ^ y", "x ^ y", "^", "**"),
    ("return x & y", "x & y", "&", "and"),
    ("return ~x", "~x", "~", "not"),
    ("return 12345678901", "12345678901", "more than 10 digits", "write 12345678900"),
    ("return 0.12345678912", "0.12345678912", "more than 10 digits", "write 0.1234567891"),
    ("return 1e100", "1e100", "too large", "9.999999999e99"),
    ("return 1e-120", "1e-120", "too small", "1e-99"),
    ("return x + (y if x > 3 else (x := y)) - x", "x := y", ":=", "statement before"),
    # conditions
    ("if x is y and x:\n    pass\nreturn x", "x is y", "is", "=="),
    ("if x is y:\n    pass\nreturn x", "x is y", "is", "=="),
    ("if x is not y:\n    pass\nreturn x", "x is not y", "is not", "!="),
    ("if x in y:\n    pass\nreturn x", "x in y", "in is", "for loop"),
    ("if x not in y:\n    pass\nreturn x", "x not in y", "not in", "for loop"),
    ("if x in range(abs(y)):\n    pass\nreturn x", "x in range(abs(y))", "in is", "`2 <= x < 5`"),
    ("if x in range(2, 5, y):\n    pass\nreturn x", "x in range(2, 5, y)", "in is", "for loop"),
    ("for i in range(2.5):\n    x += i\nreturn x", "2.5", "whole numbers", "a while loop"),
    # calls
    ("print(x)\nreturn x", "print", "Python's print", "pause(x)"),
    ("return sum(x)", "sum", "Python's sum", "`sum(a)`"),
    ("return any(x)", "any", "Python's any", "`any(v > 3 for v in a)`"),
    ("return sum(v for v in x)", "x", "", ""),
    ("return floor(x)", "floor", "Python's floor", "not whole"),
    ("return math.floor(x)", "math.floor", "attribute", "intpart(x)"),
    ("return random.randint(1, 6)", "random.randint", "attribute", "intpart(ran() * 6) + 1"),
    ("digits.append(x)\nreturn x", "digits.append", "attribute", "a[i] = x"),
    ("return input()", "input", "Python's input", "ask"),
    ("return int(x, 2)", "int(x, 2)", "takes 1 argument, not 2", ""),
    ("return max(x)", "max", "Python's max", "max(a, b)"),
    ("return round(x, y)", "round(x, y)", "number of decimals", "round(x, 2)"),
    ("return sin(x)", "sin", "sin is not known here", "import sin"),
    ("return unknown(x)", "unknown", "no function unknown", "def"),
    ("return range(3)", "range", "range", "for i in range"),
    ("return x(3)", "x", "a local name", ""),
    ("return kept(3)", "kept", "a register", ""),
    ("return helper(x)(y)", "helper(x)", "cannot be called", "by its name"),
    ("return helper(x, y)", "helper(x, y)", "takes 1 argument, not 2", ""),
    ("return sqrt()", "sqrt()", "takes 1 argument, not 0", ""),
    ("return ran(1)", "ran(1)", "takes 0 arguments, not 1", ""),
    ("return ask()", "ask()", "takes 1 argument, not 0", ""),
    ("return 1 + pair(x)", "pair(x)", "gives 2 results, not one", "assign"),
    ("return 1 + nothing(x)", "nothing(x)", "gives no results, not one", "statement of its own"),
    ("return 1 + polar(x, y)", "polar(x, y)", "gives 2 results", "assign"),
    ("return pause(x)", "pause", "no number", "statement of its own"),
    ("return register()", "register", "no number", "level of the module"),
    ("return array(2)", "array", "no number", "level of the module"),
    ("sqrt(x)\nreturn x", "sqrt(x)", "not used", "assign"),
    ("x + 1\nreturn x", "x + 1", "not used", "assign"),
    ("x > 1\nreturn x", "x > 1", "not used", "assign"),
    ("pause(x, y)\nreturn x", "pause(x, y)", "takes 1 argument", ""),
    ("deg(1)\nreturn x", "deg(1)", "no argument", ""),
    ("fix(10)\nreturn x", "fix(10)", "one digit from 0 to 9", "fix(4)"),
    ("fix(x)\nreturn x", "fix(x)", "one digit from 0 to 9", "fix(4)"),
    # names
    ("return z", "z", "nothing is called z", "assign"),
    ("total = x\nreturn totl", "totl", "nothing is called totl", "write `total`, or assign it first"),
    ("return sqr(x)", "sqr", "no function sqr", "write `sqrt`, or define it"),
    ("if x > 0:\n    z = 1\nreturn z", "z", "may have no value", "every way"),
    ("if x == 1 or 2:\n    pass\nreturn x", "2", "a number alone", "write `x == 2`, or leave it out"),
    ("for i in range(x):\n    z = i\nreturn z", "z", "may have no value", "every way"),
    ("while x > 0:\n    z = 1\n    x -= z\nreturn z", "z", "may have no value", "every way"),
    ("z += 1\nreturn z", "z", "may have no value", "every way"),
    ("kept = x\nreturn x", "kept", "a register", "global kept"),
    ("kept += x\nreturn x", "kept", "a register", "global kept"),
    ("digits = x\nreturn x", "digits", "an array", "another name"),
    ("LIMIT += x\nreturn x", "LIMIT", "no value", "`LIMIT = register()` there and `global LIMIT` here"),
    ("global LIMIT\nLIMIT = x\nreturn x", "LIMIT", "keeps its value", "`LIMIT = register()`"),
    ("helper = x\nreturn helper(x)", "helper", "a function", "another name"),
    ("sqrt = x\nreturn sqrt(x)", "sqrt", "a name of the language", "another name"),
    ("global other\nother = x\nreturn x", "global other", "no other", "other = register()"),
    # statements
    ("async def f():\n    pass\nreturn x", "async def f():", "async function", "def"),
    ("x_ = 1\ndef x_():\n    pass\nreturn x", "def x_():", "two meanings", "name of its own"),
    ("class C:\n    pass\nreturn x", "class C:", "class", "registers and functions"),
    ("del x\nreturn y", "del x", "del", "leave it out"),
    ("with x:\n    pass\nreturn x", "with x:", "with", "without it"),
    ("match x:\n    case [1]:\n        pass\nreturn x", "[1]", "this pattern", "numbers"),
    ("raise x", "raise x", "raise", "Error 0"),
    ("try:\n    pass\nexcept:\n    pass\nreturn x", "try:", "try", "test the number"),
    ("assert x > 0\nreturn x", "assert x > 0", "assert", "assume"),
    ("assert x > 0\nreturn x", "assert x > 0", "assert", "raise CalculatorError(4)"),
    ("import math\nreturn x", "import math", "import", "generator.language"),
    ("from math import sin\nreturn x", "from math import sin", "import", "generator.language"),
    ("nonlocal x\nreturn x", "nonlocal x", "nonlocal", "before the function"),
    ("for i in x:\n    pass\nreturn x", "x", "a range or over numbers", "for i in range"),
    (
        "for i, d in enumerate(digits[1:]):\n    digits[0] = d\nreturn x",
        "enumerate(digits[1:])",
        "a copy of digits",
        "`digits[i]` in it",
    ),
    (
        "for d in digits[::-1]:\n    digits[0] = d\nreturn x",
        "digits[::-1]",
        "the loop stores into digits",
        "`digits[i]` in it",
    ),
    ("y = [x, 2]\ny.append(3)\nreturn y[2]", "[x, 2]", "a list", "begin with `y = []`, and `y.append"),
    ("for i, d in enumerate((1, 2), x):\n    y += i\nreturn y", "enumerate((1, 2), x)", "over numbers", ""),
    ("for d in (1, 2)[::0]:\n    y += d\nreturn y", "(1, 2)[::0]", "over numbers", "for i in"),
    ("for i in range():\n    pass\nreturn x", "range()", "one to three arguments", ""),
    ("for i in range(1, 5, 0):\n    pass\nreturn x", "0", "other than 0", ""),
    ("for i in range(1, 5, 0.5):\n    pass\nreturn x", "0.5", "whole number", ""),
    (
        "for i in unordered(range(2), 3):\n    pass\nreturn x",
        "unordered(range(2), 3)",
        "unordered takes 1",
        "",
    ),
    ("for kept in range(3):\n    pass\nreturn x", "kept", "a register", "global kept"),
    ("global kept\nfor kept in range(3):\n    pass\nreturn x", "kept", "a register", "local name"),
    (
        "for digits[0] in range(3):\n    pass\nreturn x",
        "digits[0]",
        "counts in a name",
        "assign it in the body",
    ),
    ("for i, j in range(3):\n    pass\nreturn x", "i, j", "parts within parts", "two assignments"),
    # assignments
    ("a, b = x\nreturn a", "x", "one value for 2 names", "value for each"),
    ("a, b = x, y, x\nreturn a", "a, b = x, y, x", "2 names for 3 values", ""),
    ("a, b, c = pair(x)\nreturn a", "pair(x)", "2 results for 3 names", ""),
    ("a, (b, c) = x, y\nreturn a", "y", "one value for 2 names", "value for each"),
    ("try:\n    return x / y\nexcept ValueError:\n    return 0", "try:", "try is outside", "test the number"),
    (
        "match x:\n    case [1]:\n        a = 1\n    case _:\n        a = 2\nreturn a",
        "[1]",
        "pattern",
        "numbers",
    ),
    ("try:\n    a = x / y\nexcept ValueError:\n    a = 0\nreturn a", "try:", "try is outside", "test"),
    ("a, b = c, d = x, y\nreturn a", "a, b = c, d = x, y", "two signs =", "two assignments"),
    ("x.real = 3\nreturn x", "x.real", "attribute", "a name of its own"),
    # results
    ("if x > 0:\n    return x\nreturn x, y", "return x, y", "2 results here and 1 before", "as many"),
    ("if x > 0:\n    return\nreturn x", "return x", "1 result here and 0 before", "as many"),
    ("if x > 0:\n    return x\nreturn", "return", "0 results here and 1 before", "as many"),
    ("return x, y, x, y, x", "return x, y, x, y, x", "four results", "registers"),
    ("if x > 0:\n    return x", "def one(x, y):", "may end without", "every way"),
    ("while x > 0:\n    return x", "def one(x, y):", "may end without", "every way"),
    ("return 1 + one(x, y)", "one(x, y)", "recursion", "loop"),
]


@pytest.mark.first
@pytest.mark.parametrize(
    ("body", "marked", "named", "instead"), IN_FUNCTIONS, ids=[one[0] for one in IN_FUNCTIONS]
)
def test_within_a_function(body: str, marked: str, named: str, instead: str) -> None:
    faults = faults_of(in_function(body))
    assert len(faults) == 1, [str(one) for one in faults]
    fault = faults[0]
    assert fault.text[fault.column : fault.column + fault.width] == marked
    assert named in fault.message
    assert instead in fault.hint
    assert str(fault).startswith(f"file.py:{fault.line}:{fault.column + 1}: ")


AT_MODULE = [
    (
        "import math\ndef two(a):\n    return math.sin(a) * math.pi\n",
        "import math",
        "import",
        "pi, sin`, and each name alone: `pi`. Angles are degrees",
    ),
    (
        "from math import sin\ndef two(a):\n    return sin(a)\n",
        "from math import sin",
        "import",
        "import sin",
    ),
    (
        "from fractions import Fraction\ndef two(a):\n    return Fraction(a)\n",
        "from fractions import Fraction",
        "import",
        "generator.language only",
    ),
    (
        "class P(NamedTuple):\n    u: float\ndef two(a):\n    p = P(a)\n    return p.u\n",
        "class P(NamedTuple):",
        "class",
        "several results",
    ),
    (
        "class P(IntEnum):\n    U = 1\ndef two(a):\n    return P.U\n",
        "class P(IntEnum):",
        "class",
        "a name at",
    ),
    ("w = [1] * 5\ndef two(a):\n    w[0] = a\n    return sum(w)\n", "[1] * 5", "written out", "`array(5)`"),
    (
        "total = 5\ndef two(a):\n    global total\n    total += a\n    return a\n",
        "total",
        "keeps",
        "total = register()",
    ),
    ("from .language import sqrt\n", "from .language import sqrt", "import", "generator.language"),
    ("from generator.language import cosine\n", "cosine", "no cosine", ""),
    ("from generator.language import abs\n", "abs", "no abs", "without an import"),
    ("from generator.language import max\n", "max", "no max", "without an import"),
    ("from generator.language import print\n", "print", "no print", "show(x)"),
    ("x = 3 * kept\n", "3 * kept", "written out", "in a function"),
    ("x = open\n", "open", "written out", "in a function"),
    ("x = [lambda a: a]\n", "[lambda a: a]", "written out", "in a function"),
    ("x = [1] * 8\n", "[1] * 8", "written out", "array(8)"),
    ("print(1)\n", "print(1)", "level of the module", "into a function"),
    ("for i in range(3):\n    pass\n", "for i in range(3):", "level of the module", "into a function"),
    ("x = register(20)\n", "register(20)", "no such register", "register(3)"),
    ('x = register("A")\n', 'register("A")', "no such register", "register(3)"),
    ("x = array()\n", "array()", "length", "array(8)"),
    ("from generator.language import sqr\n", "sqr", "has no sqr", "write `sqrt`"),
    ("x = array(kept + 1)\n", "array(kept + 1)", "length", "array(8)"),
    ("x = array(0)\n", "array(0)", "length", "array(8)"),
    ("x = array(60, at=10)\n", "array(60, at=10)", "beyond 65", ""),
    ("x = register(1)\n", "x = register(1)", "both in R1", "elsewhere"),
    ("x = array(3, at=0)\n", "x = array(3, at=0)", "both in R1", "elsewhere"),
    ("kept = register(2)\n", "kept = register(2)", "a register already", "another name"),
    ('@program("B")\ndef two(a, b=3):\n    return a\n', "3", "default of an entry point", "keyed in"),
    ("def two(a, b=-kept):\n    return a\n", "-kept", "default", "each call"),
    ("def two(a, *b):\n    return a\n", "b", "star", "every parameter"),
    ("def two(a, **b):\n    return a\n", "b", "star", "every parameter"),
    ("def two(a=1, *, b):\n    return a\n", "b", "/ and *", "order"),
    ("def two(kept):\n    global kept\n    return kept\n", "kept", "a register", "another name"),
    ("@program\ndef two(a):\n    return a\n", "program", "has a label", '@program("A")'),
    ('@program("F")\ndef two(a):\n    return a\n', 'program("F")', "has a label", '@program("A")'),
    ('@program("A")\ndef two(a):\n    return a\n', 'program("A")', "that of one already", "another label"),
    (
        "@gl.recursive(3)\ndef two(a):\n    return a\n",
        "gl.recursive(3)",
        "gl.recursive is not",
        "the name alone",
    ),
    ("@pair\ndef two(a):\n    return a\n", "pair", "decorator", "leave it out"),
    ('@program("B")\ndef two(a, b, c, d, e):\n    return a\n', "e", "four arguments", "registers"),
    (
        "def two(a):\n    return three(a)\ndef three(a):\n    return two(a)\n",
        "two(a)",
        "two -> three -> two",
        "loop",
    ),
]


@pytest.mark.parametrize(("text", "marked", "named", "instead"), AT_MODULE, ids=[row[0] for row in AT_MODULE])
def test_at_the_level_of_the_module(text: str, marked: str, named: str, instead: str) -> None:
    faults = faults_of(in_function("return x") + text)
    assert len(faults) == 1, [str(one) for one in faults]
    fault = faults[0]
    assert fault.text[fault.column : fault.column + fault.width] == marked
    assert named in fault.message
    assert instead in fault.hint


def test_all_faults_of_a_file_come_at_once_in_order() -> None:
    faults = faults_of(in_function("import math\nz = [1]\nif x is 1:\n    y = {}\nreturn unknown(x)"))
    assert [fault.line for fault in faults] == sorted(fault.line for fault in faults)
    assert len(faults) == 5


def test_a_fault_shows_its_place() -> None:
    (fault,) = faults_of(in_function("return math.sqrt(x)"))
    shown = str(fault).splitlines()
    assert shown[0] == f"file.py:{fault.line}:12: an attribute is outside the language"
    assert shown[1] == "        return math.sqrt(x)"
    assert shown[2].startswith("               ^~~~~~~~~ import the name itself")


def test_a_list_that_is_refused_is_one_fault() -> None:
    (fault,) = faults_of(in_function("d = []\nwhile x:\n    d.append(x)\n    x //= 2\n"
                                     "for v in d:\n    y += v\nreturn y + max(d) + d[0]"))  # fmt: skip
    assert "how long" in fault.hint


def test_equal_faults_are_told_once() -> None:
    with pytest.raises(SourceError) as raised:
        front.parse(in_function("x = gcd(x, y)\ny = gcd(y, 2) + gcd(y, 3)\nx += gcd(x, 4)\nreturn x / y"))
    assert len(raised.value.faults) == 4
    head, *_, others = str(raised.value).splitlines()
    assert "gcd is outside the language" in head
    assert others.strip() == "The same stands in lines 16 and 17."


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("t = [0] * 4\nt[0] = x\nreturn t[7] + y", "t has no element 7"),
        ("t = 0\ndef inner(x):\n    nonlocal t\n    t = x\n    t[0] = 3\n    return t\nreturn inner(y)",
         "`t = array(8)`"),
        ("return divmod(x, y) + 1", "divmod gives 2 results"),
        ("def inner(z):\n    return x + z\nreturn inner(x, y)", "inner takes 1 argument, not 2"),
    ],
)  # fmt: skip
def test_names_are_those_of_the_source(body: str, told: str) -> None:
    assert told in "".join(map(str, faults_of(in_function(body))))


def test_columns_count_letters_and_not_bytes() -> None:
    (fault,) = faults_of(in_function("größe = x.real\nreturn größe"))
    assert fault.text[fault.column : fault.column + fault.width] == "x.real"


def test_what_is_no_python_is_one_fault() -> None:
    (fault,) = faults_of("def one(:\n")
    assert (fault.line, fault.message[:18]) == (1, "this is not Python")
    assert faults_of("x = 1\0\n")
    assert faults_of("(" * 500 + ")" * 500)


def test_what_python_refuses_after_it_has_made_the_tree() -> None:
    (fault,) = faults_of(in_function("kept = x // 10\nglobal kept\nreturn kept"))
    assert fault.text[fault.column : fault.column + fault.width] == "global kept"
    assert fault.message == "this is not Python: name 'kept' is assigned to before global declaration"


@pytest.mark.parametrize(
    "body",
    [
        "return " + "sin(" * 150 + "x" + ")" * 150,
        "return " + " + ".join("x" * 400),
        "if x == 0:\n        return 1\n" + "    elif x == 2:\n        return 3\n" * 300 + "    return 4",
    ],
)
def test_what_nests_too_deeply_is_one_error(body: str) -> None:
    text = f"from generator.language import program, sin\n@program('A')\ndef f(x):\n    {body}\n"
    with pytest.raises(InputError, match=r"^deep(\.py)?: a formula, or a chain of elif, has too many parts"):
        compile_module(front.parse(text, "deep.py"))


def test_a_line_is_shown_around_its_fault() -> None:
    (fault,) = faults_of("x = 1; " * 1_000 + "y = )")
    _, shown, marker = str(fault).split("\n")
    assert len(shown) < 400
    assert shown[marker.index("^")] == ")"


def test_a_file_without_an_entry_point() -> None:
    (fault,) = faults_of(HEAD + "def one(x):\n    return x\n")
    assert "no entry point" in fault.message
    (fault,) = faults_of("")
    assert "no entry point" in fault.message


def test_what_python_allows_around_a_program_is_left_alone() -> None:
    module = front.parse(
        '"""A thing."""\nfrom __future__ import annotations\n\n'
        "from generator.language import Value, program\n\n"
        "RATE: float = 3.5\n"
        'NAMES = {"a": [1, 2]}\n\n\n@program("A")\ndef one(x: Value) -> Value:\n'
        '    """Say."""\n    y: Value = x * RATE\n'
        '    ...\n    return y\n\n\nif __name__ == "__main__":\n    print(one(3))\n'
    )
    assert module.functions["one"].documentation == "Say."
