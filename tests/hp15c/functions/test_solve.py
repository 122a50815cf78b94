"""SOLVE against its measurements: abscissas, ends and results."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as arbitrary

from hp15c.errors import CalculatorError, InputError
from hp15c.functions.solve import SolvePhase, SolveResult, SolveRun, advance, neighbour, start
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import GREATEST, ZERO, Number
from hp15c.table.modes import AngleMode
from tests.support.records import records
from tests.support.small_rpn import SmallRpn, instructions, sampled, split_setting, typed


def run_to_the_end(
    function: SmallRpn, first: Number, second: Number
) -> tuple[SolveResult | CalculatorError, list[Number]]:
    """The result, or the function's error, and every abscissa. Each step goes through JSON."""
    run = start(first, second)
    abscissas: list[Number] = []
    while True:
        abscissas.append(run.abscissa)
        saved = SolveRun.from_json(json.loads(json.dumps(run.to_json())))
        assert saved == run
        run = saved
        try:
            value = function(run.abscissa)
        except CalculatorError as error:
            return error, abscissas
        result = advance(Meter(), run, value)
        if result is not None:
            return result, abscissas


def check(record: dict[str, Any], result: SolveResult | CalculatorError, function: SmallRpn) -> None:
    if isinstance(result, CalculatorError):
        shown, stack = f"Error {result.number}", function.stack
    else:
        shown, stack = "" if result.has_root else "Error 8", [result.x, result.y, result.z, function.stack[1]]
    display = " ".join(record["display"].split())
    assert shown == (display if "Error" in display else "")
    assert [str(x) for x in stack] == [str(Number.of(record[name])) for name in "xyzt"]
    assert function.last_x == Number.of(record["last_x"])


@pytest.mark.first
@pytest.mark.parametrize("record", records("solve"), ids=lambda record: str(record["id"]))
def test_recorded_runs(record: dict[str, Any]) -> None:
    mode = AngleMode.RAD if record["annunciators"] else AngleMode.DEG
    function = SmallRpn([key for key in record["program"][1:-1] for key in instructions(key)], mode)
    first, second = (Number.of(record["inputs"][name]) for name in "yx")
    result, _ = run_to_the_end(function, first, second)
    check(record, result, function)


SAMPLED = sampled("42 10")


@pytest.mark.parametrize("record", SAMPLED, ids=lambda record: str(record["id"]))
def test_recorded_abscissas(record: dict[str, Any]) -> None:
    body, guesses = record["keys"].removeprefix("43 31 42 21 11 ").split(" 43 32 43 31 ")
    mode, _, guesses = split_setting(guesses.removesuffix(" 42 10 11"))
    function = SmallRpn(instructions(body), mode)
    result, abscissas = run_to_the_end(function, *typed(guesses))
    assert abscissas == [Number.of(sample) for sample in record["samples"]]
    check(record, result, function)


def test_records_of_abscissas_are_there() -> None:
    assert len(SAMPLED) >= 10


# From the worked examples of MATH 22.6 and the table of BEHAVIOUR 8.2. Keys, mode, guesses, abscissas.
WORKED = [
    (
        "43 11 2 30",
        AngleMode.DEG,
        ("0", "1"),
        "0 1 2.000000003 1.333333333 1.4 1.414634146 1.414211438 1.414213562 1.414213982 1.414213563",
    ),
    (
        "43 11 2 30",
        AngleMode.DEG,
        ("1", "2"),
        "1 2 1.333333334 1.4 1.414634146 1.414211438 1.414213562 1.414213982 1.414213563",
    ),
    (
        "43 11 2 30",
        AngleMode.DEG,
        ("1", "1"),
        "1.000001 1 1.000101001 1.010101102 1.49746293 1.400797312 1.413828195 1.414215399 1.414213562"
        " 1.414213563",
    ),
    ("3 30", AngleMode.DEG, ("0", "1"), "0 1 3.000000005 3"),
    ("24", AngleMode.RAD, ("1", "2"), "1 2 1.564904376 1.570978575 1.570796326 1.570796327"),
    (
        "43 11 1 40",
        AngleMode.DEG,
        ("0", "1"),
        "0 1 -1.000000002 -5e-13 5.000000005e-11 2.500000003e-11 -2.500000006e-9 -1.250000003e-9"
        " 1.250000004e-7",
    ),
    (
        "43 35 5",
        AngleMode.DEG,
        ("0", "1"),
        "0 1 -100.0000001 -50.00000005 5000.00001 2500.000005 -250000.0008 -125000.0004 12500000.05",
    ),
]


@pytest.mark.parametrize(("body", "mode", "guesses", "expected"), WORKED)
def test_worked_abscissas(body: str, mode: AngleMode, guesses: tuple[str, str], expected: str) -> None:
    function = SmallRpn(instructions(body), mode)
    _, abscissas = run_to_the_end(function, *map(Number.of, guesses))
    assert abscissas == [Number.of(text) for text in expected.split()]


def test_hundreds_of_evaluations_are_made() -> None:
    result, abscissas = run_to_the_end(SmallRpn(["15"], AngleMode.DEG), Number.of("0.326"), Number.of("4.47"))
    assert isinstance(result, SolveResult)
    assert result.has_root
    assert len(abscissas) == 474


def test_an_exact_root_among_the_guesses_ends_at_once() -> None:
    function = SmallRpn(instructions("3 30"), AngleMode.DEG)
    three = Number.of(3)
    assert run_to_the_end(function, three, Number.of(7))[0] == SolveResult(True, three, three, ZERO)
    assert len(run_to_the_end(function, three, Number.of(7))[1]) == 1


@pytest.mark.parametrize(
    ("guess", "moved"),
    [
        ("0", "1e-7"),
        ("1", "1.000001"),
        ("5", "5.000001"),
        ("-2.5", "-2.500001"),
        ("1.234569777", "1.234568777"),
        ("1.999999999e50", "1.999998999e50"),
    ],
)
def test_equal_guesses_are_moved_apart(guess: str, moved: str) -> None:
    assert start(Number.of(guess), Number.of(guess)).abscissa == Number.of(moved)


@pytest.mark.parametrize(
    ("x", "towards", "expected"),
    [
        ("0", "5", "1e-99"),
        ("0", "-5", "-1e-99"),
        ("9.999999999", "20", "10"),
        ("1", "0", "0.9999999999"),
        ("1", "2", "1.000000001"),
        ("-1", "0", "-0.9999999999"),
        ("-1", "-2", "-1.000000001"),
        ("-9.999999999", "-11", "-10"),
        ("1e-99", "0", "0"),
        ("9.999999998e99", "9.999999999e99", "9.999999999e99"),
    ],
)
def test_neighbours(x: str, towards: str, expected: str) -> None:
    assert neighbour(Number.of(x), Number.of(towards)) == Number.of(expected)


numbers = arbitrary.builds(
    lambda mantissa, exponent: Number.of(f"{mantissa}e{exponent}"),
    arbitrary.integers(-9_999_999_999, 9_999_999_999),
    arbitrary.integers(-99, 89),
)


@pytest.mark.slow
@given(first=numbers, second=numbers, values=arbitrary.lists(numbers, max_size=40))
def test_any_values_lead_on_or_to_an_end(first: Number, second: Number, values: list[Number]) -> None:
    run = start(first, second)
    for value in values:
        result = advance(Meter(), run, value)
        if result is not None:
            assert result.has_root or result.z == run.f_best
            return
        assert abs(run.abscissa) <= GREATEST
        assert SolveRun.from_json(run.to_json()) == run == run.copy()


@pytest.mark.parametrize(
    "change",
    [
        {"phase": "nowhere"},
        {"abscissa": "much"},
        {"abscissa": 3},
        {"best": None},
        {"credit": 4},
        {"credit": "2"},
        {"artificial": True},
        {"f_best": "0"},
        {"older": "1"},
    ],
)
def test_nonsense_is_refused(change: dict[str, object]) -> None:
    run = SolveRun(SolvePhase.SEARCH, Number.of(2), ZERO, Number.of(5), Number.of(1), Number.of(4))
    assert SolveRun.from_json(run.to_json()) == run
    (name,) = change
    with pytest.raises(InputError, match=name):
        SolveRun.from_json(run.to_json() | change)
    with pytest.raises(InputError):
        SolveRun.from_json(["not", "a", "run"])


def test_the_neighbour_of_a_number_towards_itself_is_above_it() -> None:
    """A function that draws random numbers can bring both ends of the interval together (MATH 22.4)."""
    for x in ("1.5", "-1.5", "0"):
        assert neighbour(Number.of(x), Number.of(x)) > Number.of(x)
