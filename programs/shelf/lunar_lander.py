"""Lunar lander: bring it down with the fuel that it has.

GSB A begins 500 feet up, falling at 50 feet a second, with 60 units of fuel. The display pauses on the speed,
negative when falling, and stops on the height. Key in the fuel to burn in the next second and press R/S. Five
units balance gravity. When the fuel is gone, the lander falls on. At the ground the program ends with the
speed of the impact in X, and the fuel that is left in Y. Below 5 feet a second is a good landing.

Test: FIX 0 GSB A shows -50. then 500.
Test: FIX 0 GSB A 0 R/S shows -50. then 500. then -55. then 448.
"""

from generator.language import ask, pause, program, sqrt


@program("A")
def land():
    height = 500
    speed = -50
    fuel = 60
    before = speed
    above = height
    change = -5
    while height > 0:
        pause(speed)
        burn = ask(height)
        if burn > fuel:
            burn = fuel
        if burn < 0:
            burn = 0
        fuel -= burn
        change = burn - 5
        before = speed
        above = height
        height += speed + change / 2
        speed += change
    return fuel, sqrt(abs(before * before - 2 * change * above))


EXAMPLES = (
    [
        ("GSB A", ("-50", "500")),
        ("0 R/S", ("-55", "447.5")),
        ("0 R/S", ("-60", "390")),
        ("10 R/S", ("-55", "332.5")),
        ("20 R/S", ("-40", "285")),
        ("15 R/S", ("-30", "250")),
    ],
    [
        ("GSB A", ("-50", "500")),
        ("0 R/S", ("-55", "447.5")),
        ("0 R/S", ("-60", "390")),
        ("0 R/S", ("-65", "327.5")),
        ("0 R/S", ("-70", "260")),
        ("0 R/S", ("-75", "187.5")),
        ("0 R/S", ("-80", "110")),
        ("0 R/S", ("-85", "27.5")),
        ("0 R/S", ("86.60254038",)),
    ],
    [
        ("GSB A", ("-50", "500")),
        ("0 R/S", ("-55", "447.5")),
        ("0 R/S", ("-60", "390")),
        ("0 R/S", ("-65", "327.5")),
        ("9 R/S", ("-61", "264.5")),
        ("9 R/S", ("-57", "205.5")),
        ("9 R/S", ("-53", "150.5")),
        ("9 R/S", ("-49", "99.5")),
        ("9 R/S", ("-45", "52.5")),
        ("9 R/S", ("-41", "9.5")),
        ("9 R/S", ("40.76763422",)),
    ],
)

TOLERANCE = 1e-08
