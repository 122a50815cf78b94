"""Unrolled counts: no loop, a few lines for each digit of the guess, and no pair compared twice.

Which digits of the secret are left to match depends on their values only. So a register for each value
(its number is the value) counts the digits of the secret, as the goal of an ISG: 0.003 for three of them.
A digit of the guess goes to I, and ISG (i) says in one line whether the secret still has a partner for it,
and takes that partner away. What is found so is c + d; c is counted on the main diagonal, which needs one
comparison a digit. The answer becomes 100 guess + (c + d) + 9 c, in hundredths. FRAC of the counts puts
the partners back for the next guess.

For any N a guess is taken as one of 4, 6 or 8 digits: what an N between has too few are zeros behind the
guess, which find no partner, and -1 behind the secret, which is nobody's digit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.assembly import Section, section
from generator.model import MOST_DIGITS
from generator.plan import Plan, Wish
from generator.plans import dialogue
from generator.plans.dialogue import Register, draw
from generator.plans.tallies import order
from hp15c.models import Model

FIRST_NAMED = 10
LAST_NAMED = 19
NAMED = LAST_NAMED - FIRST_NAMED + 1
RIGHT = ".09909"
COUNTED = "EEX; CHS; 3"
STAGES = (4, 6)
NOTES = {
    **dialogue.ENTRY_NOTES,
    "answer": "the answer",
    "counted": "the counts are as they were",
    "split": "next digit of the secret",
    "digit": "draw a digit",
    **{f"after {stage}": f"more than {stage} digits" for stage in STAGES},
}
TOO_LONG = "A guess with more digits than N may stop with Error 3 and spoil the secret: set it again."
SCALARS = {
    "ten": "10",
    "right": "9 c, with goal and step of an ISG",
    "total": "100 guess + c + d",
    "turn": "turn",
    "scale": "10^(N + 1)",
    "hundred": "100",
}
CHOICES = (
    "the secret's digits are counted by value: one ISG (i) does for a whole column of pairs",
    "c is counted on the main diagonal, c + d by value; d is their difference, so no order is left to keep",
    "the digits of the guess are split off by straight lines, a block each",
    "the program is first in memory: RTN stops at line 000, R/S begins at 001, with no label to search",
)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things are: scalars first, then the secret's digits, then what no line can name."""

    wish: Wish

    @property
    def most(self) -> int:
        """The largest N."""
        return self.wish.digits or MOST_DIGITS

    @property
    def stages(self) -> tuple[int, ...]:
        """After how many digits the scoring may end before the last."""
        return () if self.wish.digits else STAGES

    @property
    def scalars(self) -> tuple[str, ...]:
        """The scalars that have a register which lines can name; three are enough."""
        if not self.wish.digits:
            return ("ten", "right", "total", "scale")
        return tuple(SCALARS)[: max(3, min(len(SCALARS), NAMED - self.most))]

    @property
    def first_secret(self) -> int:
        """The register of the secret's first digit."""
        return FIRST_NAMED + len(self.scalars)

    def secret(self, place: int) -> int:
        """The register of a digit of the secret; `place` counts from 1 on the left."""
        return self.first_secret + place - 1

    @property
    def turn(self) -> int | None:
        """The register of the turn where it is reached through I."""
        return None if "turn" in self.scalars else max(self.secret(self.most), LAST_NAMED) + 1

    @property
    def highest(self) -> int:
        """The highest register."""
        return max(self.turn or 0, self.secret(self.most), LAST_NAMED)


def candidates(wish: Wish) -> Iterator[Plan]:
    """One plan, for the HP-15C: its ISG (i) is what it lives on."""
    if wish.model is Model.HP15C and wish.scheme == "merged" and not wish.order_check:
        yield counts(wish)


def counts(wish: Wish) -> Plan:
    """The plan for any N or a fixed one."""
    layout = Layout(wish)
    hundredfold = "RCL × hundred" if "hundred" in layout.scalars else "EEX; 2; ×"
    first = wish.show == "turn-first"
    sections = (
        section("Guess", f"{hundredfold}; STO total", "in hundredths"),
        *((section("Turn", f"{turn(layout)}; PSE"),) if first else ()),
        *put_back(layout),
        *(part for place in range(1, layout.most + 1) for part in block(layout, place)),
        answer(layout),
        draw(wish),
        *set_secret(layout),
    )
    registers = registers_of(layout)
    labels = {line.partition(" ")[2] for part in sections for line in part.lines if line.startswith("LBL ")}
    return Plan(
        family="unrolled",
        assembly=dialogue.assembly(sections, registers),
        registers=dialogue.notes(registers),
        labels={name: note for name, note in NOTES.items() if name in labels},
        flags={str(flag): f"N is at most {stage}" for flag, stage in enumerate(layout.stages)},
        order=order,
        most_digits=layout.most,
        fixed_digits=wish.digits,
        highest_register=layout.highest,
        left_out=dialogue.LEFT_OUT,
        choices=CHOICES,
        usage=(TOO_LONG,),
    )


def turn(layout: Layout) -> str:
    """One more turn, in FIX 0."""
    if layout.turn is None:
        return dialogue.turn_shown(layout.wish)
    return f"{layout.turn}; STO I; 1; STO + (i); RCL (i); FIX 0"


def answer(layout: Layout) -> Section:
    """The answer, with what ends the program; c begins at 0 again."""
    hundredth = "RCL ÷ hundred" if "hundred" in layout.scalars else "1; %"
    end = "RTN" if layout.wish.show == "turn-first" else f"PSE; {turn(layout)}; RTN"
    label = "LBL answer; " if layout.stages and layout.wish.show == "score-first" else ""
    return section(
        "Answer",
        f"{label}RCL right; INT; STO − right; RCL + total; {hundredth}; FIX 2; {end}",
        "total + 9 c, a hundredth of it",
    )


def put_back(layout: Layout) -> Iterator[Section]:
    """The counts as they were, and the guess with its first digit before the point."""
    begin = 1
    for flag, stage in enumerate((*layout.stages, layout.most)):
        lines = [f"RCL {value}; FRAC; STO {value}" for value in range(begin, stage + 1)]
        if stage in layout.stages:
            lines.append(f"F? {flag}; GTO counted")
        yield section(f"Counts of {begin} to {stage}", "; ".join(lines), "no digit is taken")
        begin = stage + 1
    label = "LBL counted;" if layout.stages else ""
    down = "RCL ÷ scale" if "scale" in layout.scalars else f"EEX; {layout.most + 1}; ÷"
    yield section("Digits of the guess", f"{label} RCL total; {down}", "the first before the point")


def block(layout: Layout, place: int) -> Iterator[Section]:
    """A digit of the guess: its partner by value taken, and compared with the secret's in the same place."""
    lines = ["LSTx; FRAC; RCL × ten"] if place > 1 else []
    if place - 1 in layout.stages:
        if layout.wish.show == "turn-first":
            yield section("No more digits?", f"LSTx; FRAC; x≠0; GTO after {place - 1}")
            yield answer(layout)
            lines = [f"LBL after {place - 1}; RCL × ten"]
        else:
            lines = ["LSTx; FRAC; x=0; GTO answer; RCL × ten"]
    lines.append("STO I" if place == layout.most else "STO I; INT")
    register = layout.secret(place)
    if register <= LAST_NAMED:
        lines.append(f"RCL secret {place}; x=y; ISG right; ISG (i); ISG total; CLx")
    else:
        lines.append(f"ISG (i); ISG total; ENTER; {register}; STO I; R↓; RCL (i); x=y; ISG right")
    yield section(
        f"Digit {place}", "; ".join(lines), "" if place > 1 else "ISG total skips the line after it"
    )


def set_secret(layout: Layout) -> Iterator[Section]:
    """`secret GSB B`: memory laid out, digits stored by place and counted by value; N is left in X."""
    digits = layout.wish.digits
    memory = f"{layout.highest}; DIM (i); R↓; " if layout.highest > LAST_NAMED else ""
    size = f"EEX; {digits - 1}" if digits else "LOG; INT; 10ˣ"
    hundred = "; EEX; 2" if {"scale", "hundred"} & {*layout.scalars} else ""
    hundred += "; STO hundred" if "hundred" in layout.scalars else ""
    scale = "; ×; STO scale" if "scale" in layout.scalars else ""
    yield section(
        "Set a secret",
        f"LBL set; CLEAR REG; {memory}STO total; {size}; STO ÷ total{hundred}{scale}; 10; STO ten",
        "turn 0; its first digit comes before the point",
    )
    if layout.stages:
        yield section("Nobody's digits", nobody(layout), "where the secret may have none")
    yield section(
        "Digits of the secret",
        f"""{layout.first_secret}; STO right; LBL split; RCL right; STO I; RCL total; INT; STO (i); STO I
        {COUNTED}; STO + (i); 1; STO + right; RCL total; FRAC; RCL × ten; STO total; x≠0; GTO split""",
        "by place, and counted by value",
    )
    flags = "".join(f"; CF {flag}; {stage}; x≥y; SF {flag}; R↓" for flag, stage in enumerate(layout.stages))
    yield section(
        "Ready",
        f"{RIGHT}; x↔ right; {layout.first_secret}; −{flags}; RTN",
        "ISG counts c by nines; N is shown",
    )


def nobody(layout: Layout) -> str:
    """-1 for the places of the secret that a stage reads although N may be smaller."""
    stages = (*layout.stages, layout.most)
    places = {place for place in range(2, layout.most + 1) if place - 1 not in layout.stages}
    assert max(stages) in places
    named = [f"STO secret {place}" for place in sorted(places) if layout.secret(place) <= LAST_NAMED]
    others = [
        f"{layout.secret(place)}; STO I; R↓; STO (i)"
        for place in sorted(places)
        if layout.secret(place) > LAST_NAMED
    ]
    return "; ".join(["1; CHS", *named, *others])


def operand(register: int) -> str:
    """A register as lines and notes name it: 12 is .2, and 21 itself."""
    return f".{register - FIRST_NAMED}" if register <= LAST_NAMED else str(register)


def registers_of(layout: Layout) -> dict[str, Register]:
    """All registers that lines name or a digit addresses, with what they are for."""
    registers = {"index": Register("I", "digit of the guess")}
    for value in range(10):
        counted = 0 < value <= layout.most
        note = f"digits {value} of the secret, as a goal" if counted else f"for a typed {value}"
        registers[f"count {value}"] = Register(str(value), note)
    for place, name in enumerate(layout.scalars):
        registers[name] = Register(f".{place}", SCALARS[name])
    for place in range(1, layout.most + 1):
        register = Register(operand(layout.secret(place)), f"digit {place} of the secret")
        registers[f"secret {place}"] = register
    if layout.turn is not None:
        registers["turn"] = Register(operand(layout.turn), SCALARS["turn"])
    if not layout.wish.digits:
        registers["n"] = registers["total"]
    return registers
