"""Values that only the passes of a counted loop assign."""

from __future__ import annotations

from generator.decompiling.statements import Assign, For, Return
from generator.decompiling.tidy import with_first_values, without_idle_stores
from tests.support.decompiled_listings import proved


def test_a_value_of_the_last_pass_is_read_behind_the_loop() -> None:
    """The count is keyed in, so that Python does not know that there is a pass."""
    made = proved(
        "LBL A\nSTO I\nR↓\nSTO 1\nLBL 1\nRCL I\n√x\nSTO 2\nSTO + 1\nDSE I\nGTO 1\nRCL 2\nRCL × 1\nRTN"
    )
    assert "    r2 = 0\n    for x in range(x, 0, -1):" in made.text()


def test_a_value_that_may_stand_before_the_loop_is_kept() -> None:
    turn = For((Assign(("a",), "b"),), "n", "range(3)")
    end = Return(("a",))
    begun = (Assign(("a",), "1"), turn, end)
    assert with_first_values(begun, str, set(), set()) == begun
    assert with_first_values((turn, end), str, {"a"}, set()) == (turn, end)
    assert with_first_values((turn, end), str, set(), set())[0] == Assign(("a",), "0")


def test_a_condition_that_decides_between_two_truths_has_a_name() -> None:
    made = proved("LBL A\nCF 0\nx<0\nSF 0\nABS\nENTER\n1\n+\nLN\n×\nF? 0\nCHS\nRTN")
    assert "    flag_0 = x < 0\n" in made.text()
    other = proved("LBL A\nSF 0\nx<0\nCF 0\nABS\nENTER\n1\n+\nLN\n×\nF? 0\nCHS\nRTN")
    assert "    flag_0 = x >= 0\n" in other.text()


def test_a_store_that_others_replace_at_once_is_left_out() -> None:
    begun = Assign(("a",), "0"), Assign(("b",), "0"), Assign(("a",), "x"), Assign(("b",), "a")
    assert without_idle_stores(begun) == begun[2:]
    read = Assign(("a",), "0"), Assign(("b",), "a"), Assign(("a",), "x")
    assert without_idle_stores(read) == read
    failing = Assign(("a",), "0"), Assign(("b",), "1 / x"), Assign(("a",), "x")
    assert without_idle_stores(failing) == failing


def test_clear_reg_before_a_store_is_no_store_of_0() -> None:
    made = proved("LBL A\nCLEAR REG\nSTO 1\nRTN\nLBL B\nRCL 1\nRCL + 2\nSTO 2\nRTN")
    assert "    r2 = 0\n    r1 = x\n    return x\n" in made.text()
