"""Random programs in which something changes between two equal pieces of code.

A mode that is set in the middle, in a branch, in a loop or in a called function. An index that moves between
two accesses. Elements that change places. Up to five entry points that share arrays and registers.

`program` takes a `random.Random`: the same seed writes the same program in every run.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

HEAD = """from generator.language import (
    acos, array, assume, atan, cos, deg, eng, fix, frac, grad, intpart, polar, program, rad, rect, register,
    rnd, sci, sin, sqrt, tan,
)

"""
SETTINGS = ("deg()", "rad()", "grad()", "fix(0)", "fix(2)", "sci(1)", "eng(2)")
MODAL = ("rnd({0})", "sin({0})", "cos({0})", "tan({0})", "atan({0})", "rnd({0} / 3)", "sin({0}) + rnd({0})")
RELATIONS = (">", "<", ">=", "<=", "==", "!=")
LABELS = ("A", "B", "C", "D", "E", "1", "7", ".5")
Lines = list[str]


@dataclass
class Scene:
    """What a function may use: names with values, indices with their ranges, arrays with their lengths."""

    names: list[str]
    registers: list[str]
    arrays: dict[str, int]
    helpers: list[str] = field(default_factory=list)
    indices: dict[str, tuple[int, int]] = field(default_factory=dict)


def value(chance: Random, scene: Scene) -> str:
    """A value of few kinds, so that the same one is often computed twice."""
    plain = chance.choice([*scene.names, *scene.registers, *scene.indices, "4.8", "0.3"])
    kind = chance.randrange(8)
    if kind <= 2:
        return chance.choice(MODAL).format(plain)
    if kind == 3 and scene.helpers:
        return f"{chance.choice(scene.helpers)}({plain})"
    if kind == 4:
        return element(chance, scene)
    if kind == 5:
        return f"{plain} {chance.choice('+-*')} {element(chance, scene)}"
    return f"{plain} {chance.choice('+-*')} {chance.choice([*scene.names, *scene.indices, '2'])}"


def element(chance: Random, scene: Scene) -> str:
    """An element by a number, by an index, or beside an index."""
    name = chance.choice(list(scene.arrays))
    length = scene.arrays[name]
    ways = [str(chance.randrange(length))]
    for index, (low, high) in scene.indices.items():
        for shift, sign in ((0, ""), (1, " + 1"), (-1, " - 1")):
            if low + shift >= 0 and high + shift < length:
                ways += [f"{index}{sign}"] * 4
    return f"{name}[{chance.choice(ways)}]"


def moved(chance: Random, scene: Scene) -> Lines:
    """An index one step on or back, or set anew."""
    if not scene.indices:
        return assigned(chance, scene)
    index = chance.choice(list(scene.indices))
    low, high = scene.indices[index]
    length = max(scene.arrays.values())
    ways = [(f"{index} = {number}", (number, number)) for number in range(length)]
    if high + 1 < length:
        ways += [(f"{index} += 1", (low + 1, high + 1))] * 9
    if low > 0:
        ways += [(f"{index} -= 1", (low - 1, high - 1))] * 9
    if low >= 0 and high < length:
        ways += [(f"{index} = {length - 1} - {index}", (length - 1 - high, length - 1 - low))] * 2
    line, scene.indices[index] = chance.choice(ways)
    return [line]


def target(chance: Random, scene: Scene) -> str:
    return (
        element(chance, scene) if chance.random() < 0.5 else chance.choice([*scene.names, *scene.registers])
    )


def assigned(chance: Random, scene: Scene) -> Lines:
    """A value stored, added, or exchanged with another."""
    kind = chance.randrange(6)
    to = target(chance, scene)
    if kind == 0:
        quiet = replace(scene, helpers=[])
        return [f"{to} {chance.choice('+-*')}= {value(chance, quiet)}"]
    if kind == 1:
        one, other = element(chance, scene), element(chance, scene)
        return [f"{one}, {other} = {other}, {one}"]
    if kind == 2 and len(scene.names) > 1:
        one, other = chance.sample(scene.names, 2)
        return [f"{one}, {other} = {chance.choice(('polar', 'rect'))}({value(chance, scene)}, {one})"]
    return [f"{to} = {value(chance, scene)}"]


def set_mode(chance: Random, scene: Scene) -> Lines:
    if scene.helpers and chance.random() < 0.3:
        return [f"{chance.choice(scene.names)} = {chance.choice(scene.helpers)}({value(chance, scene)})"]
    return [chance.choice(SETTINGS)]


def branched(chance: Random, scene: Scene, depth: int) -> Lines:
    """An if whose ways may move an index differently."""
    before = dict(scene.indices)
    test = f"if {value(chance, scene)} {chance.choice(RELATIONS)} {value(chance, scene)}:"
    lines = [test, *indented(block(chance, scene, depth - 1))]
    after, scene.indices = scene.indices, dict(before)
    if chance.random() < 0.4:
        lines += ["else:", *indented(block(chance, scene, depth - 1))]
    for name, (low, high) in scene.indices.items():
        scene.indices[name] = (min(low, after[name][0]), max(high, after[name][1]))
    return lines


def passed(chance: Random, scene: Scene, depth: int) -> Lines:
    """A loop over an array by an index of its own that the body moves between two accesses."""
    name = chance.choice(list(scene.arrays))
    length = scene.arrays[name]
    index = next(one for one in "ijkm" if one not in scene.indices and one not in scene.names)
    outer = dict(scene.indices)
    scene.indices = {one: limits for one, limits in outer.items() if chance.random() < 0.5}
    kept = dict(scene.indices)
    to = chance.choice(scene.names)
    steps = [
        [f"{to} = {name}[{index}]", f"{index} += 1", f"if {to} {chance.choice('<>')} {name}[{index}]:",
         f"    {name}[{index} - 1] = {name}[{index}]", f"    {name}[{index}] = {to}"],
        [f"{name}[{index}] = {value(chance, scene)}", f"{index} += 1",
         f"{name}[{index}] += {name}[{index} - 1]"],
        [f"{name}[{index}], {name}[{index} + 1] = {name}[{index} + 1], {name}[{index}]", f"{index} += 1"],
    ]  # fmt: skip
    if chance.random() < 0.6:
        lines = [f"{index} = 0", f"while {index} < {length - 1}:", *indented(chance.choice(steps))]
    else:
        scene.indices[index] = (0, length - 1)
        body = inner_block(chance, scene, depth - 1, fixed=set(scene.indices))
        lines = [f"for {index} in range({length}):", *indented(body)]
    scene.indices = {**outer, **kept}
    return lines


def inner_block(chance: Random, scene: Scene, depth: int, fixed: set[str]) -> Lines:
    """Statements after which these indices are what they were before, as a loop needs it."""
    before = dict(scene.indices)
    lines = block(chance, scene, depth)
    lines += [f"{name} = {before[name][0]}" for name in fixed if scene.indices[name] != before[name]
              and name in before and before[name][0] >= 0]  # fmt: skip
    scene.indices = before
    return lines


def block(chance: Random, scene: Scene, depth: int) -> Lines:
    """Two to five statements."""
    lines: Lines = []
    for _ in range(chance.choice((2, 3, 4, 5))):
        kind = chance.randrange(10)
        if depth and kind == 0:
            lines += branched(chance, scene, depth)
        elif depth and kind == 1:
            lines += passed(chance, scene, depth)
        else:
            lines += chance.choice((assigned, assigned, moved, set_mode))(chance, scene)
    return lines


def indented(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


def entry(chance: Random, label: str, scene: Scene, parameters: Lines) -> str:
    """An entry point. An index among its parameters is claimed, or made whole and brought into range."""
    lines = [f"global {', '.join(scene.registers)}"] if scene.registers else []
    for name in parameters:
        if name not in "ij" or not scene.arrays:
            continue
        top = min(scene.arrays.values()) - 1
        claim = [f"assume(0 <= {name} <= {top} and frac({name}) == 0)"]
        whole = [f"{name} = intpart(abs({name})) % {top + 1}"]
        lines += chance.choice((claim, whole))
        scene.indices[name] = (0, top)
    for name in ("s", "t"):
        lines.append(f"{name} = {chance.choice([*scene.names, *scene.registers, '0'])}")
        scene.names.append(name)
    lines += block(chance, scene, 2)
    results = [value(chance, scene) for _ in range(chance.choice((1, 1, 2, 3)))]
    head = [f'@program("{label}")', f"def entry_{label.strip('.').lower()}({', '.join(parameters)}):"]
    return "\n".join([*head, *indented([*lines, f"return {', '.join(results)}"])]) + "\n\n"


def program(chance: Random) -> str:
    """A module: registers, arrays, functions that set a mode or use one, one to five entry points."""
    text = HEAD
    registers = ["p", "q"][: chance.choice((0, 1, 2))]
    for name in registers:
        text += f"{name} = register({chance.choice(('', '0')) if name == 'p' else ''})\n"
    arrays = {name: chance.choice((2, 3, 4, 6)) for name in "ab"[: chance.choice((1, 1, 2))]}
    for name, length in arrays.items():
        text += f"{name} = array({length}{chance.choice(('', ', at=4')) if name == 'a' else ''})\n"
    helpers = []
    for name in ["f", "g", "h"][: chance.choice((0, 1, 2, 3))]:
        scene = Scene(["x"], registers, arrays, list(helpers))
        lines = [f"global {', '.join(registers)}"] if registers else []
        if chance.random() < 0.6:
            lines += set_mode(chance, scene)
        lines += assigned(chance, scene) if chance.random() < 0.4 else []
        body = "\n".join(indented([*lines, f"return {value(chance, scene)}"]))
        text += f"def {name}(x):\n{body}\n\n"
        helpers.append(name)
    for label in chance.sample(LABELS, chance.choice((1, 1, 2, 3, 4, 5))):
        parameters = ["i", "x", "y"][chance.randrange(3) :]
        scene = Scene([one for one in parameters if one != "i"], registers, arrays, helpers)
        text += entry(chance, label, scene, parameters)
    return text
