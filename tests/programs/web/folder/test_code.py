"""The archives of the page without a server."""

from __future__ import annotations

from programs.web.folder.code import CODE, READ_LATER, files


def test_the_archives_hold_what_the_worker_needs_and_no_tests() -> None:
    names = {name for name, _ in files(CODE)}
    assert {"programs/web/worker.py", "hp15c/core/machine.py", "programs/codebreaker.15c"} <= names
    assert not {name for name in names if name.startswith("tests") or name.endswith(".so")}
    assert {name for name, _ in files(READ_LATER)} < names
