"""Programs as people write them, at random: what `compiler_programs` seldom or never writes.

Loops over arrays by their index, digits of a number, loops that end by a test of what they compute,
subroutines without results and with three, up to four arguments and results, several names at once, returns
within loops, elements that are added to, claims in the middle, `unordered`, Errors on purpose, questions in
the middle of a value, conditions with names, flags.

`program` takes a `random.Random`: the same seed writes the same program in every run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

HEAD = """from generator.language import (
    acosh, acos, array, asin, ask, assume, atan, atanh, clear_flag, comb, cos, deg, eng, exp, fix, flag, frac,
    grad, intpart, ln, log10, pause, perm, pi, polar, program, rad, ran, rect, register, rnd, sci, set_flag,
    sin, sinh, sqrt, tan, to_hms, factorial, unordered,
)

"""
LABELS = ("A", "B", "C", "D", "E", "1", "7", ".5")
PINS = ("", "", "", "0", "4", '"I"', '".3"')
LOCALS = ("s", "t", "u", "v")
CONSTANTS = ("0", "1", "1", "2", "3", "5", "10", "-1", "0.5", "60", "100", "365.25", "1e10", "0.05")
ONE = (
    "abs",
    "intpart",
    "frac",
    "sqrt",
    "-",
    "sin",
    "atan",
    "exp",
    "ln",
    "rnd",
    "to_hms",
    "acosh",
    "factorial",
)
RELATIONS = ("==", "!=", "<", "<=", ">", ">=")
SETTINGS = ("deg()", "rad()", "grad()", "fix(2)", "fix(0)", "sci(3)", "eng(2)")
WRONG = ("sqrt(-1)", "ln(0)", "1 / 0", "asin(2)", "factorial(0.5)", "atanh(1)", "comb(2, 3)", "(0) ** (-1)")
CLAIMS = ("0 <= {0} <= 9 and frac({0}) == 0", "{0} >= 0", "1 <= {0} <= 20", "-3 <= {0} < 4", "{0} != 0")


@dataclass
class Room:
    """What statements may use: names with a value, and whole names with the range of each.

    `ends` are names that a loop may count to. `helpers` gives for each function its arguments and results.
    """

    names: list[str]
    registers: list[str] = field(default_factory=list)
    arrays: dict[str, int] = field(default_factory=dict)
    helpers: dict[str, tuple[int, int]] = field(default_factory=dict)
    ranges: dict[str, tuple[int, int]] = field(default_factory=dict)
    ends: dict[str, int] = field(default_factory=dict)
    results: int = 1
    talks: bool = False
    looping: bool = False
    silent: bool = False

    def within(self, **changes: object) -> Room:
        """The room of a branch or of a loop: what gets a value there has none after it."""
        return replace(self, names=list(self.names), ranges=dict(self.ranges), **changes)  # type: ignore[arg-type]

    def free(self) -> list[str]:
        """Names that may be assigned."""
        return [*(name for name in self.names if name not in self.ranges), *self.registers]


def number(chance: Random, room: Room, depth: int = 2) -> str:
    """A value."""
    kind = chance.randrange(12) if depth else chance.randrange(5)
    if kind <= 2:
        return chance.choice([*room.names, *room.registers, *room.ranges, "2"])
    if kind == 3:
        return chance.choice(CONSTANTS)
    if kind == 4:
        return element(chance, room) or chance.choice(CONSTANTS)
    if kind <= 8:
        return operation(chance, room, depth)
    if kind == 9:
        return f"{chance.choice(ONE)}({number(chance, room, depth - 1)})"
    if kind == 10 and not room.silent:
        return called(chance, room, 1, depth - 1) or chance.choice(("pi", "ran()"))
    if room.talks and not room.silent and chance.random() < 0.5:
        return f"ask({number(chance, room, depth - 1)})"
    return f"abs({number(chance, room, depth - 1)})"


def operation(chance: Random, room: Room, depth: int) -> str:
    """Two values and a sign, or a power."""
    left = number(chance, room, depth - 1)
    sign = chance.choice(("+", "+", "-", "-", "*", "*", "/", "//", "%", "**"))
    right = chance.choice(("2", "3", "0.5")) if sign == "**" else number(chance, room, depth - 1)
    return f"({left}) {sign} ({right})"


def called(chance: Random, room: Room, results: int, depth: int = 1) -> str:
    """A call of a function with so many results; '' when there is none."""
    fitting = [name for name, (_, given) in room.helpers.items() if given == results]
    if not fitting:
        return ""
    name = chance.choice(fitting)
    count = room.helpers[name][0]
    return f"{name}({', '.join(number(chance, room, max(0, depth)) for _ in range(count))})"


def element(chance: Random, room: Room, name: str = "") -> str:
    """An element: by number, by the index of a loop, from the other end, or by a value; '' without arrays."""
    if not room.arrays:
        return ""
    name = name or chance.choice(list(room.arrays))
    length = room.arrays[name]
    ways = [str(chance.randrange(length))]
    for index, (low, high) in room.ranges.items():
        ways += [index] * 3 if low >= 0 and high < length else []
        ways += [f"{index} - 1"] * 2 if low >= 1 and high <= length else []
        ways += [f"{index} + 1"] * 2 if low >= -1 and high + 1 < length else []
        ways += [f"{length - 1} - {index}"] * 2 if low >= 0 and high < length else []
    if len(ways) == 1 and room.names and chance.random() < 0.5:
        ways = [f"intpart(abs({chance.choice(room.names)})) % {length}"]
    return f"{name}[{chance.choice(ways)}]"


def condition(chance: Random, room: Room, depth: int = 1) -> str:
    """A comparison, a chain, or two joined."""
    kind = chance.randrange(8) if depth else 0
    quiet = replace(room, silent=True)
    if kind <= 4:
        return f"{number(chance, room, 1)} {chance.choice(RELATIONS)} {number(chance, room, 1)}"
    if kind == 5:
        ends = chance.choice((("0", "9"), ("1", "5"), (number(chance, quiet, 0), "100")))
        return f"{ends[0]} <= {number(chance, quiet, 0)} {chance.choice(('<', '<='))} {ends[1]}"
    word = chance.choice((" and ", " or "))
    both = word.join(f"({condition(chance, room, depth - 1)})" for _ in range(2))
    return f"not ({both})" if kind == 7 else both


def target(chance: Random, room: Room) -> str:
    """A name, new or old, or an element."""
    if chance.random() < 0.3 and room.arrays:
        return element(chance, room)
    known = room.free()
    return chance.choice(known) if known and chance.random() < 0.7 else chance.choice(LOCALS)


def learnt(room: Room, *targets: str) -> None:
    """Names have a value from now on."""
    for one in targets:
        if one.isidentifier() and one not in (*room.names, *room.registers, *room.ranges):
            room.names.append(one)


Lines = list[str]


def assigned(chance: Random, room: Room) -> Lines:
    """One value, to one name or to two."""
    value, first = number(chance, room), target(chance, room)
    if chance.random() < 0.1 and first.isidentifier() and "ask" not in value:
        second = target(chance, room)
        learnt(room, first, second)
        return [f"{first} = {second} = {value}"] if first != second else [f"{first} = {value}"]
    learnt(room, first)
    return [f"{first} = {value}"]


def added(chance: Random, room: Room) -> Lines:
    """A value added to a name or an element, or taken off, or the like."""
    known = [*room.free(), *([element(chance, room)] * 2 if room.arrays else [])]
    if not known:
        return assigned(chance, room)
    to = chance.choice(known)
    value = number(chance, replace(room, silent="[" in to) if "[" in to else room, 1)
    return [f"{to} {chance.choice(('+', '+', '-', '*', '/', '//', '%', '**'))}= {value}"]


def several(chance: Random, room: Room) -> Lines:
    """Names turned round, results of a function, or elements that change places."""
    kind = chance.randrange(4)
    free = room.free()
    if kind == 0 and room.arrays:
        one, other = element(chance, room), element(chance, room)
        return [f"{one}, {other} = {other}, {one}"]
    if kind == 1:
        count = chance.choice((2, 3, 4))
        call = called(chance, room, count)
        if call:
            to = chance.sample(("s", "t", "u", "v"), count)
            learnt(room, *to)
            return [f"{', '.join(to)} = {call}"]
    if kind == 2 or len(free) < 2:
        to = chance.sample(("s", "t", "u", "v"), 2)
        values = number(chance, room, 1), number(chance, room, 1)
        learnt(room, *to)
        return [f"{', '.join(to)} = {chance.choice(('polar', 'rect'))}({', '.join(values)})"]
    to = chance.sample(free, min(len(free), chance.choice((2, 2, 3, 4))))
    turned = to[1:] + to[:1]
    if chance.random() < 0.6:
        turned[-1] = number(chance, room, 1)
    return [f"{', '.join(to)} = {', '.join(turned)}"]


def spoken(chance: Random, room: Room) -> Lines:
    """A pause, a question, a setting, a claim, an Error on purpose, or a call for what it does."""
    kind = chance.randrange(6)
    if kind <= 1 and room.talks:
        if chance.random() < 0.5:
            return [f"pause({number(chance, room, 1)})"]
        name, shown = chance.choice(LOCALS), number(chance, room, 1)
        learnt(room, name)
        return [f"{name} = ask({shown})"]
    if kind == 2:
        return [chance.choice(SETTINGS)]
    if kind == 3 and room.names:
        name = chance.choice(room.names)
        return [f"if {name} >= 0:", f"    assume({chance.choice(CLAIMS).format(name)})"]
    if kind == 4 and chance.random() < 0.3:
        return [f"if {condition(chance, room)}:", f"    {target_name(chance, room)} = {chance.choice(WRONG)}"]
    call = called(chance, room, 0)
    return [call] if call else assigned(chance, room)


def target_name(chance: Random, room: Room) -> str:
    """A name to assign that has a value already, or one that nothing reads."""
    return chance.choice([*room.free(), "m"])


def indented(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


def branched(chance: Random, room: Room, depth: int) -> Lines:
    """An if, with elif and else now and then; both ways give a name its value now and then."""
    first, other = room.within(), room.within()
    lines = [f"if {condition(chance, room)}:", *indented(block(chance, first, depth - 1))]
    if chance.random() < 0.3:
        third = room.within()
        lines += [f"elif {condition(chance, room)}:", *indented(block(chance, third, depth - 1))]
        first.names = [name for name in first.names if name in third.names]
    if chance.random() < 0.5:
        lines += ["else:", *indented(block(chance, other, depth - 1))]
        learnt(room, *(name for name in first.names if name in other.names))
    return lines


def over_array(chance: Random, room: Room, depth: int) -> Lines:
    """A loop over the indices of an array, up or down, all or some, or a search in it."""
    if not room.arrays:
        return counted(chance, room, depth)
    name = chance.choice(list(room.arrays))
    length = room.arrays[name]
    index = new_index(room)
    head, low, high = chance.choice(
        (
            (f"range({length})", 0, length - 1),
            (f"range({length})", 0, length - 1),
            (f"range({length - 1}, -1, -1)", 0, length - 1),
            (f"range(1, {length})", 1, length - 1),
            (f"range(0, {length}, 2)", 0, length - 1),
            (f"range({length}, 0, -1)", 1, length),
        )
    )
    inner = room.within(looping=True)
    inner.ranges[index] = (low, high)
    if chance.random() < 0.15 and room.free():
        to = chance.choice(room.free())
        claimed = chance.choice((f"{name}[{index}] = 0", f"if {name}[{index}] == 1:\n        {to} += 1"))
        return [f"for {index} in unordered(range({length})):", *f"    {claimed}".split("\n")]
    return [f"for {index} in {head}:", *indented(block(chance, inner, depth - 1))]


def new_index(room: Room) -> str:
    """A name for the index of a loop that no loop around has."""
    return next(name for name in "ijklm" if name not in room.ranges)


def counted(chance: Random, room: Room, depth: int) -> Lines:
    """A loop to a number, to a claimed argument, or to the index of a loop around."""
    index = new_index(room)
    ends = {str(count): count for count in (1, 2, 3, 4)} | room.ends
    ends |= {name: high for name, (low, high) in room.ranges.items() if low >= 0}
    end = chance.choice(list(ends))
    top = ends[end]
    head, low, high = chance.choice(
        (
            (f"range({end})", 0, top - 1),
            (f"range(1, {end} + 1)", 1, top),
            (f"range({end}, 0, -1)", 1, top),
            (f"range({end} - 1, -1, -1)", 0, top - 1),
            (f"range(0, {end}, {chance.choice((2, 3))})", 0, top - 1),
            (f"range({end}, -3, -2)", -2, top),
        )
    )
    inner = room.within(looping=True)
    inner.ranges[index] = (low, high)
    lines = [f"for {index} in {head}:", *indented(block(chance, inner, depth - 1))]
    if chance.random() < 0.2 and index not in room.names:
        room.names.append(index)  # read after the loop
        room.ranges[index] = (-99, 99)
        lines.insert(0, f"{index} = {chance.choice(CONSTANTS)}")
    return lines


def repeated(chance: Random, room: Room, depth: int) -> Lines:
    """A loop that ends by what it computes: digits, remainders, halves, a count, or `while True`."""
    free = [name for name in room.free() if name.isidentifier()]
    if not free:
        return assigned(chance, room)
    name = chance.choice(free)
    other = chance.choice([one for one in (*free, "n") if one != name])
    start = [] if other in free else [f"{other} = {number(chance, room, 1)}"]
    kind = chance.randrange(5)
    if kind != 2:
        learnt(room, other)
    inner = room.within(looping=True)
    body = indented(block(chance, inner, depth - 1))
    if kind == 0:
        digits = [f"    {other} += {name} % 10", f"    {name} //= 10"]
        return [*start, f"while {name} > 0:", *digits, *(body if chance.random() < 0.3 else [])]
    if kind == 1:
        return [*start, f"while {other} != 0:", f"    {name}, {other} = {other}, {name} % {other}"]
    if kind == 2:
        stop = indented([f"if {name} <= 1:", "    break"])
        return [f"{name} = abs({name})", "while True:", *stop, f"    {name} /= 2", *body]
    if kind == 3:
        step = [f"    {other} += 1"]
        return [f"{other} = 0", f"while {other} < 3 and {condition(chance, room, 0)}:", *step, *body]
    stop = indented([f"if {other} <= 0 or {condition(chance, inner, 0)}:", "    break"])
    return [f"{other} = {chance.choice('1234')}", "while True:", f"    {other} -= 1", *body, *stop]


def decided(chance: Random, room: Room, depth: int) -> Lines:
    """A condition with a name, or a flag of the calculator, that is changed now and then and asked."""
    if chance.random() < 0.3:
        word, flag = chance.choice(("set_flag", "clear_flag")), chance.choice("01")
        asked, changed = f"flag({flag})", f"{word}({flag})"
        lines = [chance.choice((changed, f"if {condition(chance, room)}:\n    {changed}"))]
    else:
        asked = chance.choice(("right", "late"))
        ways = (
            f"{asked} = False",
            f"{asked} = not {asked}",
            f"{asked} = {asked} and {condition(chance, room)}",
        )
        changed = chance.choice((f"{asked} = True", *ways))
        lines = [f"{asked} = {condition(chance, room)}"]
    for _ in range(chance.choice((0, 1, 2))):
        lines += chance.choice(SIMPLE)(chance, room)
    if chance.random() < 0.5:
        index = new_index(room)
        inner = room.within(looping=True)
        inner.ranges[index] = (0, 2)
        body = [*chance.choice(SIMPLE)(chance, inner), f"if {condition(chance, inner)}:", f"    {changed}"]
        lines += [f"for {index} in range(3):", *indented(body)]
    lines += [f"if {chance.choice(('', 'not '))}{asked}:", *indented(block(chance, room.within(), depth - 1))]
    if chance.random() < 0.5:
        lines += ["else:", *indented(block(chance, room.within(), depth - 1))]
    return [part for line in lines for part in line.split("\n")]


def left(chance: Random, room: Room) -> Lines:
    """A way out of a loop or of the function."""
    ways = ["break", "continue"] if room.looping else []
    if chance.random() < 0.4 or not ways:
        values = ", ".join(number(chance, room, 1) for _ in range(room.results))
        ways = [f"return {values}".rstrip()]
    return [f"if {condition(chance, room)}:", f"    {chance.choice(ways)}"]


SIMPLE: tuple[Callable[[Random, Room], Lines], ...] = (assigned, assigned, added, added, several, spoken)
LARGE: tuple[Callable[[Random, Room, int], Lines], ...] = (
    branched,
    over_array,
    over_array,
    counted,
    repeated,
    decided,
)


def block(chance: Random, room: Room, depth: int) -> Lines:
    """One to three statements."""
    lines: Lines = []
    for _ in range(chance.choice((1, 1, 2, 2, 3))):
        if depth and chance.random() < 0.4:
            lines += chance.choice(LARGE)(chance, room, depth)
        else:
            lines += chance.choice(SIMPLE)(chance, room)
    if chance.random() < (0.15 if room.looping else 0.05):
        lines += left(chance, room)
    return lines


def function(chance: Random, name: str, label: str, room: Room, depth: int) -> str:
    """A function of these parameters, `room.names`."""
    parameters = ", ".join(room.names)
    lines = []
    if label and room.names and chance.random() < 0.6:
        claimed = chance.choice(room.names)
        top = chance.choice((3, 4, 6))
        lines = [f"assume(1 <= {claimed} <= {top})", f"assume(frac({claimed}) == 0)"]
        room.ends[claimed] = top
        room.ranges[claimed] = (1, top)
        room.names.remove(claimed)
    if room.registers:
        lines.insert(0, f"global {', '.join(room.registers)}")
    lines += block(chance, room, depth)
    lines += block(chance, room, 1) if label and chance.random() < 0.5 else []
    if room.results:
        lines.append(f"return {', '.join(number(chance, room) for _ in range(room.results))}")
    head = [f'@program("{label}")'] if label else []
    return "\n".join([*head, f"def {name}({parameters}):", *indented(lines or ["pass"])]) + "\n\n"


def program(chance: Random) -> str:
    """A module: registers, arrays, up to three functions and one to three entry points."""
    text = HEAD
    registers = ["p", "q", "r"][: chance.choice((0, 1, 2, 3))]
    for name, pin in zip(registers, chance.sample(PINS, 3), strict=False):
        text += f"{name} = register({pin})\n"
    arrays = {name: chance.choice((2, 3, 4, 6)) for name in "ab"[: chance.choice((0, 1, 1, 2))]}
    for name, length in arrays.items():
        text += f"{name} = array({length}{chance.choice(('', '', ', at=5')) if name == 'a' else ''})\n"
    helpers: dict[str, tuple[int, int]] = {}
    talks = chance.random() < 0.3
    for name in ["f", "g", "h"][: chance.choice((0, 0, 0, 1, 1, 2, 3))]:
        count, results = chance.randrange(4), chance.choice((0, 1, 1, 1, 2, 3))
        room = Room(["x", "y", "z"][:count], registers, arrays, dict(helpers), results=results, talks=talks)
        text += function(chance, name, "", room, 1)
        helpers[name] = (count, results)
    for label in chance.sample(LABELS, chance.choice((1, 1, 1, 2, 3))):
        names = ["w", "x", "y", "z"][chance.randrange(5) :]
        room = Room(names, registers, arrays, helpers, results=chance.choice((0, 1, 1, 2, 3, 4)), talks=talks)
        text += function(chance, f"entry_{label.strip('.').lower()}", label, room, chance.choice((1, 2, 2)))
    return text
