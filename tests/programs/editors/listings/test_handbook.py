"""Sections and pages of the Owner's Handbooks."""

from __future__ import annotations

from itertools import pairwise

from hp15c.table.instructions import TABLE
from hp15c.table.models import Model
from programs.editors.listings.handbook import SECTIONS, example_pages, reference


def test_every_instruction_is_explained_in_one_section() -> None:
    named = sorted(name for section in SECTIONS for name in section.instructions)
    assert named == sorted(row.name for row in TABLE if row.keys is not None and row.programmable)


def test_each_section_works_examples_with_what_it_explains() -> None:
    pages = example_pages(Model.HP15C)
    for section, behind in pairwise(SECTIONS):
        worked = {page for name in section.instructions for page in pages.get(name, ())}
        assert any(section.page <= page < behind.page for page in worked), section.title


def test_an_instruction_has_its_section_and_its_pages() -> None:
    assert reference("∫", Model.HP15C).startswith(
        "HP-15C Owner's Handbook: section 14, Numerical Integration, from page 194, examples on page"
    )
    assert "195" in reference("∫", Model.HP15C)  # the Bessel function of the handbook
    assert reference("ISG", Model.HP15C).endswith(
        "section 10, The Index Register and Loop Control, from page 106"
    )
    assert reference("s", Model.HP11C) == ""
    assert reference("Σ+", Model.HP11C) == "HP-11C Owner's Handbook: examples on page 58"
