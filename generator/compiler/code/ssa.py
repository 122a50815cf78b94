"""From variables to values: the value that a name holds at each place, with phis where ways meet.

Braun, Buchwald, Hack, Leißa, Mallon and Zwinkau, "Simple and Efficient Construction of Static Single
Assignment Form" (2013): a name is looked up backwards from where it is read. A block is sealed once all its
predecessors are known. Until then each name read in it gets a phi.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.compiler.code.graph import BasicBlock, GraphValue


@dataclass(slots=True)
class NamesByBlock:
    """The value of each name at the end of each block."""

    held: dict[BasicBlock, dict[str, GraphValue]] = field(default_factory=dict)
    waiting: dict[BasicBlock, dict[str, GraphValue]] = field(default_factory=dict)
    sealed: set[BasicBlock] = field(default_factory=set)

    def write(self, name: str, block: BasicBlock, value: GraphValue) -> None:
        """Note that the name holds the value from here on in the block."""
        self.held.setdefault(block, {})[name] = value

    def read(self, name: str, block: BasicBlock) -> GraphValue:
        """The value that the name holds at the end of the block as built so far."""
        if (value := self.held.get(block, {}).get(name)) is not None:
            return value
        if block not in self.sealed:
            value = GraphValue(name, phi=block)
            self.waiting.setdefault(block, {})[name] = value
        elif not block.predecessors:
            value = GraphValue(name)
        elif len(block.predecessors) == 1:
            value = self.read(name, block.predecessors[0])
        else:
            value = GraphValue(name, phi=block)
            self.write(name, block, value)
            block.phis[value] = [self.read(name, one) for one in block.predecessors]
        self.write(name, block, value)
        return value

    def seal(self, block: BasicBlock) -> None:
        """Note that all predecessors of the block are known now."""
        for name, phi in self.waiting.pop(block, {}).items():
            block.phis[phi] = [self.read(name, one) for one in block.predecessors]
        self.sealed.add(block)
