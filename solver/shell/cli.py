"""The verbs of `hp15c mastermind`.

Each reads its options, calls one function and prints the result, and imports what it uses.

`tree 4 6` takes a tenth of a second in a new process, so it imports only what it needs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import chain, count
from os.path import exists
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, ClassVar, NoReturn

import click

from solver import compiling, messages
from solver.codes import MAX_COLOURS, MAX_PEGS, Code, Game
from solver.errors import SolverError
from solver.messages import number_of
from solver.shell import cli_shared as shared
from solver.shell.cli_progress import Bar, duration
from solver.shell.cli_shared import BadInput, totals

if TYPE_CHECKING:
    from solver.games.play import Conversation
    from solver.trees.plan import Stopped, Tree, TreePlan, Unfinished


class LazyVerbs(click.Group):
    """The verbs here, and those of other modules, which are imported when they are called."""

    ELSEWHERE: ClassVar = {
        "analyse": "cli_analyse",
        "atlas": "cli_atlas",
        "bench": "cli_bench",
        "compile": "cli_atlas",
        "compare": "cli_bench",
    }

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, sorted."""
        return sorted([*super().list_commands(ctx), *self.ELSEWHERE])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name. Its module is imported only now."""
        if cmd_name in self.ELSEWHERE:
            from importlib import import_module

            module = import_module(f"solver.shell.{self.ELSEWHERE[cmd_name]}")
            command: click.Command = getattr(module, {"compile": "compile_ahead"}.get(cmd_name, cmd_name))
            return command
        return super().get_command(ctx, cmd_name)


LONGEST_LINE = 10_000
"""More characters than a person types on a line. What is longer has no end, such as /dev/zero."""


@click.group(cls=LazyVerbs)
def mastermind() -> None:
    """Mastermind: score guesses, play, solve, compare strategies, measure."""
    messages.listeners[:] = [shared.tell]
    compiling.in_background = True


@mastermind.command()
@click.argument("guess")
@click.argument("secret")
@click.argument("pegs", type=shared.WholeNumber(1, MAX_PEGS), required=False)
@click.argument("colours", type=shared.WholeNumber(1, MAX_COLOURS), default=MAX_COLOURS)
@shared.no_repeats
@shared.zero
@shared.as_json
@shared.refuses
def score(
    guess: str, secret: str, pegs: int | None, colours: int, no_repeats: bool, zero: bool, as_json: bool
) -> None:
    """Score GUESS against SECRET: black and white pegs.

    With PEGS and COLOURS both must be codes of that game.
    """
    from solver.scores import score as score_codes

    if pegs is None and len(guess) > MAX_PEGS:
        raise BadInput(f'the code "{guess}" has {len(guess)} pegs: at most {MAX_PEGS} are known')
    game = Game(pegs or max(1, len(guess)), colours, not no_repeats)
    answer = score_codes(game.parse(guess, zero), game.parse(secret, zero))
    if as_json:
        packed = {"ordinal": answer.ordinal(game.pegs), "decimal": answer.decimal, "hex": answer.hex}
        shared.show_json({"black": answer.black, "white": answer.white} | packed)
    else:
        click.echo(f"{answer.black} black, {answer.white} white")


@mastermind.command()
@shared.pegs
@shared.colours
@click.option("--secret", metavar="CODE", help="The secret, in place of one drawn by chance.")
@click.option("--seed", type=int, help="A number, for which the secret is always the same.")
@shared.turns
@shared.strategy
@shared.rules
@shared.consistent
@shared.no_repeats
@shared.tier
@shared.zero
@shared.as_json
@shared.refuses
def play(
    pegs: int,
    colours: int,
    secret: str | None,
    seed: int | None,
    turns: int,
    strategy: str,
    rules: str,
    consistent: bool,
    no_repeats: bool,
    tier: str | None,
    zero: bool,
    as_json: bool,
) -> None:
    """You guess a secret of PEGS and COLOURS (4 and 6). The strategy gives hints."""
    from solver.games.play import Guessing, adviser

    shared.refuse_unused_by(strategy, seeded=False)
    game = Game(pegs, colours, not no_repeats)
    if secret is not None:
        if seed is not None:
            raise click.UsageError("--seed draws a secret, and --secret names it: leave one of them out")
        code = game.parse(secret, zero)
    else:
        from random import Random, SystemRandom

        drawn = SystemRandom() if seed is None else Random(seed)
        code = game.code(drawn.randrange(game.size))
    advise = adviser(game, strategy, rules, tier, seed or 0, consistent)
    talk(Guessing(game, code, turns, advise, zero), as_json)


@mastermind.command()
@shared.pegs
@shared.colours
@click.option("--history", metavar="TEXT", default="", help="Turns so far: '1122:10 3345:11'.")
@shared.turns
@shared.strategy
@shared.rules
@shared.consistent
@shared.seed
@shared.no_repeats
@shared.tier
@shared.zero
@shared.as_json
@shared.refuses
def solve(
    pegs: int,
    colours: int,
    history: str,
    turns: int,
    strategy: str,
    rules: str,
    consistent: bool,
    seed: int,
    no_repeats: bool,
    tier: str | None,
    zero: bool,
    as_json: bool,
) -> None:
    """The strategy guesses your secret of PEGS and COLOURS (4 and 6). You answer.

    Ends with 1 if the answers contradict each other.
    """
    from solver.games.assist import parse_history
    from solver.games.play import Answering, adviser

    shared.refuse_unused_by(strategy)
    game = Game(pegs, colours, not no_repeats)
    past = parse_history(game, history, zero)
    advise = adviser(game, strategy, rules, tier, seed, consistent)
    conversation = Answering(game, past, turns, advise, zero)
    talk(conversation, as_json)
    if conversation.contradicting:
        sys.exit(1)


def talk(conversation: Conversation, as_json: bool) -> None:
    """Hold a conversation with standard input.

    With `as_json` it is written to standard error, and a summary to standard output. BadInput for a line of
    LONGEST_LINE characters.
    """
    click.echo(conversation.greeting(), err=as_json)
    at_terminal = sys.stdin.isatty()
    while not conversation.over:
        line = _read_line(as_json) if at_terminal else sys.stdin.readline(LONGEST_LINE)
        if len(line) == LONGEST_LINE:
            raise BadInput(f"standard input: a line has {LONGEST_LINE:,} characters or more")
        if not line:
            break
        if said := conversation.reply(line):
            click.echo(said, err=as_json)
    if as_json:
        shared.show_json(conversation.result())


def _read_line(as_json: bool) -> str:
    """A line from the keyboard, with editing and the history of lines. Ctrl-C and Ctrl-D mean `quit`."""
    with suppress(ImportError):
        import readline  # noqa: F401  (makes `input` edit)
    try:
        if not as_json:
            return input("> ") + "\n"
        click.echo("> ", nl=False, err=True)
        return sys.stdin.readline() or "quit"
    except (EOFError, KeyboardInterrupt):
        click.echo(err=as_json)
        return "quit"


OF_A_NEW_GAME = ("strategy", "rules", "consistent", "first", "no_repeats", "seed", "max_turns", "least_max")


@mastermind.command()
@click.argument("pegs", type=shared.WholeNumber(1, MAX_PEGS), required=False)
@click.argument("colours", type=shared.WholeNumber(1, MAX_COLOURS), required=False)
@shared.strategy
@shared.rules
@shared.consistent
@click.option("--first", metavar="CODE", help="The first guess. 'search' tries one of each kind.")
@shared.no_repeats
@shared.tier
@shared.seed
@click.option("--max-turns", type=shared.WholeNumber(1), help="With optimal: no game takes more turns.")
@click.option(
    "--least-max", is_flag=True, help="With optimal: shorten the longest game first, then the total."
)
@shared.tree_output
@click.option("--verify", "to_verify", metavar="FILE", help="Read a written tree and replay every secret.")
@click.option("--resume", metavar="FILE", help="Go on with the games that this file of a stopped run tells.")
@click.option("--patience", type=shared.AnyNumber(0), help="Stop after this many seconds, as Ctrl-C does.")
@shared.zero
@shared.as_json
@shared.refuses
def tree(
    pegs: int | None,
    colours: int | None,
    strategy: str,
    rules: str,
    consistent: bool,
    first: str | None,
    no_repeats: bool,
    tier: str | None,
    seed: int,
    max_turns: int | None,
    least_max: bool,
    out: str | None,
    to_verify: str | None,
    resume: str | None,
    patience: float | None,
    zero: bool,
    as_json: bool,
) -> None:
    """Play all games of PEGS and COLOURS at once, and say how many turns they take."""
    form = None if out is None else tree_form(out)
    if to_verify is not None and resume is not None:
        raise click.UsageError("--verify and --resume exclude each other")
    if to_verify is not None or resume is not None:
        shared.refuse_unused("a new game, and the file says it all", *OF_A_NEW_GAME)
    if strategy != "optimal" and (max_turns is not None or least_max):
        raise click.UsageError("--max-turns and --least-max go with --strategy optimal")
    shared.refuse_unused_by(strategy)
    if strategy == "optimal":
        shared.refuse_unused("the other strategies; see hp15c mastermind atlas", "patience")
    if consistent and first == "search":
        raise click.UsageError("--first search ranks openings without --consistent: leave one of them out")
    if strategy == "optimal" and tier not in (None, "llvm"):
        raise click.UsageError(f"optimal play is computed by compiled code, not by {tier}: leave --tier out")
    if resume is None and to_verify is None and colours is None:
        raise click.UsageError("which game? give PEGS and COLOURS, such as 4 6")
    start = perf_counter()
    with Bar("parts of the first guesses" if strategy == "optimal" else "secrets found", patience) as bar:
        if to_verify is not None:
            result = verify_tree(to_verify)
        elif resume is not None:
            result = resume_tree(resume, tier, bar)
        else:
            assert pegs is not None
            assert colours is not None
            game = Game(pegs, colours, not no_repeats)
            if first == "search":
                opening = search_opening(game, strategy, rules, tier)
            else:
                opening = None if first is None else game.parse(first, zero)
            start = perf_counter()
            if strategy == "optimal":
                from solver.optimal.proof import optimal

                result = optimal(
                    game, max_turns, least_max, opening, lambda now: bar(now.done, now.kinds, now.bounds)
                )
            else:
                from solver.trees.plan import TreePlan

                plan = TreePlan(game, strategy, rules, opening, seed, consistent=consistent)
                result = play_tree(plan, tier, bar)
    seconds = perf_counter() - start
    if colours is not None and (pegs, colours) != (result.plan.game.pegs, result.plan.game.colours):
        raise BadInput(f"{to_verify or resume}: is of {result.plan.game}; leave PEGS and COLOURS out")
    if out is not None and form is not None:
        from solver.trees import file as treefile

        shared.write(out, treefile.write(result, form).encode())
    show_tree(result, seconds, zero, as_json)


def play_tree(plan: TreePlan, tier: str | None, bar: Bar) -> Tree:
    """All games of a plan. Ctrl-C leaves a file to resume from."""
    from solver.trees.plan import Stopped, Unfinished
    from solver.trees.tree import check_plan, play_all

    check_plan(plan)
    warn_if_long(plan.game)
    strategy = plan.strategy.replace(":", "-")  # one's own has a colon, which Windows takes in no name
    keeper = Keeper(free_name(f"mastermind-{plan.game.pegs}p{plan.game.colours}c-{strategy}"))
    try:
        tree = play_all(plan.game, tier=tier, progress=bar, resume=Unfinished(plan, ()), keep=keeper)
    except Stopped as stopped:
        bar.clear()
        leave(stopped, keeper.path)
    keeper.remove()
    return tree


def free_name(stem: str) -> str:
    """The name of a file to resume from that is not there yet, so that an earlier one is not lost."""
    numbered = (f"{stem}-{number}.resume.json" for number in count(2))
    return next(name for name in chain([f"{stem}.resume.json"], numbered) if not exists(name))


class Keeper:
    """Writes what is played of a long game to a file, once a minute, to resume from after a crash."""

    SECONDS = 60.0
    SHARE = 20
    """A file that takes long to write is written so rarely that it takes no more than this part of the time.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.wrote = False
        self._next = monotonic() + self.SECONDS

    def __call__(self, made: Callable[[], Unfinished]) -> None:
        """Write what is made so far, if it is time."""
        start = monotonic()
        if start < self._next:
            return
        from solver.trees.file import write_unfinished

        shared.write(self.path, write_unfinished(made()).encode())
        if not self.wrote:
            shared.tell(f"what is played is kept in {self.path}, to go on from after a crash")
        self.wrote = True
        self._next = monotonic() + max(self.SECONDS, self.SHARE * (monotonic() - start))

    def remove(self) -> None:
        """Remove the file if it was written here. Nothing is left to go on from."""
        if self.wrote:
            from pathlib import Path

            Path(self.path).unlink(missing_ok=True)


LONG = 300_000
SECONDS_FOR_A_SQUARE = {5: 1.2e-10, 6: 1.3e-10, 7: 3e-10, 8: 6e-10}
"""Seconds of one core by pegs, for the square of the number of codes. README.md has the games measured."""
SECONDS_FOR_MORE_PEGS = 12e-10
"""The same seconds for games with more pegs. They are not measured: a peg more has doubled them so far."""


def warn_if_long(game: Game) -> None:
    """Say how long all games of a large game take, before they are played."""
    if game.size <= LONG:
        return
    seconds = SECONDS_FOR_A_SQUARE.get(game.pegs, SECONDS_FOR_MORE_PEGS) * game.size**2
    shared.tell(
        f"{game} has {game.size:,} codes: all games take about {duration(seconds)} of one core"
        " with the extra `fast`, and all cores share them. Ctrl-C leaves a file to resume from."
    )


def resume_tree(path: str, tier: str | None, bar: Bar) -> Tree:
    """Play all games of the plan in the file, beginning with its guesses. Ctrl-C writes the file again.

    BadInput for a file that holds no tree.
    """
    from solver.trees.file import read_unfinished
    from solver.trees.plan import Stopped
    from solver.trees.tree import check_plan, play_all

    try:
        unfinished = read_unfinished(shared.read(path))
        check_plan(unfinished.plan)
    except SolverError as error:
        raise BadInput(f"{path}: {error}") from error
    try:
        keeper = Keeper(path)
        return play_all(unfinished.plan.game, tier=tier, progress=bar, resume=unfinished, keep=keeper)
    except Stopped as stopped:
        bar.clear()
        leave(stopped, path)


def leave(stopped: Stopped, path: str) -> NoReturn:
    """Write the file to resume from, and end with 1."""
    from solver.trees.file import write_unfinished

    shared.write(path, write_unfinished(stopped.unfinished).encode())
    made = number_of(stopped.unfinished.guess_count, "guess")
    shared.tell(f"stopped after {made}; to go on: hp15c mastermind tree --resume {path}")
    sys.exit(1)


def search_opening(game: Game, strategy: str, rules: str, tier: str | None) -> Code | None:
    """The best opening. Optimal play gets none, because it searches the openings itself."""
    if strategy == "optimal":
        return None
    from solver.trees.openings import search

    return search(game, strategy, rules, tier)[0].code


def verify_tree(path: str) -> Tree:
    """Read a tree and replay it. Ends with 1 when a secret is not found. BadInput for no tree."""
    from solver.trees import file as treefile

    try:
        tree = treefile.read(shared.read(path))
    except treefile.TreeError as error:
        raise BadInput(f"{path}: {error}") from error
    try:
        treefile.verify(tree)
    except treefile.TreeError as error:
        shared.tell(f"{path}: {error}")
        sys.exit(1)
    return tree


def tree_form(path: str) -> str:
    """The form that a file's name asks for. BadInput for an unknown ending, OSError without its folder.

    This is checked before anything is played.
    """
    from solver.trees.file import FORMS

    shared.require_folder(path)
    form = path.rpartition(".")[2].lower()
    if form not in FORMS:
        raise BadInput(f'"{path}": a tree is written to {", ".join("." + name for name in FORMS)}')
    return form


def show_tree(tree: Tree, seconds: float, zero: bool, as_json: bool) -> None:
    """Print the totals of a tree."""
    if as_json:
        shared.show_json(totals(tree, seconds))
        return
    game = tree.plan.game
    click.echo(f"{game}, {tree.plan.strategy}, first {game.text(tree.first, zero)}")
    click.echo(
        f"{number_of(tree.total_turns, 'turn')} for {number_of(game.size, 'secret')},"
        f" {tree.total_turns / game.size:.4f} on average, {tree.max_turns} at most"
    )
    shared.show_table(
        ["turns", "secrets"], [[str(turn), f"{count:,}"] for turn, count in enumerate(tree.histogram, 1)]
    )
    click.echo(f"{number_of(tree.scores, 'score')}, {seconds:.3f} s")
