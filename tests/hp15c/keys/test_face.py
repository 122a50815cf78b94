"""The faces of both models: which key stands where."""

from __future__ import annotations

import pytest

from hp15c.table.models import Model
from programs.web import face

# Gold, white, blue of the two calculators, row by row, as their faces show them.
FACE_15C = """
A √x x² | B eˣ LN | C 10ˣ LOG | D yˣ % | E 1/x Δ%
MATRIX CHS ABS | FIX 7 DEG | SCI 8 RAD | ENG 9 GRD | SOLVE ÷ x≤y
LBL SST BST | HYP GTO HYP⁻¹ | DIM SIN SIN⁻¹ | (i) COS COS⁻¹ | I TAN TAN⁻¹
RESULT EEX π | x↔ 4 SF | DSE 5 CF | ISG 6 F? | ∫ × x=0
PSE R/S P/R | Σ GSB RTN | PRGM R↓ R↑ | REG x↔y RND | PREFIX ← CLx
RAN# ENTER LSTx | →R 1 →P | →H.MS 2 →H | →RAD 3 →DEG | Re↔Im − TEST
- ON - | - f - | - g - | FRAC STO INT | USER RCL MEM
x! 0 x̄ | ŷ,r . s | L.R. Σ+ Σ− | Py,x + Cy,x
"""


CHANGES_11C = {
    "16": "π CHS ABS",
    "10": "x≤y ÷ x<0",
    "23": "x↔(i) SIN SIN⁻¹",
    "26": "→R EEX →P",
    "4": "x↔I 4 SF",
    "20": "x>y × x>0",
    "1": "Py,x 1 Cy,x",
    "30": "x≠y − x≠0",
    "40": "x=y + x=0",
}


def printed(model: Model) -> dict[str, str]:
    return {key.code: f"{key.gold or '-'} {key.label} {key.blue or '-'}" for key in face.keys(model)}


def test_face_of_the_15c() -> None:
    expected = [
        one.strip() for row in FACE_15C.strip().replace("\n  |", " |").splitlines() for one in row.split("|")
    ]
    assert list(printed(Model.HP15C).values()) == expected
    assert len(expected) == 39


def test_face_of_the_11c_differs_where_the_real_one_does() -> None:
    expected = printed(Model.HP15C) | CHANGES_11C
    assert printed(Model.HP11C) == expected


@pytest.mark.parametrize("model", Model)
def test_a_keycode_tells_row_and_column(model: Model) -> None:
    for key in face.keys(model):
        if len(key.code) == 2:
            assert (key.row, key.column % 10) == (int(key.code[0]), int(key.code[1])), key
    digits = {key.code: (key.row, key.column) for key in face.keys(model) if len(key.code) == 1}
    rows = {row: [digit for digit in digits if digits[digit][0] == row] for row in (1, 2, 3, 4)}
    assert rows == {1: ["7", "8", "9"], 2: ["4", "5", "6"], 3: ["1", "2", "3"], 4: ["0"]}
    assert [digits[digit][1] for digit in "7894561230"] == [7, 8, 9, 7, 8, 9, 7, 8, 9, 7]


def test_the_bracket_clear_spans_four_keys() -> None:
    for model in Model:
        assert [key.code for key in face.keys(model) if key.clear] == ["32", "33", "34", "35"]
