"""The guide's chapter on the compiler, run: files written, commands and Python held to what they print."""

from __future__ import annotations

import doctest
import random
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.compiler import front
from generator.compiler.checking.check import check
from hp15c.program import Program
from programs.shell import main

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "programs" / "guide" / "compiler.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with what a reader has: the shipped sources beside the files of the page."""
    shutil.copytree(ROOT / "programs" / "compiled", tmp_path / "programs" / "compiled")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name, module in tuple(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


def shown(command: str) -> list[str]:
    """What a command prints, standard error behind standard output."""
    result = CliRunner().invoke(main, shlex.split(command)[1:])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return [line.rstrip() for line in (result.stdout + result.stderr).rstrip().splitlines()]


def compare(command: str, output: str) -> None:
    """Hold what a command prints to the page.

    A listing on the page has to agree with its source, and today's must not be longer: the compiler may get
    better than the page.
    """
    lines, wanted = shown(command), [line.rstrip() for line in output.rstrip().splitlines()]
    if wanted[-1:] == ["..."]:
        lines, wanted = lines[: len(wanted) - 1], wanted[:-1]
    source = re.search(r"compile (\S+\.py)", command)
    if source and "Created with hp15c" in output:
        module, listing = front.read(source[1]), Program.parse("\n".join(wanted))
        assert check(module, listing, 40, random.Random(2)).agrees
        assert len(Program.parse("\n".join(lines))) <= len(listing)
        return
    sizes, wanted_sizes = size_of(lines), size_of(wanted)
    assert sizes <= wanted_sizes
    assert lines[sizes > 0 :] == wanted[wanted_sizes > 0 :], command


def size_of(lines: list[str]) -> int:
    """The lines of the program that `-o` tells first; 0 where it tells none."""
    found = re.fullmatch(r"\S+: (\d+) lines, \d+ bytes", lines[0])
    return int(found[1]) if found else 0


def test_the_chapter_says_what_happens(desk: Path) -> None:
    parser = doctest.DocTestParser()
    commands = 0
    for number, (language, body) in enumerate(BLOCK.findall(PAGE.read_text("utf-8"))):
        if language == "python":
            (desk / body.partition("\n")[0].removeprefix("# ")).write_text(body.partition("\n")[2], "utf-8")
        elif language == "pycon":
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
            runner.run(parser.get_doctest(body, {}, f"{PAGE.name} {number}", str(PAGE), 0))
            assert runner.failures == 0
        elif language == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                compare(command, output)
                commands += 1
    assert commands > 5
