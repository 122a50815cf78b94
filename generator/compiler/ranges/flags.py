"""Conditions that have names, kept in the calculator's flags instead of in registers as 1 and 0."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from generator.compiler.tree import ir
from generator.compiler.tree.nodes import callees_first, flags_used, names_in, nodes, with_parts
from generator.compiler.tree.rewriting import assignments, rewritten
from hp15c.numbers.number import ONE, ZERO, Number

FREE: Final = (0, 1)
"""The flags that both models have."""
_WORDS: Final[Mapping[Number, str]] = {ONE: "set_flag", ZERO: "clear_flag"}


def keep_in_flags(module: ir.Module) -> tuple[ir.Module, tuple[str, ...]]:
    """A module whose locals that are only set to 1 and 0, and only compared with 0, are flags.

    What was done is told in words. Flags that the module uses itself stay as they are. The locals that are
    tested most come first.
    """
    found = Counter(
        (name, local)
        for name, one in module.functions.items()
        if not one.levels
        for local in _uses(module, one)
    )
    taken = flags_used(module)
    reached = {name: set(callees_first(module, [name])) for name in module.functions}
    flags: dict[tuple[str, str], int] = {}
    for (name, local), _ in found.most_common():
        meeting = {one for one in reached if one in reached[name] or name in reached[one]}
        used = {flag for (holder, _), flag in flags.items() if holder in meeting}
        if free := [flag for flag in FREE if flag not in taken | used]:
            flags[name, local] = free[0]
    functions = dict(module.functions)
    for name, function in module.functions.items():
        if own := {local: flag for (holder, local), flag in flags.items() if holder == name}:
            body = rewritten(_with_tests(function.body, own), partial(_with_settings, own))
            functions[name] = replace(function, body=body)
    told = tuple(f"{local} is flag {flag}" for (_, local), flag in flags.items())
    return (replace(module, functions=functions) if flags else module), told


def _uses(module: ir.Module, function: ir.Function) -> Iterator[str]:
    """The locals that are only conditions, each once for each test."""
    all_nodes = list(nodes(function.body))
    tests = Counter(name for one in all_nodes if (name := _name_in_test(one)))
    reads, targets = (names_in(function.body, kind) for kind in (ir.Read, ir.Name))
    claims = tuple(one for one in all_nodes if isinstance(one, ir.Assume))
    set_to = Counter(
        target.name
        for _, target, value in assignments(function.body)
        if isinstance(target, ir.Name) and isinstance(value, ir.Constant) and value.value in _WORDS
    )
    others = {*function.parameters, *module.registers, *names_in(function.body, ir.For)}
    others |= names_in(claims, ir.Read).keys()
    for name, count in tests.items():
        if name not in others and reads[name] == count and targets[name] == set_to[name] > 0:
            yield from [name] * count


def _name_in_test(node: ir.Node) -> str:
    """The name that a comparison compares with 0. Empty where it is no such comparison."""
    match node:
        case ir.Compare(left=ir.Read(name=name), relation="==" | "!=", right=ir.Constant(value=value)):
            return name if value == ZERO else ""
    return ""


def _with_tests(piece: ir.Block, flags: Mapping[str, int]) -> ir.Block:
    """Statements that ask flags where they compared a local with 0."""

    def change(node: ir.Node) -> ir.Node:
        flag = flags.get(_name_in_test(node))
        if isinstance(node, ir.Compare) and flag is not None:
            return replace(node, left=ir.Operation(f"flag_{flag}", (), place=node.left.place))
        return with_parts(node, change)

    return with_parts(piece, change)


def _with_settings(flags: Mapping[str, int], statement: ir.Statement) -> ir.Block | None:
    """The statements in place of one that assigns a local kept in a flag, or that sets its flag in one of two
    ways.

    None for a statement that does neither.
    """
    match statement:
        case ir.Assign(targets=targets, values=values):
            settings: list[ir.Statement] = []
            others: list[tuple[ir.Target, ir.Expression]] = []
            for target, value in zip(targets, values, strict=True):
                flag = flags.get(target.name) if isinstance(target, ir.Name) else None
                if flag is not None and isinstance(value, ir.Constant):
                    settings.append(ir.Setting(_WORDS[value.value], flag, place=statement.place))
                else:
                    others.append((target, value))
            if not settings:
                return None
            kept, given = (tuple(part) for part in zip(*others, strict=True)) if others else ((), ())
            rest = (ir.Assign(kept, given, place=statement.place),) if others else ()
            return (*rest, *settings)
        case ir.If(
            body=(ir.Setting("set_flag" | "clear_flag", flag) as one,),
            orelse=(ir.Setting("set_flag" | "clear_flag", other) as otherwise,),
        ):
            asked = any(
                isinstance(node, ir.Operation) and node.name == f"flag_{flag}"
                for node in nodes(statement.test)
            )
            if flag == other and flag in flags.values() and not asked:
                return (otherwise, replace(statement, body=(one,), orelse=()))
    return None
