"""The verb `lsp` where it cannot serve."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner

from programs.editors.server import cli
from programs.shell import main


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "find_spec", lambda name: None)
    told = CliRunner().invoke(main, ["lsp"])
    assert told.exit_code == 2
    assert told.stderr == "Error: the language server needs pygls: pip install 'hp15c[lsp]'\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sent", "code", "said"),
    [
        (b"Content-Length: 5\r\n\r\n{bad}", 0, "Unable to handle message: Expecting property name"),
        (
            b"Content-Length: " + b"9" * 30 + b"\r\n\r\n{}",
            2,
            "Error: standard input: a Content-Length is too",
        ),
    ],
)
def test_a_message_that_cannot_be_read_is_one_line_in_the_log(sent: bytes, code: int, said: str) -> None:
    pytest.importorskip("pygls", reason="the extra lsp is not installed")
    command = [sys.executable, "-c", "from programs.shell import main; main()", "lsp"]
    done = subprocess.run(command, input=sent, capture_output=True, timeout=60, check=False)
    told = done.stderr.decode()
    assert (done.returncode, told.count("\n"), told[: len(said)]) == (code, 1, said)
