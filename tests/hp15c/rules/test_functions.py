"""Functions of numbers on the stack: what they replace, drop and save (BEHAVIOUR 2.2, appendix A)."""

from __future__ import annotations

import pytest

from hp15c.numbers.number import MINUS_ZERO, ZERO, Number
from hp15c.state.state import State
from hp15c.table.models import Model
from tests.support.small_programs import levels, loaded, press, steps

# the state of appendix A: X .5, Y 2, Z 3, T 4
START = "5; ENTER; 4; ENTER; 3; ENTER; 2; ENTER; .5; x↔y; x↔y"

EFFECTS = [
    ("√x", "0.7071067812", "2", "3", "4", True),
    ("x²", "0.25", "2", "3", "4", True),
    ("1/x", "2", "2", "3", "4", True),
    ("yˣ", "1.414213562", "3", "4", "4", True),
    ("+", "2.5", "3", "4", "4", True),
    ("−", "1.5", "3", "4", "4", True),
    ("×", "1", "3", "4", "4", True),
    ("÷", "4", "3", "4", "4", True),
    ("%", "0.01", "2", "3", "4", True),
    ("Δ%", "-75", "2", "3", "4", True),
    ("SIN", "0.008726535498", "2", "3", "4", True),
    ("HYP TAN", "0.4621171573", "2", "3", "4", True),
    ("x!", "0.8862269255", "2", "3", "4", True),
    ("INT", "0", "2", "3", "4", True),
    ("FRAC", "0.5", "2", "3", "4", True),
    ("RND", "0.5", "2", "3", "4", True),
    ("→R", "0.4996954135", "0.01744974835", "3", "4", True),
    ("→P", "2.061552813", "75.96375653", "3", "4", True),
    ("→H.MS", "0.3", "2", "3", "4", True),
    ("CHS", "-0.5", "2", "3", "4", False),
    ("π", "3.141592654", "0.5", "2", "3", False),
    ("RAN#", "0.1017980433", "0.5", "2", "3", False),
    ("LSTx", "0", "0.5", "2", "3", False),
    ("x↔y", "2", "0.5", "3", "4", False),
    ("R↓", "2", "3", "4", "0.5", False),
    ("R↑", "4", "0.5", "2", "3", False),
    ("ENTER", "0.5", "0.5", "2", "3", False),
    ("CLx", "0", "2", "3", "4", False),
]


@pytest.mark.parametrize("model", list(Model))
@pytest.mark.parametrize(("name", "x", "y", "z", "t", "saves"), EFFECTS)
def test_stack_and_last_x(model: Model, name: str, x: str, y: str, z: str, t: str, saves: bool) -> None:
    state = press(State.fresh(model), f"{START}; {name}")
    assert levels(state) == [x, y, z, t]
    assert str(state.last_x) == ("0.5" if saves else "0")
    assert state.lift is (name not in ("ENTER", "CLx"))


@pytest.mark.parametrize("name", ["HYP⁻¹ COS", "Py,x", "Cy,x", "x̄", "s", "L.R.", "ŷ,r", "GTO A", "GSB A"])
def test_an_error_changes_nothing_but_the_message(name: str) -> None:
    before = press(State.fresh(Model.HP15C), START)
    after = press(before.copy(), name)
    assert after.message in ("Error 0", "Error 2", "Error 4")
    after.message = None
    assert after == before


def test_no_result_is_a_negative_zero() -> None:
    for keys in ("0; CHS", ".5; CHS; INT", "0; ENTER; 5; CHS; ×", "5; ENTER; 5; −; CHS"):
        state = press(State.fresh(Model.HP15C), keys)
        assert levels(state)[0] == "0"


def test_overflow_delivers_the_greatest_number_and_sets_flag_9() -> None:
    state = press(State.fresh(Model.HP15C), "EEX; 9; 9; x²")
    assert (levels(state)[0], state.flags) == ("9.999999999e99", {9})
    state = press(State.fresh(Model.HP11C), "EEX; 9; 9; x²")
    assert (levels(state)[0], state.flags) == ("9.999999999e99", set())


def test_the_angle_mode_is_minded() -> None:
    for mode, sine in (("DEG", "0.5"), ("RAD", "-0.9880316241"), ("GRD", "0.4539904997")):
        assert levels(press(State.fresh(Model.HP15C), f"{mode}; 30; SIN"))[0] == sine


@pytest.mark.parametrize(
    ("test", "truths"),
    [
        # X, Y: (1, 1), (2, 1), (-1, 1), (0, 0)
        ("x=0", (False, False, False, True)),
        ("x≠0", (True, True, True, False)),
        ("x>0", (True, True, False, False)),
        ("x<0", (False, False, True, False)),
        ("x≥0", (True, True, False, True)),
        ("x≤0", (False, False, True, True)),
        ("x=y", (True, False, False, True)),
        ("x≠y", (False, True, True, False)),
        ("x>y", (False, True, False, False)),
        ("x<y", (False, False, True, False)),
        ("x≥y", (True, True, False, True)),
        ("x≤y", (True, False, True, True)),
    ],
)
def test_tests(test: str, truths: tuple[bool, ...]) -> None:
    for keys, truth in zip(("1; ENTER; 1", "1; ENTER; 2", "1; ENTER; 1; CHS", "0"), truths, strict=True):
        state = press(State.fresh(Model.HP15C), keys)
        state.program = state.program.with_steps(steps("1; 2; 3"))
        press(state, test)
        assert (state.line == 0) is truth


def test_flags() -> None:
    state = press(State.fresh(Model.HP15C), "SF 3; 7; STO I; SF I")
    assert state.flags == {3, 7}
    assert press(state, "CF 3; CF I").flags == set()
    assert press(state, "12; STO I; SF I").message == "Error 6"


@pytest.mark.parametrize(
    ("index", "shown"), [("2.9", "SCI 2"), ("15", "SCI 9"), ("-0.5", "SCI 0"), ("1e40", "SCI 9")]
)
def test_the_format_by_index(index: str, shown: str) -> None:
    state = State.fresh(Model.HP15C)
    state.i = type(state.real()).of(index)
    assert str(press(state, "SCI I").format) == shown


@pytest.mark.parametrize("radius", ["1e-99", "-1e-99"])
@pytest.mark.parametrize(("angle", "negative"), [("1", False), ("-1", True), ("181", True), ("-181", False)])
def test_the_angle_gives_a_zero_ordinate_its_sign(radius: str, angle: str, negative: bool) -> None:
    """The sign of the radius does not matter on the HP-11C (MATH 11.2)."""
    state = loaded("", Model.HP11C)
    state.stack[:2] = Number.of(radius), Number.of(angle)
    press(state, "→R")
    assert state.stack[1] == (MINUS_ZERO if negative else ZERO)
