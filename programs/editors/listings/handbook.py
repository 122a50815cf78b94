"""Where the Owner's Handbooks explain an instruction and work an example with it."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from hp15c.listing.spellings import candidates, words_to_press
from hp15c.table.models import Model

QUICK_LOOK: Final = 18
"""The page on which the HP-15C's handbook begins to explain. The pages before show what will be explained."""
SHOWN: Final = 5
"""How many pages of examples are named."""


class Section(NamedTuple):
    """A section of the HP-15C Owner's Handbook (November 1985) and the instructions that it explains."""

    number: int
    title: str
    page: int
    instructions: frozenset[str]

    @classmethod
    def of(cls, number: int, title: str, page: int, instructions: str) -> Section:
        """A section whose instructions are named with semicolons between them."""
        return cls(number, title, page, frozenset(instructions.split("; ")))


SECTIONS: Final = (
    Section.of(1, "Getting Started", QUICK_LOOK, "digit; .; EEX; CHS; ENTER; +; −; ×; ÷; CLx"),
    Section.of(
        2,
        "Numeric Functions",
        24,
        "√x; x²; 1/x; x!; %; Δ%; ABS; INT; FRAC; RND; π; eˣ; LN; 10ˣ; LOG; yˣ; DEG; RAD; GRD; "
        "SIN; COS; TAN; SIN⁻¹; COS⁻¹; TAN⁻¹; HYP SIN; HYP COS; HYP TAN; HYP⁻¹ SIN; HYP⁻¹ COS; HYP⁻¹ TAN; "
        "→R; →P; →H.MS; →H; →RAD; →DEG",
    ),
    Section.of(
        3,
        "The Automatic Memory Stack, LAST X, and Data Storage",
        32,
        "x↔y; R↓; R↑; LSTx; STO; RCL; STO +; RCL +; STO −; RCL −; STO ×; RCL ×; STO ÷; RCL ÷; x↔; CLEAR REG",
    ),
    Section.of(
        4,
        "Statistics Functions",
        47,
        "Py,x; Cy,x; RAN#; STO RAN#; RCL RAN#; Σ+; Σ−; x̄; s; L.R.; ŷ,r; RCL Σ+; CLEAR Σ",
    ),
    Section.of(5, "The Display and Continuous Memory", 58, "FIX; SCI; ENG"),
    Section.of(6, "Programming Basics", 66, "LBL; RTN; R/S; PSE"),
    Section.of(
        8,
        "Program Branching and Controls",
        90,
        "GTO; x≤y; x=0; x≠0; x>0; x<0; x≥0; x≤0; x=y; x≠y; x>y; x<y; x≥y; SF; CF; F?",
    ),
    Section.of(9, "Subroutines", 101, "GSB"),
    Section.of(10, "The Index Register and Loop Control", 106, "DSE; ISG"),
    Section.of(11, "Calculating With Complex Numbers", 120, "I; Re↔Im"),
    Section.of(
        12,
        "Calculating With Matrices",
        138,
        "MATRIX; DIM; RESULT; STO MATRIX; RCL MATRIX; STO RESULT; RCL RESULT; RCL DIM; STO g; RCL g",
    ),
    Section.of(13, "Finding the Roots of an Equation", 180, "SOLVE"),
    Section.of(14, "Numerical Integration", 194, "∫"),
)


def reference(name: str, model: Model) -> str:
    """The section that explains an instruction and the pages whose examples use it. Empty for none."""
    told = []
    if model is Model.HP15C:
        told += [
            f"section {one.number}, {one.title}, from page {one.page}"
            for one in SECTIONS
            if name in one.instructions
        ]
    pages = example_pages(model).get(name, ())
    if pages:
        more = " and others" if len(pages) > SHOWN else ""
        told.append(f"examples on page{'s' * (len(pages) > 1)} {', '.join(map(str, pages[:SHOWN]))}{more}")
    return f"{model.name.replace('HP', 'HP-')} Owner's Handbook: {', '.join(told)}" if told else ""


@cache
def example_pages(model: Model) -> dict[str, tuple[int, ...]]:
    """For each instruction the pages of its model's Owner's Handbook whose worked examples press it."""
    found: dict[str, set[int]] = {}
    text = (files("hp15c") / "reference" / "handbook.csv").read_text("utf-8")
    for row in csv.DictReader(text.splitlines()):
        if row["book"] != model.name.removeprefix("HP") or int(row["page"]) < QUICK_LOOK:
            continue
        for word, _ in words_to_press(row["keys"].removesuffix(" (held)"), model):
            for step in candidates(word, model)[:1]:
                found.setdefault(step.name, set()).add(int(row["page"]))
    return {name: tuple(sorted(pages)) for name, pages in found.items()}
