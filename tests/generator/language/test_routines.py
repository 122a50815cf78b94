"""A label of a listing called from Python: digits, memory, modes and Errors are the calculator's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.language import routine, sqrt
from generator.language.machine import OverflowStop, PythonMachine, TooManyOperations, running_on
from generator.language.routines import Routine, program_in
from hp15c import Calculator
from hp15c.errors import CalculatorError, InputError
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.state import Value
from hp15c.table.models import Model


class Person:
    """A person who notes what is shown and types these answers. None is R/S alone."""

    def __init__(self, *answers: str | None) -> None:
        self.answers = list(answers)
        self.shown: list[str] = []

    def pause(self, shown: Value) -> None:
        """Note the number that a pause shows."""
        self.shown.append(f"pause {shown}")

    def ask(self, shown: Value) -> Value:
        """Note the number that a stop shows, and return the next answer."""
        self.shown.append(f"stop {shown}")
        answer = self.answers.pop(0)
        return shown if answer is None else Number.of(answer)


def called(lines: str, arguments: int, results: int = 1, label: str = "B", model: str = "15C") -> Routine:
    return Routine("f", Program.parse(lines, model), label, arguments, results)


def test_a_call_computes_with_the_digits_of_the_calculator() -> None:
    third = called("LBL B\n3\n÷\n3\n×\nRTN", 1)
    calculator = Calculator()
    calculator.load(third.program)
    calculator.press("1 GSB B")
    with running_on(PythonMachine()):
        assert str(third(1)) == str(calculator.x) == "0.9999999999"


def test_registers_flags_and_modes_stay_from_call_to_call() -> None:
    lines = "LBL B\nSTO + 3\nRCL 3\nRTN\nLBL C\nRAD\nSF 1\nRTN\nLBL D\nF? 1\nCHS\nSIN\nRTN"
    add, change, sine = called(lines, 1), called(lines, 1, label="C"), called(lines, 1, label="D")
    with running_on(PythonMachine()) as one:
        assert [str(add(number)) for number in (5, 2, 1)] == ["5", "7", "8"]
        assert str(sine(30)) == "0.5"
        change(0)
        assert str(sine(1)) == "-0.8414709848"
        assert one.state.flags == {1}
        assert one.state.program == Program()


def test_several_results_and_none() -> None:
    parts, put = called("LBL B\nENTER\nINT\nx↔y\nFRAC\nRTN", 1, 2), called("LBL B\nSTO 0\nRTN", 1, 0)
    with running_on(PythonMachine()):
        assert [str(one) for one in parts(Number.of("2.75"))] == ["2", "0.75"]
        assert put(4) is None


def test_an_error_comes_out_and_leaves_the_calculator_usable() -> None:
    root = called("LBL B\nGSB 1\nRTN\nLBL 1\n√x\nRTN", 1)
    with running_on(PythonMachine()) as one:
        with pytest.raises(CalculatorError, match="Error 0"):
            root(-1)
        assert (one.state.message, one.state.returns, one.state.running) == (None, [], False)
        assert str(root(9)) == "3"


def test_pauses_and_stops_go_to_the_dialogue() -> None:
    lines = "LBL B\nPSE\nx²\nR/S\n+\nRTN"
    person = Person("10", None)
    with running_on(PythonMachine(dialogue=person)):
        assert str(called(lines, 1)(3)) == "19"
        assert str(called("LBL B\nx²\nR/S", 1)(4)) == "16"
    assert person.shown == ["pause 3", "stop 9", "stop 16"]


def test_an_overflow_stops_the_hp_11c_only() -> None:
    lines = "LBL B\nx²\n1\n+\nRTN"
    with running_on(PythonMachine(Model.HP11C)), pytest.raises(OverflowStop):
        called(lines, 1, model="11C")(Number.of("1e60"))
    with running_on(PythonMachine()):
        assert str(called(lines, 1)(Number.of("1e60"))) == "9.999999999e99"


def test_a_routine_that_does_not_end_counts_its_lines() -> None:
    with running_on(PythonMachine()) as one:
        one.left = 500
        with pytest.raises(TooManyOperations):
            called("LBL B\nLBL 1\nGTO 1", 0)()


def test_a_function_of_solve_may_call_it() -> None:
    with running_on(PythonMachine()) as one:
        found = one.solve(lambda x: called("LBL B\nx²\n2\n−\nRTN", 1)(x), Number.of(0), Number.of(2))
    with running_on(PythonMachine()):
        assert str(found.x) == str(sqrt(2))


def test_a_file_is_looked_for_beside_the_module(tmp_path: Path) -> None:
    (tmp_path / "f.15c").write_text("LBL B\n2\n×\nRTN\n", "utf-8")
    names: dict[str, Any] = {"__file__": str(tmp_path / "module.py"), "routine": routine}
    exec('double = routine("f.15c", "B", arguments=1)', names)
    with running_on(PythonMachine()):
        assert str(names["double"](21)) == "42"


@pytest.mark.parametrize(
    ("text", "label", "wanted"),
    [
        (None, "B", "No such file"),
        ("LBL B\nNONSENSE\n", "B", "has faults and cannot be called"),
        ("LBL B\nGTO 7\nRTN\n", "B", "there is no LBL 7"),
        ("LBL B\nx=0\n", "B", "line 002 is the last one, and may skip"),
        ("LBL B\nRTN\nLBL 3\nRTN\n", "C", "has no label C: its labels are B, 3"),
    ],
    ids=["missing", "unreadable", "a jump to nowhere", "a test at the end", "no such label"],
)
def test_a_file_that_cannot_be_called_is_told(
    tmp_path: Path, text: str | None, label: str, wanted: str
) -> None:
    path = tmp_path / "f.15c"
    if text is not None:
        path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=wanted) as told:
        program_in(path, label)
    assert "f.15c" in str(told.value)


def test_a_wrong_model_and_wrong_counts_are_told() -> None:
    double = called("LBL B\n2\n×\nRTN", 1, model="11C")
    with running_on(PythonMachine()):
        with pytest.raises(InputError, match="listing for the HP-11C"):
            double(1)
        with pytest.raises(TypeError, match="takes 1 argument"):
            double(1, 2)
    with pytest.raises(InputError, match="arguments=5"):
        routine("f.15c", "B", arguments=5)
