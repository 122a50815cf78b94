"""The verb `prove`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from hp15c.listing.program import Program
from hp15c.table.instructions import step
from programs.cli_prove import prove as command
from programs.shell import main
from tests.programs.proof.test_proof import FOLDER


def test_the_command_says_what_is_proven_and_what_is_not(tmp_path: Path) -> None:
    path = FOLDER / "codemaker-plain.11c"
    typed = CliRunner().invoke(command, [str(path), "--digits", "2", "--model", "11C"])
    assert (typed.exit_code, typed.output[:39]) == (0, "N = 2: right for all 81 × 81 pairs of d")
    shown = CliRunner().invoke(command, [str(path), "--digits", "1", "--json"])
    assert json.loads(shown.output)[0] == {
        "digits": 1,
        "ends": 2,
        "widest": 2,
        "lines": json.loads(shown.output)[0]["lines"],
        "fault": None,
        "later": True,
        "highest": 9,
        "covers": "the keys '{secret} GSB B' and '{guess} R/S' from cleared memory,"
        " and the answer at the stop",
        "not_covered": ["secrets that the calculator draws", "the turn that the pause shows", "other digits"],
        "pairs": None,
    }
    fast = [str(FOLDER / "codemaker-fast.15c"), "--digits", "2"]
    typed = CliRunner().invoke(command, fast)
    assert (typed.exit_code, typed.output[:55]) == (
        0,
        "N = 2: right for all 4 × 4 pairs of digits 1 to 2, at e",
    )
    refused = CliRunner().invoke(command, [*fast, "--colours", "9"])
    assert refused.exit_code == 2
    assert "N = 2 cannot be proven: line " in refused.stderr
    nothing = tmp_path / "square.15c"
    nothing.write_text("LBL A\nx²\nRTN\n", "utf-8")
    refused = CliRunner().invoke(command, [str(nothing), "--digits", "2"])
    assert "setting a secret ends in Error 4: --set says how it is set" in refused.stderr
    wrong = tmp_path / "wrong.11c"
    wrong.write_text(path.read_text("utf-8").replace("g FRAC", "g INT").replace("42 44", "43 44"), "utf-8")
    assert CliRunner().invoke(command, [str(wrong), "--digits", "2"]).exit_code in (1, 2)


@pytest.mark.slow
def test_a_broken_drawing_is_not_covered_and_verify_finds_it(tmp_path: Path) -> None:
    program = Program.read(FOLDER / "codemaker-small.15c")
    steps = tuple(step("π") if one.name == "RAN#" else one for one in program.steps)
    path = tmp_path / "broken.15c"
    program.with_steps(steps).write(path)
    proven = CliRunner().invoke(main, ["prove", str(path), "--digits", "1"])
    assert proven.exit_code == 0
    assert "Not covered: secrets that the calculator draws" in proven.output
    verified = CliRunner().invoke(main, ["verify", str(path), "--digits", "1", "--sample", "1"])
    assert verified.exit_code == 1
    assert "secret drawn from seed" in verified.output


def test_a_certificate_alone_asks_for_its_two_files(tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    proof.write_text("{}")
    told = CliRunner().invoke(main, ["prove", "--check", str(proof)])
    assert (told.exit_code, "two files, OLD and NEW or SOURCE and LISTING" in told.stderr) == (2, True)
    assert "name one listing to prove" in CliRunner().invoke(main, ["prove"]).stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{}", "this is not a certificate: its format is None"),
        ('{"format": "hp15c', "the certificate is damaged"),
    ],
)
def test_a_file_that_is_no_certificate_is_named_and_not_the_source(
    tmp_path: Path, content: str, said: str
) -> None:
    source, proof = tmp_path / "gen.py", tmp_path / "proof.json"
    source.write_text("x = 1\n")
    proof.write_text(content)
    told = CliRunner().invoke(main, ["prove", "--check", str(proof), str(source), "counter"])
    assert (told.exit_code, f"{proof}: {said}" in told.stderr) == (2, True)
