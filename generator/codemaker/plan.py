"""Wishes and plans: a wish says what is wanted, a plan is one way to lay it out on a calculator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import inf
from typing import Final

from generator.assembler.assembly import Assembly
from generator.codemaker.mistakes import LongGuess
from generator.codemaker.model import MOST_DIGITS, DigitPair
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.table.machines import Machine
from hp15c.table.models import Model

MOST_COLOURS = 9
OTHER_DIGITS = "Other digits in a secret make answers wrong, or a guess runs on until a key stops it."

SCHEMES: Final = ("merged", "two-loops")
GOALS: Final = ("small", "fast", "plain")
SHOWS: Final = ("turn-first", "score-first")
CHECKS: Final = ("none", "length", "all")


@dataclass(frozen=True, slots=True)
class Wish:
    """A wish: the CodeMaker that is wanted. With `digits` None it is for any N.

    `colours` is the highest digit of the secrets that it draws and is told. None: it draws digits 1 to N, and
    may be told what its plan can score. `at_most_seconds` is the time of a scoring at N, or at N = 4.
    `checks` says what a guess is checked for. InputError for a word that is not known, and for a number that
    no CodeMaker has.
    """

    model: Model = Model.HP15C
    scheme: str = "merged"
    goal: str = "small"
    digits: int | None = None
    show: str = "turn-first"
    order_check: bool = False
    colours: int | None = None
    at_most_bytes: int | None = None
    at_most_seconds: float | None = None
    checks: str = "none"
    machine: Machine | None = None

    def __post_init__(self) -> None:
        for word, known, what in (
            (self.scheme, SCHEMES, "scheme"),
            (self.goal, GOALS, "goal"),
            (self.show, SHOWS, "show"),
            (self.checks, CHECKS, "check"),
        ):
            if word not in known:
                raise InputError(f"there is no {what} {word!r}; there are {', '.join(known)}")
        if self.digits is not None and not 1 <= self.digits <= MOST_DIGITS:
            raise InputError(f"no CodeMaker has {self.digits} digits; N is 1 to {MOST_DIGITS}")
        require_colours(self.colours)
        if self.at_most_bytes is not None and self.at_most_bytes < 1:
            raise InputError(f"no CodeMaker takes {self.at_most_bytes} bytes: write a number of at least 1")
        if self.at_most_seconds is not None and not 0 < self.at_most_seconds < inf:
            raise InputError(f"no CodeMaker takes {self.at_most_seconds:g} s: write seconds, such as 60")

    @property
    def has_limits(self) -> bool:
        """Whether a limit of bytes or seconds is set."""
        return self.at_most_bytes is not None or self.at_most_seconds is not None


def require_colours(colours: int | None) -> None:
    """Raise InputError for a highest digit that no secret can have. None is any."""
    if colours is not None and not 1 <= colours <= MOST_COLOURS:
        raise InputError(f"no secret has digits 1 to {colours}; the highest digit is 1 to {MOST_COLOURS}")


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision that a family leaves open: its name, and its options with what they mean for people."""

    name: str
    options: Mapping[str, str]


Picked = Mapping[str, str]
"""The option taken of each choice, by the choice's name."""


@dataclass(frozen=True)
class Plan:
    """A plan: code with names that fulfils a wish, and the sentences of its sheet.

    `registers` and `labels` say what a name of the assembly is for. `left_out` are the checks that this plan
    leaves out. `choices` are the decisions after it, for people. `order` is the pairs in the order in which
    the code visits them, for so many digits. `most_digits` is the largest N. `highest_register` is the
    highest that the code reaches through I. `fixed_digits` is N for a plan that can play only one N. `picked`
    is the option taken of each choice that the family leaves open. `colours` is the highest digit of a secret
    that is scored rightly, None when it is N. `other_digits` says what others in a secret do, `too_long` what
    a guess with more than N digits does. `limit` are the lines that bring 10^N into X, and leave a guess in
    Y. `checks` says what a guess is checked for.
    """

    family: str
    assembly: Assembly
    registers: Mapping[str, str]
    labels: Mapping[str, str]
    order: Callable[[int], Iterable[DigitPair]]
    most_digits: int = 8
    highest_register: int = 0
    fixed_digits: int | None = None
    flags: Mapping[str, str] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    usage: tuple[str, ...] = ()
    picked: Mapping[str, str] = field(default_factory=dict)
    too_long: LongGuess = LongGuess.KEPT
    other_digits: str = OTHER_DIGITS
    colours: int | None = MOST_COLOURS
    limit: str = "RCL n; 10ˣ"
    checks: str = "none"
    _programs: dict[Model, Program] = field(default_factory=dict, init=False, repr=False, compare=False)

    def highest_digit(self, digits: int) -> int:
        """The highest digit that a secret of `digits` digits may have."""
        return self.colours or digits

    def program(self, model: Model) -> Program:
        """The program with its notes, built once and kept. Unsupported where the model lacks something."""
        kept = self._programs.get(model)
        if kept is None:
            noted = self.assembly.with_notes(model, self.registers, self.labels)
            kept = self._programs[model] = replace(noted, flags=dict(self.flags))
        return kept


def expand(choices: Sequence[Choice], build: Callable[[Picked], Plan | None]) -> Iterator[Plan]:
    """A plan for every way to pick from these choices, where `build` gives one and not None."""
    for options in product(*(choice.options for choice in choices)):
        picked = dict(zip((choice.name for choice in choices), options, strict=True))
        plan = build(picked)
        if plan is not None:
            meant = tuple(choice.options[picked[choice.name]] for choice in choices)
            yield replace(plan, picked=picked, choices=(*plan.choices, *filter(None, meant)))
