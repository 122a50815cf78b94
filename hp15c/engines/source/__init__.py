"""The engine `source`: a program as Python source, with Decimals for numbers. It needs no extra."""
