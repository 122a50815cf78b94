"""The notes of a compiled listing."""

from __future__ import annotations

import pytest

from generator.compiler.driver import compile_module
from generator.compiler.listing import note_of, use
from hp15c.listing.writers import mnemonics, simulator
from tests.support.searched import NO_TIME
from tests.support.tree_pairs import module_of

SOURCE = '''
@program("B")
def difference(first, second):
    """The difference of two numbers.

    It is negative when the second is larger.
    """
    return first - second
'''


def test_how_an_entry_is_used() -> None:
    function = module_of(SOURCE).functions["difference"]
    assert note_of(function) == "The difference of two numbers"
    assert use(function) == "first ENTER second GSB B: The difference of two numbers"


@pytest.mark.parametrize(
    ("name", "documentation", "note"),
    [
        ("open_", "", "open"),
        ("_", "", "_"),
        ("add", "Adds two numbers. ", "Adds two numbers"),
        ("add", " ", "add"),
    ],
)
def test_a_note_has_no_blank_at_an_end(name: str, documentation: str, note: str) -> None:
    told = f'    """{documentation}"""\n' if documentation else ""
    module = module_of(f'@program("A")\ndef {name}(x):\n{told}    return x\n')
    assert note_of(module.functions[name]) == note
    assert compile_module(module, effort=NO_TIME).program.labels["A"] == note


def test_the_listing_says_what_its_label_is_for() -> None:
    program = compile_module(module_of(SOURCE), effort=NO_TIME).program
    assert program.labels["B"] == "The difference of two numbers"
    assert program.description.splitlines()[0] == use(module_of(SOURCE).functions["difference"])


def test_the_source_lines_are_comments_in_every_format_of_one_line_an_instruction() -> None:
    program = compile_module(module_of(SOURCE), effort=NO_TIME).program
    for written in (mnemonics.write(program), simulator.write(program)):
        assert "return first - second" in written
