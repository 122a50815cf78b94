"""The calculator's verbs on the command line: run, press, trace, time, check and convert."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from hp15c.calculator import Calculator
    from hp15c.engines import Engine
    from hp15c.lint import Report
    from hp15c.listing.reader import Listing
    from hp15c.session import Event, Session
    from hp15c.state import State

LIMIT = 10_000_000
MODELS = click.Choice(["15C", "11C"], case_sensitive=False)
ENGINES = click.Choice(["reference", "source", "lanes"])
FILE = click.Path(dir_okay=False, allow_dash=True)

Command = TypeVar("Command", bound=Callable[..., Any])


def refuse(message: object) -> NoReturn:
    """End with an error that names what cannot be used, and exit code 2."""
    click.echo(f"Error: {message}", err=True)
    sys.exit(2)


def refusing(command: Command) -> Command:
    """Turn what was given wrongly, and a file that cannot be read or written, into one clear error."""
    from functools import wraps

    @wraps(command)
    def checked(*args: Any, **options: Any) -> Any:
        from hp15c.errors import InputError

        try:
            return command(*args, **options)
        except InputError as error:
            refuse(error)
        except BrokenPipeError:
            raise
        except OSError as error:
            refuse(f"{error.filename or 'output'}: {error.strerror or error}")

    return checked  # type: ignore[return-value]


model_option = click.option(
    "--model",
    type=MODELS,
    default="15C",
    show_default=True,
    help="The calculator, where the listing does not say.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
keys_option = click.option(
    "--keys", default="R/S", show_default=True, help="The keys to press, like '4 GSB A'."
)
limit_option = click.option(
    "--limit",
    type=click.IntRange(1),
    default=LIMIT,
    show_default=True,
    help="Program lines before a run is cut off.",
)
comma_option = click.option("--comma", is_flag=True, help="Show a comma as radix, as ON/. does.")


def read_listing(file: str, model: str) -> Listing:
    """The listing in a file or, for '-', on standard input; its warnings go to standard error."""
    from hp15c.listing.decoding import decode
    from hp15c.listing.reader import parse, read
    from hp15c.models import Model

    if file == "-":
        if sys.stdin is None:
            refuse("<stdin>: is closed; name a file")
        listing = parse(decode(sys.stdin.buffer.read(), "<stdin>"), Model.of(model), "<stdin>")
    else:
        listing = read(Path(file), Model.of(model))
    for warning in listing.warnings:
        click.echo(f"warning: {warning}", err=True)
    return listing


def put(text: str, output: str | None, encoding: str = "utf-8") -> None:
    """Write to standard output, or replace a file whole."""
    from hp15c.files import replace
    from hp15c.listing.decoding import encode

    data = encode(text, encoding)
    if output is None or output == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        replace(output, data)


def shown(state: State) -> dict[str, object]:
    """What a person reads off a calculator, for --json: numbers as text."""
    from hp15c.calculator import Calculator

    calculator = Calculator(state=state)
    facts: dict[str, object] = {"display": calculator.display}
    names = ["x", "y", "z", "t", "last_x", "i"]
    if state.complex:
        names += ["xi", "yi", "zi", "ti", "last_xi"]
    facts |= {name: str(getattr(calculator, name)) for name in names}
    facts["annunciators"] = sorted(calculator.annunciators)
    facts["flags"] = sorted(calculator.flags)
    facts["error"] = calculator.error
    facts["blinking"] = calculator.blinking
    return facts


@click.command()
@click.argument("keys", nargs=-1, required=True)
@click.option("--model", type=MODELS, help="The calculator [default: the one in the state file, else 15C].")
@click.option(
    "--state",
    "state_file",
    type=click.Path(dir_okay=False),
    help="Continuous memory: a file that is read and replaced.",
)
@limit_option
@comma_option
@json_option
@refusing
def press(
    keys: tuple[str, ...],
    model: str | None,
    state_file: str | None,
    limit: int,
    comma: bool,
    as_json: bool,
) -> None:
    """Press KEYS and show the display: hp15c press "2 ENTER 3 +"

    KEYS are mnemonics in any spelling and numbers, a number being its digits and one point. Exit code 1
    when an Error shows or a program is cut off by --limit.
    """
    calculator = remembered(state_file, model)
    if comma:
        calculator.state.comma = True
    stopped: list[bool] = []

    def stop() -> None:
        stopped.append(True)
        calculator.state.running = False

    with stopped_by_ctrl_c(stop):
        calculator.press(" ".join(keys), limit)
    keep(calculator, state_file)
    if as_json:
        click.echo(json.dumps(shown(calculator.state), ensure_ascii=False))
    else:
        click.echo(calculator.display)
    running = calculator.state.running
    if running:
        click.echo(f"The program was cut off after {limit:,} lines and still runs.", err=True)
    sys.exit(1 if calculator.error or running or stopped else 0)


def remembered(state_file: str | None, model: str | None) -> Calculator:
    """The calculator that a state file holds, or a new one when there is no such file yet.

    InputError when the file holds another model's than the one asked for.
    """
    from hp15c import saved
    from hp15c.calculator import Calculator
    from hp15c.errors import InputError
    from hp15c.models import Model

    if state_file and Path(state_file).exists():
        calculator = Calculator(state=saved.load(state_file))
        if model is not None and Model.of(model) is not calculator.model:
            raise InputError(
                f"{state_file}: this is an HP-{calculator.model}, not an HP-{Model.of(model)};"
                " name another state file"
            )
        return calculator
    return Calculator(model or Model.HP15C)


def keep(calculator: Calculator, state_file: str | None) -> None:
    """Replace the state file, if one is named."""
    from hp15c import saved

    if state_file:
        saved.save(calculator.state, state_file)


def seat(file: str, model: str, state_file: str | None, comma: bool) -> Calculator:
    """A calculator with the listing keyed in."""
    program = read_listing(file, model).program
    calculator = remembered(state_file, program.model)
    if calculator.state.program.steps != program.steps or not state_file:
        calculator.load(program)
    if comma:
        calculator.state.comma = True
    return calculator


def engine_named(name: str | None) -> Engine | None:
    """The engine asked for; None is the readable machine."""
    from hp15c.engines import select

    return None if name in (None, "reference") else select(name)


@contextmanager
def stopped_by_ctrl_c(stop: Callable[[], None]) -> Iterator[None]:
    """Let the first Ctrl-C do what a key does to a running program; a second one ends the command."""

    def on_signal(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        click.echo("Stopped by a key.", err=True)
        stop()

    before = signal.signal(signal.SIGINT, on_signal)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def play(session: Session, keys: str, show: Callable[[Event], None]) -> int:
    """Press the keys, show each event; the exit code. Ctrl-C stops the program as a key does."""
    code = 0
    with stopped_by_ctrl_c(session.stop):
        for event in session.play(keys):
            show(event)
            code = 1 if event.kind in ("error", "limit") else 0
    return 1 if session.stopped else code


@click.command()
@click.argument("file", type=FILE)
@keys_option
@model_option
@click.option("--engine", type=ENGINES, help="How to run [default: the readable machine].")
@click.option(
    "--state",
    "state_file",
    type=click.Path(dir_okay=False),
    help="Continuous memory: a file that is read and replaced.",
)
@limit_option
@comma_option
@json_option
@refusing
def run(
    file: str,
    keys: str,
    model: str,
    engine: str | None,
    state_file: str | None,
    limit: int,
    comma: bool,
    as_json: bool,
) -> None:
    """Key in the listing FILE, press keys, and print each display that a person would see, pauses included.

    FILE may be '-'. Exit code 1 when the program ends in an Error or is cut off by --limit.
    """
    from hp15c.session import Session

    session = Session(seat(file, model, state_file, comma), limit, engine_named(engine))
    events: list[Event] = []

    def show(event: Event) -> None:
        events.append(event)
        if not as_json:
            note = {"pause": "  (pause)", "limit": f"  (cut off after {limit:,} lines)"}.get(event.kind, "")
            click.echo(event.display.rstrip() + note)

    code = play(session, keys, show)
    keep(session.calculator, state_file)
    if as_json:
        facts = {"events": [asdict(event) for event in events], "state": shown(session.calculator.state)}
        click.echo(json.dumps(facts, ensure_ascii=False))
    sys.exit(code)


@click.command()
@click.argument("file", type=FILE)
@keys_option
@model_option
@limit_option
@refusing
def trace(file: str, keys: str, model: str, limit: int) -> None:
    """Run FILE and print every program line: keycodes, mnemonic, stack, and registers that change."""
    from hp15c.session import Session
    from hp15c.tracing import Tracer

    calculator = seat(file, model, None, False)
    tracer = Tracer(calculator.state, click.echo)
    session = Session(calculator, limit, observer=tracer)
    sys.exit(play(session, keys, lambda event: click.echo(f"{event.kind}: {event.display.rstrip()}")))


@click.command()
@click.argument("file", type=FILE)
@keys_option
@model_option
@click.option("--by-line", is_flag=True, help="How the time spreads over the lines.")
@limit_option
@json_option
@refusing
def time(file: str, keys: str, model: str, by_line: bool, limit: int, as_json: bool) -> None:
    """Say how long the real machine takes for these keys on FILE, in word times and seconds.

    A word time is about 260 microseconds; the figures are an estimate from the machine's cost model.
    """
    from hp15c.session import Session
    from hp15c.timing import WORD_TIMES_PER_SECOND
    from hp15c.tracing import Profile

    calculator = seat(file, model, None, False)
    before = calculator.word_times
    profile = Profile(calculator.state)
    session = Session(calculator, limit, observer=profile)
    code = play(session, keys, lambda event: None)
    word_times = calculator.word_times - before
    facts: dict[str, Any] = {
        "word_times": word_times,
        "seconds": round(word_times / WORD_TIMES_PER_SECOND, 3),
        "program_lines": session.lines,
    }
    if by_line:
        facts["by_line"] = [asdict(row) for row in profile.rows()]
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False))
    else:
        click.echo(
            f"{facts['seconds']:,.2f} s on the real machine"
            f" ({word_times:,} word times, {session.lines:,} program lines)"
        )
        if by_line:
            click.echo(profile.table())
    sys.exit(code)


@click.command()
@click.argument("file", type=FILE)
@model_option
@json_option
@refusing
def check(file: str, model: str, as_json: bool) -> None:
    """Look FILE over: labels, unreachable lines, memory, registers, and what keeps it from the HP-11C.

    Exit code 1 when something is wrong: a label that is not there, a keycode and a mnemonic that disagree.
    """
    from hp15c.lint import check as look_over

    listing = read_listing(file, model)
    report = look_over(listing.program)
    if as_json:
        facts = report.to_json() | {"warnings": [str(warning) for warning in listing.warnings]}
        click.echo(json.dumps(facts, ensure_ascii=False))
    else:
        click.echo(findings(report))
    sys.exit(1 if report.problems or listing.warnings else 0)


def findings(report: Report) -> str:
    """A report as text: the facts, then what is wrong, what may be meant so, and what the HP-11C lacks."""
    unit = "bytes" if report.model == "15C" else "lines of memory"
    lines = [
        f"HP-{report.model}: {report.lines} lines,"
        f" {report.bytes} {unit}, {report.memory_registers} registers",
        f"labels {' '.join(report.labels) or 'none'}; registers {' '.join(report.registers) or 'none'}",
    ]
    lines += [f"problem: {problem}" for problem in report.problems]
    lines += [f"remark: {remark}" for remark in report.remarks]
    if report.model == "15C":
        if report.not_on_11c:
            lines += [f"not on the HP-11C: {reason}" for reason in report.not_on_11c]
        else:
            lines.append("runs on the HP-11C too")
    return "\n".join(lines)


@click.command()
@click.argument("file", type=FILE)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Where to write [default: standard output].",
)
@click.option(
    "--to",
    "format_name",
    help="simulator, jrpn, keycodes, mnemonics, markdown, html [default: as the output is named].",
)
@click.option("--model", type=MODELS, help="Move the program to this calculator's keycodes.")
@click.option(
    "--from-model",
    type=MODELS,
    default="15C",
    show_default=True,
    help="The calculator, where the listing does not say.",
)
@click.option(
    "--encoding",
    type=click.Choice(["utf-8", "simulator"]),
    default="utf-8",
    show_default=True,
    help="simulator: UTF-16 with BOM and CRLF.",
)
@refusing
def convert(
    file: str, output: str | None, format_name: str | None, model: str | None, from_model: str, encoding: str
) -> None:
    """Write the listing FILE in another format, or for the other calculator."""
    from hp15c.convert import cautions
    from hp15c.convert import convert as move
    from hp15c.listing import format_named, format_of_file
    from hp15c.models import Model

    program = read_listing(file, from_model).program
    if model is not None:
        target = Model.of(model)
        for caution in cautions(program, target):
            click.echo(f"caution: {caution}", err=True)
        program = move(program, target)
    if format_name is not None:
        format = format_named(format_name)
    else:
        format = (format_of_file(output) if output else None) or format_named("simulator")
    put(format.write(program), output, encoding)
