"""Statistics of a list: median, mean, standard deviation, smallest and largest of up to 12 numbers.

GSB E begins. x GSB A enters a number and shows how many there are. GSB B: the median. GSB C: the mean in Y
and the standard deviation of the sample in X. GSB D: the smallest in Y, the largest in X. GSB 0 shows the
numbers in their order, for a moment each. The list is kept sorted.

Test: GSB E 7 GSB A 1 GSB A 5 GSB A 2 GSB A GSB B shows 3.5000
Test: GSB E 7 GSB A 1 GSB A 5 GSB A 2 GSB A GSB C shows 2.7538
Test: GSB E 7 GSB A 1 GSB A 5 GSB A GSB D shows 7.0000
"""

from generator.language import array, pause, program, register, sqrt

numbers = array(12)
count = register()


@program("E")
def begin():
    global count
    count = 0


@program("A")
def enter(x):
    global count
    place = count
    while place > 0:
        if numbers[place - 1] <= x:
            break
        numbers[place] = numbers[place - 1]
        place -= 1
    numbers[place] = x
    count += 1
    return count


@program("B")
def median():
    middle = count // 2
    if count % 2 == 0:
        result = (numbers[middle - 1] + numbers[middle]) / 2
    else:
        result = numbers[middle]
    return result


@program("C")
def mean_and_deviation():
    total = 0
    for k in range(count):
        total += numbers[k]
    mean = total / count
    squares = 0
    for k in range(count):
        squares += (numbers[k] - mean) ** 2
    return mean, sqrt(squares / (count - 1))


@program("D")
def smallest_and_largest():
    return numbers[0], numbers[count - 1]


@program("0")
def sorted_list():
    for k in range(count):
        pause(numbers[k])
    return count


EXAMPLES = (
    [
        ("E", (), ()),
        ("A", ("7",), ("1",)),
        ("A", ("1",), ("2",)),
        ("A", ("5",), ("3",)),
        ("A", ("2",), ("4",)),
        ("B", (), ("3.5",)),
        ("C", (), ("3.75", "2.753785274")),
        ("D", (), ("1", "7")),
    ],
    [
        ("E", (), ()),
        ("A", ("3.5",), ("1",)),
        ("A", ("-2",), ("2",)),
        ("A", ("8.25",), ("3",)),
        ("A", ("3.5",), ("4",)),
        ("A", ("0",), ("5",)),
        ("B", (), ("3.5",)),
        ("C", (), ("2.65", "3.919502519")),
        ("D", (), ("-2", "8.25")),
        ("GSB 0", ("-2", "0", "3.5", "3.5", "8.25", "5")),
    ],
)

TOLERANCE = 1e-08
