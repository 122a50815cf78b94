"""Random programs of the compiler's language, as hypothesis strategies: sources that the front accepts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from hypothesis import strategies as st

NUMBERS = st.sampled_from(
    ["0", "1", "2", "3", "10", "7", "0.5", "-1", "-3", "1.5", "100", "12345", "0.001", "1e10", "-2.5e-3"]
)
FUNCTIONS = (
    *("sqrt", "abs", "intpart", "frac", "abs", "intpart", "abs", "intpart", "frac", "sqrt"),
    *("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "tanh", "asinh", "exp", "ln", "log10", "rnd"),
    *("to_deg", "to_rad", "to_hms", "from_hms", "factorial"),
)
SETTINGS = ("deg()", "rad()", "grad()", "fix(2)", "fix(0)", "sci(3)", "eng(1)")
OPERATORS = ("+", "-", "*", "/", "+", "-", "*", "//", "%", "**")
RELATIONS = ("==", "!=", "<", "<=", ">", ">=")
NAMES = (
    "acos, array, asin, asinh, ask, assume, atan, comb, cos, deg, eng, exp, factorial, fix, frac, from_hms, "
    "grad, intpart, ln, log10, pause, perm, pi, polar, program, rad, ran, rect, register, rnd, sci, sin, "
    "sinh, sqrt, tan, tanh, to_deg, to_hms, to_rad"
)
HEAD = f"from generator.language import {NAMES}\n\n"


@dataclass
class Scope:
    """What a function being written may use: names with a value, and what the module holds."""

    names: list[str]
    registers: list[str]
    arrays: dict[str, int]
    helpers: dict[str, tuple[int, int]]
    dialogue: bool
    in_loop: bool = False
    counters: int = 0
    fixed: list[str] = field(default_factory=list)

    def inner(self, *more: str) -> Scope:
        """The scope within a loop or branch: names given there are not known behind it."""
        return Scope(
            [*self.names, *more],
            self.registers,
            self.arrays,
            self.helpers,
            self.dialogue,
            True,
            self.counters,
            self.fixed,
        )

    def silent(self) -> Scope:
        """The same scope without functions to call: for the middle of a chain of comparisons."""
        return replace(self, helpers={})


@st.composite
def expressions(draw: st.DrawFn, scope: Scope, depth: int = 2) -> str:
    """A value: a number, a name, an element, an operation, a call."""
    readable = scope.names + scope.registers
    kind = draw(st.integers(0, 11)) if depth else draw(st.integers(0, 3))
    if kind <= 2 and readable:
        return draw(st.sampled_from(readable))
    if kind == 3 or not depth:
        return draw(NUMBERS)
    if kind <= 8:
        left = draw(expressions(scope, depth - 1))
        operator = draw(st.sampled_from(OPERATORS))
        right = draw(st.just("2") | NUMBERS) if operator == "**" else draw(expressions(scope, depth - 1))
        return f"({left}) {operator} ({right})" if operator != "**" else f"({left}) ** {right}"
    if kind == 9 and scope.arrays:
        return draw(elements(scope))
    if kind == 10 and any(results == 1 for _, results in scope.helpers.values()):
        name = draw(st.sampled_from([one for one, (_, results) in scope.helpers.items() if results == 1]))
        count = scope.helpers[name][0]
        return f"{name}({', '.join(draw(expressions(scope, depth - 1)) for _ in range(count))})"
    last = draw(st.integers(0, 15))
    if last <= 6:
        return f"-({draw(expressions(scope, depth - 1))})"
    if last == 7:
        return draw(st.sampled_from(("pi", "ran()")))
    if last == 8:
        operands = [draw(expressions(scope, depth - 1)) for _ in range(2)]
        return f"{draw(st.sampled_from(('comb', 'perm')))}({', '.join(operands)})"
    return f"{draw(st.sampled_from(FUNCTIONS))}({draw(expressions(scope, depth - 1))})"


@st.composite
def elements(draw: st.DrawFn, scope: Scope) -> str:
    """An element of an array: by a number, or by a whole number that is brought into range."""
    name = draw(st.sampled_from(sorted(scope.arrays)))
    length = scope.arrays[name]
    if draw(st.booleans()) or not scope.names:
        return f"{name}[{draw(st.integers(0, length - 1))}]"
    index = draw(st.sampled_from(scope.names))
    return f"{name}[intpart(abs({index})) % {length}]"


@st.composite
def conditions(draw: st.DrawFn, scope: Scope, depth: int = 1) -> str:
    """A comparison, a chain, or conditions with and, or, not."""
    kind = draw(st.integers(0, 6)) if depth else 0
    if kind <= 3:
        left, right = draw(expressions(scope, 1)), draw(expressions(scope, 1) | NUMBERS)
        return f"{left} {draw(st.sampled_from(RELATIONS))} {right}"
    if kind == 4:
        ends = draw(NUMBERS), draw(NUMBERS)
        middle = draw(expressions(scope.silent(), 1).filter(lambda one: "ran()" not in one))
        return f"{ends[0]} <= {middle} < {ends[1]}"
    parts = [draw(conditions(scope, depth - 1)) for _ in range(2)]
    joined = f" {draw(st.sampled_from(('and', 'or')))} ".join(f"({part})" for part in parts)
    return f"not ({joined})" if kind == 6 else joined


@st.composite
def targets(draw: st.DrawFn, scope: Scope) -> str:
    """A name, a register or an element to assign; counters of loops are left alone."""
    free = [name for name in scope.names if name not in scope.fixed]
    kind = draw(st.integers(0, 5))
    if kind == 0 and scope.registers:
        return draw(st.sampled_from(scope.registers))
    if kind == 1 and scope.arrays:
        return draw(elements(scope))
    if kind <= 3 and free:
        return draw(st.sampled_from(free))
    return draw(st.sampled_from("stuvw"))


def learnt(scope: Scope, target: str) -> None:
    """A name has a value from now on."""
    if target.isidentifier() and target not in scope.names and target not in scope.registers:
        scope.names.append(target)


@st.composite
def simple(draw: st.DrawFn, scope: Scope) -> list[str]:
    """An assignment of some form, a pause, a question, or a call."""
    kind = draw(st.integers(0, 14))
    readable = [name for name in scope.names + scope.registers if name not in scope.fixed]
    if kind <= 2 and readable:
        target = draw(st.sampled_from(readable))
        operator = draw(st.sampled_from(("+", "-", "*", "/", "//", "%")))
        return [f"{target} {operator}= {draw(expressions(scope, 1))}"]
    if kind == 3:
        pair = draw(st.lists(targets(scope), min_size=2, max_size=2, unique=True))
        values = [draw(expressions(scope, 1)) for _ in pair]
        for target in pair:
            learnt(scope, target)
        return [f"{pair[0]}, {pair[1]} = {values[0]}, {values[1]}"]
    if kind == 4:
        several = {name: count for name, (count, results) in scope.helpers.items() if results == 2}
        call = draw(st.sampled_from(["polar", "rect", *several]))
        arguments = [draw(expressions(scope, 1)) for _ in range(several.get(call, 2))]
        pair = draw(st.lists(targets(scope), min_size=2, max_size=2, unique=True))
        for target in pair:
            learnt(scope, target)
        return [f"{pair[0]}, {pair[1]} = {call}({', '.join(arguments)})"]
    if kind == 5 and scope.dialogue:
        return [f"pause({draw(expressions(scope, 1))})"]
    if kind == 7 and scope.arrays:
        first, second = draw(elements(scope)), draw(elements(scope))
        return [f"{first}, {second} = {second}, {first}"]
    if kind == 8:
        return [draw(st.sampled_from(SETTINGS))]
    value = (
        f"ask({draw(expressions(scope, 1))})" if kind == 6 and scope.dialogue else draw(expressions(scope))
    )
    target = draw(targets(scope))
    learnt(scope, target)
    return [f"{target} = {value}"]


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


@st.composite
def blocks(draw: st.DrawFn, scope: Scope, depth: int) -> list[str]:
    """One to three statements, loops and branches among them."""
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.integers(0, 9)) if depth else 0
        if kind <= 4:
            lines += draw(simple(scope))
        elif kind <= 6:
            lines += draw(branches(scope, depth))
        elif kind <= 8:
            lines += draw(counted(scope, depth))
        else:
            lines += draw(conditional(scope, depth))
    if scope.in_loop and draw(st.integers(0, 9)) == 0:
        lines += [f"if {draw(conditions(scope))}:", f"    {draw(st.sampled_from(('break', 'continue')))}"]
    return lines


@st.composite
def branches(draw: st.DrawFn, scope: Scope, depth: int) -> list[str]:
    """An if, perhaps with an else."""
    was = scope.in_loop
    inner = scope.inner()
    inner.in_loop = was
    lines = [f"if {draw(conditions(scope))}:", *indented(draw(blocks(inner, depth - 1)))]
    if draw(st.integers(0, 4)) == 0:
        other = scope.inner()
        other.in_loop = was
        lines += [f"elif {draw(conditions(scope))}:", *indented(draw(blocks(other, depth - 1)))]
    if draw(st.booleans()):
        other = scope.inner()
        other.in_loop = was
        lines += ["else:", *indented(draw(blocks(other, depth - 1)))]
    return lines


@st.composite
def counted(draw: st.DrawFn, scope: Scope, depth: int) -> list[str]:
    """A for loop of a few passes, up or down, its end a number or a value."""
    scope.counters += 1
    name = f"i{scope.counters}"
    count = draw(
        st.integers(0, 4).map(str)
        | st.sampled_from([*scope.names, "3"]).map(lambda one: f"intpart({one}) % 4")
    )
    limits = draw(
        st.sampled_from(
            (f"range({count})", f"range({count}, 0, -1)", f"range(1, {count})", f"range({count}, -1, -2)")
        )
    )
    inner = scope.inner(name)
    inner.fixed = [*scope.fixed, name]
    lines = [f"for {name} in {limits}:", *indented(draw(blocks(inner, depth - 1)))]
    if draw(st.integers(0, 3)):
        return lines
    scope.names.append(name)  # read behind the loop: its last value, or this one
    scope.fixed.append(name)
    return [f"{name} = {draw(NUMBERS)}", *lines]


@st.composite
def conditional(draw: st.DrawFn, scope: Scope, depth: int) -> list[str]:
    """A while loop that a counter of its own ends."""
    scope.counters += 1
    name = f"n{scope.counters}"
    inner = scope.inner(name)
    inner.fixed = [*scope.fixed, name]
    test = draw(st.sampled_from((f"{name} > 0", f"{name} != 0")))
    if draw(st.booleans()):
        test = f"{test} and {draw(conditions(scope, 0))}"
    body = draw(blocks(inner, depth - 1))
    scope.names.append(name)
    scope.fixed.append(name)
    step = [f"{name} -= 1"]
    lines = [*step, *body]  # first, so that `continue` does not pass it by
    return [f"{name} = {draw(st.integers(1, 3))}", f"while {test}:", *indented(lines)]


@st.composite
def functions(draw: st.DrawFn, name: str, label: str | None, results: int, scope: Scope, depth: int) -> str:
    """A function with a body and a return."""
    parameters = list(scope.names)
    claimed = label is not None and parameters and draw(st.integers(0, 3)) == 0
    lines = [f"assume(0 <= {parameters[0]} <= 12)"] if claimed else []
    lines += draw(blocks(scope, depth))
    if draw(st.integers(0, 4)) == 0:
        values = ", ".join(draw(expressions(scope, 1)) for _ in range(results))
        lines += [f"if {draw(conditions(scope))}:", f"    return {values}"]
        lines += draw(simple(scope))
    lines.append(f"return {', '.join(draw(expressions(scope)) for _ in range(results))}".rstrip())
    used = [f"global {', '.join(scope.registers)}"] if scope.registers else []
    head = f"def {name}({', '.join(parameters)}):"
    return "\n".join(([f'@program("{label}")'] if label else []) + [head, *indented([*used, *lines])]) + "\n"


@st.composite
def sources(draw: st.DrawFn, depth: int = 2) -> str:
    """A module: registers, arrays, helpers and one or two entry points."""
    text = HEAD
    registers = ["p", "q"][: draw(st.integers(0, 2))]
    for name, pin in zip(registers, draw(st.permutations(["1", '"I"', "", "0"])), strict=False):
        text += f"{name} = register({pin})\n"
    count = draw(st.sampled_from((0, 0, 1, 1, 2)))
    arrays = {name: draw(st.integers(2, 4)) for name in "ab"[:count]}
    for name, length in arrays.items():
        text += (
            f"{name} = array({length}{draw(st.sampled_from(('', '', ', at=2' if name == 'a' else '')))})\n"
        )
    helpers: dict[str, tuple[int, int]] = {}
    for name in ["f", "g"][: draw(st.sampled_from((0, 0, 1, 2)))]:
        count, results = draw(st.integers(0, 2)), draw(st.sampled_from((1, 1, 2)))
        scope = Scope(["x", "y"][:count], registers, arrays, dict(helpers), False)
        text += draw(functions(name, None, results, scope, 1))
        helpers[name] = (count, results)
    dialogue = draw(st.integers(0, 3)) == 0
    for label in "AB"[: draw(st.sampled_from((1, 1, 2)))]:
        scope = Scope(["x", "y", "z"][: draw(st.integers(0, 3))], registers, arrays, helpers, dialogue)
        text += draw(
            functions(f"entry_{label.lower()}", label, draw(st.sampled_from((1, 1, 2, 0))), scope, depth)
        )
    return text
