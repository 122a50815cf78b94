"""The archives of the page without a server."""

from __future__ import annotations

import ast

from programs.web.folder.code import CODE, READ_LATER, files


def test_the_archives_hold_what_the_worker_needs_and_no_tests() -> None:
    names = {name for name, _ in files(CODE)}
    assert {"programs/web/worker.py", "hp15c/core/machine.py", "programs/codebreaker.15c"} <= names
    assert not {name for name in names if name.startswith("tests") or name.endswith(".so")}
    assert {name for name, _ in files(READ_LATER)} < names


def test_the_archives_hold_every_module_that_their_part_of_the_generator_imports() -> None:
    paths = dict(files((".py",)))
    for name, path in paths.items():
        if not name.startswith("generator/") or name.endswith("/cli.py"):  # the page has no commands
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("generator"):
                folder = str(node.module).replace(".", "/")
                inside = [f"{folder}/{one.name}.py" for one in node.names if f"{folder}.py" not in paths]
                assert all(one in paths for one in inside), f"{name} imports {node.module}"
