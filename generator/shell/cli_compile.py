"""The verb `compile`: a source in a subset of Python to a keystroke listing."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.shell.cli_shared import chosen_format, deliver, format_option, output_option
from hp15c.errors import InputError
from hp15c.listing.decoding import LARGEST, decode
from hp15c.listing.writers.formats import format_of_file
from hp15c.shell.cli_bar import bar
from hp15c.shell.cli_shared import (
    FILE,
    MODELS,
    AnyNumber,
    WholeNumber,
    is_given,
    machine_of,
    machine_option,
    refuse_bad_input,
    refuse_existing,
    refuse_together,
    tell,
    write_file,
)
from hp15c.table.machines import Machine

if TYPE_CHECKING:
    from generator.assembler.targets import Goal
    from generator.compiler.checking.check import CheckResult
    from generator.compiler.driver import Compiled
    from generator.compiler.tree.ir import Module
    from generator.compiler.validation.verdict import Verdict
    from generator.shell.kept_file import KeptFile

HELP = """Compile FILE, a Python module, to a listing of the HP-15C or HP-11C: hp15c compile gcd.py

\b
    \"\"\"Greatest common divisor.\"\"\"
    from generator.language import program

\b
    @program("A")
    def gcd(a, b):
        while b != 0:
            a, b = b, a % b
        return a

The same file runs as Python with the calculator's own digits. Arguments stand on the stack as they were
typed, the last one in X. Results are left there too, the last one in X. A part of Python that the language
does not have is refused, with its line and with what to write instead.

\b
The language, all of it imported from generator.language:
  @program("A")              an entry point: labels A to E, 0 to 9, .0 to .9
  @recursive(7)              a function that calls itself, at most 7 deep
  x = register()             a value that stays between runs. register(3),
                             register(".3"), register("I") pin it. A function
                             that assigns it says `global x`
  a = array(8)               registers by index: a[i]. array(8, at=1) pins
                             them
  DAYS = (31, 28, 31)        a table of numbers: DAYS[i], or {4: 30, 2: 28}
                             with other keys
  len sum max min(a), for x in a    for an array or a table a. A loop also
                               takes enumerate(a), reversed(a) and zip(a, b)
  found = [] in a function   a list: found.append(x), found.pop(), found[-1].
                             assume(len(found) <= 9) says how long it becomes
  + - * / ** abs() int()     the keys. x ** 2 is the key x squared
  a // b    a % b            INT(a / b)    a - b * (a // b)
  sqrt exp ln log10 sin cos tan asin acos atan
  sinh cosh tanh asinh acosh atanh
  factorial comb perm intpart frac to_hms from_hms to_deg to_rad rnd ran() pi
  angle, radius = polar(y, x)    y, x = rect(angle, radius)
  == != < <= > >=  chains  and or not
  if elif else  while  for i in range(start, stop, step)  for c in (50, 20)
  match k: case 1 | 2: case _:   also by GTO I, where that is shorter
  break continue pass return
  pause(x)                   shows x for a moment
  x = ask(shown)             stops on `shown`, goes on at R/S with what was
                             typed
  y, x = ask_two(shown)      the same for two numbers: 3 ENTER 4 R/S
  show(x)  show(x, fix=2)    stops on x until R/S, with this display
  deg() rad() grad() fix(4) sci(4) eng(4)
  sum_plus(y, x)  sum_minus(y, x)  clear_sums()
                             the statistics sums. sum_plus(x) has a y of 0
  mean_y, mean_x = mean()    s_y, s_x = sdev()
  slope, intercept = linreg()    r, y = estimate(x)
  n, sx, sxx, sy, syy, sxy = sums()   names for the sums, outside of functions
  a = matrix("A")            a matrix of the HP-15C, outside of functions.
                             dim(a, 2, 3) gives it rows and columns, which
                             count from 1: a[1, 2]
  c[:] = a @ b               one operation with its result in c: a @ b, a + b,
                             2 * a, b / a (where a @ x = b), inverse(a),
                             transpose(a), -a, a copy, a number everywhere
  z = complex_number(x, y)   a local with + - * / ** abs() sqrt exp ln sin cos
                             tan sinh cosh tanh, z.real and z.imag. Returned,
                             it is two results. return held(x, y) leaves it
                             in X, with complex mode on
  x = solve(f, a, b)         SOLVE of a function of the file, from two guesses
  x, found = search(f, a, b) the same, and whether that is a root, 1 or 0
  y = integral(f, a, b)      its integral, as precise as the display format
  tax = routine("tax.15c", "B", arguments=1)
                             a label of a listing beside the file, with one
                             result or results=2
  d = det(a)  r, c = size(a) det(a) leaves the factors of a in a, and
                             det(a, b) in b
  assume(1 <= n <= 8)        a range that the compiler may use
  assume(frac(n) == 0)       n is whole: shorter remainders and tests
  for i in unordered(range(n))   the order of the passes changes no result
                             (the compiler keeps it anyway)

\b
Tables in the file that --check and --json use:
  EXAMPLES = ((("12", "44"), ("4",)), ("B", ("5",), ("25",)))
                             arguments and results, with a label or without
  [("12 GSB A", ("1", "2")), ("3 R/S", ("4",))]
                             one of them as a dialogue: keys and what shows
  ARGUMENTS = ("R1", "R2")   arguments are stored there first
  RESULTS = ("X", "R1")      results are read there
  TOLERANCE = 1e-9           the largest relative difference from an example

With --output the file has the first listing soon, and each shorter one while the search goes on.
Ctrl-C ends the search and gives the shortest listing so far, not compared or proved.

Exit code 0 when all is well, 1 when a check failed or Ctrl-C was pressed, 2 for a fault in the file
or a program that does not fit.
"""


@click.command("compile", help=HELP)
@click.argument("file", type=FILE)
@click.option(
    "--goal",
    type=click.Choice(["small", "fast"]),
    default="small",
    show_default=True,
    help="Fewest lines and bytes, or least time.",
)
@click.option(
    "--effort",
    type=AnyNumber(0.1, 86_400),
    metavar="SECONDS",
    help="Search for this many seconds of processor time after the first listing: 0.1 for a listing at once,"
    " 600 for the shortest one. Without it the search takes a few seconds, and gives the same listing in"
    " every run.",
)
@click.option(
    "--fresh",
    is_flag=True,
    help="Search anew. Without it, searches that an earlier compilation did are taken from a file in the"
    " cache folder: what did not change is there at once, and --effort goes on from it.",
)
@click.option("--model", type=MODELS, default="15C", show_default=True, help="The calculator.")
@machine_option
@click.option(
    "--check",
    "checks",
    type=WholeNumber(0, 1_000_000),
    metavar="N",
    help="Compare the listing with the source run as Python on its examples and N drawn calls, on every"
    " engine that is installed.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the drawn calls.")
@click.option(
    "--show",
    type=click.Choice(["ir"]),
    help="Print the compiler's tree with source lines, in place of the listing.",
)
@click.option("--explain", is_flag=True, help="Print how the listing was chosen, in place of the listing.")
@click.option(
    "--prove/--no-prove",
    "wants_proof",
    default=None,
    help="Prove the listing for all inputs, however long it takes, or leave the proof out [default: a proof"
    " of a few seconds]. With --output the certificate is written beside the listing, NAME.proof.json, for"
    " hp15c prove --check.",
)
@output_option
@format_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@refuse_bad_input
def compile_(
    file: str,
    goal: str,
    effort: float | None,
    fresh: bool,
    model: str,
    machine: Machine | None,
    checks: int | None,
    seed: int,
    show: str | None,
    explain: bool,
    wants_proof: bool | None,
    output: Path | None,
    format_: str | None,
    as_json: bool,
) -> None:
    """Compile a source file. Its help text is HELP."""
    if (show or explain) and (output or format_ or checks is not None):
        raise click.UsageError(
            "--show and --explain print no listing: leave --output, --format and --check out"
        )
    if show and as_json:
        raise click.UsageError("--show prints text: leave --json out")
    refuse_together("show", "explain")
    if not checks and is_given("seed"):
        raise click.UsageError("--seed goes with --check N, which alone draws calls")
    chosen_format(output, format_)  # before a search of minutes
    proof = None if wants_proof is False else proof_beside(output)
    if proof is not None:
        refuse_existing(proof)
    module = _read_module(file)
    if show:
        from generator.compiler.tree.text import text

        click.echo(text(module), nl=False)
        return
    keep = None if explain else output
    kept = _kept_searches(fresh)
    compiled, stopped = _compile(
        module, machine_of(model, machine, output), goal, effort, keep, format_, kept
    )
    if explain and not stopped:
        if kept is not None and kept.found:
            tell(f"searches of earlier compilations: {kept.found}; --fresh searches anew")
        told = "\n".join(compiled.explanation)
        if as_json:
            from generator.compiler.loops.dependence_report import dependence_facts

            facts = {"explanation": list(compiled.explanation), "dependences": dependence_facts(module)}
            told = json.dumps(_figures(compiled, None) | facts, ensure_ascii=False)
        click.echo(told)
        return
    checked = None if checks is None or stopped else _check(compiled, checks, seed)
    verdict = None if stopped else _prove(compiled, wants_proof)
    if str(output or "-") != "-" or not as_json:
        deliver(compiled.program, compiled.text, output, format_)
    if as_json:
        facts = _figures(compiled, checked)
        if verdict is not None:
            facts |= {"proof": verdict.proof, "proof_reason": verdict.reason}
        click.echo(json.dumps(facts, ensure_ascii=False))
    if stopped:
        tell(f"stopped: the shortest listing so far, {len(compiled.program)} lines, not compared or proved")
        sys.exit(1)
    if compiled.least and str(output or "-") != "-":
        tell(f"no listing of these operations has fewer than {compiled.least} lines")
    if verdict is not None:
        _tell_proof(compiled, verdict, proof)
    if checked is not None:
        _report(checked, seed)


def _read_module(file: str) -> Module:
    from generator.compiler import front

    if file == "-":
        return front.parse(decode(sys.stdin.buffer.read(LARGEST + 1), "<stdin>"), "<stdin>")
    if format_of_file(file):
        raise InputError(f"{file}: this is the name of a listing; hp15c decompile writes one as Python")
    return front.read(file)


def _compile(
    module: Module,
    machine: Machine,
    goal: str,
    seconds: float | None,
    keep: Path | None,
    format_: str | None,
    kept: KeptFile | None,
) -> tuple[Compiled, bool]:
    """The best listing, and whether Ctrl-C stopped the search for it.

    `keep` is the file that each better one is written to while the search goes on. `kept` has the searches of
    earlier compilations.
    """
    from time import process_time

    from generator.compiler.code.schedules import Effort
    from generator.compiler.driver import compile_module

    effort = Effort() if seconds is None else Effort.of_seconds(seconds, process_time)
    found: list[Compiled] = []
    writes = keep is not None and str(keep) != "-"

    def better(made: Compiled) -> None:
        if writes:
            deliver(made.program, made.text, keep, format_, quiet=seconds is None)
        found.append(made)

    with bar("compile") as told:
        try:
            aim: Goal = "fast" if goal == "fast" else "small"
            made = compile_module(module, machine.model, aim, told, effort, machine, better, kept)
        except KeyboardInterrupt:
            if not found:
                raise
            return found[-1], True
        return made, False


def _kept_searches(fresh: bool) -> KeptFile | None:
    """The searches of earlier compilations. None for a `fresh` search."""
    from generator.shell.kept_file import KeptFile

    return None if fresh else KeptFile.of_user()


def proof_beside(output: Path | None) -> Path | None:
    """The file for the certificate of a listing, ending .proof.json. None for standard output."""
    return None if output is None or str(output) == "-" else output.with_suffix(".proof.json")


def _prove(compiled: Compiled, wanted: bool | None) -> Verdict | None:
    """How far the listing is proved. None where no proof is wanted."""
    if wanted is False:
        return None
    from generator.compiler.checking.check import sides
    from generator.compiler.checking.examples import examples
    from generator.compiler.validation.verdict import validate
    from generator.compiler.validation.work import MOST_WORK, USUAL_WORK

    python, _ = sides(compiled.module, compiled.program, machine=compiled.machine)
    calls = [[one.call for one in sequence] for sequence in examples(compiled.module, python.names)]
    work = MOST_WORK if wanted else USUAL_WORK
    with bar("prove"):
        return validate(compiled.module, compiled.program, compiled.places, compiled.machine, calls, work)


def _tell_proof(compiled: Compiled, verdict: Verdict, path: Path | None) -> None:
    """Say what is proved, and write the certificate."""
    from generator.compiler.validation.certificate import write

    told = {"proven": "proven for all inputs", "partly": "partly proven", "none": "not proven"}
    tell(f"{told[verdict.proof]}: {verdict.reason}")
    if verdict.certificate is not None and path is not None:
        write_file(path, write(verdict.certificate, compiled.module, compiled.program).encode())
        tell(f"{path}: the certificate")


def _check(compiled: Compiled, count: int, seed: int) -> CheckResult:
    import random

    from generator.compiler.checking.check import check

    with bar("check") as told:
        chance = random.Random(seed)
        return check(
            compiled.module,
            compiled.program,
            count,
            chance,
            lambda done: told("", done, count),
            machine=compiled.machine,
        )


def _figures(compiled: Compiled, checked: CheckResult | None) -> dict[str, object]:
    from generator.compiler.checking.check import sides
    from generator.compiler.checking.examples import examples
    from generator.compiler.checking.measure import seconds

    python, listing = sides(compiled.module, compiled.program, machine=compiled.machine)
    times = seconds(examples(compiled.module, python.names), listing)
    facts: dict[str, object] = {
        "lines": len(compiled.program),
        "least_lines": compiled.least or None,
        "bytes": compiled.program.bytes,
        "registers": compiled.registers,
        "seconds": round(sum(times) / len(times), 3) if times else None,
        "measured_calls": len(times),
        "source_lines": list(compiled.sources),
        "listing": compiled.text,
    }
    if checked is not None:
        tally = checked.tally
        disagreement = tally.disagreement
        facts["check"] = {
            "examples": checked.examples,
            "compared": tally.compared,
            "errors": tally.errors,
            "skipped": tally.skipped,
            "engines": list(checked.engines),
            "wrong_examples": checked.wrong,
            "disagreement": None if disagreement is None else str(disagreement),
        }
    return facts


def _report(checked: CheckResult, seed: int) -> None:
    """Print what a check compared, and end with 1 when it found a disagreement or could compare nothing."""
    from hp15c.engines import NAMES

    tally = checked.tally
    for wrong in checked.wrong:
        tell(f"example {wrong}")
    if tally.disagreement is not None:
        where = f"on the engine {checked.engine}, seed {seed}"
        tell(f"the listing disagrees with the source ({where}): {tally.disagreement}")
    reasons = {"outside": "outside of what it claims", "too long": "too long", "overflow": "overflow"}
    left = ", ".join(f"{tally.ends[end]:,} {text}" for end, text in reasons.items() if end in tally.ends)
    all_of_them = len(checked.engines) == len(NAMES)
    where = "every engine" if all_of_them else f"the engines {', '.join(checked.engines)}"
    skipped = f"; left out: {left}" if left else ""
    calls = "call" if tally.compared == 1 else "calls"
    examples = "example" if checked.examples == 1 else "examples"
    tell(
        f"{tally.compared:,} {calls} compared on {where}, {tally.errors:,} of them Errors;"
        f" {checked.examples} {examples}{skipped}"
    )
    nothing = checked.agrees and not tally.compared and not checked.examples
    if nothing:
        tell("nothing was compared: there is no example, and every drawn call was left out")
    sys.exit(0 if checked.agrees and not nothing else 1)
