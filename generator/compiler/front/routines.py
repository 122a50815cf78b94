"""Labels of other listings that a module calls: `tax = routine("tax.15c", "B", arguments=1)`."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from generator.compiler.front.faults import Reporter
from generator.compiler.target.routines import body_of, listings, refusals, registers_of, routine_of
from generator.compiler.tree.ir import Array, Constant, Function, Module, Place, Register, Return, Routine
from generator.language.routines import MOST_ON_STACK, program_in, wrong_model
from hp15c.errors import InputError
from hp15c.numbers.number import ZERO
from hp15c.table.models import LIMITS
from hp15c.table.step import register_name

_EXAMPLE: Final = 'write `tax = routine("tax.15c", "B", arguments=1)`'
_WORDS: Final = ("file", "label", "arguments", "results")


@dataclass(frozen=True, slots=True)
class DeclaredRoutine:
    """A routine as the source declares it, with the places of the declaration and of the file's name."""

    file: str
    label: str
    arguments: int
    results: int
    place: Place
    named: Place


def declare_routine(name: str, node: ast.Call, report: Reporter) -> tuple[DeclaredRoutine, ast.FunctionDef]:
    """What a declaration of a label says, and a function with its parameters and results, for calls of it."""
    given = dict(zip(_WORDS, node.args, strict=False))
    given |= {one.arg: one.value for one in node.keywords if one.arg in _WORDS and one.arg not in given}
    values = {word: one.value for word, one in given.items() if isinstance(one, ast.Constant)}
    whole = len(given) == len(node.args) + len(node.keywords) and len(values) == len(given)
    texts = [values.get(word) for word in _WORDS[:2]]
    counts = [values.get("arguments"), values.get("results", 1)]
    if not whole or not all(isinstance(one, str) for one in texts) or not all(map(_is_count, counts)):
        report.on(
            node,
            f"a routine has a file, a label, and 0 to {MOST_ON_STACK} arguments and results as numbers",
            _EXAMPLE,
        )
        counts = [0, 1]
    arguments, results = (one if isinstance(one, int) else 0 for one in counts)
    file, label = map(str, texts)
    named = report.place(given.get("file", node))
    return DeclaredRoutine(file, label, arguments, results, report.place(node), named), _head(
        name, node, arguments, results
    )


def _is_count(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= MOST_ON_STACK


def _head(name: str, node: ast.Call, arguments: int, results: int) -> ast.FunctionDef:
    parameters = ", ".join(f"x{number}" for number in range(1, arguments + 1))
    values = ", ".join(["0"] * results)
    made = ast.parse(f"def {name}({parameters}):\n    return {values}").body[0]
    assert isinstance(made, ast.FunctionDef)
    return ast.copy_location(made, node)


def read_routines(
    declared: dict[str, DeclaredRoutine], name: str, report: Reporter
) -> tuple[dict[str, Routine], dict[str, Function]]:
    """The routines that a source declares, with their listings, and the functions with the same effects.

    `name` is that of the source's file, beside which listings are looked for.
    """
    routines: dict[str, Routine] = {}
    functions: dict[str, Function] = {}
    for called, one in declared.items():
        parameters = tuple(f"x{number}" for number in range(1, one.arguments + 1))
        unknown = (Return((Constant(ZERO),) * one.results),)
        functions[called] = Function(called, parameters, unknown, one.results, place=one.place)
        if (made := _read(one, Path(name).parent, report)) is not None:
            routines[called] = made
            body = body_of(made, one.results, one.place)
            functions[called] = Function(called, parameters, body, one.results, place=one.place)
    return routines, functions


def _read(one: DeclaredRoutine, folder: Path, report: Reporter) -> Routine | None:
    """A routine with its listing. None where there is a fault in it."""
    try:
        program = program_in(folder / one.file, one.label)
    except InputError as error:
        hint = f"`hp15c check {one.file}` says what is wrong; the file stands beside the source"
        report.at(one.named, str(error), hint)
        return None
    found = list(refusals(program, one.label, one.arguments, one.results))
    for why in found:
        hint = "name as many arguments as it uses" if "arguments=" in why else "write it in Python"
        report.at(one.place, f"label {one.label} of {one.file} cannot be called: {why}", hint)
    return None if found else routine_of(one.file, program, one.label, one.results)


def report_clashes(module: Module, report: Reporter) -> None:
    """Report labels, registers and models of listings that the module, or another listing, has too."""
    for function in module.functions.values():
        for one in listings(module):
            if function.label in one.program.label_lines:
                report.at(
                    function.place,
                    f"label {function.label} is in {one.file} too, which stands after this program",
                    f"choose another label: {one.file} has {', '.join(one.program.label_lines)}",
                )
    _report_listings(module, report)
    _report_registers(module, report)


def _report_listings(module: Module, report: Reporter) -> None:
    """Report two listings that cannot stand after each other."""
    first, *others = listings(module)
    seen = dict.fromkeys(first.program.label_lines, first.file)
    for one in others:
        place = next(module.functions[name].place for name, each in module.routines.items() if each is one)
        if first.program.model is not one.program.model:
            report.at(place, wrong_model(one.file, one.program.model, first.program.model))
        for label in one.program.label_lines:
            if seen.setdefault(label, one.file) != one.file:
                report.at(
                    place,
                    f"label {label} is in {seen[label]} and in {one.file}, and both stand in one listing",
                    "give the label another name in one of the files",
                )


def _report_registers(module: Module, report: Reporter) -> None:
    """Report names of the module that stand in registers of a routine."""
    taken = registers_of(module.routines.values())
    taken |= {"I"} if any(one.uses_i for one in module.routines.values()) else frozenset()
    files = ", ".join(one.file for one in listings(module))
    model = listings(module)[0].program.model
    owners: list[tuple[Register | Array, set[str]]] = []
    for number, name in enumerate(module.sums, LIMITS[model].first_sum):
        owners.append((module.registers[name], {str(number)}))
    owners += [(one, {one.at or ""}) for one in module.registers.values() if one.name not in module.sums]
    for array in module.arrays.values():
        at = array.at
        pinned = range(0) if at is None else range(at, at + array.length)
        owners.append((array, set(map(register_name, pinned))))
    for owner, places in owners:
        both = sorted(places & taken)
        if both:
            what = "the statistics sum" if owner.name in module.sums else owner.name
            called = ", ".join(one if one == "I" else f"R{one}" for one in both)
            report.at(owner.place, f"{what} is in {called}, which {files} uses", "put it elsewhere")
