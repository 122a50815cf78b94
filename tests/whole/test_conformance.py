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
from tests.support import odd

STRIDE = 61

NAMES = categories(RECORDS)


def differences(results: list[Result]) -> list[str]:
    return [
        f"{each.record} {each.field}: {each.expected!r} {each.got!r}"
        for result in results
        for each in result.differences
    ]


@pytest.mark.slow
def test_every_category_is_there_and_a_sample_of_each_agrees() -> None:
    assert len(NAMES) == 48
    total, found = 0, {}
    for name in NAMES:
        records = read(RECORDS, name)
        total += len(records)
        sample = [record for record in records[::STRIDE] if record["keys"] not in odd.OPEN]
        assert sample, name
        if wrong := differences([check(record) for record in sample]):
            found[name] = wrong
    assert total > 68_000
    assert not found


@pytest.mark.long
def test_all_records() -> None:
    """What CI does in a step of its own, 40 s."""
    found = conformance.run(RECORDS, NAMES, jobs=2)
    assert conformance.disagreeing(found) == set()


def test_the_records_whose_rule_is_not_known_disagree() -> None:
    """One that agrees is known by now. Then it has to leave the list."""
    opened = [record for record in read(RECORDS, "odd") if record["keys"] in odd.OPEN]
    assert len(opened) == len(odd.OPEN)
    assert all(check(record).differences for record in opened)


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


def test_a_wrong_odd_record_is_noticed() -> None:
    """Each sort of field of the odd records is changed once."""
    wrong = {
        "see": "(' 0.0001     ', (), False)",
        "heldblink": "(' 0.0001     ', (), False)",
        "ti": "1.234000000e+00",
        "R2": "1.234000000e+00",
        "line": "99",
        "format": "ENG 9",
        "listing": [],
    }
    records = [record for record in read(RECORDS, "odd") if record["keys"] not in odd.OPEN]
    for field, value in wrong.items():
        record = next(record for record in records if field in record["firmware"])
        assert check(record).differences == ()
        changed = {**record, "firmware": {**record["firmware"], field: value}}
        assert [each.field for each in check(changed).differences] == [field]
    unknown = {**records[0], "firmware": {"colour": "red"}}
    assert [each.field for each in check(unknown).differences] == ["colour"]


@pytest.mark.parametrize("name", ["odd-examples.jsonl", "odd-examples.jsonl.gz", "odd.jsonl.gz"])
def test_odd_records_are_read_under_each_name(name: str, tmp_path: Path) -> None:
    text = (json.dumps(read(RECORDS, "odd")[0]) + "\n").encode()
    (tmp_path / name).write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    assert categories(tmp_path) == ["odd"]
    assert len(read(tmp_path, "odd")) == 1


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


@pytest.mark.slow
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
