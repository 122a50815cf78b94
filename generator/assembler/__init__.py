"""The assembler: lines with names for registers and labels, laid out into a program."""
