"""Terms with the values of a real State put in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from hp15c.numbers.effort import Meter
from hp15c.numbers.number import MINUS_ZERO, ZERO
from hp15c.rules.number_functions import ONE, SEVERAL, WHOLE, next_count, result
from hp15c.state.memory import free_registers
from hp15c.state.state import INTEGRAL_FROM_KEYS, SOLVE_FROM_KEYS, Descriptor, State
from hp15c.terms.state import TermState
from hp15c.terms.term import INPUTS, Term

_LEVELS: Final = {name: place for place, name in enumerate(("x", "y", "z", "t"))}
_IMAGINARY: Final = {name: place for place, name in enumerate(("xi", "yi", "zi", "ti"))}


class Evaluation:
    """Values of terms for one State. Each is computed once."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._known: dict[Term, Any] = {}

    def value(self, term: Term) -> Any:
        """The value of a term: a Number or Descriptor, a whole number, a mode, a truth, a list of registers.

        CalculatorError for a function that fails.
        """
        known = self._known
        waiting = [term]
        while waiting:
            one = waiting[-1]
            if one in known:
                waiting.pop()
                continue
            needed = self._operands_needed(one)
            if needed:
                waiting += needed
                continue
            known[one] = self._compute(one)
            waiting.pop()
        return known[term]

    def _operands_needed(self, one: Term) -> list[Term]:
        """The operands whose values are still needed. Of `choose` only one is computed."""
        args: Iterable[Term] = one.args
        if one.op == "choose":
            condition = one.args[0]
            args = (
                (condition, one.args[1 if self._known[condition] else 2])
                if condition in self._known
                else (condition,)
            )
        return [arg for arg in args if arg not in self._known]

    def _compute(self, one: Term) -> Any:
        if one.op == "constant":
            return one.payload
        if one.op == "input":
            return _input(self._state, str(one.payload))
        values: list[Any] = [self._known.get(arg) for arg in one.args]
        special = _SPECIAL.get(one.op)
        if special is not None:
            return special(*values)
        if one.op in ONE:
            return ONE[one.op](Meter(), *values)[0]
        if one.op in SEVERAL:
            place = one.payload
            assert isinstance(place, int)
            return SEVERAL[one.op](Meter(), *values)[0][place]
        if one.op in WHOLE:
            return WHOLE[one.op](*values)
        if one.op == "cleared":
            return [ZERO] * len(self._state.registers)
        if one.op in ("overflows", "fails"):
            done = result(str(one.payload), *values)
            return done is None if one.op == "fails" else bool(done and done[1])
        if one.op in ("DSE", "ISG"):
            return next_count(values[0], downwards=one.op == "DSE")[0]
        if one.op == "ends":
            return next_count(values[0], downwards=one.payload == "DSE")[1]
        assert one.op == "room", one
        assert isinstance(one.payload, int)
        changed = self._state.copy()
        changed.registers[:] = [ZERO] * values[0]
        changed.flags.discard(8)
        return free_registers(changed) >= one.payload


def evaluate(term: Term, state: State) -> Any:
    """The value of a term where its inputs are what a State holds. See `Evaluation.value`."""
    return Evaluation(state).value(term)


def reach(after: TermState, state: State) -> State:
    """The State that a line reaches from a real State, for the outcome whose conditions hold there.

    The program, `running`, the number shown for the line and what lines do not touch stay as they are. After
    a return to an unknown caller the line is the one to which the State returns.
    """
    value = Evaluation(state).value
    found = state.copy()
    found.stack[:] = map(value, after.stack)
    found.imaginary[:] = map(value, (after.xi, after.yi, after.zi, after.ti))
    found.last_x, found.last_xi, found.i = value(after.last_x), value(after.last_xi), value(after.i)
    found.lift, found.keeps_imaginary = value(after.lift), value(after.keeps_imaginary)
    found.registers[:] = value(after.memory)
    found.flags = {number for number, flag in enumerate(after.flags) if value(flag)}
    found.format, found.angle, found.seed = value(after.format), value(after.angle), value(after.seed)
    found.entry = after.entry
    left = value(after.depth)
    found.line = found.returns[left] if after.line is None else after.line
    found.returns[left:] = after.returns
    return found


def _input(state: State, name: str) -> Any:
    if name in _LEVELS:
        return state.stack[_LEVELS[name]]
    if name in _IMAGINARY:
        return state.imaginary[_IMAGINARY[name]]
    if name.startswith("flag "):
        return int(name[5:]) in state.flags
    if name == "memory":
        return state.registers
    if name == "registers":
        return len(state.registers)
    if name == "depth":
        return len(state.returns)
    if name == "function by key":
        return state.returns[:1] in ([SOLVE_FROM_KEYS], [INTEGRAL_FROM_KEYS])
    assert name in INPUTS or name in ("lift", "keeps_imaginary", "format", "angle", "seed"), name
    return getattr(state, name)


def _put(memory: list[Any], number: int, value: Any) -> list[Any]:
    changed = memory[:]
    changed[number] = value
    return changed


_SPECIAL: Final[dict[str, Callable[..., Any]]] = {
    "register": lambda memory, number: memory[number],
    "stored": _put,
    "CHS": lambda a: -a,
    "=": lambda a, b: a == b,
    "<": lambda a, b: a < b,
    "at least": lambda a, b: a >= b,
    "matrix": lambda a: isinstance(a, Descriptor),
    "not": lambda a: not a,
    "or": lambda *of: any(of),
    "choose": lambda condition, a, b: a if condition else b,
    "settle": lambda a: ZERO if a == MINUS_ZERO else a,
    "minus": lambda a, b: a - b,
}
