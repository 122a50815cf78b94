"""Counted loops whose passes may come in any order may run from the last pass to the first.

    for i in range(n):                  for i in range(n, 0, -1):
        if a[i] > x:                        if a[i - 1] > x:
            count += 1                          count += 1

The calculator counts down to 0 by DSE, without a number for the end. This is a step from source to source: a
certificate names the loops, and the checker decides by the rules here which of them it lets go backwards.

A pass may read what the loop does not change, and what the same pass has assigned. What other passes also
see, it may only change in one of these ways:

- all assignments of a name, or of any element of an array, are one and the same step: `count += 1`, `x *= 2`.
  How often it is done does not depend on the order. The name is read in this step only.
- a name keeps the largest or the smallest of some values: `if v > most: most = v`.
- elements are reached by the variable of the loop, with a constant added or not. Then each pass has its own.
- marks of a nest that pairs equal values off (`pairs.py`).

Sums of different numbers are none of these: a sum with ten digits depends on the order. A loop shows and asks
nothing, and calls only functions that compute with their arguments. It is only left before its end where it
looks for an element (`looking.py`). No pass ends in an Error: one that ends the loop at once in the source
might do so after hours in the other order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine, constant, whole
from generator.compiler.tree.nodes import leaves_complex_numbers, names_in, nodes
from generator.compiler.tree.rewriting import assignments, rewritten, with_body
from generator.compiler.tree.substitution import minus, plus, replaced_node, substitute
from generator.compiler.validation.lines import Code, NotFollowed, codes, live_names, loop_cuts
from generator.compiler.validation.looking import only_looks, ways_out
from generator.compiler.validation.pairs import marks_of_pairs
from generator.compiler.validation.work import NotProved
from hp15c.numbers.number import ZERO

SAFE: Final = frozenset(
    ("add", "sub", "mul", "neg", "abs", "square", "intpart", "frac", "rnd", "pi", "sin", "cos", "exp")
)
"""Operations that give a number whatever they are given, and change nothing but flag 9."""
_DIVISIONS: Final = frozenset({"div", "floordiv", "mod"})
_STATEMENTS: Final = (ir.Assign, ir.If, ir.For, ir.While, ir.Break, ir.Continue, ir.Return)
_HOLE: Final = ir.Read("#")
MOST_START: Final = 10**6

Loops = tuple[tuple[str, int], ...]
"""Loops by their function, and by their number among the loops of it, from 1."""


def turn_loops(module: ir.Module, loops: Loops) -> ir.Module:
    """The module with these loops backwards. NotProved where the rules do not allow it."""
    for function, number in loops:
        loop = dict(_loops(module, function)).get(number)
        if loop is None or not may_turn(module, function, number):
            raise NotProved(f"loop {number} of {function} must not run backwards")
        module = _turn(module, function, loop)
    return module


def loops_to_turn(module: ir.Module, wanted: Collection[ir.For] | None = None) -> Loops:
    """All loops, or those `wanted`, that may run backwards and whose variable is read."""
    found: list[tuple[str, int]] = []
    for function in module.functions:
        for number, as_written in dict(_loops(module, function)).items():
            loop = dict(_loops(module, function))[number]
            used = any(one == ir.Read(loop.name) for one in nodes(loop.body))
            asked = wanted is None or any(one is as_written for one in wanted)
            if used and asked and may_turn(module, function, number):
                found.append((function, number))
                module = _turn(module, function, loop)
    return tuple(found)


def may_turn(module: ir.Module, function: str, number: int) -> bool:
    """Whether a loop may run backwards."""
    loop = dict(_loops(module, function))[number]
    start = affine(loop.start)
    counts = loop.step == 1 and start is not None and not start.factors and 0 <= start.constant <= MOST_START
    if not counts or leaves_complex_numbers(module) or loop.name in module.registers:
        return False
    assigned = [one.name for one in nodes(loop.body) if isinstance(one, ir.Name | ir.For)]
    body = loop.body, loop.stop
    out = [*ways_out(loop.body)]
    if loop.name in assigned or not _computes(body, module.functions[function], module):
        return False
    if out and not only_looks(module, module.functions[function], loop):
        return False
    try:
        code = codes(module)[function]
    except NotFollowed:
        return False
    shared = _changed_names(loop) & (_live_at_end(code, number) | module.registers.keys())
    arrays = _changed_arrays(loop) - marks_of_pairs(module, function, loop)
    if out:
        return not (arrays or shared - names_in(out[0], ir.Name).keys())
    return loop.name not in shared and all(
        (
            *(_is_one_step(loop, name) or _keeps_one_end(loop, name) for name in shared),
            *(_has_own_elements(loop, name) or _is_one_step(loop, name) for name in arrays),
        )
    )


def _loops(module: ir.Module, function: str) -> Iterator[tuple[int, ir.For]]:
    """The counted loops of a function, each with its number."""
    body = module.functions[function].body if function in module.functions else ()
    found = (one for one in nodes(body) if isinstance(one, ir.For | ir.While))
    return ((number, one) for number, one in enumerate(found, 1) if isinstance(one, ir.For))


def _turn(module: ir.Module, function: str, loop: ir.For) -> ir.Module:
    """The module with one loop from its number of passes down to 1.

    The end of a loop without a pass may be as low as the contract lets it be. So the number of passes is only
    computed where there are some.
    """
    first, stop = loop.start, loop.stop
    before = minus(first, constant(1))
    value = plus(ir.Read(loop.name), before)
    passes: ir.Expression | None = stop if first == constant(0) else None
    match stop:
        case ir.Operation(name="add", operands=(count, added)) if added == first:
            passes = count
    inside = substitute(loop.body, {loop.name: value}) if before != constant(0) else loop.body
    last = ir.Operation("sub", (stop, first)) if passes is None else passes
    made: ir.Statement = replace(loop, start=last, stop=constant(0), step=-1, body=inside)
    if passes is None:
        made = ir.If(ir.Compare(first, "<", stop), (made,), place=loop.place)
    body = rewritten(module.functions[function].body, lambda one: (made,) if one is loop else None)
    return with_body(module, function, body)


def _computes(piece: object, function: ir.Function, module: ir.Module) -> bool:
    """Whether a piece of a function only computes and assigns, without an Error."""
    for one in nodes(piece):
        match one:
            case ir.Call(function=name, by=by):
                if by or name in module.routines or not _is_pure(module.functions[name], module):
                    return False
            case ir.Operation(name=name, operands=(_, divisor)) if name in _DIVISIONS:
                if not _is_never_zero(divisor, function, module):
                    return False
            case ir.Operation(name=name) if name not in SAFE:
                return False
            case ir.Ask() | ir.Return(error=int()):
                return False
            case _ if isinstance(one, ir.Statement) and not isinstance(one, _STATEMENTS):
                return False
    return True


def _is_pure(function: ir.Function, module: ir.Module) -> bool:
    """Whether a function only computes with its arguments. One that may call itself does not count."""
    outside = any(
        isinstance(one, ir.Element) or getattr(one, "name", "") in module.registers
        for one in nodes(function.body)
    )
    return not (function.levels or outside) and _computes(function.body, function, module)


def _is_never_zero(divisor: ir.Expression, function: ir.Function, module: ir.Module) -> bool:
    """Whether a divisor in a function is not 0: a constant, a parameter that is one in each call, or a local
    that begins above 0 and only grows.
    """
    if isinstance(divisor, ir.Constant):
        return not divisor.value.is_zero
    if isinstance(divisor, ir.Read) and divisor.name in function.parameters:
        return _is_number_in_calls(function, divisor.name, module)
    value = affine(divisor)
    if value is None or [factor for _, factor in value.factors] != [1]:
        return False
    [(name, _)] = value.factors
    lowest = list(_lowest_values(function.body, name))
    given = sum(1 for one in nodes(function.body) if isinstance(one, ir.Name | ir.For) and one.name == name)
    kept = name in module.registers or name in function.parameters
    return not kept and len(lowest) == given and all(one + value.constant > 0 for one in lowest)


def _is_number_in_calls(function: ir.Function, name: str, module: ir.Module) -> bool:
    """Whether each call of a function gives a parameter a constant other than 0, which the function keeps."""
    at = function.parameters.index(name)
    kept = not any(one.name == name for one in nodes(function.body) if isinstance(one, ir.Name | ir.For))
    calls = [
        one for one in nodes(module.bodies) if isinstance(one, ir.Call) and one.function == function.name
    ]
    values = [None if one.by else one.arguments[at] for one in calls]
    numbers = all(isinstance(one, ir.Constant) and not one.value.is_zero for one in values)
    return function.label is None and kept and numbers


def _lowest_values(body: ir.Block, name: str) -> Iterator[int]:
    """The least value by each assignment of a name that lets it begin at a number, count or grow."""
    for one in nodes(body):
        match one:
            case ir.For(name=variable, start=start, stop=stop, step=step) if variable == name:
                end = affine(start) if step > 0 else affine(stop)
                if end is not None and not end.factors:
                    yield end.constant + (step < 0)
    for _, target, value in assignments(body):
        if target == ir.Name(name):
            match value:
                case ir.Constant(value=number) if (begun := whole(number)) is not None:
                    yield begun
                case ir.Operation("add", (ir.Read(old), ir.Constant(more))) if old == name and more >= ZERO:
                    yield MOST_START


def _assignments(loop: ir.For) -> Iterator[ir.Assign]:
    return (one for one in nodes(loop.body) if isinstance(one, ir.Assign))


def _changed_names(loop: ir.For) -> set[str]:
    """The names that a loop assigns."""
    inner = {one.name for one in nodes(loop.body) if isinstance(one, ir.For)}
    return inner | {loop.name} | {one.name for one in nodes(loop.body) if isinstance(one, ir.Name)}


def _changed_arrays(loop: ir.For) -> set[str]:
    """The arrays of which a loop assigns elements."""
    targets = (target for one in _assignments(loop) for target in one.targets)
    return {one.array for one in targets if isinstance(one, ir.Element)}


def _live_at_end(code: Code, number: int) -> set[str]:
    """The names whose value at the end of a pass is read later: in the next pass, or after the loop."""
    return live_names(code)[loop_cuts(code)[number][1]]


def _uses(piece: object, name: str) -> int:
    """How often a piece reads a name, or has an element of an array."""
    return sum(
        1
        for one in nodes(piece)
        if (isinstance(one, ir.Read) and one.name == name)
        or (isinstance(one, ir.Element) and one.array == name)
    )


def _is_one_step(loop: ir.For, name: str) -> bool:
    """Whether all assignments of a name or of elements of an array are one step of the old value.

    Nothing else reads it, and the step reads nothing that the loop changes.
    """
    steps, expected = set[ir.Expression](), 0
    for one in _assignments(loop):
        for target in one.targets:
            if (target.name if isinstance(target, ir.Name) else target.array) != name:
                continue
            old = ir.Read(name) if isinstance(target, ir.Name) else ir.Element(name, target.index)
            if len(one.targets) > 1 or _uses(getattr(target, "index", ()), name):
                return False
            steps.add(replaced_node(one.values[0], old, _HOLE))
            expected += _uses(one, name)
    changed = _changed_names(loop) | _changed_arrays(loop)
    inner = any(isinstance(one, ir.For) and one.name == name for one in nodes(loop.body))
    fixed = not any(_uses(step, one) for step in steps for one in changed)
    return len(steps) == 1 and fixed and not inner and _uses(loop.body, name) == expected


def _keeps_one_end(loop: ir.For, name: str) -> bool:
    """Whether a name is only assigned the largest of itself and of some values, or only the smallest."""
    ends, expected = set[bool](), 0
    for one in nodes(loop.body):
        match one:
            case ir.If(ir.Compare(left, relation, right), (ir.Assign((ir.Name(target),), (value,)),), ()) if (
                target == name and relation in ("<", "<=", ">", ">=")
            ):
                old = ir.Read(name)
                if {left, right} != {old, value} or _uses(value, name):
                    return False
                ends.add((left == old) == (relation in ("<", "<=")))
                expected += 1
    given = sum(1 for one in nodes(loop.body) if isinstance(one, ir.Name | ir.For) and one.name == name)
    return len(ends) == 1 and _uses(loop.body, name) == given == expected


def _has_own_elements(loop: ir.For, array: str) -> bool:
    """Whether each pass uses another element of an array than all other passes."""
    indices = {
        affine(one.index) for one in nodes(loop.body) if isinstance(one, ir.Element) and one.array == array
    }
    found = indices.pop()
    return not indices and found is not None and found.factors in (((loop.name, 1),), ((loop.name, -1),))
