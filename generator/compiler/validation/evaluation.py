"""SOLVE and the integral in a proof: functions of their limits and of the function that they call.

What is called is one term over any argument. It has the number of each way with the conditions of that way,
or the number of an Error. A function that is called changes nothing but the levels and registers on whose
values before it does not depend, and evaluates no function itself: two arguments would have one name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from generator.compiler.validation import opaque, rewriting
from generator.compiler.validation.knowledge import Knowledge
from generator.language.operations import RETURNS_OF_RUN
from hp15c.table.instructions import Step
from hp15c.table.models import LIMITS
from hp15c.terms import Outcome, TermState, Way, constant, input_of, uses
from hp15c.terms.substitution import Substitution
from hp15c.terms.term import NUMBER, OTHER, TRUE, Term, term

ARGUMENT: Final = input_of("fresh evaluated")
"""The argument of a function that SOLVE or the integral calls, while its ways are followed."""
_ANY_ARGUMENT: Final = input_of("fresh any argument")
"""The argument in the term of such a function. It stands for every number, and nothing is ever known of it.
So what the way of another function knows of its own argument does not change this term.
"""
MOST_EVALUATED: Final = 300  # lines of such a function, on all its ways
_KEYS: Final = ("SOLVE", "∫")
_OF_FORMAT: Final = ("∫",)
_END: Final = 0
"""The line to which a call on the last line returns. While that is pending, an integral ends in Error 7, and
SOLVE overwrites R3 and R6 (BEHAVIOUR 8.1).
"""
_OWN: Final = ("x", "y", "z")
"""The levels in which these leave numbers of their own. In the others stands what the function left there."""
_PLACES: Final = ("memory", "i", "last_x", "format", "angle", "seed")

Ends = tuple[tuple[Term, ...], Term]
"""The conditions of a way of a function, and its number, or the number of its Error as a whole number."""


class Evaluation(NamedTuple):
    """What SOLVE or the integral depends on: two guesses or limits, the function, and perhaps the format."""

    name: str
    operands: tuple[Term, ...]

    @property
    def fails(self) -> Term:
        """The condition that it ends in an Error."""
        return term(opaque.FAILS, *self.operands, payload=self.name, kind=OTHER)

    @property
    def finds(self) -> Term:
        """The condition that there is a root. An integral is always there."""
        return term("finds", *self.operands, payload=self.name, kind=OTHER) if self.name == "SOLVE" else TRUE

    def value_left(self, place: str, start: TermState | None = None) -> Term:
        """The number in a place after it. It depends on the lines and the whole state at `start`."""
        more: tuple[Term, ...] = ()
        if start is not None and place not in _OWN:
            more = (constant(start.line or 0), *(getattr(start, one) for one in _PLACES), *start.flags)
        return term("evaluation", *self.operands, *more, payload=f"{self.name} {place}")


def evaluation(
    known: Knowledge, name: str, limits: tuple[Term, ...], ends: Iterable[Ends], display: Term
) -> Evaluation:
    """What is evaluated, from the ways of the function."""
    cases = [term("case", value, *conditions) for conditions, value in ends]
    body = Substitution({ARGUMENT: _ANY_ARGUMENT})(rewriting.cases(known, term("cases", *cases)))
    return Evaluation(name, (*limits, body, display) if name in _OF_FORMAT else (*limits, body))


def begin_function(step: Step, state: TermState, line: int | None) -> TermState | None:
    """The state in which the function of SOLVE or of the integral begins. None where it is not followed."""
    depth = len(state.returns) + RETURNS_OF_RUN
    if step.name not in _KEYS or not opaque.is_real(state) or line is None or state.depth.whole != 0:
        return None
    if depth > LIMITS[state.model].returns or _END in state.returns:
        return None
    levels = dict.fromkeys(uses.LEVELS, ARGUMENT) | {"last_x": input_of("fresh last x")}
    start = state.with_places(levels)
    return start._replace(line=line, returns=(), depth=constant(depth), entry=None, lift=TRUE)


def ends_of(
    known: Knowledge, start: TermState, ways_of: Callable[[TermState, Knowledge], Iterable[Outcome]]
) -> list[Outcome] | None:
    """The ends of all ways of a function in a listing: it returns or fails. None where it is not followed."""
    found: list[Outcome] = []
    waiting = [Outcome((), start, Way.GOES_ON)]
    for _ in range(MOST_EVALUATED):
        if not waiting:
            return found
        one = waiting.pop()
        here = known.and_(*one.conditions)
        for way in ways_of(one.state, here):
            conditions = (*one.conditions, *way.conditions)
            if here.and_(*way.conditions).contradicted:
                continue
            (waiting if way.way is Way.GOES_ON else found).append(way._replace(conditions=conditions))
            returned = way.way is Way.RETURNS and _is_pure(start, way.state)
            failed = way.way is Way.FAILS and way.error is not None
            if way.way is not Way.GOES_ON and not returned and not failed:
                return None
    return None


def end_of(way: Outcome) -> Ends:
    """The end of a way of a listing."""
    return way.conditions, way.state.x if way.error is None else constant(way.error)


def _is_pure(before: TermState, after: TermState) -> bool:
    """Whether a function changed nothing but the levels, and perhaps registers, and left a number."""
    kept = ("i", "format", "angle", "seed", "registers")
    flags = before.flags[:9] == after.flags[:9] and after.x.kind == NUMBER
    return (
        flags and opaque.is_real(after) and all(getattr(before, one) is getattr(after, one) for one in kept)
    )
