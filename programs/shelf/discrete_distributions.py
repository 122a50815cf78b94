"""Binomial and Poisson distribution.

A: number of trials, probability of success in one, k. B: mean, k. Result: the probability of exactly k
successes (A) or events (B) in Y, and of at most k in X.

Test: FIX 6 10 ENTER .5 ENTER 3 GSB A shows 0.171875
Test: FIX 6 2.5 ENTER 4 GSB B shows 0.891178
"""

from generator.language import exp, program


@program("A")
def binomial(trials, success, k):
    failure = 1 - success
    term = failure**trials
    total = term
    for made in range(1, k + 1):
        term *= (trials - made + 1) / made * success / failure
        total += term
    return term, total


@program("B")
def poisson(mean, k):
    term = exp(-mean)
    total = term
    for event in range(1, k + 1):
        term *= mean / event
        total += term
    return term, total


EXAMPLES = (
    ("A", ("10", "0.5", "3"), ("0.1171875", "0.171875")),
    ("A", ("20", "0.1", "0"), ("0.1215766546", "0.1215766546")),
    ("A", ("50", "0.25", "12"), ("0.129367609", "0.5109861737")),
    ("A", ("6", "0.9", "6"), ("0.531441", "1")),
    ("B", ("2.5", "4"), ("0.1336018858", "0.8911780189")),
    ("B", ("0.5", "0"), ("0.6065306597", "0.6065306597")),
    ("B", ("12", "15"), ("0.07239112015", "0.8444156525")),
)

TOLERANCE = 1e-08
