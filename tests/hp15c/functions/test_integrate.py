"""The integral against its measurements: abscissas, LAST X, results."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as arbitrary

from hp15c.errors import CalculatorError, InputError
from hp15c.functions.integrate import IntegralResult, IntegralRun, advance, start, uncertainty_of
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import GREATEST, ZERO, Number
from hp15c.numbers.working import Working
from hp15c.table.modes import AngleMode, Format, Notation
from tests.support.records import records
from tests.support.small_rpn import SmallRpn, instructions, sampled, split_setting, typed

FIX_4 = Format(Notation.FIX, 4)


def run_to_the_end(
    function: SmallRpn, lower: Number, upper: Number, fmt: Format
) -> tuple[IntegralResult | CalculatorError, list[Number]]:
    """The result, or the integrand's error, and every abscissa. The run is sometimes saved and read back."""
    run = start(Meter(), lower, upper)
    abscissas: list[Number] = []
    while isinstance(run, IntegralRun):
        abscissas.append(run.abscissa)
        if len(abscissas) % 20 == 3:
            saved = IntegralRun.from_json(json.loads(json.dumps(run.to_json())))
            assert saved == run
            run = saved
        function.last_x = run.last_x
        try:
            value = function(run.abscissa)
        except CalculatorError as error:
            return error, abscissas
        result = advance(Meter(), run, value, fmt)
        if result is not None:
            return result, abscissas
    return run, abscissas


def check(record: dict[str, Any], result: IntegralResult | CalculatorError, function: SmallRpn) -> None:
    if isinstance(result, CalculatorError):
        assert " ".join(record["display"].split()) == f"Error {result.number}"
        stack = function.stack
    else:
        assert "Error" not in record["display"]
        assert result.overflow == bool(record.get("blinking"))
        stack = list(result[:4])
    assert [str(x) for x in stack] == [str(Number.of(record[name])) for name in "xyzt"]
    assert function.last_x == Number.of(record["last_x"])


@pytest.mark.first
@pytest.mark.parametrize("record", records("integ"), ids=lambda record: str(record["id"]))
def test_recorded_integrals(record: dict[str, Any]) -> None:
    settings = record["keys"].removesuffix(" 42 20 11").split(" 43 32 43 31 ")[1]
    mode, fmt, _ = split_setting(settings)
    function = SmallRpn([key for line in record["program"][1:-1] for key in instructions(line)], mode)
    lower, upper = (Number.of(record["inputs"][name]) for name in ("lower", "upper"))
    result, _ = run_to_the_end(function, lower, upper, fmt)
    check(record, result, function)


SAMPLED = sampled("42 20")


@pytest.mark.parametrize("record", SAMPLED, ids=lambda record: str(record["id"]))
def test_recorded_abscissas(record: dict[str, Any]) -> None:
    before, keys = record["keys"].split("43 31 ", 1)
    body, limits = keys.removeprefix("42 21 11 ").split(" 43 32 43 31 ")
    mode, fmt, limits = split_setting(f"{before} {limits.removesuffix(' 42 20 11')}")
    function = SmallRpn(instructions(body), mode)
    lower, upper = typed(limits)
    result, abscissas = run_to_the_end(function, lower, upper, fmt)
    assert abscissas == [Number.of(sample) for sample in record["samples"]]
    check(record, result, function)


def test_records_of_abscissas_are_there() -> None:
    assert len(SAMPLED) >= 5


@pytest.mark.parametrize(
    ("body", "mode", "limits", "fmt", "evaluations"),
    [
        ("23", AngleMode.RAD, (0, 2), "SCI 0", 7),
        ("23", AngleMode.RAD, (0, 2), "SCI 1", 15),
        ("23", AngleMode.RAD, (0, 2), "SCI 4", 31),
        ("23", AngleMode.RAD, (0, 2), "SCI 7", 63),
        ("23", AngleMode.RAD, (0, 2), "SCI 9", 127),
        ("43 11", AngleMode.DEG, (0, 1), "SCI 4", 31),
        ("15", AngleMode.DEG, (1, 2), "SCI 4", 15),
        ("43 12", AngleMode.DEG, (0, 1), "SCI 2", 31),
        ("43 35 1", AngleMode.DEG, (0, 1), "SCI 4", 7),
    ],
)
def test_numbers_of_evaluations(
    body: str, mode: AngleMode, limits: tuple[int, int], fmt: str, evaluations: int
) -> None:
    function = SmallRpn(instructions(body), mode)
    notation, digits = fmt.split()
    lower, upper = map(Number.of, limits)
    _, abscissas = run_to_the_end(function, lower, upper, Format(Notation(notation), int(digits)))
    assert len(abscissas) == evaluations


def test_worked_example() -> None:
    """MATH 23.7: mean, rest, sums and uncertainty after every pass of x squared on 0..1 in SCI 4."""
    function = SmallRpn(["43 11"], AngleMode.DEG)
    sci_4 = Format(Notation.SCI, 4)
    run = start(Meter(), ZERO, Number.of(1))
    assert isinstance(run, IntegralRun)
    assert run.abscissa == Number.of("0.5")
    seen = []
    result = None
    while result is None:
        pass_before = run.points
        result = advance(Meter(), run, function(run.abscissa), sci_4)
        if run.points != pass_before:
            seen.append((run.uncertainty, run.mean))
    assert seen == [
        (working("3.65e-6"), working("0.3208984375")),
        (working("3.944642858e-6"), working("0.3306121826")),
        (working("3.720477942e-6"), working("0.3326751232")),
        (working("3.625987272e-6"), working("0.3331701271")),
    ]
    assert result[:2] == (Number.of("0.3333333333"), Number.of("3.626037272e-6"))


def working(text: str) -> Working:
    number = Number.of(text)
    return Working(number.negative, number.exponent, number.mantissa * 1000)


def test_equal_limits_need_no_evaluation() -> None:
    three = Number.of(3)
    assert start(Meter(), three, three) == IntegralResult(ZERO, ZERO, three, three, overflow=False)


@pytest.mark.parametrize(
    ("fx", "fmt", "expected"),
    [
        ("0.25", "SCI 4", "5e-6"),
        ("123", "ENG 2", "0.5"),
        ("123", "FIX 2", "0.005"),
        ("0", "FIX 0", "0.5"),
        ("0", "SCI 3", "5e-103"),
        ("1.5", "FIX 9", "5e-10"),
        ("15", "FIX 8", "5e-9"),
        ("15", "FIX 9", "5e-9"),
        ("0.15", "FIX 9", "5e-10"),
        ("1.5e12", "FIX 2", "500"),
        ("0.25", "SCI 14", "5e3"),  # SCI I with -5 in I
        ("123", "ENG 10", "5e2"),
        ("0.25", "FIX 11", "50"),
        ("1.5e12", "FIX 11", "500"),
    ],
)
def test_uncertainty_of_a_value(fx: str, fmt: str, expected: str) -> None:
    notation, digits = fmt.split()
    value = uncertainty_of(Number.of(fx), Format(Notation(notation), int(digits)))
    assert Decimal(value.mantissa).scaleb(value.exponent - 12) == Decimal(expected)


def test_overflow_is_told() -> None:
    huge = Number.of("9e99")
    run = start(Meter(), ZERO, huge)
    assert isinstance(run, IntegralRun)
    result = None
    while result is None:
        result = advance(Meter(), run, huge, FIX_4)
    assert (result.x, result.z, result.t, result.overflow) == (GREATEST, huge, ZERO, True)


numbers = arbitrary.builds(
    lambda mantissa, exponent: Number.of(f"{mantissa}e{exponent}"),
    arbitrary.integers(-9_999_999_999, 9_999_999_999),
    arbitrary.integers(-99, 89),
)


@pytest.mark.slow
@given(lower=numbers, upper=numbers, values=arbitrary.lists(numbers, max_size=40))
def test_any_values_lead_on_or_to_an_end(lower: Number, upper: Number, values: list[Number]) -> None:
    run = start(Meter(), lower, upper)
    if isinstance(run, IntegralResult):
        assert lower == upper
        return
    for value in values:
        if advance(Meter(), run, value, FIX_4) is not None:
            return
        assert min(lower, upper) <= run.abscissa <= max(lower, upper)
        assert IntegralRun.from_json(run.to_json()) == run == run.copy()


@pytest.mark.parametrize(
    "change",
    [
        {"phase": "nowhere"},
        {"points": 6},
        {"points": 0},
        {"pair": 2},
        {"pair": 5},
        {"level": -1},
        {"mean": "0.25"},
        {"rest": "123e4"},
        {"column": ["0"] * 6},
        {"column": ["0"] * 6 + [0]},
        {"lower": "from here"},
        {"upper": None},
    ],
)
def test_nonsense_is_refused(change: dict[str, object]) -> None:
    run = start(Meter(), ZERO, Number.of(2))
    assert isinstance(run, IntegralRun)
    for value in "012345":
        advance(Meter(), run, Number.of(value), FIX_4)
    assert (run.points, run.pair) == (4, 3)
    (name,) = change
    with pytest.raises(InputError, match=name):
        IntegralRun.from_json(run.to_json() | change)
    with pytest.raises(InputError):
        IntegralRun.from_json("a run")
