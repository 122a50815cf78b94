"""The READMEs, run: Python examples by doctest, shell examples line by line against what they print."""

from __future__ import annotations

import doctest
import math
import re
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hp15c import Calculator, Number, __version__
from programs.shell import VERBS
from tests import ROOT
from tests.support.documents import check_command, commands, examples
from tests.support.picture import LARGEST, PICTURES, SIZES


def turned(function: Callable[[float], float], angle: float) -> float:
    """A function of an angle in degrees."""
    return function(math.radians(angle))


def degrees(function: Callable[[float], float], x: float) -> float:
    """An angle in degrees."""
    return math.degrees(function(x))


PAGES = (
    *("README.md", "hp15c/README.md", "programs/README.md"),
    *("generator/README.md", "generator/FIGURES.md", "solver/README.md", "solver/FIGURES.md"),
)
BINARY = {
    "2 √x x² 2 −": math.sqrt(2) ** 2 - 2,
    "RAD π SIN": math.sin(math.pi),
    "1 ENTER 3 ÷ 3 × 1 −": 1 / 3 * 3 - 1,
    "9 SIN COS TAN TAN⁻¹ COS⁻¹ SIN⁻¹": degrees(
        math.asin,
        degrees(math.acos, degrees(math.atan, turned(math.tan, turned(math.cos, turned(math.sin, 9))))),
    ),
    "1.0000001 ENTER 1 EEX 7 yˣ": 1.0000001**1e7,
}
"""The questions of the README, answered with doubles."""


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


@pytest.mark.first
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


def test_speeds_of_engines_stand_in_one_place() -> None:
    """The chapter on engines has them. No other document tells speeds in lines a second, but in ratios."""
    said = re.compile(r"\d[\d.,]* (?:to [\d.,]+ )?million (?:program )?lines")
    for page in PAGES:
        assert not said.search(page_text(page)), page
    assert said.search(page_text("programs/guide/engines.md"))
    assert page_text("programs/guide/engines.md").count("46 s") == 1


def test_every_verb_is_told_of() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for verb in VERBS:
        assert f"hp15c {verb}" in text, verb


def test_the_readme_is_short_and_its_pictures_are_those_of_the_page() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 120
    assert text.index("pictures/page.png") < text.index("pictures/phone.png") < text.index("Try it")
    for name, size in SIZES.items():
        png = (PICTURES / name).read_bytes()
        assert len(png) < LARGEST
        assert struct.unpack(">II", png[16:24]) == size


def test_both_answers_to_each_question() -> None:
    """The calculator's answer is what its keys give. The other is what doubles give, told to fewer digits."""
    rows = re.findall(
        r"^\| `([^`]+)` \| (\S+) \| (\S+) \|$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE
    )
    assert [keys for keys, *_ in rows] == list(BINARY)
    for keys, exact, binary in rows:
        calculator = Calculator()
        calculator.press(keys)
        assert calculator.x == Number.of(exact)
        assert math.isclose(BINARY[keys], float(binary), rel_tol=1e-3)
        assert float(exact) != float(binary)


def test_links_lead_to_files() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text("utf-8")):
            assert (ROOT / page).parent.joinpath(target).exists(), f"{page}: {target}"


@pytest.mark.parametrize("page", PAGES)
def test_files_named_in_tables_exist(page: str) -> None:
    """A name without a folder stands in the page's own folder, or in that of the name before it."""
    home = (ROOT / page).parent
    for row in re.findall(r"^\|([^|]*)\|", (ROOT / page).read_text("utf-8"), re.MULTILINE):
        folder = home
        for name in re.findall(r"`([\w/]+\.py)`", row):
            folder = (home / name).parent if "/" in name else folder
            assert (home / name).exists() or (folder / name).exists(), f"{page}: {name}"


def test_the_first_tasks_name_files_that_exist() -> None:
    """Paths with a placeholder such as NAME are left out."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    paths = [one for one in re.findall(r"`([\w./-]+\.(?:py|md)|[\w/]+/)`", text) if "NAME" not in one]
    assert len(paths) > 12
    for path in [*paths, *re.findall(r"\]\(([^)#:]+)\)", text)]:
        assert (ROOT / path).exists(), path


def test_changelog_and_citation_are_of_this_version() -> None:
    heads = re.findall(r"^## \[([^\]]+)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert heads[0] == "Unreleased"
    assert heads[1] == __version__
    assert f'version: "{__version__}"' in (ROOT / "CITATION.cff").read_text("utf-8")
