"""The READMEs, run: Python examples by doctest, shell examples line by line against what they print."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from hp15c import Calculator, Program
from programs.shell import VERBS, main
from tests import ROOT

PAGES = ("README.md", "hp15c/README.md", "solver/README.md", "generator/README.md", "programs/README.md")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: str, language: str) -> list[str]:
    text = (ROOT / page).read_text("utf-8")
    return [body for name, body in BLOCK.findall(text) if name == language]


def examples() -> Iterator[tuple[str, str, str]]:
    """Each `$ hp15c ...` of the console blocks: its page, the command, the output printed below it."""
    for page in PAGES:
        for block in blocks(page, "console"):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                if command.startswith("hp15c "):
                    yield page, command, output


EXAMPLES = list(examples())


def test_the_pages_hold_examples() -> None:
    assert len(EXAMPLES) >= 8
    assert sum(block.count(">>>") for page in PAGES for block in blocks(page, "python")) >= 5


@pytest.mark.parametrize(("page", "command", "output"), EXAMPLES, ids=[command for _, command, _ in EXAMPLES])
def test_shell_example(
    page: str, command: str, output: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(ROOT)
    command = command.replace("-o ", f"-o {tmp_path}/")
    result = CliRunner().invoke(main, shlex.split(command)[1:])
    assert result.exit_code in (0, 1), result.output
    shown, wanted = (
        [line.rstrip() for line in text.rstrip().splitlines()] for text in (result.stdout, output)
    )
    if wanted and wanted[-1] == "...":
        shown, wanted = shown[: len(wanted) - 1], wanted[:-1]
    assert shown == wanted


@pytest.mark.parametrize("page", PAGES)
def test_python_examples(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for number, block in enumerate(blocks(page, "python")):
        runner.run(parser.get_doctest(block, {}, f"{page} {number}", page, 0))
    assert runner.failures == 0


def test_every_verb_is_told_of() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for verb in VERBS:
        assert f"hp15c {verb}" in text, verb


def test_the_picture_is_the_face_after_the_command_below_it() -> None:
    calculator = Calculator()
    calculator.load(Program.read(ROOT / "programs" / "codemaker-small.15c"))
    calculator.press("4323 GSB B 2443 R/S")
    picture = ROOT / "programs" / "guide" / "face.svg"
    assert picture.read_text("utf-8") == calculator.face.svg
    page = (ROOT / "README.md").read_text("utf-8")
    assert page.index("programs/guide/face.svg") < page.index('codemaker-small --keys "4323 GSB B 2443 R/S"')


def test_links_lead_to_files() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text("utf-8")):
            assert (ROOT / page).parent.joinpath(target).exists(), f"{page}: {target}"
