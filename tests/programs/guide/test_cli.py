"""The man page: every verb and every option of the help is on it, in roff that is read."""

from __future__ import annotations

import shutil
import subprocess

import click
import pytest
from click.testing import CliRunner

from programs.guide.cli import man_page
from programs.shell import VERBS, main


def test_every_verb_and_option_is_on_the_page() -> None:
    page = CliRunner().invoke(main, ["guide", "--man"]).stdout
    assert page == man_page(main)
    for verb in VERBS:
        assert f".SS hp15c {verb}\n" in page
    assert ".SS hp15c mastermind tree\n" in page
    for option in ("--goal [small|fast]", "--search WORDS", "--machine NAME"):
        assert f"\\fB{option.replace('-', chr(92) + '-')}\\fR" in page


def test_text_is_no_request_of_roff() -> None:
    @click.command(help=".dot begins a line\n\n\\b\n  'quoted  as it is\n\nback\\slash and -hyphen")
    def odd() -> None:
        pass

    group = click.Group("all", help="A group.\n\nMore.", commands={"odd": odd})
    lines = man_page(group, "all").splitlines()
    assert "all \\- A group" in lines
    assert "\\&.dot begins a line" in lines
    assert "back\\eslash and \\-hyphen" in lines
    assert not [line for line in lines if line.startswith(("'", ".d"))]


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_reads_it_without_a_word() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww"], input=man_page(main), capture_output=True, text=True, check=True
    )
    assert "hp15c press" in done.stdout


def test_a_chapter_is_printed_where_the_terminal_says_that_it_has_no_columns() -> None:
    told = CliRunner().invoke(main, ["guide", "keys"], env={"COLUMNS": "0"}).stdout
    assert told == CliRunner().invoke(main, ["guide", "keys"], env={"COLUMNS": "80"}).stdout != ""
