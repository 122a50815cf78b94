"""A shot with air resistance, in small steps: R0 the resistance by mass, R1 the step in seconds.

speed ENTER angle GSB A gives the time of flight and how far it goes.
"""

from generator.language import program, rect, register, sqrt

k = register(0)
dt = register(1)


@program("A")
def shot(speed, angle):
    vy, vx = rect(angle, speed)
    x = 0
    y = 0
    t = 0
    while True:
        v = sqrt(vx**2 + vy**2)
        vx -= k * v * vx * dt
        vy -= (9.81 + k * v * vy) * dt
        x += vx * dt
        y += vy * dt
        t += dt
        if y < 0:
            break
    return t, x
