"""No test of the solver leaves a process after that compiles."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def nothing_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be compiled in the background."""
    monkeypatch.setattr("solver.compiling._start", lambda program: False)
