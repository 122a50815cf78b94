"""The rules of the book as Python text, which the readable machine executes.

A rule is run once for each of its ways on a machine that writes down what is asked of it. A value is the name
of a variable that is assigned once, so that equal texts are equal values. Levels are read when they are first
needed, and stored where a way ends or may end. A rule that asks for more than can be written beforehand is
executed as it stands.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NoReturn, cast

from hp15c.errors import CalculatorError
from hp15c.numbers.number import MINUS_ZERO, ZERO, Number
from hp15c.operations.readable import HANDED_OVER, OF_STATE, Signal
from hp15c.operations.real_numbers import LEVELS, NotWritten
from hp15c.operations.timed_functions import ONE_RESULT, SEVERAL_RESULTS
from hp15c.rules.book import RULES, Rule
from hp15c.rules.machine import two_skips
from hp15c.rules.number_functions import RESULTS, WHOLE, next_count
from hp15c.rules.stack import COMPLEX
from hp15c.state.entry import press_and_read
from hp15c.state.state import Descriptor
from hp15c.table.instructions import LETTERS, Step
from hp15c.table.models import Model

_PLACES: Final = {
    **{name: f"s.stack[{place}]" for place, name in enumerate(LEVELS)},
    **{f"{name}i": f"s.imaginary[{place}]" for place, name in enumerate(LEVELS)},
    **{name: f"s.{name}" for name in OF_STATE},
}
_IMAGINARY: Final = ("xi", "yi", "zi", "ti", "last_xi")
_ON_THE_WAY: Final = {
    "Descriptor": Descriptor,
    "CalculatorError": CalculatorError,
    "ZERO": ZERO,
    "MINUS_ZERO": MINUS_ZERO,
    **{signal.name: signal for signal in Signal},
    "next_count": next_count,
    "typed": press_and_read,
}


_VALUES: Final = {
    "register": "s.registers[{}]",
    "element": "m.element({})",
    "advance": "m.advance({})",
    "negate": "-{}",
    "choose": "{1} if {0} else {2}",
}
"""What is asked of the machine and gives a value, which is held in a variable."""

_EXPRESSIONS: Final = {
    "which_matrix": "{}.name",
    "below": "({} < {})",
    "at_least": "({} >= {})",
    "no": "(not {})",
    "known": "{}",
    "flag": "({} in s.flags)",
}
_STATEMENTS: Final = {
    "store": "s.registers[{}] = {}",
    "clear_registers": "m.clear_registers()",
    "jump": "m.jump({})",
    "call": "m.call({})",
    "leave": "m.leave()",
    "stop": "m.signal = STOP",
    "pause": "m.signal = PAUSE",
    "overflow_if": "if {}: s.overflow()",
    "saturate_if": "if {}: s.saturate()",
    "keep_lift_if": "if {}: m.signal = KEEP_LIFT",
}


class _Ended(Exception):
    """Raised where the writing of a way ends: at an Error, or at the first condition that is not chosen."""


class _Writer:
    """A machine on which a rule is run once, to write one of its ways as Python text.

    `chosen` are the answers to the first conditions that the rule asks. `lines` is the text of what it does
    after the last of these answers. `asked` is the condition that it asks next, None where the rule ends.
    """

    registers = "len(s.registers)"

    def __init__(self, step: Step, model: Model, chosen: tuple[bool, ...], names: dict[str, Any]) -> None:
        self.step, self.model, self.names = step, model, names
        self.lines: list[str] = []
        self.asked: str | None = None
        self._chosen = chosen
        self._taken = self._count = 0
        self._skips = False
        self._held: dict[str, str] = {}
        self._changed: dict[str, None] = {}
        self._truths = {"True": True, "False": False}

    def write(self, line: str) -> None:
        """Write a line, unless an earlier way has written it."""
        if self._taken >= len(self._chosen):
            self.lines.append(line)

    def let(self, expression: str) -> str:
        """The variable that is assigned a value."""
        self._count += 1
        self.write(f"v{self._count} = {expression}")
        return f"v{self._count}"

    def fresh(self, count: int) -> list[str]:
        """The names of `count` new variables, which the caller assigns next."""
        self._count += count
        return [f"v{self._count - place}" for place in range(count)]

    def bind(self, value: object, name: str) -> str:
        """The name by which the text refers to an object."""
        held = f"k{len(self.names)}_{name}"
        for known, other in self.names.items():
            if other is value:
                return known
        self.names[held] = value
        return held

    def settle_places(self) -> None:
        """Store what has changed."""
        changed, self._changed = self._changed, {}
        levels = [name for name in changed if name in LEVELS]
        if len(levels) > 1:
            held = ", ".join(getattr(self, name) for name in LEVELS)
            self.write(f"s.stack[:] = {held}")
        for name in changed:
            if len(levels) < 2 or name not in levels:
                self.write(f"{_PLACES[name]} = {self._held[name]}")

    # places

    def __getattr__(self, name: str) -> Any:
        if name in _VALUES:
            return lambda *given: self.let(_VALUES[name].format(*map(self._letter, given)))
        if name in _EXPRESSIONS:
            return _EXPRESSIONS[name].format
        if name in _STATEMENTS:
            return lambda *given: self.write(_STATEMENTS[name].format(*given))
        if name not in _PLACES:
            raise NotWritten(name)
        if name in _IMAGINARY and not self.holds(self.complex):
            return "ZERO"
        if name not in self._held:
            self._held[name] = self.let(_PLACES[name])
        return self._held[name]

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _PLACES:
            object.__setattr__(self, name, value)
        elif name not in _IMAGINARY or self.holds(self.complex):
            self._held[name] = value
            self._changed[name] = None

    @property
    def complex(self) -> str:
        return f"{COMPLEX} in s.flags" if self.model is Model.HP15C else "False"

    @property
    def typing(self) -> bool:
        return self.holds("s.entry is not None")

    def move(self, *sources: int) -> None:
        self._permute(LEVELS, sources)
        if self.holds(self.complex):
            self._permute(_IMAGINARY, sources)

    def _permute(self, names: tuple[str, ...], sources: tuple[int, ...]) -> None:
        held = [getattr(self, names[source]) for source in sources]
        for place, (name, value) in enumerate(zip(names, held, strict=False)):
            if sources[place] != place:
                setattr(self, name, value)

    def set_element(self, name: str, value: str) -> None:
        self.settle_places()
        self.write(f"m.set_element({self._letter(name)}, {value})")

    def _letter(self, name: Any) -> Any:
        return repr(name) if name in LETTERS else name

    # values

    def number(self, value: Number) -> str:
        return "ZERO" if value is ZERO else self.bind(value, "number")

    def whole(self, name: str, *operands: str) -> str:
        return self.let(f"{self.bind(WHOLE[name], 'whole')}({', '.join(operands)})")

    def compute(self, name: str, *operands: str) -> tuple[str, str]:
        self.settle_places()
        function = self.bind(ONE_RESULT[self.model][name], "function")
        return self._pair(f"{function}({', '.join(('m.meter', *operands))})")

    def _pair(self, expression: str) -> tuple[str, str]:
        one, other = self.fresh(2)
        self.write(f"{one}, {other} = {expression}")
        return one, other

    def results(self, name: str, *operands: str) -> tuple[tuple[str, ...], str]:
        self.settle_places()
        overflowed, *values = self.fresh(1 + RESULTS[name])
        function = self.bind(SEVERAL_RESULTS[self.model][name], "function")
        self.write(f"({', '.join(values)}), {overflowed} = {function}({', '.join(('m.meter', *operands))})")
        return tuple(values), overflowed

    def count(self, counter: str, *, downwards: bool) -> tuple[str, str]:
        return self._pair(f"next_count({counter}, downwards={downwards})")

    def type_key(self, key: str) -> tuple[str, str]:
        value, overflowed = self.fresh(2)
        self.write(f"s.entry, {value}, {overflowed} = typed(s.entry, {key!r})")
        return value, overflowed

    def settle(self, value: str) -> str:
        return value if self.model is Model.HP15C else self.let(f"ZERO if {value} == MINUS_ZERO else {value}")

    # conditions

    def is_matrix(self, value: str) -> str:
        known = value == "ZERO" or value in self.names or self.model is Model.HP11C
        return "False" if known else f"isinstance({value}, Descriptor)"

    def equal(self, a: str, b: str) -> str:
        return f"({a} == {b})" if a != b else "True"

    def both(self, a: str, b: str) -> str:
        return a if b == "True" else b if a == "True" else f"({a} and {b})"

    def holds(self, condition: str) -> bool:
        """Whether a condition holds on the way that is written. One that was asked before has the same
        answer.
        """
        known = self._truths.get(condition)
        if known is not None:
            return known
        if self._taken >= len(self._chosen):
            self.asked = condition
            raise _Ended
        self._truths[condition] = self._chosen[self._taken]
        self._taken += 1
        return self._truths[condition]

    # Errors and how the program goes on

    def fail(self, number: int) -> NoReturn:
        self.settle_places()
        self.write(f"raise CalculatorError({number})")
        raise _Ended

    def skip_if(self, condition: str) -> None:
        if self._skips:
            raise two_skips(self.step.name)
        self._skips = True
        self.write(f"if {condition}: m.signal = SKIP")

    def set_flag(self, number: int, value: bool) -> None:
        self.write(f"s.flags.{'add' if value else 'discard'}({number})")

    @property
    def running(self) -> bool:
        return self.holds("s.running")

    def find(self, label: str) -> str:
        return self.let(f"m.find({label!r})")

    def hand_over(self) -> None:
        self.settle_places()
        self.write(f"m.signal = {self.bind(HANDED_OVER[self.step.name], 'handed')}(m.meter, s, m.step)")


def _body(
    step: Step, model: Model, names: dict[str, Any], chosen: tuple[bool, ...], indent: str
) -> list[str]:
    """The lines of a rule after some choices."""
    writer = _Writer(step, model, chosen, names)
    try:
        RULES[step.name](cast("Any", writer))
        writer.settle_places()
    except _Ended:
        pass
    found = [f"{indent}{line}" for line in writer.lines]
    if writer.asked is None:
        return found or [f"{indent}pass"]
    for truth in (True, False):
        found.append(f"{indent}{f'if {writer.asked}' if truth else 'else'}:")
        found += _body(step, model, names, (*chosen, truth), f"{indent}    ")
    return found


def source(step: Step, model: Model) -> tuple[str, dict[str, Any]] | None:
    """The text of a step's rule as a function, and the objects that it names.

    None for a rule that cannot be written.
    """
    names = dict(_ON_THE_WAY)
    try:
        body = _body(step, model, names, (), "    ")
    except NotWritten:
        return None
    text = "\n".join(["def written(m):", "    s = m.state", *body])
    return text, names


@cache
def write_rule(step: Step, model: Model) -> Rule:
    """The rule of a step, written for a model, or the rule itself where it is not."""
    found = source(step, model)
    if found is None:
        return RULES[step.name]
    text, names = found
    exec(compile(text, f"<{step} on the HP-{model}>", "exec"), names)
    made: Rule = names["written"]
    return made
