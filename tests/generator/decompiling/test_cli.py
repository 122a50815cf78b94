"""The verb `decompile`: files, refusals, exit codes."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from programs.shell import main


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
