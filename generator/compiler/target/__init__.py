"""What the calculator asks of every program: registers, pointers into arrays, keys of a number, calls."""
