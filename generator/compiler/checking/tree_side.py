"""The compiler's tree, run as it stands."""

from __future__ import annotations

from generator.compiler.checking.calls import CallResult, EntryCall, PreparedDialogue, pinned_places
from generator.compiler.checking.python_side import OPERATIONS, ended_by, modes
from generator.compiler.tree.interpret import Interpreter
from generator.compiler.tree.ir import Module
from generator.language.machine import PythonMachine
from hp15c.numbers.number import Number
from hp15c.table.models import Model


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
