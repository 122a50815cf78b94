"""What a person asks `hp15c verify` for: a listing, how it is played, the pairs, and how they are run."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hp15c.errors import InputError, Unsupported
from hp15c.listing.program import Program
from hp15c.table.machines import OF_MODEL, Machine

if TYPE_CHECKING:
    from programs.codemaker import Colours, Seat
    from programs.verify import Check, Task

USUAL_DIGITS = (1, 2, 3)
SAMPLED_DIGITS = 4
USUAL_CODES = 100
USUAL_SAMPLE = 1000
MOST_DRAWN = 4
MOST_DIGITS_WHOLE = 7
LARGE = 200_000


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyOptions:
    """The options of `hp15c verify` by their names. None and empty stand for an option that is not given."""

    file: str | None = None
    model: str = "15C"
    machine: Machine | None = None
    scheme: str = "merged"
    goal: str = "small"
    digits: tuple[int, ...] = ()
    colours: int | None = None
    every: bool = False
    sample: int | None = None
    seed: int = 0
    set_keys: str = "{secret} GSB B"
    guess_keys: str = "{guess} R/S"
    draw_keys: str = "{n} GSB A"
    registers: str | None = None
    answer: str = "stop"
    engine: str | None = None
    jobs: int | None = None
    cluster: str | None = None
    checkpoint: Path | None = None
    resume: bool = False
    as_json: bool = False

    def require_consistent(self) -> None:
        """Raise InputError when options contradict each other, or ask for more pairs than can be run."""
        if self.resume and self.checkpoint is None:
            raise InputError("--resume needs the file: --checkpoint FILE")
        if self.every and max(self.digits, default=0) > MOST_DIGITS_WHOLE:
            raise InputError(
                f"all pairs of {max(self.digits)} digits are too many to run; --sample takes some of them"
            )
        if self.every and self.sample:
            raise InputError("--all and --sample exclude each other; leave one out")
        if self.every and self.registers:
            raise InputError(
                "--all needs secrets that are told; with --secret-registers the calculator draws them"
            )

    def seat(self) -> Seat:
        """How the listing is played. InputError for keys or registers that cannot be read."""
        from programs.codemaker import Seat, read_draw, read_registers, read_start

        return Seat(
            read_draw(self.draw_keys),
            read_start(self.set_keys, "secret"),
            read_start(self.guess_keys, "guess"),
            "pause" if self.answer == "pause" else "stop",
            registers=read_registers(self.registers) if self.registers else (),
        )

    def colours_of(self, program: Program) -> Colours:
        """The highest digits of secrets: those asked for, else those that the listing states."""
        from programs.codemaker import Colours

        return (
            Colours(self.colours, self.colours) if self.colours else Colours.of_listing(program.description)
        )

    def check_of(self, program: Program) -> tuple[Check, list[Task]]:
        """The check of a listing, and the tasks that it consists of.

        Unsupported when the calculator cannot hold the listing. InputError for digits that it is not for.
        """
        from generator.assembler.targets import MachineTarget
        from hp15c.engines import fastest
        from programs.codemaker import digits_told, require_digits
        from programs.verify import Check

        make = self.machine or OF_MODEL[program.model]
        too_large = MachineTarget(make.model, make).too_large(program)
        if too_large:
            raise Unsupported(f"the {make.short_name}", too_large)
        require_digits(program.description, self.digits)
        seat, colours = self.seat(), self.colours_of(program)
        tasks = (
            self.tasks_drawn(colours, seat.registers)
            if seat.registers
            else self.tasks(colours, digits_told(program.description))
        )
        engine = self.engine or fastest(sum(task.pairs for task in tasks))
        return Check(program, seat, engine, make), tasks

    def tasks(self, colours: Colours, told: range | None = None) -> list[Task]:
        """The tasks that the options ask for. Digits that are named twice are done once.

        `told` are the numbers of digits that the listing is for. None: any.
        """
        from programs.verify import DrawnSecrets, count_codes, rectangles, samples

        digits = tuple(dict.fromkeys(self.digits))
        usual = tuple(one for one in (*USUAL_DIGITS, SAMPLED_DIGITS) if told is None or one in told)
        usual = usual or tuple(told or ())[:1]
        exact: tuple[int, ...]
        sampled: tuple[int, ...]
        if self.every:
            exact, sampled = digits or usual[-1:], ()
        elif digits or self.sample:
            exact, sampled = (), digits or usual[-1:]
        else:
            small = [one for one in usual if one in USUAL_DIGITS]
            exact = tuple(one for one in small if count_codes(one, colours.drawn) <= USUAL_CODES)
            sampled = tuple(one for one in usual if one not in exact)
        tasks: list[Task] = []
        for count in exact:
            tasks += rectangles(count, colours=colours.drawn)
        for count in sampled:
            tasks += samples(count, self.sample or USUAL_SAMPLE, self.seed, colours=colours.told)
        tasks += [
            DrawnSecrets(count, colours=colours.drawn) for count in (*exact, *sampled) if count <= MOST_DRAWN
        ]
        return tasks

    def tasks_drawn(self, colours: Colours, registers: tuple[int, ...]) -> list[Task]:
        """The tasks for secrets that the calculator draws: a sample for each number of digits.

        InputError when there are fewer registers than digits.
        """
        from programs.verify import samples

        several = len(registers) > 1
        wanted = tuple(dict.fromkeys(self.digits)) or ((len(registers),) if several else (SAMPLED_DIGITS,))
        if several and max(wanted) > len(registers):
            raise InputError(
                f"{len(registers)} registers hold no secret of {max(wanted)} digits, one in each"
            )
        return [
            task
            for count in wanted
            for task in samples(count, self.sample or USUAL_SAMPLE, self.seed, colours=colours.drawn)
        ]

    def processes(self, tasks: list[Task]) -> int:
        """The number that --jobs names, else one for work that takes seconds, and all cores for more."""
        large = sum(task.pairs for task in tasks) > LARGE
        return self.jobs or ((os.cpu_count() or 1) if large else 1)
