import pytest
from hypothesis import given
from hypothesis import strategies as st

from hp15c.functions.random_numbers import as_number, next_seed, seed_of
from hp15c.numbers.number import Number
from tests.support.arbitrary import numbers
from tests.support.records import records


@pytest.mark.parametrize("category", ["ran", "11c-ran"])
def test_draws_agree_with_the_records(category):
    assert records(category)
    for record in records(category):
        seed = 0 if record["seed"] is None else seed_of(Number.of(record["seed"]))
        for draw in record["draws"]:
            seed = next_seed(seed)
            assert as_number(seed) == Number.of(draw), record["id"]
        if "recalled_seed" in record:
            assert as_number(seed) == Number.of(record["recalled_seed"]), record["id"]


@pytest.mark.parametrize(
    ("x", "seed"),
    [
        ("5764", 5_764_000_000),
        ("57.64", 5_764_000_000),
        ("-0.5764", 5_764_000_000),
        ("1e50", 1_000_000_000),
        ("1.23e-9", 12),
        ("1e-12", 0),
        ("0", 0),
    ],
)
def test_seed_of(x, seed):
    assert seed_of(Number.of(x)) == seed


@given(st.integers(0, 10**10 - 1))
def test_a_seed_is_the_number_behind_the_point(seed):
    assert as_number(seed).decimal.scaleb(10) == seed
    assert seed_of(as_number(seed)) == seed


@given(numbers())
def test_seeds_are_in_range(x):
    assert 0 <= seed_of(x) < 10**10
    assert 0 <= next_seed(seed_of(x)) < 10**10
