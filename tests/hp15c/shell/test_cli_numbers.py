"""Numbers as options and arguments of a command."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from hp15c.shell.cli_numbers import AnyNumber, WholeNumber


@pytest.mark.parametrize(
    ("kind", "said"),
    [(WholeNumber(1, 8), "not a valid integer."), (AnyNumber(0, min_open=True), "not a valid number.")],
)
def test_what_is_no_number_is_called_so(kind: WholeNumber | AnyNumber, said: str) -> None:
    command = click.Command("command", params=[click.Option(["--count"], type=kind)])
    for text, fault in (("abc", said), ("0", "0"), ("2", "")):
        shown = CliRunner().invoke(command, ["--count", text])
        assert (shown.exit_code == 0) == (not fault)
        assert fault in shown.stderr
