"""The output of `generate codemaker --frontier`: the table and the plot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hp15c.errors import InputError

if TYPE_CHECKING:
    from generator.codemaker.plan import Wish
    from generator.planner.frontier import Point


def frontier(wish: Wish, plot_file: Path | None) -> str:
    """Print the frontier as a table, and draw it into a file when one is named (extra `plots`)."""
    from generator.planner.frontier import points, rows, unbeaten

    if plot_file is not None:
        require_plot(plot_file)
    every = points(wish)
    best = unbeaten(every)
    if plot_file is not None:
        draw(every, best, wish, plot_file)
    return "\n".join(rows(best))


def require_plot(path: Path) -> None:
    """Raise InputError for a plot that cannot be written, for want of matplotlib, an ending or a folder."""
    from hp15c.files import require_folder

    try:
        from matplotlib.backend_bases import FigureCanvasBase
    except ImportError:
        raise InputError("--plot needs matplotlib: pip install 'hp15c[plots]'") from None
    if path.suffix.removeprefix(".").lower() not in FigureCanvasBase.get_supported_filetypes():
        raise InputError(f"{path}: the ending names the format of the plot: write .svg, .png or .pdf")
    try:
        require_folder(path)
    except OSError as error:
        raise InputError(f"{path}: the plot cannot be written: {error.strerror}") from None


def draw(every: list[Point], best: list[Point], wish: Wish, path: Path) -> None:
    """Draw lines against seconds as a picture in the format that the file's ending names."""
    from io import BytesIO

    from matplotlib.figure import Figure

    from hp15c.files import replace

    figure = Figure(figsize=(7, 4.2), layout="constrained")
    axes = figure.add_subplot()
    axes.plot([one.lines for one in every], [one.seconds for one in every], ".", color="0.75")
    axes.step([one.lines for one in best], [one.seconds for one in best], "o-", where="post", color="0.1")
    axes.set_yscale("log")
    axes.set_xlabel("program lines")
    axes.set_ylabel(f"seconds of a scoring, N = {wish.digits or 4}")
    axes.set_title(f"CodeMakers of the HP-{wish.model} that no other beats")
    axes.grid(True, which="both", alpha=0.3)
    picture = BytesIO()
    figure.savefig(picture, format=path.suffix.removeprefix(".").lower())
    replace(path, picture.getvalue())
