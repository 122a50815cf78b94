"""A pytest plugin: test cases of listings, in TOML files, are collected as tests.

It is installed with the package. It takes files named as the ini option `hp15c_files` says, by default
test_*.toml and *_test.toml, with a field that such files have. With '*.15c' there, the cases in listings'
notes too. A file with a fault is an error of that file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hp15c.errors import InputError
from hp15c.listing.program import Program

if TYPE_CHECKING:
    from hp15c.inspect.cases import Case, Suite

_OPTION = "hp15c_files"
_FILE, _CASE = frozenset({"listing", "case"}), frozenset({"keys", "shows"})
_OURS = re.compile(r"^\s*(?:\[\[\s*cases?\b|(?:listing|keys|shows)\s*=)", re.MULTILINE)
_USUAL = ("test_*.toml", "*_test.toml")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the ini option that says which files hold cases."""
    parser.addini(_OPTION, "names of files with test cases of HP-15C listings", "args", list(_USUAL))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The file as a collector, if its name fits and it holds cases of a listing."""
    if not any(file_path.match(pattern) for pattern in parent.config.getini(_OPTION)):
        return None
    if not _holds_cases(file_path):
        return None
    collector: pytest.Collector = CaseFile.from_parent(parent, path=file_path)
    return collector


def _holds_cases(path: Path) -> bool:
    """Whether a TOML file is one of ours, or a listing has a test in its notes.

    One field of ours is enough, so that a file in which another is wrong is not passed over.
    """
    text = path.read_bytes().replace(b"\0", b"").decode("utf-8", errors="replace")
    if path.suffix.lower() != ".toml":
        return "test:" in text.lower()
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return _OURS.search(text) is not None
    tables = [row for rows in data.values() if isinstance(rows, list) for row in rows]
    return not _FILE.isdisjoint(data) or any(isinstance(row, dict) and _CASE & row.keys() for row in tables)


class CaseFailed(Exception):
    """Raised for a case whose displays are not the expected ones."""


class CaseFile(pytest.File):
    """A file with cases: each is a test."""

    def collect(self) -> Iterator[pytest.Item]:
        """The cases, read and checked. A fault in the file is one error."""
        from hp15c.inspect.cases import check_keys

        try:
            suite, program = self._open()
            check_keys(suite, program.model)
        except InputError as error:
            raise self.CollectError(str(error)) from None
        for case in suite.cases:
            yield CaseItem.from_parent(self, name=case.name, program=program, suite=suite, case=case)

    def _open(self) -> tuple[Suite, Program]:
        from hp15c.inspect.cases import open_suite, suite_of_notes
        from hp15c.listing import reader
        from hp15c.listing.collection import Collection
        from hp15c.shell.own_packages import SHIPPED

        if self.path.suffix.lower() == ".toml":
            return open_suite(self.path, Collection(SHIPPED))
        program = reader.read(self.path).program
        return suite_of_notes(program), program


class CaseItem(pytest.Item):
    """One test case of a listing, as pytest runs it."""

    def __init__(self, *, program: Program, suite: Suite, case: Case, **given: Any) -> None:
        super().__init__(**given)
        self.program, self.suite, self.case = program, suite, case

    def runtest(self) -> None:
        """Press the keys. CaseFailed when something else shows."""
        from hp15c.inspect.cases import check_case

        result = check_case(self.program, self.suite, self.case)
        if not result.ok:
            raise CaseFailed(result.explanation())

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The failure in four lines, without a traceback."""
        if isinstance(excinfo.value, CaseFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The file and the case, for the heading of a failure."""
        return self.path, None, self.name
