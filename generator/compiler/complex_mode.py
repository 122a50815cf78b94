"""Complex mode stays on from one operation with complex numbers to the next, and is left where a label is pressed.

A program that ends with a complex number in X leaves complex mode on. The next one begins with real numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.assembler.targets import Goal
from generator.compiler.complex_lines import JOIN, OFF, shorter_stretch
from generator.compiler.repeats import Passed
from generator.compiler.shorter_lines import facts_at_end
from generator.compiler.tree.ir import Module
from generator.compiler.tree.nodes import leaves_complex_numbers
from generator.peephole.flow import Flow
from hp15c.listing.program import Program
from hp15c.table.instructions import Role


def with_complex_mode_on(
    program: Program,
    sources: Sequence[int],
    module: Module,
    _goal: Goal,
    registers: Mapping[str, str] | None = None,
) -> Passed:
    """A program that stays in complex mode, the source line of each of its lines, and what was done."""
    told: list[str] = []
    if not any(one == JOIN for one in program.steps):
        return program, tuple(sources), told
    results = max(one.results for one in module.functions.values() if one.label)
    changed = True
    while changed:
        changed = False
        facts = facts_at_end(program, module, registers, results)
        for first, behind, lines in shorter_stretch(program, Flow(program, facts)):
            told.append(f"Lines {first + 1} to {behind}: complex mode stays on")
            steps = (*program.steps[:first], *lines, *program.steps[behind:])
            sources = (*sources[:first], *[sources[behind - 1]] * len(lines), *sources[behind:])
            program, changed = program.with_steps(steps), True
            break
    return program, tuple(sources), told


def with_real_beginnings(program: Program, sources: Sequence[int], module: Module, _goal: Goal) -> Passed:
    """A program whose labels leave complex mode, where one of them ends in it."""
    labels = {one.label for one in module.functions.values()} - {None}
    steps, origin, told = list(program.steps), list(sources), list[str]()
    for line in range(len(steps), 0, -1) if leaves_complex_numbers(module) else ():
        following = steps[line] if line < len(steps) else None
        is_last = following is None or following.role is not Role.LABEL or following.operand not in labels
        if following == OFF:
            continue  # it does so already
        if steps[line - 1].role is Role.LABEL and steps[line - 1].operand in labels and is_last:
            steps.insert(line, OFF)
            origin.insert(line, origin[line - 1])
            told.append(f"Label {steps[line - 1].operand} leaves complex mode")
    return program.with_steps(tuple(steps)), tuple(origin), told


def _first(flow: Flow) -> tuple[Flow, Replacement] | None:
    """The first place where lines can go."""
    for place in range(1, flow.end - len(_APART)):
        before = flow.items[place - 1].steps[-1].name
        if before in _OPERATIONS and not flow.follows_test(place - 1) and _steps(flow, place, 3) == _APART:
            made = _replacement(flow, place)
            if made is not None:
                return flow, made
    return None


def _steps(flow: Flow, place: int, count: int) -> tuple[Step, ...]:
    return tuple(one for item in flow.items[place : place + count] for one in item.steps)


def _replacement(flow: Flow, begin: int) -> Replacement | None:
    """What takes the place of a result that is taken apart here and joined again. None where it is not."""
    end, made = begin + len(_APART), list[Item]()
    while (summed := _sum(flow, end)) is not None:
        end, made = summed[0], made + summed[1]
    if _steps(flow, end, 1) == (_JOIN,) and _steps(flow, end, 4) != _BOTH_JOINED:
        changed = {T, LAST, *([Z] if made else ())}
        return None if changed & flow.live[end] else (begin, end + 1, made)
    ended = _steps(flow, end + 1, 1) == _APART[:1]
    for count, lines in ((2 + ended, _BOTH_JOINED), (1, _BOTH_JOINED[1:])):
        pushed, joining = flow.items[end : end + count], end + count
        last = joining + len(lines)
        if (
            all(map(_pushes, (pushed[0], pushed[-1])))
            and _steps(flow, joining, len(lines)) == lines
            and last < flow.end
            and flow.items[last].steps[-1].name in _TWO
            and not {Y, Z, T} & flow.live[last]
        ):
            return begin, last, [*made, *pushed, *([_item(_JOIN)] if count > 1 else ())]
    return None


def _pushes(item: Item) -> bool:
    """Whether an item is a number or recalls one."""
    return item.op is not None and (item.op[0] in ("number", "π") or _recalls(item.steps[-1]))


def _recalls(one: Step) -> bool:
    return one.name == "RCL" and one.operand not in ("(i)", "RAN#")


def _sum(flow: Flow, at: int) -> tuple[int, list[Item]] | None:
    """A sum of real and imaginary parts as a sum of complex numbers: the place after it, and its items.

    The imaginary part stands in X before it. None where no such sum stands.
    """
    for order in ("xrxi", "ixrx", "xrx"):
        parts: dict[str, tuple[Item, str]] = {}
        end = at
        for kind in order:
            if kind == "x":
                end = end + 1 if _steps(flow, end, 1) == (_EXCHANGE,) else flow.end
            elif (part := _part(flow, end)) is not None:
                end, parts[kind] = part[0], part[1:]
            else:
                break
        signs = {sign for _, sign in parts.values()}
        if end < flow.end and len(parts) == len(order) // 2 and len(signs) == 1:
            real, sign = parts["r"]
            joined = [*_one_after_the_other(real, parts["i"][0]), _item(_JOIN)] if "i" in parts else [real]
            return end, [*joined, _item(step(sign))]
    return None


def _one_after_the_other(one: Item, other: Item) -> list[Item]:
    """Two items that push, with ENTER between two numbers."""
    return [one, *([_item(_APART[0])] if one.types and other.goes_on else []), other]


def _item(one: Step) -> Item:
    return Item((one,), None, 0, 0)


def _part(flow: Flow, at: int) -> tuple[int, Item, str] | None:
    """A number that is added or subtracted: the place after it, the item that pushes it, the sign. None for
    others.
    """
    if at + 1 >= flow.end:
        return None
    item, following = flow.items[at], flow.items[at + 1].steps[-1].name
    name, _, sign = item.steps[-1].name.partition(" ")
    if name == "RCL" and sign in _SUMS and item.steps[-1].operand != "(i)":
        return at + 1, _item(step("RCL", item.steps[-1].operand)), sign
    return (at + 2, item, following) if _pushes(item) and following in _SUMS else None
