"""Calls of a label of a listing that exists already: `tax = routine("tax.15c", "B", arguments=1)`."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter, Signature, currentframe
from pathlib import Path
from typing import Any, Final

from generator.language.machine import OverflowStop, PythonMachine, TooManyOperations, machine, plain
from generator.language.values import value
from hp15c.core import machine as lines
from hp15c.core.machine import Reason
from hp15c.errors import CalculatorError, InputError, ListingError
from hp15c.inspect.lint import report_on
from hp15c.listing import reader
from hp15c.listing.program import Program
from hp15c.numbers.number import ZERO, Number
from hp15c.state.state import Descriptor, State, X
from hp15c.table.instructions import step
from hp15c.table.models import Model

MOST_ON_STACK: Final = 4
_AT_THE_END: Final = 3
"""The line after the R/S of the two lines that call a routine: GSB and R/S stand before its listing."""


class Routine:
    """A label of a listing, which a program calls as a function.

    It runs on the calculator that the program runs on: modes, flags and its registers stay from call to call.
    Its arguments stand on the stack, the last one in X, and it leaves its results there.
    """

    def __init__(self, file: str, program: Program, label: str, arguments: int, results: int) -> None:
        self.file, self.program, self.label = file, program, label
        self.arguments, self.results = arguments, results
        names = [f"x{number}" for number in range(1, arguments + 1)]
        self.__signature__ = Signature([Parameter(name, Parameter.POSITIONAL_ONLY) for name in names])
        self._called = Program(program.model, (step("GSB", label), step("R/S"), *program.steps))

    def __call__(self, *arguments: Any) -> Any:
        """Run the label. CalculatorError where the calculator shows an Error."""
        if len(arguments) != self.arguments:
            raise TypeError(f"GSB {self.label} of {self.file} takes {self.arguments} arguments")
        one = machine()
        if one.state.model is not self.program.model:
            raise InputError(wrong_model(self.file, self.program.model, one.state.model))
        given = tuple(value(number) for number in _run(one, self._called, arguments, self.results))
        return given[0] if len(given) == 1 else given or None


def routine(file: str, label: str, arguments: int, results: int = 1) -> Routine:
    """A label of a listing as a function: `tax = routine("tax.15c", "B", arguments=1)`.

    The file is looked for beside the module, in any format that `hp15c check` reads. InputError where it
    cannot be read, has faults, or has no such label.
    """
    caller = currentframe()
    names: Mapping[str, Any] = caller.f_back.f_globals if caller and caller.f_back else {}
    for what, count in (("arguments", arguments), ("results", results)):
        if count not in range(MOST_ON_STACK + 1):
            raise InputError(f"routine: {what}={count}: the stack holds 0 to {MOST_ON_STACK}")
    return Routine(file, program_in(folder_of(names) / file, label), label, arguments, results)


def folder_of(names: Mapping[str, Any]) -> Path:
    """The folder of the module with this namespace, the current one where it is in no file."""
    return Path(names.get("__file__") or "").parent


def program_in(path: Path, label: str) -> Program:
    """The program in a file that has a label to call. InputError says what is wrong with the file."""
    try:
        listing = reader.read(path)
    except ListingError as error:
        raise InputError(f"{path} has faults and cannot be called:\n{error}") from None
    program = listing.program
    wrong = [*map(str, listing.warnings), *report_on(program).problems]
    if program.steps and program.steps[-1].may_skip:
        wrong.append(f"line {len(program):03d} is the last one, and may skip what stands after it")
    if wrong:
        raise InputError(f"{path} has faults and cannot be called: {'; '.join(wrong)}")
    if label not in program.label_lines:
        names = ", ".join(program.label_lines) or "none"
        raise InputError(f"{path} has no label {label}: its labels are {names}")
    return program


def wrong_model(file: str, has: Model, wanted: Model) -> str:
    """Why a listing does not go with a program for another model."""
    return (
        f"{file} is a listing for the HP-{has}, and the program is for the HP-{wanted}: both have to be one"
    )


def _run(
    one: PythonMachine, program: Program, arguments: tuple[Any, ...], results: int
) -> tuple[Number, ...]:
    """The numbers that a program leaves on the stack of a calculator when it is run from its first line."""
    state = one.state
    one.tick()
    levels = [plain(value(argument)) for argument in reversed(arguments)]
    held = state.program, state.solve, state.integral
    if state.complex:  # a number that was held
        lines.keyboard(state, step("CF", "8"))
    state.end_entry()
    state.stack[:] = [*levels, *[ZERO] * (MOST_ON_STACK - len(levels))]
    state.last_x, state.lift, state.program, state.solve, state.integral = ZERO, True, program, None, None
    state.go_to(0, number=0)
    try:
        lines.start(state)
        while not _has_ended(one):
            pass
        left = [level for level in state.stack[:results][::-1] if not isinstance(level, Descriptor)]
        if len(left) < results:
            raise InputError("a routine that leaves a matrix cannot be called")
        return tuple(ZERO if number.is_zero else number for number in left)
    finally:
        state.clear_returns()
        state.program, state.solve, state.integral = held
        state.running, state.message, state.overflowed = False, None, False
        state.end_entry()
        state.go_to(0, number=0)


def _has_ended(one: PythonMachine) -> bool:
    """Run up to the next stop or pause, and answer what the routine asks. Returns whether it has ended."""
    state = one.state
    most = lines.DEFAULT_LIMIT if one.left is None else max(one.left, 1)
    stop = lines.run(state, most, stop_at_pause=True)
    if one.left is not None:
        one.left -= stop.lines
    if stop.reason is Reason.ERROR:
        raise CalculatorError(int(str(state.message).split()[-1]))
    if stop.reason is Reason.LIMIT:
        if one.left is not None and one.left <= 0:
            raise TooManyOperations
        return False
    if stop.reason is Reason.PAUSE:
        one.dialogue.pause(state.stack[X])
        return False
    if state.line == _AT_THE_END and not state.returns:
        return True
    if has_overflowed(state):
        raise OverflowStop
    shown = state.stack[X]
    given = one.dialogue.ask(shown)
    if given is not shown:
        state.push(plain(given) if isinstance(given, Number) else given)
        state.lift = True
    lines.start(state)
    return False


def has_overflowed(state: State) -> bool:
    """Whether an HP-11C stopped on the line that overflowed and not after an R/S.

    When the line that overflowed stands after an R/S, the two cannot be told apart, and it counts as a stop.
    """
    if state.model is not Model.HP11C or not state.line:
        return False
    return state.program.steps[state.line - 2].name != "R/S"
