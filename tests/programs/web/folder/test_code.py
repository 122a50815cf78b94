"""The archives of the page without a server."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import zipfile
from importlib.resources import files as files_of
from pathlib import Path

import pytest

from programs.web.folder.code import CODE, READ_LATER, archive, files


def test_the_archives_hold_what_the_worker_needs_and_no_tests() -> None:
    names = {name for name, _ in files(CODE)}
    assert {"programs/web/worker.py", "hp15c/core/machine.py", "programs/codebreaker.15c"} <= names
    assert not {name for name in names if name.startswith("tests") or name.endswith(".so")}
    assert {name for name, _ in files(READ_LATER)} < names


@pytest.mark.slow
def test_the_worker_starts_from_the_archives_alone(tmp_path: Path) -> None:
    """What node runs when it fills the page's memory runs in a Python that has no other code."""
    code = tmp_path / "code"
    zipfile.ZipFile(io.BytesIO(archive(CODE))).extractall(code)
    script = files_of("programs.web.folder").joinpath("prepare.mjs").read_text("utf-8")
    started = re.findall(r"python\.runPython\(`(.*?)`\)", script, re.DOTALL)
    assert len(started) == 1
    (tmp_path / "files.zip").write_bytes(archive(READ_LATER))
    text = started[0].replace("/code", str(code)) + 'write_rest("files.zip", "rest.zip")\n'
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", text], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert not ran.returncode, ran.stderr
    names = zipfile.ZipFile(tmp_path / "rest.zip").read("modules.txt").decode().split()
    assert "programs.web.program_answers" in names
    assert "programs.web.answers" not in names
