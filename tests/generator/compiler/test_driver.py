"""From a source to a listing that was read back."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from generator.compiler import front
from generator.compiler.driver import Compiled, compile_file, compile_module
from hp15c import Calculator
from hp15c.listing.program import Program
from programs.compiled_listings import SOURCES
from tests.support.searched import agree
from tests.support.tree_pairs import HEAD, function, module_of


def test_a_file_becomes_a_listing_with_its_source_lines(tmp_path: Path) -> None:
    source = tmp_path / "half.py"
    source.write_text(HEAD + function("y = x / 2\nreturn y - 1"), "utf-8")
    compiled = compile_file(source)
    assert Program.parse(compiled.text, "15C") == compiled.program
    assert len(compiled.sources) == len(compiled.program)
    calculator = Calculator()
    calculator.load(compiled.program)
    calculator.press("9 GSB A")
    assert str(calculator.x) == "3.5"


@pytest.mark.slow
def test_shorter_and_shorter_listings_are_told_while_the_search_goes_on() -> None:
    module = module_of(function("while x > 1:\n    x = (x - 1) / (x + 1)\n    x *= x\nreturn 2 * x - x * x"))
    told: list[Compiled] = []
    last = compile_module(module, effort=0, better=told.append)
    lines = [len(one.program) for one in told]
    assert len(lines) > 1
    assert lines == sorted(set(lines), reverse=True)
    assert len(last.program) <= lines[-1]
    for one in told:
        agree(module, one.program, calls=15, seed=3)


def test_the_progress_has_the_lines_so_far_and_the_least_number_of_lines() -> None:
    told: list[str] = []
    module = module_of(function("while x > 1:\n    x = x / 3\nreturn x"))
    made = compile_module(module, effort=0, progress=lambda text, done, count: told.append(text))
    assert 1 < made.least < len(made.program)
    assert told[0] == "as it stands"
    assert f"as it stands, {len(made.program)} lines so far, at least {made.least}" in told


def test_the_look_for_cycles_is_off_during_the_search_and_on_again_behind_it() -> None:
    module = module_of(function("return x + 1"))
    during: list[bool] = []
    assert gc.isenabled()
    compile_module(module, effort=0, better=lambda _: during.append(gc.isenabled()))
    assert during
    assert not any(during)
    assert gc.isenabled()

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compile_module(module, effort=0, better=fail)
    assert gc.isenabled()


@pytest.mark.slow
def test_the_first_listing_comes_before_the_search_where_only_another_form_fits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The two loops of the CodeMaker as they stand leave too few registers to their arrays."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("generator.compiler.choosing._trials", stop)
    (source,) = (one for one in SOURCES if one.stem == "codemaker_two_loops")
    told: list[Compiled] = []
    with pytest.raises(KeyboardInterrupt):
        compile_module(front.read(source), better=told.append)
    (first,) = told
    agree(first.module, first.program, calls=3, seed=3)
