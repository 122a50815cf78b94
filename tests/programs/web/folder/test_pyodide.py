"""Where Python for browsers comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

from hp15c.errors import InputError
from programs.web.folder import pyodide


def test_without_node_the_command_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(InputError, match="node"):
        pyodide.node()


def test_a_folder_that_is_given_must_hold_it(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=str(tmp_path)):
        pyodide.folder(tmp_path)
