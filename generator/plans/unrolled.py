"""Unrolled counts: no loop, a few lines for each digit of the guess, and no pair compared twice.

Which digits of the secret can still match depends only on their values. So a register for each value (its
number is the value) counts the digits of the secret, as the goal of an ISG: 0.003 for three of them. A digit
of the guess goes to I, and ISG (i) says in one line whether the secret still has a partner for it, and takes
that partner away. The digits found in this way are c + d. c is counted on the main diagonal, which needs one
comparison a digit. c + d is added up with 9 c, and a hundredth of the sum is added to the guess. FRAC of the
counts puts the partners back for the next guess, or a second copy of a count does, where a register is left
over.

For any N a guess is treated as one of 4, 6 or 8 digits. The missing digits are zeros after the guess, which
find no partner, and -1 after the secret, which is no digit of a guess.

Registers 0 and 9 are addressed by digits that never score, and ISG adds to them. A number of 10^11 or more
does not change (BEHAVIOUR 4.6: the sum has ten digits), so the turn can be kept in register 0, as 10^11 for
each turn. Register 9 then keeps 10^11, or counts the digits 9 of the secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.assembler.assembly import Section, section
from generator.codemaker.mistakes import LongGuess
from generator.codemaker.model import MOST_DIGITS
from generator.codemaker.plan import Choice, Picked, Plan, Wish, expand
from generator.plans import dialogue
from generator.plans.dialogue import RegisterUse, draw
from generator.plans.tallies import order
from hp15c.table.models import Model
from hp15c.table.step import register_name

FIRST_NAMED = 10
LAST_NAMED = 19
NAMED = LAST_NAMED - FIRST_NAMED + 1
RIGHT = ".09909"
COUNTED = "EEX; CHS; 3"
STAGES = (4, 6)
BIG = 11
LAST_VALUE = 9
CUTS = Choice(
    "cuts",
    {"4 6": "a guess of any N is one of 4, 6 or 8 digits", "4": "a guess of any N is one of 4 or 8 digits"},
)
NOTES = {
    "split": "next digit of the secret",
    "digit": "draw a digit",
    **{f"after {stage}": f"more than {stage} digits" for stage in STAGES},
    **{f"ended {stage}": f"at most {stage} digits" for stage in STAGES},
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
        "own": "a guess of up to four digits has an end of its own, so that it meets no jump",
        "shared": "shorter guesses jump into the end of the longest",
    },
)

FORMATS = Choice(
    "format",
    {
        "turn": "",
        "last digit": "FIX 0 stands between the last digit's lines, whose places in memory then cost less",
    },
)


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of values: scalars first, then the secret's digits, then registers that no line can name.

    With `own_end` a guess that ends at the first of `cuts` has its own lines for that. With `together` c + d
    is added up in the register of 9 c, and the guess stays as it was keyed in. Without it c + d is added to
    the guess in hundredths. With `early_format` the turn's format is set before the last digit is compared.
    """

    wish: Wish
    cuts: tuple[int, ...] = STAGES
    own_end: bool = True
    together: bool = True
    early_format: bool = False

    @property
    def most(self) -> int:
        """The largest number of digits that a secret may have."""
        return self.wish.digits or MOST_DIGITS

    @property
    def stages(self) -> tuple[int, ...]:
        """After how many digits the scoring may end before the last: a flag for each says whether it does."""
        return () if self.wish.digits else self.cuts

    def counts(self, digits: int) -> range:
        """The digits whose counts a guess of `digits` digits puts back: all where a secret may have any."""
        return range(1, (self.highest_count if self.wish.colours else digits) + 1)

    @property
    def highest_count(self) -> int:
        """The highest digit of a secret whose count is put back."""
        return self.wish.colours or self.most

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
        """By how many places the guess moves left, beyond its digits before the point."""
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
        """Whether register 0 also keeps the turn, as 10^11 for each turn."""
        return "turn" not in self.scalars

    @property
    def keeps_big(self) -> bool:
        """Whether register 9 keeps 10^11. It counts digits where a secret may have a 9."""
        return self.big_turn and self.highest_count < LAST_VALUE

    @property
    def highest(self) -> int:
        """The number of the highest register that it uses."""
        return max(self.secret(self.most), LAST_NAMED)


def candidates(wish: Wish) -> Iterator[Plan]:
    """Plans of this family. They are for the HP-15C, because they need ISG (i)."""
    if wish.model is Model.HP15C and wish.scheme == "merged" and not wish.order_check:
        fixed = (FORMATS,) if wish.show == "turn-first" else ()
        yield from expand(fixed if wish.digits else (CUTS, ENDS), lambda picked: counts(wish, picked))


def counts(wish: Wish, picked: Picked) -> Plan:
    """The plan for any N, or for the one that the wish names."""
    layout = Layout(
        wish,
        tuple(map(int, picked.get("cuts", "4 6").split())),
        picked.get("ends") == "own",
        early_format=picked.get("format") == "last digit",
    )
    guess = section("Guess", f"STO total; {down(layout)}", "its first digit before the point")
    sections = (guess, *scoring_sections(layout), draw(wish), *set_secret(layout))
    return dialogue.make_plan(
        wish,
        "unrolled",
        sections,
        registers_of(layout),
        NOTES,
        order,
        "RCL scale; RCL × ten",
        flags=flags(layout),
        highest_register=layout.highest,
        colours=wish.colours,
        choices=CHOICES,
        too_long=LongGuess.COUNTED,
    )


def down(layout: Layout) -> str:
    """The line that brings the first digit of the guess before the point."""
    return "RCL ÷ scale" if "scale" in layout.scalars else f"EEX; {layout.most - 1 + layout.places_kept}; ÷"


def flags(layout: Layout) -> dict[str, str]:
    """The notes on what the flags are for, by the number of the flag."""
    return {
        str(flag): f"N is more than {stage}" if is_own(layout, stage) else f"N is at most {stage}"
        for flag, stage in enumerate(layout.stages)
    }


def is_own(layout: Layout, stage: int) -> bool:
    """Whether a guess that ends at a stage has its own lines for that."""
    return layout.own_end and stage == layout.stages[0]


def turn(layout: Layout) -> str:
    """The lines that count a turn and show its number in FIX 0."""
    kept = "RCL big; RCL + turn; STO turn; RCL ÷ big; FIX 0"
    typed = f"RCL turn; EEX; {BIG}; +; STO turn; LSTx; ÷; FIX 0"
    big = kept if layout.keeps_big else typed
    shown = big if layout.big_turn else dialogue.turn_shown(layout.wish)
    return shown.removesuffix("; FIX 0") if layout.early_format else shown


def answer(layout: Layout) -> tuple[Section, ...]:
    """The sections of the turn and the answer, in the order that is wanted. c begins at 0 again."""
    hundredth = "RCL ÷ hundred" if "hundred" in layout.scalars else "1; %"
    lines, note = f"RCL + total; {hundredth}", "total + 9 c, a hundredth of it"
    if layout.together:
        lines, note = "1; %; RCL + total", "a hundredth of c + d + 9 c, and the guess"
    lines = f"RCL right; INT; STO − right; {lines}; FIX 2"
    return dialogue.around(layout.wish, turn(layout), (), lines, note)


def scoring_sections(layout: Layout) -> Iterator[Section]:
    """The sections of the digits of the guess. After the last one the counts are put back, and turn and
    answer follow.

    A guess may end early in lines of its own. The digits that follow stand after those lines.
    """
    for place in range(1, layout.most + 1):
        yield block(layout, place)
        if place not in layout.stages:
            continue
        flag = layout.stages.index(place)
        if is_own(layout, place):
            yield section("No more digits?", f"F? {flag}; GTO after {place}")
            yield from end(layout, place)
            yield section("More digits", f"LBL after {place}; {NEXT}")
        else:
            yield section("No more digits?", f"F? {flag}; GTO ended {place}; {NEXT}")
    yield from end(layout, layout.most)


def end(layout: Layout, digits: int) -> Iterator[Section]:
    """The sections after the last digit: the counts become what they were, those of the highest digits first,
    then the answer shows.

    A guess that ends earlier and has no lines of its own jumps into the end of the longest.
    """
    shared = [one for one in layout.stages if not is_own(layout, one)] if digits == layout.most else []
    left = layout.counts(digits)
    for entry in (*reversed(shared), 0):
        later = (
            layout.counts(entry) if entry and not layout.wish.colours else range(1, left.stop if entry else 1)
        )
        lines = [put_back(layout, value) for value in left if value not in later]
        if lines:
            yield section(f"Counts up to {left.stop - 1}", "; ".join(lines), "no digit is taken")
        if entry:
            yield section("Shorter guesses", f"LBL ended {entry}")
        left = later
    yield from answer(layout)


def put_back(layout: Layout, value: int) -> str:
    """The lines that make the count of a digit what it was before the scoring."""
    return f"RCL goal {value}; STO {value}" if value in layout.goals else f"RCL {value}; FRAC; STO {value}"


NEXT = "LSTx; FRAC; RCL × ten"


def block(layout: Layout, place: int) -> Section:
    """The section in which a digit of the guess takes its partner and is compared with the secret's there."""
    lines = [NEXT] if place > 1 and place - 1 not in layout.stages else []
    register = layout.secret(place)
    take = "1; ISG (i); STO + right"
    whole = "" if place == layout.most else "INT; "
    shown = "FIX 0; " if layout.early_format and place == layout.most else ""
    if register <= LAST_NAMED:
        lines.append(f"STO I; {whole}RCL secret {place}; {shown}x=y; ISG right; {take}")
    else:
        lines.append(f"STO I; {take}; {register}; x↔ I; {whole}RCL (i); {shown}x=y; ISG right")
    return section(f"Digit {place}", "; ".join(lines))


def set_secret(
    layout: Layout, tested: tuple[int, ...] | None = None, flagged: Mapping[int, str] | None = None
) -> Iterator[Section]:
    """The sections for `secret GSB B`: digits stored by place and counted by value. N is left in X.

    `tested` are the numbers of digits after which it is asked whether the guess ends, if they are not
    `layout.stages`. `flagged` has, for each flag in order, the test of such a number against N that sets it.
    """
    if flagged is None:
        flagged = {stage: "x<y" if is_own(layout, stage) else "x≥y" for stage in layout.stages}
    digits = layout.wish.digits
    memory = f"{layout.highest}; DIM (i); R↓; " if layout.highest > LAST_NAMED else ""
    size = f"EEX; {digits - 1}" if digits else "LOG; INT; 10ˣ"
    kept = {"scale", "hundred"} & {*layout.scalars} and not layout.together
    hundred = "; EEX; 2" if kept else ""
    hundred += "; STO hundred" if "hundred" in layout.scalars else ""
    scale = "; ×; STO scale" if kept and "scale" in layout.scalars else ""
    scale = "; STO scale" if layout.together and "scale" in layout.scalars else scale
    big = f"; EEX; {BIG}; STO big" if layout.keeps_big else ""
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
    flags = "".join(
        f"; CF {flag}; {stage}; {test}; SF {flag}; R↓" for flag, (stage, test) in enumerate(flagged.items())
    )
    yield section(
        "Ready",
        f"{goals}{RIGHT}; x↔ right; {layout.first_secret}; −{flags}; RTN",
        "ISG counts c by nines; N is shown",
    )


def without_digit(layout: Layout, tested: tuple[int, ...]) -> str:
    """The lines that store -1, which no digit equals, in the places of a secret that may have fewer digits.

    `tested` are the numbers of digits after which it is asked whether the guess ends. The place that follows
    such a question needs no -1.
    """
    places = {place for place in range(2, layout.most + 1) if place - 1 not in tested}
    named = [f"STO secret {place}" for place in sorted(places) if layout.secret(place) <= LAST_NAMED]
    others = [
        f"{layout.secret(place)}; STO I; R↓; STO (i)"
        for place in sorted(places)
        if layout.secret(place) > LAST_NAMED
    ]
    return "; ".join(["1; CHS", *named, *others])


def registers_of(layout: Layout) -> dict[str, RegisterUse]:
    """All registers that lines name or a digit addresses, with what they are for."""
    registers = {"index": RegisterUse("I", "digit of the guess")}
    for value in range(LAST_VALUE + 1):
        counted = 0 < value <= layout.highest_count
        note = f"digits {value} of the secret, as a goal" if counted else f"for a typed {value}"
        registers[f"count {value}"] = RegisterUse(str(value), note)
    for place, name in enumerate(layout.scalars):
        registers[name] = RegisterUse(f".{place}", SCALARS[name])
    for place in range(1, layout.most + 1):
        register = RegisterUse(register_name(layout.secret(place)), f"digit {place} of the secret")
        registers[f"secret {place}"] = register
    for value in layout.goals:
        place = layout.secret(layout.most) + 1 + value - layout.goals.start
        registers[f"goal {value}"] = RegisterUse(register_name(place), f"digits {value} of the secret, kept")
    if layout.together:
        registers["right"] = RegisterUse(
            registers["right"].operand, "c + d + 9 c, with goal and step of an ISG"
        )
        registers["total"] = RegisterUse(registers["total"].operand, "the guess")
        if "scale" in registers:
            registers["scale"] = RegisterUse(registers["scale"].operand, "10^(N − 1)")
    if layout.big_turn:
        registers["turn"] = RegisterUse("0", f"turn × 10^{BIG}: a typed 0 adds nothing")
        del registers["count 0"]
    if layout.keeps_big:
        registers["big"] = RegisterUse("9", f"10^{BIG}: a typed 9 adds nothing")
        del registers["count 9"]
    if not layout.wish.digits:
        registers["n"] = registers["total"]
    return registers
