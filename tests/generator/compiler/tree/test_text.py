"""The compiler's tree as text: readable, and a program of the language again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.compiler import front
from generator.compiler.tree.ir import Function
from generator.compiler.tree.text import text, without_margin
from programs.compiled_listings import SOURCES
from tests.support.shares import few


def without_loop_names(function: Function) -> str:
    """The body as text. The names of loops tell their lines, which the text has moved."""
    return re.sub("loop='[^']*'", "", repr(function.body))


@pytest.mark.first
@pytest.mark.parametrize("path", few(SOURCES), ids=lambda path: path.stem)
def test_the_text_reads_back_as_the_same_tree(path: Path) -> None:
    module = front.read(path)
    again = front.parse(without_margin(text(module)))
    assert again.registers == module.registers
    assert again.arrays == module.arrays
    for name, function in module.functions.items():
        assert without_loop_names(again.functions[name]) == without_loop_names(function)
        assert again.functions[name].label == function.label


def test_what_a_person_reads() -> None:
    module = front.parse(
        '"""A thing."""\nfrom generator.language import array, pi, program\nd = array(4, at=1)\n\n'
        '@program("A")\ndef one(n):\n    for i in range(n):\n'
        "        if not (1 <= d[i] < n or n == -2):\n"
        "            d[i] += (n - (i - 1)) * -pi ** 2 ** n\n        else:\n            n %= 3\n"
    )
    assert text(module) == (
        "       # text: A thing.\n"
        "       from generator.language import array, pi, program\n"
        "    3  d = array(4, at=1)\n"
        "\n\n"
        '       @program("A")\n'
        "    6  def one(n):\n"
        "    7      for i in range(n):\n"
        "    8          if not ((1 <= d[i] and d[i] < n) or n == -2):\n"
        "    9              d[i] = d[i] + (n - (i - 1)) * -pi ** 2 ** n\n"
        "               else:\n"
        "   11              n = n % 3\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        "more = put_next(a, x)",
        "first_element()",
        "clear_matrices()",
        "x = row() + column()",
        "x, more = take_next(a)",
        "set_row(x)",
        "x = row_norm(a)",
    ],
)
def test_words_of_matrices_are_imported(line: str) -> None:
    source = (
        '"""A matrix."""\nfrom generator.language import *\n\na = matrix("A")\n\n\n@program("A")\n'
        f"def one(x):\n    {line}\n    return x\n"
    )
    words = re.findall(r"(\w+)\(", line)
    imports = ", ".join(sorted({"matrix", "program", *words}))
    module = front.parse(source.replace("*", imports))
    shown = text(module)
    assert f"from generator.language import {imports}\n" in shown
    assert front.parse(without_margin(shown)).bodies == module.bodies
