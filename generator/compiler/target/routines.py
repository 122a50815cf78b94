"""Labels of other listings that a program calls: what each uses and changes, and what is refused.

Of a routine everything is known but its numbers. So it is a function whose body has the same effects on
modes, random numbers and the display, and that returns numbers of which nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from generator.assembler.targets import registers_used
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from generator.peephole.flow import Facts, Flow, depth_of_calls
from generator.peephole.live_cells import LAST, LEVELS, LIFT, STACK, Cells, T, X, Y, Z
from hp15c.core.code import lower
from hp15c.errors import Unsupported
from hp15c.graphs import reach
from hp15c.inspect.lint import registers
from hp15c.listing.program import Program
from hp15c.numbers.number import ZERO
from hp15c.table.instructions import DIGITS, LETTERS, OperandKind, Role, Step, step
from hp15c.table.models import LIMITS, Model

_OF_MATRICES: Final = (OperandKind.MATRIX, OperandKind.ELEMENT, OperandKind.FUNCTION)
_NAMED_BY_MATRICES: Final = ("STO RESULT", "RCL RESULT", "STO g", "RCL g")
_DISPLAYS: Final = ("FIX", "SCI", "ENG")
_ANGLES: Final = ("DEG", "RAD", "GRD")
_TWO: Final = ("→P", "→R")
_SUMMING: Final = ("Σ+", "Σ−")
_OF_SUMS: Final = ("x̄", "s", "L.R.", "ŷ,r", "RCL Σ+")
_LIFTED: Final = {Z: (X, Y), T: (Y, Z)}
_LEAVING: Final = ("RTN", "GTO")


class _Needs(Flow):
    """What is needed at each line of a routine, also before lines that the peephole does not follow."""

    def _before(self, number: int, live: Cells) -> Cells:
        name = self.items[number].steps[-1].name
        if name in (*_TWO, *_SUMMING):
            made = {X, LAST, *([Y] if name in _TWO else ())}
            return (live - made - {LIFT}) | {X, Y}
        if name in _OF_SUMS:  # two numbers lift the stack by two levels, by one where lift is disabled
            below = {level for here, levels in _LIFTED.items() if here in live for level in levels}
            return (live - {LIFT, *LEVELS}) | below | ({X} if name == "ŷ,r" else set())
        if name == "CLEAR Σ":
            return live
        return super()._before(number, live)


def lines_of_label(program: Program, label: str) -> list[int]:
    """The lines that a label leads to, calls included, in their order."""
    lines = lower(program)

    def next_lines(number: int) -> tuple[int, ...]:
        return *lines[number].following, lines[number].target or 0

    return sorted({*reach(program.label_lines[label][:1], next_lines)} - {0})


def refusals(program: Program, label: str, arguments: int, results: int) -> Iterator[str]:
    """Why a label cannot be called by a compiled program: its lines, or the levels that it uses."""
    numbers = lines_of_label(program, label)
    for number in numbers:
        if why := _refusal(program.steps[number - 1]):
            yield f"line {number:03d} {program.steps[number - 1]}: {why}"
            return
    if depth_of_calls(program, program.label_lines[label][:1]) >= LIMITS[program.model].returns:
        yield f"it needs more returns than the HP-{program.model} has beside the one of its call"
        return
    used = _cells_needed(program, numbers, label, results) & STACK - {LIFT, *LEVELS[:arguments]}
    if used:
        names = ", ".join(one for one in (*LEVELS, LAST) if one in used)
        yield f"with arguments={arguments} it uses what happens to stand in {names}"


def _refusal(one: Step) -> str:
    """Why a line of a routine is refused, '' where it is not."""
    if one.operand == "(i)":
        return "which register (i) reaches is not known, and the program has registers of its own"
    if one.searches and one.operand == "I":
        return "where I leads is not known, and lines have other numbers in the new listing"
    if one.role is Role.EVALUATES:
        return "SOLVE and the integral are not followed in a routine"
    element = one.user or (one.names is OperandKind.REGISTER and one.operand in LETTERS)
    if element or one.names in _OF_MATRICES or one.name in _NAMED_BY_MATRICES:
        return "matrices are not followed in a routine"
    if one.name in ("I", "Re↔Im") or (one.names is OperandKind.FLAG and one.operand in ("8", "I")):
        return "complex mode is not followed in a routine"
    if one.name == "CLEAR REG":
        return "it clears the registers of the program"
    return ""


def _cells_needed(program: Program, numbers: Sequence[int], label: str, results: int) -> Cells:
    """The cells that count where the routine begins. I counts only where it is read before it is stored."""
    kept = frozenset(LEVELS[:results])
    part = program.with_steps(tuple(program.steps[number - 1] for number in numbers))
    flow = _Needs(part, Facts(kept, exact_errors=False, lines_by_number=False, loose=frozenset({"I"})))
    return flow.needed[flow.at[1 + numbers.index(program.label_lines[label][0])]]


def routine_of(file: str, program: Program, label: str, results: int) -> ir.Routine:
    """A label that a program calls, with what has to be known of it. No line of it may be refused."""
    numbers = lines_of_label(program, label)
    return ir.Routine(
        file,
        label,
        program,
        frozenset(registers(program)) - {"I", "(i)"},
        any(program.steps[number - 1].operand == "I" for number in numbers),
        "I" in _cells_needed(program, numbers, label, results),
        depth_of_calls(program, program.label_lines[label][:1]),
    )


def body_of(one: ir.Routine, results: int, place: ir.Place | None) -> ir.Block:
    """Statements with the effects of a routine, which return numbers of which nothing is known."""
    steps = [one.program.steps[number - 1] for number in lines_of_label(one.program, one.label)]
    names = {each.name for each in steps}
    body: list[ir.Statement] = []
    if names & {*_DISPLAYS}:
        body.append(ir.Setting("fix", 0, place=place))
    if names & {*_ANGLES}:
        body.append(ir.Setting("deg", place=place))
    if any(each.names is OperandKind.FLAG for each in steps):
        body.append(ir.Setting("set_flag", 0, place=place))
    if names & {"RAN#", "STO RAN#"}:
        body.append(ir.Evaluate(ir.Operation("ran", (), place=place), place=place))
    nothing = ir.Constant(ZERO, place=place)
    asked = ir.Operation("div", (ir.Ask(nothing, place=place),) * 2, place=place)
    return (*body, ir.Return((asked,) * results, place=place)) if results else (*body, ir.Pause(asked))


def registers_of(routines: Iterable[ir.Routine]) -> frozenset[str]:
    """The registers that routines have for themselves."""
    found = list(routines)
    keeping = {"I"} if any(one.keeps_i for one in found) else set()
    return frozenset({name for one in found for name in one.registers} | keeping)


NOWHERE: Final = "nowhere"
"""The name of the label to which a jump ends in Error 4, as long as it has no number."""


def taken_labels(module: ir.Module) -> frozenset[str]:
    """The labels that no line of a program may have: those of the listings that its module calls, and the one
    to which a jump ends in Error 4.
    """
    return frozenset(_labels_called(module)) | missing_label(module)


def missing_label(module: ir.Module) -> frozenset[str]:
    """The label that a module jumps to because it stands nowhere. Empty where it raises no Error."""
    if not any(isinstance(one, ir.Return) and one.error for one in nodes(module.bodies)):
        return frozenset()
    taken = _labels_called(module) | {one.label for one in module.functions.values()}
    return frozenset([next(label for label in reversed(DIGITS) if label not in taken)])


def _labels_called(module: ir.Module) -> set[str]:
    """The labels of the listings that a module calls."""
    return {label for one in module.routines.values() for label in one.program.label_lines}


def check_model(module: ir.Module, model: Model) -> None:
    """Raise Unsupported where a listing that a module calls is for another model."""
    wrong = {one.file for one in module.routines.values() if one.program.model is not model}
    if wrong:
        other = next(one.program.model for one in module.routines.values() if one.file in wrong)
        raise Unsupported(
            f"the HP-{model}",
            [f"{', '.join(sorted(wrong))} is a listing for the HP-{other}: compile with --model {other}"],
        )


def with_routines(module: ir.Module, program: Program) -> Program:
    """A program with the listings that it calls after it, unchanged, with their notes. AssertionError when
    its own lines use a register of theirs.
    """
    both = set(registers_used(program)) & module.reserved if module.routines else None
    if both:
        raise AssertionError(f"lines use {', '.join(sorted(both))}, which a routine uses")
    for one in listings(module):
        shift = len(_with_end(program))
        comments = {number + shift: texts for number, texts in one.program.comments.items()}
        first = (f"from {one.file}", *comments.get(shift + 1, ()))
        program = replace(
            program,
            steps=(*_with_end(program), *one.program.steps),
            labels={**_names_of_labels(module, one.file), **one.program.labels, **program.labels},
            registers={**dict.fromkeys(sorted(one.registers), f"of {one.file}"), **one.program.registers}
            | {**program.registers},
            flags={**one.program.flags, **program.flags},
            comments={**program.comments, **comments, shift + 1: first},
        )
    if module.routines and program.steps[-1].role is Role.STOPS:
        # With no line after it, R/S would go on at line 001 where nothing has called.
        program = replace(program, steps=(*program.steps, step("RTN")))
    return program


def _names_of_labels(module: ir.Module, file: str) -> dict[str, str]:
    """The names by which a module calls labels of a file."""
    return {one.label: name for name, one in module.routines.items() if one.file == file}


def listings(module: ir.Module) -> list[ir.Routine]:
    """One routine of each listing that a module calls."""
    return list({one.file: one for one in module.routines.values()}.values())


def _with_end(program: Program) -> tuple[Step, ...]:
    """The lines of a program, with an RTN where it would run on into what stands after it."""
    steps = program.steps
    before = steps[-2] if len(steps) > 1 else None
    ends = bool(steps) and steps[-1].name in _LEAVING and not (before is not None and before.may_skip)
    return steps if ends else (*steps, step("RTN"))
