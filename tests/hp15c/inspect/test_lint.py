"""What can be said about a program without running it."""

from __future__ import annotations

import json

from hp15c import Calculator
from hp15c.inspect.lint import LintReport, report_on
from hp15c.listing.reader import parse, read
from hp15c.shell.cli import findings
from tests import TESTS

GOLDEN = TESTS / "golden" / "listings"


def report(*lines: str, model: str = "15C") -> LintReport:
    return report_on(parse("\n".join((f"# HP-{model} program", *lines))).program)


def test_a_sound_program() -> None:
    found = report_on(read(GOLDEN / "area.15c").program)
    assert found.ok
    assert (found.lines, found.bytes, found.memory_registers) == (36, 44, 7)
    assert found.registers == ("0", "1", ".2", "I")
    assert found.labels == ("A", "1", ".3", "B")
    assert found.flags == ("0",)
    assert found.remarks == ()
    assert len(found.not_on_11c) == 5


def test_an_hp11c_program() -> None:
    found = report_on(read(GOLDEN / "dice.11c").program)
    assert found.ok
    assert (found.bytes, found.memory_registers, found.not_on_11c) == (28, 0, ())
    assert found.registers == ("0", "I", "(i)")


def test_undefined_labels() -> None:
    found = report("LBL A", "GTO 1", "LBL 2", "GSB .3", "SOLVE B", "GTO I")
    assert found.undefined_labels == ("1", ".3", "B")
    assert [text.partition(":")[0] for text in found.problems] == [
        "line 002 GTO 1",
        "line 004 GSB .3",
        "line 005 f SOLVE B",
    ]
    assert not found.ok


def test_unused_labels() -> None:
    assert report("LBL A", "GTO 1", "LBL 1", "LBL 2", "LBL 3").unused_labels == ("2", "3")
    assert report("#L2:called by hand", "LBL A", "GTO 1", "LBL 1", "LBL 2").unused_labels == ()
    assert report("LBL 2", "GTO I").unused_labels == ()


def test_unreachable_lines() -> None:
    assert report("LBL A", "RTN", "ENTER", "5", "LBL B", "GTO A", "+").unreachable_lines == (3, 4, 7)
    assert report("LBL A", "x≤y", "RTN", "ENTER", "RTN", "+").unreachable_lines == (6,)
    assert report("LBL A", "DSE 1", "GTO A", "ENTER").unreachable_lines == ()
    assert report("LBL A", "F? 1", "GTO A", "SOLVE A", "GTO A", "ENTER", "R/S", "+").unreachable_lines == ()
    assert report("LBL A", "GTO I", "ENTER").unreachable_lines == ()
    for skipping in ("u STO A", "u RCL (i)", "MATRIX 7", "MATRIX 8", "TEST 5"):
        assert report("LBL A", skipping, "GTO A", "ENTER", "RTN", "+").unreachable_lines == (6,)
    for other in ("STO A", "MATRIX 9"):
        assert report("LBL A", other, "GTO A", "ENTER").unreachable_lines == (4,)
    assert "lines 003 to 004: no run arrives here" in report("LBL A", "RTN", "ENTER", "5").remarks


def test_a_label_that_stands_twice() -> None:
    assert "LBL A stands on lines 001, 003" in report("LBL A", "RTN", "LBL A").remarks


def test_registers_of_statistics_and_matrices() -> None:
    assert report("Σ+").registers == ("2", "3", "4", "5", "6", "7")
    assert report("Σ+", model="11C").registers == ("0", "1", "2", "3", "4", "5")
    for step in ("RCL A", "STO + B", "x↔ C", "DSE D", "MATRIX 1"):
        assert report(step).registers == ("0", "1")
    for step in ("STO g A", "RCL MATRIX A", "RESULT A", "DIM A", "MATRIX 2", "LBL A"):
        assert report(step).registers == ()
    assert report("STO + A", "x↔ B", "DSE E", "LBL C").matrices == ("A", "B", "E")
    assert report("DIM C", "u STO A", "RESULT B", "GSB E", "LBL E").matrices == ("A", "B", "C")


def test_limits_are_problems() -> None:
    assert report(*["ENTER"] * 449).problems == ("449 bytes: the HP-15C holds 448",)


def test_the_report_as_json() -> None:
    found = json.loads(json.dumps(report("LBL A", "RTN").to_json()))
    assert found["ok"] is True
    assert found["lines"] == 2


def takes(*lines: str) -> list[tuple[int, int | None]]:
    pool = report(*lines).pool
    assert pool is not None
    return [(need.line, need.registers) for need in pool.needs]


def test_registers_that_typed_dimensions_take() -> None:
    assert takes("LBL A", "3", "ENTER", "4", "DIM A") == [(5, 12)]
    assert takes("LBL A", "1", "2", "ENTER", "2", "DIM A", "DIM C") == [(6, 24), (7, 24)]
    assert takes("LBL A", "2", "ENTER", "×", "3", "DIM E") == [(6, 12)]
    assert takes("LBL A", "9", "ENTER", "2", "ENTER", "3", "×", "DIM E") == [(8, 54)]
    assert takes("LBL A", "3", "CHS", "ENTER", "2", ".", "9", "FIX 2", "STO 5", "DIM B") == [(10, 6)]
    assert takes("LBL A", "0", "ENTER", "DIM A") == [(4, 0)]


def test_dimensions_that_the_text_does_not_tell() -> None:
    for before in (
        ["DIM A"],
        ["3", "DIM A"],
        ["RCL 1", "ENTER", "3", "DIM A"],
        ["3", "ENTER", "R/S", "DIM A"],
        ["3", "ENTER", "3", "x=0", "2", "DIM A"],
        ["3", "ENTER", "3", "x=0", "5", "2", "DIM A"],
        ["3", "ENTER", "3", "u STO B", "CLx", "DIM A"],
        ["3", "ENTER", "3", "GSB A", "DIM A"],
        ["3", "ENTER", "3", "LBL 1", "DIM A"],
        ["3", "ENTER", "RAN#", "9", "×", "DIM A"],
        ["9", "0", "SIN", "ENTER", "DIM A"],
        ["RCL DIM B", "DIM A"],
        ["2", "ENTER", "RCL MATRIX B", "DIM A"],
    ):
        found = takes("LBL A", *before)
        assert [registers for line, registers in found if line == len(before) + 1] == [None], before
    assert takes("LBL A", "3", "ENTER", "3", "DIM A", "GTO I") == [(5, None)]
    assert takes("LBL A", "3", "ENTER", "3", "x=0", "DIM A") == [(6, 9)]


def test_what_complex_mode_solve_and_the_integral_take() -> None:
    assert takes("LBL A", "SF 8", "I", "Re↔Im", "SF 7", "CF 8") == [(2, 5), (3, 5), (4, 5)]
    assert takes("LBL A", "SF I") == [(2, None)]
    assert takes("LBL A", "RTN", "LBL B", "SOLVE A", "∫ A") == [(4, 5), (5, 23)]


def test_matrices_that_grow_are_named() -> None:
    assert takes("LBL A", "RCL MATRIX A", "STO MATRIX B", "MATRIX 2") == [(3, None), (4, None)]
    assert takes("LBL A", "RCL MATRIX A", "RESULT B", "1/x") == [(2, None)]
    assert takes("LBL A", "RCL 1", "1/x", "MATRIX 0") == []


def test_what_cannot_find_room_is_a_problem() -> None:
    found = report("LBL A", "8", "ENTER", "DIM A", "STO 5")
    assert found.problems == (
        "line 004 f DIM A: 64 registers, 8 × 8; at most 59 can be free beside the program and R0 to R5",
    )
    assert report("LBL A", "8", "ENTER", "DIM A", "STO 5", "1", "DIM (i)").problems[0].endswith("R0 to R1")
    assert report("LBL A", "7", "ENTER", "DIM A", "STO 5").ok


def test_what_has_to_be_done_before_it_fits_is_a_remark() -> None:
    found = report("LBL A", "6", "ENTER", "DIM A", "2", "ENTER", "DIM B", "SF 8")
    assert found.ok
    assert found.pool is not None
    assert (found.pool.at_once, found.pool.program) == (36 + 4 + 5, 2)
    assert (
        "memory: 45 registers at once, beside 2 of the program, leave R0 to R.8: 18 f DIM (i) before it runs"
        in (found.remarks)
    )
    assert report("LBL A", "5", "ENTER", "DIM A").remarks == ()
    found = report("LBL A", "STO .5", "7", "ENTER", "DIM A", "DIM B")
    assert found.remarks[0].endswith("do not leave R0 to R.5; part by part they may fit")


def test_known_needs_are_what_the_machine_takes() -> None:
    """The remark's bound, tried on the machine: one data register more is Error 10."""
    lines = ("LBL A", "6", "ENTER", "DIM A", "2", "ENTER", "DIM B", "SF 8", "RTN")
    program = parse("\n".join(lines)).program
    for highest, error in ((18, None), (19, "Error 10")):
        calculator = Calculator()
        calculator.load(program)
        calculator.press(f"{highest} DIM (i) GSB A")
        assert calculator.error == error


def test_an_hp11c_has_no_pool_to_tell_of() -> None:
    assert report("LBL A", "RTN", model="11C").pool is None


def test_the_text_tells_what_the_lines_take() -> None:
    said = findings(report("LBL A", "3", "ENTER", "DIM A", "RCL 1", "DIM B", "SF 8"))
    assert "takes: line 004 f DIM A: 9 registers, 3 × 3\n" in said
    assert "takes: line 006 f DIM B: as many registers as Y times X, which the text does not tell\n" in said
    assert "takes: line 007 g SF 8: 5 registers, complex mode\n" in said
