"""One calculator in use: keys that go down and up, programs that run in slices, breakpoints, the pace.

This module does not know the network. The caller passes the time in seconds, which never decreases.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from hp15c.calculator import Calculator
from hp15c.core import machine
from hp15c.core.machine import Reason
from hp15c.display.display import Display, display, x_display
from hp15c.errors import InputError
from hp15c.inspect.tracing import Profile
from hp15c.inspect.watching import WatchCondition
from hp15c.keys import keyboard
from hp15c.listing.program import Program
from hp15c.listing.spellings import keys_to_press
from hp15c.state.state import State
from hp15c.table.models import Model
from programs.web.breakpoints import Breaks
from programs.web.history import Beside, DeskMoment, MomentHistory
from programs.web.pace import Pace

Clock = Callable[[], float]

SLICE: Final = 0.006
"""Seconds that a program runs before other work has its turn."""

LINES: Final = 200
"""Lines that run between two readings of the clock."""

PAUSE: Final = 0.6
"""Seconds that PSE shows X when the program runs as fast as possible."""

HELD: Final = 0.05
"""Seconds between two checks of a key that is held."""

RUN_STOP: Final = "31"
SINGLE_STEP: Final = "21"


class Desk:
    """A calculator in use: its keys, its runs and its pace.

    `history` holds the moments before each key. `beside` is undone with the calculator. `note` says why a run
    stopped at a condition or a watched place. `profile` adds up the time of each line, if wanted.

    `broken` tells that the program stands at a breakpoint, from where it goes on as if it had not been
    stopped. `reason` is why the last run ended. `listing` counts the programs that have been in memory.

    At the real machine's pace keys take their time. Keys that are pressed while the machine is at work wait
    and are carried out in order. While a program shows `running`, any key stops it and does nothing else.
    """

    def __init__(self, model: Model, clock: Clock, state: State | None = None) -> None:
        self.calculator = Calculator(model, state=state)
        self.breaks = Breaks()
        self.history = MomentHistory()
        self.beside: Beside | None = None
        self.note = ""
        self.lesson: Program | None = None
        self.profile: Profile | None = None
        self.broken = False
        self.listing = 0
        self.reason: Reason | None = None
        self.runs = 0
        self._clock = clock
        self._down: str | None = None
        self._since = 0.0
        self._line = 0
        self._on_held = False
        self._pausing = False
        self._pause_ends = 0.0
        self._passing = False
        self._pace = Pace()
        self._waiting: deque[tuple[str, str | None]] = deque()
        self._program = self.state.program
        self._grouped = False
        self.state.held = None

    @property
    def state(self) -> State:
        """The calculator's memory."""
        return self.calculator.state

    @property
    def model(self) -> Model:
        """The model of the calculator."""
        return self.calculator.model

    @property
    def real_pace(self) -> bool:
        """Whether it runs at the real machine's pace."""
        return self._pace.real

    @property
    def shown_state(self) -> State:
        """The memory as it is shown: at the real machine's pace without work that is not done yet."""
        return self._pace.past or self.state

    @property
    def busy(self) -> bool:
        """Whether the machine is still at work on a key, or keys wait for it."""
        return self._pace.past is not None or bool(self._waiting)

    @property
    def keys_waiting(self) -> int:
        """The number of key events, down and up, that wait for the machine."""
        return len(self._waiting)

    @property
    def display(self) -> Display:
        """The text of the LCD. During a PSE it is X."""
        still = self._pace.display()
        if still is not None:
            return still
        shown = display(self.state)
        if self._pausing and self.state.running and self._down is None:
            return Display(x_display(self.state), shown.annunciators)
        return shown

    # keys

    def down(self, key: str) -> None:
        """Press a key. One that is still down comes up first, ON excepted: it may be held with another.

        Raises UnknownKey with nothing done.
        """
        keyboard.require_key(key)
        if self._is_ending() and key != keyboard.ON:
            return
        if self._waiting or self._at_work():
            self._waiting.append(("down", key))
        else:
            self._press(key)

    def up(self, key: str | None = None) -> None:
        """Let a key go (the one that is down, if none is named). Does nothing when it is not down."""
        if self._waiting:
            self._waiting.append(("up", key))
        else:
            self._let_go(key)

    def press(self, text: str) -> None:
        """Press keys one after the other, as a person would: '4 GSB A'. See `Calculator.press`."""
        keys = keys_to_press(text, self.model)
        with self.one_step():
            for key in keys:
                self.down(key)
                self.up()

    def make_ready(self) -> None:
        """Switch on, stop, and drop everything unfinished, as a person does before a new start."""
        self._forget_keys()
        state = self.state
        state.end_entry()
        state.on, state.running, state.programming = True, False, False
        state.message = state.held = None
        state.pending = ()
        state.flags.discard(9)

    # programs

    def load(self, program: Program) -> None:
        """Put a program into memory. Unsupported, with nothing changed, when it does not fit."""
        with self.one_step():
            self.calculator.load(program)
            self.make_ready()
            self.breaks.lines.clear()
            self.note_program()

    def replace(self, state: State) -> None:
        """Take another calculator's memory in place of this one's. Nothing runs, and no game goes on."""
        with self.one_step():
            self._forget_keys()
            self.calculator.state = state
            self.beside = None
            self.note_program()

    def run(self) -> None:
        """Go on from the breakpoint, or else press R/S."""
        if self.broken and not self.state.message:
            self._passing = True
            self.state.running = True
            self._start()
        elif not self.state.running:
            self.down(RUN_STOP)
            self.up()

    def stop(self) -> None:
        """Stop a running program, as any key does."""
        if self.state.running:
            self.down(RUN_STOP)
            self.up()

    def step(self) -> None:
        """Run one line: from a breakpoint while a number is typed, else by SST. InputError in a run."""
        if self.state.running:
            raise InputError("the program runs: stop it before single steps")
        if self.broken and not self.state.message:
            before = self._pace.copy(self.state)
            machine.single_step(self.state)
            self.broken = not self.state.message
            self._pace.spend_key(before, self.state, self._clock())
        else:
            self.down(SINGLE_STEP)
            self.up()
        self.note_program()

    def run_until(self, until: Callable[[State], bool], passing: bool = False) -> None:
        """Run on until this holds before a line. With `passing`, no breakpoint at the current line counts."""
        self._passing = passing
        if not self.state.line and not self.state.returns:
            return
        self.breaks.until = until
        self.state.running = True
        self._start()

    def set_breakpoint(self, line: int, on: bool, condition: WatchCondition | None = None) -> None:
        """Set or remove a breakpoint in front of a line. InputError when there is no such line."""
        self.check_line(line)
        if on:
            self.breaks.lines[line] = condition
        else:
            self.breaks.lines.pop(line, None)

    def watch(self, places: list[str]) -> None:
        """Stop a run when one of these places has changed."""
        self.breaks.places = places
        self.breaks.begin(self.state)

    def time_lines(self, on: bool) -> None:
        """Start or stop adding up the time that each line takes."""
        self.profile = Profile(self.state) if on else None

    def check_line(self, line: int) -> None:
        """Raise InputError unless the program has this line."""
        if not 1 <= line <= len(self.state.program):
            raise InputError(f"there is no line {line}; the program has {len(self.state.program)}")

    # undo and redo

    @contextmanager
    def one_step(self) -> Iterator[None]:
        """Changes in this context are undone as one step. None is kept where it raises or changes nothing."""
        if self._grouped:
            yield
            return
        before = self._moment()
        self._grouped = True
        try:
            yield
        finally:
            self._grouped = False
            if self.state != before.state:
                self.history.note(before)

    def undo(self) -> None:
        """Go back to how it was before the last step. InputError when there is none."""
        self._travel(self.history.undo(self._moment()), "undo")

    def redo(self) -> None:
        """Do again what was undone last. InputError when there is none."""
        self._travel(self.history.redo(self._moment()), "do again")

    def _moment(self) -> DeskMoment:
        beside = self.beside.copy() if self.beside is not None else None
        return DeskMoment(self.state.copy(), beside, self.runs)

    def _travel(self, moment: DeskMoment | None, what: str) -> None:
        if moment is None:
            raise InputError(f"there is nothing to {what}")
        self._forget_keys()
        self.calculator.state = moment.state.copy()
        self.state.running, self.state.held = False, None
        self.beside, self.runs, self.reason = moment.beside, moment.runs, None
        if self.profile is not None:
            self.profile = Profile(self.state)
        self.note_program()

    def _forget_keys(self) -> None:
        """Forget keys that are down or wait, and the watch of a run."""
        self._down, self._on_held = None, False
        self._waiting.clear()
        self._stop_watching()
        self._pace.reset(self._clock())

    def set_pace(self, real: bool) -> None:
        """Run at the real machine's pace, or as fast as possible."""
        self._pace.real = real
        self._pace.reset(self._clock())

    def work(self) -> float | None:
        """Do what is due. Returns the seconds until something is due again, None when nothing will be."""
        now = self._clock()
        self._pace.settle(now)
        while self._waiting and not self._at_work():
            what, key = self._waiting.popleft()
            if what == "down" and key is not None:
                self._press(key)
            else:
                self._let_go(key)
        left = self._pace.due - now if self.busy else 0.0
        if self._down is not None:
            self._hold()
            return min(HELD, left) if left > 0 else HELD
        if not self.state.running:
            return left if self.busy else None
        if self._pausing and now < self._pause_ends:
            return self._pause_ends - now
        self._pausing = False
        return self._work_slowly(now) if self.real_pace else self._work_fast(now + SLICE)

    def _work_fast(self, deadline: float) -> float | None:
        while self.state.running and not self._pausing:
            if not self._advance(LINES):
                return None
            if self._clock() >= deadline:
                break
        return (PAUSE if self._pausing else 0.0) if self.state.running else None

    def _work_slowly(self, now: float) -> float | None:
        """Run the lines that the real machine would have begun by now.

        Returns the seconds until they are done, None where the run stops at a breakpoint.
        """
        pace, deadline = self._pace, now + SLICE
        while self.state.running and now >= pace.due:
            pace.settle(now)
            if self._clock() >= deadline:
                pace.reset(now)
                return 0.0
            before = pace.copy(self.state)
            if not self._advance(1):
                return None
            pace.spend_line(before, self.state)
            if self._pausing:
                pace.past, self._pause_ends = None, pace.due
        return max(0.0, pace.due - now)

    def _advance(self, lines: int) -> bool:
        """Run up to `lines` lines, or to a breakpoint or pause. Returns False at a breakpoint."""
        if not self.breaks:
            self._run(lines)
            return True
        for _ in range(lines):
            if not self.state.running or self._pausing:
                break
            if self._at_end_of_subroutine():
                machine.implied_return(self.state)
                if not self.state.running:
                    break
            why = self.breaks.before_line(self.state, self._passing)
            if why is None:
                self._passing = False
                line = self.state.line
                self._run(1)
                why = self.breaks.after_line(self.state, line)
            if why is not None and self.state.running:
                self._break(why)
                return False
            if why:
                self.note = why
        return True

    def _break(self, why: str) -> None:
        """Stop in front of the current line."""
        self.state.running = False
        self.broken = True
        self.note = why
        self.breaks.until = None
        self.note_program()

    def _at_end_of_subroutine(self) -> bool:
        """Whether the RTN after the last line is next and leads to a line of the program."""
        state = self.state
        return state.line == 0 and bool(state.returns) and state.returns[-1] > 0

    def _run(self, lines: int) -> None:
        stop = machine.run(self.state, lines, self.profile, stop_at_pause=True)
        if stop.reason is Reason.PAUSE:
            self._pausing = True
            self._pause_ends = self._clock() + PAUSE
        elif stop.reason is not Reason.LIMIT:
            self.reason = stop.reason
            self.runs += 1
            self.breaks.until = None
        self.note_program()

    def _start(self) -> None:
        """Begin a run, or go on with one, after the machine is done with the key that starts it."""
        self.broken = False
        self.reason = None
        self.note = ""
        self.breaks.begin(self.state)
        self._pace.due = max(self._pace.due, self._clock())

    def _stop_watching(self) -> None:
        self.broken = self._pausing = self._passing = False
        self.breaks.until = None
        self.note = ""

    def _at_work(self) -> bool:
        """Whether the machine is at work on something other than a program."""
        return self.real_pace and not self.state.running and self._clock() < self._pace.due

    def _is_ending(self) -> bool:
        """Whether a run is in its last line: `running` still shows, and a key does nothing."""
        return self.reason is not None and self.shown_state.running and self._at_work()

    def _press(self, key: str) -> None:
        """Press a key."""
        if self._down is not None:
            self._release()
        both = f"{keyboard.ON}+{key}"
        if self._on_held and keyboard.is_key(both):
            key = both
        if key == keyboard.ON:
            self._on_held = True
        self._keep_moment()
        paused = self._pausing
        if paused:
            self._pace.reset(self._clock())
        before = self._pace.copy(self.state)
        self._stop_watching()
        self._line = self.state.line
        self.calculator.key_down(key)
        self._down = key
        self._since = self._clock()
        self._pace.spend_key(before, self.state, self._since)
        if paused:
            self._pace.past = None

    def _keep_moment(self) -> None:
        """Keep the moment before a key, unless it goes on with a prefix or stops a run."""
        if not self._grouped and not self.state.pending and not self.state.running:
            self.history.note(self._moment())

    def _let_go(self, key: str | None) -> None:
        if key in (keyboard.ON, None):
            self._on_held = False
        if self._down is not None and (key is None or _plain(self._down) == _plain(key)):
            self._release()

    def _release(self) -> None:
        """Let the key that is down come up. A run that it starts begins at once."""
        self._hold()
        self._passing = self._down == RUN_STOP and self.state.line == self._line
        self._down = None
        before = self._pace.copy(self.state)
        self.calculator.key_up(limit=0)
        if self.state.running:
            self._start()
        else:
            self._pace.spend_key(before, self.state, self._since)
        self.note_program()

    def _hold(self) -> None:
        now = self._clock()
        self.calculator.hold(now - self._since)
        self._since = now

    def note_program(self) -> None:
        """Note that another program is in memory. Breakpoints after its end are removed."""
        if self.state.program is not self._program:
            self._program = self.state.program
            self.listing += 1
            self.breaks.keep_lines_up_to(len(self._program))
            if self.profile is not None:
                self.profile = Profile(self.state)


def _plain(key: str) -> str:
    """The keycode of a key without the ON that is held with it."""
    return key.rpartition("+")[2]
