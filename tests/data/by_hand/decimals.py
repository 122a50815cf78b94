"""How many digits of 1/n repeat: 6 for 1/7 = 0.142857142857..., 0 where none does."""

from generator.language import program


@program("A")
def period(n):
    while n % 2 == 0:
        n /= 2
    while n % 5 == 0:
        n /= 5
    if n == 1:
        return 0
    r = 10 % n
    k = 1
    while r != 1:
        r = r * 10 % n
        k += 1
    return k
