"""Spellings: which step each means, what is refused, which keys a text presses."""

from __future__ import annotations

import pytest

from hp15c.errors import UnknownKey
from hp15c.listing.spellings import (
    candidates,
    find,
    handbook,
    keys_to_press,
    nearest,
    registers_by_number,
    simulator,
    wanted_operands,
)
from hp15c.table.instructions import step, steps
from hp15c.table.models import Model

HP15C, HP11C = Model.HP15C, Model.HP11C


@pytest.mark.parametrize(
    ("text", "name", "operand"),
    [
        ("STO+ 9", "STO +", "9"),
        ("x<>y", "x↔y", ""),
        ("x<=y", "x≤y", ""),
        ("RAN#", "RAN#", ""),
        ("RAN\u202f#", "RAN#", ""),
        ("RAN\u00a0#", "RAN#", ""),
        ("E+", "Σ+", ""),
        ("Rv", "R↓", ""),
        ("STO 13", "STO", ".3"),
        ("STO ,3", "STO", ".3"),
        ("LBL a", "LBL", "A"),
        ("f Χ↔ 7", "x↔", "7"),
        ("x!", "x!", ""),
        ("TEST 5", "x=y", ""),
        ("g TEST x=y", "x=y", ""),
        ("x==0", "x=0", ""),
        ("√x̅", "√x", ""),
        ("sqrt(x)", "√x", ""),
        ("x̅", "x̄", ""),
        ("g x\u0304", "x̄", ""),
        ("GRAD", "GRD", ""),
        ("g RAD", "RAD", ""),
        ("f A", "GSB", "A"),
        ("STO g (i)", "STO g", "(i)"),
        ("RCL 49", "RCL Σ+", ""),
        ("-", "−", ""),
        ("x=0?", "x=0", ""),
        ("X≤Y?", "x≤y", ""),
        ("TEST x!=y?", "x≠y", ""),
        ("F? 1", "F?", "1"),
        ("Sigma-", "Σ−", ""),
        ("CLEAR SIGMA", "CLEAR Σ", ""),
        ("integral .1", "∫", ".1"),
        ("y,r", "ŷ,r", ""),
    ],
)
def test_what_a_spelling_means(text: str, name: str, operand: str) -> None:
    assert find(text, HP15C) == step(name, operand)


@pytest.mark.parametrize("model", list(Model))
def test_every_step_is_found_by_its_own_spellings(model: Model) -> None:
    for one in steps(model):
        if not one.user:
            assert find(handbook(one, model), model) == one
            assert find(simulator(one, model), model) == one


def test_only_the_formats_that_spell_two_steps_alike_are_ambiguous() -> None:
    for model in Model:
        for one in steps(model):
            if one.name not in ("SCI", "ENG") and not one.user:
                assert candidates(handbook(one, model), model) == (one,)


def test_the_user_mark() -> None:
    assert find("u STO A", HP15C) == step("STO", "A", user=True)
    assert find("USER RCL (i)", HP15C) == step("RCL", "(i)", user=True)
    for text, model in (("u STO 1", HP15C), ("u STO A", HP11C), ("u ENTER", HP15C)):
        with pytest.raises(UnknownKey):
            find(text, model)


def test_a_small_i_is_neither_register() -> None:
    with pytest.raises(UnknownKey, match=r'"STO i".*"STO I"'):
        find("STO i", HP15C)


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("g x=<y", "g x≤y"),
        ("g LBL A", "f LBL A"),
        ("f STO 1", "STO 1"),
        ("LBLL A", "f LBL A"),
        ("A", "GSB A"),
        ("RNT", "g RTN"),
        ("qqqqqq", ""),
    ],
)
def test_the_nearest_spelling(text: str, near: str) -> None:
    assert nearest(text, HP15C) == near


@pytest.mark.parametrize(
    ("text", "model", "wanted"),
    [
        ("LBL", Model.HP15C, "0 to 9, .0 to .9, A to E"),
        ("f FIX", Model.HP11C, "0 to 9"),
        ("STO +", Model.HP11C, "0 to 9, (i)"),
        ("rcl matrix", Model.HP15C, "A to E"),
        ("RCL MATRIX", Model.HP11C, ""),
        ("SIN", Model.HP15C, ""),
        ("FOO", Model.HP15C, ""),
    ],
)
def test_what_has_to_follow_half_an_instruction(text: str, model: Model, wanted: str) -> None:
    assert wanted_operands(text, model) == wanted
    if wanted:
        with pytest.raises(UnknownKey, match=r"no whole instruction of the HP-1[15]C: one of .* follows it"):
            find(text, model)


def test_what_each_model_has() -> None:
    assert find("f I", HP11C) == step("RCL", "I")
    assert find("f I", HP15C) == step("I")
    assert find("DSE", HP11C) == step("DSE", "I")
    assert handbook(step("DSE", "I"), HP11C) == "f DSE"
    for text in ("f SOLVE 1", "RCL + 1", "STO A", "GTO .1", "MATRIX 1", "FIX I"):
        with pytest.raises(UnknownKey):
            find(text, HP11C)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("25 ENTER 3.5 +", "2 5 36 3 48 5 40"),
        ("STO + 1 RCL 1 5", "44 40 1 45 1 5"),
        ("GTO CHS 1 2 3", "22 16 1 2 3"),
        ("f A", "42 11"),
        ("GSB A x² 4 CHS EEX 2", "32 11 43 11 4 16 26 2"),
        ("FIX 4 5 ENTER", "42 7 4 5 36"),
        ("USER RCL A", "42 45 45 11"),
        ("P/R CLEAR PRGM USER ON", "43 31 42 33 42 45 41"),
        (".5 1. ENTER", "48 5 1 48 36"),
        ("", ""),
    ],
)
def test_the_keys_of_a_text(text: str, keys: str) -> None:
    assert keys_to_press(text, HP15C) == tuple(keys.split())


@pytest.mark.parametrize("text", ["1 ENTER foo", "1.2.3", "STO", "-5", "1e5", "²"])
def test_a_text_with_an_unknown_word_presses_nothing(text: str) -> None:
    with pytest.raises(UnknownKey):
        keys_to_press(text, HP15C)


def test_registers_by_number() -> None:
    text = "12 STO 10 RCL+19 x<> .3 STO 1 5 FIX 1 1.12 x≷13 RCL .9"
    assert registers_by_number(text, HP15C) == ["STO 10", "RCL+19", "x≷13"]
    assert registers_by_number("STO 10 FOO", HP15C) == []
