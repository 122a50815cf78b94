"""The progress bar of long work."""

from __future__ import annotations

import pytest

from hp15c.shell import cli_bar


def test_nothing_is_written_where_there_is_no_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli_bar, "QUIET_SECONDS", 0.0)
    with cli_bar.bar("compiling") as told:
        told("one", 1, 2)
        told("two", 2, 2)
    assert capsys.readouterr().err == ""


def test_a_fault_in_the_work_is_not_swallowed() -> None:
    with pytest.raises(RuntimeError, match="wrong"), cli_bar.bar("compiling"):
        raise RuntimeError("wrong")
