"""Places and conditions that a run is watched for."""

from __future__ import annotations

import pytest

from hp15c import Calculator
from hp15c.errors import InputError
from hp15c.inspect.watching import place_named, place_on, read_condition
from hp15c.table.machines import machine_named


@pytest.mark.parametrize(
    ("text", "name"),
    [("x", "X"), ("lstx", "LAST X"), ("r.3", "R.3"), ("R20", "R20"), ("a1, 2", "A1,2"), ("i", "I")],
)
def test_places_have_one_name_each(text: str, name: str) -> None:
    assert place_named(text) == name


@pytest.mark.parametrize("text", ["", "Q", "R", "R1x", "F1,1", "3"])
def test_what_names_no_place_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        place_named(text)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("X = 7", True),
        ("X != 7", False),
        ("R1 >= 3", True),
        ("R1 > R2", True),
        ("x ≤ 6.9", False),
        ("R.9 = 0", True),
        ("A1,1 = 0", False),
        ("I < -1", False),
    ],
)
def test_conditions(text: str, holds: bool) -> None:
    calc = Calculator()
    calc.press("3 STO 1 7 ENTER")
    assert read_condition(text).holds(calc.state) is holds


def test_what_is_no_condition_is_refused() -> None:
    for text in ("X", "X >", "X > ", "> 5", "X ~ 5", "X = many"):
        with pytest.raises(InputError):
            read_condition(text)


@pytest.mark.parametrize(
    ("machine", "place", "highest"),
    [("15c", "R66", "R65"), ("11c", "R20", "R.9"), ("dm15-m1b", "R250", "R230")],
)
def test_a_register_that_the_machine_cannot_have_is_refused(machine: str, place: str, highest: str) -> None:
    with pytest.raises(InputError, match=rf"no register {place}; the highest is {highest}$"):
        place_on(machine_named(machine), place)
    assert place_on(machine_named(machine), highest) == highest


def test_an_element_is_refused_where_there_are_no_matrices() -> None:
    assert place_on(machine_named("15c"), "a 1,2") == "A1,2"
    for machine, place in (("11c", "A1,2"), ("15c", "A0,1")):
        with pytest.raises(InputError, match="no element"):
            place_on(machine_named(machine), place)
