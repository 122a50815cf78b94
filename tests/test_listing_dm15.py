"""Memory dumps of a DM15: each machine code is one instruction, and the program is read in its order."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from hp15c.errors import InputError
from hp15c.instructions import steps
from hp15c.listing.dm15 import as_keycodes, keycodes
from hp15c.listing.reader import parse, read
from hp15c.models import Model
from hp15c.program import Program
from programs.shell import main

# The layout is that of technical.swissmicros.com/decoders/nut; this one holds x², π and ×.
CIRCLE = """VOYAGER >> s
DM15_M1B
14  f0000000000000  1b2d2d2d2d2d2d  000000000003ff  00000000000000
fc  00000000000000  00000000000000  00000000000000  00000000fcb6ba
A: 395033178ff000  B: 395033178ffeae  C: 00000000000eae
G: 04
VOYAGER >> _
"""


def test_every_instruction_has_one_code_of_its_length() -> None:
    """MEM tells how many bytes an instruction takes; a first byte that ends in f announces a second."""
    table = keycodes()
    known = {
        " ".join(step.keys(Model.HP15C)) + " u" * step.user: step.bytes(Model.HP15C)
        for step in steps(Model.HP15C)
    }
    assert set(table.values()) == set(known)
    assert len(table) == len(known)
    for code, keys in table.items():
        assert len(code) == 2 * known[keys], keys
        assert (code[1] == "f") == (known[keys] == 2), keys


def test_the_program_of_a_dump() -> None:
    listing = parse(CIRCLE)
    assert [str(step) for step in listing.program.steps] == ["x²", "π", "×"]
    assert listing.format == "dm15"
    assert listing.warnings == ()


def dump(program: Program) -> str:
    """A dump in the documented layout: codes from the end of register ff towards lower bytes."""
    codes = {keys: code for code, keys in keycodes().items()}
    texts = [codes[" ".join(step.keys(program.model)) + " u" * step.user] for step in program.steps]
    data = "".join(text[2:] + text[:2] for text in reversed(texts))
    used = (len(data) // 2 - 1) % 7 + 1
    data = data.rjust(-(-len(data) // 14) * 14, "0")
    registers = [data[place : place + 14] for place in range(0, len(data), 14)]
    lowest = 256 - len(registers)
    rows = {0x16: f"{used:02x}{lowest:02x}".rjust(14, "0")} | dict(enumerate(registers, lowest))
    lines = []
    for first in range(0, 256, 4):
        row = [rows.get(number, "0" * 14) for number in range(first, first + 4)]
        if any(one.strip("0") for one in row):  # the console leaves out lines of zeros
            lines.append(f"{first:02x}  {'  '.join(row)}  ")
    return "\r\n".join(["DM15_M80", *lines, "A: 00000000000000"])


@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parents[1] / "programs").glob("*.15c")), ids=lambda path: path.stem
)
def test_shipped_programs_read_back_from_a_dump(path: Path) -> None:
    program = Program.read(path)
    assert parse(dump(program)).program.steps == program.steps


def test_all_instructions_read_back_from_dumps() -> None:
    every = list(steps(Model.HP15C))
    for first in range(0, len(every), 300):
        program = Program(Model.HP15C, tuple(every[first : first + 300]))
        assert parse(dump(program)).program.steps == program.steps


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("000000000003ff", "00000000000000"), "holds no program"),
        (("000000000003ff", "000000000009ff"), "9 bytes"),
        (("fcb6ba", "fc00cf"), "line 001 of the dump: no instruction has the code cf00"),
        (("14  f", "24  f"), "no register 16"),
    ],
)
def test_a_dump_that_cannot_be_read_is_refused(change: tuple[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        parse(CIRCLE.replace(*change))


def test_other_texts_are_no_dumps() -> None:
    assert as_keycodes("LBL A\nRTN", "text") is None
    assert as_keycodes("DM15\nLBL A\nRTN", "text") is None


def test_from_a_file_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "dump.txt"
    path.write_text(CIRCLE, "utf-8")
    assert len(read(path).program) == 3
    result = CliRunner().invoke(main, ["run", str(path), "--keys", "3 R/S"])
    assert result.output.strip() == "28.2743"
