"""The calculator's verbs on the command line: run, press, trace, time and check."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from hp15c.calculator import Calculator
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.shell.cli_files import Finding, for_each
from hp15c.shell.cli_shared import (
    ENGINES,
    LISTING,
    MODELS,
    WholeNumber,
    break_option,
    calculator_with,
    calculator_without,
    caution,
    comma_option,
    engine_named,
    json_option,
    keep,
    keys_option,
    limit_option,
    lines_of_keys,
    load_calculator,
    look_out,
    machine_option,
    model_option,
    play,
    read_for,
    refuse_bad_input,
    state_option,
    stopped_by_ctrl_c,
    tell,
    tell_when_long,
    watch_option,
)
from hp15c.state.state import State
from hp15c.table.machines import Machine
from hp15c.timing import WORD_TIMES_PER_SECOND

if TYPE_CHECKING:
    from hp15c.inspect.lint import LintReport
    from hp15c.inspect.session import Event


def visible(state: State) -> dict[str, object]:
    """The visible state of a calculator for --json, with numbers as text."""
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


@click.command(context_settings={"ignore_unknown_options": True})  # keys like − and ->H begin with a minus
@click.argument("keys", nargs=-1, required=True)
@click.option("--model", type=MODELS, help="The calculator [default: the one in the state file, else 15C].")
@machine_option
@state_option
@limit_option
@comma_option
@json_option
@refuse_bad_input
def press(
    keys: tuple[str, ...],
    model: str | None,
    machine: Machine | None,
    state_file: str | None,
    limit: int,
    comma: bool,
    as_json: bool,
) -> None:
    """Press KEYS and show the display: hp15c press "2 ENTER 3 +"

    KEYS are mnemonics in any spelling, and numbers. A number is its digits and one point: 1234.5. 1234,5 and
    1,234.5 are read as the same, and 1,234 is refused because it can be read in two ways. For '-', lines of
    keys are read from standard input, and a display is shown for each. Exit code 1 when an Error shows or a
    program is cut off by --limit.
    """
    calculator = load_calculator(state_file, model, machine)
    if comma:
        calculator.state.comma = True
    caution(" ".join(keys), calculator.model)
    stopped: list[bool] = []

    def stop() -> None:
        stopped.append(True)
        calculator.state.running = False

    for line in lines_of_keys(" ".join(keys)):
        with tell_when_long(calculator.state) as still, stopped_by_ctrl_c(stop, still):
            calculator.press(line, limit=limit)
        if as_json:
            click.echo(json.dumps(visible(calculator.state), ensure_ascii=False))
        else:
            click.echo(calculator.display)
        if stopped:
            break
    keep(calculator, state_file)
    running = calculator.state.running
    if running:
        tell(f"The program was cut off after {limit:,} lines and still runs.")
    sys.exit(1 if calculator.error or running or stopped else 0)


@click.command()
@click.argument("file", type=LISTING)
@click.option(
    "--keys",
    help="The keys to press, like '4 GSB A'.  [default: R/S, for FILE '-' the lines of standard input]",
)
@model_option
@machine_option
@click.option("--engine", type=ENGINES, help="How to run [default: the readable machine].")
@break_option
@watch_option
@state_option
@limit_option
@comma_option
@json_option
@refuse_bad_input
def run(
    file: str,
    keys: str | None,
    model: str,
    machine: Machine | None,
    engine: str | None,
    breaks: tuple[int, ...],
    watched: tuple[str, ...],
    state_file: str | None,
    limit: int,
    comma: bool,
    as_json: bool,
) -> None:
    """Key in the listing FILE, press keys, and print each display that a person would see, pauses included.

    FILE may be the name of a program that comes with hp15c (see hp15c list). Numbers in keys are read as
    hp15c press reads them. For '-', lines of keys are read from standard input and pressed on a calculator
    without a listing. With --keys too, '-' is the listing itself. With a FILE and --keys -, lines of keys are
    read. Exit code 1 when the program ends in an Error, is cut off by --limit, or is stopped by --break,
    --watch or Ctrl-C, which do what a key does and print the state.
    """
    from hp15c.inspect.session import Session

    if file == "-" and keys is None:
        keys, calculator = "-", calculator_without(state_file, comma, machine)
    else:
        keys = "R/S" if keys is None else keys
        calculator = calculator_with(file, model, state_file, comma, machine)
    session = Session(calculator, limit, engine_named(engine))
    if (breaks or watched) and session.engine is not None:
        raise InputError("--break and --watch need the readable machine: leave --engine out")
    lookout = look_out(session, breaks, watched)
    events: list[Event] = []

    def show(event: Event) -> None:
        events.append(event)
        if not as_json:
            note = {"pause": "  (pause)", "limit": f"  (cut off after {limit:,} lines)"}.get(event.kind, "")
            click.echo(event.display.rstrip() + note)

    code = max((play(session, line, show) for line in lines_of_keys(keys)), default=0)
    keep(session.calculator, state_file)
    if lookout.why:
        tell(lookout.sentence())
    if as_json:
        facts = {"events": [asdict(event) for event in events], "state": visible(session.calculator.state)}
        if lookout.why:
            facts["stopped"] = lookout.why
        click.echo(json.dumps(facts, ensure_ascii=False))
    elif session.stopped:
        click.echo(place_of_stop(session.calculator.state))
    sys.exit(code)


def place_of_stop(state: State) -> str:
    """Where a program stands that a key has stopped: the line from which it goes on, the stack and LAST X."""
    from hp15c.inspect.tracing import level

    x, y, z, t = (level(state, number) for number in range(4))
    return f"at line {state.line:03d}  X {x}  Y {y}  Z {z}  T {t}  LAST X {state.last_x}"


@click.command()
@click.argument("file", type=LISTING)
@keys_option
@model_option
@machine_option
@click.option("--lines", "span", default="1-", metavar="A-B", help="Show these lines only: 12, 3-20 or 3-.")
@click.option("--registers", metavar="R1,I", help="Show only lines that change one of these.")
@click.option("--last", type=WholeNumber(1), help="Show only this many of the last lines.")
@click.option("--until", metavar="CONDITION", help="Stop when this holds: 'R3 > 5', 'X = I'.")
@break_option
@watch_option
@limit_option
@json_option
@refuse_bad_input
def trace(
    file: str,
    keys: str,
    model: str,
    machine: Machine | None,
    span: str,
    registers: str | None,
    last: int | None,
    until: str | None,
    breaks: tuple[int, ...],
    watched: tuple[str, ...],
    limit: int,
    as_json: bool,
) -> None:
    """Run FILE and print every program line: keycodes, mnemonic, stack, and what changes in memory.

    Memory is registers (R3=5, I=2) and elements of matrices (A1,2=7). Complex levels are written 3-4i.
    """
    from hp15c.inspect.run_observers import Filter, read_range
    from hp15c.inspect.session import Session
    from hp15c.inspect.tracing import TracedLine, Tracer
    from hp15c.inspect.watching import place_on

    lines: list[TracedLine] = []
    events: list[Event] = []
    calculator = calculator_with(file, model, None, False, machine)
    first, end = read_range(span, len(calculator.state.program))
    named = (registers or "").replace(",", " ").split()
    places = frozenset(place_on(calculator.machine, one) for one in named)
    chosen = Filter(lines.append if as_json else click.echo, first, end, places, last)
    session = Session(calculator, limit, observer=Tracer(calculator.state, chosen))
    lookout = look_out(session, breaks, watched, until)

    def show(event: Event) -> None:
        if not as_json:
            click.echo(f"{event.kind}: {event.display.rstrip()}")

    def hear(event: Event) -> None:
        events.append(event)
        if last is None:
            show(event)

    code = max((play(session, line, hear) for line in lines_of_keys(keys)), default=0)
    held = events if last is not None else []
    for event in held[:-1]:
        show(event)
    chosen.finish()
    for event in held[-1:]:
        show(event)
    if lookout.why:
        tell(lookout.sentence())
    if as_json:
        facts = {
            "lines": [asdict(line) for line in lines],
            "events": [asdict(event) for event in events],
            "state": visible(calculator.state),
        }
        click.echo(json.dumps(facts, ensure_ascii=False))
    sys.exit(code)


@click.command()
@click.argument("files", metavar="FILE...", type=LISTING, nargs=-1, required=True)
@keys_option
@model_option
@machine_option
@click.option("--by-line", is_flag=True, help="Print the time of each line.")
@limit_option
@json_option
@refuse_bad_input
def time(
    files: tuple[str, ...],
    keys: str,
    model: str,
    machine: Machine | None,
    by_line: bool,
    limit: int,
    as_json: bool,
) -> None:
    """Say how long the real machine takes for these keys on FILE, in word times and seconds.

    A word time is about 260 microseconds. The figures are an estimate from the machine's cost model. Many
    files are timed with the same keys, a line for each.
    """
    from hp15c.inspect.session import Session
    from hp15c.inspect.tracing import Profile

    pressed = list(lines_of_keys(keys))

    def time_file(file: str) -> Finding:
        calculator = calculator_with(file, model, None, False, machine)
        before = calculator.word_times
        profile = Profile(calculator.state)
        session = Session(calculator, limit, observer=profile)
        shown: list[Event] = []
        code = max((play(session, line, shown.append) for line in pressed), default=0)
        why = {"error": ", ends in {}", "limit": ", cut off by --limit"}
        ends = [
            why[one.kind].format(" ".join(one.display.split())) for one in shown if code and one.kind in why
        ]
        word_times = calculator.word_times - before
        facts: dict[str, Any] = {
            "word_times": word_times,
            "seconds": round(word_times / WORD_TIMES_PER_SECOND, 3),
            "program_lines": session.lines,
        }
        if by_line:
            facts["by_line"] = [asdict(row) for row in profile.rows()]
        spent = (
            f"{facts['seconds']:,.2f} s on the real machine"
            f" ({word_times:,} word times, {session.lines:,} program lines){''.join(ends[-1:])}"
        )
        table = f"\n{profile.table()}" if by_line else ""
        return Finding(facts, spent + table, spent + table, code)

    for_each(files, as_json, ("timed", "ended in an Error or at the limit"), time_file)


@click.command()
@click.argument("files", metavar="FILE...", type=LISTING, nargs=-1, required=True)
@model_option
@machine_option
@json_option
@refuse_bad_input
def check(files: tuple[str, ...], model: str, machine: Machine | None, as_json: bool) -> None:
    """Look FILE over: labels, unreachable lines, registers, memory, and what keeps it from the HP-11C.

    Memory is what the program takes, and what its matrices, complex mode, SOLVE and ∫ take from the same
    registers, as far as the text tells. Lines where it does not are named. Each of several files has a line.

    Exit code 1 when something is wrong: a label that is not there, a keycode and a mnemonic that disagree.
    """
    for_each(files, as_json, ("fine", "with problems"), lambda file: check_file(file, model, machine)[1])


def check_file(file: str, model: str, machine: Machine | None) -> tuple[Program, Finding]:
    """The program in a file, and what `check` finds in it."""
    from hp15c.inspect.lint import report_on

    listing = read_for(machine, file, model)
    report = report_on(listing.program, machine)
    warnings = [str(warning) for warning in listing.warnings]
    wrong = len(report.problems) + len(warnings)
    facts = report.to_json() | {"ok": not wrong, "warnings": warnings}
    size = f"HP-{report.model}, {report.lines} lines, {report.bytes} bytes"
    faults = "".join(f"\n    problem: {problem}" for problem in report.problems)
    verdict = "fine" if not wrong else f"{wrong} problem{'s' * (wrong != 1)}"
    found = Finding(facts, findings(report), f"{size}, {verdict}{faults}", min(wrong, 1))
    return listing.program, found


def findings(report: LintReport) -> str:
    """A report as text: the facts, then what is wrong, what may be meant so, and what the HP-11C lacks."""
    unit = "bytes" if report.model == "15C" else "lines of memory"
    lines = [
        f"HP-{report.model}: {report.lines} lines,"
        f" {report.bytes} {unit}, {report.memory_registers} register{'s' * (report.memory_registers != 1)}",
        f"labels {' '.join(report.labels) or 'none'}; registers {' '.join(report.registers) or 'none'}",
    ]
    lines += [f"takes: {need}" for need in (report.pool.needs if report.pool else ())]
    lines += [f"problem: {problem}" for problem in report.problems]
    lines += [f"remark: {remark}" for remark in report.remarks]
    if report.model == "15C":
        if report.not_on_11c:
            lines += [f"not on the HP-11C: {reason}" for reason in report.not_on_11c]
        else:
            lines.append("runs on the HP-11C too")
    return "\n".join(lines)
