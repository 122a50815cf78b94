"""The compiler's tree, run as it stands."""

from __future__ import annotations

from generator.compiler.checking.calls import CallResult, EntryCall, PreparedDialogue
from generator.compiler.checking.python_side import OPERATIONS, ended_by, modes
from generator.compiler.interpret import Interpreter
from generator.compiler.ir import Module
from generator.language.machine import PythonMachine
from hp15c.models import Model
from hp15c.number import Number


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
        for name, register in self.module.registers.items():
            if register.at and register.at in call.stored:
                one.registers[name] = call.stored[register.at]
        function = next(each for each in self.module.functions.values() if each.label == call.label)
        results: list[Number] = []
        end, reason = ended_by(lambda: results.extend(one.call(function.name, *call.arguments)))
        if end != "results":
            return CallResult(tuple(script.shown), end, reason=reason)
        pinned = {register.at: one.registers[name] for name, register in self.module.registers.items()}
        registers = tuple(sorted((at, number) for at, number in pinned.items() if at))
        return CallResult(tuple(script.shown), end, tuple(results), registers, modes(one.machine.state))
