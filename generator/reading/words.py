"""What a line does, in words: for those lines that values alone do not tell."""

from __future__ import annotations

from typing import Final

from hp15c.table.instructions import LETTERS, OperandKind, Step

MATRIX: Final = {
    "0": "makes all matrices empty",
    "1": "sets R0 and R1 to 1, the first element",
    "2": "makes a complex matrix of 2m rows from one of m rows",
    "3": "undoes MATRIX 2",
    "4": "transposes the matrix in X",
    "5": "multiplies the transpose of Y by X, into RESULT",
    "6": "residual: RESULT less Y times X",
    "7": "row norm of the matrix in X",
    "8": "Frobenius norm of the matrix in X",
    "9": "determinant of the matrix in X",
}
_PLAIN: Final = {
    "DEG": "angles in degrees",
    "RAD": "angles in radians",
    "GRD": "angles in grads",
    "CLEAR REG": "all registers become 0",
    "CLEAR Σ": "the sums in the statistics registers become 0, the stack too",
    "Σ+": "adds the point (x, y) to the sums",
    "Σ−": "takes the point (x, y) out of the sums",
    "ENTER": "copies X up: the next number overwrites X",
    "CLx": "X becomes 0, the next number overwrites it",
    "STO RAN#": "begins new random numbers from X",
    "STO RESULT": "the matrix in X becomes RESULT",
}
_WITH_OPERAND: Final = {
    "FIX": "shows {0} decimals",
    "SCI": "shows {0} decimals and an exponent",
    "ENG": "shows {0} digits after the first, in powers of 1,000",
    "SF": "sets flag {0}",
    "CF": "clears flag {0}",
    "RESULT": "matrix {0} becomes RESULT",
    "DIM": "gives matrix {0} y rows and x columns",
    "STO MATRIX": "stores X in matrix {0}, all elements",
    "RCL MATRIX": "recalls the descriptor of matrix {0}",
    "RCL DIM": "recalls rows and columns of matrix {0}",
    "STO g": "stores Z in row y, column x of matrix {0}",
    "RCL g": "recalls row y, column x of matrix {0}",
    "SOLVE": "finds a root of label {0} between y and x, skips a line without one",
    "∫": "integral of label {0} from y to x",
}
_REGISTERS_BY_DIM: Final = "keeps registers up to the number in X for data"


def words(step: Step) -> str:
    """What an instruction does where its values alone do not tell. '' for the others."""
    if step.name == "MATRIX":
        return MATRIX[step.operand]
    if step.name == "DIM" and step.operand in ("(i)", "I"):
        return _REGISTERS_BY_DIM if step.operand == "(i)" else "gives the matrix named in I y rows, x columns"
    if step.name in _WITH_OPERAND:
        operand = "the one named in I" if step.operand in ("I", "(i)") else step.operand
        return _WITH_OPERAND[step.name].format(operand).replace("shows 1 decimals", "shows 1 decimal")
    if step.names is OperandKind.REGISTER and step.operand in LETTERS:
        verb = {"STO": "stores X in", "RCL": "recalls"}.get(step.name, f"{step.name} with")
        moved = ", goes to the next one, skips a line after the last" if step.user else ""
        return f"{verb} the element of matrix {step.operand} at row R0, column R1{moved}"
    return _PLAIN.get(step.name, "")
