"""Terms with other terms put in for their inputs, made anew by the laws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from hp15c.rules.number_functions import ONE, SEVERAL, WHOLE
from hp15c.terms import laws
from hp15c.terms.term import Term, term


class Substitution:
    """Terms with some of their parts replaced. Each term is made once.

    `meanings` has the term that stands for each replaced part: an input, or a register of the memory at the
    beginning.
    """

    def __init__(self, meanings: Mapping[Term, Term]) -> None:
        self._made: dict[Term, Term] = dict(meanings)

    def __call__(self, of: Term) -> Term:
        """The term with its parts replaced."""
        return made_of_operands(of, self._made, made_anew)


def made_of_operands(
    of: Term, made: dict[Term, Term], make: Callable[[Term, tuple[Term, ...]], Term]
) -> Term:
    """What `make` makes of a term and of what was made of its operands before. `made` keeps all of it.

    No call of Python is under way for an operand, however deep it is.
    """
    if (found := made.get(of)) is not None:
        return found
    waiting = [of]
    while waiting:
        one = waiting[-1]
        if one not in made:
            needed = [arg for arg in one.args if arg not in made]
            if needed:
                waiting += needed
                continue
            made[one] = make(one, tuple(made[arg] for arg in one.args))
        waiting.pop()
    return made[of]


def made_anew(one: Term, args: tuple[Term, ...]) -> Term:
    """The operation of a term with other operands."""
    if args == one.args:
        return one
    if one.op in MAKERS:
        return MAKERS[one.op](*args)
    if one.op in ("overflows", "fails"):
        make = laws.overflows if one.op == "overflows" else laws.fails
        return make(str(one.payload), *args)
    if one.op in SEVERAL:
        assert isinstance(one.payload, int)
        return laws.results(one.op, *args)[one.payload]
    if one.op in ONE:
        return laws.compute(one.op, *args)
    if one.op in WHOLE:
        return laws.whole(one.op, *args)
    return term(one.op, *args, payload=one.payload, kind=one.kind)


MAKERS: Final[dict[str, Callable[..., Term]]] = {
    "+": laws.add,
    "×": laws.multiply,
    "÷": laws.divide,
    "CHS": laws.negate,
    "settle": laws.settle,
    "=": laws.equal,
    "<": laws.below,
    "at least": laws.at_least,
    "matrix": laws.is_matrix,
    "not": laws.no,
    "or": laws.either,
    "choose": laws.choose,
    "register": laws.register,
    "stored": laws.store,
}
