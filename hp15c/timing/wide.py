"""What complex numbers and matrices cost beyond the same keys on real numbers; estimates from single keys.

Matrix operations go with the elements they pass or the products they form, decompositions with the cube of
the order (MATH 24); complex functions are taken at their average.
"""

from __future__ import annotations

from typing import Final

from hp15c.functions.matrix import Matrix
from hp15c.instructions import Step
from hp15c.state import Descriptor, State, X, Y

COMPLEX_MODE: Final = {
    "ENTER": 150,
    "x↔y": 94,
    "R↓": 176,
    "R↑": 176,
    "LSTx": 250,
    "+": 484,
    "−": 499,
    "×": 1336,
    "÷": 2862,
    "√x": 1753,
    "x²": 1154,
    "1/x": 1650,
    "ABS": 1115,
    "eˣ": 4300,
    "LN": 3230,
    "10ˣ": 4290,
    "LOG": 2950,
    "yˣ": 8430,
    "SIN": 3000,
    "COS": 4130,
    "TAN": 6060,
    "SIN⁻¹": 9960,
    "COS⁻¹": 7860,
    "TAN⁻¹": 3640,
    "HYP SIN": 4850,
    "HYP COS": 4390,
    "HYP TAN": 5300,
    "HYP⁻¹ SIN": 8430,
    "HYP⁻¹ COS": 6860,
    "HYP⁻¹ TAN": 2780,
}

# A fixed part, and one for each element of the operand.
_WITH_MATRIX: Final = {"+": (500, 310), "−": (500, 310)}
_WITH_NUMBER: Final = {"+": (900, 190), "−": (900, 190), "×": (800, 270), "÷": (900, 380)}
_OF_ONE: Final = {
    "CHS": (85, 30),
    "Py,x": (250, 380),
    "Cy,x": (400, 380),
    "MATRIX 2": (350, 970),
    "MATRIX 3": (300, 330),
    "MATRIX 4": (0, 180),
    "MATRIX 7": (520, 108),
    "MATRIX 8": (0, 355),
}
_CLEAR: Final = 720

# Products of elements; decompositions by the cube of the order, its inverse included or not.
_PRODUCT: Final = (900, 500)
_DETERMINANT: Final = (500, 330)
_SOLUTION: Final = (500, 330, 600)
_INVERSE: Final = (1500, 720)


def matrix_cost(state: State, step: Step) -> int:
    """What a key spends on the matrices that X and Y name; 0 when they name none."""
    x, y = _matrix(state, X), _matrix(state, Y)
    name = f"{step.name} {step.operand}".strip()
    if name == "MATRIX 0":
        return _CLEAR
    if x is not None and name in _OF_ONE:
        fixed, each = _OF_ONE[name]
        return fixed + each * len(x.elements)
    if x is not None and name == "1/x":
        return _INVERSE[0] + _INVERSE[1] * x.rows**3
    if x is not None and name == "MATRIX 9":
        return _DETERMINANT[0] + _DETERMINANT[1] * x.rows**3
    if x is not None and y is not None:
        return _of_two(name, y, x)
    found = x if x is not None else y
    if found is None or name not in _WITH_NUMBER:
        return 0
    if x is not None and name == "÷":
        return _INVERSE[0] + _INVERSE[1] * x.rows**3
    fixed, each = _WITH_NUMBER[name]
    return fixed + each * len(found.elements)


def _of_two(name: str, y: Matrix, x: Matrix) -> int:
    if name in ("×", "MATRIX 5", "MATRIX 6"):
        results = y.columns if name == "MATRIX 5" else y.rows
        return _PRODUCT[0] + _PRODUCT[1] * results * x.rows * x.columns
    if name == "÷":
        fixed, order, each = _SOLUTION
        return fixed + order * x.rows**3 + each * x.rows * len(y.elements)
    fixed, each = _WITH_MATRIX.get(name, (0, 0))
    return fixed + each * len(y.elements)


def _matrix(state: State, level: int) -> Matrix | None:
    value = state.stack[level]
    return state.matrices[value.name] if isinstance(value, Descriptor) else None
