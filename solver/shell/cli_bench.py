"""The verbs of `hp15c mastermind` that measure: compare and bench."""

from __future__ import annotations

import json
import os
from time import perf_counter

import click

from solver.codes import MAX_COLOURS, MAX_PEGS, Game
from solver.shell import cli_shared as shared
from solver.shell.cli_shared import BadInput, show_table, totals, write


def strategy_names(ctx: click.Context, parameter: click.Parameter, text: str) -> list[str]:
    """The strategies of a list with commas. BadParameter for an unknown one."""
    return [shared.strategy_name(name, parameter, ctx) for name in text.split(",")]


@click.command()
@shared.pegs
@shared.colours
@click.option(
    "--strategies",
    metavar="NAMES",
    callback=strategy_names,
    default="knuth,most-parts,expected-size,entropy",
    show_default=True,
    help=f"The strategies, with commas: {', '.join(shared.STRATEGY_NAMES)}, or your own as module:name.",
)
@shared.rules
@shared.consistent
@shared.first
@shared.no_repeats
@shared.tier
@click.option("--plot", type=shared.OUTPUT, metavar="FILE", help="Draw turns and parts: .png, .svg or .pdf.")
@shared.zero
@shared.as_json
@shared.refuses
def compare(
    pegs: int,
    colours: int,
    strategies: list[str],
    rules: str,
    consistent: bool,
    first: str | None,
    no_repeats: bool,
    tier: str | None,
    plot: str | None,
    zero: bool,
    as_json: bool,
) -> None:
    """Compare strategies by all games of PEGS and COLOURS (4 and 6)."""
    from solver.compare import compare as compare_strategies

    shared.refuse_unused_by(*strategies)
    game = Game(pegs, colours, not no_repeats)
    kind = picture_kind(plot)
    opening = None if first is None else game.parse(first, zero)
    with shared.working("playing all games"):
        rows = compare_strategies(game, strategies, rules, opening, tier, consistent=consistent)
    if plot is not None:
        from solver.plots import strategies_picture

        write(plot, strategies_picture(rows, kind))
    if as_json:
        shown = {row.strategy: totals(row.tree, row.seconds) for row in rows}
        for row in rows:
            shown[row.strategy] |= {"first": game.text(row.tree.first, zero), "average": row.average}
            shown[row.strategy] |= {"parts": row.parts}
        click.echo(json.dumps({"strategies": shown}))
        return
    longest = max(row.tree.max_turns for row in rows)
    heads = [
        "strategy",
        "first",
        "total",
        "average",
        "most",
        *map(str, range(1, longest + 1)),
        "parts",
        "seconds",
    ]
    lines = [
        [
            row.strategy,
            game.text(row.tree.first, zero),
            f"{row.tree.total_turns:,}",
            f"{row.average:.4f}",
            str(row.tree.max_turns),
            *(f"{count:,}" for count in (*row.tree.histogram, *[0] * (longest - row.tree.max_turns))),
            str(len(row.parts)),
            f"{row.seconds:.3f}",
        ]
        for row in rows
    ]
    click.echo(str(game))
    show_table(heads, lines)


@click.command()
@click.option(
    "--tier",
    "tiers",
    type=shared.tier_name,
    multiple=True,
    help="Measure only this tier. It may be repeated.",
)
@click.option("--workers", metavar="LIST", help="Rank in parallel with this many workers: 1..N, or 1,2,4.")
@click.option("--chunks", metavar="LIST", default="1,4,16,64", show_default=True, help="Numbers of chunks.")
@click.option(
    "--methods",
    metavar="LIST",
    default="threads,processes",
    show_default=True,
    help="With --workers: what the workers are.",
)
@click.option("--cluster", metavar="ADDRESS", help="Rank on a dask cluster: tcp://host:8786, or local:2.")
@click.option(
    "--pegs",
    type=shared.WholeNumber(1, MAX_PEGS),
    default=4,
    show_default=True,
    help="Pegs of the game that is ranked.",
)
@click.option(
    "--colours",
    type=shared.WholeNumber(1, MAX_COLOURS),
    default=10,
    show_default=True,
    help="Colours of the game that is ranked.",
)
@click.option(
    "--plot",
    type=shared.OUTPUT,
    metavar="FILE",
    help="With --workers: draw speed-ups into .png, .svg or .pdf.",
)
@shared.as_json
@shared.refuses
def bench(
    tiers: tuple[str, ...],
    workers: str | None,
    chunks: str,
    methods: str,
    cluster: str | None,
    pegs: int,
    colours: int,
    plot: str | None,
    as_json: bool,
) -> None:
    """Measure scores per second by tier and game, or ranking in parallel."""
    if workers is None:
        shared.refuse_unused("--workers", "methods")
        if cluster is None:
            shared.refuse_unused("--workers or --cluster", "chunks", "pegs", "colours")
    if plot is not None and workers is None:
        raise click.UsageError("--plot draws what --workers measures: add --workers 1..2")
    if (workers and cluster) or (len(tiers) > 1 and (workers or cluster)):
        raise click.UsageError("--workers and --cluster measure different things, with one tier: take one")
    tier = tiers[0] if tiers else None
    if workers is not None:
        bench_workers(
            Game(pegs, colours), numbers(workers), numbers(chunks), methods.split(","), tier, plot, as_json
        )
    elif cluster is not None:
        bench_cluster(Game(pegs, colours), cluster, tier, numbers(chunks), as_json)
    else:
        bench_tiers(tiers, as_json)


def bench_tiers(tiers: tuple[str, ...], as_json: bool) -> None:
    """Measure scores per second by tier and game, and print a table or JSON."""
    from solver.rates import game_name, rates

    with shared.working("measuring"):
        measured = rates(tiers or None)
    if as_json:
        shown: dict[str, dict[str, dict[str, float]]] = {}
        for rate in measured:
            shown.setdefault(rate.tier, {})[game_name(rate.game)] = {
                "all_guesses": rate.scores_per_second,
                "region": rate.region_per_second,
                "one_guess": rate.one_per_second,
            }
        click.echo(json.dumps(shown))
        return
    show_table(
        ["10^9 scores/s by tier", "game", "all guesses", "region of a tenth", "one guess", "first, s"],
        [
            [
                rate.tier,
                game_name(rate.game),
                f"{rate.scores_per_second / 1e9:.2f}",
                f"{rate.region_per_second / 1e9:.2f}",
                f"{rate.one_per_second / 1e9:.2f}",
                f"{rate.cold_seconds:.3f}",
            ]
            for rate in measured
        ],
    )


def bench_workers(
    game: Game,
    workers: list[int],
    chunks: list[int],
    methods: list[str],
    tier: str | None,
    plot: str | None,
    as_json: bool,
) -> None:
    """Measure the ranking of all guesses in parallel, and print a table or JSON."""
    from solver.parallel import measure

    kind = picture_kind(plot)
    with shared.working("measuring"):
        report = measure(game, workers, chunks, tier, methods)
    if plot is not None:
        from solver.plots import parallel_picture

        write(plot, parallel_picture(report, kind))
    if as_json:
        runs = [
            {"method": run.method, "workers": run.workers, "chunks": run.chunks, "seconds": run.seconds}
            | {"speed_up": report.speed_up(run), "busy": run.busy}
            for run in report.runs
        ]
        shown = {"pegs": game.pegs, "colours": game.colours, "tier": report.tier}
        click.echo(json.dumps(shown | {"sequential_seconds": report.sequential, "runs": runs}))
        return
    click.echo(
        f"{game}, {report.tier}: all guesses against all codes, one after the other {report.sequential:.4f} s"
    )
    show_table(
        ["method", "workers", "chunks", "seconds", "speed-up", "busy seconds of each worker"],
        [
            [
                run.method,
                str(run.workers),
                str(run.chunks),
                f"{run.seconds:.4f}",
                f"{report.speed_up(run):.2f}",
                " ".join(f"{busy:.4f}" for busy in run.busy),
            ]
            for run in report.runs
        ],
    )


def bench_cluster(game: Game, address: str, tier: str | None, chunks: list[int], as_json: bool) -> None:
    """Measure the ranking of all guesses on a dask cluster, and print a table or JSON."""
    from solver.cluster import best_guess, connect

    lines = []
    with connect(address) as client:
        for count in chunks:
            start = perf_counter()
            best = best_guess(client, game, tier, count)
            lines.append((count, perf_counter() - start, best))
    if as_json:
        runs = [{"chunks": count, "seconds": seconds} for count, seconds, _ in lines]
        click.echo(json.dumps({"pegs": game.pegs, "colours": game.colours, "runs": runs}))
        return
    show_table(
        ["chunks", "seconds", "best guess", "largest part"],
        [
            [str(count), f"{seconds:.4f}", game.text(game.code(best.guess)), f"{best.largest:,}"]
            for count, seconds, best in lines
        ],
    )


def numbers(text: str) -> list[int]:
    """The numbers of `1,4,16` or `1..4`. N is the number of cores. BadInput for another text."""
    values: list[int] = []
    for part in text.replace("N", str(os.cpu_count())).split(","):
        low, dots, high = part.strip().partition("..")
        if not low.isdecimal() or (dots and not high.isdecimal()) or int(high or low) - int(low) > 10_000:
            raise BadInput(f'"{text}": numbers are wanted, such as 1,4,16 or 1..4')
        values += range(int(low), int(high or low) + 1)
    if not values:
        raise BadInput(f'"{text}" has no number in it')
    return values


def picture_kind(path: str | None) -> str:
    """The format of a picture file, checked before anything is measured. Empty without one."""
    if path is None:
        return ""
    from solver.plots import picture_format

    return picture_format(path)
