"""The sources of the compiled programs. Their listings are compared with them elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.compiler import front
from generator.compiler.checking.examples import examples
from generator.compiler.checking.python_side import PythonSide
from programs.compiled_listings import FOLDERS, is_published

SOURCES = sorted(path for path in FOLDERS[0].glob("[a-z]*.py"))


@pytest.mark.first
@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_each_source_is_in_the_language_and_has_examples_of_every_entry(path: Path) -> None:
    module = front.read(path)
    calls = [one.call for row in examples(module, PythonSide(module).names) for one in row]
    assert {one.label for one in calls} == {one.label for one in module.functions.values() if one.label}


def test_most_have_a_published_listing_beside_which_they_are_measured() -> None:
    assert sum(map(is_published, SOURCES)) >= 14
