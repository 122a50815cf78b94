"""Functions, SOLVE, the integral and the LU form against twins written from MATH that share no code."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from hp15c.core import machine
from hp15c.errors import CalculatorError
from hp15c.functions import integrate as integrals
from hp15c.functions import lu
from hp15c.functions import solve as roots
from hp15c.functions.matrix import Matrix
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import ZERO, Number
from hp15c.numbers.working import pack
from hp15c.state.state import State
from hp15c.table.instructions import step
from hp15c.table.modes import AngleMode, Format, Notation
from tests.support import small_functions as small
from tests.support import small_numerics as numerics
from tests.support.shares import counts, share
from tests.support.small_functions import C, W

Real = Callable[[W, W, str], tuple[W, ...]]
OfComplex = Callable[[C, C, str], C]

# The digits around which a rule changes: octants, quarter turns, ln 10, ln 2, the limits of MATH 21.
THRESHOLDS = (
    *(7853981634, 1570796327, 2356194490, 3141592654, 4712388980, 5497787144, 6283185307, 2302585093),
    *(6931471806, 6999999999, 7000000000, 2999999999, 3000000000, 4500000000, 9000000000, 1800000000),
    *(1350000000, 5000000000, 1000000000, 1414213562),
)


def shifted(x: W, places: int) -> W:
    return (x[0], x[1] + places, x[2]) if x[2] else x


LN_10: W = (0, 0, small.LN_10)
PI_2: W = (0, 0, small.PI_2)

OF_X: dict[str, Callable[[W], W]] = {
    "√x": small.sqrt,
    "x²": lambda x: small.mul(x, x),
    "1/x": lambda x: small.div(small.ONE, x),
    "LN": small.ln,
    "LOG": lambda x: small.div(small.ln(x), LN_10),
    "eˣ": small.exp,
    "10ˣ": lambda x: small.exp_product(LN_10, x),
    "HYP SIN": small.sinh,
    "HYP COS": small.cosh,
    "HYP TAN": small.tanh,
    "HYP⁻¹ SIN": small.asinh,
    "HYP⁻¹ COS": small.acosh,
    "HYP⁻¹ TAN": small.atanh,
    "x!": small.factorial,
    "→H.MS": small.to_hms,
    "→H": small.to_hours,
    "→RAD": lambda x: small.div(small.mul(PI_2, x), small.w("90")),
    "→DEG": lambda x: small.div(small.mul(x, small.w("90")), PI_2),
}
REAL: dict[str, Real] = {
    "SIN": lambda y, x, mode: (small.trigonometric("SIN", x, mode),),
    "COS": lambda y, x, mode: (small.trigonometric("COS", x, mode),),
    "TAN": lambda y, x, mode: (small.trigonometric("TAN", x, mode),),
    "SIN⁻¹": lambda y, x, mode: (small.arc_of("ASIN", x, mode),),
    "COS⁻¹": lambda y, x, mode: (small.arc_of("ACOS", x, mode),),
    "TAN⁻¹": lambda y, x, mode: (small.arc_of("ATAN", x, mode),),
    "%": lambda y, x, mode: (small.mul(y, shifted(x, -2)),),
    "Δ%": lambda y, x, mode: (small.div(small.sub(x, y), shifted(y, -2)),),
    "+": lambda y, x, mode: (small.add(y, x),),
    "−": lambda y, x, mode: (small.sub(y, x),),
    "×": lambda y, x, mode: (small.mul(y, x),),
    "÷": lambda y, x, mode: (small.div(y, x),),
    "yˣ": lambda y, x, mode: (small.power(y, x),),
    "→P": small.polar,
    "→R": lambda y, x, mode: small.rectangular(x, y, mode),
}
COMPLEX_X: dict[str, Callable[[C], C]] = {
    "x²": lambda z: small.product(z, z),
    "1/x": small.complex_inverse,
    "ABS": lambda z: (small.sqrt(small.square_sum(z)), small.ZERO),
    "√x": small.complex_sqrt,
    "LN": small.cln,
    "LOG": lambda z: (small.div(small.cln(z)[0], LN_10), small.div(small.cln(z)[1], LN_10)),
    "eˣ": lambda z: small.turned(small.exp(z[0]), z[1], "RAD"),
    "10ˣ": small.complex_power10,
    "SIN": small.complex_sin,
    "COS": small.complex_cos,
    "TAN": small.complex_tan,
    "HYP SIN": small.by_i(small.complex_sin),
    "HYP COS": lambda z: small.complex_cos((small.neg(z[1]), z[0])),
    "HYP TAN": small.by_i(small.complex_tan),
    "SIN⁻¹": lambda z: small.arcs(z, False),
    "COS⁻¹": lambda z: small.arcs(z, True),
    "TAN⁻¹": small.complex_atan,
    "HYP⁻¹ SIN": small.by_i(lambda z: small.arcs(z, False)),
    "HYP⁻¹ COS": small.complex_acosh,
    "HYP⁻¹ TAN": small.by_i(small.complex_atan),
}
COMPLEX: dict[str, OfComplex] = {
    "+": lambda w, z, mode: (small.add(w[0], z[0]), small.add(w[1], z[1])),
    "−": lambda w, z, mode: (small.sub(w[0], z[0]), small.sub(w[1], z[1])),
    "×": lambda w, z, mode: small.product(z, w),
    "÷": lambda w, z, mode: small.complex_div(w, z),
    "yˣ": lambda w, z, mode: small.complex_power(w, z),
    "→P": lambda w, z, mode: small.polar(z[1], z[0], mode),
    "→R": lambda w, z, mode: small.rectangular(z[0], z[1], mode),
}


def wide(x: Number) -> W:
    return (int(x.negative), x.exponent, x.mantissa * 1000) if x else small.ZERO


def number(x: W) -> Number:
    return Number(bool(x[0]), x[1], x[2] // 1000) if x[2] else ZERO


def drawn(chance: random.Random) -> Number:
    """Zero, small integers, random digits, carries and thresholds. All exponents, mostly usual ones."""
    kind = chance.randrange(20)
    if kind == 0:
        return ZERO
    if kind < 4:
        return Number.of(chance.randint(-75, 75))
    if kind < 12:
        mantissa = chance.randint(10**9, 10**10 - 1)
    elif kind < 16:
        mantissa = chance.choice((10**9, 10**10 - 20)) + chance.randrange(20)
    else:
        mantissa = chance.choice(THRESHOLDS) + chance.choice((-1, 0, 0, 1))
        mantissa = max(mantissa, 10**9)
    exponent = chance.choice((0, 0, *range(-3, 4), *range(-12, 13, 3), chance.randint(-99, 99)))
    return Number(chance.random() < 0.4, exponent, mantissa)


def told(name: str, levels: list[Number], mode: str, in_complex_mode: bool) -> list[W]:
    """What the twin says: X and Y, or both parts of X."""
    x, y, xi, yi = map(wide, levels)
    if in_complex_mode and name in COMPLEX_X:
        return list(COMPLEX_X[name]((x, xi)))
    if in_complex_mode:
        return list(COMPLEX[name]((y, yi), (x, xi), mode))
    return [OF_X[name](x)] if name in OF_X else list(REAL[name](y, x, mode))


def compare(chance: random.Random, name: str, in_complex_mode: bool) -> None:
    """One function of one draw of numbers, by its key and by the twin."""
    state = State()
    mode = chance.choice(("DEG", "RAD", "GRD"))
    levels = [drawn(chance) for _ in range(4)]
    state.angle = AngleMode(mode)
    state.stack[:2] = levels[:2]
    if in_complex_mode:
        state.flags.add(8)
        state.imaginary[:2] = levels[2:]
    try:
        results = [small.pack(part) for part in told(name, levels, mode, in_complex_mode)]
        error = None
    except small.Wrong:
        results, error = [], "Error 0"
    machine.keyboard(state, step(name))
    case = (name, mode, *map(str, levels))
    assert state.message == error, case
    got = [state.stack[0], state.imaginary[0] if in_complex_mode else state.stack[1]]
    assert got[: len(results)] == [number(value) for value, _ in results], case
    assert (9 in state.flags) == any(overflowed for _, overflowed in results), case


CASES = [(name, False) for name in (*OF_X, *REAL)] + [(name, True) for name in (*COMPLEX_X, *COMPLEX)]


@pytest.mark.first
@pytest.mark.parametrize(("name", "in_complex_mode"), CASES)
def test_functions(name: str, in_complex_mode: bool) -> None:
    chance = random.Random(f"{name} {in_complex_mode}")
    for _ in range(100):
        compare(chance, name, in_complex_mode)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "in_complex_mode"), CASES)
def test_functions_often(name: str, in_complex_mode: bool) -> None:
    chance = random.Random(f"often {name} {in_complex_mode}")
    for _ in range(share(2_000)):
        compare(chance, name, in_complex_mode)


def random_function(chance: random.Random) -> numerics.Function:
    """A short program of one number, every value rounded as a register takes it."""
    operations: dict[str, Callable[[W, W, W], W]] = {
        "+": lambda v, c, x: small.add(v, c),
        "−": lambda v, c, x: small.sub(v, x),
        "×": lambda v, c, x: small.mul(v, c),
        "÷": lambda v, c, x: small.div(v, c),
        "× x": lambda v, c, x: small.mul(v, x),
        "eˣ": lambda v, c, x: small.exp(v),
        "SIN": lambda v, c, x: small.trigonometric("SIN", v, "RAD"),
        "TAN⁻¹": lambda v, c, x: small.arc_of("ATAN", v, "RAD"),
        "ABS": lambda v, c, x: small.mag(v),
    }
    program = [(operations[chance.choice(list(operations))], wide(drawn(chance))) for _ in range(4)]

    def function(x: W) -> W:
        value = x
        for operation, constant in program:
            value = small.pk(operation(value, constant, x))
        return value

    return function


def root(function: numerics.Function, y: Number, x: Number) -> tuple[list[W], roots.SolveResult]:
    """SOLVE as the machine makes it: the abscissas and the end."""
    run, seen, end = roots.start(y, x), [], None
    while end is None:
        if len(seen) == numerics.MOST:
            raise numerics.Endless
        seen.append(wide(run.abscissa))
        end = roots.advance(Meter(), run, number(function(seen[-1])))
    return seen, end


def integral(
    function: numerics.Function, y: Number, x: Number, shown: Format
) -> tuple[list[W], integrals.IntegralResult]:
    """The integral as the machine makes it: the abscissas and the end."""
    seen: list[W] = []
    begun = integrals.start(Meter(), y, x)
    if isinstance(begun, integrals.IntegralResult):
        return seen, begun
    end = None
    while end is None:
        if len(seen) == numerics.MOST:
            raise numerics.Endless
        seen.append(wide(begun.abscissa))
        end = integrals.advance(Meter(), begun, number(function(seen[-1])), shown)
    return seen, end


def compare_roots(chance: random.Random) -> str:
    """Run one SOLVE by both. Returns the kind of end."""
    function, y, x = random_function(chance), drawn(chance), drawn(chance)
    x = y if chance.random() < 0.15 else x
    try:
        expected = numerics.solve(function, wide(y), wide(x))
    except (small.Wrong, numerics.Endless) as stopped:
        with pytest.raises((type(stopped), CalculatorError)):
            root(function, y, x)
        return type(stopped).__name__
    seen, end = root(function, y, x)
    samples, kind, *values = expected
    assert seen == samples
    assert (end.has_root, [end.x, end.y, end.z]) == (kind != "C", [number(value) for value in values])
    return kind


def compare_integrals(chance: random.Random) -> None:
    function, y, x = random_function(chance), drawn(chance), drawn(chance)
    kind, digits = chance.choice(("FIX", "SCI", "ENG")), chance.randrange(10)
    shown = Format(Notation(kind), digits)
    try:
        expected = numerics.integrate(function, wide(y), wide(x), kind, digits)
    except (small.Wrong, numerics.Endless) as stopped:
        with pytest.raises((type(stopped), CalculatorError)):
            integral(function, y, x, shown)
        return
    seen, end = integral(function, y, x, shown)
    samples, value, spread, overflowed = expected
    assert seen == samples
    assert end == (number(value), number(spread), x, y, overflowed)


def compare_forms(chance: random.Random) -> None:
    """LU form, determinant, inverse and division of one matrix, singular ones among them."""
    n, columns = chance.randint(1, 6), chance.randint(1, 3)
    whole = chance.random() < 0.4
    rows = [
        [Number.of(chance.randint(-2, 2)) if whole else drawn(chance) for _ in range(n)] for _ in range(n)
    ]
    if chance.random() < 0.2:
        rows[-1] = rows[0][:]
    right = [[drawn(chance) for _ in range(columns)] for _ in range(n)]
    form, pivots = numerics.decompose([list(map(wide, row)) for row in rows])
    ours, _ = lu.decompose(Meter(), Matrix(n, n, [x for row in rows for x in row]))
    assert ours.elements == [number(x) for row in form for x in row]
    assert ours.pivots == pivots
    assert pack(lu.determinant(Meter(), ours))[0] == number(numerics.determinant(form, pivots))
    divisor = Matrix(n, columns, [x for row in right for x in row])
    try:
        inverse = numerics.invert(form, pivots)
        quotient = numerics.divide(form, pivots, [list(map(wide, row)) for row in right])
    except small.Wrong:
        for refused in (lambda: lu.inverse(Meter(), ours), lambda: lu.solve(Meter(), ours, divisor)):
            with pytest.raises(CalculatorError):
                refused()
        return
    assert lu.inverse(Meter(), ours)[0].elements == [number(x) for row in inverse for x in row]
    assert lu.solve(Meter(), ours, divisor)[0].elements == [number(x) for row in quotient for x in row]


@pytest.mark.slow
@pytest.mark.parametrize("times", counts(60, 600, 3_000))
def test_roots(times: int) -> None:
    chance = random.Random(f"roots {times}")
    assert {compare_roots(chance) for _ in range(times)} >= {"A", "B", "C"}


@pytest.mark.slow
@pytest.mark.parametrize("times", counts(15, 80, 1_000))
def test_integrals(times: int) -> None:
    chance = random.Random(f"integrals {times}")
    for _ in range(times):
        compare_integrals(chance)


@pytest.mark.parametrize("times", counts(60, 1_000, 2_000))
def test_lu_forms(times: int) -> None:
    chance = random.Random(f"forms {times}")
    for _ in range(times):
        compare_forms(chance)
