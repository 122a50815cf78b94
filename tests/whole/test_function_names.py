"""Names of functions: a verb or a noun says what a function does or gives, a participle alone does not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT
from tests.support.source_trees import nodes_of
from tests.whole.test_architecture import MAY_IMPORT, modules

PARTICIPLES = re.compile(
    r"told|said|kept|known|shown|given|made|found|sent|written|drawn|taken"
    r"|held|seen|done|gone|left|lost|met|built|begun|broken|chosen|driven"
    r"|fallen|heard|hidden|laid|lent|lit|meant|paid|proven|sold|spoken|stuck"
    r"|sunk|swung|thrown|torn|understood|won|worn|bound|bought|brought|caught|dealt"
    r"|fed|never"
)
"""Participles that do not end in -ed."""
VERBS_AND_NOUNS = frozenset({"need", "seed", "speed", "feed", "embed", "exceed", "proceed"})
PROMISED = {"known", "held", "unordered"}
"""Names that others call: `known` is what rules of the book ask a machine. Programs use the other words."""
NOT_HELD = ("programs/compiled",)
"""Folders whose names are as they were. A folder leaves this list when its functions have been named."""


def is_participle(name: str) -> bool:
    word = name.strip("_")
    if "_" in word or word in VERBS_AND_NOUNS:
        return False
    return PARTICIPLES.fullmatch(word) is not None or (word.endswith("ed") and len(word) > 3)


def held(package: str) -> Iterator[tuple[str, Path]]:
    for path in modules(package):
        name = str(path.relative_to(ROOT))
        if not name.startswith(NOT_HELD):
            yield name, path


@pytest.mark.parametrize("package", sorted(MAY_IMPORT))
def test_no_function_is_named_by_a_participle_alone(package: str) -> None:
    found, count = [], 0
    for name, path in held(package):
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                count += 1
                if is_participle(node.name) and node.name not in PROMISED:
                    found.append(f"{name}:{node.lineno} {node.name}")
    assert count > 50
    assert not found, found


def test_participles_are_told_from_verbs() -> None:
    names = ("_told", "packed", "never", "read", "run", "split", "seed", "read_listing", "with_linked_code")
    assert [name for name in names if is_participle(name)] == ["_told", "packed", "never"]
