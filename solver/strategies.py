"""Strategies: the ranking of a guess by the partition that it makes of the secrets still possible.

A guess splits a region, the secrets that gave the same answers so far, into parts, one a score. A strategy
ranks by the sizes of the parts alone:

- `knuth`: smallest largest part (D. E. Knuth, The computer as Master Mind, 1976)
- `most-parts`: most parts (B. Kooi, Yet another Mastermind strategy, 2005)
- `expected-size`: smallest expected size of the part that remains, so smallest sum of n squared (R. W.
  Irving, 1978)
- `entropy`: most information, so smallest sum of n log n, so smallest product of n to the n (E. Neuwirth,
  1982)
- `first-consistent`, `random-consistent`: the first, or any, code that is still possible. No ranking
- `module:name`: one's own, see `solver.own_strategies`

Two sets of rules break ties. `published`: a code that is still possible, then the lowest.
`obvious-first`: knuth compares the whole lists of parts, largest first, without the part of the secret
guessed. For the other strategies a possible code counts as a little better: 1 less than the sum of n
squared, a quarter of the product of n to the n, or half a part more. Then comes the lowest code. Under both
rules a guess ranks first that tells all members of the region apart and is a member itself.

All ranks are exact: when logarithms are too close to tell, products are compared by the exponents of
their primes.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, total_ordering
from math import log2

from solver.errors import StrategyError
from solver.own_strategies import is_own, key_of, load

KNUTH = "knuth"
MOST_PARTS = "most-parts"
EXPECTED_SIZE = "expected-size"
ENTROPY = "entropy"
FIRST_CONSISTENT = "first-consistent"
RANDOM_CONSISTENT = "random-consistent"

PUBLISHED = "published"
OBVIOUS_FIRST = "obvious-first"
RULES = (PUBLISHED, OBVIOUS_FIRST)

NEAR = 1e-13
"""The relative difference below which sums of n log n are compared exactly.

The error of 54 terms is at most 1e-14.
"""

Rank = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Strategy:
    """How a strategy ranks a guess: by its largest part, or by the sum of the weights of all its parts.

    `weight` is the weight of a part by its size, a whole number. Sums stay below 2**53. With `products` it is
    n log2 n, and sums are compared exactly, as products of n to the n. `possible` is the bonus that is
    subtracted for a possible code under `obvious-first`.
    """

    name: str
    weight: Callable[[int], float] | None = None
    possible: float = 0.0
    products: bool = False

    def weights(self, largest: int) -> array[float]:
        """The weights of parts of 0 to `largest` codes. Empty where the largest part ranks."""
        sizes = range(1, largest + 1)
        if self.products:
            return array("d", [0.0, *(n * log2(n) for n in sizes)])
        return array("d", [0.0, *map(self.weight, sizes)] if self.weight else ())

    def cost(self, parts: Sequence[int]) -> object:
        """The cost that the strategy makes small, from the sizes of all parts."""
        if self.weight is None:
            return max(parts)
        return Product(parts) if self.products else sum(map(self.weight, parts))


def check(strategy: str, rules: str) -> None:
    """Raise StrategyError unless both names are known."""
    if is_own(strategy):
        load(strategy)
    elif strategy not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        raise StrategyError(f'unknown strategy "{strategy}": there are {known}, and your own as module:name')
    if rules not in RULES:
        raise StrategyError(f'unknown rules "{rules}": there are {", ".join(RULES)}')


def rank(strategy: str, rules: str, parts: Sequence[int], possible: bool) -> Rank:
    """The rank of a guess with these sizes of parts. None is 0, and a possible guess itself is a part of 1.

    Lower is better. Only ranks of the same region, strategy and rules may be compared. Of equal ranks the
    lowest code is taken.
    """
    if is_own(strategy):
        key = key_of(strategy)(tuple(sorted(parts, reverse=True)), possible)
        return (key, not possible) if rules == PUBLISHED else (key,)
    row = ROWS[strategy]
    if rules == PUBLISHED:
        return (row.cost(parts), not possible)
    if row.weight is None:
        return tuple(sorted(parts, reverse=True)[: len(parts) - possible])
    if row.products:
        return (Product(parts if possible else [*parts, 2]),)
    return (sum(map(row.weight, parts)) - row.possible * possible,)


@total_ordering
class Product:
    """The product of n to the n over some part sizes, compared exactly without being multiplied out.

    Under `obvious-first` an impossible guess counts with one more part of 2, so with four times the product.
    """

    __slots__ = ("log", "parts")

    def __init__(self, parts: Sequence[int]) -> None:
        self.parts = parts
        self.log = sum(map(_n_log_n, parts))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Product) and compare_products(self.parts, other.parts) == 0

    def __lt__(self, other: Product) -> bool:
        if abs(self.log - other.log) > NEAR * (self.log + other.log):
            return self.log < other.log
        return compare_products(self.parts, other.parts) < 0

    def __hash__(self) -> int:
        return hash(tuple(sorted(_prime_exponents(Counter(self.parts)).items())))


@cache
def _n_log_n(n: int) -> float:
    return n * log2(n)


ROWS = {
    row.name: row
    for row in (
        Strategy(KNUTH),
        Strategy(MOST_PARTS, lambda size: -1, 0.5),
        Strategy(EXPECTED_SIZE, lambda size: size * size, 1.0),
        Strategy(ENTROPY, _n_log_n, 2.0, products=True),
    )
}
"""The strategies that rank. One more row is one more strategy, on every tier."""
RANKING = tuple(ROWS)
STRATEGIES = (*RANKING, FIRST_CONSISTENT, RANDOM_CONSISTENT)


def compare_products(left: Sequence[int], right: Sequence[int]) -> int:
    """-1, 0 or 1 when the product of n to the n over `left` is below, equal to or above that over `right`."""
    if sorted(left) == sorted(right):
        return 0
    surplus = Counter(left)
    surplus.subtract(right)
    exponents = _prime_exponents(surplus)
    if not exponents:
        return 0
    logs = [exponent * log2(prime) for prime, exponent in exponents.items()]
    if abs(sum(logs)) > NEAR * sum(map(abs, logs)):
        return 1 if sum(logs) > 0 else -1
    return _sign(exponents)


def _sign(exponents: dict[int, int]) -> int:
    """1 or -1: whether the product of these powers of primes is above or below 1.

    Logarithms are computed to more and more digits. It ends, since different primes to exponents that are
    not 0 never make 1.
    """
    from decimal import Context, Decimal

    digits = 40
    while True:
        context = Context(prec=digits)
        logs = [context.multiply(context.ln(Decimal(prime)), Decimal(n)) for prime, n in exponents.items()]
        total = Context(prec=2 * digits)
        log, weight = Decimal(0), Decimal(0)
        for term in logs:
            log, weight = total.add(log, term), total.add(weight, total.abs(term))
        if total.abs(log) > total.scaleb(weight, 2 - digits):
            return 1 if log > 0 else -1
        digits *= 2


def _prime_exponents(parts: Counter[int]) -> dict[int, int]:
    """The exponents, none 0, of the primes in the product of n to the n, each n as often as counted."""
    exponents: Counter[int] = Counter()
    for n, times in parts.items():
        if times:
            for prime in _primes(n):
                exponents[prime] += times * n
    return {prime: exponent for prime, exponent in exponents.items() if exponent}


def _primes(n: int) -> list[int]:
    """The prime factors of n, each as often as it divides."""
    factors = []
    divisor = 2
    while divisor * divisor <= n:
        while n % divisor == 0:
            factors.append(divisor)
            n //= divisor
        divisor += 1
    return [*factors, n] if n > 1 else factors


def draw(state: int, count: int) -> int:
    """The number, from 0, of the possible code that random-consistent takes of `count`, on every tier."""
    return state % count


def mix(state: int, value: int) -> int:
    """The state of random-consistent after `value`: a step of splitmix64 (G. L. Steele and others, 2014)."""
    mask = 0xFFFFFFFFFFFFFFFF
    z = (state + 0x9E3779B97F4A7C15 * (value + 1)) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return z ^ (z >> 31)
