"""The verb `lsp` where it cannot serve."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from programs.editors.server import cli
from programs.shell import main


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "find_spec", lambda name: None)
    told = CliRunner().invoke(main, ["lsp"])
    assert told.exit_code == 2
    assert told.stderr == "Error: the language server needs pygls: pip install 'hp15c[lsp]'\n"
