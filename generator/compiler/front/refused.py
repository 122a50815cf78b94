"""The constructs of Python that the language does not have: the name of each, and what to write instead."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

RefusalWords = tuple[str, str]

REFUSED_RAISE: Final[RefusalWords] = (
    "this raise is outside the language",
    "write `raise CalculatorError(4)`, or compute what the calculator refuses: `sqrt(-1)` shows Error 0",
)
REFUSED_LIST: Final = "a list is outside the language here"
STATEMENTS: Final[dict[type[ast.AST], RefusalWords]] = {
    ast.AsyncFunctionDef: ("an async function", "write `def`"),
    ast.AsyncFor: ("an async for", "write `for i in range(...)`"),
    ast.AsyncWith: ("an async with", "write its statements without it"),
    ast.ClassDef: ("a class", "use registers and functions at the level of the module"),
    ast.Delete: ("del", "leave it out: names need no freeing"),
    ast.With: ("with", "write its statements without it"),
    ast.Try: ("try", "an Error stops the program: test the number before it is used"),
    ast.TryStar: ("try", "an Error stops the program: test the number before it is used"),
    ast.Assert: (
        "assert",
        "write `assume(...)` for a claim, or a test: `if x < 0: raise CalculatorError(4)`",
    ),
    ast.Import: (
        "this import",
        "import names of generator.language only: `from generator.language import sqrt`",
    ),
    ast.ImportFrom: ("this import", "import names of generator.language only, at the top"),
    ast.Nonlocal: (
        "nonlocal here",
        "give the local a number before the function that says it, or write `x = g(x)`",
    ),
}

_PARTS: Final = "keep each part in a name of its own, and return several results: `return x, y`"
_INNER: Final[RefusalWords] = (
    "an assignment within an expression (:=)",
    "write it as a statement before, and a for loop in place of a comprehension",
)
INNER_ASSIGNMENT: Final[RefusalWords] = (f"{_INNER[0]} is outside the language here", _INNER[1])
"""The words for an inner assignment that may not be reached, or that is computed elsewhere."""
CLASSES: Final = {
    "Enum": "give each of its numbers a name at the level of the module: `RED = 1`",
    "NamedTuple": _PARTS,
    "dataclass": _PARTS,
}
"""What to write instead of a class, by a word that stands in its first line or above it."""
EXPRESSIONS: Final[dict[type[ast.AST], RefusalWords]] = {
    ast.NamedExpr: _INNER,
    ast.Lambda: ("a lambda", "write a function with def"),
    ast.Dict: (
        "a dictionary",
        "write one of numbers at the level of the module, `PRICES = {1: 2.5, 7: 4}`, or use an array",
    ),
    ast.Set: ("a set", "use an array: `a = array(8)`"),
    ast.List: ("a list", "use an array: `a = array(8)`"),
    ast.Tuple: ("a tuple as a value", "assign its parts to names of their own"),
    ast.ListComp: (
        "a comprehension",
        "write a for loop over an array, or say behind it how long `x = [...]` is: `assume(len(x) <= 10)`",
    ),
    ast.SetComp: ("a comprehension", "write a for loop over an array"),
    ast.DictComp: ("a comprehension", "write a for loop over an array"),
    ast.GeneratorExp: ("a generator expression", "write a for loop, or each value by itself"),
    ast.Await: ("await", "call the function without it"),
    ast.Yield: ("yield", "show a number with `pause(x)` or `ask(x)`, or return it"),
    ast.YieldFrom: ("yield", "show a number with `pause(x)` or `ask(x)`, or return it"),
    ast.JoinedStr: ("an f-string", "the calculator shows numbers only: `pause(x)`"),
    ast.Attribute: ("an attribute", "a number has no parts: give each part a name of its own"),
    ast.Starred: ("a star", "write every part by its name"),
    ast.Slice: ("a slice", "write a for loop over the elements"),
}

_AMONG: Final = "write `x in (1, 3)`, `x in a` with an array, `2 <= x < 5` for a range, or a for loop"
OPERATORS: Final[dict[type[ast.AST], RefusalWords]] = {
    ast.MatMult: ("@", "write the sums with a for loop"),
    ast.LShift: ("<<", "multiply by a power of 2"),
    ast.RShift: (">>", "write `//` with a power of 2"),
    ast.BitOr: ("|", "numbers are decimal here; for conditions write `or`"),
    ast.BitXor: ("^", "a power is written `**`"),
    ast.BitAnd: ("&", "numbers are decimal here; for conditions write `and`, and `n % 2` for the last bit"),
    ast.Invert: ("~", "for conditions write `not`"),
    ast.Is: ("is", "compare with `==`"),
    ast.IsNot: ("is not", "compare with `!=`"),
    ast.In: ("in", _AMONG),
    ast.NotIn: ("not in", _AMONG),
}

_FROM_POLAR: Final = "or both at once: `angle, radius = polar(y, x)`"

# Functions of Python and of its modules that a person may try, and what to write instead.
BUILTINS: Final = {
    "print": "write `show(x)`, which stops, or `pause(x)`, which goes on",
    "input": "write `x = ask(shown)`",
    "float": "leave it out: every number is decimal",
    "round": "write `round(x, 2)`, or `rnd(x)`, which rounds as the display does",
    "len": "give it an array, as in `len(a)`, or write the number",
    "min": "write `min(a, b)`, `min(a)` with an array, or `min(a[i] for i in range(n))` for a part of it",
    "max": "write `max(a, b)`, `max(a)` with an array, or `max(a[i] for i in range(n))` for a part of it",
    "sum": "give it an array or a table: `sum(a)`, `sum(a[i] for i in range(n))`, with a name or a number as "
    "its start, or write a for loop",
    "pow": "write `x ** y`, or a loop of products where a third number is the modulus",
    "divmod": "write `q, r = divmod(a, b)`",
    "bool": "write `x != 0`",
    "sorted": "write `a, b = sorted((a, b))`, for at most four numbers, or the loops of a sort",
    "enumerate": "it stands only in `for i, v in enumerate(a)`",
    "zip": "it stands only in `for v, w in zip(a, b)`",
    "reversed": "it stands only in `for i in reversed(range(n))`",
    "list": "use an array: `a = array(8)`",
    "range": "it stands only in `for i in range(...)`",
    "any": "give it conditions, as in `any(v > 3 for v in a)`",
    "all": "give it conditions, as in `all(v > 3 for v in a)`",
    "floor": "write `intpart(x)`, which is more than the floor where x is below 0 and not whole",
    "ceil": "write `intpart(x)`, which is less than the ceiling where x is above 0 and not whole",
    "trunc": "write `intpart(x)`",
    "isqrt": "write `intpart(sqrt(n))`",
    "fabs": "write `abs(x)`",
    "log": "write `ln(x)`, or `log10(x)`",
    "log2": "write `ln(x) / ln(2)`",
    "hypot": f"write `polar(y, x)[1]`, {_FROM_POLAR}",
    "atan2": f"write `polar(y, x)[0]`, {_FROM_POLAR}",
    "degrees": "write `to_deg(x)`, or leave it out: atan gives degrees unless `rad()` stands before",
    "radians": "write `to_rad(x)`, or leave it out: sin takes degrees unless `rad()` stands before",
    "fmod": "write `x % y`",
    "gcd": "write `while b != 0: a, b = b, a % b` in a function",
    "random": "write `ran()`",
    "randint": "write `intpart(ran() * 6) + 1` for a number from 1 to 6, and the like for others",
    "randrange": "write `intpart(ran() * 6)` for a number from 0 to 5",
    "append": "an array has its length from the beginning: write `a[i] = x`",
    "pop": "an array has its length from the beginning: write `x = a[i]`",
    "sort": "write the loops of a sort over an array",
    "count": "write `sum(v == x for v in a)`",
    "index": "write `for i, v in enumerate(a)` with a test in it",
    "clear": "write `for i in range(len(a)): a[i] = 0`",
    "str": "the calculator shows numbers only: `x // 10 % 10` is a digit of a number",
    "complex": "write `z = complex_number(x, y)`",
    "map": "write `sum(abs(v) for v in a)`, or a for loop",
    "filter": "write `sum(v for v in a if v > 0)`, or a for loop",
    "sign": "write `(x > 0) - (x < 0)`",
    "e": "write `exp(1)`",
    "inf": "write `9.999999999e99`, the largest number",
    "sleep": "write `pause(x)`, which shows a number for about a second",
    "format": "the calculator shows numbers only: `fix(2)` sets how",
}
KEEPING: Final = frozenset({"int", "float", "round", "pow", "floor", "ceil", "trunc", "log", "divmod"})
"""Functions with another name in the language, or not needed there: their arguments are still computed."""


_SEVERAL: Final = (ast.List, ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp)


def holds_several(node: ast.expr) -> bool:
    """Whether Python makes a collection of several values there."""
    return any(isinstance(one, _SEVERAL) for one in ast.walk(node))


def instead_of(name: str, known: Iterable[str], otherwise: str) -> str:
    """What to write instead of a name that is unknown: one like it, if there is one."""
    near = get_close_matches(name, sorted(set(known)), 1)
    return f"write `{near[0]}`, or {otherwise}" if near else otherwise
