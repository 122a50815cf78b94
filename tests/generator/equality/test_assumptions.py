"""Programs that are equal only under conditions, and what a certificate says of them."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.equality import certificate as files
from generator.equality.assumptions import assumptions, hold, in_state
from generator.equality.check import NotProved, check
from generator.equality.relation import beginning
from generator.equality.search import Wish, prove
from generator.equality.verdict import Verdict, compare
from hp15c import Calculator, Program
from hp15c.errors import InputError
from hp15c.table.models import Model
from hp15c.terms import Facts
from programs.shell import main

SUM = "LBL A\nSTO I\n0\nLBL 1\nRCL I\n{}\n+\nDSE I\nGTO 1\nRTN"


def verdict(old: str, new: str, assumed: str) -> Verdict:
    wish = Wish(assumed=assumptions(assumed, Model.HP15C))
    return compare(Program.parse(old), Program.parse(new), wish, effort=250_000)


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize(
    ("old", "new", "assumed", "too_little"),
    [
        ("LBL A\nx<0\nCHS\nRTN", "LBL A\nRTN", "x >= 0", "x > -5"),
        ("LBL A\n1/x\nRTN", "LBL A\nx≠0\n1/x\nRTN", "x != 0", "y != 0"),
        ("LBL A\nRCL 1\nINT\nRTN", "LBL A\nRCL 1\nRTN", "R1 whole", "R1 > 3"),
        ("LBL A\nF? 0\nCHS\nRTN", "LBL A\nRTN", "flag 0 clear", "flag 1 clear"),
        (SUM.format("ABS"), SUM.format("LBL 2"), "x whole, 1 <= x <= 9", "x whole, x <= 9"),
        (
            "LBL A\nx<0\nCHS\nRTN\nLBL B\nx<0\nCHS\nRTN",
            "LBL A\nRTN\nLBL B\nABS\nRTN",
            "A: x >= 0",
            "B: x >= 0",
        ),
        (
            "LBL A\nx<0\nCHS\nRTN\nLBL B\nx<0\nCHS\nRTN",
            "LBL A\nRTN\nLBL B\nRTN",
            "A: x >= 0, B: x > 3",
            "A: x >= 0, y > 0, B: y > 3",
        ),
    ],
)
def test_programs_are_equal_under_a_condition(old: str, new: str, assumed: str, too_little: str) -> None:
    found = verdict(old, new, assumed)
    assert found.name == "equal", found.reason
    assert f"Assumed when a label is pressed: {assumed}." in found.reason
    assert verdict(old, new, too_little).name != "equal"
    assert verdict(old, new, "").name == "different"


def test_sums_of_whole_numbers_may_be_put_in_another_order() -> None:
    old, new = (Program.parse(text) for text in ("LBL A\n+\n+\nRTN", "LBL A\nR↓\n+\nR↑\n+\nRTN"))
    small = assumptions("x whole, y whole, z whole, 0<=x<=999, 0<=y<=999, 0<=z<=999", Model.HP15C)
    wish = Wish(typed={"A": 3}, assumed=small)
    assert prove(old, new, wish).facts
    with pytest.raises(NotProved):
        prove(old, new, replace(wish, assumed=assumptions("x whole, y whole, z whole", Model.HP15C)))


@pytest.mark.slow
def test_a_counterexample_keeps_what_is_assumed() -> None:
    found = verdict("LBL A\nRCL 1\nINT\nRTN", "LBL A\nRCL 1\nRTN", "R1 > 3, x = 7")
    assert found.difference is not None
    calculator = Calculator()
    calculator.press(found.difference.keys.removesuffix("GSB A"))
    assert float(calculator.registers[1]) > 3
    assert float(calculator.x) == 7


@pytest.mark.slow
def test_a_certificate_holds_only_with_what_it_assumes_and_says() -> None:
    old, new = Program.parse(SUM.format("ABS")), Program.parse(SUM.format("LBL 2"))
    proof = prove(old, new, Wish(assumed=assumptions("x whole, 1 <= x <= 9", Model.HP15C)))
    text = files.write(proof, old, new)
    assert files.read(text, old, new) == proof
    check(proof, old, new)
    for less in ("x whole, 1 <= x", "x <= 9, 1 <= x", "x whole, x <= 9"):
        with pytest.raises(NotProved):
            check(replace(proof, assumed=assumptions(less, Model.HP15C)), old, new)
    with pytest.raises(InputError, match="conditions such as"):
        files.read(text.replace("x whole", "x hollow"), old, new)
    other = Program.parse(SUM.format("x²"))
    with pytest.raises(NotProved):
        check(proof, old, other)


@pytest.mark.slow
def test_a_certificate_cannot_say_more_of_its_numbers_than_follows() -> None:
    """With other facts at its loop a proof is refused, unless all that it needs is still there."""
    old, new = Program.parse(SUM.format("ABS")), Program.parse(SUM.format("LBL 2"))
    proof = prove(old, new, Wish(assumed=assumptions("x whole, 1 <= x <= 9", Model.HP15C)))
    wrong = prove(old, old, Wish(assumed=assumptions("x whole, x <= 9", Model.HP15C)))
    with pytest.raises(NotProved):  # its numbers may be negative, whatever is said of them
        check(replace(proof, assumed=wrong.assumed), old, new)
    draw = random.Random(3)
    loop = next(pair for pair in proof.relations if pair.old.line == 4)
    for _ in range(20):
        fewer = [one for one in proof.facts[loop] if draw.random() < 0.5]
        changed = {**proof.facts, loop: tuple(fewer)}
        try:
            check(replace(proof, facts=changed), old, new)
        except NotProved:
            continue
        assert any("<" in repr(one) for one in fewer)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("x > ", "is no number"),
        ("x >> 3", "is no number"),
        ("R77 > 3", "is no number"),
        ("x", "conditions such as"),
        ("3 > 2", "compares known numbers only"),
        ("x = 3, x = 4", "contradicts another one"),
        ("x > 5, x < 3", "contradicts another one"),
        ("1 <= x <= 9, R2 > 9, R2 <= 9", "contradicts another one"),
        ("A: y < 3, y >= 3", "contradicts another one"),
        ("1 <= x <= 9, A: x = 0", "contradicts another one"),
        ("x = 3, y = 4, x = y", "contradicts another one"),
        ("x whole, x > 0, x < 1", "'x < 1': it contradicts another one"),
        ("x = 1.5, x whole", "contradicts another one"),
        ("x < y, y < z, z < x", "contradicts another one"),
        ("x = y, y = z, x != z", "contradicts another one"),
        ("1 < x, x < 1.000000002, x != 1.000000001", "contradicts another one"),
        ("1 <= x, x < y, y < z, z <= 2, x whole, y whole, z whole", "contradicts another one"),
        ("flag 3 set, flag 3 clear", "contradicts another one"),
        ("x > 9.999999999e99", "contradicts another one"),
        ("flag 10 set", "conditions such as"),
        ("x > 1e999", "is no number"),
    ],
)
def test_a_condition_that_cannot_be_read_is_refused(text: str, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        assumptions(text, Model.HP15C)


@pytest.mark.parametrize(
    "text",
    [
        "x whole, 0 < x <= 1",
        "1 < x, x < 1.000000002",
        "0 < x, x < y, y < z, z < 3, x whole, z whole",
        "x < y, y < z, z < t, t < I, I < R1, R1 < R2, 0 <= x, R2 <= 9, R1 whole, x whole",
        "A: x > 0, B: x < 0",
        "R0 whole, 1 <= R0 <= 9, R1 whole, 1 <= R1 <= 9, R2 whole, 1 <= R2 <= 9, flag 0 set",
    ],
)
def test_conditions_that_can_hold_together_are_taken(text: str) -> None:
    assert assumptions(text, Model.HP15C)


def test_a_certificate_does_not_hold_where_what_it_assumes_cannot() -> None:
    """Its conditions are read one by one, each with its label."""
    old, new = Program.parse("LBL A\nRTN"), Program.parse("LBL A\nRTN")
    proof = prove(old, new)
    assumed = tuple(assumptions(one, Model.HP15C)[0] for one in ("x whole", "x > 0", "x < 1"))
    with pytest.raises(InputError, match="contradicts"):
        check(replace(proof, assumed=assumed), old, new)


def test_nothing_is_assumed_of_a_register_that_lines_take() -> None:
    """70 lines of an HP-11C program take R.9 (BEHAVIOUR 9.4)."""
    model = Model.HP11C
    long, short = (Program.parse("LBL A\n" + "ENTER\n" * count + "RTN", model) for count in (66, 50))
    for name in (".9", "1"):
        wish = Wish(assumed=assumptions(f"R{name} > 0", model))
        assert prove(short, short, wish)
        if name == "1":
            assert prove(long, long, wish)
        else:
            with pytest.raises(InputError, match=r"take R\.9"):
                prove(long, long, wish)


def test_conditions_are_read_in_all_spellings_and_mean_what_they_say() -> None:
    found = assumptions("A: x ≥ 2 # a note\nB: R.3 = -4.5e2, lastx ≠ y\n0 < I <= 3", Model.HP15C)
    assert [(one.label, one.text) for one in found[:2]] == [("A", "x ≥ 2"), ("B", "R.3 = -4.5e2")]
    calculator = Calculator()
    calculator.press("450 CHS STO .3 3 STO I 2")
    assert [hold([one.condition], calculator.state) for one in found] == [True, True, True, True]
    calculator.press("CLx 4 STO I 0")
    assert [hold([one.condition], calculator.state) for one in found] == [False, True, True, False]
    terms = in_state([one.condition for one in found], beginning(Program.parse("LBL A\nRTN")))
    assert Facts(terms).truth(terms[0]) is True


def test_the_command_assumes_and_refuses(tmp_path: Path) -> None:
    old, new, proof, said = (
        str(tmp_path / name) for name in ("old.15c", "new.15c", "proof.json", "said.txt")
    )
    Path(old).write_text("LBL A\nx<0\nCHS\nRTN")
    Path(new).write_text("LBL A\nRTN")
    Path(said).write_text("# positive lengths\nA: x > 0\n")
    run = CliRunner().invoke
    for given in ("x >= 0", said):
        Path(proof).unlink(missing_ok=True)
        shown = run(main, ["equal", old, new, "--assume", given, "--certificate", proof])
        assert (shown.exit_code, shown.output[:6]) == (0, "equal:")
        assert json.loads(Path(proof).read_text())["assumed"]
        told = run(main, ["prove", "--check", proof, old, new])
        assert told.exit_code == 0
        assert "Assumed when a label is pressed: " in told.output
    refused = run(main, ["equal", old, new, "--assume", "E: x > 0"])
    assert refused.exit_code == 2
    assert "the old program has no LBL E to press" in refused.output
