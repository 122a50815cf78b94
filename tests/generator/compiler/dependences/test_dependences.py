"""Dependences: what the integer sets say must be what runs of small loop nests do."""

from __future__ import annotations

import islpy
import pytest
from hypothesis import given, settings

from generator.compiler.dependences import describe
from generator.compiler.dependences.relations import Space, dependences
from generator.compiler.dependences.units import BlockUnits, region
from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant
from tests.support.compiler_programs import nests
from tests.support.shares import share
from tests.support.small_ir import Run

LENGTH = 60
PARAMETER = 3

Pair = tuple[str, int, tuple[int, ...], int, tuple[int, ...], str]


def read(name: str) -> ir.Expression:
    return ir.Read(name)


def add(a: ir.Expression, b: ir.Expression) -> ir.Expression:
    return ir.Operation("add", (a, b))


def times(factor: int, a: ir.Expression) -> ir.Expression:
    return ir.Operation("mul", (constant(factor), a))


def module(body: ir.Block) -> ir.Module:
    arrays = {name: ir.Array(name, LENGTH) for name in ("a", "b")}
    registers = {name: ir.Register(name) for name in ("n", "s", "t")}
    return ir.Module("m", "", registers, arrays, {"f": ir.Function("f", (), body, 0, "A")})


def observed(body: ir.Block, inner: BlockUnits) -> set[Pair]:
    """All conflicting pairs of a run, as (kind, source, its passes, sink, its passes, name)."""
    numbers = {id(unit.statement): unit.number for unit in inner.units}
    run = Run(module(body), registers=dict.fromkeys("nst", PARAMETER), units=frozenset(numbers))
    run.call("f")
    touches = [touch for touch in run.touches if touch.statement in numbers]
    pairs = set()
    for position, first in enumerate(touches):
        for second in touches[position + 1 :]:
            here = (first.statement, first.passes) != (second.statement, second.passes)
            if here and (first.name, first.element) == (second.name, second.element):
                kind = {(True, False): "flow", (False, True): "anti", (True, True): "output"}.get(
                    (first.writes, second.writes)
                )
                if kind:
                    source, sink = numbers[first.statement], numbers[second.statement]
                    pairs.add((kind, source, first.passes, sink, second.passes, first.name))
    return pairs


def computed(inner: BlockUnits) -> set[Pair]:
    """The same from the integer sets, for one value of the parameter."""
    pairs = set()
    for one in dependences(Space(inner)):
        fixed = one.relation
        for position in range(fixed.dim(islpy.dim_type.param)):
            fixed = fixed.fix_val(islpy.dim_type.param, position, islpy.Val(PARAMETER))
        points: list[tuple[int, ...]] = []
        fixed.project_out(islpy.dim_type.param, 0, fixed.dim(islpy.dim_type.param)).wrap().foreach_point(
            lambda point, points=points: points.append(
                tuple(
                    point.get_coordinate_val(islpy.dim_type.set, place).to_python()
                    for place in range(point.get_space().dim(islpy.dim_type.set))
                )
            )
        )
        depth = len(one.source.coordinates)
        for point in points:
            pairs.add(
                (one.kind, one.source.number, point[:depth], one.sink.number, point[depth:], one.through)
            )
    return pairs


def sets_say_what_runs_do(body: ir.Block) -> None:
    body = (loop("i"), *body)  # a bound must be a whole number, so conditions on n are exact
    inner = region(body, module(body))
    assert computed(inner) == observed(body, inner)


@pytest.mark.slow
@settings(max_examples=share(40), deadline=None, derandomize=True)
@given(nests(3))
def test_sets_say_what_runs_do(body: ir.Block) -> None:
    sets_say_what_runs_do(body)


@pytest.mark.long
@settings(max_examples=1000, deadline=None)
@given(nests(3))
def test_sets_say_what_many_runs_do(body: ir.Block) -> None:
    sets_say_what_runs_do(body)


@pytest.mark.slow
@settings(max_examples=share(40), deadline=None, derandomize=True)
@given(nests(3, free=True))
def test_no_run_has_a_dependence_that_the_sets_lack(body: ir.Block) -> None:
    inner = region(body, module(body))
    assert computed(inner) >= observed(body, inner)


def loop(name: str, *body: ir.Statement, stop: ir.Expression | None = None) -> ir.For:
    return ir.For(name, constant(0), stop or read("n"), 1, body)


def element(name: str, at: ir.Expression) -> ir.Element:
    return ir.Element(name, at)


def said(body: ir.Block) -> list[str]:
    space = Space(region(body, module(body)))
    return [f"{one.kind} {line}" for one in dependences(space) for line in describe.lines(one, space)]


def test_sentences_have_the_names_of_the_source() -> None:
    write = loop("i", ir.Assign((element("a", read("i")),), (constant(1),)))
    use = ir.Assign((element("b", read("k")),), (element("a", read("j")),))
    assert said((write, loop("j", loop("k", use)))) == [
        "flow a[i] -> b[i, k] through a",
        "output b[j, k] -> b[j', k] through b for j' > j",
    ]


def test_two_statements_about_one_name_are_told_apart_by_their_lines() -> None:
    first = ir.Assign((ir.Name("s"),), (constant(1),), place=ir.Place(7, 0, 1))
    second = ir.Assign((ir.Name("s"),), (constant(2),), place=ir.Place(9, 0, 1))
    assert said((first, second)) == ["output s:7 -> s:9 through s"]


def test_a_loop_that_may_end_early_is_tied_together() -> None:
    stop = ir.If(ir.Compare(element("a", read("i")), "==", constant(0)), (ir.Break(),))
    body = (loop("i", stop, ir.Assign((element("b", read("i")),), (constant(1),))),)
    assert "flow if[i] -> b[i'] through leaving the loop for i' >= i" in said(body)


def test_distances_and_directions() -> None:
    shifted = element("a", add(read("i"), constant(1)))
    body = (loop("i", loop("j", ir.Assign((shifted,), (element("a", read("i")),)))),)
    space = Space(region(body, module(body)))
    assert {(one.kind, describe.distances(one)) for one in dependences(space)} == {
        ("flow", ("1", "*")),
        ("output", ("0", "+")),
    }


def test_indices_stay_inside_their_arrays() -> None:
    body = (loop("i", ir.Assign((element("a", read("i")),), (constant(1),))),)
    assert Space(region(body, module(body))).context.is_equal(islpy.Set(f"[n] -> {{ : n <= {LENGTH} }}"))
