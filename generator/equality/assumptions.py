"""Conditions under which two programs are compared, as a person writes them: "x > 0, R1 whole, 1 <= R1 <= 9".

They say what the calculator holds when a label is pressed. `A: x > 0, y > 0` is for GSB A alone, to the end
of the line or to another label. Conditions stand apart by commas or lines, and a note begins with #.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from math import floor
from typing import Final

from generator.equality.claims import Assumed
from hp15c.errors import CalculatorError, InputError
from hp15c.numbers.number import ZERO, Number
from hp15c.state.state import State
from hp15c.table.models import Model
from hp15c.terms import Term, TermState, begin, constant, input_of, laws
from hp15c.terms.evaluate import Evaluation
from hp15c.terms.state import COMPLEX, USUAL_REGISTERS
from hp15c.terms.substitution import Substitution
from hp15c.terms.term import FALSE, NOUGHT, OTHER, TRUE

HELP: Final = "x > 0, R1 whole, 1 <= y <= 9, flag 0 clear, A: x != 0"
_LABELLED: Final = re.compile(r"\s*([A-E]|\.?\d)\s*:(.*)")
_SHOWN: Final = 100
MOST_TRIED: Final = 5_000
"""How many numbers are tried in places to find out whether assumptions contradict each other."""
_LARGEST: Final = Number.of("9.999999999e99")
_ORDER: Final = re.compile(r"(<=|>=|!=|[<>=≤≥≠])")
_REGISTER: Final = re.compile(r"[Rr](\.?\d)")
_WORDS: Final = re.compile(r"[ <>=!≤≥≠]+")
_FLAG: Final = re.compile(r"flag (\d) (set|clear)")
_WHOLE: Final = re.compile(r"(\S+) (?:whole|integer)")
_NUMBER: Final = re.compile(r"[-−]?(\d+\.?\d*|\.\d+)([eE]-?\d{1,2})?")
_PLACES: Final = {"x": "x", "y": "y", "z": "z", "t": "t", "lastx": "last_x", "last_x": "last_x", "i": "i"}


def assumptions(text: str, model: Model) -> tuple[Assumed, ...]:
    """The conditions in a text. InputError where one cannot be read."""
    begun, found = _idle_state(model), []
    for line in text.splitlines():
        label, rest = "", line.partition("#")[0]
        for one in rest.split(","):
            labelled = _LABELLED.fullmatch(one)
            if labelled:
                label, one = labelled.groups()
            told = " ".join(one.split())
            if told:
                named = tuple(match[1] for match in map(_REGISTER.fullmatch, _WORDS.split(told)) if match)
                found.append(Assumed(label, told, laws.both(*_conditions(told, begun)), named))
    if any(one.condition.op == "constant" for one in found):
        raise InputError("an assumption compares known numbers only: name x, y, z, t, I or a register")
    refuse_contradiction(found)
    return tuple(found)


def refuse_contradiction(assumed: Iterable[Assumed]) -> None:
    """Raise InputError where no calculator satisfies all that is assumed for a label: all would be proved."""
    found = tuple(assumed)
    for label in dict.fromkeys(one.label for one in found):
        together = [one for one in found if one.label in ("", label)]
        if not _can_hold([one.condition for one in together]):
            first = next(
                one
                for count, one in enumerate(together, 1)
                if not _can_hold([each.condition for each in together[:count]])
            )
            raise InputError(f"assumption {first.text!r}: it contradicts another one")


def _can_hold(conditions: Iterable[Term]) -> bool:
    """Whether numbers and flags satisfy all conditions. It is taken for true after MOST_TRIED tries.

    Each condition says that a place is whole, how two of places and constants compare, or whether a flag is
    set. For these it matters only between which constants the places lie, which of them are whole, and in
    which order they stand. So it is enough to try some numbers between any two constants.
    """
    groups: list[tuple[set[Term], list[Term]]] = []
    for part in (part for one in conditions for part in _parts(one)):
        places, parts = _places_in(part), [part]
        for group in [one for one in groups if one[0] & places]:
            groups.remove(group)
            places, parts = places | group[0], [*group[1], *parts]
        groups.append((places, parts))
    return all(_have_values(sorted(places, key=lambda one: one.order), parts) for places, parts in groups)


def _have_values(places: Sequence[Term], conditions: Sequence[Term]) -> bool:
    """Whether values of these places satisfy conditions that speak of no other place."""
    numbers = [constant(one) for one in _between(_constants_in(conditions), len(places) + 1)]
    values = {
        place: [
            value
            for value in ((TRUE, FALSE) if place.kind == OTHER else numbers)
            if all(Substitution({place: value})(one) is not FALSE for one in conditions)
        ]
        for place in places
    }
    of_place = {place: [one for one in conditions if place in _places_in(one)] for place in places}
    tries = iter(range(MOST_TRIED))

    def extends(found: dict[Term, Term]) -> bool:
        if len(found) == len(places):
            return True
        place = places[len(found)]
        for value in values[place]:
            if next(tries, None) is None:
                return True
            put_in = Substitution(found | {place: value})
            if all(put_in(one) is not FALSE for one in of_place[place]) and extends(found | {place: value}):
                return True
        return False

    return extends({})


def _parts(condition: Term) -> Iterator[Term]:
    """The conditions that all hold where one does."""
    if condition.op == "not" and condition.args[0].op == "or":
        for one in condition.args[0].args:
            yield from _parts(laws.no(one))
    else:
        yield condition


def _places_in(condition: Term) -> set[Term]:
    """The places that a condition speaks of: inputs and registers."""
    if condition.op in ("input", "register"):
        return {condition}
    return {place for one in condition.args for place in _places_in(one)}


def _constants_in(conditions: Iterable[Term]) -> set[Number]:
    found: set[Number] = set()
    for one in conditions:
        found |= {one.number} if one.number is not None else _constants_in(one.args)
    return found


def _between(constants: Iterable[Number], count: int) -> list[Number]:
    """Constants, and in each gap between them `count` whole numbers. Where it has fewer, all of them, and
    `count` numbers between any two.
    """
    limits = sorted({*constants, -_LARGEST, ZERO, _LARGEST})
    found = dict.fromkeys(limits)
    for low, high in pairwise(limits):
        first = floor(low.decimal) + 1
        wholes = [Decimal(first + place) for place in range(count) if first + place < high.decimal]
        more = wholes[:]
        for left, right in pairwise([low.decimal, *wholes, high.decimal] if len(wholes) < count else ()):
            more += [left + (right - left) / (count + 1) * place for place in range(1, count + 1)]
        found |= dict.fromkeys(one for one in map(Number.of, more) if low < one < high)
    return list(found)


def _idle_state(model: Model) -> TermState:
    return begin(model, 0, depth=0)


def _conditions(told: str, begun: TermState) -> Iterator[Term]:
    """The conditions that one phrase stands for: 1 <= x <= 9 stands for two."""
    flag, whole = _FLAG.fullmatch(told.lower()), _WHOLE.fullmatch(told)
    if flag:
        number = int(flag[1])
        if number >= len(begun.flags):
            raise InputError(f"assumption {told!r}: the calculator has no such flag")
        held = input_of(f"flag {number}", OTHER)
        yield held if flag[2] == "set" else laws.no(held)
        return
    if whole:
        yield laws.equal(laws.compute("FRAC", _operand(whole[1], told, begun)), NOUGHT)
        return
    parts = [part.strip() for part in _ORDER.split(told)]
    if len(parts) < 3:
        raise InputError(f"assumption {told[:_SHOWN]!r}: conditions such as {HELP}")
    for place in range(1, len(parts), 2):
        one, other = (_operand(parts[near], told, begun) for near in (place - 1, place + 1))
        yield _comparison(parts[place], one, other)


def _comparison(order: str, one: Term, other: Term) -> Term:
    if order in ("<", ">"):
        return laws.below(one, other) if order == "<" else laws.below(other, one)
    if order in ("<=", "≤", ">=", "≥"):
        return laws.no(laws.below(other, one) if order in ("<=", "≤") else laws.below(one, other))
    same = laws.equal(one, other)
    return same if order == "=" else laws.no(same)


def _operand(name: str, told: str, begun: TermState) -> Term:
    register = _REGISTER.fullmatch(name)
    if name.lower() in _PLACES:
        held = getattr(begun, _PLACES[name.lower()])
        assert isinstance(held, Term)
        return held
    if register and (number := int(register[1].replace(".", "1"))) < USUAL_REGISTERS:
        return laws.register(begun.memory, constant(number))
    if _NUMBER.fullmatch(name):
        try:
            return constant(Number.of(name.replace("−", "-")))
        except (ArithmeticError, ValueError):
            pass
    raise InputError(f"assumption {told!r}: {name!r} is no number, x, y, z, t, LASTX, I or R0 to R.9")


def of_label(assumed: Iterable[Assumed], label: str) -> Iterator[Term]:
    """The conditions that hold when a label is pressed."""
    return (one.condition for one in assumed if one.label in ("", label))


def in_state(conditions: Iterable[Term], state: TermState) -> tuple[Term, ...]:
    """Conditions on a calculator, in the terms of what it holds."""
    begun = _idle_state(state.model)
    names = (*_PLACES.values(), "memory")
    meanings = {getattr(begun, name): getattr(state, name) for name in names}
    meanings |= {input_of(f"flag {number}", OTHER): now for number, now in enumerate(state.flags)}
    put_in = Substitution(meanings)
    return tuple(put_in(one) for one in conditions)


def in_mode(conditions: Iterable[Term], old: TermState, new: TermState) -> tuple[TermState, TermState]:
    """Both states, without imaginary parts where a condition says that flag 8 of the old program is clear."""
    if laws.no(input_of(f"flag {COMPLEX}", OTHER)) not in conditions:
        return old, new
    return _real(old), _real(new) if new.complex is old.complex else new


def _real(state: TermState) -> TermState:
    if state.model is Model.HP11C:
        return state
    flags = (*state.flags[:COMPLEX], FALSE, *state.flags[COMPLEX + 1 :])
    parts = dict.fromkeys(("xi", "yi", "zi", "ti", "last_xi"), NOUGHT) | {"keeps_imaginary": FALSE}
    return state.with_places(parts)._replace(flags=flags)


def hold(conditions: Iterable[Term], state: State) -> bool:
    """Whether conditions hold on a real calculator. A descriptor satisfies none that compares it."""
    evaluation = Evaluation(state)
    try:
        return all(evaluation.value(one) for one in conditions)
    except (CalculatorError, TypeError, AttributeError):
        return False


def phrases(assumed: Iterable[Assumed]) -> str:
    """The conditions as they were written."""
    return ", ".join(f"{one.label}: {one.text}" if one.label else one.text for one in assumed)
