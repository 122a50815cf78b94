"""Changes of a page: lines, values, what is pasted."""

from __future__ import annotations

import pytest

from programs.web import edits
from tests.programs.web.test_desk import desk


@pytest.mark.parametrize(
    ("text", "stack"),
    [
        ("1,234.5e3", ["1234500", "0"]),
        ("1 2\n3", ["3", "2"]),
        ("2 ENTER 3 +", ["5", "0"]),
        ("−7", ["-7", "0"]),
    ],
)
def test_pasting(text: str, stack: list[str]) -> None:
    made, _ = desk()
    edits.paste(made, text)
    assert [str(value) for value in made.state.stack[:2]] == stack
    made.undo()
    assert made.state.x == 0


def test_values_are_put_where_they_are_named() -> None:
    made, _ = desk()
    made.press("2 ENTER DIM A")
    for name, value in (("X", "1.5"), ("R.3", "7"), ("I", "-2"), ("A2,1", "9"), ("LAST X", "3")):
        edits.set_value(made, name, value)
    state = made.state
    assert [state.registers[13], state.i, state.matrices["A"].elements[2], state.last_x] == [7, -2, 9, 3]
    assert str(state.x) == "1.5"


def test_lines_are_inserted_and_deleted() -> None:
    made, _ = desk("LBL A; RTN")
    edits.insert_line(made, 1, "STO + 3")
    assert [str(step) for step in made.state.program.steps] == ["LBL A", "STO + 3", "RTN"]
    edits.delete_line(made, 1)
    assert [str(step) for step in made.state.program.steps] == ["STO + 3", "RTN"]
