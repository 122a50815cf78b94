"""The verb `verify`, which needs all packages."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from hp15c.shell.cli_shared import (
    ENGINES,
    LISTING,
    MODELS,
    WholeNumber,
    is_given,
    json_option,
    machine_of,
    machine_option,
    read_for,
    refuse,
    refuse_bad_input,
    refuse_together,
    tell,
)
from programs.verify_options import VerifyOptions

if TYPE_CHECKING:
    from hp15c.listing.program import Program
    from programs.codemaker import Seat
    from programs.long_run import Checkpoint
    from programs.verify import Check, Disagreement, Tally, Task

FEW = 4
MOST_COLUMNS = 1000
USUAL = VerifyOptions()

set_option = click.option(
    "--set", "set_keys", default=USUAL.set_keys, show_default=True, help="The keys that set a secret."
)
guess_option = click.option(
    "--guess", "guess_keys", default=USUAL.guess_keys, show_default=True, help="The keys of a guess."
)


@click.command()
@click.argument("file", required=False, type=LISTING)
@click.option("--model", type=MODELS, default=USUAL.model, show_default=True, help="The calculator.")
@machine_option
@click.option(
    "--scheme",
    type=click.Choice(["merged", "two-loops"]),
    default=USUAL.scheme,
    show_default=True,
    help="Without FILE: one loop over all pairs of digits, or two loops.",
)
@click.option(
    "--goal",
    type=click.Choice(["small", "fast", "plain"]),
    default=USUAL.goal,
    show_default=True,
    help="Without FILE: fewest bytes, least real time of a scoring, or for reading.",
)
@click.option(
    "--digits",
    type=WholeNumber(1, 8),
    multiple=True,
    help="N, the number of digits of a secret. It may be repeated.",
)
@click.option(
    "--colours",
    type=WholeNumber(1, 9),
    metavar="C",
    help="Secrets have digits 1 to C [default: what the listing says, else N].",
)
@click.option("--all", "every", is_flag=True, help="All pairs of secret and guess of these digits.")
@click.option("--sample", type=WholeNumber(1, 10**9), help="This number of seeded pairs of these digits.")
@click.option("--seed", type=int, default=USUAL.seed, show_default=True, help="The seed of the sample.")
@set_option
@guess_option
@click.option(
    "--draw",
    "draw_keys",
    default=USUAL.draw_keys,
    show_default=True,
    help="The keys that draw a secret. {n} or {digits} stands for N.",
)
@click.option(
    "--secret-registers",
    "registers",
    metavar="1-3",
    help="For a listing that only draws its secrets. They are read from these registers,"
    " a digit in each, or all in one.",
)
@click.option(
    "--answer",
    type=click.Choice(["stop", "pause"]),
    default=USUAL.answer,
    show_default=True,
    help="Where g,cd shows. The turn shows at the other.",
)
@click.option("--engine", type=ENGINES, help="Default: the fastest for the job.")
@click.option("--jobs", type=WholeNumber(1), help="Processes [default: all cores when it pays].")
@click.option("--cluster", metavar="ADDRESS", help="Run on the dask.distributed scheduler at this address.")
@click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the finished part in this file. It must be new, unless --resume goes on from it.",
)
@click.option("--resume", is_flag=True, help="Go on from the checkpoint.")
@json_option
@refuse_bad_input
def verify(**options: Any) -> None:
    """Run a CodeMaker on the machine and compare every display with the solver.

    Without FILE the merged CodeMaker is generated and checked: all pairs of 1, 2 and 3 digits and a seeded
    sample of 4, and for 20 seeds the secret that the calculator draws itself. Digits that its description
    forbids in a secret must do what the description says of them. FILE is any listing that is played in the
    same way, '-' is standard input. The sample uses secrets with all digits that the listing's own
    description allows.

    A listing that only draws its secrets:
    hp15c verify FILE --draw "GSB A {digits} R/S" --secret-registers 1-3

    Exit code 0 when all agree, 1 when one pair does not, 2 when the input cannot be used. It is 2 too when
    the displays are no answers at all: then the keys are not those of this listing.
    """
    refuse_together("every", "seed")
    wanted = VerifyOptions(**options)
    wanted.require_consistent()
    wanted.seat()
    check, tasks = wanted.check_of(program := _program(wanted))
    _refuse_before_playing(check, tasks)
    kept = _run(check, tasks, wanted)
    said_by_itself = not wanted.colours and not check.seat.registers
    colours = wanted.colours_of(program).drawn
    _report(kept, check, colours, as_json=wanted.as_json, forbidden=said_by_itself)


def _program(options: VerifyOptions) -> Program:
    if options.file is not None:
        for option in ("scheme", "goal"):
            if is_given(option):
                refuse(f"--{option} chooses the CodeMaker that is generated: leave it out, or leave FILE out")
        return read_for(options.machine, options.file, options.model).program
    from generator.planner.emit import codemaker

    model = machine_of(options.model, options.machine).model
    made = codemaker(model, options.scheme, options.goal, colours=options.colours, machine=options.machine)
    return made.program


def _run(check: Check, tasks: list[Task], options: VerifyOptions) -> Checkpoint:
    """Do the tasks under a progress bar. Ctrl-C shows what was done so far and ends with 1."""
    from programs.long_run import Checkpoint, PairsPlayed, run_tasks
    from solver.shell.cli_progress import Bar

    checkpoint = options.checkpoint
    kept = Checkpoint(check, tasks, checkpoint)
    if not options.resume:
        kept.begin()
    elif not kept.resume():
        tell(f"{checkpoint}: there is no checkpoint yet; everything is done from the start.")
    stopped = False
    begun = sum(tally.pairs for tally in kept.tallies)
    count = PairsPlayed(sum(task.pairs for task in tasks), begun, begun)
    with Bar("pairs", begun=begun) as bar:

        def finish(task: Task, tally: Tally) -> None:
            count.done += tally.pairs
            bar(count.now, count.total)

        def underway(pairs: int) -> None:
            count.played += pairs
            bar(count.now, count.total)

        jobs = options.processes(tasks)
        try:
            run_tasks(
                check, tasks, kept, jobs=jobs, progress=finish, underway=underway, cluster=options.cluster
            )
        except KeyboardInterrupt:
            stopped = True
    if stopped:  # printed after the bar is gone, because the bar clears its line
        done = sum(tally.pairs for tally in kept.tallies)
        where = f"; --checkpoint {checkpoint} --resume goes on from here" if checkpoint else ""
        tell(f"Stopped after {done:,} pairs{where}.")
    return kept


def _report(
    kept: Checkpoint, check: Check, colours: int | None, *, as_json: bool, forbidden: bool
) -> NoReturn:
    """Show the tallies by digits, and end with 0 when all was done and agreed, else 1.

    With `forbidden`, digits that the listing does not allow are checked against what it says of them.
    """
    from programs.forbidden_secrets import others

    _refuse_wrong_keys(kept, check)
    by_digits, drawn = dict(sorted(kept.pairs.items())), dict(sorted(kept.drawn.items()))
    complete = kept.complete and kept.adds_up
    disagreements = [row for tally in kept.tallies for row in tally.disagreements]
    rows = others(check, list(by_digits)) if forbidden and complete else []
    if as_json:
        facts = {
            "by_digits": {
                str(digits): {
                    "pairs": tally.pairs,
                    "agreed": tally.agreed,
                    "program_lines": tally.lines,
                    "seconds": round(tally.seconds, 3),
                    "handed_over": tally.handed_over,
                }
                for digits, tally in by_digits.items()
            },
            "drawn": {
                str(digits): {"secrets": secrets, "found": correct}
                for digits, (secrets, correct) in _secrets(drawn, colours).items()
            },
            "other_digits": [asdict(row) for row in rows],
            "disagreements": [asdict(row) for row in disagreements],
            "complete": complete,
        }
        click.echo(json.dumps(facts, ensure_ascii=False))
    else:
        _print_table(by_digits, check)
        counts = _secrets(drawn, colours).items()
        correct = [f"{correct} of {secrets} (N = {n})" for n, (secrets, correct) in counts]
        if correct:
            click.echo(f"Secrets that it drew itself, found by scoring every code: {', '.join(correct)}")
        if counts and not any(one for _, (_, one) in counts):
            click.echo(
                f"None was found: does {check.seat.draw.text('N')!r} draw one? --draw says how it is done."
            )
        for other in rows:
            click.echo(f"Secrets with other digits, {other.text}")
        for row in disagreements:
            click.echo(
                f"secret {row.secret}, guess {row.guess}: the machine shows {row.machine},"
                f" the solver says {row.solver}\n    again: {row.keys}"
            )
    agreed = all(tally.pairs == tally.agreed for tally in kept.tallies) and all(row.holds for row in rows)
    sys.exit(0 if agreed and complete else 1)


def _refuse_before_playing(check: Check, tasks: list[Task]) -> None:
    """End with 2 when a few pairs show that the keys are wrong, before all pairs are played.

    They are played by an engine that begins at once.
    """
    from programs.verify import DrawnSecrets, Sample, run

    task = next((one for one in tasks if not isinstance(one, DrawnSecrets)), None)
    if task is None:
        return
    few = Sample(task.digits, FEW, 0, colours=task.colours)
    tally = run(replace(check, engine="source"), few)
    why = None if tally.agreed else wrong_protocol(check.seat, tally.disagreements)
    if why is not None:
        refuse(f"these are not the keys of this listing: {why}")


def _refuse_wrong_keys(kept: Checkpoint, check: Check) -> None:
    """End with 2 when not a single display is an answer: then the keys are wrong, and not the listing."""
    tallies = kept.pairs.values()
    if any(tally.agreed for tally in tallies):
        return
    why = wrong_protocol(check.seat, [row for tally in tallies for row in tally.disagreements])
    if why is not None:
        refuse(f"these are not the keys of this listing: {why}")


def _secrets(drawn: dict[int, Tally], colours: int | None) -> dict[int, tuple[int, int]]:
    """For each N, how many secrets were drawn, and for how many of them only one code is the answer."""
    from programs.verify import count_codes

    return {
        digits: (tally.pairs // count_codes(digits, colours), tally.agreed // count_codes(digits, colours))
        for digits, tally in drawn.items()
    }


def _print_table(by_digits: dict[int, Tally], check: Check) -> None:
    from rich.console import Console
    from rich.table import Table

    name = check.program.title or "listing"
    title = f"{name} on the HP-{check.program.model}, engine {check.engine}"
    table = Table("N", "pairs", "agreed", "program lines", "seconds", title=title)
    for column in table.columns:
        column.justify = "right"
    for digits, tally in by_digits.items():
        table.add_row(
            str(digits), f"{tally.pairs:,}", f"{tally.agreed:,}", f"{tally.lines:,}", f"{tally.seconds:,.2f}"
        )
    console = Console()
    # A narrow terminal may break lines, but no digit of a count may be left out.
    needed = console.measure(table, options=console.options.update(max_width=MOST_COLUMNS)).maximum
    console.width = max(console.width, needed)
    console.print(table)
    handed = sum(tally.handed_over for tally in by_digits.values())
    if handed:
        click.echo(f"The readable machine helped in {handed:,} runs.")


_ENDED = re.compile(r"(?P<shown>.*) \((?P<reason>\w+)\).*")
_ANSWER = re.compile(r"-?(?P<whole>[\d,]+)\.(?P<score>\d\d)")


def wrong_protocol(seat: Seat, rows: Sequence[Disagreement]) -> str | None:
    """Why none of these displays is an answer, asked when no pair agrees. None when one is one.

    An answer is the guess with two digits after the point. Where one is, the score is wrong and not the keys.
    """
    said = [_fault_of_guess(seat, row) for row in rows]
    if not said or None in said:
        return None
    first = rows[0]
    return f"after {first.keys} it shows {first.machine}: {said[0]}"


def _fault_of_guess(seat: Seat, row: Disagreement) -> str | None:
    """The fault in the displays of one guess. None when the answer stands where it must."""
    ended = _ENDED.fullmatch(row.machine)
    if ended is None:
        return None
    displays = ended["shown"].split(" then ")
    if ended["reason"] != "stop":
        return f"the guess does not end in a stop but in {ended['reason']!r}; --guess says how one is given"
    answers = [place for place, display in enumerate(displays) if _is_answer(display, row.guess)]
    wanted = len(displays) - 1 if seat.answer == "stop" else 0
    if len(displays) == 2 and wanted in answers:
        return None
    if len(displays) == 2 and answers:
        other = "pause" if seat.answer == "stop" else "stop"
        return f"the answer shows at the {other}; --answer {other} says so"
    if answers:
        pauses = len(displays) - 1
        return (
            f"the answer shows, with {pauses} pause{'s' * (pauses != 1)}; one pause, with the turn, is read"
        )
    return (
        "that is no answer: an answer is the guess and cd/100; --set, --draw and --guess say how it is played"
    )


def _is_answer(display: str, guess: str) -> bool:
    parts = _ANSWER.fullmatch(display)
    return parts is not None and int(parts["whole"].replace(",", "")) == int(guess)
