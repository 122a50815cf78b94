"""What can be said about a program without running it."""

from __future__ import annotations

import json
from pathlib import Path

from hp15c.lint import Report, check
from hp15c.listing.reader import parse, read

GOLDEN = Path(__file__).parent / "golden" / "listings"


def report(*lines: str, model: str = "15C") -> Report:
    return check(parse("\n".join((f"# HP-{model} program", *lines))).program)


def test_a_sound_program() -> None:
    found = check(read(GOLDEN / "area.15c").program)
    assert found.ok
    assert (found.lines, found.bytes, found.memory_registers) == (36, 44, 7)
    assert found.registers == ("0", "1", ".2", "I")
    assert found.labels == ("A", "1", ".3", "B")
    assert found.flags == ("0",)
    assert found.remarks == ()
    assert len(found.not_on_11c) == 5


def test_an_hp11c_program() -> None:
    found = check(read(GOLDEN / "dice.11c").program)
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
