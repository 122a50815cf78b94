"""The instructions that ordinary Python executes in every reader (BEHAVIOUR 7 and 8)."""

from __future__ import annotations

from hp15c.rules.book import handed_over, own_form

handed_over(
    {
        "MATRIX": (563, 0),
        "DIM": (554, 0),
        "DIM I": (609, 0),
        "DIM (i)": (525, 0),
        "RESULT": (235, 0),
        "STO MATRIX": (685, 0),
        "RCL MATRIX": (260, 0, 160),
        "STO RESULT": (285, 0),
        "RCL RESULT": (290, 0, 160),
        "RCL DIM": (424, 0, 160),
        "RCL DIM (i)": (334, 0),
        "STO g": (462, 0, 253),
        "STO g (i)": (405, 0),
        "RCL g": (449, 0, 125),
        "RCL g (i)": (362, 0),
        "SOLVE": (1033, 0),
        "∫": (1143, 0),
    }
)

own_form(
    "DIM",
    reason="DIM (i) needs no matrix: lanes keep room for the most registers that a program may ask for.",
)
