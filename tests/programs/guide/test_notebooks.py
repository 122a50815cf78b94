"""The chapters as notebooks: their cells run, one after the other, in an empty folder."""

from __future__ import annotations

import doctest
import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from programs.guide.chapters import ORDER, chapter
from programs.guide.notebooks import cells, notebook, write_notebooks
from programs.shell import main
from tests.programs.guide.test_guide import FOLDER, SLOW, desk
from tests.support.documents import Example, commands, examples

__all__ = ["desk"]


def run(source: str, values: dict[str, Any]) -> None:
    """Run a cell as Jupyter does: a file to write, commands, or Python."""
    first, _, rest = source.partition("\n")
    if first.startswith("%%writefile "):
        Path(first.removeprefix("%%writefile ")).write_text(rest + "\n", "utf-8")
    elif first.startswith("!"):
        for line in source.splitlines():
            done = CliRunner().invoke(main, shlex.split(line)[1:])
            assert done.exception is None or isinstance(done.exception, SystemExit), line
            assert done.exit_code in (0, 1) or "Error" in done.stderr
    else:
        exec(compile(source + "\n", "cell", "exec"), values)


def code(name: str) -> Iterator[tuple[str, bool]]:
    """The code of a chapter's cells, and whether it ends in an exception."""
    for cell in notebook(chapter(name).text)["cells"]:
        if cell["cell_type"] == "code":
            yield cell["source"], "raises-exception" in cell["metadata"].get("tags", ())


def code_of_example(example: Example) -> tuple[str, bool]:
    """The code of the cell for an example of a chapter, and whether it ends in an exception."""
    if name := example.file:
        return f"%%writefile {name}\n" + example.body.removeprefix(f"# {name}\n").rstrip("\n"), False
    if example.language == "console":
        return "\n".join(f"!{command}" for command, _ in commands(example.body)), False
    lines = doctest.DocTestParser().get_examples(example.body)
    return "".join(line.source for line in lines).rstrip("\n"), any(line.exc_msg for line in lines)


@pytest.mark.parametrize("name", [name for name in ORDER if name != "api"])
def test_the_cells_of_a_chapter_hold_the_examples_that_are_held_to_what_they_print(name: str) -> None:
    held = [code_of_example(one) for one in examples((FOLDER / f"{name}.md").read_text("utf-8"))]
    assert list(code(name)) == [one for one in held if one[0]]


@pytest.mark.first
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.long if name in SLOW else ()) for name in ORDER if name != "api"],
)
def test_the_cells_of_a_chapter_run(name: str, desk: Path) -> None:
    values: dict[str, Any] = {"__name__": "__main__"}
    ran = 0
    for source, raises in code(name):
        if raises:
            with pytest.raises(Exception):  # noqa: B017, PT011 - the chapter shows which
                run(source, values)
        else:
            run(source, values)
        ran += 1
    assert ran
    assert sys.path[0] == str(desk)


def test_a_block_becomes_the_cell_that_does_it() -> None:
    text = (
        "# T\n\nSee [keys](keys.md#a).\n\n```console\n$ hp15c press 2\n 2.0000\n$ ls\n```\n\n"
        "Save this as `a.txt`:\n\n```text\nLBL A\n```\n\n```pycon\n>>> if 1:\n...     2\n2\n```\n"
        "\n```text\nread me\n```\n"
    )
    made = list(cells(text))
    assert [one["source"] for one in made if one["cell_type"] == "code"] == [
        "!hp15c press 2\n!ls",
        "%%writefile a.txt\nLBL A",
        "if 1:\n    2",
    ]
    assert "(keys.ipynb#a)" in made[0]["source"]
    assert "read me" in made[-1]["source"]


def test_notebooks_that_exist_are_not_replaced(tmp_path: Path) -> None:
    written = write_notebooks(tmp_path / "new")
    assert [path.stem for path in written] == list(ORDER)
    for path in written:
        facts = json.loads(path.read_text("utf-8"))
        assert (facts["nbformat"], facts["nbformat_minor"]) == (4, 5)
        assert len({cell["id"] for cell in facts["cells"]}) == len(facts["cells"])
    written[3].write_text("mine")
    again = CliRunner().invoke(main, ["guide", "--notebooks", str(tmp_path / "new")])
    assert (again.exit_code, again.stdout) == (2, "")
    assert "exists already" in again.stderr
    assert written[3].read_text() == "mine"
    forced = CliRunner().invoke(main, ["guide", "--notebooks", str(tmp_path / "new"), "--force"])
    assert forced.exit_code == 0
    assert written[3].read_text() != "mine"
