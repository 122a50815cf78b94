"""What the programs of the shelf have to say, computed by other means than theirs.

Numbers are doubles, which have six digits more than the calculator, or exact fractions. A class stands for a
program. Its methods are the entry points, with the arguments as they are typed. They return what must be in
the levels of the stack, X last. An entry point that stops and goes on is a generator: it yields what is shown
up to a stop, and is sent what is typed there.
"""

from __future__ import annotations

import cmath
import datetime
import inspect
import math
import statistics
from collections.abc import Callable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import repeat
from typing import Any

import numpy as np

Dialogue = Iterator[list[float]]


def zero_of(f: Callable[[float], float], low: float, high: float) -> float:
    """Where a function changes its sign, by bisection to the last digit of a double."""
    rising = f(high) > 0
    while low < (middle := (low + high) / 2) < high:
        if (f(middle) > 0) is rising:
            high = middle
        else:
            low = middle
    return middle


def pair(roots: list[complex]) -> tuple[float, float, float]:
    """Two roots as the programs leave them: half the difference squared, then Y and X."""
    first, second = sorted(roots, key=lambda z: (round(abs(z), 9), z.real, z.imag))
    inside = ((first - second) / 2) ** 2
    if inside.real < 0:
        return inside.real, abs(first.imag), first.real
    return inside.real, first.real, second.real


class Quadratic:
    def gsb_a(self, a: float, b: float, c: float) -> tuple[float, ...]:
        inside, y, x = pair([complex(z) for z in np.roots([a, b, c])])
        return 4 * a * a * inside, y, x


class Cubic:
    def gsb_a(self, a: float, b: float, c: float) -> tuple[float, ...]:
        """A real root first. It is the one that Newton's method meets from outside: see `outside`."""
        roots = [complex(z) for z in np.roots([1, a, b, c])]
        one = min(roots, key=lambda z: (round(abs(z.imag), 6), self.outside(a, b, c) * -z.real))
        roots.remove(one)
        return one.real, *pair(roots)

    @staticmethod
    def outside(a: float, b: float, c: float) -> int:
        """1 where the largest real root is met, and -1 where the smallest: by the sign at the bend."""
        bend = -a / 3
        return -1 if ((bend + a) * bend + b) * bend + c > 0 else 1


class TimeValueOfMoney:
    """The equation of the five values summed up payment by payment, and solved by bisection."""

    @staticmethod
    def balance(n: float, i: float, pv: float, pmt: float, fv: float, begin: float) -> float:
        rate = i / 100
        worth = n if rate == 0 else -math.expm1(-n * math.log1p(rate)) / rate
        return pv + pmt * (1 + rate * begin) * worth + fv * math.exp(-n * math.log1p(rate))

    def gsb_a(self, n: float, *rest: float) -> tuple[float, ...]:
        return (zero_of(lambda n: self.balance(n, *rest), 0, 5000),)

    def gsb_b(self, n: float, i: float, *rest: float) -> tuple[float, ...]:
        return (zero_of(lambda i: self.balance(n, i, *rest), 1e-6, 100),)

    def gsb_c(self, n: float, i: float, pv: float, *rest: float) -> tuple[float, ...]:
        return (zero_of(lambda pv: self.balance(n, i, pv, *rest), -1e9, 1e9),)

    def gsb_d(self, n: float, i: float, pv: float, pmt: float, *rest: float) -> tuple[float, ...]:
        return (zero_of(lambda pmt: self.balance(n, i, pv, pmt, *rest), -1e9, 1e9),)

    def gsb_e(self, n: float, i: float, pv: float, pmt: float, fv: float, begin: float) -> tuple[float, ...]:
        return (zero_of(lambda fv: self.balance(n, i, pv, pmt, fv, begin), -1e9, 1e9),)


class Amortization:
    def gsb_b(self, percent: str, balance: str, payment: str) -> tuple[Decimal, ...]:
        self.percent, self.left, self.payment = Decimal(percent), Decimal(balance), Decimal(payment)
        return (self.payment,)

    def gsb_a(self, count: str) -> tuple[Decimal, ...]:
        interest, principal = Decimal(0), Decimal(0)
        for _ in range(int(count)):
            share = (self.left * self.percent / 100).quantize(Decimal("0.01"), ROUND_HALF_UP)
            interest += share
            principal += self.payment - share
            self.left -= self.payment - share
        return interest, principal, self.left


class InterestRates:
    def gsb_a(self, nominal: float, periods: float) -> tuple[float, ...]:
        return (100 * math.expm1(periods * math.log1p(nominal / 100 / periods)),)

    def gsb_b(self, effective: float, periods: float) -> tuple[float, ...]:
        return (zero_of(lambda rate: self.gsb_a(rate, periods)[0] - effective, 0, 1000),)

    def gsb_c(self, nominal: float) -> tuple[float, ...]:
        return (100 * math.expm1(nominal / 100),)

    def gsb_d(self, effective: float) -> tuple[float, ...]:
        return (100 * math.log1p(effective / 100),)


class NormalDistribution:
    def gsb_a(self, x: float) -> tuple[float, ...]:
        return math.erfc(x / math.sqrt(2)) / 2, math.erfc(-x / math.sqrt(2)) / 2

    def gsb_b(self, probability: float) -> tuple[float, ...]:
        return (statistics.NormalDist().inv_cdf(probability),)


class DiscreteDistributions:
    def gsb_a(self, trials: float, success: str, k: float) -> tuple[float, ...]:
        p = Fraction(success)
        chances = [math.comb(int(trials), m) * p**m * (1 - p) ** (int(trials) - m) for m in range(int(k) + 1)]
        return float(chances[-1]), float(sum(chances))

    def gsb_b(self, mean: float, k: float) -> tuple[float, ...]:
        chances = [math.exp(-mean) * mean**m / math.factorial(m) for m in range(int(k) + 1)]
        return chances[-1], math.fsum(chances)


class CurveFits:
    """numpy's fit of a line through the points, whose logarithms are taken first."""

    def begin(self, x: bool, y: bool) -> tuple[float, ...]:
        self.logarithms, self.points = (x, y), []
        return (0.0,)

    def gsb_b(self) -> tuple[float, ...]:
        return self.begin(False, False)

    def gsb_c(self) -> tuple[float, ...]:
        return self.begin(False, True)

    def gsb_d(self) -> tuple[float, ...]:
        return self.begin(True, False)

    def gsb_e(self) -> tuple[float, ...]:
        return self.begin(True, True)

    def gsb_a(self, x: float, y: float) -> tuple[float, ...]:
        self.points.append((x, y))
        return (float(len(self.points)),)

    def gsb_0(self) -> tuple[float, ...]:
        xs, ys = (
            [math.log(one) if taken else one for one in column]
            for taken, column in zip(self.logarithms, zip(*self.points, strict=True), strict=True)
        )
        self.slope, height = np.polyfit(xs, ys, 1)
        self.height = math.exp(height) if self.logarithms[1] else height
        return self.height, self.slope, statistics.correlation(xs, ys) ** 2

    def gsb_1(self, x: float) -> tuple[float, ...]:
        x = math.log(x) if self.logarithms[0] else x
        if self.logarithms[1]:
            return (self.height * math.exp(self.slope * x),)
        return (self.height + self.slope * x,)


class ParabolaFit:
    def gsb_e(self) -> tuple[float, ...]:
        self.points: list[tuple[float, float]] = []
        return ()

    gsb_a = CurveFits.gsb_a

    def gsb_b(self) -> tuple[float, ...]:
        self.fit = np.polyfit(*np.array(self.points).T, 2)
        return tuple(self.fit)

    def gsb_c(self, x: float) -> tuple[float, ...]:
        return (float(np.polyval(self.fit, x)),)


class ListStatistics:
    def gsb_e(self) -> tuple[float, ...]:
        self.numbers: list[float] = []
        return ()

    def gsb_a(self, x: float) -> tuple[float, ...]:
        self.numbers.append(x)
        return (float(len(self.numbers)),)

    def gsb_b(self) -> tuple[float, ...]:
        return (statistics.median(self.numbers),)

    def gsb_c(self) -> tuple[float, ...]:
        return statistics.fmean(self.numbers), statistics.stdev(self.numbers)

    def gsb_d(self) -> tuple[float, ...]:
        return min(self.numbers), max(self.numbers)

    def gsb_0(self) -> Dialogue:
        yield [*sorted(self.numbers), float(len(self.numbers))]


class PolynomialRoots:
    """The roots that numpy finds. The program may find their pairs in any order: the nearest pair counts."""

    def gsb_a(self, degree: float) -> Dialogue:
        self.coefficients = []
        for k in range(int(degree) + 1):
            self.coefficients.append((yield [float(k)]))
        yield [degree]


class BaseConversion:
    def gsb_a(self, n: float, base: float) -> tuple[float, ...]:
        digits, rest = "", int(n)
        while rest:
            rest, digit = divmod(rest, int(base))
            digits = (f"{digit:02}" if base > 10 else str(digit)) + digits
        return (float(digits or "0"),)

    def gsb_b(self, digits: float, base: float) -> tuple[float, ...]:
        if base <= 10:
            return (float(int(str(int(digits)), int(base))),)
        text = f"{int(digits):010}"
        return (float(sum(int(text[k : k + 2]) * int(base) ** (4 - k // 2) for k in range(0, 10, 2))),)


class ModularPower:
    def gsb_a(self, b: float, e: float, m: float) -> tuple[float, ...]:
        return (float(pow(int(b), int(e), int(m))),)


class Bezout:
    def gsb_a(self, a: float, b: float) -> tuple[float, ...]:
        """The u next to 0 of those that solve it, by trying."""
        whole = math.gcd(int(a), int(b))
        fits = [u for u in range(-int(b), int(b) + 1) if (whole - u * a) % b == 0]
        u = min(fits, key=abs)
        return float(u), (whole - u * a) / b, float(whole)


class NextPrime:
    def gsb_a(self, n: float) -> tuple[float, ...]:
        m = int(n) + 1
        while m < 2 or any(m % d == 0 for d in range(2, math.isqrt(m) + 1)):
            m += 1
        return (float(m),)


class Romberg:
    def gsb_a(self, a: float, b: float) -> tuple[float, ...]:
        return (math.sqrt(math.pi) / 2 * (math.erf(b) - math.erf(a)),)

    def gsb_e(self, x: float) -> tuple[float, ...]:
        return (math.exp(-x * x),)


class Simpson:
    def gsb_a(self, a: float, b: float, n: float) -> tuple[float, ...]:
        """Two thirds of the midpoint rule and a third of the trapezoidal rule, with double width."""
        xs = np.linspace(a, b, int(n) + 1)
        ys = np.sin(xs) / xs
        width = 2 * (b - a) / n
        trapezoids = width * (ys[:-1:2].sum() + ys[2::2].sum()) / 2
        return (float(2 / 3 * width * ys[1::2].sum() + trapezoids / 3),)


class RungeKutta:
    """For y' = x + y a step multiplies y + x + 1 by the series of exp(h) up to h⁴."""

    def gsb_a(self, x: float, y: float, h: float) -> tuple[float, ...]:
        self.x, self.y, self.h = x, y, h
        return (y,)

    def gsb_b(self, n: float) -> tuple[float, ...]:
        growth = sum(self.h**k / math.factorial(k) for k in range(5))
        above = (self.y + self.x + 1) * growth**n
        self.x += n * self.h
        self.y = above - self.x - 1
        return self.x, self.y


class Interpolation:
    gsb_e = ParabolaFit.gsb_e
    gsb_a = CurveFits.gsb_a

    def gsb_b(self, x: float) -> tuple[float, ...]:
        xs, ys = np.array(self.points).T
        return (float(np.polyval(np.linalg.solve(np.vander(xs), ys), x)),)


class GreatCircle:
    def gsb_a(self, *places: str) -> tuple[float, ...]:
        """The angle between two arrows from the centre of the Earth, and the arrow to the other place."""
        phi, lam, psi, mu = (self.angle(one) for one in places)
        here, there = (
            np.array([math.cos(north) * math.cos(east), math.cos(north) * math.sin(east), math.sin(north)])
            for north, east in ((phi, lam), (psi, mu))
        )
        east = np.array([-math.sin(lam), math.cos(lam), 0])
        north = np.cross(here, east)
        course = math.degrees(math.atan2(there @ east, there @ north)) % 360
        return course, 60 * math.degrees(math.atan2(np.linalg.norm(np.cross(here, there)), here @ there))

    @staticmethod
    def angle(text: str) -> float:
        sign = -1 if text.startswith("-") else 1
        whole, _, part = text.lstrip("-").partition(".")
        part = part.ljust(4, "0")
        seconds = Fraction(int(part[2:]), 10 ** (len(part) - 4))
        return sign * math.radians(int(whole or 0) + Fraction(int(part[:2]), 60) + seconds / 3600)


class PolygonArea:
    def gsb_a(self, x: float, y: float) -> tuple[float, ...]:
        self.corners = [complex(x, y)]
        return (y,)

    def gsb_b(self, x: float, y: float) -> tuple[float, ...]:
        self.corners.append(complex(x, y))
        return (abs(self.corners[-1] - self.corners[-2]),)

    def gsb_c(self) -> tuple[float, ...]:
        nexts = [*self.corners[1:], self.corners[0]]
        sides = zip(self.corners, nexts, strict=True)
        area = sum((one.conjugate() * other).imag for one, other in sides) / 2
        return sum(abs(b - a) for a, b in zip(self.corners, nexts, strict=True)), area


class CircleThroughPoints:
    def gsb_a(self, *given: float) -> tuple[float, ...]:
        """The x and y for which x² + y² + p x + q y + r = 0 at the three points."""
        points = np.array(given).reshape(3, 2)
        p, q, r = np.linalg.solve(np.column_stack([points, np.ones(3)]), -(points**2).sum(axis=1))
        return -p / 2, -q / 2, math.sqrt(p * p / 4 + q * q / 4 - r)


class Coordinates:
    """Points are complex numbers. A turn is a product."""

    def gsb_a(self, x: float, y: float, angle: float) -> tuple[float, ...]:
        self.origin, self.turn = complex(x, y), cmath.exp(1j * math.radians(angle))
        return (y,)

    def gsb_b(self, x: float, y: float) -> tuple[float, ...]:
        point = (complex(x, y) - self.origin) / self.turn
        return point.real, point.imag

    def gsb_c(self, x: float, y: float) -> tuple[float, ...]:
        point = self.origin + complex(x, y) * self.turn
        return point.real, point.imag


class Dates:
    @staticmethod
    def date(text: str) -> datetime.date:
        month, _, rest = text.partition(".")
        rest = rest.ljust(6, "0")
        return datetime.date(int(rest[2:6]), int(month), int(rest[:2]))

    def gsb_a(self, first: str, second: str) -> tuple[float, ...]:
        return (float((self.date(second) - self.date(first)).days),)

    def gsb_b(self, date: str, days: float) -> tuple[float, ...]:
        then = self.date(date) + datetime.timedelta(int(days))
        return (float(f"{then.month}.{then.day:02}{then.year:04}"),)

    def gsb_c(self, date: str) -> tuple[float, ...]:
        return (float(self.date(date).isoweekday() % 7),)


class Easter:
    def gsb_a(self, year: float) -> tuple[float, ...]:
        """The Sunday after the full moon of the church (Clavius's table of epacts, as Knuth tells it in The
        Art of Computer Programming, 1.3.2, exercise 14).
        """
        y = int(year)
        golden, century = y % 19 + 1, y // 100 + 1
        leap, moon = 3 * century // 4 - 12, (8 * century + 5) // 25 - 5
        sunday = 5 * y // 4 - leap - 10
        epact = (11 * golden + 20 + moon - leap) % 30
        epact += epact == 24 or (epact == 25 and golden > 11)
        full = 44 - epact
        full += 30 if full < 21 else 0
        full += 7 - (sunday + full) % 7
        return (4 + (full - 31) / 100 if full > 31 else 3 + full / 100,)


class LunarLander:
    """Steps of a second with the mean of the speeds, and the speed at the ground from the energy."""

    def gsb_a(self) -> Dialogue:
        height, speed, fuel = Fraction(500), Fraction(-50), Fraction(60)
        while True:
            burn = min(max(Fraction((yield [float(speed), float(height)])), Fraction(0)), fuel)
            fuel -= burn
            faster = speed + burn - 5
            lower = height + (speed + faster) / 2
            if lower <= 0:
                yield [math.sqrt(speed**2 + 2 * (5 - burn) * height)]
                return
            height, speed = lower, faster


class Nim:
    """The winning move is looked for in all games that can follow."""

    def gsb_b(self, most: float) -> tuple[float, ...]:
        self.most = int(most)
        return (most,)

    def gsb_a(self, matches: float) -> Dialogue:
        left, most, told = int(matches), self.most, []
        while True:
            taken = yield [*told, float(left)]
            told = []
            if taken not in range(1, min(most, left) + 1):
                continue
            left -= int(taken)
            if left == 0:
                yield [1.0]
                return
            moves = range(1, min(most, left) + 1)
            move = next((one for one in moves if not self.wins(left - one, most)), 1)
            left -= move
            told = [float(move)]
            if left == 0:
                yield [*told, -1.0]
                return

    @staticmethod
    def wins(left: int, most: int) -> bool:
        """Whether who has the move wins."""
        won = [False]
        for pile in range(1, left + 1):
            won.append(any(not won[pile - one] for one in range(1, min(most, pile) + 1)))
        return won[left]


class Treasure:
    def gsb_c(self, column: float, row: float) -> tuple[float, ...]:
        self.place, self.guesses = complex(column, row), 0
        return (0.0,)

    def gsb_b(self, column: float, row: float) -> tuple[float, ...]:
        self.guesses += 1
        return self.guesses, abs(complex(column, row) - self.place)


class LinearEquations:
    def gsb_a(self, n: float) -> Dialogue:
        size = int(n)
        self.table = np.zeros((size, size + 1))
        for row in range(size):
            for column in range(size + 1):
                self.table[row, column] = yield [row + 1 + (column + 1) / 10]
        yield [n]

    def gsb_b(self) -> Dialogue:
        found = np.linalg.solve(self.table[:, :-1], self.table[:, -1])
        for one in found:
            yield [float(one)]
        yield [float(len(found))]

    def gsb_c(self) -> tuple[float, ...]:
        return (float(np.linalg.det(self.table[:, :-1])),)


def truth_of(name: str) -> Any:
    """The class of a program, by its file's name. None where there is none."""
    made = globals().get("".join(part.title() for part in name.split("_")))
    return made() if made else None


def expected(truth: Any, sequence: list[Any]) -> list[tuple[float, ...]]:
    """What the rows of an example have to show, in turn, on one and the same memory."""
    told: list[tuple[float, ...]] = []
    dialogue: Dialogue | None = None
    for row in sequence:
        if len(row) == 2:
            *typed, last = row[0].removeprefix("GSB ").replace(" GSB ", " ").split()
            if last == "R/S":
                assert dialogue is not None
                told.append(tuple(dialogue.send(float(typed[0]) if typed else 0.0)))
                continue
            dialogue = getattr(truth, method(last))(*map(float, typed[:1]))
            told.append(tuple(next(dialogue)))
        else:
            act = getattr(truth, method(row[0]))
            given = [
                one if kind is str else float(one) for one, kind in zip(row[1], kinds(act), strict=False)
            ]
            told.append(tuple(act(*given)))
    return told


def kinds(act: Callable[..., Any]) -> Iterator[type]:
    """How each argument is given: as it is written, or as a double."""
    for one in inspect.signature(act, eval_str=True).parameters.values():
        yield from repeat(one.annotation, 99 if one.kind is one.VAR_POSITIONAL else 1)


def method(label: str) -> str:
    """The method of an entry point."""
    return f"gsb_{label.lower()}"
