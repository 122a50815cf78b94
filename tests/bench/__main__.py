"""`python -m tests.bench`: questions of speed, answered on this machine, as ratios within one run."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pkgutil
import platform
import sys
from contextlib import suppress
from datetime import date
from pathlib import Path

import tests.bench
from tests.bench.case import Case


def collect() -> list[Case]:
    """The cases of every module here whose name begins with bench_."""
    found: list[Case] = []
    for module in sorted(pkgutil.iter_modules(tests.bench.__path__), key=lambda module: module.name):
        if module.name.startswith("bench_"):
            found += importlib.import_module(f"tests.bench.{module.name}").cases()
    return found


def best(case: Case, runs: int) -> float:
    """The best figure of several runs: the smallest time, or the greatest rate."""
    figures = [case.run() for _ in range(runs)]
    return min(figures) if case.unit.endswith("seconds") else max(figures)


def measure(cases: list[Case], runs: int) -> list[dict[str, object]]:
    """A row for each case. Ratios are better-is-greater, for times too."""
    figures: dict[str, float] = {}
    rows: list[dict[str, object]] = []
    for case in cases:
        figure = figures[case.question] = best(case, runs)
        row: dict[str, object] = {
            "question": case.question,
            "figure": figure,
            "unit": case.unit,
            "goal": case.goal,
        }
        if case.baseline is not None:
            base = figures[case.baseline]
            row["ratio"] = base / figure if case.unit.endswith("seconds") else figure / base
            row["to"] = case.baseline
        rows.append(row)
        print(line(row), file=sys.stderr, flush=True)
    return rows


def line(row: dict[str, object]) -> str:
    """One row as text."""
    figure = row["figure"]
    assert isinstance(figure, float)
    text = f"{row['question']:<64} {figure:>12,.4g} {row['unit']}"
    if "ratio" in row:
        text += f"   {row['ratio']:.2f} x [{row['to']}]"
    return text + (f"   (goal: {row['goal']})" if row["goal"] else "")


def processor() -> str:
    """The name of the processor where Linux tells it, otherwise its kind."""
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
        for name, _, value in (line.partition(":") for line in lines):
            if name.strip() == "model name":
                return value.strip()
    return platform.machine()


def with_baselines(chosen: list[Case], cases: list[Case]) -> list[Case]:
    """The chosen cases and those that they are measured against, in the order of the collection."""
    by_question = {case.question: case for case in cases}
    needed = {case.question for case in chosen}
    for case in chosen:
        while case.baseline is not None:
            case = by_question[case.baseline]
            needed.add(case.question)
    return [case for case in cases if case.question in needed]


def compare(rows: list[dict[str, object]], saved: dict[str, float]) -> list[str]:
    """How each ratio stands to the one saved earlier."""
    return [
        f"{row['question']}: ratio {row['ratio']:.2f}, was {saved[str(row['question'])]:.2f}"
        for row in rows
        if "ratio" in row and str(row["question"]) in saved
    ]


def main() -> None:
    """Parse the command line, measure, show."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--only", metavar="TEXT", help="only the questions that hold this text")
    parser.add_argument("--runs", type=int, default=3, help="runs of each case, the best counts (default 3)")
    parser.add_argument("--list", action="store_true", help="name the questions and stop")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the ratios of this run")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="hold the ratios against earlier ones")
    options = parser.parse_args()
    cases = collect()
    if options.list:
        print("\n".join(case.question for case in cases))
        return
    chosen = [case for case in cases if not options.only or options.only in case.question]
    if not chosen:
        parser.error(f"no question holds {options.only!r}; --list names them")
    rows = measure(with_baselines(chosen, cases), options.runs)
    machine = (
        f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()},"
        f" {date.today():%-d %B %Y}, {os.getloadavg()[0]:.1f} processes running"
    )
    if options.json:
        print(json.dumps({"machine": machine, "rows": rows}, ensure_ascii=False))
    else:
        print(machine)
        print("\n".join(map(line, rows)))
    if options.compare:
        print("\n".join(compare(rows, json.loads(options.compare.read_text("utf-8")))))
    if options.save:
        ratios = {row["question"]: row["ratio"] for row in rows if "ratio" in row}
        temporary = options.save.with_suffix(".new")
        temporary.write_text(json.dumps(ratios, ensure_ascii=False, indent=1) + "\n", "utf-8")
        temporary.replace(options.save)


if __name__ == "__main__":
    main()
