"""The calculator as one object: mnemonics, programs, what it tells of itself."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

import hp15c
from hp15c import Calculator, Descriptor, InputError, Model, Program, State, UnknownKey, Unsupported
from hp15c.table.instructions import Step, step

COUNTDOWN = tuple(
    step(*words)
    for words in (("LBL", "A"), ("STO", "I"), ("LBL", "0"), ("PSE",), ("DSE", "I"), ("GTO", "0"), ("RTN",))
)


def program(*steps: Step, model: Model = Model.HP15C) -> Program:
    return Program(model=model, steps=steps)


def test_the_example_of_the_package() -> None:
    calculator = Calculator(model="15C")
    calculator.press("25 ENTER 3.5 +")
    assert calculator.display == " 28.5000    "
    assert calculator.x == Decimal("28.5")
    assert calculator.last_x == Decimal("3.5")
    calculator = Calculator()
    calculator.press_keycodes("2 5 36 3 48 5 40")
    assert calculator.display == " 28.5000    "


def test_mnemonics_press_their_shifts() -> None:
    calculator = Calculator()
    calculator.press("3 x² STO + .1 FIX 2 RCL .1 √x")
    assert (calculator.display, calculator.register(".1"), calculator.register(11)) == (" 3.00       ", 9, 9)


def test_mnemonics_in_user_mode() -> None:
    calculator = Calculator()
    calculator.press("USER 16 √x STO 1 1/x")
    assert (str(calculator.x), calculator.register(1)) == ("0.25", 4)
    calculator.press_keycodes("11")
    assert calculator.error == "Error 4"


def test_unknown_mnemonics_press_nothing() -> None:
    calculator = Calculator()
    with pytest.raises(UnknownKey, match="SQUARE"):
        calculator.press("25 ENTER SQUARE")
    assert calculator.state == State.fresh(Model.HP15C)


def test_an_11c_has_other_keys() -> None:
    calculator = Calculator("11C")
    with pytest.raises(UnknownKey):
        calculator.press("1 MATRIX 1")
    calculator.press("2 π")
    assert calculator.display == " 3.1416     "
    with pytest.raises(InputError):
        Calculator("12C")


def test_keys_held() -> None:
    calculator = Calculator()
    calculator.load(program(*COUNTDOWN))
    calculator.key_down("SST")
    assert calculator.display == " 001-42,21,11"
    calculator.key_up()
    assert calculator.display == " 0.0000     "
    with pytest.raises(UnknownKey):
        calculator.key_down("SSST")


def test_run_tells_why_it_stopped() -> None:
    calculator = Calculator()
    calculator.load(program(*COUNTDOWN))
    calculator.press("3")
    pauses: list[str] = []
    stop = calculator.run(
        "A",
        observer=lambda state, line, step: pauses.append(step.name) if line == 4 else None,
        stop_at_pause=False,
    )
    assert (stop, str(stop), pauses) == ("stop", "stop", ["PSE"] * 3)
    assert stop.lines == 2 + 3 * 3 + 2 + 1
    assert calculator.run("B") == "error"
    assert calculator.error == "Error 4"


def test_a_run_cut_off_goes_on() -> None:
    calculator, whole = Calculator(), Calculator()
    for each in (calculator, whole):
        each.load(program(*COUNTDOWN))
        each.press("9")
    assert calculator.run("A", limit=5, stop_at_pause=False) == "limit"
    assert calculator.display == "  running  "
    assert calculator.run(stop_at_pause=False) == "stop"
    whole.run("A", stop_at_pause=False)
    assert calculator.state == whole.state


def test_a_run_stops_at_each_pause() -> None:
    calculator = Calculator()
    calculator.load(program(*COUNTDOWN))
    calculator.press("2")
    reasons = [calculator.run("A")]
    while calculator.state.running:
        reasons.append(calculator.run())
    assert reasons == ["pause", "pause", "stop"]


def test_run_without_label_is_the_run_key() -> None:
    calculator = Calculator()
    calculator.load(program(step("digit", "7"), step("R/S"), step("digit", "8")))
    calculator.run()
    assert calculator.x == 7
    calculator.run()
    assert calculator.x == 8


def test_run_wants_a_label() -> None:
    with pytest.raises(InputError):
        Calculator("11C").run(".5")


def test_load_refuses_what_does_not_fit() -> None:
    calculator = Calculator()
    calculator.load(program(*COUNTDOWN))
    before = calculator.state.copy()
    with pytest.raises(Unsupported):
        calculator.load(program(*COUNTDOWN, model=Model.HP11C))
    with pytest.raises(Unsupported, match="47 registers"):
        calculator.load(program(*[step("ENTER")] * 323))
    assert calculator.state == before
    calculator.load(program(*[step("ENTER")] * 322))
    assert calculator.state.line == 0


def test_loading_gives_and_takes_registers_on_the_11c() -> None:
    calculator = Calculator("11C")
    calculator.load(program(*[step("ENTER")] * 64, model=Model.HP11C))
    assert calculator.state.highest_register == 18
    calculator.load(program(model=Model.HP11C))
    assert calculator.register(19) == 0


def test_registers_and_matrices() -> None:
    calculator = Calculator()
    calculator.press("4 STO I 2 ENTER 3 DIM A RCL MATRIX A STO 5")
    assert calculator.i == calculator.register("I") == 4
    assert calculator.register(5) == calculator.x == Descriptor("A")
    assert str(calculator.x) == "MAT A"
    assert calculator.matrix("A") == [[0, 0, 0], [0, 0, 0]]
    assert calculator.matrix("B") == []
    for bad in (20, ".10", -1):
        with pytest.raises(InputError):
            calculator.register(bad)
    with pytest.raises(InputError):
        calculator.matrix("F")


def test_complex_levels() -> None:
    calculator = Calculator()
    assert calculator.xi == calculator.last_xi == 0
    calculator.press("1 ENTER 2 ENTER 3 ENTER 4 I")
    assert [calculator.x, calculator.xi, calculator.y, calculator.z, calculator.t] == [3, 4, 2, 1, 1]
    assert (calculator.yi, calculator.zi, calculator.ti) == (0, 0, 0)
    assert calculator.flags == {8}


def test_what_is_exported() -> None:
    assert all(hasattr(hp15c, name) for name in hp15c.__all__)


def test_goes_on_from_a_state() -> None:
    calculator = Calculator()
    calculator.press("2 ENTER 3")
    other = Calculator(state=calculator.state.copy())
    other.press("+")
    assert (other.x, calculator.x) == (5, 3)


def test_an_attribute_that_there_is_not_is_refused() -> None:
    calculator = Calculator()
    with pytest.raises(AttributeError, match="did you mean x"):
        calculator.X = 3
    with pytest.raises(AttributeError, match="display of a Calculator cannot be set"):
        calculator.display = "3"


def test_a_limit_is_named() -> None:
    calculator = Calculator()
    calculator.load(Program.parse("LBL A\nx²\nRTN"))
    with pytest.raises(TypeError):
        calculator.run("A", 3)
    with pytest.raises(TypeError):
        calculator.press("3", 3)


def test_press_takes_a_text_and_says_so() -> None:
    calculator = Calculator()
    with pytest.raises(InputError, match="press takes a text such as '2 ENTER 3 \\+', not int"):
        calculator.press(5)  # type: ignore[arg-type]


def test_a_file_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "square.15c"
    file.write_text("LBL A\nx²\nRTN\n", "utf-8")
    calculator = Calculator()
    calculator.load(file)
    assert calculator.program == Program.parse("LBL A\nx²\nRTN")
    calculator.load(str(file))
    with pytest.raises(InputError, match=r"Program\.parse"):
        calculator.load("LBL A\nRTN")
    with pytest.raises(InputError, match="not int"):
        calculator.load(3)
    assert len(calculator.program) == 3


def test_stack_and_registers() -> None:
    calculator = Calculator()
    calculator.press("1 ENTER 2 ENTER 3 ENTER 4 STO .3")
    assert calculator.stack == (4, 3, 2, 1)
    assert calculator.registers[13] == 4
    assert calculator.registers[13] == calculator.register(".3")


def test_a_matrix_where_a_number_is_wanted_is_refused() -> None:
    calculator = Calculator()
    calculator.press("RCL MATRIX A")
    for compute in (lambda x: float(x), lambda x: x + 1, lambda x: 2 / x, lambda x: x < 1, lambda x: -x):
        with pytest.raises(InputError, match="MAT A is a matrix"):
            compute(calculator.x)
