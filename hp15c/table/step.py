"""A row of the table of instructions, and a step: one line of a program, a row with its operand."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from hp15c.table.models import Model

Keys = tuple[str, ...]
Costs = tuple[int, int]
CostsOfRow = Costs | tuple[int, int, int]
"""Word times on the HP-15C and the HP-11C, and what complex mode adds."""

RowRule = Callable[[Any], None]
"""What an instruction does to a machine (see `rules.machine`)."""


class Lift(Enum):
    """The effect of an instruction on stack lift (BEHAVIOUR 2.1)."""

    ENABLE = "enable"
    DISABLE = "disable"
    NEUTRAL = "neutral"


class Role(Enum):
    """The role of an instruction in a program: how the program goes on from it (BEHAVIOUR 4.2 to 4.6)."""

    COMPUTES = "computes"
    TYPES = "types"  # begins a number or goes on with it
    SIGNS = "signs"  # goes on with a number, but begins none
    LABEL = "label"
    JUMPS = "jumps"
    CALLS = "calls"
    EVALUATES = "evaluates"  # calls a label's function again and again
    RETURNS = "returns"
    STOPS = "stops"
    PAUSES = "pauses"
    TESTS = "tests"
    COUNTS = "counts"


class OperandKind(Enum):
    """The kind of thing that the operand of an instruction names."""

    NOTHING = "nothing"
    DIGIT = "digit"
    PLACES = "places"  # digits of a display format
    REGISTER = "register"  # or, by a letter, a matrix element
    LABEL = "label"
    FLAG = "flag"
    MATRIX = "matrix"
    ELEMENT = "element"
    FUNCTION = "function"  # MATRIX 0 to MATRIX 9


SEARCHES: Final = (Role.JUMPS, Role.CALLS, Role.EVALUATES)
"""The roles that search the program for a label."""
TYPING: Final = (Role.TYPES, Role.SIGNS)
"""The roles of lines that go on with a number that is being typed."""
OF_MATRICES: Final = (OperandKind.MATRIX, OperandKind.ELEMENT, OperandKind.FUNCTION)
"""The kinds of operands of instructions that work with matrices."""

DIGITS: Final = tuple("0123456789")
POINT_DIGITS: Final = tuple(f".{digit}" for digit in DIGITS)
LETTERS: Final = tuple("ABCDE")
REGISTERS: Final = {name: number for number, name in enumerate(DIGITS + POINT_DIGITS)}
"""The numbers of the data registers by their names: '.3' is 13."""
_REGISTER_NAMES: Final = tuple(REGISTERS)
INDIRECT: Final = ("I", "(i)")
LETTER_KEYS: Final = dict(zip(LETTERS, ("11", "12", "13", "14", "15"), strict=True))
_OPERAND_KEYS: Final = {"I": "25", "(i)": "24"} | LETTER_KEYS


def register_number(name: str) -> int:
    """The number of a register by its name: '3', '.3' is 13, and beyond R.9 the name is the number."""
    return REGISTERS[name] if name in REGISTERS else int(name)


def register_name(number: int) -> str:
    """The name of a register by its number, as lines have it: 3, 13 is '.3', and beyond R.9 the number."""
    return _REGISTER_NAMES[number] if 0 <= number < len(_REGISTER_NAMES) else str(number)


def free_labels(model: Model, taken: Collection[str]) -> list[str]:
    """The labels that are not taken: digits, then letters from E to A, then those of two bytes."""
    pointed = POINT_DIGITS if model is Model.HP15C else ()
    return [label for label in (*DIGITS, *reversed(LETTERS), *pointed) if label not in taken]


def operand_keys(operand: str) -> Keys:
    """The keycodes of an operand: '.3' is 48 3, 'A' is 11, 'I' is 25, '(i)' is 24."""
    if operand.startswith("."):
        return ("48", operand[1])
    if operand in DIGITS:
        return (operand,)
    return (_OPERAND_KEYS[operand],)


@dataclass(frozen=True, slots=True)
class Instruction:
    """A row of the table.

    `keys` and `operands` are the HP-15C's, `keys_11c` and `operands_11c` the HP-11C's. A model for which
    there are no keys does not have the instruction. `implied` is an operand that the keys of the HP-11C hold
    already. `long` lists the operands with which the HP-15C needs two bytes ('' when there is none). `user`
    lists those that have a USER-mode form. `aliases_11c` are other keys that store the same step. `simulator`
    and `jrpn` are the names that these listing formats write where no rule of `spellings` gives them from
    `name`, `others` those that readers accept besides. `skipping` lists the operands with which it may skip
    the next line. Tests and counters always may. `fills_result` lists the operands with which it writes
    RESULT when X or Y is a matrix ('' for no operand). `sums` tells that it uses the registers of the
    statistics sums. `rule` and `costs` are its rule and word times where these stand with the row. Those of
    other rows stand in the book (`rules.book`).
    """

    name: str
    keys: Keys | None
    operands: tuple[str, ...] = ()
    lift: Lift = Lift.ENABLE
    long: tuple[str, ...] = ()
    user: tuple[str, ...] = ()
    keys_11c: Keys | None = None
    operands_11c: tuple[str, ...] = ()
    implied: tuple[tuple[str, Keys], ...] = ()
    aliases_11c: tuple[tuple[str, Keys], ...] = ()
    programmable: bool = True
    simulator: str = ""
    jrpn: str = ""
    others: tuple[str, ...] = ()
    role: Role = Role.COMPUTES
    names: OperandKind = OperandKind.NOTHING
    skipping: tuple[str, ...] = ()
    fills_result: tuple[str, ...] = ()
    sums: bool = False
    costs: CostsOfRow | None = None
    rule: RowRule | None = field(default=None, compare=False)

    @property
    def shows_element(self) -> bool:
        """Whether its key, held down on the HP-15C, shows the matrix element that it uses."""
        return self.names in (OperandKind.REGISTER, OperandKind.ELEMENT)

    def __hash__(self) -> int:
        """The hash of its name, which no other row has."""
        return hash(self.name)

    def on(self, model: Model) -> Keys | None:
        """The keycodes that begin this instruction on a model, None where it does not exist."""
        return self.keys if model is Model.HP15C else self.keys_11c

    def operands_on(self, model: Model) -> tuple[str, ...]:
        """The operands that may follow on a model. Empty when none does."""
        if model is Model.HP15C:
            return self.operands
        return self.operands_11c + tuple(operand for operand, _ in self.implied)


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a program: an instruction, its operand if it has one, whether it is a USER-mode step."""

    instruction: Instruction
    operand: str = ""
    user: bool = False

    @property
    def name(self) -> str:
        """The instruction's name, 'STO +' or 'x²'."""
        return self.instruction.name

    @property
    def role(self) -> Role:
        """The role: how a program goes on from it."""
        return self.instruction.role

    @property
    def names(self) -> OperandKind:
        """The kind of thing that its operand names."""
        return self.instruction.names

    @property
    def register(self) -> int | None:
        """The number of the register that its operand names, as 13 for .3. None for I, (i) and all else."""
        named = self.names is OperandKind.REGISTER and self.operand[-1:].isdigit()
        return register_number(self.operand) if named else None

    @property
    def searches(self) -> bool:
        """Whether it searches the program for a label."""
        return self.instruction.role in SEARCHES

    @property
    def may_skip(self) -> bool:
        """Whether it may skip the next line (BEHAVIOUR 4.5, 7.3)."""
        row = self.instruction
        return row.role in (Role.TESTS, Role.COUNTS) or self.user or self.operand in row.skipping

    def keys(self, model: Model) -> Keys:
        """The keycodes on a model, without the USER mark: ('42', '21', '11'). KeyError when it has none."""
        row = self.instruction
        if model is Model.HP11C:
            for operand, keys in row.implied:
                if operand == self.operand:
                    return keys
        first = row.on(model)
        if first is None or (self.operand and self.operand not in row.operands_on(model)):
            raise KeyError(f"{self} on the HP-{model}")
        return first + (operand_keys(self.operand) if self.operand else ())

    def exists_on(self, model: Model) -> bool:
        """Whether a model has this step."""
        try:
            self.keys(model)
        except KeyError:
            return False
        return model is Model.HP15C or not self.user

    def bytes(self, model: Model) -> int:
        """Bytes of program memory. The HP-11C needs one for every line (BEHAVIOUR 4.1)."""
        return 2 if model is Model.HP15C and (self.user or self.operand in self.instruction.long) else 1

    def codes(self, model: Model) -> str:
        """The keycodes as a program line shows them after its number, seven cells wide (BEHAVIOUR 4.1).

        Example: '42,21,11', ' 44 .3', '42, 7, 4'. Leading blanks fill the line on the left.
        """
        shown: list[str] = []
        for key in self.keys(model):
            if shown and shown[-1] == "48":
                shown[-1] = "." + key
            else:
                shown.append(key)
        if len(shown) == 3:
            return ",".join(code if code.isdigit() and len(code) == 2 else " " + code for code in shown)
        text = " ".join(shown)
        return text.rjust(6 + text.count("."))

    def display(self, model: Model, number: int) -> str:
        """The program line as the LCD shows it, without the sign cell: '001-42,21,11'."""
        return f"{number:03d}{'u' if self.user else '-'}{self.codes(model)}"

    def __repr__(self) -> str:
        return f"<Step {self}{' u' * self.user}>"

    def __str__(self) -> str:
        name = "" if self.name == "digit" else self.name
        return f"{name} {self.operand}".strip()
