"""Output files: what exists is replaced only with --force, whichever verb writes it."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from programs.cli_outputs import guard_outputs
from programs.shell import VERBS, main

WRITERS = (
    "convert counter -o {}.txt",
    "convert counter --to markdown -o {}.md",
    "generate counter -o {}.15c",
    "generate codemaker -o {}.15c",
    "compile {source} -o {}.15c",
    "mastermind tree 2 2 --tier stdlib --out {}.txt",
    "mastermind compare 2 2 --tier stdlib --strategies knuth --plot {}.svg",
)
SOURCE = 'from generator.language import program\n\n\n@program("A")\ndef double(x):\n    return x + x\n'
KEPT_ELSEWHERE = {"checkpoint", "state_file", "memory", "resume", "into"}
"""Files that a verb reads and goes on from. Each has a rule of its own."""


@pytest.mark.parametrize("line", WRITERS)
def test_a_file_that_exists_is_replaced_only_with_force(line: str, tmp_path: Path) -> None:
    source = tmp_path / "double.py"
    source.write_text(SOURCE, "utf-8")
    words = shlex.split(line.format(tmp_path / "mine", source=source))
    output = Path(words[-1])
    output.write_text("mine")
    refused = CliRunner().invoke(main, words)
    assert (refused.exit_code, output.read_text()) == (2, "mine")
    assert f"{output} exists already: --force replaces it" in refused.stderr
    assert CliRunner().invoke(main, [*words, "--force"]).exit_code == 0
    assert output.read_bytes() != b"mine"


def test_the_file_that_is_read_is_not_replaced(tmp_path: Path) -> None:
    listing = tmp_path / "mine.txt"
    listing.write_text("LBL A\nx²\nRTN\n", "utf-8")
    link = tmp_path / "link.txt"
    link.symlink_to(listing)
    for output in (listing, link):
        result = CliRunner().invoke(main, ["convert", str(listing), "--to", "simulator", "-o", str(output)])
        assert result.exit_code == 2
    assert listing.read_text("utf-8") == "LBL A\nx²\nRTN\n"


@pytest.mark.slow
def test_a_folder_of_listings_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "shelf"
    assert CliRunner().invoke(main, ["generate", "listings", str(folder)]).exit_code == 0
    assert {"counter.15c", "codemaker-small.11c"} < {one.name for one in folder.iterdir()}


def test_nothing_is_written_into_a_folder_that_holds_one_of_the_listings(tmp_path: Path) -> None:
    mine = tmp_path / "counter.15c"
    mine.write_text("mine")
    refused = CliRunner().invoke(main, ["generate", "listings", str(tmp_path)])
    assert (refused.exit_code, mine.read_text()) == (2, "mine")
    assert list(tmp_path.iterdir()) == [mine]


def test_a_table_goes_into_a_file_only_with_force(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- table -->\nold\n<!-- /table -->\n")
    result = CliRunner().invoke(main, ["generate", "table", "--pairs", "1", "--into", str(page)])
    assert (result.exit_code, "old" in page.read_text()) == (2, True)


def test_devices_and_standard_output_are_written_to() -> None:
    for output in ("-", "/dev/null"):
        assert CliRunner().invoke(main, ["convert", "counter", "--to", "jrpn", "-o", output]).exit_code == 0


def commands(command: click.Command, context: click.Context) -> Iterator[click.Command]:
    if not isinstance(command, click.Group):
        yield command
        return
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        assert found is not None
        yield from commands(found, context)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_that_writes_a_file_has_force(verb: str) -> None:
    """An option that names a file to write is declared so that the rule sees it."""
    context = click.Context(main)
    assert isinstance(main, click.Group)
    found = main.get_command(context, verb)
    assert found is not None
    for command in commands(found, context):
        names = {one.name for one in command.params}
        for one in command.params:
            says = str(getattr(one, "help", "")).startswith(("Write", "Draw", "The file to write"))
            other = getattr(one, "is_flag", False) or isinstance(one.type, click.IntRange)
            if says and one.name not in KEPT_ELSEWHERE and not other:
                is_folder = getattr(one.type, "dir_okay", False) and not getattr(one.type, "file_okay", True)
                assert is_folder or getattr(one.type, "writable", False), f"{verb}: {one.name}"
        if any(getattr(one.type, "writable", False) for one in command.params):
            assert "force" in names, verb


def test_a_command_is_guarded_once() -> None:
    @click.command()
    @click.option("-o", "output", type=click.Path(writable=True))
    def write(output: str) -> None:
        """Write nothing."""

    assert guard_outputs(write) is guard_outputs(write)
    assert [one.name for one in write.params] == ["output", "force"]


def test_the_calculator_is_imported_only_by_verbs_that_need_it() -> None:
    program = (
        "import sys; from programs.shell import main;"
        "main(['mastermind', 'tree', '2', '2'], standalone_mode=False); print('hp15c' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "False"
