"""The chapters of the guide as Jupyter notebooks that run: text, files, Python and commands as cells."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from hp15c.files import replace
from programs.guide.chapters import Chapter, chapters

_BLOCK: Final = re.compile(r"^```(?P<language>\w+)\n(?P<body>.*?)^```\n", re.MULTILINE | re.DOTALL)
_SAVED: Final = re.compile(r"Save this as `([^`]+)`:\s*$")
_LINK: Final = re.compile(r"\]\(([\w-]+)\.md([#)])")
_PICTURE: Final = re.compile(r"^!\[[^\]]*\]\(pictures/[^)]*\)\n", re.MULTILINE)
"""A picture that the cell above it shows when it is run."""
_RAISES: Final = "Traceback (most recent call last):"

Cell = dict[str, Any]


def files(folder: Path) -> dict[Path, Chapter]:
    """The notebooks that a folder gets, and the chapter of each."""
    return {folder / f"{one.name}.ipynb": one for one in chapters()}


def write_notebooks(folder: Path, write: Callable[[Path, bytes], None] = replace) -> list[Path]:
    """Write a notebook for each chapter into a folder, which is made if it is not there, by `write`."""
    folder.mkdir(parents=True, exist_ok=True)
    for path, one in files(folder).items():
        write(path, json.dumps(notebook(one.text), ensure_ascii=False, indent=1).encode() + b"\n")
    return list(files(folder))


def notebook(text: str) -> dict[str, Any]:
    """A chapter in the format of Jupyter, version 4.5, with no outputs."""
    found = [one | {"id": f"cell-{number}"} for number, one in enumerate(cells(text))]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": found, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def cells(text: str) -> Iterator[Cell]:
    """The cells of a chapter. Links to chapters lead to their notebooks."""
    place = 0
    for block in _BLOCK.finditer(text):
        before = text[place : block.start()]
        code = code_of(block["language"], block["body"], before)
        if code is None:
            continue
        yield from _words(before)
        tags = {"tags": ["raises-exception"]} if _RAISES in block["body"] else {}
        yield {"cell_type": "code", "execution_count": None, "metadata": tags, "outputs": [], "source": code}
        place = block.end()
    yield from _words(text[place:])


def code_of(language: str, body: str, before: str) -> str | None:
    """The code that does what a block of a chapter shows. None for a block that is only to be read."""
    saved = _SAVED.search(before)
    if language == "python" and body.startswith("# "):
        name, _, source = body.partition("\n")
        return f"%%writefile {name[2:]}\n{source}".rstrip("\n")
    if saved:
        return f"%%writefile {saved[1]}\n{body}".rstrip("\n")
    if language == "pycon":
        return "\n".join(line[4:] for line in body.splitlines() if line.startswith((">>>", "...")))
    if language == "console":
        return "\n".join(f"!{line[2:]}" for line in body.splitlines() if line.startswith("$ "))
    return None


def _words(text: str) -> Iterator[Cell]:
    text = _PICTURE.sub("", text)
    if text.strip():
        linked = _LINK.sub(r"](\1.ipynb\2", text.strip())
        yield {"cell_type": "markdown", "metadata": {}, "source": linked}
