"""Plots of measurements, as the bytes of a picture file (extra `plots`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from solver.errors import SolverError

if TYPE_CHECKING:
    from solver.codes import Code
    from solver.compare import StrategyResult
    from solver.parallel import ParallelReport

FORMATS = ("png", "svg", "pdf")
_INCHES = 4.5


class PlotError(SolverError):
    """A picture that cannot be drawn: an unknown kind of file, or the extra `plots` is missing."""


def picture_format(path: str) -> str:
    """The format that a file's name asks for, png, svg or pdf. PlotError otherwise, or without the extra."""
    suffix = PurePath(path).suffix.lstrip(".").lower()
    if suffix not in FORMATS:
        raise PlotError(f'"{path}": a picture ends in {", ".join("." + name for name in FORMATS)}')
    if find_spec("matplotlib") is None:
        raise PlotError('pictures need matplotlib: pip install "hp15c[plots]"')
    return suffix


def strategies_picture(rows: Sequence[StrategyResult], kind: str) -> bytes:
    """Turns of all secrets by strategy, and the sizes of the parts of each opening."""
    openings: dict[Code, list[str]] = {}
    for row in rows:
        openings.setdefault(row.tree.first, []).append(row.strategy)

    def draw(turns: Any, parts: Any) -> None:
        width = 0.8 / len(rows)
        for place, row in enumerate(rows):
            counts = row.tree.histogram
            shift = (place - (len(rows) - 1) / 2) * width
            turns.bar([turn + shift for turn in range(1, len(counts) + 1)], counts, width, label=row.strategy)
        for first, names in openings.items():
            sizes = next(row.parts for row in rows if row.tree.first == first)
            label = f"{rows[0].tree.plan.game.text(first)}: {', '.join(names)}"
            parts.plot(range(1, len(sizes) + 1), sizes, "o-", label=label)
        turns.xaxis.get_major_locator().set_params(integer=True)
        turns.set(title=str(rows[0].tree.plan.game), xlabel="turns", ylabel="secrets")
        parts.set(
            title="parts after the first guess", xlabel="part, largest first", ylabel="codes", yscale="log"
        )
        turns.legend()
        parts.legend(loc="upper right")

    return _picture(2, kind, draw)


def parallel_picture(report: ParallelReport, kind: str) -> bytes:
    """Speed-up by workers, speed-up by chunks, and a bar for the best run of each method."""
    methods = list(dict.fromkeys(run.method for run in report.runs))
    workers = sorted({run.workers for run in report.runs})
    chunks = sorted({run.chunks for run in report.runs})

    def best(method: str, **fixed: int) -> float:
        return max(
            report.speed_up(run)
            for run in report.runs
            if run.method == method and all(getattr(run, name) == value for name, value in fixed.items())
        )

    def draw(by_workers: Any, by_chunks: Any, bars: Any) -> None:
        for method in methods:
            by_workers.plot(workers, [best(method, workers=count) for count in workers], "o-", label=method)
            by_chunks.plot(chunks, [best(method, chunks=count) for count in chunks], "o-", label=method)
        by_workers.plot(workers, workers, ":", color="grey", label="ideal")
        by_workers.set(
            title=f"{report.game}, {report.tier}", xlabel="workers", ylabel="speed-up", xticks=workers
        )
        by_chunks.set(title="best number of workers", xlabel="chunks", ylabel="speed-up", xscale="log")
        by_chunks.minorticks_off()
        by_chunks.set_xticks(chunks, labels=map(str, chunks))
        bars.bar(["sequential", *methods], [1.0, *map(best, methods)])
        bars.set(title="best of each method", ylabel="speed-up")
        by_workers.legend()
        by_chunks.legend()

    return _picture(3, kind, draw)


def _picture(panels: int, kind: str, draw: Callable[..., None]) -> bytes:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_INCHES * panels, _INCHES), layout="constrained")
    FigureCanvasAgg(figure)
    draw(*figure.subplots(1, panels))
    file = BytesIO()
    figure.savefig(file, format=kind)
    return file.getvalue()
