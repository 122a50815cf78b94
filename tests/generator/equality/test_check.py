"""The checker and programs made to deceive it: whatever shows a difference on the machine is not proved."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from generator.compiler.validation.rewriting import whole_condition
from generator.equality import assumptions
from generator.equality.check import NotProved, check
from generator.equality.claims import Observe
from generator.equality.search import Wish, prove
from generator.equality.trials import Run, Trial, begin_trial, differ, press
from hp15c import Program
from hp15c.core.playing import state_with
from hp15c.errors import InputError
from hp15c.table.models import Model
from hp15c.terms import input_of
from hp15c.terms.reader import BY_KEY
from hp15c.terms.term import OTHER
from tests.support.adversaries import KINDS, Adversaries, keys_that_differ
from tests.support.changed_programs import changed_pair, shown_difference
from tests.support.loop_pairs import loop_pair, shown_by_keys
from tests.support.shares import counts, few

_INTEGRAL = "0, ENTER, 1, ∫ 1, FIX 9, RTN, LBL 1, eˣ, SIN, RTN"
_COMPLEX = "LBL A, SF 8, 0, ENTER, 5, I, 0, ENTER, 7, I, RCL MATRIX A, R↓, Re↔Im, CF 8"
_CALLS = ", RTN, ".join(["GSB 2", *(f"LBL {one}, GSB {one + 1}" for one in range(2, 7)), "LBL 7"])
_SQUARE = "x², 2, −, RTN"
_SIZES = "RCL DIM A, R↓, R↓, R↓, RTN"


def program(lines: str) -> Program:
    return Program.parse("\n".join(lines.split(", ")))


def is_proved(old: Program, new: Program, wish: Wish) -> bool:
    try:
        return bool(prove(old, new, wish).relations)
    except (NotProved, InputError):
        return False


@pytest.mark.parametrize(
    ("old", "new", "runs"),
    [
        pytest.param(  # R/S at line 000 returns to the pending call
            "LBL A, GSB 1, x², RTN, LBL 1, R/S",
            "LBL A, GSB 1, 3, ×, RTN, LBL 1, R/S",
            (Run("GSB A", ("5",)), Run("R/S")),
            id="R/S after the last line",
        ),
        pytest.param(  # a number that is too large sets flag 9 while it is keyed in
            "LBL A, CF 9, R/S, F? 9, GTO 1, RTN, LBL 1, 5, RTN",
            "LBL A, CF 9, R/S, RTN",
            (Run("GSB A"), Run("R/S", ("1234567e99",))),
            id="a keyed number overflows",
        ),
        pytest.param(
            f"LBL A, FIX 1, {_INTEGRAL}", f"LBL A, FIX 9, {_INTEGRAL}", (Run("GSB A"),), id="integral"
        ),
        pytest.param(  # the real part that comes down has an imaginary one with it
            f"{_COMPLEX}, RTN", f"{_COMPLEX}, CLx, 5, RTN", (Run("GSB A"),), id="a matrix in complex mode"
        ),
        pytest.param(
            f"LBL A, x≠0, ENTER, {_SIZES}",
            f"LBL A, x≠0, GSB 5, {_SIZES}, LBL 5, ENTER, R↓, R↑, RTN",
            (Run("GSB A", ("1", "2", "3")),),
            id="stack lift",
        ),
        pytest.param(  # the second label is the next one after the stop
            "LBL A, 1, R/S, RTN, LBL A, 2, RTN",
            "LBL A, 1, R/S, RTN, LBL A, 3, RTN",
            (Run("GSB A"), Run("GSB A")),
            id="a label twice",
        ),
        pytest.param(  # the function has returned in one program, and pauses in the other one
            "SOLVE 1, RTN, RTN, LBL 1, RTN, PSE, RTN",
            "SOLVE 1, RTN, RTN, LBL 1, PSE, RTN, R/S, RTN",
            (Run("R/S"),),
            id="a function that has returned",
        ),
        pytest.param(  # SOLVE takes two levels of returns, so that only five calls fit into its function
            f"LBL A, SOLVE 1, RTN, RTN, LBL 1, {_CALLS}, {_SQUARE}",
            f"LBL A, SOLVE 1, RTN, RTN, LBL 1, {_SQUARE}",
            (Run("GSB A", ("1", "2")),),
            id="six calls within SOLVE",
        ),
        pytest.param(
            f"LBL A, ∫ 1, RTN, LBL 1, {_CALLS}, {_SQUARE}",
            f"LBL A, ∫ 1, RTN, LBL 1, {_SQUARE}",
            (Run("GSB A", ("1", "2")),),
            id="six calls within an integral",
        ),
        pytest.param(  # a return to line 000 passes for an integral that is under way (BEHAVIOUR 8.1)
            "LBL 1, x², RTN, LBL 2, ∫ 1, RTN, LBL A, GSB 2",
            "LBL 1, x², RTN, LBL 2, ∫ 1, RTN, LBL A, GSB 2, RTN",
            (Run("GSB A", ("0", "1")),),
            id="an integral below a call on the last line",
        ),
        pytest.param(
            "LBL 1, x², RTN, LBL 4, STO 1, 0, RCL 1, ∫ 1, 2, −, RTN, LBL A, SOLVE 4",
            "LBL 1, x², RTN, LBL 4, STO 1, 0, RCL 1, ∫ 1, 2, −, RTN, LBL A, SOLVE 4, RTN, GTO 1",
            (Run("GSB A", ("1", "2")),),
            id="an integral below a SOLVE on the last line",
        ),
        pytest.param(  # SOLVE takes itself for one in an integral, and overwrites R3
            "LBL 1, x², 2, −, RTN, LBL 2, 5, STO 3, R↓, SOLVE 1, RCL 3, RCL 3, RTN, LBL A, GSB 2",
            "LBL 1, x², 2, −, RTN, LBL 2, 5, STO 3, R↓, SOLVE 1, RCL 3, RCL 3, RTN, LBL A, GSB 2, RTN",
            (Run("GSB A", ("1", "2")),),
            id="SOLVE below a call on the last line",
        ),
        pytest.param(
            "LBL 1, x², 2, −, RTN, LBL 2, 5, STO 3, R↓, SOLVE 1, RCL 3, RCL 3, RTN, LBL A, GSB 2",
            "LBL 1, x², 2, −, RTN, LBL 2, 5, STO 3, R↓, SOLVE 1, CLx, 5, RTN, LBL A, GSB 2",
            (Run("GSB A", ("1", "2")),),
            id="SOLVE below a call on the last line of both programs",
        ),
    ],
)
def test_programs_that_were_proved_and_differ_are_not(old: str, new: str, runs: tuple[Run, ...]) -> None:
    one, other = program(old), program(new)
    trial = Trial((), (state_with(one), state_with(other)), frozenset())
    found = []
    for run in runs:
        trial, *seen = press(trial, run, {}, 10_000)
        found.append(differ(trial, seen[0], seen[1], Observe.RESULTS))
    assert found[-1]
    assert not is_proved(one, other, Wish())


@pytest.mark.parametrize(("pairs", "proved"), [(29, True), (30, False)])
def test_lines_of_an_hp_11c_take_its_highest_registers(pairs: int, proved: bool) -> None:
    """From 64 lines on there is no R.9. Without the pairs of lines the program has 5."""
    lines = "LBL A, {}STO .9, CLx, RCL .9, RTN"
    old, new = (
        Program.parse("\n".join(lines.format("R↓, R↑, " * count).split(", ")), "11C") for count in (pairs, 0)
    )
    trial = begin_trial(old, new)
    assert trial is not None
    _, *seen = press(trial, Run("GSB A", ("7",)), {}, 1_000)
    assert differ(trial, seen[0], seen[1], Observe.RESULTS) is not proved
    assert is_proved(old, new, Wish()) is proved


@pytest.mark.slow
def test_an_assumption_on_the_old_program_says_nothing_of_the_new_one() -> None:
    """GSB A ends in an Error in both, but leaves complex mode in the new one, where GSB B goes on."""
    tail = "0, 1/x, RTN, LBL B, 1, CHS, √x, RTN"
    old, new = program(f"LBL A, {tail}"), program(f"LBL A, SF 8, {tail}")
    wish = Wish(assumed=assumptions.assumptions("flag 8 clear", old.model))
    assert not is_proved(old, new, wish)
    assert is_proved(old, old, wish)


def test_an_assumption_on_the_old_program_holds_where_the_new_one_has_another_mode() -> None:
    """An Error leaves complex mode in the old one only. GSB B begins with flag 8 clear in both."""
    tail = "0, 1/x, RTN, LBL B, 1, CHS, √x, RTN"
    old, new = program(f"LBL A, SF 8, {tail}"), program(f"LBL A, {tail}")
    assert is_proved(old, new, Wish(assumed=assumptions.assumptions("flag 8 clear", old.model)))
    assert not is_proved(old, new, Wish())


def test_one_function_that_returns_and_one_that_goes_on_are_refused() -> None:
    """The second function ends after the next label, so that its return stands elsewhere."""
    old = program("LBL A, ABS, SOLVE 1, GTO 2, LBL 2, LBL 1, RTN, LBL B, R/S, Δ%, 3, ENTER, 1, RTN")
    new = program("LBL A, ABS, SOLVE 1, GTO 2, LBL 2, RTN, LBL 1, LBL B, R/S, Δ%, 3, ENTER, 1, RTN")
    assert not is_proved(old, new, Wish())


def test_a_certificate_cuts_at_lines_only_and_has_entries() -> None:
    """A cut at line 000 would hide what shows at the end."""
    old, new = program("LBL A, 1, +"), program("LBL A, 2, +")
    own = prove(old, old)
    forged = replace(own, cuts=(own.cuts[0] | {0}, own.cuts[1] | {0}))
    with pytest.raises(NotProved, match="cuts where no line is"):
        check(forged, old, new)
    with pytest.raises(NotProved, match="says nothing of the idle calculator"):
        check(replace(own, entries=()), old, old)


def test_a_relation_cannot_name_what_is_known_on_all_ways() -> None:
    old = program("LBL A, SF 0, LBL 1, R/S, F? 0, x², GTO 1")
    own = prove(old, old)
    pair = next(one for one in own.relations if one.old.line == 3)
    sides = [
        replace(values, places={**values.places, "flag 0": input_of(str(BY_KEY.payload), OTHER)})
        for values in own.relations[pair]
    ]
    with pytest.raises(NotProved, match="a name that only the checker gives"):
        check(replace(own, relations={**own.relations, pair: (sides[0], sides[1])}), old, old)


def test_a_certificate_may_speak_of_the_fraction_of_a_place_that_holds_a_matrix() -> None:
    """No function of a descriptor is known. The text of a certificate can ask for one."""
    old = program("LBL A, 3, LBL 1, PSE, GTO 1, LBL B, RCL MATRIX B, GTO 1")
    for exact in (False, True):
        own = prove(old, old, Wish(exact=exact))
        pair, relation = next((pair, own.relations[pair]) for pair in own.relations if pair.old.line == 3)
        forged = replace(own, facts={pair: (whole_condition(relation[0].places["x"]),)})
        with pytest.raises(NotProved, match="does not follow"):
            check(forged, old, old)


def drawn(kind: object, seed: str) -> Adversaries:
    chance = random.Random(seed)
    return kind(chance, chance.choice(list(Model)))  # type: ignore[operator,no-any-return]


@pytest.mark.slow
@pytest.mark.parametrize("count", [60, *counts(3_000)[-1:]], ids=str)
@pytest.mark.parametrize("kind", few(KINDS), ids=lambda kind: kind.__name__)
def test_programs_that_differ_in_one_thing_are_never_proved(kind: object, count: int) -> None:
    met = 0
    for number in range(count):
        pair = drawn(kind, f"one thing {number}")
        keys = keys_that_differ(pair)
        if keys is not None:
            met += 1
            assert not is_proved(pair.old, pair.new, Wish(observe=pair.observe)), (number, keys)
    assert met >= count // 10


@pytest.mark.slow
@pytest.mark.parametrize("count", counts(15, 25, 5_000), ids=str)
def test_what_is_proved_of_random_programs_with_one_change_shows_on_the_machine(count: int) -> None:
    found: Counter[bool] = Counter()
    for number in range(count):
        chance = random.Random(f"one change {number}")
        old, new = changed_pair(chance, chance.choice(list(Model)))
        observe = chance.choice(list(Observe))
        proved = is_proved(old, new, Wish(observe=observe, exact=number % 3 == 0))
        found[proved] += 1
        keys = shown_difference(old, new, observe, chance, 30 if proved else 2)
        assert not (proved and keys), (number, keys, *old.steps, "and", *new.steps)
    assert min(found[True], found[False]) > count // 10


@pytest.mark.slow
@pytest.mark.parametrize("count", counts(15, 30, 4_000), ids=str)
def test_what_is_proved_of_loops_that_begin_at_other_lines_shows_on_the_machine(count: int) -> None:
    """One program is at a label where the other one is at none: in one of them, or after a first turn."""
    found: Counter[tuple[bool, bool]] = Counter()
    for number in range(count):
        chance = random.Random(f"loops {number}")
        old, new = loop_pair(chance, chance.choice(list(Model)))
        observe = chance.choice(list(Observe)) if chance.random() < 0.4 else Observe.RESULTS
        keys = shown_by_keys(old, new, observe, chance, 4)
        proved = is_proved(old, new, Wish(observe=observe, exact=number % 4 == 0))
        keys = keys or (shown_by_keys(old, new, observe, chance, 40) if proved else None)
        assert not (proved and keys), (number, keys, *old.steps, "and", *new.steps)
        found[proved, keys is not None] += 1
    assert min(found[True, False], found[False, True]) > count // 10
