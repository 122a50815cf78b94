"""The archives of the page without a server."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.resources import files as files_of
from pathlib import Path

import pytest

from programs.web.answers import MORE
from programs.web.folder.code import CODE, PACKAGES, READ_LATER, archive, files
from tests import ROOT
from tests.support.source_trees import tree_of


def loaded_by(module: Path) -> Iterator[Path]:
    """The modules and packages of the project that a module imports when it is loaded."""
    for node in tree_of(module).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in PACKAGES:
            place = ROOT / node.module.replace(".", "/")
            named = [place / f"{one.name}.py" for one in node.names]
            packages = [one / "__init__.py" for one in (place, *place.parents) if one.is_relative_to(ROOT)]
            yield from (one for one in (*named, place.with_suffix(".py"), *packages) if one.is_file())


@pytest.mark.slow
def test_all_that_the_page_loads_is_in_the_archives() -> None:
    archived = {name for name, _ in files((".py",))}
    waiting = [ROOT / f"{name.replace('.', '/')}.py" for name in ("programs.web.worker", *MORE)]
    loaded: set[Path] = set()
    while waiting:
        module = waiting.pop()
        if module not in loaded:
            loaded.add(module)
            waiting += loaded_by(module)
    assert len(loaded) > 100
    assert {path.relative_to(ROOT).as_posix() for path in loaded} <= archived


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
