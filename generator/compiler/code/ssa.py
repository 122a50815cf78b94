"""From variables to values: the value that a name holds at each place, with phis where ways meet.

Braun, Buchwald, Hack, Leißa, Mallon and Zwinkau, "Simple and Efficient Construction of Static Single
Assignment Form" (2013): a name is looked up backwards from where it is read. A block is sealed once all its
predecessors are known. Until then each name read in it gets a phi.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.compiler.code.graph import Block, Value


@dataclass(slots=True)
class Names:
    """What each name holds at the end of each block."""

    held: dict[Block, dict[str, Value]] = field(default_factory=dict)
    waiting: dict[Block, dict[str, Value]] = field(default_factory=dict)
    sealed: set[Block] = field(default_factory=set)

    def write(self, name: str, block: Block, value: Value) -> None:
        """Note that the name holds the value from here on in the block."""
        self.held.setdefault(block, {})[name] = value

    def read(self, name: str, block: Block) -> Value:
        """The value that the name holds at the end of the block as built so far."""
        if (value := self.held.get(block, {}).get(name)) is not None:
            return value
        if block not in self.sealed:
            value = Value(name, phi=block)
            self.waiting.setdefault(block, {})[name] = value
        elif not block.predecessors:
            value = Value(name)
        elif len(block.predecessors) == 1:
            value = self.read(name, block.predecessors[0])
        else:
            value = Value(name, phi=block)
            self.write(name, block, value)
            block.phis[value] = [self.read(name, one) for one in block.predecessors]
        self.write(name, block, value)
        return value

    def seal(self, block: Block) -> None:
        """Note that all predecessors of the block are known now."""
        for name, phi in self.waiting.pop(block, {}).items():
            block.phis[phi] = [self.read(name, one) for one in block.predecessors]
        self.sealed.add(block)
