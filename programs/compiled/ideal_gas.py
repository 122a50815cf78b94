"""The ideal gas law p V = n R T, solved for each of its four variables.

Before the run: R0 the gas constant, R1 pressure, R2 volume, R3 amount, R4 temperature. A computes the
pressure, B the volume, C the amount, D the temperature; each also goes to its register.

By hand: 38 lines, 38 bytes.
"""

from generator.language import program, register

gas_constant = register(0)
pressure = register(1)
volume = register(2)
amount = register(3)
temperature = register(4)


def heat():
    return amount * gas_constant * temperature


def work():
    return pressure * volume / gas_constant


@program("A")
def find_pressure():
    global pressure
    pressure = heat() / volume
    return pressure


@program("B")
def find_volume():
    global volume
    volume = heat() / pressure
    return volume


@program("C")
def find_amount():
    global amount
    amount = work() / temperature
    return amount


@program("D")
def find_temperature():
    global temperature
    temperature = work() / amount
    return temperature


ARGUMENTS = ("R0", "R1", "R2", "R3", "R4")
RESULTS = ("X", "R1", "R2", "R3", "R4")

EXAMPLES = (
    ("A", ("83.14", "0", "25000", "0.63", "1200"), ("2.5141536", "2.5141536", "25000", "0.63", "1200")),
    ("A", ("82.05", "0", "25000", "0.63", "1200"), ("2.481192", "2.481192", "25000", "0.63", "1200")),
    (
        "B",
        ("0.7302", "1", "0", "0.03448276", "513"),
        ("12.91698672", "1", "12.91698672", "0.03448276", "513"),
    ),
    (
        "B",
        ("8.314", "101325", "0", "1", "273.15"),
        ("0.02241272243", "101325", "0.02241272243", "1", "273.15"),
    ),
    ("C", ("0.08206", "1", "22.4", "0", "273.15"), ("0.9993446707", "1", "22.4", "0.9993446707", "273.15")),
    ("C", ("8.314", "200000", "0.05", "0", "300"), ("4.00930158", "200000", "0.05", "4.00930158", "300")),
    ("D", ("8.314", "101325", "0.0224", "1", "0"), ("272.9949483", "101325", "0.0224", "1", "272.9949483")),
    ("D", ("83.14", "2.5", "1000", "0.1", "0"), ("300.6976185", "2.5", "1000", "0.1", "300.6976185")),
)

TOLERANCE = 1e-9
