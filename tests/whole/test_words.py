"""Plain words: docstrings, comments and help have short sentences, and no phrase that must be decoded."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT

PACKAGES = ("hp15c", "generator", "solver", "programs")
NOT_HELD = ("programs/compiled",)  # programs in the compiler's language, as owners write them
MOST_WORDS = 40
PHRASES = (
    "but for",
    "nobody's",
    "whence",
    "thousand million",
    "the surroundings",
    "aloud",
    "if need be",
)

DOCSTRING = re.compile(r'^[ \t]*r?"""((?:[^"\\]|\\.|"(?!""))*)"""[ \t]*(?:#.*)?$', re.MULTILINE)
COMMENT = re.compile(r"(?:^(?P<alone>[ \t]*)|  )# ?(?P<text>[^\n]*)$", re.MULTILINE)
FOR_TOOLS = re.compile(r"(?:noqa|type:|fmt:|mypy:|ruff:|pragma)")
QUOTED = re.compile(r"`[^`]*`|\"[^\"\n]*\"|(?<!\w)'[^'\n]*'|\[[^\]]*\]")
APART = re.compile(r"[ \t]*(?:Test: |\||>>>|- )|[ \t]{2,}\S")
"""Lines that are no running text: tables, examples, entries of lists, what is indented."""


def sentences(text: str) -> Iterator[str]:
    """The sentences of a docstring or comment in one line each, with x for quoted words."""
    lines = text.split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), default=0)
    paragraphs = [""]
    for line in [lines[0], *(line[margin:] for line in lines[1:])]:
        begins = not line.strip() or APART.match(line)
        paragraphs += [line] if begins else []
        paragraphs[-1] += "" if begins else f" {line}"
    for paragraph in paragraphs:
        if not APART.match(paragraph) or paragraph.startswith("- "):
            yield from re.split(r"(?<=[.!?])\s+", " ".join(QUOTED.sub("x", paragraph).split()))


def faults(sentence: str) -> Iterator[str]:
    """The faults of a sentence, in words."""
    if re.search(r";(?:\s|$)", sentence):
        yield "a semicolon: write two sentences"
    if len(sentence.split()) > MOST_WORDS:
        yield f"{len(sentence.split())} words: write two sentences"
    for phrase in PHRASES:
        if re.search(rf"\b{phrase}\b", sentence, re.IGNORECASE):
            yield f'"{phrase}": say it in plain words'


def texts(source: str) -> Iterator[tuple[int, str]]:
    """The docstrings and comments of a module, each with its line.

    Comments on lines of their own that follow each other are one.
    """
    for found in DOCSTRING.finditer(source):
        yield source.count("\n", 0, found.start(1)) + 1, found[1]
    outside = DOCSTRING.sub(lambda found: "\n" * found[0].count("\n"), source)
    first, lines = 0, [""]
    for found in COMMENT.finditer(outside):
        line = outside.count("\n", 0, found.start("text")) + 1
        if FOR_TOOLS.match(found["text"]):
            continue
        if found["alone"] is not None and line == first + len(lines):
            lines.append(found["text"])
            continue
        yield first, "\n".join(lines)
        first, lines = (line, [found["text"]]) if found["alone"] is not None else (0, [found["text"]])
        if not first:
            yield line, lines.pop()
    yield first, "\n".join(lines)


def helps(source: str) -> Iterator[tuple[int, str]]:
    """The help texts of a command's options, each with its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.keyword) and node.arg == "help" and isinstance(node.value, ast.Constant):
            yield node.value.lineno, node.value.value


def found_in(path: Path) -> list[str]:
    """The faults in the words of a module, each with its place."""
    source = path.read_text("utf-8")
    every = [*texts(source), *(helps(source) if "click.option(" in source else ())]
    return [
        f"{path.relative_to(ROOT)}:{line}: {fault}: {sentence}"
        for line, text in every
        for sentence in sentences(text)
        for fault in faults(sentence)
    ]


def test_faults_are_found() -> None:
    source = '''"""A thing; it is nobody's.

    It may hold `a; b`, "c; d" and [1; 2].

        an example; as it stands
    """

LIMIT = 5  # of lines; of bytes
# A comment that goes on
# in a second line; and ends here.
text = "a; b"
'''
    said = [(line, fault) for line, text in texts(source) for one in sentences(text) for fault in faults(one)]
    semicolon = "a semicolon: write two sentences"
    assert sorted(said) == [(1, '"nobody\'s": say it in plain words'), *((n, semicolon) for n in (1, 8, 9))]
    assert list(faults("word " * MOST_WORDS)) == []
    assert len(list(faults("word " * (MOST_WORDS + 1)))) == 1
    assert list(helps('click.option("--a", help="Do this; or that.")')) == [(1, "Do this; or that.")]


@pytest.mark.parametrize("package", PACKAGES)
def test_words_are_plain(package: str) -> None:
    paths = [
        path
        for path in sorted((ROOT / package).rglob("*.py"))
        if not any(path.is_relative_to(ROOT / part) for part in NOT_HELD)
    ]
    assert len(paths) > 3
    assert not (said := [fault for path in paths for fault in found_in(path)]), "\n" + "\n".join(said)
