"""Options of `generate` that do not go together."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from generator.shell.cli import generate


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--plot x.svg", "--plot means nothing without --frontier"),
        ("-v", "--verbose means nothing without --walk"),
        ("--frontier --json", "leave --json out"),
        ("--frontier --at-most-bytes 90", "leave --at-most-bytes out"),
        ("--frontier --goal fast", "leave --goal out"),
        ("--frontier --explain", "leave --frontier out"),
        ("--explain --at-most-seconds 9", "leave --at-most-seconds out"),
        ("--walk 12 21 --digits 2 --checks all", "leave --digits and --checks out"),
        ("--walk 12 21 --model 11C -o x.11c", "leave --output and --model out"),
    ],
)
def test_options_that_do_not_go_together(options: str, said: str) -> None:
    result = CliRunner().invoke(generate, ["codemaker", *options.split()])
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
