"""Products and quotients as so many per cent."""

from __future__ import annotations

import pytest

from generator.compiler.code.building import Choices
from generator.compiler.code.lower import lower
from generator.compiler.code.rates import has_rates, take_rates
from generator.compiler.driver import compile_module
from tests.support.searched import agree
from tests.support.tree_pairs import function, module_of


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("return x / 100", ["%"]),
        ("return x / 10", []),
        ("r = 0.03\nif x > y:\n    r = 0.05\nreturn x * r", ["%"]),
        ("r = 0.03\nif x > y:\n    r = 0.05\nelif x > 9:\n    r = 0.15\nreturn x * r + r * y", ["%", "%"]),
        ("r = 3\nif x > y:\n    r = 5\nreturn x * r", []),
        ("r = 0.03\nif x > y:\n    r = 0.05\nreturn x * r + r", []),
        ("r = 0.03\nif x > y:\n    r = x\nreturn x * r", []),
        ("r = 0.03\nif x > y:\n    r = 9e99\nreturn x * r", []),
    ],
)
def test_quotients_by_100_and_products_with_one_of_several_rates_are_per_cent(
    body: str, lines: list[str]
) -> None:
    graph = lower(module_of(function(body, parameter="y, x")), Choices(counters="none"))[""]
    assert has_rates(graph) is bool(lines)
    take_rates(graph)
    assert [node.line for node in graph.nodes() if node.line == "%"] == lines
    assert not has_rates(graph)


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("return x * 0.15", "1 5 %"),
        ("return x / 25", "4 %"),
        ("return x + x * 0.15", "1 5 % +"),
        ("r = 0.03\nif x > y:\n    r = 0.05\nreturn x * r", "%"),
    ],
)
def test_a_product_is_so_many_per_cent_where_that_takes_fewer_keys(body: str, lines: str) -> None:
    module = module_of(function(body, parameter="y, x"))
    program = compile_module(module).program
    assert lines in " ".join(map(str, program.steps))
    assert "×" not in map(str, program.steps)
    agree(module, program, calls=200)
