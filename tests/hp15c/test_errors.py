"""Errors as a person reads them."""

from __future__ import annotations

from hp15c.errors import CalculatorError, Fault, ListingError, Unsupported, printable


def test_the_marker_stands_under_the_place() -> None:
    fault = Fault("a.15c", 3, "GTO Q", 4, 1, "no label Q", "labels are 0 to .9 and A to E")
    assert str(fault).splitlines() == [
        "a.15c:3: no label Q",
        "    GTO Q",
        "        ^ labels are 0 to .9 and A to E",
    ]


def test_every_fault_of_a_listing_is_told_in_order() -> None:
    faults = [Fault("a", line, "x", 0, 2, "wrong") for line in (1, 7)]
    assert [line for line in str(ListingError(faults)).splitlines() if line.startswith("a:")] == [
        "a:1: wrong",
        "a:7: wrong",
    ]


def test_what_would_control_a_terminal_is_replaced() -> None:
    assert printable("a\x1b[2Jb\u2009c") == "a\ufffd[2Jb\u2009c"


def test_reasons_stand_after_what_refuses() -> None:
    assert str(Unsupported("the HP-11C", ["no MATRIX", "no SOLVE"])) == "the HP-11C: no MATRIX; no SOLVE"
    assert str(CalculatorError(5)) == "Error 5"


def test_a_blank_line_has_no_marker() -> None:
    assert str(Fault("a.15c", 1, "", 0, 0, "no line", "write one")) == "a.15c:1: no line; write one"
    assert str(Fault("a.15c", 2, "  ", 1, 1, "no line")) == "a.15c:2: no line"
