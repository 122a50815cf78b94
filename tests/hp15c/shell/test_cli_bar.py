"""The progress bar of long work: on a terminal, and only after two seconds."""

from __future__ import annotations

from time import sleep

import pytest
from rich.progress import Progress

from hp15c.shell import cli_bar
from hp15c.shell.cli_bar import bar


def work() -> None:
    with bar("looking") as told:
        told("for a proof", 1, 2)
        sleep(0.3)


def test_nothing_shows_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli_bar, "QUIET_SECONDS", 0)
    work()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("seconds", "shown"), [(0, True), (60, False)])
def test_a_terminal_shows_what_is_done_after_the_quiet_seconds(
    seconds: float, shown: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr(cli_bar, "QUIET_SECONDS", seconds)
    work()
    assert ("looking for a proof" in capsys.readouterr().err) is shown


@pytest.mark.parametrize(("total", "share"), [(4, 0.25), (1, None), (0, None)])
def test_one_piece_of_work_has_no_share(
    total: int, share: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[float | None] = []

    def look(progress: Progress) -> None:
        (task,) = progress.tasks
        found.append(task.total and task.completed / task.total)

    monkeypatch.setattr(Progress, "stop", look)
    with bar("looking") as told:
        told("for a proof", 1, total)
    assert found == [share]
