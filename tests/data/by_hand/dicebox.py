"""Two dice n times: how often each sum came, and the most frequent one. n GSB A, k GSB B, GSB C."""

from generator.language import array, program, ran

count = array(11, at=0)


def die():
    return ran() * 6 // 1 + 1


@program("A")
def throw(n):
    for i in range(11):
        count[i] = 0
    for _ in range(n):
        s = die() + die()
        count[s - 2] += 1
    return most()


@program("B")
def tell(k):
    return count[k - 2]


@program("C")
def most():
    best = 0
    for i in range(1, 11):
        if count[i] > count[best]:
            best = i
    return best + 2
