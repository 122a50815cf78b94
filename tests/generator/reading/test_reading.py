"""Programs explained: values, calls, loops, Errors, and every line of every shipped program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import programs
from generator.reading import notebook
from generator.reading.explanation import ExplainedLine, Explanation, explain
from generator.reading.writing import as_text
from hp15c import Program
from programs.shell import main
from tests.support.shares import few

LISTINGS = sorted(Path(programs.__file__).parent.rglob("*.1?c"))
SQUARE_OVER = "LBL A\nSTO 1\nx²\nRCL 2\n÷\nRTN"


def explained(listing: str, model: str = "15C") -> Explanation:
    return explain(Program.parse(listing, model))


def line(listing: str, number: int) -> ExplainedLine:
    return explained(listing).lines[number - 1]


def stack(listing: str, number: int) -> list[str]:
    return list(line(listing, number).stack.values())


def test_values_are_told_as_people_write_them() -> None:
    found = explained(SQUARE_OVER)
    assert [one.does for one in found.lines] == [
        "A(x)",
        "r1 = x",
        "x²",
        "r2",
        "x² ÷ r2",
        "returns x² ÷ r2",
    ]
    assert stack(SQUARE_OVER, 5) == ["x² ÷ r2", "y", "z", "z"]


def test_a_part_tells_what_it_takes_gives_reads_and_changes() -> None:
    (part,) = explained(SQUARE_OVER).entries
    assert (part.takes, part.gives["x"], part.reads, part.changes) == (("x",), "x² ÷ r2", ("2",), ("1",))
    assert part.errors == {0: (5,)}


def test_registers_have_the_names_of_their_notes() -> None:
    program = Program.parse("#R1:side\n#R2:half of the whole circumference\nLBL A\nSTO 1\nRCL 2\nRTN")
    assert [one.does for one in explain(program).lines][1:3] == ["side = x", "r2"]


def test_a_register_that_changed_since_is_told_as_old() -> None:
    listing = "LBL A\nRCL 1\n1\nSTO + 1\nRCL 1\nRTN"
    assert stack(listing, 5)[:3] == ["r1", "1", "old r1"]


def test_the_negative_of_a_difference_is_the_other_difference() -> None:
    assert stack("LBL A\n−\nCHS\nRTN", 3)[0] == "x − y"


def test_values_that_a_loop_changes_have_one_name_and_those_that_it_keeps_their_own() -> None:
    listing = "LBL A\nSTO I\nR↓\nLBL 1\n√x\nDSE I\nGTO 1\nRTN"
    meeting = line(listing, 4)
    assert meeting.does == "u: y, then √u; I: x, then I counted down"
    assert meeting.stack == {"x": "u", "y": "z", "z": "t", "t": "x"}
    (part,) = explained(listing).parts
    assert part.loops == ((4, 7, (6,)),)


def test_places_that_hold_the_same_on_every_way_share_a_name() -> None:
    listing = "LBL A\nSTO 0\nLBL 1\n1\n−\nSTO 0\nx>0\nGTO 1\nRTN"
    assert line(listing, 3).does == "r0: x, then r0 − 1"
    assert stack(listing, 3)[0] == "r0"


def test_a_test_tells_both_ways() -> None:
    assert line("LBL A\nx≤y\nGTO 1\nCHS\nLBL 1\nRTN", 2).does == "if x ≤ y: 003, else 004"
    assert line("LBL A\n5\nx>0\nGTO 1\nCHS\nLBL 1\nRTN", 3).does == "always goes on at 004"


def test_a_call_gives_what_the_subroutine_gives() -> None:
    listing = "LBL A\nENTER\nGSB 1\n+\nRTN\nLBL 1\nx²\n1\n+\nRTN"
    assert stack(listing, 3) == ["x² + 1", "x", "y", "y"]
    assert stack(listing, 4)[0] == "x² + 1 + x"
    called = next(part for part in explained(listing).parts if part.label == "1")
    assert (called.beginning, called.takes, called.gives["x"]) == ("called", ("x",), "x² + 1")


def test_two_calls_of_a_subroutine_with_two_ways_give_two_values() -> None:
    """The value that the ways inside the subroutine leave has another name at each call."""
    listing = "LBL A\nGSB 1\nx↔y\nGSB 1\n−\nRTN\nLBL 1\nx>0\nGTO 2\nCHS\n1\n−\nLBL 2\nRTN"
    minuend, subtrahend = stack(listing, 4)[1], stack(listing, 4)[0]
    assert minuend != subtrahend
    assert stack(listing, 5)[0] == f"{minuend} − {subtrahend}"


def test_a_subroutine_that_calls_itself_is_read_too() -> None:
    found = explained("LBL A\nGSB 1\nRTN\nLBL 1\n1\n−\nx>0\nGSB 1\nRTN")
    assert [one.line for one in found.lines if not one.does] == []
    assert found.entries[0].calls == ("1",)


def test_behind_a_stop_the_stack_is_what_its_user_leaves() -> None:
    listing = "LBL A\n2\nR/S\n×\nRTN"
    assert line(listing, 3).does == "stops and shows 2"
    assert stack(listing, 4) == ["x × y", "z", "t", "t"]
    assert [part.beginning for part in explained(listing).parts] == ["pressed", "resumed"]


def test_a_program_of_as_many_stops_as_memory_holds_is_explained() -> None:
    lines = explain(Program.parse("\n".join(["LBL A", *["R/S"] * 440, "RTN"]))).lines
    assert (len(lines), lines[-1].does) == (442, "returns x")


def test_lines_that_nothing_reaches_are_named_and_explained() -> None:
    found = explained("LBL A\nGTO 1\nx²\nLBL 1\nRTN")
    assert found.unreached == (3,)
    assert found.lines[2].does == "x²"


def test_lines_that_are_handed_over_are_named() -> None:
    listing = "LBL A\nRCL MATRIX A\nMATRIX 9\nRTN\nLBL B\nSOLVE 1\nRTN\nLBL 1\nx²\n2\n−\nRTN"
    found = explained(listing)
    assert found.lines[2].does == "determinant of the matrix in X"
    assert found.lines[5].does == "finds a root of label 1 between y and x, skips a line without one"
    assert found.lines[6].does == "returns root"
    assert next(part for part in found.parts if part.label == "1").beginning == "evaluated"


def test_the_root_of_a_function_is_a_number() -> None:
    """Only a matrix makes × change R0 and R1, and only with one FIX leaves something else in X."""
    listing = "LBL A\nSOLVE 1\nGTO 2\nRTN\nLBL 2\n2\n×\nFIX 3\nRTN\nLBL 1\nx²\n2\n−\nRTN\nLBL B\nRCL A\nRTN"
    assert line(listing, 7).does == "2 × root"
    assert stack(listing, 8)[0] == "2 × root"


def test_i_names_a_register_on_the_hp_11c_too() -> None:
    """There 20 in I would name I itself."""
    listing = (
        "LBL A\nSTO I\n5\nSTO (i)\nx²\nRCL (i)\nRTN\nLBL B\nSTO I\nLBL 1\nRCL (i)\nPSE\nDSE I\nGTO 1\nRTN"
    )
    found = explained(listing, "11C")
    assert found.lines[3].does == "the register that I names = 5"
    assert found.lines[5].does == "5"
    assert found.lines[10].does == "r(I)"


def test_a_register_is_named_by_i_where_i_was_counted() -> None:
    assert line("LBL A\nDSE I\nGTO 1\nRTN\nLBL 1\nRCL (i)\nRTN", 6).does == "r(I)"


def test_a_value_that_two_ways_behind_a_test_leave_is_told_where_they_meet() -> None:
    listing = "LBL A\nF? 0\nCHS\nPSE\nRTN"
    assert line(listing, 2).does == "if flag 0 is set: 003, else 004"
    assert line(listing, 4).does == "shows u for a second (u: x or −x)"


def test_a_formula_is_called_by_the_register_that_holds_it() -> None:
    listing = "LBL A\nRCL 1\nRCL + 2\nRCL + 3\n2\n÷\nSTO 4\nRCL 4\nRCL − 1\n×\n3\nSTO 4\nR↓\nRTN"
    assert line(listing, 7).does == "r4 = (r1 + r2 + r3) ÷ 2"
    assert stack(listing, 9)[:2] == ["r4 − r1", "r4"]
    assert line(listing, 10).does == "(r4 − r1) × r4"
    assert "r4" not in stack(listing, 12)[1]
    assert explained(listing).parts[0].gives["x"] == "n1"


def test_a_long_result_of_a_call_has_one_name_where_it_is_used_and_given() -> None:
    sub = "LBL 1\nENTER\nx²\n7\nSTO + 1\n−\nSIN\nx↔y\nCOS\n−\nRCL 2\n×\nRCL 3\n÷\nRTN"
    found = explained(f"LBL A\nGSB 1\nSTO 5\nR↓\nGSB 1\nRCL − 5\nRTN\n{sub}")
    assert found.lines[1].does == "calls 1 at 008: X = n1, its result"
    assert found.lines[5].does == "n2 − n1"
    assert found.parts[0].gives["x"] == "n2 − n1"


def test_the_two_results_of_polar_and_rectangular_are_told_apart() -> None:
    assert stack("LBL A\n→P\nRTN", 2)[:2] == ["radius of →P(x, y)", "angle of →P(x, y)"]
    assert stack("LBL A\n→R\nRTN", 2)[:2] == ["x of →R(x, y)", "y of →R(x, y)"]


def test_a_part_that_never_returns_gives_nothing() -> None:
    parts = explained("LBL A\nGTO 1\nLBL 2\nRTN\nLBL 1\nR/S\nx=0\nGTO 2\nGTO 1").parts
    assert all(part.gives for part in parts)
    (first, *_) = explained("LBL A\n2\nLBL 1\nR/S\nx²\nGTO 1").parts
    assert first.gives == {}


@pytest.mark.parametrize(
    ("listing", "takes"),
    [
        ("LBL A\nSTO RAN#\nRAN#\nRTN", ("x",)),
        ("LBL A\nDIM A\nCLx\nRTN", ("x", "y")),
        ("LBL A\nSOLVE 1\nRTN\nLBL 1\nRTN", ("x", "y")),
    ],
)
def test_what_a_line_needs_that_makes_no_value_is_taken(listing: str, takes: tuple[str, ...]) -> None:
    assert explained(listing).parts[0].takes == takes


def test_a_jump_to_a_label_that_is_missing_is_told() -> None:
    assert line("LBL A\nGTO 7\nRTN", 2).does == "Error 4: there is no label 7"


@pytest.mark.first
@pytest.mark.parametrize("path", few(LISTINGS), ids=lambda path: path.name)
def test_every_line_of_the_shipped_programs_is_explained(path: Path) -> None:
    program = Program.read(path)
    found = explain(program)
    assert [one.line for one in found.lines] == list(range(1, len(program) + 1))
    assert all(one.does and all(one.stack.values()) for one in found.lines)
    assert sorted(line for part in found.parts for line in part.lines) == [one.line for one in found.lines]


def test_the_command_writes_all_its_formats() -> None:
    path = str(Path(programs.__file__).with_name("counter.15c"))
    for form, mark in (("text", "LBL A: counter"), ("markdown", "| 003 | STO I |"), ("html", "<table")):
        result = CliRunner().invoke(main, ["explain", path, "--format", form])
        assert result.exit_code == 0
        assert mark in result.output


def test_json_has_lines_entries_and_what_is_not_explained() -> None:
    path = str(Path(programs.__file__).with_name("counter.15c"))
    result = CliRunner().invoke(main, ["explain", path, "--json", "--from", "B", "--lines", "11-13"])
    found = json.loads(result.output)
    assert [one["line"] for one in found["lines"]] == [11, 12, 13]
    assert set(found["lines"][0]) == {"line", "step", "does", "stack"}
    assert [one["label"] for one in found["entries"]] == ["A", "B"]
    assert found["unexplained"] == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--from", "Z"], "no part begins at label 'Z'; parts begin at: A, B"),
        (["--lines", "x"], "'x' names no lines; write 12, 3-20 or 3-"),
        (["--lines", "90-99"], "there is no line 90; the program has lines 1 to 25"),
    ],
)
def test_wrong_wishes_are_refused_in_a_sentence(options: list[str], message: str) -> None:
    path = str(Path(programs.__file__).with_name("counter.15c"))
    result = CliRunner().invoke(main, ["explain", path, *options])
    assert result.exit_code == 2
    assert message in result.output


def test_a_notebook_shows_an_explanation_as_a_table() -> None:
    shown = notebook.explain(Program.parse(SQUARE_OVER))._repr_html_()
    assert shown.startswith('<table class="explanation">')
    assert "<td>x² ÷ r2</td>" in shown


def test_the_printed_sheet_has_what_each_line_does(tmp_path: Path) -> None:
    listing, sheet = tmp_path / "square.txt", tmp_path / "square.html"
    listing.write_text(SQUARE_OVER, "utf-8")
    assert (
        CliRunner().invoke(main, ["explain", str(listing), "--format", "sheet", "-o", str(sheet)]).exit_code
        == 0
    )
    page = sheet.read_text("utf-8")
    assert '<kbd class="cap shift g">g</kbd>' in page
    assert '<span class="told">x² ÷ r2</span><span class="stack">X x² ÷ r2  Y y' in page
    plain = CliRunner().invoke(main, ["convert", str(listing), "--to", "html"]).output
    assert 'class="told"' not in plain


@pytest.mark.parametrize(
    ("listing", "takes"),
    [
        ("LBL A\nGSB 1\nRTN\nLBL 1\nSTO 1\nR↓\nx>0\nGTO 2\n1\nSTO 1\nLBL 2\nRCL 1\n+\nRTN", ("x", "y")),
        ("LBL A\n1\nSTO I\nR↓\nLBL 3\n2\n÷\nISG I\nx≥y\nGTO 3\nRCL I\nRTN", ("x", "y")),
        ("LBL A\n1\nGTO 9\nLBL B\n2\nLBL 9\n+\nRTN", ("x",)),
        ("LBL A\nI\nRTN", ("x", "y")),
    ],
)
def test_what_a_part_takes_is_found_behind_calls_jumps_and_where_ways_meet(
    listing: str, takes: tuple[str, ...]
) -> None:
    assert explained(listing).entries[0].takes == takes


def test_complex_numbers_are_written_whole() -> None:
    listing = "LBL A\nI\nx²\nRCL 1\n−\nRe↔Im\nRTN"
    assert [line(listing, number).does for number in (2, 3, 5)] == [
        "y + x i",
        "(y + x i)²",
        "(y + x i)² − r1",
    ]
    assert line(listing, 6).does == "n1 = imaginary part of (y + x i)² + (real part of (y + x i)² − r1) i"


def test_a_program_goes_on_in_complex_mode_behind_a_stop() -> None:
    listing = "LBL A\nI\nR/S\nRe↔Im\nRTN\nLBL B\nGSB 1\nRTN"
    assert line(listing, 4).does == "imaginary x + x i"


def test_statistics_are_told_in_words() -> None:
    listing = "LBL A\nx̄\ns\nL.R.\nRTN\nLBL B\nŷ,r\nRTN"
    assert [line(listing, number).does for number in (2, 3, 4)] == [
        "mean of x",
        "deviation of x",
        "intercept",
    ]
    assert (line(listing, 2).stack["y"], line(listing, 4).stack["y"]) == ("mean of y", "slope")
    assert (line(listing, 7).does, line(listing, 7).stack["y"]) == ("ŷ at x", "correlation")


def test_numbers_and_matrices_of_one_program_are_told_apart() -> None:
    listing = "LBL A\nx²\nRCL 5\n+\nRCL MATRIX A\nRCL MATRIX B\n×\nRCL MATRIX C\n1/x\nu RCL A\nRTN"
    found = explained(listing).lines
    assert [one.does for one in found[1:4]] == ["x²", "r5", "r5 + x²"]
    assert (found[6].does, found[8].does) == ("u = MAT A × MAT B", "v = 1/x of MAT C")
    assert found[9].step == "u RCL A"


def test_a_value_that_is_made_of_itself_many_times_is_not_written_out() -> None:
    listing = "LBL A\n" + "STO 1\nRCL + 1\nRCL × 1\nx²\nLSTx\n−\n" * 70 + "RTN"
    assert line(listing, 422).does == "returns n69"


def test_of_two_equal_labels_the_first_is_explained_as_a_press_finds_it(tmp_path: Path) -> None:
    path = tmp_path / "two.15c"
    path.write_text("LBL A\n1/x\nRTN\nLBL A\n2\nRTN\n")
    shown = CliRunner().invoke(main, ["explain", str(path), "--from", "A"]).stdout
    assert "returns 1 ÷ x" in shown
    assert "returns 2" not in shown


def test_two_signs_leave_each_other_out() -> None:
    listing = "LBL A\nRCL 3\nCHS\nSTO 4\nRCL 5\nx²\nRCL 6\n+\nCHS\nSTO 7\nRCL 4\nRCL ÷ 7\nRTN"
    assert line(listing, 12).does == "r3 ÷ (r5² + r6)"


def test_a_loop_that_several_parts_share_is_told_with_what_leaves_it() -> None:
    found = explained("LBL A\nGTO 2\nLBL B\nLBL 1\n1\n+\nLBL 2\nPSE\nx=0\nRTN\nGTO 1")
    assert [one for part in found.parts for one in part.loops] == [(4, 11, (10,))]


def test_results_that_differ_on_many_ways_are_not_told_one_by_one() -> None:
    listing = "LBL A\nSTO I\nGTO I\nLBL 0\n0\nRTN\nLBL 1\n1\nRTN\nLBL 2\n2\nRTN\nLBL 3\n3\nRTN"
    assert explained(listing).entries[0].gives["x"] == "one of several values"


def test_a_value_where_ways_meet_is_told_by_what_the_registers_hold_then() -> None:
    listing = "LBL A\nSTO − 0\nRCL 0\nx²\nx=0\n1\nSTO − 0\nRTN"
    assert line(listing, 7).does.endswith("(u: r0² or 1)")


@pytest.mark.parametrize(
    ("model", "listing", "reads", "changes"),
    [
        ("15C", "LBL A\nΣ+\nRTN", "234567", "234567"),
        ("11C", "LBL A\nΣ+\nRTN", "012345", "012345"),
        ("15C", "LBL A\nx̄\nCLEAR Σ\nRTN", "234567", "234567"),
        ("15C", "LBL A\nMATRIX 1\nSTO A\nRTN", "01", "01A"),
        ("15C", "LBL A\nDIM B\nRCL MATRIX B\nRESULT C\n1/x\nRTN", "B", "BC"),
        ("15C", "LBL A\nDIM (i)\nRCL I\nRTN", "I", ""),
    ],
)
def test_sums_matrices_and_the_place_of_an_element_are_registers(
    model: str, listing: str, reads: str, changes: str
) -> None:
    (part,) = explained(listing, model).entries
    assert (part.reads, part.changes) == (tuple(reads), tuple(changes))


def test_all_registers_are_changed_by_clear_reg() -> None:
    found = explained("LBL A\nCLEAR REG\nRTN")
    assert "    changes all registers" in as_text(found, found.lines)


def test_a_function_of_solve_that_sets_the_place_of_an_element_changes_r0() -> None:
    listing = "LBL A\n7\nSTO 0\nSOLVE B\nRCL 0\nRTN\nLBL B\nMATRIX 1\nRTN"
    assert stack(listing, 5)[0] != "7"


def test_a_line_that_always_ends_in_an_error_gives_nothing() -> None:
    found = explained("LBL A\n0\n÷\nRTN")
    assert found.lines[2].does == "always Error 0"
    assert found.entries[0].gives == {}


def test_where_solve_finds_no_root_the_stack_holds_none() -> None:
    listing = "LBL A\nSOLVE B\nRTN\n1\n+\nRTN\nLBL B\nx²\nRTN"
    assert stack(listing, 2)[:3] == ["root", "last estimate", "f(root)"]
    assert stack(listing, 5)[:2] == ["best estimate + 1", "last estimate"]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("STO I\nGTO I", "goes on at the label that I names, x; below 0 at that line"),
        ("3\nSTO I\nGTO I", "goes on at 005, the label that I names, 3"),
        ("3\nCHS\nSTO I\nGTO I", "goes on at the line that I names, −3"),
    ],
)
def test_a_negative_number_in_i_names_a_line(lines: str, told: str) -> None:
    assert [one.does for one in explained(f"LBL A\n{lines}\nLBL 3\nRTN").lines if one.step == "GTO I"] == [
        told
    ]


@pytest.mark.parametrize(
    ("listing", "told"),
    [
        ("LBL A\nGSB 1\nRTN\nLBL 1\nGSB 2\nRTN\nLBL 2\nRTN", "calls 1, 2, 2 deep"),
        ("LBL A\nx>0\nGSB A\nRTN", "calls A, in a circle"),
        ("LBL A\nGSB 1\nRTN\nLBL 1\nGSB 2\nRTN\nLBL 2\nx>0\nGSB 1\nRTN", "calls 1, 2, in a circle"),
        ("LBL A\nGSB I\nRTN", "calls I, 1 deep"),
    ],
)
def test_how_deep_calls_go_is_told_where_it_is_known(listing: str, told: str) -> None:
    found = explained(listing)
    assert f"    {told}" in as_text(found, found.lines)
    assert "imaginary" not in "".join(one.does for one in found.lines)


def test_storing_an_element_in_user_mode_may_skip_a_line() -> None:
    assert line("LBL A\nu STO A\nGTO A\nRTN", 2).does.endswith(
        "goes to the next one, skips a line after the last"
    )


def test_an_element_of_a_matrix_is_counted() -> None:
    told = line("LBL A\nDSE B\nGTO A\nRTN", 2).does
    assert told == "counts the element of matrix B at row R0, column R1 down, skips 003 when the loop ends"


def test_solve_of_a_label_that_is_missing_gives_nothing() -> None:
    found = explained("LBL A\nSOLVE 1\nRTN")
    assert found.lines[1].does == "Error 4: there is no label 1"
    assert found.entries[0].gives == {}


def test_what_linear_regression_leaves_below_its_two_results() -> None:
    assert stack("LBL A\nΣ+\nL.R.\nRTN", 3) == ["intercept", "slope", "y", "z"]


def test_a_jump_by_a_known_number_in_i_leads_to_one_label() -> None:
    listing = "LBL A\n3\nSTO I\nGTO I\nLBL 3\n7\n×\nRTN\nLBL 5\n9\n+\nRTN"
    assert line(listing, 4).does == "goes on at 005, the label that I names, 3"
    assert "gives X = 21, Y = x" in "\n".join(as_text(explained(listing), explained(listing).lines))
    assert line(listing.replace("3\nSTO", "RCL 3\nSTO"), 4).does.startswith("goes on at the label that I")


def test_a_value_that_hundreds_of_lines_make_is_told() -> None:
    found = explained("LBL A\n" + "x²\nSTO 1\n+\n" * 250 + "RTN")
    assert found.lines[-1].does.startswith("returns t + (t + (")
