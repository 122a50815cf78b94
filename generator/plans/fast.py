"""Tallies: the fast CodeMaker, which finds a guess digit's partner by address instead of looking for it.

Register v keeps how many digits v of the secret have no partner yet. A guess digit d in I takes one of them
with a single `DSE (i)`, which is the visit of all pairs (j, k) of its column k at once: pairs of unequal
digits cannot match, and which of the equal ones matches does not matter. Registers 0, 9 and those above N
are addressed by digits that never score; they hold too little for that from the start.

What is counted is t = c + d, the matches, and c, the digits right in their place. The number of matches is
the same in every order, because it is the smaller of the two counts of each digit, and c is what the
main diagonal alone gives when nothing is marked before it. So no visit waits for another, each digit of the
guess is split off once and forgotten, and the answer is guess + (t + 9 c) / 100.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.assembly import Section, section
from generator.model import MOST_DIGITS, Pair
from generator.plan import Plan, Wish
from generator.plans import dialogue
from generator.plans.dialogue import Register
from hp15c.models import Model


MOST_MASTERS = 4


def order(digits: int) -> Iterator[Pair]:
    """The order that the two counts stand for: the main diagonal, then the guess digit by digit."""
    for place in range(digits):
        yield Pair(place, place)
    for k in range(digits):
        for j in range(digits):
            if j != k:
                yield Pair(j, k)


def candidates(wish: Wish) -> Iterator[Plan]:
    """Plans of this family for a wish."""
    if wish.scheme != "merged" or wish.order_check or wish.model is not Model.HP15C:
        return
    if wish.digits is None:
        yield any_digits(wish)
        return
    if wish.digits <= MOST_MASTERS:
        yield fixed(wish, wish.digits, masters=True)
    yield fixed(wish, wish.digits, masters=False)


def digit_lines(place: int) -> str:
    """One digit of the guess: X is d.fff with d in front; afterwards what is left of it is in I.

    Nothing but X and I changes, so that the tens in Y, Z and T stay. ISG always skips the line behind it.
    """
    return f"STO I; INT; RCL − {secret(place)}; x=0; GSB right; DSE (i); ISG answer; CLx"


def secret(place: int) -> str:
    """The name of the register with the digit of the secret at this place, counted from 1 on the right."""
    return f"secret {place}"


RIGHT = section("A digit right in its place", "LBL right; CLx; 9; STO + answer; RTN", "t + 9 c: 10 for each")
TENS = "10; ENTER; ENTER; R↑"


def show(wish: Wish, body: tuple[Section, ...], turn: str) -> tuple[Section, ...]:
    """The turn, the body, the answer, in the order that is wanted."""
    counted = f"1; STO + turn; RCL turn; {turn}FIX 0"
    answer = "RCL answer; EEX; 2; ÷; FIX 2"
    if wish.show == "turn-first":
        return section("Turn", f"{counted}; PSE"), *body, section("Answer", f"{answer}; RTN")
    return *body, section("Answer", f"{answer}; PSE"), section("Turn", f"{counted}; RTN")


def any_digits(wish: Wish) -> Plan:
    """For any N: both chains of digits are entered through GTO I at the digit that is the first of N."""
    places = range(MOST_DIGITS, 0, -1)
    tallied = [f"LBL {r}; RCL {secret(r)}; STO I; R↓; STO + (i)" for r in places]
    scored = [f"LBL {r}; ×; {digit_lines(r)}" for r in places]
    body = (
        section(
            "No digit yet",
            "RCL turn; FRAC; 10; ×; STO I; 1;" + ";".join(f"STO {v}" for v in sorted(places)),
            "N to I; 1 in register v means that no digit v is left",
        ),
        section("Digits of the secret, one more each", "GTO I;" + ";".join(tallied)),
        section(
            "Point before the guess",
            f"x↔y; STO I; 2; +; 10ˣ; 1/x; RCL × answer; {TENS}",
            "tens in Y, Z, T for all that follows",
        ),
        section("Digits of the guess", "GTO I;" + "; x↔ I; FRAC;".join(scored)),
    )
    sections = (
        section("Guess", "EEX; 2; ×; STO answer"),
        *show(wish, body, "INT; "),
        RIGHT,
        section(
            "Draw a secret",
            "LBL draw; STO answer; STO I; CLx; LBL digit; 10; ×; RAN#; RCL × answer; INT; 1; +; +; DSE I; GTO digit",
            "secret × 10 + INT(n × RAN#) + 1",
        ),
        section(
            "Set a secret",
            """LBL set; CLEAR REG; 10; STO I; x↔y; LBL split; ISG I; CLx; 10; ÷; ENTER; FRAC; 10; ×; STO (i)
            R↓; INT; x≠0; GTO split""",
            "its digits from the right, into R.1 and on",
        ),
        section("Turn 0", "RCL I; 10; −; 10; ÷; STO turn; LSTx; ×; RTN", "turn + N / 10; N is shown"),
    )
    registers = {
        **buckets(),
        "turn": Register(".0", "turn + N / 10"),
        **{secret(r): Register(f".{r}", secret_note(r)) for r in sorted(places)},
        "answer": Register(".9", "100 guess + t + 9 c; n while drawing"),
    }
    return plan(wish, sections, registers, ("each digit by address", "two chains entered by GTO I"))


def fixed(wish: Wish, digits: int, masters: bool) -> Plan:
    """For one N: no chain is entered in its middle, and the first digit needs no multiplication.

    With masters, what the registers 1 to N begin with is kept and copied; else it is counted every time.
    """
    places = range(digits, 0, -1)
    values = range(1, digits + 1)
    counted = [f"RCL {secret(r)}; STO I; R↓; STO + (i)" for r in places]
    ones = [f"STO {v}" for v in values]
    fresh = [f"RCL master {v}; STO {v}" for v in values] if masters else ["1", *ones, *counted]
    body = (
        section("Digits of the secret", ";".join(fresh), "1 in register v means that no digit v is left"),
        section(
            "First digit of the guess",
            f"10; ENTER; ENTER; ENTER; RCL answer; EEX; {digits + 1}; ÷",
            "tens in Y, Z, T for all that follows",
        ),
        section("Digits of the guess", "; x↔ I; FRAC; ×;".join(map(digit_lines, places))),
    )
    first_secret = 10 + digits if masters else 10
    set_up = f"""LBL set; CLEAR REG; {first_secret}; STO I; x↔y; LBL split; ISG I; CLx; 10; ÷; ENTER; FRAC; 10; ×
            STO (i); R↓; INT; x≠0; GTO split"""
    kept = [";".join(["1", *ones, *counted]), *(f"RCL {v}; STO master {v}" for v in values)]
    sections = (
        section("Guess", "EEX; 2; ×; STO answer"),
        *show(wish, body, ""),
        RIGHT,
        dialogue.draw(wish),
        section("Set a secret", set_up, "its digits from the right"),
        *((section("What the registers begin with", ";".join(kept)),) if masters else ()),
        section("N is shown", f"{digits}; RTN"),
    )
    registers = {
        **buckets(),
        "turn": Register(".0", "turn"),
        **(
            {f"master {v}": Register(f".{v}", f"1 + digits {v} of the secret") for v in values}
            if masters
            else {}
        ),
        **{secret(r): Register(f".{first_secret - 10 + r}", secret_note(r)) for r in places},
        "answer": Register(".9", "100 guess + t + 9 c"),
    }
    choices = (
        "each digit by address",
        "beginnings kept" if masters else "beginnings counted from the secret",
    )
    return plan(wish, sections, registers, choices)


def buckets() -> dict[str, Register]:
    """The registers that a digit addresses."""
    return {f"left {v}": Register(str(v), bucket_note(v)) for v in range(10)}


def bucket_note(v: int) -> str:
    """What the register of a digit holds."""
    if v in (0, 9):
        return f"0 or less: {v} never scores"
    return f"1 + digits {v} of the secret that have no partner"


def secret_note(place: int) -> str:
    """What the register of a place holds."""
    return f"digit {place} of the secret, from the right"


def plan(
    wish: Wish, sections: tuple[Section, ...], registers: dict[str, Register], choices: tuple[str, ...]
) -> Plan:
    """The plan around these sections."""
    used = {line for part in sections for line in part.lines if line.startswith("LBL ")}
    labels = {
        **dialogue.ENTRY_NOTES,
        "right": "a digit right in its place",
        "digit": "draw a digit",
        "split": "next digit of the secret",
        "count": "next digit of the secret",
        "counted": "no digit of the secret left",
        "step": "next digit of the guess",
        "scored": "no digit of the guess left",
        "take": "a digit finds a partner",
    }
    return Plan(
        family="tallies",
        assembly=dialogue.assembly(sections, registers),
        registers=dialogue.notes(registers),
        labels={name: note for name, note in labels.items() if f"LBL {name}" in used},
        order=order,
        most_digits=wish.digits or MOST_DIGITS,
        left_out=dialogue.LEFT_OUT,
        choices=choices,
    )
