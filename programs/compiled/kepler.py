"""Kepler's equation by Newton's method: the eccentric anomaly E with E - e sin E = M.

Arguments: the mean anomaly M in degrees, the eccentricity e. Result: E in degrees, after fourteen steps
from E = M. The calculator is in degrees mode.

By hand: 37 lines, 38 bytes.
"""

from generator.language import cos, program, sin, to_deg


@program("A")
def eccentric_anomaly(mean, eccentricity):
    amplitude = to_deg(eccentricity)
    anomaly = mean
    for _ in range(14):
        excess = anomaly - amplitude * sin(anomaly) - mean
        anomaly -= excess / (1 - eccentricity * cos(anomaly))
    return anomaly


EXAMPLES = (
    (("60", "0.15"), ("67.96668489",)),
    (("0", "0.5"), ("0",)),
    (("180", "0.3"), ("180",)),
    (("10", "0.0167"), ("10.168931",)),
    (("90", "0.2"), ("101.2393854",)),
    (("350", "0.0934"), ("348.9767701",)),
    (("200", "0.7"), ("191.7989719",)),
    (("1", "0"), ("1",)),
    (("45", "0.9"), ("96.25884251",)),
    (("300", "0.25"), ("286.2481708",)),
)

TOLERANCE = 1e-8
