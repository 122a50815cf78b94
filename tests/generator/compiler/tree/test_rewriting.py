"""Statements replaced in place."""

from __future__ import annotations

from generator.compiler.tree import ir
from generator.compiler.tree.rewriting import rewritten, substitute_statement, unused_name, with_body
from tests.support.tree_pairs import function, module_of, same, shown

BODY = "if x > 1:\n    x = 2\nelse:\n    x = 3\nreturn x"


def test_a_pair() -> None:
    module = module_of(function(BODY))
    test = module.functions["f"].body[0]
    assert isinstance(test, ir.If)
    body = substitute_statement(module.functions["f"].body, test.orelse[0], ())
    assert shown(with_body(module, "f", body)) == same(function("if x > 1:\n    x = 2\nreturn x"))


def test_what_does_not_change_stays_the_same_object() -> None:
    body = module_of(function(BODY)).functions["f"].body
    assert all(one is other for one, other in zip(rewritten(body, lambda _: None), body, strict=True))


def test_a_name_that_is_free() -> None:
    module = module_of("size = register()\n" + function("t = x\nt_2 = t\nreturn t_2"))
    body = module.functions["f"].body
    found = [unused_name(name, body, module) for name in ("s", "t", "size")]
    assert found == ["s", "t_3", "size_2"]
