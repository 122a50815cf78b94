"""The cost of every instruction by itself, in word times, on the HP-15C and the HP-11C.

`timing.base_cost` looks the costs up by the name of a row. ' .' stands behind it for the operands .0 to .9,
' I', ' (i)', and ' A' for letters, where such an operand has another cost than a digit. What depends on
numbers is left out (`effort` and `timing.operands` have it), and so is the fetch of a line (`timing.fetch`)
and the search of a jump (`timing.jumps`). RTN is the RTN that ends the run.

The costs of lines that move, show or test are those of BEHAVIOUR 10.3. The costs of functions that compute
come from the measured `timing` records, whose programs hold one instruction many times, less the digit loops
(`effort`). Functions without such a record come from keys measured one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

Costs = tuple[int, int]

# BEHAVIOUR 10.3. For a number being typed, `timing.operands` adds the cost by the digits before.
_PLAIN: Final[Mapping[str, Costs]] = {
    "digit": (226, 215),
    ".": (165, 143),
    "EEX": (185, 174),
    "CHS": (188, 158),
    "ENTER": (209, 171),
    "x↔y": (217, 198),
    "R↓": (253, 186),
    "R↑": (361, 226),
    "CLx": (190, 155),
    "LSTx": (244, 185),
    "π": (262, 213),
    "RAN#": (499, 450),
    "ABS": (239, 181),
    "RND": (333, 218),
    "INT": (263, 208),
    "FRAC": (270, 212),
    "DEG": (188, 165),
    "RAD": (188, 165),
    "GRD": (188, 165),
    "FIX": (200, 171),
    "SCI": (200, 171),
    "ENG": (200, 171),
    "FIX I": (263, 221),
    "SF": (233, 160),
    "SF I": (307, 210),
    "CF": (235, 172),
    "CF I": (309, 222),
    "LBL": (154, 135),
    "LBL .": (170, 135),
    "PSE": (4749, 4670),
    "GTO": (202, 181),
    "GTO I": (299, 230),
    "GSB": (276, 224),
    "GSB .": (292, 224),
    "GSB I": (373, 273),
    "RTN": (455, 400),
    "R/S": (455, 400),
    "CLEAR Σ": (262, 245),
    "CLEAR REG": (358, 390),
    "STO": (253, 217),
    "RCL": (280, 228),
    "x↔": (308, 229),
    "x↔ I": (308, 177),
    "DSE": (726, 524),
    "ISG": (726, 524),
    "x=0": (224, 157),
    "x≠0": (234, 156),
    "x>0": (346, 157),
    "x<0": (351, 156),
    "x≥0": (354, 156),
    "x≤0": (349, 156),
    "x=y": (236, 166),
    "x≠y": (234, 166),
    "F?": (243, 192),
}

# Besides the sum that they form of X and Y.
_INEQUALITIES: Final[Mapping[str, Costs]] = {
    "x≤y": (192, 107),
    "x>y": (223, 104),
    "x<y": (226, 107),
    "x≥y": (227, 107),
}

# Besides the sum, product or quotient of a register and X.
_ARITHMETIC: Final[Mapping[str, Costs]] = {
    "STO +": (265, 173),
    "STO −": (268, 176),
    "STO ×": (260, 181),
    "STO ÷": (319, 238),
    "RCL +": (256, 0),
    "RCL −": (258, 0),
    "RCL ×": (250, 0),
    "RCL ÷": (310, 0),
}

ARITHMETIC_ROWS: Final = tuple(_ARITHMETIC)

# Besides the digit loops.
_COMPUTING: Final[Mapping[str, Costs]] = {
    "+": (217, 129),
    "−": (215, 125),
    "×": (209, 130),
    "÷": (270, 194),
    "√x": (211, 156),
    "x²": (174, 125),
    "1/x": (252, 186),
    "%": (205, 132),
    "Δ%": (213, 132),
    "eˣ": (171, 84),
    "LN": (383, 324),
    "10ˣ": (138, 74),
    "LOG": (381, 344),
    "yˣ": (379, 273),
    "x!": (333, 260),
    "Py,x": (465, 364),
    "Cy,x": (568, 459),
    "SIN": (227, 149),
    "COS": (225, 144),
    "TAN": (279, 214),
    "SIN⁻¹": (330, 179),
    "COS⁻¹": (329, 172),
    "TAN⁻¹": (353, 264),
    "HYP SIN": (210, 99),
    "HYP COS": (99, 2),
    "HYP TAN": (332, 198),
    "HYP⁻¹ SIN": (195, 53),
    "HYP⁻¹ COS": (200, 89),
    "HYP⁻¹ TAN": (252, 142),
    "→H.MS": (321, 261),
    "→H": (362, 315),
    "→R": (453, 176),
    "→P": (473, 206),
    "→RAD": (151, 94),
    "→DEG": (157, 110),
    "Σ+": (243, 155),
    "Σ−": (237, 155),
    "x̄": (422, 196),
    "s": (404, 54),
    "L.R.": (318, 234),
    "ŷ,r": (399, 313),
}

# Costs from single keys, less the extra cost of a key.
_SINGLE: Final[Mapping[str, Costs]] = {
    "RCL Σ+": (461, 195),
    "STO RAN#": (239, 143),
    "RCL RAN#": (284, 0),
    "STO A": (469, 0),
    "RCL A": (489, 0),
    "SOLVE": (1033, 0),
    "∫": (1143, 0),
    "I": (285, 0),
    "Re↔Im": (248, 0),
    "MATRIX": (563, 0),
    "DIM": (554, 0),
    "DIM I": (609, 0),
    "DIM (i)": (525, 0),
    "RESULT": (235, 0),
    "STO MATRIX": (685, 0),
    "RCL MATRIX": (260, 0),
    "STO RESULT": (285, 0),
    "RCL RESULT": (290, 0),
    "RCL DIM": (424, 0),
    "RCL DIM (i)": (334, 0),
    "STO g": (462, 0),
    "STO g (i)": (405, 0),
    "RCL g": (449, 0),
    "RCL g (i)": (362, 0),
}

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
    **dict.fromkeys(_ARITHMETIC, _OPERATE),
    **dict.fromkeys(("x↔", "DSE", "ISG"), _EXCHANGE),
}


def _derived(plain: Mapping[str, Costs]) -> Iterator[tuple[str, Costs]]:
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


_MEASURED: Final = {**_PLAIN, **_INEQUALITIES, **_ARITHMETIC, **_COMPUTING, **_SINGLE}
BASE: Final[Mapping[str, Costs]] = {**dict(_derived(_MEASURED)), **_MEASURED}
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
