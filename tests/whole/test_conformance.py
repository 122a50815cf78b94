"""The measurements of the genuine calculator: a sample of every category.

CI replays all of them by `python -m tests.conformance`.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT, conformance
from tests.conformance import RECORDS, Result, categories, check, read

STRIDE = 61

NAMES = categories(RECORDS)


def differences(results: list[Result]) -> list[str]:
    return [
        f"{each.record} {each.field}: {each.expected!r} {each.got!r}"
        for result in results
        for each in result.differences
    ]


def test_every_category_is_there() -> None:
    assert len(NAMES) == 46
    assert sum(len(read(RECORDS, name)) for name in NAMES) > 68_000


@pytest.mark.parametrize("name", NAMES)
def test_sample(name: str) -> None:
    records = read(RECORDS, name)[::STRIDE]
    assert records
    assert differences([check(record) for record in records]) == []


@pytest.mark.long
def test_all_records() -> None:
    """What CI does in a step of its own, 40 s."""
    found = conformance.run(RECORDS, NAMES, jobs=2)
    assert differences([result for results in found.values() for result in results]) == []


def test_a_wrong_record_is_noticed() -> None:
    """The comparison can fail: each thing that a record tells is changed once."""
    record = next(record for record in read(RECORDS, "programs") if "registers" in record and record["flags"])
    assert check(record).differences == ()
    for field, wrong in {
        "display": " 0.0001     ",
        "annunciators": ["BEGIN"],
        "x": "1.234000000e+00",
        "last_x": "1.234000000e+00",
        "registers": {},
        "flags": [],
        "format": "ENG 9",
        "steps": record["steps"] + 1,
        "line": record["line"] + 1,
        "shown": [],
        "listing": record["listing"][:-1],
        "error": "Error 9",
        "blinking": True,
    }.items():
        assert [each.field for each in check({**record, field: wrong}).differences] == [field]


def test_a_broken_record_is_a_disagreement() -> None:
    record = read(RECORDS, "arith")[0]
    assert [each.field for each in check({**record, "keys": "1 99"}).differences] == ["exception"]


def test_a_record_need_not_tell_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ['{"keys": "1 36", "display": " 1.0000     "}', '{"keys": "1 36", "display": " 2.0000     "}']
    (tmp_path / "other.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    assert conformance.main(["--data", str(tmp_path), "--jobs", "1", "--json", "--failures", "9"]) == 1
    told = capsys.readouterr()
    assert json.loads(told.out)["total"] == {"records": 2, "agree": 1}
    assert told.err == "1 36 display: expected ' 2.0000     ', got ' 1.0000     '\n"


@pytest.mark.parametrize("line", ["[]", '{"display": ""}', "{"])
def test_what_is_no_record_is_refused(line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "other.jsonl.gz").write_bytes(gzip.compress(line.encode()))
    assert conformance.main(["--data", str(tmp_path), "--jobs", "1"]) == 2
    assert "other.jsonl.gz" in capsys.readouterr().err


def test_other_folders(tmp_path: Path) -> None:
    name = "ran.jsonl.gz"
    (tmp_path / name).write_bytes((RECORDS / name).read_bytes())
    command = [sys.executable, "-m", "tests.conformance", "--data", str(tmp_path), "--json", "--jobs", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0
    assert json.loads(done.stdout)["categories"] == {"ran": {"records": 39, "agree": 39}}


def test_a_truncated_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ran.jsonl.gz").write_bytes((RECORDS / "ran.jsonl.gz").read_bytes()[:500])
    assert conformance.main(["--data", str(tmp_path), "--jobs", "1"]) == 2
    assert "ran.jsonl.gz" in capsys.readouterr().err


def test_a_folder_without_records_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert conformance.main(["--data", str(tmp_path)]) == 2
    assert "no records" in capsys.readouterr().err
