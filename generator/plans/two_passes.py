"""The two loops as straight lines: a pass over the main diagonal, then a pass that finds partners by value.

The registers are those of `unrolled`: a count of each digit of the secret, as the goal of an ISG, and the
secret's digits by place. The first pass splits the guess and compares each digit with the secret's in its
place: c. The second splits it again. Each of its digits takes a partner by ISG (i): c + d, in whatever order.
The answer is 100 guess + (c + d) + 9 c, in hundredths.

For any N both passes go on after their fourth and sixth digit only if something is left of the guess. Of the
counts those of up to 4 digits, or all, are put back.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.assembler.assembly import Section, section
from generator.codemaker.mistakes import LongGuess
from generator.codemaker.plan import Plan, Wish
from generator.plans import dialogue, unrolled
from generator.plans.dialogue import draw
from generator.plans.tallies import order
from generator.plans.unrolled import LAST_NAMED, Layout
from hp15c.table.models import Model

NEXT = "FRAC; RCL × ten"
TAKE = "STO I; ISG (i); ISG total; ENTER"
NOTES = {
    **unrolled.NOTES,
    "answer": "the answer",
    "counted": "the counts are as they were",
    "second": "the second pass",
}
CHOICES = (
    "the secret's digits are counted by value: one ISG (i) does for a whole column of pairs",
    "a first pass counts c on the main diagonal, a second c + d by value; d is their difference",
    "both passes split the guess by straight lines, so that its digits need no registers",
    "the program is first in memory: RTN stops at line 000, R/S begins at 001, with no label to search",
)


def candidates(wish: Wish) -> Iterator[Plan]:
    """The plan of this family, for the HP-15C."""
    if wish.model is Model.HP15C and wish.scheme == "two-loops" and not wish.order_check:
        yield passes(wish)


def passes(wish: Wish) -> Plan:
    """The plan for any N, or for the one that the wish names."""
    layout = Layout(wish, unrolled.STAGES[:1], together=False)
    hundredfold = "RCL × hundred" if "hundred" in layout.scalars else "EEX; 2; ×"
    sections = (
        section("Guess", f"{hundredfold}; STO total", "in hundredths"),
        *put_back(layout),
        *(sections_for_one_n(layout) if wish.digits else any_number(layout)),
        draw(wish),
        *unrolled.set_secret(layout, unrolled.STAGES, dict.fromkeys(flagged_stages(layout), "x≥y")),
    )
    return dialogue.make_plan(
        wish,
        "two passes",
        sections,
        unrolled.registers_of(layout),
        NOTES,
        order,
        "RCL scale; RCL ÷ ten",
        flags={str(flag): f"N is at most {stage}" for flag, stage in enumerate(flagged_stages(layout))},
        highest_register=layout.highest,
        colours=wish.colours,
        choices=CHOICES,
        too_long=LongGuess.COUNTED_LATE,
    )


def flagged_stages(layout: Layout) -> tuple[int, ...]:
    """The stages that a flag knows beforehand: after them, the counts of higher digits stay as they are.

    Where a secret may have digits above N, all counts are put back.
    """
    return () if layout.wish.colours else layout.stages


def put_back(layout: Layout) -> Iterator[Section]:
    """The sections that put the counts back to what they were, and bring the guess as a number with one digit
    before the point.
    """
    begin = 1
    stages = flagged_stages(layout)
    for flag, stage in enumerate((*stages, layout.highest_count)):
        lines = [unrolled.put_back(layout, value) for value in range(begin, stage + 1)]
        if stage in stages:
            lines.append(f"F? {flag}; GTO counted")
        yield section(f"Counts of {begin} to {stage}", "; ".join(lines), "no digit is taken")
        begin = stage + 1
    label = "LBL counted;" if stages else ""
    yield section("Digits of the guess", f"{label} {split_guess(layout)}", "the first before the point")


def split_guess(layout: Layout) -> str:
    """The lines that bring the guess with its first digit before the point."""
    return f"RCL total; {unrolled.down(layout)}"


def sections_for_one_n(layout: Layout) -> Iterator[Section]:
    """The sections of both passes for one N."""
    places = range(1, layout.most + 1)
    yield section(
        "First pass: the main diagonal",
        f"; LSTx; {NEXT}; ".join(compare_place(layout, one) for one in places),
    )
    yield section(
        "Second pass: partners by value",
        f"{split_guess(layout)}; " + f"; {NEXT}; ".join(TAKE for _ in places),
        "ISG total skips the line after it",
    )
    yield from unrolled.answer(layout)


def any_number(layout: Layout) -> Iterator[Section]:
    """The sections of both passes for any N."""
    early, middle, last = range(1, 5), range(5, 7), range(7, layout.most + 1)

    def compare(places: range) -> str:
        return f"; LSTx; {NEXT}; ".join(compare_place(layout, one) for one in places)

    def take(places: range) -> str:
        return f"; {NEXT}; ".join(TAKE for _ in places)

    more = f"{compare(middle)}; LSTx; FRAC; x=0; GTO second; RCL × ten; {compare(last)}"
    rest = f"{take(middle)}; FRAC; x=0; GTO answer; RCL × ten; {take(last)}"
    yield section(
        "First pass: the main diagonal",
        f"{compare(early)}; LSTx; FRAC; x=0; GTO second; RCL × ten; {more}",
    )
    second = f"LBL second; {split_guess(layout)}; {take(early)}; FRAC"
    yield section(
        "Second pass: partners by value",
        f"{second}; x=0; GTO answer; RCL × ten; {rest}",
        "ISG total skips the line after it",
    )
    first_shown, then_shown = unrolled.answer(layout)
    yield section(first_shown.title, ("LBL answer", *first_shown.lines), first_shown.note)
    yield then_shown


def compare_place(layout: Layout, place: int) -> str:
    """Lines that compare a guess digit, d.ddd in X, with the secret's there. It is left in LAST X."""
    register = layout.secret(place)
    if register <= LAST_NAMED:
        return f"INT; RCL secret {place}; x=y; ISG right"
    return f"INT; {register}; STO I; R↓; RCL (i); x=y; ISG right"
