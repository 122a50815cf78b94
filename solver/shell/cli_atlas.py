"""The verbs of `hp15c mastermind` about optimal play: the atlas of proved games, and compiling ahead."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, NoReturn

import click

from solver import compiling, messages
from solver.codes import MAX_COLOURS, MAX_PEGS, Game, GameError
from solver.memory import machine_memory
from solver.messages import number_of
from solver.shell import cli_shared as shared
from solver.shell.cli_progress import Bar, duration
from solver.shell.cli_shared import BadInput

if TYPE_CHECKING:
    from solver.atlas import AtlasRow
    from solver.optimal.checkpoint import SavedProof
    from solver.optimal.proof import GameProof, Searcher
    from solver.optimal.search import SearchProgress
    from solver.trees.plan import Tree

LAST_SEED = (1 << 63) - 1
"""Seeds have 64 bits, so that two that differ draw different hashes."""
KEPT_EVERY = 60.0
"""Seconds from one time that the claims of a certificate are kept to the next."""
_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
OF_A_GAME = (
    "no_repeats",
    "blacks_only",
    "max_turns",
    "whether",
    "first",
    "cluster",
    "seed",
    "checkpoint",
    "resume",
    "out",
    "certificate",
)
"""The options of `atlas` that the proof of one game takes, and the table and `--all` do not."""


def byte_count(ctx: click.Context, parameter: click.Parameter, text: str | None) -> int | None:
    """Bytes from '512M' or '8G'. BadParameter for another text."""
    if text is None:
        return None
    number, unit = (text[:-1], text[-1:].upper()) if text[-1:].isalpha() else (text, "")
    if not number.isdigit() or not int(number) or unit not in ("", *_UNITS):
        raise click.BadParameter(f'"{text}" is no number of bytes: write 512M or 8G')
    count, there = int(number) * _UNITS.get(unit, 1), machine_memory()
    if there and count > there:
        raise click.BadParameter(f'"{text}" is more than this machine has, {there >> 30}G')
    return count


@click.command()
@click.argument("pegs", type=shared.WholeNumber(1, MAX_PEGS), required=False)
@click.argument("colours", type=shared.WholeNumber(1, MAX_COLOURS), required=False)
@shared.no_repeats
@shared.blacks_only
@click.option("--max-turns", type=shared.WholeNumber(1), help="No game takes more turns.")
@click.option(
    "--whether", is_flag=True, help="Find only whether MAX-TURNS are enough. Ends with 1 if they are not."
)
@click.option("--first", metavar="CODE", help="The first guess.")
@click.option("--workers", type=shared.WholeNumber(1, 64), default=1, show_default=True, help="Threads.")
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Workers of dask on other machines: tcp://host:8786. On this one --workers is faster.",
)
@click.option(
    "--memory", metavar="BYTES", callback=byte_count, help="The most memory of the process, such as 2G."
)
@click.option(
    "--seed",
    type=shared.WholeNumber(0, LAST_SEED),
    default=0,
    show_default=True,
    help="The seed of the hashes.",
)
@click.option(
    "--checkpoint",
    metavar="FILE",
    help="Keep the finished parts in this file. It must be new, unless --resume goes on from it.",
)
@click.option("--resume", is_flag=True, help="Go on from the checkpoint.")
@shared.tree_output
@click.option(
    "--certificate",
    type=shared.OUTPUT,
    metavar="FILE",
    help="Write a certificate of the least total, packed as FILE.xz, for solver/check_certificate.py.",
)
@click.option("--all", "whole", is_flag=True, help="Prove every game of the atlas that is not proved yet.")
@click.option(
    "--patience",
    type=shared.AnyNumber(0),
    default=60.0,
    show_default=True,
    help="With --all: seconds for each game.",
)
@click.option(
    "--into",
    metavar="FILE",
    default="solver/atlas.csv",
    show_default=True,
    help="With --all: the file of the table.",
)
@shared.as_json
@shared.refuses
def atlas(
    pegs: int | None,
    colours: int | None,
    no_repeats: bool,
    blacks_only: bool,
    max_turns: int | None,
    whether: bool,
    first: str | None,
    workers: int,
    cluster: str | None,
    memory: int | None,
    seed: int,
    checkpoint: str | None,
    resume: bool,
    out: str | None,
    certificate: str | None,
    whole: bool,
    patience: float,
    into: str,
    as_json: bool,
) -> None:
    """Show the least totals of turns that are proved, or prove the one of PEGS and COLOURS.

    Without arguments it prints the table of all games up to 10,000 codes and two larger ones, and of games
    with black pegs only up to 1,300. A game is proved by one search: run it again with another --seed for a
    proof that does not rest on one set of hashes.
    """
    require_used(whole, pegs is not None)
    if whole:
        make_atlas(Path(into), workers, memory, patience)
        return
    if pegs is None:
        from solver.atlas import read

        show_atlas(read(), as_json)
        return
    if colours is None:
        raise click.UsageError("which game? give PEGS and COLOURS, such as 4 6")
    if resume and checkpoint is None:
        raise click.UsageError("--resume goes with --checkpoint FILE")
    if whether and max_turns is None:
        raise click.UsageError("--whether goes with --max-turns N")
    if certificate is not None:
        require_least_total(certificate)
    from solver.atlas import read
    from solver.optimal.checkpoint import heading
    from solver.optimal.proof import GameProof
    from solver.optimal.search import TooFewTurns, limit, require_size
    from solver.shell.cli import show_tree, tree_form
    from solver.shell.forecast import certificate_forecast, forecast
    from solver.trees import file as treefile

    form = None if out is None else tree_form(out)
    game = Game(pegs, colours, not no_repeats, not blacks_only)
    opening = None if first is None else game.parse(first)
    guesses = None if opening is None else [game.text(opening)]
    wanted = heading(game, limit(max_turns or 0), whether, seed)
    saved = None if checkpoint is None else earlier(checkpoint, resume, wanted, guesses)
    claims = {"claims": saved["claims"]} if saved and "claims" in saved else {}
    require_size(game)
    expected = "" if whether else forecast(game, read())
    if expected:
        shared.tell(f"{expected}. --checkpoint FILE keeps what is done")
    longer = certificate_forecast(game, read()) if certificate else ""
    if longer:
        shared.tell(longer)
    start = perf_counter()
    with ExitStack() as stack:
        searchers: Sequence[Searcher] = ()
        if cluster is not None:
            from solver.cluster import connect
            from solver.optimal.remote import remotes

            searchers = remotes(stack.enter_context(connect(cluster)), game, seed, memory, whether)
        proof = GameProof(game, max_turns, opening, workers, memory, seed, saved, whether, searchers)
        try:
            run(proof, checkpoint, claims)
        except TooFewTurns:
            if not whether or max_turns is None:
                raise
            show_not_enough(game, max_turns, as_json)
            sys.exit(1)
    tree = proof.tree()
    treefile.verify(tree)
    if certificate is not None:
        write_certificate(proof, tree, certificate, checkpoint, claims)
    if out is not None and form is not None:
        shared.write(out, treefile.write(tree, form).encode())
    show_tree(tree, perf_counter() - start, False, as_json)


def require_used(whole: bool, game: bool) -> None:
    """Raise UsageError for an option of `atlas` that would be ignored."""
    if whole and game:
        raise click.UsageError("--all proves every game: leave PEGS and COLOURS out, or --all")
    if not game:
        shared.refuse_unused("PEGS and COLOURS", *OF_A_GAME)
    if whole:
        shared.refuse_unused("the table or one game, not with --all", "as_json")
        return
    shared.refuse_unused("--all", "patience", "into")
    if not game:
        shared.refuse_unused("PEGS and COLOURS, or --all", "workers", "memory")
    elif click.get_current_context().params["cluster"] is not None:
        shared.refuse_unused("this machine's threads, and --cluster has workers of its own", "workers")


def require_least_total(path: str) -> None:
    """Raise UsageError for options without the least total, OSError for a certificate in no folder."""
    shared.refuse_unused("other totals, and a certificate is of the least", "max_turns", "first")
    shared.require_folder(path)


def write_certificate(
    proof: GameProof, tree: Tree, path: str, checkpoint: str | None, saved: SavedProof
) -> None:
    """Make the certificate of a tree that was proved, and write it. Ctrl-C ends with 1.

    With a checkpoint the claims are kept in it from time to time and on Ctrl-C. `saved` has the claims of an
    earlier run. BadInput when they cannot be read.
    """
    from solver.optimal.certificate import Certificate, pack
    from solver.optimal.checkpoint import write

    made = Certificate(proof.search, tree)
    if saved:
        try:
            made.restore(saved["claims"])
        except (LookupError, TypeError, ValueError, AttributeError):
            raise BadInput(
                f"{checkpoint}: its claims of a certificate cannot be read: name another file"
            ) from None
    kept = monotonic()

    def keep() -> None:
        if checkpoint is not None:
            shared.write(checkpoint, write(proof.contents() | {"claims": made.contents()}).encode())

    def watch(done: int, waiting: int) -> None:
        nonlocal kept
        bar(done, done + waiting)
        if monotonic() - kept > KEPT_EVERY:
            keep()
            kept = monotonic()

    try:
        with Bar("claims of the certificate") as bar:
            made.make(watch)
    except KeyboardInterrupt:
        keep()
        tell_stopped(number_of(len(made.claims), "claim"), checkpoint)
    content = pack(made, path)
    shared.write(path, content)
    shared.tell(
        f"{path}: {number_of(len(made.claims), 'claim')}, {number_of(len(content), 'byte')}."
        f" To check: python -I solver/check_certificate.py {path}"
    )


def show_not_enough(game: Game, turns: int, as_json: bool) -> None:
    """Say that no play wins every game within this number of turns."""
    if as_json:
        shown = {"pegs": game.pegs, "colours": game.colours, "repeats": game.repeats, "whites": game.whites}
        click.echo(json.dumps(shown | {"turns": turns, "enough": False}))
    else:
        click.echo(f"{game}: {number_of(turns, 'turn')} {'is' if turns == 1 else 'are'} not enough")


def run(proof: GameProof, checkpoint: str | None, claims: SavedProof) -> None:
    """Run a proof with its progress shown. Ctrl-C ends with 1 and says how to go on.

    The checkpoint is written before any work, so that a file which cannot be written is known at once. It
    keeps the `claims` of a certificate that was begun.
    """

    from solver.optimal.checkpoint import write

    def keep(now: GameProof) -> None:
        if checkpoint is not None:
            shared.write(checkpoint, write(now.contents() | claims).encode())

    keep(proof)
    try:
        with Bar("parts of the first guesses") as bar:
            proof.run(keep, lambda now: bar(now.done, now.kinds, now.bounds))
    except KeyboardInterrupt:
        done, parts = proof.parts
        tell_stopped(f"{done} of {number_of(parts, 'part')}", checkpoint)


def tell_stopped(done: str, checkpoint: str | None) -> NoReturn:
    """Say how far a proof or its certificate came and how to go on, and end with 1."""
    further = f"to go on: --checkpoint {checkpoint} --resume" if checkpoint else "nothing is kept"
    shared.tell(f"stopped after {done}; {further}")
    sys.exit(1)


def earlier(path: str, resume: bool, wanted: SavedProof, guesses: list[str] | None) -> SavedProof | None:
    """The proof to go on from. None for a new proof, with a message when `resume` finds no checkpoint.

    BadInput for a file that is no checkpoint, for a device, and for a file that a new proof would overwrite.
    OSError without its folder.
    """
    if Path(path).exists() and not Path(path).is_file():
        raise BadInput(f"{path}: this is no file that can keep a checkpoint: name another one")
    if not Path(path).exists():
        shared.require_folder(path)
        if resume:
            shared.tell(f"{path}: there is no checkpoint yet, so the proof begins anew")
        return None
    from solver.optimal.checkpoint import count_finished, describe, difference, read
    from solver.optimal.search import OptimalError

    if not Path(path).is_file():
        raise BadInput(f"{path}: this is no file, so no proof can go on from it: name a file")
    try:
        saved = read(shared.read(path))
    except OptimalError as error:
        raise BadInput(f"{path}: {error}, and it is left as it is: name another file") from error
    other = difference(saved, wanted, guesses)
    if resume and not other:
        return saved
    done, parts = count_finished(saved)
    if other:
        raise BadInput(
            f"{path}: {other}. It has {done} of {number_of(parts, 'part')} finished:"
            " name another file, or delete this one to begin anew"
        )
    raise BadInput(
        f"{path}: this is a checkpoint of the proof of {describe(saved)}, with {done}"
        f" of {number_of(parts, 'part')} finished."
        " --resume goes on from it: to begin anew, name another file or delete this one"
    )


def make_atlas(path: Path, workers: int, memory: int | None, patience: float) -> None:
    """Prove the games that are not in the table, and write the table after each. BadInput for a file that is
    no table.

    A game whose row takes more than `patience` seconds is left out.
    """
    from solver.atlas import AtlasError, Impatience, games, parse, prove, write

    try:
        rows = {row.game: row for row in parse(shared.read(str(path)) if path.exists() else "")}
    except AtlasError as error:
        raise BadInput(f"{path}: {error}, and it is left as it is: name another file") from error
    shared.require_folder(str(path))
    prove(Game(2, 2))  # compiles, which does not count in the seconds of a row
    for game in games():
        if game in rows and rows[game].is_proved:
            continue
        start = monotonic()
        try:
            row = rows[game] = prove(game, workers, memory, patience_of(patience))
        except (AtlasError, GameError) as error:
            shared.tell(str(error))
            continue
        except Impatience:
            shared.tell(f"{game}: not proved within {duration(patience)}")
            continue
        shared.write(str(path), write([rows[one] for one in games() if one in rows]).encode())
        click.echo(f"{game}: {row.least:,}, {row.secured}, {monotonic() - start:.1f} s")


def patience_of(seconds: float) -> Callable[[SearchProgress], bool]:
    """The patience of so many seconds: a search goes on until they are over."""
    end = monotonic() + seconds
    return lambda now: monotonic() < end


def show_atlas(rows: list[AtlasRow], as_json: bool) -> None:
    """Print the table of the atlas. The turns are those of the longest game: known and least possible."""
    if as_json:
        click.echo(json.dumps({"games": [as_dict(row) for row in rows]}))
        return
    shared.show_table(
        [
            *("game", "codes", "least total", "average", "turns", "at least", "within them", "first guesses"),
            *("seconds", "regions", "secured"),
        ],
        [
            [
                str(row.game),
                f"{row.codes:,}",
                f"{row.least:,}" if row.is_proved else f"{row.least:,} to {row.known:,}",
                f"{row.known / row.codes:.4f}",
                str(row.longest),
                str(row.longest_least),
                "-" if row.within is None else f"{row.within:,}",
                " ".join(row.firsts) or "-",
                "-" if row.seconds is None else f"{row.seconds:.2f}",
                f"{row.nodes:,}",
                row.secured,
            ]
            for row in rows
        ],
    )


def as_dict(row: AtlasRow) -> dict[str, Any]:
    """A row as the fields of the JSON output."""
    return asdict(row) | {
        "proved": row.is_proved,
        "max_turns": len(row.histogram),
        "average": row.known / row.codes,
    }


@click.command("compile")
@click.option(
    "--pegs",
    "pegs",
    metavar="LIST",
    default="4,5",
    show_default=True,
    help="The numbers of pegs: 2..6, or 4,5.",
)
@shared.refuses
def compile_ahead(pegs: str) -> None:
    """Compile the kernels ahead and keep them, so that no later command waits for the compiler.

    It takes about 3 s for each number of pegs, and 3 s for optimal play of up to 4, up to 6, or more pegs.
    Needs the extra `fast`.
    """
    from solver.shell.cli_bench import numbers

    wanted = numbers(pegs)
    if not wanted or min(wanted) < 1 or max(wanted) > MAX_PEGS:
        raise BadInput(f'"{pegs}": games have 1 to {MAX_PEGS} pegs')
    if find_spec("llvmlite") is None:
        raise BadInput('compiling needs llvmlite: pip install "hp15c[fast]"')
    messages.listeners.clear()
    for what, step in compiling.steps(wanted):
        start = perf_counter()
        step()
        click.echo(f"{what}: {perf_counter() - start:.1f} s")
