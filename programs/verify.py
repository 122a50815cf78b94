"""Comparing the machine with the solver: a listing plays secrets and guesses, and every display is compared.

Both sides compute the score in their own way: the calculator by its program, the solver by counting.
Everything that a display shows is compared: the number in X and the format, at the pause and at the stop.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np

from hp15c.core import machine
from hp15c.core.playing import enter, state_with
from hp15c.display.display import display, x_display
from hp15c.engines import REASONS, Batch, Engine, Outcome, Shown, select
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.state.state import State
from hp15c.table.instructions import Role, Step
from hp15c.table.machines import Machine
from programs.codemaker import (
    DrawingKeys,
    NumberAndKey,
    Seat,
    answer_display,
    code_at,
    true_score,
    turn_display,
)
from programs.drawn_secrets import draw_state, drawing_keys, secret_in
from solver.codes import Game
from solver.scores import Score, ordinal_count

SHOWN_AT_MOST = 10
DRAWS = 20
GUESSES_A_SECRET = 20
FEW_GUESSES = 512
MANY_CODES = 50_000
TOGETHER = {"reference": 8, "source": 64}
"""How many calculators a slow engine runs in well under half a second. Others run all of a task together."""
POWERS = 10 ** np.arange(19, dtype=np.int64)

Guesses = np.ndarray
"""One guess for each calculator, as int64."""

Watch = Callable[[int], None]
"""A function that is called with the number of calculators that have run since."""


def nothing(count: int) -> None:
    """Do nothing: the watch of a run whose progress is not shown."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A pair on which machine and solver differ: both displays, and the keys that show it again."""

    secret: str
    guess: str
    machine: str
    solver: str
    keys: str


@dataclass(slots=True)
class Tally:
    """The result of a comparison: pairs, agreed ones, lines run, seconds, the first disagreements."""

    pairs: int = 0
    agreed: int = 0
    lines: int = 0
    seconds: float = 0.0
    handed_over: int = 0
    disagreements: list[Disagreement] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add the counts of another tally to this one."""
        self.pairs += other.pairs
        self.agreed += other.agreed
        self.lines += other.lines
        self.seconds += other.seconds
        self.handed_over += other.handed_over
        room = SHOWN_AT_MOST - len(self.disagreements)
        self.disagreements += other.disagreements[: max(0, room)]


@dataclass(frozen=True, slots=True)
class Rectangle:
    """All pairs of some secrets and some guesses of N digits, as ranges of places among all codes.

    The codes have digits 1 to `colours`, or 1 to N when that is None.
    """

    digits: int
    secrets: tuple[int, int]
    guesses: tuple[int, int]
    colours: int | None = None

    @property
    def pairs(self) -> int:
        """How many pairs it holds."""
        return (self.secrets[1] - self.secrets[0]) * (self.guesses[1] - self.guesses[0])


@dataclass(frozen=True, slots=True)
class Sample:
    """`size` seeded pairs of N digits. Guesses hold digits 0 and above N too, and some are shorter.

    `part` tells pieces of one sample apart. About every second secret has digits 1 to `colours`. The others
    have digits 1 to a number of their own, between N (or 1, if `colours` is less) and `colours`. With
    `colours` None, digits are 1 to N.
    """

    digits: int
    size: int
    seed: int
    part: int = 0
    colours: int | None = None

    @property
    def pairs(self) -> int:
        """How many pairs it holds."""
        return self.size


@dataclass(frozen=True, slots=True)
class DrawnSecrets:
    """Secrets that the calculator draws itself, from `seeds` seeds. Exactly one code has the answer n0.

    The codes have digits 1 to `colours`, or 1 to N when that is None.
    """

    digits: int
    seeds: int = DRAWS
    colours: int | None = None

    @property
    def pairs(self) -> int:
        """How many guesses are scored to find the secrets."""
        return self.seeds * count_codes(self.digits, self.colours)


Task = Rectangle | Sample | DrawnSecrets


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret, set, or drawn by the `keys` with the calculator after them."""

    code: str
    keys: str = ""
    state: State | None = None


def count_codes(digits: int, colours: int | None = None) -> int:
    """How many secrets of N digits 1 to `colours` (default N) there are."""
    return int((colours or digits) ** digits)


def rectangles(digits: int, side: int = 1024, colours: int | None = None) -> list[Rectangle]:
    """All pairs of N digits, in pieces of at most `side` secrets and FEW_GUESSES guesses.

    Such a piece takes seconds, so that a checkpoint is written soon. With more than MANY_CODES codes a piece
    has up to `side` guesses, because there would be too many pieces.
    """
    count = count_codes(digits, colours)
    few = min(side, FEW_GUESSES) if count <= MANY_CODES else side

    def edges(size: int) -> list[tuple[int, int]]:
        return [(low, min(low + size, count)) for low in range(0, count, size)]

    return [Rectangle(digits, rows, columns, colours) for rows in edges(side) for columns in edges(few)]


def samples(
    digits: int, size: int, seed: int, most: int = 50_000, colours: int | None = None
) -> list[Sample]:
    """`size` seeded pairs of N digits, in pieces of at most `most`."""
    full, rest = divmod(size, most)
    sizes = [most] * full + ([rest] if rest else [])
    return [Sample(digits, one, seed, part, colours) for part, one in enumerate(sizes)]


@dataclass(frozen=True, slots=True)
class Check:
    """The subject of a verification: a program, how it is played, the engine that runs it, and the make."""

    program: Program
    seat: Seat
    engine: str | None = None
    machine: Machine | None = None


def run(check: Check, task: Task, clock: Callable[[], float] = perf_counter, watch: Watch = nothing) -> Tally:
    """Play a task and compare. `clock` gives seconds.

    Raises Unsupported when the engine cannot run the program.

    `watch` is called from time to time with the number of pairs played since.
    """
    begun = clock()
    engine = select(check.engine, counting=False)
    if isinstance(task, Rectangle):
        codes = [code_at(place, task.digits, task.colours) for place in range(*task.secrets)]
        tally = Tally()
        for part in _parts(engine, len(codes)):
            some = codes[part]
            tally.add(_play(check, engine, list(map(Secret, some)), _solver_turns(task, some), watch))
    elif isinstance(task, Sample):
        tally = _run_sample(check, engine, task, watch)
    else:
        tally = _run_draws(check, engine, task, watch)
    tally.seconds = clock() - begun
    return tally


def _parts(engine: Engine, count: int) -> Iterator[slice]:
    """The places of those calculators that an engine runs together, so that progress is shown soon."""
    size = TOGETHER.get(engine.name, max(1, count))
    return (slice(first, first + size) for first in range(0, count, size))


def start_states(start: NumberAndKey, numbers: Iterable[int], states: Iterable[State]) -> list[State]:
    """Copies of the States with a number keyed in and the start key pressed, ready to run."""
    copies = [state.copy() for state in states]
    for number, state in zip(numbers, copies, strict=True):
        enter(state, number, start.label)
    return copies


def _after_setting(check: Check, engine: Engine, secrets: list[Secret]) -> tuple[Batch, int]:
    """The calculators with their secrets set or drawn, and the lines that setting took."""
    ready = [secret.state.copy() for secret in secrets if secret.state is not None]
    if ready:
        return engine.batch(check.program, ready), 0
    codes = [secret.code for secret in secrets]
    batch = engine.batch(check.program, [state_with(check.program, check.machine)] * len(codes))
    batch.enter(np.array(list(map(int, codes)), dtype=np.int64), check.seat.set.label)
    outcome = batch.run()
    failed = np.flatnonzero(outcome.reasons != REASONS.index("stop"))
    if failed.size:
        secret = codes[int(failed[0])]
        raise InputError(
            f"the keys {check.seat.set.text(secret)!r} do not end in a stop"
            f" but in {REASONS[int(outcome.reasons[failed[0]])]!r}:"
            " do these keys set its secret? --set says how it is set"
        )
    return batch, outcome.lines


def _solver_turns(task: Rectangle, secrets: list[str]) -> Iterator[tuple[Guesses, Guesses]]:
    """The turns: each guess for all secrets, with the scores of the solver's numpy tier."""
    from solver.tiers.numpy_tier import NumpyTier

    game, tier = Game(task.digits, task.colours or task.digits), NumpyTier()
    codes = np.frombuffer("".join(secrets).encode(), dtype=np.uint8).reshape(-1, task.digits)
    region = np.asfortranarray(codes - ord("1"))
    ordinals = range(ordinal_count(task.digits))
    decimals = np.array([Score.from_ordinal(one, task.digits).decimal for one in ordinals], dtype=np.int64)
    for place in range(*task.guesses):
        guess = code_at(place, task.digits, task.colours)
        answers = np.frombuffer(tier.scores(game, game.parse(guess), region), dtype=np.uint8)
        yield np.full(len(secrets), int(guess), dtype=np.int64), decimals[answers]


def _run_sample(check: Check, engine: Engine, task: Sample, watch: Watch) -> Tally:
    chance = random.Random(f"{task.digits} {task.seed} {task.part}")
    turns = min(GUESSES_A_SECRET, task.size)
    digits, colours = task.digits, task.colours
    count = -(-task.size // turns)
    if check.seat.registers:
        secrets = _drawn_secrets(check, digits, [chance.randrange(10**10) for _ in range(count)])
    else:
        secrets = [Secret(_draw_code(chance, digits, colours)) for _ in range(count)]
    full, rest = divmod(task.size, len(secrets))
    table = [[draw_guess(chance, digits, colours) for _ in secrets] for _ in range(full)]
    tally = Tally()
    for part in _parts(engine, len(secrets)):
        some = secrets[part]
        tally.add(_play(check, engine, some, _score(some, [row[part] for row in table]), watch))
    if rest:
        guesses = [draw_guess(chance, digits, colours) for _ in range(rest)]
        tally.add(_play(check, engine, secrets[:rest], _score(secrets[:rest], [guesses]), watch))
    return tally


def _drawn_secrets(check: Check, digits: int, seeds: list[int]) -> list[Secret]:
    """The secrets that the calculator draws from these seeds, read back from its registers."""
    kept = []
    for seed in seeds:
        state = draw_state(check.program, check.seat, digits, seed, check.machine)
        keys = drawing_keys(check.seat, digits, seed)
        kept.append(Secret(secret_in(state, check.seat.registers, digits), keys, state))
    return kept


def _score(secrets: list[Secret], table: list[list[str]]) -> Iterator[tuple[Guesses, Guesses]]:
    for guesses in table:
        pairs = zip(guesses, secrets, strict=True)
        decimals = [true_score(guess, secret.code).decimal for guess, secret in pairs]
        yield np.array(list(map(int, guesses)), dtype=np.int64), np.array(decimals, dtype=np.int64)


def _draw_code(chance: random.Random, digits: int, colours: int | None) -> str:
    highest = digits
    if colours is not None and colours != digits:
        lowest = digits if colours > digits else 1
        highest = colours if chance.random() < 0.5 else chance.randint(lowest, colours)
    return "".join(str(chance.randint(1, highest)) for _ in range(digits))


def draw_guess(chance: random.Random, digits: int, colours: int | None = None) -> str:
    """A guess as people key them in: mostly digits that a secret has, one in four with others.

    Some have leading zeros. `colours` as in `Sample`.
    """
    if chance.random() < 0.75:
        return _draw_code(chance, digits, colours)
    return "".join(chance.choice("0123456789") for _ in range(digits))


def _play(
    check: Check,
    engine: Engine,
    secrets: list[Secret],
    turns: Iterable[tuple[Guesses, Guesses]],
    watch: Watch,
) -> Tally:
    """Set the secrets and play the turns one after the other on the same calculators.

    Each turn is the guesses (one for each secret) and the decimal scores that the solver gives them.
    """
    batch, lines = _after_setting(check, engine, secrets)
    tally = Tally(lines=lines)
    played: list[Guesses] = []
    for turn, (guesses, scores) in enumerate(turns, 1):
        played.append(guesses)
        batch.enter(guesses, check.seat.guess.label)
        outcome = batch.run()
        watch(len(secrets))
        agreed = agreement(check.seat, turn, guesses, scores, outcome)
        tally.pairs += len(secrets)
        tally.agreed += int(agreed.sum())
        tally.lines += outcome.lines
        tally.handed_over += outcome.handed_over
        if not agreed.all():
            for lane in np.flatnonzero(~agreed)[: SHOWN_AT_MOST - len(tally.disagreements)]:
                before = [int(one[lane]) for one in played]
                tally.disagreements.append(_disagreement(check, secrets[lane], before, engine.name))
    return tally


def agreement(seat: Seat, turn: int, guesses: Guesses, scores: Guesses, outcome: Outcome) -> np.ndarray:
    """For each calculator, whether it paused once and stopped, and both displays are the solver's."""
    answers, turns = (
        (outcome.stops, outcome.pauses) if seat.answer == "stop" else (outcome.pauses, outcome.stops)
    )
    turn_numbers = np.full(len(guesses), 100 * turn, dtype=np.int64)
    agrees: np.ndarray = (
        (outcome.reasons == REASONS.index("stop"))
        & (outcome.pause_counts == 1)
        & _shows(answers, 100 * guesses + scores, seat.fixed[1])
        & _shows(turns, turn_numbers, seat.fixed[0])
    )
    return agrees


def _shows(shown: Shown, hundredths: np.ndarray, format_code: int) -> np.ndarray:
    """For each calculator, whether X holds this number of hundredths, in this format."""
    places = 7 - shown.exponents.astype(np.int64)
    mantissas = hundredths * POWERS[np.clip(places, 0, 10)]
    fits = (places >= 0) & (places <= 10)
    matches: np.ndarray = (shown.mantissas == mantissas) & fits & (shown.formats == format_code)
    return matches


def _disagreement(check: Check, secret: Secret, guesses: list[int], engine: str) -> Disagreement:
    """Play the last of these guesses again on the readable machine.

    Gives the keys that show the disagreement again.

    Of the guesses before it only as many are played as are needed for the disagreement.
    """
    seat, guess = check.seat, str(guesses[-1])
    answer = answer_display(guess, true_score(guess, secret.code)).strip()
    count = 1
    while True:
        turns = guesses[-count:]
        turn = turn_display(len(turns)).strip()
        said = f"{turn} then {answer}" if seat.answer == "stop" else f"{answer} then {turn}"
        shown = _shown_by_hand(check, secret, turns)
        if shown != f"{said} (stop)" or count >= len(guesses):
            break
        count *= 2
    if shown == f"{said} (stop)":
        shown += f", but the engine {engine} does not"
    keys = [secret.keys or seat.set.text(secret.code), *map(seat.guess.text, turns)]
    return Disagreement(secret.code, guess, shown, said, " ".join(keys))


def _shown_by_hand(check: Check, secret: Secret, guesses: list[int]) -> str:
    """What the readable machine shows for the last of these guesses: pauses, stop, reason of the stop."""
    state = secret.state
    if state is None:
        state = start_states(check.seat.set, [int(secret.code)], [state_with(check.program, check.machine)])[
            0
        ]
        machine.run(state)
    shown: list[str] = []

    def observe(state: State, _: int, done: Step) -> None:
        if done.role is Role.PAUSES:
            shown.append(x_display(state))

    for guess in guesses:
        shown.clear()
        state = start_states(check.seat.guess, [guess], [state])[0]
        stop = machine.run(state, observer=observe)
    return " then ".join(text.strip() for text in [*shown, display(state).text]) + f" ({stop.reason})"


def _after_drawing(check: Check, engine: Engine, digits: int, seeds: list[int]) -> tuple[Batch, Tally]:
    """The calculators with a secret drawn from each seed, and the lines that it took if they are known."""
    draw = check.seat.draw
    if isinstance(draw, DrawingKeys):
        states = [draw_state(check.program, check.seat, digits, seed, check.machine) for seed in seeds]
        return engine.batch(check.program, states), Tally()
    blanks = []
    for seed in seeds:
        blanks.append(state_with(check.program, check.machine))
        blanks[-1].seed = seed
    batch = engine.batch(check.program, blanks)
    batch.enter(np.full(len(seeds), digits, dtype=np.int64), draw.label)
    return batch, Tally(lines=batch.run().lines)


def _run_draws(check: Check, engine: Engine, task: DrawnSecrets, watch: Watch) -> Tally:
    """Draw a secret from each seed, then score every code. Exactly one code may have the answer n0."""
    count = count_codes(task.digits, task.colours)
    codes = [code_at(place, task.digits, task.colours) for place in range(count)]
    seeds = [seed * 0x9E3779B9 % 10**10 for seed in range(task.seeds)]
    batch, tally = _after_drawing(check, engine, task.digits, seeds)
    full = Score(task.digits, 0).decimal
    solved = np.zeros(task.seeds, dtype=np.int64)
    for code in codes:
        guesses = np.full(task.seeds, int(code), dtype=np.int64)
        batch.enter(guesses, check.seat.guess.label)
        outcome = batch.run()
        watch(task.seeds)
        answers = outcome.stops if check.seat.answer == "stop" else outcome.pauses
        solved += _shows(answers, 100 * guesses + full, check.seat.fixed[1])
        tally.lines += outcome.lines
        tally.handed_over += outcome.handed_over
    tally.pairs = task.pairs
    tally.agreed = int((solved == 1).sum()) * len(codes)
    for seed in np.flatnonzero(solved != 1)[:SHOWN_AT_MOST]:
        tally.disagreements.append(
            Disagreement(
                secret=f"drawn from seed {seeds[seed]}",
                guess="every code",
                machine=f"{solved[seed]} codes answer {task.digits}0",
                solver=f"exactly one code answers {task.digits}0",
                keys=check.seat.draw.text(task.digits),
            )
        )
    return tally
