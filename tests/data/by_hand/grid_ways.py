"""Number of ways through a grid of m by n without the corner, by recursion."""

from generator.language import program, recursive


@recursive(7)
def ways(m, n):
    if m == 0 or n == 0:
        return 1
    return ways(m - 1, n) + ways(m, n - 1)


@program("A")
def main(m, n):
    return ways(m, n)
