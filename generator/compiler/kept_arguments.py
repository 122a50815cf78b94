"""Locals that all calls of a function pass by the same name, as registers that both functions use.

    def over(count, wind, limit):           def over(limit):
        if wind >= limit:                       global count
            count += 1                          if wind >= limit:
        return count                                count += 1

    count = over(count, wind, 1)            over(1)
    count = over(count, wind, 6)            over(6)

The function then neither takes such a number from the stack nor leaves it there. The passes of a loop over
numbers are such calls. Where they pass more than the stack holds, there is no other way.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.compiler.front.number_loops import MOST_ARGUMENTS
from generator.compiler.front.shadows import HIDING
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import (
    callees_first,
    changed_names,
    names_in,
    nodes,
    read_names,
    with_parts,
)
from generator.compiler.tree.rewriting import rewritten, unused_name

CallWithTargets = tuple[ir.Call, tuple[ir.Target, ...]]


@dataclass(frozen=True, slots=True)
class SharedLocals:
    """A function that is called by one caller only. `names` has the caller's name of each local that both
    share, by the function's name for it. `others` are the places of the arguments that are still passed.
    """

    function: str
    caller: str
    names: Mapping[str, str]
    others: tuple[int, ...]


def with_short_calls(module: ir.Module) -> ir.Module:
    """A module whose functions take and give no more than the stack holds, where registers allow it."""
    sizes = {name: max(len(one.parameters), one.results + 1) for name, one in module.functions.items()}
    return keep_arguments(module, [name for name, size in sizes.items() if size > MOST_ARGUMENTS])[0]


def keep_arguments(
    module: ir.Module, functions: Collection[str] | None = None
) -> tuple[ir.Module, tuple[str, ...]]:
    """A module with registers for the locals that all calls pass by one name, and what was done in words.

    It is done for these functions, or for all where none are named.
    """
    told: list[str] = []
    for name in reversed(callees_first(module, module.functions)):
        found = _shared_locals(module, name) if functions is None or name in functions else None
        if found:
            module = _with_registers(module, found)
            shared = ", ".join(sorted(set(found.names.values())))
            told.append(f"{shared}: registers, which {found.caller} and {name} share")
    return module, tuple(told)


def _shared_locals(module: ir.Module, name: str) -> SharedLocals | None:
    """What a function may share with its one caller. None for nothing, or for some of its results only."""
    function = module.functions[name]
    callers = [one for one in module.functions.values() if _count_calls(one.body, name)]
    if function.label or function.levels or name in module.routines or len(callers) != 1:
        return None
    (caller,) = callers
    calls = [made for one in nodes(caller.body) if (made := _call(one, name))]
    if caller.levels or len(calls) < 2 or len(calls) != _count_calls(caller.body, name):
        return None
    results = _results(function)
    given = {tuple(one.name for one in targets if isinstance(one, ir.Name)) for _, targets in calls}
    if (
        results is None
        or len(given) != 1
        or len(names := dict(zip(results, *given, strict=False))) != len(*given)
    ):
        return None
    changed = names_in(function.body, ir.Name).keys() - names.keys()
    others: list[int] = []
    used = changed_names(function.body, module) | read_names(function.body, module)
    fixed = {one for one in module.registers if one in used or not one.endswith(HIDING)}
    fixed |= names_in((function.body, caller.body), ir.For).keys()
    for place, parameter in enumerate(function.parameters):
        passed = _name_passed([call.arguments[place] for call, _ in calls])
        if (
            passed
            and fixed.isdisjoint((passed, parameter))
            and names.get(parameter, passed) == passed
            and parameter not in changed
        ):
            names[parameter] = passed
        else:
            others.append(place)
    apart = {function.parameters[place] for place in others}.isdisjoint(names)
    own = fixed.isdisjoint((*names, *names.values())) and len(set(names.values())) == len(names)
    return SharedLocals(name, caller.name, names, tuple(others)) if names and apart and own else None


def _count_calls(block: ir.Block, function: str) -> int:
    return sum(isinstance(one, ir.Call) and one.function == function for one in nodes(block))


def _call(statement: ir.Node, function: str) -> CallWithTargets | None:
    """The call of a function that is all that a statement does, and what it assigns to. None for others."""
    match statement:
        case ir.Assign(targets=(_,) as targets, values=(ir.Call() as call,)):
            found: CallWithTargets = call, targets
        case ir.Unpack(targets=targets, value=ir.Call() as call):
            found = call, targets
        case ir.Evaluate(value=ir.Call() as call):
            found = call, ()
        case _:
            return None
    return found if found[0].function == function and not found[0].by else None


def _results(function: ir.Function) -> tuple[str, ...] | None:
    """The locals that a function returns in its last statement. None where it returns otherwise."""
    returns = [one for one in nodes(function.body) if isinstance(one, ir.Return)]
    if returns != list(function.body[-1:]):
        return () if not returns and not function.results else None
    names = tuple(one.name for one in returns[0].values if isinstance(one, ir.Read))
    return names if len({*names}) == function.results and returns[0].error is None else None


def _name_passed(arguments: Sequence[ir.Expression]) -> str:
    """The name that is passed in all calls. Empty where it is not always the same one."""
    first = arguments[0]
    return first.name if isinstance(first, ir.Read) and all(one == first for one in arguments) else ""


def _with_registers(module: ir.Module, shared: SharedLocals) -> ir.Module:
    """The module with registers in place of the locals of both functions."""
    function, caller = module.functions[shared.function], module.functions[shared.caller]
    registers: dict[str, str] = {}
    for name in dict.fromkeys(shared.names.values()):
        free = name not in module.registers
        registers[name] = unused_name(f"{name}{HIDING}", module.bodies, module) if free else name
    inside = {own: registers[name] for own, name in shared.names.items()}
    body = function.body[:-1] if isinstance(function.body[-1], ir.Return) else function.body
    passed = tuple(function.parameters[place] for place in shared.others)
    called = replace(function, parameters=passed, body=_with_names(body, inside), results=0)

    def pass_others(statement: ir.Statement) -> ir.Block | None:
        made = _call(statement, function.name)
        if made is None:
            return None
        arguments = tuple(made[0].arguments[place] for place in shared.others)
        return (ir.Evaluate(replace(made[0], arguments=arguments), place=statement.place),)

    begin = tuple(
        ir.Assign((ir.Name(registers[one]),), (ir.Read(one),), place=caller.place)
        for one in caller.parameters
        if one in registers
    )
    calling = replace(caller, body=(*begin, *_with_names(rewritten(caller.body, pass_others), registers)))
    return replace(
        module,
        registers={**module.registers, **{one: ir.Register(one) for one in registers.values()}},
        functions={**module.functions, called.name: called, calling.name: calling},
    )


def _with_names(piece: ir.Block, names: Mapping[str, str]) -> ir.Block:
    """Statements with other names for some locals."""

    def change(node: object) -> object:
        if isinstance(node, ir.Read | ir.Name):
            return replace(node, name=names.get(node.name, node.name))
        return with_parts(node, change)

    return with_parts(piece, change)
