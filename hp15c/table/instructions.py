"""The one table of the instructions of both calculators.

A row is a family of instructions. It has a name (the handbook's mnemonic without f or g), the keycodes that
begin it, and the operands that may follow, with what they name. It also has its bytes, its effect on stack
lift, and the way in which a program goes on from it. What it means stands in the book (`hp15c.rules`). A
new row may bring its rule and word times with it. Everything else (each programmable step, the prefix
grammar of the keyboard, the legends of the keys, the listing formats, the jumps of a program) is derived from
it. Loading the table fails when two rows have the same keys. Facts: BEHAVIOUR 0.1, 2.1, 3.7, 4.1, 4.5 and
9.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final

from hp15c.table.models import Model
from hp15c.table.step import (
    DIGITS,
    INDIRECT,
    LETTER_KEYS,
    LETTERS,
    POINT_DIGITS,
    REGISTERS,
    SEARCHES,
    Instruction,
    Keys,
    Lift,
    OperandKind,
    Role,
    Step,
    free_labels,
)

__all__ = [
    "DIGITS",
    "INDIRECT",
    "LETTERS",
    "LETTER_KEYS",
    "POINT_DIGITS",
    "REGISTERS",
    "ROWS",
    "SEARCHES",
    "TABLE",
    "Instruction",
    "Keys",
    "Lift",
    "OperandKind",
    "Role",
    "Step",
    "check_keys",
    "free_labels",
    "rows_naming",
    "step",
    "steps",
    "steps_by_keys",
]

_LABELS: Final = (*REGISTERS, *LETTERS)
_REGISTERS: Final = (*REGISTERS, *INDIRECT)
_CELLS: Final = _REGISTERS + LETTERS
_ELEMENTS: Final = (*LETTERS, "(i)")
_SHORT_LOOP: Final = ("0", "1", *INDIRECT)
_LONG_LOOP: Final = tuple(cell for cell in _CELLS if cell not in _SHORT_LOOP)


def _row(
    name: str,
    keys: str,
    operands: tuple[str, ...] = (),
    *,
    also: str | None = "",
    operands_11c: tuple[str, ...] | None = None,
    implied: dict[str, str] | None = None,
    aliases_11c: dict[str, str] | None = None,
    **more: Any,
) -> Instruction:
    """A row from keys as text. `also` are the HP-11C's: '' for the same, None where it has no such row.

    `more` are other fields of Instruction.
    """
    return Instruction(
        name,
        tuple(keys.split()) if keys != "none" else None,
        operands,
        keys_11c=None if also is None else tuple((also or keys).split()),
        operands_11c=(operands if operands_11c is None else operands_11c) if also is not None else (),
        implied=tuple((operand, tuple(text.split())) for operand, text in (implied or {}).items()),
        aliases_11c=tuple((operand, tuple(text.split())) for operand, text in (aliases_11c or {}).items()),
        **more,
    )


def _command(
    name: str, keys: str, *, lift: Lift = Lift.NEUTRAL, also: str | None = "", others: tuple[str, ...] = ()
) -> Instruction:
    """A row that cannot be a program line."""
    return _row(name, keys, lift=lift, also=also, programmable=False, others=others)


def _store_arithmetic(sign: str, key: str) -> Iterator[Instruction]:
    names = OperandKind.REGISTER
    others = _LETTERED.get(sign, ())
    sto, rcl = (tuple(f"{verb} {letter}" for letter in others) for verb in ("STO", "RCL"))
    operands = (*DIGITS, "(i)")
    yield _row(
        f"STO {sign}", f"44 {key}", _CELLS, operands_11c=operands, long=_CELLS, names=names, others=sto
    )
    yield _row(f"RCL {sign}", f"45 {key}", _CELLS, also=None, long=_CELLS, names=names, others=rcl)


_NEUTRAL = Lift.NEUTRAL
_DISABLE = Lift.DISABLE
_ARITHMETIC: Final = (("+", "40"), ("−", "30"), ("×", "20"), ("÷", "10"))
_LETTERED: Final = {"×": ("x",)}
"""The letters that people write for a sign."""

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
    _row("digit", "", DIGITS, role=Role.TYPES, names=OperandKind.DIGIT),
    _row(".", "48", others=(",",), role=Role.TYPES),
    _row("EEX", "26", role=Role.TYPES),
    _row("CHS", "16", role=Role.SIGNS),
    _row("ENTER", "36", lift=_DISABLE, others=("ENTER↑", "ENTER^")),
    # arithmetic
    *(_row(sign, key, fills_result=("",), others=_LETTERED.get(sign, ())) for sign, key in _ARITHMETIC),
    _row("√x", "11", simulator="√x̅", jrpn="sqrt(x)", others=("sqrt", "√")),
    _row("x²", "43 11", jrpn="x^2", others=("x2",)),
    _row("1/x", "15", fills_result=("",)),
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
    _row("Σ+", "49", lift=_DISABLE, others=("S+", "SUM+"), sums=True),
    _row("Σ−", "43 49", lift=_DISABLE, others=("S-", "SUM-"), sums=True),
    _row("x̄", "43 0", simulator="x̅", jrpn="xBar", others=("MEAN",), sums=True),
    _row("s", "43 48", others=("SDEV",), sums=True),
    _row("L.R.", "42 49", others=("LR",), sums=True),
    _row("ŷ,r", "42 48", jrpn="yHat,r", others=("y^,r", "ŷr", "y,r"), sums=True),
    _row("RCL Σ+", "45 49", others=("RCL E+", "RCL S+", "RCL SUM+"), sums=True),
    _row(
        "CLEAR Σ",
        "42 32",
        lift=_NEUTRAL,
        jrpn="CLEAR-E",
        others=("CL Σ", "CLΣ", "CLEAR E", "CLR Σ", "CLEAR SUM"),
        sums=True,
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
    _row("STO", "44", _CELLS, operands_11c=_REGISTERS, user=_ELEMENTS, names=OperandKind.REGISTER),
    _row(
        "RCL",
        "45",
        _CELLS,
        operands_11c=_REGISTERS,
        user=_ELEMENTS,
        names=OperandKind.REGISTER,
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
        names=OperandKind.REGISTER,
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
            names=OperandKind.PLACES,
        )
        for name, key, operands_11c, jrpn in (
            ("FIX", "7", DIGITS, ""),
            ("SCI", "8", DIGITS[:8], ""),
            ("ENG", "9", DIGITS[:8], "SCI"),
        )
    ),
    # programs
    _row(
        "LBL",
        "42 21",
        _LABELS,
        operands_11c=DIGITS + LETTERS,
        long=POINT_DIGITS,
        role=Role.LABEL,
        names=OperandKind.LABEL,
    ),
    *(
        _row(
            name,
            key,
            (*_LABELS, "I"),
            operands_11c=(*DIGITS, *LETTERS, "I"),
            long=POINT_DIGITS,
            role=role,
            names=OperandKind.LABEL,
        )
        for name, key, role in (("GTO", "22", Role.JUMPS), ("GSB", "32", Role.CALLS))
    ),
    _row("RTN", "43 32", others=("RETURN",), role=Role.RETURNS),
    _row("R/S", "31", lift=_NEUTRAL, others=("STOP",), role=Role.STOPS),
    _row("PSE", "42 31", lift=_NEUTRAL, others=("PAUSE",), role=Role.PAUSES),
    _row("x≤y", "43 10", also="42 10", jrpn="x<=y", role=Role.TESTS),
    _row("x=0", "43 20", also="43 40", jrpn="x==0", role=Role.TESTS),
    *(
        _row(
            name,
            f"43 30 {number}",
            also=also,
            simulator=f"TEST {name}",
            jrpn=f"TEST {number}",
            role=Role.TESTS,
        )
        for number, (name, also) in enumerate(_TESTS)
    ),
    *(
        _row(
            name,
            f"42 {key}",
            _CELLS,
            long=_LONG_LOOP,
            also=None,
            implied={"I": f"42 {key}"},
            role=Role.COUNTS,
            names=OperandKind.REGISTER,
        )
        for name, key in (("DSE", "5"), ("ISG", "6"))
    ),
    *(
        _row(
            name,
            f"43 {key}",
            (*DIGITS, "I"),
            long=(*DIGITS, "I"),
            operands_11c=("0", "1"),
            role=role,
            names=OperandKind.FLAG,
        )
        for name, key, role in (
            ("SF", "4", Role.COMPUTES),
            ("CF", "5", Role.COMPUTES),
            ("F?", "6", Role.TESTS),
        )
    ),
    _row(
        "SOLVE",
        "42 10",
        _LABELS,
        long=_LABELS,
        also=None,
        role=Role.EVALUATES,
        names=OperandKind.LABEL,
        skipping=_LABELS,
    ),
    _row(
        "∫",
        "42 20",
        _LABELS,
        long=_LABELS,
        also=None,
        simulator="∫xy",
        jrpn="integrate",
        others=("INTEG", "integral", "∫yx"),
        role=Role.EVALUATES,
        names=OperandKind.LABEL,
    ),
    # complex numbers
    _row("I", "42 25", also=None),
    _row("Re↔Im", "42 30", also=None, jrpn="Re<=>Im"),
    # matrices
    _row(
        "MATRIX",
        "42 16",
        DIGITS,
        long=DIGITS,
        also=None,
        names=OperandKind.FUNCTION,
        skipping=("7", "8"),
        fills_result=("5", "6", "9"),
    ),
    *(
        _row(name, keys, operands, long=long, also=None, names=names)
        for name, keys, operands, long, names in (
            ("DIM", "42 23", (*LETTERS, "(i)", "I"), (), OperandKind.MATRIX),
            ("RESULT", "42 26", LETTERS, (), OperandKind.MATRIX),
            ("STO MATRIX", "44 16", LETTERS, LETTERS, OperandKind.MATRIX),
            ("RCL MATRIX", "45 16", LETTERS, (), OperandKind.MATRIX),
            ("STO RESULT", "44 26", (), (), OperandKind.NOTHING),
            ("RCL RESULT", "45 26", (), (), OperandKind.NOTHING),
            ("RCL DIM", "45 23", (*LETTERS, "(i)", "I"), (), OperandKind.MATRIX),
            ("STO g", "44 43", _ELEMENTS, ("(i)",), OperandKind.ELEMENT),
            ("RCL g", "45 43", _ELEMENTS, ("(i)",), OperandKind.ELEMENT),
        )
    ),
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
    every = []
    for row in TABLE:
        if not row.programmable:
            continue
        operands = row.operands_on(model)
        if operands:
            every += [Step(row, operand) for operand in operands]
        elif row.on(model) is not None:
            every.append(Step(row))
        if model is Model.HP15C:
            every += [Step(row, operand, user=True) for operand in row.user]
    return tuple(every)


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
    """The step with this name and operand. KeyError when no row has the name."""
    return Step(ROWS[name], operand, user)


def rows_naming(names: OperandKind) -> tuple[Instruction, ...]:
    """The rows whose operand names this kind of thing."""
    return tuple(row for row in TABLE if row.names is names)


def _sequences(model: Model) -> Iterator[tuple[Keys, str]]:
    """All sequences of keys that store or do something, without f and g, which begin others."""
    for one in steps(model):
        if not one.user:
            yield one.keys(model), str(one)
    for row in TABLE:
        keys = row.on(model)
        if not row.programmable and keys is not None and keys not in (("42",), ("43",)):
            yield keys, row.name
        if model is Model.HP11C:
            yield from ((keys, f"{row.name} {operand}") for operand, keys in row.aliases_11c)


def check_keys(sequences: Iterable[tuple[Keys, str]]) -> None:
    """Raise LookupError when two of these have the same keys, or one has the first keys of another."""
    names: dict[Keys, str] = {}
    for keys, name in sequences:
        if keys in names:
            raise LookupError(f"{names[keys]} and {name} have the same keys: {' '.join(keys)}")
        names[keys] = name
    for keys, name in names.items():
        for end in range(1, len(keys)):
            if keys[:end] in names:
                raise LookupError(f"the keys of {names[keys[:end]]} hide {name}, which begins with them")


for _model in Model:
    check_keys(_sequences(_model))
