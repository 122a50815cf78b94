"""What is concluded about numbers holds on the calculator: random terms under random facts."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from generator.compiler.validation.knowledge import Knowledge
from generator.compiler.validation.ranges import Range, product
from generator.compiler.validation.rewriting import at_least, at_most, number, whole_condition
from generator.compiler.validation.work import Work
from hp15c.errors import CalculatorError
from hp15c.numbers.number import Number
from hp15c.rules.number_functions import next_count
from hp15c.state.state import State
from hp15c.table.models import Model
from hp15c.table.modes import AngleMode
from hp15c.terms import Term, constant, evaluate, input_of, laws
from hp15c.terms.laws import TWO
from hp15c.terms.term import NOUGHT, NUMBER, OTHER, term
from tests.support.shares import counts, share

ODD = (
    "1e10",
    "9999999999",
    "-9999999999",
    "1e50",
    "0.999",
    "5.012",
    "-0.5",
    "1e-99",
    "1e-95",
    "9.999999999e99",
)
NAMES = ("x", "y", "z")
CONSTANTS = (
    *("0", "1", "2", "-1", "3", "10", "100", "7", "1000", "0.5", "0.009", "-4", "1e9", "9999999999", "1e-10"),
    "1e12",
)


def drawn_term(chance: Random, depth: int) -> Term:
    """A term of what the compiler's programs compute."""
    if depth == 0 or chance.random() < 0.15:
        return input_of(chance.choice(NAMES)) if chance.random() < 0.7 else constant(drawn_constant(chance))
    one = drawn_term(chance, depth - 1)
    kind = chance.randrange(13)
    if kind < 5:
        return laws.add(one, drawn_term(chance, depth - 1))
    if kind == 5:
        return laws.negate(one)
    if kind == 6:
        return laws.multiply(one, drawn_term(chance, depth - 1))
    if kind == 7:
        few = chance.random() < 0.6
        by = number(chance.choice((10, 100, 1000, 2, 7))) if few else drawn_term(chance, depth - 1)
        product = laws.multiply(by, laws.compute("INT", laws.divide(one, by)))
        return laws.add(drawn_sign(one, chance), drawn_sign(product, chance))  # a remainder, or nearly one
    if kind == 8:
        return laws.divide(one, drawn_term(chance, depth - 1))
    if kind == 9:
        return term(chance.choice(("DSE", "ISG")), one)
    if kind == 10:
        return laws.add(one, laws.divide(drawn_term(chance, depth - 1), number(1000)))
    if kind == 11:
        return laws.compute("RAN#", input_of("seed", OTHER))
    return laws.compute(chance.choice(("INT", "FRAC", "ABS", "INT", "√x", "10ˣ", "x!")), one)


def drawn_sign(of: Term, chance: Random) -> Term:
    """A number or the one with the other sign."""
    return laws.negate(of) if chance.random() < 0.5 else of


def drawn_constant(chance: Random) -> Number:
    return Number.of(chance.choice(CONSTANTS))


def drawn_condition(chance: Random, depth: int) -> Term:
    """A condition on terms."""
    one = drawn_term(chance, depth)
    other = drawn_term(chance, depth) if chance.random() < 0.6 else constant(drawn_constant(chance))
    kind = chance.randrange(8)
    if kind == 7:
        return laws.at_least(laws.whole("magnitude", one), constant(chance.randrange(1, 9)))
    if kind == 6:
        return term("overflows", one, other, payload=chance.choice("+×÷"), kind=OTHER)
    if kind == 5:
        return term("ends", one, payload=chance.choice(("DSE", "ISG")), kind=OTHER)
    made = laws.below(one, other) if kind < 3 else laws.equal(one, other)
    return laws.no(made) if chance.random() < 0.5 else made


def drawn_number(chance: Random) -> Number:
    kind = chance.randrange(6)
    if kind < 3:
        return Number.of(chance.randrange(-12, 30))
    if kind == 3:
        return Number.of(chance.choice((1, -1)) * chance.randrange(10 ** chance.randrange(1, 11)))
    if kind == 4:
        return Number.of(f"{chance.randrange(-99999, 99999)}e{chance.randrange(-14, 8)}")
    return Number.of(chance.choice(ODD))


def known(chance: Random) -> Knowledge:
    """Facts as relations and ways have them."""
    facts = Knowledge()
    for name in NAMES:
        one = input_of(name)
        if chance.random() < 0.7:
            facts = facts.and_(whole_condition(one))
        if chance.random() < 0.6:
            facts = facts.and_(at_least(one, chance.choice((0, 1, -5))))
        if chance.random() < 0.6:
            facts = facts.and_(at_most(one, chance.choice((8, 20, 999, 10**9))))
    for _ in range(chance.randrange(3)):
        condition = drawn_condition(chance, 1)
        if facts.truth(condition) is None:
            facts = facts.and_(condition)
    return facts


def compare(seed: int, count: int) -> int:
    """Draw facts, terms and numbers. Returns how many values were compared."""
    chance, compared = Random(seed), 0
    for _ in range(count):
        facts = known(chance)
        terms = [drawn_term(chance, 3) for _ in range(4)]
        conditions = [drawn_condition(chance, 2) for _ in range(4)]
        simpler = [facts.normal(one) for one in terms]
        ranges = [facts.range(one) for one in terms]
        truths = [facts.truth(one) for one in conditions]
        for _ in range(25):
            state = State.fresh(Model.HP15C)
            state.stack[:3] = [drawn_number(chance) for _ in NAMES]
            state.seed = chance.randrange(10**10)
            try:
                if not all(evaluate(one, state) for one in facts.conditions):
                    continue
            except CalculatorError:
                continue
            for one, other, held in zip(terms, simpler, ranges, strict=True):
                try:
                    value = evaluate(one, state)
                except (CalculatorError, AttributeError, TypeError):
                    continue  # an Error of the term itself, which no way of a program reaches
                where = f"{one} and {other} for {state.stack[:3]} under {facts.conditions}"
                assert evaluate(other, state) == value, where
                assert held.low is None or Number.of(held.low) <= value, f"{held}: {where}"
                assert held.high is None or value <= Number.of(held.high), f"{held}: {where}"
                assert not held.whole or value.is_integer, f"{held}: {where}"
                compared += 1
            for condition, truth in zip(conditions, truths, strict=True):
                try:
                    holds = evaluate(condition, state)
                except (CalculatorError, AttributeError, TypeError):
                    continue
                assert truth is None or holds is truth, (
                    f"{condition} for {state.stack[:3]}: {facts.conditions}"
                )
    return compared


@pytest.mark.slow
def test_conclusions_hold_on_the_calculator() -> None:
    assert compare(seed=28, count=share(150)) > share(1_000)


@pytest.mark.parametrize("count", counts(250, 4_000))
def test_more_conclusions_hold_on_the_calculator(count: int) -> None:
    assert compare(seed=29, count=count) > 10 * count


@pytest.mark.parametrize("count", counts(400, 4_000))
def test_no_numbers_satisfy_conditions_that_contradict_each_other(count: int) -> None:
    chance, contradicted = Random(30), 0
    for _ in range(count):
        facts = known(chance)
        drawn = [drawn_condition(chance, 1) for _ in range(chance.randrange(1, 4))]
        before, facts = facts.conditions, facts.and_(*drawn)
        if not facts.contradicted:
            continue
        contradicted += 1
        for _ in range(60):
            state = State.fresh(Model.HP15C)
            state.stack[:3] = [drawn_number(chance) for _ in NAMES]
            state.seed = chance.randrange(10**10)
            with suppress(CalculatorError):
                assert not all(evaluate(one, state) for one in (*before, *drawn)), state.stack[:3]
    assert 20 * contradicted > count


def test_a_condition_that_a_later_one_decides_contradicts_it() -> None:
    """As on the way after a loop whose last pass did something else: 2 < x · y + 1, and then x = 0."""
    x, y = input_of("x"), input_of("y")
    product_and_1 = laws.add(laws.multiply(x, y), number(1))
    facts = Knowledge().and_(whole_condition(x), at_least(x, 0), laws.below(number(2), product_and_1))
    assert not facts.and_(at_most(x, 1)).contradicted
    assert facts.and_(at_most(x, 0)).contradicted


def test_the_limits_of_a_sum_of_whole_numbers_contradict_each_other() -> None:
    x, y = input_of("x"), input_of("y")
    facts = Knowledge().and_(whole_condition(x), whole_condition(y), at_least(x, 0), at_least(y, 0))
    facts = facts.and_(at_most(x, 9), at_most(y, 9), laws.below(laws.add(x, y), number(3)))
    assert not facts.and_(laws.below(number(1), laws.add(x, y))).contradicted
    assert facts.and_(laws.below(number(2), laws.add(y, x))).contradicted


@pytest.mark.parametrize("count", counts(600, 6_000))
def test_a_sum_is_compared_like_its_other_part(count: int) -> None:
    """Also where the sum is rounded: of numbers next to the limit, and of any others."""
    chance, shifted, x = Random(31), 0, input_of("x")
    for _ in range(count):
        digits, exponent = chance.choice((1, 2, 10)), chance.choice((0, 0, 1, -3, 9, 11))
        shift, bound = (
            Number.of(
                f"{chance.choice((1, -1)) * chance.randrange(1, 10**digits)}e{exponent - chance.randrange(3)}"
            )
            for _ in range(2)
        )
        found = laws.add(x, constant(shift))
        made = laws.below(found, constant(bound)), laws.below(constant(bound), found)
        condition = chance.choice((*made, laws.equal(found, constant(bound))))
        simpler = Knowledge().normal(condition)
        shifted += simpler is not condition
        limit = bound - shift
        for far in (0, 1, -1, 2, -2, 10, -10, 10**6):
            value = limit + Number.of(f"{far}e{limit.exponent - 9}")
            state = State.fresh(Model.HP15C)
            state.stack[0] = value
            assert evaluate(condition, state) is evaluate(simpler, state), (str(condition), value)
    assert 5 * shifted > count


@pytest.mark.parametrize(
    ("shift", "bound", "limit"),
    [
        ("1", "2", "1"),
        ("-9", "1", "10"),
        ("9", "10", ""),
        ("1", "1", ""),
        ("-12.00000001", "1.000000009", ""),
    ],
)
def test_a_sum_is_compared_like_its_other_part_only_where_no_number_between_is_rounded_away(
    shift: str, bound: str, limit: str
) -> None:
    """1.000000001 + 9 is 10, but 1.000000001 + 1 is above 2.

    A number next to 0 is lost in the sum. The last difference has eleven digits, and is rounded up.
    """
    x = input_of("x")
    condition = laws.below(constant(Number.of(bound)), laws.add(x, constant(Number.of(shift))))
    wanted = laws.below(constant(Number.of(limit)), x) if limit else condition
    assert Knowledge().normal(condition) is wanted


@pytest.mark.parametrize(
    ("shift", "bound", "limit"), [("100", "3", "-97"), ("-9", "1", "10"), ("1", "2", ""), ("3", "100", "")]
)
def test_a_sum_equals_a_number_where_its_other_part_does(shift: str, bound: str, limit: str) -> None:
    """0.9999999999 + 1 is 2, too."""
    x = input_of("x")
    condition = laws.equal(laws.add(x, constant(Number.of(shift))), constant(Number.of(bound)))
    wanted = laws.equal(constant(Number.of(limit)), x) if limit else condition
    assert Knowledge().normal(condition) is wanted


def test_a_sum_of_small_whole_numbers_may_be_put_in_another_order() -> None:
    x, y = input_of("x"), input_of("y")
    left = laws.add(laws.add(x, y), number(1))
    right = laws.add(x, laws.add(y, number(1)))
    assert not Knowledge().equal(left, right)
    facts = Knowledge()
    for one in (x, y):
        facts = facts.and_(whole_condition(one), at_least(one, 0), at_most(one, 10**9))
    assert facts.equal(left, right)
    large = Knowledge()
    for one in (x, y):
        large = large.and_(whole_condition(one), at_least(one, 0), at_most(one, 9_999_999_999))
    assert not large.equal(left, right)


LARGE = (
    "9.999999999e99",
    "-1e50",
    "12345678901",
    "1.5e20",
    "9999999999",
    "-4567",
    "99",
    "100",
    "-0.5",
    "1e-99",
)
"""Numbers at whose size a quotient is rounded, or only its digits move."""


@pytest.mark.parametrize("by", [10, 100, 1_000, 10**9, 7, 1_001])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_remainder_by_a_power_of_ten_is_whole_and_small_however_large_the_number_is(
    by: int, sign: int
) -> None:
    """With either sign. By other numbers it may be anything: 9.999999999e99 by 7 overflows."""
    x, power = input_of("x"), str(by).strip("0") == "1"
    whole = Knowledge().and_(whole_condition(x))
    product = laws.multiply(laws.compute("INT", laws.divide(x, number(by))), number(by))
    rest = laws.add(x, laws.negate(product)) if sign == 1 else laws.add(product, laws.negate(x))
    shifted = laws.multiply(laws.compute("FRAC", laws.divide(x, number(by))), number(by))
    assert whole.equal(rest, shifted if sign == 1 else laws.negate(shifted)) is power
    assert not Knowledge().equal(rest, shifted if sign == 1 else laws.negate(shifted))  # 1e-99 by 10
    assert not Knowledge().range(rest).whole
    small = Range(1 - by, by - 1, True)
    assert whole.range(rest) == (small if power else Range(None, None, True))
    assert (whole.range(shifted) == small) is power
    for of in (rest, shifted):
        for text in LARGE:
            state = State.fresh(Model.HP15C)
            state.stack[0] = Number.of(text)
            value = evaluate(of, state)
            if power and state.stack[0].is_integer:
                assert isinstance(value, Number)
                assert value.is_integer
                assert abs(value) < Number.of(by)


def test_a_product_has_a_range_where_no_number_is_within_the_limits() -> None:
    none = Range(5, -3, True)
    assert product(Range(1, 2, True), none).whole
    assert product(none, Range(-2, -1, True)).whole


EXTREMES = (
    "9.999999999e99",
    "-9.999999999e99",
    "5e99",
    "1e90",
    "4.9e89",
    "1e-99",
    "-1e-99",
    "9.5",
    "69",
    "70",
    "0.5",
    "3",
)
"""Numbers at whose size something overflows, or just does not."""


@pytest.mark.first
@pytest.mark.parametrize("count", [100, pytest.param(1_500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["+", "×", "÷", "Cy,x", "Py,x", "x!", "TAN", "of a quotient"])
def test_what_cannot_overflow_does_not(name: str, count: int) -> None:
    """With one operand of each kind of range, and any other: at the largest and the smallest numbers."""
    chance, found = Random(name), 0
    x, y = input_of("x"), input_of("y")
    for _ in range(count):
        facts, limit = Knowledge(), chance.choice((1, 9, 10, 69, 70, 10**9))
        for one in (x, y):
            if chance.random() < 0.5:
                facts = facts.and_(at_least(one, chance.choice((0, 1, -limit))), at_most(one, limit))
        operation = name
        operands: tuple[Term, ...] = (x, y)
        if name == "of a quotient":
            operation, operands = "×", (y, laws.compute("INT", laws.divide(x, y)))
        elif name == "x!":
            operands = (x,)
        elif name == "TAN":
            operands = (constant(drawn_extreme(chance, limit)), input_of("angle", OTHER))
        condition = laws.overflows(operation, *operands)
        if facts.truth(condition) is not False:
            continue
        state = State.fresh(Model.HP11C)
        state.angle = chance.choice(list(AngleMode))
        state.stack[:2] = [drawn_extreme(chance, limit), drawn_extreme(chance, limit)]
        if all(evaluate(one, state) for one in facts.conditions):
            with suppress(CalculatorError, TypeError):  # the quotient fails, or overflows before
                assert not evaluate(condition, state), (operation, state.stack[:2], facts.conditions)
                found += 1
    assert 50 * found > count


def drawn_extreme(chance: Random, limit: int) -> Number:
    """A number at a limit, or the largest or smallest one."""
    extreme = Number.of(chance.choice(EXTREMES))
    within = chance.choice((limit, -limit, 1, 0))
    return chance.choice((extreme, Number.of(within), Number.of(chance.randint(-limit, limit))))


def test_a_tangent_at_a_right_angle_may_overflow() -> None:
    angle = input_of("angle", OTHER)
    assert Knowledge().truth(laws.overflows("TAN", number(3), angle)) is False
    assert Knowledge().truth(laws.overflows("TAN", number(90), angle)) is None


def test_a_remainder_keeps_its_range_in_its_normal_form() -> None:
    x, two = input_of("x"), number(2)
    whole = laws.compute("INT", laws.compute("ABS", x))
    rest = laws.add(whole, laws.negate(laws.multiply(two, laws.compute("INT", laws.divide(whole, two)))))
    known = Knowledge().and_(at_least(x, 1), at_most(x, 100))
    assert known.normal(rest) is not rest
    assert known.range(known.normal(rest)) == Range(0, 1, True)


def test_a_square_is_not_negative() -> None:
    x, y = input_of("x"), input_of("y")
    apart = laws.add(x, laws.negate(y))
    assert Knowledge().range(laws.multiply(apart, apart)) == Range(0, None)
    assert Knowledge().range(laws.multiply(apart, x)) == Range(None, None)
    contradicted = Knowledge((laws.no(laws.below(number(0), laws.multiply(apart, apart))),))
    assert contradicted.and_(laws.no(laws.equal(laws.multiply(apart, apart), number(0)))).contradicted


@pytest.mark.parametrize("sign", [1, -1])
def test_a_limit_is_kept_when_the_sign_of_a_number_is_learned_after_it(sign: int) -> None:
    x, three = input_of("x"), number(3)
    whole = laws.compute("INT", laws.compute("ABS", x))
    rest = laws.add(whole, laws.negate(laws.multiply(three, laws.compute("INT", laws.divide(whole, three)))))
    known = Knowledge().and_(at_least(rest, 0), at_most(rest, 2))
    known = known.and_(at_least(x, 1) if sign > 0 else at_most(x, -1))
    assert known.truth(laws.at_least(laws.whole("magnitude", rest), constant(20))) is False
    assert known.truth(laws.at_least(laws.whole("magnitude", x), constant(20))) is None


@pytest.mark.parametrize(("row", "one"), [("ISG", 1), ("DSE", -1)])
def test_a_whole_number_of_any_size_counts_by_1(row: str, one: int) -> None:
    count = input_of("count")
    following = laws.add(count, number(one))
    assert Knowledge((whole_condition(count),)).equal(term(row, count), following)
    assert not Knowledge((at_least(count, 1),)).equal(term(row, count), following)
    for size in ("0", "7", "-1", "9999999999", "-9999999999", "1e10", "-1e10", "9.999999999e10", "1e99"):
        after = next_count(Number.of(size), downwards=row == "DSE")[0]
        assert constant(after) is laws.add(constant(Number.of(size)), number(one))


@pytest.mark.parametrize("apart", [0, 9])
def test_a_counter_has_a_goal_that_is_not_known(apart: int) -> None:
    count, goal = input_of("count"), input_of("goal")
    ranges = (whole_condition(count), whole_condition(goal), at_least(count, 1), at_most(count, 99))
    known = Knowledge((*ranges, at_least(goal, 1), at_most(goal, 99)))
    made = laws.add(laws.divide(goal, number(1000)), laws.add(count, number(apart)))
    assert known.equal(laws.compute("INT", made), laws.add(count, number(apart)))
    following = laws.add(laws.divide(goal, number(1000)), laws.add(count, number(apart + 1)))
    assert known.equal(term("ISG", made), following)
    too_large = Knowledge((*ranges, at_least(goal, 1)))
    assert not too_large.equal(term("ISG", made), following)


@pytest.mark.parametrize(("value", "safe"), [("1e10", True), ("9.999999999e87", True), ("6e89", False)])
def test_a_known_number_that_is_lost_in_a_large_one_does_not_overflow(value: str, safe: bool) -> None:
    condition = laws.overflows("+", input_of("x"), constant(Number.of(value)))
    assert Knowledge().truth(condition) is (False if safe else None)


def test_a_remainder_by_a_power_of_ten_is_whole_where_the_quotient_is_a_product() -> None:
    given = input_of("n", NUMBER)
    quotient = laws.divide(given, constant(Number.of(10)))
    known = Knowledge((whole_condition(given), at_least(given, 0), at_most(given, 10**6)))
    digit = laws.multiply(laws.compute("FRAC", quotient), constant(Number.of(10)))
    held = known.range(digit)
    assert (held.low, held.high, held.whole) == (0, 9, True)
    assert not Knowledge((at_least(given, 0),)).range(digit).whole


@pytest.mark.parametrize(("most", "both_ways"), [("1e99", True), ("2e99", False)])
def test_a_remainder_of_nothing_says_that_a_quotient_is_whole(most: str, both_ways: bool) -> None:
    """The quotient by a larger number may be so small that it counts as 0, which is whole."""
    n, d = input_of("n"), input_of("d")
    above = laws.no(laws.below(constant(Number.of(most)), d))
    known = Knowledge(
        (whole_condition(n), at_least(n, 2), at_most(n, 200), above, whole_condition(d), at_least(d, 2))
    )
    quotient = laws.divide(n, d)
    rest = laws.add(n, laws.negate(laws.multiply(d, laws.compute("INT", quotient))))
    nothing, whole = laws.equal(rest, number(0)), whole_condition(quotient)
    assert known.truth(whole) is None
    assert known.and_(nothing).truth(whole) is (True if both_ways else None)
    assert known.and_(laws.no(nothing)).truth(whole) is (False if both_ways else None)


@pytest.mark.parametrize(("least", "known_of"), [(1, False), (0, None)])
def test_a_difference_with_a_number_of_1_or_more_is_0_where_both_are_equal(
    least: int, known_of: bool | None
) -> None:
    """1.5E-99 - 1E-99 is too small for a number, and counts as 0."""
    n, x = input_of("n"), input_of("x")
    nothing = laws.equal(laws.compute("ABS", laws.add(x, laws.negate(n))), NOUGHT)
    known = Knowledge((at_least(n, least), laws.no(laws.equal(x, n))))
    assert known.truth(nothing) is known_of


@pytest.mark.parametrize("power", ["10", "1000", "1e10"])
def test_a_quotient_by_a_larger_power_of_ten_has_no_integer_part(power: str) -> None:
    """The laws make a product of it, because only digits move."""
    n, by = input_of("n"), constant(Number.of(power))
    quotient = laws.compute("INT", laws.divide(n, by))
    whole = Knowledge((whole_condition(n), at_least(n, -3), at_most(n, 9)))
    assert whole.normal(quotient) is constant(Number.of("0"))
    larger = Knowledge((whole_condition(n), at_least(n, -3), at_most(n, int(float(power)))))
    assert larger.normal(quotient) is not constant(Number.of("0"))
    assert Knowledge((at_least(n, 0), at_most(n, 9))).normal(quotient) is constant(Number.of("0"))


def test_sums_of_sums_take_as_many_steps_as_there_are_terms() -> None:
    """As in a Fibonacci number: written out, the last one of these is a sum of millions."""
    one, other = (input_of(name) for name in "xy")
    facts = [condition for each in (one, other) for condition in (whole_condition(each), at_most(each, 9))]
    facts += [at_least(each, 0) for each in (one, other)]
    for _ in range(40):
        one, other = other, laws.add(one, other)
    knowledge = Knowledge(facts, Work())
    linear = knowledge.linear(other)
    assert [factor for _, factor in linear.factors] in ([165580141, 102334155], [102334155, 165580141])
    assert knowledge.work.done < 1000


FRACTIONS = ("0", "1", "2", "-1", "0.5", "0.45", "-0.45", "0.001", "1.5", "1e10", "1.2e12", "-3e11")


def drawn_comparison(chance: Random) -> Term:
    """A comparison of names and constants, some with a fraction and some beyond ten digits."""
    sides = [
        input_of(chance.choice(NAMES), NUMBER)
        if chance.random() < 0.6
        else constant(Number.of(chance.choice(FRACTIONS)))
        for _ in range(2)
    ]
    made = chance.choice((laws.below, laws.below, laws.equal))(*sides)
    return laws.no(made) if chance.random() < 0.5 else made


@pytest.mark.parametrize("count", counts(300, 6_000))
def test_conclusions_from_limits_with_fractions_hold(count: int) -> None:
    """Chains of comparisons decide others and say which number a name is."""
    chance, concluded = Random(32), 0
    for _ in range(count):
        drawn = [drawn_comparison(chance) for _ in range(chance.randrange(2, 7))]
        facts = Knowledge().and_(*drawn)
        asked = [drawn_comparison(chance) for _ in range(6)]
        truths = [facts.truth(one) for one in asked]
        names = [input_of(name, NUMBER) for name in NAMES]
        simpler = [facts.normal(one) for one in names]
        for _ in range(40):
            state = State.fresh(Model.HP15C)
            state.stack[:3] = [Number.of(chance.choice(FRACTIONS)) for _ in NAMES]
            if not all(evaluate(one, state) for one in drawn):
                continue
            assert not facts.contradicted, (drawn, state.stack[:3])
            for one, truth in zip(asked, truths, strict=True):
                concluded += truth is not None
                assert truth is None or evaluate(one, state) is truth, (str(one), drawn, state.stack[:3])
            for one, other in zip(names, simpler, strict=True):
                assert evaluate(one, state) == evaluate(other, state), (str(one), drawn)
    assert concluded > 5 * count


def test_a_fraction_is_between_the_constants_of_all_comparisons() -> None:
    x, y = input_of("x", NUMBER), input_of("y", NUMBER)
    half, less = constant(Number.of("0.5")), constant(Number.of("0.45"))
    facts = Knowledge().and_(laws.no(laws.below(less, x)))
    assert facts.truth(laws.below(half, x)) is False
    assert facts.truth(laws.below(x, less)) is None
    assert facts.and_(laws.below(y, x)).truth(laws.below(y, half)) is True
    assert facts.and_(laws.below(half, x)).contradicted
    assert facts.and_(laws.no(laws.below(x, less))).normal(x) is less
    assert Knowledge().and_(laws.equal(x, half)).normal(laws.add(x, y)) is laws.add(half, y)


def _remainder(of: Term, by: int) -> Term:
    quotient = laws.compute("INT", laws.divide(of, number(by)))
    return laws.add(of, laws.negate(laws.multiply(quotient, number(by))))


def test_an_address_and_an_overflow_do_not_depend_on_the_sign_of_the_only_number_in_them() -> None:
    x, y = input_of("x", NUMBER), input_of("y", NUMBER)
    size = laws.compute("ABS", x)
    known = Knowledge()

    def same(one: Term, other: Term) -> tuple[bool, bool]:
        addresses = known.equal(laws.whole("magnitude", one), laws.whole("magnitude", other))
        conditions = (laws.overflows("+", part, laws.multiply(part, TWO)) for part in (one, other))
        return addresses, known.equal(*conditions)

    assert same(_remainder(laws.compute("INT", x), 2), _remainder(laws.compute("INT", size), 2)) == (
        True,
        True,
    )
    quotient = laws.compute("INT", laws.divide(x, y))
    assert same(_remainder(quotient, 2), _remainder(laws.compute("ABS", quotient), 2)) == (True, True)
    assert same(laws.multiply(laws.compute("FRAC", x), number(7)), laws.compute("FRAC", size)) == (
        False,
        False,
    )
    assert same(laws.add(x, number(1)), laws.add(size, number(1))) == (False, False)
    assert same(laws.add(x, y), laws.add(size, y)) == (False, False)
    assert same(laws.divide(number(2), x), laws.divide(number(2), laws.add(x, y))) == (False, False)


@pytest.mark.parametrize("sign", [1, -1, 0])
def test_conditions_given_at_once_are_known_in_each_order(sign: int) -> None:
    x = input_of("x", NUMBER)
    fits, too_large = (
        laws.overflows("×", number(6), laws.compute("INT", laws.divide(one, number(6))))
        for one in (laws.compute("ABS", x), x)
    )
    signed = {1: [at_least(x, 0)], -1: [at_most(x, 0)], 0: [laws.below(number(-9), x)]}[sign]
    size = laws.below(laws.compute("ABS", x), input_of("y", NUMBER))
    one = {1: x, -1: laws.negate(x), 0: x}[sign]
    for facts in ([laws.no(fits), size, *signed], [*signed, size, laws.no(fits)]):
        known = Knowledge(facts)
        assert known.truth(too_large) is False
        assert known.truth(laws.below(one, input_of("y", NUMBER))) is (True if sign else None)
        assert not known.contradicted
    assert Knowledge([laws.no(laws.below(one, input_of("y", NUMBER))), size, *signed]).contradicted


def test_an_overflow_of_a_difference_is_followed_where_a_comparison_tells_its_sign() -> None:
    x, y = input_of("x"), input_of("y")
    facts = Knowledge((laws.below(x, y),))
    one, other = (laws.multiply(laws.add(a, laws.negate(b)), number(7)) for a, b in ((x, y), (y, x)))
    both = [laws.overflows("×", part, number(9)) for part in (one, other)]
    assert facts.normal(both[0]) is facts.normal(both[1])
    assert facts.and_(both[0]).truth(both[1]) is True


def test_an_address_is_as_limited_as_the_number_whose_sign_it_does_not_need() -> None:
    half, third = (laws.compute("INT", laws.divide(input_of("x", NUMBER), number(by))) for by in (2, 3))
    known = Knowledge((at_least(half, -4), at_most(half, 5)))
    address, other = (known.range(known.normal(laws.whole("magnitude", one))) for one in (half, third))
    assert (address.low, address.high) == (0, 5)
    assert other.high is None
    below = Knowledge((at_least(half, -4), at_most(half, -1)))
    held = below.range(below.normal(laws.whole("magnitude", half)))
    assert (held.low, held.high) == (1, 4)


@pytest.mark.parametrize(
    ("by", "factor", "more", "wanted"),
    [(3, 3, 1, (1, 3)), (3, -3, 1, (-3, -1)), (3, 2, 1, (-5, 4)), (4, 3, 0, (-11, 4))],
)
def test_a_sum_with_a_remainder_in_it_has_its_range(
    by: int, factor: int, more: int, wanted: tuple[int, int]
) -> None:
    """a − b × INT(a ÷ b) and a constant. INT is known to be 0 to 3, or 0 to 4."""
    z = input_of("z", NUMBER)
    known = Knowledge((whole_condition(z), at_least(z, 1), at_most(z, 4)))
    quotient = laws.compute("INT", laws.divide(laws.add(z, number(-more)), number(by)))
    sign = 1 if factor > 0 else -1
    found = laws.add(laws.multiply(z, number(sign)), laws.multiply(quotient, number(-factor)))
    held = known.range(found)
    assert (held.low, held.high) == wanted


@pytest.mark.parametrize("count", counts(400, 4_000))
def test_the_whole_part_of_a_quotient_follows_from_limits(count: int) -> None:
    """The calculator's results at the last numbers within two limits."""
    chance, single, x = Random(33), 0, input_of("x")
    for _ in range(count):
        size = Number.of(chance.choice(("10", "0.5", "7", "9.5", "1e-3", "25", "3.333333333")))
        shift = Number.of(f"{chance.randrange(-200, 200)}e{chance.choice((0, 0, -1, 5))}")
        low = Number.of(chance.randrange(-9, 30)) * size - shift
        high = low + size
        whole = laws.compute("INT", laws.divide(laws.add(x, constant(shift)), constant(size)))
        limits = laws.no(laws.below(x, constant(low))), laws.below(x, constant(high))
        facts = Knowledge().and_(*limits)
        held = facts.range(whole)
        single += held.low is not None and held.low == held.high
        for value in (low, low + size / Number.of(3), high - size / Number.of(10**6)):
            drawn = [value, *(value + Number.of(f"{far}e{value.exponent - 9}") for far in (0, 1, -1))]
            drawn += [high - Number.of(f"{far}e{high.exponent - 10}") for far in (1, 10)]
            for one in drawn:
                state = State.fresh(Model.HP15C)
                state.stack[0] = one
                if all(evaluate(limit, state) for limit in limits):
                    found = evaluate(whole, state)
                    assert held.low is None or Number.of(held.low) <= found, (facts.conditions, one)
                    assert held.high is None or found <= Number.of(held.high), (facts.conditions, one)
    assert 10 * single > count


@pytest.mark.parametrize(("most", "wanted"), [(200, (-15, 15)), (0, (-1, 1)), (10**9, (-31_623, 31_623))])
def test_a_number_with_a_small_square_is_small(most: int, wanted: tuple[int, int]) -> None:
    x = input_of("x", NUMBER)
    known = Knowledge((at_most(laws.multiply(x, x), most),))
    held = known.range(x)
    assert (held.low, held.high) == wanted
    assert Knowledge((at_least(laws.multiply(x, x), most),)).range(x) == Range(None, None)


def test_the_size_of_a_difference_is_the_difference_that_a_comparison_says() -> None:
    x, y = input_of("x", NUMBER), input_of("y", NUMBER)
    difference = laws.add(x, laws.negate(y))
    size = laws.compute("ABS", difference)
    assert Knowledge().and_(laws.below(y, x)).normal(size) is difference
    assert Knowledge().and_(laws.no(laws.below(x, y))).normal(size) is difference
    assert Knowledge().and_(laws.below(x, y)).normal(size) is laws.negate(difference)
    assert Knowledge().normal(size) is size
    assert Knowledge().and_(laws.below(NOUGHT, x)).normal(size) is size


@pytest.mark.parametrize("limit", [constant(Number.of("0.5")), input_of("c", NUMBER)])
def test_a_comparison_of_a_size_is_known_by_those_on_both_sides(limit: Term) -> None:
    x = input_of("x", NUMBER)
    size, negative = laws.compute("ABS", x), laws.negate(limit)
    small, large = laws.below(size, limit), laws.below(limit, size)
    for conditions, is_small, is_large in (
        ([laws.below(x, limit), laws.below(negative, x)], True, None),
        ([laws.below(x, limit)], None, None),
        ([laws.no(laws.below(x, limit))], False, None),
        ([laws.no(laws.below(negative, x))], False, None),
        ([laws.below(limit, x)], None, True),
        ([laws.below(x, negative)], None, True),
        ([laws.no(laws.below(limit, x)), laws.no(laws.below(x, negative))], None, False),
    ):
        known = Knowledge().and_(*conditions)
        if is_small is not None:
            assert known.truth(small) is is_small
        if is_large is not None:
            assert known.truth(large) is is_large
    assert Knowledge().truth(small) is Knowledge().truth(large) is None
    assert Knowledge().and_(laws.below(x, limit)).truth(small) is None
    assert Knowledge().and_(laws.no(laws.below(limit, x))).truth(large) is None


def test_the_sign_of_sums_of_sums_takes_as_many_steps_as_there_are_terms() -> None:
    one, other = input_of("x"), laws.multiply(input_of("x"), number(3))
    for _ in range(120):  # a, b = b, a + b
        one, other = other, laws.add(one, other)
    facts = Knowledge((laws.below(input_of("x"), NOUGHT),))
    overflow = laws.overflows("×", laws.multiply(other, number(7)), number(9))
    assert facts.truth(overflow) is None


def test_a_range_and_a_constant_with_a_fraction_are_compared() -> None:
    x = input_of("x")
    square, small = laws.multiply(x, x), constant(Number.of("-0.0025"))
    assert Knowledge().truth(laws.below(square, small)) is False
    assert Knowledge().truth(laws.below(small, square)) is True
    assert Knowledge().truth(laws.equal(square, small)) is False
    assert Knowledge().truth(laws.below(NOUGHT, square)) is None


@pytest.mark.parametrize(("facts", "whole"), [("whole", True), ("not whole", False), ("below 0", False)])
def test_the_factorial_of_a_whole_number_from_0_on_is_whole(facts: str, whole: bool) -> None:
    x = input_of("x")
    known = Knowledge() if facts == "not whole" else Knowledge().and_(whole_condition(x))
    known = known.and_(at_least(x, -1 if facts == "below 0" else 0))
    found = known.range(laws.compute("x!", x))
    assert found.whole == whole
    assert found.above(0) == whole
    assert all(laws.compute("x!", number(n)).number.is_integer for n in range(71))


def test_a_size_is_a_number_where_it_is_known_on_both_sides() -> None:
    x, nine = input_of("x", NUMBER), number(-9)
    seven, eleven = (laws.equal(x, number(one)) for one in (7, 11))
    away = laws.equal(laws.compute("ABS", laws.add(x, nine)), TWO)
    assert Knowledge([seven]).truth(away) is True
    assert Knowledge([eleven]).truth(away) is True
    assert Knowledge([laws.no(seven), laws.no(eleven)]).truth(away) is False
    assert Knowledge([laws.no(seven)]).truth(away) is None
    one, three = (laws.equal(x, number(each)) for each in (1, 3))
    rounded = laws.equal(laws.compute("ABS", laws.add(x, number(-2))), number(1))
    assert Knowledge([laws.no(one), laws.no(three)]).truth(rounded) is None, "0.9999999999 is 1 away, rounded"


@pytest.mark.parametrize(
    ("times", "least", "known"), [("1e10", 1, True), ("1e9", 1, None), ("1e10", 0, None)]
)
def test_a_product_with_more_than_ten_digits_is_above_all_numbers_with_fewer(
    times: str, least: int, known: bool | None
) -> None:
    x, y = input_of("x"), input_of("y")
    large = laws.multiply(constant(Number.of(times)), x)
    facts = Knowledge().and_(whole_condition(x), at_least(x, least), at_most(x, 6), at_most(y, 9_999_999_999))
    assert facts.truth(laws.below(y, large)) is known
    assert facts.truth(laws.equal(y, large)) is (None if known is None else False)
    assert facts.truth(laws.below(laws.negate(large), laws.negate(y))) is known
    held = facts.range(large)
    assert held.low is not None
    assert Number.of(held.low) <= laws.multiply(constant(Number.of(times)), number(least)).number


@pytest.mark.parametrize(
    ("least", "most", "wanted"),
    [(0, 1, (0, 1)), (-3, 9, (0, 3)), (4, 10, (2, 4)), (9, 9, (3, 3)), (None, None, (0, None))],
)
def test_a_square_root_lies_between_those_of_the_limits(
    least: int | None, most: int | None, wanted: tuple[int, int | None]
) -> None:
    x, known = input_of("x"), Knowledge()
    known = known if least is None else known.and_(at_least(x, least))
    known = known if most is None else known.and_(at_most(x, most))
    assert known.range(laws.compute("√x", x))[:2] == wanted
