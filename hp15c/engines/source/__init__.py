"""The engine `source`: a program as Python source, with Decimals for numbers; it needs no extra."""
