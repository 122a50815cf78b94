"""Nim with three heaps: x ENTER y ENTER z GSB A is not 0 where the one to move wins, B takes, C moves."""

from generator.language import CalculatorError, array, program

heap = array(3)


def xor(a, b):
    total = 0
    bit = 1
    while a > 0 or b > 0:
        if a % 2 != b % 2:
            total += bit
        a = a // 2
        b = b // 2
        bit *= 2
    return total


@program("A")
def start(x, y, z):
    heap[0] = x
    heap[1] = y
    heap[2] = z
    return xor(xor(x, y), z)


@program("B")
def take(number, count):
    if count > heap[number]:
        raise CalculatorError(4)
    heap[number] -= count
    return heap[0] + heap[1] + heap[2]


@program("C")
def move():
    s = xor(xor(heap[0], heap[1]), heap[2])
    for i in range(3):
        rest = xor(heap[i], s)
        if rest < heap[i]:
            taken = heap[i] - rest
            heap[i] = rest
            return i, taken
    return -1, 0
