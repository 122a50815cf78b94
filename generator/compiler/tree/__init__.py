"""The tree of a program and what every part of the compiler does with it: text, values, names put in."""
