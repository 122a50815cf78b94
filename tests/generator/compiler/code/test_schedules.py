"""Policies that decide alike in a search."""

from __future__ import annotations

from itertools import product

from generator.compiler.code.schedules import Alike, Policy
from generator.compiler.code.scheduling import POLICIES

STANDING = [("stand", count, 0) for count in range(6)]
STORING = [("store", count, fixed) for count in range(6) for fixed in range(4)]
QUESTIONS = [*STANDING, *STORING, ("apart", 0, 0)]


def answer(asked: Alike, question: tuple[str, int, int]) -> float:
    """What a policy decides."""
    kind, count, fixed = question
    if kind == "stand":
        return asked.may_stand(count)
    return asked.stores(count, fixed) if kind == "store" else asked.apart()


def test_a_policy_that_is_held_to_be_alike_decides_the_same() -> None:
    alike = 0
    for one, other in product(POLICIES, POLICIES):
        for questions in product(QUESTIONS, QUESTIONS):
            first, second = Alike(one), Alike(other)
            answers = [answer(first, each) for each in questions]
            if first.holds_for(other):
                alike += one != other
                assert answers == [answer(second, each) for each in questions]
    assert alike > 100


def test_what_policies_settle_and_keep_is_never_alike() -> None:
    for one in (Policy(settled=True), Policy(invariants=False)):
        assert not Alike(Policy()).holds_for(one)
    assert Alike(Policy()).holds_for(Policy(most=1, apart=1.2))
