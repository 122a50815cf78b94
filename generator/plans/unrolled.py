"""Unrolled counts: no loop, a few lines for each digit of the guess, and no pair compared twice.

Which digits of the secret can still match depends only on their values. So a register for each value (its
number is the value) counts the digits of the secret, as the goal of an ISG: 0.003 for three of them. A digit
of the guess goes to I, and ISG (i) says in one line whether the secret still has a partner for it, and takes
that partner away. What is found so is c + d. c is counted on the main diagonal, which needs one comparison a
digit. The answer becomes 100 guess + (c + d) + 9 c, in hundredths. Or c + d is added up with 9 c, and a
hundredth of the sum is added to the guess. FRAC of the counts puts the partners back for the next guess, or a
second copy of a count does, where a register is left over.

For any N a guess is treated as one of 4, 6 or 8 digits. The missing digits are zeros behind the guess, which
find no partner, and -1 behind the secret, which is no digit of a guess.

Registers 0 and 9 are addressed by digits that never score, and ISG adds to them. A number of 10^11 or more
does not change (BEHAVIOUR 4.6: the sum has ten digits), so the turn can be kept there, as 10^11 for each
turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.assembly import Section, section
from generator.mistakes import LongGuess
from generator.model import MOST_DIGITS
from generator.plan import Choice, Picked, Plan, Wish, expand
from generator.plans import dialogue
from generator.plans.dialogue import RegisterUse, draw
from generator.plans.tallies import order
from hp15c.models import Model

FIRST_NAMED = 10
LAST_NAMED = 19
NAMED = LAST_NAMED - FIRST_NAMED + 1
RIGHT = ".09909"
COUNTED = "EEX; CHS; 3"
STAGES = (4, 6)
BIG = 11
CUTS = Choice(
    "cuts",
    {
        "4 6": "a guess of any N is one of 4, 6 or 8 digits",
        "4": "a guess of any N is one of 4 or 8 digits",
    },
)
NOTES = {
    **dialogue.ENTRY_NOTES,
    "answer": "the answer",
    "counted": "the counts are as they were",
    "split": "next digit of the secret",
    "digit": "draw a digit",
    **{f"after {stage}": f"more than {stage} digits" for stage in STAGES},
}
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


ENDS = Choice(
    "ends",
    {
        "copied": "each end of the guess has the answer's lines behind it",
        "shared": "an end of the guess jumps to the answer's only lines",
    },
)

PARTNERS = Choice(
    "partners",
    {
        "isg": "a partner is counted by ISG, which skips the line behind it",
        "add": "a partner is added as 1",
        "together": "a partner is added as 1 to 9 c, and the guess stays as it is",
    },
)


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of values: scalars first, then the secret's digits, then registers that no line can name.

    `together`: c + d is added up in the register of 9 c, and the guess stays as it was keyed in.
    """

    wish: Wish
    cuts: tuple[int, ...] = STAGES
    copied: bool = True
    added: bool = False
    together: bool = False

    @property
    def most(self) -> int:
        """The largest N."""
        return self.wish.digits or MOST_DIGITS

    @property
    def stages(self) -> tuple[int, ...]:
        """The numbers of digits after which the scoring may end, without the last."""
        return () if self.wish.digits else self.cuts

    @property
    def flagged(self) -> tuple[int, ...]:
        """The stages for which a flag is set beforehand.

        Behind them the counts of higher digits are not touched.

        Where a secret may have digits above N, all counts are put back.
        """
        return () if self.wish.colours else self.stages

    @property
    def highest_count(self) -> int:
        """The highest digit of a secret whose count is put back."""
        return self.wish.colours or self.most

    @property
    def colours(self) -> int | None:
        """The highest digit that a secret may have. None: N. Register 9 is taken where it holds 10^11."""
        return None if self.big_turn and self.wish.colours == 9 else self.wish.colours

    @property
    def scalars(self) -> tuple[str, ...]:
        """The scalars that have a register which lines can name. Three are enough."""
        if not self.wish.digits:
            return ("ten", "right", "total", "scale")
        wanted = [name for name in SCALARS if not (self.together and name == "hundred")]
        return tuple(wanted[: max(3, min(len(wanted), NAMED - self.most))])

    @property
    def goals(self) -> range:
        """The values whose count is kept a second time, in registers that are left over."""
        left = NAMED - len(self.scalars) - self.most if self.wish.digits and self.together else 0
        return range(2, min(max(0, left), self.highest_count - 1) + 2)

    @property
    def places_kept(self) -> int:
        """The number of places by which the guess is moved to the left, beyond its digits before the
        point.
        """
        return 0 if self.together else 2

    @property
    def first_secret(self) -> int:
        """The register of the secret's first digit."""
        return FIRST_NAMED + len(self.scalars)

    def secret(self, place: int) -> int:
        """The register of a digit of the secret. `place` counts from 1 on the left."""
        return self.first_secret + place - 1

    @property
    def big_turn(self) -> bool:
        """Whether the turn is kept in register 0, 10^11 for each."""
        return "turn" not in self.scalars

    @property
    def highest(self) -> int:
        """The highest register."""
        return max(self.secret(self.most), LAST_NAMED)


def candidates(wish: Wish) -> Iterator[Plan]:
    """Plans of this family. They are for the HP-15C, because they need ISG (i)."""
    if wish.model is Model.HP15C and wish.scheme == "merged" and not wish.order_check:
        choices = (PARTNERS,) if wish.digits else (PARTNERS, CUTS, ENDS)
        yield from expand(choices, lambda picked: counts(wish, picked))


def cuts(text: str) -> tuple[int, ...]:
    """The numbers of digits after which a guess may end, from the option's name."""
    return tuple(map(int, text.split()))


def counts(wish: Wish, picked: Picked) -> Plan | None:
    """The plan for any N or a fixed one. The answer is copied only where it ends the program."""
    copied = picked.get("ends") == "copied"
    if copied and wish.show == "score-first":
        return None
    added = picked["partners"] != "isg"
    layout = Layout(wish, cuts(picked.get("cuts", "4 6")), copied, added, picked["partners"] == "together")
    first = wish.show == "turn-first"
    sections = (
        guess(layout),
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
        flags=flags(layout),
        order=order,
        most_digits=layout.most,
        fixed_digits=wish.digits,
        highest_register=layout.highest,
        colours=layout.colours,
        left_out=dialogue.LEFT_OUT,
        limit=dialogue.limit(wish, f"RCL scale; RCL {'×' if layout.together else '÷'} ten"),
        choices=CHOICES,
        too_long=LongGuess.COUNTED,
    )


def guess(layout: Layout) -> Section:
    """Lines that store the guess, as it is or in hundredths."""
    if layout.together:
        return section("Guess", "STO total")
    hundredfold = "RCL × hundred" if "hundred" in layout.scalars else "EEX; 2; ×"
    return section("Guess", f"{hundredfold}; STO total", "in hundredths")


def flags(layout: Layout) -> dict[str, str]:
    """Notes on what the flags are for."""
    return {str(flag): f"N is at most {stage}" for flag, stage in enumerate(layout.flagged)}


def turn(layout: Layout) -> str:
    """One more turn, in FIX 0."""
    if layout.big_turn:
        return "RCL big; RCL + turn; STO turn; RCL ÷ big; FIX 0"
    return dialogue.turn_shown(layout.wish)


def answer(layout: Layout) -> Section:
    """The answer, with what ends the program. c begins at 0 again."""
    hundredth = "RCL ÷ hundred" if "hundred" in layout.scalars else "1; %"
    end = "RTN" if layout.wish.show == "turn-first" else f"PSE; {turn(layout)}; RTN"
    label = "LBL answer; " if layout.stages and not layout.copied else ""
    lines, note = f"RCL + total; {hundredth}", "total + 9 c, a hundredth of it"
    if layout.together:
        lines, note = "1; %; RCL + total", "a hundredth of c + d + 9 c, and the guess"
    return section("Answer", f"{label}RCL right; INT; STO − right; {lines}; FIX 2; {end}", note)


def put_back(layout: Layout) -> Iterator[Section]:
    """Lines that restore the counts, and bring the guess with its first digit before the point."""
    begin = 1
    for flag, stage in enumerate((*layout.flagged, layout.highest_count)):
        lines = [
            f"RCL goal {value}; STO {value}" if value in layout.goals else f"RCL {value}; FRAC; STO {value}"
            for value in range(begin, stage + 1)
        ]
        if stage in layout.flagged:
            lines.append(f"F? {flag}; GTO counted")
        yield section(f"Counts of {begin} to {stage}", "; ".join(lines), "no digit is taken")
        begin = stage + 1
    label = "LBL counted;" if layout.flagged else ""
    yield section("Digits of the guess", f"{label} {split(layout)}", "the first before the point")


def split(layout: Layout) -> str:
    """The guess with its first digit before the point."""
    down = "RCL ÷ scale" if "scale" in layout.scalars else f"EEX; {layout.most - 1 + layout.places_kept}; ÷"
    return f"RCL total; {down}"


def block(layout: Layout, place: int) -> Iterator[Section]:
    """Lines for a digit of the guess: it takes its partner by value, and is compared with the secret's digit
    in the same place.
    """
    lines = ["LSTx; FRAC; RCL × ten"] if place > 1 else []
    if place - 1 in layout.stages:
        if layout.copied:
            yield section("No more digits?", f"LSTx; FRAC; x≠0; GTO after {place - 1}")
            yield answer(layout)
            lines = [f"LBL after {place - 1}; RCL × ten"]
        else:
            lines = ["LSTx; FRAC; x=0; GTO answer; RCL × ten"]
    lines.append("STO I" if place == layout.most else "STO I; INT")
    register = layout.secret(place)
    if register <= LAST_NAMED:
        sum_of = "right" if layout.together else "total"
        take = f"1; ISG (i); STO + {sum_of}" if layout.added else "ISG (i); ISG total; CLx"
        lines.append(f"RCL secret {place}; x=y; ISG right; {take}")
    elif layout.together:
        lines.append(f"1; ISG (i); STO + right; {register}; STO I; R↓; R↓; RCL (i); x=y; ISG right")
    else:
        lines.append(f"ISG (i); ISG total; ENTER; {register}; STO I; R↓; RCL (i); x=y; ISG right")
    yield section(
        f"Digit {place}",
        "; ".join(lines),
        "ISG total skips the line after it" if place == 1 and not layout.added else "",
    )


def set_secret(layout: Layout, tested: tuple[int, ...] | None = None) -> Iterator[Section]:
    """`secret GSB B`: memory laid out, digits stored by place and counted by value. N is left in X.

    `tested` are the numbers of digits after which the end of the guess is tested, where they are not
    `layout.stages`.
    """
    digits = layout.wish.digits
    memory = f"{layout.highest}; DIM (i); R↓; " if layout.highest > LAST_NAMED else ""
    size = f"EEX; {digits - 1}" if digits else "LOG; INT; 10ˣ"
    kept = {"scale", "hundred"} & {*layout.scalars} and not layout.together
    hundred = "; EEX; 2" if kept else ""
    hundred += "; STO hundred" if "hundred" in layout.scalars else ""
    scale = "; ×; STO scale" if kept and "scale" in layout.scalars else ""
    scale = "; STO scale" if layout.together and "scale" in layout.scalars else scale
    big = f"; EEX; {BIG}; STO big" if layout.big_turn else ""
    yield section(
        "Set a secret",
        f"LBL set; CLEAR REG; {memory}STO total; {size}; STO ÷ total{hundred}{scale}; 10; STO ten{big}",
        "turn 0; its first digit comes before the point",
    )
    if layout.stages:
        yield section(
            "Places without a digit",
            without_digit(layout, tested or layout.stages),
            "where the secret may have none",
        )
    yield section(
        "Digits of the secret",
        f"""{layout.first_secret}; STO right; LBL split; RCL right; STO I; RCL total; INT; STO (i); STO I
        {COUNTED}; STO + (i); 1; STO + right; RCL total; FRAC; RCL × ten; STO total; x≠0; GTO split""",
        "by place, and counted by value",
    )
    goals = "".join(f"RCL {value}; STO goal {value}; " for value in layout.goals)
    flags = "".join(f"; CF {flag}; {stage}; x≥y; SF {flag}; R↓" for flag, stage in enumerate(layout.flagged))
    yield section(
        "Ready",
        f"{goals}{RIGHT}; x↔ right; {layout.first_secret}; −{flags}; RTN",
        "ISG counts c by nines; N is shown",
    )


def without_digit(layout: Layout, tested: tuple[int, ...]) -> str:
    """-1 for the places of the secret that a stage reads although N may be smaller."""
    places = {place for place in range(2, layout.most + 1) if place - 1 not in tested}
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


def registers_of(layout: Layout) -> dict[str, RegisterUse]:
    """All registers that lines name or a digit addresses, with what they are for."""
    registers = {"index": RegisterUse("I", "digit of the guess")}
    for value in range(10):
        counted = 0 < value <= layout.highest_count
        note = f"digits {value} of the secret, as a goal" if counted else f"for a typed {value}"
        registers[f"count {value}"] = RegisterUse(str(value), note)
    for place, name in enumerate(layout.scalars):
        registers[name] = RegisterUse(f".{place}", SCALARS[name])
    for place in range(1, layout.most + 1):
        register = RegisterUse(operand(layout.secret(place)), f"digit {place} of the secret")
        registers[f"secret {place}"] = register
    for value in layout.goals:
        place = layout.secret(layout.most) + 1 + value - layout.goals.start
        registers[f"goal {value}"] = RegisterUse(operand(place), f"digits {value} of the secret, kept")
    if layout.together:
        registers["right"] = RegisterUse(
            registers["right"].operand, "c + d + 9 c, with goal and step of an ISG"
        )
        registers["total"] = RegisterUse(registers["total"].operand, "the guess")
        if "scale" in registers:
            registers["scale"] = RegisterUse(registers["scale"].operand, "10^(N − 1)")
    if layout.big_turn:
        registers["turn"] = RegisterUse("0", f"turn × 10^{BIG}: a typed 0 adds nothing")
        registers["big"] = RegisterUse("9", f"10^{BIG}: a typed 9 adds nothing")
        del registers["count 0"], registers["count 9"]
    if not layout.wish.digits:
        registers["n"] = registers["total"]
    return registers
