"""The compiler's tree, run as it stands on the calculator's arithmetic.

The source run as Python is the truth. This runs the tree before and after a pass, so that a pass which
changes a result is found.
"""

from __future__ import annotations

from random import Random

from generator.compiler.checking.calls import CallResult, EntryCall, PreparedDialogue, pinned_places
from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.python_side import OPERATIONS, PythonSide, ended_by, modes
from generator.compiler.tree.ir import (
    And,
    Ask,
    Assign,
    Assume,
    Block,
    Break,
    Call,
    Compare,
    Condition,
    Constant,
    Continue,
    Element,
    Evaluate,
    Expression,
    For,
    If,
    Module,
    Name,
    Not,
    Operation,
    Or,
    Pause,
    Read,
    Return,
    Setting,
    Statement,
    Target,
    Truth,
    Unpack,
    While,
)
from generator.compiler.tree.relations import HOLDS
from generator.language.machine import PythonMachine
from generator.language.operations import EFFECTS, KEYED, result_count
from generator.language.statements import AssumptionError
from hp15c.errors import CalculatorError
from hp15c.numbers.number import ZERO, Number
from hp15c.table.models import Model

Locals = dict[str, Number]


class _Leave(Exception):
    """A break, a continue or a return on its way out. `values` are those of a return."""

    def __init__(self, kind: type[Break | Continue | Return], values: tuple[Number, ...] = ()) -> None:
        self.kind = kind
        self.values = values


class Interpreter:
    """A module with its memory, on a machine. `registers` and `arrays` may be read and set between calls."""

    def __init__(self, module: Module, machine: PythonMachine) -> None:
        self.module = module
        self.machine = machine
        self.registers: dict[str, Number] = dict.fromkeys(module.registers, ZERO)
        self.arrays = {name: [ZERO] * array.length for name, array in module.arrays.items()}

    def call(self, name: str, *arguments: Number) -> tuple[Number, ...]:
        """A function's results. Errors are those of `generator.language`: CalculatorError, IndexError, ..."""
        function = self.module.functions[name]
        names: Locals = dict(zip(function.parameters, arguments, strict=True))
        try:
            self._block(function.body, names)
        except _Leave as leave:
            return leave.values
        return ()

    def _block(self, block: Block, names: Locals) -> None:
        for statement in block:
            self._statement(statement, names)

    def _statement(self, statement: Statement, names: Locals) -> None:
        match statement:
            case Assign(targets=targets, values=values):
                self._write(targets, tuple(self.value(one, names) for one in values), names)
            case Unpack(targets=targets, value=value):
                self._write(targets, self._several(value, names), names)
            case Evaluate(value=value):
                self._several(value, names)
            case If(test=test, body=body, orelse=orelse):
                self._block(body if self.holds(test, names) else orelse, names)
            case While(test=test, body=body):
                while self.holds(test, names) and self._pass(body, names):
                    self.machine.tick()
            case For():
                self._for(statement, names)
            case Break() | Continue():
                raise _Leave(type(statement))
            case Return(error=int(number)):
                raise CalculatorError(number)
            case Return(values=values):
                raise _Leave(Return, tuple(self.value(one, names) for one in values))
            case Pause(shown=shown):
                self.machine.dialogue.pause(self.value(shown, names))
            case Setting(name=name, digits=digits):
                self.machine.set(name, digits)
            case Assume(condition=claim):
                if not self.holds(claim, names):
                    raise AssumptionError("a claim of the program does not hold")

    def _pass(self, body: Block, names: Locals) -> bool:
        """Run one pass of a loop. Returns whether the loop goes on."""
        try:
            self._block(body, names)
        except _Leave as leave:
            if leave.kind is Return:
                raise
            return leave.kind is Continue
        return True

    def _for(self, loop: For, names: Locals) -> None:
        start, stop = (_whole(self.value(end, names)) for end in (loop.start, loop.stop))
        for number in range(start, stop, loop.step):
            names[loop.name] = Number.of(number)
            self.machine.tick()
            if not self._pass(loop.body, names):
                return

    def _write(self, targets: tuple[Target, ...], values: tuple[Number, ...], names: Locals) -> None:
        for target, value in zip(targets, values, strict=True):
            if isinstance(target, Element):
                self.arrays[target.array][self._index(target, names)] = value
            elif isinstance(target, Name) and target.name in self.registers:
                self.registers[target.name] = value
                if target.name in self.module.sums:
                    self.machine.store_sum(self.module.sums.index(target.name), value)
            else:
                names[target.name] = value

    def _index(self, element: Element, names: Locals) -> int:
        number = _whole(self.value(element.index, names))
        if not 0 <= number < len(self.arrays[element.array]):
            raise IndexError(f"{element.array} has no element {number}")
        return number

    def _several(self, value: Call | Operation | Ask, names: Locals) -> tuple[Number, ...]:
        if isinstance(value, Call) and value.by:
            return self._run(value, names)
        if isinstance(value, Call):
            return self.call(value.function, *(self.value(one, names) for one in value.arguments))
        if isinstance(value, Operation) and (value.name in EFFECTS or result_count(value.name) > 1):
            return self._work(value, names)
        return (self.value(value, names),)

    def _run(self, call: Call, names: Locals) -> tuple[Number, ...]:
        """What SOLVE or the integral makes of a function, whose parameters all hold the same number."""
        first, second = (self.value(one, names) for one in call.arguments)
        count = len(self.module.functions[call.function].parameters)

        def function(x: Number) -> Number:
            return self.call(call.function, *[x] * count)[0]

        return self.machine.run(call.by, function, first, second)

    def _work(self, one: Operation, names: Locals) -> tuple[Number, ...]:
        if one.name == "ask_two":
            given = self.machine.dialogue.ask_two(self.value(one.operands[0], names))
            if given is None:
                raise AssumptionError("two numbers are keyed in here")
            return given
        letters = tuple(self.module.matrices[name] for name in one.matrices)
        operands = [self.value(operand, names) for operand in one.operands]
        return self.machine.several(one.name, *operands, letters=letters)

    def register(self, name: str) -> Number:
        """The number in a register of the module."""
        if name in self.module.sums:
            return self.machine.sum(self.module.sums.index(name))
        return self.registers[name]

    def value(self, value: Expression, names: Locals) -> Number:
        """The number that an expression gives. CalculatorError where the calculator ends in an Error."""
        match value:
            case Constant(value=number):
                return number
            case Read(name=name):
                return self.register(name) if name in self.registers else names[name]
            case Element(array=array):
                return self.arrays[array][self._index(value, names)]
            case Operation(name=name) if name in KEYED:
                return self._work(value, names)[0]
            case Operation(name=name, operands=operands):
                return self.machine.compute(name, *(self.value(one, names) for one in operands))
            case Ask(shown=shown):
                given = self.machine.dialogue.ask(self.value(shown, names))
                assert isinstance(given, Number)  # as what was shown
                return given
            case Call():
                (number,) = self._several(value, names)
                return number

    def holds(self, condition: Condition, names: Locals) -> bool:
        """Whether a condition holds."""
        match condition:
            case Compare(left=left, relation=relation, right=right):
                return HOLDS[relation](self.value(left, names), self.value(right, names))
            case Not(condition=inner):
                return not self.holds(inner, names)
            case And(conditions=parts):
                return all(self.holds(part, names) for part in parts)
            case Or(conditions=parts):
                return any(self.holds(part, names) for part in parts)
            case Truth(value=truth):
                return truth


def _whole(number: Number) -> int:
    if not number.is_integer:
        raise TypeError(f"{number} is not a whole number")
    return int(number)


class TreeSide:
    """Runs a module's tree, before or after a pass."""

    def __init__(self, module: Module, model: Model = Model.HP15C, operations: int = OPERATIONS) -> None:
        self.module = module
        self.model = model
        self.operations = operations
        self.reset()

    def reset(self) -> None:
        """Clear the memory."""
        self.interpreter = Interpreter(self.module, PythonMachine(self.model))

    def run(self, call: EntryCall) -> CallResult:
        """Make a call."""
        one = self.interpreter
        script = one.machine.dialogue = PreparedDialogue(call.answers)
        one.machine.left = self.operations
        places = pinned_places(self.module)
        for at, (name, element) in places.items():
            if at not in call.stored:
                continue
            if name in self.module.sums:
                one.machine.store_sum(self.module.sums.index(name), call.stored[at])
            elif element is None:
                one.registers[name] = call.stored[at]
            else:
                one.arrays[name][element] = call.stored[at]
        function = next(each for each in self.module.functions.values() if each.label == call.label)
        results: list[Number] = []
        end, reason = ended_by(lambda: results.extend(one.call(function.name, *call.arguments)))
        if end != "results":
            return CallResult(tuple(script.shown), end, reason=reason)
        held = (
            (at, one.register(name) if element is None else one.arrays[name][element])
            for at, (name, element) in places.items()
        )
        registers = tuple(sorted(held))
        return CallResult(tuple(script.shown), end, tuple(results), registers, modes(one.machine.state))


def compared(module: Module, calls: int = 25, sequences: int = 100) -> CallTally:
    """The source of a module run as Python and its tree, on drawn calls of at most so many sequences."""
    python, tree, tally = PythonSide(module), TreeSide(module), CallTally()
    draws = CallDraws(module, [], Random(1))
    for _ in range(sequences):
        if tally.disagreement is not None or tally.compared >= calls:
            break
        before, drawn = tally.compared, draws.sequence()
        tally.disagreement = compare(drawn, python, tree, tally)
        draws.note(drawn, tally.compared > before)
    return tally
