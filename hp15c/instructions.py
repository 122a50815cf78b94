"""The one table of what the two calculators can do.

A row is a family: its name (the handbook's mnemonic without f or g), the keycodes that begin it, the
operands that may follow, what it costs in bytes and what it does to stack lift. Everything else (each
programmable step, the prefix grammar of the keyboard, the legends of the keys, the listing formats) is
derived from it. Facts: BEHAVIOUR 0.1, 2.1, 3.7, 4.1 and 9.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

from hp15c.models import Model

Keys = tuple[str, ...]


class Lift(Enum):
    """What an instruction does to stack lift (BEHAVIOUR 2.1)."""

    ENABLE = "enable"
    DISABLE = "disable"
    NEUTRAL = "neutral"


DIGITS: Final = tuple("0123456789")
POINT_DIGITS: Final = tuple(f".{digit}" for digit in DIGITS)
LETTERS: Final = tuple("ABCDE")
INDIRECT: Final = ("I", "(i)")
LETTER_KEYS: Final = dict(zip(LETTERS, ("11", "12", "13", "14", "15"), strict=True))
_OPERAND_KEYS: Final = {"I": "25", "(i)": "24"} | LETTER_KEYS

_LABELS: Final = DIGITS + POINT_DIGITS + LETTERS
_REGISTERS: Final = DIGITS + POINT_DIGITS + INDIRECT
_CELLS: Final = _REGISTERS + LETTERS
_ELEMENTS: Final = (*LETTERS, "(i)")
_SHORT_LOOP: Final = ("0", "1", *INDIRECT)
_LONG_LOOP: Final = tuple(cell for cell in _CELLS if cell not in _SHORT_LOOP)


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

    `keys` and `operands` are the HP-15C's, `keys_11c` and `operands_11c` the HP-11C's; no keys: the
    model does not have it. `implied` is an operand that the keys of the HP-11C hold already. `long`
    lists the operands with which the HP-15C needs two bytes ('' when there is none); `user` those that
    have a USER-mode form. `aliases_11c` are other keys that store the same step. `simulator` and `jrpn`
    are the names that these listing formats write where no rule of `spellings` gives them from `name`,
    `others` those that readers accept besides.
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

    def on(self, model: Model) -> Keys | None:
        """The keycodes that begin this instruction on a model, None where it does not exist."""
        return self.keys if model is Model.HP15C else self.keys_11c

    def operands_on(self, model: Model) -> tuple[str, ...]:
        """The operands that may follow on a model; empty when none does."""
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

    def keys(self, model: Model) -> Keys:
        """The keycodes on a model, without the USER mark: ('42', '21', '11'); KeyError when it has none."""
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
        """Bytes of program memory; the HP-11C needs one for every line (BEHAVIOUR 4.1)."""
        return 2 if model is Model.HP15C and (self.user or self.operand in self.instruction.long) else 1

    def codes(self, model: Model) -> str:
        """The keycodes as a program line shows them behind its number, seven cells wide (BEHAVIOUR 4.1).

        Example: '42,21,11', ' 44 .3', '42, 7, 4'; leading blanks fill the line on the left.
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

    def __str__(self) -> str:
        name = "" if self.name == "digit" else self.name
        return f"{name} {self.operand}".strip()


def _row(
    name: str,
    keys: str,
    operands: tuple[str, ...] = (),
    *,
    also: str | None = "",
    operands_11c: tuple[str, ...] | None = None,
    long: tuple[str, ...] = (),
    lift: Lift = Lift.ENABLE,
    user: tuple[str, ...] = (),
    implied: dict[str, str] | None = None,
    aliases_11c: dict[str, str] | None = None,
    programmable: bool = True,
    simulator: str = "",
    jrpn: str = "",
    others: tuple[str, ...] = (),
) -> Instruction:
    """A row from keys written as text. `also`: the HP-11C's keys; '' the same, None not there."""
    return Instruction(
        name=name,
        keys=tuple(keys.split()) if keys != "none" else None,
        operands=operands,
        lift=lift,
        long=long,
        user=user,
        keys_11c=None if also is None else tuple((also or keys).split()),
        operands_11c=(operands if operands_11c is None else operands_11c) if also is not None else (),
        implied=tuple((operand, tuple(text.split())) for operand, text in (implied or {}).items()),
        aliases_11c=tuple((operand, tuple(text.split())) for operand, text in (aliases_11c or {}).items()),
        programmable=programmable,
        simulator=simulator,
        jrpn=jrpn,
        others=others,
    )


def _command(
    name: str,
    keys: str,
    *,
    lift: Lift = Lift.NEUTRAL,
    also: str | None = "",
    others: tuple[str, ...] = (),
) -> Instruction:
    """A row that cannot be a program line."""
    return _row(name, keys, lift=lift, also=also, programmable=False, others=others)


def _store_arithmetic(sign: str, key: str) -> Iterator[Instruction]:
    yield _row(f"STO {sign}", f"44 {key}", _CELLS, operands_11c=(*DIGITS, "(i)"), long=_CELLS)
    yield _row(f"RCL {sign}", f"45 {key}", _CELLS, also=None, long=_CELLS)


_NEUTRAL = Lift.NEUTRAL
_DISABLE = Lift.DISABLE
_ARITHMETIC: Final = (("+", "40"), ("−", "30"), ("×", "20"), ("÷", "10"))
_TESTS: Final = (
    ("x≠0", "43 30"),
    ("x>0", "43 20"),
    ("x<0", "43 10"),
    ("x≥0", None),
    ("x≤0", None),
    ("x=y", "42 40"),
    ("x≠y", "42 30"),
    ("x>y", "42 20"),
    ("x<y", None),
    ("x≥y", None),
)

TABLE: Final[tuple[Instruction, ...]] = (
    # number entry
    _row("digit", "", DIGITS),
    _row(".", "48", others=(",",)),
    _row("EEX", "26"),
    _row("CHS", "16"),
    _row("ENTER", "36", lift=_DISABLE, others=("ENTER↑", "ENTER^")),
    # arithmetic
    *(_row(sign, key) for sign, key in _ARITHMETIC),
    _row("√x", "11", simulator="√x̅", jrpn="sqrt(x)", others=("sqrt", "√")),
    _row("x²", "43 11", jrpn="x^2"),
    _row("1/x", "15"),
    _row("%", "43 14"),
    _row("Δ%", "43 15", jrpn="delta%", others=("%CH", "D%")),
    _row("ABS", "43 16"),
    _row("INT", "43 44", others=("IP",)),
    _row("FRAC", "42 44", others=("FP",)),
    _row("RND", "43 34"),
    _row("π", "43 26", also="42 16", jrpn="PI"),
    # logarithms, powers, factorials
    _row("eˣ", "12", jrpn="eX", others=("EXP",)),
    _row("LN", "43 12", jrpn="ln"),
    _row("10ˣ", "13", jrpn="10^x", others=("10X",)),
    _row("LOG", "43 13", jrpn="log"),
    _row("yˣ", "14", jrpn="yX"),
    _row("x!", "42 0", simulator="Χ\u2009!", others=("n!",)),
    _row("Py,x", "42 40", also="42 1", simulator="P\u2009y,x", others=("Pyx",)),
    _row("Cy,x", "43 40", also="43 1", others=("Cyx",)),
    # trigonometry
    _row("SIN", "23"),
    _row("COS", "24"),
    _row("TAN", "25"),
    _row("SIN⁻¹", "43 23", others=("SIN^-1", "ASIN", "ARCSIN")),
    _row("COS⁻¹", "43 24", others=("COS^-1", "ACOS", "ARCCOS")),
    _row("TAN⁻¹", "43 25", others=("TAN^-1", "ATAN", "ARCTAN")),
    _row("HYP SIN", "42 22 23", jrpn="SINH"),
    _row("HYP COS", "42 22 24", jrpn="COSH"),
    _row("HYP TAN", "42 22 25", jrpn="TANH"),
    _row("HYP⁻¹ SIN", "43 22 23", jrpn="SINH-1", others=("HYP^-1 SIN", "ASINH", "SINH^-1")),
    _row("HYP⁻¹ COS", "43 22 24", jrpn="COSH-1", others=("HYP^-1 COS", "ACOSH", "COSH^-1")),
    _row("HYP⁻¹ TAN", "43 22 25", jrpn="TANH-1", others=("HYP^-1 TAN", "ATANH", "TANH^-1")),
    _row("DEG", "43 7", lift=_NEUTRAL),
    _row("RAD", "43 8", lift=_NEUTRAL),
    _row("GRD", "43 9", lift=_NEUTRAL, others=("GRAD",)),
    # conversions
    _row("→R", "42 1", also="42 26", simulator="→\u2009R", others=("P->R",)),
    _row("→P", "43 1", also="43 26", others=("R->P",)),
    _row("→H.MS", "42 2", others=("->HMS", "H->H.MS")),
    _row("→H", "43 2", others=("->HR", "->HRS")),
    _row("→RAD", "42 3", simulator="→\u2009RAD", others=("D->R",)),
    _row("→DEG", "43 3", others=("R->D",)),
    # statistics and random numbers
    _row("Σ+", "49", lift=_DISABLE, others=("S+", "SUM+")),
    _row("Σ−", "43 49", lift=_DISABLE, others=("S-", "SUM-")),
    _row("x̄", "43 0", simulator="x̅", jrpn="xBar", others=("MEAN",)),
    _row("s", "43 48", others=("SDEV",)),
    _row("L.R.", "42 49", others=("LR",)),
    _row("ŷ,r", "42 48", jrpn="yHat,r", others=("y^,r", "ŷr", "y,r")),
    _row("RCL Σ+", "45 49", others=("RCL E+", "RCL S+", "RCL SUM+")),
    _row(
        "CLEAR Σ",
        "42 32",
        lift=_NEUTRAL,
        jrpn="CLEAR-E",
        others=("CL Σ", "CLΣ", "CLEAR E", "CLR Σ", "CLEAR SUM"),
    ),
    _row("RAN#", "42 36", jrpn="RAN #", others=("RAN", "RANDOM")),
    _row("STO RAN#", "44 36", others=("STO RAN",)),
    _row("RCL RAN#", "45 36", also=None, others=("RCL RAN",)),
    # the stack
    _row("x↔y", "34", jrpn="X<=>Y", others=("SWAP", "x><y")),
    _row("R↓", "33", jrpn="Rv", others=("RDN", "Rdown", "ROLL↓")),
    _row("R↑", "43 33", jrpn="R^", others=("RUP", "ROLL↑")),
    _row("LSTx", "43 36", simulator="LSTΧ", others=("LASTx",)),
    _row("CLx", "43 35", lift=_DISABLE, others=("CLEAR x", "CLRx")),
    # registers
    _row("STO", "44", _CELLS, operands_11c=_REGISTERS, user=_ELEMENTS),
    _row(
        "RCL",
        "45",
        _CELLS,
        operands_11c=_REGISTERS,
        user=_ELEMENTS,
        aliases_11c={"I": "42 25", "(i)": "42 24"},
    ),
    *(row for sign, key in _ARITHMETIC for row in _store_arithmetic(sign, key)),
    _row(
        "x↔",
        "42 4",
        _CELLS,
        long=_LONG_LOOP,
        also=None,
        implied={"I": "42 4", "(i)": "42 23"},
        simulator="Χ↔",
        jrpn="x<->",
    ),
    _row("CLEAR REG", "42 34", lift=_NEUTRAL, others=("CL REG", "CLRG", "CLR REG", "CLREG")),
    # display
    *(
        _row(
            name,
            f"42 {key}",
            (*DIGITS, "I"),
            long=(*DIGITS, "I"),
            operands_11c=operands_11c,
            lift=_NEUTRAL,
            jrpn=jrpn,
        )
        for name, key, operands_11c, jrpn in (
            ("FIX", "7", DIGITS, ""),
            ("SCI", "8", DIGITS[:8], ""),
            ("ENG", "9", DIGITS[:8], "SCI"),
        )
    ),
    # programs
    _row("LBL", "42 21", _LABELS, operands_11c=DIGITS + LETTERS, long=POINT_DIGITS),
    _row("GTO", "22", (*_LABELS, "I"), operands_11c=(*DIGITS, *LETTERS, "I"), long=POINT_DIGITS),
    _row("GSB", "32", (*_LABELS, "I"), operands_11c=(*DIGITS, *LETTERS, "I"), long=POINT_DIGITS),
    _row("RTN", "43 32", others=("RETURN",)),
    _row("R/S", "31", lift=_NEUTRAL, others=("STOP",)),
    _row("PSE", "42 31", lift=_NEUTRAL, others=("PAUSE",)),
    _row("x≤y", "43 10", also="42 10", jrpn="x<=y"),
    _row("x=0", "43 20", also="43 40", jrpn="x==0"),
    *(
        _row(name, f"43 30 {number}", also=also, simulator=f"TEST {name}", jrpn=f"TEST {number}")
        for number, (name, also) in enumerate(_TESTS)
    ),
    *(
        _row(name, f"42 {key}", _CELLS, long=_LONG_LOOP, also=None, implied={"I": f"42 {key}"})
        for name, key in (("DSE", "5"), ("ISG", "6"))
    ),
    *(
        _row(name, f"43 {key}", (*DIGITS, "I"), long=(*DIGITS, "I"), operands_11c=("0", "1"))
        for name, key in (("SF", "4"), ("CF", "5"), ("F?", "6"))
    ),
    _row("SOLVE", "42 10", _LABELS, long=_LABELS, also=None),
    _row(
        "∫",
        "42 20",
        _LABELS,
        long=_LABELS,
        also=None,
        simulator="∫xy",
        jrpn="integrate",
        others=("INTEG", "integral", "∫yx"),
    ),
    # complex numbers
    _row("I", "42 25", also=None),
    _row("Re↔Im", "42 30", also=None, jrpn="Re<=>Im"),
    # matrices
    _row("MATRIX", "42 16", DIGITS, long=DIGITS, also=None),
    _row("DIM", "42 23", (*LETTERS, "(i)", "I"), also=None),
    _row("RESULT", "42 26", LETTERS, also=None),
    _row("STO MATRIX", "44 16", LETTERS, long=LETTERS, also=None),
    _row("RCL MATRIX", "45 16", LETTERS, also=None),
    _row("STO RESULT", "44 26", also=None),
    _row("RCL RESULT", "45 26", also=None),
    _row("RCL DIM", "45 23", (*LETTERS, "(i)", "I"), also=None),
    _row("STO g", "44 43", _ELEMENTS, long=("(i)",), also=None),
    _row("RCL g", "45 43", _ELEMENTS, long=("(i)",), also=None),
    # commands: keys that no program holds
    _command("ON", "41", lift=Lift.ENABLE),
    _command("f", "42"),
    _command("g", "43"),
    _command("←", "35", lift=_DISABLE, others=("<-", "BSP", "BACKSPACE", "⬅")),
    _command("SST", "21"),
    _command("BST", "43 21"),
    _command("P/R", "43 31"),
    _command("GTO CHS", "22 16", also="22 48"),
    _command("USER", "42 45"),
    _command("MEM", "43 45"),
    _command("CLEAR PRGM", "42 33", lift=Lift.ENABLE, others=("PRGM", "CL PRGM")),
    _command("CLEAR PREFIX", "42 35", others=("PREFIX", "CL PREFIX")),
    _command("(i)", "42 24", also=None),
)

ROWS: Final = {row.name: row for row in TABLE}


@cache
def steps(model: Model) -> tuple[Step, ...]:
    """Every step that a program of this model can hold, in the order of the table."""
    found = []
    for row in TABLE:
        if not row.programmable:
            continue
        operands = row.operands_on(model)
        if operands:
            found += [Step(row, operand) for operand in operands]
        elif row.on(model) is not None:
            found.append(Step(row))
        if model is Model.HP15C:
            found += [Step(row, operand, user=True) for operand in row.user]
    return tuple(found)


@cache
def steps_by_keys(model: Model) -> dict[Keys, Step]:
    """The step that each sequence of keycodes stores, the aliases of the HP-11C included, USER forms not."""
    table = {step.keys(model): step for step in steps(model) if not step.user}
    if model is Model.HP11C:
        for row in TABLE:
            for operand, keys in row.aliases_11c:
                table[keys] = Step(row, operand)
    return table


def step(name: str, operand: str = "", *, user: bool = False) -> Step:
    """The step with this name and operand; KeyError when no row has the name."""
    return Step(ROWS[name], operand, user)
