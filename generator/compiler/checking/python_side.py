"""The source of a program, run as plain Python."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from itertools import count
from traceback import extract_tb
from typing import Any, Final

from generator.compiler.checking.calls import CallResult, EntryCall, PreparedDialogue, Waiting, pinned_places
from generator.compiler.tree.ir import Module
from generator.language.exact import make_exact
from generator.language.machine import OverflowStop, PythonMachine, TooManyOperations, plain, running_on
from generator.language.matrices import Matrix
from generator.language.memory import StoredArray
from generator.language.statements import AssumptionError
from generator.language.values import value
from hp15c.errors import CalculatorError, InputError
from hp15c.keys import editing
from hp15c.listing.program import Program
from hp15c.numbers.number import ZERO, Number
from hp15c.state.state import Descriptor, Value
from hp15c.table.machines import Machine
from hp15c.table.models import Model

OPERATIONS: Final = 5_000
_numbers = count()


class PythonSide:
    """Runs a module's entry points in Python. `names` is the namespace that its source made.

    With its `program` there is as much memory for matrices as the listing has beside it on the make
    `machine`, by default the model's first.
    """

    def __init__(
        self,
        module: Module,
        model: Model = Model.HP15C,
        operations: int = OPERATIONS,
        program: Program | None = None,
        machine: Machine | None = None,
    ) -> None:
        self.module = module
        self.program = program
        self.make = machine
        self.model = model
        self.operations = operations
        self.names = _execute(module)
        self.pinned = pinned_places(module)
        self.reset()

    def reset(self) -> None:
        """Clear the memory."""
        self.machine = PythonMachine(self.model, machine=self.make)
        if self.program is not None:
            editing.load(self.machine.state, self.program)
        for name in self.module.registers.keys() - set(self.module.sums):
            self.names[name] = value(ZERO)
        for name in self.module.arrays.keys() & self.names.keys():
            array = self.names[name]
            assert isinstance(array, StoredArray)
            array.clear()

    def run(self, call: EntryCall) -> CallResult:
        """Make a call of an entry point in Python, and return what it showed and how it ended."""
        script = self.machine.dialogue = PreparedDialogue(call.answers)
        self.machine.left = self.operations
        for at, (name, element) in self.pinned.items():
            if at not in call.stored:
                continue
            if name in self.module.sums:
                self.machine.store_sum(self.module.sums.index(name), call.stored[at])
            elif element is None:
                self.names[name] = value(call.stored[at])
            else:
                self.names[name][element] = call.stored[at]
        function = next(one for one in self.module.functions.values() if one.label == call.label)
        given: list[Value] = []

        def run() -> None:
            with running_on(self.machine):
                given.extend(_results(self.names[function.name](*map(value, call.arguments))))

        end, reason = ended_by(run)
        shown = tuple((kind, _show(number)) for kind, number in script.shown)
        if end != "results":
            return CallResult(shown, end, reason=reason)
        return CallResult(shown, end, tuple(given), self._registers(), modes(self.machine.state))

    def _registers(self) -> tuple[tuple[str, Number], ...]:
        held = ((at, self._register(name, element)) for at, (name, element) in self.pinned.items())
        return tuple(sorted((at, plain(number)) for at, number in held))

    def _register(self, name: str, element: int | None) -> Number:
        """The number in a register of the module, or in an element of an array."""
        if name in self.module.sums:
            return self.machine.sum(self.module.sums.index(name))
        held: Number = self.names[name] if element is None else self.names[name][element]
        return held


def ended_by(run: Callable[[], None]) -> tuple[str, str]:
    """How a run ended, in the words of Outcome, and the reason when it violated the program's claims."""
    try:
        run()
    except CalculatorError as error:
        return str(error), ""
    except OverflowStop:
        return "overflow", ""
    except (TooManyOperations, RecursionError):
        return "too long", ""
    except Waiting:
        return "waiting", ""
    except (AssumptionError, LookupError, TypeError, ValueError) as error:
        return "outside", str(error)
    return "results", ""


def modes(state: Any) -> tuple[str, ...]:
    """The modes of a State that a program may change: angle, display, random seed."""
    return state.angle.value, str(state.format), f"seed {state.seed}"


def _execute(module: Module) -> dict[str, Any]:
    name = f"<{module.name} {next(_numbers)}>"
    linecache.cache[name] = (len(module.source), None, module.source.splitlines(keepends=True), name)
    names: dict[str, Any] = {"__name__": module.name, "__file__": module.path}
    try:
        try:
            exec(compile(module.source, name, "exec", annotations.compiler_flag, dont_inherit=True), names)
        except (Exception, SystemExit) as error:  # an import that the compiler does not need
            line = [one.lineno for one in extract_tb(error.__traceback__) if one.filename == name][-1]
            where = f"{module.path or module.name}:{line}"
            raise InputError(
                f"{where}: Python cannot run this line: {type(error).__name__}: {error}: mend or drop it"
            ) from error
        make_exact(names)
    finally:
        del linecache.cache[name]
    return names


def _show(given: Number | Descriptor | Matrix) -> Value:
    """What the display shows of a number or a matrix."""
    if isinstance(given, Matrix):
        return Descriptor(given.letter)
    return plain(given) if isinstance(given, Number) else given


def _results(given: Any) -> tuple[Value, ...]:
    if given is None:
        return ()
    return tuple(map(_show, given if isinstance(given, tuple) else (given,)))
