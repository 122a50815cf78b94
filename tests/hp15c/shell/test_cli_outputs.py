"""An output file that exists, seen from the verb that is running."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from hp15c.shell.cli_outputs import FORCE, refuse_existing


def test_a_file_that_exists_is_refused_unless_force_was_given(tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    with click.Context(click.Command("verb")) as context:
        refuse_existing(tmp_path / "new.txt")
        with pytest.raises(click.UsageError, match=r"mine\.txt exists already: --force replaces it"):
            refuse_existing(mine)
        context.meta[FORCE] = True
        refuse_existing(mine)


def test_standard_output_and_devices_are_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-").write_text("a file of this name")
    with click.Context(click.Command("verb")):
        refuse_existing("-")
        refuse_existing("/dev/null")
