"""Memory saves of the Collector's Edition: where the public sources say that things stand."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from hp15c.errors import InputError, Unsupported
from hp15c.listing.dumps.ce import SIZE, is_save, with_program
from hp15c.listing.program import Program
from hp15c.listing.reader import read
from programs.shell import main
from tests import ROOT


def save(program: bytes, lowest: int, used: int) -> bytes:
    """A save with these bytes from line 001 on: line 001 begins the third place from the end."""
    data = bytearray(SIZE)
    data[:8] = b"\x5a" * 8  # the calculator's own
    data[-16:] = b"\xa5" * 16
    for place in range(0, len(program), 7):
        start = SIZE - 24 - 8 * (place // 7)
        data[start : start + 7] = program[place : place + 7].ljust(7, b"\0")
    system = 14 * 8
    data[system + 8 * 0x15 : system + 8 * 0x15 + 7] = bytes.fromhex("b2b2b2b2b2b2a0")
    data[system + 8 * 0x16 : system + 8 * 0x16 + 2] = bytes([lowest, used])
    return bytes(data)


CIRCLE = save(bytes.fromhex("bab6fc"), 0xFF, 3)
"""x², π and ×, by the codes that a DM15's dump shows for them."""


def test_the_program_of_a_save(tmp_path: Path) -> None:
    path = tmp_path / "circle.15CE"
    path.write_bytes(CIRCLE)
    listing = read(path)
    assert [str(step) for step in listing.program.steps] == ["x²", "π", "×"]
    assert listing.format == "ce"
    result = CliRunner().invoke(main, ["run", str(path), "--keys", "3 R/S"])
    assert result.output.strip() == "28.2743"


def test_a_program_is_put_into_a_save_and_nothing_else_changes(tmp_path: Path) -> None:
    empty = save(b"", 0, 0)
    assert with_program(empty, Program.parse("x²\nπ\n×").steps, "save") == CIRCLE
    program = Program.read(ROOT / "programs" / "codemaker-fast.15c")
    made = with_program(CIRCLE, program.steps, "save")
    path = tmp_path / "save.15CE"
    path.write_bytes(made)
    assert read(path).program.steps == program.steps
    assert with_program(made, Program.parse("x²\nπ\n×").steps, "save") == CIRCLE


def test_what_is_no_save_is_told_apart() -> None:
    assert is_save(CIRCLE)
    assert not is_save(CIRCLE + b"\0")
    assert not is_save(b"x" * SIZE)
    with pytest.raises(InputError, match="no memory save"):
        with_program(b"LBL A", Program.parse("SIN").steps, "listing")
    with pytest.raises(Unsupported, match="78 are free"):
        with_program(CIRCLE, Program.parse("SIN\n" * 547).steps, "save")


def test_into_a_save_on_the_command_line(tmp_path: Path) -> None:
    memory, new = tmp_path / "mine.15CE", tmp_path / "new.15CE"
    memory.write_bytes(CIRCLE)
    result = CliRunner().invoke(main, ["convert", "counter.15c", "--into", str(memory), "-o", str(new)])
    assert result.exit_code == 0, result.output
    assert read(new).format == "ce"
    assert memory.read_bytes() == CIRCLE
