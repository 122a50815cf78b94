"""Programs that are written in Python and compiled: each runs as Python too, with the same digits."""
