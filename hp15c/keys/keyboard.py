"""The keys: what each does when it goes down, while it is held, and when it comes up (BEHAVIOUR 1 to 4).

A key is named by its row and column, a digit key by its digit: '36' is ENTER, '48' the point, '41' ON,
'41+48' ON held with the point.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Final

from hp15c import timing
from hp15c.core import machine
from hp15c.display.display import KEYBOARD_TEST, PR_ERROR, RESULT_KEYS, SELF_TEST, Held, element
from hp15c.errors import CalculatorError, UnknownKey
from hp15c.keys import editing
from hp15c.numbers.number import ZERO
from hp15c.state import cells, entry, memory
from hp15c.state.state import Descriptor, State, X, Y
from hp15c.table.instructions import LETTERS, REGISTERS, TABLE, Lift, Role, Step, step
from hp15c.table.models import Model
from hp15c.table.prefixes import resolve

KEYS: Final = (
    *("11", "12", "13", "14", "15", "16", "7", "8", "9", "10"),
    *("21", "22", "23", "24", "25", "26", "4", "5", "6", "20"),
    *("31", "32", "33", "34", "35", "36", "1", "2", "3", "30"),
    *("41", "42", "43", "44", "45", "0", "48", "49", "40"),
)
ON: Final = "41"
GSB: Final = ("32",)

# Word times that a key is down before something happens: BEHAVIOUR 3.9 and 7.3.
SHOWS_LINE: Final = 1_000
CANCELS_ELEMENT: Final = 10_300
REPEATS_FIRST: Final = 5_760
REPEATS: Final = 1_930

_ELEMENT_ROWS: Final = frozenset(row.name for row in TABLE if row.shows_element)
_HELD: Final = (
    frozenset(Held)
    | {f"{name} {operand}" for name in _ELEMENT_ROWS for operand in (*LETTERS, "(i)")}
    | RESULT_KEYS
)


def is_key(key: str) -> bool:
    """Whether this names a key, or ON with a key that does something together with it."""
    return key in KEYS or key in _WITH_ON


def require_key(key: str) -> None:
    """Raise UnknownKey unless there is such a key."""
    if not is_key(key):
        raise UnknownKey(
            f"no key is called {key!r}; keys are row and column like 36, digits, 48, and 41 for ON"
        )


def key_down(state: State, key: str) -> None:
    """Press a key and keep it down. UnknownKey, with nothing pressed, when there is no such key.

    A key that starts a program leaves `state.running` set. The run is due once the key is up.
    """
    require_key(key)
    state.held = Held.OTHER
    if key == ON:
        _switch(state, not state.on)
        state.word_times += timing.figure("switched on", state.model) if state.on else 0
    elif key in _WITH_ON:
        state.word_times += timing.keys.with_on_cost(key, state.model, state.on)
        _switch(state, True)
        _WITH_ON[key](state)
    elif not state.on:
        return
    elif state.running:
        machine.interrupt(state)
    elif state.message is not None:
        state.message = None
        dismissed = "dismissed beside line" if state.programming else "dismissed"
        state.word_times += timing.figure(dismissed, state.model)
    else:
        _press(state, key)
    state.word_times += timing.keys.key_cost(state)


def key_hold(state: State, since: int, until: int) -> None:
    """Go on holding the key that is down. Both times are word times counted from when it went down."""
    if state.held == Held.OTHER and state.running and since < SHOWS_LINE <= until:
        state.held = Held.LINE
    elif waiting_step(state) is not None and since < CANCELS_ELEMENT <= until:
        state.held = Held.NULL
    elif state.programming and state.held in (Held.SINGLE_STEP, Held.BACK_STEP):
        move = editing.next_line if state.held == Held.SINGLE_STEP else editing.previous_line
        for _ in range(_repeats(until) - _repeats(since)):
            move(state)


def key_up(state: State) -> None:
    """Let the key go: SST executes its line, a matrix element is stored or recalled."""
    held, waiting = state.held, waiting_step(state)
    state.held = None
    if waiting is not None:
        machine.keyboard(state, waiting)
        if state.message is not None:
            state.word_times -= timing.keys.shown_in_vain_cost(state, waiting)
    elif held == Held.SINGLE_STEP and not state.programming:
        machine.single_step(state)


def can_be_held(text: str) -> bool:
    """Whether `State.held` may be this text: a Held, or a step that can wait for the release of its key."""
    return text in _HELD


def may_be_held(state: State) -> bool:
    """Whether some key can be down in this state and do what `State.held` says."""
    held = state.held
    if held is None or held == Held.OTHER:
        return True
    if not state.on or state.pending or state.message is not None or state.running != (held == Held.LINE):
        return False
    if held in (Held.LINE, Held.SINGLE_STEP, Held.BACK_STEP, Held.MEMORY):
        return True
    waiting = waiting_step(state)
    if state.programming or state.entry is not None:
        return False
    if waiting is not None:
        return _shows_element(state, waiting) or _shows_result(state, waiting)
    return held == Held.MANTISSA or (state.complex if held == Held.IMAGINARY else state.model is Model.HP15C)


def waiting_step(state: State) -> Step | None:
    """The step that waits for the release of its key, whose matrix or element shows. None without one."""
    held = state.held or ""
    name, _, operand = held.rpartition(" ")
    if held in RESULT_KEYS:
        return step(name or operand, operand if name else "")
    return _in_user_mode(state, step(name, operand)) if name in _ELEMENT_ROWS else None


def _repeats(held: int) -> int:
    """How many times SST or BST has repeated after being held for this number of word times."""
    return 0 if held < REPEATS_FIRST else 1 + (held - REPEATS_FIRST) // REPEATS


def _press(state: State, key: str) -> None:
    prefix = state.pending
    resolved = resolve(state.model, prefix, key, state.user)
    state.pending = resolved.pending
    if resolved.step is None:
        return
    try:
        command = _COMMANDS.get(resolved.step.name)
        if resolved.step.name == "←":
            _backspace(state, resolved.cancelled)
        elif command is not None:
            _command(state, resolved.step, command)
        elif state.programming:
            state.word_times += timing.matrices.counted_room_cost(state)
            memory.give_back(state)
            editing.insert(state, resolved.step)
            state.word_times += timing.keys.inserted_cost(state)
        else:
            _execute(state, resolved.step)
            if state.running and resolved.step.role is Role.CALLS and prefix != GSB:
                state.word_times += timing.figure("started by letter", state.model)
    except CalculatorError as error:
        state.message = str(error)
        state.word_times += timing.failing.command_failed_cost(state, resolved.step)


def _execute(state: State, pressed: Step) -> None:
    """Execute an instruction in run mode."""
    if pressed.name == "R/S":
        machine.start(state)
        state.held = Held.LINE
    elif _shows_element(state, pressed) or _shows_result(state, pressed):
        state.end_entry()
        state.held = str(pressed)
    elif machine.keyboard(state, _in_user_mode(state, pressed)) and state.model is Model.HP11C:
        state.held = Held.LINE


def _in_user_mode(state: State, pressed: Step) -> Step:
    """STO and RCL of a matrix element advance its indices in USER mode (BEHAVIOUR 7.3)."""
    row = pressed.instruction
    by_user = state.user and state.model is Model.HP15C and pressed.operand in row.user
    return replace(pressed, user=True) if by_user else pressed


def _shows_element(state: State, pressed: Step) -> bool:
    """Whether the display shows this step's matrix element, which exists, until the key comes up."""
    if state.model is not Model.HP15C or not pressed.instruction.shows_element:
        return False
    if pressed.operand in REGISTERS or pressed.operand == "I":
        return False
    if cells.matrix_name(state, pressed.operand) is None:
        return False
    name, row, column = element(state, str(pressed))
    matrix = state.matrices[name]
    return 1 <= row <= matrix.rows and 1 <= column <= matrix.columns


def _shows_result(state: State, pressed: Step) -> bool:
    """Whether the display shows RESULT's descriptor until the key comes up.

    An Error that comes at once prevents it.

    The Error of a 1 x 1 zero divisor comes only when the key is up.
    """
    if str(pressed) not in RESULT_KEYS or not any(
        isinstance(state.stack[level], Descriptor) for level in (X, Y)
    ):
        return False
    if pressed.name in ("1/x", "MATRIX") and not isinstance(state.stack[X], Descriptor):
        return False
    trial = state.copy()
    machine.keyboard(trial, pressed)
    return trial.message is None or (trial.message == "Error 0" and isinstance(state.stack[X], Descriptor))


def _command(state: State, pressed: Step, command: KeyCommand) -> None:
    """Execute a key that no program line can hold.

    The line that SST executes may type on at the number that is being typed. At line 000 SST ends it.
    """
    goes_on = pressed.name == "SST" and state.line > 0
    if not state.programming and not goes_on:
        state.end_entry()
    command(state, pressed)
    state.word_times += timing.keys.command_cost(pressed, state)
    if pressed.name == "MEM":
        memory.give_back(state)
    if pressed.instruction.lift is not Lift.NEUTRAL:
        state.lift = pressed.instruction.lift is Lift.ENABLE


def _backspace(state: State, cancelled: bool) -> None:
    """Take back a digit, or clear X (BEHAVIOUR 1.5).

    With flag 9 set it clears only that flag. In program mode it deletes the line. After a prefix that it has
    cancelled it acts as CLx.
    """
    if state.programming:
        state.word_times += timing.keys.deleted_cost(state.program, state.line)
        editing.delete(state)
        return
    if 9 in state.flags and not cancelled:
        state.flags.discard(9)
        state.word_times += timing.figure("flag 9 cleared")
        return
    before = state.entry
    left = entry.backspace(before) if before is not None and not cancelled else None
    state.word_times += timing.keys.backspace_cost(before, left, state, cancelled)
    state.entry = left
    if left is None:
        state.stack[X] = ZERO
        state.lift = False
        state.keeps_imaginary = state.complex
    else:
        state.stack[X] = entry.value(left).number


def _single_step(state: State, pressed: Step) -> None:
    state.held = Held.SINGLE_STEP
    if state.programming:
        editing.next_line(state)


def _back_step(state: State, pressed: Step) -> None:
    state.held = Held.BACK_STEP
    machine.count_line(state)
    editing.previous_line(state)


def _program_mode(state: State, pressed: Step) -> None:
    state.programming = not state.programming
    machine.count_line(state)


def _user_mode(state: State, pressed: Step) -> None:
    state.user = not state.user


def _memory(state: State, pressed: Step) -> None:
    state.held = Held.MEMORY


def _clear_program(state: State, pressed: Step) -> None:
    program, registers = state.program, len(state.registers)
    editing.clear(state)
    if state.programming:
        state.word_times += timing.keys.cleared_program_cost(program, len(state.registers) - registers)


def _clear_prefix(state: State, pressed: Step) -> None:
    if not state.programming:
        state.held = Held.MANTISSA


def _show_imaginary(state: State, pressed: Step) -> None:
    """Show the imaginary part of X while held, Error 3 in real mode (BEHAVIOUR 6.3). Not in program mode."""
    if state.programming:
        return
    if not state.complex:
        raise CalculatorError(3)
    state.held = Held.IMAGINARY


KeyCommand = Callable[[State, Step], None]

_COMMANDS: Final[dict[str, KeyCommand]] = {
    "SST": _single_step,
    "BST": _back_step,
    "P/R": _program_mode,
    "GTO CHS": lambda state, pressed: editing.go_to_line(state, int(pressed.operand)),
    "USER": _user_mode,
    "MEM": _memory,
    "CLEAR PRGM": _clear_program,
    "CLEAR PREFIX": _clear_prefix,
    "(i)": _show_imaginary,
}


def _switch(state: State, on: bool) -> None:
    """ON: what is unfinished is dropped, run mode begins, flag 9 clears, lift is on (BEHAVIOUR 3.9)."""
    state.end_entry()
    state.pending = ()
    machine.interrupt(state)
    state.message = None
    state.programming = False
    state.flags.discard(9)
    state.lift = True
    state.on = on


def _swap_radix(state: State) -> None:
    state.comma = not state.comma


def _reset_memory(state: State) -> None:
    """ON held with −: everything is lost (BEHAVIOUR 0.5)."""
    fresh = State.fresh(state.model, state.machine)
    for each in fields(State):
        if each.name != "word_times":
            setattr(state, each.name, getattr(fresh, each.name))
    state.message = PR_ERROR


def _test_display(state: State) -> None:
    state.message = SELF_TEST


def _test_keyboard(state: State) -> None:
    state.message = KEYBOARD_TEST


_WITH_ON: Final[dict[str, Callable[[State], None]]] = {
    "41+48": _swap_radix,
    "41+30": _reset_memory,
    "41+20": _test_display,
    "41+40": _test_display,
    "41+10": _test_keyboard,
}
