"""The end of a way: whether the answer that shows there is known to be right, and a pair that leads there."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, cast

from hp15c.core import machine
from hp15c.core.machine import Reason
from hp15c.core.playing import enter, state_with
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.state import X
from hp15c.table.modes import Format, Notation
from programs.codemaker import Seat, true_score
from programs.proof import digits
from programs.proof.counting import all_counted
from programs.proof.digits import HeldValue, NotSymbolic, Symbol, Unknown
from programs.proof.ways import Way, decisions

LINES: Final = 100_000
"""A limit above the lines of a scoring."""


class Fault(NamedTuple):
    """A wrong end: a pair of codes that leads there, and what is wrong."""

    secret: str
    guess: str
    what: str

    def __str__(self) -> str:
        return f"secret {self.secret}, guess {self.guess}: {self.what}"

    def shows(self, program: Program, seat: Seat, highest: int) -> bool:
        """Whether this pair is scored wrongly at the first guess when it is played, digit by digit."""
        if not set(self.secret + self.guess) <= set("123456789"[:highest]):
            return False
        state = state_with(program)
        enter(state, int(self.secret), seat.set.label)
        if machine.run(state, LINES) != Reason.STOP:
            return False
        enter(state, int(self.guess), seat.guess.label)
        stopped = machine.run(state, LINES) == Reason.STOP
        answer = Number.of(100 * int(self.guess) + true_score(self.guess, self.secret).decimal)
        return not stopped or state.x != digits.shift(answer, -2) or state.format != Format(Notation.FIX, 2)


def fault(way: Way, count: int) -> Fault | None:
    """The fault at an end. None when it shows the guess and its score, and both are known to be right.
    NotSymbolic when that is not known.
    """
    if way.counted is not None and not all_counted(way, count):
        raise NotSymbolic("not every digit has named a register")
    partners = _partners(way, count)
    open_pairs = [
        (s, g) for s in way.secret for g in way.guess if not way.known.differ(Symbol("s", s), Symbol("g", g))
    ]
    wanted = digits.total(digits.code("g", count), Number.of(f"{way.right}.{partners - way.right}e-1"))
    shown = cast("Any", way.state.stack[X])
    what = None
    if way.state.message:
        what = way.state.message
    elif isinstance(shown, HeldValue | Unknown):
        raise NotSymbolic("the number shown at the end is not known")
    elif not way.turn or way.state.format != Format(Notation.FIX, 2) or shown != wanted:
        what = f"X is {shown}, not {wanted}"
    elif len(way.decided) < count:
        what = "digits in the same place were not compared"
    elif open_pairs:
        s, g = open_pairs[0]
        what = f"digit {s + 1} of the secret was not compared with {g + 1} of the guess"
    return Fault(*_pair(way, count), what) if what else None


def _partners(way: Way, count: int) -> int:
    """How many digits of the secret have a partner: c + d if all that can have one do."""
    if way.counted is None:
        return count - len(way.secret)
    return sum(one.partners for one in way.named.groups)


def _pair(way: Way, count: int) -> tuple[str, str]:
    """A secret and a guess that lead this way, if there are any with digits 1 to 9."""
    names = [Symbol(code, place) for code in "sg" for place in range(count)]
    group = {name: name for name in names}
    told = decisions(way.history)
    for s, g, equal in told:
        if equal:
            old, new = group[g], group[s]
            group = {name: new if own == old else own for name, own in group.items()}
    apart = {frozenset((group[s], group[g])) for s, g, equal in told if not equal}
    value: dict[Symbol, int] = {}
    for own in dict.fromkeys(group.values()):
        taken = {value[other] for other in value if frozenset((own, other)) in apart}
        value[own] = next((one for one in range(1, 10) if one not in taken), 0)
    secret, guess = (
        "".join(str(value[group[Symbol(code, place)]]) for place in range(count)) for code in "sg"
    )
    return secret, guess
