"""The extension for VS Code: the files made from the table are up to date, and do their work."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from hp15c.listing.writers.formats import FORMATS
from hp15c.table.instructions import TABLE
from programs.editors.listings.colours import pieces
from programs.editors.listings.document import look
from programs.editors.vscode.contents import grammar, made_files, settings, snippets
from programs.editors.vscode.packing import FOLDER
from tests import ROOT


@pytest.mark.parametrize("name", made_files())
def test_a_made_file_is_what_the_tables_make(name: str) -> None:
    """Where this fails: python -m programs.editors.vscode.cli write."""
    assert (FOLDER / name).read_text("utf-8") == made_files()[name]


def test_the_extension_names_each_format_that_the_server_reads() -> None:
    (language,) = json.loads(made_files()["package.json"])["contributes"]["languages"]
    for name in ("simulator", "mnemonics", "symbolic", "keycodes"):
        assert set(FORMATS[name].suffixes) <= set(language["extensions"])


def test_the_settings_are_those_that_the_extension_reads() -> None:
    text = (FOLDER / "extension.js").read_text("utf-8")
    assert set(re.findall(r'\.get\("(\w+)"\)', text)) == {one.partition(".")[2] for one in settings()}


def test_every_instruction_has_a_snippet_that_can_be_read() -> None:
    rows = {row.name for row in TABLE if row.programmable and row.name != "digit"}
    assert set(snippets()) == rows
    for name, one in snippets().items():
        body = re.sub(r"\$\{1\|([^,|]*)[^}]*\}", r"\1", one["body"]).replace("\\$", "$")
        document = look(f"{body}\n", "x.15c")
        assert not document.faults, (name, body)
        assert document.program[1].name == name


def scopes(line: str) -> dict[str, str]:
    """The scope of each piece of a line, as an editor finds it: the first pattern that fits at a place."""
    found: dict[str, str] = {}
    at = 0
    patterns: list[dict[str, Any]] = grammar()["patterns"]
    while at < len(line):
        matches = [(match, one) for one in patterns if (match := re.compile(one["match"]).search(line, at))]
        if not matches:
            break
        match, pattern = min(matches, key=lambda pair: pair[0].start())
        if "name" in pattern:
            found[match[0]] = pattern["name"]
        for group, scope in pattern.get("captures", {}).items():
            if match[int(group)]:
                found[match[int(group)]] = scope["name"]
        at = max(match.end(), at + 1)
    return found


@pytest.mark.parametrize(
    ("line", "scope"),
    [
        ("   001 {    42 21 11 } f LBL A", {"001": "constant.numeric.line", "LBL": "keyword.control"}),
        ("   001 {    42 21 11 } f LBL A", {"A": "entity.name.function", "f": "storage.modifier"}),
        ("#L-1:counter", {"#L-1:": "keyword.other.note"}),
        ("g x²  ; the square", {"x²": "support.function", "; the square": "comment.line"}),
        ("GTO next_digit", {"GTO": "keyword.control", "next_digit": "entity.name.function"}),
        ("STO + .3", {"STO +": "support.function", ".3": "constant.numeric"}),
        ("g x≤y", {"x≤y": "keyword.control"}),
    ],
)
def test_the_colours_of_a_line(line: str, scope: dict[str, str]) -> None:
    found = scopes(line)
    assert {piece: found.get(piece) for piece in scope} == scope


@pytest.mark.slow
def test_the_colours_of_the_grammar_and_of_the_server_agree_on_instructions() -> None:
    """What leads somewhere is a keyword in both, what computes in neither."""
    text = (ROOT / "programs" / "codemaker-fast.15c").read_text("utf-8")
    document = look(text, "codemaker-fast.15c")
    seen = 0
    for piece in pieces(document):
        if piece.kind in ("keyword", "operator"):
            line = document.lines[piece.line - 1]
            word = line[piece.column : piece.column + piece.length].strip()
            scope = scopes(line).get(word)
            assert (scope == "keyword.control") is (piece.kind == "keyword"), line
            seen += 1
    assert seen > 200
