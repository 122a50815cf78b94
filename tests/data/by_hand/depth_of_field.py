"""Hyperfocal distance: f ENTER aperture GSB A. Both limits: f, aperture, distance GSB B."""

from generator.language import program

CIRCLE = 0.03


def hyperfocal(f, n):
    return f * f / (n * CIRCLE) + f


@program("A")
def hyper(f, n):
    return hyperfocal(f, n) / 1000


@program("B")
def field(f, n, s):
    h = hyperfocal(f, n)
    s *= 1000
    near = s * (h - f) / (h + s - 2 * f)
    if s >= h:
        return near / 1000, 9e99
    far = s * (h - f) / (h - s)
    return near / 1000, far / 1000
