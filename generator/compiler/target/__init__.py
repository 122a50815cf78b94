"""What both back ends know of the calculator: registers for names, pointers into arrays, keys of a number."""
