"""A slow twin of the functions, written from MATH 0 to 11 and MATH 20, 21. It shares no code.

A working number is (sign, exponent, mantissa) with sign 1 for minus, as MATH 0.1 has it. A user number the
same with three zero digits after. `Wrong` is Error 0, its argument the number of the Error.
"""

from __future__ import annotations

from collections.abc import Callable

W = tuple[int, int, int]
C = tuple[W, W]

ZERO: W = (0, 0, 0)
ONE: W = (0, 0, 10**12)
PI_4 = 7853981633975
PI_2 = 1570796326795
LN_10 = 2302585092994
L = (
    6931471805600,
    9531017980433,
    9950330853168,
    9995003330835,
    9999500033331,
    9999950000333,
    9999995000003,
)
T = (
    0,
    9966865249116,
    9999666686665,
    9999996666669,
    9999999966667,
    9999999999667,
    9999999999997,
)
INFINITE: W = (0, 100, 9999999999000)


class Wrong(Exception):
    """An Error. Its number is the argument."""


def w(text: str) -> W:
    """A constant from its decimal digits."""
    sign, text = (1, text[1:]) if text[0] == "-" else (0, text)
    whole, _, fraction = text.partition(".")
    return norm(sign, 12 - len(fraction), int(whole + fraction))


def norm(s: int, e: int, m: int) -> W:
    """0.2."""
    while m >= 10**13:
        m, e = m // 10, e + 1
    if m == 0:
        return ZERO
    while m < 10**12:
        m, e = m * 10, e - 1
    return s, e, m


def r10(x: W) -> W:
    """0.3."""
    s, e, m = x
    m = (m + 500) // 1000 * 1000
    return (s, e + 1, 10**12) if m == 10**13 else (s, e, m) if m else ZERO


def pack(x: W) -> tuple[W, bool]:
    """0.4: the delivered number, and whether it overflowed."""
    s, e, m = r10(x)
    if m == 0 or e < -99:
        return ZERO, False
    return ((s, 99, 9999999999000), True) if e > 99 else ((s, e, m), False)


def pk(x: W) -> W:
    """20.1."""
    return pack(x)[0]


def neg(x: W) -> W:
    return (1 - x[0], x[1], x[2]) if x[2] else ZERO


def mag(x: W) -> W:
    return 0, x[1], x[2]


def below_zero(x: W) -> bool:
    return x[0] == 1 and x[2] != 0


def add(x: W, y: W) -> W:
    """1.1."""
    if x[2] == 0 or y[2] == 0:
        return norm(*(x if x[2] else y))
    big, small = (x, y) if x[1:] >= y[1:] else (y, x)
    d = big[1] - small[1]
    if x[0] == y[0]:
        return norm(big[0], big[1], big[2] + (0 if d >= 13 else small[2] // 10**d))
    if d == 0:
        return norm(big[0], big[1], big[2] - small[2])
    cut = 0 if d - 1 >= 13 else (small[2] + 10 ** (d - 1) - 1) // 10 ** (d - 1)
    return norm(big[0], big[1] - 1, 10 * big[2] - cut)


def sub(x: W, y: W) -> W:
    return add(x, neg(y))


def mul(x: W, y: W) -> W:
    """1.2."""
    return norm(x[0] ^ y[0], x[1] + y[1], x[2] * y[2] // 10**12)


def divm(a: int, b: int, e: int) -> W:
    """1.3."""
    if a < b:
        a, e = 10 * a, e - 1
    return (0, e, a * 10**12 // b) if a else ZERO


def div(x: W, y: W) -> W:
    """1.3."""
    if y[2] // 1000 == 0:
        raise Wrong(0)
    if x[2] == 0:
        return ZERO
    _, e, m = divm(x[2], y[2], x[1] - y[1])
    return x[0] ^ y[0], e, m


def sqrt(x: W) -> W:
    """1.4, digit by digit."""
    if below_zero(x):
        raise Wrong(0)
    if x[2] == 0:
        return ZERO
    a = 5 * x[2] if x[1] % 2 else 5 * x[2] // 10
    res = 0
    for p in range(12, -1, -1):
        t = res + 5 * 10 ** (p - 1) if p else res
        while a >= t:
            a, t, res = a - t, t + 10**p, res + 10**p
        a *= 10
    return 0, x[1] // 2, res


def h(t: W) -> W:
    """2: the root of t² + 1, which is |t| for huge t, and 1 for tiny t."""
    if t[2] == 0 or t[1] <= -100:
        return ONE
    return mag(t) if t[1] >= 100 else sqrt(add(mul(t, t), ONE))


def reduce(x: W, mode: str) -> tuple[W, int, bool]:
    """3.1 with the addition of 20.2: phi, q and the octant flag of |x|."""
    _, e, m = x
    if mode == "RAD":
        if e <= -2 or m == 0:
            return mag(x), 0, False
        q, u = 0, m
        if e >= 0:
            r = m * 10**e % 6283185307180
            q, r = r // PI_2, r % PI_2
            u = 10 * r
        flag = u >= PI_4
        return norm(0, -1, 15707963267950 - u if flag else u), q, flag
    if mode == "GRD":
        m -= m // 10
    if e <= 0:
        angle, q, flag = norm(0, e, m), 0, False
    else:
        if e == 1:
            m -= m % 10
        turn = 360 * 10**12
        a = m * 10**e % turn
        q, a = a // (90 * 10**12), a % (90 * 10**12)
        flag = a >= 45 * 10**12
        angle = norm(0, 0, 90 * 10**12 - a if flag else a)
    return mul(div((0, angle[1] - 2, angle[2]) if angle[2] else ZERO, w("0.9")), (0, 0, PI_2)), q, flag


def core(phi: W) -> tuple[W, W]:
    """3.3: tangent and cotangent."""
    _, e, m = phi
    if m == 0:
        return ZERO, INFINITE
    if e <= -8:
        return phi, div(ONE, phi)
    first = 1 if e >= -2 else -1 - e
    a = 10 * m if e == -1 else m
    n = [0] * 7
    for j in range(first, 7):
        n[j], a = a // T[j], 10 * (a % T[j])
    y, x, j = a // 100, 10**12, 6
    while True:
        for _ in range(n[j]):
            y, x = y + x, x - y // 10 ** (2 * j)
        if not any(n[:j]):
            break
        y, j = y // 10, j - 1
    x -= 1
    return divm(y, x, -j), INFINITE if y < 1000 else divm(x, y, j)


def trigonometric(which: str, x: W, mode: str) -> W:
    """3.2."""
    phi, q, flag = reduce(x, mode)
    tan, cot = core(phi)
    sine = div(ONE, h(cot)) if phi[2] else ZERO
    cosine = div(ONE, h(tan))
    if flag:
        sine, cosine, tan, cot = cosine, sine, cot, tan
    if which == "TAN":
        value = (tan, neg(cot), tan, neg(cot))[q]
        if mag(value) == INFINITE:
            return INFINITE
        return neg(value) if x[0] else value
    if which == "COS":
        return (cosine, neg(sine), neg(cosine), sine)[q]
    value = (sine, cosine, neg(sine), neg(cosine))[q]
    return neg(value) if x[0] else value


def arc_core(v: W) -> W:
    """4.1."""
    _, e, m = v
    if e <= -7:
        return v
    y, x, n = m, 10**12, [0] * 7
    for j in range(-e, 7):
        while y >= x:
            y, x, n[j] = y - x, x + y // 10 ** (2 * j), n[j] + 1
        y *= 10
    a, j = y * 10**12 // x, 6
    while True:
        a = (a + n[j] * T[j]) // 10
        if not any(n[:j]):
            return norm(0, -j, a)
        j -= 1


def arc(v: W, k: bool, p: bool, minus: bool, mode: str) -> W:
    """4.2 from step 2 on. `v` is None's place for an angle of 0: v = 0."""
    if v[2] == 0:
        t = ZERO
    elif v == ONE:
        t = (0, -1, PI_4)
    elif v[1] >= 0:
        v, k = div(ONE, v), not k
        t = (0, -1, PI_4) if v[1] == 0 else arc_core(v)
    else:
        t = arc_core(v)
    if k:
        t = sub((0, 0, PI_2), t)
    if p:
        t = add(t, (0, 0, PI_2))
    if mode != "RAD" and t[2]:
        t = div((t[0], t[1] + 2, t[2]), (0, 0, PI_2))
        if mode == "DEG":
            t = mul(t, w("0.9"))
    return neg(t) if minus else t


def arc_of(which: str, x: W, mode: str) -> W:
    """4.2."""
    minus = below_zero(x)
    if which == "ATAN":
        return arc(mag(x), False, False, minus, mode)
    k, p = which == "ACOS" and not minus, which == "ACOS" and minus
    minus = which == "ASIN" and minus
    if mag(x) == ONE:
        return arc(ZERO, not k, p, minus, mode)
    if x[2] == 0:
        return arc(ZERO, k, p, minus, mode)
    if x[1] >= 0:
        raise Wrong(0)
    v = div(mag(x), sqrt(mag(mul(sub(x, ONE), add(x, ONE)))))
    return arc(v, k, p, minus, mode)


def correction(r: int, k: int) -> tuple[int, int]:
    """5.1, Q."""
    c = 5 * r
    for _ in range(-k):
        c //= 10
        if c == 0:
            return r, k
    _, e, m = divm(r, 10**13 - c, k + 1)
    return m, e


def finish(a: int, k: int, minus: int) -> W:
    """Step 6 of 5.2."""
    if a >= 10**13:
        a //= 10
    else:
        k -= 1
    return norm(minus, k, a)


def loop(a: int, first: int, tens: int, minus: int) -> W:
    """5.2, G."""
    n = [0] * 7
    for j in range(first, 7):
        while (t := a + a // 10**j - 10**13) >= 0:
            a, n[j] = t, n[j] + 1
        a *= 10
    a, k = a // 10, -7
    if tens == 0:
        a, k = correction(a, k)
    for j in range(6, -1, -1):
        a, k = a + n[j] * L[j], k + 1
        if tens == 0 and not any(n[:j]):
            return finish(a, k, minus)
        if j:
            a //= 10
    a = (a + a % 10) // 10
    if not minus:
        a = LN_10 - a
    while True:
        tens, digit = divmod(tens, 10)
        a, k = a + digit * LN_10, k + 1
        if tens == 0:
            return finish(a, k, minus)
        a //= 10


def ln_less(v: W, minus: int) -> W:
    """5.3, LNW."""
    if v[2] == 0:
        return ZERO
    if v[1] <= -8:
        a, k = correction(v[2], v[1])
        return finish(a, k + 1, minus)
    return loop(v[2], -v[1] - 1, 0, minus)


def ln(v: W) -> W:
    """5.3."""
    s, e, m = v
    if m == 0 or s:
        raise Wrong(0)
    if e > 0:
        return loop(10**13 - m, 0, e, 0)
    if e < 0:
        return loop(10**13 - m, 0, -e - 1, 1)
    if m == 10**12:
        return ZERO
    _, k, a = norm(0, 0, m - 10**12)
    return ln_less(divm(a, m, k), 0)


def over_one_more(e: int, m: int) -> W:
    """V1 of 5.5."""
    a = m
    for _ in range(-e):
        a //= 10
        if a == 0:
            return 0, e, m
    return divm(m, 10**12 + a, e)


def ln1p(v: W) -> W:
    """5.5."""
    if v[2] == 0 or v[1] >= -1:
        return ln(add(v, ONE))
    return ln_less(mag(v), 1) if v[0] else ln_less(over_one_more(v[1], v[2]), 0)


def expc(s: int, e: int, m: int, less_one: bool = False) -> tuple[W, W]:
    """6.1."""
    if m == 0:
        return ONE, ZERO
    if e < 0 and m >= 10**13:
        m, e = m // 10, e + 1
    tens, n = 0, [0] * 7
    if e >= 0:
        scaled = m * 10 ** min(e, 6)
        if e > 6 or scaled // LN_10 >= 200:
            value = (0, -200 if s else 199, 9999999999999)
            return value, sub(value, ONE)
        tens, a, first = scaled // LN_10, 10 * (scaled % LN_10), 0
    else:
        a, first = m, -e - 1
    for j in range(first, 7):
        n[j], a = a // L[j], a % L[j]
        if j < 6:
            a *= 10
    k = -7 if first < 7 else e
    if less_one:
        a, k = correction(a, k)
    for j in range(6, -1, -1):
        if tens == 0 and not any(n[: j + 1]):
            break
        for _ in range(n[j]):
            a += a // 10**j + 10**13
        k, a = k + 1, a // 10
    else:
        value = norm(0, tens, a + 10**12)
        value = div(ONE, value) if s else value
        return value, sub(value, ONE)
    if a == 0:
        return ONE, ZERO
    small = neg(over_one_more(k, a)) if s else (0, k, a)
    return add(small, ONE), norm(*small)


def exp(x: W) -> W:
    return expc(*x)[0]


def exp_product(a: W, b: W) -> W:
    """6.3."""
    return expc(a[0] ^ b[0], a[1] + b[1], a[2] * b[2] // 10**12)[0]


def power(y: W, x: W) -> W:
    """6.4."""
    if y[2] == 0:
        if x[2] and not x[0]:
            return ZERO
        raise Wrong(0)
    if not y[0]:
        return exp_product(ln(y), x)
    odd = False
    if x[2]:
        if x[1] < 0 or (x[1] < 12 and x[2] % 10 ** (12 - x[1])):
            raise Wrong(0)
        odd = x[1] < 10 and x[2] // 10 ** (12 - x[1]) % 2 == 1
    value = exp_product(ln(mag(y)), x)
    return neg(value) if odd else value


def tiny(x: W) -> bool:
    return x[2] == 0 or x[1] <= -8


def signed(value: W, x: W) -> W:
    return neg(value) if x[0] else value


HALF = w("0.5")


def sinh(x: W) -> W:
    if tiny(x):
        return x
    e, m = expc(0, x[1], x[2], True)
    return signed(mul(HALF, add(div(m, e), m)), x)


def cosh(x: W) -> W:
    if tiny(x):
        return ONE
    e = expc(0, x[1], x[2])[0]
    return mul(HALF, add(div(ONE, e), e))


def tanh(x: W) -> W:
    if tiny(x):
        return x
    e, m = expc(0, x[1], x[2], True)
    return signed(div(add(div(m, e), m), add(div(ONE, e), e)), x)


def asinh(x: W) -> W:
    if tiny(x):
        return x
    q = mul(x, x)
    r = div(q, add(sqrt(add(q, ONE)), ONE))
    return signed(ln1p(add(r, mag(x))), x)


def acosh(x: W) -> W:
    a = sub(x, ONE)
    return ln1p(add(sqrt(mul(add(ONE, x), a)), a))


def atanh(x: W) -> W:
    if tiny(x):
        return x
    if mag(x) == ONE:
        return signed(INFINITE, x)
    return signed(mul(HALF, ln1p(div(mag(add(x, x)), sub(ONE, mag(x))))), x)


def factorial(x: W) -> W:
    """8."""
    s, e, m = x
    if m == 0:
        return ONE
    whole = e >= 12 or (e >= 0 and m % 10 ** (12 - e) == 0)
    if whole and s:
        return neg(INFINITE)
    if e >= 2:
        return ZERO if s else INFINITE
    if whole:
        return whole_factorial(m // 10 ** (12 - e))
    three = r10(sub(w("3"), x))
    k = 0 if three[0] or three[2] == 0 or three[1] < 0 else three[2] // 10 ** (12 - three[1])
    v = add(add(norm(0, 12, k), x), ONE)
    q = mul(mul(v, v), w("12"))
    r = add(q, w("55"))
    r = add(add(div(w("-495.92"), r), w("30.348")), q)
    r = add(div(w("-535.92"), r), w("65.351"))
    r = add(mul(q, w("7")), r)
    r = add(add(div(w("-8.48"), r), w("0.4")), q)
    r = add(neg(v), add(div(v, r), (0, -1, 9189385332070)))
    g = exp(add(mul(ln(v), add(v, w("-0.5"))), r))
    while k:
        g, k = div(g, add(norm(0, 12, k), x)), k - 1
    return g


def whole_factorial(x: int) -> W:
    """8.1."""
    b, z = 10**11, 0
    for n in range(x, 0, -1):
        if b >= 10**12:
            b, z = b // 10, z + 1
        tens, units = divmod(n, 10)
        a = units * b
        if tens:
            a, z = a // 10 + 1 + tens * b, z + 1
        b = a
    if b >= 10**12:
        b, z = b // 10, z + 1
    r = 10 * b
    r += r % 1000
    return 0, z, (r + z) // 1000 * 1000


def to_hms(x: W) -> W:
    """10.2."""
    s, e, c = x
    if c == 0 or e >= 9:
        return x
    for width in (12 - e, 10 - e) if e >= -2 else (14, 13):
        high, f = divmod(c, 10**width)
        c = high * 10**width + f - 4 * (f // 10)
        c += c % 1000
        c -= c % 1000
    return norm(s, e, c)


def to_hours(x: W) -> W:
    """10.3."""
    s, e, c = x
    if c == 0 or e >= 9:
        return x
    a = 0
    for width in (10 - e, 12 - e) if e >= -2 else (13, 14):
        high, f = divmod(c, 10**width)
        f = f // 10 + a
        c1, a = f - 4 * (f // 10), f
        while c1:
            a, c1 = a + c1, c1 // 10
        c = high * 10**width
    return norm(s, e, 10 * a + c)


def quarter_turn(mode: str) -> W:
    return (0, 0, PI_2) if mode == "RAD" else w("90" if mode == "DEG" else "100")


def angle(v: W, u: W, mode: str) -> W:
    """20.3 and 11.1."""
    if u[2] == 0:
        return signed(quarter_turn(mode), v) if v[2] else ZERO
    quotient = div(v, mag(u))
    return arc(mag(quotient), u[0] == 1, u[0] == 1, below_zero(quotient), mode)


def polar(y: W, x: W, mode: str) -> C:
    return sqrt(add(mul(y, y), mul(x, x))), angle(y, x, mode)


def rectangular(r: W, t: W, mode: str) -> C:
    """11.2 and 20.2."""
    phi, q, flag = reduce(t, mode)
    tan = core(phi)[0]
    a = div(r, h(tan))
    b = mul(tan, a)
    if flag:
        a, b = b, a
    x, y = ((a, b), (neg(b), a), (neg(a), neg(b)), (b, neg(a)))[q]
    return x, neg(y) if t[0] else y


def product(a: C, b: C) -> C:
    """21.1."""
    return (
        add(mul(a[0], b[0]), neg(mul(a[1], b[1]))),
        add(mul(a[1], b[0]), mul(a[0], b[1])),
    )


def square_sum(z: C) -> W:
    return add(mul(z[1], z[1]), mul(z[0], z[0]))


def complex_div(z1: C, z: C) -> C:
    if z == (ZERO, ZERO):
        raise Wrong(0)
    p, q = product((z[0], neg(z[1])), z1)
    d = square_sum(z)
    return div(p, d), div(q, d)


def complex_inverse(z: C) -> C:
    if z == (ZERO, ZERO):
        raise Wrong(0)
    d = square_sum(z)
    return div(z[0], d), div(neg(z[1]), d)


def twice(x: W) -> W:
    return norm(x[0], x[1], 2 * x[2])


def complex_sqrt(z: C) -> C:
    x, y = z
    u = sqrt(mul(HALF, add(sqrt(square_sum(z)), mag(x))))
    if u[2] == 0:
        return ZERO, ZERO
    v = div(y, twice(u))
    return (mag(v), signed(u, v)) if below_zero(x) else (u, v)


def cln(z: C, mode: str = "RAD") -> C:
    x, y = z
    if below_zero(sub(mag(x), w("0.6999999999"))):
        value = ln(square_sum(z))
    else:
        value = ln1p(add(mul(y, y), mul(add(x, ONE), sub(x, ONE))))
    return mul(HALF, value), angle(y, x, mode)


def turned(r: W, t: W, mode: str) -> C:
    c, s = rectangular(ONE, t, mode)
    return mul(r, c), mul(r, s)


def complex_power(z1: C, z: C) -> C:
    x, y = z
    if z1 == (ZERO, ZERO):
        if x[2] and not x[0]:
            return ZERO, ZERO
        raise Wrong(0)
    if y[2] == 0 and z1[1][2] == 0:
        half_turn = w("180") if z1[0][0] else ZERO
        return turned(exp_product(ln(mag(z1[0])), x), mul(x, half_turn), "DEG")
    mode = "DEG" if y[2] == 0 else "RAD"
    a, b = product(cln(z1, mode), z)
    return turned(exp(a), b, mode)


def complex_power10(z: C) -> C:
    ten: W = (0, 0, LN_10)
    if z[1][2] == 0:
        return exp_product(ten, z[0]), ZERO
    return turned(exp(mul(ten, z[0])), mul(ten, z[1]), "RAD")


def parts(z: C) -> tuple[W, W, W, W]:
    c, s = rectangular(ONE, z[0], "RAD")
    high = sinh(z[1])
    return c, s, high, h(high)


def complex_sin(z: C) -> C:
    c, s, sh, ch = parts(z)
    return mul(ch, s), mul(sh, c)


def complex_cos(z: C) -> C:
    c, s, sh, ch = parts(z)
    return mul(ch, c), neg(mul(sh, s))


def complex_tan(z: C) -> C:
    c, s, sh, ch = parts(z)
    d = add(mul(sh, sh), mul(c, c))
    return div(mul(s, c), d), div(mul(sh, ch), d)


def arcs(z: C, cosine: bool) -> C:
    """21.7."""
    x, y = z
    xp, y2, xm = add(mag(x), ONE), mul(y, y), sub(mag(x), ONE)
    q1 = div(y2, add(sqrt(add(mul(xp, xp), y2)), xp))
    k = add(sqrt(add(mul(xm, xm), y2)), mag(xm))
    s, g = add(q1, div(y2, k) if k[2] else ZERO), add(q1, k)
    p, q = (s, g) if below_zero(xm) else (g, s)
    half = mul(HALF, p)
    v = ln1p(add(sqrt(mul(add(half, w("2")), half)), half))
    minus = y[0] == 1 if y[2] else x[0] == 0
    d = add(p, w("2"))
    r = div(q, d)
    if not below_zero(sub(r, w("0.2999999999"))):
        re = arc_of("ACOS" if cosine else "ASIN", div(twice(x), d), "RAD")
    else:
        a = sqrt(mag(mul(sub(w("2"), r), r)))
        if cosine:
            re = arc_of("ASIN", a, "RAD")
            re = add(neg(re), w("3.141592653590")) if x[0] else re
        else:
            re = signed(arc_of("ACOS", a, "RAD"), x)
    return re, neg(v) if minus != cosine else v


def complex_atan(z: C) -> C:
    """21.8."""
    x, y = z
    ym, x2 = sub(mag(y), ONE), mul(x, x)
    d = add(mul(ym, ym), x2)
    v = div(ln1p(mul(w("4"), div(mag(y), d))), w("4")) if d[2] else INFINITE
    e = neg(add(mul(add(ym, w("2")), ym), x2))
    a = angle(twice(x), e, "RAD")
    if x[2] == 0:
        a = signed(mag(a), y)
    return mul(HALF, a), signed(v, y)


def by_i(f: Callable[[C], C]) -> Callable[[C], C]:
    """21.6, 21.9: f(iz) = a + ib gives b - ia."""

    def apply(z: C) -> C:
        a, b = f((neg(z[1]), z[0]))
        return b, neg(a)

    return apply


def complex_acosh(z: C) -> C:
    a, b = arcs(z, True)
    return (b, neg(a)) if b[2] and not b[0] else (neg(b), a)
