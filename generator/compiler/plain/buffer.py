"""The lines written so far, and what is known after them: which names X equals, where I points."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from generator.compiler.tree.affine import Affine

DIGIT_KEYS = frozenset("0123456789.") | {"EEX"}


@dataclass(frozen=True, slots=True)
class Address:
    """The number of a register as a sum, and the registers that the names in the sum stand for."""

    form: Affine
    registers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownRegisters:
    """The facts known at a point: the registers that X equals, and the address in I.

    The address is None when it is unknown.
    """

    x: frozenset[str] = frozenset()
    pointer: Address | None = None

    def common(self, other: KnownRegisters) -> KnownRegisters:
        """The facts that hold on both ways."""
        return KnownRegisters(self.x & other.x, self.pointer if self.pointer == other.pointer else None)

    def pointer_without(self, register: str) -> Address | None:
        """The address in I once this register has another number. None when the address depended on it."""
        moved = self.pointer is None or register == "I" or register in self.pointer.registers
        return None if moved else self.pointer


@dataclass(eq=False, slots=True)
class Label:
    """A place to jump to. `arriving` are the facts that hold on all jumps to it so far."""

    arriving: KnownRegisters | None = None
    used: bool = False


@dataclass(frozen=True, slots=True)
class BufferedLine:
    """A program line: its name and operand, or the label that it is or jumps to, and its source line (0 for
    none).
    """

    name: str
    operand: str = ""
    label: Label | None = None
    source: int = 0


@dataclass(slots=True)
class Buffer:
    """Lines in order. Lines between a jump and the next label cannot be reached, and are dropped."""

    lines: list[BufferedLine] = field(default_factory=list)
    known: KnownRegisters = KnownRegisters()
    reachable: bool = True
    source: int = 0
    skipping: bool = False

    def line(self, name: str, operand: str = "") -> None:
        """Add a line after which the value of X is not known."""
        if self.reachable:
            self.lines.append(BufferedLine(name, operand, None, self.source))
            self.known = KnownRegisters(frozenset(), self.known.pointer)

    def digits(self, keys: tuple[str, ...]) -> None:
        """Key a number in. A number right behind another one needs ENTER between."""
        if self.lines and self.lines[-1].name in DIGIT_KEYS | {"CHS"} and self._keyed():
            self.line("ENTER")
        for key in keys:
            self.line(key)

    def _keyed(self) -> bool:
        """Whether the last lines key in a number. CHS alone is an operation and no number."""
        for line in reversed(self.lines):
            if line.name != "CHS":
                return line.name in DIGIT_KEYS
        return False

    def equals(self, what: str) -> None:
        """Note that X equals this: a register, or a constant written `=10`."""
        self.known = KnownRegisters(frozenset((what,)), self.known.pointer)

    def recalled(self, register: str) -> None:
        """RCL."""
        self.line("RCL", register)
        self.equals(register)

    def stored(self, register: str) -> None:
        """STO: X equals this register, too."""
        before = self.known
        self.line("STO", register)
        self.known = KnownRegisters(before.x | {register}, before.pointer_without(register))

    def changed(self, name: str, register: str) -> None:
        """Note arithmetic into a register, DSE or ISG: X stays."""
        before = self.known
        self.line(name, register)
        self.known = KnownRegisters(before.x - {register}, before.pointer_without(register))

    def points(self, address: Address | None) -> None:
        """Note the address that I holds now."""
        self.known = KnownRegisters(self.known.x, address)

    def test(self, name: str) -> None:
        """Add a test. The next line is skipped when it fails."""
        before = self.known
        self.line(name)
        self.known = before
        self.skipping = True

    def jump(self, label: Label, name: str = "GTO") -> None:
        """GTO."""
        if not self.reachable:
            return
        self.lines.append(BufferedLine(name, "", label, self.source))
        label.used = True
        label.arriving = self.known if label.arriving is None else label.arriving.common(self.known)
        self.reachable = self.skipping
        self.skipping = False

    def calls(self, label: Label, name: str = "GSB") -> None:
        """GSB, SOLVE or the integral: nothing is known afterwards."""
        if self.reachable:
            self.lines.append(BufferedLine(name, "", label, self.source))
            label.used = True
            self.known = KnownRegisters()

    def place(self, label: Label, *, loop: bool = False) -> None:
        """Add the label itself, if anything jumps there.

        The label of a loop is always needed, and no facts are known at it.
        """
        if loop:
            self.known = KnownRegisters()
            label.used = True
        elif not label.used:
            return
        elif label.arriving is not None:
            self.known = self.known.common(label.arriving) if self.reachable else label.arriving
        self.reachable = True
        self.skipping = False
        self.lines.append(BufferedLine("LBL", "", label, self.source))

    def ends(self, name: str) -> None:
        """RTN."""
        self.line(name)
        self.reachable = False

    @contextmanager
    def at(self, source: int) -> Iterator[None]:
        """While this is active, lines get the source line of a statement."""
        before, self.source = self.source, source or self.source
        try:
            yield
        finally:
            self.source = before
