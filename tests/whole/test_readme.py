"""The READMEs, run: Python examples by doctest, shell examples line by line against what they print."""

from __future__ import annotations

import doctest
import math
import re
import shlex
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from hp15c import Calculator, Number
from programs.shell import VERBS, main
from tests import ROOT
from tests.support.picture import LARGEST, PICTURES, SIZES


def turned(function: Callable[[float], float], angle: float) -> float:
    """A function of an angle in degrees."""
    return function(math.radians(angle))


def degrees(function: Callable[[float], float], x: float) -> float:
    """An angle in degrees."""
    return math.degrees(function(x))


PAGES = ("README.md", "hp15c/README.md", "solver/README.md", "generator/README.md", "programs/README.md")
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
