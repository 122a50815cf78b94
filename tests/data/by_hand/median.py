"""The median of up to twelve numbers: E begins, A takes a number and tells how many, B the median."""

from generator.language import array, program, register

a = array(12)
count = register()


@program("E")
def begin():
    global count
    count = 0


@program("A")
def insert(x):
    global count
    i = count
    while i > 0 and a[i - 1] > x:
        a[i] = a[i - 1]
        i -= 1
    a[i] = x
    count += 1
    return count


@program("B")
def median():
    half = count // 2
    if count % 2 == 1:
        return a[half]
    return (a[half - 1] + a[half]) / 2
