"""The program in the registers of a memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hp15c.errors import InputError, Unsupported
from hp15c.listing.dumps.registers import ZEROS, keycodes, listing, pool, replace_program
from hp15c.listing.program import Program
from hp15c.table.instructions import Step, step, steps
from hp15c.table.models import Model

FRESH = {0x15: ZEROS[:-2] + "c0", 0x16: ZEROS}
"""A memory without a program, in which registers c0 to ff are left for one."""
STEPS = [step("LBL", "A"), step("+"), step("SF", "8"), step("STO", "3"), step("RTN")]
LINES = st.lists(st.sampled_from(STEPS), min_size=1)


@given(LINES)
def test_what_is_written_reads_back(lines: list[Step]) -> None:
    memory = replace_program(FRESH, lines, "m")
    assert list(Program.parse(listing(memory, "m"), "15C").steps) == lines


def test_the_first_line_is_the_first_byte_of_the_last_register() -> None:
    memory = replace_program(FRESH, [step("+"), step("RTN")], "m")
    assert memory[0x16][-2:] == "ff"
    assert memory[0x16][-4:-2] == "02"
    assert set(memory[0xFF][:10]) == {"0"}


def test_a_program_that_takes_more_than_is_left_is_refused() -> None:
    assert len(pool(FRESH, "m")) == 64
    with pytest.raises(Unsupported, match="needs 65 registers, 64 are free"):
        replace_program(FRESH, [step("+")] * (64 * 7 + 1), "m")


def test_a_memory_without_a_program_is_said() -> None:
    with pytest.raises(InputError, match="no program in this memory"):
        listing(FRESH, "m")
    with pytest.raises(InputError, match="has no register 16"):
        listing({}, "m")


def test_every_instruction_has_one_code_of_its_length() -> None:
    """MEM tells how many bytes an instruction takes. A first byte that ends in f announces a second."""
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
