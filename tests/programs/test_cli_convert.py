"""`hp15c convert` to the other model: proved, or not proved with the reason."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.equality.check import NotProved, check
from generator.equality.difference import difference
from generator.equality.search import prove
from hp15c import Program
from hp15c.inspect.convert import convert as move
from hp15c.table.models import Model
from programs.cli_convert import proof
from programs.shell import main
from tests.support.variants import mutant

LOOP = "LBL A\nSTO I\n0\nSTO 1\nLBL 0\nRCL I\n1/x\nSTO + 1\nDSE I\nGTO 0\nRCL 1\nRTN"


@pytest.mark.parametrize(
    "listing", [LOOP, "LBL A\nx≤y\nx²\n√x\nRTN", "LBL A\nGSB 1\nGSB 1\nRTN\nLBL 1\nLN\nRTN"]
)
def test_a_program_is_proved_to_do_the_same_there_and_back(listing: str) -> None:
    program = Program.parse(listing)
    assert "as long as nothing overflows" in proof(program, "11C")
    assert proof(program, "11C").startswith("proved: After GSB A")
    assert proof(move(program, Model.HP11C), "15C").startswith("proved: ")


def test_returns_that_the_other_model_has_not_are_no_proof() -> None:
    deep = "LBL A\n" + "".join(f"GSB {n}\nRTN\nLBL {n}\n" for n in range(5)) + "x²\nRTN"
    assert proof(Program.parse(deep), "11C").startswith("not proved: ")


@pytest.mark.slow
def test_no_mutant_of_a_moved_program_is_proved() -> None:
    program, draw = Program.parse(LOOP), random.Random(3)
    there = move(program, Model.HP11C)
    own = prove(program, there)
    check(own, program, there)
    for _ in range(15):
        other = mutant(there, draw)
        if difference(there, other, effort=250_000) is not None:
            with pytest.raises(NotProved):
                check(own, program, other)


def test_the_verb_says_whether_it_was_proved(tmp_path: Path) -> None:
    source, made = tmp_path / "sum.15c", tmp_path / "sum.11c"
    source.write_text(LOOP, "utf-8")
    result = CliRunner().invoke(main, ["convert", str(source), "-o", str(made)])
    assert result.exit_code == 0
    assert "proved: After GSB A" in result.stderr
    assert made.exists()
    same = CliRunner().invoke(main, ["convert", str(source), "--to", "mnemonics"])
    assert "proved" not in same.stderr


def test_several_files_are_not_written_to_the_name_of_one(tmp_path: Path) -> None:
    one = tmp_path / "all.txt"
    refused = CliRunner().invoke(main, ["convert", "counter", "nim", "-o", str(one)])
    assert (refused.exit_code, "several files need a folder" in refused.output) == (2, True)
    assert not one.exists()
