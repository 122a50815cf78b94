"""Proofs of loop forms: what is proven legal computes the same, and what changes a result is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from generator.compiler.loops.fusion import fuse
from generator.compiler.loops.proof import Form, FormRefused, prove
from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant
from tests.generator.compiler.dependences.test_dependences import add, element, loop, module, read, times
from tests.support.compiler_programs import loop_bodies
from tests.support.loop_forms import cut, interchange, reverse, skew
from tests.support.loop_states import same_states

OUTSIDE = frozenset(("s", "t"))


def judged(make: Callable[[], Form]) -> Form | None:
    """The form when it is proven, None when it is refused."""
    try:
        form = make()
        prove(form, module(form.before), OUTSIDE)
    except FormRefused:
        return None
    return form


SINGLE: dict[str, Callable[[ir.For], Form]] = {
    "reverse": lambda one: reverse(one, module((one,))),
    "cut": lambda one: cut(one, module((one,)), 1),
}


@pytest.mark.slow
@settings(max_examples=30, deadline=None, derandomize=True)
@given(loop_bodies("i"), st.sampled_from(sorted(SINGLE)), st.sampled_from([1, -1]))
def test_one_loop(body: ir.Block, name: str, step: int) -> None:
    ends = (constant(0), read("n")) if step > 0 else (read("n"), constant(0))
    known = ir.Assume(ir.Compare(read("n"), ">=", constant(1)))
    form = SINGLE[name](ir.For("i", *ends, step, body))
    form = Form(form.name, (known, *form.before), (known, *form.after), form.links)
    if name == "reverse":
        assume(judged(lambda: form) is not None)
    else:
        prove(form, module(form.before), OUTSIDE)
    assert same_states(form)


NESTS: dict[str, Callable[[ir.For], Form]] = {
    "interchange": lambda one: interchange(one, module((one,))),
    "skew": lambda one: skew(one, module((one,)), 1),
    "skew back": lambda one: skew(one, module((one,)), -2),
    "reverse": lambda one: reverse(one, module((one,))),
}


@pytest.mark.slow
@settings(max_examples=30, deadline=None, derandomize=True)
@given(loop_bodies("i", "j"), st.sampled_from(sorted(NESTS)))
def test_nests(body: ir.Block, name: str) -> None:
    form = judged(lambda: NESTS[name](loop("i", loop("j", *body))))
    assume(form is not None)
    assert form is not None
    assert same_states(form)


@pytest.mark.slow
@settings(max_examples=20, deadline=None, derandomize=True)
@given(loop_bodies("i"), loop_bodies("j"))
def test_fusion(first: ir.Block, second: ir.Block) -> None:
    loops = loop("i", *first), loop("j", *second)
    form = judged(lambda: fuse(*loops, module(loops)))
    if form is not None:
        assert same_states(form)


def shift(by: int) -> ir.For:
    """for i in range(n): a[i + 2] = a[i + 2 - by] + b[i]"""
    target = element("a", add(read("i"), constant(2)))
    source = element("a", add(read("i"), constant(2 - by)))
    return loop("i", ir.Assign((target,), (add(source, element("b", read("i"))),)))


def test_reversal_of_a_chain_is_refused_with_its_dependence() -> None:
    chain = shift(1)
    form = reverse(chain, module((chain,)))
    assert not same_states(form)
    with pytest.raises(FormRefused, match=r"^flow a\[i\] -> a\[1 \+ i\] through a"):
        prove(form, module((chain,)))
    free = shift(0)
    assert same_states(reverse(free, module((free,))))
    prove(reverse(free, module((free,))), module((free,)))


def test_interchange_is_refused_for_directions_that_cross() -> None:
    target = element("a", add(times(8, read("i")), add(read("j"), constant(10))))
    source = element("a", add(times(8, read("i")), add(read("j"), constant(3))))
    inner = loop("j", ir.Assign((target,), (add(source, constant(1)),)), stop=constant(4))
    crossing = loop("i", inner, stop=constant(4))
    form = interchange(crossing, module((crossing,)))
    assert not same_states(form, range(1, 2))
    with pytest.raises(FormRefused, match=r"^flow a\[i, j\] -> a\[1 \+ i, -1 \+ j\] through a"):
        prove(form, module((crossing,)))


def test_a_wrong_form_is_no_proof() -> None:
    """The proof does not trust the form: passes left out, doubled or changed are noticed."""
    good = shift(0)
    form = reverse(good, module((good,)))
    turned = form.after[0]
    assert isinstance(turned, ir.For)
    short = Form("short", form.before, (ir.For("i", turned.start, constant(0), -1, turned.body),), form.links)
    with pytest.raises(FormRefused, match=r"kept once|other times"):
        prove(short, module((good,)))
    other = Form(
        "other", form.before, (ir.For("i", turned.start, turned.stop, -1, shift(1).body),), form.links
    )
    with pytest.raises(FormRefused, match="the same"):
        prove(other, module((good,)))


def test_a_used_loop_variable_is_refused() -> None:
    one = loop("i", ir.Assign((element("a", read("i")),), (constant(1),)))
    form = reverse(one, module((one,)))
    with pytest.raises(FormRefused, match="last value of the loop variable i"):
        prove(form, module((one,)), frozenset(("i",)))


def test_sums_may_be_reordered_when_told() -> None:
    count = ir.Assign((ir.Name("s"),), (add(read("s"), constant(1)),))
    one = loop("i", count)
    form = reverse(one, module((one,)))
    with pytest.raises(FormRefused, match="through s"):
        prove(form, module((one,)))
    assert "sums s are exact" in str(prove(form, module((one,)), sums=("s",)))
