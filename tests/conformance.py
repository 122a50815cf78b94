"""The measurements of the genuine calculator, replayed: python -m tests.conformance [--json].

Every record is a list of keys and what the calculator showed afterwards. Each is pressed on a fresh
calculator and everything that the record tells is compared. What the notes in a record say about how it was
made (`op`, `inputs`, `mode`, `line` in keycodes, `f`, `pre`, `note` ...) is no result, and times are told
apart from agreement.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from hp15c import Calculator, InputError, Model, Number
from hp15c.display.display import Held, display, x_display
from hp15c.state.state import INTEGRAL_MARKERS, SOLVE_MARKERS, State, Value
from hp15c.table.instructions import Step
from hp15c.timing import WORD_TIMES_PER_SECOND
from tests.support import observed, odd

RECORDS: Final = Path(__file__).parent / "firmware"
SUFFIX: Final = ".jsonl.gz"
ODD: Final = "odd"
"""The category of sequences of odd kinds (tests/support/odd.py)."""
ODD_FILES: Final = (f"{ODD}{SUFFIX}", f"odd-examples{SUFFIX}", "odd-examples.jsonl")
"""The names under which a folder may hold it."""

LIMIT: Final = 400_000  # program lines after one key. The longest run that ends takes a few thousand
ENDLESS: Final = 50_000  # program lines after which a record that says "running" must still run
NEAR: Final = 5  # per cent that the time of a program may be off
FAR: Final = 10  # and that of a single key
HELD: Final = 3_900  # word times that the last key of a `held` record has been down

LEVELS: Final = ("x", "y", "z", "t", "last_x")
IMAGINARY: Final = ("xi", "yi", "zi", "ti", "last_xi")

Record = Mapping[str, Any]

_TELLS: Final = {"display", "firmware", "version_1_1"}  # a record has one of them: what is compared


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which a record and the calculator disagree."""

    record: str
    field: str
    expected: object
    got: object


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one record: its differences, and the word times of its last key, measured and ours.

    `compared` is false for a record that tells nothing but a time.
    """

    record: str
    differences: tuple[Difference, ...]
    word_times: tuple[int, int] | None
    compared: bool = True


class Replay:
    """A record's keys pressed one by one, with all that showed on the way."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.keys: list[str] = record["keys"].split()
        self.calculator = Calculator(record.get("model", "15C"))
        self.trace: list[str] = []
        self.shown: list[str] = []
        self.draws: list[Value] = []
        self.samples: list[Value] = []
        self.display_held: str | None = None
        self.after_store: Value | None = None
        self.steps = 0
        self.last_key_times = 0
        for index, key in enumerate(self.keys):
            self._press(key, index)
        self.final = display(self.calculator.state)
        self.shown.append(self.final.text)

    def _press(self, key: str, index: int) -> None:
        calculator, record = self.calculator, self.record
        pending = calculator.state.pending
        last = index == len(self.keys) - 1
        before = calculator.word_times
        limit = ENDLESS if record.get("running") else LIMIT
        calculator.key_down(key)
        if last:
            self._hold(before)
        stop = calculator.key_up(limit, self._observe if last else None)
        if "run" in record and index >= len(self.keys) - len(record["run"].split()):
            self.steps += (stop.lines if stop else 0) + (not calculator.state.pending and key != "31")
        if index >= record.get("nsetup", len(self.keys)):
            self.trace.append(calculator.display)
        if key == "36" and "draws" in record:
            if pending == ("42",):
                self.draws.append(calculator.x)
            elif pending[:1] == ("44",):
                self.after_store = calculator.x
        self.last_key_times = calculator.word_times - before

    def _hold(self, before: int) -> None:
        state = self.calculator.state
        if state.held == "line":
            self.shown.append(self.calculator.display)
        if self.record.get("held"):
            self.calculator.hold(HELD / WORD_TIMES_PER_SECOND)
            # While a function computes the LCD is dark. What a key shows while it is held is lit.
            computing = state.held is Held.OTHER and self.calculator.word_times - before > HELD
            self.display_held = "" if computing else self.calculator.display

    def _observe(self, state: State, line: int, step: Step) -> None:
        if step.name == "PSE":
            self.shown.append(x_display(state))
        elif step.name == "LBL" and state.returns and state.returns[-1] in SOLVE_MARKERS + INTEGRAL_MARKERS:
            self.samples.append(state.x)


def check(record: Record) -> Result:
    """Replay a record and compare everything that it tells."""
    name = str(record.get("id", record["keys"]))
    try:
        if "firmware" in record:
            found = odd.differences(record)
            return Result(name, tuple(Difference(name, *each) for each in found), None)
        if "version_1_1" in record:
            times = record["word_times"], odd.OddReplay(record).last_key_times
            return Result(name, (), times, compared=False)
        replay = Replay(record)
        differences = tuple(
            Difference(name, field, expected, got)
            for field, expected, got in _comparisons(record, replay)
            if expected != got
        )
    except Exception as error:
        raised = f"{type(error).__name__}: {error}"
        return Result(name, (Difference(name, "exception", None, raised),), None)
    measured = record.get("word_times")
    return Result(name, differences, (measured, replay.last_key_times) if measured is not None else None)


def _comparisons(record: Record, replay: Replay) -> Iterator[tuple[str, object, object]]:
    """(field, expected, got) of everything comparable."""
    calculator, state = replay.calculator, replay.calculator.state
    yield "display", record["display"], replay.final.text
    if "annunciators" in record:
        yield "annunciators", sorted(record["annunciators"]), sorted(replay.final.annunciators)
    yield "blinking", record.get("blinking", False), replay.final.blinking
    yield "running", record.get("running", False), state.running
    if state.running:
        return  # a snapshot of a run at some moment: the moment is not ours
    yield "error", record.get("error", _error_shown(record["display"])), calculator.error
    for name in ("trace", "shown", "steps", "display_held"):
        if name in record:
            yield name, record[name], getattr(replay, name)
    if "displays" in record:
        changes = [
            text for text, before in zip(replay.shown, ["", *replay.shown], strict=False) if text != before
        ]
        yield "displays", record["displays"], changes
    if "format" in record:
        yield "format", record["format"], str(state.format)
    if "line" in record and ("program" in record or "topic" in record):
        yield "line", record["line"], state.line
    if "listing" in record:
        yield "listing", record["listing"], observed.listing(state)
    if "kind" in record:
        yield "kind", record["kind"], _kind(record, state)
    if "bytes" in record:
        yield "bytes", _byte_count(record["bytes"], calculator.model), state.program.bytes
    if "samples" in record:
        yield "samples", [Number.of(text) for text in record["samples"]], replay.samples
    if "draws" in record:
        yield "draws", [observed.value(text) for text in record["draws"]], replay.draws
        yield "x_after_store", _optional(record["x_after_store"]), replay.after_store
    if record.get("recalled_seed") is not None:
        yield "recalled_seed", observed.value(record["recalled_seed"]), calculator.x
    if "x" in record:
        yield from _inside(record, calculator)


def _inside(record: Record, calculator: Calculator) -> Iterator[tuple[str, object, object]]:
    """Stack, registers, matrices and flags, as far as the record tells."""
    state = calculator.state
    for name in LEVELS + (IMAGINARY if "xi" in record else ()):
        yield name, observed.value(record[name]), observed.plain(getattr(calculator, name))
    yield "complex", "xi" in record, state.complex
    registers = {name: observed.value(text) for name, text in record.get("registers", {}).items()}
    yield "registers", registers, observed.registers(state)
    if "matrices" in record or "topic" in record:
        yield "matrices", record.get("matrices", {}), observed.matrices(state)
    if "flags" in record or "topic" in record:
        yield "flags", sorted(record.get("flags", ())), sorted(state.flags)


def _optional(text: str | None) -> Number | str | None:
    return None if text is None else observed.value(text)


def _error_shown(text: str) -> str | None:
    """The error in a display: the behaviour records have no `error` of their own."""
    return " ".join(text.split()) if "Error" in text else None


def _kind(record: Record, state: State) -> str:
    """What the keys did in program mode, in the records' words."""
    if state.message is not None:
        return "error"
    if not state.programming:
        return "left PRGM"
    if state.user != bool(record.get("user")):
        return "USER toggled"
    if state.pending:
        return "pending"
    return "stored" if state.program.steps else "nothing"


def _byte_count(listed: Sequence[str], model: Model) -> int:
    """How many bytes a line has of which a final 00 is not listed: on the HP-15C ff opens a line of two."""
    return 2 if model is Model.HP15C and list(listed) == ["ff"] else len(listed)


def categories(data: Path) -> list[str]:
    """The categories that a folder has records of."""
    names = {path.name.removesuffix(SUFFIX) for path in data.glob(f"*{SUFFIX}") if path.name not in ODD_FILES}
    return sorted(names | ({ODD} if _odd_file(data) else set()))


def _odd_file(data: Path) -> Path | None:
    return next((path for name in ODD_FILES if (path := data / name).exists()), None)


def read(data: Path, category: str) -> list[Record]:
    """The records of a category."""
    path = (_odd_file(data) if category == ODD else None) or data / f"{category}{SUFFIX}"
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open() as file:
            records = [json.loads(line) for line in file]
        for number, record in enumerate(records, 1):
            if not isinstance(record, dict) or not (_TELLS & record.keys() and "keys" in record):
                raise ValueError(f"line {number} has no keys and display")
        return records
    except (OSError, EOFError, ValueError) as error:
        raise InputError(f"{path}: not a file of records, one JSON object a line ({error})") from error


def _check_all(records: Sequence[Record]) -> list[Result]:
    return [check(record) for record in records]


def run(data: Path, names: Iterable[str], jobs: int) -> dict[str, list[Result]]:
    """The results of all records of some categories, in their order."""
    every = [(name, record) for name in names for record in read(data, name)]
    size = max(1, len(every) // (jobs * 64))
    chunks = [every[start : start + size] for start in range(0, len(every), size)]
    work = [[record for _, record in chunk] for chunk in chunks]
    if jobs == 1:
        done = [_check_all(records) for records in work]
    else:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            done = list(pool.map(_check_all, work))
    found: dict[str, list[Result]] = {}
    for chunk, results in zip(chunks, done, strict=True):
        for (name, _), result in zip(chunk, results, strict=True):
            found.setdefault(name, []).append(result)
    return found


def time_error(results: Iterable[Result]) -> dict[str, float | str] | None:
    """How far our word times are off, in per cent: in total, and the median and worst record.

    Also which record is the worst, how many have a time, and how many of them are off by more than
    `NEAR` and `FAR` per cent.
    """
    timed = [(result.record, *result.word_times) for result in results if result.word_times]
    if not timed:
        return None
    measured, ours = sum(theirs for _, theirs, _ in timed), sum(mine for *_, mine in timed)
    off = [(100 * abs(mine - theirs) / theirs, record) for record, theirs, mine in timed]
    worst, record = max(off)
    return {
        "total": round(100 * (ours - measured) / measured, 3),
        "median": round(statistics.median(error for error, _ in off), 3),
        "worst": round(worst, 3),
        "timed": len(timed),
        "near": sum(error > NEAR for error, _ in off),
        "far": sum(error > FAR for error, _ in off),
        "record": record,
    }


def report(found: Mapping[str, Sequence[Result]]) -> dict[str, Any]:
    """Counts by category and in total, and the errors of the times."""
    counts = {
        name: {
            "records": len(results),
            "agree": sum(not result.differences for result in results),
        }
        for name, results in found.items()
        if any(result.compared for result in results)
    }
    total = {key: sum(each[key] for each in counts.values()) for key in ("records", "agree")}
    times = {name: error for name, results in found.items() if (error := time_error(results))}
    return {"categories": counts, "total": total, "time": times}


def _table(summary: Mapping[str, Any]) -> Iterator[str]:
    yield (
        f"{'category':17}{'records':>9}{'agree':>9}{'':>9}"
        f"   time: total, median, worst record, records more than {NEAR} and {FAR} % off"
    )
    only_times = {name: {"records": 0, "agree": 0} for name in summary["time"]}
    for name, count in (*(only_times | summary["categories"]).items(), ("total", summary["total"])):
        share = 100 * count["agree"] / count["records"] if count["records"] else 100.0
        percent = f"{share:.2f} %" if count["agree"] < count["records"] else "100 %"
        time = summary["time"].get(name)
        tail = ""
        if time:
            tail = "   {total:+7.2f} %{median:7.2f} %{worst:8.2f} %{near:6}{far:6}   {record}".format(**time)
        yield f"{name:17}{count['records']:9}{count['agree']:9}{percent:>9}{tail}"


def _failures(found: Mapping[str, Sequence[Result]], count: int) -> Iterator[str]:
    for results in found.values():
        for result in [result for result in results if result.differences][:count]:
            for each in result.differences:
                yield f"{each.record} {each.field}: expected {each.expected!r}, got {each.got!r}"


def disagreeing(found: Mapping[str, Sequence[Result]]) -> set[str]:
    """The names of the records that disagree, without those whose rule is not known."""
    every = {each.record for results in found.values() for result in results for each in result.differences}
    return every - set(odd.OPEN)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line. It ends with 1 when a record disagrees, with 2 when there is nothing to compare.

    Records of which tests/support/odd.py says that their rule is not known may disagree.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("--data", type=Path, default=RECORDS, help="a folder of records of the same form")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--category", action="append", help="only this category (may be repeated)")
    parser.add_argument(
        "--failures", type=int, default=0, metavar="N", help="show N disagreements of a category"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    options = parser.parse_args(arguments)
    there = categories(options.data)
    names = options.category or there
    missing = [name for name in names if name not in there]
    if missing or not names:
        print(
            f"{options.data}: no records {'of ' + ', '.join(missing) if missing else 'there'}",
            file=sys.stderr,
        )
        return 2
    try:
        found = run(options.data, names, max(1, options.jobs))
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    summary = report(found)
    if options.json:
        print(json.dumps(summary))
    else:
        print("\n".join(_table(summary)))
    print(
        *_failures(found, options.failures), sep="\n", end="\n" if options.failures else "", file=sys.stderr
    )
    return 1 if disagreeing(found) else 0


if __name__ == "__main__":
    sys.exit(main())
