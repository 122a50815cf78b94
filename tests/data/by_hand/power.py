"""x to the n by squaring."""

from generator.language import program, recursive


@recursive(7)
def power(x, n):
    if n == 0:
        return 1
    half = power(x, n // 2)
    if n % 2 == 1:
        return half * half * x
    return half * half


@program("A")
def main(x, n):
    return power(x, n)
