"""Equality of two programs: a proof that can be checked, or keys that show a difference."""
