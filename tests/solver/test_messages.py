"""Who is told that code is compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver import compiling, messages

pytest.importorskip("llvmlite", reason="compiled code needs the extra fast")


def test_who_listens_is_told_once_that_code_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.code_files.folders", lambda: [str(tmp_path)])
    told: list[str] = []
    messages.listeners[:] = [told.append]
    compiling.serve.cache_clear()
    for pegs in (1, 2):
        compiling.serve(f"histograms-{pegs}")
    assert len(told) == 1
    assert "compiling for this machine" in told[0]
    assert messages.listeners == []
