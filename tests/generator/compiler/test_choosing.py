"""Choosing between the ways to compile a module."""

from __future__ import annotations

import re

import pytest

from generator.compiler import choosing, front
from generator.compiler.choosing import Trial, choose, fits, trials_of
from generator.compiler.code import Generated
from generator.compiler.loops.candidates import Candidate
from hp15c import Calculator
from hp15c.errors import Unsupported
from hp15c.listing.program import Program
from hp15c.table.models import Model
from tests import TESTS


@pytest.mark.parametrize("count", [320, 321, 322, 323, 400])
def test_what_fits_can_be_loaded_into_cleared_memory(count: int) -> None:
    """Cleared memory keeps R0 to R.9 for numbers, and a program gets the rest."""
    program = Program.parse("\n".join(["LBL A", *["+"] * (count - 2), "RTN"]), Model.HP15C)
    try:
        Calculator().load(program)
    except Unsupported as refused:
        with pytest.raises(Unsupported, match=re.escape(refused.reasons[0])):
            fits(Model.HP15C, program, {"p": "3"})
    else:
        fits(Model.HP15C, program, {"p": "3"})


@pytest.mark.parametrize("terms", [56, 90])
def test_a_program_much_larger_than_the_calculator_is_refused_without_a_search(
    monkeypatch: pytest.MonkeyPatch, terms: int
) -> None:
    """56 sums of four-digit numbers take 290 lines, the HP-11C has 203."""
    kept = " + ".join(f"x * {1009 + 11 * i}" for i in range(terms))
    source = f"from generator.language import program\n@program('A')\ndef f(x):\n    return {kept}\n"
    module = front.parse(source)

    def searched(*_: object, **__: object) -> None:
        raise AssertionError("a search began")

    monkeypatch.setattr(choosing, "generate_several", searched)
    with pytest.raises(Unsupported, match=r"[2-9]\d\d lines, \d+ bytes, too much"):
        choose(module, Model.HP11C, "small", better=lambda made: None)


def test_far_too_many_labels_are_refused_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    loops = "".join(f"    for i in range(n):\n        s += i * {way} / x\n" for way in range(30))
    head = "from generator.language import program\n@program('A')\ndef f(x, n):\n    s = 0\n"
    module = front.parse(f"{head}{loops}    return s\n")
    for name in ("generate_several", "least_lines"):
        monkeypatch.delattr(choosing, name)
    with pytest.raises(Unsupported, match=r"6\d labels are wanted, more than it has"):
        choose(module, Model.HP15C, "small")


COUNTS = """
from generator.language import array, program
v = array(5)
count = array(4)
@program('A')
def histogram():
    for k in range(4):
        count[k] = 0
    for i in range(5):
        if 0 <= v[i] < 4:
            count[int(v[i])] += 1
@program('B')
def of_value(k):
    return count[k]
"""
SIEVE = """
from generator.language import array, program
crossed = array(16)
@program('A')
def primes():
    for i in range(16):
        crossed[i] = 0
    for d in range(2, 4):
        if crossed[d] == 0:
            m = d * d
            while m < 16:
                crossed[m] = 1
                m += d
    total = 0
    for i in range(2, 16):
        if crossed[i] == 0:
            total += 1
    return total
"""


@pytest.mark.parametrize("source", [COUNTS, SIEVE])
def test_loops_forwards_are_searched_where_their_narrow_listing_is_the_shortest(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches: list[object] = []

    def searched(*given: object, **_: object) -> None:
        searches.append(given)
        raise Unsupported("the HP-15C", ["no search in this test"])

    monkeypatch.setattr(choosing, "generate_several", searched)
    module = front.parse(source)
    backwards, forwards = (
        min(len(one.made.program) for one in trials if one.made is not None)
        for trials in _by_form(trials_of(module, Model.HP15C, "small"))
    )
    assert len(searches) == (2 if forwards < backwards else 1)


def _by_form(trials: list[Trial]) -> list[list[Trial]]:
    """The trials of a module with its loops backwards, and those with its loops forwards."""
    return [[one for one in trials if one.candidate.spare is spare] for spare in (False, True)]


def test_the_form_with_the_shortest_first_program_is_searched_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is much longer is not searched at all."""
    head = "from generator.language import program\n@program('A')\ndef f(x):\n    return "
    short, long = (front.parse(head + text + "\n") for text in ("x * 12", " + ".join(["x * 12"] * 9)))
    forms = [Candidate("long", long, as_written=True), Candidate("short", short, as_written=True)]
    monkeypatch.setattr(choosing, "candidates", lambda *_: iter(forms))
    trials = trials_of(short, Model.HP15C, "small")
    assert trials[0].candidate.module == short
    [refused] = [one for one in trials if one.refused]
    assert refused.candidate is forms[0]
    assert refused.refused.endswith("too long to become the shortest one")


def test_the_first_listing_does_not_wait_for_lines_in_complex_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("looked for lines in complex mode")

    source = (TESTS / "data" / "by_hand" / "impedance.py").read_text("utf-8")
    module = front.parse(source)
    monkeypatch.setattr("generator.compiler.passes.with_complex_mode_on", refuse)
    first: list[Generated] = []
    with pytest.raises(AssertionError, match="complex mode"):
        choose(module, Model.HP15C, "small", better=first.append)
    assert first
