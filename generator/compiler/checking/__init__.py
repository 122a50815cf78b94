"""Checking a compiled program: its source run as Python and its listing must agree digit for digit."""
