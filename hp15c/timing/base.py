"""Base costs of every instruction in word times, on the HP-15C and the HP-11C.

What `timing.base_cost` looks up: by the name of a row, with ' .' behind it for the operands .0 to .9, ' I',
' (i)', and ' A' for letters, where such an operand costs other than a digit. What depends on numbers is left
out: `effort` and `timing.operands` have it.

Every figure comes from one of three places, and each has its part here: the table of BEHAVIOUR 10.1 and the
text of 10.2; for functions that compute, the median of the keys measured one by one, less the key press and
the display (`timing`) and the loops (`effort`); and for operands that were not measured with an instruction,
what they cost STO and RCL. Only the point inside a number is taken from measured programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

Costs = tuple[int, int]

# BEHAVIOUR 10.1 and 10.2. Two digits are 513 and 459, three 751 and 683; `.5` is 552 and 491, `1 EEX 5` 687
# and 608; GSB and RTN together 505 and 440; a false test 54 and 26 more than a true one (`timing.SKIP`).
_PUBLISHED: Final[Mapping[str, Costs]] = {
    "digit": (238, 220),
    ".": (177, 166),
    "EEX": (174, 148),
    "CHS": (202, 166),
    "ENTER": (223, 179),
    "ABS": (268, 190),
    "RND": (363, 228),
    "π": (276, 221),
    "→H.MS": (358, 279),
    "→H": (404, 325),
    "DEG": (202, 173),
    "RAD": (202, 173),
    "GRD": (202, 173),
    "RAN#": (514, 458),
    "x↔y": (232, 207),
    "R↓": (268, 195),
    "R↑": (376, 235),
    "LSTx": (258, 193),
    "CLx": (204, 164),
    "STO": (268, 226),
    "STO .": (295, 232),
    "STO I": (300, 202),
    "STO (i)": (381, 284),
    "RCL": (294, 236),
    "RCL .": (322, 242),
    "RCL I": (327, 221),
    "RCL (i)": (408, 303),
    "x↔": (323, 239),
    "FIX": (223, 179),
    "SCI": (223, 179),
    "ENG": (223, 179),
    "LBL": (168, 143),
    "LBL .": (193, 168),
    "GTO": (230, 217),
    "GTO .": (275, 262),
    "GTO I": (324, 269),
    "GSB": (285, 240),
    "GSB .": (330, 285),
    "GSB I": (379, 292),
    "RTN": (220, 200),
    "R/S": (220, 200),
    "PSE": (4763, 4678),
    "x=0": (243, 171),
    "x≠0": (251, 171),
    "x≤y": (358, 269),
    "x=y": (254, 205),
    "DSE": (740, 549),
    "ISG": (801, 610),
    "SF": (259, 180),
    "CF": (261, 183),
    "F?": (260, 203),
}

# Single keys.
_SINGLE: Final[Mapping[str, Costs]] = {
    "+": (219, 119),
    "−": (225, 124),
    "×": (211, 121),
    "÷": (271, 178),
    "√x": (242, 166),
    "x²": (204, 130),
    "1/x": (292, 201),
    "%": (238, 143),
    "Δ%": (250, 150),
    "INT": (272, 206),
    "FRAC": (291, 207),
    "eˣ": (210, 129),
    "LN": (415, 342),
    "10ˣ": (181, 107),
    "LOG": (439, 358),
    "yˣ": (429, 328),
    "x!": (355, 270),
    "Py,x": (612, 280),
    "Cy,x": (675, 360),
    "SIN": (264, 167),
    "COS": (262, 162),
    "TAN": (316, 232),
    "SIN⁻¹": (367, 197),
    "COS⁻¹": (366, 190),
    "TAN⁻¹": (390, 282),
    "HYP SIN": (247, 117),
    "HYP COS": (136, 20),
    "HYP TAN": (369, 216),
    "HYP⁻¹ SIN": (232, 71),
    "HYP⁻¹ COS": (237, 107),
    "HYP⁻¹ TAN": (289, 160),
    "→R": (490, 194),
    "→P": (510, 224),
    "→RAD": (188, 112),
    "→DEG": (194, 128),
    "Σ+": (280, 1),
    "Σ−": (274, 1),
    "x̄": (459, 214),
    "s": (441, 72),
    "L.R.": (355, 1),
    "ŷ,r": (436, 1),
    "RCL Σ+": (600, 500),
    "CLEAR Σ": (286, 263),
    "STO RAN#": (330, 280),
    "RCL RAN#": (400, 0),
    "STO A": (800, 0),
    "RCL A": (820, 0),
    "STO +": (225, 129),
    "STO −": (236, 128),
    "STO ×": (244, 154),
    "STO ÷": (307, 212),
    "RCL +": (224, 0),
    "RCL −": (224, 0),
    "RCL ×": (234, 0),
    "RCL ÷": (298, 0),
    "CLEAR REG": (398, 442),
    "SOLVE": (2500, 0),
    "∫": (1000, 0),
    "I": (300, 0),
    "Re↔Im": (286, 0),
    "MATRIX": (600, 0),
    "DIM": (700, 0),
    "RESULT": (250, 0),
    "STO MATRIX": (700, 0),
    "RCL MATRIX": (415, 0),
    "STO RESULT": (300, 0),
    "RCL RESULT": (330, 0),
    "RCL DIM": (439, 0),
    "STO g": (900, 0),
    "RCL g": (900, 0),
}

# Rows whose operands cost what those of STO or RCL do, beyond a digit.
_LIKE_STORE: Final = ("STO +", "STO −", "STO ×", "STO ÷")
_LIKE_RECALL: Final = (
    *("RCL +", "RCL −", "RCL ×", "RCL ÷", "x↔"),
    *("FIX", "SCI", "ENG", "SF", "CF", "F?"),
)
_COUNTERS: Final = ("DSE", "ISG")
_DIRECT: Final = (" .", " I")
_INDIRECT: Final = (" (i)", " A")

# An inequality subtracts, as x≤y does; on the HP-11C those with 0 look at the sign.
_LIKE: Final = {
    **dict.fromkeys(("x>y", "x<y", "x≥y"), "x≤y"),
    **dict.fromkeys(("x>0", "x<0", "x≥0", "x≤0"), "x≤y 0"),
    "x≠y": "x=y",
}


def _derived() -> Iterator[tuple[str, Costs]]:
    measured = {**_PUBLISHED, **_SINGLE}
    for like, names, kinds in (
        ("STO", _LIKE_STORE, _DIRECT + _INDIRECT),
        ("RCL", _LIKE_RECALL, _DIRECT + _INDIRECT),
        ("RCL", _COUNTERS, _INDIRECT),
    ):
        plain = measured[like]
        for kind in kinds:
            more = measured[like + kind]
            for name in names:
                base = measured[name]
                yield name + kind, (base[0] + more[0] - plain[0], max(1, base[1] + more[1] - plain[1]))
    measured["x≤y 0"] = measured["x≤y"][0], measured["x=0"][1]
    for name, like in _LIKE.items():
        yield name, measured[like]


BASE: Final[Mapping[str, Costs]] = {**_PUBLISHED, **_SINGLE, **dict(_derived())}
