"""The calculator as one object: press its keys, look at its display, run its programs."""

from __future__ import annotations

from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from hp15c.core import machine
from hp15c.core.machine import DEFAULT_LIMIT, Observer, Stop
from hp15c.display.display import display
from hp15c.errors import InputError, UnknownKey, Unsupported
from hp15c.keys import editing, keyboard
from hp15c.listing import spellings
from hp15c.listing.program import Program
from hp15c.numbers.number import ZERO, Number
from hp15c.state.state import Descriptor, State, T, Value, X, Y, Z
from hp15c.table.instructions import LETTER_KEYS, REGISTERS, ROWS, TABLE, Step
from hp15c.table.machines import Machine, choose, machine_named
from hp15c.table.models import Model
from hp15c.timing import WORD_TIMES_PER_SECOND

if TYPE_CHECKING:
    from hp15c.keys.picture import Picture

Settable = int | float | str | Decimal | Value
"""The types of values that x and the other levels may be set to. A float is rounded to ten digits."""

_LETTER_KEYS = frozenset(LETTER_KEYS.values())


class Calculator:
    """An HP-15C or HP-11C: `Calculator(model="11C")`, or one that goes on from a state.

    `Calculator(machine="ce")` has the memory of another make, see `machines`.

    `x`, `y`, `z`, `t`, `last_x` and `i` are Numbers and can be set. One that holds a matrix is a Descriptor,
    which raises InputError where a number is wanted.

    The calculator answers every key as the machine does. Only something that is not a key, a label or a
    program raises an error (UnknownKey or another InputError), and then nothing has changed.
    """

    __slots__ = ("__weakref__", "_held_for", "state")

    state: State
    _held_for: int

    def __init__(
        self,
        model: str | Model | None = None,
        *,
        machine: str | Machine | None = None,
        state: State | None = None,
    ) -> None:
        named = machine_named(machine) if isinstance(machine, str) else machine
        make = choose(Model.of(model) if model is not None else None, named)
        self.state = State.fresh(make.model, make) if state is None else state
        self._held_for = 0

    def __setattr__(self, name: str, value: object) -> None:
        """Raise AttributeError for what a calculator does not have, such as X for x."""
        try:
            super().__setattr__(name, value)
        except AttributeError:
            raise AttributeError(_not_settable(name)) from None

    @property
    def model(self) -> Model:
        """The model of the calculator."""
        return self.state.model

    @property
    def machine(self) -> Machine:
        """The make of the calculator, with its memory."""
        return self.state.machine

    # keys

    def press(self, text: str, *, limit: int = DEFAULT_LIMIT) -> None:
        """Press the keys that mnemonics and numbers stand for: '25 ENTER 3.5 +', 'STO + 1', 'GSB A'.

        A mnemonic stands for all its keys, shifts included: x² is g √x, and in USER mode √x is f √x. `f A`
        are these two keys in any mode. Raises UnknownKey for the first word that is unknown, before any
        key is pressed, and InputError for what is no text.
        """
        if not isinstance(text, str):
            raise InputError(f"press takes a text such as '2 ENTER 3 +', not {type(text).__name__}")
        for key in spellings.keys_to_press(text, self.model):
            state = self.state
            if state.user and key in _LETTER_KEYS and not (state.pending or state.message or state.running):
                self._press_key("42", limit)
            self._press_key(key, limit)

    def press_keycodes(self, text: str, *, limit: int = DEFAULT_LIMIT) -> None:
        """Press physical keys, each after the machine has finished with the one before: '2 5 36 3 48 5 40'.

        A key is named by its row and column. A digit key is its digit, ON is 41, and ON held with another key
        is '41+48'. A program that runs longer than `limit` lines is left running, and the next key stops it.
        Raises UnknownKey before any key is pressed.
        """
        keys = text.split()
        for key in keys:
            keyboard.require_key(key)
        for key in keys:
            self._press_key(key, limit)

    def key_down(self, key: str) -> None:
        """Press one key, named by its code or by what stands on it ('SST', 'R/S'), and hold it."""
        keyboard.key_down(self.state, _code_of(key, self.model))
        self._held_for = 0

    def hold(self, seconds: float) -> None:
        """Hold the key for longer. Some keys show or do something only then (BEHAVIOUR 3.9, 7.3)."""
        since = self._held_for
        self._held_for += round(seconds * WORD_TIMES_PER_SECOND)
        keyboard.key_hold(self.state, since, self._held_for)

    def key_up(self, limit: int = DEFAULT_LIMIT, observer: Observer | None = None) -> Stop | None:
        """Let the key go. If that starts a program, run it and return why it stopped."""
        keyboard.key_up(self.state)
        self._held_for = 0
        return machine.run(self.state, limit, observer) if self.state.running else None

    def _press_key(self, key: str, limit: int) -> None:
        self.key_down(key)
        self.key_up(limit)

    # programs

    def load(self, program: Program | str | Path) -> None:
        """Put a program, or the one in a file, into memory in place of the one there.

        The current line becomes 000. InputError for a file that cannot be read. Unsupported for another
        model's program and for one that the free memory does not hold.
        """
        if isinstance(program, str | Path):
            if "\n" in str(program):
                raise InputError("load takes a Program or a file's name: Program.parse makes one of a text")
            program = Program.read(program, self.model)
        elif not isinstance(program, Program):
            kind = type(program).__name__
            raise InputError(f"load takes a Program or a file's name, not {kind}: Program.parse makes one")
        if program.model is not self.model:
            raise Unsupported(
                f"HP-{self.model}", [f"the program is for the HP-{program.model}; convert it first"]
            )
        editing.load(self.state, program)

    def run(
        self,
        label: str = "",
        *,
        limit: int = DEFAULT_LIMIT,
        observer: Observer | None = None,
        stop_at_pause: bool = True,
    ) -> Stop:
        """Run from a label ('A', '3', '.5') as GSB does, or without one from the current line as R/S does.

        Returns why it stopped, equal to the text 'pause', 'stop', 'error' or 'limit', with the number of
        lines executed. `run()` goes on after a pause or a limit. `observer` sees the state after every line.
        Raises InputError for what cannot be a label.
        """
        state = self.state
        if not label and state.running:
            return machine.run(state, limit, observer, stop_at_pause)
        state.on = True
        state.running = False
        state.message = None
        state.pending = ()
        state.programming = False
        if not label:
            machine.start(state)
        else:
            step = Step(ROWS["GSB"], label)
            if not step.exists_on(self.model):
                raise InputError(f"{label!r} is no label of the HP-{self.model}; labels are A, 3 or .5")
            machine.keyboard(state, step)
        return machine.run(state, limit, observer, stop_at_pause)

    # what shows

    @property
    def display(self) -> str:
        """The LCD: sign cell and ten cells, each point or comma after its cell. '' when it is off."""
        return display(self.state).text

    @property
    def annunciators(self) -> frozenset[str]:
        """The annunciators that are lit, of USER, f, g, BEGIN, GRAD, RAD, D.MY, C and PRGM."""
        return display(self.state).annunciators

    @property
    def blinking(self) -> bool:
        """Whether the LCD blinks: after an overflow, and while a program runs."""
        return display(self.state).blinking

    @property
    def error(self) -> str | None:
        """The Error that is shown, 'Error 0', or None."""
        message = self.state.message
        return message if message is not None and "Error" in message else None

    @property
    def lcd(self) -> Picture:
        """The LCD as an SVG picture, as a notebook shows it."""
        from hp15c.keys.picture import lcd_picture

        return lcd_picture(display(self.state))

    @property
    def face(self) -> Picture:
        """The whole face as an SVG picture: the LCD and the keys. `calc.face.write("face.svg")` writes it."""
        from hp15c.keys.picture import face_picture

        return face_picture(display(self.state), self.model)

    def __repr__(self) -> str:
        """One line: the make and what the LCD shows."""
        from hp15c.keys.picture import lcd_in_words

        return f"<Calculator {self.machine.short_name}: {lcd_in_words(display(self.state))}>"

    def _repr_html_(self) -> str:
        return self.face.svg

    # the memory. x, y, z, t, last_x and i can be set, which presses no key

    @property
    def x(self) -> Value:
        """The X level: a Number, or a Descriptor of a matrix."""
        return self.state.stack[X]

    @x.setter
    def x(self, value: Settable) -> None:
        self._set_level(X, value)

    @property
    def y(self) -> Value:
        """The Y level."""
        return self.state.stack[Y]

    @y.setter
    def y(self, value: Settable) -> None:
        self._set_level(Y, value)

    @property
    def z(self) -> Value:
        """The Z level."""
        return self.state.stack[Z]

    @z.setter
    def z(self, value: Settable) -> None:
        self._set_level(Z, value)

    @property
    def t(self) -> Value:
        """The T level."""
        return self.state.stack[T]

    @t.setter
    def t(self, value: Settable) -> None:
        self._set_level(T, value)

    @property
    def last_x(self) -> Value:
        """LAST X."""
        return self.state.last_x

    @last_x.setter
    def last_x(self, value: Settable) -> None:
        self.state.last_x = _value(value)
        self.state.last_xi = ZERO

    def _set_level(self, level: int, value: Settable) -> None:
        """Set a level, with imaginary part 0. It ends a number being typed, and enables stack lift."""
        self.state.stack[level] = _value(value)
        self.state.imaginary[level] = ZERO
        if level == X:
            self.state.entry = None
            self.state.lift = True
            self.state.keeps_imaginary = False

    @property
    def xi(self) -> Number:
        """The imaginary part of X. 0 in real mode."""
        return self.state.imaginary[X]

    @property
    def yi(self) -> Number:
        """The imaginary part of Y."""
        return self.state.imaginary[Y]

    @property
    def zi(self) -> Number:
        """The imaginary part of Z."""
        return self.state.imaginary[Z]

    @property
    def ti(self) -> Number:
        """The imaginary part of T."""
        return self.state.imaginary[T]

    @property
    def last_xi(self) -> Number:
        """The imaginary part of LAST X."""
        return self.state.last_xi

    @property
    def i(self) -> Value:
        """The index register."""
        return self.state.i

    @i.setter
    def i(self, value: Settable) -> None:
        self.state.i = _value(value)

    @property
    def stack(self) -> tuple[Value, Value, Value, Value]:
        """The levels X, Y, Z and T."""
        return self.x, self.y, self.z, self.t

    @property
    def registers(self) -> tuple[Value, ...]:
        """The data registers that memory has room for, by number: 13 is R.3."""
        return tuple(self.state.registers)

    @property
    def program(self) -> Program:
        """The program in memory. `load` puts another one there."""
        return self.state.program

    def register(self, register: int | str) -> Value:
        """A data register by number (13 is R.3) or by name ('.3', 'I'). InputError when it does not exist."""
        if register == "I":
            return self.state.i
        number = REGISTERS.get(register, -1) if isinstance(register, str) else register
        if not 0 <= number < len(self.state.registers):
            raise InputError(f"there is no register {register}; the highest is {self.state.highest_register}")
        return self.state.registers[number]

    def matrix(self, name: str) -> list[list[Number]]:
        """The rows of a matrix, 'A' to 'E'. There are none when it is 0 by 0. InputError for another name."""
        matrix = self.state.matrices.get(name)
        if matrix is None:
            raise InputError(f"there is no matrix {name!r}; there are A, B, C, D and E")
        columns = matrix.columns
        return [matrix.elements[row * columns : (row + 1) * columns] for row in range(matrix.rows)]

    @property
    def flags(self) -> frozenset[int]:
        """The flags that are set."""
        return frozenset(self.state.flags)

    @property
    def word_times(self) -> int:
        """The time that the real machine's processor would have spent so far, in word times."""
        return self.state.word_times

    @property
    def seconds(self) -> float:
        """The time that the real machine would have taken so far, in seconds."""
        return self.state.word_times / WORD_TIMES_PER_SECOND


def _not_settable(name: str) -> str:
    """Why an attribute cannot be set, with what was probably meant."""
    if hasattr(Calculator, name):
        loads = ": load() puts another program there" if name == "program" else ""
        return f"{name} of a Calculator cannot be set{loads}"
    settable = [one for one, what in vars(Calculator).items() if getattr(what, "fset", None)]
    near = get_close_matches(name.lower(), settable, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(settable)}"
    return f"a Calculator has no {name} that can be set; {hint}"


def _value(value: Settable) -> Value:
    """A value as a level or register holds it. InputError for a value that none can hold."""
    if isinstance(value, Descriptor):
        return value
    try:
        return Number.of(Decimal(value) if isinstance(value, float) else value)
    except (TypeError, ValueError) as error:
        raise InputError(str(error)) from None


def _code_of(key: str, model: Model) -> str:
    """The keycode of a physical key, from its keycode or from the function printed on it."""
    if keyboard.is_key(key):
        return key
    for row in TABLE:
        keys = row.on(model)
        if row.name == key and keys is not None and len(keys) == 1:
            return keys[0]
    raise UnknownKey(f"no key is called {key!r}; name it by its code (36) or by what stands on it (ENTER)")
