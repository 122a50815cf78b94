"""Parts that the verbs of the command line share: refusals, options, files in and out, Ctrl-C."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

import click

from hp15c import files
from hp15c.calculator import Calculator
from hp15c.errors import InputError, Unsupported, printable
from hp15c.listing.decoding import LARGEST, decode, encode
from hp15c.listing.dumps import ce, dm15
from hp15c.listing.program import Program
from hp15c.listing.spellings import joined_numbers, registers_by_number
from hp15c.shell.cli_names import ListingFile, MachineName, OneOf, listing_path
from hp15c.state.state import State
from hp15c.store import saved
from hp15c.store.hold import Hold
from hp15c.table.machines import MACHINES, OF_MODEL, Machine, choose
from hp15c.table.models import Model

if TYPE_CHECKING:
    from hp15c.engines import Engine
    from hp15c.inspect.run_observers import Lookout
    from hp15c.inspect.session import Event, Session
    from hp15c.listing.text import Listing
    from hp15c.shell.cli_still_running import StillRunning

LIMIT = 10_000_000
LONGEST_LINE: Final = 1_000_000
"""More characters than a person types on a line. What is longer has no end, such as /dev/zero."""
MODELS = OneOf("hp15c.table.models", "Model")
ENGINES = OneOf("hp15c.engines", "NAMES")
FORMATS = OneOf("hp15c.listing.writers.formats", "FORMATS")
OUTPUT = click.Path(dir_okay=False, writable=True, allow_dash=True, path_type=Path)
FILE = click.Path(dir_okay=False, allow_dash=True)


class WholeNumber(click.IntRange):
    """A whole number between limits. 'abc' is not a valid integer, where click says 'integer range'."""

    name = "integer"


class AnyNumber(click.FloatRange):
    """A number between limits. Of 'abc' click would say 'float range'. 'nan' is refused, too."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number. BadParameter for another text."""
        number = super().convert(value, param, ctx)
        if number != number:
            self.fail(f"{value!r} is not a valid number.", param, ctx)
        return number


WAITED: Final = 1.0
"""Seconds after which a command says that it waits for a state file."""

LISTING = ListingFile()
_READ = "hp15c.standard_input_is_read"

Command = TypeVar("Command", bound=Callable[..., Any])


def tell(message: object) -> None:
    """Say something on standard error. Signs stand for characters that would control the terminal."""
    click.echo(printable(str(message)), err=True)


def refuse(message: object) -> NoReturn:
    """End with an error that names what cannot be used, and exit code 2."""
    tell(f"Error: {message}")
    sys.exit(2)


def is_given(option: str) -> bool:
    """Whether an option of the command that runs stands on its line, and is not a default."""
    context = click.get_current_context(silent=True)
    source = context and context.get_parameter_source(option)
    return source is click.core.ParameterSource.COMMANDLINE


def refuse_together(*names: str) -> None:
    """Raise UsageError when two of these parameters stand on the command's line: one would be ignored."""
    context = click.get_current_context()
    given = [one for one in context.command.params if one.name in names and is_given(one.name)]
    if len(given) > 1:
        hints = " and ".join(one.get_error_hint(context) for one in given)
        raise click.UsageError(f"{hints} exclude each other: give one of them")


def refuse_bad_input(command: Command) -> Command:
    """Turn bad input, a file that cannot be read or written, and too deep a value into one clear error."""

    @wraps(command)
    def run_command(*args: Any, **options: Any) -> Any:
        try:
            return command(*args, **options)
        except InputError as error:
            refuse(error)
        except RecursionError:
            refuse("the program is too long for this verb: too many of its lines make one value in a row")
        except BrokenPipeError:
            raise
        except OSError as error:
            refuse(f"{error.filename or 'output'}: {error.strerror or error}")

    return run_command  # type: ignore[return-value]


model_option = click.option(
    "--model",
    type=MODELS,
    default="15C",
    show_default=True,
    help="The calculator, where the listing does not say.",
)
machine_option = click.option(
    "--machine",
    type=MachineName(),
    metavar="NAME",
    help="The make, which says how much memory there is: 15c, le, ce, ce-192, dm15, dm15-m80, dm15-m1b, 11c"
    " (hp15c list --machines).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
json_array_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON array of objects.")
keys_option = click.option(
    "--keys", default="R/S", show_default=True, help="The keys to press, like '4 GSB A'."
)
limit_option = click.option(
    "--limit",
    type=WholeNumber(1),
    default=LIMIT,
    show_default=True,
    help="Program lines before a run is cut off.",
)
state_option = click.option(
    "--state",
    "state_file",
    type=click.Path(dir_okay=False),
    help="Continuous memory: a file that is read and replaced. Other commands wait for it meanwhile.",
)
break_option = click.option(
    "--break", "breaks", type=WholeNumber(1), multiple=True, metavar="LINE", help="Stop before this line."
)
watch_option = click.option(
    "--watch", "watched", multiple=True, metavar="R3", help="Stop when this changes: X, I, R3, R.1, A1,2."
)
comma_option = click.option("--comma", is_flag=True, help="Show a comma as radix, as ON/. does.")


def read_listing(file: str, model: str, option: str = "model") -> Listing:
    """The listing in a file, in the program of a name or, for '-', on standard input.

    Its warnings go to standard error.

    `model` is used where the listing names none. When it was given with `option` and the listing contradicts
    it, that is a warning too.
    """
    from hp15c.listing.reader import parse, read

    assumed = Model.of(model)
    if file == "-":
        return with_warnings(parse(listing_text(file, assumed), assumed, "<stdin>"), file, assumed, option)
    return with_warnings(read(listing_path(file, assumed), assumed), file, assumed, option)


def read_program(file: str, model: str) -> Program:
    """The program in a file, as `read_listing` reads it, for a verb that looks at the whole of it."""
    program = read_listing(file, model).program
    refuse_endless(program, file)
    return program


def refuse_endless(program: Program, file: str) -> None:
    """Raise InputError for a program that no make of its calculator has the memory for.

    To look at the whole of such a text can take hours.
    """
    most = max(one.bytes for one in MACHINES.values() if one.model is program.model)
    if program.bytes > most:
        size = f"the program takes {program.bytes:,} bytes, and no HP-{program.model} has more than {most:,}"
        raise InputError(f"{'<stdin>' if file == '-' else file}: {size}")


def listing_text(file: str, model: Model) -> str:
    """The text of a file, of the program of a name or, for '-', of standard input. InputError for none.

    InputError too where a verb asks for standard input a second time.
    """
    if file == "-":
        read = click.get_current_context().meta
        if read.setdefault(_READ, False):
            raise InputError("standard input is read once: '-' can stand for one file only")
        read[_READ] = True
        return decode(sys.stdin.buffer.read(LARGEST + 1), "<stdin>")
    return decode(files.read_bytes(listing_path(file, model), LARGEST), file)


def with_warnings(listing: Listing, file: str, model: Model, option: str) -> Listing:
    """The listing, after its warnings were printed."""
    for warning in listing.warnings:
        tell(f"warning: {warning}")
    if listing.program.model is not model and is_given(option):
        tell(
            f"warning: {file} is a program for the HP-{listing.program.model};"
            f" --{option.replace('_', '-')} {model} changes nothing"
        )
    return listing


def machine_of(model: str, machine: Machine | None, output: object = None) -> Machine:
    """The make that was named, or the first of the model: of the one that the name of the output says.

    InputError where --model, --machine and the output's name contradict each other.
    """
    said = Model.of_file(output)
    given = is_given("model")
    if machine is None:
        found = OF_MODEL[said if said is not None and not given else Model.of(model)]
    else:
        found = choose(Model.of(model) if given else None, machine)
    if said not in (None, found.model):
        raise InputError(
            f"{output}: this name is for the HP-{said}, and the listing for the HP-{found.model}"
        )
    return found


def read_for(machine: Machine | None, file: str, model: str) -> Listing:
    """The listing in a file for a machine. InputError when it is one for the other model."""
    if machine is None:
        return read_listing(file, model)
    machine_of(model, machine)
    listing = read_listing(file, machine.model)
    if listing.program.model is not machine.model:
        raise InputError(
            f"{file} is a program for the HP-{listing.program.model}, the {machine.title} is an"
            f" HP-{machine.model}: hp15c convert {file} --model {machine.model} moves it"
        )
    return listing


def write_output(text: str, output: str | None, encoding: str = "utf-8") -> None:
    """Write to standard output, or replace a file whole. A terminal is not controlled by the text."""
    to_terminal = output in (None, "-") and sys.stdout.isatty()
    data = encode(printable(text) if to_terminal else text, encoding)
    if output is None or output == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        write_file(output, data)


def put_into(memory: str, program: Program, output: str) -> None:
    """Write a copy of a DM15's dump or a Collector's Edition's save that holds this program. Unsupported for
    a program for the HP-11C.
    """
    if program.model == "11C":
        raise Unsupported("a memory of the HP-15C", ["this is a program for the HP-11C"])
    data = files.read_bytes(memory, LARGEST)
    if ce.is_save(data):
        made = ce.with_program(data, program.steps, memory)
    else:
        made = dm15.with_program(decode(data, memory), program.steps, memory).encode()
    if output == "-":
        sys.stdout.buffer.write(made)
    else:
        write_file(output, made)


def load_calculator(state_file: str | None, model: str | None, machine: Machine | None = None) -> Calculator:
    """The calculator that a state file holds, or a new one when there is no such file yet.

    Other commands wait for the file until this one has ended. InputError when the file holds another model's
    or make's than the one asked for.
    """
    if state_file == "":
        raise InputError("--state: the name of the file is empty")
    if state_file:
        files.require_folder(state_file)
        click.get_current_context().call_on_close(hold_state(state_file).let_go)
    if state_file and Path(state_file).exists():
        calculator = Calculator(state=saved.load(state_file))
        if model is not None and Model.of(model) is not calculator.model:
            raise InputError(
                f"{state_file}: this is an HP-{calculator.model}, not an HP-{Model.of(model)};"
                " name another state file"
            )
        if machine is not None and machine != calculator.machine:
            raise InputError(
                f"{state_file}: this is the machine {calculator.machine}, not {machine};"
                " name another state file"
            )
        return calculator
    return Calculator(model, machine=machine)


def hold_state(state_file: str) -> Hold:
    """The calculator in a state file, which no other command has until this one lets go.

    It waits as long as another one has it, and says so after WAITED seconds.
    """
    path, begin, told = Path(os.path.realpath(state_file)), time.monotonic(), False
    while True:
        try:
            return Hold(path)
        except InputError:
            if not told and time.monotonic() - begin > WAITED:
                told = True
                tell(f"{state_file}: another command has this calculator; waiting until it ends")
            time.sleep(0.02)


def keep(calculator: Calculator, state_file: str | None) -> None:
    """Replace the state file, if one is named."""
    if state_file:
        saved.save(calculator.state, state_file)


def calculator_with(
    file: str, model: str, state_file: str | None, comma: bool, machine: Machine | None = None
) -> Calculator:
    """A calculator with the listing keyed in."""
    program = read_for(machine, file, model).program
    calculator = load_calculator(state_file, program.model, machine)
    if calculator.state.program.steps != program.steps or not state_file:
        calculator.load(program)
    if comma:
        calculator.state.comma = True
    return calculator


def calculator_without(state_file: str | None, comma: bool, machine: Machine | None = None) -> Calculator:
    """The calculator of the state file, or else a new one of the model asked for."""
    asked = click.get_current_context().params["model"] if is_given("model") else None
    calculator = load_calculator(state_file, asked, machine)
    if comma:
        calculator.state.comma = True
    return calculator


def engine_named(name: str | None) -> Engine | None:
    """The engine of this name. None for the readable machine, which runs where no engine is asked for."""
    from hp15c.engines import select

    return None if name in (None, "reference") else select(name)


@contextmanager
def stopped_by_ctrl_c(stop: Callable[[], None], still: StillRunning) -> Iterator[None]:
    """Let the first Ctrl-C do what a key does to a running program. A second one ends the command."""

    def on_signal(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        still.end()
        tell("Stopped by a key.")
        stop()

    before = signal.signal(signal.SIGINT, on_signal)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def caution(keys: str, model: Model) -> None:
    """Warn on standard error of keys that may mean something else.

    Two numbers that follow each other are one on the calculator, and a register above 9 has a key of its own.
    """
    joined = joined_numbers(keys, model)
    if joined:
        shown = " ".join(joined)
        tell(
            f'warning: "{shown}" is pressed as the one number {"".join(joined)};'
            f' two numbers need ENTER: "{" ENTER ".join(joined)}"'
        )
    for word in registers_by_number(keys, model):
        name, digit = word[:-2].rstrip(), word[-1]
        tell(
            f'warning: "{word}" is pressed as {name} .{digit}, register 1{digit};'
            f' register 1 and then the digit {digit} is "{name} 1 {digit}"'
        )


def lines_of_keys(keys: str) -> Iterator[str]:
    """The keys to press. For '-' they are the lines of standard input that hold keys, as they arrive.

    A Ctrl-C between lines ends them, as the end of the input does. InputError for a line of LONGEST_LINE
    characters.
    """
    if keys.strip() != "-":
        yield keys
        return
    while line := _next_line():
        if len(line) == LONGEST_LINE:
            raise InputError(f"<stdin>: a line has {LONGEST_LINE:,} characters or more")
        if line.strip():
            yield line.strip()


def _next_line() -> str:
    try:
        return sys.stdin.readline(LONGEST_LINE)
    except KeyboardInterrupt:
        tell("")
        return ""


def look_out(
    session: Session, breaks: tuple[int, ...], watched: tuple[str, ...], until: str | None = None
) -> Lookout:
    """Have a session stop at lines, at changes, or when a condition holds."""
    from hp15c.inspect.run_observers import Lookout
    from hp15c.inspect.watching import place_on, read_condition

    state = session.calculator.state
    on_this_machine = partial(place_on, state.machine)
    places = [on_this_machine(one) for one in watched]
    condition = read_condition(until, on_this_machine) if until else None
    lookout = Lookout(state, session.stop, breaks, places, condition, session.observer)
    if breaks or places or condition:
        session.observer = lookout
    return lookout


@contextmanager
def tell_when_long(state: State) -> Iterator[StillRunning]:
    """Show that a run which takes long goes on, and how to stop it. See `StillRunning`."""
    from hp15c.shell.cli_still_running import StillRunning

    still = StillRunning(state, sys.stderr)
    still.start()
    try:
        yield still
    finally:
        still.stop()


def play(session: Session, keys: str, show: Callable[[Event], None]) -> int:
    """Press the keys and show each event. Ctrl-C stops the program as a key does. Returns the exit code."""
    code = 0
    caution(keys, session.calculator.model)
    with tell_when_long(session.calculator.state) as still, stopped_by_ctrl_c(session.stop, still):
        for event in session.play(keys):
            still.clear()
            show(event)
            code = 1 if event.kind in ("error", "limit") else 0
    return 1 if session.stopped else code


FORCE: Final = "hp15c.force"
"""The key under which click's `meta` has whether the verb that is running was called with --force."""

NEW: Final = "hp15c.new"
"""The key under which click's `meta` has the output files that were not there when the verb began."""


def refuse_existing(path: str | os.PathLike[str]) -> None:
    """Raise UsageError for an output file that exists, unless the running verb was called with --force.

    '-' and devices are written to as they are.
    """
    meta = click.get_current_context().meta
    if meta.get(FORCE) or str(path) == "-":
        return
    if Path(path).is_file():
        raise click.UsageError(f"{os.fspath(path)} exists already: --force replaces it, or name another file")
    meta.setdefault(NEW, set()).add(str(path))


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Put `data` into an output file of the running verb, which is replaced whole.

    UsageError, as by `refuse_existing`, when the file was not there then and another one has written it.
    """
    context = click.get_current_context(silent=True)
    new = context.meta.get(NEW, set()) if context else set()
    try:
        files.replace(os.fspath(path), data, new=str(path) in new)
    except FileExistsError:
        refuse_existing(path)
        raise
    new.discard(str(path))
