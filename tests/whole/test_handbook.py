"""The worked examples of the handbooks, and two long ones with programs of our own for their formulas.

`hp15c/reference/handbook.csv` holds page, keys and the display that the handbook prints, in the order of
the keys. The books are the HP-15C Owner's Handbook and Advanced Functions Handbook, both of November 1985,
and the HP-11C Owner's Handbook. Pages and displays were collected from public sources, nearly all from what
the tests of two other simulators, ghewgill/hp15c and zathras/jrpn, say about these books.

The complex roots stand or fall with the imaginary part of a number entered after ENTER (BEHAVIOUR 6.2), the
least squares with complex numbers that are put together from matrix elements and taken apart again.
"""

from __future__ import annotations

import csv
from itertools import groupby

import pytest

from hp15c import Calculator
from hp15c.listing.spellings import keys_to_press
from hp15c.state.state import State
from tests import ROOT
from tests.support.small_programs import loaded, press

# Section 3, "Solving an Equation for Its Complex Roots": z + 9 + 8 e^-z = 0. A takes n and gives the first
# guess, B makes the next one from it, C the residual |e^z + 8/(z + 9)|.
ROOTS = """
LBL A; CF 8; 2; ×; .5; +; π; ×; STO 1; 8; ÷; LN; CHS; STO 0; RCL 1; I; RTN;
LBL B; STO 2; Re↔Im; STO 3; Re↔Im; ENTER; 9; +; ENTER; ENTER; RCL 1; Re↔Im; x↔y; ÷; LN; ×;
RCL 2; RCL 3; I; RCL 0; RCL 1; I; −; +; RCL 2; RCL 3; I; ENTER; 10; +; ÷; RCL 0; RCL 1; I; +; RTN;
LBL C; ENTER; eˣ; x↔y; ENTER; 9; +; 8; x↔y; ÷; +; ABS; RTN
"""

# Section 4, "Least-Squares Using Successive Rows": B takes the last row of matrix A into the triangle above,
# turning the rows two by two. C finds the parameters R3, R4, R5 from the last one up. Label 9 makes a complex
# number of the elements of rows k and 5 in one column.
LEAST_SQUARES = """
LBL B; SF 8; 1; STO 2;
LBL 1; RCL 2; STO 1; GSB 9; ENTER; ABS; x=0; GTO 3; ÷; STO 4; Re↔Im; STO 5;
LBL 2; GSB 9; RCL 4; RCL 5; I; ÷; RCL 2; STO 0; R↓; STO A; 5; STO 0; R↓; Re↔Im; STO A;
1; STO + 1; 4; RCL 1; x≤y; GTO 2;
LBL 3; 1; STO + 2; 4; RCL 2; x≤y; GTO 1; CF 8; RTN;
LBL 9; RCL 2; STO 0; RCL A; 5; STO 0; R↓; RCL A; I; RTN;
LBL C; 3; STO 0; 4; STO 1; RCL A; 3; STO 1; R↓; RCL ÷ A; STO 5;
2; STO 0; 4; STO 1; RCL A; 3; STO 1; R↓; RCL A; RCL 5; ×; −; 2; STO 1; R↓; RCL ÷ A; STO 4;
1; STO 0; 4; STO 1; RCL A; 3; STO 1; R↓; RCL A; RCL 5; ×; −; 2; STO 1; R↓; RCL A; RCL 4; ×; −;
1; STO 1; R↓; RCL ÷ A; STO 3; RTN
"""
# Change of consumer prices, of producer prices and the rate of unemployment, 1969 to 1979, then 1968.
PRICES = (
    *(("5.4", "3.9", "3.5"), ("5.9", "3.7", "4.9"), ("4.3", "3.3", "5.9"), ("3.3", "4.5", "5.6")),
    *(("6.2", "13.1", "4.9"), ("11.0", "18.9", "5.6"), ("9.1", "9.2", "8.5"), ("5.8", "4.6", "7.7")),
    *(("6.5", "6.1", "7.0"), ("7.6", "7.8", "6.0"), ("11.5", "19.3", "5.8")),
)
ONE_MORE = ("4.2", "2.5", "3.6")

HELD = " (held)"
"""After keys of the table: the last one is still down when the display is read."""

with (ROOT / "hp15c" / "reference" / "handbook.csv").open(encoding="utf-8", newline="") as table:
    EXAMPLES = [
        (book, example, tuple(rows))
        for (book, example), rows in groupby(csv.DictReader(table), lambda row: (row["book"], row["example"]))
    ]


def test_the_table_holds_the_handbooks() -> None:
    rows = [row for _, _, rows in EXAMPLES for row in rows]
    assert len(rows) > 370
    assert {book for book, _, _ in EXAMPLES} == {"15C", "15C advanced", "11C"}
    assert all(row["page"].isdigit() and row["keys"] and row["display"] for row in rows)


@pytest.mark.first
@pytest.mark.parametrize(
    ("book", "example", "rows"), EXAMPLES, ids=[f"{one[0]} {one[1]}" for one in EXAMPLES]
)
def test_example(book: str, example: str, rows: tuple[dict[str, str], ...]) -> None:
    calculator = Calculator(book.split()[0])
    seen = [after(calculator, row["keys"]) for row in rows]
    assert seen == [row["display"] for row in rows]


def after(calculator: Calculator, keys: str) -> str:
    """What shows after keys, with one blank where several cells are blank."""
    if not keys.endswith(HELD):
        calculator.press(keys)
        return " ".join(calculator.display.split())
    *before, last = keys_to_press(keys.removesuffix(HELD), calculator.model)
    calculator.press_keycodes(" ".join(before))
    calculator.key_down(last)
    seen = " ".join(calculator.display.split())
    calculator.key_up()
    return seen


def shown(state: State) -> str:
    return Calculator(state=state).display.strip()


def test_complex_roots() -> None:
    state = press(loaded(ROOTS), "0; GSB A")
    seen = [shown(state)]
    for _ in range(3):
        press(state, "GSB B")
        seen.append(shown(state))
    assert seen == ["1.6279", "-0.1487", "-0.1497", "-0.1497"]
    assert shown(press(state, "Re↔Im")) == "2.8319"


@pytest.mark.parametrize(
    ("n", "first", "root"),
    [
        (1, ("0.0184", "7.8540"), ("-0.4198", "8.6361")),
        (2, ("-0.5694", "14.1372"), ("-0.7430", "14.6504")),
        (3, ("-0.9371", "20.4204"), ("-1.0236", "20.7868")),
        (4, ("-1.2054", "26.7035"), ("-1.2553", "26.9830")),
        (5, ("-1.4167", "32.9867"), ("-1.4486", "33.2103")),
    ],
)
def test_more_complex_roots(n: int, first: tuple[str, str], root: tuple[str, str]) -> None:
    state = press(loaded(ROOTS), f"{n}; GSB A")
    assert both_parts(state) == first
    press(state, "GSB B; GSB B; GSB B; GSB B")
    assert both_parts(state) == root
    assert abs(float(str(press(state, "GSB C").stack[0]))) < 5e-9


def both_parts(state: State) -> tuple[str, str]:
    other = state.copy()
    return shown(state), shown(press(other, "Re↔Im"))


def add_row(state: State, row: tuple[str, str, str]) -> None:
    """Enter 1, producer prices, unemployment and consumer prices in the last row, and press B."""
    consumers, producers, unemployment = row
    press(state, "5; STO 0; 1; STO 1")
    for element in ("1", producers, unemployment, consumers):
        press(state, f"{element}; STO A; 1; STO + 1")
    press(state, "GSB B")


def test_least_squares_row_by_row() -> None:
    state = press(loaded(LEAST_SQUARES), "5; DIM (i); 5; ENTER; 4; DIM A")
    for row in PRICES:
        add_row(state, row)
    press(state, "GSB C")
    assert [shown(press(state, f"RCL {k}")) for k in (3, 4, 5)] == ["1.2459", "0.3798", "0.4136"]
    add_row(state, ONE_MORE)
    press(state, "GSB C")
    assert str(state.registers[3]) == "1.581596327"
    assert [shown(press(state, f"RCL {k}")) for k in (4, 5)] == ["0.3738", "0.3710"]
    assert state.message is None
