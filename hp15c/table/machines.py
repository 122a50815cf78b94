"""The makes of the HP-15C and the memory that each has: one table.

All of them compute alike here. They differ in the number of registers that data, program and matrices share.
Sources: Owner's Handbook, appendix C (67 registers: R0, R1, I and 64 that are shared). Manual of the
Collector's Edition, appendix C (99 registers, 672 bytes, MEM shows 19 78 00-0). Manual of the HP-15C
Simulator 5, "Devices" (the two memory modes of the Collector's Edition, 96 and 192 registers, and the DM15
with 64, 128 and 229). An owner's table of DM15 firmware with MEM 19 46 0-0, 19 110 0-0 and 19 211 0-0
(g4slv.info, DM15L information).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hp15c.errors import InputError
from hp15c.table.models import LIMITS, Model

BYTES: Final = 7
MOST_NUMBERED: Final = 999  # a line number has three digits

_SPEED: Final = "its speed: times are those of the calculator of 1982"
_FIRMWARE: Final = "whether its firmware differs from the ROM of 1982 in more than memory"
_FULL: Final = "what it does with a line after 999; here that is Error 4"
_WIDE: Final = "how MEM looks when it needs more than ten digits; here blanks are left out"


@dataclass(frozen=True, slots=True)
class Machine:
    """A make of calculator. str() gives its `name`, as --machine takes it.

    `pool` counts R1 and the registers that data, program and matrices share: R1 to R65 are 65 (HP-11C: its
    data registers). A program has at most `most_lines` lines, fewer where its bytes fill the pool. `zeros`
    says that MEM shows the registers of the program with a leading zero. `unknown` names the properties of
    the make that are not known, and may differ from those used here.
    """

    name: str
    title: str
    model: Model
    pool: int
    most_lines: int
    zeros: bool = False
    unknown: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name

    @property
    def short_name(self) -> str:
        """The name in error texts: HP-15C or HP-11C for the first make, the title for another make."""
        return f"HP-{self.model}" if self.name == self.model.lower() else self.title

    @property
    def bytes(self) -> int:
        """Bytes that a program can have when R0 and R1 are the only data registers (HP-11C: lines)."""
        return self.most_lines if self.model is Model.HP11C else (self.pool - 1) * BYTES

    @property
    def highest_register(self) -> int:
        """The highest data register that this make can have. 10 is R.0."""
        return self.pool - 1 if self.model is Model.HP11C else self.pool


def _original(name: str, title: str, model: Model, unknown: tuple[str, ...] = ()) -> Machine:
    return Machine(name, title, model, LIMITS[model].pool, LIMITS[model].most_lines, unknown=unknown)


def _make_of_15c(name: str, title: str, shared: int, *unknown: str, zeros: bool = False) -> Machine:
    """A 15C of another maker or year, with the number of registers that data and program share."""
    lines = min(shared * BYTES, MOST_NUMBERED)
    return Machine(name, title, Model.HP15C, shared + 1, lines, zeros, (_SPEED, _FIRMWARE, *unknown))


_TABLE: Final = (
    _original("15c", "HP-15C of 1982", Model.HP15C),
    _original("le", "HP-15C Limited Edition of 2011", Model.HP15C, (_SPEED, _FIRMWARE)),
    _make_of_15c(
        "ce",
        "HP-15C Collector's Edition of 2023",
        96,
        "whether MEM gives other numbers than the program's registers a leading zero",
        zeros=True,
    ),
    _make_of_15c(
        "ce-192", "HP-15C Collector's Edition, mode of 192 registers", 192, _FULL, _WIDE, zeros=True
    ),
    _make_of_15c("dm15", "SwissMicros DM15, firmware DM15", 64),
    _make_of_15c("dm15-m80", "SwissMicros DM15, firmware DM15_M80", 128, _WIDE),
    _make_of_15c("dm15-m1b", "SwissMicros DM15, firmware DM15_M1B", 229, _FULL, _WIDE),
    _original("11c", "HP-11C", Model.HP11C),
)
MACHINES: Final = {machine.name: machine for machine in _TABLE}
NAMES: Final = tuple(MACHINES)
OF_MODEL: Final = {Model.HP15C: MACHINES["15c"], Model.HP11C: MACHINES["11c"]}


def machine_named(name: str) -> Machine:
    """The make that a name such as 'ce' or 'DM15_M80' stands for. InputError when there is none."""
    try:
        return MACHINES[name.strip().lower().replace("_", "-")]
    except KeyError:
        raise InputError(f"no machine is called {name!r}; there are {', '.join(NAMES)}") from None


def choose(model: Model | None, machine: Machine | None) -> Machine:
    """The machine that a model, a machine or both name, the HP-15C for neither. InputError if they differ."""
    if machine is None:
        return OF_MODEL[model or Model.HP15C]
    if model is not None and machine.model is not model:
        raise InputError(
            f"the machine {machine.name} is an HP-{machine.model}, not an HP-{model}:"
            " give the model or the machine"
        )
    return machine
