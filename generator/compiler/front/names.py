"""The meaning of a module's names: imports, registers, arrays, constants and functions."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from generator.compiler.front.routines import DeclaredRoutine
from generator.compiler.tree.ir import Array, Register


@dataclass(slots=True)
class Signature:
    """A function as its callers see it. `results` is None where a fault hides it. `levels` are those that
    `@recursive` gives it.
    """

    node: ast.FunctionDef
    parameters: tuple[str, ...]
    label: str | None = None
    results: int | None = 0
    levels: int = 0


@dataclass(slots=True)
class ModuleNames:
    """The names of a module.

    `language` maps a name of the module to the name in `generator.language` that it stands for. `constants`
    are module-level names of numbers, with their trees. `other` are names of other values, which no function
    may use. `sums` are the names of the statistics registers, which are among `registers`. `matrices` are
    the letters of matrices by their names. `routines` are labels of other listings. They are functions too.
    `refused` are names of what was refused where it is declared. Their uses are no faults of their own.
    """

    language: dict[str, str] = field(default_factory=dict)
    registers: dict[str, Register] = field(default_factory=dict)
    arrays: dict[str, Array] = field(default_factory=dict)
    constants: dict[str, ast.expr] = field(default_factory=dict)
    functions: dict[str, Signature] = field(default_factory=dict)
    other: set[str] = field(default_factory=set)
    sums: tuple[str, ...] = ()
    matrices: dict[str, str] = field(default_factory=dict)
    routines: dict[str, DeclaredRoutine] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)

    def kind(self, name: str) -> str:
        """The kind of thing that a module-level name stands for, in words. '' for no such name."""
        for words, names in (
            ("a register", self.registers),
            ("an array", self.arrays),
            ("a matrix", self.matrices),
            ("a function", self.functions),
            ("a constant of the module", self.constants),
            ("a name of the language", self.language),
            ("a value of the module that is no number", self.other),
        ):
            if name in names:
                return words
        return ""
