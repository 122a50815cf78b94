"""The memory of the terminal's calculator: one of the list that the pages show too, or a file of its own."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from hp15c import files
from hp15c.errors import InputError
from hp15c.state.state import State
from hp15c.store.folders import data_file
from hp15c.store.hold import Hold, is_held
from hp15c.table.machines import Machine
from programs.web import calculators, snapshot
from programs.web.desk import Clock, Desk
from programs.web.kept_calculators import Kept, KeptRow, export, new_title, read_saved
from programs.web.sessions import new_name


class FileMemory:
    """A calculator in a file of its own. InputError when another process has it or the file is foreign."""

    def __init__(self, path: Path, machine: Machine) -> None:
        self.called = str(path)
        self._path = path
        self._hold = Hold(path)
        try:
            self.desk = desk_kept_in(path, machine)
        except InputError:
            self._hold.let_go()
            raise

    def write(self, text: str) -> None:
        """Replace the file."""
        files.replace(self._path, text.encode())

    def let_go(self) -> None:
        """Let another terminal have the file."""
        self._hold.let_go()


class ListedMemory:
    """A calculator of the list. A new one is listed when it is first written."""

    def __init__(self, kept: Kept, row: KeptRow, desk: Desk, clock: Clock) -> None:
        self.called = row.title
        self.desk = desk
        self._kept = kept
        self._row = row
        self._clock = clock
        self._hold = Hold(kept.path, row.name)
        self._unused = "" if row.snapshot else snapshot.write(desk)

    def write(self, text: str) -> None:
        """Keep it in the list. A new calculator with which nothing was done is not listed."""
        if text == self._unused:
            return
        self._unused = ""
        row = self._row
        self._kept.put(KeptRow(row.name, row.model, text, row.owner, row.title, self._clock()))

    def let_go(self) -> None:
        """Let a page or another terminal have the calculator."""
        self._hold.let_go()
        self._kept.close()


Memory = FileMemory | ListedMemory
"""Where the terminal's calculator is kept. It is told to a person as `called`."""


class CalculatorList:
    """The list of kept calculators, which the pages of `hp15c serve` and the terminals share.

    A calculator is named by its title, or the first letters of it if that is enough. InputError when the
    list cannot be read.
    """

    def __init__(self, clock: Clock = time.time) -> None:
        self._kept = Kept(data_file("page.sqlite"))
        self._clock = clock
        self.taken_up = list(self._take_up())

    def rows(self) -> Iterator[tuple[KeptRow, bool]]:
        """Each calculator, the one used last first, and whether it is open."""
        for row in self._kept.rows(None):
            yield row, is_held(self._kept.path, row.name)

    def open_listed(self, machine: Machine, title: str | None) -> ListedMemory:
        """A calculator of the list: the one of this title, or the one used last that is free, or a new one.

        InputError when the title names none, or one that is open elsewhere.
        """
        if title is not None:
            row = self._row_of_title(title)
            return self._open(row, snapshot.restore(row.snapshot, time.monotonic))
        for row in self._kept.rows(None):
            if row.model == machine.model.value and not is_held(self._kept.path, row.name):
                try:
                    desk = snapshot.restore(row.snapshot, time.monotonic)
                except InputError:
                    continue
                if desk.state.machine == machine:
                    return self._open(row, desk)
        title = new_title({row.title for row in self._kept.rows(None)})
        row = KeptRow(new_name(), machine.model.value, "", "", title)
        return ListedMemory(self._kept, row, new_desk(machine), self._clock)

    def rename(self, title: str, new: str) -> None:
        """Give a calculator another title. InputError when the title is empty or one has it."""
        row = self._row_of_title(title)
        new = new.strip()
        if not 0 < len(new) <= calculators.LONGEST_TITLE:
            raise InputError(f"a title has 1 to {calculators.LONGEST_TITLE} characters")
        if any(other.title == new and other.name != row.name for other in self._kept.rows(None)):
            raise InputError(f"{new}: another calculator has this title")
        self._kept.rename(row.name, new)

    def delete(self, title: str) -> str:
        """Delete a calculator and give its title. InputError when it is open."""
        row = self._row_of_title(title)
        if is_held(self._kept.path, row.name):
            raise InputError(f"{row.title} is open: close it first")
        self._kept.remove(row.name)
        return row.title

    def export(self) -> tuple[int, str]:
        """How many calculators there are, and the text of a file with all of them."""
        rows = self._kept.rows(None)
        return len(rows), export(rows)

    def add(self, text: str) -> list[str]:
        """Add the calculators of a file, and give their titles. InputError when one cannot be read."""
        read = read_saved(text)
        models = [snapshot.restore(one, time.monotonic).model for _, one in read]
        titles = []
        for (title, one), model in zip(reversed(read), reversed(models), strict=True):
            known = {row.title for row in self._kept.rows(None)}
            title = title if title and title not in known else new_title(known)
            self._kept.put(KeptRow(new_name(), model.value, one, "", title, self._clock()))
            titles.append(title)
        return titles

    def _row_of_title(self, title: str) -> KeptRow:
        rows = self._kept.rows(None)
        found = [row for row in rows if row.title == title]
        found = found or [row for row in rows if row.title.casefold().startswith(title.casefold())]
        if len(found) == 1:
            return found[0]
        many = "several calculators have" if found else "no calculator has"
        raise InputError(f"{title}: {many} this title; hp15c calc --list shows them")

    def _open(self, row: KeptRow, desk: Desk) -> ListedMemory:
        """The calculator under a new name: a page that showed it before does not find it any more."""
        if is_held(self._kept.path, row.name):
            raise InputError(f"{row.title} is open elsewhere; hp15c calc --list shows the others")
        name = new_name()
        self._kept.move(row.name, name)
        row = KeptRow(name, row.model, row.snapshot, row.owner, row.title)
        return ListedMemory(self._kept, row, desk, self._clock)

    def _take_up(self) -> Iterator[str]:
        """Put the terminal's files of version 1.1 into the list. Each is kept beside as FILE.old."""
        for path in sorted(self._kept.path.parent.glob("calculator-*.json")):
            try:
                text = path.read_text("utf-8")
                model = snapshot.restore(text, time.monotonic).model
                Hold(path).let_go()
            except (OSError, ValueError, InputError):
                continue
            title = new_title({row.title for row in self._kept.rows(None)})
            self._kept.put(KeptRow(new_name(), model.value, text, "", title, path.stat().st_mtime))
            path.replace(path.with_name(f"{path.name}.old"))
            yield f"{path} is in the list of calculators now: {title}. The file is kept as {path.name}.old."


def desk_kept_in(memory: Path | None, machine: Machine) -> Desk:
    """The calculator that the file keeps, or a new one. InputError when the file is foreign."""
    if memory is None or not memory.exists():
        return new_desk(machine)
    text = files.read_text(memory, "the memory of a page")
    try:
        desk = snapshot.restore(text, time.monotonic)
    except InputError as error:
        raise InputError(f"{memory}: {error}; name another with --memory, or remove it") from None
    if desk.state.machine != machine:
        raise InputError(
            f"{memory}: this is an {desk.state.machine.short_name}, "
            f"not an {machine.short_name}; name another file"
        )
    return desk


def new_desk(machine: Machine) -> Desk:
    """A calculator as it is after a reset."""
    return Desk(machine.model, time.monotonic, State.fresh(machine.model, machine))
