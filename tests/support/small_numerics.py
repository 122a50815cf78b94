"""A slow twin of SOLVE, the integral and the LU form, written from MATH 22 to 24. It shares no code.

Functions under SOLVE and the integral are Python functions of a user number. User numbers are working numbers
with three zero digits after, as in `small_functions`.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.support.small_functions import (
    ONE,
    ZERO,
    W,
    Wrong,
    add,
    below_zero,
    div,
    mag,
    mul,
    neg,
    norm,
    pack,
    pk,
    r10,
    sub,
    w,
)

Function = Callable[[W], W]
Grid = list[list[W]]
MOST = 400


class Endless(Exception):
    """More evaluations than a test waits for."""


class Root(Exception):
    """End A of 22.5."""


def solve(function: Function, g1: W, g2: W) -> tuple[list[W], str, W, W, W]:
    """22: the abscissas, the kind of end, X, Y and Z."""
    seen: list[W] = []

    def f(x: W) -> W:
        if len(seen) == MOST:
            raise Endless
        seen.append(x)
        value = function(x)
        if value[2] == 0:
            raise Root
        return value

    try:
        kind, x, y, z = _solve(f, g1, g2)
    except Root:
        return seen, "A", seen[-1], seen[-1], ZERO
    return seen, kind, x, y, z


def _solve(f: Function, g1: W, g2: W) -> tuple[str, W, W, W]:
    x1 = g1
    if g1 == g2:
        if g1[2] == 0:
            x1 = w("0.0000001")
        else:
            digits = list(f"{g1[2]:013d}")
            digits[6] = "8" if digits[6] == "9" else str(int(digits[6]) + 1)
            x1 = (g1[0], g1[1], int("".join(digits)))
    b, fb = x1, f(x1)
    x, fx = g2, f(g2)
    p, fp, credit = g2, ZERO, 3
    while fx[0] == fb[0]:
        extrapolate = True
        d = sub(mag(fb), mag(fx))
        if d[2] and not d[0]:
            if fp[2]:
                credit = min(credit + 1, 3)
            p, fp, b, fb = b, fb, x, fx
        elif fp[2] == 0:
            fp = fx
        else:
            extrapolate = False
            if credit == 0:
                return "C", b, p, fb
            credit -= 1
            d1 = sub(x, b)
            s1 = div(sub(fx, fb), d1)
            s0 = div(sub(fp, fb), sub(p, b))
            c2 = div(sub(s1, s0), sub(x, p))
            m = sub(d1, div(s1, c2)) if c2[2] else d1
            p = pk(add(mul(w("0.5"), m), b))
            if p == b:
                p = pk(add(mul(w("0.5"), d1), b))
                if p == b:
                    return "C", b, x, fb
            if p == x:
                return "C", b, p, fb
            fp, x = ZERO, p
        if extrapolate:
            n, e, t = mul(fb, w("1.000000001")), sub(fp, fb), w("100")
            if r10(e)[2]:
                q = pk(div(n, e))
                if below_zero(sub(q, w("100"))):
                    t = q
            dx = sub(b, p)
            xn = add(mul(t, dx), b)
            k = w("0.9999999999") if below_zero(dx) != below_zero(xn) else w("1.000000001")
            x = pk(mul(xn, k))
            if x == b:
                x = pk(add(dx, b))
                if x == b:
                    return "C", b, p, fb
        fx = f(x)
    p, fp, fake = b, fb, False
    while True:
        b, fb = x, fx
        dx = sub(b, p)
        r = sub(div(fp, fb), w("1.000000001"))
        x = pk(add(r10(div(dx, r)), b))
        if x == b:
            x = _neighbour(b, p)
            if x == p:
                return "B", b, p, fb
        fx = fp if x == p and not fake else f(x)
        if fx[0] != fb[0]:
            p, fp, fake = b, fb, False
            continue
        u = mul(sub(p, x), sub(div(fb, fx), ONE))
        g = r10(sub(pk(div(u, sub(x, b))), ONE))
        if below_zero(sub(g, w("0.001"))):
            g = mag(g)
            fp = pk(mul(div(add(g, w("0.001")), add(g, ONE)), neg(fx)))
        elif below_zero(sub(g, w("1000"))):
            fp = pk(mul(g, neg(fx)))
        else:
            fp = pk(mul(w("-1000"), fx))
        fake = True


def _neighbour(b: W, p: W) -> W:
    """One unit of the tenth digit from b towards p."""
    up = below_zero(sub(b, p))
    if b[2] == 0:
        return (0 if up else 1, -99, 10**12)
    units = b[2] // 1000 * (-1 if b[0] else 1)
    if abs(units) == 10**9 and up == bool(b[0]):
        return pk((b[0], b[1] - 1, 9999999999000))
    units += 1 if up else -1
    return pk(norm(1 if units < 0 else 0, b[1], abs(units) * 1000))


def uncertainty(f: W, kind: str, n: int) -> W:
    """23.1."""
    ef = f[1] if f[2] else -99
    k = ef - (n + 1)
    if kind == "FIX":
        k = ef - 10 if 0 <= n - 9 + ef <= 99 else -(n + 1)
    return 0, k, 5 * 10**12


def whole(n: int) -> W:
    return norm(1 if n < 0 else 0, 12, abs(n))


def integrate(function: Function, a: W, b: W, kind: str, n: int) -> tuple[list[W], W, W, bool]:
    """23: the abscissas, X, Y and whether one of these overflowed."""
    seen: list[W] = []

    def f(x: W) -> W:
        if len(seen) == MOST:
            raise Endless
        seen.append(pk(x))
        return function(pk(x))

    length = sub(b, a)
    if length[2] == 0:
        return seen, ZERO, ZERO, False
    half, quarter = w("0.5"), w("0.25")
    hi = f(r10(add(mul(half, length), a)))
    delta, lo, size, lev = uncertainty(hi, kind, n), ZERO, 2, 0
    table = [ZERO] * 7
    while True:
        total = bound = ZERO
        big = whole(size)
        for j in range(1, size, 2):
            small = whole(j)
            v = div(sub(big, small), big)
            v = r10(mul(v, v))
            c = r10(mul(div(mul(add(add(big, big), small), v), big), quarter))
            d = r10(mul(length, c))
            f1 = f(r10(add(a, d)))
            f2 = f(r10(sub(b, d)))
            q = div(small, big)
            weight = mul(sub(mul(q, q), ONE), w("-1.5"))
            both = r10(add(uncertainty(f1, kind, n), uncertainty(f2, kind, n)))
            bound = r10(add(mul(weight, both), bound))
            total = add(mul(add(f1, f2), weight), total)
        n2 = r10(whole(-size * size))
        change = add(sub(div(delta, n2), delta), r10(div(bound, big)))
        delta = r10(add(mul(half, change), delta))
        change = add(add(sub(div(total, big), hi), table[0]), div(add(hi, table[0]), n2))
        m = add(mul(half, change), hi)
        size *= 2
        q = r10(sub(mul(whole(size), whole(size)), ONE))
        delta = r10(add(div(delta, q), delta))
        m = add(div(m, q), m)
        new = r10(m)
        lo, step, hi = r10(sub(m, new)), r10(sub(new, hi)), new
        limit, full = min(lev, 6), lev >= 6
        s7 = s8 = True
        k = ZERO
        p = 0
        done = False
        while p <= limit:
            if s7:
                s7 = False
            else:
                s8 = False
            k = r10(add(mul(w("4"), k), w("3")))
            e = r10(add(sub(lo, table[p]), step))
            three = mul(w("3"), delta)
            three = (0, three[1], three[2] - three[2] % 1000)
            if below_zero(sub(three, mag(e))):
                s7, s8 = False, True
                s7 = p == limit or below_zero(sub(div(mul(sub(table[p + 1], table[p]), k), e), w("2")))
            table[p] = lo
            lo = r10(add(div(e, k), lo))
            if not s8:
                done = True
                break
            p += 1
        if done:
            break
        if not full:
            table[p] = lo
        lev = min(lev + 1, 9)
    integral = r10(mul(length, add(lo, hi)))
    spread = mul(mag(length), delta)
    if integral[2]:
        spread = add(spread, (0, integral[1] - 10, 5 * 10**12))
    (x, x_over), (y, y_over) = pack(integral), pack(r10(spread))
    return seen, x, y, x_over or y_over


def inner(pairs: list[tuple[W, W]]) -> W:
    """24."""
    total = ZERO
    for first, second in pairs:
        total = add(mul(first, second), total)
    return total


def decompose(matrix: Grid) -> tuple[Grid, list[int]]:
    """24.2: the LU form, and the pivot rows from 1."""
    a = [row[:] for row in matrix]
    n = len(a)
    pivots = []
    for j in range(n):
        found = [row[j][1] for row in a if row[j][2]]
        e = max(found) if found else -89
        if j:
            for i in range(1, n):
                known = inner([(a[i][k], a[k][j]) for k in range(min(i, j))])
                a[i][j] = pk(sub(a[i][j], known))
        p = j
        for i in range(j + 1, n):
            if below_zero(r10(sub(mag(a[p][j]), mag(a[i][j])))):
                p = i
        a[p], a[j] = a[j], a[p]
        if a[j][j][2] == 0 and n > 1:
            a[j][j] = pk((0, e - 10, 10**12))
        for i in range(j + 1, n):
            a[i][j] = pk(div(a[i][j], a[j][j]))
        pivots.append(p + 1)
    return a, pivots


def determinant(lu: Grid, pivots: list[int]) -> W:
    """24.3."""
    d = ONE
    for i, p in enumerate(pivots):
        if p != i + 1:
            d = neg(d)
        d = mul(d, lu[i][i])
    return pk(d)


def divide(lu: Grid, pivots: list[int], y: Grid) -> Grid:
    """24.4."""
    n = len(lu)
    if n == 1 and lu[0][0][2] == 0:
        raise Wrong(0)
    c = [row[:] for row in y]
    for k, p in enumerate(pivots):
        c[k], c[p - 1] = c[p - 1], c[k]
    for i in range(1, n):
        for q in range(len(c[0])):
            c[i][q] = pk(sub(c[i][q], inner([(lu[i][k], c[k][q]) for k in range(i)])))
    for i in range(n - 1, -1, -1):
        for q in range(len(c[0])):
            known = inner([(lu[i][k], c[k][q]) for k in range(i + 1, n)])
            c[i][q] = pk(div(sub(c[i][q], known), lu[i][i]))
    return c


def invert(lu: Grid, pivots: list[int]) -> Grid:
    """24.5."""
    n = len(lu)
    if n == 1 and lu[0][0][2] == 0:
        raise Wrong(0)
    a = [row[:] for row in lu]
    for j in range(n - 1):
        for i in range(j + 1, n):
            a[i][j] = neg(pk(add(a[i][j], inner([(a[i][k], a[k][j]) for k in range(j + 1, i)]))))
    for j in range(n - 1, -1, -1):
        a[j][j] = pk(div(ONE, a[j][j]))
        for i in range(j - 1, -1, -1):
            a[i][j] = pk(div(inner([(a[i][k], a[k][j]) for k in range(i + 1, j + 1)]), neg(a[i][i])))
    for i in range(n):
        for j in range(n - 1):
            start = a[i][j] if i <= j else ZERO
            a[i][j] = pk(add(start, inner([(a[i][k], a[k][j]) for k in range(max(i, j + 1), n)])))
    for k in range(n - 1, -1, -1):
        p = pivots[k] - 1
        for row in a:
            row[k], row[p] = row[p], row[k]
    return a
