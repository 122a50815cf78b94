"""Loop forms: other shapes of loops that compute the same, in the order in which the source does it.

Each says what it needs, and is refused (`nests.FormRefused`) where that does not hold.
"""
