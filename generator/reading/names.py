"""Names for the values of a program: registers by their notes, values where ways meet by letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Final

from generator.reading.flow import NO_ROOT, Reading, number_term, stored_registers
from hp15c.graphs import reach
from hp15c.table.instructions import Role
from hp15c.table.step import register_name
from hp15c.terms import TermState, laws
from hp15c.terms.term import NOUGHT, TRUE, Term, inputs
from hp15c.terms.text import complex_text, is_longer, part_name, text

LONG: Final = 26
"""A term with more characters than this gets a name."""
_SHORT: Final = 9
"""A formula with more characters than this is called by the register that holds it."""
_SHORT_NOTE: Final = re.compile(r"[A-Za-zÀ-ɏͰ-Ͽ][\w₀-₉]{0,9}")
_LETTERS: Final = ("u", "v", "w", "p", "q", "s", "a", "b", "c", "d", "e", "f", "g", "h", "k", "m")
_RESERVED: Final = frozenset(("x", "y", "z", "t", "I", "e"))
_WITHOUT_ROOT: Final = {"x": "best estimate", "y": "last estimate", "z": "f(best estimate)"}
_EVALUATED: Final = {
    "SOLVE": {"x": "root", "y": "last estimate", "z": "f(root)"},
    "∫": {"x": "integral", "y": "uncertainty"},
}
_PLACES: Final = {"xi": "imaginary x", "last_x": "LAST X", "i": "I", "x0": "rows", "x1": "columns"}


class Names:
    """The names of all values of a program that were given one."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        program = reading.program
        self._registers = {
            name: note for name, note in program.registers.items() if _SHORT_NOTE.fullmatch(note.strip())
        }
        taken = set(self._registers.values()) | _RESERVED
        self._letters = _letters(taken)
        self._values = _letters(taken, "n")
        self._known: dict[Term, str] = {}
        self._kept: dict[Term, tuple[dict[Term, str], dict[Term, str]]] = {}
        self._told: dict[tuple[Term, Term | None, Term | None], str] = {}
        self.defined: dict[int, str] = {}

    def register(self, number: int) -> str:
        """The name of a data register: its note where that is a short word, else r3 or r.3."""
        name = register_name(number)
        return self._registers.get(name, f"r{name}")

    def index(self) -> str:
        """The name of I."""
        return self._registers.get("I", "I")

    def of(self, term: Term, state: TermState | None = None) -> str:
        """A term as text. `state` tells which registers still hold what the term says of them."""
        key = (term, state.memory, state.i) if state is not None else (term, None, None)
        told = self._told.get(key)
        if told is None:
            names, counters, formulas = self._names_in(state, term)
            told = self._told[key] = text(term, formulas | self._known | names | counters)
        return told

    def level(self, name: str, state: TermState) -> str:
        """What a level holds as text: a complex number where complex mode is on."""
        real, imag = _parts_of(name, state)
        if imag is NOUGHT:
            return self.of(real, state)
        names, counters, formulas = self._names_in(state, real, imag)
        return complex_text(real, imag, formulas | self._known | names | counters)

    def result(self, name: str, state: TermState) -> str:
        """A place as the result of a part: formulas, also those that registers hold."""
        real, imag = _parts_of(name, state)
        names, counters, _ = self._names_in(state, real, imag)
        return complex_text(real, imag, self._known | names | counters)

    def _names_in(self, state: TermState | None, *terms: Term) -> tuple[dict[Term, str], ...]:
        """The names of the inputs in terms, of counters, and of formulas."""
        names = {one: self._name(one, state) for term in terms for one in _parts_with_names(term)}
        return names, *self._names_held(state)

    def _names_held(self, state: TermState | None) -> tuple[dict[Term, str], dict[Term, str]]:
        """The names of registers for what they hold as long as they hold it.

        The first are of what was made from what a register held before, as in a counter. The second are of
        formulas.
        """
        if state is None:
            return {}, {}
        if state.memory in self._kept:
            return self._kept[state.memory]
        counters: dict[Term, str] = {}
        formulas: dict[Term, str] = {}
        for number in stored_registers(state.memory):
            value = laws_register(state, number)
            own = f"r{number}@"
            if value is None or not value.args or value.op == "register":
                continue
            if any(
                (one.op == "register" and one.args[1].whole == number) or str(one.payload).startswith(own)
                for one in inputs(value)
            ):
                counters[value] = self.register(number)
            elif is_longer(value, _SHORT):
                formulas.setdefault(value, self.register(number))
        self._kept[state.memory] = counters, formulas
        return counters, formulas

    def give(self, term: Term) -> str:
        """Give a long term a name, which stands for it from now on. Returns the name."""
        if term not in self._known:
            self._known[term] = next(self._values)
            self._told.clear()
        return self._known[term]

    def give_level(self, name: str, state: TermState) -> str:
        """Give what a level holds a name, and a complex number one name for both parts. Returns the name."""
        real, imag = _parts_of(name, state)
        if imag is NOUGHT:
            return self.give(real)
        whole = self._known.get(real, "").removeprefix(part_name("", 0)) or next(self._values)
        self._known |= {real: part_name(whole, 0), imag: part_name(whole, 1)}
        self._told.clear()
        return whole

    def forget(self) -> None:
        """Forget the names given to long terms: another part begins."""
        self._known = {term: name for term, name in self._known.items() if term.op == "input"}
        self._told.clear()

    def _name(self, one: Term, state: TermState | None) -> str:
        if one.op == "register":
            number = one.args[1].whole
            if number is None:
                now = None if state is None else laws.register(state.memory, one.args[1])
                index = one.args[1].args[0] if one.args[1].op == "magnitude" else one.args[1]
                named = state is not None and index is state.i
                held = self.index() if named else self.of(index, state)
                return self._held_name(one, f"r({held})", now)
            return self._held_name(one, self.register(number), laws_register(state, number))
        place, _, where = str(one.payload).partition("@")
        inside = "#" in where  # a value inside a part that was called
        if place == "i" and not inside:
            return self._held_name(one, self.index(), state.i if state else None)
        if place[:1] == "r" and place[1:].isdigit() and not inside:
            number = int(place[1:])
            return self._held_name(one, self.register(number), laws_register(state, number))
        if one not in self._known:
            self._known[one] = next(self._letters) if inside else self._new(place, where)
        return self._known[one]

    def _held_name(self, one: Term, name: str, now: Term | None) -> str:
        """A register's name, "old" where the register holds something else by now."""
        return name if now is None or now is one else f"old {name}"

    def _new(self, place: str, where: str) -> str:
        """A name for a value where ways meet, or for the result of a call, of SOLVE and its like."""
        kind, _, line = where.rpartition(" ")
        if kind == NO_ROOT:
            return _WITHOUT_ROOT.get(place) or next(self._letters)
        if kind:
            label = self._label_of(kind, int(line))
            if kind == "stop":
                return f"{place.upper()} keyed in at {line}"
            return f"result of {label}" if place == "x" else f"{_PLACES.get(place, place.upper())} of {label}"
        step = self._reading.graph.lines[int(line)].step
        if step.name in _EVALUATED and place in _EVALUATED[step.name]:
            return _EVALUATED[step.name][place]
        if place in _PLACES and step.role is not Role.LABEL:
            return f"{_PLACES[place]} at {line}"
        return next(self._letters)

    def _label_of(self, kind: str, line: int) -> str:
        graph = self._reading.graph
        if kind == "call":
            return f"LBL {graph.lines[line].step.operand}"
        return f"LBL {graph.labels[line]}" if line in graph.labels else f"line {line:03d}"


def _parts_of(name: str, state: TermState) -> tuple[Term, Term]:
    """The real part that a place holds, and its imaginary part in complex mode, 0 elsewhere."""
    imag = f"{name}i" if state.complex is TRUE and name != "i" else ""
    return getattr(state, name), getattr(state, imag) if imag else NOUGHT


def laws_register(state: TermState | None, number: int) -> Term | None:
    """What a register holds in a state. None without a state."""
    return None if state is None else laws.register(state.memory, number_term(number))


def _parts_with_names(term: Term) -> list[Term]:
    """The parts of a term that have names: registers, I, and values where ways meet."""

    def has_name(one: Term) -> bool:
        return one.op == "register" or (one.op == "input" and ("@" in str(one.payload) or one.payload == "i"))

    return [*filter(has_name, reach([term], lambda one: () if has_name(one) else one.args))]


def _letters(taken: Iterable[str], prefix: str = "") -> Iterator[str]:
    """Names that are not taken: u, v, w ... and then u1, v1 ... With a prefix n1, n2 ..."""
    used, turns = set(taken), count(bool(prefix))
    names = (f"{letter}{turn or ''}" for turn in turns for letter in prefix or _LETTERS)
    return (name for name in names if name not in used)
