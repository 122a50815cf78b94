"""Code in compiled form: it does what its source does."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest

from programs.web.folder.precompile import precompile


def test_a_module_runs_without_its_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(tmp_path / "code.zip", "w") as archive:
        archive.writestr("bare_module.py", '"""A text for readers."""\nVALUE = [n * n for n in range(4)]\n')
        archive.writestr("data.txt", "data")
    out = tmp_path / "out"
    precompile(str(tmp_path / "code.zip"), str(out))
    assert (out / "data.txt").read_text() == "data"
    assert not (out / "bare_module.py").exists()
    monkeypatch.syspath_prepend(str(out))
    try:
        import bare_module  # type: ignore[import-not-found]

        assert bare_module.VALUE == [0, 1, 4, 9]
        assert bare_module.__doc__ is None
    finally:
        sys.modules.pop("bare_module", None)
