"""The READMEs, run: Python examples by doctest, shell examples line by line against what they print."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hp15c import Calculator, Program
from programs.shell import VERBS
from tests import ROOT
from tests.support.documents import check_command, commands, examples

PAGES = ("README.md", "hp15c/README.md", "solver/README.md", "generator/README.md", "programs/README.md")


def page_text(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


EXAMPLES = [
    (page, command, output)
    for page in PAGES
    for example in examples(page_text(page))
    if example.language == "console"
    for command, output in commands(example.body)
]


def test_the_pages_hold_examples() -> None:
    assert len(EXAMPLES) >= 8
    assert sum(page_text(page).count(">>>") for page in PAGES) >= 5


@pytest.mark.parametrize(("page", "command", "output"), EXAMPLES, ids=[command for _, command, _ in EXAMPLES])
def test_shell_example(
    page: str, command: str, output: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    check_command(command, output)


@pytest.mark.parametrize("page", PAGES)
def test_python_examples(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for number, example in enumerate(examples(page_text(page))):
        if example.language == "python":
            runner.run(parser.get_doctest(example.body, {}, f"{page} {number}", page, 0))
    assert runner.failures == 0


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_what_needs_an_extra(page: str) -> None:
    """All other commands and examples run where no extra is installed."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.support.base_install", page],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr


def test_speeds_of_engines_are_quoted_from_the_readme() -> None:
    """The chapter on engines and the README of the package tell no figures of their own."""
    quoted = re.findall(r"\| ([\d.,]+ to [\d.,]+) million", page_text("programs/guide/engines.md"))
    numbers = re.findall(r"[\d.,]*\d", page_text("README.md"))
    assert len(quoted) == 4
    for span in quoted:
        assert set(span.split(" to ")) <= set(numbers), span


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
