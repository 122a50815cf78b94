"""Places of the source are met at the lines that runs show: also in loops that a listing has written out."""

from __future__ import annotations

from collections.abc import Sequence

from generator.compiler.validation.alignment import Seen, Shape, alignments
from generator.compiler.validation.traces import Trace, Visit
from hp15c.numbers.number import Number
from hp15c.table.models import Model
from hp15c.terms import begin, constant, laws
from hp15c.terms.term import Term

FIRST, SECOND = (("f", 3),), (("f", 9),)


def number(value: int) -> Term:
    return constant(Number.of(value))


def trace_of(visits: Sequence[tuple[Visit, int]], lines: Sequence[tuple[int, int]]) -> Trace:
    """A trace of visits and lines, each with what is in R5 there."""
    state = begin(Model.HP15C, 1, lift=True, depth=0)
    memories = [laws.store(laws.zeros(), constant(5), number(held)) for _, held in lines]
    return Trace(
        places=[(visit, 0) for visit, _ in visits],
        lines=[(line, 0) for line, _ in lines],
        values=[{} for _ in visits],
        effects=[{5: number(held), "seed": state.seed} for _, held in visits],
        states=[state._replace(memory=memory) for memory in memories],
    )


def met(traces: Sequence[Trace], places: Sequence[tuple[tuple[str, int], ...]]) -> list[dict[object, object]]:
    """The lines that meet each place, by each guess. The lines of loops are 20 to 29 and 30 to 39."""
    in_loops = {line: line // 10 * 10 for line in range(20, 40)}
    seen = Seen(traces, Shape(in_loops, (), (), {}))
    return [dict(one) for one in alignments(seen, places, places, {}, (), ())]


def test_each_pass_of_an_inner_loop_may_have_its_own_line_in_the_loop_around_it() -> None:
    passes = [(outer, inner) for outer in range(1, 4) for inner in (1, 2)]
    one = trace_of([(Visit(FIRST, at), 0) for at in passes], [(at, 0) for at in (21, 22) * 3])
    assert met([one], [FIRST])[:2] == [{FIRST: {21, 22}}] * 2


def test_a_loop_that_a_listing_leaves_out_takes_no_line_from_another_one() -> None:
    first = [(Visit(FIRST, (at,)), 0) for at in (1, 2, 3)]
    second = [(Visit(SECOND, (at,)), 4 + at) for at in (1, 2, 3)]
    one = trace_of([*first, *second], [(21, 5), (21, 6), (21, 7)])
    assert met([one], [FIRST, SECOND]) == [{SECOND: {21}}] * 4


def test_a_line_where_the_elements_are_others_comes_after_one_outside_of_loops() -> None:
    visits = [(Visit(FIRST, (at,)), at) for at in (1, 2, 3)]
    lines = [(at, held) for held in (1, 2, 3) for at in (11, 12)] + [(21, 3)] * 3
    assert met([trace_of(visits, lines)], [FIRST]) == [
        {FIRST: {11}},
        {FIRST: {11}},
        {FIRST: {12}},
        {FIRST: {11}},
    ]


def test_the_last_guess_meets_two_loops_of_the_source_in_two_of_the_listing() -> None:
    one = trace_of([(Visit(FIRST, (1,)), 1), (Visit(SECOND, (1,)), 1)], [(21, 1), (22, 1), (32, 1)])
    *others, last = met([one], [FIRST, SECOND])
    assert others[:2] == [{FIRST: {21}, SECOND: {22}}] * 2
    assert last == {FIRST: {21}, SECOND: {32}}
