"""Random programs of the compiler's language, as hypothesis strategies: sources that the front accepts.

`sources` writes whole modules with everything that the language has. `nests` writes statements of loop nests
whose bounds, indices and conditions are sums of loop variables: what the analysis of dependences understands.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from hypothesis import strategies as st

from generator.compiler import front
from generator.compiler.tree import ir

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
CLAIMS = (
    *("0 <= {name} <= 12", "0 <= {name} <= 12", "1 <= {name} <= 3 and frac({name}) == 0"),
    *("{name} == intpart({name})", "{name} >= 1", "-5 <= {name} < 100"),
)
RELATIONS = ("==", "!=", "<", "<=", ">", ">=")
NAMES = (
    "acos, array, asin, asinh, ask, assume, atan, comb, cos, deg, eng, exp, factorial, fix, frac, from_hms, "
    "grad, intpart, ln, log10, pause, perm, pi, polar, program, rad, ran, rect, register, rnd, sci, sin, "
    "sinh, sqrt, tan, tanh, to_deg, to_hms, to_rad"
)
HEAD = f"from generator.language import {NAMES}\n\n"


@dataclass
class Scope:
    """What a function being written may use: names with a value, and what the module holds.

    `sums`: indices, bounds and conditions are sums of the variables of loops, which are `fixed`, and of n.
    Values are sums of two. With `free` conditions may also compare values.
    """

    names: list[str]
    registers: list[str]
    arrays: dict[str, int]
    helpers: dict[str, tuple[int, int]]
    dialogue: bool
    in_loop: bool = False
    counters: int = 0
    fixed: list[str] = field(default_factory=list)
    sums: bool = False
    free: bool = False

    def inner(self, *more: str) -> Scope:
        """The scope within a loop or branch: names given there are not known after it."""
        return Scope(
            [*self.names, *more],
            self.registers,
            self.arrays,
            self.helpers,
            self.dialogue,
            True,
            self.counters,
            self.fixed,
            self.sums,
            self.free,
        )

    def silent(self) -> Scope:
        """The same scope without functions to call: for the middle of a chain of comparisons."""
        return replace(self, helpers={})


@st.composite
def expressions(draw: st.DrawFn, scope: Scope, depth: int = 2) -> str:
    """A value: a number, a name, an element, an operation, a call."""
    if scope.sums:
        return " + ".join(draw(terms(scope)) for _ in range(2 if depth else 1))
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
def terms(draw: st.DrawFn, scope: Scope) -> str:
    """A register, the variable of a loop, or an element: what sums have."""
    kind = draw(st.integers(0, 3))
    if kind == 0:
        return draw(st.sampled_from(scope.registers))
    return draw(st.sampled_from(scope.fixed)) if kind == 1 and scope.fixed else draw(elements(scope))


@st.composite
def elements(draw: st.DrawFn, scope: Scope) -> str:
    """An element of an array: by a number, or by a whole number that is brought into range."""
    name = draw(st.sampled_from(sorted(scope.arrays)))
    length = scope.arrays[name]
    if scope.sums:
        factors = [(draw(st.integers(-2, 2)), loop) for loop in scope.fixed]
        index = str(length // 2 + draw(st.integers(-2, 2)))
        return f"{name}[{index + ''.join(f' + {factor} * {loop}' for factor, loop in factors if factor)}]"
    if draw(st.booleans()) or not scope.names:
        return f"{name}[{draw(st.integers(0, length - 1))}]"
    index = draw(st.sampled_from(scope.names))
    return f"{name}[intpart(abs({index})) % {length}]"


@st.composite
def conditions(draw: st.DrawFn, scope: Scope, depth: int = 1) -> str:
    """A comparison, a chain, or conditions with and, or, not."""
    if scope.sums:
        return draw(values_compared(scope) if scope.free else bounds_compared(scope))
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
def values_compared(draw: st.DrawFn, scope: Scope) -> str:
    """A comparison of which no analysis knows how it ends."""
    return f"{draw(expressions(scope, 0))} {draw(st.sampled_from(('==', '<')))} {draw(expressions(scope, 0))}"


@st.composite
def bounds_compared(draw: st.DrawFn, scope: Scope) -> str:
    """A condition on variables of loops and n."""
    known = [*scope.fixed, "n"]
    one = f"{draw(st.sampled_from(known))} {draw(st.sampled_from(RELATIONS))} {draw(st.integers(0, 3))}"
    if draw(st.booleans()):
        return one
    other = f"n {draw(st.sampled_from(('<', '>=')))} {draw(st.sampled_from(known))}"
    return draw(st.sampled_from((f"{one} and {other}", f"{one} or {other}", f"not {one}")))


@st.composite
def targets(draw: st.DrawFn, scope: Scope) -> str:
    """A name, a register or an element to assign. Counters of loops are left alone."""
    if scope.sums:
        return (
            draw(st.sampled_from(scope.registers)) if draw(st.integers(0, 3)) == 0 else draw(elements(scope))
        )
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
    if scope.sums:
        return [f"{draw(targets(scope))} = {draw(expressions(scope, 1))}"]
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
    for _ in range(draw(st.integers(1, 2 if scope.sums and scope.in_loop else 3))):
        kind = draw(st.integers(0, 8 if scope.sums else 9)) if depth else 0
        if kind <= 4:
            lines += draw(simple(scope))
        elif kind <= 6:
            lines += draw(branches(scope, depth))
        elif kind <= 8:
            lines += draw(counted(scope, depth))
        else:
            lines += draw(conditional(scope, depth))
    if scope.in_loop and not scope.sums and draw(st.integers(0, 9)) == 0:
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
    if scope.sums:
        return draw(nested(scope, depth))
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
    scope.names.append(name)  # read after the loop: its last value, or this one
    scope.fixed.append(name)
    return [f"{name} = {draw(NUMBERS)}", *lines]


@st.composite
def nested(draw: st.DrawFn, scope: Scope, depth: int) -> list[str]:
    """A for loop from a small number to n, 3 or the variable of a loop around, or back."""
    name = "ijk"[len(scope.fixed)]
    ends = [str(draw(st.integers(0, 2))), draw(st.sampled_from(["n", "3", *scope.fixed]))]
    step = draw(st.sampled_from([1, 1, -1, 2, -2]))
    start, stop = ends if step > 0 else ends[::-1]
    inner = scope.inner()
    inner.fixed = [*scope.fixed, name]
    return [f"for {name} in range({start}, {stop}, {step}):", *indented(draw(blocks(inner, depth - 1)))]


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
    claimed = parameters[:1] if label is not None and draw(st.integers(0, 1)) == 0 else []
    lines = [f"assume({draw(st.sampled_from(CLAIMS)).format(name=name)})" for name in claimed]
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


def nest_scope(loops: tuple[str, ...] = (), *, free: bool = False) -> Scope:
    """What statements of loop nests may use, within these loops."""
    return Scope([], ["s", "t"], {"a": 60, "b": 60}, {}, False, bool(loops), 0, list(loops), True, free)


def parsed(lines: list[str], loops: tuple[str, ...] = ()) -> ir.Block:
    """Statements as the front reads them, within these loops."""
    for name in reversed(loops):
        lines = [f"for {name} in range(n):", *indented(lines)]
    head = f"{HEAD}n = register()\ns = register()\nt = register()\na = array(60)\nb = array(60)\n"
    text = head + '@program("A")\ndef f():\n' + "\n".join(indented(["global s, t", *lines])) + "\n"
    body = front.parse(text).functions["f"].body
    for _ in loops:
        (around,) = body
        assert isinstance(around, ir.For)
        body = around.body
    return body


def nests(depth: int, *, free: bool = False) -> st.SearchStrategy[ir.Block]:
    """Statements with up to so many loops within each other."""
    return blocks(nest_scope(free=free), depth).map(parsed)


def loop_bodies(*loops: str) -> st.SearchStrategy[ir.Block]:
    """One or two assignments within these loops."""
    return blocks(nest_scope(loops), 0).map(lambda lines: parsed(lines, loops))
