"""The guide, run: files written, commands and Python held to what the chapters say that they print."""

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
from generator.compiler.checking import check as checking
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.listing.spellings import keys_to_press
from hp15c.table.instructions import TABLE
from hp15c.table.models import Model
from programs.guide import chapters as guide
from programs.guide import site
from programs.shell import VERBS, main
from tests import ROOT
from tests.support.times import SAID, same_text

FOLDER = ROOT / "programs" / "guide"
BLOCK = re.compile(r"(?P<before>[^\n]*)\n*^```(?P<language>\w+)\n(?P<body>.*?)^```", re.MULTILINE | re.DOTALL)
SAVED = re.compile(r"Save this as `([^`]+)`:$")
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with what a reader has: the shipped sources beside the files of the chapter."""
    shutil.copytree(ROOT / "programs" / "compiled", tmp_path / "programs" / "compiled")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    # The engines that compile a program take long to start and have tests of their own.
    monkeypatch.setattr(checking, "installed", lambda: ("reference", "source"))
    yield tmp_path
    for name, module in tuple(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


def source(name: str) -> str:
    """A chapter as it is written, nothing filled in."""
    return (FOLDER / f"{name}.md").read_text("utf-8")


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with the output that is printed below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def shown(command: str) -> list[str]:
    """What a command prints, standard error behind standard output.

    Whether something had to be compiled for this machine first is left out: that is so only once.
    """
    result = CliRunner().invoke(main, shlex.split(command)[1:])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    lines = (result.stdout + result.stderr).rstrip().splitlines()
    return [line.rstrip() for line in lines if "compiling for this machine, once" not in line]


def compare(command: str, output: str) -> None:
    """Hold what a command prints to the chapter.

    A compiled listing in a chapter has to agree with its source, and today's must not be longer: the
    compiler may get better than the guide. How far times may be off, `tests.support.times` says.
    """
    lines, wanted = shown(command), [line.rstrip() for line in output.rstrip().splitlines()]
    if wanted[-1:] == ["..."]:
        lines, wanted = lines[: len(wanted) - 1], wanted[:-1]
    written = re.search(r"compile (\S+\.py)", command)
    if written and "Created with hp15c" in output:
        module, listing = front.read(written[1]), Program.parse("\n".join(wanted))
        assert checking.check(module, listing, 40, random.Random(2)).agrees
        assert len(Program.parse("\n".join(lines))) <= len(listing)
        return
    sizes, wanted_sizes = size_of(lines), size_of(wanted)
    assert sizes <= wanted_sizes
    remedy = f"the chapter shows something else than the command prints: {command}"
    same_text(any_engines(lines[sizes > 0 :]), any_engines(wanted[wanted_sizes > 0 :]), SAID, remedy)


def any_engines(lines: list[str]) -> list[str]:
    """Lines without the list of engines that a check used, which depends on what is installed."""
    return [re.sub(r" on (every engine|the engines [a-z, ]+)(?=, \d)", "", line) for line in lines]


def size_of(lines: list[str]) -> int:
    """The lines of the program that `-o` tells first. 0 where it tells none."""
    found = re.fullmatch(r"\S+: (\d+) lines, \d+ bytes", lines[0]) if lines else None
    return int(found[1]) if found else 0


SLOW = ("compiler", "codemaker", "notebook-mastermind")
"""Chapters that compile, plan, or play all games. The others take a second or less."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in SLOW else ())
        for name in guide.ORDER
        if name != "api"
    ],
)
def test_a_chapter_says_what_happens(name: str, desk: Path) -> None:
    parser, values = doctest.DocTestParser(), {"__name__": "__main__"}
    runs = 0
    for number, block in enumerate(BLOCK.finditer(source(name))):
        language, body, saved = block["language"], block["body"], SAVED.search(block["before"])
        if language == "python":
            assert body.startswith("# "), f"block {number} of {name} names no file"
            (desk / body.partition("\n")[0].removeprefix("# ")).write_text(body.partition("\n")[2], "utf-8")
        elif saved:
            (desk / saved[1]).write_text(body, "utf-8")
        elif language == "pycon":
            runner = doctest.DocTestRunner(optionflags=FLAGS)
            example = parser.get_doctest(body, values, f"{name} {number}", str(FOLDER), 0)
            runner.run(example, clear_globs=False)
            values.update(example.globs)
            assert runner.failures == 0
            runs += 1
        elif language == "console":
            for command, output in commands(body):
                compare(command, output)
                runs += 1
    assert runs


def test_every_chapter_stands_in_the_order() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.md")) == sorted(guide.ORDER)
    for one in guide.chapters():
        assert one.text.startswith(f"# {one.title}\n")
        assert "<!-- made" not in one.text


def test_links_between_chapters_lead_somewhere() -> None:
    for one in guide.chapters():
        for target in re.findall(r"\]\(([^)#:]+)\)", one.text):
            assert target.removesuffix(".md") in guide.ORDER, f"{one.name}: {target}"


def test_every_verb_is_in_the_guide() -> None:
    text = "\n".join(one.text for one in guide.chapters())
    for verb in VERBS:
        assert f"hp15c {verb}" in text, verb


def test_the_tables_are_made_of_the_code() -> None:
    keys = guide.chapter("keys").text
    for row in TABLE:
        assert f"| {row.name} |" in keys
    assert "`ce-192`" in guide.chapter("machines").text
    assert "`markdown`" in guide.chapter("listings").text
    api = guide.chapter("api").text
    for name in ("`hp15c.Calculator`", "Calculator.press(text: str", "`solver.scores.score`"):
        assert name in api


def test_the_ascii_spellings_are_read() -> None:
    table = source("keys").partition("| in ASCII |")[2].partition("\n\n")[0]
    spellings = re.findall(r"`([^`]+)`", table)
    assert len(spellings) > 25
    for spelling in spellings:
        assert keys_to_press(spelling, Model.HP15C), spelling


def test_the_counts_of_records_add_up() -> None:
    text = source("exact")
    counts = [
        int(count.replace(",", "")) for count in re.findall(r"^\| .* \| ([\d,]+) \|$", text, re.MULTILINE)
    ]
    total = re.search(r"There are ([\d,]+) records", text)
    assert total is not None
    assert len(counts) == 8
    assert sum(counts) == int(total[1].replace(",", ""))
    rows = len((ROOT / "tests" / "handbook.csv").read_text("utf-8").splitlines()) - 1
    assert f"{rows} lines of keys" in text
    assert f"{rows} lines of keys" in (ROOT / "README.md").read_text("utf-8")


def test_the_verb_shows_chapters() -> None:
    listed = CliRunner().invoke(main, ["guide"]).stdout
    assert [line.split()[0] for line in listed.splitlines()] == list(guide.ORDER)
    assert CliRunner().invoke(main, ["guide", "keys", "--raw"]).stdout == guide.chapter("keys").text
    assert "Keys and how they are spelled" in CliRunner().invoke(main, ["guide", "keys"]).stdout
    wrong = CliRunner().invoke(main, ["guide", "kyes"])
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "no chapter 'kyes'" in wrong.stderr
    with pytest.raises(InputError):
        guide.chapter("")


@pytest.mark.slow
def test_the_site(tmp_path: Path) -> None:
    pytest.importorskip("material")
    first = site.build(tmp_path / "site")
    assert "Start in a minute" in first.read_text("utf-8")
    for name in guide.ORDER[1:]:
        assert (tmp_path / "site" / f"{name}.html").is_file()
    assert site.build(tmp_path / "site") == first
    (tmp_path / "site" / "CNAME").write_text("calculator.test")
    (tmp_path / "site" / ".git").mkdir()
    (tmp_path / "site" / ".git" / "config").write_text("mine")
    site.build(tmp_path / "site")
    assert (tmp_path / "site" / "CNAME").read_text() == "calculator.test"
    assert (tmp_path / "site" / ".git" / "config").read_text() == "mine"
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "index.html").write_text("mine")
    with pytest.raises(InputError, match=r"index\.html would be replaced"):
        site.build(tmp_path / "other")
    assert (tmp_path / "other" / "index.html").read_text() == "mine"
