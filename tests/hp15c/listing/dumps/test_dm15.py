"""Memory dumps of a DM15: each machine code is one instruction, and the program is read in its order."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from hp15c.errors import InputError, Unsupported
from hp15c.listing.dumps.dm15 import as_keycodes, registers, with_program
from hp15c.listing.dumps.registers import keycodes
from hp15c.listing.program import Program
from hp15c.listing.reader import parse, read
from hp15c.table.instructions import steps
from hp15c.table.models import Model
from programs.shell import main
from tests import ROOT

# The layout is that of technical.swissmicros.com/decoders/nut. This one holds x², π and ×.
CIRCLE = """VOYAGER >> s
DM15_M1B
14  f0000000000000  1b2d2d2d2d2d2d  000000000003ff  00000000000000
fc  00000000000000  00000000000000  00000000000000  00000000fcb6ba
A: 395033178ff000  B: 395033178ffeae  C: 00000000000eae
G: 04
VOYAGER >> _
"""


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


@pytest.mark.parametrize("path", sorted((ROOT / "programs").glob("*.15c")), ids=lambda path: path.stem)
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
        (("000000000003ff", "00000000000000"), "no program in this memory"),
        (("000000000003ff", "000000000009ff"), "9 bytes"),
        (("fcb6ba", "fc00cf"), "line 001 of the memory: no instruction has the code cf00"),
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


# The whole dump of that page.
WHOLE = """DM15_M1B
04  395033178ff000  00000000000008  0000000000000c  00000000000eae
08  00000000000000  2fbaee9efa228f  000080fca82200  00000000000000
10  00000000000000  00000000000000  00000000000000  03141592654000
14  f0000000000000  1b2d2d2d2d2d2d  000000000003ff  00000000000000
18  00000000000000  0000000000007f  00000000a00000  00000000000000
fc  00000000000000  00000000000000  00000000000000  00000000fcb6ba
A: 395033178ff000  B: 395033178ffeae  C: 00000000000eae
S: 00000000000000
M: 09503317778350  N: 09503317778003  G: 04
"""


def contents(text: str) -> dict[int, str]:
    """The registers that are not zero."""
    return {number: digits for number, digits in registers(text).items() if digits.strip("0")}


def test_a_program_is_put_into_a_dump_as_the_calculator_keeps_it() -> None:
    empty = WHOLE.replace("000000000003ff", "00000000000000").replace("00000000fcb6ba", "00000000000000")
    made = with_program(empty, Program.parse("x²\nπ\n×").steps, "dump")
    assert contents(made) == contents(WHOLE)
    assert made.endswith(WHOLE[WHOLE.index("A: ") :])


def test_another_program_takes_the_place_of_the_first_and_nothing_else_changes() -> None:
    program = Program.read(ROOT / "programs" / "codemaker-fast.15c")
    made = with_program(WHOLE, program.steps, "dump")
    assert parse(made).program.steps == program.steps
    before, after = contents(WHOLE), contents(made)
    assert {one for one in range(0x2D) if before.get(one) != after.get(one)} == {0x16}
    assert contents(with_program(made, Program.parse("x²\nπ\n×").steps, "dump")) == contents(WHOLE)


def test_what_a_memory_cannot_hold_is_refused() -> None:
    full = WHOLE.replace("1b2d2d2d2d2d2d", "1bfefefefefefe")
    with pytest.raises(Unsupported, match="needs 3 registers, 2 are free"):
        with_program(full, Program.parse("SIN\n" * 15).steps, "dump")
    with pytest.raises(InputError, match="register 15"):
        with_program(WHOLE.replace("1b2d2d2d2d2d2d", "00000000000000"), Program.parse("SIN").steps, "dump")
    with pytest.raises(InputError, match="no memory dump"):
        with_program("LBL A\nRTN", Program.parse("SIN").steps, "listing")


def test_into_a_dump_on_the_command_line(tmp_path: Path) -> None:
    memory, new = tmp_path / "mine.txt", tmp_path / "new.txt"
    memory.write_text(WHOLE, "utf-8")
    call = ["convert", "codemaker-small", "--into", str(memory)]
    assert CliRunner().invoke(main, call).exit_code == 2
    assert CliRunner().invoke(main, [*call, "-o", str(new)]).exit_code == 0
    other = CliRunner().invoke(
        main, ["convert", "counter.11c", "--into", str(memory), "-o", str(new), "--force"]
    )
    assert "HP-11C" in other.stderr
    assert len(read(new).program) == 72
    assert memory.read_text("utf-8") == WHOLE
