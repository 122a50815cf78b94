"""The verb `decompile`: files, refusals, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.compiler import front
from generator.compiler.driver import compile_module
from programs.shell import main


@pytest.mark.slow
def test_a_module_is_written_once_and_replaced_only_with_force(tmp_path: Path) -> None:
    listing, module = tmp_path / "a.15c", tmp_path / "a.py"
    listing.write_text("LBL A\nx²\n1\n+\nRTN\n")
    run = CliRunner().invoke
    first = run(main, ["decompile", str(listing), "-o", str(module)])
    assert first.exit_code == 0, first.output
    assert "    return x ** 2 + 1\n" in module.read_text()
    assert "proved to be equal" in module.read_text()
    again = run(main, ["decompile", str(listing), "-o", str(module)])
    assert again.exit_code == 2
    assert "--force" in again.output
    assert run(main, ["decompile", str(listing), "-o", str(module), "--force"]).exit_code == 0
    assert run(main, ["compile", str(module)]).exit_code == 0


def test_a_module_is_not_written_to_the_name_of_a_listing(tmp_path: Path) -> None:
    refused = CliRunner().invoke(main, ["decompile", "counter", "-o", str(tmp_path / "a.15c")])
    assert (refused.exit_code, "ends in .py" in refused.output) == (2, True)


def test_a_listing_with_a_fault_is_refused_with_its_place(tmp_path: Path) -> None:
    listing = tmp_path / "bad.txt"
    listing.write_text("LBL A\nFOO\nRTN\n")
    result = CliRunner().invoke(main, ["decompile", str(listing)])
    assert result.exit_code == 2
    assert "bad.txt:2" in result.output
    assert "Traceback" not in result.output


def test_what_is_left_out_ends_with_1(tmp_path: Path) -> None:
    listing = tmp_path / "matrix.txt"
    listing.write_text("LBL A\nGTO I\nRTN\n")
    result = CliRunner().invoke(main, ["decompile", str(listing)])
    assert result.exit_code == 1
    assert (
        "# LBL A, lines 001 to 002, cannot be written: GTO I takes its label from I (line 002)."
        in result.output
    )
    assert CliRunner().invoke(main, ["decompile", str(listing), "--no-proof"]).exit_code == 1


def test_a_person_says_how_many_numbers_are_keyed_in_at_a_stop(tmp_path: Path) -> None:
    listing = tmp_path / "distance.txt"
    listing.write_text("LBL A\nSTO 1\nR/S\nRCL 1\n−\nx²\nx↔y\nx²\n+\nRTN\n")
    run = CliRunner().invoke
    alone = run(main, ["decompile", str(listing)])
    assert (alone.exit_code, "1 before line 004" in alone.output) == (0, True), alone.output
    told = run(main, ["decompile", str(listing), "--keyed", "003=2"])
    assert (told.exit_code, "2 before line 004" in told.output) == (0, True), told.output
    assert "    first, second = ask_two(x)\n    return first ** 2 + (x - second) ** 2\n" in told.output
    for wrong, why in (("004=2", "line 004 is no R/S"), ("3=5", "such as 005=2"), ("x", "such as 005=2")):
        refused = run(main, ["decompile", str(listing), "--keyed", wrong])
        assert (refused.exit_code, why in refused.output) == (2, True)


def test_json_has_the_module_the_verdict_and_both_lengths(tmp_path: Path) -> None:
    listing, module = tmp_path / "a.15c", tmp_path / "a.py"
    listing.write_text("LBL A\nx²\n1\n+\nRTN\n")
    made = CliRunner().invoke(main, ["decompile", str(listing), "-o", str(module), "--json"])
    facts = json.loads(made.stdout)
    assert (made.exit_code, facts["verdict"], facts["lines"], facts["left_out"]) == (0, "equal", 5, [])
    assert facts["python"] == module.read_text()
    assert facts["compiled_lines"] == len(compile_module(front.parse(facts["python"])).program)
    assert facts["reason"].startswith("It is proved to be equal")


def test_json_of_a_part_is_undecided(tmp_path: Path) -> None:
    listing = tmp_path / "part.15c"
    listing.write_text("LBL A\nx²\nRTN\nLBL B\nGTO I\n")
    made = CliRunner().invoke(main, ["decompile", str(listing), "--json", "--no-proof"])
    facts = json.loads(made.stdout)
    assert (made.exit_code, facts["verdict"], facts["compiled_lines"]) == (1, "undecided", None)
    [left_out] = facts["left_out"]
    assert "LBL B" in left_out
