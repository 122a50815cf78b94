"""The book: each row has one rule, and what is missing or too much is refused by name."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

import hp15c
from hp15c.operations.readable import HANDED_OVER as HANDLED
from hp15c.rules import book
from hp15c.rules.machine import Machine
from hp15c.table.instructions import TABLE, steps
from hp15c.table.models import Model
from hp15c.timing import base_cost


def nothing(m: Machine[Any, Any]) -> None:
    """A rule that does nothing."""


def test_a_row_without_a_rule_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    book.check()
    monkeypatch.delitem(book.RULES, "x²")
    with pytest.raises(LookupError, match="without a rule in hp15c/rules: x²"):
        book.check()


def test_a_rule_without_a_row_is_refused() -> None:
    with pytest.raises(LookupError, match="no row of the table is called 'CLx²'"):
        book.rule({"CLx²": (200, 150)})(nothing)


def test_a_second_rule_is_refused() -> None:
    with pytest.raises(LookupError, match="'R↓' has two rules"):
        book.rule({"R↓": (253, 186)})(nothing)


def test_each_rule_has_a_cost_for_each_model() -> None:
    assert set(book.COSTS) >= set(book.RULES)
    for model in Model:
        assert all(base_cost(one, model) > 0 for one in steps(model))


def test_commands_have_no_rules() -> None:
    assert set(book.RULES) == {row.name for row in TABLE if row.programmable}


def test_what_is_handed_over_has_a_function() -> None:
    assert set(HANDLED) >= book.HANDED_OVER


FILES: Final = 3
"""So many source files at most name an instruction, beside the table and the listings' spellings."""


@cache
def words_in_strings() -> dict[Path, set[str]]:
    """The words of all strings in each source file that is not of the table or of listings. No docstrings."""
    found, package = {}, Path(hp15c.__file__).parent
    for path in package.rglob("*.py"):
        if path.relative_to(package).parts[0] in ("table", "listing"):
            continue
        tree = ast.parse(path.read_text("utf-8"))
        alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        texts = [
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in alone
        ]
        found[path] = {word for text in texts if isinstance(text, str) for word in text.split()}
    return found


@pytest.mark.parametrize("name", ["x²", "R↓", "R↑", "x↔y", "LSTx", "ENTER", "CLx"])
def test_an_instruction_is_named_in_few_files(name: str) -> None:
    files = [path for path, words in words_in_strings().items() if name in words]
    assert 1 <= len(files) <= FILES, files


def test_at_most_a_tenth_of_the_rows_has_a_form_of_its_own_in_engines() -> None:
    rows = [row for row in TABLE if row.programmable]
    assert set(book.OWN_FORMS) <= {row.name for row in rows}
    assert len(book.OWN_FORMS) <= len(rows) / 10
    assert all(book.OWN_FORMS.values())
