"""The guide, run: files written, commands and Python held to what the chapters say that they print."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.compiler.checking import check as checking
from hp15c.errors import InputError
from hp15c.listing.spellings import keys_to_press
from hp15c.table.instructions import TABLE
from hp15c.table.models import Model
from programs.guide import chapters as guide
from programs.guide import site
from programs.shell import VERBS, main
from tests import ROOT
from tests.support.documents import NEEDS, run

FOLDER = ROOT / "programs" / "guide"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with what a reader has: the shipped sources beside the files of the chapter."""
    shutil.copytree(ROOT / "programs" / "compiled", tmp_path / "programs" / "compiled")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    # The engines that compile a program take long to start and have tests of their own.
    monkeypatch.setattr(checking, "installed_engines", lambda: ("reference", "source"))
    yield tmp_path
    for name, module in tuple(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


def source(name: str) -> str:
    """A chapter as it is written, nothing filled in."""
    return (FOLDER / f"{name}.md").read_text("utf-8")


SLOW = (
    "start",
    "compiler",
    "codemaker",
    "notebook-mastermind",
    "researchers",
    "transformations",
    "own-program",
)
"""Chapters that compile, plan, or play all games. The others take a second or less."""

WITH_EXTRAS = [
    pytest.param(name, marks=pytest.mark.slow if name in SLOW else ())
    for name in guide.ORDER
    if name != "api" and (name not in SLOW or NEEDS.search(source(name)))
]
"""Chapters that run with the extras. A slow one in which nothing needs one runs without them only."""


@pytest.mark.first
@pytest.mark.parametrize("name", WITH_EXTRAS)
def test_a_chapter_says_what_happens(name: str, desk: Path) -> None:
    assert run(source(name), desk)


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("name", [name for name in guide.ORDER if name != "api"])
def test_a_chapter_says_what_needs_an_extra(name: str, desk: Path) -> None:
    """All other commands and examples run where no extra is installed."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.support.base_install", str(FOLDER / f"{name}.md")],
        cwd=desk,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr


def test_every_chapter_stands_in_the_order() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.md")) == sorted(guide.ORDER)
    for one in guide.chapters():
        assert one.text.startswith(f"# {one.title}\n")
        assert "<!-- made" not in one.text


def test_links_between_chapters_lead_somewhere() -> None:
    for one in guide.chapters():
        for target in re.findall(r"\]\(([^)#:]+)\)", one.text):
            known = target.removesuffix(".md") in guide.ORDER
            assert known or (site.PICTURES.parent / target).is_file(), f"{one.name}: {target}"


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
    rows = len((ROOT / "hp15c" / "reference" / "handbook.csv").read_text("utf-8").splitlines()) - 1
    assert f"{rows} lines of keys" in text
    assert f"{rows} lines of keys" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.slow
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
    assert (tmp_path / "site" / "pictures" / "space.svg").is_file()
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
