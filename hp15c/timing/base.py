"""The cost of every instruction by itself, in word times, on the HP-15C and the HP-11C.

They stand with the rules (`rules`), where a row without a cost cannot be written. What registers add by the
kind of operand is here. `timing.base_cost` looks the costs up by the name of a row. ' .' stands after it for
the operands .0 to .9, ' I', ' (i)', and ' A' for letters, where such an operand has another cost than a
digit. What depends on numbers is left out (`effort` and `timing.operands` have it), and so is the fetch of a
line and the search of a jump (`timing.jumps`). RTN is the RTN that ends the run.

The costs of lines that move, show or test are those of BEHAVIOUR 10.3. The costs of functions that compute
come from the measured `timing` records, whose programs hold one instruction many times, less the digit loops
(`effort`). Functions without such a record come from keys measured one by one. An inequality costs the sum
that it forms of X and Y besides, and arithmetic with a register its sum, product or quotient.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from hp15c.rules.book import COSTS
from hp15c.table.step import Costs

ARITHMETIC_ROWS: Final = tuple(f"{verb} {sign}" for verb in ("STO", "RCL") for sign in "+−×÷")

# The cost of each unit of a flag's number, because the firmware counts down to it.
PER_FLAG: Final = 4
FLAG_ROWS: Final = frozenset(("SF", "CF", "F?"))

# The extra cost of registers compared with R0 and R1, by the kind of operand: 2 to 9, .0 to .9, I and (i)
# (BEHAVIOUR 10.3). The HP-15C finds R0 and R1 without computing an address. A line of two bytes with an
# operand of its own kind is a byte of its own instruction.
_REGISTERS: Final = (" n", " .", " I", " (i)")
_STORE: Final = ((18, 0), (27, 6), (32, -24), (133, 60))
_RECALL: Final = ((18, 0), (27, 6), (32, -16), (133, 69))
_OPERATE: Final = ((18, 4), (25, 4), (3, -16), (104, 52))
_EXCHANGE: Final = ((-14, 0), (-7, 0), (-3, 0), (98, 26))
_ELEMENT: Final = 70
"""The extra cost of an element of a matrix, compared with the register that (i) means."""
_BY_REGISTER: Final = {
    "STO": _STORE,
    "RCL": _RECALL,
    **dict.fromkeys(ARITHMETIC_ROWS, _OPERATE),
    **dict.fromkeys(("x↔", "DSE", "ISG"), _EXCHANGE),
}


def _derive(plain: Mapping[str, Costs]) -> Iterator[tuple[str, Costs]]:
    for name, more in _BY_REGISTER.items():
        base = plain[name]
        for kind, extra in zip(_REGISTERS, more, strict=True):
            cost = base[0] + extra[0], max(1, base[1] + extra[1])
            yield name + kind, cost
            if kind == " (i)" and name + " A" not in plain:
                yield name + " A", (cost[0] + _ELEMENT, cost[1])
    for name, like in (("SCI", "FIX"), ("ENG", "FIX"), ("F?", "SF")):
        more15, more11 = (plain[like + " I"][model] - plain[like][model] for model in (0, 1))
        yield name + " I", (plain[name][0] + more15, plain[name][1] + more11)


BASE: Final[Mapping[str, Costs]] = {**dict(_derive(COSTS)), **COSTS}
"""The costs by name and kind of operand."""


def kind_of(operand: str) -> str:
    """How the costs name a kind of operand. For 0 and 1 it is empty."""
    if operand.startswith("."):
        return " ."
    if operand in ("I", "(i)"):
        return f" {operand}"
    if operand.isalpha():
        return " A"
    return " n" if operand.isdigit() and operand > "1" else ""
