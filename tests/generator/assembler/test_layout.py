"""Layout: blocks and where they may stand, the cost of searches, marks by line number, choices expanded."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from generator.assembler.assembly import Assembly, section
from generator.assembler.layout import arrange, split_blocks
from generator.assembler.orders import BlockSearches, OrderCosts
from generator.codemaker.plan import Choice, Plan, Wish, expand
from generator.planner.cost import traffic
from generator.planner.emit import codemaker
from generator.planner.explain import explain_lines
from generator.planner.planner import rank_plans
from generator.plans import queues
from hp15c.core import machine
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.state import State
from hp15c.table.instructions import step
from hp15c.table.models import Model
from hp15c.timing import PER_BYTE


def walked(costs: OrderCosts, order: tuple[int, ...]) -> int:
    """Bytes that all searches pass, found by walking: each byte of the program is a cell."""
    cells = [(block, offset) for block in order for offset in range(costs.sizes[block])]
    passed = 0
    for jump in costs.jumps:
        begin, end = 1, jump.shift + 1
        place = cells.index((jump.source, begin))
        wanted = cells.index((jump.target, end))
        steps = 0
        while place != wanted:
            place = (place + 1) % len(cells)
            steps += 1
        passed += steps * jump.count
    return passed


def random_costs(seed: int, count: int) -> OrderCosts:
    """The costs of so many blocks with searches between them."""
    chance = random.Random(seed)
    sizes = tuple(chance.randint(8, 30) for _ in range(count))
    jumps = tuple(
        BlockSearches(
            chance.randrange(count), chance.randrange(count), chance.randint(0, 5), chance.randint(1, 9)
        )
        for _ in range(3 * count)
    )
    return OrderCosts(sizes, jumps)


@pytest.mark.parametrize(
    ("lines", "ends"),
    [
        ("RTN", True),
        ("STO 1; GTO on", True),
        ("STO 1", False),
        ("x=0; RTN", False),
        ("MATRIX 7; RTN", False),
        ("MATRIX 6; RTN", True),
        ("SOLVE f; RTN", False),
        ("∫ f; RTN", True),
        ("DSE I; MARK on; GTO on", False),
        ("DSE I; LINE on; GTO I", True),
    ],
)
def test_a_block_ends_in_a_jump_that_no_line_skips(lines: str, ends: bool) -> None:
    assembly = Assembly((section("one", lines), section("two", "RTN")))
    blocks = split_blocks(assembly, Model.HP15C)
    assert len(blocks) == (2 if ends else 1)


@pytest.mark.parametrize("seed", range(5))
def test_cost_counts_the_bytes_that_searches_pass(seed: int) -> None:
    costs = random_costs(seed, 4)
    for rest in permutations(range(1, 4)):
        assert costs.of((0, *rest)) == walked(costs, (0, *rest))


@pytest.mark.parametrize(
    ("lines", "titles"),
    [
        (("1; RTN", "2; RTN"), [["0"], ["1"]]),
        (("1; GTO 1", "LBL 1; 2; RTN"), [["0"], ["1"]]),
        (("1; x=0; RTN", "2; RTN"), [["0", "1"]]),
        (("1; DSE I; GTO 1", "2; RTN"), [["0", "1"]]),
        (("1; x≠0", "RTN", "2; RTN"), [["0", "1", "2"]]),
        (("1; R/S", "2; RTN"), [["0", "1"]]),
        (("1", "2; GSB 1"), [["0", "1"]]),
    ],
)
def test_sections_that_run_on_stay_together(lines: tuple[str, ...], titles: list[list[str]]) -> None:
    parts = [section(str(number), text) for number, text in enumerate(lines)]
    assert [
        [part.title for part in block.sections] for block in split_blocks(Assembly(tuple(parts)), Model.HP15C)
    ] == titles


FAR = Assembly(
    (
        section("Main", "GSB often; GSB often; GSB often; GSB seldom; RTN"),
        section("Seldom", "LBL seldom; 1; 2; 3; 4; 5; STO 1; RTN"),
        section("Often", "LBL often; 1; STO + 0; RTN"),
        section("Set", "LBL set; CLEAR REG; RTN"),
    ),
    entries={"set": "B"},
)


def run(program: Program) -> State:
    """A machine on which the program ran from 001."""
    state = State.fresh(program.model)
    state.program = program
    machine.start(state)
    machine.run(state)
    return state


@pytest.mark.parametrize("model", Model)
def test_a_better_order_does_the_same_and_saves_what_it_says(model: Model) -> None:
    before = FAR.program(model)
    seen = traffic(before, 1, 1)
    assert seen.runs[1] == seen.runs[4] == 1
    assert sum(seen.jumps.values()) == 4
    made = arrange(FAR, model, seen, implied=False)
    assert made.tried == 6
    assert [part.title for part in made.assembly.sections][:2] == ["Main", "Often"]
    first, then = run(before), run(made.assembly.program(model))
    assert then.registers[:2] == first.registers[:2] == [Number.of(3), Number.of(12345)]
    assert then.word_times < first.word_times
    # A search goes by whole registers, the estimate by bytes: each may be one register off.
    assert abs(first.word_times - then.word_times - made.saved) <= len(seen.jumps) * 7 * PER_BYTE[model]


def test_a_label_that_stands_twice_is_found_where_it_was() -> None:
    assembly = Assembly(
        (
            section("Main", "GSB 7; GSB 8; RTN"),
            section("Other", "LBL 8; GSB 7; RTN"),
            section("Second", "LBL 7; 2; STO + 1; RTN"),
            section("First", "LBL 7; 1; STO + 0; RTN"),
            section("Set", "LBL B; RTN"),
        )
    )
    for shuffled in permutations(assembly.sections[1:]):
        given = Assembly((assembly.sections[0], *shuffled))
        program = given.program(Model.HP15C)
        made = arrange(given, Model.HP15C, traffic(program, 1, 1))
        assert run(made.assembly.program(Model.HP15C)).registers[:2] == run(program).registers[:2]


@pytest.mark.parametrize(
    ("lines", "left"),
    [("LBL B; 5; RTN", 2), ("LBL B; 5; x=0; RTN", 4), ("LBL B; 5; x≠0; 7; RTN", 4), ("LBL B; 5", 2)],
)
def test_an_rtn_at_the_end_is_left_out_unless_it_may_be_skipped(lines: str, left: int) -> None:
    made = arrange(Assembly((section("All", lines),)), Model.HP15C).assembly.program(Model.HP15C)
    assert len(made) == left
    state = State.fresh(Model.HP15C)
    state.program = made
    machine.keyboard(state, step("GSB", "B"))
    if lines != "LBL B; 5; x=0; RTN":  # false at the very end: goes on at 001 (BEHAVIOUR 4.5)
        assert machine.run(state, limit=100).reason == machine.Reason.STOP
        assert state.line == 0


def test_a_block_that_was_last_gets_its_rtn_back() -> None:
    opened = arrange(FAR, Model.HP15C).assembly
    assert opened.sections[-1].lines[-1] == "CLEAR REG"
    made = arrange(opened, Model.HP15C, traffic(FAR.program(Model.HP15C), 1, 1)).assembly
    for block in split_blocks(made, Model.HP15C)[:-1]:
        assert block.sections[-1].lines[-1] == "RTN"
    assert run(made.program(Model.HP15C)).registers[:2] == [Number.of(3), Number.of(12345)]


@pytest.mark.parametrize("before", [1, 7, 8, 96, 97, 120])
@pytest.mark.parametrize("model", Model)
def test_a_loop_by_the_number_of_its_line(before: int, model: Model) -> None:
    filling = ["x²"] * before
    lines = [
        *filling,
        "LINE again",
        "CHS",
        "STO I",
        "5",
        "STO 0",
        "MARK again",
        "2",
        "STO + 1",
        "1",
        "STO − 0",
    ]
    made = Assembly((section("All", [*lines, "RCL 0", "x≠0", "GTO I", "RTN"]),)).program(model)
    assert run(made).registers[1] == Number.of(10)
    assert "LBL" not in {one.name for one in made.steps}


def test_every_way_to_pick_is_a_plan_unless_it_does_not_go_together() -> None:
    choices = (Choice("one", {"a": "first", "b": ""}), Choice("two", {"c": "third", "d": "fourth"}))
    base = queues.two_loops(Wish(scheme="two-loops"))

    def build(picked: dict[str, str]) -> Plan | None:
        return None if picked == {"one": "b", "two": "c"} else base

    plans = list(expand(choices, build))  # type: ignore[arg-type]
    assert [dict(plan.picked) for plan in plans] == [
        {"one": "a", "two": "c"},
        {"one": "a", "two": "d"},
        {"one": "b", "two": "d"},
    ]
    assert [plan.choices[len(base.choices) :] for plan in plans] == [
        ("first", "third"),
        ("first", "fourth"),
        ("fourth",),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("model", "scheme"), [("15C", "merged"), ("11C", "merged"), ("15C", "two-loops")])
def test_no_plan_that_was_tried_is_smaller(model: str, scheme: str) -> None:
    wish = Wish(Model.of(model), scheme, "small", None, "turn-first", False)
    best = codemaker(model, scheme).program
    sizes = [plan.program(wish.model).bytes for plan, _ in rank_plans(wish)]
    assert best.bytes == min(sizes)
    assert len(sizes) >= 8


@pytest.mark.slow
def test_the_explanation_says_what_each_option_would_have_cost() -> None:
    ranking = rank_plans(Wish())
    text = "\n".join(explain_lines(Wish(), ranking))
    best = ranking[0][0]
    for choice in queues.MERGED:
        assert f"    {choice.name}: {best.picked[choice.name]}: " in text
        others = [plan for plan, _ in ranking if plan.picked[choice.name] != best.picked[choice.name]]
        assert f"{others[0].program(Model.HP15C).bytes} bytes" in text
